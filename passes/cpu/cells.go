package cpu

import (
	"descend/dialects/arith"
	"descend/dialects/gpu"
	"descend/dialects/scf"
	"descend/ir"
)

// cell is memory for a value of each thread that lives across a cut: an array with an element for each thread
// of the block, or for each lane if the value is only used within one loop over warps.
type cell struct {
	elem   ir.Type
	scoped bool
	warps  *warps // with scoped: the loop over warps in which it is used, nil for the whole block
	mem    *ir.Value
}

func (k *kernel) newCell(t ir.Type) *cell {
	c := &cell{elem: t}
	k.order = append(k.order, c)
	return c
}

// in notes a use of the cell within a loop over warps, or outside of such (nil).
func (c *cell) in(w *warps) {
	if !c.scoped {
		c.scoped, c.warps = true, w
	} else if c.warps != w {
		c.warps = nil
	}
}

// array is a private array of the kernel: memory.go says where it lies.
type array struct {
	root *ir.Value
	typ  *ir.MemRefType
	// users are the segments that use it, as met.
	users []*segment
	mem   *ir.Value
}

// demand finds which values need cells, by what segments and splits use.
func (k *kernel) demand() { k.demandSeq(k.top) }

func (k *kernel) demandSeq(s *seq) {
	for _, it := range s.items {
		switch it := it.(type) {
		case *segment:
			k.demandPart(it.in.part)
			for _, st := range it.steps {
				k.demandStep(it, st)
			}
		case *once:
			for _, v := range it.op.Operands() {
				k.needOnce(v, s.warps)
			}
		case *warps:
			k.demandPart(it.part)
			k.demandSeq(it.body)
		case *split:
			k.demandSplit(it)
			for _, b := range it.bodies {
				k.demandSeq(b)
			}
		}
	}
}

// demandSplit: bounds, conditions and what all threads agree on is used outside of the loops over threads.
func (k *kernel) demandSplit(sp *split) {
	agreed := func(vs []*ir.Value, cells []*cell) {
		for i, c := range cells {
			if c == nil {
				k.needOnce(vs[i], sp.in.warps)
			}
		}
	}
	terminator := func(i int) []*ir.Value { return sp.op.Body(i).Back().Operands() }
	need := func(vs ...*ir.Value) {
		for _, v := range vs {
			k.needOnce(v, sp.in.warps)
		}
	}
	switch sp.op.Typed().(type) {
	case scf.ForOp:
		need(sp.op.Operands()[:3]...)
		agreed(sp.op.Operands()[3:], sp.carried)
		agreed(terminator(0), sp.carried)
	case scf.WhileOp:
		need(terminator(0)[0])
		agreed(sp.op.Operands(), sp.before)
		agreed(terminator(0)[1:], sp.carried)
		agreed(terminator(1), sp.before)
	case scf.IfOp:
		need(sp.op.Operand(0)) // also for each thread, where it divides the block
		for i, r := range sp.op.Regions() {
			if r.Front() != nil {
				agreed(terminator(i), sp.carried)
			}
		}
	}
}

func (k *kernel) demandStep(g *segment, st step) {
	for _, m := range st.moves {
		m.to.in(g.in.warps)
		k.need(m.from, g)
	}
	if st.pack != nil {
		for _, v := range st.pack.op.Operands() {
			k.need(v, g)
		}
	}
	if st.op != nil {
		if k.calls[st.op] != nil { // what it needs was packed
			return
		}
		if ir.Is[gpu.ShuffleOp](st.op) { // the value comes from the cell, or is computed for the other lane
			k.need(st.op.Operand(1), g)
			return
		}
		for _, v := range externals(st.op) {
			k.need(v, g)
		}
	}
}

// externals are the values that an operation, with what is inside, uses and that are defined outside of it, in
// order, each once.
func externals(op *ir.Operation) []*ir.Value {
	var out []*ir.Value
	seen := map[*ir.Value]bool{}
	op.Walk(func(o *ir.Operation) ir.WalkResult {
		for _, v := range o.Operands() {
			if !seen[v] && !definedIn(v, op) {
				seen[v] = true
				out = append(out, v)
			}
		}
		return ir.Advance
	})
	return out
}

// definedIn says whether a value is defined inside of an operation's regions.
func definedIn(v *ir.Value, op *ir.Operation) bool {
	p := v.ParentBlock().Parent()
	return p != nil && op.IsAncestorOf(p)
}

// need makes a value available to the threads of a segment.
func (k *kernel) need(v *ir.Value, g *segment) {
	w := g.in.warps
	if k.isAvail(v, w) || k.isSingle(v) {
		return
	}
	def := v.DefiningOp()
	if def != nil && k.home[def] == g {
		if c := k.cells[v]; c != nil {
			c.in(w)
		}
		return
	}
	if k.isPrivate(v) {
		k.useArray(v, g)
		return
	}
	if c := k.cells[v]; c != nil {
		c.in(w)
		return
	}
	if _, ok := v.Type().(*ir.MemRefType); ok || k.cheap(v, new(int)) {
		if def == nil || def.NumRegions() > 0 {
			k.fail(k.fn.Operation, "a buffer that depends on control flow across a barrier")
		}
		for _, x := range def.Operands() {
			k.need(x, g)
		}
		return
	}
	k.cellFor(v).in(w)
}

// cellFor gives a value a cell; whoever computes it stores it there.
func (k *kernel) cellFor(v *ir.Value) *cell {
	c := k.newCell(v.Type())
	k.cells[v] = c
	if def := v.DefiningOp(); def != nil && k.home[def] != nil {
		c.in(k.home[def].in.warps)
	} else {
		c.in(k.avail[v])
	}
	return c
}

// needOnce makes a value on which all threads agree available outside of the loops over threads: as the first
// thread has it.
func (k *kernel) needOnce(v *ir.Value, w *warps) {
	if k.isAvail(v, w) || k.isSingle(v) {
		return
	}
	if c := k.cells[v]; c != nil {
		c.in(w)
		return
	}
	if k.cheap(v, new(int)) {
		for _, x := range v.DefiningOp().Operands() {
			k.needOnce(x, w)
		}
		return
	}
	k.cellFor(v).in(w)
}

// cheapOps bounds the operations by which a value is computed again rather than kept in a cell.
const cheapOps = 12

// knownOps bounds those by which a value of another lane is.
const knownOps = 40

// known says whether a lane knows what another one has: it may compute that for the other one's ids, so that no lane waits for another one.
func (k *kernel) known(v *ir.Value) bool {
	n := cheapOps - knownOps
	return k.cheap(v, &n)
}

// cheap says whether a value is computed again where it is needed: few simple operations on ids and on what
// is available everywhere. n counts the operations.
func (k *kernel) cheap(v *ir.Value, n *int) bool {
	if in, ok := k.avail[v]; ok {
		return in == nil
	}
	op := v.DefiningOp()
	if op == nil {
		return false
	}
	switch op.Typed().(type) {
	case gpu.ThreadIDOp, gpu.LaneIDOp, arith.ConstantOp:
		return true
	case arith.DivUIOp, arith.RemUIOp, arith.DivSIOp, arith.RemSIOp:
		if c, ok := arith.ConstantInt(op.Operand(1)); !ok || c <= 0 {
			return false
		}
		*n += 3
	case arith.AddIOp, arith.SubIOp, arith.MulIOp, arith.AndIOp, arith.OrIOp, arith.XOrIOp, arith.ShLIOp, arith.ShRUIOp, arith.ShRSIOp,
		arith.CmpIOp, arith.SelectOp, arith.IndexCastOp, arith.IndexCastUIOp, arith.ExtUIOp, arith.ExtSIOp, arith.TruncIOp,
		arith.MaxSIOp, arith.MinSIOp, arith.MaxUIOp, arith.MinUIOp:
		*n++
	default:
		return false
	}
	if *n > cheapOps {
		return false
	}
	for _, x := range op.Operands() {
		if !k.cheap(x, n) {
			return false
		}
	}
	return true
}

// useArray notes that a segment uses a private array.
func (k *kernel) useArray(root *ir.Value, g *segment) {
	a := k.arrays[root]
	if a == nil {
		a = &array{root: root, typ: root.Type().(*ir.MemRefType)}
		k.arrays[root] = a
		k.lists = append(k.lists, a)
	}
	for _, u := range a.users {
		if u == g {
			return
		}
	}
	a.users = append(a.users, g)
}
