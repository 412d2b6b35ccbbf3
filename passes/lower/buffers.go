package lower

import (
	"strconv"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/memref"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
)

// This file finds the buffers that references on the CPU cover.

// bufferOf is the memory that holds the t at r: the buffer of its root, or a part that lies in one piece; the
// type of a part that does not start at the first element has a layout.
func (f *places) bufferOf(r *reference, t ir.Type) *ir.Value {
	mem, root, offset := f.span(r, t)
	t = descend.Existing(f.c, t)
	size := staticSize(units(t))
	mt := mem.Type().(*ir.MemRefType)
	// Two sizes that are known only when the program runs are the same if their formulas are.
	if offset.IsZero() && (size != ir.Dynamic && mt.Shape[0] == size || mem == root.mem && f.simplify(units(root.typ)).Equal(f.simplify(units(t)))) {
		return mem
	}
	sub := f.c.MemRefType([]int64{size}, mt.Elem, stridedLayout(f.c, offset), mt.Space)
	extent := memref.Const(size)
	if size == ir.Dynamic {
		extent = memref.Dyn(f.natValue(units(t)))
	}
	start := memref.Dyn(f.natValue(offset))
	if n, ok := offset.Int64(); ok {
		start = memref.Const(n)
	}
	return memref.NewSubView(f.b, mem, sub, []memref.Extent{start}, []memref.Extent{extent}, []memref.Extent{memref.Const(1)})
}

// span is where the t at r lies in one piece: buffer, root and the index of its first element or byte.
func (f *places) span(r *reference, t ir.Type) (mem *ir.Value, root *root, offset nat.Expr) {
	// the index of an element as a function of the coordinates: offset + coordinates in row-major order
	at0, facts := r, f.facts
	t, partial := descend.Existing(f.c, t), descend.HoldsMaybe(t)
	flat, e := nat.Int(0), t
	for n := 0; ; n++ {
		a, ok := e.(*descend.ArrayType)
		if !ok {
			break
		}
		name := coordName(n)
		at0 = at0.step(view.At(nat.Var(name)))
		flat = flat.Mul(a.Size).Add(nat.Var(name))
		facts = facts.WithRange(name, nat.Int(0), a.Size)
		e = a.Elem
	}
	if partial && at0.root == nil { // a buffer does not say which elements are there
		f.resolveWith(at0.place, at0.steps, at0.led, func(c nat.Constraint) {
			if !facts.Proves(c) {
				f.unsupported(f.b.Loc(), "a reference to elements that may not exist as a buffer of its own")
			}
		})
	}
	root, steps := f.target(at0)
	if root.mem == nil && root.leafs == nil || holdsBoxOrRef(t) {
		f.unsupported(f.b.Loc(), "a reference to %s, which holds boxes or references, as a buffer of its own", descend.Format(t))
	}
	if isLeaf(e) {
		l := f.locate(root, steps)
		mem, offset = l.mem, l.idx.Sub(flat)
	} else {
		mem, offset = root.mem, f.byteOffset(root, steps).Sub(flat.Mul(descend.SizeOf(e)))
	}
	offset = facts.Simplify(offset)
	f.onePiece(offset)
	return mem, root, offset
}

// leafSpan is where the scalars at a path (descend.Leaves) of the t at r lie in one piece: buffer and the index of the first.
func (f *places) leafSpan(r *reference, t ir.Type, path descend.Fields) (mem *ir.Value, offset nat.Expr) {
	facts, flat := f.facts, nat.Int(0)
	fields := path.Numbers()
	for n := 0; !isLeaf(t); {
		if a, ok := t.(*descend.ArrayType); ok {
			v := nat.Var(coordName(n))
			r, t, n = r.step(view.At(v)), a.Elem, n+1
			flat = flat.Mul(a.Size).Add(v)
			facts = facts.WithRange(coordName(n-1), nat.Int(0), a.Size)
			continue
		}
		i := fields[0]
		ps, _ := parts(t)
		r, t, fields = r.step(view.Field(i)), ps[i], fields[1:]
	}
	l := f.locate(f.target(r))
	offset = facts.Simplify(l.idx.Sub(flat))
	f.onePiece(offset)
	return l.mem, offset
}

// onePiece wants that where a buffer starts does not depend on coordinates of its elements.
func (f *places) onePiece(offset nat.Expr) {
	for _, v := range offset.Vars() {
		if strings.HasPrefix(v, "$c") {
			f.unsupported(f.b.Loc(), "a view that does not lie in one piece as a buffer of its own")
		}
	}
}

// byteOffset is where the part of a buffer of structs or tuples starts that the steps lead to.
func (f *places) byteOffset(r *root, steps []view.Elem) nat.Expr {
	offset, t := r.base, r.typ
	for i, s := range steps {
		part := f.typeAt(t, steps[i:i+1])
		if !s.IsField {
			offset = offset.Add(s.Expr.Mul(descend.SizeOf(part)))
		} else {
			o, _ := descend.FieldOffset(t, s.Field)
			offset = offset.Add(o)
		}
		t = part
	}
	return offset
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
