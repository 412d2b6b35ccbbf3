package sema

import (
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// call elaborates f::<..>(..): a builtin or a function.
func (e *elab) call(x *ast.Call, want ir.Type) *ir.Value {
	name := x.Fun.String()
	f := e.a.fns[name]
	if f == nil || f.prelude && f.decl.Body == nil {
		if b := e.a.builtins[name]; b != nil {
			for _, id := range x.Fun.Parts {
				e.a.info.builtin(id)
			}
			return b(e, x, want)
		}
	}
	if f == nil {
		e.unknownFunction(x.Fun, x.Args)
		e.args(x.Args)
		return nil
	}
	e.a.info.refers(x.Fun, f.decl.Name.Span())
	return e.callFunction(x, f, want)
}

// unknownFunction reports a called name that is no function.
func (e *elab) unknownFunction(p *ast.Path, args []ast.Expr) {
	e.bad = true
	id := &ast.Ident{Base: p.Base, Name: p.String()}
	if id.Name == "" {
		return
	}
	if cudaNumbers[id.Name] {
		e.noNumber(id, nil, "a value")
		return
	}
	if b := e.scope.lookup(id.Name); b != nil {
		e.a.wrongKind(p.Span(), "a function", id.Name, b)
		return
	}
	if keys := []key{{kind: noFunction, name: id.Name}}; !e.reported(keys) {
		d := e.a.unknown(id, "function", append(sortedKeys(e.a.fns), sortedKeys(e.a.builtins)...))
		e.a.also(keys)
		if help := e.missingFunction(p, args); help != nil {
			d.Help = help
		}
	}
}

// args elaborates arguments for their errors only.
func (e *elab) args(xs []ast.Expr) {
	for _, x := range xs {
		if ast.ViewChainOf(x) == nil || e.isPlaceExpr(x) {
			e.expr(x, nil)
		}
	}
}

// instance is a use of a function's generics.
type instance struct {
	f    *function
	vals []*binding // one for each generic
	sub  descend.Subst
}

// instantiate makes unknowns for the generics of f, or what is given.
func (e *elab) instantiate(f *function, args []*ast.GenericArg, s source.Span) *instance {
	if f.bad {
		e.poison()
		return nil
	}
	if n := len(args); n > len(f.generics) {
		defer func(n int) { e.a.unless(f, n) }(len(e.a.found)) // a generic that is missing there is reported there
	}
	r := e.res(true)
	vals, ok := r.genericArgs(f.generics, args, s, "function `"+f.decl.Name.Name+"`")
	if !ok {
		e.poison()
		return nil
	}
	in := &instance{f: f, vals: vals, sub: newInference(e.c).sub}
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

// attrs are the generic arguments as attributes of the call, once all are inferred.
func (e *elab) genericAttrs(in *instance, s source.Span, call ast.Expr) ([]ir.NamedAttr, bool) {
	lists := map[string][]ir.Attribute{}
	for i, g := range in.f.generics {
		v := in.vals[i]
		var known bool
		switch g.kind {
		case ast.KindNat:
			n := v.nat.Subst(e.infer.sub.Nats)
			known = len(unknownNats(n)) == 0
			lists["nats"] = append(lists["nats"], descend.Nat(e.c, n))
		case ast.KindMem:
			m := e.infer.sub.Mem(v.mem)
			known = !isUnknown(string(m))
			lists["mems"] = append(lists["mems"], e.c.StringAttr(string(m)))
		case ast.KindLifetime:
			l := e.infer.sub.Lifetime(v.lifetime)
			known = true
			if isUnknown(l) { // no argument has it: any will do
				e.infer.sub.Lifetimes[l] = ""
				l = ""
			}
			lists["lifetimes"] = append(lists["lifetimes"], e.c.StringAttr(l))
		default:
			t := e.infer.resolve(v.typ)
			known = !hasUnknowns(t)
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
				WithHelp("say what it is, as in `" + e.spelledCall(in, call) + "`")
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

// spelledCall is the text of a call or launch that gives the generic arguments that do not follow from the others.
func (e *elab) spelledCall(in *instance, call ast.Expr) string {
	var list []string
	for i, g := range in.f.generics {
		text := "_"
		switch v := in.vals[i]; g.kind {
		case ast.KindLifetime:
			continue
		case ast.KindNat:
			if len(unknownNats(v.nat.Subst(e.infer.sub.Nats))) > 0 {
				text = "4"
				if b := e.scope.lookup(g.name); b != nil && b.kind == natBind && !b.bad {
					text = g.name
				}
			}
		case ast.KindMem:
			if isUnknown(string(e.infer.sub.Mem(v.mem))) {
				text = string(e.localMem())
			}
		default:
			if hasUnknowns(e.infer.resolve(v.typ)) {
				text = "f32"
			}
		}
		list = append(list, text)
	}
	s := call.Span()
	switch x := call.(type) {
	case *ast.Call:
		s.End = x.Fun.Span().End
	case *ast.Launch:
		s.End = x.Block.Span().End
		if n := len(x.Shared); n > 0 {
			s.End = x.Shared[n-1].Span().End
		}
		args := call.Span()
		args.Start = s.End + len(">>>")
		if i := strings.IndexByte(args.Text(), '('); i >= 0 {
			args.Start += i
		}
		return s.Text() + ">>>::<" + strings.Join(list, ", ") + ">" + args.Text()
	}
	args := call.Span()
	if i := strings.IndexByte(args.File.Text[s.End:args.End], '('); i >= 0 {
		args.Start = s.End + i
	}
	return s.Text() + "::<" + strings.Join(list, ", ") + ">" + args.Text()
}

// arity reports a wrong number of arguments.
func (e *elab) arity(s source.Span, what string, want, got int) *ir.Diagnostic {
	return e.fail(s, mismatched, "mismatched types").WithLabel("%s takes %s, found %d", what, plural(want, "argument"), got)
}

// wrongArity reports a wrong number of arguments of a function of the program.
func (e *elab) wrongArity(s source.Span, f *function, want, got int) {
	d := e.arity(s, "function `"+f.decl.Name.Name+"`", want, got)
	if !f.prelude {
		d.Relate(f.decl.Name.Span().Loc(e.c), "`%s` is defined here", f.decl.Name.Name)
	}
	if n := len(f.params) - want; n > 0 && got > want {
		d.Note("parameters with an owner have no argument: the launch allocates them")
	}
}

// callFunction elaborates the call of a function of the program or prelude.
func (e *elab) callFunction(x *ast.Call, f *function, want ir.Type) *ir.Value {
	if f.bad {
		e.args(x.Args)
		return e.poison()
	}
	var params []*param
	for _, p := range f.params {
		params = append(params, p)
	}
	if len(params) != len(x.Args) {
		e.wrongArity(x.Span(), f, len(params), len(x.Args))
		e.args(x.Args)
		return nil
	}
	in := e.instantiate(f, x.Generics, x.Span())
	if in == nil {
		e.args(x.Args)
		return nil
	}
	mark := len(e.infer.deferred)
	sameKind := f.exec.Kind == e.curType().Kind
	if sameKind && e.matchExec(f.exec.Subst(e.c, in.sub.Nats), e.curType(), x.Span(), f) != nil {
		return nil
	}
	operands, views, ok := e.callArgs(in, params, x.Args)
	if !ok {
		return nil
	}
	ret := descend.SubstType(e.c, f.ret, &in.sub)
	if want != nil && hasUnknowns(e.infer.resolve(ret)) && !hasUnknowns(e.infer.resolve(want)) {
		e.infer.unify(ret, e.infer.resolve(want), false)
	}
	if !e.settleSizes(x.Span(), mark) {
		return nil
	}
	if !sameKind && f.exec.Kind != exec.Any && e.execUnknown(f.exec.Subst(e.c, in.sub.Nats)) {
		e.wrongLevel(x.Span(), f)
		return nil
	}
	attrs, ok := e.genericAttrs(in, x.Span(), x)
	if !ok {
		return nil
	}
	e.a.use(f)
	if len(views) > 0 {
		if attrs, ok = e.viewInstance(f, views, attrs, x.Span()); !ok {
			return nil
		}
	}
	operands = append([]*ir.Value{e.cur()}, operands...)
	if f.ret == descend.Unit(e.c) {
		e.op(x.Span(), "descend.call", operands, nil, attrs...)
		return e.unit
	}
	if ret = e.infer.resolve(ret); e.tooLarge(x.Span(), ret) {
		return nil
	}
	return e.val(x.Span(), "descend.call", operands, ret, attrs...)
}

// callArgs elaborates the arguments for parameters in order; view arguments become closures.
func (e *elab) callArgs(in *instance, params []*param, args []ast.Expr) (vals []*ir.Value, views map[string]*viewClosure, ok bool) {
	ok = true
	for i, p := range params {
		if p.view {
			ch := ast.ViewChainOf(args[i])
			if ch == nil {
				e.fail(args[i].Span(), mismatched, "mismatched types").WithLabel("expected a view for `%s`", p.name.Name)
				ok = false
				continue
			}
			r := e.res(false)
			if r.viewChain(ch); r.bad {
				e.bad, ok = true, false
				continue
			}
			if views == nil {
				views = map[string]*viewClosure{}
			}
			views[p.name.Name] = &viewClosure{ch, e.scope}
			continue
		}
		e.because = &reason{at: args[i].Span(), decl: p.span, text: "parameter `" + p.name.Name + "` of `" + in.f.decl.Name.Name + "`", who: declaredAt(p.name), param: p}
		v := e.expect(args[i], descend.SubstType(e.c, p.typ, &in.sub), true)
		e.because = nil
		if v == nil {
			ok = false
			continue
		}
		vals = append(vals, e.real(args[i].Span(), v))
	}
	return vals, views, ok
}

// settleSizes solves the size equations that were put off and reports those that cannot hold.
func (e *elab) settleSizes(s source.Span, mark int) bool {
	m := e.infer.settle(mark)
	if !m.ok {
		e.fail(s, mismatched, "mismatched types").WithLabel("no size satisfies the types of the arguments")
		return false
	}
	for _, q := range m.eqs {
		if _, ok := e.justify([]natEq{q}); !ok {
			e.fail(s, mismatched, "mismatched types").
				WithLabel("expected size `%s`, found `%s`", blankUnknowns(q.want.Subst(e.infer.sub.Nats).String()), q.got)
			return false
		}
	}
	return true
}

// execUnknown says whether the extents of a resource type have unknowns left.
func (e *elab) execUnknown(t *exec.Type) bool {
	t = t.Subst(e.c, e.infer.sub.Nats)
	for _, d := range []exec.Dim{t.Dim, t.Inner} {
		for _, a := range d.Axes() {
			if len(unknownNats(d.Size[a])) > 0 {
				return true
			}
		}
	}
	return false
}

func (e *elab) wrongLevel(s source.Span, f *function) {
	e.fail(s, wrongExec, "`%s` cannot be called here", f.decl.Name.Name).
		WithLabel("this is executed by `%s`", e.curType().User()).
		Relate(f.decl.Name.Span().Loc(e.c), "`%s` is executed by `%s`", f.decl.Name.Name, f.exec.User())
}

// matchExec matches the resource that a function expects against the one that executes it; it gives the error that it
// reports, or nil.
func (e *elab) matchExec(want, got *exec.Type, s source.Span, f *function) *ir.Diagnostic {
	ok := want.Kind == got.Kind
	var m match
	for i, d := range []exec.Dim{want.Dim, want.Inner} {
		g := []exec.Dim{got.Dim, got.Inner}[i]
		ok = ok && d.Has == g.Has
		if !ok {
			break
		}
		for _, a := range d.Axes() {
			m = m.both(e.infer.unifyNat(d.Size[a], g.Size[a]))
		}
	}
	if ok {
		_, ok = e.justify(m.eqs)
	}
	if ok {
		return nil
	}
	w := want.Subst(e.c, e.infer.sub.Nats)
	return e.fail(s, mismatched, "mismatched types").
		WithLabel("expected `%s`, found `%s`", blankUnknowns(w.User()), got.User()).
		Relate(f.decl.Name.Span().Loc(e.c), "`%s` is executed by `%s`", f.decl.Name.Name, f.exec.User())
}

// launch elaborates f::<<<grid, block; shared>>>::<..>(..).
func (e *elab) launch(x *ast.Launch) *ir.Value {
	f := e.a.fns[x.Fun.String()]
	if f == nil {
		e.unknownFunction(x.Fun, x.Args)
		e.args(x.Args)
		return nil
	}
	e.a.info.refers(x.Fun, f.decl.Name.Span())
	r := e.res(false)
	d1, ok1 := r.dim(x.Grid)
	d2, ok2 := r.dim(x.Block)
	if !ok1 || !ok2 || f.bad {
		e.args(x.Args)
		return e.poison()
	}
	grid := exec.Get(e.c, exec.Grid, d1, d2)
	if f.exec.Kind != exec.Grid {
		e.fail(x.Span(), wrongExec, "`%s` cannot be launched", f.decl.Name.Name).
			WithLabel("a launch is executed by a grid").
			Relate(f.decl.Name.Span().Loc(e.c), "`%s` is executed by `%s`", f.decl.Name.Name, f.exec.User())
		e.args(x.Args)
		return nil
	}
	var params, shared []*param
	for _, p := range f.params {
		if p.owned {
			shared = append(shared, p)
		} else {
			params = append(params, p)
		}
	}
	in := e.instantiate(f, x.Generics, x.Span())
	if in == nil {
		e.args(x.Args)
		return nil
	}
	if len(params) != len(x.Args) {
		e.wrongArity(x.Span(), f, len(params), len(x.Args))
		e.args(x.Args)
		return nil
	}
	mark := len(e.infer.deferred)
	gridSpan := x.Grid.Span().To(x.Block.Span())
	if d := e.matchExec(f.exec.Subst(e.c, in.sub.Nats), grid, gridSpan, f); d != nil {
		d.Help = e.launchFix(f.exec.Subst(e.c, in.sub.Nats), gridSpan)
		e.args(x.Args)
		return nil
	}
	sharedTypes, ok := e.sharedTypes(x, in, shared)
	if !ok {
		e.args(x.Args)
		return nil
	}
	before := e.last
	e.launching = x
	operands, views, ok := e.callArgs(in, params, x.Args)
	e.launching = nil
	if !ok || !e.settleSizes(x.Span(), mark) {
		if e.last != before && e.last.Help == nil {
			e.last.Help = e.launchArgsFix(f, x, params, gridSpan)
		}
		return nil
	}
	attrs, ok := e.genericAttrs(in, x.Span(), x)
	if !ok {
		return nil
	}
	if f.ret != descend.Unit(e.c) {
		e.fail(x.Span(), wrongExec, "`%s` cannot be launched", f.decl.Name.Name).WithLabel("a grid returns no value")
		return nil
	}
	for _, v := range operands {
		if !e.res(false).passed(x.Span(), v.Type()) {
			return nil
		}
	}
	e.a.use(f)
	if len(views) > 0 {
		if attrs, ok = e.viewInstance(f, views, attrs, x.Span()); !ok {
			return nil
		}
	}
	attrs = append(attrs, ir.Attr("grid", e.c.TypeAttr(grid)))
	if len(sharedTypes) > 0 {
		attrs = append(attrs, ir.Attr("shared", e.c.ArrayAttr(sharedTypes...)))
	}
	e.op(x.Span(), "descend.launch", operands, nil, attrs...)
	return e.unit
}

// sharedTypes matches the types after `;` of a launch with the parameters that have owners.
func (e *elab) sharedTypes(x *ast.Launch, in *instance, params []*param) ([]ir.Attribute, bool) {
	if len(params) != len(x.Shared) {
		d := e.fail(x.Span(), mismatched, "mismatched types").
			WithLabel("the launch of `%s` takes %s of shared memory, found %d", in.f.decl.Name.Name, plural(len(params), "type"), len(x.Shared)).
			Relate(in.f.decl.Name.Span().Loc(e.c), "`%s` is defined here", in.f.decl.Name.Name)
		if len(x.Shared) == 0 {
			d.Help = e.sharedFix(x, in, params)
		}
		return nil, false
	}
	var out []ir.Attribute
	for i, p := range params {
		t := e.typ(x.Shared[i], false)
		if t == nil {
			return nil, false
		}
		ref, ok := descend.SubstType(e.c, p.typ, &in.sub).(*descend.RefType)
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
