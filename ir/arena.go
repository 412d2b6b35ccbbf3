package ir

import "slices"

// Arena hands out the parts of operations from larger pieces, so that making a large module makes few and
// dense allocations. The operations of a piece are freed together: an arena is for modules that come and go as
// a whole. A nil arena allocates each part by itself. It is not for several goroutines.
type Arena struct {
	made    int // operations so far
	ops     []Operation
	uses    []Use
	usePtrs []*Use
	vals    []Value
	valPtrs []*Value
	// last is the attribute list of the latest operation of each name: equal lists are shared.
	last map[*OpName][]NamedAttr
}

// NewArena returns an empty arena.
func NewArena() *Arena { return &Arena{last: map[*OpName][]NamedAttr{}} }

// pieceSize is the number of elements in a large piece. The pieces of small modules are smaller.
const pieceSize = 512

// take cuts n elements off a piece.
func take[T any](a *Arena, piece *[]T, n int) []T {
	if n > pieceSize/8 {
		return make([]T, n)
	}
	if len(*piece) < n {
		*piece = make([]T, max(n, min(16+a.made/2, pieceSize)))
	}
	out := (*piece)[:n:n]
	*piece = (*piece)[n:]
	return out
}

func (a *Arena) operation() *Operation {
	if a == nil {
		return &Operation{}
	}
	a.made++
	return &take(a, &a.ops, 1)[0]
}

func (a *Arena) operands(n int) ([]Use, []*Use) {
	if a == nil {
		return make([]Use, n), make([]*Use, n)
	}
	return take(a, &a.uses, n), take(a, &a.usePtrs, n)
}

func (a *Arena) results(n int) ([]Value, []*Value) {
	if a == nil {
		return make([]Value, n), make([]*Value, n)
	}
	return take(a, &a.vals, n), take(a, &a.valPtrs, n)
}

// attrs returns a list equal to the given one that nobody changes.
func (a *Arena) attrs(name *OpName, list []NamedAttr) []NamedAttr {
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
