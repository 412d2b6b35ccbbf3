package ir

import (
	"slices"
	"strings"
)

// formatPrinter writes one operation; it tracks where ODS would write spaces.
type formatPrinter struct {
	*Printer
	f                *opFormat
	operands         [][]*Value
	results          [][]*Value
	space, lastPunct bool
}

func (p *Printer) printFormat(f *opFormat) {
	op := p.op
	def := op.Def()
	fp := &formatPrinter{Printer: p, f: f, space: true}
	for i := range def.Operands {
		fp.operands = append(fp.operands, op.OperandGroup(def.Operands[i].Name))
	}
	for i := range def.Results {
		fp.results = append(fp.results, op.ResultGroup(def.Results[i].Name))
	}
	for i := range f.elems {
		fp.elem(&f.elems[i], false)
	}
}

func (p *formatPrinter) literal(s string) {
	if p.space {
		only := "<>(){}[],"
		if p.lastPunct {
			only = ">)}],"
		}
		if len(s) != 1 && s != "->" || !strings.Contains(only, s[:1]) {
			p.str(" ")
		}
	}
	p.str(s)
	p.space = len(s) != 1 || !strings.Contains("<({[", s)
	p.lastPunct = chClass[s[0]]&chLetter == 0
}

// present says whether the anchor of a group is there.
func (p *formatPrinter) present(e *fmtElem) bool {
	op := p.op
	switch e.kind {
	case fOperand, fOperandTypes:
		if e.idx < 0 {
			return len(op.operands) > 0
		}
		return len(p.operands[e.idx]) > 0
	case fResultTypes:
		if e.idx < 0 {
			return len(op.results) > 0
		}
		return len(p.results[e.idx]) > 0
	case fOperands:
		return len(op.operands) > 0
	case fAttr:
		a := op.Attr(e.text)
		return a != nil && !(e.attr.Default != nil && e.attr.Default(p.ctx) == a)
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

func (p *formatPrinter) elem(e *fmtElem, anchor bool) {
	switch e.kind {
	case fLiteral:
		p.literal(e.text)
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
				p.elem(&list[i], true)
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
			p.elem(&list[i], true)
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
		p.Values(p.operands[e.idx])
	case fOperands:
		p.Values(op.Operands())
	case fOperandTypes:
		if e.idx < 0 {
			p.ValueTypes(op.Operands())
		} else {
			p.groupTypes(p.operands[e.idx], &op.Def().Operands[e.idx], e)
		}
	case fResultTypes:
		if e.idx < 0 {
			p.ValueTypes(op.results)
		} else {
			p.groupTypes(p.results[e.idx], &op.Def().Results[e.idx], e)
		}
	case fFunctional:
		p.FunctionType(p.typesOf(&e.args[0]), p.typesOf(&e.args[1]))
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

// groupTypes writes the types of a group.
func (p *formatPrinter) groupTypes(vs []*Value, d *OperandDef, e *fmtElem) {
	if d.Arity == One && d.Type.Body != nil && !e.qualified && len(vs) == 1 {
		p.bareType(vs[0].typ)
		return
	}
	p.ValueTypes(vs)
}

func (p *formatPrinter) typesOf(e *fmtElem) []Type {
	vs := p.op.results
	switch {
	case e.kind == fOperandTypes && e.idx < 0:
		vs = p.op.Operands()
	case e.kind == fOperandTypes:
		vs = p.operands[e.idx]
	case e.idx >= 0:
		vs = p.results[e.idx]
	}
	return typesOf(vs)
}

func typesOf(vs []*Value) []Type {
	ts := make([]Type, len(vs))
	for i, v := range vs {
		ts[i] = v.typ
	}
	return ts
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
