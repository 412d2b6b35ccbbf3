// Package dataflow solves sparse conditional dataflow problems: it finds a fact for each SSA value, following
// only the control flow that the facts found so far leave possible (Wegman and Zadeck, "Constant propagation
// with conditional branches"). It sees operations through the interfaces of package ir: branches, operations
// that hand control to their regions, calls and functions.
package dataflow

import (
	"slices"

	"descend/dialects/ods"
	"descend/ir"
)

// Analysis says what is computed. Facts of type F form a lattice: a value without a fact has not been
// reached, Join goes up, Top is the fact that says nothing.
type Analysis[F any] interface {
	// Top is what is known of a value of which nothing is known but its type.
	Top(v *ir.Value) F
	// Join is the least fact that holds whenever one of two holds.
	Join(a, b F) F
	// Equal says whether two facts are the same.
	Equal(a, b F) bool
	// Transfer computes the facts of the results of an operation without regions, out, from those of its operands, and keeps neither list;
	// fact gives those of other values, which the operands are computed from.
	Transfer(op *ir.Operation, operands, out []F, fact func(*ir.Value) (f F, ok bool))
	// Argument is the fact of an argument that no one hands a value, as an induction variable; fact gives
	// those of other values, ok is false where they have none yet.
	Argument(v *ir.Value, fact func(*ir.Value) (f F, ok bool)) (f F, ok bool)
	// Constant is the constant that the fact says the value is, nil if it does not.
	Constant(f F) ir.Attribute
}

// widenAfter is the number of changes of a fact after which it goes to the top, so that facts of infinite
// height end.
const widenAfter = 8

// Result holds the facts found.
type Result[F any] struct {
	a       Analysis[F]
	facts   map[*ir.Value]*fact[F]
	room    []fact[F] // for facts to come
	blocks  map[*ir.Block]bool
	callers map[*ir.Operation][]*ir.Operation // functions whose calls are all known
	calls   map[*ir.Operation][]*ir.Operation // of functions: calls seen so far
	returns map[*ir.Operation][]F             // of functions: joined operands of returns
	work    ir.OperationSet
	buffer  []F                    // for the operands and the results of an operation
	within  map[*ir.Operation]bool // operations that are looked at; nil: all
}

// fact is what is known of a value, and how often that has changed.
type fact[F any] struct {
	is      F
	changes int
}

// Solve finds the facts of all values inside top that can be reached.
func Solve[F any](top *ir.Operation, a Analysis[F]) *Result[F] { return SolveWithin(top, nil, a) }

// SolveWithin is Solve for some operations inside top, with which are those around them: of what the others give is known its type alone.
// Where what they depend on is among them their facts are those of Solve, in time that hardly depends on the others. nil are all operations.
func SolveWithin[F any](top *ir.Operation, within map[*ir.Operation]bool, a Analysis[F]) *Result[F] {
	r := &Result[F]{a: a, facts: map[*ir.Value]*fact[F]{}, blocks: map[*ir.Block]bool{}, returns: map[*ir.Operation][]F{},
		calls: map[*ir.Operation][]*ir.Operation{}, within: within}
	if within == nil { // else calls may be among the others
		r.callers = KnownCallers(top)
	}
	for _, g := range top.Regions() {
		r.enterUnknown(g)
	}
	for r.work.Len() > 0 {
		r.visit(r.work.Pop())
	}
	return r
}

// Fact is what is known of a value; ok is false if control never reaches its definition.
func (r *Result[F]) Fact(v *ir.Value) (f F, ok bool) {
	if k := r.facts[v]; k != nil {
		return k.is, true
	}
	if op := v.DefiningOp(); op != nil && r.leftOut(op) {
		return r.a.Top(v), true
	}
	return f, false
}

// leftOut says whether an operation is not looked at. What ends a block is, as it hands on what the operations around it are asked for.
func (r *Result[F]) leftOut(op *ir.Operation) bool {
	return r.within != nil && !r.within[op] && !op.Has(ir.Terminator) && !op.Has(ir.ReturnLike)
}

// push queues an operation, unless it makes no fact: one that is left out, or has no results and no regions, and leads nowhere, as a store.
func (r *Result[F]) push(op *ir.Operation) {
	if r.leftOut(op) {
		return
	}
	if op.NumResults() == 0 && op.NumRegions() == 0 && !op.Has(ir.Terminator) && !op.Has(ir.ReturnLike) {
		if _, call := op.Typed().(ods.CallLike); !call {
			return
		}
	}
	r.work.Add(op)
}

// set joins f into the fact of v.
func (r *Result[F]) set(v *ir.Value, f F) {
	k := r.facts[v]
	if k == nil {
		if len(r.room) == 0 {
			r.room = make([]fact[F], 32)
		}
		k, r.room = &r.room[0], r.room[1:]
		r.facts[v] = k
	} else {
		if f = r.a.Join(k.is, f); r.a.Equal(k.is, f) {
			return
		}
		if k.changes++; k.changes > widenAfter {
			if f = r.a.Top(v); r.a.Equal(k.is, f) {
				return
			}
		}
	}
	k.is = f
	for u := range v.Uses() {
		r.push(u.Owner())
	}
}

func (r *Result[F]) setTop(vs []*ir.Value) {
	for _, v := range vs {
		r.set(v, r.a.Top(v))
	}
}

// reach marks a block as executable.
func (r *Result[F]) reach(b *ir.Block) {
	if r.blocks[b] {
		return
	}
	r.blocks[b] = true
	for op := b.Back(); op != nil; op = op.Prev() {
		r.push(op)
	}
}

func (r *Result[F]) enterUnknown(g *ir.Region) {
	if g.Empty() {
		return
	}
	r.setTop(g.Front().Args())
	r.reach(g.Front())
}

func (r *Result[F]) visit(op *ir.Operation) {
	if b := op.Block(); b == nil || !r.blocks[b] {
		return
	}
	operands := r.buffer[:0]
	for i := range op.NumOperands() {
		f, ok := r.Fact(op.Operand(i))
		if !ok {
			return // not reached yet
		}
		operands = append(operands, f)
	}
	r.buffer = operands
	if len(op.Successors()) > 0 {
		r.branch(op, operands)
		return
	}
	if op.NumRegions() > 0 {
		r.regions(op)
		return
	}
	if op.Has(ir.Terminator) || op.Has(ir.ReturnLike) {
		r.leave(op, operands)
		return
	}
	if _, ok := op.Typed().(ods.CallLike); ok {
		r.call(op, operands)
		return
	}
	n := len(operands)
	r.buffer = slices.Grow(r.buffer, op.NumResults())
	out := r.buffer[n : n+op.NumResults()]
	clear(out)
	r.a.Transfer(op, operands, out, r.Fact)
	for i, f := range out {
		r.set(op.Result(i), f)
	}
}

// branch follows the successors that may be taken.
func (r *Result[F]) branch(op *ir.Operation, operands []F) {
	br, ok := op.Typed().(ir.BranchOp)
	if !ok {
		for _, s := range op.Successors() {
			r.setTop(s.Args())
			r.reach(s)
		}
		return
	}
	consts := make([]ir.Attribute, len(operands))
	for i, f := range operands {
		consts[i] = r.a.Constant(f)
	}
	taken := br.TakenSuccessor(consts)
	start, counts := br.SuccessorRanges()
	for i, s := range op.Successors() {
		if taken < 0 || i == taken {
			for j := range counts[i] {
				r.set(s.Arg(j), operands[start+j])
			}
			r.reach(s)
		}
		start += counts[i]
	}
}

// regions hands control to the regions of an operation.
func (r *Result[F]) regions(op *ir.Operation) {
	if rb, ok := op.Typed().(ir.RegionBranchOp); ok {
		r.edges(rb.RegionEdges(), op)
		return
	}
	r.setTop(op.Results())
	if _, tracked := r.callers[op]; tracked {
		return // entered by calls
	}
	for _, g := range op.Regions() {
		r.enterUnknown(g)
	}
}

// edges follows the ways that start at an operation.
func (r *Result[F]) edges(list []ir.RegionEdge, from *ir.Operation) {
	for i := range list {
		e := &list[i]
		if e.From != from || !r.possible(e) {
			continue
		}
		for j, in := range e.Inputs {
			if f, ok := r.Fact(e.Value(j)); ok {
				r.set(in, f)
			}
		}
		if e.To != nil {
			r.enter(e)
		}
	}
}

// possible says whether the guard lets control take the way.
func (r *Result[F]) possible(e *ir.RegionEdge) bool {
	if e.Guard == nil {
		return true
	}
	f, ok := r.Fact(e.Guard)
	if !ok {
		return false
	}
	c, ok := r.a.Constant(f).(*ir.IntegerAttr)
	return !ok || (c.Value.Sign() != 0) == e.Sense
}

// enter reaches the region of an edge; the arguments before its inputs get what the analysis says of them.
func (r *Result[F]) enter(e *ir.RegionEdge) {
	b := e.To.Front()
	for _, v := range b.Args()[:b.NumArgs()-len(e.Inputs)] {
		if f, ok := r.a.Argument(v, r.Fact); ok {
			r.set(v, f)
		}
	}
	r.reach(b)
}

// leave hands the operands of the terminator of a region to where control goes.
func (r *Result[F]) leave(op *ir.Operation, operands []F) {
	parent := op.Parent()
	if parent == nil {
		return
	}
	if rb, ok := parent.Typed().(ir.RegionBranchOp); ok {
		r.edges(rb.RegionEdges(), op)
		return
	}
	if _, ok := parent.Typed().(ods.FunctionLike); !ok || !op.Has(ir.ReturnLike) {
		return
	}
	old, seen := r.returns[parent]
	joined := make([]F, len(operands))
	for i, f := range operands {
		if joined[i] = f; seen && i < len(old) {
			joined[i] = r.a.Join(old[i], f)
		}
	}
	r.returns[parent] = joined
	for _, call := range r.calls[parent] {
		r.setResults(call, joined)
	}
}

func (r *Result[F]) setResults(call *ir.Operation, facts []F) {
	for i, f := range facts {
		if i < call.NumResults() {
			r.set(call.Result(i), f)
		}
	}
}

// call hands the operands to the function and takes what it returns.
func (r *Result[F]) call(op *ir.Operation, operands []F) {
	f := Callee(op)
	if f == nil || !r.inside(f) {
		r.setTop(op.Results())
		return
	}
	body := f.Typed().(ods.FunctionLike).FunctionBody()
	if body.Empty() {
		r.setTop(op.Results())
		return
	}
	if _, tracked := r.callers[f]; tracked {
		entry := body.Front()
		if len(operands) != entry.NumArgs() { // a call that hands over more than its operands, or less
			r.setTop(entry.Args())
		} else {
			for i, fact := range operands {
				r.set(entry.Arg(i), fact)
			}
		}
		r.reach(entry)
	}
	r.calls[f] = appendNew(r.calls[f], op)
	if facts, ok := r.returns[f]; ok {
		r.setResults(op, facts)
	}
}

// inside says whether the function is in what is analyzed.
func (r *Result[F]) inside(f *ir.Operation) bool {
	_, tracked := r.callers[f]
	return tracked || f.Block() != nil && r.blocks[f.Block()]
}

func appendNew(list []*ir.Operation, op *ir.Operation) []*ir.Operation {
	for _, o := range list {
		if o == op {
			return list
		}
	}
	return append(list, op)
}
