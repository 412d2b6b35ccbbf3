package syntax

import (
	"strconv"
	"strings"

	"descend/frontend/ast"
	"descend/frontend/source"
)

// postfix reads a primary term and what is selected of it.
func (p *parser) postfix() ast.Expr {
	start := p.start()
	return p.postfixOf(start, p.primary())
}

// postfixOf reads what is selected of x, which starts at start.
func (p *parser) postfixOf(start int, x ast.Expr) ast.Expr {
	for n := 1; !p.recovering; n++ {
		if !p.at(Dot) && !p.at(LBracket) {
			break
		}
		if !p.fits(n) {
			break
		}
		if p.at(Dot) {
			x = p.member(start, x)
		} else {
			x = p.subscript(start, x)
		}
	}
	if p.at(LParen) && !p.recovering && !ast.IsBlockLike(x) {
		p.errorAt(p.here(), "only functions can be called").WithLabel("the term before is no name of a function")
	}
	return x
}

// member reads `.0` or `.name::<args>(views)`.
func (p *parser) member(start int, x ast.Expr) ast.Expr {
	p.advance()
	if p.at(Int) {
		text := p.text(p.tok)
		i, err := strconv.Atoi(text)
		if err != nil || i > 1<<20 {
			p.mistake(p.here(), "the tuple index is too large")
			i = 0
		}
		p.advance()
		return &ast.TupleField{Base: p.base(start), X: x, Index: i}
	}
	at := p.start()
	s := &ast.ViewStep{Name: p.qualified(p.viewName("a field or a view"))}
	if s.Name.Name != permute && p.methodCall() && (ast.FunctionFor(s.Name.Name) != "" || !sizedViews[s.Name.Name]) {
		return p.method(start, s.Name)
	}
	if s.Name.Name != "" {
		p.viewArgs(s)
	}
	s.Base = p.base(at)
	return &ast.Member{Base: p.base(start), X: x, Step: s}
}

// sizedViews are views that take sizes.
var sizedViews = map[string]bool{"split": true, "group": true, "grp": true, "range": true, "index": true, "take_left": true,
	"take_right": true, "pad": true, "pad_up": true, "shift": true, "group_up": true, "tile_up": true, "group_by_row": true, "group_by_tile": true, "tile": true}

// methodCall says whether arguments start here that are no views, as in `x.max(0.0)`.
func (p *parser) methodCall() bool {
	if !p.at(LParen) || p.recovering {
		return false
	}
	for i, depth := 0, 0; i < maxLook; i++ {
		switch p.peek(i).Kind {
		case LParen:
			depth++
		case RParen:
			if depth--; depth == 0 {
				return false
			}
		case Int, Float, Plus, Minus, Star, Slash, Percent, And, LBracket:
			if p.peek(i).Kind == And && i > 1 && p.text(p.peek(i-2)) == permute {
				return false
			}
			if p.peek(i-1).Kind != Dot {
				return true
			}
		case Ident, Comma, Dot:
		default:
			return false
		}
	}
	return false
}

// method reports the call of a method of x, at its arguments.
func (p *parser) method(start int, name *ast.Ident) ast.Expr {
	receiver := source.Span{File: p.file, Start: start, End: name.Span().Start - 1}
	args := p.args()
	d := p.mistake(name.Span(), "there are no methods").WithLabel("functions are called with all arguments in the brackets")
	f := ast.FunctionFor(name.Name)
	if f == "" || p.recovering {
		d.WithLabel("functions are called with all arguments in the brackets, and the sizes of views are given as `::<..>`")
		return &ast.BadExpr{Base: p.base(start)}
	}
	text := f + "(" + strings.TrimSpace(receiver.Text())
	for _, a := range args {
		text += ", " + a.Span().Text()
		if _, ok := a.(*ast.IntLit); ok && f == "pow" {
			text += ".0" // powi
		}
	}
	d.WithHelp("call the function", p.edit(p.span(start), text+")"))
	return &ast.BadExpr{Base: p.base(start)}
}

// subscript reads `[[e]]`, `[i]` or `[a..b]`.
func (p *parser) subscript(start int, x ast.Expr) ast.Expr {
	open := p.here()
	if p.selectHere() {
		p.advance()
		p.advance()
		e := p.execExpr()
		p.closing(open, RBracket)
		p.closing(open, RBracket)
		return &ast.Select{Base: p.base(start), X: x, Exec: e}
	}
	if !p.enter() {
		return x
	}
	defer p.leave()
	p.advance()
	saved := p.noStruct
	p.noStruct = false
	defer func() { p.noStruct = saved }()
	if p.at(DotDot) {
		p.upstreamSlice(open)
		return x
	}
	double := p.at(LBracket) && int(p.tok.Start) == open.End
	i := p.expr()
	if p.at(DotDot) && !p.recovering {
		r := p.rangeFrom(open.Start, i)
		p.closing(open, RBracket)
		return &ast.Slice{Base: p.base(start), X: x, Lo: r.Lo, Hi: r.Hi}
	}
	if a, ok := i.(*ast.Array); ok && double && len(a.Elems) == 1 && p.prev == RBracket && !p.at(RBracket) && !p.recovering {
		if _, name := a.Elems[0].(*ast.Name); name {
			p.mistake(p.after(), "expected `]]`, found `]`").WithLabel("a select ends with two brackets").
				WithHelp("write `]]`", p.edit(p.after(), "]"))
			return &ast.BadExpr{Base: p.base(start)}
		}
	}
	if p.at(Comma) && !p.recovering {
		end := p.peek(1).Start
		p.mistake(p.here(), "expected `]`, found `,`").WithLabel("an array of arrays is indexed twice").
			WithHelp("write `[..][..]`", p.edit(source.Span{File: p.file, Start: int(p.tok.Start), End: int(end)}, "]["))
		p.advance()
		p.expr()
	}
	p.closing(open, RBracket)
	return &ast.Index{Base: p.base(start), X: x, I: i}
}

// upstreamSlice reports upstream's `p[..n..]`.
func (p *parser) upstreamSlice(open source.Span) {
	d := p.errorAt(p.here(), "expected an index, found `..`")
	d.WithLabel("a range has two ends").WithHelp("a place is split in two with the view `split::<n>`, " +
		"a range of it is `[a..b]`")
	p.skipTo(RBracket)
	p.closing(open, RBracket)
}

// selectHere says whether `[[e]]` with an execution resource e starts here.
func (p *parser) selectHere() bool {
	if next := p.peek(1); next.Kind != LBracket || next.Start != p.tok.End || p.peek(2).Kind != Ident {
		return false
	}
	i := 3
	for p.peek(i).Kind == Dot {
		if w := p.text(p.peek(i + 1)); w == "x" || w == "y" || w == "z" {
			return false // CUDA's threadIdx.x
		}
		i += 2
		if p.peek(i).Kind != LParen {
			continue
		}
		for depth := 0; i < maxLook; i++ {
			if k := p.peek(i).Kind; k == LParen {
				depth++
			} else if k == RParen {
				depth--
			} else if k == EOF || k == Semi {
				return false
			}
			if depth == 0 {
				i++
				break
			}
		}
		if i >= maxLook {
			return false
		}
	}
	return p.peek(i).Kind == RBracket && p.peek(i+1).Kind == RBracket && p.peek(i).End == p.peek(i+1).Start
}

// toBound turns a term into the bound of a range: a nat, or the term itself where it is none.
func toBound(x ast.Expr) ast.Nat {
	if n, _ := ast.NatOf(x); n != nil {
		return n
	}
	return &ast.NatTerm{Base: ast.At(x.Span()), X: x}
}

// rangeFrom reads `..hi` after the term lo.
func (p *parser) rangeFrom(start int, lo ast.Expr) *ast.NatRange {
	r := &ast.NatRange{Kind: ast.RangeUp, Lo: toBound(lo)}
	p.advance()
	if p.at(Assign) {
		d := p.mistake(p.here(), "expected the end of the range, found `=`").WithLabel("ranges leave out their end")
		eq := p.here()
		p.advance()
		if p.startsExpr() && !p.at(LBrace) {
			r.Hi = toBound(p.expr())
			r.Base = p.base(start)
			d.WithHelp("write the number after it", p.edit(eq, ""), p.edit(p.after(), " + 1"))
			return r
		}
		d.WithHelp("write `lo..hi + 1`")
	}
	if !p.startsExpr() || p.at(LBrace) {
		p.unexpected("the end of the range")
		r.Hi = &ast.BadNat{Base: ast.At(p.here().Head())}
	} else {
		r.Hi = toBound(p.expr())
	}
	r.Base = p.base(start)
	return r
}
