package lsp

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/uri"

	"descend/test/kit"
)

var (
	fuzzTime = flag.Duration("fuzz-time", 3*time.Second, "how long random edits are made")
	fuzzSeed = flag.Uint64("fuzz-seed", 1, "with which numbers")
)

// pieces are what random edits insert beside parts of programs.
var pieces = []string{"", "\n", " ", "{", "}", "(", ")", "[[", "]]", "[", "]", "::<", ">", ";", ".", ",", "sync;", "0", "1", "32", "x", "let a = ", "fn f() -[t: gpu.thread]-> () {}\n",
	"&uniq ", "sched thread in block { ", "// ä𝔸\n", "/*", "*/", "\"", "é", "🙂", "use std::warp;\n", "use m::{f};\n", ".reverse", ".group::<32>", "\r\n", "\x00", "if true { sync }", "return"}

// TestFuzz makes random edits and asks for everything, also beside each other. The server answers, and after each edit it finds what a
// new server does.
func TestFuzz(t *testing.T) {
	random := rand.New(rand.NewPCG(*fuzzSeed, 7))
	var programs []string
	for _, s := range kit.Sections(t, "../../test/language/*.desc", "../../test/check/*.desc", "../../examples/*.desc", "../../frontend/testdata/broken/*.desc") {
		programs = append(programs, s.Text)
	}
	edits, asked := 0, 0
	for end := time.Now().Add(*fuzzTime); time.Now().Before(end); {
		func() {
			folder := t.TempDir()
			e := connect(t, Serve, Config{Command: "false"}, folder)
			defer e.end()
			if err := os.WriteFile(filepath.Join(folder, "m.desc"), []byte("pub fn f(a: i32) -[t: cpu.thread]-> i32 { a }\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			text := programs[random.IntN(len(programs))]
			for random.IntN(3) > 0 && len(text) < 20_000 {
				text += "\n" + programs[random.IntN(len(programs))]
			}
			u := e.open(filepath.Join(folder, "t.desc"), text)
			for range 40 {
				if !time.Now().Before(end) {
					return
				}
				for range 1 + random.IntN(3) {
					edits++
					e.randomEdit(u, random, programs)
				}
				asked += e.askAll(u, random, random.IntN(4) == 0)
				got := describe(e.diagnostics(u))
				if want := fresh(t, folder, e.texts[u].s); !slices.Equal(got, want) {
					file := filepath.Join(os.TempDir(), "lsp-fuzz.desc")
					os.WriteFile(file, []byte(e.texts[u].s), 0o600)
					t.Fatalf("after edits the server finds\n%s\nand a new one\n%s\n(seed %d; the text is in %s)", strings.Join(got, "\n"), strings.Join(want, "\n"), *fuzzSeed, file)
				}
			}
		}()
	}
	t.Logf("%d edits, %d requests", edits, asked)
	if edits == 0 || asked == 0 {
		t.Error("nothing was tried")
	}
}

// fresh is what a new server finds.
func fresh(t *testing.T, folder, text string) []string {
	e := connect(t, Serve, Config{Command: "false"}, folder)
	defer e.end()
	return describe(e.diagnostics(e.open(filepath.Join(folder, "t.desc"), text)))
}

// randomEdit changes something: words, lines, pieces of other programs, and takes changes back.
func (e *editor) randomEdit(u uri.URI, random *rand.Rand, programs []string) {
	s := e.texts[u].s
	start := random.IntN(len(s) + 1)
	end := min(len(s), start+random.IntN(8))
	inside := func(i int) bool { // characters and line ends stay whole
		return i > 0 && i < len(s) && (s[i]&0xC0 == 0x80 || s[i-1] == '\r' && s[i] == '\n')
	}
	for inside(start) {
		start--
	}
	for inside(end) {
		end++
	}
	with := pieces[random.IntN(len(pieces))]
	switch random.IntN(10) {
	case 0: // lines move
		start = strings.LastIndexByte(s[:start], '\n') + 1
		end, with = start, "\n"
	case 1: // a line goes
		start = strings.LastIndexByte(s[:start], '\n') + 1
		end = start + strings.IndexByte(s[start:]+"\n", '\n')
		for inside(end) {
			end++
		}
		with = ""
	case 2: // a number changes
		if i := strings.IndexAny(s[start:], "0123456789"); i >= 0 {
			start += i
			end, with = start+1, string('0'+rune(random.IntN(10)))
		}
	case 3: // a part of another program
		p := programs[random.IntN(len(programs))]
		from := random.IntN(len(p) + 1)
		with = p[from:min(len(p), from+random.IntN(200))]
		end = start
	case 4: // something goes and comes again
		e.change(u, start, end, "")
		with, end = s[start:end], start
	case 5:
		if i := strings.Index(s[start:], "sync"); i >= 0 {
			start += i
			end, with = start+len("sync"), ""
		}
	}
	with = strings.ToValidUTF8(with, "")
	if now := len(e.texts[u].s); end > now || start > end || now > 60_000 {
		start, end, with = 0, now, programs[random.IntN(len(programs))]
	}
	e.change(u, start, end, with)
}

// askAll asks for everything at a random place; some requests are cancelled.
func (e *editor) askAll(u uri.URI, random *rand.Rand, cancel bool) int {
	e.t.Helper()
	all := e.requests(u, random.IntN(len(e.texts[u].s)+1))
	if cancel {
		e.cancelled(all[random.IntN(len(all))])
	}
	if random.IntN(3) > 0 { // some of them
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		all = all[:4]
	}
	for _, r := range all {
		start := time.Now()
		if err := r.ask(e); err != nil {
			e.t.Errorf("%s: %v", r.name, err)
		}
		if took := time.Since(start); took > time.Minute {
			e.t.Errorf("%s took %s", r.name, took)
		}
	}
	return len(all)
}
