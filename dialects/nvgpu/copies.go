package nvgpu

import (
	"fmt"
	"strings"

	"descend/dialects/arith"
	"descend/dialects/memref"
	"descend/dialects/ods"
	"descend/ir"
)

var (
	asyncToken = &ods.Params{Dialect: "nvgpu", Name: "device.async.token"}
	isToken    = asyncToken.Constraint("device async token type")
)

// AsyncToken returns !nvgpu.device.async.token.
func AsyncToken(c *ir.Context) ir.Type { return asyncToken.Type(c) }

// inKernel is an example in a kernel with memory and an index.
func inKernel(op string) string {
	return "gpu.module @kernels {\n  gpu.func @kernel(%g: memref<64xf32>, %s: memref<64xf32, 3>, %i: index) kernel {\n    " +
		strings.ReplaceAll(op, "\n", "\n    ") + "\n    gpu.return\n  }\n}\n"
}

// copyExample copies, and waits.
var copyExample = inKernel(`%0 = nvgpu.device_async_copy %g[%i], %s[%i], 4 : memref<64xf32> to memref<64xf32, 3>
%1 = nvgpu.device_async_create_group %0
nvgpu.device_async_wait %1 {numGroups = 0 : i32}`)

// DeviceAsyncCopyOp is nvgpu.device_async_copy.
type DeviceAsyncCopyOp struct{ *ir.Operation }

// Def returns the definition.
func (DeviceAsyncCopyOp) Def() *ir.OpDef { return copyDef }

var copyDef = &ir.OpDef{
	Name: "nvgpu.device_async_copy", Summary: "start of a copy from global to shared memory",
	Description: "Starts a copy of `dstElements` neighbouring elements, 4, 8 or 16 bytes in all, from global to shared memory, and goes on. With `srcElements` only that many are read, and the rest is filled with zeros; with `bypassL1` the copy (of 16 bytes) does not go through the first cache. What was copied may be read when the group that the token belongs to was waited for.",
	Example:     copyExample,
	Operands: []ir.OperandDef{{Name: "dst", Type: ods.AnyMemRef}, {Name: "dstIndices", Type: ods.Index, Arity: ir.Variadic},
		{Name: "src", Type: ods.AnyMemRef}, {Name: "srcIndices", Type: ods.Index, Arity: ir.Variadic},
		{Name: "srcElements", Type: ods.Index, Arity: ir.Optional}},
	Results: []ir.OperandDef{{Name: "asyncToken", Type: isToken}},
	Attrs:   []ir.AttrDef{{Name: "dstElements", Attr: ir.IndexA}, {Name: "bypassL1", Attr: ir.UnitA, Optional: true}},
	Traits:  ir.AttrSizedOperands,
	Format:  "$src `[` $srcIndices `]` `,` $dst `[` $dstIndices `]` `,` $dstElements (`,` $srcElements^)? attr-dict `:` type($src) `to` type($dst)",
}

// NewDeviceAsyncCopy builds a copy of so many elements; srcElements is the number of those that are read, or nil.
func NewDeviceAsyncCopy(b *ir.Builder, src *ir.Value, srcIndices []*ir.Value, dst *ir.Value, dstIndices []*ir.Value, elements int64, srcElements *ir.Value, bypassL1 bool) *ir.Value {
	var bound []*ir.Value
	if srcElements != nil {
		bound = []*ir.Value{srcElements}
	}
	st := ir.OperationState{Name: b.Ctx.OpName("nvgpu.device_async_copy"), Types: []ir.Type{AsyncToken(b.Ctx)}}
	ods.SetOperands(b.Ctx, &st, []*ir.Value{dst}, dstIndices, []*ir.Value{src}, srcIndices, bound)
	st.SetAttr("dstElements", b.Ctx.IndexAttr(elements))
	if bypassL1 {
		st.SetAttr("bypassL1", b.Ctx.UnitAttr())
	}
	return b.Create(st).Result(0)
}

// Dst is the shared memory that is written.
func (o DeviceAsyncCopyOp) Dst() *ir.Value { return ods.SegmentOperand(o.Operation, 0) }

// DstIndices are the place of the first element there.
func (o DeviceAsyncCopyOp) DstIndices() []*ir.Value { return ods.Segment(o.Operation, 1) }

// Src is the memory that is read.
func (o DeviceAsyncCopyOp) Src() *ir.Value { return ods.SegmentOperand(o.Operation, 2) }

// SrcIndices are the place of the first element there.
func (o DeviceAsyncCopyOp) SrcIndices() []*ir.Value { return ods.Segment(o.Operation, 3) }

// SrcElements is the number of elements that are read, nil: all.
func (o DeviceAsyncCopyOp) SrcElements() *ir.Value { return ods.SegmentOperand(o.Operation, 4) }

// DstElements is the number of elements that are written.
func (o DeviceAsyncCopyOp) DstElements() int64 { n, _ := o.IntAttr("dstElements"); return n }

// BypassL1 says whether the copy goes past the first cache.
func (o DeviceAsyncCopyOp) BypassL1() bool { return o.HasAttr("bypassL1") }

// Effects tells of the read and the write. They happen until the token is waited for, which counts as having any effect.
func (o DeviceAsyncCopyOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.ReadEffect, Value: o.Src()}, {Kind: ir.WriteEffect, Value: o.Dst()}}
}

// Accesses are the read and the write.
func (o DeviceAsyncCopyOp) Accesses() []memref.Access {
	n := o.DstElements()
	return []memref.Access{{MemRef: o.Src(), Indices: o.SrcIndices(), Elements: n, Some: o.SrcElements()}, {MemRef: o.Dst(), Indices: o.DstIndices(), Elements: n}}
}

// Rewrites leave out that all elements are read.
func (DeviceAsyncCopyOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "copy-whole", Benefit: 1, Args: "%g: memref<64xf32>, %s: memref<64xf32, 3>, %i: index",
		Before: `
%c4 = arith.constant 4 : index
%0 = nvgpu.device_async_copy %g[%i], %s[%i], 4, %c4 : memref<64xf32> to memref<64xf32, 3>
%1 = nvgpu.device_async_create_group %0
nvgpu.device_async_wait %1`,
		After: `
%0 = nvgpu.device_async_copy %g[%i], %s[%i], 4 : memref<64xf32> to memref<64xf32, 3>
%1 = nvgpu.device_async_create_group %0
nvgpu.device_async_wait %1`,
		Apply: ir.RewriteOn(DeviceAsyncCopyOp.readAll),
	}}
}

// readAll drops a number of elements that is that of all.
func (o DeviceAsyncCopyOp) readAll(rw *ir.Rewriter) bool {
	some := o.SrcElements()
	if some == nil {
		return false
	}
	if n, ok := arith.ConstantInt(some); !ok || n != o.DstElements() {
		return false
	}
	rw.Before(o.Operation)
	rw.Replace(o.Operation, NewDeviceAsyncCopy(rw.Builder, o.Src(), o.SrcIndices(), o.Dst(), o.DstIndices(), o.DstElements(), nil, o.BypassL1()))
	return true
}

// Verify checks memory, indices and the number of bytes.
func (o DeviceAsyncCopyOp) Verify() error {
	src, dst := memref.TypeOf(o.Src()), memref.TypeOf(o.Dst())
	switch {
	case !unitStride(src):
		return ir.BareError("source memref most minor dim must have unit stride")
	case !unitStride(dst):
		return ir.BareError("destination memref most minor dim must have unit stride")
	case !isShared(dst.Space):
		return ir.BareError("destination memref " + wantShared)
	case src.Elem != dst.Elem:
		return ir.BareError("source and destination must have the same element type")
	case len(src.Shape) != len(o.SrcIndices()):
		return fmt.Errorf("expected %d source indices, got %d", len(src.Shape), len(o.SrcIndices()))
	case len(dst.Shape) != len(o.DstIndices()):
		return fmt.Errorf("expected %d destination indices, got %d", len(dst.Shape), len(o.DstIndices()))
	case bitWidth(dst.Elem) == 0:
		return fmt.Errorf("copies integers and floats only, but got '%s'", dst.Elem)
	}
	return o.checkSize(dst)
}

// checkSize checks that 4, 8 or 16 bytes are copied, and 16 past the first cache.
func (o DeviceAsyncCopyOp) checkSize(dst *ir.MemRefType) error {
	width, n := bitWidth(dst.Elem), o.DstElements()
	bytes := width * n / 8
	if bytes != 4 && bytes != 8 && bytes != 16 {
		msg := fmt.Sprintf("Requested copy elements is %d with width %d. But copy elements could be one of ", n, width)
		for _, m := range []struct {
			bits int64
			end  string
		}{{32, ", "}, {64, ", "}, {128, "."}} {
			if m.bits/width > 0 {
				msg += fmt.Sprint(m.bits/width, m.end)
			}
		}
		return ir.BareError(msg)
	}
	if o.BypassL1() && bytes != 16 {
		return fmt.Errorf("bypassL1 does not satify alignment for '%s' with destination element %d. Unset bypassL1, or set destination element to %d", dst, n, 128/width)
	}
	return nil
}

// unitStride says whether neighbours in the last dimension are neighbours in memory.
func unitStride(t *ir.MemRefType) bool {
	_, strides, ok := memref.StridesAndOffset(t)
	return ok && (len(strides) == 0 || strides[len(strides)-1] == 1)
}

// DeviceAsyncCreateGroupOp is nvgpu.device_async_create_group.
type DeviceAsyncCreateGroupOp struct{ *ir.Operation }

// Def returns the definition.
func (DeviceAsyncCreateGroupOp) Def() *ir.OpDef { return createGroupDef }

var createGroupDef = &ir.OpDef{
	Name: "nvgpu.device_async_create_group", Summary: "group of copies to wait for",
	Description: "All copies that the thread has started and that are in no group yet form one; groups end in the order in which they were made.",
	Example:     copyExample,
	Operands:    []ir.OperandDef{{Name: "inputTokens", Type: isToken, Arity: ir.Variadic}},
	Results:     []ir.OperandDef{{Name: "asyncToken", Type: isToken}},
	Format:      "$inputTokens attr-dict",
}

// NewDeviceAsyncCreateGroup builds the group of copies.
func NewDeviceAsyncCreateGroup(b *ir.Builder, tokens ...*ir.Value) *ir.Value {
	return b.Op("nvgpu.device_async_create_group", tokens, []ir.Type{AsyncToken(b.Ctx)}).Result(0)
}

// DeviceAsyncWaitOp is nvgpu.device_async_wait.
type DeviceAsyncWaitOp struct{ *ir.Operation }

// Def returns the definition.
func (DeviceAsyncWaitOp) Def() *ir.OpDef { return waitDef }

var waitDef = &ir.OpDef{
	Name: "nvgpu.device_async_wait", Summary: "wait for copies",
	Description: "Waits until the group is done. With `numGroups`, until at most so many groups of the thread are not done. Only the thread itself may read what was copied then; others behind a barrier.",
	Example:     copyExample,
	Operands:    []ir.OperandDef{{Name: "asyncDependencies", Type: isToken}},
	Attrs:       []ir.AttrDef{{Name: "numGroups", Attr: ir.I32A, Optional: true}},
	Format:      "$asyncDependencies attr-dict",
}

// NewDeviceAsyncWait builds a wait; with a number of groups that may go on that is not negative.
func NewDeviceAsyncWait(b *ir.Builder, token *ir.Value, groups int64) DeviceAsyncWaitOp {
	var attrs []ir.NamedAttr
	if groups >= 0 {
		attrs = append(attrs, ir.Attr("numGroups", b.Ctx.IntAttr(groups, b.Ctx.I32())))
	}
	return DeviceAsyncWaitOp{b.Op("nvgpu.device_async_wait", []*ir.Value{token}, nil, attrs...)}
}

// NumGroups is the number of groups that need not be done; false if all up to the token must be.
func (o DeviceAsyncWaitOp) NumGroups() (int64, bool) { return o.IntAttr("numGroups") }
