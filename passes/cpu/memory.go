package cpu

import (
	"descend/dialects/arith"
	"descend/dialects/gpu"
	"descend/dialects/memref"
	"descend/dialects/scf"
	"descend/ir"
)

// onStack is the most bytes that an array of a block takes on the stack; larger ones lie on the heap. All of a
// block's arrays on the stack are bounded by it and their number.
const onStack = 64 << 10

// allocate makes an array of constant size for the block, at the start of the function.
func (k *kernel) allocate(t *ir.MemRefType) *ir.Value {
	n := int64(1)
	for _, d := range t.Shape {
		n *= d
	}
	if n*memref.ElemBytes(t.Elem) <= onStack {
		return k.atHead(func() *ir.Value { return memref.NewAlloca(k.b, t, 64) })
	}
	v := k.atHead(func() *ir.Value { return memref.NewAlloc(k.b, t) })
	k.heap = append(k.heap, v)
	return v
}

// threadBound is the number of threads to make room for.
func (k *kernel) threadBound() int64 {
	if n := k.threads(); n >= 0 {
		return n
	}
	return gpu.AnyTarget.Threads
}

// cellMemory is the array of a cell.
func (k *kernel) cellMemory(c *cell) *ir.Value {
	if c.mem == nil {
		n := k.threadBound()
		if c.warps != nil {
			n = gpu.WarpSize
		}
		c.mem = k.allocate(k.c.MemRefType([]int64{n}, k.plainType(c.elem), nil, nil))
	}
	return c.mem
}

// singleMemory is a private array of which there is one copy for all threads.
func (k *kernel) singleMemory(root *ir.Value) *ir.Value {
	if k.vals[root] == nil {
		k.vals[root] = k.allocate(k.plainType(root.Type()).(*ir.MemRefType))
	}
	return k.vals[root]
}

// privateMemory is a private array of the thread: an allocation in the loop body if only one segment uses it,
// else the thread's part of an array for all threads, with its first element.
func (t *thread) privateMemory(root *ir.Value) (mem, offset *ir.Value) {
	typ := t.plainType(root.Type()).(*ir.MemRefType)
	a := t.arrays[root]
	if t.seg != nil && t.isLocal(a) {
		return memref.NewAlloca(t.b, typ, 0), nil
	}
	n := int64(1)
	for _, d := range typ.Shape {
		n *= d
	}
	if len(typ.Shape) != 1 || n < 0 {
		t.fail(t.fn.Operation, "a private buffer of type %s across a barrier", typ)
	}
	if a.mem == nil {
		total := n * t.threadBound()
		if total*memref.ElemBytes(typ.Elem) > 1<<30 {
			t.fail(t.fn.Operation, "private buffers of %d bytes for each thread", n*memref.ElemBytes(typ.Elem))
		}
		a.mem = t.allocate(t.c.MemRefType([]int64{total}, typ.Elem, nil, nil))
	}
	return a.mem, t.mul(t.number(), n)
}

// isLocal says whether a private array is used by one segment only and its contents do not matter when the
// segment is run again: the array is made in the same seq, or the segment starts by writing it.
func (k *kernel) isLocal(a *array) bool {
	if len(a.users) != 1 {
		return false
	}
	g := a.users[0]
	home := k.top
	if op := a.root.DefiningOp(); op != nil {
		home = k.homeSeq[op]
	}
	if home == g.in {
		return true
	}
	if len(a.typ.Shape) != 1 || a.typ.Shape[0] != 1 {
		return false
	}
	for _, s := range g.steps {
		if s.op == nil {
			continue
		}
		for _, v := range externals(s.op) {
			if v == a.root {
				return ir.Is[memref.StoreOp](s.op) && s.op.Operand(0) != a.root
			}
		}
	}
	return false
}

// shifted is an index into a memref, from the first element of the thread's part on.
func (t *thread) shifted(m, i *ir.Value) *ir.Value {
	x := t.get(i)
	if off := t.offsets[m]; off != nil {
		return t.add(off, x)
	}
	return x
}

// access copies a load or store.
func (t *thread) access(op *ir.Operation) {
	at := 0 // the memref's operand
	if ir.Is[memref.StoreOp](op) {
		at = 1
	}
	if t.get(op.Operand(at)); t.offsets[op.Operand(at)] == nil {
		t.plain(op)
		return
	}
	st := ir.OperationState{Name: op.OpName(), Loc: op.Loc(), Attrs: op.Attrs(), Types: ir.TypesOf(op.Results())}
	for i, v := range op.Operands() {
		if i > at {
			st.Operands = append(st.Operands, t.shifted(op.Operand(at), v))
		} else {
			st.Operands = append(st.Operands, t.get(v))
		}
	}
	n := t.b.Create(st)
	for i, r := range op.Results() {
		t.local[r] = n.Result(i)
	}
}

// view copies memref.view; in a thread's part of a byte buffer the shift counts from there.
func (t *thread) view(op *ir.Operation) {
	m := t.get(op.Operand(0))
	var sizes []*ir.Value
	for _, v := range op.Operands()[2:] {
		sizes = append(sizes, t.get(v))
	}
	to := t.plainType(op.Result(0).Type()).(*ir.MemRefType)
	t.local[op.Result(0)] = memref.NewView(t.b, m, t.shifted(op.Operand(0), op.Operand(1)), to, sizes...)
}

// recast copies a cast; a thread's part of an array keeps its memory and offset.
func (t *thread) recast(op *ir.Operation) {
	m := t.get(op.Operand(0))
	off := t.offsets[op.Operand(0)]
	switch {
	case off != nil && ir.Is[memref.CastOp](op):
		t.local[op.Result(0)], t.offsets[op.Result(0)] = m, off
	case off != nil:
		t.fail(op, "`%s` of a private buffer across a barrier", op.Name())
	default:
		t.plain(op)
	}
}

// update writes an atomic operation on memory of the block as a load and a store: all of its threads run one
// after the other here.
func (t *thread) update(op *ir.Operation) {
	m := atomicMemory(op)
	mem := t.get(m)
	rmw, plain := ir.As[memref.AtomicRMWOp](op)
	first := 1
	if plain {
		first = 2
	}
	var at []*ir.Value
	for _, v := range op.Operands()[first:] {
		at = append(at, t.shifted(m, v))
	}
	old := memref.NewLoad(t.b, mem, at...)
	var next *ir.Value
	if plain {
		next = rmw.Kind().Combine(t.b, old, t.get(op.Operand(0)))
	} else {
		body := op.Body(0)
		t.local[body.Arg(0)] = old
		for o := range body.Ops() {
			if ir.Is[memref.AtomicYieldOp](o) {
				next = t.get(o.Operand(0))
				break
			}
			t.copy(o)
		}
	}
	if next != old {
		memref.NewStore(t.b, next, mem, at...)
	}
	t.local[op.Result(0)] = old
}

// atomic copies an atomic operation on memory that other blocks access too. What adds nothing, as the sums of a block often do, is left out: no other
// block can tell, as atomic operations order nothing else, and it would wait for the cores that access the same line of the cache.
func (t *thread) atomic(op *ir.Operation) {
	rmw, ok := ir.As[memref.AtomicRMWOp](op)
	if !ok || rmw.Kind() != memref.AddI && rmw.Kind() != memref.OrI || op.Result(0).HasUses() || ir.Is[arith.ConstantOp](op.Operand(0).DefiningOp()) {
		t.plain(op)
		return
	}
	for _, v := range op.Operands() {
		t.get(v) // not within the conditional
	}
	x := t.get(rmw.Value())
	zero := arith.NewConstantInt(t.b, 0, x.Type())
	scf.BuildIf(t.b, arith.CmpI(t.b, arith.NE, x, zero), nil, func() []*ir.Value { t.plain(op); return nil }, nil)
}

// shuffle reads what another lane has published. Lane numbers count modulo 32; a lane without a source keeps
// its own value.
func (t *thread) shuffle(op *ir.Operation) {
	o, ok := ir.As[gpu.ShuffleOp](op)
	if n, isConst := arith.ConstantInt(op.Operand(2)); !ok || !isConst || n != gpu.WarpSize {
		t.fail(op, "a shuffle in groups of other than %d lanes", gpu.WarpSize)
	}
	index := ir.Type(t.c.Index())
	by := arith.RemUI(t.b, arith.IndexCastUI(t.b, t.get(op.Operand(1)), index), t.index(gpu.WarpSize))
	var from *ir.Value
	switch o.Mode() {
	case gpu.ShuffleXor:
		from = arith.XOrI(t.b, t.lane, by)
	case gpu.ShuffleUp:
		from = arith.SubI(t.b, t.lane, by)
	case gpu.ShuffleDown:
		from = arith.AddI(t.b, t.lane, by)
	default:
		from = by
	}
	valid := arith.CmpI(t.b, arith.ULT, from, t.warp.lanes)
	from = arith.Select(t.b, valid, from, t.lane)
	t.local[op.Result(0)] = t.ofLane(op, from)
	t.local[op.Result(1)] = valid
}

// ofLane is what a lane gives in a shuffle: from the cell, or computed for it.
func (t *thread) ofLane(op *ir.Operation, lane *ir.Value) *ir.Value {
	c := t.publish[op]
	if c == nil {
		o := t.laneThread(t.warps, lane)
		o.seg, o.other = t.seg, true
		return o.get(op.Operand(0))
	}
	if c.warps == nil {
		lane = t.add(t.warp.base, lane)
	}
	return memref.NewLoad(t.b, t.cellMemory(c), lane)
}
