// Package memref is MLIR's memref dialect: allocation, access, copies, atomics and casts of buffers. Below
// the lowering of views a reference is a rank-1 memref and a flat index; the memory space says where the
// buffer lies (none: host or global memory). The dialect knows nothing of threads.
package memref

import (
	"descend/dialects/arith"
	"descend/ir"
)

// Dialect returns the definition of the dialect.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:        "memref",
		Summary:     "buffers: allocation, access, atomics, casts",
		Description: "MLIR's `memref`: operations on buffers with a shape, an element type, a layout and a memory space.",
		Ops: []ir.OpEntry{
			ir.Op(func(o *ir.Operation) AllocOp { return AllocOp{allocLike{o}} }),
			ir.Op(func(o *ir.Operation) AllocaOp { return AllocaOp{allocLike{o}} }),
			ir.Op(func(o *ir.Operation) DeallocOp { return DeallocOp{o} }),
			ir.Op(func(o *ir.Operation) LoadOp { return LoadOp{o} }),
			ir.Op(func(o *ir.Operation) StoreOp { return StoreOp{o} }),
			ir.Op(func(o *ir.Operation) CopyOp { return CopyOp{o} }),
			ir.Op(func(o *ir.Operation) AtomicRMWOp { return AtomicRMWOp{o} }),
			ir.Op(func(o *ir.Operation) GenericAtomicRMWOp { return GenericAtomicRMWOp{o} }),
			ir.Op(func(o *ir.Operation) AtomicYieldOp { return AtomicYieldOp{o} }),
			ir.Op(func(o *ir.Operation) DimOp { return DimOp{o} }),
			ir.Op(func(o *ir.Operation) CastOp { return CastOp{o} }),
			ir.Op(func(o *ir.Operation) ViewOp { return ViewOp{o} }),
			ir.Op(func(o *ir.Operation) ReinterpretCastOp { return ReinterpretCastOp{strided{o}} }),
			ir.Op(func(o *ir.Operation) SubViewOp { return SubViewOp{strided{o}} }),
			ir.Op(func(o *ir.Operation) ExpandShapeOp { return ExpandShapeOp{reshaped{o}} }),
			ir.Op(func(o *ir.Operation) CollapseShapeOp { return CollapseShapeOp{reshaped{o}} }),
			ir.Op(func(o *ir.Operation) ReshapeOp { return ReshapeOp{o} }),
			ir.Op(func(o *ir.Operation) TransposeOp { return TransposeOp{o} }),
			ir.Op(func(o *ir.Operation) RankOp { return RankOp{o} }),
			ir.Op(func(o *ir.Operation) MemorySpaceCastOp { return MemorySpaceCastOp{o} }),
			ir.Op(func(o *ir.Operation) ExtractStridedMetadataOp { return ExtractStridedMetadataOp{o} }),
			ir.Op(func(o *ir.Operation) ReallocOp { return ReallocOp{o} }),
			ir.Op(func(o *ir.Operation) PrefetchOp { return PrefetchOp{o} }),
			ir.Op(func(o *ir.Operation) DMAStartOp { return DMAStartOp{o} }),
			ir.Op(func(o *ir.Operation) DMAWaitOp { return DMAWaitOp{o} }),
			ir.Op(func(o *ir.Operation) AllocaScopeOp { return AllocaScopeOp{o} }),
			ir.Op(func(o *ir.Operation) AllocaScopeReturnOp { return AllocaScopeReturnOp{o} }),
			ir.Op(func(o *ir.Operation) ExtractAlignedPointerOp { return ExtractAlignedPointerOp{o} }),
			ir.Op(func(o *ir.Operation) AssumeAlignmentOp { return AssumeAlignmentOp{o} }),
			ir.Op(func(o *ir.Operation) GlobalOp { return GlobalOp{o} }),
			ir.Op(func(o *ir.Operation) GetGlobalOp { return GetGlobalOp{o} }),
		},
		MaterializeConstant: arith.MaterializeConstant,
	}
}

// TypeOf is the memref type of a value, nil if it has another type.
func TypeOf(v *ir.Value) *ir.MemRefType {
	t, _ := v.Type().(*ir.MemRefType)
	return t
}

// foldCast makes operand i the source of the memref.cast that defines it, if that only forgets static
// information; true if it changed. The operation must not care which of the types it is given.
func foldCast(op *ir.Operation, i int) bool {
	def := op.Operand(i).DefiningOp()
	if def == nil || !def.Is("memref.cast") {
		return false
	}
	src, ok1 := def.Operand(0).Type().(*ir.MemRefType)
	dst, ok2 := def.Result(0).Type().(*ir.MemRefType)
	if !ok1 || !ok2 || src.Unranked || dst.Unranked || src.Layout != dst.Layout {
		return false
	}
	for j, d := range src.Shape {
		if d == ir.Dynamic && dst.Shape[j] != ir.Dynamic {
			return false
		}
	}
	op.SetOperand(i, def.Operand(0))
	return true
}

// ElemBytes is the size of an element in bytes.
func ElemBytes(t ir.Type) int64 {
	switch t := t.(type) {
	case *ir.IntegerType:
		return int64(max(8, t.Width)) / 8
	case *ir.FloatType:
		return int64(t.Width()) / 8
	}
	return 8
}
