// Package dialects lists the dialects: those of the project and those of MLIR that the pipeline uses.
package dialects

import (
	"descend/dialects/affine"
	"descend/dialects/arith"
	"descend/dialects/builtin"
	"descend/dialects/cf"
	"descend/dialects/descend"
	"descend/dialects/exec"
	fn "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/llvm"
	"descend/dialects/math"
	"descend/dialects/memref"
	"descend/dialects/nvgpu"
	"descend/dialects/nvvm"
	"descend/dialects/scf"
	"descend/dialects/vector"
	"descend/dialects/view"
	"descend/ir"
)

// MLIR makes a context of the dialects of MLIR, without Descend's own, and of others that are given.
func MLIR(others ...*ir.Dialect) *ir.Context { return ir.NewContext(append(Standard(), others...)...) }

// Standard returns the dialects of MLIR that there are here, sorted by name.
func Standard() []*ir.Dialect {
	return []*ir.Dialect{
		affine.Dialect(),
		arith.Dialect(),
		builtin.Dialect(),
		cf.Dialect(),
		fn.Dialect(),
		gpu.Dialect(),
		llvm.Dialect(),
		math.Dialect(),
		memref.Dialect(),
		nvgpu.Dialect(),
		nvvm.Dialect(),
		scf.Dialect(),
		vector.Dialect(),
	}
}

// All returns every dialect: descend, exec and view, then those of Standard.
func All() []*ir.Dialect {
	return append([]*ir.Dialect{descend.Dialect(), exec.Dialect(), view.Dialect()}, Standard()...)
}
