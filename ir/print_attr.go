package ir

import "strconv"

// elision says when the type of an attribute is left out.
type elision uint8

const (
	keepType elision = iota
	mayElide         // i64 and f64, as array elements
	noType
)

// Type writes a type.
func (p *Printer) Type(t Type) {
	if p.dry != nil {
		p.dry.visitType(t)
		return
	}
	if t == p.lastType && t != nil {
		p.buf = append(p.buf, p.lastText...)
		return
	}
	if s, ok := p.types[t]; ok {
		p.buf = append(p.buf, s...)
		p.lastType, p.lastText = t, s
		return
	}
	start := len(p.buf)
	if s, ok := p.aliases.find(t); ok {
		p.str("!" + s)
	} else {
		p.typeBody(t)
	}
	if len(p.buf)-start < 256 { // text of nested types would add up to the square of its length
		p.types[t] = string(p.buf[start:])
	}
}

// bareType writes a type, of a composite one only the body if it has no alias.
func (p *Printer) bareType(t Type) {
	if c, ok := t.(Composite); ok && p.dry == nil {
		if _, alias := p.aliases.find(t); !alias {
			c.PrintBody(p)
			return
		}
	}
	p.Type(t)
}

// typeBody writes a type without alias for itself.
func (p *Printer) typeBody(t Type) {
	switch t := t.(type) {
	case nil:
		p.str("<<NULL TYPE>>")
	case *ComplexType:
		p.str("complex<")
		p.Type(t.Elem)
		p.str(">")
	case *TupleType:
		p.str("tuple<")
		p.Types(t.Types)
		p.str(">")
	case *FunctionType:
		p.FunctionType(t.Inputs, t.Results)
	case *TensorType:
		if t.Encoding == nil {
			p.str(t.String())
			return
		}
		p.str("tensor<")
		p.Dims(t.Shape, true)
		p.Type(t.Elem)
		p.str(", ")
		p.Attr(t.Encoding)
		p.str(">")
	case *MemRefType:
		p.memref(t)
	case *OpaqueType:
		p.str(t.text)
		p.symbolParts(t.parts)
	case Composite:
		p.str("!" + t.Mnemonic())
		t.PrintBody(p)
	default:
		p.str(t.String())
	}
}

func (p *Printer) memref(t *MemRefType) {
	p.str("memref<")
	if t.Unranked {
		p.str("*x")
	}
	p.Dims(t.Shape, true)
	p.Type(t.Elem)
	if t.Layout != nil {
		p.str(", ")
		p.Attr(t.Layout)
	}
	if t.Space != nil {
		p.str(", ")
		p.attr(t.Space, mayElide)
	}
	p.str(">")
}

// Dims writes 4x?x.. each dimension followed by x if trailing is set, and else separated by it.
func (p *Printer) Dims(shape []int64, trailing bool) {
	for i, n := range shape {
		if i > 0 && !trailing {
			p.str("x")
		}
		p.str(dimText(n))
		if trailing {
			p.str("x")
		}
	}
}

// Types writes types separated by ", ".
func (p *Printer) Types(ts []Type) {
	for i, t := range ts {
		if i > 0 {
			p.str(", ")
		}
		p.Type(t)
	}
}

// FunctionType writes "(ins) -> outs".
func (p *Printer) FunctionType(ins, outs []Type) {
	p.str("(")
	p.Types(ins)
	p.str(") -> ")
	p.ResultTypes(outs)
}

// ResultTypes writes "t" or "(t, u)", what stands behind an arrow.
func (p *Printer) ResultTypes(outs []Type) {
	if len(outs) == 1 {
		if _, f := outs[0].(*FunctionType); !f {
			p.Type(outs[0])
			return
		}
	}
	p.str("(")
	p.Types(outs)
	p.str(")")
}

// ArrowTypes writes " -> t", " -> (t, u)", or nothing for no types.
func (p *Printer) ArrowTypes(ts []Type) {
	if len(ts) > 0 {
		p.str(" -> ")
		p.ResultTypes(ts)
	}
}

// Attr writes an attribute with its type.
func (p *Printer) Attr(a Attribute) { p.attr(a, keepType) }

// AttrNoType writes an attribute without its type.
func (p *Printer) AttrNoType(a Attribute) { p.attr(a, noType) }

func (p *Printer) attr(a Attribute, e elision) {
	if p.dry != nil {
		p.dry.visitAttr(a, false, e == noType)
		return
	}
	if s, ok := p.aliases.find(a); ok {
		p.str("#" + s)
		return
	}
	p.attrBody(a, e)
}

// attrBody writes an attribute without alias for itself.
func (p *Printer) attrBody(a Attribute, e elision) {
	var t Type
	switch a := a.(type) {
	case nil:
		p.str("<<NULL ATTRIBUTE>>")
		return
	case *IntegerAttr:
		it, ok := a.Type.(*IntegerType)
		if ok && it.Width == 1 && it.Sign == Signless {
			p.str(a.String())
			return
		}
		if a.Value.IsInt64() {
			p.buf = strconv.AppendInt(p.buf, a.Value.Int64(), 10)
		} else {
			p.str(a.Value.String())
		}
		if t = a.Type; e == mayElide && ok && it.Width == 64 && it.Sign == Signless {
			return
		}
	case *FloatAttr:
		s := FormatFloat(a)
		p.str(s)
		if t = a.Type; e == mayElide && a.Type.Kind == F64 && !(len(s) > 1 && s[1] == 'x') {
			return
		}
	case *StringAttr:
		p.str(QuoteString(a.Value))
		t = a.Type
	case *ArrayAttr:
		p.str("[")
		for i, x := range a.Elems {
			if i > 0 {
				p.str(", ")
			}
			p.attr(x, mayElide)
		}
		p.str("]")
	case *DictAttr:
		p.dict(a.Entries)
	case *TypeAttr:
		p.Type(a.Type)
	case *DenseAttr:
		p.elements("dense", a.Len(), a.Splat, func() string { return a.body(p.opts.HexElements) })
		t = a.Type
	case *DenseStringAttr:
		p.elements("dense", int64(len(a.Values)), a.Splat, a.body)
		t = a.Type
	case *DenseResourceAttr:
		p.str("dense_resource<" + resourceKey(a.Key) + ">")
		p.mention(resourceName{"builtin", a.Key})
		t = a.Type
	case *SparseAttr:
		n := int64(0)
		if a.Indices != nil {
			n = a.Indices.Len()
		}
		p.elements("sparse", n, false, func() string { return a.body(p.opts.HexElements) })
		t = a.Type
	case *DistinctAttr:
		p.distinctAttr(a)
	case Location:
		p.location(a, false)
	case *OpaqueAttr:
		p.str(a.text)
		p.symbolParts(a.parts)
		p.mentionWords(a.Dialect, a.Body)
		t = a.Type
	default:
		p.str(a.String())
	}
	if t != nil && e != noType {
		p.str(" : ")
		p.Type(t)
	}
}

func (p *Printer) elements(kind string, n int64, splat bool, body func() string) {
	if p.opts.ElideElements > 0 && !splat && n > int64(p.opts.ElideElements) {
		p.str("dense_resource<__elided__>")
		return
	}
	p.str(kind + "<" + body() + ">")
}

// distinctAttr numbers distinct attributes anew, in the order of printing.
func (p *Printer) distinctAttr(a *DistinctAttr) {
	id, ok := p.distinct[a]
	if !ok {
		if p.distinct == nil {
			p.distinct = map[*DistinctAttr]int{}
		}
		id = len(p.distinct)
		p.distinct[a] = id
	}
	p.str("distinct[" + itoa(id) + "]<")
	if _, unit := a.Attr.(*UnitAttr); !unit {
		p.Attr(a.Attr)
	}
	p.str(">")
}

// dict writes {..}.
func (p *Printer) dict(entries []NamedAttr) {
	p.str("{")
	for i, e := range entries {
		if i > 0 {
			p.str(", ")
		}
		p.entry(e)
	}
	p.str("}")
}

// entry writes "name = value", or the name of a unit attribute.
func (p *Printer) entry(e NamedAttr) {
	if p.dry != nil {
		p.Attr(e.Value)
		return
	}
	p.str(attrName(e.Name))
	if _, unit := e.Value.(*UnitAttr); !unit {
		p.str(" = ")
		p.Attr(e.Value)
	}
}

// Dict writes " {..}" of the entries; nothing if there is none.
func (p *Printer) Dict(entries []NamedAttr) {
	if len(entries) > 0 {
		p.str(" ")
		p.dict(entries)
	}
}

// location writes loc(..), as an alias inside if that is allowed.
func (p *Printer) location(l Location, alias bool) {
	p.str("loc(")
	if s, ok := p.aliases.find(l); ok && alias {
		p.str("#" + s)
	} else {
		p.locationBody(l)
	}
	p.str(")")
}

// nestedLocation writes a location inside another one.
func (p *Printer) nestedLocation(l Location) {
	if s, ok := p.aliases.find(l); ok {
		p.str("#" + s)
		return
	}
	p.locationBody(l)
}

func (p *Printer) locationBody(l Location) {
	switch l := l.(type) {
	case *NameLoc:
		p.str(QuoteString(l.Name))
		if _, unknown := l.Child.(*UnknownLoc); !unknown {
			p.str("(")
			p.nestedLocation(l.Child)
			p.str(")")
		}
	case *CallSiteLoc:
		p.str("callsite(")
		p.nestedLocation(l.Callee)
		p.str(" at ")
		p.nestedLocation(l.Caller)
		p.str(")")
	case *RangeLoc:
		meta, start := l.parts()
		p.str("fused<")
		p.Attr(meta)
		p.str(">[")
		p.nestedLocation(start)
		p.str("]")
	case *FusedLoc:
		p.str("fused")
		if l.Meta != nil {
			p.str("<")
			p.Attr(l.Meta)
			p.str(">")
		}
		p.str("[")
		for i, x := range l.Locs {
			if i > 0 {
				p.str(", ")
			}
			p.nestedLocation(x)
		}
		p.str("]")
	default:
		p.buf = appendLoc(p.buf, l)
	}
}
