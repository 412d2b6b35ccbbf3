package sizes

import (
	"math/big"

	"descend/dialects/descend"
	"descend/ir"
)

// division reports a division of integers that stops the program whenever it is made: by 0, or of the least number by -1. Like an index that
// is out of bounds whatever the arguments are, it is an error, but for where a condition says that it is never made.
func (x *checker) division(o descend.BinaryOp) {
	if op := o.Operator(); op != descend.Div && op != descend.Rem {
		return
	}
	t := o.Operand(0).Type()
	if descend.MayBeFloat(t) {
		return
	}
	by := x.number(o.Operand(1))
	if by == nil || x.neverMade(o.Operation) {
		return
	}
	if by.Sign() == 0 {
		x.Now.FailAt(o.Operation, o.Loc(), descend.CodeNatConstraint, "division by zero").
			WithLabel("the divisor is 0, so that this stops the program")
		return
	}
	it, isInt := t.(*ir.IntegerType)
	if !isInt || it.Sign == ir.Unsigned || !by.IsInt64() || by.Int64() != -1 {
		return
	}
	if n := x.number(o.Operand(0)); n != nil && !descend.Fits(new(big.Int).Neg(n), it) {
		x.Now.FailAt(o.Operation, o.Loc(), descend.CodeNatConstraint, "the result does not fit `%s`", descend.UserFormat(t)).
			WithLabel("the least number divided by -1, which stops the program")
	}
}

// number is the number that a value is whatever the arguments are, nil if that is not known.
func (x values) number(v *ir.Value) *big.Int {
	if n, ok := descend.KnownInteger(v); ok {
		return n
	}
	if r, ok := x.rangeOf(v, 0); ok {
		return r.Constant()
	}
	if a, ok := ir.DefinedBy[descend.ConstOp](v); ok && a.StringAttr("value") == "0" { // of a type generic
		return new(big.Int)
	}
	return nil
}

// neverMade says whether an operation is in the branch of an `if` that its condition excludes, which constants decide.
func (x *checker) neverMade(op *ir.Operation) bool {
	for ; op.Parent() != nil; op = op.Parent() {
		cond, ok := op.Parent().Typed().(descend.IfOp)
		if !ok {
			continue
		}
		if n, known := descend.KnownInteger(cond.Condition()); known && (n.Sign() != 0) != (op.ParentRegion() == cond.Region(0)) {
			return true
		}
	}
	return false
}
