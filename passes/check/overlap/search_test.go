package overlap

import (
	"math/rand"
	"testing"

	"descend/dialects/nat"
)

// BenchmarkSearch decides equations with products of variables, which only the search can.
func BenchmarkSearch(b *testing.B) {
	r := rand.New(rand.NewSource(1))
	vars := []Var{{Name: "t1", Hi: k(64)}, {Name: "t2", Hi: k(64)}, {Name: "i1", Hi: k(32)}, {Name: "i2", Hi: k(32)}, {Name: "j1", Hi: k(5)}, {Name: "j2", Hi: k(5)}}
	var problems []*Problem
	for range 100 {
		var zero []nat.Expr
		for range 2 {
			e := k(int64(r.Intn(40)))
			for _, id := range []string{"1", "2"} {
				x := v("t" + id).Mul(k(int64(2 + r.Intn(9)))).Add(v("i" + id).Mul(v("j" + id)).Mul(k(int64(2 + r.Intn(9)))))
				e = x.Sub(e)
			}
			zero = append(zero, e)
		}
		problems = append(problems, &Problem{Vars: vars, Zero: zero, Same: who, Budget: 2000})
	}
	count := map[Verdict]int{}
	for b.Loop() {
		clear(count)
		for _, p := range problems {
			count[Decide(p).Verdict]++
		}
	}
	b.Log(count)
}
