package runtime

import (
	"strings"
	"testing"
)

// TestIR holds that the IR was made of the C that is there.
func TestIR(t *testing.T) {
	sum, err := Sum()
	if err != nil {
		t.Fatal(err)
	}
	files, err := ir.ReadDir(".")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files with IR, %v", len(files), err)
	}
	for _, f := range files {
		text, err := ir.ReadFile(f.Name())
		if err != nil || !strings.HasPrefix(string(text), IRHead(sum)) {
			t.Errorf("%s is not of the sources in src: go generate ./backend/runtime makes it again (%v)", f.Name(), err)
		}
	}
	if IR("amd64") == nil || IR("pdp11") != nil {
		t.Error("the IR of a processor is missing, or there is one of a processor that nobody knows")
	}
}
