package sema

import (
	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/ir"
)

// partOf is the range that a loop runs over, borrowed or not, if one of its bounds is known at run time only; else nil.
func (e *statements) partOf(x ast.Expr) *ast.Slice {
	if b, ok := x.(*ast.Borrow); ok {
		x = b.X
	}
	s, ok := x.(*ast.Slice)
	if !ok {
		return nil
	}
	if e.hasValue(s) {
		return s
	}
	return nil
}

// forPart is a loop over the elements from a up to b, which are known at run time only: that they are in the array is checked
// once, before the loop, which is one over the numbers of the elements.
func (e *statements) forPart(x *ast.ForEach, part *ast.Slice) *ir.Value {
	array := part.X
	if b, ok := x.Coll.(*ast.Borrow); ok {
		array = &ast.Borrow{Base: b.Base, Uniq: b.Uniq, X: part.X}
	}
	p, mode := e.collection(array)
	vs, ok := e.operands([]ast.Expr{natTerm(part.Lo), natTerm(part.Hi)}, nil)
	if !ok || p == nil {
		e.bindBad(x.Pat)
		return nil
	}
	a, isArray := descend.ElemOf(p).(*descend.ArrayType)
	t, s := vs[0].Type(), part.Span()
	switch {
	case !isArray:
		e.fail(part.X.Span(), mismatched, "mismatched types").WithLabel("expected an array to loop over, found `%s`", descend.UserFormat(descend.ElemOf(p)))
	case !isInteger(t):
		e.notBound(s, t)
	case holdsMaybe(a.Elem):
		e.fail(s, unsupported, "a loop over a range of a padded array with a bound known at run time only is not supported yet").WithLabel("some of its elements may not exist")
	default:
		if mode == "copy" && descend.HoldsView(a.Elem) {
			mode = "shrd" // a view cannot be copied
		}
		e.checkPart(part, vs, a)
		return e.overPart(x, p, a, mode, vs)
	}
	e.bindBad(x.Pat)
	return nil
}

// holdsMaybe says whether elements of a type may not exist.
func holdsMaybe(t ir.Type) bool {
	return descend.Holds(t, func(t ir.Type) bool { _, ok := t.(*descend.MaybeType); return ok })
}

// checkPart checks the bounds of a range of an array: as numbers without sign, what is below 0 is too large.
func (e *statements) checkPart(part *ast.Slice, vs []*ir.Value, a *descend.ArrayType) {
	s, u64 := part.Span(), e.c.IntegerType(64, ir.Unsigned)
	lo, hi := e.castTo(vs[0], u64, s), e.castTo(vs[1], u64, s)
	n := e.natValue(a.Size, u64, s)
	le := func(x, y *ir.Value) *ir.Value {
		return e.val(s, "descend.compare", []*ir.Value{x, y}, e.c.I1(), e.strAttr("op", "le"))
	}
	both := e.val(s, "descend.binary", []*ir.Value{le(lo, hi), le(hi, n)}, e.c.I1(), e.strAttr("op", "and"))
	e.op(s, "descend.assert", []*ir.Value{both}, nil, e.strAttr("text", s.Text()+" is in the array"))
}

// overPart is the loop over the elements with the numbers from vs[0] up to vs[1], which are there.
func (e *statements) overPart(x *ast.ForEach, p *ir.Value, a *descend.ArrayType, mode string, vs []*ir.Value) *ir.Value {
	s := x.Coll.Span()
	return e.counted(x.Span(), x.Body, s, s, "_", vs, func(counter *ir.Value) {
		elem := e.placeOp(s, "descend.index", []*ir.Value{p, e.load(s, counter)}, a.Elem, e.strAttr("text", s.Text()), e.unitAttr("checked"))
		e.bindElement(x, elem, a.Elem, mode)
	})
}
