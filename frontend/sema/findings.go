package sema

import (
	"cmp"
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/std"
	"descend/ir"
	"descend/ir/spell"
)

// This file knows which errors follow from others. Something that is declared with a wrong type gives an error wherever it is
// used, and a function that does not exist wherever it is called; one of these is reported. Within a function that is the
// first. Of errors of several functions it is decided when all are known, so that the order of the functions does not matter:
// errors that have a key in common are one error, and it is told for the function whose name comes first.

// finding is an error that may follow from others.
type finding struct {
	d      *ir.Diagnostic // nil: it follows from a syntax error
	of     *function      // in whose body it is; nil for items
	keys   []key
	unless *function // it follows if a name in this function stands for nothing
}

// findings are the errors of a program, kept until all are known. They know the files, but not what the items of these mean.
type findings struct {
	c       *ir.Context
	diags   *ir.Diagnostics
	files   []*ast.File
	list    []finding
	current *function // whose body is being elaborated, or nil
}

// errorf reports an error where it was found.
func (fs *findings) errorf(s source.Span, slug, format string, args ...any) *ir.Diagnostic {
	d := (&ir.Diagnostics{}).Errorf(s.Loc(fs.c), slug, format, args...)
	if fs.isLost(s, slug) {
		fs.list = append(fs.list, finding{})
		return d
	}
	fs.list = append(fs.list, finding{d: d, of: fs.current})
	return d
}

// warnf warns of what was found, once for all instances of a function.
func (fs *findings) warnf(s source.Span, slug, format string, args ...any) *ir.Diagnostic {
	d := (&ir.Diagnostics{}).Warnf(s.Loc(fs.c), slug, format, args...)
	fs.list = append(fs.list, finding{d: d, of: fs.current})
	return d
}

// also says what the error that was reported last is about.
func (fs *findings) also(keys []key) {
	if last := &fs.list[len(fs.list)-1]; last.d != nil {
		last.keys = keys
	}
}

// unless says that the errors from the n-th on follow if a name in f stands for nothing.
func (fs *findings) unless(f *function, n int) {
	for i := n; i < len(fs.list); i++ {
		fs.list[i].unless = f
	}
}

// settle reports the errors that were found, without those that follow from others.
func (fs *findings) settle() {
	// Errors with a common key are in one class; parents lead to the number of its representative.
	parent := make([]int, len(fs.list))
	find := func(i int) int {
		for parent[i] != i {
			i = parent[i]
		}
		return i
	}
	first := map[key]int{}
	for i, f := range fs.list {
		parent[i] = i
		for _, k := range f.keys {
			j, ok := first[k]
			if !ok {
				first[k] = i
				continue
			}
			x, y := find(i), find(j)
			if fs.before(fs.list[y], fs.list[x]) {
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
	for i, f := range fs.list {
		if f.d == nil {
			continue
		}
		if t := (told{f.d.Loc, f.d.Code, f.d.Message}); find(i) == i && !seen[t] && !(f.unless != nil && f.unless.lacks) {
			seen[t] = true
			fs.diags.Report(f.d)
		}
	}
}

// before orders the errors of a class: by the names of the functions, and in one function by their places.
func (fs *findings) before(x, y finding) bool {
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

// unknown reports a name that stands for nothing, with the nearest that would.
func (fs *findings) unknown(id *ast.Ident, what string, candidates []string) *ir.Diagnostic {
	d := fs.errorf(id.Span(), unknownName, "cannot find %s `%s`", what, id.Name).WithLabel("not found in this scope")
	if s := spell.Nearest(id.Name, candidates); s != "" {
		d.WithHelp("there is `"+s+"` with a similar name", ir.Edit{Loc: id.Span().Loc(fs.c), Text: s})
	} else if module, item := standardModule(id.Name); module != "" {
		s, name := id.Span(), module[strings.LastIndex(module, ":")+1:]+"::"+item
		start := source.Span{File: s.File}
		d.WithHelp("use the module of the language", ir.Edit{Loc: start.Loc(fs.c), Text: "use " + module + ";\n"}, ir.Edit{Loc: s.Loc(fs.c), Text: name})
	}
	return d
}

// standardModule is the module of the language that a path names, "std::array" of `array::sum` and of `std::array::sum`, and the item of it;
// "" if it names none.
func standardModule(path string) (module, item string) {
	name, item, _ := strings.Cut(strings.TrimPrefix(path, "std::"), "::")
	if item != "" && slices.Contains(std.Modules(), "std::"+name) {
		return "std::" + name, item
	}
	return "", ""
}

// unknownField reports a name that is no field of a struct.
func (fs *findings) unknownField(id *ast.Ident, t *descend.StructType) {
	names := fieldNames(t)
	d := fs.unknown(id, "field", names)
	d.Message += " of struct `" + t.Name + "`"
	d.WithLabel("not a field of `%s`", t.Name)
	if d.Help == nil && len(names) > 0 && len(names) <= 10 {
		d.Note("the fields are `%s`", strings.Join(names, "`, `"))
	}
}

// wrongKind reports a name that stands for something of another kind.
func (fs *findings) wrongKind(s source.Span, want, name string, b *binding) *ir.Diagnostic {
	d := fs.errorf(s, kindMismatch, "expected %s, found %s `%s`", want, bindNames[b.kind], name).WithLabel("not %s", want)
	if b.span.Known() {
		d.Relate(b.span.Loc(fs.c), "`%s` is defined here", name)
	}
	if b.kind == constBind && want == "a nat" && b.constant != nil && isInteger(b.constant.typ) {
		d.WithHelp("sizes are constants of the kind `nat`", ir.Edit{Loc: b.constant.decl.Type.Span().Loc(fs.c), Text: "nat"})
	}
	if b.kind == varBind && want == "a nat" {
		d.WithHelp("where the CPU executes, a size is made of a value: `let nat " + name + " = ..`")
	}
	return d
}
