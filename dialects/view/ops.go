// Package view is the dialect of views: operations that give another way to see an array place without
// touching memory (paper section 3.2, listing of basic views; language.md section 6 has the index maps).
// Operands and results are places (descend.place). A chain of views is turned into index arithmetic by
// lowering; package passes/place knows the index functions. The dialect does not know who executes, but
// for view.select, which takes the part of the executing resource.
package view

import (
	"fmt"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
)

type (
	// SplitOp: [[d; n]] -> ([[d; at]], [[d; n-at]]); descend.proj takes a half.
	SplitOp struct{ *ir.Operation }
	// GroupOp: [[d; n]] -> [[ [[d; size]]; n/size ]].
	GroupOp struct{ *ir.Operation }
	// JoinOp: [[ [[d; k]]; m ]] -> [[d; m*k]].
	JoinOp struct{ *ir.Operation }
	// TransposeOp: [[ [[d; n]]; m ]] -> [[ [[d; m]]; n ]].
	TransposeOp struct{ *ir.Operation }
	// ReverseOp: element i of the result is n-1-i of the operand.
	ReverseOp struct{ *ir.Operation }
	// MapOp applies the view chain in its region to each element: the block argument is the place of an
	// element, view.yield gives the result's element.
	MapOp struct{ *ir.Operation }
	// RangeOp: [[d; n]] -> [[d; hi-lo]].
	RangeOp struct{ *ir.Operation }
	// SelectOp is p[[e]] for one axis: the element of the executing resource. Operand 1 is the resource e
	// (the block argument of the exec.sched), axis the axis that is selected over.
	SelectOp struct{ *ir.Operation }
	// YieldOp ends the region of view.map.
	YieldOp struct{ *ir.Operation }
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

const viewFormat = "$place attr-dict `:` type($place) `->` type($result)"

func viewDef(name, summary string, attrs ...ir.AttrDef) *ir.OpDef {
	return &ir.OpDef{Name: "view." + name, Summary: summary,
		Operands: []ir.OperandDef{{Name: "place", Type: isPlace}}, Results: []ir.OperandDef{{Name: "result", Type: isPlace}},
		Attrs: attrs, Traits: ir.Pure, Format: viewFormat}
}

var splitDef = viewDef("split", "two halves at a position", ir.AttrDef{Name: "at", Attr: isNat})
var groupDef = viewDef("group", "consecutive groups of equal size", ir.AttrDef{Name: "size", Attr: isNat})
var joinDef = viewDef("join", "flatten one level")
var transposeDef = viewDef("transpose", "exchange the two outer dimensions")
var reverseDef = viewDef("reverse", "last element first")
var rangeDef = viewDef("range", "elements lo to hi-1", ir.AttrDef{Name: "lo", Attr: isNat}, ir.AttrDef{Name: "hi", Attr: isNat})
var mapDef = &ir.OpDef{Name: "view.map", Summary: "apply a view to each element",
	Operands: []ir.OperandDef{{Name: "place", Type: isPlace}}, Results: []ir.OperandDef{{Name: "result", Type: isPlace}},
	Regions: []ir.RegionDef{{Name: "body"}}, Traits: ir.Pure | ir.SingleBlock,
	Format: "$place attr-dict-with-keyword `:` type($place) `->` type($result) $body"}
var selectDef = &ir.OpDef{Name: "view.select", Summary: "the element of the executing resource",
	Operands: []ir.OperandDef{{Name: "place", Type: isPlace}, {Name: "resource"}}, Results: []ir.OperandDef{{Name: "result", Type: isPlace}},
	Attrs: []ir.AttrDef{{Name: "axis", Attr: isAxis}}, Traits: ir.Pure,
	Format: "$place `,` $resource attr-dict `:` type($place) `,` type($resource) `->` type($result)"}
var yieldDef = &ir.OpDef{Name: "view.yield", Summary: "result of a mapped view",
	Operands: []ir.OperandDef{{Name: "place", Type: isPlace}}, Traits: ir.Terminator | ir.ReturnLike | ir.Pure,
	Format: "$place attr-dict `:` type($place)"}

// Def is the definition.
func (SplitOp) Def() *ir.OpDef { return splitDef }

// Def is the definition.
func (GroupOp) Def() *ir.OpDef { return groupDef }

// Def is the definition.
func (JoinOp) Def() *ir.OpDef { return joinDef }

// Def is the definition.
func (TransposeOp) Def() *ir.OpDef { return transposeDef }

// Def is the definition.
func (ReverseOp) Def() *ir.OpDef { return reverseDef }

// Def is the definition.
func (MapOp) Def() *ir.OpDef { return mapDef }

// Def is the definition.
func (RangeOp) Def() *ir.OpDef { return rangeDef }

// Def is the definition.
func (SelectOp) Def() *ir.OpDef { return selectDef }

// Def is the definition.
func (YieldOp) Def() *ir.OpDef { return yieldDef }

// At is the position of the split.
func (o SplitOp) At() nat.Expr { e, _ := descend.NatOf(o.Operation, "at"); return e }

// Size is the size of a group.
func (o GroupOp) Size() nat.Expr { e, _ := descend.NatOf(o.Operation, "size"); return e }

// Lo is the first element.
func (o RangeOp) Lo() nat.Expr { e, _ := descend.NatOf(o.Operation, "lo"); return e }

// Hi is the end, exclusive.
func (o RangeOp) Hi() nat.Expr { e, _ := descend.NatOf(o.Operation, "hi"); return e }

// Resource is the resource that selects.
func (o SelectOp) Resource() *ir.Value { return o.Operand(1) }

// Axis is the axis that is selected over.
func (o SelectOp) Axis() exec.Axis {
	a, _ := exec.ParseAxis(o.StringAttr("axis"))
	return a
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
