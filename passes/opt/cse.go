package opt

import (
	"hash/maphash"

	"descend/ir"
	"descend/passes"
)

// CSE replaces an operation by an equal one that dominates it, and erases dead operations.
//
//	%a = arith.addi %x, %y : i32                 %a = arith.addi %x, %y : i32
//	%b = arith.addi %x, %y : i32          ->     %c = arith.muli %a, %a : i32
//	%c = arith.muli %a, %b : i32
//
// Operations that read memory are merged within a block if nothing between them may write. Values do not
// cross the border of isolated or unregistered operations.
type CSE struct{ anyOp }

// Name is the name of the pass.
func (*CSE) Name() string { return "cse" }

// Description is one line.
func (*CSE) Description() string { return "Eliminate common sub-expressions" }

// Run removes common subexpressions inside c.Op.
func (*CSE) Run(c *passes.Context) error {
	s := &cse{c: c, dom: passes.Dominance.Of(c), table: newScopes()}
	for _, r := range c.Op.Regions() {
		s.region(r)
	}
	for _, op := range s.dead {
		op.Erase()
	}
	if len(s.dead) == 0 {
		c.PreserveAll()
	}
	c.Preserve(passes.Dominance)
	return nil
}

type cse struct {
	c      *passes.Context
	dom    *ir.Dominance
	table  *scopes
	writes int // operations of the current block so far that may write
	dead   []*ir.Operation
}

// scopes is a hash table of operations with scopes that are left in reverse order.
type scopes struct {
	seed   maphash.Seed
	latest map[uint64]int // in all, of the operations with a hash
	all    []entry        // a stack
	starts []int          // of the scopes, in it
}

// entry is an operation in the table; before is the place of the one before it with the same hash, -1 if there is none.
type entry struct {
	candidate
	hash   uint64
	before int
}

// candidate is an operation that others may be replaced by. What reads gives what it gave as long as nothing of its block
// has written since, so one comparison of counts decides what lies between two of them.
type candidate struct {
	op     *ir.Operation
	reads  bool
	writes int // of its block, before it
}

// serves says whether a dominating candidate c may stand for a later operation that is equal to it.
func (c candidate) serves(later candidate) bool {
	return !c.reads || c.op.Block() == later.op.Block() && c.writes == later.writes
}

func newScopes() *scopes { return &scopes{seed: maphash.MakeSeed(), latest: map[uint64]int{}} }

func (s *scopes) push() { s.starts = append(s.starts, len(s.all)) }

func (s *scopes) pop() {
	start := s.starts[len(s.starts)-1]
	s.starts = s.starts[:len(s.starts)-1]
	if start == 0 {
		clear(s.latest)
	} else {
		for i := len(s.all) - 1; i >= start; i-- {
			if e := &s.all[i]; e.before < 0 {
				delete(s.latest, e.hash)
			} else {
				s.latest[e.hash] = e.before
			}
		}
	}
	s.all = s.all[:start]
}

// find returns the latest equal operation that serves in place of c. If there is none, c is added; it takes the place of an
// equal one of its block, which serves nobody any more.
func (s *scopes) find(c candidate, h uint64) *ir.Operation {
	latest, ok := s.latest[h]
	if !ok {
		latest = -1
	}
	for i := latest; i >= 0; i = s.all[i].before {
		if o := &s.all[i]; (o.serves(c) || o.op.Block() == c.op.Block()) && equivalent(o.op, c.op, nil) {
			if o.serves(c) {
				return o.op
			}
			o.candidate = c
			return nil
		}
	}
	s.latest[h] = len(s.all)
	s.all = append(s.all, entry{c, h, latest})
	return nil
}

func (s *scopes) hash(op *ir.Operation) uint64 {
	h := maphash.Comparable(s.seed, op.OpName())
	mix := func(x uint64) { h = h*0x9E3779B97F4A7C15 + x ^ h>>29 }
	var all uint64
	for i := range op.NumOperands() {
		x := maphash.Comparable(s.seed, op.Operand(i))
		if all += x; !op.Has(ir.Commutative) {
			mix(x)
		}
	}
	mix(all)
	for _, a := range op.Attrs() {
		mix(maphash.Comparable(s.seed, a.Value))
	}
	for _, r := range op.Results() {
		mix(maphash.Comparable(s.seed, r.Type()))
	}
	return h
}

// equivalent says whether two operations compute the same; values maps results and arguments inside a to
// those inside b.
func equivalent(a, b *ir.Operation, values map[*ir.Value]*ir.Value) bool {
	if a.OpName() != b.OpName() || a.NumOperands() != b.NumOperands() || a.NumResults() != b.NumResults() ||
		len(a.Attrs()) != len(b.Attrs()) || a.NumRegions() != b.NumRegions() || a.Props != b.Props ||
		len(a.Successors())+len(b.Successors()) > 0 {
		return false
	}
	if !sameOperands(a, b, values) {
		return false
	}
	for i, x := range a.Attrs() {
		if x != b.Attrs()[i] {
			return false
		}
	}
	for i, r := range a.Results() {
		if r.Type() != b.Result(i).Type() {
			return false
		}
	}
	if a.NumRegions() == 0 {
		return true
	}
	if values == nil {
		values = map[*ir.Value]*ir.Value{}
	}
	for i := range a.NumRegions() {
		if !equivalentRegions(a.Region(i), b.Region(i), values) {
			return false
		}
	}
	return true
}

// sameOperands compares the operands, of commutative operations in any order. As in mlir-opt, the order matters inside of
// regions that are compared.
func sameOperands(a, b *ir.Operation, values map[*ir.Value]*ir.Value) bool {
	same := true
	for i := range a.NumOperands() {
		x := a.Operand(i)
		if y, ok := values[x]; ok {
			x = y
		}
		same = same && x == b.Operand(i)
	}
	if same || values != nil || !a.Has(ir.Commutative) {
		return same
	}
	count := map[*ir.Value]int{}
	for i := range a.NumOperands() {
		count[a.Operand(i)]++
		count[b.Operand(i)]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// equivalentRegions compares regions of at most one block.
func equivalentRegions(r, s *ir.Region, values map[*ir.Value]*ir.Value) bool {
	if r.Empty() || s.Empty() {
		return r.Empty() && s.Empty()
	}
	x, y := r.Front(), s.Front()
	if x.Next() != nil || y.Next() != nil || x.NumArgs() != y.NumArgs() {
		return false
	}
	for i, a := range x.Args() {
		if a.Type() != y.Arg(i).Type() {
			return false
		}
		values[a] = y.Arg(i)
	}
	o, p := x.Front(), y.Front()
	for ; o != nil && p != nil; o, p = o.Next(), p.Next() {
		if !equivalent(o, p, values) {
			return false
		}
		for i, v := range o.Results() {
			values[v] = p.Result(i)
		}
	}
	return o == nil && p == nil
}

func (s *cse) region(r *ir.Region) {
	if r.Empty() {
		return
	}
	if r.Front() == r.Back() {
		s.table.push()
		s.block(r.Front())
		s.table.pop()
		return
	}
	s.tree(r)
}

// tree visits the blocks of a region along the dominator tree, each in the scope of those that dominate it.
func (s *cse) tree(r *ir.Region) {
	children := map[*ir.Block][]*ir.Block{}
	for b := range r.Blocks() {
		if b == r.Front() || !s.dom.Reachable(b) {
			continue
		}
		children[s.dom.ImmediateDominator(b)] = append(children[s.dom.ImmediateDominator(b)], b)
	}
	type step struct {
		b    *ir.Block
		exit bool
	}
	stack := []step{{b: r.Front()}}
	for len(stack) > 0 {
		st := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if st.exit {
			s.table.pop()
			continue
		}
		s.table.push()
		s.block(st.b)
		stack = append(stack, step{exit: true})
		kids := children[st.b]
		for i := len(kids) - 1; i >= 0; i-- {
			stack = append(stack, step{b: kids[i]})
		}
	}
}

func (s *cse) block(b *ir.Block) {
	outer := s.writes
	s.writes = 0
	defer func() { s.writes = outer }()
	for op := range b.Ops() {
		if op.NumRegions() > 0 {
			if op.Def() == nil || op.Has(ir.IsolatedFromAbove) {
				outer := s.table
				s.table = newScopes()
				s.regions(op)
				s.table = outer
			} else {
				s.regions(op)
			}
		}
		reads := false
		readOnly := ir.EveryEffect(op, func(e ir.Effect) bool {
			reads = true
			return e.Kind == ir.ReadEffect
		})
		s.simplify(op, readOnly, reads)
		if !readOnly && !ir.EveryEffect(op, leaves) {
			s.writes++
		}
	}
}

func (s *cse) regions(op *ir.Operation) {
	for _, r := range op.Regions() {
		s.region(r)
	}
}

// simplify merges an operation with one before it, unless it does more than to read.
func (s *cse) simplify(op *ir.Operation, readOnly, reads bool) {
	def := op.Def()
	if def == nil || def.Has(ir.Terminator) {
		return
	}
	if ir.IsTriviallyDead(op) {
		s.dead = append(s.dead, op)
		s.c.Stat("num-dce'd", 1)
		return
	}
	for _, r := range op.Regions() {
		if r.Front() != r.Back() {
			return
		}
	}
	if !readOnly || op.NumResults() == 0 {
		return
	}
	h := s.table.hash(op)
	old := s.table.find(candidate{op, reads, s.writes}, h)
	if old == nil {
		return
	}
	for i, r := range op.Results() {
		r.ReplaceAllUsesWith(old.Result(i))
	}
	old.SetLoc(mergeLocs(op.Context(), old.Loc(), op.Loc()))
	s.dead = append(s.dead, op)
	s.c.Stat("num-cse'd", 1)
}

// leaves says whether an effect changes nothing that is read: freed memory may be that of somebody else.
func leaves(e ir.Effect) bool { return e.Kind != ir.WriteEffect && e.Kind != ir.FreeEffect }

// mergeLocs is the location of an operation that stands for two; fusions of many parts grow no further.
func mergeLocs(c *ir.Context, a, b ir.Location) ir.Location {
	if f, ok := a.(*ir.FusedLoc); ok && f.Meta == nil && len(f.Locs) >= 8 {
		return a
	}
	return c.FusedLoc(nil, a, b)
}
