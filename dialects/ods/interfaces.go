package ods

import (
	"fmt"
	"slices"
	"strings"

	"descend/dialects/intrange"
	"descend/ir"
)

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
	// CallConverter is a call whose operands and results may have other types than the function's. Where the function is put in its
	// place, Convert makes of v the value of type t that the function, or who uses the result, wants.
	CallConverter interface {
		CallLike
		Convert(b *ir.Builder, v *ir.Value, t ir.Type) *ir.Value
	}
	// InlinableReturn ends a function that may be put in the place of a call.
	InlinableReturn interface {
		// BranchTo makes a branch to dest with the operands of the return.
		BranchTo(b *ir.Builder, dest *ir.Block)
	}
	// RangeInferrer is an operation whose one result has a range that follows from those of its operands. It
	// is only asked if all of them are integers of at most 64 bits, or index.
	RangeInferrer interface {
		InferRange(operands []intrange.Range) intrange.Range
	}
	// Remainder is an operation whose result is its first operand if the second is greater.
	Remainder interface {
		// IsRemainder says whether that is so for all numbers of the ranges.
		IsRemainder(dividend, divisor intrange.Range) bool
	}
	// CountedLoop is a loop with a variable that goes from the lower bound (inclusive) by a positive step to the
	// upper bound (exclusive, signed).
	CountedLoop interface {
		ir.LoopLike
		InductionVar() *ir.Value
		LowerBound() *ir.Value
		UpperBound() *ir.Value
		Step() *ir.Value
	}
	// UnrollableLoop is a counted loop whose iterations can be put behind each other.
	UnrollableLoop interface {
		CountedLoop
		// TripCount is the number of iterations if it is constant.
		TripCount() (n int64, ok bool)
		// UnrollFull replaces a loop of constant length by its iterations.
		UnrollFull(b *ir.Builder) bool
		// UnrollBy makes one iteration of factor many; rest is the loop that runs what is left over, nil if
		// nothing is. A loop that cannot be unrolled is left as it is.
		UnrollBy(b *ir.Builder, factor int64) (rest *ir.Operation, ok bool)
	}
	// MemorySlot allocates memory on the stack.
	MemorySlot interface {
		// Slot is the memory and the type of its elements; ok is false if its shape is not static.
		Slot() (memory *ir.Value, elem ir.Type, elements int64, ok bool)
		// InitialValue makes what a read of memory that was never written gives; nil if there is no such value.
		InitialValue(b *ir.Builder) *ir.Value
		// NewElement allocates memory like this for one element.
		NewElement(b *ir.Builder) *ir.Value
	}
	// SlotAccess reads or writes one element of memory.
	SlotAccess interface {
		// Access is the memory, and the value written, or nil if the element is read into the only result.
		Access() (memory, written *ir.Value)
		// Element is the number of the element in memory of static shape; ok is false if it is not constant, or
		// out of bounds.
		Element() (n int64, ok bool)
		// Retarget makes it an access to memory of one element.
		Retarget(memory *ir.Value)
	}
	// OnlyGives is an operation that stays where it is, as its effects say, but is not needed where nobody uses its results.
	OnlyGives interface{ OnlyGives() }
	// ValueCarrier is an operation with regions that values go through.
	ValueCarrier interface {
		// Carry rebuilds the operation with one more value that starts as init; through tells the value at the
		// end of a block from the one at its start. The last result of the new operation is the value behind it.
		Carry(b *ir.Builder, init *ir.Value, through func(block *ir.Block, in *ir.Value) *ir.Value) *ir.Operation
	}
)

// CheckInferred compares the types of the results with those that InferTypes gives, as MLIR does for operations that infer them.
func CheckInferred(op *ir.Operation, inferred []ir.Type) error {
	var types []ir.Type
	for _, r := range op.Results() {
		types = append(types, r.Type())
	}
	if slices.Equal(types, inferred) {
		return nil
	}
	return fmt.Errorf("inferred type(s) %s are incompatible with return type(s) of operation %s", typeList(inferred), typeList(types))
}

func typeList(ts []ir.Type) string {
	var out []string
	for _, t := range ts {
		out = append(out, "'"+t.String()+"'")
	}
	return strings.Join(out, ", ")
}

// CheckRegionEnd checks what the terminator of a region hands on against the results of the operation; way names the
// way of control in MLIR's words, as "Region #0 to parent results".
func CheckRegionEnd(op, end *ir.Operation, way string) error {
	return CheckEdge(way, end.Operands(), op.Results())
}

// CheckEdge checks the values that go a way of control against those that get them.
func CheckEdge(way string, from, to []*ir.Value) error {
	if len(from) != len(to) {
		return fmt.Errorf(" region control flow edge from %s: source has %d operands, but target successor needs %d", way, len(from), len(to))
	}
	for i, v := range to {
		if t := from[i].Type(); t != v.Type() {
			return fmt.Errorf(" along control flow edge from %s: source type #%d '%s' should match input type #%d '%s'", way, i, t, i, v.Type())
		}
	}
	return nil
}
