package sema

import (
	"cmp"
	"slices"

	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// This file knows which errors follow from others. Something that is declared with a wrong type gives an error wherever it is
// used, and a function that does not exist wherever it is called; one of these is reported. Within a function that is the
// first. Of errors of several functions it is decided when all are known, so that the order of the functions does not matter:
// errors that have a key in common are one error, and it is told for the function whose name comes first.

// keyKind says what a [key] is.
type keyKind int

const (
	field      keyKind = iota + 1 // a field of that name
	declAt                        // what is declared at a place: a variable, parameter or function
	noFunction                    // a function of that name, which does not exist
)

// key is something that an error is about; types, if there are any, are two that met there.
type key struct {
	kind  keyKind
	name  string
	file  *source.File
	start source.Pos
	types string
}

func declaredAt(id ast.Node) key {
	return key{kind: declAt, file: id.Span().File, start: id.Span().Start}
}

// finding is an error that may follow from others.
type finding struct {
	d      *ir.Diagnostic // nil: it follows from a syntax error
	of     *function      // in whose body it is; nil for items
	keys   []key
	unless *function // it follows if a name in this function stands for nothing
}

// errorf reports an error where it was found.
func (a *analyzer) errorf(s source.Span, slug, format string, args ...any) *ir.Diagnostic {
	d := (&ir.Diagnostics{}).Errorf(s.Loc(a.c), slug, format, args...)
	if a.isLost(s, slug) {
		a.found = append(a.found, finding{})
		return d
	}
	a.found = append(a.found, finding{d: d, of: a.current})
	return d
}

// also says what the error that was reported last is about.
func (a *analyzer) also(keys []key) {
	if last := &a.found[len(a.found)-1]; last.d != nil {
		last.keys = keys
	}
}

// unless says that the errors from the n-th on follow if a name in f stands for nothing.
func (a *analyzer) unless(f *function, n int) {
	for i := n; i < len(a.found); i++ {
		a.found[i].unless = f
	}
}

// settle reports the errors that were found, without those that follow from others.
func (a *analyzer) settle() {
	// Errors with a common key are in one class; parents lead to the number of its representative.
	parent := make([]int, len(a.found))
	find := func(i int) int {
		for parent[i] != i {
			i = parent[i]
		}
		return i
	}
	first := map[key]int{}
	for i, f := range a.found {
		parent[i] = i
		for _, k := range f.keys {
			j, ok := first[k]
			if !ok {
				first[k] = i
				continue
			}
			x, y := find(i), find(j)
			if a.before(a.found[y], a.found[x]) {
				x, y = y, x
			}
			parent[y] = x
		}
	}
	type told struct {
		loc           ir.Location
		code, message string
	}
	seen := map[told]bool{} // an instance of a function for views has the errors of the function
	for i, f := range a.found {
		if f.d == nil {
			continue
		}
		if t := (told{f.d.Loc, f.d.Code, f.d.Message}); find(i) == i && !seen[t] && !(f.unless != nil && f.unless.lacks) {
			seen[t] = true
			a.diags.Report(f.d)
		}
	}
}

// before orders the errors of a class: by the names of the functions, and in one function by their places.
func (a *analyzer) before(x, y finding) bool {
	place := func(f finding) (name string, line, col int) {
		if f.of != nil {
			name = f.of.name
		}
		r := ir.RangeOf(f.d.Loc)
		return name, r.Line, r.Col
	}
	n1, l1, c1 := place(x)
	n2, l2, c2 := place(y)
	return cmp.Or(cmp.Compare(n1, n2), cmp.Compare(l1, l2), cmp.Compare(c1, c2)) < 0
}

// reported says whether an error of this function is about one of these; from now on all of them are.
func (e *elab) reported(keys []key) bool {
	before := slices.ContainsFunc(keys, func(k key) bool { return e.about[k] })
	for _, k := range keys {
		e.about[k] = true
	}
	return before
}

// declaredBy is the variable that a pattern declares, if it is one.
func declaredBy(p ast.Pattern) key {
	if n, ok := p.(*ast.NamePattern); ok {
		return declaredAt(n.Name)
	}
	return key{}
}

// aReference is the difference of a type that is a reference and one that is none.
const aReference = "a reference"

// difference names the innermost parts in which two types differ, in either order; empty if that says nothing about how
// something is declared: that a reference is not unique, that a view is no array.
func difference(want, got ir.Type) string {
	switch w := want.(type) {
	case *descend.RefType:
		g, ok := got.(*descend.RefType)
		switch {
		case !ok:
			return aReference
		case w.Mem != g.Mem:
			return unordered(string(w.Mem), string(g.Mem))
		case w.Elem != g.Elem:
			return difference(w.Elem, g.Elem)
		}
		return ""
	case *descend.BoxType:
		if g, ok := got.(*descend.BoxType); ok {
			if w.Mem != g.Mem {
				return unordered(string(w.Mem), string(g.Mem))
			}
			return difference(w.Elem, g.Elem)
		}
	case *descend.ArrayType:
		if g, ok := got.(*descend.ArrayType); ok {
			if w.Elem != g.Elem {
				return difference(w.Elem, g.Elem)
			}
			if w.View != g.View {
				return ""
			}
			return unordered(w.Size.String(), g.Size.String())
		}
	case *descend.StructType:
		if f, g, ok := differentField(w, got); ok {
			return difference(f.Type, g.Type)
		}
	case *ir.TupleType:
		if g, ok := got.(*ir.TupleType); ok && len(w.Types) == len(g.Types) {
			for i, t := range w.Types {
				if t != g.Types[i] {
					return difference(t, g.Types[i])
				}
			}
		}
	}
	if _, ok := got.(*descend.RefType); ok {
		return aReference
	}
	return unordered(want.String(), got.String())
}

// differentField is the first field in which two types of one struct differ.
func differentField(want *descend.StructType, got ir.Type) (w, g descend.Field, ok bool) {
	s, isStruct := got.(*descend.StructType)
	if !isStruct || s.Name != want.Name || len(s.Fields) != len(want.Fields) {
		return w, g, false
	}
	for i, f := range want.Fields {
		if f.Type != s.Fields[i].Type {
			return f, s.Fields[i], true
		}
	}
	return w, g, false
}

func unordered(a, b string) string { return min(a, b) + " " + max(a, b) }

// clash is what takes part where two types meet at terms: what the names in these stand for, what the context wants a type for,
// and what is assigned.
func (e *elab) clash(want, got ir.Type, terms ...ast.Node) []key {
	types := difference(want, got)
	if types == "" {
		return nil
	}
	var all []key
	for _, x := range terms {
		all = e.declaredIn(all, x, 0)
		if r := e.because; r != nil && types != aReference && r.at == x.Span() && r.who != (key{}) {
			all = append(all, r.who)
		}
	}
	if e.written != nil && want == descend.ElemOf(e.written) {
		all = e.declaredIn(all, e.writtenAt, 0)
	}
	for i := range all {
		all[i].types = types
	}
	return all
}

// maxInitials is how far the types of variables are followed to other variables.
const maxInitials = 4

// declaredIn adds what the names in a term stand for, and those in the initial values that give these their types.
func (e *elab) declaredIn(all []key, x ast.Node, depth int) []key {
	if x == nil || depth > maxInitials {
		return all
	}
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Member:
			all = append(all, key{kind: field, name: n.Step.Name.Name})
			all = e.declaredIn(all, n.X, depth)
			return false
		case *ast.Call:
			all = e.calledIn(all, n.Fun)
		case *ast.Launch:
			all = e.calledIn(all, n.Fun)
		case *ast.Ident:
			if b := e.scope.lookup(n.Name); b != nil && b.kind == varBind && b.span.Known() {
				all = append(all, key{kind: declAt, file: b.span.File, start: b.span.Start})
				if b.init != nil {
					all = e.declaredIn(all, b.init, depth+1)
				}
			}
		}
		return true
	})
	return all
}

func (e *elab) calledIn(all []key, p *ast.Path) []key {
	if f := e.a.fns[p.String()]; f != nil && !f.prelude {
		all = append(all, declaredAt(f.decl.Name))
	}
	return all
}
