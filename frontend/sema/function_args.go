package sema

import (
	"slices"
	"strconv"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/frontend/sema/infer"
	"descend/ir"
)

// This file knows functions that are arguments. A literal becomes a function of the program, whose generics are those around it
// that it names, and whose last parameters are what it captures. The name of a function stands for the literal that calls it.

// literal is what a function literal takes from around it.
type literal struct {
	e     *terms      // around it
	arg   ast.Expr    // as it is written
	fn    *function   // that it becomes
	entry *ir.Block   // of its body
	done  *ir.Block   // the body, once it is elaborated
	taken []*ir.Value // the places of the captured variables
	names []string    // of what is captured
}

// body is the body of a literal that was elaborated; nil of other functions.
func (l *literal) body() *ir.Block {
	if l == nil {
		return nil
	}
	return l.done
}

// fn says whether a parameter is a function.
func (p *param) fn() bool {
	_, ok := p.typ.(*descend.FnType)
	return ok
}

// fnType resolves the type of a parameter that is a function; nil after an error.
func (r *resolver) fnType(t *ast.FnType) *descend.FnType {
	value := func(t ast.Type) ir.Type {
		x := r.stored(t)
		switch {
		case x == nil:
		case descend.HoldsRef(x) || descend.HoldsView(x) || !descend.IsCopy(x, nil):
			d := r.fail(t.Span(), mismatched, "mismatched types").
				WithLabel("a function that is an argument takes and gives numbers, and tuples, arrays and structs of such")
			if v, ok := x.(*descend.VarType); ok {
				d.Note("`%s` may be a reference: say that it is a number, `where %[1]s: num`", v.Name)
			}
			return nil
		}
		return x
	}
	var in []ir.Type
	ok := true
	for _, p := range t.Params {
		x := value(p)
		ok = ok && x != nil
		in = append(in, x)
	}
	out := value(t.Ret)
	if out == nil || !ok {
		r.bad = true
		return nil
	}
	if out == descend.Unit(r.items.c) {
		r.fail(t.Ret.Span(), mismatched, "mismatched types").WithLabel("a function that is an argument gives a value")
		return nil
	}
	return descend.Fn(r.items.c, in, out)
}

// apply is op(..) where op is a parameter that is a function.
func (e *terms) apply(x *ast.Call, op *ir.Value, t *descend.FnType) *ir.Value {
	name := x.Fun.String()
	if len(x.Generics) > 0 {
		e.fail(x.Span(), mismatched, "mismatched types").WithLabel("`%s` takes no generic arguments", name)
		return nil
	}
	if len(x.Args) != len(t.In) {
		e.calls.arity(x.Span(), "`"+name+"`", len(t.In), len(x.Args))
		e.args(x.Args)
		return nil
	}
	operands := []*ir.Value{e.load(x.Fun.Span(), op), e.cur()}
	for i, a := range x.Args {
		v := e.expect(a, t.In[i], true)
		if v == nil {
			return nil
		}
		operands = append(operands, e.real(a.Span(), v))
	}
	return e.val(x.Span(), "descend.apply", operands, t.Out)
}

// functionNamed is the parameter that a term names, if that is a function; else nil.
func (e *terms) functionNamed(x ast.Expr) *ir.Value {
	id := nameOf(x)
	if id == nil {
		return nil
	}
	b := e.lookup(id)
	if b == nil || b.kind != varBind || b.place == nil {
		return nil
	}
	if _, ok := descend.ElemOf(b.place).(*descend.FnType); !ok {
		return nil
	}
	return b.place
}

// isFunctionValue reports the name of a parameter that is a function where a value is needed.
func (e *terms) isFunctionValue(id *ast.Ident, b *binding) bool {
	if _, ok := descend.ElemOf(b.place).(*descend.FnType); !ok {
		return false
	}
	e.fail(id.Span(), kindMismatch, "expected a value, found function `%s`", id.Name).
		WithLabel("a function that is an argument is called, or given as an argument").
		Relate(b.span.Loc(e.c), "`%s` is defined here", id.Name)
	return true
}

// isFunction says whether a term stands for a function: a literal, or the name of one.
func (e *terms) isFunction(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Lambda:
		return true
	case *ast.Name:
		name := x.Path.String()
		return e.scope.lookup(name) == nil && (e.items.fns[name] != nil || e.items.builtins[name] != nil)
	}
	return false
}

// isUnknownName says whether a term is a name that stands for nothing.
func (e *terms) isUnknownName(x ast.Expr) bool {
	n, ok := x.(*ast.Name)
	return ok && e.scope.lookup(n.Path.String()) == nil
}

// functionArg is the argument for a parameter that is a function: a literal, or the name of a function.
func (e *terms) functionArg(p *param, want *descend.FnType, arg ast.Expr) *ir.Value {
	x, ok := arg.(*ast.Lambda)
	name := "literal"
	if !ok {
		if !e.fitsFunction(p, want, arg.(*ast.Name)) {
			return nil
		}
		x, name = calling(arg.(*ast.Name), len(want.In))
	}
	if len(x.Params) != len(want.In) {
		e.fail(arg.Span(), mismatched, "mismatched types").
			WithLabel("`%s` takes %s, found %d", p.name.Name, plural(len(want.In), "argument"), len(x.Params)).
			Relate(p.span.Loc(e.c), "`%s` is a function of type `%s`", p.name.Name, descend.UserFormat(p.typ))
		return nil
	}
	in := make([]ir.Type, len(want.In))
	for i := range in {
		if in[i] = e.infer.Type(want.In[i]); infer.Open(in[i]) {
			e.fail(arg.Span(), cannotInfer, "cannot infer the type of an argument of a function").
				WithLabel("argument %d of `%s` is `%s`", i+1, p.name.Name, e.shown(in[i])).
				Relate(p.span.Loc(e.c), "`%s` is declared here", p.name.Name)
			return nil
		}
	}
	out := e.infer.Type(want.Out)
	if infer.Open(out) {
		out = nil
	}
	f := e.literalFunction(x, arg, name, in, out, p)
	if e.control.literal(f); f.literal.done == nil {
		return e.poison()
	}
	got := descend.Fn(e.c, in, f.ret)
	if _, _, ok := e.agree(want, got, arg); !ok {
		return nil
	}
	e.items.order = append(e.items.order, f)
	return e.literalValue(f, got)
}

// fitsFunction reports a function of the program that cannot be what a parameter wants, whatever its generics are.
func (e *terms) fitsFunction(p *param, want *descend.FnType, arg *ast.Name) bool {
	f := e.items.fns[arg.Path.String()]
	if f == nil || f.bad {
		return true
	}
	declared := func(d *ir.Diagnostic) *ir.Diagnostic {
		return d.Relate(f.decl.Name.Span().Loc(e.c), "`%s` is defined here", f.decl.Name.Name).
			Relate(p.span.Loc(e.c), "`%s` is a function of type `%s`", p.name.Name, descend.UserFormat(p.typ))
	}
	if f.exec.Kind != exec.Any {
		declared(e.fail(arg.Span(), wrongExec, "`%s` cannot be an argument", f.decl.Name.Name).WithLabel("it is executed by `%s`, an argument by `any`", f.exec.User())).
			WithHelp("if it only computes a value, say that anybody executes it: `-[e: any]->`")
		return false
	}
	if len(f.generics) > 0 || f.hasViewParams() || f.statics() > 0 {
		return true
	}
	var in []ir.Type
	same := len(f.params) == len(want.In)
	for i, q := range f.params {
		in = append(in, q.typ)
		if same {
			t := e.infer.Type(want.In[i])
			same = infer.Open(t) || t == q.typ
		}
	}
	if out := e.infer.Type(want.Out); same && (infer.Open(out) || out == f.ret) {
		return true
	}
	declared(e.fail(arg.Span(), mismatched, "mismatched types").WithLabel("expected `%s`, found `%s`", e.shown(e.infer.Type(want)), descend.UserFormat(descend.Fn(e.c, in, f.ret))))
	return false
}

// calling is the literal that calls a function by its name with n arguments, and the name.
func calling(x *ast.Name, n int) (*ast.Lambda, string) {
	call := &ast.Call{Base: x.Base, Fun: x.Path, Generics: x.Args}
	out := &ast.Lambda{Base: x.Base, Body: call}
	for i := range n {
		id := &ast.Ident{Base: x.Base, Name: "x$" + strconv.Itoa(i)}
		out.Params = append(out.Params, id)
		call.Args = append(call.Args, &ast.Name{Base: x.Base, Path: &ast.Path{Base: x.Base, Parts: []*ast.Ident{id}}})
	}
	return out, x.Path.Parts[len(x.Path.Parts)-1].Name
}

// literalFunction is the function that a literal becomes, before its body is elaborated.
func (e *terms) literalFunction(x *ast.Lambda, arg ast.Expr, name string, in []ir.Type, out ir.Type, p *param) *function {
	e.items.literals++
	e.items.keeper.special()
	body, ok := x.Body.(*ast.Block)
	if !ok {
		body = &ast.Block{Base: ast.At(x.Body.Span()), Result: x.Body}
	}
	id := &ast.Ident{Base: ast.At(arg.Span()), Name: name}
	f := &function{home: e.items, name: e.items.qualified(name) + "$fn" + strconv.Itoa(e.items.literals), done: true, scope: e.items.scope.child(),
		decl: &ast.FnDecl{Base: ast.At(arg.Span()), Name: id, Ret: &ast.InferType{Base: ast.At(p.span)}, Body: body}}
	f.exec, f.ret, f.where, f.copyVars = exec.Of(e.c, exec.Any), out, e.fn.where, e.fn.copyVars
	f.literal = &literal{e: e, arg: arg, fn: f}
	f.scope.capture = f.literal.capture
	for i, q := range x.Params {
		f.params = append(f.params, &param{name: q, typ: in[i], span: q.Span()})
		f.literal.needs(in[i])
	}
	if out != nil {
		f.literal.needs(out)
	}
	return f
}

// literal elaborates the body of a function literal.
func (e *statements) literal(f *function) {
	seen := map[string]*ast.Ident{}
	for _, p := range f.params {
		if first := seen[p.name.Name]; first != nil && p.name.Name != "_" {
			e.fail(p.name.Span(), duplicateName, "the parameter `%s` is defined twice", p.name.Name).
				WithLabel("second definition").Relate(first.Span().Loc(e.c), "first defined here")
			return
		}
		seen[p.name.Name] = p.name
	}
	if f.literal.done = e.a.elaborate(f); f.literal.done == nil {
		return
	}
	f.literal.needs(f.ret)
	known := func(w nat.Constraint) bool {
		return !slices.ContainsFunc(w.Vars(), func(v string) bool { return !f.literal.has(v) })
	}
	f.where = slices.DeleteFunc(slices.Clone(f.where), func(w nat.Constraint) bool { return !known(w) })
	for _, b := range e.fn.bounds {
		if name, _, _ := strings.Cut(b, ":"); f.literal.has(name) {
			f.bounds = append(f.bounds, b)
		}
	}
}

// literalValue makes the value of a literal that was elaborated.
func (e *terms) literalValue(f *function, t *descend.FnType) *ir.Value {
	s := f.literal.arg.Span()
	var captured []*ir.Value
	for _, p := range f.literal.taken {
		captured = append(captured, e.load(s, p))
	}
	lists := map[string][]ir.Attribute{}
	for _, g := range f.generics {
		switch g.kind {
		case ast.KindNat:
			lists["nats"] = append(lists["nats"], descend.Nat(e.c, nat.Var(g.name)))
		case ast.KindMem:
			lists["mems"] = append(lists["mems"], e.c.StringAttr(g.name))
		case ast.KindType:
			lists["types"] = append(lists["types"], e.c.TypeAttr(f.literal.e.fn.scope.lookup(g.name).typ))
		}
	}
	attrs := []ir.NamedAttr{ir.Attr("callee", e.c.SymbolRef(f.name))}
	for _, k := range []string{"mems", "nats", "types"} {
		if l := lists[k]; len(l) > 0 {
			attrs = append(attrs, ir.Attr(k, e.c.ArrayAttr(l...)))
		}
	}
	return e.val(s, "descend.function", captured, t, attrs...)
}

// capture binds a name that stands for something around the literal.
func (l *literal) capture(name string) *binding {
	b := l.e.scope.lookup(name)
	if b == nil || b.bad {
		return b
	}
	switch b.kind {
	case natBind:
		for _, v := range b.nat.Vars() {
			l.generic(v, ast.KindNat)
			l.names = append(l.names, name)
		}
	case memBind:
		if b.mem.IsVar() {
			l.generic(string(b.mem), ast.KindMem)
		}
	case typeBind:
		l.needs(b.typ)
	case varBind:
		return l.variable(name, b)
	case execBind, viewBind, barrierBind:
		return l.refuse(name, b, map[bindKind]string{execBind: "an execution resource", viewBind: "a view", barrierBind: "a barrier"}[b.kind])
	}
	return b
}

// variable captures a variable: its value becomes a parameter.
func (l *literal) variable(name string, b *binding) *binding {
	if b.place == nil {
		return b
	}
	t := descend.ElemOf(b.place)
	if !descend.IsScalar(t) && !descend.IsEnum(t) {
		return l.refuse(name, b, "`"+descend.UserFormat(t)+"`")
	}
	l.needs(t)
	l.taken, l.names = append(l.taken, b.place), append(l.names, name)
	id := &ast.Ident{Base: ast.At(b.span), Name: name}
	l.fn.params = append(l.fn.params, &param{name: id, typ: t, span: b.span})
	return &binding{kind: varBind, span: b.span, place: l.entry.AddArg(descend.Place(l.e.c, t), b.span.Loc(l.e.c))}
}

// refuse reports a name that a literal cannot capture.
func (l *literal) refuse(name string, b *binding, what string) *binding {
	at := l.arg.Span()
	ast.Inspect(l.arg, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == name && at == l.arg.Span() {
			at = id.Span()
		}
		return true
	})
	d := l.e.fail(at, kindMismatch, "a function literal captures numbers and sizes only").WithLabel("`%s` is %s", name, what)
	if b.span.Known() {
		d.Relate(b.span.Loc(l.e.c), "`%s` is defined here", name)
	}
	if b.kind == varBind && b.place != nil {
		switch descend.ElemOf(b.place).(type) {
		case *descend.FnType:
			d.WithHelp("give `" + name + "` itself as the argument, or call it outside of the literal")
		default:
			d.WithHelp("take the numbers that it needs before the call, `let v = " + name + "[..];`, and use those")
		}
	}
	if b.kind == execBind {
		d.WithHelp("take the number before the call, `let i = index(" + name + ");`, and use that")
	}
	return &binding{kind: varBind, span: b.span, bad: true}
}

// needs makes the variables in a type generics of the literal.
func (l *literal) needs(t ir.Type) {
	nats, mems, types := descend.FreeNames(t)
	for i, list := range [][]string{nats, mems, types} {
		for _, name := range list {
			l.generic(name, [...]ast.Kind{ast.KindNat, ast.KindMem, ast.KindType}[i])
		}
	}
}

// generic adds a generic of the literal.
func (l *literal) generic(name string, kind ast.Kind) {
	if !l.has(name) {
		l.fn.generics = append(l.fn.generics, generic{name: name, kind: kind, span: l.arg.Span()})
	}
}

// has says whether something is a generic of the literal.
func (l *literal) has(name string) bool {
	return slices.ContainsFunc(l.fn.generics, func(g generic) bool { return g.name == name })
}

// capturesInLaunch reports a function that captures something and is given to a kernel.
func (e *terms) capturesInLaunch(v *ir.Value) bool {
	op, ok := ir.DefinedBy[descend.FunctionOp](v)
	if !ok {
		return false
	}
	for _, f := range e.items.order {
		if l := f.literal; l != nil && f.name == op.Callee() && len(l.names) > 0 {
			e.fail(l.arg.Span(), kindMismatch, "a function that is given to a kernel captures nothing").WithLabel("`%s` is of the CPU", l.names[0]).
				WithHelp("make it a parameter of the kernel")
			return true
		}
	}
	return false
}
