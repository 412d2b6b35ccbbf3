package access

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes/check/analysis"
	"descend/passes/flow"
)

// The abstract execution of access-check: a client of package flow.
//
// A state is a set of entries, accesses that were made, each with what is known of when: in which loops around it the current
// iteration is the same as its own, how its iteration relates to the current one of the next loop, and by which barriers it was
// released. States are ordered by what they hold: more entries, less released, fewer barriers passed. There are finitely many
// accesses of different shape, so chains are finite; entries come, are renamed, released and left out each for itself, so
// transfer is monotone, and joins lose nothing: an access meets all entries that some way brings to it.
//
// Where an iteration ends, what was accessed in it becomes an access of an earlier iteration: of some earlier one, or of the one
// just before if every iteration passes a barrier of the block. So two iterations need not be executed: the accesses of any
// iteration are those of the body, with the loop's variable renamed, and an entry says "in an earlier iteration" for all of
// them. Accesses meet in this way
//
//   - those of the same iteration, as the body is executed in order;
//   - those of an earlier iteration, when the body is executed again from a head that holds what its end has left: these
//     entries are for any two iterations that are one before the other (one just before the other), which is what the question
//     to package overlap says. Whatever a third iteration could add is such an entry already: at the end of the second execution
//     an entry of an earlier iteration is as it was, or released; and a released one does not replace it at the head.
//
// So the second execution finds the head unchanged, and a nest of loops is executed twice, not each loop twice in each
// iteration of the one around: the entries for iterations of the outer loop and of the inner one are there at the same time.
// A barrier in the body releases what an earlier iteration left on the way to what follows the barrier, never for what stands
// before it.
//
// Pairs are decided whenever they meet, in the first execution of a nest those of one iteration, so that these are reported
// first: the answers are remembered.

// execution executes the body of a function.
type execution struct {
	*collector
	meeting
	depths map[*ir.Block]int // see depthOf
	end    *state            // where the function is left
	// alike is the level of conditions that all threads which are asked about take alike: those of a block, or, if blocks are
	// compared that a barrier of the grid orders, of the grid.
	alike analysis.Level
}

func newExecution(c *collector, m meeting) *execution {
	return &execution{collector: c, meeting: m, depths: map[*ir.Block]int{}, alike: analysis.BlockUniform}
}

// run executes the body from a state, and gives that where it is left.
func (f *execution) run(st *state) *state { return f.runWith(f, st) }

// runWith does so with a client that does more.
func (f *execution) runWith(c flow.Client[*state], st *state) *state {
	f.end = nil
	if end, ok := flow.Forward(f.conditions.shapes, c, f.fn.Body(0), st); ok {
		f.leave(end)
	}
	if f.end == nil {
		return newState()
	}
	return f.end
}

// leave notes a state in which the function is left.
func (f *execution) leave(st *state) {
	if f.end == nil {
		f.end = st.Clone()
		return
	}
	f.end.Join(st)
}

// Op is the transfer of an operation without regions.
func (f *execution) Op(op *ir.Operation, st *state) {
	f.fly(op, st)
	switch o := op.Typed().(type) {
	case exec.Barrier:
		st.release(f.released(exec.TypeOf(o.Waits()).Kind), f.depthOf(op.Block()))
		if run := f.runOf(o.Waits()); run != 0 && f.alike < analysis.GridUniform {
			st.releaseRun(run, f.runsAt)
		}
	case descend.CallOp:
		f.call(op, o, st)
	case descend.ReturnOp:
		f.leave(st)
	default:
		if op.NumRegions() == 0 {
			f.touch(f.accesses(op), st)
		}
	}
}

// released is what a barrier of a resource of a kind releases, for the threads that are asked about.
func (f *execution) released(k exec.Kind) int {
	if f.alike < analysis.GridUniform {
		return syncLevel(k, f.base)
	}
	if k == exec.Grid {
		return blockReleased
	}
	return held
}

// touch notes new accesses.
func (f *execution) touch(as []*access, st *state) {
	for _, a := range as {
		if f.happens(a, st) {
			f.meet(a, st, held)
			e := entry{a: a, shared: int32(len(a.loops))}
			if a.isCopy() {
				e.flight.state = begun
			}
			st.add(e)
		}
	}
}

// happens says whether an access counts; not where an error concerns it.
func (f *execution) happens(a *access, st *state) bool {
	if f.isDone(a) {
		st.release(blockReleased, len(a.loops))
		return false
	}
	return a.by != nil && !f.facts.IsPoison(a.op)
}

// Jump is for the flag of a loop that all threads of the block take back together: none of them does what follows in the iteration, so
// that nothing of it is concurrent with what is behind. Where some go on, all of it is as the regions say.
func (f *execution) Jump(op *ir.Operation) (loop *ir.Operation, again bool) {
	o, ok := ir.As[descend.WriteOp](op)
	if !ok || o.HasAttr("init") || !f.leavesTogether(o.Place()) {
		return nil, false
	}
	flag, _ := ir.DefinedBy[descend.LocalOp](o.Place())
	for l := range descend.LoopsAround(op) {
		return l, flag.Jump() == "continue"
	}
	return nil, false
}

// leavesTogether says whether a place is the flag of a loop that is the same for all threads of the block.
func (f *execution) leavesTogether(v *ir.Value) bool {
	flag, ok := ir.DefinedBy[descend.LocalOp](v)
	return ok && flag.Jump() != "" && f.facts.Uniformity[flag.Operation] >= f.alike
}

// Begin begins a block; that of a for-each copies the element.
func (f *execution) Begin(b *ir.Block, st *state) {
	if p := b.Parent(); ir.Is[descend.ForEachOp](p) {
		f.touch(f.accesses(p), st)
	}
}

// End ends a block, and the copies whose tokens are dropped there.
func (f *execution) End(b *ir.Block, st *state) { f.finish(f.atEnd[b.Region()], st) }

// Edge chooses branches and renames iterations.
func (f *execution) Edge(e flow.Edge, st *state) bool {
	d := f.depthOf(e.Op.Block())
	switch o := e.Op.Typed().(type) {
	case descend.IfOp:
		if read, ok := ir.DefinedBy[descend.ReadOp](o.Condition()); ok && e.From == flow.Outside && e.To != 0 && f.leavesTogether(read.Operand(0)) {
			return false // where it is false, Jump went on elsewhere
		}
		return e.From != flow.Outside || f.branch(o, e.To == 0, st)
	case descend.ForNatOp:
		n := f.natLoop(o)
		switch {
		case e.Back():
			if n.times != many {
				return false
			}
			st.endIteration(d)
		case e.Out():
			st.leaveLoop(d)
		case e.Into():
			st.synced = false
			st.enterLoop(d)
			return n.times != none
		default:
			return n.mayBeEmpty || n.times == none
		}
	case descend.ForEachOp:
		switch {
		case e.Back():
			st.endIteration(d)
		case e.Out():
			st.leaveLoop(d)
		case e.Into():
			st.synced = false
		}
	case descend.WhileOp: // an iteration is the body and the condition behind it; before the first one there is one without body
		switch {
		case e.Into(): // nothing has to be between the first condition and an iteration before it, of which there is none
			st.synced = true
		case e.Out():
			st.leaveLoop(d)
		case e.From == 0:
			st.endIteration(d)
			return !f.never[e.Op]
		}
	}
	return true
}

// branch enters a branch of an if, or goes past it; false if that never happens.
func (f *execution) branch(op descend.IfOp, then bool, st *state) bool {
	if noThen, noElse := f.isDead(op, true), f.isDead(op, false); noThen != noElse {
		return then == noElse
	}
	f.where(st, descend.Guard{Cond: op.Condition(), Is: then})
	return true
}

// Beside adds what other threads do in the first of two branches at the same time, and what they did there again.
func (f *execution) Beside(op *ir.Operation, st, end *state) {
	if descend.IsChoice(op) && f.facts.Uniformity[op] >= f.alike {
		return
	}
	for _, e := range end.list {
		st.add(mayFlyBeside(e, op))
	}
}

// depthOf is the number of loops around a block.
func (f *execution) depthOf(b *ir.Block) int {
	d, ok := f.depths[b]
	if p := b.Parent(); !ok && p != nil && !ir.Is[descend.FuncOp](p) {
		d = f.depthOf(p.Block())
		if descend.IsLoop(p) {
			d++
		}
		f.depths[b] = d
	}
	return d
}
