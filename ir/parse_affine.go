package ir

// affineScope maps the names of a map or set to expressions.
type affineScope map[string]*AffineExpr

func (p *Parser) affineHeader() (sc affineScope, dims, symbols int) {
	sc = affineScope{}
	name := func(e *AffineExpr) {
		if p.tok.kind != tBare && p.tok.kind != tIntType {
			p.wrongToken("expected bare identifier")
		}
		if sc[p.text()] != nil {
			p.wrongToken("redefinition of identifier '%s'", p.text())
		}
		sc[p.text()] = e
		p.advance()
	}
	p.Comma("(", ")", func() {
		name(AffineDimension(dims))
		dims++
	})
	if p.is("[") {
		p.Comma("[", "]", func() {
			name(AffineSym(symbols))
			symbols++
		})
	}
	return
}

// AffineMap reads (d0)[s0] -> (exprs).
func (p *Parser) AffineMap() *AffineMap {
	sc, dims, symbols := p.affineHeader()
	p.Expect("->")
	m := &AffineMap{Dims: dims, Symbols: symbols}
	p.Comma("(", ")", func() { m.Results = append(m.Results, p.affineExpr(sc)) })
	return m
}

// integerSet reads (d0)[s0] : (constraints).
func (p *Parser) integerSet() *IntegerSet {
	sc, dims, symbols := p.affineHeader()
	p.Expect(":")
	s := &IntegerSet{Dims: dims, Symbols: symbols}
	p.Comma("(", ")", func() {
		lhs := p.affineExpr(sc)
		// ">=" and "==" are two tokens each
		op := p.text()
		switch op {
		case ">", "<", "=":
			p.advance()
		default:
			p.wrongToken("expected '== affine-expr' or '>= affine-expr' at end of affine constraint")
		}
		if !p.is("=") {
			p.wrongToken("expected '== affine-expr' or '>= affine-expr' at end of affine constraint")
		}
		p.advance()
		rhs := p.affineExpr(sc)
		if op == "<" {
			lhs, rhs = rhs, lhs
		}
		s.Constraints = append(s.Constraints, AffineBinary(AffineAdd, lhs, AffineNeg(rhs)))
		s.Equality = append(s.Equality, op == "=")
	})
	if len(s.Constraints) == 0 {
		s.Constraints, s.Equality = []*AffineExpr{AffineConstant(0)}, []bool{true}
	}
	return s
}

// affineExpr reads a sum.
func (p *Parser) affineExpr(sc affineScope) *AffineExpr {
	p.enter()
	defer p.leave()
	e := p.affineTerm(sc)
	for {
		neg := p.is("-")
		if !neg && !p.is("+") {
			return e
		}
		pos := p.tok.start
		p.advance()
		r := p.affineTerm(sc)
		if neg {
			r = AffineNeg(r)
		}
		e = p.affineDepth(pos, AffineBinary(AffineAdd, e, r))
	}
}

// affineDepth bounds the height of an expression, which other code walks recursively.
func (p *Parser) affineDepth(pos int, e *AffineExpr) *AffineExpr {
	if e.depth > maxNesting {
		p.fail(pos, "nesting is deeper than %d levels", maxNesting)
	}
	return e
}

// affineTerm reads a product, quotient or remainder.
func (p *Parser) affineTerm(sc affineScope) *AffineExpr {
	e := p.affineOperand(sc)
	for {
		pos := p.tok.start
		var kind AffineKind
		var what string
		switch p.text() {
		case "*":
			kind = AffineMul
		case "mod":
			kind, what = AffineMod, "mod"
		case "floordiv":
			kind, what = AffineFloorDiv, "floordiv"
		case "ceildiv":
			kind, what = AffineCeilDiv, "ceildiv"
		default:
			return e
		}
		p.advance()
		r := p.affineOperand(sc)
		if kind == AffineMul && !e.symbolic && !r.symbolic {
			p.fail(pos, "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic")
		}
		if kind != AffineMul && !r.symbolic {
			p.fail(pos, "non-affine expression: right operand of %s has to be either a constant or symbolic", what)
		}
		e = p.affineDepth(pos, AffineBinary(kind, e, r))
	}
}

func (p *Parser) affineOperand(sc affineScope) *AffineExpr {
	switch p.tok.kind {
	case tInteger:
		v, ok := parseUint64(p.text())
		if !ok || v > 1<<63-1 {
			p.wrongToken("constant too large for index")
		}
		p.advance()
		return AffineConstant(int64(v))
	case tBare, tIntType:
		e := sc[p.text()]
		if e == nil {
			p.wrongToken("use of undeclared identifier")
		}
		p.advance()
		return e
	}
	p.enter()
	defer p.leave()
	switch {
	case p.Accept("("):
		if p.is(")") {
			p.wrongToken("no expression inside parentheses")
		}
		e := p.affineExpr(sc)
		p.Expect(")")
		return e
	case p.Accept("-"):
		return AffineNeg(p.affineOperand(sc))
	}
	p.wrongToken("expected affine expression")
	return nil
}
