package math

import (
	"descend/dialects/arith"
	"descend/ir"
)

// TanOp is math.tan.
type TanOp struct{ Unary }

// Def returns the definition.
func (TanOp) Def() *ir.OpDef { return tanDef }

var tanDef = floatDef("tan", "tangent", "The tangent of an angle in radians.", "operand")

// Tan builds math.tan.
func Tan(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.tan", fm, v)
}

// AsinOp is math.asin.
type AsinOp struct{ Unary }

// Def returns the definition.
func (AsinOp) Def() *ir.OpDef { return asinDef }

var asinDef = floatDef("asin", "inverse sine", "The angle in [-pi/2, pi/2] with this sine; NaN outside of [-1, 1].", "operand")

// Asin builds math.asin.
func Asin(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.asin", fm, v)
}

// AcosOp is math.acos.
type AcosOp struct{ Unary }

// Def returns the definition.
func (AcosOp) Def() *ir.OpDef { return acosDef }

var acosDef = floatDef("acos", "inverse cosine", "The angle in [0, pi] with this cosine; NaN outside of [-1, 1].", "operand")

// Acos builds math.acos.
func Acos(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.acos", fm, v)
}

// AtanOp is math.atan.
type AtanOp struct{ Unary }

// Def returns the definition.
func (AtanOp) Def() *ir.OpDef { return atanDef }

var atanDef = floatDef("atan", "inverse tangent", "The angle in [-pi/2, pi/2] with this tangent.", "operand")

// Atan builds math.atan.
func Atan(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.atan", fm, v)
}

// SinhOp is math.sinh.
type SinhOp struct{ Unary }

// Def returns the definition.
func (SinhOp) Def() *ir.OpDef { return sinhDef }

var sinhDef = floatDef("sinh", "hyperbolic sine", "(e^x - e^-x) / 2.", "operand")

// Sinh builds math.sinh.
func Sinh(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.sinh", fm, v)
}

// CoshOp is math.cosh.
type CoshOp struct{ Unary }

// Def returns the definition.
func (CoshOp) Def() *ir.OpDef { return coshDef }

var coshDef = floatDef("cosh", "hyperbolic cosine", "(e^x + e^-x) / 2.", "operand")

// Cosh builds math.cosh.
func Cosh(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.cosh", fm, v)
}

// TanhOp is math.tanh.
type TanhOp struct{ Unary }

// Def returns the definition.
func (TanhOp) Def() *ir.OpDef { return tanhDef }

var tanhDef = floatDef("tanh", "hyperbolic tangent", "sinh x / cosh x.", "operand")

// Tanh builds math.tanh.
func Tanh(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.tanh", fm, v)
}

// ExpM1Op is math.expm1.
type ExpM1Op struct{ Unary }

// Def returns the definition.
func (ExpM1Op) Def() *ir.OpDef { return expM1Def }

var expM1Def = floatDef("expm1", "exponential less 1", "e^x - 1, without cancellation near 0.", "operand")

// ExpM1 builds math.expm1.
func ExpM1(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.expm1", fm, v)
}

// Log10Op is math.log10.
type Log10Op struct{ Unary }

// Def returns the definition.
func (Log10Op) Def() *ir.OpDef { return log10Def }

var log10Def = floatDef("log10", "decimal logarithm", "The logarithm to base 10; NaN for negative numbers.", "operand")

// Log10 builds math.log10.
func Log10(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.log10", fm, v)
}

// Log1pOp is math.log1p.
type Log1pOp struct{ Unary }

// Def returns the definition.
func (Log1pOp) Def() *ir.OpDef { return log1pDef }

var log1pDef = floatDef("log1p", "logarithm of 1 more", "log(1 + x), without cancellation near 0; NaN below -1.", "operand")

// Log1p builds math.log1p.
func Log1p(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.log1p", fm, v)
}

// CbrtOp is math.cbrt.
type CbrtOp struct{ Unary }

// Def returns the definition.
func (CbrtOp) Def() *ir.OpDef { return cbrtDef }

var cbrtDef = floatDef("cbrt", "cube root", "The number whose third power is the operand, with its sign.", "operand")

// Cbrt builds math.cbrt.
func Cbrt(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.cbrt", fm, v)
}

// ErfOp is math.erf.
type ErfOp struct{ Unary }

// Def returns the definition.
func (ErfOp) Def() *ir.OpDef { return erfDef }

var erfDef = floatDef("erf", "error function", "2/sqrt(pi) times the integral of e^(-t^2) from 0 to the operand.", "operand")

// Erf builds math.erf.
func Erf(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.erf", fm, v)
}

// Atan2Op is math.atan2.
type Atan2Op struct{ *ir.Operation }

// Def returns the definition.
func (Atan2Op) Def() *ir.OpDef { return atan2Def }

var atan2Def = floatDef("atan2", "angle of a point", "The angle in [-pi, pi] of the point (x, y); y is the first operand.", "y", "x")

// Atan2 builds math.atan2.
func Atan2(b *ir.Builder, y, x *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.atan2", fm, y, x)
}
