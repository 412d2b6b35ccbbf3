package descend

// Codes of the diagnostics about programs: each has a page in docs/errors. Those of runs belong to the devices.
const (
	CodeSyntax            = "syntax"
	CodeUnknownName       = "unknown-name"
	CodeDuplicateName     = "duplicate-name"
	CodeKindMismatch      = "kind-mismatch"
	CodeMismatchedTypes   = "mismatched-types"
	CodeCannotInfer       = "cannot-infer"
	CodeMovedValue        = "moved-value"
	CodeUninitialized     = "uninitialized"
	CodeImmutable         = "immutable"
	CodeBorrowConflict    = "borrow-conflict"
	CodeDanglingBorrow    = "dangling-borrow"
	CodeWrongExec         = "wrong-exec"
	CodeWrongMemory       = "wrong-memory"
	CodeNarrowing         = "narrowing"
	CodeConflictingAccess = "conflicting-access"
	CodeBarrier           = "barrier"
	CodeNatConstraint     = "nat-constraint"
	CodeNatEscape         = "nat-escape"
	CodeOutOfBounds       = "out-of-bounds"
	CodeMissingElement    = "missing-element"
	CodeMissingArm        = "missing-arm"
	CodeUnreachableArm    = "unreachable-arm"
	CodeElseValue         = "else-value"
	CodeSkippedElements   = "skipped-elements"
	CodeHiddenClause      = "hidden-clause"
	CodeLocalMemory       = "local-memory"

	// CodeUnsupported marks what the language has and this compiler does not have yet; drivers end with exit status 2 when all
	// errors are such.
	CodeUnsupported = "unsupported"
)
