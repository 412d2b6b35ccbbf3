package memref

import (
	"fmt"
	"slices"

	"descend/dialects/ods"
	"descend/ir"
)

// Extent is an offset, size or stride: a constant, or a value of type index.
type Extent struct {
	Static int64
	Value  *ir.Value
}

// Const is a constant extent.
func Const(n int64) Extent { return Extent{Static: n} }

// Dyn is an extent known at run time.
func Dyn(v *ir.Value) Extent { return Extent{Value: v} }

// strided is what operations with offsets, sizes and strides have. Operand groups: source, offsets, sizes,
// strides; the attributes static_offsets, static_sizes and static_strides hold ir.Dynamic where an operand
// gives the number.
type strided struct{ *ir.Operation }

var stridedAttrs = []string{"static_offsets", "static_sizes", "static_strides"}

// extents gives the i-th list: 0 offsets, 1 sizes, 2 strides. It is shorter than it should be on invalid
// operations.
func (o strided) extents(i int) []Extent {
	d, ok := o.Attr(stridedAttrs[i]).(*ir.DenseArrayAttr)
	if !ok {
		return nil
	}
	dyn := ods.Segment(o.Operation, i+1)
	out := make([]Extent, 0, len(d.Values))
	for _, n := range d.Values {
		if n != ir.Dynamic {
			out = append(out, Const(n))
			continue
		}
		if len(dyn) == 0 {
			return out
		}
		out = append(out, Dyn(dyn[0]))
		dyn = dyn[1:]
	}
	return out
}

// Source is the buffer.
func (o strided) Source() *ir.Value { return o.Operand(0) }

// Offsets are in elements of the source.
func (o strided) Offsets() []Extent { return o.extents(0) }

// Sizes are the extents of the result.
func (o strided) Sizes() []Extent { return o.extents(1) }

// Strides are in elements.
func (o strided) Strides() []Extent { return o.extents(2) }

// verifyLists checks that the lists fit each other and have the lengths that are given (MLIR's OffsetSizeAndStrideOpInterface).
func (o strided) verifyLists(offsets, sizes, strides int) error {
	var lists [3][]int64
	for i, name := range stridedAttrs {
		lists[i] = o.Attr(name).(*ir.DenseArrayAttr).Values
	}
	if n, m := len(lists[0]), len(lists[1]); !(n == 1 && offsets == 1) && n != m {
		return rankMismatch("offsets", "sizes", n, m)
	}
	if n, m := len(lists[1]), len(lists[2]); n != m {
		return rankMismatch("sizes", "strides", n, m)
	}
	for i, name := range []string{"offset", "size", "stride"} {
		want := []int{offsets, sizes, strides}[i]
		if err := ods.CheckIndexList(name, want, lists[i], ods.SegmentLen(o.Operation, i+1)); err != nil {
			return err
		}
	}
	for i, name := range []string{"offsets", "sizes"} {
		for _, n := range lists[i] {
			if n < 0 && n != ir.Dynamic {
				return ir.BareError(fmt.Sprintf("expected %s to be non-negative, but got %d", name, n))
			}
		}
	}
	return nil
}

func rankMismatch(a, b string, n, m int) error {
	return ir.BareError(fmt.Sprintf("expected mixed %s rank to match mixed %s rank (%d vs %d) so the rank of the result type is well-formed.", a, b, n, m))
}

func stridedDef(mnemonic, summary, description, example string, source ir.TypeConstraint, format string) *ir.OpDef {
	many := func(name string) ir.OperandDef { return ir.OperandDef{Name: name, Type: ods.Index, Arity: ir.Variadic} }
	return &ir.OpDef{
		Name: "memref." + mnemonic, Summary: summary, Description: description, Example: example,
		Operands: []ir.OperandDef{{Name: "source", Type: source}, many("offsets"), many("sizes"), many("strides")},
		Results:  []ir.OperandDef{{Name: "result", Type: ods.AnyMemRef}},
		Attrs: []ir.AttrDef{{Name: "static_offsets", Attr: ir.DenseI64A}, {Name: "static_sizes", Attr: ir.DenseI64A},
			{Name: "static_strides", Attr: ir.DenseI64A}},
		Traits: ir.Pure | ir.AttrSizedOperands,
		Format: format + " attr-dict `:` type($source) `to` type($result)",
		Directives: map[string]ir.Directive{
			"Offsets": ods.IndexList("offsets", "static_offsets"),
			"Sizes":   ods.IndexList("sizes", "static_sizes"),
			"Strides": ods.IndexList("strides", "static_strides"),
		},
	}
}

// setLists fills the lists of a state whose first operand is the source.
func setLists(c *ir.Context, st *ir.OperationState, lists [3][]Extent) {
	sizes := []int{1, 0, 0, 0}
	for i, l := range lists {
		vals := make([]int64, len(l))
		for j, e := range l {
			vals[j] = e.Static
			if e.Value != nil {
				vals[j] = ir.Dynamic
				st.Operands = append(st.Operands, e.Value)
				sizes[i+1]++
			}
		}
		st.SetAttr(stridedAttrs[i], c.DenseArray(c.I64(), vals...))
	}
	a := ods.SegmentSizes(c, sizes...)
	st.SetAttr(a.Name, a.Value)
}

func buildStrided(b *ir.Builder, name string, source *ir.Value, to *ir.MemRefType, lists [3][]Extent) *ir.Value {
	st := ir.OperationState{Name: b.Ctx.OpName(name), Operands: []*ir.Value{source}, Types: []ir.Type{to}}
	setLists(b.Ctx, &st, lists)
	return b.Create(st).Result(0)
}

// ReinterpretCastOp is memref.reinterpret_cast.
type ReinterpretCastOp struct{ strided }

// Def returns the definition.
func (ReinterpretCastOp) Def() *ir.OpDef { return reinterpretCastDef }

var reinterpretCastDef = stridedDef("reinterpret_cast", "other shape over the same memory",
	"The memory of the source from its base on, seen with the given offset, sizes and strides in elements.",
	`func.func @example(%m: memref<?xf32>, %n: index) {
  %0 = memref.reinterpret_cast %m to offset: [%n], sizes: [4, 8], strides: [8, 1] : memref<?xf32> to memref<4x8xf32, strided<[8, 1], offset: ?>>
  return
}
`, ods.RankedOrUnrankedMemRef,
	"$source `to` `offset` `` `:` custom<Offsets>($offsets, $static_offsets) `` `,` `sizes` `` `:` custom<Sizes>($sizes, $static_sizes) "+
		"`` `,` `strides` `` `:` custom<Strides>($strides, $static_strides)")

// NewReinterpretCast builds memref.reinterpret_cast.
func NewReinterpretCast(b *ir.Builder, source *ir.Value, to *ir.MemRefType, offset Extent, sizes, strides []Extent) *ir.Value {
	return buildStrided(b, "memref.reinterpret_cast", source, to, [3][]Extent{{offset}, sizes, strides})
}

// ValueNames proposes reinterpret_cast.
func (o ReinterpretCastOp) ValueNames(set func(*ir.Value, string)) {
	set(o.Result(0), "reinterpret_cast")
}

// Verify checks the lists against the type of the result.
func (o ReinterpretCastOp) Verify() error {
	s, t := TypeOf(o.Source()), TypeOf(o.Result(0))
	if err := o.verifyLists(1, len(t.Shape), len(t.Shape)); err != nil {
		return err
	}
	if s.Space != t.Space {
		return ir.BareError(fmt.Sprintf("different memory spaces specified for source type '%s' and result memref type '%s'", s, t))
	}
	if s.Elem != t.Elem {
		return ir.BareError(fmt.Sprintf("different element types specified for source type '%s' and result memref type '%s'", s, t))
	}
	for i, n := range o.list(1) {
		if !ods.MayBeEqual(n, t.Shape[i]) {
			return ir.BareError(fmt.Sprintf("expected result type with size = %s instead of %s in dim = %d", extentText(n), extentText(t.Shape[i]), i))
		}
	}
	offset, strides, ok := StridesAndOffset(t)
	if !ok {
		return ir.BareError(fmt.Sprintf("expected result type to have strided layout but found '%s'", t))
	}
	if n := o.list(0)[0]; !ods.MayBeEqual(n, offset) {
		return ir.BareError(fmt.Sprintf("expected result type with offset = %s instead of %s", extentText(n), extentText(offset)))
	}
	for i, n := range o.list(2) {
		if !ods.MayBeEqual(n, strides[i]) {
			return ir.BareError(fmt.Sprintf("expected result type with stride = %s instead of %s in dim = %d", extentText(n), extentText(strides[i]), i))
		}
	}
	return nil
}

// list is the i-th list, with ir.Dynamic where an operand gives the number.
func (o strided) list(i int) []int64 { return o.Attr(stridedAttrs[i]).(*ir.DenseArrayAttr).Values }

func extentText(n int64) string {
	if n == ir.Dynamic {
		return "dynamic"
	}
	return fmt.Sprint(n)
}

// SubViewOp is memref.subview.
type SubViewOp struct{ strided }

// Def returns the definition.
func (SubViewOp) Def() *ir.OpDef { return subViewDef }

var subViewDef = stridedDef("subview", "strided part of a buffer",
	"The elements of the source at offset + i * stride in each dimension, for i below size.",
	`func.func @example(%m: memref<16x4xf32>) {
  %0 = memref.subview %m[8, 0] [4, 4] [2, 1] : memref<16x4xf32> to memref<4x4xf32, strided<[8, 1], offset: 32>>
  return
}
`, ods.AnyMemRef, "$source `` custom<Offsets>($offsets, $static_offsets) custom<Sizes>($sizes, $static_sizes) custom<Strides>($strides, $static_strides)")

// NewSubView builds memref.subview.
func NewSubView(b *ir.Builder, source *ir.Value, to *ir.MemRefType, offsets, sizes, strides []Extent) *ir.Value {
	return buildStrided(b, "memref.subview", source, to, [3][]Extent{offsets, sizes, strides})
}

// ValueNames proposes subview.
func (o SubViewOp) ValueNames(set func(*ir.Value, string)) { set(o.Result(0), "subview") }

// Verify checks the type of the result against that which the lists give, or one with dimensions of size 1 left out.
func (o SubViewOp) Verify() error {
	s, t := TypeOf(o.Source()), TypeOf(o.Result(0))
	n := len(s.Shape)
	if err := o.verifyLists(n, n, n); err != nil {
		return err
	}
	if s.Space != t.Space {
		return ir.BareError(fmt.Sprintf("different memory spaces specified for base memref type '%s' and subview memref type '%s'", s, t))
	}
	offset, strides, ok := StridesAndOffset(s)
	if !ok {
		return ir.BareError(fmt.Sprintf("base type '%s' is not strided", s))
	}
	for i, n := range o.list(0) {
		offset = plus(offset, times(n, strides[i]))
	}
	for i, n := range o.list(2) {
		strides[i] = times(strides[i], n)
	}
	full := withLayout(o.Context(), s, o.list(1), offset, strides)
	mismatch := func(what string) error {
		return ir.BareError(fmt.Sprintf("expected result type to be '%s' or a rank-reduced version. (mismatch of result %s) ", full, what))
	}
	to, kept, ok := StridesAndOffset(t)
	switch {
	case len(t.Shape) > len(full.Shape):
		return ir.BareError("expected result rank to be smaller or equal to the source rank. ")
	case leftOut(full.Shape, t.Shape) == nil:
		return mismatch("sizes")
	case s.Elem != t.Elem:
		return ir.BareError(fmt.Sprintf("expected result element type to be '%s'", s.Elem))
	case !ok || to != offset || !sameStrides(full.Shape, strides, t.Shape, kept):
		return mismatch("layout")
	}
	return nil
}

// leftOut says which dimensions of a shape another one does not have, which all have size 1; nil if it is not the shape with such left
// out.
func leftOut(shape, reduced []int64) []bool {
	out := make([]bool, len(shape))
	j := 0
	for i, n := range shape {
		switch {
		case j < len(reduced) && reduced[j] == n:
			j++
		case n == 1:
			out[i] = true
		default:
			return nil
		}
	}
	if j < len(reduced) {
		return nil
	}
	return out
}

// sameStrides says whether the strides of a shape are those of the reduced one, in which as many dimensions of size 1 are left out as it
// has fewer. If there are more of size 1, the strides that are not there any more tell which (MLIR's computeMemRefRankReductionMask).
func sameStrides(shape, strides, reduced, kept []int64) bool {
	fewer, ones := len(shape)-len(reduced), count(shape, 1)
	dropped := func(int) bool { return true }
	switch {
	case fewer == 0:
		dropped = func(int) bool { return false }
	case ones > fewer:
		left := slices.Clone(strides)
		dropped = func(i int) bool {
			if count(left, strides[i]) <= count(kept, strides[i]) {
				return false
			}
			j := slices.Index(left, strides[i])
			left = slices.Delete(left, j, j+1)
			return true
		}
	}
	var rest []int64
	for i, n := range shape {
		if n != 1 || !dropped(i) {
			rest = append(rest, strides[i])
		}
	}
	return slices.Equal(rest, kept)
}

func count(list []int64, n int64) int {
	k := 0
	for _, m := range list {
		if m == n {
			k++
		}
	}
	return k
}
