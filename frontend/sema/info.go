package sema

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/frontend/ast"
	"descend/frontend/sema/infer"
	"descend/frontend/source"
	"descend/ir"
)

// Info is what the analysis finds out of a program and the IR does not keep: what names stand for, and the types of terms,
// variables and resources. It holds of erroneous programs what could be found: an error loses what depends on it. What is keyed
// by a place is what stands there in the source; instances of a function find out the same of it once more.
type Info struct {
	// Uses are the places of the declared names that a name stands for: one, but for a field that is set to the variable of its
	// name, `P { x }`, which is a use of both.
	Uses map[source.Span][]Place
	// Builtin are the names that the language defines.
	Builtin map[source.Span]bool
	// Terms are the types of terms, by their ranges; of a place that of what it holds.
	Terms map[source.Span]ir.Type
	// Variables and Resources are the types of what is declared.
	Variables map[Place]ir.Type
	Resources map[Place]*exec.Type

	open []source.Span // of the terms of the body that is being elaborated: their types may have unknowns
}

// Place is where a name stands.
type Place struct {
	File  *source.File
	Start source.Pos
}

// PlaceOf is where a node starts.
func PlaceOf(n ast.Node) Place { return placeOf(n.Span()) }

func placeOf(s source.Span) Place { return Place{s.File, s.Start} }

// NewInfo returns an empty table for a program of so many bytes: with room for what is usual there, as maps that grow are copied.
func NewInfo(size int) *Info {
	return &Info{Uses: make(map[source.Span][]Place, size/20), Builtin: make(map[source.Span]bool, size/70), Terms: make(map[source.Span]ir.Type, size/16),
		Variables: make(map[Place]ir.Type, size/100), Resources: make(map[Place]*exec.Type, size/130)}
}

// The methods below note something; they do nothing without a table.

// refers notes that a name stands for what is declared at a range.
func (t *Info) refers(id ast.Node, to source.Span) {
	if t == nil || !to.Known() || !id.Span().Known() {
		return
	}
	if at := id.Span(); !slices.Contains(t.Uses[at], placeOf(to)) {
		t.Uses[at] = append(t.Uses[at], placeOf(to))
	}
}

// bound notes that a name stands for a binding, and gives that back.
func (t *Info) bound(id ast.Node, b *binding) *binding {
	if t != nil && b != nil && b.span != id.Span() { // what stands for nothing is bound to its first use, arguments of a named function to its name
		t.refers(id, b.span)
	}
	return b
}

func (t *Info) builtin(id ast.Node) {
	if t != nil {
		t.Builtin[id.Span()] = true
	}
}

// functionsOfNats notes the names of min and max in a term that is a nat.
func (t *Info) functionsOfNats(x ast.Expr) {
	if t == nil {
		return
	}
	ast.Inspect(x, func(n ast.Node) bool {
		if c, ok := n.(*ast.Call); ok {
			t.builtin(c.Fun)
		}
		return true
	})
}

func (t *Info) variable(id ast.Node, typ ir.Type) {
	if t != nil && typ != nil {
		t.Variables[PlaceOf(id)] = typ
	}
}

// settled gives a variable that is declared at a range another type.
func (t *Info) settled(at source.Span, typ ir.Type) {
	if t != nil {
		t.Variables[placeOf(at)] = typ
	}
}

func (t *Info) resource(id ast.Node, typ *exec.Type) {
	if t != nil {
		t.Resources[PlaceOf(id)] = typ
	}
}

// term notes the type of a value or of what a place holds, and gives that back.
func (t *Info) term(x ast.Expr, v *ir.Value) *ir.Value {
	if t == nil || v == nil {
		return v
	}
	typ := v.Type()
	if p, ok := typ.(*descend.PlaceType); ok {
		typ = p.Elem
	}
	t.Terms[x.Span()] = typ
	t.open = append(t.open, x.Span())
	return v
}

// apart sets the terms with open types aside for the body of another function, until what it gives is called.
func (t *Info) apart() func() {
	if t == nil {
		return func() {}
	}
	open := t.open
	t.open = nil
	return func() { t.open = open }
}

// settle puts the types that were inferred for unknowns.
func (t *Info) settle(i *infer.Solver) {
	if t == nil {
		return
	}
	for _, s := range t.open {
		t.Terms[s] = i.Type(t.Terms[s])
	}
	t.open = t.open[:0]
}
