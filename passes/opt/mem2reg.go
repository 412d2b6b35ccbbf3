package opt

import (
	"slices"

	"descend/dialects/ods"
	"descend/ir"
	"descend/passes"
)

// Mem2Reg promotes memory on the stack that holds one element, and is only read and written, to values.
//
//	%m = memref.alloca() : memref<i32>
//	memref.store %a, %m[] : memref<i32>
//	%0 = scf.for .. {                                %r = scf.for .. iter_args(%v = %a) -> (i32) {
//	  %1 = memref.load %m[] : memref<i32>       ->     %2 = arith.addi %v, %v : i32
//	  %2 = arith.addi %1, %1 : i32                     scf.yield %2 : i32
//	  memref.store %2, %m[] : memref<i32>            }
//	}                                                "use"(%r) : (i32) -> ()
//	%3 = memref.load %m[] : memref<i32>
//	"use"(%3) : (i32) -> ()
//
// Between blocks the value goes in arguments, through loops and conditionals (ods.ValueCarrier) it is carried.
// What was never written reads as zero. Memory is left alone where an operation of another kind uses it.
type Mem2Reg struct {
	anyOp
	RegionSimplify bool
}

// Name is the name of the pass.
func (*Mem2Reg) Name() string { return "mem2reg" }

// Description is one line.
func (*Mem2Reg) Description() string { return "Promotes memory slots into values." }

// Options binds the options.
func (p *Mem2Reg) Options(o *passes.Options) {
	o.Bool(&p.RegionSimplify, "region-simplify", true, "Remove arguments of blocks that nothing needs")
}

// Run promotes the memory allocated inside c.Op.
func (p *Mem2Reg) Run(c *passes.Context) error {
	dom, promoted := passes.Dominance.Of(c), 0
	for _, op := range slots(c.Op) {
		pr := newPromotion(op, dom)
		if pr != nil && pr.possible() {
			pr.run()
			promoted++
			c.Stat("promoted", 1)
		}
	}
	if !p.RegionSimplify || !ir.SimplifyRegions(c.Op, ir.RegionsNormal) {
		c.Preserve(passes.Dominance)
		if promoted == 0 {
			c.PreserveAll()
		}
	}
	return nil
}

// slots lists the allocations on the stack inside op.
func slots(op *ir.Operation) (list []*ir.Operation) {
	op.Walk(func(o *ir.Operation) ir.WalkResult {
		if o.Has(ir.Pure) || o == op { // what is pure makes no memory
			return ir.Advance
		}
		if _, ok := o.Typed().(ods.MemorySlot); ok {
			list = append(list, o)
		}
		return ir.Advance
	})
	return list
}

// promotion turns one piece of memory into values.
type promotion struct {
	alloc  *ir.Operation
	slot   ods.MemorySlot
	memory *ir.Value
	elem   ir.Type
	dom    *ir.Dominance
	// reads and writes count the accesses inside an operation with regions.
	reads, writes map[*ir.Operation]int
	// blocks of the allocation's region with accesses
	accessed map[*ir.Block]bool
	zero     *ir.Value
	phis     map[*ir.Block]*ir.Value
}

func newPromotion(alloc *ir.Operation, dom *ir.Dominance) *promotion {
	slot := alloc.Typed().(ods.MemorySlot)
	memory, elem, n, ok := slot.Slot()
	if !ok || n != 1 {
		return nil
	}
	return &promotion{alloc: alloc, slot: slot, memory: memory, elem: elem, dom: dom, reads: map[*ir.Operation]int{},
		writes: map[*ir.Operation]int{}, accessed: map[*ir.Block]bool{}, phis: map[*ir.Block]*ir.Value{}}
}

// possible says whether all uses are reads and writes at places that values can reach.
func (p *promotion) possible() bool {
	region := p.alloc.ParentRegion()
	for u := range p.memory.Uses() {
		op := u.Owner()
		access, ok := op.Typed().(ods.SlotAccess)
		if !ok {
			return false
		}
		memory, written := access.Access()
		if memory != p.memory || written == p.memory {
			return false
		}
		for op.ParentRegion() != region {
			op = op.Parent()
			if op == nil || op.Has(ir.IsolatedFromAbove) {
				return false
			}
			if written != nil {
				p.writes[op]++
			} else {
				p.reads[op]++
			}
		}
		if !p.dom.Reachable(op.Block()) {
			return false
		}
		p.accessed[op.Block()] = true
	}
	for op := range p.reads {
		if !carries(op, p.writes[op] > 0) {
			return false
		}
	}
	for op := range p.writes {
		if !carries(op, true) {
			return false
		}
	}
	if region.Front() != region.Back() {
		for b := range region.Blocks() {
			if t := b.Back(); t != nil && len(t.Successors()) > 0 {
				if _, ok := t.Typed().(ir.BranchOp); !ok {
					return false
				}
			}
		}
	}
	b := ir.NewBuilder(p.alloc.Context()).Before(p.alloc).At(p.alloc.Loc())
	if p.zero = p.slot.InitialValue(b); p.zero == nil {
		return false
	}
	return true
}

// carries says whether values can go into an operation with regions, and out of it if something inside writes.
func carries(op *ir.Operation, written bool) bool {
	if _, ok := op.Typed().(ir.RegionBranchOp); !ok {
		return false
	}
	for _, r := range op.Regions() {
		if r.Front() != r.Back() {
			return false
		}
	}
	_, ok := op.Typed().(ods.ValueCarrier)
	return ok || !written
}

func (p *promotion) run() {
	region := p.alloc.ParentRegion()
	if region.Front() == region.Back() {
		p.through(p.alloc.Block(), p.zero)
	} else {
		p.placePhis(region)
		p.rename(region)
	}
	p.alloc.Erase()
	if !p.zero.HasUses() {
		p.zero.DefiningOp().Erase()
	}
}

// through replaces the reads in a block, which starts with the value v, erases the writes and returns the value
// at the end.
func (p *promotion) through(b *ir.Block, v *ir.Value) *ir.Value {
	for op := range b.Ops() {
		if access, ok := op.Typed().(ods.SlotAccess); ok {
			if memory, written := access.Access(); memory == p.memory {
				if written != nil {
					v = written
				} else {
					op.Result(0).ReplaceAllUsesWith(v)
				}
				op.Erase()
			}
			continue
		}
		switch {
		case p.writes[op] > 0:
			carrier := op.Typed().(ods.ValueCarrier)
			n := carrier.Carry(ir.NewBuilder(op.Context()).At(op.Loc()), v, p.through)
			v = n.Result(n.NumResults() - 1)
		case p.reads[op] > 0:
			for _, r := range op.Regions() {
				if !r.Empty() {
					p.through(r.Front(), v)
				}
			}
		}
	}
	return v
}

// directWrite says whether a block of the allocation's region changes the memory.
func (p *promotion) changes(b *ir.Block) bool {
	if b == p.alloc.Block() {
		return true
	}
	return p.accessed[b] && p.firstAccess(b, true)
}

// firstAccess says whether the block has a write (any), or else whether it reads before it writes.
func (p *promotion) firstAccess(b *ir.Block, anyWrite bool) bool {
	for op := range b.Ops() {
		reads, writes := p.reads[op] > 0, p.writes[op] > 0
		if access, ok := op.Typed().(ods.SlotAccess); ok {
			if memory, written := access.Access(); memory == p.memory {
				reads, writes = written == nil, written != nil
			}
		}
		if anyWrite {
			if writes {
				return true
			}
			continue
		}
		// an operation with regions may leave the value as it was, so that it needs it
		if reads || writes && op.NumRegions() > 0 {
			return true
		}
		if writes {
			return false
		}
	}
	return false
}

// placePhis adds an argument to the blocks at which different values meet and one is needed.
func (p *promotion) placePhis(region *ir.Region) {
	preds := map[*ir.Block][]*ir.Block{}
	for b := range region.Blocks() {
		if b.Back() != nil {
			for _, s := range b.Back().Successors() {
				preds[s] = append(preds[s], b)
			}
		}
	}
	live := map[*ir.Block]bool{}
	var work []*ir.Block
	for b := range p.accessed {
		if b != p.alloc.Block() && p.firstAccess(b, false) {
			work = append(work, b)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if live[b] || b == p.alloc.Block() {
			continue
		}
		live[b] = true
		for _, q := range preds[b] {
			if q == p.alloc.Block() || !p.changes(q) {
				work = append(work, q)
			}
		}
	}
	frontier := map[*ir.Block][]*ir.Block{}
	for b := range region.Blocks() {
		if len(preds[b]) < 2 || !p.dom.Reachable(b) {
			continue
		}
		for _, q := range preds[b] {
			if !p.dom.Reachable(q) {
				continue
			}
			for q != nil && q != p.dom.ImmediateDominator(b) {
				frontier[q] = append(frontier[q], b)
				q = p.dom.ImmediateDominator(q)
			}
		}
	}
	for b := range region.Blocks() {
		if p.changes(b) {
			work = append(work, b)
		}
	}
	placed := map[*ir.Block]bool{}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, f := range frontier[b] {
			if live[f] && !placed[f] {
				placed[f] = true
				work = append(work, f)
			}
		}
	}
	for b := range region.Blocks() {
		if placed[b] {
			p.phis[b] = b.AddArg(p.elem, p.alloc.Loc())
		}
	}
}

// rename goes down the dominator tree.
func (p *promotion) rename(region *ir.Region) {
	children := map[*ir.Block][]*ir.Block{}
	for b := range region.Blocks() {
		if d := p.dom.ImmediateDominator(b); d != nil && p.dom.Reachable(b) {
			children[d] = append(children[d], b)
		}
	}
	type item struct {
		b  *ir.Block
		in *ir.Value
	}
	stack := []item{{region.Front(), p.zero}}
	for len(stack) > 0 {
		it := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		v := it.in
		if phi := p.phis[it.b]; phi != nil {
			v = phi
		}
		if p.accessed[it.b] {
			v = p.through(it.b, v)
		}
		p.handOn(it.b.Back(), v)
		for _, c := range children[it.b] {
			stack = append(stack, item{c, v})
		}
	}
	// unreachable predecessors hand over something too
	for b := range region.Blocks() {
		if p.dom.Reachable(b) || b.Back() == nil {
			continue
		}
		p.handOn(b.Back(), p.zero)
	}
}

// handOn adds v to what a terminator hands to blocks that get the slot's value.
func (p *promotion) handOn(t *ir.Operation, v *ir.Value) {
	if t == nil || !slices.ContainsFunc(t.Successors(), func(s *ir.Block) bool { return p.phis[s] != nil }) {
		return
	}
	br := t.Typed().(ir.BranchOp)
	all := ir.SuccessorOperands(br, t)
	for i, s := range t.Successors() {
		if p.phis[s] != nil {
			all[i] = append(all[i], v)
		}
	}
	br.SetSuccessorOperands(all)
}
