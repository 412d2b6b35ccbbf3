package analysis

import (
	"descend/dialects/descend"
	"descend/passes"
)

// Check is a pass that looks at one function after the other.
type Check interface {
	passes.Pass
	// Begin starts with a program.
	Begin(m *Module) Checker
}

// Checker is a check at work. It keeps nothing of a function but its [Facts], so that functions can be checked again.
type Checker interface {
	// Function checks a function. Those that it calls were checked before, as far as there is no recursion.
	Function(f descend.FuncOp)
}

// Grouper is a checker that finds what callers ask of a function before it checks any that it calls itself through.
type Grouper interface {
	// Group looks at functions that call each other; what else they call was checked before.
	Group(fs []descend.FuncOp)
}

// Run does checks of all functions of c.Op.
func Run(c *passes.Context, list ...Check) error {
	return NewProgram(c.Op, list).Check(c.Diags)
}
