package llvmgen

import (
	"fmt"

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

// FloatCall calls an intrinsic that is overloaded on the type of x and takes and gives that type.
func (f *Function) FloatCall(name string, x value.Value, args ...value.Value) value.Value {
	t := x.Type()
	ps := make([]types.Type, len(args))
	for i := range ps {
		ps[i] = t
	}
	return f.Cur.NewCall(f.Intrinsic(name+"."+suffix(t), t, ps...), args...)
}

// extremum is the greater or lesser of two numbers, NaN if one is.
func (f *Function) extremum(name string, x, y value.Value) value.Value {
	fn := map[string]string{"maximumf": "llvm.maxnum", "minimumf": "llvm.minnum"}[name]
	r := f.FloatCall(fn, x, x, y)
	nan := f.Cur.NewFCmp(enum.FPredUNO, x, y)
	return f.Cur.NewSelect(nan, f.Cur.NewFAdd(x, y), r)
}

// math translates mathematical functions.
func (f *Function) math(op *ir.Operation, name string) bool {
	if op.NumResults() != 1 || op.NumOperands() == 0 {
		return false
	}
	x := f.Val(op.Operand(0))
	b := f.Cur
	switch name {
	case "sqrt", "floor", "ceil", "trunc":
		return f.Set(op, f.FloatCall("llvm."+name, x, x))
	case "absf":
		return f.Set(op, f.FloatCall("llvm.fabs", x, x))
	case "roundeven":
		return f.Set(op, f.FloatCall("llvm.rint", x, x))
	case "fma":
		return f.Set(op, f.FloatCall("llvm.fma", x, x, f.Val(op.Operand(1)), f.Val(op.Operand(2))))
	case "copysign":
		return f.Set(op, f.FloatCall("llvm.copysign", x, x, f.Val(op.Operand(1))))
	case "rsqrt":
		t, ok := x.Type().(*types.FloatType)
		return ok && f.Set(op, b.NewFDiv(FloatConst(t, 1), f.FloatCall("llvm.sqrt", x, x)))
	case "absi":
		zero := constant.NewInt(x.Type().(*types.IntType), 0)
		return f.Set(op, b.NewSelect(b.NewICmp(enum.IPredSLT, x, zero), b.NewSub(zero, x), x))
	case "ctpop":
		return f.Set(op, f.FloatCall("llvm.ctpop", x, x))
	case "exp", "exp2", "log", "log2", "sin", "cos", "powf":
		r := f.Target.Math(op, name, x)
		return r != nil && f.Set(op, r)
	}
	return false
}
