package ir

import (
	"math"
	"math/big"
	"sort"
	"strings"
)

type (
	// UnitAttr is unit: present or absent.
	UnitAttr struct{ AttrBase }
	// IntegerAttr is an integer of an integer or index type; Value is signed for signless and signed
	// types (also of i1: -1 is true), unsigned for unsigned types. It must not be changed.
	IntegerAttr struct {
		AttrBase
		Value *big.Int
		Type  Type
	}
	// FloatAttr is a floating point number given by its bits in the format of Type.
	FloatAttr struct {
		AttrBase
		Bits *big.Int
		Type *FloatType
	}
	// StringAttr is a string; Type is nil but for "s" : type.
	StringAttr struct {
		AttrBase
		Value string
		Type  Type
	}
	// ArrayAttr is [..].
	ArrayAttr struct {
		AttrBase
		Elems []Attribute
	}
	// DictAttr is {..}, sorted by name.
	DictAttr struct {
		AttrBase
		Entries []NamedAttr
	}
	// TypeAttr holds a type.
	TypeAttr struct {
		AttrBase
		Type Type
	}
	// SymbolRefAttr is @root::@nested::..
	SymbolRefAttr struct {
		AttrBase
		Root   string
		Nested []string
	}
	// DenseArrayAttr is array<i32: 1, -2>: integers or float bits of the element type, in Wide if that has more than
	// 64 bits.
	DenseArrayAttr struct {
		AttrBase
		Elem   Type
		Values []int64
		Wide   []*big.Int
	}
	// OpaqueAttr is the attribute of a dialect that is not registered, with its exact text; Type is nil
	// unless it is written with a type.
	OpaqueAttr struct {
		AttrBase
		Dialect, Body string
		Type          Type
		text          string
		parts         []symbolPart // in place of text, if there are any
	}
)

// NamedAttr is an entry of a dictionary.
type NamedAttr struct {
	Name  string
	Value Attribute
}

// UnitAttr returns unit.
func (c *Context) UnitAttr() *UnitAttr { return c.unit }

// BoolAttr returns true or false (of type i1).
func (c *Context) BoolAttr(v bool) *IntegerAttr {
	if v {
		return c.IntAttr(-1, c.I1())
	}
	return c.IntAttr(0, c.I1())
}

// IntAttr returns an integer attribute. The value is wrapped to the width of the type.
func (c *Context) IntAttr(v int64, t Type) *IntegerAttr { return c.BigIntAttr(big.NewInt(v), t) }

// I64Attr returns v : i64.
func (c *Context) I64Attr(v int64) *IntegerAttr { return c.IntAttr(v, c.I64()) }

// I32Attr returns v : i32.
func (c *Context) I32Attr(v int64) *IntegerAttr { return c.IntAttr(v, c.I32()) }

// IndexAttr returns v : index.
func (c *Context) IndexAttr(v int64) *IntegerAttr { return c.IntAttr(v, c.index) }

// BigIntAttr returns an integer attribute. The value is wrapped to the width of the type.
func (c *Context) BigIntAttr(v *big.Int, t Type) *IntegerAttr {
	w := WrapInt(v, t)
	var buf [64]byte
	return internBytes(c, "attr.int", keyBig(keyPart(buf[:0], t), w), func() *IntegerAttr { return &IntegerAttr{Value: w, Type: t} })
}

// WrapInt reduces v to the range of an integer or index type (64 bits, signed), as IntegerAttr keeps it.
func WrapInt(v *big.Int, t Type) *big.Int {
	width, unsigned := 64, false
	if it, ok := t.(*IntegerType); ok {
		width, unsigned = it.Width, it.Sign == Unsigned
	}
	if v.IsInt64() && width == 64 && !unsigned {
		return v
	}
	one := big.NewInt(1)
	mod := new(big.Int).Lsh(one, uint(width))
	r := new(big.Int).Mod(v, mod)
	if !unsigned && width > 0 && r.Bit(width-1) == 1 {
		r.Sub(r, mod)
	}
	return r
}

// Int64 is the value; it must fit.
func (a *IntegerAttr) Int64() int64 { return a.Value.Int64() }

// FloatAttr returns the number nearest to v in the type.
func (c *Context) FloatAttr(v float64, t *FloatType) *FloatAttr {
	return c.FloatBits(encodeFloat(v, t.Kind), t)
}

// FloatBits returns the number with these bits.
func (c *Context) FloatBits(bits *big.Int, t *FloatType) *FloatAttr {
	var buf [64]byte
	return internBytes(c, "attr.float", keyBig(keyPart(buf[:0], t), bits), func() *FloatAttr { return &FloatAttr{Bits: bits, Type: t} })
}

// Float64 is the value of an f16, bf16, f32 or f64 attribute.
func (a *FloatAttr) Float64() float64 { return DecodeFloat(a.Bits.Uint64(), a.Type.Kind) }

// EncodeFloat rounds v to nearest, ties to even, into the bits of a format of at most 64 bits that
// is f16, bf16, f32 or f64.
func EncodeFloat(v float64, k FloatKind) uint64 {
	switch k {
	case F64:
		return math.Float64bits(v)
	case F32:
		return uint64(math.Float32bits(float32(v)))
	case F16:
		return encodeSmall(v, 5, 10)
	case BF16:
		return encodeSmall(v, 8, 7)
	}
	panic("ir: EncodeFloat of " + floatNames[k])
}

// DecodeFloat is the inverse of EncodeFloat.
func DecodeFloat(bits uint64, k FloatKind) float64 {
	switch k {
	case F64:
		return math.Float64frombits(bits)
	case F32:
		return float64(math.Float32frombits(uint32(bits)))
	case F16:
		return decodeSmall(bits, 5, 10)
	case BF16:
		return decodeSmall(bits, 8, 7)
	}
	panic("ir: DecodeFloat of " + floatNames[k])
}

func encodeSmall(v float64, expBits, manBits int) uint64 {
	b := math.Float64bits(v)
	sign := b >> 63 << (expBits + manBits)
	maxExp := uint64(1)<<expBits - 1
	if math.IsNaN(v) {
		return sign | maxExp<<manBits | 1<<(manBits-1)
	}
	if math.IsInf(v, 0) {
		return sign | maxExp<<manBits
	}
	a := math.Abs(v)
	bias := 1<<(expBits-1) - 1
	_, e := math.Frexp(a) // a = f * 2^e, f in [0.5, 1)
	exp := max(e-1, 1-bias)
	// units of the last place at that exponent
	m := math.RoundToEven(math.Ldexp(a, manBits-exp))
	if a == 0 {
		return sign
	}
	bits := uint64(m)
	biased := uint64(exp + bias)
	if bits < 1<<manBits { // subnormal
		return sign | bits
	}
	if bits == 1<<(manBits+1) {
		bits >>= 1
		biased++
	}
	if biased >= maxExp {
		return sign | maxExp<<manBits
	}
	return sign | biased<<manBits | bits&(1<<manBits-1)
}

func decodeSmall(bits uint64, expBits, manBits int) float64 {
	maxExp := uint64(1)<<expBits - 1
	man := bits & (1<<manBits - 1)
	exp := bits >> manBits & maxExp
	bias := 1<<(expBits-1) - 1
	var v float64
	switch exp {
	case maxExp:
		if man != 0 {
			return math.NaN()
		}
		v = math.Inf(1)
	case 0:
		v = math.Ldexp(float64(man), 1-bias-manBits)
	default:
		v = math.Ldexp(float64(man|1<<manBits), int(exp)-bias-manBits)
	}
	if bits>>(expBits+manBits)&1 == 1 {
		v = -v
	}
	return v
}

// StringAttr returns a string attribute.
func (c *Context) StringAttr(s string) *StringAttr {
	return Intern(c, "attr.string", s, func() *StringAttr { return &StringAttr{Value: s} })
}

// TypedStringAttr returns "s" : t, which is "s" for none.
func (c *Context) TypedStringAttr(s string, t Type) *StringAttr {
	if t == c.None() {
		return c.StringAttr(s)
	}
	return internBytes(c, "attr.tstring", append(keyPart(nil, t), s...), func() *StringAttr { return &StringAttr{Value: s, Type: t} })
}

// ArrayAttr returns [elems].
func (c *Context) ArrayAttr(elems ...Attribute) *ArrayAttr {
	var buf [128]byte
	key := buf[:0]
	for _, e := range elems {
		key = keyPart(key, e)
	}
	return internBytes(c, "attr.array", key, func() *ArrayAttr { return &ArrayAttr{Elems: append([]Attribute(nil), elems...)} })
}

// DictAttr returns {entries}; of two entries of one name the last counts.
func (c *Context) DictAttr(entries ...NamedAttr) *DictAttr {
	d := &DictAttr{Entries: entries}
	for i := 1; i < len(entries); i++ {
		if entries[i-1].Name >= entries[i].Name {
			d.Entries = sortedEntries(entries)
			break
		}
	}
	var key []byte
	for _, e := range d.Entries {
		key = keyPart(keyString(key, e.Name), e.Value)
	}
	return internBytes(c, "attr.dict", key, func() *DictAttr {
		return &DictAttr{Entries: append([]NamedAttr(nil), d.Entries...)}
	})
}

// sortedEntries sorts by name; of two entries of one name the last counts.
func sortedEntries(entries []NamedAttr) []NamedAttr {
	m := make(map[string]Attribute, len(entries))
	for _, e := range entries {
		m[e.Name] = e.Value
	}
	out := make([]NamedAttr, 0, len(m))
	for n, v := range m {
		out = append(out, NamedAttr{n, v})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// Get returns the entry of that name, or nil.
func (d *DictAttr) Get(name string) Attribute {
	for _, e := range d.Entries {
		if e.Name == name {
			return e.Value
		}
	}
	return nil
}

// TypeAttr returns the attribute that holds t.
func (c *Context) TypeAttr(t Type) *TypeAttr {
	var buf [32]byte
	return internBytes(c, "attr.type", keyPart(buf[:0], t), func() *TypeAttr { return &TypeAttr{Type: t} })
}

// SymbolRef returns @root::@nested.
func (c *Context) SymbolRef(root string, nested ...string) *SymbolRefAttr {
	s := &SymbolRefAttr{Root: root, Nested: append([]string(nil), nested...)}
	return Intern(c, "attr.symbol", s.String(), func() *SymbolRefAttr { return s })
}

// Leaf is the last component of the reference.
func (s *SymbolRefAttr) Leaf() string {
	if n := len(s.Nested); n > 0 {
		return s.Nested[n-1]
	}
	return s.Root
}

// DenseArray returns array<elem: values>.
func (c *Context) DenseArray(elem Type, values ...int64) *DenseArrayAttr {
	var buf [64]byte
	return internBytes(c, "attr.densearray", keyShape(keyPart(buf[:0], elem), values), func() *DenseArrayAttr {
		return &DenseArrayAttr{Elem: elem, Values: append([]int64(nil), values...)}
	})
}

// wideArray returns array<elem: values> for elements of more than 64 bits.
func (c *Context) wideArray(elem Type, values []*big.Int) *DenseArrayAttr {
	key := keyPart(nil, elem)
	for _, v := range values {
		key = keyString(key, v.String())
	}
	return internBytes(c, "attr.widearray", key, func() *DenseArrayAttr { return &DenseArrayAttr{Elem: elem, Wide: values} })
}

// OpaqueAttr returns the attribute of an unregistered dialect; text is its exact printed form.
func (c *Context) OpaqueAttr(dialect, body, text string, t Type) *OpaqueAttr {
	return c.opaqueAttr(dialect, body, text, t, nil)
}

func (c *Context) opaqueAttr(dialect, body, text string, t Type, parts []symbolPart) *OpaqueAttr {
	kind, key := "attr.opaque", append(keyPart(nil, t), text...)
	if parts != nil {
		kind, key = "attr.opaqueparts", partsKey(key, parts)
	}
	return internBytes(c, kind, key, func() *OpaqueAttr {
		return &OpaqueAttr{Dialect: dialect, Body: body, text: text, Type: t, parts: parts}
	})
}

func (*UnitAttr) String() string { return "unit" }

func (a *IntegerAttr) String() string    { return string(appendAttr(nil, a, false)) }
func (a *FloatAttr) String() string      { return string(appendAttr(nil, a, false)) }
func (a *StringAttr) String() string     { return string(appendAttr(nil, a, false)) }
func (a *ArrayAttr) String() string      { return string(appendAttr(nil, a, false)) }
func (d *DictAttr) String() string       { return string(appendAttr(nil, d, false)) }
func (a *TypeAttr) String() string       { return a.Type.String() }
func (s *SymbolRefAttr) String() string  { return string(appendAttr(nil, s, false)) }
func (a *DenseArrayAttr) String() string { return string(appendAttr(nil, a, false)) }
func (a *OpaqueAttr) String() string     { return string(appendAttr(nil, a, false)) }

// attrName quotes the name of an attribute unless it is a bare identifier.
func attrName(s string) string {
	if isBareID(s) {
		return s
	}
	return QuoteString(s)
}

// SymbolText is @name, quoted where needed.
func SymbolText(s string) string {
	if isBareID(s) {
		return "@" + s
	}
	return "@" + QuoteString(s)
}

func isBareID(s string) bool {
	for i := 0; i < len(s); i++ {
		ch := s[i]
		letter := ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z' || ch == '_'
		if !letter && (i == 0 || !(ch >= '0' && ch <= '9' || ch == '$' || ch == '.')) {
			return false
		}
	}
	return s != ""
}

// QuoteString is the MLIR string literal of s.
func QuoteString(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch ch := s[i]; {
		case ch == '\\':
			b.WriteString(`\\`)
		case ch == '"' || ch < 0x20 || ch > 0x7e:
			b.WriteByte('\\')
			b.WriteByte(hex[ch>>4])
			b.WriteByte(hex[ch&15])
		default:
			b.WriteByte(ch)
		}
	}
	b.WriteByte('"')
	return b.String()
}
