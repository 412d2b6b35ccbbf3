package memref

import (
	"fmt"
	"slices"

	"descend/dialects/ods"
	"descend/ir"
)

// reassociationAttr says which dimensions of the longer shape belong to each of the shorter one.
var reassociationAttr = ir.AttrDef{Name: "reassociation", Attr: ir.AttrConstraint{
	Name: "Array of 64-bit integer array attributes",
	Is: func(a ir.Attribute) bool {
		outer, ok := a.(*ir.ArrayAttr)
		return ok && !slices.ContainsFunc(outer.Elems, func(g ir.Attribute) bool {
			group, ok := g.(*ir.ArrayAttr)
			return !ok || slices.ContainsFunc(group.Elems, func(e ir.Attribute) bool { return !ir.I64A.Is(e) })
		})
	},
	Storage: func(a ir.Attribute) bool { _, ok := a.(*ir.ArrayAttr); return ok },
}}

// reshaped is what expand_shape and collapse_shape have.
type reshaped struct{ *ir.Operation }

// Source is the buffer.
func (o reshaped) Source() *ir.Value { return o.Operand(0) }

// Reassociation gives for each dimension of the shorter shape those of the longer one that it stands for.
func (o reshaped) Reassociation() [][]int64 {
	var out [][]int64
	for _, g := range o.Attr("reassociation").(*ir.ArrayAttr).Elems {
		group := []int64{}
		for _, e := range g.(*ir.ArrayAttr).Elems {
			group = append(group, e.(*ir.IntegerAttr).Int64())
		}
		out = append(out, group)
	}
	return out
}

// checkGroups checks that the dimensions of the long shape are those of the short one in groups.
func (o reshaped) checkGroups(short, long []int64) error {
	groups := o.Reassociation()
	if len(groups) != len(short) {
		return fmt.Errorf("invalid number of reassociation groups: found %d, expected %d", len(groups), len(short))
	}
	next := int64(0)
	for i, group := range groups {
		size := int64(1)
		for _, d := range group {
			if d != next {
				return fmt.Errorf("reassociation indices must be contiguous")
			}
			if next++; d >= int64(len(long)) {
				return fmt.Errorf("reassociation index %d is out of bounds", d)
			}
			if long[d] == ir.Dynamic || size == ir.Dynamic {
				size = ir.Dynamic
			} else {
				size *= long[d]
			}
		}
		if (size == ir.Dynamic) != (short[i] == ir.Dynamic) {
			return fmt.Errorf("collapsed dim (%d) must be dynamic if and only if reassociation group is dynamic", i)
		}
		if size != short[i] {
			return fmt.Errorf("collapsed dim size (%d) must equal reassociation group size (%d)", short[i], size)
		}
	}
	if len(short) == 0 {
		if slices.ContainsFunc(long, func(n int64) bool { return n != 1 }) {
			return fmt.Errorf("rank 0 memrefs can only be extended/collapsed with/from ones")
		}
	} else if next != int64(len(long)) {
		return fmt.Errorf("expanded rank (%d) inconsistent with number of reassociation indices (%d)", len(long), next)
	}
	return nil
}

// ExpandShapeOp is memref.expand_shape.
type ExpandShapeOp struct{ reshaped }

// Def returns the definition.
func (ExpandShapeOp) Def() *ir.OpDef { return expandShapeDef }

var (
	stridedMemRef = ir.TypeConstraint{Name: "strided memref of any type values", Class: ods.AnyMemRef.Class, Is: func(t ir.Type) bool {
		if !ods.AnyMemRef.Is(t) {
			return false
		}
		_, _, ok := StridesAndOffset(t.(*ir.MemRefType))
		return ok
	}}
)

var expandShapeDef = &ir.OpDef{
	Name: "memref.expand_shape", Summary: "dimensions split into several",
	Description: "The same elements with more dimensions: `reassociation` lists for each dimension of the source those of the result that it becomes.",
	Example: `func.func @example(%m: memref<?x32xf32>, %n: index) {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [%n, 4, 32] : memref<?x32xf32> into memref<?x4x32xf32>
  return
}
`,
	Operands:   []ir.OperandDef{{Name: "src", Type: stridedMemRef}, {Name: "output_shape", Type: ods.Index, Arity: ir.Variadic}},
	Results:    []ir.OperandDef{{Name: "result", Type: stridedMemRef}},
	Attrs:      []ir.AttrDef{reassociationAttr, {Name: "static_output_shape", Attr: ir.DenseI64A}},
	Traits:     ir.Pure,
	Format:     "$src $reassociation `output_shape` custom<Shape>($output_shape, $static_output_shape) attr-dict `:` type($src) `into` type($result)",
	Directives: map[string]ir.Directive{"Shape": ods.IndexList("output_shape", "static_output_shape")},
}

// ValueNames proposes expand_shape.
func (o ExpandShapeOp) ValueNames(set func(*ir.Value, string)) { set(o.Result(0), "expand_shape") }

// Verify checks the type of the result against that which the groups give.
func (o ExpandShapeOp) Verify() error {
	s, t := TypeOf(o.Source()), TypeOf(o.Result(0))
	if n, m := len(s.Shape), len(t.Shape); n > m {
		return fmt.Errorf("has source rank %d and result rank %d. This is not an expansion (%d > %d).", n, m, n, m)
	}
	if err := o.checkGroups(s.Shape, t.Shape); err != nil {
		return err
	}
	if want := o.expanded(s, t.Shape); want != t {
		return fmt.Errorf("expected expanded type to be '%s' but found '%s'", want, t)
	}
	static := o.Attr("static_output_shape").(*ir.DenseArrayAttr).Values
	if len(static) != len(t.Shape) {
		return fmt.Errorf("expected number of static shape bounds to be equal to the output rank (%d) but found %d inputs instead", len(t.Shape), len(static))
	}
	if dyn := ods.NumDynamic(static); dyn != o.NumOperands()-1 {
		return fmt.Errorf("mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has %d dynamic dims while output_shape has %d values", dyn, o.NumOperands()-1)
	}
	for i, n := range t.Shape {
		if n != ir.Dynamic && n != static[i] {
			return fmt.Errorf("invalid output shape provided at pos %d", i)
		}
	}
	return nil
}

// expanded is the type of the source with its dimensions split to the shape.
func (o ExpandShapeOp) expanded(s *ir.MemRefType, shape []int64) *ir.MemRefType {
	c := o.Context()
	if s.Layout == nil {
		return c.MemRefType(shape, s.Elem, nil, s.Space)
	}
	offset, from, _ := StridesAndOffset(s)
	strides := make([]int64, len(shape))
	for i := range strides {
		strides[i] = 1
	}
	for i, group := range o.Reassociation() {
		stride := from[i]
		for _, d := range slices.Backward(group) {
			strides[d] = stride
			stride = times(stride, shape[d])
		}
	}
	return withLayout(c, s, shape, offset, strides)
}

// CollapseShapeOp is memref.collapse_shape.
type CollapseShapeOp struct{ reshaped }

// Def returns the definition.
func (CollapseShapeOp) Def() *ir.OpDef { return collapseShapeDef }

var collapseShapeDef = &ir.OpDef{
	Name: "memref.collapse_shape", Summary: "several dimensions as one",
	Description: "The same elements with fewer dimensions: `reassociation` lists for each dimension of the result those of the source that it stands for, which must be contiguous.",
	Example: `func.func @example(%m: memref<?x4x32xf32>) {
  %0 = memref.collapse_shape %m [[0, 1], [2]] : memref<?x4x32xf32> into memref<?x32xf32>
  return
}
`,
	Operands: []ir.OperandDef{{Name: "src", Type: stridedMemRef}},
	Results:  []ir.OperandDef{{Name: "result", Type: stridedMemRef}},
	Attrs:    []ir.AttrDef{reassociationAttr},
	Traits:   ir.Pure,
	Format:   "$src $reassociation attr-dict `:` type($src) `into` type($result)",
}

// ValueNames proposes collapse_shape.
func (o CollapseShapeOp) ValueNames(set func(*ir.Value, string)) { set(o.Result(0), "collapse_shape") }

// Verify checks the type of the result against that which the groups give.
func (o CollapseShapeOp) Verify() error {
	s, t := TypeOf(o.Source()), TypeOf(o.Result(0))
	if n, m := len(s.Shape), len(t.Shape); n < m {
		return fmt.Errorf("has source rank %d and result rank %d. This is not a collapse (%d < %d).", n, m, n, m)
	}
	if err := o.checkGroups(t.Shape, s.Shape); err != nil {
		return err
	}
	want, ok := o.collapsed(s, t.Shape)
	if !ok {
		return fmt.Errorf("invalid source layout map or collapsing non-contiguous dims")
	}
	if want != t {
		return fmt.Errorf("expected collapsed type to be '%s' but found '%s'", want, t)
	}
	return nil
}

// collapsed is the type of the source with its dimensions joined to the shape; false if they certainly are not contiguous.
func (o CollapseShapeOp) collapsed(s *ir.MemRefType, shape []int64) (*ir.MemRefType, bool) {
	c := o.Context()
	if s.Layout == nil {
		return c.MemRefType(shape, s.Elem, nil, s.Space), true
	}
	offset, from, _ := StridesAndOffset(s)
	var strides []int64
	for _, group := range o.Reassociation() {
		// The stride is that of the last dimension which is not 1. One whose extent is not known may turn out to be 1.
		last := len(group) - 1
		for last > 0 && s.Shape[group[last]] == 1 {
			last--
		}
		stride := from[group[last]]
		if last > 0 && s.Shape[group[last]] == ir.Dynamic {
			stride = ir.Dynamic
		}
		strides = append(strides, stride)
		for i := len(group) - 1; i > 0; i-- {
			stride = times(stride, s.Shape[group[i]])
			if outer := group[i-1]; s.Shape[outer] != 1 && !ods.MayBeEqual(stride, from[outer]) {
				return nil, false
			}
		}
	}
	return withLayout(c, s, shape, offset, strides), true
}

// ReshapeOp is memref.reshape.
type ReshapeOp struct{ *ir.Operation }

// Def returns the definition.
func (ReshapeOp) Def() *ir.OpDef { return reshapeDef }

var reshapeDef = &ir.OpDef{
	Name: "memref.reshape", Summary: "other shape, given by a buffer",
	Description: "The same elements in the shape that the second operand holds. Undefined where the numbers of elements differ.",
	Example: `func.func @example(%m: memref<4x1xf32>, %shape: memref<1xi32>) {
  %0 = memref.reshape %m(%shape) : (memref<4x1xf32>, memref<1xi32>) -> memref<4xf32>
  return
}
`,
	Operands: []ir.OperandDef{{Name: "source", Type: ods.RankedOrUnrankedMemRef}, {Name: "shape", Type: ir.TypeConstraint{
		Name: "1D memref of signless integer or index values", Class: ods.AnyMemRef.Class, Is: func(t ir.Type) bool {
			m, ok := t.(*ir.MemRefType)
			return ok && !m.Unranked && len(m.Shape) == 1 && ods.SignlessIntegerOrIndex.Is(m.Elem)
		}}}},
	Results: []ir.OperandDef{{Name: "result", Type: ods.RankedOrUnrankedMemRef}},
	Traits:  0,
	Format:  "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)",
}

// ValueNames proposes reshape.
func (o ReshapeOp) ValueNames(set func(*ir.Value, string)) { set(o.Result(0), "reshape") }

// Effects tells of the read of the shape.
func (o ReshapeOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.ReadEffect, Value: o.Operand(1)}}
}

// Verify checks element types, layouts and the number of extents.
func (o ReshapeOp) Verify() error {
	s, t := TypeOf(o.Operand(0)), TypeOf(o.Result(0))
	switch {
	case s.Elem != t.Elem:
		return fmt.Errorf("element types of source and destination memref types should be the same")
	case !s.Unranked && s.Layout != nil:
		return fmt.Errorf("source memref type should have identity affine map")
	}
	n := TypeOf(o.Operand(1)).Shape[0]
	if t.Unranked {
		return nil
	}
	switch {
	case t.Layout != nil:
		return fmt.Errorf("result memref type should have identity affine map")
	case n == ir.Dynamic:
		return fmt.Errorf("cannot use shape operand with dynamic length to reshape to statically-ranked memref type")
	case n != int64(len(t.Shape)):
		return fmt.Errorf("length of shape operand differs from the result's memref rank")
	}
	return nil
}

// TransposeOp is memref.transpose.
type TransposeOp struct{ *ir.Operation }

// Def returns the definition.
func (TransposeOp) Def() *ir.OpDef { return transposeDef }

var transposeDef = &ir.OpDef{
	Name: "memref.transpose", Summary: "dimensions in another order",
	Description: "The same memory with its dimensions permuted: the i-th dimension of the result is the one that the i-th result of the map names.",
	Example: `func.func @example(%m: memref<4x8xf32>) {
  %0 = memref.transpose %m (d0, d1) -> (d1, d0) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  return
}
`,
	Operands: []ir.OperandDef{{Name: "in", Type: stridedMemRef}},
	Results:  []ir.OperandDef{{Name: "result", Type: ir.TypeConstraint{Name: stridedMemRef.Name, Is: stridedMemRef.Is}}},
	Attrs: []ir.AttrDef{{Name: "permutation", Attr: ir.AttrConstraint{
		Name:  "AffineMap attribute",
		Is:    func(a ir.Attribute) bool { _, ok := a.(*ir.AffineMapAttr); return ok },
		Print: func(p *ir.Printer, a ir.Attribute) { p.Write(a.(*ir.AffineMapAttr).Map.String()) },
		Parse: func(p *ir.Parser) ir.Attribute { return p.Context().AffineMapAttr(p.AffineMap()) },
	}}},
	Traits: ir.Pure,
	Format: "$in $permutation attr-dict `:` type($in) `to` type($result)",
}

// ValueNames proposes transpose.
func (o TransposeOp) ValueNames(set func(*ir.Value, string)) { set(o.Result(0), "transpose") }

// Permutation gives for each dimension of the result that of the source.
func (o TransposeOp) Permutation() (dims []int, ok bool) {
	m := o.Attr("permutation").(*ir.AffineMapAttr).Map
	seen := make([]bool, m.Dims)
	for _, r := range m.Results {
		if r.Kind != ir.AffineDim || seen[r.Value] {
			return nil, false
		}
		seen[r.Value] = true
		dims = append(dims, int(r.Value))
	}
	return dims, m.Symbols == 0 && len(dims) == m.Dims
}

// Verify checks the type of the result.
func (o TransposeOp) Verify() error {
	s, t := TypeOf(o.Operand(0)), TypeOf(o.Result(0))
	dims, ok := o.Permutation()
	if !ok {
		return fmt.Errorf("expected a permutation map")
	}
	if len(dims) != len(s.Shape) {
		return fmt.Errorf("expected a permutation map of same rank as the input")
	}
	offset, from, _ := StridesAndOffset(s)
	var shape, strides []int64
	for _, d := range dims {
		shape, strides = append(shape, s.Shape[d]), append(strides, from[d])
	}
	want := o.Context().MemRefType(shape, s.Elem, o.Context().AffineMapAttr(stridedMap(offset, strides)), s.Space)
	same := sameLayout(want, t)
	if offset == 0 && len(strides) == 1 && strides[0] == 1 { // MLIR leaves this layout as it is
		want = o.Context().MemRefType(shape, s.Elem, o.Context().StridedAttr(0, 1), s.Space)
		same = want == t
	}
	if !same {
		return fmt.Errorf("result type '%s' is not equivalent to the canonical transposed input type '%s'", t, want)
	}
	return nil
}

// sameLayout says whether two types mean the same memory, however the layout is written.
func sameLayout(a, b *ir.MemRefType) bool {
	o1, s1, _ := StridesAndOffset(a)
	o2, s2, _ := StridesAndOffset(b)
	return a.Elem == b.Elem && a.Space == b.Space && slices.Equal(a.Shape, b.Shape) && o1 == o2 && slices.Equal(s1, s2)
}
