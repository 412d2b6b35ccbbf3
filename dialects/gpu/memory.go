package gpu

import (
	"errors"
	"fmt"
	"strings"

	"descend/dialects/ods"
	"descend/ir"
)

// The operands and results of these operations; those that async adds are in front of them.
var (
	dst       = ir.OperandOf[*ir.MemRefType]("dst", ods.AnyMemRef)
	src       = ir.OperandOf[*ir.MemRefType]("src", ods.AnyMemRef)
	freed     = ir.OperandOf[*ir.MemRefType]("memref", ods.AnyMemRef)
	filling   = ir.OperandOf[ir.Type]("value", ods.AnyType)
	allocated = ir.ResultOf[*ir.MemRefType]("memref", ods.AnyMemRef)
)

// AllocOp is gpu.alloc.
type AllocOp struct{ *ir.Operation }

// Def returns the definition.
func (AllocOp) Def() *ir.OpDef { return allocDef }

var allocDef = async(&ir.OpDef{
	Name: "gpu.alloc", Summary: "allocation of device memory",
	Description: "Allocates a buffer in global memory of the device; one operand for each dynamic extent. With `hostShared` the host can access it too.",
	Example: `func.func @example(%n: index) {
  %0 = gpu.alloc  (%n) : memref<?xf32>
  %1 = gpu.alloc  host_shared () : memref<16xf32>
  return
}
`,
	Operands: []ir.OperandDef{{Name: "dynamicSizes", Type: ods.Index, Arity: ir.Variadic}, {Name: "symbolOperands", Type: ods.Index, Arity: ir.Variadic}},
	Results:  []ir.OperandDef{allocated.Def},
	Attrs:    []ir.AttrDef{{Name: "hostShared", Attr: ir.UnitA, Optional: true}},
	Traits:   ir.AttrSizedOperands,
	Format:   "(` ` `host_shared` $hostShared^)? ` ` `(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)",
})

// NewAlloc builds gpu.alloc with the dynamic extents.
func NewAlloc(b *ir.Builder, t *ir.MemRefType, sizes ...*ir.Value) *ir.Value {
	return b.Op("gpu.alloc", sizes, []ir.Type{t}, ods.SegmentSizes(b.Ctx, 0, len(sizes), 0)).Result(0)
}

// MemRef is the buffer.
func (o AllocOp) MemRef() *ir.Value { return allocated.Of(o) }

// DynamicSizes are the dynamic extents.
func (o AllocOp) DynamicSizes() []*ir.Value { return ods.Segment(o.Operation, 1) }

// Effects tells of the allocation.
func (o AllocOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.AllocEffect, Value: o.Result(0)}}
}

// Verify checks the number of extents and symbols.
func (o AllocOp) Verify() error {
	err := ods.CheckAllocation(allocated.Type(o), len(o.DynamicSizes()), ods.SegmentLen(o.Operation, 2))
	if err != nil { // MLIR does not say how many there are
		short, _, _ := strings.Cut(err.Error(), ":")
		return errors.New(short)
	}
	return nil
}

// DeallocOp is gpu.dealloc.
type DeallocOp struct{ *ir.Operation }

// Def returns the definition.
func (DeallocOp) Def() *ir.OpDef { return deallocDef }

var deallocDef = async(&ir.OpDef{
	Name: "gpu.dealloc", Summary: "end of a device buffer",
	Description: "Frees a buffer of gpu.alloc.",
	Example: `func.func @example() {
  %0 = gpu.alloc  () : memref<16xf32>
  gpu.dealloc  %0 : memref<16xf32>
  return
}
`,
	Operands: []ir.OperandDef{freed.Def},
	Format:   "$memref attr-dict `:` type($memref)",
})

// NewDealloc builds gpu.dealloc.
func NewDealloc(b *ir.Builder, m *ir.Value) DeallocOp {
	return DeallocOp{b.Op("gpu.dealloc", []*ir.Value{m}, nil)}
}

// MemRef is the buffer.
func (o DeallocOp) MemRef() *ir.Value { return freed.Of(o) }

// Effects tells that the buffer is freed.
func (o DeallocOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.FreeEffect, Value: o.MemRef()}}
}

// MemcpyOp is gpu.memcpy.
type MemcpyOp struct{ *ir.Operation }

// Def returns the definition.
func (MemcpyOp) Def() *ir.OpDef { return memcpyDef }

var memcpyDef = async(&ir.OpDef{
	Name: "gpu.memcpy", Summary: "copy between host and device",
	Description: "Copies the second buffer to the first; either may be of the host or of the device.",
	Example: `func.func @example(%d: memref<16xf32>, %h: memref<16xf32>) {
  gpu.memcpy  %d, %h : memref<16xf32>, memref<16xf32>
  return
}
`,
	Operands: []ir.OperandDef{dst.Def, src.Def},
	Format:   "$dst `,` $src `:` type($dst) `,` type($src) attr-dict",
})

// NewMemcpy builds gpu.memcpy.
func NewMemcpy(b *ir.Builder, dst, src *ir.Value) MemcpyOp {
	return MemcpyOp{b.Op("gpu.memcpy", []*ir.Value{dst, src}, nil)}
}

// Dst is written.
func (o MemcpyOp) Dst() *ir.Value { return dst.Of(o) }

// Src is read.
func (o MemcpyOp) Src() *ir.Value { return src.Of(o) }

// Effects tells of the read and the write.
func (o MemcpyOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.ReadEffect, Value: o.Src()}, {Kind: ir.WriteEffect, Value: o.Dst()}}
}

// Verify checks element types and static extents.
func (o MemcpyOp) Verify() error {
	d, s := o.Dst().Type().(*ir.MemRefType), o.Src().Type().(*ir.MemRefType)
	if d.Elem != s.Elem {
		return fmt.Errorf("arguments have incompatible element type")
	}
	if !ods.CompatibleShapes(d.Shape, s.Shape) {
		return fmt.Errorf("arguments have incompatible shape")
	}
	return nil
}

// MemsetOp is gpu.memset.
type MemsetOp struct{ *ir.Operation }

// Def returns the definition.
func (MemsetOp) Def() *ir.OpDef { return memsetDef }

var memsetDef = async(&ir.OpDef{
	Name: "gpu.memset", Summary: "fill of a device buffer",
	Description: "Sets all elements of the buffer to the value.",
	Example: `func.func @example(%d: memref<16xf32>, %v: f32) {
  gpu.memset  %d, %v : memref<16xf32>, f32
  return
}
`,
	Operands: []ir.OperandDef{dst.Def, filling.Def},
	Format:   "$dst `,` $value `:` type($dst) `,` type($value) attr-dict",
})

// NewMemset builds gpu.memset.
func NewMemset(b *ir.Builder, dst, v *ir.Value) MemsetOp {
	return MemsetOp{b.Op("gpu.memset", []*ir.Value{dst, v}, nil)}
}

// Dst is written.
func (o MemsetOp) Dst() *ir.Value { return dst.Of(o) }

// Value is what is written.
func (o MemsetOp) Value() *ir.Value { return filling.Of(o) }

// FromNumber says whether the value is a number. MLIR allows memory and vectors with the elements of what is written too; what that means
// it does not say.
func (o MemsetOp) FromNumber() bool { return ods.ElementType(o.Value().Type()) == o.Value().Type() }

// Effects tells of the write.
func (o MemsetOp) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.WriteEffect, Value: o.Dst()}} }

// Verify checks the type of the value.
func (o MemsetOp) Verify() error {
	if ods.ElementType(o.Dst().Type()) != ods.ElementType(o.Value().Type()) {
		return fmt.Errorf("failed to verify that all of {dst, value} have same element type")
	}
	return nil
}

// WaitOp is gpu.wait.
type WaitOp struct{ *ir.Operation }

// Def returns the definition.
func (WaitOp) Def() *ir.OpDef { return waitDef }

var waitDef = async(&ir.OpDef{
	Name: "gpu.wait", Summary: "wait for asynchronous operations",
	Description: "Without a result the host waits for the tokens; with one the result is a token that is ready when they are.",
	Example: `func.func @example() {
  %0 = gpu.wait async
  gpu.wait [%0]
  return
}
`,
	Format: "attr-dict",
})
