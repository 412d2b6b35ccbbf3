package nat

import "slices"

// Divisibility: whether a divides b, for polynomials of the system. It is shown by
//
//   - exact division: b is a polynomial times a, found by long division by the leading term;
//   - terms: a divides each term of b, plainly or as a multiple of what a fact says is divisible (d | x makes d*t | x*t);
//   - order, for powers of two: a <= b makes a | b;
//   - a chain: a | x and x | b, at most divideDepth facts long.
//
// Each is a law of divisibility over the integers, where 0 divides 0 only. Facts k | e that could be solved are not
// here: the system has e = k*q in their place, so that exact division sees them.
//
// Depth bounds the recursion, and maxTerms the steps of a division, whose leading term gets smaller in the order of
// monomials with each.

// divideDepth bounds chains of divisibility facts.
const divideDepth = 4

// divides shows a | b, both in the system and resolved.
func (s *system) divides(a, b *poly, depth int) bool {
	if b.isZero() || s.bad {
		return true
	}
	if c, ok := a.constant(); ok {
		if c.IsZero() {
			return s.geq(b) && s.geq(b.neg())
		}
		if c.Divides(b.content()) {
			return true
		}
	}
	if a.equal(b) || a.equal(b.neg()) || exactQuotient(b, a) {
		return true
	}
	if depth == 0 {
		return false
	}
	if s.termsDivisible(a, b, depth) {
		return true
	}
	if s.pow2Divides(a, b) {
		return true
	}
	// transitive: a | x and x | b
	for _, d := range s.div {
		if !d.a.equal(a) && s.dividesByFact(d, b) && s.divides(a, d.a, depth-1) {
			return true
		}
		if d.a.equal(a) && s.dividesBy(d.b, b) {
			return true
		}
	}
	return false
}

// dividesByFact reports whether d.a | b follows from the fact d alone.
func (s *system) dividesByFact(d divides, b *poly) bool { return s.dividesBy(d.b, b) }

// dividesBy reports whether b is a multiple of x.
func (s *system) dividesBy(x, b *poly) bool { return x.equal(b) || exactQuotient(b, x) }

// termsDivisible shows a | b term by term.
func (s *system) termsDivisible(a, b *poly, depth int) bool {
	if len(b.t) < 2 {
		return len(b.t) == 1 && s.termDivisible(a, b.t[0], depth)
	}
	for _, t := range b.t {
		if !s.termDivisible(a, t, depth) {
			return false
		}
	}
	return true
}

// termDivisible shows a | t: plainly, or as a | x*(t/d) for a fact d | x with x
// dividing t.
func (s *system) termDivisible(a *poly, t term, depth int) bool {
	if len(a.t) == 1 {
		if _, ok := t.m.quo(a.t[0].m); ok && a.t[0].c.Divides(t.c) {
			return true
		}
	}
	p := &poly{[]term{t}}
	if a.equal(p) || s.pow2Divides(a, p) {
		return true
	}
	if depth == 0 {
		return false
	}
	for _, d := range s.div {
		// d.b | t, so d.a*(t/d.b) | t
		if len(d.b.t) != 1 {
			continue
		}
		m, ok := t.m.quo(d.b.t[0].m)
		if !ok || !d.b.t[0].c.Divides(t.c) {
			continue
		}
		lower := zeroPoly.addScaled(d.a, t.c.Quo(d.b.t[0].c), m)
		if lower.equal(p) {
			continue
		}
		if exactQuotient(lower, a) || s.divides(a, lower, depth-1) {
			return true
		}
	}
	return false
}

// pow2Divides shows a | b for powers of two with a <= b.
func (s *system) pow2Divides(a, b *poly) bool {
	return s.isPow2(a) && s.isPow2(b) && s.geq(b.sub(a))
}

// isPow2 shows that p is a power of two: a product of such, their minimum, maximum, or their quotient, if that is not 0.
func (s *system) isPow2(p *poly) bool {
	if len(p.t) != 1 || !p.t[0].c.IsPow2() {
		return false
	}
	for _, f := range p.t[0].m.f {
		a := f.a
		switch {
		case a.kind == atomVar && s.pow2[a.name]:
		case a.kind == atomDiv && s.pow2Divides(a.args[1], a.args[0]):
		case (a.kind == atomMin || a.kind == atomMax) && !slices.ContainsFunc(a.args, func(p *poly) bool { return !s.isPow2(p) }):
		default:
			return false
		}
	}
	return true
}

// exactQuotient reports whether b is a polynomial multiple of a: the division by
// leading terms leaves nothing.
func exactQuotient(b, a *poly) bool {
	if a.isZero() {
		return b.isZero()
	}
	lead := a.t[0]
	for range maxTerms {
		if b.isZero() {
			return true
		}
		m, ok := b.t[0].m.quo(lead.m)
		if !ok || !lead.c.Divides(b.t[0].c) || len(b.t) > maxTerms {
			return false
		}
		b = b.addScaled(a, b.t[0].c.Quo(lead.c).Neg(), m)
	}
	return false
}

// isIndivisible shows that a does not divide b.
func (s *system) isIndivisible(a, b *poly) bool {
	if c, ok := a.constant(); ok && c.Sign() > 0 {
		return s.isNonzero(b.sub(a.mul(canon.div(b, a))))
	}
	if a.isZero() {
		return s.isNonzero(b)
	}
	if !s.geq(a.addInt(-1)) {
		return false // the remainder below means nothing
	}
	// 0 < b < a, or b is r more than a multiple with 0 < r < a
	b = s.resolve(b.sub(a.mul(canon.div(b, a))))
	return s.geq(b.addInt(-1)) && s.geq(a.sub(b).addInt(-1))
}
