package sim

import (
	"slices"

	"descend/dialects/arith"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/traffic"
	"descend/dialects/memref"
	"descend/dialects/nvgpu"
	"descend/dialects/scf"
	"descend/dialects/vector"
	"descend/ir"
)

// frame is the state of a function's execution: registers for all lanes.
type frame struct {
	m       *Machine
	vals    [][]uint64 // by slot; one value per lane
	bufs    []*buffer  // by slot; memrefs, see mixed.go
	lanes   int
	block   [3]int // id of the running block, in kernels
	ids     *laneIDs
	free    [][]int32             // scratch lane lists
	ret     []operand             // results of a host function
	grid    *gridBlock            // of a kernel whose blocks wait for each other
	strands *strands              // the parts of the block that run in turns
	owned   []*alloc              // memory that lives as long as the frame
	copies  map[int32]*laneCopies // that go on, and groups
	done    bool                  // a return was executed inside nested regions (host code)
}

// exec executes an operation for the active lanes.
type exec func(f *frame, act []int32)

// code is a compiled function.
type code struct {
	fn     *ir.Operation
	slots  map[*ir.Value]int
	n      int // number of slots
	blocks map[*ir.Block][]exec
	m      *Machine
	kernel bool
	// consts are values that every lane has from the start; setup makes other such registers.
	consts []constant
	setup  []func(f *frame)
	same   map[*ir.Value]bool // values that are known to be the same in all lanes
	// vectors are the registers of the elements of vectors, in row-major order.
	vectors map[*ir.Value][]int
}

type constant struct {
	slot int
	bits uint64
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
	c := &code{
		fn: fn, slots: map[*ir.Value]int{}, blocks: map[*ir.Block][]exec{}, m: m, kernel: ir.Is[gpu.FuncOp](fn),
		same: map[*ir.Value]bool{}, vectors: map[*ir.Value][]int{},
	}
	m.codes[fn] = c
	for _, a := range fn.Body(0).Args() {
		c.same[a] = true
		if what := unsupportedType(a.Type()); what != "" {
			c.setup = append(c.setup, func(*frame) { m.unsupported(fn, "arguments of type %s", what) })
		}
	}
	for b := range fn.Region(0).Blocks() {
		c.block(b)
	}
	return c
}

// slot is the register of a value.
func (c *code) slot(v *ir.Value) int {
	s, ok := c.slots[v]
	if !ok {
		s = c.temp()
		c.slots[v] = s
	}
	return s
}

func (c *code) slotsOf(vs []*ir.Value) []int {
	out := make([]int, len(vs))
	for i, v := range vs {
		out[i] = c.slot(v)
	}
	return out
}

// temp is a register of no value.
func (c *code) temp() int {
	c.n++
	return c.n - 1
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
	f := &frame{m: c.m, lanes: lanes, vals: make([][]uint64, c.n), bufs: make([]*buffer, c.n)}
	slab := make([]uint64, c.n*lanes)
	for i := range f.vals {
		f.vals[i] = slab[i*lanes : (i+1)*lanes : (i+1)*lanes]
	}
	for _, k := range c.consts {
		fillAll(f.vals[k.slot], k.bits)
	}
	return f
}

func fillAll(r []uint64, v uint64) {
	for i := range r {
		r[i] = v
	}
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
	if len(act) == len(r) {
		fillAll(r, v)
		return
	}
	for _, l := range act {
		r[l] = v
	}
}

// unsupportedType is the type if values of it cannot be held, else empty.
func unsupportedType(t ir.Type) string {
	switch t := t.(type) {
	case *ir.IndexType:
		return ""
	case *ir.IntegerType:
		if t.Width >= 1 && t.Width <= 64 {
			return ""
		}
	case *ir.FloatType:
		switch t.Kind {
		case ir.F16, ir.BF16, ir.F32, ir.F64:
			return ""
		}
	case *ir.MemRefType:
		if _, _, ok := memref.StridesAndOffset(t); !ok && !t.Unranked {
			break
		}
		if _, isMem := t.Elem.(*ir.MemRefType); isMem {
			break
		}
		return unsupportedType(t.Elem)
	case *ir.OpaqueType:
	default:
		if s := t.String(); s == "!gpu.async.token" || s == "!nvgpu.device.async.token" {
			return ""
		}
	}
	return t.String()
}

// unsupported reports a construct that the simulator does not know and ends the run.
func (m *Machine) unsupported(op *ir.Operation, format string, args ...any) {
	m.fail(op, "sim-unsupported", "the simulator does not support "+format, args...)
	stop()
}

// op compiles one operation; nil when nothing is to be done. What is not known fails when it is executed.
func (c *code) op(op *ir.Operation) exec {
	switch op.Typed().(type) {
	case scf.YieldOp, scf.ConditionOp, scf.ReduceOp, scf.ReduceReturnOp, memref.AtomicYieldOp, gpu.ModuleEndOp:
		return nil // compiled with the operation around
	}
	for _, v := range slices.Concat(op.Operands(), op.Results()) {
		if ir.Is[nvgpu.LdMatrixOp](op) || ir.Is[vector.ExtractOp](op) { // a vector is registers for its elements
			break
		}
		if what := unsupportedType(v.Type()); what != "" {
			return func(f *frame, act []int32) { f.m.unsupported(op, "values of type %s", what) }
		}
	}
	if x, known := c.known(op); known {
		if c.kernel && x != nil && c.m.opts.Counters != nil && traffic.IsStep(op) {
			x = c.stepped(op, x)
		}
		if decide := c.m.opts.Decide[op]; decide != nil && x != nil && c.kernel {
			return c.decided(op, x, decide)
		}
		return x
	}
	return func(f *frame, act []int32) { f.m.unsupported(op, "the operation %s in this form or place", op.Name()) }
}

// known compiles an operation if it is known.
func (c *code) known(op *ir.Operation) (x exec, ok bool) {
	switch op.Typed().(type) {
	case arith.ConstantOp:
		return nil, c.constant(op)
	case arith.SelectOp:
		if _, isMem := op.Result(0).Type().(*ir.MemRefType); isMem {
			return c.selectBuffer(op), true
		}
	case gpu.ReturnOp, funcd.ReturnOp:
		return c.ret(op), true
	}
	for _, try := range []func(*ir.Operation) exec{c.arith, c.control, c.memref} {
		if x := try(op); x != nil {
			return x, true
		}
	}
	if c.kernel {
		return c.gpu(op)
	}
	x = c.host(op)
	return x, x != nil
}

// decided executes op and changes its result as Options.Decide says.
func (c *code) decided(op *ir.Operation, x exec, decide func([3]int, int32, uint64) uint64) exec {
	r, mask := c.slot(op.Result(0)), maskOf(widthOf(op.Result(0).Type()))
	return func(f *frame, act []int32) {
		x(f, act)
		for _, l := range act {
			f.vals[r][l] = decide(f.block, l, f.vals[r][l]) & mask
		}
	}
}

// constant notes a constant; it is filled in when a frame is made.
func (c *code) constant(op *ir.Operation) bool {
	r := c.slot(op.Result(0))
	c.same[op.Result(0)] = true
	switch a := op.Attr("value").(type) {
	case *ir.IntegerAttr, *ir.FloatAttr:
		c.consts = append(c.consts, constant{r, bitsOf(a)})
		return true
	}
	return false
}

// bitsOf are the bits of a number.
func bitsOf(a ir.Attribute) uint64 {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		bits := uint64(0)
		if a.Value.IsInt64() {
			bits = uint64(a.Value.Int64())
		} else {
			bits = a.Value.Uint64()
		}
		return bits & maskOf(widthOf(a.Type))
	case *ir.FloatAttr:
		return a.Bits.Uint64()
	}
	return 0
}

// selectBuffer chooses a memref.
func (c *code) selectBuffer(op *ir.Operation) exec {
	p, a, b, r := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Operand(2)), c.slot(op.Result(0))
	return func(f *frame, act []int32) {
		yes, no := f.parted(p, act)
		x, y := f.bufs[a], f.bufs[b]
		if len(yes) > 0 {
			f.bufs[r] = x
		}
		if len(no) > 0 {
			f.setBuffer(r, y, no)
		}
		f.release(yes)
		f.release(no)
	}
}

// parted are the active lanes for which a condition holds, and the others.
func (f *frame) parted(cond int, act []int32) (yes, no []int32) {
	v := f.vals[cond]
	yes, no = f.list(), f.list()
	for _, l := range act {
		if v[l] != 0 {
			yes = append(yes, l)
		} else {
			no = append(no, l)
		}
	}
	return yes, no
}

// copyRegs copies registers for the active lanes, as if all were read before any is written.
func (c *code) copyRegs(from, to []*ir.Value) exec {
	n := min(len(from), len(to))
	if n == 0 {
		return nil
	}
	var src, dst, bsrc, bdst []int
	written := map[int]bool{}
	overlap := false
	for i := range n {
		s, d := c.slot(from[i]), c.slot(to[i])
		if _, isMem := from[i].Type().(*ir.MemRefType); isMem {
			bsrc, bdst = append(bsrc, s), append(bdst, d)
			continue
		}
		overlap = overlap || written[s]
		written[d] = true
		src, dst = append(src, s), append(dst, d)
	}
	bufs := make([]*buffer, len(bsrc))
	tmp := make([]uint64, len(src))
	return func(f *frame, act []int32) {
		if len(bsrc) > 0 && len(act) > 0 {
			for i, s := range bsrc {
				bufs[i] = f.bufs[s]
			}
			for i, d := range bdst {
				f.setBuffer(d, bufs[i], act)
			}
		}
		if !overlap {
			for i, s := range src {
				copyLanes(f.vals[dst[i]], f.vals[s], act)
			}
			return
		}
		for _, l := range act {
			for i, s := range src {
				tmp[i] = f.vals[s][l]
			}
			for i, d := range dst {
				f.vals[d][l] = tmp[i]
			}
		}
	}
}

// copyLanes copies the active lanes of a register.
func copyLanes(dst, src []uint64, act []int32) {
	if len(act) == len(dst) {
		copy(dst, src)
		return
	}
	for _, l := range act {
		dst[l] = src[l]
	}
}

func call(x exec, f *frame, act []int32) {
	if x != nil {
		x(f, act)
	}
}
