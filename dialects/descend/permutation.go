package descend

import (
	"descend/dialects/nat"
	"descend/ir"
)

// PermutationName is the name of the type of permutations. Modules of programs have other names, and no name of theirs has this
// one: so all values of a struct with this name are made by the language.
const PermutationName = "std.permutation.Permutation"

// PermutationSize says of how many elements a permutation of type t is; false if it is none.
func PermutationSize(t ir.Type) (nat.Expr, bool) {
	s, ok := t.(*StructType)
	if !ok || s.Name != PermutationName || len(s.Fields) != 1 {
		return nat.Expr{}, false
	}
	r, ok := s.Fields[0].Type.(*RefType)
	if !ok || r.Uniq || r.Mem != GPUGlobal {
		return nat.Expr{}, false
	}
	a, ok := r.Elem.(*ArrayType)
	return arraySize(a, ok)
}

func arraySize(a *ArrayType, ok bool) (nat.Expr, bool) {
	if !ok || a.View {
		return nat.Expr{}, false
	}
	return a.Size, true
}

// HoldsPermutation says whether values of t contain permutations.
func HoldsPermutation(t ir.Type) bool {
	return Holds(t, func(t ir.Type) bool { _, ok := PermutationSize(t); return ok })
}
