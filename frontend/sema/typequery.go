package sema

import (
	"descend/dialects/descend"
	"descend/ir"
)

func isInteger(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Width > 1
}

func isFloat(t ir.Type) bool {
	_, ok := t.(*ir.FloatType)
	return ok
}

// isNumber says whether t is an integer or a float.
func isNumber(t ir.Type) bool { return isInteger(t) || isFloat(t) }

// isSigned says whether t is a number that may be negative.
func isSigned(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return isFloat(t) || ok && i.Width > 1 && i.Sign != ir.Unsigned
}

func isBool(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Width == 1
}

// isViewRef says whether t is a reference to a view, which may be bound but not stored.
func isViewRef(t ir.Type) bool {
	r, ok := t.(*descend.RefType)
	return ok && descend.HoldsView(r.Elem)
}

// viewLevels counts the outer view levels of a type.
func viewLevels(t ir.Type) int {
	n := 0
	for {
		a, ok := t.(*descend.ArrayType)
		if !ok {
			return n
		}
		if a.View {
			n++
		}
		t = a.Elem
	}
}
