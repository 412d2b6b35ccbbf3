package sema

import (
	"maps"

	"descend/dialects/view"
	"descend/frontend/ast"
)

// maxViewSteps bounds the basic views of one expansion, so that definitions that double each other end.
const maxViewSteps = 2048

// viewDef is a view definition of the program or the prelude.
type viewDef struct {
	decl     *ast.ViewDecl
	home     *items
	key      string // its name with that of its module, which no other view has
	generics []generic
	scope    *scope
	bad      bool
	state    int // of the search for recursion: 0 new, 1 open, 2 done
}

// viewClosure is a chain of views given as an argument, with the scope that its names belong to.
type viewClosure struct {
	chain *ast.ViewChain
	scope *scope
}

// viewAliases are second names of basic views.
var viewAliases = map[string]string{"grp": "group", "transp": "transpose", "rev": "reverse", "to_view": "identity"}

// basicViews are the views of the language with the attributes for the nats that each takes: those of the dialect, and what
// is written like a view.
var basicViews = func() map[string][]string {
	m := view.Basic()
	maps.Copy(m, map[string][]string{"map": nil, "pad_up": {"size"}, "index": {"index"}, "fst": nil, "snd": nil, "identity": nil})
	return m
}()

func basicView(name string) (string, bool) {
	if n, ok := viewAliases[name]; ok {
		name = n
	}
	_, ok := basicViews[name]
	return name, ok
}

// Views are the names of the views of the language, sorted.
func Views() []string { return sortedKeys(basicViews) }

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// viewGenerics resolves the generics of view definitions.
func (a *analyzer) viewGenerics() {
	for _, name := range sortedKeys(a.views) {
		v := a.views[name]
		if v.home != a.items {
			continue
		}
		sc := a.scope.child()
		gs, ok := a.generics(v.decl.Generics, sc)
		v.generics, v.bad = gs, !ok || a.hasLost(v.decl)
		for _, p := range v.decl.Params {
			if sc.own(p.Name.Name) != nil {
				a.errorf(p.Name.Span(), duplicateName, "the parameter `%s` is defined twice", p.Name.Name).WithLabel("second definition")
				v.bad = true
			}
			sc.bind(p.Name.Name, &binding{kind: viewBind, span: p.Name.Span()})
		}
		v.scope = sc
	}
}

// checkViews checks the names in view definitions and that none is defined by itself.
func (a *analyzer) checkViews() {
	for _, name := range sortedKeys(a.views) {
		v := a.views[name]
		if v.home != a.items {
			continue
		}
		r := &resolver{items: a.items, scope: v.scope}
		r.conditions(v.decl.Where, "view")
		r.viewChain(v.decl.Chain)
		v.bad = v.bad || r.bad
	}
	for _, name := range sortedKeys(a.views) {
		if v := a.views[name]; v.home == a.items {
			a.findViewCycle(v)
		}
	}
}

// viewChain checks the names and arguments of a chain without applying it.
func (r *resolver) viewChain(ch *ast.ViewChain) {
	if ch == nil {
		r.bad = true
		return
	}
	for _, s := range ch.Steps {
		for _, v := range s.Views {
			r.viewChain(v)
		}
		if s.Order != nil {
			r.fail(s.Order.Span(), kindMismatch, "a permutation is no part of a view without a place").WithLabel("a value, which sizes and views do not have").
				WithHelp("permute the place: `x.permute(" + s.Order.Span().Text() + ")`")
			continue
		}
		name := s.Name.Name
		if b := r.scope.lookup(name); b != nil && b.kind == viewBind || isDigits(name) {
			r.items.info.bound(s.Name, b)
			continue
		}
		if d := r.items.view(name); d != nil {
			r.items.info.refers(s.Name, d.decl.Name.Span())
			r.genericArgs(d.generics, s.Args, s.Span(), "view `"+name+"`")
			continue
		}
		if _, ok := basicView(name); ok {
			r.items.info.builtin(s.Name)
			for _, g := range s.Args {
				r.genericArg(generic{name: name, kind: ast.KindNat, span: s.Name.Span()}, g, s.Span())
			}
			continue
		}
		if r.bad = true; r.items.notInModule(s.Name) == nil {
			r.items.unknown(s.Name, "view", r.items.viewNames())
		}
	}
}

// view is the view of a name; of the views that an instance is made for the name is a key.
func (it *items) view(name string) *viewDef {
	if it.views == nil {
		return it.named[name]
	}
	return it.views[name]
}

func (it *items) viewNames() []string {
	return append(sortedKeys(it.views), sortedKeys(basicViews)...)
}

// findViewCycle reports a view that uses itself.
func (a *analyzer) findViewCycle(v *viewDef) bool {
	switch v.state {
	case 1:
		a.errorf(v.decl.Name.Span(), kindMismatch, "view `%s` is defined by itself", v.decl.Name.Name).
			WithLabel("a view is a finite composition")
		v.bad = true
		return true
	case 2:
		return v.bad
	}
	v.state = 1
	var visit func(ch *ast.ViewChain)
	visit = func(ch *ast.ViewChain) {
		if ch == nil {
			return
		}
		for _, s := range ch.Steps {
			for _, x := range s.Views {
				visit(x)
			}
			if d := v.home.views[s.Name.Name]; d != nil && v.state == 1 && !v.bad {
				if a.findViewCycle(d) {
					v.bad = true
				}
			}
		}
	}
	visit(v.decl.Chain)
	v.state = 2
	return v.bad
}
