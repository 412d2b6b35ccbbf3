// Package access is access-check: no data race.
//
// Goal: two accesses to one element by different threads, one of them a write and not both atomic, are
// separated by a barrier (docs/checks.md, "Conflicts"; paper section 3.3). Rejected, with the
// earlier access as second place:
//
//	arr[[thread]] = arr.reverse[[thread]];
//
// Accepted, the barrier between:
//
//	let x = arr.reverse[[thread]]; sync; arr[[thread]] = x;
//
// How: every read, write, atomic and call is an access to the objects that its place may denote (package
// place). Two questions are asked of pairs of accesses, and package overlap answers them:
//
//   - Threads of one block (or warp). The structured code is executed abstractly in evaluation order (flow.go); the
//     state is the set of accesses made so far with the barriers since. A new access is compared with all that no
//     barrier of both threads' block has released, and with itself in other threads. What is left at the end of an
//     iteration of a loop meets the next one, under renamed loop variables. Branches of a split, and of an if that is not
//     uniform, see each other's accesses; those of a uniform if do not.
//     Reference variables that blocks assign are followed (swaps.go).
//     Ifs of equal conditions (values.go) take the same branch, and branches whose conditions exclude each
//     other are not executed (conditions.go). Loops that provably have no iteration, or one, are executed
//     not at all, or once.
//   - Threads of different blocks. Nothing orders them, so all pairs of accesses to memory that blocks share
//     are compared, in any iterations.
//
// A call makes the accesses that its callee makes through its parameters, put in place (effects.go). Memory
// that a callee allocates, or what it calls, is one object for all calls (shared_memory.go). Inside unsafe nothing is
// reported, but accesses are recorded. Variables are private: narrowing-check and exec-check see to it that nobody but
// their owner writes them. After a report the accesses so far count as released, as they would be if the missing barrier
// were there: one mistake, one error.
//
// Needs: types and sizes checked; uniformity (without it, fewer branches exclude each other); narrowing-check
// before (operations that it rejected, and the objects concerned, are left out). Writes: arg_exclusive on grid functions, an array of bools, true where no two threads
// access one element through the parameter, one of them writing.
package access

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes"
	"descend/passes/check/analysis"
)

// Check is the pass access-check.
type Check struct {
	// Effects, if not nil, gets what functions of the GPU access through their parameters, a line for each way.
	Effects map[string][]string
}

// Name of the pass.
func (Check) Name() string { return "access-check" }

// Description of the pass.
func (Check) Description() string { return "reject accesses that may race" }

// Anchor of the pass.
func (Check) Anchor() string { return "builtin.module" }

// After is the order with reasons.
func (Check) After() []passes.Order {
	return []passes.Order{
		{Pass: "nat-check", Why: "places that are compared have the sizes of their types"},
		{Pass: "move-check", Why: "variables are written on every way to where they are read, on which the following of swaps rests"},
		{Pass: "uniformity", Why: "branches of a uniform condition exclude each other"},
		{Pass: "narrowing-check", Why: "objects that it rejected a use of are left out"},
	}
}

// Run checks all functions of the module.
func (p Check) Run(c *passes.Context) error { return analysis.Run(c, p) }

func (p Check) Begin(m *analysis.Module) analysis.Checker {
	return &module{Module: m, explained: p.Effects}
}

func (k *module) Function(fn descend.FuncOp) {
	if bySeveral(fn) {
		x := newComparer(k.newFunction(fn, k.Resolver(fn)))
		followed := x.followed()
		if !followed {
			newExecution(x.collector, x).run(newState())
		}
		if x.syncsGrid() {
			x.acrossGrid(followed)
		} else {
			x.acrossBlocks()
		}
		x.exclusive()
	}
	if name := ir.SymbolName(fn.Operation); k.IsCalled(name, bySeveral) { // nobody asks what one does that is only launched
		k.effectsOf(name)
		k.mustSync(name)
	}
	k.explain(fn)
}

// bySeveral says whether several threads execute a function, so that their accesses are compared.
func bySeveral(fn descend.FuncOp) bool {
	t := fn.ExecType()
	return t != nil && !t.IsSingle() && t.Kind != exec.Any && !fn.IsExtern()
}
