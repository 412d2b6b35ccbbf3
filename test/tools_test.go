package test

import (
	"testing"

	"descend/ir/need"
)

// findMLIROpt finds mlir-opt 19.
func findMLIROpt(t *testing.T) string {
	t.Helper()
	return need.Program(t, "mlir-opt-19", "/usr/lib/llvm-19/bin/mlir-opt")
}
