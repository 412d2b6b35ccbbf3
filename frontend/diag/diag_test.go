package diag_test

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"descend/frontend/diag"
	"descend/frontend/source"
	"descend/ir"
	"descend/passes/irtest"
)

const program = `fn rev_per_block(arr: &uniq gpu.global [f64; 256]) -[block: gpu.block<X<256>>]-> () {
    sched(X) thread in block {
        arr[[thread]] = arr.rev[[thread]];
    }
    split(X) block at 32 {
        first_32_threads => { sync },
        others => { }
    };
	let tab = arr[0];	let two = tab
    let wide = "日本語" + x;
    output.group_by_tile::<32,32>[[block]]
          .group_by_row::<32,4>[[thread]][i] =
              tmp.group_by_row::<32,4>[[thread]][i]
}
`

// env makes locations by searching for text.
type env struct {
	c *ir.Context
	f *source.File
}

func newEnv() env { return env{ir.NewContext(), source.NewFile("rev.desc", program)} }

// at is the place of the nth occurrence of a text, the first being 0.
func (e env) at(text string, nth int) ir.Location {
	i := 0
	for ; nth >= 0; nth-- {
		j := strings.Index(e.f.Text[i:], text)
		if j < 0 {
			panic("no " + text)
		}
		if i += j; nth > 0 {
			i++
		}
	}
	return source.Span{File: e.f, Start: i, End: i + len(text)}.Loc(e.c)
}

// cases are the diagnostics of the golden files.
func (e env) cases() map[string]*ir.Diagnostic {
	err := func(code, message string, at ir.Location) *ir.Diagnostic {
		return &ir.Diagnostic{Code: code, Message: message, Loc: at}
	}
	endOfTab := ir.RangeOf(e.at("let two = tab", 0))
	semi := e.c.RangeLoc("rev.desc", endOfTab.EndLine, endOfTab.EndCol, endOfTab.EndLine, endOfTab.EndCol)
	return map[string]*ir.Diagnostic{
		"conflict": err("conflicting-access", "conflicting memory access", e.at("arr[[thread]]", 0)).
			WithLabel("cannot select memory because of a conflicting prior selection").
			Relate(e.at("arr.rev[[thread]]", 0), "the prior selection is here").
			Note("block (0,0), thread (3,0) and block (0,0), thread (252,0) both reach element 3").
			WithHelp("insert a sync before this access"),
		"barrier": err("barrier", "barrier not allowed here", e.at("sync", 0)).
			WithLabel("`sync` not performed by all threads in the block").
			Relate(e.at("split(X) block at 32", 0), "`block` is split here"),
		"same-line": err("borrow-conflict", "three places in one line", e.at("thread", 2)).WithLabel("primary").
			Relate(e.at("arr[[thread]]", 0), "around it").Relate(e.at("rev", 1), "first other").
			Relate(e.at("thread", 3), "second other"),
		"multiline": err("narrowing", "place of several lines",
			e.at(e.f.Text[strings.Index(e.f.Text, "output.group"):strings.Index(e.f.Text, " =\n")], 0)).
			WithLabel("this place is not narrowed").
			Relate(e.at("sched(X) thread in block", 0), "the threads are scheduled here").
			Relate(e.at(e.f.Text[strings.Index(e.f.Text, "split(X)"):strings.Index(e.f.Text, "};\n")+1], 0), "a long one"),
		"tabs-and-insert": err("syntax", "expected `;`, found `let`", semi).WithLabel("expected `;`").
			WithHelp("statements are separated by `;`", ir.Edit{Loc: semi, Text: ";"}),
		"wide": err("unknown-name", "unknown name `x`", e.at("x;", 0)).WithLabel("not found").
			Relate(e.at(`"日本語"`, 0), "strings"),
		"replace": err("mismatched-types", "wrong", e.at("first_32_threads", 0)).
			WithHelp("rename it", ir.Edit{Loc: e.at("first_32_threads", 0), Text: "fst"}, ir.Edit{Loc: e.at("others", 0), Text: "snd"}).
			Note("a first note\nof two lines"),
		"choices": {Severity: ir.Warning, Message: "one or the other", Loc: e.at("others", 0), Help: &ir.Help{Message: "this one",
			Edits: []ir.Edit{{Loc: e.at("others", 0), Text: "snd"}}, Or: &ir.Help{Message: "neither",
				Or: &ir.Help{Message: "the other one", Edits: []ir.Edit{{Loc: e.at("first_32_threads", 0), Text: "fst"}}}}}},
		"long": err("wrong-exec", "a place of many lines", e.at(program[strings.Index(program, "sched"):strings.Index(program, "let tab")], 0)).
			WithLabel("all of it").Relate(e.at("sync", 0), "inside of it"),
		"other-file": err("duplicate-name", "`f` is declared twice", e.at("rev_per_block", 0)).WithLabel("again here").
			Relate(e.c.RangeLoc("gone.desc", 3, 4, 3, 5), "first declared here"),
		"no-place": {Severity: ir.Warning, Message: "no input", Loc: e.c.UnknownLoc(), Notes: []string{"nothing to do"}},
		"in-std": err("sim-race", "two threads access the same element", e.c.CallSiteLoc(e.c.RangeLoc("<std>/m.desc", 7, 2, 7, 5),
			e.c.NameLoc("std::m::mirror", e.at("arr.rev[[thread]]", 0)))).WithLabel("read by thread 3").
			Relate(e.c.CallSiteLoc(e.at("sync", 0), e.c.FileLoc("<std>/m.desc", 9, 1)), "written by thread 5"),
		"no-end": err("out-of-bounds", "index 4 of 4 elements", e.c.FileLoc("rev.desc", 3, 9)).WithLabel("here"),
	}
}

func TestHuman(t *testing.T) {
	e := newEnv()
	for name, d := range e.cases() {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			if err := diag.Write(&b, []*ir.Diagnostic{d}, diag.Sources{}.Add(e.f), diag.Options{}); err != nil {
				t.Fatal(err)
			}
			irtest.Golden(t, filepath.Join("testdata", name+".txt"), b.String())
		})
	}
}

func TestColor(t *testing.T) {
	e := newEnv()
	d := e.cases()["barrier"]
	var color, plain strings.Builder
	diag.Write(&color, []*ir.Diagnostic{d}, diag.Sources{}.Add(e.f), diag.Options{Color: true})
	diag.Write(&plain, []*ir.Diagnostic{d}, diag.Sources{}.Add(e.f), diag.Options{})
	irtest.Golden(t, filepath.Join("testdata", "barrier.color.txt"), color.String())
	s := color.String()
	for _, code := range []string{"\x1b[0m", "\x1b[1m", "\x1b[1;31m", "\x1b[1;34m"} {
		s = strings.ReplaceAll(s, code, "")
	}
	if s != plain.String() {
		t.Errorf("colors change the text:\n%s", s)
	}
}

func TestShort(t *testing.T) {
	e := newEnv()
	var b strings.Builder
	diag.Write(&b, []*ir.Diagnostic{e.cases()["barrier"], e.cases()["no-place"]}, nil, diag.Options{Format: diag.Short})
	want := "rev.desc:6:31: error[barrier]: barrier not allowed here\nwarning: no input\n"
	if b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}

func TestJSON(t *testing.T) {
	e := newEnv()
	var b strings.Builder
	diag.Write(&b, []*ir.Diagnostic{e.cases()["tabs-and-insert"], e.cases()["barrier"]}, nil, diag.Options{Format: diag.JSON})
	want := `{"code":"syntax","severity":"error","message":"expected ` + "`;`, found `let`" + `","file":"rev.desc","line":9,` +
		`"column":33,"endLine":9,"endColumn":33,"label":"expected ` + "`;`" + `","related":[],"help":{"message":` +
		`"statements are separated by ` + "`;`" + `","edits":[{"file":"rev.desc","line":9,"column":33,"endLine":9,` +
		`"endColumn":33,"text":";"}]}}
{"code":"barrier","severity":"error","message":"barrier not allowed here","file":"rev.desc","line":6,"column":31,` +
		`"endLine":6,"endColumn":35,"label":"` + "`sync`" + ` not performed by all threads in the block","related":[` +
		`{"file":"rev.desc","line":5,"column":5,"endLine":5,"endColumn":25,"message":"` + "`block`" + ` is split here"}],"help":null}
`
	if b.String() != want {
		t.Errorf("got:\n%swant:\n%s", b.String(), want)
	}
	for _, line := range strings.Split(strings.TrimSpace(b.String()), "\n") {
		if !json.Valid([]byte(line)) {
			t.Errorf("no JSON: %s", line)
		}
	}
}

// TestChoicesAsJSON holds that each help has the next one in it.
func TestChoicesAsJSON(t *testing.T) {
	var b strings.Builder
	diag.Write(&b, []*ir.Diagnostic{newEnv().cases()["choices"]}, nil, diag.Options{Format: diag.JSON})
	type help struct {
		Message string
		Edits   []struct{ Text string }
		Or      *help
	}
	var got struct{ Help *help }
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	var list []string
	for h := got.Help; h != nil; h = h.Or {
		list = append(list, h.Message)
		for _, e := range h.Edits {
			list = append(list, e.Text)
		}
	}
	if want := []string{"this one", "snd", "neither", "the other one", "fst"}; !slices.Equal(list, want) {
		t.Errorf("got %q", list)
	}
}

func TestSummary(t *testing.T) {
	list := []*ir.Diagnostic{{Severity: ir.Error}, {Severity: ir.Error}, {Severity: ir.Warning}, {Severity: ir.Note}}
	if got := diag.Summary(list); got != "2 errors, 1 warning" {
		t.Error(got)
	}
	if got := diag.Summary(nil); got != "" {
		t.Error(got)
	}
}

func TestApply(t *testing.T) {
	e := newEnv()
	d := e.cases()["replace"]
	got := diag.Apply(d.Help, e.f)
	want := strings.Replace(strings.Replace(program, "first_32_threads", "fst", 1), "others", "snd", 1)
	if got != want {
		t.Errorf("got:\n%s", got)
	}
}

// TestLongLine checks that a very long line is cut around the mark.
func TestLongLine(t *testing.T) {
	c := ir.NewContext()
	f := source.NewFile("long.desc", strings.Repeat("(", 100_000)+"x"+strings.Repeat(")", 100_000))
	d := &ir.Diagnostic{Message: "deep", Loc: c.RangeLoc("long.desc", 1, 100_001, 1, 100_002), Label: "here"}
	var b strings.Builder
	diag.Write(&b, []*ir.Diagnostic{d}, diag.Sources{}.Add(f), diag.Options{})
	irtest.Golden(t, filepath.Join("testdata", "long-line.txt"), b.String())
}

// TestNoPanic renders places that do not exist.
func TestNoPanic(t *testing.T) {
	c := ir.NewContext()
	f := source.NewFile("a.desc", "x\n\xff\x1b[31m\u202eevil\n")
	for line := 1; line < 6; line++ {
		for col := 1; col < 12; col++ {
			for _, end := range [][2]int{{line, col}, {line, col + 3}, {line + 1, 1}, {line + 2, 9}, {line - 1, 1}} {
				d := &ir.Diagnostic{Message: "m", Loc: c.RangeLoc("a.desc", line, col, end[0], end[1]), Label: "l"}
				d.Relate(c.RangeLoc("a.desc", 1, 1, 4, 1), "r").WithHelp("h", ir.Edit{Loc: d.Loc, Text: "t\nu"})
				var b strings.Builder
				diag.Write(&b, []*ir.Diagnostic{d}, diag.Sources{}.Add(f), diag.Options{})
				if strings.ContainsAny(b.String(), "\x1b\u202e") {
					t.Fatalf("control characters reach the terminal: %q", b.String())
				}
			}
		}
	}
}

// TestVeryLongLine: of such a line only the part around the place is shown, in the message and in its fix.
func TestVeryLongLine(t *testing.T) {
	text := strings.Repeat("let a = b; ", 2000) + "let wrong = 1;" + strings.Repeat(" let a = b;", 2000)
	e := env{ir.NewContext(), source.NewFile("long.desc", text)}
	col := strings.Index(text, "wrong") + 1
	d := &ir.Diagnostic{Code: "x", Message: "m", Loc: e.at("wrong", 0), Label: "here", Help: &ir.Help{Message: "insert",
		Edits: []ir.Edit{{Loc: e.c.RangeLoc("long.desc", 1, col, 1, col), Text: "mut "}}}}
	var out strings.Builder
	if err := diag.Write(&out, []*ir.Diagnostic{d}, diag.Sources{}.Add(e.f), diag.Options{}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	for i, line := range lines {
		if len(line) > 200 {
			t.Errorf("line %d has %d bytes", i, len(line))
		}
	}
	for _, c := range []struct{ line, at, mark string }{
		{"let wrong = 1;", "wrong", "^^^^^ here"}, {"let mut wrong = 1;", "mut", "++++"},
	} {
		i := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, c.line) })
		if i < 0 || strings.Index(lines[i], c.at) != strings.Index(lines[i+1], c.mark) {
			t.Errorf("no %q with %q below it in\n%s", c.line, c.mark, out.String())
		}
	}
}
