// Package llvm is the part of MLIR's llvm dialect that the gpu level needs: the trap behind a failed check, the
// reversal of bits, which MLIR's math dialect has not, and calls of intrinsics that no dialect has an operation for.
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
			ir.Op(func(o *ir.Operation) CallIntrinsicOp { return CallIntrinsicOp{o} }),
		},
		ParseAttr:        parseAttr,
		AllowsUnknownOps: true,
	}
}

// fastMathAttr is #llvm.fastmath<..>, which no intrinsic of ours needs.
type fastMathAttr struct {
	ir.AttrBase
	flags string
}

func (a *fastMathAttr) String() string { return "#llvm.fastmath<" + a.flags + ">" }

func newFastMath(c *ir.Context, flags string) ir.Attribute {
	return ir.Intern(c, "llvm.fastmath", flags, func() *fastMathAttr { return &fastMathAttr{flags: flags} })
}

func parseAttr(c *ir.Context, mnemonic, body string, _ bool) (ir.Attribute, error) {
	if mnemonic != "fastmath" {
		return nil, nil // is let pass
	}
	return newFastMath(c, body), nil
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

// CallIntrinsicOp is llvm.call_intrinsic.
type CallIntrinsicOp struct{ *ir.Operation }

// Def returns the definition.
func (CallIntrinsicOp) Def() *ir.OpDef { return callIntrinsicDef }

var callIntrinsicDef = &ir.OpDef{
	Name: "llvm.call_intrinsic", Summary: "call of an intrinsic by its name",
	Description: "What the intrinsic of LLVM does: here the barriers of a block that combine a number of each thread, `llvm.nvvm.barrier0.or`, `and` and " +
		"`popc`, for which MLIR has no operation.",
	Example:  "func.func @example(%x: i32) {\n  %0 = llvm.call_intrinsic \"llvm.nvvm.barrier0.or\"(%x) : (i32) -> i32\n  return\n}\n",
	Operands: []ir.OperandDef{{Name: "args", Type: ir.AnyType, Arity: ir.Variadic}},
	Results:  []ir.OperandDef{{Name: "results", Type: ir.AnyType, Arity: ir.Optional}},
	Attrs: []ir.AttrDef{{Name: "intrin", Attr: ir.StringA},
		{Name: "fastmathFlags", Attr: ir.AnyAttr, Default: func(c *ir.Context) ir.Attribute {
			return newFastMath(c, "none")
		}}},
	Format: "$intrin `(` $args `)` `:` functional-type($args, $results) attr-dict",
}

// NewCallIntrinsic builds llvm.call_intrinsic.
func NewCallIntrinsic(b *ir.Builder, name string, results []ir.Type, args ...*ir.Value) CallIntrinsicOp {
	return CallIntrinsicOp{b.Op("llvm.call_intrinsic", args, results, ir.Attr("intrin", b.Ctx.StringAttr(name)))}
}

// Intrinsic is the name.
func (o CallIntrinsicOp) Intrinsic() string { return o.StringAttr("intrin") }

// Effects keep the call where it is: nothing is known of it.
func (CallIntrinsicOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.ReadEffect}, {Kind: ir.WriteEffect}}
}
