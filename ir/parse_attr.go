package ir

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"descend/ir/bail"
)

// ParseType reads the text of one type.
func ParseType(c *Context, text string) (Type, error) {
	return parseText(c, text, (*Parser).Type)
}

// ParseAttribute reads the text of one attribute.
func ParseAttribute(c *Context, text string) (Attribute, error) {
	return parseText(c, text, func(p *Parser) Attribute { return p.Attribute(nil) })
}

// Attribute reads an attribute; t, if not nil, is its type, which then is not in the text.
func (p *Parser) Attribute(t Type) Attribute {
	p.enter()
	defer p.leave()
	switch p.tok.kind {
	case tInteger:
		return p.integerAttr(t, false)
	case tFloat:
		return p.floatAttr(t, false)
	case tString:
		s := p.StringLit()
		if t == nil && p.Accept(":") {
			t = p.Type()
		}
		if t != nil {
			return p.ctx.TypedStringAttr(s, t)
		}
		return p.ctx.StringAttr(s)
	case tAt:
		return p.SymbolRef()
	case tHash:
		return p.extendedAttr(t)
	case tPunct:
		switch p.src[p.tok.start] {
		case '[':
			return p.arrayAttr()
		case '{':
			return p.Dict()
		case '-':
			if p.is("-") {
				return p.negativeAttr(t)
			}
		}
	case tBare:
		if a := p.keywordAttr(t); a != nil {
			return a
		}
	}
	if ty := p.OptionalType(); ty != nil {
		return p.ctx.TypeAttr(ty)
	}
	p.wrongToken("expected attribute value")
	return nil
}

// OptionalAttribute reads an attribute if one is next, else returns nil.
func (p *Parser) OptionalAttribute(t Type) Attribute {
	if !p.startsAttribute() {
		return nil
	}
	return p.Attribute(t)
}

// startsAttribute says whether the next token begins an attribute.
func (p *Parser) startsAttribute() bool {
	switch p.tok.kind {
	case tInteger, tFloat, tString, tAt, tHash:
		return true
	case tBare:
		switch p.text() {
		case "affine_map", "affine_set", "array", "dense", "dense_resource", "distinct", "loc", "sparse",
			"strided", "true", "false", "unit":
			return true
		}
	case tPunct:
		if p.is("[") || p.is("{") || p.is("-") {
			return true
		}
	}
	return p.is("(") || p.startsType()
}

// keywordAttr reads an attribute that begins with a keyword; nil if the next token is no such keyword.
func (p *Parser) keywordAttr(t Type) Attribute {
	pos := p.tok.start
	switch p.text() {
	case "true", "false":
		v := p.text() == "true"
		p.advance()
		if t != nil && t != Type(p.ctx.I1()) {
			p.fail(pos, "expected '%s' type attribute, but got a boolean", t)
		}
		return p.ctx.BoolAttr(v)
	case "unit":
		p.advance()
		return p.ctx.UnitAttr()
	case "affine_map":
		p.advance()
		p.Expect("<")
		m := p.AffineMap()
		p.Expect(">")
		return p.ctx.AffineMapAttr(m)
	case "affine_set":
		p.advance()
		p.Expect("<")
		s := p.integerSet()
		p.Expect(">")
		return p.ctx.IntegerSetAttr(s)
	case "array":
		return p.denseArray()
	case "dense":
		return p.denseAttr(t)
	case "dense_resource":
		p.advance()
		if !p.is("<") {
			p.wrongToken("expected '<' after 'dense_resource'")
		}
		p.advance()
		key := p.metadataKey("for 'resource' entry")
		p.Expect(">")
		return p.ctx.DenseResourceAttr(key, p.shapedType(t))
	case "sparse":
		return p.sparseAttr(t)
	case "strided":
		return p.stridedAttr()
	case "distinct":
		return p.distinctAttr()
	case "loc":
		p.advance()
		p.Expect("(")
		l := p.locationBody()
		p.Expect(")")
		return l
	}
	return nil
}

func (p *Parser) arrayAttr() Attribute {
	var elems []Attribute
	p.Comma("[", "]", func() { elems = append(elems, p.Attribute(nil)) })
	return p.ctx.ArrayAttr(elems...)
}

// Dict reads {..} if it is next; nil if not.
func (p *Parser) Dict() *DictAttr {
	if !p.is("{") {
		return nil
	}
	return p.ctx.DictAttr(p.dictEntries(nil)...)
}

// dictEntries reads {..}, appending to out.
func (p *Parser) dictEntries(out []NamedAttr) []NamedAttr {
	p.Expect("{")
	if p.Accept("}") {
		return out
	}
	first := len(out)
	seen := map[string]bool(nil)
	for {
		pos := p.tok.start
		var name string
		switch p.tok.kind {
		case tBare, tIntType:
			name = p.text()
			p.advance()
		case tString:
			name = p.StringLit()
		default:
			p.wrongToken("expected attribute name")
		}
		if name == "" {
			p.fail(pos, "expected valid attribute name")
		}
		dup := false
		if n := len(out) - first; n < 8 {
			for _, e := range out[first:] {
				dup = dup || e.Name == name
			}
		} else {
			if seen == nil {
				seen = map[string]bool{}
				for _, e := range out[first:] {
					seen[e.Name] = true
				}
			}
			dup = seen[name]
			seen[name] = true
		}
		if dup {
			p.fail(pos, "duplicate key '%s' in dictionary attribute", name)
		}
		var value Attribute = p.ctx.unit
		if p.Accept("=") {
			value = p.Attribute(nil)
		}
		out = append(out, NamedAttr{name, value})
		if !p.Accept(",") {
			break
		}
	}
	if !p.is("}") {
		p.wrongToken("expected '}' in attribute dictionary")
	}
	p.advance()
	return out
}

func (p *Parser) negativeAttr(t Type) Attribute {
	p.advance()
	switch p.tok.kind {
	case tInteger:
		return p.integerAttr(t, true)
	case tFloat:
		return p.floatAttr(t, true)
	}
	p.wrongToken("expected constant integer or floating point value")
	return nil
}

func (p *Parser) integerAttr(t Type, neg bool) Attribute {
	pos, lit := p.tok.start, p.text()
	p.advance()
	if t == nil {
		t = p.ctx.I64()
		if p.Accept(":") {
			t = p.Type()
		}
	}
	if ft, ok := t.(*FloatType); ok {
		return p.ctx.FloatBits(p.floatBits(pos, lit, neg, ft), ft)
	}
	key := numberKey{lit, neg, t}
	if a := p.numbers[key]; a != nil {
		return a
	}
	it, ok := t.(*IntegerType)
	if _, index := t.(*IndexType); !ok && !index {
		p.fail(pos, "integer literal not valid for specified type")
	}
	if neg && ok && it.Sign == Unsigned {
		p.fail(pos, "negative integer literal not valid for unsigned integer type")
	}
	v, ok := integerOf(lit, neg, t)
	if !ok {
		p.fail(pos, "integer constant out of range for attribute")
	}
	return p.keepNumber(key, p.ctx.BigIntAttr(v, t))
}

// numberKey is how an integer is written.
type numberKey struct {
	digits string
	neg    bool
	t      Type
}

// keepNumber keeps an integer for when it is written again: most files are full of few.
func (p *Parser) keepNumber(key numberKey, a Attribute) Attribute {
	if len(p.numbers) < 1000 {
		p.numbers[key] = a
	}
	return a
}

// integerOf reads a literal as a value of an integer or index type; false if it is out of range.
func integerOf(lit string, neg bool, t Type) (*big.Int, bool) {
	width, signed := 64, true
	if it, ok := t.(*IntegerType); ok {
		width, signed = it.Width, it.Sign == Signed
	}
	v := new(big.Int)
	if u, ok := parseUint64(lit); ok {
		v.SetUint64(u)
	} else {
		base := 10
		if strings.HasPrefix(lit, "0x") {
			base, lit = 16, lit[2:]
		}
		lit = strings.TrimLeft(lit, "0")
		if len(lit) > width/3+2 && base == 10 || base == 16 && len(lit) > width/4+2 {
			return nil, false
		}
		v.SetString(lit, base)
	}
	if v.BitLen() > width {
		return nil, false
	}
	switch {
	case width == 0:
		return v, !neg
	case neg:
		// the magnitude may be at most 2^(width-1)
		if v.Sign() == 0 || v.BitLen() == width && v.TrailingZeroBits() != uint(width-1) {
			return nil, false // MLIR refuses -0 too
		}
		return v.Neg(v), true
	case signed && v.BitLen() == width:
		return nil, false
	}
	return v, true
}

// floatBits reads an integer literal as the bits of a float.
func (p *Parser) floatBits(pos int, lit string, neg bool, t *FloatType) *big.Int {
	if !strings.HasPrefix(lit, "0x") {
		bail.Out(&syntaxError{pos: pos, msg: "unexpected decimal integer literal for a floating point value",
			notes: []string{"add a trailing dot to make the literal a float"}})
	}
	if neg {
		p.fail(pos, "hexadecimal float literal should not have a leading minus")
	}
	if len(lit) > 40 {
		p.fail(pos, "hexadecimal float constant out of range for type")
	}
	v, _ := new(big.Int).SetString(lit[2:], 16)
	if v == nil || v.BitLen() > t.Width() {
		p.fail(pos, "hexadecimal float constant out of range for type")
	}
	return v
}

func (p *Parser) floatAttr(t Type, neg bool) Attribute {
	lit := p.text()
	p.advance()
	if t == nil {
		t = p.ctx.F64()
		if p.Accept(":") {
			t = p.Type()
		}
	}
	ft, ok := t.(*FloatType)
	if !ok {
		p.fail(p.tok.start, "floating point value not valid for specified type")
	}
	return p.ctx.FloatBits(decimalFloat(lit, neg, ft), ft)
}

// decimalFloat rounds a literal to f64 and then, as MLIR does, to the format.
func decimalFloat(lit string, neg bool, t *FloatType) *big.Int {
	v, err := strconv.ParseFloat(lit, 64)
	if err != nil && v == 0 {
		v = math.NaN()
	}
	if neg {
		v = -v
	}
	return encodeFloat(v, t.Kind)
}

// extendedAttr reads #alias, #dialect.name<body> or #dialect<body>.
func (p *Parser) extendedAttr(t Type) Attribute {
	pos := p.tok.start
	dialect, body, ok := p.dialectSymbol()
	end := p.lastEnd
	if !ok {
		a := p.attrAliases[dialect]
		if a == nil {
			p.fail(pos, "undefined symbol alias id '%s'", dialect)
		}
		p.expandAlias(pos, "#"+dialect)
		return a
	}
	d := p.ctx.Dialect(dialect)
	if t == nil && (d == nil || d.ParseAttr == nil && d.ReadAttr == nil) && p.Accept(":") {
		t = p.Type()
	}
	opaque := func() Attribute {
		p.opaqueDialects[dialect] = true
		if isMLIRDialect(dialect) {
			if parts := p.bodyParts(pos+1, end); parts != nil {
				parts[0].before = "#" + parts[0].before
				return p.ctx.opaqueAttr(dialect, body, "", t, parts)
			}
		}
		return p.ctx.OpaqueAttr(dialect, body, "#"+dialectText(dialect, body), t)
	}
	if d == nil {
		if !p.ctx.AllowUnregistered {
			p.fail(pos, "%s", p.unregistered("attribute", "#", dialect, body))
		}
		return opaque()
	}
	if d.ParseAttr == nil && d.ReadAttr == nil {
		if p.ctx.AllowUnregistered {
			return opaque()
		}
		p.fail(pos, "dialect '%s' provides no attribute parsing hook", dialect)
	}
	mnemonic, inner, has := splitBody(body)
	a, err := Attribute(nil), error(nil)
	if d.ReadAttr != nil && strings.HasPrefix(p.src[pos+1+len(d.Name):], ".") {
		p.enter()
		p.readBody(d, pos, mnemonic, "ReadAttr", func() bool { a = d.ReadAttr(p, mnemonic); return a != nil })
		p.leave()
		if a != nil {
			return a
		}
	}
	p.callAt("ParseAttr", nil, pos)
	p.dialect = d.Name
	if d.ParseAttr != nil {
		a, err = d.ParseAttr(p.ctx, mnemonic, inner, has)
	}
	p.done()
	p.failBody(pos, body, inner, err)
	if a == nil {
		if p.ctx.AllowUnregistered {
			if t == nil && p.Accept(":") {
				t = p.Type()
			}
			return opaque()
		}
		p.fail(pos, "unknown attribute `%s` in dialect `%s`", mnemonic, dialect)
	}
	return a
}

func (p *Parser) stridedAttr() Attribute {
	pos, zero := p.tok.start, false
	p.advance()
	p.Expect("<")
	dim := func() int64 {
		if p.Accept("?") {
			return Dynamic
		}
		return p.Int()
	}
	var strides []int64
	p.Comma("[", "]", func() {
		s := dim()
		zero = zero || s == 0
		strides = append(strides, s)
	})
	offset := int64(0)
	if p.Accept(",") {
		p.Expect("offset")
		p.Expect(":")
		offset = dim()
	}
	p.Expect(">")
	if zero {
		p.fail(pos, "strides must not be zero")
	}
	return p.ctx.StridedAttr(offset, strides...)
}

func (p *Parser) distinctAttr() Attribute {
	start := p.tok.start
	p.advance()
	if !p.is("[") {
		p.wrongToken("expected '[' after 'distinct'")
	}
	p.advance()
	pos := p.tok.start
	if p.tok.kind != tInteger {
		p.wrongToken("expected distinct ID")
	}
	id, ok := parseUint64(p.text())
	if !ok || id > 1<<31 {
		p.fail(pos, "expected an unsigned 64-bit integer")
	}
	p.advance()
	p.Expect("]")
	p.Expect("<")
	var a Attribute = p.ctx.UnitAttr()
	if !p.is(">") {
		a = p.Attribute(nil)
	}
	p.Expect(">")
	if old := p.distinct[int(id)]; old != nil {
		if old.Attr != a {
			p.fail(start, "referenced attribute does not match previous definition: %s", clip(old.Attr.String()))
		}
		return old
	}
	d := p.ctx.NewDistinct(a)
	p.distinct[int(id)] = d
	return d
}

// locationBody reads what stands between "loc(" and ")".
func (p *Parser) locationBody() Location {
	p.enter()
	defer p.leave()
	pos := p.tok.start
	switch p.tok.kind {
	case tHash:
		l, ok := p.extendedAttr(nil).(Location)
		if !ok {
			p.fail(pos, "expected location attribute")
		}
		return l
	case tString:
		return p.stringLocation()
	case tBare:
		switch p.text() {
		case "unknown":
			p.advance()
			return p.ctx.UnknownLoc()
		case "callsite":
			p.advance()
			p.Expect("(")
			callee := p.locationBody()
			p.Expect("at")
			caller := p.locationBody()
			p.Expect(")")
			return p.ctx.CallSiteLoc(callee, caller)
		case "fused":
			p.advance()
			var meta Attribute
			if p.Accept("<") {
				meta = p.Attribute(nil)
				p.Expect(">")
			}
			var locs []Location
			p.Comma("[", "]", func() { locs = append(locs, p.locationBody()) })
			return p.ctx.FusedLoc(meta, locs...)
		}
	}
	p.wrongToken("expected location instance")
	return nil
}

func (p *Parser) stringLocation() Location {
	s := p.StringLit()
	if p.Accept(":") {
		line := p.lineNumber("expected integer line number in FileLineColLoc")
		if !p.is(":") {
			p.wrongToken("expected ':' in FileLineColLoc")
		}
		p.advance()
		return p.ctx.FileLoc(s, line, p.lineNumber("expected integer column number in FileLineColLoc"))
	}
	var child Location
	if p.Accept("(") {
		child = p.locationBody()
		p.Expect(")")
	}
	return p.ctx.NameLoc(s, child)
}

func (p *Parser) lineNumber(msg string) int {
	if p.tok.kind != tInteger {
		p.wrongToken("%s", msg)
	}
	v, ok := parseUint64(p.text())
	if !ok || v > 1<<32-1 {
		p.wrongToken("%s", msg)
	}
	p.advance()
	return int(v)
}

// OptionalLocation reads loc(..) if it is next, else returns nil.
func (p *Parser) OptionalLocation() Location {
	if !p.Accept("loc") {
		return nil
	}
	p.Expect("(")
	l := p.locationBody()
	p.Expect(")")
	return l
}
