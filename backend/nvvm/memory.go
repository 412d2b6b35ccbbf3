package nvvm

import (
	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/ir"
)

// memref translates allocations, views and accesses.
func (f *function) memref(op *ir.Operation, name string) bool {
	for _, v := range append(op.Operands(), op.Results()...) {
		if t, ok := v.Type().(*ir.MemRefType); ok && (t.Unranked || t.Layout != nil) {
			unsupported(op, "a buffer of type %s is not supported on the GPU", t)
		}
	}
	switch name {
	case "load":
		m := f.mem(op.Operand(0))
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
		m := f.mem(op.Operand(1))
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
		m := f.mem(op.Operand(0))
		m.dims = op.Result(0).Type().(*ir.MemRefType).Shape
		if len(m.dims) == 1 && m.dims[0] >= 0 {
			m.count = constant.NewInt(types.I64, m.dims[0])
		}
		f.mems[op.Result(0)] = m
		return true
	case "view":
		return f.view(op)
	case "dim":
		m := f.mem(op.Operand(0))
		return m.count != nil && len(m.dims) == 1 && f.set(op, m.count)
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

// address is the pointer to an element: one GEP for each addend of the index, in the order of the sum, but
// one for small addends together. If no addend can be negative, all pointers on the way lie in the object (inbounds).
func (f *function) address(m memory, idx []*ir.Value) value.Value {
	p := m.ptr
	inBounds := true
	for _, v := range idx {
		for _, a := range addends(v, nil) {
			inBounds = inBounds && natural(a, 0)
		}
	}
	for i, v := range idx {
		scale := int64(1)
		for _, d := range m.dims[i+1:] {
			if d < 0 {
				unsupported(f.op, "an array of several dimensions needs constant sizes")
			}
			scale *= d
		}
		for as := addends(v, nil); len(as) > 0; {
			x, rest := f.narrow(as)
			if x == nil {
				x, rest = f.addend(as[0]), as[1:]
			}
			as = rest
			if scale != 1 {
				x = f.cur.NewMul(x, constant.NewInt(types.I64, scale))
			}
			if c, ok := x.(*constant.Int); ok && c.X.Sign() == 0 {
				continue
			}
			g := f.cur.NewGetElementPtr(m.elem, p, x)
			g.InBounds = inBounds
			p = g
		}
	}
	return p
}

// addends flattens a sum of index values.
func addends(v *ir.Value, out []*ir.Value) []*ir.Value {
	if op := v.DefiningOp(); op != nil && op.Is("arith.addi") {
		return addends(op.Operand(1), addends(op.Operand(0), out))
	}
	return append(out, v)
}

// constantOf is the value of an integer constant.
func constantOf(v *ir.Value) (int64, bool) {
	if op := v.DefiningOp(); op != nil && op.Is("arith.constant") {
		if a, ok := op.Attr("value").(*ir.IntegerAttr); ok && a.Value.IsInt64() {
			return a.Int64(), true
		}
	}
	return 0, false
}

// natural says whether an index is obviously not negative: an id or size, a parameter of the kernel (a nat), a
// counter that starts at such, and what is computed of such without subtraction. Overflow of 64 bits is not
// considered: an address that is in bounds has none.
func natural(v *ir.Value, depth int) bool {
	op := v.DefiningOp()
	if op == nil {
		p := v.OwnerBlock().Parent()
		if p == nil {
			return false
		}
		_, isIndex := v.Type().(*ir.IndexType)
		return p.Is("gpu.func") && isIndex || p.Is("scf.for") && v.Index() == 0 && natural(p.Operand(0), depth+1)
	}
	if depth > 64 {
		return false
	}
	both := func() bool { return natural(op.Operand(0), depth+1) && natural(op.Operand(1), depth+1) }
	switch op.Name() {
	case "arith.constant":
		c, ok := constantOf(v)
		return ok && c >= 0
	case "gpu.thread_id", "gpu.block_id", "gpu.block_dim", "gpu.grid_dim", "gpu.lane_id", "memref.dim":
		return true
	case "arith.addi", "arith.muli", "arith.divui", "arith.divsi", "arith.minsi", "arith.andi", "arith.ori", "arith.xori":
		return both()
	case "arith.remui", "arith.remsi", "arith.shrui", "arith.shrsi":
		return natural(op.Operand(0), depth+1)
	case "arith.maxsi":
		return natural(op.Operand(0), depth+1) || natural(op.Operand(1), depth+1)
	case "arith.extui":
		return true
	case "arith.index_castui":
		t, ok := op.Operand(0).Type().(*ir.IntegerType)
		return ok && t.Width < 64
	case "arith.select":
		return natural(op.Operand(1), depth+1) && natural(op.Operand(2), depth+1)
	}
	return false
}

// view types a part of a byte buffer.
func (f *function) view(op *ir.Operation) bool {
	m := f.mem(op.Operand(0))
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
