package ir

import (
	"encoding/hex"
	"math/big"
	"strings"
)

// literal is an element of a dense list as written: a token with a sign.
type literal struct {
	tok     token
	neg     bool
	inArray bool // of array<..>
}

// literalList is a nested list of literals with the shape that its brackets have.
type literalList struct {
	lits    []literal
	shape   []int64
	bare    bool // one literal without brackets: a splat
	complex bool
	hex     string
	isHex   bool
	pos     int
}

func (p *Parser) elementsType(t Type) Type {
	pos := p.tok.start
	if t == nil {
		p.Expect(":")
		pos = p.tok.start
		t = p.Type()
	}
	switch t.(type) {
	case *VectorType, *TensorType, *MemRefType:
	default:
		p.fail(pos, "elements literal must be a shaped type")
	}
	shape, _, ranked := ShapeOf(t)
	if _, static := NumElements(shape); !ranked || !static {
		p.fail(pos, "elements literal type must have static shape")
	}
	return t
}

// shapedType is t, or else the type that follows, for a resource, whose shape may be unknown.
func (p *Parser) shapedType(t Type) Type {
	pos := p.tok.start
	if t == nil {
		t = p.ColonType()
	}
	switch t.(type) {
	case *VectorType, *TensorType, *MemRefType:
	default:
		p.fail(pos, "`dense_resource` expected a shaped type")
	}
	return t
}

func (p *Parser) denseAttr(t Type) Attribute {
	pos := p.tok.start
	p.advance()
	p.Expect("<")
	var l literalList
	l.pos = p.tok.start
	if !p.is(">") {
		l = p.literals(true)
	} else {
		l.shape = []int64{0}
	}
	p.Expect(">")
	return p.denseOf(l, p.elementsType(t), pos)
}

func (p *Parser) sparseAttr(t Type) Attribute {
	pos := p.tok.start
	p.advance()
	p.Expect("<")
	if p.Accept(">") {
		return p.ctx.SparseAttr(nil, nil, p.elementsType(t))
	}
	idx := p.literals(false)
	p.Expect(",")
	val := p.literals(true)
	p.Expect(">")
	t = p.elementsType(t)
	shape, elem, _ := ShapeOf(t)
	if len(shape) == 1 && len(idx.lits)+len(val.lits) == 0 && !val.isHex {
		return p.ctx.SparseAttr(nil, nil, t)
	}
	// the indices are given as one index, a list of indices, or a list of coordinates
	ishape := idx.shape
	if idx.bare {
		ishape = []int64{1, int64(len(shape))}
	} else if len(ishape) == 1 {
		ishape = []int64{1, ishape[0]}
	}
	if len(ishape) != 2 || ishape[1] != int64(len(shape)) {
		p.fail(pos, "expected shape ([%s]); sparse indices must have one coordinate for each dimension of the type", joinDims(shape))
	}
	idx.shape = ishape
	it := p.ctx.TensorType(ishape, p.ctx.I64(), nil)
	vt := p.ctx.TensorType([]int64{ishape[0]}, elem, nil)
	ind := p.denseOf(idx, it, pos).(*DenseAttr)
	if len(val.shape) == 0 && !val.bare {
		val.bare = true
	}
	if !val.bare && (len(val.shape) != 1 || val.shape[0] != ishape[0]) {
		p.fail(pos, "expected the number of sparse values to match the indices")
	}
	n := ind.Len()
	for i := range n {
		v := WrapInt(ind.bitsAt(i, 0), p.ctx.I64())
		if d := shape[i%int64(len(shape))]; !v.IsInt64() || v.Sign() < 0 || v.Int64() >= d {
			row := i / int64(len(shape))
			at := make([]int64, len(shape))
			for j := range at {
				at[j] = WrapInt(ind.bitsAt(row*int64(len(shape))+int64(j), 0), p.ctx.I64()).Int64()
			}
			p.fail(pos, "sparse index #%d is not contained within the value shape, with index=[%s], and type='%s'", row, joinDims(at), clip(t.String()))
		}
	}
	return p.ctx.SparseAttr(ind, p.denseOf(val, vt, pos), t)
}

// literals reads a literal, a string of hex bytes, or a nested list of literals.
func (p *Parser) literals(allowHex bool) literalList {
	l := literalList{pos: p.tok.start}
	if allowHex && p.tok.kind == tString && strings.HasPrefix(p.text(), `"0x`) {
		l.hex, l.isHex = unquote(p.text()), true
		p.advance()
		return l
	}
	if !p.is("[") {
		l.bare = true
		p.literal(&l)
		return l
	}
	l.shape = p.literalDims(&l)
	return l
}

// literalDims reads a bracketed list and returns its shape.
func (p *Parser) literalDims(l *literalList) []int64 {
	p.enter()
	defer p.leave()
	pos := p.tok.start
	n := int64(0)
	var inner []int64
	p.Comma("[", "]", func() {
		var s []int64
		if p.is("[") {
			s = p.literalDims(l)
		} else {
			p.literal(l)
		}
		if n == 0 {
			inner = s
		} else if !sameDims(s, inner) {
			p.fail(pos, "tensor literal is invalid; ranks are not consistent between elements")
		}
		n++
	})
	return append([]int64{n}, inner...)
}

func sameDims(a, b []int64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// literal reads a number, true, false, a string, or a pair of numbers.
func (p *Parser) literal(l *literalList) {
	pair := p.is("(")
	if len(l.lits) > 0 && pair != l.complex {
		p.fail(p.tok.start, "expected all elements of a list to be complex, or none")
	}
	l.complex = pair
	if pair {
		p.advance()
		p.number(l)
		p.Expect(",")
		p.number(l)
		p.Expect(")")
		return
	}
	p.number(l)
}

func (p *Parser) number(l *literalList) {
	neg := p.Accept("-")
	switch {
	case p.tok.kind == tInteger, p.tok.kind == tFloat:
	case !neg && (p.tok.kind == tString || p.is("true") || p.is("false")):
	default:
		p.wrongToken("expected element literal of primitive type")
	}
	l.lits = append(l.lits, literal{tok: p.tok, neg: neg})
	p.advance()
}

func joinDims(shape []int64) string {
	parts := make([]string, len(shape))
	for i, d := range shape {
		parts[i] = dimText(d)
	}
	return strings.Join(parts, ", ")
}

// denseOf converts the literals to a dense attribute of the type.
func (p *Parser) denseOf(l literalList, t Type, pos int) Attribute {
	shape, elem, _ := ShapeOf(t)
	n, _ := NumElements(shape)
	if l.isHex {
		return p.denseHex(l, t, n)
	}
	if !l.bare && !(len(l.lits) == 0 && n == 0) && !sameDims(l.shape, shape) {
		p.fail(l.pos, "inferred shape of elements literal ([%s]) does not match type ([%s])", joinDims(l.shape), joinDims(shape))
	}
	if len(l.lits) == 0 && n != 0 {
		p.fail(l.pos, "parsed zero elements, but type (%s) expected at least 1", clip(t.String()))
	}
	ct, isComplex := elem.(*ComplexType)
	if l.complex && !isComplex {
		p.fail(l.pos, "expected element type to be complex")
	}
	if isComplex {
		if !l.complex && len(l.lits) > 0 {
			p.fail(l.pos, "expected complex elements")
		}
		elem = ct.Elem
	}
	switch elem.(type) {
	case *IntegerType, *IndexType, *FloatType:
	default:
		return p.denseStrings(l, t)
	}
	bits, _ := elemWidth(elem)
	size := (bits + 7) / 8
	data := make([]byte, 0, size*len(l.lits))
	for _, lit := range l.lits {
		data = appendLittle(data, p.elementBits(lit, elem), size)
	}
	return p.ctx.DenseAttr(t, data, l.bare)
}

func appendLittle(data []byte, v *big.Int, size int) []byte {
	b := v.FillBytes(make([]byte, size))
	for i := len(b) - 1; i >= 0; i-- {
		data = append(data, b[i])
	}
	return data
}

// elementBits is the value of a literal as unsigned bits of the element type.
func (p *Parser) elementBits(l literal, elem Type) *big.Int {
	pos, s := l.tok.start, p.src[l.tok.start:l.tok.end]
	if ft, ok := elem.(*FloatType); ok {
		switch l.tok.kind {
		case tFloat:
			return decimalFloat(s, l.neg, ft)
		case tInteger:
			if !l.inArray && !strings.HasPrefix(s, "0x") {
				break
			}
			return p.floatBits(pos, s, l.neg, ft)
		}
		p.fail(pos, "expected floating-point elements, but parsed integer")
	}
	it, _ := elem.(*IntegerType)
	if s == "true" || s == "false" {
		if it == nil || it.Width != 1 {
			p.fail(pos, "expected i1 type for 'true' or 'false' values")
		}
		return big.NewInt(map[string]int64{"true": 1, "false": 0}[s])
	}
	if l.tok.kind != tInteger {
		p.fail(pos, "expected integer elements, but parsed floating-point")
	}
	if l.neg && it != nil && it.Sign == Unsigned {
		p.fail(pos, "expected unsigned integer elements, but parsed negative value")
	}
	v, ok := integerOf(s, l.neg, elem)
	if !ok {
		if l.inArray {
			p.fail(pos, "integer constant out of range")
		}
		p.fail(pos, "integer constant out of range for type")
	}
	if v.Sign() < 0 {
		w, _ := elemWidth(elem)
		v.Add(v, new(big.Int).Lsh(big.NewInt(1), uint(w)))
	}
	return v
}

func (p *Parser) denseStrings(l literalList, t Type) Attribute {
	vals := make([]string, len(l.lits))
	for i, lit := range l.lits {
		if lit.tok.kind != tString {
			p.fail(lit.tok.start, "expected string token, got %s", p.src[lit.tok.start:lit.tok.end])
		}
		vals[i] = unquote(p.src[lit.tok.start:lit.tok.end])
	}
	return p.ctx.DenseStringAttr(t, vals, l.bare)
}

func (p *Parser) denseHex(l literalList, t Type, n int64) Attribute {
	_, elem, _ := ShapeOf(t)
	size := elemBytes(elem)
	data, err := hex.DecodeString(l.hex[2:])
	if err != nil {
		p.fail(l.pos, "elements hex data is invalid")
	}
	if size == 0 {
		p.fail(l.pos, "expected floating-point, integer, or complex element type, got '%s'", clip(elem.String()))
	}
	bits, parts := elemWidth(elem)
	if bits == 1 && parts == 1 { // packed
		switch {
		case len(data) == 1 && (n == 1 || data[0] == 0 || data[0] == 0xff):
			return p.ctx.DenseAttr(t, []byte{min(data[0], 1)}, true)
		case int64(len(data)) == (n+7)/8:
			unpacked := make([]byte, n)
			for i := range unpacked {
				unpacked[i] = data[i/8] >> (i % 8) & 1
			}
			return p.ctx.DenseAttr(t, unpacked, false)
		}
		size = -1
	}
	if bits%8 != 0 { // the rest of the last byte is no part of the number
		for i := (bits+7)/8 - 1; i < len(data); i += (bits + 7) / 8 {
			data[i] &= 1<<(bits%8) - 1
		}
	}
	switch {
	case size > 0 && n > 0 && int64(len(data))/n == int64(size) && int64(len(data))%n == 0:
		return p.ctx.DenseAttr(t, data, false)
	case len(data) == size:
		return p.ctx.DenseAttr(t, data, true)
	}
	p.fail(l.pos, "elements hex data size is invalid for provided type: %s", clip(t.String()))
	return nil
}

// denseArray reads array<elem: values>.
func (p *Parser) denseArray() Attribute {
	p.advance()
	p.Expect("<")
	pos := p.tok.start
	elem := p.OptionalType()
	bits := 0
	switch t := elem.(type) {
	case *IntegerType:
		if bits = t.Width; bits != 1 && (bits%8 != 0 || bits == 0) {
			p.fail(pos, "element type bitwidth must be a multiple of 8")
		}
	case *FloatType:
		if bits = t.Width(); bits%8 != 0 {
			p.fail(pos, "element type bitwidth must be a multiple of 8")
		}
	case nil:
		p.wrongToken("expected an integer or floating point type")
	default:
		p.fail(pos, "expected integer or float type, got: '%s'", clip(elem.String()))
	}
	var vals []int64
	var wide []*big.Int
	if p.Accept(":") {
		p.Comma("", "", func() {
			var l literalList
			p.number(&l)
			l.lits[0].inArray = true
			v := p.elementBits(l.lits[0], elem)
			if it, ok := elem.(*IntegerType); ok {
				v = WrapInt(v, it)
			}
			if bits > 64 {
				wide = append(wide, v)
				return
			}
			vals = append(vals, int64(wrapUint(v)))
		})
	}
	p.Expect(">")
	if len(wide) > 0 {
		return p.ctx.wideArray(elem, wide)
	}
	return p.ctx.DenseArray(elem, vals...)
}

// wrapUint is the low 64 bits of v.
func wrapUint(v *big.Int) uint64 {
	if v.Sign() < 0 {
		return uint64(v.Int64())
	}
	return v.Uint64()
}
