package nat

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestChains decides chains of comparisons that are much longer than what the general search follows.
func TestChains(t *testing.T) {
	for _, tt := range []struct {
		rel, last string
		want      Verdict
	}{
		{"<", "<", Proved}, {"<=", "<=", Refuted}, {"<=", "<", Proved}, {"==", "<", Proved}, {">=", ">", Proved},
	} {
		const n = 400
		var parts []string
		for i := range n {
			rel := tt.rel
			if i == n-1 {
				rel = tt.last
			}
			parts = append(parts, fmt.Sprintf("a%d %s a%d", i, rel, (i+1)%n))
		}
		if got := factsOf(t, strings.Join(parts, "; ")).Contradictory().Verdict; got != tt.want && (tt.want == Proved || got == Proved) {
			t.Errorf("a chain of %s that ends in %s: %s", tt.rel, tt.last, got)
		}
	}
}

// TestDifferences compares random facts about differences of three variables with all values up to 15: those that contradict
// each other, and only those, have no solution.
func TestDifferences(t *testing.T) {
	type fact struct {
		k, x, c, y, d int // k*x + c rel k*y + d
		rel           string
	}
	holds := func(f fact, v [3]int) bool {
		l, r := f.k*v[f.x]+f.c, f.k*v[f.y]+f.d
		switch f.rel {
		case "<":
			return l < r
		case "<=":
			return l <= r
		case ">":
			return l > r
		case ">=":
			return l >= r
		}
		return l == r
	}
	r := rand.New(rand.NewPCG(3, 4))
	names := []string{"a", "b", "c"}
	without := 0
	for range 1000 {
		var facts []fact
		var parts []string
		for range 2 + r.IntN(4) {
			f := fact{1 + r.IntN(3), r.IntN(3), r.IntN(6), r.IntN(3), r.IntN(6), []string{"<", "<=", ">", ">=", "=="}[r.IntN(5)]}
			facts = append(facts, f)
			parts = append(parts, fmt.Sprintf("%d*%s + %d %s %d*%s + %d", f.k, names[f.x], f.c, f.rel, f.k, names[f.y], f.d))
		}
		solvable := false
		for k := 0; k < 16*16*16 && !solvable; k++ {
			v := [3]int{k % 16, k / 16 % 16, k / 256}
			solvable = !slices.ContainsFunc(facts, func(f fact) bool { return !holds(f, v) })
		}
		text := strings.Join(parts, "; ")
		if inconsistent(factsOf(t, text).Constraints()) == solvable {
			t.Fatalf("%s: has a solution: %t", text, solvable)
		}
		if !solvable {
			without++
		}
	}
	if without < 200 {
		t.Errorf("only %d contradictions", without)
	}
}
