package access

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes/check/analysis"
	"descend/passes/flow"
)

// Whether every execution of a function reaches a barrier of its own resource: a client of package flow. Of the two states "has
// passed one" is the lower one, so that a point has it if all ways there do.

// syncState says whether every way here passed a barrier.
type syncState struct{ passed bool }

// Clone is a copy.
func (s *syncState) Clone() *syncState { c := *s; return &c }

// Join makes it the state where either of two was reached.
func (s *syncState) Join(o *syncState) bool {
	grew := s.passed && !o.passed
	s.passed = s.passed && o.passed
	return grew
}

// syncFlow executes a function.
type syncFlow struct {
	k     *module
	fn    descend.FuncOp
	facts *nat.Facts
	fails bool // the function is left on some way without a barrier
}

func (k *module) syncs(fn descend.FuncOp) bool {
	x := &syncFlow{k: k, fn: fn, facts: nat.NewFacts().With(k.FactsOf(fn).Wheres()...)}
	end, reached := flow.Forward(&flow.Shapes{}, x, fn.Body(0), &syncState{})
	return !x.fails && (!reached || end.passed)
}

// Op passes barriers.
func (x *syncFlow) Op(op *ir.Operation, s *syncState) {
	switch o := op.Typed().(type) {
	case exec.Barrier:
		s.passed = s.passed || o.Waits() == x.fn.ExecValue()
	case descend.CallOp:
		s.passed = s.passed || op.Operand(0) == x.fn.ExecValue() && x.k.mustSync(o.Callee())
	case descend.ReturnOp:
		x.fails = x.fails || !s.passed
	}
}

// Edge knows which loops have an iteration.
func (x *syncFlow) Edge(e flow.Edge, _ *syncState) bool {
	o, ok := e.Op.Typed().(descend.ForNatOp)
	return !ok || e.From != flow.Outside || e.To != flow.Outside || !x.facts.Proves(o.NotEmpty())
}

// mustSync says whether every execution of a function reaches a barrier of its own resource.
func (k *module) mustSync(name string) bool {
	fa := k.Facts[name]
	if fa == nil {
		return false
	}
	return fa.Func.IsPoisoned() || fa.MustSync.Is(func() bool { return !fa.Func.IsExtern() && k.syncs(fa.Func) })
}

// callSync is what a call's callee surely releases: it reaches a barrier of its own resource on every path.
func (f *function) callSync(op *ir.Operation, o descend.CallOp) int {
	callee, ok := f.c.Funcs[o.Callee()]
	if !ok || callee.IsExtern() && !callee.IsPoisoned() || !f.c.mustSync(o.Callee()) {
		return held
	}
	t := exec.TypeOf(op.Operand(0))
	if t == nil {
		return held
	}
	return syncLevel(t.Kind, f.base)
}

// hasSync says whether a barrier is in op.
func (f *function) hasSync(op *ir.Operation) bool {
	return slices.ContainsFunc(f.c.Info[ir.SymbolName(f.fn.Operation)].Syncs, op.IsAncestorOf)
}

// synchronizes says whether a barrier is in a loop.
func (f *function) synchronizes(loop *ir.Operation) bool {
	return f.hasSync(loop) || slices.ContainsFunc(f.c.Info[ir.SymbolName(f.fn.Operation)].Calls, func(c analysis.Call) bool {
		o, ok := ir.As[descend.CallOp](c.Op)
		return ok && loop.IsAncestorOf(c.Op) && f.callSync(c.Op, o) != held
	})
}
