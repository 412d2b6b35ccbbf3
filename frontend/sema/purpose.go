package sema

import (
	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// purpose says what the term that is being elaborated is for. Only messages and what they propose depend on it: no value or type
// does.
type purpose struct {
	because *reason  // why a type is expected of a term, or nil
	toUniq  *ir.Help // how the borrow becomes unique, if it should be, or nil

	assigning *ast.Ident  // the variable that is being assigned as a whole, or nil
	initial   source.Span // of the initial value of a `let`
	written   *ir.Value   // the place on the left of the assignment whose right side is being elaborated, or nil
	writtenAt ast.Expr

	launching *ast.Launch // whose arguments are being elaborated, or nil
	lending   ast.Expr    // an argument that is read through a reference to it, or nil
	countFrom ast.Expr    // from which a loop counts up to a value, or nil: a whole number

	formula ast.Expr  // the largest term of operators around, or nil
	indexed *indexing // the index of which that is, or nil

	usage *usage // of the function, once a message needs it
}

// reason says why a term is to have a type: where something is declared and what it is.
type reason struct {
	of      ast.Node // the term
	decl    source.Span
	text    string
	who     key      // what has the type
	first   ast.Expr // the term that has it, or nil
	doubted bool     // the term has another type: either may be what was meant
	param   *param   // that has the type, if one has
}

// indexing is an index that is being elaborated and the type of the array.
type indexing struct {
	x     *ast.Index
	array *descend.ArrayType
}

// apart elaborates something that is no part of the formula around it.
func (e *purpose) apart(f func() *ir.Value) *ir.Value {
	formula, indexed := e.formula, e.indexed
	e.formula, e.indexed = nil, nil
	defer func() { e.formula, e.indexed = formula, indexed }()
	return f()
}
