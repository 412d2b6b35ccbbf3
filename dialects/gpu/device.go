package gpu

import (
	"fmt"

	"descend/dialects/intrange"
	"descend/dialects/num"
	"descend/dialects/ods"
	"descend/ir"
)

// DimOp is what the operations that ask for a position or size have.
type DimOp struct{ *ir.Operation }

// Dim is the dimension.
func (o DimOp) Dim() Dim {
	d, _ := dims.IndexOf(o.Attr("dimension"))
	return Dim(d)
}

// UpperBound is the exclusive bound of a position, or the inclusive one of a size, 0 if not given.
func (o DimOp) UpperBound() int64 {
	n, _ := o.IntAttr("upper_bound")
	return n
}

// ValueNames proposes thread_id_x and its like.
func (o DimOp) ValueNames(set func(*ir.Value, string)) {
	set(o.Result(0), o.Name()[len("gpu."):]+"_"+o.Dim().String())
}

func indexOpDef(mnemonic, summary, description string) *ir.OpDef {
	return &ir.OpDef{
		Name: "gpu." + mnemonic, Summary: summary, Description: description,
		Example: "gpu.module @kernels {\n  gpu.func @kernel() kernel {\n    %0 = gpu." + mnemonic + "  x\n    gpu.return\n  }\n}\n",
		Results: []ir.OperandDef{{Name: "result", Type: ods.Index}},
		Attrs: []ir.AttrDef{{Name: "dimension", Attr: dims.Constraint("a dimension, either 'x', 'y', or 'z'")},
			{Name: "upper_bound", Attr: ir.IndexA, Optional: true}},
		Traits: ir.Pure,
		Format: "$dimension (`upper_bound` $upper_bound^)? attr-dict",
	}
}

func buildDim(b *ir.Builder, name string, d Dim) *ir.Value {
	return b.Op(name, nil, []ir.Type{b.Ctx.Index()}, ir.Attr("dimension", dims.New(b.Ctx, d.String()))).Result(0)
}

// ThreadIDOp is gpu.thread_id.
type ThreadIDOp struct{ DimOp }

// Def returns the definition.
func (ThreadIDOp) Def() *ir.OpDef { return threadIDDef }

var threadIDDef = indexOpDef("thread_id", "position of the thread in its block", "From 0, in the dimension.")

// Fold knows the position in a dimension of one thread.
func (o ThreadIDOp) Fold([]ir.Attribute) []ir.FoldResult {
	if n, ok := knownSize(o.Operation, o.Dim(), "nvvm.reqntid", "known_block_size"); ok && n == 1 {
		return []ir.FoldResult{{Attr: o.Context().IndexAttr(0)}}
	}
	return nil
}

// InferRange knows that the position is within the block.
func (o ThreadIDOp) InferRange([]intrange.Range) intrange.Range {
	if n, ok := knownSize(o.Operation, o.Dim(), "nvvm.reqntid", "known_block_size"); ok && n > 0 {
		return intrange.Unsigned(num.Between(num.Of(0), num.Of(n-1)), 64)
	}
	return intrange.Full(64)
}

// knownSize is the entry for the dimension of the first of the attributes that the function around op has.
func knownSize(op *ir.Operation, d Dim, attrs ...string) (int64, bool) {
	f, ok := ir.Enclosing[FuncOp](op)
	if !ok {
		return 0, false
	}
	for _, name := range attrs {
		if a, ok := f.Attr(name).(*ir.DenseArrayAttr); ok && int(d) < len(a.Values) {
			return a.Values[d], true
		}
	}
	return 0, false
}

// NewThreadID builds gpu.thread_id.
func NewThreadID(b *ir.Builder, d Dim) *ir.Value { return buildDim(b, "gpu.thread_id", d) }

// BlockIDOp is gpu.block_id.
type BlockIDOp struct{ DimOp }

// Def returns the definition.
func (BlockIDOp) Def() *ir.OpDef { return blockIDDef }

var blockIDDef = indexOpDef("block_id", "position of the block in the grid", "From 0, in the dimension.")

// Fold knows the position in a dimension of one block.
func (o BlockIDOp) Fold([]ir.Attribute) []ir.FoldResult {
	if n, ok := knownSize(o.Operation, o.Dim(), "known_grid_size"); ok && n == 1 {
		return []ir.FoldResult{{Attr: o.Context().IndexAttr(0)}}
	}
	return nil
}

// NewBlockID builds gpu.block_id.
func NewBlockID(b *ir.Builder, d Dim) *ir.Value { return buildDim(b, "gpu.block_id", d) }

// BlockDimOp is gpu.block_dim.
type BlockDimOp struct{ DimOp }

// Def returns the definition.
func (BlockDimOp) Def() *ir.OpDef { return blockDimDef }

var blockDimDef = indexOpDef("block_dim", "number of threads of a block", "In the dimension.")

// Fold knows the size that the function requires.
func (o BlockDimOp) Fold([]ir.Attribute) []ir.FoldResult {
	if n, ok := knownSize(o.Operation, o.Dim(), "nvvm.reqntid", "known_block_size"); ok {
		return []ir.FoldResult{{Attr: o.Context().IndexAttr(n)}}
	}
	return nil
}

// NewBlockDim builds gpu.block_dim.
func NewBlockDim(b *ir.Builder, d Dim) *ir.Value { return buildDim(b, "gpu.block_dim", d) }

// GridDimOp is gpu.grid_dim.
type GridDimOp struct{ DimOp }

// Def returns the definition.
func (GridDimOp) Def() *ir.OpDef { return gridDimDef }

var gridDimDef = indexOpDef("grid_dim", "number of blocks of the grid", "In the dimension.")

// Fold knows the size that the function requires.
func (o GridDimOp) Fold([]ir.Attribute) []ir.FoldResult {
	if n, ok := knownSize(o.Operation, o.Dim(), "known_grid_size"); ok {
		return []ir.FoldResult{{Attr: o.Context().IndexAttr(n)}}
	}
	return nil
}

// LaneIDOp is gpu.lane_id.
type LaneIDOp struct{ *ir.Operation }

// Def returns the definition.
func (LaneIDOp) Def() *ir.OpDef { return laneIDDef }

var laneIDDef = &ir.OpDef{
	Name: "gpu.lane_id", Summary: "position of the thread in its warp", Description: "From 0 to 31.",
	Example: "gpu.module @kernels {\n  gpu.func @kernel() kernel {\n    %0 = gpu.lane_id\n    gpu.return\n  }\n}\n",
	Results: []ir.OperandDef{{Name: "result", Type: ods.Index}},
	Attrs:   []ir.AttrDef{{Name: "upper_bound", Attr: ir.IndexA, Optional: true}},
	Traits:  ir.Pure,
	Format:  "(`upper_bound` $upper_bound^)? attr-dict",
}

// BarrierOp is gpu.barrier.
type BarrierOp struct{ *ir.Operation }

// Def returns the definition.
func (BarrierOp) Def() *ir.OpDef { return barrierDef }

var barrierDef = &ir.OpDef{
	Name: "gpu.barrier", Summary: "barrier of a block",
	Description: "Waits for all threads of the block; what they wrote before is visible to all of them behind. Every thread of the block must reach it.",
	Example:     "gpu.module @kernels {\n  gpu.func @kernel() kernel {\n    gpu.barrier\n    gpu.return\n  }\n}\n",
	Format:      "attr-dict",
}

// NewBarrier builds gpu.barrier.
func NewBarrier(b *ir.Builder) BarrierOp { return BarrierOp{b.Op("gpu.barrier", nil, nil)} }

// Effects tells of a read and a write of unknown memory, so that no access moves across.
func (BarrierOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.ReadEffect}, {Kind: ir.WriteEffect}}
}

// Rewrites merges barriers.
func (BarrierOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "barrier-twice", Benefit: 1,
		Before: `
gpu.barrier
gpu.barrier`,
		After: `
gpu.barrier`,
		Apply: ir.RewriteOn(BarrierOp.eraseBeforeOther),
	}}
}

// eraseBeforeOther erases a barrier directly before another.
func (o BarrierOp) eraseBeforeOther(rw *ir.Rewriter) bool {
	if next := o.Next(); next == nil || !next.Is("gpu.barrier") {
		return false
	}
	rw.Erase(o.Operation)
	return true
}

// ShuffleOp is gpu.shuffle.
type ShuffleOp struct{ *ir.Operation }

// Def returns the definition.
func (ShuffleOp) Def() *ir.OpDef { return shuffleDef }

var shuffleDef = &ir.OpDef{
	Name: "gpu.shuffle", Summary: "exchange of values between lanes",
	Description: "The value of another lane of the warp, which `mode` and `offset` choose within groups of `width` lanes; the second result says whether there is such a lane. All lanes of the warp must take part.",
	Example: `gpu.module @kernels {
  gpu.func @kernel(%v: f32) kernel {
    %c1 = arith.constant 1 : i32
    %c32 = arith.constant 32 : i32
    %0, %1 = gpu.shuffle  xor %v, %c1, %c32 : f32
    gpu.return
  }
}
`,
	Operands:  []ir.OperandDef{{Name: "value", Type: shuffled}, {Name: "offset", Type: ods.I32}, {Name: "width", Type: ods.I32}},
	Results:   []ir.OperandDef{{Name: "shuffleResult", Type: shuffled}, {Name: "valid", Type: ods.I1}},
	Attrs:     []ir.AttrDef{{Name: "mode", Attr: shuffleModes.Constraint("Indexing modes supported by gpu.shuffle.")}},
	SameTypes: [][]string{{"value", "shuffleResult"}},
	Format:    "$mode $value `,` $offset `,` $width attr-dict `:` type($value)",
}

// NewShuffle builds gpu.shuffle; the results are the value and whether the lane exists.
func NewShuffle(b *ir.Builder, m ShuffleMode, value, offset, width *ir.Value) (v, valid *ir.Value) {
	op := b.Op("gpu.shuffle", []*ir.Value{value, offset, width}, []ir.Type{value.Type(), b.Ctx.I1()}, ir.Attr("mode", shuffleModes.New(b.Ctx, m.String())))
	return op.Result(0), op.Result(1)
}

// Mode chooses the lane.
func (o ShuffleOp) Mode() ShuffleMode {
	m, _ := shuffleModes.IndexOf(o.Attr("mode"))
	return ShuffleMode(m)
}

// Value is what is exchanged.
func (o ShuffleOp) Value() *ir.Value { return o.Operand(0) }

// Offset chooses the lane.
func (o ShuffleOp) Offset() *ir.Value { return o.Operand(1) }

// Width is the number of lanes of a group.
func (o ShuffleOp) Width() *ir.Value { return o.Operand(2) }

// Effects tells of a read and a write of unknown memory: a shuffle may not move across others or be
// executed by fewer threads.
func (ShuffleOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.ReadEffect}, {Kind: ir.WriteEffect}}
}

// OnlyGives: where no thread uses what it gets, none needs to take part.
func (ShuffleOp) OnlyGives() {}

// shuffled is what lanes exchange.
var shuffled = ir.TypeConstraint{Name: "i32, i64, f32 or f64", Is: func(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Sign == ir.Signless && (t.Width == 32 || t.Width == 64)
	case *ir.FloatType:
		return t.Kind == ir.F32 || t.Kind == ir.F64
	}
	return false
}}

// PrintfOp is gpu.printf.
type PrintfOp struct{ *ir.Operation }

// Def returns the definition.
func (PrintfOp) Def() *ir.OpDef { return printfDef }

var printfDef = &ir.OpDef{
	Name: "gpu.printf", Summary: "output from the device",
	Description: "Prints the operands by a format like C's printf.",
	Example: `gpu.module @kernels {
  gpu.func @kernel(%v: i32) kernel {
    gpu.printf "value %d\0A" %v : i32
    gpu.return
  }
}
`,
	Operands: []ir.OperandDef{{Name: "args", Type: ods.IntegerIndexOrFloat, Arity: ir.Variadic}},
	Attrs:    []ir.AttrDef{{Name: "format", Attr: ir.StringA}},
	Format:   "$format attr-dict ($args^ `:` type($args))?",
}

// NewPrintf builds gpu.printf.
func NewPrintf(b *ir.Builder, format string, args ...*ir.Value) PrintfOp {
	return PrintfOp{b.Op("gpu.printf", args, nil, ir.Attr("format", b.Ctx.StringAttr(format)))}
}

// FormatText is the format.
func (o PrintfOp) FormatText() string { return o.StringAttr("format") }

// Effects tells of a write of unknown memory, so that outputs stay in order.
func (PrintfOp) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.WriteEffect}} }

// DynamicSharedMemoryOp is gpu.dynamic_shared_memory.
type DynamicSharedMemoryOp struct{ *ir.Operation }

// Def returns the definition.
func (DynamicSharedMemoryOp) Def() *ir.OpDef { return dynamicSharedMemoryDef }

var dynamicSharedMemoryDef = &ir.OpDef{
	Name: "gpu.dynamic_shared_memory", Summary: "shared memory sized by the launch",
	Description: "The dynamic shared memory of the block, in bytes; all such operations give the same buffer.",
	Example: `gpu.module @kernels {
  gpu.func @kernel() kernel {
    %0 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    gpu.return
  }
}
`,
	Results: []ir.OperandDef{{Name: "resultMemref", Type: ods.ByteMemRef}},
	Traits:  ir.Pure,
	Format:  "attr-dict `:` type($resultMemref)",
}

// NewDynamicSharedMemory builds gpu.dynamic_shared_memory.
func NewDynamicSharedMemory(b *ir.Builder) *ir.Value {
	return b.Op("gpu.dynamic_shared_memory", nil, []ir.Type{SharedType(b.Ctx, b.Ctx.Int(8), ir.Dynamic)}).Result(0)
}

// Verify checks extent and space.
func (o DynamicSharedMemoryOp) Verify() error {
	t := o.Result(0).Type().(*ir.MemRefType)
	if s, ok := SpaceOf(t.Space); !ok || s != Workgroup {
		return fmt.Errorf("address space must be address_space<workgroup>")
	}
	if t.Shape[0] != ir.Dynamic {
		return fmt.Errorf("result memref type must be memref<?xi8, #gpu.address_space<workgroup>>")
	}
	return nil
}
