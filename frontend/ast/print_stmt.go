package ast

// block prints `{ .. }` over several lines, `{ }` when empty.
func (p *printer) block(b *Block) {
	if len(b.Stmts) == 0 && b.Result == nil {
		p.str("{ }")
		return
	}
	saved := p.noStruct
	p.noStruct = false
	p.str("{")
	p.indent++
	for i, s := range b.Stmts {
		p.line()
		p.stmt(s, i == len(b.Stmts)-1 && b.Result == nil)
	}
	if b.Result != nil {
		p.line()
		p.expr(b.Result, 0)
	}
	p.indent--
	p.line()
	p.str("}")
	p.noStruct = saved
}

// stmt prints a statement with its `;`, which a term with a block needs only as the last of its block.
func (p *printer) stmt(s Stmt, last bool) {
	switch s := s.(type) {
	case *Let:
		p.let(s)
		p.str(";")
	case *LetNat:
		p.str("let nat ", s.Name.Name, " = ")
		p.expr(s.Init, 0)
		p.str(";")
	case *ExprStmt:
		p.expr(s.X, 0)
		if last || !endsWithBlock(s.X) {
			p.str(";")
		}
	}
}

// endsWithBlock says whether a statement that is this term may stand without `;`.
func endsWithBlock(e Expr) bool {
	switch e.(type) {
	case *Block, *Unsafe, *If, *Match, *While, *ForEach, *ForNat, *Sched, *Split:
		return true
	}
	return false
}

func (p *printer) let(l *Let) {
	p.str("let")
	if l.Owner != nil {
		p.str("[")
		p.execExpr(l.Owner)
		p.str("]")
	}
	p.str(" ")
	p.pattern(l.Pat)
	if l.Type != nil {
		p.str(": ")
		p.typ(l.Type)
	}
	if l.Init != nil {
		p.str(" = ")
		p.expr(l.Init, 0)
	}
}

// head prints the term before a block.
func (p *printer) head(e Expr) {
	saved := p.noStruct
	p.noStruct = true
	p.expr(e, 1) // `if { .. } {` would end with the first block
	p.noStruct = saved
	p.str(" ")
}

func (p *printer) control(e Expr) {
	switch e := e.(type) {
	case *Block:
		p.block(e)
	case *Unsafe:
		p.str("unsafe ")
		p.block(e.Body)
	case *Assign:
		p.expr(e.X, precUnary)
		p.str(" ")
		if e.Compound {
			p.str(e.Op.String())
		}
		p.str("= ")
		p.expr(e.Y, 0)
	case *If:
		p.ifExpr(e)
	case *Match:
		p.match(e)
	case *While:
		p.str("while ")
		p.head(e.Cond)
		p.block(e.Body)
	case *ForEach:
		p.str("for ")
		p.pattern(e.Pat)
		p.str(" in ")
		p.head(e.Coll)
		p.block(e.Body)
	case *ForNat:
		p.str("for ", e.Var.Name, " in ")
		p.natRange(e.Range)
		p.str(" ")
		p.block(e.Body)
	case *Sched:
		p.str("sched")
		if len(e.Axes) > 0 {
			p.str("(")
			commas(p, e.Axes, func(a Axis) { p.str(a.String()) })
			p.str(")")
		}
		p.str(" ", e.Var.Name, " in ")
		p.execExpr(e.Exec)
		p.str(" ")
		p.block(e.Body)
	case *Split:
		p.split(e)
	case *Sync:
		p.str("sync")
		if e.Exec != nil {
			p.str("(")
			p.execExpr(e.Exec)
			p.str(")")
		}
	case *Jump:
		p.str(e.Word())
	case *Return:
		p.str("return")
		if e.X != nil {
			p.str(" ")
			p.expr(e.X, 0)
		}
	default:
		p.str("_")
	}
}

func (p *printer) ifExpr(e *If) {
	for {
		p.str("if ")
		cond := e.Cond
		if l, ok := cond.(*LetCond); ok {
			p.str("let ")
			p.pattern(l.Pat)
			p.str(" = ")
			cond = l.X
		}
		p.head(cond)
		p.block(e.Then)
		if e.Else == nil {
			return
		}
		p.str(" else ")
		next, ok := e.Else.(*If)
		if !ok {
			p.expr(e.Else, 0)
			return
		}
		e = next
	}
}

func (p *printer) match(e *Match) {
	p.str("match ")
	p.head(e.X)
	p.str("{")
	p.indent++
	for _, a := range e.Arms {
		p.line()
		for i, pat := range a.Pats {
			if i > 0 {
				p.str(" | ")
			}
			p.matchPattern(pat)
		}
		p.str(" => ")
		p.block(a.Body)
		p.str(",")
	}
	p.indent--
	p.line()
	p.str("}")
}

func (p *printer) matchPattern(pat *MatchPattern) {
	if pat.Wild {
		p.str("_")
		return
	}
	p.expr(pat.Lo, precUnary)
	if pat.Hi == nil {
		return
	}
	p.str("..")
	if !pat.Open {
		p.str("=")
	}
	p.expr(pat.Hi, precUnary)
}

func (p *printer) split(e *Split) {
	p.str("split")
	if e.HasAxis {
		p.str("(", e.Axis.String(), ")")
	}
	p.str(" ")
	p.execExpr(e.Exec)
	p.str(" at ")
	p.nat(e.At, 0)
	p.str(" {")
	p.indent++
	for _, b := range e.Branches {
		p.line()
		p.str(b.Name.Name, " => ")
		p.block(b.Body)
		p.str(",")
	}
	p.indent--
	p.line()
	p.str("}")
}
