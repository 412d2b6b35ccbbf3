package sim

import (
	"fmt"
	"math/bits"
	"slices"

	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/nat"
	"descend/ir"
)

// Launch describes a kernel launch.
type Launch struct {
	Grid, Block [3]int
	// Dynamic is the number of bytes of dynamic shared memory.
	Dynamic int64
}

// Kernel is the kernel with a name, nil if there is none.
func (m *Machine) Kernel(name string) *ir.Operation {
	for k := range ir.AllOf[gpu.FuncOp](m.module) {
		if ir.SymbolName(k.Operation) == name {
			return k.Operation
		}
	}
	return nil
}

// LaunchKernel runs a kernel directly with the given arguments; buffers lie in GPU memory.
func (m *Machine) LaunchKernel(name string, l Launch, args []Arg) error {
	kernel := m.Kernel(name)
	if kernel == nil {
		return fmt.Errorf("no kernel %s", name)
	}
	if n := numParams(kernel); len(args) != n {
		return fmt.Errorf("kernel %s takes %d arguments, not %d", name, n, len(args))
	}
	return m.protect(func() {
		vals := make([]operand, len(args))
		for i, a := range args {
			a.Device = true
			vals[i] = m.bindArg(kernel, kernel.Body(0).Arg(i), a)
		}
		if m.opts.Device == nil {
			m.launchKernel(kernel, kernel, l, vals)
			return
		}
		for i := range vals {
			if b := vals[i].buf; b != nil {
				vals[i].buf = m.uploadArg(kernel, b.elem, b.data)
			}
		}
		m.launchKernel(kernel, kernel, l, vals)
		for i, a := range args {
			if b := vals[i].buf; b != nil {
				m.try(kernel, m.on(kernel, b.alloc).ToHost(a.Data, b.start()))
			}
		}
	})
}

// numWorkgroup is the number of workgroup attributions of a kernel.
func numWorkgroup(fn *ir.Operation) int {
	n, _ := fn.IntAttr("workgroup_attributions")
	return int(n)
}

// numParams is the number of parameters of a kernel, without attributions.
func numParams(fn *ir.Operation) int {
	n := fn.Body(0).NumArgs()
	if a, ok := fn.Attr("function_type").(*ir.TypeAttr); ok {
		if t, ok := a.Type.(*ir.FunctionType); ok {
			return min(n, len(t.Inputs))
		}
	}
	return n - numWorkgroup(fn)
}

// launchKernel runs a kernel here or on the device; at is the operation to blame for wrong launches. One with an extent of 0 does
// nothing.
func (m *Machine) launchKernel(at, fn *ir.Operation, l Launch, args []operand) {
	switch {
	case slices.Contains(l.Grid[:], 0) || slices.Contains(l.Block[:], 0):
	case m.launch.loop != nil:
		m.unsupported(at, "launches in parallel loops")
	case m.opts.Device != nil:
		m.launchDevice(at, fn, l, args)
	default:
		m.runKernel(at, fn, l, args)
		m.ordered(at)
	}
}

// checkLaunch refuses what the hardware or the kernel's attributes do not allow; it gives the number of
// threads of a block and of blocks.
func (m *Machine) checkLaunch(at, fn *ir.Operation, l Launch, args []operand) (lanes int, blocks int64) {
	name := ir.SymbolName(fn)
	lanes, blocks = 1, 1
	for d := range 3 {
		if l.Grid[d] < 1 || int64(l.Grid[d]) > m.target.Grid[d] || l.Block[d] < 1 || int64(l.Block[d]) > m.target.Block[d] {
			m.fail(at, m.code("launch"), "launch of %s with grid %v and block %v", name, l.Grid, l.Block)
			stop()
		}
		lanes *= l.Block[d]
		blocks *= int64(l.Grid[d])
	}
	if int64(lanes) > m.target.Threads {
		m.fail(at, m.code("launch"), "launch of %s with %d threads a block; at most %d are possible", name, lanes, m.target.Threads)
		stop()
	}
	if req, ok := fn.Attr("nvvm.reqntid").(*ir.DenseArrayAttr); ok {
		for d, n := range req.Values {
			if d < 3 && int(n) != l.Block[d] {
				m.fail(at, m.code("launch"), "launch of %s with block %v, it is compiled for %v", name, l.Block, req.Values)
				stop()
			}
		}
	}
	if n := numParams(fn); len(args) != n {
		m.fail(at, m.code("launch"), "launch of %s with %d arguments; it takes %d", name, len(args), n)
		stop()
	}
	if l.Dynamic < 0 || l.Dynamic > m.target.Shared {
		m.fail(at, m.code("launch"), "launch of %s with %d bytes of dynamic shared memory; at most %d are possible", name, l.Dynamic, m.target.Shared)
		stop()
	}
	return lanes, blocks
}

// runKernel runs all blocks of a launch; at is the operation to blame for wrong launches.
func (m *Machine) runKernel(at, fn *ir.Operation, l Launch, args []operand) {
	lanes, total := m.checkLaunch(at, fn, l, args)
	m.checkPlaces(at, fn, args)
	m.traceLaunch(fn, l, args)
	c := m.compile(fn)
	s := &m.launch
	s.blockDim, s.gridDim = l.Block, l.Grid
	if isCooperative(fn) {
		m.stats.Launches++
		m.runGrid(at, fn, c, l, m.begin(at, fn, total, 0), args, lanes)
		m.end()
		m.dynamic = nil
		return
	}
	f := newFrame(c, lanes)
	f.ids = newLaneIDs(l, lanes)
	for _, set := range c.setup {
		set(f)
	}
	m.nextEpoch(at)
	s.kernelFirst, s.starts = s.epoch, s.starts[:0]
	body := fn.Body(0)
	for i, a := range args {
		slot := c.slots[body.Arg(i)]
		if f.bufs[slot] = a.buf; a.buf == nil {
			fillAll(f.vals[slot], a.bits)
		}
	}
	shared := m.attributions(f, c, fn, lanes, l.Dynamic)
	m.stats.Launches++
	m.runBlocks(f, c, fn, l, m.begin(at, fn, total, 0), shared)
	m.end()
	f.drop()
	m.dynamic = nil
}

func newLaneIDs(l Launch, lanes int) *laneIDs {
	ids := &laneIDs{gridDim: l.Grid, blockDim: l.Block, all: make([]int32, lanes)}
	for d := range 3 {
		ids.thread[d] = make([]uint64, lanes)
	}
	for i := range lanes {
		ids.all[i] = int32(i)
		ids.thread[0][i] = uint64(i % l.Block[0])
		ids.thread[1][i] = uint64(i / l.Block[0] % l.Block[1])
		ids.thread[2][i] = uint64(i / (l.Block[0] * l.Block[1]))
	}
	return ids
}

// attributions makes the shared and private memory of a kernel, and its dynamic shared memory; the shared
// part is returned.
func (m *Machine) attributions(f *frame, c *code, fn *ir.Operation, lanes int, dynamic int64) []*buffer {
	var shared []*buffer
	body, np := fn.Body(0), numParams(fn)
	var total contract.Layout
	for i := np; i < body.NumArgs(); i++ {
		t, ok := body.Arg(i).Type().(*ir.MemRefType)
		count := int64(-1)
		if ok {
			count = staticCount(t)
		}
		if count < 0 || unsupportedType(t) != "" {
			m.unsupported(fn, "an attribution of type %s", body.Arg(i).Type())
		}
		sp, n := sharedSpace, 1
		if i >= np+numWorkgroup(fn) {
			sp, n = privateSpace, lanes
		}
		if count > 1<<32 {
			m.fail(fn, "sim-memory", "an array of %d elements in %s is too large", count, sp)
			stop()
		}
		b := m.allocate(fn, sp, t.Elem, count, n, hasViews(body.Arg(i)))
		f.owned = append(f.owned, b.alloc)
		f.bufs[c.slots[body.Arg(i)]] = b
		if sp == sharedSpace {
			b.ordinal = len(shared)
			shared = append(shared, b)
			total.Add(nat.Int(b.bytes()))
		}
	}
	total.Add(nat.Int(dynamic))
	if n, _ := total.Bytes().Int64(); n > m.target.Shared {
		m.fail(fn, "sim-launch", "%d bytes of shared memory; at most %d are possible", n, m.target.Shared)
		stop()
	}
	m.dynamic = m.allocate(fn, sharedSpace, m.module.Context().Int(8), dynamic, 1, false)
	m.dynamic.ordinal = len(shared)
	f.owned = append(f.owned, m.dynamic.alloc)
	return append(shared, m.dynamic)
}

// drop gives back the memory that lives as long as the frame.
func (f *frame) drop() {
	for _, a := range f.owned {
		f.m.release(a)
	}
	f.owned = nil
}

// blockOrder is the order in which blocks run: the i-th one is (i*stride + first) mod total, with a stride
// that has no divisor in common with total.
type blockOrder struct {
	stride, first, total uint64
}

// newOrder is the natural order, or one that the schedule's seed chooses.
func (m *Machine) newOrder(total int64) blockOrder {
	o := blockOrder{stride: 1, total: uint64(total)}
	if m.rand == nil || total < 2 {
		return o
	}
	o.first = m.rand.Uint64N(o.total)
	for {
		o.stride = 1 + m.rand.Uint64N(o.total-1)
		if gcd(o.stride, o.total) == 1 {
			return o
		}
	}
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// id is the block that runs as the i-th one.
func (o blockOrder) id(i int64, grid [3]int) [3]int {
	hi, lo := bits.Mul64(uint64(i), o.stride)
	lo, carry := bits.Add64(lo, o.first, 0)
	n := int64(bits.Rem64(hi+carry, lo, o.total))
	gx, gy := int64(grid[0]), int64(grid[1])
	return [3]int{int(n % gx), int(n / gx % gy), int(n / (gx * gy))}
}

// maxBlocks bounds the blocks of a launch: their first epochs are kept for reports.
const maxBlocks = 1 << 31

// runBlocks runs the blocks one after the other.
func (m *Machine) runBlocks(f *frame, c *code, fn *ir.Operation, l Launch, now *Running, shared []*buffer) {
	total := now.Blocks
	if total > maxBlocks {
		m.unsupported(fn, "launches of %d blocks", total)
	}
	s := &m.launch
	s.order = m.newOrder(total)
	s.warpBarrier = make([]uint32, warpsOf(f.lanes))
	s.startParts(fn, f.lanes)
	entry := c.blocks[fn.Body(0)]
	for i := range total {
		f.block = s.order.id(i, l.Grid)
		m.nextEpoch(fn)
		m.tick(fn)
		s.blockFirst, s.sharedFirst, s.barrier = s.epoch, s.epoch, s.epoch
		clear(s.warpBarrier)
		s.allOrdered()
		s.starts = append(s.starts, s.epoch)
		m.unspecified(shared)
		if m.rand != nil {
			m.rand.Shuffle(f.lanes, func(a, b int) { f.ids.all[a], f.ids.all[b] = f.ids.all[b], f.ids.all[a] })
		}
		runAll(entry, f, f.ids.all)
		f.noneLeft()
		m.endParts()
		m.countBlock(fn, f.lanes)
		now.done.Store(i + 1)
	}
}

// countBlock counts a block that has run.
func (m *Machine) countBlock(fn *ir.Operation, lanes int) {
	m.stats.Blocks++
	m.stats.Threads += int64(lanes)
	if c := m.opts.Counters; c != nil {
		if c.blocks == nil {
			c.blocks = map[string]int64{}
		}
		name := ir.SymbolName(fn)
		if c.blocks[name] == 0 {
			c.kernels = append(c.kernels, fn)
		}
		c.blocks[name]++
	}
}

// unspecified fills shared memory: its contents are unspecified, a pattern shows who relies on them.
func (m *Machine) unspecified(shared []*buffer) {
	for _, b := range shared {
		for j := range b.data {
			b.data[j] = 0xA5
		}
		if m.opts.FillShared != nil {
			m.opts.FillShared(b.data)
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
