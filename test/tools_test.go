package test

import (
	"os"
	"os/exec"
	"testing"
)

// findMLIROpt finds mlir-opt 19; without it the test is skipped, but fails in CI.
func findMLIROpt(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"mlir-opt-19", "/usr/lib/llvm-19/bin/mlir-opt"} {
		if p, err := exec.LookPath(name); err == nil {
			return p
		}
	}
	if os.Getenv("CI") != "" {
		t.Fatal("mlir-opt of MLIR 19 is needed")
	}
	t.Skip("mlir-opt of MLIR 19 is not installed")
	return ""
}
