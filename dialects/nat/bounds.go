package nat

import (
	"math/big"
	"slices"

	"descend/dialects/num"
)

// This file bounds expressions by constants. The interval of an expression is computed from those of its variables,
// operation by operation (package num), so that it holds all values; where a variable occurs twice it may be larger
// than the set of values. Bounds of the variables are derived from the facts: each fact c*v + rest >= 0 bounds v by
// the interval of rest. Rounds of that are counted.

// Interval holds the values of e where its variables, which are naturals, have values in the intervals that of gives.
func (e Expr) Interval(of func(name string) num.Interval) num.Interval {
	return ranges(of).poly(e.poly())
}

// ranges gives the intervals of variables.
type ranges func(name string) num.Interval

var naturals = num.AtLeast(num.Int{})

func (r ranges) poly(p *poly) num.Interval {
	mods, rest := extractMods(p)
	sum := num.Point(num.Int{})
	for _, m := range mods {
		sum = sum.Add(r.poly(m.x).Mod(r.poly(m.y)).Mul(r.mono(m.m)).Mul(num.Point(m.c)))
	}
	for _, t := range rest.t {
		sum = sum.Add(r.mono(t.m).Mul(num.Point(t.c)))
	}
	return sum
}

func (r ranges) mono(m *mono) num.Interval {
	product := num.Point(num.Of(1))
	for _, f := range m.f {
		a := r.atom(f.a)
		for range f.n {
			product = product.Mul(a)
		}
	}
	if m.nonneg {
		return product.Meet(naturals)
	}
	return product
}

func (r ranges) atom(a *atom) (i num.Interval) {
	switch a.kind {
	case atomVar:
		i = r(a.name)
	case atomDiv:
		i = r.poly(a.args[0]).FloorDiv(r.poly(a.args[1]))
	case atomMin, atomMax:
		i = r.poly(a.args[0])
		for _, x := range a.args[1:] {
			if a.kind == atomMin {
				i = i.Min(r.poly(x))
			} else {
				i = i.Max(r.poly(x))
			}
		}
	}
	if a.nonneg {
		return i.Meet(naturals)
	}
	return i
}

// interval holds the values of p by the bounds of the variables.
func (s *system) interval(p *poly) num.Interval { return ranges(s.rangeOf).poly(p) }

// intervalWithout holds the values of p without the term of a monomial.
func (s *system) intervalWithout(p *poly, m *mono) num.Interval {
	sum := num.Point(num.Int{})
	for i, t := range p.t {
		switch {
		case t.m.hasDiv(): // there may be remainders
			return s.interval(&poly{slices.DeleteFunc(slices.Clone(p.t), func(t term) bool { return t.m == m })})
		case p.t[i].m != m:
			sum = sum.Add(ranges(s.rangeOf).mono(t.m).Mul(num.Point(t.c)))
		}
	}
	return sum
}

// rangeOf is the interval of a variable.
func (s *system) rangeOf(name string) num.Interval {
	i := naturals
	if lo, ok := s.lo[name]; ok {
		i = num.AtLeast(lo)
	}
	if hi, ok := s.hi[name]; ok {
		i = i.Meet(num.AtMost(hi))
	}
	return i
}

// Bounds of the propagation of constant bounds through the facts. Facts that contradict each other, such as p >= q*q and
// q >= p + 2, make the bounds larger without end.
const (
	boundRounds = 4
	boundBits   = 512 // of a constant bound
)

// propagate derives constant bounds of the free variables from the facts:
// c*v + rest >= 0 bounds v by those of rest.
func (s *system) propagate() {
	facts := s.ge[s.settled:]
	for range boundRounds {
		changed := s.boundPow2()
		for _, p := range facts {
			changed = s.boundBy(p) || changed
		}
		for _, p := range s.eq {
			changed = s.boundBy(p) || changed
			changed = s.boundBy(p.neg()) || changed
		}
		if !changed {
			s.settled = len(s.ge)
			return
		}
		facts = s.ge
	}
	s.settled = 0
}

// boundBy bounds the variables of a fact.
func (s *system) boundBy(p *poly) (changed bool) {
	for _, t := range p.t {
		if t.m.deg == 1 && t.m.f[0].a.kind == atomVar {
			changed = s.boundVar(p, t) || changed
		}
	}
	return changed
}

// boundPow2 moves the bounds of powers of two to powers of two.
func (s *system) boundPow2() (changed bool) {
	for v := range s.pow2 {
		if lo, ok := s.lo[v]; ok && !lo.IsPow2() {
			s.lo[v] = num.FromBig(new(big.Int).Lsh(big.NewInt(1), uint(lo.BitLen())))
			changed = true
		}
		if hi, ok := s.hi[v]; ok && hi.Sign() > 0 && !hi.IsPow2() {
			s.hi[v] = num.FromBig(new(big.Int).Lsh(big.NewInt(1), uint(hi.BitLen()-1)))
			changed = true
		}
		if lo, ok := s.lo[v]; ok {
			if hi, ok := s.hi[v]; ok && lo.Cmp(hi) > 0 {
				s.bad = true
			}
		}
	}
	return changed
}

func (s *system) boundVar(p *poly, t term) bool {
	v := t.m.f[0].a.name
	most, ok := s.intervalWithout(p, t.m).Hi()
	if !ok {
		return false
	}
	// c*v >= -most
	if c := t.c; c.Sign() > 0 {
		lo := most.FloorDiv(c).Neg()
		if have, ok := s.lo[v]; lo.Sign() <= 0 || lo.BitLen() > boundBits || ok && have.Cmp(lo) >= 0 {
			return false
		}
		s.lo[v] = lo
		if hi, ok := s.hi[v]; ok && lo.Cmp(hi) > 0 {
			s.bad = true
		}
		return true
	}
	hi := most.FloorDiv(t.c.Neg())
	if hi.Sign() < 0 {
		s.bad = true
		return false
	}
	if have, ok := s.hi[v]; hi.BitLen() <= boundBits && (!ok || have.Cmp(hi) > 0) {
		s.hi[v] = hi
		if lo, ok := s.lo[v]; ok && lo.Cmp(hi) > 0 {
			s.bad = true
		}
		return true
	}
	return false
}

// Bounds returns the constants between which e lies, both included; nil where
// none is known.
func (f *Facts) Bounds(e Expr) (lo, hi *big.Int) {
	s := f.system().query()
	p := s.resolve(s.norm(e.poly()))
	b := s.interval(p)
	if !b.NonNeg() { // the common ones that intervals miss
		for _, c := range []int64{1, 0} {
			if s.geq(p.addInt(-c)) {
				b = b.Meet(num.AtLeast(num.Of(c)))
				break
			}
		}
	}
	if x, ok := b.Lo(); ok {
		lo = x.Copy()
	}
	if x, ok := b.Hi(); ok {
		hi = x.Copy()
	}
	return lo, hi
}
