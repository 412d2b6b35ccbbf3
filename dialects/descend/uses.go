package descend

import (
	"fmt"
	"slices"

	"descend/dialects/exec"
	"descend/ir"
)

// What operations do with places is told by the operations themselves and nowhere else: the checks, place resolution and
// borrowing ask for Uses and do not know operations by name. Silence would be "no access", which races are made of, so an
// operation that declares nothing is refused where its dialect is registered and, in functions, by the verifier.

// PlaceUser is an operation that does something with places or with what is behind references.
type PlaceUser interface {
	// Uses are what the operation itself does, in the order in which it happens, without what the operations in its
	// regions do. Making a part of a place is no use of it.
	Uses() []Use
}

// Use is one thing that an operation does with Of: with a place; or, if Of is a value, with all that the references in
// it lead to.
type Use struct {
	Kind UseKind
	Of   *ir.Value
	// Value is what goes in or comes out: what a write stores, the result that has what was read or moved, the reference
	// of a borrow; where Of is a value and what it leads to is written, what leads to that. Nil if it is neither operand nor
	// result; then no references go in, or come out in a result.
	Value *ir.Value
}

// UseKind is what is done.
type UseKind uint8

// The kinds of uses.
const (
	ReadUse        UseKind = iota // copies the value
	MoveUse                       // takes the value; the place has none afterwards
	WriteUse                      // gives the place a value; the one before ends
	InitUse                       // gives a variable its first value
	DropUse                       // ends the value
	AtomicReadUse                 // reads atomically
	AtomicWriteUse                // writes, or reads and writes, atomically
	BorrowUse                     // makes a shared reference to the place
	UniqUse                       // makes a unique one
	TwoPhaseUse                   // makes a unique one that counts as shared until it is used
	LoopUse                       // has the operations inside use parts of the place
	UniqLoopUse                   // has them do so uniquely
	CallUse                       // hands a value to code that does with it what its type allows
)

// IsPlace says whether a place is used, and not what the references in a value lead to.
func (u Use) IsPlace() bool {
	_, ok := u.Of.Type().(*PlaceType)
	return ok
}

// Accesses says whether the operation itself reads or writes the memory, instead of lending it.
func (u Use) Accesses() bool { return u.Kind <= AtomicWriteUse }

// Writes says whether the operation itself changes the memory.
func (u Use) Writes() bool {
	return u.Kind == WriteUse || u.Kind == InitUse || u.Kind == DropUse || u.Kind == AtomicWriteUse
}

// IsAtomic says whether the access does not race with others that are atomic.
func (u Use) IsAtomic() bool { return u.Kind == AtomicReadUse || u.Kind == AtomicWriteUse }

// Gives says whether the place has another value afterwards.
func (u Use) Gives() bool { return u.Kind == WriteUse || u.Kind == InitUse }

// Lends says whether the place is lent: by a reference, or to the operations inside.
func (u Use) Lends() bool { return u.Kind >= BorrowUse && u.Kind <= UniqLoopUse }

// LendsUniq says whether it is lent uniquely.
func (u Use) LendsUniq() bool {
	return u.Kind == UniqUse || u.Kind == TwoPhaseUse || u.Kind == UniqLoopUse
}

// Refers says whether Value is a reference to the place.
func (u Use) Refers() bool { return u.Lends() && u.Value != nil }

// Takes says whether Value is what was in the place.
func (u Use) Takes() bool { return (u.Kind == ReadUse || u.Kind == MoveUse) && u.Value != nil }

// ChangesOwn says whether an atomic use changes memory as its owner does. Atomics are changed by everybody, through shared
// references; the scalar that a unique reference lends as an atomic is not.
func (u Use) ChangesOwn() bool {
	_, atomic := ElemOf(u.Of).(*AtomicType)
	return u.Kind == AtomicWriteUse && !atomic
}

// IsUnique says whether nobody else may have the place: it is written, moved out of, ended or lent uniquely. The first
// value of a variable and what is lent to the operations inside, which use it themselves, do not count.
func (u Use) IsUnique() bool {
	switch u.Kind {
	case WriteUse, MoveUse, DropUse, UniqUse, TwoPhaseUse:
		return true
	}
	return false
}

// UsesOf lists what an operation does with places. The verifier has refused operations that do not say it.
func UsesOf(op *ir.Operation) []Use {
	if op.Has(ir.Pure) {
		return nil // most are
	}
	t := op.Typed()
	if p, ok := t.(PlaceUser); ok {
		return p.Uses()
	}
	if !declares(op.Def(), t) {
		panic(fmt.Sprintf("%s: %v", op.Name(), errUndeclared))
	}
	return nil
}

var errUndeclared = fmt.Errorf("does not say what it does with memory: either it is pure, or it has Uses")

// declares says whether operations of a definition and Go type say what they do with memory: nothing, what the
// operations inside do, what a barrier does, or Uses, which a pure operation has not.
func declares(def *ir.OpDef, typed any) bool {
	if _, ok := typed.(PlaceUser); ok {
		return !def.Has(ir.Pure)
	}
	if exec.Orders(typed) {
		return true
	}
	_, regions := typed.(ir.RegionBranchOp)
	return def.Has(ir.Pure) || def.Has(ir.RecursiveMemoryEffects) && regions
}

// Declared is the rule for dialects whose operations may stand in functions: each says what it does with memory.
func Declared(e ir.OpEntry) error {
	if !declares(e.Def, e.Wrap(nil)) {
		return errUndeclared
	}
	return nil
}

// checkUses wants an operation in a function to say what it does with memory, in terms of its own operands, results and
// block arguments.
func checkUses(op *ir.Operation) error {
	t := op.Typed()
	if !declares(op.Def(), t) {
		return errUndeclared
	}
	p, ok := t.(PlaceUser)
	if !ok {
		return nil
	}
	lends := 0
	for _, u := range p.Uses() {
		t := ElemOf(u.Of)
		if r, ok := u.Of.Type().(*RefType); ok {
			t = r.Elem
		}
		if m, ok := t.(*MaybeType); ok {
			return fmt.Errorf("uses %s, which may not be there", Format(m))
		}
		switch {
		case u.Lends():
			if lends++; lends > 1 {
				return fmt.Errorf("lends more than one place")
			}
		case u.Value == nil && HoldsRef(t) && (u.Gives() || u.Kind <= MoveUse && slices.ContainsFunc(op.Results(), givesRef)):
			return fmt.Errorf("moves references, but does not say from where to where")
		case u.Value != nil && u.IsPlace() && !sameButLifetimes(u.Value.Type(), t):
			return wantType("what it reads or writes", u.Value, t)
		}
	}
	return nil
}

func givesRef(v *ir.Value) bool { return HoldsRef(v.Type()) }

// HoldsRef says whether values of t, or the boxes in them, may contain references.
func HoldsRef(t ir.Type) bool {
	return Holds(t, func(t ir.Type) bool {
		switch t := t.(type) {
		case *RefType, *VarType:
			return true
		case *BoxType:
			return HoldsRef(t.Elem)
		}
		return false
	})
}
