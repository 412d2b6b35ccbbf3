package view

import (
	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/ir"
)

// SwizzleOp: [[ [[d; n]]; m ]] -> [[ [[d; n]]; m ]], element (i, j) is element (i, j xor i%width).
type SwizzleOp struct{ *ir.Operation }

var swizzleDef = viewDef("swizzle", "columns exchanged, in each row otherwise",
	"Exchanges the elements of each row: element j of row i is element j xor (i % width) of it. So the threads of a warp that take a column meet as many "+
		"banks of shared memory as those that take a row. nat-check proves that `width` divides 32, so that it is a power of two, and that it divides the "+
		"length of the rows, so that no element leaves its row. The view is its own inverse.",
	`descend.func @f(%t: !exec.thread, %x: !descend.place<[[f32; 32]; 8]>) {
  %0 = view.swizzle %x {width = #descend.nat<32>} : !descend.place<[[f32; 32]; 8]> -> !descend.place<[[[[f32; 32]]; 8]]>
}
`, ir.AttrDef{Name: "width", Attr: isNat})

// maxSwizzle is the largest width: shared memory has as many banks. Every width is a power of two that divides it.
const maxSwizzle = 32

// Def is the definition.
func (SwizzleOp) Def() *ir.OpDef { return swizzleDef }

// Width is how many columns are exchanged with each other.
func (o SwizzleOp) Width() nat.Expr { e, _ := descend.NatOf(o.Operation, "width"); return e }

// Verify derives the result from the operand.
func (o SwizzleOp) Verify() error { return verifyResult(o.Operation) }

// Params is the width.
func (o SwizzleOp) Params() []nat.Expr { return []nat.Expr{o.Width()} }

// ResultType keeps the sizes.
func (o SwizzleOp) ResultType(in *descend.ArrayType) (ir.Type, error) {
	inner, ok := in.Elem.(*descend.ArrayType)
	if !ok {
		return nil, &Misfit{"an array of arrays", in}
	}
	c := o.Context()
	return descend.View(c, descend.View(c, inner.Elem, inner.Size), in.Size), nil
}

// Needs has a power of two, and rows that consist of whole runs of as many elements.
func (o SwizzleOp) Needs(nat.Expr) []Need {
	row, _ := operand(o.Operation).Elem.(*descend.ArrayType)
	return []Need{
		{Goal: nat.Constraint{L: o.Width(), Rel: nat.Divides, R: nat.Int(maxSwizzle)}, Head: "a swizzle is by 1, 2, 4, 8, 16 or 32",
			Label: text("a swizzle by `%s`", o.Width())},
		{Goal: nat.Constraint{L: o.Width(), Rel: nat.Divides, R: row.Size}, Head: "a swizzle does not divide the rows",
			Label: text("a swizzle by `%s` of rows of `%s` elements", o.Width(), row.Size)},
	}
}

// Injective holds: twice the same xor is nothing.
func (SwizzleOp) Injective() bool { return true }

// Back exchanges the columns of the row. Sizes have no xor, but divisions: bit b of x is x / 2^b % 2, and that of the xor of two
// numbers is the sum of theirs modulo 2. What is above the bits of the row's number stays, as does what follows it in the row: a
// run of width elements, of which the row consists, is exchanged within itself.
func (o SwizzleOp) Back(idx []Elem, env Env) ([]Elem, bool) {
	if !indexes(idx, 2) {
		return nil, false
	}
	given(o, operand(o.Operation), env)
	i, j := idx[0].Expr, idx[1].Expr
	row, _ := operand(o.Operation).Elem.(*descend.ArrayType)
	col := Elem{Extent: row.Size, Xor: &[2]nat.Expr{j, i.Mod(o.Width())}}
	run, ok := o.Width().Int64()
	if !ok || run <= 0 || maxSwizzle%run != 0 { // the bits of i % width that it may have
		i, run = i.Mod(o.Width()), maxSwizzle
	}
	col.Expr = j.Sub(j.Mod(nat.Int(run)))
	for bit := int64(1); bit < run; bit *= 2 {
		b := nat.Int(bit)
		col.Expr = col.Expr.Add(j.Div(b).Add(i.Div(b)).Mod(nat.Int(2)).Mul(b))
	}
	return front(idx, 2, idx[0], col), true
}
