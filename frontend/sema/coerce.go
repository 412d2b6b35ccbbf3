package sema

import (
	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/frontend/sema/infer"
	"descend/frontend/source"
	"descend/ir"
)

// matcher decides whether the type of a value is good where another is expected, converts the value, and reports where it is not.
// It sees terms as nodes only: it must not elaborate them.
type matcher struct {
	*point
	*purpose
	*bodyErrors
	infer *infer.Solver
	fix   *fixer
}

// shown is a type for messages: unknowns are printed as _.
func (e *matcher) shown(t ir.Type) string {
	return infer.Blank(descend.UserFormat(e.infer.Type(t)))
}

// afterReturn is a value that is never used, of a term that does not return.
func (e *matcher) afterReturn(want ir.Type, s source.Span) *ir.Value {
	switch t := want.(type) {
	case *ir.IntegerType:
		return e.val(s, "descend.const", nil, t, ir.Attr("value", e.c.IntAttr(0, t)))
	case *ir.FloatType:
		return e.val(s, "descend.const", nil, t, ir.Attr("value", e.c.FloatAttr(0, t)))
	case *descend.ScalarVarType:
		if descend.Every(t, isNumber) {
			return e.val(s, "descend.const", nil, t, e.strAttr("value", "0"))
		}
	}
	if t, ok := want.(*descend.EnumType); ok {
		return e.variantOf(&ast.Ident{Base: ast.At(s)}, t, 0)
	}
	if want == descend.Unit(e.c) {
		return e.unit
	}
	e.fail(s, unsupported, "`return`, `break` or `continue` in the place of a value of type `%s` is not supported yet", e.shown(want))
	return nil
}

// needsReborrow says whether a reference of type got becomes one of type want only by borrowing anew.
func needsReborrow(want, got *descend.RefType) bool {
	return want.Uniq != got.Uniq && got.Uniq || viewLevels(want.Elem) > viewLevels(got.Elem) ||
		descend.HoldsMaybe(want.Elem) && !descend.HoldsMaybe(got.Elem)
}

// reborrow borrows what the reference in p refers to, with the type want.
func (e *matcher) reborrow(p *ir.Value, want, got *descend.RefType, x ast.Node, twoPhase bool) *ir.Value {
	t, obligations, ok := e.agree(want, got, x)
	if !ok {
		return nil
	}
	r, s := t.(*descend.RefType), x.Span()
	d := e.deref(p, s)
	if len(obligations) > 0 {
		d = e.retype(s, d, descend.Place(e.c, sizesOf(e.c, descend.ElemOf(d), r.Elem)), obligations)
	}
	return e.lend(s, d, r, twoPhase)
}

// sizesOf is t with the sizes of like, level by level: arrays stay arrays.
func sizesOf(c *ir.Context, t, like ir.Type) ir.Type {
	a, ok1 := t.(*descend.ArrayType)
	b, ok2 := like.(*descend.ArrayType)
	if !ok1 || !ok2 {
		if m, ok := like.(*descend.MaybeType); ok && !descend.HoldsMaybe(t) {
			return m.Elem
		}
		return like
	}
	elem := sizesOf(c, a.Elem, b.Elem)
	if a.View {
		return descend.View(c, elem, b.Size)
	}
	return descend.Array(c, elem, b.Size)
}

// convert gives a value the type want, or reports that it cannot have it.
func (e *matcher) convert(v *ir.Value, want ir.Type, x ast.Node) *ir.Value {
	if v == nil || want == nil {
		return v
	}
	if v == e.never {
		return e.afterReturn(e.infer.Type(want), x.Span())
	}
	if got, ok := v.Type().(*descend.RefType); ok {
		if ref, ok := e.infer.Type(want).(*descend.RefType); ok && needsReborrow(ref, got) {
			return e.reborrow(e.temp(x.Span(), v), ref, got, x, false)
		}
	}
	t, obligations, ok := e.agree(want, v.Type(), x)
	if !ok {
		return nil
	}
	if len(obligations) == 0 {
		return v
	}
	return e.retype(x.Span(), e.real(x.Span(), v), t, obligations)
}

// agree matches the type got of x against want and gives the resolved want, with the
// equations that the where clauses have to justify; it reports mismatches.
func (e *matcher) agree(want, got ir.Type, x ast.Node) (ir.Type, []nat.Constraint, bool) {
	m := e.infer.Unify(want, got, true)
	t := e.infer.Type(want)
	if !m.OK {
		e.mismatch(x, t, got)
		return nil, nil, false
	}
	obligations, ok := e.justify(m.Eqs)
	if !ok {
		e.mismatch(x, t, got)
		return nil, nil, false
	}
	return t, obligations, true
}

// justify decides equations between sizes: those that follow from the facts, or that are left to be
// inferred as where clauses, become obligations.
func (e *matcher) justify(eqs []infer.Equation) ([]nat.Constraint, bool) {
	var out []nat.Constraint
	for _, q := range eqs {
		want := e.infer.Nat(q.Want)
		if want.Equal(q.Got) || infer.OpenNat(want) {
			continue
		}
		goal := nat.Constraint{L: q.Got, Rel: nat.EQ, R: want}
		if e.ofLet(q.Got) || e.ofLet(want) { // which conditions that are checked before may make equal
			out = append(out, goal)
			continue
		}
		switch e.facts.Prove(goal).Verdict {
		case nat.Proved:
		case nat.Refuted:
			if !e.holdsIfExact(goal) {
				return nil, false
			}
		default:
			if !e.onlyGenerics(goal) {
				return nil, false
			}
		}
		out = append(out, goal)
	}
	return out, true
}

// tooLarge reports a type that is too large.
func (e *matcher) tooLarge(s source.Span, t ir.Type) bool {
	if !descend.TooLarge(t) {
		return false
	}
	e.fail(s, unsupported, "a type of more than 4096 parts is not supported yet")
	return true
}

// part checks that a value can be part of another.
func (e *matcher) part(v *ir.Value, x ast.Expr) *ir.Value {
	v = e.real(x.Span(), v)
	if descend.HoldsView(v.Type()) {
		e.fail(x.Span(), mismatched, "a view cannot be part of a value").
			WithLabel("`%s` is not storable", descend.UserFormat(v.Type()))
		return nil
	}
	return v
}

// copied requires that values of a type can be copied to another memory.
func (e *matcher) copied(s source.Span, t ir.Type) bool {
	if descend.IsCopy(t, e.fn.copyVars) {
		return true
	}
	e.fail(s, mismatched, "mismatched types").WithLabel("`%s` cannot be copied", descend.UserFormat(t))
	return false
}
