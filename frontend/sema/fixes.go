package sema

import (
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/view"
	"descend/frontend/ast"
	"descend/frontend/sema/infer"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

// fixer finds what could be written in place of a term that is wrong. It reports nothing and elaborates nothing.
type fixer struct {
	*point
	*purpose
	infer *infer.Solver
}

// insertion is an edit that puts text at the start of a span.
func insertion(c *ir.Context, s source.Span, text string) ir.Edit {
	return ir.Edit{Loc: s.Head().Loc(c), Text: text}
}

// swap is the help for a copy whose arguments are in the wrong order: they change places, and with them which
// one is lent uniquely. It is nil if that does not help.
func (e *fixer) swap(x *ast.Call, want []*descend.RefType, got [2]descend.Mem) *ir.Help {
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

// argumentText is the text of a variable or of a borrow of one, lent uniquely if asked; false if it cannot be.
func (e *fixer) argumentText(x ast.Expr, uniq bool) (string, bool) {
	a, ok := e.argumentOf(x)
	switch {
	case !ok || a.derefs > 0:
		return "", false
	case a.borrow == nil:
		r, ok := descend.ElemOf(a.place).(*descend.RefType)
		return a.name, ok && (r.Uniq || !uniq)
	case uniq:
		return "&uniq " + a.name, changeable(a.place)
	}
	return "&" + a.name, true
}

// conversion is the help for a value that only has to be dereferenced or cast to have a type; nil if there is none.
func (e *fixer) conversion(x ast.Node, want, got ir.Type) *ir.Help {
	elem := got
	switch t := got.(type) {
	case *descend.RefType:
		elem = t.Elem
	case *descend.BoxType:
		elem = t.Elem
	}
	s, simple := x.Span(), isPrimary(x)
	if elem != got && elem == want && simple && descend.IsCopy(elem, e.fn.copyVars) {
		return &ir.Help{Message: "take what it refers to", Edits: []ir.Edit{insertion(e.c, s, "*")}}
	}
	if b, ok := want.(*descend.BoxType); ok && b.Elem == got && b.Mem == descend.CPUMem {
		return &ir.Help{Message: "put it on the heap", Edits: []ir.Edit{insertion(e.c, s, "CpuHeap::new("), {Loc: s.Tail().Loc(e.c), Text: ")"}}}
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
	switch x.(type) {
	case *ast.FloatLit:
		return nil
	case *ast.IntLit:
		text := s.Text()
		if strings.Trim(text, "0123456789_") != "" || !isFloat(want) {
			return nil
		}
		return &ir.Help{Message: "write `" + text + ".0`", Edits: []ir.Edit{{Loc: s.Tail().Loc(e.c), Text: ".0"}}}
	}
	end := ir.Edit{Loc: s.Tail().Loc(e.c), Text: " as " + descend.UserFormat(want)}
	if simple {
		return &ir.Help{Message: "convert it", Edits: []ir.Edit{end}}
	}
	end.Text = ")" + end.Text
	return &ir.Help{Message: "convert it", Edits: []ir.Edit{insertion(e.c, s, "("), end}}
}

// derefOperands is the help for operands that are references to numbers.
func (e *fixer) derefOperands(xs []ast.Expr, vals []*ir.Value) *ir.Help {
	h := &ir.Help{Message: "take what the reference refers to"}
	for i, v := range vals {
		if v == nil {
			continue
		}
		if _, ok := v.Type().(*descend.RefType); ok && isPrimary(xs[i]) {
			h.Edits = append(h.Edits, insertion(e.c, xs[i].Span(), "*"))
		}
	}
	if len(h.Edits) == 0 {
		return nil
	}
	return h
}

// castText is the text of a term, cast to a type.
func castText(x ast.Node, t ir.Type) string {
	text := x.Span().Text()
	if !isPrimary(x) {
		text = "(" + text + ")"
	}
	return text + " as " + descend.UserFormat(t)
}

// isPrimary says whether a term has no operator, so that a prefix operator or a cast applies to all of it.
func isPrimary(x ast.Node) bool {
	switch x.(type) {
	case *ast.Name, *ast.Member, *ast.TupleField, *ast.Index, *ast.Slice, *ast.Select, *ast.Call, *ast.BoolLit, *ast.IntLit, *ast.FloatLit:
		return true
	}
	return false
}

// element is the help for an array where one element of the executing resource is needed: to select it; nil if the resource
// is not from a schedule of as many along one dimension, or the place selects with it already.
func (e *fixer) element(p *ir.Value, s source.Span) *ir.Help {
	a, ok := descend.ElemOf(p).(*descend.ArrayType)
	op, ok2 := scheduleOf(e.cur())
	if !ok || !ok2 || len(op.Axes()) != 1 || selectedWith(p, e.cur()) {
		return nil
	}
	if n, ok := exec.TypeOf(op.From()).Extent(op.Axes()[0]); !ok || !n.Equal(a.Size) {
		return nil
	}
	text := "[[" + e.resourceName(e.cur()) + "]]"
	return &ir.Help{Message: "select the element of each: " + text, Edits: []ir.Edit{insertion(e.c, s.Tail(), text)}}
}

// selections is the help for a place where an element is needed and some resource around is not selected with: all selections at its end
// are replaced by those that give each of the resources its element. It is nil if the array has not just one for each.
func (e *fixer) selections(p *ir.Value, s source.Span) *ir.Help {
	array := p
	for of, by := descend.Base(p); by != nil && (ir.Is[view.SelectOp](by) || ir.Is[descend.AtOp](by)); of, by = descend.Base(of) {
		array = of
	}
	rs := e.schedules()
	text, rest, ok := view.PartText(view.Sizes(descend.ElemOf(array)), rs)
	if !ok || len(rest) > 0 || text != selects(rs) || array.DefiningOp() == nil || hidden(rs) {
		return nil
	}
	h := &ir.Help{Message: "select the element of each: " + text}
	if r := ir.RangeOf(array.DefiningOp().Loc()); r.File == s.File.Name {
		at := s
		at.Start = s.File.Offset(r.EndLine, r.EndCol)
		if s.Start < at.Start && (at.Start == s.End || at.Start < s.End && s.File.Text[at.Start] == '[') {
			h.Edits = []ir.Edit{{Loc: at.Loc(e.c), Text: text}}
		}
	}
	return h
}

// withoutReturn is the help for a `return` in a function that has none: at the end of its body it is not needed.
func (e *fixer) withoutReturn(x *ast.Return, body *ast.Block) *ir.Help {
	last := ast.Node(body.Result)
	if n := len(body.Stmts); body.Result == nil && n > 0 {
		if s, ok := body.Stmts[n-1].(*ast.ExprStmt); ok {
			last = s.X
		}
	}
	if last != ast.Node(x) || x.X == nil {
		return &ir.Help{Message: "put what is left out into an `if`: all threads come to the end"}
	}
	keyword := x.Span()
	keyword.End = x.X.Span().Start
	h := &ir.Help{Message: "the last term of a body is its value", Edits: []ir.Edit{{Loc: keyword.Loc(e.c)}}}
	if strings.TrimSpace(keyword.Text()) != "return" { // a parenthesis or comment stands between
		h.Edits = nil
	} else if k, semi := e.items.tokenAfter(x.Span()); k == syntax.Semi {
		h.Edits = append(h.Edits, ir.Edit{Loc: semi.Loc(e.c)})
	}
	return h
}

// hidden says whether a resource has the name of one that is scheduled within it.
func hidden(rs []view.Scheduled) bool {
	names := map[string]bool{}
	for _, r := range rs {
		names[r.Name] = true
	}
	return len(names) < len(rs)
}

// unselected is what a label says of the resources around that nothing on the way to a place selects with; "" if there are none.
func (e *fixer) unselected(p *ir.Value) string {
	var names []string
	for _, r := range e.resources[1:] {
		if _, ok := scheduleOf(r); ok && !selectedWith(p, r) {
			names = append(names, "`"+e.resourceName(r)+"`")
		}
	}
	if len(names) == 0 {
		return ""
	}
	return ", and it is not selected with " + strings.Join(names, " and ")
}

// read is the help for a view that is read. An element that may not exist needs more than a select.
func (e *fixer) read(p *ir.Value, s source.Span) *ir.Help {
	h := e.view(p, s)
	if descend.HoldsMaybe(descend.ElemOf(p)) && strings.Contains(h.Message, "[[") {
		return &ir.Help{Message: h.Message + " else v, where v is the value where there is none"}
	}
	return h
}

// view is the help for a view where a value is needed.
func (e *fixer) view(p *ir.Value, s source.Span) *ir.Help {
	switch {
	case e.element(p, s) != nil:
		return e.element(p, s)
	case e.selections(p, s) != nil:
		return e.selections(p, s)
	case s == e.initial && !changeable(p):
		return &ir.Help{Message: "borrow it", Edits: []ir.Edit{insertion(e.c, s, "&")}}
	}
	return &ir.Help{Message: "borrow it with `&` or `&uniq`, or select or index an element"}
}

// selectedBoth is the help for a place that has fewer dimensions than are wanted, because a select over several axes took as many; nil
// if there is none.
func (e *fixer) selectedBoth(x ast.Node, want, got *descend.RefType) *ir.Help {
	if dimensions(e.infer.Type(want.Elem)) <= dimensions(e.infer.Type(got.Elem)) {
		return nil
	}
	for _, r := range e.schedules() {
		if len(r.Axes) < 2 || !strings.Contains(x.Span().Text(), "[["+r.Name+"]]") {
			continue
		}
		var axes []string
		for _, a := range r.Axes {
			axes = append(axes, a.String())
		}
		return &ir.Help{Message: "`[[" + r.Name + "]]` of `sched(" + strings.Join(axes, ", ") + ") " + r.Name + "` selects from " + plural(len(axes), "dimension") +
			" one after the other: to select from one of them schedule the axes one by one, as `sched(" + axes[0] + ") row in " + r.From + " { sched(" + axes[1] + ") " + r.Name + " in row { .. } }`"}
	}
	return nil
}

// dimensions are how many arrays of each other a type is.
func dimensions(t ir.Type) (n int) {
	for a, ok := t.(*descend.ArrayType); ok; a, ok = a.Elem.(*descend.ArrayType) {
		n++
	}
	return n
}

// divide is the help for a select x from p, which is no array: the array that the selects before are of is to be divided into an
// array for each resource. It says how where the array has a part for each of them.
func (e *fixer) divide(x *ast.Select, p *ir.Value) *ir.Help {
	base := x.X
	for s, ok := base.(*ast.Select); ok; s, ok = base.(*ast.Select) {
		base = s.X
	}
	rs := e.schedules()
	if array := selectedFrom(p); base != x.X && e.isPlaceExpr(base) && array != nil {
		at := x.Span()
		at.Start = base.Span().End
		for i := range rs {
			if text, _, ok := view.PartText(view.Sizes(descend.ElemOf(array)), rs[i:]); ok && text != at.Text() {
				return &ir.Help{Message: "divide the array into one for each `" + rs[i].Name + "` first", Edits: []ir.Edit{{Loc: at.Loc(e.c), Text: text}}}
			}
		}
	}
	if len(rs) > 1 {
		return &ir.Help{Message: "divide the array into one for each `" + rs[0].Name + "` first, with `.group::<..>` before `[[" + rs[0].Name + "]]`"}
	}
	return &ir.Help{Message: "select from an array with an element for each `" + x.Exec.Span().Text() + "`"}
}
