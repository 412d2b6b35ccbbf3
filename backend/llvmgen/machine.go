package llvmgen

import (
	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/dialects/math/elementary"
)

// machine emits instructions for the library of elementary functions, without flags: nothing may be contracted there.
type machine struct {
	f *Function
	t *types.FloatType
	i *types.IntType
}

var _ elementary.Machine[value.Value] = machine{}

// Elementary is a machine for values of type f32 or f64.
func (f *Function) Elementary(t types.Type) elementary.Machine[value.Value] {
	ft := t.(*types.FloatType)
	return machine{f, ft, types.NewInt(uint64(8 * SizeOf(t)))}
}

// The operations, as elementary.Machine has them.

func (m machine) Width() int                       { return int(m.i.BitSize) }
func (m machine) Num(x float64) value.Value        { return FloatConst(m.t, x) }
func (m machine) Add(a, b value.Value) value.Value { return m.f.Cur.NewFAdd(a, b) }
func (m machine) Sub(a, b value.Value) value.Value { return m.f.Cur.NewFSub(a, b) }
func (m machine) Mul(a, b value.Value) value.Value { return m.f.Cur.NewFMul(a, b) }
func (m machine) Div(a, b value.Value) value.Value { return m.f.Cur.NewFDiv(a, b) }
func (m machine) Fma(a, b, c value.Value) value.Value {
	return m.f.Overloaded("llvm.fma", a, a, b, c)
}
func (m machine) Sqrt(a value.Value) value.Value { return m.f.Overloaded("llvm.sqrt", a, a) }
func (m machine) Abs(a value.Value) value.Value  { return m.f.Overloaded("llvm.fabs", a, a) }
func (m machine) Neg(a value.Value) value.Value  { return m.f.Cur.NewFNeg(a) }
func (m machine) Rint(a value.Value) value.Value { return m.f.Overloaded("llvm.rint", a, a) }
func (m machine) CopySign(a, b value.Value) value.Value {
	return m.f.Overloaded("llvm.copysign", a, a, b)
}
func (m machine) Less(a, b value.Value) value.Value  { return m.f.Cur.NewFCmp(enum.FPredOLT, a, b) }
func (m machine) Equal(a, b value.Value) value.Value { return m.f.Cur.NewFCmp(enum.FPredOEQ, a, b) }
func (m machine) And(c, d value.Value) value.Value   { return m.f.Cur.NewAnd(c, d) }
func (m machine) Or(c, d value.Value) value.Value    { return m.f.Cur.NewOr(c, d) }
func (m machine) Not(c value.Value) value.Value      { return m.f.Cur.NewXor(c, constant.True) }
func (m machine) Select(c, a, b value.Value) value.Value {
	return m.f.Cur.NewSelect(c, a, b)
}
func (m machine) Bits(a value.Value) value.Value      { return m.f.Cur.NewBitCast(a, m.i) }
func (m machine) Float(i value.Value) value.Value     { return m.f.Cur.NewBitCast(i, m.t) }
func (m machine) IAdd(a, b value.Value) value.Value   { return m.f.Cur.NewAdd(a, b) }
func (m machine) ISub(a, b value.Value) value.Value   { return m.f.Cur.NewSub(a, b) }
func (m machine) IMul(a, b value.Value) value.Value   { return m.f.Cur.NewMul(a, b) }
func (m machine) IAnd(a, b value.Value) value.Value   { return m.f.Cur.NewAnd(a, b) }
func (m machine) IOr(a, b value.Value) value.Value    { return m.f.Cur.NewOr(a, b) }
func (m machine) Shl(a, by value.Value) value.Value   { return m.f.Cur.NewShl(a, by) }
func (m machine) Shr(a, by value.Value) value.Value   { return m.f.Cur.NewLShr(a, by) }
func (m machine) ILess(a, b value.Value) value.Value  { return m.f.Cur.NewICmp(enum.IPredULT, a, b) }
func (m machine) IEqual(a, b value.Value) value.Value { return m.f.Cur.NewICmp(enum.IPredEQ, a, b) }
func (m machine) FromInt(i value.Value) value.Value   { return m.f.Cur.NewSIToFP(i, m.t) }

// Int is an integer; llir takes the bits as a signed number.
func (m machine) Int(i uint64) value.Value {
	if m.i.BitSize == 32 {
		return constant.NewInt(m.i, int64(int32(uint32(i))))
	}
	return constant.NewInt(m.i, int64(i))
}

// MulHi multiplies in twice the width.
func (m machine) MulHi(a, b value.Value) value.Value {
	b2 := m.f.Cur
	wide := types.NewInt(2 * m.i.BitSize)
	p := b2.NewMul(b2.NewZExt(a, wide), b2.NewZExt(b, wide))
	return b2.NewTrunc(b2.NewLShr(p, constant.NewInt(wide, int64(m.i.BitSize))), m.i)
}

// If branches.
func (m machine) If(c value.Value, yes, no func() []value.Value) []value.Value {
	f := m.f
	one, other, next := f.NewBlock("often"), f.NewBlock("seldom"), f.NewBlock("meet")
	f.Cur.NewCondBr(c, one, other)
	f.Cur = one
	a := yes()
	one = f.Cur
	one.NewBr(next)
	f.Cur = other
	b := no()
	other = f.Cur
	other.NewBr(next)
	f.Cur = next
	var out []value.Value
	for i := range a {
		out = append(out, next.NewPhi(llvm.NewIncoming(a[i], one), llvm.NewIncoming(b[i], other)))
	}
	return out
}
