package ir

import "iter"

// This file asks for operations by the Go types that their dialects give them. T is such a type
// (arith.AddIOp), or an ability (LoopLike). No operation, or one that is not registered, has none.

// As is the operation as T; false if it is of another kind, or nil.
func As[T any](op *Operation) (T, bool) {
	if !Is[T](op) {
		var zero T
		return zero, false
	}
	return op.name.wrap(op).(T), true
}

// Is says whether the operation is a T.
func Is[T any](op *Operation) bool {
	if op == nil {
		return false
	}
	_, ok := op.name.typed.(T) // one Go type for all operations of a name
	return ok
}

// DefinedBy is the operation that defines v, if it is a T.
func DefinedBy[T any](v *Value) (T, bool) {
	if v == nil {
		var zero T
		return zero, false
	}
	return As[T](v.DefiningOp())
}

// Enclosing is the innermost operation around op that is a T.
func Enclosing[T any](op *Operation) (T, bool) {
	for p := op.Parent(); p != nil; p = p.Parent() {
		if t, ok := As[T](p); ok {
			return t, true
		}
	}
	var zero T
	return zero, false
}

// AllOf iterates over the operations inside op that are a T, outermost first.
func AllOf[T any](op *Operation) iter.Seq[T] {
	return func(yield func(T) bool) {
		op.Walk(func(o *Operation) WalkResult {
			if o != op {
				if t, ok := As[T](o); ok && !yield(t) {
					return Interrupt
				}
			}
			return Advance
		})
	}
}
