package sim

import (
	"slices"

	"descend/dialects/gpu"
	"descend/dialects/gpu/traffic"
	"descend/ir"
)

// Counters add up what the accesses of kernels to memory that threads share cost a GPU: package traffic has the rules. Each load,
// store and atomic of the gpu level counts as one access of each warp that has a lane which executes it, an asynchronous copy as one to
// global and one to shared memory, where it begins: what a backend makes of it later, such as one access to four neighbours, is not in
// the numbers. Where lanes have chosen different buffers, each buffer is an access of its own. Memory of single threads is not counted.
//
// One Counters may serve several machines one after the other.
type Counters struct {
	counts map[counted]*Count
	list   []*Count
	steps  []*Steps
	blocks map[string]int64
	// kernels are those of which a block has run, in the order in which they came first.
	kernels []*ir.Operation
}

// counted is an operation and the memory that it accesses.
type counted struct {
	op     *ir.Operation
	shared bool
}

// Kernels are the functions of which a block has run to its end, also those that do nothing, in the order in which they were launched first.
func (c *Counters) Kernels() []*ir.Operation { return slices.Clone(c.kernels) }

// Blocks is the number of blocks of a kernel that have run to their ends.
func (c *Counters) Blocks(kernel string) int64 { return c.blocks[kernel] }

// Count is what one operation, or the operations of one place in the source, cost. Its numbers are sums over the run.
type Count struct {
	// Op is the load, store, atomic or copy, Kernel the function that it is in.
	Op     *ir.Operation
	Kernel string
	// Shared says that the memory is the block's, else it is global.
	Shared bool
	// Size is the number of bytes that a lane accesses.
	Size int
	// Warps are the accesses by warps, Lanes those by their lanes, and Bytes what these asked for. All lanes of all warps took part if
	// Lanes is 32 times Warps.
	Warps, Lanes, Bytes int64
	// Passes are those through the banks of shared memory, Least those that would do without conflicts, Degree is the worst that a warp
	// met: 1 where nothing conflicts.
	Passes, Least int64
	Degree        int
	// Sectors are those of global memory, MostSectors the most that one access touched.
	Sectors     int64
	MostSectors int
}

// Accesses are the counts by operation, in the order in which the kernels have them.
func (c *Counters) Accesses() []*Count { return slices.Clone(c.list) }

// count is the count of an operation that accesses a buffer, some bytes for each lane.
func (c *Counters) count(op *ir.Operation, b *buffer, bytes int) *Count {
	k := counted{op, b.space == sharedSpace}
	if n := c.counts[k]; n != nil {
		return n
	}
	if c.counts == nil {
		c.counts = map[counted]*Count{}
	}
	n := &Count{Op: op, Kernel: ir.SymbolName(op.ParentOfName("gpu.func")), Shared: k.shared, Size: bytes}
	c.counts[k] = n
	c.list = append(c.list, n)
	return n
}

// counted notes an access of the active lanes to k elements of a buffer each, from x on; update says that it is an atomic update.
func (f *frame) counted(op *ir.Operation, b *buffer, k int, x []uint64, act []int32, update bool) {
	n := f.m.opts.Counters.count(op, b, k*b.size)
	lanes := act
	if !slices.IsSorted(act) { // as a schedule has shuffled them
		lanes = append(f.list(), act...)
		slices.Sort(lanes)
		defer f.release(lanes)
	}
	for len(lanes) > 0 {
		w := warpOf(lanes[0])
		k := 1
		for k < len(lanes) && warpOf(lanes[k]) == w {
			k++
		}
		n.warp(b, x, lanes[:k], update)
		lanes = lanes[k:]
	}
}

// warp adds an access of lanes of one warp.
func (n *Count) warp(b *buffer, x []uint64, lanes []int32, update bool) {
	a := traffic.Access{Size: n.Size, Update: update}
	for i := range a.At {
		a.At[i] = traffic.Nobody
	}
	for _, l := range lanes {
		if x[l] < uint64(b.count) { // else the run ends here
			a.At[l%gpu.WarpSize] = b.position(x[l], l)
		}
	}
	n.Warps++
	n.Lanes += int64(len(lanes))
	n.Bytes += int64(len(lanes) * n.Size)
	if !n.Shared {
		s := a.Sectors()
		n.Sectors += int64(s)
		n.MostSectors = max(n.MostSectors, s)
		return
	}
	c := a.Shared()
	n.Passes += int64(c.Passes)
	n.Least += int64(c.Least)
	n.Degree = max(n.Degree, c.Degree)
}
