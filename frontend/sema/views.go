package sema

import (
	"errors"
	"maps"
	"strconv"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// maxViewSteps bounds the basic views of one expansion, so that definitions that double each other end.
const maxViewSteps = 2048

// viewDef is a view definition of the program or the prelude.
type viewDef struct {
	decl     *ast.ViewDecl
	generics []generic
	bad      bool
	state    int // of the search for recursion: 0 new, 1 open, 2 done
}

// viewClosure is a chain of views given as an argument, with the scope that its names belong to.
type viewClosure struct {
	chain *ast.ViewChain
	scope *scope
}

// viewAliases are second names of basic views.
var viewAliases = map[string]string{"grp": "group", "transp": "transpose", "rev": "reverse"}

// basicViews are the views of the language with the attributes for the nats that each takes: those of the dialect, and what
// is written like a view.
var basicViews = func() map[string][]string {
	m := view.Basic()
	maps.Copy(m, map[string][]string{"map": nil, "index": {"index"}, "fst": nil, "snd": nil, "to_view": nil})
	return m
}()

func basicView(name string) (string, bool) {
	if n, ok := viewAliases[name]; ok {
		name = n
	}
	_, ok := basicViews[name]
	return name, ok
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// checkViews checks the names in view definitions and that none is defined by itself.
func (a *analyzer) checkViews() {
	scopes := map[string]*scope{}
	for _, name := range sortedKeys(a.views) {
		v := a.views[name]
		sc := &scope{}
		gs, ok := a.generics(v.decl.Generics, sc)
		v.generics, v.bad = gs, !ok || a.hasLost(v.decl)
		for _, p := range v.decl.Params {
			if sc.own(p.Name.Name) != nil {
				a.errorf(p.Name.Span(), duplicateName, "the parameter `%s` is defined twice", p.Name.Name).WithLabel("second definition")
				v.bad = true
			}
			sc.bind(p.Name.Name, &binding{kind: viewBind, span: p.Name.Span()})
		}
		scopes[name] = sc
	}
	for _, name := range sortedKeys(a.views) {
		v := a.views[name]
		r := &resolver{a: a, scope: scopes[name]}
		r.conditions(v.decl.Where, "view")
		r.viewChain(v.decl.Chain)
		v.bad = v.bad || r.bad
	}
	for _, name := range sortedKeys(a.views) {
		a.findViewCycle(a.views[name])
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
		name := s.Name.Name
		if b := r.scope.lookup(name); b != nil && b.kind == viewBind || isDigits(name) {
			r.a.info.bound(s.Name, b)
			continue
		}
		if d := r.a.views[name]; d != nil {
			r.a.info.refers(s.Name, d.decl.Name.Span())
			r.genericArgs(d.generics, s.Args, s.Span(), "view `"+name+"`")
			continue
		}
		if _, ok := basicView(name); ok {
			r.a.info.builtin(s.Name)
			for _, g := range s.Args {
				r.genericArg(generic{name: name, kind: ast.KindNat, span: s.Name.Span()}, g, s.Span())
			}
			continue
		}
		r.bad = true
		r.a.unknown(s.Name, "view", r.a.viewNames())
	}
}

func (a *analyzer) viewNames() []string {
	return append(sortedKeys(a.views), sortedKeys(basicViews)...)
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
			if d := a.views[s.Name.Name]; d != nil && v.state == 1 && !v.bad {
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

// chain applies a composition of views to a place. env is the scope of the names in it; at is the place in
// the source that the operations get.
func (e *elab) chain(p *ir.Value, ch *ast.ViewChain, env *scope, at source.Span) *ir.Value {
	for _, s := range ch.Steps {
		if p = e.viewStep(p, s, env, at); p == nil {
			return nil
		}
	}
	return p
}

// viewStep applies one view, a definition by its expansion.
func (e *elab) viewStep(p *ir.Value, s *ast.ViewStep, env *scope, at source.Span) *ir.Value {
	name := s.Name.Name
	if isDigits(name) {
		n, err := strconv.Atoi(name)
		if err != nil {
			n = -1
		}
		return e.component(p, n, s.Span())
	}
	if b := env.lookup(name); b != nil && b.kind == viewBind {
		e.a.info.bound(s.Name, b)
		if b.view == nil {
			return e.poison()
		}
		return e.chain(p, b.view.chain, b.view.scope, at)
	}
	if d := e.a.views[name]; d != nil {
		e.a.info.refers(s.Name, d.decl.Name.Span())
		return e.namedView(p, d, s, env, at)
	}
	if basic, ok := basicView(name); ok {
		e.a.info.builtin(s.Name)
		return e.basicView(p, basic, s, env, at)
	}
	e.bad = true
	d := e.a.unknown(s.Name, "field or view", e.a.viewNames())
	switch name {
	case "len", "length", "size":
		d.WithHelp("sizes are nats: give the size of the array a name, as in `[i32; n]`, and use that")
	default:
		if _, array := descend.ElemOf(e.autoDeref(p, at)).(*descend.ArrayType); !array {
			d.WithLabel("`%s` has no fields, and views are of arrays", typeText(descend.ElemOf(p)))
		}
	}
	return nil
}

// isView says whether a name stands for a view here, or is a number of a component.
func (e *elab) isView(name string) bool {
	_, basic := basicView(name)
	b := e.scope.lookup(name)
	return basic || isDigits(name) || e.a.views[name] != nil || b != nil && b.kind == viewBind
}

// namedView expands a definition.
func (e *elab) namedView(p *ir.Value, d *viewDef, s *ast.ViewStep, env *scope, at source.Span) *ir.Value {
	if d.bad {
		return e.poison()
	}
	name := d.decl.Name.Name
	inner := &scope{}
	r := &resolver{a: e.a, scope: env}
	if !r.bindGenerics(d.generics, s.Args, s.Span(), "view `"+name+"`", inner) {
		return e.poison()
	}
	if len(s.Views) != len(d.decl.Params) {
		e.fail(s.Span(), mismatched, "mismatched types").
			WithLabel("view `%s` takes %d views, found %d", name, len(d.decl.Params), len(s.Views))
		return nil
	}
	for i, q := range d.decl.Params {
		inner.bind(q.Name.Name, &binding{kind: viewBind, span: q.Name.Span(), view: &viewClosure{s.Views[i], env}})
	}
	e.viewStack = append(e.viewStack, d)
	defer func() { e.viewStack = e.viewStack[:len(e.viewStack)-1] }()
	if len(e.viewStack) > 200 {
		e.fail(at, unsupported, "views nested as deep as this are not supported yet")
		return nil
	}
	return e.chain(p, d.decl.Chain, inner, at)
}

// basicView generates one operation of the view dialect.
func (e *elab) basicView(p *ir.Value, name string, s *ast.ViewStep, env *scope, at source.Span) *ir.Value {
	if e.viewSteps++; e.viewSteps > maxViewSteps {
		if e.viewSteps == maxViewSteps+1 {
			e.fail(at, unsupported, "a composition of more than %d views is not supported yet", maxViewSteps)
		}
		return e.poison()
	}
	wantViews := 0
	if name == "map" {
		wantViews = 1
	}
	attributes := basicViews[name]
	if len(s.Args) != len(attributes) || len(s.Views) != wantViews {
		e.fail(s.Span(), mismatched, "mismatched types").
			WithLabel("view `%s` takes %s", name, viewArgs(len(attributes), wantViews, len(s.Args), len(s.Views)))
		return nil
	}
	var nats []nat.Expr
	r := &resolver{a: e.a, scope: env}
	for _, g := range s.Args {
		b := r.genericArg(generic{name: name, kind: ast.KindNat, span: s.Name.Span()}, g, s.Span())
		if b == nil {
			return e.poison()
		}
		nats = append(nats, b.nat)
	}
	switch name {
	case "fst", "snd":
		n := 0
		if name == "snd" {
			n = 1
		}
		return e.component(e.autoDeref(p, at), n, at)
	}
	p = e.autoDeref(p, at)
	arr, ok := descend.ElemOf(p).(*descend.ArrayType)
	if !ok {
		e.viewMisfit(p, name, "an array", s, at)
		return nil
	}
	switch name {
	case "to_view":
		return p
	case "index":
		return e.placeOp(at, "descend.at", []*ir.Value{p}, arr.Elem, e.natAttr("index", nats[0]))
	case "map":
		return e.mapView(p, arr, s, env, at)
	}
	if name == "group" && nats[0].IsZero() {
		e.fail(at, natConstraint, "a group cannot have size 0").WithLabel("the size is 0 here")
		return nil
	}
	var attrs []ir.NamedAttr
	for i, a := range attributes {
		attrs = append(attrs, e.natAttr(a, nats[i]))
	}
	v, err := e.basicOp(p, "view."+name, at, attrs...)
	if err != nil {
		e.viewMisfit(p, name, err.Need, s, at)
	}
	return v
}

// viewArgs says how many sizes and views a view takes, and how many were given.
func viewArgs(sizes, views, gotSizes, gotViews int) string {
	switch {
	case sizes == gotSizes:
		return plural(views, "view") + ", found " + strconv.Itoa(gotViews)
	case views == gotViews && sizes == 1 && gotSizes == 0:
		return "a size: `::<..>`"
	case views == gotViews:
		return plural(sizes, "size") + ", found " + strconv.Itoa(gotSizes)
	}
	return plural(sizes, "size") + " and " + plural(views, "view") + ", found " + strconv.Itoa(gotSizes) + " and " + strconv.Itoa(gotViews)
}

// basicOp makes a view operation whose result type follows from its operand; an error if that has not the shape.
func (e *elab) basicOp(p *ir.Value, name string, at source.Span, attrs ...ir.NamedAttr) (*ir.Value, *view.Misfit) {
	op := e.op(at, name, []*ir.Value{p}, []ir.Type{p.Type()}, attrs...)
	t, err := view.ResultType(op, descend.ElemOf(p))
	if m := (*view.Misfit)(nil); errors.As(err, &m) {
		return nil, m
	}
	op.Result(0).SetType(descend.Place(e.c, t))
	return op.Result(0), nil
}

// mapView makes view.map with the mapped chain in its region.
func (e *elab) mapView(p *ir.Value, arr *descend.ArrayType, s *ast.ViewStep, env *scope, at source.Span) *ir.Value {
	block := ir.NewBlock(at.Loc(e.c), descend.Place(e.c, arr.Elem))
	pt := e.b.Save()
	e.b.AtEnd(block)
	v := e.chain(block.Arg(0), s.Views[0], env, at)
	if v != nil {
		e.op(at, "view.yield", []*ir.Value{v}, nil)
	}
	e.b.Restore(pt)
	if v == nil {
		return nil
	}
	t := descend.View(e.c, descend.ElemOf(v), arr.Size)
	e.at(at)
	return e.b.OpR("view.map", []*ir.Value{p}, []ir.Type{descend.Place(e.c, t)}, []*ir.Region{ir.NewRegion(block)}).Result(0)
}

// viewMisfit reports a view of what has not the shape for it.
func (e *elab) viewMisfit(p *ir.Value, name, need string, s *ast.ViewStep, at source.Span) {
	d := e.fail(at, mismatched, "mismatched types").
		WithLabel("view `%s` needs %s, found `%s`", name, need, typeText(descend.ElemOf(p)))
	if n := len(e.viewStack); n > 0 {
		d.Relate(s.Span().Loc(e.c), "in the definition of view `%s`", e.viewStack[n-1].decl.Name.Name)
	}
}
