package nvvm

import (
	"fmt"

	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/ir"
)

// memref translates allocations, views and accesses.
func (f *function) memref(op *ir.Operation, name string) bool {
	switch name {
	case "load":
		m := f.mems[op.Operand(0)]
		l := f.cur.NewLoad(m.elem, f.address(m, op.Operands()[1:]))
		l.Align = llvm.Align(sizeOf(m.elem))
		var v value.Value = l
		if m.fresh {
			fr := llvm.NewInstFreeze(l)
			f.cur.Insts = append(f.cur.Insts, fr)
			v = fr
		}
		if isBool(op.Result(0).Type()) {
			v = f.cur.NewTrunc(v, types.I1)
		}
		return f.set(op, v)
	case "store":
		m := f.mems[op.Operand(1)]
		v := f.val(op.Operand(0))
		if isBool(op.Operand(0).Type()) {
			v = f.cur.NewZExt(v, types.I8)
		}
		s := f.cur.NewStore(v, f.address(m, op.Operands()[2:]))
		s.Align = llvm.Align(sizeOf(m.elem))
		return true
	case "alloca":
		f.mems[op.Result(0)] = f.privateMemory(op, op.Result(0).Type().(*ir.MemRefType))
		return true
	case "cast":
		m := f.mems[op.Operand(0)]
		m.dims = op.Result(0).Type().(*ir.MemRefType).Shape
		f.mems[op.Result(0)] = m
		return true
	case "view":
		return f.view(op)
	case "dim":
		m := f.mems[op.Operand(0)]
		return m.count != nil && f.set(op, m.count)
	case "atomic_rmw":
		return f.atomicRMW(op)
	case "generic_atomic_rmw":
		return f.genericRMW(op)
	}
	return false
}

func isBool(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Width == 1
}

// address is the pointer to an element: one GEP for each addend of the index, in the order of the sum.
func (f *function) address(m memory, idx []*ir.Value) value.Value {
	p := m.ptr
	for i, v := range idx {
		scale := int64(1)
		for _, d := range m.dims[i+1:] {
			scale *= d
		}
		for _, a := range addends(v, nil) {
			x := f.val(a)
			if scale != 1 {
				x = f.cur.NewMul(x, constant.NewInt(types.I64, scale))
			}
			if c, ok := x.(*constant.Int); ok && c.X.Sign() == 0 {
				continue
			}
			g := f.cur.NewGetElementPtr(m.elem, p, x)
			g.InBounds = true
			p = g
		}
	}
	return p
}

// addends flattens a left-leaning sum of index values.
func addends(v *ir.Value, out []*ir.Value) []*ir.Value {
	if op := v.DefiningOp(); op != nil && op.Is("arith.addi") {
		return append(addends(op.Operand(0), out), op.Operand(1))
	}
	return append(out, v)
}

// view types a part of a byte buffer.
func (f *function) view(op *ir.Operation) bool {
	m := f.mems[op.Operand(0)]
	t := op.Result(0).Type().(*ir.MemRefType)
	elem := memType(op, t.Elem)
	off := f.val(op.Operand(1))
	var p value.Value = f.cur.NewGetElementPtr(m.elem, m.ptr, off)
	ptr := types.NewPointer(elem)
	ptr.AddrSpace = m.ptr.Type().(*types.PointerType).AddrSpace
	p = f.cur.NewBitCast(p, ptr)
	n := memory{ptr: p, elem: elem, align: sizeOf(elem), dims: t.Shape, fresh: m.fresh}
	switch {
	case len(t.Shape) == 1 && t.Shape[0] != ir.Dynamic:
		n.count = constant.NewInt(types.I64, t.Shape[0])
	case len(t.Shape) == 1:
		n.count = f.val(op.Operand(2))
	}
	f.mems[op.Result(0)] = n
	return true
}

// The atomic instructions by memref.atomic_rmw's kind (MLIR's order: addf addi assign maximumf maxs maxu
// minimumf mins minu mulf muli ori andi maxnumf minnumf).
var atomicOps = map[int64]enum.AtomicOp{0: enum.AtomicOpFAdd, 1: enum.AtomicOpAdd, 2: enum.AtomicOpXChg, 4: enum.AtomicOpMax,
	5: enum.AtomicOpUMax, 7: enum.AtomicOpMin, 8: enum.AtomicOpUMin, 11: enum.AtomicOpOr, 12: enum.AtomicOpAnd}

func (f *function) atomicRMW(op *ir.Operation) bool {
	m := f.mems[op.Operand(1)]
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
		case 3, 13:
			return f.floatCall("llvm.maxnum", old, old, x)
		case 6, 14:
			return f.floatCall("llvm.minnum", old, old, x)
		case 9:
			return f.cur.NewFMul(old, x)
		case 10:
			return f.cur.NewMul(old, x)
		}
		unsupported(op, "atomics of %d bytes are not supported on the GPU", sizeOf(m.elem))
		return nil
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
	m := f.mems[op.Operand(0)]
	p := f.address(m, op.Operands()[1:])
	body := op.Body(0)
	cur, yield := body.Arg(0), body.Back()
	result := yield.Operand(0)
	if sizeOf(m.elem) < 4 {
		unsupported(op, "atomics of %d bytes are not supported on the GPU", sizeOf(m.elem))
	}
	outside := func(v *ir.Value) bool { return v != cur && (v.DefiningOp() == nil || v.DefiningOp().Block() != body) }
	def := result.DefiningOp()
	switch {
	case outside(result) && isInt(m.elem):
		return f.set(op, f.cur.NewAtomicRMW(enum.AtomicOpXChg, p, f.val(result), enum.AtomicOrderingMonotonic))
	case def != nil && def.Block() == body && def.Prev() == nil && def.NumOperands() == 2 && def.Operand(0) == cur && outside(def.Operand(1)):
		kinds := map[string]enum.AtomicOp{"arith.xori": enum.AtomicOpXor, "arith.subi": enum.AtomicOpSub, "arith.addi": enum.AtomicOpAdd,
			"arith.andi": enum.AtomicOpAnd, "arith.ori": enum.AtomicOpOr}
		if a, ok := kinds[def.Name()]; ok {
			return f.set(op, f.cur.NewAtomicRMW(a, p, f.val(def.Operand(1)), enum.AtomicOrderingMonotonic))
		}
	case def != nil && def.Is("arith.select") && isInt(m.elem):
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

// casLoop repeats a compare and swap until nobody interferes; it gives the old value.
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

// unrollHint attaches the loop's unrolling wish (descend.unroll = "full" or a count) to its back edge.
func (f *function) unrollHint(br *llvm.TermBr, op *ir.Operation) {
	var hint *metadata.Tuple
	switch a := op.Attr("descend.unroll").(type) {
	case *ir.StringAttr:
		if a.Value != "full" {
			return
		}
		hint = &metadata.Tuple{MetadataID: -1, Fields: []metadata.Field{&metadata.String{Value: "llvm.loop.unroll.full"}}}
	case *ir.IntegerAttr:
		hint = &metadata.Tuple{MetadataID: -1, Fields: []metadata.Field{&metadata.String{Value: "llvm.loop.unroll.count"}, constant.NewInt(types.I32, a.Int64())}}
	default:
		return
	}
	loop := &metadata.Tuple{MetadataID: -1, Distinct: true}
	loop.Fields = []metadata.Field{loop, hint}
	f.mod.MetadataDefs = append(f.mod.MetadataDefs, hint, loop)
	br.Metadata = append(br.Metadata, &metadata.Attachment{Name: "llvm.loop", Node: loop})
}

// cstring makes a constant string in global memory and gives a generic pointer to it.
func (f *function) cstring(s string) value.Value {
	arr := constant.NewCharArrayFromString(s + "\x00")
	g := f.mod.NewGlobalDef(fmt.Sprintf("__str%d", f.strings), arr)
	f.emitter.strings++
	g.Immutable, g.Linkage, g.AddrSpace = true, enum.LinkagePrivate, global
	g.Typ = types.NewPointer(arr.Typ)
	g.Typ.AddrSpace = global
	zero := constant.NewInt(types.I64, 0)
	gp := types.NewPointer(types.I8)
	return f.cur.NewAddrSpaceCast(constant.NewGetElementPtr(arr.Typ, g, zero, zero), gp)
}
