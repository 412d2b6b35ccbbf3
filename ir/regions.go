package ir

// RegionLevel says how far control flow is simplified.
type RegionLevel int

// The levels: dead arguments of blocks and unreachable blocks go; nothing changes; equal blocks merge too.
const (
	RegionsNormal RegionLevel = iota
	RegionsKept
	RegionsAggressive
)

// SimplifyRegions removes unreachable blocks, dead arguments of blocks with what only they keep alive, and
// merges equal blocks if the level says so, in everything inside root.
func SimplifyRegions(root *Operation, level RegionLevel) (changed bool) {
	if level == RegionsKept {
		return false
	}
	root.Walk(func(op *Operation) WalkResult {
		for _, r := range op.regions {
			if r.first == r.last {
				continue
			}
			if eraseUnreachable(r) {
				changed = true
			}
			if eraseDeadArguments(r) {
				changed = true
			}
			if level == RegionsAggressive && mergeEqualBlocks(r) {
				changed = true
			}
		}
		return Advance
	})
	return changed
}

// eraseUnreachable removes the blocks that control flow never reaches.
func eraseUnreachable(r *Region) bool {
	live := map[*Block]bool{}
	for _, b := range postorder(r.first) {
		live[b] = true
	}
	var dead []*Block
	for b := r.first; b != nil; b = b.next {
		if !live[b] {
			dead = append(dead, b)
		}
	}
	for _, b := range dead {
		for o := b.first; o != nil; o = o.next {
			o.dropReferences()
		}
	}
	for _, b := range dead {
		b.Detach()
	}
	return len(dead) > 0
}

// forwarded says for each operand of a branch to which argument it is handed, nil if to none; nil for other operations.
func forwarded(op *Operation) []*Value {
	b, ok := op.Typed().(BranchOp)
	if !ok {
		return nil
	}
	out := make([]*Value, len(op.operands))
	start, counts := b.SuccessorRanges()
	for s, dest := range op.Successors() {
		copy(out[start:start+counts[s]], dest.args)
		start += counts[s]
	}
	return out
}

// regionLiveness finds the operations of a region's blocks, and the arguments of its blocks, that something
// with an effect depends on.
type regionLiveness struct {
	r    *Region
	ops  map[*Operation]bool
	args map[*Value]bool
	work []*Operation
}

func newRegionLiveness(r *Region) *regionLiveness {
	l := &regionLiveness{r: r, ops: map[*Operation]bool{}, args: map[*Value]bool{}}
	for b := r.first; b != nil; b = b.next {
		for o := b.first; o != nil; o = o.next {
			if !WouldBeDead(o) {
				l.markOp(o)
			}
		}
	}
	for _, a := range r.first.args {
		l.args[a] = true
	}
	for len(l.work) > 0 {
		op := l.work[len(l.work)-1]
		l.work = l.work[:len(l.work)-1]
		to := forwarded(op)
		op.Walk(func(o *Operation) WalkResult {
			for i, u := range o.operands {
				if o == op && to != nil && to[i] != nil && !l.args[to[i]] {
					continue
				}
				l.markValue(u.value)
			}
			return Advance
		})
	}
	return l
}

func (l *regionLiveness) markOp(op *Operation) {
	if !l.ops[op] {
		l.ops[op] = true
		l.work = append(l.work, op)
	}
}

func (l *regionLiveness) markValue(v *Value) {
	if v == nil {
		return
	}
	if v.op != nil {
		if v.op.block != nil && v.op.block.region == l.r {
			l.markOp(v.op)
		}
		return
	}
	if v.arg.block.region != l.r || l.args[v] {
		return
	}
	l.args[v] = true
	for b := l.r.first; b != nil; b = b.next { // what is handed to it is live now
		if t := b.last; t != nil && l.ops[t] && leadsTo(t, v.arg.block) {
			l.work = append(l.work, t)
		}
	}
}

func leadsTo(t *Operation, b *Block) bool {
	for _, s := range t.Successors() {
		if s == b {
			return true
		}
	}
	return false
}

// eraseDeadArguments removes arguments of blocks that nothing with an effect depends on, and operations that
// only they, or each other, keep alive.
func eraseDeadArguments(r *Region) bool {
	any := false
	for b := r.first.next; b != nil && !any; b = b.next {
		any = len(b.args) > 0
	}
	if !any {
		return false
	}
	for b := r.first; b != nil; b = b.next {
		if t := b.last; t != nil && t.NumSuccessors() > 0 {
			if _, ok := t.Typed().(BranchOp); !ok {
				return false
			}
		}
	}
	live := newRegionLiveness(r)
	changed := false
	for b := r.first; b != nil; b = b.next {
		if targets := branchTargets(b); len(targets) > 0 {
			br, dropped := b.last.Typed().(BranchOp), false
			all := SuccessorOperands(br, b.last)
			for s, dest := range targets {
				var keep []*Value
				for i, v := range all[s] {
					if live.args[dest.args[i]] {
						keep = append(keep, v)
					}
				}
				dropped = dropped || len(keep) < len(all[s])
				all[s] = keep
			}
			if dropped {
				br.SetSuccessorOperands(all)
			}
		}
	}
	var dead []*Operation
	for b := r.first; b != nil; b = b.next {
		for o := b.first; o != nil; o = o.next {
			if !live.ops[o] {
				dead = append(dead, o)
			}
		}
	}
	for _, o := range dead {
		o.dropReferences()
	}
	for _, o := range dead {
		o.Remove()
		changed = true
	}
	for b := r.first.next; b != nil; b = b.next {
		for i := len(b.args) - 1; i >= 0; i-- {
			if !live.args[b.args[i]] {
				b.EraseArg(i)
				changed = true
			}
		}
	}
	return changed
}

func branchTargets(b *Block) []*Block {
	if b.last == nil {
		return nil
	}
	return b.last.Successors()
}
