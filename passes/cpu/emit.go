package cpu

import (
	"descend/dialects/arith"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/memref"
	"descend/dialects/nvvm"
	"descend/dialects/ods"
	"descend/dialects/scf"
	"descend/ir"
)

// emitter is the state of writing a kernel's function.
type emitter struct {
	b     *ir.Builder
	entry *ir.Block
	// head is the last of the constants and allocations at the start of the entry block.
	head   *ir.Operation
	consts map[int64]*ir.Value
	heap   []*ir.Value // freed at the end

	// vals are the values outside of the loops over threads.
	vals map[*ir.Value]*ir.Value
	// gridDim, blockDim and blockID are the sizes and the id of the block; shared the dynamic shared memory.
	gridDim, blockDim, blockID [3]*ir.Value
	shared                     *ir.Value
	total                      *ir.Value // threads of the block

	warp  *warpState
	part  *part  // that runs what is being written; nil: the block
	group *group // of rows that runs what is being written; nil: all rows
	// holds are the comparisons that are true for all threads in the version that is being written.
	holds map[*ir.Operation]bool
}

// warpState is the warp at hand in a loop over warps.
type warpState struct {
	base  *ir.Value // linear id of the first lane
	lanes *ir.Value // lanes of this warp
	// row are the ids of the first lane if all lanes lie in one row along x; otherwise rows is false.
	row  [3]*ir.Value
	rows bool
}

// plainType is a type without address spaces.
func (k *kernel) plainType(t ir.Type) ir.Type {
	if m, ok := t.(*ir.MemRefType); ok && m.Space != nil && !m.Unranked {
		return k.c.MemRefType(m.Shape, m.Elem, m.Layout, nil)
	}
	return t
}

// emit writes the function.
func (k *kernel) emit() funcd.FuncOp {
	c, index := k.c, ir.Type(k.c.Index())
	var inputs []ir.Type
	for _, p := range k.fn.Params() {
		inputs = append(inputs, k.plainType(p.Type()))
	}
	for range 9 {
		inputs = append(inputs, index)
	}
	inputs = append(inputs, c.MemRefType([]int64{ir.Dynamic}, c.Int(8), nil, nil))
	k.b = ir.NewBuilder(c).Detached().At(k.fn.Loc())
	f := funcd.NewFunc(k.b, "", inputs, nil)
	f.SetAttr("sym_visibility", c.StringAttr("private"))
	k.entry = f.Body(0)
	k.vals, k.consts, k.holds = map[*ir.Value]*ir.Value{}, map[int64]*ir.Value{}, map[*ir.Operation]bool{}
	n := len(k.fn.Params())
	for i, p := range k.fn.Params() {
		k.vals[p] = k.entry.Arg(i)
		k.argFacts(f, len(inputs), i)
	}
	k.b.AtEnd(k.entry)
	for d := range 3 {
		k.gridDim[d], k.blockDim[d], k.blockID[d] = k.entry.Arg(n+d), k.entry.Arg(n+3+d), k.entry.Arg(n+6+d)
		if k.block[d] >= 0 {
			k.blockDim[d] = k.index(k.block[d])
		}
	}
	k.shared = k.entry.Arg(n + 9)
	for _, a := range k.fn.WorkgroupAttributions() {
		m := k.allocate(k.plainType(a.Type()).(*ir.MemRefType))
		contract.SetUnspecified(m.DefiningOp())
		k.vals[a] = m
	}
	k.seq(k.top)
	for _, m := range k.heap {
		memref.NewDealloc(k.b, m)
	}
	funcd.NewReturn(k.b)
	return f
}

// argFacts copies what is known of a parameter. Within one block's function references to memory that the
// kernel alone may write are not aliased, whatever barriers do on the GPU: the loops say in which order
// accesses happen; not so where blocks wait for each other, and read what others wrote.
func (k *kernel) argFacts(f funcd.FuncOp, n, i int) {
	for _, name := range []string{"llvm.align", "llvm.noalias", "llvm.readonly"} {
		if a := ods.ArgAttr(k.fn.Operation, i, name); a != nil {
			ods.SetArgAttr(f.Operation, n, i, name, a)
		}
	}
	if i < len(k.params) && k.params[i].Uniq && !k.grid && !k.hasAtomics(k.fn.Entry().Arg(i)) {
		ods.SetArgAttr(f.Operation, n, i, "llvm.noalias", k.c.UnitAttr())
	}
}

// hasAtomics says whether memory is accessed atomically.
func (k *kernel) hasAtomics(root *ir.Value) bool {
	found := false
	k.fn.Walk(func(op *ir.Operation) ir.WalkResult {
		m := atomicMemory(op)
		if m != nil {
			if r := rootOf(m); r == root || r == nil {
				found = true
				return ir.Interrupt
			}
		}
		return ir.Advance
	})
	return found
}

// atomicMemory is the memory of an atomic operation, nil for others.
func atomicMemory(op *ir.Operation) *ir.Value {
	switch op.Typed().(type) {
	case memref.AtomicRMWOp:
		return op.Operand(1)
	case memref.GenericAtomicRMWOp:
		return op.Operand(0)
	}
	return nil
}

// atHead makes an operation at the start of the function.
func (k *kernel) atHead(make func() *ir.Value) *ir.Value {
	p := k.b.Save()
	if k.head == nil {
		k.b.AtStart(k.entry)
	} else {
		k.b.After(k.head)
	}
	v := make()
	k.head = v.DefiningOp()
	k.b.Restore(p)
	return v
}

// index is a constant.
func (k *kernel) index(n int64) *ir.Value {
	if v := k.consts[n]; v != nil {
		return v
	}
	v := k.atHead(func() *ir.Value { return arith.NewConstantIndex(k.b, n) })
	k.consts[n] = v
	return v
}

// mul and add leave out neutral operands.
func (k *kernel) mul(a *ir.Value, n int64) *ir.Value {
	if n == 1 || a == k.consts[0] {
		return a
	}
	return arith.MulI(k.b, a, k.index(n))
}

func (k *kernel) add(a, b *ir.Value) *ir.Value {
	switch {
	case a == k.consts[0]:
		return b
	case b == k.consts[0]:
		return a
	}
	return arith.AddI(k.b, a, b)
}

// threadCount is the number of threads of the block as a value.
func (k *kernel) threadCount() *ir.Value {
	if n := k.threads(); n >= 0 {
		return k.index(n)
	}
	if k.total == nil {
		k.total = k.atHead(func() *ir.Value {
			v := k.blockDim[0]
			for d := 1; d < 3; d++ {
				if k.block[d] != 1 {
					v = arith.MulI(k.b, v, k.blockDim[d])
				}
			}
			if v.DefiningOp() == nil { // an argument
				v = arith.MulI(k.b, v, arith.NewConstantIndex(k.b, 1))
			}
			return v
		})
	}
	return k.total
}

// loop makes a loop from 0 to n; body runs inside.
func (k *kernel) loop(n *ir.Value, body func(i *ir.Value)) *ir.Operation {
	return k.loopFrom(k.index(0), n, body)
}

// loopFrom makes a loop from first to end.
func (k *kernel) loopFrom(first, end *ir.Value, body func(i *ir.Value)) *ir.Operation {
	return scf.BuildFor(k.b, first, end, k.index(1), nil, func(i *ir.Value, _ []*ir.Value) []*ir.Value {
		body(i)
		return nil
	}).Operation
}

// seq writes the items of a seq.
func (k *kernel) seq(s *seq) {
	for _, it := range s.items {
		k.item(it, s)
	}
}

// item writes an item of a seq.
func (k *kernel) item(it item, s *seq) {
	switch it := it.(type) {
	case *segment:
		k.segment(it)
	case *once:
		k.once(it.op, s)
	case *split:
		k.splitOp(it)
	case *warps:
		k.warpLoop(it)
	case *syncGrid:
		k.b.At(it.op.Loc())
		funcd.NewCall(k.b, contract.SyncGrid, nil)
	case *warpProduct:
		k.product(it)
	case *vote:
		if kind, ok := nvvm.BlockVoteOf(it.op); ok {
			k.blockVote(it, kind, s)
		} else {
			k.vote(it, s)
		}
	}
}

// once writes an operation that runs once.
func (k *kernel) once(op *ir.Operation, s *seq) {
	t := k.first(s.warps)
	k.b.At(op.Loc())
	t.resolve(op)
	t.copy(op)
	for _, r := range op.Results() {
		k.set(r, t.local[r], s)
	}
}

// set notes a value computed outside of the loops over threads, and stores it for all lanes if it is used
// outside of the loop over warps.
func (k *kernel) set(v, is *ir.Value, s *seq) {
	k.vals[v] = is
	c := k.cells[v]
	if c == nil {
		return
	}
	k.loop(k.warp.lanes, func(lane *ir.Value) {
		t := k.laneThread(s.warps, lane)
		t.store(c, is)
	})
}

// agreed is a value on which all threads agree, outside of the loops over threads.
func (k *kernel) agreed(v *ir.Value, w *warps) *ir.Value {
	if _, isMem := v.Type().(*ir.MemRefType); isMem && k.isPrivate(rootOf(v)) {
		k.fail(k.fn.Operation, "a private buffer as a value of a loop or conditional with a barrier")
	}
	return k.first(w).get(v)
}

// splitOp writes a loop or conditional whose regions are cut.
func (k *kernel) splitOp(sp *split) {
	k.b.At(sp.op.Loc())
	var n *ir.Operation
	switch sp.op.Typed().(type) {
	case scf.ForOp:
		n = k.forOp(sp)
	case scf.WhileOp:
		n = k.whileOp(sp)
	default:
		if k.isPart(sp.op) {
			k.partIf(sp)
			return
		}
		n = k.ifOp(sp)
	}
	for _, a := range sp.op.Attrs() {
		n.SetAttr(a.Name, a.Value)
	}
	unroll := contract.UnrollUnsaid // what is said is of a loop without loops over threads inside
	if unrolls(sp.op) {
		unroll = contract.UnrollFull
	}
	unroll.Set(n)
	i := 0
	for j, r := range sp.op.Results() {
		if sp.carried[j] == nil {
			k.set(r, n.Result(i), sp.in)
			i++
		}
	}
}

// uniform gives those of the values that have no cell.
func (k *kernel) uniform(sp *split, vs []*ir.Value, cells []*cell) []*ir.Value {
	var out []*ir.Value
	for i, c := range cells {
		if c == nil {
			out = append(out, k.agreed(vs[i], sp.in.warps))
		}
	}
	return out
}

// bind maps those arguments that have no cell to new ones.
func (k *kernel) bind(args []*ir.Value, cells []*cell, to []*ir.Value) {
	n := 0
	for i, c := range cells {
		if c == nil {
			k.vals[args[i]] = to[n]
			n++
		}
	}
}

func (k *kernel) forOp(sp *split) *ir.Operation {
	op, w := scf.ForOp{Operation: sp.op}, sp.in.warps
	first, end := k.agreed(op.LowerBound(), w), k.agreed(op.UpperBound(), w)
	if rows := k.groupRows(sp); rows > 0 {
		return k.byGroups(sp, rows, first, end)
	}
	return k.rounds(sp, first, end)
}

// rounds writes a loop from first to end.
func (k *kernel) rounds(sp *split, first, end *ir.Value) *ir.Operation {
	op := scf.ForOp{Operation: sp.op}
	inits := k.uniform(sp, op.Inits(), sp.carried)
	body := op.Body(0)
	return scf.BuildFor(k.b, first, end, k.agreed(op.Step(), sp.in.warps), inits, func(iv *ir.Value, iter []*ir.Value) []*ir.Value {
		k.vals[body.Arg(0)] = iv
		k.bind(body.Args()[1:], sp.carried, iter)
		k.seq(sp.bodies[0])
		return k.uniform(sp, body.Back().Operands(), sp.carried)
	}).Operation
}

func (k *kernel) whileOp(sp *split) *ir.Operation {
	op := sp.op
	before, after := op.Body(0), op.Body(1)
	inits := k.uniform(sp, op.Operands(), sp.before)
	var results []ir.Type
	for i, r := range op.Results() {
		if sp.carried[i] == nil {
			results = append(results, k.plainType(r.Type()))
		}
	}
	n := scf.NewWhile(k.b, results, inits...)
	p := k.b.Save()
	k.b.AtEnd(n.Body(0))
	k.bind(before.Args(), sp.before, n.Body(0).Args())
	k.seq(sp.bodies[0])
	cond := before.Back().Operands()
	scf.NewCondition(k.b, k.agreed(cond[0], sp.in.warps), k.uniform(sp, cond[1:], sp.carried)...)
	k.b.AtEnd(n.Body(1))
	k.bind(after.Args(), sp.carried, n.Body(1).Args())
	k.seq(sp.bodies[1])
	scf.NewYield(k.b, k.uniform(sp, after.Back().Operands(), sp.before)...)
	k.b.Restore(p)
	return n.Operation
}

func (k *kernel) ifOp(sp *split) *ir.Operation {
	op := sp.op
	var results []ir.Type
	for i, r := range op.Results() {
		if sp.carried[i] == nil {
			results = append(results, k.plainType(r.Type()))
		}
	}
	region := func(i int) func() []*ir.Value {
		if op.Body(i) == nil {
			return nil
		}
		return func() []*ir.Value {
			k.seq(sp.bodies[i])
			return k.uniform(sp, op.Body(i).Back().Operands(), sp.carried)
		}
	}
	return scf.BuildIf(k.b, k.agreed(op.Operand(0), sp.in.warps), results, region(0), region(1)).Operation
}

// warpLoop writes a loop over the warps of the block.
func (k *kernel) warpLoop(it *warps) {
	total := k.threads()
	count := k.index((total + gpu.WarpSize - 1) / gpu.WarpSize)
	if total < 0 {
		count = arith.DivUI(k.b, arith.AddI(k.b, k.threadCount(), k.index(gpu.WarpSize-1)), k.index(gpu.WarpSize))
	}
	k.loop(count, func(w *ir.Value) {
		s := &warpState{base: k.mul(w, gpu.WarpSize), lanes: k.index(gpu.WarpSize)}
		if total < 0 || total%gpu.WarpSize != 0 {
			s.lanes = arith.MinSI(k.b, k.index(gpu.WarpSize), arith.SubI(k.b, k.threadCount(), s.base))
		}
		if k.block[1] == 1 && k.block[2] == 1 {
			s.rows, s.row = true, [3]*ir.Value{s.base, k.index(0), k.index(0)}
		} else if k.block[0] > 0 && k.block[0]%gpu.WarpSize == 0 {
			s.rows, s.row = true, k.idsOf(s.base)
		}
		k.warp = s
		if it.part != nil { // of which it is as a whole
			scf.BuildIf(k.b, k.laneThread(it, k.index(0)).inPart(it.part), nil, func() []*ir.Value { k.seq(it.body); return nil }, nil)
		} else {
			k.seq(it.body)
		}
		k.warp = nil
	})
}

// idsOf are the ids of the thread with a linear id.
func (k *kernel) idsOf(linear *ir.Value) [3]*ir.Value {
	var ids [3]*ir.Value
	rest := linear
	for d := range 3 {
		last := true
		for e := d + 1; e < 3; e++ {
			last = last && k.block[e] == 1
		}
		switch {
		case k.block[d] == 1:
			ids[d] = k.index(0)
		case last:
			ids[d] = rest
			rest = k.index(0)
		default:
			ids[d] = arith.RemUI(k.b, rest, k.blockDim[d])
			rest = arith.DivUI(k.b, rest, k.blockDim[d])
		}
	}
	return ids
}

// vote writes a ballot: bit i is what lane i has published.
func (k *kernel) vote(it *vote, s *seq) {
	k.b.At(it.op.Loc())
	i32 := k.c.I32()
	none := arith.NewConstantI32(k.b, 0)
	loop := scf.BuildFor(k.b, k.index(0), k.warp.lanes, k.index(1), []*ir.Value{none}, func(lane *ir.Value, acc []*ir.Value) []*ir.Value {
		t := k.laneThread(s.warps, lane)
		bit := arith.ShLI(k.b, arith.ExtUI(k.b, t.load(it.from), i32), arith.IndexCast(k.b, lane, i32))
		return []*ir.Value{arith.OrI(k.b, acc[0], bit)}
	})
	k.set(it.op.Result(0), loop.Result(0), s)
}

// blockVote writes a vote of the block: it counts the threads that have published another number than 0.
func (k *kernel) blockVote(it *vote, kind nvvm.BlockVote, s *seq) {
	k.b.At(it.op.Loc())
	i32 := k.c.I32()
	none := arith.NewConstantI32(k.b, 0)
	mem := k.cellMemory(it.from) // of the block, by the numbers of the threads
	loop := scf.BuildFor(k.b, k.index(0), k.threadCount(), k.index(1), []*ir.Value{none}, func(thread *ir.Value, acc []*ir.Value) []*ir.Value {
		votes := arith.CmpI(k.b, arith.NE, memref.NewLoad(k.b, mem, thread), none)
		return []*ir.Value{arith.AddI(k.b, acc[0], arith.ExtUI(k.b, votes, i32))}
	})
	n := loop.Result(0)
	switch kind {
	case nvvm.VoteOr:
		n = arith.ExtUI(k.b, arith.CmpI(k.b, arith.NE, n, none), i32)
	case nvvm.VoteAnd:
		n = arith.ExtUI(k.b, arith.CmpI(k.b, arith.EQ, n, arith.IndexCast(k.b, k.threadCount(), i32)), i32)
	}
	k.set(it.op.Result(0), n, s)
}
