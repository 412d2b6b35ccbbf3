package dataflow

import (
	"descend/dialects/intrange"
	"descend/dialects/num"
	"descend/dialects/ods"
	"descend/ir"
)

// Ranges is the analysis of the ranges of integers. The fact of a value of another type is the zero Range.
type Ranges struct{}

// Top is the range of all numbers of the type.
func (Ranges) Top(v *ir.Value) intrange.Range {
	if w, ok := intrange.WidthOf(v.Type()); ok {
		return intrange.Full(w)
	}
	return intrange.Range{}
}

// Join is the range of the numbers of both.
func (Ranges) Join(a, b intrange.Range) intrange.Range {
	if a.Width == 0 {
		return a
	}
	return a.Or(b)
}

// Equal compares.
func (Ranges) Equal(a, b intrange.Range) bool { return a.Width == 0 && b.Width == 0 || a.Equal(b) }

// Constant is the only number of the range.
func (Ranges) Constant(r intrange.Range) ir.Attribute {
	if r.Width == 0 {
		return nil
	}
	if n := r.Constant(); n != nil {
		return &ir.IntegerAttr{Value: n}
	}
	return nil
}

// Transfer asks the operation.
func (a Ranges) Transfer(op *ir.Operation, operands, out []intrange.Range, _ func(*ir.Value) (intrange.Range, bool)) {
	inf, ok := op.Typed().(ods.RangeInferrer)
	if ok = ok && len(out) == 1; ok {
		_, ok = intrange.WidthOf(op.Result(0).Type())
	}
	for i := range operands {
		ok = ok && operands[i].Width != 0
	}
	if ok {
		out[0] = inf.InferRange(operands)
		return
	}
	for i := range out {
		out[i] = a.Top(op.Result(i))
	}
}

// Argument bounds induction variables by the bounds of their loops.
func (a Ranges) Argument(v *ir.Value, fact func(*ir.Value) (intrange.Range, bool)) (intrange.Range, bool) {
	top := a.Top(v)
	parent := v.OwnerBlock().Parent()
	if parent == nil || top.Width == 0 {
		return top, true
	}
	loop, ok := parent.Typed().(ods.CountedLoop)
	if !ok || loop.InductionVar() != v {
		return top, true
	}
	lb, ok1 := fact(loop.LowerBound())
	ub, ok2 := fact(loop.UpperBound())
	if !ok1 || !ok2 {
		return top, false
	}
	lo, _ := lb.S.Lo()
	hi, _ := ub.S.Hi()
	values := num.Between(lo, hi.Sub(num.Of(1)))
	if values.Empty() {
		return top, true // the loop never runs
	}
	return intrange.Signed(values, top.Width), true
}
