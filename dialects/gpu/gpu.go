// Package gpu is MLIR's gpu dialect, as far as the pipeline needs it: device modules, kernels and their
// launch, positions of threads, barriers, shuffles, device memory and copies.
//
// Device code is what lies in a gpu.module: gpu.func with the attribute gpu.kernel is an entry; its
// workgroup attributions are shared memory, its private ones memory of a thread. Host code launches it by
// gpu.launch_func, allocates with gpu.alloc and copies with gpu.memcpy. The dialect lowers to NVVM
// (backend/nvvm) or is interpreted (backend/sim).
package gpu

import (
	"slices"

	"descend/dialects/arith"
	"descend/dialects/ods"
	"descend/ir"
)

// Dialect returns the definition of the dialect.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:        "gpu",
		Summary:     "kernels, launches, threads, barriers, device memory",
		Description: "MLIR's `gpu`: device code and the host's calls of it.",
		Ops: slices.Concat([]ir.OpEntry{
			ir.Op(func(o *ir.Operation) ModuleOp { return ModuleOp{o} }),
			ir.Op(func(o *ir.Operation) ModuleEndOp { return ModuleEndOp{o} }),
			ir.Op(func(o *ir.Operation) BinaryOp { return BinaryOp{o} }),
			ir.Op(func(o *ir.Operation) FuncOp { return FuncOp{o} }),
			ir.Op(func(o *ir.Operation) ReturnOp { return ReturnOp{o} }),
			ir.Op(func(o *ir.Operation) LaunchFuncOp { return LaunchFuncOp{o} }),
			ir.Op(func(o *ir.Operation) ThreadIDOp { return ThreadIDOp{DimOp{o}} }),
			ir.Op(func(o *ir.Operation) BlockIDOp { return BlockIDOp{DimOp{o}} }),
			ir.Op(func(o *ir.Operation) BlockDimOp { return BlockDimOp{DimOp{o}} }),
			ir.Op(func(o *ir.Operation) GridDimOp { return GridDimOp{DimOp{o}} }),
			ir.Op(func(o *ir.Operation) LaneIDOp { return LaneIDOp{o} }),
			ir.Op(func(o *ir.Operation) BarrierOp { return BarrierOp{o} }),
			ir.Op(func(o *ir.Operation) ShuffleOp { return ShuffleOp{o} }),
			ir.Op(func(o *ir.Operation) PrintfOp { return PrintfOp{o} }),
			ir.Op(func(o *ir.Operation) DynamicSharedMemoryOp { return DynamicSharedMemoryOp{o} }),
			ir.Op(func(o *ir.Operation) AllocOp { return AllocOp{o} }),
			ir.Op(func(o *ir.Operation) DeallocOp { return DeallocOp{o} }),
			ir.Op(func(o *ir.Operation) MemcpyOp { return MemcpyOp{o} }),
			ir.Op(func(o *ir.Operation) MemsetOp { return MemsetOp{o} }),
			ir.Op(func(o *ir.Operation) WaitOp { return WaitOp{o} }),
			ir.Op(func(o *ir.Operation) LaunchOp { return LaunchOp{o} }),
			ir.Op(func(o *ir.Operation) TerminatorOp { return TerminatorOp{o} }),
			ir.Op(func(o *ir.Operation) AllReduceOp { return AllReduceOp{o} }),
			ir.Op(func(o *ir.Operation) SubgroupReduceOp { return SubgroupReduceOp{o} }),
			ir.Op(func(o *ir.Operation) YieldOp { return YieldOp{o} }),
			ir.Op(func(o *ir.Operation) HostRegisterOp { return HostRegisterOp{o} }),
			ir.Op(func(o *ir.Operation) HostUnregisterOp { return HostUnregisterOp{o} }),
			ir.Op(func(o *ir.Operation) SetDefaultDeviceOp { return SetDefaultDeviceOp{o} }),
			ir.Op(func(o *ir.Operation) SubgroupMmaLoadMatrixOp { return SubgroupMmaLoadMatrixOp{o} }),
			ir.Op(func(o *ir.Operation) SubgroupMmaStoreMatrixOp { return SubgroupMmaStoreMatrixOp{o} }),
			ir.Op(func(o *ir.Operation) SubgroupMmaComputeOp { return SubgroupMmaComputeOp{o} }),
			ir.Op(func(o *ir.Operation) SubgroupMmaConstantMatrixOp { return SubgroupMmaConstantMatrixOp{o} }),
			ir.Op(func(o *ir.Operation) SubgroupMmaElementwiseOp { return SubgroupMmaElementwiseOp{o} }),
		}, positionOps(), subgroupOps(), sparseOps()),
		ReadType:            readType,
		ReadAttr:            readAttr,
		ParseAttr:           parseAttr,
		VerifyAttr:          verifyAttr,
		MaterializeConstant: arith.MaterializeConstant,
	}
}

// AsyncTokenType is !gpu.async.token.
type AsyncTokenType struct{ ir.TypeBase }

func (*AsyncTokenType) String() string { return "!gpu.async.token" }

// AsyncToken returns !gpu.async.token.
func AsyncToken(c *ir.Context) *AsyncTokenType {
	return ir.Intern(c, "gpu.async.token", "", func() *AsyncTokenType { return &AsyncTokenType{} })
}

func readType(p *ir.Parser, mnemonic string) ir.Type {
	switch mnemonic {
	case "async.token":
		return AsyncToken(p.Context())
	case "mma_matrix":
		return readMatrixType(p)
	}
	t := ods.ReadParamType(p, handles, mnemonic)
	if t == nil {
		p.Fail("unknown gpu type: %s", mnemonic)
	}
	return t
}

// Space is an address space of the device.
type Space int

// The address spaces: global memory, shared memory of a block, private memory of a thread.
const (
	Global Space = iota
	Workgroup
	Private
)

// Dim is a dimension of the grid and of blocks.
type Dim int

// The dimensions.
const (
	X Dim = iota
	Y
	Z
)

// ShuffleMode says from which lane a shuffle takes.
type ShuffleMode int

// The modes: lane xor offset, lane - offset, lane + offset, the lane itself.
const (
	ShuffleXor ShuffleMode = iota
	ShuffleUp
	ShuffleDown
	ShuffleIdx
)

var (
	dimNames = []string{"x", "y", "z"}
	mapped   = append(slices.Clone(dimNames), "linear_dim_0", "linear_dim_1", "linear_dim_2", "linear_dim_3", "linear_dim_4",
		"linear_dim_5", "linear_dim_6", "linear_dim_7", "linear_dim_8", "linear_dim_9")
	spaceNames = []string{"global", "workgroup", "private"}
)

// The attributes of the dialect that say a word.
var (
	addressSpaces = &ods.Words{Dialect: "gpu", Name: "address_space", List: spaceNames, Class: "::mlir::gpu::AddressSpace"}
	dims          = &ods.Words{Dialect: "gpu", Name: "dim", Bare: true, List: dimNames, Class: "::mlir::gpu::Dimension"}
	shuffleModes  = &ods.Words{Dialect: "gpu", Name: "shuffle_mode", Bare: true, List: []string{"xor", "up", "down", "idx"}, Class: "::mlir::gpu::ShuffleMode"}
	allReduceOps  = &ods.Words{Dialect: "gpu", Name: "all_reduce_op", Bare: true, Class: "::mlir::gpu::AllReduceOperation",
		List: []string{"add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor", "minimumf", "maximumf"}}
	words = []*ods.Words{elementwiseOps, transposeModes, pruneFlags, productKinds, addressSpaces, dims, shuffleModes, allReduceOps, mapping("block"), mapping("thread"), mapping("warp"), mapping("warpgroup"),
		{Dialect: "gpu", Name: "memory_space", List: spaceNames, Class: "::mlir::gpu::AddressSpace"}}
)

// mapping says which dimension of something a loop runs on.
func mapping(of string) *ods.Words {
	return &ods.Words{Dialect: "gpu", Name: of, List: mapped, Class: "::mlir::gpu::MappingId"}
}

func (s Space) String() string       { return spaceNames[s] }
func (d Dim) String() string         { return dimNames[d] }
func (m ShuffleMode) String() string { return shuffleModes.List[m] }

// AddressSpace returns #gpu.address_space<s>, the memory space of a memref.
func AddressSpace(c *ir.Context, s Space) ir.Attribute { return addressSpaces.New(c, s.String()) }

// SpaceOf is the space that the memory space of a memref says; false if it says none.
func SpaceOf(a ir.Attribute) (Space, bool) {
	i, ok := addressSpaces.IndexOf(a)
	return Space(i), ok
}

// SharedType is a memref of shared memory.
func SharedType(c *ir.Context, elem ir.Type, shape ...int64) *ir.MemRefType {
	return c.MemRefType(shape, elem, nil, AddressSpace(c, Workgroup))
}

// PrivateType is a memref of private memory.
func PrivateType(c *ir.Context, elem ir.Type, shape ...int64) *ir.MemRefType {
	return c.MemRefType(shape, elem, nil, AddressSpace(c, Private))
}

func parseAttr(c *ir.Context, mnemonic, body string, _ bool) (ir.Attribute, error) {
	return ods.ParseWord(c, words, mnemonic, body)
}
