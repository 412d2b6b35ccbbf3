package overlap

import (
	"fmt"
	"maps"
	"slices"

	"descend/dialects/nat"
	"descend/dialects/num"
)

// Divisions of bounded variables become quotient and remainder. For x >= 0 and k >= 1 there are exactly one q and one
// r with x = k*q + r and 0 <= r < k, so that variables for them, with these conditions, have the values of x/k and
// x%k in each solution and lose none. If a variable of x has coefficient 1, it is eliminated by the equation: x/k is
// q + r/k in normal form then, and r/k is known to be 0 (rems). Else x/k is replaced by q, and the equation is left
// as two conditions. An x that may be negative is raised by a multiple of k first.

// maxSimplified bounds how often one decision asks the prover to simplify: what is not simplified is only
// decided less often.
const maxSimplified = 24

// divide replaces one division by quotient and remainder.
func (s *solver) divide() bool {
	for i, e := range s.zero {
		if x := s.simplify(e); !x.Equal(e) {
			s.zero[i] = x
			return true
		}
	}
	for _, list := range [][]nat.Expr{s.zero, s.ge} {
		for _, e := range list {
			if x, k, ok := s.innerDiv(e); ok {
				return s.introduce(x, k)
			}
		}
	}
	for _, p := range s.same {
		for _, e := range p {
			if x, k, ok := s.innerDiv(e); ok {
				return s.introduce(x, k)
			}
		}
	}
	for _, n := range slices.Sorted(maps.Keys(s.vars)) {
		v := s.vars[n]
		for _, e := range []nat.Expr{v.Lo, v.Hi} {
			if x, k, ok := s.innerDiv(e); ok {
				return s.introduce(x, k)
			}
		}
	}
	return false
}

// innerDiv finds a division of bounded variables whose arguments have no further one.
func (s *solver) innerDiv(e nat.Expr) (x, k nat.Expr, ok bool) {
	return e.InnerDiv(func(x, div nat.Expr) bool { return s.mentions(x) && !s.stuck[div.Key()] })
}

func (s *solver) mentions(e nat.Expr) bool {
	return e.AnyVar(func(n string) bool { return s.vars[n] != nil })
}

// introduce makes q and r with x = k*q + r, 0 <= r < k, and eliminates a variable of x by it, or else x/k
// by q. Where x/k is known it is replaced by that alone: a remainder of k would else be divided by k again and again, each
// time in new variables. Quotients are naturals: where x may be negative (what the normal form left over after it took
// multiples of k out), it is raised by a multiple of k first; where its sign is unknown the division stays.
func (s *solver) introduce(x, k nat.Expr) bool {
	d := x.Div(k)
	if v, ok := s.knownQuotient(x, k); ok {
		s.rewrite(func(e nat.Expr) nat.Expr { return e.Replace(d, v) })
		return true
	}
	if !s.nonneg(x) {
		kc, isConst := k.Const()
		lo, known := s.bounds(x).Lo()
		if !isConst || !known || kc.Sign() <= 0 {
			s.stuck[d.Key()] = true
			return true
		}
		up := nat.Big(lo.FloorDiv(num.FromBig(kc)).Neg().Big())
		x = x.Add(k.Mul(up))
		d2 := s.quotientVar(x, k).Sub(up)
		s.rewrite(func(e nat.Expr) nat.Expr { return e.Replace(d, d2) })
		return true
	}
	qName := fmt.Sprintf("$q%d", s.fresh)
	rName := fmt.Sprintf("$m%d", s.fresh)
	s.fresh++
	q, r := nat.Var(qName), nat.Var(rName)
	hi := s.upper(x).Div(k).Add(nat.Int(1))
	for _, n := range x.Vars() {
		v := s.vars[n]
		if v == nil || v.special() {
			continue
		}
		c, rest, ok := x.Linear(n)
		if !ok || !c.IsOne() || k.HasVar(n) || rest.HasVar(n) || s.inBounds(n) {
			continue
		}
		e := k.Mul(q).Add(r).Sub(rest)
		s.vars[qName] = &Var{Name: qName, Hi: hi, Shared: s.allShared(x)}
		s.vars[rName] = &Var{Name: rName, Hi: k, Shared: s.allShared(x)}
		s.keepRange(v, e)
		s.rems[rName] = k
		s.replace(n, e)
		return true
	}
	qv := s.quotientVar(x, k)
	s.rewrite(func(e nat.Expr) nat.Expr { return e.Replace(d, qv) })
	return true
}

// quotientVar makes a variable for x/k, x >= 0.
func (s *solver) quotientVar(x, k nat.Expr) nat.Expr {
	name := fmt.Sprintf("$q%d", s.fresh)
	s.fresh++
	s.vars[name] = &Var{Name: name, Hi: s.upper(x).Div(k).Add(nat.Int(1)), Shared: s.allShared(x)}
	q := nat.Var(name)
	s.ge = append(s.ge, x.Sub(k.Mul(q)), k.Mul(q).Add(k).Sub(nat.Int(1)).Sub(x))
	s.cache = nil
	return q
}

// rewrite applies f to all expressions of the problem.
func (s *solver) rewrite(f func(nat.Expr) nat.Expr) {
	s.spend()
	s.ranges = nil
	for i := range s.zero {
		s.zero[i] = f(s.zero[i])
	}
	for i := range s.ge {
		s.ge[i] = f(s.ge[i])
	}
	for i := range s.same {
		s.same[i][0], s.same[i][1] = f(s.same[i][0]), f(s.same[i][1])
	}
	for _, v := range s.vars {
		v.Lo, v.Hi = f(v.Lo), f(v.Hi)
	}
	s.cache = nil
}

// inBounds says whether the range of another variable depends on n.
func (s *solver) inBounds(n string) bool {
	for _, v := range s.vars {
		if v.Lo.HasVar(n) || v.Hi.HasVar(n) {
			return true
		}
	}
	return false
}

func (s *solver) allShared(e nat.Expr) bool {
	return !e.AnyVar(func(n string) bool { v := s.vars[n]; return v != nil && !v.Shared })
}

// knownQuotient is x/k where the bounds of x tell it: 0 of a remainder of k, for one.
func (s *solver) knownQuotient(x, k nat.Expr) (nat.Expr, bool) {
	if n, ok := x.AsVar(); ok {
		if d, ok := s.rems[n]; ok && d.Equal(k) {
			return nat.Expr{}, true
		}
	}
	if kc, ok := k.Const(); ok && kc.Sign() > 0 {
		if c, ok := s.bounds(x).FloorDiv(num.Point(num.FromBig(kc))).Value(); ok {
			return nat.Big(c.Big()), true
		}
	}
	return nat.Expr{}, false
}

// simplify resolves divisions whose value the bounds or facts give.
func (s *solver) simplify(e nat.Expr) nat.Expr {
	x, k, ok := s.innerDiv(e)
	if !ok {
		return e
	}
	if v, ok := s.knownQuotient(x, k); ok {
		return e.Replace(x.Div(k), v)
	}
	// Each introduced quotient makes the facts larger and the prover slower.
	if s.quick || s.simplified >= maxSimplified {
		return e
	}
	s.simplified++
	return s.facts().Simplify(e)
}
