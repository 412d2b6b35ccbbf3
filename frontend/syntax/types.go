package syntax

import "descend/frontend/ast"

// scalars are the type names that take no arguments, so that `x as i32 < y` is a comparison.
var scalars = map[string]bool{"bool": true, "i8": true, "i16": true, "i32": true, "i64": true, "u8": true,
	"u16": true, "u32": true, "u64": true, "f16": true, "bf16": true, "f32": true, "f64": true}

// startsType says whether a token can be the first of a type.
func startsType(k Kind) bool {
	return k == Ident || k == LParen || k == LBracket || k == And || k == Question
}

// typ reads a type.
func (p *parser) typ() ast.Type {
	start := p.start()
	if !p.enter() {
		return &ast.BadType{Base: p.base(start)}
	}
	defer p.leave()
	t := p.typeTerm()
	for n := 1; p.at(At); n++ {
		if !p.fits(n) {
			return t
		}
		p.advance()
		b := &ast.BoxType{Elem: t, Mem: p.mem("the memory of the box")}
		b.Base = p.base(start)
		t = b
	}
	return t
}

// foreignArray reports `t[n]` where an array type is meant; a `[` cannot follow a type.
func (p *parser) foreignArray(elem ast.Type) ast.Type {
	open := p.here()
	p.advance()
	var n ast.Nat = &ast.BadNat{Base: ast.At(p.here().Head())}
	if p.at(RBracket) {
		p.errorAt(open, "expected an array type `[type; length]`").WithLabel("the brackets stand around the type")
		p.recovering = false
	} else {
		n = p.nat()
		text := "[" + elem.Span().Text() + "; " + n.Span().Text() + "]"
		p.mistake(open, "expected an array type `[type; length]`").WithLabel("the brackets stand around the type").
			WithHelp("write `"+text+"`", p.edit(elem.Span().To(p.here()), text))
	}
	p.closing(open, RBracket)
	return &ast.ArrayType{Base: p.base(elem.Span().Start), Elem: elem, Len: n}
}

func (p *parser) typeTerm() ast.Type {
	start := p.start()
	switch p.tok.Kind {
	case KwFn:
		return p.fnType()
	case LParen:
		return p.tupleType()
	case LBracket:
		return p.arrayType()
	case And:
		return p.refType()
	case Question:
		p.advance()
		m := &ast.MaybeType{Elem: p.typ()}
		m.Base = p.base(start)
		return m
	case Ident:
		if p.atWord("_") {
			p.advance()
			return &ast.InferType{Base: p.base(start)}
		}
		if name := p.text(p.tok); (name == "cpu" || name == "gpu") && p.peek(1).Kind == Dot {
			p.unexpected("a type").WithHelp("a memory stands after `&` or `@`")
			break
		}
		if t := p.foreignType(); t != nil {
			return t
		}
		t := &ast.NamedType{Name: p.qualified(p.ident("a type"))}
		if p.at(Less) && !scalars[t.Name.Name] && p.peek(1).Kind != Less && !p.joinedLess() {
			t.Args = p.genericArgs()
		}
		t.Base = p.base(start)
		if p.at(LBracket) && p.prevEnd == p.start() && !p.recovering {
			return p.foreignArray(t)
		}
		if p.at(Star) && !p.casting && !p.recovering { // to a struct
			p.mistake(p.through(start), "there are no raw pointers").WithLabel("a reference says where its target lies").
				WithHelp(referenceForm)
			p.advance()
		}
		return t
	}
	if d := p.unexpected("a type"); p.at(Star) {
		d.WithHelp("there are no raw pointers: " + referenceForm)
	}
	return &ast.BadType{Base: ast.At(p.here().Head())}
}

const referenceForm = "write `& gpu.global [f32; n]`, or `&uniq ..` to write through it"

// joinedLess says whether `<=` starts here.
func (p *parser) joinedLess() bool {
	t := p.peek(1)
	return t.Kind == Assign && t.Start == p.tok.End
}

// tupleType reads `()`, `(t)`, `(t,)` or `(t, u)`.
func (p *parser) tupleType() ast.Type {
	start := p.start()
	open := p.here()
	p.advance()
	t := &ast.TupleType{}
	p.list(open, RParen, func() { t.Elems = append(t.Elems, p.typ()) })
	if len(t.Elems) == 1 && !p.endComma {
		return t.Elems[0]
	}
	t.Base = p.base(start)
	return t
}

// arrayType reads `[d; n]` or `[[d; n]]`: which of the two shows after the inner `]`.
func (p *parser) arrayType() ast.Type {
	start := p.start()
	open := p.here()
	p.advance()
	elem := p.typ()
	if inner, ok := elem.(*ast.ArrayType); ok && p.at(RBracket) && p.prev == RBracket {
		p.advance()
		return &ast.ViewType{Base: p.base(start), Elem: inner.Elem, Len: inner.Len}
	}
	var length ast.Nat
	switch {
	case p.at(Comma):
		p.mistake(p.here(), "expected `;`, found `,`").WithLabel("the length of an array stands after a `;`").
			WithHelp("write `;`", p.edit(p.here(), ";"))
		p.advance()
		length = p.nat()
	case p.accept(Semi):
		length = p.nat()
	case !p.recovering && (p.at(Int) || p.at(Ident)):
		p.mistake(p.here(), "expected `;`, found %s", p.describe(p.tok)).WithLabel("the length of an array stands after a `;`").
			WithHelp("write `;`", p.edit(p.after(), ";"))
		length = p.nat()
	default:
		if !p.recovering && open.Start != p.lastError { // else the reference to it has no memory either
			p.unexpected("`;` and the length of the array").
				WithHelp("array types are written `[type; length]`, views `[[type; length]]`")
		}
		length = &ast.BadNat{Base: ast.At(p.here().Head())}
	}
	if !p.accept(RBracket) {
		p.unexpected("`]`").Relate(p.loc(open), "the `[` is opened here")
	}
	return &ast.ArrayType{Base: p.base(start), Elem: elem, Len: length}
}

// refType reads `&'a uniq mem d`.
func (p *parser) refType() ast.Type {
	start := p.start()
	p.advance()
	t := &ast.RefType{}
	if p.at(LifetimeTok) || p.at(Ident) && p.lifetimeHere() {
		t.Lifetime = p.lifetime()
	}
	owned := p.at(KwUniq) || p.at(KwShrd)
	t.Uniq = p.at(KwUniq)
	if owned {
		p.advance()
	}
	mutable := p.at(KwMut)
	if mutable {
		d := p.mistake(p.here(), "expected `uniq`, found keyword `mut`").WithLabel("references are `uniq` or `shrd`")
		if p.peek(1).Kind == Ident {
			d.WithHelp("a reference that writes is unique", p.edit(p.here(), "uniq"))
		} else {
			d.WithHelp("a reference that writes is unique, and says where its target lies: `&uniq cpu.mem ..`")
		}
		p.advance()
		t.Uniq = true
	}
	next := p.peek(1)
	if p.at(Ident) && (p.memHere() || startsType(next.Kind) || next.Kind == Dot) {
		t.Mem = p.mem("a memory")
	} else {
		at := p.here().Head()
		t.Mem = &ast.Mem{Base: ast.At(at), Kind: ast.MemInfer}
		switch {
		case mutable && startsType(p.tok.Kind): // reported
		case startsType(p.tok.Kind):
			help := "write the memory: `cpu.mem`, `gpu.global`, `gpu.shared`, `gpu.local` or a generic `m: mem`"
			if p.at(LBracket) && p.peek(2).Kind == RBracket {
				help = "write the memory and the size, which is a generic: `& cpu.mem [" + p.text(p.peek(1)) + "; n]` with `<n: nat>`"
			}
			p.mistake(p.here(), "expected a memory, found %s", p.describe(p.tok)).
				WithLabel("a reference type says where its target lies").
				WithHelp(help)
		default:
			p.unexpected("a memory")
		}
	}
	t.Elem = p.typ()
	t.Base = p.base(start)
	return t
}

// lifetimeHere says whether the identifier after `&` is a lifetime: `uniq`, `shrd` or a memory follows.
func (p *parser) lifetimeHere() bool {
	next := p.peek(1)
	switch next.Kind {
	case KwUniq, KwShrd, KwMut:
		return true
	case Ident:
		if p.memHere() {
			return false
		}
		after := p.peek(2)
		if w := p.text(next); after.Kind == Dot && (w == "cpu" || w == "gpu") {
			return true
		}
		return startsType(after.Kind) && p.text(p.tok) != "_"
	}
	return false
}

// memHere says whether a memory with a dot starts here.
func (p *parser) memHere() bool {
	return (p.atWord("cpu") || p.atWord("gpu")) && p.peek(1).Kind == Dot
}

var memNames = map[string]ast.MemKind{"cpu.mem": ast.MemCPU, "gpu.global": ast.MemGlobal,
	"gpu.shared": ast.MemShared, "gpu.local": ast.MemLocal, "gpu.private": ast.MemLocal}

// mem reads a memory.
func (p *parser) mem(what string) *ast.Mem {
	start := p.start()
	if !p.at(Ident) {
		p.unexpected(what)
		return &ast.Mem{Base: ast.At(p.here().Head()), Kind: ast.MemInfer}
	}
	if !p.memHere() {
		id := p.ident(what)
		if id.Name == "_" {
			return &ast.Mem{Base: p.base(start), Kind: ast.MemInfer}
		}
		return &ast.Mem{Base: p.base(start), Kind: ast.MemVar, Name: id}
	}
	device := p.text(p.tok)
	p.advance()
	p.advance()
	name := device + "." + p.text(p.tok)
	kind, ok := memNames[name]
	if !ok || !p.at(Ident) {
		d := p.mistake(p.through(start), "unknown memory `%s`", name).
			WithLabel("the memories are `cpu.mem`, `gpu.global`, `gpu.shared` and `gpu.local`")
		if device == "cpu" {
			d.WithHelp("all memory of the CPU is `cpu.mem`", p.edit(p.through(start), "cpu.mem"))
		} else if near := map[byte]string{'g': "gpu.global", 's': "gpu.shared", 'l': "gpu.local", 'p': "gpu.local"}[(name + " ")[len("gpu.")]]; near != "" {
			d.WithHelp("write `"+near+"`", p.edit(p.through(start), near))
		}
		kind = ast.MemInfer
		if !p.at(Ident) {
			p.recovering = true
			return &ast.Mem{Base: p.base(start), Kind: kind}
		}
	}
	p.advance()
	return &ast.Mem{Base: p.base(start), Kind: kind}
}

// genericArgs reads `<..>`, at the `<`.
func (p *parser) genericArgs() []*ast.GenericArg {
	open := p.here()
	p.advance()
	args := []*ast.GenericArg{}
	p.list(open, Greater, func() { args = append(args, p.genericArg()) })
	return args
}

// genericArg reads one argument and keeps the readings that are possible.
func (p *parser) genericArg() *ast.GenericArg {
	start := p.start()
	a := &ast.GenericArg{}
	next := p.afterPath()
	ends := next == Comma || next == Greater
	switch {
	case p.at(LifetimeTok):
		a.Lifetime = p.lifetime()
	case p.atWord("_") && ends:
		p.advance()
		a.Infer = true
	case p.memHere():
		a.Mem = p.mem("a memory")
	case p.at(LBracket) || p.at(And) || p.at(LParen) && p.tupleHere():
		a.Type = p.typ()
	case p.at(Or) || p.at(OrOr):
		saved := p.noGreater
		p.noGreater = true
		a.Literal, _ = p.lambda().(*ast.Lambda)
		p.noGreater = saved
	case p.at(Ident) && (next == Less || next == At || scalars[p.text(p.tok)]):
		a.Type = p.typ()
	case p.at(Ident) && ends && p.peek(1).Kind == PathSep:
		id := p.qualified(p.ident("an argument"))
		a.Nat, a.Type = &ast.NatName{Base: ast.At(id.Range), Name: id}, &ast.NamedType{Base: ast.At(id.Range), Name: id}
	case p.at(Ident) && ends:
		id := p.ident("an argument")
		b := ast.At(id.Range)
		a.Nat = &ast.NatName{Base: b, Name: id}
		a.Type = &ast.NamedType{Base: b, Name: id}
		a.Mem = &ast.Mem{Base: b, Kind: ast.MemVar, Name: id}
		a.Lifetime = &ast.Lifetime{Base: b, Name: id.Name}
	case p.at(Ident) || p.at(Int) || p.at(LParen):
		a.Nat = p.nat()
	default:
		p.unexpected("a generic argument")
		a.Infer = true
	}
	a.Base = p.base(start)
	return a
}

// afterPath is the token after the name here, which may have that of its module before it.
func (p *parser) afterPath() Kind {
	i := 1
	for p.peek(i).Kind == PathSep && p.peek(i+1).Kind == Ident && i < maxLook {
		i += 2
	}
	return p.peek(i).Kind
}

// tupleHere says whether the `(` here opens a tuple type, not a nat: `()` or a comma directly inside.
func (p *parser) tupleHere() bool {
	depth := 0
	for i := 0; i < maxLook; i++ {
		switch p.peek(i).Kind {
		case LParen, LBracket:
			depth++
		case RParen, RBracket:
			if depth--; depth == 0 {
				return i == 1
			}
		case Comma:
			if depth == 1 {
				return true
			}
		case And, At:
			return true
		case EOF, LBrace, RBrace:
			return false
		}
	}
	return false
}
