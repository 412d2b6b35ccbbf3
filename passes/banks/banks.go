// Package banks says what the accesses of a kernel to shared and global memory cost, without running it: which lanes of a warp meet in a
// bank of shared memory, how many sectors of global memory they touch. It looks at the gpu level, where an address is a sum of what is known
// when the kernel is compiled and of what is not.
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
	"descend/ir"
)

// Access is what a load, a store or an atomic costs.
type Access struct {
	Op *ir.Operation
	// Shared says that the memory is the block's, else it is global.
	Shared bool
	// Size is the number of bytes that a lane accesses.
	Size int
	// Unknown is why nothing more is known, in words; empty if it is.
	Unknown string
	// AtMost says that lanes may be missing, for a reason that is not known: Degree and MostSectors are bounds.
	AtMost bool
	// Counted says that the sums are exactly those of each block. Else rounds of loops or conditions are not known, and the sums are those
	// of typical rounds.
	Counted bool
	// Warps are the accesses by warps, in one block; Lanes those by their lanes.
	Warps, Lanes float64
	// Passes are those through the banks of shared memory, Least those without conflicts, Degree is the worst of a warp.
	Passes, Least float64
	Degree        int
	// Sectors are those of global memory if rows of unknown length start at multiples of 32 bytes, as buffers do, MostSectors the most of
	// one access wherever they start.
	Sectors     float64
	MostSectors int
}

// Options say what to look at.
type Options struct {
	// Global has accesses to global memory looked at, too.
	Global bool
}

// Of are the accesses of a kernel to shared memory, and to global memory if that is wanted, in the order of the text.
func Of(kernel gpu.FuncOp, o Options) []*Access {
	x := analyze(kernel, o, roundByRound)
	for _, p := range x.patterns {
		p.count()
	}
	return x.list
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
}

// key is what makes two accesses of warps alike.
type key struct {
	access *Access
	step   uint64 // a multiple of it is open, in elements
	// offset is where element 0 lies, in bytes, and offsetStep what of that is open.
	offset, offsetStep uint64
	at                 [gpu.WarpSize]int64 // the elements; traffic.Nobody
}

// open is what of the address is open, in bytes.
func (k *key) open() uint64 { return gcd(k.step*uint64(k.access.Size), k.offsetStep) }

// addresses are the addresses of the lanes of elements that a layout has moved, by so many bytes.
func (k *key) addresses(moved func(int64) int64, by int64) traffic.Access {
	a := traffic.Access{Size: k.access.Size, Update: k.access.Shared && isUpdate(k.access.Op)}
	for l, i := range k.at {
		a.At[l] = traffic.Nobody
		if i >= 0 {
			a.At[l] = int64(k.offset) + moved(i)*int64(k.access.Size) + by
		}
	}
	return a
}

func isUpdate(op *ir.Operation) bool {
	a, ok := op.Typed().(memref.ElementAccess)
	return ok && a.Updates()
}

// unmoved is the layout of elements one behind the other.
func unmoved(i int64) int64 { return i }

// count adds the pattern to the numbers of its access.
func (p *pattern) count() {
	n := p.access
	a := p.addresses(unmoved, 0)
	n.Warps += p.times
	n.Lanes += p.times * float64(a.Lanes())
	if n.Shared {
		c := a.Shared()
		n.Passes += p.times * float64(c.Passes)
		n.Least += p.times * float64(c.Least)
		n.Degree = max(n.Degree, c.Degree)
		return
	}
	n.Sectors += p.times * float64(a.Sectors())
	n.MostSectors = max(n.MostSectors, a.Sectors())
	if step := int64(p.open() % traffic.SectorSize); step != 0 {
		for by := step & -step; by < traffic.SectorSize; by += step & -step {
			a := p.addresses(unmoved, by)
			n.MostSectors = max(n.MostSectors, a.Sectors())
		}
	}
}
