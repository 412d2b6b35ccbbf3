package arith

import (
	"math/big"

	"descend/dialects/ods"
	"descend/ir"
)

// Folding works on scalar constants, and on vectors and tensors element by element; a splat stands for its element.

// width is the number of bits of an integer type, or of the elements; index has 64.
func width(t ir.Type) (int, bool) {
	switch t := ods.ElementType(t).(type) {
	case *ir.IntegerType:
		return t.Width, true
	case *ir.IndexType:
		return 64, true
	}
	return 0, false
}

// intConst is the value of an integer constant, or of all its elements; nil if there is none.
func intConst(a ir.Attribute) *big.Int {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return a.Value
	case *ir.DenseAttr:
		if _, ok := width(a.Type); ok && a.Splat {
			return a.Int(0)
		}
	}
	return nil
}

// isInt says whether a is the integer constant n; for all-ones pass -1.
func isInt(a ir.Attribute, n int64) bool {
	v := intConst(a)
	return v != nil && v.IsInt64() && v.Int64() == n
}

// isOne is isInt for 1, which an i1 holds as -1.
func isOne(a ir.Attribute) bool {
	if t := ods.TypeOf(a); t != nil {
		if w, ok := width(t); ok && w == 1 {
			return isInt(a, -1)
		}
	}
	return isInt(a, 1)
}

// attrOf is the constant of t with that element; nil if the shape of t is not known.
func attrOf(c *ir.Context, t ir.Type, elem ir.Attribute) ir.Attribute {
	if !ods.IsShaped(t) {
		return elem
	}
	if !staticShape(t) {
		return nil
	}
	return c.DenseOf(t, elem)
}

func staticShape(t ir.Type) bool {
	shape, _, ok := ir.ShapeOf(t)
	if v, isVector := t.(*ir.VectorType); isVector && len(v.Scalable) > 0 {
		for _, s := range v.Scalable {
			if s {
				return false
			}
		}
	}
	n, known := ir.NumElements(shape)
	return ok && known && n > 0
}

// intAttr is the integer constant v of t; nil if the shape of t is not known.
func intAttr(c *ir.Context, v *big.Int, t ir.Type) ir.Attribute {
	return attrOf(c, t, c.BigIntAttr(v, ods.ElementType(t)))
}

// maxFolded bounds the elements of constants that are folded one by one.
const maxFolded = 1 << 16

// elementwise computes the constant of t whose elements are f of the elements of the constants; nil if one of them
// is not known or f answers nil.
func elementwise(c *ir.Context, t ir.Type, consts []ir.Attribute, f func(elems []ir.Attribute) ir.Attribute) ir.Attribute {
	if !ods.IsShaped(t) {
		for _, a := range consts {
			switch a.(type) {
			case *ir.IntegerAttr, *ir.FloatAttr:
			default:
				return nil
			}
		}
		return f(consts)
	}
	if !staticShape(t) {
		return nil
	}
	n := int64(1)
	for _, a := range consts {
		d, ok := a.(*ir.DenseAttr)
		if !ok {
			return nil
		}
		if !d.Splat {
			n = d.Len()
		}
	}
	if n > maxFolded {
		return nil
	}
	elems, out := make([]ir.Attribute, len(consts)), make([]ir.Attribute, n)
	for i := range n {
		for j, a := range consts {
			if elems[j] = a.(*ir.DenseAttr).At(c, i); elems[j] == nil {
				return nil
			}
		}
		if out[i] = f(elems); out[i] == nil {
			return nil
		}
	}
	return c.DenseOf(t, out...)
}

// folded is the result a, none if that is nil.
func folded(a ir.Attribute) []ir.FoldResult {
	if a == nil {
		return nil
	}
	return []ir.FoldResult{{Attr: a}}
}

func foldedTo(v *ir.Value) []ir.FoldResult { return []ir.FoldResult{{Value: v}} }

// foldedBool is the i1 v, or all elements of t are.
func foldedBool(c *ir.Context, t ir.Type, v bool) []ir.FoldResult {
	return folded(attrOf(c, t, c.BoolAttr(v)))
}

// combine computes f of two integer constants, wrapped to their type t; f answers nil where the operation is undefined.
func combine(c *ir.Context, t ir.Type, consts []ir.Attribute, f func(x, y *big.Int, w int) *big.Int) ir.Attribute {
	w, ok := width(t)
	if !ok || w == 0 || len(consts) != 2 {
		return nil
	}
	return elementwise(c, t, consts, func(e []ir.Attribute) ir.Attribute {
		x, y := intConst(e[0]), intConst(e[1])
		if x == nil || y == nil {
			return nil
		}
		if r := f(x, y, w); r != nil {
			return c.BigIntAttr(r, ods.ElementType(t))
		}
		return nil
	})
}

// foldInts folds an operation on two integer constants; see combine.
func (o Binary) foldInts(c []ir.Attribute, f func(x, y *big.Int, w int) *big.Int) []ir.FoldResult {
	return folded(combine(o.Context(), o.Type(), c, f))
}

// zero is the folded constant 0 of the result type.
func (o Binary) zero() []ir.FoldResult {
	return folded(intAttr(o.Context(), new(big.Int), o.Type()))
}
