package ir

// successorList holds the successors of an operation. Each is on the list of its block's uses, so that the
// predecessors of a block are found without a look at the whole region.
type successorList struct {
	blocks []*Block
	uses   []blockUse // as many
}

// blockUse is one successor that is a block; the uses of a block form a list, latest first.
type blockUse struct {
	owner      *Operation
	prev, next *blockUse
}

// newSuccessors makes the successors of a new operation.
func newSuccessors(op *Operation, blocks []*Block) *successorList {
	l := &successorList{blocks: make([]*Block, len(blocks)), uses: make([]blockUse, len(blocks))}
	for i, b := range blocks {
		l.uses[i].owner = op
		l.set(i, b)
	}
	return l
}

func (l *successorList) set(i int, b *Block) {
	u := &l.uses[i]
	if old := l.blocks[i]; old != nil {
		if u.prev != nil {
			u.prev.next = u.next
		} else {
			old.uses = u.next
		}
		if u.next != nil {
			u.next.prev = u.prev
		}
		u.prev, u.next = nil, nil
	}
	l.blocks[i] = b
	if b == nil {
		return
	}
	if u.next = b.uses; u.next != nil {
		u.next.prev = u
	}
	b.uses = u
}

// NumSuccessors is the number of successors.
func (op *Operation) NumSuccessors() int {
	if op.successors == nil {
		return 0
	}
	return len(op.successors.blocks)
}

// Successors are the successor blocks; the slice must not be changed.
func (op *Operation) Successors() []*Block {
	if op.successors == nil {
		return nil
	}
	return op.successors.blocks
}

// SetSuccessor replaces the i-th successor.
func (op *Operation) SetSuccessor(i int, b *Block) {
	if n := op.NumSuccessors(); uint(i) >= uint(n) {
		op.lacks("Operation.SetSuccessor", "successor", i, n)
	}
	if b == nil {
		misuse("Operation.SetSuccessor", "successor #%d of %s is nil", i, op.calledAt())
	}
	op.successors.set(i, b)
}

// dropSuccessors leaves the operation without successors.
func (op *Operation) dropSuccessors() {
	for i := range op.Successors() {
		op.successors.set(i, nil)
	}
	op.successors = nil
}

// leadsHere says whether a use of b is by the terminator of a block in b's region.
func (b *Block) leadsHere(u *blockUse) bool {
	p := u.owner.block
	return p != nil && p.region == b.region && b.region != nil && p.last == u.owner
}

// Predecessors returns the blocks of the region that have b as a successor, each once, the latest first.
func (b *Block) Predecessors() []*Block {
	var out []*Block
	seen := map[*Block]bool{}
	for u := b.uses; u != nil; u = u.next {
		if p := u.owner.block; b.leadsHere(u) && !seen[p] {
			seen[p] = true
			out = append(out, p)
		}
	}
	return out
}

// UniquePredecessor is the only block that leads to b, by one or several of its successors; nil if there is none.
func (b *Block) UniquePredecessor() *Block {
	var only *Block
	for u := b.uses; u != nil; u = u.next {
		if !b.leadsHere(u) {
			continue
		}
		if only != nil && only != u.owner.block {
			return nil
		}
		only = u.owner.block
	}
	return only
}

// SinglePredecessor is the block that leads to b by one successor, if nothing else does; nil if there is none.
func (b *Block) SinglePredecessor() *Block {
	var only *Block
	for u := b.uses; u != nil; u = u.next {
		if !b.leadsHere(u) {
			continue
		}
		if only != nil {
			return nil
		}
		only = u.owner.block
	}
	return only
}
