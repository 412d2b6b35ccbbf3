package attack

import (
	"strings"

	"descend/ir"
)

// Reason says in a few words why the checks reject a program in which no run has an error: what they do not
// distinguish.
func (o Outcome) Reason() string {
	if o.Check == nil {
		return ""
	}
	notes := strings.Join(o.Check.Notes, " ")
	in := o.around()
	why := "?"
	switch {
	case o.Check.Code == "narrowing" && o.Check.Op != nil && o.Check.Op.Is("descend.borrow"):
		why = "a unique borrow counts as a use, also if nothing is written through it"
	case strings.Contains(notes, "may be any memory"):
		why = "a reference that cannot be followed"
	case strings.Contains(notes, "could not prove"):
		why = "undecided overlap"
	case strings.Contains(notes, "could not decide"):
		why = "undecided overlap, the budget is exceeded"
	case in["descend.call"]:
		why = "a call counts as an access to all that it is lent"
	case in["descend.if"] || in["descend.while"]:
		why = "under a condition that no input of the runs makes true for both"
	case in["descend.for_nat"] || in["descend.for_each"]:
		why = "in a loop"
	case strings.Contains(notes, "both reach"):
		why = "overlap with a witness"
	case o.Check.Code == "barrier":
		why = "an operation of a block or warp by something else"
	case o.Check.Code == "narrowing":
		why = "selects in another order, or twice"
	}
	return o.Check.Code + ": " + why
}

// around are the names of the operations that the error is about, and of those around them.
func (o Outcome) around() map[string]bool {
	in := map[string]bool{}
	if o.Check.Op == nil {
		return in
	}
	root := o.Check.Op
	for root.Parent() != nil {
		root = root.Parent()
	}
	lines := map[int]bool{ir.RangeOf(o.Check.Loc).Line: true}
	for _, r := range o.Check.Related {
		lines[ir.RangeOf(r.Loc).Line] = true
	}
	root.Walk(func(op *ir.Operation) ir.WalkResult {
		if lines[ir.RangeOf(op.Loc()).Line] && op.NumRegions() == 0 {
			for p := op; p != nil; p = p.Parent() {
				in[p.Name()] = true
			}
		}
		return ir.Advance
	})
	return in
}
