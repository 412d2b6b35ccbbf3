package arith

import (
	"math"

	"descend/dialects/ods"
	"descend/ir"
)

// floatOf is the value of a constant of a format that this package computes with (f16, bf16, f32, f64).
func floatOf(a *ir.FloatAttr) (float64, bool) {
	switch a.Type.Kind {
	case ir.F16, ir.BF16, ir.F32, ir.F64:
		return a.Float64(), true
	}
	return 0, false
}

// floatConst is the value of a floating point constant, or of all its elements.
func floatConst(a ir.Attribute) (float64, bool) {
	switch a := a.(type) {
	case *ir.FloatAttr:
		return floatOf(a)
	case *ir.DenseAttr:
		if t, ok := a.Elem().(*ir.FloatType); ok && a.Splat && computable(t) {
			return a.Float64(0), true
		}
	}
	return 0, false
}

// isFloat says whether a is the constant v, with the sign of zeros.
func isFloat(a ir.Attribute, v float64) bool {
	f, ok := floatConst(a)
	return ok && f == v && math.Signbit(f) == math.Signbit(v)
}

// foldFloats computes f in double precision and rounds to the type of the result. For the four basic
// operations on f16, bf16 and f32 that equals rounding once, since 53 >= 2*24+2 bits. NaN results are left
// alone, since their bits depend on the target.
func (o FloatBinary) foldFloats(c []ir.Attribute, f func(x, y float64) float64) []ir.FoldResult {
	return folded(elementwise(o.Context(), o.Type(), c, func(e []ir.Attribute) ir.Attribute {
		x, ok1 := floatConst(e[0])
		y, ok2 := floatConst(e[1])
		if !ok1 || !ok2 {
			return nil
		}
		r := f(x, y)
		if math.IsNaN(r) {
			return nil
		}
		return o.Context().FloatAttr(r, e[0].(*ir.FloatAttr).Type)
	}))
}

// AddFOp is arith.addf.
type AddFOp struct{ FloatBinary }

// Def returns the definition.
func (AddFOp) Def() *ir.OpDef { return addFDef }

var addFDef = floatBinaryDef("addf", "floating point addition", "The sum, rounded to nearest even.", ir.Commutative)

// AddF builds arith.addf.
func AddF(b *ir.Builder, l, r *ir.Value, fm ...FastMath) *ir.Value {
	return buildFloatBinary(b, "arith.addf", l, r, fm)
}

// Fold knows x + -0.
func (o AddFOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if isFloat(c[1], math.Copysign(0, -1)) {
		return foldedTo(o.Lhs())
	}
	return o.foldFloats(c, func(x, y float64) float64 { return x + y })
}

// SubFOp is arith.subf.
type SubFOp struct{ FloatBinary }

// Def returns the definition.
func (SubFOp) Def() *ir.OpDef { return subFDef }

var subFDef = floatBinaryDef("subf", "floating point subtraction", "The difference, rounded to nearest even.", 0)

// SubF builds arith.subf.
func SubF(b *ir.Builder, l, r *ir.Value, fm ...FastMath) *ir.Value {
	return buildFloatBinary(b, "arith.subf", l, r, fm)
}

// Fold knows x - +0.
func (o SubFOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if isFloat(c[1], 0) {
		return foldedTo(o.Lhs())
	}
	return o.foldFloats(c, func(x, y float64) float64 { return x - y })
}

// MulFOp is arith.mulf.
type MulFOp struct{ FloatBinary }

// Def returns the definition.
func (MulFOp) Def() *ir.OpDef { return mulFDef }

var mulFDef = floatBinaryDef("mulf", "floating point multiplication", "The product, rounded to nearest even.", ir.Commutative)

// MulF builds arith.mulf.
func MulF(b *ir.Builder, l, r *ir.Value, fm ...FastMath) *ir.Value {
	return buildFloatBinary(b, "arith.mulf", l, r, fm)
}

// Fold knows x * 1.
func (o MulFOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if isFloat(c[1], 1) {
		return foldedTo(o.Lhs())
	}
	if isFloat(c[0], 1) {
		return foldedTo(o.Rhs())
	}
	return o.foldFloats(c, func(x, y float64) float64 { return x * y })
}

// DivFOp is arith.divf.
type DivFOp struct{ FloatBinary }

// Def returns the definition.
func (DivFOp) Def() *ir.OpDef { return divFDef }

var divFDef = floatBinaryDef("divf", "floating point division", "The quotient, rounded to nearest even.", 0)

// DivF builds arith.divf.
func DivF(b *ir.Builder, l, r *ir.Value, fm ...FastMath) *ir.Value {
	return buildFloatBinary(b, "arith.divf", l, r, fm)
}

// Fold knows x / 1.
func (o DivFOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if isFloat(c[1], 1) {
		return foldedTo(o.Lhs())
	}
	return o.foldFloats(c, func(x, y float64) float64 { return x / y })
}

// RemFOp is arith.remf.
type RemFOp struct{ FloatBinary }

// Def returns the definition.
func (RemFOp) Def() *ir.OpDef { return remFDef }

var remFDef = floatBinaryDef("remf", "floating point remainder",
	"The remainder of the quotient rounded towards zero (C's fmod); it has the sign of the dividend.", 0)

// RemF builds arith.remf.
func RemF(b *ir.Builder, l, r *ir.Value, fm ...FastMath) *ir.Value {
	return buildFloatBinary(b, "arith.remf", l, r, fm)
}

// Fold knows constants only.
func (o RemFOp) Fold(c []ir.Attribute) []ir.FoldResult { return o.foldFloats(c, math.Mod) }

// MinNumFOp is arith.minnumf.
type MinNumFOp struct{ FloatBinary }

// Def returns the definition.
func (MinNumFOp) Def() *ir.OpDef { return minNumFDef }

var minNumFDef = floatBinaryDef("minnumf", "floating point minimum, ignoring NaN", "If one operand is NaN, the other.", ir.Commutative)

// MinNumF builds arith.minnumf.
func MinNumF(b *ir.Builder, l, r *ir.Value, fm ...FastMath) *ir.Value {
	return buildFloatBinary(b, "arith.minnumf", l, r, fm)
}

// Fold knows equal operands.
func (o MinNumFOp) Fold(c []ir.Attribute) []ir.FoldResult { return o.foldFloatMinMax(c, minNum) }

// MaxNumFOp is arith.maxnumf.
type MaxNumFOp struct{ FloatBinary }

// Def returns the definition.
func (MaxNumFOp) Def() *ir.OpDef { return maxNumFDef }

var maxNumFDef = floatBinaryDef("maxnumf", "floating point maximum, ignoring NaN", "If one operand is NaN, the other.", ir.Commutative)

// MaxNumF builds arith.maxnumf.
func MaxNumF(b *ir.Builder, l, r *ir.Value, fm ...FastMath) *ir.Value {
	return buildFloatBinary(b, "arith.maxnumf", l, r, fm)
}

// Fold knows equal operands.
func (o MaxNumFOp) Fold(c []ir.Attribute) []ir.FoldResult { return o.foldFloatMinMax(c, maxNum) }

// MinimumFOp is arith.minimumf.
type MinimumFOp struct{ FloatBinary }

// Def returns the definition.
func (MinimumFOp) Def() *ir.OpDef { return minimumFDef }

var minimumFDef = floatBinaryDef("minimumf", "floating point minimum, propagating NaN", "NaN if an operand is; -0 is less than +0.", ir.Commutative)

// MinimumF builds arith.minimumf.
func MinimumF(b *ir.Builder, l, r *ir.Value, fm ...FastMath) *ir.Value {
	return buildFloatBinary(b, "arith.minimumf", l, r, fm)
}

// Fold knows equal operands, and infinity. (minnumf of NaN and infinity is infinity.)
func (o MinimumFOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if v, ok := floatConst(c[1]); ok && math.IsInf(v, 1) {
		return foldedTo(o.Lhs())
	}
	return o.foldFloatMinMax(c, minimum)
}

// MaximumFOp is arith.maximumf.
type MaximumFOp struct{ FloatBinary }

// Def returns the definition.
func (MaximumFOp) Def() *ir.OpDef { return maximumFDef }

var maximumFDef = floatBinaryDef("maximumf", "floating point maximum, propagating NaN", "NaN if an operand is; +0 is greater than -0.", ir.Commutative)

// MaximumF builds arith.maximumf.
func MaximumF(b *ir.Builder, l, r *ir.Value, fm ...FastMath) *ir.Value {
	return buildFloatBinary(b, "arith.maximumf", l, r, fm)
}

// Fold knows equal operands, and negative infinity.
func (o MaximumFOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if v, ok := floatConst(c[1]); ok && math.IsInf(v, -1) {
		return foldedTo(o.Lhs())
	}
	return o.foldFloatMinMax(c, maximum)
}

func (o FloatBinary) foldFloatMinMax(c []ir.Attribute, f func(x, y float64) float64) []ir.FoldResult {
	if o.Lhs() == o.Rhs() {
		return foldedTo(o.Lhs())
	}
	return o.foldFloats(c, f)
}

// minimum and maximum are NaN if x or y is; math.Min and math.Max prefer infinities.
func minimum(x, y float64) float64 { return min(x, y) }
func maximum(x, y float64) float64 { return max(x, y) }

func minNum(x, y float64) float64 { return ignoreNaN(x, y, minimum) }
func maxNum(x, y float64) float64 { return ignoreNaN(x, y, maximum) }

func ignoreNaN(x, y float64, f func(x, y float64) float64) float64 {
	switch {
	case math.IsNaN(x):
		return y
	case math.IsNaN(y):
		return x
	}
	return f(x, y)
}

// NegFOp is arith.negf.
type NegFOp struct{ *ir.Operation }

// Def returns the definition.
func (NegFOp) Def() *ir.OpDef { return negFDef }

var negFDef = &ir.OpDef{
	Name: "arith.negf", Summary: "floating point negation", Description: "The operand with its sign flipped, also of zero and NaN.",
	Example:  inFunc("%a: f32", "%0 = arith.negf %a : f32"),
	Operands: []ir.OperandDef{{Name: "operand", Type: ods.FloatLike}},
	Results:  oneResult(ods.FloatLike),
	Attrs:    []ir.AttrDef{FastMathDef},
	Traits:   ir.Pure | ir.SameOperandsAndResultType,
	Format:   "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
}

// NegF builds arith.negf.
func NegF(b *ir.Builder, v *ir.Value, fm ...FastMath) *ir.Value {
	return b.Op("arith.negf", []*ir.Value{v}, []ir.Type{v.Type()}, fastMathAttrs(b.Ctx, fm)...).Result(0)
}

// In is the operand.
func (o NegFOp) In() *ir.Value { return o.Operand(0) }

// Fold knows constants and double negation.
func (o NegFOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if n, ok := ir.DefinedBy[NegFOp](o.In()); ok {
		return foldedTo(n.In())
	}
	return folded(elementwise(o.Context(), o.Result(0).Type(), c, func(e []ir.Attribute) ir.Attribute {
		if x, ok := floatConst(e[0]); ok && !math.IsNaN(x) {
			return o.Context().FloatAttr(-x, e[0].(*ir.FloatAttr).Type)
		}
		return nil
	}))
}

// The operations that exist for integers and floats, by the type of the operands.
