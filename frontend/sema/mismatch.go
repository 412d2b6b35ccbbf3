package sema

import (
	"strings"

	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/sema/infer"
	"descend/ir"
)

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
func (e *matcher) mismatch(x ast.Node, want, got ir.Type) *ir.Diagnostic {
	if r := e.because; r != nil && r.of == x {
		r.doubted = true
	}
	keys := e.clash(want, got, x)
	if e.reported(keys) {
		return e.silently()
	}
	return e.clashing(x, want, got, keys)
}

// clashing is mismatch without a look at what was reported.
func (e *matcher) clashing(x ast.Node, want, got ir.Type, keys []key) *ir.Diagnostic {
	s := x.Span()
	w, g := e.shown(want), e.shown(got)
	wr, ok1 := want.(*descend.RefType)
	gr, ok2 := got.(*descend.RefType)
	d := e.fail(s, mismatched, "mismatched types")
	e.found.also(keys)
	if r := e.because; r != nil && r.of == x && r.decl.Known() {
		d.Relate(r.decl.Loc(e.c), "%s", r.text)
		if r.param != nil {
			r.param.clash = true
		}
	}
	if v, ok := e.elemOf(wr).(*descend.VarType); ok1 && ok && infer.Open(v) && infer.OpenMem(wr.Mem) {
		w = map[bool]string{true: "&uniq ..", false: "& .."}[wr.Uniq]
	}
	switch {
	case ok1 && ok2 && wr.Mem != gr.Mem && !infer.OpenMem(wr.Mem):
		d.Help = e.fix.copyToGPU(x, wr)
		return d.WithLabel("expected reference to `%s`, found reference to `%s`", wr.Mem, gr.Mem)
	case ok1 && ok2 && (wr.Uniq == gr.Uniq || gr.Uniq):
		w, g = e.shown(wr.Elem), e.shown(gr.Elem)
	case ok1 && !ok2:
		d.WithLabel("expected a reference `%s`, found `%s`", w, g)
		if e.written != nil && wr.Uniq && want == descend.ElemOf(e.written) && wr.Elem == got {
			d.WithHelp("assign what the reference refers to", ir.Edit{Loc: e.writtenAt.Span().Head().Loc(e.c), Text: "*"})
		} else if l := e.lending; l != nil && l == x && !wr.Uniq && wr.Mem == descend.CPUMem {
			d.WithHelp("lend it", insertion(e.c, s, "&"))
		} else if b, ok := got.(*descend.BoxType); ok && b.Mem == wr.Mem && e.launching != nil {
			lent := map[bool][2]string{true: {"let mut on_gpu", "&uniq on_gpu"}, false: {"let on_gpu", "&on_gpu"}}[wr.Uniq]
			d.WithHelp("keep it in a variable, `" + lent[0] + " = ..;`, and lend that to the kernel, `" + lent[1] + "`")
		} else if e.launching != nil {
			d.Help = e.fix.copyToGPU(x, wr)
		}
		return d
	case ok1 && ok2:
		d.Help = e.toUniq
		return d.WithLabel("expected `%s`, found `%s`: a shared reference is not unique", w, g)
	}
	if w == g {
		if f, o, ok := differentStructs(want, got); ok {
			return d.WithLabel("expected `%s` with `%s: %s`, found one with `%s: %s`", w, f.Name, e.shown(f.Type), o.Name, e.shown(o.Type))
		}
		return d.WithLabel("expected `%s`, found another type of that name", w)
	}
	if d.Help = e.asAtomics(x, want, got); d.Help != nil {
		return d.WithLabel("expected `%s`, found `%s`", w, g)
	}
	if d.Help = e.fix.literal(x, want, got); d.Help == nil && e.written != nil && want == descend.ElemOf(e.written) {
		d.Help = e.fix.literal(e.writtenAt, got, want)
	}
	if r := e.because; d.Help == nil && r != nil && r.of == x && r.first != nil {
		d.Help = e.fix.literalIn(r.first, "the first literal", got)
	}
	if d.Help == nil {
		d.Help = e.fix.conversion(x, want, got)
	}
	if ok1 && ok2 && d.Help == nil {
		d.Help = e.fix.selectedBoth(x, wr, gr)
	}
	if n, ok := x.(ast.Expr); ok && d.Help == nil {
		switch e.flex(n) {
		case anyInt:
			e.bound(d, want, "num")
		case anyFloat:
			e.bound(d, want, "float")
		}
	}
	return d.WithLabel("expected `%s`, found `%s`", w, g)
}

// elemOf is what a reference leads to, as far as that is known; nil of none.
func (e *matcher) elemOf(r *descend.RefType) ir.Type {
	if r == nil {
		return nil
	}
	return e.infer.Type(r.Elem)
}

// asAtomics is the help for a number that is assigned to an atomic, and for an array of numbers where one of atomics is to be lent;
// nil for others.
func (e *matcher) asAtomics(x ast.Node, want, got ir.Type) *ir.Help {
	if a, ok := want.(*descend.AtomicType); ok && e.written != nil && want == descend.ElemOf(e.written) && isNumber(a.Elem) {
		p := e.writtenAt.Span().Text()
		return &ir.Help{Message: "atomics change by functions: `atomic_fetch_add(&shrd " + p + ", v)` and its like, or `atomic_store(&shrd " + p + ", v)`"}
	}
	to, ok1 := want.(*descend.RefType)
	from, ok2 := got.(*descend.RefType)
	if !ok1 || !ok2 {
		return nil
	}
	wanted, ok1 := to.Elem.(*descend.ArrayType)
	given, ok2 := from.Elem.(*descend.ArrayType)
	if !ok1 || !ok2 || !from.Uniq || to.Mem != from.Mem {
		return nil
	}
	if a, ok := wanted.Elem.(*descend.AtomicType); !ok || a.Elem != given.Elem {
		return nil
	}
	return &ir.Help{Message: "lend the numbers as atomics", Edits: []ir.Edit{insertion(e.c, x.Span(), "to_atomic_array("), {Loc: x.Span().Tail().Loc(e.c), Text: ")"}}}
}

// needsBorrow reports a place of the type that a reference is needed to, and proposes to borrow it; false if it is of
// another type.
func (e *matcher) needsBorrow(x ast.Node, p *ir.Value, want *descend.RefType) bool {
	got, mem, help := descend.ElemOf(p), e.memOf(p), "borrow it"
	inner := got
	switch t := got.(type) {
	case *descend.RefType, nil:
		return false
	case *descend.BoxType:
		inner, mem, help = t.Elem, t.Mem, "borrow the contents of the box"
	}
	elem := e.infer.Type(want.Elem)
	if v, ok := elem.(*descend.VarType); ok && infer.Open(v) && infer.OpenMem(want.Mem) && isNumbers(inner) {
		elem = inner // of any memory, as copies are
	} else if want.Mem != mem {
		return false
	}
	if !alike(elem, inner) {
		return false
	}
	edits := []ir.Edit{insertion(e.c, x.Span(), "&")}
	if want.Uniq {
		edits[0].Text = "&uniq "
		switch op := p.DefiningOp(); {
		case changeable(p):
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

// isNumbers says whether a type is an array of numbers or bools, or arrays of such.
func isNumbers(t ir.Type) bool {
	a, ok := t.(*descend.ArrayType)
	return ok && !a.View && (descend.IsScalar(a.Elem) || isNumbers(a.Elem))
}

// alike says whether a type is the wanted one as far as that is known: sizes may still be open.
func alike(want, got ir.Type) bool {
	a, ok1 := want.(*descend.ArrayType)
	b, ok2 := got.(*descend.ArrayType)
	if !infer.Open(want) || !ok1 || !ok2 {
		return want == got
	}
	return a.View == b.View && alike(a.Elem, b.Elem)
}

// wholeNumbers reports operands that are literals of integers where all are to have another type.
func (e *matcher) wholeNumbers(xs []ast.Expr, want, got ir.Type) {
	d := e.mismatch(xs[0], want, got)
	if d.Help == nil || len(d.Help.Edits) == 0 {
		return
	}
	for _, x := range xs[1:] {
		if h := e.fix.conversion(x, want, got); h != nil && e.flex(x) == anyInt {
			d.Help.Message += " and " + strings.TrimPrefix(h.Message, "write ")
			d.Help.Edits = append(d.Help.Edits, h.Edits...)
		}
	}
}

// differentOperands reports that operand i has another type than the first. What is to be converted is the one that
// does not have the type that the context wants; without such a context there is no proposal.
func (e *matcher) differentOperands(xs []ast.Expr, vals []*ir.Value, i int, want ir.Type) {
	first, other := vals[0].Type(), vals[i].Type()
	keys := e.clash(first, other, xs[0], xs[i])
	if e.reported(keys) {
		e.poison()
		return
	}
	d := e.clashing(xs[i], first, other, keys)
	d.Relate(xs[0].Span().Loc(e.c), "this is `%s`", descend.UserFormat(first))
	if _, ref := other.(*descend.RefType); ref {
		return
	}
	if d.Help = e.fix.literal(xs[i], first, other); d.Help == nil && e.flex(xs[i]) == rigid {
		d.Help = e.fix.literal(xs[0], other, first)
	}
	switch {
	case d.Help != nil:
	case isFloat(other) && xs[0] == e.countFrom:
		d.Help = e.fix.conversion(xs[i], first, other)
	case isFloat(first) && e.flex(xs[i]) == anyInt:
		d.Help = e.fix.conversion(xs[i], first, other)
	case want == first && e.flex(xs[i]) == rigid:
		d.Help = e.fix.conversion(xs[i], first, other)
	case want == other, e.flex(xs[i]) == anyFloat && isFloat(want):
		d.Help = e.fix.conversion(xs[0], want, first)
	case isInteger(first) && isFloat(other) && (e.flex(xs[i]) == rigid || literalOf(xs[0]) == xs[0]):
		d.Help = e.fix.conversion(xs[0], other, first)
	case isFloat(first) && isInteger(other):
		d.Help = e.fix.conversion(xs[i], first, other)
	case isInteger(first) && isInteger(other):
		d.WithHelp("convert one of them: `" + castText(xs[0], other) + "` or `" + castText(xs[i], first) + "`")
	case isInteger(first) && isFloat(other):
		d.WithHelp("convert it: `" + castText(xs[0], e.c.F32()) + "`")
	case e.flex(xs[i]) == anyFloat:
		e.bound(d, first, "float")
	case e.flex(xs[i]) == anyInt:
		e.bound(d, first, "num")
	}
}
