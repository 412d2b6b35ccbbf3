package access

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes/place"
)

type substMap = map[string]nat.Expr

// owner gives the coordinates of the resource that an object belongs to: there is one object for each value
// of them.
func (f *function) owner(p place.Path) []place.Coord {
	switch p.Kind {
	case place.Alloc:
		if op := p.Root.DefiningOp(); op != nil && op.NumOperands() > 0 {
			return f.r.Coords(op.Operand(0))
		}
	case place.Local:
		cs, _ := place.LocalOwner(descend.LocalOp{Operation: p.Root.DefiningOp()})
		return cs
	case place.Param, place.Target:
		return place.ParamOwner(f.fn, p.Root)
	}
	return nil
}

// call executes a call: its accesses meet those before and, of other resources that make the call, each other. A barrier that
// the callee surely reaches releases what came before.
func (f *execution) call(op *ir.Operation, o descend.CallOp, st *state) {
	var own int // barriers of the callee's resource
	if t := exec.TypeOf(op.Operand(0)); t != nil {
		own = syncLevel(t.Kind, f.base)
	}
	var met []*access
	for _, a := range f.accesses(op) {
		if !f.happens(a, st) {
			continue
		}
		before := held
		if a.when&atStart == 0 {
			before = own
		}
		f.meet(a, st, before)
		for _, b := range met {
			f.together(b, a)
		}
		met = append(met, a)
	}
	st.release(f.callSync(op, o), f.depthOf(op.Block()))
	for _, a := range met {
		e := entry{a: a, shared: len(a.loops)}
		if a.when&atEnd == 0 {
			e.rel = own
		}
		st.add(e)
	}
}

// callSync is what a call's callee surely releases: it reaches a barrier of its own resource on every path.
func (f *function) callSync(op *ir.Operation, o descend.CallOp) int {
	callee, ok := f.c.Funcs[o.Callee()]
	if !ok || callee.IsExtern() || !f.c.mustSync(o.Callee()) {
		return held
	}
	t := exec.TypeOf(op.Operand(0))
	if t == nil {
		return held
	}
	return syncLevel(t.Kind, f.base)
}

// mustSync says whether every execution of a function reaches a barrier of its own resource.
func (k *module) mustSync(name string) bool {
	fa := k.Facts[name]
	if fa == nil {
		return false
	}
	return fa.MustSync.Is(func() bool { return !fa.Func.IsExtern() && k.syncs(fa.Func) })
}
