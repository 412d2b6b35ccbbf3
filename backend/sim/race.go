package sim

import (
	"fmt"

	gpud "descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/memref"
	"descend/dialects/nvgpu"
	"descend/ir"
)

// access is one packed access: epoch (32 bits), operation (20), thread of the block (11), atomic (1). Zero
// is none: epochs start at 1.
//
// Epochs number the stretches between barriers over the whole run: each block of each launch starts one,
// each barrier too. Since blocks run one after the other, an access lies in the current block exactly if
// its epoch is not below the block's first one.
type access uint64

// outside marks memory that was written between kernels; its epoch is 0.
const outside = access(1)

func newAccess(epoch uint32, op int) access {
	return access(epoch)<<32 | access(op)<<12
}

// by is the access made by a thread.
func (a access) by(thread int32) access { return a | access(thread)<<1 }

func (a access) epoch() uint32  { return uint32(a >> 32) }
func (a access) op() int        { return int(a >> 12 & (maxOps - 1)) }
func (a access) thread() int32  { return int32(a >> 1 & (1<<11 - 1)) }
func (a access) isAtomic() bool { return a&1 != 0 && a != outside }

// maxOps is the number of operations that accesses can tell apart.
const maxOps = 1 << 20

// cell is the history of a piece of memory as far as races need it. Two accesses race if no barrier of a
// common block lies between them, whatever the order in which they were executed here.
//
// w is the last plain write. One is enough: an earlier one that is not ordered before it has been reported
// as a race, and what is unordered with an earlier one that is ordered before w is unordered with w.
//
// Reads may be unordered among each other, and so may atomic accesses. Of each kind are kept (tail): the
// last one; the last one by another thread of its warp; of another warp of its block; of another block.
// If any access is unordered with the present one, one of these four is: of the accesses by other blocks,
// other warps of the block and other threads of the warp, the latest decides, and each is among the four
// or the last access itself is unordered.
type cell struct {
	w, r access
}

// tail is what is kept of accesses beside the last one.
type tail struct {
	thread, warp, block access
}

// moreReaders is the tail of a cell's readers; an allocation has them once two threads read one element.
type moreReaders = tail

// atomicCell is the history of atomic accesses; an allocation has them once there is an atomic access.
type atomicCell struct {
	last access
	tail
}

// launchState is what the race check needs to know of the running kernel.
type launchState struct {
	epoch       uint32 // current
	kernelFirst uint32 // first epoch of the kernel
	blockFirst  uint32 // first epoch of the block, or since the last barrier of the grid
	sharedFirst uint32 // first epoch of the block's shared memory
	barrier     uint32 // first epoch after the last block barrier
	round       uint32 // first epoch in which numbers of threads mean what they mean now (parallel.go)
	warpBarrier []uint32
	// starts are the first epochs of the kernel's blocks in the order of execution, for reports.
	starts   []uint32
	order    blockOrder
	blockDim [3]int
	gridDim  [3]int
	ops      []*ir.Operation // by number in access
	// clocks, if not nil, say what is ordered where parts of a block have barriers; named are the warps that come to each of these,
	// to arrive or to wait (parts.go).
	clocks   clocks
	named    map[uint64][]int
	barriers map[uint64]*namedBarrier
	flights  inFlight      // copies.go
	loop     *parallelLoop // that the host runs
}

// access is one by the number-th operation now.
func (l *launchState) access(number int) access {
	a := newAccess(l.epoch, number)
	if l.loop != nil {
		a = a.by(l.loop.thread)
	}
	return a
}

// older is the first epoch that can matter to a space: accesses before it are ordered.
func (l *launchState) older(sp space) uint32 {
	if sp == sharedSpace {
		return l.blockFirst
	}
	return l.kernelFirst
}

// concurrent says whether an earlier access may be unordered with one by thread now.
func (l *launchState) concurrent(a access, thread int32, sp space) bool {
	e := a.epoch()
	if e < l.blockFirst { // another block, an earlier kernel, or none
		return sp != sharedSpace && e >= l.kernelFirst
	}
	if e < l.barrier || l.made(a, thread) {
		return false
	}
	if l.clocks != nil {
		return e >= l.clocks[warpOf(thread)][warpOf(a.thread())]
	}
	return warpOf(a.thread()) != warpOf(thread) || e >= l.warpBarrier[warpOf(thread)]
}

// made says whether an access of the block was made by a thread.
func (l *launchState) made(a access, thread int32) bool {
	return a.thread() == thread && a.epoch() >= l.round
}

// push makes now the last access of a history whose last one was old. Stale entries of the tail do no harm:
// they are accesses too, and looked at like all others.
func (l *launchState) push(t *tail, old, now access) {
	switch {
	case old.epoch() < l.blockFirst:
		t.block = old
	case l.made(old, now.thread()):
	case warpOf(old.thread()) == warpOf(now.thread()):
		t.thread = old
	default:
		t.warp = old
	}
}

// find is an access of the tail that is unordered with one by thread, or 0.
func (l *launchState) find(t *tail, thread int32, sp space) access {
	switch {
	case l.concurrent(t.thread, thread, sp):
		return t.thread
	case l.concurrent(t.warp, thread, sp):
		return t.warp
	case l.concurrent(t.block, thread, sp):
		return t.block
	}
	return 0
}

// findReader is a plain read of a cell that is unordered with an access by thread, or 0.
func (l *launchState) findReader(a *alloc, i int64, thread int32) access {
	if l.clocks != nil {
		return l.findIn(a.historyOf(i).reads, thread, a.space)
	}
	if r := a.shadow[i].r; l.concurrent(r, thread, a.space) {
		return r
	}
	if a.more != nil {
		return l.find(&a.more[i], thread, a.space)
	}
	return 0
}

// findAtomic is an atomic access of a cell that is unordered with an access by thread, or 0.
func (l *launchState) findAtomic(a *alloc, i int64, thread int32) access {
	if l.clocks != nil {
		return l.findIn(a.historyOf(i).atomics, thread, a.space)
	}
	if a.atomics == nil {
		return 0
	}
	c := &a.atomics[i]
	if l.concurrent(c.last, thread, a.space) {
		return c.last
	}
	return l.find(&c.tail, thread, a.space)
}

// read notes a plain read of a cell and returns the access that it races with, or 0.
func (f *frame) read(a *alloc, i int64, now access) access {
	l := &f.m.launch
	c := &a.shadow[i]
	thread := now.thread()
	if l.clocks != nil {
		f.chargeHistories(f.op(now), a)
	}
	if l.concurrent(c.w, thread, a.space) {
		return c.w
	}
	if x := l.findAtomic(a, i, thread); x != 0 {
		return x
	}
	if l.clocks != nil {
		h := a.historyOf(i)
		h.reads = l.noted(h.reads, now)
	} else if e := c.r.epoch(); e >= l.older(a.space) && (e < l.blockFirst || !l.made(c.r, thread)) {
		if a.more == nil {
			f.ensureMore(f.op(now), a)
		}
		l.push(&a.more[i], c.r, now)
	}
	c.r = now
	return 0
}

// write notes a plain write and returns the access that it races with, or 0.
func (f *frame) write(a *alloc, i int64, now access) access {
	l := &f.m.launch
	c := &a.shadow[i]
	thread := now.thread()
	if l.clocks != nil {
		f.chargeHistories(f.op(now), a)
	}
	if l.concurrent(c.w, thread, a.space) {
		return c.w
	}
	if x := l.findReader(a, i, thread); x != 0 {
		return x
	}
	if x := l.findAtomic(a, i, thread); x != 0 {
		return x
	}
	c.w = now
	return 0
}

// update notes an atomic access and returns the plain access that it races with, or 0.
func (f *frame) update(a *alloc, i int64, now access) access {
	l := &f.m.launch
	thread := now.thread()
	if l.clocks != nil {
		f.chargeHistories(f.op(now), a)
	}
	if w := a.shadow[i].w; l.concurrent(w, thread, a.space) {
		return w
	}
	if x := l.findReader(a, i, thread); x != 0 {
		return x
	}
	if a.atomics == nil {
		f.m.reserveShadow(f.op(now), a, int64(len(a.shadow))*32)
		a.atomics = slice[atomicCell](f.m, f.op(now), int64(len(a.shadow)))
	}
	c := &a.atomics[i]
	if l.clocks != nil {
		h := a.historyOf(i)
		h.atomics = l.noted(h.atomics, now)
	}
	l.push(&c.tail, c.last, now)
	c.last = now
	return 0
}

// hasValue says whether the memory of a cell was written: before the launch, by it, or, in shared memory, by
// the running block.
func (l *launchState) hasValue(a *alloc, i int64) bool {
	w := a.shadow[i].w
	if a.space != sharedSpace {
		return w != 0 || a.initialized || a.atomics != nil && a.atomics[i].last != 0
	}
	return w.epoch() >= l.sharedFirst || a.atomics != nil && a.atomics[i].last.epoch() >= l.sharedFirst
}

func (f *frame) op(a access) *ir.Operation { return f.m.launch.ops[a.op()] }

func (f *frame) ensureMore(op *ir.Operation, a *alloc) {
	f.m.reserveShadow(op, a, int64(len(a.shadow))*24)
	a.more = slice[moreReaders](f.m, op, int64(len(a.shadow)))
}

// reserveShadow counts the bytes of a shadow to its allocation.
func (m *Machine) reserveShadow(op *ir.Operation, a *alloc, bytes int64) {
	m.reserve(op, bytes)
	a.cost += bytes
}

// ensureShadow makes the shadow of memory of the device. Byte buffers start with cells of 8 bytes, which are
// divided when a smaller element is accessed.
func (m *Machine) ensureShadow(op *ir.Operation, b *buffer) {
	a := b.alloc
	if a.shadow != nil || a.freed {
		return
	}
	a.grain = b.size
	if a.grain == 1 {
		a.grain = 8
	}
	cells := (int64(len(a.data)) + int64(a.grain) - 1) / int64(a.grain)
	m.reserveShadow(op, a, cells*16)
	a.shadow = slice[cell](m, op, cells)
	if a.written == nil || a.initialized {
		return
	}
	for i := range a.shadow { // memory of the host, with flags until now
		if from := int64(i) * int64(a.grain); a.isWritten(from, min(int64(a.grain), int64(len(a.data))-from)) {
			a.shadow[i].w = outside
		}
	}
}

// refine divides the cells of an allocation so that accesses of size bytes at multiples of size behind offset
// cover whole cells. All earlier accesses covered whole cells, so their history holds for the parts.
func (m *Machine) refine(op *ir.Operation, a *alloc, offset int64, size int) {
	g := a.grain
	for g > 1 && (size%g != 0 || offset%int64(g) != 0) {
		g /= 2
	}
	k := a.grain / g
	if k == 1 {
		return
	}
	n := (len(a.data) + g - 1) / g
	per := int64(16)
	if a.more != nil {
		per += 24
	}
	if a.atomics != nil {
		per += 32
	}
	m.reserveShadow(op, a, int64(n-len(a.shadow))*per)
	a.shadow = divide(slice[cell](m, op, int64(n)), a.shadow, k)
	if a.more != nil {
		a.more = divide(slice[moreReaders](m, op, int64(n)), a.more, k)
	}
	if a.atomics != nil {
		a.atomics = divide(slice[atomicCell](m, op, int64(n)), a.atomics, k)
	}
	a.divideHistories(k)
	a.grain = g
}

// divide repeats every entry k times.
func divide[T any](out, s []T, k int) []T {
	for i := range out {
		out[i] = s[i/k]
	}
	return out
}

// race reports two accesses that no barrier orders.
func (f *frame) race(op *ir.Operation, b *buffer, i int64, lane int32, earlier access, kind TouchKind) {
	s := &f.m.launch
	first := s.ops[earlier.op()]
	var d *ir.Diagnostic
	var now, before string
	if s.loop != nil {
		d = f.m.fail(op, "sim-race", "data race: two iterations of a parallel loop access the same element")
		now, before = s.loop.name(s.loop.now, s.loop.thread, s.epoch), s.loop.name(s.startOf(earlier), earlier.thread(), earlier.epoch())
	} else {
		d = f.m.fail(op, "sim-race", "data race: two threads access the same element without a barrier between them")
		now = fmt.Sprintf("block %s, thread %s", s.blockName(f.block), s.threadName(lane))
		before = fmt.Sprintf("block %s, thread %s", s.blockName(s.blockOf(earlier)), s.threadName(earlier.thread()))
	}
	d.WithLabel("%s by %s", kind, now)
	what := Read
	switch {
	case earlier.isAtomic():
		what = Atomic
	case ir.Is[memref.StoreOp](first):
		what = Write
	case ir.Is[nvgpu.DeviceAsyncCopyOp](first) && b.space == sharedSpace:
		what = Write
	}
	if s.loop == nil {
		f.traceRace(op, b, i, lane, earlier, kind, what)
	}
	d.Relate(first.Loc(), "%s by %s", what, before)
	d.Note("%s", f.elementOf(op, b, i))
	stop()
}

// elementOf says which element of which memory an operation accesses. Memory of the gpu level has integers without a sign: of parameters
// and shared arrays the contract knows what they were, of others their width is all that is known.
func (f *frame) elementOf(op *ir.Operation, b *buffer, i int64) string {
	elem := fmt.Sprintf("of type %s", b.elem)
	at := fmt.Sprintf("element %d of %d", i, b.count)
	fn := enclosing(op)
	c, ok := contract.Of(fn)
	if name, known := sharedElem(op, b); known {
		elem = "of type " + name
	} else if t, isInt := b.elem.(*ir.IntegerType); ok && isInt && t.Sign == ir.Signless {
		elem = fmt.Sprintf("an integer of %d bits", t.Width)
	}
	found := -1
	var of *buffer
	for n, p := range c.Params {
		if n >= fn.Body(0).NumArgs() || !p.Kind.IsBuffer() {
			continue
		}
		arg := f.bufs[f.m.codes[fn].slots[fn.Body(0).Arg(n)]]
		if arg == nil || arg.alloc != b.alloc {
			continue
		}
		if found >= 0 { // both may be parts of it
			return fmt.Sprintf("%s in %s, %s", at, b.space, elem)
		}
		found, of = n, arg
	}
	switch {
	case found < 0:
		return fmt.Sprintf("%s in %s, %s", at, b.space, elem)
	case of.elem != b.elem: // a part of a tuple or struct, counted otherwise
		return fmt.Sprintf("a part of `%s` in %s, %s", c.Params[found].Name, b.space, elem)
	}
	return fmt.Sprintf("%s of `%s` in %s, of type %s", at, c.Params[found].Name, b.space, c.Params[found].ElemText())
}

// sharedElem is the type that the program gives the elements of the shared array that an operation accesses.
func sharedElem(op *ir.Operation, b *buffer) (string, bool) {
	for _, v := range op.Operands() {
		t, ok := v.Type().(*ir.MemRefType)
		if !ok || b.space != sharedSpace || t.Elem != b.elem || t.Space != gpud.AddressSpace(op.Context(), gpud.Workgroup) {
			continue
		}
		for { // to the array that it is a view of
			if name, ok := contract.SharedElem(v); ok {
				return name, true
			}
			d := v.DefiningOp()
			if d == nil || d.NumOperands() == 0 {
				return "", false
			}
			of, ok := d.Operand(0).Type().(*ir.MemRefType)
			if !ok || of.Elem != b.elem {
				return "", false
			}
			v = d.Operand(0)
		}
	}
	return "", false
}

// blockOf is the id of the block that made an access of the running kernel.
func (l *launchState) blockOf(a access) [3]int { return l.order.id(l.startOf(a), l.gridDim) }

// startOf is the number of the block, or of the iteration, that made an access, in the order of execution.
func (l *launchState) startOf(a access) int64 {
	lo, hi := 0, len(l.starts)
	for lo < hi {
		mid := (lo + hi) / 2
		if l.starts[mid] <= a.epoch() {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return int64(lo - 1)
}

// threadID is the id of a lane of a block.
func (l *launchState) threadID(lane int32) [3]int {
	d := l.blockDim
	n := int(lane)
	return [3]int{n % d[0], n / d[0] % d[1], n / (d[0] * d[1])}
}

func (l *launchState) threadName(lane int32) string { return coord(l.threadID(lane), l.blockDim) }
func (l *launchState) blockName(id [3]int) string   { return coord(id, l.gridDim) }

// coord prints an id with as many axes as the extents have.
func coord(id [3]int, dim [3]int) string {
	switch {
	case dim[2] > 1:
		return fmt.Sprintf("(%d,%d,%d)", id[0], id[1], id[2])
	case dim[1] > 1:
		return fmt.Sprintf("(%d,%d)", id[0], id[1])
	}
	return fmt.Sprintf("(%d)", id[0])
}
