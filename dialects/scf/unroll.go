package scf

import (
	"descend/dialects/arith"
	"descend/dialects/intrange"
	"descend/dialects/num"
	"descend/ir"
)

// unrolled copies the body n times behind each other at the builder; the induction variable of copy k is base +
// k*step. It returns the carried values behind the last copy.
func (o ForOp) unrolled(b *ir.Builder, base *ir.Value, carried []*ir.Value, n int64) []*ir.Value {
	body := o.LoopBody()
	for k := range n {
		m := ir.NewMapping()
		iv := base
		if k > 0 && o.InductionVar().HasUses() {
			iv = o.ahead(b, base, k)
		}
		m.Values[o.InductionVar()] = iv
		for i, a := range o.IterArgs() {
			m.Values[a] = carried[i]
		}
		for op := body.Front(); op != body.Back(); op = op.Next() {
			b.Insert(op.Clone(m))
		}
		next := make([]*ir.Value, len(carried))
		for i, v := range o.Yielded() {
			next[i] = m.Lookup(v)
		}
		carried = next
	}
	return carried
}

// ahead is base + k*step.
func (o ForOp) ahead(b *ir.Builder, base *ir.Value, k int64) *ir.Value {
	if s, ok := arith.ConstantInt(o.Step()); ok {
		if c, known := arith.ConstantInt(base); known {
			return arith.NewConstantInt(b, c+k*s, base.Type())
		}
		return arith.AddI(b, base, arith.NewConstantInt(b, k*s, base.Type()))
	}
	return arith.AddI(b, base, arith.MulI(b, o.Step(), arith.NewConstantInt(b, k, base.Type())))
}

// UnrollFull puts all iterations of a loop of constant length behind each other.
func (o ForOp) UnrollFull(b *ir.Builder) bool {
	n, ok := o.TripCount()
	if !ok {
		return false
	}
	out := o.unrolled(b.Before(o.Operation).At(o.Loc()), o.LowerBound(), o.Inits(), n)
	o.Operation.ReplaceWith(out...)
	return true
}

// UnrollBy puts factor iterations into one and returns the loop for the iterations that are left over, nil if
// there are none. It is false if the numbers would overflow.
func (o ForOp) UnrollBy(b *ir.Builder, factor int64) (rest *ir.Operation, ok bool) {
	b.Before(o.Operation).At(o.Loc())
	t := o.InductionVar().Type()
	lb, ub, step := o.LowerBound(), o.UpperBound(), o.Step()
	middle := ub
	n, known := o.TripCount()
	s, knownStep := arith.ConstantInt(step)
	w, _ := intrange.WidthOf(t)
	largest := num.Of(max(s, 1)).Mul(num.Of(factor))
	if w == 0 || knownStep && s <= 0 || !intrange.Full(w).S.Contains(largest) {
		return nil, false
	}
	switch {
	case known && n%factor == 0:
	case known:
		l, _ := arith.ConstantInt(lb)
		middle = arith.NewConstantInt(b, l+(n-n%factor)*s, t)
	default:
		// the number of iterations, none if the upper bound is below the lower one
		zero := arith.NewConstantInt(b, 0, t)
		length := arith.Select(b, arith.CmpI(b, arith.SLT, lb, ub), arith.SubI(b, ub, lb), zero)
		count := arith.CeilDivSI(b, arith.MaxSI(b, length, zero), step) // none if the length wraps
		f := arith.NewConstantInt(b, factor, t)
		whole := arith.SubI(b, count, arith.RemSI(b, count, f))
		middle = arith.AddI(b, lb, arith.MulI(b, whole, step))
	}
	var wide *ir.Value
	if knownStep {
		wide = arith.NewConstantInt(b, s*factor, t)
	} else {
		wide = arith.MulI(b, step, arith.NewConstantInt(b, factor, t))
	}
	main := NewFor(b, lb, middle, wide, o.Inits()...)
	for _, a := range o.Attrs() {
		main.SetAttr(a.Name, a.Value)
	}
	p := b.Save()
	b.AtEnd(main.LoopBody())
	NewYield(b, o.unrolled(b, main.InductionVar(), main.IterArgs(), factor)...)
	b.Restore(p)
	if middle == ub {
		o.Operation.ReplaceWith(main.Results()...)
		return nil, true
	}
	o.SetOperand(0, middle)
	for i, r := range main.Results() {
		o.SetOperand(3+i, r)
	}
	return o.Operation, true
}
