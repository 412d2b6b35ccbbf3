package ir

import (
	"fmt"
	"iter"
	"sync/atomic"
)

// Block is a list of operations with arguments, in a region.
type Block struct {
	args        []*Value
	first, last *Operation
	region      *Region
	prev, next  *Block
	uses        *blockUse // as a successor

	orderValid bool                                  // Operation.order is set
	symbols    atomic.Pointer[map[string]*Operation] // see symbolTable; nil after a change
}

// NewBlock makes a block with arguments of the types, which are declared at loc.
func NewBlock(loc Location, types ...Type) *Block {
	b := &Block{}
	for _, t := range types {
		b.AddArg(t, loc)
	}
	return b
}

// AddArg appends an argument; loc is where it is declared.
func (b *Block) AddArg(t Type, loc Location) *Value {
	if t == nil {
		misuse("Block.AddArg", "the type of argument #%d is nil", len(b.args))
	}
	v := newArg(b, t, loc)
	v.index = int32(len(b.args))
	b.args = append(b.args, v)
	return v
}

func newArg(b *Block, t Type, loc Location) *Value {
	v := &struct { // in one piece
		Value
		arg argument
	}{Value{typ: t}, argument{b, loc}}
	v.Value.arg = &v.arg
	return &v.Value
}

// InsertArg inserts an argument at position i.
func (b *Block) InsertArg(i int, t Type, loc Location) *Value {
	v := newArg(b, t, loc)
	b.args = append(b.args, nil)
	copy(b.args[i+1:], b.args[i:])
	b.args[i] = v
	for j, a := range b.args {
		a.index = int32(j)
	}
	return v
}

// EraseArg removes the i-th argument, which must have no uses.
func (b *Block) EraseArg(i int) {
	if v := b.args[i]; v.first != nil {
		v.unused("Block.EraseArg", fmt.Sprintf("argument #%d", i))
	}
	b.args = append(b.args[:i:i], b.args[i+1:]...)
	for j, a := range b.args {
		a.index = int32(j)
	}
}

// NumArgs is the number of arguments.
func (b *Block) NumArgs() int { return len(b.args) }

// Arg is the i-th argument.
func (b *Block) Arg(i int) *Value { return b.args[i] }

// Args are the arguments; the slice must not be changed.
func (b *Block) Args() []*Value { return b.args }

// Region is the region that holds the block.
func (b *Block) Region() *Region { return b.region }

// Parent is the operation that the block is in, or nil.
func (b *Block) Parent() *Operation {
	if b.region == nil {
		return nil
	}
	return b.region.op
}

// Front is the first operation, or nil.
func (b *Block) Front() *Operation { return b.first }

// Back is the last operation, or nil.
func (b *Block) Back() *Operation { return b.last }

// Next is the following block of the region, or nil.
func (b *Block) Next() *Block { return b.next }

// Prev is the preceding block of the region, or nil.
func (b *Block) Prev() *Block { return b.prev }

// Empty says whether the block has no operation.
func (b *Block) Empty() bool { return b.first == nil }

// Terminator is the last operation if it may end a block: it has the trait, or is not registered.
func (b *Block) Terminator() *Operation {
	if b.last != nil && (b.last.Def() == nil || b.last.Has(Terminator)) {
		return b.last
	}
	return nil
}

// Ops iterates over the operations; the current one may be erased or moved.
func (b *Block) Ops() iter.Seq[*Operation] {
	return func(yield func(*Operation) bool) {
		for o := b.first; o != nil; {
			next := o.next
			if !yield(o) {
				return
			}
			o = next
		}
	}
}

// Append adds an operation at the end.
func (b *Block) Append(op *Operation) { b.insertBefore("Block.Append", op, nil) }

// insertBefore inserts op before other, at the end if other is nil, for the function that is called so.
func (b *Block) insertBefore(call string, op, other *Operation) {
	if b == nil || op == nil || op.block != nil || op.order == erased || other != nil && other.block != b || len(op.regions) > 0 && b.isIn(op) {
		b.cannotInsert(call, op, other)
	}
	op.block = b
	b.changed()
	if other == nil {
		op.prev = b.last
		if b.last != nil {
			b.last.next = op
		} else {
			b.first = op
		}
		b.last = op
		return
	}
	op.prev, op.next = other.prev, other
	if other.prev != nil {
		other.prev.next = op
	} else {
		b.first = op
	}
	other.prev = op
}

// isIn says whether the block is inside an operation.
func (b *Block) isIn(op *Operation) bool {
	return b.region != nil && b.region.op != nil && op.IsAncestorOf(b.region.op)
}

// changed drops what is known of the list of operations.
func (b *Block) changed() {
	b.orderValid = false
	b.forgetSymbols()
}

func (b *Block) forgetSymbols() {
	if b.symbols.Load() != nil {
		b.symbols.Store(nil)
	}
}

func (b *Block) numberOps() {
	i := int32(0)
	for o := b.first; o != nil; o = o.next {
		o.order = i
		i++
	}
	b.orderValid = true
}

// SplitBefore moves op and all that follow into a new block after b, and returns it.
func (b *Block) SplitBefore(op *Operation) *Block {
	n := &Block{}
	b.region.InsertAfter(n, b)
	for op != nil {
		next := op.next
		op.MoveToEnd(n)
		op = next
	}
	return n
}

// Erase removes the block and its operations from its region. What is defined in it must have no uses left outside.
func (b *Block) Erase() {
	b.Detach()
	for o := range b.Ops() {
		o.dropReferences()
	}
	for o := range b.Ops() {
		o.goneWithoutUses("Block.Erase")
	}
	for i, a := range b.args {
		if a.first != nil {
			a.unused("Block.Erase", fmt.Sprintf("argument #%d", i))
		}
	}
	if b.uses != nil {
		misuse("Block.Erase", "the block is a successor of %s", b.uses.owner.calledAt())
	}
}

// Detach takes the block out of its region.
func (b *Block) Detach() {
	r := b.region
	if r == nil {
		return
	}
	if b.prev != nil {
		b.prev.next = b.next
	} else {
		r.first = b.next
	}
	if b.next != nil {
		b.next.prev = b.prev
	} else {
		r.last = b.prev
	}
	b.prev, b.next, b.region = nil, nil, nil
}

// Region is a list of blocks inside an operation.
type Region struct {
	first, last *Block
	op          *Operation
}

// NewRegion makes a region with the blocks.
func NewRegion(blocks ...*Block) *Region {
	r := &Region{}
	for _, b := range blocks {
		r.Append(b)
	}
	return r
}

// Op is the operation that the region belongs to.
func (r *Region) Op() *Operation { return r.op }

// Front is the entry block, or nil.
func (r *Region) Front() *Block { return r.first }

// Back is the last block, or nil.
func (r *Region) Back() *Block { return r.last }

// Empty says whether there is no block.
func (r *Region) Empty() bool { return r.first == nil }

// Blocks iterates over the blocks; the current one may be erased.
func (r *Region) Blocks() iter.Seq[*Block] {
	return func(yield func(*Block) bool) {
		for b := r.first; b != nil; {
			next := b.next
			if !yield(b) {
				return
			}
			b = next
		}
	}
}

// Append adds a block at the end.
func (r *Region) Append(b *Block) { r.InsertAfter(b, r.last) }

// InsertAfter inserts b after pos; at the front if pos is nil.
func (r *Region) InsertAfter(b, pos *Block) {
	if b == nil || b.region != nil {
		misuse("Region.Append", "the block is nil, or in a region already; Detach it first")
	}
	b.region = r
	if pos == nil {
		b.next = r.first
		if r.first != nil {
			r.first.prev = b
		} else {
			r.last = b
		}
		r.first = b
		return
	}
	b.prev, b.next = pos, pos.next
	if pos.next != nil {
		pos.next.prev = b
	} else {
		r.last = b
	}
	pos.next = b
}

// TakeBody moves all blocks of other to the end of r.
func (r *Region) TakeBody(other *Region) {
	for b := range other.Blocks() {
		b.Detach()
		r.Append(b)
	}
}

// CloneInto appends copies of the blocks to dst; see Operation.Clone. Operands defined later in the
// region are mapped too.
func (r *Region) CloneInto(dst *Region, m *Mapping) {
	for b := range r.Blocks() {
		n := &Block{}
		for _, a := range b.args {
			m.Values[a] = n.AddArg(a.typ, a.arg.loc)
		}
		m.Blocks[b] = n
		dst.Append(n)
	}
	for b := range r.Blocks() {
		n := m.Blocks[b]
		for o := range b.Ops() {
			n.Append(o.Clone(m))
		}
	}
	// forward references (graph regions, later blocks)
	for b := range r.Blocks() {
		for o := range m.Blocks[b].Ops() {
			for _, u := range o.operands {
				if w, ok := m.Values[u.value]; ok {
					u.set(w)
				}
			}
		}
	}
}

// IsProperAncestorOf says whether other lies inside an operation of r.
func (r *Region) IsProperAncestorOf(other *Region) bool {
	for other != nil && other.op != nil {
		other = other.op.ParentRegion()
		if other == r {
			return true
		}
	}
	return false
}
