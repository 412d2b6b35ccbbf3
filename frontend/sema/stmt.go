package sema

import (
	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/sema/infer"
	"descend/frontend/source"
	"descend/ir"
)

// statements elaborates a body: declarations, blocks, branches, loops, and who executes them. It leaves what is no statement to
// terms.
type statements struct {
	*terms
	tests map[*ast.MatchArm]*armTest
	a     *analyzer // elaborates the functions that literals become
}

// controlTerm elaborates the terms that are left to statements; see [terms].
func (e *statements) controlTerm(x ast.Expr, want ir.Type) *ir.Value {
	switch x := x.(type) {
	case *ast.Block:
		return e.scopeExpr(x, want, true)
	case *ast.Unsafe:
		return e.unsafeExpr(x, want, true)
	case *ast.If:
		return e.ifExpr(x, want, true)
	case *ast.Match:
		return e.matchExpr(x, want, true)
	case *ast.ArmTest:
		return e.armTest(x)
	case *ast.Assign:
		return e.assign(x)
	case *ast.While:
		return e.while(x)
	case *ast.ForEach:
		return e.forEach(x)
	case *ast.ForNat:
		return e.forNat(x)
	case *ast.Sched:
		return e.sched(x)
	case *ast.Split:
		return e.split(x)
	case *ast.Sync:
		return e.sync(x)
	case *ast.Return:
		return e.returnExpr(x)
	case *ast.Jump:
		return e.jump(x)
	}
	e.fail(x.Span(), unsupported, "this term is not supported yet")
	return nil
}

// stmt elaborates a statement; false if what follows is not reached.
func (e *statements) stmt(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.Let:
		e.let(s)
	case *ast.LetNat:
		e.letNat(s)
	case *ast.ExprStmt:
		return e.discard(s.X) != e.never
	}
	return true
}

// discard elaborates a term whose value is dropped.
func (e *statements) discard(x ast.Expr) *ir.Value {
	switch x := x.(type) {
	case *ast.If:
		return e.ifExpr(x, nil, false)
	case *ast.Match:
		return e.matchExpr(x, nil, false)
	case *ast.Block:
		return e.scopeExpr(x, nil, false)
	case *ast.Unsafe:
		return e.unsafeExpr(x, nil, false)
	}
	if e.isPlaceExpr(x) {
		p := e.place(x)
		if p != nil && !descend.HoldsView(descend.ElemOf(p)) && descend.IsCopy(descend.ElemOf(p), e.fn.copyVars) {
			e.load(x.Span(), p)
		}
		return e.unit
	}
	v := e.mayBeToken(x, nil)
	if v != nil && v != e.unit && v != e.never && !descend.IsCopy(v.Type(), e.fn.copyVars) {
		e.temp(x.Span(), v) // what it owns ends with the scope
	}
	return v
}

// block elaborates the statements of a block in the current scope and gives its value.
func (e *statements) block(b *ast.Block, want ir.Type, needed bool) *ir.Value {
	if i, ok := e.jumpIn(b); ok {
		return e.jumpingBlock(b, i, needed)
	}
	never, lets := false, len(e.lets)
	for _, s := range b.Stmts {
		if !e.stmt(s) {
			never = true
		}
	}
	v := e.unit
	if b.Result != nil {
		switch {
		case !needed:
			v = e.discard(b.Result)
			if v != e.never {
				v = e.unit
			}
		case want != nil && !infer.Open(e.infer.Type(want)):
			v = e.expect(b.Result, want, false)
		default:
			v = e.expr(b.Result, want)
		}
	}
	if b.Result != nil && !e.keeps(lets, v, resultOf(b.Result)) {
		v = nil
	}
	if never {
		return e.never
	}
	if b.Result == nil && needed && e.items.hasLost(b) { // with the value, perhaps
		return e.poison()
	}
	return v
}

// valueRegion elaborates a block into a region and gives its value; the yield is to be added.
func (e *statements) valueRegion(b *ast.Block, want ir.Type, needed bool) (*ir.Region, *ir.Value) {
	var v *ir.Value
	r := e.region(func() { v = e.block(b, want, needed) })
	return r, v
}

// wrapped makes an operation around a block: descend.scope or descend.unsafe.
func (e *statements) wrapped(name string, b *ast.Block, s source.Span, want ir.Type, needed bool) *ir.Value {
	r, v := e.valueRegion(b, want, needed)
	if v == nil {
		return nil
	}
	var types []ir.Type
	if v != e.unit && v != e.never {
		if isViewRef(v.Type()) {
			e.notBound(s, v.Type())
			return nil
		}
		types = append(types, v.Type())
		e.yield(r, v, s)
	}
	e.at(s)
	op := e.b.OpR(name, nil, types, []*ir.Region{r})
	if len(types) > 0 {
		return op.Result(0)
	}
	return v
}

// notBound reports a reference to a view where it cannot be.
func (e *statements) notBound(s source.Span, t ir.Type) {
	e.fail(s, mismatched, "a reference to a view cannot be the value of a block").
		WithLabel("`%s` can be bound by `let` or as a parameter only", descend.UserFormat(t))
}

func (e *statements) scopeExpr(x *ast.Block, want ir.Type, needed bool) *ir.Value {
	return e.wrapped("descend.scope", x, x.Span(), want, needed)
}

func (e *statements) unsafeExpr(x *ast.Unsafe, want ir.Type, needed bool) *ir.Value {
	return e.wrapped("descend.unsafe", x.Body, x.Span(), want, needed)
}

// ifExpr is if / else; needed says that its value is used.
func (e *statements) ifExpr(x *ast.If, want ir.Type, needed bool) *ir.Value {
	if c, ok := x.Cond.(*ast.LetCond); ok {
		return e.ifLet(x, c, want, needed)
	}
	cond := e.expect(x.Cond, e.c.I1(), false)
	then, v := e.valueRegion(x.Then, want, needed)
	els, w := e.otherwise(x, v, want, needed)
	if cond == nil || v == nil || w == nil {
		return nil
	}
	types, ok := e.joinBranches(x, then, els, v, w)
	if !ok {
		return nil
	}
	e.at(x.Span())
	return e.chosen(e.b.OpR("descend.if", []*ir.Value{cond}, types, []*ir.Region{then, els}), v, w)
}

// otherwise elaborates the second branch of an if whose first one gives v.
func (e *statements) otherwise(x *ast.If, v *ir.Value, want ir.Type, needed bool) (*ir.Region, *ir.Value) {
	if x.Else == nil {
		return ir.NewRegion(), e.unit
	}
	if needed && want == nil && v != nil && v != e.unit && v != e.never {
		want = v.Type()
		e.because = &reason{of: resultOf(x.Else), decl: resultOf(x.Then).Span(), text: "because of this value of the first branch", first: resultOf(x.Then)}
	}
	var w *ir.Value
	els := e.region(func() {
		switch b := x.Else.(type) {
		case *ast.Block:
			w = e.block(b, want, needed)
		default:
			if needed {
				w = e.expr(b, want)
			} else {
				w = e.discard(b)
			}
		}
	})
	e.because = nil
	return els, w
}

// chosen is the value of a conditional whose branches give v and w.
func (e *statements) chosen(op *ir.Operation, v, w *ir.Value) *ir.Value {
	switch {
	case op.NumResults() > 0:
		return op.Result(0)
	case v == e.never && w == e.never:
		return e.never
	}
	return e.unit
}

// joinBranches makes the branches of an if yield values of one type, if they have values.
func (e *statements) joinBranches(x *ast.If, then, els *ir.Region, v, w *ir.Value) ([]ir.Type, bool) {
	plain := func(v *ir.Value) bool { return v == e.unit || v == e.never }
	if plain(v) && plain(w) {
		return nil, true
	}
	thenTerm, elseTerm := resultOf(x.Then), ast.Expr(x)
	if x.Else != nil {
		elseTerm = resultOf(x.Else)
	}
	t := v.Type()
	if v == e.never {
		t = w.Type()
	}
	if isViewRef(t) {
		e.notBound(x.Span(), t)
		return nil, false
	}
	branch := func(r *ir.Region, v *ir.Value, x ast.Node) bool {
		p := e.b.Save()
		e.b.AtEnd(r.Front())
		defer e.b.Restore(p)
		if v == e.never {
			v = e.afterReturn(t, x.Span())
		} else {
			v = e.convert(v, t, x)
		}
		if v == nil {
			return false
		}
		e.op(x.Span(), "descend.yield", []*ir.Value{e.real(x.Span(), v)}, nil)
		return true
	}
	if x.Else == nil {
		e.mismatch(thenTerm, descend.Unit(e.c), t).WithHelp("an `if` without `else` has no value: add `else { .. }`")
		return nil, false
	}
	if !branch(then, v, thenTerm) || !branch(els, w, elseTerm) {
		return nil, false
	}
	return []ir.Type{t}, true
}

// returnExpr leaves a CPU function.
func (e *statements) returnExpr(x *ast.Return) *ir.Value {
	if !e.isCPU() {
		e.fail(x.Span(), wrongExec, "`return` is for functions of the CPU").
			WithLabel("`%s` is executed by `%s`", e.fn.decl.Name.Name, e.fn.exec.User()).Help = e.fix.withoutReturn(x, e.fn.decl.Body)
		return nil
	}
	var operands []*ir.Value
	unit := e.fn.ret == descend.Unit(e.c)
	switch {
	case x.X != nil:
		v := e.expect(x.X, e.fn.ret, false)
		if v == nil {
			return nil
		}
		if !unit {
			operands = append(operands, v)
		}
	case !unit:
		e.fail(x.Span(), mismatched, "mismatched types").WithLabel("expected `%s`, found `()`", descend.UserFormat(e.fn.ret))
		return nil
	}
	e.op(x.Span(), "descend.return", operands, nil)
	return e.never
}
