package check

import (
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/gpu"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes"
	"descend/passes/check/analysis"
	"descend/passes/check/handover"
	"descend/passes/check/help"
	"descend/passes/place"
)

// BarrierCheck checks that every thread of a block arrives at its barriers, and every lane of a warp at the
// warp's barriers, shuffles and ballots (paper section 2.2; docs/checks.md, "Barriers").
//
//	split(X) block at 32 {                  // `block` is split here
//	    first => { sync },                  // error: barrier not allowed here
//	    rest => {} }
//
// Between the barrier and the region that its resource executes there may be schedules, nat loops, and
// conditions that are the same for all threads that have to arrive. Nothing leaves a loop or function early
// on the GPU, so that is all. A call of a function with barriers counts as one.
//
// Needs: uniformity (the marks on conditions), exec-check.
type BarrierCheck struct{}

// Name is the name of the pass.
func (*BarrierCheck) Name() string { return "barrier-check" }

// Description is one line.
func (*BarrierCheck) Description() string { return "check that all threads arrive at barriers" }

// Anchor is the operation that the pass runs on.
func (*BarrierCheck) Anchor() string { return "builtin.module" }

// After is the order with reasons.
func (*BarrierCheck) After() []passes.Order {
	return []passes.Order{
		{Pass: "exec-check", Why: "who executes what is settled there"},
		{Pass: "uniformity", Why: "it reads which conditions are uniform"},
	}
}

type barrierChecker struct{ *analysis.Module }

// Run checks all functions.
func (p *BarrierCheck) Run(c *passes.Context) error { return analysis.Run(c, p) }

func (*BarrierCheck) Begin(m *analysis.Module) analysis.Checker { return barrierChecker{m} }

func (x barrierChecker) Function(f descend.FuncOp) {
	f.Walk(func(op *ir.Operation) ir.WalkResult {
		if x.Now.IsReported(op) {
			return ir.Advance
		}
		if r := exec.BarrierOf(op); r != nil {
			x.barrier(op, r)
		}
		if o, ok := op.Typed().(exec.Handover); ok && exec.BarrierOf(op) == nil {
			x.barrier(op, o.Part())
		}
		if lvl, what := exec.LevelOf(op); lvl == exec.ByLanes {
			x.lanes(op, what)
		}
		if o, ok := ir.As[descend.CallOp](op); ok {
			x.call(o)
		}
		return ir.Advance
	})
	x.hardware(f)
	x.handovers(f)
}

// handovers checks barriers between the parts of splits.
func (x barrierChecker) handovers(f descend.FuncOp) {
	for op := range f.All("") {
		if _, ok := op.Typed().(exec.Handover); ok && x.Now.IsReported(op) {
			return // as if what is missing there were there
		}
	}
	if _, problems := handover.Of(f, x.Now); len(problems) > 0 {
		p := problems[0] // others may be due to it
		d := x.Now.Fail(p.Op, descend.CodeBarrier, "%s", p.Message).WithLabel("%s", p.Label)
		if p.With != nil {
			d.Relate(p.With.Loc(), "%s", p.WithText)
		}
		if p.Help != "" {
			d.WithHelp(p.Help)
		}
	}
}

// barrier checks a barrier of r, a block or warp.
func (x barrierChecker) barrier(op *ir.Operation, r *ir.Value) {
	t := exec.TypeOf(r)
	if run, scattered := place.RunOf(r); run != nil || scattered != nil {
		x.part(op, r, run, scattered)
		return
	}
	if t == nil || t.Kind != exec.Grid && t.Kind != exec.Block && t.Kind != exec.Warp {
		d := x.Now.Fail(op, descend.CodeBarrier, "barrier not allowed here")
		switch {
		case t != nil && t.Kind == exec.CPUThread:
			d.WithLabel("the CPU thread has no barrier")
		case t != nil && t.Kind == exec.BlockGrp:
			d.WithLabel("a barrier is of a grid, a block or a warp, not of `%s`", t.User()).
				Note("some blocks alone do not wait for each other")
		case t != nil:
			d.WithLabel("a barrier is of a whole block or warp, not of `%s`", t.User())
			if text := barrierHelp(op); text != "" {
				d.WithHelp(text)
			}
		default:
			d.WithLabel("a barrier is of a block or a warp")
		}
		d.Relate(place.ExecLoc(op), "executed by `%s`", place.ExecType(op).User())
		return
	}
	word, need, what := "block", analysis.BlockUniform, "sync"
	switch t.Kind {
	case exec.Warp:
		word, need = "warp", analysis.WarpUniform
	case exec.Grid:
		word, need, what = "grid", analysis.GridUniform, "sync("+help.ResourceName(r, "grid")+")"
	}
	if v, ok := ir.As[descend.VoteOp](op); ok {
		what = "sync_" + v.Kind()
	}
	x.arrives(op, r, need, what, word)
}

// part checks a barrier of a part of a block: of the same run of threads whenever it is executed, since who waits at a barrier of the
// hardware are as many threads as it says, whoever they are.
func (x barrierChecker) part(op *ir.Operation, r *ir.Value, run *place.Run, scattered *place.Scattered) {
	name := help.ResourceName(r, "part")
	split := r.OwnerBlock().Parent()
	if run == nil {
		x.Now.Fail(op, descend.CodeBarrier, "barrier not allowed here").
			WithLabel("the threads of `%s` do not follow each other in the block, so that they are no whole warps", name).
			Relate(split.Loc(), "split along %s, with several positions along %s", scattered.Split, scattered.Outer).
			WithHelp("split along " + scattered.Outer.String() + ": the hardware numbers threads along X first, then along Y, then along Z")
		return
	}
	for _, v := range append(run.First.Vars(), run.Count.Vars()...) {
		if !x.isGeneric(v) {
			x.Now.Fail(op, descend.CodeBarrier, "barrier not allowed here").
				WithLabel("which threads `%s` has changes with `%s`, and threads of different rounds would wait for each other", name, v).
				Relate(split.Loc(), "split here").
				WithHelp("split at a size, or use `sync` behind the split")
			return
		}
	}
	what := "sync(" + name + ")"
	if _, ok := op.Typed().(exec.Handover); ok {
		what = strings.TrimPrefix(op.Name(), "exec.")
	}
	x.arrives(op, r, analysis.BlockUniform, what, "part")
}

// isGeneric says whether a nat is one of the function's generics.
func (x barrierChecker) isGeneric(name string) bool {
	return slices.ContainsFunc(x.Now.Func.Generics(), func(g descend.Generic) bool { return g.Kind == "nat" && g.Name == name })
}

// hardware counts the barriers of the hardware that a function needs, with what it calls: one for each run of threads that wait for
// each other, and one for each that parts hand over by, in each call. That of whole blocks is another one.
func (x barrierChecker) hardware(f descend.FuncOp) {
	x.Now.Runs, x.Now.Handovers, x.Now.Between = nil, 0, nil
	f.Walk(func(op *ir.Operation) ir.WalkResult {
		if x.Now.IsReported(op) {
			return ir.Advance
		}
		if h, ok := op.Typed().(exec.Handover); ok {
			if run, _ := place.RunOf(h.Part()); run != nil {
				x.Now.Between = with(x.Now.Between, *run)
			}
		} else if r := exec.BarrierOf(op); r != nil {
			if run, _ := place.RunOf(r); run != nil {
				x.Now.Runs = with(x.Now.Runs, *run)
			}
		}
		if ir.Is[exec.NewBarrierOp](op) {
			x.Now.Handovers++
		}
		if o, ok := ir.As[descend.CallOp](op); ok && !x.calledBarriers(o) {
			return ir.Interrupt
		}
		if n := len(x.Now.Runs) + x.Now.Handovers; n > gpu.NamedBarriers {
			x.Now.Fail(op, descend.CodeBarrier, "too many barriers").
				WithLabel("with this there are %d barriers of parts and between them, and the hardware has %d for a kernel", n, gpu.NamedBarriers).
				WithHelp("parts of equal bounds share a barrier: split at fewer places")
			return ir.Interrupt
		}
		return ir.Advance
	})
}

// with is a set of runs of threads with one more.
func with(runs []place.Run, run place.Run) []place.Run {
	if slices.ContainsFunc(runs, func(r place.Run) bool { return r.Key() == run.Key() }) {
		return runs
	}
	return append(runs, run)
}

// calledBarriers notes the barriers of a function that is called; false if it was reported.
func (x barrierChecker) calledBarriers(o descend.CallOp) bool {
	callee := x.Facts[o.Callee()]
	if callee == nil || len(callee.Runs) == 0 && callee.Handovers == 0 {
		return true
	}
	if t := callee.Func.ExecType(); callee.Handovers > 0 && t != nil && t.Kind == exec.Grid {
		x.Now.Fail(o.Operation, descend.CodeBarrier, "barrier not allowed here").
			WithLabel("in `%s` parts of blocks hand over to each other: it is launched, and not called", help.ShownName(o.Callee()))
		return false
	}
	x.Now.Handovers += callee.Handovers
	nats := descend.Instantiation(o.Operation, callee.Func).Nats
	for _, of := range []struct {
		callee []place.Run
		here   *[]place.Run
		what   string
	}{{callee.Runs, &x.Now.Runs, "a part of the block synchronizes in `%s`"}, {callee.Between, &x.Now.Between, "a part of the block hands over in `%s`"}} {
		for _, run := range of.callee {
			run = run.Subst(nats)
			for _, v := range append(run.First.Vars(), run.Count.Vars()...) {
				if !x.isGeneric(v) {
					x.Now.Fail(o.Operation, descend.CodeBarrier, "barrier not allowed here").
						WithLabel(of.what+", and which threads it has changes here with `%s`", help.ShownName(o.Callee()), v)
					return false
				}
			}
			*of.here = with(*of.here, run)
		}
	}
	return true
}

// arrives checks that all threads of a resource reach op.
func (x barrierChecker) arrives(op *ir.Operation, r *ir.Value, need analysis.Level, what, word string) {
	p := x.Now.Obstacle(op.Block(), r, need)
	if p == nil {
		return
	}
	d := x.Now.Fail(op, descend.CodeBarrier, "barrier not allowed here")
	switch o := p.Typed().(type) {
	case descend.FuncOp:
		d.WithLabel("the %s is not one that executes this", word)
	case exec.SplitOp:
		d.WithLabel("`%s` not performed by all threads in the %s", what, word).
			Relate(p.Loc(), "`%s` is split here", help.ResourceName(r, word))
		if part := x.partAround(op, p); part != "" && ir.Is[exec.SyncOp](op) && word == "block" {
			d.WithHelp("end the split before the barrier, or write `sync(" + part + ")`: of the threads of `" + part + "` alone")
		} else if word == "block" {
			d.WithHelp("end the split before it: all threads of the block come by behind the split")
		}
	case descend.IfExistsOp:
		d.WithLabel("`%s` not performed by all threads in the %s", what, word)
		if o.Divergent() {
			d.Relate(p.Loc(), "this is evaluated by some threads only: those whose element is there, or is not")
		} else {
			d.Relate(p.Loc(), "the element may be there for some threads of the %s only", word)
		}
		d.Note("whether an element is there is the same for all threads if they name the same one, which no select over them leads to")
		if !o.Divergent() {
			d.WithHelp("put it before or behind the `if let`, where all threads of the " + word + " come by")
		}
	case descend.IfOp, descend.WhileOp:
		d.WithLabel("`%s` not performed by all threads in the %s", what, word)
		if jump, ok := x.jumpOf(p, op, need); ok {
			d.Relate(jump.Loc(), "some threads of the %s may leave here, and others not", word)
			if vote := map[analysis.Level]string{analysis.BlockUniform: "sync_or(c)", analysis.WarpUniform: "any(c)"}[need]; vote != "" {
				d.WithHelp("let all of them leave together, by a vote before the condition: `if " + vote + " { .. }`")
			}
			return
		}
		d.Relate(conditionLoc(p), "this condition may differ between the threads of the %s", word)
		vote := map[analysis.Level]string{analysis.BlockUniform: "sync_or", analysis.WarpUniform: "any"}[need]
		switch {
		case ir.Is[descend.IfOp](p):
			d.WithHelp("put it before or behind what depends on the condition, where all threads of the " + word + " come by")
		case vote != "" && word != "part": // parts have no votes
			d.WithHelp("let them decide together: `while " + vote + "(..)` goes on, for all threads of the " + word + ", until the condition is false for each")
		}
		if need == analysis.GridUniform {
			d.Note("literals, nats, scalar parameters and loads at one place of global memory that is only read are the same for all blocks; `index(block)`, votes and what a block loads for itself are not")
			return
		}
		d.Note("literals, nats, scalar parameters and loads at one place of memory that is only read are the same for all threads")
	case descend.ForNatOp, descend.ForEachOp:
		d.WithLabel("`%s` not performed by all threads in the %s", what, word).
			Relate(p.Loc(), "this is repeated for each element of the part, of which threads of the %s may have different numbers", word)
	default:
		d.WithLabel("inside of `%s`, which is not understood", p.Name())
	}
}

// partAround is the name of the part of a block, of those that a split makes, which an operation is in, if its threads can wait for each other.
func (x barrierChecker) partAround(op, split *ir.Operation) string {
	for b := op.Block(); b.Parent() != nil; b = b.Parent().Block() {
		if b.Parent() == split {
			run, _ := place.RunOf(b.Arg(0))
			if run == nil || !x.mayBeWarps(run.First) || !x.mayBeWarps(run.End()) {
				return ""
			}
			return help.ResourceName(b.Arg(0), "")
		}
	}
	return ""
}

// mayBeWarps says whether a part may begin or end at a thread and have barriers of its own: at a multiple of 32 that does not change.
func (x barrierChecker) mayBeWarps(at nat.Expr) bool {
	if n, ok := at.Int64(); ok {
		return n%gpu.WarpSize == 0
	}
	return !slices.ContainsFunc(at.Vars(), func(v string) bool { return !x.isGeneric(v) })
}

// jumpOf is the first break or continue because of which not all threads come past an if or while to op, if it is one.
func (x barrierChecker) jumpOf(p, op *ir.Operation, need analysis.Level) (*ir.Operation, bool) {
	switch o := p.Typed().(type) {
	case descend.IfOp:
		if flag := flagOf(o.Condition()); flag != nil {
			return x.firstJump(p.Parent(), flag, need)
		}
		for w := range ir.AllOf[descend.WriteOp](p) { // what follows an if that jumps stands in its second branch
			flag := flagAt(w.Place())
			if flag != nil && w.Block().Region() == p.Region(0) && !p.IsAncestorOf(flag) && !p.Region(0).IsProperAncestorOf(op.Block().Region()) && op.Block().Region() != p.Region(0) {
				return w.Operation, true
			}
		}
	case descend.WhileOp:
		if c, ok := ir.DefinedBy[descend.IfOp](o.Condition()); ok {
			if flag := flagOf(c.Condition()); flag != nil {
				return x.firstJump(p.Parent(), flag, need)
			}
		}
	}
	return nil, false
}

// firstJump is the first one of a flag that differs between threads.
func (x barrierChecker) firstJump(in, flag *ir.Operation, need analysis.Level) (*ir.Operation, bool) {
	if x.Now.Uniformity[flag] >= need {
		return nil, false
	}
	for w := range ir.AllOf[descend.WriteOp](in) {
		if w.Place() == flag.Result(0) && !w.HasAttr("init") {
			return w.Operation, true
		}
	}
	return nil, false
}

// flagOf is the flag of a loop that a condition reads, flagAt the one that a place is; nil if it is none.
func flagOf(cond *ir.Value) *ir.Operation {
	if read, ok := ir.DefinedBy[descend.ReadOp](cond); ok {
		return flagAt(read.Operand(0))
	}
	return nil
}

func flagAt(v *ir.Value) *ir.Operation {
	if l, ok := ir.DefinedBy[descend.LocalOp](v); ok && l.Jump() != "" {
		return l.Operation
	}
	return nil
}

// conditionLoc is where the condition of an if or while is.
func conditionLoc(op *ir.Operation) ir.Location {
	switch o := op.Typed().(type) {
	case descend.WhileOp:
		return o.Body(0).Back().Loc()
	case descend.IfOp:
		if d := o.Condition().DefiningOp(); d != nil {
			return d.Loc()
		}
	}
	return op.Loc()
}

// barrierHelp is the help for a barrier of a resource that has none: to synchronize the warp or block around.
func barrierHelp(op *ir.Operation) string {
	for e := place.Exec(op); e != nil && e.OwnerBlock() != nil; {
		t, p := exec.TypeOf(e), e.OwnerBlock().Parent()
		switch {
		case t.Kind == exec.Block:
			return "write `sync`: of all threads of `" + help.ResourceName(e, "block") + "`"
		case t.Kind == exec.Warp:
			name := help.ResourceName(e, "warp")
			return "write `sync(" + name + ")`: of all lanes of `" + name + "`"
		case p == nil || ir.Is[descend.FuncOp](p):
			return ""
		case ir.Is[exec.SplitOp](p):
			return "end the split before the barrier: it is for all parts of `" + help.ResourceName(p.Operand(0), "block") + "`"
		}
		e = p.Operand(0)
		if d := e.DefiningOp(); d != nil && d.NumOperands() > 0 {
			e = d.Operand(0)
		}
	}
	return ""
}

// lanes checks a shuffle or ballot: by the lanes of a whole warp, all of which arrive.
func (x barrierChecker) lanes(op *ir.Operation, what string) {
	e := place.Exec(op)
	res := exec.ResourceOf(e)
	if n := len(res.Steps); n > 0 {
		if s := res.Steps[n-1]; s.Kind == exec.ForallStep && s.From != nil && s.From.Kind == exec.Warp && s.Op != nil {
			x.arrives(op, s.Op.Operand(0), analysis.WarpUniform, what, "warp")
			return
		}
	}
	t := place.ExecType(op)
	d := x.Now.Fail(op, descend.CodeBarrier, "%s not allowed here", what).
		WithLabel("a %s is for the lanes of a whole warp", what)
	switch own := ir.Is[descend.FuncOp](e.OwnerBlock().Parent()); {
	case t != nil && t.Kind == exec.Warp:
		d.Relate(place.ExecLoc(op), "executed by `%s` as a whole", t.User()).
			WithHelp(scheduleFirst("lanes", op))
		return
	case t != nil && t.Kind == exec.Thread && own:
		d.Relate(place.ExecLoc(op), "executed by `%s`, one thread for itself", t.User()).
			WithHelp("let a warp execute the function, `-[w: gpu.warp]->`, with `sched(X) lane in w { .. }` in it: a value of each lane is `[w.forall(X)] v`")
		return
	case t != nil:
		d.Relate(place.ExecLoc(op), "executed by `%s`, which is not scheduled from a whole warp", t.User())
	}
	block := "block"
	for v := e; v != nil && v.OwnerBlock() != nil && !ir.Is[descend.FuncOp](v.OwnerBlock().Parent()); v = v.OwnerBlock().Parent().Operand(0) {
		if k := exec.TypeOf(v); k != nil && k.Kind == exec.Block {
			block = help.ResourceName(v, block)
			break
		}
	}
	d.WithHelp("schedule the warps first: `sched(X) warp in " + block + ".to_warps { sched(X) lane in warp { .. } }`")
}

// call checks the call of a function with barriers as a barrier of the resource that calls.
func (x barrierChecker) call(o descend.CallOp) {
	t := place.ExecType(o.Operation)
	if t == nil || !x.HasBarrier(o.Callee()) {
		return
	}
	if k := x.Funcs[o.Callee()].ExecType(); k != nil && k.Kind == exec.CPUThread && t.Kind == exec.CPUThread {
		return // what is wrong is in the callee, and reported there
	}
	if slices.ContainsFunc(x.Info[o.Callee()].Syncs, ofGrid) {
		x.Now.Fail(o.Operation, descend.CodeBarrier, "barrier not allowed here").
			WithLabel("`%s` has a barrier of the grid: it is launched, and not called", help.ShownName(o.Callee()))
		return
	}
	need, word := together(t)
	if need == analysis.Varying {
		x.Now.Fail(o.Operation, descend.CodeBarrier, "barrier not allowed here").
			WithLabel("`%s` synchronizes, and this is executed by `%s`", o.Callee(), t.User())
		return
	}
	x.arrives(o.Operation, place.Exec(o.Operation), need, o.Callee(), word)
}

// ofGrid says whether a barrier is one of all blocks.
func ofGrid(barrier *ir.Operation) bool {
	return exec.TypeOf(exec.BarrierOf(barrier)).Kind == exec.Grid
}
