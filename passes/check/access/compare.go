package access

import (
	"descend/dialects/descend"
	"descend/ir"
	"descend/passes/check/overlap"
	"descend/passes/place"
)

// meeting is what becomes of the accesses that an execution comes upon.
type meeting interface {
	// meet is called for an access, with those made before; after is the barrier that surely comes before it.
	meet(a *access, st *state, after int)
	// together is called for each two accesses of one call.
	together(a, b *access)
	// isDone says whether the accesses so far count as released at an access, which does not count.
	isDone(a *access) bool
}

// comparer compares accesses with those made before, and reports conflicts.
type comparer struct {
	reporter
	// reported operations, those among them that came later, and objects that an earlier error spoils
	reported map[*ir.Operation]bool
	later    map[*ir.Operation]bool
	told     map[[2]ir.Location]bool // pairs of places that were reported
	spoiled  []place.Path
}

func newComparer(f *function) *comparer {
	x := &comparer{reporter: reporter{newPairs(newCollector(f))}, reported: map[*ir.Operation]bool{}, later: map[*ir.Operation]bool{}, told: map[[2]ir.Location]bool{}}
	f.fn.Walk(func(op *ir.Operation) ir.WalkResult {
		if f.facts.Code(op) == descend.CodeNarrowing {
			for _, v := range op.Operands() {
				if descend.ElemOf(v) != nil {
					x.spoiled = append(x.spoiled, f.r.Resolve(v)...)
				} else {
					x.spoiled = append(x.spoiled, f.r.Targets(v)...)
				}
			}
		}
		return ir.Advance
	})
	return x
}

// meet compares a new access with those made before, and with itself.
func (f *comparer) meet(a *access, st *state, after int) {
	here := f.runsAt(a.op)
	for i := range st.list {
		e := &st.list[i]
		rel := max(int(e.rel), after)
		if e.flight.goesOn() {
			f.meetCopy(a, e)
			continue
		}
		if rel == blockReleased || e.parts&here != 0 || !e.a.conflicts(a) || !e.a.sameObject(a) || excludes(e.a, a) {
			continue
		}
		if !e.a.isCopy() && !a.isCopy() && f.handovers.Apart(e.a.op, a.op) {
			continue // of a copy only where it begins is a place of the two
		}
		mode := twoThreads
		if rel == warpReleased {
			mode = twoWarps
		}
		if f.check(pair{a: e.a, b: a, mode: mode, shared: int(e.shared), order: e.order, partly: e.partly, some: e.some}) {
			st.release(blockReleased, len(a.loops))
			break
		}
	}
	if a.conflicts(a) && !excludes(a, a) {
		f.check(pair{a: a, b: a, mode: twoThreads, shared: len(a.loops)})
	}
}

// together compares two accesses of one call, as those of different resources that make it.
func (f *comparer) together(a, b *access) {
	if a.conflicts(b) && a.sameObject(b) && !excludes(a, b) {
		f.check(pair{a: a, b: b, mode: twoThreads, shared: len(b.loops)})
	}
}

// isDone says whether an access was reported as the later one of a conflict, and is met again in a later iteration of a loop.
func (f *comparer) isDone(a *access) bool { return f.later[a.op] }

// check decides a pair and reports it; true if it was reported.
func (f *comparer) check(p pair) bool {
	if p.b.unsafe || f.isSpoiled(p.a) || f.isSpoiled(p.b) {
		return false
	}
	if f.reported[p.a.op] || f.reported[p.b.op] {
		return false
	}
	ans := f.decide(p)
	if ans.Verdict == overlap.Disjoint {
		return false
	}
	f.reported[p.a.op], f.reported[p.b.op] = true, true
	f.later[p.b.op] = true
	if at := [2]ir.Location{p.a.loc(), p.b.loc()}; !f.told[at] || !ir.RangeOf(p.b.loc()).Known() {
		f.told[at] = true
		f.report(p, ans) // of `p += v` and `q += v` the reads and the writes are at the same places
	}
	return true
}

// isSpoiled says whether an error of narrowing concerns the object of an access.
func (f *comparer) isSpoiled(a *access) bool {
	for _, p := range f.spoiled {
		if a.callee == "" && p.SameRoot(a.path) {
			return true
		}
	}
	return false
}

// meetCopy compares a new access with one of a copy that goes on, as those of any threads of the block.
func (f *comparer) meetCopy(a *access, e *entry) {
	if !e.a.conflicts(a) || !e.a.sameObject(a) || excludes(e.a, a) {
		return
	}
	p := pair{a: e.a, b: a, mode: anyOne, shared: int(e.shared), order: e.order, flight: e.flight}
	if e.flight.state == beside {
		p.mode = twoThreads
	}
	f.check(p)
}
