package syntax

import "descend/frontend/ast"

// nat reads a natural number: + and - over * / and %, over literals, names, min, max and parentheses.
func (p *parser) nat() ast.Nat { return p.natSum(0) }

// natOps are the operators of nats with their level.
var natOps = map[Kind]struct {
	op    ast.BinaryOp
	level int
}{Plus: {ast.Add, 0}, Minus: {ast.Sub, 0}, Star: {ast.Mul, 1}, Slash: {ast.Div, 1}, Percent: {ast.Rem, 1}}

// natSum reads operators of at least the level.
func (p *parser) natSum(level int) ast.Nat {
	start := p.start()
	var x ast.Nat
	if level < 1 {
		x = p.natSum(1)
	} else {
		x = p.natTerm()
	}
	for n := 1; ; n++ {
		o, ok := natOps[p.tok.Kind]
		// `-[` starts an execution annotation.
		if !ok || o.level != level || o.op == ast.Sub && p.peek(1).Kind == LBracket {
			return x
		}
		if !p.fits(n) {
			return x
		}
		p.advance()
		b := &ast.NatBinary{Op: o.op, X: x}
		if level < 1 {
			b.Y = p.natSum(1)
		} else {
			b.Y = p.natTerm()
		}
		b.Base = p.base(start)
		x = b
	}
}

func (p *parser) natTerm() ast.Nat {
	start := p.start()
	switch p.tok.Kind {
	case Int:
		digits, suffix := splitSuffix(p.text(p.tok))
		if suffix != "" {
			p.mistake(p.here(), "a nat has no suffix").WithLabel("nats are mathematical numbers without a type").
				WithHelp("leave the suffix out", p.edit(p.here(), digits))
		}
		p.advance()
		return &ast.NatLit{Base: p.base(start), Value: intValue(digits)}
	case Ident:
		name := p.text(p.tok)
		if p.peek(1).Kind == LParen {
			return p.natMinMax(name)
		}
		id := p.qualified(p.ident("a nat"))
		if name == "_" {
			return &ast.NatInfer{Base: id.Base}
		}
		return &ast.NatName{Base: id.Base, Name: id}
	case LParen:
		open := p.here()
		p.advance()
		if !p.enter() {
			return &ast.BadNat{Base: p.base(start)}
		}
		n := p.nat()
		p.leave()
		if !p.accept(RParen) {
			p.unexpected("`)`").Relate(p.loc(open), "the `(` is opened here")
		}
		return n
	}
	d := p.unexpected("a nat")
	switch p.tok.Kind {
	case Minus:
		d.WithLabel("nats are not negative")
	case Float:
		d.WithLabel("nats are whole numbers")
	}
	return &ast.BadNat{Base: ast.At(p.here().Head())}
}

func (p *parser) natMinMax(name string) ast.Nat {
	start := p.start()
	if name != "min" && name != "max" {
		p.errorAt(p.here(), "`%s` is not a function on nats", name).WithLabel("only `min` and `max` are")
		return &ast.BadNat{Base: ast.At(p.here())}
	}
	p.advance()
	open := p.here()
	p.advance()
	if !p.enter() {
		return &ast.BadNat{Base: p.base(start)}
	}
	defer p.leave()
	var args []ast.Nat
	p.list(open, RParen, func() { args = append(args, p.nat()) })
	if len(args) != 2 {
		p.mistake(p.span(start), "`%s` takes two nats, found %d", name, len(args))
		return &ast.BadNat{Base: p.base(start)}
	}
	return &ast.NatMinMax{Base: p.base(start), Max: name == "max", X: args[0], Y: args[1]}
}
