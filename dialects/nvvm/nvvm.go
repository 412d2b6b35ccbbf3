// Package nvvm is the part of MLIR's nvvm dialect that the gpu level needs beside gpu: votes and barriers
// of a warp, barriers of a part of a block, and the votes of a block, which are calls of intrinsics.
package nvvm

import (
	"fmt"
	"slices"

	"descend/dialects/llvm"
	"descend/dialects/ods"
	"descend/ir"
)

// Dialect returns the definition of the dialect.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:        "nvvm",
		Summary:     "warp level operations of NVIDIA GPUs",
		Description: "MLIR's `nvvm`, as far as `gpu` has no operation for it. As upstream, operations that are not defined are let pass.",
		Ops: []ir.OpEntry{
			ir.Op(func(o *ir.Operation) BallotOp { return BallotOp{o} }),
			ir.Op(func(o *ir.Operation) WarpSyncOp { return WarpSyncOp{o} }),
			ir.Op(func(o *ir.Operation) BarrierOp { return BarrierOp{o} }),
			ir.Op(func(o *ir.Operation) ArriveOp { return ArriveOp{o} }),
		},
		ReadAttr:         readAttr,
		VerifyAttr:       verifyAttr,
		AllowsUnknownOps: true,
	}
}

// Target is #nvvm.target, what code of a gpu.module is compiled for.
var Target = &ods.Params{Dialect: "nvvm", Name: "target", List: []ods.Param{
	ods.IntParam("O", 2), ods.StringParam("triple", "nvptx64-nvidia-cuda"), ods.StringParam("chip", "sm_50"), ods.StringParam("features", "+ptx60"),
	ods.KindParam[*ir.DictAttr]("flags"), ods.KindParam[*ir.ArrayAttr]("link")}}

func readAttr(p *ir.Parser, mnemonic string) ir.Attribute {
	if mnemonic == Target.Name {
		return Target.ReadAttr(p)
	}
	return nil
}

// verifyAttr checks what functions say of their launch.
func verifyAttr(op *ir.Operation, a ir.NamedAttr) error {
	switch a.Name {
	case "nvvm.kernel":
		if !op.Is("llvm.func") {
			return ir.BareError("'nvvm.kernel' attribute attached to unexpected op")
		}
	case "nvvm.maxntid", "nvvm.reqntid":
		sizes, ok := a.Value.(*ir.DenseArrayAttr)
		if !ok || sizes.Elem != op.Context().I32() || len(sizes.Values) == 0 || len(sizes.Values) > 3 {
			return ir.BareError(fmt.Sprintf(`'"%s"' attribute must be integer array with maximum 3 index`, a.Name))
		}
	case "nvvm.minctasm", "nvvm.maxnreg":
		if _, ok := a.Value.(*ir.IntegerAttr); !ok {
			return ir.BareError(fmt.Sprintf(`'"%s"' attribute must be integer constant`, a.Name))
		}
	}
	return nil
}

const inKernel = "gpu.module @kernels {\n  gpu.func @kernel(%mask: i32, %pred: i1) kernel {\n    "

// convergent are the effects of what all lanes do together: a read and a write of unknown memory, so that it
// is neither moved nor merged nor erased.
func convergent() []ir.Effect { return []ir.Effect{{Kind: ir.ReadEffect}, {Kind: ir.WriteEffect}} }

// BallotOp is nvvm.vote.ballot.sync.
type BallotOp struct{ *ir.Operation }

// Def returns the definition.
func (BallotOp) Def() *ir.OpDef { return ballotDef }

var ballotDef = &ir.OpDef{
	Name: "nvvm.vote.ballot.sync", Summary: "predicates of the lanes of a warp",
	Description: "Bit i of the result is the predicate of lane i, for the lanes in the mask; all of them must take part.",
	Example:     inKernel + "%0 = nvvm.vote.ballot.sync %mask, %pred : i32\n    gpu.return\n  }\n}\n",
	Operands:    []ir.OperandDef{{Name: "mask", Type: ods.I32}, {Name: "pred", Type: ods.I1}},
	Results:     []ir.OperandDef{{Name: "res", Type: ods.I32}},
	Format:      "$mask `,` $pred attr-dict `:` type($res)",
}

// NewBallot builds nvvm.vote.ballot.sync.
func NewBallot(b *ir.Builder, mask, pred *ir.Value) *ir.Value {
	return b.Op("nvvm.vote.ballot.sync", []*ir.Value{mask, pred}, []ir.Type{b.Ctx.I32()}).Result(0)
}

// Mask is the set of lanes that take part.
func (o BallotOp) Mask() *ir.Value { return o.Operand(0) }

// Pred is the predicate of the lane.
func (o BallotOp) Pred() *ir.Value { return o.Operand(1) }

// Effects keep the operation where it is.
func (BallotOp) Effects() []ir.Effect { return convergent() }

// WarpSyncOp is nvvm.bar.warp.sync.
type WarpSyncOp struct{ *ir.Operation }

// Def returns the definition.
func (WarpSyncOp) Def() *ir.OpDef { return warpSyncDef }

var warpSyncDef = &ir.OpDef{
	Name: "nvvm.bar.warp.sync", Summary: "barrier of a warp",
	Description: "Waits for the lanes in the mask; what they wrote before is visible to them behind.",
	Example:     inKernel + "nvvm.bar.warp.sync %mask : i32\n    gpu.return\n  }\n}\n",
	Operands:    []ir.OperandDef{{Name: "mask", Type: ods.I32}},
	// The type is always i32, and MLIR writes it nevertheless.
	Format: "$mask attr-dict `:` type($mask)",
}

// NewWarpSync builds nvvm.bar.warp.sync.
func NewWarpSync(b *ir.Builder, mask *ir.Value) WarpSyncOp {
	return WarpSyncOp{b.Op("nvvm.bar.warp.sync", []*ir.Value{mask}, nil)}
}

// Mask is the set of lanes that take part.
func (o WarpSyncOp) Mask() *ir.Value { return o.Operand(0) }

// Effects keep the operation where it is.
func (WarpSyncOp) Effects() []ir.Effect { return convergent() }

// BarrierOp is nvvm.barrier: of some threads of a block.
type BarrierOp struct{ *ir.Operation }

// Def returns the definition.
func (BarrierOp) Def() *ir.OpDef { return barrierDef }

var barrierDef = &ir.OpDef{
	Name: "nvvm.barrier", Summary: "barrier of a number of threads of a block",
	Description: "Waits until as many threads of the block as it says have come to the barrier with the number `id`, below 16, and lets them go together; what they did " +
		"to memory before is done for those of them that wait. The threads are whole warps. Without a number of threads it is of all of them, without `id` that with the number 0.",
	Example:  "gpu.module @kernels {\n  gpu.func @kernel(%id: i32, %threads: i32) kernel {\n    nvvm.barrier id = %id number_of_threads = %threads\n    gpu.return\n  }\n}\n",
	Operands: []ir.OperandDef{{Name: "barrierId", Type: ods.I32, Arity: ir.Optional}, {Name: "numberOfThreads", Type: ods.I32, Arity: ir.Optional}},
	Traits:   ir.AttrSizedOperands,
	Format:   "(`id` `=` $barrierId^)? (`number_of_threads` `=` $numberOfThreads^)? attr-dict",
}

// NewBarrier builds nvvm.barrier.
func NewBarrier(b *ir.Builder, id, threads *ir.Value) BarrierOp {
	return BarrierOp{b.Op("nvvm.barrier", []*ir.Value{id, threads}, nil, ods.SegmentSizes(b.Ctx, 1, 1))}
}

// ID is the number of the barrier, nil for 0.
func (o BarrierOp) ID() *ir.Value { return ods.SegmentOperand(o.Operation, 0) }

// Threads is how many threads wait for each other, nil for all of the block.
func (o BarrierOp) Threads() *ir.Value { return ods.SegmentOperand(o.Operation, 1) }

// Verify checks that it is known how many threads a barrier waits for whose number is not 0.
func (o BarrierOp) Verify() error {
	if err := ods.CheckSegments(o.Operation, 2); err != nil {
		return err
	}
	if o.Threads() != nil && o.ID() == nil {
		return fmt.Errorf("barrier id is missing, it should be set between 0 to 15")
	}
	return nil
}

// Effects keep the operation where it is.
func (BarrierOp) Effects() []ir.Effect { return convergent() }

// ArriveOp is nvvm.barrier.arrive: at a barrier of some threads of a block, without a wait.
type ArriveOp struct{ *ir.Operation }

// Def returns the definition.
func (ArriveOp) Def() *ir.OpDef { return arriveDef }

var arriveDef = &ir.OpDef{
	Name: "nvvm.barrier.arrive", Summary: "arrival at a barrier of a number of threads of a block",
	Description: "Counts as having come to the barrier, and goes on: what the thread did to memory before is done for those that wait there (`nvvm.barrier`) until as many threads as it says have come.",
	Example:     "gpu.module @kernels {\n  gpu.func @kernel(%id: i32, %threads: i32) kernel {\n    nvvm.barrier.arrive id = %id number_of_threads = %threads\n    gpu.return\n  }\n}\n",
	Operands:    []ir.OperandDef{{Name: "barrierId", Type: ods.I32, Arity: ir.Optional}, {Name: "numberOfThreads", Type: ods.I32}},
	Format:      "(`id` `=` $barrierId^)? `number_of_threads` `=` $numberOfThreads attr-dict",
}

// NewArrive builds nvvm.barrier.arrive.
func NewArrive(b *ir.Builder, id, threads *ir.Value) ArriveOp {
	return ArriveOp{b.Op("nvvm.barrier.arrive", []*ir.Value{id, threads}, nil)}
}

// ID is the number of the barrier, nil for 0.
func (o ArriveOp) ID() *ir.Value {
	if o.NumOperands() < 2 {
		return nil
	}
	return o.Operand(0)
}

// Threads is how many threads come there.
func (o ArriveOp) Threads() *ir.Value { return o.Operand(o.NumOperands() - 1) }

// Effects keep the operation where it is.
func (ArriveOp) Effects() []ir.Effect { return convergent() }

// BlockVote is how a barrier of a block combines a number of each thread: whether any is not 0, whether all are not, and how many
// are not. Every thread gets the result.
type BlockVote int

// The votes of a block.
const (
	VoteOr BlockVote = iota
	VoteAnd
	VoteCount
)

// blockVotes are the intrinsics.
var blockVotes = []string{VoteOr: "llvm.nvvm.barrier0.or", VoteAnd: "llvm.nvvm.barrier0.and", VoteCount: "llvm.nvvm.barrier0.popc"}

// NewBlockVote builds the barrier of a block that combines an i32 of each thread.
func NewBlockVote(b *ir.Builder, v BlockVote, number *ir.Value) *ir.Value {
	return llvm.NewCallIntrinsic(b, blockVotes[v], []ir.Type{b.Ctx.I32()}, number).Result(0)
}

// BlockVoteOf says whether an operation is a vote of a block, and which.
func BlockVoteOf(op *ir.Operation) (BlockVote, bool) {
	o, ok := ir.As[llvm.CallIntrinsicOp](op)
	if !ok {
		return 0, false
	}
	i := slices.Index(blockVotes, o.Intrinsic())
	return BlockVote(i), i >= 0
}

// Intrinsic is the name of the intrinsic.
func (v BlockVote) Intrinsic() string { return blockVotes[v] }
