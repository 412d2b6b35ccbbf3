package ir

// Abilities by which passes see control flow; like those of opdef.go they are found by assertion on
// [Operation.Typed].

// BranchOp is implemented by terminators that hand operands to the arguments of their successors.
type BranchOp interface {
	// SuccessorRanges says which operands go to the successors: from first on, counts[i] to the i-th, one after the other.
	SuccessorRanges() (first int, counts []int)
	// SetSuccessorOperands replaces what goes to each successor.
	SetSuccessorOperands(all [][]*Value)
	// TakenSuccessor is the number of the successor that is taken if the operands are constants as far as
	// they are given (nil where not known); -1 if that is not known.
	TakenSuccessor(operands []Attribute) int
}

// SuccessorOperands lists what a branch hands to each of its successors.
func SuccessorOperands(b BranchOp, op *Operation) [][]*Value {
	vs := op.Operands()
	start, counts := b.SuccessorRanges()
	out := make([][]*Value, len(counts))
	for i, n := range counts {
		out[i] = vs[start : start+n : start+n]
		start += n
	}
	return out
}

// LoopLike is implemented by loops: operations whose regions may be executed any number of times.
type LoopLike interface {
	// LoopRegions are the regions that are executed repeatedly.
	LoopRegions() []*Region
}

// UnboundedLoop is implemented by loops that may go on forever.
type UnboundedLoop interface {
	LoopLike
	// MayNotEnd marks such a loop.
	MayNotEnd()
}

// RegionBranchOp is implemented by operations that hand control to their regions.
type RegionBranchOp interface {
	// RegionEdges lists all ways that control takes between the operation and its regions.
	RegionEdges() []RegionEdge
}

// RegionEdge is a way of control between an operation and its regions, with the values handed on.
type RegionEdge struct {
	// Source is the region at whose end the way begins, nil if it begins at the operation itself.
	Source *Region
	// From is the operation itself, or the terminator of the source, nil if that has none; its operands from
	// First on, as many as there are Inputs, are handed on.
	From  *Operation
	First int
	// To is the region that is entered, nil for what is behind the operation; Inputs are the arguments of its
	// first block, or the results, that receive the values: the last ones.
	To     *Region
	Inputs []*Value
	// Guard is the boolean that must be Sense for this way to be taken; nil if it is not known what decides.
	Guard *Value
	Sense bool
}

// Value is the value that is handed to the i-th input.
func (e *RegionEdge) Value(i int) *Value { return e.From.operands[e.First+i].value }

// FunctionExit is implemented by operations without results that leave the function wherever they stand: control does not come to what
// follows in their block.
type FunctionExit interface{ LeavesFunction() }

func leavesFunction(typed any) bool {
	_, ok := typed.(FunctionExit)
	return ok
}

// Leaves says whether control does not go on behind op.
func Leaves(op *Operation) bool { return len(op.results) == 0 && Is[FunctionExit](op) }

// EndOf is the way from the end of a region; if it has a terminator, this hands its operands to the inputs.
func EndOf(r *Region, to *Region, inputs ...*Value) RegionEdge {
	e := RegionEdge{Source: r, To: to}
	if b := r.Back(); b != nil && b.Back() != nil && b.Back().Has(Terminator) {
		e.From, e.Inputs = b.Back(), inputs
	}
	return e
}
