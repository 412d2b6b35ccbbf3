package overlap

import (
	"math/big"
	"sort"

	"descend/dialects/nat"
)

// Mixed radix. An equation g*h + l = 0 with -g < l < g and g > 0 holds exactly if h = 0 and l = 0: else |g*h| >= g >
// |l|. So an equation is taken apart by a stride g, one of its coefficients: h collects the terms that g divides, l
// the others. What belongs to neither side for sure, the constant and terms of shared variables, is tried on both
// sides; any choice is an equation of this form. With l = 0 the equation is divided by g.
//
// Applied again to h and l, this reads an index digit by digit, as row, column and position in a tile, also where the
// strides are symbols: that -g < l < g is shown by the ranges of the variables or the prover.

// digit is a term coef*v of an equation.
type digit struct {
	name string
	coef nat.Expr
}

// linear writes e as digits plus a rest without private variables; false if it is not linear in them.
func (s *solver) linear(e nat.Expr) (ds []digit, rest nat.Expr, ok bool) {
	rest = e
	for _, n := range e.Vars() {
		v := s.vars[n]
		if v == nil || v.Shared {
			continue
		}
		c, r, ok := rest.Linear(n)
		if !ok {
			return nil, e, false
		}
		if !s.allShared(c) {
			return nil, e, false
		}
		ds = append(ds, digit{n, c})
		rest = r
	}
	return ds, rest, true
}

// factor takes an equation apart: by a common positive factor, or into high and low digits of a mixed radix.
func (s *solver) factor(e nat.Expr) ([]nat.Expr, bool) {
	ds, rest, ok := s.linear(e)
	if !ok {
		return nil, false
	}
	for _, g := range s.strides(ds) {
		var high, low nat.Expr
		highs := 0
		for _, d := range ds {
			if q, ok := s.quotient(d.coef, g); ok {
				high = high.Add(q.Mul(nat.Var(d.name)))
				highs++
			} else {
				low = low.Add(d.coef.Mul(nat.Var(d.name)))
			}
		}
		if highs == 0 {
			continue
		}
		for _, c := range s.shares(rest, g) {
			h, l := high.Add(c[0]), low.Add(c[1])
			if l.IsZero() && s.positive(g) {
				return []nat.Expr{h}, true
			}
			if s.nonneg(g.Sub(l).Sub(nat.Int(1))) && s.nonneg(g.Add(l).Sub(nat.Int(1))) {
				return []nat.Expr{h, l}, true
			}
		}
	}
	return nil, false
}

func (s *solver) positive(g nat.Expr) bool { return s.nonneg(g.Sub(nat.Int(1))) }

// strides are the coefficients other than 1, without sign, large ones first as far as that shows.
func (s *solver) strides(ds []digit) []nat.Expr {
	var out []nat.Expr
next:
	for _, d := range ds {
		g := d.coef
		if g.LeadingSign() < 0 {
			g = neg(g)
		}
		if g.IsOne() || g.IsZero() {
			continue
		}
		for _, x := range out {
			if x.Equal(g) {
				continue next
			}
		}
		out = append(out, g)
	}
	// the greatest common divisor of the constant strides may separate what no stride does
	sort.SliceStable(out, func(i, j int) bool {
		a, okA := out[i].Const()
		b, okB := out[j].Const()
		if okA && okB {
			return a.Cmp(b) > 0
		}
		return !okA && okB
	})
	return out
}

func neg(e nat.Expr) nat.Expr { return nat.Int(0).Sub(e) }

// quotient is c/g if it is exact.
func (s *solver) quotient(c, g nat.Expr) (nat.Expr, bool) {
	if c.Equal(g) {
		return nat.Int(1), true
	}
	if c.Equal(neg(g)) {
		return nat.Int(-1), true
	}
	a, okA := c.Const()
	b, okB := g.Const()
	if okA && okB {
		q, m := new(big.Int).QuoRem(a, b, new(big.Int))
		return nat.Big(q), m.Sign() == 0
	}
	if okA || c.IsZero() {
		return nat.Expr{}, c.IsZero()
	}
	q := c.Div(g)
	if q.Mul(g).Equal(c) {
		return q, true
	}
	return nat.Expr{}, false
}

// shares are ways to divide the rest of an equation between high (divided by g) and low part.
func (s *solver) shares(rest, g nat.Expr) [][2]nat.Expr {
	if rest.IsZero() {
		return [][2]nat.Expr{{}}
	}
	if gc, ok := g.Const(); ok {
		var h, l nat.Expr
		for _, t := range rest.Terms() {
			x := nat.Term{Coef: t.Coef, Factors: t.Factors}
			if len(t.Factors) == 0 {
				continue
			}
			if new(big.Int).Rem(t.Coef, gc).Sign() == 0 {
				x.Coef = new(big.Int).Quo(t.Coef, gc)
				h = h.Add(x.Expr())
			} else {
				l = l.Add(x.Expr())
			}
		}
		c := rest.ConstTerm()
		q, m := new(big.Int).DivMod(c, gc, new(big.Int))
		out := [][2]nat.Expr{{h.Add(nat.Big(q)), l.Add(nat.Big(m))}}
		if m.Sign() != 0 {
			out = append(out, [2]nat.Expr{h.Add(nat.Big(q)).Add(nat.Int(1)), l.Add(nat.Big(m)).Sub(g)})
		}
		return out
	}
	var h, l nat.Expr
	for _, t := range rest.Terms() {
		if q, ok := s.quotient(t.Expr(), g); ok {
			h = h.Add(q)
		} else {
			l = l.Add(t.Expr())
		}
	}
	out := [][2]nat.Expr{{h, l}}
	if !h.IsZero() {
		out = append(out, [2]nat.Expr{{}, rest})
	}
	if !l.IsZero() { // one multiple of g more or less, as n - 1 - x with stride n
		out = append(out, [2]nat.Expr{h.Add(nat.Int(1)), l.Sub(g)}, [2]nat.Expr{h.Sub(nat.Int(1)), l.Add(g)})
	}
	return out
}
