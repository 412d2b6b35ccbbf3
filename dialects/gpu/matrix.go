package gpu

import (
	"fmt"
	"slices"

	"descend/dialects/memref"
	"descend/dialects/ods"
	"descend/ir"
)

// MMAMatrixType is !gpu.mma_matrix<16x16xf16, "AOp">: a matrix whose elements the threads of a subgroup have among them, a factor (AOp,
// BOp) or a sum (COp) of a product.
type MMAMatrixType struct {
	ir.TypeBase
	Rows, Cols int64
	Elem       ir.Type
	Operand    string
}

func (t *MMAMatrixType) String() string {
	return fmt.Sprintf("!gpu.mma_matrix<%dx%dx%s, %s>", t.Rows, t.Cols, t.Elem, ir.QuoteString(t.Operand))
}

// MMAMatrix returns the type.
func MMAMatrix(c *ir.Context, rows, cols int64, elem ir.Type, operand string) *MMAMatrixType {
	t := &MMAMatrixType{Rows: rows, Cols: cols, Elem: elem, Operand: operand}
	return ir.Intern(c, "gpu.mma_matrix", t.String(), func() *MMAMatrixType { return t })
}

var mmaOperands = []string{"AOp", "BOp", "COp"}

// readMatrixType reads the body of a matrix type.
func readMatrixType(p *ir.Parser) ir.Type {
	pos := p.Pos()
	p.Expect("<")
	shape := p.Dims(false, true)
	elem := p.Type()
	p.Expect(",")
	operand := p.StringLit()
	p.Expect(">")
	switch {
	case !slices.Contains(mmaOperands, operand):
		p.FailAt(pos, "operand expected to be one of AOp, BOp or COp")
	case len(shape) != 2:
		p.FailAt(pos, "MMAMatrixType must have exactly two dimensions")
	case !mmaElement(elem):
		p.FailAt(pos, "MMAMatrixType elements must be SI8, UI8, I32, F16, or F32")
	}
	return MMAMatrix(p.Context(), shape[0], shape[1], elem, operand)
}

// mmaElement says whether matrices may have such elements.
func mmaElement(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Width == 8 && t.Sign != ir.Signless || t.Width == 32 && t.Sign == ir.Signless
	case *ir.FloatType:
		return t.Kind == ir.F16 || t.Kind == ir.F32
	}
	return false
}

// matrixOf is the constraint of matrices of some element types.
func matrixOf(elems string, without func(ir.Type) bool) ir.TypeConstraint {
	return ir.TypeConstraint{Name: "gpu.mma_matrix of " + elems + " values", Class: anyMatrix.Is, Is: func(t ir.Type) bool {
		m, ok := t.(*MMAMatrixType)
		return ok && !without(m.Elem)
	}}
}

func isI32(t ir.Type) bool { i, ok := t.(*ir.IntegerType); return ok && i.Width == 32 }
func isI8(t ir.Type) bool  { i, ok := t.(*ir.IntegerType); return ok && i.Width == 8 }

var (
	anyMatrix = ir.TypeConstraint{Name: "MMAMatrix type", Is: func(t ir.Type) bool { _, ok := t.(*MMAMatrixType); return ok }}
	stored    = matrixOf("8-bit signed integer or 8-bit unsigned integer or 32-bit signless integer or 16-bit float or 32-bit float", func(ir.Type) bool { return false })
	factor    = matrixOf("8-bit signed integer or 8-bit unsigned integer or 16-bit float or 32-bit float", isI32)
	summand   = matrixOf("32-bit signless integer or 16-bit float or 32-bit float", isI8)
	// matrixMemory is memory that matrices are read from and written to, whose elements may be vectors.
	matrixMemory = ir.TypeConstraint{
		Name: "memref of 8-bit signless integer or 32-bit signless integer or 16-bit float or 32-bit float or vector of 8-bit signless integer or 32-bit signless integer or 16-bit float or 32-bit float values of ranks 1 values",
		Is: func(t ir.Type) bool {
			m, ok := t.(*ir.MemRefType)
			if !ok || m.Unranked {
				return false
			}
			elem := m.Elem
			if v, ok := elem.(*ir.VectorType); ok && len(v.Shape) == 1 {
				elem = v.Elem
			}
			switch e := elem.(type) {
			case *ir.IntegerType:
				return e.Sign == ir.Signless && (e.Width == 8 || e.Width == 32)
			case *ir.FloatType:
				return e.Kind == ir.F16 || e.Kind == ir.F32
			}
			return false
		},
		Class: ods.AnyMemRef.Is,
	}
	leadDimension = ir.AttrDef{Name: "leadDimension", Attr: ir.IndexA}
	transposeFlag = ir.AttrDef{Name: "transpose", Attr: ir.UnitA, Optional: true}
)

// matrixExample multiplies two matrices.
const matrixExample = `gpu.module @kernels {
  gpu.func @kernel(%m: memref<32x32xf16>, %o: memref<32x32xf32>, %i: index, %x: f32) kernel {
    %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %b = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %c = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf32, "COp">
    %d = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    %e = gpu.subgroup_mma_elementwise addf %d, %c : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %e, %o[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32>
    gpu.return
  }
}
`

// checkUnitStride checks that neighbours in the last dimension are neighbours in memory.
func checkUnitStride(m *ir.Value, what string) error {
	if _, strides, ok := memref.StridesAndOffset(memref.TypeOf(m)); !ok || len(strides) > 0 && strides[len(strides)-1] != 1 {
		return ir.BareError("expected " + what + " memref most minor dim must have unit stride")
	}
	return nil
}

// SubgroupMmaLoadMatrixOp is gpu.subgroup_mma_load_matrix.
type SubgroupMmaLoadMatrixOp struct{ *ir.Operation }

// Def returns the definition.
func (SubgroupMmaLoadMatrixOp) Def() *ir.OpDef { return mmaLoadDef }

var mmaLoadDef = &ir.OpDef{
	Name: "gpu.subgroup_mma_load_matrix", Summary: "read of a matrix by a subgroup",
	Description: "The threads of a subgroup read a matrix whose first element is at the indices, and whose rows are `leadDimension` elements apart; with `transpose`, its columns.",
	Example:     matrixExample,
	Operands:    []ir.OperandDef{{Name: "srcMemref", Type: matrixMemory}, {Name: "indices", Type: ods.Index, Arity: ir.Variadic}},
	Results:     []ir.OperandDef{{Name: "res", Type: anyMatrix}},
	Attrs:       []ir.AttrDef{leadDimension, transposeFlag},
	Format:      "$srcMemref `[` $indices `]` attr-dict `:` type($srcMemref) `->` type($res)",
}

// Effects tells of the read.
func (o SubgroupMmaLoadMatrixOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.ReadEffect, Value: o.Operand(0)}}
}

// Verify checks the memory.
func (o SubgroupMmaLoadMatrixOp) Verify() error { return checkUnitStride(o.Operand(0), "source") }

// SubgroupMmaStoreMatrixOp is gpu.subgroup_mma_store_matrix.
type SubgroupMmaStoreMatrixOp struct{ *ir.Operation }

// Def returns the definition.
func (SubgroupMmaStoreMatrixOp) Def() *ir.OpDef { return mmaStoreDef }

var mmaStoreDef = &ir.OpDef{
	Name: "gpu.subgroup_mma_store_matrix", Summary: "write of a matrix by a subgroup",
	Description: "The threads of a subgroup write a matrix; see gpu.subgroup_mma_load_matrix.",
	Example:     matrixExample,
	Operands:    []ir.OperandDef{{Name: "src", Type: stored}, {Name: "dstMemref", Type: matrixMemory}, {Name: "indices", Type: ods.Index, Arity: ir.Variadic}},
	Attrs:       []ir.AttrDef{leadDimension, transposeFlag},
	Format:      "$src `,` $dstMemref `[` $indices `]` attr-dict `:` type($src) `,` type($dstMemref)",
}

// Effects tells of the write.
func (o SubgroupMmaStoreMatrixOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.WriteEffect, Value: o.Operand(1)}}
}

// Verify checks the memory, and that the matrix is a sum.
func (o SubgroupMmaStoreMatrixOp) Verify() error {
	if err := checkUnitStride(o.Operand(1), "destination"); err != nil {
		return err
	}
	if o.Operand(0).Type().(*MMAMatrixType).Operand != "COp" {
		return ir.BareError("expected the operand matrix being stored to have 'COp' operand type")
	}
	return nil
}

// SubgroupMmaComputeOp is gpu.subgroup_mma_compute.
type SubgroupMmaComputeOp struct{ *ir.Operation }

// Def returns the definition.
func (SubgroupMmaComputeOp) Def() *ir.OpDef { return mmaComputeDef }

var mmaComputeDef = &ir.OpDef{
	Name: "gpu.subgroup_mma_compute", Summary: "product of matrices of a subgroup",
	Description: "opA · opB + opC; with `a_transpose` or `b_transpose` a factor is taken transposed.",
	Example:     matrixExample,
	Operands:    []ir.OperandDef{{Name: "opA", Type: factor}, {Name: "opB", Type: factor}, {Name: "opC", Type: summand}},
	Results:     []ir.OperandDef{{Name: "res", Type: anyMatrix}},
	Attrs:       []ir.AttrDef{{Name: "a_transpose", Attr: ir.UnitA, Optional: true}, {Name: "b_transpose", Attr: ir.UnitA, Optional: true}},
	Traits:      ir.Pure,
	SameTypes:   [][]string{{"opC", "res"}},
	Format:      "$opA `,` $opB `,` $opC attr-dict `:` type($opA) `,` type($opB) `->` type($res)",
}

// Verify checks order and shapes of the matrices.
func (o SubgroupMmaComputeOp) Verify() error {
	var t [3]*MMAMatrixType
	for i := range t {
		if t[i] = o.Operand(i).Type().(*MMAMatrixType); t[i].Operand != mmaOperands[i] {
			return ir.BareError("operands must be in the order AOp, BOp, COp")
		}
	}
	if a, b, c := t[0], t[1], t[2]; a.Cols != b.Rows || a.Rows != c.Rows || b.Cols != c.Cols {
		return ir.BareError("operand shapes do not satisfy matmul constraints")
	}
	return nil
}

// SubgroupMmaConstantMatrixOp is gpu.subgroup_mma_constant_matrix.
type SubgroupMmaConstantMatrixOp struct{ *ir.Operation }

// Def returns the definition.
func (SubgroupMmaConstantMatrixOp) Def() *ir.OpDef { return mmaConstantDef }

var mmaConstantDef = &ir.OpDef{
	Name: "gpu.subgroup_mma_constant_matrix", Summary: "matrix of equal elements",
	Description: "A matrix all of whose elements are the value.",
	Example:     matrixExample,
	Operands: []ir.OperandDef{{Name: "value", Type: ir.TypeConstraint{
		Name: "8-bit signed integer or 8-bit unsigned integer or 32-bit signless integer or 16-bit float or 32-bit float", Is: mmaElement}}},
	Results: []ir.OperandDef{{Name: "res", Type: anyMatrix}},
	Traits:  ir.Pure,
	TypeRules: []ir.TypeRule{{Of: "value", From: "res", Summary: "value type matches element type of mma_matrix",
		Types: func(_ *ir.Context, t ir.Type) []ir.Type { return []ir.Type{t.(*MMAMatrixType).Elem} }}},
	Format: "$value attr-dict `:` type($res)",
}

// elementwiseOps are what gpu.subgroup_mma_elementwise computes.
var elementwiseOps = &ods.Words{Dialect: "gpu", Name: "mma_element_wise", Bare: true, Class: "::mlir::gpu::MMAElementwiseOp",
	List: []string{"addf", "mulf", "subf", "maxf", "minf", "divf", "addi", "muli", "subi", "divs", "divu", "negatef", "negates", "extf"}}

// SubgroupMmaElementwiseOp is gpu.subgroup_mma_elementwise.
type SubgroupMmaElementwiseOp struct{ *ir.Operation }

// Def returns the definition.
func (SubgroupMmaElementwiseOp) Def() *ir.OpDef { return mmaElementwiseDef }

var mmaElementwiseDef = &ir.OpDef{
	Name: "gpu.subgroup_mma_elementwise", Summary: "operation on the elements of matrices",
	Description: "Applies the operation to each element.",
	Example:     matrixExample,
	Operands:    []ir.OperandDef{{Name: "args", Type: anyMatrix, Arity: ir.Variadic}},
	Results:     []ir.OperandDef{{Name: "res", Type: anyMatrix}},
	Attrs:       []ir.AttrDef{{Name: "opType", Attr: elementwiseOps.Constraint("elementwise operation to apply to mma matrix")}},
	Traits:      ir.Pure,
	Format:      "$opType $args attr-dict `:` functional-type($args, $res)",
}
