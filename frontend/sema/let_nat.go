package sema

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// openNat is a nat of a `let nat` whose scope has not ended.
type openNat struct {
	name string // unique in the function
	span source.Span
}

// letNat makes a nat of a value for the rest of the block.
func (e *statements) letNat(s *ast.LetNat) {
	bind := func(v nat.Expr, bad bool) {
		e.scope.bind(s.Name.Name, &binding{kind: natBind, nat: v, span: s.Name.Span(), bad: bad})
	}
	if !e.isCPU() {
		e.fail(s.Span(), wrongExec, "`let nat` is for functions of the CPU").
			WithLabel("`%s` is executed by `%s`", e.fn.name, e.fn.exec.User()).
			WithHelp("make it a size of the function, `<" + s.Name.Name + ": nat>`: who launches or calls gives it")
		bind(nat.Expr{}, true)
		return
	}
	v := e.expr(s.Init, nil)
	if v == nil || v == e.never {
		bind(nat.Expr{}, true)
		e.poison()
		return
	}
	if !isInteger(v.Type()) {
		e.fail(s.Init.Span(), mismatched, "mismatched types").WithLabel("expected an integer, found `%s`", descend.UserFormat(v.Type()))
		bind(nat.Expr{}, true)
		return
	}
	bind(e.natOf(v, s.Name.Name, s.Span(), s.Name.Span()), false)
}

// natOf is a nat of a value for the rest of the block; s is the place of the operation, at that which messages tell.
func (e *point) natOf(v *ir.Value, name string, s, at source.Span) nat.Expr {
	name = e.natName(name)
	op := e.op(s, "descend.let_nat", []*ir.Value{v}, nil, e.strAttr("var", name))
	k := nat.Var(name)
	e.facts = e.facts.With(nat.AtMost(k, descend.LetNatOp{Operation: op}.AtMost()))
	e.anyLets = true
	e.lets = append(e.lets[:len(e.lets):len(e.lets)], openNat{name, at})
	return k
}

// ofLet says whether an expression speaks of a nat of a `let nat`.
func (e *point) ofLet(n nat.Expr) bool {
	return slices.ContainsFunc(e.lets, func(l openNat) bool { return n.HasVar(l.name) })
}

// keeps says whether a value may leave a block that has ended, in which the nats from the n-th on were made; it reports one that
// may not.
func (e *statements) keeps(n int, v *ir.Value, x ast.Node) bool {
	if v == nil || v == e.unit || v == e.never {
		return true
	}
	free := descend.FreeNats(v.Type())
	for _, l := range e.lets[n:] {
		if slices.Contains(free, l.name) {
			e.natEscapes(x.Span(), l, v.Type())
			return false
		}
	}
	return true
}

// natEscapes reports a type that speaks of a nat where that is not known.
func (e *matcher) natEscapes(s source.Span, l openNat, t ir.Type) {
	e.fail(s, natEscape, "a size leaves its block").WithLabel("`%s` speaks of `%s`, which ends with the block", descend.UserFormat(t), l.span.Text()).
		Relate(l.span.Loc(e.c), "`%s` is defined here", l.span.Text()).
		WithHelp("use the value within the block, or put the rest into a function with a size, `fn rest<n: nat>(..)`, and call that")
}

// scopedNats requires of a body that what speaks of a nat stands where it is known: what is inferred may not.
func (e *statements) scopedNats(body *ir.Block) {
	if e.bad || !e.anyLets {
		return
	}
	if op, by := descend.Escaped(body); op != nil {
		d := e.fail(e.fn.decl.Span(), natEscape, "a size leaves its block")
		d.Loc = op.Loc()
		d.WithLabel("this speaks of `%s`, which is not known here", by.Var()).Relate(by.Loc(), "`%s` is defined here", by.Var())
	}
}
