package sim

import (
	"runtime"

	"descend/dialects/gpu/contract"
	"descend/ir"
)

// Kernels whose blocks wait for each other: each block is a goroutine, of which one runs at a time, up to the next barrier of the grid.
// What lies between two such barriers is to the race check what a kernel is else: accesses before it are ordered.

// The most blocks and threads of such a grid, which all are there at once: about what the largest GPUs have room for.
const (
	maxGridBlocks  = 1 << 14
	maxGridThreads = 1 << 20
)

// gridBlock is a block of a grid whose blocks wait for each other.
type gridBlock struct {
	f       *frame
	dynamic *buffer
	run     chan bool // to go on; false: the launch is over
	stopped chan any  // at the barrier (atGrid), at the end (nil), or what it panicked with
}

type atGrid struct{ op *ir.Operation }

// runGrid runs the blocks of a launch in turns.
func (m *Machine) runGrid(at, fn *ir.Operation, c *code, l Launch, now *Running, args []operand, lanes int) {
	total := now.Blocks
	if total > maxGridBlocks || total*int64(lanes) > maxGridThreads {
		m.fail(at, m.code("launch"), "launch of %s with %d blocks of %d threads: its blocks wait for each other, so that all have to run at once, and %d threads in %d blocks fit",
			ir.SymbolName(fn), total, lanes, maxGridThreads, maxGridBlocks)
		stop()
	}
	s := &m.launch
	s.order = m.newOrder(total)
	s.warpBarrier = make([]uint32, warpsOf(lanes))
	s.startParts(fn, lanes)
	blocks := make([]*gridBlock, total)
	defer func() {
		for _, b := range blocks {
			if b != nil {
				close(b.run)
				b.f.drop()
			}
		}
	}()
	for i := range total {
		blocks[i] = m.newGridBlock(fn, c, l, args, lanes, s.order.id(i, l.Grid))
	}
	m.nextEpoch(fn)
	s.sharedFirst = s.epoch
	for left := total; left > 0; {
		m.nextEpoch(fn)
		s.kernelFirst, s.starts = s.epoch, s.starts[:0]
		left = 0
		var waits *atGrid
		for _, b := range blocks {
			m.nextEpoch(fn)
			m.tick(fn)
			s.blockFirst, s.barrier = s.epoch, s.epoch
			clear(s.warpBarrier)
			s.allOrdered()
			s.starts = append(s.starts, s.epoch)
			m.dynamic = b.dynamic
			b.run <- true
			switch r := (<-b.stopped).(type) {
			case nil:
				m.endParts()
				m.countBlock(fn, lanes)
				now.done.Add(1)
			case atGrid:
				left++
				waits = &r
			default:
				panic(r)
			}
		}
		if left > 0 && left < total {
			m.fail(waits.op, "sim-barrier", "barrier divergence: %d of %d blocks of the grid arrive here, the others have ended", left, total)
			stop()
		}
	}
}

// newGridBlock makes a block that is to start.
func (m *Machine) newGridBlock(fn *ir.Operation, c *code, l Launch, args []operand, lanes int, id [3]int) *gridBlock {
	f := newFrame(c, lanes)
	b := &gridBlock{f: f, run: make(chan bool), stopped: make(chan any)}
	f.ids, f.block, f.grid = newLaneIDs(l, lanes), id, b
	for _, set := range c.setup {
		set(f)
	}
	body := fn.Body(0)
	for i, a := range args {
		slot := c.slots[body.Arg(i)]
		if f.bufs[slot] = a.buf; a.buf == nil {
			fillAll(f.vals[slot], a.bits)
		}
	}
	m.unspecified(m.attributions(f, c, fn, lanes, l.Dynamic))
	b.dynamic = m.dynamic
	if m.rand != nil {
		m.rand.Shuffle(lanes, func(a, b int) { f.ids.all[a], f.ids.all[b] = f.ids.all[b], f.ids.all[a] })
	}
	entry := c.blocks[body]
	go func() {
		if !<-b.run {
			return
		}
		ended := false
		defer func() {
			if r := recover(); r != nil || ended {
				b.stopped <- r
			}
		}()
		runAll(entry, f, f.ids.all)
		f.noneLeft()
		ended = true
	}()
	return b
}

// syncGrid waits for the other blocks.
func (f *frame) syncGrid(op *ir.Operation, act []int32) {
	if len(act) == 0 {
		return
	}
	if len(act) != f.lanes {
		f.diverged(op, act, f.lanes, "block")
	}
	f.m.stats.Barriers++
	f.passed(op, act, OfGrid)
	f.grid.stopped <- atGrid{op}
	if !<-f.grid.run {
		runtime.Goexit() // the launch is over
	}
}

// isCooperative says whether a kernel runs with all blocks at once.
func isCooperative(fn *ir.Operation) bool { return contract.IsCooperative(fn) }
