// Package dialects lists the dialects that are MLIR's own; descend, exec and view are beside them.
package dialects

import (
	"descend/dialects/arith"
	"descend/dialects/builtin"
	"descend/dialects/cf"
	fn "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/llvm"
	"descend/dialects/math"
	"descend/dialects/memref"
	"descend/dialects/nvvm"
	"descend/dialects/scf"
	"descend/ir"
)

// Standard returns the dialects of MLIR that the pipeline uses, sorted by name.
func Standard() []*ir.Dialect {
	return []*ir.Dialect{
		arith.Dialect(),
		builtin.Dialect(),
		cf.Dialect(),
		fn.Dialect(),
		gpu.Dialect(),
		llvm.Dialect(),
		math.Dialect(),
		memref.Dialect(),
		nvvm.Dialect(),
		scf.Dialect(),
	}
}
