package sim

import (
	"encoding/binary"

	"descend/ir"
)

// index gives the register of the element number of an access: the index operand itself, or, for memrefs of
// another rank than 1, a register that prepare computes from the operands (a number out of range if one is).
func (c *code) index(op *ir.Operation, mem, first int) (slot int, prepare exec) {
	t := op.Operand(mem).Type().(*ir.MemRefType)
	slots := c.slotsOf(op.Operands()[first:])
	if len(slots) == 1 && t.InOnePiece() {
		return slots[0], nil
	}
	r, m := c.temp(), c.slot(op.Operand(mem))
	return r, func(f *frame, act []int32) {
		if f.bufs[m] == nil {
			return
		}
		dims := f.bufs[m].shape(t)
		for _, l := range act {
			n := uint64(0)
			for i, s := range slots {
				x := f.vals[s][l]
				if x >= uint64(dims[i].size) {
					n = ^uint64(0)
					break
				}
				n += x * uint64(dims[i].stride)
			}
			f.vals[r][l] = n
		}
	}
}

// number gives an operation its number in packed accesses.
func (c *code) number(op *ir.Operation) int {
	l := &c.m.launch
	if len(l.ops) < maxOps {
		l.ops = append(l.ops, op)
	}
	return len(l.ops) - 1
}

// memory is the buffer of an access, if it may be accessed from here.
func (f *frame) memory(op *ir.Operation, slot int, act []int32) *buffer {
	b := f.bufs[slot]
	switch {
	case b == nil:
		f.m.fail(op, "sim-memory", "access through a reference that was never set")
		stop()
	case (f.ids != nil) == (b.space == hostSpace) && !b.shared:
		f.wrongSpace(op, b, act[0])
	case b.freed:
		d := f.m.fail(op, "sim-memory", "access to memory that was freed")
		f.where(d, act[0])
		stop()
	}
	if f.ids != nil && b.space != privateSpace || f.m.launch.loop != nil || b.shadow != nil {
		if b.shadow == nil {
			f.m.ensureShadow(op, b)
		}
		if g := b.grain; g != b.size && (b.size%g != 0 || b.offset%int64(g) != 0) {
			f.m.refine(op, b.alloc, b.offset, b.size)
		}
	}
	return b
}

func (f *frame) outOfBounds(op *ir.Operation, b *buffer, i uint64, l int32) {
	if b.dims != nil && i == ^uint64(0) {
		d := f.m.fail(op, "sim-bounds", "access out of bounds in %s: an index is not below its size", b.space)
		f.where(d, l)
		stop()
	}
	d := f.m.fail(op, "sim-bounds", "access out of bounds: element %d of %d in %s", int64(i), b.count, b.space)
	f.where(d, l)
	stop()
}

func (f *frame) wrongSpace(op *ir.Operation, b *buffer, l int32) {
	who := "the CPU"
	if f.ids != nil {
		who = "a kernel"
	}
	d := f.m.fail(op, "sim-memory", "%s accesses %s", who, b.space)
	if f.ids != nil {
		d.WithHelp("gpu.alloc gives memory of the GPU, and gpu.memcpy copies to it")
	} else {
		d.WithHelp("gpu.memcpy copies from and to memory of the GPU")
	}
	f.where(d, l)
	stop()
}

func (c *code) load(op *ir.Operation) exec {
	mem, res := c.slot(op.Operand(0)), c.slot(op.Result(0))
	num := c.number(op)
	idx, prepare := c.index(op, 0, 1)
	return func(f *frame, act []int32) {
		if len(act) == 0 {
			return
		}
		call(prepare, f, act)
		b := f.memory(op, mem, act)
		f.m.stats.Loads += int64(len(act))
		x, z := f.vals[idx], f.vals[res]
		if f.m.watched() {
			f.watch(op, Read, b, x, nil, act)
		}
		f.loadElements(op, num, b, x, z, act)
	}
}

// loadElements loads the elements x of the active lanes.
func (f *frame) loadElements(op *ir.Operation, num int, b *buffer, x, z []uint64, act []int32) {
	if b.shadow != nil {
		f.noFlights(op, b, x, act, false)
		f.loadShared(op, num, b, x, z, act)
		return
	}
	f.loadPlain(op, b, x, z, act)
}

// loadPlain loads from memory of the host or of single threads.
func (f *frame) loadPlain(op *ir.Operation, b *buffer, x, z []uint64, act []int32) {
	size, n := b.size, uint64(b.count)
	offset, step, lane := b.offset, b.step, b.lane
	flags, shift := b.written, b.flagShift
	whole := 1<<shift == size // one flag an element
	if b.initialized {
		flags = nil
	}
	data := b.data
	for _, l := range act {
		i := x[l]
		if i >= n {
			f.outOfBounds(op, b, i, l)
		}
		pos := offset + int64(i)*step + int64(l)*lane
		if flags != nil && !(whole && flags[pos>>shift]) && !b.isWritten(pos, int64(size)) {
			f.unwritten(op, b, l)
		}
		switch size {
		case 4:
			z[l] = uint64(binary.LittleEndian.Uint32(data[pos:]))
		case 8:
			z[l] = binary.LittleEndian.Uint64(data[pos:])
		default:
			z[l] = loadBits(data[pos:], size)
		}
	}
}

// loadShared loads from memory that threads share, checking for races.
func (f *frame) loadShared(op *ir.Operation, num int, b *buffer, x, z []uint64, act []int32) {
	if f.m.opts.Racing != nil {
		f.loadSome(op, num, b, x, z, act)
		return
	}
	s := &f.m.launch
	now := s.access(num)
	n, size := uint64(b.count), b.size
	if b.grain != size {
		k := int64(size / b.grain)
		for _, l := range act {
			i := x[l]
			if i >= n {
				f.outOfBounds(op, b, i, l)
			}
			first := b.offset/int64(b.grain) + int64(i)*k
			for j := first; j < first+k; j++ {
				f.loadCell(op, b, j, int64(i), l, now)
			}
			z[l] = loadBits(b.data[b.offset+int64(i)*int64(size):], size)
		}
		return
	}
	base := b.offset / int64(size)
	older, first, barrier := s.older(b.space), s.blockFirst, s.barrier
	simple := b.atomics == nil && s.clocks == nil && s.loop == nil
	cells, data := b.shadow[base:base+int64(n)], b.data[b.offset:]
	more := b.more
	if more != nil {
		more = more[base : base+int64(n)]
	}
	for _, l := range act {
		i := x[l]
		if i >= n {
			f.outOfBounds(op, b, i, l)
		}
		c := &cells[i]
		w, r := c.w.epoch(), c.r.epoch()
		me := now.by(l)
		// written in this block before the barrier, or before the kernel
		if !simple || !(w < barrier && (w >= first || w < older && (c.w != 0 || b.initialized) && b.space != sharedSpace)) {
			f.loadCell(op, b, base+int64(i), int64(i), l, now)
		} else if r < older || r >= first && c.r.thread() == l { // read by this thread or long ago
			c.r = me
		} else if more == nil {
			f.loadCell(op, b, base+int64(i), int64(i), l, now)
			more = b.more[base : base+int64(n)]
		} else { // launchState.push
			switch {
			case r < first:
				more[i].block = c.r
			case warpOf(c.r.thread()) == warpOf(l):
				more[i].thread = c.r
			default:
				more[i].warp = c.r
			}
			c.r = me
		}
		switch size {
		case 8:
			z[l] = binary.LittleEndian.Uint64(data[8*i:])
		case 4:
			z[l] = uint64(binary.LittleEndian.Uint32(data[4*i:]))
		default:
			z[l] = loadBits(data[int64(i)*int64(size):], size)
		}
	}
}

// loadSome is loadShared where Options.Racing says which accesses are checked.
func (f *frame) loadSome(op *ir.Operation, num int, b *buffer, x, z []uint64, act []int32) {
	for _, l := range act {
		z[l] = loadBits(f.checked(op, num, b, x[l], l, f.read, Read), b.size)
	}
}

// storeSome is storeShared where Options.Racing says which accesses are checked.
func (f *frame) storeSome(op *ir.Operation, num int, b *buffer, x, v []uint64, act []int32) {
	for _, l := range act {
		storeBits(f.checked(op, num, b, x[l], l, f.write, Write), b.size, v[l])
	}
}

// checked gives the bytes from element i on that lane l accesses, and looks for races of it if Options.Racing wants that.
func (f *frame) checked(op *ir.Operation, num int, b *buffer, i uint64, l int32, note func(*alloc, int64, access) access, kind TouchKind) []byte {
	if i >= uint64(b.count) {
		f.outOfBounds(op, b, i, l)
	}
	now, k := f.m.launch.access(num), int64(b.size/b.grain)
	first := b.offset/int64(b.grain) + int64(i)*k
	for j := first; f.m.opts.Racing(op, f.block, l, int64(i)) && j < first+k; j++ {
		if a := note(b.alloc, j, now.by(l)); a != 0 {
			f.race(op, b, int64(i), l, a, kind)
		}
	}
	return b.data[b.offset+int64(i)*int64(b.size):]
}

// loadCell checks and notes the read of a cell that belongs to the i-th element.
func (f *frame) loadCell(op *ir.Operation, b *buffer, cell, i int64, l int32, now access) {
	if !f.m.launch.hasValue(b.alloc, cell) {
		f.unwritten(op, b, l)
	}
	if a := f.read(b.alloc, cell, now.by(l)); a != 0 {
		f.race(op, b, i, l, a, Read)
	}
}

func (c *code) store(op *ir.Operation) exec {
	val, mem := c.slot(op.Operand(0)), c.slot(op.Operand(1))
	num := c.number(op)
	idx, prepare := c.index(op, 1, 2)
	return func(f *frame, act []int32) {
		if len(act) == 0 {
			return
		}
		call(prepare, f, act)
		b := f.memory(op, mem, act)
		f.m.stats.Stores += int64(len(act))
		x, v := f.vals[idx], f.vals[val]
		if f.m.watched() {
			f.watch(op, Write, b, x, v, act)
		}
		if b.shadow != nil {
			f.noFlights(op, b, x, act, true)
			f.storeShared(op, num, b, x, v, act)
			return
		}
		f.storePlain(op, b, x, v, act)
	}
}

// storePlain stores to memory of the host or of single threads.
func (f *frame) storePlain(op *ir.Operation, b *buffer, x, v []uint64, act []int32) {
	size, n := b.size, uint64(b.count)
	offset, step, lane := b.offset, b.step, b.lane
	flags, shift := b.written, b.flagShift
	whole := 1<<shift == size
	data := b.data
	for _, l := range act {
		i := x[l]
		if i >= n {
			f.outOfBounds(op, b, i, l)
		}
		pos := offset + int64(i)*step + int64(l)*lane
		switch {
		case flags == nil:
		case whole:
			flags[pos>>shift] = true
		default:
			b.markWritten(pos, int64(size))
		}
		switch size {
		case 4:
			binary.LittleEndian.PutUint32(data[pos:], uint32(v[l]))
		case 8:
			binary.LittleEndian.PutUint64(data[pos:], v[l])
		default:
			storeBits(data[pos:], size, v[l])
		}
	}
}

// storeShared stores to memory that threads share, checking for races.
func (f *frame) storeShared(op *ir.Operation, num int, b *buffer, x, v []uint64, act []int32) {
	if f.m.opts.Racing != nil {
		f.storeSome(op, num, b, x, v, act)
		return
	}
	s := &f.m.launch
	now := s.access(num)
	n, size := uint64(b.count), b.size
	k := int64(size / b.grain)
	base := b.offset / int64(b.grain)
	older, first, barrier := s.older(b.space), s.blockFirst, s.barrier
	simple := k == 1 && b.more == nil && b.atomics == nil && s.clocks == nil && s.loop == nil
	data := b.data[b.offset:]
	for _, l := range act {
		i := x[l]
		if i >= n {
			f.outOfBounds(op, b, i, l)
		}
		c := &b.shadow[base+int64(i)*k]
		w, r := c.w.epoch(), c.r.epoch()
		me := now.by(l)
		if simple && (w < older || w >= first && (w < barrier || c.w.thread() == l)) &&
			(r < older || r >= first && (r < barrier || c.r.thread() == l)) {
			c.w = me
		} else {
			for j := base + int64(i)*k; j < base+int64(i)*k+k; j++ {
				if a := f.write(b.alloc, j, me); a != 0 {
					f.race(op, b, int64(i), l, a, Write)
				}
			}
		}
		switch size {
		case 8:
			binary.LittleEndian.PutUint64(data[8*i:], v[l])
		case 4:
			binary.LittleEndian.PutUint32(data[4*i:], uint32(v[l]))
		default:
			storeBits(data[int64(i)*int64(size):], size, v[l])
		}
	}
}

// unwritten reports a read of memory that nobody wrote: once for an operation, as a warning unless
// StrictInit is set.
func (f *frame) unwritten(op *ir.Operation, b *buffer, lane int32) {
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
