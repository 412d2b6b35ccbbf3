package sema

import (
	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/ir"
)

// place elaborates x as a place; a value that lies in no place gets a variable.
func (e *terms) place(x ast.Expr) *ir.Value {
	return e.items.info.term(x, e.placeTerm(x))
}

// placeTerm is place without a note of the type.
func (e *terms) placeTerm(x ast.Expr) *ir.Value {
	switch x := x.(type) {
	case *ast.Name:
		if len(x.Path.Parts) == 1 && x.Args == nil {
			id := x.Path.Parts[0]
			b := e.lookup(id)
			if b != nil && b.kind == varBind {
				if b.place == nil || e.isFunctionValue(id, b) {
					return e.poison()
				}
				b.open = false
				return b.place
			}
			if b == nil {
				e.unknownValue(id)
				return nil
			}
		}
	case *ast.Member:
		return e.member(x)
	case *ast.TupleField:
		if p := e.place(x.X); p != nil {
			return e.component(p, x.Index, x.Span())
		}
		return nil
	case *ast.Deref:
		return e.derefExpr(x)
	case *ast.Index:
		return e.index(x)
	case *ast.Slice:
		return e.slice(x)
	case *ast.Select:
		return e.selectExpr(x)
	}
	v := e.expr(x, nil)
	if v == nil {
		return nil
	}
	return e.temp(x.Span(), v)
}

// unknownValue reports a name that stands for no value.
func (e *terms) unknownValue(id *ast.Ident) {
	e.poison()
	if id.Name == "" {
		return
	}
	if id.Name == "_" {
		e.fail(id.Span(), cannotInfer, "`_` is not a value").WithLabel("not allowed here")
		return
	}
	if cudaNumbers[id.Name] != 0 {
		e.numbers.report(id, nil, "a value")
		e.silence(id)
		return
	}
	if e.constant(&ast.Path{Base: id.Base, Parts: []*ast.Ident{id}}) {
		return
	}
	if builtinType(e.c, id.Name) != nil || e.items.structNamed(id.Name) != nil || e.items.aliases[id.Name] != nil || e.items.enums[id.Name] != nil {
		e.fail(id.Span(), kindMismatch, "expected a value, found type `%s`", id.Name).WithLabel("not a value")
		return
	}
	if e.items.fns[id.Name] != nil {
		e.fail(id.Span(), kindMismatch, "expected a value, found function `%s`", id.Name).WithLabel("functions are not values")
		return
	}
	if text := missingValues[id.Name]; text != "" {
		e.fail(id.Span(), unknownName, "`%s` does not exist", id.Name).WithLabel("not a value").WithHelp(text)
		return
	}
	d := e.unknown(id, "value", e.scope.visible(func(b *binding) bool { return b.kind == varBind || b.kind == natBind || b.kind == constBind }))
	if d.Help == nil && e.assigning == id {
		d.WithHelp("declare it", insertion(e.c, id.Span(), "let mut "))
	}
	e.silence(id)
}

func (e *terms) derefExpr(x *ast.Deref) *ir.Value {
	p := e.place(x.X)
	if p == nil {
		return nil
	}
	q := e.deref(p, x.Span())
	if q == p {
		t := descend.ElemOf(p)
		keys := e.clash(descend.Ref(e.c, false, descend.CPUMem, t, ""), t, x)
		if e.reported(keys) {
			return e.poison()
		}
		d := e.fail(x.Span(), mismatched, "mismatched types")
		e.found.also(keys)
		d.WithLabel("`%s` is not a reference and cannot be dereferenced", descend.UserFormat(descend.ElemOf(p)))
		return nil
	}
	return q
}

// member is x.name: a field, a component or a view.
func (e *terms) member(x *ast.Member) *ir.Value {
	if n, ok := x.X.(*ast.Name); ok && cudaSizes[n.Path.String()] && e.scope.lookup(n.Path.String()) == nil {
		e.numbers.shape(x, n.Path.String())
		return nil
	}
	p := e.place(x.X)
	if p == nil {
		return nil
	}
	p = e.autoDeref(p, x.X.Span())
	if s, ok := descend.ElemOf(p).(*descend.StructType); ok {
		return e.field(p, s, x)
	}
	if m, ok := descend.ElemOf(p).(*descend.MaybeType); ok {
		e.mayMiss(x.X.Span(), m).WithHelp("take the part of a value that is there: `(p else v)." + x.Step.Name.Name + "`, or by `if let e = &p { .. }`")
		return nil
	}
	if name := x.Step.Name.Name; !e.isView(name) {
		if help := e.fix.method(x); help != nil {
			d := e.fail(x.Step.Name.Span(), unknownName, "cannot find field or view `%s`", name).WithLabel("not a field or view of `%s`", descend.UserFormat(descend.ElemOf(p)))
			d.Help = help
			return nil
		}
		if b := e.scope.lookup(name); b != nil && b.kind == execBind && !b.bad {
			at := x.Span()
			at.Start = x.X.Span().End
			e.fail(x.Step.Name.Span(), kindMismatch, "expected a field or view, found execution resource `%s`", name).WithLabel("not a field or view").
				WithHelp("select with it", ir.Edit{Loc: at.Loc(e.c), Text: "[[" + name + "]]"})
			return nil
		}
	}
	e.viewSteps = 0
	return e.viewStep(p, x.Step, e.scope, x.Span())
}

// arrayPlace elaborates the operand of a range or, if it is not nil, of an index.
func (e *terms) arrayPlace(x ast.Expr, what string, index *ast.Index) (*ir.Value, *descend.ArrayType) {
	p := e.place(x)
	if p == nil {
		return nil, nil
	}
	p = e.autoDeref(p, x.Span())
	t, ok := descend.ElemOf(p).(*descend.ArrayType)
	if !ok {
		d := e.fail(x.Span(), mismatched, "mismatched types").
			WithLabel("cannot %s `%s`, which is not an array", what, descend.UserFormat(descend.ElemOf(p)))
		if _, tuple := descend.ElemOf(p).(*ir.TupleType); tuple && index != nil {
			if lit, ok := index.I.(*ast.IntLit); ok {
				at := index.Span()
				at.Start = x.Span().End
				d.WithHelp("the parts of a tuple are written `.0`, `.1`, ..", ir.Edit{Loc: at.Loc(e.c), Text: "." + lit.Value.String()})
			}
		}
		return nil, nil
	}
	return p, t
}

// index is x[i].
func (e *terms) index(x *ast.Index) *ir.Value {
	p, t := e.arrayPlace(x.X, "index", x)
	if p == nil {
		return nil
	}
	if n, static, ok := e.staticNat(x.I); ok {
		return e.placeOp(x.Span(), "descend.at", []*ir.Value{p}, t.Elem, e.natAttr("index", n))
	} else if static {
		return nil
	}
	if u, ok := x.I.(*ast.Unary); ok && u.Op == ast.Neg {
		if lit, ok := u.X.(*ast.IntLit); ok {
			e.fail(x.I.Span(), outOfBounds, "index out of bounds").WithLabel("indices count from 0").
				WithHelp("from the end it is element `"+t.Size.Sub(nat.Big(lit.Value)).String()+"`", ir.Edit{Loc: x.I.Span().Loc(e.c), Text: t.Size.Sub(nat.Big(lit.Value)).String()})
			return nil
		}
	}
	i := e.apart(func() *ir.Value {
		e.indexed = &indexing{x, t}
		if a, ok := x.I.(*ast.Array); ok && len(a.Elems) == 1 {
			return e.doubleIndex(a)
		}
		return e.expr(x.I, nil)
	})
	if i == nil {
		return nil
	}
	if !isInteger(i.Type()) {
		d := e.fail(x.I.Span(), mismatched, "mismatched types").
			WithLabel("expected an integer as index, found `%s`", descend.UserFormat(i.Type()))
		if r, ok := i.Type().(*descend.RefType); ok && isInteger(r.Elem) && isPrimary(x.I) {
			d.WithHelp("take what it refers to", insertion(e.c, x.I.Span(), "*"))
		}
		return nil
	}
	return e.placeOp(x.Span(), "descend.index", []*ir.Value{p, i}, t.Elem, e.strAttr("text", x.I.Span().Text()))
}

// doubleIndex reports the index [i] of p[[i]].
func (e *terms) doubleIndex(x *ast.Array) *ir.Value {
	if i := x.Elems[0]; !e.numbers.hasNumber(i) {
		open, end := x.Span().Head(), x.Span().Tail()
		open.End, end.Start = open.End+1, end.Start-1
		e.fail(i.Span(), kindMismatch, "expected an execution resource").WithLabel("`[[..]]` selects by an execution resource").
			Help = e.numbers.indexOnce(open, end)
		return nil
	}
	return e.expr(x.Elems[0], nil)
}

// slice is x[lo..hi].
func (e *terms) slice(x *ast.Slice) *ir.Value {
	p, _ := e.arrayPlace(x.X, "take a range of", nil)
	if p == nil {
		return nil
	}
	if e.hasValue(x) {
		return e.valuePart(x, p)
	}
	lo, ok1 := e.nat(x.Lo)
	hi, ok2 := e.nat(x.Hi)
	if !ok1 || !ok2 {
		return nil
	}
	if d, ok := hi.Sub(lo).Const(); ok && d.Sign() < 0 {
		e.fail(x.Span(), outOfBounds, "the range `%s..%s` ends before it starts", lo, hi).WithLabel("the end is below the start")
		return nil
	}
	v, _ := e.basicOp(p, "view.range", x.Span(), e.natAttr("lo", lo), e.natAttr("hi", hi)) // of an array
	return v
}

// selectExpr is x[[e]]: a selection over each axis of the schedule that e comes from.
func (e *terms) selectExpr(x *ast.Select) *ir.Value {
	p := e.place(x.X)
	if p == nil {
		return nil
	}
	p = e.autoDeref(p, x.X.Span())
	res, axes := e.selector(x.Exec)
	if res == nil {
		return nil
	}
	for _, a := range axes {
		t, ok := descend.ElemOf(p).(*descend.ArrayType)
		if !ok {
			what := x.Exec.Span().Text()
			e.fail(x.Span(), mismatched, "mismatched types").
				WithLabel("`%s` selects over %s, but there is no array to select from: `%s`", what, plural(len(axes), "dimension"), descend.UserFormat(descend.ElemOf(p))).
				Help = e.fix.divide(x, p)
			return nil
		}
		p = e.placeOp(x.Span(), "view.select", []*ir.Value{p, res}, t.Elem, e.strAttr("axis", a.String()))
	}
	return p
}
