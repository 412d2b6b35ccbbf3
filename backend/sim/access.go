package sim

import (
	"descend/ir"
)

// memory compiles operations of the memref dialect that kernels and host code share; nil for others.
func (c *code) memory(op *ir.Operation) exec {
	switch op.Name() {
	case "memref.load":
		return c.load(op)
	case "memref.store":
		return c.store(op)
	case "memref.atomic_rmw":
		return c.atomicRMW(op)
	case "memref.generic_atomic_rmw":
		return c.genericRMW(op)
	case "memref.alloca":
		return c.alloca(op)
	case "memref.view":
		return c.view(op)
	case "memref.cast", "memref.reinterpret_cast", "memref.memory_space_cast":
		s, r := c.slot(op.Operand(0)), c.slot(op.Result(0))
		return func(f *frame, act []int32) { f.bufs[r] = f.bufs[s] }
	case "memref.dim":
		s, r := c.slot(op.Operand(0)), c.slot(op.Result(0))
		return func(f *frame, act []int32) { f.fill(r, act, uint64(f.bufs[s].count)) }
	}
	return nil
}

// index computes the element number of an access from the index operands of a memref of rank 0 or more.
func (c *code) index(op *ir.Operation, mem int, first int) func(f *frame, l int32) int64 {
	t := op.Operand(mem).Type().(*ir.MemRefType)
	var slots []int
	for i := first; i < op.NumOperands(); i++ {
		slots = append(slots, c.slot(op.Operand(i)))
	}
	switch len(slots) {
	case 0:
		return func(*frame, int32) int64 { return 0 }
	case 1:
		s := slots[0]
		return func(f *frame, l int32) int64 { return int64(f.vals[s][l]) }
	}
	shape := t.Shape
	return func(f *frame, l int32) int64 {
		n := int64(0)
		for i, s := range slots {
			x := int64(f.vals[s][l])
			if x < 0 || x >= shape[i] {
				return -1
			}
			n = n*shape[i] + x
		}
		return n
	}
}

// number gives an operation its number in packed accesses.
func (c *code) number(op *ir.Operation) int {
	l := &c.m.launch
	l.ops = append(l.ops, op)
	return min(len(l.ops)-1, maxOps-1)
}

// at checks an access and returns the position of the element in the allocation.
func (f *frame) at(op *ir.Operation, b *buffer, i int64, l int32) int64 {
	if b == nil {
		f.m.fail(op, "sim-memory", "access through a reference that was never set")
		stop()
	}
	if uint64(i) >= uint64(b.count) {
		f.outOfBounds(op, b, i, l)
	}
	if (f.ids != nil) == (b.space == hostSpace) {
		f.wrongSpace(op, b, l)
	}
	if b.freed {
		f.m.fail(op, "sim-memory", "access to memory that was freed")
		stop()
	}
	pos := b.offset + i*int64(b.size)
	if b.lanes > 1 {
		pos += int64(l) * int64(len(b.data)/b.lanes)
	}
	return pos
}

func (f *frame) outOfBounds(op *ir.Operation, b *buffer, i int64, l int32) {
	d := f.m.fail(op, "sim-bounds", "access out of bounds: element %d of %d in %s", i, b.count, b.space)
	f.where(d, int(l))
	stop()
}

func (f *frame) wrongSpace(op *ir.Operation, b *buffer, l int32) {
	who := "the CPU"
	if f.ids != nil {
		who = "a kernel"
	}
	d := f.m.fail(op, "sim-memory", "%s accesses %s", who, b.space)
	f.where(d, int(l))
	stop()
}

func (c *code) load(op *ir.Operation) exec {
	mem, res := c.slot(op.Operand(0)), c.slot(op.Result(0))
	idx := c.index(op, 0, 1)
	num := c.number(op)
	return func(f *frame, act []int32) {
		b := f.bufs[mem]
		z := f.vals[res]
		f.m.stats.Loads += int64(len(act))
		checked := b != nil && b.shadow != nil
		for _, l := range act {
			pos := f.at(op, b, idx(f, l), l)
			if checked {
				f.checkRead(op, num, b, pos, int(l))
			} else if b.written != nil && !b.written[pos/int64(b.grain)] {
				f.unwritten(op, b, int(l))
			}
			z[l] = loadBits(b.data[pos:], b.size)
		}
	}
}

func (c *code) store(op *ir.Operation) exec {
	val, mem := c.slot(op.Operand(0)), c.slot(op.Operand(1))
	idx := c.index(op, 1, 2)
	num := c.number(op)
	return func(f *frame, act []int32) {
		b := f.bufs[mem]
		v := f.vals[val]
		f.m.stats.Stores += int64(len(act))
		checked := b != nil && b.shadow != nil
		for _, l := range act {
			pos := f.at(op, b, idx(f, l), l)
			if checked {
				f.checkWrite(op, num, b, pos, int(l), false)
			} else if b.written != nil {
				b.written[pos/int64(b.grain)] = true
			}
			storeBits(b.data[pos:], b.size, v[l])
		}
	}
}

// checkRead notes a read of an element in the shadow of global or shared memory.
func (f *frame) checkRead(op *ir.Operation, num int, b *buffer, pos int64, lane int) {
	s := &f.m.launch
	shared := b.space == sharedSpace
	now := newAccess(s.epoch, num, lane, false)
	for p := pos; p < pos+int64(b.size); p += int64(b.grain) {
		c := &b.shadow[p/int64(b.grain)]
		if c.w == 0 && !b.initialized || shared && c.w.epoch() < s.blockFirst {
			f.unwritten(op, b, lane)
			if shared { // say it once for an element of a block
				c.w = 0
			}
		}
		if a := s.read(c, now, lane, shared); a != 0 {
			f.race(op, b, pos, lane, a, "read")
		}
	}
}

func (f *frame) checkWrite(op *ir.Operation, num int, b *buffer, pos int64, lane int, atomic bool) {
	s := &f.m.launch
	now := newAccess(s.epoch, num, lane, atomic)
	for p := pos; p < pos+int64(b.size); p += int64(b.grain) {
		c := &b.shadow[p/int64(b.grain)]
		if a := s.write(c, now, lane, b.space == sharedSpace); a != 0 {
			kind := "write"
			if atomic {
				kind = "atomic access"
			}
			f.race(op, b, pos, lane, a, kind)
		}
	}
}

// race reports two accesses that no barrier orders.
func (f *frame) race(op *ir.Operation, b *buffer, pos int64, lane int, earlier access, kind string) {
	s := &f.m.launch
	first := s.ops[earlier.op()]
	d := f.m.fail(op, "sim-race", "data race: two threads access the same element without a barrier between them")
	grid := f.ids.gridDim
	d.WithLabel("%s by block %s, thread %s", kind, coord(f.block, grid), coord(s.threadID(lane), s.blockDim))
	what := "accessed"
	switch first.Name() {
	case "memref.load":
		what = "read"
	case "memref.store":
		what = "written"
	}
	d.Relate(first.Loc(), "%s by block %s, thread %s", what, coord(s.blockOf(earlier), grid), coord(s.threadID(earlier.thread()), s.blockDim))
	d.Note("element %d of an object in %s with elements of %d bytes", (pos-b.offset)/int64(b.size), b.space, b.size)
	stop()
}

// unwritten reports a read of memory that nobody wrote: once for an operation, as a warning unless
// StrictInit is set.
func (f *frame) unwritten(op *ir.Operation, b *buffer, lane int) {
	sev := ir.Warning
	if f.m.opts.StrictInit {
		sev = ir.Error
	} else if f.m.warned[op] {
		return
	}
	f.m.warned[op] = true
	d := f.m.opts.Diags.Report(&ir.Diagnostic{Code: "sim-uninit", Severity: sev, Loc: op.Loc(), Op: op,
		Message: "read of memory in " + b.space.String() + " that nobody has written"})
	f.where(d, lane)
	if sev == ir.Error {
		stop()
	}
}

// rmw is the new value of an atomic operation of a kind (memref.atomic_rmw's), for an element type.
func rmw(kind int64, t ir.Type) func(old, v uint64) uint64 {
	w := widthOf(t)
	m := maskOf(w)
	ft, _ := t.(*ir.FloatType)
	fl := func(op func(a, b float64) float64) func(old, v uint64) uint64 {
		return func(old, v uint64) uint64 {
			return ir.EncodeFloat(op(ir.DecodeFloat(old, ft.Kind), ir.DecodeFloat(v, ft.Kind)), ft.Kind)
		}
	}
	switch kind { // order of arith.AtomicRMWKind in MLIR 19
	case 0:
		return fl(floatBinary("arith.addf"))
	case 1:
		return func(old, v uint64) uint64 { return (old + v) & m }
	case 2:
		return func(old, v uint64) uint64 { return v }
	case 3:
		return fl(floatBinary("arith.maximumf"))
	case 4:
		return func(old, v uint64) uint64 { return uint64(max(signed(old, w), signed(v, w))) & m }
	case 5:
		return func(old, v uint64) uint64 { return max(old, v) }
	case 6:
		return fl(floatBinary("arith.minimumf"))
	case 7:
		return func(old, v uint64) uint64 { return uint64(min(signed(old, w), signed(v, w))) & m }
	case 8:
		return func(old, v uint64) uint64 { return min(old, v) }
	case 9:
		return fl(floatBinary("arith.mulf"))
	case 10:
		return func(old, v uint64) uint64 { return (old * v) & m }
	case 11:
		return func(old, v uint64) uint64 { return old | v }
	case 12:
		return func(old, v uint64) uint64 { return old & v }
	case 13:
		return fl(maxNum)
	case 14:
		return fl(minNum)
	}
	return nil
}

// atomicLane does an atomic read-modify-write of one lane.
func (f *frame) atomicLane(op *ir.Operation, num int, b *buffer, i int64, l int32, update func(old uint64) uint64) uint64 {
	pos := f.at(op, b, i, l)
	if b.shadow != nil {
		s := &f.m.launch
		if c := &b.shadow[pos/int64(b.grain)]; c.w == 0 && !b.initialized || b.space == sharedSpace && c.w.epoch() < s.blockFirst {
			f.unwritten(op, b, int(l))
		}
		f.checkWrite(op, num, b, pos, int(l), true)
	}
	old := loadBits(b.data[pos:], b.size)
	storeBits(b.data[pos:], b.size, update(old))
	f.m.stats.Atomics++
	return old
}

func (c *code) atomicRMW(op *ir.Operation) exec {
	val, mem, res := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Result(0))
	idx := c.index(op, 1, 2)
	kind, _ := op.IntAttr("kind")
	update := rmw(kind, op.Operand(0).Type())
	num := c.number(op)
	if update == nil {
		return nil
	}
	return func(f *frame, act []int32) {
		for _, l := range act {
			v := f.vals[val][l]
			f.vals[res][l] = f.atomicLane(op, num, f.bufs[mem], idx(f, l), l, func(old uint64) uint64 { return update(old, v) })
		}
	}
}

// genericRMW runs its region for one lane after the other. The result is the old value here: the value
// that memory held before (memref.generic_atomic_rmw of MLIR gives the same).
func (c *code) genericRMW(op *ir.Operation) exec {
	mem, res := c.slot(op.Operand(0)), c.slot(op.Result(0))
	idx := c.index(op, 0, 1)
	body := op.Body(0)
	cur := c.slot(body.Arg(0))
	runs := c.block(body)
	out := c.slot(body.Back().Operand(0))
	num := c.number(op)
	return func(f *frame, act []int32) {
		one := make([]int32, 1)
		for _, l := range act {
			one[0] = l
			f.vals[res][l] = f.atomicLane(op, num, f.bufs[mem], idx(f, l), l, func(old uint64) uint64 {
				f.vals[cur][l] = old
				runAll(runs, f, one)
				return f.vals[out][l]
			})
		}
	}
}

// reserve counts an allocation against the limit.
func (m *Machine) reserve(op *ir.Operation, bytes int64) {
	if bytes < 0 || m.live+bytes > m.opts.MaxMemory {
		m.fail(op, "sim-memory", "out of memory: %d bytes requested, %d in use, the limit is %d", bytes, m.live, m.opts.MaxMemory)
		stop()
	}
	m.live += bytes
	m.stats.BytesAllocated += bytes
}

// elements is the number of elements of an allocation: the static shape with the dynamic sizes filled in.
func (f *frame) elements(op *ir.Operation, t *ir.MemRefType, sizes []int) int64 {
	n, k := int64(1), 0
	for _, d := range t.Shape {
		if d == ir.Dynamic {
			d = int64(f.vals[sizes[k]][0])
			k++
		}
		if d < 0 || d > 0 && n > (1<<48)/d {
			f.m.fail(op, "sim-memory", "an array of %d x %d elements is too large", n, d)
			stop()
		}
		n *= d
	}
	return n
}

// alloca is private memory of a kernel (a copy per lane, kept from one execution to the next, as there is
// one object per thread) or a host array on the stack.
func (c *code) alloca(op *ir.Operation) exec {
	t := op.Result(0).Type().(*ir.MemRefType)
	res := c.slot(op.Result(0))
	var sizes []int
	for _, v := range op.Operands() {
		sizes = append(sizes, c.slot(v))
	}
	size := elemSize(t.Elem)
	return func(f *frame, act []int32) {
		if f.ids != nil && f.bufs[res] != nil {
			clear(f.bufs[res].written)
			return
		}
		n := f.elements(op, t, sizes)
		sp := hostSpace
		if f.ids != nil {
			sp = privateSpace
		}
		bytes := n * int64(size) * int64(f.lanes)
		f.m.reserve(op, bytes)
		a := newAlloc(sp, make([]byte, bytes), size, f.lanes)
		a.written = make([]bool, n*int64(f.lanes))
		f.bufs[res] = &buffer{alloc: a, elem: t.Elem, size: size, count: n}
	}
}

// view is a typed part of a byte buffer: operands are the buffer, the byte offset and the dynamic sizes.
func (c *code) view(op *ir.Operation) exec {
	src, off, res := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Result(0))
	t := op.Result(0).Type().(*ir.MemRefType)
	var sizes []int
	for _, v := range op.Operands()[2:] {
		sizes = append(sizes, c.slot(v))
	}
	size := elemSize(t.Elem)
	return func(f *frame, act []int32) {
		b := f.bufs[src]
		n := f.elements(op, t, sizes)
		o := int64(f.vals[off][act[0]])
		if b == nil || o < 0 || o+n*int64(size) > b.count*int64(b.size) {
			f.m.fail(op, "sim-bounds", "view of %d bytes at %d leaves its buffer", n*int64(size), o)
			stop()
		}
		f.bufs[res] = &buffer{alloc: b.alloc, elem: t.Elem, size: size, offset: b.offset + o, count: n}
	}
}
