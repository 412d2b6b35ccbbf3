package sema

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/frontend/ast"
	"descend/frontend/sema/infer"
	"descend/frontend/source"
	"descend/ir"
)

// expect elaborates x where a value of type want is needed and converts it: references to arrays are good
// for references to views, unique ones for shared ones. As an argument a unique reference in a place is
// reborrowed, not moved.
func (e *terms) expect(x ast.Expr, want ir.Type, arg bool) *ir.Value {
	want = e.infer.Type(want)
	ref, isRef := want.(*descend.RefType)
	if isRef {
		if b, ok := x.(*ast.Borrow); ok {
			return e.borrow(b, ref)
		}
		if e.isPlaceExpr(x) {
			p := e.place(x)
			if p == nil {
				return nil
			}
			got, ok := descend.ElemOf(p).(*descend.RefType)
			if ok && (arg && got.Uniq || needsReborrow(ref, got)) {
				return e.reborrow(p, ref, got, x, arg)
			}
			if e.needsBorrow(x, p, ref) {
				return nil
			}
			return e.convert(e.load(x.Span(), p), want, x)
		}
	}
	v := e.expr(x, want)
	if v == nil {
		return nil
	}
	if v == e.never {
		return e.afterReturn(want, x.Span())
	}
	return e.convert(v, want, x)
}

// expectFor is expect, with the reason why that type is needed.
func (e *terms) expectFor(why *reason, x ast.Expr, want ir.Type, arg bool) *ir.Value {
	e.because = why
	defer func() { e.because = nil }()
	return e.expect(x, want, arg)
}

// borrow elaborates &x or &uniq x; want is nil or the reference type that is needed.
func (e *terms) borrow(x *ast.Borrow, want *descend.RefType) *ir.Value {
	return e.items.info.term(x, e.borrowTerm(x, want))
}

// borrowTerm is borrow without a note of the type.
func (e *terms) borrowTerm(x *ast.Borrow, want *descend.RefType) *ir.Value {
	p := e.borrowed(x, want)
	if p == nil {
		return nil
	}
	elem := descend.ElemOf(p)
	natural := descend.Ref(e.c, x.Uniq, e.memOf(p), elem, "")
	t, obligations := ir.Type(natural), []nat.Constraint(nil)
	weaken := want != nil && !want.Uniq && x.Uniq
	if want != nil {
		goal := want
		if weaken {
			goal = descend.Ref(e.c, true, want.Mem, want.Elem, want.Lifetime)
		}
		if want.Uniq && !x.Uniq && changeable(p) {
			e.toUniq = &ir.Help{Message: "a borrow that writes is unique", Edits: []ir.Edit{insertion(e.c, x.X.Span(), "uniq ")}}
			defer func() { e.toUniq = nil }()
		}
		var ok bool
		if t, obligations, ok = e.agree(goal, natural, x); !ok {
			return nil
		}
	}
	r := descend.Ref(e.c, x.Uniq, natural.Mem, t.(*descend.RefType).Elem, "")
	if len(obligations) > 0 {
		p = e.retype(x.Span(), p, descend.Place(e.c, sizesOf(e.c, elem, r.Elem)), obligations)
	}
	v := e.lend(x.Span(), p, r, false)
	if weaken {
		return e.reborrow(e.temp(x.Span(), v), want, r, x, false)
	}
	return v
}

// borrowed is the place that x borrows where want is needed.
func (e *terms) borrowed(x *ast.Borrow, want *descend.RefType) *ir.Value {
	p := e.place(x.X)
	if p == nil {
		return nil
	}
	if _, ok := descend.ElemOf(p).(*descend.BoxType); ok {
		p = e.deref(p, x.X.Span())
	}
	elem := descend.ElemOf(p)
	if m, ok := elem.(*descend.MaybeType); ok {
		e.mayMiss(x.X.Span(), m).WithHelp("write `if let e = " + x.Span().Text() + " { .. }`: where it exists, `e` is a reference to it")
		return nil
	}
	if _, ok := elem.(*descend.RefType); ok && want != nil {
		wanted := e.infer.Type(want.Elem)
		_, refRef := wanted.(*descend.RefType)
		if v, ok := wanted.(*descend.VarType); !refRef && !(ok && infer.IsUnknown(v.Name)) {
			// &uniq r where a reference to what r refers to is needed: borrow that
			p = e.autoDeref(p, x.X.Span())
			elem = descend.ElemOf(p)
		}
	}
	if want != nil {
		p = e.inOnePiece(p, e.infer.Type(want.Elem), x.X.Span())
		elem = descend.ElemOf(p)
	}
	if descend.IsToken(elem) {
		e.fail(x.Span(), mismatched, "a token of a copy is not borrowed").WithLabel("it is finished, or given to another variable")
		return nil
	}
	if isViewRef(elem) {
		e.fail(x.Span(), mismatched, "a reference to a view cannot be borrowed").
			WithLabel("`%s` is itself a reference to a view", descend.UserFormat(elem)).
			WithHelp("borrow what it refers to", ir.Edit{Loc: x.X.Span().Head().Loc(e.c), Text: "*"})
		return nil
	}
	if e.fn.exec.Kind == exec.Any && e.memOf(p) == e.localMem() && !behindRef(p) {
		e.fail(x.Span(), unsupported, "borrowing a variable of an `any` function is not supported yet").
			WithLabel("its memory depends on who executes")
		return nil
	}
	return p
}

// inOnePiece is a place as an array, where one is wanted and its elements lie one after the other.
func (e *terms) inOnePiece(p *ir.Value, want ir.Type, s source.Span) *ir.Value {
	a, ok := descend.ElemOf(p).(*descend.ArrayType)
	if !ok || !a.View || !view.InOnePiece(p) {
		return p
	}
	switch w := want.(type) {
	case *descend.ArrayType:
		if w.View {
			return p
		}
	case *descend.VarType: // which stands for no view
		if !infer.IsUnknown(w.Name) {
			return p
		}
	default:
		return p
	}
	return e.placeOp(s, "view.array", []*ir.Value{p}, descend.Array(e.c, a.Elem, a.Size))
}
