package nat

import (
	"math"
	"math/big"
	"slices"

	"descend/dialects/num"
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
	factors := 0
	for _, t := range p.t {
		factors += len(t.m.f)
	}
	coefs, all := num.Copies(len(p.t), func(i int) num.Int { return p.t[i].c }), make([]Factor, 0, factors)
	for i, t := range p.t {
		ts[i].Coef = &coefs[i]
		from := len(all)
		for _, f := range t.m.f {
			g := Factor{Kind: Kind(f.a.kind), Name: f.a.name, Base: Expr{atomPoly(f.a)}, Exp: f.n}
			if len(f.a.args) > 0 {
				g.Args = exprs(f.a.args)
			}
			all = append(all, g)
		}
		if len(all) > from {
			ts[i].Factors = all[from:len(all):len(all)]
		}
	}
	return ts
}

// NumTerms is the number of Terms.
func (e Expr) NumTerms() int { return len(e.poly().t) }

// Leading is the first of Terms in two parts, its coefficient and what it multiplies; the coefficient is nil if there is none.
func (e Expr) Leading() (coef *big.Int, monomial Expr) {
	if e.IsZero() {
		return nil, Expr{}
	}
	t := e.poly().t[0]
	return t.c.Copy(), Expr{monoPoly(t.m)}
}

// Coef is the coefficient of a monomial, that of a term whose own one is 1; 0 if e has no such term.
func (e Expr) Coef(monomial Expr) *big.Int { return e.poly().coef(monomial.poly().t[0].m).Copy() }

func exprs(ps []*poly) []Expr {
	out := make([]Expr, len(ps))
	for i, p := range ps {
		out[i] = Expr{p}
	}
	return out
}

// IsAtom says whether e is a variable, a quotient, a minimum or a maximum and nothing else.
func (e Expr) IsAtom() bool {
	t := e.poly().t
	return len(t) == 1 && t[0].c.IsOne() && t[0].m.deg == 1
}

// AsVar is the variable that e is; false if it is none.
func (e Expr) AsVar() (name string, ok bool) {
	if !e.IsAtom() {
		return "", false
	}
	a := e.poly().t[0].m.f[0].a
	return a.name, a.kind == atomVar
}

// LeadingSign is the sign of the coefficient of the first of Terms, 0 if there is none.
func (e Expr) LeadingSign() int {
	if e.IsZero() {
		return 0
	}
	return e.poly().t[0].c.Sign()
}

// Parts are the sums of the terms that are added and of those that are subtracted: e is pos - neg.
func (e Expr) Parts() (pos, neg Expr) {
	if !e.HasNegative() {
		return e, Expr{}
	}
	var ps, ns []term
	for _, t := range e.poly().t {
		if t.c.Sign() < 0 {
			ns = append(ns, term{t.c.Neg(), t.m})
		} else {
			ps = append(ps, t)
		}
	}
	return Expr{&poly{ps}}, Expr{&poly{ns}}
}

// InnerDiv is the first division x/k that is wanted, those inside others before them; div is the division.
func (e Expr) InnerDiv(want func(x, div Expr) bool) (x, k Expr, ok bool) {
	for _, t := range e.poly().t {
		for _, f := range t.m.f {
			for _, a := range f.a.args {
				if x, k, ok = (Expr{a}).InnerDiv(want); ok {
					return x, k, true
				}
			}
			if f.a.kind == atomDiv && want(Expr{f.a.args[0]}, Expr{atomPoly(f.a)}) {
				return Expr{f.a.args[0]}, Expr{f.a.args[1]}, true
			}
		}
	}
	return Expr{}, Expr{}, false
}

// Replace puts by in the place of an atom, also inside others; what contains it is made again.
func (e Expr) Replace(atom, by Expr) Expr {
	if !atom.IsAtom() {
		return e
	}
	return Expr{replaceAtom(e.poly(), atom.poly().t[0].m.f[0].a.key, by.poly())}
}

func replaceAtom(p *poly, key string, by *poly) *poly {
	var all images
	for _, t := range p.t {
		for _, f := range t.m.f {
			if _, ok := all.of(f.a); ok {
				continue
			}
			if f.a.key == key {
				all = append(all, image{f.a, by})
			} else if img := replaceInAtom(f.a, key, by); img != nil {
				all = append(all, image{f.a, img})
			}
		}
	}
	if len(all) == 0 {
		return p
	}
	return p.replaceAtoms(all)
}

// replaceInAtom returns nil where nothing in the atom is replaced.
func replaceInAtom(a *atom, key string, by *poly) *poly {
	args := make([]*poly, len(a.args))
	same := true
	for i, x := range a.args {
		args[i] = replaceAtom(x, key, by)
		same = same && args[i] == x
	}
	if same {
		return nil
	}
	if a.kind == atomDiv {
		return public.div(args[0], args[1])
	}
	r := args[0]
	for _, x := range args[1:] {
		r = minMax(a.kind, []*poly{r, x})
	}
	return r
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
func (e Expr) ConstTerm() *big.Int { return e.poly().constTerm().Copy() }

// Content is the greatest constant that divides every coefficient; 0 for 0.
func (e Expr) Content() *big.Int { return e.poly().content().Copy() }

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
