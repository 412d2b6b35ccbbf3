package ods

import "descend/ir"

// Abilities that passes ask operations for, found by assertion on [ir.Operation.Typed].
type (
	// CallLike calls the function that a symbol names.
	CallLike interface {
		CalleeRef() *ir.SymbolRefAttr
		CallArgs() []*ir.Value
	}
	// FunctionLike is a function: a symbol with a function type and a body.
	FunctionLike interface {
		FunctionType() *ir.FunctionType
		FunctionBody() *ir.Region
	}
	// ConditionallySpeculatable is an operation without effects on memory that is not Pure because it is
	// undefined for some operands.
	ConditionallySpeculatable interface {
		// IsSpeculatable says whether it may be executed where the program would not.
		IsSpeculatable() bool
	}
	// CastLike converts its one operand to its one result.
	CastLike interface{ CastSource() *ir.Value }
)

// As is the operation as the Go type T of its dialect; false if it is of another kind, or nil.
func As[T any](op *ir.Operation) (T, bool) {
	if op == nil {
		var zero T
		return zero, false
	}
	t, ok := op.Typed().(T)
	return t, ok
}

// DefinedBy is the operation that defines v, if it has the Go type T.
func DefinedBy[T any](v *ir.Value) (T, bool) {
	if v == nil {
		var zero T
		return zero, false
	}
	return As[T](v.DefiningOp())
}
