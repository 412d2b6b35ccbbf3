package attack

import (
	"strings"

	"descend/ir"
)

// Reason says in a few words why the checks reject a program in which no run has an error: a rule of the language
// (docs/language.md, section 7) that the program breaks as it is written, or what the checks do not find out.
func (o Outcome) Reason() string {
	if o.Check == nil {
		return ""
	}
	notes := strings.Join(o.Check.Notes, " ")
	in := o.around()
	why := "checks: ?"
	switch {
	case o.Check.Code == "narrowing" && o.Check.Op != nil && o.Check.Op.Is("descend.borrow"):
		why = "rule: a unique borrow is a use, also if nothing is written through it"
	case o.Check.Code == "narrowing":
		why = "rule: a select for each schedule, in the order of their levels, also where it makes no difference or is not executed"
	case o.Check.Code == "barrier":
		why = "rule: barriers stand under uniform conditions"
	case in["descend.call"]:
		why = "rule: a call accesses all that it is lent"
	case strings.Contains(notes, "may be any memory"):
		why = "checks: a reference that is not followed"
	case strings.Contains(notes, "could not prove"):
		why = "checks: undecided overlap"
	case strings.Contains(notes, "could not decide"):
		why = "checks: undecided overlap, the budget is exceeded"
	case in["descend.if"] || in["descend.while"]:
		why = "checks: under conditions that are never true for both"
	case in["descend.for_nat"] || in["descend.for_each"]:
		why = "checks: in a loop, not in those iterations"
	case strings.Contains(notes, "both reach"):
		why = "checks: a reference that never refers to that"
	}
	return o.Check.Code + ", " + why
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
