package docs

// Rule is a diagnostic code with a line about it.
type Rule struct{ Slug, Line string }

// RuleGroup are rules about one thing.
type RuleGroup struct {
	Title string
	Rules []Rule
}

// Rules lists all codes that have a page, for `descendc explain`.
var Rules = []RuleGroup{
	{"The text, names and types", []Rule{
		{"syntax", "the text is not a Descend program"},
		{"unknown-name", "a name that nothing in scope defines"},
		{"duplicate-name", "two things of one scope with the same name"},
		{"kind-mismatch", "a name that stands for something of another kind than its place asks for"},
		{"mismatched-types", "an expression of another type than its place asks for"},
		{"cannot-infer", "a generic argument that nothing determines"},
		{"missing-arm", "a `match` without an arm for some value"},
		{"unsupported", "the language has it, this version of the compiler does not"},
	}},
	{"Ownership and borrowing", []Rule{
		{"moved-value", "use of a value after it was moved away"},
		{"uninitialized", "a variable is read that is not assigned on every path"},
		{"immutable", "assignment without `mut`, or through a shared reference"},
		{"borrow-conflict", "a place is used while a reference excludes it"},
		{"dangling-borrow", "a reference that outlives its memory"},
	}},
	{"Who executes, and with which memory", []Rule{
		{"wrong-exec", "an operation that this resource may not do"},
		{"wrong-memory", "memory that cannot be reached from here"},
		{"narrowing", "several resources would use the same memory uniquely"},
		{"conflicting-access", "a data race: two threads, one element, a write, no barrier"},
		{"barrier", "a barrier that not every thread reaches"},
	}},
	{"Sizes", []Rule{
		{"nat-constraint", "a size that does not fit: groups, splits, launches, where clauses"},
		{"nat-escape", "a type with a size that is known in an inner block only"},
		{"out-of-bounds", "an index outside of its array, known before the run"},
		{"missing-element", "an element that may not exist, used as if it did"},
	}},
	{"Warnings", []Rule{
		{"else-value", "operators that belong to the value after `else`, without parentheses"},
		{"unreachable-arm", "an arm of a `match` for values that the arms before are for"},
		{"skipped-elements", "a loop over halves of a size that need not be a power of two"},
		{"hidden-clause", "a kernel that takes fewer sizes than its text looks like"},
		{"local-memory", "a private array that cannot be kept in registers"},
	}},
	{"Runs on the simulator and on the CPU", []Rule{
		{"run", "an executable that failed for a reason outside of the source"},
		{"sim-trap", "a failed `assert`, a division by zero, a condition on sizes"},
		{"sim-bounds", "an index outside of its array"},
		{"sim-memory", "more memory than a run may have, or memory that is gone"},
		{"sim-uninit", "memory is read that nobody has written"},
		{"sim-race", "two threads, one element, a write, no barrier"},
		{"sim-barrier", "not all threads arrive at a barrier"},
		{"sim-launch", "a launch with more shared memory than there is"},
		{"sim-limit", "beyond what the simulator supports"},
		{"sim-unsupported", "an operation that the simulator does not execute"},
	}},
	{"Runs on a GPU", []Rule{
		{"device-trap", "a failed `assert`, a division by zero, a condition on sizes"},
		{"device-bounds", "an index outside of its array"},
		{"device-memory", "the GPU has not enough memory, or could not copy"},
		{"device-launch", "the driver could not launch a kernel"},
	}},
}
