package nat_test

import (
	"math/big"
	"testing"

	"descend/dialects/nat"
)

// TestPow2 compares goals about powers of two with all values of two variables up to 40, where facts say that these are such.
func TestPow2(t *testing.T) {
	n, m := nat.Var("n"), nat.Var("m")
	facts := nat.NewFacts().With(nat.IsPow2(n), nat.IsPow2(m), nat.AtMost(m, n))
	for _, c := range []struct {
		e      nat.Expr
		proved bool
	}{
		{nat.Int(1), true}, {nat.Int(0), false}, {nat.Int(12), false}, {nat.Int(64), true}, {n, true}, {n.Mul(m).Mul(nat.Int(4)), true},
		{n.Mul(nat.Int(6)), false}, {n.Add(m), false}, {n.Add(n), true}, {n.Div(m), true}, {m.Div(n), false}, {n.Div(nat.Int(2)), false},
		{nat.Min(n, m), true}, {nat.Max(n, m.Mul(nat.Int(8))), true}, {nat.Max(n, nat.Int(3)), false}, {n.Sub(m), false},
	} {
		goal := nat.IsPow2(c.e)
		always := true
		for i := int64(1); i <= 40; i++ {
			for j := int64(1); j <= i; j++ {
				env := map[string]*big.Int{"n": big.NewInt(i), "m": big.NewInt(j)}
				if ok, err := facts.Hold(env); err != nil || !ok {
					continue
				}
				if yes, err := goal.Eval(env); err != nil || !yes {
					always = false
				}
			}
		}
		if got := facts.Proves(goal); got != c.proved || got && !always {
			t.Errorf("%s: proved %t, expected %t; holds %t", goal.Pretty(), got, c.proved, always)
		}
		if back, err := nat.ParseConstraint(goal.Pretty()); err != nil || back.Key() != goal.Key() {
			t.Errorf("%s is read as %s, %v", goal.Pretty(), back.Pretty(), err)
		}
		if back, err := nat.ParseConstraint(goal.String()); err != nil || back.Key() != goal.Key() {
			t.Errorf("%s is read as %s, %v", goal, back, err)
		}
	}
}
