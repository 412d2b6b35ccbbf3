package nvgpu

import (
	"fmt"

	"descend/dialects/memref"
	"descend/dialects/ods"
	"descend/ir"
)

// LdMatrixOp is nvgpu.ldmatrix.
type LdMatrixOp struct{ *ir.Operation }

// Def returns the definition.
func (LdMatrixOp) Def() *ir.OpDef { return ldMatrixDef }

var ldMatrixDef = &ir.OpDef{
	Name: "nvgpu.ldmatrix", Summary: "part of matrices in shared memory for each thread of a warp",
	Description: "The threads of a warp read `numTiles` matrices of eight rows of 16 bytes together, each the row whose place it gives, and each gets 32 bits of each matrix, transposed (elements of 16 bits only) if `transpose` is true.",
	Example: `gpu.module @kernels {
  gpu.func @kernel(%s: memref<16x16xf16, 3>, %i: index) kernel {
    %0 = nvgpu.ldmatrix %s[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<16x16xf16, 3> -> vector<4x2xf16>
    gpu.return
  }
}
`,
	Operands: []ir.OperandDef{{Name: "srcMemref", Type: ods.AnyMemRef}, {Name: "indices", Type: ods.Index, Arity: ir.Variadic}},
	Results:  []ir.OperandDef{{Name: "res", Type: vector}},
	Attrs:    []ir.AttrDef{{Name: "transpose", Attr: ir.BoolA}, {Name: "numTiles", Attr: ir.I32A}},
	Format:   "$srcMemref `[` $indices `]` attr-dict `:` type($srcMemref) `->` type($res)",
}

// vector is the constraint of values of vector type.
var vector = ir.TypeConstraint{Name: ir.AnyVector.Name, Class: ir.AnyVector.Is, Is: func(t ir.Type) bool {
	v, ok := t.(*ir.VectorType)
	return ok && len(v.Shape) > 0
}}

// NewLdMatrix builds a read of so many matrices.
func NewLdMatrix(b *ir.Builder, m *ir.Value, indices []*ir.Value, tiles int64, transpose bool) *ir.Value {
	elem := ods.ElementType(m.Type())
	c := b.Ctx
	return b.Op("nvgpu.ldmatrix", append([]*ir.Value{m}, indices...), []ir.Type{c.VectorType([]int64{tiles, 32 / bitWidth(elem)}, nil, elem)},
		ir.Attr("transpose", c.BoolAttr(transpose)), ir.Attr("numTiles", c.IntAttr(tiles, c.I32()))).Result(0)
}

// MemRef is the memory that is read.
func (o LdMatrixOp) MemRef() *ir.Value { return o.Operand(0) }

// Indices are the place of a row.
func (o LdMatrixOp) Indices() []*ir.Value { return o.Operands()[1:] }

// Accesses is the one that hardware makes: of a row of 16 bytes by each lane that gives one.
func (o LdMatrixOp) Accesses() []memref.Access {
	n := 16 / memref.ElemBytes(memref.TypeOf(o.MemRef()).Elem)
	return []memref.Access{{MemRef: o.MemRef(), Indices: o.Indices(), Elements: n, Lanes: 8 * int(o.NumTiles())}}
}

// NumTiles is the number of matrices.
func (o LdMatrixOp) NumTiles() int64 { n, _ := o.IntAttr("numTiles"); return n }

// Transpose says whether they are transposed.
func (o LdMatrixOp) Transpose() bool { n, _ := o.IntAttr("transpose"); return n != 0 }

// Effects tells of the read.
func (o LdMatrixOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.ReadEffect, Value: o.MemRef()}}
}

// Verify checks memory and shape.
func (o LdMatrixOp) Verify() error {
	m, v := memref.TypeOf(o.MemRef()), o.Result(0).Type().(*ir.VectorType)
	width := bitWidth(v.Elem)
	switch {
	case m.Elem != v.Elem:
		return fmt.Errorf("failed to verify that srcMemref and res have same element type")
	case !isShared(m.Space):
		return ir.BareError("expected nvgpu.ldmatrix srcMemref " + wantShared)
	case width > 32:
		return ir.BareError("nvgpu.ldmatrix works for 32b or lower")
	case o.Transpose() && width != 16:
		return ir.BareError("nvgpu.ldmatrix transpose works only at 16b granularity")
	case len(v.Shape) != 2:
		return ir.BareError("results must be 2 dimensional vector")
	case width == 0:
		return fmt.Errorf("reads integers and floats only, but got '%s'", v.Elem)
	case v.Shape[1] != 32/width:
		return ir.BareError(fmt.Sprintf("expected vector register shape[1] = %d", 32/width))
	case v.Shape[0] != o.NumTiles():
		return ir.BareError("expected vector register shape[0] and numTiles to match")
	case len(m.Shape) != len(o.Indices()):
		return fmt.Errorf("expected %d indices, got %d", len(m.Shape), len(o.Indices()))
	}
	return nil
}

// mmaOp is what both products of matrices have.
type mmaOp struct{ *ir.Operation }

// A and B are the factors, C the summand: what each thread has of them.
func (o mmaOp) A() *ir.Value { return o.Operand(0) }

// B is the second factor.
func (o mmaOp) B() *ir.Value { return o.Operand(1) }

// C is the summand.
func (o mmaOp) C() *ir.Value { return o.Operand(2) }

// Shape is m, n, k: C has m rows and n columns, and A has k columns.
func (o mmaOp) Shape() (mnk [3]int64) {
	a, _ := o.Attr("mmaShape").(*ir.ArrayAttr)
	for i := range mnk {
		if i < len(a.Elems) {
			mnk[i] = a.Elems[i].(*ir.IntegerAttr).Value.Int64()
		}
	}
	return mnk
}

// TF32 says whether numbers of 32 bits are rounded to those of 19.
func (o mmaOp) TF32() bool { return o.HasAttr("tf32Enabled") }

var (
	mmaOperands = []ir.OperandDef{{Name: "matrixA", Type: vector}, {Name: "matrixB", Type: vector}, {Name: "matrixC", Type: vector}}
	mmaResult   = []ir.OperandDef{{Name: "res", Type: vector}}
	mmaShape    = ir.AttrDef{Name: "mmaShape", Attr: ods.I64Array}
	mmaTF32     = ir.AttrDef{Name: "tf32Enabled", Attr: ir.UnitA, Optional: true}
)

const mmaTypes = " attr-dict `:` `(` type($matrixA) `,` type($matrixB) `,` type($matrixC) `)` `->` type($res)"

// MmaSyncOp is nvgpu.mma.sync.
type MmaSyncOp struct{ *ir.Operation }

// Def returns the definition.
func (MmaSyncOp) Def() *ir.OpDef { return mmaSyncDef }

var mmaSyncDef = &ir.OpDef{
	Name: "nvgpu.mma.sync", Summary: "product of matrices of a warp",
	Description: "A · B + C of matrices whose elements the threads of a warp share among them: `mmaShape` is rows of C, columns of C, columns of A. With `tf32Enabled` numbers of type f32 are rounded to tf32. All threads of the warp must take part.",
	Example: `gpu.module @kernels {
  gpu.func @kernel(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>) kernel {
    %0 = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
    gpu.return
  }
}
`,
	Operands: mmaOperands,
	Results:  mmaResult,
	Attrs:    []ir.AttrDef{mmaShape, mmaTF32},
	Traits:   ir.Pure,
	Format:   "`(` $matrixA `,` $matrixB `,` $matrixC `)`" + mmaTypes,
}

// NewMmaSync builds a product.
func NewMmaSync(b *ir.Builder, x, y, sum *ir.Value, m, n, k int64, tf32 bool) *ir.Value {
	attrs := []ir.NamedAttr{ir.Attr("mmaShape", b.Ctx.ArrayAttr(b.Ctx.I64Attr(m), b.Ctx.I64Attr(n), b.Ctx.I64Attr(k)))}
	if tf32 {
		attrs = append(attrs, ir.Attr("tf32Enabled", b.Ctx.UnitAttr()))
	}
	return b.Op("nvgpu.mma.sync", []*ir.Value{x, y, sum}, []ir.Type{sum.Type()}, attrs...).Result(0)
}

// Mma is the product's operands and shape.
func (o MmaSyncOp) Mma() mmaOp { return mmaOp(o) }

// Verify checks the parts of each thread.
func (o MmaSyncOp) Verify() error { return mmaOp(o).check(1) }

// MmaSparseSyncOp is nvgpu.mma.sp.sync.
type MmaSparseSyncOp struct{ *ir.Operation }

// Def returns the definition.
func (MmaSparseSyncOp) Def() *ir.OpDef { return mmaSparseDef }

var mmaSparseDef = &ir.OpDef{
	Name: "nvgpu.mma.sp.sync", Summary: "product of matrices of a warp, half of the first being zero",
	Description: "As nvgpu.mma.sync, where of each four elements of A two are stored; `sparseMetadata` says which. `sparsitySelector` (0 or 1) says which threads give it.",
	Example: `gpu.module @kernels {
  gpu.func @kernel(%a: vector<4x2xf16>, %b: vector<4x2xf16>, %c: vector<2x2xf16>, %meta: vector<2xi16>) kernel {
    %0 = nvgpu.mma.sp.sync(%a, %b, %c) metadata(%meta) {mmaShape = [16, 8, 32]} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
    gpu.return
  }
}
`,
	Operands: append(mmaOperands[:3:3], ir.OperandDef{Name: "sparseMetadata", Type: metadata}),
	Results:  mmaResult,
	Attrs: []ir.AttrDef{mmaShape, {Name: "sparsitySelector", Attr: ir.I32A,
		Default: func(c *ir.Context) ir.Attribute { return c.IntAttr(0, c.I32()) }}, mmaTF32},
	Traits: ir.Pure,
	Format: "`(` $matrixA `,` $matrixB `,` $matrixC `)` `metadata` `(` $sparseMetadata `)`" + mmaTypes,
}

// metadata is vector<2xi16>.
var metadata = ir.TypeConstraint{Name: "fixed-length vector of 16-bit signless integer values of length 2",
	Is: func(t ir.Type) bool {
		v, ok := t.(*ir.VectorType)
		if !ok || len(v.Shape) != 1 || v.Shape[0] != 2 || len(v.Scalable) > 0 && v.Scalable[0] {
			return false
		}
		i, ok := v.Elem.(*ir.IntegerType)
		return ok && i.Width == 16 && i.Sign == ir.Signless
	},
	Only: func(c *ir.Context) ir.Type { return c.VectorType([]int64{2}, nil, c.Int(16)) }}

// Verify checks the parts of each thread, and the selector.
func (o MmaSparseSyncOp) Verify() error {
	if err := mmaOp(o).sameElements(); err != nil {
		return err
	}
	if n, _ := o.IntAttr("sparsitySelector"); n < 0 || n > 1 {
		return fmt.Errorf("sparsity selector should be 0 or 1")
	}
	return mmaOp(o).check(2)
}

// sameElements checks the types of the elements of the factors.
func (o mmaOp) sameElements() error {
	if o.A().Type().(*ir.VectorType).Elem != o.B().Type().(*ir.VectorType).Elem {
		return fmt.Errorf("failed to verify that matrixA and matrixB have same element type")
	}
	return nil
}

// check checks what each thread has of the matrices against the shape; of A every sparse-th element is stored. A product is made of
// tiles of 8 by 8 by 128 bits (by 256 for f64), of which a thread has 32 bits (64) of A and B, and two elements of C.
func (o mmaOp) check(sparse int64) error {
	if err := o.sameElements(); err != nil {
		return err
	}
	a, b, c := o.A().Type().(*ir.VectorType), o.B().Type().(*ir.VectorType), o.C().Type().(*ir.VectorType)
	tileK, each, err := o.tile(a.Elem, sparse)
	if err != nil {
		return err
	}
	if n := len(o.Attr("mmaShape").(*ir.ArrayAttr).Elems); n != 3 {
		return fmt.Errorf("expected three numbers in 'mmaShape', but got %d", n)
	}
	shape := o.Shape()
	m, n, k := shape[0], shape[1], shape[2]
	parts := []struct {
		name       string
		v          *ir.VectorType
		rows, cols int64 // of the matrix
		tiles      int64
		each       int64 // elements of a tile
		sparse     int64
	}{
		{"A", a, m, k, m / 8 * (k / tileK), each, sparse},
		{"B", b, k, n, k / tileK * (n / 8), each, 1},
		{"C", c, m, n, m / 8 * (n / 8), 2, 1},
	}
	for _, p := range parts {
		if len(p.v.Shape) != 2 {
			return fmt.Errorf("expected matrix %s to be a vector of two dimensions, but got '%s'", p.name, p.v)
		}
		if p.v.Shape[0]*p.v.Shape[1]*32 != p.rows*p.cols/p.sparse {
			return fmt.Errorf("expected %d warp-wide matrix %s elements", p.rows*p.cols, p.name)
		}
	}
	if _, f32 := a.Elem.(*ir.FloatType); o.TF32() && (!f32 || a.Elem.(*ir.FloatType).Kind != ir.F32) {
		return fmt.Errorf("expected tf32 tensor cores only for F32 operands")
	}
	for _, p := range parts {
		if p.v.Shape[0] != p.tiles/p.sparse || p.v.Shape[1] != p.each {
			return fmt.Errorf("expected matrix %s to be shaped (%d x %d)", p.name, p.tiles, p.each)
		}
	}
	return nil
}

// tile is the number of columns of A in a tile, and of elements of it that a thread has.
func (o mmaOp) tile(elem ir.Type, sparse int64) (k, each int64, err error) {
	switch t := elem.(type) {
	case *ir.FloatType:
		switch t.Kind {
		case ir.F64:
			if sparse > 1 {
				return 0, 0, ir.BareError("f64 is not supported for sparse mode")
			}
			return 4, 1, nil
		case ir.F32, ir.F16, ir.BF16:
			return 128 / bitWidth(t), 32 / bitWidth(t), nil
		}
	case *ir.IntegerType:
		if t.Sign == ir.Signless && (t.Width == 8 || t.Width == 4) {
			return 128 / bitWidth(t), 32 / bitWidth(t), nil
		}
	}
	return 0, 0, ir.BareError("expected input data type (i4,i8,f16,bf16,tf32,f64) supported by " + o.Name())
}
