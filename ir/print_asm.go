package ir

import "slices"

// Write writes text as it is.
func (p *Printer) Write(s ...string) {
	for _, x := range s {
		p.str(x)
	}
}

// Newline starts a new line at the current indentation.
func (p *Printer) Newline() { p.newline(p.indent) }

// Values writes names separated by ", ".
func (p *Printer) Values(vs []*Value) {
	for i, v := range vs {
		if i > 0 {
			p.str(", ")
		}
		p.Value(v)
	}
}

// ValueTypes writes the types of values separated by ", ".
func (p *Printer) ValueTypes(vs []*Value) {
	for i, v := range vs {
		if i > 0 {
			p.str(", ")
		}
		p.Type(v.typ)
	}
}

// hides says whether an attribute dictionary leaves out an attribute of the operation.
func (p *Printer) hides(a NamedAttr, elided []string) bool {
	if slices.Contains(elided, a.Name) {
		return true
	}
	d := p.op.Def().Inherent(a.Name)
	return d != nil && (d == &operandSegments || d == &resultSegments || d.Default != nil && p.op.name.isDefault(a))
}

// AttrDict writes " {..}" with all attributes of the operation but the named ones; nothing if none is left.
// Inherent attributes that are equal to their default are left out too, as are the sizes of operand groups.
func (p *Printer) AttrDict(elided ...string) { p.attrDict(" {", elided) }

// AttrDictWithKeyword is AttrDict with " attributes {..}".
func (p *Printer) AttrDictWithKeyword(elided ...string) { p.attrDict(" attributes {", elided) }

func (p *Printer) attrDict(open string, elided []string) {
	sep := open
	for _, a := range p.op.attrs {
		if !p.hides(a, elided) {
			p.str(sep)
			p.entry(a)
			sep = ", "
		}
	}
	if sep != open {
		p.str("}")
	}
}

// Symbol writes @name.
func (p *Printer) Symbol(name string) { p.str(SymbolText(name)) }

// BlockArg writes "%arg: type {attrs}" and the location where asked for; attrs may be nil.
func (p *Printer) BlockArg(v *Value, attrs *DictAttr) {
	p.Value(v)
	p.str(": ")
	p.Type(v.typ)
	if attrs != nil && p.dry == nil { // MLIR does not look for aliases in them
		p.Dict(attrs.Entries)
	}
	if p.dry != nil {
		if p.opts.DebugInfo && !p.opts.PrettyDebugInfo && v.arg != nil && v.arg.loc != nil {
			p.dry.visitAttr(v.arg.loc, false, false)
		}
		return
	}
	p.trailingLoc(argLoc(p.ctx, v), false)
}

// Successor writes "^bb" or "^bb(%a, %b : t, u)".
func (p *Printer) Successor(b *Block, operands []*Value) {
	if p.dry == nil {
		p.str(p.names.block(b))
	}
	if len(operands) > 0 {
		p.str("(")
		p.Values(operands)
		p.str(" : ")
		p.ValueTypes(operands)
		p.str(")")
	}
}

// trailingLoc writes the location behind an operation or argument, if locations are printed.
func (p *Printer) trailingLoc(l Location, alias bool) {
	if p.opts.DebugInfo && p.dry == nil {
		p.str(" ")
		if p.opts.PrettyDebugInfo {
			p.str(prettyLocation(l))
			return
		}
		p.location(l, alias)
	}
}

// argLoc is the location of a block argument.
func argLoc(c *Context, a *Value) Location {
	if a.arg.loc == nil {
		return c.unknownLoc
	}
	return a.arg.loc
}
