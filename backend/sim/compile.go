package sim

import (
	"descend/ir"
)

// frame is the state of a function's execution: registers for all lanes.
type frame struct {
	m     *Machine
	vals  [][]uint64 // by slot; one value per lane
	bufs  []*buffer  // by slot; memrefs are the same for all lanes
	lanes int
	block [3]int // id of the running block, in kernels
	ids   *laneIDs
	free  [][]int32 // scratch lane lists
	ret   []uint64  // results of a host function
	retB  []*buffer
	done  bool // a return was executed inside nested regions (host code)
}

// exec executes an operation for the active lanes.
type exec func(f *frame, act []int32)

// code is a compiled function.
type code struct {
	fn     *ir.Operation
	slots  map[*ir.Value]int
	blocks map[*ir.Block][]exec
	m      *Machine
	kernel bool
}

// operand is a value given to a function.
type operand struct {
	bits uint64
	buf  *buffer
}

// compile makes the code of a function, once.
func (m *Machine) compile(fn *ir.Operation) *code {
	if c := m.codes[fn]; c != nil {
		return c
	}
	c := &code{fn: fn, slots: map[*ir.Value]int{}, blocks: map[*ir.Block][]exec{}, m: m, kernel: fn.Is("gpu.func")}
	for b := range fn.Region(0).Blocks() {
		c.block(b)
	}
	m.codes[fn] = c
	return c
}

// slot is the register of a value.
func (c *code) slot(v *ir.Value) int {
	s, ok := c.slots[v]
	if !ok {
		s = len(c.slots)
		c.slots[v] = s
	}
	return s
}

// block compiles a block's operations.
func (c *code) block(b *ir.Block) []exec {
	if b == nil {
		return nil
	}
	if x, ok := c.blocks[b]; ok {
		return x
	}
	for _, a := range b.Args() {
		c.slot(a)
	}
	out := []exec{}
	for op := range b.Ops() {
		if x := c.op(op); x != nil {
			out = append(out, x)
		}
	}
	c.blocks[b] = out
	return out
}

func runAll(list []exec, f *frame, act []int32) {
	for _, x := range list {
		x(f, act)
		if f.done {
			return
		}
	}
}

func newFrame(c *code, lanes int) *frame {
	n := len(c.slots)
	f := &frame{m: c.m, lanes: lanes, vals: make([][]uint64, n), bufs: make([]*buffer, n)}
	slab := make([]uint64, n*lanes)
	for i := range f.vals {
		f.vals[i] = slab[i*lanes : (i+1)*lanes : (i+1)*lanes]
	}
	return f
}

// list returns an empty lane list to fill; give it back with release.
func (f *frame) list() []int32 {
	if n := len(f.free); n > 0 {
		l := f.free[n-1]
		f.free = f.free[:n-1]
		return l[:0]
	}
	return make([]int32, 0, f.lanes)
}

func (f *frame) release(l []int32) { f.free = append(f.free, l) }

// fill sets a register of all active lanes to one value.
func (f *frame) fill(slot int, act []int32, v uint64) {
	r := f.vals[slot]
	for _, l := range act {
		r[l] = v
	}
}

// op compiles one operation; nil when nothing is to be done.
func (c *code) op(op *ir.Operation) exec {
	name := op.Name()
	if x := c.arith(op); x != nil {
		return x
	}
	switch name {
	case "scf.if":
		return c.scfIf(op)
	case "scf.for":
		return c.scfFor(op)
	case "scf.while":
		return c.scfWhile(op)
	case "scf.yield", "scf.condition", "memref.atomic_yield", "gpu.module_end":
		return nil // compiled with the operation around
	case "scf.execute_region":
		return c.executeRegion(op)
	case "gpu.return", "func.return":
		return c.ret(op)
	case "cf.br", "cf.cond_br":
		return c.branch(op)
	case "cf.assert":
		cond := c.slot(op.Operand(0))
		return func(f *frame, act []int32) {
			for _, l := range act {
				if f.vals[cond][l] == 0 {
					f.trap(op, op, int(l))
				}
			}
		}
	case "llvm.intr.trap":
		return func(f *frame, act []int32) {
			if len(act) > 0 {
				f.trap(op, checkOf(op), int(act[0]))
			}
		}
	}
	if x := c.memory(op); x != nil {
		return x
	}
	if c.kernel {
		if x := c.gpu(op); x != nil {
			return x
		}
	} else if x := c.host(op); x != nil {
		return x
	}
	return func(f *frame, act []int32) {
		f.m.fail(op, "sim-unsupported", "the simulator does not know the operation %s", name)
		stop()
	}
}

// checkOf is the run-time check around a trap: the scf.if with attribute descend.check, else the trap.
func checkOf(op *ir.Operation) *ir.Operation {
	for p := op.Parent(); p != nil && p.Is("scf.if"); p = p.Parent() {
		if p.HasAttr("descend.check") {
			return p
		}
	}
	return op
}

// trap reports a failed run-time check by a lane and ends the run.
func (f *frame) trap(op, check *ir.Operation, lane int) {
	text := check.StringAttr("descend.text")
	if text == "" {
		text = check.StringAttr("msg")
	}
	var d *ir.Diagnostic
	switch kind := check.StringAttr("descend.check"); kind {
	case "index":
		d = f.m.fail(check, "sim-bounds", "index out of bounds: %s", text)
		if cmp := check.Operand(0).DefiningOp(); cmp != nil && cmp.Is("arith.cmpi") {
			if i, n, ok := f.two(cmp, lane); ok {
				d.WithLabel("the index is %d, the array has %d elements", int64(i), int64(n))
			}
		}
	case "assert":
		d = f.m.fail(check, "sim-trap", "assertion failed: %s", text)
	case "":
		d = f.m.fail(check, "sim-trap", "the program stopped itself")
	default:
		d = f.m.fail(check, "sim-trap", "%s check failed: %s", kind, text)
	}
	f.where(d, lane)
	stop()
}

// two gives the operands of a comparison as they are now.
func (f *frame) two(cmp *ir.Operation, lane int) (a, b uint64, ok bool) {
	c := f.m.codes[enclosing(cmp)]
	if c == nil {
		return 0, 0, false
	}
	sa, ok1 := c.slots[cmp.Operand(0)]
	sb, ok2 := c.slots[cmp.Operand(1)]
	if !ok1 || !ok2 {
		return 0, 0, false
	}
	return f.vals[sa][lane], f.vals[sb][lane], true
}

// enclosing is the function around an operation.
func enclosing(op *ir.Operation) *ir.Operation {
	for op != nil && !op.Is("gpu.func") && !op.Is("func.func") {
		op = op.Parent()
	}
	return op
}

// where notes block and thread on a finding of a kernel.
func (f *frame) where(d *ir.Diagnostic, lane int) {
	if f.ids == nil {
		return
	}
	l := &f.m.launch
	d.Note("in block %s, thread %s", coord(f.block, f.ids.gridDim), coord(l.threadID(lane), l.blockDim))
}

// copyRegs copies registers for the active lanes; groups may overlap, so all are read before any is written.
func (c *code) copyRegs(from, to []*ir.Value) exec {
	if len(from) == 0 {
		return nil
	}
	src, dst := make([]int, len(from)), make([]int, len(from))
	for i := range from {
		src[i], dst[i] = c.slot(from[i]), c.slot(to[i])
	}
	if len(from) == 1 {
		return func(f *frame, act []int32) {
			f.bufs[dst[0]] = f.bufs[src[0]]
			s, d := f.vals[src[0]], f.vals[dst[0]]
			for _, l := range act {
				d[l] = s[l]
			}
		}
	}
	return func(f *frame, act []int32) {
		tmp := make([]uint64, len(src))
		for _, l := range act {
			for i, s := range src {
				tmp[i] = f.vals[s][l]
			}
			for i, d := range dst {
				f.vals[d][l] = tmp[i]
			}
		}
		bufs := make([]*buffer, len(src))
		for i, s := range src {
			bufs[i] = f.bufs[s]
		}
		for i, d := range dst {
			f.bufs[d] = bufs[i]
		}
	}
}

func call(x exec, f *frame, act []int32) {
	if x != nil {
		x(f, act)
	}
}
