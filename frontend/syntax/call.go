package syntax

import (
	"strings"

	"descend/frontend/ast"
	"descend/frontend/source"
)

// refusedNames are calls of CUDA and of the prototype that do not exist here, with what replaces them.
var refusedNames = map[string]string{"__syncthreads": "write `sync`", "to_raw_ptr": "borrow with `&uniq`",
	"offset_raw_ptr": "index with `place[i]`"}

// path reads `a` or `a::b`; generic arguments and launches after it are left.
func (p *parser) path() *ast.Path {
	start := p.start()
	path := &ast.Path{Parts: []*ast.Ident{p.viewName("a name")}}
	for p.at(PathSep) && p.peek(1).Kind == Ident && len(path.Parts) < 8 {
		p.advance()
		path.Parts = append(path.Parts, p.ident("a name"))
	}
	path.Base = p.base(start)
	return path
}

// name reads what starts with a name: a variable, call, launch, allocation or struct value.
func (p *parser) name() ast.Expr {
	start := p.start()
	path := p.path()
	name := path.String()
	if help, ok := refusedNames[name]; ok && (p.at(LParen) || p.at(Dot)) {
		d := p.mistake(path.Range, "`%s` does not exist", name)
		switch name {
		case "__syncthreads":
			p.skipGroup()
			d.WithLabel("barriers are statements").WithHelp(help, p.edit(p.span(start), "sync"))
			return &ast.Sync{Base: p.base(start)}
		default:
			d.WithLabel("there are no raw pointers").WithHelp(help)
		}
	}
	isMacro := p.at(Not) && p.prevEnd == p.start() && !p.recovering
	if isMacro && p.peek(1).Kind == LBracket {
		p.mistake(p.through(start), "there are no macros").WithLabel("an array is written `[..]`").WithHelp("leave out `"+name+"!`", p.edit(p.through(start), ""))
		p.advance()
		return p.array()
	}
	if name == "printf" && p.at(LParen) && p.file.Text[p.tok.End] == '"' {
		return p.printed(path.Range)
	}
	if isMacro && p.peek(1).Kind == LParen {
		if at := p.peek(1).End; strings.HasPrefix(p.file.Text[at:], "\"") && (name == "println" || name == "print") {
			p.advance()
			return p.printed(p.span(start))
		}
		if p.macroAssert(name, start) {
			return &ast.BadExpr{Base: p.base(start)}
		}
		called := name
		if name == "println" {
			called = "print"
		}
		p.mistake(p.through(start), "there are no macros").WithLabel("a call has no `!`").
			WithHelp("write `"+called+"(..)`", p.edit(p.through(start), called))
		p.advance()
		p.skipGroup()
		return &ast.BadExpr{Base: p.base(start)}
	}
	var generics []*ast.GenericArg
	switch {
	case p.at(PathSep) && p.peek(1).Kind == Less:
		if p.launchAhead(1) {
			p.advance()
			return p.launch(start, path)
		}
		p.advance()
		generics = p.genericArgs()
	case p.at(PathSep):
		p.advance()
		p.unexpected("a name or `<`")
		return &ast.BadExpr{Base: p.base(start)}
	case p.launchAhead(0) && p.prevEnd == p.start():
		p.mistake(p.here(), "expected `::` before `<<<`").WithLabel("a launch is written `f::<<<grid, block>>>(..)`").
			WithHelp("write `::`", p.edit(path.Range.Tail(), "::"))
		return p.launch(start, path)
	}
	if p.recovering {
		return &ast.BadExpr{Base: p.base(start)}
	}
	if name == "alloc" && generics != nil {
		return p.alloc(start, generics)
	}
	if p.at(LParen) {
		args := p.args()
		if name == "create_array" && len(generics) == 1 && generics[0].Nat != nil && len(args) == 1 {
			return &ast.ArrayRepeat{Base: p.base(start), Elem: args[0], Len: generics[0].Nat}
		}
		return &ast.Call{Base: p.base(start), Fun: path, Generics: generics, Args: args}
	}
	if p.at(LBrace) && !p.noStruct && p.structHere() {
		return p.structLit(start, path.Whole(), generics)
	}
	return &ast.Name{Base: p.base(start), Path: path, Args: generics}
}

// launchAhead says whether `<<<` stands n tokens ahead.
func (p *parser) launchAhead(n int) bool {
	for i := n; i < n+3; i++ {
		if t := p.peek(i); t.Kind != Less || i > n && p.peek(i-1).End != t.Start {
			return false
		}
	}
	return true
}

// structHere says whether `{` starts the fields of a struct value.
func (p *parser) structHere() bool {
	first, second := p.peek(1).Kind, p.peek(2).Kind
	return first == RBrace || first == Ident && (second == Colon || second == Comma)
}

// args reads `(a, b)`.
func (p *parser) args() []ast.Expr {
	open := p.here()
	if !p.enter() {
		return nil
	}
	defer p.leave()
	p.advance()
	var args []ast.Expr
	p.nested(func() {
		p.list(open, RParen, func() { args = append(args, p.expr()) })
	})
	return args
}

// launch reads `<<<grid, block; shared>>>::<..>(..)`, at the first `<`.
func (p *parser) launch(start int, path *ast.Path) ast.Expr {
	l := &ast.Launch{Fun: path}
	open := p.here()
	open.End += 2
	for range 3 {
		p.advance()
	}
	l.Grid, l.Block = &ast.Dim{Base: ast.At(p.here())}, &ast.Dim{Base: ast.At(p.here())}
	l.Grid = p.launchDim()
	if p.expect(Comma) {
		l.Block = p.launchDim()
	}
	if !p.recovering && p.accept(Semi) {
		for !p.recovering && !p.at(Greater) && !p.at(Semi) && p.start() < len(p.file.Text) {
			l.Shared = append(l.Shared, p.typ())
			if !p.accept(Comma) {
				break
			}
		}
		if p.accept(Semi) { // upstream's lifetimes of the shared memory
			for p.accept(LifetimeTok) && p.accept(Comma) {
			}
		}
	}
	p.endLaunch(open)
	if p.at(PathSep) && p.peek(1).Kind == Less {
		p.advance()
		l.Generics = p.genericArgs()
	}
	if p.at(LParen) {
		l.Args = p.args()
	} else if !p.recovering {
		p.unexpected("the arguments of the launch `(..)`")
	}
	l.Base = p.base(start)
	return l
}

// endLaunch reads `>>>`.
func (p *parser) endLaunch(open source.Span) {
	if p.recovering && p.skipTo(Greater) {
		p.recovering = false
	}
	if p.joined(Greater, 3) {
		for range 3 {
			p.advance()
		}
		return
	}
	p.unexpected("`>>>`").WithLabel("expected `>>>`, to end the launch's shape")
	for p.accept(Greater) {
	}
}

// alloc reads the `()` of `alloc::<mem, type>()`.
func (p *parser) alloc(start int, generics []*ast.GenericArg) ast.Expr {
	a := &ast.Alloc{}
	if p.at(LParen) {
		if args := p.args(); len(args) > 0 {
			p.mistake(args[0].Span(), "`alloc` takes no arguments").WithLabel("memory starts with unspecified contents")
		}
	} else {
		p.unexpected("`()`")
	}
	a.Base = p.base(start)
	a.Mem, a.Type = &ast.Mem{Base: a.Base, Kind: ast.MemInfer}, &ast.BadType{Base: a.Base}
	if len(generics) != 2 || generics[0].Mem == nil || generics[1].Type == nil {
		p.mistake(a.Base.Range, "`alloc` takes a memory and a type").
			WithHelp("write for example `alloc::<gpu.shared, [f32; 32]>()`")
		return a
	}
	a.Mem, a.Type = generics[0].Mem, generics[1].Type
	return a
}

// structLit reads the fields of a struct value, at the `{`.
func (p *parser) structLit(start int, name *ast.Ident, args []*ast.GenericArg) ast.Expr {
	s := &ast.StructLit{Name: name, Args: args}
	open := p.here()
	if !p.enter() {
		return &ast.BadExpr{Base: p.base(start)}
	}
	defer p.leave()
	p.advance()
	p.nested(func() {
		p.list(open, RBrace, func() {
			at := p.start()
			f := &ast.FieldInit{Name: p.ident("a field")}
			if p.accept(Colon) {
				f.Value = p.expr()
			} else {
				path := &ast.Path{Base: f.Name.Base, Parts: []*ast.Ident{f.Name}}
				f.Value = &ast.Name{Base: f.Name.Base, Path: path}
				if !p.at(Comma) && !p.at(RBrace) {
					p.unexpected("`:` and the value of the field")
				}
			}
			f.Base = p.base(at)
			s.Fields = append(s.Fields, f)
		})
	})
	s.Base = p.base(start)
	return s
}
