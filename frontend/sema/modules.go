package sema

import (
	"strings"

	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/std"
	"descend/ir"
	"descend/ir/spell"
)

// This file binds what modules use of each other.

// export is what a module gives others under a name: up to one thing of each kind.
type export struct {
	fn    *function
	view  *viewDef
	typ   *structDef
	alias *aliasDef
	enum  *enumDef
	value *binding
	// module is one that is used as a whole, by a declaration that ends with the name whole
	module *items
	whole  *ast.Ident
}

func (x export) empty() bool {
	return x.fn == nil && x.view == nil && x.typ == nil && x.alias == nil && x.enum == nil && x.value == nil && x.module == nil
}

// at is where something is declared.
func (x export) at() *ast.Ident {
	switch {
	case x.fn != nil:
		return x.fn.decl.Name
	case x.view != nil:
		return x.view.decl.Name
	case x.typ != nil:
		return x.typ.decl.Name
	case x.alias != nil:
		return x.alias.decl.Name
	case x.module != nil:
		return x.whole
	case x.enum != nil:
		return x.enum.decl.Name
	}
	return x.value.pending.decl.Name
}

// linker binds the names of imports.
type linker struct {
	a    *analyzer
	of   map[*Module]*items
	seen map[*items]map[string]bool // re-exports that are being followed
	used map[imported]*ast.Ident    // where a file uses something by a name
}

// imported is something that a file uses, by a name: an item, or a module.
type imported struct {
	file   *source.File
	name   string
	item   *ast.Ident
	module *items
}

// link binds what modules use.
func (a *analyzer) link(modules []*Module, of map[*Module]*items) {
	l := &linker{a, of, map[*items]map[string]bool{}, map[imported]*ast.Ident{}}
	for _, m := range modules {
		it := of[m]
		for _, u := range m.Uses {
			l.use(it, u)
		}
	}
	for _, m := range modules {
		l.paths(of[m])
	}
}

// paths binds the names of a module that lead through several others, `a::b::f`: those that stand in it, since the ways through modules
// that use each other have no end.
func (l *linker) paths(it *items) {
	bind := func(id *ast.Ident) {
		parts := strings.Split(id.Name, "::")
		of := it.modules[parts[0]]
		if of == nil || len(parts) < 3 {
			return
		}
		for i, name := range parts[1:] {
			x, private := l.find(of, name)
			switch last := i == len(parts)-2; {
			case x.empty() || private && !last:
				return
			case private:
				it.private[id.Name] = x.at()
			case last:
				l.bind(it, x, id.Name, id)
			default:
				of = x.module
			}
			if of == nil {
				return
			}
		}
	}
	if len(it.modules) == 0 {
		return
	}
	for _, f := range it.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.UseDecl:
				return false
			case *ast.Ident:
				bind(n)
			case *ast.Path:
				bind(n.Whole())
				if k := len(n.Parts) - 1; k > 0 { // of a variant: the enum
					bind((&ast.Path{Base: ast.At(n.Parts[0].Span().To(n.Parts[k-1].Span())), Parts: n.Parts[:k]}).Whole())
				}
			}
			return true
		})
	}
}

// behind is the module that a declaration is of, behind those that give it on; nil if there is none.
func (l *linker) behind(u *Use) *items {
	of := l.of[u.Of]
	if of == nil {
		return nil
	}
	for _, id := range u.Via {
		x, private := l.find(of, id.Name)
		if of = x.module; of == nil || private {
			return nil
		}
	}
	return of
}

// target is that module, too; nil after an error.
func (l *linker) target(u *Use) *items {
	of := l.of[u.Of]
	for _, id := range u.Via {
		x, private := l.find(of, id.Name)
		switch {
		case x.module == nil:
			l.a.errorf(id.Span(), unknownName, "cannot find module `%s`", id.Name).WithLabel("no file `%s.desc` there, and `%s` gives no such module on", id.Name, l.a.moduleName(of, u))
			return nil
		case private:
			l.a.privately(id, id.Name, l.a.moduleName(of, u), x.at())
			return nil
		}
		of = x.module
	}
	return of
}

// moduleName is how a declaration calls a module: the program has no path.
func (a *analyzer) moduleName(m *items, u *Use) string {
	if m.path != "" {
		return m.path
	}
	name := u.Decl.Path[0].Name
	for _, id := range u.Decl.Path {
		if len(u.Via) > 0 && id == u.Via[0] || len(u.Names) > 0 && id == u.Names[0].Name {
			break
		}
		name = id.Name
	}
	return name
}

// notInModule reports a name of a module that has none such to give; nil if the name is not of a module.
func (it *items) notInModule(id *ast.Ident) *ir.Diagnostic {
	if decl := it.private[id.Name]; decl != nil {
		return it.privately(id, decl.Name, strings.TrimSuffix(id.Name, "::"+decl.Name), decl)
	}
	first, _, qualified := strings.Cut(id.Name, "::")
	switch {
	case it.lostPaths[first] && qualified: // reported
		return &ir.Diagnostic{}
	case !qualified:
		return nil
	case it.modules[first] == nil:
		return it.notWhole(id, first)
	}
	i := strings.LastIndex(id.Name, "::")
	module, name := id.Name[:i], id.Name[i+2:]
	d := it.errorf(id.Span(), unknownName, "cannot find `%s` in module `%s`", name, module).WithLabel("not declared there, or of another kind")
	var names []string
	for _, list := range [][]string{sortedKeys(it.fns), sortedKeys(it.views), sortedKeys(it.types), sortedKeys(it.aliases), it.scope.visible(func(*binding) bool { return true })} {
		for _, n := range list {
			if of, ok := strings.CutPrefix(n, module+"::"); ok {
				names = append(names, of)
			}
		}
	}
	given(d, name, module, names)
	if d.Help != nil {
		d.Help.Edits = []ir.Edit{{Loc: id.Span().Loc(it.c), Text: module + "::" + d.Help.Edits[0].Text}}
	}
	return d
}

// declared is what a module itself declares under a name; public says whether others may use it.
func (it *items) declared(name string) (x export, public bool) {
	for _, d := range it.own {
		if d.ItemName().Name != name {
			continue
		}
		public = public || it.public[d]
		switch d.(type) {
		case *ast.FnDecl:
			x.fn = it.fns[name]
		case *ast.ViewDecl:
			x.view = it.views[name]
		case *ast.StructDecl:
			x.typ = it.types[name]
		case *ast.TypeDecl:
			x.alias = it.aliases[name]
		case *ast.EnumDecl:
			x.enum = it.enums[name]
		case *ast.ConstDecl:
			x.value = it.scope.own(name)
		}
	}
	return x, public
}

// find is what a module gives others under a name, its own or what it uses publicly; private says that it has it and keeps it.
func (l *linker) find(it *items, name string) (x export, private bool) {
	x, public := it.declared(name)
	if !x.empty() {
		return x, !public
	}
	if l.seen[it] == nil {
		l.seen[it] = map[string]bool{}
	}
	if l.seen[it][name] {
		return export{}, false
	}
	l.seen[it][name] = true
	defer delete(l.seen[it], name)
	for _, u := range it.uses {
		if id := u.Decl.Path[len(u.Decl.Path)-1]; u.Names == nil && u.Of != nil && id.Name == name {
			return export{module: l.of[u.Of], whole: id}, !u.Public
		}
		for _, n := range u.Names {
			if as := shown(n); as.Name == name {
				if of := l.behind(u); of != nil {
					x, hidden := l.find(of, n.Name.Name)
					if !x.empty() && !hidden {
						return x, !u.Public
					}
				}
			}
		}
	}
	return export{}, false
}

// shown is the name that an import gives.
func shown(n *ast.UseName) *ast.Ident {
	if n.As != nil {
		return n.As
	}
	return n.Name
}

// names are the names of what a module gives others.
func (l *linker) names(it *items) (out []string) {
	for _, d := range it.own {
		if it.public[d] {
			out = append(out, d.ItemName().Name)
		}
	}
	for _, u := range it.uses {
		if u.Public {
			if u.Names == nil {
				out = append(out, u.Decl.Path[len(u.Decl.Path)-1].Name)
			}
			for _, n := range u.Names {
				out = append(out, shown(n).Name)
			}
		}
	}
	return out
}

// use binds what one declaration brings.
func (l *linker) use(it *items, u *Use) {
	if u.Of == nil {
		for _, n := range u.Names {
			l.a.lost(it, shown(n))
		}
		return
	}
	from := l.target(u)
	if from == nil {
		for _, n := range u.Names {
			l.a.lost(it, shown(n))
		}
		return
	}
	if u.Names == nil {
		id := u.Decl.Path[len(u.Decl.Path)-1]
		if from == from.matrices || from == from.permutations {
			l.a.errorf(id.Span(), unknownName, "module `%s` has nothing to use", from.path).WithLabel("what is in it is the language's own").
				WithHelp("leave it out", withoutUse(l.a.c, u.Decl, id)...)
		}
		l.bindOnce(it, u, export{module: from, whole: id}, id)
		return
	}
	module := l.a.moduleName(from, u)
	for _, n := range u.Names {
		x, private := l.find(from, n.Name.Name)
		switch own := from == from.matrices || from == from.permutations; {
		case own && l.a.ofLanguage(n.Name, n.Name.Name) != nil:
			l.a.lost(it, shown(n))
		case x.empty():
			d := l.a.errorf(n.Name.Span(), unknownName, "cannot find `%s` in module `%s`", n.Name.Name, module).WithLabel("not declared there")
			given(d, n.Name.Name, module, l.names(from))
			l.a.lost(it, shown(n))
		case private:
			l.a.privately(n.Name, n.Name.Name, module, x.at())
			l.a.lost(it, shown(n))
		default:
			it.info.refers(n.Name, x.at().Span())
			l.bindOnce(it, u, x, shown(n))
		}
	}
}

// bindOnce binds what a declaration brings, and warns if the file has used the same by the same name.
func (l *linker) bindOnce(it *items, u *Use, x export, id *ast.Ident) {
	what := imported{file: id.Span().File, name: id.Name, module: x.module}
	if x.module == nil {
		what.item = x.at()
	}
	first, again := l.used[what]
	if !again {
		l.used[what] = id
		l.bind(it, x, id.Name, id)
		return
	}
	l.a.diags.Warnf(id.Span().Loc(l.a.c), duplicateName, "`%s` is used twice", id.Name).WithLabel("again").Relate(first.Span().Loc(l.a.c), "first used here").
		WithHelp("leave it out", withoutUse(l.a.c, u.Decl, id)...)
}

// withoutUse takes out a declaration; nothing if it is not all that brings what id names.
func withoutUse(c *ir.Context, d *ast.UseDecl, id *ast.Ident) []ir.Edit {
	at := d.Span()
	if id.Span().End != at.End {
		return nil
	}
	if strings.HasPrefix(at.File.Text[at.End:], ";") {
		at.End++
	}
	return []ir.Edit{{Loc: at.Loc(c)}}
}

// notWhole reports the name of a module before an item's where the module is not used as a whole, but items of it; nil if none are.
func (it *items) notWhole(id *ast.Ident, module string) *ir.Diagnostic {
	for _, u := range it.uses {
		path := u.Decl.Path
		if !u.Decl.Whole && u.Of != nil && path[len(path)-1].Name == module {
			var names []string
			for _, p := range path {
				names = append(names, p.Name)
			}
			text := "use " + strings.Join(names, "::") + ";"
			return it.errorf(id.Span(), unknownName, "cannot find module `%s`", module).WithLabel("items of it are used, not the module").
				Relate(u.Decl.Span().Loc(it.c), "these are").
				WithHelp("use the module, too", ir.Edit{Loc: u.Decl.Span().Head().Loc(it.c), Text: text + "\n"})
		}
	}
	return nil
}

// given says what a module gives in place of a name that it has not: one that is similar, or all if they are few.
func given(d *ir.Diagnostic, name, module string, names []string) {
	if s := spell.Nearest(name, names); s != "" {
		d.WithHelp("there is `"+s+"` with a similar name", ir.Edit{Loc: d.Loc, Text: s})
	} else if len(names) > 0 && len(names) <= 10 {
		d.Note("`%s` gives `%s`", module, strings.Join(names, "`, `"))
	}
}

// privately reports the use of an item that its module keeps to itself.
func (fs *findings) privately(id ast.Node, name, module string, decl *ast.Ident) *ir.Diagnostic {
	standard := std.Has(decl.Span().File.Name)
	if standard {
		if d := fs.ofLanguage(id, name); d != nil {
			return d
		}
	}
	d := fs.errorf(id.Span(), unknownName, "`%s` of module `%s` is private", name, module).WithLabel("declared without `pub`").
		Relate(decl.Span().Loc(fs.c), "`%s` is declared here", name)
	if standard {
		return d
	}
	return d.WithHelp("make it public there: `pub`")
}

// ofLanguage reports the use of what the language itself has, from the module in which it is written; nil if it has no such name.
func (fs *findings) ofLanguage(id ast.Node, name string) *ir.Diagnostic {
	what := "type"
	if _, ok := newBuiltins()[name]; ok {
		what = "function"
	} else if name != permutationType && name != matrixType && name != rowsType {
		return nil
	}
	return fs.errorf(id.Span(), unknownName, "`%s` is a %s of the language", name, what).WithLabel("it needs no `use`, and no module before it").
		WithHelp("write `" + name + "` where it is used, and nothing else")
}

// lost silences the uses of a name that could not be brought.
func (a *analyzer) lost(it *items, id *ast.Ident) {
	it.lostPaths[id.Name] = true
	if it.scope.own(id.Name) == nil {
		it.scope.bind(id.Name, &binding{kind: varBind, span: id.Span(), bad: true})
	}
}

// whole brings a module by a name, and what it gives others with that name before theirs.
func (l *linker) whole(it *items, x export, name string, id *ast.Ident) bool {
	switch it.modules[name] {
	case x.module:
		return true
	case nil:
	default:
		l.a.errorf(id.Span(), duplicateName, "two modules have the name `%s`", name).WithLabel("`%s` is that of another module already", name).
			WithHelp("name what is used: `use .. ::{f, g as other_g};`")
		return false
	}
	it.modules[name] = x.module
	for _, d := range x.module.own {
		if !x.module.public[d] {
			it.private[name+"::"+d.ItemName().Name] = d.ItemName()
		}
	}
	for _, n := range l.names(x.module) {
		if y, private := l.find(x.module, n); !y.empty() && !private && y.module == nil {
			l.bind(it, y, name+"::"+n, id)
		}
	}
	return true
}

// bind gives a name in a module something of another. What is there already under it, of the same kind, is an error at id: false.
func (l *linker) bind(it *items, x export, name string, id *ast.Ident) bool {
	clash := func(have *ast.Ident) {
		d := l.a.errorf(id.Span(), duplicateName, "the name `%s` is defined twice", name).WithLabel("used from a module").
			Relate(have.Span().Loc(l.a.c), "first defined here")
		if name == id.Name {
			d.WithHelp("give it another name: `.. as " + name + "_2`")
		}
	}
	if x.module != nil {
		return l.whole(it, x, name, id)
	}
	if have := it.fns[name]; x.fn != nil {
		if have != nil && have != x.fn && !(have.prelude && have.home.path == "") {
			clash(have.decl.Name)
			return false
		}
		if l.a.builtins[name] != nil {
			l.a.diags.Warnf(id.Span().Loc(l.a.c), duplicateName, "`%s` hides a function of the language", name).WithLabel("the function of the module is meant from here on")
		}
		it.fns[name] = x.fn
	}
	if have := it.views[name]; x.view != nil {
		if have != nil && have != x.view && have.home.path != "" {
			clash(have.decl.Name)
			return false
		}
		it.views[name] = x.view
	}
	if x.typ != nil || x.alias != nil || x.enum != nil {
		have, other, enum := it.types[name], it.aliases[name], it.enums[name]
		switch {
		case have != nil && have != x.typ:
			clash(have.decl.Name)
			return false
		case other != nil && other != x.alias:
			clash(other.decl.Name)
			return false
		case enum != nil && enum != x.enum:
			clash(enum.decl.Name)
			return false
		}
		switch {
		case x.typ != nil:
			it.types[name] = x.typ
		case x.alias != nil:
			it.aliases[name] = x.alias
		default:
			it.enums[name] = x.enum
		}
	}
	if x.value != nil {
		if have := it.scope.own(name); have != nil && have != x.value && have.pending != nil {
			clash(have.pending.decl.Name)
			return false
		}
		it.scope.bind(name, x.value)
	}
	return true
}
