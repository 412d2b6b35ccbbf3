package check

import (
	"slices"

	"descend/ir"
	"descend/passes"
	"descend/passes/check/access"
	"descend/passes/check/analysis"
	"descend/passes/check/borrow"
	"descend/passes/check/sizes"
)

// Pipeline is all checks as one pass, for whole programs; without leaves some out.
func Pipeline(without ...string) []passes.Pass {
	return []passes.Pass{&Checks{list: slices.DeleteFunc(all(), func(p analysis.Check) bool { return slices.Contains(without, p.Name()) })}}
}

// Register makes the checks known by name, each as a pass of its own.
func Register(r *passes.Registry) {
	for i := range all() {
		r.Add(func() passes.Pass { return all()[i] })
	}
}

// all are the checks in the order in which they look at a function; why, they say themselves (After).
func all() []analysis.Check {
	return []analysis.Check{
		&ExecCheck{},
		&MemoryCheck{},
		&sizes.Check{},
		&MoveCheck{},
		&borrow.Check{},
		&Uniformity{},
		NarrowingCheck{},
		&access.Check{},
		&BarrierCheck{},
	}
}

// NewProgram prepares a module for all checks, of all functions and of some again when they change; nothing is checked yet.
// What functions access through their parameters is recorded in effects, unless that is nil.
func NewProgram(module *ir.Operation, effects map[string][]string) *analysis.Program {
	list := all()
	(&Checks{list: list}).ExplainEffectsTo(effects)
	return analysis.NewProgram(module, list)
}

// Checks does several checks: all of them on one function before the next one, while it is at hand.
type Checks struct{ list []analysis.Check }

// ExplainTo makes nat-check record in a map why it inferred clauses.
func (p *Checks) ExplainTo(reasons map[string][]sizes.Reason) {
	for _, c := range p.list {
		if n, ok := c.(*sizes.Check); ok {
			n.Reasons = reasons
		}
	}
}

// ExplainEffectsTo makes access-check record in a map what functions access through their parameters.
func (p *Checks) ExplainEffectsTo(effects map[string][]string) {
	for _, c := range p.list {
		if a, ok := c.(*access.Check); ok {
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
func (p *Checks) Run(c *passes.Context) error { return analysis.Run(c, p.list...) }
