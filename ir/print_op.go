package ir

import (
	"io"
	"slices"
	"strconv"
	"strings"
)

// Print returns the text of op. The text of a top-level operation ends in a newline and has the aliases
// it uses, unless opts.LocalScope is set.
func Print(op *Operation, opts PrintOptions) string {
	var b strings.Builder
	Fprint(&b, op, opts) // a Builder returns no errors
	return b.String()
}

// Fprint writes the text of op to w piece by piece; see [Print]. It returns the first error of w.
func Fprint(w io.Writer, op *Operation, opts PrintOptions) error {
	if !opts.Generic && !opts.AssumeVerified && !Verify(op, &Diagnostics{}) {
		opts.Generic = true
	}
	if opts.HexElements == 0 {
		opts.HexElements = 100
	}
	p := &Printer{w: w, opts: opts, ctx: op.ctx, types: map[Type]string{}, dialects: []string{"builtin"}}
	defer p.blame()
	p.names = numberValues(numberingRoot(op, opts), opts, &p.calling)
	defer func() {
		if p.op != nil { // there it panics
			p.call("printing", p.op)
			if implements[CustomAsm](p.op.Typed()) {
				p.what = "PrintAsm"
			}
		}
	}()
	if op.block != nil || opts.LocalScope {
		p.fullOp(op)
		p.flush(0)
		return p.err
	}
	p.opaque = op.ctx.Resources().ofOthers()
	p.aliases = collectAliases(p, op)
	p.writeAliases(false)
	p.fullOp(op)
	p.buf = append(p.buf, '\n')
	p.writeAliases(true)
	p.writeResources()
	p.flush(0)
	return p.err
}

// numberingRoot is the operation whose values are numbered to print op: the outermost one, or the nearest
// isolated one in local scope.
func numberingRoot(op *Operation, opts PrintOptions) *Operation {
	for {
		if opts.LocalScope && op.Has(IsolatedFromAbove) {
			return op
		}
		parent := op.Parent()
		if parent == nil {
			return op
		}
		op = parent
	}
}

// fullOp prints results, operation and location.
func (p *Printer) fullOp(op *Operation) {
	if p.dry != nil {
		if p.opts.DebugInfo && !p.opts.PrettyDebugInfo {
			p.dry.visitAttr(op.Loc(), true, false)
		}
		p.opBody(op)
		return
	}
	if p.opts.Visit != nil {
		p.opts.Visit(op, p.flushed+len(p.buf))
	}
	switch len(op.results) {
	case 0:
	case 1:
		p.buf = append(p.names.append(p.buf, op.results[0]), " = "...)
	default:
		p.resultNames(op)
	}
	p.opBody(op)
	if p.opts.DebugInfo {
		p.trailingLoc(op.Loc(), true)
	}
	if p.opts.ValueUsers {
		p.valueUsers(op)
	}
}

// resultNames prints the names of several results.
func (p *Printer) resultNames(op *Operation) {
	groups := p.names.groups[op]
	if groups == nil {
		groups = []int{0}
	}
	for i, g := range groups {
		if i > 0 {
			p.str(", ")
		}
		end := len(op.results)
		if i+1 < len(groups) {
			end = groups[i+1]
		}
		p.buf = p.names.append(p.buf, op.results[g])
		if end-g > 1 {
			p.str(":")
			p.buf = strconv.AppendInt(p.buf, int64(end-g), 10)
		}
	}
	p.str(" = ")
}

// opBody prints the operation without its results: pretty, if it has a pretty form.
func (p *Printer) opBody(op *Operation) {
	outer := p.op
	p.op = op
	if p.opts.Generic || !p.prettyOp(op) {
		p.genericOp(op)
	}
	p.op = outer
}

// prettyOp prints the pretty form, if there is one.
func (p *Printer) prettyOp(op *Operation) bool {
	n, t := op.name, op.name.text()
	f := t.form()
	if t.asm == nil && (f == nil || f.mayLose && p.loses(f)) {
		return false
	}
	if d := p.dialects[len(p.dialects)-1]; d != "" && n.short != "" && n.Dialect.Name == d {
		p.str(n.short)
	} else {
		p.str(n.Name)
	}
	if t.asm != nil {
		op.Typed().(CustomAsm).PrintAsm(p)
	} else {
		p.printFormat(f)
	}
	return true
}

// genericOp prints the generic form.
func (p *Printer) genericOp(op *Operation) {
	if p.dry != nil {
		p.dryGeneric(op)
		return
	}
	p.str(QuoteString(op.name.Name))
	p.str("(")
	for i, u := range op.operands {
		if i > 0 {
			p.str(", ")
		}
		p.Value(u.value)
	}
	p.str(")")
	for i, s := range op.Successors() {
		p.str([]string{"[", ", "}[min(i, 1)])
		p.str(p.names.block(s))
		if i == op.NumSuccessors()-1 {
			p.str("]")
		}
	}
	inherent, rest := op.splitAttrs()
	if op.Props != nil {
		p.str(" <")
		p.Attr(op.Props) // visited for aliases only if the dialect is MLIR's, but always written with those that others need
		p.str(">")
	} else if len(inherent) > 0 {
		p.str(" <")
		p.dict(inherent)
		p.str(">")
	}
	for i, r := range op.regions {
		p.str([]string{" (", ", "}[min(i, 1)])
		p.Region(r, RegionStyle{EmptyBlock: true})
		if i == len(op.regions)-1 {
			p.str(")")
		}
	}
	p.Dict(rest)
	p.str(" : (")
	for i, u := range op.operands {
		if i > 0 {
			p.str(", ")
		}
		p.Type(u.value.typ)
	}
	p.str(") -> ")
	p.resultTypes(op.results)
}

func (p *Printer) resultTypes(vs []*Value) {
	if len(vs) == 1 {
		if _, f := vs[0].typ.(*FunctionType); !f {
			p.Type(vs[0].typ)
			return
		}
	}
	p.str("(")
	for i, v := range vs {
		if i > 0 {
			p.str(", ")
		}
		p.Type(v.typ)
	}
	p.str(")")
}

// splitAttrs divides the attributes into properties and discardable ones.
func (op *Operation) splitAttrs() (inherent, rest []NamedAttr) {
	def := op.Def()
	if def == nil {
		return nil, op.attrs
	}
	for _, a := range op.attrs {
		if def.Inherent(a.Name) != nil {
			inherent = append(inherent, a)
		} else {
			rest = append(rest, a)
		}
	}
	return
}

// dryGeneric visits a generic operation in the order that MLIR numbers aliases in.
func (p *Printer) dryGeneric(op *Operation) {
	for _, r := range op.regions {
		p.Region(r, RegionStyle{})
	}
	for _, u := range op.operands {
		p.Type(u.value.typ)
	}
	for _, r := range op.results {
		p.Type(r.typ)
	}
	attrs := op.attrs
	if d, ok := op.Props.(*DictAttr); ok && op.name.ofMLIR() {
		attrs = sortedEntries(slices.Concat(attrs, d.Entries))
	}
	for _, a := range attrs {
		p.Attr(a.Value)
	}
}

// Region writes "{..}".
func (p *Printer) Region(r *Region, s RegionStyle) {
	if p.opts.SkipRegions {
		p.str("{...}")
		return
	}
	p.str("{")
	p.newline(0)
	if r.first != nil {
		dialect := ""
		if def := p.op.Def(); def != nil {
			dialect = def.DefaultDialect
		}
		p.dialects = append(p.dialects, dialect)
		var preds map[*Block][]*Block
		if p.dry == nil && (r.first.next != nil || r.first.last != nil && r.first.last.NumSuccessors() > 0) {
			preds = predecessors(r)
		}
		header := s.EmptyBlock && r.first.Empty() || !s.HideEntryArgs && len(r.first.args) > 0
		if !header && len(preds[r.first]) > 0 && !s.HideEntryArgs {
			header = false
		}
		for b := r.first; b != nil; b = b.next {
			p.block(b, b != r.first || header, s.HideTerminator && b == r.first, preds)
		}
		p.dialects = p.dialects[:len(p.dialects)-1]
	}
	if p.dry == nil {
		p.pad(p.indent)
	}
	p.str("}")
}

// predecessors lists the edges into each block, with repetitions, in block order.
func predecessors(r *Region) map[*Block][]*Block {
	m := map[*Block][]*Block{}
	for b := r.first; b != nil; b = b.next {
		for o := b.first; o != nil; o = o.next {
			for _, s := range o.Successors() {
				m[s] = append(m[s], b)
			}
		}
	}
	return m
}

func (p *Printer) block(b *Block, header, hideTerminator bool, preds map[*Block][]*Block) {
	if header {
		p.blockHeader(b, preds)
	}
	p.indent += 2
	if p.opts.ValueUsers && p.dry == nil {
		p.argumentUsers(b)
	}
	for o := b.first; o != nil; o = o.next {
		if hideTerminator && o == b.last && o.Has(Terminator) {
			break
		}
		if p.dry == nil {
			p.pad(p.indent)
		}
		p.fullOp(o)
		p.newline(0)
		p.flush(1 << 16)
	}
	p.indent -= 2
}

func (p *Printer) blockHeader(b *Block, preds map[*Block][]*Block) {
	if p.dry != nil {
		for _, a := range b.args {
			p.Type(a.typ)
			if p.opts.DebugInfo && !p.opts.PrettyDebugInfo && a.arg.loc != nil {
				p.dry.visitAttr(a.arg.loc, false, false)
			}
		}
		return
	}
	p.pad(p.indent)
	p.str(p.names.block(b))
	for i, a := range b.args {
		p.str([]string{"(", ", "}[min(i, 1)])
		p.Value(a)
		p.str(": ")
		p.Type(a.typ)
		p.trailingLoc(argLoc(p.ctx, a), false)
		if i == len(b.args)-1 {
			p.str(")")
		}
	}
	p.str(":")
	switch list := preds[b]; {
	case len(list) == 1:
		p.str("  // pred: " + p.names.block(list[0]))
	case len(list) > 1:
		p.str("  // " + itoa(len(list)) + " preds: ")
		for i, x := range list {
			if i > 0 {
				p.str(", ")
			}
			p.str(p.names.block(x))
		}
	case b.prev != nil:
		p.str("  // no predecessors")
	}
	p.newline(0)
}
