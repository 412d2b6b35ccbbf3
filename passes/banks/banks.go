// Package banks chooses how arrays in shared memory lie, from what the accesses of a kernel cost at all sizes: which lanes of a warp meet in
// a bank of shared memory. (What accesses cost at given sizes, of all memory, is for package cost.) It looks at the gpu level, where an
// address is a sum of what is known when the kernel is compiled and of what is not.
//
// The argument. A block is executed as the simulator does it, operation by operation for all threads, but only what addresses and control
// flow depend on, and with values of which a part may be open (value.go): sizes, numbers of blocks, rounds of loops without known
// bounds. What is open is the same in all threads of a warp. It moves all addresses of an access by the same distance, and where this is a
// multiple of 4 bytes, no conflict changes: each bank trades places with another one. So the numbers are those of every block and of every size. Rounds of
// loops with known bounds are executed one after the other if they are few.
//
// A condition that is open has both its arms executed. If threads of a warp may disagree on it, what stands in an arm has fewer lanes than
// are counted, and fewer lanes never have more conflicts: the numbers are bounds then (AtMost). An address that depends on memory is unknown.
//
// Needs the block's size as a constant. It must not know backends; the simulator counts the same (sim.Counters), and a test compares the
// two.
package banks

import (
	"descend/dialects/arith/eval"
	"descend/dialects/gpu"
	"descend/dialects/gpu/traffic"
	"descend/dialects/memref"
	"descend/dialects/nvgpu"
	"descend/ir"
)

// Access is what a load, a store, an atomic or a copy costs the banks of shared memory.
type Access struct {
	Op *ir.Operation
	// Size is the number of bytes that a lane accesses.
	Size int
	// Unknown is why nothing more is known, in words; empty if it is.
	Unknown string
	// AtMost says that lanes may be missing, for a reason that is not known: Degree is a bound.
	AtMost bool
	// Counted says that the sums are exactly those of each block. Else rounds of loops or conditions are not known, and the sums are those
	// of typical rounds.
	Counted bool
	// Warps are the accesses by warps, in one block; Lanes those by their lanes.
	Warps, Lanes float64
	// Passes are those through the banks, Least those without conflicts, Degree is the worst of a warp.
	Passes, Least float64
	Degree        int

	of   memref.Access
	elem int // bytes of an element
}

// accessOf is the access to shared memory that an operation makes, nil if it makes none.
func accessOf(op *ir.Operation) *Access {
	for i := range op.NumOperands() {
		if shared(op.Operand(i)) == nil {
			continue
		}
		for _, a := range memref.AccessesOf(op) {
			if t := shared(a.MemRef); t != nil {
				n := elemBytes(t.Elem)
				return &Access{Op: op, Size: n * int(a.Elements), of: a, elem: n}
			}
		}
	}
	return nil
}

// shared is the type of a value that refers to shared memory, nil for others.
func shared(v *ir.Value) *ir.MemRefType {
	if t, ok := v.Type().(*ir.MemRefType); ok {
		if space, named := gpu.SpaceOf(t.Space); named && space == gpu.Workgroup {
			return t
		}
	}
	return nil
}

// single says whether each lane reads or writes one element.
func (n *Access) single() bool { return !n.of.Updates && n.of.Elements <= 1 }

// indexOperand is the number of the operand that is the index of an access with only one.
func indexOperand(op *ir.Operation) int {
	if ir.Is[nvgpu.DeviceAsyncCopyOp](op) {
		return 1 // behind the memory that is written
	}
	return op.NumOperands() - 1
}

// unknownRounds is how many rounds a loop is taken to have of which nobody knows.
const unknownRounds = 16

// elemBytes is the size of an element of memory, in bytes.
func elemBytes(t ir.Type) int {
	n := 1
	for 8*n < eval.Width(t) {
		n *= 2
	}
	return n
}

// pattern is an access of a warp, as often as it occurs.
type pattern struct {
	key
	times float64
	least float64  // the passes of a layout without conflicts, known to a chooser
	cost  float64  // of the layout that was looked at last
	next  *pattern // of the same shape
}

// key is what makes two accesses of warps alike.
type key struct {
	access *Access
	shape  *shape
	step   uint64 // a multiple of it is open, in elements
	// offset is where element 0 lies, in bytes, and offsetStep what of that is open.
	offset, offsetStep uint64
}

// shape are the elements that the lanes of a warp access; traffic.Nobody. There is one of those elements.
type shape struct {
	at    [gpu.WarpSize]int64
	lanes int // that take part
	known []plain
}

// plain are the conflicts of elements one behind the other.
type plain struct {
	offset     uint64
	elem, size int
	updates    bool
	traffic.Conflicts
}

// inLayout are the conflicts in a layout, where a number of elements is open.
func (k *key) inLayout(l *Layout, open int64) traffic.Conflicts {
	a := traffic.Access{Size: k.access.Size, Update: k.access.of.Updates}
	offset, elem := int64(k.offset), int64(k.access.elem)
	for lane := range k.shape.at {
		a.At[lane] = traffic.Nobody
		if i := k.shape.at[lane]; i >= 0 {
			a.At[lane] = offset + l.Offset(i+open)*elem
		}
	}
	return a.Shared()
}

// plain are the conflicts without a layout.
func (k *key) plain() *plain {
	want := plain{offset: k.offset, elem: k.access.elem, size: k.access.Size, updates: k.access.of.Updates}
	for i := range k.shape.known {
		p := &k.shape.known[i]
		if p.offset == want.offset && p.elem == want.elem && p.size == want.size && p.updates == want.updates {
			return p
		}
	}
	want.Conflicts = k.inLayout(&Layout{}, 0)
	k.shape.known = append(k.shape.known, want)
	return &k.shape.known[len(k.shape.known)-1]
}
