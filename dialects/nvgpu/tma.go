package nvgpu

import (
	"fmt"
	"slices"

	"descend/dialects/memref"
	"descend/dialects/ods"
	"descend/ir"
)

// The words of tensor map descriptors, which are attributes of their own too.
var (
	swizzles    = descriptorWord("swizzle", "TensorMapSwizzleKind", "none", "swizzle_32b", "swizzle_64b", "swizzle_128b")
	promotions  = descriptorWord("l2promo", "TensorMapL2PromoKind", "none", "l2promo_64b", "l2promo_128b", "l2promo_256b")
	outOfBounds = descriptorWord("oob", "TensorMapOOBKind", "zero", "nan")
	interleaves = descriptorWord("interleave", "TensorMapInterleaveKind", "none", "interleave_16b", "interleave_32b")
)

func descriptorWord(name, class string, list ...string) *ods.Words {
	return &ods.Words{Dialect: "nvgpu", Name: name, Bare: true, List: list, Class: "::mlir::nvgpu::" + class}
}

var (
	tensorMap = &ods.Params{Dialect: "nvgpu", Name: "tensormap.descriptor", List: []ods.Param{ods.TypeParam[*ir.MemRefType]("tensor"),
		ods.WordParam("swizzle", swizzles), ods.WordParam("l2promo", promotions), ods.WordParam("oob", outOfBounds), ods.WordParam("interleave", interleaves)}}
	tensorMapDef   = ir.OperandDef{Name: "tensorMapDescriptor", Type: tensorMap.Constraint("TensorMap descriptor")}
	coordinatesDef = ir.OperandDef{Name: "coordinates", Type: ods.Index, Arity: ir.Variadic}
)

// A tensor map has at most five dimensions, boxes at most 256 elements in each, 128 bytes in the last if they are swizzled.
const (
	maxTMARank     = 5
	maxTMAExtent   = 256
	swizzledTMARow = 128
)

// tmaExample makes a descriptor on the host, and copies on the device by it.
const tmaExample = `!box = memref<64x64xf16, 3>
!map = !nvgpu.tensormap.descriptor<tensor = !box, swizzle = swizzle_128b, l2promo = l2promo_128b, oob = zero, interleave = none>
!bar = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
func.func @host(%m: memref<*xf16>, %n: index) -> !map {
  %0 = nvgpu.tma.create.descriptor %m box[%n, %n] : memref<*xf16> -> !map
  return %0 : !map
}
func.func @device(%map: !map, %s: !box, %b: !bar, %i: index, %p: i1) {
  nvgpu.tma.prefetch.descriptor %map, predicate = %p : !map
  nvgpu.tma.async.load %map[%i, %i], %b[%i] to %s : !map, !bar -> !box
  nvgpu.tma.async.store %s to %map[%i, %i], predicate = %p : !box -> !map
  return
}
`

// TmaPrefetchOp is nvgpu.tma.prefetch.descriptor.
type TmaPrefetchOp struct{ *ir.Operation }

// Def returns the definition.
func (TmaPrefetchOp) Def() *ir.OpDef { return tmaPrefetchDef }

var tmaPrefetchDef = &ir.OpDef{
	Name: "nvgpu.tma.prefetch.descriptor", Summary: "descriptor brought near",
	Description: "Brings the descriptor into a cache for operations that follow.",
	Example:     tmaExample,
	Operands:    []ir.OperandDef{tensorMapDef, predicateDef},
	Format:      "$tensorMapDescriptor" + predicate + " attr-dict `:` type($tensorMapDescriptor)",
}

// TmaAsyncLoadOp is nvgpu.tma.async.load.
type TmaAsyncLoadOp struct{ *ir.Operation }

// Def returns the definition.
func (TmaAsyncLoadOp) Def() *ir.OpDef { return tmaLoadDef }

var tmaLoadDef = &ir.OpDef{
	Name: "nvgpu.tma.async.load", Summary: "start of a copy of a box to shared memory",
	Description: "Starts a copy of the box at the coordinates to shared memory, whose bytes the barrier counts; with `multicastMask` to several blocks of the cluster.",
	Example:     tmaExample,
	Operands: []ir.OperandDef{{Name: "dst", Type: ods.AnyMemRef}, barriersDef, tensorMapDef, coordinatesDef, mbarIDDef,
		{Name: "multicastMask", Type: i16, Arity: ir.Optional}, predicateDef},
	Traits: ir.AttrSizedOperands,
	Format: "$tensorMapDescriptor `[` $coordinates `]` `,` " + barrier + " `to` $dst (`multicast_mask` `=` $multicastMask^)?" + predicate +
		" attr-dict `:` type($tensorMapDescriptor) `,` type($barriers) `->` type($dst)",
}

var i16 = ir.TypeConstraint{Name: "16-bit signless integer", Is: func(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Width == 16 && i.Sign == ir.Signless
}, Only: func(c *ir.Context) ir.Type { return c.Int(16) }}

// Verify checks descriptor and memory.
func (o TmaAsyncLoadOp) Verify() error { return checkBoxCopy(o.Operation, "dst") }

// TmaAsyncStoreOp is nvgpu.tma.async.store.
type TmaAsyncStoreOp struct{ *ir.Operation }

// Def returns the definition.
func (TmaAsyncStoreOp) Def() *ir.OpDef { return tmaStoreDef }

var tmaStoreDef = &ir.OpDef{
	Name: "nvgpu.tma.async.store", Summary: "start of a copy of a box from shared memory",
	Description: "Starts a copy of a box from shared memory to the coordinates.",
	Example:     tmaExample,
	Operands:    []ir.OperandDef{{Name: "src", Type: ods.AnyMemRef}, tensorMapDef, coordinatesDef, predicateDef},
	Traits:      ir.AttrSizedOperands,
	Format:      "$src `to` $tensorMapDescriptor `[` $coordinates `]`" + predicate + " attr-dict `:` type($src) `->` type($tensorMapDescriptor)",
}

// Verify checks descriptor and memory.
func (o TmaAsyncStoreOp) Verify() error { return checkBoxCopy(o.Operation, "src") }

// TmaCreateDescriptorOp is nvgpu.tma.create.descriptor.
type TmaCreateDescriptorOp struct{ *ir.Operation }

// Def returns the definition.
func (TmaCreateDescriptorOp) Def() *ir.OpDef { return tmaCreateDef }

var tmaCreateDef = &ir.OpDef{
	Name: "nvgpu.tma.create.descriptor", Summary: "descriptor of boxes of a tensor",
	Description: "Describes a tensor in global memory, of which boxes of the given sizes are copied.",
	Example:     tmaExample,
	Operands:    []ir.OperandDef{{Name: "tensor", Type: ods.UnrankedMemRef}, {Name: "boxDimensions", Type: ods.Index, Arity: ir.Variadic}},
	Results:     []ir.OperandDef{{Name: "tensorMap", Type: tensorMapDef.Type}},
	Format:      "$tensor `box` `[` $boxDimensions `]` attr-dict `:` type($tensor) `->` type($tensorMap)",
}

// Verify checks the descriptor.
func (o TmaCreateDescriptorOp) Verify() error {
	if len(o.OperandGroup("boxDimensions")) > maxTMARank {
		return tooManyCoordinates
	}
	return checkDescriptor(o.Result(0).Type())
}

var tooManyCoordinates = ir.BareError(fmt.Sprintf("Maximum %d coordinates are supported.", maxTMARank))

// checkDescriptor checks what a descriptor says of a box.
func checkDescriptor(t ir.Type) error {
	box, desc := ods.TypeValue[*ir.MemRefType](t, "tensor"), t.(*ods.ParamType)
	word := func(name string) string { return desc.Value(name).(*ods.WordAttr).Word }
	if word("interleave") != "none" {
		return ir.BareError("Interleave options are not supported yet.")
	}
	if !isShared(box.Space) {
		return ir.BareError("the tensor map descriptor has incorrect address space, it must be shared memory address space.")
	}
	if box.Unranked || slices.Contains(box.Shape, ir.Dynamic) {
		return ir.BareError("the tensor map descriptor must be static shaped")
	}
	for _, n := range box.Shape {
		if n <= 0 || n > maxTMAExtent {
			return ir.BareError(fmt.Sprintf("the tensor map descriptor must have dimensions between 1 and %d but it is %d", maxTMAExtent, n))
		}
	}
	if rank := len(box.Shape); rank > 1 && word("swizzle") != "none" {
		if n := bitWidth(box.Elem) * box.Shape[rank-1] / 8; n != swizzledTMARow {
			return ir.BareError(fmt.Sprintf("the tensormap descriptor must have last dimension of %d bytes but it is %d bytes", swizzledTMARow, n))
		}
	}
	return nil
}

// checkBoxCopy checks an operation that copies between a box of a descriptor and the operand of the name.
func checkBoxCopy(op *ir.Operation, operand string) error {
	desc := op.OperandGroup("tensorMapDescriptor")[0].Type()
	if err := checkDescriptor(desc); err != nil {
		return err
	}
	box, m := ods.TypeValue[*ir.MemRefType](desc, "tensor"), memref.TypeOf(op.OperandGroup(operand)[0])
	coordinates := len(op.OperandGroup("coordinates"))
	switch {
	case box.Elem != m.Elem:
		return ir.BareError("the element type of tensor map descriptor and memref must be same")
	case !isShared(m.Space):
		return ir.BareError("the destination memref has incorrect address space, it must be shared memory address space.")
	case slices.Contains(m.Shape, ir.Dynamic):
		return ir.BareError("the destination memref must be static shaped")
	case len(m.Shape) != len(box.Shape):
		return ir.BareError("the shape of tensor map descriptor and memref must have same rank")
	case !slices.Equal(m.Shape, box.Shape):
		return ir.BareError(fmt.Sprintf("memref and tensor map shapes mismatch '%s' != '%s'", box, m))
	case coordinates > maxTMARank:
		return tooManyCoordinates
	case coordinates != len(box.Shape):
		return ir.BareError("number of coordinates do not match with the rank of tensor descriptor map.")
	}
	return nil
}
