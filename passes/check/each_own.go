package check

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes/check/help"
	"descend/passes/place"
)

// Values of each thread (part of exec-check; docs/checks.md, "Who executes"): what a resource of several threads makes of a variable of
// which each of its threads has one, or of the result of a function that gives each of them one. It hands them on and computes nothing
// with them:
//
//	let[w.forall(X)] s = warp_sum(v);       // v and s: one for each lane of w
//	if s > 0.0 { .. }                       // error: which one?
//
// So all other values of such a resource are the same for all of its threads, which functions and conditions rely on.

// eachOwn checks what op does with variables and values of which each part of the executing resource, of type t, has its own; true
// if there is nothing more to say of op.
func (x *execChecker) eachOwn(op *ir.Operation, t *exec.Type) bool {
	for _, u := range descend.UsesOf(op) {
		if u.IsPlace() && u.Kind != descend.InitUse && (u.Accesses() || u.Refers()) && x.ownVariable(op, u, t) {
			return true
		}
	}
	for i, v := range op.Operands() {
		of, is := x.ownersOf(v)
		if !is || x.Now.IsPoison(v.DefiningOp()) {
			continue
		}
		if to, ok := x.takers(op, i); ok && to.Same(of) || handsOn(op) || x.puts(op) {
			continue
		}
		x.notOwn(op, i, v, of, t)
		return true
	}
	return false
}

// ownVariable reports the use of a variable, of which each of the parts of a resource has its own, by the resource; but it may be read
// and assigned as a whole if it holds data: each copies its own.
func (x *execChecker) ownVariable(op *ir.Operation, u descend.Use, t *exec.Type) bool {
	root := descend.Root(u.Of)
	owners, each := x.ownersAt(op, root)
	if !each {
		return false
	}
	elem := descend.ElemOf(u.Of)
	data := !descend.Holds(elem, isHandle) && descend.IsCopy(elem, x.fn.CopyVars())
	if data && isDirect(u.Of) && (u.Kind == descend.ReadUse || u.Kind == descend.WriteUse && u.Of == root && owners.Type.IsSingle()) {
		return false
	}
	d := x.Now.Fail(op, descend.CodeWrongExec, "`%s` exists once for each of its owners", help.SourceName(x.fn, root)).
		WithLabel("used by `%s`, which is several of them", t.User())
	x.executedBy(d, op, t).Relate(root.Location(), "declared here for each of them")
	return true
}

// ownersAt are who has a variable of their own, if they are several for the resource that executes op.
func (x *execChecker) ownersAt(op *ir.Operation, root *ir.Value) (place.Owners, bool) {
	owners, ok := place.OwnersOf(root)
	if !ok {
		return owners, false
	}
	have := place.Coords(place.Exec(op))
	return owners, slices.ContainsFunc(owners.Coords, func(c place.Coord) bool {
		return !slices.ContainsFunc(have, func(h place.Coord) bool { return h.Name() == c.Name() })
	})
}

// ownersOf says who has a value of their own of what stands for v in the IR of a resource of several; false if v is one value.
func (x *execChecker) ownersOf(v *ir.Value) (place.Owners, bool) {
	op := v.DefiningOp()
	if op == nil || place.ExecType(op) == nil || place.ExecType(op).IsSingle() {
		return place.Owners{}, false
	}
	switch o := op.Typed().(type) {
	case descend.ReadOp:
		if root, ok := place.VariableOf(op.Operand(0)); ok {
			return x.ownersAt(op, root)
		}
	case descend.CallOp:
		if f, ok := x.Funcs[o.Callee()]; ok {
			return place.OwnersBelow(place.Exec(op), f.ResultOwner())
		}
	case descend.AggregateOp: // of the parts that each has
		for _, part := range op.Operands() {
			if of, ok := x.ownersOf(part); ok {
				return of, true
			}
		}
	case descend.IfOp, descend.IfExistsOp, descend.ScopeOp, descend.UnsafeOp:
		for _, r := range op.Regions() {
			if r.Empty() || r.Front().Back() == nil || v.Index() >= r.Front().Back().NumOperands() {
				continue
			}
			if of, ok := x.ownersOf(r.Front().Back().Operand(v.Index())); ok {
				return of, true
			}
		}
	}
	return place.Owners{}, false
}

// takers are who has a value of their own of operand i of op; false if op takes one for all.
func (x *execChecker) takers(op *ir.Operation, i int) (place.Owners, bool) {
	switch o := op.Typed().(type) {
	case descend.WriteOp:
		if o.Value() == op.Operand(i) {
			return place.OwnersOf(o.Place())
		}
	case descend.CallOp:
		if f, ok := x.Funcs[o.Callee()]; ok && i > 0 {
			return place.OwnersBelow(place.Exec(op), f.ParamOwner(i-1))
		}
	case descend.ReturnOp:
		return place.OwnersBelow(x.fn.ExecValue(), x.fn.ResultOwner())
	}
	return place.Owners{}, false
}

// puts says whether op puts together values that the same owners have: each gets those of its own.
func (x *execChecker) puts(op *ir.Operation) bool {
	if !ir.Is[descend.AggregateOp](op) {
		return false
	}
	all, _ := x.ownersOf(op.Result(0))
	return !slices.ContainsFunc(op.Operands(), func(v *ir.Value) bool {
		of, own := x.ownersOf(v)
		return own && !all.Same(of)
	})
}

// handsOn says whether op gives its operands to the operation around it, which has them as results.
func handsOn(op *ir.Operation) bool {
	if !ir.Is[descend.YieldOp](op) {
		return false
	}
	switch op.Parent().Typed().(type) {
	case descend.IfOp, descend.IfExistsOp, descend.ScopeOp, descend.UnsafeOp:
		return true
	}
	return false
}

// notOwn reports that op, executed by a resource of type t, takes one value where each of several has its own.
func (x *execChecker) notOwn(op *ir.Operation, i int, v *ir.Value, of place.Owners, t *exec.Type) {
	d := x.Now.Fail(op, descend.CodeWrongExec, "each `%s` has its own value", of.Type.User())
	owners := help.ThreadsOf(place.Exec(op))
	switch o := op.Typed().(type) {
	case descend.CallOp:
		if f, ok := x.Funcs[o.Callee()]; ok && i > 0 && !f.IsExtern() {
			d.WithLabel("`%s` takes one for all", help.ShownName(o.Callee())).Relate(f.Params()[i-1].Location(), "the parameter has no owner")
			if each := help.ThreadsOf(f.ExecValue()); each != "" {
				d.WithHelp("a parameter `[" + each + "] " + f.ParamName(i-1) + ": ..` takes one of each thread")
			}
		}
	case descend.WriteOp:
		d.WithLabel("stored in a variable that is one for all of them")
		if l, ok := ir.DefinedBy[descend.LocalOp](o.Place()); ok && len(l.OwnerPath()) == 0 && owners != "" {
			d.WithFix("write `let["+owners+"]`: each copies its own", help.VariableOfEach(l.Operation, owners))
		}
	case descend.ReturnOp:
		d.WithLabel("the result of `%s` is one for all of them", help.ShownName(ir.SymbolName(x.fn.Operation)))
		if owners != "" {
			d.WithHelp("write `-> [" + owners + "] " + descend.UserFormat(v.Type()) + "`: each gets its own")
		}
	default:
		x.reported[place.Exec(op)] = true // what only threads do with it has the same cause
		d.WithLabel("used by `%s`, which is several of them", t.User()).
			WithHelp("compute with it where they execute: `" + help.ScheduleText(op.Context(), place.Exec(op)) + "`")
	}
	d.Relate(v.Location(), "this is one for each")
	x.Now.Poison(v.DefiningOp()) // not to be told that it differs
}

// dataOfEach checks that the values that each thread has of what a function takes and gives are data, whatever its generics stand for.
func (x *execChecker) dataOfEach(o descend.CallOp, f descend.FuncOp) {
	check := func(t ir.Type) bool {
		if !descend.Holds(t, isHandle) {
			return true
		}
		x.Now.Fail(o.Operation, descend.CodeWrongExec, "a value of each thread is data").
			WithLabel("`%s` is a reference or holds one", descend.UserFormat(t)).
			Relate(f.Loc(), "`%s` takes or gives a value of each thread", help.ShownName(o.Callee()))
		return false
	}
	for i, a := range o.CallArgs() {
		if len(f.ParamOwner(i)) > 0 && !check(a.Type()) {
			return
		}
	}
	for _, r := range o.Results() {
		if len(f.ResultOwner()) > 0 && !check(r.Type()) {
			return
		}
	}
}
