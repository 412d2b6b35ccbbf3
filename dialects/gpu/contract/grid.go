package contract

import "descend/ir"

// What a module says of kernels whose blocks wait for each other.

// SyncGrid is called by all threads of a kernel where the blocks of its grid wait for each other. The module of kernels declares it;
// whoever compiles or runs kernels has it.
const SyncGrid = "descend_sync_grid"

const cooperativeAttr = "descend.cooperative"

// IsCooperative says whether the blocks of a kernel wait for each other, so that all of them have to run at once.
func IsCooperative(kernel *ir.Operation) bool { return kernel.HasAttr(cooperativeAttr) }

// SetCooperative says that the blocks of a kernel wait for each other.
func SetCooperative(kernel *ir.Operation) {
	kernel.SetAttr(cooperativeAttr, kernel.Context().UnitAttr())
}

// IsSyncGrid says whether an operation is the barrier of all blocks.
func IsSyncGrid(op *ir.Operation) bool {
	if !op.Is("func.call") {
		return false
	}
	ref, _ := op.Attr("callee").(*ir.SymbolRefAttr)
	return ref != nil && ref.Root == SyncGrid && len(ref.Nested) == 0
}
