package opt

import (
	"descend/dialects/ods"
	"descend/ir"
	"descend/passes"
)

// LoopUnroll unrolls innermost loops, by a factor or fully.
//
//	scf.for %i = %c0 to %c6 step %c1 {              scf.for %i = %c0 to %c6 step %c2 {
//	  "use"(%i) : (index) -> ()                ->     "use"(%i) : (index) -> ()
//	}                                                 %0 = arith.addi %i, %c1 : index
//	                                                  "use"(%0) : (index) -> ()
//	                                                }
//
// What does not fill a whole iteration runs in a loop behind.
type LoopUnroll struct {
	anyOp
	Factor, FullThreshold, Repetitions int
	Full, UpToFactor, CleanupUnroll    bool
}

// Name is the name of the pass.
func (*LoopUnroll) Name() string { return "loop-unroll" }

// Description is one line.
func (*LoopUnroll) Description() string { return "Unroll counted loops" }

// Options binds the options.
func (p *LoopUnroll) Options(o *passes.Options) {
	o.Bool(&p.CleanupUnroll, "cleanup-unroll", false, "Fully unroll the loop of left over iterations when possible")
	o.Int(&p.Factor, "unroll-factor", 4, "Use this unroll factor for all loops being unrolled")
	o.Bool(&p.Full, "unroll-full", false, "Fully unroll loops of constant length")
	o.Int(&p.FullThreshold, "unroll-full-threshold", 0, "With unroll-full: all loops, not only innermost ones, of at most this many iterations")
	o.Int(&p.Repetitions, "unroll-num-reps", 1, "Unroll innermost loops repeatedly this many times")
	o.Bool(&p.UpToFactor, "unroll-up-to-factor", false, "Fully unroll loops of fewer iterations than the factor")
}

// maxUnrolled bounds the operations that unrolling one loop makes.
const maxUnrolled = 1 << 16

// Run unrolls the loops inside c.Op.
func (p *LoopUnroll) Run(c *passes.Context) error {
	if p.Full && p.FullThreshold > 0 {
		for _, l := range loops(c.Op, false) {
			if n, ok := l.TripCount(); ok && n <= int64(p.FullThreshold) {
				p.full(c, l)
			}
		}
		return nil
	}
	for range p.Repetitions {
		for _, l := range loops(c.Op, true) {
			p.loop(c, l)
		}
	}
	return nil
}

// loops lists the loops inside op, inner ones first.
func loops(op *ir.Operation, innermost bool) (list []ods.UnrollableLoop) {
	inner := map[*ir.Operation]bool{} // loops with a loop inside
	op.WalkPost(func(o *ir.Operation) {
		l, ok := o.Typed().(ods.UnrollableLoop)
		if !ok || o == op {
			return
		}
		if !innermost || !inner[o] {
			list = append(list, l)
		}
		for p := o.Parent(); p != nil; p = p.Parent() {
			inner[p] = true
		}
	})
	return list
}

func (p *LoopUnroll) loop(c *passes.Context, l ods.UnrollableLoop) {
	n, known := l.TripCount()
	factor := int64(p.Factor)
	if p.Full || p.UpToFactor && known && n < factor {
		p.full(c, l)
		return
	}
	if factor < 2 || known && n < factor || size(l)*factor > maxUnrolled {
		return
	}
	rest, ok := l.UnrollBy(ir.NewBuilder(c.IR()), factor)
	if !ok {
		return
	}
	c.Stat("unrolled", 1)
	if rest != nil && p.CleanupUnroll {
		if l, ok := rest.Typed().(ods.UnrollableLoop); ok {
			p.full(c, l)
		}
	}
}

func (p *LoopUnroll) full(c *passes.Context, l ods.UnrollableLoop) {
	if n, ok := l.TripCount(); ok && n*size(l) <= maxUnrolled && n <= maxUnrolled && l.UnrollFull(ir.NewBuilder(c.IR())) {
		c.Stat("unrolled-fully", 1)
	}
}

// size is the number of operations in the loop.
func size(l ods.UnrollableLoop) (n int64) {
	for _, r := range l.LoopRegions() {
		for b := range r.Blocks() {
			for op := range b.Ops() {
				op.Walk(func(*ir.Operation) ir.WalkResult { n++; return ir.Advance })
			}
		}
	}
	return n
}
