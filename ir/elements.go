package ir

import (
	"math/big"
	"strconv"
	"strings"
)

type (
	// DenseAttr is dense<..> : type of numbers. Data holds the elements in row-major order, each in
	// little-endian bytes (i1: one byte each); only one element if Splat.
	DenseAttr struct {
		AttrBase
		Type  Type // a vector or tensor of static shape
		Data  []byte
		Splat bool
	}
	// DenseStringAttr is dense<["a", ..]> : type.
	DenseStringAttr struct {
		AttrBase
		Type   Type
		Values []string
		Splat  bool
	}
	// DenseResourceAttr is dense_resource<key> : type; the bytes are in the context's resources.
	DenseResourceAttr struct {
		AttrBase
		Key  string
		Type Type
	}
	// SparseAttr is sparse<indices, values> : type.
	SparseAttr struct {
		AttrBase
		Indices *DenseAttr
		Values  Attribute
		Type    Type
	}
	// DistinctAttr is distinct[n]<attr>: different from any other, also of the same content.
	DistinctAttr struct {
		AttrBase
		ID   int
		Attr Attribute
	}
)

// ShapeOf is the shape and element type of a ranked vector, tensor or memref; ok is false for others.
func ShapeOf(t Type) (shape []int64, elem Type, ok bool) {
	switch t := t.(type) {
	case *VectorType:
		return t.Shape, t.Elem, true
	case *TensorType:
		return t.Shape, t.Elem, !t.Unranked
	case *MemRefType:
		return t.Shape, t.Elem, !t.Unranked
	}
	return nil, nil, false
}

// NumElements is the product of the extents; false if one is dynamic or the product overflows.
func NumElements(shape []int64) (int64, bool) {
	n := int64(1)
	for _, d := range shape {
		if d < 0 || mulOverflows(n, d) {
			return 0, false
		}
		n *= d
	}
	return n, true
}

// elemWidth is the number of bits of a dense element, and how many numbers make it (2 if complex).
func elemWidth(t Type) (bits, parts int) {
	switch t := t.(type) {
	case *IntegerType:
		return t.Width, 1
	case *IndexType:
		return 64, 1
	case *FloatType:
		return t.Width(), 1
	case *ComplexType:
		b, _ := elemWidth(t.Elem)
		return b, 2
	}
	return 0, 0
}

// elemBytes is the number of bytes that an element takes in DenseAttr.Data.
func elemBytes(t Type) int {
	bits, parts := elemWidth(t)
	return (bits + 7) / 8 * parts
}

// DenseAttr returns dense<..> : t from the bytes of the elements, or of the one element of a splat. A list
// of equal elements becomes a splat, as in MLIR.
func (c *Context) DenseAttr(t Type, data []byte, splat bool) *DenseAttr {
	shape, elem, _ := ShapeOf(t)
	size := elemBytes(elem)
	if n, ok := NumElements(shape); ok && !splat && n > 0 && size > 0 && allEqual(data, size) {
		data, splat = data[:size], true
	}
	key := strconv.AppendBool(nil, splat)
	return internBytes(c, "attr.dense", append(keyPart(key, t), data...), func() *DenseAttr {
		return &DenseAttr{Type: t, Data: append([]byte(nil), data...), Splat: splat}
	})
}

func allEqual(data []byte, size int) bool {
	for i := size; i < len(data); i++ {
		if data[i] != data[i-size] {
			return false
		}
	}
	return true
}

// DenseStringAttr returns dense<"a", ..> : t.
func (c *Context) DenseStringAttr(t Type, values []string, splat bool) *DenseStringAttr {
	if !splat && len(values) > 0 {
		same := true
		for _, v := range values {
			same = same && v == values[0]
		}
		if same {
			values, splat = values[:1], true
		}
	}
	key := keyPart(strconv.AppendBool(nil, splat), t)
	for _, v := range values {
		key = keyString(key, v)
	}
	return internBytes(c, "attr.densestring", key, func() *DenseStringAttr {
		return &DenseStringAttr{Type: t, Values: append([]string(nil), values...), Splat: splat}
	})
}

// DenseResourceAttr returns dense_resource<key> : t.
func (c *Context) DenseResourceAttr(key string, t Type) *DenseResourceAttr {
	return internBytes(c, "attr.resource", append(keyPart(nil, t), key...), func() *DenseResourceAttr {
		return &DenseResourceAttr{Key: key, Type: t}
	})
}

// SparseAttr returns sparse<indices, values> : t.
func (c *Context) SparseAttr(indices *DenseAttr, values Attribute, t Type) *SparseAttr {
	key := keyPart(nil, t)
	if indices != nil {
		key = keyPart(keyPart(key, indices), values)
	}
	return internBytes(c, "attr.sparse", key, func() *SparseAttr { return &SparseAttr{Indices: indices, Values: values, Type: t} })
}

// NewDistinct returns a new attribute that is equal to no other.
func (c *Context) NewDistinct(a Attribute) *DistinctAttr {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.distinct++
	return &DistinctAttr{ID: c.distinct - 1, Attr: a}
}

// Len is the number of elements.
func (a *DenseAttr) Len() int64 {
	shape, _, _ := ShapeOf(a.Type)
	n, _ := NumElements(shape)
	return n
}

// Elem is the element type.
func (a *DenseAttr) Elem() Type { _, e, _ := ShapeOf(a.Type); return e }

// DenseOf returns the constant of t whose elements are the attributes, or one for all of them.
func (c *Context) DenseOf(t Type, elems ...Attribute) *DenseAttr {
	_, elem, _ := ShapeOf(t)
	size := elemBytes(elem)
	var data []byte
	for _, e := range elems {
		switch e := e.(type) {
		case *IntegerAttr:
			v := e.Value
			if v.Sign() < 0 { // two's complement
				bits, _ := elemWidth(elem)
				v = new(big.Int).Add(v, new(big.Int).Lsh(big.NewInt(1), uint(bits)))
			}
			data = appendLittle(data, v, size)
		case *FloatAttr:
			data = appendLittle(data, e.Bits, size)
		}
	}
	return c.DenseAttr(t, data, len(elems) == 1)
}

// Int is the i-th element of a constant of integers.
func (a *DenseAttr) Int(i int64) *big.Int { return WrapInt(a.bitsAt(i, 0), a.Elem()) }

// Float64 is the i-th element of a constant of f16, bf16, f32 or f64.
func (a *DenseAttr) Float64(i int64) float64 {
	return DecodeFloat(a.bitsAt(i, 0).Uint64(), a.Elem().(*FloatType).Kind)
}

// bitsAt is the i-th element (part 1: the imaginary one), an integer or the bits of a float, unsigned.
func (a *DenseAttr) bitsAt(i int64, part int) *big.Int {
	size := elemBytes(a.Elem())
	if a.Splat {
		i = 0
	}
	_, parts := elemWidth(a.Elem())
	one := size / parts
	off := int(i)*size + part*one
	b := make([]byte, one)
	for j := range b {
		b[one-1-j] = a.Data[off+j]
	}
	return new(big.Int).SetBytes(b)
}

// At is the i-th element as an attribute of the element type; nil for complex elements.
func (a *DenseAttr) At(c *Context, i int64) Attribute {
	switch e := a.Elem().(type) {
	case *FloatType:
		return c.FloatBits(a.bitsAt(i, 0), e)
	case *IntegerType, *IndexType:
		return c.BigIntAttr(a.bitsAt(i, 0), e)
	}
	return nil
}

// elementString is the text of the i-th element.
func (a *DenseAttr) elementString(i int64) string {
	number := func(t Type, part int) string {
		bits := a.bitsAt(i, part)
		switch t := t.(type) {
		case *FloatType:
			return FormatFloat(&FloatAttr{Bits: bits, Type: t})
		case *IntegerType:
			if t.Width == 1 {
				if bits.Sign() != 0 {
					return "true"
				}
				return "false"
			}
		}
		return WrapInt(bits, t).String()
	}
	if ct, ok := a.Elem().(*ComplexType); ok {
		return "(" + number(ct.Elem, 0) + "," + number(ct.Elem, 1) + ")"
	}
	return number(a.Elem(), 0)
}

// body is the text between "dense<" and ">".
func (a *DenseAttr) body(hexLimit int) string {
	n := a.Len()
	if a.Splat {
		return a.elementString(0)
	}
	if hexLimit >= 0 && n > int64(hexLimit) {
		return `"` + a.hex() + `"`
	}
	shape, _, _ := ShapeOf(a.Type)
	return nestedList(shape, n, a.elementString)
}

// hex is the raw data as MLIR stores it: bits packed for i1.
func (a *DenseAttr) hex() string {
	data := a.Data
	if t, ok := a.Elem().(*IntegerType); ok && t.Width == 1 {
		packed := make([]byte, (len(data)+7)/8)
		for i, b := range data {
			packed[i/8] |= b & 1 << (i % 8)
		}
		data = packed
	}
	const digits = "0123456789ABCDEF"
	out := make([]byte, 2, 2+2*len(data))
	copy(out, "0x")
	for _, b := range data {
		out = append(out, digits[b>>4], digits[b&15])
	}
	return string(out)
}

// nestedList prints n elements in brackets nested by shape.
func nestedList(shape []int64, n int64, elem func(int64) string) string {
	if len(shape) == 0 {
		return elem(0)
	}
	if n == 0 {
		return ""
	}
	var b strings.Builder
	idx := make([]int64, len(shape))
	for i := range n {
		// how many innermost dimensions start here
		open := 0
		for d := len(shape) - 1; d >= 0 && idx[d] == 0; d-- {
			open++
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strings.Repeat("[", open))
		b.WriteString(elem(i))
		for d := len(shape) - 1; d >= 0; d-- {
			if idx[d]++; idx[d] < shape[d] {
				break
			}
			idx[d] = 0
			b.WriteByte(']')
		}
	}
	return b.String()
}

func (a *DenseAttr) String() string { return "dense<" + a.body(100) + "> : " + a.Type.String() }

func (a *DenseStringAttr) body() string {
	if a.Splat {
		return QuoteString(a.Values[0])
	}
	shape, _, _ := ShapeOf(a.Type)
	return nestedList(shape, int64(len(a.Values)), func(i int64) string { return QuoteString(a.Values[i]) })
}

func (a *DenseStringAttr) String() string { return "dense<" + a.body() + "> : " + a.Type.String() }

func (a *DenseResourceAttr) String() string {
	return "dense_resource<" + resourceKey(a.Key) + "> : " + a.Type.String()
}

func resourceKey(k string) string { return attrName(k) }

func (a *SparseAttr) body(hexLimit int) string {
	if a.Indices == nil {
		return ""
	}
	v, one := "", false
	switch d := a.Values.(type) {
	case *DenseAttr:
		v, one = d.body(hexLimit), d.Splat
	case *DenseStringAttr:
		v, one = d.body(), d.Splat
	}
	if shape, _, _ := ShapeOf(a.Indices.Type); a.Indices.Splat && !one && shape[0] > 1 {
		// MLIR 19 writes the one number here too, which is read as a single index and does not fit the values.
		return nestedList(shape, a.Indices.Len(), a.Indices.elementString) + ", " + v
	}
	return a.Indices.body(hexLimit) + ", " + v
}

func (a *SparseAttr) String() string { return "sparse<" + a.body(100) + "> : " + a.Type.String() }

func (a *DistinctAttr) String() string {
	s := "distinct[" + strconv.Itoa(a.ID) + "]<"
	if _, unit := a.Attr.(*UnitAttr); !unit {
		s += a.Attr.String()
	}
	return s + ">"
}
