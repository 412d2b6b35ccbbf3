package analysis

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
)

// Where all threads of a resource arrive: what barriers need, and what says whether one may be proposed.

// Obstacle is the innermost operation because of which not all threads of r need arrive at block b, nil if all do. Between b and
// what r executes there may be schedules, loops over nats and elements, and loops and conditions on values that are the same for all threads that
// have to arrive, which need says. It is the function if r does not execute b.
func (fa *Facts) Obstacle(b *ir.Block, r *ir.Value, need Level) *ir.Operation {
	for ; b != r.OwnerBlock(); b = b.Parent().Block() {
		switch p := b.Parent(); p.Typed().(type) {
		case exec.SchedOp, descend.ScopeOp, descend.UnsafeOp:
		case descend.ForNatOp, descend.ForEachOp:
			if descend.CountsValue(p) && fa.Uniformity[p] < need {
				return p
			}
		case descend.IfOp, descend.IfExistsOp, descend.WhileOp:
			if fa.Uniformity[p] < need {
				return p
			}
		default:
			return p
		}
	}
	return nil
}

// MaySync says whether a barrier of the thread block may stand in b: there is one that executes b, and all its threads arrive.
func (fa *Facts) MaySync(b *ir.Block) bool {
	r := threadBlock(b)
	return r != nil && fa.Obstacle(b, r, BlockUniform) == nil
}

// threadBlock is the thread block that executes b or that the resource which does is from; nil if there is none.
func threadBlock(b *ir.Block) *ir.Value {
	for ; b != nil && b.Parent() != nil; b = b.Parent().Block() {
		if b.NumArgs() > 0 {
			if t := exec.TypeOf(b.Arg(0)); t != nil && t.Kind == exec.Block {
				return b.Arg(0)
			}
		}
	}
	return nil
}
