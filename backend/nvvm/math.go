package nvvm

import (
	"fmt"
	"math"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/ir"
)

// suffix is the name of a type in overloaded intrinsics.
func suffix(t types.Type) string {
	if ft, ok := t.(*types.FloatType); ok {
		switch ft.Kind {
		case types.FloatKindHalf:
			return "f16"
		case types.FloatKindFloat:
			return "f32"
		}
		return "f64"
	}
	return fmt.Sprintf("i%d", t.(*types.IntType).BitSize)
}

// floatCall calls an intrinsic that is overloaded on the type of x and takes and gives that type.
func (f *function) floatCall(name string, x value.Value, args ...value.Value) value.Value {
	t := x.Type()
	ps := make([]types.Type, len(args))
	for i := range ps {
		ps[i] = t
	}
	return f.cur.NewCall(f.intrinsic(name+"."+suffix(t), t, ps...), args...)
}

// extremum is the greater or lesser of two numbers, NaN if one is. Only sm_80 has an instruction for it.
func (f *function) extremum(name string, x, y value.Value) value.Value {
	fn := map[string]string{"maximumf": "llvm.maxnum", "minimumf": "llvm.minnum"}[name]
	r := f.floatCall(fn, x, x, y)
	nan := f.cur.NewFCmp(enum.FPredUNO, x, y)
	return f.cur.NewSelect(nan, f.cur.NewFAdd(x, y), r)
}

// math translates functions that PTX has instructions for. exp, log, sin, cos and pow exist there for f32
// only, as approximations; f16 goes through f32.
func (f *function) math(op *ir.Operation, name string) bool {
	if op.NumResults() != 1 || op.NumOperands() == 0 {
		return false
	}
	x := f.val(op.Operand(0))
	b := f.cur
	switch name {
	case "sqrt", "floor", "ceil", "trunc":
		return f.set(op, f.floatCall("llvm."+name, x, x))
	case "absf":
		return f.set(op, f.floatCall("llvm.fabs", x, x))
	case "roundeven":
		return f.set(op, f.floatCall("llvm.rint", x, x))
	case "fma":
		return f.set(op, f.floatCall("llvm.fma", x, x, f.val(op.Operand(1)), f.val(op.Operand(2))))
	case "copysign":
		return f.set(op, f.floatCall("llvm.copysign", x, x, f.val(op.Operand(1))))
	case "rsqrt":
		t, ok := x.Type().(*types.FloatType)
		return ok && f.set(op, b.NewFDiv(floatConst(t, 1), f.floatCall("llvm.sqrt", x, x)))
	case "absi":
		zero := constant.NewInt(x.Type().(*types.IntType), 0)
		return f.set(op, b.NewSelect(b.NewICmp(enum.IPredSLT, x, zero), b.NewSub(zero, x), x))
	case "ctpop":
		return f.set(op, f.floatCall("llvm.ctpop", x, x))
	case "exp", "exp2", "log", "log2", "sin", "cos", "powf":
		return f.set(op, f.approximation(op, name, x))
	}
	return false
}

// approximation computes with PTX's approximate instructions.
func (f *function) approximation(op *ir.Operation, name string, x value.Value) value.Value {
	t := x.Type()
	switch t {
	case types.Double:
		unsupported(op, "%s of f64 is not supported on the GPU yet; of f32 it is", name)
	case types.Half:
		x = f.cur.NewFPExt(x, types.Float)
	}
	approx := func(fn string, x value.Value) value.Value {
		return f.cur.NewCall(f.intrinsic("llvm.nvvm."+fn+".approx.f", types.Float, types.Float), x)
	}
	scale := func(x value.Value, by float64) value.Value {
		return f.cur.NewFMul(x, floatConst(types.Float, float64(float32(by))))
	}
	var r value.Value
	switch name {
	case "exp":
		r = approx("ex2", scale(x, math.Log2E))
	case "exp2":
		r = approx("ex2", x)
	case "log":
		r = scale(approx("lg2", x), math.Ln2)
	case "log2":
		r = approx("lg2", x)
	case "powf":
		y := f.val(op.Operand(1))
		if t == types.Half {
			y = f.cur.NewFPExt(y, types.Float)
		}
		r = f.power(x, y, approx)
	default: // sin, cos
		r = approx(name, x)
	}
	if t == types.Half {
		return f.cur.NewFPTrunc(r, types.Half)
	}
	return r
}

// power is x to the power of y: 2^(y log2 |x|), negative for negative x and odd y, NaN for negative x and a y
// that is not whole, 1 if y is 0 or x is 1.
func (f *function) power(x, y value.Value, approx func(string, value.Value) value.Value) value.Value {
	b := f.cur
	num := func(v float64) constant.Constant { return floatConst(types.Float, v) }
	size := approx("ex2", b.NewFMul(y, approx("lg2", f.floatCall("llvm.fabs", x, x))))
	whole := b.NewFCmp(enum.FPredOEQ, f.floatCall("llvm.trunc", y, y), y)
	half := b.NewFMul(y, num(0.5))
	even := b.NewFCmp(enum.FPredOEQ, f.floatCall("llvm.trunc", y, half), half)
	odd := b.NewSelect(even, size, b.NewFNeg(size))
	ofNegative := b.NewSelect(whole, odd, &constant.Float{Typ: types.Float, NaN: true})
	r := b.NewSelect(b.NewFCmp(enum.FPredOLT, x, num(0)), ofNegative, size)
	one := b.NewOr(b.NewFCmp(enum.FPredOEQ, y, num(0)), b.NewFCmp(enum.FPredOEQ, x, num(1)))
	return b.NewSelect(one, num(1), r)
}
