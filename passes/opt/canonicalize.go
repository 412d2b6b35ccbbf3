package opt

import (
	"fmt"

	"descend/ir"
	"descend/passes"
)

// Canonicalizer brings operations to their canonical form: it folds, removes dead code and unreachable
// blocks, and applies the Canonicalizer interface of the operations until nothing changes.
//
//	%c1 = arith.constant 1 : index                     %c3 = arith.constant 3 : index
//	%c2 = arith.constant 2 : index              ->     "use"(%c3) : (index) -> ()
//	%s = arith.addi %c1, %c2 : index
//	"use"(%s) : (index) -> ()
type Canonicalizer struct {
	anyOp
	MaxIterations   int
	RegionSimplify  bool
	TestConvergence bool
}

// Name is the name of the pass.
func (*Canonicalizer) Name() string { return "canonicalize" }

// Description is one line.
func (*Canonicalizer) Description() string { return "Canonicalize operations" }

// Options binds the options.
func (p *Canonicalizer) Options(o *passes.Options) {
	o.Int(&p.MaxIterations, "max-iterations", 10, "Max. iterations over the code; -1 for no limit")
	o.Bool(&p.RegionSimplify, "region-simplify", true, "Remove unreachable blocks")
	o.Bool(&p.TestConvergence, "test-convergence", false, "Fail if the code still changes after the last iteration")
}

// Run canonicalizes everything inside c.Op.
func (p *Canonicalizer) Run(c *passes.Context) error {
	_, converged := ir.ApplyGreedily(c.Op, nil, ir.GreedyOptions{MaxIterations: p.MaxIterations, NoRegions: !p.RegionSimplify && p.MaxIterations != 0})
	if !converged && p.TestConvergence {
		return fmt.Errorf("canonicalization has not converged")
	}
	return nil
}
