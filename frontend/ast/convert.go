package ast

// NatOf reads a term as a nat: integer literals without suffix, names, + - * / %, min and max. It
// returns nil and the offending term when it is none.
func NatOf(e Expr) (Nat, Expr) {
	switch e := e.(type) {
	case *IntLit:
		if e.Suffix != "" {
			return nil, e
		}
		return &NatLit{Base: e.Base, Value: e.Value}, nil
	case *Name:
		if e.Args != nil {
			return nil, e
		}
		id := e.Path.Whole()
		if id.Name == "_" {
			return &NatInfer{Base: e.Base}, nil
		}
		return &NatName{Base: e.Base, Name: id}, nil
	case *Binary:
		if e.Op > Rem {
			return nil, e
		}
		x, bad := NatOf(e.X)
		if x == nil {
			return nil, bad
		}
		y, bad := NatOf(e.Y)
		if y == nil {
			return nil, bad
		}
		return &NatBinary{Base: e.Base, Op: e.Op, X: x, Y: y}, nil
	case *Call:
		name := e.Fun.String()
		if name != "min" && name != "max" || len(e.Args) != 2 || e.Generics != nil {
			return nil, e
		}
		x, bad := NatOf(e.Args[0])
		if x == nil {
			return nil, bad
		}
		y, bad := NatOf(e.Args[1])
		if y == nil {
			return nil, bad
		}
		return &NatMinMax{Base: e.Base, Max: name == "max", X: x, Y: y}, nil
	case *BadExpr:
		return &BadNat{Base: e.Base}, nil
	}
	return nil, e
}

// ViewChainOf reads a term as a composition of views, as the argument of a function's view parameter:
// `transpose`, `group::<4>.map(reverse)`, `map(reverse)`. It returns nil when the term is none.
func ViewChainOf(e Expr) *ViewChain {
	switch e := e.(type) {
	case *Name:
		step := &ViewStep{Base: e.Base, Name: e.Path.Whole(), Args: e.Args}
		return &ViewChain{Base: e.Base, Steps: []*ViewStep{step}}
	case *Call:
		step := &ViewStep{Base: e.Base, Name: e.Fun.Whole(), Args: e.Generics}
		for _, a := range e.Args {
			c := ViewChainOf(a)
			if c == nil {
				return nil
			}
			step.Views = append(step.Views, c)
		}
		return &ViewChain{Base: e.Base, Steps: []*ViewStep{step}}
	case *Member:
		c := ViewChainOf(e.X)
		if c == nil {
			return nil
		}
		return &ViewChain{Base: e.Base, Steps: append(c.Steps, e.Step)}
	}
	return nil
}

// IsPlace says whether the term is a place expression: a variable and what is selected of it.
func IsPlace(e Expr) bool { return RootOf(e) != nil }

// RootOf is the variable of a place expression; nil for other terms.
func RootOf(e Expr) *Ident {
	for {
		switch x := e.(type) {
		case *Name:
			if len(x.Path.Parts) == 1 && x.Args == nil {
				return x.Path.Parts[0]
			}
			return nil
		case *Member:
			e = x.X
		case *TupleField:
			e = x.X
		case *Index:
			e = x.X
		case *Slice:
			e = x.X
		case *Select:
			e = x.X
		case *Deref:
			e = x.X
		default:
			return nil
		}
	}
}

// IsBlockLike says whether a term ends with a block, so that a statement may end with it.
func IsBlockLike(x Expr) bool {
	switch x.(type) {
	case *Block, *Unsafe, *If, *Match, *While, *ForEach, *ForNat, *Sched, *Split:
		return true
	}
	return false
}
