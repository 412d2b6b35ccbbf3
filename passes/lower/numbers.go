package lower

import (
	stdmath "math"
	"math/big"

	"descend/dialects/arith"
	"descend/dialects/descend"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/math"
	"descend/dialects/nvvm"
	"descend/ir"
)

// This file lowers arithmetic (docs/language.md, "Numbers"): integers wrap; division by zero and of
// the least integer by -1 stop the program; shift counts are modulo the width; float to int saturates and
// NaN gives 0; minimum and maximum ignore a NaN; floating point operations may be contracted, not reordered.

// lowerValue lowers operations on values; false if o is none.
func (f *fn) lowerValue(o *ir.Operation) bool {
	set := func(v *ir.Value) { f.vals[o.Result(0)] = scalarValue(o.Result(0).Type(), v) }
	switch t := o.Typed().(type) {
	case descend.NatOp:
		v := f.natValue(t.Nat())
		if want := ssaScalar(f.c, o.Result(0).Type()); want != f.index() {
			v = arith.IndexCast(f.b, v, want)
		}
		set(v)
	case descend.ConstOp:
		set(f.constant(o))
	case descend.UnitOp:
		f.vals[o.Result(0)] = &value{typ: o.Result(0).Type()}
	case descend.BinaryOp:
		set(f.binary(o))
	case descend.CompareOp:
		set(f.compare(o))
	case descend.UnaryOp:
		set(f.unary(o))
	case descend.CastOp:
		set(f.cast(f.scalar(o.Operand(0)), o.Operand(0).Type(), o.Result(0).Type()))
	case descend.MathOp:
		set(f.math(o))
	case descend.AggregateOp:
		f.aggregate(o)
	case descend.RepeatOp:
		f.vals[o.Result(0)] = &value{typ: o.Result(0).Type(), rep: f.val(o.Operand(0))}
	case descend.ShuffleOp:
		set(f.shuffle(o))
	case descend.BallotOp:
		mask := f.constInt(-1, f.c.I32())
		set(nvvm.NewBallot(f.b, mask, f.scalar(o.Operand(0))))
	case descend.PrintOp:
		f.print(o)
	case descend.AssertOp:
		if !f.m.opts.Unchecked {
			bad := arith.XOrI(f.b, f.scalar(o.Operand(0)), f.constInt(-1, f.c.I1()))
			f.check(bad, contract.CheckAssert, o.StringAttr("text"), o)
		}
	default:
		return false
	}
	return true
}

// constant lowers a literal.
func (f *fn) constant(o *ir.Operation) *ir.Value {
	t := ssaScalar(f.c, o.Result(0).Type())
	switch a := o.Attr("value").(type) {
	case *ir.IntegerAttr:
		if ft, ok := t.(*ir.FloatType); ok {
			v, _ := new(big.Float).SetInt(a.Value).Float64()
			return f.constFloat(v, ft)
		}
		return f.constBig(a.Value, t)
	case *ir.FloatAttr:
		return f.constAttr(a, t)
	}
	f.unsupported(o.Loc(), "a literal of type %s", descend.Format(o.Result(0).Type()))
	return nil
}

func (f *fn) aggregate(o *ir.Operation) {
	v := &value{typ: o.Result(0).Type()}
	for _, x := range o.Operands() {
		if _, isArray := v.typ.(*descend.ArrayType); isArray {
			v.elems = append(v.elems, f.val(x))
		} else {
			v.parts = append(v.parts, f.val(x))
		}
	}
	f.vals[o.Result(0)] = v
}

func isUnsigned(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	if !ok {
		_, idx := t.(*ir.IndexType)
		return idx
	}
	return i.Sign == ir.Unsigned || i.Width == 1
}

func isFloatType(t ir.Type) (*ir.FloatType, bool) {
	ft, ok := t.(*ir.FloatType)
	return ft, ok
}

// binaryOp builds an operation on two operands of one type.
type binaryOp func(b *ir.Builder, l, r *ir.Value) *ir.Value

// wraps builds an operation on integers that promises nothing about overflow.
func wraps(build func(*ir.Builder, *ir.Value, *ir.Value, ...arith.Overflow) *ir.Value) binaryOp {
	return func(b *ir.Builder, l, r *ir.Value) *ir.Value { return build(b, l, r) }
}

// contracts builds an operation on floats that may be contracted.
func contracts(build func(*ir.Builder, *ir.Value, *ir.Value, ...arith.FastMath) *ir.Value) binaryOp {
	return func(b *ir.Builder, l, r *ir.Value) *ir.Value { return build(b, l, r, arith.Contract) }
}

// The operations of the language by their names: on floats, on integers, and on integers where the sign counts.
var (
	floatOps = map[string]binaryOp{"add": contracts(arith.AddF), "sub": contracts(arith.SubF), "mul": contracts(arith.MulF),
		"div": contracts(arith.DivF), "rem": contracts(arith.RemF), "pow": contracts(math.PowF),
		"min": contracts(arith.MinNumF), "max": contracts(arith.MaxNumF)}
	intOps = map[string]binaryOp{"add": wraps(arith.AddI), "sub": wraps(arith.SubI), "mul": wraps(arith.MulI),
		"and": arith.AndI, "or": arith.OrI, "xor": arith.XOrI, "shl": wraps(arith.ShLI)}
	signedOps   = map[string]binaryOp{"div": arith.DivSI, "rem": arith.RemSI, "shr": arith.ShRSI, "min": arith.MinSI, "max": arith.MaxSI}
	unsignedOps = map[string]binaryOp{"div": arith.DivUI, "rem": arith.RemUI, "shr": arith.ShRUI, "min": arith.MinUI, "max": arith.MaxUI}
)

// intOp is an operation on integers of a type; nil if there is none.
func intOp(name string, t ir.Type) binaryOp {
	switch op, ok := intOps[name]; {
	case ok:
		return op
	case isUnsigned(t):
		return unsignedOps[name]
	}
	return signedOps[name]
}

// binary lowers arithmetic on two operands.
func (f *fn) binary(o *ir.Operation) *ir.Value {
	a, b := f.scalar(o.Operand(0)), f.scalar(o.Operand(1))
	t := o.Operand(0).Type()
	op := o.StringAttr("op")
	_, isFloat := isFloatType(t)
	build := intOp(op, t)
	switch {
	case isFloat && floatOps[op] != nil:
		return floatOps[op](f.b, a, b)
	case isFloat, build == nil:
	case op == "div" || op == "rem":
		return f.divide(o, build, a, b, t)
	case op == "shl" || op == "shr":
		return build(f.b, a, f.shiftCount(a, b))
	default:
		return build(f.b, a, b)
	}
	f.unsupported(o.Loc(), "operator `%s` on %s", op, descend.Format(t))
	return nil
}

// shiftCount is b modulo the width of a, in the type of a.
func (f *fn) shiftCount(a, b *ir.Value) *ir.Value {
	t, ok := a.Type().(*ir.IntegerType)
	width := int64(64)
	if ok {
		width = int64(t.Width)
	}
	if k, isConst := constOf(b); isConst {
		m := new(big.Int).Mod(k, big.NewInt(width))
		return f.constBig(m, a.Type())
	}
	return arith.AndI(f.b, b, f.constInt(width-1, b.Type()))
}

// divide lowers division and remainder with their guards.
func (f *fn) divide(o *ir.Operation, build binaryOp, a, b *ir.Value, t ir.Type) *ir.Value {
	text := o.StringAttr("text")
	k, isConst := constOf(b)
	if !isConst || k.Sign() == 0 {
		f.check(arith.CmpI(f.b, arith.EQ, b, f.constInt(0, b.Type())), contract.CheckDivision, text, o)
	}
	if isUnsigned(t) {
		return build(f.b, a, b)
	}
	if !isConst || k.Cmp(big.NewInt(-1)) == 0 {
		least := f.constBig(new(big.Int).Neg(pow2(widthOf(a.Type())-1)), a.Type())
		bad := arith.CmpI(f.b, arith.EQ, a, least)
		if !isConst {
			bad = arith.AndI(f.b, bad, arith.CmpI(f.b, arith.EQ, b, f.constInt(-1, b.Type())))
		}
		f.check(bad, contract.CheckOverflow, text, o)
	}
	return build(f.b, a, b)
}

func widthOf(t ir.Type) int {
	if i, ok := t.(*ir.IntegerType); ok {
		return i.Width
	}
	return 64
}

func pow2(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }

var intPredicates = map[string]arith.IntPredicate{"eq": arith.EQ, "ne": arith.NE, "lt": arith.SLT, "le": arith.SLE, "gt": arith.SGT, "ge": arith.SGE}
var floatPredicates = map[string]arith.FloatPredicate{"eq": arith.OEQ, "ne": arith.UNE, "lt": arith.OLT, "le": arith.OLE, "gt": arith.OGT, "ge": arith.OGE}

// compare lowers a comparison.
func (f *fn) compare(o *ir.Operation) *ir.Value {
	a, b := f.scalar(o.Operand(0)), f.scalar(o.Operand(1))
	t := o.Operand(0).Type()
	op := o.StringAttr("op")
	if _, ok := isFloatType(t); ok {
		return arith.CmpF(f.b, floatPredicates[op], a, b)
	}
	p := intPredicates[op]
	if isUnsigned(t) && p >= arith.SLT {
		p += arith.ULT - arith.SLT
	}
	return arith.CmpI(f.b, p, a, b)
}

// unary lowers negation.
func (f *fn) unary(o *ir.Operation) *ir.Value {
	a := f.scalar(o.Operand(0))
	if o.StringAttr("op") == "not" {
		return arith.XOrI(f.b, a, f.constInt(-1, a.Type()))
	}
	if _, ok := isFloatType(a.Type()); ok {
		return arith.NegF(f.b, a, arith.Contract)
	}
	return arith.SubI(f.b, f.constInt(0, a.Type()), a)
}

// cast lowers `as`.
func (f *fn) cast(v *ir.Value, from, to ir.Type) *ir.Value {
	t := ssaScalar(f.c, to)
	type conversion func(b *ir.Builder, v *ir.Value, to ir.Type) *ir.Value
	one := func(build conversion) *ir.Value { return build(f.b, v, t) }
	ff, fromFloat := isFloatType(from)
	tf, toFloat := isFloatType(to)
	switch {
	case fromFloat && toFloat:
		switch {
		case ff.Width() < tf.Width():
			return one(arith.ExtF)
		case ff.Width() > tf.Width():
			return one(arith.TruncF)
		}
		return v
	case fromFloat:
		return f.floatToInt(v, ff, to)
	case v.Type() == f.index() || t == f.index():
		if v.Type() == t {
			return v
		}
		if toFloat {
			v = arith.IndexCast(f.b, v, f.c.I64())
			return one(arith.UIToFP)
		}
		if isUnsigned(from) {
			return one(arith.IndexCastUI)
		}
		return one(arith.IndexCast)
	case toFloat && isUnsigned(from):
		return one(arith.UIToFP)
	case toFloat:
		return one(arith.SIToFP)
	}
	w, n := widthOf(v.Type()), widthOf(t)
	switch {
	case n == 1 && w > 1:
		return arith.CmpI(f.b, arith.NE, v, f.constInt(0, v.Type()))
	case n < w:
		return one(arith.TruncI)
	case n > w && isUnsigned(from):
		return one(arith.ExtUI)
	case n > w:
		return one(arith.ExtSI)
	}
	return v
}

// floatToInt converts with saturation; NaN gives 0.
//
//	%in = lo <= x and x < hi;  %r = fptosi(select %in, x, 0);  x >= hi: the greatest;  x < lo: the least
func (f *fn) floatToInt(v *ir.Value, from *ir.FloatType, to ir.Type) *ir.Value {
	if from.Kind == ir.F16 { // 2^31 has no f16
		from = f.c.F32()
		v = arith.ExtF(f.b, v, from)
	}
	t := ssaScalar(f.c, to)
	w := widthOf(t)
	convert, lo, hi := arith.FPToSI, -stdmath.Ldexp(1, w-1), stdmath.Ldexp(1, w-1)
	least, most := new(big.Int).Neg(pow2(w-1)), new(big.Int).Sub(pow2(w-1), big.NewInt(1))
	if isUnsigned(to) {
		convert, lo, hi = arith.FPToUI, 0, stdmath.Ldexp(1, w)
		least, most = new(big.Int), new(big.Int).Sub(pow2(w), big.NewInt(1))
	}
	low, high := f.constFloat(lo, from), f.constFloat(hi, from)
	in := arith.AndI(f.b, arith.CmpF(f.b, arith.OGE, v, low), arith.CmpF(f.b, arith.OLT, v, high))
	r := convert(f.b, arith.Select(f.b, in, v, f.constFloat(0, from)), t)
	r = arith.Select(f.b, arith.CmpF(f.b, arith.OGE, v, high), f.constBig(most, t), r)
	return arith.Select(f.b, arith.CmpF(f.b, arith.OLT, v, low), f.constBig(least, t), r)
}

// floatFunctions are the builtin functions of one float.
var floatFunctions = map[string]func(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value{
	"sqrt": math.Sqrt, "rsqrt": math.Rsqrt, "floor": math.Floor, "ceil": math.Ceil, "exp": math.Exp, "log": math.Log,
	"sin": math.Sin, "cos": math.Cos, "abs": math.AbsF, "fabs": math.AbsF,
}

// math lowers the builtin functions on scalars.
func (f *fn) math(o *ir.Operation) *ir.Value {
	var args []*ir.Value
	for _, a := range o.Operands() {
		args = append(args, f.scalar(a))
	}
	name := o.StringAttr("name")
	if len(args) == 0 {
		f.unsupported(o.Loc(), "`%s` without arguments", name)
	}
	t := args[0].Type()
	ft, isFloat := isFloatType(t)
	if !isFloat {
		return f.intMath(o, name, args)
	}
	switch build := floatFunctions[name]; {
	case build != nil && len(args) == 1:
		return build(f.b, args[0], arith.Contract)
	case name == "hypot" && len(args) == 2:
		return f.hypot(args[0], args[1], ft)
	case floatOps[name] != nil && len(args) == 2:
		return floatOps[name](f.b, args[0], args[1])
	case name == "fma" && len(args) == 3:
		return math.Fma(f.b, args[0], args[1], args[2], arith.Contract)
	}
	f.unsupported(o.Loc(), "function `%s` on %s", name, t)
	return nil
}

// intMath lowers min, max and abs on integers; the absolute value of the least integer is itself.
func (f *fn) intMath(o *ir.Operation, name string, args []*ir.Value) *ir.Value {
	t := o.Operand(0).Type()
	switch {
	case name == "min" || name == "max":
		return intOp(name, t)(f.b, args[0], args[1])
	case name == "abs" && isUnsigned(t):
		return args[0]
	case name == "abs":
		zero := f.constInt(0, args[0].Type())
		return arith.MaxSI(f.b, args[0], arith.SubI(f.b, zero, args[0]))
	}
	f.unsupported(o.Loc(), "function `%s` on %s", name, descend.Format(t))
	return nil
}

// hypot is the length of (x, y) without overflow in between: m * sqrt(1 + (n/m)^2), m the larger part.
func (f *fn) hypot(x, y *ir.Value, t *ir.FloatType) *ir.Value {
	abs := func(v *ir.Value) *ir.Value { return math.AbsF(f.b, v, arith.Contract) }
	x, y = abs(x), abs(y)
	m, n := arith.MaximumF(f.b, x, y, arith.Contract), arith.MinimumF(f.b, x, y, arith.Contract)
	q := arith.DivF(f.b, n, m, arith.Contract)
	s := arith.AddF(f.b, f.constFloat(1, t), arith.MulF(f.b, q, q, arith.Contract), arith.Contract)
	r := arith.MulF(f.b, m, math.Sqrt(f.b, s, arith.Contract), arith.Contract)
	edge := arith.OrI(f.b, arith.CmpF(f.b, arith.OEQ, m, f.constFloat(0, t)), arith.CmpF(f.b, arith.OEQ, m, f.constFloat(stdmath.Inf(1), t)))
	return arith.Select(f.b, edge, m, r)
}

// shuffle lowers an exchange between the lanes of a warp; a lane without a source keeps its own value.
func (f *fn) shuffle(o *ir.Operation) *ir.Value {
	v, by := f.scalar(o.Operand(0)), f.scalar(o.Operand(1))
	if by.Type() == f.index() {
		by = arith.IndexCast(f.b, by, f.c.I32())
	}
	w := widthOf(v.Type())
	if ft, ok := isFloatType(v.Type()); ok {
		w = ft.Width()
	}
	if w != 32 && w != 64 {
		f.unsupported(o.Loc(), "a shuffle of %s", descend.Format(o.Operand(0).Type()))
	}
	kind := o.StringAttr("kind")
	modes := map[string]gpu.ShuffleMode{"xor": gpu.ShuffleXor, "up": gpu.ShuffleUp, "down": gpu.ShuffleDown, "idx": gpu.ShuffleIdx}
	mode, ok := modes[kind]
	if !ok {
		f.unsupported(o.Loc(), "a shuffle of kind `%s`", kind)
	}
	got, valid := gpu.NewShuffle(f.b, mode, v, by, f.constInt(gpu.WarpSize, f.c.I32()))
	if kind == "xor" || kind == "idx" {
		// Among the lanes of a whole warp there always is a source: lane numbers count modulo their number.
		if k, ok := constOf(by); ok && k.Sign() >= 0 && k.Cmp(big.NewInt(gpu.WarpSize)) < 0 {
			return got
		}
	}
	return arith.Select(f.b, valid, got, v)
}
