package sim

import (
	"runtime"
	"slices"

	"descend/dialects/gpu"
	"descend/dialects/nvvm"
	"descend/ir"
	"descend/ir/room"
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
	return handsOver(fn)
}

// startParts prepares for a kernel.
func (l *launchState) startParts(fn *ir.Operation, lanes int) {
	l.clocks, l.named, l.barriers = nil, map[uint64][]int{}, map[uint64]*namedBarrier{}
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

// findIn is an access of a list that is unordered with one by thread, or 0.
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

// historyCost is about what a history takes, in bytes.
const historyCost = 200

// chargeHistories counts the histories that are new against the limit, some thousand at once.
func (f *frame) chargeHistories(op *ir.Operation, a *alloc) {
	n := int64(len(a.histories)) - a.charged
	if n < 1<<12 {
		return
	}
	a.charged += n
	f.m.reserveShadow(op, a, n*historyCost)
	if err := room.Ask(n * historyCost); err != nil {
		f.m.noRoom(op, err.Error())
	}
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

// namedBarrier is a barrier of some threads of the block: who has come in the phase that is open, and what they knew.
type namedBarrier struct {
	come   map[int32]bool
	phase  int
	clock  []uint32
	passed []uint32 // the clock of the last phase
	// waited has, of each warp that has waited here, the epoch from which on it has come back. Who arrives again must know of it: else only
	// the order that is simulated keeps it from arriving twice in a phase.
	waited map[int]uint32
	op     *ir.Operation
}

// partBarrier is a barrier of as many threads as it says, for those that wait.
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
		b, n := f.comeTo(op, act, f.vals[id][act[0]], f.vals[threads][act[0]], 1)
		if len(b.come) > 0 {
			phase, come := b.phase, len(b.come)
			if f.strands == nil {
				f.diverged(op, act, int(n), "part")
			}
			f.strands.wait(f, op, func() bool { return b.phase > phase }, func() {
				d := f.m.fail(op, "sim-barrier", "barrier divergence: %d of %d threads have come to this barrier, and the others do not", come, n)
				f.where(d, act[0])
				stop()
			})
		}
		for _, l := range act {
			if l%gpu.WarpSize == 0 {
				b.waited[warpOf(l)] = f.m.launch.epoch
				for u, e := range b.passed {
					mine := f.m.launch.clocks[warpOf(l)]
					mine[u] = max(mine[u], e)
				}
			}
		}
		f.m.stats.Barriers++
		f.passed(op, act, OfPart)
	}
}

// arrival comes to such a barrier, and goes on.
func (c *code) arrival(o nvvm.ArriveOp) exec {
	op := o.Operation
	if o.ID() == nil {
		return func(f *frame, act []int32) { f.m.unsupported(op, "barriers without a number") }
	}
	id, threads := c.slot(o.ID()), c.slot(o.Threads())
	return func(f *frame, act []int32) {
		if len(act) > 0 {
			f.comeTo(op, act, f.vals[id][act[0]], f.vals[threads][act[0]], 0)
		}
	}
}

// comeTo notes that threads come to the barrier with a number, of n threads: they are whole warps, and those that come to arrive, or to wait,
// are the same each time. If all have come, the next phase begins.
func (f *frame) comeTo(op *ir.Operation, act []int32, id, n, role uint64) (*namedBarrier, uint64) {
	f.wholeWarps(op, act)
	s := &f.m.launch
	var warps []int
	for _, l := range act {
		if w := warpOf(l); !slices.Contains(warps, w) {
			warps = append(warps, w)
		}
	}
	slices.Sort(warps)
	key := id<<1 | role
	if was, ok := s.named[key]; ok && !slices.Equal(was, warps) {
		f.m.fail(op, "sim-barrier", "barrier divergence: threads of warps %v come to barrier %d, which is of warps %v", warps, id, was)
		stop()
	}
	s.named[key] = warps
	b := s.barriers[id]
	if b == nil {
		b = &namedBarrier{come: map[int32]bool{}, clock: make([]uint32, len(s.clocks)), passed: make([]uint32, len(s.clocks)), waited: map[int]uint32{}}
		s.barriers[id] = b
	}
	b.op = op
	for _, l := range act {
		if b.come[l] {
			d := f.m.fail(op, "sim-barrier", "barrier divergence: a thread comes twice to barrier %d, to which others have not come yet", id)
			f.where(d, l)
			stop()
		}
		b.come[l] = true
	}
	for w, e := range b.waited {
		if role == 0 && slices.ContainsFunc(warps, func(u int) bool { return s.clocks[u][w] <= e }) {
			d := f.m.fail(op, "sim-barrier", "barrier divergence: a thread comes to barrier %d again, and does not know whether warp %d has waited there", id, w)
			f.where(d, act[0])
			stop()
		}
	}
	f.m.nextEpoch(op)
	for _, w := range warps {
		for u, e := range s.clocks[w] {
			b.clock[u] = max(b.clock[u], e)
		}
		b.clock[w] = s.epoch
	}
	switch come := uint64(len(b.come)); {
	case come == n:
		copy(b.passed, b.clock)
		clear(b.come)
		b.phase++
	case come > n:
		f.diverged(op, act, int(n), "part")
	}
	return b, n
}

// endParts wants all barriers to be closed at the end of a block.
func (m *Machine) endParts() {
	s := &m.launch
	for id := range uint64(gpu.NamedBarriers + 1) {
		if b := s.barriers[id]; b != nil && len(b.come) > 0 {
			m.fail(b.op, "sim-barrier", "barrier divergence: the block ends, and %d threads that have come to barrier %d were not waited for", len(b.come), id)
			stop()
		}
	}
	clear(s.named)
	clear(s.barriers)
}

// strands are the two parts of a block that wait for each other: one runs at a time, until it waits or ends.
type strands struct {
	resume chan bool // the second one goes on; closed: the launch is over
	back   chan any  // it waits (waiting), ended (nil), or what it panicked with
	second bool      // which runs
	ended  [2]bool
	stuck  func() // reports that the second one waits
}

type waiting struct{}

// run runs both.
func (s *strands) run(first, second func()) {
	go func() {
		over := true
		defer func() {
			if r := recover(); r != nil || !over {
				s.back <- r
			}
		}()
		if !<-s.resume {
			return
		}
		second()
		over = false
	}()
	defer close(s.resume)
	first()
	s.ended[0] = true
	if s.other(); !s.ended[1] {
		s.stuck()
	}
}

// other lets the second one run until it waits or ends.
func (s *strands) other() {
	if s.ended[1] {
		return
	}
	s.second = true
	s.resume <- true
	r := <-s.back
	s.second = false
	switch r.(type) {
	case nil:
		s.ended[1] = true
	case waiting:
	default:
		panic(r)
	}
}

// wait waits for what the other one does; if that does not come, stuck reports it.
func (s *strands) wait(f *frame, op *ir.Operation, done func() bool, stuck func()) {
	f.m.tick(op)
	if !s.second {
		if s.other(); !done() {
			stuck()
		}
		return
	}
	for !done() {
		s.stuck = stuck
		s.back <- waiting{}
		if !<-s.resume {
			runtime.Goexit()
		}
	}
}

// handsOver says whether the parts that a conditional makes arrive at barriers between them.
func handsOver(op *ir.Operation) bool {
	for range ir.AllOf[nvvm.ArriveOp](op) {
		return true
	}
	return false
}

// inTurns runs the two branches of a conditional that threads of the block take differently, and which wait for each other.
func (f *frame) inTurns(op *ir.Operation, first, second func()) {
	if f.strands != nil {
		f.m.unsupported(op, "parts within parts that wait for each other")
	}
	f.strands = &strands{resume: make(chan bool), back: make(chan any, 1)}
	defer func() { f.strands = nil }()
	f.strands.run(first, second)
}
