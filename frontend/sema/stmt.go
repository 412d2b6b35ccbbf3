package sema

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// stmt elaborates a statement; false if what follows is not reached.
func (e *elab) stmt(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.Let:
		e.let(s)
	case *ast.ExprStmt:
		return e.discard(s.X) != e.never
	}
	return true
}

// discard elaborates a term whose value is dropped.
func (e *elab) discard(x ast.Expr) *ir.Value {
	switch x := x.(type) {
	case *ast.If:
		return e.ifExpr(x, nil, false)
	case *ast.Block:
		return e.scopeExpr(x, nil, false)
	case *ast.Unsafe:
		return e.unsafeExpr(x, nil, false)
	}
	if e.isPlaceExpr(x) {
		p := e.place(x)
		if p != nil && !holdsView(descend.ElemOf(p)) && descend.IsCopy(descend.ElemOf(p), e.fn.copyVars) {
			e.load(x.Span(), p)
		}
		return e.unit
	}
	return e.expr(x, nil)
}

// block elaborates the statements of a block in the current scope and gives its value.
func (e *elab) block(b *ast.Block, want ir.Type, needed bool) *ir.Value {
	never := false
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
		case want != nil && !hasUnknowns(e.infer.resolve(want)):
			v = e.expect(b.Result, want, false)
		default:
			v = e.expr(b.Result, want)
		}
	}
	if never {
		return e.never
	}
	return v
}

// valueRegion elaborates a block into a region and gives its value; the yield is to be added.
func (e *elab) valueRegion(b *ast.Block, want ir.Type, needed bool) (*ir.Region, *ir.Value) {
	var v *ir.Value
	r := e.region(b.Span(), func() { v = e.block(b, want, needed) })
	return r, v
}

// yield ends a region with a value.
func (e *elab) yield(r *ir.Region, v *ir.Value, s source.Span) {
	p := e.b.Save()
	e.b.AtEnd(r.Front())
	e.op(s, "descend.yield", []*ir.Value{v}, nil)
	e.b.Restore(p)
}

// wrapped makes an operation around a block: descend.scope or descend.unsafe.
func (e *elab) wrapped(name string, b *ast.Block, s source.Span, want ir.Type, needed bool) *ir.Value {
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
func (e *elab) notBound(s source.Span, t ir.Type) {
	e.fail(s, mismatched, "a reference to a view cannot be the value of a block").
		WithLabel("`%s` can be bound by `let` or as a parameter only", typeText(t))
}

func (e *elab) scopeExpr(x *ast.Block, want ir.Type, needed bool) *ir.Value {
	return e.wrapped("descend.scope", x, x.Span(), want, needed)
}

func (e *elab) unsafeExpr(x *ast.Unsafe, want ir.Type, needed bool) *ir.Value {
	return e.wrapped("descend.unsafe", x.Body, x.Span(), want, needed)
}

// ifExpr is if / else; needed says that its value is used.
func (e *elab) ifExpr(x *ast.If, want ir.Type, needed bool) *ir.Value {
	cond := e.expect(x.Cond, e.c.I1(), false)
	then, v := e.valueRegion(x.Then, want, needed)
	els, w := ir.NewRegion(), e.unit
	if x.Else != nil {
		if needed && want == nil && v != nil && v != e.unit && v != e.never {
			want = v.Type()
		}
		els = e.region(x.Else.Span(), func() {
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
	}
	if cond == nil || v == nil || w == nil {
		return nil
	}
	types, ok := e.joinBranches(x, then, els, v, w)
	if !ok {
		return nil
	}
	e.at(x.Span())
	op := e.b.OpR("descend.if", []*ir.Value{cond}, types, []*ir.Region{then, els})
	switch {
	case len(types) > 0:
		return op.Result(0)
	case v == e.never && w == e.never:
		return e.never
	}
	return e.unit
}

// joinBranches makes the branches of an if yield values of one type, if they have values.
func (e *elab) joinBranches(x *ast.If, then, els *ir.Region, v, w *ir.Value) ([]ir.Type, bool) {
	plain := func(v *ir.Value) bool { return v == e.unit || v == e.never }
	if plain(v) && plain(w) {
		return nil, true
	}
	thenSpan, elseSpan := resultSpan(x.Then), x.Span()
	if x.Else != nil {
		elseSpan = resultSpan(x.Else)
	}
	t := v.Type()
	if v == e.never {
		t = w.Type()
	}
	if isViewRef(t) {
		e.notBound(x.Span(), t)
		return nil, false
	}
	branch := func(r *ir.Region, v *ir.Value, s source.Span) bool {
		p := e.b.Save()
		e.b.AtEnd(r.Front())
		defer e.b.Restore(p)
		if v == e.never {
			v = e.afterReturn(t, s)
		} else {
			v = e.convert(v, t, s)
		}
		if v == nil {
			return false
		}
		e.op(s, "descend.yield", []*ir.Value{e.real(s, v)}, nil)
		return true
	}
	if x.Else == nil {
		e.mismatch(thenSpan, descend.Unit(e.c), t).Note("an `if` without `else` has no value")
		return nil, false
	}
	if !branch(then, v, thenSpan) || !branch(els, w, elseSpan) {
		return nil, false
	}
	return []ir.Type{t}, true
}

// let declares the variables of a pattern.
func (e *elab) let(s *ast.Let) {
	if s.Init == nil && s.Type == nil {
		e.bindBad(s.Pat)
		return
	}
	var t ir.Type
	if s.Type != nil {
		if t = e.typ(s.Type, s.Init != nil); t == nil {
			if s.Init != nil {
				e.expr(s.Init, nil)
			}
			e.bindBad(s.Pat)
			return
		}
	}
	owner, path, ok := e.owner(s)
	if !ok {
		e.bindBad(s.Pat)
		return
	}
	var v *ir.Value
	if s.Init != nil {
		if _, wild := s.Pat.(*ast.WildPattern); wild && e.isPlaceExpr(s.Init) {
			e.place(s.Init)
			return
		}
		if t != nil {
			e.because = &reason{resultSpan(s.Init), s.Type.Span(), "expected because of this type"}
			v = e.expect(s.Init, t, false)
			e.because = nil
			t = e.infer.resolve(t)
		} else {
			v = e.expr(s.Init, nil)
		}
		if v == nil {
			e.bindBad(s.Pat)
			return
		}
		v = e.real(s.Init.Span(), v)
		t = v.Type()
	}
	if hasUnknowns(t) {
		e.fail(s.Type.Span(), cannotInfer, "cannot infer the type `%s`", e.infer.shown(t)).WithLabel("the initial value does not determine it")
		e.bindBad(s.Pat)
		return
	}
	if holdsView(t) && (!isViewRef(t) || v == nil) {
		e.fail(s.Span(), mismatched, "a view cannot be stored").WithLabel("`%s` is not storable", typeText(t))
		e.bindBad(s.Pat)
		return
	}
	e.bindPattern(s, s.Pat, t, v, owner, path)
}

// owner resolves let[e]: the bound resource that e starts from and the path from there.
func (e *elab) owner(s *ast.Let) (*ir.Value, string, bool) {
	if s.Owner == nil {
		return nil, "", true
	}
	base := e.resource(&ast.ExecExpr{Base: s.Owner.Base, Name: s.Owner.Name, Type: s.Owner.Type})
	if base == nil {
		return nil, "", false
	}
	path, _, ok := e.res(false).ownerPath(exec.TypeOf(base), s.Owner)
	if !ok {
		e.bad = true
	}
	return base, path, ok
}

// bindPattern declares the variables of a pattern for a value of type t; v is nil without initial value.
func (e *elab) bindPattern(s *ast.Let, pat ast.Pattern, t ir.Type, v, owner *ir.Value, path string) {
	switch pat := pat.(type) {
	case *ast.WildPattern:
		if v != nil && !descend.IsCopy(t, e.fn.copyVars) {
			e.temp(pat.Span(), v)
		}
	case *ast.NamePattern:
		attrs := []ir.NamedAttr{e.strAttr("name", pat.Name.Name)}
		if pat.Mut {
			attrs = append(attrs, e.unitAttr("mut"))
		}
		var operands []*ir.Value
		if owner != nil {
			operands = append(operands, owner)
			if path != "" {
				attrs = append(attrs, e.strAttr("owner_path", path))
			}
		}
		p := e.placeOp(pat.Span(), "descend.local", operands, t, attrs...)
		if v != nil {
			e.write(s.Span(), v, p, true)
		}
		e.scope.bind(pat.Name.Name, &binding{kind: varBind, place: p, span: pat.Name.Span()})
	case *ast.TuplePattern:
		tt, ok := t.(*ir.TupleType)
		if !ok || len(tt.Types) != len(pat.Elems) || v == nil {
			e.fail(pat.Span(), mismatched, "mismatched types").
				WithLabel("expected `%s`, found a pattern of %s", typeText(t), plural(len(pat.Elems), "element"))
			e.bindBad(pat)
			return
		}
		tmp := e.temp(s.Init.Span(), v)
		for i, p := range pat.Elems {
			if _, wild := p.(*ast.WildPattern); wild {
				continue
			}
			e.bindPattern(s, p, tt.Types[i], e.load(p.Span(), e.proj(tmp, i, tt.Types[i], p.Span())), owner, path)
		}
	}
}

// bindBad binds the names of a pattern so that their uses are silent.
func (e *elab) bindBad(pat ast.Pattern) {
	e.bad = true
	switch pat := pat.(type) {
	case *ast.NamePattern:
		e.scope.bind(pat.Name.Name, &binding{kind: varBind, span: pat.Name.Span(), bad: true})
	case *ast.TuplePattern:
		for _, p := range pat.Elems {
			e.bindBad(p)
		}
	}
}

// assign is x = y or x op= y: the right side is evaluated before the place on the left.
func (e *elab) assign(x *ast.Assign) *ir.Value {
	if n, ok := x.X.(*ast.Name); ok && len(n.Path.Parts) == 1 && n.Path.Parts[0].Name == "_" && !x.Compound {
		if e.expr(x.Y, nil) == nil {
			return nil
		}
		return e.unit
	}
	left := ir.NewBlock(x.X.Span().Loc(e.c))
	var p *ir.Value
	pt := e.b.Save()
	e.b.AtEnd(left)
	if e.assignable(x.X) {
		p = e.place(x.X)
	}
	e.b.Restore(pt)
	if p == nil {
		e.expr(x.Y, nil)
		return nil
	}
	t := descend.ElemOf(p)
	if holdsView(t) {
		e.fail(x.X.Span(), mismatched, "a view cannot be assigned").
			WithLabel("`%s` is not storable", typeText(t))
		return nil
	}
	v := e.assigned(x, t)
	for op := range left.Ops() {
		op.Remove()
		e.b.Insert(op)
	}
	if v == nil {
		return nil
	}
	if x.Compound {
		old := e.load(x.X.Span(), p)
		if old == nil {
			return nil
		}
		if v = e.arith(x.Op, old, v, x.Span()); v == nil {
			return nil
		}
	}
	e.write(x.Span(), e.real(x.Y.Span(), v), p, false)
	return e.unit
}

// assigned elaborates the right side of an assignment to a place of type t.
func (e *elab) assigned(x *ast.Assign, t ir.Type) *ir.Value {
	if x.Compound && (x.Op == ast.Shl || x.Op == ast.Shr) {
		v := e.expr(x.Y, t)
		if v != nil && isInteger(v.Type()) && isInteger(t) {
			return e.castTo(v, t, x.Y.Span())
		}
		return e.convert(v, t, x.Y.Span())
	}
	return e.expect(x.Y, t, false)
}

// assignable reports left sides that denote no memory.
func (e *elab) assignable(x ast.Expr) bool {
	if _, ok := x.(*ast.BadExpr); ok {
		e.bad = true
		return false
	}
	if n, ok := x.(*ast.Name); ok && len(n.Path.Parts) == 1 {
		id := n.Path.Parts[0]
		if b := e.scope.lookup(id.Name); b != nil && b.kind != varBind {
			e.bad = true
			e.a.wrongKind(id.Span(), "a variable", id.Name, b)
			return false
		}
	}
	if !ast.IsPlace(x) {
		e.bad = true // the parser has reported it
		return false
	}
	return true
}

// while is a loop on a condition.
func (e *elab) while(x *ast.While) *ir.Value {
	ok := true
	cond := e.region(x.Cond.Span(), func() {
		c := e.expect(x.Cond, e.c.I1(), false)
		if c == nil {
			ok = false
			return
		}
		e.op(x.Cond.Span(), "descend.condition", []*ir.Value{c}, nil)
	})
	body, v := e.valueRegion(x.Body, nil, false)
	if !ok || v == nil {
		return nil
	}
	e.at(x.Span())
	e.b.OpR("descend.while", nil, nil, []*ir.Region{cond, body})
	return e.unit
}

// forNat is a loop over nats, or over run-time values when a bound is one.
func (e *elab) forNat(x *ast.ForNat) *ir.Value {
	r := x.Range
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
	block := ir.NewBlock(x.Body.Span().Loc(e.c))
	e.at(x.Span())
	if ok && ok2 {
		e.b.OpR("descend.for_nat", nil, nil, []*ir.Region{ir.NewRegion(block)}, e.strAttr("var", v.String()),
			e.strAttr("kind", kind), e.natAttr("lo", lo), e.natAttr("hi", hi))
	}
	e.inBlock(block, func() {
		b := &binding{kind: natBind, nat: v, span: x.Var.Span(), bad: !ok || !ok2}
		e.scope.bind(x.Var.Name, b)
		rel := nat.LE
		if kind == "range" {
			rel = nat.LT
		}
		if ok && ok2 {
			e.facts = e.facts.With(nat.Constraint{L: lo, Rel: nat.LE, R: v}, nat.Constraint{L: v, Rel: rel, R: hi})
		}
		e.scope = e.scope.child()
		e.block(x.Body, nil, false)
	})
	if !ok || !ok2 {
		return nil
	}
	return e.unit
}

// forValues is a loop over run-time values lo, lo+1, .., hi-1: a descend.while over a variable of the type
// of the bounds, of which the body sees a copy.
func (e *elab) forValues(x *ast.ForNat) *ir.Value {
	lo, hi := e.natExpr(x.Range.Lo), e.natExpr(x.Range.Hi)
	vs, ok := e.operands([]ast.Expr{lo, hi}, nil)
	if !ok {
		return nil
	}
	t := vs[0].Type()
	if !isInteger(t) {
		e.fail(x.Range.Span(), mismatched, "mismatched types").WithLabel("expected integers, found `%s`", typeText(t))
		return nil
	}
	s := x.Var.Span()
	counter := e.local(s, x.Var.Name, t, true)
	e.write(x.Range.Span(), vs[0], counter, true)
	cond := e.region(x.Range.Span(), func() {
		i := e.load(s, counter)
		c := e.val(x.Range.Span(), "descend.compare", []*ir.Value{i, vs[1]}, e.c.I1(), e.strAttr("op", "lt"))
		e.op(x.Range.Span(), "descend.condition", []*ir.Value{c}, nil)
	})
	good := true
	body := e.region(x.Body.Span(), func() {
		i := e.local(s, x.Var.Name, t, false)
		e.write(s, e.load(s, counter), i, true)
		e.scope.bind(x.Var.Name, &binding{kind: varBind, place: i, span: s})
		e.scope = e.scope.child()
		good = e.block(x.Body, nil, false) != nil
		one := e.val(s, "descend.const", nil, t, ir.Attr("value", e.c.IntAttr(1, t)))
		next := e.val(s, "descend.binary", []*ir.Value{e.load(s, counter), one}, t, e.strAttr("op", "add"))
		e.write(s, next, counter, false)
	})
	e.at(x.Span())
	e.b.OpR("descend.while", nil, nil, []*ir.Region{cond, body})
	if !good {
		return nil
	}
	return e.unit
}

// natExpr is a nat as a term, for bounds that turn out to be run-time values.
func (e *elab) natExpr(n ast.Nat) ast.Expr {
	switch n := n.(type) {
	case *ast.NatLit:
		return &ast.IntLit{Base: n.Base, Value: n.Value}
	case *ast.NatName:
		return &ast.Name{Base: n.Base, Path: &ast.Path{Base: n.Base, Parts: []*ast.Ident{n.Name}}}
	case *ast.NatBinary:
		return &ast.Binary{Base: n.Base, Op: n.Op, X: e.natExpr(n.X), Y: e.natExpr(n.Y)}
	case *ast.NatMinMax:
		name := "min"
		if n.Max {
			name = "max"
		}
		id := &ast.Ident{Base: n.Base, Name: name}
		return &ast.Call{Base: n.Base, Fun: &ast.Path{Base: n.Base, Parts: []*ast.Ident{id}}, Args: []ast.Expr{e.natExpr(n.X), e.natExpr(n.Y)}}
	}
	b := &ast.BadExpr{}
	if n != nil {
		b.SetSpan(n.Span())
	}
	return b
}

// forEach is a loop over the elements of an array: the variable is a reference to the element where the
// collection is behind a reference, else a copy of it.
func (e *elab) forEach(x *ast.ForEach) *ir.Value {
	p, mode := e.collection(x.Coll)
	var elem ir.Type
	if p != nil {
		if a, ok := descend.ElemOf(p).(*descend.ArrayType); ok {
			elem = a.Elem
			if mode == "copy" && holdsView(elem) {
				mode = "shrd" // a view cannot be copied
			}
		} else {
			e.fail(x.Coll.Span(), mismatched, "mismatched types").
				WithLabel("expected an array to loop over, found `%s`", typeText(descend.ElemOf(p)))
		}
	}
	name := "_"
	if n, ok := x.Pat.(*ast.NamePattern); ok {
		name = n.Name.Name
	}
	block := ir.NewBlock(x.Pat.Span().Loc(e.c))
	if elem != nil {
		block.AddArg(descend.Place(e.c, elem), x.Pat.Span().Loc(e.c))
		e.at(x.Span())
		e.b.OpR("descend.for_each", []*ir.Value{p}, nil, []*ir.Region{ir.NewRegion(block)},
			e.strAttr("name", name), e.strAttr("ref", mode))
	}
	e.inBlock(block, func() {
		if elem == nil {
			e.bindBad(x.Pat)
		} else {
			e.bindElement(x, block.Arg(0), elem, mode)
		}
		e.scope = e.scope.child()
		e.block(x.Body, nil, false)
	})
	if elem == nil {
		return nil
	}
	return e.unit
}

// bindElement declares the loop variable: a variable with a reference to the element or a copy of it.
func (e *elab) bindElement(x *ast.ForEach, p *ir.Value, elem ir.Type, mode string) {
	s := x.Pat.Span()
	if _, wild := x.Pat.(*ast.WildPattern); wild {
		return
	}
	var v *ir.Value
	if mode == "copy" {
		v = e.load(s, p)
	} else {
		t := descend.Ref(e.c, mode == "uniq", e.memOf(p), elem, "")
		var attrs []ir.NamedAttr
		if t.Uniq {
			attrs = append(attrs, e.unitAttr("uniq"))
		}
		v = e.val(s, "descend.borrow", []*ir.Value{p}, t, attrs...)
	}
	if v == nil {
		e.bindBad(x.Pat)
		return
	}
	let := &ast.Let{Base: ast.At(s), Pat: x.Pat, Init: x.Coll}
	e.bindPattern(let, x.Pat, v.Type(), v, nil, "")
}

// collection elaborates what a for loop runs over and says how its elements are given: "uniq", "shrd" or
// "copy".
func (e *elab) collection(x ast.Expr) (*ir.Value, string) {
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

// returnExpr leaves a CPU function.
func (e *elab) returnExpr(x *ast.Return) *ir.Value {
	if !e.isCPU() {
		e.fail(x.Span(), wrongExec, "`return` is for functions of the CPU").
			WithLabel("`%s` is executed by `%s`", e.fn.name, e.fn.exec.User())
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
		e.fail(x.Span(), mismatched, "mismatched types").WithLabel("expected `%s`, found `()`", typeText(e.fn.ret))
		return nil
	}
	e.op(x.Span(), "descend.return", operands, nil)
	return e.never
}
