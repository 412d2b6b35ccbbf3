package driver

import (
	"descend/dialects/descend"
	"descend/ir"
)

// dropRejected removes the functions that have errors, and those that call them, so that --keep-going can
// compile the others. It is false if nothing with a body is left.
func (c *compilation) dropRejected() bool {
	type function struct {
		op    *ir.Operation
		start ir.SourceRange
	}
	var all []function
	for f := range ir.AllOf[descend.FuncOp](c.module) {
		all = append(all, function{f.Operation, ir.RangeOf(f.Loc())})
	}
	bad := map[string]bool{}
	for _, f := range all {
		if f.op.HasAttr("descend.poisoned") {
			bad[ir.SymbolName(f.op)] = true
		}
	}
	for _, d := range c.diags.Sorted() {
		at := ir.RangeOf(d.Loc)
		if d.Severity != ir.Error {
			continue
		}
		// the function whose name stands last before the error
		owner := -1
		for i, f := range all {
			s := f.start
			if s.File == at.File && s.Line <= at.Line && (owner < 0 || s.Line > all[owner].start.Line) {
				owner = i
			}
		}
		if owner < 0 {
			return false // an error outside of functions
		}
		bad[ir.SymbolName(all[owner].op)] = true
	}
	for changed := true; changed; {
		changed = false
		for _, f := range all {
			name := ir.SymbolName(f.op)
			if bad[name] {
				continue
			}
			for op := range f.op.All("") {
				if ref, ok := op.Attr("callee").(*ir.SymbolRefAttr); ok && bad[ref.Root] {
					bad[name], changed = true, true
				}
			}
		}
	}
	left := false
	for _, f := range all {
		if bad[ir.SymbolName(f.op)] {
			f.op.Erase()
		} else {
			left = left || !f.op.Region(0).Empty()
		}
	}
	return left
}
