// Package infer finds what a program leaves out: it matches the types that are expected with those that there are, and solves
// for the unknowns in them. An unknown is a name that begins with '?', of a type, a nat, a memory or a lifetime.
//
// Types are matched part by part, without a search: what an unknown is met with first is what it stands for. An equation
// between nats is solved where it is linear in one unknown; others wait until more is known, and what is then without unknowns
// is handed out as an equation that has to hold. The package knows types and nats only: no names, no terms, no errors.
package infer

import (
	"slices"
	"strconv"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
)

// Solver holds what unknowns were found to stand for. What one stands for has no unknowns itself.
type Solver struct {
	c       *ir.Context
	count   int
	found   *descend.Subst
	waiting []Equation // with unknowns that could not be solved for yet
}

// Equation is to hold.
type Equation struct{ Want, Got nat.Expr }

// New returns a solver without unknowns.
func New(c *ir.Context) *Solver { return &Solver{c: c, found: descend.NewSubst()} }

// Fresh is the name of a new unknown.
func (u *Solver) Fresh() string {
	u.count++
	return "?" + strconv.Itoa(u.count)
}

// IsUnknown says whether a name stands for an unknown.
func IsUnknown(name string) bool { return strings.HasPrefix(name, "?") }

// Type is t with what its unknowns stand for, as far as that is known; so are Nat, Mem, Lifetime and Exec.
func (u *Solver) Type(t ir.Type) ir.Type {
	if t == nil || !isOpen(t, true) {
		return t
	}
	return descend.SubstType(u.c, t, u.found)
}

func (u *Solver) Nat(n nat.Expr) nat.Expr       { return n.Subst(u.found.Nats) }
func (u *Solver) Mem(m descend.Mem) descend.Mem { return u.found.Mem(m) }
func (u *Solver) Lifetime(l string) string      { return u.found.Lifetime(l) }
func (u *Solver) Exec(t *exec.Type) *exec.Type  { return t.Subst(u.c, u.found.Nats) }

// AnyLifetime makes an unknown stand for a lifetime that nothing determines.
func (u *Solver) AnyLifetime(l string) { u.found.Lifetimes[l] = "" }

// OpenNat says whether n has an unknown.
func OpenNat(n nat.Expr) bool { return slices.ContainsFunc(n.Vars(), IsUnknown) }

// OpenMem says whether m is an unknown.
func OpenMem(m descend.Mem) bool { return IsUnknown(string(m)) }

// OpenExec says whether an extent of t has an unknown.
func OpenExec(t *exec.Type) bool {
	for _, d := range []exec.Dim{t.Dim, t.Inner} {
		for _, a := range d.Axes() {
			if OpenNat(d.Size[a]) {
				return true
			}
		}
	}
	return false
}

// Open says whether t still has an unknown type, nat or memory (lifetimes do not count).
func Open(t ir.Type) bool { return isOpen(t, false) }

func isOpen(t ir.Type, lifetimes bool) bool {
	open := func(t ir.Type) bool { return isOpen(t, lifetimes) }
	switch t := t.(type) {
	case *ir.TupleType:
		return slices.ContainsFunc(t.Types, open)
	case *descend.ArrayType:
		return open(t.Elem) || OpenNat(t.Size)
	case *descend.RefType:
		return lifetimes && IsUnknown(t.Lifetime) || OpenMem(t.Mem) || open(t.Elem)
	case *descend.BoxType:
		return OpenMem(t.Mem) || open(t.Elem)
	case *descend.MaybeType:
		return open(t.Elem)
	case *descend.AtomicType:
		return open(t.Elem)
	case *descend.StructType:
		return slices.ContainsFunc(t.Fields, func(f descend.Field) bool { return open(f.Type) })
	case *descend.FnType:
		return slices.ContainsFunc(t.In, open) || open(t.Out)
	case *descend.VarType:
		return IsUnknown(t.Name)
	}
	return false
}

// Blank is a text with _ for the names of unknowns.
func Blank(s string) string {
	if !strings.Contains(s, "?") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '?' || i+1 == len(s) || s[i+1] < '0' || s[i+1] > '9' { // the `?` of ?d stays
			b.WriteByte(s[i])
			continue
		}
		for i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9' {
			i++
		}
		b.WriteByte('_')
	}
	return b.String()
}

// Match is the outcome of matching: whether the shapes agree, and the nats that must be equal beyond their normal forms.
type Match struct {
	OK  bool
	Eqs []Equation
}

// And is the outcome of matching two things.
func (m Match) And(o Match) Match { return Match{m.OK && o.OK, append(m.Eqs, o.Eqs...)} }

// Unify matches the expected type want against got and binds the unknowns of want. Unknowns in got match
// anything. Lifetimes bind but do not matter. With coerce a [d; n] behind a reference is good where a
// [[d; n]] is wanted, and a unique reference where a shared one is.
func (u *Solver) Unify(want, got ir.Type, coerce bool) Match {
	want = u.Type(want)
	if want == got {
		return Match{OK: true}
	}
	if v, ok := got.(*descend.VarType); ok && IsUnknown(v.Name) {
		return Match{OK: true}
	}
	switch w := want.(type) {
	case *descend.VarType:
		if IsUnknown(w.Name) && !descend.HoldsView(got) && !Open(got) {
			u.found.Types[w.Name] = got
			return Match{OK: true}
		}
	case *descend.RefType:
		if g, ok := got.(*descend.RefType); ok && (w.Uniq == g.Uniq || coerce && g.Uniq) && u.unifyMem(w.Mem, g.Mem) {
			if IsUnknown(w.Lifetime) {
				u.found.Lifetimes[w.Lifetime] = g.Lifetime
			}
			return u.unifyElem(w.Elem, g.Elem, coerce)
		}
	case *descend.BoxType:
		if g, ok := got.(*descend.BoxType); ok && u.unifyMem(w.Mem, g.Mem) {
			return u.Unify(w.Elem, g.Elem, false)
		}
	case *descend.AtomicType:
		if g, ok := got.(*descend.AtomicType); ok {
			return u.Unify(w.Elem, g.Elem, false)
		}
	case *descend.ArrayType:
		if g, ok := got.(*descend.ArrayType); ok {
			return u.unifyArrays(w, g, false)
		}
	case *descend.MaybeType:
		if g, ok := got.(*descend.MaybeType); ok {
			return u.Unify(w.Elem, g.Elem, false)
		}
	case *ir.TupleType:
		if g, ok := got.(*ir.TupleType); ok && len(g.Types) == len(w.Types) {
			m := Match{OK: true}
			for i := range w.Types {
				m = m.And(u.Unify(w.Types[i], g.Types[i], false))
			}
			return m
		}
	case *descend.FnType:
		if g, ok := got.(*descend.FnType); ok && len(g.In) == len(w.In) {
			m := Match{OK: true}
			for i := range w.In {
				m = m.And(u.Unify(w.In[i], g.In[i], false))
			}
			return m.And(u.Unify(w.Out, g.Out, false))
		}
	case *descend.StructType:
		if g, ok := got.(*descend.StructType); ok && g.Name == w.Name && len(g.Fields) == len(w.Fields) {
			m := Match{OK: true}
			for i := range w.Fields {
				m = m.And(u.Unify(w.Fields[i].Type, g.Fields[i].Type, false))
			}
			return m
		}
	}
	return Match{}
}

// unifyElem matches what references refer to; with coerce arrays are good for views, and elements for such that may not be there.
func (u *Solver) unifyElem(want, got ir.Type, coerce bool) Match {
	w, ok1 := u.Type(want).(*descend.ArrayType)
	g, ok2 := got.(*descend.ArrayType)
	if ok1 && ok2 {
		return u.unifyArrays(w, g, coerce)
	}
	if m, ok := u.Type(want).(*descend.MaybeType); ok && coerce {
		if _, maybe := got.(*descend.MaybeType); !maybe {
			return u.Unify(m.Elem, got, false)
		}
	}
	return u.Unify(want, got, false)
}

func (u *Solver) unifyArrays(w, g *descend.ArrayType, coerce bool) Match {
	if w.View != g.View && !(coerce && w.View) {
		return Match{}
	}
	m := u.UnifyNat(w.Size, g.Size)
	return m.And(u.unifyElem(w.Elem, g.Elem, coerce && w.View))
}

func (u *Solver) unifyMem(want, got descend.Mem) bool {
	want = u.Mem(want)
	switch {
	case want == got, OpenMem(got):
		return true
	case OpenMem(want):
		u.found.Mems[string(want)] = got
		return true
	}
	return false
}

// UnifyNat matches nats: it solves equations that are linear in one unknown.
func (u *Solver) UnifyNat(want, got nat.Expr) Match {
	want = u.Nat(want)
	if want.Equal(got) || OpenNat(got) {
		return Match{OK: true}
	}
	vars := slices.DeleteFunc(want.Vars(), func(v string) bool { return !IsUnknown(v) })
	if len(vars) == 0 {
		return Match{OK: true, Eqs: []Equation{{want, got}}}
	}
	if len(vars) == 1 {
		if coef, rest, ok := want.Linear(vars[0]); ok && !coef.IsZero() {
			diff := got.Sub(rest)
			sol := diff.Div(coef)
			if k, isConst := coef.Int64(); isConst && k < 0 {
				diff, coef = rest.Sub(got), nat.Int(-k)
				sol = diff.Div(coef)
			}
			if k, isConst := sol.Const(); isConst && k.Sign() < 0 {
				return Match{}
			}
			u.found.Nats[vars[0]] = sol
			if sol.Mul(coef).Equal(diff) {
				return Match{OK: true}
			}
			return Match{OK: true, Eqs: []Equation{{u.Nat(want), got}}}
		}
	}
	u.waiting = append(u.waiting, Equation{want, got})
	return Match{OK: true}
}

// Mark is the number of equations that wait.
func (u *Solver) Mark() int { return len(u.waiting) }

// Settle tries the equations that wait since there were mark of them again. What cannot be solved even now is dropped: it has
// unknowns that are reported as not inferred.
func (u *Solver) Settle(mark int) Match {
	m := Match{OK: true}
	for {
		list := append([]Equation(nil), u.waiting[mark:]...)
		u.waiting = u.waiting[:mark]
		for _, e := range list {
			m = m.And(u.UnifyNat(e.Want, e.Got))
		}
		if n := len(u.waiting) - mark; n == 0 || n == len(list) {
			u.waiting = u.waiting[:mark]
			return m
		}
	}
}
