package sema

import (
	"testing"

	"descend/frontend/source"
	"descend/ir"
	"descend/test/kit"
)

// applyEdits makes the edits of a fix, which do not overlap and are given in any order.
func applyEdits(text string, edits []ir.Edit) string {
	f := source.NewFile("t.desc", text)
	for i := len(edits) - 1; i >= 0; i-- {
		r := ir.RangeOf(edits[i].Loc)
		start, end := f.Offset(r.Line, r.Col), f.Offset(r.EndLine, r.EndCol)
		text = text[:start] + edits[i].Text + text[end:]
	}
	return text
}

// TestFixes applies every proposed fix of the rejected programs: the error is gone, and no new one comes.
func TestFixes(t *testing.T) {
	fixes := 0
	for _, p := range kit.Sections(t, "testdata/reject.desc") {
		_, diags := analyze(newContext(), p.Text)
		for _, d := range diags.Sorted() {
			if d.Help == nil || len(d.Help.Edits) == 0 {
				continue
			}
			fixes++
			fixed := applyEdits(p.Text, d.Help.Edits)
			_, after := analyze(newContext(), fixed)
			if after.Len() >= diags.Len() {
				t.Errorf("%s: the fix %q of %s leaves:\n%v\nin:\n%s", p.Title, d.Help.Message, d, after.Sorted(), fixed)
			}
		}
	}
	if fixes < 4 {
		t.Errorf("only %d fixes tried", fixes)
	}
}

// TestFixesBesideComments holds that comments, parentheses and generic arguments around a term do not matter to its fix.
func TestFixesBesideComments(t *testing.T) {
	for _, p := range []string{
		"fn f(a: i32, b: i32) -[t: cpu.thread]-> f32 { f32((a + b /* both ) */)) }",
		"fn f(a: i32) -[t: cpu.thread]-> i32 { let b = a; b + 1 /* no ; */ ; }",
		"fn g(a: i32, b: i32) -[t: cpu.thread]-> i32 { a + b }\nfn f(a: i32) -[t: cpu.thread]-> f32 { g(a, a) }",
		"fn k(x: &uniq gpu.global [f32; 8]) -[grid: gpu.grid<X<1>, X<8>>]-> () { }\n" +
			"fn f() -[t: cpu.thread]-> () { let mut a = [0.0f32; 8]; // here\n k::<<<X<1>, X<8>>>>(&uniq a) /* ; */; print(a[0]) }",
	} {
		_, diags := analyze(newContext(), p)
		if diags.Len() != 1 || diags.Sorted()[0].Help == nil || len(diags.Sorted()[0].Help.Edits) == 0 {
			t.Errorf("no fix: %v\n%s", diags.Sorted(), p)
			continue
		}
		fixed := applyEdits(p, diags.Sorted()[0].Help.Edits)
		if _, after := analyze(newContext(), fixed); after.Len() > 0 {
			t.Errorf("%v in:\n%s", after.Sorted(), fixed)
		}
	}
}
