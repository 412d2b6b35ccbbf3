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
	files map[*source.File]*tables
	// body is the file of the function that is elaborated, if what is found out of it may be kept.
	body *source.File
	open []source.Span // of the terms of the body that is being elaborated: their types may have unknowns
}

// tables are what was found out of a file: body by elaborating the function that it consists of, if that may be kept, head all else.
type tables struct {
	head, body *table
	kept       bool // body is of another analysis, see Cache
}

// table has what stands in the ranges of a file. Its maps are made when something is put into them.
type table struct {
	size      int // of the file, in bytes
	uses      map[extent][]Place
	builtin   map[extent]bool
	terms     map[extent]ir.Type
	variables map[source.Pos]ir.Type
	resources map[source.Pos]*exec.Type
}

// extent is a range of a file.
type extent struct{ start, end source.Pos }

func extentOf(s source.Span) extent { return extent{s.Start, s.End} }

// set puts something into a map, which is made with room for one entry of so many bytes of the file: maps that grow are copied.
func set[K comparable, V any](m *map[K]V, size int, k K, v V) {
	if *m == nil {
		*m = make(map[K]V, size)
	}
	(*m)[k] = v
}

// Place is where a name stands.
type Place struct {
	File  *source.File
	Start source.Pos
}

// PlaceOf is where a node starts.
func PlaceOf(n ast.Node) Place { return placeOf(n.Span()) }

func placeOf(s source.Span) Place { return Place{s.File, s.Start} }

// NewInfo returns an empty table.
func NewInfo() *Info { return &Info{files: map[*source.File]*tables{}} }

// of is the table for what stands in a file.
func (t *Info) of(f *source.File) *table {
	ts := t.tables(f)
	if t.body == f {
		if ts.body == nil {
			ts.body = &table{size: len(f.Text)}
		}
		return ts.body
	}
	return ts.head
}

func (t *Info) tables(f *source.File) *tables {
	ts := t.files[f]
	if ts == nil {
		ts = &tables{head: &table{size: len(f.Text)}}
		t.files[f] = ts
	}
	return ts
}

// each calls visit for the tables of a file.
func (t *Info) each(f *source.File, visit func(*table)) {
	if ts := t.files[f]; ts != nil {
		visit(ts.head)
		if ts.body != nil {
			visit(ts.body)
		}
	}
}

// Uses calls visit for the names of a file and what they stand for: a declared name, and for a field that is set to the variable of its
// name, `P { x }`, which is a use of both, two of them.
func (t *Info) Uses(f *source.File, visit func(at source.Span, of Place)) {
	t.each(f, func(t *table) {
		for at, list := range t.uses {
			for _, of := range list {
				visit(source.Span{File: f, Start: at.start, End: at.end}, of)
			}
		}
	})
}

// Builtin says whether a name is one that the language defines.
func (t *Info) Builtin(at source.Span) (is bool) {
	t.each(at.File, func(t *table) { is = is || t.builtin[extentOf(at)] })
	return is
}

// Term is the type of the term with a range, of a place that of what it holds; nil if it is not known.
func (t *Info) Term(at source.Span) (typ ir.Type) {
	t.each(at.File, func(t *table) {
		if found := t.terms[extentOf(at)]; found != nil {
			typ = found
		}
	})
	return typ
}

// Variable is the type of a variable that is declared at a place.
func (t *Info) Variable(at Place) (typ ir.Type) {
	t.each(at.File, func(t *table) {
		if found := t.variables[at.Start]; found != nil {
			typ = found
		}
	})
	return typ
}

// Resource is the type of a resource that is declared at a place.
func (t *Info) Resource(at Place) (typ *exec.Type) {
	t.each(at.File, func(t *table) {
		if found := t.resources[at.Start]; found != nil {
			typ = found
		}
	})
	return typ
}

// The methods below note something; they do nothing without a table.

// refers notes that a name stands for what is declared at a range.
func (t *Info) refers(id ast.Node, to source.Span) {
	if t == nil || !to.Known() || !id.Span().Known() {
		return
	}
	of, at := t.of(id.Span().File), extentOf(id.Span())
	if !slices.Contains(of.uses[at], placeOf(to)) {
		set(&of.uses, of.size/20, at, append(of.uses[at], placeOf(to)))
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
		of := t.of(id.Span().File)
		set(&of.builtin, of.size/70, extentOf(id.Span()), true)
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
		t.settled(id.Span(), typ)
	}
}

// settled gives a variable that is declared at a range another type.
func (t *Info) settled(at source.Span, typ ir.Type) {
	if t != nil && at.Known() {
		of := t.of(at.File)
		set(&of.variables, of.size/100, at.Start, typ)
	}
}

func (t *Info) resource(id ast.Node, typ *exec.Type) {
	if t != nil {
		of := t.of(id.Span().File)
		set(&of.resources, of.size/130, id.Span().Start, typ)
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
	t.putTerm(x.Span(), typ)
	t.open = append(t.open, x.Span())
	return v
}

func (t *Info) putTerm(at source.Span, typ ir.Type) {
	of := t.of(at.File)
	set(&of.terms, of.size/16, extentOf(at), typ)
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
		t.putTerm(s, i.Type(t.of(s.File).terms[extentOf(s)]))
	}
	t.open = t.open[:0]
}
