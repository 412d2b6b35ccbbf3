// Package view is the dialect of views: operations that give another way to see an array place without
// touching memory (paper section 3.2, listing of basic views; language.md section 6 has the index maps).
// Operands and results are places (descend.place). A chain of views is turned into index arithmetic by
// lowering; package passes/place knows the index functions. The dialect does not know who executes, but
// for view.select, which takes the part of the executing resource.
package view

import (
	"fmt"
	"slices"

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
		return fmt.Errorf("needs an array, not %s", descend.Format(descend.ElemOf(o.Operand(0))))
	}
	b := o.Body(0)
	if b.NumArgs() != 1 || descend.ElemOf(b.Arg(0)) != a.Elem {
		return fmt.Errorf("block argument must be a place of %s", descend.Format(a.Elem))
	}
	last := b.Back()
	if !last.Is("view.yield") {
		return fmt.Errorf("region must end in view.yield")
	}
	want := descend.View(o.Context(), descend.ElemOf(last.Operand(0)), a.Size)
	return wantElem(o.Operation, want)
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

// Verify derives the result from the operand.
func (o SelectOp) Verify() error { return verifyResult(o.Operation) }

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
	if got := descend.ElemOf(op.Result(0)); !alike(got, want) {
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

// ResultType is the element type of the result of a view op (but map) on a place with element type t; it
// fails when t has not the shape that the view needs. Views of nested arrays are views all the way down as
// far as the view reaches.
func ResultType(op *ir.Operation, t ir.Type) (ir.Type, error) {
	c := op.Context()
	a, ok := t.(*descend.ArrayType)
	if !ok {
		return nil, fmt.Errorf("needs an array, not %s", descend.Format(t))
	}
	switch o := op.Typed().(type) {
	case SplitOp:
		return c.TupleType(descend.View(c, a.Elem, o.At()), descend.View(c, a.Elem, a.Size.Sub(o.At()))), nil
	case GroupOp:
		return descend.View(c, descend.View(c, a.Elem, o.Size()), a.Size.Div(o.Size())), nil
	case JoinOp, TransposeOp:
		in, ok := a.Elem.(*descend.ArrayType)
		if !ok {
			return nil, fmt.Errorf("needs an array of arrays, not %s", descend.Format(t))
		}
		if op.Is("view.join") {
			return descend.View(c, in.Elem, a.Size.Mul(in.Size)), nil
		}
		return descend.View(c, descend.View(c, in.Elem, a.Size), in.Size), nil
	case ReverseOp:
		return descend.View(c, a.Elem, a.Size), nil
	case RangeOp:
		return descend.View(c, a.Elem, o.Hi().Sub(o.Lo())), nil
	case SelectOp:
		return a.Elem, nil
	}
	return nil, fmt.Errorf("is not a view")
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
		Ops: []ir.OpEntry{
			ir.Op(func(o *ir.Operation) SplitOp { return SplitOp{o} }),
			ir.Op(func(o *ir.Operation) GroupOp { return GroupOp{o} }),
			ir.Op(func(o *ir.Operation) JoinOp { return JoinOp{o} }),
			ir.Op(func(o *ir.Operation) TransposeOp { return TransposeOp{o} }),
			ir.Op(func(o *ir.Operation) ReverseOp { return ReverseOp{o} }),
			ir.Op(func(o *ir.Operation) MapOp { return MapOp{o} }),
			ir.Op(func(o *ir.Operation) RangeOp { return RangeOp{o} }),
			ir.Op(func(o *ir.Operation) SelectOp { return SelectOp{o} }),
			ir.Op(func(o *ir.Operation) YieldOp { return YieldOp{o} }),
		},
	}
}
