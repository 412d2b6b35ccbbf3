// Package scf is MLIR's scf dialect: counted and parallel loops, conditionals, switches, while loops and regions of several blocks, whose results are values of their bodies. It knows nothing of threads.
package scf

import (
	"descend/dialects/arith"
	"descend/ir"
)

// Dialect returns the definition of the dialect.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:        "scf",
		Summary:     "structured control flow",
		Description: "MLIR's `scf`: loops and conditionals as operations with regions.",
		Ops: []ir.OpEntry{
			ir.Op(func(o *ir.Operation) ForOp { return ForOp{o} }),
			ir.Op(func(o *ir.Operation) IfOp { return IfOp{o} }),
			ir.Op(func(o *ir.Operation) ExecuteRegionOp { return ExecuteRegionOp{o} }),
			ir.Op(func(o *ir.Operation) WhileOp { return WhileOp{o} }),
			ir.Op(func(o *ir.Operation) IndexSwitchOp { return IndexSwitchOp{o} }),
			ir.Op(func(o *ir.Operation) ParallelOp { return ParallelOp{o} }),
			ir.Op(func(o *ir.Operation) ReduceOp { return ReduceOp{o} }),
			ir.Op(func(o *ir.Operation) ReduceReturnOp { return ReduceReturnOp{o} }),
			ir.Op(func(o *ir.Operation) ForallOp { return ForallOp{o} }),
			ir.Op(func(o *ir.Operation) InParallelOp { return InParallelOp{o} }),
			ir.Op(func(o *ir.Operation) ConditionOp { return ConditionOp{o} }),
			ir.Op(func(o *ir.Operation) YieldOp { return YieldOp{o} }),
		},
		MaterializeConstant: arith.MaterializeConstant,
	}
}

// inlineBlock puts the operations of a block in the place of op; what its end yields are the results.
func inlineBlock(rw *ir.Rewriter, op *ir.Operation, b *ir.Block) {
	end := b.Back()
	vs := end.Operands()
	rw.Erase(end)
	rw.InlineBlockBefore(b, op)
	rw.Replace(op, vs...)
}
