package sim

import (
	"descend/ir"
)

// laneIDs are the ids of the lanes of a block.
type laneIDs struct {
	thread   [3][]uint64
	gridDim  [3]int
	blockDim [3]int
	all      []int32 // all lanes, in the order of the schedule
}

// dimension reads the dimension attribute of gpu.thread_id and its like.
func dimension(op *ir.Operation) int {
	if a := op.Attr("dimension"); a != nil {
		switch s := a.String(); {
		case len(s) >= 2 && s[len(s)-2] == 'y':
			return 1
		case len(s) >= 2 && s[len(s)-2] == 'z':
			return 2
		}
	}
	return 0
}

// gpu compiles operations that only kernels have.
func (c *code) gpu(op *ir.Operation) exec {
	switch op.Name() {
	case "gpu.thread_id":
		r, d := c.slot(op.Result(0)), dimension(op)
		return func(f *frame, act []int32) { copy64(f.vals[r], f.ids.thread[d], act) }
	case "gpu.block_id":
		r, d := c.slot(op.Result(0)), dimension(op)
		return func(f *frame, act []int32) { f.fill(r, act, uint64(f.block[d])) }
	case "gpu.block_dim":
		r, d := c.slot(op.Result(0)), dimension(op)
		return func(f *frame, act []int32) { f.fill(r, act, uint64(f.ids.blockDim[d])) }
	case "gpu.grid_dim":
		r, d := c.slot(op.Result(0)), dimension(op)
		return func(f *frame, act []int32) { f.fill(r, act, uint64(f.ids.gridDim[d])) }
	case "gpu.lane_id":
		r := c.slot(op.Result(0))
		return func(f *frame, act []int32) {
			for _, l := range act {
				f.vals[r][l] = uint64(l % 32)
			}
		}
	case "gpu.barrier":
		return func(f *frame, act []int32) { f.barrier(op, act) }
	case "nvvm.bar.warp.sync":
		return func(f *frame, act []int32) { f.warpBarrier(op, act) }
	case "gpu.shuffle":
		return c.shuffle(op)
	case "nvvm.vote.ballot.sync":
		return c.ballot(op)
	case "gpu.dynamic_shared_memory":
		r := c.slot(op.Result(0))
		return func(f *frame, act []int32) { f.bufs[r] = f.m.dynamic }
	case "gpu.printf":
		return c.printf(op)
	}
	return nil
}

// barrier: all threads of the block must arrive.
func (f *frame) barrier(op *ir.Operation, act []int32) {
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
	in := map[int32]bool{}
	for _, l := range act {
		in[l] = true
	}
	d := f.m.fail(op, "sim-barrier", "barrier divergence: %d of %d threads of the %s arrive here", len(act), want, who)
	for l := range int32(f.lanes) {
		if !in[l] && (who == "block" || l/32 == act[0]/32) {
			s := &f.m.launch
			d.WithLabel("thread %s arrives, thread %s does not", coord(s.threadID(int(act[0])), s.blockDim), coord(s.threadID(int(l)), s.blockDim))
			break
		}
	}
	f.where(d, int(act[0]))
	stop()
}

// warps groups active lanes by warp and checks that each warp is complete.
func (f *frame) wholeWarps(op *ir.Operation, act []int32) {
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

func (f *frame) warpBarrier(op *ir.Operation, act []int32) {
	f.wholeWarps(op, act)
	f.m.nextEpoch(op)
	for _, l := range act {
		f.m.launch.warpBarrier[l/32] = f.m.launch.epoch
	}
}

// shuffle: operands value, offset, width (32); results value and whether the source lane exists.
func (c *code) shuffle(op *ir.Operation) exec {
	val, off, res := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Result(0))
	valid := c.slot(op.Result(1))
	mode := 0 // xor up down idx, in the order of #gpu<shuffle_mode ..>
	if a := op.Attr("mode"); a != nil {
		switch a.String() {
		case "#gpu<shuffle_mode up>":
			mode = 1
		case "#gpu<shuffle_mode down>":
			mode = 2
		case "#gpu<shuffle_mode idx>":
			mode = 3
		}
	}
	return func(f *frame, act []int32) {
		f.wholeWarps(op, act)
		v := make([]uint64, f.lanes)
		copy64(v, f.vals[val], act)
		for _, l := range act {
			lane, n := int64(l%32), int64(f.vals[off][l]&0xffffffff)
			var from int64
			switch mode {
			case 0:
				from = lane ^ n
			case 1:
				from = lane - n
			case 2:
				from = lane + n
			case 3:
				from = n
			}
			ok := from >= 0 && from < 32 && int(l)-int(lane)+int(from) < f.lanes
			if !ok {
				from = lane
			}
			f.vals[res][l] = v[int64(l)-lane+from]
			f.vals[valid][l] = b2u(ok)
		}
	}
}

// ballot: operands mask and predicate.
func (c *code) ballot(op *ir.Operation) exec {
	pred, res := c.slot(op.Operand(1)), c.slot(op.Result(0))
	return func(f *frame, act []int32) {
		f.wholeWarps(op, act)
		var votes [32]uint64
		for _, l := range act {
			if f.vals[pred][l] != 0 {
				votes[l/32] |= 1 << (l % 32)
			}
		}
		for _, l := range act {
			f.vals[res][l] = votes[l/32]
		}
	}
}

// nextEpoch starts a new stretch between barriers.
func (m *Machine) nextEpoch(op *ir.Operation) {
	if m.launch.epoch == ^uint32(0) {
		m.fail(op, "sim-limit", "the run has more barriers than the race check can count")
		stop()
	}
	m.launch.epoch++
}

// Launch describes a kernel launch.
type Launch struct {
	Grid, Block [3]int
	// Dynamic is the number of bytes of dynamic shared memory.
	Dynamic int64
}

// LaunchKernel runs a kernel directly with the given arguments.
func (m *Machine) LaunchKernel(name string, l Launch, args []Arg) error {
	var kernel *ir.Operation
	for k := range m.module.All("gpu.func") {
		if ir.SymbolName(k) == name {
			kernel = k
			break
		}
	}
	if kernel == nil {
		return failedf("no kernel %s", name)
	}
	return protect(func() {
		vals := make([]operand, len(args))
		for i, a := range args {
			if i < kernel.Body(0).NumArgs() {
				a.Device = true
				vals[i] = m.bindArg(kernel, kernel.Body(0).Arg(i), a)
			}
		}
		m.runKernel(kernel, kernel, l, vals)
	})
}

// numWorkgroup is the number of workgroup attributions of a kernel.
func numWorkgroup(fn *ir.Operation) int {
	n, _ := fn.IntAttr("workgroup_attributions")
	return int(n)
}

// numParams is the number of parameters of a kernel, without attributions.
func numParams(fn *ir.Operation) int {
	if a, ok := fn.Attr("function_type").(*ir.TypeAttr); ok {
		if t, ok := a.Type.(*ir.FunctionType); ok {
			return len(t.Inputs)
		}
	}
	return fn.Body(0).NumArgs() - numWorkgroup(fn)
}

// runKernel runs all blocks of a launch; at is the operation to blame for wrong launches.
func (m *Machine) runKernel(at, fn *ir.Operation, l Launch, args []operand) {
	lanes := 1
	total := int64(1)
	for d := range 3 {
		if l.Grid[d] < 1 || l.Block[d] < 1 || l.Block[d] > 1024 || l.Grid[d] > 1<<31-1 {
			m.fail(at, "sim-launch", "launch of %s with grid (%d,%d,%d) and block (%d,%d,%d)", ir.SymbolName(fn),
				l.Grid[0], l.Grid[1], l.Grid[2], l.Block[0], l.Block[1], l.Block[2])
			stop()
		}
		lanes *= l.Block[d]
		total *= int64(l.Grid[d])
	}
	if lanes > 1024 {
		m.fail(at, "sim-launch", "launch of %s with %d threads a block; at most 1024 are possible", ir.SymbolName(fn), lanes)
		stop()
	}
	if req, ok := fn.Attr("nvvm.reqntid").(*ir.DenseArrayAttr); ok {
		for d, n := range req.Values {
			if d < 3 && int(n) != l.Block[d] {
				m.fail(at, "sim-launch", "launch of %s with another block size than it is compiled for", ir.SymbolName(fn))
				stop()
			}
		}
	}
	np := numParams(fn)
	if len(args) != np {
		m.fail(at, "sim-launch", "launch of %s with %d arguments; it takes %d", ir.SymbolName(fn), len(args), np)
		stop()
	}
	c := m.compile(fn)
	f := newFrame(c, lanes)
	f.ids = &laneIDs{gridDim: l.Grid, blockDim: l.Block}
	for d := range 3 {
		f.ids.thread[d] = make([]uint64, lanes)
	}
	s := &m.launch
	s.blockDim = l.Block
	for i := range lanes {
		id := s.threadID(i)
		for d := range 3 {
			f.ids.thread[d][i] = uint64(id[d])
		}
		f.ids.all = append(f.ids.all, int32(i))
	}
	m.nextEpoch(at)
	s.kernelFirst, s.blockStarts = s.epoch, s.blockStarts[:0]
	body := fn.Body(0)
	for i, a := range args {
		slot := c.slots[body.Arg(i)]
		f.bufs[slot] = a.buf
		if a.buf == nil {
			f.fill(slot, f.ids.all, a.bits)
		} else if a.buf.shadow == nil && a.buf.space == globalSpace {
			a.buf.shadow = make([]cell, (len(a.buf.data)+a.buf.grain-1)/a.buf.grain)
		}
	}
	var shared []*buffer
	for i := np; i < body.NumArgs(); i++ {
		t := body.Arg(i).Type().(*ir.MemRefType)
		sp := privateSpace
		n := 1
		if i < np+numWorkgroup(fn) {
			sp = sharedSpace
		} else {
			n = lanes
		}
		size := elemSize(t.Elem)
		count := staticCount(t)
		m.reserve(fn, count*int64(size)*int64(n))
		b := &buffer{alloc: newAlloc(sp, make([]byte, count*int64(size)*int64(n)), size, n), elem: t.Elem, size: size, count: count}
		if sp == sharedSpace {
			b.shadow = make([]cell, count)
			shared = append(shared, b)
		} else {
			b.written = make([]bool, count*int64(n))
		}
		f.bufs[c.slots[body.Arg(i)]] = b
	}
	m.dynamic = nil
	if l.Dynamic > 0 {
		m.reserve(fn, l.Dynamic)
		m.dynamic = &buffer{alloc: newAlloc(sharedSpace, make([]byte, l.Dynamic), 1, 1), elem: m.module.Context().Int(8), size: 1, count: l.Dynamic}
		m.dynamic.shadow = make([]cell, l.Dynamic)
		shared = append(shared, m.dynamic)
	}
	m.stats.Launches++
	m.runBlocks(f, c, fn, l, total, shared)
}

// runBlocks runs the blocks in natural order, or shuffled by the schedule seed.
func (m *Machine) runBlocks(f *frame, c *code, fn *ir.Operation, l Launch, total int64, shared []*buffer) {
	s := &m.launch
	var order []int
	if m.rand != nil && total < 1<<24 {
		order = m.rand.Perm(int(total))
	}
	s.warpBarrier = make([]uint32, (f.lanes+31)/32)
	for i := range total {
		n := i
		if order != nil {
			n = int64(order[i])
		}
		gx, gy := int64(l.Grid[0]), int64(l.Grid[1])
		f.block = [3]int{int(n % gx), int(n / gx % gy), int(n / (gx * gy))}
		m.nextEpoch(fn)
		s.blockFirst, s.barrier = s.epoch, s.epoch
		clear(s.warpBarrier)
		s.blockStarts = append(s.blockStarts, blockStart{s.epoch, f.block})
		for _, b := range shared { // contents are unspecified: a pattern shows who relies on them
			for j := range b.data {
				b.data[j] = 0xA5
			}
		}
		if m.rand != nil {
			m.rand.Shuffle(len(f.ids.all), func(a, b int) { f.ids.all[a], f.ids.all[b] = f.ids.all[b], f.ids.all[a] })
		}
		runAll(c.blocks[fn.Body(0)], f, f.ids.all)
		m.stats.Blocks++
		m.stats.Threads += int64(f.lanes)
		if m.opts.Progress != nil && i&255 == 255 {
			m.opts.Progress(ir.SymbolName(fn), i+1, total)
		}
	}
}
