package sim

import (
	"encoding/binary"

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

// alloc is an allocation: bytes, and for global and shared memory the shadow that finds races (race.go).
type alloc struct {
	space space
	data  []byte
	// lanes is the number of copies: private memory has one per lane, each len(data)/lanes bytes.
	lanes int
	// initialized: all bytes have been written from outside.
	initialized bool
	freed       bool
	// shadow has a cell for each grain bytes; more and atomics are the rarely needed parts of cells.
	shadow  []cell
	more    []moreReaders
	atomics []atomicCell
	grain   int
	// written is one flag per flagGrain bytes, for memory without shadow.
	written   []bool
	flagGrain int
	// cost is what the allocation counts against the limit, shadow included, in bytes.
	cost int64
}

// buffer is a memref: a typed part of an allocation.
type buffer struct {
	*alloc
	elem   ir.Type
	size   int   // bytes of an element
	offset int64 // bytes from the start of the allocation (of a lane's copy)
	count  int64 // elements
}

// bytes is the extent of the buffer in bytes.
func (b *buffer) bytes() int64 { return b.count * int64(b.size) }

// elemSize is the number of bytes of a memref element.
func elemSize(t ir.Type) int {
	switch t := t.(type) {
	case *ir.IntegerType:
		return (max(t.Width, 1) + 7) / 8
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
	case 8:
		return binary.LittleEndian.Uint64(data)
	}
	v := uint64(0)
	for i := range size {
		v |= uint64(data[i]) << (8 * i)
	}
	return v
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
	case 8:
		binary.LittleEndian.PutUint64(data, v)
	default:
		for i := range size {
			data[i] = byte(v >> (8 * i))
		}
	}
}

// reserve counts bytes against the limit.
func (m *Machine) reserve(op *ir.Operation, bytes int64) {
	if bytes < 0 || bytes > m.opts.MaxMemory-m.live {
		m.fail(op, "sim-memory", "out of memory: %d bytes requested, %d in use, the limit is %d (with what the checks need)", bytes, m.live, m.opts.MaxMemory)
		stop()
	}
	m.live += bytes
}

// allocate makes zeroed memory. Host and private memory gets one written flag per element; memory of the
// device gets its shadow when a kernel uses it.
func (m *Machine) allocate(op *ir.Operation, sp space, elem ir.Type, count int64, lanes int) *buffer {
	size := elemSize(elem)
	n := count * int64(size)
	cost := n * int64(lanes)
	flags := sp == hostSpace || sp == privateSpace
	if flags {
		cost += count * int64(lanes)
	}
	m.reserve(op, cost)
	m.stats.BytesAllocated += n * int64(lanes)
	a := &alloc{space: sp, data: make([]byte, n*int64(lanes)), lanes: lanes, cost: cost}
	if flags {
		a.written, a.flagGrain = make([]bool, count*int64(lanes)), size
	}
	return &buffer{alloc: a, elem: elem, size: size, count: count}
}

// release gives an allocation back.
func (m *Machine) release(a *alloc) {
	m.live -= a.cost
	a.freed, a.data, a.shadow, a.more, a.atomics, a.written = true, nil, nil, nil, nil, nil
}

// setWritten notes that bytes of an allocation were written from outside kernels.
func (m *Machine) setWritten(op *ir.Operation, b *buffer, from, n int64) {
	a := b.alloc
	if n == int64(len(a.data)) {
		a.initialized = true
	}
	if a.written != nil {
		g := int64(a.flagGrain)
		for i := from / g; i*g < from+n; i++ {
			a.written[i] = true
		}
	}
	if a.space == globalSpace && !a.initialized {
		m.ensureShadow(op, b)
		g := int64(a.grain)
		for i := from / g; i*g < from+n; i++ {
			if c := &a.shadow[i]; c.w == 0 {
				c.w = outside
			}
		}
	}
}

// isWritten says whether all bytes of an element at a position were written, for memory with flags.
func (a *alloc) isWritten(pos int64, size int) bool {
	g := int64(a.flagGrain)
	for i := pos / g; i*g < pos+int64(size); i++ {
		if !a.written[i] {
			return false
		}
	}
	return true
}

func (a *alloc) markWritten(pos int64, size int) {
	g := int64(a.flagGrain)
	for i := pos / g; i*g < pos+int64(size); i++ {
		a.written[i] = true
	}
}
