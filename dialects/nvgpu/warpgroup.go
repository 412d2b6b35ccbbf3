package nvgpu

import (
	"fmt"
	"slices"

	"descend/dialects/memref"
	"descend/dialects/ods"
	"descend/ir"
)

var (
	matrixDescriptor = &ods.Params{Dialect: "nvgpu", Name: "warpgroup.descriptor", List: []ods.Param{ods.TypeParam[*ir.MemRefType]("tensor")}}
	accumulator      = &ods.Params{Dialect: "nvgpu", Name: "warpgroup.accumulator", List: []ods.Param{ods.TypeParam[*ir.VectorType]("fragmented")}}
	isDescriptor     = matrixDescriptor.Constraint("Warpgroup matrix descriptor type")
	isAccumulator    = accumulator.Constraint("")
)

// warpgroupExample multiplies two matrices in shared memory.
const warpgroupExample = `!a = memref<128x64xf16, 3>
!b = memref<64x128xf16, 3>
!descA = !nvgpu.warpgroup.descriptor<tensor = !a>
!descB = !nvgpu.warpgroup.descriptor<tensor = !b>
!mapA = !nvgpu.tensormap.descriptor<tensor = !a, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!acc = !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>>
func.func @example(%a: !a, %map: !mapA, %db: !descB, %out: memref<128x128xf32>) {
  %da = nvgpu.warpgroup.generate.descriptor %a, %map : !a, !mapA -> !descA
  %zero = nvgpu.warpgroup.mma.init.accumulator -> !acc
  %sum = nvgpu.warpgroup.mma %da, %db, %zero {transposeB} : !descA, !descB, !acc -> !acc
  nvgpu.warpgroup.mma.store %sum, %out : !acc to memref<128x128xf32>
  return
}
`

// WarpgroupGenerateDescriptorOp is nvgpu.warpgroup.generate.descriptor.
type WarpgroupGenerateDescriptorOp struct{ *ir.Operation }

// Def returns the definition.
func (WarpgroupGenerateDescriptorOp) Def() *ir.OpDef { return generateDescriptorDef }

var generateDescriptorDef = &ir.OpDef{
	Name: "nvgpu.warpgroup.generate.descriptor", Summary: "descriptor of a matrix in shared memory",
	Description: "Describes a matrix in shared memory, that was copied by the tensor map, for nvgpu.warpgroup.mma.",
	Example:     warpgroupExample,
	Operands:    []ir.OperandDef{{Name: "tensor", Type: ods.AnyMemRef}, {Name: "tensorMap", Type: tensorMapDef.Type}},
	Results:     []ir.OperandDef{{Name: "descriptor", Type: isDescriptor}},
	Format:      "$tensor `,` $tensorMap attr-dict `:` type($tensor) `,` type($tensorMap) `->` type($descriptor)",
}

// Effects tells of the read.
func (o WarpgroupGenerateDescriptorOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.ReadEffect, Value: o.Operand(0)}}
}

// Verify checks the tensor map.
func (o WarpgroupGenerateDescriptorOp) Verify() error {
	t := o.Operand(1).Type()
	if err := checkDescriptor(t); err != nil {
		return err
	}
	if w := t.(*ods.ParamType).Value("swizzle").(*ods.WordAttr); w.Word != "swizzle_128b" {
		return ir.BareError("supports only swizzle_128b is supported for the time being")
	}
	return nil
}

// WarpgroupMmaOp is nvgpu.warpgroup.mma.
type WarpgroupMmaOp struct{ *ir.Operation }

// Def returns the definition.
func (WarpgroupMmaOp) Def() *ir.OpDef { return warpgroupMmaDef }

var warpgroupMmaDef = &ir.OpDef{
	Name: "nvgpu.warpgroup.mma", Summary: "product of matrices of four warps",
	Description: "A · B + C, of matrices in shared memory; the four warps have C and the result among them, and wait until at most `waitGroup` groups of such operations are not done.",
	Example:     warpgroupExample,
	Operands: []ir.OperandDef{{Name: "descriptorA", Type: isDescriptor}, {Name: "descriptorB", Type: isDescriptor},
		{Name: "matrixC", Type: isAccumulator}},
	Results: []ir.OperandDef{{Name: "matrixD", Type: isAccumulator}},
	Attrs: []ir.AttrDef{{Name: "waitGroup", Attr: ir.I32A, Optional: true, Default: func(c *ir.Context) ir.Attribute { return c.IntAttr(1, c.I32()) }},
		{Name: "transposeA", Attr: ir.UnitA, Optional: true}, {Name: "transposeB", Attr: ir.UnitA, Optional: true}},
	Format: "$descriptorA `,` $descriptorB `,` $matrixC attr-dict `:` type($descriptorA) `,` type($descriptorB) `,` type($matrixC) `->` type($matrixD)",
}

// Verify checks shapes and element types.
func (o WarpgroupMmaOp) Verify() error {
	a, b := ods.TypeValue[*ir.MemRefType](o.Operand(0).Type(), "tensor"), ods.TypeValue[*ir.MemRefType](o.Operand(1).Type(), "tensor")
	c, d := ods.TypeValue[*ir.VectorType](o.Operand(2).Type(), "fragmented"), ods.TypeValue[*ir.VectorType](o.Result(0).Type(), "fragmented")
	switch {
	case o.HasAttr("transposeA") && !o.HasAttr("transposeB"):
		return fmt.Errorf("supports non-transpose A (Row Major) and transpose B (Column Major) for the time being ")
	case c != d:
		return fmt.Errorf("type of matrix C and matrix D must be the same")
	case len(a.Shape) != 2 || len(b.Shape) != 2 || len(c.Shape) != 2:
		return fmt.Errorf("has matrices A, B, C and D, they must be 2 dimensional")
	case a.Shape[1] != b.Shape[0]:
		return fmt.Errorf("2nd dim matrix-A (%d)!= 1st dim matrix-B (%d )", a.Shape[1], b.Shape[0])
	case a.Shape[0] != c.Shape[0]:
		return fmt.Errorf("1st dim matrix-A ( %d )!= 1st dim matrix-C ( %d )", a.Shape[0], c.Shape[0])
	case b.Shape[1] != c.Shape[1]:
		return fmt.Errorf("2nd dim matrix-B ( %d ) != 2nd dim matrix-C ( %d )", b.Shape[1], c.Shape[1])
	case !multiplies(a.Elem, b.Elem, c.Elem):
		return fmt.Errorf("'%s' += '%s' * '%s', it is not supported.", c.Elem, a.Elem, b.Elem)
	case !columns(b.Shape[1], a.Elem):
		return fmt.Errorf("has input type '%s' n is set to %d, it is not supported", b, b.Shape[1])
	case !isFloat(c.Elem, ir.F32) && !isFloat(a.Elem, ir.F16, ir.BF16):
		return fmt.Errorf("hit a limitation: '%s' += '%s' * '%s', it is not supported yet", c.Elem, a.Elem, b.Elem)
	}
	return nil
}

func isFloat(t ir.Type, kinds ...ir.FloatKind) bool {
	f, ok := t.(*ir.FloatType)
	return ok && slices.Contains(kinds, f.Kind)
}

func isInt(t ir.Type, width int) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Width == width && i.Sign == ir.Signless
}

// multiplies says whether there are products of elements of types a and b that are summed up in type d.
func multiplies(a, b, d ir.Type) bool {
	small := isFloat(d, ir.F32, ir.F16)
	return isFloat(a, ir.F16) && isFloat(b, ir.F16) && small ||
		isFloat(a, ir.TF32) && isFloat(b, ir.TF32) && isFloat(d, ir.F32) ||
		(isInt(a, 16) && isInt(b, 16) || isInt(a, 1) && isInt(b, 1)) && isInt(d, 32) ||
		isFloat(a, ir.BF16) && isFloat(b, ir.BF16) && small ||
		isFloat(a, ir.F8E5M2, ir.F8E4M3FN) && isFloat(b, ir.F8E5M2, ir.F8E4M3FN) && small
}

// columns says whether a product of elements of the type may have so many columns: multiples of 8, and of 16 for integers except 8 and 24.
func columns(n int64, elem ir.Type) bool {
	if n < 8 || n > 256 || n%8 != 0 {
		return false
	}
	if isFloat(elem, ir.BF16, ir.F16, ir.F32, ir.TF32, ir.F8E4M3FN, ir.F8E5M2) {
		return true
	}
	return (isInt(elem, 8) || isInt(elem, 1)) && (n%16 == 0 || n == 8 || n == 24)
}

// WarpgroupMmaStoreOp is nvgpu.warpgroup.mma.store.
type WarpgroupMmaStoreOp struct{ *ir.Operation }

// Def returns the definition.
func (WarpgroupMmaStoreOp) Def() *ir.OpDef { return warpgroupStoreDef }

var warpgroupStoreDef = &ir.OpDef{
	Name: "nvgpu.warpgroup.mma.store", Summary: "write of a matrix of four warps",
	Description: "Writes the matrix that four warps have among them.",
	Example:     warpgroupExample,
	Operands:    []ir.OperandDef{{Name: "matrixD", Type: isAccumulator}, {Name: "dstMemref", Type: ods.AnyMemRef}},
	Format:      "$matrixD `,` $dstMemref attr-dict `:` type($matrixD) `to` type($dstMemref)",
}

// Effects tells of the write.
func (o WarpgroupMmaStoreOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.WriteEffect, Value: o.Operand(1)}}
}

// Verify checks the shape.
func (o WarpgroupMmaStoreOp) Verify() error {
	v, m := ods.TypeValue[*ir.VectorType](o.Operand(0).Type(), "fragmented"), memref.TypeOf(o.Operand(1))
	switch {
	case !isFloat(v.Elem, ir.F32):
		return fmt.Errorf("hit a limitation: only f32 results for the time being")
	case len(v.Shape) != 2 || len(m.Shape) != 2:
		return fmt.Errorf("writes matrices of two dimensions, but got '%s' and '%s'", v, m)
	case !slices.Equal(v.Shape, m.Shape):
		return fmt.Errorf("results ['%s'][%d] values. However, destination memref[%d][%d]  does not have same size as results", v, v.Shape[1], m.Shape[0], m.Shape[1])
	}
	return nil
}

// WarpgroupMmaInitAccumulatorOp is nvgpu.warpgroup.mma.init.accumulator.
type WarpgroupMmaInitAccumulatorOp struct{ *ir.Operation }

// Def returns the definition.
func (WarpgroupMmaInitAccumulatorOp) Def() *ir.OpDef { return initAccumulatorDef }

var initAccumulatorDef = &ir.OpDef{
	Name: "nvgpu.warpgroup.mma.init.accumulator", Summary: "matrix of zeros of four warps",
	Description: "A matrix of zeros to add products to.",
	Example:     warpgroupExample,
	Results:     []ir.OperandDef{{Name: "matrixC", Type: isAccumulator}},
	Format:      "attr-dict `->` type($matrixC)",
}

// Verify checks the shape.
func (o WarpgroupMmaInitAccumulatorOp) Verify() error {
	v := ods.TypeValue[*ir.VectorType](o.Result(0).Type(), "fragmented")
	if len(v.Shape) != 2 {
		return fmt.Errorf("makes a matrix of two dimensions, but got '%s'", v)
	}
	if v.Shape[0]%64 != 0 || !columns(v.Shape[1], v.Elem) {
		return fmt.Errorf("has type '%s'. It does not fit into warp-group level (wgmma) matrix multiplication instruction (or not supported yet)", v)
	}
	return nil
}
