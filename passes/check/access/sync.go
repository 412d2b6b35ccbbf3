package access

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
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
	end, reached := flow.Forward(x, fn.Body(0), &syncState{})
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
