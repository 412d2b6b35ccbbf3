package math

import (
	"math/bits"

	"descend/ir"
)

// CtPopOp is math.ctpop.
type CtPopOp struct{ Unary }

// Def returns the definition.
func (CtPopOp) Def() *ir.OpDef { return ctPopDef }

var ctPopDef = intDef("ctpop", "population count", "The number of bits that are one.")

// CtPop builds math.ctpop.
func CtPop(b *ir.Builder, v *ir.Value) *ir.Value {
	return b.Op("math.ctpop", []*ir.Value{v}, []ir.Type{v.Type()}).Result(0)
}

// Fold knows constants of at most 64 bits.
func (o CtPopOp) Fold(c []ir.Attribute) []ir.FoldResult {
	return o.foldBits(c, func(x uint64, _ int) int { return bits.OnesCount64(x) })
}

// CtLzOp is math.ctlz.
type CtLzOp struct{ Unary }

// Def returns the definition.
func (CtLzOp) Def() *ir.OpDef { return ctLzDef }

var ctLzDef = intDef("ctlz", "leading zeros", "The number of bits above the highest one; the width for 0.")

// CtLz builds math.ctlz.
func CtLz(b *ir.Builder, v *ir.Value) *ir.Value {
	return b.Op("math.ctlz", []*ir.Value{v}, []ir.Type{v.Type()}).Result(0)
}

// Fold knows constants of at most 64 bits.
func (o CtLzOp) Fold(c []ir.Attribute) []ir.FoldResult {
	return o.foldBits(c, func(x uint64, width int) int { return bits.LeadingZeros64(x) - (64 - width) })
}

// CtTzOp is math.cttz.
type CtTzOp struct{ Unary }

// Def returns the definition.
func (CtTzOp) Def() *ir.OpDef { return ctTzDef }

var ctTzDef = intDef("cttz", "trailing zeros", "The number of bits below the lowest one; the width for 0.")

// CtTz builds math.cttz.
func CtTz(b *ir.Builder, v *ir.Value) *ir.Value {
	return b.Op("math.cttz", []*ir.Value{v}, []ir.Type{v.Type()}).Result(0)
}

// Fold knows constants of at most 64 bits.
func (o CtTzOp) Fold(c []ir.Attribute) []ir.FoldResult {
	return o.foldBits(c, func(x uint64, width int) int { return min(bits.TrailingZeros64(x), width) })
}

// foldBits computes a function of the bits of a constant of at most 64 bits.
func (o Unary) foldBits(c []ir.Attribute, f func(x uint64, width int) int) []ir.FoldResult {
	a, ok := c[0].(*ir.IntegerAttr)
	if !ok || !a.Value.IsInt64() {
		return nil
	}
	w := 64
	if t, ok := a.Type.(*ir.IntegerType); ok {
		w = t.Width
	}
	if w > 64 {
		return nil
	}
	mask := ^uint64(0)
	if w < 64 {
		mask = 1<<w - 1
	}
	return []ir.FoldResult{{Attr: o.Context().IntAttr(int64(f(uint64(a.Int64())&mask, w)), a.Type)}}
}
