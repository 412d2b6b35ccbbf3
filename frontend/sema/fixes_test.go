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
