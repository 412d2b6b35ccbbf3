package format

import (
	"descend/frontend/ast"
	"descend/frontend/syntax"
)

// item writes an item, with its `pub`.
func (b *builder) item(it ast.Item) {
	if int(b.tok().Start) < it.Span().Start { // pub
		b.token()
		b.space()
	}
	switch d := it.(type) {
	case *ast.FnDecl:
		b.fn(d)
		return
	case *ast.StructDecl:
		b.structDecl(d)
	case *ast.EnumDecl:
		b.words(2)
		b.list(len(d.Variants), plain, func(i int) { b.node(d.Variants[i]) })
	case *ast.UseDecl:
		b.use(d)
		b.semicolon()
	case *ast.ConstDecl:
		b.constDecl(d)
		b.semicolon()
	case *ast.TypeDecl:
		b.words(1)
		b.token()
		b.generics(d.Generics)
		b.space()
		b.equals(false, func() { b.typ(d.Type) })
		b.semicolon()
	case *ast.ViewDecl:
		b.viewDecl(d)
		b.semicolon()
	}
}

// words writes n tokens with a blank behind each.
func (b *builder) words(n int) {
	for range n {
		b.token()
		b.space()
	}
}

// semicolon writes the semicolon behind something that may be written without one.
func (b *builder) semicolon() {
	if !b.accept(syntax.Semi) {
		b.char(';')
	}
	for b.at(syntax.Semi) {
		b.next()
	}
}

// equals writes a sign of assignment and what follows it, in the next line if that helps; stays says that it never does.
func (b *builder) equals(stays bool, value func()) {
	b.token()
	b.value(stays, value)
}

// value writes a value behind `=` or `=>`.
func (b *builder) value(stays bool, value func()) {
	at := b.point(opValue)
	if at < 0 {
		b.step(opIndent)
		value()
		b.step(opDedent)
		return
	}
	value()
	b.steps[at].flag, b.steps[at].a = stays, int32(len(b.steps))
	b.step(opEnd)
}

// point is separate for a place whose step has more to say; it is negative if a comment ends the line.
func (b *builder) point(k op) int {
	at := len(b.steps)
	b.separate(k, 0)
	for ; at < len(b.steps); at++ {
		if b.steps[at].op == k {
			return at
		}
	}
	return -1
}

func (b *builder) structDecl(d *ast.StructDecl) {
	b.words(1)
	b.token()
	b.generics(d.Generics)
	b.below(b.where(d.Where))
	b.list(len(d.Fields), plain, func(i int) {
		f := d.Fields[i]
		b.tokensOf(2)
		b.space()
		b.typ(f.Type)
	})
}

// below puts a blank before the next token, or the end of a line where the group of a head has several lines, or where a comment
// needs it. No head is 0.
func (b *builder) below(head int32) {
	switch {
	case b.gap.ownLines() > 0:
		b.separate(opHard, 0)
	case head > 0:
		b.blank = false
		b.steps = append(b.steps, step{op: opBelow, a: head})
	default:
		b.space()
	}
}

func (b *builder) use(d *ast.UseDecl) {
	b.words(1)
	b.run(d.Path[len(d.Path)-1].Span().End)
	if d.Whole {
		return
	}
	b.token() // ::
	b.list(len(d.Names), names, func(i int) {
		b.token()
		if d.Names[i].As != nil {
			b.space()
			b.words(1)
			b.token()
		}
	})
}

func (b *builder) constDecl(d *ast.ConstDecl) {
	b.words(1)
	b.tokensOf(2)
	b.space()
	if d.Type == nil {
		b.token() // nat
	} else {
		b.typ(d.Type)
	}
	b.space()
	b.equals(d.Type != nil && stays(d.Value), func() {
		if d.Type == nil {
			b.nat(d.Nat)
		} else {
			b.expr(d.Value)
		}
	})
}

func (b *builder) viewDecl(d *ast.ViewDecl) {
	b.words(1)
	b.token()
	b.generics(d.Generics)
	if b.at(syntax.LParen) {
		b.params(d.Params)
	}
	n := 0
	for n < len(d.Where) && d.Where[n].Span().Start < d.Chain.Span().Start {
		n++
	}
	b.where(d.Where[:n])
	b.space()
	b.equals(false, func() { b.viewChain(d.Chain) })
	b.where(d.Where[n:])
}

// fn writes a function. Its head is in one line, or has two: who executes it begins the second; or each parameter has a line. Where
// clauses may have a line of their own.
func (b *builder) fn(d *ast.FnDecl) {
	whole := b.open()
	head := b.open()
	for d.Mark != nil && int(b.tok().Start) < d.Mark.Span().End {
		b.words(1)
	}
	b.words(1)
	b.token()
	b.generics(d.Generics)
	params := b.params(d.Params)
	b.step(opIndent)
	if at := b.point(opAfter); at >= 0 {
		b.steps[at].a = params
	}
	b.execParam(d.Exec)
	b.space()
	if d.RetOwner != nil {
		b.owner(d.RetOwner)
	}
	b.typ(d.Ret)
	b.step(opDedent)
	b.close(head)
	b.lifetimes()
	clauses := b.where(d.Where)
	if d.Body == nil {
		b.semicolon()
	} else {
		b.body(clauses, d.Body, false)
	}
	b.close(whole)
}

func (b *builder) generics(gs []*ast.Generic) {
	if len(gs) == 0 {
		if b.at(syntax.Less) {
			b.list(0, plain, nil)
		}
		return
	}
	b.list(len(gs), plain, func(i int) {
		b.token()
		if b.accept(syntax.Colon) {
			b.space()
			if gs[i].Fn != nil {
				b.typ(gs[i].Fn)
			} else {
				b.token()
			}
		}
	})
}

func (b *builder) params(ps []*ast.Param) int32 {
	return b.list(len(ps), plain, func(i int) {
		q := ps[i]
		if b.accept(syntax.KwMut) {
			b.space()
		}
		if q.Owner != nil {
			b.owner(q.Owner)
		}
		if b.accept(syntax.KwMut) {
			b.space()
		}
		b.tokensOf(2)
		b.space()
		b.typ(q.Type)
	})
}

// owner writes who has a value of its own, in brackets, and a blank.
func (b *builder) owner(e *ast.ExecExpr) {
	b.token()
	b.node(e)
	b.token()
	b.space()
}

// execParam writes `-[name: kind]->`.
func (b *builder) execParam(e *ast.ExecParam) {
	b.tokensOf(4)
	b.space()
	b.execType(e.Type)
	b.tokensOf(2)
}

// execType writes a kind of resource.
func (b *builder) execType(t *ast.ExecType) {
	if len(t.Dims) == 0 {
		b.node(t)
		return
	}
	for !b.at(syntax.Less) {
		b.token()
	}
	b.list(len(t.Dims), plain, func(i int) { b.dim(t.Dims[i]) })
}

// dim writes a shape.
func (b *builder) dim(d *ast.Dim) {
	b.token()
	if len(d.Sizes) > 0 {
		b.list(len(d.Sizes), plain, func(i int) { b.nat(d.Sizes[i]) })
	}
}

// lifetimes writes the list of lifetimes that the prototype has before a body.
func (b *builder) lifetimes() {
	if b.at(syntax.Less) {
		b.space()
		for !b.at(syntax.Greater) {
			if b.token(); b.prev == syntax.Comma {
				b.space()
			}
		}
		b.blank = false
		b.token()
	}
}

// where writes clauses, if there are any: in the same line, in a line of their own, or each in one. It returns the step at which
// they begin, or 0.
func (b *builder) where(cs []ast.Constraint) int32 {
	if !b.at(syntax.KwWhere) {
		return 0
	}
	b.step(opIndent)
	fill := b.point(opFill)
	g := b.open()
	b.token()
	b.step(opIndent)
	for i, c := range cs {
		if i+1 < len(cs) && cs[i+1].Span().Start == c.Span().Start { // `'a: 'b + 'c` is two clauses, which begin at one place
			continue
		}
		b.separate(opLine, 0)
		b.constraint(c)
		if i+1 < len(cs) {
			b.token()
		}
	}
	b.skip(syntax.Comma)
	if len(cs) > 0 {
		b.step(opTrail)
	}
	b.step(opDedent)
	b.close(g)
	b.step(opDedent)
	if fill >= 0 {
		b.steps[fill].a = int32(len(b.steps))
	}
	return g
}

// constraint writes a clause.
func (b *builder) constraint(c ast.Constraint) {
	n, ok := c.(*ast.NatConstraint)
	if !ok {
		b.node(c)
		return
	}
	b.nat(n.X)
	b.space()
	b.tokensOf(width(n.Op))
	b.space()
	b.nat(n.Y)
}

// width is of how many tokens an operator is.
func width(o ast.BinaryOp) int {
	switch o {
	case ast.Shl, ast.Shr, ast.Le, ast.Ge:
		return 2
	}
	return 1
}
