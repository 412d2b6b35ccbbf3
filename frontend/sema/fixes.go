package sema

import (
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// insert is an edit that puts text at the start of a span.
func (e *elab) insert(s source.Span, text string) ir.Edit {
	return ir.Edit{Loc: s.Head().Loc(e.c), Text: text}
}

// changeable says whether a place may be borrowed uniquely: it is part of a `mut` variable or behind a unique
// reference.
func (e *elab) changeable(p *ir.Value) bool {
	for {
		op := p.DefiningOp()
		switch {
		case op == nil:
			return false // a parameter: whether it is `mut` does not show here
		case op.Is("descend.local"):
			return op.HasAttr("mut")
		case op.Is("descend.deref"):
			if r, ok := descend.ElemOf(op.Operand(0)).(*descend.RefType); ok {
				return r.Uniq
			}
		}
		if op.NumOperands() == 0 {
			return false
		}
		p = op.Operand(0)
	}
}

// needsBorrow reports a place of the type that a reference is needed to, and proposes to borrow it; false if it is of
// another type.
func (e *elab) needsBorrow(x ast.Node, p *ir.Value, want *descend.RefType) bool {
	got, mem, help := descend.ElemOf(p), e.memOf(p), "borrow it"
	inner := got
	switch t := got.(type) {
	case *descend.RefType, nil:
		return false
	case *descend.BoxType:
		inner, mem, help = t.Elem, t.Mem, "borrow the contents of the box"
	}
	elem := e.infer.resolve(want.Elem)
	if hasUnknowns(elem) || elem != inner || want.Mem != mem {
		return false
	}
	edits := []ir.Edit{e.insert(x.Span(), "&")}
	if want.Uniq {
		edits[0].Text = "&uniq "
		switch op := p.DefiningOp(); {
		case e.changeable(p):
		case op != nil && op.Is("descend.local") && op.NumOperands() == 0:
			r := ir.RangeOf(op.Loc())
			edits = append([]ir.Edit{{Loc: e.c.RangeLoc(r.File, r.Line, r.Col, r.Line, r.Col), Text: "mut "}}, edits...)
		default:
			return false
		}
	}
	e.mismatch(x, want, got).WithHelp(help, edits...)
	return true
}

// swapFix is the help for a copy whose arguments are in the wrong order: they change places, and with them which
// one is lent uniquely. It is nil if that does not help.
func (e *elab) swapFix(x *ast.Call, want []*descend.RefType, got [2]descend.Mem) *ir.Help {
	if got[0] != want[1].Mem || got[1] != want[0].Mem {
		return nil
	}
	h := &ir.Help{Message: "swap the arguments"}
	for i, w := range want {
		text, ok := e.argumentText(x.Args[1-i], w.Uniq)
		if !ok {
			return nil
		}
		h.Edits = append(h.Edits, ir.Edit{Loc: x.Args[i].Span().Loc(e.c), Text: text})
	}
	return h
}

// argumentText is the text of a variable or of a borrow of one (see memOfArg), lent uniquely if asked; false if it
// cannot be.
func (e *elab) argumentText(x ast.Expr, uniq bool) (string, bool) {
	b, borrowed := x.(*ast.Borrow)
	if !borrowed {
		n, ok := x.(*ast.Name)
		if !ok {
			return "", false
		}
		v := e.scope.lookup(n.Path.Parts[0].Name)
		r, ok := descend.ElemOf(v.place).(*descend.RefType)
		return x.Span().Text(), ok && (r.Uniq || !uniq)
	}
	n, ok := b.X.(*ast.Name)
	if !ok {
		return "", false
	}
	if !uniq {
		return "&" + b.X.Span().Text(), true
	}
	return "&uniq " + b.X.Span().Text(), e.changeable(e.scope.lookup(n.Path.Parts[0].Name).place)
}

// conversion is the help for a value that only has to be dereferenced or cast to have a type; nil if there is none.
func (e *elab) conversion(s source.Span, want, got ir.Type) *ir.Help {
	elem := got
	switch t := got.(type) {
	case *descend.RefType:
		elem = t.Elem
	case *descend.BoxType:
		elem = t.Elem
	}
	simple := isSimple(s.Text())
	if elem != got && elem == want && simple && descend.IsCopy(elem, e.fn.copyVars) {
		return &ir.Help{Message: "take what it refers to", Edits: []ir.Edit{e.insert(s, "*")}}
	}
	if b, ok := want.(*descend.BoxType); ok && b.Elem == got && b.Mem == descend.CPUMem {
		return &ir.Help{Message: "put it on the heap", Edits: []ir.Edit{e.insert(s, "CpuHeap::new("), {Loc: s.Tail().Loc(e.c), Text: ")"}}}
	}
	if isBool(want) && isInteger(got) && simple {
		if e.formula != nil { // the other operand may be a number too
			return &ir.Help{Message: "compare it with 0: `" + s.Text() + " != 0`"}
		}
		return &ir.Help{Message: "compare it with 0", Edits: []ir.Edit{{Loc: s.Tail().Loc(e.c), Text: " != 0"}}}
	}
	if !isInteger(want) && !isFloat(want) || !isInteger(got) && !isFloat(got) {
		return nil
	}
	if text := s.Text(); text[0] >= '0' && text[0] <= '9' { // a literal
		if strings.Trim(text, "0123456789_") != "" || !isFloat(want) {
			return nil
		}
		return &ir.Help{Message: "write `" + text + ".0`", Edits: []ir.Edit{{Loc: s.Tail().Loc(e.c), Text: ".0"}}}
	}
	end := ir.Edit{Loc: s.Tail().Loc(e.c), Text: " as " + typeText(want)}
	if simple {
		return &ir.Help{Message: "convert it", Edits: []ir.Edit{end}}
	}
	end.Text = ")" + end.Text
	return &ir.Help{Message: "convert it", Edits: []ir.Edit{e.insert(s, "("), end}}
}

// derefOperands is the help for operands that are references to numbers.
func (e *elab) derefOperands(xs []ast.Expr, vals []*ir.Value) *ir.Help {
	h := &ir.Help{Message: "take what the reference refers to"}
	for i, v := range vals {
		if v == nil {
			continue
		}
		if _, ok := v.Type().(*descend.RefType); ok && isSimple(xs[i].Span().Text()) {
			h.Edits = append(h.Edits, e.insert(xs[i].Span(), "*"))
		}
	}
	if len(h.Edits) == 0 {
		return nil
	}
	return h
}

// differentOperands reports that operand i has another type than the first. What is to be converted is the one that
// does not have the type that the context wants; without such a context there is no proposal.
func (e *elab) differentOperands(xs []ast.Expr, vals []*ir.Value, i int, want ir.Type) {
	first, other := vals[0].Type(), vals[i].Type()
	keys := e.clash(first, other, xs[0], xs[i])
	if e.reported(keys) {
		e.poison()
		return
	}
	d := e.clashing(xs[i], first, other, keys)
	d.Relate(xs[0].Span().Loc(e.c), "this is `%s`", typeText(first))
	if _, ref := other.(*descend.RefType); ref {
		return
	}
	if d.Help = e.literalFix(xs[i], first, other); d.Help == nil && e.flex(xs[i]) == rigid {
		d.Help = e.literalFix(xs[0], other, first)
	}
	switch {
	case d.Help != nil:
	case isFloat(first) && e.flex(xs[i]) == anyInt:
		d.Help = e.conversion(xs[i].Span(), first, other)
	case want == first && e.flex(xs[i]) == rigid:
		d.Help = e.conversion(xs[i].Span(), first, other)
	case want == other, e.flex(xs[i]) == anyFloat && isFloat(want):
		d.Help = e.conversion(xs[0].Span(), want, first)
	case isInteger(first) && isFloat(other) && e.flex(xs[i]) == rigid:
		d.Help = e.conversion(xs[0].Span(), other, first)
	case isFloat(first) && isInteger(other):
		d.Help = e.conversion(xs[i].Span(), first, other)
	case isInteger(first) && isInteger(other):
		d.WithHelp("convert one of them: `" + castText(xs[0].Span().Text(), other) + "` or `" + castText(xs[i].Span().Text(), first) + "`")
	case isInteger(first) && isFloat(other):
		d.WithHelp("convert it: `" + castText(xs[0].Span().Text(), e.c.F32()) + "`")
	}
}

// castText is the text of a term, cast to a type.
func castText(text string, t ir.Type) string {
	if !isSimple(text) {
		text = "(" + text + ")"
	}
	return text + " as " + typeText(t)
}

// isSimple says whether the text of a term has no operators, so that a prefix operator or a cast applies to all of it.
func isSimple(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool {
		return !(r == '_' || r == '.' || r == '[' || r == ']' || r == ':' || r == '(' || r == ')' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
	}) < 0
}

// launchFix is the help for a launch with another grid than the kernel is written for; nil if that grid depends on
// something that is not known here.
func (e *elab) launchFix(want *exec.Type, s source.Span) *ir.Help {
	want = want.Subst(e.c, e.infer.sub.Nats)
	if e.execUnknown(want) {
		return nil
	}
	return &ir.Help{Message: "launch the grid that it is written for", Edits: []ir.Edit{{Loc: s.Loc(e.c), Text: want.Dim.String() + ", " + want.Inner.String()}}}
}

// launchArgsFix is the help for a launch of another size than its arguments have: the grid that follows from them. It is
// nil if they are no variables or borrows of such, or do not determine it.
func (e *elab) launchArgsFix(f *function, x *ast.Launch, params []*param, s source.Span) *ir.Help {
	bad, last := e.bad, e.last
	defer func() { e.bad, e.last = bad, last }()
	in := e.instantiate(f, nil, x.Span())
	if in == nil || len(x.Generics) > 0 {
		return nil
	}
	mark := len(e.infer.deferred)
	for i, p := range params {
		t := e.variableType(x.Args[i])
		if t == nil || p.view {
			return nil
		}
		if m := e.infer.unify(descend.SubstType(e.c, p.typ, &in.sub), t, true); !m.ok || len(m.eqs) > 0 {
			return nil
		}
	}
	if m := e.infer.settle(mark); !m.ok || len(m.eqs) > 0 {
		return nil
	}
	h := e.launchFix(f.exec.Subst(e.c, in.sub.Nats), s)
	if h != nil {
		h.Message = "launch the grid that fits the arguments"
	}
	return h
}

// variableType is the type of an argument that is a variable or a borrow of one; nil if it is something else.
func (e *elab) variableType(x ast.Expr) ir.Type {
	b, borrowed := x.(*ast.Borrow)
	if borrowed {
		x = b.X
		if d, ok := x.(*ast.Deref); ok {
			x = d.X
		}
	}
	n, ok := x.(*ast.Name)
	if !ok {
		return nil
	}
	v := e.scope.lookup(n.Path.Parts[0].Name)
	if v == nil || v.place == nil {
		return nil
	}
	t := descend.ElemOf(v.place)
	if !borrowed {
		return t
	}
	switch r := t.(type) {
	case *descend.BoxType:
		return descend.Ref(e.c, b.Uniq, r.Mem, r.Elem, "")
	case *descend.RefType:
		return descend.Ref(e.c, b.Uniq, r.Mem, r.Elem, "")
	}
	return descend.Ref(e.c, b.Uniq, e.memOf(v.place), t, "")
}

// sharedFix is the help for a launch that does not say which shared memory to allocate; nil if the sizes are not known.
func (e *elab) sharedFix(x *ast.Launch, in *instance, params []*param) *ir.Help {
	text := ""
	for i, p := range params {
		ref, ok := descend.SubstType(e.c, p.typ, &in.sub).(*descend.RefType)
		if !ok || hasUnknowns(e.infer.resolve(ref.Elem)) {
			return nil
		}
		text += []string{"; ", ", "}[min(i, 1)] + typeText(e.infer.resolve(ref.Elem))
	}
	return &ir.Help{Message: "say what to allocate for each block", Edits: []ir.Edit{e.insert(x.Block.Span().Tail(), text)}}
}

// selectFix is the help for an array where one element of the executing resource is needed: to select it; nil if the resource
// is not from a schedule of as many along one dimension, or the place selects with it already.
func (e *elab) selectFix(p *ir.Value, s source.Span) *ir.Help {
	for op := p.DefiningOp(); op != nil && op.NumOperands() > 0; op = op.Operand(0).DefiningOp() {
		if op.Is("view.select") && op.Operand(1) == e.cur() {
			return nil
		}
	}
	a, ok := descend.ElemOf(p).(*descend.ArrayType)
	b := e.cur().OwnerBlock()
	if !ok || b == nil || b.Parent() == nil {
		return nil
	}
	op, ok := b.Parent().Typed().(exec.SchedOp)
	name, ok2 := e.cur().Location().(*ir.NameLoc)
	if !ok || !ok2 || len(op.Axes()) != 1 {
		return nil
	}
	if n, ok := exec.TypeOf(op.From()).Extent(op.Axes()[0]); !ok || !n.Equal(a.Size) {
		return nil
	}
	text := "[[" + name.Name + "]]"
	return &ir.Help{Message: "select the element of each: " + text, Edits: []ir.Edit{e.insert(s.Tail(), text)}}
}

// viewFix is the help for a view where a value is needed.
func (e *elab) viewFix(p *ir.Value, s source.Span) *ir.Help {
	switch {
	case e.selectFix(p, s) != nil:
		return e.selectFix(p, s)
	case s == e.initial && !e.changeable(p):
		return &ir.Help{Message: "borrow it", Edits: []ir.Edit{e.insert(s, "&")}}
	}
	return &ir.Help{Message: "borrow it with `&` or `&uniq`, or select or index an element"}
}
