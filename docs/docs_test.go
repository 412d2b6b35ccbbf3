package docs_test

import (
	"strings"
	"testing"

	"descend/docs"
)

// TestBuiltin holds that what is said of a function is sentences that have it in code, without marks of lists and tables.
func TestBuiltin(t *testing.T) {
	for _, c := range []struct{ name, begins, not string }{
		{"brev", "On integers of every type:", "bits::<f32>"},
		{"bits", "`bits::<f32>(x)` is the number with the bits of x", "brev"},
		{"any", "In a warp, by all of its lanes:", "copies between any two"},
		{"mma_tf32", "`mma_tf32` is the same", "|---"},
		{"store_matrix", "`store_matrix(&uniq p, m)` writes", "- "},
		{"nothing_of_the_kind", "", ""},
	} {
		got := docs.Builtin(c.name)
		if !strings.HasPrefix(got, c.begins) || c.begins == "" && got != "" || c.not != "" && strings.Contains(got, c.not) {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}
