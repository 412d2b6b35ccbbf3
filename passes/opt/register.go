// Package opt has the general optimizations. They work on operations of any dialect through traits and the
// interfaces of package ir, and know no dialect.
package opt

import "descend/passes"

// Register makes the passes known by name.
func Register(r *passes.Registry) {
	r.Add(
		func() passes.Pass { return NewCanonicalizer() },
		func() passes.Pass { return &CSE{} },
		func() passes.Pass { return &DCE{} },
		func() passes.Pass { return &DeadMemory{} },
		func() passes.Pass { return &Inline{Registry: r} },
		func() passes.Pass { return &IntRangeOptimizations{} },
		func() passes.Pass { return &LoopInvariantCodeMotion{} },
		func() passes.Pass { return &LoopUnroll{} },
		func() passes.Pass { return &Mem2Reg{} },
		func() passes.Pass { return &PrintOpStats{} },
		func() passes.Pass { return &RemoveDeadValues{} },
		func() passes.Pass { return &SCCP{} },
		func() passes.Pass { return &SROA{} },
		func() passes.Pass { return &StripDebugInfo{} },
		func() passes.Pass { return &SymbolDCE{} },
		func() passes.Pass { return &SymbolPrivatize{} },
		func() passes.Pass { return &ViewOpGraph{} },
	)
}

// anyOp gives a pass the anchor "any operation".
type anyOp struct{}

// Anchor is empty: the pass runs on any operation.
func (anyOp) Anchor() string { return "" }
