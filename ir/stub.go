package ir

// Printer, Parser and Rewriter get their own files.
type (
	Printer  struct{}
	Parser   struct{}
	Rewriter struct{}
)

func FormatFloat(a *FloatAttr) string { return "" }
