package llvmgen

import (
	"fmt"
	"strings"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/dialects/llvm"
	mathd "descend/dialects/math"
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

// Overloaded calls an intrinsic that is overloaded on the type of x and takes and gives that type.
func (f *Function) Overloaded(name string, x value.Value, args ...value.Value) value.Value {
	t := x.Type()
	var room [4]types.Type
	ps := room[:0]
	for range args {
		ps = append(ps, t)
	}
	return f.Cur.NewCall(f.Intrinsic(name+"."+suffix(t), t, ps...), args...)
}

// extremum is the greater or lesser of two numbers, NaN if one is; fn chooses, but prefers numbers.
func (f *Function) extremum(fn string, x, y value.Value) value.Value {
	r := f.Overloaded(fn, x, x, y)
	nan := f.Cur.NewFCmp(enum.FPredUNO, x, y)
	return f.Cur.NewSelect(nan, f.Cur.NewFAdd(x, y), r)
}

// plainName is the name of an operation without its dialect.
func plainName(op *ir.Operation) string {
	_, name, _ := strings.Cut(op.Name(), ".")
	return name
}

// math translates mathematical functions.
func (f *Function) math(op *ir.Operation) bool {
	if op.NumResults() != 1 || op.NumOperands() == 0 {
		return false
	}
	x := f.Val(op.Operand(0))
	b := f.Cur
	switch op.Typed().(type) {
	case mathd.SqrtOp, mathd.FloorOp, mathd.CeilOp, mathd.TruncOp, mathd.RoundOp:
		return f.Set(op, f.Overloaded("llvm."+plainName(op), x, x))
	case mathd.AbsFOp:
		return f.Set(op, f.Overloaded("llvm.fabs", x, x))
	case mathd.RoundEvenOp:
		return f.Set(op, f.Overloaded("llvm.rint", x, x))
	case mathd.FmaOp:
		return f.Set(op, f.Overloaded("llvm.fma", x, x, f.Val(op.Operand(1)), f.Val(op.Operand(2))))
	case mathd.RsqrtOp:
		t, ok := x.Type().(*types.FloatType)
		return ok && f.Set(op, b.NewFDiv(FloatConst(t, 1), f.Overloaded("llvm.sqrt", x, x)))
	case mathd.AbsIOp:
		zero := constant.NewInt(x.Type().(*types.IntType), 0)
		return f.Set(op, b.NewSelect(b.NewICmp(enum.IPredSLT, x, zero), b.NewSub(zero, x), x))
	case mathd.CtPopOp:
		return f.Set(op, f.Overloaded("llvm.ctpop", x, x))
	case mathd.CtLzOp, mathd.CtTzOp: // the last argument: 0 has a result
		name := fmt.Sprintf("llvm.%s.%s", plainName(op), suffix(x.Type()))
		return f.Set(op, b.NewCall(f.Intrinsic(name, x.Type(), x.Type(), types.I1), x, constant.False))
	case llvm.BitReverseOp:
		return f.Set(op, f.Overloaded("llvm.bitreverse", x, x))
	case mathd.CopySignOp:
		return f.Set(op, f.Overloaded("llvm.copysign", x, x, f.Val(op.Operand(1))))
	case mathd.ExpOp, mathd.Exp2Op, mathd.ExpM1Op, mathd.LogOp, mathd.Log2Op, mathd.Log10Op, mathd.Log1pOp, mathd.SinOp, mathd.CosOp, mathd.TanOp,
		mathd.AsinOp, mathd.AcosOp, mathd.AtanOp, mathd.Atan2Op, mathd.SinhOp, mathd.CoshOp, mathd.TanhOp, mathd.CbrtOp, mathd.ErfOp, mathd.PowFOp:
		r := f.Target.Math(op, plainName(op), x)
		return r != nil && f.Set(op, r)
	}
	return false
}
