// Package registry lists the dialects and passes of the project in one place, for the tools.
package registry

import (
	"descend/backend/buildable"
	"descend/dialects"
	"descend/ir"
	"descend/passes"
	"descend/passes/banks"
	"descend/passes/check"
	"descend/passes/cpu"
	"descend/passes/kernels"
	"descend/passes/lower"
	"descend/passes/opt"
)

// Dialects are all dialects: ours and MLIR's that the pipeline uses.
func Dialects() []*ir.Dialect { return dialects.All() }

// Context returns a context that knows all dialects. A test looks for mistakes in their definitions.
func Context() *ir.Context { return ir.NewTrustingContext(Dialects()...) }

// Passes are all passes: the checks and the lowering in the order of the pipeline, the layout of shared memory, the one for the CPU, the one that tries all of these, those for kernels in host code, then the general ones.
func Passes() *passes.Registry {
	r := passes.NewRegistry()
	check.Register(r)
	lower.Register(r)
	banks.Register(r)
	cpu.Register(r)
	buildable.Register(r)
	kernels.Register(r)
	opt.Register(r)
	return r
}
