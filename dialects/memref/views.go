package memref

import (
	"fmt"

	"descend/dialects/arith"
	"descend/dialects/ods"
	"descend/ir"
)

// DimOp is memref.dim.
type DimOp struct{ *ir.Operation }

// Def returns the definition.
func (DimOp) Def() *ir.OpDef { return dimDef }

var dimDef = &ir.OpDef{
	Name: "memref.dim", Summary: "extent of a dimension",
	Description: "The number of elements in the dimension that the index names. Undefined for an index beyond the rank.",
	Example: `func.func @example(%m: memref<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = memref.dim %m, %c0 : memref<?x4xf32>
  return
}
`,
	Operands: []ir.OperandDef{{Name: "source", Type: ods.NotScalarMemRef}, {Name: "index", Type: ods.Index}},
	Results:  []ir.OperandDef{{Name: "result", Type: ods.Index}},
	Traits:   0,
	Format:   "attr-dict $source `,` $index `:` type($source)",
}

// NewDim builds memref.dim.
func NewDim(b *ir.Builder, m *ir.Value, dim int64) *ir.Value {
	return b.Op("memref.dim", []*ir.Value{m, arith.NewConstantIndex(b, dim)}, []ir.Type{b.Ctx.Index()}).Result(0)
}

// Source is the buffer.
func (o DimOp) Source() *ir.Value { return o.Operand(0) }

// Index is the dimension.
func (o DimOp) Index() *ir.Value { return o.Operand(1) }

// Effects tells that memory is not touched.
func (DimOp) Effects() []ir.Effect { return nil }

// IsSpeculatable says whether the index is known to be below the rank.
func (o DimOp) IsSpeculatable() bool {
	i, ok := arith.ConstantInt(o.Index())
	t := TypeOf(o.Source())
	return ok && !t.Unranked && i >= 0 && i < int64(len(t.Shape))
}

// ValueNames proposes dim.
func (o DimOp) ValueNames(set func(*ir.Value, string)) { set(o.Result(0), "dim") }

// Fold knows static extents, the operands of allocations, and looks through casts.
func (o DimOp) Fold(c []ir.Attribute) []ir.FoldResult {
	i, ok := c[1].(*ir.IntegerAttr)
	t := TypeOf(o.Source())
	if !ok || t.Unranked || i.Value.Sign() < 0 || i.Int64() >= int64(len(t.Shape)) {
		return nil
	}
	n := int(i.Int64())
	if t.Shape[n] != ir.Dynamic {
		return []ir.FoldResult{{Attr: o.Context().IndexAttr(t.Shape[n])}}
	}
	if def := o.Source().DefiningOp(); def != nil {
		k := ods.NumDynamic(t.Shape[:n])
		switch def.Name() {
		case "memref.alloc", "memref.alloca":
			if s := ods.Segment(def, 0); k < len(s) {
				return []ir.FoldResult{{Value: s[k]}}
			}
		case "gpu.alloc":
			if s := ods.Segment(def, 1); k < len(s) {
				return []ir.FoldResult{{Value: s[k]}}
			}
		case "memref.view":
			if k+2 < def.NumOperands() {
				return []ir.FoldResult{{Value: def.Operand(k + 2)}}
			}
		case "memref.reinterpret_cast":
			if s := ods.Segment(def, 2); k < len(s) {
				return []ir.FoldResult{{Value: s[k]}}
			}
		}
	}
	if foldCast(o.Operation, 0) {
		return []ir.FoldResult{{Value: o.Result(0)}}
	}
	return nil
}

// CastOp is memref.cast.
type CastOp struct{ *ir.Operation }

// Def returns the definition.
func (CastOp) Def() *ir.OpDef { return castDef }

var castDef = &ir.OpDef{
	Name: "memref.cast", Summary: "more or less static memref type",
	Description: "The same buffer, with other extents, strides or offset known statically. Undefined when what is claimed does not hold.",
	Example: `func.func @example(%m: memref<16xf32>) {
  %0 = memref.cast %m : memref<16xf32> to memref<?xf32>
  return
}
`,
	Operands: []ir.OperandDef{{Name: "source", Type: ods.RankedOrUnrankedMemRef}},
	Results:  []ir.OperandDef{{Name: "dest", Type: ods.RankedOrUnrankedMemRef}},
	Traits:   ir.Pure,
	Format:   "$source attr-dict `:` type($source) `to` type($dest)",
}

// NewCast builds memref.cast; m itself if it has the type already.
func NewCast(b *ir.Builder, m *ir.Value, to *ir.MemRefType) *ir.Value {
	if m.Type() == to {
		return m
	}
	return b.Op("memref.cast", []*ir.Value{m}, []ir.Type{to}).Result(0)
}

// Source is the operand.
func (o CastOp) Source() *ir.Value { return o.Operand(0) }

// ValueNames proposes cast.
func (o CastOp) ValueNames(set func(*ir.Value, string)) { set(o.Result(0), "cast") }

// Verify checks element types, spaces, extents and layouts.
func (o CastOp) Verify() error {
	a, b := TypeOf(o.Source()), TypeOf(o.Result(0))
	ok := a.Elem == b.Elem && a.Space == b.Space && !(a.Unranked && b.Unranked)
	if ok && !a.Unranked && !b.Unranked {
		ok = ods.CompatibleShapes(a.Shape, b.Shape) && compatibleLayouts(a, b)
	}
	if !ok {
		return fmt.Errorf("operand type '%s' and result type '%s' are cast incompatible", a, b)
	}
	return nil
}

// compatibleLayouts says whether two layouts may be the same at run time.
func compatibleLayouts(a, b *ir.MemRefType) bool {
	if a.Layout == b.Layout {
		return true
	}
	o1, s1, ok1 := StridesAndOffset(a)
	o2, s2, ok2 := StridesAndOffset(b)
	if !ok1 || !ok2 {
		return false
	}
	return ods.CompatibleShapes(append(s1, o1), append(s2, o2))
}

// Fold knows casts to the own type and casts of casts that lose nothing between.
func (o CastOp) Fold([]ir.Attribute) []ir.FoldResult {
	if o.Source().Type() == o.Result(0).Type() {
		return []ir.FoldResult{{Value: o.Source()}}
	}
	if foldCast(o.Operation, 0) {
		if o.Source().Type() == o.Result(0).Type() {
			return []ir.FoldResult{{Value: o.Source()}}
		}
		return []ir.FoldResult{{Value: o.Result(0)}}
	}
	return nil
}

// ViewOp is memref.view.
type ViewOp struct{ *ir.Operation }

// Def returns the definition.
func (ViewOp) Def() *ir.OpDef { return viewDef }

var viewDef = &ir.OpDef{
	Name: "memref.view", Summary: "typed part of a byte buffer",
	Description: "The bytes from `byte_shift` on as a contiguous memref of any element type; one operand for each dynamic extent.",
	Example: `func.func @example(%m: memref<?xi8>, %shift: index, %n: index) {
  %0 = memref.view %m[%shift][%n] : memref<?xi8> to memref<?x4xf32>
  %1 = memref.view %m[%shift][] : memref<?xi8> to memref<64xf32>
  return
}
`,
	Operands: []ir.OperandDef{{Name: "source", Type: ods.ByteMemRef}, {Name: "byte_shift", Type: ods.Index},
		{Name: "sizes", Type: ods.Index, Arity: ir.Variadic}},
	Results: []ir.OperandDef{{Name: "view", Type: ods.AnyMemRef}},
	Traits:  ir.Pure,
	Format:  "$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type(results)",
}

// NewView builds memref.view.
func NewView(b *ir.Builder, source, byteShift *ir.Value, to *ir.MemRefType, sizes ...*ir.Value) *ir.Value {
	return b.Op("memref.view", append([]*ir.Value{source, byteShift}, sizes...), []ir.Type{to}).Result(0)
}

// Source is the byte buffer.
func (o ViewOp) Source() *ir.Value { return o.Operand(0) }

// ByteShift is where the part begins, in bytes.
func (o ViewOp) ByteShift() *ir.Value { return o.Operand(1) }

// Sizes are the dynamic extents.
func (o ViewOp) Sizes() []*ir.Value { return o.Operands()[2:] }

// ValueNames proposes view.
func (o ViewOp) ValueNames(set func(*ir.Value, string)) { set(o.Result(0), "view") }

// Verify checks layouts, spaces and the number of extents.
func (o ViewOp) Verify() error {
	s, t := TypeOf(o.Source()), TypeOf(o.Result(0))
	switch {
	case !plain(s.Layout):
		return ir.BareError(fmt.Sprintf("unsupported map for base memref type '%s'", s))
	case !plain(t.Layout):
		return ir.BareError(fmt.Sprintf("unsupported map for result memref type '%s'", t))
	case s.Space != t.Space:
		return ir.BareError(fmt.Sprintf("different memory spaces specified for base memref type '%s' and view memref type '%s'", s, t))
	case ods.NumDynamic(t.Shape) != len(o.Sizes()):
		return ir.BareError(fmt.Sprintf("incorrect number of size operands for type '%s'", t))
	}
	return nil
}

// plain says whether the layout is the identity: none, or strides of one dimension that say so.
func plain(layout ir.Attribute) bool {
	l, ok := layout.(*ir.StridedAttr)
	return layout == nil || ok && l.Offset == 0 && (len(l.Strides) == 0 || len(l.Strides) == 1 && l.Strides[0] == 1)
}

// Rewrites looks through casts of the byte buffer.
func (ViewOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{
		Name: "view-cast", Benefit: 1, Args: "%m: memref<64xi8>, %i: index",
		Before: `
%0 = memref.cast %m : memref<64xi8> to memref<?xi8>
%1 = memref.view %0[%i][] : memref<?xi8> to memref<4xf32>
"test.use"(%1) : (memref<4xf32>) -> ()`,
		After: `
%0 = memref.view %m[%i][] : memref<64xi8> to memref<4xf32>
"test.use"(%0) : (memref<4xf32>) -> ()`,
		Apply: throughCast(0),
	}}
}

// ExtractAlignedPointerOp is memref.extract_aligned_pointer_as_index.
type ExtractAlignedPointerOp struct{ *ir.Operation }

// Def returns the definition.
func (ExtractAlignedPointerOp) Def() *ir.OpDef { return extractAlignedPointerDef }

var extractAlignedPointerDef = &ir.OpDef{
	Name: "memref.extract_aligned_pointer_as_index", Summary: "address of a buffer",
	Description: "The address of the aligned pointer of the buffer as a number.",
	Example: `func.func @example(%m: memref<16xf32>) {
  %0 = memref.extract_aligned_pointer_as_index %m : memref<16xf32> -> index
  return
}
`,
	Operands: []ir.OperandDef{{Name: "source", Type: ods.RankedOrUnrankedMemRef}},
	Results:  []ir.OperandDef{{Name: "aligned_pointer", Type: ods.Index}},
	Traits:   ir.Pure,
	Format:   "$source `:` type($source) `->` type(results) attr-dict",
}

// Source is the buffer.
func (o ExtractAlignedPointerOp) Source() *ir.Value { return o.Operand(0) }

// ValueNames proposes intptr.
func (o ExtractAlignedPointerOp) ValueNames(set func(*ir.Value, string)) {
	set(o.Result(0), "intptr")
}

// AssumeAlignmentOp is memref.assume_alignment.
type AssumeAlignmentOp struct{ *ir.Operation }

// Def returns the definition.
func (AssumeAlignmentOp) Def() *ir.OpDef { return assumeAlignmentDef }

var assumeAlignmentDef = &ir.OpDef{
	Name: "memref.assume_alignment", Summary: "promise of an alignment",
	Description: "Undefined unless the buffer is aligned to so many bytes.",
	Example: `func.func @example(%m: memref<16xf32>) {
  memref.assume_alignment %m, 16 : memref<16xf32>
  return
}
`,
	Operands: []ir.OperandDef{{Name: "memref", Type: ods.AnyMemRef}},
	Attrs: []ir.AttrDef{{Name: "alignment", Attr: ir.AttrConstraint{
		Name: "32-bit signless integer attribute whose value is positive", Type: ir.I32A.Type, Storage: ir.I32A.Storage,
		Is: func(a ir.Attribute) bool { return ir.I32A.Is(a) && a.(*ir.IntegerAttr).Value.Sign() > 0 }}}},
	Format: "$memref `,` $alignment attr-dict `:` type($memref)",
}

// NewAssumeAlignment builds memref.assume_alignment; align is in bytes.
func NewAssumeAlignment(b *ir.Builder, m *ir.Value, align int64) AssumeAlignmentOp {
	return AssumeAlignmentOp{b.Op("memref.assume_alignment", []*ir.Value{m}, nil, ir.Attr("alignment", b.Ctx.I32Attr(align)))}
}

// MemRef is the buffer.
func (o AssumeAlignmentOp) MemRef() *ir.Value { return o.Operand(0) }

// Alignment is in bytes.
func (o AssumeAlignmentOp) Alignment() int64 {
	n, _ := o.IntAttr("alignment")
	return n
}

// Verify checks for a power of two.
func (o AssumeAlignmentOp) Verify() error {
	if n := o.Alignment(); n&(n-1) != 0 {
		return fmt.Errorf("alignment must be power of 2")
	}
	return nil
}
