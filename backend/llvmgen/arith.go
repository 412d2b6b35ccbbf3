package llvmgen

import (
	"math"
	"strings"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

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
	case "cf":
		ok = f.starts != nil && f.branch(op, name)
	}
	if !ok && !f.Target.Operation(op) {
		f.Unsupported(op, "%s backend cannot translate %s yet", f.Where, op.Name())
	}
}

// mayContract lets a multiplication and an addition become one fma, as nvcc does by default.
var mayContract = []enum.FastMathFlag{enum.FastMathFlagContract}

// arith translates integer and floating point arithmetic.
func (f *Function) arith(op *ir.Operation, name string) bool {
	if name == "constant" {
		return f.constant(op)
	}
	if op.NumResults() != 1 || op.NumOperands() == 0 || op.NumOperands() > 3 {
		return false
	}
	x := f.Val(op.Operand(0))
	switch op.NumOperands() {
	case 1:
		return f.cast(op, name, x)
	case 3:
		if name != "select" {
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
	switch name {
	case "addi":
		return f.Set(op, b.NewAdd(x, y))
	case "subi":
		return f.Set(op, b.NewSub(x, y))
	case "muli":
		return f.Set(op, b.NewMul(x, y))
	case "divsi":
		return f.Set(op, b.NewSDiv(x, y))
	case "divui":
		return f.Set(op, b.NewUDiv(x, y))
	case "remsi":
		return f.Set(op, b.NewSRem(x, y))
	case "remui":
		return f.Set(op, b.NewURem(x, y))
	case "andi":
		return f.Set(op, b.NewAnd(x, y))
	case "ori":
		return f.Set(op, b.NewOr(x, y))
	case "xori":
		return f.Set(op, b.NewXor(x, y))
	case "shli":
		return f.Set(op, b.NewShl(x, y))
	case "shrsi":
		return f.Set(op, b.NewAShr(x, y))
	case "shrui":
		return f.Set(op, b.NewLShr(x, y))
	case "minsi":
		return f.Set(op, b.NewSelect(b.NewICmp(enum.IPredSLT, x, y), x, y))
	case "maxsi":
		return f.Set(op, b.NewSelect(b.NewICmp(enum.IPredSGT, x, y), x, y))
	case "minui":
		return f.Set(op, b.NewSelect(b.NewICmp(enum.IPredULT, x, y), x, y))
	case "maxui":
		return f.Set(op, b.NewSelect(b.NewICmp(enum.IPredUGT, x, y), x, y))
	case "cmpi":
		p, _ := op.IntAttr("predicate")
		return f.Set(op, b.NewICmp(intPreds[p], x, y))
	case "cmpf":
		p, _ := op.IntAttr("predicate")
		return f.Set(op, b.NewFCmp(floatPreds[p], x, y))
	case "addf":
		i := b.NewFAdd(x, y)
		i.FastMathFlags = mayContract
		return f.Set(op, i)
	case "subf":
		i := b.NewFSub(x, y)
		i.FastMathFlags = mayContract
		return f.Set(op, i)
	case "mulf":
		i := b.NewFMul(x, y)
		i.FastMathFlags = mayContract
		return f.Set(op, i)
	case "divf":
		return f.Set(op, b.NewFDiv(x, y))
	case "minnumf":
		return f.Set(op, f.FloatCall("llvm.minnum", x, x, y))
	case "maxnumf":
		return f.Set(op, f.FloatCall("llvm.maxnum", x, x, y))
	case "maximumf", "minimumf":
		return f.Set(op, f.extremum(name, x, y))
	case "remf": // LLVM expands it for NVPTX to x - trunc(x/y)*y, inexact for large quotients
		return f.Set(op, b.NewFRem(x, y))
	}
	return false
}

var intPreds = []enum.IPred{enum.IPredEQ, enum.IPredNE, enum.IPredSLT, enum.IPredSLE, enum.IPredSGT, enum.IPredSGE,
	enum.IPredULT, enum.IPredULE, enum.IPredUGT, enum.IPredUGE}

var floatPreds = []enum.FPred{enum.FPredFalse, enum.FPredOEQ, enum.FPredOGT, enum.FPredOGE, enum.FPredOLT, enum.FPredOLE,
	enum.FPredONE, enum.FPredORD, enum.FPredUEQ, enum.FPredUGT, enum.FPredUGE, enum.FPredULT, enum.FPredULE, enum.FPredUNE,
	enum.FPredUNO, enum.FPredTrue}

func (f *Function) constant(op *ir.Operation) bool {
	switch a := op.Attr("value").(type) {
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
func (f *Function) cast(op *ir.Operation, name string, x value.Value) bool {
	t := f.TypeOf(op, op.Result(0).Type())
	b := f.Cur
	switch name {
	case "extsi":
		return f.Set(op, b.NewSExt(x, t))
	case "extui":
		return f.Set(op, b.NewZExt(x, t))
	case "trunci":
		return f.Set(op, b.NewTrunc(x, t))
	case "extf":
		return f.Set(op, b.NewFPExt(x, t))
	case "truncf":
		return f.Set(op, b.NewFPTrunc(x, t))
	case "sitofp":
		return f.Set(op, b.NewSIToFP(x, t))
	case "uitofp":
		return f.Set(op, b.NewUIToFP(x, t))
	case "fptosi":
		return f.Set(op, b.NewFPToSI(x, t))
	case "fptoui":
		return f.Set(op, b.NewFPToUI(x, t))
	case "bitcast":
		return f.Set(op, b.NewBitCast(x, t))
	case "negf":
		return f.Set(op, b.NewFNeg(x))
	case "index_cast", "index_castui":
		from, to := x.Type().(*types.IntType), t.(*types.IntType)
		switch {
		case from.BitSize > to.BitSize:
			return f.Set(op, b.NewTrunc(x, t))
		case from.BitSize == to.BitSize:
			return f.Set(op, x)
		case name == "index_cast":
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
