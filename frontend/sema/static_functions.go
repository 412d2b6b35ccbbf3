package sema

import (
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

// This file knows functions that are given in `::<..>`. A generic `op: fn(d, d) -> d` is a parameter that is a function, the first ones
// of the function, and what is given for it an argument: after that nobody tells the two apart.

// staticParams makes the parameters of generics that are functions.
func (a *analyzer) staticParams(f *function, r *resolver, seen map[string]*ast.Ident) {
	for _, g := range f.decl.Generics {
		if g.Kind != ast.KindFn {
			continue
		}
		p := a.param(f, r, &ast.Param{Base: g.Base, Name: g.Name, Type: g.Fn}, seen)
		p.static = true
		f.params = append(f.params, p)
	}
}

// notFunctions are the generics that are no functions, which other items than functions have not.
func (a *analyzer) notFunctions(gs []*ast.Generic) []*ast.Generic {
	return slices.DeleteFunc(slices.Clone(gs), func(g *ast.Generic) bool { return g.Kind == ast.KindFn })
}

// statics is how many of the parameters are given in `::<..>`.
func (f *function) statics() int {
	n := 0
	for _, p := range f.params {
		if p.static {
			n++
		}
	}
	return n
}

// givenFunctions takes the functions out of what is given for the generics of f; all arguments of the call come back, the functions first.
func (e *calls) givenFunctions(f *function, x ast.Expr, given []*ast.GenericArg, args []ast.Expr) ([]*ast.GenericArg, []ast.Expr, bool) {
	if i := slices.IndexFunc(given, func(a *ast.GenericArg) bool { return a.Literal != nil }); i >= 0 {
		e.literalAmongGenerics(f, x, given, i, args)
		return nil, nil, false
	}
	n := f.statics()
	if n == 0 {
		return given, args, true
	}
	gs := f.decl.Generics
	switch all := len(gs); {
	case len(given) == all:
	case len(given) == all-(len(f.generics)-countKinds(f.generics)):
		gs = slices.DeleteFunc(slices.Clone(gs), func(g *ast.Generic) bool { return g.Kind == ast.KindLifetime })
	case len(given) == n || len(given) == 0:
		gs = slices.DeleteFunc(slices.Clone(gs), func(g *ast.Generic) bool { return g.Kind != ast.KindFn })
	default:
		e.fail(x.Span(), mismatched, "mismatched types").
			WithLabel("function `%s` takes %s, found %d", f.decl.Name.Name, plural(all, "generic argument"), len(given))
		return nil, nil, false
	}
	var rest []*ast.GenericArg
	var out []ast.Expr
	for i, g := range gs {
		switch {
		case g.Kind != ast.KindFn:
			rest = append(rest, given[i])
		case len(given) == 0 || given[i].Infer:
			at := x.Span()
			if len(given) > 0 {
				at = given[i].Span()
			}
			d := e.fail(at, cannotInfer, "the function `%s` of `%s` is not given", g.Name.Name, f.decl.Name.Name).WithLabel("no argument determines a function").
				Relate(g.Span().Loc(e.c), "`%s` is a generic of `%s`", g.Name.Name, f.decl.Name.Name).
				WithHelp("name one, as in `" + f.decl.Name.Name + "::<" + strings.Join(f.genericsWith("max"), ", ") + ">(..)`")
			if slices.ContainsFunc(args, func(x ast.Expr) bool { _, ok := x.(*ast.Lambda); return ok }) {
				d.Note("a literal is an argument for a parameter, `%s` is given by name", g.Name.Name)
			}
			return nil, nil, false
		default:
			name := e.givenFunction(g, given[i])
			if name == nil {
				return nil, nil, false
			}
			out = append(out, name)
		}
	}
	return rest, append(out, args...), true
}

// genericsWith are generic arguments as they could be written: `_`, and a name for functions.
func (f *function) genericsWith(name string) (out []string) {
	for _, g := range f.decl.Generics {
		switch g.Kind {
		case ast.KindLifetime:
		case ast.KindFn:
			out = append(out, name)
		default:
			out = append(out, "_")
		}
	}
	return out
}

// givenFunction is the name of a function that is given for a generic; nil after an error.
func (e *calls) givenFunction(g *ast.Generic, arg *ast.GenericArg) *ast.Name {
	id := arg.Name()
	if id == nil {
		e.fail(arg.Span(), kindMismatch, "expected a function for `%s`", g.Name.Name).WithLabel("this is not the name of a function").
			Relate(g.Span().Loc(e.c), "`%s` is a function", g.Name.Name)
		return nil
	}
	if b := e.scope.lookup(id.Name); b != nil {
		if b.bad {
			e.poison()
			return nil
		}
		if b.kind != varBind || b.place == nil || !isFnType(descend.ElemOf(b.place)) {
			e.wrongKind(id.Span(), "a function", id.Name, b)
			return nil
		}
	} else if e.items.fns[id.Name] == nil && e.items.builtins[id.Name] == nil {
		e.missingFunction(id)
		return nil
	}
	return &ast.Name{Base: id.Base, Path: ast.PathOf(id)}
}

// missingFunction reports a name that is no function, where one is given.
func (e *calls) missingFunction(id *ast.Ident) {
	e.poison()
	if e.items.notInModule(id) != nil {
		return
	}
	e.unknown(id, "function", append(sortedKeys(e.items.fns), sortedKeys(e.items.builtins)...))
}

func isFnType(t ir.Type) bool {
	_, ok := t.(*descend.FnType)
	return ok
}

// literalAmongGenerics reports a function literal in `::<..>`. It goes among the arguments where a parameter lacks one, else a function
// of the program takes its place.
func (e *calls) literalAmongGenerics(f *function, x ast.Expr, given []*ast.GenericArg, i int, args []ast.Expr) {
	lit := given[i].Literal
	d := e.fail(lit.Span(), kindMismatch, "a function literal stands among the arguments, not in `::<..>`").WithLabel("names of functions stand here")
	if e.moveLiteral(d, f, x, given, i, args) {
		return
	}
	var params []string
	for _, id := range lit.Params {
		params = append(params, id.Name)
	}
	d.WithHelp("write it as a function, `fn name(" + strings.Join(params, ": .., ") + ": ..) -[e: any]-> .. { .. }`, and give its name, or take it among the parameters of `" + f.decl.Name.Name + "`")
	k := slices.IndexFunc(f.decl.Generics, func(g *ast.Generic) bool { return g.Kind == ast.KindFn })
	if k < 0 || f.statics() != 1 {
		return
	}
	d.Relate(f.decl.Generics[k].Span().Loc(e.c), "`%s` is given by name", f.decl.Generics[k].Name.Name)
	t, ok := f.params[0].typ.(*descend.FnType)
	if !ok || len(t.In) != len(lit.Params) || !ownNames(lit) {
		return
	}
	if nats, mems, types := descend.FreeNames(t); len(nats)+len(mems)+len(types) > 0 {
		return
	}
	item := e.fn
	for item.literal != nil {
		item = item.literal.e.fn
	}
	name := f.decl.Generics[k].Name.Name
	for e.items.fns[name] != nil || e.scope.lookup(name) != nil || e.items.builtins[name] != nil {
		name += "_"
	}
	text := "fn " + name + "("
	for i, id := range lit.Params {
		text += id.Name + ": " + descend.UserFormat(t.In[i]) + []string{", ", ""}[min(1, (i+1)/len(lit.Params))]
	}
	body := lit.Body.Span().Text()
	if _, ok := lit.Body.(*ast.Block); !ok {
		body = "{ " + body + " }"
	}
	text += ") -[e: any]-> " + descend.UserFormat(t.Out) + " " + body + "\n\n"
	d.WithHelp("write it as a function, and give its name", insertion(e.c, item.decl.Span(), text), ir.Edit{Loc: lit.Span().Loc(e.c), Text: name})
}

// ownNames says whether a literal names its parameters only.
func ownNames(lit *ast.Lambda) (ok bool) {
	ok = true
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		if x, isName := n.(*ast.Name); isName {
			id := nameOf(x)
			ok = ok && id != nil && slices.ContainsFunc(lit.Params, func(p *ast.Ident) bool { return p.Name == id.Name })
		}
		return ok
	})
	return ok
}

// moveLiteral proposes to write a literal among the arguments, where one for a function is missing; false if none is.
func (e *calls) moveLiteral(d *ir.Diagnostic, f *function, x ast.Expr, given []*ast.GenericArg, i int, args []ast.Expr) bool {
	var params []*param
	for _, p := range f.params {
		if !p.static && !(p.owned && f.exec.Kind == exec.Grid) {
			params = append(params, p)
		}
	}
	k := slices.IndexFunc(params, (*param).fn)
	if k < 0 || f.statics() > 0 || len(params) != len(args)+1 {
		return false
	}
	text := given[i].Literal.Span().Text()
	d.Relate(params[k].span.Loc(e.c), "`%s` is a parameter", params[k].name.Name)
	open := e.items.nextToken(given[len(given)-1].Span(), syntax.LParen)
	out, in := given[i].Span(), ir.Edit{Loc: open.Tail().Loc(e.c), Text: text}
	switch {
	case k < len(args):
		in = insertion(e.c, args[k].Span(), text+", ")
	case len(args) > 0:
		in = ir.Edit{Loc: args[len(args)-1].Span().Tail().Loc(e.c), Text: ", " + text}
	}
	switch {
	case i > 0:
		out = source.Span{File: out.File, Start: given[i-1].Span().End, End: out.End}
	case len(given) > 1:
		out = source.Span{File: out.File, Start: out.Start, End: given[1].Span().Start}
	default:
		_, less := e.items.tokenBefore(out)
		_, sep := e.items.tokenBefore(less)
		out = source.Span{File: out.File, Start: sep.Start, End: open.Start}
	}
	d.WithHelp("write it among the arguments", ir.Edit{Loc: out.Loc(e.c), Text: ""}, in)
	return true
}
