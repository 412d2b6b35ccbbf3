package ir

import "slices"

// Constraints on types and attributes for operation definitions. Dialects add their own.

// isInt says whether t is an integer type of the width and signedness; width 0 for any.
func isInt(t Type, width int, s Signedness) bool {
	i, ok := t.(*IntegerType)
	return ok && i.Sign == s && (width == 0 || i.Width == width)
}

func isFloatType(t Type) bool { _, ok := t.(*FloatType); return ok }

func isIndex(t Type) bool { _, ok := t.(*IndexType); return ok }

// ElementOf is the element type of a vector or tensor, t itself otherwise.
func ElementOf(t Type) Type {
	switch t := t.(type) {
	case *VectorType:
		return t.Elem
	case *TensorType:
		return t.Elem
	}
	return t
}

// elementOf is ElementOf, for memrefs too.
func elementOf(t Type) Type {
	if m, ok := t.(*MemRefType); ok {
		return m.Elem
	}
	return ElementOf(t)
}

// MayHaveSameShape says whether neither type has a shape, or both have one and these may be the same when the program runs.
func MayHaveSameShape(a, b Type) bool {
	s, rankedA, isA := DimsOf(a)
	u, rankedB, isB := DimsOf(b)
	return isA == isB && (!rankedA || !rankedB || slices.EqualFunc(s, u, func(m, n int64) bool { return m == n || m == Dynamic || n == Dynamic }))
}

// IsScalable says whether a type is a vector that has as many elements as the machine makes of it.
func IsScalable(t Type) bool {
	v, ok := t.(*VectorType)
	return ok && slices.Contains(v.Scalable, true)
}

// DimsOf gives the dimensions of a vector, tensor or memref, if their number is known.
func DimsOf(t Type) (dims []int64, ranked, shaped bool) {
	switch t := t.(type) {
	case *VectorType:
		return t.Shape, true, true
	case *TensorType:
		return t.Shape, !t.Unranked, true
	case *MemRefType:
		return t.Shape, !t.Unranked, true
	}
	return nil, false, false
}

// The usual type constraints.
var (
	AnyType    = TypeConstraint{Name: "any type"}
	IndexT     = TypeConstraint{Name: "index", Is: isIndex, Class: isIndex, Only: func(c *Context) Type { return c.Index() }}
	I1T        = TypeConstraint{Name: "1-bit signless integer", Is: func(t Type) bool { return isInt(t, 1, Signless) }, Only: func(c *Context) Type { return c.I1() }}
	I32T       = TypeConstraint{Name: "32-bit signless integer", Is: func(t Type) bool { return isInt(t, 32, Signless) }, Only: func(c *Context) Type { return c.I32() }}
	I64T       = TypeConstraint{Name: "64-bit signless integer", Is: func(t Type) bool { return isInt(t, 64, Signless) }, Only: func(c *Context) Type { return c.I64() }}
	AnyInt     = TypeConstraint{Name: "signless integer", Is: func(t Type) bool { return isInt(t, 0, Signless) }}
	IntOrIndex = TypeConstraint{Name: "signless integer or index", Is: func(t Type) bool { return isInt(t, 0, Signless) || isIndex(t) }}
	AnyFloat   = TypeConstraint{Name: "floating-point", Is: isFloatType}
	// IntLike: signless-integer-like (scalars, vectors, tensors of it); likewise the next ones.
	IntLike   = TypeConstraint{Name: "signless-integer-like", Is: func(t Type) bool { e := ElementOf(t); return isInt(e, 0, Signless) || isIndex(e) }}
	FloatLike = TypeConstraint{Name: "floating-point-like", Is: func(t Type) bool { return isFloatType(ElementOf(t)) }}
	BoolLike  = TypeConstraint{Name: "bool-like", Is: func(t Type) bool { return isInt(ElementOf(t), 1, Signless) }}
	AnyMemRef = TypeConstraint{Name: "memref of any type values", Is: func(t Type) bool { _, ok := t.(*MemRefType); return ok }}
	AnyVector = TypeConstraint{Name: "vector of any type values", Is: func(t Type) bool { _, ok := t.(*VectorType); return ok }}
	AnyFunc   = TypeConstraint{Name: "function type", Is: func(t Type) bool { _, ok := t.(*FunctionType); return ok }}
)

func attrIs[T Attribute](a Attribute) bool { _, ok := a.(T); return ok }

func intAttrOf(name string, is func(Type) bool, t func(*Context) Type) AttrConstraint {
	return AttrConstraint{Name: name, Type: t, Storage: attrIs[*IntegerAttr], Is: func(a Attribute) bool {
		i, ok := a.(*IntegerAttr)
		return ok && is(i.Type)
	}}
}

func isBool(a Attribute) bool { i, ok := a.(*IntegerAttr); return ok && I1T.Is(i.Type) }

func isRankedMemRef(t Type) bool { m, ok := t.(*MemRefType); return ok && !m.Unranked }

func startsWith(lit string) func(*Parser) bool { return func(p *Parser) bool { return p.is(lit) } }

// The usual attribute constraints.
var (
	AnyAttr     = AttrConstraint{Name: "any attribute"}
	UnitA       = AttrConstraint{Name: "unit attribute", Is: attrIs[*UnitAttr]}
	StringA     = AttrConstraint{Name: "string attribute", Is: attrIs[*StringAttr], Starts: (*Parser).PeekString}
	ArrayA      = AttrConstraint{Name: "array attribute", Is: attrIs[*ArrayAttr], Starts: startsWith("[")}
	DictA       = AttrConstraint{Name: "dictionary of named attribute values", Is: attrIs[*DictAttr]}
	TypeA       = AttrConstraint{Name: "any type attribute", Type: func(c *Context) Type { return c.None() }, Is: attrIs[*TypeAttr]}
	FuncTypeA   = AttrConstraint{Name: "type attribute of function type", Storage: attrIs[*TypeAttr], Is: func(a Attribute) bool { t, ok := a.(*TypeAttr); return ok && AnyFunc.Is(t.Type) }}
	MemRefTypeA = AttrConstraint{Name: "memref type attribute", Storage: attrIs[*TypeAttr], Is: func(a Attribute) bool { t, ok := a.(*TypeAttr); return ok && isRankedMemRef(t.Type) }}
	DenseI32A   = AttrConstraint{Name: "i32 dense array attribute", Is: func(a Attribute) bool { d, ok := a.(*DenseArrayAttr); return ok && isInt(d.Elem, 32, Signless) }}
	DenseI64A   = AttrConstraint{Name: "i64 dense array attribute", Is: func(a Attribute) bool { d, ok := a.(*DenseArrayAttr); return ok && isInt(d.Elem, 64, Signless) }}
	BoolA       = AttrConstraint{Name: "bool attribute", Type: I1T.Only, Is: isBool, Storage: isBool} // MLIR has a class of its own for it
	I32A        = intAttrOf("32-bit signless integer attribute", I32T.Is, I32T.Only)
	I64A        = intAttrOf("64-bit signless integer attribute", I64T.Is, I64T.Only)
	IndexA      = intAttrOf("index attribute", isIndex, IndexT.Only)
	IntA        = AttrConstraint{Name: "arbitrary integer attribute", Is: attrIs[*IntegerAttr]}
	FloatA      = AttrConstraint{Name: "arbitrary float attribute", Is: attrIs[*FloatAttr]}
	SymbolRefA  = AttrConstraint{Name: "symbol reference attribute", Is: attrIs[*SymbolRefAttr]}
	FlatSymbolA = AttrConstraint{Name: "flat symbol reference attribute", Is: func(a Attribute) bool { s, ok := a.(*SymbolRefAttr); return ok && len(s.Nested) == 0 }}
	// SymbolNameA is a string that a format writes as @name.
	SymbolNameA = AttrConstraint{Name: "string attribute", Is: attrIs[*StringAttr],
		Print:  func(p *Printer, a Attribute) { p.Symbol(a.(*StringAttr).Value) },
		Parse:  func(p *Parser) Attribute { return p.Context().StringAttr(p.Symbol()) },
		Starts: func(p *Parser) bool { return p.tok.kind == tAt }}
)
