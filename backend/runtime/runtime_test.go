package runtime

import (
	"os"
	"strings"
	"testing"
)

// TestParts holds that each part has an object, and IR of its kind. That these belong together hold tests of csource/generate.
func TestParts(t *testing.T) {
	for _, p := range Parts {
		if p.Object() == nil {
			t.Errorf("no %s", p.File())
		}
		text, err := os.ReadFile(Source.IRFile(p.Arch))
		if err != nil {
			t.Fatal(err)
		}
		if text := p.IR(text); strings.Contains(string(text), `"PIE Level", i32 2`) == p.Shared {
			t.Errorf("the IR of %s is for the other kind of file", p.File())
		}
	}
	if (Part{Arch: "pdp11"}).Object() != nil {
		t.Error("there is an object for a processor that nobody knows")
	}
}
