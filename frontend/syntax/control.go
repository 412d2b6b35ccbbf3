package syntax

import (
	"descend/frontend/ast"
)

// startsBlockLike says whether a term that ends with a block starts here.
func (p *parser) startsBlockLike() bool {
	switch p.tok.Kind {
	case LBrace, KwIf, KwMatch, KwWhile, KwFor, KwSched, KwUnsafe:
		return true
	case KwSplit:
		return p.peek(1).Kind == LParen || p.peek(1).Kind == Ident
	case Ident:
		switch p.text(p.tok) {
		case "for_nat":
			return p.peek(1).Kind == Ident
		case "indep":
			return p.peek(1).Kind == LParen && p.peek(3).Kind == RParen
		}
	}
	return false
}

// blockLike reads a term that ends with a block.
func (p *parser) blockLike() ast.Expr {
	start := p.start()
	switch p.tok.Kind {
	case LBrace:
		return p.block()
	case KwIf:
		return p.ifExpr()
	case KwMatch:
		return p.match()
	case KwWhile:
		p.advance()
		w := &ast.While{Cond: p.condition(false)}
		w.Body = p.block()
		w.Base = p.base(start)
		return w
	case KwFor:
		return p.forLoop()
	case KwSched:
		return p.sched()
	case KwSplit:
		return p.split()
	case KwUnsafe:
		return p.unsafe()
	}
	if p.atWord("indep") {
		return p.split()
	}
	return p.forLoop()
}

// unsafe reads `unsafe { .. }`.
func (p *parser) unsafe() ast.Expr {
	start := p.start()
	p.advance()
	switch {
	case p.at(LBrace):
		u := &ast.Unsafe{Body: p.block()}
		u.Base = p.base(start)
		return u
	case p.atWord("_"):
		p.hole(start)
		return &ast.BadExpr{Base: p.base(start)}
	}
	p.unexpected("`{`").WithHelp("`unsafe` takes a block: `unsafe { .. }`")
	return &ast.BadExpr{Base: p.base(start)}
}

// letCondition reads the `let x = &p` of an if.
func (p *parser) letCondition() ast.Expr {
	start := p.start()
	p.advance()
	c := &ast.LetCond{Pat: p.pattern()}
	if !p.accept(Assign) {
		p.unexpected("`=`")
		p.recovering = p.recovering && !p.at(LBrace)
		return &ast.BadExpr{Base: p.base(start)}
	}
	c.X = p.headExpr()
	c.Base = p.base(start)
	return c
}

// condition reads the condition of an if or while; ifLet says that it may be `let x = &p`.
func (p *parser) condition(ifLet bool) ast.Expr {
	if !p.enter() {
		return &ast.BadExpr{Base: ast.At(p.here().Head())}
	}
	defer p.leave()
	if p.at(LBrace) {
		p.unexpected("a condition")
		p.recovering = false // the block is that of the if or loop
		return &ast.BadExpr{Base: ast.At(p.here().Head())}
	}
	if p.at(KwLet) && ifLet {
		return p.letCondition()
	}
	start := p.start()
	x := p.headExpr()
	if n, ok := x.(*ast.Name); ok && ifLet && p.at(Assign) && p.peek(1).Kind == And && len(n.Path.Parts) == 1 && !p.recovering {
		p.mistake(p.here(), "expected `==`, found `=`").WithLabel("a branch where an element exists begins with `if let`").
			WithHelp("write `let`", p.edit(x.Span().Head(), "let "))
		p.advance()
		return &ast.LetCond{Pat: &ast.NamePattern{Base: n.Base, Name: n.Path.Parts[0]}, X: p.headExpr(), Base: p.base(start)}
	}
	if p.at(KwElse) && !p.recovering && ast.IsPlace(x) {
		word := p.here()
		p.advance()
		y := compared(p.headExpr())
		if !p.recovering {
			p.mistake(word, "expected `{`, found keyword `else`").WithLabel("a value after `else` ends where a block begins").
				WithHelp("put the place and its value in parentheses", p.edit(x.Span().Head(), "("), p.edit(y.Span().Tail(), ")"))
		}
		return &ast.BadExpr{Base: p.base(start)}
	}
	if p.at(Assign) && !p.recovering {
		p.mistake(p.here(), "expected `==`, found `=`").WithLabel("an assignment has no value").
			WithHelp("write `==` to compare", p.edit(p.here(), "=="))
		p.advance()
		p.headExpr()
		p.recovering = p.recovering || !p.at(LBrace) // an assignment whose `{` is missing before it
	}
	return x
}

// compared is what the first comparison in a condition is of: 1 in `1 == 2 && b`.
func compared(x ast.Expr) ast.Expr {
	for {
		b, ok := x.(*ast.Binary)
		if !ok || !b.Op.IsComparison() && b.Op != ast.And && b.Op != ast.Or {
			return x
		}
		x = b.X
	}
}

// ifExpr reads an if with all its else branches.
func (p *parser) ifExpr() ast.Expr {
	start := p.start()
	p.advance()
	first := &ast.If{Cond: p.condition(true)}
	first.Then = p.block()
	chain := []*ast.If{first}
	starts := []int{start}
	for n := 1; !p.recovering && (p.at(KwElse) || p.atWord("elif") || p.atWord("elsif") || p.atWord("elseif")); n++ {
		joined := !p.at(KwElse) // elif
		if joined {
			p.mistake(p.here(), "expected `else if`, found `%s`", p.text(p.tok)).WithLabel("`else` and `if` are two words").
				WithHelp("write `else if`", p.edit(p.here(), "else if"))
		} else {
			p.advance()
		}
		last := chain[len(chain)-1]
		if !p.at(KwIf) && !joined {
			last.Else = p.block()
			break
		}
		if !p.fits(n) {
			break
		}
		starts = append(starts, p.start())
		p.advance()
		next := &ast.If{Cond: p.condition(true)}
		next.Then = p.block()
		last.Else = next
		chain = append(chain, next)
	}
	for i, f := range chain {
		f.Base = p.base(starts[i])
	}
	return first
}

// counted reads the head of a loop of C that counts up by one, `(int i = 0; i < n; i++)`, and says what stands in a for loop.
func counted(head string) (form string, ok bool) {
	s := &shape{text: head}
	s.want("(")
	i := s.word()
	if name := s.word(); name != "" { // the first was a type
		i = name
	}
	s.want("=")
	lo := s.until(";=")
	s.want(";")
	s.want(i)
	most := s.has("<=")
	if !most {
		s.want("<")
	}
	hi := s.until(";")
	s.want(";")
	if s.has("++") {
		s.want(i)
	} else if s.want(i); !s.has("++") {
		s.want("+=")
		s.want("1")
	}
	s.want(")")
	if most {
		hi += " + 1"
	}
	return i + " in " + lo + ".." + hi, i != "" && s.whole()
}

// countingLoop reports the head of a loop of C, `(i = 0; i < n; i++)`, and moves over it; false, and nothing is done, if there
// is none.
func (p *parser) countingLoop() bool {
	first, second, third := p.peek(1), p.peek(2), p.peek(3)
	if !(first.Kind == Ident && second.Kind == Assign || (first.Kind == Ident || first.Kind == KwLet) && (second.Kind == Ident || second.Kind == KwMut) && (third.Kind == Assign || third.Kind == Ident)) {
		return false
	}
	start := p.start()
	p.skipGroup()
	head := p.span(start)
	d := p.mistake(head, "a loop over numbers is written `for i in a..b`").WithLabel("expected a name and `in`")
	if text, ok := counted(head.Text()); ok {
		d.WithHelp("write `for "+text+"`", p.edit(head, text))
	}
	return true
}

// forLoop reads both kinds of for loops, and upstream's for_nat.
func (p *parser) forLoop() ast.Expr {
	start := p.start()
	natOnly := p.at(Ident)
	p.advance()
	if p.at(LParen) && p.countingLoop() {
		f := &ast.ForEach{Pat: &ast.WildPattern{Base: ast.At(p.here().Head())}, Coll: &ast.BadExpr{Base: ast.At(p.here().Head())}, Body: p.block()}
		f.Base = p.base(start)
		return f
	}
	pat := p.pattern()
	if !p.at(KwIn) && !p.recovering && p.startsExpr() {
		p.mistake(p.here(), "expected `in`, found %s", p.describe(p.tok)).WithLabel("expected `in`").
			WithHelp("write `in`", p.edit(p.here().Head(), "in "))
	} else {
		p.expect(KwIn)
	}
	if p.recovering {
		p.skipTo(LBrace)
		f := &ast.ForEach{Pat: pat, Coll: &ast.BadExpr{Base: ast.At(p.here().Head())}, Body: p.block()}
		f.Base = p.base(start)
		return f
	}
	coll, r := p.forHead()
	if r == nil && natOnly {
		p.mistake(coll.Span(), "expected a range of nats").
			WithHelp("ranges are `a..b`, `halved_range(n)` and `doubled_range(n)`")
	}
	if p.recovering {
		p.skipTo(LBrace)
	}
	body := p.block()
	if r == nil {
		return &ast.ForEach{Base: p.base(start), Pat: pat, Coll: coll, Body: body}
	}
	f := &ast.ForNat{Base: p.base(start), Range: r, Body: body}
	switch pat := pat.(type) {
	case *ast.NamePattern:
		f.Var = pat.Name
		if pat.Mut {
			p.mistake(pat.Range, "the variable of a nat loop cannot be `mut`").WithLabel("it is a nat, not a variable in memory")
		}
	case *ast.WildPattern:
		f.Var = &ast.Ident{Base: pat.Base, Name: "_"}
	default:
		p.mistake(pat.Span(), "a nat loop binds one name")
		f.Var = &ast.Ident{Base: ast.At(pat.Span())}
	}
	return f
}

// forHead reads what a loop runs over: a term or a range.
func (p *parser) forHead() (ast.Expr, *ast.NatRange) {
	start := p.start()
	if !p.enter() {
		return &ast.BadExpr{Base: ast.At(p.here().Head())}, nil
	}
	defer p.leave()
	if p.bracketedRange() {
		open := p.here()
		p.advance()
		var r *ast.NatRange
		p.nested(func() { r = p.rangeFrom(start, p.expr()) })
		p.closing(open, RBracket)
		r.Base = p.base(start)
		return nil, r
	}
	if p.at(Ident) && p.peek(1).Kind == LParen {
		if r := p.rangeCall(); r != nil {
			return nil, r
		}
	}
	x := p.headExpr()
	if p.at(DotDot) && !p.recovering {
		saved := p.noStruct
		p.noStruct = true
		r := p.rangeFrom(start, x)
		p.noStruct = saved
		if w := p.here().Text(); p.at(Ident) && (w == "step" || w == "by") && !p.recovering {
			p.mistake(p.here(), "expected `{`, found `%s`", w).WithLabel("loops count by one").WithHelp("multiply: `k * i` in a loop over `0..n / k`")
			p.skipTo(LBrace)
		}
		return nil, r
	}
	return x, nil
}

// bracketedRange says whether a range in brackets starts here, `[a..b]`, and not an array: whether `..` ends its first term.
func (p *parser) bracketedRange() bool {
	if !p.at(LBracket) {
		return false
	}
	depth := 0
	for n := 1; ; n++ {
		switch k := p.peek(n).Kind; k {
		case LParen, LBracket, LBrace:
			depth++
		case RParen, RBracket, RBrace:
			if depth--; depth < 0 {
				return false
			}
		case DotDot, Comma, Semi:
			if depth == 0 {
				return k == DotDot
			}
		case EOF:
			return false
		}
	}
}

// rangeCall reads `range(a, b)`, `halved_range(u)`, `doubled_range(l, u)`; nil if none starts here.
func (p *parser) rangeCall() *ast.NatRange {
	start := p.start()
	name := p.text(p.tok)
	r := &ast.NatRange{}
	switch name {
	case "range":
	case "halved_range":
		r.Kind = ast.RangeHalved
	case "doubled_range":
		r.Kind = ast.RangeDoubled
	default:
		return nil
	}
	p.advance()
	open := p.here()
	p.advance()
	var args []ast.Nat
	p.list(open, RParen, func() { args = append(args, p.nat()) })
	r.Base = p.base(start)
	switch {
	case len(args) == 2 && r.Kind == ast.RangeHalved:
		r.Hi, r.Lo = args[0], args[1]
	case len(args) == 2:
		r.Lo, r.Hi = args[0], args[1]
	case len(args) == 1 && r.Kind != ast.RangeUp:
		r.Hi = args[0]
	default:
		want := "one or two nats"
		if r.Kind == ast.RangeUp {
			want = "two nats"
		}
		d := p.mistake(r.Range, "`%s` takes %s, found %d", name, want, len(args))
		if len(args) == 1 {
			text := "0.." + args[0].Span().Text()
			d.WithHelp("write `"+text+"`", p.edit(r.Range, text))
		}
		bad := &ast.BadNat{Base: r.Base}
		r.Lo, r.Hi = bad, bad
	}
	return r
}

// sched reads `sched(Y, X) var in exec { .. }`.
func (p *parser) sched() ast.Expr {
	start := p.start()
	p.advance()
	s := &ast.Sched{}
	if p.at(LParen) {
		open := p.here()
		p.advance()
		p.list(open, RParen, func() {
			if a, ok := p.axis(); ok {
				s.Axes = append(s.Axes, a)
			}
		})
	}
	s.Var = p.ident("a name for the execution resource")
	if p.at(Ident) && !p.recovering {
		p.mistake(p.here(), "expected `in`, found %s", p.describe(p.tok)).WithLabel("expected `in`").
			WithHelp("write `in`", p.edit(p.here().Head(), "in "))
	} else {
		p.expect(KwIn)
	}
	s.Exec = p.execExpr()
	if p.recovering {
		p.skipTo(LBrace)
	}
	s.Body = p.block()
	s.Base = p.base(start)
	return s
}

// split reads `split(X) exec at n { a => .., b => .. }` and upstream's `indep(X) n exec { .. }`.
func (p *parser) split() ast.Expr {
	start := p.start()
	upstream := p.at(Ident)
	p.advance()
	s := &ast.Split{}
	if p.accept(LParen) {
		s.Axis, s.HasAxis = p.axis()
		if p.at(Comma) && !p.recovering {
			p.errorAt(p.here(), "a split is along one dimension").WithHelp("nest splits for several dimensions")
			p.skipTo(RParen)
		}
		p.expect(RParen)
	}
	if upstream {
		s.At = p.nat()
		s.Exec = p.execExpr()
	} else {
		s.Exec = p.execExpr()
		if p.atWord("at") {
			p.advance()
		} else {
			p.unexpected("`at`").WithHelp("a split is written `split(X) block at n { first => .., second => .. }`")
		}
		s.At = p.nat()
	}
	if p.recovering {
		p.skipTo(LBrace)
	}
	p.branches(s)
	s.Base = p.base(start)
	return s
}

// branches reads the two branches of a split in braces.
func (p *parser) branches(s *ast.Split) {
	none := func() *ast.SplitBranch {
		b := ast.At(p.here().Head())
		return &ast.SplitBranch{Base: b, Name: &ast.Ident{Base: b}, Body: &ast.Block{Base: b}}
	}
	s.Branches = [2]*ast.SplitBranch{none(), none()}
	open, n := p.here(), 0
	closed := p.inBraces("the branches of the split", func() {
		b := p.branch()
		if n < 2 {
			s.Branches[n] = b
		}
		if n == 2 {
			p.mistake(b.Name.Range, "a split has two branches").WithLabel("third branch here").
				WithHelp("nest splits to divide further")
		}
		n++
	})
	if closed && n < 2 {
		p.mistake(p.span(open.Start), "a split has two branches, found %d", n).
			WithHelp("a part that does nothing is written `name => { }`")
	}
}

// inBraces reads branches in braces, with commas between those that do not end with a block; false if they do not end.
func (p *parser) inBraces(what string, branch func()) bool {
	open := p.here()
	if !p.at(LBrace) {
		p.unexpected("`{` and " + what)
		p.stray++
		return false
	}
	p.advance()
	p.recovering = false
	for !p.at(RBrace) && !p.at(EOF) && !p.at(KwFn) && !p.at(KwStruct) {
		before := p.start()
		branch()
		if p.recovering {
			if !p.skipTo(Comma) && p.at(Semi) {
				p.advance()
			}
			p.recovering = false
		}
		if !p.accept(Comma) && p.prev != RBrace && !p.at(RBrace) {
			p.unexpected("`,` or `}`")
			if p.skipTo(Comma) {
				p.advance()
			}
			p.recovering = false
		}
		if p.start() == before {
			p.advance()
		}
	}
	if !p.accept(RBrace) {
		p.unexpected("`}`").Relate(p.loc(open), "this `{` is not closed")
		return false
	}
	return true
}

// branch reads `name => term`.
func (p *parser) branch() *ast.SplitBranch {
	start := p.start()
	b := &ast.SplitBranch{Name: p.ident("a name for this part of the resource")}
	b.Body = p.branchBody()
	b.Base = p.base(start)
	return b
}

// branchBody reads the `=> term` of a branch.
func (p *parser) branchBody() *ast.Block {
	body := &ast.Block{Base: ast.At(p.here().Head())}
	if !p.expect(FatArrow) {
		return body
	}
	if p.at(LBrace) {
		return p.block()
	}
	at := p.start()
	x := p.assignment(true)
	return &ast.Block{Base: p.base(at), Result: x}
}

// sync reads `sync` or `sync(e)`.
func (p *parser) sync() ast.Expr {
	start := p.start()
	p.advance()
	s := &ast.Sync{}
	if p.at(LParen) {
		open := p.here()
		p.advance()
		if !p.at(RParen) {
			s.Exec = p.execExpr()
		}
		p.closing(open, RParen)
	}
	s.Base = p.base(start)
	return s
}

// jump reads `break` or `continue`, without the values and labels of Rust.
func (p *parser) jump(start int) ast.Expr {
	j, word := &ast.Jump{Again: p.at(KwContinue)}, p.text(p.tok)
	p.advance()
	j.Base = p.base(start)
	switch {
	case p.at(LifetimeTok):
		p.mistake(p.here(), "loops have no labels").WithLabel("`%s` is of the innermost loop", word).
			WithHelp("leave the outer loop by a condition: `while go { .. go = false; break .. }`")
		p.advance()
	case p.startsExpr() && !p.newLine():
		p.mistake(p.here(), "`%s` has no value", word).WithLabel("a loop gives none").WithHelp("assign it to a variable before: `x = ..; " + word + "`")
		p.expr()
	}
	return j
}
