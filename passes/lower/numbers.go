package lower

import (
	"math/big"

	"descend/dialects/arith"
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/llvm"
	"descend/dialects/math"
	"descend/dialects/math/elementary"
	"descend/dialects/nat"
	"descend/dialects/nvvm"
	"descend/ir"
	"descend/passes/place"
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
	case exec.PositionOp:
		c, ok := place.Scheduled(t)
		if !ok {
			f.unsupported(o.Loc(), "the position of a resource without schedule")
		}
		set(f.natValue(f.position(c)))
	case descend.ConstOp:
		set(f.constant(o))
	case descend.UnitOp:
		f.vals[o.Result(0)] = &value{typ: o.Result(0).Type()}
	case descend.BinaryOp:
		set(f.binary(t))
	case descend.CompareOp:
		set(f.compare(t))
	case descend.UnaryOp:
		set(f.unary(t))
	case descend.CastOp:
		set(f.cast(f.scalar(o.Operand(0)), o.Operand(0).Type(), o.Result(0).Type()))
	case descend.MathOp:
		v := f.math(t)
		if !exactFunctions[t.Function()] {
			v = f.asOf(v, o.Result(0).Type())
		}
		set(v)
	case descend.BitsOp:
		set(f.bits(f.scalar(o.Operand(0)), o.Operand(0).Type(), o.Result(0).Type()))
	case descend.AggregateOp:
		f.aggregate(o)
	case descend.RepeatOp:
		f.vals[o.Result(0)] = &value{typ: o.Result(0).Type(), rep: f.val(o.Operand(0))}
	case descend.ShuffleOp:
		set(f.shuffle(o))
	case descend.BallotOp:
		mask := f.constInt(-1, f.c.I32())
		set(nvvm.NewBallot(f.b, mask, f.scalar(o.Operand(0))))
	case descend.LaneVoteOp:
		all := f.constInt(-1, f.c.I32())
		votes := nvvm.NewBallot(f.b, all, f.scalar(o.Operand(0)))
		if t.IsAll() {
			set(arith.CmpI(f.b, arith.EQ, votes, all))
		} else {
			set(arith.CmpI(f.b, arith.NE, votes, f.constInt(0, f.c.I32())))
		}
	case descend.LaneMMAOp:
		f.laneMMA(t)
	case descend.LanePlaceOp:
		f.lanePlace(t)
	case descend.LaneFactorsOp:
		f.laneFactors(t)
	case descend.VoteOp:
		set(f.vote(t))
	case descend.PrintOp:
		if f.gpu {
			f.kernel.printf(o)
		} else {
			f.host.print(o)
		}
	case descend.CheckPermutationOp:
		bad := arith.CmpI(f.b, arith.NE, f.scalar(o.Operand(0)), f.constInt(-1, f.c.I64()))
		f.check(bad, contract.CheckPermutation, o.StringAttr("text"), o)
	case descend.AssertOp:
		if !f.unchecked || o.HasAttr("relied") {
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
			return f.constFloat(f.c.FloatAttr(v, o.Result(0).Type().(*ir.FloatType)).Float64(), ft)
		}
		return f.constBig(a.Value, t)
	case *ir.FloatAttr:
		if ft, ok := t.(*ir.FloatType); ok && a.Type != t { // a bf16
			return f.constFloat(a.Float64(), ft)
		}
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

// binary lowers arithmetic on two operands.
func (f *fn) binary(o descend.BinaryOp) *ir.Value {
	a, b := f.scalar(o.Operand(0)), f.scalar(o.Operand(1))
	t := o.Operand(0).Type()
	op := o.Operator()
	_, isFloat := isFloatType(t)
	build := intOp(op, t)
	switch {
	case isFloat && floatOps[op] != nil:
		return f.asOf(floatOps[op](f.b, a, b), t)
	case isFloat, build == nil:
	case op == descend.Div || op == descend.Rem:
		return f.divide(o.Operation, build, a, b, t)
	case op == descend.Shl || op == descend.Shr:
		return build(f.b, a, f.shiftCount(a, b))
	default:
		return build(f.b, a, b)
	}
	f.unsupported(o.Loc(), "operator `%s` on %s", op, descend.Format(t))
	return nil
}

// The comparisons by their relations.
var (
	intPredicates   = [...]arith.IntPredicate{nat.EQ: arith.EQ, nat.NE: arith.NE, nat.LT: arith.SLT, nat.LE: arith.SLE, nat.GT: arith.SGT, nat.GE: arith.SGE}
	floatPredicates = [...]arith.FloatPredicate{nat.EQ: arith.OEQ, nat.NE: arith.UNE, nat.LT: arith.OLT, nat.LE: arith.OLE, nat.GT: arith.OGT, nat.GE: arith.OGE}
)

// compare lowers a comparison.
func (f *fn) compare(o descend.CompareOp) *ir.Value {
	a, b := f.scalar(o.Operand(0)), f.scalar(o.Operand(1))
	t := o.Operand(0).Type()
	if _, ok := isFloatType(t); ok {
		return arith.CmpF(f.b, floatPredicates[o.Rel()], a, b)
	}
	p := intPredicates[o.Rel()]
	if isUnsigned(t) && p >= arith.SLT {
		p += arith.ULT - arith.SLT
	}
	return arith.CmpI(f.b, p, a, b)
}

// unary lowers negation.
func (f *fn) unary(o descend.UnaryOp) *ir.Value {
	a := f.scalar(o.Operand(0))
	if o.IsNot() {
		return arith.XOrI(f.b, a, f.constInt(-1, a.Type()))
	}
	if _, ok := isFloatType(a.Type()); ok {
		return arith.NegF(f.b, a, arith.Contract)
	}
	return arith.SubI(f.b, f.constInt(0, a.Type()), a)
}

// The builtin functions by what upstream's dialects have for them.
var (
	floatFunctions = map[string]func(b *ir.Builder, v *ir.Value, fm ...arith.FastMath) *ir.Value{
		"sqrt": math.Sqrt, "rsqrt": math.Rsqrt, "cbrt": math.Cbrt, "floor": math.Floor, "ceil": math.Ceil, "round": math.Round, "trunc": math.Trunc,
		"rint": math.RoundEven, "abs": math.AbsF, "exp": math.Exp, "exp2": math.Exp2, "expm1": math.ExpM1, "log": math.Log, "log2": math.Log2,
		"log10": math.Log10, "log1p": math.Log1p, "sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "asin": math.Asin, "acos": math.Acos,
		"atan": math.Atan, "sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh, "erf": math.Erf,
	}
	floatFunctions2 = map[string]func(b *ir.Builder, x, y *ir.Value, fm ...arith.FastMath) *ir.Value{
		"atan2": math.Atan2, "copysign": math.CopySign,
	}
	intFunctions = map[string]func(b *ir.Builder, v *ir.Value) *ir.Value{
		"popc": math.CtPop, "clz": math.CtLz, "ctz": math.CtTz, "brev": llvm.NewBitReverse,
	}
)

// math lowers the builtin functions on scalars.
func (f *fn) math(o descend.MathOp) *ir.Value {
	var args []*ir.Value
	for _, a := range o.Operands() {
		args = append(args, f.scalar(a))
	}
	name := o.Function()
	if len(args) == 0 {
		f.unsupported(o.Loc(), "`%s` without arguments", name)
	}
	t := args[0].Type()
	ft, isFloat := isFloatType(t)
	if !isFloat {
		return f.intMath(o, args)
	}
	op, two := o.Operator()
	switch build := floatFunctions[name]; {
	case build != nil && len(args) == 1:
		return build(f.b, args[0], arith.Contract)
	case name == "exp2_fast":
		return math.Exp2(f.b, args[0], arith.Contract, arith.AFn)
	case name == "exp10":
		return f.elementary(elementary.Exp10, args[0])
	case name == "erfc":
		return f.elementary(elementary.Erfc, args[0])
	case floatFunctions2[name] != nil && len(args) == 2:
		return floatFunctions2[name](f.b, args[0], args[1], arith.Contract)
	case name == "hypot" && len(args) == 2:
		return f.hypot(args[0], args[1], ft)
	case two && len(args) == 2:
		return floatOps[op](f.b, args[0], args[1])
	case name == "fma" && len(args) == 3:
		return math.Fma(f.b, args[0], args[1], args[2], arith.Contract)
	}
	f.unsupported(o.Loc(), "function `%s` on %s", name, t)
	return nil
}

// intMath lowers the functions on integers; the absolute value of the least integer is itself.
func (f *fn) intMath(o descend.MathOp, args []*ir.Value) *ir.Value {
	t, name := o.Operand(0).Type(), o.Function()
	op, _ := o.Operator()
	switch build := intFunctions[name]; {
	case build != nil:
		return build(f.b, args[0])
	case op == descend.Min || op == descend.Max:
		return intOp(op, t)(f.b, args[0], args[1])
	case name == "abs" && isUnsigned(t):
		return args[0]
	case name == "abs":
		zero := f.constInt(0, args[0].Type())
		return arith.MaxSI(f.b, args[0], arith.SubI(f.b, zero, args[0]))
	}
	f.unsupported(o.Loc(), "function `%s` on %s", name, descend.Format(t))
	return nil
}

// shuffle lowers an exchange between the lanes of a warp; a lane without a source keeps its own value.
func (f *fn) shuffle(o *ir.Operation) *ir.Value {
	v, by := f.scalar(o.Operand(0)), f.scalar(o.Operand(1))
	if by.Type() == f.index() {
		by = arith.IndexCast(f.b, by, f.c.I32())
	}
	kind := o.StringAttr("kind")
	modes := map[string]gpu.ShuffleMode{"xor": gpu.ShuffleXor, "up": gpu.ShuffleUp, "down": gpu.ShuffleDown, "idx": gpu.ShuffleIdx}
	mode, ok := modes[kind]
	if !ok {
		f.unsupported(o.Loc(), "a shuffle of kind `%s`", kind)
	}
	wide := f.widened(v)
	got, valid := gpu.NewShuffle(f.b, mode, wide, by, f.constInt(gpu.WarpSize, f.c.I32()))
	if kind == "xor" || kind == "idx" {
		// Among the lanes of a whole warp there always is a source: lane numbers count modulo their number.
		if k, ok := constOf(by); ok && k.Sign() >= 0 && k.Cmp(big.NewInt(gpu.WarpSize)) < 0 {
			return f.narrowed(got, v.Type())
		}
	}
	return f.narrowed(arith.Select(f.b, valid, got, wide), v.Type())
}

// widened is a scalar of fewer than 32 bits as an i32, which lanes can exchange; others as they are.
func (f *fn) widened(v *ir.Value) *ir.Value {
	if ft, ok := isFloatType(v.Type()); ok {
		if ft.Width() >= 32 {
			return v
		}
		v = arith.Bitcast(f.b, v, f.c.Int(ft.Width()))
	}
	if widthOf(v.Type()) >= 32 {
		return v
	}
	return arith.ExtUI(f.b, v, f.c.I32())
}

// narrowed is the scalar of type t that widened has made v of.
func (f *fn) narrowed(v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	if ft, ok := isFloatType(t); ok {
		return arith.Bitcast(f.b, arith.TruncI(f.b, v, f.c.Int(ft.Width())), t)
	}
	return arith.TruncI(f.b, v, t)
}
