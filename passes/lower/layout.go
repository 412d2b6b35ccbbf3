package lower

import (
	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/dialects/nvgpu"
	"descend/ir"
)

// This file knows the buffers that hold data types; how types lie in memory, descend.SizeOf and its like know.

// memScalar is the type that memory holds for a scalar: signless, bool as i8, bf16 as i16, atomics as their scalar.
func memScalar(c *ir.Context, t ir.Type) ir.Type {
	switch t := t.(type) {
	case *ir.IntegerType:
		if t.Width == 1 {
			return c.Int(8)
		}
		return c.Int(t.Width)
	case *descend.AtomicType:
		return memScalar(c, t.Elem)
	case *descend.DeviceType, *descend.EnumType:
		return c.Int(32)
	}
	if isBF16(t) {
		return c.Int(16)
	}
	return t
}

// ssaScalar is the type of a scalar as a value: signless, bool as i1, bf16 as f32.
func ssaScalar(c *ir.Context, t ir.Type) ir.Type {
	switch t := t.(type) {
	case *ir.IntegerType:
		return c.Int(t.Width)
	case *descend.AtomicType:
		return ssaScalar(c, t.Elem)
	case *descend.DeviceType, *descend.EnumType:
		return c.Int(32)
	case *descend.TokenType:
		return nvgpu.AsyncToken(c)
	}
	if isBF16(t) {
		return c.F32()
	}
	return t
}

// isLeaf says whether a value of type t is one SSA value.
func isLeaf(t ir.Type) bool {
	switch t.(type) {
	case *ir.IntegerType, *ir.FloatType, *ir.IndexType, *descend.AtomicType, *descend.DeviceType, *descend.EnumType, *descend.TokenType:
		return true
	}
	return false
}

// parts are the component types of a tuple or struct.
func parts(t ir.Type) ([]ir.Type, bool) { return descend.Parts(t) }

// Bytes is the size of a struct or tuple that the outside can hand over as bytes; false for other types and for such with
// boxes or references inside.
func Bytes(t ir.Type) (nat.Expr, bool) {
	if _, ok := parts(t); !ok || holdsBoxOrRef(t) {
		return nat.Expr{}, false
	}
	return descend.SizeOf(t), true
}

// Complex is the name that NumPy has for a struct or tuple of two f32 or of two f64; "" for other types.
func Complex(t ir.Type) string {
	ps, ok := parts(t)
	if _, array := t.(*descend.ArrayType); array || !ok || len(ps) != 2 || ps[0] != ps[1] {
		return ""
	}
	if f, ok := ps[0].(*ir.FloatType); ok {
		return map[string]string{"f32": "complex64", "f64": "complex128"}[f.String()]
	}
	return ""
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
	return descend.SizeOf(t)
}

// holdsBoxOrRef says whether a value of t owns or borrows memory, or is a token for what does.
func holdsBoxOrRef(t ir.Type) bool {
	return descend.Holds(t, func(t ir.Type) bool {
		switch t.(type) {
		case *descend.RefType, *descend.BoxType, *descend.TokenType:
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

func isUnit(t ir.Type) bool {
	tt, ok := t.(*ir.TupleType)
	return ok && len(tt.Types) == 0
}
