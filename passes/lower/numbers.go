package lower

import (
	"math"
	"math/big"

	"descend/dialects/descend"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
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
			v = f.op1("arith.index_cast", want, []*ir.Value{v})
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
		set(f.op1("nvvm.vote.ballot.sync", f.c.I32(), []*ir.Value{mask, f.scalar(o.Operand(0))}))
	case descend.PrintOp:
		f.print(o)
	case descend.AssertOp:
		if !f.m.opts.Unchecked {
			bad := f.bin("arith.xori", f.scalar(o.Operand(0)), f.constInt(-1, f.c.I1()))
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

var intNames = map[string]string{"add": "addi", "sub": "subi", "mul": "muli", "and": "andi", "or": "ori", "xor": "xori"}
var floatNames = map[string]string{"add": "addf", "sub": "subf", "mul": "mulf", "div": "divf", "rem": "remf"}

// binary lowers arithmetic on two operands.
func (f *fn) binary(o *ir.Operation) *ir.Value {
	a, b := f.scalar(o.Operand(0)), f.scalar(o.Operand(1))
	t := o.Operand(0).Type()
	op := o.StringAttr("op")
	if _, ok := isFloatType(t); ok {
		if n, ok := floatNames[op]; ok {
			return f.fbin("arith."+n, a, b)
		}
	} else if n, ok := intNames[op]; ok {
		return f.bin("arith."+n, a, b)
	} else {
		switch op {
		case "div", "rem":
			return f.divide(o, a, b, t)
		case "shl", "shr":
			name := "arith.shli"
			if op == "shr" {
				if name = "arith.shrsi"; isUnsigned(t) {
					name = "arith.shrui"
				}
			}
			return f.bin(name, a, f.shiftCount(a, b))
		}
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
	return f.bin("arith.andi", b, f.constInt(width-1, b.Type()))
}

// divide lowers division and remainder with their guards.
func (f *fn) divide(o *ir.Operation, a, b *ir.Value, t ir.Type) *ir.Value {
	text := o.StringAttr("text")
	k, isConst := constOf(b)
	if !isConst || k.Sign() == 0 {
		f.check(f.cmpi(cmpEQ, b, f.constInt(0, b.Type())), contract.CheckDivision, text, o)
	}
	name := map[string]string{"div": "arith.div", "rem": "arith.rem"}[o.StringAttr("op")]
	if isUnsigned(t) {
		return f.bin(name+"ui", a, b)
	}
	if !isConst || k.Cmp(big.NewInt(-1)) == 0 {
		least := f.constBig(new(big.Int).Neg(pow2(widthOf(a.Type())-1)), a.Type())
		bad := f.cmpi(cmpEQ, a, least)
		if !isConst {
			bad = f.bin("arith.andi", bad, f.cmpi(cmpEQ, b, f.constInt(-1, b.Type())))
		}
		f.check(bad, contract.CheckOverflow, text, o)
	}
	return f.bin(name+"si", a, b)
}

func widthOf(t ir.Type) int {
	if i, ok := t.(*ir.IntegerType); ok {
		return i.Width
	}
	return 64
}

func pow2(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }

var intPredicates = map[string]int64{"eq": cmpEQ, "ne": cmpNE, "lt": cmpSLT, "le": cmpSLE, "gt": cmpSGT, "ge": cmpSGE}
var floatPredicates = map[string]int64{"eq": cmpOEQ, "ne": cmpUNE, "lt": cmpOLT, "le": cmpOLE, "gt": cmpOGT, "ge": cmpOGE}

// compare lowers a comparison.
func (f *fn) compare(o *ir.Operation) *ir.Value {
	a, b := f.scalar(o.Operand(0)), f.scalar(o.Operand(1))
	t := o.Operand(0).Type()
	op := o.StringAttr("op")
	if _, ok := isFloatType(t); ok {
		return f.cmpf(floatPredicates[op], a, b)
	}
	p := intPredicates[op]
	if isUnsigned(t) && p >= cmpSLT {
		p += cmpULT - cmpSLT
	}
	return f.cmpi(p, a, b)
}

// unary lowers negation.
func (f *fn) unary(o *ir.Operation) *ir.Value {
	a := f.scalar(o.Operand(0))
	if o.StringAttr("op") == "not" {
		return f.bin("arith.xori", a, f.constInt(-1, a.Type()))
	}
	if _, ok := isFloatType(a.Type()); ok {
		return f.op1("arith.negf", a.Type(), []*ir.Value{a}, f.contract())
	}
	return f.bin("arith.subi", f.constInt(0, a.Type()), a)
}

// cast lowers `as`.
func (f *fn) cast(v *ir.Value, from, to ir.Type) *ir.Value {
	t := ssaScalar(f.c, to)
	one := func(name string) *ir.Value { return f.op1(name, t, []*ir.Value{v}) }
	ff, fromFloat := isFloatType(from)
	tf, toFloat := isFloatType(to)
	switch {
	case fromFloat && toFloat:
		switch {
		case ff.Width() < tf.Width():
			return one("arith.extf")
		case ff.Width() > tf.Width():
			return one("arith.truncf")
		}
		return v
	case fromFloat:
		return f.floatToInt(v, ff, to)
	case v.Type() == f.index() || t == f.index():
		if v.Type() == t {
			return v
		}
		if toFloat {
			v = f.op1("arith.index_cast", f.c.I64(), []*ir.Value{v})
			return one("arith.uitofp")
		}
		if isUnsigned(from) {
			return one("arith.index_castui")
		}
		return one("arith.index_cast")
	case toFloat && isUnsigned(from):
		return one("arith.uitofp")
	case toFloat:
		return one("arith.sitofp")
	}
	w, n := widthOf(v.Type()), widthOf(t)
	switch {
	case n == 1 && w > 1:
		return f.cmpi(cmpNE, v, f.constInt(0, v.Type()))
	case n < w:
		return one("arith.trunci")
	case n > w && isUnsigned(from):
		return one("arith.extui")
	case n > w:
		return one("arith.extsi")
	}
	return v
}

// floatToInt converts with saturation; NaN gives 0.
//
//	%in = lo <= x and x < hi;  %r = fptosi(select %in, x, 0);  x >= hi: the greatest;  x < lo: the least
func (f *fn) floatToInt(v *ir.Value, from *ir.FloatType, to ir.Type) *ir.Value {
	if from.Kind == ir.F16 { // 2^31 has no f16
		from = f.c.F32()
		v = f.op1("arith.extf", from, []*ir.Value{v})
	}
	t := ssaScalar(f.c, to)
	w := widthOf(t)
	name, lo, hi := "arith.fptosi", -math.Ldexp(1, w-1), math.Ldexp(1, w-1)
	least, most := new(big.Int).Neg(pow2(w-1)), new(big.Int).Sub(pow2(w-1), big.NewInt(1))
	if isUnsigned(to) {
		name, lo, hi = "arith.fptoui", 0, math.Ldexp(1, w)
		least, most = new(big.Int), new(big.Int).Sub(pow2(w), big.NewInt(1))
	}
	low, high := f.constFloat(lo, from), f.constFloat(hi, from)
	in := f.bin("arith.andi", f.cmpf(cmpOGE, v, low), f.cmpf(cmpOLT, v, high))
	r := f.op1(name, t, []*ir.Value{f.sel(in, v, f.constFloat(0, from))})
	r = f.sel(f.cmpf(cmpOGE, v, high), f.constBig(most, t), r)
	return f.sel(f.cmpf(cmpOLT, v, low), f.constBig(least, t), r)
}

var mathNames = map[string]string{"sqrt": "math.sqrt", "rsqrt": "math.rsqrt", "floor": "math.floor", "ceil": "math.ceil",
	"exp": "math.exp", "log": "math.log", "sin": "math.sin", "cos": "math.cos", "abs": "math.absf", "fabs": "math.absf",
	"pow": "math.powf", "fma": "math.fma", "min": "arith.minnumf", "max": "arith.maxnumf"}

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
	if name == "hypot" && len(args) == 2 {
		return f.hypot(args[0], args[1], ft)
	}
	n, ok := mathNames[name]
	if !ok {
		f.unsupported(o.Loc(), "function `%s` on %s", name, t)
	}
	return f.op1(n, t, args, f.contract())
}

// intMath lowers min, max and abs on integers; the absolute value of the least integer is itself.
func (f *fn) intMath(o *ir.Operation, name string, args []*ir.Value) *ir.Value {
	u := isUnsigned(o.Operand(0).Type())
	suffix := "si"
	if u {
		suffix = "ui"
	}
	switch {
	case name == "min" || name == "max":
		return f.bin("arith."+name+suffix, args[0], args[1])
	case name == "abs" && u:
		return args[0]
	case name == "abs":
		zero := f.constInt(0, args[0].Type())
		return f.bin("arith.maxsi", args[0], f.bin("arith.subi", zero, args[0]))
	}
	f.unsupported(o.Loc(), "function `%s` on %s", name, descend.Format(o.Operand(0).Type()))
	return nil
}

// hypot is the length of (x, y) without overflow in between: m * sqrt(1 + (n/m)^2), m the larger part.
func (f *fn) hypot(x, y *ir.Value, t *ir.FloatType) *ir.Value {
	abs := func(v *ir.Value) *ir.Value { return f.op1("math.absf", t, []*ir.Value{v}, f.contract()) }
	x, y = abs(x), abs(y)
	m, n := f.fbin("arith.maximumf", x, y), f.fbin("arith.minimumf", x, y)
	q := f.fbin("arith.divf", n, m)
	s := f.fbin("arith.addf", f.constFloat(1, t), f.fbin("arith.mulf", q, q))
	r := f.fbin("arith.mulf", m, f.op1("math.sqrt", t, []*ir.Value{s}, f.contract()))
	edge := f.bin("arith.ori", f.cmpf(cmpOEQ, m, f.constFloat(0, t)), f.cmpf(cmpOEQ, m, f.constFloat(math.Inf(1), t)))
	return f.sel(edge, m, r)
}

// shuffle lowers an exchange between the lanes of a warp; a lane without a source keeps its own value.
func (f *fn) shuffle(o *ir.Operation) *ir.Value {
	v, by := f.scalar(o.Operand(0)), f.scalar(o.Operand(1))
	if by.Type() == f.index() {
		by = f.op1("arith.index_cast", f.c.I32(), []*ir.Value{by})
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
	got, valid := gpu.NewShuffle(f.b, mode, v, by, f.constInt(32, f.c.I32()))
	if kind == "xor" || kind == "idx" {
		// Among the 32 lanes of a whole warp there always is a source: lane numbers count modulo 32.
		if k, ok := constOf(by); ok && k.Sign() >= 0 && k.Cmp(big.NewInt(32)) < 0 {
			return got
		}
	}
	return f.sel(valid, got, v)
}
