package nat

import (
	"sync"
	"testing"
)

func TestEliminate(t *testing.T) {
	for _, tt := range []struct{ facts, goal, lo, hi, want string }{
		{"", "i*4 + 3 < n", "0", "m", "m*4 - 1 lt n"},
		{"", "i*k + j < n", "0", "m", "k*m + j - k lt n"},
		{"", "n - 1 - i >= 2", "0", "n", "0 ge 2"},
		{"", "i >= a", "b", "n", "b ge a"},
		{"k <= m", "m*i <= n + k*i", "0", "8", "m*7 le k*7 + n"},
		{"", "m*i <= n + k*i", "0", "8", ""},
		{"", "i/2 < n", "0", "8", ""},
		{"", "i != n", "0", "8", ""},
		{"", "j != n", "0", "8", "j ne n"},
	} {
		c, ok := factsOf(t, tt.facts).Eliminate(mustConstraint(t, tt.goal), "i", mustParse(t, tt.lo), mustParse(t, tt.hi))
		if ok != (tt.want != "") || ok && c.String() != tt.want {
			t.Errorf("%s for i in %s..%s: %s, %t, want %q", tt.goal, tt.lo, tt.hi, c, ok, tt.want)
		}
	}
}

// Answers do not depend on what else is asked, before or at the same time.
func TestFactsAreShared(t *testing.T) {
	base := factsOf(t, "n%32 == 0; bx < n/32; tx < 32")
	goals := []string{"bx*32 + tx < n", "bx < n", "n/32*32 == n", "bx*33 + tx < n", "n%64 == 0", "tx/32 == 0"}
	want := map[string]Verdict{}
	for _, g := range goals {
		want[g] = factsOf(t, "n%32 == 0; bx < n/32; tx < 32; k < n").Prove(mustConstraint(t, g)).Verdict
	}
	f := base.With(mustConstraint(t, "k < n"))
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := range goals {
				g := goals[(i+w)%len(goals)]
				c, err := ParseConstraint(g)
				if err != nil {
					t.Error(err)
				}
				if r := f.Prove(c); r.Verdict != want[g] {
					t.Errorf("%s: %s, alone %s", g, r.Verdict, want[g])
				}
				f.Simplify(c.L)
				f.Bounds(c.L)
			}
		})
	}
	wg.Wait()
}
