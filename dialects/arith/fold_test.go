package arith_test

import (
	"math"
	"testing"

	"descend/dialects"
	"descend/dialects/arith"
	"descend/ir"
)

// env makes operations in one block with arguments of each type that the tests need.
type env struct {
	*testing.T
	c *ir.Context
	b *ir.Builder
	// arguments: index, i32, i8, i1, f32, f64
	idx, i32, i8, i1, f32, f64 *ir.Value
}

func newEnv(t *testing.T) *env {
	c := dialects.MLIR()
	blk := ir.NewBlock(nil, c.Index(), c.I32(), c.Int(8), c.I1(), c.F32(), c.F64())
	return &env{T: t, c: c, b: ir.NewBuilder(c).AtEnd(blk),
		idx: blk.Arg(0), i32: blk.Arg(1), i8: blk.Arg(2), i1: blk.Arg(3), f32: blk.Arg(4), f64: blk.Arg(5)}
}

// fold folds the operation that defines v once, with the constants among its operands.
func (e *env) fold(v *ir.Value) *ir.FoldResult {
	op := v.DefiningOp()
	consts := make([]ir.Attribute, op.NumOperands())
	for i := range consts {
		consts[i] = arith.ConstantValue(op.Operand(i))
	}
	r := op.Typed().(ir.Folder).Fold(consts)
	if len(r) == 0 {
		return nil
	}
	return &r[0]
}

func (e *env) wantInt(name string, v *ir.Value, want int64) {
	e.Helper()
	r := e.fold(v)
	if r == nil || r.Attr == nil {
		e.Errorf("%s: not folded to a constant", name)
		return
	}
	if a := r.Attr.(*ir.IntegerAttr); a.Int64() != want || a.Type != v.Type() {
		e.Errorf("%s = %s : %s, want %d : %s", name, a.Value, a.Type, want, v.Type())
	}
}

func (e *env) wantFloat(name string, v *ir.Value, want float64) {
	e.Helper()
	r := e.fold(v)
	if r == nil || r.Attr == nil {
		e.Errorf("%s: not folded to a constant", name)
		return
	}
	if a := r.Attr.(*ir.FloatAttr); a.Float64() != want || math.Signbit(a.Float64()) != math.Signbit(want) {
		e.Errorf("%s = %v, want %v", name, a.Float64(), want)
	}
}

func (e *env) wantValue(name string, v, want *ir.Value) {
	e.Helper()
	if r := e.fold(v); r == nil || r.Value != want {
		e.Errorf("%s: folded to %+v", name, r)
	}
}

func (e *env) wantNone(name string, v *ir.Value) {
	e.Helper()
	if r := e.fold(v); r != nil {
		e.Errorf("%s: folded to %+v, want nothing", name, r)
	}
}

func (e *env) c8(v int64) *ir.Value  { return arith.NewConstantInt(e.b, v, e.c.Int(8)) }
func (e *env) c32(v int64) *ir.Value { return arith.NewConstantI32(e.b, v) }
func (e *env) ci(v int64) *ir.Value  { return arith.NewConstantIndex(e.b, v) }
func (e *env) f(v float64) *ir.Value { return arith.NewConstantFloat(e.b, v, e.c.F32()) }
func (e *env) cb(v bool) *ir.Value   { return arith.NewConstantBool(e.b, v) }
func (e *env) d(v float64) *ir.Value { return arith.NewConstantFloat(e.b, v, e.c.F64()) }
func (e *env) h(v float64) *ir.Value { return arith.NewConstantFloat(e.b, v, e.c.Float(ir.F16)) }
func (e *env) t(width int) ir.Type   { return e.c.Int(width) }

type binary func(b *ir.Builder, l, r *ir.Value) *ir.Value

func noFlags(f func(b *ir.Builder, l, r *ir.Value, of ...arith.Overflow) *ir.Value) binary {
	return func(b *ir.Builder, l, r *ir.Value) *ir.Value { return f(b, l, r) }
}

func TestFoldInts(t *testing.T) {
	e := newEnv(t)
	for _, c := range []struct {
		name       string
		op         binary
		x, y, want int64
	}{
		{"add wraps", noFlags(arith.AddI), 127, 1, -128},
		{"sub wraps", noFlags(arith.SubI), -128, 1, 127},
		{"mul wraps", noFlags(arith.MulI), 100, 100, 16},
		{"divsi", arith.DivSI, -7, 2, -3},
		{"divui", arith.DivUI, -1, 2, 127},
		{"remsi", arith.RemSI, -7, 2, -1},
		{"remui", arith.RemUI, -7, 2, 1},
		{"ceildivsi -", arith.CeilDivSI, -7, 2, -3},
		{"ceildivsi +", arith.CeilDivSI, 7, 2, 4},
		{"ceildivsi mixed", arith.CeilDivSI, 7, -2, -3},
		{"ceildivui", arith.CeilDivUI, -1, 2, -128},
		{"floordivsi", arith.FloorDivSI, -7, 2, -4},
		{"floordivsi exact", arith.FloorDivSI, -8, 2, -4},
		{"and", arith.AndI, 12, 10, 8},
		{"or", arith.OrI, 12, 10, 14},
		{"xor", arith.XOrI, 12, 10, 6},
		{"shl", noFlags(arith.ShLI), 3, 7, -128},
		{"shrsi", arith.ShRSI, -128, 7, -1},
		{"shrui", arith.ShRUI, -128, 7, 1},
		{"minsi", arith.MinSI, -1, 1, -1},
		{"maxsi", arith.MaxSI, -1, 1, 1},
		{"minui", arith.MinUI, -2, 1, 1},
		{"maxui", arith.MaxUI, -2, 1, -2},
	} {
		e.wantInt(c.name, c.op(e.b, e.c8(c.x), e.c8(c.y)), c.want)
	}
}

func TestFoldUndefinedIsLeftAlone(t *testing.T) {
	e := newEnv(t)
	e.wantNone("divsi by 0", arith.DivSI(e.b, e.c8(1), e.c8(0)))
	e.wantNone("divui by 0", arith.DivUI(e.b, e.c8(1), e.c8(0)))
	e.wantNone("remsi by 0", arith.RemSI(e.b, e.c8(1), e.c8(0)))
	e.wantNone("least / -1", arith.DivSI(e.b, e.c8(-128), e.c8(-1)))
	e.wantNone("least % -1", arith.RemSI(e.b, e.c8(-128), e.c8(-1)))
	e.wantNone("floordiv least / -1", arith.FloorDivSI(e.b, e.c8(-128), e.c8(-1)))
	e.wantNone("shift by width", arith.ShLI(e.b, e.c8(1), e.c8(8)))
	e.wantNone("shift by negative", arith.ShRSI(e.b, e.c8(1), e.c8(-1)))
	e.wantNone("fptosi out of range", arith.FPToSI(e.b, e.f(128), e.t(8)))
	e.wantNone("fptoui of negative", arith.FPToUI(e.b, e.f(-1), e.t(8)))
	e.wantNone("fptosi of NaN", arith.FPToSI(e.b, e.f(math.NaN()), e.t(8)))
}

func TestFoldIdentities(t *testing.T) {
	e := newEnv(t)
	x, y := e.i8, arith.AddI(e.b, e.i8, e.i8)
	zero, one, ones := e.c8(0), e.c8(1), e.c8(-1)
	for _, c := range []struct {
		name    string
		v, want *ir.Value
	}{
		{"x+0", arith.AddI(e.b, x, zero), x},
		{"0+x", arith.AddI(e.b, zero, x), x},
		{"(x-y)+y", arith.AddI(e.b, arith.SubI(e.b, x, y), y), x},
		{"y+(x-y)", arith.AddI(e.b, y, arith.SubI(e.b, x, y)), x},
		{"x-0", arith.SubI(e.b, x, zero), x},
		{"(x+y)-y", arith.SubI(e.b, arith.AddI(e.b, x, y), y), x},
		{"(x+y)-x", arith.SubI(e.b, arith.AddI(e.b, x, y), x), y},
		{"x*1", arith.MulI(e.b, x, one), x},
		{"x/1", arith.DivSI(e.b, x, one), x},
		{"x/1 unsigned", arith.DivUI(e.b, x, one), x},
		{"ceil x/1", arith.CeilDivSI(e.b, x, one), x},
		{"x&-1", arith.AndI(e.b, x, ones), x},
		{"x&x", arith.AndI(e.b, x, x), x},
		{"x|0", arith.OrI(e.b, x, zero), x},
		{"x^0", arith.XOrI(e.b, x, zero), x},
		{"(x^y)^y", arith.XOrI(e.b, arith.XOrI(e.b, x, y), y), x},
		{"not not", arith.Not(e.b, arith.Not(e.b, e.i1)), e.i1},
		{"x<<0", arith.ShLI(e.b, x, zero), x},
		{"min(x,x)", arith.MinSI(e.b, x, x), x},
		{"minsi(x,127)", arith.MinSI(e.b, x, e.c8(127)), x},
		{"maxsi(x,-128)", arith.MaxSI(e.b, x, e.c8(-128)), x},
		{"minui(x,255)", arith.MinUI(e.b, x, ones), x},
		{"maxui(x,0)", arith.MaxUI(e.b, x, zero), x},
		{"(x%y)%y", arith.RemUI(e.b, arith.RemUI(e.b, x, y), y), arith.RemUI(e.b, x, y)},
	} {
		if c.name == "(x%y)%y" {
			if r := e.fold(c.v); r == nil || r.Value != c.v.DefiningOp().Operand(0) {
				t.Errorf("%s: folded to %+v", c.name, r)
			}
			continue
		}
		e.wantValue(c.name, c.v, c.want)
	}
	e.wantInt("x-x", arith.SubI(e.b, x, x), 0)
	e.wantInt("x*0", arith.MulI(e.b, x, zero), 0)
	e.wantInt("x&0", arith.AndI(e.b, x, zero), 0)
	e.wantInt("x|-1", arith.OrI(e.b, x, ones), -1)
	e.wantInt("x^x", arith.XOrI(e.b, x, x), 0)
	e.wantInt("x%1", arith.RemUI(e.b, x, one), 0)
	e.wantInt("minsi(x,-128)", arith.MinSI(e.b, x, e.c8(-128)), -128)
	e.wantNone("x+1", arith.AddI(e.b, x, one))
	e.wantNone("x-y", arith.SubI(e.b, x, y))
	three := e.c8(3)
	e.wantValue("x*3 /u 3 without wrap", arith.DivUI(e.b, arith.MulI(e.b, x, three, arith.NUW), three), x)
	e.wantNone("x*3 /u 3 that may wrap", arith.DivUI(e.b, arith.MulI(e.b, x, three), three))
}

func TestFoldFloats(t *testing.T) {
	e := newEnv(t)
	x := e.f32
	e.wantFloat("add", arith.AddF(e.b, e.f(0.1), e.f(0.2)), float64(float32(0.1)+float32(0.2)))
	e.wantFloat("mul f32 overflow", arith.MulF(e.b, e.f(3e38), e.f(10)), math.Inf(1))
	e.wantFloat("div f16", arith.DivF(e.b, e.h(1), e.h(3)), 0.333251953125)
	e.wantFloat("rem", arith.RemF(e.b, e.f(-7), e.f(2)), -1)
	e.wantFloat("minnum NaN", arith.MinNumF(e.b, e.f(math.NaN()), e.f(1)), 1)
	e.wantFloat("minimum -0", arith.MinimumF(e.b, e.f(0), e.f(math.Copysign(0, -1))), math.Copysign(0, -1))
	e.wantFloat("neg 0", arith.NegF(e.b, e.f(0)), math.Copysign(0, -1))
	e.wantNone("minimum NaN", arith.MinimumF(e.b, e.f(math.NaN()), e.f(1)))
	e.wantNone("0/0", arith.DivF(e.b, e.f(0), e.f(0)))
	e.wantNone("x+0", arith.AddF(e.b, x, e.f(0))) // -0 + 0 is 0
	e.wantValue("x+-0", arith.AddF(e.b, x, e.f(math.Copysign(0, -1))), x)
	e.wantValue("x-0", arith.SubF(e.b, x, e.f(0)), x)
	e.wantNone("x*0", arith.MulF(e.b, x, e.f(0)))
	e.wantValue("x*1", arith.MulF(e.b, x, e.f(1)), x)
	e.wantValue("x/1", arith.DivF(e.b, x, e.f(1)), x)
	e.wantValue("neg neg", arith.NegF(e.b, arith.NegF(e.b, x)), x)
}

func TestFoldComparisons(t *testing.T) {
	e := newEnv(t)
	x := e.i8
	cmp := func(p arith.IntPredicate, l, r *ir.Value) *ir.Value { return arith.CmpI(e.b, p, l, r) }
	e.wantInt("-1 < 1", cmp(arith.SLT, e.c8(-1), e.c8(1)), -1)
	e.wantInt("255 < 1 unsigned", cmp(arith.ULT, e.c8(-1), e.c8(1)), 0)
	e.wantInt("x <= x", cmp(arith.SLE, x, x), -1)
	e.wantInt("x != x", cmp(arith.NE, x, x), 0)
	e.wantNone("x <s 0", cmp(arith.SLT, x, e.c8(0)))
	e.wantValue("extui b != 0", cmp(arith.NE, arith.ExtUI(e.b, e.i1, e.t(8)), e.c8(0)), e.i1)
	e.wantValue("b == true", cmp(arith.EQ, e.i1, e.cb(true)), e.i1)
	// a constant moves to the right, with the predicate turned round
	v := cmp(arith.SLT, e.c8(3), x)
	e.wantValue("3 < x in place", v, v)
	if o := v.DefiningOp().Typed().(arith.CmpIOp); o.Predicate() != arith.SGT || o.Lhs() != x {
		t.Errorf("3 < x became %s with left %v", o.Predicate(), o.Lhs())
	}
	for p := arith.EQ; p <= arith.UGE; p++ {
		for _, x := range []int64{-2, 0, 1} {
			for _, y := range []int64{-2, 0, 1} {
				a, b := e.c.IntAttr(x, e.t(8)).Value, e.c.IntAttr(y, e.t(8)).Value
				if p.Eval(a, b, 8) != p.Swapped().Eval(b, a, 8) || p.Eval(a, b, 8) == p.Inverse().Eval(a, b, 8) {
					t.Errorf("%s: swapped %s or inverse %s is wrong on %d, %d", p, p.Swapped(), p.Inverse(), x, y)
				}
			}
		}
	}
	nan := math.NaN()
	for _, c := range []struct {
		p    arith.FloatPredicate
		x, y float64
		want int64
	}{{arith.OEQ, 0, math.Copysign(0, -1), -1}, {arith.OLT, nan, 1, 0}, {arith.FULT, nan, 1, -1}, {arith.UNE, nan, nan, -1},
		{arith.ORD, 1, nan, 0}, {arith.UNO, 1, nan, -1}, {arith.OGE, 2, 2, -1}, {arith.ONE, 1, 1, 0}} {
		e.wantInt(c.p.String(), arith.CmpF(e.b, c.p, e.f(c.x), e.f(c.y)), c.want)
	}
	e.wantNone("x == x is false for NaN", arith.CmpF(e.b, arith.OEQ, e.f32, e.f32))

	e.wantValue("select true", arith.Select(e.b, e.cb(true), e.i8, e.c8(1)), e.i8)
	e.wantValue("select same", arith.Select(e.b, e.i1, e.i8, e.i8), e.i8)
	e.wantValue("select true false", arith.Select(e.b, e.i1, e.cb(true), e.cb(false)), e.i1)
}

func TestFoldCasts(t *testing.T) {
	e := newEnv(t)
	e.wantInt("extsi", arith.ExtSI(e.b, e.c8(-1), e.t(32)), -1)
	e.wantInt("extui", arith.ExtUI(e.b, e.c8(-1), e.t(32)), 255)
	e.wantInt("extui true", arith.ExtUI(e.b, e.cb(true), e.t(32)), 1)
	e.wantInt("trunci", arith.TruncI(e.b, e.c32(300), e.t(8)), 44)
	e.wantInt("index_cast down", arith.IndexCast(e.b, e.ci(1<<32+5), e.t(32)), 5)
	e.wantInt("index_castui", arith.IndexCastUI(e.b, e.c8(-1), e.c.Index()), 255)
	e.wantFloat("sitofp rounds", arith.SIToFP(e.b, e.c32(16777217), e.c.F32()), 16777216)
	e.wantFloat("uitofp", arith.UIToFP(e.b, e.c8(-1), e.c.F32()), 255)
	e.wantInt("fptosi", arith.FPToSI(e.b, e.f(-1.9), e.t(8)), -1)
	e.wantInt("fptoui", arith.FPToUI(e.b, e.f(255.5), e.t(8)), -1)
	e.wantFloat("truncf", arith.TruncF(e.b, e.d(0.1), e.c.F32()), float64(float32(0.1)))
	e.wantInt("bitcast", arith.Bitcast(e.b, e.f(1), e.t(32)), 0x3f800000)
	e.wantFloat("bitcast back", arith.Bitcast(e.b, e.c32(-1082130432), e.c.F32()), -1)

	x := e.i8
	wide := arith.ExtUI(e.b, x, e.t(32))
	e.wantValue("trunc of ext", arith.TruncI(e.b, wide, e.t(8)), x)
	v := arith.ExtUI(e.b, wide, e.t(64))
	e.wantValue("ext of ext in place", v, v)
	if v.DefiningOp().Operand(0) != x {
		t.Error("ext of ext does not take the first operand")
	}
	e.wantValue("i32 -> index -> i32", arith.IndexCast(e.b, arith.IndexCast(e.b, e.i32, e.c.Index()), e.t(32)), e.i32)
	e.wantNone("index -> i32 -> index loses bits", arith.IndexCast(e.b, arith.IndexCast(e.b, e.idx, e.t(32)), e.c.Index()))
	e.wantValue("index -> i64 -> index", arith.IndexCast(e.b, arith.IndexCast(e.b, e.idx, e.t(64)), e.c.Index()), e.idx)
	if arith.IndexCast(e.b, e.idx, e.c.Index()) != e.idx {
		t.Error("a cast to the own type should be the value")
	}
}

func TestBuilders(t *testing.T) {
	e := newEnv(t)
	m := arith.MulF(e.b, e.f32, e.f32, arith.Contract)
	if s := m.DefiningOp().Attr("fastmath").String(); s != "#arith.fastmath<contract>" {
		t.Errorf("fastmath is %s", s)
	}
	if s := arith.AddI(e.b, e.idx, e.idx).DefiningOp().Attr("overflowFlags").String(); s != "#arith.overflow<none>" {
		t.Errorf("default of overflowFlags is %s", s)
	}
	if f, err := arith.ParseFastMath("nnan,contract"); err != nil || f != arith.NNaN|arith.Contract {
		t.Errorf("ParseFastMath: %v, %v", f, err)
	}
	if _, err := arith.ParseFastMath("speedy"); err == nil {
		t.Error("an unknown flag is accepted")
	}
	if arith.Fast.String() != "fast" || (arith.NSW|arith.NUW).String() != "nsw, nuw" {
		t.Error("flags are written differently than by MLIR")
	}
}
