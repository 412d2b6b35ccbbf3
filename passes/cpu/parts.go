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
	k.findEvents()
	k.fn.Walk(func(op *ir.Operation) ir.WalkResult {
		if ir.Is[nvvm.BarrierOp](op) || ir.Is[nvvm.ArriveOp](op) {
			for p := op; p != k.fn.Operation; p = p.Parent() {
				k.hasPart[p] = true
			}
		}
		return ir.Advance
	})
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

// partIf writes the regions of a conditional that divides the block: one after the other, or in turns if they hand over to each other.
func (k *kernel) partIf(sp *split) {
	outer := k.part
	var some [2]*ir.Value // whether there are threads of each part
	for i, b := range sp.bodies {
		k.part = outer
		b.part.first = k.firstOf(b.part)
		some[i] = arith.CmpI(k.b, arith.ULT, b.part.first, k.threadCount())
	}
	each := func() []*ir.Value {
		for i, b := range sp.bodies {
			if len(b.items) > 0 {
				k.part = b.part
				scf.BuildIf(k.b, some[i], nil, func() []*ir.Value { k.seq(b); return nil }, nil)
			}
		}
		return nil
	}
	if k.hasEvents(sp) { // without threads of one part, the other one has none to wait for
		scf.BuildIf(k.b, arith.AndI(k.b, some[0], some[1]), nil, func() []*ir.Value {
			k.inTurns(sp.bodies[0], sp.bodies[1], map[int64]bool{})
			return nil
		}, each)
	} else {
		each()
	}
	k.part = outer
}

// firstOf is the number of the first thread of a part, that of all threads if it has none.
func (k *kernel) firstOf(p *part) *ir.Value {
	return scf.BuildFor(k.b, k.index(0), k.threadCount(), k.index(1), []*ir.Value{k.threadCount()}, func(n *ir.Value, acc []*ir.Value) []*ir.Value {
		t := k.newThread(nil, k.idsOf(n), n, nil)
		return []*ir.Value{arith.Select(k.b, t.inPart(p), arith.MinUI(k.b, n, acc[0]), acc[0])}
	}).Result(0)
}
