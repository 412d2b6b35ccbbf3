// Package ods holds what operation definitions of several dialects share: named constraints on types and
// attributes, the operand segments of operations with several variadic groups, and the small interfaces
// through which passes see loops, branches, calls and accesses. Names of constraints are MLIR's, since they
// appear in diagnostics. It knows no dialect.
package ods

import (
	"errors"
	"fmt"
	"slices"

	"descend/ir"
)

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

func isRanked(t ir.Type) bool {
	m, ok := t.(*ir.MemRefType)
	return ok && !m.Unranked
}

func isUnranked(t ir.Type) bool {
	m, ok := t.(*ir.MemRefType)
	return ok && m.Unranked
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

// Type constraints beside those of ir, named as in MLIR's diagnostics.
var (
	AnyType             = ir.AnyType
	Index               = ir.IndexT
	I1                  = ir.I1T
	I32                 = ir.I32T
	BoolLike            = ir.BoolLike
	SignlessIntegerLike = ir.IntLike
	// FixedIntegerLike excludes index.
	FixedIntegerLike       = ir.TypeConstraint{Name: "signless-fixed-width-integer-like", Is: like(isSignless)}
	FloatLike              = ir.FloatLike
	SignlessIntegerOrIndex = ir.IntOrIndex
	IntegerOrFloat         = ir.TypeConstraint{Name: "signless integer or floating-point", Is: func(t ir.Type) bool { return isSignless(t) || isFloat(t) }}
	// BitcastLike has MLIR's name, which has memory too; no backend has bitcasts of memory.
	BitcastLike = ir.TypeConstraint{Name: "signless-integer-or-float-like or memref of signless-integer or float",
		Is: like(func(t ir.Type) bool { return isSignless(t) || isIndex(t) || isFloat(t) })}
	// IntegerOrFloatValue is IntegerOrFloat under the other name that MLIR has for it.
	IntegerOrFloatValue = ir.TypeConstraint{Name: "Integer or Float", Is: func(t ir.Type) bool { return isSignless(t) || isFloat(t) }}
	AnyMemRef           = ir.TypeConstraint{Name: "memref of any type values", Is: isRanked, Class: isRanked}
	// IntegerIndexOrFloat is what gpu.printf prints; LaunchSize the type of the numbers of blocks and threads.
	IntegerIndexOrFloat = ir.TypeConstraint{Name: "integer or index or floating-point", Is: func(t ir.Type) bool {
		_, integer := t.(*ir.IntegerType)
		return integer || isIndex(t) || isFloat(t)
	}}
	LaunchSize = ir.TypeConstraint{Name: "index or 32-bit signless integer or 64-bit signless integer", Is: func(t ir.Type) bool {
		return isIndex(t) || isSignlessWidth(t, 32) || isSignlessWidth(t, 64)
	}}
	// StaticMemRef has no dynamic extent.
	StaticMemRef = ir.TypeConstraint{Name: "statically shaped memref of any type values", Class: isRanked, Is: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		return ok && !m.Unranked && !slices.Contains(m.Shape, ir.Dynamic)
	}}
	// NumberMemRef has elements that atomic operations work on.
	NumberMemRef = ir.TypeConstraint{Name: "memref of signless integer or floating-point values", Class: isRanked, Is: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		return ok && !m.Unranked && (isSignless(m.Elem) || isFloat(m.Elem))
	}}
	// NotScalarMemRef has at least one dimension, or an unknown number.
	NotScalarMemRef = ir.TypeConstraint{Name: "unranked.memref of any type values or non-0-ranked.memref of any type values", Is: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		return ok && (m.Unranked || len(m.Shape) > 0)
	}}
	RankedOrUnrankedMemRef = ir.TypeConstraint{Name: "ranked or unranked memref of any type values", Is: ir.AnyMemRef.Is, Class: ir.AnyMemRef.Is}
	UnrankedMemRef         = ir.TypeConstraint{Name: "unranked.memref of any type values", Is: isUnranked, Class: isUnranked}
	ByteMemRef             = ir.TypeConstraint{Name: "1D memref of 8-bit signless integer values", Class: isRanked, Is: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		return ok && !m.Unranked && len(m.Shape) == 1 && isSignlessWidth(m.Elem, 8)
	}}
)

func storedAs[T ir.Attribute](a ir.Attribute) bool { _, ok := a.(T); return ok }

// arrayOf makes a constraint that accepts array attributes with elements of one Go type.
func arrayOf[T ir.Attribute](name string) ir.AttrConstraint {
	return ir.AttrConstraint{Name: name, Storage: storedAs[*ir.ArrayAttr], Is: func(a ir.Attribute) bool {
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

// Attribute constraints beside those of ir, named as in MLIR's diagnostics.
var (
	I64Array = ir.AttrConstraint{Name: "64-bit integer array attribute", Storage: storedAs[*ir.ArrayAttr], Is: func(a ir.Attribute) bool {
		arr, ok := a.(*ir.ArrayAttr)
		return ok && !slices.ContainsFunc(arr.Elems, func(e ir.Attribute) bool { return !ir.I64A.Is(e) })
	}}
	DictArray     = arrayOf[*ir.DictAttr]("Array of dictionary attributes")
	AlignmentAttr = ir.AttrConstraint{Name: "64-bit signless integer attribute whose minimum value is 0", Type: ir.I64A.Type, Storage: ir.I64A.Storage,
		Is: func(a ir.Attribute) bool {
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
	case *ir.DenseAttr:
		return a.Type
	case *ir.DenseStringAttr:
		return a.Type
	case *ir.DenseResourceAttr:
		return a.Type
	case *ir.SparseAttr:
		return a.Type
	case *ir.OpaqueAttr:
		return a.Type
	}
	return nil
}

// SameShapes is the check of MLIR's trait Elementwise: all vectors, or all tensors with a rank, or without, of shapes that may be the same, or none.
func SameShapes(op *ir.Operation) error {
	var shaped []ir.Type
	in := 0
	for _, v := range op.Operands() {
		if IsShaped(v.Type()) {
			shaped = append(shaped, v.Type())
			in++
		}
	}
	for _, r := range op.Results() {
		if IsShaped(r.Type()) {
			shaped = append(shaped, r.Type())
		}
	}
	switch out := len(shaped) - in; {
	case out > 0 && in == 0:
		return errors.New("if a result is non-scalar, then at least one operand must be non-scalar")
	case in > 0 && out == 0:
		return errors.New("if an operand is non-scalar, then there must be at least one non-scalar result")
	case out > 0 && out < op.NumResults():
		return errors.New("if an operand is non-scalar, then all results must be non-scalar")
	}
	for i, t := range shaped {
		for _, u := range shaped[:i] {
			if t != u && (kindOfShape(t) != kindOfShape(u) || !compatible(t, u)) {
				return errors.New("all non-scalar operands/results must have the same shape and base type")
			}
		}
	}
	return nil
}

// compatible says whether shapes may be the same when the program runs; vectors that are scalable are not like others.
func compatible(a, b ir.Type) bool {
	return ir.MayHaveSameShape(a, b) && ir.IsScalable(a) == ir.IsScalable(b)
}

// EqualShapes says whether both types have a shape, with the same dimensions if these are known to both.
func EqualShapes(a, b ir.Type) bool {
	s, rankedA, isA := ir.DimsOf(a)
	u, rankedB, isB := ir.DimsOf(b)
	return isA && isB && (!rankedA || !rankedB || slices.Equal(s, u))
}

// kindOfShape tells vectors, tensors and tensors without rank apart.
func kindOfShape(t ir.Type) int {
	if tensor, ok := t.(*ir.TensorType); ok && tensor.Unranked {
		return 2
	} else if ok {
		return 1
	}
	return 0
}

// RequireSameShape is the check of MLIR's trait SameOperandsAndResultShape: shapes that may be the same when the program runs.
func RequireSameShape(op *ir.Operation) error {
	var first ir.Type
	for _, vs := range [][]*ir.Value{op.Operands(), op.Results()} {
		for _, v := range vs {
			if first == nil {
				first = v.Type()
			}
			if !compatible(first, v.Type()) {
				return errors.New("requires the same shape for all operands and results")
			}
		}
	}
	return nil
}

// CompatibleShapes says whether two shapes, or lists of strides, may be equal when the program runs.
func CompatibleShapes(a, b []int64) bool { return slices.EqualFunc(a, b, MayBeEqual) }

// MayBeEqual says that of two numbers of which ir.Dynamic is not known.
func MayBeEqual(m, n int64) bool { return m == n || m == ir.Dynamic || n == ir.Dynamic }

// NumDynamic is how many numbers of a list are not known.
func NumDynamic(list []int64) int {
	n := 0
	for _, v := range list {
		if v == ir.Dynamic {
			n++
		}
	}
	return n
}

// CheckAllocation checks that memory of the type is allocated with an operand for each extent that is not known, and for each symbol of its
// layout.
func CheckAllocation(t *ir.MemRefType, extents, symbols int) error {
	if NumDynamic(t.Shape) != extents {
		return errors.New("dimension operand count does not equal memref dynamic dimension count")
	}
	want := 0
	switch l := t.Layout.(type) {
	case *ir.AffineMapAttr:
		want = l.Map.Symbols
	case *ir.StridedAttr:
		want = NumDynamic(append([]int64{l.Offset}, l.Strides...))
	}
	if symbols != want {
		return fmt.Errorf("symbol operand count does not equal memref symbol count: expected %d, got %d", want, symbols)
	}
	return nil
}
