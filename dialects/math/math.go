// Package math is MLIR's math dialect: roots, powers, exponentials, trigonometry, rounding, fused multiply-add. Operations are pure, scalar or elementwise. What has an
// instruction or an approximation of the target lowers to it, the rest to library functions; the package
// does not know which.
package math

import (
	"math"

	"descend/dialects/arith"
	"descend/dialects/ods"
	"descend/ir"
)

// Dialect returns the definition of the dialect.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:        "math",
		Summary:     "mathematical functions",
		Description: "MLIR's `math`: pure functions on numbers, scalar or elementwise.",
		Ops: []ir.OpEntry{
			ir.Op(func(o *ir.Operation) SqrtOp { return SqrtOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) RsqrtOp { return RsqrtOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) AbsFOp { return AbsFOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) AbsIOp { return AbsIOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) FloorOp { return FloorOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) CeilOp { return CeilOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) TruncOp { return TruncOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) RoundOp { return RoundOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) CopySignOp { return CopySignOp{o} }),
			ir.Op(func(o *ir.Operation) RoundEvenOp { return RoundEvenOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) ExpOp { return ExpOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) Exp2Op { return Exp2Op{Unary{o}} }),
			ir.Op(func(o *ir.Operation) LogOp { return LogOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) Log2Op { return Log2Op{Unary{o}} }),
			ir.Op(func(o *ir.Operation) SinOp { return SinOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) CosOp { return CosOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) TanOp { return TanOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) AsinOp { return AsinOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) AcosOp { return AcosOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) AtanOp { return AtanOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) SinhOp { return SinhOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) CoshOp { return CoshOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) TanhOp { return TanhOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) ExpM1Op { return ExpM1Op{Unary{o}} }),
			ir.Op(func(o *ir.Operation) Log10Op { return Log10Op{Unary{o}} }),
			ir.Op(func(o *ir.Operation) Log1pOp { return Log1pOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) CbrtOp { return CbrtOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) ErfOp { return ErfOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) Atan2Op { return Atan2Op{o} }),
			ir.Op(func(o *ir.Operation) AcoshOp { return AcoshOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) AsinhOp { return AsinhOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) AtanhOp { return AtanhOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) PowFOp { return PowFOp{o} }),
			ir.Op(func(o *ir.Operation) FPowIOp { return FPowIOp{o} }),
			ir.Op(func(o *ir.Operation) IPowIOp { return IPowIOp{o} }),
			ir.Op(func(o *ir.Operation) FmaOp { return FmaOp{o} }),
			ir.Op(func(o *ir.Operation) CtPopOp { return CtPopOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) CtLzOp { return CtLzOp{Unary{o}} }),
			ir.Op(func(o *ir.Operation) CtTzOp { return CtTzOp{Unary{o}} }),
		},
		MaterializeConstant: arith.MaterializeConstant,
	}
}

// Unary is what all functions of one number have.
type Unary struct{ *ir.Operation }

// In is the operand.
func (o Unary) In() *ir.Value { return o.Operand(0) }

// FastMath is the set of fast-math flags.
func (o Unary) FastMath() arith.FastMath { return arith.FastMathOf(o.Operation) }

func floatDef(mnemonic, summary, description string, operands ...string) *ir.OpDef {
	d := &ir.OpDef{
		Name: "math." + mnemonic, Summary: summary, Description: description,
		Results: []ir.OperandDef{{Name: "result", Type: ods.FloatLike}},
		Attrs:   []ir.AttrDef{arith.FastMathDef},
		Traits:  ir.Pure | ir.SameOperandsAndResultType,
	}
	args, uses := "", ""
	for i, n := range operands {
		sep, fsep := ", ", " `,` "
		if i == 0 {
			sep, fsep = "", ""
		}
		d.Operands = append(d.Operands, ir.OperandDef{Name: n, Type: ods.FloatLike})
		d.Format += fsep + "$" + n
		args += sep + "%" + n + ": f32"
		uses += sep + "%" + n
	}
	d.Format += " (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
	d.Example = "func.func @example(" + args + ") {\n  %0 = math." + mnemonic + " " + uses + " : f32\n  return\n}\n"
	return d
}

func intDef(mnemonic, summary, description string) *ir.OpDef {
	return &ir.OpDef{
		Name: "math." + mnemonic, Summary: summary, Description: description,
		Example:  "func.func @example(%operand: i32) {\n  %0 = math." + mnemonic + " %operand : i32\n  return\n}\n",
		Operands: []ir.OperandDef{{Name: "operand", Type: ods.SignlessIntegerLike}},
		Results:  []ir.OperandDef{{Name: "result", Type: ods.SignlessIntegerLike}},
		Traits:   ir.Pure | ir.SameOperandsAndResultType,
		Format:   "$operand attr-dict `:` type($result)",
	}
}

func build(b *ir.Builder, name string, fm []arith.FastMath, vs ...*ir.Value) *ir.Value {
	var all arith.FastMath
	for _, f := range fm {
		all |= f
	}
	return b.Op(name, vs, []ir.Type{vs[0].Type()}, ir.Attr("fastmath", arith.NewFastMath(b.Ctx, all))).Result(0)
}

// foldExact computes a function whose result in double precision, rounded to a narrower type, is the
// correctly rounded one (roots, rounding, absolute value). Approximated functions are never folded: the
// target's result is what counts.
func (o Unary) foldExact(c []ir.Attribute, f func(float64) float64) []ir.FoldResult {
	a, ok := c[0].(*ir.FloatAttr)
	if !ok || !computable(a.Type) {
		return nil
	}
	r := f(a.Float64())
	if math.IsNaN(r) {
		return nil
	}
	return []ir.FoldResult{{Attr: o.Context().FloatAttr(r, a.Type)}}
}

// computable says whether a float64 can be made of constants of the type and back.
func computable(t *ir.FloatType) bool {
	switch t.Kind {
	case ir.F16, ir.BF16, ir.F32, ir.F64:
		return true
	}
	return false
}

// SqrtOp is math.sqrt.
type SqrtOp struct{ Unary }

// Def returns the definition.
func (SqrtOp) Def() *ir.OpDef { return sqrtDef }

var sqrtDef = floatDef("sqrt", "square root", "The square root, correctly rounded; NaN for negative numbers.", "operand")

// Sqrt builds math.sqrt.
func Sqrt(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.sqrt", fm, v)
}

// Fold knows constants.
func (o SqrtOp) Fold(c []ir.Attribute) []ir.FoldResult { return o.foldExact(c, math.Sqrt) }

// RsqrtOp is math.rsqrt.
type RsqrtOp struct{ Unary }

// Def returns the definition.
func (RsqrtOp) Def() *ir.OpDef { return rsqrtDef }

var rsqrtDef = floatDef("rsqrt", "reciprocal of the square root", "1 / sqrt(x), with the accuracy of the target.", "operand")

// Rsqrt builds math.rsqrt.
func Rsqrt(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.rsqrt", fm, v)
}

// AbsFOp is math.absf.
type AbsFOp struct{ Unary }

// Def returns the definition.
func (AbsFOp) Def() *ir.OpDef { return absFDef }

var absFDef = floatDef("absf", "floating point absolute value", "The operand with its sign cleared.", "operand")

// AbsF builds math.absf.
func AbsF(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value {
	return build(b, "math.absf", fm, v)
}

// Fold knows constants and abs(abs(x)).
func (o AbsFOp) Fold(c []ir.Attribute) []ir.FoldResult {
	if a, ok := ir.DefinedBy[AbsFOp](o.In()); ok {
		return []ir.FoldResult{{Value: a.Result(0)}}
	}
	return o.foldExact(c, math.Abs)
}

// AbsIOp is math.absi.
type AbsIOp struct{ Unary }

// Def returns the definition.
func (AbsIOp) Def() *ir.OpDef { return absIDef }

var absIDef = intDef("absi", "integer absolute value", "The absolute value; of the least number itself.")

// Fold knows constants.
func (o AbsIOp) Fold(c []ir.Attribute) []ir.FoldResult {
	a, ok := c[0].(*ir.IntegerAttr)
	if !ok {
		return nil
	}
	if a.Value.Sign() >= 0 {
		return []ir.FoldResult{{Attr: a}}
	}
	return []ir.FoldResult{{Attr: o.Context().BigIntAttr(negated(a), a.Type)}}
}
