// Package llvm is the part of MLIR's llvm dialect that the gpu level needs: the trap behind a failed check,
// and the reversal of bits, which MLIR's math dialect has not.
package llvm

import (
	"descend/dialects/ods"
	"descend/ir"
)

// Dialect returns the definition of the dialect.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:        "llvm",
		Summary:     "intrinsics of LLVM",
		Description: "MLIR's `llvm`, as far as the gpu level needs it. As upstream, operations that are not defined are let pass.",
		Ops: []ir.OpEntry{
			ir.Op(func(o *ir.Operation) TrapOp { return TrapOp{o} }),
			ir.Op(func(o *ir.Operation) BitReverseOp { return BitReverseOp{o} }),
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

// BitReverseOp is llvm.intr.bitreverse.
type BitReverseOp struct{ *ir.Operation }

// Def returns the definition.
func (BitReverseOp) Def() *ir.OpDef { return bitReverseDef }

var bitReverseDef = &ir.OpDef{
	Name: "llvm.intr.bitreverse", Summary: "bits in reverse order",
	Description: "The integer whose lowest bit is the highest one of the operand, and so on.",
	Example:     "func.func @example(%x: i32) {\n  %0 = llvm.intr.bitreverse(%x)  : (i32) -> i32\n  return\n}\n",
	Operands:    []ir.OperandDef{{Name: "in", Type: ods.SignlessIntegerLike}},
	Results:     []ir.OperandDef{{Name: "result", Type: ods.SignlessIntegerLike}},
	Traits:      ir.Pure | ir.SameOperandsAndResultType,
	Format:      "`(` operands `)` ` ` attr-dict ` ` `:` functional-type(operands, results)",
}

// NewBitReverse builds llvm.intr.bitreverse.
func NewBitReverse(b *ir.Builder, v *ir.Value) *ir.Value {
	return b.Op("llvm.intr.bitreverse", []*ir.Value{v}, []ir.Type{v.Type()}).Result(0)
}
