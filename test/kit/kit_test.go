package kit

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"descend/ir"
)

func TestSplit(t *testing.T) {
	got := Split("d/f.desc", "for people\n//# one\na\n\n//# two \nb")
	want := []Section{{"d/f.desc", "one", 2, "//# one\na\n\n"}, {"d/f.desc", "two", 5, "//# two \nb"}}
	if d := cmp.Diff(got, want); d != "" {
		t.Error(d)
	}
	if s := got[1]; s.Name() != "f.desc: two" || s.InFile() != "\n\n\n\n//# two \nb" {
		t.Errorf("%q %q", s.Name(), s.InFile())
	}
	whole := Split("f.desc", "a\nb //# c\n")
	if d := cmp.Diff(whole, []Section{{"f.desc", "", 1, "a\nb //# c\n"}}); d != "" || whole[0].Name() != "f.desc" {
		t.Error(d)
	}
}

func TestExpected(t *testing.T) {
	got := Expected("a\nb //~ move nat\n//~~ a message\nc //~ type //~ type")
	if d := cmp.Diff(got, []string{"2: move", "2: nat", "4: type", "4: type"}); d != "" {
		t.Error(d)
	}
	c := ir.NewContext()
	at := func(line int, code string) *ir.Diagnostic {
		return &ir.Diagnostic{Loc: c.FileLoc("f", line, 1), Code: code}
	}
	if d := cmp.Diff(Found([]*ir.Diagnostic{at(4, "type"), at(2, "move")}), []string{"2: move", "4: type"}); d != "" {
		t.Error(d)
	}
}
