package opt

import (
	"descend/ir"
	"descend/passes"
)

// StripDebugInfo replaces all locations by unknown.
type StripDebugInfo struct{ anyOp }

// Name is the name of the pass.
func (*StripDebugInfo) Name() string { return "strip-debuginfo" }

// Description is one line.
func (*StripDebugInfo) Description() string { return "Strip debug info from all operations" }

// Run strips the locations of c.Op and everything inside.
func (*StripDebugInfo) Run(c *passes.Context) error {
	unknown := c.IR().UnknownLoc()
	c.Op.Walk(func(op *ir.Operation) ir.WalkResult {
		op.SetLoc(unknown)
		for _, r := range op.Regions() {
			for b := range r.Blocks() {
				for _, a := range b.Args() {
					a.SetLocation(unknown)
				}
			}
		}
		return ir.Advance
	})
	c.Preserve(passes.Dominance)
	return nil
}
