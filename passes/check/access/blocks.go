package access

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes/check/analysis"
	"descend/passes/check/overlap"
	"descend/passes/place"
)

// acrossBlocks compares all pairs of accesses to memory that blocks share.
func (f *comparer) acrossBlocks() {
	if f.base != exec.Grid && f.base != exec.BlockGrp {
		return
	}
	var as []*access
	seen := map[int]bool{}
	for _, a := range f.all {
		if !seen[a.kind] && a.callee == "" && !f.ownedByBlock(a) && !f.facts.IsPoison(a.op) {
			seen[a.kind] = true
			as = append(as, a)
		}
	}
	for j, b := range as {
		for _, a := range as[:j+1] {
			if a.conflicts(b) && a.sameObject(b) && !excludes(a, b) {
				f.check(pair{a: a, b: b, mode: twoBlocks})
			}
		}
	}
}

// syncsGrid says whether the function has a barrier of the grid.
func (f *function) syncsGrid() bool {
	return slices.ContainsFunc(f.c.Info[ir.SymbolName(f.fn.Operation)].Syncs, func(op *ir.Operation) bool {
		return exec.TypeOf(exec.BarrierOf(op)).Kind == exec.Grid
	})
}

// acrossGrid compares the accesses of different blocks that no barrier of the grid separates: the body is executed as for the threads
// of a block, with the barriers of the grid alone, at which all blocks arrive, and conditions that are the same for all of them.
func (f *comparer) acrossGrid(followed bool) {
	x := acrossGrid{f}
	if vars := f.trackedVariables(); followed && f.assignedAlike(vars) && followAll(f.collector, x, vars, analysis.GridUniform) {
		return
	}
	e := newExecution(f.collector, x)
	e.alike = analysis.GridUniform
	e.run(newState())
}

// assignedAlike says whether all blocks assign the variables in the same order: under conditions that are the same for the grid.
func (f *comparer) assignedAlike(vars map[*ir.Value]bool) bool {
	for v := range vars {
		for _, g := range f.r.Usage(v).Given {
			if g.Of != v { // what it refers to is given a value
				continue
			}
			for p := g.Op.Parent(); p != nil && !ir.Is[descend.FuncOp](p); p = p.Parent() {
				if ir.Is[exec.SplitOp](p) || (descend.IsChoice(p) || ir.Is[descend.WhileOp](p)) && f.facts.Uniformity[p] < analysis.GridUniform {
					return false
				}
			}
		}
	}
	return true
}

// acrossGrid asks of accesses that meet whether different blocks make them to one element.
type acrossGrid struct{ *comparer }

// meet compares a new access with those made before, and with itself in another block.
func (f acrossGrid) meet(a *access, st *state, _ int) {
	if a.callee != "" || f.ownedByBlock(a) {
		return
	}
	for i := range st.list {
		e := &st.list[i]
		if e.rel == blockReleased || e.a.callee != "" || !e.a.conflicts(a) || !e.a.sameObject(a) || excludes(e.a, a) {
			continue
		}
		if f.check(pair{a: e.a, b: a, mode: twoBlocks, shared: int(e.shared), order: e.order, partly: e.partly}) {
			st.release(blockReleased, len(a.loops))
			break
		}
	}
	if a.conflicts(a) && !excludes(a, a) {
		f.check(pair{a: a, b: a, mode: twoBlocks, shared: len(a.loops)})
	}
}

// together compares two accesses of one call, as those of different blocks that make it.
func (f acrossGrid) together(a, b *access) {
	if a.callee == "" && b.callee == "" && a.conflicts(b) && a.sameObject(b) && !excludes(a, b) {
		f.check(pair{a: a, b: b, mode: twoBlocks, shared: len(b.loops)})
	}
}

// exclusive finds the parameters of a kernel through which no two threads access one element, one of them writing.
func (f *comparer) exclusive() {
	if f.base != exec.Grid {
		return
	}
	f.facts.Exclusive = nil
	for _, p := range f.fn.Params() {
		r, ok := descend.ElemOf(p).(*descend.RefType)
		f.facts.Exclusive = append(f.facts.Exclusive, ok && r.Uniq && f.isExclusive(p))
	}
}

// isExclusive says whether no element behind a parameter is touched by two threads, once in writing.
func (f *comparer) isExclusive(p *ir.Value) bool {
	var as []*access
	seen := map[int]bool{}
	for _, a := range f.all {
		if a.path.Kind == place.Unknown && a.callee == "" {
			return false
		}
		if a.path.Kind == place.Target && a.path.Root == p && !seen[a.kind] {
			seen[a.kind] = true
			as = append(as, a)
		}
	}
	for j, b := range as {
		for _, a := range as[:j+1] {
			if (a.write || b.write) && !excludes(a, b) && f.decide(pair{a: a, b: b, mode: anyTwo}).Verdict != overlap.Disjoint {
				return false
			}
		}
	}
	return true
}
