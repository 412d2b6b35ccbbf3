// Package nvgpu is MLIR's nvgpu dialect: what threads, warps and groups of warps of NVIDIA's GPUs can do beside the gpu dialect. Copies
// from global to shared memory that go on beside computation, matrices of a warp (ldmatrix and mma), barriers in shared memory that
// count arrivals and bytes (mbarrier), tiles copied by the unit for tensor memory access (tma), and matrices of four warps (warpgroup).
// It lowers to nvvm; it knows nothing of Descend's upper dialects.
package nvgpu

import (
	"slices"

	"descend/dialects/arith"
	"descend/dialects/gpu"
	"descend/dialects/ods"
	"descend/ir"
)

// Dialect returns the definition of the dialect.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:        "nvgpu",
		Summary:     "asynchronous copies, matrices of warps, barriers and tiles of NVIDIA's GPUs",
		Description: "MLIR's `nvgpu`: between `gpu` and the instructions of `nvvm`.",
		Ops: slices.Concat([]ir.OpEntry{
			ir.Op(func(o *ir.Operation) DeviceAsyncCopyOp { return DeviceAsyncCopyOp{o} }),
			ir.Op(func(o *ir.Operation) DeviceAsyncCreateGroupOp { return DeviceAsyncCreateGroupOp{o} }),
			ir.Op(func(o *ir.Operation) DeviceAsyncWaitOp { return DeviceAsyncWaitOp{o} }),
			ir.Op(func(o *ir.Operation) LdMatrixOp { return LdMatrixOp{o} }),
			ir.Op(func(o *ir.Operation) MmaSyncOp { return MmaSyncOp{o} }),
			ir.Op(func(o *ir.Operation) MmaSparseSyncOp { return MmaSparseSyncOp{o} }),
		}, barrierOps(), []ir.OpEntry{
			ir.Op(func(o *ir.Operation) TmaPrefetchOp { return TmaPrefetchOp{o} }),
			ir.Op(func(o *ir.Operation) TmaAsyncLoadOp { return TmaAsyncLoadOp{o} }),
			ir.Op(func(o *ir.Operation) TmaAsyncStoreOp { return TmaAsyncStoreOp{o} }),
			ir.Op(func(o *ir.Operation) TmaCreateDescriptorOp { return TmaCreateDescriptorOp{o} }),
			ir.Op(func(o *ir.Operation) WarpgroupGenerateDescriptorOp { return WarpgroupGenerateDescriptorOp{o} }),
			ir.Op(func(o *ir.Operation) WarpgroupMmaOp { return WarpgroupMmaOp{o} }),
			ir.Op(func(o *ir.Operation) WarpgroupMmaStoreOp { return WarpgroupMmaStoreOp{o} }),
			ir.Op(func(o *ir.Operation) WarpgroupMmaInitAccumulatorOp { return WarpgroupMmaInitAccumulatorOp{o} }),
		}),
		ReadType: func(p *ir.Parser, mnemonic string) ir.Type { return ods.ReadParamType(p, types, mnemonic) },
		ParseAttr: func(c *ir.Context, mnemonic, body string, _ bool) (ir.Attribute, error) {
			return ods.ParseWord(c, words, mnemonic, body)
		},
		MaterializeConstant: arith.MaterializeConstant,
	}
}

// sharedSpace is the number of the memory space of a block, as nvvm has it.
const sharedSpace = 3

// isShared says whether a memory space is that of a block.
func isShared(space ir.Attribute) bool {
	if i, ok := space.(*ir.IntegerAttr); ok {
		return i.Value.IsInt64() && i.Value.Int64() == sharedSpace
	}
	s, ok := gpu.SpaceOf(space)
	return ok && s == gpu.Workgroup
}

// wantShared completes messages about memory that must be shared.
const wantShared = "must have a memory space attribute of IntegerAttr(3) or gpu::AddressSpaceAttr(Workgroup)"

// bitWidth is the number of bits of an integer or float, 0 for other types.
func bitWidth(t ir.Type) int64 {
	switch t := t.(type) {
	case *ir.IntegerType:
		return int64(t.Width)
	case *ir.FloatType:
		return int64(t.Kind.Width())
	}
	return 0
}
