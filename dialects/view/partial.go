package view

import (
	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/ir"
)

// Views with elements that may not be there.

// Partial is a view that has elements which the array has not.
type Partial interface {
	View
	// Exists are the conditions under which the element at an index of the view, which Back takes, is there. Each means something
	// where the ones before it hold: only then the index behind them is one.
	Exists(idx []Elem, env Env) []nat.Constraint
}

// PadOp: [[d; n]] -> [[?d; size]].
type PadOp struct{ *ir.Operation }

var padDef = viewDef("pad", "more elements than there are",
	"The same elements, and behind them some that are not there: [[d; n]] -> [[?d; size]]. Element i exists if i < n; `?` stands at the leaves. nat-check proves that n is at most `size`.",
	`descend.func @f(%t: !exec.thread, %x: !descend.place<[f32; 100]>) {
  %0 = view.pad %x {size = #descend.nat<128>} : !descend.place<[f32; 100]> -> !descend.place<[[?f32; 128]]>
}
`, ir.AttrDef{Name: "size", Attr: isNat})

// Def is the definition.
func (PadOp) Def() *ir.OpDef { return padDef }

// Size is how many elements there seem to be.
func (o PadOp) Size() nat.Expr { e, _ := descend.NatOf(o.Operation, "size"); return e }

// Verify derives the result from the operand.
func (o PadOp) Verify() error { return verifyResult(o.Operation) }

// Params is the size.
func (o PadOp) Params() []nat.Expr { return []nat.Expr{o.Size()} }

// ResultType is a view of elements that may not be there.
func (o PadOp) ResultType(in *descend.ArrayType) (ir.Type, error) {
	c := o.Context()
	return descend.View(c, descend.Padded(c, in.Elem), o.Size()), nil
}

// Needs has room for the elements.
func (o PadOp) Needs(n nat.Expr) []Need {
	return []Need{{Goal: nat.Constraint{L: n, Rel: nat.LE, R: o.Size()}, Head: "an array is padded to less than it has",
		Label: text("padded to `%s` of `%s` elements", o.Size(), n)}}
}

// Injective holds: elements that are there stay what they are.
func (PadOp) Injective() bool { return true }

// Exists has the element in the array.
func (o PadOp) Exists(idx []Elem, _ Env) []nat.Constraint {
	in := operand(o.Operation)
	if in == nil || !indexes(idx, 1) {
		return nil
	}
	return []nat.Constraint{{L: idx[0].Expr, Rel: nat.LT, R: in.Size}}
}

// Back changes nothing.
func (o PadOp) Back(idx []Elem, env Env) ([]Elem, bool) {
	if !indexes(idx, 1) {
		return nil, false
	}
	given(o, operand(o.Operation), env)
	return idx, true
}

// ShiftOp: [[d; n]] -> [[?d; before+n+after]].
type ShiftOp struct{ *ir.Operation }

var shiftDef = viewDef("shift", "elements that are not there before and behind",
	"The same elements with `before` that are not there before them and `after` behind them: [[d; n]] -> [[?d; before + n + after]]. "+
		"Element i is element i - before, if there is one; `?` stands at the leaves.",
	`descend.func @f(%t: !exec.thread, %x: !descend.place<[f32; 64]>) {
  %0 = view.shift %x {before = #descend.nat<1>, after = #descend.nat<1>} : !descend.place<[f32; 64]> -> !descend.place<[[?f32; 66]]>
}
`, ir.AttrDef{Name: "before", Attr: isNat}, ir.AttrDef{Name: "after", Attr: isNat})

// Def is the definition.
func (ShiftOp) Def() *ir.OpDef { return shiftDef }

// Before is how many elements that are not there come first.
func (o ShiftOp) Before() nat.Expr { e, _ := descend.NatOf(o.Operation, "before"); return e }

// After is how many come last.
func (o ShiftOp) After() nat.Expr { e, _ := descend.NatOf(o.Operation, "after"); return e }

// Verify derives the result from the operand.
func (o ShiftOp) Verify() error { return verifyResult(o.Operation) }

// Params are the numbers of elements that are not there.
func (o ShiftOp) Params() []nat.Expr { return []nat.Expr{o.Before(), o.After()} }

// ResultType is a view of elements that may not be there.
func (o ShiftOp) ResultType(in *descend.ArrayType) (ir.Type, error) {
	c := o.Context()
	return descend.View(c, descend.Padded(c, in.Elem), o.Before().Add(in.Size).Add(o.After())), nil
}

// Needs is nothing.
func (ShiftOp) Needs(nat.Expr) []Need { return nil }

// Injective holds.
func (ShiftOp) Injective() bool { return true }

// Exists has the element in the array.
func (o ShiftOp) Exists(idx []Elem, _ Env) []nat.Constraint {
	in := operand(o.Operation)
	if in == nil || !indexes(idx, 1) {
		return nil
	}
	return []nat.Constraint{{L: o.Before(), Rel: nat.LE, R: idx[0].Expr}, {L: idx[0].Expr, Rel: nat.LT, R: o.Before().Add(in.Size)}}
}

// Back counts from the first element that is there.
func (o ShiftOp) Back(idx []Elem, _ Env) ([]Elem, bool) {
	if !indexes(idx, 1) {
		return nil, false
	}
	return front(idx, 1, At(idx[0].Expr.Sub(o.Before()))), true
}
