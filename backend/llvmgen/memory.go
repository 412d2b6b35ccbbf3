package llvmgen

import (
	"fmt"

	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/dialects/arith"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/memref"
	"descend/dialects/scf"
	"descend/ir"
)

// memref translates allocations, views and accesses.
func (f *Function) memref(op *ir.Operation) bool {
	for _, v := range append(op.Operands(), op.Results()...) {
		if t, ok := v.Type().(*ir.MemRefType); ok && (t.Unranked || !t.InOnePiece() && !f.SizedBuffers) {
			f.Unsupported(op, "a buffer of type %s is not supported on %s", t, f.Where)
		}
	}
	switch o := op.Typed().(type) {
	case memref.LoadOp:
		m := f.Mem(op.Operand(0))
		l := f.Cur.NewLoad(m.Elem, f.Address(m, op.Operands()[1:]))
		l.Align = llvm.Align(SizeOf(m.Elem))
		f.inGroups(&l.Metadata, m.depth)
		if m.Constant {
			l.Metadata = append(l.Metadata, &metadata.Attachment{Name: "invariant.load", Node: f.nothing()})
		}
		var v value.Value = l
		if IsBool(op.Result(0).Type()) {
			v = f.Cur.NewTrunc(v, types.I1)
		}
		return f.Set(op, v)
	case memref.StoreOp:
		m := f.Mem(op.Operand(1))
		v := f.Val(op.Operand(0))
		if IsBool(op.Operand(0).Type()) {
			v = f.Cur.NewZExt(v, types.I8)
		}
		p := f.addresses[op]
		if p == nil {
			p = f.Address(m, op.Operands()[2:])
		}
		s := f.Cur.NewStore(v, p)
		s.Align = llvm.Align(SizeOf(m.Elem))
		f.inGroups(&s.Metadata, m.depth)
		return true
	case memref.AllocaOp:
		m := f.Stack(op, op.Result(0).Type().(*ir.MemRefType))
		if contract.IsUnspecified(op) {
			f.Fill(m.Ptr, "r")
		}
		f.Mems[op.Result(0)] = m
		return true
	case memref.CastOp:
		m := f.Mem(op.Operand(0))
		m.Dims = op.Result(0).Type().(*ir.MemRefType).Shape
		if len(m.Dims) == 1 && m.Dims[0] >= 0 {
			m.Count = constant.NewInt(types.I64, m.Dims[0])
		}
		f.Mems[op.Result(0)] = m
		return true
	case memref.ViewOp:
		return f.view(op)
	case memref.SubViewOp:
		return f.SizedBuffers && f.subview(op)
	case memref.DimOp:
		m := f.Mem(op.Operand(0))
		return m.Count != nil && len(m.Dims) == 1 && f.Set(op, m.Count)
	case memref.AtomicRMWOp:
		return f.atomicRMW(o)
	case memref.GenericAtomicRMWOp:
		return f.genericRMW(op)
	}
	return false
}

// nothing is metadata that says no more than its name.
func (m *Module) nothing() *metadata.Tuple {
	if m.empty == nil {
		m.empty = &metadata.Tuple{MetadataID: -1}
		m.Mod.MetadataDefs = append(m.Mod.MetadataDefs, m.empty)
	}
	return m.empty
}

// IsBool says whether t is i1.
func IsBool(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Width == 1
}

// Address is the pointer to an element: one GEP for each addend of the index, in the order of the sum, but
// one for small addends together. If no addend can be negative, all pointers on the way lie in the object (inbounds).
func (f *Function) Address(m Memory, idx []*ir.Value) value.Value { return f.address(m, idx, true) }

// AnyAddress is the pointer to an element that need not be there.
func (f *Function) AnyAddress(m Memory, idx []*ir.Value) value.Value { return f.address(m, idx, false) }

func (f *Function) address(m Memory, idx []*ir.Value, inBounds bool) value.Value {
	p := m.Ptr
	for _, v := range idx {
		for _, a := range Addends(v, nil) {
			inBounds = inBounds && natural(a, 0)
		}
	}
	for i, v := range idx {
		scale := int64(1)
		for _, d := range m.Dims[i+1:] {
			if d < 0 {
				f.Unsupported(f.Op, "an array of several dimensions needs constant sizes")
			}
			scale *= d
		}
		aligned := int64(min(m.Align, wide))
		for as := Addends(v, nil); len(as) > 0; {
			f.tellAlignment(p, m, v, as, aligned)
			x, rest := f.compared(m, v, as)
			if x == nil {
				x, rest = f.Target.Sum(as)
			}
			if x == nil {
				x, rest = f.Target.Addend(as[0]), as[1:]
			}
			aligned = f.alignedTo(aligned, m, as[:len(as)-len(rest)])
			as = rest
			if scale != 1 {
				x = f.Cur.NewMul(x, constant.NewInt(types.I64, scale))
			}
			if c, ok := x.(*constant.Int); ok && c.X.Sign() == 0 {
				continue
			}
			g := f.Cur.NewGetElementPtr(m.Elem, p, x)
			g.InBounds = inBounds
			p = g
		}
	}
	return p
}

// compared is a sum of the first addends of an index, and the others, where the program compares that sum with a size, in no loop: it is there, and one step of an
// address in place of several.
func (f *Function) compared(m Memory, v *ir.Value, as []*ir.Value) (sum value.Value, rest []*ir.Value) {
	if !f.Lockstep || m.Ptr.Type().(*types.PointerType).AddrSpace != 1 {
		return nil, as
	}
	for n := len(as); n > 1 && n == len(Addends(v, nil)); n-- {
		op := v.DefiningOp()
		for u := range v.Uses() {
			if ir.Is[arith.CmpIOp](u.Owner()) && !inLoop(op) {
				return f.Val(v), as[n:]
			}
		}
		v = op.Operand(0)
	}
	return nil, as
}

// inLoop says whether an operation is in a loop.
func inLoop(op *ir.Operation) bool {
	for p := op.Parent(); p != nil; p = p.Parent() {
		if ir.Is[scf.ForOp](p) || ir.Is[scf.WhileOp](p) {
			return true
		}
	}
	return false
}

// Addends flattens a sum of index values.
func Addends(v *ir.Value, out []*ir.Value) []*ir.Value {
	if op := v.DefiningOp(); ir.Is[arith.AddIOp](op) {
		return Addends(op.Operand(1), Addends(op.Operand(0), out))
	}
	return append(out, v)
}

// ConstantOf is the value of an integer constant.
func ConstantOf(v *ir.Value) (int64, bool) {
	if op := v.DefiningOp(); ir.Is[arith.ConstantOp](op) {
		if a, ok := op.Attr("value").(*ir.IntegerAttr); ok && a.Value.IsInt64() {
			return a.Int64(), true
		}
	}
	return 0, false
}

// natural says whether an index is obviously not negative: an id or size, a parameter of the function (a nat), a
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
		return (ir.Is[gpu.FuncOp](p) || ir.Is[funcd.FuncOp](p)) && isIndex || ir.Is[scf.ForOp](p) && v.Index() == 0 && natural(p.Operand(0), depth+1)
	}
	if depth > 64 {
		return false
	}
	both := func() bool { return natural(op.Operand(0), depth+1) && natural(op.Operand(1), depth+1) }
	switch op.Typed().(type) {
	case arith.ConstantOp:
		c, ok := ConstantOf(v)
		return ok && c >= 0
	case gpu.ThreadIDOp, gpu.BlockIDOp, gpu.BlockDimOp, gpu.GridDimOp, gpu.LaneIDOp, memref.DimOp:
		return true
	case arith.AddIOp, arith.MulIOp, arith.DivUIOp, arith.DivSIOp, arith.MinSIOp, arith.AndIOp, arith.OrIOp, arith.XOrIOp:
		return both()
	case arith.RemUIOp, arith.RemSIOp, arith.ShRUIOp, arith.ShRSIOp:
		return natural(op.Operand(0), depth+1)
	case arith.MaxSIOp, arith.MinUIOp:
		return natural(op.Operand(0), depth+1) || natural(op.Operand(1), depth+1)
	case arith.ExtUIOp:
		return true
	case arith.IndexCastUIOp:
		t, ok := op.Operand(0).Type().(*ir.IntegerType)
		return ok && t.Width < 64
	case arith.SelectOp:
		return natural(op.Operand(1), depth+1) && natural(op.Operand(2), depth+1)
	}
	return false
}

// view types a part of a byte buffer.
func (f *Function) view(op *ir.Operation) bool {
	m := f.Mem(op.Operand(0))
	t := op.Result(0).Type().(*ir.MemRefType)
	elem := f.MemType(op, t.Elem)
	off := f.Val(op.Operand(1))
	var p value.Value = f.Cur.NewGetElementPtr(m.Elem, m.Ptr, off)
	ptr := types.NewPointer(elem)
	ptr.AddrSpace = m.Ptr.Type().(*types.PointerType).AddrSpace
	p = f.Cur.NewBitCast(p, ptr)
	n := Memory{Ptr: p, Elem: elem, Align: max(SizeOf(elem), min(m.Align, int(f.multiple(op.Operand(1))))), Dims: t.Shape, depth: m.depth}
	switch {
	case len(t.Shape) == 1 && t.Shape[0] != ir.Dynamic:
		n.Count = constant.NewInt(types.I64, t.Shape[0])
	case len(t.Shape) == 1:
		n.Count = f.Val(op.Operand(2))
	}
	f.Mems[op.Result(0)] = n
	return true
}

// subview is a part of a buffer of rank 1 without gaps.
func (f *Function) subview(op *ir.Operation) bool {
	dyn := op.Operands()[1:]
	var ext [3]value.Value
	for i, name := range []string{"static_offsets", "static_sizes", "static_strides"} {
		a, ok := op.Attr(name).(*ir.DenseArrayAttr)
		if !ok || len(a.Values) != 1 {
			return false
		}
		if n := a.Values[0]; n != ir.Dynamic {
			ext[i] = constant.NewInt(types.I64, n)
			continue
		}
		ext[i], dyn = f.Val(dyn[0]), dyn[1:]
	}
	if c, ok := ext[2].(*constant.Int); !ok || c.X.Int64() != 1 {
		return false
	}
	m := f.Mem(op.Operand(0))
	f.Mems[op.Result(0)] = Memory{Ptr: f.Cur.NewGetElementPtr(m.Elem, m.Ptr, ext[0]), Elem: m.Elem, Align: SizeOf(m.Elem),
		Dims: op.Result(0).Type().(*ir.MemRefType).Shape, Count: ext[1], depth: m.depth}
	return true
}

// Fill makes LLVM believe that memory is filled with some values, which costs less than to freeze every load: a frozen load is no operand of another
// instruction, and LLVM 19 takes a frozen pair of bytes apart by way of local memory. The assembly is empty; register is its constraint for a pointer.
func (f *Function) Fill(p value.Value, register string) {
	t := types.NewPointer(types.NewFunc(types.Void, p.Type()))
	asm := llvm.NewInlineAsm(t, "", register+",~{memory}")
	asm.SideEffect = true
	f.Cur.NewCall(asm, p)
}

// StaticCount is the number of elements of a static shape.
func (f *Function) StaticCount(op *ir.Operation, t *ir.MemRefType) uint64 {
	n := uint64(1)
	for _, d := range t.Shape {
		if d < 0 {
			f.Unsupported(op, "an array of type %s needs a constant size on %s", t, f.Where)
		}
		if n *= uint64(d); n > 1<<32 {
			f.Unsupported(op, "an array of type %s is too large for %s", t, f.Where)
		}
	}
	return n
}

// Stack makes a stack array at the function's entry.
func (f *Function) Stack(op *ir.Operation, t *ir.MemRefType) Memory {
	elem := f.MemType(op, t.Elem)
	n := f.StaticCount(op, t)
	arr := types.NewArray(n, elem)
	a := f.Allocs.NewAlloca(arr)
	a.Align = 16
	if n, ok := op.IntAttr("alignment"); ok && n > 16 {
		if n&(n-1) != 0 || n > 1<<32 {
			f.Unsupported(op, "an alignment of %d bytes is not supported on %s: it is no power of two up to 2^32", n, f.Where)
		}
		a.Align = llvm.Align(n)
	}
	zero := constant.NewInt(types.I64, 0)
	first := f.Allocs.NewGetElementPtr(arr, a, zero, zero)
	first.InBounds = true
	return Memory{Ptr: first, Elem: elem, Align: int(a.Align), Dims: t.Shape, Count: constant.NewInt(types.I64, int64(n)), depth: len(f.open)}
}

// Alignment is a parameter attribute in the form that every LLVM reads: "align 16".
type Alignment int

func (a Alignment) String() string { return fmt.Sprintf("align %d", int(a)) }

// IsParamAttribute marks it for llir.
func (Alignment) IsParamAttribute() {}

// Wide is an integer in 64 bits.
func (f *Function) Wide(v value.Value) value.Value {
	if v.Type().Equal(types.I64) {
		return v
	}
	return f.Cur.NewSExt(v, types.I64)
}
