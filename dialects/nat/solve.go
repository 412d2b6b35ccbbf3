package nat

import (
	"maps"
	"slices"

	"descend/dialects/num"
)

// Equations solved for a variable. An equation p == 0 with a variable v of coefficient 1 or -1 makes v an expression
// in the others, which is put in its place everywhere; then much of what follows from the facts is equality of normal
// forms. x % y == r makes x - r a multiple of y, a | b makes b one of a, and c*v == d*w for coprime c, d makes v one
// of d and w one of c: a multiple gets a new variable for the quotient, which exists and is a natural for every
// assignment that satisfies the facts. Therefore what holds in the system for all values of the new variables holds
// for the caller's, and no assignment is lost. That v is a natural is a fact about the expression, which is kept.
//
// Each solution takes a variable out of the system and brings at most one new one in, maxSolved in all; expressions
// of more than maxSubTerms terms are not put in the place of variables, since products of them would grow without
// end.

// addEq takes p == 0 and solves it for a variable if it can.
func (s *system) addEq(p *poly) {
	if c, ok := p.constant(); ok {
		s.bad = s.bad || !c.IsZero()
		return
	}
	g := p.stride()
	if !g.Divides(p.constTerm()) {
		s.bad = true // g*x + c is never 0
		return
	}
	p = p.quoExact(g, unit)
	if p.t[0].c.Sign() < 0 {
		p = p.neg()
	}
	if len(s.sub) < maxSolved && (s.solveMod(p) || s.solveLinear(p) || s.solveRatio(p)) {
		return
	}
	for _, q := range s.eq {
		if q.equal(p) {
			return
		}
	}
	if len(s.eq) < maxFacts {
		s.eq = append(s.eq, p)
	}
}

// solveMod recognizes x % y == r, that is x - y*(x/y) - r == 0.
func (s *system) solveMod(p *poly) bool {
	for _, a := range divAtoms(p, nil) {
		x, y := a.args[0], a.args[1]
		rem := x.sub(y.mul(atomPoly(a)))
		for _, r := range []*poly{rem.sub(p), rem.add(p)} {
			if r.hasAtom(a.key) || len(r.t) > maxSubTerms {
				continue
			}
			s.addGe(y.addInt(-1))
			s.addGe(r)
			s.addGe(y.sub(r).addInt(-1))
			if s.bad {
				return true
			}
			if s.addMultiple(y, x.sub(r), x) {
				return true
			}
		}
	}
	return false
}

// addMultiple takes that d is a multiple of y and solves y*q == d for a variable
// of d, if the new q is a natural: d is not negative, which may also be known
// from whole, of which d is the part that y divides.
func (s *system) addMultiple(y, d, whole *poly) bool {
	if !obviouslyNonneg(y) || !(obviouslyNonneg(whole) || s.geQuick(d)) {
		return false
	}
	v, rest := unitVar(d, y)
	if v == "" || len(d.t) > maxSubTerms {
		return false
	}
	s.solve(v, y.mul(s.newVar(d, y)).sub(rest)) // v + rest = y*q
	return true
}

// unitVar finds a variable with coefficient 1 in p that occurs nowhere else in p
// nor in avoid; p = v + rest. It prefers one whose rest has no negative part to
// subtract, then the last in order.
func unitVar(p, avoid *poly) (v string, rest *poly) {
	for _, t := range p.t {
		if !t.c.IsOne() || t.m.deg != 1 || t.m.f[0].a.kind != atomVar {
			continue
		}
		name := t.m.f[0].a.name
		r := p.addScaled(monoPoly(t.m), num.Of(-1), unit)
		if r.hasVar(name) || avoid.hasVar(name) {
			continue
		}
		if v == "" || obviouslyNonneg(r.neg()) {
			v, rest = name, r
		}
	}
	return v, rest
}

// solveLinear finds a variable with coefficient 1 or -1.
func (s *system) solveLinear(p *poly) bool {
	v, rest := unitVar(p, zeroPoly)
	w, restW := unitVar(p.neg(), zeroPoly)
	switch {
	case w != "" && (v == "" || obviouslyNonneg(restW.neg()) && !obviouslyNonneg(rest.neg())):
		v, rest = w, restW
	case v == "":
		return false
	}
	e := rest.neg()
	if len(e.t) > maxSubTerms || e.weight() > 4*maxSubTerms {
		return false
	}
	s.solve(v, e)
	return true
}

// solveRatio solves c*v == d*w for coprime c, d > 1: v = d*q, w = c*q.
func (s *system) solveRatio(p *poly) bool {
	if len(p.t) != 2 || p.t[0].c.Sign() == p.t[1].c.Sign() {
		return false
	}
	var names [2]string
	for i, t := range p.t {
		if t.m.deg != 1 || t.m.f[0].a.kind != atomVar {
			return false
		}
		names[i] = t.m.f[0].a.name
	}
	c, d := p.t[0].c.Abs(), p.t[1].c.Abs()
	q := s.newVar(varPoly(names[0]), constPoly(d))
	s.solve(names[0], q.scale(d))
	s.addEq(s.norm(varPoly(names[1])).sub(s.norm(q.scale(c))))
	return true
}

// addDiv takes a | b and solves it for a variable of b if it can.
func (s *system) addDiv(a, b *poly) {
	if b.isZero() {
		return
	}
	if a.isZero() {
		s.addEq(b)
		return
	}
	if a.t[0].c.Sign() < 0 {
		a = a.neg()
	}
	if c, ok := a.constant(); ok {
		s.addConstDiv(c, b)
		return
	}
	if len(s.sub) < maxSolved && s.addMultiple(a, b, b) {
		return
	}
	s.keepDiv(a, b)
}

func (s *system) keepDiv(a, b *poly) {
	for _, d := range s.div {
		if d.a.equal(a) && d.b.equal(b) {
			return
		}
	}
	if len(s.div) < maxFacts {
		s.div = append(s.div, divides{a, b})
	}
}

// addConstDiv takes k | b for k > 0: only the residues of b's coefficients count.
func (s *system) addConstDiv(k num.Int, b *poly) {
	var r []term
	g := k
	for _, t := range b.t {
		if c := t.c.Sub(t.c.FloorDiv(k).Mul(k)); !c.IsZero() {
			r = append(r, term{c, t.m})
			g = g.GCD(c)
		}
	}
	b = &poly{r}
	k, b = k.Quo(g), b.quoExact(g, unit)
	if k.IsOne() || b.isZero() {
		return
	}
	if c, ok := b.constant(); ok {
		s.bad = s.bad || !k.Divides(c)
		return
	}
	g = k
	for _, t := range b.t {
		if !t.m.isUnit() {
			g = g.GCD(t.c)
		}
	}
	if !g.Divides(b.constTerm()) {
		s.bad = true // g*x + c is no multiple of k, as g divides k
		return
	}
	if len(b.t) == 1 && b.t[0].m.deg == 1 && b.t[0].m.f[0].a.kind == atomVar {
		b = monoPoly(b.t[0].m) // its coefficient is coprime to k
	}
	if len(s.sub) < maxSolved && s.addMultiple(constPoly(k), b, b) {
		return
	}
	s.keepDiv(constPoly(k), b)
}

// solvePow2 makes u = i*q, with q a power of two, for powers of two i <= u, and
// u = 2*i*q for 2*i <= u.
func (s *system) solvePow2() {
	for range maxPow2 {
		if len(s.pow2) < 2 || !s.solvePow2Pair(slices.Sorted(maps.Keys(s.pow2))) {
			return
		}
		s.propagate()
		s.rebase()
	}
}

// maxPow2 bounds the pairs of powers of two that are compared.
const maxPow2 = 6

func (s *system) solvePow2Pair(names []string) bool {
	names = names[:min(len(names), maxPow2)]
	for _, i := range names {
		for _, u := range names {
			if i == u || len(s.sub) >= maxSolved || s.bad {
				continue
			}
			iv, uv := varPoly(i), varPoly(u)
			for _, c := range []int64{2, 1} {
				y := iv.scale(num.Of(c))
				if !s.geq(uv.sub(y)) {
					continue
				}
				q := s.newVar(uv, y)
				s.solve(u, y.mul(q))
				return true
			}
		}
	}
	return false
}
