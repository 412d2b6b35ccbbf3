package sema

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// while is a loop on a condition.
func (e *statements) while(x *ast.While) *ir.Value {
	return e.inLoop(x.Span(), x.Body, func(l *loop) *ir.Value {
		ok := true
		cond := e.region(func() {
			c := l.condition(e, x.Cond.Span(), func() *ir.Value { return e.expect(x.Cond, e.c.I1(), false) })
			if c == nil {
				ok = false
				return
			}
			e.op(x.Cond.Span(), "descend.condition", []*ir.Value{c}, nil)
		})
		var v *ir.Value
		body := e.region(func() { v = l.body(e, x.Body, false) })
		if !ok || v == nil {
			return nil
		}
		e.at(x.Span())
		e.b.OpR("descend.while", nil, nil, []*ir.Region{cond, body})
		return e.unit
	})
}

// forNat is a loop over nats, or over run-time values when a bound is one.
func (e *statements) forNat(x *ast.ForNat) *ir.Value {
	r := x.Range
	if isTerm(r.Lo) || isTerm(r.Hi) {
		return e.forValues(x)
	}
	var name *ast.Ident
	for _, n := range []ast.Nat{r.Lo, r.Hi} {
		if n != nil && name == nil {
			name = e.runtimeName(n)
		}
	}
	if name != nil {
		if r.Kind == ast.RangeUp {
			return e.forValues(x)
		}
		e.fail(name.Span(), kindMismatch, "expected a nat, found variable `%s`", name.Name).
			WithLabel("halved and doubled ranges are over nats")
		return nil
	}
	lo := nat.Int(1)
	ok := true
	if r.Lo != nil {
		lo, ok = e.nat(r.Lo)
	}
	hi, ok2 := e.nat(r.Hi)
	kind := [...]string{"range", "halved", "doubled"}[r.Kind]
	v := nat.Var(e.natName(x.Var.Name))
	return e.inLoop(x.Span(), x.Body, func(l *loop) *ir.Value {
		block, facts := ir.NewBlock(nil), e.facts
		e.at(x.Span())
		if ok && ok2 {
			op := e.b.OpR("descend.for_nat", nil, nil, []*ir.Region{ir.NewRegion(block)}, e.strAttr("var", v.String()),
				e.strAttr("kind", kind), e.natAttr("lo", lo), e.natAttr("hi", hi))
			first, end := descend.ForNatOp{Operation: op}.Range(nil)
			facts = facts.With(nat.Constraint{L: first, Rel: nat.LE, R: v}, nat.Constraint{L: v, Rel: nat.LT, R: end})
		}
		e.inBlock(block, func() {
			b := &binding{kind: natBind, nat: v, span: x.Var.Span(), bad: !ok || !ok2}
			e.scope.bind(x.Var.Name, b)
			e.facts = facts
			e.scope = e.scope.child()
			l.body(e, x.Body, true)
		})
		if !ok || !ok2 {
			return nil
		}
		return e.unit
	})
}

// forValues is a loop over run-time values lo, lo+1, .., hi-1: a descend.while over a variable of the type
// of the bounds, of which the body sees a copy.
func (e *statements) forValues(x *ast.ForNat) *ir.Value {
	lo, hi := natTerm(x.Range.Lo), natTerm(x.Range.Hi)
	e.countFrom = lo
	vs, ok := e.operands([]ast.Expr{lo, hi}, nil)
	if !ok {
		return nil
	}
	t := vs[0].Type()
	if !isInteger(t) {
		e.fail(x.Range.Span(), mismatched, "mismatched types").WithLabel("expected integers, found `%s`", descend.UserFormat(t))
		return nil
	}
	s := x.Var.Span()
	return e.counted(x.Span(), x.Body, x.Range.Span(), s, x.Var.Name, vs, func(counter *ir.Value) {
		i := e.local(s, x.Var.Name, t, false)
		e.write(s, e.load(s, counter), i, true)
		e.items.info.variable(x.Var, t)
		e.scope.bind(x.Var.Name, &binding{kind: varBind, place: i, span: s})
	})
}

// counted is a loop at span over the integers from vs[0] up to vs[1], which stand at bounds: a descend.while over a variable with a name, at s.
// bind makes of it what the body sees.
func (e *statements) counted(span source.Span, block *ast.Block, bounds, s source.Span, name string, vs []*ir.Value, bind func(counter *ir.Value)) *ir.Value {
	t := vs[0].Type()
	return e.inLoop(span, block, func(l *loop) *ir.Value {
		counter := e.local(s, name, t, true)
		e.write(bounds, vs[0], counter, true)
		cond := e.region(func() {
			c := l.condition(e, bounds, func() *ir.Value {
				return e.val(bounds, "descend.compare", []*ir.Value{e.load(s, counter), vs[1]}, e.c.I1(), e.strAttr("op", "lt"))
			})
			e.op(bounds, "descend.condition", []*ir.Value{c}, nil)
		})
		good := true
		body := e.region(func() {
			bind(counter)
			e.scope = e.scope.child()
			good = l.body(e, block, false) != nil
			one := e.val(s, "descend.const", nil, t, ir.Attr("value", e.c.IntAttr(1, t)))
			next := e.val(s, "descend.binary", []*ir.Value{e.load(s, counter), one}, t, e.strAttr("op", "add"))
			e.write(s, next, counter, false)
		})
		e.at(span)
		e.b.OpR("descend.while", nil, nil, []*ir.Region{cond, body})
		if !good {
			return nil
		}
		return e.unit
	})
}

// isTerm says whether a bound can only be a run-time value.
func isTerm(n ast.Nat) bool {
	_, ok := n.(*ast.NatTerm)
	return ok
}

// natTerm is a nat as a term, for bounds that turn out to be run-time values.
func natTerm(n ast.Nat) ast.Expr {
	switch n := n.(type) {
	case *ast.NatLit:
		return &ast.IntLit{Base: n.Base, Value: n.Value}
	case *ast.NatName:
		return &ast.Name{Base: n.Base, Path: ast.PathOf(n.Name)}
	case *ast.NatTerm:
		return n.X
	case *ast.NatBinary:
		return &ast.Binary{Base: n.Base, Op: n.Op, X: natTerm(n.X), Y: natTerm(n.Y)}
	case *ast.NatMinMax:
		name := "min"
		if n.Max {
			name = "max"
		}
		id := &ast.Ident{Base: n.Base, Name: name}
		return &ast.Call{Base: n.Base, Fun: &ast.Path{Base: n.Base, Parts: []*ast.Ident{id}}, Args: []ast.Expr{natTerm(n.X), natTerm(n.Y)}}
	}
	b := &ast.BadExpr{}
	if n != nil {
		b.SetSpan(n.Span())
	}
	return b
}

// forEach is a loop over the elements of an array: the variable is a reference to the element where the
// collection is behind a reference, else a copy of it.
func (e *statements) forEach(x *ast.ForEach) *ir.Value {
	if s := e.partOf(x.Coll); s != nil && (e.curType().IsSingle() || e.fn.exec.Kind == exec.Any) { // only single threads assert
		return e.forPart(x, s)
	}
	p, mode := e.collection(x.Coll)
	var elem ir.Type
	if p != nil {
		if a, ok := descend.ElemOf(p).(*descend.ArrayType); ok {
			elem = a.Elem
			held := elem
			if m, ok := elem.(*descend.MaybeType); ok {
				held = m.Elem
			}
			if mode == "copy" && descend.HoldsView(held) {
				mode = "shrd" // a view cannot be copied
			}
		} else {
			d := e.fail(x.Coll.Span(), mismatched, "mismatched types").
				WithLabel("expected an array to loop over, found `%s`", descend.UserFormat(descend.ElemOf(p)))
			if isInteger(descend.ElemOf(p)) && isPrimary(x.Coll) {
				d.WithHelp("a range has two ends", insertion(e.c, x.Coll.Span(), "0.."))
			}
		}
	}
	name := "_"
	if n, ok := x.Pat.(*ast.NamePattern); ok {
		name = n.Name.Name
	}
	return e.inLoop(x.Span(), x.Body, func(l *loop) *ir.Value {
		block := ir.NewBlock(nil)
		if elem != nil {
			block.AddArg(descend.Place(e.c, elem), x.Pat.Span().Loc(e.c))
			e.at(x.Span())
			e.b.OpR("descend.for_each", []*ir.Value{p}, nil, []*ir.Region{ir.NewRegion(block)},
				e.strAttr("name", name), e.strAttr("ref", mode))
		}
		e.inBlock(block, func() {
			body := func(p *ir.Value) {
				if elem == nil {
					e.bindBad(x.Pat)
				} else {
					e.bindElement(x, p, descend.ElemOf(p), mode)
				}
				e.scope = e.scope.child()
				l.body(e, x.Body, true)
			}
			switch elem.(type) {
			case nil:
				body(nil)
			case *descend.MaybeType: // those that are there
				e.ifExists(x.Span(), block.Arg(0), false, nil, body, nil)
			default:
				body(block.Arg(0))
			}
		})
		if elem == nil {
			return nil
		}
		return e.unit
	})
}

// bindElement declares the loop variable: a variable with a reference to the element or a copy of it.
func (e *statements) bindElement(x *ast.ForEach, p *ir.Value, elem ir.Type, mode string) {
	s := x.Pat.Span()
	if _, wild := x.Pat.(*ast.WildPattern); wild {
		return
	}
	var v *ir.Value
	if mode == "copy" {
		v = e.load(s, p)
	} else {
		v = e.lend(s, p, descend.Ref(e.c, mode == "uniq", e.memOf(p), elem, ""), false)
	}
	if v == nil {
		e.bindBad(x.Pat)
		return
	}
	let := &ast.Let{Base: ast.At(s), Pat: x.Pat, Init: x.Coll}
	e.bindPattern(let, x.Pat, v.Type(), v, nil, nil)
}

// collection elaborates what a for loop runs over and says how its elements are given: "uniq", "shrd" or
// "copy".
func (e *statements) collection(x ast.Expr) (*ir.Value, string) {
	mode := "copy"
	if b, ok := x.(*ast.Borrow); ok {
		mode, x = "shrd", b.X
		if b.Uniq {
			mode = "uniq"
		}
	}
	p := e.place(x)
	if p == nil {
		return nil, mode
	}
	for {
		switch t := descend.ElemOf(p).(type) {
		case *descend.RefType:
			if mode == "copy" {
				mode = "shrd"
				if t.Uniq {
					mode = "uniq"
				}
			}
		case *descend.BoxType:
		default:
			return p, mode
		}
		p = e.deref(p, x.Span())
	}
}
