package llvmgen

import (
	"slices"

	"descend/dialects/memref"
	"descend/dialects/scf"
	"descend/ir"
)

// early computes in front of a conditional the address that both of its arms store to at their ends:
//
//	if tid == 0 { x[tid] = a } else { x[tid] = b }    ->    p = &x[tid]; if tid == 0 { *p = a } else { *p = b }
//
// LLVM makes one store of these. Without it, it would see first that in an arm for one thread the thread's number is a constant, and
// so is its address, and a warp with threads of both arms would execute both stores. It is right since both arms compute the index, of
// values from around the conditional and in the same way.
func (f *Function) early(o scf.IfOp) {
	if o.NumRegions() < 2 || o.Else() == nil {
		return
	}
	a, b := lastStore(o.Then()), lastStore(o.Else())
	if a.Operation == nil || b.Operation == nil || a.MemRef() != b.MemRef() ||
		!slices.EqualFunc(a.Indices(), b.Indices(), func(x, y *ir.Value) bool { return alike(o.Operation, x, y) }) {
		return
	}
	m, known := f.Mems[a.MemRef()]
	if !known { // a buffer from within
		return
	}
	for _, x := range a.Indices() {
		f.inFront(o.Operation, x)
	}
	p := f.Address(m, a.Indices())
	f.addresses[a.Operation], f.addresses[b.Operation] = p, p
}

// lastStore is the store that an arm ends with; that of nil if it ends with something else.
func lastStore(b *ir.Block) memref.StoreOp {
	if y := b.Back(); y != nil && y.Has(ir.Terminator) && y.NumOperands() == 0 {
		if s, ok := ir.As[memref.StoreOp](y.Prev()); ok {
			return s
		}
	}
	return memref.StoreOp{}
}

// alike says whether two values are the same, or computed within o in the same way.
func alike(o *ir.Operation, x, y *ir.Value) bool {
	if x == y {
		return true
	}
	a, b := x.DefiningOp(), y.DefiningOp()
	return a != nil && b != nil && o.IsAncestorOf(a) && o.IsAncestorOf(b) && a.OpName() == b.OpName() && a.Has(ir.Pure) && a.NumRegions() == 0 &&
		x.Index() == y.Index() && slices.Equal(a.Attrs(), b.Attrs()) &&
		slices.EqualFunc(a.Operands(), b.Operands(), func(x, y *ir.Value) bool { return alike(o, x, y) })
}

// inFront translates what x is computed of within o. It is translated once more at its place, where nothing needs it.
func (f *Function) inFront(o *ir.Operation, x *ir.Value) {
	op := x.DefiningOp()
	if op == nil || !o.IsAncestorOf(op) {
		return
	}
	for _, y := range op.Operands() {
		f.inFront(o, y)
	}
	f.Operation(op)
}
