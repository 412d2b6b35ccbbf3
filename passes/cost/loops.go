package cost

import (
	"descend/dialects/memref"
	"descend/dialects/ods"
	"descend/dialects/scf"
	"descend/ir"
)

// counted follows a loop with a variable that goes up to a bound.
func (w *walker) counted(op *ir.Operation, loop ods.CountedLoop, m mask) *variable {
	bounds := [3]*value{w.get(loop.LowerBound()), w.get(loop.UpperBound()), w.get(loop.Step())}
	known := true
	for _, b := range bounds {
		if cut := w.cutFor(b, m); cut != nil {
			return cut
		}
		known = known && b.known&m == m && b.fixed()
	}
	if !known {
		return w.someRounds(op, m)
	}
	lo, ok1 := bounds[0].same(m)
	hi, ok2 := bounds[1].same(m)
	step, ok3 := bounds[2].same(m)
	if !ok1 || !ok2 || !ok3 || step <= 0 {
		return w.laneLoop(op, bounds, m)
	}
	n := int64(0)
	if hi > lo {
		n = (hi-lo-1)/step + 1
	}
	if w.roundByRound(op, n) {
		return w.laneLoop(op, bounds, m)
	}
	body := op.Body(0)
	forget := func() {
		w.forget(body.Args()[1:])
		w.forgetStores(op)
	}
	v := &variable{0, n}
	cut := w.over(v, func() *variable {
		forget()
		w.set(body.Arg(0), v.of(step, lo))
		return w.block(body, m)
	})
	forget()
	w.forget(op.Results())
	return cut
}

// roundByRound says whether a loop of n rounds is followed round by round: if it has one at most, if it carries integers that are known
// before it, as they may be known in it too, and on the CPU if it launches something.
func (w *walker) roundByRound(op *ir.Operation, n int64) bool {
	if n <= 1 {
		return true
	}
	if w.host != nil {
		return w.host.acts(op)
	}
	carries := false
	for _, v := range op.Operands()[3:] {
		_, isMemory := v.Type().(*ir.MemRefType)
		carries = carries || isMemory || w.get(v).known != 0
	}
	for c, v := range w.cells {
		carries = carries || v.known != 0 && w.storesTo(op)[c.root]
	}
	return carries && n < int64(w.left/64)
}

// laneLoop follows a loop round by round, with bounds of each lane's own.
func (w *walker) laneLoop(op *ir.Operation, bounds [3]*value, m mask) *variable {
	body := op.Body(0)
	w.pass(op.Operands()[3:], body.Args()[1:], m)
	i := bounds[0]
	for active := m; ; {
		for l := range lanes {
			if active.has(l) && (i.at[l] >= bounds[1].at[l] || bounds[2].at[l] <= 0) {
				active &^= 1 << l
			}
		}
		if active == 0 {
			break
		}
		w.set(body.Arg(0), i)
		if cut := w.block(body, active); cut != nil {
			return cut
		}
		w.pass(body.Back().Operands(), body.Args()[1:], active)
		i = i.plus(bounds[2], 1)
	}
	w.pass(body.Args()[1:], op.Results(), m)
	return nil
}

// while follows a loop round by round, each lane until its condition is false.
func (w *walker) while(o scf.WhileOp, m mask) *variable {
	before, after := o.Before(), o.After()
	end := before.Back()
	w.pass(o.Operands(), before.Args(), m)
	for active := m; active != 0; {
		mark := [2]int{len(w.accesses), len(w.visits)}
		if cut := w.block(before, active); cut != nil {
			return cut
		}
		c := w.get(end.Operand(0))
		if cut := w.cutFor(c, active); cut != nil {
			return cut
		}
		if c.known&active != active {
			w.accesses, w.visits = w.accesses[:mark[0]], w.visits[:mark[1]]
			return w.someRounds(o.Operation, active)
		}
		var left mask
		for l := range lanes {
			if active.has(l) && c.at[l] != 0 {
				left |= 1 << l
			}
		}
		w.pass(end.Operands()[1:], o.Results(), active&^left)
		if active = left; active == 0 {
			break
		}
		w.pass(end.Operands()[1:], after.Args(), active)
		if cut := w.block(after, active); cut != nil {
			return cut
		}
		w.pass(after.Back().Operands(), before.Args(), active)
	}
	return nil
}

// someRounds follows one round of a loop that has a number of them which is not known.
func (w *walker) someRounds(op *ir.Operation, m mask) *variable {
	doubt := w.doubt
	w.doubt |= PerRound
	for _, r := range op.Regions() {
		w.forget(r.Front().Args())
	}
	w.forgetStores(op)
	for _, r := range op.Regions() {
		if cut := w.block(r.Front(), m); cut != nil {
			return cut
		}
	}
	w.doubt = doubt
	w.forgetStores(op)
	w.forget(op.Results())
	return nil
}

// storesTo are the arrays of single threads that an operation stores to; a store through a memref of which it is not known where it
// points is to all.
func (w *walker) storesTo(op *ir.Operation) map[*ir.Value]bool {
	out := map[*ir.Value]bool{}
	op.Walk(func(o *ir.Operation) ir.WalkResult {
		if s, ok := o.Typed().(memref.StoreOp); ok && !w.shares(s.MemRef()) {
			root := w.places[s.MemRef()].root
			for c := range w.cells {
				if root == nil || c.root == root {
					out[c.root] = true
				}
			}
		}
		return ir.Advance
	})
	return out
}

// forgetStores forgets what an operation stores to.
func (w *walker) forgetStores(op *ir.Operation) {
	roots := w.storesTo(op)
	for c := range w.cells {
		if roots[c.root] {
			delete(w.cells, c)
		}
	}
}
