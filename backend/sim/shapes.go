package sim

import (
	"slices"

	"descend/dialects/memref"
	"descend/ir"
)

// dense says whether elements lie one after the other in the order of rows.
func dense(dims []dim) bool {
	n := int64(1)
	for i := len(dims) - 1; i >= 0; i-- {
		if dims[i].size != 1 && dims[i].stride != n {
			return false
		}
		n *= dims[i].size
	}
	return true
}

// seenAs is the buffer with other dimensions; nil stays nil.
func (b *buffer) seenAs(dims []dim) *buffer {
	if b == nil {
		return nil
	}
	c := *b
	c.dims = dims
	return &c
}

// memrefCast changes what the type says of sizes and strides, which have to be what they are.
func (c *code) memrefCast(op *ir.Operation) exec {
	s, r := c.slot(op.Operand(0)), c.slot(op.Result(0))
	from, to := op.Operand(0).Type().(*ir.MemRefType), op.Result(0).Type().(*ir.MemRefType)
	offset, strides, _ := memref.StridesAndOffset(to)
	return func(f *frame, act []int32) {
		b := f.bufs[s]
		if b == nil {
			f.bufs[r] = nil
			return
		}
		dims := b.shape(from)
		if !to.Unranked {
			f.checkCast(op, b, dims, to, offset, strides)
		}
		if len(dims) != 1 && b.dims == nil || to.Unranked {
			b = b.seenAs(dims)
		}
		f.bufs[r] = b
	}
}

// checkCast wants a buffer to be what a type says.
func (f *frame) checkCast(op *ir.Operation, b *buffer, dims []dim, to *ir.MemRefType, offset int64, strides []int64) {
	if len(dims) != len(to.Shape) {
		f.m.fail(op, "sim-bounds", "a buffer of %d dimensions is used as one of %d", len(dims), len(to.Shape))
		stop()
	}
	for i, d := range dims {
		if n := to.Shape[i]; n != ir.Dynamic && n != d.size {
			if len(dims) == 1 {
				f.m.fail(op, "sim-bounds", "a buffer of %d elements is used as one of %d", d.size, n)
			} else {
				f.m.fail(op, "sim-bounds", "dimension %d has the size %d and is used as one of %d", i, d.size, n)
			}
			stop()
		}
		if n := strides[i]; n != ir.Dynamic && n != d.stride && d.size > 1 {
			f.m.fail(op, "sim-bounds", "dimension %d has the stride %d and is used as one of %d", i, d.stride, n)
			stop()
		}
	}
	if at := (b.offset - b.base) / b.step; offset != ir.Dynamic && offset != at {
		f.m.fail(op, "sim-bounds", "a buffer at offset %d is used as one at %d", at, offset)
		stop()
	}
}

// dim is the size of a dimension.
func (c *code) dim(op *ir.Operation) exec {
	t := op.Operand(0).Type().(*ir.MemRefType)
	s, which, r := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Result(0))
	return func(f *frame, act []int32) {
		b := f.bufs[s]
		if b == nil {
			return
		}
		dims := b.shape(t)
		for _, l := range act {
			i := f.vals[which][l]
			if i >= uint64(len(dims)) {
				d := f.m.fail(op, f.m.code("trap"), "a buffer of %d dimensions has no dimension %d", len(dims), int64(i))
				f.where(d, l)
				stop()
			}
			f.vals[r][l] = uint64(dims[i].size)
		}
	}
}

// extents reads lists of offsets, sizes and strides; for a lane it gives their numbers.
func (c *code) extents(lists ...[]memref.Extent) func(f *frame, lane int32) [][]int64 {
	slots := make([][]int, len(lists))
	for i, list := range lists {
		for _, e := range list {
			s := -1
			if e.Value != nil {
				s = c.slot(e.Value)
			}
			slots[i] = append(slots[i], s)
		}
	}
	return func(f *frame, lane int32) [][]int64 {
		out := make([][]int64, len(lists))
		for i, list := range lists {
			out[i] = make([]int64, len(list))
			for j, e := range list {
				if out[i][j] = e.Static; slots[i][j] >= 0 {
					out[i][j] = int64(f.vals[slots[i][j]][lane])
				}
			}
		}
		return out
	}
}

// perNumbers makes a buffer for each list of numbers that lanes have, and lets them have it.
func (c *code) perNumbers(op *ir.Operation, numbers func(f *frame, lane int32) [][]int64, make func(f *frame, b *buffer, n [][]int64, lane int32) *buffer) exec {
	src, res := c.slot(op.Operand(0)), c.slot(op.Result(0))
	varies := op.NumOperands() > 1
	return func(f *frame, act []int32) {
		rest, some := append(f.list(), act...), f.list()
		for len(rest) > 0 {
			first := rest[0]
			n := numbers(f, first)
			b := f.bufs[src]
			if b == nil {
				f.m.fail(op, f.m.code("memory"), "a part of a buffer that was never set")
				stop()
			}
			made := make(f, b, n, first)
			if !varies || len(act) == 1 {
				f.setBuffer(res, made, act)
				break
			}
			left := rest[:0]
			some = some[:0]
			for _, l := range rest {
				if slices.EqualFunc(n, numbers(f, l), slices.Equal[[]int64]) {
					some = append(some, l)
				} else {
					left = append(left, l)
				}
			}
			rest = left
			f.setBuffer(res, made, some)
		}
		f.release(rest[:0])
		f.release(some)
	}
}

// subview is a part of a buffer: every stride-th element from an offset on, in each dimension.
func (c *code) subview(o memref.SubViewOp) exec {
	op := o.Operation
	t, to := op.Operand(0).Type().(*ir.MemRefType), op.Result(0).Type().(*ir.MemRefType)
	keep := kept(o.Sizes(), to)
	if len(o.Offsets()) != len(t.Shape) || keep == nil {
		return nil
	}
	return c.perNumbers(op, c.extents(o.Offsets(), o.Sizes(), o.Strides()), func(f *frame, b *buffer, n [][]int64, lane int32) *buffer {
		dims := b.shape(t)
		var parts []dim
		at := int64(0)
		for i, d := range dims {
			first, size, stride := n[0][i], n[1][i], n[2][i]
			if first < 0 || size < 0 || first > d.size || size > 0 && (stride < 0 || stride > 0 && (size-1) > (d.size-1-first)/stride || first >= d.size) {
				e := f.m.fail(op, "sim-bounds", "a part of %d elements at %d with stride %d leaves its buffer", size, first, stride)
				f.where(e, lane)
				stop()
			}
			at += first * d.stride
			if keep[i] {
				parts = append(parts, dim{size, stride * d.stride})
			}
		}
		return f.part(op, b, b.offset+at*b.step, parts)
	})
}

// part is a buffer in the allocation of another one.
func (f *frame) part(op *ir.Operation, b *buffer, offset int64, dims []dim) *buffer {
	p := *b
	count, ok := extent(dims)
	if !ok {
		f.m.unsupported(op, "strides that are negative or too large")
	}
	if dims == nil {
		dims = []dim{}
	}
	p.offset, p.count, p.dims = offset, count, dims
	if len(dims) == 1 && dims[0].stride == 1 {
		p.dims = nil
	}
	return &p
}

// kept says which dimensions of a part its type has: all but some of size 1; nil if it cannot be told.
func kept(sizes []memref.Extent, to *ir.MemRefType) []bool {
	keep := make([]bool, len(sizes))
	j, drop := 0, len(sizes)-len(to.Shape)
	for i, e := range sizes {
		if one := e.Value == nil && e.Static == 1; one && drop > 0 && (j == len(to.Shape) || to.Shape[j] != 1) {
			drop--
			continue
		}
		if j == len(to.Shape) {
			return nil
		}
		keep[i] = true
		j++
	}
	if j != len(to.Shape) {
		return nil
	}
	return keep
}

// reinterpret gives a buffer other sizes and strides, from an offset in its memory on.
func (c *code) reinterpret(o memref.ReinterpretCastOp) exec {
	op := o.Operation
	if len(o.Offsets()) != 1 {
		return nil
	}
	return c.perNumbers(op, c.extents(o.Offsets(), o.Sizes(), o.Strides()), func(f *frame, b *buffer, n [][]int64, lane int32) *buffer {
		dims := make([]dim, len(n[1]))
		for i := range dims {
			dims[i] = dim{n[1][i], n[2][i]}
		}
		if b.space == privateSpace || b.onDevice {
			f.m.unsupported(op, "other sizes of a buffer in %s", b.space)
		}
		first := n[0][0]
		count, ok := extent(dims)
		if room := (int64(len(b.data)) - b.base) / int64(b.size); !ok || first < 0 || first > room || count > room-first {
			d := f.m.fail(op, "sim-bounds", "%d elements from offset %d on leave the buffer of %d", count, first, room)
			f.where(d, lane)
			stop()
		}
		return f.part(op, b, b.base+first*b.step, dims)
	})
}

// transpose has the dimensions in another order.
func (c *code) transpose(o memref.TransposeOp) exec {
	op := o.Operation
	s, r, t := c.slot(op.Operand(0)), c.slot(op.Result(0)), op.Operand(0).Type().(*ir.MemRefType)
	from, ok := o.Permutation()
	if !ok {
		return nil
	}
	return func(f *frame, act []int32) {
		b := f.bufs[s]
		if b == nil {
			return
		}
		dims := make([]dim, len(from))
		for i, d := range from {
			dims[i] = b.shape(t)[d]
		}
		f.bufs[r] = b.seenAs(dims)
	}
}

// reshaped splits dimensions into several, or makes one of several.
func (c *code) reshaped(op *ir.Operation) exec {
	s, r := c.slot(op.Operand(0)), c.slot(op.Result(0))
	from, to := op.Operand(0).Type().(*ir.MemRefType), op.Result(0).Type().(*ir.MemRefType)
	var groups [][]int64
	for _, g := range op.Attr("reassociation").(*ir.ArrayAttr).Elems {
		var list []int64
		for _, e := range g.(*ir.ArrayAttr).Elems {
			list = append(list, e.(*ir.IntegerAttr).Int64())
		}
		groups = append(groups, list)
	}
	sizes := c.slotsOf(op.Operands()[1:])
	expand := ir.Is[memref.ExpandShapeOp](op)
	return func(f *frame, act []int32) {
		b := f.bufs[s]
		if b == nil || len(act) == 0 {
			return
		}
		old, dims := b.shape(from), make([]dim, 0, len(to.Shape))
		if expand {
			given, _ := f.sized(op, to, sizes, act[0])
			if given == nil {
				given = []dim{{to.Shape[0], 1}}
			}
			for i, g := range groups {
				n := int64(1)
				for _, j := range g {
					n *= given[j].size
				}
				if n != old[i].size {
					f.m.fail(op, "sim-bounds", "dimension %d has the size %d, and becomes some of %d elements", i, old[i].size, n)
					stop()
				}
				stride := old[i].stride * n
				for _, j := range g {
					if given[j].size > 0 {
						stride /= given[j].size
					}
					dims = append(dims, dim{given[j].size, stride})
				}
			}
			f.bufs[r] = b.seenAs(dims)
			return
		}
		for _, g := range groups {
			d := dim{1, 1}
			for k := len(g) - 1; k >= 0; k-- {
				x := old[g[k]]
				switch {
				case d.size == 1:
					d.stride = x.stride
				case x.size != 1 && x.stride != d.size*d.stride:
					f.m.fail(op, "sim-bounds", "dimensions %d to %d do not lie in one piece", g[0], g[len(g)-1])
					stop()
				}
				d.size *= x.size
			}
			dims = append(dims, d)
		}
		f.bufs[r] = b.seenAs(dims)
	}
}

// copyElements copies element by element: between buffers with gaps, or in a parallel loop, where others may access them.
func (f *frame) copyElements(op *ir.Operation, num int, to, from *buffer, x, y []dim, device bool) {
	if to.onDevice || from.onDevice {
		f.m.unsupported(op, "copies of buffers with gaps on a device")
	}
	if !device && (to.space != hostSpace || from.space != hostSpace) {
		f.m.fail(op, f.m.code("memory"), "the CPU copies between %s and %s", from.space, to.space)
		stop()
	}
	same := len(x) == len(y)
	for i := range min(len(x), len(y)) {
		same = same && x[i].size == y[i].size
	}
	if !same {
		f.m.fail(op, f.m.code("memory"), "copy between buffers of different sizes")
		stop()
	}
	data := make([]uint64, 0, to.count)
	each := func(b *buffer, dims []dim, note func(*alloc, int64, access) access, did TouchKind, do func(pos int64)) {
		if f.m.launch.loop != nil {
			f.m.ensureShadow(op, b)
			f.m.refine(op, b.alloc, b.offset, b.size)
		}
		eachElement(dims, func(i int64) {
			pos := b.offset + i*b.step
			if f.m.launch.loop != nil {
				for j := pos / int64(b.grain); j*int64(b.grain) < pos+int64(b.size); j++ {
					if a := note(b.alloc, j, f.m.launch.access(num)); a != 0 {
						f.race(op, b, i, 0, a, did)
					}
				}
			}
			do(pos)
		})
	}
	each(from, y, f.read, Read, func(pos int64) { data = append(data, loadBits(from.data[pos:], from.size)) })
	each(to, x, f.write, Write, func(pos int64) {
		storeBits(to.data[pos:], to.size, data[0])
		data = data[1:]
		f.m.setWritten(op, to, pos, int64(to.size))
		f.m.stats.BytesMoved += int64(to.size)
	})
}

// eachElement calls do with the numbers of the elements, in the order of rows.
func eachElement(dims []dim, do func(i int64)) {
	if len(dims) == 0 {
		do(0)
		return
	}
	for i := range dims[0].size {
		eachElement(dims[1:], func(j int64) { do(i*dims[0].stride + j) })
	}
}

// hostRegister lets kernels access memory of the host too, or takes that back.
func (c *code) hostRegister(op *ir.Operation) exec {
	s, shared := c.slot(op.Operand(0)), op.Is("gpu.host_register")
	return func(f *frame, act []int32) {
		switch b := f.bufs[s]; {
		case b == nil || b.freed:
			f.m.fail(op, f.m.code("memory"), "memory that was freed or never set is registered")
			stop()
		case f.m.opts.Device != nil:
			f.m.unsupported(op, "memory of the host on a device")
		default:
			b.shared = shared
		}
	}
}

// getGlobal is a buffer of the module, which is made when it is first used.
func (c *code) getGlobal(op *ir.Operation) exec {
	r := c.slot(op.Result(0))
	ref, _ := op.Attr("name").(*ir.SymbolRefAttr)
	g, ok := ir.As[memref.GlobalOp](ir.ResolveSymbol(op, ref))
	if !ok || g.InitialValue() == nil {
		return nil
	}
	t := g.Type()
	list, _ := g.InitialValue().(*ir.DenseAttr)
	if _, unset := g.InitialValue().(*ir.UnitAttr); list == nil && !unset {
		return nil
	}
	return func(f *frame, act []int32) {
		b := f.m.globals[ref.Root]
		if b == nil {
			dims, n := f.sized(op, t, nil, 0)
			b = f.m.allocate(op, hostSpace, t.Elem, n, 1, false)
			b.dims = dims
			if list != nil {
				for i := range n {
					storeBits(b.data[i*int64(b.size):], b.size, bitsOf(list.At(op.Context(), i)))
				}
				f.m.setWritten(op, b, 0, b.bytes())
			}
			f.m.globals[ref.Root] = b
		}
		f.bufs[r] = b
	}
}
