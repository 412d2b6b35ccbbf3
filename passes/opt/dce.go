package opt

import (
	"descend/ir"
	"descend/passes"
)

// DCE erases operations that are unused and have no effect.
type DCE struct{ anyOp }

// Name is the name of the pass.
func (*DCE) Name() string { return "dce" }

// Description is one line.
func (*DCE) Description() string { return "Erase unused operations without effects" }

// Run erases dead operations inside c.Op.
func (*DCE) Run(c *passes.Context) error {
	for _, r := range c.Op.Regions() {
		deadInRegion(c, r)
	}
	c.Preserve(passes.Dominance)
	return nil
}

// deadInRegion goes backwards, so that users go before what they use.
func deadInRegion(c *passes.Context, r *ir.Region) {
	var blocks []*ir.Block
	for b := range r.Blocks() {
		blocks = append(blocks, b)
	}
	for i := len(blocks) - 1; i >= 0; i-- {
		for op := blocks[i].Back(); op != nil; {
			prev := op.Prev()
			if !ir.IsTriviallyDead(op) {
				for _, inner := range op.Regions() {
					deadInRegion(c, inner)
				}
			}
			if ir.IsTriviallyDead(op) {
				op.Erase()
				c.Stat("erased", 1)
			}
			op = prev
		}
	}
}
