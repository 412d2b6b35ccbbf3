package cpu

import (
	"slices"

	"descend/dialects/arith"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/scf"
	"descend/ir"
)

// clip restricts the loop over the threads of a dimension to those for which a condition holds.
type clip struct {
	dim   gpu.Dim
	pred  arith.IntPredicate
	bound *ir.Value // what the thread's id is compared with, the same for all threads
}

// closeClipped makes segments of operations. A conditional `if thread < n {..}` becomes a segment of its own
// with a loop over the first n threads, if that needs no value from the code around it: no thread orders two
// segments, so code may be cut anywhere.
//
//	scf.for %t = %c0 to %c256 step %c1 {        %m = arith.minui %n, %c256
//	  %c = arith.cmpi ult, %t, %n               scf.for %t = %c0 to %m step %c1 {
//	  scf.if %c { body }                   ->     body
//	}                                           }
func (k *kernel) closeClipped(s *seq, ops []*ir.Operation) {
	clips := make([]*clip, len(ops))
	only := true // nothing but clipped conditionals, and what is computed again anyway
	for i, op := range ops {
		clips[i] = k.clipOf(s, op)
		only = only && (clips[i] != nil || k.isCheap(op))
	}
	var rest []*ir.Operation
	flush := func() {
		if !slices.ContainsFunc(rest, func(o *ir.Operation) bool { return !k.isCheap(o) }) {
			return // more may follow that needs these
		}
		k.addSegment(s, rest, nil)
		rest = nil
	}
	for i, op := range ops {
		if clips[i] == nil || !only && k.usesPrivate(op) {
			rest = append(rest, op)
			continue
		}
		flush()
		k.addSegment(s, opsOf(op.Body(0)), clips[i])
	}
	flush()
}

// addSegment adds a segment of operations.
func (k *kernel) addSegment(s *seq, ops []*ir.Operation, c *clip) {
	g := &segment{in: s, clip: c}
	for _, op := range ops {
		if !op.Has(ir.Terminator) {
			g.steps = append(g.steps, step{op: op})
			k.home[op] = g
		}
	}
	s.items = append(s.items, g)
}

// isCheap says whether all that an operation does is to compute a value that is cheap to compute again.
func (k *kernel) isCheap(op *ir.Operation) bool {
	return op.NumResults() == 1 && k.cheap(op.Result(0), new(int))
}

// clipOf is the restriction by a conditional that can be cut out, or nil.
func (k *kernel) clipOf(s *seq, op *ir.Operation) *clip {
	if s.level != blockLevel || !ir.Is[scf.IfOp](op) || op.NumResults() > 0 || op.Body(1) != nil || contract.IsCheck(op) {
		return nil
	}
	cmp, ok := ir.DefinedBy[arith.CmpIOp](op.Operand(0))
	if !ok || !k.isAvail(cmp.Rhs(), nil) {
		return nil
	}
	id, ok := ir.DefinedBy[gpu.ThreadIDOp](cmp.Lhs())
	if !ok || k.block[id.Dim()] == 1 {
		return nil
	}
	c := &clip{dim: id.Dim(), pred: cmp.Predicate(), bound: cmp.Rhs()}
	switch c.pred {
	case arith.ULT, arith.ULE, arith.UGT, arith.UGE, arith.EQ:
	default:
		return nil
	}
	for _, v := range externals(op) {
		if !k.isAvail(v, nil) && !k.isPrivate(v) && !k.isSingle(v) && !k.cheap(v, new(int)) {
			return nil
		}
	}
	return c
}

// usesPrivate says whether an operation uses private arrays of the threads.
func (k *kernel) usesPrivate(op *ir.Operation) bool {
	return slices.ContainsFunc(externals(op), func(v *ir.Value) bool { return k.isPrivate(v) && !k.isSingle(v) })
}

// bounds are the first thread and the end of the loop over a dimension.
func (k *kernel) bounds(c *clip, d int) (first, end *ir.Value) {
	first, end = k.index(0), k.blockDim[d]
	if c == nil || int(c.dim) != d {
		return first, end
	}
	atMost := func(v *ir.Value) *ir.Value {
		if n, ok := arith.ConstantInt(v); ok && n >= 0 && k.block[d] >= 0 {
			return k.index(min(n, k.block[d]))
		}
		return arith.MinUI(k.b, v, k.blockDim[d])
	}
	n := k.agreed(c.bound, nil)
	after := func() *ir.Value { // of a bound that may be the greatest number
		return k.add(atMost(n), k.index(1))
	}
	switch c.pred {
	case arith.ULT:
		end = atMost(n)
	case arith.ULE:
		end = atMost(after())
	case arith.UGE:
		first = atMost(n)
	case arith.UGT:
		first = atMost(after())
	case arith.EQ:
		first, end = atMost(n), atMost(after())
	}
	return first, end
}
