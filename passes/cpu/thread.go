package cpu

import (
	"descend/dialects/arith"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/llvm"
	"descend/dialects/memref"
	"descend/dialects/scf"
	"descend/ir"
)

// thread writes the code of one thread: the body of the loops over threads, or what is run for the first
// thread on behalf of all.
type thread struct {
	*kernel
	seg   *segment // nil for the first thread on behalf of all
	warps *warps
	ids   [3]*ir.Value
	// other says that it is another lane than that whose code is written, which may have come to less: its values are computed, not taken from cells.
	other bool
	// linear is the thread's number in the block (made when needed), lane that in the warp at hand, if any.
	linear, lane *ir.Value
	// local are the values of this thread; offsets the first elements of private arrays in their memory.
	local, offsets map[*ir.Value]*ir.Value
}

// first is the first thread of the block, of the part of it at hand, or of the warp at hand.
func (k *kernel) first(w *warps) *thread {
	if w != nil {
		return k.laneThread(w, k.index(0))
	}
	if k.part != nil {
		return k.newThread(nil, k.idsOf(k.part.first), k.part.first, nil)
	}
	zero := k.index(0)
	return k.newThread(nil, [3]*ir.Value{zero, zero, zero}, zero, nil)
}

func (k *kernel) newThread(w *warps, ids [3]*ir.Value, linear, lane *ir.Value) *thread {
	return &thread{
		kernel: k, warps: w, ids: ids, linear: linear, lane: lane,
		local: map[*ir.Value]*ir.Value{}, offsets: map[*ir.Value]*ir.Value{},
	}
}

// laneThread is a lane of the warp at hand.
func (k *kernel) laneThread(w *warps, lane *ir.Value) *thread {
	s := k.warp
	linear := k.add(s.base, lane)
	ids := s.row
	if s.rows {
		ids[0] = k.add(ids[0], lane)
	} else {
		ids = k.idsOf(linear)
	}
	return k.newThread(w, ids, linear, lane)
}

// maxUnroll bounds the threads of a dimension other than the innermost one whose loop is unrolled in the body of a
// loop that was interchanged: what the threads add up then lies in registers, a vector for each row.
const maxUnroll = 16

// segment writes the loops over the threads of a segment.
func (k *kernel) segment(g *segment) {
	if g.in.warps != nil {
		loop := k.loop(k.warp.lanes, func(lane *ir.Value) {
			t := k.laneThread(g.in.warps, lane)
			t.steps(g)
		})
		k.setParallel(loop, g)
		return
	}
	k.versions(g, func() { k.loops(g) })
}

// loops writes the loops over the threads of the block for a segment.
func (k *kernel) loops(g *segment) {
	zero := k.index(0)
	ids := [3]*ir.Value{zero, zero, zero}
	var nest func(d int) *ir.Operation
	nest = func(d int) (inner *ir.Operation) {
		switch {
		case d < 0:
			k.newThread(nil, ids, nil, nil).steps(g)
		case k.block[d] == 1:
			return nest(d - 1)
		default:
			first, end := k.bounds(g.clip, d)
			inGroup := d == 1 && k.group != nil
			if inGroup {
				first, end = k.index(0), k.index(k.group.count)
			}
			loop := k.loopFrom(first, end, func(i *ir.Value) {
				if ids[d] = i; inGroup {
					ids[d] = k.add(k.group.first, i)
				}
				inner = nest(d - 1)
			})
			if inner == nil {
				inner = loop
			} else if g.in.inner && k.block[d] > 0 && k.block[d] <= maxUnroll {
				contract.UnrollFull.Set(loop)
			}
		}
		return inner
	}
	if loop := nest(2); loop != nil {
		k.setParallel(loop, g)
	}
}

// setParallel marks the innermost loop over the threads of a segment, unless atomic operations order them.
func (k *kernel) setParallel(loop *ir.Operation, g *segment) {
	for _, s := range g.steps {
		if s.op == nil {
			continue
		}
		if !s.op.Walk(func(o *ir.Operation) ir.WalkResult {
			if atomicMemory(o) != nil {
				return ir.Interrupt
			}
			return ir.Advance
		}) {
			return
		}
	}
	contract.SetParallel(loop)
	switch {
	case !isShort(scf.ForOp{Operation: loop}):
	case g.in.inner && isSmall(loop):
		contract.UnrollVectors.Set(loop)
	default:
		contract.UnrollNone.Set(loop)
	}
}

// maxSmall bounds the operations of a loop over threads in the body of a loop that was interchanged, for its vectors to lie behind each other:
// what the threads add up then lies in registers.
const maxSmall = 32

// isSmall says whether a loop has few operations and no loop inside.
func isSmall(loop *ir.Operation) bool {
	n := 0
	return loop.Walk(func(o *ir.Operation) ir.WalkResult {
		if n++; n > maxSmall || o != loop && ir.Is[scf.ForOp](o) {
			return ir.Interrupt
		}
		return ir.Advance
	})
}

// isShort says whether a loop has so few iterations, or may have when a loop around it is unrolled, that LLVM could
// unroll it completely: it would do so before it vectorizes, and find less.
func isShort(loop scf.ForOp) bool {
	first, ok1 := arith.ConstantInt(loop.LowerBound())
	end, ok2 := arith.ConstantInt(loop.UpperBound())
	if ok1 && ok2 {
		return end-first <= 64
	}
	_, inLoop := ir.Enclosing[scf.WhileOp](loop.Operation)
	return inLoop && (ok1 || ok2)
}

// steps writes a segment for this thread.
func (t *thread) steps(g *segment) {
	t.seg = g
	if p := g.in.part; p != nil && g.in.warps == nil {
		scf.BuildIf(t.b, t.inPart(p), nil, func() []*ir.Value { t.all(g); return nil }, nil)
		return
	}
	t.all(g)
}

// all writes all steps of a segment.
func (t *thread) all(g *segment) {
	for _, s := range g.steps {
		var vs []*ir.Value
		for _, m := range s.moves {
			vs = append(vs, t.get(m.from))
		}
		for i, m := range s.moves {
			t.store(m.to, vs[i])
		}
		if s.pack != nil {
			t.pack(s.pack)
		}
		if s.op == nil {
			continue
		}
		t.b.At(s.op.Loc())
		t.resolve(s.op)
		t.copy(s.op)
		for _, r := range s.op.Results() {
			if c := t.cells[r]; c != nil {
				t.store(c, t.local[r])
			}
		}
	}
}

// resolve makes what an operation uses available at the insertion point, before a region of it is entered.
func (t *thread) resolve(op *ir.Operation) {
	if t.calls[op] != nil {
		return
	}
	if ir.Is[gpu.ShuffleOp](op) {
		t.get(op.Operand(1))
		return
	}
	for _, v := range externals(op) {
		t.get(v)
	}
}

// number is the thread's number in the block.
func (t *thread) number() *ir.Value {
	if t.linear == nil {
		v := t.ids[2]
		for d := 1; d >= 0; d-- {
			if t.block[d] == 1 {
				continue
			}
			if v != t.consts[0] {
				v = arith.MulI(t.b, v, t.blockDim[d])
			}
			v = t.add(v, t.ids[d])
		}
		t.linear = v
	}
	return t.linear
}

// place is the element of a cell that is this thread's.
func (t *thread) place(c *cell) *ir.Value {
	if c.warps != nil {
		return t.lane
	}
	return t.number()
}

func (t *thread) load(c *cell) *ir.Value {
	return memref.NewLoad(t.b, t.cellMemory(c), t.place(c))
}

func (t *thread) store(c *cell, v *ir.Value) {
	memref.NewStore(t.b, v, t.cellMemory(c), t.place(c))
}

// get is a value for this thread: its own, one outside of the loops, from a cell, or computed again.
func (t *thread) get(v *ir.Value) *ir.Value {
	if x := t.local[v]; x != nil {
		return x
	}
	if t.isSingle(v) {
		return t.singleMemory(v)
	}
	if t.isAvail(v, t.warps) {
		return t.vals[v]
	}
	if t.isPrivate(v) {
		t.local[v], t.offsets[v] = t.privateMemory(v)
		return t.local[v]
	}
	if c := t.cells[v]; c != nil && !t.other {
		t.local[v] = t.load(c)
		return t.local[v]
	}
	op := v.DefiningOp()
	t.resolve(op)
	t.copy(op)
	return t.local[v]
}

// copy writes an operation with what is inside for this thread.
func (t *thread) copy(op *ir.Operation) {
	set := func(v *ir.Value) { t.local[op.Result(0)] = v }
	if t.holds[op] {
		set(arith.NewConstantBool(t.b, true))
		return
	}
	switch o := op.Typed().(type) {
	case gpu.ThreadIDOp:
		set(t.ids[o.Dim()])
	case gpu.LaneIDOp:
		if t.lane != nil {
			set(t.lane)
		} else {
			set(arith.RemUI(t.b, t.number(), t.index(gpu.WarpSize)))
		}
	case gpu.BlockIDOp:
		set(t.blockID[o.Dim()])
	case gpu.BlockDimOp:
		set(t.blockDim[o.Dim()])
	case gpu.GridDimOp:
		set(t.gridDim[o.Dim()])
	case gpu.DynamicSharedMemoryOp:
		set(t.shared)
	case gpu.ShuffleOp:
		t.shuffle(op)
	case funcd.CallOp:
		t.unpack(t.calls[op])
	case llvm.TrapOp:
		t.trap(op)
	case memref.AtomicRMWOp, memref.GenericAtomicRMWOp:
		if r := rootOf(atomicMemory(op)); t.isShared(r) || t.isPrivate(r) {
			t.update(op)
		} else {
			t.atomic(op)
		}
	case memref.LoadOp, memref.StoreOp:
		t.access(op)
	case memref.ViewOp:
		t.view(op)
	case memref.CastOp, memref.SubViewOp:
		t.recast(op)
	default:
		t.plain(op)
	}
}

// plain copies an operation as it is.
func (t *thread) plain(op *ir.Operation) *ir.Operation {
	st := ir.OperationState{Name: op.OpName(), Loc: op.Loc(), Attrs: op.Attrs(), Props: op.Props}
	for _, v := range op.Operands() {
		st.Operands = append(st.Operands, t.get(v))
		if t.offsets[v] != nil {
			t.fail(op, "a private buffer that lives across a barrier, as an operand of `%s`", op.Name())
		}
	}
	for _, r := range op.Results() {
		st.Types = append(st.Types, t.plainType(r.Type()))
	}
	var regions []*ir.Region
	for range op.Regions() {
		regions = append(regions, ir.NewRegion())
	}
	st.Regions = regions
	n := t.b.Create(st)
	for i, r := range op.Results() {
		t.local[r] = n.Result(i)
	}
	p := t.b.Save()
	for i, r := range op.Regions() {
		for b := range r.Blocks() {
			nb := ir.NewBlock(op.Loc())
			for _, a := range b.Args() {
				t.local[a] = nb.AddArg(t.plainType(a.Type()), a.Location())
			}
			regions[i].Append(nb)
			t.b.AtEnd(nb)
			for o := range b.Ops() {
				t.b.At(o.Loc())
				t.copy(o)
			}
		}
	}
	t.b.Restore(p)
	return n
}

// trap calls the fault function with the attributes of the check around the trap.
func (t *thread) trap(op *ir.Operation) {
	index, bound := arith.NewConstantI64(t.b, contract.NotKnown), arith.NewConstantI64(t.b, contract.NotKnown)
	check := contract.Around(op)
	if check != nil {
		if i, n, ok := contract.Compared(check); ok {
			if x, y := t.known(i), t.known(n); x != nil && y != nil {
				index, bound = t.wide(x), t.wide(y)
			}
		}
	}
	args := []*ir.Value{index, bound}
	for _, v := range append(t.blockID[:], t.ids[:]...) {
		args = append(args, arith.IndexCast(t.b, v, t.c.I32()))
	}
	t.fault = true
	call := funcd.NewCall(t.b, contract.FaultFunction, nil, args...)
	if check != nil {
		for _, a := range check.Attrs() {
			call.SetAttr(a.Name, a.Value)
		}
	}
}

// known is a value if it is available without further code.
func (t *thread) known(v *ir.Value) *ir.Value {
	if x := t.local[v]; x != nil {
		return x
	}
	if t.isAvail(v, t.warps) {
		return t.vals[v]
	}
	return nil
}

// wide is an index or integer as i64.
func (t *thread) wide(v *ir.Value) *ir.Value {
	i64 := t.c.I64()
	switch ty := v.Type().(type) {
	case *ir.IndexType:
		return arith.IndexCast(t.b, v, i64)
	case *ir.IntegerType:
		if ty.Width < 64 {
			return arith.ExtSI(t.b, v, i64)
		}
	}
	return v
}
