package sema

import (
	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/ir"
)

// assign is x = y or x op= y: the right side is evaluated before the place on the left.
func (e *statements) assign(x *ast.Assign) *ir.Value {
	if n, ok := x.X.(*ast.Name); ok && len(n.Path.Parts) == 1 && n.Path.Parts[0].Name == "_" && !x.Compound {
		if e.expr(x.Y, nil) == nil {
			return nil
		}
		return e.unit
	}
	var first *ir.Value // the right side, where it decides on the type of the left
	shifts := x.Compound && (x.Op == ast.Shl || x.Op == ast.Shr)
	if b := e.openVariable(x.X); b != nil && !shifts && e.flexWith(x.Y, true) == rigid {
		if first = e.decided(x, b); first == nil {
			return nil
		}
	}
	left := ir.NewBlock(nil)
	var p *ir.Value
	pt := e.b.Save()
	e.b.AtEnd(left)
	if n, ok := x.X.(*ast.Name); ok && len(n.Path.Parts) == 1 && !x.Compound {
		e.assigning = n.Path.Parts[0]
	}
	if e.assignable(x.X) {
		p = e.place(x.X)
	}
	e.assigning = nil
	e.b.Restore(pt)
	if p == nil {
		e.mayBeToken(x.Y, nil) // what is wrong is on the left
		return nil
	}
	t := descend.ElemOf(p)
	if m, ok := t.(*descend.MaybeType); ok {
		t = m.Elem
		if !e.copiedElement(x.X.Span(), m) {
			return nil
		}
	} else if descend.HoldsView(t) {
		d := e.fail(x.X.Span(), mismatched, "a view cannot be assigned").
			WithLabel("`%s` is no single element%s", descend.UserFormat(t), e.fix.unselected(p))
		if d.Help = e.fix.selections(p, x.X.Span()); d.Help == nil {
			d.Help = e.fix.element(p, x.X.Span())
		}
		return nil
	}
	e.written, e.writtenAt = p, x.X
	v := first
	e.token = x.Y
	if v == nil {
		v = e.assigned(x, t)
	} else {
		v = e.convert(v, t, x.Y)
	}
	e.written, e.token = nil, nil
	for op := range left.Ops() {
		op.Remove()
		e.b.Insert(op)
	}
	if v == nil {
		return nil
	}
	if _, ok := descend.ElemOf(p).(*descend.MaybeType); ok {
		v, ok = e.real(x.Y.Span(), v), true
		e.ifExists(x.Span(), p, true, nil, func(there *ir.Value) { ok = e.give(x, v, there) }, nil)
		if !ok {
			return nil
		}
		return e.unit
	}
	if !e.give(x, v, p) {
		return nil
	}
	return e.unit
}

// give stores the value of the right side in a place, with what is there before if the assignment is compound.
func (e *statements) give(x *ast.Assign, v, p *ir.Value) bool {
	if x.Compound {
		old := e.load(x.X.Span(), p)
		if old == nil {
			return false
		}
		if descend.IsOfWarp(old.Type()) {
			v = e.compound(x, old, v)
		} else {
			v = e.arith(x.Op, old, v, x.Span())
		}
		if v == nil {
			return false
		}
	}
	e.write(x.Span(), e.real(x.Y.Span(), v), p, false)
	return true
}

// assigned elaborates the right side of an assignment to a place of type t.
func (e *statements) assigned(x *ast.Assign, t ir.Type) *ir.Value {
	if x.Compound && (x.Op == ast.Shl || x.Op == ast.Shr) {
		v := e.expr(x.Y, t)
		if v != nil && isInteger(v.Type()) && isInteger(t) {
			return e.castTo(v, t, x.Y.Span())
		}
		return e.convert(v, t, x.Y)
	}
	if x.Compound && descend.IsOfWarp(t) {
		return e.lifted(x.Y, t)
	}
	return e.expect(x.Y, t, false)
}

// assignable reports left sides that denote no memory.
func (e *statements) assignable(x ast.Expr) bool {
	if _, ok := x.(*ast.BadExpr); ok {
		e.poison()
		return false
	}
	if n, ok := x.(*ast.Name); ok && len(n.Path.Parts) == 1 {
		id := n.Path.Parts[0]
		if b := e.scope.lookup(id.Name); b != nil && b.kind != varBind {
			e.wrongKind(id.Span(), "a variable", id.Name, b)
			return false
		}
	}
	if !ast.IsPlace(x) {
		e.poison() // the parser has reported it
		return false
	}
	return true
}
