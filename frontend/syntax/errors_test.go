package syntax_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/frontend/ast"
	"descend/frontend/diag"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
	"descend/passes/irtest"
)

// TestErrors compares what users see of each file in testdata/bad with the golden file beside it.
func TestErrors(t *testing.T) {
	names, err := filepath.Glob("testdata/bad/*.desc")
	if err != nil || len(names) == 0 {
		t.Fatal("no files in testdata/bad")
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			file := source.NewFile(filepath.Base(name), string(text))
			diags := &ir.Diagnostics{}
			syntax.Parse(file, ir.NewContext(), diags)
			var b strings.Builder
			if err := diag.Write(&b, diags.Sorted(), diag.Sources{}.Add(file), diag.Options{}); err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(name, ".desc") + ".txt"
			irtest.Golden(t, golden, b.String())
		})
	}
}

// TestCap checks that a file with very many errors reports MaxErrors of them and says so.
func TestCap(t *testing.T) {
	text := "fn f() -[t: cpu.thread]-> () {\n" + strings.Repeat("  x = ;\n", 10_000) + "}\n"
	_, diags := parse(text)
	if diags.Len() != syntax.MaxErrors {
		t.Fatalf("%d errors", diags.Len())
	}
	list := diags.Sorted()
	if len(list[len(list)-1].Notes) != 1 {
		t.Error("the last error does not say that others follow")
	}
}

// TestTooLarge checks that a file with too many tokens is an error at the place where there are too many.
func TestTooLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("parses 4 million tokens")
	}
	_, diags := parse("fn f() -[t: any]-> () { " + strings.Repeat(";", syntax.MaxTokens) + "x y z")
	if list := diags.Sorted(); len(list) != 1 || list[0].Message != "the file is too large" {
		t.Errorf("%v", list)
	}
}

// nested are texts that nest when repeated, with the end that closes one of them.
var nested = []struct{ before, open, middle, close, after string }{
	{"fn f() -[t: cpu.thread]-> () { x = ", "(", "1", ")", "; }"},
	{"fn f() -[t: cpu.thread]-> () { x = ", "[", "1", "]", "; }"},
	{"fn f() -[t: cpu.thread]-> () { ", "{", " ", "}", " }"},
	{"fn f() -[t: cpu.thread]-> () { ", "if a {", " ", "}", " }"},
	{"fn f() -[t: cpu.thread]-> () { x = ", "-", "y", "", "; }"},
	{"fn f() -[t: cpu.thread]-> () { x = ", "&&", "y", "", "; }"},
	{"fn f() -[t: cpu.thread]-> () { ", "x + ", "x", "", "; }"},
	{"fn f() -[t: cpu.thread]-> () { x", ".y", "", "", "; }"},
	{"fn f() -[t: cpu.thread]-> () { x", "[0]", "", "", "; }"},
	{"fn f() -[t: cpu.thread]-> () { x", " as i32", "", "", "; }"},
	{"fn f() -[t: cpu.thread]-> () { ", "f(", "x", ")", "; }"},
	{"fn f() -[t: cpu.thread]-> () { x.v::<", "(", "1", ")", ">; }"},
	{"fn f() -[t: cpu.thread]-> () { x.", "map(", "v", ")", "; }"},
	{"fn f() -[t: cpu.thread]-> () { let ", "(", "a", ",)", " = x; }"},
	{"fn f() -[t: cpu.thread]-> () { if a { } ", "else if b { }", "", "", " }"},
	{"fn f(x: ", "(", "i32", ",)", ") -[t: cpu.thread]-> () { }"},
	{"fn f(x: ", "[", "i32", "; 2]", ") -[t: cpu.thread]-> () { }"},
	{"fn f(x: ", "& cpu.mem ", "i32", "", ") -[t: cpu.thread]-> () { }"},
	{"fn f(x: i32", " @ cpu.mem", "", "", ") -[t: cpu.thread]-> () { }"},
	{"fn f(x: ", "A<", "i32", ">", ") -[t: cpu.thread]-> () { }"},
	{"fn f(x: [i32; ", "min(1, ", "n", ")", "]) -[t: cpu.thread]-> () { }"},
	{"fn f(x: [i32; 1", " + 1", "", "", "]) -[t: cpu.thread]-> () { }"},
	{"view v = ", "map(", "w", ")", ""},
	{"view v = w", ".w", "", "", ""},
	{"/* */ fn f() -[t: cpu.thread]-> () { ", "for x in y {", " ", "}", " }"},
	{"fn f() -[t: cpu.thread]-> () { ", "split b at 1 { a => {", " ", "}, b => { } }", " }"},
}

// TestNesting checks that a moderate nesting is read, that a deep one is one error at the place where the
// limit is passed, and that a text of a million levels ends as soon.
func TestNesting(t *testing.T) {
	for _, n := range nested {
		text := func(levels int) string {
			return n.before + strings.Repeat(n.open, levels) + n.middle + strings.Repeat(n.close, levels) + n.after
		}
		f, diags := parse(text(300))
		for _, d := range diags.Sorted() {
			t.Errorf("300 x %q: %v", n.open, d)
		}
		checkPrinted(t, f)
		for _, levels := range []int{1200, 1_000_000} {
			_, diags := parse(text(levels))
			list := diags.Sorted()
			if len(list) != 1 || !strings.Contains(list[0].Message, "nested too deeply") {
				t.Errorf("%d x %q: %d errors", levels, n.open, len(list))
				for _, d := range list {
					t.Log(d)
				}
				continue
			}
			r := ir.RangeOf(list[0].Loc)
			if lo, hi := len(n.before)+490*len(n.open), len(n.before)+1001*len(n.open)+1; r.Col < lo || r.Col > hi+len(n.open) {
				t.Errorf("%q: reported at column %d, not between %d and %d", n.open, r.Col, lo, hi)
			}
		}
		// Nothing closed.
		if _, diags := parse(n.before + strings.Repeat(n.open, 1_000_000)); diags.Len() == 0 {
			t.Errorf("unclosed %q: no error", n.open)
		}
	}
}

// TestPartialTree checks that a file with errors still has its good items, and that partial trees can be
// visited and printed.
func TestPartialTree(t *testing.T) {
	names, _ := filepath.Glob("testdata/bad/*.desc")
	for _, name := range names {
		text, _ := os.ReadFile(name)
		f, diags := parse(string(text))
		ast.Inspect(f, func(ast.Node) bool { return true })
		_ = ast.Format(f)
		if s := fmt.Sprint(itemNames(f)); strings.Contains(string(text), "fn ok()") && !strings.Contains(s, "ok") {
			t.Errorf("%s: the item `ok` is lost: %s", name, s)
		}
		if diags.Len() == 0 && len(text) > 0 {
			t.Errorf("%s: no errors", name)
		}
	}
}

func itemNames(f *ast.File) []string {
	var names []string
	for _, it := range f.Items {
		if id := it.ItemName(); id != nil {
			names = append(names, id.Name)
		}
	}
	return names
}

// TestFixes applies each proposed fix alone: it must remove its error and bring none.
func TestFixes(t *testing.T) {
	names, _ := filepath.Glob("testdata/bad/*.desc")
	applied := 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, diags := parse(string(text))
		for _, d := range diags.Sorted() {
			if d.Help == nil || len(d.Help.Edits) == 0 {
				continue
			}
			applied++
			fixed := diag.Apply(d.Help, source.NewFile("t.desc", string(text)))
			if _, left := parse(fixed); left.Len() >= diags.Len() {
				t.Errorf("%s: the fix of %v leaves %d of %d errors", name, d, left.Len(), diags.Len())
			}
		}
	}
	if applied < 10 {
		t.Errorf("only %d fixes were tried", applied)
	}
}
