package opt

import (
	"fmt"

	"descend/ir"
	"descend/passes"
)

// Canonicalizer brings operations to their canonical form: it folds, removes dead code, simplifies control
// flow, and applies the rewrites that operations declare until nothing changes.
//
//	%c1 = arith.constant 1 : index                     %c3 = arith.constant 3 : index
//	%c2 = arith.constant 2 : index              ->     "use"(%c3) : (index) -> ()
//	%s = arith.addi %c1, %c2 : index
//	"use"(%s) : (index) -> ()
type Canonicalizer struct {
	anyOp
	MaxIterations, MaxRewrites      int
	RegionSimplify                  string
	TopDown, TestConvergence        bool
	EnablePatterns, DisablePatterns []string
}

// NewCanonicalizer returns the pass with its default options.
func NewCanonicalizer() *Canonicalizer {
	p := &Canonicalizer{}
	if err := passes.Configure(p, ""); err != nil {
		panic(err) // the defaults are valid
	}
	return p
}

// Name is the name of the pass.
func (*Canonicalizer) Name() string { return "canonicalize" }

// Description is one line.
func (*Canonicalizer) Description() string { return "Canonicalize operations" }

// Options binds the options.
func (p *Canonicalizer) Options(o *passes.Options) {
	o.Strings(&p.DisablePatterns, "disable-patterns", nil, "Names of the rewrites that are not used")
	o.Strings(&p.EnablePatterns, "enable-patterns", nil, "Names of the only rewrites that are used")
	o.Int(&p.MaxIterations, "max-iterations", 10, "Max. iterations over the code; -1 for no limit")
	o.Int(&p.MaxRewrites, "max-num-rewrites", -1, "Max. number of changes; -1 for no limit")
	o.Choice(&p.RegionSimplify, "region-simplify", "normal", "How far control flow is simplified: normal removes unreachable blocks and dead arguments, aggressive merges equal blocks too",
		"disabled", "normal", "aggressive")
	o.Bool(&p.TestConvergence, "test-convergence", false, "Fail if the code still changes after the last iteration")
	o.Bool(&p.TopDown, "top-down", true, "Start with the first operations")
}

// regionLevels are the values of region-simplify.
var regionLevels = map[string]ir.RegionLevel{"normal": ir.RegionsNormal, "disabled": ir.RegionsKept, "aggressive": ir.RegionsAggressive}

// Run canonicalizes everything inside c.Op.
func (p *Canonicalizer) Run(c *passes.Context) error {
	changed, converged := ir.ApplyGreedily(c.Op, nil, ir.GreedyOptions{MaxIterations: p.MaxIterations, MaxRewrites: max(p.MaxRewrites, 0),
		Regions: regionLevels[p.RegionSimplify], BottomUp: !p.TopDown, Enable: p.EnablePatterns, Disable: p.DisablePatterns})
	if !changed { // but for constants, which go to the front of their region
		c.Preserve(passes.Dominance)
	}
	if !converged && p.TestConvergence {
		return fmt.Errorf("canonicalization has not converged")
	}
	return nil
}
