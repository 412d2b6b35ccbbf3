package nat

import (
	"crypto/sha256"
	"encoding/hex"
	"hash/maphash"
	"slices"
	"sort"
	"strings"
	"sync/atomic"

	"descend/dialects/num"
)

// Normal forms. A polynomial is a sum of monomials in a fixed order, with integer coefficients that are not 0; a
// monomial is a product of powers of atoms, sorted by their keys; an atom is a variable or an operation on normal
// forms. So equal sums and products have one form, whatever the order in which they are computed: two polynomials are
// equal, as polynomials over their atoms, exactly if their keys are. Atoms differ if they are made differently;
// atom.go makes few different ones.
//
// Everything is immutable and shared. The bounds below keep every form small, whatever the program says: a result
// that exceeds one is an atom of its own, named by a hash of how it was made, so that equal ones stay equal and
// nothing else is known of them.

// Bounds on the size of one normal form. What would exceed them becomes one
// opaque atom, named by a hash of the operation, about which nothing is known.
const (
	maxTerms    = 200     // terms of one polynomial
	maxDegree   = 32      // factors of one monomial
	maxWeight   = 3000    // variables and operations in all, those inside atoms too
	maxCoefBits = 1 << 16 // bits of one coefficient
)

// atomKind says what an atom of a polynomial is.
type atomKind uint8

const (
	atomVar  atomKind = iota
	atomDiv           // args[0] / args[1], rounded down; undefined unless args[1] > 0
	atomMin           // of two or more args
	atomMax           // of two or more args
	atomHuge          // too large to represent; key is a hash
	atomMod           // only in display trees: normal forms write a - b*(a/b)
)

// atom is what polynomials are over. Atoms are immutable, and equal when their
// keys are.
type atom struct {
	kind   atomKind
	nonneg bool    // obviously >= 0 wherever it is defined
	name   string  // atomVar
	args   []*poly // normal forms
	key    string
	weight int
	self   *poly // the atom as a polynomial
}

// factor is a power of an atom, n >= 1.
type factor struct {
	a *atom
	n int
}

// mono is a product of powers of different atoms, sorted by key.
type mono struct {
	f           []factor
	key         string
	deg, weight int
	nonneg      bool // every factor is obviously >= 0
}

// term is a monomial with a coefficient that is not zero.
type term struct {
	c num.Int
	m *mono
}

// poly is a sum of terms, sorted by less, with integer coefficients.
type poly struct{ t []term }

var (
	unit     = &mono{nonneg: true}
	zeroPoly = &poly{}
)

func constPoly(c num.Int) *poly {
	if c.IsZero() {
		return zeroPoly
	}
	if v, fits := c.Int64(); fits && v >= -1 && v < int64(len(smallConsts)-1) {
		return smallConsts[v+1]
	}
	return &poly{[]term{{c, unit}}}
}

// smallConsts are the constants from -1.
var smallConsts = func() (all [1026]*poly) {
	ps, ts := make([]poly, len(all)), make([]term, len(all))
	for i := range all {
		ts[i] = term{num.Of(int64(i) - 1), unit}
		ps[i].t = ts[i : i+1 : i+1]
		all[i] = &ps[i]
	}
	return all
}()

func intPoly(v int64) *poly { return constPoly(num.Of(v)) }

// newAtom is an atom as it is described, with itself as monomial and polynomial.
func newAtom(a atom) *atom {
	one := &struct { // in one piece
		a atom
		m mono
		p poly
		f [1]factor
		t [1]term
	}{a: a}
	one.f[0] = factor{&one.a, 1}
	one.m = mono{one.f[:], a.key, 1, a.weight, a.nonneg}
	one.t[0] = term{num.Of(1), &one.m}
	one.p.t = one.t[:]
	one.a.self = &one.p
	return &one.a
}

func atomPoly(a *atom) *poly { return a.self }

func atomMono(a *atom) *mono { return a.self.t[0].m }

func monoPoly(m *mono) *poly {
	p := newPoly(1)
	p.t = append(p.t, term{num.Of(1), m})
	return p
}

func varAtom(name string) *atom {
	return newAtom(atom{kind: atomVar, name: name, key: name, weight: 1, nonneg: true})
}

// varPoly is the polynomial of a variable. The latest ones are kept: the same few names are asked for all the time.
func varPoly(name string) *poly {
	slot := &recentVars[maphash.String(recentSeed, name)%uint64(len(recentVars))]
	if p := slot.Load(); p != nil && p.t[0].m.key == name {
		return p
	}
	p := atomPoly(varAtom(name))
	slot.Store(p)
	return p
}

// recentVars are polynomials of variables by the hash of the name. They never change, and which ones are there makes
// no difference but to the time.
var (
	recentVars [512]atomic.Pointer[poly]
	recentSeed = maphash.MakeSeed()
)

func newMono(f []factor) *mono {
	if len(f) == 0 {
		return unit
	}
	if len(f) == 1 && f[0].n == 1 {
		return atomMono(f[0].a)
	}
	m := &mono{f: f, nonneg: true}
	size := 0
	for _, x := range f {
		m.deg += x.n
		m.weight += x.n * x.a.weight
		m.nonneg = m.nonneg && (x.a.nonneg || x.n%2 == 0)
		size += x.n * (1 + len(x.a.key))
	}
	var b strings.Builder
	b.Grow(size)
	for i, x := range f {
		for j := range x.n {
			if i+j > 0 {
				b.WriteByte('*')
			}
			b.WriteString(x.a.key)
		}
	}
	m.key = b.String()
	return m
}

// compare orders monomials: higher degree first, then by key; the unit is last.
func (m *mono) compare(o *mono) int {
	if m.deg != o.deg {
		return o.deg - m.deg
	}
	return strings.Compare(m.key, o.key)
}

func (m *mono) less(o *mono) bool { return m.compare(o) < 0 }

func (m *mono) isUnit() bool { return m.deg == 0 }

func (m *mono) mul(o *mono) *mono {
	if m.isUnit() {
		return o
	}
	if o.isUnit() {
		return m
	}
	f := make([]factor, 0, len(m.f)+len(o.f))
	i, j := 0, 0
	for i < len(m.f) && j < len(o.f) {
		a, b := m.f[i], o.f[j]
		switch {
		case a.a.key == b.a.key:
			f = append(f, factor{a.a, a.n + b.n})
			i, j = i+1, j+1
		case a.a.key < b.a.key:
			f = append(f, a)
			i++
		default:
			f = append(f, b)
			j++
		}
	}
	f = append(append(f, m.f[i:]...), o.f[j:]...)
	return newMono(f)
}

// quo returns m / o where o divides m.
func (m *mono) quo(o *mono) (*mono, bool) {
	if o.isUnit() {
		return m, true
	}
	if !o.divides(m) {
		return nil, false
	}
	if o.deg == m.deg {
		return unit, true
	}
	f := make([]factor, 0, len(m.f))
	j := 0
	for _, x := range m.f {
		if j < len(o.f) && o.f[j].a.key == x.a.key {
			x.n -= o.f[j].n
			j++
		}
		if x.n > 0 {
			f = append(f, x)
		}
	}
	return newMono(f), true
}

// divides says whether each factor of o is one of m, as often.
func (o *mono) divides(m *mono) bool {
	if o.deg > m.deg {
		return false
	}
	j := 0
	for _, x := range m.f {
		if j < len(o.f) && o.f[j].a.key == x.a.key {
			if o.f[j].n > x.n {
				return false
			}
			j++
		}
	}
	return j == len(o.f)
}

// gcd is the greatest common divisor over factors that are obviously >= 0.
func (m *mono) gcd(o *mono) *mono {
	var f []factor
	for _, x := range m.f {
		for _, y := range o.f {
			if x.a.key == y.a.key && x.a.nonneg {
				f = append(f, factor{x.a, min(x.n, y.n)})
			}
		}
	}
	return newMono(f)
}

func (p *poly) isZero() bool { return len(p.t) == 0 }

func (p *poly) constant() (num.Int, bool) {
	switch {
	case len(p.t) == 0:
		return num.Int{}, true
	case len(p.t) == 1 && p.t[0].m.isUnit():
		return p.t[0].c, true
	}
	return num.Int{}, false
}

// constTerm is the coefficient of the unit monomial.
func (p *poly) constTerm() num.Int {
	if n := len(p.t); n > 0 && p.t[n-1].m.isUnit() {
		return p.t[n-1].c
	}
	return num.Int{}
}

// coef is the coefficient of m.
func (p *poly) coef(m *mono) num.Int {
	i := sort.Search(len(p.t), func(i int) bool { return !p.t[i].m.less(m) })
	if i < len(p.t) && p.t[i].m.key == m.key {
		return p.t[i].c
	}
	return num.Int{}
}

func (p *poly) equal(o *poly) bool {
	if p == o {
		return true
	}
	if len(p.t) != len(o.t) {
		return false
	}
	for i, x := range p.t {
		if y := o.t[i]; x.m.key != y.m.key || x.c.Cmp(y.c) != 0 {
			return false
		}
	}
	return true
}

func (p *poly) key() string {
	if len(p.t) == 1 && p.t[0].c.IsOne() && !p.t[0].m.isUnit() {
		return p.t[0].m.key
	}
	var room [160]byte
	return string(p.appendKey(room[:0]))
}

func (p *poly) appendKey(b []byte) []byte {
	if len(p.t) == 0 {
		return append(b, '0')
	}
	for i, t := range p.t {
		if i > 0 {
			b = append(b, '+')
		}
		if !t.c.IsOne() || t.m.isUnit() {
			b = t.c.Append(b)
			if !t.m.isUnit() {
				b = append(b, '*')
			}
		}
		b = append(b, t.m.key...)
	}
	return b
}

func (p *poly) weight() int {
	w := len(p.t)
	for _, t := range p.t {
		w += t.m.weight
	}
	return w
}

// addScaled returns p + c*m*o without the size bounds of add.
func (p *poly) addScaled(o *poly, c num.Int, m *mono) *poly {
	if c.IsZero() || o.isZero() {
		return p
	}
	if !m.isUnit() {
		product := newPoly(len(o.t))
		for _, t := range o.t {
			product.t = append(product.t, term{t.c, t.m.mul(m)})
		}
		if len(product.t) > 1 {
			slices.SortFunc(product.t, func(a, b term) int { return a.m.compare(b.m) })
		}
		o = product
	}
	if p.isZero() && c.IsOne() {
		return o
	}
	sum := newPoly(len(p.t) + len(o.t))
	sum.t = appendSum(sum.t, p, o, c)
	return sum
}

// appendSum appends the terms of p + c*o.
func appendSum(sum []term, p, o *poly, c num.Int) []term {
	i := 0
	for _, b := range o.t {
		b.c = b.c.Mul(c)
		for i < len(p.t) {
			order := p.t[i].m.compare(b.m)
			if order > 0 {
				break
			}
			i++
			if order == 0 {
				b.c = p.t[i-1].c.Add(b.c)
				break
			}
			sum = append(sum, p.t[i-1])
		}
		if !b.c.IsZero() {
			sum = append(sum, b)
		}
	}
	return append(sum, p.t[i:]...)
}

// appendInt adds a number to the sum of terms.
func appendInt(sum []term, v int64) []term {
	last := len(sum) - 1
	if last < 0 || !sum[last].m.isUnit() {
		sum = append(sum, term{m: unit})
		last++
	}
	if sum[last].c = sum[last].c.Add(num.Of(v)); sum[last].c.IsZero() {
		return sum[:last]
	}
	return sum
}

// newPoly is the zero polynomial with room for n terms.
func newPoly(n int) *poly {
	switch { // few in one piece
	case n == 1:
		p := &struct {
			poly
			few [1]term
		}{}
		p.t = p.few[:0]
		return &p.poly
	case n <= 3:
		p := &struct {
			poly
			few [3]term
		}{}
		p.t = p.few[:0:n]
		return &p.poly
	}
	return &poly{make([]term, 0, n)}
}

func (p *poly) add(o *poly) *poly {
	return limit("+", p.addScaled(o, num.Of(1), unit), p, o)
}

func (p *poly) sub(o *poly) *poly {
	return limit("-", p.addScaled(o, num.Of(-1), unit), p, o)
}

func (p *poly) neg() *poly { return zeroPoly.addScaled(p, num.Of(-1), unit) }

func (p *poly) addInt(v int64) *poly {
	if v == 0 {
		return p
	}
	if c, ok := p.constant(); ok {
		return constPoly(c.Add(num.Of(v)))
	}
	n := len(p.t)
	if !p.t[n-1].m.isUnit() {
		n++
	}
	sum := newPoly(n)
	sum.t = appendInt(append(sum.t, p.t...), v)
	return sum
}

// subInt is p - o + v.
func (p *poly) subInt(o *poly, v int64) *poly {
	d := p.sub(o)
	if d == p || len(d.t) == 1 && d.t[0].m.deg > 0 { // which others have
		return d.addInt(v)
	}
	if c, ok := d.constant(); ok {
		return constPoly(c.Add(num.Of(v)))
	}
	d.t = appendInt(d.t, v)
	return d
}

func (p *poly) scale(c num.Int) *poly { return zeroPoly.addScaled(p, c, unit) }

func (p *poly) mul(o *poly) *poly {
	if p.isZero() || o.isZero() {
		return zeroPoly
	}
	if len(p.t) > len(o.t) {
		p, o = o, p
	}
	if len(p.t)*len(o.t) > 20*maxTerms {
		return hugePoly("*", p, o)
	}
	if len(p.t) == 1 {
		return limit("*", zeroPoly.addScaled(o, p.t[0].c, p.t[0].m), p, o)
	}
	sum := termSum{at: make(map[string]int, len(p.t)*len(o.t))}
	for _, a := range p.t {
		for _, b := range o.t {
			sum.add(term{a.c.Mul(b.c), a.m.mul(b.m)})
		}
	}
	return limit("*", fromTerms(sum.t), p, o)
}

// termSum collects terms, one for each monomial.
type termSum struct {
	at map[string]int // by the keys of monomials
	t  []term
}

func (s *termSum) add(t term) {
	if i, ok := s.at[t.m.key]; ok {
		s.t[i].c = s.t[i].c.Add(t.c)
		return
	}
	s.at[t.m.key] = len(s.t)
	s.t = append(s.t, t)
}

// sumOf adds polynomials.
func sumOf(ps []*poly) *poly {
	if len(ps) <= 4 {
		r := zeroPoly
		for _, p := range ps {
			r = r.add(p)
		}
		return r
	}
	sum := termSum{at: make(map[string]int, len(ps))}
	for _, p := range ps {
		for _, t := range p.t {
			sum.add(t)
		}
	}
	return limit("+", fromTerms(sum.t), ps...)
}

// fromTerms sorts terms with different monomials and drops the zeros.
func fromTerms(t []term) *poly {
	r := t[:0]
	for _, x := range t {
		if !x.c.IsZero() {
			r = append(r, x)
		}
	}
	if len(r) > 1 {
		slices.SortFunc(r, func(a, b term) int { return a.m.compare(b.m) })
	}
	return &poly{r}
}

// limit returns p, the result of op on args, or an opaque atom if p is too large.
func limit(op string, p *poly, args ...*poly) *poly {
	if len(p.t) == 1 && p.t[0].m.isUnit() && p.t[0].c.BitLen() < 64 {
		return p
	}
	ok := len(p.t) <= maxTerms && p.weight() <= maxWeight
	for i := 0; ok && i < len(p.t); i++ {
		ok = p.t[i].m.deg <= maxDegree && p.t[i].c.BitLen() <= maxCoefBits
	}
	if ok {
		return p
	}
	return hugePoly(op, args...)
}

func hugePoly(op string, args ...*poly) *poly {
	h := sha256.New()
	keys := make([]string, len(args))
	for i, a := range args {
		keys[i] = a.key()
	}
	if op == "+" || op == "*" {
		sort.Strings(keys)
	}
	h.Write([]byte(op))
	for _, k := range keys {
		h.Write([]byte("|" + k))
	}
	return atomPoly(hugeAtom(hex.EncodeToString(h.Sum(nil)[:hugeDigits/2])))
}

// hugeDigits is the number of hexadecimal digits that name an opaque atom.
const hugeDigits = 32

func hugeAtom(digits string) *atom {
	return newAtom(atom{kind: atomHuge, key: "#" + digits, weight: 1})
}

// content is the gcd of all coefficients, 0 for the zero polynomial.
func (p *poly) content() num.Int {
	g := num.Int{}
	for _, t := range p.t {
		g = g.GCD(t.c)
		if g.IsOne() {
			break
		}
	}
	return g
}

// monoContent is the greatest monomial that divides every term.
func (p *poly) monoContent() *mono {
	if p.isZero() {
		return unit
	}
	m := p.t[0].m
	for _, t := range p.t[1:] {
		if m.isUnit() {
			break
		}
		m = m.gcd(t.m)
	}
	if len(p.t) == 1 {
		m = m.gcd(m) // only the factors that are obviously >= 0
	}
	return m
}

// quoExact divides every term by c*m; the caller knows that they divide.
func (p *poly) quoExact(c num.Int, m *mono) *poly {
	if c.IsOne() && m.isUnit() {
		return p
	}
	r := make([]term, 0, len(p.t))
	for _, t := range p.t {
		q, ok := t.m.quo(m)
		if !ok {
			return p
		}
		r = append(r, term{t.c.Quo(c), q})
	}
	return fromTerms(r)
}

// hasVar reports whether the variable occurs anywhere in p, inside atoms too.
func (p *poly) hasVar(name string) bool {
	for _, t := range p.t {
		for _, f := range t.m.f {
			if f.a.hasVar(name) {
				return true
			}
		}
	}
	return false
}

func (a *atom) hasVar(name string) bool {
	if a.kind == atomVar {
		return a.name == name
	}
	for _, x := range a.args {
		if x.hasVar(name) {
			return true
		}
	}
	return false
}

// hasAtom reports whether an atom with this key is a factor of some term of p.
func (p *poly) hasAtom(key string) bool {
	for _, t := range p.t {
		for _, f := range t.m.f {
			if f.a.key == key {
				return true
			}
		}
	}
	return false
}
