package sim

import (
	"slices"

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
		return c.subview(o)
	case memref.CastOp:
		return c.memrefCast(op)
	case memref.AssumeAlignmentOp:
		return nothing
	case memref.DimOp:
		return c.dim(op)
	case memref.RankOp:
		s, r, t := c.slot(op.Operand(0)), c.slot(op.Result(0)), op.Operand(0).Type().(*ir.MemRefType)
		return func(f *frame, act []int32) { f.fill(r, act, uint64(len(f.bufs[s].shape(t)))) }
	case memref.ReinterpretCastOp:
		return c.reinterpret(o)
	case memref.TransposeOp:
		return c.transpose(o)
	case memref.CollapseShapeOp, memref.ExpandShapeOp:
		return c.reshaped(op)
	}
	return nil
}

// nothing is the code of operations without effect here.
func nothing(*frame, []int32) {}

// sized are the dimensions of an allocation, nil for one dimension, and the number of elements: the static shape with the dynamic sizes
// filled in.
func (f *frame) sized(op *ir.Operation, t *ir.MemRefType, sizes []int, lane int32) (dims []dim, n int64) {
	shape := slices.Clone(t.Shape)
	n = 1
	for i, d := range shape {
		if d == ir.Dynamic {
			if len(sizes) == 0 {
				f.m.fail(op, "sim-memory", "a size is missing")
				stop()
			}
			d, sizes = int64(f.vals[sizes[0]][lane]), sizes[1:]
		}
		if d < 0 || d > 0 && n > maxElements/d {
			f.m.fail(op, "sim-memory", "an array of %d x %d elements is too large", n, d)
			stop()
		}
		shape[i], n = d, n*d
	}
	if len(shape) != 1 {
		dims = inOnePiece(shape)
	}
	return dims, n
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
		dims, n := f.sized(op, t, sizes, act[0])
		sp := hostSpace
		if f.ids != nil {
			sp = privateSpace
			if b := f.bufs[res]; b != nil && b.count == n {
				clear(b.written)
				b.dims = dims
				return
			}
		}
		b := f.m.allocate(op, sp, t.Elem, n, f.lanes, apart)
		b.dims = dims
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
		dims, n := f.sized(op, t, sizes, act[0])
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
		f.bufs[res] = &buffer{alloc: b.alloc, elem: t.Elem, size: size, offset: b.offset + o, base: b.offset + o, count: n, step: int64(size), lane: b.lane, dims: dims}
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
