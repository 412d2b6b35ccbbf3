package main

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"descend/dialects"
)

var update = flag.Bool("update", false, "rewrite docs/ir.md")

// TestReferenceIsCurrent compares docs/ir.md with what the definitions give.
func TestReferenceIsCurrent(t *testing.T) {
	const path = "../../docs/ir.md"
	var want bytes.Buffer
	writeReference(&want, dialects.All())
	if *update {
		if err := os.WriteFile(path, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is not current; run go test ./tools/irdoc -update", path)
	}
}

func TestAnchor(t *testing.T) {
	if got := anchor("arith.addi"); got != "arithaddi" {
		t.Errorf("anchor is %s", got)
	}
	if got := anchor("Dialect view"); got != "dialect-view" {
		t.Errorf("anchor is %s", got)
	}
}
