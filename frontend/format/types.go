package format

import (
	"descend/frontend/ast"
	"descend/frontend/syntax"
)

// typ writes a type.
func (b *builder) typ(t ast.Type) {
	k := b.parens(t.Span().Start)
	switch t := t.(type) {
	case *ast.TupleType:
		b.list(len(t.Elems), tuple, func(i int) { b.typ(t.Elems[i]) })
	case *ast.ArrayType:
		b.token()
		b.array(t.Elem, t.Len)
	case *ast.ViewType:
		b.tokensOf(2)
		b.array(t.Elem, t.Len)
		b.token()
	case *ast.MaybeType:
		b.token()
		b.typ(t.Elem)
	case *ast.RefType:
		b.refType(t)
	case *ast.BoxType:
		b.typ(t.Elem)
		b.space()
		b.words(1)
		b.node(t.Mem)
	case *ast.FnType:
		b.token()
		b.list(len(t.Params), plain, func(i int) { b.typ(t.Params[i]) })
		b.space()
		b.words(1)
		b.typ(t.Ret)
	case *ast.NamedType:
		b.node(t.Name)
		if b.at(syntax.Less) && int(b.tok().Start) < t.Span().End {
			b.genericArgs(t.Args)
		}
	default:
		b.node(t)
	}
	b.tokensOf(k)
}

// array writes the type of the elements, how many there are, and the bracket behind.
func (b *builder) array(elem ast.Type, n ast.Nat) {
	b.typ(elem)
	b.token()
	b.space()
	b.nat(n)
	b.token()
}

// refType writes `&'a uniq mem d`: a blank is behind the `&` only if neither a lifetime nor `uniq` is there.
func (b *builder) refType(t *ast.RefType) {
	b.token()
	if t.Lifetime != nil {
		b.words(1)
	}
	if b.at(syntax.KwUniq) || b.at(syntax.KwShrd) {
		b.words(1)
	}
	b.space()
	b.node(t.Mem)
	b.space()
	b.typ(t.Elem)
}

// genericArgs writes `<..>`.
func (b *builder) genericArgs(args []*ast.GenericArg) {
	b.list(len(args), plain, func(i int) { b.genericArg(args[i]) })
}

// turbofish writes `::<..>`, if it is there.
func (b *builder) turbofish(args []*ast.GenericArg) {
	if b.at(syntax.PathSep) {
		b.token()
		b.genericArgs(args)
	}
}

// genericArg writes an argument. A lone name is all that it can be.
func (b *builder) genericArg(a *ast.GenericArg) {
	switch {
	case a.Literal != nil:
		b.expr(a.Literal)
	case a.Type != nil && a.Nat == nil:
		b.typ(a.Type)
	case a.Nat != nil && a.Type == nil:
		b.nat(a.Nat)
	default:
		b.node(a)
	}
}

// viewChain writes a composition of views; each of several lines has a view.
func (b *builder) viewChain(c *ast.ViewChain) {
	g := b.open()
	b.step(opIndent)
	for i, s := range c.Steps {
		if i > 0 {
			b.separate(opSoft, 0)
			b.token()
		}
		b.viewStep(s)
	}
	b.step(opDedent)
	b.close(g)
}

// viewStep writes one view with its arguments.
func (b *builder) viewStep(s *ast.ViewStep) {
	b.node(s.Name)
	b.turbofish(s.Args)
	switch {
	case s.Order != nil:
		b.token()
		b.expr(s.Order)
		b.token()
	case s.Views != nil:
		kind := plain
		if len(s.Views) == 1 {
			kind = hugged
		}
		b.list(len(s.Views), kind, func(i int) { b.viewChain(s.Views[i]) })
	}
}
