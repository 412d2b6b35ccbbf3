package ast

import (
	"strings"
)

// Format prints a file, item, statement, term, type, nat or other part of a tree as canonical source text.
// What it prints of a tree without errors parses to the same tree: the paper's spelling, one statement a
// line, parentheses only where they are needed. Comments are not in the tree and so are lost.
func Format(n Node) string {
	p := &printer{}
	p.node(n)
	return p.b.String()
}

// printer writes source text. Lines inside braces are indented by two spaces.
type printer struct {
	b        strings.Builder
	indent   int
	noStruct bool // in the head of a loop or if: struct values need parentheses
}

func (p *printer) str(s ...string) {
	for _, x := range s {
		p.b.WriteString(x)
	}
}

// line starts a new line.
func (p *printer) line() {
	p.b.WriteByte('\n')
	for range p.indent {
		p.b.WriteString("  ")
	}
}

// commas prints a list with ", " between its elements.
func commas[N any](p *printer, list []N, print func(N)) {
	for i, n := range list {
		if i > 0 {
			p.str(", ")
		}
		print(n)
	}
}

// inside prints something in brackets, where struct values need no parentheses.
func (p *printer) inside(open, closing string, f func()) {
	saved := p.noStruct
	p.noStruct = false
	p.str(open)
	f()
	p.str(closing)
	p.noStruct = saved
}

func (p *printer) node(n Node) {
	switch n := n.(type) {
	case *File:
		for i, it := range n.Items {
			if i > 0 {
				p.str("\n")
			}
			if n.Public[it] {
				p.str("pub ")
			}
			p.item(it)
			p.str("\n")
		}
	case Item:
		p.item(n)
	case Stmt:
		p.stmt(n, true)
	case Expr:
		p.expr(n, 0)
	case Type:
		p.typ(n)
	case Nat:
		p.nat(n, 0)
	case Pattern:
		p.pattern(n)
	case Constraint:
		p.constraint(n)
	case *Ident:
		p.str(n.Name)
	case *Path:
		p.str(n.String())
	case *Mem:
		p.str(n.String())
	case *Lifetime:
		p.str("'", n.Name)
	case *GenericArg:
		p.genericArg(n)
	case *Dim:
		p.dim(n)
	case *ExecType:
		p.execType(n)
	case *ExecExpr:
		p.execExpr(n)
	case *ViewChain:
		p.viewChain(n)
	case *ViewStep:
		p.viewStep(n)
	case *NatRange:
		p.natRange(n)
	case *Param:
		p.param(n)
	case *Mark:
		p.mark(n)
	case *Generic:
		p.generic(n)
	}
}

// maxLine is the width beyond which a parameter list is broken into lines.
const maxLine = 100

func (p *printer) item(it Item) {
	switch d := it.(type) {
	case *FnDecl:
		p.fn(d)
	case *ViewDecl:
		p.str("view ", d.Name.Name)
		p.generics(d.Generics)
		if len(d.Params) > 0 {
			p.inside("(", ")", func() { commas(p, d.Params, p.param) })
		}
		p.where(d.Where)
		p.str(" = ")
		p.viewChain(d.Chain)
		p.str(";")
	case *StructDecl:
		p.str("struct ", d.Name.Name)
		p.generics(d.Generics)
		p.where(d.Where)
		p.str(" {")
		p.indent++
		for _, f := range d.Fields {
			p.line()
			p.str(f.Name.Name, ": ")
			p.typ(f.Type)
			p.str(",")
		}
		p.indent--
		p.line()
		p.str("}")
	case *EnumDecl:
		p.str("enum ", d.Name.Name, " {")
		p.indent++
		for _, v := range d.Variants {
			p.line()
			p.str(v.Name, ",")
		}
		p.indent--
		p.line()
		p.str("}")
	case *UseDecl:
		p.use(d)
	case *ConstDecl:
		p.constant(d)
	case *TypeDecl:
		p.str("type ", d.Name.Name)
		p.generics(d.Generics)
		p.str(" = ")
		p.typ(d.Type)
		p.str(";")
	}
}

// use prints an import.
func (p *printer) use(d *UseDecl) {
	p.str("use ")
	for i, id := range d.Path {
		p.str([]string{"", "::"}[min(i, 1)], id.Name)
	}
	if !d.Whole {
		p.str("::")
		p.inside("{", "}", func() {
			commas(p, d.Names, func(n *UseName) {
				if p.str(n.Name.Name); n.As != nil {
					p.str(" as ", n.As.Name)
				}
			})
		})
	}
	p.str(";")
}

// mark prints for which command a function is.
func (p *printer) mark(m *Mark) {
	switch {
	case m.Bench:
		p.str("bench")
	case m.Fails:
		p.str("test fails")
	default:
		p.str("test")
	}
	if m.With != nil {
		p.str(" ")
		p.expr(m.With, 0)
	}
}

// constant prints the declaration of a constant.
func (p *printer) constant(d *ConstDecl) {
	p.str("const ", d.Name.Name, ": ")
	if d.Type == nil {
		p.str("nat = ")
		p.nat(d.Nat, 0)
	} else {
		p.typ(d.Type)
		p.str(" = ")
		p.expr(d.Value, 0)
	}
	p.str(";")
}

func (p *printer) fn(d *FnDecl) {
	if d.Mark != nil {
		p.node(d.Mark)
		p.str(" ")
	}
	p.str("fn ", d.Name.Name)
	p.generics(d.Generics)
	short := &printer{}
	commas(short, d.Params, short.param)
	if len(d.Params) > 1 && short.b.Len() > maxLine-len(d.Name.Name) {
		p.str("(")
		p.indent++
		for i, q := range d.Params {
			p.line()
			p.param(q)
			if i < len(d.Params)-1 {
				p.str(",")
			}
		}
		p.indent--
		p.line()
		p.str(")")
	} else {
		p.str("(", short.b.String(), ")")
	}
	p.str(" -[", d.Exec.Name.Name, ": ")
	p.execType(d.Exec.Type)
	p.str("]-> ")
	p.owner(d.RetOwner)
	p.typ(d.Ret)
	p.where(d.Where)
	if d.Body == nil {
		p.str(";")
		return
	}
	p.str(" ")
	p.block(d.Body)
}

func (p *printer) generics(gs []*Generic) {
	if len(gs) > 0 {
		p.inside("<", ">", func() { commas(p, gs, p.generic) })
	}
}

func (p *printer) generic(g *Generic) {
	if g.Kind == KindLifetime {
		p.str("'", g.Name.Name)
		return
	}
	p.str(g.Name.Name, ": ")
	if g.Kind == KindFn {
		p.typ(g.Fn)
		return
	}
	p.str(g.Kind.String())
}

func (p *printer) param(q *Param) {
	p.owner(q.Owner)
	if q.Mut {
		p.str("mut ")
	}
	p.str(q.Name.Name, ": ")
	p.typ(q.Type)
}

// owner prints who has a parameter or result of its own.
func (p *printer) owner(e *ExecExpr) {
	if e != nil {
		p.str("[")
		p.execExpr(e)
		p.str("] ")
	}
}

func (p *printer) where(cs []Constraint) {
	if len(cs) > 0 {
		p.str(" where ")
		commas(p, cs, p.constraint)
	}
}

func (p *printer) constraint(c Constraint) {
	switch c := c.(type) {
	case *NatConstraint:
		p.nat(c.X, 0)
		p.str(" ", c.Op.String(), " ")
		p.nat(c.Y, 0)
	case *Pow2:
		p.str("pow2(")
		p.nat(c.X, 0)
		p.str(")")
	case *Outlives:
		p.str("'", c.Long.Name, ": '", c.Short.Name)
	case *TypeBound:
		for i, b := range c.Bounds {
			p.str([...]string{c.Name.Name + ": ", " + "}[min(i, 1)], b.Name)
		}
	}
}

func (p *printer) pattern(pat Pattern) {
	switch pat := pat.(type) {
	case *NamePattern:
		if pat.Mut {
			p.str("mut ")
		}
		p.str(pat.Name.Name)
	case *TuplePattern:
		p.str("(")
		commas(p, pat.Elems, p.pattern)
		if len(pat.Elems) == 1 {
			p.str(",")
		}
		p.str(")")
	case *WildPattern:
		p.str("_")
	}
}
