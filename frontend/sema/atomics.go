package sema

import (
	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// atomic is an atomic operation with n values besides the place.
func atomic(op string, n int) builtin {
	return func(e builtinCall) *ir.Value {
		if !e.takes(n + 1) {
			return nil
		}
		p := e.atomicPlace(e.x.Args[0])
		if p == nil {
			for _, a := range e.x.Args[1:] {
				e.expr(a, nil)
			}
			return nil
		}
		t := descend.ElemOf(p)
		if a, ok := t.(*descend.AtomicType); ok {
			t = a.Elem
		}
		operands := []*ir.Value{p}
		for _, a := range e.x.Args[1:] {
			v := e.expect(a, t, false)
			if v == nil {
				return nil
			}
			operands = append(operands, v)
		}
		_, generic := t.(*descend.ScalarVarType)
		if descend.MayBeFloat(t) && (op == "and" || op == "or" || op == "xor" || op == "cas" && generic) {
			d := e.fail(e.x.Span(), mismatched, "mismatched types").WithLabel("`%s` is not defined for `%s`", e.x.Fun, descend.UserFormat(t))
			e.bound(d, t, "int")
			return nil
		}
		if op == "store" {
			e.op(e.x.Span(), "descend.atomic", operands, nil, e.strAttr("op", op))
			return e.unit
		}
		return e.val(e.x.Span(), "descend.atomic", operands, t, e.strAttr("op", op))
	}
}

// atomicPlace is the place that the first argument of an atomic operation refers to: &p, &shrd p, &uniq p,
// or a reference.
func (e builtinCall) atomicPlace(x ast.Expr) *ir.Value {
	s := x.Span()
	if b, ok := x.(*ast.Borrow); ok {
		x = b.X
	}
	p := e.place(x)
	if p == nil {
		return nil
	}
	p = e.autoDeref(p, s)
	if t, ok := descend.ElemOf(p).(*descend.AtomicType); ok {
		return e.checkAtomicWidth(p, t.Elem, s)
	}
	if t := descend.ElemOf(p); descend.IsScalar(t) && descend.Every(t, isNumber) {
		return e.checkAtomicWidth(p, t, s)
	}
	e.fail(s, mismatched, "mismatched types").
		WithLabel("expected a reference to an atomic, found `%s`", descend.UserFormat(descend.ElemOf(p)))
	return nil
}

func (e builtinCall) checkAtomicWidth(p *ir.Value, t ir.Type, s source.Span) *ir.Value {
	if !isAtomic(t) {
		e.fail(s, mismatched, "mismatched types").WithLabel("`%s` has no atomic operations", descend.UserFormat(t))
		return nil
	}
	return p
}

// toAtomic lends &uniq m u32 or &uniq m [u32; n] as atomics.
func (e builtinCall) toAtomic() *ir.Value {
	if len(e.x.Generics) > 0 {
		e.x = &ast.Call{Base: e.x.Base, Fun: e.x.Fun, Args: e.x.Args} // upstream gives the size, which the argument has
	}
	if !e.takes(1) {
		return nil
	}
	m, t := descend.Mem(e.infer.Fresh()), ir.Type(descend.Var(e.c, e.infer.Fresh()))
	v := e.expect(e.x.Args[0], descend.Ref(e.c, true, m, t, e.infer.Fresh()), true)
	if v == nil {
		return nil
	}
	r := v.Type().(*descend.RefType)
	elem, ok := atomicOf(e.c, r.Elem)
	if !ok {
		e.fail(e.x.Args[0].Span(), mismatched, "mismatched types").
			WithLabel("`%s` has no atomic form", descend.UserFormat(r.Elem))
		return nil
	}
	return e.val(e.x.Span(), "descend.to_atomic", []*ir.Value{v}, descend.Ref(e.c, false, r.Mem, elem, r.Lifetime))
}

// atomicOf is t with scalars of 32 or 64 bits replaced by atomics.
func atomicOf(c *ir.Context, t ir.Type) (ir.Type, bool) {
	if a, ok := t.(*descend.ArrayType); ok {
		x, ok := atomicOf(c, a.Elem)
		return descend.Array(c, x, a.Size), ok && !a.View
	}
	if isAtomic(t) {
		return descend.Atomic(c, t), true
	}
	return t, false
}

// isAtomic says whether a scalar has atomic operations.
func isAtomic(t ir.Type) bool { return descend.Bounds("atomic").AdmitAll(t) }
