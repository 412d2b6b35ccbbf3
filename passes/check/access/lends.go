package access

import (
	"descend/dialects/descend"
	"descend/ir"
)

// lent says whether values of type t lend memory, and whether some that other threads may reach uniquely: not behind a
// shared reference.
func lent(t ir.Type) (uniq, any bool) {
	parts := func(ts ...ir.Type) {
		for _, x := range ts {
			u, a := lent(x)
			uniq, any = uniq || u, any || a
		}
	}
	switch t := t.(type) {
	case *descend.RefType:
		parts(t.Elem)
		return t.Uniq && (uniq || t.Mem != descend.GPULocal), true
	case *descend.ArrayType:
		parts(t.Elem)
	case *descend.MaybeType:
		parts(t.Elem)
	default:
		ps, _ := descend.Parts(t)
		parts(ps...)
	}
	return uniq, any
}

// contents says whether a type contains plain scalars (not the references on the way) and atomics.
func contents(t ir.Type) (plain, atomic bool) {
	parts := func(ts ...ir.Type) {
		for _, x := range ts {
			p, a := contents(x)
			plain, atomic = plain || p, atomic || a
		}
	}
	switch t := t.(type) {
	case *descend.AtomicType:
		return false, true
	case *descend.RefType:
		parts(t.Elem)
	case *descend.ArrayType:
		parts(t.Elem)
	case *descend.MaybeType:
		parts(t.Elem)
	default:
		ps, ok := descend.Parts(t)
		if !ok {
			return true, false
		}
		parts(ps...)
	}
	return plain, atomic
}
