package syntax

import (
	"strings"

	"descend/frontend/ast"
	"descend/frontend/source"
)

// expr reads a term without assignment.
func (p *parser) expr() ast.Expr {
	start := p.start()
	x := p.binary(1)
	if !p.at(KwElse) || p.noStruct || p.recovering || ast.IsBlockLike(x) {
		return x
	}
	return p.elseValue(start, x)
}

// elseValue reads `else` and the value behind a place.
func (p *parser) elseValue(start int, x ast.Expr) ast.Expr {
	word := p.here()
	p.advance()
	y := p.binary(1)
	e := &ast.Else{Base: p.base(start), X: x, Y: y}
	if p.recovering || isBroken(x) {
		return e
	}
	if !ast.IsPlace(x) {
		d := p.mistake(word, "`else` stands behind a place").WithLabel("the term before is none")
		if last := lastOperand(x); last != nil {
			d.WithHelp("put the place and its value in parentheses", p.edit(last.Span().Head(), "("), p.edit(y.Span().Tail(), ")"))
		}
		return &ast.BadExpr{Base: e.Base}
	}
	if p.at(KwElse) {
		p.mistake(p.here(), "`else` cannot be chained").WithLabel("second `else` here").
			WithHelp("put the inner one in parentheses: `p else (q else v)`")
		p.advance()
		p.binary(1)
	}
	return e
}

// isBroken says whether an error in a term was reported.
func isBroken(x ast.Expr) (broken bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		_, bad := n.(*ast.BadExpr)
		broken = broken || bad
		return !broken
	})
	return broken
}

// lastOperand is the last operand of a term of operators if it is a place, else nil.
func lastOperand(x ast.Expr) ast.Expr {
	for {
		switch y := x.(type) {
		case *ast.Binary:
			x = y.Y
		case *ast.Unary:
			x = y.X
		default:
			if ast.IsPlace(x) {
				return x
			}
			return nil
		}
	}
}

// head reads the term before a block, where `Name {` is no struct value.
func (p *parser) headExpr() ast.Expr {
	saved := p.noStruct
	p.noStruct = true
	x := p.expr()
	p.noStruct = saved
	return x
}

// nested runs f inside of brackets, where struct values are allowed again.
func (p *parser) nested(f func()) {
	noStruct, noGreater := p.noStruct, p.noGreater
	p.noStruct, p.noGreater = false, false
	f()
	p.noStruct, p.noGreater = noStruct, noGreater
}

// infix are the operators of one token.
var infix = map[Kind]ast.BinaryOp{Plus: ast.Add, Minus: ast.Sub, Star: ast.Mul, Slash: ast.Div,
	Percent: ast.Rem, And: ast.BitAnd, Or: ast.BitOr, Caret: ast.BitXor, EqEq: ast.Eq, NotEq: ast.Ne,
	AndAnd: ast.And, OrOr: ast.Or}

// assigns are the compound assignments of one token.
var assigns = map[Kind]ast.BinaryOp{PlusAssign: ast.Add, MinusAssign: ast.Sub, StarAssign: ast.Mul,
	SlashAssign: ast.Div, PercentAssign: ast.Rem, AndAssign: ast.BitAnd, OrAssign: ast.BitOr,
	CaretAssign: ast.BitXor}

// infixOp is the infix operator here and its number of tokens, 0 if there is none.
func (p *parser) infixOp() (ast.BinaryOp, int) {
	if p.at(Greater) && p.noGreater {
		return 0, 0
	}
	if p.at(Less) || p.at(Greater) {
		if op, n := p.shiftOp(); n > 0 {
			if t := p.peek(2); t.Kind == Assign && t.Start == p.peek(1).End {
				return 0, 0 // <<= or >>=
			}
			return op, n
		}
		return p.compareOp()
	}
	op, ok := infix[p.tok.Kind]
	if !ok {
		op, ok = infix[p.wordOperator()]
	}
	if !ok {
		return 0, 0
	}
	return op, 1
}

// shiftOp is the shift here: two joined angle brackets.
func (p *parser) shiftOp() (ast.BinaryOp, int) {
	switch {
	case p.at(Less) && p.joined(Less, 2):
		return ast.Shl, 2
	case p.at(Greater) && p.joined(Greater, 2):
		return ast.Shr, 2
	}
	return 0, 0
}

// compareOp is the comparison here.
func (p *parser) compareOp() (ast.BinaryOp, int) {
	switch p.tok.Kind {
	case EqEq:
		return ast.Eq, 1
	case NotEq:
		return ast.Ne, 1
	case Less, Greater:
		op := ast.Lt
		if p.at(Greater) {
			op = ast.Gt
		}
		next := p.peek(1)
		if p.at(Less) && next.Kind == LifetimeTok {
			return 0, 0 // upstream's list of lifetimes before a block
		}
		if next.Kind == Assign && next.Start == p.tok.End {
			return op + 1, 2 // Lt, Le, Gt, Ge
		}
		return op, 1
	}
	return 0, 0
}

// binary reads infix operators that bind at least as strongly as prec.
func (p *parser) binary(prec int) ast.Expr {
	start := p.start()
	x := p.cast()
	compared := false
	for n := 1; !p.recovering; n++ {
		op, width := p.infixOp()
		if width == 0 || op.Precedence() < prec {
			return x
		}
		if p.stepped(x, op) {
			return &ast.BadExpr{Base: p.base(start)}
		}
		if op.IsComparison() {
			if compared {
				p.chained(x)
				return x
			}
			compared = true
		}
		if !p.fits(n) {
			return x
		}
		for range width {
			p.advance()
		}
		y := p.binary(op.Precedence() + 1)
		x = &ast.Binary{Base: p.base(start), Op: op, X: x, Y: y}
		if op.Precedence() < ast.Eq.Precedence() {
			compared = false
		}
	}
	return x
}

// stepped reports `x++` and `x--`.
func (p *parser) stepped(x ast.Expr, op ast.BinaryOp) bool {
	if op != ast.Add && op != ast.Sub || !p.joined(p.tok.Kind, 2) || p.recovering {
		return false
	}
	switch p.peek(2).Kind {
	case Semi, RBrace, RParen, RBracket, Comma, LBrace, EOF:
	default:
		return false
	}
	sign := p.text(p.tok)
	at, twice := x.Span(), p.here()
	p.advance()
	twice = twice.To(p.here())
	whole := at.To(twice)
	d := p.mistake(twice, "`%s%s` does not exist", sign, sign).WithLabel("not an operator")
	if step := at.Text() + " " + sign + "= 1"; at.Start == p.stmtStart {
		d.WithHelp("write `"+sign+"= 1`", p.edit(whole, step))
	} else {
		d.WithHelp("write `" + step + "` as a statement of its own, behind this one")
	}
	p.advance()
	return true
}

// chained reports a second comparison: `a < b < c`, or a call `f<n>(x)` without `::`.
func (p *parser) chained(x ast.Expr) {
	d := p.errorAt(p.here(), "comparisons cannot be chained").WithLabel("second comparison here")
	b, ok := x.(*ast.Binary)
	if !ok {
		return
	}
	if p.at(Greater) && b.Op == ast.Lt {
		switch b.X.(type) {
		case *ast.Name, *ast.Member:
			if strings.HasSuffix(b.X.Span().Text(), "_cast") {
				d.WithHelp("a cast is written `x as f32`")
				return
			}
			d.WithHelp("generic arguments are written `::<..>`", p.edit(b.X.Span().Tail(), "::"))
			return
		}
	}
	d.WithHelp("compare twice and join the results with `&&`")
}

// cast reads `x as t`.
func (p *parser) cast() ast.Expr {
	start := p.start()
	x := p.unary()
	for n := 1; p.at(KwAs) && !p.recovering && p.fits(n); n++ {
		p.advance()
		p.casting = true
		t := p.typ()
		p.casting = false
		x = &ast.Cast{Base: p.base(start), X: x, Type: t}
	}
	return x
}

// unary reads prefix operators.
func (p *parser) unary() ast.Expr {
	start := p.start()
	switch p.tok.Kind {
	case Minus, Not, Star, And, AndAnd:
	default:
		if !p.atWord("not") || p.peek(1).Kind != Ident {
			return p.postfix()
		}
		p.mistake(p.here(), "expected an operator, found `not`").WithLabel("operators are no words").
			WithHelp("write `!`", p.edit(source.Span{File: p.file, Start: start, End: int(p.peek(1).Start)}, "!"))
		p.advance()
		return p.postfix()
	}
	if !p.enter() {
		return &ast.BadExpr{Base: ast.At(p.here().Head())}
	}
	defer p.leave()
	op := p.tok.Kind
	p.advance()
	switch op {
	case Minus:
		var x ast.Expr
		if p.at(Int) {
			x = p.postfixOf(p.start(), p.intLit(true))
		} else {
			x = p.unary()
		}
		return &ast.Unary{Base: p.base(start), Op: ast.Neg, X: x}
	case Not:
		x := p.unary()
		return &ast.Unary{Base: p.base(start), Op: ast.Not, X: x}
	case Star:
		x := p.unary()
		return &ast.Deref{Base: p.base(start), X: x}
	}
	b := p.borrow(start)
	if op == AndAnd { // two borrows
		b.Base = ast.At(p.span(start + 1))
		return &ast.Borrow{Base: p.base(start), X: b}
	}
	return b
}

// borrow reads the rest of a borrow after the `&`. An upstream lifetime is dropped.
func (p *parser) borrow(start int) *ast.Borrow {
	p.accept(LifetimeTok)
	b := &ast.Borrow{}
	switch p.tok.Kind {
	case KwUniq:
		b.Uniq = true
		p.advance()
	case KwShrd:
		p.advance()
	case KwMut:
		p.mistake(p.here(), "expected `uniq`, found keyword `mut`").WithLabel("borrows are `uniq` or `shrd`").
			WithHelp("a borrow that writes is unique", p.edit(p.here(), "uniq"))
		b.Uniq = true
		p.advance()
	case Ident:
		// Upstream's `&a uniq x`.
		if k := p.peek(1).Kind; k == KwUniq || k == KwShrd {
			p.advance()
			return p.borrow(start)
		}
	}
	b.X = p.unary()
	b.Base = p.base(start)
	return b
}

// startsExpr says whether the current token can be the first of a term.
func (p *parser) startsExpr() bool {
	switch p.tok.Kind {
	case Ident, Int, Float, String, KwTrue, KwFalse, LParen, LBracket, LBrace, Minus, Not, Star, And, AndAnd, KwIf, KwMatch,
		KwWhile, KwFor, KwSched, KwSplit, KwSync, KwReturn, KwBreak, KwContinue, KwUnsafe:
		return true
	}
	return false
}

// primary reads a term without operators around it.
func (p *parser) primary() ast.Expr {
	start := p.start()
	switch p.tok.Kind {
	case Int:
		return p.intLit(false)
	case Float:
		return p.floatLit()
	case String:
		return p.strLit()
	case KwTrue, KwFalse:
		v := p.at(KwTrue)
		p.advance()
		return &ast.BoolLit{Base: p.base(start), Value: v}
	case LParen:
		if x := p.foreignCast(); x != nil {
			return x
		}
		return p.paren()
	case LBracket:
		return p.array()
	case KwSync:
		return p.sync()
	case KwReturn:
		p.advance()
		r := &ast.Return{}
		if p.startsExpr() {
			r.X = p.expr()
		}
		r.Base = p.base(start)
		return r
	case KwBreak, KwContinue:
		return p.jump(start)
	case Ident:
		if p.atWord("_") {
			p.hole(start)
			return &ast.BadExpr{Base: p.base(start)}
		}
	case KwSplit:
		if p.peek(1).Kind == PathSep || p.peek(1).Kind == Dot { // the view, as an argument
			return p.name()
		}
	case Or, OrOr:
		return p.lambda()
	case KwLet:
		p.unexpected("an expression").WithLabel("`let` is a statement, it has no value").
			WithHelp("put it into a block of its own: `{ let x = ..; }`")
		return &ast.BadExpr{Base: ast.At(p.here().Head())}
	}
	if p.startsBlockLike() {
		return p.blockLike()
	}
	if p.at(Ident) {
		return p.name()
	}
	p.unexpected("an expression")
	return &ast.BadExpr{Base: ast.At(p.here().Head())}
}

// lambda reads `|a, b| term`.
func (p *parser) lambda() ast.Expr {
	start := p.start()
	x := &ast.Lambda{}
	if open := p.here(); !p.accept(OrOr) {
		p.advance()
		p.list(open, Or, func() {
			id := p.ident("a parameter")
			if p.at(Colon) && !p.recovering {
				colon := p.here()
				p.advance()
				p.typ()
				p.mistake(p.through(colon.Start), "a function literal has no types").WithLabel("they are those of the parameter that it is given for").
					WithHelp("leave it out", p.edit(p.span(colon.Start), ""))
			}
			x.Params = append(x.Params, id)
		})
	}
	if !p.enter() {
		return &ast.BadExpr{Base: ast.At(p.here().Head())}
	}
	x.Body = p.expr()
	p.leave()
	x.Base = p.base(start)
	return x
}

// hole reports upstream's `_` as a term, at the underscore.
func (p *parser) hole(start int) {
	p.mistake(p.through(start), "holes are not supported").WithLabel("a value is needed here").
		WithHelp("write the value, or make it a parameter of the function")
	p.advance()
}

func (p *parser) intLit(negated bool) ast.Expr {
	start := p.start()
	sp := p.here()
	digits, suffix := splitSuffix(p.text(p.tok))
	p.advance()
	v := intValue(digits)
	if r := intRange(v, suffix, negated); r != "" {
		p.mistake(sp, "the literal is out of range for `%s`", suffix).WithLabel("`%s` goes from %s", suffix, r)
		v.SetInt64(0)
	}
	return &ast.IntLit{Base: p.base(start), Value: v, Suffix: suffix}
}

func (p *parser) floatLit() ast.Expr {
	start := p.start()
	sp := p.here()
	digits, suffix := splitSuffix(p.text(p.tok))
	p.advance()
	if !floatFits(digits, suffix) {
		name := suffix
		if name == "" {
			name = "f64"
		}
		p.mistake(sp, "the literal is out of range for `%s`", name).WithLabel("this is infinite as `%s`", name)
		digits = "0"
	}
	return &ast.FloatLit{Base: p.base(start), Text: digits, Suffix: suffix}
}

// paren reads `()`, `(t)`, `(t,)` or `(t, u)`.
func (p *parser) paren() ast.Expr {
	start := p.start()
	if !p.enter() {
		return &ast.BadExpr{Base: p.base(start)}
	}
	defer p.leave()
	open := p.here()
	p.advance()
	t := &ast.Tuple{}
	p.nested(func() {
		p.list(open, RParen, func() { t.Elems = append(t.Elems, p.expr()) })
	})
	if len(t.Elems) == 1 && !p.endComma {
		return t.Elems[0]
	}
	t.Base = p.base(start)
	return t
}

// array reads `[a, b]` or `[v; n]`.
func (p *parser) array() ast.Expr {
	start := p.start()
	if !p.enter() {
		return &ast.BadExpr{Base: p.base(start)}
	}
	defer p.leave()
	open := p.here()
	p.advance()
	if p.accept(RBracket) {
		return &ast.Array{Base: p.base(start)}
	}
	saved := p.noStruct
	p.noStruct = false
	defer func() { p.noStruct = saved }()
	first := p.expr()
	switch {
	case p.recovering:
	case p.at(Semi):
		p.advance()
		r := &ast.ArrayRepeat{Elem: first, Len: p.nat()}
		p.closing(open, RBracket)
		r.Base = p.base(start)
		return r
	case p.at(DotDot):
		p.unexpected("`,` or `]`").WithLabel("a range stands only in the head of a `for` and behind a place")
	}
	a := &ast.Array{Elems: []ast.Expr{first}}
	if !p.recovering && p.accept(RBracket) {
		a.Base = p.base(start)
		return a
	}
	if p.recovering && p.skipTo(Comma, RBracket) {
		p.recovering = false
	}
	if !p.recovering {
		if !p.at(RBracket) && !p.accept(Comma) {
			p.unexpected("`,`, `;` or `]`").Relate(p.loc(open), "the `[` is opened here")
			if p.skipTo(Comma, RBracket) {
				p.recovering = false
				p.accept(Comma)
			}
		}
		if !p.recovering {
			p.list(open, RBracket, func() { a.Elems = append(a.Elems, p.expr()) })
		}
	}
	a.Base = p.base(start)
	return a
}

// closing reads a closing bracket that belongs to the one at open; after an error inside it looks for it.
func (p *parser) closing(open source.Span, k Kind) {
	if p.recovering && p.skipTo(k) {
		p.recovering = false
	}
	if p.accept(k) {
		return
	}
	d := p.unexpected(k.quoted())
	d.Label += ", to close the `" + open.Text() + "`"
}
