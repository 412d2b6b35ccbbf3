package sema

import (
	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/frontend/sema/infer"
	"descend/frontend/syntax"
	"descend/ir"
	"slices"
)

// elaborate generates the entry block of a function; nil after errors.
func (a *analyzer) elaborate(f *function) *ir.Block {
	defer func(around *function) { a.current = around }(a.current)
	a.current = f
	defer a.info.apart()()
	c := a.c
	e := a.newBody(f)
	for _, g := range f.generics {
		if g.kind == ast.KindNat {
			e.natNames[g.name] = 1
		}
	}
	body := ir.NewBlock(f.decl.Span().Loc(c), f.exec)
	if f.literal != nil {
		f.literal.entry = body
	}
	e.resources = []*ir.Value{body.Arg(0)}
	if f.decl.Exec != nil && f.decl.Exec.Name != nil {
		a.info.resource(f.decl.Exec.Name, f.exec)
		e.scope.bind(f.decl.Exec.Name.Name, &binding{kind: execBind, exec: body.Arg(0), span: f.decl.Exec.Name.Span()})
	}
	for _, p := range f.params {
		if p.view {
			e.scope.bind(p.name.Name, &binding{kind: viewBind, view: f.views[p.name.Name], span: p.name.Span()})
			continue
		}
		if p.typ == nil {
			e.scope.bind(p.name.Name, &binding{kind: varBind, span: p.name.Span(), bad: true})
			continue
		}
		a.info.variable(p.name, p.typ)
		v := body.AddArg(descend.Place(c, p.typ), p.name.Span().Loc(c))
		e.scope.bind(p.name.Name, &binding{kind: varBind, place: v, span: p.name.Span()})
	}
	e.b.AtEnd(body)
	e.functionBody(f)
	a.info.settle(e.infer)
	e.scopedNats(body)
	if e.bad {
		return nil
	}
	return body
}

// newBody makes the layers that elaborate the body of f: each has those below it.
func (a *analyzer) newBody(f *function) *statements {
	solver, purpose, errs := infer.New(a.c), &purpose{}, &bodyErrors{found: a.findings}
	emit := &emitter{c: a.c, b: ir.NewBuilder(a.c).In(a.arena), unit: a.unit, never: a.never}
	here := &point{emitter: emit, items: a.items, fn: f, scope: f.scope.child(), facts: nat.NewFacts().With(f.where...), natNames: map[string]int{}}
	match := &matcher{here, purpose, errs, solver, &fixer{here, purpose, solver}}
	level := &typeLevel{match, &numbers{point: here, purpose: purpose, bodyErrors: errs}}
	e := &statements{terms: &terms{places: &places{typeLevel: level}, calls: &calls{level}}, a: a}
	e.control = e
	e.places.permutation = e.order
	return e
}

// functionBody elaborates the body and returns its value.
func (e *statements) functionBody(f *function) {
	b := f.decl.Body
	e.scope = e.scope.child()
	if f.ret == descend.Unit(e.c) {
		e.block(b, nil, false)
		return
	}
	var last *ir.Value
	for _, s := range b.Stmts {
		last = nil
		if x, ok := s.(*ast.ExprStmt); ok {
			last = e.discard(x.X)
		} else {
			e.stmt(s)
		}
	}
	if b.Result == nil {
		if !endsInReturn(b) {
			if e.items.hasLost(f.decl) { // with the result, perhaps
				e.poison()
				return
			}
			e.noResult(f, b, last)
		}
		return
	}
	if returns(b.Result) {
		e.discard(b.Result)
		return
	}
	if f.ret == nil { // of a function literal: the type is that of the value
		v := e.expr(b.Result, nil)
		if v == nil || v == e.never {
			e.poison()
			return
		}
		v = e.real(b.Result.Span(), v)
		f.ret = v.Type()
		e.op(b.Result.Span(), "descend.return", []*ir.Value{v}, nil)
		return
	}
	why := &reason{of: resultOf(b.Result), decl: f.decl.Ret.Span(), text: f.resultWords(), who: declaredAt(f.decl.Name)}
	v := e.expectFor(why, b.Result, f.ret, false)
	if v == nil || v == e.never {
		return
	}
	e.op(b.Result.Span(), "descend.return", []*ir.Value{v}, nil)
}

// resultWords says what the result type of a function is the type of.
func (f *function) resultWords() string {
	switch {
	case f.constant:
		return "the type of the constant"
	case f.literal != nil:
		return "what the function that it is given to expects"
	}
	return "the result type of `" + f.name + "`"
}

// noResult reports a body that ends without the value that the function returns; last is the value of the last statement.
func (e *statements) noResult(f *function, b *ast.Block, last *ir.Value) {
	at := b.Span().Tail()
	if n := len(b.Stmts); n > 0 {
		at = b.Stmts[n-1].Span()
	}
	d := e.fail(at, mismatched, "mismatched types").
		WithLabel("expected `%s`, found `()`", descend.UserFormat(f.ret)).
		Relate(f.decl.Ret.Span().Loc(e.c), "`%s` is the result type of `%s`", descend.UserFormat(f.ret), f.name)
	if k, semi := e.items.tokenAfter(at); k == syntax.Semi && last != nil && last.Type() == f.ret {
		d.WithHelp("leave out the `;`: then this is the value", ir.Edit{Loc: semi.Loc(e.c)})
	}
}

// resultOf is the term that gives the value of x.
func resultOf(x ast.Expr) ast.Expr {
	switch b := x.(type) {
	case *ast.Block:
		if b.Result != nil {
			return resultOf(b.Result)
		}
	case *ast.Unsafe:
		return resultOf(b.Body)
	}
	return x
}

// endsInReturn says whether the last statement of a block is a return, or an if that returns on both sides.
func endsInReturn(b *ast.Block) bool {
	last := b.Result
	if n := len(b.Stmts); last == nil && n > 0 {
		if s, ok := b.Stmts[n-1].(*ast.ExprStmt); ok {
			last = s.X
		}
	}
	return last != nil && returns(last)
}

func returns(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Return:
		return true
	case *ast.Block:
		return endsInReturn(x)
	case *ast.Unsafe:
		return endsInReturn(x.Body)
	case *ast.If:
		return x.Else != nil && endsInReturn(x.Then) && returns(x.Else)
	case *ast.Match:
		return !slices.ContainsFunc(x.Arms, func(a *ast.MatchArm) bool { return !endsInReturn(a.Body) })
	}
	return false
}
