package lower

import (
	"fmt"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/ir"
)

// This file knows how data types lie in memory: C layout, bool one byte, no padding in arrays of scalars.

// memScalar is the type that memory holds for a scalar: signless, bool as i8, atomics as their scalar.
func memScalar(c *ir.Context, t ir.Type) ir.Type {
	switch t := t.(type) {
	case *ir.IntegerType:
		if t.Width == 1 {
			return c.Int(8)
		}
		return c.Int(t.Width)
	case *descend.AtomicType:
		return memScalar(c, t.Elem)
	case *descend.DeviceType:
		return c.Int(32)
	}
	return t
}

// ssaScalar is the type of a scalar as a value: signless, bool as i1.
func ssaScalar(c *ir.Context, t ir.Type) ir.Type {
	switch t := t.(type) {
	case *ir.IntegerType:
		return c.Int(t.Width)
	case *descend.AtomicType:
		return ssaScalar(c, t.Elem)
	case *descend.DeviceType:
		return c.Int(32)
	}
	return t
}

// isLeaf says whether a value of type t is one SSA value.
func isLeaf(t ir.Type) bool {
	switch t.(type) {
	case *ir.IntegerType, *ir.FloatType, *ir.IndexType, *descend.AtomicType, *descend.DeviceType:
		return true
	}
	return false
}

// parts are the component types of a tuple or struct.
func parts(t ir.Type) ([]ir.Type, bool) { return descend.Parts(t) }

// scalarSize is the size of a scalar in bytes.
func scalarSize(t ir.Type) int64 {
	switch t := t.(type) {
	case *ir.IntegerType:
		return int64(t.Width+7) / 8
	case *ir.FloatType:
		return int64(t.Width()) / 8
	case *ir.IndexType:
		return 8
	case *descend.AtomicType:
		return scalarSize(t.Elem)
	case *descend.DeviceType:
		return 4
	}
	return 8 // references and boxes
}

// alignOf is the alignment in bytes.
func alignOf(t ir.Type) int64 {
	if a, ok := t.(*descend.ArrayType); ok {
		return alignOf(a.Elem)
	}
	if ps, ok := parts(t); ok {
		n := int64(1)
		for _, p := range ps {
			n = max(n, alignOf(p))
		}
		return n
	}
	return scalarSize(t)
}

// Bytes is the size of a struct or tuple that the outside can hand over as bytes; false for other types and for such with
// boxes or references inside.
func Bytes(t ir.Type) (nat.Expr, bool) {
	if _, ok := parts(t); !ok || holdsBoxOrRef(t) {
		return nat.Expr{}, false
	}
	return sizeOf(t), true
}

// sizeOf is the size in bytes, padded to the alignment.
func sizeOf(t ir.Type) nat.Expr {
	if a, ok := t.(*descend.ArrayType); ok {
		return a.Size.Mul(sizeOf(a.Elem))
	}
	if ps, ok := parts(t); ok {
		size, _ := fieldOffset(t, len(ps))
		return roundUp(size, alignOf(t))
	}
	return nat.Int(scalarSize(t))
}

// fieldOffset is the offset of the i-th part in bytes; for i behind the last the size without padding.
func fieldOffset(t ir.Type, i int) (nat.Expr, ir.Type) {
	ps, _ := parts(t)
	off := nat.Int(0)
	for j, p := range ps {
		off = roundUp(off, alignOf(p))
		if j == i {
			return off, p
		}
		off = off.Add(sizeOf(p))
	}
	return off, nil
}

func roundUp(e nat.Expr, align int64) nat.Expr {
	if align <= 1 {
		return e
	}
	if n, ok := e.Int64(); ok {
		return nat.Int((n + align - 1) / align * align)
	}
	return e.Add(nat.Int(align - 1)).Div(nat.Int(align)).Mul(nat.Int(align))
}

// isPlain says whether memory of type t holds scalars of one type only, and which.
func isPlain(t ir.Type) (ir.Type, bool) {
	for {
		a, ok := t.(*descend.ArrayType)
		if !ok {
			break
		}
		t = a.Elem
	}
	return t, isLeaf(t)
}

// count is the number of scalars of a plain type.
func count(t ir.Type) nat.Expr {
	n := nat.Int(1)
	for {
		a, ok := t.(*descend.ArrayType)
		if !ok {
			return n
		}
		n = n.Mul(a.Size)
		t = a.Elem
	}
}

// staticSize is the constant that a size is, or Dynamic.
func staticSize(e nat.Expr) int64 {
	if n, ok := e.Int64(); ok && n >= 0 {
		return n
	}
	return ir.Dynamic
}

// memrefOf is the type of a buffer that holds a t: scalars, or bytes when t has structs or tuples.
func memrefOf(c *ir.Context, t ir.Type, space ir.Attribute) *ir.MemRefType {
	elem := ir.Type(c.Int(8))
	if s, ok := isPlain(t); ok {
		elem = memScalar(c, s)
	}
	return c.MemRefType([]int64{staticSize(units(t))}, elem, nil, space)
}

// anyExtent is the type of a buffer like t of any size.
func anyExtent(c *ir.Context, t *ir.MemRefType) *ir.MemRefType {
	return c.MemRefType([]int64{ir.Dynamic}, t.Elem, t.Layout, t.Space)
}

// units is the number of elements of the buffer that holds a t: scalars, or bytes.
func units(t ir.Type) nat.Expr {
	if _, plain := isPlain(t); plain {
		return count(t)
	}
	return sizeOf(t)
}

// holdsBoxOrRef says whether a value of t owns or borrows memory.
func holdsBoxOrRef(t ir.Type) bool {
	return descend.Holds(t, func(t ir.Type) bool {
		switch t.(type) {
		case *descend.RefType, *descend.BoxType:
			return true
		}
		return false
	})
}

// holdsArrayOfRefs says whether t is or has as a part an array whose elements are or hold boxes or references.
func holdsArrayOfRefs(t ir.Type) bool {
	return descend.Holds(t, func(t ir.Type) bool {
		_, array := t.(*descend.ArrayType)
		return array && holdsBoxOrRef(t)
	})
}

// leafPaths lists the paths "0.1" of the scalars in t through tuples, structs and (without a step) arrays,
// with the number of elements along the path.
func leafPaths(t ir.Type) []leafPath {
	var out []leafPath
	var walk func(t ir.Type, path string, n nat.Expr)
	walk = func(t ir.Type, path string, n nat.Expr) {
		if a, ok := t.(*descend.ArrayType); ok {
			walk(a.Elem, path, n.Mul(a.Size))
			return
		}
		if ps, ok := parts(t); ok {
			for i, p := range ps {
				walk(p, fmt.Sprintf("%s.%d", path, i), n)
			}
			return
		}
		out = append(out, leafPath{path, t, n})
	}
	walk(t, "", nat.Int(1))
	return out
}

type leafPath struct {
	path string
	typ  ir.Type
	n    nat.Expr
}
