package sim

import (
	"strings"

	"descend/ir"
)

// laneIDs are the ids of the lanes of a block.
type laneIDs struct {
	thread   [3][]uint64
	gridDim  [3]int
	blockDim [3]int
	all      []int32 // all lanes, in the order of the schedule
}

// keyword is x of an attribute #gpu<dim x>.
func keyword(a ir.Attribute) string {
	if a == nil {
		return ""
	}
	s := strings.TrimSuffix(a.String(), ">")
	return s[strings.LastIndexByte(s, ' ')+1:]
}

// dimension is the axis of gpu.thread_id and its like.
func dimension(op *ir.Operation) int {
	return map[string]int{"y": 1, "z": 2}[keyword(op.Attr("dimension"))]
}

// gpu compiles operations that only kernels have. What does not change during a launch is set up with the
// frame.
func (c *code) gpu(op *ir.Operation) (exec, bool) {
	atStart := func(set func(f *frame, r int)) (exec, bool) {
		r := c.slot(op.Result(0))
		c.setup = append(c.setup, func(f *frame) { set(f, r) })
		return nil, true
	}
	d := dimension(op)
	switch op.Name() {
	case "gpu.thread_id":
		return atStart(func(f *frame, r int) { copy(f.vals[r], f.ids.thread[d]) })
	case "gpu.block_dim":
		c.same[op.Result(0)] = true
		return atStart(func(f *frame, r int) { fillAll(f.vals[r], uint64(f.ids.blockDim[d])) })
	case "gpu.grid_dim":
		c.same[op.Result(0)] = true
		return atStart(func(f *frame, r int) { fillAll(f.vals[r], uint64(f.ids.gridDim[d])) })
	case "gpu.lane_id":
		return atStart(func(f *frame, r int) {
			for l := range f.vals[r] {
				f.vals[r][l] = uint64(l % 32)
			}
		})
	case "gpu.block_id":
		c.same[op.Result(0)] = true
		r := c.slot(op.Result(0))
		return func(f *frame, act []int32) { f.fill(r, act, uint64(f.block[d])) }, true
	case "gpu.barrier":
		return func(f *frame, act []int32) { f.barrier(op, act) }, true
	case "nvvm.bar.warp.sync":
		mask := c.slot(op.Operand(0))
		return func(f *frame, act []int32) { f.warpBarrier(op, act, mask) }, true
	case "gpu.shuffle":
		return c.shuffle(op), true
	case "nvvm.vote.ballot.sync":
		return c.ballot(op), true
	case "gpu.dynamic_shared_memory":
		r := c.slot(op.Result(0))
		return func(f *frame, act []int32) { f.bufs[r] = f.m.dynamic }, true
	case "gpu.printf":
		return c.printf(op), true
	}
	return nil, false
}

// barrier: all threads of the block must arrive.
func (f *frame) barrier(op *ir.Operation, act []int32) {
	if len(act) == 0 {
		return
	}
	if len(act) != f.lanes {
		f.diverged(op, act, f.lanes, "block")
	}
	s := &f.m.launch
	f.m.nextEpoch(op)
	s.barrier = s.epoch
	f.m.stats.Barriers++
}

// diverged reports that only some threads arrive at a barrier.
func (f *frame) diverged(op *ir.Operation, act []int32, want int, who string) {
	in := make([]bool, f.lanes)
	for _, l := range act {
		in[l] = true
	}
	d := f.m.fail(op, "sim-barrier", "barrier divergence: %d of %d threads of the %s arrive here", len(act), want, who)
	s := &f.m.launch
	for l := range int32(f.lanes) {
		if !in[l] && (who == "block" || l/32 == act[0]/32) {
			d.WithLabel("thread %s arrives, thread %s does not", s.threadName(act[0]), s.threadName(l))
			break
		}
	}
	f.where(d, act[0])
	stop()
}

// wholeWarps groups active lanes by warp and checks that each warp is complete.
func (f *frame) wholeWarps(op *ir.Operation, act []int32) {
	if len(act) == f.lanes {
		return
	}
	var n [32]int
	for _, l := range act {
		n[l/32]++
	}
	for w, k := range n {
		if want := min(32, f.lanes-32*w); k != 0 && k != want {
			var lanes []int32
			for _, l := range act {
				if int(l/32) == w {
					lanes = append(lanes, l)
				}
			}
			f.diverged(op, lanes, want, "warp")
		}
	}
}

// wholeMask checks that an operation of a warp names all its lanes.
func (f *frame) wholeMask(op *ir.Operation, slot int, act []int32) {
	for _, l := range act {
		n := min(32, f.lanes-int(l)/32*32)
		if m := maskOf(n); f.vals[slot][l]&m != m {
			f.m.unsupported(op, "operations of a part of a warp")
		}
	}
}

func (f *frame) warpBarrier(op *ir.Operation, act []int32, mask int) {
	if len(act) == 0 {
		return
	}
	f.wholeMask(op, mask, act)
	f.wholeWarps(op, act)
	f.m.nextEpoch(op)
	for _, l := range act {
		f.m.launch.warpBarrier[l/32] = f.m.launch.epoch
	}
}

// shuffle: operands value, offset, width; results value and whether the source lane exists. Lane numbers
// count modulo 32, as in PTX; a lane without a source keeps its own value.
func (c *code) shuffle(op *ir.Operation) exec {
	val, off, width, res, valid := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Operand(2)), c.slot(op.Result(0)), c.slot(op.Result(1))
	source := func(lane, n int32) int32 { return lane ^ n }
	switch keyword(op.Attr("mode")) {
	case "up":
		source = func(lane, n int32) int32 { return lane - n }
	case "down":
		source = func(lane, n int32) int32 { return lane + n }
	case "idx":
		source = func(_, n int32) int32 { return n }
	}
	tmp := c.temp()
	return func(f *frame, act []int32) {
		if len(act) == 0 {
			return
		}
		f.wholeWarps(op, act)
		copyLanes(f.vals[tmp], f.vals[val], act)
		v, z, ok := f.vals[tmp], f.vals[res], f.vals[valid]
		for _, l := range act {
			if f.vals[width][l] != 32 {
				f.m.unsupported(op, "shuffles in groups of %d lanes", f.vals[width][l])
			}
			first := l &^ 31
			from := source(l&31, int32(f.vals[off][l]&31))
			exists := from >= 0 && from < 32 && int(first+from) < f.lanes
			ok[l] = b2u(exists)
			if !exists {
				from = l & 31
			}
			z[l] = v[first+from]
		}
	}
}

// ballot: operands mask and predicate.
func (c *code) ballot(op *ir.Operation) exec {
	mask, pred, res := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Result(0))
	return func(f *frame, act []int32) {
		f.wholeMask(op, mask, act)
		f.wholeWarps(op, act)
		var votes [32]uint64
		p, z := f.vals[pred], f.vals[res]
		for _, l := range act {
			votes[l/32] |= (p[l] & 1) << (l % 32)
		}
		for _, l := range act {
			z[l] = votes[l/32]
		}
	}
}
