package view

import (
	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/ir"
)

// Views that show an element several times, to one thread or to several. They are for reading only.

// RepeatOp: [[d; n]] -> [[ [[d; n]]; times ]].
type RepeatOp struct{ *ir.Operation }

var repeatDef = viewDef("repeat", "the same array several times",
	"The same array `times` times: [[d; n]] -> [[ [[d; n]]; times ]]. Element j of each part is element j. For reading only: narrowing-check refuses unique uses.",
	`descend.func @f(%t: !exec.thread, %x: !descend.place<[f32; 64]>) {
  %0 = view.repeat %x {times = #descend.nat<8>} : !descend.place<[f32; 64]> -> !descend.place<[[[f32; 64]; 8]]>
}
`, ir.AttrDef{Name: "times", Attr: isNat})

// Def is the definition.
func (RepeatOp) Def() *ir.OpDef { return repeatDef }

// Times is how often the array is there.
func (o RepeatOp) Times() nat.Expr { e, _ := descend.NatOf(o.Operation, "times"); return e }

// Verify derives the result from the operand.
func (o RepeatOp) Verify() error { return verifyResult(o.Operation) }

// Params is how often.
func (o RepeatOp) Params() []nat.Expr { return []nat.Expr{o.Times()} }

// ResultType is a view of the array itself, which stays one if it is no view.
func (o RepeatOp) ResultType(in *descend.ArrayType) (ir.Type, error) {
	return descend.View(o.Context(), in, o.Times()), nil
}

// Needs is nothing.
func (RepeatOp) Needs(nat.Expr) []Need { return nil }

// Injective does not hold.
func (RepeatOp) Injective() bool { return false }

// Back forgets which of the parts it is.
func (o RepeatOp) Back(idx []Elem, _ Env) ([]Elem, bool) {
	if !indexes(idx, 1) {
		return nil, false
	}
	return idx[1:], true
}

// WindowOp: [[d; n]] -> [[ [[d; size]]; n-size+1 ]].
type WindowOp struct{ *ir.Operation }

var windowDef = viewDef("window", "overlapping windows",
	"All runs of `size` consecutive elements: [[d; n]] -> [[ [[d; size]]; n - size + 1 ]]. Element j of window i is element i + j. nat-check proves that `size` is at least 1 and at most n. For reading only: narrowing-check refuses unique uses.",
	`descend.func @f(%t: !exec.thread, %x: !descend.place<[f32; 64]>) {
  %0 = view.window %x {size = #descend.nat<3>} : !descend.place<[f32; 64]> -> !descend.place<[[[[f32; 3]]; 62]]>
}
`, ir.AttrDef{Name: "size", Attr: isNat})

// Def is the definition.
func (WindowOp) Def() *ir.OpDef { return windowDef }

// Size is the size of a window.
func (o WindowOp) Size() nat.Expr { e, _ := descend.NatOf(o.Operation, "size"); return e }

// Verify derives the result from the operand.
func (o WindowOp) Verify() error { return verifyResult(o.Operation) }

// Params is the size of a window.
func (o WindowOp) Params() []nat.Expr { return []nat.Expr{o.Size()} }

// ResultType is a view of windows.
func (o WindowOp) ResultType(in *descend.ArrayType) (ir.Type, error) {
	c := o.Context()
	return descend.View(c, descend.View(c, in.Elem, o.Size()), in.Size.Sub(o.Size()).Add(nat.Int(1))), nil
}

// Needs has windows of elements, and one at least.
func (o WindowOp) Needs(n nat.Expr) []Need {
	return []Need{
		{Goal: nat.Constraint{L: nat.Int(1), Rel: nat.LE, R: o.Size()}, Head: "a window is empty", Label: text("windows of `%s` elements", o.Size())},
		{Goal: nat.Constraint{L: o.Size(), Rel: nat.LE, R: n}, Head: "a window is longer than the array",
			Label: text("windows of `%s` of `%s` elements", o.Size(), n)},
	}
}

// Injective does not hold: windows overlap. One of which there is only one window is treated alike.
func (WindowOp) Injective() bool { return false }

// Back counts from the start of the window.
func (o WindowOp) Back(idx []Elem, env Env) ([]Elem, bool) {
	if !indexes(idx, 2) {
		return nil, false
	}
	given(o, operand(o.Operation), env)
	return front(idx, 2, At(idx[0].Expr.Add(idx[1].Expr))), true
}

// PartOp: [[d; n]] -> [[d; hi-lo]], where each thread has its own lo and hi.
type PartOp struct{ *ir.Operation }

var partDef = viewDef("part", "elements lo to hi-1, of bounds that threads have for themselves",
	"As view.range, of bounds that a kernel makes with descend.let_nat: [[d; n]] -> [[d; hi - lo]]. Each thread has its own bounds, so that elements of "+
		"different numbers may be one in different threads. For reading only: narrowing-check refuses unique uses.",
	`descend.func @f(%t: !exec.thread, %x: !descend.place<[f32; 64]>, %n: !descend.place<u32>) {
  %0 = descend.read %n : !descend.place<u32> -> ui32
  descend.let_nat "k" = %0 : ui32
  %1 = view.part %x {lo = #descend.nat<0>, hi = #descend.nat<k>} : !descend.place<[f32; 64]> -> !descend.place<[[f32; k]]>
}
`, ir.AttrDef{Name: "lo", Attr: isNat}, ir.AttrDef{Name: "hi", Attr: isNat})

// Def is the definition.
func (PartOp) Def() *ir.OpDef { return partDef }

// bounds is the same operation as a range, which it is for each thread.
func (o PartOp) bounds() RangeOp { return RangeOp{o.Operation} }

// Verify derives the result from the operand.
func (o PartOp) Verify() error { return verifyResult(o.Operation) }

// Params are the ends.
func (o PartOp) Params() []nat.Expr { return o.bounds().Params() }

// ResultType is a view of the elements between.
func (o PartOp) ResultType(in *descend.ArrayType) (ir.Type, error) { return o.bounds().ResultType(in) }

// Needs has the part in the array.
func (o PartOp) Needs(n nat.Expr) []Need { return o.bounds().Needs(n) }

// Injective does not hold: what is element 1 for one thread is element 0 for another.
func (PartOp) Injective() bool { return false }

// Back counts from the start of the part.
func (o PartOp) Back(idx []Elem, env Env) ([]Elem, bool) {
	return o.bounds().Back(idx, env)
}
