package nat

import (
	"slices"
	"sort"

	"descend/dialects/num"
)

// The core of the prover: p > 0 is shown by writing p as a positive constant
// plus terms that are not negative, after multiples of known facts f >= 0 have
// been taken away. A multiple may be by a monomial, so that i <= n - 1 also
// gives i*m <= n*m - m. This is the search for a certificate of the
// Positivstellensatz that Handelman's theorem suggests, kept linear in the facts,
// goal-directed and bounded: always the highest term that is in the way is
// cancelled exactly.

// Bounds of one search.
const (
	cancelDepth  = 12
	cancelNodes  = 160
	cancelTerms  = 40
	cancelFanOut = 6
	maxAtomFacts = 24 // divisions, minima, maxima whose facts are used
)

type canceller struct {
	s     *system
	facts []*poly // each >= 0
	nodes int
	seen  map[string]bool
	among uint8 // the samples in which the goal is defined
}

// positive reports whether p > 0 was shown.
func (s *system) positive(p *poly) bool {
	c := &canceller{s: s, facts: s.factsFor(p), nodes: cancelNodes, seen: map[string]bool{}, among: s.sampled().defined(p)}
	return c.positive(p, cancelDepth)
}

// factsFor is the base and what holds of the atoms of p.
func (s *system) factsFor(p *poly) []*poly {
	facts := s.base
	if atoms := atomsOf(p, nil, func(a *atom) bool { return a.kind != atomVar }); len(atoms) > 0 {
		facts = append(facts[:len(facts):len(facts)], s.atomFacts(atoms)...)
	}
	return facts
}

// atomFacts is what holds of divisions, minima and maxima by their meaning.
func (s *system) atomFacts(atoms []*atom) (facts []*poly) {
	keep := func(p *poly) {
		if p = tighten(p); !obviouslyNonneg(p) {
			facts = append(facts, p)
		}
	}
	for _, a := range atoms[:min(len(atoms), maxAtomFacts)] {
		q := atomPoly(a)
		switch a.kind {
		case atomDiv:
			x, y := a.args[0], a.args[1]
			rem := x.sub(y.mul(q))
			// a remainder is >= 0 and < y
			facts = append(facts, rem, tighten(y.subInt(rem, -1)))
			if _, constDen := y.constant(); !constDen {
				keep(y.addInt(-1))
				if a.nonneg || s.geQuick(x) {
					keep(x.sub(q))
				}
			}
			if !a.nonneg && s.geQuick(x) {
				facts = append(facts, q)
			}
			facts = s.quotientBounds(facts, a)
		case atomMin, atomMax:
			for _, x := range a.args {
				d := x.sub(q)
				if a.kind == atomMax {
					d = d.neg()
				}
				keep(d)
			}
		}
	}
	return facts
}

// quotientBounds divides known bounds of a numerator: x <= e makes x/y <= e/y,
// which is used where e/y needs no division.
func (s *system) quotientBounds(facts []*poly, a *atom) []*poly {
	x, y := a.args[0], a.args[1]
	for _, f := range s.ge {
		for _, sign := range []int64{1, -1} { // f = e - x, f = x - e
			cancels := func(t term) bool { return t.m.isUnit() || f.coef(t.m).Cmp(t.c.Mul(num.Of(-sign))) == 0 }
			if slices.ContainsFunc(x.t, func(t term) bool { return !cancels(t) }) {
				continue
			}
			e := f.addScaled(x, num.Of(sign), unit).scale(num.Of(sign))
			if b := canon.div(e, y); !slices.ContainsFunc(b.t, func(t term) bool { return t.m.hasDiv() }) {
				facts = append(facts, b.sub(atomPoly(a)).scale(num.Of(sign)))
			}
		}
	}
	return facts
}

func (c *canceller) positive(p *poly, depth int) bool {
	if g := p.stride(); !g.IsZero() && !g.IsOne() {
		p = tighten(p.addInt(-1)).addInt(1) // g*x + k > 0 over the integers
	}
	target, blocked := obstacle(p)
	if !blocked {
		return true
	}
	if c.s.samples.below(p, 1, c.among) {
		return false
	}
	if depth == 0 || c.nodes <= 0 || len(p.t) > cancelTerms || !c.s.spend(1+len(c.facts)/8) {
		return false
	}
	c.nodes--
	key := p.key()
	if c.seen[key] {
		return false
	}
	c.seen[key] = true
	for _, next := range c.steps(p, target) {
		if c.positive(next, depth-1) {
			return true
		}
	}
	return false
}

// obstacle is the first term that keeps p from being plainly positive: one that
// is negative or of unknown sign, those with divisions before others, or the
// constant if it is not positive.
func obstacle(p *poly) (first term, found bool) {
	for _, t := range p.t {
		if t.m.isUnit() || t.c.Sign() > 0 && t.m.nonneg {
			continue
		}
		if t.m.hasDiv() {
			return t, true
		}
		if !found {
			first, found = t, true
		}
	}
	if k := p.constTerm(); !found && k.Sign() <= 0 {
		return term{k, unit}, true
	}
	return first, found
}

// hasDiv reports whether a factor is not a variable.
func (m *mono) hasDiv() bool {
	for _, f := range m.f {
		if f.a.kind != atomVar {
			return true
		}
	}
	return false
}

// steps returns what is left of p for each way to take the obstacle away, the
// most promising first.
func (c *canceller) steps(p *poly, target term) []*poly {
	type cand struct {
		p    *poly
		cost int
	}
	var cands []cand
	try := func(next *poly) {
		c.s.spend(1)
		cost := len(next.t)
		for _, t := range next.t {
			if t.c.Sign() < 0 || !t.m.nonneg {
				cost += 4
			}
		}
		cands = append(cands, cand{next, cost})
	}
	for _, f := range c.facts {
		if target.m.isUnit() {
			c.constSteps(p, f, try)
			continue
		}
		for _, ft := range f.t {
			if ft.c.Sign() != target.c.Sign() {
				continue
			}
			m, ok := target.m.quo(ft.m)
			if !ok || !m.nonneg {
				continue
			}
			if ft.m.isUnit() && !feedsOn(p, f, m) {
				continue
			}
			if part := partialStep(p, f, target, ft, m); part != nil {
				try(part)
			}
			g := target.c.GCD(ft.c)
			try(zeroPoly.addScaled(p, ft.c.Abs().Quo(g), unit).addScaled(f, target.c.Abs().Quo(g).Neg(), m))
		}
	}
	sort.SliceStable(cands, func(i, j int) bool { return cands[i].cost < cands[j].cost })
	var out []*poly
	for _, x := range cands {
		if len(out) == cancelFanOut {
			break
		}
		if !slices.ContainsFunc(out, x.p.equal) {
			out = append(out, x.p)
		}
	}
	return out
}

// partialStep takes away only as much of m*f as p has of the fact's positive
// terms, if that is less than what cancels the target: a + b - 2*x needs both
// a - x >= 0 and b - x >= 0.
func partialStep(p, f *poly, target, ft term, m *mono) *poly {
	for _, t := range f.t {
		if t.c.Sign() <= 0 || t.m.isUnit() {
			continue
		}
		have := p.coef(t.m.mul(m))
		// have / t.c < target.c / ft.c, all positive
		if have.Sign() > 0 && have.Mul(ft.c.Abs()).Cmp(target.c.Abs().Mul(t.c)) < 0 {
			g := have.GCD(t.c)
			return zeroPoly.addScaled(p, t.c.Quo(g), unit).addScaled(f, have.Quo(g).Neg(), m)
		}
	}
	return nil
}

// feedsOn reports whether some positive term of m*f meets a positive one of p.
func feedsOn(p, f *poly, m *mono) bool {
	for _, t := range f.t {
		if t.c.Sign() > 0 && p.coef(t.m.mul(m)).Sign() > 0 {
			return true
		}
	}
	return false
}

// constSteps raises the constant of p: a fact with a negative constant is taken
// away as often as a positive term of p allows.
func (c *canceller) constSteps(p, f *poly, try func(*poly)) {
	if f.constTerm().Sign() >= 0 {
		return
	}
	for _, ft := range f.t {
		if ft.c.Sign() <= 0 {
			continue
		}
		// f may be multiplied so that ft meets a term of p
		for _, pt := range p.t {
			if pt.c.Sign() <= 0 || !pt.m.equalTo(ft.m) {
				continue
			}
			g := pt.c.GCD(ft.c)
			try(zeroPoly.addScaled(p, ft.c.Quo(g), unit).addScaled(f, pt.c.Quo(g).Neg(), unit))
		}
	}
}

func (m *mono) equalTo(o *mono) bool { return m.key == o.key }
