package syntax_test

import (
	"os"
	"path/filepath"
	"testing"

	"descend/frontend/frontendtest"
)

// TestRandomTrees prints random trees and compares what is parsed of them. For others: go test -run RandomTrees -args -trees=100000 -seed=2000
func TestRandomTrees(t *testing.T) {
	for seed, tree := range frontendtest.RandomTrees(2000) {
		if checkPrinted(t, tree); t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestExamples parses, prints and parses again all programs of the repository.
func TestExamples(t *testing.T) {
	var names []string
	for _, dir := range []string{"../../examples", "../../test", "../std"} {
		filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".desc" {
				names = append(names, path)
			}
			return nil
		})
	}
	for _, n := range names {
		text, err := os.ReadFile(n)
		if err != nil {
			t.Fatal(err)
		}
		if f, diags := parse(string(text)); diags.Len() == 0 {
			checkPrinted(t, f)
		}
	}
}
