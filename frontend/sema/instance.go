package sema

import (
	"strconv"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// maxInstances bounds the instances of one function for views: a recursion that grows its views ends.
const maxInstances = 64

// abstraction turns chains of views, as given in a call, into chains that do not depend on the caller:
// view parameters are replaced by what they stand for, and sizes that are not constant become generics of
// the instance.
type abstraction struct {
	e    *calls
	nats []nat.Expr // what the generics view$1, view$2, .. stand for in the caller
	env  *scope     // the scope of the new chains
	key  strings.Builder
	ok   bool
}

// viewInstance redirects a call of a function with view parameters to its instance for the given views,
// and adds the sizes in them to the generic arguments.
func (e *calls) viewInstance(f *function, views map[string]*viewClosure, attrs []ir.NamedAttr, s source.Span) ([]ir.NamedAttr, bool) {
	e.items.keeper.special()
	ab := &abstraction{e: e, env: &scope{home: &items{shared: e.items.shared}}, ok: true}
	given := map[string]*viewClosure{}
	for _, p := range f.params {
		if v := views[p.name.Name]; p.view && v != nil {
			given[p.name.Name] = &viewClosure{ab.chain(v.chain, v.scope), ab.env}
			ab.key.WriteString(", ")
		}
	}
	if !ab.ok {
		e.poison()
		return nil, false
	}
	k := ab.key.String()
	g := f.instances[k]
	if g == nil {
		if len(f.instances) == maxInstances {
			e.fail(s, unsupported, "more than %d instances of `%s` for views are not supported yet", maxInstances, f.decl.Name.Name)
			return nil, false
		}
		g = f.instance(k, given, ab)
		e.items.order = append(e.items.order, g)
	}
	var extra []ir.Attribute
	for _, n := range ab.nats {
		extra = append(extra, descend.Nat(e.c, n))
	}
	return redirect(e.c, attrs, g.name, extra), true
}

// instance makes the copy of f for views.
func (f *function) instance(key string, given map[string]*viewClosure, ab *abstraction) *function {
	g := *f
	g.views = given
	g.name = f.name + "$" + strconv.Itoa(len(f.instances)+1)
	g.instances, g.done = nil, true
	g.scope = f.scope.child()
	g.generics = append([]generic(nil), f.generics...)
	for i := range ab.nats {
		name := viewNat(i)
		g.scope.bind(name, &binding{kind: natBind, nat: nat.Var(name)})
		ab.env.bind(name, g.scope.own(name))
		g.generics = append(g.generics, generic{name: name, kind: ast.KindNat})
	}
	if f.instances == nil {
		f.instances = map[string]*function{}
	}
	f.instances[key] = &g
	return &g
}

// viewNat is the name of the generic for the i-th size of the views of an instance.
func viewNat(i int) string { return "view$" + strconv.Itoa(i+1) }

// redirect changes the callee of a call and adds nats to its generic arguments.
func redirect(c *ir.Context, attrs []ir.NamedAttr, callee string, extra []ir.Attribute) []ir.NamedAttr {
	hasNats := false
	for i := range attrs {
		switch attrs[i].Name {
		case "callee":
			attrs[i].Value = c.SymbolRef(callee)
		case "nats":
			hasNats = true
			attrs[i].Value = c.ArrayAttr(append(append([]ir.Attribute(nil), attrs[i].Value.(*ir.ArrayAttr).Elems...), extra...)...)
		}
	}
	if !hasNats && len(extra) > 0 {
		attrs = append(attrs, ir.Attr("nats", c.ArrayAttr(extra...)))
	}
	return attrs
}

// chain abstracts a chain and adds its text to the key.
func (ab *abstraction) chain(ch *ast.ViewChain, env *scope) *ast.ViewChain {
	out := &ast.ViewChain{Base: ch.Base}
	for _, s := range ch.Steps {
		if ab.key.Len() > 1<<12 {
			ab.ok = false
			ab.e.fail(ch.Span(), unsupported, "a view as large as this is not supported yet")
		}
		if !ab.ok {
			return out
		}
		if v := env.lookup(s.Name.Name); v != nil && v.kind == viewBind {
			if v.view == nil {
				ab.ok = false
				return out
			}
			out.Steps = append(out.Steps, ab.chain(v.view.chain, v.view.scope).Steps...)
			continue
		}
		name := s.Name
		if d := env.module().view(name.Name); d != nil {
			name = &ast.Ident{Base: name.Base, Name: d.key}
		}
		ab.key.WriteString("." + name.Name)
		step := &ast.ViewStep{Base: s.Base, Name: name}
		for _, g := range s.Args {
			step.Args = append(step.Args, ab.arg(g, env))
		}
		for _, v := range s.Views {
			ab.key.WriteString("(")
			step.Views = append(step.Views, ab.chain(v, env))
			ab.key.WriteString(")")
		}
		out.Steps = append(out.Steps, step)
	}
	return out
}

// arg abstracts an argument of a view. What a view does depends on its sizes only, so that one type and one
// memory stand for all.
func (ab *abstraction) arg(g *ast.GenericArg, env *scope) *ast.GenericArg {
	r := &resolver{items: env.module(), scope: env}
	out := &ast.GenericArg{Base: g.Base}
	kind := natBind
	if name := g.Name(); name != nil {
		if b := env.lookup(name.Name); b != nil {
			kind = b.kind
		}
	}
	switch {
	case g.Infer:
		ab.ok = false
		ab.e.fail(g.Span(), cannotInfer, "cannot infer an argument of a view that is passed on")
		return g
	case kind == typeBind || g.Nat == nil && g.Type != nil:
		ab.ok = r.stored(g.Type) != nil && ab.ok
		ab.key.WriteString("<d>")
		out.Type = &ast.TupleType{Base: g.Base}
		return out
	case kind == memBind || g.Nat == nil && g.Mem != nil:
		_, ok := r.mem(g.Mem)
		ab.ok = ok && ab.ok
		ab.key.WriteString("<m>")
		out.Mem = &ast.Mem{Base: g.Base, Kind: ast.MemCPU}
		return out
	case g.Nat == nil:
		return g // a lifetime: the view says what it wants instead
	}
	n, ok := r.nat(g.Nat)
	if !ok {
		ab.ok = false
		return g
	}
	if c, ok := n.Const(); ok {
		ab.key.WriteString("<" + n.String() + ">")
		out.Nat = &ast.NatLit{Base: g.Base, Value: c}
		return out
	}
	ab.nats = append(ab.nats, n)
	ab.key.WriteString("<n>")
	out.Nat = &ast.NatName{Base: g.Base, Name: &ast.Ident{Base: g.Base, Name: viewNat(len(ab.nats) - 1)}}
	return out
}
