package check

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes"
	"descend/passes/check/analysis"
	"descend/passes/check/help"
	"descend/passes/place"
)

// ExecCheck decides who may do what (docs/checks.md, "Who executes"; paper section 3.1).
//
//	sched(X) block in grid {          // a block
//	    v[[block]] = 0                // error: only threads write memory
//	    sched(X) thread in grid {..}  // error: `grid` does not execute here
//	}
//
// Threads and the CPU thread read and write memory. Grids, blocks, warps and groups schedule, split,
// allocate, borrow and compute with variables of their own, which hold uniform values since nothing else can
// be computed there. Functions are called at the level that they are written for, launches are the CPU's,
// and GPU functions are not recursive.
//
// Guarantees to later checks: a schedule or split is of the resource that executes it; a select is over a
// resource around it; every access of memory behind a reference is by a single thread.
type ExecCheck struct{}

// Name is the name of the pass.
func (*ExecCheck) Name() string { return "exec-check" }

// Description is one line.
func (*ExecCheck) Description() string {
	return "check that operations are executed by resources that may"
}

// Anchor is the operation that the pass runs on.
func (*ExecCheck) Anchor() string { return "builtin.module" }

// execChecker is one run.
type execChecker struct {
	*analysis.Module
	// Of the function that is being checked: itself, its resolver, and the resources by which an access was reported, as the next one has
	// the same cause.
	fn       descend.FuncOp
	r        *place.Resolver
	reported map[*ir.Value]bool
}

// Run checks all functions.
func (p *ExecCheck) Run(c *passes.Context) error { return analysis.Run(c, p) }

func (*ExecCheck) Begin(m *analysis.Module) analysis.Checker {
	return &execChecker{Module: m}
}

func (x *execChecker) Group(fs []descend.FuncOp) {
	for _, f := range fs {
		x.recursion(f)
		x.classify(f)
		x.FactsOf(f).Alone = x.alone(f)
	}
}

func (x *execChecker) Function(f descend.FuncOp) {
	x.fn, x.r, x.reported = f, x.Resolver(f), map[*ir.Value]bool{}
	f.Walk(func(op *ir.Operation) ir.WalkResult {
		if op != f.Operation {
			x.check(f, op)
		}
		return ir.Advance
	})
}

// recursion reports GPU functions that call themselves, one for those that call each other.
func (x *execChecker) recursion(f descend.FuncOp) {
	name := ir.SymbolName(f.Operation)
	t, _ := f.Exec().(*exec.Type)
	if x.Cyclic[name] != name || t == nil || t.Kind == exec.CPUThread {
		return
	}
	for _, c := range x.Info[name].Calls {
		if x.Cyclic[c.Callee] == name {
			x.Facts[name].Fail(c.Op, descend.CodeWrongExec, "recursive functions are for the CPU").
				WithLabel("`%s` calls itself here, perhaps through other functions", help.ShownName(name)).
				Relate(f.Loc(), "`%s` is executed by `%s`", help.ShownName(name), t.User())
			return
		}
	}
}

// classify notes why an `any` function needs a single thread.
func (x *execChecker) classify(f descend.FuncOp) {
	t, _ := f.Exec().(*exec.Type)
	if t == nil || t.Kind != exec.Any {
		return
	}
	facts := x.FactsOf(f)
	if f.IsExtern() {
		facts.Single = f.Operation
		return
	}
	f.Walk(func(op *ir.Operation) ir.WalkResult {
		if threadOnly(op) != "" || x.callsSingle(op) {
			facts.Single = op
			return ir.Interrupt
		}
		return ir.Advance
	})
}

func (x *execChecker) callsSingle(op *ir.Operation) bool {
	n, ok := descend.CalleeOf(op)
	if !ok {
		return false
	}
	g, ok := x.Funcs[n]
	if !ok {
		return false
	}
	if x.Facts[n].Single != nil || x.Cyclic[n] != "" {
		return true
	}
	t, _ := g.Exec().(*exec.Type)
	return t != nil && (t.Kind == exec.Thread || t.Kind == exec.CPUThread)
}

// isDirect says whether a place is a variable or part of one, reached without a reference or box.
func isDirect(v *ir.Value) bool {
	_, ok := place.VariableOf(v)
	return ok
}

// threadOnly is what an operation does that only a single thread may, "" if nothing: it touches memory, as an atomic
// operation also that of variables, or says so.
func threadOnly(op *ir.Operation) string {
	lvl, what := exec.LevelOf(op)
	if lvl == exec.ByThread {
		return what
	}
	for _, u := range descend.UsesOf(op) {
		switch {
		case !u.Accesses() || !u.IsPlace() && lvl == exec.ByCPU:
		case u.IsAtomic():
			return "do atomic operations"
		case u.IsPlace() && isDirect(u.Of):
		case u.Gives():
			return "write memory"
		default:
			return "read memory"
		}
	}
	return ""
}

// check checks one operation.
func (x *execChecker) check(f descend.FuncOp, op *ir.Operation) {
	t := place.ExecType(op)
	if t == nil || x.Now.IsReported(op) {
		return
	}
	if !t.IsSingle() {
		if x.eachOwn(op, t) {
			return
		}
		if what := threadOnly(op); what != "" && t.Kind != exec.Any {
			x.notThread(op, what, t)
			return
		}
	}
	if x.below(op, t) {
		return
	}
	switch o := op.Typed().(type) {
	case descend.ReturnOp:
		if t.Kind != exec.CPUThread && (op.Parent() != f.Operation || op.Next() != nil) {
			x.executedBy(x.Now.Fail(op, descend.CodeWrongExec, "`return` is for functions of the CPU").
				WithLabel("this is executed by `%s`", t.User()), op, t)
		}
	case descend.AllocOp:
		x.alloc(o, t)
	case descend.LocalOp:
		x.local(o, t)
	case descend.CallOp:
		x.call(o, t)
	case descend.LaunchOp:
		x.launch(o)
	case exec.SchedOp:
		x.part(op, o.From(), "schedule")
	case exec.SplitOp:
		x.part(op, o.From(), "split")
	case exec.ToWarpsOp:
		if k := exec.TypeOf(op.Operand(0)); k == nil || k.Kind != exec.Block {
			x.Now.Fail(op, descend.CodeWrongExec, "only a whole block has warps").WithLabel("this is not a whole block")
		}
	case exec.ToThreadsOp:
		if k := exec.TypeOf(op.Operand(0)); k == nil || k.Kind != exec.Grid {
			x.Now.Fail(op, descend.CodeWrongExec, "only a whole grid has all its threads").WithLabel("this is not a whole grid")
		}
	case view.SelectOp:
		x.selects(o, t)
	}
}

// executedBy adds where the executing resource comes from.
func (x *execChecker) executedBy(d *ir.Diagnostic, op *ir.Operation, t *exec.Type) *ir.Diagnostic {
	return d.Relate(place.ExecLoc(op), "executed by `%s`", t.User())
}

// below reports an operation that the resource may not execute by the level that it is for.
func (x *execChecker) below(op *ir.Operation, t *exec.Type) bool {
	lvl, what := exec.LevelOf(op)
	who := ""
	switch {
	case lvl == exec.ByCPU && t.Kind != exec.CPUThread:
		who = "the CPU"
	case lvl == exec.ByBlock && t.Kind != exec.Block:
		who = "a whole block"
	case lvl == exec.ByGPUThread && t.Kind != exec.Thread:
		who = "a thread"
	default:
		return false
	}
	d := x.executedBy(x.Now.Fail(op, descend.CodeWrongExec, "only %s %s", who, what).WithLabel("this is executed by `%s`", t.User()), op, t)
	switch {
	case lvl == exec.ByBlock && ir.Is[descend.AllocOp](op):
		d.WithHelp("allocate it where the block executes, before its threads are scheduled")
	case lvl == exec.ByGPUThread && ir.Is[descend.VoteOp](op) && !t.IsSingle() && t.Kind != exec.Any:
		d.WithHelp(scheduleFirst("threads", op))
	}
	return true
}

// notThread reports what only a thread does, done by many.
func (x *execChecker) notThread(op *ir.Operation, what string, t *exec.Type) {
	if e := place.Exec(op); x.reported[e] {
		x.Now.Poison(op)
		return
	} else {
		x.reported[e] = true
	}
	d := x.Now.Fail(op, descend.CodeWrongExec, "only threads %s", what).WithLabel("this is executed by `%s`", t.User())
	x.executedBy(d, op, t)
	text := scheduleFirst("threads", op)
	if place.Exec(op) == x.fn.ExecValue() && t.Kind == exec.Block && x.FactsOf(x.fn).Alone {
		text += "; or, if only threads call `" + help.ShownName(ir.SymbolName(x.fn.Operation)) + "`, declare it `-[t: gpu.thread]->`"
	}
	d.WithHelp(text)
}

// alloc checks that memory of the GPU is allocated, by the resource that executes.
func (x *execChecker) alloc(o descend.AllocOp, t *exec.Type) {
	r, ok := o.Result(0).Type().(*descend.RefType)
	if !ok {
		return
	}
	switch {
	case r.Mem != descend.GPUShared && r.Mem != descend.GPULocal:
		x.Now.Fail(o.Operation, descend.CodeWrongExec, "memory of `%s` is not allocated so", r.Mem).WithLabel("not shared or private memory")
	case o.Operand(0) != place.Exec(o.Operation):
		x.executedBy(x.Now.Fail(o.Operation, descend.CodeWrongExec, "memory is allocated by the resource that executes").
			WithLabel("allocated for another resource"), o.Operation, t)
	}
}

// local checks that the owner of a let[e] variable is a schedule of the resource that declares it.
func (x *execChecker) local(o descend.LocalOp, t *exec.Type) {
	if owner := o.Owner(); owner != nil && owner != place.Exec(o.Operation) {
		x.executedBy(x.Now.Fail(o.Operation, descend.CodeWrongExec, "the owner of `%s` is not a part of the resource that declares it", o.VarName()).
			WithLabel("this is executed by `%s`", t.User()), o.Operation, t)
	}
}

// part checks that a schedule or split is of the executing resource.
func (x *execChecker) part(op *ir.Operation, from *ir.Value, verb string) {
	switch d := from.DefiningOp(); {
	case ir.Is[exec.ToWarpsOp](d), ir.Is[exec.ToThreadsOp](d):
		from = d.Operand(0)
	}
	if from == place.Exec(op) {
		return
	}
	t := place.ExecType(op)
	d := x.Now.Fail(op, descend.CodeWrongExec, "cannot %s a resource that does not execute here", verb).
		WithLabel("this is executed by `%s`", t.User())
	x.executedBy(d, op, t)
	if k := exec.TypeOf(from); k != nil {
		d.Note("a resource is scheduled or split where it executes itself; this one, a `%s`, is already scheduled or split here", k.User())
	}
}

// selects checks that a select is over a resource around it that comes from a schedule over its axis.
func (x *execChecker) selects(o view.SelectOp, t *exec.Type) {
	r := o.Resource()
	if _, ok := x.r.CoordOf(o); !ok {
		x.Now.Fail(o.Operation, descend.CodeWrongExec, "cannot select over a resource that is not scheduled over %s", o.Axis()).
			WithLabel("no schedule gives this resource")
		return
	}
	for op := o.Operation; op != nil; op = op.Parent() {
		if op.Block() == r.OwnerBlock() {
			return
		}
	}
	x.executedBy(x.Now.Fail(o.Operation, descend.CodeWrongExec, "cannot select over a resource that is not active here").
		WithLabel("this is executed by `%s`", t.User()), o.Operation, t)
}

// isHandle says whether values of t are references or boxes.
func isHandle(t ir.Type) bool {
	switch t.(type) {
	case *descend.RefType, *descend.BoxType:
		return true
	}
	return false
}

// call checks that a function is called at the level that it is written for.
func (x *execChecker) call(o descend.CallOp, t *exec.Type) {
	f, ok := x.Funcs[o.Callee()]
	if !ok {
		return
	}
	if o.Operand(0) != place.Exec(o.Operation) {
		x.Now.Fail(o.Operation, descend.CodeWrongExec, "a function is called by the resource that executes").WithLabel("called for another resource")
		return
	}
	want, _ := f.Exec().(*exec.Type)
	if want == nil {
		return
	}
	if want.Kind == exec.Any {
		if why := x.FactsOf(f).Single; why != nil && !t.IsSingle() && t.Kind != exec.Any {
			x.executedBy(x.Now.Fail(o.Operation, descend.CodeWrongExec, "`%s` cannot be called here: only threads read and write memory", help.ShownName(o.Callee())).
				WithLabel("this is executed by `%s`", t.User()), o.Operation, t).
				Relate(why.Loc(), "this needs a thread")
		}
		return
	}
	if want.Kind == t.Kind && want.Dim.Has == t.Dim.Has && want.Inner.Has == t.Inner.Has {
		x.dataOfEach(o, f)
		return
	}
	for _, v := range o.CallArgs() { // what is lent to it is lent to nobody
		if b, ok := ir.DefinedBy[descend.BorrowOp](v); ok {
			x.Now.Poison(b.Operation)
		}
	}
	d := x.Now.Fail(o.Operation, descend.CodeWrongExec, "`%s` cannot be called here", help.ShownName(o.Callee())).
		WithLabel("this is executed by `%s`", t.User()).
		Relate(f.Loc(), "`%s` is executed by `%s`", o.Callee(), want.User())
	if text := x.howCalled(o, f, want, t); text != "" {
		d.WithHelp(text)
	}
}

// launch checks that a grid function is launched.
func (x *execChecker) launch(o descend.LaunchOp) {
	f, ok := x.Funcs[o.Callee()]
	if !ok {
		return
	}
	if want, _ := f.Exec().(*exec.Type); want != nil && want.Kind != exec.Grid {
		x.Now.Fail(o.Operation, descend.CodeWrongExec, "`%s` cannot be launched", help.ShownName(o.Callee())).
			WithLabel("a launch is executed by a grid").
			Relate(f.Loc(), "`%s` is executed by `%s`", o.Callee(), want.User())
	}
}
