package access

import (
	"slices"

	"descend/dialects/descend"
	"descend/ir"
)

// Shared memory that functions allocate. Each function's is one object for all of its calls, whoever makes them, so a
// call is an access to what its callee allocates and to what the functions allocate that this one calls:
//
//	fn g(..) { let s = alloc::<gpu.shared, [i32; 32]>(); sched t in block { s[[t]] = 1; sync; o[[t]] = s.rev[[t]] } }
//	fn f(..) { g(..) }
//	g(..); f(..)            // rejected: f writes to s what the first call of g may still read
//
// So what a call does with it is an effect like others (effects.go), only that it is not behind a parameter. Functions
// that are generic in sizes or types have memory of several shapes, which are not compared: all of it is accessed.

// hasSizes says whether the memory that a function allocates may have several shapes.
func hasSizes(fn descend.FuncOp) bool {
	return slices.ContainsFunc(fn.Generics(), func(g descend.Generic) bool { return g.Kind != "mem" && g.Kind != "prv" })
}

// allocation is the number of an allocation of shared memory in its function, from 1 on, or one more than there are.
func allocation(fn descend.FuncOp, v *ir.Value) int {
	n := 1
	for op := range fn.All("descend.alloc") {
		if op.Result(0) == v {
			break
		}
		if isShared(op.Result(0)) {
			n++
		}
	}
	return n
}

// isShared says whether a reference is to shared memory.
func isShared(v *ir.Value) bool {
	r, ok := v.Type().(*descend.RefType)
	return ok && r.Mem == descend.GPUShared
}

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
	default:
		ps, ok := descend.Parts(t)
		if !ok {
			return true, false
		}
		parts(ps...)
	}
	return plain, atomic
}
