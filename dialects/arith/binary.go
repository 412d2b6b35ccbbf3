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

// Fold helpers: all work on scalar constants and answer nil for anything else.

// width is the number of bits of a scalar integer type; index has 64.
func width(t ir.Type) (int, bool) {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Width, true
	case *ir.IndexType:
		return 64, true
	}
	return 0, false
}

// intConst is the value of an integer constant.
func intConst(a ir.Attribute) *big.Int {
	if i, ok := a.(*ir.IntegerAttr); ok {
		return i.Value
	}
	return nil
}

// isInt says whether a is the integer constant n; for all-ones pass -1.
func isInt(a ir.Attribute, n int64) bool {
	v := intConst(a)
	return v != nil && v.IsInt64() && v.Int64() == n
}

// isOne is isInt for 1, which an i1 holds as -1.
func isOne(a ir.Attribute) bool {
	i, ok := a.(*ir.IntegerAttr)
	if !ok {
		return false
	}
	if w, ok := width(i.Type); ok && w == 1 {
		return i.Value.Sign() != 0
	}
	return isInt(a, 1)
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

func folded(a ir.Attribute) []ir.FoldResult { return []ir.FoldResult{{Attr: a}} }
func foldedTo(v *ir.Value) []ir.FoldResult  { return []ir.FoldResult{{Value: v}} }

// foldInts computes f of two integer constants, wrapped to the type of the result; f answers nil where the
// operation is undefined.
func (o Binary) foldInts(c []ir.Attribute, f func(x, y *big.Int, w int) *big.Int) []ir.FoldResult {
	if len(c) != 2 {
		return nil
	}
	x, y := intConst(c[0]), intConst(c[1])
	w, ok := width(o.Type())
	if x == nil || y == nil || !ok || w == 0 {
		return nil
	}
	r := f(x, y, w)
	if r == nil {
		return nil
	}
	return folded(o.Context().BigIntAttr(r, o.Type()))
}

// zero is the folded constant 0 of the result type; nil for shaped types.
func (o Binary) zero() []ir.FoldResult {
	if _, ok := width(o.Type()); !ok {
		return nil
	}
	return folded(o.Context().IntAttr(0, o.Type()))
}
