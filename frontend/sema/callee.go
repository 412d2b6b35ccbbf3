package sema

import (
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/frontend/ast"
	"descend/frontend/sema/infer"
	"descend/frontend/source"
	"descend/ir"
)

// calls knows what a call or launch is of: it matches generic arguments, sizes and resources of a function with those of its
// use. The arguments are elaborated above it.
type calls struct{ *typeLevel }

// instance is a use of a function's generics.
type instance struct {
	f    *function
	vals []*binding // one for each generic
	sub  *descend.Subst
	// functions are given for generics
	functions []ast.Expr
}

// instantiate makes unknowns for the generics of f, or what is given.
func (e *calls) instantiate(f *function, args []*ast.GenericArg, s source.Span) *instance {
	if f.bad {
		e.poison()
		return nil
	}
	if n := len(args); n > len(f.generics) {
		defer func(n int) { e.found.unless(f, n) }(len(e.found.list)) // a generic that is missing there is reported there
	}
	r := e.res(true)
	vals, ok := r.genericArgs(f.generics, args, s, "function `"+f.decl.Name.Name+"`")
	if !ok {
		e.poison()
		return nil
	}
	in := &instance{f: f, vals: vals, sub: descend.NewSubst()}
	for i, g := range f.generics {
		switch g.kind {
		case ast.KindNat:
			in.sub.Nats[g.name] = vals[i].nat
		case ast.KindMem:
			in.sub.Mems[g.name] = vals[i].mem
		case ast.KindLifetime:
			in.sub.Lifetimes[g.name] = vals[i].lifetime
		default:
			in.sub.Types[g.name] = vals[i].typ
		}
	}
	return in
}

// callee uses the function of a call, or the instance of it for views, and gives the attributes that name it with its generic
// arguments, once all are inferred.
func (e *calls) callee(in *instance, views map[string]*viewClosure, call ast.Expr) ([]ir.NamedAttr, bool) {
	attrs, ok := e.genericAttrs(in, call.Span(), call)
	if !ok {
		return nil, false
	}
	e.items.use(in.f)
	if len(views) == 0 {
		return attrs, true
	}
	return e.viewInstance(in.f, views, attrs, call.Span())
}

// genericAttrs are the generic arguments as attributes of the call.
func (e *calls) genericAttrs(in *instance, s source.Span, call ast.Expr) ([]ir.NamedAttr, bool) {
	lists := map[string][]ir.Attribute{}
	for i, g := range in.f.generics {
		v := in.vals[i]
		var known bool
		switch g.kind {
		case ast.KindNat:
			n := e.infer.Nat(v.nat)
			known = !infer.OpenNat(n)
			lists["nats"] = append(lists["nats"], descend.Nat(e.c, n))
		case ast.KindMem:
			m := e.infer.Mem(v.mem)
			known = !infer.OpenMem(m)
			lists["mems"] = append(lists["mems"], e.c.StringAttr(string(m)))
		case ast.KindLifetime:
			l := e.infer.Lifetime(v.lifetime)
			known = true
			if infer.IsUnknown(l) { // no argument has it: any will do
				e.infer.AnyLifetime(l)
				l = ""
			}
			lists["lifetimes"] = append(lists["lifetimes"], e.c.StringAttr(l))
		default:
			t := e.infer.Type(v.typ)
			known = !infer.Open(t)
			if b, ok := in.f.scope.own(g.name).typ.(*descend.ScalarVarType); known && ok && !b.Bounds.AdmitAll(t) {
				d := e.fail(s, mismatched, "mismatched types").
					WithLabel("`%s` of `%s` has to be one of the %s, `%s` is not", g.name, in.f.decl.Name.Name, boundWords(b.Bounds), descend.UserFormat(t)).
					Relate(g.span.Loc(e.c), "`where %s: %s`", g.name, b.Bounds)
				for _, name := range strings.Split(string(b.Bounds), "+") {
					if v, ok := t.(*descend.ScalarVarType); !ok || !descend.Bounds(name).AdmitAll(v) {
						e.bound(d, t, name) // of the first that it has not
					}
				}
				return nil, false
			}
			if known && in.f.copyVars[g.name] && !descend.IsCopy(t, e.fn.copyVars) {
				e.fail(s, mismatched, "mismatched types").
					WithLabel("`%s` of `%s` has to be copyable, `%s` is not", g.name, in.f.decl.Name.Name, descend.UserFormat(t)).
					Relate(g.span.Loc(e.c), "`where %s: copy`", g.name)
				return nil, false
			}
			lists["types"] = append(lists["types"], e.c.TypeAttr(t))
		}
		if !known {
			e.fail(s, cannotInfer, "cannot infer the generic argument `%s` of `%s`", g.name, in.f.decl.Name.Name).
				WithLabel("`%s` is not determined by the arguments", g.name).
				Relate(g.span.Loc(e.c), "`%s` is %s of `%s`", g.name, kindArticle(g.kind), in.f.decl.Name.Name).
				WithHelp("say what it is, as in `" + e.fix.spelledCall(in, call) + "`")
			return nil, false
		}
	}
	out := []ir.NamedAttr{ir.Attr("callee", e.c.SymbolRef(in.f.name))}
	for _, k := range []string{"lifetimes", "mems", "nats", "types"} {
		if l := lists[k]; len(l) > 0 {
			out = append(out, ir.Attr(k, e.c.ArrayAttr(l...)))
		}
	}
	return out, true
}

// boundWords says in words what bounds admit.
func boundWords(b descend.Bounds) string {
	var out []string
	for _, name := range strings.Split(string(b), "+") {
		out = append(out, strings.TrimSuffix(strings.Split(boundMeans[name], ",")[0], ","))
	}
	return strings.Join(out, " that are ")
}

// arity reports a wrong number of arguments.
func (e *calls) arity(s source.Span, what string, want, got int) *ir.Diagnostic {
	return e.fail(s, mismatched, "mismatched types").WithLabel("%s takes %s, found %d", what, plural(want, "argument"), got)
}

// wrongArity reports a wrong number of arguments of a function of the program.
func (e *calls) wrongArity(s source.Span, f *function, want, got int) {
	d := e.arity(s, "function `"+f.decl.Name.Name+"`", want, got)
	if !f.prelude {
		d.Relate(f.decl.Name.Span().Loc(e.c), "`%s` is defined here", f.decl.Name.Name)
	}
	if n := len(f.params) - f.statics() - want; n > 0 && got > want {
		d.Note("parameters with an owner have no argument: the launch allocates them")
	}
}

// settleSizes solves the size equations that were put off and reports those that cannot hold.
func (e *calls) settleSizes(s source.Span, mark int) bool {
	m := e.infer.Settle(mark)
	if !m.OK {
		e.fail(s, mismatched, "mismatched types").WithLabel("no size satisfies the types of the arguments")
		return false
	}
	for _, q := range m.Eqs {
		if _, ok := e.justify([]infer.Equation{q}); !ok {
			e.fail(s, mismatched, "mismatched types").
				WithLabel("expected size `%s`, found `%s`", infer.Blank(e.infer.Nat(q.Want).String()), q.Got)
			return false
		}
	}
	return true
}

func (e *calls) wrongLevel(s source.Span, f *function) {
	d := e.fail(s, wrongExec, "`%s` cannot be called here", f.decl.Name.Name).
		WithLabel("this is executed by `%s`", e.curType().User()).
		Relate(f.decl.Name.Span().Loc(e.c), "`%s` is executed by `%s`", f.decl.Name.Name, f.exec.User())
	if e.curType().Kind == exec.Thread && f.exec.Kind == exec.Block {
		d.WithHelp("a whole block calls it, outside of the `sched` of its threads; what one thread can do for itself is declared `-[t: gpu.thread]->`")
	}
}

// matchExec matches the resource that a function expects against the one that executes it; it gives the error that it
// reports, or nil.
func (e *calls) matchExec(want, got *exec.Type, s source.Span, f *function) *ir.Diagnostic {
	ok := want.Kind == got.Kind
	var m infer.Match
	for i, d := range []exec.Dim{want.Dim, want.Inner} {
		g := []exec.Dim{got.Dim, got.Inner}[i]
		ok = ok && d.Has == g.Has
		if !ok {
			break
		}
		for _, a := range d.Axes() {
			m = m.And(e.infer.UnifyNat(d.Size[a], g.Size[a]))
		}
	}
	if ok {
		_, ok = e.justify(m.Eqs)
	}
	if ok {
		return nil
	}
	w := e.infer.Exec(want)
	return e.fail(s, mismatched, "mismatched types").
		WithLabel("expected `%s`, found `%s`", infer.Blank(w.User()), infer.Blank(got.User())).
		Relate(f.decl.Name.Span().Loc(e.c), "`%s` is executed by `%s`", f.decl.Name.Name, f.exec.User())
}

// launched is a launch before its arguments.
type launched struct {
	in     *instance
	grid   *exec.Type
	at     source.Span // of the grid
	params []*param    // that take arguments
	args   []ast.Expr  // one for each
	shared []ir.Attribute
}

// launched matches a launch with the function f, but for the arguments; nil after an error.
func (e *calls) launched(x *ast.Launch, f *function) *launched {
	if f.bad {
		e.poison()
		return nil
	}
	l := &launched{at: x.Grid.Span().To(x.Block.Span())}
	if f.exec.Kind != exec.Grid {
		e.fail(x.Span(), wrongExec, "`%s` cannot be launched", f.decl.Name.Name).
			WithLabel("a launch is executed by a grid").
			Relate(f.decl.Name.Span().Loc(e.c), "`%s` is executed by `%s`", f.decl.Name.Name, f.exec.User())
		return nil
	}
	var shared []*param
	for _, p := range f.params {
		if p.owned {
			shared = append(shared, p)
		} else {
			l.params = append(l.params, p)
		}
	}
	generics, args, ok := e.givenFunctions(f, x, x.Generics, x.Args)
	if !ok {
		return nil
	}
	l.args = args
	if l.in = e.instantiate(f, generics, x.Span()); l.in == nil {
		return nil
	}
	l.in.functions = args[:f.statics()]
	if l.grid, ok = e.launchedGrid(x, l.in); !ok {
		e.poison()
		return nil
	}
	if len(l.params) != len(l.args) {
		e.wrongArity(x.Span(), f, len(l.params)-f.statics(), len(x.Args))
		return nil
	}
	if d := e.matchExec(f.exec.Subst(e.c, l.in.sub.Nats), l.grid, l.at, f); d != nil {
		if d.Help = e.fix.grid(f.exec.Subst(e.c, l.in.sub.Nats), l.at); d.Help == nil {
			d.WithHelp("leave the shapes to the signature", ir.Edit{Loc: l.at.Loc(e.c), Text: "_, _"})
		}
		return nil
	}
	if l.shared, ok = e.sharedTypes(x, l.in, shared); !ok {
		return nil
	}
	return l
}

// launchedGrid is the grid of a launch. A shape `_` is that of the kernel, whose sizes follow from the arguments.
func (e *calls) launchedGrid(x *ast.Launch, in *instance) (*exec.Type, bool) {
	r, own, ok := e.res(false), in.f.exec.Subst(e.c, in.sub.Nats), true
	shape := func(d *ast.Dim, own exec.Dim) exec.Dim {
		if d != nil && d.Infer {
			return own
		}
		given, good := r.dim(d)
		ok = ok && good
		return given
	}
	grid, block := shape(x.Grid, own.Dim), shape(x.Block, own.Inner)
	if !ok {
		return nil, false
	}
	return exec.Get(e.c, exec.Grid, grid, block), true
}

// sharedTypes matches the types after `;` of a launch with the parameters that have owners.
func (e *calls) sharedTypes(x *ast.Launch, in *instance, params []*param) ([]ir.Attribute, bool) {
	if len(params) != len(x.Shared) {
		d := e.fail(x.Span(), mismatched, "mismatched types").
			WithLabel("the launch of `%s` takes %s of shared memory, found %d", in.f.decl.Name.Name, plural(len(params), "type"), len(x.Shared)).
			Relate(in.f.decl.Name.Span().Loc(e.c), "`%s` is defined here", in.f.decl.Name.Name)
		if len(x.Shared) == 0 {
			d.Help = e.fix.shared(x, in, params)
		}
		return nil, false
	}
	var out []ir.Attribute
	for i, p := range params {
		t := e.typ(x.Shared[i], false)
		if t == nil {
			return nil, false
		}
		ref, ok := descend.SubstType(e.c, p.typ, in.sub).(*descend.RefType)
		if !ok {
			return nil, false
		}
		if _, _, ok := e.agree(ref.Elem, t, x.Shared[i]); !ok {
			return nil, false
		}
		out = append(out, e.c.TypeAttr(t))
	}
	return out, true
}

// fittingGrid is the help for a launch of another size than its arguments have: the grid that follows from them. It is
// nil if they are no variables or borrows of such, or do not determine it.
func (e *calls) fittingGrid(l *launched, x *ast.Launch) *ir.Help {
	f := l.in.f
	var in *instance
	e.attempt(func() { in = e.instantiate(f, nil, x.Span()) })
	if in == nil || len(x.Generics) > 0 {
		return nil
	}
	mark := e.infer.Mark()
	for i, p := range l.params {
		if p.fn() {
			continue
		}
		t := e.typeOfArg(l.args[i])
		if t == nil || p.view {
			return nil
		}
		if m := e.infer.Unify(descend.SubstType(e.c, p.typ, in.sub), t, true); !m.OK || len(m.Eqs) > 0 {
			return nil
		}
	}
	if m := e.infer.Settle(mark); !m.OK || len(m.Eqs) > 0 {
		return nil
	}
	h := e.fix.grid(f.exec.Subst(e.c, in.sub.Nats), l.at)
	if h != nil {
		h.Message = "launch the grid that fits the arguments"
	}
	return h
}
