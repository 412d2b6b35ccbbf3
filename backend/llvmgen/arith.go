package llvmgen

import (
	"math"
	"strings"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/dialects/arith"
	"descend/ir"
)

// Operation translates one operation at the current block.
func (f *Function) Operation(op *ir.Operation) {
	if op.NumResults() == 1 && f.Vals[op.Result(0)] != nil {
		return // translated together with an operation before it
	}
	if f.lines != nil {
		defer f.mark(op, f.Cur, len(f.Cur.Insts), len(f.Fn.Blocks))
	}
	dialect, _, _ := strings.Cut(op.Name(), ".")
	ok := false
	switch dialect {
	case "arith":
		ok = f.arith(op)
	case "math", "llvm":
		ok = f.math(op)
	case "memref":
		ok = f.memref(op)
	case "scf":
		ok = f.scf(op)
	case "cf":
		ok = f.starts != nil && f.branch(op)
	}
	if !ok && !f.Target.Operation(op) {
		f.Unsupported(op, "%s backend cannot translate %s yet", f.Where, op.Name())
	}
}

// mayContract lets a multiplication and an addition become one fma, if the operation allows it.
func mayContract(op *ir.Operation) []enum.FastMathFlag {
	if arith.FastMathOf(op)&arith.Contract != 0 {
		return []enum.FastMathFlag{enum.FastMathFlagContract}
	}
	return nil
}

// arith translates integer and floating point arithmetic.
func (f *Function) arith(op *ir.Operation) bool {
	if c, ok := ir.As[arith.ConstantOp](op); ok {
		return f.constant(c)
	}
	if op.NumResults() != 1 || op.NumOperands() == 0 || op.NumOperands() > 3 {
		return false
	}
	x := f.Val(op.Operand(0))
	switch op.NumOperands() {
	case 1:
		return f.cast(op, x)
	case 3:
		if !ir.Is[arith.SelectOp](op) {
			return false
		}
		a, b := f.Flat(op.Operand(1)), f.Flat(op.Operand(2))
		for i := range a {
			f.meet(a[i], b[i])
			a[i] = f.Cur.NewSelect(x, a[i], b[i])
		}
		f.Bind(op.Result(0), a)
		return true
	}
	y := f.Val(op.Operand(1))
	b := f.Cur
	switch o := op.Typed().(type) {
	case arith.AddIOp:
		sum := b.NewAdd(x, y)
		if flags := arith.OverflowOf(op); flags&arith.NUW != 0 {
			sum.OverflowFlags = append(sum.OverflowFlags, enum.OverflowFlagNUW)
		}
		return f.Set(op, sum)
	case arith.SubIOp:
		return f.Set(op, b.NewSub(x, y))
	case arith.MulIOp:
		return f.Set(op, b.NewMul(x, y))
	case arith.DivSIOp:
		return f.Set(op, b.NewSDiv(x, y))
	case arith.DivUIOp:
		return f.Set(op, b.NewUDiv(x, y))
	case arith.RemSIOp:
		return f.Set(op, b.NewSRem(x, y))
	case arith.RemUIOp:
		return f.Set(op, b.NewURem(x, y))
	case arith.AndIOp:
		return f.Set(op, b.NewAnd(x, y))
	case arith.OrIOp:
		return f.Set(op, b.NewOr(x, y))
	case arith.XOrIOp:
		return f.Set(op, b.NewXor(x, y))
	case arith.ShLIOp:
		return f.Set(op, b.NewShl(x, y))
	case arith.ShRSIOp:
		return f.Set(op, b.NewAShr(x, y))
	case arith.ShRUIOp:
		return f.Set(op, b.NewLShr(x, y))
	case arith.MinSIOp:
		return f.Set(op, b.NewSelect(b.NewICmp(enum.IPredSLT, x, y), x, y))
	case arith.MaxSIOp:
		return f.Set(op, b.NewSelect(b.NewICmp(enum.IPredSGT, x, y), x, y))
	case arith.MinUIOp:
		return f.Set(op, b.NewSelect(b.NewICmp(enum.IPredULT, x, y), x, y))
	case arith.MaxUIOp:
		return f.Set(op, b.NewSelect(b.NewICmp(enum.IPredUGT, x, y), x, y))
	case arith.CmpIOp:
		if better := f.Target.Compare(o); better != nil {
			return f.Set(op, better)
		}
		return f.Set(op, b.NewICmp(IntPreds[o.Predicate()], x, y))
	case arith.CmpFOp:
		return f.Set(op, b.NewFCmp(floatPreds[o.Predicate()], x, y))
	case arith.AddFOp:
		i := b.NewFAdd(x, y)
		i.FastMathFlags = mayContract(op)
		return f.Set(op, i)
	case arith.SubFOp:
		i := b.NewFSub(x, y)
		i.FastMathFlags = mayContract(op)
		return f.Set(op, i)
	case arith.MulFOp:
		i := b.NewFMul(x, y)
		i.FastMathFlags = mayContract(op)
		return f.Set(op, i)
	case arith.DivFOp:
		return f.Set(op, b.NewFDiv(x, y))
	case arith.MinNumFOp:
		return f.Set(op, f.Overloaded("llvm.minnum", x, x, y))
	case arith.MaxNumFOp:
		return f.Set(op, f.Overloaded("llvm.maxnum", x, x, y))
	case arith.MaximumFOp:
		return f.Set(op, f.extremum("llvm.maxnum", x, y))
	case arith.MinimumFOp:
		return f.Set(op, f.extremum("llvm.minnum", x, y))
	case arith.RemFOp: // LLVM expands it for NVPTX to x - trunc(x/y)*y, inexact for large quotients
		return f.Set(op, b.NewFRem(x, y))
	}
	return false
}

// The predicates of LLVM by those of arith.
var (
	IntPreds = map[arith.IntPredicate]enum.IPred{arith.EQ: enum.IPredEQ, arith.NE: enum.IPredNE,
		arith.SLT: enum.IPredSLT, arith.SLE: enum.IPredSLE, arith.SGT: enum.IPredSGT, arith.SGE: enum.IPredSGE,
		arith.ULT: enum.IPredULT, arith.ULE: enum.IPredULE, arith.UGT: enum.IPredUGT, arith.UGE: enum.IPredUGE}
	floatPreds = map[arith.FloatPredicate]enum.FPred{arith.AlwaysFalse: enum.FPredFalse, arith.AlwaysTrue: enum.FPredTrue,
		arith.OEQ: enum.FPredOEQ, arith.OGT: enum.FPredOGT, arith.OGE: enum.FPredOGE, arith.OLT: enum.FPredOLT,
		arith.OLE: enum.FPredOLE, arith.ONE: enum.FPredONE, arith.ORD: enum.FPredORD, arith.UEQ: enum.FPredUEQ,
		arith.FUGT: enum.FPredUGT, arith.FUGE: enum.FPredUGE, arith.FULT: enum.FPredULT, arith.FULE: enum.FPredULE,
		arith.UNE: enum.FPredUNE, arith.UNO: enum.FPredUNO}
)

func (f *Function) constant(o arith.ConstantOp) bool {
	op := o.Operation
	switch a := o.Value().(type) {
	case *ir.IntegerAttr:
		t, ok := f.TypeOf(op, a.Type).(*types.IntType)
		if !ok {
			return false
		}
		if t.BitSize == 1 {
			return f.Set(op, constant.NewBool(a.Value.Sign() != 0))
		}
		return f.Set(op, &constant.Int{Typ: t, X: a.Value})
	case *ir.FloatAttr:
		t, ok := f.TypeOf(op, a.Type).(*types.FloatType)
		return ok && f.Set(op, FloatConst(t, a.Float64()))
	}
	return false
}

// FloatConst is a constant with the exact value v, which fits its type.
func FloatConst(t *types.FloatType, v float64) constant.Constant {
	bits := func(it *types.IntType, b uint64) constant.Constant {
		return constant.NewBitCast(constant.NewInt(it, int64(b)), t)
	}
	switch {
	case t.Kind == types.FloatKindHalf: // llir prints halves in a form of its own
		return bits(types.I16, ir.EncodeFloat(v, ir.F16))
	case v == math.Trunc(v) && math.Abs(v) < 1<<20 && !(v == 0 && math.Signbit(v)):
		return constant.NewFloat(t, v)
	case t.Kind == types.FloatKindFloat: // llir loses the sign of zero and prints infinities in a form of its own
		return bits(types.I32, uint64(math.Float32bits(float32(v))))
	}
	return bits(types.I64, math.Float64bits(v))
}

// cast translates conversions and unary arithmetic.
func (f *Function) cast(op *ir.Operation, x value.Value) bool {
	t := f.TypeOf(op, op.Result(0).Type())
	b := f.Cur
	switch op.Typed().(type) {
	case arith.ExtSIOp:
		return f.Set(op, b.NewSExt(x, t))
	case arith.ExtUIOp:
		return f.Set(op, b.NewZExt(x, t))
	case arith.TruncIOp:
		return f.Set(op, b.NewTrunc(x, t))
	case arith.ExtFOp:
		return f.Set(op, b.NewFPExt(x, t))
	case arith.TruncFOp:
		return f.Set(op, b.NewFPTrunc(x, t))
	case arith.SIToFPOp:
		return f.Set(op, b.NewSIToFP(x, t))
	case arith.UIToFPOp:
		return f.Set(op, b.NewUIToFP(x, t))
	case arith.FPToSIOp:
		return f.Set(op, b.NewFPToSI(x, t))
	case arith.FPToUIOp:
		return f.Set(op, b.NewFPToUI(x, t))
	case arith.BitcastOp:
		return f.Set(op, b.NewBitCast(x, t))
	case arith.NegFOp:
		return f.Set(op, b.NewFNeg(x))
	case arith.IndexCastOp, arith.IndexCastUIOp:
		from, to := x.Type().(*types.IntType), t.(*types.IntType)
		switch {
		case from.BitSize > to.BitSize:
			return f.Set(op, b.NewTrunc(x, t))
		case from.BitSize == to.BitSize:
			return f.Set(op, x)
		case ir.Is[arith.IndexCastOp](op):
			return f.Set(op, b.NewSExt(x, t))
		}
		return f.Set(op, b.NewZExt(x, t))
	}
	return false
}

// Vararg promotes an argument as C does: to double, int or long long.
func (f *Function) Vararg(x value.Value) value.Value {
	switch t := x.Type().(type) {
	case *types.FloatType:
		if t.Kind != types.FloatKindDouble {
			return f.Cur.NewFPExt(x, types.Double)
		}
	case *types.IntType:
		if t.BitSize == 1 {
			return f.Cur.NewZExt(x, types.I32)
		}
		if t.BitSize < 32 {
			return f.Cur.NewSExt(x, types.I32)
		}
	}
	return x
}
