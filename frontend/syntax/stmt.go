package syntax

import (
	"strings"

	"descend/frontend/ast"
	"descend/frontend/source"
)

// block reads `{ .. }`; an upstream list of lifetimes before it is dropped.
func (p *parser) block() *ast.Block {
	p.lifetimeList()
	start := p.start()
	b := &ast.Block{Base: ast.At(p.here().Head())}
	if !p.at(LBrace) {
		if end, ok := p.alone(); ok && !p.recovering {
			p.mistake(p.after(), "expected `{`, found %s", p.describe(p.tok)).WithLabel("expected `{`").
				WithHelp("write `{ .. }`", p.edit(p.here().Head(), "{ "), p.edit(end, " }"))
			b.Stmts = append(b.Stmts, p.stmt())
			if p.at(Semi) && p.peek(1).Kind == KwElse {
				p.advance()
			}
			return b
		}
		if !p.recovering && p.startsStmt() { // read what follows as if it were there
			p.mistake(p.after(), "expected `{`, found %s", p.describe(p.tok)).WithLabel("expected `{`").
				WithHelp("write `{`", p.edit(p.here().Head(), "{ "))
			if p.enter() {
				p.nested(func() { p.stmts(b, p.here()) })
				p.leave()
			}
			return b
		}
		if !p.recovering {
			p.stray++
		}
		p.unexpected("`{`")
		return b
	}
	if !p.enter() {
		return b
	}
	defer p.leave()
	open := p.here()
	p.advance()
	p.recovering = false
	p.nested(func() { p.stmts(b, open) })
	b.Base = p.base(start)
	return b
}

// alone says whether a statement of C stands here in place of a block, as in `if (c) return;`, and where it ends: behind its `;`, in the same line.
func (p *parser) alone() (end source.Span, ok bool) {
	if p.prev != RParen && p.prev != KwElse || !p.startsExpr() && !p.startsStmt() {
		return end, false
	}
	for n := 0; n < 64; n++ {
		switch t := p.peek(n); t.Kind {
		case Semi:
			end = source.Span{File: p.file, Start: source.Pos(t.End), End: source.Pos(t.End)}
			return end, !strings.Contains(p.file.Text[p.start():t.End], "\n")
		case LBrace, RBrace, EOF:
			return end, false
		}
	}
	return end, false
}

// stmts reads statements up to the closing brace.
func (p *parser) stmts(b *ast.Block, open source.Span) {
	for {
		switch p.tok.Kind {
		case RBrace:
			p.advance()
			return
		case Semi:
			p.advance()
			continue
		case EOF, KwFn, KwStruct:
			at := p.start()
			inner := p.at(KwFn) && at > 0 && p.file.Text[at-1] != '\n'
			p.broken = p.brokenItem && !inner // what is missing may have been lost there
			d := p.unexpected("`}`").Relate(p.loc(open), "this `{` is not closed")
			if inner {
				d.WithHelp("functions do not stand in each other: move it out of this one")
				p.stray++
			}
			return
		}
		before, around := p.start(), p.broken
		p.broken = false
		outer := p.loose
		p.loose = 0
		s := p.stmt()
		failed, isResult := p.recovering, false
		if p.recovering {
			p.skipStmt(before)
		} else {
			isResult = p.endStmt(s, b)
		}
		if failed || p.loose > 0 {
			p.lose(before)
		}
		p.loose = outer
		p.broken = around
		if !isResult {
			b.Stmts = append(b.Stmts, s)
		}
	}
}

// endStmt reads the `;` after a statement. It returns true when the statement was the block's result, which
// it stores.
func (p *parser) endStmt(s ast.Stmt, b *ast.Block) bool {
	switch {
	case p.accept(Semi):
		return false
	case p.at(RBrace):
		if e, ok := s.(*ast.ExprStmt); ok {
			b.Result = e.X
			return true
		}
		return false
	case p.prev == RBrace, p.at(EOF), p.at(KwFn), p.at(KwStruct):
		return false
	}
	if p.at(BadToken) {
		p.recovering = true
	} else if p.newLine() || p.startsStmt() {
		p.mistake(p.after(), "expected `;`, found %s", p.describe(p.tok)).WithLabel("expected `;`").
			WithHelp("statements are separated by `;`", p.edit(p.after(), ";"))
		return false
	} else {
		d := p.unexpected("`;`, `}` or an operator")
		if p.at(Assign) {
			d.WithLabel("only a place can stand on the left of `=`")
		}
	}
	p.skipStmt(-1)
	return false
}

// newLine says whether a line ends between the last token and the current one, which starts a term.
func (p *parser) newLine() bool {
	for i := p.prevEnd; i < p.start() && i < len(p.file.Text); i++ {
		if p.file.Text[i] == '\n' {
			return p.startsExpr() || p.startsStmt()
		}
	}
	return false
}

// startsStmt says whether the current token is a keyword that starts a statement.
func (p *parser) startsStmt() bool {
	switch p.tok.Kind {
	case KwLet, KwIf, KwWhile, KwFor, KwSched, KwSync, KwReturn, KwBreak, KwContinue:
		return true
	}
	return false
}

// skipStmt ends the recovery at the end of the statement that started at before.
func (p *parser) skipStmt(before int) {
	for {
		switch p.tok.Kind {
		case EOF, RBrace, KwFn, KwStruct:
			p.recovering = false
			return
		case Semi:
			if p.peek(2).Kind == RBracket && (p.peek(1).Kind == Int || p.peek(1).Kind == Ident) { // of an array without its `[`
				break
			}
			p.advance()
			p.recovering = false
			return
		case LBrace:
			if p.skipGroup(); p.at(KwElse) {
				break
			}
			p.recovering = false
			return
		case LParen, LBracket:
			p.skipGroup()
			continue
		case KwLet, KwFor, KwWhile, KwSched, KwReturn, KwBreak, KwContinue:
			if p.start() != before {
				p.recovering = false
				return
			}
		}
		p.advance()
	}
}

func (p *parser) stmt() ast.Stmt {
	start := p.start()
	p.stmtStart = start
	if p.at(KwLet) || p.foreignLet() {
		return p.let()
	}
	if p.atWord("loop") && p.peek(1).Kind == LBrace {
		p.mistake(p.here(), "`loop` does not exist").WithLabel("not a statement").
			WithHelp("write `while true`", p.edit(p.here(), "while true"))
		p.advance()
	}
	if p.foreignStmt() {
		return &ast.ExprStmt{Base: p.base(start), X: &ast.BadExpr{Base: p.base(start)}}
	}
	x := p.assignment(true)
	return &ast.ExprStmt{Base: p.base(start), X: x}
}

// foreignLet reports `var x = 1` and `int x = 1`; it stops at the word, which stands for `let`.
func (p *parser) foreignLet() bool {
	if !p.at(Ident) || p.peek(1).Kind != Ident || p.recovering {
		return false
	}
	if after := p.peek(2).Kind; after != Assign && after != Colon {
		return false
	}
	word := "let mut"
	if w := p.text(p.tok); w == "const" || w == "static" || w == "val" {
		word = "let"
	}
	p.mistake(p.here(), "expected `let`, found %s", p.describe(p.tok)).WithLabel("variables are declared with `let`").
		WithHelp("write `"+word+"`", p.edit(p.here(), word))
	return true
}

// assignment reads a term or an assignment. At the start of a statement a term with a block ends with it.
func (p *parser) assignment(stmt bool) ast.Expr {
	start := p.start()
	if stmt && p.startsBlockLike() {
		x := p.blockLike()
		if !p.at(Dot) && !p.at(KwAs) {
			return x
		}
		x = p.postfixOf(start, x)
		return p.assignTo(start, x)
	}
	return p.assignTo(start, p.expr())
}

// assignTo reads the rest of an assignment to x, if there is one.
func (p *parser) assignTo(start int, x ast.Expr) ast.Expr {
	if p.recovering {
		return x
	}
	if p.at(Colon) && p.peek(1).Kind == Assign && p.peek(1).Start == p.tok.End {
		p.mistake(p.here(), "expected `=`, found `:=`").WithLabel("an assignment is written `=`").WithHelp("leave out the `:`", p.edit(p.here(), ""))
		p.advance()
	}
	op, compound := assigns[p.tok.Kind]
	width := 1
	if !compound && (p.at(Less) || p.at(Greater)) {
		if t := p.peek(2); t.Kind == Assign && t.Start == p.peek(1).End {
			if op, width = p.shiftOp(); width > 0 {
				compound, width = true, 3
			}
		}
	}
	if !compound && !p.at(Assign) || width == 0 {
		return x
	}
	if !ast.IsPlace(x) {
		if _, bad := x.(*ast.BadExpr); !bad {
			p.mistake(x.Span(), "cannot assign to this term").WithLabel("expected a place").
				Relate(p.loc(p.here()), "because of this assignment")
		}
	}
	for range width {
		p.advance()
	}
	a := &ast.Assign{Compound: compound, Op: op, X: x, Y: p.expr()}
	if p.at(Assign) && !p.recovering {
		p.errorAt(p.here(), "assignments cannot be chained").WithLabel("an assignment has no value")
	}
	a.Base = p.base(start)
	return a
}

// let reads `let[owner] pat: ty = t`.
func (p *parser) let() ast.Stmt {
	start := p.start()
	p.advance()
	l := &ast.Let{}
	if p.atWord("nat") && p.peek(1).Kind == Ident {
		return p.letNat(start)
	}
	if p.at(LBracket) {
		open := p.here()
		p.advance()
		l.Owner = p.execExpr()
		p.closing(open, RBracket)
	}
	l.Pat = p.pattern()
	if !p.recovering && p.accept(Colon) {
		l.Type = p.typ()
	}
	if !p.recovering && p.accept(Assign) {
		l.Init = p.expr()
	}
	if l.Type == nil && l.Init == nil {
		if !p.recovering {
			p.unexpected("`:` or `=`").WithHelp("a variable without a value needs a type: `let mut x: i32;`")
		}
		l.Init = &ast.BadExpr{Base: ast.At(p.here().Head())}
	}
	l.Base = p.base(start)
	return l
}

// letNat reads `nat k = t` of a let that starts at start.
func (p *parser) letNat(start int) ast.Stmt {
	p.advance()
	l := &ast.LetNat{Name: p.declName("the nat's name")}
	switch {
	case p.recovering:
	case p.at(Colon):
		p.unexpected("`=`").WithHelp("a nat has no type: `let nat " + l.Name.Name + " = ..;`")
	case !p.accept(Assign):
		p.unexpected("`=`").WithHelp("a nat has a value from the start: `let nat " + l.Name.Name + " = ..;`")
	}
	if l.Init = ast.Expr(&ast.BadExpr{Base: ast.At(p.here().Head())}); !p.recovering {
		l.Init = p.expr()
	}
	l.Base = p.base(start)
	return l
}

func (p *parser) pattern() ast.Pattern {
	start := p.start()
	if !p.enter() {
		return &ast.WildPattern{Base: p.base(start)}
	}
	defer p.leave()
	switch {
	case p.atWord("_"):
		p.advance()
		return &ast.WildPattern{Base: p.base(start)}
	case p.at(LParen):
		open := p.here()
		p.advance()
		t := &ast.TuplePattern{}
		p.list(open, RParen, func() { t.Elems = append(t.Elems, p.pattern()) })
		if len(t.Elems) == 1 && !p.endComma {
			return t.Elems[0]
		}
		t.Base = p.base(start)
		return t
	case p.at(KwMut) || p.at(Ident):
		n := &ast.NamePattern{Mut: p.accept(KwMut)}
		n.Name = p.declName("the variable's name")
		n.Base = p.base(start)
		return n
	}
	p.unexpected("a variable or a tuple of variables")
	return &ast.WildPattern{Base: ast.At(p.here().Head())}
}
