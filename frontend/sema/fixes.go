package sema

import (
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
func (e *elab) needsBorrow(s source.Span, p *ir.Value, want *descend.RefType) bool {
	got := descend.ElemOf(p)
	switch got.(type) {
	case *descend.RefType, *descend.BoxType, nil:
		return false
	}
	elem := e.infer.resolve(want.Elem)
	if hasUnknowns(elem) || elem != got || want.Mem != e.memOf(p) || want.Uniq && !e.changeable(p) {
		return false
	}
	text := "&"
	if want.Uniq {
		text = "&uniq "
	}
	e.mismatch(s, want, got).WithHelp("borrow it", e.insert(s, text))
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

// launchFix is the help for a launch with another grid than the kernel is written for; nil if that grid depends on
// something that is not known here.
func (e *elab) launchFix(want *exec.Type, s source.Span) *ir.Help {
	want = want.Subst(e.c, e.infer.sub.Nats)
	if e.execUnknown(want) {
		return nil
	}
	return &ir.Help{Message: "launch the grid that it is written for", Edits: []ir.Edit{{Loc: s.Loc(e.c), Text: want.Dim.String() + ", " + want.Inner.String()}}}
}
