package syntax

import "descend/frontend/ast"

// match reads `match x { a | b => .., _ => .. }`.
func (p *parser) match() ast.Expr {
	start := p.start()
	p.advance()
	m := &ast.Match{}
	if p.at(LBrace) {
		p.unexpected("a term")
		p.recovering = false // the block is that of the match
		m.X = &ast.BadExpr{Base: ast.At(p.here().Head())}
	} else {
		m.X = p.condition(false)
	}
	if p.recovering {
		p.skipTo(LBrace)
	}
	p.inBraces("the arms of the match", func() {
		if p.fits(len(m.Arms) + 1) { // each is nested in those before it
			m.Arms = append(m.Arms, p.arm())
		}
	})
	m.Base = p.base(start)
	return m
}

// arm reads `a | b => term`.
func (p *parser) arm() *ast.MatchArm {
	start := p.start()
	a := &ast.MatchArm{}
	p.accept(Or)
	for {
		a.Pats = append(a.Pats, p.matchPattern())
		if p.at(OrOr) && !p.recovering {
			p.mistake(p.here(), "expected `|`, found `||`").WithLabel("patterns are alternatives").WithHelp("write `|`", p.edit(p.here(), "|"))
			p.advance()
			continue
		}
		if p.recovering || !p.accept(Or) {
			break
		}
	}
	if p.at(KwIf) && !p.recovering {
		p.mistake(p.here(), "expected `=>`, found keyword `if`").WithLabel("arms have no conditions").
			WithHelp("ask inside of the arm: `_ => if c { .. } else { .. }`")
		p.advance()
		p.headExpr()
	}
	a.Body = p.branchBody()
	a.Base = p.base(start)
	return a
}

// matchPattern reads `_`, a value, or a range of values.
func (p *parser) matchPattern() *ast.MatchPattern {
	start := p.start()
	pat := &ast.MatchPattern{}
	if p.atWord("_") {
		p.advance()
		pat.Wild = true
		pat.Base = p.base(start)
		return pat
	}
	pat.Lo = p.patternValue()
	if p.at(DotDot) && !p.recovering {
		p.advance()
		if pat.Open = !p.at(Assign); !pat.Open {
			p.advance()
		}
		pat.Hi = p.patternValue()
	}
	pat.Base = p.base(start)
	return pat
}

// patternValue reads a value of a pattern.
func (p *parser) patternValue() ast.Expr {
	start := p.start()
	if !p.startsExpr() {
		d := p.unexpected("a pattern")
		d.WithHelp("patterns are `1`, `-1`, `true`, `Op::Add`, `0..=9`, several with `|` between them, and `_`")
		return &ast.BadExpr{Base: ast.At(p.here().Head())}
	}
	saved := p.noStruct
	p.noStruct = true
	x := p.unary()
	p.noStruct = saved
	if p.at(LBrace) && !p.recovering {
		p.errorAt(p.span(start), "patterns have no parts").WithLabel("variants of enums have no values in them")
	}
	return x
}
