package nvvm

import (
	"math"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/backend/llvmgen"
	mathd "descend/dialects/math"
	"descend/ir"
)

// Math computes with PTX's approximate instructions, which exist for f32 only; f16 goes through f32.
func (f *function) Math(op *ir.Operation, name string, x value.Value) value.Value {
	t := x.Type()
	switch t {
	case types.Double:
		f.Unsupported(op, "%s of f64 is not supported on the GPU yet; of f32 it is", name)
	case types.Half:
		x = f.Cur.NewFPExt(x, types.Float)
	}
	approx := func(fn string, x value.Value) value.Value {
		return f.Cur.NewCall(f.Intrinsic("llvm.nvvm."+fn+".approx.f", types.Float, types.Float), x)
	}
	scale := func(x value.Value, by float64) value.Value {
		return f.Cur.NewFMul(x, llvmgen.FloatConst(types.Float, float64(float32(by))))
	}
	var r value.Value
	switch op.Typed().(type) {
	case mathd.ExpOp:
		r = approx("ex2", scale(x, math.Log2E))
	case mathd.Exp2Op:
		r = approx("ex2", x)
	case mathd.LogOp:
		r = scale(approx("lg2", x), math.Ln2)
	case mathd.Log2Op:
		r = approx("lg2", x)
	case mathd.PowFOp:
		y := f.Val(op.Operand(1))
		if t == types.Half {
			y = f.Cur.NewFPExt(y, types.Float)
		}
		r = f.power(x, y, approx)
	default: // sin, cos
		r = approx(name, x)
	}
	if t == types.Half {
		return f.Cur.NewFPTrunc(r, types.Half)
	}
	return r
}

// power is x to the power of y: 2^(y log2 |x|), negative for negative x and odd y, NaN for negative x and a y
// that is not whole, 1 if y is 0 or x is 1.
func (f *function) power(x, y value.Value, approx func(string, value.Value) value.Value) value.Value {
	b := f.Cur
	num := func(v float64) constant.Constant { return llvmgen.FloatConst(types.Float, v) }
	size := approx("ex2", b.NewFMul(y, approx("lg2", f.Overloaded("llvm.fabs", x, x))))
	whole := b.NewFCmp(enum.FPredOEQ, f.Overloaded("llvm.trunc", y, y), y)
	half := b.NewFMul(y, num(0.5))
	even := b.NewFCmp(enum.FPredOEQ, f.Overloaded("llvm.trunc", y, half), half)
	odd := b.NewSelect(even, size, b.NewFNeg(size))
	ofNegative := b.NewSelect(whole, odd, &constant.Float{Typ: types.Float, NaN: true})
	r := b.NewSelect(b.NewFCmp(enum.FPredOLT, x, num(0)), ofNegative, size)
	one := b.NewOr(b.NewFCmp(enum.FPredOEQ, y, num(0)), b.NewFCmp(enum.FPredOEQ, x, num(1)))
	return b.NewSelect(one, num(1), r)
}
