package sim

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"unsafe"

	"descend/ir"
	"descend/ir/room"
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

// alloc is an allocation: bytes, and for global and shared memory the shadow that finds races (race.go).
type alloc struct {
	space space
	data  []byte
	// initialized: all bytes have been written from outside.
	initialized bool
	freed       bool
	// shadow has a cell for each grain bytes; more and atomics are the rarely needed parts of cells.
	shadow  []cell
	more    []moreReaders
	atomics []atomicCell
	// histories are those of cells in kernels with barriers of parts of a block.
	histories map[int64]*history
	charged   int64 // histories that count against the limit
	grain     int
	// written is one flag per 1<<flagShift bytes, for memory without shadow.
	written   []bool
	flagShift int
	// ordinal is the number of shared memory among that of its kernel.
	ordinal int
	// shared says that the CPU and kernels both may access the memory.
	shared bool
	// device is the number of the GPU, for global memory.
	device int
	// onDevice: the memory is Options.Device's, at address; data is nil.
	onDevice bool
	address  Address
	// cost is what the allocation counts against the limit, shadow included, in bytes.
	cost int64
}

// buffer is a memref: a typed part of an allocation. Private memory holds an array for each lane.
type buffer struct {
	// lanes, if not nil, are the buffers of the lanes, and nothing else is set (mixed.go).
	lanes []*buffer
	*alloc
	elem   ir.Type
	size   int   // bytes of an element
	offset int64 // bytes from the start of the allocation
	count  int64 // elements
	// step is the distance of elements, lane that of the arrays of two lanes, in bytes. The arrays of private
	// memory lie element by element next to each other, so that what the lanes access together lies together,
	// unless parts of other element types are seen of it.
	step, lane int64
	// dims are the dimensions; nil where the type says them: one of unit stride, or static ones in one piece. base is the byte that
	// offsets in the program count from.
	dims []dim
	base int64
}

// dim is a dimension of a buffer; the stride is in elements.
type dim struct{ size, stride int64 }

// shape are the dimensions of a buffer that a value of type t refers to.
func (b *buffer) shape(t *ir.MemRefType) []dim {
	switch {
	case b.dims != nil:
		return b.dims
	case len(t.Shape) == 1:
		return []dim{{b.count, 1}}
	}
	return inOnePiece(t.Shape)
}

// inOnePiece are the dimensions of elements that lie one after the other, in the order of rows.
func inOnePiece(sizes []int64) []dim {
	dims, n := make([]dim, len(sizes)), int64(1)
	for i := len(sizes) - 1; i >= 0; i-- {
		dims[i] = dim{sizes[i], n}
		n *= sizes[i]
	}
	return dims
}

// extent is how many elements lie from the first to the last one of some dimensions; false if it is too large to count.
func extent(dims []dim) (n int64, ok bool) {
	n = 1
	for _, d := range dims {
		if d.size == 0 {
			return 0, true
		}
	}
	for _, d := range dims {
		if d.size < 0 || d.stride < 0 || d.size-1 > 0 && d.stride > (maxElements-n)/(d.size-1) {
			return 0, false
		}
		n += (d.size - 1) * d.stride
	}
	return n, true
}

// position is the byte in the allocation where a lane's i-th element is.
func (b *buffer) position(i uint64, l int32) int64 {
	return b.offset + int64(i)*b.step + int64(l)*b.lane
}

// bytes is the extent of the buffer in bytes.
func (b *buffer) bytes() int64 { return b.count * int64(b.size) }

// elemSize is the number of bytes of a memref element: 1, 2, 4 or 8.
func elemSize(t ir.Type) int {
	switch t := t.(type) {
	case *ir.IntegerType:
		n := 1
		for 8*n < t.Width && n < 8 {
			n *= 2
		}
		return n
	case *ir.FloatType:
		return t.Width() / 8
	}
	return 8
}

// staticCount is the number of elements of a static shape, -1 if a size is dynamic or the product too large.
func staticCount(t *ir.MemRefType) int64 {
	n := int64(1)
	for _, d := range t.Shape {
		if d < 0 || d > 0 && n > maxElements/d {
			return -1
		}
		n *= d
	}
	return n
}

// maxElements bounds the elements of an array, so that byte counts do not overflow.
const maxElements = 1 << 48

// loadBits reads an element: little-endian, zero-extended.
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

// storeBits writes an element.
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

// reserve counts bytes against the limit.
func (m *Machine) reserve(op *ir.Operation, bytes int64) {
	if bytes < 0 || bytes > m.opts.MaxMemory-m.live {
		m.noRoom(op, fmt.Sprintf("out of memory: %s are needed here, %s are in use, and the simulator takes %s at most", room.Bytes(bytes), room.Bytes(m.live), room.Bytes(m.opts.MaxMemory)))
	}
	m.live += bytes
}

// UsualMemory is what a program and its shadow memory may take if the options do not say it, in bytes.
const UsualMemory = 8 << 30

// MemoryNote says why there is too little memory.
const MemoryNote = "the simulator takes 20 to 80 bytes for an element of GPU memory, to find data races: run with smaller sizes, " +
	"or where the arrays alone take memory, on the CPU or a GPU (--device)"

// Shadow is what the shadow of an array takes when a kernel uses it, at least, in bytes: a cell for an element, or for 8 bytes.
func Shadow(elements, elemBytes int64) int64 {
	if elemBytes == 1 {
		elements = (elements + 7) / 8
	}
	return elements * int64(unsafe.Sizeof(cell{}))
}

// noRoom ends the run since there is too little memory.
func (m *Machine) noRoom(op *ir.Operation, what string) {
	m.fail(op, "sim-memory", "%s", what).Note(MemoryNote)
	stop()
}

// slice makes a slice of zeros that was reserved.
func slice[T any](m *Machine, op *ir.Operation, n int64) []T {
	s, err := room.Make[T](n)
	if err != nil {
		m.noRoom(op, err.Error())
	}
	return s
}

// allocate makes zeroed memory: one array, or one for each lane; apart says that each lane's array lies in one
// piece. Host and private memory gets one written flag per element; memory of the device gets its shadow when
// a kernel uses it.
func (m *Machine) allocate(op *ir.Operation, sp space, elem ir.Type, count int64, lanes int, apart bool) *buffer {
	size := elemSize(elem)
	n := count * int64(size)
	cost := n * int64(lanes)
	flags := sp == hostSpace || sp == privateSpace
	if flags {
		cost += count * int64(lanes)
	}
	m.reserve(op, cost)
	m.stats.BytesAllocated += n * int64(lanes)
	a := &alloc{space: sp, data: slice[byte](m, op, n*int64(lanes)), cost: cost}
	if flags {
		a.written, a.flagShift = slice[bool](m, op, count*int64(lanes)), bits.TrailingZeros(uint(size))
	}
	b := &buffer{alloc: a, elem: elem, size: size, count: count, step: int64(size)}
	switch {
	case lanes > 1 && apart:
		b.lane = n
	case lanes > 1:
		b.step, b.lane = int64(size*lanes), int64(size)
	}
	return b
}

// release gives an allocation back.
func (m *Machine) release(a *alloc) {
	m.live -= a.cost
	a.freed, a.data, a.shadow, a.more, a.atomics, a.histories, a.written = true, nil, nil, nil, nil, nil, nil
}

// setWritten notes that bytes of an allocation were written from outside kernels.
func (m *Machine) setWritten(op *ir.Operation, b *buffer, from, n int64) {
	a := b.alloc
	if a.onDevice {
		return
	}
	if n == int64(len(a.data)) {
		a.initialized = true
	}
	if a.written != nil {
		a.markWritten(from, n)
	}
	if a.space == globalSpace && !a.initialized || a.shadow != nil {
		m.ensureShadow(op, b)
		g := int64(a.grain)
		for i := from / g; i*g < from+n; i++ {
			if c := &a.shadow[i]; c.w == 0 {
				c.w = outside
			}
		}
	}
}

// isWritten says whether all bytes at a position were written, for memory with flags.
func (a *alloc) isWritten(pos, n int64) bool {
	for i := pos >> a.flagShift; i<<a.flagShift < pos+n; i++ {
		if !a.written[i] {
			return false
		}
	}
	return true
}

func (a *alloc) markWritten(pos, n int64) {
	for i := pos >> a.flagShift; i<<a.flagShift < pos+n; i++ {
		a.written[i] = true
	}
}
