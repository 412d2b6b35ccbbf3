package check

import (
	"slices"

	"descend/passes"
)

// Pipeline is all checks as one pass, for whole programs; without leaves some out.
func Pipeline(without ...string) []passes.Pass {
	return []passes.Pass{&Checks{list: slices.DeleteFunc(all(), func(p check) bool { return slices.Contains(without, p.Name()) })}}
}

// Register makes the checks known by name, each as a pass of its own.
func Register(r *passes.Registry) {
	for i := range all() {
		r.Add(func() passes.Pass { return all()[i] })
	}
}

// all are the checks in the order in which they look at a function; why, they say themselves (After).
func all() []check {
	return []check{
		&ExecCheck{},
		&MemoryCheck{},
		&NatCheck{},
		&MoveCheck{},
		&BorrowCheck{},
		&Uniformity{},
		NarrowingCheck{},
		&AccessCheck{},
		&BarrierCheck{},
	}
}

// Checks does several checks: all of them on one function before the next one, while it is at hand.
type Checks struct{ list []check }

// ExplainTo makes nat-check record in a map why it inferred clauses.
func (p *Checks) ExplainTo(reasons map[string][]Reason) {
	for _, c := range p.list {
		if n, ok := c.(*NatCheck); ok {
			n.Reasons = reasons
		}
	}
}

// ExplainEffectsTo makes access-check record in a map what functions access through their parameters.
func (p *Checks) ExplainEffectsTo(effects map[string][]string) {
	for _, c := range p.list {
		if a, ok := c.(*AccessCheck); ok {
			a.Effects = effects
		}
	}
}

// Name is the name of the pass.
func (*Checks) Name() string { return "checks" }

// Description is one line.
func (*Checks) Description() string { return "all safety checks" }

// Anchor is the operation that the pass runs on.
func (*Checks) Anchor() string { return "builtin.module" }

// Run checks all functions.
func (p *Checks) Run(c *passes.Context) error { return runChecks(c, p.list...) }
