package cpu

import (
	"slices"

	"descend/dialects/arith"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/memref"
	"descend/dialects/scf"
	"descend/ir"
)

// This file has a loop that was interchanged with the loops over threads run by a few rows of the block at a time, so that what they add up lies in
// registers, which all rows together have too few of. They take pieces of a long loop, so that what one group of rows reads is still in the nearest
// cache when the next one comes to it:
//
//	for k in 0..n { for y in 0..16 { for x in 0..16 { sum[y][x] += a[y][k] * b[k][x] } } }
//	    ->    for p in 0..n step 64 { for r in 0..16 step 4 { for k in p..min(p + 64, n) { for y in r..r + 4 { for x in 0..16 { .. } } } } }
//
// Nothing in the loop synchronizes, so that no order of the threads is wrong, and each thread goes through its rounds in order.

const (
	// groupThreads is how many threads a group has, whose sums of 32 bits are 8 vectors of 32 bytes, half of the registers.
	groupThreads = 64
	// pieceRounds are the rounds of a piece: a row of 16 elements of each is 4 KiB.
	pieceRounds = 64
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
	if step, ok := arith.ConstantInt(loop.Step()); !isShortLoop(loop) && (!ok || step != 1 || !k.rowsShare(loop)) {
		return 0
	}
	rows := max(1, groupThreads/k.block[0])
	if rows >= k.block[1] || k.block[1]%rows != 0 || k.block[1] > maxUnroll || !k.again(sp.bodies[0]) {
		return 0
	}
	return rows
}

// isShortLoop says whether a loop has no more rounds than a piece.
func isShortLoop(loop scf.ForOp) bool {
	n, ok := loop.TripCount()
	return ok && n <= pieceRounds
}

// rowsShare says whether the rows of the block read the same in a loop, and there is nothing that each thread has for itself in memory: that would
// be read in another order than it lies in.
func (k *kernel) rowsShare(loop scf.ForOp) bool {
	shared := false
	return loop.Walk(func(o *ir.Operation) ir.WalkResult {
		at := 0
		switch {
		case ir.Is[memref.StoreOp](o):
			at = 1
		case !ir.Is[memref.LoadOp](o):
			return ir.Advance
		}
		if k.isPrivate(rootOf(o.Operand(at))) {
			return ir.Advance
		}
		i := o.Operand(at + 1) // of one dimension, or it would not have been interchanged
		n, ok := k.strideX(i, 0)
		ofRow, ofColumn := k.usesRow(i, map[*ir.Value]bool{}), !ok || n != 0
		if ofRow && ofColumn {
			return ir.Interrupt
		}
		shared = shared || ofColumn
		return ir.Advance
	}) && shared
}

// usesRow says whether a value depends on the row of the thread.
func (k *kernel) usesRow(v *ir.Value, seen map[*ir.Value]bool) bool {
	if seen[v] || !k.vary[blockLevel].values[v] {
		return false
	}
	seen[v] = true
	if id, ok := ir.DefinedBy[gpu.ThreadIDOp](v); ok {
		return id.Dim() != gpu.X
	}
	op := v.DefiningOp()
	if op == nil || op.NumRegions() > 0 || !ir.IsMemoryEffectFree(op) || ir.Is[memref.LoadOp](op) {
		return true
	}
	return slices.ContainsFunc(op.Operands(), func(x *ir.Value) bool { return k.usesRow(x, seen) })
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

// byGroups writes a loop, from first to end, for groups of so many rows, one after the other.
func (k *kernel) byGroups(sp *split, rows int64, first, end *ir.Value) (loop *ir.Operation) {
	if isShortLoop(scf.ForOp{Operation: sp.op}) {
		return k.groups(sp, rows, first, end)
	}
	zero, piece := k.index(0), k.index(pieceRounds)
	n := arith.Select(k.b, arith.CmpI(k.b, arith.SLT, first, end), arith.SubI(k.b, end, first), zero) // up to the greatest number without sign
	rest := arith.ExtUI(k.b, arith.CmpI(k.b, arith.NE, arith.RemUI(k.b, n, piece), zero), k.c.I64())
	pieces := arith.AddI(k.b, arith.DivUI(k.b, n, piece), arith.IndexCast(k.b, rest, k.c.Index()))
	k.loop(pieces, func(i *ir.Value) {
		done := arith.MulI(k.b, i, piece)
		from := arith.AddI(k.b, first, done)
		loop = k.groups(sp, rows, from, arith.AddI(k.b, from, arith.MinUI(k.b, piece, arith.SubI(k.b, n, done))))
	})
	return loop
}

// groups writes a loop from first to end for groups of rows.
func (k *kernel) groups(sp *split, rows int64, first, end *ir.Value) (loop *ir.Operation) {
	groups := k.loop(k.index(k.block[1]/rows), func(i *ir.Value) {
		k.group = &group{arith.MulI(k.b, i, k.index(rows)), rows}
		loop = k.rounds(sp, first, end)
		k.group = nil
	})
	contract.UnrollFull.Set(groups)
	return loop
}
