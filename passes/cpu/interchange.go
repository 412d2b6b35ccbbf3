package cpu

import (
	"descend/dialects/arith"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/llvm"
	"descend/dialects/memref"
	"descend/dialects/scf"
	"descend/ir"
)

// interchange says whether a loop that all threads run alike goes outside of the loops over threads although
// nothing in it synchronizes: when neighbours along x access neighbouring elements, or the same one, so that the
// loop over x can be vectorized, which must be the innermost one for that.
//
// A loop that is to be unrolled completely keeps an array in registers and stays inside.
//
//	for thread { for k { sum += a[k] * b[k*n + thread] } }    ->    for k { for thread { .. } }
func (k *kernel) interchange(op *ir.Operation) bool {
	if !ir.Is[scf.ForOp](op) || contract.UnrollOf(op) == contract.UnrollFull || k.block[0] == 1 || k.vary[blockLevel].any(op.Operands()[:3]) {
		return false
	}
	good, some := true, false
	op.Walk(func(o *ir.Operation) ir.WalkResult {
		at := -1
		switch {
		case ir.Is[memref.LoadOp](o):
			at = 0
		case ir.Is[memref.StoreOp](o):
			at = 1
		case atomicMemory(o) != nil, ir.Is[gpu.PrintfOp](o), ir.Is[llvm.TrapOp](o), ir.Is[scf.WhileOp](o):
			good = false
		}
		if at < 0 || !good {
			return ir.Advance
		}
		t := o.Operand(at).Type().(*ir.MemRefType)
		if k.isPrivate(rootOf(o.Operand(at))) {
			good = len(t.Shape) == 1 && t.Shape[0] == 1
			return ir.Advance
		}
		n, ok := int64(0), len(t.Shape) == 1
		if ok {
			n, ok = k.strideX(o.Operand(at+1), 0)
		}
		good = ok && (n == 0 || n == 1)
		some = some || n == 1
		return ir.Advance
	})
	return good && some
}

// strideX is by how much an index grows from one thread to the next along x, if that is a known constant.
func (k *kernel) strideX(v *ir.Value, depth int) (int64, bool) {
	if !k.vary[blockLevel].values[v] {
		return 0, true
	}
	op := v.DefiningOp()
	if op == nil || depth > 64 {
		return 0, false
	}
	both := func() (a, b int64, ok bool) {
		a, ok1 := k.strideX(op.Operand(0), depth+1)
		b, ok2 := k.strideX(op.Operand(1), depth+1)
		return a, b, ok1 && ok2
	}
	switch o := op.Typed().(type) {
	case gpu.ThreadIDOp:
		if o.Dim() == gpu.X {
			return 1, true
		}
		return 0, true
	case arith.AddIOp:
		a, b, ok := both()
		return a + b, ok
	case arith.SubIOp:
		a, b, ok := both()
		return a - b, ok
	case arith.MulIOp:
		a, b, ok := both()
		if !ok || a == 0 && b == 0 {
			return 0, ok
		}
		if n, isConst := arith.ConstantInt(op.Operand(1)); isConst {
			return a * n, true
		}
		return 0, false
	case arith.DivUIOp, arith.RemUIOp, arith.CmpIOp, arith.SelectOp, arith.IndexCastOp, arith.IndexCastUIOp:
		for _, x := range op.Operands() {
			if n, ok := k.strideX(x, depth+1); !ok || n != 0 {
				return 0, false
			}
		}
		return 0, true
	}
	return 0, false
}
