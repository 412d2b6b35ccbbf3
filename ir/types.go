package ir

import "strconv"

// Type is a uniqued type: two types of one context are equal exactly if the interface values are.
// String gives the MLIR text without aliases, in the one spelling that the type has.
type Type interface {
	String() string
	isType()
}

// TypeBase is embedded by every type, also of dialects.
type TypeBase struct{}

func (TypeBase) isType() {}

// Composite is a type of a dialect that holds types and attributes, which a text may have aliases for: "!" and Mnemonic, then a body.
type Composite interface {
	Type
	// Mnemonic is "dialect.name".
	Mnemonic() string
	// Parts are what the body mentions: attributes, a TypeAttr for a type.
	Parts() []Attribute
	PrintBody(p *Printer)
}

// Attribute is a uniqued attribute; String as for types.
type Attribute interface {
	String() string
	isAttr()
}

// AttrBase is embedded by every attribute, also of dialects.
type AttrBase struct{}

func (AttrBase) isAttr() {}

// Signedness of an integer type.
type Signedness int

// The three kinds of integer types: i32, si32, ui32.
const (
	Signless Signedness = iota
	Signed
	Unsigned
)

// FloatKind is a floating point format.
type FloatKind int

// The floating point formats of MLIR 19.
const (
	F16 FloatKind = iota
	BF16
	F32
	F64
	F80
	F128
	TF32
	F8E5M2
	F8E4M3
	F8E4M3FN
	F8E5M2FNUZ
	F8E4M3FNUZ
	F8E4M3B11FNUZ
	numFloatKinds
)

var floatNames = [numFloatKinds]string{"f16", "bf16", "f32", "f64", "f80", "f128", "tf32", "f8E5M2", "f8E4M3",
	"f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ", "f8E4M3B11FNUZ"}

var floatWidths = [numFloatKinds]int{16, 16, 32, 64, 80, 128, 19, 8, 8, 8, 8, 8, 8}

// Width is the number of bits of the format.
func (k FloatKind) Width() int { return floatWidths[k] }

// Dynamic is the extent "?" in shapes, strides and offsets.
const Dynamic = int64(-1 << 63)

type (
	// IndexType is index.
	IndexType struct{ TypeBase }
	// NoneType is none.
	NoneType struct{ TypeBase }
	// IntegerType is iN, siN or uiN.
	IntegerType struct {
		TypeBase
		Width int
		Sign  Signedness
	}
	// FloatType is a floating point type.
	FloatType struct {
		TypeBase
		Kind FloatKind
	}
	// ComplexType is complex<element>.
	ComplexType struct {
		TypeBase
		Elem Type
	}
	// TupleType is tuple<..>.
	TupleType struct {
		TypeBase
		Types []Type
	}
	// FunctionType is (inputs) -> results.
	FunctionType struct {
		TypeBase
		Inputs, Results []Type
	}
	// VectorType is vector<4x[8]xf32>; Scalable is nil or one flag a dimension.
	VectorType struct {
		TypeBase
		Shape    []int64
		Scalable []bool
		Elem     Type
	}
	// TensorType is tensor<4x?xf32, encoding>; Unranked: tensor<*xf32>.
	TensorType struct {
		TypeBase
		Shape    []int64
		Elem     Type
		Encoding Attribute
		Unranked bool
	}
	// MemRefType is memref<4x?xf32, layout, space>; Unranked: memref<*xf32, space>. Layout is nil for the
	// identity, Space nil for the default memory space.
	MemRefType struct {
		TypeBase
		Shape    []int64
		Elem     Type
		Layout   Attribute
		Space    Attribute
		Unranked bool
	}
	// OpaqueType is the type of a dialect that is not registered; Body is the text after "!dialect.",
	// as it is printed.
	OpaqueType struct {
		TypeBase
		Dialect, Body string
		text          string
		parts         []symbolPart // in place of text, if there are any
	}
)

// Index returns index.
func (c *Context) Index() *IndexType { return c.index }

// None returns none.
func (c *Context) None() *NoneType { return c.none }

// Int returns the signless integer type of the width.
func (c *Context) Int(width int) *IntegerType { return c.IntegerType(width, Signless) }

// I1 returns i1.
func (c *Context) I1() *IntegerType { return c.ints[Signless][1] }

// I32 returns i32.
func (c *Context) I32() *IntegerType { return c.ints[Signless][32] }

// I64 returns i64.
func (c *Context) I64() *IntegerType { return c.ints[Signless][64] }

// IntegerType returns iN, siN or uiN.
func (c *Context) IntegerType(width int, s Signedness) *IntegerType {
	if width <= 64 {
		return c.ints[s][width]
	}
	return Intern(c, "int", strconv.Itoa(int(s))+":"+strconv.Itoa(width), func() *IntegerType {
		return &IntegerType{Width: width, Sign: s}
	})
}

// Float returns the floating point type of the kind.
func (c *Context) Float(k FloatKind) *FloatType { return c.floats[k] }

// F32 returns f32.
func (c *Context) F32() *FloatType { return c.floats[F32] }

// F64 returns f64.
func (c *Context) F64() *FloatType { return c.floats[F64] }

// ComplexType returns complex<elem>.
func (c *Context) ComplexType(elem Type) *ComplexType {
	var buf [32]byte
	return internBytes(c, "complex", keyPart(buf[:0], elem), func() *ComplexType { return &ComplexType{Elem: elem} })
}

// TupleType returns tuple<types>.
func (c *Context) TupleType(types ...Type) *TupleType {
	var buf [64]byte
	return internBytes(c, "tuple", keyTypes(buf[:0], types), func() *TupleType {
		return &TupleType{Types: append([]Type(nil), types...)}
	})
}

// FunctionType returns (inputs) -> results.
func (c *Context) FunctionType(inputs, results []Type) *FunctionType {
	var buf [128]byte
	return internBytes(c, "function", keyTypes(keyTypes(buf[:0], inputs), results), func() *FunctionType {
		return &FunctionType{Inputs: append([]Type(nil), inputs...), Results: append([]Type(nil), results...)}
	})
}

// VectorType returns vector<shape x elem>; scalable may be nil.
func (c *Context) VectorType(shape []int64, scalable []bool, elem Type) *VectorType {
	var buf [64]byte
	key := keyPart(keyShape(buf[:0], shape), elem)
	for _, s := range scalable {
		key = append(key, map[bool]byte{false: 0, true: 1}[s])
	}
	return internBytes(c, "vector", key, func() *VectorType {
		return &VectorType{Shape: append([]int64(nil), shape...), Scalable: append([]bool(nil), scalable...), Elem: elem}
	})
}

// TensorType returns tensor<shape x elem, encoding>; encoding may be nil.
func (c *Context) TensorType(shape []int64, elem Type, encoding Attribute) *TensorType {
	var buf [64]byte
	return internBytes(c, "tensor", keyPart(keyPart(keyShape(buf[:0], shape), elem), encoding), func() *TensorType {
		return &TensorType{Shape: append([]int64(nil), shape...), Elem: elem, Encoding: encoding}
	})
}

// UnrankedTensorType returns tensor<*xelem>.
func (c *Context) UnrankedTensorType(elem Type) *TensorType {
	var buf [32]byte
	return internBytes(c, "utensor", keyPart(buf[:0], elem), func() *TensorType { return &TensorType{Elem: elem, Unranked: true} })
}

// MemRefType returns memref<shape x elem, layout, space>; layout and space may be nil. The caller drops an
// identity layout and the integer space 0.
func (c *Context) MemRefType(shape []int64, elem Type, layout, space Attribute) *MemRefType {
	var buf [64]byte
	key := keyPart(keyPart(keyPart(keyShape(buf[:0], shape), elem), layout), space)
	return internBytes(c, "memref", key, func() *MemRefType {
		return &MemRefType{Shape: append([]int64(nil), shape...), Elem: elem, Layout: layout, Space: space}
	})
}

// UnrankedMemRefType returns memref<*xelem, space>.
func (c *Context) UnrankedMemRefType(elem Type, space Attribute) *MemRefType {
	var buf [32]byte
	return internBytes(c, "umemref", keyPart(keyPart(buf[:0], elem), space), func() *MemRefType {
		return &MemRefType{Elem: elem, Space: space, Unranked: true}
	})
}

// OpaqueType returns the type !dialect.body of an unregistered dialect; text is its exact printed form.
func (c *Context) OpaqueType(dialect, body, text string) *OpaqueType {
	return c.opaqueType(dialect, body, text, nil)
}

func (c *Context) opaqueType(dialect, body, text string, parts []symbolPart) *OpaqueType {
	kind, key := "opaque", text
	if parts != nil {
		kind, key = "opaqueparts", string(partsKey(nil, parts))
	}
	return Intern(c, kind, key, func() *OpaqueType {
		return &OpaqueType{Dialect: dialect, Body: body, text: text, parts: parts}
	})
}

func (*IndexType) String() string { return "index" }
func (*NoneType) String() string  { return "none" }
func (t *IntegerType) String() string {
	return [...]string{"i", "si", "ui"}[t.Sign] + strconv.Itoa(t.Width)
}
func (t *FloatType) String() string { return floatNames[t.Kind] }

// Width is the number of bits.
func (t *FloatType) Width() int        { return floatWidths[t.Kind] }
func (t *ComplexType) String() string  { return string(appendType(nil, t)) }
func (t *TupleType) String() string    { return string(appendType(nil, t)) }
func (t *FunctionType) String() string { return string(appendType(nil, t)) }
func (t *VectorType) String() string   { return string(appendType(nil, t)) }
func (t *TensorType) String() string   { return string(appendType(nil, t)) }
func (t *MemRefType) String() string   { return string(appendType(nil, t)) }
func (t *OpaqueType) String() string {
	if t.parts != nil {
		return string(appendParts(nil, t.parts))
	}
	return t.text
}

// InOnePiece says whether the elements of a buffer lie one after the other, wherever it starts.
func (t *MemRefType) InOnePiece() bool {
	if t.Layout == nil {
		return true
	}
	l, ok := t.Layout.(*StridedAttr)
	return ok && len(t.Shape) == 1 && len(l.Strides) == 1 && l.Strides[0] == 1
}
