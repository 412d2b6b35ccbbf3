package sim

import (
	"slices"

	"descend/dialects/nvvm"
	"descend/ir"
)

// Barriers of some threads of a block. The simulator runs such kernels with clocks: for each two warps since when all that one did
// has come before what the other one does. They are vector clocks of warps, as the threads of barriers are whole warps: threads that
// wait for each other learn what any of them knew. With them the last accesses of other warps do not tell of all earlier ones, so that
// each cell keeps those of all threads.

// clocks are, for each warp, the epochs before which accesses by each warp are ordered before what it does now; of its own, accesses
// by its other threads.
type clocks [][]uint32

// history are the accesses to a cell, the latest of each thread of the block, and one of earlier blocks.
type history struct{ reads, atomics []access }

// hasParts says whether a kernel has barriers of some threads of a block.
func hasParts(fn *ir.Operation) bool {
	for range ir.AllOf[nvvm.BarrierOp](fn) {
		return true
	}
	return false
}

// startParts prepares for a kernel.
func (l *launchState) startParts(fn *ir.Operation, lanes int) {
	l.clocks, l.named = nil, nil
	if hasParts(fn) {
		l.clocks = make(clocks, warpsOf(lanes))
		for w := range l.clocks {
			l.clocks[w] = make([]uint32, len(l.clocks))
		}
	}
}

// allOrdered notes that all threads of the block have waited for each other, or begin.
func (l *launchState) allOrdered() {
	for _, c := range l.clocks {
		for u := range c {
			c[u] = l.epoch
		}
	}
}

// warpOrdered notes the barrier of a warp.
func (l *launchState) warpOrdered(w int) {
	if l.clocks != nil {
		l.clocks[w][w] = l.epoch
	}
}

// partOrdered notes that the threads of some warps have waited for each other.
func (l *launchState) partOrdered(warps []int) {
	joint := make([]uint32, len(l.clocks))
	for _, w := range warps {
		for u, e := range l.clocks[w] {
			joint[u] = max(joint[u], e)
		}
	}
	for _, w := range warps {
		joint[w] = l.epoch
	}
	for _, w := range warps {
		copy(l.clocks[w], joint)
	}
}

// find is an access of a list that is unordered with one by thread, or 0.
func (l *launchState) findIn(list []access, thread int32, sp space) access {
	for _, a := range list {
		if l.concurrent(a, thread, sp) {
			return a
		}
	}
	return 0
}

// noted adds an access to a list, in place of the last one by the thread.
func (l *launchState) noted(list []access, now access) []access {
	other := access(0)
	list = slices.DeleteFunc(list, func(a access) bool {
		if a.epoch() < l.blockFirst {
			other = max(other, a)
			return true
		}
		return a.thread() == now.thread()
	})
	if other.epoch() >= l.kernelFirst {
		list = append(list, other)
	}
	return append(list, now)
}

// historyOf is that of a cell.
func (a *alloc) historyOf(i int64) *history {
	h := a.histories[i]
	if h == nil {
		if a.histories == nil {
			a.histories = map[int64]*history{}
		}
		h = &history{}
		a.histories[i] = h
	}
	return h
}

// divideHistories gives each of k parts of a cell its history.
func (a *alloc) divideHistories(k int) {
	old := a.histories
	a.histories = nil
	for i, h := range old {
		for j := range int64(k) {
			*a.historyOf(i*int64(k) + j) = history{slices.Clone(h.reads), slices.Clone(h.atomics)}
		}
	}
}

// partBarrier is a barrier of as many threads as it says: they are whole warps, and those that come to a barrier of one number are the
// same each time.
func (c *code) partBarrier(o nvvm.BarrierOp) exec {
	op := o.Operation
	if o.ID() == nil || o.Threads() == nil {
		return func(f *frame, act []int32) { f.m.unsupported(op, "barriers without a number or a number of threads") }
	}
	id, threads := c.slot(o.ID()), c.slot(o.Threads())
	return func(f *frame, act []int32) {
		if len(act) == 0 {
			return
		}
		warps := f.comeTo(op, act, f.vals[id][act[0]])
		if n := f.vals[threads][act[0]]; n != uint64(len(act)) {
			f.diverged(op, act, int(n), "part")
		}
		f.m.nextEpoch(op)
		f.m.launch.partOrdered(warps)
		f.m.stats.Barriers++
	}
}

// comeTo checks who comes to the barrier with a number, and gives their warps.
func (f *frame) comeTo(op *ir.Operation, act []int32, id uint64) []int {
	f.wholeWarps(op, act)
	var warps []int
	for _, l := range act {
		if w := warpOf(l); !slices.Contains(warps, w) {
			warps = append(warps, w)
		}
	}
	slices.Sort(warps)
	s := &f.m.launch
	if s.named == nil {
		s.named = map[uint64][]int{}
	}
	if was, ok := s.named[id]; ok && !slices.Equal(was, warps) {
		f.m.fail(op, "sim-barrier", "barrier divergence: threads of warps %v come to barrier %d, which is of warps %v", warps, id, was)
		stop()
	}
	s.named[id] = warps
	return warps
}
