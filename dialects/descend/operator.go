package descend

import "slices"

// Operator is an operation on two scalars of one type: of descend.binary, from Min on of descend.math.
type Operator int

// The operators.
const (
	Add Operator = iota
	Sub
	Mul
	Div
	Rem
	And
	Or
	Xor
	Shl
	Shr
	Min
	Max
	Pow
)

var operatorNames = [...]string{"add", "sub", "mul", "div", "rem", "and", "or", "xor", "shl", "shr", "min", "max", "pow"}

// String is the name of the operator in the IR.
func (o Operator) String() string { return operatorNames[o] }

// IsBitwise says whether it is on integers and bools only.
func (o Operator) IsBitwise() bool { return o >= And && o <= Shr }

// operatorOf is the operator with a name.
func operatorOf(name string) (Operator, bool) {
	o := slices.Index(operatorNames[:], name)
	return Operator(o), o >= 0
}
