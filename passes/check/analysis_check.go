package check

import (
	"descend/dialects/descend"
	"descend/passes"
)

// check is a pass that looks at one function after the other.
type check interface {
	passes.Pass
	// begin starts with a program.
	begin(m *moduleState) checker
}

// checker is a check at work. It keeps nothing of a function but its [Facts], so that functions can be checked again.
type checker interface {
	// function checks a function. Those that it calls were checked before, as far as there is no recursion.
	function(f descend.FuncOp)
}

// grouper is a checker that finds what callers ask of a function before it checks any that it calls itself through.
type grouper interface {
	// group looks at functions that call each other; what else they call was checked before.
	group(fs []descend.FuncOp)
}

// runChecks does checks of all functions of c.Op.
func runChecks(c *passes.Context, list ...check) error {
	return newProgram(c.Op, list).Check(c.Diags)
}
