package sema

import (
	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// expect elaborates x where a value of type want is needed and converts it: references to arrays are good
// for references to views, unique ones for shared ones. As an argument a unique reference in a place is
// reborrowed, not moved.
func (e *elab) expect(x ast.Expr, want ir.Type, arg bool) *ir.Value {
	want = e.infer.resolve(want)
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

// afterReturn is a value that is never used, of a term that does not return.
func (e *elab) afterReturn(want ir.Type, s source.Span) *ir.Value {
	switch t := want.(type) {
	case *ir.IntegerType:
		return e.val(s, "descend.const", nil, t, ir.Attr("value", e.c.IntAttr(0, t)))
	case *ir.FloatType:
		return e.val(s, "descend.const", nil, t, ir.Attr("value", e.c.FloatAttr(0, t)))
	}
	if want == descend.Unit(e.c) {
		return e.unit
	}
	e.fail(s, unsupported, "`return` in the place of a value of type `%s` is not supported yet", e.infer.shown(want))
	return nil
}

// needsReborrow says whether a reference of type got becomes one of type want only by borrowing anew.
func needsReborrow(want, got *descend.RefType) bool {
	return want.Uniq != got.Uniq && got.Uniq || viewLevels(want.Elem) > viewLevels(got.Elem)
}

// viewLevels counts the outer view levels of a type.
func viewLevels(t ir.Type) int {
	n := 0
	for {
		a, ok := t.(*descend.ArrayType)
		if !ok {
			return n
		}
		if a.View {
			n++
		}
		t = a.Elem
	}
}

// reborrow borrows what the reference in p refers to, with the type want.
func (e *elab) reborrow(p *ir.Value, want, got *descend.RefType, x ast.Node, twoPhase bool) *ir.Value {
	t, obligations, ok := e.agree(want, got, x)
	if !ok {
		return nil
	}
	r, s := t.(*descend.RefType), x.Span()
	d := e.deref(p, s)
	var attrs []ir.NamedAttr
	if r.Uniq {
		attrs = append(attrs, e.unitAttr("uniq"))
		if twoPhase {
			attrs = append(attrs, e.unitAttr("two_phase"))
		}
	}
	if len(obligations) > 0 {
		d = e.retype(s, d, descend.Place(e.c, sizesOf(e.c, descend.ElemOf(d), r.Elem)), obligations)
	}
	return e.val(s, "descend.borrow", []*ir.Value{d}, r, attrs...)
}

// sizesOf is t with the sizes of like, level by level: arrays stay arrays.
func sizesOf(c *ir.Context, t, like ir.Type) ir.Type {
	a, ok1 := t.(*descend.ArrayType)
	b, ok2 := like.(*descend.ArrayType)
	if !ok1 || !ok2 {
		return like
	}
	elem := sizesOf(c, a.Elem, b.Elem)
	if a.View {
		return descend.View(c, elem, b.Size)
	}
	return descend.Array(c, elem, b.Size)
}

// borrow elaborates &x or &uniq x; want is nil or the reference type that is needed.
func (e *elab) borrow(x *ast.Borrow, want *descend.RefType) *ir.Value {
	return e.a.info.term(x, e.borrowTerm(x, want))
}

// borrowTerm is borrow without a note of the type.
func (e *elab) borrowTerm(x *ast.Borrow, want *descend.RefType) *ir.Value {
	p := e.place(x.X)
	if p == nil {
		return nil
	}
	if _, ok := descend.ElemOf(p).(*descend.BoxType); ok {
		p = e.deref(p, x.X.Span())
	}
	elem := descend.ElemOf(p)
	if _, ok := elem.(*descend.RefType); ok && want != nil {
		if _, refRef := e.infer.resolve(want.Elem).(*descend.RefType); !refRef && !isUnknownType(e.infer.resolve(want.Elem)) {
			// &uniq r where a reference to what r refers to is needed: borrow that
			p = e.autoDeref(p, x.X.Span())
			elem = descend.ElemOf(p)
		}
	}
	if isViewRef(elem) {
		e.fail(x.Span(), mismatched, "a reference to a view cannot be borrowed").
			WithLabel("`%s` is itself a reference to a view", typeText(elem)).
			WithHelp("borrow what it refers to", ir.Edit{Loc: x.X.Span().Head().Loc(e.c), Text: "*"})
		return nil
	}
	if e.fn.exec.Kind.String() == "any" && e.memOf(p) == e.localMem() && !e.behindRef(p) {
		e.fail(x.Span(), unsupported, "borrowing a variable of an `any` function is not supported yet").
			WithLabel("its memory depends on who executes")
		return nil
	}
	natural := descend.Ref(e.c, x.Uniq, e.memOf(p), elem, "")
	t, obligations := ir.Type(natural), []nat.Constraint(nil)
	weaken := want != nil && !want.Uniq && x.Uniq
	if want != nil {
		goal := want
		if weaken {
			goal = descend.Ref(e.c, true, want.Mem, want.Elem, want.Lifetime)
		}
		if want.Uniq && !x.Uniq && e.changeable(p) {
			e.toUniq = &ir.Help{Message: "a borrow that writes is unique", Edits: []ir.Edit{e.insert(x.X.Span(), "uniq ")}}
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
	var attrs []ir.NamedAttr
	if x.Uniq {
		attrs = append(attrs, e.unitAttr("uniq"))
	}
	v := e.val(x.Span(), "descend.borrow", []*ir.Value{p}, r, attrs...)
	if weaken {
		return e.reborrow(e.temp(x.Span(), v), want, r, x, false)
	}
	return v
}

// behindRef says whether the place lies behind a reference or box.
func (e *elab) behindRef(p *ir.Value) bool {
	for p.DefiningOp() != nil && p.DefiningOp().NumOperands() > 0 && !p.DefiningOp().Is("descend.local") {
		if p.DefiningOp().Is("descend.deref") {
			return true
		}
		p = p.DefiningOp().Operand(0)
	}
	return false
}

func isUnknownType(t ir.Type) bool {
	v, ok := t.(*descend.VarType)
	return ok && isUnknown(v.Name)
}

// convert gives a value the type want, or reports that it cannot have it.
func (e *elab) convert(v *ir.Value, want ir.Type, x ast.Node) *ir.Value {
	if v == nil || want == nil {
		return v
	}
	if v == e.never {
		return e.afterReturn(e.infer.resolve(want), x.Span())
	}
	if got, ok := v.Type().(*descend.RefType); ok {
		if ref, ok := e.infer.resolve(want).(*descend.RefType); ok && needsReborrow(ref, got) {
			return e.reborrow(e.temp(x.Span(), v), ref, got, x, false)
		}
	}
	t, obligations, ok := e.agree(want, v.Type(), x)
	if !ok {
		return nil
	}
	if len(obligations) == 0 {
		return v
	}
	return e.retype(x.Span(), e.real(x.Span(), v), t, obligations)
}

func (e *elab) retype(s source.Span, v *ir.Value, t ir.Type, obligations []nat.Constraint) *ir.Value {
	var list []ir.Attribute
	for _, o := range obligations {
		list = append(list, descend.Where(e.c, o))
	}
	return e.val(s, "descend.retype", []*ir.Value{v}, t, ir.Attr("obligations", e.c.ArrayAttr(list...)))
}

// agree matches the type got of x against want and gives the resolved want, with the
// equations that the where clauses have to justify; it reports mismatches.
func (e *elab) agree(want, got ir.Type, x ast.Node) (ir.Type, []nat.Constraint, bool) {
	m := e.infer.unify(want, got, true)
	t := e.infer.resolve(want)
	if !m.ok {
		e.mismatch(x, t, got)
		return nil, nil, false
	}
	obligations, ok := e.justify(m.eqs)
	if !ok {
		e.mismatch(x, t, got)
		return nil, nil, false
	}
	return t, obligations, true
}

// justify decides equations between sizes: those that follow from the facts, or that are left to be
// inferred as where clauses, become obligations.
func (e *elab) justify(eqs []natEq) ([]nat.Constraint, bool) {
	var out []nat.Constraint
	for _, q := range eqs {
		want := q.want.Subst(e.infer.sub.Nats)
		if want.Equal(q.got) || len(unknownNats(want)) > 0 {
			continue
		}
		goal := nat.Constraint{L: q.got, Rel: nat.EQ, R: want}
		switch e.facts.Prove(goal).Verdict {
		case nat.Proved:
		case nat.Refuted:
			if !e.holdsIfExact(goal) {
				return nil, false
			}
		default:
			if !e.onlyGenerics(goal) {
				return nil, false
			}
		}
		out = append(out, goal)
	}
	return out, true
}

// holdsIfExact says whether the goal follows when the divisions in it leave no remainder, which the views
// that made them require anyway.
func (e *elab) holdsIfExact(goal nat.Constraint) bool {
	if !e.onlyGenerics(goal) {
		return false
	}
	var exact []nat.Constraint
	var visit func(x nat.Expr)
	visit = func(x nat.Expr) {
		for _, t := range x.Terms() {
			for _, f := range t.Factors {
				for _, a := range f.Args {
					visit(a)
				}
				if f.Kind == nat.KindDiv {
					exact = append(exact, nat.Constraint{L: nat.Int(1), Rel: nat.LE, R: f.Args[1]},
						nat.Constraint{L: f.Args[1], Rel: nat.Divides, R: f.Args[0]})
				}
			}
		}
	}
	visit(goal.L)
	visit(goal.R)
	return len(exact) > 0 && e.facts.With(exact...).Prove(goal).Verdict == nat.Proved
}

// onlyGenerics says whether a constraint speaks of nothing but the function's generics.
func (e *elab) onlyGenerics(k nat.Constraint) bool {
	for _, v := range k.Vars() {
		b := e.fn.scope.lookup(v)
		if b == nil || b.kind != natBind {
			return false
		}
	}
	return true
}

// differentStructs is differentField for types that may be references, boxes or arrays of the struct.
func differentStructs(want, got ir.Type) (w, g descend.Field, ok bool) {
	for {
		switch x := want.(type) {
		case *descend.StructType:
			return differentField(x, got)
		case *descend.RefType:
			y, same := got.(*descend.RefType)
			if !same {
				return w, g, false
			}
			want, got = x.Elem, y.Elem
		case *descend.BoxType:
			y, same := got.(*descend.BoxType)
			if !same {
				return w, g, false
			}
			want, got = x.Elem, y.Elem
		case *descend.ArrayType:
			y, same := got.(*descend.ArrayType)
			if !same {
				return w, g, false
			}
			want, got = x.Elem, y.Elem
		default:
			return w, g, false
		}
	}
}

// mismatch reports a type that is not the wanted one, in the words of the paper, unless that follows from a reported error.
func (e *elab) mismatch(x ast.Node, want, got ir.Type) *ir.Diagnostic {
	if r := e.because; r != nil && r.at == x.Span() {
		r.doubted = true
	}
	keys := e.clash(want, got, x)
	if e.reported(keys) {
		return e.silently()
	}
	return e.clashing(x, want, got, keys)
}

// clashing is mismatch without a look at what was reported.
func (e *elab) clashing(x ast.Node, want, got ir.Type, keys []key) *ir.Diagnostic {
	s := x.Span()
	w, g := e.infer.shown(want), e.infer.shown(got)
	wr, ok1 := want.(*descend.RefType)
	gr, ok2 := got.(*descend.RefType)
	d := e.fail(s, mismatched, "mismatched types")
	e.a.also(keys)
	if r := e.because; r != nil && r.at == s && r.decl.Known() {
		d.Relate(r.decl.Loc(e.c), "%s", r.text)
		if r.param != nil {
			r.param.clash = true
		}
	}
	switch {
	case ok1 && ok2 && wr.Mem != gr.Mem && !isUnknown(string(wr.Mem)):
		d.Help = e.copyFix(s, wr)
		return d.WithLabel("expected reference to `%s`, found reference to `%s`", wr.Mem, gr.Mem)
	case ok1 && ok2 && (wr.Uniq == gr.Uniq || gr.Uniq):
		w, g = e.infer.shown(wr.Elem), e.infer.shown(gr.Elem)
	case ok1 && !ok2:
		d.WithLabel("expected a reference `%s`, found `%s`", w, g)
		if e.written != nil && wr.Uniq && want == descend.ElemOf(e.written) && wr.Elem == got {
			d.WithHelp("assign what the reference refers to", ir.Edit{Loc: e.writtenAt.Span().Head().Loc(e.c), Text: "*"})
		} else if l := e.lending; l != nil && l.Span() == s && !wr.Uniq && wr.Mem == descend.CPUMem {
			d.WithHelp("lend it", e.insert(s, "&"))
		} else if e.launching != nil {
			d.Help = e.copyFix(s, wr)
		}
		return d
	case ok1 && ok2:
		d.Help = e.toUniq
		return d.WithLabel("expected `%s`, found `%s`: a shared reference is not unique", w, g)
	}
	if w == g {
		if f, o, ok := differentStructs(want, got); ok {
			return d.WithLabel("expected `%s` with `%s: %s`, found one with `%s: %s`", w, f.Name, e.infer.shown(f.Type), o.Name, e.infer.shown(o.Type))
		}
		return d.WithLabel("expected `%s`, found another type of that name", w)
	}
	if d.Help = e.literalFix(x, want, got); d.Help == nil && e.written != nil && want == descend.ElemOf(e.written) {
		d.Help = e.literalFix(e.writtenAt, got, want)
	}
	if r := e.because; d.Help == nil && r != nil && r.at == s && r.first != nil {
		d.Help = e.literalIn(r.first, "the first literal", got)
	}
	if d.Help == nil {
		d.Help = e.conversion(s, want, got)
	}
	return d.WithLabel("expected `%s`, found `%s`", w, g)
}
