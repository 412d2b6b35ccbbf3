package sim

import (
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/llvm"
	"descend/dialects/nvgpu"
	"descend/dialects/nvvm"
	"descend/dialects/vector"
	"descend/ir"
)

// laneIDs are the ids of the lanes of a block.
type laneIDs struct {
	thread   [3][]uint64
	gridDim  [3]int
	blockDim [3]int
	all      []int32 // all lanes, in the order of the schedule
}

// warpOf is the warp of a thread of a block; warpsOf the number of warps of some threads, the last maybe not whole.
func warpOf(thread int32) int { return int(thread / gpu.WarpSize) }
func warpsOf(threads int) int { return (threads + gpu.WarpSize - 1) / gpu.WarpSize }

// warpLanes is the number of threads of a warp.
func (f *frame) warpLanes(w int) int { return min(gpu.WarpSize, f.lanes-w*gpu.WarpSize) }

// gpu compiles operations that only kernels have. What does not change during a launch is set up with the
// frame.
func (c *code) gpu(op *ir.Operation) (exec, bool) {
	atStart := func(set func(f *frame, r int)) (exec, bool) {
		r := c.slot(op.Result(0))
		c.setup = append(c.setup, func(f *frame) { set(f, r) })
		return nil, true
	}
	switch o := op.Typed().(type) {
	case gpu.ThreadIDOp:
		d := o.Dim()
		return atStart(func(f *frame, r int) { copy(f.vals[r], f.ids.thread[d]) })
	case gpu.BlockDimOp:
		d := o.Dim()
		c.same[op.Result(0)] = true
		return atStart(func(f *frame, r int) { fillAll(f.vals[r], uint64(f.ids.blockDim[d])) })
	case gpu.GridDimOp:
		d := o.Dim()
		c.same[op.Result(0)] = true
		return atStart(func(f *frame, r int) { fillAll(f.vals[r], uint64(f.ids.gridDim[d])) })
	case gpu.LaneIDOp:
		return atStart(func(f *frame, r int) {
			for l := range f.vals[r] {
				f.vals[r][l] = uint64(l % gpu.WarpSize)
			}
		})
	case gpu.BlockIDOp:
		d := o.Dim()
		c.same[op.Result(0)] = true
		r := c.slot(op.Result(0))
		return func(f *frame, act []int32) { f.fill(r, act, uint64(f.block[d])) }, true
	case gpu.BarrierOp:
		return func(f *frame, act []int32) { f.barrier(op, act) }, true
	case nvvm.BarrierOp:
		return c.partBarrier(o), true
	case nvvm.ArriveOp:
		return c.arrival(o), true
	case funcd.CallOp:
		if contract.IsSyncGrid(op) {
			return func(f *frame, act []int32) { f.syncGrid(op, act) }, true
		}
		if callee := contract.DeviceFunction(op); callee != nil {
			return c.inline(op, callee), true
		}
	case nvvm.WarpSyncOp:
		mask := c.slot(op.Operand(0))
		return func(f *frame, act []int32) { f.warpBarrier(op, act, mask) }, true
	case gpu.ShuffleOp:
		return c.shuffle(o), true
	case nvvm.BallotOp:
		return c.ballot(op), true
	case llvm.CallIntrinsicOp:
		if v, ok := nvvm.BlockVoteOf(op); ok {
			return c.vote(op, v), true
		}
	case gpu.DynamicSharedMemoryOp:
		r := c.slot(op.Result(0))
		return func(f *frame, act []int32) { f.bufs[r] = f.m.dynamic }, true
	case gpu.PrintfOp:
		return c.printf(op), true
	case nvgpu.LdMatrixOp:
		return c.ldMatrix(o), true
	case vector.ExtractOp:
		return c.extract(o), true
	case nvgpu.DeviceAsyncCopyOp:
		return c.copyAsync(o), true
	case nvgpu.DeviceAsyncCreateGroupOp:
		return c.createGroup(op), true
	case nvgpu.DeviceAsyncWaitOp:
		return c.waitGroups(o), true
	}
	return nil, false
}

// inline runs a function of the module of kernels, of one block, in the registers of the kernel.
func (c *code) inline(op, callee *ir.Operation) exec {
	body := callee.Body(0)
	list, compiled := c.blocks[body]
	if !compiled {
		for o := range body.Ops() {
			if x := c.op(o); x != nil && !o.Has(ir.Terminator) {
				list = append(list, x)
			}
		}
		c.blocks[body] = list
	}
	give, take := c.copyRegs(op.Operands(), body.Args()), c.copyRegs(body.Back().Operands(), op.Results())
	return func(f *frame, act []int32) {
		call(give, f, act)
		runAll(list, f, act)
		call(take, f, act)
	}
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
	s.allOrdered()
	f.m.stats.Barriers++
	f.passed(op, act, OfBlock)
}

// vote is a barrier that combines what the threads of the block have.
func (c *code) vote(op *ir.Operation, vote nvvm.BlockVote) exec {
	v, res := c.slot(op.Operand(0)), c.slot(op.Result(0))
	return func(f *frame, act []int32) {
		f.barrier(op, act)
		n := 0
		for _, l := range act {
			if f.vals[v][l] != 0 {
				n++
			}
		}
		switch vote {
		case nvvm.VoteOr:
			n = int(b2u(n > 0))
		case nvvm.VoteAnd:
			n = int(b2u(n == len(act)))
		}
		f.fill(res, act, uint64(n))
	}
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
		if !in[l] && (who == "block" || warpOf(l) == warpOf(act[0])) {
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
	n := make([]int, warpsOf(f.lanes))
	for _, l := range act {
		n[warpOf(l)]++
	}
	for w, k := range n {
		if want := f.warpLanes(w); k != 0 && k != want {
			var lanes []int32
			for _, l := range act {
				if warpOf(l) == w {
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
		if m := maskOf(f.warpLanes(warpOf(l))); f.vals[slot][l]&m != m {
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
		f.m.launch.warpBarrier[warpOf(l)] = f.m.launch.epoch
		f.m.launch.warpOrdered(warpOf(l))
	}
	f.passed(op, act, OfWarp)
}

// shuffle exchanges values. Lane numbers count modulo the size of a warp, as in PTX; a lane without a source keeps its own
// value.
func (c *code) shuffle(o gpu.ShuffleOp) exec {
	op := o.Operation
	val, off, width, res, valid := c.slot(o.Value()), c.slot(o.Offset()), c.slot(o.Width()), c.slot(op.Result(0)), c.slot(op.Result(1))
	source := func(lane, n int32) int32 { return lane ^ n }
	switch o.Mode() {
	case gpu.ShuffleUp:
		source = func(lane, n int32) int32 { return lane - n }
	case gpu.ShuffleDown:
		source = func(lane, n int32) int32 { return lane + n }
	case gpu.ShuffleIdx:
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
			if f.vals[width][l] != gpu.WarpSize {
				f.m.unsupported(op, "shuffles in groups of %d lanes", f.vals[width][l])
			}
			lane := l % gpu.WarpSize
			first := l - lane
			from := source(lane, int32(f.vals[off][l]%gpu.WarpSize))
			exists := from >= 0 && from < gpu.WarpSize && int(first+from) < f.lanes
			ok[l] = b2u(exists)
			if !exists {
				from = lane
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
		votes := make([]uint64, warpsOf(f.lanes))
		p, z := f.vals[pred], f.vals[res]
		for _, l := range act {
			votes[warpOf(l)] |= (p[l] & 1) << (l % gpu.WarpSize)
		}
		for _, l := range act {
			z[l] = votes[warpOf(l)]
		}
	}
}
