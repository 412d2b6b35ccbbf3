package sim

import (
	"encoding/binary"
	"fmt"

	"descend/ir"
)

// space is the address space of an allocation.
type space uint8

const (
	hostSpace space = iota
	globalSpace
	sharedSpace
	privateSpace
)

func (s space) String() string {
	return [...]string{"cpu.mem", "gpu.global", "gpu.shared", "gpu.local"}[s]
}

// alloc is an allocation: bytes, and for global and shared memory the shadow that finds races.
type alloc struct {
	space space
	data  []byte
	// lanes is the number of copies: private memory has one per lane, each len(data)/lanes bytes.
	lanes int
	name  string
	// initialized: all bytes have been written from outside.
	initialized bool
	freed       bool
	// grain is the number of bytes of a shadow cell.
	grain  int
	shadow []cell
	// written is one flag per grain, for private memory without shadow.
	written []bool
}

// buffer is a memref: a typed part of an allocation.
type buffer struct {
	*alloc
	elem   ir.Type
	size   int   // bytes of an element
	offset int64 // bytes from the start of the allocation (of a lane's copy)
	count  int64 // elements
}

func newAlloc(s space, data []byte, grain, lanes int) *alloc {
	return &alloc{space: s, data: data, grain: grain, lanes: lanes}
}

// elemSize is the number of bytes of a memref element.
func elemSize(t ir.Type) int {
	switch t := t.(type) {
	case *ir.IntegerType:
		return max(1, (t.Width+7)/8)
	case *ir.FloatType:
		return t.Width() / 8
	}
	return 8
}

func staticCount(t *ir.MemRefType) int64 {
	n := int64(1)
	for _, d := range t.Shape {
		if d == ir.Dynamic {
			return -1
		}
		n *= d
	}
	return n
}

func loadBits(data []byte, size int) uint64 {
	switch size {
	case 1:
		return uint64(data[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(data))
	case 4:
		return uint64(binary.LittleEndian.Uint32(data))
	}
	return binary.LittleEndian.Uint64(data)
}

func storeBits(data []byte, size int, v uint64) {
	switch size {
	case 1:
		data[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(data, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(data, uint32(v))
	default:
		binary.LittleEndian.PutUint64(data, v)
	}
}

// access is one packed access: epoch (32 bits), operation (20), thread of the block (11), atomic (1). Zero
// is none: epochs start at 1.
//
// Epochs number the stretches between barriers over the whole run: each block of each launch starts one,
// each barrier too. Since blocks run one after the other, an access lies in the current block exactly if
// its epoch is not below the block's first one.
type access uint64

func newAccess(epoch uint32, op, thread int, atomic bool) access {
	a := access(epoch)<<32 | access(op)<<12 | access(thread)<<1
	if atomic {
		a |= 1
	}
	return a
}

func (a access) epoch() uint32 { return uint32(a >> 32) }
func (a access) op() int       { return int(a >> 12 & (1<<20 - 1)) }
func (a access) thread() int   { return int(a >> 1 & (1<<11 - 1)) }
func (a access) atomic() bool  { return a&1 != 0 }

// cell is the history of a piece of memory as far as races need it: the last writer, the last writer by
// another thread; the last reader, the last one by another thread of its block, and the last one of
// another block. Two accesses race if no barrier of a common block lies between them, whatever the order
// in which they were executed here.
type cell struct {
	w, w2     access
	r, rt, rb access
}

const maxOps = 1 << 20

// launchState is what the race check needs to know of the running kernel.
type launchState struct {
	epoch       uint32 // current
	kernelFirst uint32 // first epoch of the kernel
	blockFirst  uint32 // first epoch of the block
	barrier     uint32 // first epoch after the last block barrier
	warpBarrier []uint32
	// blockStarts are the first epochs of the kernel's blocks with their ids, for reports.
	blockStarts []blockStart
	blockDim    [3]int
	ops         []*ir.Operation // by number in access
}

type blockStart struct {
	epoch uint32
	id    [3]int
}

// concurrent says whether an earlier access a may race with one by thread now.
func (l *launchState) concurrent(a access, thread int, shared bool) bool {
	e := a.epoch()
	if e < l.blockFirst { // another block, an earlier kernel, or none
		return !shared && e >= l.kernelFirst && a != 0
	}
	if a.thread() == thread || e < l.barrier {
		return false
	}
	return a.thread()/32 != thread/32 || e >= l.warpBarrier[thread/32]
}

func (l *launchState) sameThread(a access, thread int) bool {
	return a.epoch() >= l.blockFirst && a.thread() == thread
}

// read notes a read and returns the access that it races with, or 0.
func (l *launchState) read(c *cell, now access, thread int, shared bool) access {
	if c.w != 0 && l.concurrent(c.w, thread, shared) {
		return c.w
	}
	if c.w2 != 0 && l.concurrent(c.w2, thread, shared) {
		return c.w2
	}
	if r := c.r; r != 0 && !l.sameThread(r, thread) {
		if r.epoch() < l.blockFirst {
			c.rb = r
		} else {
			c.rt = r
		}
	}
	c.r = now
	return 0
}

// write notes a write and returns the access that it races with, or 0.
func (l *launchState) write(c *cell, now access, thread int, shared bool) access {
	atomic := now.atomic()
	if c.w != 0 && !(atomic && c.w.atomic()) && l.concurrent(c.w, thread, shared) {
		return c.w
	}
	if c.w2 != 0 && !(atomic && c.w2.atomic()) && l.concurrent(c.w2, thread, shared) {
		return c.w2
	}
	if c.r != 0 {
		if l.concurrent(c.r, thread, shared) {
			return c.r
		}
		if c.rt != 0 && l.concurrent(c.rt, thread, shared) {
			return c.rt
		}
		if c.rb != 0 && l.concurrent(c.rb, thread, shared) {
			return c.rb
		}
	}
	if c.w != 0 && !l.sameThread(c.w, thread) {
		c.w2 = c.w
	}
	c.w = now
	return 0
}

// blockOf is the id of the block that made an access.
func (l *launchState) blockOf(a access) [3]int {
	lo, hi := 0, len(l.blockStarts)
	for lo < hi {
		mid := (lo + hi) / 2
		if l.blockStarts[mid].epoch <= a.epoch() {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return l.blockStarts[lo-1].id
}

// threadID is the id of the lane-th thread of a block.
func (l *launchState) threadID(lane int) [3]int {
	d := l.blockDim
	return [3]int{lane % d[0], lane / d[0] % d[1], lane / (d[0] * d[1])}
}

func coord(id [3]int, dim [3]int) string {
	switch {
	case dim[2] > 1:
		return fmt.Sprintf("(%d,%d,%d)", id[0], id[1], id[2])
	case dim[1] > 1:
		return fmt.Sprintf("(%d,%d)", id[0], id[1])
	}
	return fmt.Sprintf("(%d)", id[0])
}
