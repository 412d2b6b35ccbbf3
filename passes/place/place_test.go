package place_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/frontend/frontendtest"
	"descend/ir"
	"descend/passes/place"
)

// compile gives the function k of a program.
func compile(t *testing.T, text string) descend.FuncOp {
	t.Helper()
	for op := range frontendtest.Module(t, text).All("descend.func") {
		if ir.SymbolName(op) == "k" {
			return descend.FuncOp{Operation: op}
		}
	}
	t.Fatal("no function k")
	return descend.FuncOp{}
}

// stores lists the places of the writes of type i32, each as its paths.
func stores(fn descend.FuncOp) (r *place.Resolver, all []*ir.Value) {
	fn.Walk(func(op *ir.Operation) ir.WalkResult {
		if w, ok := op.Typed().(descend.WriteOp); ok && !op.HasAttr("init") && descend.ElemOf(w.Place()) == ir.Type(op.Context().I32()) {
			all = append(all, w.Place())
		}
		return ir.Advance
	})
	return place.New(fn.Operation), all
}

func kernel(body string) string {
	return `
fn pass<'a>(x: &'a uniq gpu.shared [i32; 64]) -[b: gpu.block<X<64>>]-> &'a uniq gpu.shared [i32; 64] { x }
fn k<n: nat>(a: &uniq gpu.global [i32; n * 64], b: &uniq gpu.global [[i32; 8]; 8], p: (&uniq gpu.global [i32; 64], i32))
  -[grid: gpu.grid<X<2>, X<64>>]-> () where n > 0 {
  sched block in grid {
    let tmp = alloc::<gpu.shared, [i32; 64]>();
    let other = alloc::<gpu.shared, [i32; 64]>();
` + body + `
  }
}`
}

func TestResolve(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"parameter", "sched t in block { (*a)[3] = 1 }", "a[3]"},
		{"select", "sched t in block { tmp[[t]] = 1 }", "tmp[[thread.x]]"},
		{"reference", "let r = &uniq *tmp; sched t in block { let q = &uniq r.group::<1>[[t]]; q[0] = 1 }", "tmp.group::<1>[[thread.x]][0]"},
		{"moved reference", "let r = tmp; let q = r; sched t in block { q[[t]] = 1 }", "tmp[[thread.x]]"},
		{"two writes", "let mut r = &uniq *tmp; r = &uniq *other; sched t in block { r[[t]] = 1 }", "other[[thread.x]] | tmp[[thread.x]]"},
		{"swap", "let mut r = tmp; let mut q = other; let s = r; r = q; q = s; sched t in block { q[[t]] = 1 }", "other[[thread.x]] | tmp[[thread.x]]"},
		{"tuple", "let r = (tmp, other); sched t in block { r.1[[t]] = 1 }", "other[[thread.x]]"},
		{"tuple parameter", "sched t in block { p.0[[t]] = 1 }", "p.0[[thread.x]]"},
		{"call", "let r = pass(tmp); sched t in block { r[[t]] = 1 }", "tmp.."},
		{"if", "let c = n > 3; let r = if c { tmp } else { other }; sched t in block { r[[t]] = 1 }", "other[[thread.x]] | tmp[[thread.x]]"},
		{"for each", "sched t in block { for x in &uniq tmp.group::<1>[[t]] { *x = 1 } }", "tmp.group::<1>[[thread.x]][each]"},
		{"private", "sched t in block { let mut x = 0; x = 1 }", "x"},
		{"local array", "sched t in block { let mut x = [0; 4]; let r = &uniq x; r[2] = 1 }", "x[2]"},
		{"views", "sched t in block { tmp.split::<32>.snd.reverse.group::<1>.transpose.map(take_left::<4>)[0][0] = 1 }",
			"tmp.split::<32>.1.reverse.group::<1>.transpose.map(.split::<4>.0)[0][0]"},
	}
	for _, c := range tests {
		r, ws := stores(compile(t, kernel(c.body)))
		var got []string
		for _, v := range ws {
			for _, p := range r.Resolve(v) {
				got = append(got, p.String())
			}
		}
		have := map[string]bool{}
		for _, g := range got {
			have[g] = true
		}
		want := strings.Split(c.want, " | ")
		if len(have) != len(want) {
			t.Errorf("%s: %q, want %q", c.name, got, want)
		}
		for _, w := range want {
			if !have[w] {
				t.Errorf("%s: %q, want %q", c.name, got, want)
			}
		}
	}
}

func TestIndexes(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"select", "tmp[[t]] = 1", "thread.x"},
		{"group", "tmp.group::<16>[1][2] = 1", "18"},
		{"reverse", "tmp.rev[[t]] = 1", "63 - thread.x"},
		{"split", "tmp.take_right::<16>[3] = 1", "19"},
		{"range", "tmp[8..16][3] = 1", "11"},
		{"transpose", "tmp.group::<8>.transpose[3][5] = 1", "43"},
		{"group and join", "tmp.group::<8>.join[[t]] = 1", "thread.x"},
		{"join", "b.join[[t]] = 1", "thread.x/8, thread.x%8"},
		{"map", "b.map(reverse)[2][3] = 1", "2, 4"},
		{"generic", "a.group::<64>[n - 1][[t]] = 1", "n*64 + thread.x - 64"},
		{"loop", "for i in 0..8 { b[i][7 - i] = 1 }", "i, 7 - i"},
		{"run time", "let i = t0; tmp[i] = 1", "$v0"},
		{"tuple parameter", "p.0[[t]] = 1", "thread.x"},
	}
	for _, c := range tests {
		fn := compile(t, kernel("sched t in block { let t0 = 3; "+c.body+" }"))
		r, ws := stores(fn)
		for _, v := range ws {
			for _, p := range r.Resolve(v) {
				fs, ok := r.Indexes(p)
				if !ok || len(fs) != 1 {
					t.Errorf("%s: no index of %s", c.name, p)
					continue
				}
				fs[0].Simplify(fs[0].Facts(r.FactsAt(v.DefiningOp())))
				var got []string
				for _, e := range fs[0].Elems {
					got = append(got, e.Expr.String())
				}
				want := c.want
				if s := strings.Join(got, ", "); !sameNats(s, want) {
					t.Errorf("%s: %s, want %s", c.name, s, want)
				}
			}
		}
	}
}

// sameNats compares lists of nats by value, whatever the order of their terms.
func sameNats(a, b string) bool {
	x, y := strings.Split(a, ", "), strings.Split(b, ", ")
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		p, err1 := nat.Parse(x[i])
		q, err2 := nat.Parse(y[i])
		if err1 != nil || err2 != nil || !p.Equal(q) {
			return false
		}
	}
	return true
}

func TestWholeArrayHasRestVariables(t *testing.T) {
	fn := compile(t, kernel("sched t in block { let x = *tmp; let r = &uniq b[3]; }"))
	r := place.New(fn.Operation)
	seen := 0
	fn.Walk(func(op *ir.Operation) ir.WalkResult {
		var v *ir.Value
		switch o := op.Typed().(type) {
		case descend.ReadOp:
			v = op.Operand(0)
		case descend.BorrowOp:
			if o.Uniq() {
				v = op.Operand(0)
			}
		}
		if v == nil {
			return ir.Advance
		}
		if _, ok := descend.ElemOf(v).(*descend.ArrayType); !ok {
			return ir.Advance
		}
		for _, p := range r.Resolve(v) {
			fs, ok := r.Indexes(p)
			if !ok || len(fs) != 1 || len(fs[0].Vars) != 1 || fs[0].Vars[0].Kind != place.RestVar {
				t.Errorf("%s: %+v", p, fs)
				continue
			}
			seen++
		}
		return ir.Advance
	})
	if seen != 2 {
		t.Errorf("found %d whole arrays", seen)
	}
}

func TestCoords(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"grid and block", "sched(Y, X) block in grid { sched(X) t in block { let x = 1; } }",
			"block.y 0 3, block.x 0 2, thread.x 0 64"},
		{"split", "sched(Y, X) block in grid { split(X) block at 16 { f => {}, s => split(X) s at 8 { g => sched t in g { let x = 1; }, h => {} } } }",
			"block.y 0 3, block.x 0 2, thread.x 16 8"},
		{"split of a grid", "split(Y) grid at 1 { f => {}, s => sched(Y, X) block in s { sched t in block { let x = 1; } } }",
			"block.y 1 2, block.x 0 2, thread.x 0 64"},
		{"warps", "sched(Y, X) block in grid { sched w in block.to_warps { sched l in w { let x = 1; } } }",
			"block.y 0 3, block.x 0 2, warp.x 0 2, lane.x 0 32"},
		{"split warps", "sched(Y, X) block in grid { split(X) block.to_warps at 1 { a => {}, b => sched w in b { split(X) w at 4 { c => {}, d => sched l in d { let x = 1; } } } } }",
			"block.y 0 3, block.x 0 2, warp.x 1 1, lane.x 4 28"},
		{"global threads", "sched(X) c in grid.to_threads { sched(Y) t in c { let x = 1; } }", "global.x 0 128, global.y 0 3"},
	}
	for _, c := range tests {
		fn := compile(t, "fn k() -[grid: gpu.grid<XY<2, 3>, X<64>>]-> () { "+c.text+" }")
		var got []string
		fn.Walk(func(op *ir.Operation) ir.WalkResult {
			if op.Is("descend.local") {
				for _, x := range place.Coords(place.Exec(op)) {
					got = append(got, fmt.Sprintf("%s %s %s", x.Name(), x.Lo, x.Extent))
				}
			}
			return ir.Advance
		})
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}

func TestLoopFacts(t *testing.T) {
	fn := compile(t, `fn k<n: nat>(a: &uniq gpu.global [i32; 64]) -[t: gpu.thread]-> () {
  for h in doubled_range(64) { for j in halved_range(h / 2) { for i in 0..n { a[0] = 1 } } } }`)
	r, ws := stores(fn)
	f := r.FactsAt(ws[0].DefiningOp())
	h, j, i := nat.Var("h"), nat.Var("j"), nat.Var("i")
	for _, c := range []nat.Constraint{
		{L: j.Mul(nat.Int(2)), Rel: nat.LE, R: h}, {L: h, Rel: nat.Divides, R: nat.Int(64)}, {L: i, Rel: nat.LT, R: nat.Var("n")},
		{L: j, Rel: nat.GE, R: nat.Int(1)}, {L: h, Rel: nat.LE, R: nat.Int(64)},
	} {
		if got := f.Prove(c).Verdict; got != nat.Proved {
			t.Errorf("%s: %s", c.Pretty(), got)
		}
	}
	env := map[string]*big.Int{"h": big.NewInt(8), "j": big.NewInt(2), "i": big.NewInt(0), "n": big.NewInt(1)}
	if ok, err := f.Hold(env); !ok || err != nil {
		t.Errorf("the facts exclude values that occur: %v %v", ok, err)
	}
}

// Variables that are all assigned to each other: each may refer to everything, found in bounded time.
func TestManyVariables(t *testing.T) {
	const n = 14
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "let mut v%d = &a[%d];\n", i, i)
	}
	b.WriteString("sched t in block { for i in 0..4 {\n")
	for i := range n {
		for j := range n {
			fmt.Fprintf(&b, "if n > %d { v%d = v%d }\n", j, i, j)
		}
	}
	b.WriteString("}\n b[0][0] = *v0 }")
	fn := compile(t, kernel(b.String()))
	fn.Walk(func(op *ir.Operation) ir.WalkResult {
		if w, ok := op.Typed().(descend.WriteOp); ok && descend.ElemOf(w.Place()) == ir.Type(op.Context().I32()) {
			r := place.New(fn.Operation)
			if got := len(r.Resolve(w.Value().DefiningOp().Operand(0))); got != n {
				t.Errorf("v0 has %d targets, not %d", got, n)
			}
		}
		return ir.Advance
	})
}
