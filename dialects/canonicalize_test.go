package dialects_test

import (
	"os"
	"strings"
	"testing"

	"descend/ir"
	"descend/passes/irtest"
	"descend/test/kit"
)

// TestCanonicalize folds and canonicalizes the chunks of testdata/canonicalize.mlir and compares with the
// golden file. mlir-opt-19, where installed, accepts the result and gets it no smaller from the source, but
// where the comment says "more than mlir-opt-19" and why.
func TestCanonicalize(t *testing.T) {
	const sep = "// -----\n"
	src, err := os.ReadFile("testdata/canonicalize.mlir")
	if err != nil {
		t.Fatal(err)
	}
	chunks := strings.Split(string(src), sep)
	got := make([]string, len(chunks))
	for i, chunk := range chunks {
		m := parse(t, "canonicalize.mlir", chunk)
		if _, converged := ir.ApplyGreedily(m, nil, ir.GreedyOptions{}); !converged {
			t.Errorf("does not converge:\n%s", chunk)
		}
		var diags ir.Diagnostics
		if !ir.Verify(m, &diags) {
			t.Errorf("invalid afterwards: %v\n%s", diags.Sorted(), ir.Print(m, ir.PrintOptions{}))
		}
		comment, _, _ := strings.Cut(chunk, "\n")
		got[i] = comment + "\n" + ir.Print(m, ir.PrintOptions{})
	}
	irtest.Golden(t, "testdata/canonicalize.golden", strings.Join(got, sep))

	theirs := kit.MLIROpt(t, chunks, "--canonicalize")
	kit.MLIROpt(t, got)
	for i := range chunks {
		expected := strings.Contains(chunks[i], "(more than mlir-opt-19")
		if ours, upstream := countOps(t, got[i]), countOps(t, theirs[i]); (ours > upstream) != expected {
			t.Errorf("%d operations, mlir-opt-19 has %d:\n%s\n%s", ours, upstream, got[i], theirs[i])
		}
	}
}

// countOps is the number of operations of a module.
func countOps(t *testing.T, src string) int {
	n := 0
	for range parse(t, "count", src).All("") {
		n++
	}
	return n
}
