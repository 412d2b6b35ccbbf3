package ir

import (
	"fmt"
	"slices"
	"strings"

	"descend/ir/bail"
)

// Argument is a region argument that was read: "%name : type {attrs} loc(..)".
type Argument struct {
	Name  OperandRef
	Type  Type
	Attrs *DictAttr
	Loc   Location
}

// resultGroup is a name before "=", with the number of results it stands for.
type resultGroup struct {
	name  string
	count int
	pos   int
}

// operation reads one operation and appends it to b.
func (p *Parser) operation(b *Block) *Operation {
	start := p.tok.start
	p.expanded = 0
	var buf [2]resultGroup
	groups := buf[:0]
	if p.tok.kind == tPercent {
		groups = p.resultGroups(groups)
	}
	total, outer := 0, p.named
	for _, g := range groups {
		total += g.count
	}
	p.named = total
	var op *Operation
	switch p.tok.kind {
	case tString:
		op = p.genericOperation()
	case tBare, tIntType:
		op = p.customOperation()
	default:
		p.wrongToken("expected operation name in quotes")
	}
	p.named = outer
	if len(groups) > 0 {
		if op.NumResults() == 0 {
			p.fail(start, "cannot name an operation with no results")
		}
		if total != op.NumResults() {
			p.fail(start, "operation defines %d results but was provided %d to bind", op.NumResults(), total)
		}
		i := 0
		for _, g := range groups {
			p.define(g.name, op.results[i:i+g.count:i+g.count], g.pos)
			i += g.count
		}
	}
	b.Append(op)
	return op
}

// resultGroups reads "%a, %b:2 =", appending to groups.
func (p *Parser) resultGroups(groups []resultGroup) []resultGroup {
	for {
		if p.tok.kind != tPercent {
			p.wrongToken("expected valid ssa identifier")
		}
		g := resultGroup{name: p.text(), count: 1, pos: p.tok.start}
		p.advance()
		if p.Accept(":") {
			pos := p.tok.start
			if p.tok.kind != tInteger {
				p.wrongToken("expected integer number of results")
			}
			n, ok := parseUint64(p.text())
			if !ok || n < 1 || n > 1<<30 {
				p.fail(pos, "expected named operation to have at least 1 result")
			}
			g.count = int(n)
			p.advance()
		}
		groups = append(groups, g)
		if !p.Accept(",") {
			break
		}
	}
	if !p.is("=") {
		p.wrongToken("expected '=' after SSA name")
	}
	p.advance()
	return groups
}

const unregisteredHint = ". If this is intended, please use -allow-unregistered-dialect with the MLIR tool used"

func (p *Parser) genericOperation() *Operation {
	pos := p.tok.start
	name := p.StringLit()
	if name == "" {
		p.fail(pos, "empty operation name is invalid")
	}
	if strings.IndexByte(name, 0) >= 0 {
		p.fail(pos, "null character not allowed in operation name")
	}
	on := p.opNamed(name)
	if on.Dialect == nil && on.Def == nil && !p.ctx.AllowUnregistered && name != "builtin.module" {
		bail.Out(&syntaxError{pos: pos, msg: "operation being parsed with an unregistered dialect" + unregisteredHint, notes: p.ctx.meantOp(name)})
	}
	return p.genericRest(on, pos)
}

// opNamed is the name of an operation.
func (p *Parser) opNamed(name string) *OpName {
	on := p.opNames[name]
	if on == nil {
		on = p.ctx.OpName(name)
		p.opNames[on.Name] = on
	}
	return on
}

// readState is the state of an operation that is being read, with room for a few attributes.
type readState struct {
	OperationState
	attrs [4]NamedAttr
}

// state is the empty state of an operation; release takes it back.
func (p *Parser) state(on *OpName) *readState {
	var st *readState
	if n := len(p.states); n > 0 {
		st = p.states[n-1]
		p.states = p.states[:n-1]
	} else {
		st = &readState{}
	}
	st.OperationState = OperationState{Name: on, Attrs: st.attrs[:0]}
	return st
}

func (p *Parser) release(st *readState) { p.states = append(p.states, st) }

// genericRest reads an operation in generic form after its name.
func (p *Parser) genericRest(on *OpName, pos int) *Operation {
	def, state := on.Def, p.state(on)
	defer p.release(state)
	st := &state.OperationState
	var buf [4]OperandRef
	refs := buf[:0]
	if !p.is("(") {
		p.wrongToken("expected '(' in operation operand list")
	}
	p.advance()
	if !p.is(")") {
		for {
			refs = append(refs, p.Operand())
			if !p.Accept(",") {
				break
			}
		}
	}
	p.Expect(")")
	if p.is("[") {
		if def != nil && !def.Has(Terminator) {
			p.wrongToken("successors in non-terminator")
		}
		p.advance()
		for {
			st.Successors = append(st.Successors, p.Successor())
			if !p.Accept(",") {
				break
			}
		}
		p.Expect("]")
	}
	var check func()
	if p.Accept("<") {
		check = p.properties(st, pos)
		p.Expect(">")
	}
	if p.Accept("(") {
		isolated := def.Has(IsolatedFromAbove)
		for {
			st.Regions = append(st.Regions, p.region(nil, isolated, ""))
			if !p.Accept(",") {
				break
			}
		}
		p.Expect(")")
	}
	if p.is("{") {
		p.genericAttrs(st)
	}
	if !p.is(":") {
		p.wrongToken("expected ':' followed by operation type")
	}
	p.advance()
	typePos := p.tok.start
	if !p.is("(") {
		p.Type()
		p.fail(typePos, "expected function type")
	}
	var tbuf [4]Type
	ins := p.parenTypes(tbuf[:0])
	p.Expect("->")
	p.types = p.resultTypes(p.types[:0])
	st.Types = p.types
	if len(ins) != len(refs) {
		plural := "s"
		if len(refs) == 1 {
			plural = ""
		}
		p.fail(typePos, "expected %d operand type%s but had %d", len(refs), plural, len(ins))
	}
	p.values = p.values[:0]
	for i, r := range refs {
		p.values = append(p.values, p.Resolve(r, ins[i]))
	}
	st.Operands = p.values
	if check != nil {
		check()
	}
	return p.finish(st, pos)
}

// genericAttrs adds {..} to the state; properties that were given in <{..}> win.
func (p *Parser) genericAttrs(st *OperationState) {
	given := len(st.Attrs)
	st.Attrs = p.dictEntries(st.Attrs)
	if given == 0 {
		return
	}
	kept := st.Attrs[:given]
	for _, a := range st.Attrs[given:] {
		dup := false
		for _, k := range kept[:given] {
			dup = dup || k.Name == a.Name
		}
		if !dup {
			kept = append(kept, a)
		}
	}
	st.Attrs = kept
}

// properties reads <{..}>; what it returns checks them, when the rest of the operation was read.
func (p *Parser) properties(st *OperationState, opPos int) (check func()) {
	pos := p.tok.start
	if st.Name.Def == nil {
		st.Props = p.Attribute(nil)
		return nil
	}
	if !p.is("{") {
		a := p.Attribute(nil)
		p.fail(pos, "invalid properties %s for op %s: expected DictionaryAttr to set properties", clip(a.String()), st.Name.Name)
	}
	first := len(st.Attrs)
	st.Attrs = p.dictEntries(st.Attrs)
	for _, e := range st.Attrs[first:] {
		if st.Name.Def.Inherent(e.Name) == nil {
			p.fail(pos, "unknown property '%s' of '%s'", e.Name, st.Name.Name)
		}
	}
	given := slices.Clone(st.Attrs[first:])
	return func() { p.checkProperties(st, given, opPos) }
}

// checkProperties checks that the operation can hold the properties that were given.
func (p *Parser) checkProperties(st *OperationState, given []NamedAttr, opPos int) {
	invalid := func(format string, args ...any) {
		p.fail(opPos, "invalid properties %s for op %s: "+format, append([]any{p.ctx.DictAttr(given...), st.Name.Name}, args...)...)
	}
	var wrong *AttrDef // the first one by name
	for i := range st.Name.Def.Attrs {
		d := &st.Name.Def.Attrs[i]
		a := st.Attr(d.Name)
		if a == nil || d.Discardable || d.Attr.Is == nil || d.Attr.Is(a) || d.Attr.Storage != nil && d.Attr.Storage(a) {
			continue
		}
		if wrong == nil || d.Name < wrong.Name {
			wrong = d
		}
	}
	if wrong != nil {
		invalid("Invalid attribute `%s` in property conversion: %s", wrong.Name, st.Attr(wrong.Name))
	}
	for _, s := range []struct {
		attr  *AttrDef
		trait Trait
		n     int
	}{{&operandSegments, AttrSizedOperands, len(st.Name.Def.Operands)}, {&resultSegments, AttrSizedResults, len(st.Name.Def.Results)}} {
		a := st.Attr(s.attr.Name)
		if a == nil || !st.Name.Def.Has(s.trait) {
			continue
		}
		if !s.attr.Attr.Is(a) {
			invalid("expected DenseI32ArrayAttr for key `value`")
		}
		if n := len(a.(*DenseArrayAttr).Values); n != s.n {
			invalid("size mismatch in attribute conversion: %d vs %d", n, s.n)
		}
	}
}

// finish reads the trailing location and makes the operation.
func (p *Parser) finish(st *OperationState, pos int) *Operation {
	var alias string
	aliasPos := 0
	if st.Loc == nil {
		p.lazyLocation(st, pos)
	}
	if p.Accept("loc") {
		p.Expect("(")
		if p.tok.kind == tHash && p.attrAliases[p.text()[1:]] == nil && strings.IndexByte(p.text(), '.') < 0 && p.at(p.tok.end) != '<' {
			alias, aliasPos = p.text()[1:], p.tok.start
			p.advance()
		} else {
			st.Loc = p.locationBody()
		}
		p.Expect(")")
	}
	op := newOperation(p.arena, p.ctx, st)
	if alias != "" {
		p.deferred = append(p.deferred, deferredLoc{op, alias, aliasPos})
	}
	return op
}

func (p *Parser) customOperation() *Operation {
	pos, name := p.tok.start, p.text()
	full := name
	def := p.dialects[len(p.dialects)-1]
	dialect, _, dotted := strings.Cut(name, ".")
	if !dotted {
		dialect, full = def, def+"."+name
	}
	on := p.opNamed(full)
	if on.Def == nil {
		msg := fmt.Sprintf("custom op '%s' is unknown", name)
		switch {
		case !dotted && def == "":
			msg = fmt.Sprintf("Dialect `' not found for custom op '%s'  (tried '%s' as well)", name, full)
		case !dotted:
			msg += fmt.Sprintf(" (tried '%s' as well)", full)
		case p.ctx.Dialect(dialect) == nil:
			msg = fmt.Sprintf("Dialect `%s' not found for custom op '%s' ", dialect, name)
		}
		bail.Out(&syntaxError{pos: pos, msg: msg, notes: p.ctx.meantOp(full)})
	}
	p.advance()
	outer, outerPos := p.opName, p.opPos
	p.opName, p.opPos = on, pos
	read := false
	defer func() {
		if !read && p.what == "" {
			p.callAt("ParseAsm", on, pos)
		}
		p.opName, p.opPos = outer, outerPos
	}()
	asm := on.text().asm
	if asm == nil && on.Def.Format == "" {
		read = true
		return p.genericRest(on, pos)
	}
	state := p.state(on)
	st := &state.OperationState
	p.lazyLocation(st, pos)
	if asm == nil {
		p.parseFormat(st)
	} else if err := asm.ParseAsm(p, st); err != nil {
		p.fail(pos, "%s", err.Error())
	}
	read = true
	op := p.finish(st, pos)
	p.release(state)
	return op
}

// region reads {..}; terminator names the implicit one, "" for none.
func (p *Parser) region(args []Argument, isolated bool, terminator string) *Region {
	p.enter()
	defer p.leave()
	if !p.is("{") {
		p.wrongToken("expected '{' to begin a region")
	}
	p.advance()
	dialect := ""
	if p.opName != nil && p.opName.Def != nil {
		dialect = p.opName.Def.DefaultDialect
	}
	r := &Region{}
	if !p.is("}") || len(args) > 0 {
		outer := p.opName
		p.opName = nil
		p.dialects = append(p.dialects, dialect)
		p.pushScope(isolated)
		p.regionBody(r, args)
		p.popScope()
		p.dialects = p.dialects[:len(p.dialects)-1]
		p.opName = outer
	}
	p.advance() // }
	if terminator != "" {
		p.implicitTerminator(r, terminator)
	}
	return r
}

func (p *Parser) implicitTerminator(r *Region, name string) {
	if r.Empty() {
		r.Append(&Block{})
	}
	b := r.Back()
	if b.last != nil && b.last.Has(Terminator) {
		return
	}
	b.Append(NewOperation(p.ctx, OperationState{Name: p.ctx.OpName(name), Loc: p.location(p.opPos)}))
}

func (p *Parser) regionBody(r *Region, args []Argument) {
	entry := &Block{}
	if len(args) > 0 {
		if p.tok.kind == tCaret {
			p.wrongToken("invalid block name in region with named arguments")
		}
		for _, a := range args {
			loc := a.Loc
			if loc == nil {
				loc = p.location(int(a.Name.Pos))
			}
			v := entry.AddArg(a.Type, loc)
			if old, ok := p.scope().names[a.Name.Name]; ok && !p.isForward(old) {
				p.failWith(int(a.Name.Pos), old.pos, "previously referenced here", "region entry argument '%s' is already in use", a.Name.Name)
			}
			p.define(a.Name.Name, []*Value{v}, int(a.Name.Pos))
		}
	}
	if p.tok.kind != tCaret {
		r.Append(entry)
		p.blockBody(entry)
	}
	for !p.is("}") {
		p.block(r)
	}
}

// block reads a labelled block.
func (p *Parser) block(r *Region) {
	if p.tok.kind != tCaret {
		p.wrongToken("expected block name")
	}
	name, pos := p.text(), p.tok.start
	d := p.blockNamed(name, pos)
	if d.defined {
		p.fail(pos, "redefinition of block '%s'", name)
	}
	d.defined = true
	p.advance()
	b := d.block
	r.Append(b)
	if p.is("(") {
		p.Comma("(", ")", func() {
			if p.tok.kind != tPercent {
				p.wrongToken("expected valid ssa identifier")
			}
			name, pos := p.text(), p.tok.start
			p.advance()
			p.Expect(":")
			t := p.Type()
			loc := p.OptionalLocation()
			if loc == nil {
				loc = p.location(pos)
			}
			p.define(name, []*Value{b.AddArg(t, loc)}, pos)
		})
	}
	if !p.is(":") {
		p.wrongToken("expected ':' after block name")
	}
	p.advance()
	p.blockBody(b)
}

func (p *Parser) blockBody(b *Block) {
	for p.tok.kind != tCaret && !p.is("}") {
		p.operation(b)
	}
}
