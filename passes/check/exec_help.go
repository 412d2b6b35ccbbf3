package check

import (
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes/check/help"
	"descend/passes/place"
)

// This file knows what could be done about the call of a function by a resource that it is not written for.

// alone says whether one thread could execute f for itself.
func (x *execChecker) alone(f descend.FuncOp) bool {
	if f.IsExtern() || len(f.ResultOwner()) > 0 || x.Cyclic[ir.SymbolName(f.Operation)] != "" {
		return false
	}
	for i := range f.Params() {
		if len(f.ParamOwner(i)) > 0 {
			return false
		}
	}
	alone := true
	f.Walk(func(op *ir.Operation) ir.WalkResult {
		if op == f.Operation {
			return ir.Advance
		}
		alone = x.byOne(op)
		if !alone {
			return ir.Interrupt
		}
		return ir.Advance
	})
	return alone
}

// byOne says whether one thread, of the GPU or the CPU, may execute an operation.
func (x *execChecker) byOne(op *ir.Operation) bool {
	if lvl, _ := exec.LevelOf(op); lvl != exec.ByAll && lvl != exec.ByThread || strings.HasPrefix(op.Name(), "exec.") {
		return false
	}
	n, ok := descend.CalleeOf(op)
	if !ok {
		return true
	}
	g, ok := x.Funcs[n]
	return ok && x.FactsOf(g).Alone
}

// howCalled says how the function f, which want executes, could be called where t executes; "" if nothing is known.
func (x *execChecker) howCalled(o descend.CallOp, f descend.FuncOp, want, t *exec.Type) string {
	alone := x.FactsOf(f).Alone
	switch {
	case t.Kind == exec.CPUThread && want.Kind == exec.Grid:
		return "launch it: `" + help.ShownName(o.Callee()) + "::<<<" + want.Dim.String() + ", " + want.Inner.String() + ">>>(..)`"
	case alone && (t.Kind == exec.CPUThread && want.Kind == exec.Thread || t.Kind == exec.Thread && want.Kind == exec.CPUThread):
		for _, p := range f.Params() {
			if isHandle(descend.ElemOf(p)) {
				return ""
			}
		}
		return "declare it `-[e: any]->`, for threads and the CPU"
	case t.Kind == exec.Thread && want.Kind != exec.CPUThread && alone:
		return "if only threads call it, declare it `-[t: gpu.thread]->`: each of them executes it for itself"
	case t.Kind == exec.Thread && want.Kind == exec.Block:
		return "a whole block calls it: outside of the `sched` of its threads, and of parts of it"
	case t.Kind == exec.Thread && want.Kind == exec.Warp:
		return "all lanes of a warp call it together: outside of the `sched` of its lanes"
	case want.Kind == exec.Thread && t.Kind != exec.CPUThread && t.Kind != exec.Any && !t.IsSingle():
		return scheduleFirst("threads", o.Operation)
	}
	return ""
}

// scheduleFirst says that what executes op has to schedule its threads, or lanes, around it.
func scheduleFirst(what string, op *ir.Operation) string {
	return "schedule the " + what + " first: `" + help.ScheduleText(op.Context(), place.Exec(op)) + "`"
}
