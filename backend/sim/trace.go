package sim

import (
	"descend/dialects/memref"
	"descend/ir"
)

// Tracer is told what kernels do to memory that threads share, in the order in which the simulator executes it: one block after the
// other, and of a block one operation after the other, each for all threads that take part. Lists belong to the simulator and are
// valid during the call only.
type Tracer interface {
	// Launch begins a launch. Of the kernel's parameters memory is in params, which has no Key for others, and the bits of others are in
	// scalars.
	Launch(kernel *ir.Operation, l Launch, params []Memory, scalars []uint64)
	// Touch is called before threads access memory: also before the access that ends the run.
	Touch(t Touch)
	// Barrier is called when threads have come to a barrier.
	Barrier(op *ir.Operation, block [3]int, lanes []int32, scope Scope)
	// Race is called with the two accesses of a data race, before the run ends.
	Race(r Race)
}

// Scope says whose barrier it is.
type Scope string

// The scopes of barriers.
const (
	OfGrid  Scope = "grid"
	OfBlock Scope = "block"
	OfPart  Scope = "part"
	OfWarp  Scope = "warp"
)

// Memory is a buffer in global or shared memory.
type Memory struct {
	// Key is the same for all buffers of one allocation, and differs from that of others.
	Key any
	// Shared says that it is the block's; Number then counts the kernel's shared allocations, the dynamic one last.
	Shared bool
	Number int
	Elem   ir.Type
	// Size is the number of bytes of an element, Offset where the first one is in the allocation, Count the number of elements.
	Size          int
	Offset, Count int64

	buffer *buffer
}

// At is the bits of an element, as they are now.
func (m Memory) At(i int64) uint64 {
	return loadBits(m.buffer.data[m.buffer.position(uint64(i), 0):], m.Size)
}

func memoryOf(b *buffer) Memory {
	if b == nil || b.alloc == nil || b.onDevice || b.lanes != nil {
		return Memory{}
	}
	return Memory{Key: b.alloc, Shared: b.space == sharedSpace, Number: b.ordinal, Elem: b.elem, Size: b.size, Offset: b.offset, Count: b.count, buffer: b}
}

// TouchKind is what an access does.
type TouchKind uint8

// The kinds of accesses.
const (
	Read TouchKind = iota
	Write
	Atomic
)

// String is what an access of the kind did, for messages.
func (k TouchKind) String() string { return [...]string{"read", "written", "accessed atomically"}[k] }

// Touch is one operation on memory by threads of a block.
type Touch struct {
	Op     *ir.Operation
	Kind   TouchKind
	Block  [3]int
	Memory Memory
	Lanes  []int32 // the threads, by their numbers in the block
	// Elements and Stored have a value for each thread of the block, by its number: the element, and the bits that are written, nil where
	// that is nothing or not known yet. An element may be out of bounds.
	Elements, Stored []uint64
}

// Race is a data race: two threads and the element.
type Race struct {
	Memory        Memory
	Element       int64
	First, Second Racer
}

// Racer is a thread of a race.
type Racer struct {
	Op    *ir.Operation
	Block [3]int
	Lane  int32
	Kind  TouchKind
}

// watched says whether anybody wants to know of accesses.
func (m *Machine) watched() bool { return m.opts.Counters != nil || m.opts.Trace != nil }

// watch notes an access of the active lanes to elements x of a buffer for the counters and the tracer.
func (f *frame) watch(op *ir.Operation, kind TouchKind, b *buffer, x, stored []uint64, act []int32) {
	if b.space != sharedSpace && b.space != globalSpace {
		return
	}
	if f.m.opts.Counters != nil {
		update := kind == Atomic
		if g, ok := op.Typed().(memref.GenericAtomicRMWOp); ok {
			update = g.Updates()
		}
		f.counted(op, b, 1, x, act, update)
	}
	if t := f.m.opts.Trace; t != nil && f.ids != nil {
		t.Touch(Touch{Op: op, Kind: kind, Block: f.block, Memory: memoryOf(b), Lanes: act, Elements: x, Stored: stored})
	}
}

// watchCopy notes a copy that begins, as the accesses of one lane that it makes.
func (f *frame) watchCopy(x *copying) {
	if f.m.opts.Trace == nil {
		return
	}
	from, to := make([]uint64, f.lanes), make([]uint64, f.lanes)
	for i := range x.count {
		from[x.lane], to[x.lane] = x.from+i, x.to+i
		touches := []Touch{{Kind: Write, Memory: memoryOf(x.dst), Elements: to}}
		if i < x.has {
			touches = []Touch{{Kind: Read, Memory: memoryOf(x.src), Elements: from}, touches[0]}
		}
		for _, t := range touches {
			t.Op, t.Block, t.Lanes = x.op, f.block, []int32{x.lane}
			f.m.opts.Trace.Touch(t)
		}
	}
}

// passed tells the tracer of a barrier.
func (f *frame) passed(op *ir.Operation, act []int32, scope Scope) {
	if t := f.m.opts.Trace; t != nil {
		t.Barrier(op, f.block, act, scope)
	}
}

// traceLaunch tells the tracer of a launch.
func (m *Machine) traceLaunch(fn *ir.Operation, l Launch, args []operand) {
	if m.opts.Trace == nil {
		return
	}
	params, scalars := make([]Memory, len(args)), make([]uint64, len(args))
	for i, a := range args {
		params[i], scalars[i] = memoryOf(a.buf), a.bits
	}
	m.opts.Trace.Launch(fn, l, params, scalars)
}

// traceRace tells the tracer of a race.
func (f *frame) traceRace(op *ir.Operation, b *buffer, i int64, lane int32, earlier access, kind, before TouchKind) {
	s := &f.m.launch
	if t := f.m.opts.Trace; t != nil {
		t.Race(Race{Memory: memoryOf(b), Element: i,
			First:  Racer{s.ops[earlier.op()], s.blockOf(earlier), earlier.thread(), before},
			Second: Racer{op, f.block, lane, kind}})
	}
}
