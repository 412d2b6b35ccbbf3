package lower

import (
	"maps"

	"descend/dialects/gpu"
	"descend/dialects/nvgpu"
	"descend/ir"
	"descend/passes"
	"descend/passes/flow"
)

// CountGroups finds how many groups of copies may still go on behind a wait.
//
//	%a = nvgpu.device_async_create_group         ..
//	%b = nvgpu.device_async_create_group    ->   ..
//	nvgpu.device_async_wait %a                   nvgpu.device_async_wait %a {numGroups = 1 : i32}
//
// The groups of a thread end in the order in which they were made, so a wait for one is a wait until at most as many groups go on as
// were made after it. It is a client of package flow, forward: a state says of each token how many groups were
// made since, at least, on all ways here. It only falls where ways meet, and not below 0; what is carried by a loop or given by a
// conditional has the state of what is carried. A token of which nothing is known waits for all.
//
// Needs: lower-to-gpu. Guarantees: the group of the token is done behind the wait.
type CountGroups struct{}

// Name is the name of the pass.
func (*CountGroups) Name() string { return "count-groups" }

// Description is one line.
func (*CountGroups) Description() string {
	return "let as many groups of copies go on behind a wait as were made later"
}

// Anchor is the operation that the pass runs on.
func (*CountGroups) Anchor() string { return "builtin.module" }

// After is the order with reasons.
func (*CountGroups) After() []passes.Order {
	return []passes.Order{
		{Pass: "lower-to-gpu", Why: "which makes the groups"},
		{Pass: "unroll-swaps", Why: "copies of a loop's body would have the counts of the first one"},
	}
}

// maxGroups bounds the groups that are counted, and so how often a state falls.
const maxGroups = 8

// Run sets the numbers.
func (*CountGroups) Run(c *passes.Context) error {
	for k := range ir.AllOf[gpu.FuncOp](c.Op) {
		for range ir.AllOf[nvgpu.DeviceAsyncWaitOp](k.Operation) {
			flow.Forward(&flow.Shapes{}, groups{}, k.Entry(), &made{map[*ir.Value]int64{}})
			break
		}
	}
	return nil
}

// made is how many groups were made since each token, at least. A token that is not in it has not come yet.
type made struct{ since map[*ir.Value]int64 }

// Clone is a copy.
func (s *made) Clone() *made {
	return &made{maps.Clone(s.since)}
}

// Join keeps the smaller numbers.
func (s *made) Join(o *made) (grew bool) {
	for k, n := range o.since {
		if m, ok := s.since[k]; !ok || n < m {
			s.since[k], grew = n, true
		}
	}
	return grew
}

type groups struct{}

// Op counts a group, or sets the number of a wait.
func (groups) Op(op *ir.Operation, s *made) {
	switch op.Typed().(type) {
	case nvgpu.DeviceAsyncCreateGroupOp:
		for k, n := range s.since {
			s.since[k] = min(n+1, maxGroups)
		}
		s.since[op.Result(0)] = 0
	case nvgpu.DeviceAsyncWaitOp:
		c := op.Context()
		op.SetAttr("numGroups", c.IntAttr(s.since[op.Operand(0)], c.I32()))
	}
}

// Edge carries tokens.
func (groups) Edge(e flow.Edge, s *made) bool {
	was := made{maps.Clone(s.since)}
	for _, w := range e.Op.Typed().(ir.RegionBranchOp).RegionEdges() {
		if !leads(e.Op, w.Source, e.From) || !leads(e.Op, w.To, e.To) {
			continue
		}
		for i, to := range w.Inputs {
			if to.Type() == nvgpu.AsyncToken(e.Op.Context()) {
				s.since[to] = was.since[w.Value(i)]
			}
		}
	}
	return true
}

// leads says whether a region of an operation has a number.
func leads(op *ir.Operation, r *ir.Region, n int) bool {
	return r == nil && n == flow.Outside || r != nil && n != flow.Outside && op.Region(n) == r
}
