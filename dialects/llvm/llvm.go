// Package llvm is the part of MLIR's llvm dialect that the gpu level needs: the trap behind a failed check.
package llvm

import "descend/ir"

// Dialect returns the definition of the dialect.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:        "llvm",
		Summary:     "intrinsics of LLVM",
		Description: "MLIR's `llvm`, as far as the gpu level needs it. As upstream, operations that are not defined are let pass.",
		Ops: []ir.OpEntry{
			ir.Op(func(o *ir.Operation) TrapOp { return TrapOp{o} }),
		},
		AllowsUnknownOps: true,
	}
}

// TrapOp is llvm.intr.trap.
type TrapOp struct{ *ir.Operation }

// Def returns the definition.
func (TrapOp) Def() *ir.OpDef { return trapDef }

var trapDef = &ir.OpDef{
	Name: "llvm.intr.trap", Summary: "abnormal end",
	Description: "Stops the kernel with an error. It has no pretty form, upstream neither.",
	Example:     "func.func @example() {\n  \"llvm.intr.trap\"() : () -> ()\n  return\n}\n",
}

// NewTrap builds llvm.intr.trap.
func NewTrap(b *ir.Builder) TrapOp { return TrapOp{b.Op("llvm.intr.trap", nil, nil)} }

// Effects tells of a write of unknown memory, so that nothing moves across.
func (TrapOp) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.WriteEffect}} }
