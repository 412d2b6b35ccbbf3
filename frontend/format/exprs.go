package format

import (
	"descend/frontend/ast"
	"descend/frontend/syntax"
)

// expr writes a term.
func (b *builder) expr(x ast.Expr) {
	k := b.parens(x.Span().Start)
	switch x := x.(type) {
	case *ast.Name:
		b.node(x.Path)
		b.turbofish(x.Args)
	case *ast.Member, *ast.TupleField, *ast.Index, *ast.Slice, *ast.Select:
		b.chain(x)
	case *ast.Deref:
		b.token()
		b.expr(x.X)
	case *ast.Unary:
		b.token()
		b.expr(x.X)
	case *ast.Borrow:
		b.token()
		b.borrowed(x)
	case *ast.Binary:
		b.binary(x)
	case *ast.Else:
		b.orElse(x)
	case *ast.Cast:
		b.expr(x.X)
		b.space()
		b.words(1)
		b.typ(x.Type)
	case *ast.Assign:
		b.assign(x)
	case *ast.Call, *ast.Launch, *ast.Alloc, *ast.Tuple, *ast.Array, *ast.ArrayRepeat, *ast.StructLit, *ast.Lambda:
		b.brackets(x)
	case *ast.Return:
		b.token()
		if x.X != nil {
			b.space()
			b.expr(x.X)
		}
	case *ast.Sync:
		b.token()
		if x.Exec != nil {
			b.token()
			b.node(x.Exec)
			b.token()
		} else {
			b.node(x)
		}
	case *ast.BoolLit, *ast.IntLit, *ast.FloatLit, *ast.StringLit, *ast.Jump:
		b.token()
	default:
		b.blockLike(x)
	}
	b.tokensOf(k)
}

// borrowed writes what is behind the `&` of a borrow, or behind `&&`, which is two.
func (b *builder) borrowed(x *ast.Borrow) {
	if inner, ok := x.X.(*ast.Borrow); ok && b.prev == syntax.AndAnd {
		b.prev = syntax.And
		b.borrowed(inner)
		return
	}
	for b.at(syntax.LifetimeTok) || b.at(syntax.KwUniq) || b.at(syntax.KwShrd) || int(b.tok().Start) < x.X.Span().Start && !b.at(syntax.LParen) {
		b.words(1)
	}
	b.expr(x.X)
}

// binary writes a chain of operators of one precedence; in several lines each but the first begins with an operator.
func (b *builder) binary(x *ast.Binary) {
	g := b.open()
	links := []*ast.Binary{x}
	for {
		y, ok := links[len(links)-1].X.(*ast.Binary)
		if !ok || y.Op.Precedence() != x.Op.Precedence() || y.Span().Start != x.Span().Start {
			break
		}
		links = append(links, y)
	}
	b.expr(links[len(links)-1].X)
	b.step(opIndent)
	for i := len(links) - 1; i >= 0; i-- {
		b.separate(opLine, 0)
		b.tokensOf(width(links[i].Op))
		b.space()
		b.expr(links[i].Y)
	}
	b.step(opDedent)
	b.close(g)
}

// orElse writes `x else y`.
func (b *builder) orElse(x *ast.Else) {
	g := b.open()
	b.expr(x.X)
	b.step(opIndent)
	b.separate(opLine, 0)
	b.words(1)
	b.expr(x.Y)
	b.step(opDedent)
	b.close(g)
}

// assign writes an assignment.
func (b *builder) assign(x *ast.Assign) {
	b.expr(x.X)
	b.space()
	n := 1
	if x.Compound && (x.Op == ast.Shl || x.Op == ast.Shr) {
		n = 3
	}
	b.tokensOf(n)
	b.value(stays(x.Y), func() { b.expr(x.Y) })
}

// chain writes a place and what is selected of it. In several lines each but the first begins with a view or field; what follows it
// in brackets stays with it, and so does the first view or field behind a name as short as the indentation.
func (b *builder) chain(x ast.Expr) {
	var links []ast.Expr
	root, start := x, x.Span().Start
	for {
		inner := selectedOf(root)
		if inner == nil || len(links) > 0 && root.Span().Start != start {
			break
		}
		links = append(links, root)
		root = inner
	}
	g := b.open()
	b.expr(root)
	b.step(opIndent)
	joined := b.prev == syntax.Ident && root.Span().End-root.Span().Start <= indentWidth || b.dotTouches()
	for i := len(links) - 1; i >= 0; i-- {
		if _, ok := links[i].(*ast.Member); ok {
			if !joined {
				b.separate(opSoft, 0)
			}
			joined = false
		}
		b.link(links[i])
	}
	b.step(opDedent)
	b.close(g)
}

// selectedOf is what something is selected of, nil if x selects nothing.
func selectedOf(x ast.Expr) ast.Expr {
	switch x := x.(type) {
	case *ast.Member:
		return x.X
	case *ast.TupleField:
		return x.X
	case *ast.Index:
		return x.X
	case *ast.Slice:
		return x.X
	case *ast.Select:
		return x.X
	}
	return nil
}

// link writes what is selected.
func (b *builder) link(x ast.Expr) {
	switch x := x.(type) {
	case *ast.Member:
		b.token()
		b.viewStep(x.Step)
	case *ast.TupleField:
		b.tokensOf(2)
	case *ast.Select:
		b.tokensOf(2)
		b.node(x.Exec)
		b.tokensOf(2)
	case *ast.Slice:
		b.token()
		b.nat(x.Lo)
		b.token()
		b.nat(x.Hi)
		b.token()
	case *ast.Index:
		b.token()
		apart := b.at(syntax.LBracket) // `a[ [b] ]` is no select
		if apart {
			b.space()
		}
		b.expr(x.I)
		if apart {
			b.space()
		}
		b.token()
	}
}

// brackets writes a term with a list in it.
func (b *builder) brackets(x ast.Expr) {
	switch x := x.(type) {
	case *ast.Call:
		b.node(x.Fun)
		b.turbofish(x.Generics)
		b.args(x.Args)
	case *ast.Launch:
		b.launch(x)
	case *ast.Alloc:
		b.tokensOf(2)
		b.list(2, plain, func(i int) {
			if i == 0 {
				b.node(x.Mem)
			} else {
				b.typ(x.Type)
			}
		})
		b.args(nil)
	case *ast.Tuple:
		b.list(len(x.Elems), tuple, func(i int) { b.expr(x.Elems[i]) })
	case *ast.Array:
		kind := plain
		if literals(x.Elems) {
			kind = dense
		}
		b.list(len(x.Elems), kind, func(i int) { b.expr(x.Elems[i]) })
	case *ast.ArrayRepeat:
		if b.at(syntax.LBracket) {
			b.token()
			b.expr(x.Elem)
			b.words(1)
			b.nat(x.Len)
			b.token()
			return
		}
		b.tokensOf(2) // create_array::<n>(v)
		b.list(1, plain, func(int) { b.nat(x.Len) })
		b.args([]ast.Expr{x.Elem})
	case *ast.StructLit:
		b.node(x.Name)
		b.turbofish(x.Args)
		b.space()
		b.list(len(x.Fields), plain, func(i int) {
			b.token()
			if b.accept(syntax.Colon) {
				b.value(stays(x.Fields[i].Value), func() { b.expr(x.Fields[i].Value) })
			}
		})
	case *ast.Lambda:
		b.lambda(x)
	}
}

// literals says whether all elements are literals, perhaps negated.
func literals(xs []ast.Expr) bool {
	for _, x := range xs {
		if u, ok := x.(*ast.Unary); ok {
			x = u.X
		}
		switch x.(type) {
		case *ast.IntLit, *ast.FloatLit, *ast.BoolLit:
		default:
			return false
		}
	}
	return true
}

// args writes the arguments of a call. An only one that is a call itself or another list, and a function literal with a block, is
// not moved to lines of its own.
func (b *builder) args(args []ast.Expr) {
	kind := plain
	if len(args) == 1 && b.tokens[b.pos+1].Kind != syntax.LParen {
		switch x := args[0].(type) {
		case *ast.Call, *ast.Launch, *ast.Array, *ast.StructLit:
			kind = hugged
		case *ast.Lambda:
			if stays(x.Body) {
				kind = hugged
			}
		}
	}
	b.list(len(args), kind, func(i int) { b.expr(args[i]) })
}

// launch writes `f::<<<grid, block; shared>>>::<..>(..)`.
func (b *builder) launch(x *ast.Launch) {
	b.node(x.Fun)
	b.tokensOf(4)
	b.launchDim(x.Grid)
	b.words(1)
	b.launchDim(x.Block)
	for i, t := range x.Shared {
		if i > 0 || b.at(syntax.Semi) {
			b.words(1)
		}
		b.typ(t)
	}
	for !b.at(syntax.Greater) {
		if b.token(); b.prev == syntax.Semi || b.prev == syntax.Comma {
			b.space()
		}
	}
	b.blank = false
	b.tokensOf(3)
	b.turbofish(x.Generics)
	b.args(x.Args)
}

func (b *builder) launchDim(d *ast.Dim) {
	if d.Infer {
		b.token()
	} else {
		b.dim(d)
	}
}

// lambda writes `|a, b| term`.
func (b *builder) lambda(x *ast.Lambda) {
	if !b.accept(syntax.OrOr) {
		b.token()
		for !b.at(syntax.Or) {
			if b.token(); b.prev == syntax.Comma {
				b.space()
			}
		}
		b.blank = false
		b.token()
	}
	b.space()
	b.expr(x.Body)
}
