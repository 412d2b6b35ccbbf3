package overlap

import (
	"math/big"
	"math/rand"
	"testing"

	"descend/dialects/nat"
)

// TestListed compares with an exhaustive search where a variable is a stride whose values are listed, in a loop inside another one: what holds for all
// values at once, and what is found for each. Both happen.
func TestListed(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	h, j := v("h"), v("j")
	atOnce, disjoint, overlaps := 0, 0, 0
	for i := range 800 {
		n := int64(1 + r.Intn(9))
		vars := append(threads(k(n)), Var{Name: "h", Lo: k(1), Hi: k(9), Pow2: true, Shared: true},
			Var{Name: "j", Lo: k(1), Hi: h.Div(k(int64(1 + r.Intn(2)))).Add(k(1)), Values: []int64{8, 4, 2, 1}, Shared: true})
		part := func(x nat.Expr) nat.Expr { // of x: its group of j, and its place there
			e := x.Div(j).Mul(j).Mul(k(int64(1 + r.Intn(3))))
			if r.Intn(3) == 0 {
				return e.Add(j.Mul(k(2))).Sub(k(1)).Sub(x.Mod(j)) // from behind
			}
			return e.Add(x.Mod(j)).Add(j.Mul(k(int64(r.Intn(3)))))
		}
		p := &Problem{Vars: vars, Zero: []nat.Expr{part(v("t1")).Sub(part(v("t2")))}, Same: who}
		if r.Intn(3) == 0 {
			p.Zero = []nat.Expr{v("t1").Add(j.Mul(k(int64(r.Intn(3))))).Sub(v("t2")).Sub(k(int64(r.Intn(2))))}
		}
		for _, n := range []string{"t1", "t2"} {
			if r.Intn(3) == 0 {
				p.NonNeg = append(p.NonNeg, j.Sub(v(n)).Sub(k(int64(r.Intn(3)-1))))
			}
		}
		want := existsListed(p, n)
		if newSolver(p).forAll() {
			if atOnce++; want != Disjoint {
				t.Fatalf("case %d: no solution for all values, but there is one: n=%d %v %v", i, n, p.Zero, p.NonNeg)
			}
		}
		switch got := Decide(p).Verdict; {
		case got != want:
			t.Fatalf("case %d: %s, but %s is true: n=%d %v %v", i, got, want, n, p.Zero, p.NonNeg)
		case got == Disjoint:
			disjoint++
		default:
			overlaps++
		}
	}
	t.Logf("%d disjoint, %d of them for all values at once, %d overlap", disjoint, atOnce, overlaps)
	if atOnce < 200 || disjoint == atOnce || overlaps < 200 {
		t.Errorf("%d disjoint, %d of them for all values at once, %d overlap: too few of some", disjoint, atOnce, overlaps)
	}
}

// existsListed looks for a solution of a problem of TestListed.
func existsListed(p *Problem, n int64) Verdict {
	env := map[string]*big.Int{}
	value := func(e nat.Expr) int {
		x, err := e.EvalInt(env)
		if err != nil {
			panic(err)
		}
		return x.Sign()
	}
	for h := int64(1); h <= 8; h *= 2 {
		env["h"] = big.NewInt(h)
		for j := int64(1); j <= 8; j *= 2 {
			if env["j"] = big.NewInt(j); value(p.Vars[3].Hi.Sub(v("j")).Sub(k(1))) < 0 {
				continue
			}
		pairs:
			for t := range n * n {
				env["t1"], env["t2"] = big.NewInt(t/n), big.NewInt(t%n)
				if t/n == t%n || value(p.Zero[0]) != 0 {
					continue
				}
				for _, e := range p.NonNeg {
					if value(e) < 0 {
						continue pairs
					}
				}
				return Overlap
			}
		}
	}
	return Disjoint
}
