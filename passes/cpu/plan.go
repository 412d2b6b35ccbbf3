package cpu

import (
	"slices"

	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/llvm"
	"descend/dialects/memref"
	"descend/dialects/nvvm"
	"descend/dialects/scf"
	"descend/ir"
)

// seq is the code of a region that is cut: its items run one after the other.
type seq struct {
	level level
	// inner says that this is the body of a loop that was interchanged with the loops over threads.
	inner bool
	warps *warps // the loop over warps around, at warp level
	part  *part  // the threads of the block that run it, at block level; nil for all
	items []item
}

// syncGrid waits for the other blocks.
type syncGrid struct{ op *ir.Operation }

// item is one of *segment, *once, *split, *warps, *vote, *warpProduct, *syncGrid and *event.
type item interface{}

// segment is code that every thread runs to its end without waiting for another; with clip only some threads.
type segment struct {
	in    *seq
	clip  *clip
	steps []step
}

// step is an operation, or moves of values into cells, or the publication of a value for other lanes, or of what a product needs.
type step struct {
	op    *ir.Operation
	moves []move
	pack  *warpProduct
}

// move stores a value in a cell; the moves of one step read all their values first.
type move struct {
	from *ir.Value
	to   *cell
}

// once is an operation that is run once for all threads.
type once struct{ op *ir.Operation }

// split is an scf.for, scf.while or scf.if whose regions are cut. carried has the cells of the values that
// come with the region's arguments or the results, nil for those that all threads agree on: of an scf.for the
// loop arguments and results, of an scf.if the results, of an scf.while the results and the arguments of the
// second region; before has those of its first region.
type split struct {
	op              *ir.Operation
	in              *seq
	bodies          []*seq
	carried, before []*cell
}

// warps is a loop over the warps of the block.
type warps struct {
	body *seq
	part *part // those of this part of the block
}

// vote combines what the lanes of a warp have published, or the threads of the block.
type vote struct {
	op   *ir.Operation
	from *cell
}

// plan cuts the body of the kernel.
func (k *kernel) plan() {
	for _, a := range k.fn.Entry().Args() {
		if !k.isPrivate(a) {
			k.avail[a] = nil
		}
	}
	k.markSplits(k.fn.Entry())
	k.top = &seq{level: blockLevel}
	k.cut(k.top, opsOf(k.fn.Entry()))
}

func opsOf(b *ir.Block) []*ir.Operation {
	if b == nil {
		return nil
	}
	return slices.Collect(b.Ops())
}

// markSplits notes which operations have regions that are cut for barriers or for warps.
func (k *kernel) markSplits(b *ir.Block) {
	for op := range b.Ops() {
		if op.NumRegions() == 0 || !k.hasBarrier[op] && !k.hasWarp[op] && !k.interchange(op) {
			continue
		}
		k.split[op] = true
		for _, r := range op.Regions() {
			if r.Front() != nil {
				k.markSplits(r.Front())
			}
		}
	}
}

// syncs says whether an operation is a place to cut at a level.
func (k *kernel) syncs(op *ir.Operation, l level) bool {
	if l == warpLevel {
		return k.hasWarp[op]
	}
	return k.hasBarrier[op] || k.split[op] && !k.hasWarp[op]
}

// cut distributes operations over the items of a seq.
func (k *kernel) cut(s *seq, ops []*ir.Operation) {
	var pending []*ir.Operation
	var hoisted []item
	published := map[*ir.Value]*cell{} // what the lanes have published here, which they may read more than once
	flush := func() {
		s.items = append(s.items, hoisted...)
		hoisted = nil
		k.close(s, pending)
		pending = nil
	}
	for _, op := range ops {
		switch {
		case op.Has(ir.Terminator):
		case contract.IsSyncGrid(op) && s.level == blockLevel: // the barrier of the grid, which the block comes to as a whole
			flush()
			s.items = append(s.items, &syncGrid{op})
			k.grid = true
		case k.events[op] != nil && s.level == blockLevel:
			flush()
			s.items = append(s.items, k.events[op])
		case (ir.Is[gpu.BarrierOp](op) || ir.Is[nvvm.BarrierOp](op)) && s.level == blockLevel, ir.Is[nvvm.WarpSyncOp](op) && s.level == warpLevel:
			flush()
		case ir.Is[memref.AllocaOp](op):
			k.homeSeq[op] = s
		case k.runsOnce(op, s.warps):
			for _, r := range op.Results() {
				k.avail[r] = s.warps
			}
			if op.NumResults() == 0 { // after what precedes: reads of the variable, other checks
				flush()
			}
			hoisted = append(hoisted, &once{op})
		case ir.Is[gpu.ShuffleOp](op) && s.level == warpLevel:
			if c := published[op.Operand(0)]; c != nil || k.known(op.Operand(0)) {
				k.publish[op] = c
				pending = append(pending, op)
				break
			}
			c := k.newCell(op.Result(0).Type())
			published[op.Operand(0)] = c
			k.publish[op] = c
			c.in(s.warps)
			flush()
			k.moveTo(s, move{op.Operand(0), c})
			pending = append(pending, op)
		case ir.Is[funcd.CallOp](op) && s.level == warpLevel:
			of, _ := contract.ProductCalled(op)
			p := &warpProduct{op, of}
			k.calls[op] = p
			flush()
			k.lastOf(s, step{pack: p})
			s.items = append(s.items, p)
			pending = append(pending, op)
		case ir.Is[nvvm.BallotOp](op) && s.level == warpLevel:
			c := k.newCell(op.Operand(1).Type())
			c.in(s.warps)
			flush()
			k.moveTo(s, move{op.Operand(1), c})
			s.items = append(s.items, &vote{op, c})
			k.avail[op.Result(0)] = s.warps
		case ir.Is[llvm.CallIntrinsicOp](op) && s.level == blockLevel:
			c := k.newCell(op.Operand(0).Type())
			c.in(nil)
			flush()
			k.moveTo(s, move{op.Operand(0), c})
			s.items = append(s.items, &vote{op, c})
			k.avail[op.Result(0)] = nil
		case op.NumRegions() > 0 && k.syncs(op, s.level):
			flush()
			k.cutRegions(s, op)
		default:
			pending = append(pending, op)
		}
	}
	flush()
}

// close makes a segment of operations; at block level a loop over warps if they exchange values in warps.
func (k *kernel) close(s *seq, ops []*ir.Operation) {
	if len(ops) == 0 {
		return
	}
	if s.level == blockLevel && slices.ContainsFunc(ops, func(o *ir.Operation) bool { return k.hasWarp[o] }) {
		w := &warps{part: s.part}
		w.body = &seq{level: warpLevel, warps: w}
		k.cut(w.body, ops)
		s.items = append(s.items, w)
		return
	}
	k.closeClipped(s, ops)
}

// moveTo adds moves at the end of a seq, to its last segment if there is one.
func (k *kernel) moveTo(s *seq, ms ...move) {
	if len(ms) > 0 {
		k.lastOf(s, step{moves: ms})
	}
}

// lastOf adds a step at the end of a seq, to its last segment if there is one.
func (k *kernel) lastOf(s *seq, last step) {
	if n := len(s.items); n > 0 {
		if g, ok := s.items[n-1].(*segment); ok && g.clip == nil {
			g.steps = append(g.steps, last)
			return
		}
	}
	s.items = append(s.items, &segment{in: s, steps: []step{last}})
}

// runsOnce says whether an operation is run outside of the loops over threads: all threads compute the same,
// of values that are known there.
func (k *kernel) runsOnce(op *ir.Operation, w *warps) bool {
	for _, v := range op.Operands() {
		if !k.isAvail(v, w) && !k.isSingle(v) {
			return false
		}
	}
	switch op.Typed().(type) {
	case memref.LoadOp:
		return k.isSingle(op.Operand(0)) || k.readOnly(rootOf(op.Operand(0)))
	case memref.StoreOp:
		return k.isSingle(op.Operand(1))
	case gpu.ThreadIDOp, gpu.LaneIDOp:
		return false
	case scf.IfOp:
		return contract.IsCheck(op) || k.choosesOnce(op, w)
	}
	return op.NumRegions() == 0 && op.NumResults() > 0 && ir.IsMemoryEffectFree(op)
}

// choosesOnce says whether a conditional only computes values, of what is known outside of the loops over threads: the
// buffer that all threads go on with, which no cell could keep.
func (k *kernel) choosesOnce(op *ir.Operation, w *warps) bool {
	if op.NumResults() == 0 || k.hasWarp[op] || !ir.IsMemoryEffectFree(op) {
		return false
	}
	for range ir.AllOf[gpu.ThreadIDOp](op) {
		return false
	}
	for range ir.AllOf[gpu.LaneIDOp](op) {
		return false
	}
	return !slices.ContainsFunc(externals(op), func(v *ir.Value) bool { return !k.isAvail(v, w) })
}

// isAvail says whether a value is computed once and can be used in code of a loop over warps (nil: outside).
func (k *kernel) isAvail(v *ir.Value, w *warps) bool {
	in, ok := k.avail[v]
	return ok && (in == nil || in == w)
}

// isSingle says whether a private array has one copy for all threads: it never varies, and all accesses of it
// lie where code runs once.
func (k *kernel) isSingle(m *ir.Value) bool {
	op := m.DefiningOp()
	if !ir.Is[memref.AllocaOp](op) {
		return false
	}
	if single, known := k.single[m]; known {
		return single
	}
	k.single[m] = false
	if k.vary[blockLevel].memory[m] || k.level(op) != blockLevel {
		return false
	}
	for _, u := range m.Users() {
		if !ir.Is[memref.LoadOp](u) && (!ir.Is[memref.StoreOp](u) || u.Operand(0) == m) || k.level(u) != blockLevel || k.vary[blockLevel].any(u.Operands()) {
			return false
		}
		for _, v := range u.Operands() {
			if v != m && !k.uniformChain(v) {
				return false
			}
		}
	}
	k.single[m] = true
	return true
}

// level is where an operation runs: at block level if all operations around it are cut there, else -1.
func (k *kernel) level(op *ir.Operation) level {
	for p := op.Parent(); p != k.fn.Operation; p = p.Parent() {
		if !k.split[p] || !k.syncs(p, blockLevel) {
			return -1
		}
	}
	return blockLevel
}

// uniformChain says whether a value surely is computed outside of the loops over threads: by arithmetic on
// arguments, ids of the block and loads of memory that is only read, or by loads of single variables.
func (k *kernel) uniformChain(v *ir.Value) bool {
	if v.IsArg() {
		p := v.OwnerBlock().Parent()
		return !k.vary[blockLevel].values[v] && (p == k.fn.Operation || k.split[p] && k.level(p) == blockLevel)
	}
	op := v.DefiningOp()
	if ir.Is[memref.LoadOp](op) {
		return (k.isSingle(op.Operand(0)) || k.readOnly(rootOf(op.Operand(0)))) && k.chains(op.Operands()[1:])
	}
	if ir.Is[gpu.ThreadIDOp](op) || ir.Is[gpu.LaneIDOp](op) || op.NumRegions() > 0 || !ir.IsMemoryEffectFree(op) || ir.Is[memref.AllocaOp](op) {
		return false
	}
	return k.chains(op.Operands())
}

func (k *kernel) chains(vs []*ir.Value) bool {
	for _, v := range vs {
		if !k.uniformChain(v) {
			return false
		}
	}
	return true
}

// cutRegions adds a split for an operation with regions.
func (k *kernel) cutRegions(s *seq, op *ir.Operation) {
	sp := &split{op: op, in: s}
	vary := k.vary[s.level]
	who := "barrier"
	if s.level == warpLevel {
		who = "warp operation"
	}
	agree := func(vs ...*ir.Value) {
		if vary.any(vs) {
			k.fail(op, "a %s inside of `%s` whose condition or bounds may differ between the threads", who, op.Name())
		}
	}
	carry := func(vs ...*ir.Value) *cell {
		if !vary.any(vs) {
			return nil
		}
		c := k.newCell(vs[0].Type())
		for _, v := range vs {
			k.cells[v] = c
		}
		c.in(s.warps)
		return c
	}
	open := func(i int, args ...*ir.Value) *seq {
		for _, a := range args {
			if k.cells[a] == nil {
				k.avail[a] = s.warps
			}
		}
		b := &seq{level: s.level, warps: s.warps, part: s.part, inner: !k.hasBarrier[op] && !k.hasWarp[op]}
		if k.isPart(op) {
			b.part = &part{outer: s.part, cond: op.Operand(0), not: i == 1}
		}
		if op.Body(i) != nil {
			k.cut(b, opsOf(op.Body(i)))
		}
		sp.bodies = append(sp.bodies, b)
		return b
	}
	switch op.Typed().(type) {
	case scf.ForOp:
		agree(op.Operands()[:3]...)
		for i, r := range op.Results() {
			sp.carried = append(sp.carried, carry(op.Body(0).Arg(i+1), r))
		}
		k.moveTo(s, moves(op.Operands()[3:], sp.carried)...)
		b := open(0, op.Body(0).Args()...)
		k.moveTo(b, moves(op.Body(0).Back().Operands(), sp.carried)...)
	case scf.WhileOp:
		before, after := op.Body(0), op.Body(1)
		agree(before.Back().Operand(0))
		for _, a := range before.Args() {
			sp.before = append(sp.before, carry(a))
		}
		for i, r := range op.Results() {
			sp.carried = append(sp.carried, carry(after.Arg(i), r))
		}
		k.moveTo(s, moves(op.Operands(), sp.before)...)
		b := open(0, before.Args()...)
		k.moveTo(b, moves(before.Back().Operands()[1:], sp.carried)...)
		b = open(1, after.Args()...)
		k.moveTo(b, moves(after.Back().Operands(), sp.before)...)
	case scf.IfOp:
		if !k.isPart(op) {
			agree(op.Operand(0))
		}
		for _, r := range op.Results() {
			sp.carried = append(sp.carried, carry(r))
		}
		for i, r := range op.Regions() {
			b := open(i)
			if r.Front() != nil {
				k.moveTo(b, moves(r.Front().Back().Operands(), sp.carried)...)
			}
		}
	default:
		k.fail(op, "a %s inside of `%s`", who, op.Name())
	}
	for i, r := range op.Results() {
		if sp.carried[i] == nil {
			k.avail[r] = s.warps
		}
	}
	s.items = append(s.items, sp)
}

// moves stores values in their cells, where there are any.
func moves(from []*ir.Value, to []*cell) []move {
	var out []move
	for i, c := range to {
		if c != nil {
			out = append(out, move{from[i], c})
		}
	}
	return out
}
