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
