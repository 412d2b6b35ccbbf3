package overlap

import (
	"descend/dialects/nat"
	"descend/dialects/num"
)

// bounds is the constant range of e by the ranges of its variables.
func (s *solver) bounds(e nat.Expr) num.Interval { return s.boundsAt(e, 0) }

func (s *solver) boundsAt(e nat.Expr, depth int) num.Interval {
	return e.Interval(func(name string) num.Interval { return s.rangeAt(name, depth) })
}

// rangeOf is the constant range of a variable.
func (s *solver) rangeOf(name string) num.Interval {
	r, ok := s.ranges[name]
	if !ok {
		r = s.findRange(name, 0)
		if s.ranges == nil {
			s.ranges = map[string]num.Interval{}
		}
		s.ranges[name] = r
	}
	return r
}

// maxBoundDepth bounds how far ranges are followed that speak of other variables, which have ranges in turn.
const maxBoundDepth = 6

func (s *solver) rangeAt(name string, depth int) num.Interval {
	if depth == 0 {
		return s.rangeOf(name)
	}
	return s.findRange(name, depth)
}

func (s *solver) findRange(name string, depth int) num.Interval {
	r, v := num.AtLeast(num.Int{}), s.vars[name]
	if v == nil || depth > maxBoundDepth {
		return r
	}
	if lo, ok := s.boundsAt(v.Lo, depth+1).Lo(); ok {
		r = r.Meet(num.AtLeast(lo))
	}
	if hi, ok := s.boundsAt(v.Hi, depth+1).Hi(); ok {
		r = r.Meet(num.AtMost(hi.Sub(num.Of(1))))
	}
	return r
}

// machine are the ends of an interval as machine integers; false if it has no ends that fit.
func machine(i num.Interval) (lo, hi int64, ok bool) {
	l, hasLo := i.Lo()
	h, hasHi := i.Hi()
	lo, fitsLo := l.Int64()
	hi, fitsHi := h.Int64()
	return lo, hi, hasLo && hasHi && fitsLo && fitsHi
}

// nonneg shows e >= 0.
func (s *solver) nonneg(e nat.Expr) bool {
	if b := s.bounds(e); b.NonNeg() {
		return true
	} else if b.Negative() {
		return false
	}
	if s.quick { // more is left to the search
		return s.symbolic && s.bounds(neg(s.upper(neg(e)))).NonNeg()
	}
	return s.facts().Proves(nat.Constraint{L: e, Rel: nat.GE, R: nat.Int(0)})
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
			case b.NonNeg():
				x = rest.Add(c.Mul(v.Hi.Sub(nat.Int(1))))
			case b.NonPos():
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
