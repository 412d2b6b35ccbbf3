package nat

import (
	"fmt"
	"maps"
	"slices"

	"descend/dialects/num"
)

// system is compiled facts. Equalities and divisibilities are solved for a
// variable where that is possible: n % 32 == 0 makes n = 32*q for a new natural
// q, so that what remains are mostly inequalities over free variables, and much
// of what follows from the facts is equality of normal forms. All polynomials in
// it are substituted and in the prover's normal form (canon).
//
// Every new variable exists for every assignment that satisfies the facts, so
// that a proof about the system is one about the facts.
type system struct {
	sub    map[string]*poly // solved variables, in terms of free ones
	quo    []quotient       // the new variables, oldest first
	ge     []*poly          // p >= 0
	eq     []*poly          // p == 0, those that could not be solved
	ne     []*poly          // p != 0
	div    []divides        // a divides b
	pow2   map[string]bool  // free variables that are powers of two
	bad    bool             // the facts contradict each other
	fresh  int
	splits int // minima and maxima that were told apart

	// Derived by finish.
	lo, hi  map[string]num.Int // constant bounds of free variables
	settled int                // so many of ge, from the first, give no closer bounds
	base    []*poly            // ge, eq in both directions, facts of the atoms in them
	sealed  bool

	// Of one query: a system that is shared is queried through a copy, so that
	// no answer depends on what was asked before or at the same time.
	resolved map[string]*poly
	proved   map[string]bool
	samples  *samples
	work     *int // what the query may still spend, in polynomials built
}

// divides says that a divides b.
type divides struct{ a, b *poly }

// quotient is a new variable with its meaning in the caller's variables.
type quotient struct {
	name     string
	num, den *poly // name = num / den, exactly or rounded down
}

// Bounds of the work on one system.
const (
	maxSolved   = 64 // variables solved for
	maxSubTerms = 24 // terms of what replaces a variable
	maxFacts    = 256
	queryWork   = 2500 // polynomials that one query may build
)

func newSystem() *system {
	s := &system{sub: map[string]*poly{}, pow2: map[string]bool{}, lo: map[string]num.Int{}, hi: map[string]num.Int{}, samples: &samples{}}
	return s.query()
}

// query returns a copy for one query, with all its work before it. It must not
// get more facts.
func (s *system) query() *system {
	q := *s
	work := queryWork
	q.work = &work
	q.resolved, q.proved = nil, nil
	return &q
}

// spend takes n of the query's work and reports whether there was as much.
func (s *system) spend(n int) bool {
	*s.work -= n
	return *s.work > 0
}

// clone copies the facts and the bounds, which hold with more facts too, not the caches, to add some within the same query.
func (s *system) clone() *system {
	return &system{
		sub: maps.Clone(s.sub), quo: slices.Clone(s.quo), pow2: maps.Clone(s.pow2),
		ge: slices.Clone(s.ge), eq: slices.Clone(s.eq), ne: slices.Clone(s.ne), div: slices.Clone(s.div),
		bad: s.bad, fresh: s.fresh, splits: s.splits,
		lo: maps.Clone(s.lo), hi: maps.Clone(s.hi), settled: s.settled,
		samples: &samples{from: s}, work: s.work,
	}
}

// norm brings a polynomial of the caller into the system.
func (s *system) norm(p *poly) *poly {
	return canon.subst(p, func(name string) *poly { return s.sub[name] })
}

// add takes a constraint of the caller.
func (s *system) add(c Constraint) { s.addRel(s.norm(c.L.poly()), c.Rel, s.norm(c.R.poly())) }

// addRel takes a constraint whose sides are in the system already.
func (s *system) addRel(l *poly, r Rel, o *poly) {
	switch r {
	case EQ:
		s.addEq(l.sub(o))
	case NE:
		s.addNe(l.sub(o))
	case LT, LE, GT, GE:
		s.addGe(r.excess(l, o))
	case Divides:
		s.addDiv(l, o)
	case Pow2:
		s.addPow2(l)
	case NotPow2:
		if c, ok := l.constant(); ok {
			s.bad = s.bad || c.IsPow2()
		}
	case NotDivides:
		// Known by what it excludes: the quotient is not exact. For l > 0 that is
		// o - l*(o/l) != 0; l = 0 leaves o != 0.
		if c, ok := l.constant(); ok && c.Sign() > 0 {
			s.addNe(o.sub(l.mul(canon.div(o, l))))
		} else if l.isZero() {
			s.addNe(o)
		} else {
			s.addNe(o) // every l divides 0
			s.addNe(o.sub(l))
		}
	}
}

// excess is what is not negative exactly where l r o holds; nil unless r is an order.
func (r Rel) excess(l, o *poly) *poly {
	switch r {
	case LT:
		return o.subInt(l, -1)
	case LE:
		return o.sub(l)
	case GT:
		return l.subInt(o, -1)
	case GE:
		return l.sub(o)
	}
	return nil
}

func (s *system) addGe(p *poly) {
	p = tighten(p)
	if c, ok := p.constant(); ok {
		s.bad = s.bad || c.Sign() < 0
		return
	}
	if obviouslyNonneg(p) {
		s.addDefined(p)
		return
	}
	if len(s.ge) < maxFacts && !slices.ContainsFunc(s.ge, p.equal) {
		s.ge = append(s.ge, p)
	}
}

// addDefined keeps a fact that says nothing but that its divisors are positive.
func (s *system) addDefined(p *poly) {
	for _, a := range divAtoms(p, nil) {
		d := tighten(a.args[1].addInt(-1))
		if c, ok := d.constant(); ok {
			s.bad = s.bad || c.Sign() < 0 // a division by zero has no value
		} else if !obviouslyNonneg(d) && len(s.ge) < maxFacts && !slices.ContainsFunc(s.ge, d.equal) {
			s.ge = append(s.ge, d)
		}
	}
}

func (s *system) addNe(p *poly) {
	if c, ok := p.constant(); ok {
		s.bad = s.bad || c.IsZero()
		return
	}
	if p.t[0].c.Sign() < 0 {
		p = p.neg()
	}
	if len(s.ne) < maxFacts && !slices.ContainsFunc(s.ne, p.equal) {
		s.ne = append(s.ne, p)
	}
}

func (s *system) addPow2(p *poly) {
	p = s.norm(p)
	if c, ok := p.constant(); ok {
		s.bad = s.bad || !c.IsPow2()
		return
	}
	if len(p.t) != 1 {
		s.addGe(p.addInt(-1)) // the rest is lost
		return
	}
	s.bad = s.bad || !p.t[0].c.IsPow2()
	for _, f := range p.t[0].m.f { // all factors of a power of two are such
		if f.a.kind == atomVar {
			s.pow2[f.a.name] = true
		}
		s.addGe(atomPoly(f.a).addInt(-1))
	}
}

// tighten divides c + g*x >= 0 by g, rounding c down.
func tighten(p *poly) *poly {
	c, g := p.constTerm(), p.stride()
	if g.IsZero() || g.IsOne() {
		return p
	}
	r := make([]term, 0, len(p.t))
	for _, t := range p.t {
		if !t.m.isUnit() {
			r = append(r, term{t.c.Quo(g), t.m})
		}
	}
	if k := c.FloorDiv(g); !k.IsZero() {
		r = append(r, term{k, unit})
	}
	return &poly{r}
}

// stride is the gcd of the coefficients but for the constant term.
func (p *poly) stride() (g num.Int) {
	for _, t := range p.t {
		if !t.m.isUnit() {
			if g = g.GCD(t.c); g.IsOne() {
				break
			}
		}
	}
	return g
}

// solve replaces a free variable everywhere; e does not contain it.
func (s *system) solve(v string, e *poly) {
	repl := func(name string) *poly {
		if name == v {
			return e
		}
		return nil
	}
	for name, p := range s.sub {
		s.sub[name] = canon.subst(p, repl)
	}
	s.sub[v] = e
	s.samples = &samples{from: s.samples.from}
	ge, eq, ne, div := s.ge, s.eq, s.ne, s.div
	s.ge, s.eq, s.ne, s.div, s.settled = nil, nil, nil, nil, 0
	if !obviouslyNonneg(e) {
		s.addGe(e)
	} else {
		s.addDefined(e)
	}
	wasPow2 := s.pow2[v]
	delete(s.pow2, v)
	for _, p := range ge {
		s.addGe(canon.subst(p, repl))
	}
	for _, p := range ne {
		s.addNe(canon.subst(p, repl))
	}
	if wasPow2 {
		s.addPow2(e)
	}
	for _, p := range eq {
		s.addEq(s.norm(p))
	}
	for _, d := range div {
		s.addDiv(s.norm(d.a), s.norm(d.b))
	}
}

// newVar makes a natural that stands for num/den.
func (s *system) newVar(num, den *poly) *poly {
	s.fresh++
	name := fmt.Sprintf("\x00%d", s.fresh)
	s.quo = append(s.quo, quotient{name, num, den})
	return varPoly(name)
}

// divAtoms appends the division atoms of p, inner ones first, without repetition.
func divAtoms(p *poly, to []*atom) []*atom {
	return atomsOf(p, to, func(a *atom) bool { return a.kind == atomDiv })
}

func atomsOf(p *poly, to []*atom, want func(*atom) bool) []*atom {
	for _, t := range p.t {
		for _, f := range t.m.f {
			for _, x := range f.a.args {
				to = atomsOf(x, to, want)
			}
			if want(f.a) && !slices.ContainsFunc(to, func(b *atom) bool { return b.key == f.a.key }) {
				to = append(to, f.a)
			}
		}
	}
	return to
}
