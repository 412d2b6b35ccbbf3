package ir

import (
	"fmt"

	"descend/ir/bail"
)

// OperandRef is the name of an operand that was read; Resolve makes it a value.
type OperandRef struct {
	Name   string // with %
	Number int
	Pos    Pos
}

var placeholderName = &OpName{Name: "builtin.unrealized_conversion_cast"}

func (p *Parser) pushScope(isolated bool) {
	if isolated || len(p.scopes) == 0 {
		s := p.freeScope
		if p.freeScope = nil; s == nil {
			s = &valueScope{names: map[string]valueDef{}, forward: map[*Value]int{}}
		}
		p.scopes = append(p.scopes, s)
	}
	s := p.scope()
	s.regions = append(s.regions, len(s.inner))
	p.blocks = append(p.blocks, &blockScope{})
}

func (p *Parser) scope() *valueScope { return p.scopes[len(p.scopes)-1] }

func (p *Parser) popScope() {
	bs := p.blocks[len(p.blocks)-1]
	p.blocks = p.blocks[:len(p.blocks)-1]
	first := -1
	for _, b := range bs.names {
		if !b.defined && (first < 0 || b.pos < first) {
			first = b.pos
		}
	}
	if first >= 0 {
		p.fail(first, "reference to an undefined block")
	}
	s := p.scope()
	last := len(s.regions) - 1
	start := s.regions[last]
	s.regions = s.regions[:last]
	if last > 0 {
		for _, n := range s.inner[start:] {
			delete(s.names, n)
		}
		s.inner = s.inner[:start]
		return
	}
	p.scopes = p.scopes[:len(p.scopes)-1]
	for _, pos := range s.forward { // reported when all is read
		if p.undeclared == 0 || pos+1 < p.undeclared {
			p.undeclared = pos + 1
		}
	}
	clear(s.forward)
	if len(s.names) < 1000 { // clearing a large map takes longer than making a new one
		clear(s.names)
		p.freeScope = s
	}
}

// isForward says whether a name was used and is not defined yet.
func (p *Parser) isForward(d valueDef) bool {
	for _, v := range d.vals {
		if _, ok := p.scope().forward[v]; v != nil && !ok {
			return false
		}
	}
	return true
}

// define makes a name stand for vals[0], vals[1].. as name#0, name#1..
func (p *Parser) define(name string, vals []*Value, pos int) {
	s := p.scope()
	old, ok := s.names[name]
	if ok {
		for i, o := range old.vals {
			if o == nil {
				continue
			}
			usePos, isForward := s.forward[o]
			if !isForward {
				p.failWith(pos, old.pos, "see existing definition here", "redefinition of SSA value '%s'", name)
			}
			if i >= len(vals) {
				p.fail(usePos, "reference to invalid result number")
			}
			if o.typ != vals[i].typ {
				ref := name
				ref += "#" + itoa(i)
				p.failWith(pos, usePos, "previously used here with type '"+o.typ.String()+"'",
					"definition of SSA value '%s' has type '%s'", ref, vals[i].typ)
			}
			o.ReplaceAllUsesWith(vals[i])
			delete(s.forward, o)
		}
	}
	s.names[name] = valueDef{vals, pos}
	if len(s.regions) > 1 {
		s.inner = append(s.inner, name)
	}
}

// failWith ends the parse with an error that mentions a second place.
func (p *Parser) failWith(pos, otherPos int, other, format string, args ...any) {
	bail.Out(&syntaxError{pos: pos, msg: fmt.Sprintf(format, args...), related: other, relatedPos: otherPos})
}

// Resolve finds the value; it may be defined later in the text.
func (p *Parser) Resolve(o OperandRef, t Type) *Value {
	s := p.scope()
	def, ok := s.names[o.Name]
	if ok && o.Number < len(def.vals) && def.vals[o.Number] != nil {
		v := def.vals[o.Number]
		if v.typ != t {
			p.typeClash(o, v, t, def.pos)
		}
		return v
	}
	if ok && len(def.vals) > 0 && def.vals[0] != nil {
		if _, fwd := s.forward[def.vals[0]]; !fwd {
			p.fail(int(o.Pos), "reference to invalid result number")
		}
	}
	if o.Number > 1<<20 {
		p.fail(int(o.Pos), "result number is too large")
	}
	if p.placeholders += o.Number + 1; p.placeholders > 1<<24 {
		p.fail(int(o.Pos), "too many results are used before they are defined")
	}
	v := &Value{typ: t, op: &Operation{name: placeholderName, ctx: p.ctx, loc: p.ctx.unknownLoc}}
	vals := append([]*Value(nil), def.vals...)
	for len(vals) <= o.Number {
		vals = append(vals, nil)
	}
	vals[o.Number] = v
	s.names[o.Name] = valueDef{vals, int(o.Pos)}
	s.forward[v] = int(o.Pos)
	return v
}

func (p *Parser) typeClash(o OperandRef, v *Value, t Type, pos int) {
	p.failWith(int(o.Pos), pos, "prior use here",
		"use of value '%s' expects different type than prior uses: '%s' vs '%s'", o.Name, t, v.typ)
}

// ResolveAll resolves a list with as many types, or with one type for all if len(ts) is 1.
func (p *Parser) ResolveAll(os []OperandRef, ts []Type) []*Value {
	if len(os) != len(ts) && len(ts) != 1 {
		pos := Pos(p.lastEnd)
		if len(os) > 0 {
			pos = os[0].Pos
		}
		p.fail(int(pos), "number of operands and types do not match: got %d operands and %d types", len(os), len(ts))
	}
	out := make([]*Value, len(os))
	for i, o := range os {
		out[i] = p.Resolve(o, ts[min(i, len(ts)-1)])
	}
	return out
}

// OptionalOperand reads an operand if one is next.
func (p *Parser) OptionalOperand() (OperandRef, bool) {
	if p.tok.kind != tPercent {
		return OperandRef{}, false
	}
	return p.Operand(), true
}

// Operand reads %name or %name#n.
func (p *Parser) Operand() OperandRef {
	if p.tok.kind != tPercent {
		p.wrongToken("expected SSA operand")
	}
	o := OperandRef{Name: p.text(), Pos: Pos(p.tok.start)}
	p.advance()
	if p.tok.kind == tHash && chClass[p.src[p.tok.start+1]]&chDigit != 0 {
		n, ok := parseUint64(p.text()[1:])
		if !ok || n > 1<<31 {
			p.wrongToken("invalid SSA value result number")
		}
		o.Number = int(n)
		p.advance()
	}
	return o
}

// Operands reads a possibly empty list of operands separated by commas, without brackets.
func (p *Parser) Operands() []OperandRef {
	if p.tok.kind != tPercent {
		return nil
	}
	var os []OperandRef
	p.Comma("", "", func() { os = append(os, p.Operand()) })
	return os
}

// blockNamed is the block of a label, made when it is mentioned first.
func (p *Parser) blockNamed(name string, pos int) *blockDef {
	s := p.blocks[len(p.blocks)-1]
	d := s.names[name]
	if d == nil {
		d = &blockDef{block: &Block{}, pos: pos}
		if s.names == nil {
			s.names = map[string]*blockDef{}
		}
		s.names[name] = d
	}
	return d
}

// Successor reads ^bb.
func (p *Parser) Successor() *Block {
	if p.tok.kind != tCaret {
		p.wrongToken("expected block name")
	}
	b := p.blockNamed(p.text(), p.tok.start).block
	p.advance()
	return b
}

// SuccessorWithOperands reads ^bb or ^bb(%a, %b : t, u).
func (p *Parser) SuccessorWithOperands() (b *Block, args []OperandRef, ts []Type) {
	b = p.Successor()
	if p.Accept("(") {
		args = p.Operands()
		p.Expect(":")
		ts = p.Types()
		p.Expect(")")
	}
	return b, args, ts
}
