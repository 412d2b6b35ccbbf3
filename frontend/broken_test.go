package frontend

import (
	"slices"
	"testing"

	"descend/dialects"
	"descend/frontend/source"
	"descend/ir"
	"descend/test/kit"
)

// TestBroken holds that independent errors of one file are all reported, each once, and those that follow from others are not.
// Expectations are comments `//~ code code` at the end of the line.
func TestBroken(t *testing.T) {
	programs := kit.Sections(t, "testdata/broken/errors.desc")
	for _, p := range programs {
		diags := &ir.Diagnostics{}
		if Compile(ir.NewContext(dialects.All()...), []*source.File{source.NewFile("t.desc", p.Text)}, diags) == nil {
			t.Errorf("%s: no module", p.Title)
		}
		if got, want := kit.Found(diags.InOrder()), kit.Expected(p.Text); !slices.Equal(got, want) {
			t.Errorf("%s: found %q, want %q", p.Title, got, want)
			for _, d := range diags.Sorted() {
				t.Log(d, d.Label)
			}
		}
	}
	if len(programs) < 15 {
		t.Errorf("only %d programs", len(programs))
	}
}
