package nvvm

import (
	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/ir"
)

// The atomic instructions by memref.atomic_rmw's kind (MLIR's order: addf addi assign maximumf maxs maxu
// minimumf mins minu mulf muli ori andi maxnumf minnumf).
var atomicOps = map[int64]enum.AtomicOp{0: enum.AtomicOpFAdd, 1: enum.AtomicOpAdd, 2: enum.AtomicOpXChg, 4: enum.AtomicOpMax,
	5: enum.AtomicOpUMax, 7: enum.AtomicOpMin, 8: enum.AtomicOpUMin, 11: enum.AtomicOpOr, 12: enum.AtomicOpAnd}

func (f *function) atomicRMW(op *ir.Operation) bool {
	m := f.mem(op.Operand(1))
	p := f.address(m, op.Operands()[2:])
	x := f.val(op.Operand(0))
	kind, _ := op.IntAttr("kind")
	if a, ok := atomicOps[kind]; ok && sizeOf(m.elem) >= 4 {
		if a == enum.AtomicOpXChg && !isInt(m.elem) { // exchange of floats by their bits
			it := types.NewInt(uint64(8 * sizeOf(m.elem)))
			old := f.cur.NewAtomicRMW(a, f.intPointer(p, it), f.cur.NewBitCast(x, it), enum.AtomicOrderingMonotonic)
			return f.set(op, f.cur.NewBitCast(old, m.elem))
		}
		return f.set(op, f.cur.NewAtomicRMW(a, p, x, enum.AtomicOrderingMonotonic))
	}
	return f.set(op, f.casLoop(op, m, p, func(old value.Value) value.Value {
		switch kind {
		case 0:
			return f.cur.NewFAdd(old, x)
		case 1:
			return f.cur.NewAdd(old, x)
		case 2:
			return x
		case 3:
			return f.extremum("maximumf", old, x)
		case 6:
			return f.extremum("minimumf", old, x)
		case 13:
			return f.floatCall("llvm.maxnum", old, old, x)
		case 14:
			return f.floatCall("llvm.minnum", old, old, x)
		case 9:
			return f.cur.NewFMul(old, x)
		case 10:
			return f.cur.NewMul(old, x)
		}
		return f.smallUpdate(op, kind, old, x)
	}))
}

func isInt(t types.Type) bool { _, ok := t.(*types.IntType); return ok }

// intPointer is p as a pointer to an integer of the same size.
func (f *function) intPointer(p value.Value, it *types.IntType) value.Value {
	pt := types.NewPointer(it)
	pt.AddrSpace = p.Type().(*types.PointerType).AddrSpace
	return f.cur.NewBitCast(p, pt)
}

// genericRMW matches the fixed shapes that lowering makes (one operation on the current value) back to one
// instruction, and makes a compare-and-swap loop of everything else.
func (f *function) genericRMW(op *ir.Operation) bool {
	m := f.mem(op.Operand(0))
	p := f.address(m, op.Operands()[1:])
	body := op.Body(0)
	cur, yield := body.Arg(0), body.Back()
	result := yield.Operand(0)
	outside := func(v *ir.Value) bool { return v != cur && (v.DefiningOp() == nil || v.DefiningOp().Block() != body) }
	def := result.DefiningOp()
	switch {
	case outside(result) && isInt(m.elem) && sizeOf(m.elem) >= 4:
		return f.set(op, f.cur.NewAtomicRMW(enum.AtomicOpXChg, p, f.val(result), enum.AtomicOrderingMonotonic))
	case result == cur && sizeOf(m.elem) >= 4: // a load; there are no atomic loads below sm_70, so add nothing
		return f.set(op, f.atomicLoad(m, p))
	case def != nil && sizeOf(m.elem) >= 4 && def.Block() == body && def.Prev() == nil && def.NumOperands() == 2 && def.Operand(0) == cur && outside(def.Operand(1)):
		kinds := map[string]enum.AtomicOp{"arith.xori": enum.AtomicOpXor, "arith.subi": enum.AtomicOpSub, "arith.addi": enum.AtomicOpAdd,
			"arith.andi": enum.AtomicOpAnd, "arith.ori": enum.AtomicOpOr}
		if a, ok := kinds[def.Name()]; ok {
			return f.set(op, f.cur.NewAtomicRMW(a, p, f.val(def.Operand(1)), enum.AtomicOrderingMonotonic))
		}
	case def != nil && def.Is("arith.select") && def.Block() == body && isInt(m.elem) && sizeOf(m.elem) >= 4:
		// select(cur == expected, desired, cur): compare and swap
		c := def.Operand(0).DefiningOp()
		if c != nil && c.Is("arith.cmpi") && c.Operand(0) == cur && outside(c.Operand(1)) && outside(def.Operand(1)) && def.Operand(2) == cur {
			if pred, _ := c.IntAttr("predicate"); pred == 0 {
				x := f.cur.NewCmpXchg(p, f.val(c.Operand(1)), f.val(def.Operand(1)), enum.AtomicOrderingMonotonic, enum.AtomicOrderingMonotonic)
				return f.set(op, f.cur.NewExtractValue(x, 0))
			}
		}
	}
	return f.set(op, f.casLoop(op, m, p, func(old value.Value) value.Value {
		f.vals[cur] = old
		for o := range body.Ops() {
			if o != yield {
				f.operation(o)
			}
		}
		return f.val(result)
	}))
}

// casLoop repeats a compare and swap until nobody interferes; it gives the old value. LLVM makes a swap of fewer
// than 4 bytes of one of the word around.
func (f *function) casLoop(op *ir.Operation, m memory, p value.Value, update func(old value.Value) value.Value) value.Value {
	it := types.NewInt(uint64(8 * sizeOf(m.elem)))
	toInt := func(v value.Value) value.Value {
		if isInt(m.elem) {
			return v
		}
		return f.cur.NewBitCast(v, it)
	}
	fromInt := func(v value.Value) value.Value {
		if isInt(m.elem) {
			return v
		}
		return f.cur.NewBitCast(v, m.elem)
	}
	ip := p
	if !isInt(m.elem) {
		ip = f.intPointer(p, it)
	}
	first := f.cur.NewLoad(it, ip)
	first.Align = llvm.Align(sizeOf(m.elem))
	first.Volatile = true
	pre := f.cur
	loop, done := f.newBlock("cas"), f.newBlock("endcas")
	pre.NewBr(loop)
	expected := loop.NewPhi(llvm.NewIncoming(first, pre))
	f.cur = loop
	desired := toInt(update(fromInt(expected)))
	x := f.cur.NewCmpXchg(ip, expected, desired, enum.AtomicOrderingMonotonic, enum.AtomicOrderingMonotonic)
	seen := f.cur.NewExtractValue(x, 0)
	ok := f.cur.NewExtractValue(x, 1)
	expected.Incs = append(expected.Incs, llvm.NewIncoming(seen, f.cur))
	f.cur.NewCondBr(ok, done, loop)
	f.cur = done
	return fromInt(seen)
}

// smallUpdate is an update of integers of fewer than 4 bytes, which have no instruction.
func (f *function) smallUpdate(op *ir.Operation, kind int64, old, x value.Value) value.Value {
	preds := map[int64]enum.IPred{4: enum.IPredSGT, 5: enum.IPredUGT, 7: enum.IPredSLT, 8: enum.IPredULT}
	switch kind {
	case 4, 5, 7, 8:
		return f.cur.NewSelect(f.cur.NewICmp(preds[kind], old, x), old, x)
	case 11:
		return f.cur.NewOr(old, x)
	case 12:
		return f.cur.NewAnd(old, x)
	}
	unsupported(op, "this atomic update is not supported on the GPU")
	return nil
}

// atomicLoad reads an element atomically: a volatile load of an aligned word cannot be torn or cached in a
// register, and is relaxed.
func (f *function) atomicLoad(m memory, p value.Value) value.Value {
	l := f.cur.NewLoad(m.elem, p)
	l.Align, l.Volatile = llvm.Align(sizeOf(m.elem)), true
	return l
}
