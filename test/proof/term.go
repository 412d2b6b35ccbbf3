package proof

import (
	"fmt"
	"math/big"
	"slices"
	"sort"
	"strings"
)

// This file has the terms of the conditions: integers without bounds and truth values, hash-consed, so that equal
// terms are one pointer. Sums and products are polynomials in normal form over atoms; comparisons are those of a
// polynomial with zero. Each integer carries an interval that it lies in, which decides most comparisons with
// constants before a solver is asked.

type kind uint8

const (
	kPoly  kind = iota // mons
	kSym               // name
	kApp               // name(args): an uninterpreted function
	kDiv               // args[0] / args[1], rounded down
	kMod               // args[0] mod args[1], a positive constant
	kIte               // args[0] ? args[1] : args[2], integers
	kConst             // of type bool: truth
	kNot
	kAnd
	kOr
	kGE0 // args[0] >= 0
	kEQ0 // args[0] = 0
)

// level is who may have another value of a term: threads of one warp, warps of a block, blocks of the grid, nobody.
type level uint8

const (
	ofGrid level = iota
	ofBlock
	ofWarp
	ofThread
)

// term is a node. Booleans are symbols, applications, and what the kinds from kConst on make.
type term struct {
	kind   kind
	bool   bool
	truth  bool
	havoc  bool // stands for a value that is not modelled
	level  level
	id     int
	name   string
	args   []*term
	mons   []monomial
	lo, hi *big.Int // nil: no bound
	// facts hold whenever the term is meant; about itself.
	facts []*term
	// guess holds in some execution, of what is not modelled: memory as it was at the start.
	guess *term
	// values are all that the term can be, if they are few.
	values []int64
	// origin is what the term is an instance of, for thread number copy.
	origin *term
	copy   int
}

// monomial is coef times the product of atoms, which are sorted by id.
type monomial struct {
	coef  *big.Int
	atoms []*term
}

func (m monomial) key() string {
	var b strings.Builder
	for _, a := range m.atoms {
		fmt.Fprintf(&b, "%d,", a.id)
	}
	return b.String()
}

// terms makes terms.
type terms struct {
	table map[string]*term
	next  int
	yes   *term
	no    *term
}

func newTerms() *terms {
	s := &terms{table: map[string]*term{}}
	s.yes = s.intern("T", func() *term { return &term{kind: kConst, bool: true, truth: true} })
	s.no = s.intern("F", func() *term { return &term{kind: kConst, bool: true} })
	return s
}

func (s *terms) intern(key string, mk func() *term) *term {
	if t := s.table[key]; t != nil {
		return t
	}
	t := mk()
	s.next++
	t.id = s.next
	for _, a := range t.args {
		t.level = max(t.level, a.level)
	}
	for _, m := range t.mons {
		for _, a := range m.atoms {
			t.level = max(t.level, a.level)
		}
	}
	s.table[key] = t
	return t
}

var one = big.NewInt(1)

// sym makes a new integer symbol.
func (s *terms) sym(name string, l level, lo, hi *big.Int) *term {
	name = fmt.Sprintf("%s.%d", name, s.next)
	return s.intern("s"+name, func() *term { return &term{kind: kSym, name: name, level: l, lo: lo, hi: hi} })
}

// boolSym makes a new symbol of type bool.
func (s *terms) boolSym(name string, l level) *term {
	name = fmt.Sprintf("%s.%d", name, s.next)
	return s.intern("s"+name, func() *term { return &term{kind: kSym, name: name, level: l, bool: true} })
}

// app applies an uninterpreted function.
func (s *terms) app(name string, boolean bool, lo, hi *big.Int, havoc bool, args ...*term) *term {
	return s.intern("u"+name+key(args), func() *term {
		return &term{kind: kApp, name: name, bool: boolean, args: args, lo: lo, hi: hi, havoc: havoc}
	})
}

func key(args []*term) string {
	var b strings.Builder
	for _, a := range args {
		fmt.Fprintf(&b, " %d", a.id)
	}
	return b.String()
}

func (s *terms) num(n int64) *term { return s.bigNum(big.NewInt(n)) }

func (s *terms) bigNum(n *big.Int) *term { return s.poly([]monomial{{n, nil}}) }

// constant is the value of a constant.
func (t *term) constant() (*big.Int, bool) {
	if t.kind != kPoly {
		return nil, false
	}
	if len(t.mons) == 0 {
		return new(big.Int), true
	}
	if len(t.mons) == 1 && len(t.mons[0].atoms) == 0 {
		return t.mons[0].coef, true
	}
	return nil, false
}

// monomials are the summands of an integer.
func (t *term) monomials() []monomial {
	if t.kind == kPoly {
		return t.mons
	}
	return []monomial{{one, []*term{t}}}
}

// poly makes a sum: equal monomials joined, sorted.
func (s *terms) poly(in []monomial) *term {
	sum := map[string]monomial{}
	for _, m := range in {
		k := m.key()
		if o, ok := sum[k]; ok {
			m = monomial{new(big.Int).Add(o.coef, m.coef), m.atoms}
		}
		sum[k] = m
	}
	var mons []monomial
	for _, m := range sum {
		if m.coef.Sign() != 0 {
			mons = append(mons, m)
		}
	}
	sort.Slice(mons, func(i, j int) bool {
		return slices.CompareFunc(mons[i].atoms, mons[j].atoms, func(a, b *term) int { return a.id - b.id }) < 0
	})
	if len(mons) == 1 && len(mons[0].atoms) == 1 && mons[0].coef.Cmp(one) == 0 {
		return mons[0].atoms[0]
	}
	var b strings.Builder
	b.WriteString("p")
	for _, m := range mons {
		b.WriteString(m.coef.String() + ":" + m.key() + ";")
	}
	return s.intern(b.String(), func() *term {
		lo, hi := polyBounds(mons)
		return &term{kind: kPoly, mons: mons, lo: lo, hi: hi}
	})
}

// polyBounds is the interval of a sum.
func polyBounds(mons []monomial) (*big.Int, *big.Int) {
	lo, hi := new(big.Int), new(big.Int)
	for _, m := range mons {
		l, h := m.coef, m.coef
		for _, a := range m.atoms {
			l, h = mulBounds(l, h, a.lo, a.hi)
		}
		lo, hi = addBound(lo, l), addBound(hi, h)
	}
	return lo, hi
}

func addBound(a, b *big.Int) *big.Int {
	if a == nil || b == nil {
		return nil
	}
	return new(big.Int).Add(a, b)
}

// mulBounds is the interval of a product; that of an unbounded factor is bounded on the side of zero only.
func mulBounds(al, ah, bl, bh *big.Int) (*big.Int, *big.Int) {
	if al != nil && ah != nil && bl != nil && bh != nil {
		var all []*big.Int
		for _, x := range []*big.Int{al, ah} {
			for _, y := range []*big.Int{bl, bh} {
				all = append(all, new(big.Int).Mul(x, y))
			}
		}
		return slices.MinFunc(all, (*big.Int).Cmp), slices.MaxFunc(all, (*big.Int).Cmp)
	}
	nonneg := func(x *big.Int) bool { return x != nil && x.Sign() >= 0 }
	nonpos := func(x *big.Int) bool { return x != nil && x.Sign() <= 0 }
	switch {
	case nonneg(al) && nonneg(bl):
		return new(big.Int).Mul(al, bl), nil
	case nonpos(ah) && nonneg(bl):
		return nil, new(big.Int).Mul(ah, bl)
	case nonneg(al) && nonpos(bh):
		return nil, new(big.Int).Mul(al, bh)
	}
	return nil, nil
}

func (s *terms) add(xs ...*term) *term {
	var all []monomial
	for _, x := range xs {
		all = append(all, x.monomials()...)
	}
	return s.poly(all)
}

func (s *terms) scale(c *big.Int, x *term) *term {
	var all []monomial
	for _, m := range x.monomials() {
		all = append(all, monomial{new(big.Int).Mul(c, m.coef), m.atoms})
	}
	return s.poly(all)
}

func (s *terms) sub(a, b *term) *term { return s.add(a, s.scale(big.NewInt(-1), b)) }

func (s *terms) mul(a, b *term) *term {
	var all []monomial
	for _, m := range a.monomials() {
		for _, n := range b.monomials() {
			atoms := append(slices.Clone(m.atoms), n.atoms...)
			slices.SortFunc(atoms, func(x, y *term) int { return x.id - y.id })
			all = append(all, monomial{new(big.Int).Mul(m.coef, n.coef), atoms})
		}
	}
	return s.poly(all)
}

func floorDiv(a, b *big.Int) *big.Int {
	q, r := new(big.Int).QuoRem(a, b, new(big.Int))
	if r.Sign() != 0 && (r.Sign() < 0) != (b.Sign() < 0) {
		q.Sub(q, one)
	}
	return q
}

// div is a / b rounded down. Of a divisor that is no positive constant it is a symbol of its own with the facts
// that define it where the divisor is positive.
func (s *terms) div(a, b *term) *term {
	if c, ok := b.constant(); ok && c.Sign() > 0 {
		q, r := s.split(a, c)
		if within(r, new(big.Int), new(big.Int).Sub(c, one)) {
			return q
		}
		lo, hi := r.lo, r.hi
		if lo != nil {
			lo = floorDiv(lo, c)
		}
		if hi != nil {
			hi = floorDiv(hi, c)
		}
		d := s.intern("d"+key([]*term{r, b}), func() *term { return &term{kind: kDiv, args: []*term{r, b}, lo: lo, hi: hi} })
		return s.add(q, d)
	}
	if a == s.num(0) {
		return a
	}
	return s.intern("d"+key([]*term{a, b}), func() *term {
		t := &term{kind: kDiv, args: []*term{a, b}}
		if a.lo != nil && a.lo.Sign() >= 0 && b.lo != nil && b.lo.Sign() >= 0 {
			t.lo, t.hi = new(big.Int), a.hi
		}
		return t
	})
}

// divFacts define the quotient of a divisor that is no constant, where it is positive.
func (s *terms) divFacts(d *term) []*term {
	a, b := d.args[0], d.args[1]
	r := s.sub(a, s.mul(b, d))
	pos := s.lt(s.num(0), b)
	return []*term{s.implies(pos, s.and(s.le(s.num(0), r), s.lt(r, b))),
		s.implies(s.and(pos, s.le(s.num(0), a)), s.and(s.le(s.num(0), d), s.le(d, a)))}
}

// split writes a as c*q + r, with all coefficients that c divides in q.
func (s *terms) split(a *term, c *big.Int) (q, r *term) {
	var qs, rs []monomial
	for _, m := range a.monomials() {
		x := floorDiv(m.coef, c)
		if y := new(big.Int).Sub(m.coef, new(big.Int).Mul(x, c)); y.Sign() == 0 || len(m.atoms) == 0 {
			qs = append(qs, monomial{x, m.atoms})
			rs = append(rs, monomial{y, m.atoms})
			continue
		}
		rs = append(rs, m)
	}
	return s.poly(qs), s.poly(rs)
}

// mod is what the division rounded down leaves.
func (s *terms) mod(a, b *term) *term {
	c, ok := b.constant()
	if !ok || c.Sign() <= 0 {
		return s.sub(a, s.mul(b, s.div(a, b)))
	}
	_, r := s.split(a, c)
	top := new(big.Int).Sub(c, one)
	if within(r, new(big.Int), top) {
		return r
	}
	return s.intern("m"+key([]*term{r, b}), func() *term { return &term{kind: kMod, args: []*term{r, b}, lo: new(big.Int), hi: top} })
}

// within says whether the interval of t lies in [lo, hi].
func within(t *term, lo, hi *big.Int) bool {
	return t.lo != nil && t.hi != nil && t.lo.Cmp(lo) >= 0 && t.hi.Cmp(hi) <= 0
}

// ge0 says that x is at least 0.
func (s *terms) ge0(x *term) *term {
	if x.lo != nil && x.lo.Sign() >= 0 {
		return s.yes
	}
	if x.hi != nil && x.hi.Sign() < 0 {
		return s.no
	}
	g, rest := content(x)
	if g.Cmp(one) > 0 { // g*y + c >= 0 as y + floor(c/g) >= 0
		var mons []monomial
		for _, m := range x.monomials() {
			mons = append(mons, monomial{floorDiv(m.coef, g), m.atoms})
		}
		_ = rest
		x = s.poly(mons)
	}
	return s.intern("g"+key([]*term{x}), func() *term { return &term{kind: kGE0, bool: true, args: []*term{x}} })
}

// content is the greatest common divisor of the coefficients but that of the constant, and the constant.
func content(x *term) (*big.Int, *big.Int) {
	g, c := new(big.Int), new(big.Int)
	for _, m := range x.monomials() {
		if len(m.atoms) == 0 {
			c = m.coef
			continue
		}
		g.GCD(nil, nil, g, new(big.Int).Abs(m.coef))
	}
	return g, c
}

func (s *terms) le(a, b *term) *term { return s.ge0(s.sub(b, a)) }
func (s *terms) lt(a, b *term) *term { return s.ge0(s.sub(s.sub(b, a), s.num(1))) }

// eq compares integers or booleans.
func (s *terms) eq(a, b *term) *term {
	if a.bool {
		return s.or(s.and(a, b), s.and(s.not(a), s.not(b)))
	}
	x := s.sub(a, b)
	if x.lo != nil && x.lo.Sign() > 0 || x.hi != nil && x.hi.Sign() < 0 {
		return s.no
	}
	if len(x.monomials()) == 0 {
		return s.yes
	}
	g, c := content(x)
	if g.Sign() != 0 && new(big.Int).Mod(c, g).Sign() != 0 {
		return s.no
	}
	if x.monomials()[len(x.monomials())-1].coef.Sign() < 0 {
		g = new(big.Int).Neg(g)
	}
	var mons []monomial
	for _, m := range x.monomials() {
		mons = append(mons, monomial{new(big.Int).Quo(m.coef, g), m.atoms})
	}
	x = s.poly(mons)
	return s.intern("e"+key([]*term{x}), func() *term { return &term{kind: kEQ0, bool: true, args: []*term{x}} })
}

func (s *terms) not(a *term) *term {
	switch a.kind {
	case kConst:
		return s.truth(!a.truth)
	case kNot:
		return a.args[0]
	case kGE0:
		return s.ge0(s.sub(s.num(-1), a.args[0]))
	}
	return s.intern("n"+key([]*term{a}), func() *term { return &term{kind: kNot, bool: true, args: []*term{a}} })
}

func (s *terms) truth(b bool) *term {
	if b {
		return s.yes
	}
	return s.no
}

func (s *terms) and(xs ...*term) *term { return s.join(kAnd, s.yes, s.no, xs) }
func (s *terms) or(xs ...*term) *term  { return s.join(kOr, s.no, s.yes, xs) }

// join makes a conjunction or disjunction; unit is that of nothing.
func (s *terms) join(k kind, unit, zero *term, xs []*term) *term {
	var out []*term
	seen := map[*term]bool{}
	var flatten func(xs []*term) bool
	flatten = func(xs []*term) bool {
		for _, x := range xs {
			switch {
			case x == unit || seen[x]:
			case x == zero || seen[s.not(x)]:
				return false
			case x.kind == k:
				if !flatten(x.args) {
					return false
				}
			default:
				seen[x] = true
				out = append(out, x)
			}
		}
		return true
	}
	if !flatten(xs) {
		return zero
	}
	switch len(out) {
	case 0:
		return unit
	case 1:
		return out[0]
	}
	slices.SortFunc(out, func(a, b *term) int { return a.id - b.id })
	return s.intern(fmt.Sprintf("j%d%s", k, key(out)), func() *term { return &term{kind: k, bool: true, args: out} })
}

func (s *terms) implies(a, b *term) *term { return s.or(s.not(a), b) }

// ite selects an integer or boolean.
func (s *terms) ite(c, a, b *term) *term {
	switch {
	case c == s.yes || a == b:
		return a
	case c == s.no:
		return b
	case a.bool:
		return s.or(s.and(c, a), s.and(s.not(c), b))
	}
	return s.intern("i"+key([]*term{c, a, b}), func() *term {
		t := &term{kind: kIte, args: []*term{c, a, b}}
		if a.lo != nil && b.lo != nil {
			t.lo = slices.MinFunc([]*big.Int{a.lo, b.lo}, (*big.Int).Cmp)
		}
		if a.hi != nil && b.hi != nil {
			t.hi = slices.MaxFunc([]*big.Int{a.hi, b.hi}, (*big.Int).Cmp)
		}
		return t
	})
}

// rewrite replaces leaves of t: f gives the replacement of a symbol or application whose arguments are rewritten, or
// nil. memo holds what was rewritten before with the same f.
func (s *terms) rewrite(t *term, memo map[*term]*term, f func(old *term, args []*term) *term) *term {
	if r := memo[t]; r != nil {
		return r
	}
	var args []*term
	for _, a := range t.args {
		args = append(args, s.rewrite(a, memo, f))
	}
	var r *term
	switch t.kind {
	case kSym, kApp:
		if r = f(t, args); r == nil {
			r = t
			if t.kind == kApp {
				r = s.app(t.name, t.bool, t.lo, t.hi, t.havoc, args...)
			}
		}
	case kPoly:
		var sum []*term
		for _, m := range t.mons {
			p := s.bigNum(m.coef)
			for _, a := range m.atoms {
				p = s.mul(p, s.rewrite(a, memo, f))
			}
			sum = append(sum, p)
		}
		r = s.add(sum...)
	case kDiv:
		r = s.div(args[0], args[1])
	case kMod:
		r = s.mod(args[0], args[1])
	case kIte:
		r = s.ite(args[0], args[1], args[2])
	case kNot:
		r = s.not(args[0])
	case kAnd:
		r = s.and(args...)
	case kOr:
		r = s.or(args...)
	case kGE0:
		r = s.ge0(args[0])
	case kEQ0:
		r = s.eq(args[0], s.num(0))
	default:
		r = t
	}
	memo[t] = r
	return r
}

// subst replaces terms that are symbols or applications.
func (s *terms) subst(t *term, with map[*term]*term) *term {
	return s.rewrite(t, map[*term]*term{}, func(old *term, _ []*term) *term { return with[old] })
}

// mentions says whether t has a leaf that p likes.
func mentions(t *term, p func(*term) bool) bool {
	seen := map[*term]bool{}
	var walk func(t *term) bool
	walk = func(t *term) bool {
		if seen[t] {
			return false
		}
		seen[t] = true
		if (t.kind == kSym || t.kind == kApp) && p(t) || slices.ContainsFunc(t.args, walk) {
			return true
		}
		for _, m := range t.mons {
			if slices.ContainsFunc(m.atoms, walk) {
				return true
			}
		}
		return false
	}
	return walk(t)
}
