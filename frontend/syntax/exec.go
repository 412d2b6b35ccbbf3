package syntax

import (
	"strings"

	"descend/frontend/ast"
)

// execNames are the spellings of the execution resources, in the paper's and the prototype's case.
var execNames = func() map[string]ast.ExecKind {
	m := map[string]ast.ExecKind{"any": ast.ExecAny}
	for k := ast.ExecCPUThread; k <= ast.ExecGlobalThreads; k++ {
		name := k.String()
		m[name] = k
		device, rest, _ := strings.Cut(name, ".")
		camel := device + "."
		for _, w := range strings.Split(rest, "_") {
			camel += strings.ToUpper(w[:1]) + w[1:]
		}
		m[camel] = k
	}
	return m
}()

// execType reads a kind of resource: `gpu.grid<XY<64,64>, XY<32,8>>`.
func (p *parser) execType() *ast.ExecType {
	start := p.start()
	t := &ast.ExecType{Base: ast.At(p.here().Head())}
	name := ""
	switch {
	case p.at(Ident) && p.peek(1).Kind == Dot:
		name = p.text(p.tok) + "." + p.text(p.peek(2))
	case p.at(Ident):
		name = p.text(p.tok)
	default:
		p.unexpected("an execution resource")
		return t
	}
	kind, ok := execNames[name]
	if !ok {
		d := p.errorAt(p.here(), "unknown execution resource `%s`", name).
			WithLabel("the resources are cpu.thread, gpu.grid, gpu.block, gpu.warp, gpu.thread, gpu.block_grp, " +
				"gpu.thread_grp, gpu.warp_grp, gpu.global_threads and any")
		for _, device := range []string{"gpu.", "cpu."} {
			if _, ok := execNames[device+name]; ok && (device == "gpu." || name != "thread") {
				d.WithHelp("write `"+device+name+"`", p.edit(p.here(), device+name))
				break
			}
		}
		return t
	}
	p.advance()
	if kind != ast.ExecAny {
		p.advance()
		p.advance()
	}
	t.Kind = kind
	p.execTypeArgs(t)
	t.Base = p.base(start)
	return t
}

// execTypeArgs reads the shapes of a resource.
func (p *parser) execTypeArgs(t *ast.ExecType) {
	shapes := t.Kind.NumDims()
	if shapes == 0 && t.Kind != ast.ExecWarpGrp {
		if p.at(Less) {
			p.errorAt(p.here(), "`%s` takes no arguments", t.Kind)
		}
		return
	}
	open := p.here()
	if !p.accept(Less) {
		p.unexpected("`<`").WithLabel("`%s` takes its shape as an argument", t.Kind)
		return
	}
	if t.Kind == ast.ExecWarpGrp {
		t.Num = p.nat()
		if !p.accept(Greater) {
			p.unexpected("`>`").Relate(p.loc(open), "the `<` is opened here")
		}
		return
	}
	p.list(open, Greater, func() { t.Dims = append(t.Dims, p.dim()) })
	if len(t.Dims) != shapes {
		p.mistake(p.span(int(t.Range.Start)), "`%s` takes %d shapes, found %d", t.Kind, shapes, len(t.Dims)).
			WithLabel("a grid has the shape of its blocks and of a block's threads, a block that of its threads")
		for len(t.Dims) < shapes {
			t.Dims = append(t.Dims, &ast.Dim{Base: ast.At(p.after())})
		}
		t.Dims = t.Dims[:shapes]
	}
}

// axes reads the letters of a shape or nil.
func axes(word string) []ast.Axis {
	if len(word) > 3 {
		return nil
	}
	var as []ast.Axis
	for i := range len(word) {
		a := ast.Axis(word[i] - 'X')
		if word[i] < 'X' || word[i] > 'Z' || strings.IndexByte(word[:i], word[i]) >= 0 {
			return nil
		}
		as = append(as, a)
	}
	return as
}

// dim reads a shape: `XY<64, 32>`.
func (p *parser) dim() *ast.Dim {
	start := p.start()
	d := &ast.Dim{Base: ast.At(p.here().Head())}
	if p.at(Ident) {
		d.Axes = axes(p.text(p.tok))
	}
	if word := strings.ToUpper(p.text(p.tok)); d.Axes == nil && p.at(Ident) && axes(word) != nil && p.peek(1).Kind == Less {
		p.mistake(p.here(), "expected a shape, found %s", p.describe(p.tok)).WithLabel("dimensions are capital letters").
			WithHelp("write `"+word+"`", p.edit(p.here(), word))
		d.Axes = axes(word)
	}
	if p.at(Int) && (p.peek(1).Kind == Comma || p.peek(1).Kind == Greater) {
		n := p.text(p.tok)
		p.mistake(p.here(), "expected a shape, found %s", p.describe(p.tok)).WithLabel("a shape names its dimensions").
			WithHelp("write `X<"+n+">`", p.edit(p.here(), "X<"+n+">"))
		d.Axes, d.Sizes = axes("X"), []ast.Nat{p.nat()}
		d.Base = p.base(start)
		return d
	}
	if word := p.text(p.tok); d.Axes == nil && p.at(Ident) && strings.Trim(word, "XYZ") == "" && p.peek(1).Kind == Less {
		p.mistake(p.here(), "expected a shape, found %s", p.describe(p.tok)).WithLabel("a shape names each dimension once")
		p.advance()
		open := p.here()
		p.advance()
		p.list(open, Greater, func() { p.nat() })
		return d
	}
	if d.Axes == nil {
		p.unexpected("a shape").WithHelp("shapes are written `X<n>`, `XY<n, m>`, `XYZ<n, m, k>`")
		return d
	}
	p.advance()
	open := p.here()
	if !p.expect(Less) {
		d.Axes = nil
		return d
	}
	p.list(open, Greater, func() { d.Sizes = append(d.Sizes, p.nat()) })
	d.Base = p.base(start)
	if len(d.Sizes) != len(d.Axes) {
		p.mistake(d.Range, "a shape over %d dimensions takes %d sizes, found %d", len(d.Axes), len(d.Axes), len(d.Sizes))
		d.Axes, d.Sizes = nil, nil
	}
	return d
}

// axis reads X, Y or Z.
func (p *parser) axis() (ast.Axis, bool) {
	if p.at(Ident) {
		if as := axes(p.text(p.tok)); len(as) == 1 {
			p.advance()
			return as[0], true
		}
	}
	d := p.unexpected("a dimension: `X`, `Y` or `Z`")
	if p.at(Ident) && len(axes(strings.ToUpper(p.text(p.tok)))) > 1 {
		d.WithHelp("several dimensions are separated by commas: `X, Y`")
	}
	return ast.X, false
}

// execExpr reads `block`, `grid.forall(X)`, `block.split(32, X).fst`, `block.to_warps`.
func (p *parser) execExpr() *ast.ExecExpr {
	start := p.start()
	e := &ast.ExecExpr{}
	if p.memHere() {
		e.Type = p.execType()
	} else {
		e.Name = p.ident("an execution resource")
	}
	for n := 1; p.at(Dot) && !p.recovering; n++ {
		if !p.fits(n) {
			break
		}
		p.execStep(e)
	}
	e.Base = p.base(start)
	if e.Name != nil && e.Name.Name == "" {
		e.Base = e.Name.Base
	}
	return e
}

// execStep reads one `.step`.
func (p *parser) execStep(e *ast.ExecExpr) {
	start := p.start()
	p.advance()
	s := &ast.ExecStep{}
	switch {
	case p.atWord("forall"):
		p.advance()
		if !p.expect(LParen) {
			return
		}
		s.Axis, _ = p.axis()
		p.expect(RParen)
	case p.at(KwSplit):
		p.advance()
		s.Kind = ast.StepSplit
		if !p.expect(LParen) {
			return
		}
		s.At = p.nat()
		if p.expect(Comma) {
			s.Axis, _ = p.axis()
		}
		p.expect(RParen)
		switch {
		case !p.expect(Dot):
			return
		case p.atWord("fst") || p.at(Int) && p.text(p.tok) == "0":
		case p.atWord("snd") || p.at(Int) && p.text(p.tok) == "1":
			s.Snd = true
		default:
			p.unexpected("`fst` or `snd`")
			return
		}
		p.advance()
	case p.atWord("to_warps"):
		p.advance()
		s.Kind = ast.StepToWarps
	case p.atWord("to_threads"):
		p.advance()
		s.Kind = ast.StepToThreads
	default:
		d := p.unexpected("`forall`, `split`, `to_warps` or `to_threads`")
		if p.atWord("take") {
			d.WithHelp("`take<X, n, 0>` is written `split(n, X).fst`")
		}
		return
	}
	s.Base = p.base(start)
	e.Steps = append(e.Steps, s)
}

// viewName reads the name of a view; `split` is one.
func (p *parser) viewName(what string) *ast.Ident {
	if p.at(KwSplit) {
		start := p.start()
		p.advance()
		return &ast.Ident{Base: p.base(start), Name: "split"}
	}
	return p.ident(what)
}

// viewChain reads `group::<4>.map(transpose).fst`.
func (p *parser) viewChain() *ast.ViewChain {
	start := p.start()
	if !p.enter() {
		return p.badChain()
	}
	defer p.leave()
	c := &ast.ViewChain{}
	for n := 1; ; n++ {
		if !p.fits(n) {
			break
		}
		c.Steps = append(c.Steps, p.viewStep())
		if p.recovering || !p.accept(Dot) {
			break
		}
	}
	if len(c.Steps) == 0 {
		return p.badChain()
	}
	c.Base = p.base(start)
	return c
}

// badChain is a chain of one step without a name.
func (p *parser) badChain() *ast.ViewChain {
	b := ast.At(p.here().Head())
	return &ast.ViewChain{Base: b, Steps: []*ast.ViewStep{{Base: b, Name: &ast.Ident{Base: b}}}}
}

// viewStep reads `name::<args>(views)`; the name may be a tuple index.
func (p *parser) viewStep() *ast.ViewStep {
	start := p.start()
	s := &ast.ViewStep{}
	if p.at(Int) && p.prev == Dot {
		s.Name = &ast.Ident{Name: p.text(p.tok)}
		p.advance()
		s.Name.Base = p.base(start)
	} else {
		s.Name = p.qualified(p.viewName("a view"))
		p.viewArgs(s)
	}
	s.Base = p.base(start)
	return s
}

// permute is the view that takes a value.
const permute = "permute"

// viewArgs reads the optional arguments of a view after its name.
func (p *parser) viewArgs(s *ast.ViewStep) {
	if p.at(PathSep) && p.peek(1).Kind == Less {
		p.advance()
		s.Args = p.genericArgs()
	}
	if size := p.peek(1); !p.recovering && p.at(LParen) && size.Kind == Int && p.peek(2).Kind == RParen {
		start := p.start()
		p.skipGroup()
		p.mistake(p.span(start), "expected a view, found `%s`", p.text(size)).WithLabel("sizes are given as `::<..>`").
			WithHelp("write `::<"+p.text(size)+">`", p.edit(p.span(start), "::<"+p.text(size)+">"))
		return
	}
	if !p.recovering && p.at(LParen) {
		open := p.here()
		p.advance()
		if p.at(And) && s.Name.Name == permute {
			s.Order = p.expr()
			p.closing(open, RParen)
			return
		}
		s.Views = []*ast.ViewChain{}
		p.list(open, RParen, func() { s.Views = append(s.Views, p.viewChain()) })
	}
}

// launchDim reads a shape in a launch, which may be `_`.
func (p *parser) launchDim() *ast.Dim {
	if !p.atWord("_") {
		return p.dim()
	}
	d := &ast.Dim{Base: ast.At(p.here()), Infer: true}
	p.advance()
	return d
}
