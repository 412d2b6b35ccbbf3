package cpu

import (
	"descend/dialects/arith"
	"descend/dialects/gpu"
	"descend/dialects/scf"
	"descend/ir"
)

// This file makes two versions of a segment whose threads ask whether they have their element: for blocks all of whose threads have it, which
// most blocks are, nothing is asked in the loops, which become plain vectors.
//
//	scf.for %t = %c0 to %c128 {             %last = arith.addi %base, %c127
//	  %i = arith.addi %base, %t             %all = %base <= %last and %last < %n
//	  %c = arith.cmpi ult, %i, %n           scf.if %all { scf.for %t = %c0 to %c128 { body } }
//	  scf.if %c { body }              ->    else { as before }
//	}
//
// What is compared is a sum of the threads' ids, times constants, and of what all threads agree on. So it lies between what the first thread
// of the block has and what the last one has, unless it wraps around on the way, when the last one has less.

// asked is a comparison that the threads of a block make, of something that grows with their ids with something that is the same for all.
type asked struct {
	cmp    arith.CmpIOp
	of, to *ir.Value
	pred   arith.IntPredicate
}

// maxGrowth bounds by how much a number grows from one thread to the next, so that it grows by less than 1 << 62 from the first to the last.
const maxGrowth = 1 << 24

// asks are the comparisons that decide what a segment does and that can be made once for the block.
func (k *kernel) asks(g *segment) (out []asked) {
	if g.in.warps != nil {
		return nil
	}
	seen := map[*ir.Value]bool{}
	var add func(v *ir.Value)
	add = func(v *ir.Value) {
		if seen[v] || k.voted[v] {
			return
		}
		seen[v] = true
		if and, ok := ir.DefinedBy[arith.AndIOp](v); ok {
			add(and.Operand(0))
			add(and.Operand(1))
		} else if a, ok := k.askedBy(v); ok {
			out = append(out, a)
		}
	}
	for _, s := range g.steps {
		if s.op == nil {
			continue
		}
		s.op.Walk(func(o *ir.Operation) ir.WalkResult {
			if ir.Is[scf.IfOp](o) || ir.Is[arith.SelectOp](o) {
				add(o.Operand(0))
			}
			return ir.Advance
		})
	}
	return out
}

// askedBy is the comparison that gives a value, if it is one to make once.
func (k *kernel) askedBy(v *ir.Value) (a asked, ok bool) {
	vary := k.vary[blockLevel].values
	cmp, ok := ir.DefinedBy[arith.CmpIOp](v)
	if !ok || !vary[v] || !k.cheap(v, new(int)) {
		return a, false
	}
	a = asked{cmp: cmp, of: cmp.Lhs(), to: cmp.Rhs(), pred: cmp.Predicate()}
	if !vary[a.of] {
		a.of, a.to, a.pred = a.to, a.of, a.pred.Swapped()
	}
	if vary[a.to] || a.pred == arith.EQ || a.pred == arith.NE {
		return a, false
	}
	by, ok := k.growth(a.of, 0)
	return a, ok && min(by[0], by[1], by[2]) >= 0
}

// growth is by how much an index grows from one thread to the next along each dimension, if those are known constants.
func (k *kernel) growth(v *ir.Value, depth int) (by [3]int64, ok bool) {
	if !k.vary[blockLevel].values[v] {
		return by, true
	}
	if _, index := v.Type().(*ir.IndexType); !index || v.IsArg() || depth > 64 {
		return by, false
	}
	op := v.DefiningOp()
	if id, ok := ir.As[gpu.ThreadIDOp](op); ok {
		by[id.Dim()] = 1
		return by, true
	}
	a, b := by, by
	switch op.Typed().(type) {
	case arith.AddIOp, arith.SubIOp:
		if b, ok = k.growth(op.Operand(1), depth+1); !ok {
			return by, false
		}
	case arith.MulIOp:
	default:
		return by, false
	}
	if a, ok = k.growth(op.Operand(0), depth+1); !ok {
		return by, false
	}
	n, isConst := arith.ConstantInt(op.Operand(1))
	for d := range by {
		switch {
		case ir.Is[arith.AddIOp](op):
			by[d] = a[d] + b[d]
		case ir.Is[arith.SubIOp](op):
			by[d] = a[d] - b[d]
		case isConst && max(n, -n) < maxGrowth:
			by[d] = a[d] * n
		default:
			return by, false
		}
		ok = ok && max(by[d], -by[d]) < maxGrowth
	}
	return by, ok
}

// allHold writes the condition that comparisons hold for all threads of the block.
func (k *kernel) allHold(as []asked) *ir.Value {
	zero, last := k.index(0), [3]*ir.Value{}
	for d := range last {
		last[d] = arith.SubI(k.b, k.blockDim[d], k.index(1))
		if k.block[d] >= 0 {
			last[d] = k.index(k.block[d] - 1)
		}
	}
	first, end := k.newThread(nil, [3]*ir.Value{zero, zero, zero}, nil, nil), k.newThread(nil, last, nil, nil)
	var all *ir.Value
	and := func(c *ir.Value) {
		if all == nil {
			all = c
		} else {
			all = arith.AndI(k.b, all, c)
		}
	}
	for _, a := range as {
		from, upTo, to := first.get(a.of), end.get(a.of), first.get(a.to)
		inOrder, decides := arith.ULE, upTo
		if a.pred < arith.ULT {
			inOrder = arith.SLE
		}
		if a.pred == arith.UGT || a.pred == arith.UGE || a.pred == arith.SGT || a.pred == arith.SGE {
			decides = from
		}
		and(arith.CmpI(k.b, inOrder, from, upTo))
		and(arith.CmpI(k.b, a.pred, decides, to))
	}
	return all
}

// versions writes a segment with write: once, or for blocks in which all that its threads ask holds, and for the others.
func (k *kernel) versions(g *segment, write func()) {
	asks := k.asks(g)
	if len(asks) == 0 {
		write()
		return
	}
	scf.BuildIf(k.b, k.allHold(asks), nil, func() []*ir.Value {
		for _, a := range asks {
			k.holds[a.cmp.Operation] = true
		}
		write()
		clear(k.holds)
		return nil
	}, func() []*ir.Value {
		write()
		return nil
	})
}
