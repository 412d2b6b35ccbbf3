package check

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
)

// Edits of proposed fixes. Passes see no source text, only where operations come from: a statement, a variable's name.
// A fix has edits only where the program with them is accepted as far as this error is concerned.

// insertBefore inserts text at the start of a source range; none if the range is not known.
func insertBefore(c *ir.Context, loc ir.Location, text string) []ir.Edit {
	r := ir.RangeOf(loc)
	if !r.Known() {
		return nil
	}
	return []ir.Edit{{Loc: c.RangeLoc(r.File, r.Line, r.Col, r.Line, r.Col), Text: text}}
}

// within says whether range a lies in range b.
func within(a, b ir.SourceRange) bool {
	after := func(l1, c1, l2, c2 int) bool { return l1 > l2 || l1 == l2 && c1 >= c2 }
	return a.File == b.File && after(a.Line, a.Col, b.Line, b.Col) && b.EndLine > 0 && after(b.EndLine, b.EndCol, a.EndLine, a.EndCol)
}

// statementOf is where the statement that op belongs to starts: that of the largest range around op among the
// operations that come after it in its block.
func statementOf(op *ir.Operation) ir.Location {
	best := op.Loc()
	for o := op; o != nil; o = o.Next() {
		if within(ir.RangeOf(best), ir.RangeOf(o.Loc())) {
			best = o.Loc()
		}
	}
	return best
}

// syncBefore are the edits that put a barrier between a and a later op, or between op and itself or a in a later
// iteration; none where a barrier may not stand there.
func syncBefore(a, op *ir.Operation) []ir.Edit {
	at := op // the one whose block a is in too
	if a != op {
		for at.Parent() != nil && !at.Parent().IsAncestorOf(a) {
			at = at.Parent()
		}
	}
	for ; at.Parent() != nil && at.Parent().ParentRegion() != nil; at = at.Parent() {
		if p := at.Parent(); p.NumRegions() == 1 || sameRegion(p, a, op) {
			break
		}
	}
	if at.Block() == nil || !syncAllowed(at.Block()) {
		return nil
	}
	return insertBefore(op.Context(), statementOf(at), "sync; ")
}

// sameRegion says whether a and b are in one region of p.
func sameRegion(p, a, b *ir.Operation) bool {
	in := func(o *ir.Operation) *ir.Region {
		for o.Parent() != p {
			o = o.Parent()
		}
		return o.ParentRegion()
	}
	return in(a) == in(b)
}

// syncAllowed says whether a plain sync may stand in a block: all threads of the block that executes it arrive.
func syncAllowed(b *ir.Block) bool {
	for b != nil && b.Parent() != nil {
		p := b.Parent()
		switch p.Typed().(type) {
		case descend.FuncOp:
			t := execTypeOf(descend.FuncOp{Operation: p})
			return t != nil && t.Kind == exec.Block
		case exec.SchedOp:
			if t := exec.TypeOf(b.Arg(0)); t != nil && t.Kind == exec.Block {
				return true
			}
		case descend.IfOp, descend.WhileOp:
			if UniformityOf(p) < BlockUniform {
				return false
			}
		case descend.ForNatOp, descend.ForEachOp, descend.ScopeOp, descend.UnsafeOp:
		default:
			return false
		}
		b = p.Block()
	}
	return false
}

// addWhere are the edits that add a clause to a function. The frontend has noted where: the location of a function is
// that of its name together with that place.
func addWhere(f descend.FuncOp, clause string) []ir.Edit {
	l, ok := f.Loc().(*ir.FusedLoc)
	if !ok || len(l.Locs) != 2 {
		return nil
	}
	text := " where " + clause
	if w, ok := f.Attr("where").(*ir.ArrayAttr); ok && len(w.Elems) > 0 {
		text = ", " + clause
	}
	return insertBefore(f.Context(), l.Locs[1], text)
}
