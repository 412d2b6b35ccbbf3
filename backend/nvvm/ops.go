package nvvm

import (
	"fmt"
	"math"
	"strings"

	llvm "github.com/llir/llvm/ir"
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
	if op.NumOperands() == 3 && ownIfInvalid(op) {
		return f.set(op, f.val(op.Operand(1)))
	}
	x := f.val(op.Operand(0))
	switch op.NumOperands() {
	case 1:
		return f.cast(op, name, x)
	case 3:
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
	case "remf":
		// x - trunc(x/y)*y loses precision for large quotients; LLVM has no native frem on NVPTX, its own
		// expansion is the same.
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
		t := typeOf(op, a.Type).(*types.IntType)
		if t.BitSize == 1 {
			return f.set(op, constant.NewBool(a.Value.Sign() != 0))
		}
		return f.set(op, &constant.Int{Typ: t, X: a.Value})
	case *ir.FloatAttr:
		return f.set(op, floatConst(typeOf(op, a.Type).(*types.FloatType), a.Float64()))
	}
	return false
}

// floatConst is a constant with the exact value v, which fits its type.
func floatConst(t *types.FloatType, v float64) constant.Constant {
	if math.IsNaN(v) {
		return &constant.Float{Typ: t, NaN: true}
	}
	if t.Kind == types.FloatKindHalf { // llir prints halves in a form of its own
		bits := constant.NewInt(types.I16, int64(ir.EncodeFloat(v, ir.F16)))
		return constant.NewBitCast(bits, t)
	}
	if v == 0 && math.Signbit(v) || math.IsInf(v, 0) {
		// llir loses the sign of zero and prints infinities that older parsers refuse
		if t.Kind == types.FloatKindFloat {
			return constant.NewBitCast(constant.NewInt(types.I32, int64(math.Float32bits(float32(v)))), t)
		}
		return constant.NewBitCast(constant.NewInt(types.I64, int64(math.Float64bits(v))), t)
	}
	return constant.NewFloat(t, v)
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

// math translates functions that PTX has instructions for. exp, log, sin, cos and pow exist there for f32
// only, as approximations.
func (f *function) math(op *ir.Operation, name string) bool {
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
		root := f.floatCall("llvm.sqrt", x, x)
		return f.set(op, b.NewFDiv(floatConst(x.Type().(*types.FloatType), 1), root))
	case "absi":
		zero := constant.NewInt(x.Type().(*types.IntType), 0)
		return f.set(op, b.NewSelect(b.NewICmp(enum.IPredSLT, x, zero), b.NewSub(zero, x), x))
	}
	if x.Type() != types.Float {
		switch name {
		case "exp", "log", "sin", "cos", "powf", "exp2", "log2":
			unsupported(op, "%s of %s is not supported on the GPU yet; f32 is", name, suffix(x.Type()))
		}
		return false
	}
	approx := func(fn string, x value.Value) value.Value {
		return f.cur.NewCall(f.intrinsic("llvm.nvvm."+fn+".approx.f", types.Float, types.Float), x)
	}
	scale := func(x value.Value, by float64) value.Value {
		return f.cur.NewFMul(x, floatConst(types.Float, float64(float32(by))))
	}
	switch name {
	case "exp":
		return f.set(op, approx("ex2", scale(x, math.Log2E)))
	case "exp2":
		return f.set(op, approx("ex2", x))
	case "log":
		return f.set(op, scale(approx("lg2", x), math.Ln2))
	case "log2":
		return f.set(op, approx("lg2", x))
	case "sin", "cos":
		return f.set(op, approx(name, x))
	case "powf":
		return f.set(op, approx("ex2", f.cur.NewFMul(f.val(op.Operand(1)), approx("lg2", x))))
	}
	return false
}

// scf translates structured control flow to blocks and phis.
func (f *function) scf(op *ir.Operation, name string) bool {
	switch name {
	case "if":
		f.scfIf(op)
	case "for":
		f.scfFor(op)
	case "while":
		f.scfWhile(op)
	case "yield", "condition":
	default:
		return false
	}
	return true
}

// yielded are the translated operands of a block's terminator.
func (f *function) yielded(b *ir.Block, from int) []value.Value {
	var out []value.Value
	if t := b.Back(); t != nil {
		for _, v := range t.Operands()[from:] {
			out = append(out, f.val(v))
		}
	}
	return out
}

func (f *function) scfIf(op *ir.Operation) {
	cond := f.val(op.Operand(0))
	thenB, done := f.newBlock("then"), f.newBlock("endif")
	elseB := done
	hasElse := op.NumRegions() > 1 && op.Body(1) != nil
	if hasElse {
		elseB = f.newBlock("else")
	}
	f.cur.NewCondBr(cond, thenB, elseB)
	f.cur = thenB
	f.block(op.Body(0))
	thenV, thenEnd := f.yielded(op.Body(0), 0), f.cur
	if thenEnd.Term == nil {
		thenEnd.NewBr(done)
	}
	var elseV []value.Value
	elseEnd := elseB
	if hasElse {
		f.cur = elseB
		f.block(op.Body(1))
		elseV, elseEnd = f.yielded(op.Body(1), 0), f.cur
		if elseEnd.Term == nil {
			elseEnd.NewBr(done)
		}
	}
	f.cur = done
	for i, r := range op.Results() {
		f.vals[r] = done.NewPhi(llvm.NewIncoming(thenV[i], thenEnd), llvm.NewIncoming(elseV[i], elseEnd))
	}
}

func (f *function) scfFor(op *ir.Operation) {
	lb, ub, step := f.val(op.Operand(0)), f.val(op.Operand(1)), f.val(op.Operand(2))
	body := op.Body(0)
	pre := f.cur
	head, loop, done := f.newBlock("for"), f.newBlock("loop"), f.newBlock("endfor")
	pre.NewBr(head)
	iv := head.NewPhi(llvm.NewIncoming(lb, pre))
	f.vals[body.Arg(0)] = iv
	var phis []*llvm.InstPhi
	for i, a := range body.Args()[1:] {
		p := head.NewPhi(llvm.NewIncoming(f.val(op.Operand(3+i)), pre))
		f.vals[a] = p
		phis = append(phis, p)
	}
	head.NewCondBr(head.NewICmp(enum.IPredSLT, iv, ub), loop, done)
	f.cur = loop
	f.block(body)
	next := f.yielded(body, 0)
	inc := f.cur.NewAdd(iv, step)
	inc.OverflowFlags = []enum.OverflowFlag{enum.OverflowFlagNSW, enum.OverflowFlagNUW}
	br := f.cur.NewBr(head)
	f.unrollHint(br, op)
	iv.Incs = append(iv.Incs, llvm.NewIncoming(inc, f.cur))
	for i, p := range phis {
		p.Incs = append(p.Incs, llvm.NewIncoming(next[i], f.cur))
	}
	f.cur = done
	for i, r := range op.Results() {
		f.vals[r] = phis[i]
	}
}

func (f *function) scfWhile(op *ir.Operation) {
	before, after := op.Body(0), op.Body(1)
	pre := f.cur
	head, loop, done := f.newBlock("while"), f.newBlock("loop"), f.newBlock("endwhile")
	pre.NewBr(head)
	var phis []*llvm.InstPhi
	for i, a := range before.Args() {
		p := head.NewPhi(llvm.NewIncoming(f.val(op.Operand(i)), pre))
		f.vals[a] = p
		phis = append(phis, p)
	}
	f.cur = head
	f.block(before)
	cond := before.Back()
	pass := f.yielded(before, 1)
	f.cur.NewCondBr(f.val(cond.Operand(0)), loop, done)
	for i, a := range after.Args() {
		f.vals[a] = pass[i]
	}
	for i, r := range op.Results() {
		f.vals[r] = pass[i]
	}
	f.cur = loop
	f.block(after)
	next := f.yielded(after, 0)
	br := f.cur.NewBr(head)
	f.unrollHint(br, op)
	for i, p := range phis {
		p.Incs = append(p.Incs, llvm.NewIncoming(next[i], f.cur))
	}
	f.cur = done
}
