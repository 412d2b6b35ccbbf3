package overlap

import (
	"fmt"
	"math/big"
	"math/rand"
	"testing"

	"descend/dialects/nat"
)

func v(n string) nat.Expr { return nat.Var(n) }
func k(n int64) nat.Expr  { return nat.Int(n) }

// threads are two instances of one thread coordinate with n values.
func threads(n nat.Expr) []Var {
	return []Var{{Name: "t1", Hi: n}, {Name: "t2", Hi: n}}
}

var who = [][2]nat.Expr{{v("t1"), v("t2")}}

func TestDecide(t *testing.T) {
	n, j := v("n"), v("j")
	positive := nat.NewFacts().With(nat.Constraint{L: n, Rel: nat.GE, R: k(1)})
	loop := []Var{{Name: "i1", Hi: k(10)}, {Name: "i2", Hi: k(10)}}
	tests := []struct {
		name  string
		facts *nat.Facts
		vars  []Var
		zero  []nat.Expr
		want  Verdict
	}{
		{"same element", nil, threads(k(32)), []nat.Expr{v("t1").Sub(v("t2"))}, Disjoint},
		{"reverse", nil, threads(k(32)), []nat.Expr{v("t1").Sub(k(31).Sub(v("t2")))}, Overlap},
		{"reverse of one", nil, threads(k(1)), []nat.Expr{v("t1").Add(v("t2"))}, Disjoint},
		{"strided", nil, append(threads(k(32)), loop...), []nat.Expr{v("t1").Add(k(32).Mul(v("i1"))).Sub(v("t2")).Sub(k(32).Mul(v("i2")))}, Disjoint},
		{"stride too small", nil, append(threads(k(32)), loop...), []nat.Expr{v("t1").Add(k(31).Mul(v("i1"))).Sub(v("t2")).Sub(k(31).Mul(v("i2")))}, Overlap},
		{"strided, symbolic", positive, append(threads(n), Var{Name: "i1", Hi: v("m")}, Var{Name: "i2", Hi: v("m")}),
			[]nat.Expr{v("t1").Add(n.Mul(v("i1"))).Sub(v("t2")).Sub(n.Mul(v("i2")))}, Disjoint},
		{"padded rows, symbolic", positive, append(threads(n), Var{Name: "i1", Hi: v("m")}, Var{Name: "i2", Hi: v("m")}),
			[]nat.Expr{v("t1").Add(n.Add(k(1)).Mul(v("i1"))).Sub(v("t2")).Sub(n.Add(k(1)).Mul(v("i2")))}, Disjoint},
		{"halves", nil, threads(n), []nat.Expr{v("t1").Sub(n.Add(v("t2")))}, Disjoint},
		{"shifted by one", nil, threads(n), []nat.Expr{v("t1").Sub(v("t2")).Sub(k(1))}, Overlap},
		{"parity", nil, threads(n), []nat.Expr{k(2).Mul(v("t1")).Sub(k(2).Mul(v("t2"))).Sub(k(1))}, Disjoint},
		{"bitonic pairs", nil, append(threads(n), Var{Name: "j", Lo: k(1), Hi: n, Pow2: true, Shared: true}), []nat.Expr{
			v("t1").Div(j).Mul(j).Mul(k(2)).Add(v("t1").Mod(j)).Sub(v("t2").Div(j).Mul(j).Mul(k(2)).Add(v("t2").Mod(j)).Add(j)),
		}, Disjoint},
		{"bitonic own pair", nil, append(threads(n), Var{Name: "j", Lo: k(1), Hi: n, Pow2: true, Shared: true}), []nat.Expr{
			v("t1").Div(j).Mul(j).Mul(k(2)).Add(v("t1").Mod(j)).Sub(v("t2").Div(j).Mul(j).Mul(k(2)).Add(v("t2").Mod(j))),
		}, Disjoint},
		{"tile", nil, []Var{{Name: "t1", Hi: k(8)}, {Name: "t2", Hi: k(8)}, {Name: "i1", Hi: k(4)}, {Name: "i2", Hi: k(4)}},
			[]nat.Expr{v("t1").Mul(k(4)).Add(v("i1")).Sub(v("t2").Add(k(8).Mul(v("i2"))))}, Overlap},
	}
	for _, c := range tests {
		a := Decide(&Problem{Facts: c.facts, Vars: c.vars, Zero: c.zero, Same: who})
		if a.Verdict != c.want {
			t.Errorf("%s: %s, want %s", c.name, a.Verdict, c.want)
			continue
		}
		if a.Verdict == Overlap {
			for _, e := range c.zero {
				if x, err := e.EvalInt(a.Witness); err != nil || x.Sign() != 0 {
					t.Errorf("%s: witness %v is none: %v %v", c.name, a.Witness, x, err)
				}
			}
			if a.Witness["t1"].Cmp(a.Witness["t2"]) == 0 {
				t.Errorf("%s: witness %v is one thread", c.name, a.Witness)
			}
		}
	}
}

// chain is a random index expression of x with values in [0, size).
func chain(r *rand.Rand, x nat.Expr, size int64) (nat.Expr, int64) {
	for range 1 + r.Intn(3) {
		switch r.Intn(6) {
		case 0:
			x = k(size - 1).Sub(x)
		case 1:
			c := int64(1 + r.Intn(4))
			x, size = x.Mul(k(c)).Add(k(int64(r.Intn(int(c))))), size*c
		case 2: // transpose of groups of c
			c := int64(1 + r.Intn(5))
			if size%c == 0 {
				x = x.Mod(k(c)).Mul(k(size / c)).Add(x.Div(k(c)))
			}
		case 3:
			c := int64(r.Intn(4))
			x, size = x.Add(k(c)), size+c
		case 4:
			c := int64(1 + r.Intn(4))
			x, size = x.Div(k(c)), (size+c-1)/c
		}
	}
	return x, size
}

// TestOracle compares with an exhaustive search: Disjoint and Overlap must both be true.
func TestOracle(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	var right, unknown, disjoint int
	for i := range 4000 {
		n, m := int64(1+r.Intn(12)), int64(1+r.Intn(4))
		side := func(id string) (nat.Expr, nat.Expr) {
			e, _ := chain(r, v("t"+id).Add(k(n).Mul(v("i"+id))), n*m)
			f := v("s")
			if r.Intn(3) == 0 {
				f, _ = chain(r, v("t"+id).Add(v("s")), n+3)
			}
			return e, f
		}
		a1, a2 := side("1")
		b1, b2 := side("2")
		if r.Intn(2) == 0 { // the same access twice
			sub := map[string]nat.Expr{"t1": v("t2"), "i1": v("i2")}
			b1, b2 = a1.Subst(sub), a2.Subst(sub)
		}
		p := &Problem{
			Vars: []Var{{Name: "t1", Hi: k(n)}, {Name: "t2", Hi: k(n)}, {Name: "i1", Hi: k(m)}, {Name: "i2", Hi: k(m)},
				{Name: "s", Hi: k(3), Shared: true}},
			Zero: []nat.Expr{a1.Sub(b1), a2.Sub(b2)}, Same: who,
		}
		got := Decide(p)
		want := exhaustive(p, n, m)
		switch {
		case got.Verdict == Unknown:
			unknown++
		case got.Verdict != want:
			t.Fatalf("case %d: %s, but %s is true: n=%d m=%d %v", i, got.Verdict, want, n, m, p.Zero)
		default:
			right++
		}
		if want == Disjoint {
			disjoint++
		}
	}
	t.Logf("right %d, undecided %d, truly disjoint %d", right, unknown, disjoint)
	if unknown > 40 {
		t.Errorf("%d of 4000 undecided", unknown)
	}
}

func exhaustive(p *Problem, n, m int64) Verdict {
	env := map[string]*big.Int{}
	for t1 := range n {
		for t2 := range n {
			if t1 == t2 {
				continue
			}
			for i := range m * m * 3 {
				env["t1"], env["t2"] = big.NewInt(t1), big.NewInt(t2)
				env["i1"], env["i2"], env["s"] = big.NewInt(i%m), big.NewInt(i/m%m), big.NewInt(i/m/m)
				all := true
				for _, e := range p.Zero {
					x, err := e.EvalInt(env)
					if err != nil {
						panic(fmt.Sprint(e, err))
					}
					if x.Sign() != 0 {
						all = false
						break
					}
				}
				if all {
					return Overlap
				}
			}
		}
	}
	return Disjoint
}
