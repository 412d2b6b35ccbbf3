package sema

import (
	"descend/frontend/ast"
	"descend/frontend/source"
)

// bindGenerics binds generics to arguments in scope to; lifetimes may be left out, and all arguments where
// inference is possible.
func (r *resolver) bindGenerics(gs []generic, args []*ast.GenericArg, at source.Span, what string, to *scope) bool {
	vals, ok := r.genericArgs(gs, args, at, what)
	if !ok {
		return false
	}
	for i, g := range gs {
		to.bind(g.name, vals[i])
	}
	return true
}

// genericArgs resolves arguments for generics: one binding for each.
func (r *resolver) genericArgs(gs []generic, args []*ast.GenericArg, at source.Span, what string) ([]*binding, bool) {
	given := make([]*ast.GenericArg, len(gs))
	switch required := countKinds(gs); {
	case len(args) == len(gs):
		copy(given, args)
	case len(args) == required:
		j := 0
		for i, g := range gs {
			if g.kind != ast.KindLifetime {
				given[i] = args[j]
				j++
			}
		}
	case len(args) == 0 && r.infer != nil:
	default:
		r.fail(at, mismatched, "mismatched types").
			WithLabel("%s takes %s, found %d", what, plural(len(gs), "generic argument"), len(args))
		return nil, false
	}
	out := make([]*binding, len(gs))
	ok := true
	for i, g := range gs {
		if out[i] = r.genericArg(g, given[i], at); out[i] == nil {
			ok = false
		}
	}
	return out, ok
}

func countKinds(gs []generic) int {
	n := 0
	for _, g := range gs {
		if g.kind != ast.KindLifetime {
			n++
		}
	}
	return n
}

// genericArg resolves one argument, an unknown where it is nil or `_`.
func (r *resolver) genericArg(g generic, arg *ast.GenericArg, at source.Span) *binding {
	c := r.items.c
	if arg == nil || arg.Infer {
		if g.kind == ast.KindLifetime && r.infer == nil {
			return &binding{kind: lifetimeBind}
		}
		if arg != nil {
			at = arg.Span()
		}
		n := r.unknown(at)
		if n == "" {
			return nil
		}
		return standsFor(c, g.kind, n)
	}
	switch {
	case g.kind == ast.KindNat && arg.Nat != nil:
		if e, ok := r.nat(arg.Nat); ok {
			return &binding{kind: natBind, nat: e}
		}
		return nil
	case g.kind == ast.KindMem && arg.Mem != nil:
		if m, ok := r.mem(arg.Mem); ok {
			return &binding{kind: memBind, mem: m}
		}
		return nil
	case g.kind == ast.KindType && arg.Type != nil:
		if t := r.stored(arg.Type); t != nil {
			return &binding{kind: typeBind, typ: t}
		}
		return nil
	case g.kind == ast.KindLifetime && arg.Lifetime != nil:
		bad := r.bad
		r.bad = false
		l := r.lifetime(arg.Lifetime)
		failed := r.bad
		r.bad = bad || failed
		if failed {
			return nil
		}
		return &binding{kind: lifetimeBind, lifetime: l}
	}
	r.fail(arg.Span(), kindMismatch, "expected %s for `%s`", kindArticle(g.kind), g.name).
		WithLabel("this is not %s", kindArticle(g.kind)).
		Relate(g.span.Loc(c), "`%s` is %s", g.name, kindArticle(g.kind))
	return nil
}

func kindArticle(k ast.Kind) string {
	return [...]string{"a nat", "a memory", "a type", "a lifetime"}[k]
}
