package nat

import (
	"math"
	"math/big"
	"slices"
)

// Expressions taken apart, for packages that do not know polynomials.

// Kind says what a factor of a monomial is.
type Kind uint8

// The kinds of factors.
const (
	KindVar    Kind = iota // a variable
	KindDiv                // Args[0] / Args[1]
	KindMin                // the least of Args
	KindMax                // the greatest of Args
	KindOpaque             // too large to be represented
)

// Factor is a power of an atom in a monomial.
type Factor struct {
	Kind Kind
	Name string // of a variable
	Args []Expr // of the others
	Base Expr   // the atom itself
	Exp  int    // >= 1
}

// Term is one summand: a coefficient, never zero, times factors. The constant
// term has no factors.
type Term struct {
	Coef    *big.Int
	Factors []Factor
}

// Terms returns the monomials of e in the order of its spelling's normal form:
// highest degree first, the constant last. Their sum is e. Remainders appear as
// the sums that they stand for; [Expr.Tree] shows them as such.
func (e Expr) Terms() []Term {
	p := e.poly()
	ts := make([]Term, len(p.t))
	for i, t := range p.t {
		ts[i].Coef = new(big.Int).Set(t.c.Big())
		for _, f := range t.m.f {
			g := Factor{Kind: Kind(f.a.kind), Name: f.a.name, Base: Expr{atomPoly(f.a)}, Exp: f.n}
			for _, x := range f.a.args {
				g.Args = append(g.Args, Expr{x})
			}
			ts[i].Factors = append(ts[i].Factors, g)
		}
	}
	return ts
}

// OnlyVars says whether e is a polynomial over variables: there is no quotient, minimum or maximum in it.
func (e Expr) OnlyVars() bool {
	return !e.poly().anyAtom(func(a *atom) bool { return a.kind != atomVar })
}

// VarDifference reports whether e is c*a - c*b with two variables and a constant c; a is the first in the order of Terms.
func (e Expr) VarDifference() (a, b string, ok bool) {
	t := e.poly().t
	if len(t) != 2 || t[0].c.Cmp(t[1].c.Neg()) != 0 {
		return "", "", false
	}
	var names [2]string
	for i := range t {
		f := t[i].m.f
		if t[i].m.deg != 1 || f[0].a.kind != atomVar {
			return "", "", false
		}
		names[i] = f[0].a.name
	}
	return names[0], names[1], true
}

// HasNegative says whether a summand has a negative coefficient.
func (e Expr) HasNegative() bool {
	for _, t := range e.poly().t {
		if t.c.Sign() < 0 {
			return true
		}
	}
	return false
}

// Expr returns the term as an expression.
func (t Term) Expr() Expr {
	e := Big(t.Coef)
	for _, f := range t.Factors {
		for range f.Exp {
			e = e.Mul(f.Base)
		}
	}
	return e
}

// Degree is the largest number of factors of a term; 0 for constants.
func (e Expr) Degree() int {
	d := 0
	for _, t := range e.poly().t {
		d = max(d, t.m.deg)
	}
	return d
}

// Size counts the variables, operations and terms of e, those inside atoms too: the time that it takes to go
// through it.
func (e Expr) Size() int { return e.poly().weight() }

// ConstTerm is the constant summand.
func (e Expr) ConstTerm() *big.Int { return new(big.Int).Set(e.poly().constTerm().Big()) }

// Content is the greatest constant that divides every coefficient; 0 for 0.
func (e Expr) Content() *big.Int { return new(big.Int).Set(e.poly().content().Big()) }

// Linear splits e = coef*v + rest where v occurs in neither; ok is false if v
// occurs in a higher power or inside a division, minimum or maximum.
func (e Expr) Linear(v string) (coef, rest Expr, ok bool) {
	c, r, ok := linearIn(e.poly(), v)
	return Expr{c}, Expr{r}, ok
}

func linearIn(p *poly, v string) (coef, rest *poly, ok bool) {
	if !isLinearIn(p, v) {
		return nil, nil, false
	}
	var cs, rs []term
	for _, t := range p.t {
		if t.m.powerOf(v) == 0 {
			rs = append(rs, t)
			continue
		}
		m, _ := t.m.quo(atomMono(varAtom(v)))
		cs = append(cs, term{t.c, m})
	}
	return fromTerms(cs), fromTerms(rs), true
}

func isLinearIn(p *poly, v string) bool {
	return !slices.ContainsFunc(p.t, func(t term) bool { return t.m.powerOf(v) > 1 })
}

// powerOf is the power of a variable that m has as a factor, more than any where it is inside another factor.
func (m *mono) powerOf(v string) int {
	power := 0
	for _, f := range m.f {
		switch {
		case f.a.kind == atomVar && f.a.name == v:
			power = f.n
		case f.a.hasVar(v):
			return math.MaxInt
		}
	}
	return power
}
