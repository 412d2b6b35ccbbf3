package sema

import (
	"strings"

	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/ir"
)

// literal is the help for a term that has a wrong type only because of a literal, its own or that of the one variable that it
// is of: to give the literal the type want. It is nil for other terms.
func (e *fixer) literal(x ast.Node, want, got ir.Type) *ir.Help {
	if !isFloat(got) && !isInteger(got) {
		return nil
	}
	if lit := literalOf(x); lit != nil && lit != x {
		return e.literalIn(x, "the literal", want)
	}
	name := onlyVariable(x)
	if name == "" {
		return nil
	}
	if b := e.scope.lookup(name); b != nil && b.kind == varBind && b.init != nil && !b.settled {
		return e.literalIn(b.init, "`"+name+"`", want)
	}
	return nil
}

// literalIn is the help to give the literal of a term, which gives something its type, another one; nil if it has none.
func (e *fixer) literalIn(x ast.Node, whose string, want ir.Type) *ir.Help {
	lit := literalOf(x)
	if lit == nil || !isFloat(want) && !isInteger(want) {
		return nil
	}
	if t, ok := x.(ast.Expr); ok && !e.literalFits(t, want) {
		return nil
	}
	written := lit.Span().Text()
	text := strings.TrimSuffix(written, ".")
	switch fraction := strings.ContainsAny(text, ".eE"); {
	case isInteger(want) && (fraction || text != written):
		return nil
	case isFloat(want) && !fraction:
		text += ".0"
	}
	text += descend.UserFormat(want)
	return &ir.Help{Message: "give " + whose + " the type `" + descend.UserFormat(want) + "`: write `" + text + "`", Edits: []ir.Edit{{Loc: lit.Span().Loc(e.c), Text: text}}}
}

// literalOf is the decimal literal without suffix that gives a term its type: the term itself, negated, the first element of an array
// or the first argument of a call; nil if there is none.
func literalOf(x ast.Node) ast.Node {
	switch x := x.(type) {
	case *ast.IntLit:
		if text := x.Span().Text(); x.Suffix == "" && strings.Trim(text, "0123456789_") == "" {
			return x
		}
	case *ast.FloatLit:
		if x.Suffix == "" {
			return x
		}
	case *ast.Unary:
		if x.Op == ast.Neg {
			return literalOf(x.X)
		}
	case *ast.Array:
		if len(x.Elems) > 0 {
			return literalOf(x.Elems[0])
		}
	case *ast.ArrayRepeat:
		return literalOf(x.Elem)
	case *ast.Call:
		if len(x.Args) > 0 && x.Generics == nil {
			return literalOf(x.Args[0])
		}
	}
	return nil
}

// onlyVariable is the variable of a term that is one or an element of it, or of operators, literals and that variable alone; else "".
func onlyVariable(x ast.Node) string {
	switch x := x.(type) {
	case *ast.Name:
		if len(x.Path.Parts) == 1 && x.Args == nil {
			return x.Path.Parts[0].Name
		}
	case *ast.Index:
		return onlyVariable(x.X)
	case *ast.Select:
		return onlyVariable(x.X)
	case *ast.Slice:
		return onlyVariable(x.X)
	case *ast.Binary:
		a, b := onlyVariable(x.X), onlyVariable(x.Y)
		switch {
		case a == "" && literalOf(x.X) != nil || a == b:
			return b
		case b == "" && literalOf(x.Y) != nil:
			return a
		}
	}
	return ""
}
