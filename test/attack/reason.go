package attack

import (
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/gpu"
	"descend/ir"
)

// Reason says in a few words why the checks reject a program in which no run has an error: a rule of the language
// (docs/language.md, "Who executes" and "Conflicts") that the program breaks as it is written, what the checks say that they did
// not decide, or that a generic function has the error for other sizes. "" if they give neither: then they are wrong.
func (o Outcome) Reason() string {
	if o.Check == nil {
		return ""
	}
	notes := strings.Join(o.Check.Notes, "\n")
	why := ""
	switch {
	case o.Check.Code == "narrowing" && strings.Contains(o.Check.Label, "shows an element several times"):
		why = "rule: views that show an element several times are for reading"
	case o.Check.Code == "narrowing" && o.Check.Op != nil && o.Check.Op.Is("descend.borrow"):
		why = "rule: a unique borrow is a use, also if nothing is written through it"
	case o.Check.Code == "narrowing":
		why = "rule: a select for each schedule, in the order of their levels, also where it makes no difference or is not executed"
	case o.Check.Code == "barrier" && strings.Contains(o.Check.Message, "too many ways"):
		why = "undecided: whether parts that hand over keep in step"
	case o.Check.Code == "barrier" && !strings.Contains(o.Check.Message, "not allowed here"):
		why = "rule: parts that hand over come equally often, in the same loops, under no condition"
	case o.Check.Code == "barrier":
		why = "rule: barriers stand under uniform conditions"
	case strings.Contains(notes, "a call counts as an access"):
		why = "rule: a call accesses all that it is lent"
	case strings.Contains(notes, "could not prove"):
		why = "undecided: overlap"
	case strings.Contains(notes, "could not decide"):
		why = "undecided: overlap, the budget is exceeded"
	case strings.Contains(notes, "a copy goes on"):
		why = "undecided: whether a copy goes on, or with which sizes"
	case strings.Contains(notes, "which memory"):
		why = "undecided: what a reference refers to"
	case strings.Contains(notes, "cannot be followed"):
		why = "undecided: what a reference refers to, it may be any memory"
	case strings.Contains(notes, "whether it orders these two"):
		why = "undecided: whether a barrier of a part orders the two"
	case strings.Contains(notes, "on some ways only"):
		why = "undecided: whether a barrier under a condition is reached"
	case strings.Contains(notes, "depends on the iterations"):
		why = "undecided: the iterations of a loop"
	case strings.Contains(notes, "whether both accesses happen"):
		why = "undecided: whether conditions hold together"
	case strings.Contains(notes, "the same shared memory"):
		why = "undecided: memory that functions allocate"
	case strings.Contains(notes, " (with "):
		why = "generic: other sizes have the error"
	case launchesNothing(o.Module):
		why = "generic: other sizes have the error, and these no threads"
	case isCalled(o.Check.Op):
		why = "rule: a function is checked for all arguments, however it is called"
	default:
		return ""
	}
	return o.Check.Code + ", " + why
}

// launchesNothing says whether a lowered program has no kernels: those whose grids are empty are left out.
func launchesNothing(m *ir.Operation) bool {
	for range ir.AllOf[gpu.FuncOp](m) {
		return false
	}
	return true
}

// isCalled says whether op is in a function that is called, not launched.
func isCalled(op *ir.Operation) bool {
	for ; op != nil; op = op.Parent() {
		if f, ok := op.Typed().(descend.FuncOp); ok {
			e, ok := f.Exec().(*exec.Type)
			return ok && e.Kind != exec.Grid
		}
	}
	return false
}
