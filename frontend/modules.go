package frontend

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/sema"
	"descend/frontend/source"
	"descend/frontend/std"
	"descend/ir"
	"descend/ir/spell"
)

// This file finds the modules that a program uses. A module is a file, found beside the file that uses it, then in a library that the
// command line names, then in the library of the language. A folder is no module, but names in braces behind it are of modules in it.

// loader reads modules, each once, whatever names lead to it.
type loader struct {
	Options
	c       *ir.Context
	diags   *ir.Diagnostics
	modules []*sema.Module
	sources []*source.File          // that were read
	known   map[string]*sema.Module // by the resolved names of their files
	paths   map[string]bool         // that modules have
}

// folder is where modules are looked up; fsys is that of the library of the language, nil else.
type folder struct {
	dir  string
	fsys fs.FS
}

// load gives the program, and after it all modules that it uses.
func load(c *ir.Context, sources []*source.File, o Options, diags *ir.Diagnostics) []*sema.Module {
	files := o.parseAll(c, sources, diags)
	l := &loader{Options: o, c: c, diags: diags, sources: slices.Clone(sources), known: map[string]*sema.Module{}, paths: map[string]bool{}}
	for _, p := range std.Modules() {
		l.paths[p] = true // no file of a program has the names of these
	}
	program := &sema.Module{Files: files}
	l.modules = append(l.modules, program)
	for _, f := range sources {
		l.known[Resolved(f.Name)] = program
	}
	for _, f := range files {
		l.uses(program, f, folder{dir: filepath.Dir(f.Source.Name)})
	}
	for _, b := range sema.BuiltIn {
		if l.names(b.Words) {
			l.read(folder{fsys: std.Files(), dir: "."}, strings.Split(b.Path, "::")[1:])
		}
	}
	return l.modules
}

// names says whether a file has one of the words without which it does not name what a module of the language holds that needs no `use`.
func (l *loader) names(words []string) bool {
	return slices.ContainsFunc(l.sources, func(f *source.File) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(f.Text, w) })
	})
}

// Resolved is the absolute name of a file without links, and without its version.
func Resolved(name string) string {
	name, _, _ = strings.Cut(name, VersionMark)
	if abs, err := filepath.Abs(name); err == nil {
		name = abs
	}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	return name
}

// uses finds what the declarations of a file use, and reads it.
func (l *loader) uses(m *sema.Module, f *ast.File, at folder) {
	for _, it := range f.Items {
		d, ok := it.(*ast.UseDecl)
		if !ok || d.Path[0].Name == "" {
			continue
		}
		if l.isFolder(d, at) {
			l.members(m, f, d, at)
			continue
		}
		of, rest := l.find(d, at)
		last := d.Path[len(d.Path)-1]
		switch {
		case of == nil:
			m.Uses = append(m.Uses, lost(d))
			continue
		case of == m:
			m.Uses = append(m.Uses, lost(d))
			l.diags.Errorf(d.Span().Loc(l.c), descend.CodeUnknownName, "a module does not use itself").WithLabel("`%s` is this file", last.Name).
				WithHelp("leave it out: what is declared here can be named here")
			continue
		}
		u := &sema.Use{Decl: d, Public: f.Public[d], Of: of, Via: rest, Names: d.Names}
		if n := len(rest) - 1; n >= 0 && d.Whole { // an item, or a module that another one gives on
			u.Via, u.Names = rest[:n], []*ast.UseName{{Base: rest[n].Base, Name: rest[n]}}
		}
		m.Uses = append(m.Uses, u)
	}
}

// isFolder says whether the path of a declaration with names in braces is that of a folder with modules, and of no module.
func (l *loader) isFolder(d *ast.UseDecl, at folder) bool {
	if d.Whole || len(d.Names) == 0 {
		return false
	}
	parts := make([]string, len(d.Path))
	for i, id := range d.Path {
		parts[i] = id.Name
	}
	if beside := filepath.Join(append([]string{at.dir}, parts...)...); at.fsys == nil && (l.there(beside+".desc", false) || l.there(beside, true)) {
		return !l.there(beside+".desc", false)
	}
	if lib, ok := l.Libs[parts[0]]; ok {
		if len(parts) == 1 {
			return !l.there(filepath.Join(lib, "lib.desc"), false)
		}
		inside := filepath.Join(append([]string{lib}, parts[1:]...)...)
		return l.there(inside, true) && !l.there(inside+".desc", false)
	}
	return parts[0] == "std" && len(parts) == 1
}

// there says whether there is a folder, or a file, of a name.
func (l *loader) there(name string, dir bool) bool {
	if !dir && l.Open != nil {
		if _, err := l.Open(name); err == nil {
			return true
		}
	}
	i, err := os.Stat(name)
	return err == nil && i.IsDir() == dir
}

// members finds the modules of a folder that a declaration names.
func (l *loader) members(m *sema.Module, f *ast.File, d *ast.UseDecl, at folder) {
	for _, n := range d.Names {
		one := &ast.UseDecl{Base: d.Base, Path: append(slices.Clone(d.Path), n.Name), Whole: true}
		switch of, rest := l.find(one, at); {
		case of == nil:
			m.Uses = append(m.Uses, &sema.Use{Decl: one, Names: []*ast.UseName{n}})
		case len(rest) > 0: // of a shorter path, which is another module
			l.missing(one, n.Name, at)
			m.Uses = append(m.Uses, &sema.Use{Decl: one, Names: []*ast.UseName{n}})
		default:
			if n.As != nil { // its name here
				one.Path[len(one.Path)-1] = n.As
			}
			m.Uses = append(m.Uses, &sema.Use{Decl: one, Public: f.Public[d], Of: of})
		}
	}
}

// lost is a declaration of something that was not found.
func lost(d *ast.UseDecl) *sema.Use {
	last := d.Path[len(d.Path)-1]
	if d.Names != nil {
		return &sema.Use{Decl: d, Names: d.Names}
	}
	return &sema.Use{Decl: d, Names: []*ast.UseName{{Base: last.Base, Name: last}}}
}

// missing reports a module that is not there.
func (l *loader) missing(d *ast.UseDecl, id *ast.Ident, at folder) {
	if id.Name == "std" && id == d.Path[0] {
		l.diags.Errorf(id.Span().Loc(l.c), descend.CodeUnknownName, "`std` is no module").WithLabel("it has modules").
			WithHelp("use one of them: `" + strings.Join(sema.Standard(), "`, `") + "`")
		return
	}
	e := l.diags.Errorf(id.Span().Loc(l.c), descend.CodeUnknownName, "cannot find module `%s`", id.Name).WithLabel("no file `%s.desc`", id.Name)
	if s := "std::" + id.Name; id == d.Path[0] && slices.Contains(sema.Standard(), s) {
		e.WithHelp("there is `"+s+"`", ir.Edit{Loc: id.Span().Loc(l.c), Text: s})
	} else if s := spell.Nearest(id.Name, l.near(d, id, at)); s != "" {
		e.WithHelp("there is `"+s+"` with a similar name", ir.Edit{Loc: id.Span().Loc(l.c), Text: s})
	}
	switch list := strings.Join(sema.Standard(), "`, `"); {
	case id != d.Path[0] && d.Path[0].Name == "std":
		e.Note("the modules of `std` are `%s`", list)
	case e.Help == nil:
		e.Note("modules are files beside this one, of a library that is named, `--lib name=folder`, or of `std`: `%s`", list)
	}
}

// near are the names that could stand in place of id in a declaration: of modules there.
func (l *loader) near(d *ast.UseDecl, id *ast.Ident, at folder) (out []string) {
	first := d.Path[0]
	if id != first && first.Name == "std" {
		for _, m := range sema.Standard() {
			out = append(out, strings.TrimPrefix(m, "std::"))
		}
		return out
	}
	dir := at.dir
	if lib, ok := l.Libs[first.Name]; ok && id != first {
		dir = lib
	} else if id != first {
		return nil
	} else {
		out = append(slices.Sorted(maps.Keys(l.Libs)), "std")
	}
	if at.fsys == nil {
		files, _ := filepath.Glob(filepath.Join(dir, "*.desc"))
		for _, f := range files {
			out = append(out, strings.TrimSuffix(filepath.Base(f), ".desc"))
		}
	}
	return out
}

// find finds the module that a declaration names, and what follows it in the path; nil after an error.
func (l *loader) find(d *ast.UseDecl, at folder) (*sema.Module, []*ast.Ident) {
	first := d.Path[0]
	var places []folder
	if at.fsys == nil {
		places = append(places, at)
	}
	m, rest := l.in(places, d.Path)
	lib, isLib := l.Libs[first.Name]
	switch {
	case m != nil:
		if isLib || first.Name == "std" && at.fsys == nil {
			l.diags.Warnf(first.Span().Loc(l.c), descend.CodeDuplicateName, "the module `%s` beside this file hides a library", first.Name).WithLabel("the file is meant, not the library")
		}
		return m, rest
	case isLib && len(d.Path) > 1:
		m, rest = l.in([]folder{{dir: lib}}, d.Path[1:])
	case isLib:
		m, rest = l.in([]folder{{dir: lib}}, []*ast.Ident{{Base: first.Base, Name: "lib"}})
	case first.Name == "std" && len(d.Path) > 1:
		m, rest = l.in([]folder{{fsys: std.Files(), dir: "."}}, d.Path[1:])
	case at.fsys != nil:
		m, rest = l.in([]folder{at}, d.Path)
	}
	if m == nil {
		id := first
		if (isLib || first.Name == "std") && len(d.Path) > 1 {
			id = d.Path[1]
		}
		l.missing(d, id, at)
	}
	return m, rest
}

// in finds the module with the longest path in one of the places, and what follows it.
func (l *loader) in(places []folder, ids []*ast.Ident) (*sema.Module, []*ast.Ident) {
	for _, at := range places {
		for n := len(ids); n > 0; n-- {
			parts := make([]string, n)
			for i := range n {
				parts[i] = ids[i].Name
			}
			if m := l.read(at, parts); m != nil {
				return m, ids[n:]
			}
		}
	}
	return nil, nil
}

// read reads a module, or finds it among those that were read; nil if there is no such file.
func (l *loader) read(at folder, parts []string) *sema.Module {
	name := filepath.Join(append([]string{at.dir}, parts...)...) + ".desc"
	var f *source.File
	key := std.At + path.Join(parts...)
	if at.fsys != nil {
		text, err := fs.ReadFile(at.fsys, path.Join(append([]string{at.dir}, parts...)...)+".desc")
		if err != nil {
			return nil
		}
		if m := l.known[key]; m != nil {
			return m
		}
		f = source.NewFile(key+".desc", string(text))
	} else {
		if !l.there(name, false) {
			return nil
		}
		key = Resolved(name)
		if m := l.known[key]; m != nil {
			return m
		}
		f = l.file(name)
	}
	p := strings.Join(parts, "::")
	if at.fsys != nil {
		p = "std::" + p
	}
	m := &sema.Module{Path: p, Quiet: at.fsys != nil}
	for n := 2; at.fsys == nil && l.paths[m.Path]; n++ { // another file of this name
		m.Path = p + "_" + strconv.Itoa(n)
	}
	l.paths[m.Path] = true
	l.known[key] = m
	l.modules = append(l.modules, m)
	if l.Read != nil {
		l.Read(f)
	}
	l.sources = append(l.sources, f)
	m.Files = l.parse(f, l.c, l.diags)
	inner := folder{dir: filepath.Dir(name)}
	if at.fsys != nil {
		inner = folder{dir: ".", fsys: at.fsys}
	}
	for _, tree := range m.Files {
		l.uses(m, tree, inner)
	}
	return m
}

// file is a source file. One that cannot be read is reported, and has no text.
func (l *loader) file(name string) *source.File {
	open := source.Load
	if l.Open != nil {
		open = l.Open
	}
	f, err := open(name)
	if err != nil {
		l.diags.Errorf(l.c.UnknownLoc(), descend.CodeUnknownName, "%v", err)
		f = source.NewFile(name, " ")
	}
	return f
}
