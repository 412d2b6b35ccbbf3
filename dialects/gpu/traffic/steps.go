package traffic

import "descend/ir"

// IsStep says whether an operation of a kernel is a step of the warps that execute it: not what only says where control goes, what
// is known before a kernel runs (constants, ids), and what only names memory. An atomic operation with a region is one step.
func IsStep(op *ir.Operation) bool {
	_, leads := op.Typed().(ir.RegionBranchOp)
	if leads || op.Has(ir.ConstantLike) || op.Has(ir.Terminator) || op.Has(ir.Pure) && op.NumOperands() == 0 {
		return false
	}
	if around := op.Parent(); around.NumRegions() > 0 && !isFunction(around) {
		if _, leads := around.Typed().(ir.RegionBranchOp); !leads {
			return false
		}
	}
	for _, r := range op.Results() {
		if _, ok := r.Type().(*ir.MemRefType); ok {
			return false
		}
	}
	return true
}

func isFunction(op *ir.Operation) bool { return op.HasAttr("function_type") }
