package lower

import (
	"iter"
	"maps"
	"slices"

	"descend/dialects/descend"
	"descend/ir"
	"descend/passes/flow"
	"descend/passes/place"
)

// assignments says where the variables of a function are given references and boxes, or structs and tuples of them: which variables
// from outside of an operation its regions assign, in the order of the text, and which have a value on all ways behind it.
//
// The latter is found by package flow, forward: a state is the set of variables that are assigned on all ways to a point, and
// a join is an intersection. A function has finitely many variables, so this ends. What is in a set is also in those of all
// points to which it leads, as long as the variable is there, so a variable that is in the set behind an operation is assigned by it
// on each way, or was before. Where control does not come, nothing is lowered.
type assignments struct {
	inside map[*ir.Operation][]*ir.Value
	behind map[*ir.Operation]variables
}

func assignmentsOf(src descend.FuncOp) assignments {
	a := assignments{map[*ir.Operation][]*ir.Value{}, map[*ir.Operation]variables{}}
	src.Walk(func(op *ir.Operation) ir.WalkResult {
		for v := range given(op) {
			for at := op.Parent(); at != src.Operation && at != v.ParentBlock().Parent(); at = at.Parent() {
				if !slices.Contains(a.inside[at], v) {
					a.inside[at] = append(a.inside[at], v)
				}
			}
		}
		return ir.Advance
	})
	start := variables{}
	for _, p := range src.Params() {
		start[p] = true
	}
	flow.Forward(&flow.Shapes{}, a, src.Body(0), start)
	return a
}

// given are the variables that an operation gives references or boxes.
func given(op *ir.Operation) iter.Seq[*ir.Value] {
	return func(yield func(*ir.Value) bool) {
		for _, u := range descend.UsesOf(op) {
			if !u.Gives() || !u.IsPlace() || !holdsBoxOrRef(descend.ElemOf(u.Of)) {
				continue
			}
			p := place.Written(u.Of)
			if _, ok := p.Fields(); ok && p.Kind != place.Unknown && !yield(p.Root) {
				return
			}
		}
	}
}

// variables is a set.
type variables map[*ir.Value]bool

// Clone is a copy.
func (s variables) Clone() variables { return maps.Clone(s) }

// Join keeps what both have.
func (s variables) Join(o variables) bool {
	n := len(s)
	maps.DeleteFunc(s, func(v *ir.Value, _ bool) bool { return !o[v] })
	return len(s) < n
}

// Op adds what an operation assigns.
func (a assignments) Op(op *ir.Operation, s variables) {
	for v := range given(op) {
		s[v] = true
	}
}

// Enter is before the regions of an operation.
func (a assignments) Enter(op *ir.Operation, s variables) {
	a.Op(op, s)
	a.behind[op] = s.Clone()
}

// Leave is behind them. A loop begins with the values that variables have before it and hands these on: one that only its
// condition assigns has none.
func (a assignments) Leave(op *ir.Operation, s variables) {
	if descend.IsLoop(op) {
		s.Join(a.behind[op])
	}
	a.behind[op] = s.Clone()
}

// valueVariables finds the variables that need no memory: written once, where they are declared, and never
// borrowed or changed in part.
func valueVariables(src descend.FuncOp, usages place.Usages) map[*ir.Value]bool {
	direct := map[*ir.Value]bool{}
	for o := range ir.AllOf[descend.LocalOp](src.Operation) {
		v := o.Result(0)
		if _, isArray := descend.ElemOf(v).(*descend.ArrayType); isArray {
			continue
		}
		u := usages.Of(v)
		_, once := u.Once()
		direct[v] = once && !u.Whole.Any(needsMemory) && !u.Parts.Any(changes)
	}
	for _, p := range src.Params() {
		direct[p] = !changed(usages.Of(p))
	}
	return direct
}

// changed says of the usage of a parameter whether it or a part of it is written or lent.
func changed(u *place.Usage) bool {
	return u.Whole.Any(changes) || u.Parts.Any(changes)
}

func changes(u descend.Use) bool { return u.Gives() || needsMemory(u) }

// needsMemory says whether a use wants what it uses to be in memory.
func needsMemory(u descend.Use) bool { return u.Lends() || u.IsAtomic() }
