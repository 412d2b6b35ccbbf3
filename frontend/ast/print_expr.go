package ast

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Binding strengths beyond those of the infix operators.
const (
	precCast    = 10
	precUnary   = 11
	precPostfix = 12
	precPrimary = 13
)

// precOf is how strongly a term binds; terms that end with a block and `return` are put in parentheses
// wherever they are operands.
func precOf(e Expr) int {
	switch e := e.(type) {
	case *Binary:
		return e.Op.Precedence()
	case *Cast:
		return precCast
	case *Unary, *Borrow, *Deref:
		return precUnary
	case *Member, *TupleField, *Index, *Slice, *Select:
		return precPostfix
	case *IntLit, *FloatLit:
		return precUnary // `1.0` is no field of 1
	case *Lambda, *Block, *Unsafe, *If, *Match, *While, *ForEach, *ForNat, *Sched, *Split, *Return, *Jump, *Sync, *Assign, *Else:
		return 0
	}
	return precPrimary
}

// expr prints a term, in parentheses when it binds weaker than prec.
func (p *printer) expr(e Expr, prec int) {
	_, isStruct := e.(*StructLit)
	if precOf(e) < prec || isStruct && p.noStruct {
		p.inside("(", ")", func() { p.bare(e) })
		return
	}
	p.bare(e)
}

func (p *printer) bare(e Expr) {
	switch e := e.(type) {
	case *Name:
		p.str(e.Path.String())
		p.turbofish(e.Args)
	case *Lambda:
		p.inside("|", "| ", func() { commas(p, e.Params, func(id *Ident) { p.str(id.Name) }) })
		p.expr(e.Body, 0)
	case *Member:
		p.expr(e.X, precPostfix)
		p.str(".")
		p.viewStep(e.Step)
	case *TupleField:
		p.expr(e.X, precPostfix)
		p.str(".", strconv.Itoa(e.Index))
	case *Index:
		p.expr(e.X, precPostfix)
		p.inside("[", "]", func() {
			prec := 0
			if startsWithBracket(e.I) {
				prec = precPrimary + 1 // `[[` would select
			}
			p.expr(e.I, prec)
		})
	case *Slice:
		p.expr(e.X, precPostfix)
		p.str("[")
		p.nat(e.Lo, 0)
		p.str("..")
		p.nat(e.Hi, 0)
		p.str("]")
	case *Select:
		p.expr(e.X, precPostfix)
		p.str("[[")
		p.execExpr(e.Exec)
		p.str("]]")
	case *Deref:
		p.str("*")
		p.expr(e.X, precUnary)
	case *Unary:
		p.str(e.Op.String())
		prec := precUnary
		if lit, ok := e.X.(*IntLit); ok && e.Op == Neg && strings.HasPrefix(lit.Suffix, "u") {
			prec = precPrimary // `-1u8` is out of range, `-(1u8)` a matter of types
		}
		p.expr(e.X, prec)
	case *Binary:
		p.binary(e)
	case *Cast:
		p.expr(e.X, precCast)
		p.str(" as ")
		p.typ(e.Type)
	case *Else:
		p.expr(e.X, precUnary)
		p.str(" else ")
		p.expr(e.Y, 1)
	case *Borrow:
		p.str("&")
		if e.Uniq {
			p.str("uniq ")
		}
		p.expr(e.X, precUnary)
	default:
		p.primary(e)
	}
}

// startsWithBracket says whether the text of a term starts with `[`.
func startsWithBracket(e Expr) bool {
	for {
		switch x := e.(type) {
		case *Array, *ArrayRepeat:
			return true
		case *Binary:
			e = x.X
		case *Else:
			e = x.X
		case *Cast:
			e = x.X
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
		default:
			return false
		}
	}
}

func (p *printer) binary(e *Binary) {
	own := e.Op.Precedence()
	left := own
	if e.Op.IsComparison() {
		left++
	}
	if e.Op == Lt || e.Op == Le || e.Op == Shl {
		// `x as T < y` would start T's arguments.
		if endsInCast(e.X) {
			left = precPrimary + 1
		}
	}
	p.expr(e.X, left)
	p.str(" ", e.Op.String(), " ")
	p.expr(e.Y, own+1)
}

func endsInCast(e Expr) bool {
	for {
		switch x := e.(type) {
		case *Cast:
			return true
		case *Binary:
			e = x.Y
		case *Unary:
			e = x.X
		case *Borrow:
			e = x.X
		default:
			return false
		}
	}
}

func (p *printer) primary(e Expr) {
	switch e := e.(type) {
	case *BoolLit:
		p.str(strconv.FormatBool(e.Value))
	case *IntLit:
		p.str(e.Value.String(), e.Suffix)
	case *FloatLit:
		p.str(e.Text, e.Suffix)
	case *StringLit:
		p.str(quote(e.Value))
	case *Tuple:
		p.inside("(", ")", func() {
			p.exprs(e.Elems)
			if len(e.Elems) == 1 {
				p.str(",")
			}
		})
	case *Array:
		p.inside("[", "]", func() { p.exprs(e.Elems) })
	case *ArrayRepeat:
		p.inside("[", "]", func() {
			p.expr(e.Elem, 0)
			p.str("; ")
			p.nat(e.Len, 0)
		})
	case *StructLit:
		p.str(e.Name.Name)
		p.turbofish(e.Args)
		p.inside(" {", "}", func() {
			for i, f := range e.Fields {
				if i > 0 {
					p.str(",")
				}
				p.str(" ", f.Name.Name, ": ")
				p.expr(f.Value, 0)
			}
			if len(e.Fields) > 0 {
				p.str(" ")
			}
		})
	case *Call:
		p.str(e.Fun.String())
		p.turbofish(e.Generics)
		p.inside("(", ")", func() { p.exprs(e.Args) })
	case *Launch:
		p.launch(e)
	case *Alloc:
		p.str("alloc::<", e.Mem.String(), ", ")
		p.typ(e.Type)
		p.str(">()")
	default:
		p.control(e)
	}
}

func (p *printer) exprs(list []Expr) { commas(p, list, func(e Expr) { p.expr(e, 0) }) }

func (p *printer) launch(e *Launch) {
	p.str(e.Fun.String(), "::<<<")
	p.dim(e.Grid)
	p.str(", ")
	p.dim(e.Block)
	if len(e.Shared) > 0 {
		p.str("; ")
		commas(p, e.Shared, p.typ)
	}
	p.str(">>>")
	p.turbofish(e.Generics)
	p.inside("(", ")", func() { p.exprs(e.Args) })
}

// quote is the literal of a text.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		if i := strings.IndexRune("\n\t\r\\\"", r); i >= 0 {
			b.WriteByte('\\')
			b.WriteByte(`ntr\"`[i])
		} else if unicode.IsControl(r) {
			fmt.Fprintf(&b, `\u{%X}`, r)
		} else {
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
