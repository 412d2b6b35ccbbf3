package memref

import (
	"slices"

	"descend/ir"
)

// StridesAndOffset gives offset and strides in elements, ir.Dynamic where not static; ok is false for a
// layout that is not strided.
func StridesAndOffset(t *ir.MemRefType) (offset int64, strides []int64, ok bool) {
	switch l := t.Layout.(type) {
	case nil:
		return 0, canonicalStrides(t.Shape), true
	case *ir.StridedAttr:
		return l.Offset, slices.Clone(l.Strides), true
	case *ir.AffineMapAttr:
		if len(l.Map.Results) != 1 {
			return 0, nil, false
		}
		strides = make([]int64, len(t.Shape))
		ok = addStrides(l.Map.Results[0], 1, &offset, strides)
		return offset, strides, ok
	}
	return 0, nil, false
}

// canonicalStrides are the strides of a contiguous buffer in row-major order.
func canonicalStrides(shape []int64) []int64 {
	strides := make([]int64, len(shape))
	s := int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = s
		s = times(s, shape[i])
	}
	return strides
}

// addStrides adds factor times an expression to the offset and to the strides of the dimensions in it; false if it is not linear in them.
func addStrides(e *ir.AffineExpr, factor int64, offset *int64, strides []int64) bool {
	switch e.Kind {
	case ir.AffineConst:
		*offset = plus(*offset, times(factor, e.Value))
	case ir.AffineSymbol:
		*offset = ir.Dynamic
	case ir.AffineDim:
		strides[e.Value] = plus(strides[e.Value], factor)
	case ir.AffineAdd:
		return addStrides(e.LHS, factor, offset, strides) && addStrides(e.RHS, factor, offset, strides)
	case ir.AffineMul: // the right side has no dimension
		by := int64(ir.Dynamic)
		if e.RHS.Kind == ir.AffineConst {
			by = e.RHS.Value
		}
		return addStrides(e.LHS, times(factor, by), offset, strides)
	default:
		if !e.IsSymbolicOrConstant() {
			return false
		}
		*offset = ir.Dynamic
	}
	return true
}

// times and plus compute with numbers of which ir.Dynamic is not known.

func times(a, b int64) int64 {
	switch {
	case a == 0 || b == 0:
		return 0
	case a == ir.Dynamic || b == ir.Dynamic:
		return ir.Dynamic
	}
	return a * b
}

func plus(a, b int64) int64 {
	if a == ir.Dynamic || b == ir.Dynamic {
		return ir.Dynamic
	}
	return a + b
}

// withLayout is the type t with another shape, and a layout of these strides; without one where t has the identity.
func withLayout(c *ir.Context, t *ir.MemRefType, shape []int64, offset int64, strides []int64) *ir.MemRefType {
	return c.MemRefType(shape, t.Elem, c.StridedAttr(offset, strides...), t.Space)
}

// stridedMap is the layout of these strides as a map; its symbols are what is not known.
func stridedMap(offset int64, strides []int64) *ir.AffineMap {
	m := &ir.AffineMap{Dims: len(strides)}
	number := func(n int64) *ir.AffineExpr {
		if n != ir.Dynamic {
			return ir.AffineConstant(n)
		}
		m.Symbols++
		return ir.AffineSym(m.Symbols - 1)
	}
	first := number(offset) // its symbol is the first one
	var sum *ir.AffineExpr
	for i, s := range strides {
		term := ir.AffineBinary(ir.AffineMul, ir.AffineDimension(i), number(s))
		if sum == nil {
			sum = term
		} else {
			sum = ir.AffineBinary(ir.AffineAdd, sum, term)
		}
	}
	if sum == nil {
		sum = first
	} else {
		sum = ir.AffineBinary(ir.AffineAdd, sum, first)
	}
	m.Results = []*ir.AffineExpr{sum}
	return m
}
