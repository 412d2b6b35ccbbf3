package nat

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestUnsolvable compares equations of one to three variables with small coefficients with all values up to 8: what is
// refuted has no solution there, and many are refuted.
func TestUnsolvable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	names := []string{"a", "b", "c"}
	refuted := 0
	for range 1500 {
		text, vars := fmt.Sprint(r.IntN(60)), names[:1+r.IntN(3)]
		other := fmt.Sprint(r.IntN(60))
		for range 1 + r.IntN(3) {
			m := fmt.Sprint(1 + r.IntN(5))
			for range 1 + r.IntN(3) {
				m += "*" + vars[r.IntN(len(vars))]
			}
			if r.IntN(2) == 0 {
				text += " + " + m
			} else {
				other += " + " + m
			}
		}
		lo := r.IntN(3)
		facts := fmt.Sprintf("%s == %s; a >= %d", text, other, lo)
		f := factsOf(t, facts)
		if f.Contradictory().Verdict != Proved {
			continue
		}
		refuted++
		for k := range 8 * 8 * 8 {
			env := map[string]*big.Int{"a": big.NewInt(int64(lo + k%8)), "b": big.NewInt(int64(k / 8 % 8)), "c": big.NewInt(int64(k / 64))}
			if ok, err := f.Hold(env); ok && err == nil {
				t.Fatalf("%s is said to have no solution, but %v is one", facts, env)
			}
		}
	}
	if refuted < 300 {
		t.Errorf("only %d of 1500 refuted", refuted)
	}
}
