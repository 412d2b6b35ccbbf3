package lower

import (
	"math/big"

	"descend/dialects/arith"
	"descend/dialects/math"
	"descend/dialects/math/elementary"
	"descend/ir"
)

// This file computes the functions that MLIR's math dialect has not with those that it has.

// machine makes operations of arith and math for the library of elementary functions. Nothing may be contracted there, so no
// operation gets a flag.
type machine struct {
	f *emitter
	t *ir.FloatType
	i *ir.IntegerType
}

var _ elementary.Arith[*ir.Value] = machine{}

// elementary computes a function of a float; f16 goes through f32.
func (f *emitter) elementary(compute func(elementary.Arith[*ir.Value], *ir.Value) *ir.Value, x *ir.Value) *ir.Value {
	t := x.Type().(*ir.FloatType)
	on := t
	if t.Kind == ir.F16 {
		on = f.c.F32()
		x = arith.ExtF(f.b, x, on)
	}
	r := compute(machine{f, on, f.c.IntegerType(on.Width(), ir.Signless)}, x)
	if on != t {
		r = arith.TruncF(f.b, r, t)
	}
	return r
}

// The operations, as elementary.Arith has them.

func (m machine) Width() int                      { return m.t.Width() }
func (m machine) Num(x float64) *ir.Value         { return m.f.constFloat(x, m.t) }
func (m machine) Add(a, b *ir.Value) *ir.Value    { return arith.AddF(m.f.b, a, b) }
func (m machine) Sub(a, b *ir.Value) *ir.Value    { return arith.SubF(m.f.b, a, b) }
func (m machine) Mul(a, b *ir.Value) *ir.Value    { return arith.MulF(m.f.b, a, b) }
func (m machine) Div(a, b *ir.Value) *ir.Value    { return arith.DivF(m.f.b, a, b) }
func (m machine) Fma(a, b, c *ir.Value) *ir.Value { return math.Fma(m.f.b, a, b, c) }
func (m machine) Sqrt(a *ir.Value) *ir.Value      { return math.Sqrt(m.f.b, a) }
func (m machine) Abs(a *ir.Value) *ir.Value       { return math.AbsF(m.f.b, a) }
func (m machine) Neg(a *ir.Value) *ir.Value       { return arith.NegF(m.f.b, a) }
func (m machine) Rint(a *ir.Value) *ir.Value      { return math.RoundEven(m.f.b, a) }
func (m machine) CopySign(a, b *ir.Value) *ir.Value {
	return math.CopySign(m.f.b, a, b)
}
func (m machine) Less(a, b *ir.Value) *ir.Value      { return arith.CmpF(m.f.b, arith.OLT, a, b) }
func (m machine) Equal(a, b *ir.Value) *ir.Value     { return arith.CmpF(m.f.b, arith.OEQ, a, b) }
func (m machine) And(c, d *ir.Value) *ir.Value       { return arith.AndI(m.f.b, c, d) }
func (m machine) Or(c, d *ir.Value) *ir.Value        { return arith.OrI(m.f.b, c, d) }
func (m machine) Not(c *ir.Value) *ir.Value          { return arith.XOrI(m.f.b, c, m.f.constInt(-1, c.Type())) }
func (m machine) Select(c, a, b *ir.Value) *ir.Value { return arith.Select(m.f.b, c, a, b) }
func (m machine) Bits(a *ir.Value) *ir.Value         { return arith.Bitcast(m.f.b, a, m.i) }
func (m machine) Float(i *ir.Value) *ir.Value        { return arith.Bitcast(m.f.b, i, m.t) }
func (m machine) IAdd(a, b *ir.Value) *ir.Value      { return arith.AddI(m.f.b, a, b) }
func (m machine) ISub(a, b *ir.Value) *ir.Value      { return arith.SubI(m.f.b, a, b) }
func (m machine) IMul(a, b *ir.Value) *ir.Value      { return arith.MulI(m.f.b, a, b) }
func (m machine) IAnd(a, b *ir.Value) *ir.Value      { return arith.AndI(m.f.b, a, b) }
func (m machine) IOr(a, b *ir.Value) *ir.Value       { return arith.OrI(m.f.b, a, b) }
func (m machine) Shl(a, by *ir.Value) *ir.Value      { return arith.ShLI(m.f.b, a, by) }
func (m machine) Shr(a, by *ir.Value) *ir.Value      { return arith.ShRUI(m.f.b, a, by) }
func (m machine) ILess(a, b *ir.Value) *ir.Value     { return arith.CmpI(m.f.b, arith.ULT, a, b) }
func (m machine) IEqual(a, b *ir.Value) *ir.Value    { return arith.CmpI(m.f.b, arith.EQ, a, b) }
func (m machine) FromInt(i *ir.Value) *ir.Value      { return arith.SIToFP(m.f.b, i, m.t) }

// Int is an integer.
func (m machine) Int(i uint64) *ir.Value {
	v := new(big.Int).SetUint64(i)
	if i>>(m.i.Width-1)&1 == 1 { // as the signless number that is printed
		v.Sub(v, pow2(m.i.Width))
	}
	return m.f.constBig(v, m.i)
}
