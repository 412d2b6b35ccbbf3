package overlap

import (
	"math/big"

	"descend/dialects/nat"
	"descend/dialects/num"
)

// Equations are taken apart until nothing changes. Each step replaces the problem by one that has a solution whenever
// the old one has: a variable is renamed or eliminated by an equation that gives it (its range stays as a condition),
// an equation becomes several of which it is a consequence and which it implies (radix.go), a division becomes
// variables (divide.go). So if one of the equations is never 0, or the threads have become the same, the old problem
// has no solution either.
//
// It ends after maxRounds at the latest. Mostly before: an elimination takes a variable away, an equation that is taken apart
// becomes ones with smaller coefficients, but for shares of 1, and a division that is replaced is gone or marked as one that stays.

// constant says whether everything speaks of bounded variables alone.
func (s *solver) constant() bool {
	ok := func(e nat.Expr) bool { return !e.AnyVar(func(n string) bool { return s.vars[n] == nil }) }
	for _, list := range [][]nat.Expr{s.zero, s.ge} {
		for _, e := range list {
			if !ok(e) {
				return false
			}
		}
	}
	for _, p := range s.same {
		if !ok(p[0]) || !ok(p[1]) {
			return false
		}
	}
	for _, v := range s.vars {
		if !ok(v.Lo) || !ok(v.Hi) {
			return false
		}
	}
	return true
}

const maxRounds = 200

// reduce simplifies until nothing changes; true: there is no solution.
func (s *solver) reduce() bool {
	for range maxRounds {
		if s.rename() {
			return true
		}
		if len(s.zero) == 0 || s.sameThread(false) || s.spent() {
			return false
		}
		changed, none := s.step()
		if none {
			return true
		}
		if !changed {
			return false
		}
	}
	return false
}

func (s *solver) step() (changed, none bool) {
	if s.divide() {
		return true, false
	}
	for i, e := range s.zero {
		if s.never(e) {
			return false, true
		}
		if parts, ok := s.factor(e); ok {
			s.zero = append(append(append([]nat.Expr(nil), s.zero[:i]...), parts...), s.zero[i+1:]...)
			return true, false
		}
	}
	for i, e := range s.zero {
		if s.eliminate(i, e) {
			return true, false
		}
	}
	return false, false
}

// never shows e != 0.
func (s *solver) never(e nat.Expr) bool {
	if !s.bounds(e).Contains(num.Int{}) {
		return true
	}
	c := e.ConstTerm()
	g := e.Sub(nat.Big(c)).Content()
	if g.Sign() != 0 && new(big.Int).Mod(c, g).Sign() != 0 {
		return true
	}
	if s.quick && !s.symbolic {
		return false
	}
	return s.nonneg(e.Sub(nat.Int(1))) || s.nonneg(neg(e).Sub(nat.Int(1)))
}

// eliminate solves equation i for a variable with coefficient 1 or -1.
func (s *solver) eliminate(i int, e nat.Expr) bool {
	for pass := range 2 {
		for _, n := range e.Vars() {
			v := s.vars[n]
			if v == nil || v.special() || v.Shared != (pass == 1) || s.inBounds(n) {
				continue
			}
			c, rest, ok := e.Linear(n)
			if !ok || rest.HasVar(n) {
				continue
			}
			k, isConst := c.Int64()
			if !isConst || k != 1 && k != -1 {
				continue
			}
			sol := neg(rest)
			if k == -1 {
				sol = rest
			}
			s.zero = append(append([]nat.Expr(nil), s.zero[:i]...), s.zero[i+1:]...)
			s.keepRange(v, sol)
			s.replace(n, sol)
			return true
		}
	}
	return false
}
