package llvmgen

import (
	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/dialects/arith"
	"descend/dialects/memref"
	"descend/ir"
)

// atomicOps are the atomic instructions for kinds of updates.
var atomicOps = map[memref.AtomicKind]enum.AtomicOp{memref.AddF: enum.AtomicOpFAdd, memref.AddI: enum.AtomicOpAdd, memref.Assign: enum.AtomicOpXChg,
	memref.MaxS: enum.AtomicOpMax, memref.MaxU: enum.AtomicOpUMax, memref.MinS: enum.AtomicOpMin, memref.MinU: enum.AtomicOpUMin,
	memref.OrI: enum.AtomicOpOr, memref.AndI: enum.AtomicOpAnd}

func (f *Function) atomicRMW(o memref.AtomicRMWOp) bool {
	op, kind := o.Operation, o.Kind()
	m := f.Mem(o.MemRef())
	p := f.Address(m, o.Indices())
	x := f.Val(o.Value())
	if a, ok := atomicOps[kind]; ok && SizeOf(m.Elem) >= 4 {
		if a == enum.AtomicOpXChg && !IsInt(m.Elem) { // exchange of floats by their bits
			it := types.NewInt(uint64(8 * SizeOf(m.Elem)))
			old := f.Cur.NewAtomicRMW(a, f.intPointer(p, it), f.Cur.NewBitCast(x, it), enum.AtomicOrderingMonotonic)
			return f.Set(op, f.Cur.NewBitCast(old, m.Elem))
		}
		return f.Set(op, f.Cur.NewAtomicRMW(a, p, x, enum.AtomicOrderingMonotonic))
	}
	return f.Set(op, f.casLoop(op, m, p, func(old value.Value) value.Value {
		switch kind {
		case memref.AddF:
			return f.Cur.NewFAdd(old, x)
		case memref.AddI:
			return f.Cur.NewAdd(old, x)
		case memref.Assign:
			return x
		case memref.MaximumF:
			return f.extremum("llvm.maxnum", old, x)
		case memref.MinimumF:
			return f.extremum("llvm.minnum", old, x)
		case memref.MaxNumF:
			return f.Overloaded("llvm.maxnum", old, old, x)
		case memref.MinNumF:
			return f.Overloaded("llvm.minnum", old, old, x)
		case memref.MulF:
			return f.Cur.NewFMul(old, x)
		case memref.MulI:
			return f.Cur.NewMul(old, x)
		}
		return f.smallUpdate(op, kind, old, x)
	}))
}

// IsInt says whether t is an integer type.
func IsInt(t types.Type) bool { _, ok := t.(*types.IntType); return ok }

// intPointer is p as a pointer to an integer of the same size.
func (f *Function) intPointer(p value.Value, it *types.IntType) value.Value {
	pt := types.NewPointer(it)
	pt.AddrSpace = p.Type().(*types.PointerType).AddrSpace
	return f.Cur.NewBitCast(p, pt)
}

// genericRMW matches the fixed shapes that lowering makes (one operation on the current value) back to one
// instruction, and makes a compare-and-swap loop of everything else.
func (f *Function) genericRMW(op *ir.Operation) bool {
	m := f.Mem(op.Operand(0))
	p := f.Address(m, op.Operands()[1:])
	body := op.Body(0)
	cur, yield := body.Arg(0), body.Back()
	result := yield.Operand(0)
	outside := func(v *ir.Value) bool { return v != cur && (v.DefiningOp() == nil || v.DefiningOp().Block() != body) }
	def := result.DefiningOp()
	switch {
	case outside(result) && IsInt(m.Elem) && SizeOf(m.Elem) >= 4:
		return f.Set(op, f.Cur.NewAtomicRMW(enum.AtomicOpXChg, p, f.Val(result), enum.AtomicOrderingMonotonic))
	case result == cur && SizeOf(m.Elem) >= 4: // a load; there are no atomic loads below sm_70, so add nothing
		return f.Set(op, f.atomicLoad(m, p))
	case def != nil && SizeOf(m.Elem) >= 4 && def.Block() == body && def.Prev() == nil && def.NumOperands() == 2 && def.Operand(0) == cur && outside(def.Operand(1)):
		if a, ok := updateBy(def); ok {
			return f.Set(op, f.Cur.NewAtomicRMW(a, p, f.Val(def.Operand(1)), enum.AtomicOrderingMonotonic))
		}
	case ir.Is[arith.SelectOp](def) && def.Block() == body && IsInt(m.Elem) && SizeOf(m.Elem) >= 4:
		// select(cur == expected, desired, cur): compare and swap
		c, ok := ir.DefinedBy[arith.CmpIOp](def.Operand(0))
		if ok && c.Predicate() == arith.EQ && c.Lhs() == cur && outside(c.Rhs()) && outside(def.Operand(1)) && def.Operand(2) == cur {
			x := f.Cur.NewCmpXchg(p, f.Val(c.Rhs()), f.Val(def.Operand(1)), enum.AtomicOrderingMonotonic, enum.AtomicOrderingMonotonic)
			return f.Set(op, f.Cur.NewExtractValue(x, 0))
		}
	}
	return f.Set(op, f.casLoop(op, m, p, func(old value.Value) value.Value {
		f.Vals[cur] = old
		for o := range body.Ops() {
			if o != yield {
				f.Operation(o)
			}
		}
		return f.Val(result)
	}))
}

// updateBy is the atomic instruction that does what an operation of two integers does.
func updateBy(op *ir.Operation) (enum.AtomicOp, bool) {
	switch op.Typed().(type) {
	case arith.XOrIOp:
		return enum.AtomicOpXor, true
	case arith.SubIOp:
		return enum.AtomicOpSub, true
	case arith.AddIOp:
		return enum.AtomicOpAdd, true
	case arith.AndIOp:
		return enum.AtomicOpAnd, true
	case arith.OrIOp:
		return enum.AtomicOpOr, true
	}
	return 0, false
}

// casLoop repeats a compare and swap until nobody interferes; it gives the old value. LLVM makes a swap of fewer
// than 4 bytes of one of the word around.
func (f *Function) casLoop(op *ir.Operation, m Memory, p value.Value, update func(old value.Value) value.Value) value.Value {
	it := types.NewInt(uint64(8 * SizeOf(m.Elem)))
	toInt := func(v value.Value) value.Value {
		if IsInt(m.Elem) {
			return v
		}
		return f.Cur.NewBitCast(v, it)
	}
	fromInt := func(v value.Value) value.Value {
		if IsInt(m.Elem) {
			return v
		}
		return f.Cur.NewBitCast(v, m.Elem)
	}
	ip := p
	if !IsInt(m.Elem) {
		ip = f.intPointer(p, it)
	}
	first := f.Cur.NewLoad(it, ip)
	first.Align = llvm.Align(SizeOf(m.Elem))
	first.Volatile = true
	pre := f.Cur
	loop, done := f.NewBlock("cas"), f.NewBlock("endcas")
	pre.NewBr(loop)
	expected := loop.NewPhi(llvm.NewIncoming(first, pre))
	f.Cur = loop
	desired := toInt(update(fromInt(expected)))
	x := f.Cur.NewCmpXchg(ip, expected, desired, enum.AtomicOrderingMonotonic, enum.AtomicOrderingMonotonic)
	seen := f.Cur.NewExtractValue(x, 0)
	ok := f.Cur.NewExtractValue(x, 1)
	expected.Incs = append(expected.Incs, llvm.NewIncoming(seen, f.Cur))
	f.Cur.NewCondBr(ok, done, loop)
	f.Cur = done
	return fromInt(seen)
}

// smallUpdate is an update of integers of fewer than 4 bytes, which have no instruction.
func (f *Function) smallUpdate(op *ir.Operation, kind memref.AtomicKind, old, x value.Value) value.Value {
	chosen := func(p enum.IPred) value.Value { return f.Cur.NewSelect(f.Cur.NewICmp(p, old, x), old, x) }
	switch kind {
	case memref.MaxS:
		return chosen(enum.IPredSGT)
	case memref.MaxU:
		return chosen(enum.IPredUGT)
	case memref.MinS:
		return chosen(enum.IPredSLT)
	case memref.MinU:
		return chosen(enum.IPredULT)
	case memref.OrI:
		return f.Cur.NewOr(old, x)
	case memref.AndI:
		return f.Cur.NewAnd(old, x)
	}
	f.Unsupported(op, "this atomic update is not supported on %s", f.Where)
	return nil
}

// atomicLoad reads an element atomically: a volatile load of an aligned word cannot be torn or cached in a
// register, and is relaxed.
func (f *Function) atomicLoad(m Memory, p value.Value) value.Value {
	l := f.Cur.NewLoad(m.Elem, p)
	l.Align, l.Volatile = llvm.Align(SizeOf(m.Elem)), true
	return l
}
