package sema

import (
	"descend/frontend/ast"
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
	value *binding
}

func (x export) empty() bool {
	return x.fn == nil && x.view == nil && x.typ == nil && x.alias == nil && x.value == nil
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
	}
	return x.value.pending.decl.Name
}

// linker binds the names of imports.
type linker struct {
	a    *analyzer
	of   map[*Module]*items
	seen map[*items]map[string]bool // re-exports that are being followed
}

// link binds what modules use.
func (a *analyzer) link(modules []*Module, of map[*Module]*items) {
	l := &linker{a, of, map[*items]map[string]bool{}}
	for _, m := range modules {
		it := of[m]
		for _, u := range m.Uses {
			l.use(it, u)
		}
	}
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
		for _, n := range u.Names {
			if as := shown(n); as.Name == name {
				x, hidden := l.find(l.of[u.Of], n.Name.Name)
				if !x.empty() && !hidden {
					return x, !u.Public
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
			for _, n := range u.Names {
				out = append(out, shown(n).Name)
			}
		}
	}
	return out
}

// use binds what one declaration brings.
func (l *linker) use(it *items, u *Use) {
	from := l.of[u.Of]
	if u.Names == nil {
		prefix := u.Decl.Path[len(u.Decl.Path)-1].Name + "::"
		for _, d := range from.own {
			if !from.public[d] {
				it.private[prefix+d.ItemName().Name] = d.ItemName()
			}
		}
		for _, name := range l.names(from) {
			if x, private := l.find(from, name); !x.empty() && !private {
				if !l.bind(it, x, prefix+name, u.Decl.Path[len(u.Decl.Path)-1]) {
					return
				}
			}
		}
		return
	}
	module := from.path
	for _, id := range u.Decl.Path {
		if from.path == "" && id != u.Names[0].Name { // the program has no path: what the declaration says
			module = id.Name
		}
	}
	for _, n := range u.Names {
		x, private := l.find(from, n.Name.Name)
		switch {
		case x.empty():
			d := l.a.errorf(n.Name.Span(), unknownName, "cannot find `%s` in module `%s`", n.Name.Name, module).WithLabel("not declared there")
			if s := spell.Nearest(n.Name.Name, l.names(from)); s != "" {
				d.WithHelp("there is `"+s+"` with a similar name", ir.Edit{Loc: n.Name.Span().Loc(l.a.c), Text: s})
			}
			l.a.lost(it, shown(n))
		case private:
			l.a.privately(n.Name, n.Name.Name, module, x.at())
			l.a.lost(it, shown(n))
		default:
			it.info.refers(n.Name, x.at().Span())
			l.bind(it, x, shown(n).Name, shown(n))
		}
	}
}

// privately reports the use of an item that its module keeps to itself.
func (fs *findings) privately(id ast.Node, name, module string, decl *ast.Ident) {
	fs.errorf(id.Span(), unknownName, "`%s` of module `%s` is private", name, module).WithLabel("declared without `pub`").
		Relate(decl.Span().Loc(fs.c), "`%s` is declared here", name).WithHelp("make it public there: `pub`")
}

// lost silences the uses of a name that could not be brought.
func (a *analyzer) lost(it *items, id *ast.Ident) {
	if it.scope.own(id.Name) == nil {
		it.scope.bind(id.Name, &binding{kind: varBind, span: id.Span(), bad: true})
	}
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
	if x.typ != nil || x.alias != nil {
		have, other := it.types[name], it.aliases[name]
		switch {
		case have != nil && have != x.typ:
			clash(have.decl.Name)
			return false
		case other != nil && other != x.alias:
			clash(other.decl.Name)
			return false
		}
		if x.typ != nil {
			it.types[name] = x.typ
		} else {
			it.aliases[name] = x.alias
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
