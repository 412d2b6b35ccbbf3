package kernels

import (
	"descend/dialects/arith"
	"descend/dialects/gpu"
	"descend/dialects/memref"
	"descend/dialects/ods"
	"descend/dialects/scf"
	"descend/ir"
	"descend/passes"
)

// LowerGroups makes of what speaks of groups of threads what speaks of threads: reductions over blocks and warps become shuffles and
// shared memory, positions in the grid and numbers of warps become arithmetic.
//
//	%s = gpu.all_reduce add %x {..}   ->   five rounds of gpu.shuffle down in each warp, whose first lane stores to shared memory;
//	                                       gpu.barrier; five rounds in the first warp, whose first lane stores; gpu.barrier; a load
//
// Values are combined in the order of the threads: the operation has to be associative, no more. Two reductions by the same code cannot
// meet: what is broadcast has an element of its own, so that nobody writes it before all have come to the first barrier of the next one.
// The last warp of a block may be a part of one, so that lanes say which are there.
//
// Source: M. Harris, "Optimizing Parallel Reduction in CUDA"; mlir/lib/Dialect/GPU/Transforms/AllReduceLowering.cpp.
type LowerGroups struct{ anyOp }

// Name is the name of the pass.
func (*LowerGroups) Name() string { return "gpu-lower-groups" }

// Description is one line.
func (*LowerGroups) Description() string {
	return "Lower reductions and positions of groups of threads to shuffles and arithmetic"
}

// Run lowers in c.Op. What has no such form, as reductions of vectors, is left.
func (*LowerGroups) Run(c *passes.Context) error {
	var list []*ir.Operation
	c.Op.WalkPost(func(op *ir.Operation) { list = append(list, op) })
	for _, op := range list {
		g := group{ir.NewBuilder(c.IR()).AtLocOf(op)}
		if op.Block() == nil || op == c.Op {
			continue
		}
		g.Before(op)
		if v := g.lowered(op); v != nil {
			op.ReplaceWith(v)
		}
	}
	return nil
}

// group builds code in the place of an operation.
type group struct{ *ir.Builder }

// lowered is what the result of an operation becomes, nil if it stays.
func (g group) lowered(op *ir.Operation) *ir.Value {
	switch o := op.Typed().(type) {
	case gpu.PositionOp:
		if op.Is("gpu.global_id") {
			return arith.AddI(g.Builder, arith.MulI(g.Builder, gpu.NewBlockID(g.Builder, o.Dim()), gpu.NewBlockDim(g.Builder, o.Dim())), gpu.NewThreadID(g.Builder, o.Dim()))
		}
	case gpu.SubgroupOp:
		warp := arith.NewConstantIndex(g.Builder, gpu.WarpSize)
		switch op.Name() {
		case "gpu.subgroup_size":
			return warp
		case "gpu.subgroup_id":
			id, _ := g.thread()
			return arith.DivUI(g.Builder, id, warp)
		case "gpu.num_subgroups":
			_, threads := g.thread()
			return g.warps(threads)
		}
	case gpu.SubgroupReduceOp:
		if exchangeable(op.Operand(0).Type()) {
			id, threads := g.thread()
			lane := arith.RemUI(g.Builder, id, arith.NewConstantIndex(g.Builder, gpu.WarpSize))
			v := g.tree(op, op.Operand(0), lane, g.activeLanes(id, lane, threads))
			return g.exchange(gpu.ShuffleIdx, v, 0)
		}
	case gpu.AllReduceOp:
		f, ok := ir.As[gpu.FuncOp](op.ParentOfName("gpu.func"))
		body := op.Region(0)
		if ok && exchangeable(op.Operand(0).Type()) && (body.Empty() || body.Front().Next() == nil) {
			return g.allReduce(op, f)
		}
	}
	return nil
}

// thread is the number of the thread in its block, and how many there are.
func (g group) thread() (id, threads *ir.Value) {
	size := func(d gpu.Dim) *ir.Value { return gpu.NewBlockDim(g.Builder, d) }
	id = gpu.NewThreadID(g.Builder, gpu.Z)
	for d := gpu.Y; d >= gpu.X; d-- {
		id = arith.AddI(g.Builder, arith.MulI(g.Builder, id, size(d)), gpu.NewThreadID(g.Builder, d))
	}
	return id, arith.MulI(g.Builder, arith.MulI(g.Builder, size(gpu.X), size(gpu.Y)), size(gpu.Z))
}

// warps is how many warps some threads are.
func (g group) warps(threads *ir.Value) *ir.Value {
	up := arith.AddI(g.Builder, threads, arith.NewConstantIndex(g.Builder, gpu.WarpSize-1))
	return arith.DivUI(g.Builder, up, arith.NewConstantIndex(g.Builder, gpu.WarpSize))
}

// activeLanes is how many lanes of the warp of a thread there are; more than a warp has where it is not the last.
func (g group) activeLanes(id, lane, threads *ir.Value) *ir.Value {
	return arith.SubI(g.Builder, threads, arith.SubI(g.Builder, id, lane))
}

// exchangeable says whether lanes can exchange values of a type.
func exchangeable(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Sign == ir.Signless && (t.Width <= 32 || t.Width == 64)
	case *ir.FloatType:
		return t.Kind == ir.F16 || t.Kind == ir.BF16 || t.Kind == ir.F32 || t.Kind == ir.F64
	}
	return false
}

// exchange is a shuffle of a warp, of 32 bits where the type has fewer.
func (g group) exchange(m gpu.ShuffleMode, v *ir.Value, offset int64) *ir.Value {
	c, t := g.Ctx, v.Type()
	bits := t
	if f, ok := t.(*ir.FloatType); ok && f.Width() == 16 {
		bits = c.Int(16)
		v = arith.Bitcast(g.Builder, v, bits)
	}
	i, isInt := bits.(*ir.IntegerType)
	narrow := isInt && i.Width < 32
	if narrow {
		v = arith.ExtUI(g.Builder, v, c.I32())
	}
	v, _ = gpu.NewShuffle(g.Builder, m, v, arith.NewConstantI32(g.Builder, offset), arith.NewConstantI32(g.Builder, gpu.WarpSize))
	if narrow {
		v = arith.TruncI(g.Builder, v, bits)
	}
	if bits != t {
		v = arith.Bitcast(g.Builder, v, t)
	}
	return v
}

// tree combines the values of the first active lanes of a warp; lane 0 has the result.
func (g group) tree(op *ir.Operation, v, lane, active *ir.Value) *ir.Value {
	for k := int64(1); k < gpu.WarpSize; k *= 2 {
		other := g.exchange(gpu.ShuffleDown, v, k)
		there := arith.CmpI(g.Builder, arith.ULT, arith.AddI(g.Builder, lane, arith.NewConstantIndex(g.Builder, k)), active)
		mine := v
		v = scf.BuildIf(g.Builder, there, []ir.Type{v.Type()},
			func() []*ir.Value { return []*ir.Value{g.combined(op, mine, other)} },
			func() []*ir.Value { return []*ir.Value{mine} }).Result(0)
	}
	return v
}

// combined are two values, combined as a reduction says.
func (g group) combined(op *ir.Operation, x, y *ir.Value) *ir.Value {
	word, named := op.Attr("op").(*ods.WordAttr)
	if !named {
		return inlined(g.Builder, op.Region(0).Front(), x, y)
	}
	_, float := x.Type().(*ir.FloatType)
	name := map[string][2]string{
		"add": {"addi", "addf"}, "mul": {"muli", "mulf"}, "minui": {"minui"}, "minsi": {"minsi"}, "maxui": {"maxui"}, "maxsi": {"maxsi"},
		"and": {"andi"}, "or": {"ori"}, "xor": {"xori"},
		"minnumf": {"", "minnumf"}, "maxnumf": {"", "maxnumf"}, "minimumf": {"", "minimumf"}, "maximumf": {"", "maximumf"},
	}[word.Word]
	kind := 0
	if float {
		kind = 1
	}
	return g.Op("arith."+name[kind], []*ir.Value{x, y}, []ir.Type{x.Type()}).Result(0)
}

// allReduce combines the values of a block.
func (g group) allReduce(op *ir.Operation, f gpu.FuncOp) *ir.Value {
	b, v := g.Builder, op.Operand(0)
	t := v.Type()
	if i, ok := t.(*ir.IntegerType); ok && i.Width == 1 {
		t = g.Ctx.Int(8)
	}
	// an element for each warp that a block can have, and one for the result
	shared := f.AddWorkgroup(gpu.SharedType(g.Ctx, t, gpu.WarpSize+1), op.Loc())
	store := func(v, at *ir.Value) {
		if v.Type() != t {
			v = arith.ExtUI(b, v, t)
		}
		memref.NewStore(b, v, shared, at)
	}
	load := func(at *ir.Value) *ir.Value {
		x := memref.NewLoad(b, shared, at)
		if x.Type() != v.Type() {
			x = arith.TruncI(b, x, v.Type())
		}
		return x
	}
	id, threads := g.thread()
	zero, size, last := arith.NewConstantIndex(b, 0), arith.NewConstantIndex(b, gpu.WarpSize), arith.NewConstantIndex(b, gpu.WarpSize)
	lane, warp := arith.RemUI(b, id, size), arith.DivUI(b, id, size)
	first := arith.CmpI(b, arith.EQ, lane, zero)
	mine := g.tree(op, v, lane, g.activeLanes(id, lane, threads))
	scf.BuildIf(b, first, nil, func() []*ir.Value { store(mine, warp); return nil }, nil)
	gpu.NewBarrier(b)
	scf.BuildIf(b, arith.CmpI(b, arith.EQ, warp, zero), nil, func() []*ir.Value {
		warps := g.warps(threads)
		part := scf.BuildIf(b, arith.CmpI(b, arith.ULT, lane, warps), []ir.Type{v.Type()},
			func() []*ir.Value { return []*ir.Value{load(lane)} }, func() []*ir.Value { return []*ir.Value{mine} }).Result(0)
		all := g.tree(op, part, lane, warps)
		scf.BuildIf(b, first, nil, func() []*ir.Value { store(all, last); return nil }, nil)
		return nil
	}, nil)
	gpu.NewBarrier(b)
	return load(last)
}
