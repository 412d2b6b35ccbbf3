package lower

import (
	"descend/dialects/gpu/contract"
	"descend/ir"
)

// check stops the kernel or program if bad holds.
func (f *fn) check(bad *ir.Value, kind contract.CheckKind, text string, at *ir.Operation) {
	r := ir.RangeOf(at.Loc())
	contract.NewCheck(f.b, bad, contract.Check{Kind: kind, Text: text, File: r.File, Line: int64(r.Line), Column: int64(r.Col)})
}
