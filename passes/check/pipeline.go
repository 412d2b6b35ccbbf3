package check

import (
	"slices"

	"descend/dialects/descend"
	"descend/ir"
	"descend/passes"
)

// Pipeline is all checks as one pass, for whole programs; without leaves some out.
func Pipeline(without ...string) []passes.Pass {
	return []passes.Pass{&Checks{list: slices.DeleteFunc(all(), func(p check) bool { return slices.Contains(without, p.Name()) })}}
}

// Register makes the checks known by name, each as a pass of its own.
func Register(r *passes.Registry) {
	for _, p := range all() {
		r.Add(func() passes.Pass { return p })
	}
}

// all are the checks in the order in which they look at a function. exec-check comes first since all others rely on
// who executes what; nat-check before those that compare places, which take sizes to fit; move-check before
// borrow-check, which does not repeat uses of moved values; uniformity before access-check and
// barrier-check, which read what it finds.
func all() []check {
	return []check{
		&ExecCheck{},
		&MemoryCheck{},
		&NatCheck{},
		&MoveCheck{},
		&BorrowCheck{},
		&Uniformity{},
		NarrowingCheck{},
		AccessCheck{},
		&BarrierCheck{},
	}
}

// check is a pass that looks at one function after the other.
type check interface {
	passes.Pass
	// begin starts with a program.
	begin(m *moduleState) checker
}

// checker is a check at work.
type checker interface {
	// function checks a function. Those that it calls were checked before, as far as there is no recursion.
	function(f descend.FuncOp)
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

// Name is the name of the pass.
func (*Checks) Name() string { return "checks" }

// Description is one line.
func (*Checks) Description() string { return "all safety checks" }

// Anchor is the operation that the pass runs on.
func (*Checks) Anchor() string { return "builtin.module" }

// Run checks all functions.
func (p *Checks) Run(c *passes.Context) error { return runChecks(c, p.list...) }

// runChecks does checks of all functions of c.Op, callees first; of functions that call each other one check
// after the other.
func runChecks(c *passes.Context, list ...check) error {
	m := newModuleState(c)
	at := make([]checker, len(list))
	for i, p := range list {
		if err := passes.Protected(p, c.Op, func() error { at[i] = p.begin(m); return nil }); err != nil {
			return err
		}
	}
	for rest := m.order; len(rest) > 0; {
		n := 1 // functions that call each other
		for first := m.cyclic[ir.SymbolName(rest[0].Operation)]; first != "" && n < len(rest) && m.cyclic[ir.SymbolName(rest[n].Operation)] == first; {
			n++
		}
		for i, p := range list {
			for _, f := range rest[:n] {
				m.now = m.factsOf(f)
				if err := passes.Protected(p, f.Operation, func() error { at[i].function(f); return nil }); err != nil {
					return err
				}
			}
		}
		for _, f := range rest[:n] {
			fa := m.factsOf(f)
			fa.write()
			for _, d := range fa.Diags.InOrder() {
				c.Diags.Report(d)
			}
		}
		rest = rest[n:]
	}
	return nil
}
