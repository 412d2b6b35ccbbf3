package sema

import (
	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// This file says what an error is about, so that those that follow from it are known.

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
	types difference
}

func declaredAt(id ast.Node) key {
	return key{kind: declAt, file: id.Span().File, start: id.Span().Start}
}

// declaredBy is the variable that a pattern declares, if it is one.
func declaredBy(p ast.Pattern) key {
	if n, ok := p.(*ast.NamePattern); ok {
		return declaredAt(n.Name)
	}
	return key{}
}

// difference is where two types differ: the innermost types, memories or sizes, in either order. It is empty if that says nothing
// about how something is declared: that a reference is not unique, that a view is no array.
type difference struct{ a, b any }

// aReference is the difference of a type that is a reference and one that is none.
var aReference = difference{a: "a reference"}

// differenceOf is the difference of two types.
func differenceOf(want, got ir.Type) difference {
	switch w := want.(type) {
	case *descend.RefType:
		g, ok := got.(*descend.RefType)
		switch {
		case !ok:
			return aReference
		case w.Mem != g.Mem:
			return between(w.Mem, g.Mem, w.Mem < g.Mem)
		case w.Elem != g.Elem:
			return differenceOf(w.Elem, g.Elem)
		}
		return difference{}
	case *descend.BoxType:
		if g, ok := got.(*descend.BoxType); ok {
			if w.Mem != g.Mem {
				return between(w.Mem, g.Mem, w.Mem < g.Mem)
			}
			return differenceOf(w.Elem, g.Elem)
		}
	case *descend.ArrayType:
		if g, ok := got.(*descend.ArrayType); ok {
			if w.Elem != g.Elem {
				return differenceOf(w.Elem, g.Elem)
			}
			if w.View != g.View {
				return difference{}
			}
			return between(w.Size.Key(), g.Size.Key(), w.Size.Key() < g.Size.Key())
		}
	case *descend.StructType:
		if f, g, ok := differentField(w, got); ok {
			return differenceOf(f.Type, g.Type)
		}
	case *ir.TupleType:
		if g, ok := got.(*ir.TupleType); ok && len(w.Types) == len(g.Types) {
			for i, t := range w.Types {
				if t != g.Types[i] {
					return differenceOf(t, g.Types[i])
				}
			}
		}
	}
	if _, ok := got.(*descend.RefType); ok {
		return aReference
	}
	return between(want, got, want.String() < got.String())
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

func between(a, b any, ordered bool) difference {
	if ordered {
		return difference{a, b}
	}
	return difference{b, a}
}

// clash is what takes part where two types meet at terms: what the names in these stand for, what the context wants a type for,
// and what is assigned.
func (e *matcher) clash(want, got ir.Type, terms ...ast.Node) []key {
	types := differenceOf(want, got)
	if types == (difference{}) {
		return nil
	}
	var all []key
	for _, x := range terms {
		all = e.declaredIn(all, x, 0)
		if r := e.because; r != nil && types != aReference && r.of == x && r.who != (key{}) {
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
func (e *matcher) declaredIn(all []key, x ast.Node, depth int) []key {
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

func (e *matcher) calledIn(all []key, p *ast.Path) []key {
	if f := e.items.fns[p.String()]; f != nil && !f.prelude {
		all = append(all, declaredAt(f.decl.Name))
	}
	return all
}
