package opt

import (
	"descend/dialects/ods"
	"descend/ir"
	"descend/passes"
)

// DeadMemory erases what is written to memory on the stack and read for nothing but to be written to such memory again, with what was
// computed for it alone.
//
//	%m = memref.alloca() : memref<8xf32>
//	scf.for %i = %c0 to %c8 step %c1 {
//	  %0, %ok = gpu.shuffle xor %v, %c1, %c32 : f32      ->   (nothing)
//	  memref.store %0, %m[%i] : memref<8xf32>
//	}
//
// An operation is live if it does something besides giving results, or if a live one uses a result; it is, if it contains a live one; and an
// access of the stack is if that memory has a live read. This is the least set with that; all others go. A loop without a bound is
// live, since it may be without end. Where threads exchange values (ods.OnlyGives), all of them do so at the same operation, and need not where
// none uses what it gets.
type DeadMemory struct{ anyOp }

// Name is the name of the pass.
func (*DeadMemory) Name() string { return "dead-memory" }

// Description is one line.
func (*DeadMemory) Description() string {
	return "Erase what is only written to memory on the stack"
}

// Run erases inside c.Op.
func (*DeadMemory) Run(c *passes.Context) error {
	l := &memoryUse{memory: map[*ir.Operation]*ir.Operation{}, accesses: map[*ir.Operation][]*ir.Operation{}}
	for _, op := range slots(c.Op) {
		l.slot(op)
	}
	if len(l.accesses) == 0 {
		return nil
	}
	c.Op.Walk(func(op *ir.Operation) ir.WalkResult {
		if l.matters(op) {
			l.mark(op)
		}
		return ir.Advance
	})
	for i := 0; i < l.live.Len(); i++ {
		l.reach(l.live.At(i))
	}
	for _, r := range c.Op.Regions() {
		l.erase(c, r)
	}
	return nil
}

// memoryUse is what is known to be live.
type memoryUse struct {
	memory   map[*ir.Operation]*ir.Operation   // the allocation that an access is to
	accesses map[*ir.Operation][]*ir.Operation // of an allocation that is only read and written
	live     ir.OperationSet
}

// slot notes the accesses of an allocation, if there are no other uses.
func (l *memoryUse) slot(alloc *ir.Operation) {
	memory, _, _, ok := alloc.Typed().(ods.MemorySlot).Slot()
	if !ok {
		return
	}
	var list []*ir.Operation
	for _, op := range memory.Users() {
		access, ok := op.Typed().(ods.SlotAccess)
		if !ok {
			return
		}
		if m, written := access.Access(); m != memory || written == memory {
			return
		}
		list = append(list, op)
	}
	l.accesses[alloc] = list
	for _, op := range list {
		l.memory[op] = alloc
	}
}

// matters says whether an operation does something besides giving results and accessing such memory.
func (l *memoryUse) matters(op *ir.Operation) bool {
	if _, is := l.accesses[op]; is || l.memory[op] != nil {
		return false
	}
	if op.NumRegions() == 0 && (op.Has(ir.Terminator) && !op.Parent().Has(ir.IsolatedFromAbove) || !op.Has(ir.Terminator) && ir.WouldBeDead(op)) {
		return false
	}
	if _, only := op.Typed().(ods.OnlyGives); only {
		return false
	}
	if op.NumRegions() == 0 {
		return true
	}
	_, loops := op.Typed().(ir.LoopLike)
	_, counted := op.Typed().(ods.CountedLoop)
	_, known := op.Typed().(ir.RegionBranchOp)
	return !known || !op.Has(ir.RecursiveMemoryEffects) || loops && !counted
}

func (l *memoryUse) mark(op *ir.Operation) {
	if op != nil {
		l.live.Add(op)
	}
}

// reach marks what a live operation needs: what it uses, what is around it and hands values on there, and the writes of the memory it reads.
func (l *memoryUse) reach(op *ir.Operation) {
	for i := range op.NumOperands() {
		v := op.Operand(i)
		if d := v.DefiningOp(); d != nil {
			l.mark(d)
		} else if b := v.OwnerBlock(); b != nil {
			l.mark(b.Parent())
		}
	}
	l.mark(op.Parent())
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			l.mark(b.Back())
		}
	}
	if alloc := l.memory[op]; alloc != nil {
		l.mark(alloc)
	}
	for _, access := range l.accesses[op] {
		if _, written := access.Typed().(ods.SlotAccess).Access(); written != nil {
			l.mark(access)
		}
	}
}

// erase erases what is not live in a region, from its end.
func (l *memoryUse) erase(c *passes.Context, r *ir.Region) {
	var blocks []*ir.Block
	for b := range r.Blocks() {
		blocks = append(blocks, b)
	}
	for i := len(blocks) - 1; i >= 0; i-- {
		for op := blocks[i].Back(); op != nil; {
			prev := op.Prev()
			if l.live.Has(op) {
				for _, inner := range op.Regions() {
					l.erase(c, inner)
				}
			} else {
				op.Erase()
				c.Stat("erased", 1)
			}
			op = prev
		}
	}
}
