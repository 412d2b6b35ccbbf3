package lower

import (
	stdmath "math"

	"descend/dialects/arith"
	"descend/dialects/math"
	"descend/ir"
)

// This file lowers bf16, the upper half of an f32. No backend has to know it: memory holds its bits as an i16, and a value is the f32 that
// equals it, whose lower half is 0. What is computed with two of them is computed in f32 and rounded, which is as good as rounding once
// for sums, products, quotients and square roots, since 24 >= 2*8+2 bits. Conversions round once.

// isBF16 says whether t is bf16.
func isBF16(t ir.Type) bool {
	ft, ok := t.(*ir.FloatType)
	return ok && ft.Kind == ir.BF16
}

// exactFunctions give a bf16 of such, so that there is nothing to round.
var exactFunctions = map[string]bool{"abs": true, "copysign": true, "min": true, "max": true, "floor": true, "ceil": true, "trunc": true, "rint": true, "round": true}

// asOf is the f32 v as a value of type t: rounded if that is bf16.
func (f *emitter) asOf(v *ir.Value, t ir.Type) *ir.Value {
	if !isBF16(t) {
		return v
	}
	i32 := f.c.I32()
	bits := arith.Bitcast(f.b, v, i32)
	// half of the last place, and a bit less where the place above is even: ties go to the even one
	odd := arith.AndI(f.b, arith.ShRUI(f.b, bits, f.constInt(16, i32)), f.constInt(1, i32))
	up := arith.AddI(f.b, bits, arith.AddI(f.b, odd, f.constInt(0x7fff, i32)))
	quiet := arith.OrI(f.b, bits, f.constInt(1<<22, i32)) // of a NaN something must be left
	up = arith.Select(f.b, arith.CmpF(f.b, arith.UNO, v, v), quiet, up)
	return arith.Bitcast(f.b, arith.AndI(f.b, up, f.constInt(-1<<16, i32)), f.c.F32())
}

// bfloatBits are the bits of a bf16 as an i16.
func (f *emitter) bfloatBits(v *ir.Value) *ir.Value {
	return arith.TruncI(f.b, arith.ShRUI(f.b, arith.Bitcast(f.b, v, f.c.I32()), f.constInt(16, f.c.I32())), f.c.Int(16))
}

// bfloatOf is the bf16 of the bits in an i16.
func (f *emitter) bfloatOf(bits *ir.Value) *ir.Value {
	return arith.Bitcast(f.b, arith.ShLI(f.b, arith.ExtUI(f.b, bits, f.c.I32()), f.constInt(16, f.c.I32())), f.c.F32())
}

// toBF16 converts a scalar of type from.
func (f *emitter) toBF16(v *ir.Value, from ir.Type) *ir.Value {
	bf16 := f.c.Float(ir.BF16)
	ft, isFloat := isFloatType(from)
	_, isIndex := from.(*ir.IndexType)
	switch {
	case isFloat && ft.Kind == ir.BF16:
		return v
	case isFloat && ft.Kind == ir.F64:
		return f.asOf(f.toOdd(v), bf16)
	case isFloat, !isIndex && widthOf(v.Type()) <= 16: // f32 has it
		return f.asOf(f.cast(v, from, f.c.F32()), bf16)
	case !isIndex && widthOf(v.Type()) == 32: // f64 has it
		return f.asOf(f.toOdd(f.cast(v, from, f.c.F64())), bf16)
	}
	return f.asOf(f.toOdd(f.wideToOdd(v, from)), bf16)
}

// toOdd is the f32 below an f64 that f32 has not, with a last bit of 1: rounded again it gives what the f64 does.
func (f *emitter) toOdd(v *ir.Value) *ir.Value {
	i32 := f.c.I32()
	near := arith.TruncF(f.b, v, f.c.F32())
	back := arith.ExtF(f.b, near, f.c.F64())
	bits := arith.Bitcast(f.b, near, i32)
	above := arith.CmpF(f.b, arith.OGT, math.AbsF(f.b, back), math.AbsF(f.b, v))
	cut := arith.OrI(f.b, arith.SubI(f.b, bits, arith.ExtUI(f.b, above, i32)), f.constInt(1, i32))
	return arith.Bitcast(f.b, arith.Select(f.b, arith.CmpF(f.b, arith.ONE, back, v), cut, bits), f.c.F32())
}

// wideToOdd is an integer of 64 bits as an f64, exact or, where it has more than 53 bits, with a last bit of 1 for those that are lost.
func (f *emitter) wideToOdd(v *ir.Value, from ir.Type) *ir.Value {
	i64 := f.c.I64()
	if v.Type() == f.index() {
		v = arith.IndexCast(f.b, v, i64)
	}
	convert, shift := arith.SIToFP, arith.ShRSI
	if isUnsigned(from) {
		convert, shift = arith.UIToFP, arith.ShRUI
	}
	const lost = 11
	rest := arith.AndI(f.b, v, f.constInt(1<<lost-1, i64))
	sticky := arith.ExtUI(f.b, arith.CmpI(f.b, arith.NE, rest, f.constInt(0, i64)), i64)
	high := convert(f.b, arith.OrI(f.b, shift(f.b, v, f.constInt(lost, i64)), sticky), f.c.F64())
	high = arith.MulF(f.b, high, f.constFloat(stdmath.Ldexp(1, lost), f.c.F64()))
	whole := convert(f.b, v, f.c.F64())
	large := arith.CmpF(f.b, arith.OGE, math.AbsF(f.b, whole), f.constFloat(stdmath.Ldexp(1, 53), f.c.F64()))
	return arith.Select(f.b, large, high, whole)
}

// bits are those of a number as a number of another type.
func (f *emitter) bits(v *ir.Value, from, to ir.Type) *ir.Value {
	switch {
	case isBF16(from) && isBF16(to):
		return v
	case isBF16(from):
		v = f.bfloatBits(v)
	case isBF16(to):
		return f.bfloatOf(f.bits(v, from, f.c.Int(16)))
	}
	if t := ssaScalar(f.c, to); t != v.Type() {
		v = arith.Bitcast(f.b, v, t)
	}
	return v
}

// Outside is the scalar that stands for t where programs meet others, in memory or by itself: NumPy and C have no bf16, so arrays
// of it are its bits, u16, and a single one is an f32, which is rounded.
func Outside(c *ir.Context, t ir.Type, memory bool) ir.Type {
	switch {
	case !isBF16(t):
		return t
	case memory:
		return c.IntegerType(16, ir.Unsigned)
	}
	return c.F32()
}
