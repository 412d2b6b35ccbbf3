package ir

import "hash/maphash"

// mergeEqualBlocks merges blocks that do the same. Where they use different outer values the block that
// stays gets arguments.
func mergeEqualBlocks(r *Region) bool {
	seed := maphash.MakeSeed()
	groups := map[uint64][]*Block{}
	changed := false
	for b := r.first.next; b != nil; {
		next := b.next
		h := hashBlock(seed, b)
		merged := false
		for _, leader := range groups[h] {
			if diffs, ok := compareBlocks(leader, b); ok && mergeBlock(leader, b, diffs) {
				merged, changed = true, true
				break
			}
		}
		if !merged {
			groups[h] = append(groups[h], b)
		}
		b = next
	}
	return changed
}

// hashBlock hashes what equal blocks have in common.
func hashBlock(seed maphash.Seed, b *Block) uint64 {
	h := uint64(len(b.args))
	mix := func(x uint64) { h = h*0x9E3779B97F4A7C15 + x ^ h>>29 }
	for o := b.first; o != nil; o = o.next {
		mix(maphash.Comparable(seed, o.name))
		for _, a := range o.attrs {
			mix(maphash.Comparable(seed, a.Value))
		}
		for _, s := range o.Successors() {
			mix(maphash.Comparable(seed, s))
		}
	}
	return h
}

// blockDiff is an operand at which two otherwise equal blocks use different outer values x and y.
type blockDiff struct {
	op   *Operation // in the first block
	i    int
	x, y *Value
}

// compareBlocks says whether two blocks do the same but for outer values.
func compareBlocks(a, b *Block) (diffs []blockDiff, ok bool) {
	if len(a.args) != len(b.args) {
		return nil, false
	}
	same := map[*Value]*Value{}
	for i, v := range a.args {
		if v.typ != b.args[i].typ || usedOutside(v, a) || usedOutside(b.args[i], b) {
			return nil, false
		}
		same[v] = b.args[i]
	}
	o, p := a.first, b.first
	for ; o != nil && p != nil; o, p = o.next, p.next {
		if !sameButOperands(o, p) {
			return nil, false
		}
		for i, u := range o.operands {
			x, y := u.value, p.operands[i].value
			if m, local := same[x]; local {
				if m != y {
					return nil, false
				}
				continue
			}
			if x == y {
				continue
			}
			if x.typ != y.typ || x.ParentBlock() == a || y.ParentBlock() == b {
				return nil, false
			}
			diffs = append(diffs, blockDiff{o, i, x, y})
		}
		for i, v := range o.results {
			if usedOutside(v, a) || usedOutside(p.results[i], b) {
				return nil, false
			}
			same[v] = p.results[i]
		}
	}
	return diffs, o == nil && p == nil
}

func sameButOperands(o, p *Operation) bool {
	if o.name != p.name || len(o.operands) != len(p.operands) || len(o.results) != len(p.results) ||
		len(o.attrs) != len(p.attrs) || o.NumSuccessors() != p.NumSuccessors() || o.Props != p.Props ||
		len(o.regions)+len(p.regions) > 0 {
		return false
	}
	for i := range o.attrs {
		if o.attrs[i] != p.attrs[i] {
			return false
		}
	}
	for i := range o.results {
		if o.results[i].typ != p.results[i].typ {
			return false
		}
	}
	for i := range o.Successors() {
		if o.Successors()[i] != p.Successors()[i] {
			return false
		}
	}
	return true
}

func usedOutside(v *Value, b *Block) bool {
	for u := v.first; u != nil; u = u.next {
		if u.owner.block != b {
			return true
		}
	}
	return false
}

// mergeBlock lets the predecessors of b go to a, and erases b.
func mergeBlock(a, b *Block, diffs []blockDiff) bool {
	preds := [2][]*Block{a.Predecessors(), b.Predecessors()}
	if len(preds[1]) == 0 {
		return false
	}
	if len(diffs) > 0 {
		for _, list := range preds {
			for _, p := range list {
				if _, ok := p.last.Typed().(BranchOp); !ok {
					return false
				}
			}
		}
	}
	type pair struct{ x, y *Value }
	args := map[pair]*Value{}
	var extra []pair
	for _, d := range diffs {
		k := pair{d.x, d.y}
		if args[k] == nil {
			args[k] = a.AddArg(d.x.typ, d.x.Location())
			extra = append(extra, k)
		}
	}
	for i, target := range [2]*Block{a, b} {
		for _, p := range preds[i] {
			if len(extra) > 0 {
				br := p.last.Typed().(BranchOp)
				all := SuccessorOperands(br, p.last)
				for s, dest := range p.last.Successors() {
					if dest != target {
						continue
					}
					for _, k := range extra {
						all[s] = append(all[s], [2]*Value{k.x, k.y}[i])
					}
				}
				br.SetSuccessorOperands(all)
			}
			for s, dest := range p.last.Successors() {
				if dest == target {
					p.last.SetSuccessor(s, a)
				}
			}
		}
	}
	for _, d := range diffs {
		d.op.SetOperand(d.i, args[pair{d.x, d.y}])
	}
	b.Erase()
	return true
}
