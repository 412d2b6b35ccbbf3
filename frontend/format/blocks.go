package format

import (
	"descend/frontend/ast"
	"descend/frontend/syntax"
)

// stays says whether a value begins in the line of the `=` whatever its width is.
func stays(x ast.Expr) bool {
	if f, ok := x.(*ast.Lambda); ok {
		x = f.Body
	}
	return ast.IsBlockLike(x)
}

// small says whether a block may be in one line with what is around it: it has one statement or term at most, and that is none that
// ends with a block.
func small(x *ast.Block) bool {
	switch {
	case len(x.Stmts) == 0:
		return x.Result == nil || !ast.IsBlockLike(x.Result)
	case len(x.Stmts) > 1 || x.Result != nil:
		return false
	}
	s, ok := x.Stmts[0].(*ast.ExprStmt)
	return !ok || !ast.IsBlockLike(s.X)
}

// smallIf says whether all blocks of a conditional may be in one line.
func smallIf(x *ast.If) bool {
	for {
		if !small(x.Then) {
			return false
		}
		switch e := x.Else.(type) {
		case nil:
			return true
		case *ast.Block:
			return small(e)
		case *ast.If:
			x = e
		}
	}
}

// blockLike writes a term that ends with a block.
func (b *builder) blockLike(x ast.Expr) {
	g := b.open()
	switch x := x.(type) {
	case *ast.Block:
		b.block(x, false)
	case *ast.Unsafe:
		b.token()
		b.body(0, x.Body, false)
	case *ast.If:
		b.conditional(x)
	case *ast.Match:
		b.match(x)
	case *ast.Split:
		b.split(x)
	default:
		b.loop(x)
	}
	b.close(g)
}

// loop writes a loop or schedule.
func (b *builder) loop(x ast.Expr) {
	b.token()
	switch x := x.(type) {
	case *ast.While:
		b.body(b.head(func() { b.expr(x.Cond) }), x.Body, false)
	case *ast.ForEach:
		b.space()
		b.pattern(x.Pat)
		b.space()
		b.token()
		b.body(b.head(func() { b.expr(x.Coll) }), x.Body, false)
	case *ast.ForNat:
		b.space()
		for !b.at(syntax.KwIn) { // a name, perhaps in parentheses
			b.token()
		}
		b.space()
		b.token()
		b.body(b.head(func() { b.natRange(x.Range) }), x.Body, false)
	case *ast.Sched:
		if b.at(syntax.LParen) {
			b.list(len(x.Axes), plain, func(int) { b.token() })
		}
		b.space()
		b.words(2)
		b.node(x.Exec)
		b.body(0, x.Body, false)
	}
}

// head writes what stands between the word of a loop or conditional and its block. If it has several lines the block begins in
// the next one. It returns the step at which it begins.
func (b *builder) head(write func()) int32 {
	b.space()
	g := b.open()
	write()
	b.close(g)
	return g
}

// natRange writes the range of a loop.
func (b *builder) natRange(r *ast.NatRange) {
	switch {
	case r.Lo != nil && b.at(syntax.LBracket) && r.Lo.Span().Start > r.Span().Start:
		b.token()
		b.bounds(r)
		b.token()
	case r.Kind == ast.RangeUp && !b.word("range") || r.Kind == ast.RangeUp && b.tokens[b.pos+1].Kind != syntax.LParen:
		b.bounds(r)
	default:
		b.token()
		args := []ast.Nat{r.Lo, r.Hi}
		if r.Lo == nil {
			args = args[1:]
		} else if r.Kind == ast.RangeHalved {
			args[0], args[1] = args[1], args[0]
		}
		b.list(len(args), plain, func(i int) { b.nat(args[i]) })
	}
}

// bounds writes `lo..hi`.
func (b *builder) bounds(r *ast.NatRange) {
	b.nat(r.Lo)
	b.token()
	b.nat(r.Hi)
}

// conditional writes an if with all its branches.
func (b *builder) conditional(x *ast.If) {
	long := !smallIf(x)
	for {
		b.token()
		b.body(b.head(func() { b.condition(x.Cond) }), x.Then, long)
		if x.Else == nil {
			return
		}
		b.below(0)
		b.token()
		next, ok := x.Else.(*ast.If)
		if !ok {
			b.body(0, x.Else.(*ast.Block), long)
			return
		}
		b.space()
		x = next
	}
}

// condition writes the condition of an if.
func (b *builder) condition(x ast.Expr) {
	c, ok := x.(*ast.LetCond)
	if !ok {
		b.expr(x)
		return
	}
	b.words(1)
	b.pattern(c.Pat)
	b.space()
	b.equals(stays(c.X), func() { b.expr(c.X) })
}

// match writes a match.
func (b *builder) match(x *ast.Match) {
	b.token()
	b.below(b.head(func() { b.expr(x.X) }))
	b.arms(len(x.Arms), func(i int) *ast.Block {
		a := x.Arms[i]
		if b.accept(syntax.Or) {
			b.space()
		}
		g := b.open()
		for n, p := range a.Pats {
			if n > 0 {
				b.separate(opLine, 0)
				b.words(1)
			}
			b.matchPattern(p)
		}
		b.close(g)
		return a.Body
	})
}

// matchPattern writes a pattern of an arm.
func (b *builder) matchPattern(p *ast.MatchPattern) {
	if p.Lo == nil {
		b.token()
		return
	}
	b.expr(p.Lo)
	if p.Hi != nil {
		b.token()
		b.accept(syntax.Assign)
		b.expr(p.Hi)
	}
}

// split writes a split.
func (b *builder) split(x *ast.Split) {
	b.token()
	if b.accept(syntax.LParen) {
		b.tokensOf(2)
	}
	b.space()
	if x.At.Span().Start < x.Exec.Span().Start { // the prototype's
		b.nat(x.At)
		b.space()
		b.node(x.Exec)
	} else {
		b.node(x.Exec)
		b.space()
		b.words(1)
		b.nat(x.At)
	}
	b.below(0)
	b.arms(2, func(i int) *ast.Block {
		b.node(x.Branches[i].Name)
		return x.Branches[i].Body
	})
}

// arms writes the arms of a match or split, each in lines of its own.
func (b *builder) arms(n int, head func(i int) *ast.Block) {
	b.token()
	if n == 0 && len(b.gap.comments) == 0 {
		b.token()
		return
	}
	b.step(opIndent)
	for i := range n {
		at := blanks
		if i == 0 {
			at |= first
		}
		b.separate(opHard, at)
		body := head(i)
		b.space()
		b.token() // =>
		b.arm(body)
		if i < n-1 && !b.accept(syntax.Comma) {
			b.char(',')
		}
	}
	b.skip(syntax.Comma)
	if n > 0 {
		b.step(opTrail)
	}
	b.separate(opHard, blanks|ending(n))
	b.token()
}

// arm writes what an arm does: a block, or one term, which the tree has a block around.
func (b *builder) arm(x *ast.Block) {
	if b.at(syntax.LBrace) {
		b.space()
		g := b.open()
		b.block(x, false)
		b.close(g)
		return
	}
	b.value(stays(x.Result), func() { b.expr(x.Result) })
}

// body writes the block behind a head; long says that it is not in one line.
func (b *builder) body(head int32, x *ast.Block, long bool) {
	b.lifetimes()
	b.below(head)
	b.token()
	b.inBlock(x, long)
}

// block writes a block, as a term.
func (b *builder) block(x *ast.Block, long bool) {
	b.lifetimes()
	b.token()
	b.inBlock(x, long)
}

// inBlock writes what is in a block, and the brace that closes it.
func (b *builder) inBlock(x *ast.Block, long bool) {
	n := len(x.Stmts)
	for b.at(syntax.Semi) {
		b.next()
	}
	if n == 0 && x.Result == nil && len(b.gap.comments) == 0 {
		b.token()
		return
	}
	k := opLine
	if long || !small(x) {
		k = opHard
	}
	b.step(opIndent)
	before, at := k, blanks|first
	for i, s := range x.Stmts {
		b.separate(before, at)
		before, at = opHard, blanks
		b.stmt(s, i == n-1 && x.Result == nil)
	}
	if x.Result != nil {
		b.separate(before, at)
		b.statement(x.Result)
		n++
	}
	b.separate(k, blanks|ending(n))
	b.token()
}

// stmt writes a statement with its semicolon. One that ends with a block has none, unless it is the last one: that would give the
// block its value.
func (b *builder) stmt(s ast.Stmt, ends bool) {
	first := b.tok().Kind
	switch s := s.(type) {
	case *ast.Let:
		b.let(s)
	case *ast.LetNat:
		b.words(3)
		b.equals(stays(s.Init), func() { b.expr(s.Init) })
	case *ast.ExprStmt:
		b.statement(s.X)
		if ast.IsBlockLike(s.X) && first != syntax.LParen && !ends {
			for b.at(syntax.Semi) {
				b.next()
			}
			return
		}
	}
	b.semicolon()
}

// statement writes a term that stands alone. A block without a head has several lines then.
func (b *builder) statement(x ast.Expr) {
	block, ok := x.(*ast.Block)
	if !ok || !b.at(syntax.LBrace) {
		b.expr(x)
		return
	}
	g := b.open()
	b.block(block, len(block.Stmts) > 0 || block.Result != nil)
	b.close(g)
}

// let writes the declaration of a variable.
func (b *builder) let(s *ast.Let) {
	b.token()
	if s.Owner != nil {
		b.owner(s.Owner)
	}
	b.space()
	b.pattern(s.Pat)
	if s.Type != nil {
		b.words(1)
		b.typ(s.Type)
	}
	if s.Init != nil {
		b.space()
		b.equals(stays(s.Init), func() { b.expr(s.Init) })
	}
}

// pattern writes the left side of a let.
func (b *builder) pattern(p ast.Pattern) {
	k := b.parens(p.Span().Start)
	switch p := p.(type) {
	case *ast.TuplePattern:
		b.list(len(p.Elems), tuple, func(i int) { b.pattern(p.Elems[i]) })
	case *ast.NamePattern:
		if p.Mut {
			b.words(1)
		}
		b.token()
	default:
		b.token()
	}
	b.tokensOf(k)
}
