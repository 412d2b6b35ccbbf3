package syntax

import (
	"slices"
	"strings"

	"descend/frontend/ast"
	"descend/frontend/source"
)

// item reads one item; nil if there is none, after an error.
func (p *parser) item() ast.Item {
	start, follows := p.start(), p.brokenItem
	p.broken, p.brokenItem = false, false
	switch {
	case p.at(KwFn):
		return p.fnDecl()
	case p.atMark(0):
		return p.marked()
	case p.at(KwStruct):
		return p.structDecl()
	case p.atWord("view"):
		return p.viewDecl()
	case p.atWord("pub") && p.atMark(1):
		p.mistake(p.here(), "expected `%s`, found `pub`", p.text(p.peek(1))).WithLabel("nobody calls what is there for a command").
			WithHelp("leave it out", p.edit(source.Span{File: p.file, Start: start, End: int(p.peek(1).Start)}, ""))
		p.advance()
		return p.item()
	case p.atWord("pub") && (p.peek(1).Kind == KwFn || p.peek(1).Kind == KwStruct || p.peek(1).Kind == Ident && itemWords[p.text(p.peek(1))]):
		p.advance()
		it := p.item()
		if it != nil {
			p.public[it] = true
		}
		return it
	case p.atWord("use") && p.peek(1).Kind == Ident:
		return p.useDecl()
	case p.atWord("const") && p.peek(1).Kind == Ident:
		return p.constDecl()
	case p.atWord("type"):
		return p.typeDecl()
	case p.atWord("enum") && p.peek(1).Kind == Ident:
		return p.enumDecl()
	case p.at(Semi):
		p.advance()
		return nil
	}
	if p.at(RBrace) && p.stray > 0 { // of the function that an inner one has ended
		p.stray--
		p.advance()
		return nil
	}
	if (p.atWord("const") || p.atWord("static") || p.atWord("extern") || p.atWord("unsafe") || p.at(KwUnsafe)) && p.peek(1).Kind == KwFn {
		word := p.here()
		p.advance()
		p.mistake(word, "expected `fn`, found `%s`", word.Text()).WithLabel("functions have no such word before them").
			WithHelp("leave it out", p.edit(source.Span{File: p.file, Start: word.Start, End: int(p.tok.Start)}, ""))
		return p.item()
	}
	help := foreignItem(p.here().Text())
	if follows && help == "" { // the rest of a broken item
		p.skipToItem(start)
		return nil
	}
	d := p.unexpected("an item, such as `fn`, `view` or `struct`")
	if help != "" {
		d.WithHelp(help)
	}
	if p.at(RBrace) {
		d.WithLabel("this `}` closes nothing")
	}
	p.skipToItem(start)
	return nil
}

// skipToItem moves to the next thing that looks like an item and ends the recovery.
func (p *parser) skipToItem(start int) {
	if p.start() == start && !p.at(EOF) {
		p.advance()
	}
	for !p.at(EOF) && !p.atItem() && !p.atForeignItem() {
		if p.at(LBrace) || p.at(LParen) || p.at(LBracket) {
			p.skipGroup()
		} else {
			p.advance()
		}
	}
	p.recovering = false
}

// itemWords are the words that start an item, before a name, and may be names elsewhere.
var itemWords = map[string]bool{"view": true, "const": true, "type": true, "use": true, "enum": true}

// atItem says whether an item starts here.
func (p *parser) atItem() bool {
	at := func(k Token) bool {
		return k.Kind == KwFn || k.Kind == KwStruct || k.Kind == Ident && itemWords[p.text(k)]
	}
	return p.at(KwFn) || p.at(KwStruct) || at(p.tok) && p.peek(1).Kind == Ident || p.atWord("pub") && at(p.peek(1)) || p.atMark(0)
}

// atForeignItem says whether an item of another language starts here, after another item.
func (p *parser) atForeignItem() bool {
	return p.at(Ident) && (p.prev == Semi || p.prev == RBrace || p.prev == BadToken) && foreignItems[p.text(p.tok)] != ""
}

func (p *parser) fnDecl() ast.Item {
	start := p.start()
	p.advance()
	d := &ast.FnDecl{Name: p.declName("the function's name")}
	d.Generics = p.generics()
	d.Params = p.params("a parameter list `(..)`")
	d.Exec = p.execParam(d.Params)
	if p.recovering || p.at(LBrace) {
		if !p.recovering {
			p.unexpected("the result type").WithHelp("a function without a result returns `()`", p.edit(p.after(), " ()"))
		}
		d.Ret = &ast.TupleType{Base: ast.At(p.after())}
	} else {
		if p.atOwner() {
			d.RetOwner = p.owner()
		}
		d.Ret = p.typ()
	}
	p.lifetimeList()
	d.Where = p.where()
	if p.recovering && p.skipTo(LBrace, Semi) {
		p.recovering = false
	}
	if p.loose > 0 {
		p.lose(start)
	}
	switch p.broken = false; {
	case p.at(LBrace):
		d.Body = p.block()
	case p.accept(Semi):
	default:
		if p.unexpected("the function's body or `;`"); p.at(RBrace) {
			p.skipToItem(p.start())
		}
	}
	p.recovering = false
	d.Base = p.base(start)
	if p.stray > 0 { // blocks end too early
		p.lose(start)
	}
	return d
}

// atMark says whether the mark of a function stands n tokens from here. Its words may be names elsewhere.
func (p *parser) atMark(n int) bool {
	t, next := p.peek(n), p.peek(n+1)
	if t.Kind != Ident {
		return false
	}
	switch p.text(t) {
	case "bench":
		return next.Kind == KwFn
	case "test":
		return next.Kind == KwFn || next.Kind == Ident && p.text(next) == "fails"
	}
	return false
}

// marked reads a function with `test` or `bench` before it. A command calls it, so nothing is handed over and nothing comes back.
func (p *parser) marked() ast.Item {
	start := p.start()
	m := &ast.Mark{Bench: p.atWord("bench")}
	word := p.text(p.tok)
	p.advance()
	if p.atWord("fails") {
		m.Fails = true
		p.advance()
		if p.at(String) {
			m.With = p.strLit().(*ast.StringLit)
		}
	}
	m.Base = p.base(start)
	if !p.at(KwFn) {
		p.unexpected("`fn`")
		p.skipToItem(-1)
		return nil
	}
	errors := p.errors
	d, ok := p.fnDecl().(*ast.FnDecl)
	if !ok || p.errors > errors {
		return d
	}
	d.Mark, d.Base = m, p.base(start)
	wrong := func(at source.Span, what, label string) {
		p.mistake(at, "%s", what).WithLabel("%s", label).
			WithHelp("it is written `" + word + " fn name() -[t: cpu.thread]-> () { .. }`")
	}
	unit, _ := d.Ret.(*ast.TupleType)
	switch {
	case d.Exec.Type.Kind != ast.ExecCPUThread:
		wrong(d.Exec.Type.Span(), "a "+word+" is executed by a `cpu.thread`", "expected `cpu.thread`, which launches kernels")
	case len(d.Generics) > 0:
		wrong(d.Generics[0].Span(), "a "+word+" has no generics", "nobody gives it one")
	case len(d.Params) > 0:
		wrong(d.Params[0].Span(), "a "+word+" has no parameters", "nobody gives it one")
	case unit == nil || len(unit.Elems) > 0:
		wrong(d.Ret.Span(), "a "+word+" has no result", "nobody takes it")
	case d.Body == nil:
		wrong(d.Name.Span(), "a "+word+" has a body", "expected a body")
	}
	return d
}

// execParam reads `-[name: type]->` behind parameters.
func (p *parser) execParam(params []*ast.Param) *ast.ExecParam {
	start := p.start()
	e := &ast.ExecParam{Name: &ast.Ident{Base: ast.At(p.here().Head())}}
	e.Type = &ast.ExecType{Base: ast.At(p.here().Head())}
	if p.recovering && !p.skipTo(Minus, LBrace) {
		return e
	}
	if p.atExecParam() {
		p.recovering, p.broken = false, false
		p.advance()
		open := p.here()
		p.advance()
		if p.peek(1).Kind != Colon {
			p.mistake(p.here(), "expected the name of the execution resource, found %s", p.describe(p.tok)).
				WithLabel("expected `name:`").
				WithHelp("name the resource that executes the function", p.edit(p.here().Head(), "e: "))
			e.Name.Name = "_"
		} else {
			e.Name = p.ident("the name of the execution resource")
			p.expect(Colon)
		}
		e.Type = p.execType()
		if !p.at(RBracket) && !p.recovering {
			p.unexpected("`]->`").Relate(p.loc(open), "the `[` is opened here")
		}
		if p.recovering && p.skipTo(RBracket) {
			p.recovering = false
		}
		if p.accept(RBracket) && !p.accept(Arrow) {
			d := p.unexpected("`->`")
			if p.at(LBrace) {
				d.WithHelp("a function without a result is written `-[..]-> ()`", p.edit(p.after(), "-> ()"))
			}
		}
		e.Base = p.base(start)
		return e
	}
	d := p.unexpected("`-[name: resource]->`")
	d.Label = "expected the execution resource of the function"
	example := "-[t: cpu.thread]->"
	if slices.ContainsFunc(params, func(x *ast.Param) bool { return strings.Contains(x.Span().Text(), "gpu.") }) {
		example = "-[t: gpu.thread]->"
	}
	switch {
	case p.at(Arrow):
		d.WithHelp("say who executes the function, for example", p.edit(p.here(), example))
	case p.at(LBrace):
		d.WithHelp("say who executes the function, for example", p.edit(p.after(), " "+example+" ()"))
	default:
		d.WithHelp("say who executes the function, for example `" + example + " ()`")
	}
	return e
}

// lifetimeList moves over upstream's `<'a, 'b>` before a body.
func (p *parser) lifetimeList() {
	if !p.at(Less) || p.peek(1).Kind != LifetimeTok {
		return
	}
	open := p.here()
	p.advance()
	p.list(open, Greater, func() {
		if !p.accept(LifetimeTok) {
			p.unexpected("a lifetime")
		}
	})
}

// generics reads an optional `<n: nat, 'r, ..>`.
func (p *parser) generics() []*ast.Generic {
	if !p.at(Less) {
		return nil
	}
	open := p.here()
	p.advance()
	var gs []*ast.Generic
	p.list(open, Greater, func() {
		start := p.start()
		g := &ast.Generic{}
		if p.at(LifetimeTok) {
			l := p.lifetime()
			g.Name = &ast.Ident{Base: l.Base, Name: l.Name}
			g.Kind = ast.KindLifetime
			if p.accept(Colon) {
				if k, ok := p.kind(); ok && k != ast.KindLifetime {
					p.mistake(p.span(start), "the kind of a lifetime is `prv`")
				}
			}
		} else {
			g.Name = p.declName("a generic parameter")
			if !p.at(Colon) && !p.recovering {
				d := p.unexpected("`:` and a kind")
				if name := g.Name.Name; name != "" {
					g.Kind = ast.KindNat
					if name[0] <= 'Z' {
						g.Kind = ast.KindType
					}
					text := ": " + g.Kind.String()
					d.WithHelp("the kinds are `nat`, `mem`, `dty` and `prv`: for example `"+name+text+"`", p.edit(g.Name.Span().Tail(), text))
				}
			} else if p.accept(Colon) {
				if p.at(KwFn) {
					g.Kind, g.Fn = ast.KindFn, p.fnType()
				} else {
					g.Kind, _ = p.kind()
				}
			}
		}
		g.Base = p.base(start)
		gs = append(gs, g)
	})
	return gs
}

func (p *parser) kind() (ast.Kind, bool) {
	if p.at(Ident) {
		for i, names := range [...][2]string{{"nat", ""}, {"mem", ""}, {"dty", "dt"}, {"prv", ""}} {
			if t := p.text(p.tok); t == names[0] || t == names[1] {
				p.advance()
				return ast.Kind(i), true
			}
		}
	}
	p.unexpected("a kind: `nat`, `mem`, `dty` or `prv`")
	return ast.KindNat, false
}

// params reads `(..)`.
func (p *parser) params(what string) []*ast.Param {
	open := p.here()
	if p.recovering && !p.skipTo(LParen, Minus) {
		return nil
	}
	if !p.accept(LParen) {
		p.unexpected(what)
		return nil
	}
	p.recovering = false
	var ps []*ast.Param
	p.list(open, RParen, func() { ps = append(ps, p.param()) })
	if p.recovering {
		for !p.atExecParam() && !p.at(LBrace) && !p.at(KwFn) && !p.at(KwStruct) && !p.at(EOF) {
			p.advance()
		}
	}
	return ps
}

// atExecParam says whether `-[`, which begins the execution resource of a function, stands here.
func (p *parser) atExecParam() bool { return p.at(Minus) && p.peek(1).Kind == LBracket }

func (p *parser) param() *ast.Param {
	start := p.start()
	d := &ast.Param{}
	d.Mut = p.accept(KwMut)
	if p.at(LBracket) {
		d.Owner = p.owner()
	}
	d.Mut = p.accept(KwMut) || d.Mut
	d.Name = p.ident("a parameter")
	if p.accept(Colon) {
		d.Type = p.paramType()
	} else if name, t, ok := p.foreignParam(d.Name); ok {
		d.Name, d.Type = name, t
	} else {
		if !p.recovering {
			p.unexpected("`:` and a type").WithHelp("parameters are written `name: type`")
		}
		d.Type = &ast.BadType{Base: ast.At(p.here().Head())}
	}
	d.Base = p.base(start)
	return d
}

// atOwner says whether the owner of a result starts here, `[w.forall(X)]`, and not an array type.
func (p *parser) atOwner() bool {
	return p.at(LBracket) && p.peek(1).Kind == Ident && (p.peek(2).Kind == Dot || p.peek(2).Kind == RBracket)
}

// owner reads `[exec]`.
func (p *parser) owner() *ast.ExecExpr {
	open := p.here()
	p.advance()
	e := p.execExpr()
	if !p.accept(RBracket) {
		p.unexpected("`]`").Relate(p.loc(open), "the `[` is opened here")
	}
	return e
}

// paramType is a type or the word `view`.
func (p *parser) paramType() ast.Type {
	if p.atWord("view") {
		start := p.start()
		p.advance()
		return &ast.ViewParamType{Base: p.base(start)}
	}
	return p.typ()
}

// fnType reads `fn(a, b) -> c`.
func (p *parser) fnType() ast.Type {
	start := p.start()
	p.advance()
	t := &ast.FnType{}
	if open := p.here(); p.expect(LParen) {
		p.list(open, RParen, func() { t.Params = append(t.Params, p.typ()) })
	}
	if p.expect(Arrow) {
		t.Ret = p.typ()
	} else {
		t.Ret = &ast.BadType{Base: ast.At(p.here().Head())}
	}
	t.Base = p.base(start)
	return t
}

// where reads an optional where clause.
func (p *parser) where() []ast.Constraint {
	if !p.accept(KwWhere) {
		return nil
	}
	var cs []ast.Constraint
	for !p.at(LBrace) && !p.at(Semi) && !p.at(Assign) && !p.at(EOF) {
		cs = append(cs, p.constraints()...)
		if p.recovering {
			if !p.skipTo(Comma, LBrace) {
				break
			}
			p.recovering, p.broken = false, false
		}
		if !p.accept(Comma) {
			break
		}
	}
	return cs
}

// constraints reads one clause; `'a: 'b + 'c` is two constraints.
func (p *parser) constraints() []ast.Constraint {
	start := p.start()
	if p.at(LifetimeTok) || p.at(Ident) && p.peek(1).Kind == Colon {
		if next := p.peek(2); p.at(Ident) && next.Kind == Ident && isBound(strings.ToLower(p.text(next))) {
			return []ast.Constraint{p.typeBounds(start)}
		}
		long := p.lifetime()
		p.expect(Colon)
		var cs []ast.Constraint
		for {
			o := &ast.Outlives{Long: long, Short: p.lifetime()}
			o.Base = p.base(start)
			cs = append(cs, o)
			if p.recovering || !p.accept(Plus) {
				return cs
			}
		}
	}
	if p.atWord("pow2") && p.peek(1).Kind == LParen {
		p.advance()
		open := p.here()
		p.advance()
		c := &ast.Pow2{X: p.nat()}
		p.closing(open, RParen)
		c.Base = p.base(start)
		return []ast.Constraint{c}
	}
	n := &ast.NatConstraint{X: p.nat()}
	op, width := p.compareOp()
	if width == 0 && p.at(Assign) && !p.recovering {
		p.mistake(p.here(), "expected `==`, found `=`").WithLabel("a clause compares").
			WithHelp("write `==`", p.edit(p.here(), "=="))
		op, width = ast.Eq, 1
	}
	if width == 0 {
		if !p.recovering {
			p.unexpected("a comparison: `==`, `!=`, `<`, `<=`, `>` or `>=`")
		}
		n.Y = &ast.BadNat{Base: ast.At(p.here().Head())}
	} else {
		for range width {
			p.advance()
		}
		n.Op, n.Y = op, p.nat()
		if _, again := p.compareOp(); again > 0 && !p.recovering {
			p.errorAt(p.here(), "comparisons cannot be chained").
				WithHelp("write two clauses, separated by a comma")
		}
	}
	n.Base = p.base(start)
	return []ast.Constraint{n}
}

// isBound says whether a name is that of a bound of types, which is no lifetime then.
func isBound(name string) bool {
	switch name {
	case "copy", "num", "int", "float", "ord", "atomic":
		return true
	}
	return false
}

// typeBounds reads `d: copy` or `d: int + atomic`.
func (p *parser) typeBounds(start int) *ast.TypeBound {
	b := &ast.TypeBound{Name: p.ident("a type variable")}
	p.advance()
	for {
		word := strings.ToLower(p.text(p.tok))
		if p.at(Ident) && isBound(word) && p.text(p.tok) != word {
			p.mistake(p.here(), "expected `%s`, found %s", word, p.describe(p.tok)).WithLabel("a bound is written small").
				WithHelp("write `"+word+"`", p.edit(p.here(), word))
		}
		b.Bounds = append(b.Bounds, p.ident("a bound"))
		if p.recovering || !p.accept(Plus) {
			b.Base = p.base(start)
			return b
		}
	}
}

// lifetime reads `'a`, or `a` where only a lifetime can stand.
func (p *parser) lifetime() *ast.Lifetime {
	start := p.start()
	l := &ast.Lifetime{Base: ast.At(p.here().Head())}
	switch {
	case p.at(LifetimeTok):
		l.Name = p.text(p.tok)[1:]
	case p.at(Ident):
		l.Name = p.text(p.tok)
	default:
		p.unexpected("a lifetime")
		return l
	}
	p.advance()
	l.Base = p.base(start)
	return l
}

// viewDecl reads `view name<generics>(v: view, ..) = chain`.
func (p *parser) viewDecl() ast.Item {
	start := p.start()
	p.advance()
	d := &ast.ViewDecl{Name: p.viewName("the view's name")}
	d.Generics = p.generics()
	if p.at(LParen) {
		d.Params = p.params("a parameter list")
		for _, q := range d.Params {
			if _, ok := q.Type.(*ast.ViewParamType); !ok {
				p.mistake(q.Type.Span(), "a parameter of a view must be a view").WithLabel("expected `view`").
					WithHelp("sizes are generic parameters: `<" + q.Name.Name + ": nat>`")
			}
		}
	}
	d.Where = p.where()
	if p.recovering {
		if p.skipTo(Assign) {
			p.recovering = false
		}
	}
	if p.expect(Assign) {
		d.Chain = p.viewChain()
	} else {
		d.Chain = p.badChain()
	}
	if p.at(KwWhere) {
		d.Where = append(d.Where, p.where()...)
	}
	d.Base = p.base(start)
	p.endOfItem()
	return d
}

// endOfItem takes the optional `;` after an item without a body.
func (p *parser) endOfItem() {
	if p.accept(Semi) || p.at(EOF) || p.atItem() {
		p.recovering = false
		return
	}
	p.unexpected("`;` or the next item")
	p.skipToItem(-1)
}

// constDecl reads `const name: type = term`.
func (p *parser) constDecl() ast.Item {
	start := p.start()
	p.advance()
	d := &ast.ConstDecl{Name: p.declName("the constant's name")}
	switch {
	case p.at(Colon):
		p.advance()
		if p.atWord("nat") {
			p.advance()
		} else {
			d.Type = p.typ()
		}
	case !p.recovering:
		p.unexpected("`:` and a type").WithHelp("a constant has a type: `const " + d.Name.Name + ": nat = 256;`, `const " + d.Name.Name + ": f32 = 0.5;`")
	}
	switch {
	case !p.expect(Assign):
		d.Nat = &ast.BadNat{Base: ast.At(p.here().Head())}
		if d.Type != nil {
			d.Value = &ast.BadExpr{Base: ast.At(p.here().Head())}
		}
	case d.Type == nil:
		d.Nat = p.nat()
	default:
		d.Value = p.expr()
	}
	d.Base = p.base(start)
	p.endOfItem()
	return d
}

// useDecl reads `use path;` or `use path::{a, b as c};`.
func (p *parser) useDecl() ast.Item {
	start := p.start()
	p.advance()
	d := &ast.UseDecl{Whole: true, Path: []*ast.Ident{p.ident("a module")}}
	for p.at(PathSep) && !p.recovering {
		p.advance()
		if open := p.here(); p.accept(LBrace) {
			d.Whole = false
			p.list(open, RBrace, func() {
				at := p.start()
				n := &ast.UseName{Name: p.viewName("an item of the module")}
				if p.at(KwAs) {
					p.advance()
					n.As = p.declName("a name")
				}
				n.Base = p.base(at)
				d.Names = append(d.Names, n)
			})
			break
		}
		if p.at(Star) {
			p.mistake(p.here(), "expected the items of the module, found `*`").WithLabel("what is used is named").
				WithHelp("name them, `use m::{f, g};`, or use the module, `use m;` and `m::f(..)`")
			p.advance()
			break
		}
		d.Path = append(d.Path, p.viewName("a module or an item"))
	}
	if p.at(KwAs) && !p.recovering {
		p.mistake(p.here(), "expected `;`, found `as`").WithLabel("names are given to items").
			WithHelp("write `use m::{f as g};`")
		p.advance()
		p.ident("a name")
	}
	d.Base = p.base(start)
	p.endOfItem()
	return d
}

// typeDecl reads `type name<generics> = type`.
func (p *parser) typeDecl() ast.Item {
	start := p.start()
	p.advance()
	d := &ast.TypeDecl{Name: p.declName("the type's name")}
	d.Generics = p.generics()
	if p.expect(Assign) {
		d.Type = p.typ()
	} else {
		d.Type = &ast.BadType{Base: ast.At(p.here().Head())}
	}
	d.Base = p.base(start)
	p.endOfItem()
	return d
}

func (p *parser) structDecl() ast.Item {
	start := p.start()
	p.advance()
	d := &ast.StructDecl{Name: p.declName("the struct's name")}
	d.Generics = p.generics()
	d.Where = p.where()
	if p.recovering && p.skipTo(LBrace) {
		p.recovering = false
	}
	var open source.Span = p.here()
	if !p.accept(LBrace) {
		if d := p.unexpected("`{`"); p.at(LParen) {
			d.WithHelp("the fields of a struct have names: `struct Name { field: type }`")
		}
		p.skipToItem(p.start())
		d.Base = p.base(start)
		return d
	}
	p.list(open, RBrace, func() {
		fs := p.start()
		f := &ast.Field{Name: p.declName("a field")}
		if p.expect(Colon) {
			f.Type = p.typ()
		} else {
			f.Type = &ast.BadType{Base: ast.At(p.here().Head())}
		}
		f.Base = p.base(fs)
		d.Fields = append(d.Fields, f)
	})
	if p.recovering {
		p.skipToItem(p.start())
	}
	d.Base = p.base(start)
	return d
}

// enumDecl reads `enum Name { A, B }`.
func (p *parser) enumDecl() ast.Item {
	start := p.start()
	p.advance()
	d := &ast.EnumDecl{Name: p.declName("the enum's name")}
	if p.at(Less) && !p.recovering {
		at := p.here()
		p.generics()
		p.mistake(at, "enums have no generics").WithLabel("their variants hold no values")
	}
	open := p.here()
	if !p.accept(LBrace) {
		p.unexpected("`{` and the variants")
		p.skipToItem(p.start())
		d.Base = p.base(start)
		return d
	}
	p.list(open, RBrace, func() {
		d.Variants = append(d.Variants, p.declName("a variant"))
		at := p.here()
		switch {
		case p.recovering:
		case p.at(LParen), p.at(LBrace):
			p.skipGroup()
			p.mistake(p.span(at.Start), "variants with values are not in this language").WithLabel("a variant is a name alone").
				WithHelp("put the value beside the enum, in a struct: `struct Name { kind: Kind, value: f32 }`")
		case p.at(Assign):
			p.advance()
			p.unary()
			p.mistake(p.span(at.Start), "variants are numbered from 0").WithLabel("a variant is a name alone").
				WithHelp("leave it out, and write a function that gives the number: `match e { .. }`", p.edit(p.span(d.Variants[len(d.Variants)-1].Span().End), ""))
		}
	})
	if p.recovering {
		p.skipToItem(p.start())
	}
	d.Base = p.base(start)
	return d
}
