package docs

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRules holds that the list has every page once, and nothing else.
func TestRules(t *testing.T) {
	var listed []string
	for _, g := range Rules {
		for _, r := range g.Rules {
			listed = append(listed, r.Slug)
			if len(r.Line) == 0 || len(r.Line) > 80 {
				t.Errorf("%s: a line of %d bytes", r.Slug, len(r.Line))
			}
		}
	}
	slices.Sort(listed)
	if diff := cmp.Diff(Slugs(), listed); diff != "" {
		t.Error(diff)
	}
}
