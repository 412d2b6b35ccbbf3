package memref

import (
	"fmt"
	"slices"

	"descend/dialects/ods"
	"descend/ir"
)

// RankOp is memref.rank.
type RankOp struct{ *ir.Operation }

// Def returns the definition.
func (RankOp) Def() *ir.OpDef { return rankDef }

var rankDef = &ir.OpDef{
	Name: "memref.rank", Summary: "number of dimensions",
	Description: "The number of dimensions of the buffer.",
	Example: `func.func @example(%m: memref<*xf32>) {
  %0 = memref.rank %m : memref<*xf32>
  return
}
`,
	Operands: []ir.OperandDef{{Name: "memref", Type: ods.RankedOrUnrankedMemRef}},
	Results:  []ir.OperandDef{{Name: "result", Type: ods.Index}},
	Traits:   ir.Pure,
	Format:   "$memref attr-dict `:` type($memref)",
}

// Fold knows ranked buffers.
func (o RankOp) Fold([]ir.Attribute) []ir.FoldResult {
	if t := TypeOf(o.Operand(0)); !t.Unranked {
		return []ir.FoldResult{{Attr: o.Context().IndexAttr(int64(len(t.Shape)))}}
	}
	return nil
}

// MemorySpaceCastOp is memref.memory_space_cast.
type MemorySpaceCastOp struct{ *ir.Operation }

// Def returns the definition.
func (MemorySpaceCastOp) Def() *ir.OpDef { return memorySpaceCastDef }

var memorySpaceCastDef = &ir.OpDef{
	Name: "memref.memory_space_cast", Summary: "other memory space",
	Description: "The same buffer as seen in another memory space, which must hold it.",
	Example: `func.func @example(%m: memref<16xf32, 1>) {
  %0 = memref.memory_space_cast %m : memref<16xf32, 1> to memref<16xf32>
  return
}
`,
	Operands: []ir.OperandDef{{Name: "source", Type: ods.RankedOrUnrankedMemRef}},
	Results:  []ir.OperandDef{{Name: "dest", Type: ods.RankedOrUnrankedMemRef}},
	Traits:   ir.Pure,
	Format:   "$source attr-dict `:` type($source) `to` type($dest)",
}

// ValueNames proposes memspacecast.
func (o MemorySpaceCastOp) ValueNames(set func(*ir.Value, string)) { set(o.Result(0), "memspacecast") }

// Verify checks that nothing but the space differs.
func (o MemorySpaceCastOp) Verify() error {
	a, b := TypeOf(o.Operand(0)), TypeOf(o.Result(0))
	c := o.Context()
	same := a.Unranked == b.Unranked
	if same && a.Unranked {
		same = a.Elem == b.Elem
	} else if same {
		same = c.MemRefType(a.Shape, a.Elem, a.Layout, b.Space) == b
	}
	if !same {
		return fmt.Errorf("operand type '%s' and result type '%s' are cast incompatible", a, b)
	}
	return nil
}

// Fold joins casts of casts, and knows those that change nothing.
func (o MemorySpaceCastOp) Fold([]ir.Attribute) []ir.FoldResult {
	if inner, ok := ir.DefinedBy[MemorySpaceCastOp](o.Operand(0)); ok {
		o.SetOperand(0, inner.Operand(0))
		return []ir.FoldResult{{Value: o.Result(0)}}
	}
	return nil
}

// ExtractStridedMetadataOp is memref.extract_strided_metadata.
type ExtractStridedMetadataOp struct{ *ir.Operation }

// Def returns the definition.
func (ExtractStridedMetadataOp) Def() *ir.OpDef { return extractStridedMetadataDef }

var extractStridedMetadataDef = &ir.OpDef{
	Name: "memref.extract_strided_metadata", Summary: "parts of a buffer",
	Description: "The memory as a buffer of rank 0, the offset, the extents and the strides, in elements.",
	Example: `func.func @example(%m: memref<10x?xf32>) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<10x?xf32> -> memref<f32>, index, index, index, index, index
  return
}
`,
	Operands: []ir.OperandDef{{Name: "source", Type: stridedMemRef}},
	Results: []ir.OperandDef{{Name: "base_buffer", Type: rankZero}, {Name: "offset", Type: ods.Index},
		{Name: "sizes", Type: ods.Index, Arity: ir.Variadic}, {Name: "strides", Type: ods.Index, Arity: ir.Variadic}},
	Traits: ir.Pure | ir.SameVariadicResultSize,
	Format: "$source `:` type($source) `->` type(results) attr-dict",
}

// rankZero is memory of one element.
var rankZero = ir.TypeConstraint{Name: stridedMemRef.Name + " of rank 0", Is: func(t ir.Type) bool {
	return stridedMemRef.Is(t) && len(t.(*ir.MemRefType).Shape) == 0
}}

// Verify checks the types of the results.
func (o ExtractStridedMetadataOp) Verify() error {
	c, s := o.Context(), TypeOf(o.Operand(0))
	want := []ir.Type{c.MemRefType(nil, s.Elem, nil, s.Space)}
	for range 2*len(s.Shape) + 1 {
		want = append(want, c.Index())
	}
	return ods.CheckInferred(o.Operation, want)
}

// Fold knows what the type says: the constants among offset, extents and strides.
func (o ExtractStridedMetadataOp) Fold([]ir.Attribute) []ir.FoldResult {
	t := TypeOf(o.Operand(0))
	offset, strides, _ := StridesAndOffset(t)
	known := false
	results := []ir.FoldResult{{Value: o.Result(0)}}
	for i, n := range slices.Concat([]int64{offset}, t.Shape, strides) {
		r := ir.FoldResult{Value: o.Result(i + 1)}
		if n != ir.Dynamic && r.Value.HasUses() {
			r, known = ir.FoldResult{Attr: o.Context().IndexAttr(n)}, true
		}
		results = append(results, r)
	}
	if !known {
		return nil
	}
	return results
}
