package cpu

import "descend/ir"

// interchange says whether a loop that all threads run alike goes outside of the loops over threads although
// nothing in it synchronizes.
func (k *kernel) interchange(op *ir.Operation) bool { return false }
