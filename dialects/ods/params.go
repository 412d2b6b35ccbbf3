package ods

import (
	"math"
	"slices"

	"descend/ir"
)

// ParamType is a type of a dialect with named parameters: !dialect.name<a = .., b = ..>.
type ParamType struct {
	ir.TypeBase
	params
}

// ParamAttr is such an attribute: #dialect.name<a = .., b = ..>.
type ParamAttr struct {
	ir.AttrBase
	params
}

// params are the values of parameters, with their text.
type params struct {
	def    *Params
	values []ir.Attribute
	text   string
}

// Params describes such a type or attribute.
type Params struct {
	Dialect, Name string
	List          []Param
}

// Param is a parameter: it is kept as an attribute, types as a TypeAttr.
type Param struct {
	Name string
	// Parse reads the value; Print writes it, nil: as an attribute.
	Parse func(p *ir.Parser) ir.Attribute
	Print func(p *ir.Printer, a ir.Attribute)
	// Default is what stands for a value that is not written; Optional: nothing does.
	Default  func(c *ir.Context) ir.Attribute
	Optional bool
}

// TypeParam is a parameter that is a type of the Go type T, class as MLIR calls it.
func TypeParam[T ir.Type](name string) Param {
	return Param{Name: name, Parse: func(p *ir.Parser) ir.Attribute {
		pos := p.Pos()
		t := p.Type()
		if m, isMemRef := t.(*ir.MemRefType); isMemRef && m.Unranked {
			p.FailAt(pos, "invalid kind of type specified")
		}
		if _, ok := t.(T); !ok {
			p.FailAt(pos, "invalid kind of type specified")
		}
		return p.Context().TypeAttr(t)
	}}
}

// WordParam is a parameter that is one of several words.
func WordParam(name string, words *Words) Param {
	return Param{Name: name, Parse: words.keyword, Print: func(p *ir.Printer, a ir.Attribute) { p.Write(a.(*WordAttr).Word) }}
}

// AttrParam is a parameter that is any attribute.
func AttrParam(name string) Param {
	return Param{Name: name, Parse: func(p *ir.Parser) ir.Attribute { return p.Attribute(nil) }}
}

// NumberParam is a parameter that is a number of 32 bits, without sign.
func NumberParam(name string, otherwise int64) Param {
	number := func(c *ir.Context, n int64) ir.Attribute { return c.IntAttr(n, c.IntegerType(32, ir.Unsigned)) }
	return Param{
		Name: name,
		Parse: func(p *ir.Parser) ir.Attribute {
			pos := p.Pos()
			n := p.Int()
			if n < math.MinInt32 || n > math.MaxUint32 {
				p.FailAt(pos, "integer value too large")
			}
			return number(p.Context(), int64(uint32(n)))
		},
		Print:   func(p *ir.Printer, a ir.Attribute) { p.AttrNoType(a) },
		Default: func(c *ir.Context) ir.Attribute { return number(c, otherwise) },
	}
}

// IntParam is a parameter that is a number of 32 bits.
func IntParam(name string, otherwise int64) Param {
	return Param{
		Name:    name,
		Parse:   func(p *ir.Parser) ir.Attribute { return p.Context().I32Attr(int64(int32(p.Int()))) },
		Print:   func(p *ir.Printer, a ir.Attribute) { p.AttrNoType(a) },
		Default: func(c *ir.Context) ir.Attribute { return c.I32Attr(otherwise) },
	}
}

// StringParam is a parameter that is a string.
func StringParam(name, otherwise string) Param {
	return Param{
		Name:    name,
		Parse:   func(p *ir.Parser) ir.Attribute { return p.Context().StringAttr(p.StringLit()) },
		Default: func(c *ir.Context) ir.Attribute { return c.StringAttr(otherwise) },
	}
}

// KindParam is a parameter that is an attribute of the Go type T, which may be missing.
func KindParam[T ir.Attribute](name string) Param {
	return Param{Name: name, Optional: true, Parse: func(p *ir.Parser) ir.Attribute {
		pos := p.Pos()
		a := p.Attribute(nil)
		if _, ok := a.(T); !ok {
			p.FailAt(pos, "invalid kind of attribute specified")
		}
		return a
	}}
}

// MapParam is a parameter that is an affine map.
func MapParam(name string) Param {
	return Param{
		Name:  name,
		Parse: func(p *ir.Parser) ir.Attribute { return p.Context().AffineMapAttr(p.AffineMap()) },
		Print: func(p *ir.Printer, a ir.Attribute) { p.Write(a.(*ir.AffineMapAttr).Map.String()) },
	}
}

// Type returns the type with the values, one for each parameter.
func (d *Params) Type(c *ir.Context, values ...ir.Attribute) *ParamType {
	t := &ParamType{params: d.with(c, "!", values)}
	return ir.Intern(c, d.Dialect+"."+d.Name, t.text, func() *ParamType { return t })
}

// Attr returns the attribute with the values, one for each parameter.
func (d *Params) Attr(c *ir.Context, values ...ir.Attribute) *ParamAttr {
	a := &ParamAttr{params: d.with(c, "#", values)}
	return ir.Intern(c, d.Dialect+"."+d.Name, a.text, func() *ParamAttr { return a })
}

func (d *Params) with(c *ir.Context, sigil string, values []ir.Attribute) params {
	t := params{def: d, values: slices.Clone(values)}
	t.text = sigil + t.Mnemonic() + ir.TextOf(c, t.PrintBody)
	return t
}

// Is says whether a type is of this kind.
func (d *Params) Is(t ir.Type) bool {
	p, ok := t.(*ParamType)
	return ok && p.def == d
}

// IsAttr says whether an attribute is of this kind.
func (d *Params) IsAttr(a ir.Attribute) bool {
	p, ok := a.(*ParamAttr)
	return ok && p.def == d
}

// Constraint accepts these types.
func (d *Params) Constraint(name string) ir.TypeConstraint {
	c := ir.TypeConstraint{Name: name, Is: d.Is, Class: d.Is}
	if len(d.List) == 0 {
		c.Only = func(c *ir.Context) ir.Type { return d.Type(c) }
	} else {
		c.Body = func(p *ir.Parser) ir.Type { return d.read(p) }
	}
	return c
}

func (t params) String() string { return t.text }

// Parts are the values of the parameters.
func (t params) Parts() []ir.Attribute { return t.values }

// Value is the value of a parameter, nil if there is none of the name.
func (t params) Value(name string) ir.Attribute {
	if i := slices.IndexFunc(t.def.List, func(p Param) bool { return p.Name == name }); i >= 0 {
		return t.values[i]
	}
	return nil
}

// TypeValue is the type that is the value of a parameter, nil if it is another type.
func TypeValue[T ir.Type](t ir.Type, name string) (out T) {
	if p, ok := t.(*ParamType); ok {
		if a, ok := p.Value(name).(*ir.TypeAttr); ok {
			out, _ = a.Type.(T)
		}
	}
	return out
}

// Mnemonic is the name of the type with its dialect.
func (t params) Mnemonic() string { return t.def.Dialect + "." + t.def.Name }

// PrintBody writes the parameters without the values that are defaults.
func (t params) PrintBody(p *ir.Printer) {
	sep := "<"
	for i, d := range t.def.List {
		if t.values[i] == nil || d.Default != nil && d.Default(p.Context()) == t.values[i] {
			continue
		}
		p.Write(sep, d.Name, " = ")
		if d.Print != nil {
			d.Print(p, t.values[i])
		} else {
			p.Attr(t.values[i])
		}
		sep = ", "
	}
	if sep == ", " {
		p.Write(">")
	}
}

// ReadParamType is Dialect.ReadType of a dialect with these types.
func ReadParamType(p *ir.Parser, kinds []*Params, mnemonic string) ir.Type {
	i := slices.IndexFunc(kinds, func(d *Params) bool { return d.Name == mnemonic })
	switch {
	case i < 0:
		return nil
	case len(kinds[i].List) == 0:
		return kinds[i].Type(p.Context())
	}
	return kinds[i].read(p)
}

// read reads a type behind its mnemonic.
func (d *Params) read(p *ir.Parser) ir.Type { return d.Type(p.Context(), d.readValues(p)...) }

// ReadAttr reads an attribute behind its mnemonic; the body may be missing where all parameters may.
func (d *Params) ReadAttr(p *ir.Parser) ir.Attribute {
	if !slices.ContainsFunc(d.List, func(m Param) bool { return m.Default == nil && !m.Optional }) {
		if !p.Peek("<") {
			return d.Attr(p.Context(), d.complete(p, make([]ir.Attribute, len(d.List)))...)
		}
	}
	return d.Attr(p.Context(), d.readValues(p)...)
}

// readValues reads the parameters in any order.
func (d *Params) readValues(p *ir.Parser) []ir.Attribute {
	values := make([]ir.Attribute, len(d.List))
	all := !slices.ContainsFunc(d.List, func(m Param) bool { return m.Default != nil || m.Optional })
	p.Expect("<")
	for n := 1; n > 1 || all || !p.Peek(">"); n++ {
		pos := p.Pos()
		name := p.Keyword()
		p.Expect("=")
		i := slices.IndexFunc(d.List, func(m Param) bool { return m.Name == name })
		if i < 0 || values[i] != nil {
			p.FailAt(pos, "duplicate or unknown struct parameter name: %s", name)
		}
		values[i] = d.List[i].Parse(p)
		if all && n == len(d.List) || !all && !p.Peek(",") {
			break
		}
		p.Expect(",")
	}
	values = d.complete(p, values)
	p.Expect(">")
	return values
}

// complete sets the values that are not written.
func (d *Params) complete(p *ir.Parser, values []ir.Attribute) []ir.Attribute {
	for i, m := range d.List {
		switch {
		case values[i] != nil || m.Optional:
		case m.Default == nil:
			p.Fail("struct is missing required parameter: %s", m.Name)
		default:
			values[i] = m.Default(p.Context())
		}
	}
	return values
}
