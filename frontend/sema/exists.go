package sema

import (
	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

// Elements that may not be there: `p else v`, `p = v`, `if let x = &p`, and loops over them. All are made of descend.if_exists.

// ifExists makes a conditional on an element: then elaborates what is done with the place of one that is there, els what is done
// otherwise; els may be nil if there are no results. Both yield values of the types. divergent says that they are for some threads only.
func (e *terms) ifExists(s source.Span, p *ir.Value, divergent bool, types []ir.Type, then func(there *ir.Value), els func()) *ir.Operation {
	op := e.existsOp(s, p, divergent, types)
	op.Region(0).Append(ir.NewBlock(s.Loc(e.c), descend.Place(e.c, descend.ElemOf(p).(*descend.MaybeType).Elem)))
	e.inBlock(op.Body(0), func() { then(op.Body(0).Arg(0)) })
	if els != nil {
		op.Region(1).TakeBody(e.region(els))
	}
	return op
}

// existsOp makes a conditional on an element with empty regions.
func (e *terms) existsOp(s source.Span, p *ir.Value, divergent bool, types []ir.Type) *ir.Operation {
	var attrs []ir.NamedAttr
	if divergent {
		attrs = append(attrs, ir.Attr("divergent", e.c.UnitAttr()))
	}
	e.at(s)
	return e.b.OpR("descend.if_exists", []*ir.Value{p}, types, []*ir.Region{ir.NewRegion(), ir.NewRegion()}, attrs...)
}

// elseTerm is p else v: the element, or v where there is none.
func (e *terms) elseTerm(x *ast.Else) *ir.Value {
	p := e.place(x.X)
	if p == nil {
		e.expr(x.Y, nil)
		return nil
	}
	p = e.autoDeref(p, x.X.Span())
	e.warnOfOperators(x, p)
	m, ok := descend.ElemOf(p).(*descend.MaybeType)
	if !ok {
		e.alwaysThere(x, p)
		return nil
	}
	if !e.copiedElement(x.X.Span(), m) {
		return nil
	}
	good := true
	op := e.ifExists(x.Span(), p, true, []ir.Type{m.Elem}, func(there *ir.Value) {
		e.op(x.X.Span(), "descend.yield", []*ir.Value{e.load(x.X.Span(), there)}, nil)
	}, func() {
		e.inElse++
		v := e.expect(x.Y, m.Elem, false)
		e.inElse--
		if good = v != nil; good {
			e.op(x.Y.Span(), "descend.yield", []*ir.Value{e.real(x.Y.Span(), v)}, nil)
		}
	})
	if !good {
		return nil
	}
	return op.Result(0)
}

// warnOfOperators warns of `p else v - w`: that the value is all of `v - w` is seldom what somebody means who does not write parentheses.
func (e *terms) warnOfOperators(x *ast.Else, p *ir.Value) {
	sum, ok := x.Y.(*ast.Binary)
	if k, _ := e.items.tokenBefore(x.Y.Span()); !ok || k != syntax.KwElse {
		return
	}
	put := func(message string, from, to source.Span) *ir.Help {
		return &ir.Help{Message: message, Edits: []ir.Edit{{Loc: from.Head().Loc(e.c), Text: "("}, {Loc: to.Tail().Loc(e.c), Text: ")"}}}
	}
	help := put("put the value in parentheses", x.Y.Span(), x.Y.Span())
	t := descend.ElemOf(p)
	if m, ok := t.(*descend.MaybeType); ok {
		t = m.Elem
	}
	if !isBool(t) || !sum.Op.IsComparison() { // else it compares what is no element
		first := put("if they are for the element too, put the place and its value in parentheses", x.X.Span(), e.firstOperand(sum))
		help.Message = "if they are for the value only, put that in parentheses"
		first.Or, help = help, first
	}
	e.found.warnf(x.Y.Span(), elseValue, "the operators belong to the value after `else`").
		WithLabel("all of this is taken where there is no element").Help = help
}

// firstOperand is the operand at the start of a term of operators, with its parentheses.
func (e *terms) firstOperand(sum *ast.Binary) source.Span {
	x := sum.X
	for {
		k, _ := e.items.tokenBefore(x.Span())
		inner, ok := x.(*ast.Binary)
		if !ok || k != syntax.KwElse {
			break
		}
		x = inner.X
	}
	s := x.Span()
	for {
		before, open := e.items.tokenBefore(s)
		after, end := e.items.tokenAfter(s)
		if before != syntax.LParen || after != syntax.RParen || open.Start < sum.Span().Start {
			return s
		}
		s.Start, s.End = open.Start, end.End
	}
}

// alwaysThere reports an `else` behind a place that needs none.
func (e *terms) alwaysThere(x *ast.Else, p *ir.Value) {
	t := descend.ElemOf(p)
	if descend.HoldsMaybe(t) {
		e.fail(x.X.Span(), mismatched, "mismatched types").WithLabel("`else` stands behind a single element, this is `%s`%s", descend.UserFormat(t), e.fix.unselected(p)).
			Help = e.fix.view(p, x.X.Span())
		return
	}
	rest := x.Span()
	rest.Start = x.X.Span().End
	d := e.fail(x.Span(), mismatched, "`else` on a place that is always there").WithLabel("`%s` is no element of a padded view", descend.UserFormat(t))
	if descend.IsCopy(t, e.fn.copyVars) && !descend.HoldsView(t) {
		d.WithHelp("leave out `else` and the value", ir.Edit{Loc: rest.Loc(e.c), Text: ""})
	}
}

// copiedElement requires that an element that may not be there can be copied: it is neither moved nor is what it owns freed.
func (e *terms) copiedElement(s source.Span, m *descend.MaybeType) bool {
	if descend.IsCopy(m.Elem, e.fn.copyVars) {
		return true
	}
	e.mayMiss(s, m).WithLabel("`%s` is an element of a padded view, and cannot be copied", descend.UserFormat(m)).
		WithHelp("write `if let e = &uniq " + s.Text() + " { .. }`: where it exists, `e` is a reference to it")
	return false
}

// ifLet is if let x = &p { .. } else { .. }: a branch with a reference to an element, and one where there is none.
func (e *statements) ifLet(x *ast.If, c *ast.LetCond, want ir.Type, needed bool) *ir.Value {
	var v *ir.Value
	branch := func(there *ir.Value) {
		if there == nil {
			e.bindBad(c.Pat)
		} else {
			e.bindLent(c, there)
		}
		e.scope = e.scope.child()
		v = e.block(x.Then, want, needed)
	}
	p := e.lentElement(c)
	if p == nil {
		e.inBlock(ir.NewBlock(nil), func() { branch(nil) })
		e.otherwise(x, v, want, needed)
		return nil
	}
	first := e.ifExists(x.Span(), p, false, nil, branch, nil) // what it gives shows when both branches are known
	els, w := e.otherwise(x, v, want, needed)
	if v == nil || w == nil {
		return nil
	}
	types, ok := e.joinBranches(x, first.Region(0), els, v, w)
	if !ok {
		return nil
	}
	op := e.existsOp(x.Span(), p, false, types)
	op.Region(0).TakeBody(first.Region(0))
	op.Region(1).TakeBody(els)
	first.Erase()
	return e.chosen(op, v, w)
}

// lentElement is the element that an if let borrows; nil after an error.
func (e *statements) lentElement(c *ast.LetCond) *ir.Value {
	b, ok := c.X.(*ast.Borrow)
	if !ok {
		d := e.fail(c.X.Span(), mismatched, "`if let` takes a reference to an element that may not exist").WithLabel("expected `&p` or `&uniq p`")
		if e.isPlaceExpr(c.X) {
			d.WithHelp("borrow it", insertion(e.c, c.X.Span(), "&"))
		}
		return nil
	}
	p := e.place(b.X)
	if p == nil {
		return nil
	}
	p = e.autoDeref(p, b.X.Span())
	if _, ok := descend.ElemOf(p).(*descend.MaybeType); ok {
		return p
	}
	d := e.fail(b.X.Span(), mismatched, "`if let` on a place that is always there").
		WithLabel("`%s` is no element of a padded view", descend.UserFormat(descend.ElemOf(p)))
	if n, ok := c.Pat.(*ast.NamePattern); ok {
		d.WithHelp("borrow it: `let " + n.Name.Name + " = " + b.Span().Text() + ";`")
	}
	return nil
}

// bindLent declares the variable of an if let: a reference to the element.
func (e *statements) bindLent(c *ast.LetCond, there *ir.Value) {
	if _, wild := c.Pat.(*ast.WildPattern); wild {
		return
	}
	b := c.X.(*ast.Borrow)
	v := e.lend(b.Span(), there, descend.Ref(e.c, b.Uniq, e.memOf(there), descend.ElemOf(there), ""), false)
	if v == nil {
		e.bindBad(c.Pat)
		return
	}
	let := &ast.Let{Base: ast.At(c.Span()), Pat: c.Pat, Init: c.X}
	e.bindPattern(let, c.Pat, v.Type(), v, nil, nil)
}
