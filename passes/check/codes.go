package check

import "descend/dialects/descend"

// The codes of the checks, by short names.
const (
	movedValue        = descend.CodeMovedValue
	uninitialized     = descend.CodeUninitialized
	immutable         = descend.CodeImmutable
	borrowConflict    = descend.CodeBorrowConflict
	danglingBorrow    = descend.CodeDanglingBorrow
	wrongExec         = descend.CodeWrongExec
	wrongMemory       = descend.CodeWrongMemory
	narrowing         = descend.CodeNarrowing
	conflictingAccess = descend.CodeConflictingAccess
	badBarrier        = descend.CodeBarrier
	natConstraint     = descend.CodeNatConstraint
	outOfBounds       = descend.CodeOutOfBounds
	mismatched        = descend.CodeMismatchedTypes
)
