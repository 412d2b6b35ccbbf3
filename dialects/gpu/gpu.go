// Package gpu is MLIR's gpu dialect, as far as the pipeline needs it: device modules, kernels and their
// launch, positions of threads, barriers, shuffles, device memory and copies.
//
// Device code is what lies in a gpu.module: gpu.func with the attribute gpu.kernel is an entry; its
// workgroup attributions are shared memory, its private ones memory of a thread. Host code launches it by
// gpu.launch_func, allocates with gpu.alloc and copies with gpu.memcpy. The dialect lowers to NVVM
// (backend/nvvm) or is interpreted (backend/sim).
package gpu

import (
	"fmt"
	"slices"
	"strings"

	"descend/dialects/arith"
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
		}, positionOps(), subgroupOps()),
		ParseType:           parseType,
		ParseAttr:           parseAttr,
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

func parseType(c *ir.Context, mnemonic, _ string, hasBody bool) (ir.Type, error) {
	if mnemonic == "async.token" && !hasBody {
		return AsyncToken(c), nil
	}
	return nil, nil // the parser says that it is unknown, or keeps it as text
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
	spaceNames   = []string{"global", "workgroup", "private"}
	dimNames     = []string{"x", "y", "z"}
	shuffleNames = []string{"xor", "up", "down", "idx"}
)

func (s Space) String() string       { return spaceNames[s] }
func (d Dim) String() string         { return dimNames[d] }
func (m ShuffleMode) String() string { return shuffleNames[m] }

type (
	// AddressSpaceAttr is #gpu.address_space<..>, the memory space of a memref.
	AddressSpaceAttr struct {
		ir.AttrBase
		Space Space
	}
	// DimAttr is #gpu<dim ..>.
	DimAttr struct {
		ir.AttrBase
		Dim Dim
	}
	// ShuffleModeAttr is #gpu<shuffle_mode ..>.
	ShuffleModeAttr struct {
		ir.AttrBase
		Mode ShuffleMode
	}
)

func (a *AddressSpaceAttr) String() string { return "#gpu.address_space<" + a.Space.String() + ">" }
func (a *DimAttr) String() string          { return "#gpu<dim " + a.Dim.String() + ">" }
func (a *ShuffleModeAttr) String() string  { return "#gpu<shuffle_mode " + a.Mode.String() + ">" }

// AddressSpace returns #gpu.address_space<s>.
func AddressSpace(c *ir.Context, s Space) *AddressSpaceAttr {
	return ir.Intern(c, "gpu.address_space", s.String(), func() *AddressSpaceAttr { return &AddressSpaceAttr{Space: s} })
}

// NewDimAttr returns #gpu<dim d>.
func NewDimAttr(c *ir.Context, d Dim) *DimAttr {
	return ir.Intern(c, "gpu.dim", d.String(), func() *DimAttr { return &DimAttr{Dim: d} })
}

// NewShuffleModeAttr returns #gpu<shuffle_mode m>.
func NewShuffleModeAttr(c *ir.Context, m ShuffleMode) *ShuffleModeAttr {
	return ir.Intern(c, "gpu.shuffle_mode", m.String(), func() *ShuffleModeAttr { return &ShuffleModeAttr{Mode: m} })
}

// SharedType is a memref of shared memory.
func SharedType(c *ir.Context, elem ir.Type, shape ...int64) *ir.MemRefType {
	return c.MemRefType(shape, elem, nil, AddressSpace(c, Workgroup))
}

// PrivateType is a memref of private memory.
func PrivateType(c *ir.Context, elem ir.Type, shape ...int64) *ir.MemRefType {
	return c.MemRefType(shape, elem, nil, AddressSpace(c, Private))
}

// parseAttr reads #gpu.address_space<global>, and #gpu<dim x> which arrives with an empty mnemonic or as
// mnemonic "dim" with the rest as body.
func parseAttr(c *ir.Context, mnemonic, body string, _ bool) (ir.Attribute, error) {
	word := strings.TrimSpace(body)
	if mnemonic == "" {
		kind, rest, _ := strings.Cut(word, " ")
		mnemonic, word = kind, strings.TrimSpace(rest)
	}
	if m, rest, ok := strings.Cut(mnemonic, " "); ok {
		mnemonic, word = m, strings.TrimSpace(rest)
	}
	pick := func(names []string) (int, error) {
		for i, n := range names {
			if n == strings.Trim(word, "<> ") {
				return i, nil
			}
		}
		return 0, fmt.Errorf("expected one of %s, but got '%s'", strings.Join(names, ", "), word)
	}
	switch mnemonic {
	case "address_space":
		i, err := pick(spaceNames)
		if err != nil {
			return nil, err
		}
		return AddressSpace(c, Space(i)), nil
	case "dim":
		i, err := pick(dimNames)
		if err != nil {
			return nil, err
		}
		return NewDimAttr(c, Dim(i)), nil
	case "shuffle_mode":
		i, err := pick(shuffleNames)
		if err != nil {
			return nil, err
		}
		return NewShuffleModeAttr(c, ShuffleMode(i)), nil
	}
	for _, k := range wordKinds {
		if k.name == mnemonic {
			return k.parse(c, strings.Trim(word, "<> "))
		}
	}
	return nil, nil // the parser says that it is unknown, or keeps it as text
}
