package nat

import (
	"slices"
	"sort"
	"strings"

	"descend/dialects/num"
)

// Divisions, minima and maxima in normal form. a/b is floor(a/b) and means something where b > 0 only; all rules here
// are identities there:
//
//	(k*b + r)/b      = k + r/b
//	(g*x)/(g*y)      = x/y, and (g*x + c)/(g*y) = (x + c/g)/y for a number g > 0
//	(x/y)/b          = x/(y*b)
//	a/b              = 0 for 0 <= a < b, and -1 for -b <= a < 0
//	min(a, b)        = a where b - a is obviously not negative, and max(a, b) = b
//
// There are no remainders: a % b is a - b*(a/b), and extractMods finds them again where it matters that they are
// small. That something is not negative is "obvious" here if no term of it is; no facts are asked.
//
// Each rule makes the numerator, the fraction or the number of arguments smaller, so that rewriting ends.

// norm builds atoms in normal form. Two rules for multiples of the divisor in a
// numerator exist. The public one takes them out only where what is left is
// plainly a natural: (n + m - 1)/m stays as it is, since (n - 1)/m + 1 divides a
// number below 0 for n = 0, and a numerator must be natural as it is written. The
// prover's leaves coefficients in [0, k) over a constant k, so that (n - 1)/4
// and (n + 3)/4 - 1 are one form.
type norm struct{ euclid bool }

var (
	public = norm{}
	canon  = norm{euclid: true}
)

// div is floor(a / b), meaningful where b > 0.
func (n norm) div(a, b *poly) *poly {
	cb, constDen := b.constant()
	if constDen && cb.Sign() <= 0 {
		return atomPoly(divAtom(a, b))
	}
	if a.isZero() {
		return zeroPoly
	}
	if ca, ok := a.constant(); ok && constDen {
		return constPoly(ca.FloorDiv(cb))
	}
	out, a := n.pullOut(a, b)
	a2, b2 := reduceFraction(a, b)
	switch {
	case a.isZero():
		return out
	case a2 != a || b2 != b:
		return limit("/", out.addScaled(n.div(a2, b2), num.Of(1), unit), a, b)
	case naturalOver(a, b) && sumNonneg(b, a, -1, -1):
		return out // 0 <= a < b
	case sumNonneg(zeroPoly, a, -1, -1) && (a.addInt(1).isZero() || obviouslyNonneg(b.add(a))):
		return limit("/", out.addInt(-1), a, b) // -b <= a < 0, and b >= 1
	}
	q := atomPoly(divAtom(a, b))
	if in := soleDiv(a); in != nil {
		// floor(floor(x/y) / b) = floor(x / (y*b))
		q = n.div(in.args[0], in.args[1].mul(b))
	}
	return limit("/", out.addScaled(q, num.Of(1), unit), a, b)
}

// soleDiv returns the atom of p if p is nothing but one division.
func soleDiv(p *poly) *atom {
	if len(p.t) == 1 && p.t[0].c.IsOne() && p.t[0].m.deg == 1 {
		if a := p.t[0].m.f[0].a; a.kind == atomDiv {
			return a
		}
	}
	return nil
}

// pullOut splits a = out*b + rest, taking multiples that are there to be seen.
func (n norm) pullOut(a, b *poly) (out, rest *poly) {
	out, rest = n.multiples(a, b)
	if n.euclid || naturalOver(rest, b) {
		return out, rest
	}
	out, rest = out.addInt(-1), rest.add(b) // one less: 2*m - 1 is m + (m - 1)
	if obviouslyNonneg(out) && naturalOver(rest, b) {
		return out, rest
	}
	return zeroPoly, a
}

// naturalOver reports whether a >= 0 is plain to see wherever a/b is defined, that is for b >= 1.
func naturalOver(a, b *poly) bool {
	return obviouslyNonneg(a) || sumNonneg(a, b, -1, 1)
}

func (n norm) multiples(a, b *poly) (out, rest *poly) {
	if len(b.t) == 1 {
		return n.pullOutMono(a, b.t[0])
	}
	out = zeroPoly
	lead := b.t[0]
	for i := 0; i < len(a.t); i++ {
		t := a.t[i]
		s, ok := t.m.quo(lead.m)
		if !ok {
			continue
		}
		c := t.c.Quo(lead.c)
		if c.IsZero() {
			continue
		}
		if next, ok := removeMultiple(a, b, c, s); ok {
			out = out.addScaled(monoPoly(s), c, unit)
			a, i = next, -1
		}
	}
	return out, a
}

func (n norm) pullOutMono(a *poly, b term) (out, rest *poly) {
	var qs, rs []term
	for _, t := range a.t {
		s, ok := t.m.quo(b.m)
		if !ok {
			rs = append(rs, t)
			continue
		}
		var c num.Int
		if n.euclid {
			c = t.c.FloorDiv(b.c)
		} else {
			c = t.c.Quo(b.c)
		}
		if !c.IsZero() {
			qs = append(qs, term{c, s})
		}
		if r := t.c.Sub(c.Mul(b.c)); !r.IsZero() {
			rs = append(rs, term{r, t.m})
		}
	}
	if len(qs) == 0 {
		return zeroPoly, a
	}
	return fromTerms(qs), fromTerms(rs)
}

// removeMultiple returns a - c*m*b if every term of c*m*b is part of one of a:
// same sign, no larger.
func removeMultiple(a, b *poly, c num.Int, m *mono) (*poly, bool) {
	for _, t := range b.t {
		have, want := a.coef(t.m.mul(m)), t.c.Mul(c)
		if have.Sign() != want.Sign() || have.Abs().Cmp(want.Abs()) < 0 {
			return nil, false
		}
	}
	return a.addScaled(b, c.Neg(), m), true
}

// reduceFraction cancels what numerator and denominator share; it returns its
// arguments where there is nothing.
func reduceFraction(a, b *poly) (*poly, *poly) {
	if a.isZero() {
		return a, b
	}
	if m := a.monoContent().gcd(b.monoContent()); !m.isUnit() {
		a, b = a.quoExact(num.Of(1), m), b.quoExact(num.Of(1), m)
	}
	// floor((g*x + c) / (g*y)) = floor((x + floor(c/g)) / y)
	g, c := b.content(), a.constTerm()
	for _, t := range a.t {
		if !t.m.isUnit() {
			g = g.GCD(t.c)
		}
	}
	if g.IsZero() || g.IsOne() {
		return a, b
	}
	a = a.addScaled(constPoly(c), num.Of(-1), unit).addScaled(constPoly(c.FloorDiv(g).Mul(g)), num.Of(1), unit)
	return a.quoExact(g, unit), b.quoExact(g, unit)
}

func divAtom(a, b *poly) *atom {
	var room [160]byte
	key := append(a.appendKey(append(room[:0], "~("...)), '/')
	return newAtom(atom{
		kind: atomDiv, args: []*poly{a, b}, nonneg: naturalOver(a, b),
		key: string(append(b.appendKey(key), ')')), weight: 1 + a.weight() + b.weight(),
	})
}

// mod is a - b*floor(a/b): the normal form has no mod atoms.
func (n norm) mod(a, b *poly) *poly {
	if c, ok := b.constant(); ok && c.Sign() <= 0 {
		return atomPoly(divAtom(a, b)) // undefined, and stays so
	}
	return a.sub(b.mul(n.div(a, b)))
}

// minMax is the least or greatest of args, of which there is at least one.
func minMax(kind atomKind, args []*poly) *poly {
	var flat []*poly
	for _, a := range args {
		if len(a.t) == 1 && a.t[0].c.IsOne() && a.t[0].m.deg == 1 && a.t[0].m.f[0].a.kind == kind {
			flat = append(flat, a.t[0].m.f[0].a.args...)
		} else {
			flat = append(flat, a)
		}
	}
	keep := flat
	for i := 0; i < len(keep); {
		if dominated(kind, keep, i) {
			keep = append(keep[:i:i], keep[i+1:]...)
		} else {
			i++
		}
	}
	if len(keep) == 1 {
		return keep[0]
	}
	return limit("m", atomPoly(minMaxAtom(kind, keep)), keep...)
}

// dominated reports whether another argument is plainly at least as extreme.
func dominated(kind atomKind, args []*poly, i int) bool {
	for j, y := range args {
		more, less := args[i], y // superfluous in min
		if kind == atomMax {
			more, less = y, args[i]
		}
		if i != j && sumNonneg(more, less, -1, 0) {
			return true
		}
	}
	return false
}

func minMaxAtom(kind atomKind, args []*poly) *atom {
	a := atom{kind: kind, args: args, weight: 1, nonneg: kind == atomMin}
	keys := make(map[*poly]string, len(args))
	for _, x := range args {
		keys[x] = x.key()
		a.weight += x.weight()
		if kind == atomMin {
			a.nonneg = a.nonneg && obviouslyNonneg(x)
		} else {
			a.nonneg = a.nonneg || obviouslyNonneg(x)
		}
	}
	sort.Slice(args, func(i, j int) bool { return keys[args[i]] < keys[args[j]] })
	name := "min"
	if kind == atomMax {
		name = "max"
	}
	var b strings.Builder
	b.WriteString("~" + name + "(")
	for i, x := range args {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(keys[x])
	}
	a.key = b.String() + ")"
	return newAtom(a)
}

// obviouslyNonneg reports whether p >= 0 is plain to see: remainders apart, no
// term is negative.
func obviouslyNonneg(p *poly) bool {
	if termsNonneg(p) {
		return true
	}
	mods, rest := extractMods(p)
	for _, m := range mods {
		if !m.m.nonneg {
			return false
		}
		if m.c.Sign() < 0 { // x % y is y-1 at most
			rest = rest.addScaled(m.y.addInt(-1), m.c, m.m)
		}
	}
	return len(mods) > 0 && termsNonneg(rest)
}

// sumNonneg is obviouslyNonneg of p + c*o + v, which is made only if there are divisions in it.
func sumNonneg(p, o *poly, c, v int64) bool {
	var room [12]term
	sum := appendSum(room[:0], p, o, num.Of(c))
	if v != 0 {
		sum = appendInt(sum, v)
	}
	if allNonneg(sum) {
		return true
	}
	for _, t := range sum {
		if t.m.hasDiv() {
			return obviouslyNonneg(&poly{slices.Clone(sum)})
		}
	}
	return false
}

func termsNonneg(p *poly) bool { return allNonneg(p.t) }

func allNonneg(ts []term) bool {
	for i := range ts {
		if ts[i].c.Sign() < 0 || !ts[i].m.nonneg {
			return false
		}
	}
	return true
}

// modTerm is c * m * (x % y).
type modTerm struct {
	c    num.Int
	m    *mono
	x, y *poly
}

// extractMods finds remainders written as x - y*(x/y): p is the sum of mods
// and rest.
func extractMods(p *poly) (mods []modTerm, rest *poly) {
	for i := 0; i < len(p.t); i++ {
		mt, next := modAt(p, p.t[i])
		if mt == nil {
			continue
		}
		mods = append(mods, *mt)
		p, i = next, -1
	}
	return mods, p
}

// modAt tries to read the term t of p as the -c*m*y*(x/y) of c*m*(x % y).
func modAt(p *poly, t term) (*modTerm, *poly) {
	for _, f := range t.m.f {
		if f.a.kind != atomDiv {
			continue
		}
		x, y := f.a.args[0], f.a.args[1]
		am := atomMono(f.a)
		if c, ok := y.constant(); ok && c.Sign() <= 0 {
			continue
		}
		if x2, y2 := partialMod(p, t, am, x, y); x2 != nil {
			x, y = x2, y2
		}
		c := t.c.Quo(y.t[0].c).Neg()
		if c.IsZero() || !y.t[0].m.divides(t.m) {
			continue
		}
		m, ok := t.m.quo(am.mul(y.t[0].m))
		if !ok {
			continue
		}
		next, ok := removeMultiple(p, y, c.Neg(), m.mul(am))
		if !ok {
			continue
		}
		if next, ok = removeMultiple(next, x, c, m); ok {
			return &modTerm{c, m, x, y}, next
		}
	}
	return nil, nil
}

// partialMod reads the division x/y as z/d with z = x/(y/d), where d is what y
// shares with the other factors of t: (n/4)%2 is n/4 - 2*(n/8).
func partialMod(p *poly, t term, am *mono, x, y *poly) (z, d *poly) {
	if len(y.t) != 1 {
		return nil, nil
	}
	others, ok := t.m.quo(am)
	if !ok {
		return nil, nil
	}
	yt := y.t[0]
	g, m := yt.c.GCD(t.c), others.gcd(yt.m)
	if g.IsOne() && m.isUnit() || g.Cmp(yt.c) == 0 && m.key == yt.m.key {
		return nil, nil
	}
	den := y.quoExact(g, m)
	for _, u := range p.t { // z must be there already
		for _, f := range u.m.f {
			if f.a.kind == atomDiv && f.a.args[1].equal(den) && f.a.args[0].equal(x) {
				return atomPoly(f.a), &poly{[]term{{g, m}}}
			}
		}
	}
	return nil, nil
}

// subst replaces variables, everywhere at once, and normalizes again. A divisor
// that becomes zero makes the whole result that undefined division.
func (n norm) subst(p *poly, repl func(name string) *poly) *poly {
	r, _ := n.rewrite(p, repl)
	return r
}

// rewrite is subst with nil meaning "keep"; undefined reports a divisor of zero.
func (n norm) rewrite(p *poly, repl func(name string) *poly) (r *poly, undefined bool) {
	var room [8]image
	all, touched := images(room[:0]), false
	for _, t := range p.t {
		for _, f := range t.m.f {
			if _, ok := all.of(f.a); ok {
				continue
			}
			img, undef := n.rewriteAtom(f.a, repl)
			if undef {
				return img, true
			}
			all = append(all, image{f.a, img})
			touched = touched || img != nil
		}
	}
	if !touched {
		return p, false
	}
	return p.replaceAtoms(all), false
}

// rewriteAtom returns nil where the atom stays as it is.
func (n norm) rewriteAtom(a *atom, repl func(name string) *poly) (*poly, bool) {
	switch a.kind {
	case atomVar:
		return repl(a.name), false
	case atomHuge:
		return nil, false
	}
	args := make([]*poly, len(a.args))
	same := true
	for i, x := range a.args {
		var undef bool
		if args[i], undef = n.rewrite(x, repl); undef {
			return args[i], true
		}
		same = same && args[i] == x
	}
	if same && !(n.euclid && a.kind == atomDiv) {
		return nil, false
	}
	if a.kind != atomDiv {
		return minMax(a.kind, args), false
	}
	q := n.div(args[0], args[1])
	if args[1].isZero() {
		return q, true
	}
	if same && len(q.t) == 1 && q.t[0].m.key == a.key && q.t[0].c.IsOne() {
		return nil, false
	}
	return q, false
}
