package access

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
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
