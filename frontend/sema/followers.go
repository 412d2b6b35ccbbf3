package sema

import (
	"regexp"

	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// This file knows which errors follow from reported ones. Something that is declared with a wrong type gives an error
// wherever it is used. Only the first is reported: a clash of two types is silent if the same two have clashed at something
// that takes part in both, a variable, parameter, field or function.

// clash is two types that met at something declared.
type clash struct {
	types string
	at    declared
}

// declared is something with a type: where it is declared, or the name of a field.
type declared struct {
	file  *source.File
	start source.Pos
	field string
}

func declaredAt(s source.Span) declared { return declared{file: s.File, start: s.Start} }

// declaredBy is the variable that a pattern declares, if it is one.
func declaredBy(p ast.Pattern) declared {
	if n, ok := p.(*ast.NamePattern); ok {
		return declaredAt(n.Name.Span())
	}
	return declared{}
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

// follows says whether a clash of two types at terms follows from a reported one, and remembers it.
func (e *elab) follows(want, got ir.Type, terms ...source.Span) bool {
	types, before := difference(want, got), false
	if types == "" {
		return false
	}
	var all []declared
	for _, s := range terms {
		all = append(all, e.declaredIn(s, 0)...)
		if r := e.because; r != nil && types != aReference && r.at == s && r.who != (declared{}) {
			all = append(all, r.who)
		}
	}
	if e.written != nil && want == descend.ElemOf(e.written) {
		all = append(all, e.declaredIn(e.writtenAt, 0)...)
	}
	for _, d := range all {
		before = before || e.a.clashes[clash{types, d}]
	}
	for _, d := range all {
		e.a.clashes[clash{types, d}] = true
	}
	if before {
		e.bad = true
	}
	return before
}

// maxInitials is how far the types of variables are followed to other variables.
const maxInitials = 4

// namePattern matches a name with what stands before it, if it is a field, and after it, if it is that of a function.
var namePattern = regexp.MustCompile(`(\.?)([A-Za-z_]\w*)(\(|::)?`)

// declaredIn lists what the names in the text of a term stand for, and those in the initial values that give these their types.
func (e *elab) declaredIn(s source.Span, depth int) []declared {
	if !s.Known() || depth > maxInitials {
		return nil
	}
	var out []declared
	for _, m := range namePattern.FindAllStringSubmatch(s.Text(), -1) {
		name := m[2]
		if m[1] != "" {
			out = append(out, declared{field: name})
			continue
		}
		if f := e.a.fns[name]; f != nil && m[3] != "" && !f.prelude {
			out = append(out, declaredAt(f.decl.Name.Span()))
		} else if b := e.scope.lookup(name); b != nil && b.kind == varBind && b.span.Known() {
			out = append(out, declaredAt(b.span))
			out = append(out, e.declaredIn(b.init, depth+1)...)
		}
	}
	return out
}
