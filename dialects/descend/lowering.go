package descend

import "descend/ir"

// Lowerer is an operation of another dialect that brings itself to the gpu level. What it does with memory there is what its
// Uses say.
type Lowerer interface{ Lower(l Lowering) }

// Lowering is what such an operation has at hand: values and places of scalars, lowered.
type Lowering interface {
	// Builder makes operations of the gpu level where the operation is executed.
	Builder() *ir.Builder
	// Scalar is the value of a scalar operand.
	Scalar(v *ir.Value) *ir.Value
	// Load is the value of a place of a scalar, Store gives it one.
	Load(place *ir.Value) *ir.Value
	Store(place, v *ir.Value)
	// Bind says what a scalar result is.
	Bind(result, v *ir.Value)
}
