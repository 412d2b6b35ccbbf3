// Package ods holds what operation definitions of several dialects share: named constraints on types and
// attributes, the operand segments of operations with several variadic groups, and the small interfaces
// through which passes see loops, branches, calls and accesses. Names of constraints are MLIR's, since they
// appear in diagnostics. It knows no dialect.
package ods

import "descend/ir"

// Scalar element predicates.

func isSignless(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Sign == ir.Signless
}

func isIndex(t ir.Type) bool {
	_, ok := t.(*ir.IndexType)
	return ok
}

func isFloat(t ir.Type) bool {
	_, ok := t.(*ir.FloatType)
	return ok
}

func isSignlessWidth(t ir.Type, w int) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Sign == ir.Signless && i.Width == w
}

// ElementType is the element type of a vector, tensor or memref, and t itself for any other type.
func ElementType(t ir.Type) ir.Type {
	switch t := t.(type) {
	case *ir.VectorType:
		return t.Elem
	case *ir.TensorType:
		return t.Elem
	case *ir.MemRefType:
		return t.Elem
	}
	return t
}

// IsShaped says whether t is a vector or a tensor.
func IsShaped(t ir.Type) bool {
	switch t.(type) {
	case *ir.VectorType, *ir.TensorType:
		return true
	}
	return false
}

// WithElement is t with the element type replaced, for scalars the element type itself.
func WithElement(c *ir.Context, t, elem ir.Type) ir.Type {
	switch t := t.(type) {
	case *ir.VectorType:
		return c.VectorType(t.Shape, t.Scalable, elem)
	case *ir.TensorType:
		if t.Unranked {
			return c.UnrankedTensorType(elem)
		}
		return c.TensorType(t.Shape, elem, t.Encoding)
	}
	return elem
}

// SameShape says whether two types are both scalars, or vectors or tensors of one shape.
func SameShape(a, b ir.Type) bool {
	if !IsShaped(a) || !IsShaped(b) {
		return IsShaped(a) == IsShaped(b)
	}
	switch a := a.(type) {
	case *ir.VectorType:
		b, ok := b.(*ir.VectorType)
		return ok && equalInts(a.Shape, b.Shape)
	case *ir.TensorType:
		b, ok := b.(*ir.TensorType)
		return ok && (a.Unranked || b.Unranked || equalInts(a.Shape, b.Shape))
	}
	return false
}

func equalInts(a, b []int64) bool {
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

// like accepts a scalar for which is holds, and vectors and tensors of such.
func like(is func(ir.Type) bool) func(ir.Type) bool {
	return func(t ir.Type) bool {
		if IsShaped(t) {
			t = ElementType(t)
		}
		return is(t)
	}
}

// Type constraints, named as in MLIR's diagnostics.
var (
	AnyType             = ir.TypeConstraint{Name: "any type"}
	Index               = ir.TypeConstraint{Name: "index", Is: isIndex}
	I1                  = ir.TypeConstraint{Name: "1-bit signless integer", Is: func(t ir.Type) bool { return isSignlessWidth(t, 1) }}
	I32                 = ir.TypeConstraint{Name: "32-bit signless integer", Is: func(t ir.Type) bool { return isSignlessWidth(t, 32) }}
	BoolLike            = ir.TypeConstraint{Name: "bool-like", Is: like(func(t ir.Type) bool { return isSignlessWidth(t, 1) })}
	SignlessIntegerLike = ir.TypeConstraint{Name: "signless-integer-like", Is: like(func(t ir.Type) bool { return isSignless(t) || isIndex(t) })}
	// FixedIntegerLike excludes index.
	FixedIntegerLike       = ir.TypeConstraint{Name: "signless-fixed-width-integer-like", Is: like(isSignless)}
	IndexOrIntegerLike     = SignlessIntegerLike
	FloatLike              = ir.TypeConstraint{Name: "floating-point-like", Is: like(isFloat)}
	NumericLike            = ir.TypeConstraint{Name: "signless-integer-or-float-like", Is: like(func(t ir.Type) bool { return isSignless(t) || isIndex(t) || isFloat(t) })}
	SignlessIntegerOrIndex = ir.TypeConstraint{Name: "signless integer or index", Is: func(t ir.Type) bool { return isSignless(t) || isIndex(t) }}
	IntegerOrFloat         = ir.TypeConstraint{Name: "signless integer or floating-point", Is: func(t ir.Type) bool { return isSignless(t) || isFloat(t) }}
	AnyMemRef              = ir.TypeConstraint{Name: "memref of any type values", Is: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		return ok && !m.Unranked
	}}
	RankedOrUnrankedMemRef = ir.TypeConstraint{Name: "ranked or unranked memref of any type values", Is: func(t ir.Type) bool {
		_, ok := t.(*ir.MemRefType)
		return ok
	}}
	ByteMemRef = ir.TypeConstraint{Name: "1D memref of 8-bit signless integer values", Is: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		return ok && !m.Unranked && len(m.Shape) == 1 && isSignlessWidth(m.Elem, 8)
	}}
)

// attrOf makes a constraint that accepts the attributes of one Go type.
func attrOf[T ir.Attribute](name string) ir.AttrConstraint {
	return ir.AttrConstraint{Name: name, Is: func(a ir.Attribute) bool {
		_, ok := a.(T)
		return ok
	}}
}

// intOf makes a constraint that accepts integer attributes of a type for which is holds.
func intOf(name string, is func(ir.Type) bool) ir.AttrConstraint {
	return ir.AttrConstraint{Name: name, Is: func(a ir.Attribute) bool {
		i, ok := a.(*ir.IntegerAttr)
		return ok && is(i.Type)
	}}
}

// arrayOf makes a constraint that accepts array attributes with elements of one Go type.
func arrayOf[T ir.Attribute](name string) ir.AttrConstraint {
	return ir.AttrConstraint{Name: name, Is: func(a ir.Attribute) bool {
		arr, ok := a.(*ir.ArrayAttr)
		if !ok {
			return false
		}
		for _, e := range arr.Elems {
			if _, ok := e.(T); !ok {
				return false
			}
		}
		return true
	}}
}

// denseArrayOf makes a constraint that accepts dense arrays of a signless integer type.
func denseArrayOf(name string, width int) ir.AttrConstraint {
	return ir.AttrConstraint{Name: name, Is: func(a ir.Attribute) bool {
		d, ok := a.(*ir.DenseArrayAttr)
		return ok && isSignlessWidth(d.Elem, width)
	}}
}

// Attribute constraints, named as in MLIR's diagnostics.
var (
	AnyAttr      = ir.AttrConstraint{Name: "any attribute"}
	UnitAttr     = attrOf[*ir.UnitAttr]("unit attribute")
	StringAttr   = attrOf[*ir.StringAttr]("string attribute")
	TypeAttr     = attrOf[*ir.TypeAttr]("any type attribute")
	SymbolName   = attrOf[*ir.StringAttr]("string attribute")
	BoolAttr     = intOf("bool attribute", func(t ir.Type) bool { return isSignlessWidth(t, 1) })
	I32Attr      = intOf("32-bit signless integer attribute", func(t ir.Type) bool { return isSignlessWidth(t, 32) })
	I64Attr      = intOf("64-bit signless integer attribute", func(t ir.Type) bool { return isSignlessWidth(t, 64) })
	IndexAttr    = intOf("index attribute", isIndex)
	DictArray    = arrayOf[*ir.DictAttr]("Array of dictionary attributes")
	ArrayAttr    = attrOf[*ir.ArrayAttr]("array attribute")
	I32Array     = denseArrayOf("i32 dense array attribute", 32)
	I64Array     = denseArrayOf("i64 dense array attribute", 64)
	SymbolRef    = attrOf[*ir.SymbolRefAttr]("symbol reference attribute")
	FuncTypeAttr = ir.AttrConstraint{Name: "type attribute of function type", Is: func(a ir.Attribute) bool {
		t, ok := a.(*ir.TypeAttr)
		if !ok {
			return false
		}
		_, ok = t.Type.(*ir.FunctionType)
		return ok
	}}
	FlatSymbolRef = ir.AttrConstraint{Name: "flat symbol reference attribute", Is: func(a ir.Attribute) bool {
		s, ok := a.(*ir.SymbolRefAttr)
		return ok && len(s.Nested) == 0
	}}
	MemRefTypeAttr = ir.AttrConstraint{Name: "memref type attribute", Is: func(a ir.Attribute) bool {
		t, ok := a.(*ir.TypeAttr)
		if !ok {
			return false
		}
		_, ok = t.Type.(*ir.MemRefType)
		return ok
	}}
	AlignmentAttr = ir.AttrConstraint{Name: "64-bit signless integer attribute whose minimum value is 0", Is: func(a ir.Attribute) bool {
		i, ok := a.(*ir.IntegerAttr)
		return ok && isSignlessWidth(i.Type, 64) && i.Value.Sign() >= 0
	}}
)

// TypeOf is the type of an attribute that has one (integer, float, elements, typed string), else nil.
func TypeOf(a ir.Attribute) ir.Type {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return a.Type
	case *ir.FloatAttr:
		return a.Type
	case *ir.StringAttr:
		return a.Type
	case *ir.OpaqueAttr:
		return a.Type
	}
	return nil
}
