package sizes

import (
	"math/big"
	"testing"

	"descend/dialects/nat"
)

func TestExceeds(t *testing.T) {
	atMost := func(e string, most int64) nat.Constraint {
		x, err := nat.Parse(e)
		if err != nil {
			t.Fatal(err)
		}
		return nat.AtMost(x, nat.Int(most))
	}
	const words = 1<<63 - 1
	for _, c := range []struct {
		name  string
		facts []nat.Constraint
		bound nat.Constraint
		want  bool
	}{
		{"nothing is known", nil, atMost("n", words), true},
		{"a smaller bound", []nat.Constraint{atMost("n", 65535)}, atMost("n", 2147483647), false},
		{"the same bound", []nat.Constraint{atMost("n", 65535)}, atMost("n", 65535), false},
		{"a larger bound", []nat.Constraint{atMost("n", 70000)}, atMost("n", 65535), true},
		{"a hardly larger one", []nat.Constraint{atMost("n", 65535)}, atMost("n", 65534), false}, // left to the prover
		{"of parts", []nat.Constraint{atMost("(n + 7)/8", 2147483647)}, atMost("n + 7", words), false},
		{"another size", []nat.Constraint{atMost("m", 5)}, atMost("n", 65535), true},
		{"a product of the greatest sizes", []nat.Constraint{atMost("d", 1<<18), atMost("h", 1<<18), atMost("w", 1<<34)}, atMost("d*h*w*4", words), true},
		{"a product that fits", []nat.Constraint{atMost("d", 1<<16), atMost("h", 1<<16), atMost("w", 1<<16)}, atMost("d*h*w*4", words), false},
		{"a size of 1 is excluded", []nat.Constraint{{L: nat.Var("n"), Rel: nat.GE, R: nat.Int(2)}}, atMost("n", 65535), true},
		{"one beside it is", []nat.Constraint{{L: nat.Var("m"), Rel: nat.GE, R: nat.Int(2)}}, atMost("n", 65535), false}, // left to the prover
	} {
		most, _ := c.bound.R.Const()
		facts := nat.NewFacts().With(c.facts...)
		got := exceeds(facts, c.bound.L, most)
		if got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		if got && facts.Proves(c.bound) {
			t.Errorf("%s: the bound follows", c.name)
		}
	}
	if exceeds(nat.NewFacts().With(atMost("n", 1)), nat.Var("n").Mul(nat.Var("n")), big.NewInt(1)) {
		t.Error("1*1 exceeds 1")
	}
}
