// Package cost says what kernels do to memory, and how much they compute, without running them.
//
// It follows a program of the gpu level as a machine would that knows sizes but no data. The function of the CPU is followed first, for its
// launches; then each kernel, warp by warp, with the 32 lanes of a warp side by side. A value is known where it follows from sizes, ids
// and loop variables; what comes out of memory is not known. So is the address of most accesses, and with it the sectors
// and bank conflicts, which package traffic counts, as it does for the simulator.
//
// Not every block and not every round of a loop is followed by itself. A block id or loop variable stands for a range of numbers at
// once, and a value is, for each lane, a sum of such variables with factors:
//
//	lane l:  at[l] + v1*by1[l] + v2*by2[l] ..
//
// Sums and products keep this form. A comparison is decided for all numbers of the variables at once if it is the same at the ends of
// their ranges, as the form is linear; else the range of one of the variables in it is cut into halves, and what depends on this variable is followed
// again for each half. So the numbers are exact, and the blocks of a grid cost as much as there are different ones: those at the edges,
// and all the others. The sectors of an access depend on where its first lane begins within a sector; how often each such
// place occurs follows from the factors. This is [walker.places].
//
// What is counted is in doubt where a condition depends on data: then both arms are followed, and the numbers are upper bounds
// ([AtMost]). The body of a loop with a number of rounds that depends on data is followed once ([PerRound]). An access to an address
// that depends on data has no sectors ([Count.Unknown]).
//
// A loop that carries integers, such as one that halves a distance, is followed round by round. All this is bounded ([Limit]): where it
// takes longer, nothing is said of the kernel but that.
//
// The package must not know how kernels are compiled or run.
package cost

import (
	"descend/dialects/gpu"
	"descend/ir"
)

// Limit is the number of operations that are followed for one launch, each for the lanes of a warp.
const Limit = 1 << 20

// Doubt says how certain a number is.
type Doubt uint8

const (
	// AtMost: a condition depends on data, and the number counts as if all threads went both ways.
	AtMost Doubt = 1 << iota
	// PerRound: a loop has a number of rounds that depends on data, and the number counts one.
	PerRound
)

// Launch is a launch of a kernel.
type Launch struct {
	Kernel gpu.FuncOp
	// At is the operation of the CPU, nil if there is none.
	At          *ir.Operation
	Grid, Block [3]int64
	// Shared is the dynamic shared memory in bytes.
	Shared int64
	Args   []Arg
	// Times is how often this launch is made, in a row or not.
	Times int64
	// Doubt is that of the launch.
	Doubt Doubt
}

// Arg is an argument of a launch: for integers its value, if that is known.
type Arg struct {
	Value int64
	Known bool
}

// Count is what one operation that accesses memory costs, in sum over all warps; a copy has one count for what it reads and one for what it
// writes. The fields are those of the simulator's counters.
type Count struct {
	Op     *ir.Operation
	Shared bool
	// Size is the number of bytes for a lane.
	Size int
	// Warps are accesses by warps, Lanes those by their lanes, Bytes what these asked for.
	Warps, Lanes, Bytes int64
	// Passes are those through the banks of shared memory, Least those that would do without conflicts, Degree the worst of a warp.
	Passes, Least int64
	Degree        int
	// Sectors are those of global memory, Fewest those that as many bytes side by side would take, MostSectors the most of a warp.
	Sectors, Fewest int64
	MostSectors     int
	// Unknown are accesses of warps to addresses that depend on data; no sectors and passes are counted for them.
	Unknown int64
	Doubt   Doubt
	// Pattern is how the addresses of the lanes lie.
	Pattern Pattern
}

// Work is what the code of one place in the kernel computes, in sum over all threads.
type Work struct {
	// Steps are operations executed by warps, Floats those on floats and Ints those on integers by threads, before LLVM makes fewer of them.
	Steps, Floats, Ints int64
	// Lanes are those of the warps in Steps that took part, Idle those that did not, although the block has them.
	Lanes, Idle int64
	// Barriers are those that blocks came to, each counted once for a warp.
	Barriers int64
	Doubt    Doubt
}

func (w *Work) add(o Work, times int64) {
	w.Steps += o.Steps * times
	w.Floats += o.Floats * times
	w.Ints += o.Ints * times
	w.Lanes += o.Lanes * times
	w.Idle += o.Idle * times
	w.Barriers += o.Barriers * times
	w.Doubt |= o.Doubt
}

// Cost is what a kernel costs, over one or more launches.
type Cost struct {
	Launches int64
	Accesses []*Count // in the order of the kernel
	Work     map[*ir.Operation]*Work
	Doubt    Doubt
	// Gave says that it would take too long to follow the kernel; the numbers are of the part that was followed.
	Gave bool
	// Uncounted says that operations access memory in other ways than memref.AccessesOf tells: nothing of them is counted.
	Uncounted bool
	// Followed is the number of operations that were followed.
	Followed int
}

// Total is the sum of the work.
func (c *Cost) Total() (all Work) {
	for _, w := range c.Work {
		all.add(*w, 1)
	}
	return all
}

// Global are the bytes that threads ask for in global memory, and those of the sectors moved; false if some are not known.
func (c *Cost) Global() (asked, moved int64, known bool) {
	known = true
	for _, n := range c.Accesses {
		if !n.Shared {
			asked += n.Bytes
			moved += n.Sectors * sectorBytes
			known = known && n.Unknown == 0
		}
	}
	return asked, moved, known
}

// Merge adds the numbers of another cost of the same kernel.
func (c *Cost) Merge(o *Cost, times int64) {
	c.Launches += o.Launches * times
	c.Doubt |= o.Doubt
	c.Gave = c.Gave || o.Gave
	c.Uncounted = c.Uncounted || o.Uncounted
	by := map[counted]*Count{}
	for _, n := range c.Accesses {
		by[n.counted()] = n
	}
	for _, n := range o.Accesses {
		sum := by[n.counted()]
		if sum == nil {
			sum = &Count{Op: n.Op, Shared: n.Shared, Size: n.Size}
			c.Accesses = append(c.Accesses, sum)
			by[n.counted()] = sum
		}
		sum.Add(n, times)
	}
	if c.Work == nil {
		c.Work = map[*ir.Operation]*Work{}
	}
	for op, w := range o.Work {
		if c.Work[op] == nil {
			c.Work[op] = &Work{}
		}
		c.Work[op].add(*w, times)
	}
}

// counted is what a count is of: an operation that copies has one for each memory.
type counted struct {
	op     *ir.Operation
	shared bool
}

func (n *Count) counted() counted { return counted{n.Op, n.Shared} }

// Add adds the numbers of another count, as often as it happens.
func (n *Count) Add(o *Count, times int64) {
	n.Warps += o.Warps * times
	n.Lanes += o.Lanes * times
	n.Bytes += o.Bytes * times
	n.Passes += o.Passes * times
	n.Least += o.Least * times
	n.Sectors += o.Sectors * times
	n.Fewest += o.Fewest * times
	n.Unknown += o.Unknown * times
	n.Degree = max(n.Degree, o.Degree)
	n.MostSectors = max(n.MostSectors, o.MostSectors)
	n.Doubt |= o.Doubt
	n.Pattern.join(o.Pattern)
}
