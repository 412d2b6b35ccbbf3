package sim

import (
	"descend/dialects/arith"
	"descend/dialects/memref"
	"descend/ir"
)

// rmw is the new value of an atomic operation of a kind, for an element type; nil if there is none.
func rmw(kind memref.AtomicKind, t ir.Type) func(old, v uint64) uint64 {
	w := widthOf(t)
	m := maskOf(w)
	ft, _ := t.(*ir.FloatType)
	fl := func(op func(a, b float64) float64) func(old, v uint64) uint64 {
		if ft == nil {
			return nil
		}
		return func(old, v uint64) uint64 {
			return ir.EncodeFloat(op(ir.DecodeFloat(old, ft.Kind), ir.DecodeFloat(v, ft.Kind)), ft.Kind)
		}
	}
	switch kind {
	case memref.AddF:
		return fl(floatBinary(arith.AddFOp{}))
	case memref.AddI:
		return func(old, v uint64) uint64 { return (old + v) & m }
	case memref.Assign:
		return func(old, v uint64) uint64 { return v }
	case memref.MaximumF:
		return fl(floatBinary(arith.MaximumFOp{}))
	case memref.MaxS:
		return func(old, v uint64) uint64 { return uint64(max(signed(old, w), signed(v, w))) & m }
	case memref.MaxU:
		return func(old, v uint64) uint64 { return max(old, v) }
	case memref.MinimumF:
		return fl(floatBinary(arith.MinimumFOp{}))
	case memref.MinS:
		return func(old, v uint64) uint64 { return uint64(min(signed(old, w), signed(v, w))) & m }
	case memref.MinU:
		return func(old, v uint64) uint64 { return min(old, v) }
	case memref.MulF:
		return fl(floatBinary(arith.MulFOp{}))
	case memref.MulI:
		return func(old, v uint64) uint64 { return (old * v) & m }
	case memref.OrI:
		return func(old, v uint64) uint64 { return old | v }
	case memref.AndI:
		return func(old, v uint64) uint64 { return old & v }
	case memref.MaxNumF:
		return fl(maxNum)
	case memref.MinNumF:
		return fl(minNum)
	}
	return nil
}

// atomicAccess checks an atomic access of one lane and returns the position of the element in the data.
// An operation that reads what nobody wrote is reported unless it only stores.
func (f *frame) atomicAccess(op *ir.Operation, num int, b *buffer, i uint64, l int32, storesOnly bool) int64 {
	if i >= uint64(b.count) {
		f.outOfBounds(op, b, i, l)
	}
	pos := b.position(i, l)
	f.m.stats.Atomics++
	if b.shadow == nil {
		if b.written != nil {
			if !storesOnly && !b.initialized && !b.isWritten(pos, int64(b.size)) {
				f.unwritten(op, b, l)
			}
			b.markWritten(pos, int64(b.size))
		}
		return pos
	}
	if racing := f.m.opts.Racing; racing != nil && !racing(op, f.block, l, int64(i)) {
		return pos
	}
	s := &f.m.launch
	f.noFlight(op, b, i, l, true)
	now := s.access(num).by(l) | 1
	for j := pos / int64(b.grain); j*int64(b.grain) < pos+int64(b.size); j++ {
		if !storesOnly && !s.hasValue(b.alloc, j) {
			f.unwritten(op, b, l)
		}
		if a := f.update(b.alloc, j, now); a != 0 {
			f.race(op, b, int64(i), l, a, Atomic)
		}
	}
	return pos
}

func (c *code) atomicRMW(o memref.AtomicRMWOp) exec {
	op := o.Operation
	val, mem, res := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Result(0))
	kind := o.Kind()
	update := rmw(kind, op.Operand(0).Type())
	if update == nil {
		return nil
	}
	num := c.number(op)
	idx, prepare := c.index(op, 1, 2)
	return func(f *frame, act []int32) {
		if len(act) == 0 {
			return
		}
		call(prepare, f, act)
		b := f.memory(op, mem, act)
		x, v, z := f.vals[idx], f.vals[val], f.vals[res]
		if f.m.watched() {
			f.watch(op, Atomic, b, x, nil, act)
		}
		for _, l := range act {
			pos := f.atomicAccess(op, num, b, x[l], l, kind == memref.Assign && !op.Result(0).HasUses())
			old := loadBits(b.data[pos:], b.size)
			storeBits(b.data[pos:], b.size, update(old, v[l]))
			z[l] = old
		}
	}
}

// genericRMW runs its region for one lane after the other; the result is what memory held before.
func (c *code) genericRMW(o memref.GenericAtomicRMWOp) exec {
	op := o.Operation
	mem, res := c.slot(op.Operand(0)), c.slot(op.Result(0))
	body := op.Body(0)
	if body == nil || body.NumArgs() != 1 || body.Back() == nil || body.Back().NumOperands() != 1 {
		return nil
	}
	num := c.number(op)
	idx, prepare := c.index(op, 0, 1)
	cur := c.slot(body.Arg(0))
	runs := c.block(body)
	out := c.slot(body.Back().Operand(0))
	return func(f *frame, act []int32) {
		if len(act) == 0 {
			return
		}
		call(prepare, f, act)
		b := f.memory(op, mem, act)
		if f.m.watched() {
			f.watch(op, Atomic, b, f.vals[idx], nil, act)
		}
		one := f.list()[:1]
		for _, l := range act {
			one[0] = l
			pos := f.atomicAccess(op, num, b, f.vals[idx][l], l, false)
			old := loadBits(b.data[pos:], b.size)
			f.vals[cur][l] = old
			runAll(runs, f, one)
			storeBits(b.data[pos:], b.size, f.vals[out][l])
			f.vals[res][l] = old
		}
		f.release(one)
	}
}
