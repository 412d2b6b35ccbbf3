package overlap

import (
	"math/big"

	"descend/dialects/nat"
)

// interval is a range of integers; nil ends are unknown.
type interval struct{ lo, hi *big.Int }

// bounds is the constant range of e by the ranges of its variables.
func (s *solver) bounds(e nat.Expr) interval { return s.boundsAt(e, 0) }

func (s *solver) boundsAt(e nat.Expr, depth int) interval {
	lo, hi := new(big.Int), new(big.Int)
	for _, t := range e.Terms() {
		b := interval{t.Coef, t.Coef}
		for _, f := range t.Factors {
			x := s.factorBounds(f, depth)
			for range f.Exp {
				b = b.mul(x)
			}
		}
		lo, hi = addBig(lo, b.lo), addBig(hi, b.hi)
	}
	return interval{lo, hi}
}

func addBig(a, b *big.Int) *big.Int {
	if a == nil || b == nil {
		return nil
	}
	return new(big.Int).Add(a, b)
}

const maxBoundDepth = 6

func (s *solver) factorBounds(f nat.Factor, depth int) interval {
	zero := new(big.Int)
	if depth > maxBoundDepth {
		return interval{}
	}
	switch f.Kind {
	case nat.KindVar:
		v := s.vars[f.Name]
		if v == nil {
			return interval{lo: zero}
		}
		b := interval{s.boundsAt(v.Lo, depth+1).lo, nil}
		if b.lo == nil || b.lo.Sign() < 0 {
			b.lo = zero
		}
		if hi := s.boundsAt(v.Hi, depth+1).hi; hi != nil {
			b.hi = new(big.Int).Sub(hi, big.NewInt(1))
		}
		return b
	case nat.KindDiv:
		x, k := s.boundsAt(f.Args[0], depth+1), s.boundsAt(f.Args[1], depth+1)
		b := interval{}
		if x.lo != nil && x.lo.Sign() >= 0 {
			b.lo = zero
			if k.hi != nil && k.hi.Sign() > 0 {
				b.lo = new(big.Int).Div(x.lo, k.hi)
			}
			if x.hi != nil {
				b.hi = x.hi
				if k.lo != nil && k.lo.Sign() > 0 {
					b.hi = new(big.Int).Div(x.hi, k.lo)
				}
			}
		}
		return b
	case nat.KindMin, nat.KindMax:
		b := s.boundsAt(f.Args[0], depth+1)
		for _, a := range f.Args[1:] {
			c := s.boundsAt(a, depth+1)
			if f.Kind == nat.KindMin {
				b = interval{pick(b.lo, c.lo, -1, false), pick(b.hi, c.hi, -1, true)}
			} else {
				b = interval{pick(b.lo, c.lo, 1, true), pick(b.hi, c.hi, 1, false)}
			}
		}
		return b
	}
	return interval{}
}

// pick is the smaller (sign -1) or larger of two bounds; of one known alone if either does.
func pick(a, b *big.Int, sign int, either bool) *big.Int {
	switch {
	case a == nil && b == nil:
		return nil
	case a == nil || b == nil:
		if !either {
			return nil
		}
		if a == nil {
			return b
		}
		return a
	case a.Cmp(b) == sign:
		return a
	}
	return b
}

func (a interval) mul(b interval) interval {
	if a.lo != nil && a.hi != nil && a.lo.Cmp(a.hi) == 0 && b.lo != nil || b.lo != nil && b.lo.Sign() >= 0 && a.lo != nil && a.lo.Sign() >= 0 {
		if a.lo.Sign() >= 0 {
			if b.lo.Sign() < 0 { // a is a constant >= 0
				return interval{mulBig(a.lo, b.lo), mulBig(a.lo, b.hi)}
			}
			return interval{mulBig(a.lo, b.lo), mulBig(a.hi, b.hi)}
		}
		return interval{mulBig(a.lo, b.hi), mulBig(a.lo, b.lo)} // a is a negative constant
	}
	if a.lo == nil || a.hi == nil || b.lo == nil || b.hi == nil {
		if a.hi != nil && a.hi.Sign() <= 0 && b.lo != nil && b.lo.Sign() >= 0 {
			n := interval{new(big.Int).Neg(a.hi), nil}
			if a.lo != nil {
				n.hi = new(big.Int).Neg(a.lo)
			}
			r := n.mul(b)
			return interval{negBig(r.hi), negBig(r.lo)}
		}
		return interval{}
	}
	lo, hi := (*big.Int)(nil), (*big.Int)(nil)
	for _, x := range []*big.Int{a.lo, a.hi} {
		for _, y := range []*big.Int{b.lo, b.hi} {
			p := new(big.Int).Mul(x, y)
			if lo == nil || p.Cmp(lo) < 0 {
				lo = p
			}
			if hi == nil || p.Cmp(hi) > 0 {
				hi = p
			}
		}
	}
	return interval{lo, hi}
}

func mulBig(a, b *big.Int) *big.Int {
	if a == nil || b == nil {
		return nil
	}
	return new(big.Int).Mul(a, b)
}

func negBig(a *big.Int) *big.Int {
	if a == nil {
		return nil
	}
	return new(big.Int).Neg(a)
}

// nonneg shows e >= 0.
func (s *solver) nonneg(e nat.Expr) bool {
	if b := s.bounds(e); b.lo != nil && b.lo.Sign() >= 0 {
		return true
	} else if b.hi != nil && b.hi.Sign() < 0 {
		return false
	}
	if s.quick {
		return false // left to the search
	}
	return s.facts().Prove(nat.Constraint{L: e, Rel: nat.GE, R: nat.Int(0)}).Verdict == nat.Proved
}

// upper is an upper bound of x over its bounded variables; where a sign is unknown, x itself in place of it.
func (s *solver) upper(x nat.Expr) nat.Expr {
	for range 8 {
		done := true
		for _, n := range x.Vars() {
			v := s.vars[n]
			if v == nil {
				continue
			}
			c, rest, ok := x.Linear(n)
			if !ok {
				return x
			}
			b := s.bounds(c)
			switch {
			case b.lo != nil && b.lo.Sign() >= 0:
				x = rest.Add(c.Mul(v.Hi.Sub(nat.Int(1))))
			case b.hi != nil && b.hi.Sign() <= 0:
				x = rest.Add(c.Mul(v.Lo))
			default:
				return x
			}
			done = false
			break
		}
		if done {
			break
		}
	}
	return x
}
