package opt

import (
	"descend/ir"
	"descend/passes"
)

// LoopInvariantCodeMotion moves operations out of loops whose operands are defined outside and that have
// neither effects nor undefined behaviour. Loops are the operations that implement ir.LoopLike.
//
//	scf.for %i = %c0 to %n step %c1 {            %p = arith.muli %a, %b : index
//	  %p = arith.muli %a, %b : index      ->     scf.for %i = %c0 to %n step %c1 {
//	  "use"(%p) : (index) -> ()                    "use"(%p) : (index) -> ()
//	}                                            }
type LoopInvariantCodeMotion struct{ anyOp }

// Name is the name of the pass.
func (*LoopInvariantCodeMotion) Name() string { return "loop-invariant-code-motion" }

// Description is one line.
func (*LoopInvariantCodeMotion) Description() string {
	return "Hoist loop invariant instructions outside of the loop"
}

// Run hoists out of the loops in c.Op, innermost first.
func (*LoopInvariantCodeMotion) Run(c *passes.Context) error {
	c.Op.WalkPost(func(loop *ir.Operation) {
		l, ok := loop.Typed().(ir.LoopLike)
		if !ok || loop == c.Op || loop.Block() == nil {
			return
		}
		for _, r := range l.LoopRegions() {
			hoist(c, loop, r)
		}
	})
	c.Preserve(passes.Dominance)
	return nil
}

func hoist(c *passes.Context, loop *ir.Operation, r *ir.Region) {
	outside := func(v *ir.Value) bool {
		b := v.ParentBlock()
		return b == nil || b.Region() != r && !r.IsProperAncestorOf(b.Region())
	}
	for b := range r.Blocks() {
		for op := range b.Ops() {
			if op.Has(ir.Terminator) || !ir.IsSpeculatable(op) || !ir.IsMemoryEffectFree(op) || !usesOnly(op, outside) {
				continue
			}
			op.MoveBefore(loop)
			c.Stat("hoisted", 1)
		}
	}
}

// usesOnly says whether op, and what is inside, uses only values that ok accepts or that op defines.
func usesOnly(op *ir.Operation, ok func(*ir.Value) bool) bool {
	return op.Walk(func(o *ir.Operation) ir.WalkResult {
		for _, v := range o.Operands() {
			inside := false
			if b := v.ParentBlock(); o != op && b != nil && b.Parent() != nil {
				inside = op.IsAncestorOf(b.Parent())
			}
			if !inside && !ok(v) {
				return ir.Interrupt
			}
		}
		return ir.Advance
	})
}
