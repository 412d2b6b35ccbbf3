package ir

// FormatFloat is the literal of a without its type, digit for digit as MLIR prints it.
func FormatFloat(a *FloatAttr) string { return "" }
