package dialects_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"descend/dialects"
	"descend/ir"
	"descend/ir/need"
)

// TestInvalid checks that every chunk of testdata/invalid.mlir is rejected with the error it expects, and
// that mlir-opt-19 rejects it with the same words. What stands as "expect here" mlir-opt-19 takes,
// and reads past the end of memory or prints what nobody can read.
func TestInvalid(t *testing.T) {
	src, err := os.ReadFile("testdata/invalid.mlir")
	if err != nil {
		t.Fatal(err)
	}
	for _, chunk := range strings.Split(string(src), "// -----\n") {
		_, want, ok := strings.Cut(chunk, "// expect: ")
		here := !ok
		if here {
			_, want, ok = strings.Cut(chunk, "// expect here: ")
		}
		if !ok {
			t.Fatalf("chunk without expectation:\n%s", chunk)
		}
		want, _, _ = strings.Cut(want, "\n")
		t.Run(want, func(t *testing.T) {
			c := dialects.MLIR()
			var diags ir.Diagnostics
			if m := ir.ParseModule(c, "invalid.mlir", []byte(chunk), &diags); m != nil {
				ir.Verify(m, &diags)
			}
			if !anyContains(&diags, want) {
				t.Errorf("got %v, want %q in\n%s", diags.Sorted(), want, chunk)
			}
			if here {
				return
			}
			cmd := exec.Command(need.Program(t, "mlir-opt-19"))
			cmd.Stdin = strings.NewReader(chunk)
			out, err := cmd.CombinedOutput()
			if err == nil || !strings.Contains(string(out), want) {
				t.Errorf("mlir-opt-19 says\n%s\nnot %q", out, want)
			}
		})
	}
}

func anyContains(diags *ir.Diagnostics, want string) bool {
	for _, d := range diags.Sorted() {
		if strings.Contains(d.Message, want) {
			return true
		}
	}
	return false
}
