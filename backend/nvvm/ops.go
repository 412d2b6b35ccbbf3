package nvvm

import (
	"math"
	"strings"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/ir"
)

// operation translates one operation at the current block.
func (f *function) operation(op *ir.Operation) {
	dialect, name, _ := strings.Cut(op.Name(), ".")
	ok := false
	switch dialect {
	case "arith":
		ok = f.arith(op, name)
	case "math":
		ok = f.math(op, name)
	case "memref":
		ok = f.memref(op, name)
	case "scf":
		ok = f.scf(op, name)
	case "gpu":
		ok = f.gpu(op, name)
	case "nvvm", "llvm":
		ok = f.lowLevel(op)
	}
	if !ok {
		unsupported(op, "the GPU backend cannot translate %s yet", op.Name())
	}
}

func (f *function) set(op *ir.Operation, v value.Value) bool {
	f.vals[op.Result(0)] = v
	return true
}

// contract lets a multiplication and an addition become one fma, as nvcc does by default.
var contract = []enum.FastMathFlag{enum.FastMathFlagContract}

// arith translates integer and floating point arithmetic.
func (f *function) arith(op *ir.Operation, name string) bool {
	if name == "constant" {
		return f.constant(op)
	}
	if op.NumResults() != 1 || op.NumOperands() == 0 || op.NumOperands() > 3 {
		return false
	}
	if op.NumOperands() == 3 && ownIfInvalid(op) {
		return f.set(op, f.val(op.Operand(1)))
	}
	x := f.val(op.Operand(0))
	switch op.NumOperands() {
	case 1:
		return f.cast(op, name, x)
	case 3:
		if _, isMem := op.Result(0).Type().(*ir.MemRefType); isMem {
			return false
		}
		return name == "select" && f.set(op, f.cur.NewSelect(x, f.val(op.Operand(1)), f.val(op.Operand(2))))
	}
	y := f.val(op.Operand(1))
	b := f.cur
	switch name {
	case "addi":
		return f.set(op, b.NewAdd(x, y))
	case "subi":
		return f.set(op, b.NewSub(x, y))
	case "muli":
		return f.set(op, b.NewMul(x, y))
	case "divsi":
		return f.set(op, b.NewSDiv(x, y))
	case "divui":
		return f.set(op, b.NewUDiv(x, y))
	case "remsi":
		return f.set(op, b.NewSRem(x, y))
	case "remui":
		return f.set(op, b.NewURem(x, y))
	case "andi":
		return f.set(op, b.NewAnd(x, y))
	case "ori":
		return f.set(op, b.NewOr(x, y))
	case "xori":
		return f.set(op, b.NewXor(x, y))
	case "shli":
		return f.set(op, b.NewShl(x, y))
	case "shrsi":
		return f.set(op, b.NewAShr(x, y))
	case "shrui":
		return f.set(op, b.NewLShr(x, y))
	case "minsi":
		return f.set(op, b.NewSelect(b.NewICmp(enum.IPredSLT, x, y), x, y))
	case "maxsi":
		return f.set(op, b.NewSelect(b.NewICmp(enum.IPredSGT, x, y), x, y))
	case "minui":
		return f.set(op, b.NewSelect(b.NewICmp(enum.IPredULT, x, y), x, y))
	case "maxui":
		return f.set(op, b.NewSelect(b.NewICmp(enum.IPredUGT, x, y), x, y))
	case "cmpi":
		p, _ := op.IntAttr("predicate")
		return f.set(op, b.NewICmp(intPreds[p], x, y))
	case "cmpf":
		p, _ := op.IntAttr("predicate")
		return f.set(op, b.NewFCmp(floatPreds[p], x, y))
	case "addf":
		i := b.NewFAdd(x, y)
		i.FastMathFlags = contract
		return f.set(op, i)
	case "subf":
		i := b.NewFSub(x, y)
		i.FastMathFlags = contract
		return f.set(op, i)
	case "mulf":
		i := b.NewFMul(x, y)
		i.FastMathFlags = contract
		return f.set(op, i)
	case "divf":
		return f.set(op, b.NewFDiv(x, y))
	case "minnumf":
		return f.set(op, f.floatCall("llvm.minnum", x, x, y))
	case "maxnumf":
		return f.set(op, f.floatCall("llvm.maxnum", x, x, y))
	case "maximumf", "minimumf":
		return f.set(op, f.extremum(name, x, y))
	case "remf": // LLVM expands it for NVPTX to x - trunc(x/y)*y, inexact for large quotients
		return f.set(op, b.NewFRem(x, y))
	}
	return false
}

var intPreds = []enum.IPred{enum.IPredEQ, enum.IPredNE, enum.IPredSLT, enum.IPredSLE, enum.IPredSGT, enum.IPredSGE,
	enum.IPredULT, enum.IPredULE, enum.IPredUGT, enum.IPredUGE}

var floatPreds = []enum.FPred{enum.FPredFalse, enum.FPredOEQ, enum.FPredOGT, enum.FPredOGE, enum.FPredOLT, enum.FPredOLE,
	enum.FPredONE, enum.FPredORD, enum.FPredUEQ, enum.FPredUGT, enum.FPredUGE, enum.FPredULT, enum.FPredULE, enum.FPredUNE,
	enum.FPredUNO, enum.FPredTrue}

func (f *function) constant(op *ir.Operation) bool {
	switch a := op.Attr("value").(type) {
	case *ir.IntegerAttr:
		t, ok := typeOf(op, a.Type).(*types.IntType)
		if !ok {
			return false
		}
		if t.BitSize == 1 {
			return f.set(op, constant.NewBool(a.Value.Sign() != 0))
		}
		return f.set(op, &constant.Int{Typ: t, X: a.Value})
	case *ir.FloatAttr:
		t, ok := typeOf(op, a.Type).(*types.FloatType)
		return ok && f.set(op, floatConst(t, a.Float64()))
	}
	return false
}

// floatConst is a constant with the exact value v, which fits its type.
func floatConst(t *types.FloatType, v float64) constant.Constant {
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
func (f *function) cast(op *ir.Operation, name string, x value.Value) bool {
	t := typeOf(op, op.Result(0).Type())
	b := f.cur
	switch name {
	case "extsi":
		return f.set(op, b.NewSExt(x, t))
	case "extui":
		return f.set(op, b.NewZExt(x, t))
	case "trunci":
		return f.set(op, b.NewTrunc(x, t))
	case "extf":
		return f.set(op, b.NewFPExt(x, t))
	case "truncf":
		return f.set(op, b.NewFPTrunc(x, t))
	case "sitofp":
		return f.set(op, b.NewSIToFP(x, t))
	case "uitofp":
		return f.set(op, b.NewUIToFP(x, t))
	case "fptosi":
		return f.set(op, b.NewFPToSI(x, t))
	case "fptoui":
		return f.set(op, b.NewFPToUI(x, t))
	case "bitcast":
		return f.set(op, b.NewBitCast(x, t))
	case "negf":
		return f.set(op, b.NewFNeg(x))
	case "index_cast", "index_castui":
		from, to := x.Type().(*types.IntType), t.(*types.IntType)
		switch {
		case from.BitSize > to.BitSize:
			return f.set(op, b.NewTrunc(x, t))
		case from.BitSize == to.BitSize:
			return f.set(op, x)
		case name == "index_cast":
			return f.set(op, b.NewSExt(x, t))
		}
		return f.set(op, b.NewZExt(x, t))
	}
	return false
}
