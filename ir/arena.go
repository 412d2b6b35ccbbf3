package ir

import "slices"

// arena hands out the parts of operations from larger pieces, so that reading a large module makes few and
// dense allocations. The operations of a piece are freed together: an arena is for modules that come and go as
// a whole. A nil arena allocates each part by itself.
type arena struct {
	ops     []Operation
	uses    []Use
	usePtrs []*Use
	vals    []Value
	valPtrs []*Value
	// last is the attribute list of the latest operation of each name: equal lists are shared.
	last map[*OpName][]NamedAttr
}

// pieceSize is the number of elements in a piece.
const pieceSize = 512

// take cuts n elements off a piece.
func take[T any](piece *[]T, n int) []T {
	if n > pieceSize/8 {
		return make([]T, n)
	}
	if len(*piece) < n {
		*piece = make([]T, pieceSize)
	}
	out := (*piece)[:n:n]
	*piece = (*piece)[n:]
	return out
}

func (a *arena) operation() *Operation {
	if a == nil {
		return &Operation{}
	}
	return &take(&a.ops, 1)[0]
}

func (a *arena) operands(n int) ([]Use, []*Use) {
	if a == nil {
		return make([]Use, n), make([]*Use, n)
	}
	return take(&a.uses, n), take(&a.usePtrs, n)
}

func (a *arena) results(n int) ([]Value, []*Value) {
	if a == nil {
		return make([]Value, n), make([]*Value, n)
	}
	return take(&a.vals, n), take(&a.valPtrs, n)
}

// attrs returns a list equal to the given one that nobody changes.
func (a *arena) attrs(name *OpName, list []NamedAttr) []NamedAttr {
	if len(list) == 0 {
		return nil
	}
	if a == nil {
		return slices.Clone(list)
	}
	if last := a.last[name]; slices.Equal(last, list) {
		return last
	}
	list = slices.Clone(list)
	a.last[name] = list
	return list
}
