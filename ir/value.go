package ir

import "iter"

// Value is an SSA value: a result of an operation or an argument of a block.
type Value struct {
	typ   Type
	op    *Operation // defining operation, or
	arg   *argument  // of a block
	index int32
	// number is the place of the value in the table of the printer that named it last; only a hint, see valueNames.
	number int32 // atomic
	first  *Use
}

// argument is what an argument of a block has that a result has not.
type argument struct {
	block *Block
	loc   Location // nil: unknown
}

// TypesOf are the types of values.
func TypesOf(vs []*Value) []Type { return appendTypesOf(make([]Type, 0, len(vs)), vs) }

// Use is one operand slot that refers to a value; the uses of a value form a list.
type Use struct {
	value      *Value
	owner      *Operation
	index      int
	prev, next *Use
}

// Owner is the operation that uses the value, Index the number of the operand.
func (u *Use) Owner() *Operation { return u.owner }

// Index is the number of the operand.
func (u *Use) Index() int { return u.index }

// Type is the value's type.
func (v *Value) Type() Type { return v.typ }

// SetType changes the type in place.
func (v *Value) SetType(t Type) {
	if t == nil {
		misuse("Value.SetType", "the type is nil")
	}
	v.typ = t
}

// DefiningOp is the operation whose result v is, or nil for a block argument.
func (v *Value) DefiningOp() *Operation { return v.op }

// OwnerBlock is the block whose argument v is, or nil for a result.
func (v *Value) OwnerBlock() *Block {
	if v.arg == nil {
		return nil
	}
	return v.arg.block
}

// Index is the number of the result or argument.
func (v *Value) Index() int { return int(v.index) }

// IsArg says whether v is a block argument.
func (v *Value) IsArg() bool { return v.arg != nil }

// ParentBlock is the block in which v is defined.
func (v *Value) ParentBlock() *Block {
	if v.arg != nil {
		return v.arg.block
	}
	return v.op.block
}

// Location is where the value is defined.
func (v *Value) Location() Location {
	if v.op != nil {
		return v.op.Loc()
	}
	return v.arg.loc
}

// SetLocation changes where a block argument is declared; a result has the location of its operation.
func (v *Value) SetLocation(l Location) {
	if v.arg != nil {
		v.arg.loc = l
	}
}

// HasUses says whether an operation uses v.
func (v *Value) HasUses() bool { return v.first != nil }

// HasOneUse says whether exactly one operand refers to v.
func (v *Value) HasOneUse() bool { return v.first != nil && v.first.next == nil }

// Uses iterates over the uses, latest first. The list may change during the iteration as far as it
// concerns the current use.
func (v *Value) Uses() iter.Seq[*Use] {
	return func(yield func(*Use) bool) {
		for u := v.first; u != nil; {
			next := u.next
			if !yield(u) {
				return
			}
			u = next
		}
	}
}

// Users returns the using operations, each once, in the order of the use list.
func (v *Value) Users() []*Operation {
	var out []*Operation
	seen := map[*Operation]bool{}
	for u := v.first; u != nil; u = u.next {
		if !seen[u.owner] {
			seen[u.owner] = true
			out = append(out, u.owner)
		}
	}
	return out
}

// ReplaceAllUsesWith makes all users of v use w.
func (v *Value) ReplaceAllUsesWith(w *Value) {
	if v == w {
		return
	}
	if w == nil {
		v.unused("Value.ReplaceAllUsesWith", "the value that is to be replaced by nil")
	}
	for v.first != nil {
		v.first.set(w)
	}
}

func (u *Use) set(v *Value) {
	u.unlink()
	u.value = v
	if v != nil {
		u.next = v.first
		if v.first != nil {
			v.first.prev = u
		}
		v.first = u
	}
}

func (u *Use) unlink() {
	if u.value == nil {
		return
	}
	if u.prev != nil {
		u.prev.next = u.next
	} else {
		u.value.first = u.next
	}
	if u.next != nil {
		u.next.prev = u.prev
	}
	u.prev, u.next, u.value = nil, nil, nil
}
