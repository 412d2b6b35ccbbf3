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

// operation is an empty operation with operands and results.
func (a *Arena) operation(operands, results int) *Operation {
	if a == nil {
		return inOnePiece(operands, results)
	}
	a.made++
	op := &take(a, &a.ops, 1)[0]
	if operands > 0 {
		op.operands = pointers(take(a, &a.uses, operands), take(a, &a.usePtrs, operands))
	}
	if results > 0 {
		op.results = pointers(take(a, &a.vals, results), take(a, &a.valPtrs, results))
	}
	return op
}

// pointers makes a list of pointers to the elements of another one.
func pointers[T any](all []T, out []*T) []*T {
	for i := range all {
		out[i] = &all[i]
	}
	return out
}

// inOnePiece is an empty operation that no arena has. The parts of most are allocated together.
func inOnePiece(operands, results int) *Operation {
	switch {
	case results == 1 && operands == 0:
		p := &struct {
			op     Operation
			val    Value
			valPtr [1]*Value
		}{}
		p.valPtr[0] = &p.val
		p.op.results = p.valPtr[:]
		return &p.op
	case results == 1 && operands == 1:
		p := &struct {
			op     Operation
			val    Value
			valPtr [1]*Value
			use    [1]Use
			usePtr [1]*Use
		}{}
		p.valPtr[0] = &p.val
		p.op.results, p.op.operands = p.valPtr[:], pointers(p.use[:], p.usePtr[:])
		return &p.op
	case results == 1 && operands <= 3:
		p := &struct {
			op     Operation
			val    Value
			valPtr [1]*Value
			use    [3]Use
			usePtr [3]*Use
		}{}
		p.valPtr[0] = &p.val
		p.op.results, p.op.operands = p.valPtr[:], pointers(p.use[:operands], p.usePtr[:operands:operands])
		return &p.op
	}
	op := &Operation{}
	if operands > 0 {
		op.operands = pointers(make([]Use, operands), make([]*Use, operands))
	}
	if results > 0 {
		op.results = pointers(make([]Value, results), make([]*Value, results))
	}
	return op
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
	own := slices.Clone(list)
	a.last[name] = own
	return own
}
