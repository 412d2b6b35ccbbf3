package lower

import (
	stdmath "math"
	"math/big"

	"descend/dialects/arith"
	"descend/dialects/descend"
	"descend/dialects/gpu/contract"
	"descend/dialects/math"
	"descend/dialects/memref"
	"descend/ir"
)

// This file knows the operations and conversions of scalars and buffers that are values of the gpu level already; docs/language.md,
// "Numbers", says what they mean.

func isUnsigned(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	if !ok {
		_, idx := t.(*ir.IndexType)
		return idx
	}
	return i.Sign == ir.Unsigned || i.Width == 1
}

func isFloatType(t ir.Type) (*ir.FloatType, bool) {
	ft, ok := t.(*ir.FloatType)
	return ft, ok
}

// binaryOp builds an operation on two operands of one type.
type binaryOp func(b *ir.Builder, l, r *ir.Value) *ir.Value

// wraps builds an operation on integers that promises nothing about overflow.
func wraps(build func(*ir.Builder, *ir.Value, *ir.Value, ...arith.Overflow) *ir.Value) binaryOp {
	return func(b *ir.Builder, l, r *ir.Value) *ir.Value { return build(b, l, r) }
}

// contracts builds an operation on floats that may be contracted.
func contracts(build func(*ir.Builder, *ir.Value, *ir.Value, ...arith.FastMath) *ir.Value) binaryOp {
	return func(b *ir.Builder, l, r *ir.Value) *ir.Value { return build(b, l, r, arith.Contract) }
}

// The operations of the language on floats, on integers, and on integers where the sign counts.
var (
	floatOps = map[descend.Operator]binaryOp{descend.Add: contracts(arith.AddF), descend.Sub: contracts(arith.SubF), descend.Mul: contracts(arith.MulF),
		descend.Div: contracts(arith.DivF), descend.Rem: contracts(arith.RemF), descend.Pow: contracts(math.PowF),
		descend.Min: contracts(arith.MinNumF), descend.Max: contracts(arith.MaxNumF)}
	intOps = map[descend.Operator]binaryOp{descend.Add: wraps(arith.AddI), descend.Sub: wraps(arith.SubI), descend.Mul: wraps(arith.MulI),
		descend.And: arith.AndI, descend.Or: arith.OrI, descend.Xor: arith.XOrI, descend.Shl: wraps(arith.ShLI)}
	signedOps   = map[descend.Operator]binaryOp{descend.Div: arith.DivSI, descend.Rem: arith.RemSI, descend.Shr: arith.ShRSI, descend.Min: arith.MinSI, descend.Max: arith.MaxSI}
	unsignedOps = map[descend.Operator]binaryOp{descend.Div: arith.DivUI, descend.Rem: arith.RemUI, descend.Shr: arith.ShRUI, descend.Min: arith.MinUI, descend.Max: arith.MaxUI}
)

// intOp is an operation on integers of a type; nil if there is none.
func intOp(by descend.Operator, t ir.Type) binaryOp {
	switch op, ok := intOps[by]; {
	case ok:
		return op
	case isUnsigned(t):
		return unsignedOps[by]
	}
	return signedOps[by]
}

func widthOf(t ir.Type) int {
	if i, ok := t.(*ir.IntegerType); ok {
		return i.Width
	}
	return 64
}

func pow2(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }

// shiftCount is b modulo the width of a, in the type of a.
func (f *emitter) shiftCount(a, b *ir.Value) *ir.Value {
	t, ok := a.Type().(*ir.IntegerType)
	width := int64(64)
	if ok {
		width = int64(t.Width)
	}
	if k, isConst := constOf(b); isConst {
		m := new(big.Int).Mod(k, big.NewInt(width))
		return f.constBig(m, a.Type())
	}
	return arith.AndI(f.b, b, f.constInt(width-1, b.Type()))
}

// divide lowers division and remainder with their guards.
func (f *emitter) divide(o *ir.Operation, build binaryOp, a, b *ir.Value, t ir.Type) *ir.Value {
	text := o.StringAttr("text")
	k, isConst := constOf(b)
	if !isConst || k.Sign() == 0 {
		f.check(arith.CmpI(f.b, arith.EQ, b, f.constInt(0, b.Type())), contract.CheckDivision, text, o)
	}
	if isUnsigned(t) {
		return build(f.b, a, b)
	}
	if !isConst || k.Cmp(big.NewInt(-1)) == 0 {
		least := f.constBig(new(big.Int).Neg(pow2(widthOf(a.Type())-1)), a.Type())
		bad := arith.CmpI(f.b, arith.EQ, a, least)
		if !isConst {
			bad = arith.AndI(f.b, bad, arith.CmpI(f.b, arith.EQ, b, f.constInt(-1, b.Type())))
		}
		f.check(bad, contract.CheckOverflow, text, o)
	}
	return build(f.b, a, b)
}

// cast lowers `as`.
func (f *emitter) cast(v *ir.Value, from, to ir.Type) *ir.Value {
	t := ssaScalar(f.c, to)
	if descend.IsEnum(from) || descend.IsEnum(to) { // its number
		return v
	}
	type conversion func(b *ir.Builder, v *ir.Value, to ir.Type) *ir.Value
	one := func(build conversion) *ir.Value { return build(f.b, v, t) }
	ff, fromFloat := isFloatType(from)
	tf, toFloat := isFloatType(to)
	switch {
	case isBF16(to):
		return f.toBF16(v, from)
	case isBF16(from):
		return f.cast(v, f.c.F32(), to)
	case fromFloat && toFloat:
		switch {
		case ff.Width() < tf.Width():
			return one(arith.ExtF)
		case ff.Width() > tf.Width():
			return one(arith.TruncF)
		}
		return v
	case fromFloat:
		return f.floatToInt(v, ff, to)
	case v.Type() == f.index() || t == f.index():
		if v.Type() == t {
			return v
		}
		if toFloat {
			v = arith.IndexCast(f.b, v, f.c.I64())
			return one(arith.UIToFP)
		}
		if isUnsigned(from) {
			return one(arith.IndexCastUI)
		}
		return one(arith.IndexCast)
	case toFloat && isUnsigned(from):
		return one(arith.UIToFP)
	case toFloat:
		return one(arith.SIToFP)
	}
	w, n := widthOf(v.Type()), widthOf(t)
	switch {
	case n == 1 && w > 1:
		return arith.CmpI(f.b, arith.NE, v, f.constInt(0, v.Type()))
	case n < w:
		return one(arith.TruncI)
	case n > w && isUnsigned(from):
		return one(arith.ExtUI)
	case n > w:
		return one(arith.ExtSI)
	}
	return v
}

// floatToInt converts with saturation; NaN gives 0.
//
//	%in = lo <= x and x < hi;  %r = fptosi(select %in, x, 0);  x >= hi: the greatest;  x < lo: the least
func (f *emitter) floatToInt(v *ir.Value, from *ir.FloatType, to ir.Type) *ir.Value {
	if from.Kind == ir.F16 { // 2^31 has no f16
		from = f.c.F32()
		v = arith.ExtF(f.b, v, from)
	}
	t := ssaScalar(f.c, to)
	w := widthOf(t)
	convert, lo, hi := arith.FPToSI, -stdmath.Ldexp(1, w-1), stdmath.Ldexp(1, w-1)
	least, most := new(big.Int).Neg(pow2(w-1)), new(big.Int).Sub(pow2(w-1), big.NewInt(1))
	if isUnsigned(to) {
		convert, lo, hi = arith.FPToUI, 0, stdmath.Ldexp(1, w)
		least, most = new(big.Int), new(big.Int).Sub(pow2(w), big.NewInt(1))
	}
	low, high := f.constFloat(lo, from), f.constFloat(hi, from)
	in := arith.AndI(f.b, arith.CmpF(f.b, arith.OGE, v, low), arith.CmpF(f.b, arith.OLT, v, high))
	r := convert(f.b, arith.Select(f.b, in, v, f.constFloat(0, from)), t)
	r = arith.Select(f.b, arith.CmpF(f.b, arith.OGE, v, high), f.constBig(most, t), r)
	return arith.Select(f.b, arith.CmpF(f.b, arith.OLT, v, low), f.constBig(least, t), r)
}

// hypot is the length of (x, y) without overflow in between: m * sqrt(1 + (n/m)^2), m the larger part.
func (f *emitter) hypot(x, y *ir.Value, t *ir.FloatType) *ir.Value {
	abs := func(v *ir.Value) *ir.Value { return math.AbsF(f.b, v, arith.Contract) }
	x, y = abs(x), abs(y)
	m, n := arith.MaximumF(f.b, x, y, arith.Contract), arith.MinimumF(f.b, x, y, arith.Contract)
	q := arith.DivF(f.b, n, m, arith.Contract)
	s := arith.AddF(f.b, f.constFloat(1, t), arith.MulF(f.b, q, q, arith.Contract), arith.Contract)
	r := arith.MulF(f.b, m, math.Sqrt(f.b, s, arith.Contract), arith.Contract)
	edge := arith.OrI(f.b, arith.CmpF(f.b, arith.OEQ, m, f.constFloat(0, t)), arith.CmpF(f.b, arith.OEQ, m, f.constFloat(stdmath.Inf(1), t)))
	return arith.Select(f.b, edge, m, r)
}

// toIndex converts an integer of the language to an index; negative values become huge.
func (f *emitter) toIndex(v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() == f.index() {
		return v
	}
	if i, ok := t.(*ir.IntegerType); ok && (i.Sign == ir.Unsigned || i.Width == 1) {
		return arith.IndexCastUI(f.b, v, f.index())
	}
	return arith.IndexCast(f.b, v, f.index())
}

// fromMem turns what memory holds into the value of a scalar: bool is a byte, bf16 its bits.
func (f *emitter) fromMem(v *ir.Value, t ir.Type) *ir.Value {
	if isBF16(t) {
		return f.bfloatOf(v)
	}
	if ssaScalar(f.c, t) == ir.Type(f.c.I1()) {
		return arith.CmpI(f.b, arith.NE, v, f.constInt(0, v.Type()))
	}
	return v
}

// toMem is the inverse of fromMem.
func (f *emitter) toMem(v *ir.Value, t ir.Type) *ir.Value {
	if isBF16(t) {
		return f.bfloatBits(v)
	}
	if v.Type() == ir.Type(f.c.I1()) {
		return arith.ExtUI(f.b, v, memScalar(f.c, t))
	}
	return v
}

// castTo changes the extent of a buffer's type between static and dynamic.
func (f *emitter) castTo(v *ir.Value, t ir.Type) *ir.Value {
	want := t.(*ir.MemRefType)
	have := v.Type().(*ir.MemRefType)
	if have == want {
		return v
	}
	if have.Elem != want.Elem || have.Space != want.Space || have.Layout != want.Layout {
		f.unsupported(f.b.Loc(), "a buffer of type %s where %s is needed", have, want)
	}
	if have.Shape[0] != ir.Dynamic && want.Shape[0] != ir.Dynamic {
		// two spellings of one size: through the dynamic type
		v = memref.NewCast(f.b, v, anyExtent(f.c, have))
	}
	return memref.NewCast(f.b, v, want)
}

// likeShape makes the extent of v dynamic if that of other is: gpu.memcpy wants equal shapes.
func (f *emitter) likeShape(v, other *ir.Value) *ir.Value {
	a, b := v.Type().(*ir.MemRefType), other.Type().(*ir.MemRefType)
	if a.Shape[0] != ir.Dynamic && a.Shape[0] != b.Shape[0] {
		return memref.NewCast(f.b, v, f.c.MemRefType([]int64{ir.Dynamic}, a.Elem, a.Layout, a.Space))
	}
	return v
}

// vararg is the conversion of printf for a scalar and the value to hand over.
func (f *emitter) vararg(v *ir.Value, t ir.Type) (string, *ir.Value) {
	if ft, ok := isFloatType(t); ok {
		if ft.Kind != ir.F64 {
			v = arith.ExtF(f.b, v, f.c.F64())
		}
		return "%g", v
	}
	if v.Type() == f.index() {
		return "%llu", arith.IndexCastUI(f.b, v, f.c.I64())
	}
	u := isUnsigned(t)
	switch w := widthOf(v.Type()); {
	case w == 64 && u:
		return "%llu", v
	case w == 64:
		return "%lld", v
	case w < 32 && u:
		v = arith.ExtUI(f.b, v, f.c.I32())
	case w < 32:
		v = arith.ExtSI(f.b, v, f.c.I32())
	}
	if u {
		return "%u", v
	}
	return "%d", v
}
