package nvvm

import (
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/dialects/arith"
	mathd "descend/dialects/math"
	"descend/dialects/math/elementary"
	"descend/ir"
)

// Math computes with the library of elementary functions, as PTX has instructions for a few of them only, which are approximate and
// for f32: exp2 is one of them where that is allowed (afn). f16 goes through f32.
func (f *function) Math(op *ir.Operation, name string, x value.Value) value.Value {
	args := []value.Value{x}
	if op.NumOperands() == 2 {
		args = append(args, f.Val(op.Operand(1)))
	}
	half := x.Type() == types.Half
	if half {
		for i, a := range args {
			args[i] = f.Cur.NewFPExt(a, types.Float)
		}
	}
	m := f.Elementary(args[0].Type())
	var r value.Value
	if e, ok := ir.As[mathd.Exp2Op](op); ok && e.FastMath()&arith.AFn != 0 && args[0].Type() == types.Float {
		r = f.Cur.NewCall(f.Intrinsic("llvm.nvvm.ex2.approx.ftz.f", types.Float, types.Float), args[0])
	} else if len(args) == 2 {
		r, _ = elementary.Binary(m, name, args[0], args[1])
	} else {
		r, _ = elementary.Unary(m, name, args[0])
	}
	if half && r != nil {
		return f.Cur.NewFPTrunc(r, types.Half)
	}
	return r
}
