package cpu

import (
	"descend/dialects/arith"
	"descend/dialects/nvvm"
	"descend/dialects/scf"
	"descend/ir"
)

// Parts of a block whose threads wait for each other. A conditional that threads of a block take differently, with such barriers
// inside, is cut like one that they agree on, but its two regions run one after the other, each by those threads that take it:
//
//	scf.if %c { A; nvvm.barrier; B } else { C }    ->    for threads: if %c { A }    for threads: if %c { B }    for threads: if not %c { C }
//
// All of a region's conditions and loops that have barriers inside are agreed on by the threads that take it, so the first of these speaks for
// all; if there is none, the region is left out.

// part are the threads that take a region.
type part struct {
	outer *part
	cond  *ir.Value
	not   bool      // they take the second one
	first *ir.Value // the number of the first of them, while the region is written
}

// isPart says whether a conditional divides the block into parts that have barriers.
func (k *kernel) isPart(op *ir.Operation) bool {
	if !ir.Is[scf.IfOp](op) || !k.hasPart[op] || !k.vary[blockLevel].values[op.Operand(0)] {
		return false
	}
	return true
}

// findParts notes which operations have barriers of parts in them.
func (k *kernel) findParts() {
	for op := range ir.AllOf[nvvm.BarrierOp](k.fn.Operation) {
		for p := op.Operation; p != k.fn.Operation; p = p.Parent() {
			k.hasPart[p] = true
		}
	}
}

// demandPart makes the conditions of a part available to each thread.
func (k *kernel) demandPart(p *part) {
	for ; p != nil; p = p.outer {
		k.needOnce(p.cond, nil)
	}
}

// inPart says whether a thread is of a part.
func (t *thread) inPart(p *part) *ir.Value {
	c := t.get(p.cond)
	if p.not {
		c = arith.XOrI(t.b, c, arith.NewConstantBool(t.b, true))
	}
	if p.outer != nil {
		c = arith.AndI(t.b, t.inPart(p.outer), c)
	}
	return c
}

// partIf writes the regions of a conditional that divides the block.
func (k *kernel) partIf(sp *split) {
	outer := k.part
	for i, b := range sp.bodies {
		if len(b.items) == 0 {
			continue
		}
		k.part = outer
		first := scf.BuildFor(k.b, k.index(0), k.threadCount(), k.index(1), []*ir.Value{k.threadCount()}, func(n *ir.Value, acc []*ir.Value) []*ir.Value {
			t := k.newThread(nil, k.idsOf(n), n, nil)
			return []*ir.Value{arith.Select(k.b, t.inPart(b.part), arith.MinUI(k.b, n, acc[0]), acc[0])}
		}).Result(0)
		scf.BuildIf(k.b, arith.CmpI(k.b, arith.ULT, first, k.threadCount()), nil, func() []*ir.Value {
			b.part.first = first
			k.part = b.part
			k.seq(sp.bodies[i])
			return nil
		}, nil)
	}
	k.part = outer
}
