package ir

import "slices"

// formatPrinter writes one operation; it tracks where ODS would write spaces.
type formatPrinter struct {
	*Printer
	f                 *opFormat
	operands, results []int // where the groups begin, and behind them where the last one ends
	space, lastPunct  bool
}

func (p *Printer) printFormat(f *opFormat) {
	used := len(p.ints)
	fp := p.newFormatPrinter(f)
	fp.list(f.elems)
	p.ints = p.ints[:used]
}

// newFormatPrinter prepares to write the operation at hand. It takes room of p.ints, which the caller gives back.
func (p *Printer) newFormatPrinter(f *opFormat) formatPrinter {
	def := p.op.Def()
	return formatPrinter{Printer: p, f: f, space: true,
		operands: p.op.operandBounds(p.room(len(def.Operands) + 1)), results: p.op.resultBounds(p.room(len(def.Results) + 1))}
}

// room cuts room for n numbers off p.ints.
func (p *Printer) room(n int) []int {
	used := len(p.ints)
	p.ints = slices.Grow(p.ints, n)[:used+n]
	return p.ints[used : used : used+n]
}

func (p *formatPrinter) list(list []fmtElem) {
	for i := range list {
		p.elem(&list[i])
	}
}

// operandsOf are the operands that an element stands for.
func (p *formatPrinter) operandsOf(e *fmtElem) []*Use {
	if e.idx < 0 {
		return p.op.operands
	}
	return p.op.operands[p.operands[e.idx]:p.operands[e.idx+1]]
}

// resultsOf are the results likewise.
func (p *formatPrinter) resultsOf(e *fmtElem) []*Value {
	if e.idx < 0 {
		return p.op.results
	}
	return p.op.results[p.results[e.idx]:p.results[e.idx+1]]
}

func (p *formatPrinter) literal(e *fmtElem) {
	if p.space && !(e.tight && (!p.lastPunct || e.closes)) {
		p.str(" ")
	}
	p.str(e.text)
	p.space, p.lastPunct = !e.opens, e.punct
}

// present says whether the anchor of a group is there.
func (p *formatPrinter) present(e *fmtElem) bool {
	op := p.op
	switch e.kind {
	case fOperand, fOperandTypes:
		return len(p.operandsOf(e)) > 0
	case fResultTypes:
		return len(p.resultsOf(e)) > 0
	case fOperands:
		return len(op.operands) > 0
	case fAttr:
		a := op.Attr(e.text)
		return a != nil && !(e.attr.Default != nil && op.name.isDefault(NamedAttr{e.text, a}))
	case fRegion:
		return e.idx < len(op.regions) && !op.regions[e.idx].Empty()
	case fFunctional:
		return p.present(&e.args[0]) || p.present(&e.args[1])
	case fSuccessors:
		return op.NumSuccessors() > 0
	case fCustom:
		return slices.ContainsFunc(e.args, func(x fmtElem) bool { return p.present(&x) })
	}
	return false
}

func (p *formatPrinter) elem(e *fmtElem) {
	switch e.kind {
	case fLiteral:
		p.literal(e)
		return
	case fSpace:
		p.str(" ")
		p.space, p.lastPunct = false, false
		return
	case fNoSpace:
		p.space, p.lastPunct = false, true
		return
	case fNewline:
		p.Newline()
		p.space, p.lastPunct = false, true
		return
	case fAttrDict:
		p.AttrDict(p.f.attrs...)
		p.lastPunct = false
		return
	case fAttrDictKw:
		p.AttrDictWithKeyword(p.f.attrs...)
		p.lastPunct = false
		return
	case fOiList:
		for _, clause := range e.clauses {
			p.clause(clause)
		}
		return
	case fGroup:
		list := e.els
		if p.present(&e.then[e.anchor]) {
			list = e.then
		}
		for i := range list {
			unit := false
			if list[i].kind == fAttr && i == e.anchor && len(e.then) > 1 {
				_, unit = p.op.Attr(list[i].text).(*UnitAttr)
			}
			if !unit {
				p.elem(&list[i])
			}
		}
		return
	}
	if p.space || !p.lastPunct {
		p.str(" ")
	}
	p.lastPunct, p.space = false, true
	p.value(e)
}

// clause writes a clause of an oilist if something of it is present.
func (p *formatPrinter) clause(list []fmtElem) {
	there := false
	for i := range list {
		there = there || p.present(&list[i])
	}
	if !there {
		return
	}
	for i := range list {
		if _, unit := p.op.Attr(list[i].text).(*UnitAttr); !unit || list[i].kind != fAttr || len(list) > 2 {
			p.elem(&list[i])
		}
	}
}

// value writes an element other than literals, groups and dictionaries.
func (p *formatPrinter) value(e *fmtElem) {
	op := p.op
	switch e.kind {
	case fCustom:
		op.Def().Directives[e.text].Print(p.Printer)
	case fOperand:
		p.uses(p.operandsOf(e))
	case fOperands:
		p.uses(op.operands)
	case fOperandTypes, fResultTypes:
		p.types(e)
	case fFunctional:
		p.FunctionType(p.typesOf(nil, &e.args[0]), p.typesOf(nil, &e.args[1]))
	case fAttr:
		p.attribute(e)
	case fRegion:
		if op.Def().Regions[e.idx].Variadic {
			p.regions(op.regions[e.idx:])
		} else {
			p.region(op.regions[e.idx])
		}
	case fRegions:
		p.regions(op.regions)
	case fSuccessor:
		p.Successor(op.Successors()[e.idx], nil)
	case fSuccessors:
		for i, s := range op.Successors() {
			if i > 0 {
				p.str(", ")
			}
			p.Successor(s, nil)
		}
	}
}

func (p *formatPrinter) uses(us []*Use) {
	for i, u := range us {
		if i > 0 {
			p.str(", ")
		}
		p.Value(u.value)
	}
}

// types writes the types of operands or results.
func (p *formatPrinter) types(e *fmtElem) {
	var buf [8]Type
	ts := p.typesOf(buf[:0], e)
	if e.idx >= 0 && len(ts) == 1 && !e.qualified {
		defs := p.op.Def().Operands
		if e.kind == fResultTypes {
			defs = p.op.Def().Results
		}
		if d := &defs[e.idx]; d.Arity == One && d.Type.Body != nil {
			p.bareType(ts[0])
			return
		}
	}
	p.Types(ts)
}

// typesOf appends the types of operands or results.
func (p *formatPrinter) typesOf(ts []Type, e *fmtElem) []Type {
	if e.kind == fOperandTypes {
		return typesOfUses(ts, p.operandsOf(e))
	}
	return appendTypesOf(ts, p.resultsOf(e))
}

func (p *formatPrinter) attribute(e *fmtElem) {
	a := p.op.Attr(e.text)
	switch c := e.attr.Attr; {
	case c.Print != nil && a != nil:
		c.Print(p.Printer, a)
	case c.Type != nil:
		p.AttrNoType(a)
	default:
		p.Attr(a)
	}
}

func (p *formatPrinter) regions(rs []*Region) {
	for i, r := range rs {
		if i > 0 {
			p.str(", ")
		}
		p.region(r)
	}
}

// region writes a region, without the implied terminator.
func (p *formatPrinter) region(r *Region) {
	hide := false
	if def := p.op.Def(); def.Has(ImplicitTerminator) && r.first != nil && r.first.next == nil {
		t := r.first.last
		hide = t != nil && t.Is(def.Terminator) && len(t.attrs) == 0 && len(t.operands) == 0 && len(t.results) == 0
	}
	p.Region(r, RegionStyle{HideTerminator: hide})
}
