package math

import (
	"math"
	"math/big"

	"descend/dialects/arith"
	"descend/ir"
)

func negated(a *ir.IntegerAttr) *big.Int { return new(big.Int).Neg(a.Value) }

// FloorOp is math.floor.
type FloorOp struct{ Unary }

// Def returns the definition.
func (FloorOp) Def() *ir.OpDef { return floorDef }

var floorDef = floatDef("floor", "rounding down", "The greatest whole number not above the operand.", "operand")

// Floor builds math.floor.
func Floor(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.floor", fm, v)
}

// Fold knows constants.
func (o FloorOp) Fold(c []ir.Attribute) []ir.FoldResult { return o.foldExact(c, math.Floor) }

// CeilOp is math.ceil.
type CeilOp struct{ Unary }

// Def returns the definition.
func (CeilOp) Def() *ir.OpDef { return ceilDef }

var ceilDef = floatDef("ceil", "rounding up", "The least whole number not below the operand.", "operand")

// Ceil builds math.ceil.
func Ceil(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.ceil", fm, v)
}

// Fold knows constants.
func (o CeilOp) Fold(c []ir.Attribute) []ir.FoldResult { return o.foldExact(c, math.Ceil) }

// TruncOp is math.trunc.
type TruncOp struct{ Unary }

// Def returns the definition.
func (TruncOp) Def() *ir.OpDef { return truncDef }

var truncDef = floatDef("trunc", "rounding towards zero", "The whole part of the operand.", "operand")

// Trunc builds math.trunc.
func Trunc(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.trunc", fm, v)
}

// Fold knows constants.
func (o TruncOp) Fold(c []ir.Attribute) []ir.FoldResult { return o.foldExact(c, math.Trunc) }

// RoundEvenOp is math.roundeven.
type RoundEvenOp struct{ Unary }

// Def returns the definition.
func (RoundEvenOp) Def() *ir.OpDef { return roundEvenDef }

var roundEvenDef = floatDef("roundeven", "rounding to nearest", "The nearest whole number, ties to even.", "operand")

// RoundEven builds math.roundeven.
func RoundEven(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.roundeven", fm, v)
}

// Fold knows constants.
func (o RoundEvenOp) Fold(c []ir.Attribute) []ir.FoldResult { return o.foldExact(c, math.RoundToEven) }

// RoundOp is math.round.
type RoundOp struct{ Unary }

// Def returns the definition.
func (RoundOp) Def() *ir.OpDef { return roundDef }

var roundDef = floatDef("round", "rounding to nearest", "The nearest whole number, ties away from zero.", "operand")

// Round builds math.round.
func Round(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.round", fm, v)
}

// Fold knows constants.
func (o RoundOp) Fold(c []ir.Attribute) []ir.FoldResult { return o.foldExact(c, math.Round) }

// CopySignOp is math.copysign.
type CopySignOp struct{ *ir.Operation }

// Def returns the definition.
func (CopySignOp) Def() *ir.OpDef { return copySignDef }

var copySignDef = floatDef("copysign", "sign of another number", "The first operand with the sign of the second.", "lhs", "rhs")

// Fold knows constants.
func (o CopySignOp) Fold(c []ir.Attribute) []ir.FoldResult {
	size, ok := c[0].(*ir.FloatAttr)
	sign, both := c[1].(*ir.FloatAttr)
	if !ok || !both || !computable(size.Type) || math.IsNaN(size.Float64()) || math.IsNaN(sign.Float64()) {
		return nil
	}
	return []ir.FoldResult{{Attr: o.Context().FloatAttr(math.Copysign(size.Float64(), sign.Float64()), size.Type)}}
}

// CopySign builds math.copysign.
func CopySign(b *ir.Builder, size, sign *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.copysign", fm, size, sign)
}

// ExpOp is math.exp.
type ExpOp struct{ Unary }

// Def returns the definition.
func (ExpOp) Def() *ir.OpDef { return expDef }

var expDef = floatDef("exp", "exponential", "e to the power of the operand.", "operand")

// Exp builds math.exp.
func Exp(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.exp", fm, v)
}

// Exp2Op is math.exp2.
type Exp2Op struct{ Unary }

// Def returns the definition.
func (Exp2Op) Def() *ir.OpDef { return exp2Def }

var exp2Def = floatDef("exp2", "power of two", "2 to the power of the operand.", "operand")

// Exp2 builds math.exp2.
func Exp2(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.exp2", fm, v)
}

// LogOp is math.log.
type LogOp struct{ Unary }

// Def returns the definition.
func (LogOp) Def() *ir.OpDef { return logDef }

var logDef = floatDef("log", "natural logarithm", "The logarithm to base e; NaN for negative numbers.", "operand")

// Log builds math.log.
func Log(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.log", fm, v)
}

// Log2Op is math.log2.
type Log2Op struct{ Unary }

// Def returns the definition.
func (Log2Op) Def() *ir.OpDef { return log2Def }

var log2Def = floatDef("log2", "binary logarithm", "The logarithm to base 2; NaN for negative numbers.", "operand")

// Log2 builds math.log2.
func Log2(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.log2", fm, v)
}

// SinOp is math.sin.
type SinOp struct{ Unary }

// Def returns the definition.
func (SinOp) Def() *ir.OpDef { return sinDef }

var sinDef = floatDef("sin", "sine", "The sine of an angle in radians.", "operand")

// Sin builds math.sin.
func Sin(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.sin", fm, v)
}

// CosOp is math.cos.
type CosOp struct{ Unary }

// Def returns the definition.
func (CosOp) Def() *ir.OpDef { return cosDef }

var cosDef = floatDef("cos", "cosine", "The cosine of an angle in radians.", "operand")

// Cos builds math.cos.
func Cos(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.cos", fm, v)
}

// PowFOp is math.powf.
type PowFOp struct{ *ir.Operation }

// Def returns the definition.
func (PowFOp) Def() *ir.OpDef { return powFDef }

var powFDef = floatDef("powf", "power", "The first operand to the power of the second.", "lhs", "rhs")

// PowF builds math.powf.
func PowF(b *ir.Builder, base, exponent *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.powf", fm, base, exponent)
}

// Base is the first operand.
func (o PowFOp) Base() *ir.Value { return o.Operand(0) }

// Exponent is the second operand.
func (o PowFOp) Exponent() *ir.Value { return o.Operand(1) }

// Fold knows x to the power of 1.
func (o PowFOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if e, ok := c[1].(*ir.FloatAttr); ok && computable(e.Type) && e.Float64() == 1 {
		return []ir.FoldResult{{Value: o.Base()}}
	}
	return nil
}

// FmaOp is math.fma.
type FmaOp struct{ *ir.Operation }

// Def returns the definition.
func (FmaOp) Def() *ir.OpDef { return fmaDef }

var fmaDef = floatDef("fma", "fused multiply-add", "a * b + c, rounded once.", "a", "b", "c")

// Fma builds math.fma.
func Fma(bl *ir.Builder, a, b, c *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(bl, "math.fma", fm, a, b, c)
}

// A and B are the factors.
func (o FmaOp) A() *ir.Value { return o.Operand(0) }

// B is the second factor.
func (o FmaOp) B() *ir.Value { return o.Operand(1) }

// C is the summand.
func (o FmaOp) C() *ir.Value { return o.Operand(2) }
