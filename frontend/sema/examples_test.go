package sema

import (
	"testing"

	"descend/test/kit"
)

// TestExamples holds that every example program of the repository is accepted.
func TestExamples(t *testing.T) {
	for _, p := range kit.Sections(t, "../../examples/*.desc") {
		_, diags := analyze(newContext(), p.Text)
		for _, d := range diags.Sorted() {
			t.Errorf("%s: %s: %s", p.Name(), d, d.Label)
		}
	}
}
