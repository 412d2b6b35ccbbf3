package contract

import "descend/ir"

// groupAttr stands on groups of copies that name no copies: MLIR's text of such an operation would take the name of the next value
// for an operand.
const groupAttr = "descend.group"

// MarkGroup marks a group of all copies that were begun.
func MarkGroup(op *ir.Operation) { op.SetAttr(groupAttr, op.Context().UnitAttr()) }
