package cpu

import (
	"descend/dialects/arith"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/memref"
	"descend/dialects/scf"
	"descend/ir"
)

// This file has a short loop that was interchanged with the loops over threads run by a few rows of the block at a time, so that what they add up
// lies in registers, which all rows together have too few of:
//
//	for k { for y in 0..16 { for x in 0..16 { sum[y][x] += a[y][k] * b[k][x] } } }
//	    ->    for r in 0..16 step 4 { for k { for y in r..r + 4 { for x in 0..16 { .. } } } }
//
// Nothing in the loop synchronizes, so that no order of the threads is wrong. What the loop reads is read again for each of the groups: a long
// loop may find it in no cache by then, and has all rows at once.

const (
	// groupThreads is how many threads a group has, whose sums of 32 bits are 8 vectors of 32 bytes, half of the registers.
	groupThreads = 64
	// shortLoop bounds the rounds of a loop that is run again for each group.
	shortLoop = 64
)

// group is the rows of the block that run what is being written: count from first on.
type group struct {
	first *ir.Value
	count int64
}

// groupRows is the number of rows that run an interchanged loop at a time, 0 if all do.
func (k *kernel) groupRows(sp *split) int64 {
	loop, ok := sp.op.Typed().(scf.ForOp)
	if !ok || !sp.bodies[0].inner || k.group != nil || sp.op.NumResults() > 0 || k.block[0] < 0 || k.block[1] < 2 || k.block[2] != 1 {
		return 0
	}
	if n, ok := loop.TripCount(); !ok || n > shortLoop {
		return 0
	}
	rows := max(1, groupThreads/k.block[0])
	if rows >= k.block[1] || k.block[1]%rows != 0 || k.block[1] > maxUnroll || !k.again(sp.bodies[0]) {
		return 0
	}
	return rows
}

// again says whether a seq may be run for a few rows at a time: what is run once for all threads may be run again, since it stores nothing, and no
// loop over rows has other bounds.
func (k *kernel) again(s *seq) bool {
	for _, it := range s.items {
		switch it := it.(type) {
		case *segment:
			if it.clip != nil && it.clip.dim == gpu.Y {
				return false
			}
		case *once:
			if ir.Is[memref.StoreOp](it.op) {
				return false
			}
		case *split:
			for _, b := range it.bodies {
				if !k.again(b) {
					return false
				}
			}
		}
	}
	return true
}

// byGroups writes a loop with write for the groups of rows, one after the other.
func (k *kernel) byGroups(rows int64, write func() *ir.Operation) (loop *ir.Operation) {
	groups := k.loop(k.index(k.block[1]/rows), func(i *ir.Value) {
		k.group = &group{arith.MulI(k.b, i, k.index(rows)), rows}
		loop = write()
		k.group = nil
	})
	contract.UnrollFull.Set(groups)
	return loop
}
