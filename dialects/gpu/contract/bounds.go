package contract

import (
	"fmt"
	"strings"

	"descend/ir"
)

// Bounds are what the code of a kernel is to leave room for. They decide how many registers its threads get, and nothing of what it computes.
type Bounds struct {
	// Blocks are those that a multiprocessor is to have at once, at least.
	Blocks int `json:"blocks,omitempty"`
	// Registers are those of a thread, at most.
	Registers int `json:"registers,omitempty"`
}

// Names of MLIR's NVVM dialect.
const (
	minBlocks    = "nvvm.minctasm"
	maxRegisters = "nvvm.maxnreg"
)

// Set writes the bounds on a kernel, in place of others; 0 is none.
func (b Bounds) Set(kernel *ir.Operation) {
	for name, n := range map[string]int{minBlocks: b.Blocks, maxRegisters: b.Registers} {
		var a ir.Attribute
		if n > 0 {
			a = kernel.Context().I32Attr(int64(n))
		}
		kernel.SetAttr(name, a)
	}
}

// BoundsOf are those of a kernel.
func BoundsOf(kernel *ir.Operation) Bounds {
	blocks, _ := kernel.IntAttr(minBlocks)
	registers, _ := kernel.IntAttr(maxRegisters)
	return Bounds{Blocks: max(0, int(blocks)), Registers: max(0, int(registers))}
}

// String says the bounds in words.
func (b Bounds) String() string {
	var parts []string
	if b.Blocks > 0 {
		parts = append(parts, fmt.Sprintf("%d blocks", b.Blocks))
	}
	if b.Registers > 0 {
		parts = append(parts, fmt.Sprintf("%d registers", b.Registers))
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, ", ")
}
