package runtime

import (
	"os"
	"strings"
	"testing"
)

// TestIR holds that the IR was made of the C that is there, and that each part has an object; that it is of the IR holds a test of generate.
func TestIR(t *testing.T) {
	sum, err := Sum()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range Parts {
		text, err := os.ReadFile(IRFile(p.Arch))
		if err != nil || !strings.HasPrefix(string(text), IRHead(sum)) {
			t.Errorf("%s is not of the sources in src: go generate ./backend/runtime makes it again (%v)", IRFile(p.Arch), err)
		}
		if p.Object() == nil {
			t.Errorf("no %s", p.File())
		}
		if text := p.IR(text); strings.Contains(string(text), `"PIE Level", i32 2`) == p.Shared {
			t.Errorf("the IR of %s is for the other kind of file", p.File())
		}
	}
	if (Part{Arch: "pdp11"}).Object() != nil {
		t.Error("there is an object for a processor that nobody knows")
	}
}
