package sema

import (
	"strconv"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
)

// inference holds what unknowns (names that begin with '?') were found to stand for. What an unknown is
// bound to has no unknowns itself.
type inference struct {
	c     *ir.Context
	count int
	sub   descend.Subst
	// deferred are equations between nats with unknowns that could not be solved yet.
	deferred []natEq
}

// natEq is an equation that is to hold.
type natEq struct{ want, got nat.Expr }

func newInference(c *ir.Context) *inference {
	return &inference{c: c, sub: descend.Subst{Nats: map[string]nat.Expr{}, Mems: map[string]descend.Mem{},
		Types: map[string]ir.Type{}, Lifetimes: map[string]string{}}}
}

// fresh is the name of a new unknown.
func (u *inference) fresh() string {
	u.count++
	return "?" + strconv.Itoa(u.count)
}

func isUnknown(name string) bool { return strings.HasPrefix(name, "?") }

func (u *inference) resolve(t ir.Type) ir.Type {
	if t == nil || !mentionsUnknown(t) {
		return t
	}
	return descend.SubstType(u.c, t, &u.sub)
}

func unknownNats(e nat.Expr) []string {
	var out []string
	for _, v := range e.Vars() {
		if isUnknown(v) {
			out = append(out, v)
		}
	}
	return out
}

// mentionsUnknown says whether t has any unknown.
func mentionsUnknown(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IntegerType, *ir.FloatType:
		return false
	case *descend.RefType:
		return isUnknown(t.Lifetime) || isUnknown(string(t.Mem)) || mentionsUnknown(t.Elem)
	case *descend.ArrayType:
		return mentionsUnknown(t.Elem) || len(unknownNats(t.Size)) > 0
	case *descend.BoxType:
		return isUnknown(string(t.Mem)) || mentionsUnknown(t.Elem)
	case *ir.TupleType:
		for _, x := range t.Types {
			if mentionsUnknown(x) {
				return true
			}
		}
	case *descend.StructType:
		for _, f := range t.Fields {
			if mentionsUnknown(f.Type) {
				return true
			}
		}
	default:
		return hasUnknowns(t)
	}
	return false
}

// hasUnknowns says whether t still has an unknown type, nat or memory (lifetimes do not count).
func hasUnknowns(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.TupleType:
		for _, x := range t.Types {
			if hasUnknowns(x) {
				return true
			}
		}
	case *descend.ArrayType:
		return hasUnknowns(t.Elem) || len(unknownNats(t.Size)) > 0
	case *descend.RefType:
		return isUnknown(string(t.Mem)) || hasUnknowns(t.Elem)
	case *descend.BoxType:
		return isUnknown(string(t.Mem)) || hasUnknowns(t.Elem)
	case *descend.AtomicType:
		return hasUnknowns(t.Elem)
	case *descend.StructType:
		for _, f := range t.Fields {
			if hasUnknowns(f.Type) {
				return true
			}
		}
	case *descend.VarType:
		return isUnknown(t.Name)
	}
	return false
}

// unknownExtents says whether the extents of a resource type have unknowns left.
func (u *inference) unknownExtents(t *exec.Type) bool {
	t = t.Subst(u.c, u.sub.Nats)
	for _, d := range []exec.Dim{t.Dim, t.Inner} {
		for _, a := range d.Axes() {
			if len(unknownNats(d.Size[a])) > 0 {
				return true
			}
		}
	}
	return false
}

// match is the outcome of matching types: whether the shapes agree, and the nats that must be equal
// beyond their normal forms.
type match struct {
	ok  bool
	eqs []natEq
}

func (m *match) both(o match) match { return match{m.ok && o.ok, append(m.eqs, o.eqs...)} }

// unify matches the expected type want against got and binds the unknowns of want. Unknowns in got match
// anything. Lifetimes bind but do not matter. With coerce a [d; n] behind a reference is good where a
// [[d; n]] is wanted, and a unique reference where a shared one is.
func (u *inference) unify(want, got ir.Type, coerce bool) match {
	want = u.resolve(want)
	if want == got {
		return match{ok: true}
	}
	if v, ok := got.(*descend.VarType); ok && isUnknown(v.Name) {
		return match{ok: true}
	}
	switch w := want.(type) {
	case *descend.VarType:
		if isUnknown(w.Name) && !holdsView(got) && !hasUnknowns(got) {
			u.sub.Types[w.Name] = got
			return match{ok: true}
		}
	case *descend.RefType:
		if g, ok := got.(*descend.RefType); ok && (w.Uniq == g.Uniq || coerce && g.Uniq) && u.unifyMem(w.Mem, g.Mem) {
			if isUnknown(w.Lifetime) {
				u.sub.Lifetimes[w.Lifetime] = g.Lifetime
			}
			return u.unifyElem(w.Elem, g.Elem, coerce)
		}
	case *descend.BoxType:
		if g, ok := got.(*descend.BoxType); ok && u.unifyMem(w.Mem, g.Mem) {
			return u.unify(w.Elem, g.Elem, false)
		}
	case *descend.AtomicType:
		if g, ok := got.(*descend.AtomicType); ok {
			return u.unify(w.Elem, g.Elem, false)
		}
	case *descend.ArrayType:
		if g, ok := got.(*descend.ArrayType); ok {
			return u.unifyArrays(w, g, false)
		}
	case *ir.TupleType:
		if g, ok := got.(*ir.TupleType); ok && len(g.Types) == len(w.Types) {
			m := match{ok: true}
			for i := range w.Types {
				m = m.both(u.unify(w.Types[i], g.Types[i], false))
			}
			return m
		}
	case *descend.StructType:
		if g, ok := got.(*descend.StructType); ok && g.Name == w.Name && len(g.Fields) == len(w.Fields) {
			m := match{ok: true}
			for i := range w.Fields {
				m = m.both(u.unify(w.Fields[i].Type, g.Fields[i].Type, false))
			}
			return m
		}
	}
	return match{}
}

// unifyElem matches what references refer to; with coerce arrays are good for views.
func (u *inference) unifyElem(want, got ir.Type, coerce bool) match {
	w, ok1 := u.resolve(want).(*descend.ArrayType)
	g, ok2 := got.(*descend.ArrayType)
	if ok1 && ok2 {
		return u.unifyArrays(w, g, coerce)
	}
	return u.unify(want, got, false)
}

func (u *inference) unifyArrays(w, g *descend.ArrayType, coerce bool) match {
	if w.View != g.View && !(coerce && w.View) {
		return match{}
	}
	m := u.unifyNat(w.Size, g.Size)
	return m.both(u.unifyElem(w.Elem, g.Elem, coerce && w.View))
}

func (u *inference) unifyMem(want, got descend.Mem) bool {
	want = u.sub.Mem(want)
	switch {
	case want == got, isUnknown(string(got)):
		return true
	case isUnknown(string(want)):
		u.sub.Mems[string(want)] = got
		return true
	}
	return false
}

// unifyNat matches nats: it solves equations that are linear in one unknown.
func (u *inference) unifyNat(want, got nat.Expr) match {
	want = want.Subst(u.sub.Nats)
	if want.Equal(got) || len(unknownNats(got)) > 0 {
		return match{ok: true}
	}
	vars := unknownNats(want)
	if len(vars) == 0 {
		return match{ok: true, eqs: []natEq{{want, got}}}
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
				return match{}
			}
			u.sub.Nats[vars[0]] = sol
			if sol.Mul(coef).Equal(diff) {
				return match{ok: true}
			}
			return match{ok: true, eqs: []natEq{{want.Subst(u.sub.Nats), got}}}
		}
	}
	u.deferred = append(u.deferred, natEq{want, got})
	return match{ok: true}
}

// settle tries the equations that were deferred since there were mark of them again. What cannot be solved
// even now is dropped: it has unknowns that are reported as not inferred.
func (u *inference) settle(mark int) match {
	m := match{ok: true}
	for {
		list := append([]natEq(nil), u.deferred[mark:]...)
		u.deferred = u.deferred[:mark]
		for _, e := range list {
			m = m.both(u.unifyNat(e.want, e.got))
		}
		if n := len(u.deferred) - mark; n == 0 || n == len(list) {
			u.deferred = u.deferred[:mark]
			return m
		}
	}
}

// shown is a type for messages: unknowns are printed as _.
func (u *inference) shown(t ir.Type) string {
	return blankUnknowns(typeText(u.resolve(t)))
}

func isUnknownType(t ir.Type) bool {
	v, ok := t.(*descend.VarType)
	return ok && isUnknown(v.Name)
}
