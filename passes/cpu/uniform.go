package cpu

import (
	"slices"

	"descend/dialects/arith"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/llvm"
	"descend/dialects/memref"
	"descend/dialects/nvvm"
	"descend/dialects/ods"
	"descend/dialects/scf"
	"descend/ir"
)

// level is who runs in lockstep: the threads of a block, between barriers, or the lanes of a warp, between
// shuffles and the like.
type level int

const (
	blockLevel level = iota
	warpLevel
)

// variance says what may differ between the threads of a block (or the lanes of a warp): values, and the
// contents of private arrays at one place. It is computed as the least fixed point of propagation from thread
// ids and from memory that the kernel writes; a private array varies if a varying value, place or condition
// takes part in one of its stores.
type variance struct {
	k       *kernel
	level   level
	values  map[*ir.Value]bool
	memory  map[*ir.Value]bool
	changed bool
}

// analyze finds what synchronizes and what varies, and refuses what cannot be cut.
func (k *kernel) analyze() {
	body := k.fn.Region(0)
	if body.Front().Next() != nil {
		k.fail(k.fn.Operation, "it has unstructured control flow")
	}
	k.fn.Walk(func(op *ir.Operation) ir.WalkResult {
		k.checkKnown(op)
		var into map[*ir.Operation]bool
		switch op.Typed().(type) {
		case gpu.BarrierOp, nvvm.BarrierOp, nvvm.ArriveOp, llvm.CallIntrinsicOp:
			into = k.hasBarrier
		case funcd.CallOp:
			into = k.hasBarrier
			if _, ok := contract.ProductCalled(op); ok {
				into = k.hasWarp
			}
		case gpu.ShuffleOp, nvvm.BallotOp, nvvm.WarpSyncOp:
			into = k.hasWarp
		default:
			return ir.Advance
		}
		for p := op; p != k.fn.Operation; p = p.Parent() {
			into[p] = true
		}
		return ir.Advance
	})
	k.findParts()
	k.vary[blockLevel] = k.newVariance(blockLevel)
	k.vary[warpLevel] = k.vary[blockLevel]
	if len(k.hasWarp) > 0 {
		k.vary[warpLevel] = k.newVariance(warpLevel)
	}
}

// checkKnown refuses operations that have no counterpart on the CPU.
func (k *kernel) checkKnown(op *ir.Operation) {
	switch op.Typed().(type) {
	case gpu.FuncOp, gpu.ReturnOp, gpu.BarrierOp, gpu.ShuffleOp, nvvm.BallotOp, nvvm.WarpSyncOp, nvvm.BarrierOp, nvvm.ArriveOp,
		gpu.ThreadIDOp, gpu.BlockIDOp, gpu.BlockDimOp, gpu.GridDimOp, gpu.LaneIDOp, gpu.DynamicSharedMemoryOp,
		gpu.PrintfOp, llvm.TrapOp, llvm.BitReverseOp:
		return
	case funcd.CallOp:
		if _, ok := contract.ProductCalled(op); ok || contract.IsSyncGrid(op) {
			return
		}
	case llvm.CallIntrinsicOp:
		if _, ok := nvvm.BlockVoteOf(op); ok {
			return
		}
	case scf.ForOp, scf.WhileOp, scf.IfOp, scf.YieldOp, scf.ConditionOp:
		return
	}
	switch d := op.OpName().Dialect; {
	case d == nil, d.Name != "arith" && d.Name != "math" && d.Name != "memref":
		k.fail(op, "operation `%s` is not known there", op.Name())
	}
}

func (k *kernel) newVariance(l level) *variance {
	v := &variance{k: k, level: l, values: map[*ir.Value]bool{}, memory: map[*ir.Value]bool{}}
	for v.changed = true; v.changed; {
		v.changed = false
		v.block(k.fn.Entry(), false)
	}
	return v
}

func (v *variance) mark(vary bool, xs ...*ir.Value) {
	for _, x := range xs {
		if vary && !v.values[x] {
			v.values[x], v.changed = true, true
		}
	}
}

func (v *variance) any(xs []*ir.Value) bool {
	for _, x := range xs {
		if v.values[x] {
			return true
		}
	}
	return false
}

// block propagates through operations; varied says that a varying condition decides whether they run.
func (v *variance) block(b *ir.Block, varied bool) {
	if b == nil {
		return
	}
	for op := range b.Ops() {
		v.op(op, varied)
	}
}

func (v *variance) op(op *ir.Operation, varied bool) {
	switch o := op.Typed().(type) {
	case gpu.ThreadIDOp:
		v.mark(v.idVaries(o.Dim()), op.Results()...)
	case gpu.LaneIDOp, gpu.ShuffleOp, funcd.CallOp, memref.AtomicRMWOp, memref.GenericAtomicRMWOp:
		v.mark(true, op.Results()...)
		v.stored(op, op.Operands(), true)
	case nvvm.BallotOp:
		v.mark(v.level == blockLevel, op.Results()...)
	case llvm.CallIntrinsicOp: // all threads of the block get the same
	case memref.LoadOp:
		v.mark(v.loadVaries(op), op.Results()...)
	case memref.StoreOp:
		v.stored(op, op.Operands()[1:2], varied || v.values[op.Operand(0)] || v.any(op.Operands()[2:]))
	case scf.ForOp:
		v.forLoop(scf.ForOp{Operation: op}, varied)
	case scf.WhileOp:
		v.whileLoop(op, varied)
	case scf.IfOp:
		c := v.values[op.Operand(0)]
		for _, r := range op.Regions() {
			v.block(r.Front(), varied || c && !v.k.hasPart[op])
			if c && v.k.hasPart[op] {
				v.storedAround(op, r)
			}
			v.pass(r.Front(), 0, op.Results(), c)
		}
	default:
		v.mark(v.any(op.Operands()) && !v.sameInWarp(op), op.Results()...)
	}
}

// pass marks the values that receive the operands of a block's terminator, from operand first on.
func (v *variance) pass(b *ir.Block, first int, to []*ir.Value, varied bool) {
	if b == nil || b.Back() == nil {
		return
	}
	for i, x := range to {
		if first+i < b.Back().NumOperands() {
			v.mark(varied || v.values[b.Back().Operand(first+i)], x)
		}
	}
}

func (v *variance) forLoop(op scf.ForOp, varied bool) {
	body := op.Body(0)
	trips := v.any(op.Operands()[:3])
	v.mark(v.values[op.LowerBound()] || v.values[op.Step()], body.Arg(0))
	for i, x := range op.Inits() {
		v.mark(v.values[x], body.Arg(i+1))
	}
	v.block(body, varied || trips)
	v.pass(body, 0, body.Args()[1:], false)
	for i, r := range op.Results() {
		v.mark(trips || v.values[body.Arg(i+1)], r)
	}
}

func (v *variance) whileLoop(op *ir.Operation, varied bool) {
	before, after := op.Body(0), op.Body(1)
	for i, x := range op.Operands() {
		v.mark(v.values[x], before.Arg(i))
	}
	cond := before.Back()
	trips := cond != nil && cond.NumOperands() > 0 && v.values[cond.Operand(0)]
	v.block(before, varied || trips)
	v.pass(before, 1, after.Args(), false)
	v.pass(before, 1, op.Results(), trips)
	v.block(after, varied || trips)
	v.pass(after, 0, before.Args(), false)
}

// idVaries says whether a thread id differs: the warps of a block whose rows are whole warps lie in one row.
func (v *variance) idVaries(d gpu.Dim) bool {
	if v.k.block[d] == 1 {
		return false
	}
	return v.level == blockLevel || v.rowSize(d)%gpu.WarpSize != 0
}

// rowSize is the number of threads that share an id in dimension d; 1 if it is not known.
func (v *variance) rowSize(d gpu.Dim) int64 {
	n := int64(1)
	for i := range d {
		if v.k.block[i] < 0 {
			return 1
		}
		n *= v.k.block[i]
	}
	return n
}

// sameInWarp says whether a quotient is the same for all lanes of a warp: the linear thread id by a multiple
// of 32, or another dimension's id by as much.
func (v *variance) sameInWarp(op *ir.Operation) bool {
	if v.level != warpLevel || !ir.Is[arith.DivUIOp](op) && !ir.Is[arith.ShRUIOp](op) {
		return false
	}
	n, ok := arith.ConstantInt(op.Operand(1))
	if !ok || n < 0 {
		return false
	}
	if ir.Is[arith.ShRUIOp](op) {
		if n > 32 {
			return false
		}
		n = 1 << n
	}
	if id, ok := ir.DefinedBy[gpu.ThreadIDOp](op.Operand(0)); ok {
		n *= v.rowSize(id.Dim())
	}
	return n%gpu.WarpSize == 0
}

// loadVaries: memory that only is read has one content for all; private memory has what was stored to it.
func (v *variance) loadVaries(op *ir.Operation) bool {
	if v.any(op.Operands()[1:]) {
		return true
	}
	root := rootOf(op.Operand(0))
	switch {
	case v.k.readOnly(root):
		return v.values[op.Operand(0)]
	case v.k.isPrivate(root):
		return v.memory[root]
	}
	return true
}

// stored notes a store through memrefs.
func (v *variance) stored(op *ir.Operation, mems []*ir.Value, vary bool) {
	for _, m := range mems {
		if _, ok := m.Type().(*ir.MemRefType); !ok || !vary {
			continue
		}
		if root := rootOf(m); v.k.isPrivate(root) && !v.memory[root] {
			v.memory[root], v.changed = true, true
		}
	}
}

// storedAround notes the stores in a region that a part of the block executes, to what is used outside of it too: within the region all
// threads take the same ways.
func (v *variance) storedAround(op *ir.Operation, r *ir.Region) {
	within := func(o *ir.Operation) bool { return o.Block().Region() == r || r.IsProperAncestorOf(o.Block().Region()) }
	for s := range ir.AllOf[memref.StoreOp](op) {
		root := rootOf(s.Operand(1))
		if root == nil || !within(s.Operation) || !slices.ContainsFunc(root.Users(), func(u *ir.Operation) bool { return !within(u) }) {
			continue
		}
		v.stored(s.Operation, s.Operands()[1:2], true)
	}
}

// rootOf is the allocation or argument of the kernel that a memref lies in; nil if there may be several.
func rootOf(m *ir.Value) *ir.Value {
	for {
		op := m.DefiningOp()
		if op == nil {
			if p := m.OwnerBlock().Parent(); p != nil && !ir.Is[gpu.FuncOp](p) {
				return nil
			}
			return m
		}
		switch op.Typed().(type) {
		case memref.ViewOp, memref.CastOp, memref.SubViewOp:
			m = op.Operand(0)
		case memref.AllocaOp, gpu.DynamicSharedMemoryOp:
			return m
		default:
			return nil
		}
	}
}

// isPrivate says whether a root is memory of each thread.
func (k *kernel) isPrivate(root *ir.Value) bool {
	if root == nil {
		return false
	}
	if op := root.DefiningOp(); op != nil {
		return ir.Is[memref.AllocaOp](op)
	}
	for _, a := range k.fn.PrivateAttributions() {
		if a == root {
			return true
		}
	}
	return false
}

// isShared says whether a root is memory of the block.
func (k *kernel) isShared(root *ir.Value) bool {
	if root == nil {
		return false
	}
	if op := root.DefiningOp(); op != nil {
		return ir.Is[gpu.DynamicSharedMemoryOp](op)
	}
	for _, a := range k.fn.WorkgroupAttributions() {
		if a == root {
			return true
		}
	}
	return false
}

// readOnly says whether a root is an argument that nobody writes while the kernel runs.
func (k *kernel) readOnly(root *ir.Value) bool {
	if root == nil || !root.IsArg() || root.Index() >= len(k.fn.Params()) || root.OwnerBlock() != k.fn.Entry() {
		return false
	}
	return ods.ArgAttr(k.fn.Operation, root.Index(), "llvm.readonly") != nil
}
