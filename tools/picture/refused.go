package picture

import (
	"descend/dialects/descend"
	"descend/ir"
)

// OnlyConflicts says whether all errors are accesses that may conflict, or places that threads do not divide among them: what the
// program does is clear then, and is drawn up to the race.
func OnlyConflicts(diags *ir.Diagnostics) bool {
	errors := 0
	for _, d := range diags.Sorted() {
		if d.Severity != ir.Error {
			continue
		}
		if errors++; d.Code != descend.CodeConflictingAccess && d.Code != descend.CodeNarrowing {
			return false
		}
	}
	return errors > 0
}
