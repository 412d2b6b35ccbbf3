package ir

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"descend/ir/need"
)

// readModule parses a test input or fails the test.
func readModule(t *testing.T, c *Context, name string, src []byte) *Operation {
	t.Helper()
	var diags Diagnostics
	op := ParseModule(c, name, src, &diags)
	for _, d := range diags.Sorted() {
		t.Errorf("%s", d)
	}
	if op == nil {
		t.FailNow()
	}
	return op
}

func unregistered() *Context {
	c := NewContext()
	c.AllowUnregistered = true
	return c
}

// TestGenericRoundTrip prints the generic form of each input, parses that and prints it again; and compares
// the text with that of mlir-opt-19.
func TestGenericRoundTrip(t *testing.T) {
	files, _ := filepath.Glob("testdata/generic/*.mlir")
	if len(files) == 0 {
		t.Fatal("no inputs")
	}
	for _, f := range files {
		for _, debug := range []bool{false, true} {
			name := filepath.Base(f)
			if debug {
				name += "-debuginfo"
			}
			t.Run(name, func(t *testing.T) {
				src, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				opts := PrintOptions{Generic: true, DebugInfo: debug}
				text := Print(readModule(t, unregistered(), f, src), opts)
				again := Print(readModule(t, unregistered(), f, []byte(text)), opts)
				if !debug {
					if d := cmp.Diff(text, again); d != "" {
						t.Errorf("printed text changes when it is read again (-first +second):\n%s", d)
					}
				}
				args := []string{"--allow-unregistered-dialect", "--mlir-print-op-generic", f}
				if debug {
					args = append(args, "--mlir-print-debuginfo")
				}
				if d := cmp.Diff(need.Run(t, "", "mlir-opt-19", args...), text+"\n"); d != "" {
					t.Errorf("differs from mlir-opt-19 (-mlir-opt +ours):\n%s", d)
				}
			})
		}
	}
}
