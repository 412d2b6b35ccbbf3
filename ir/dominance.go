package ir

import "slices"

// Dominance answers which values and operations dominate which others inside one operation. It keeps
// dominator trees of the regions it was asked about; changing the control flow makes it invalid.
type Dominance struct {
	trees map[*Region]*domTree
}

// NewDominance returns an empty analysis; trees are made when they are needed.
func NewDominance() *Dominance { return &Dominance{trees: map[*Region]*domTree{}} }

// domTree is the dominator tree of a region with several blocks.
type domTree struct {
	order  map[*Block]int // number in reverse postorder; missing: unreachable
	blocks []*Block       // by number
	idom   []int          // by number
	depth  []int
}

// hasSSADominance says whether order matters in a block: not in the only block of a graph region.
func hasSSADominance(r *Region) bool {
	if r == nil || r.op == nil || r.first != r.last {
		return true
	}
	return r.op.Def() != nil && !r.op.Has(GraphRegion)
}

func (d *Dominance) tree(r *Region) *domTree {
	if t := d.trees[r]; t != nil {
		return t
	}
	t := newDomTree(r)
	d.trees[r] = t
	return t
}

// newDomTree is the algorithm of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
func newDomTree(r *Region) *domTree {
	post := postorder(r.first)
	n := len(post)
	t := &domTree{order: make(map[*Block]int, n), idom: make([]int, n), depth: make([]int, n), blocks: make([]*Block, n)}
	for i, b := range post {
		t.order[b] = n - 1 - i
		t.blocks[n-1-i] = b
	}
	preds := make([][]int, n)
	for i, b := range post {
		for _, s := range blockSuccessors(b) {
			preds[t.order[s]] = append(preds[t.order[s]], n-1-i)
		}
	}
	for i := range t.idom {
		t.idom[i] = -1
	}
	t.idom[0] = 0
	for changed := true; changed; {
		changed = false
		for b := 1; b < n; b++ {
			best := -1
			for _, p := range preds[b] {
				switch {
				case t.idom[p] < 0:
				case best < 0:
					best = p
				default:
					best = t.meet(best, p)
				}
			}
			if best != t.idom[b] {
				t.idom[b] = best
				changed = true
			}
		}
	}
	for b := 1; b < n; b++ {
		t.depth[b] = t.depth[t.idom[b]] + 1
	}
	return t
}

// Valid says, for debugging, whether the trees that were made are those of the code as it is now. What was erased is not looked at.
func (d *Dominance) Valid() bool {
	for r, t := range d.trees {
		if r.op == nil || r.op.order == erased || r.first == nil {
			continue
		}
		now := newDomTree(r)
		if !slices.Equal(t.blocks, now.blocks) || !slices.Equal(t.idom, now.idom) {
			return false
		}
	}
	return true
}

func (t *domTree) meet(a, b int) int {
	for a != b {
		for a > b {
			a = t.idom[a]
		}
		for b > a {
			b = t.idom[b]
		}
	}
	return a
}

func blockSuccessors(b *Block) []*Block {
	if b.last == nil {
		return nil
	}
	var out []*Block
	for _, s := range b.last.Successors() {
		if s.region == b.region { // a branch out of the region is an error found elsewhere
			out = append(out, s)
		}
	}
	return out
}

// postorder lists the blocks reachable from entry; entry is last.
func postorder(entry *Block) []*Block {
	type frame struct {
		b    *Block
		succ []*Block
	}
	seen := map[*Block]bool{entry: true}
	stack := []frame{{entry, blockSuccessors(entry)}}
	var out []*Block
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if len(f.succ) == 0 {
			out = append(out, f.b)
			stack = stack[:len(stack)-1]
			continue
		}
		s := f.succ[0]
		f.succ = f.succ[1:]
		if !seen[s] {
			seen[s] = true
			stack = append(stack, frame{s, blockSuccessors(s)})
		}
	}
	return out
}

// Reachable says whether control flow reaches the block from the entry of its region.
func (d *Dominance) Reachable(b *Block) bool {
	if b.region.first == b {
		return true
	}
	_, ok := d.tree(b.region).order[b]
	return ok
}

// DominatesBlock says whether every path to b goes through a; both are in one region. A block dominates
// itself, and everything dominates what is unreachable.
func (d *Dominance) DominatesBlock(a, b *Block) bool {
	if a == b {
		return true
	}
	t := d.tree(a.region)
	y, ok := t.order[b]
	if !ok {
		return true
	}
	x, ok := t.order[a]
	if !ok {
		return false
	}
	for t.depth[y] > t.depth[x] {
		y = t.idom[y]
	}
	return x == y
}

// ancestorIn is op, or the operation around it, that lies directly in the region; nil if there is none.
func ancestorIn(r *Region, op *Operation) *Operation {
	for op != nil && op.block != nil && op.block.region != r {
		op = op.Parent()
	}
	if op == nil || op.block == nil {
		return nil
	}
	return op
}

// ProperlyDominates says whether a is executed before b whenever b is; an operation around b does not
// properly dominate it. In graph regions order does not matter.
func (d *Dominance) ProperlyDominates(a, b *Operation) bool {
	if a == b {
		return !hasSSADominance(a.block.region)
	}
	r := a.block.region
	if b.block.region != r {
		if b = ancestorIn(r, b); b == nil {
			return false
		}
	}
	if a.block == b.block {
		if !hasSSADominance(r) {
			return true
		}
		return a != b && a.IsBefore(b)
	}
	return d.DominatesBlock(a.block, b.block)
}

// Dominates says whether the value is available at the operation.
func (d *Dominance) Dominates(v *Value, at *Operation) bool {
	if v.op != nil {
		return v.op.block != nil && d.ProperlyDominates(v.op, at)
	}
	r := v.arg.block.region
	at = ancestorIn(r, at)
	return at != nil && d.DominatesBlock(v.arg.block, at.block)
}

// ImmediateDominator is the block through which every path to b goes last; nil for the entry and for
// unreachable blocks.
func (d *Dominance) ImmediateDominator(b *Block) *Block {
	t := d.tree(b.region)
	n, ok := t.order[b]
	if !ok || n == 0 {
		return nil
	}
	return t.blocks[t.idom[n]]
}
