package test

import (
	"testing"

	"descend/passes/irtest"
)

// TestLit runs the lit tests: every .mlir and .desc file below this folder that has lines "// RUN: command".
func TestLit(t *testing.T) {
	irtest.Lit(t, ".", map[string]string{"descend-opt": "../tools/descend-opt", "descendc": "../tools/descendc"}, ".mlir", ".desc")
}
