package place

import (
	"math/big"
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
)

// factsEntry are the facts inside a loop or function.
type factsEntry struct {
	facts *nat.Facts
	pow2  map[string]bool // variables known to be powers of two
}

// ForgetFacts makes FactsAt look at the where clauses again.
func (r *Resolver) ForgetFacts() { clear(r.facts) }

// FactsAt is what is known of nats where op executes: the where clauses (declared and inferred) of the
// function, that the extents of its resource are at least 1, and the ranges of the nat loops around op.
func (r *Resolver) FactsAt(op *ir.Operation) *nat.Facts {
	return r.entry(op.Parent()).facts
}

// entry are the facts inside of op.
func (r *Resolver) entry(op *ir.Operation) *factsEntry {
	if op == nil || op == r.fn.Operation {
		return r.base()
	}
	if e, ok := r.facts[op]; ok {
		return e
	}
	e := r.entry(op.Parent())
	if l, ok := op.Typed().(descend.ForNatOp); ok {
		e = e.withLoop(l, l.Var(), nil)
	}
	r.facts[op] = e
	return e
}

// Lets are the operations of the function that make nats of values.
func (r *Resolver) Lets() []descend.LetNatOp {
	if !r.letsKnown {
		r.lets, r.letsKnown = slices.Collect(ir.AllOf[descend.LetNatOp](r.fn.Operation)), true
	}
	return r.lets
}

func (r *Resolver) base() *factsEntry {
	if e, ok := r.facts[nil]; ok {
		return e
	}
	all := slices.Clone(r.wheres())
	if t, ok := r.fn.Exec().(*exec.Type); ok {
		for _, d := range []exec.Dim{t.Dim, t.Inner} {
			for _, a := range d.Axes() {
				if _, ok := d.Size[a].Const(); !ok {
					all = append(all, nat.Constraint{L: d.Size[a], Rel: nat.GE, R: nat.Int(1)})
				}
			}
		}
	}
	for _, l := range r.Lets() { // wherever it is known
		all = append(all, nat.AtMost(nat.Var(l.Var()), l.AtMost()))
	}
	f := nat.NewFacts().With(all...)
	e := &factsEntry{facts: f, pow2: map[string]bool{}}
	for _, v := range f.Pow2Vars() {
		e.pow2[v] = true
	}
	r.facts[nil] = e
	return e
}

// WithLoop adds what is known of the variable of a nat loop to facts in which pow2 says which other variables
// are powers of two; both are left as they are. The variable goes by the given name and the nats in the
// loop's bounds are replaced by subst.
func WithLoop(f *nat.Facts, pow2 map[string]bool, l descend.ForNatOp, name string, subst map[string]nat.Expr) (*nat.Facts, map[string]bool) {
	e := (&factsEntry{f, pow2}).withLoop(l, name, subst)
	return e.facts, e.pow2
}

// BaseFacts are the facts of the function: where clauses and that extents are at least 1.
func (r *Resolver) BaseFacts() *nat.Facts { return r.base().facts }

func (e *factsEntry) withLoop(l descend.ForNatOp, name string, subst map[string]nat.Expr) *factsEntry {
	v := nat.Var(name)
	lo, end := l.Range(subst)
	from, to := l.Lo().Subst(subst), l.Hi().Subst(subst)
	all, pow2 := []nat.Constraint{nat.AtMost(lo, v), nat.AtMost(v, to)}, false
	switch l.Kind() {
	case "halved":
		if isPow2(to, e.pow2) {
			pow2 = true
			all = append(all, nat.Constraint{L: v, Rel: nat.Divides, R: to})
		}
	case "doubled":
		if c, ok := from.Const(); ok && bigPow2(c) {
			pow2 = true
			all = append(all, nat.Constraint{L: from, Rel: nat.Divides, R: v})
			if isPow2(to, e.pow2) {
				all = append(all, nat.Constraint{L: v, Rel: nat.Divides, R: to})
			}
		}
	default:
		all = nat.Range(name, lo, end)
	}
	if !pow2 {
		return &factsEntry{facts: e.facts.With(all...), pow2: e.pow2}
	}
	out := &factsEntry{facts: e.facts.WithPow2(name, all...), pow2: map[string]bool{name: true}}
	for k := range e.pow2 {
		out.pow2[k] = true
	}
	return out
}

// IsPow2 says whether e, if it is not 0, is known to be a power of two.
func IsPow2(e nat.Expr, f *nat.Facts) bool {
	vars := map[string]bool{}
	for _, v := range f.Pow2Vars() {
		vars[v] = true
	}
	return isPow2(e, vars) || f.Proves(nat.IsPow2(e))
}

// isPow2 says whether e, if it is not 0, is a power of two: products of powers of two, also divided by a
// constant one.
func isPow2(e nat.Expr, vars map[string]bool) bool {
	terms := e.Terms()
	if len(terms) != 1 || !bigPow2(terms[0].Coef) {
		return false
	}
	for _, f := range terms[0].Factors {
		switch f.Kind {
		case nat.KindVar:
			if !vars[f.Name] {
				return false
			}
		case nat.KindDiv:
			if !isPow2(f.Args[0], vars) || !isPow2(f.Args[1], vars) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func bigPow2(v *big.Int) bool {
	return v.Sign() > 0 && v.TrailingZeroBits() == uint(v.BitLen()-1)
}
