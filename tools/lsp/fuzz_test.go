package lsp

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
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
	"&uniq ", "sched thread in block { ", "// ä𝔸\n", "/*", "*/", "\"", "é", "🙂", "use std::warp;\n", "use m::{f};\n", ".reverse", ".group::<32>", "\r\n", "\x00", "if true { sync }", "return", "\ufeff", "/* a", "}}",
	"fn f(a: i32) -[t: cpu.thread]-> i32 { a } fn g() -[t: cpu.thread]-> () {}", "const n: nat = 4;", "use m;\n", "struct S { a: i32 }\n", "pub "}

// TestFuzz makes random edits and asks for everything, also beside each other. The server answers, and after each edit it finds what a
// new server does.
func TestFuzz(t *testing.T) {
	random := rand.New(rand.NewPCG(*fuzzSeed, 7))
	var programs []string
	for _, s := range kit.Sections(t, "../../test/language/*.desc", "../../test/check/*.desc", "../../examples/*.desc", "../../frontend/testdata/broken/*.desc") {
		programs = append(programs, s.Text)
	}
	start := used(t)
	f := fuzzing{random: random, programs: programs, end: time.Now().Add(*fuzzTime)}
	for round := 0; time.Now().Before(f.end) && !t.Failed(); round++ {
		t.Run(strconv.Itoa(round), f.round) // so that what a round has made goes with it
	}
	slices.Sort(f.took)
	if len(f.took) == 0 || f.edits == 0 {
		t.Fatal("nothing was tried")
	}
	at := func(q float64) time.Duration {
		return f.took[int(q*float64(len(f.took)-1))].Round(time.Millisecond / 10)
	}
	t.Logf("%s of processor time, %d edits, %d answers; their processor time: median %s, 99 %% %s, 99.9 %% %s, longest %s",
		(used(t) - start).Round(time.Second), f.edits, len(f.took), at(0.5), at(0.99), at(0.999), at(1))
}

// fuzzing is a run of random edits.
type fuzzing struct {
	random   *rand.Rand
	programs []string
	end      time.Time
	edits    int
	took     []time.Duration // processor time of the process while it answers one request
}

// round is one server and one document.
func (f *fuzzing) round(t *testing.T) {
	folder := t.TempDir()
	e := connect(t, Serve, Config{Command: "false", maxRuns: []int{0, 1, 3, 20}[f.random.IntN(4)]}, folder) // programs begin anew, also often
	defer e.end()
	const module = "pub fn f(a: i32) -[t: cpu.thread]-> i32 { g(a) }\nfn g(a: i32) -[t: cpu.thread]-> i32 { a }\npub struct S { x: i32 }\npub const n: nat = 4;\n"
	if err := os.WriteFile(filepath.Join(folder, "m.desc"), []byte(module), 0o600); err != nil {
		t.Fatal(err)
	}
	m := e.open(filepath.Join(folder, "m.desc"), module)
	text := f.programs[f.random.IntN(len(f.programs))]
	for f.random.IntN(3) > 0 && len(text) < 20_000 {
		text += "\n" + f.programs[f.random.IntN(len(f.programs))]
	}
	if f.random.IntN(2) == 0 {
		text = "use m;\nuse m::{f as in_m, S as of_m};\nfn uses_m(s: & cpu.mem m::S) -[t: cpu.thread]-> i32 { in_m(s.x) + m::f(2) }\n" + text
	}
	u := e.open(filepath.Join(folder, "t.desc"), text)
	for range 40 {
		if !time.Now().Before(f.end) {
			return
		}
		if f.random.IntN(4) == 0 {
			e.randomEdit(m, f.random, []string{module})
		}
		for range 1 + f.random.IntN(3) {
			f.edits++
			e.randomEdit(u, f.random, f.programs)
		}
		f.took = append(f.took, e.askAll(u, f.random, f.random.IntN(4) == 0)...)
		got := describe(e.diagnostics(u))
		var places []int // at which the answers are compared, too
		for range f.random.IntN(3) {
			places = append(places, f.random.IntN(len(e.texts[u].s)+1))
		}
		got = append(got, e.answers(u, places)...)
		want := fresh(t, folder, e.texts[u].s, e.texts[m].s, places)
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				t.Fatalf("after edits the server says\n%s\nand a new one\n%s\n(seed %d; the text is in %s)", strings.Join(got[min(i, len(got)):min(i+1, len(got))], "\n"),
					strings.Join(want[min(i, len(want)):min(i+1, len(want))], "\n"), *fuzzSeed, keep(t, e.texts[u].s))
			}
		}
	}
}

// keep writes a text where it outlives the test.
func keep(t *testing.T, text string) string {
	f, err := os.CreateTemp("", "lsp-fuzz-*.desc")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}

// fresh is what a new server finds, and what it answers at some places.
func fresh(t *testing.T, folder, text, module string, places []int) []string {
	e := connect(t, Serve, Config{Command: "false"}, folder)
	defer e.end()
	e.open(filepath.Join(folder, "m.desc"), module)
	u := e.open(filepath.Join(folder, "t.desc"), text)
	found := describe(e.diagnostics(u))
	return append(found, e.answers(u, places)...)
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
	switch random.IntN(13) {
	case 10: // a piece between items
		if i := strings.Index(s[start:], "\n}\n"); i >= 0 {
			start += i + 2
			end = start
		}
	case 11: // items twice
		start = strings.LastIndexByte(s[:start], '\n') + 1
		if i := strings.Index(s[start:], "\n}\n"); i >= 0 {
			with, end = s[start:start+i+3], start
		}
	case 12: // an item moves to the end
		if i := strings.Index(s[start:], "\nfn "); i >= 0 {
			start += i + 1
			if j := strings.Index(s[start:], "\n}\n"); j >= 0 {
				end, with = start+j+3, ""
				item := s[start:end]
				e.change(u, len(s), len(s), item)
			}
		}
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

// maxAnswer bounds the processor time of the process while one request is answered: of the answer, of what runs in the background beside
// it, and of the garbage that the test has made. A hang is above any bound; 100 ms of the clock at 2,000 lines are measured by bench/lsp.
// Actions wait a second for checks, which take longer in some functions.
const maxAnswer = 5 * time.Second

// askAll asks for everything at a random place; some requests are cancelled. It gives the processor time of each answer.
func (e *editor) askAll(u uri.URI, random *rand.Rand, cancel bool) (times []time.Duration) {
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
		start := used(e.t)
		if _, err := r.ask(e); err != nil {
			e.t.Errorf("%s: %v; the text is in %s", r.name, err, keep(e.t.(*testing.T), e.texts[u].s))
		}
		took := used(e.t) - start
		if times = append(times, took); took > slowAnswer {
			e.t.Logf("%s took %s of processor time; the text is in %s", r.name, took, keep(e.t.(*testing.T), e.texts[u].s))
		}
		if took > maxAnswer {
			e.t.Errorf("%s took %s of processor time; the text is in %s", r.name, took, keep(e.t.(*testing.T), e.texts[u].s))
		}
	}
	return times
}

// slowAnswer is what a run tells of: nobody should wait longer.
const slowAnswer = 100 * time.Millisecond

// used is the processor time of the process until now.
func used(t testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
