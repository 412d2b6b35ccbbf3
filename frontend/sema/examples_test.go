package sema

import (
	"os"
	"path/filepath"
	"testing"
)

// TestExamples holds that every example program of the repository is accepted.
func TestExamples(t *testing.T) {
	files, _ := filepath.Glob("../../examples/*.desc")
	if len(files) == 0 {
		t.Fatal("no examples found")
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		_, diags := analyze(newContext(), string(text))
		for _, d := range diags.Sorted() {
			t.Errorf("%s: %s: %s", filepath.Base(f), d, d.Label)
		}
	}
}
