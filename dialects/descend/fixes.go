package descend

import "descend/ir"

// Fixes that passes propose by name (see [ir.Fix]). They say where by the locations that the frontend gave to operations
// and parameters; the frontend, which has the tree, finds what was written there and makes the edits.

// InsertSync puts a barrier before each of the statements that operations belong to; it is none if an operation that has to come before
// the barrier belongs to one of them, too.
type InsertSync struct {
	Before []ir.Location
	After  ir.Location // may be nil
}

// SyncWithin puts a barrier between the value that an assignment stores and the store: `a = { let value = b; sync; value }`.
// First says that another one comes before the value is computed.
type SyncWithin struct {
	Assignment ir.Location
	First      bool
}

// AddClause adds a where clause to a function.
type AddClause struct {
	Func   ir.Location
	Clause string
}

// ChangeReference gives a parameter of reference type this uniqueness and memory.
type ChangeReference struct {
	Param ir.Location
	Uniq  bool
	Mem   Mem
}

// DeclareMut makes a variable or parameter `mut`.
type DeclareMut struct{ Variable ir.Location }

// InitialValue gives a variable a value where it is declared.
type InitialValue struct {
	Variable ir.Location
	Value    string
}

// OwnVariable gives each of some resources its own variable: `let[owner] x`.
type OwnVariable struct {
	Variable ir.Location
	Owner    string
}

// LendValue lends the initial value of a variable instead of moving it.
type LendValue struct{ Variable ir.Location }

// SelectWith writes other selections in the place of those of a place, which are indices or selects.
type SelectWith struct{ Selections []Selection }

// Selection is the range of a place up to and with one selection, and what is to be selected instead.
type Selection struct {
	At   ir.Location
	Text string
}

// MakeAtomic makes assignments to atomic operations: `p += v`, `p = p + v` and `p = max(p, v)` to `atomic_fetch_add(&shrd p, v)` and the like.
type MakeAtomic struct{ Assignments []ir.Location }

// At is where the first statement is.
func (f InsertSync) At() ir.Location { return f.Before[0] }

// At is where the assignment is.
func (f SyncWithin) At() ir.Location { return f.Assignment }

// At is where the function's name is.
func (f AddClause) At() ir.Location { return f.Func }

// At is where the parameter's name is.
func (f ChangeReference) At() ir.Location { return f.Param }

// At is where the variable is declared.
func (f DeclareMut) At() ir.Location { return f.Variable }

// At is where the variable is declared.
func (f InitialValue) At() ir.Location { return f.Variable }

// At is where the variable is declared.
func (f OwnVariable) At() ir.Location { return f.Variable }

// At is where the variable is declared.
func (f LendValue) At() ir.Location { return f.Variable }

// At is where the first selection is.
func (f SelectWith) At() ir.Location { return f.Selections[0].At }

// At is where the first assignment is.
func (f MakeAtomic) At() ir.Location { return f.Assignments[0] }
