package frontend

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"descend/dialects"
	"descend/frontend/source"
	"descend/ir"
)

// TestBroken holds that independent errors of one file are all reported, each once, and those that follow from others are not.
// Expectations are comments `//~ code code` at the end of the line.
func TestBroken(t *testing.T) {
	data, err := os.ReadFile("testdata/broken/errors.desc")
	if err != nil {
		t.Fatal(err)
	}
	programs := strings.Split(string(data), "\n//# ")[1:]
	for _, p := range programs {
		name, _, _ := strings.Cut(p, "\n")
		var want, got []string
		for i, line := range strings.Split(p, "\n") {
			if _, codes, ok := strings.Cut(line, "//~ "); ok {
				for _, c := range strings.Fields(codes) {
					want = append(want, fmt.Sprintf("%d: %s", i+1, c))
				}
			}
		}
		diags := &ir.Diagnostics{}
		if Compile(ir.NewContext(dialects.All()...), []*source.File{source.NewFile("t.desc", "//# "+p)}, diags) == nil {
			t.Errorf("%s: no module", name)
		}
		for _, d := range diags.InOrder() {
			got = append(got, fmt.Sprintf("%d: %s", ir.RangeOf(d.Loc).Line, d.Code))
		}
		slices.Sort(want)
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s: found %q, want %q", name, got, want)
			for _, d := range diags.Sorted() {
				t.Log(d, d.Label)
			}
		}
	}
	if len(programs) < 15 {
		t.Errorf("only %d programs", len(programs))
	}
}
