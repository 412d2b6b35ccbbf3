package nat

import (
	"maps"
	"slices"

	"descend/dialects/num"
)

// Simplification by facts: divisions, minima and maxima whose value the facts tell are replaced by it.
//
//	x/y              is 0 for 0 <= x < y, and -1 for -y <= x < 0
//	x/y              is c where the interval of it is the number c
//	(g*h + l)/(g*y)  is h/y for 0 <= l < g
//	min(a, b)        is b for a >= b, max(a, b) is a
//
// Each is an identity where the condition in it holds and the divisor is positive, which is where a division means
// anything; the conditions are proved (geq). So the result equals the expression wherever the facts hold and it is
// defined.
//
// resolve repeats this, since the arguments of one division get simpler by another, four times at most; what an atom
// becomes is found once for a query, and an atom that is being resolved stays as it is meanwhile, so that atoms in
// the arguments of others end.
//
// Simplify gives the result to the caller in variables that the caller knows, and only if it is smaller and divides
// by nothing that the expression does not divide by.

// resolve simplifies the divisions, minima and maxima of p by the facts.
func (s *system) resolve(p *poly) *poly {
	for range 4 {
		var room [8]image
		all := images(room[:0])
		for _, t := range p.t {
			for _, f := range t.m.f {
				if _, ok := all.of(f.a); ok || f.a.kind == atomVar || f.a.kind == atomHuge {
					continue
				}
				if q := s.resolveAtom(f.a); q != nil {
					all = append(all, image{f.a, q})
				}
			}
		}
		if len(all) == 0 {
			return p
		}
		p = p.replaceAtoms(all)
	}
	return p
}

// topAtoms are the atoms of the terms of p, variables apart.
func topAtoms(p *poly) (atoms []*atom) {
	for _, t := range p.t {
		for _, f := range t.m.f {
			if f.a.kind != atomVar && f.a.kind != atomHuge {
				atoms = append(atoms, f.a)
			}
		}
	}
	return atoms
}

// image is what is put in the place of an atom, nil for itself.
type image struct {
	a *atom
	p *poly
}

// images are those of a few atoms.
type images []image

// of is the image of an atom; false if there is none.
func (all images) of(a *atom) (*poly, bool) {
	for _, x := range all {
		if x.a == a || x.a.key == a.key {
			return x.p, true
		}
	}
	return nil, false
}

// changes says whether some factor of m has another image than itself.
func (all images) changes(m *mono) bool {
	for _, f := range m.f {
		if p, _ := all.of(f.a); p != nil {
			return true
		}
	}
	return false
}

// unchanged are the terms of p without a factor that changes.
func (p *poly) unchanged(all images) *poly {
	n := 0
	for _, t := range p.t {
		if !all.changes(t.m) {
			n++
		}
	}
	if n == 0 {
		return zeroPoly
	}
	r := newPoly(n)
	for _, t := range p.t {
		if !all.changes(t.m) {
			r.t = append(r.t, t)
		}
	}
	return r
}

// replaceAtoms replaces factors of the terms of p; those without an image (or with nil) stay.
func (p *poly) replaceAtoms(all images) *poly {
	var room [8]*poly
	sum := room[:0]
	if stays := p.unchanged(all); !stays.isZero() {
		sum = append(sum, stays)
	}
	for _, t := range p.t {
		if !all.changes(t.m) {
			continue
		}
		x := constPoly(t.c)
		for _, f := range t.m.f {
			img, _ := all.of(f.a)
			if img == nil {
				img = atomPoly(f.a)
			}
			for range f.n {
				x = x.mul(img)
			}
		}
		sum = append(sum, x)
	}
	return sumOf(sum)
}

// resolveAtom returns nil where nothing simpler is known.
func (s *system) resolveAtom(a *atom) *poly {
	r, ok := s.resolved[a.key]
	if ok || !s.spend(1) {
		return r
	}
	if s.resolved == nil {
		s.resolved = map[string]*poly{}
	}
	s.resolved[a.key] = nil // while it is being resolved
	args, same := make([]*poly, len(a.args)), true
	for i, x := range a.args {
		args[i] = s.resolve(x)
		same = same && args[i] == x
	}
	if a.kind == atomDiv {
		if same && s.staysDiv(a) {
			return nil
		}
		r = s.resolveDiv(args[0], args[1])
	} else {
		r = s.resolveMinMax(a.kind, args)
	}
	if len(r.t) == 1 && r.t[0].m.key == a.key && r.t[0].c.IsOne() {
		r = nil
	}
	s.resolved[a.key] = r
	return r
}

// staysDiv says that resolveDiv makes nothing else of a division of the system, whose arguments are resolved, by samples: it is
// no constant, and there is nothing to cancel.
func (s *system) staysDiv(a *atom) bool {
	return s.sampled().varies(a) && len(commonDivisors(a.args[0], a.args[1])) == 0
}

// resolveDiv is x / y as far as the facts simplify it.
func (s *system) resolveDiv(x, y *poly) *poly {
	q := canon.div(x, y)
	out := zeroPoly
	var a *atom
	for _, t := range q.t { // the normal form of x/y has at most one new division
		if t.m.deg == 1 && t.c.IsOne() && t.m.f[0].a.kind == atomDiv {
			a = t.m.f[0].a
			out = q.addScaled(monoPoly(t.m), num.Of(-1), unit)
			break
		}
	}
	if a == nil {
		return q
	}
	x, y = a.args[0], a.args[1]
	if c, ok := s.interval(q).Value(); ok {
		return constPoly(c)
	}
	if s.smallIn(x, y) {
		return out
	}
	if !obviouslyNonneg(x) && s.geq(x.neg().addInt(-1)) && s.geq(x.add(y)) {
		return out.addInt(-1) // -y <= x < 0
	}
	for _, g := range commonDivisors(x, y) {
		high, low := splitBy(x, g)
		if high.isZero() || !s.smallIn(low, g) {
			continue
		}
		// floor((g*h + low) / (g*y')) = floor(h / y') for 0 <= low < g
		return out.add(canon.div(high.quoExact(g.t[0].c, g.t[0].m), y.quoExact(g.t[0].c, g.t[0].m)))
	}
	return q
}

// smallIn shows 0 <= x < y.
func (s *system) smallIn(x, y *poly) bool {
	return s.geq(x) && s.geq(y.subInt(x, -1))
}

// commonDivisors are the terms, not 1, that divide y and some but not all terms
// of x; only monomials that are plainly not negative.
func commonDivisors(x, y *poly) (ds []*poly) {
	yc, ym := y.content(), y.monoContent()
	for _, t := range x.t {
		m := t.m.gcd(ym)
		g := yc.GCD(t.c)
		if g.IsOne() && m.isUnit() {
			continue
		}
		if d := (&poly{[]term{{g, m}}}); !slices.ContainsFunc(ds, d.equal) {
			ds = append(ds, d)
		}
	}
	return ds
}

// splitBy splits x into the terms that the single term g divides and the others.
func splitBy(x, g *poly) (high, low *poly) {
	var hs, ls []term
	for _, t := range x.t {
		if _, ok := t.m.quo(g.t[0].m); ok && g.t[0].c.Divides(t.c) {
			hs = append(hs, t)
		} else {
			ls = append(ls, t)
		}
	}
	return &poly{hs}, &poly{ls}
}

// resolveMinMax drops arguments that the facts make superfluous.
func (s *system) resolveMinMax(kind atomKind, args []*poly) *poly {
	for i := 0; i < len(args) && len(args) > 1; {
		drop := false
		for j, y := range args {
			d := args[i].sub(y)
			if kind == atomMax {
				d = d.neg()
			}
			if i != j && s.geq(d) {
				drop = true
				break
			}
		}
		if drop {
			args = append(args[:i:i], args[i+1:]...)
		} else {
			i++
		}
	}
	return minMax(kind, args)
}

// Simplify rewrites e by the facts: with n % 32 == 0, n/32*32 is n; with r < k,
// (q*k + r)/k is q. The result equals e wherever the facts hold and e is
// defined; where nothing gets shorter it is e.
func (f *Facts) Simplify(e Expr) Expr {
	if _, ok := e.poly().constant(); ok {
		return e
	}
	return remember(f, &f.simple, e.Key(), func() Expr { return f.simplify(e) })
}

func (f *Facts) simplify(e Expr) Expr {
	s := f.system().query()
	if s.bad || len(s.sub) == 0 && e.OnlyVars() { // of which nothing else is made
		return e
	}
	r := s.unsolve(s.resolve(s.norm(e.poly())))
	if r.weight() < e.poly().weight() && divisorsAmong(r, e.poly()) {
		return Expr{r}
	}
	return e
}

// divisorsAmong reports whether every divisor of p that is no constant is one of
// e, so that p is defined where e is.
func divisorsAmong(p, e *poly) bool {
	known := map[string]bool{}
	for _, a := range divAtoms(e, nil) {
		known[a.args[1].key()] = true
	}
	for _, a := range divAtoms(p, nil) {
		if c, ok := a.args[1].constant(); !(ok && c.Sign() > 0) && !known[a.args[1].key()] {
			return false
		}
	}
	return true
}

// unsolve writes p in the caller's variables.
func (s *system) unsolve(p *poly) *poly {
	var all images
	for _, a := range topAtoms(p) {
		args := make([]*poly, len(a.args))
		for i, x := range a.args {
			args[i] = s.unsolve(x)
		}
		if a.kind == atomDiv {
			all = append(all, image{a, public.div(args[0], args[1])})
		} else {
			all = append(all, image{a, minMax(a.kind, args)})
		}
	}
	if len(all) > 0 {
		p = p.replaceAtoms(all)
	}
	for _, v := range sortedSubs(s.sub) {
		p = s.fold(p, v, s.sub[v])
	}
	for i := len(s.quo) - 1; i >= 0; i-- {
		q := s.quo[i]
		p = public.subst(p, func(name string) *poly {
			if name == q.name {
				return public.div(q.num, q.den)
			}
			return nil
		})
	}
	return p
}

// fold writes v for its value e where p has multiples of e, if e has variables
// that the caller does not know.
func (s *system) fold(p *poly, v string, e *poly) *poly {
	if e.isZero() || !s.isInternal(e) || v[0] == 0 {
		return p
	}
	for i := 0; i < len(p.t); i++ {
		m, ok := p.t[i].m.quo(e.t[0].m)
		if !ok {
			continue
		}
		c := p.t[i].c.Quo(e.t[0].c)
		if c.IsZero() {
			continue
		}
		if next, ok := removeMultiple(p, e, c, m); ok {
			p, i = next.addScaled(varPoly(v), c, m), -1
		}
	}
	return p
}

func (s *system) isInternal(p *poly) bool {
	return p.anyAtom(func(a *atom) bool { return a.kind == atomVar && a.name != "" && a.name[0] == 0 })
}

func sortedSubs(m map[string]*poly) []string { return slices.Sorted(maps.Keys(m)) }
