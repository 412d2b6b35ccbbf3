// Package lower takes checked descend, exec and view IR down to the gpu level: gpu, memref, arith, math,
// scf, cf and func, exactly as docs/gpu-level.md describes. It assumes that the checks have accepted the
// program and reads what they have written on it (arg_exclusive, in_bounds, inferred where clauses); it
// must not know targets, LLVM or PTX.
//
// What it cannot lower it refuses with a diagnostic of code "unsupported".
//
// The lowering of a function has layers. Each embeds one that is listed before it, so that it cannot use what comes later; f is the
// function in all of them.
//
//	emitter     operations, constants, structured control flow   emit.go, scalars.go
//	indexer     symbolic naturals, ids, loops over indices        indexer.go, execids.go, natexpr.go, loops.go, obligations.go
//	places      from places to memory and an index                place.go, buffers.go
//	storage     values: loads, stores, variables, allocations     allocate.go, values.go, variables.go
//	kernelCode  what only kernels have                            kernel.go, attrs.go
//	hostCode    what only CPU functions have                      calls.go, print.go, host.go
//	fn          the statements of a function                      accesses.go, numbers.go, atomics.go, copies.go, rows.go, control.go, exists.go, versions.go
//
// Files, too, are listed before those that use them, but for control flow, where statements are in each other.
package lower

import "descend/passes"

// Options are what the command line gives to lowering.
type Options struct {
	Defines   []string // "n=1024"
	Instances []string // "f::<64, 1024>"
	Entry     string   // the only entry function, for run
	Marked    bool     // functions with a mark are entry functions too, for test and bench
	Unchecked bool     // no bounds checks of run-time indices and no asserts
	Align     string   // "16" or "element"
}

// Pipeline is the way from checked IR to the gpu level, in the order that the passes say (After).
func Pipeline(o Options) []passes.Pass {
	return []passes.Pass{
		&Instantiate{Defines: o.Defines, Instances: o.Instances, Entry: o.Entry, Marked: o.Marked},
		&InlineCalls{},
		&InsertDrops{},
		&LowerToGPU{Unchecked: o.Unchecked, Align: o.Align},
		&MergeConditionals{},
		&UnrollSwaps{},
		&CountGroups{},
	}
}

// Register makes the passes known by name.
func Register(r *passes.Registry) {
	r.Add(
		func() passes.Pass { return &Instantiate{} },
		func() passes.Pass { return &InlineCalls{} },
		func() passes.Pass { return &InsertDrops{} },
		func() passes.Pass { return &LowerToGPU{} },
		func() passes.Pass { return &MergeConditionals{} },
		func() passes.Pass { return &UnrollSwaps{} },
		func() passes.Pass { return &CountGroups{} },
	)
}
