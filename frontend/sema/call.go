package sema

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/frontend/ast"
	"descend/frontend/sema/infer"
	"descend/frontend/source"
	"descend/ir"
)

// call elaborates f::<..>(..): a builtin or a function.
func (e *terms) call(x *ast.Call, want ir.Type) *ir.Value {
	name := x.Fun.String()
	if b := e.scope.lookup(name); b != nil && b.kind == varBind && b.place != nil {
		if t, ok := descend.ElemOf(b.place).(*descend.FnType); ok {
			e.items.info.bound(x.Fun, b)
			return e.apply(x, b.place, t)
		}
	}
	f := e.items.fns[name]
	if f == nil || f.prelude && f.decl.Body == nil {
		if b := e.items.builtins[name]; b != nil {
			for _, id := range x.Fun.Parts {
				e.items.info.builtin(id)
			}
			return b(builtinCall{e, x, want})
		}
	}
	if f == nil {
		e.unknownFunction(x.Fun, x.Args, x.Span())
		e.args(x.Args)
		return nil
	}
	e.items.info.refers(x.Fun, f.decl.Name.Span())
	return e.callFunction(x, f, want)
}

// unknownFunction reports the name of a call at s that is no function.
func (e *terms) unknownFunction(p *ast.Path, args []ast.Expr, s source.Span) {
	e.poison()
	id := &ast.Ident{Base: p.Base, Name: p.String()}
	if id.Name == "" {
		return
	}
	if cudaNumbers[id.Name] != 0 {
		e.numbers.report(id, nil, "a value")
		return
	}
	if b := e.scope.lookup(id.Name); b != nil {
		if !b.bad {
			e.wrongKind(p.Span(), "a function", id.Name, b)
		}
		return
	}
	if e.items.notInModule(id) != nil {
		return
	}
	if keys := []key{{kind: noFunction, name: id.Name}}; !e.reported(keys) {
		d := e.unknown(id, "function", append(sortedKeys(e.items.fns), sortedKeys(e.items.builtins)...))
		e.found.also(keys)
		if help := e.fix.missingFunction(p, args, s); help != nil {
			d.Help = help
		}
	}
}

// args elaborates arguments for their errors only. Of a literal it is not known which type it would have.
func (e *terms) args(xs []ast.Expr) {
	for _, x := range xs {
		switch x.(type) {
		case *ast.IntLit, *ast.FloatLit:
		case *ast.Lambda:
			e.poison() // what its parameters are is not known
		default:
			if ast.ViewChainOf(x) == nil || e.isPlaceExpr(x) {
				e.expr(x, nil)
			}
		}
	}
}

// callFunction elaborates the call of a function of the program or prelude.
func (e *terms) callFunction(x *ast.Call, f *function, want ir.Type) *ir.Value {
	if f.bad {
		e.args(x.Args)
		return e.poison()
	}
	generics, args, ok := e.calls.givenFunctions(f, x, x.Generics, x.Args)
	if !ok {
		e.args(x.Args)
		return nil
	}
	if len(f.params) != len(args) {
		e.calls.wrongArity(x.Span(), f, len(f.params)-f.statics(), len(x.Args))
		e.args(x.Args)
		return nil
	}
	in := e.calls.instantiate(f, generics, x.Span())
	if in == nil {
		e.args(x.Args)
		return nil
	}
	in.functions = args[:f.statics()]
	mark := e.infer.Mark()
	sameKind := f.exec.Kind == e.curType().Kind
	if sameKind && e.calls.matchExec(f.exec.Subst(e.c, in.sub.Nats), e.curType(), x.Span(), f) != nil {
		return nil
	}
	operands, views, ok := e.callArgs(in, f.params, args)
	if !ok {
		return nil
	}
	ret := descend.SubstType(e.c, f.ret, in.sub)
	if want != nil && infer.Open(e.infer.Type(ret)) && !infer.Open(e.infer.Type(want)) {
		e.infer.Unify(ret, e.infer.Type(want), false)
	}
	if !e.calls.settleSizes(x.Span(), mark) {
		return nil
	}
	if !sameKind && f.exec.Kind != exec.Any && infer.OpenExec(e.infer.Exec(f.exec.Subst(e.c, in.sub.Nats))) {
		e.calls.wrongLevel(x.Span(), f)
		return nil
	}
	attrs, ok := e.calls.callee(in, views, x)
	if !ok {
		return nil
	}
	operands = append([]*ir.Value{e.cur()}, operands...)
	if f.ret == descend.Unit(e.c) {
		e.op(x.Span(), "descend.call", operands, nil, attrs...)
		return e.unit
	}
	if ret = e.infer.Type(ret); e.tooLarge(x.Span(), ret) {
		return nil
	}
	return e.val(x.Span(), "descend.call", operands, ret, attrs...)
}

// callArgs elaborates the arguments for parameters; view arguments become closures. Terms whose types are set by their context come
// after the others (they have no effects), which determine the generics, and functions last.
func (e *terms) callArgs(in *instance, params []*param, args []ast.Expr) (vals []*ir.Value, views map[string]*viewClosure, ok bool) {
	ok = true
	given := make([]*ir.Value, len(params))
	views = map[string]*viewClosure{}
	for turn := range 3 {
		for i, p := range params {
			switch {
			case e.turn(p, args[i]) != turn:
			case turn == 2 && !ok: // its types are those of the others
			case p.view:
				if views[p.name.Name] = e.viewArg(p, args[i]); views[p.name.Name] == nil {
					ok = false
				}
			default:
				why := &reason{of: args[i], decl: p.span, text: "parameter `" + p.name.Name + "` of `" + in.f.decl.Name.Name + "`", who: declaredAt(p.name), param: p}
				want := descend.SubstType(e.c, p.typ, in.sub)
				var v *ir.Value
				f, isFn := want.(*descend.FnType)
				switch op := e.functionNamed(args[i]); {
				case isFn && turn == 2:
					v = e.functionArg(p, f, args[i])
				case isFn && op != nil:
					v = e.convert(e.load(args[i].Span(), op), f, args[i])
				case isFn && e.isUnknownName(args[i]):
					e.calls.missingFunction(args[i].(*ast.Name).Path.Whole())
				default:
					v = e.expectFor(why, args[i], want, true)
				}
				if v == nil {
					ok = false
					continue
				}
				given[i] = e.real(args[i].Span(), v)
			}
		}
	}
	for _, v := range given {
		if v != nil {
			vals = append(vals, v)
		}
	}
	return vals, views, ok
}

// turn says when an argument is elaborated.
func (e *terms) turn(p *param, arg ast.Expr) int {
	switch {
	case p.view:
		return 0
	case p.fn() && e.isFunction(arg):
		return 2
	case e.flex(arg) != rigid:
		return 1
	}
	return 0
}

// viewArg is the argument for a view parameter; nil after an error.
func (e *terms) viewArg(p *param, arg ast.Expr) *viewClosure {
	ch := ast.ViewChainOf(arg)
	if ch == nil {
		e.fail(arg.Span(), mismatched, "mismatched types").WithLabel("expected a view for `%s`", p.name.Name)
		return nil
	}
	r := e.res(false)
	if r.viewChain(ch); r.bad {
		e.poison()
		return nil
	}
	return &viewClosure{ch, e.scope}
}

// launch elaborates f::<<<grid, block; shared>>>::<..>(..).
func (e *terms) launch(x *ast.Launch) *ir.Value {
	f := e.items.fns[x.Fun.String()]
	if f == nil {
		e.unknownFunction(x.Fun, x.Args, x.Span())
		e.args(x.Args)
		return nil
	}
	e.items.info.refers(x.Fun, f.decl.Name.Span())
	mark := e.infer.Mark()
	l := e.calls.launched(x, f)
	if l == nil {
		e.args(x.Args)
		return nil
	}
	before := e.last
	e.launching = x
	operands, views, ok := e.callArgs(l.in, l.params, l.args)
	e.launching = nil
	if !ok || !e.calls.settleSizes(x.Span(), mark) {
		if e.last != before && e.last.Help == nil {
			e.last.Help = e.calls.fittingGrid(l, x)
		}
		return nil
	}
	if f.ret != descend.Unit(e.c) {
		e.fail(x.Span(), wrongExec, "`%s` cannot be launched", f.decl.Name.Name).WithLabel("a grid returns no value")
		return nil
	}
	for _, v := range operands {
		if !e.res(false).passed(x.Span(), v.Type()) || e.capturesInLaunch(v) {
			return nil
		}
	}
	attrs, ok := e.calls.callee(l.in, views, x)
	if !ok {
		return nil
	}
	attrs = append(attrs, ir.Attr("grid", e.c.TypeAttr(e.infer.Exec(l.grid))))
	if len(l.shared) > 0 {
		attrs = append(attrs, ir.Attr("shared", e.c.ArrayAttr(l.shared...)))
	}
	e.op(x.Span(), "descend.launch", operands, nil, attrs...)
	return e.unit
}
