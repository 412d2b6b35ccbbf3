package view

import (
	"fmt"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/ir"
)

// ArrayOp: [[d; n]] -> [d; n], of elements that lie one after the other.
type ArrayOp struct{ *ir.Operation }

var arrayDef = viewDef("array", "elements in one piece as an array",
	"The elements of a part of an array, which lie one after the other: so they are an array. The operand is made of an array by view.range, "+
		"view.part, and by view.split and descend.proj.",
	`descend.func @f(%t: !exec.thread, %x: !descend.place<[f32; 64]>) {
  %0 = view.range %x {lo = #descend.nat<8>, hi = #descend.nat<24>} : !descend.place<[f32; 64]> -> !descend.place<[[f32; 16]]>
  %1 = view.array %0 : !descend.place<[[f32; 16]]> -> !descend.place<[f32; 16]>
}
`)

// Def is the definition.
func (ArrayOp) Def() *ir.OpDef { return arrayDef }

// Verify derives the result from the operand, which is in one piece.
func (o ArrayOp) Verify() error {
	if !InOnePiece(o.Operand(0)) {
		return fmt.Errorf("needs a part of an array in one piece")
	}
	return verifyResult(o.Operation)
}

// InOnePiece says whether a place is a part of an array whose elements lie one after the other, by how it is made.
func InOnePiece(v *ir.Value) bool {
	for op := v.DefiningOp(); op != nil; op = v.DefiningOp() {
		switch op.Typed().(type) {
		case RangeOp, PartOp, SplitOp, descend.RetypeOp:
		case descend.ProjOp:
			if of, ok := ir.DefinedBy[SplitOp](op.Operand(0)); !ok || of.Operation == nil {
				return false
			}
		default:
			return false
		}
		v = op.Operand(0)
		if a, ok := descend.ElemOf(v).(*descend.ArrayType); ok && !a.View {
			return true
		}
	}
	return false
}

// Params are none.
func (ArrayOp) Params() []nat.Expr { return nil }

// ResultType is an array of the same elements.
func (o ArrayOp) ResultType(in *descend.ArrayType) (ir.Type, error) {
	return descend.Array(o.Context(), in.Elem, in.Size), nil
}

// Needs is nothing.
func (ArrayOp) Needs(nat.Expr) []Need { return nil }

// Injective holds.
func (ArrayOp) Injective() bool { return true }

// Back changes nothing.
func (ArrayOp) Back(idx []Elem, _ Env) ([]Elem, bool) { return idx, true }
