package check

import (
	"descend/dialects/descend"
	"descend/ir"
	"descend/passes/place"
)

// Shared memory that functions allocate. Each function's is one object for all of its calls, whoever makes them, so a
// call is an access to what its callee allocates and to what the functions allocate that this one calls:
//
//	fn g(..) { let s = alloc::<gpu.shared, [i32; 32]>(); sched t in block { s[[t]] = 1; sync; o[[t]] = s.rev[[t]] } }
//	fn f(..) { g(..) }
//	g(..); f(..)            // rejected: f writes to s what the first call of g may still read
//
// The memory of g matters only if two executions of g one after the other are in conflict over it, and of a call of f
// only if f reaches it before its first barrier or after its last one.

// allocator is the function whose allocation is accessed, "" if it is other memory.
func (f *accessFunc) allocator(a *access) string {
	switch {
	case a.callee != "":
		return a.callee
	case a.path.Kind == place.Alloc && isShared(a.path.Root) || a.path.Kind == place.Unknown:
		return ir.SymbolName(f.fn.Operation)
	}
	return ""
}

// allocates says whether a function has shared memory of its own.
func allocates(fn descend.FuncOp) bool {
	for op := range fn.All("descend.alloc") {
		if isShared(op.Result(0)) {
			return true
		}
	}
	return false
}

// isShared says whether a reference is to shared memory.
func isShared(v *ir.Value) bool {
	r, ok := v.Type().(*descend.RefType)
	return ok && r.Mem == descend.GPUShared
}

// reuses says whether two executions of a function, one after the other without a barrier between, are in
// conflict over the memory that it allocates, which is the same in both. They may have different generics; these are not
// compared and count as conflicts.
func (k *accessChecker) reuses(name string) bool {
	fa := k.facts[name]
	return fa != nil && fa.reuses.is(func() bool { return len(fa.fn.Generics()) > 0 || k.repeats(fa.fn) })
}

// repeats says whether a second execution of a function is in conflict with the first one, also where that is in unsafe.
func (k *accessChecker) repeats(fn descend.FuncOp) bool {
	f := k.prepare(fn, place.NewWhere(fn.Operation, k.factsOf(fn).wheres), false)
	if f == nil {
		return false
	}
	f.reuse = true
	end := f.execute(newAccessState())
	f.conflict = false                           // conflicts within the first execution are errors of the function itself
	end.mapEntries(func(e entry) (entry, bool) { // the loops of the first execution are not those of the second
		e.shared, e.order = 0, inOtherCall
		return e, true
	})
	end.synced, end.passed = false, -1
	f.execute(end)
	return f.conflict
}
