// Package view is the dialect of views: operations that give another way to see an array place without
// touching memory (paper section 3.2, listing of basic views; the index maps: docs/language.md, "Views").
// Operands and results are places (descend.place). A chain of views is turned into index arithmetic by
// lowering; package passes/place knows the index functions. The dialect does not know who executes, but
// for view.select, which takes the part of the executing resource.
package view

import (
	"fmt"
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
)

var isPlace = ir.TypeConstraint{Name: "place", Is: func(t ir.Type) bool { _, ok := t.(*descend.PlaceType); return ok }}
var isNat = ir.AttrConstraint{Name: "nat", Is: func(a ir.Attribute) bool { _, ok := a.(*descend.NatAttr); return ok }}
var isAxis = ir.AttrConstraint{Name: `"X", "Y" or "Z"`, Is: func(a ir.Attribute) bool {
	s, ok := a.(*ir.StringAttr)
	if !ok {
		return false
	}
	_, ok = exec.ParseAxis(s.Value)
	return ok
}}

var isResource = ir.TypeConstraint{Name: "execution resource", Is: func(t ir.Type) bool { _, ok := t.(*exec.Type); return ok }}

// viewDef defines a view without region.
func viewDef(name, summary, description, example string, attrs ...ir.AttrDef) *ir.OpDef {
	return &ir.OpDef{Name: "view." + name, Summary: summary, Description: description, Example: example,
		Operands: []ir.OperandDef{{Name: "place", Type: isPlace}}, Results: []ir.OperandDef{{Name: "result", Type: isPlace}},
		Attrs: attrs, Traits: ir.Pure, Format: "$place attr-dict `:` type($place) `->` type($result)"}
}

// SplitOp: [[d; n]] -> ([[d; at]], [[d; n-at]]); descend.proj takes a half.
type SplitOp struct{ *ir.Operation }

var splitDef = viewDef("split", "two halves at a position",
	"The elements before position `at` and those from there on, as a pair of views: [[d; n]] -> ([[d; at]], [[d; n - at]]). descend.proj takes a half. nat-check proves that `at` is at most n.",
	`descend.func @f(%t: !exec.thread, %x: !descend.place<[f32; 64]>) {
  %0 = view.split %x {at = #descend.nat<16>} : !descend.place<[f32; 64]> -> !descend.place<([[f32; 16]], [[f32; 48]])>
  %1 = descend.proj %0 {index = 1 : i32} : !descend.place<([[f32; 16]], [[f32; 48]])> -> !descend.place<[[f32; 48]]>
}
`, ir.AttrDef{Name: "at", Attr: isNat})

// Def is the definition.
func (SplitOp) Def() *ir.OpDef { return splitDef }

// At is the position of the split.
func (o SplitOp) At() nat.Expr { e, _ := descend.NatOf(o.Operation, "at"); return e }

// Verify derives the result from the operand.
func (o SplitOp) Verify() error { return verifyResult(o.Operation) }

// Params is the position.
func (o SplitOp) Params() []nat.Expr { return []nat.Expr{o.At()} }

// ResultType is a pair of views.
func (o SplitOp) ResultType(in *descend.ArrayType) (ir.Type, error) {
	c := o.Context()
	return c.TupleType(descend.View(c, in.Elem, o.At()), descend.View(c, in.Elem, in.Size.Sub(o.At()))), nil
}

// Needs has the position in the array.
func (o SplitOp) Needs(n nat.Expr) []Need {
	return []Need{{Goal: nat.Constraint{L: o.At(), Rel: nat.LE, R: n}, Head: "a view is split beyond its end",
		Label: text("split at `%s` of `%s` elements", o.At(), n)}}
}

// Injective holds.
func (SplitOp) Injective() bool { return true }

// Back counts the elements of the second half from the position on.
func (o SplitOp) Back(idx []Elem, env Env) ([]Elem, bool) {
	if len(idx) < 2 || !idx[0].IsField || idx[1].IsField {
		return nil, false
	}
	given(o, operand(o.Operation), env)
	if idx[0].Field == 0 {
		return idx[1:], true
	}
	return front(idx, 2, At(o.At().Add(idx[1].Expr))), true
}

// GroupOp: [[d; n]] -> [[ [[d; size]]; n/size ]].
type GroupOp struct{ *ir.Operation }

var groupDef = viewDef("group", "consecutive groups of equal size",
	"Consecutive groups of `size` elements: [[d; n]] -> [[ [[d; size]]; n/size ]]. Element j of group i is element i*size + j. nat-check proves that `size` divides n.",
	`descend.func @f(%t: !exec.thread, %x: !descend.place<[f32; 64]>) {
  %0 = view.group %x {size = #descend.nat<8>} : !descend.place<[f32; 64]> -> !descend.place<[[[[f32; 8]]; 8]]>
}
`, ir.AttrDef{Name: "size", Attr: isNat})

// Def is the definition.
func (GroupOp) Def() *ir.OpDef { return groupDef }

// Size is the size of a group.
func (o GroupOp) Size() nat.Expr { e, _ := descend.NatOf(o.Operation, "size"); return e }

// Verify derives the result from the operand.
func (o GroupOp) Verify() error { return verifyResult(o.Operation) }

// Params is the size of a group.
func (o GroupOp) Params() []nat.Expr { return []nat.Expr{o.Size()} }

// ResultType is a view of groups.
func (o GroupOp) ResultType(in *descend.ArrayType) (ir.Type, error) {
	c := o.Context()
	return descend.View(c, descend.View(c, in.Elem, o.Size()), in.Size.Div(o.Size())), nil
}

// Needs has groups of elements, and none that is left.
func (o GroupOp) Needs(n nat.Expr) []Need {
	return []Need{
		{Goal: nat.Constraint{L: nat.Int(1), Rel: nat.LE, R: o.Size()}, Head: "a group is empty", Label: text("groups of `%s` elements", o.Size())},
		{Goal: nat.Constraint{L: o.Size(), Rel: nat.Divides, R: n}, Head: "groups do not divide the array",
			Label: text("groups of `%s` of `%s` elements", o.Size(), n)},
	}
}

// Injective holds.
func (GroupOp) Injective() bool { return true }

// Back puts the groups one after the other.
func (o GroupOp) Back(idx []Elem, env Env) ([]Elem, bool) {
	if !indexes(idx, 2) {
		return nil, false
	}
	given(o, operand(o.Operation), env)
	return front(idx, 2, At(idx[0].Expr.Mul(o.Size()).Add(idx[1].Expr))), true
}

// JoinOp: [[ [[d; k]]; m ]] -> [[d; m*k]].
type JoinOp struct{ *ir.Operation }

var joinDef = viewDef("join", "flatten one level",
	"One array of the elements of all: [[ [[d; k]]; m ]] -> [[d; m*k]]. Element i is element i%k of part i/k. The inverse of view.group.",
	`descend.func @f(%t: !exec.thread, %x: !descend.place<[[f32; 4]; 8]>) {
  %0 = view.join %x : !descend.place<[[f32; 4]; 8]> -> !descend.place<[[f32; 32]]>
}
`)

// Def is the definition.
func (JoinOp) Def() *ir.OpDef { return joinDef }

// Verify derives the result from the operand.
func (o JoinOp) Verify() error { return verifyResult(o.Operation) }

// Params are none.
func (JoinOp) Params() []nat.Expr { return nil }

// ResultType is a view of the elements of all.
func (o JoinOp) ResultType(in *descend.ArrayType) (ir.Type, error) {
	inner, ok := in.Elem.(*descend.ArrayType)
	if !ok {
		return nil, &Misfit{"an array of arrays", in}
	}
	return descend.View(o.Context(), inner.Elem, in.Size.Mul(inner.Size)), nil
}

// Needs is nothing.
func (JoinOp) Needs(nat.Expr) []Need { return nil }

// Injective holds.
func (JoinOp) Injective() bool { return true }

// Back divides by the size of the parts, which are not empty where there is an element.
func (o JoinOp) Back(idx []Elem, env Env) ([]Elem, bool) {
	inner, ok := operand(o.Operation).Elem.(*descend.ArrayType)
	if !ok || !indexes(idx, 1) {
		return nil, false
	}
	env.Assume(nat.Constraint{L: inner.Size, Rel: nat.GE, R: nat.Int(1)})
	return front(idx, 1, At(idx[0].Expr.Div(inner.Size)), At(idx[0].Expr.Mod(inner.Size))), true
}

// TransposeOp: [[ [[d; n]]; m ]] -> [[ [[d; m]]; n ]].
type TransposeOp struct{ *ir.Operation }

var transposeDef = viewDef("transpose", "exchange the two outer dimensions",
	"Exchanges the two outer dimensions: [[ [[d; n]]; m ]] -> [[ [[d; m]]; n ]]. Element j of part i is element i of part j.",
	`descend.func @f(%t: !exec.thread, %x: !descend.place<[[f32; 4]; 8]>) {
  %0 = view.transpose %x : !descend.place<[[f32; 4]; 8]> -> !descend.place<[[[[f32; 8]]; 4]]>
}
`)

// Def is the definition.
func (TransposeOp) Def() *ir.OpDef { return transposeDef }

// Verify derives the result from the operand.
func (o TransposeOp) Verify() error { return verifyResult(o.Operation) }

// Params are none.
func (TransposeOp) Params() []nat.Expr { return nil }

// ResultType exchanges the sizes.
func (o TransposeOp) ResultType(in *descend.ArrayType) (ir.Type, error) {
	inner, ok := in.Elem.(*descend.ArrayType)
	if !ok {
		return nil, &Misfit{"an array of arrays", in}
	}
	c := o.Context()
	return descend.View(c, descend.View(c, inner.Elem, in.Size), inner.Size), nil
}

// Needs is nothing.
func (TransposeOp) Needs(nat.Expr) []Need { return nil }

// Injective holds.
func (TransposeOp) Injective() bool { return true }

// Back exchanges the indices.
func (o TransposeOp) Back(idx []Elem, _ Env) ([]Elem, bool) {
	if !indexes(idx, 2) {
		return nil, false
	}
	return front(idx, 2, idx[1], idx[0]), true
}

// ReverseOp: element i of the result is n-1-i of the operand.
type ReverseOp struct{ *ir.Operation }

var reverseDef = viewDef("reverse", "last element first",
	"Element i is element n-1-i of the operand.",
	`descend.func @f(%t: !exec.thread, %x: !descend.place<[f32; 64]>) {
  %0 = view.reverse %x : !descend.place<[f32; 64]> -> !descend.place<[[f32; 64]]>
}
`)

// Def is the definition.
func (ReverseOp) Def() *ir.OpDef { return reverseDef }

// Verify derives the result from the operand.
func (o ReverseOp) Verify() error { return verifyResult(o.Operation) }

// Params are none.
func (ReverseOp) Params() []nat.Expr { return nil }

// ResultType is a view of the same size.
func (o ReverseOp) ResultType(in *descend.ArrayType) (ir.Type, error) {
	return descend.View(o.Context(), in.Elem, in.Size), nil
}

// Needs is nothing.
func (ReverseOp) Needs(nat.Expr) []Need { return nil }

// Injective holds.
func (ReverseOp) Injective() bool { return true }

// Back counts from the end.
func (o ReverseOp) Back(idx []Elem, _ Env) ([]Elem, bool) {
	if !indexes(idx, 1) {
		return nil, false
	}
	return front(idx, 1, At(operand(o.Operation).Size.Sub(nat.Int(1)).Sub(idx[0].Expr))), true
}

// RangeOp: [[d; n]] -> [[d; hi-lo]].
type RangeOp struct{ *ir.Operation }

var rangeDef = viewDef("range", "elements lo to hi-1",
	"The elements from `lo` to `hi` - 1: [[d; n]] -> [[d; hi - lo]]. nat-check proves lo <= hi <= n.",
	`descend.func @f(%t: !exec.thread, %x: !descend.place<[f32; 64]>) {
  %0 = view.range %x {lo = #descend.nat<8>, hi = #descend.nat<24>} : !descend.place<[f32; 64]> -> !descend.place<[[f32; 16]]>
}
`, ir.AttrDef{Name: "lo", Attr: isNat}, ir.AttrDef{Name: "hi", Attr: isNat})

// Def is the definition.
func (RangeOp) Def() *ir.OpDef { return rangeDef }

// Lo is the first element.
func (o RangeOp) Lo() nat.Expr { e, _ := descend.NatOf(o.Operation, "lo"); return e }

// Hi is the end, exclusive.
func (o RangeOp) Hi() nat.Expr { e, _ := descend.NatOf(o.Operation, "hi"); return e }

// Verify derives the result from the operand.
func (o RangeOp) Verify() error { return verifyResult(o.Operation) }

// Params are the ends.
func (o RangeOp) Params() []nat.Expr { return []nat.Expr{o.Lo(), o.Hi()} }

// ResultType is a view of the elements between.
func (o RangeOp) ResultType(in *descend.ArrayType) (ir.Type, error) {
	return descend.View(o.Context(), in.Elem, o.Hi().Sub(o.Lo())), nil
}

// Needs has the range in the array.
func (o RangeOp) Needs(n nat.Expr) []Need {
	return []Need{
		{Goal: nat.Constraint{L: o.Lo(), Rel: nat.LE, R: o.Hi()}, Bounds: true, Head: "a range ends before it starts",
			Label: text("from `%s` to `%s`", o.Lo(), o.Hi())},
		{Goal: nat.Constraint{L: o.Hi(), Rel: nat.LE, R: n}, Bounds: true, Head: "range out of bounds",
			Label: text("the range ends at `%s`, the array at `%s`", o.Hi(), n)},
	}
}

// Injective holds.
func (RangeOp) Injective() bool { return true }

// Back counts from the start of the range.
func (o RangeOp) Back(idx []Elem, env Env) ([]Elem, bool) {
	if !indexes(idx, 1) {
		return nil, false
	}
	given(o, operand(o.Operation), env)
	return front(idx, 1, At(o.Lo().Add(idx[0].Expr))), true
}

// MapOp applies the view chain in its region to each element.
type MapOp struct{ *ir.Operation }

var mapDef = &ir.OpDef{
	Name: "view.map", Summary: "apply a view to each element",
	Description: "Applies the chain of views in its region to each element: the block argument is the place of an element, view.yield gives the element " +
		"of the result. [[d; n]] becomes [[e; n]] when the region turns d into e.",
	Example:  mapExample,
	Operands: []ir.OperandDef{{Name: "place", Type: isPlace}},
	Results:  []ir.OperandDef{{Name: "result", Type: isPlace}},
	Regions:  []ir.RegionDef{{Name: "body"}},
	Traits:   ir.Pure | ir.SingleBlock,
	Format:   "$place attr-dict-with-keyword `:` type($place) `->` type($result) $body",
}

const mapExample = `descend.func @f(%t: !exec.thread, %x: !descend.place<[[f32; 4]; 8]>) {
  %0 = view.map %x : !descend.place<[[f32; 4]; 8]> -> !descend.place<[[[[f32; 4]]; 8]]> {
  ^bb0(%arg0: !descend.place<[f32; 4]>):
    %1 = view.reverse %arg0 : !descend.place<[f32; 4]> -> !descend.place<[[f32; 4]]>
    view.yield %1 : !descend.place<[[f32; 4]]>
  }
}
`

// Def is the definition.
func (MapOp) Def() *ir.OpDef { return mapDef }

// VerifyRegions compares the element that the region takes and gives with operand and result.
func (o MapOp) VerifyRegions() error {
	a, ok := descend.ElemOf(o.Operand(0)).(*descend.ArrayType)
	if !ok {
		return &Misfit{"an array", descend.ElemOf(o.Operand(0))}
	}
	b := o.Body(0)
	if b.NumArgs() != 1 || descend.ElemOf(b.Arg(0)) != a.Elem {
		return fmt.Errorf("block argument must be a place of %s", descend.Format(a.Elem))
	}
	if !b.Back().Is("view.yield") {
		return fmt.Errorf("region must end in view.yield")
	}
	return verifyResult(o.Operation)
}

// Params are none; the views in the region have theirs.
func (MapOp) Params() []nat.Expr { return nil }

// ResultType is a view of as many elements as the region gives.
func (o MapOp) ResultType(in *descend.ArrayType) (ir.Type, error) {
	return descend.View(o.Context(), descend.ElemOf(o.Body(0).Back().Operand(0)), in.Size), nil
}

// Needs is nothing; the views in the region have needs.
func (MapOp) Needs(nat.Expr) []Need { return nil }

// Injective says whether the views in the region are: different elements lie apart.
func (o MapOp) Injective() bool {
	chain, ok := o.Chain()
	return ok && !slices.ContainsFunc(chain, Repeats)
}

// Exists are the conditions of the views in the region.
func (o MapOp) Exists(idx []Elem, env Env) (out []nat.Constraint) {
	env.Assume = func(nat.Constraint) {}
	o.through(idx, env, func(v Partial, inner []Elem) { out = append(out, v.Exists(inner, env)...) })
	return out
}

// Back maps what is behind the number of the element through the region.
func (o MapOp) Back(idx []Elem, env Env) ([]Elem, bool) {
	return o.through(idx, env, func(Partial, []Elem) {})
}

// through is Back, which calls partial with each view in the region that has elements which may not be there, and the index there.
func (o MapOp) through(idx []Elem, env Env, partial func(Partial, []Elem)) ([]Elem, bool) {
	chain, ok := o.Chain()
	if !ok || !indexes(idx, 1) {
		return nil, false
	}
	inner := slices.Clone(idx[1:])
	for i := len(chain) - 1; i >= 0; i-- {
		switch v := chain[i].Typed().(type) {
		case descend.RetypeOp:
		case descend.ProjOp:
			inner = append([]Elem{Field(v.Number())}, inner...)
		case descend.AtOp:
			if a := operand(chain[i]); a != nil {
				env.Assume(nat.Constraint{L: v.Index(), Rel: nat.LT, R: a.Size})
			}
			inner = append([]Elem{At(v.Index())}, inner...)
		case View:
			if p, is := v.(Partial); is {
				partial(p, inner)
			}
			if inner, ok = v.Back(inner, env); !ok {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return append([]Elem{idx[0]}, inner...), true
}

// SelectOp is p[[e]] for one axis.
type SelectOp struct{ *ir.Operation }

var selectDef = &ir.OpDef{
	Name: "view.select", Summary: "the element of the executing resource",
	Description: "p[[e]] for one axis: the element whose number is that of the resource, the block argument of an exec.sched over `axis`. " +
		"[[d; n]] -> d. nat-check proves that there are as many resources as elements.",
	Example: `descend.func @f(%block: !exec.block<X<64>>, %x: !descend.place<[f32; 64]>) {
  exec.sched ["X"] of %block : !exec.block<X<64>> {
  ^bb0(%thread: !exec.thread):
    %0 = view.select %x, %thread {axis = "X"} : !descend.place<[f32; 64]>, !exec.thread -> !descend.place<f32>
  }
}
`,
	Operands: []ir.OperandDef{{Name: "place", Type: isPlace}, {Name: "resource", Type: isResource}},
	Results:  []ir.OperandDef{{Name: "result", Type: isPlace}},
	Attrs:    []ir.AttrDef{{Name: "axis", Attr: isAxis}},
	Traits:   ir.Pure,
	Format:   "$place `,` $resource attr-dict `:` type($place) `,` type($resource) `->` type($result)",
}

// Def is the definition.
func (SelectOp) Def() *ir.OpDef { return selectDef }

// Resource is the resource that selects.
func (o SelectOp) Resource() *ir.Value { return o.Operand(1) }

// Axis is the axis that is selected over.
func (o SelectOp) Axis() exec.Axis {
	a, _ := exec.ParseAxis(o.StringAttr("axis"))
	return a
}

// Verify wants an element of the operand.
func (o SelectOp) Verify() error {
	a, ok := descend.ElemOf(o.Operand(0)).(*descend.ArrayType)
	if !ok {
		return &Misfit{"an array", descend.ElemOf(o.Operand(0))}
	}
	return wantElem(o.Operation, a.Elem)
}

// YieldOp ends the region of view.map.
type YieldOp struct{ *ir.Operation }

var yieldDef = &ir.OpDef{
	Name: "view.yield", Summary: "result of a mapped view",
	Description: "Ends the region of view.map with the element of the result.",
	Example:     mapExample,
	Operands:    []ir.OperandDef{{Name: "place", Type: isPlace}},
	Traits:      ir.Terminator | ir.ReturnLike | ir.Pure,
	Format:      "$place attr-dict `:` type($place)",
}

// Def is the definition.
func (YieldOp) Def() *ir.OpDef { return yieldDef }

// Verify wants a view.map around it.
func (o YieldOp) Verify() error {
	if p := o.Parent(); p == nil || !p.Is("view.map") {
		return fmt.Errorf("must end the region of view.map")
	}
	return nil
}

// verifyResult compares the result with the type that ResultType gives.
func verifyResult(op *ir.Operation) error {
	want, err := ResultType(op, descend.ElemOf(op.Operand(0)))
	if err != nil {
		return err
	}
	return wantElem(op, want)
}

func wantElem(op *ir.Operation, want ir.Type) error {
	c := op.Context()
	if got := descend.ElemOf(op.Result(0)); !alike(got, want) && !alike(leaves(c, got), leaves(c, want)) {
		return fmt.Errorf("result must be a place of %s, not of %s", descend.Format(want), descend.Format(got))
	}
	return nil
}

// alike says whether types are equal up to the spelling of their sizes. Where sizes have got values, n/k of the values
// may be spelled otherwise than n/k with the values put in, and neither is a number if k is 0, in code that is not reached.
func alike(a, b ir.Type) bool {
	switch x := a.(type) {
	case *descend.ArrayType:
		y, ok := b.(*descend.ArrayType)
		return ok && x.View == y.View && alike(x.Elem, y.Elem) && (x.Size.Equal(y.Size) ||
			nat.NewFacts().Prove(nat.Constraint{L: x.Size, Rel: nat.EQ, R: y.Size}).Verdict != nat.Refuted)
	case *ir.TupleType:
		y, ok := b.(*ir.TupleType)
		return ok && slices.EqualFunc(x.Types, y.Types, alike)
	}
	return a == b
}

// leaves is a type in which an array stands for a type generic that may not be there, as `?` at the leaves of the array.
func leaves(c *ir.Context, t ir.Type) ir.Type {
	switch t := t.(type) {
	case *descend.ArrayType:
		if elem := leaves(c, t.Elem); elem != t.Elem {
			return descend.View(c, elem, t.Size)
		}
	case *ir.TupleType:
		if !descend.IsSplit(t) {
			return t
		}
		out := make([]ir.Type, len(t.Types))
		for i, p := range t.Types {
			out[i] = leaves(c, p)
		}
		return c.TupleType(out...)
	case *descend.MaybeType:
		return descend.Padded(c, t.Elem)
	}
	return t
}

// ResultType is the element type of the result of a view on a place with element type t; it fails when t has not the shape
// that the view needs. Views of nested arrays are views all the way down as far as the view reaches.
func ResultType(op *ir.Operation, t ir.Type) (ir.Type, error) {
	a, ok := t.(*descend.ArrayType)
	if !ok {
		return nil, &Misfit{"an array", t}
	}
	v, ok := op.Typed().(View)
	if !ok {
		return nil, fmt.Errorf("is not a view")
	}
	return v.ResultType(a)
}

// text is a label that is written only if it is shown.
func text(format string, args ...any) func() string {
	return func() string { return fmt.Sprintf(format, args...) }
}

// Dialect returns the view dialect.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:    "view",
		Summary: "which part of memory: views on arrays",
		Description: "A view is another way to see an array: it touches no memory and moves nothing. Operand and result are places; the operand may be an " +
			"array `[d; n]` or a view `[[d; n]]`, the result is a view. A chain of views from a root to an element is a function from " +
			"block and thread numbers and loop variables to the index of the element: access-check decides on it whether two threads " +
			"can meet, and lowering turns it into index arithmetic.",
		Ops:  ops(),
		Rule: descend.Declared,
	}
}

// ops are the operations, in the order of the reference.
func ops() []ir.OpEntry {
	return []ir.OpEntry{
		ir.Op(func(o *ir.Operation) SplitOp { return SplitOp{o} }),
		ir.Op(func(o *ir.Operation) GroupOp { return GroupOp{o} }),
		ir.Op(func(o *ir.Operation) JoinOp { return JoinOp{o} }),
		ir.Op(func(o *ir.Operation) TransposeOp { return TransposeOp{o} }),
		ir.Op(func(o *ir.Operation) ReverseOp { return ReverseOp{o} }),
		ir.Op(func(o *ir.Operation) MapOp { return MapOp{o} }),
		ir.Op(func(o *ir.Operation) RangeOp { return RangeOp{o} }),
		ir.Op(func(o *ir.Operation) SwizzleOp { return SwizzleOp{o} }),
		ir.Op(func(o *ir.Operation) PermuteOp { return PermuteOp{o} }),
		ir.Op(func(o *ir.Operation) ArrayOp { return ArrayOp{o} }),
		ir.Op(func(o *ir.Operation) RepeatOp { return RepeatOp{o} }),
		ir.Op(func(o *ir.Operation) WindowOp { return WindowOp{o} }),
		ir.Op(func(o *ir.Operation) PartOp { return PartOp{o} }),
		ir.Op(func(o *ir.Operation) PadOp { return PadOp{o} }),
		ir.Op(func(o *ir.Operation) ShiftOp { return ShiftOp{o} }),
		ir.Op(func(o *ir.Operation) SelectOp { return SelectOp{o} }),
		ir.Op(func(o *ir.Operation) YieldOp { return YieldOp{o} }),
	}
}

// Basic are the views that a program names as `x.name::<nats>`, with the attributes that hold the nats, in their order.
func Basic() map[string][]string {
	out := map[string][]string{}
	for _, e := range ops() {
		v, ok := e.Wrap(nil).(View)
		switch v.(type) {
		case ArrayOp, PartOp: // made of what is written otherwise
			continue
		}
		if !ok || len(e.Def.Regions) > 0 {
			continue
		}
		var nats []string
		for _, a := range e.Def.Attrs {
			nats = append(nats, a.Name)
		}
		out[strings.TrimPrefix(e.Def.Name, "view.")] = nats
	}
	return out
}
