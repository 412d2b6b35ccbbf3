package view

import (
	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/ir"
)

var isPermutation = ir.TypeConstraint{Name: "permutation", Is: func(t ir.Type) bool { _, ok := descend.PermutationSize(t); return ok }}

// PermuteOp: [[d; n]] -> [[d; n]], element i is element p[i].
type PermuteOp struct{ *ir.Operation }

var permuteDef = &ir.OpDef{
	Name: "view.permute", Summary: "the elements in another order, which a value says",
	Description: "Element i is element p[i] of the operand, for a permutation p. Every value of its type is one: descend.permutation checks it when it is made, and keeps " +
		"the indices lent as long as there is a copy. So the view takes each element once, and no index is checked here. nat-check proves that both have as many elements. " +
		"What p[i] is nobody knows: two places behind the view are told apart only where they have it from the same parameter.",
	Example: `descend.func @f(%t: !exec.thread, %x: !descend.place<[f32; 64]>, %p: !descend.place<std.permutation.Permutation {indices: & gpu.global [u32; 64]}>) {
  %0 = descend.read %p : !descend.place<std.permutation.Permutation {indices: & gpu.global [u32; 64]}> -> !descend.struct<std.permutation.Permutation {indices: & gpu.global [u32; 64]}>
  %1 = view.permute %x, %0 : !descend.place<[f32; 64]>, !descend.struct<std.permutation.Permutation {indices: & gpu.global [u32; 64]}> -> !descend.place<[[f32; 64]]>
}
`,
	Operands: []ir.OperandDef{{Name: "place", Type: isPlace}, {Name: "permutation", Type: isPermutation}},
	Results:  []ir.OperandDef{{Name: "result", Type: isPlace}},
	Traits:   ir.Pure,
	Format:   "$place `,` $permutation attr-dict `:` type($place) `,` type($permutation) `->` type($result)",
}

// Def is the definition.
func (PermuteOp) Def() *ir.OpDef { return permuteDef }

// Permutation is the value that says the order.
func (o PermuteOp) Permutation() *ir.Value { return o.Operand(1) }

// Verify derives the result from the operand.
func (o PermuteOp) Verify() error { return verifyResult(o.Operation) }

// Params are none.
func (PermuteOp) Params() []nat.Expr { return nil }

// ResultType keeps the size.
func (o PermuteOp) ResultType(in *descend.ArrayType) (ir.Type, error) {
	return descend.View(o.Context(), in.Elem, in.Size), nil
}

// Size is the number of elements that the permutation is of.
func (o PermuteOp) Size() nat.Expr { n, _ := descend.PermutationSize(o.Permutation().Type()); return n }

// Needs has as many elements in the permutation.
func (o PermuteOp) Needs(n nat.Expr) []Need {
	return []Need{{Goal: nat.Constraint{L: o.Size(), Rel: nat.EQ, R: n}, Head: "a permutation of another size",
		Label: text("a permutation of `%s` for `%s` elements", o.Size(), n)}}
}

// Injective holds: a permutation takes each element once.
func (PermuteOp) Injective() bool { return true }

// Back asks where the permutation leads.
func (o PermuteOp) Back(idx []Elem, env Env) ([]Elem, bool) {
	if !indexes(idx, 1) {
		return nil, false
	}
	given(o, operand(o.Operation), env)
	e, ok := env.Permuted(o, idx[0].Expr)
	if !ok {
		return nil, false
	}
	return front(idx, 1, At(e)), true
}

// Permutes calls visit for each permutation that an operation on the way to a place takes, also within a map.
func Permutes(op *ir.Operation, visit func(PermuteOp)) {
	switch o := op.Typed().(type) {
	case PermuteOp:
		visit(o)
	case MapOp:
		for p := range ir.AllOf[PermuteOp](o.Operation) {
			visit(p)
		}
	}
}
