package sim

import (
	"descend/dialects/arith"
	"descend/dialects/memref"
	"descend/dialects/scf"
	"descend/ir"
)

// memref compiles operations of the memref dialect that kernels and host code share; nil for others.
func (c *code) memref(op *ir.Operation) exec { return c.perBuffer(op, c.memrefOp(op)) }

func (c *code) memrefOp(op *ir.Operation) exec {
	switch o := op.Typed().(type) {
	case memref.LoadOp:
		return c.load(op)
	case memref.StoreOp:
		return c.store(op)
	case memref.AtomicRMWOp:
		return c.atomicRMW(o)
	case memref.GenericAtomicRMWOp:
		return c.genericRMW(o)
	case memref.AllocaOp:
		return c.alloca(op)
	case memref.ViewOp:
		return c.view(op)
	case memref.SubViewOp:
		return c.subview(op)
	case memref.CastOp:
		return c.memrefCast(op)
	case memref.AssumeAlignmentOp:
		return nothing
	case memref.DimOp:
		if t, ok := op.Operand(0).Type().(*ir.MemRefType); !ok || len(t.Shape) != 1 {
			return nil
		}
		s, r := c.slot(op.Operand(0)), c.slot(op.Result(0))
		return func(f *frame, act []int32) {
			if b := f.bufs[s]; b != nil {
				f.fill(r, act, uint64(b.count))
			}
		}
	}
	return nil
}

// nothing is the code of operations without effect here.
func nothing(*frame, []int32) {}

// memrefCast changes what the type says of the size.
func (c *code) memrefCast(op *ir.Operation) exec {
	s, r := c.slot(op.Operand(0)), c.slot(op.Result(0))
	n := staticCount(op.Result(0).Type().(*ir.MemRefType))
	return func(f *frame, act []int32) {
		b := f.bufs[s]
		if b != nil && n >= 0 && b.count != n {
			f.m.fail(op, "sim-bounds", "a buffer of %d elements is used as one of %d", b.count, n)
			stop()
		}
		f.bufs[r] = b
	}
}

// elements is the number of elements of an allocation: the static shape with the dynamic sizes filled in.
func (f *frame) elements(op *ir.Operation, t *ir.MemRefType, sizes []int, lane int32) int64 {
	n, k := int64(1), 0
	for _, d := range t.Shape {
		if d == ir.Dynamic {
			if k >= len(sizes) {
				f.m.fail(op, "sim-memory", "a size is missing")
				stop()
			}
			d = int64(f.vals[sizes[k]][lane])
			k++
		}
		if d < 0 || d > 0 && n > maxElements/d {
			f.m.fail(op, "sim-memory", "an array of %d x %d elements is too large", n, d)
			stop()
		}
		n *= d
	}
	return n
}

// alloca is private memory of a kernel, one copy per lane, or a host array that lives until its function
// returns. In a kernel the memory is made once and its contents forgotten when the operation is executed
// again: lanes that do not execute it cannot refer to it any more.
func (c *code) alloca(op *ir.Operation) exec {
	t := op.Result(0).Type().(*ir.MemRefType)
	res := c.slot(op.Result(0))
	sizes := c.slotsOf(op.Operands())
	apart := hasViews(op.Result(0))
	return func(f *frame, act []int32) {
		if len(act) == 0 {
			return
		}
		n := f.elements(op, t, sizes, act[0])
		sp := hostSpace
		if f.ids != nil {
			sp = privateSpace
			if b := f.bufs[res]; b != nil && b.count == n {
				clear(b.written)
				return
			}
		}
		b := f.m.allocate(op, sp, t.Elem, n, f.lanes, apart)
		f.owned = append(f.owned, b.alloc)
		f.bufs[res] = b
	}
}

// hasViews says whether a memref is seen as one of another element type.
func hasViews(v *ir.Value) bool {
	for _, o := range v.Users() {
		if ir.Is[memref.ViewOp](o) || ir.Is[memref.CastOp](o) || ir.Is[memref.SubViewOp](o) || o.NumRegions() > 0 || ir.Is[arith.SelectOp](o) || ir.Is[scf.YieldOp](o) {
			return true
		}
	}
	return false
}

// view is a typed part of a byte buffer: operands are the buffer, the byte offset and the dynamic sizes.
func (c *code) view(op *ir.Operation) exec {
	src, off, res := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Result(0))
	t := op.Result(0).Type().(*ir.MemRefType)
	sizes := c.slotsOf(op.Operands()[2:])
	size := elemSize(t.Elem)
	return func(f *frame, act []int32) {
		if len(act) == 0 {
			return
		}
		b := f.bufs[src]
		n := f.elements(op, t, sizes, act[0])
		o := int64(f.vals[off][act[0]])
		f.uniform(op, off, act)
		if b == nil || o < 0 || n > maxElements/int64(size) || o > b.bytes()-n*int64(size) {
			have := int64(0)
			if b != nil {
				have = b.bytes()
			}
			d := f.m.fail(op, "sim-bounds", "a view of %d elements of %d bytes at byte %d leaves its buffer of %d bytes", n, size, o, have)
			f.where(d, act[0])
			stop()
		}
		if (b.offset+o)%int64(size) != 0 {
			d := f.m.fail(op, "sim-bounds", "a view with elements of %d bytes starts at byte %d", size, b.offset+o)
			f.where(d, act[0])
			stop()
		}
		if f.m.opts.View != nil {
			f.m.opts.View(op, b.offset+o, n*int64(size))
		}
		f.bufs[res] = &buffer{alloc: b.alloc, elem: t.Elem, size: size, offset: b.offset + o, count: n, step: int64(size), lane: b.lane}
	}
}

// uniform checks that the active lanes agree on a value that only one memref for all of them can have.
func (f *frame) uniform(op *ir.Operation, slot int, act []int32) {
	v := f.vals[slot]
	for _, l := range act {
		if v[l] != v[act[0]] {
			f.m.fail(op, "sim-unsupported", "threads of a block use different parts of a buffer as views")
			stop()
		}
	}
}

// subview is a part of a buffer of rank 1 without gaps.
func (c *code) subview(op *ir.Operation) exec {
	src, res := c.slot(op.Operand(0)), c.slot(op.Result(0))
	dyn := c.slotsOf(op.Operands()[1:])
	var get [3]func(f *frame, lane int32) int64
	for i, name := range []string{"static_offsets", "static_sizes", "static_strides"} {
		a, ok := op.Attr(name).(*ir.DenseArrayAttr)
		if !ok || len(a.Values) != 1 {
			return nil
		}
		n := a.Values[0]
		if n != ir.Dynamic {
			get[i] = func(*frame, int32) int64 { return n }
			continue
		}
		if len(dyn) == 0 {
			return nil
		}
		s := dyn[0]
		dyn = dyn[1:]
		get[i] = func(f *frame, lane int32) int64 { return int64(f.vals[s][lane]) }
	}
	return func(f *frame, act []int32) {
		if len(act) == 0 {
			return
		}
		b := f.bufs[src]
		o, n, stride := get[0](f, act[0]), get[1](f, act[0]), get[2](f, act[0])
		if b == nil || o < 0 || n < 0 || o > b.count || n > b.count-o || stride != 1 {
			f.m.fail(op, "sim-bounds", "a part of %d elements at %d with stride %d leaves its buffer", n, o, stride)
			stop()
		}
		f.bufs[res] = &buffer{alloc: b.alloc, elem: b.elem, size: b.size, offset: b.offset + o*b.step, count: n, step: b.step, lane: b.lane}
	}
}
