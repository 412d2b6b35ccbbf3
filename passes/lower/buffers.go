package lower

import (
	"strconv"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/memref"
	"descend/dialects/nat"
	"descend/ir"
)

// This file finds the buffers that references on the CPU cover.

// allocate makes a buffer for a t.
func (f *fn) allocate(t ir.Type, alloc func(*ir.Builder, *ir.MemRefType, ...*ir.Value) *ir.Value) *ir.Value {
	mt := memrefOf(f.c, t, nil)
	var sizes []*ir.Value
	if mt.Shape[0] == ir.Dynamic {
		n := sizeOf(t)
		if _, plain := isPlain(t); plain {
			n = count(t)
		}
		sizes = append(sizes, f.natValue(n))
	}
	return alloc(f.b, mt, sizes...)
}

// castTo changes the extent of a buffer's type between static and dynamic.
func (f *fn) castTo(v *ir.Value, t ir.Type) *ir.Value {
	want := t.(*ir.MemRefType)
	have := v.Type().(*ir.MemRefType)
	if have == want {
		return v
	}
	if have.Elem != want.Elem || have.Space != want.Space || have.Layout != want.Layout {
		f.unsupported(f.b.Loc, "a buffer of type %s where %s is needed", have, want)
	}
	if have.Shape[0] != ir.Dynamic && want.Shape[0] != ir.Dynamic {
		// two spellings of one size: through the dynamic type
		v = memref.NewCast(f.b, v, f.c.MemRefType([]int64{ir.Dynamic}, have.Elem, nil, have.Space))
	}
	return memref.NewCast(f.b, v, want)
}

// likeShape makes the extent of v dynamic if that of other is: gpu.memcpy wants equal shapes.
func (f *fn) likeShape(v, other *ir.Value) *ir.Value {
	a, b := v.Type().(*ir.MemRefType), other.Type().(*ir.MemRefType)
	if a.Shape[0] != ir.Dynamic && a.Shape[0] != b.Shape[0] {
		return memref.NewCast(f.b, v, f.c.MemRefType([]int64{ir.Dynamic}, a.Elem, a.Layout, a.Space))
	}
	return v
}

// buffer is the memory that a reference covers.
func (f *fn) buffer(ref *ir.Value) *ir.Value {
	v := f.val(ref)
	t, ok := ref.Type().(*descend.RefType)
	if v.ref == nil || !ok {
		f.unsupported(f.b.Loc, "a reference that is not known here")
	}
	return f.bufferOf(v.ref, t.Elem)
}

// bufferOf is the memory that holds the t at r: the buffer of its root, or a part that lies in one piece; the
// type of a part that does not start at the first element has a layout.
func (f *fn) bufferOf(r *reference, t ir.Type) *ir.Value {
	if _, plain := isPlain(t); !plain {
		root, steps := f.target(r)
		if len(steps) != 0 || root.mem == nil {
			f.unsupported(f.b.Loc, "a part of an array of structs or tuples as a buffer of its own")
		}
		return root.mem
	}
	mem, root, offset := f.span(r, t)
	size := staticSize(count(t))
	mt := mem.Type().(*ir.MemRefType)
	if offset.IsZero() && (mt.Shape[0] == size || f.simplify(count(root.typ)).Equal(f.simplify(count(t)))) {
		return mem
	}
	sub := f.c.MemRefType([]int64{size}, mt.Elem, stridedLayout(f.c, offset), mt.Space)
	extent := memref.Const(size)
	if size == ir.Dynamic {
		extent = memref.Dyn(f.natValue(count(t)))
	}
	start := memref.Dyn(f.natValue(offset))
	if n, ok := offset.Int64(); ok {
		start = memref.Const(n)
	}
	return memref.NewSubView(f.b, mem, sub, []memref.Extent{start}, []memref.Extent{extent}, []memref.Extent{memref.Const(1)})
}

// span is where the plain t at r lies in one piece: buffer, root and the index of its first element.
func (f *fn) span(r *reference, t ir.Type) (mem *ir.Value, root *root, offset nat.Expr) {
	// the index of an element as a function of the coordinates: offset + coordinates in row-major order
	at0 := r
	flat, n := nat.Int(0), 0
	for e := t; ; n++ {
		a, ok := e.(*descend.ArrayType)
		if !ok {
			break
		}
		name := nat.Var(coordName(n))
		at0 = at0.step(at(name))
		flat = flat.Mul(a.Size).Add(name)
		e = a.Elem
	}
	root, steps := f.target(at0)
	if root.val != nil {
		f.unsupported(f.b.Loc, "a buffer that is a value")
	}
	l := f.locate(root, steps)
	facts := f.facts
	e, i := t, 0
	for ; ; i++ {
		a, ok := e.(*descend.ArrayType)
		if !ok {
			break
		}
		facts = facts.WithRange(coordName(i), nat.Int(0), a.Size)
		e = a.Elem
	}
	offset = facts.Simplify(l.idx.Sub(flat))
	for _, v := range offset.Vars() {
		if strings.HasPrefix(v, "$c") {
			f.unsupported(f.b.Loc, "a view that does not lie in one piece as a buffer of its own")
		}
	}
	return l.mem, root, offset
}

// coordName names the i-th coordinate of a buffer's type.
func coordName(i int) string { return "$c" + strconv.Itoa(i) }

// stridedLayout is the layout of a part that starts at an offset.
func stridedLayout(c *ir.Context, offset nat.Expr) ir.Attribute {
	n, ok := offset.Int64()
	switch {
	case !ok:
		n = ir.Dynamic
	case n == 0:
		return nil
	}
	return c.StridedAttr(n, 1)
}
