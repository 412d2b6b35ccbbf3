package ast

func (p *printer) typ(t Type) {
	switch t := t.(type) {
	case *NamedType:
		p.str(t.Name.Name)
		p.genericArgs(t.Args)
	case *TupleType:
		p.str("(")
		commas(p, t.Elems, p.typ)
		if len(t.Elems) == 1 {
			p.str(",")
		}
		p.str(")")
	case *ArrayType:
		p.str("[")
		p.typ(t.Elem)
		p.str("; ")
		p.nat(t.Len, 0)
		p.str("]")
	case *ViewType:
		p.str("[[")
		p.typ(t.Elem)
		p.str("; ")
		p.nat(t.Len, 0)
		p.str("]]")
	case *MaybeType:
		p.str("?")
		p.typ(t.Elem)
	case *RefType:
		p.str("&")
		if t.Lifetime != nil {
			p.str("'", t.Lifetime.Name, " ")
		}
		if t.Uniq {
			p.str("uniq ")
		}
		p.str(t.Mem.String(), " ")
		p.typ(t.Elem)
	case *BoxType:
		if _, ref := t.Elem.(*RefType); ref {
			p.str("(")
			p.typ(t.Elem)
			p.str(")")
		} else {
			p.typ(t.Elem)
		}
		p.str(" @ ", t.Mem.String())
	case *FnType:
		p.str("fn")
		p.inside("(", ")", func() { commas(p, t.Params, p.typ) })
		p.str(" -> ")
		p.typ(t.Ret)
	case *ViewParamType:
		p.str("view")
	default:
		p.str("_")
	}
}

// genericArgs prints `<..>`; nothing for nil.
func (p *printer) genericArgs(args []*GenericArg) {
	if args == nil {
		return
	}
	p.str("<")
	commas(p, args, p.genericArg)
	p.str(">")
}

// turbofish prints `::<..>`; nothing for nil.
func (p *printer) turbofish(args []*GenericArg) {
	if args != nil {
		p.str("::")
		p.genericArgs(args)
	}
}

func (p *printer) genericArg(a *GenericArg) {
	switch {
	case a.Nat != nil:
		p.nat(a.Nat, 0)
	case a.Type != nil:
		p.typ(a.Type)
	case a.Mem != nil:
		p.str(a.Mem.String())
	case a.Lifetime != nil:
		p.str("'", a.Lifetime.Name)
	case a.Literal != nil:
		p.expr(a.Literal, 0)
	default:
		p.str("_")
	}
}

// nat prints a nat, in parentheses when it binds weaker than prec.
func (p *printer) nat(n Nat, prec int) {
	switch n := n.(type) {
	case *NatLit:
		p.str(n.Value.String())
	case *NatName:
		p.str(n.Name.Name)
	case *NatBinary:
		own := n.Op.Precedence()
		if own < prec {
			p.str("(")
		}
		p.nat(n.X, own)
		p.str(" ", n.Op.String(), " ")
		p.nat(n.Y, own+1)
		if own < prec {
			p.str(")")
		}
	case *NatMinMax:
		name := "min("
		if n.Max {
			name = "max("
		}
		p.str(name)
		p.nat(n.X, 0)
		p.str(", ")
		p.nat(n.Y, 0)
		p.str(")")
	case *NatTerm:
		p.expr(n.X, 1)
	default:
		p.str("_")
	}
}

func (p *printer) dim(d *Dim) {
	if d.Infer {
		p.str("_")
		return
	}
	for _, a := range d.Axes {
		p.str(a.String())
	}
	p.str("<")
	commas(p, d.Sizes, func(n Nat) { p.nat(n, 0) })
	p.str(">")
}

func (p *printer) execType(t *ExecType) {
	p.str(t.Kind.String())
	switch {
	case len(t.Dims) > 0:
		p.str("<")
		commas(p, t.Dims, p.dim)
		p.str(">")
	case t.Num != nil:
		p.str("<")
		p.nat(t.Num, 0)
		p.str(">")
	}
}

func (p *printer) execExpr(e *ExecExpr) {
	if e.Name != nil {
		p.str(e.Name.Name)
	} else {
		p.execType(e.Type)
	}
	for _, s := range e.Steps {
		switch s.Kind {
		case StepForall:
			p.str(".forall(", s.Axis.String(), ")")
		case StepSplit:
			p.str(".split(")
			p.nat(s.At, 0)
			p.str(", ", s.Axis.String(), ")")
			if s.Snd {
				p.str(".snd")
			} else {
				p.str(".fst")
			}
		case StepToWarps:
			p.str(".to_warps")
		case StepToThreads:
			p.str(".to_threads")
		}
	}
}

func (p *printer) viewChain(c *ViewChain) {
	for i, s := range c.Steps {
		if i > 0 {
			p.str(".")
		}
		p.viewStep(s)
	}
}

func (p *printer) viewStep(s *ViewStep) {
	p.str(s.Name.Name)
	p.turbofish(s.Args)
	if s.Order != nil {
		p.inside("(", ")", func() { p.expr(s.Order, 0) })
	}
	if s.Views != nil {
		p.str("(")
		commas(p, s.Views, p.viewChain)
		p.str(")")
	}
}

func (p *printer) natRange(r *NatRange) {
	switch r.Kind {
	case RangeUp:
		p.inside("[", "]", func() {
			p.nat(r.Lo, 0)
			p.str("..")
			p.nat(r.Hi, 0)
		})
	case RangeHalved:
		p.str("halved_range(")
		p.nat(r.Hi, 0)
		if r.Lo != nil {
			p.str(", ")
			p.nat(r.Lo, 0)
		}
		p.str(")")
	case RangeDoubled:
		p.str("doubled_range(")
		if r.Lo != nil {
			p.nat(r.Lo, 0)
			p.str(", ")
		}
		p.nat(r.Hi, 0)
		p.str(")")
	}
}
