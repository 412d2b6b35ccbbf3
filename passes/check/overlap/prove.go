package overlap

import (
	"maps"
	"math/big"
	"slices"

	"descend/dialects/nat"
)

// The prover is asked last, since it is the slowest: whether the facts and equations make the threads the same, or
// contradict each other. Both show that there is no conflict; that they hold is a fact about every solution, since
// all that was replaced is equal in it. A refutation is a solution, and with the eliminated variables a witness.

// facts are all that is known now.
func (s *solver) facts() *nat.Facts {
	if s.cache != nil {
		return s.cache
	}
	// in one step: each link of a chain of facts is compiled on its own
	all := append([]nat.Constraint(nil), s.cons...)
	names := slices.Sorted(maps.Keys(s.vars))
	for _, n := range names {
		v := s.vars[n]
		x := nat.Var(n)
		all = append(all, nat.Constraint{L: v.Lo, Rel: nat.LE, R: x}, nat.Constraint{L: x, Rel: nat.LT, R: v.Hi})
	}
	for _, e := range s.ge {
		all = append(all, nat.Constraint{L: e, Rel: nat.GE, R: nat.Int(0)})
	}
	f := nat.NewFacts()
	for _, n := range names {
		if s.vars[n].Pow2 {
			f = f.WithPow2(n)
		}
	}
	for _, n := range s.pow2 {
		if s.vars[n] == nil && !s.isGone(n) {
			f = f.WithPow2(n)
		}
	}
	f = f.With(all...)
	s.cache = f
	return f
}

func (s *solver) isGone(name string) bool {
	for _, g := range s.gone {
		if g.name == name {
			return true
		}
	}
	return false
}

// sameThread says whether all of Same are equal, with the prover if asked.
func (s *solver) sameThread(deep bool) bool {
	if s.always {
		return false
	}
	for _, p := range s.same {
		if p[0].Equal(p[1]) {
			continue
		}
		if !deep || !s.facts().Proves(nat.Constraint{L: p[0], Rel: nat.EQ, R: p[1]}) {
			return false
		}
	}
	return true
}

// prove is the last resort for symbolic sizes.
func (s *solver) prove() Answer {
	s.cache = nil
	var eqs []nat.Constraint
	for _, e := range s.zero {
		eqs = append(eqs, nat.Constraint{L: e, Rel: nat.EQ, R: nat.Int(0)})
	}
	f := s.facts().With(eqs...)
	s.cache = f
	if s.sameThread(true) {
		return Answer{Verdict: Disjoint}
	}
	if s.proofOnly {
		return Answer{}
	}
	if r := f.Contradictory(); r.Verdict == nat.Proved {
		return Answer{Verdict: Disjoint}
	} else if s.always && r.Verdict == nat.Refuted {
		return s.witness(r.Witness)
	}
	if s.always {
		return Answer{}
	}
	all := true
	for _, p := range s.same {
		r := f.With(nat.Constraint{L: p[0], Rel: nat.NE, R: p[1]}).Contradictory()
		if r.Verdict == nat.Refuted {
			if a := s.witness(r.Witness); a.Verdict == Overlap {
				return a
			}
		}
		all = all && r.Verdict == nat.Proved
	}
	if all {
		return Answer{Verdict: Disjoint}
	}
	return Answer{}
}

// witness completes a solution by the eliminated variables. A value set that the solution violates makes it
// no witness.
func (s *solver) witness(env map[string]*big.Int) Answer {
	out := make(map[string]*big.Int, len(env)+len(s.gone))
	for n, v := range env {
		out[n] = v
	}
	for _, v := range s.vars {
		if x := out[v.Name]; v.Values != nil && (x == nil || !x.IsInt64() || !slices.Contains(v.Values, x.Int64())) {
			return Answer{}
		}
	}
	for i := len(s.gone) - 1; i >= 0; i-- {
		g := s.gone[i]
		for _, n := range g.e.Vars() {
			if out[n] == nil {
				out[n] = new(big.Int)
			}
		}
		v, err := g.e.EvalInt(out)
		if err != nil {
			return Answer{}
		}
		out[g.name] = v
	}
	return Answer{Verdict: Overlap, Witness: out}
}
