package ods

import (
	"fmt"

	"descend/ir"
)

// Segments is the property that divides the operands of an operation with trait AttrSizedOperands.
const Segments = "operandSegmentSizes"

// SegmentSizes makes the attribute operandSegmentSizes.
func SegmentSizes(c *ir.Context, sizes ...int) ir.NamedAttr {
	vals := make([]int64, len(sizes))
	for i, n := range sizes {
		vals[i] = int64(n)
	}
	return ir.Attr(Segments, c.DenseArray(c.I32(), vals...))
}

// SetOperands makes groups the operands of an operation that is read, and says how they divide.
func SetOperands(c *ir.Context, st *ir.OperationState, groups ...[]*ir.Value) {
	sizes := make([]int, len(groups))
	for i, g := range groups {
		st.Operands = append(st.Operands, g...)
		sizes[i] = len(g)
	}
	a := SegmentSizes(c, sizes...)
	st.SetAttr(a.Name, a.Value)
}

// Segment is the i-th operand group of an operation with operandSegmentSizes; nil when the attribute is
// missing or does not fit the operands.
func Segment(op *ir.Operation, i int) []*ir.Value {
	start, n, ok := segmentBounds(op, i)
	if !ok {
		return nil
	}
	return op.Operands()[start : start+n]
}

// SegmentLen is the number of operands in the i-th group, 0 where Segment is nil.
func SegmentLen(op *ir.Operation, i int) int {
	_, n, _ := segmentBounds(op, i)
	return n
}

func segmentBounds(op *ir.Operation, i int) (start, n int, ok bool) {
	d, isDense := op.Attr(Segments).(*ir.DenseArrayAttr)
	if !isDense || i >= len(d.Values) {
		return 0, 0, false
	}
	for j := range i {
		start += int(d.Values[j])
	}
	n = int(d.Values[i])
	if start < 0 || n < 0 || start+n > op.NumOperands() {
		return 0, 0, false
	}
	return start, n, true
}

// SegmentOperand is the one operand of an optional group, or nil.
func SegmentOperand(op *ir.Operation, i int) *ir.Value {
	if s := Segment(op, i); len(s) == 1 {
		return s[0]
	}
	return nil
}

// CheckSegments verifies that operandSegmentSizes has one non-negative entry for each group and that they
// sum up to the number of operands.
func CheckSegments(op *ir.Operation, groups int) error {
	d, ok := op.Attr(Segments).(*ir.DenseArrayAttr)
	if !ok {
		return fmt.Errorf("requires attribute '%s'", Segments)
	}
	if len(d.Values) != groups {
		return fmt.Errorf("'%s' attribute for specifying operand segments must have %d elements, but got %d", Segments, groups, len(d.Values))
	}
	sum := int64(0)
	for _, v := range d.Values {
		if v < 0 || v > int64(op.NumOperands()) {
			return fmt.Errorf("'%s' attribute cannot have negative or too large elements", Segments)
		}
		sum += v
	}
	if sum != int64(op.NumOperands()) {
		return fmt.Errorf("operand count (%d) does not match with the total size (%d) specified in attribute '%s'", op.NumOperands(), sum, Segments)
	}
	return nil
}
