package lower

import (
	"slices"

	"descend/dialects/gpu"
	"descend/dialects/scf"
	"descend/ir"
	"descend/passes"
)

// MergeConditionals makes one conditional of two that ask the same, where nothing but pure operations stands between them:
//
//	%x = scf.if %c { load; yield %v }           %d = ..
//	               else { yield %zero }   ->    scf.if %c {
//	%d = ..                                       load
//	%y = mulf %x, %a                              %y = mulf %v, %a
//	scf.if %c { store %y }                        store %y
//	                                            }
//
// So what exists is asked for once, and what both arms compute (addresses of one row) is computed once; LLVM does neither on GPUs, where it
// threads no jumps.
//
// Why it is right. Both conditions are one value, or pure operations computed alike of the same values. What the first conditional does
// happens before what the second one does, as before; between them nothing reads or writes. What depends on results of the first one goes into
// the arms, since only the second one uses it.
//
// One that asks for less than a later one goes into its arm: known-conditionals.go.
//
// Left as they are: run-time checks, whose shape has a meaning; conditionals with operations that threads execute together.
//
// Needs: lower-to-gpu. Guarantees: the order of all accesses of a thread.
type MergeConditionals struct{}

// Name is the name of the pass.
func (*MergeConditionals) Name() string { return "merge-conditionals" }

// Description is one line.
func (*MergeConditionals) Description() string {
	return "make one conditional of two in a row that ask the same"
}

// Anchor is the operation that the pass runs on.
func (*MergeConditionals) Anchor() string { return "builtin.module" }

// After is the order with reasons.
func (*MergeConditionals) After() []passes.Order {
	return []passes.Order{
		{Pass: "lower-to-gpu", Why: "before it, elements that may be missing are no conditionals"},
	}
}

// Run merges in kernels.
func (*MergeConditionals) Run(c *passes.Context) error {
	b := ir.NewBuilder(c.IR())
	for f := range ir.AllOf[gpu.FuncOp](c.Op) {
		for _, r := range f.Regions() {
			c.Stat("merged", mergeIn(b, r))
		}
	}
	return nil
}

// mergeIn merges in a region, inner conditionals first, and says how many. The last ones of a block come first: what uses results of two is then
// in the second one.
func mergeIn(b *ir.Builder, r *ir.Region) (n int) {
	for block := range r.Blocks() {
		for o := block.Back(); o != nil; o = o.Prev() {
			for _, inner := range o.Regions() {
				n += mergeIn(b, inner)
			}
			for {
				second, ok := ir.As[scf.IfOp](o)
				if !ok || !mergeable(second) {
					break
				}
				first, between, ok := before(second)
				if !ok {
					break
				}
				o = merge(b, first, between, second)
				n++
			}
			if last, ok := ir.As[scf.IfOp](o); ok {
				n += sink(last)
			}
		}
	}
	return n
}

// mergeable says whether a conditional is none with a meaning of its own, and has nothing that threads do together.
func mergeable(o scf.IfOp) bool {
	return len(o.Attrs()) == 0 && o.Walk(func(x *ir.Operation) ir.WalkResult {
		if ofOneThread(x) {
			return ir.Advance
		}
		return ir.Interrupt
	})
}

// ofOneThread says whether an operation is none that threads execute together.
func ofOneThread(o *ir.Operation) bool {
	switch o.OpName().Dialect.Name {
	case "arith", "math", "memref", "scf":
		return true
	}
	return false
}

// before looks for the conditional that asks the same before second, with the operations between that depend on it.
func before(second scf.IfOp) (first scf.IfOp, between []*ir.Operation, ok bool) {
	o := second.Prev()
	for ; o != nil && o.NumRegions() == 0 && ir.IsMemoryEffectFree(o) && ir.IsSpeculatable(o); o = o.Prev() {
		between = append(between, o)
	}
	first, ok = ir.As[scf.IfOp](o)
	budget := 64
	if !ok || !mergeable(first) || !sameValue(first.Condition(), second.Condition(), &budget) {
		return first, nil, false
	}
	slices.Reverse(between)
	inside := map[*ir.Operation]bool{first.Operation: true}
	for _, x := range between {
		for _, v := range x.Operands() {
			inside[x] = inside[x] || v.DefiningOp() != nil && inside[v.DefiningOp()]
		}
	}
	between = slices.DeleteFunc(between, func(x *ir.Operation) bool { return !inside[x] })
	for _, x := range append([]*ir.Operation{first.Operation}, between...) {
		for _, r := range x.Results() {
			for _, u := range r.Users() {
				if u == second.Operation || !inside[u] && !second.IsAncestorOf(u) {
					return first, nil, false
				}
			}
		}
	}
	return first, between, true
}

// sameValue says whether two values are one, or computed alike by pure operations, which are not more than the budget.
func sameValue(x, y *ir.Value, budget *int) bool {
	if x == y {
		return true
	}
	a, b := x.DefiningOp(), y.DefiningOp()
	*budget--
	return *budget > 0 && a != nil && b != nil && a.OpName() == b.OpName() && a.NumRegions() == 0 && x.Index() == y.Index() && x.Type() == y.Type() &&
		ir.IsMemoryEffectFree(a) && ir.IsSpeculatable(a) && slices.Equal(a.Attrs(), b.Attrs()) &&
		slices.EqualFunc(a.Operands(), b.Operands(), func(x, y *ir.Value) bool { return sameValue(x, y, budget) })
}

// merge puts first, and what of between depends on it, into second, and gives what becomes of them.
func merge(b *ir.Builder, first scf.IfOp, between []*ir.Operation, second scf.IfOp) *ir.Operation {
	b.Before(second.Operation).AtLocOf(second.Operation)
	arm := func(one, two *ir.Block) func() []*ir.Value {
		return func() []*ir.Value {
			m := ir.NewMapping()
			for i, v := range copyArm(b, m, one) {
				m.Values[first.Result(i)] = v
			}
			if two != nil {
				for _, o := range between {
					b.Insert(o.Clone(m))
				}
			}
			return copyArm(b, m, two)
		}
	}
	otherwise := arm(first.Else(), second.Else())
	if isEmpty(first.Else()) && isEmpty(second.Else()) && second.NumResults() == 0 {
		otherwise = nil
	}
	var types []ir.Type
	for _, r := range second.Results() {
		types = append(types, r.Type())
	}
	merged := scf.BuildIf(b, second.Condition(), types, arm(first.Then(), second.Then()), otherwise)
	second.Operation.ReplaceWith(merged.Results()...)
	for _, o := range slices.Backward(between) {
		o.Erase()
	}
	first.Erase()
	return merged.Operation
}

// copyArm puts a copy of an arm at the builder and gives what it yields.
func copyArm(b *ir.Builder, m *ir.Mapping, arm *ir.Block) []*ir.Value {
	if arm == nil {
		return nil
	}
	for o := arm.Front(); o != arm.Back(); o = o.Next() {
		b.Insert(o.Clone(m))
	}
	out := arm.Back().Operands()
	for i, v := range out {
		out[i] = m.Lookup(v)
	}
	return out
}

// isEmpty says whether an arm does nothing.
func isEmpty(arm *ir.Block) bool { return arm == nil || arm.Front() == arm.Back() }
