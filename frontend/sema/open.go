package sema

import (
	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/ir"
)

// A variable that is declared with a literal alone, `let mut sum = 0.0`, takes the type that its first use wants, as in Rust. Until then
// nothing was made of it but the literal and the declaration, whose types are set again.

// isOpen says whether a declaration leaves the type to the first use.
func (e *point) isOpen(s *ast.Let) bool {
	if s.Type != nil || s.Init == nil {
		return false
	}
	x := s.Init
	if u, ok := x.(*ast.Unary); ok && u.Op == ast.Neg {
		x = u.X
	}
	switch x.(type) {
	case *ast.IntLit, *ast.FloatLit:
		return e.flex(x) != rigid
	}
	return false
}

// openVariable is the variable that a term names, if its type is open; else nil.
func (e *point) openVariable(x ast.Expr) *binding {
	if id := nameOf(x); id != nil {
		if b := e.scope.lookup(id.Name); b != nil && b.open {
			return b
		}
	}
	return nil
}

// settle gives an open variable the type want, if its literal can have that; else it keeps the one that it has.
func (e *terms) settle(b *binding, want ir.Type) {
	b.open = false
	want = e.infer.Type(want)
	decl, _ := ir.DefinedBy[descend.LocalOp](b.place)
	if want == nil || want == descend.ElemOf(b.place) || decl.Operation == nil || len(b.place.Users()) != 1 {
		return
	}
	f := e.flex(b.init)
	_, generic := want.(*descend.ScalarVarType)
	isInt := f == anyInt && (descend.Every(want, isInteger) || generic && descend.Every(want, isNumber)) // `0` is a number of every type
	if !isInt && !(f == anyFloat && descend.Every(want, isFloat)) || !e.literalFits(b.init, want) {
		return
	}
	set, ok := ir.As[descend.WriteOp](b.place.Users()[0])
	if !ok {
		return
	}
	at := e.b.Save()
	e.b.Before(decl.Operation)
	v := e.apart(func() *ir.Value { return e.expr(b.init, want) })
	e.b.Restore(at)
	if v == nil || v.Type() != want {
		return
	}
	old := set.Operand(0)
	b.place.SetType(descend.Place(e.c, want))
	set.SetOperand(0, v)
	for op := old.DefiningOp(); op != nil && len(op.Result(0).Users()) == 0; {
		var next *ir.Operation
		if op.NumOperands() > 0 {
			next = op.Operand(0).DefiningOp()
		}
		op.Erase()
		op = next
	}
	e.items.info.settled(b.span, want)
	b.settled = true
}

// literalFits says whether a literal, or one with a sign, is a number of a type, and of a type variable of every type that it may be.
func (e *point) literalFits(x ast.Expr, t ir.Type) bool {
	if _, generic := t.(*descend.ScalarVarType); generic {
		return descend.Every(t, func(t ir.Type) bool {
			i, ok := x.(*ast.IntLit)
			return e.literalFits(x, t) && (!ok || descend.Literal(e.c, i.Value.String(), t) != nil)
		})
	}
	it, ok := t.(*ir.IntegerType)
	switch x := x.(type) {
	case *ast.IntLit:
		return !ok || descend.Fits(x.Value, it)
	case *ast.Unary:
		return !ok || it.Sign != ir.Unsigned
	}
	return true
}

// closeAll keeps the types that the open variables in terms have.
func (e *point) closeAll(xs []ast.Expr) {
	for _, x := range xs {
		ast.Inspect(x, func(n ast.Node) bool {
			if x, ok := n.(ast.Expr); ok {
				if b := e.openVariable(x); b != nil {
					b.open = false
				}
			}
			return true
		})
	}
}

// hasEffects says whether terms may change variables to which no reference was made before.
func hasEffects(xs []ast.Expr) bool {
	found := false
	for _, x := range xs {
		ast.Inspect(x, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.Block, *ast.Assign, *ast.Borrow:
				found = true
			}
			return !found
		})
	}
	return found
}

// decided elaborates the right side of an assignment to an open variable, which takes its type; nil after an error.
func (e *statements) decided(x *ast.Assign, b *binding) *ir.Value {
	v := e.expr(x.Y, nil)
	if v != nil && b.open {
		e.settle(b, v.Type())
	}
	return v
}
