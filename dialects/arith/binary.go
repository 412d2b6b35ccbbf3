package arith

import (
	"math/big"

	"descend/dialects/ods"
	"descend/ir"
)

// Binary is what all operations with a left and a right operand have.
type Binary struct{ *ir.Operation }

// Lhs is the left operand.
func (o Binary) Lhs() *ir.Value { return o.Operand(0) }

// Rhs is the right operand.
func (o Binary) Rhs() *ir.Value { return o.Operand(1) }

// Type is the type of the result.
func (o Binary) Type() ir.Type { return o.Result(0).Type() }

// FloatBinary is a Binary with fast-math flags.
type FloatBinary struct{ Binary }

// FastMath is the set of fast-math flags.
func (o FloatBinary) FastMath() FastMath { return FastMathOf(o.Operation) }

var (
	lhsRhs = func(t ir.TypeConstraint) []ir.OperandDef {
		return []ir.OperandDef{{Name: "lhs", Type: t}, {Name: "rhs", Type: t}}
	}
	oneResult = func(t ir.TypeConstraint) []ir.OperandDef { return []ir.OperandDef{{Name: "result", Type: t}} }
)

// intBinaryDef declares an operation on two integers of one type.
func intBinaryDef(mnemonic, summary, description string, traits ir.Trait) *ir.OpDef {
	return &ir.OpDef{
		Name: "arith." + mnemonic, Summary: summary, Description: description,
		Example:  inFunc("%a: i32, %b: i32", "%0 = arith."+mnemonic+" %a, %b : i32"),
		Operands: lhsRhs(ods.SignlessIntegerLike),
		Results:  oneResult(ods.SignlessIntegerLike),
		Traits:   ir.Pure | ir.SameOperandsAndResultType | traits,
		Format:   "$lhs `,` $rhs attr-dict `:` type($result)",
	}
}

// overflowBinaryDef is intBinaryDef with overflow flags.
func overflowBinaryDef(mnemonic, summary, description string, traits ir.Trait) *ir.OpDef {
	d := intBinaryDef(mnemonic, summary, description, traits)
	d.Example = inFunc("%a: i32, %b: i32", "%0 = arith."+mnemonic+" %a, %b : i32\n%1 = arith."+mnemonic+" %a, %b overflow<nsw> : i32")
	d.Attrs = []ir.AttrDef{overflowDef}
	d.Format = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)"
	return d
}

// floatBinaryDef declares an operation on two floats of one type.
func floatBinaryDef(mnemonic, summary, description string, traits ir.Trait) *ir.OpDef {
	return &ir.OpDef{
		Name: "arith." + mnemonic, Summary: summary, Description: description,
		Example:  inFunc("%a: f32, %b: f32", "%0 = arith."+mnemonic+" %a, %b : f32\n%1 = arith."+mnemonic+" %a, %b fastmath<contract> : f32"),
		Operands: lhsRhs(ods.FloatLike),
		Results:  oneResult(ods.FloatLike),
		Attrs:    []ir.AttrDef{FastMathDef},
		Traits:   ir.Pure | ir.SameOperandsAndResultType | traits,
		Format:   "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
	}
}

// buildBinary builds an operation whose result has the type of its operands.
func buildBinary(b *ir.Builder, name string, l, r *ir.Value, attrs ...ir.NamedAttr) *ir.Value {
	return b.Op(name, []*ir.Value{l, r}, []ir.Type{l.Type()}, attrs...).Result(0)
}

func buildFloatBinary(b *ir.Builder, name string, l, r *ir.Value, fm []FastMath) *ir.Value {
	return buildBinary(b, name, l, r, fastMathAttrs(b.Ctx, fm)...)
}

// fastMathAttrs is the attribute fastmath with the union of the flags.
func fastMathAttrs(c *ir.Context, fm []FastMath) []ir.NamedAttr {
	var all FastMath
	for _, f := range fm {
		all |= f
	}
	return []ir.NamedAttr{ir.Attr("fastmath", NewFastMath(c, all))}
}

func overflowAttrs(c *ir.Context, of []Overflow) []ir.NamedAttr {
	var all Overflow
	for _, f := range of {
		all |= f
	}
	return []ir.NamedAttr{ir.Attr("overflowFlags", NewOverflow(c, all))}
}

// unsigned is v read as an unsigned number of w bits.
func unsigned(v *big.Int, w int) *big.Int {
	if v.Sign() >= 0 {
		return v
	}
	return new(big.Int).Add(v, new(big.Int).Lsh(big.NewInt(1), uint(w)))
}

// minSigned is the least signed number of w bits.
func minSigned(w int) *big.Int {
	return new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), uint(w-1)))
}
