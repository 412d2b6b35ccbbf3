package sema

import (
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// generics enters generics into a scope, each standing for itself.
func (a *analyzer) generics(gs []*ast.Generic, sc *scope) ([]generic, bool) {
	ok := true
	var out []generic
	for _, g := range gs {
		name := g.Name.Name
		if g.Kind == ast.KindFn {
			a.errorf(g.Span(), kindMismatch, "only functions have generics that are functions").WithLabel("`%s` is a function", name)
			ok = false
			continue
		}
		if g.Kind == ast.KindLifetime {
			name = "'" + name
		}
		if first := sc.own(name); first != nil {
			a.errorf(g.Name.Span(), duplicateName, "the generic `%s` is defined twice", name).
				WithLabel("second definition").Relate(first.span.Loc(a.c), "first defined here")
			first.bad = true // either may be meant
			ok = false
			continue
		}
		b := standsFor(a.c, g.Kind, name)
		b.span = g.Name.Span()
		sc.bind(name, b)
		out = append(out, generic{name, g.Kind, g.Name.Span()})
	}
	return out, ok
}

// standsFor is what a name of a kind stands for by itself: a generic or an unknown.
func standsFor(c *ir.Context, kind ast.Kind, name string) *binding {
	switch kind {
	case ast.KindNat:
		return &binding{kind: natBind, nat: nat.Var(name)}
	case ast.KindMem:
		return &binding{kind: memBind, mem: descend.Mem(name)}
	case ast.KindLifetime:
		return &binding{kind: lifetimeBind, lifetime: name}
	}
	return &binding{kind: typeBind, typ: descend.Var(c, name)}
}

// resolveSignature fills in what a declaration says about a function.
func (a *analyzer) resolveSignature(f *function) {
	d := f.decl
	if f.scope == nil {
		f.scope = a.scope.child()
	}
	var ok bool
	f.generics, ok = a.generics(a.notFunctions(d.Generics), f.scope)
	f.bad = f.bad || !ok || a.headLost(d)
	r := &resolver{items: a.items, scope: f.scope, generics: endOfGenerics(d)}
	f.where, f.bounds, f.copyVars = r.constraints(d.Where)
	f.exec = exec.Of(a.c, exec.CPUThread)
	if d.Exec != nil {
		if t := r.execType(d.Exec.Type); t != nil {
			f.exec = t
		}
	}
	seen := map[string]*ast.Ident{}
	a.staticParams(f, r, seen)
	for _, p := range d.Params {
		f.params = append(f.params, a.param(f, r, p, seen))
	}
	f.ret = descend.Unit(a.c)
	if d.Ret != nil {
		if f.ret = r.typ(d.Ret); f.ret == nil {
			f.ret = descend.Unit(a.c)
		} else if descend.HoldsView(f.ret) {
			r.fail(d.Ret.Span(), mismatched, "a view cannot be returned").
				WithLabel("`%s` refers to a view", descend.UserFormat(f.ret))
		} else if d.RetOwner != nil {
			if f.retOwner = r.owner(f, d.RetOwner, "a result"); f.retOwner != nil {
				r.ofEach(f, d.Ret.Span(), f.ret, "result")
			}
		} else if descend.HoldsMatrix(f.ret) {
			f.retOwner = r.ofWarp(f, d.Ret.Span())
		}
	}
	f.bad = f.bad || r.bad
}

// param resolves one parameter.
func (a *analyzer) param(f *function, r *resolver, p *ast.Param, seen map[string]*ast.Ident) *param {
	out := &param{name: p.Name, mut: p.Mut, span: p.Span()}
	if n := p.Name.Name; n != "_" && n != "" {
		if first := seen[n]; first != nil {
			r.fail(p.Name.Span(), duplicateName, "the parameter `%s` is defined twice", n).
				WithLabel("second definition").Relate(first.Span().Loc(a.c), "first defined here")
		}
		seen[n] = p.Name
	}
	if _, ok := p.Type.(*ast.ViewParamType); ok {
		out.view = true
		if f.decl.Body == nil {
			r.fail(p.Span(), mismatched, "a declaration without a body cannot take views")
		}
		return out
	}
	if t, ok := p.Type.(*ast.FnType); ok {
		if f := r.fnType(t); f != nil {
			out.typ = f
		}
		if f.decl.Body == nil {
			r.fail(p.Span(), mismatched, "a declaration without a body cannot take functions")
		}
		if p.Owner != nil || p.Mut {
			r.fail(p.Span(), mismatched, "a parameter that is a function is neither `mut` nor owned")
		}
		if out.typ == nil {
			r.bad = true
		}
		return out
	}
	out.typ = r.typ(p.Type)
	if out.typ == nil {
		r.bad = true
		return out
	}
	if descend.HoldsView(out.typ) && (!isViewRef(out.typ) || f.exec.Kind == exec.Grid || f.decl.Body == nil) {
		d := r.fail(p.Type.Span(), mismatched, "a view cannot be passed here").
			WithLabel("`%s` has any layout", descend.UserFormat(out.typ))
		switch {
		case !isViewRef(out.typ):
			d.Note("only a reference to a view can be a parameter")
		default:
			d.Note("grid functions and declarations take references to arrays")
		}
	}
	if f.exec.Kind == exec.Grid {
		r.passed(p.Type.Span(), out.typ)
	}
	if p.Owner == nil && descend.HoldsMatrix(out.typ) {
		out.owner = r.ofWarp(f, p.Type.Span())
		out.owned = out.owner != nil
	}
	if p.Owner != nil {
		out.owned = true
		if out.owner = r.owner(f, p.Owner, "a parameter"); out.owner == nil {
			return out
		}
		if f.exec.Kind == exec.Grid {
			r.shared(p, out)
		} else {
			r.ofEach(f, p.Type.Span(), out.typ, "parameter")
		}
	}
	return out
}

// owner resolves who has a parameter or result of its own: each block of a grid, whose shared memory a launch allocates, or each
// thread of another resource; nil after an error.
func (r *resolver) owner(f *function, e *ast.ExecExpr, what string) exec.Path {
	if e.Name == nil || f.decl.Exec == nil || f.decl.Exec.Name == nil || e.Name.Name != f.decl.Exec.Name.Name {
		r.fail(e.Span(), wrongExec, "the owner of %s is a part of the function's execution resource", what).
			WithLabel("does not start at the function's resource")
		return nil
	}
	r.items.info.refers(e.Name, f.decl.Exec.Name.Span())
	path, end, ok := r.ownerPath(f.exec, e)
	if !ok {
		return nil
	}
	split := slices.ContainsFunc(e.Steps, func(s *ast.ExecStep) bool { return s.Kind == ast.StepSplit })
	switch {
	case f.exec.Kind == exec.Grid && (end.Kind != exec.Block || split || what != "a parameter"):
		r.fail(e.Span(), wrongExec, "%s belongs to each block of a grid", what).
			WithLabel("these are `%s` of a `%s`", end.User(), f.exec.User()).
			Note("a launch allocates one array of shared memory for each block: `[grid.forall(X)]`")
	case f.exec.Kind == exec.Grid:
		return path
	case f.exec.IsSingle() || len(path) == 0 || split || !end.IsSingle():
		d := r.fail(e.Span(), wrongExec, "the owner of %s is each thread of the function's resource", what).
			WithLabel("these are `%s` of a `%s`", end.User(), f.exec.User())
		if each, ok := exec.Threads(r.items.c, f.exec); ok {
			text := e.Name.Name + "." + each.String()
			d.WithHelp("write `["+text+"]`: each thread has a value of its own", ir.Edit{Loc: e.Span().Loc(r.items.c), Text: text})
		}
	default:
		return path
	}
	return nil
}

// ofEach requires that values of type t can be those of each thread: they are copied, and refer to nothing.
func (r *resolver) ofEach(f *function, s source.Span, t ir.Type, what string) {
	switch {
	case holdsHandle(t):
		r.fail(s, mismatched, "a value of each thread is data").
			WithLabel("`%s` is a reference or holds one", descend.UserFormat(t)).
			Note("a %s with an owner is a number, a bool, or a tuple, struct or array of such", what)
	case !descend.IsCopy(t, f.copyVars):
		d := r.fail(s, mismatched, "a value of each thread is copied").WithLabel("`%s` cannot be copied", descend.UserFormat(t))
		if v, ok := t.(*descend.VarType); ok {
			d.WithHelp("say that it can be: `where " + v.Name + ": copy`")
		}
	case f.decl.Body == nil:
		r.fail(s, mismatched, "a declaration without a body has no values of each thread").WithLabel("a %s with an owner", what)
	}
}

// isHandle says whether values of t are references or boxes.
func isHandle(t ir.Type) bool {
	switch t.(type) {
	case *descend.RefType, *descend.BoxType:
		return true
	}
	return false
}

// shared requires of a parameter of a grid with an owner that it is shared memory.
func (r *resolver) shared(p *ast.Param, out *param) {
	if ref, ok := out.typ.(*descend.RefType); !ok || !ref.Uniq || ref.Mem != descend.GPUShared {
		r.fail(p.Type.Span(), mismatched, "mismatched types").
			WithLabel("expected `&uniq gpu.shared ..` for a parameter with an owner, found `%s`", descend.UserFormat(out.typ))
	}
}

// passed requires that a value of type t can be an argument of a launch: memory of references and boxes lies in parameters
// of their own, not in other memory.
func (r *resolver) passed(s source.Span, t ir.Type) bool {
	if launchable(t) {
		return true
	}
	r.fail(s, unsupported, "an argument of type `%s` for a grid function is not supported yet", descend.UserFormat(t)).
		WithLabel("references and boxes behind references or in arrays")
	return false
}

func launchable(t ir.Type) bool {
	return !descend.Holds(t, func(t ir.Type) bool {
		switch t := t.(type) {
		case *descend.RefType:
			return holdsHandle(t.Elem)
		case *descend.BoxType:
			return holdsHandle(t.Elem)
		case *descend.ArrayType:
			return holdsHandle(t.Elem)
		}
		return false
	})
}

// holdsHandle says whether a value of type t has references or boxes.
func holdsHandle(t ir.Type) bool {
	return descend.Holds(t, isHandle)
}

// ownerPath is the path of the steps of e from a resource of type t, and the type of the owners.
func (r *resolver) ownerPath(t *exec.Type, e *ast.ExecExpr) (exec.Path, *exec.Type, bool) {
	var path exec.Path
	for _, s := range e.Steps {
		step := exec.Step{Axis: exec.Axis(s.Axis)}
		switch s.Kind {
		case ast.StepForall:
			step.Kind = exec.ForallStep
		case ast.StepSplit:
			at, ok := r.nat(s.At)
			if !ok {
				return nil, nil, false
			}
			step.Kind, step.At = exec.FstStep, at
			if s.Snd {
				step.Kind = exec.SndStep
			}
		case ast.StepToWarps:
			step = exec.Step{Kind: exec.WarpsStep}
		case ast.StepToThreads:
			step = exec.Step{Kind: exec.ThreadsStep}
		}
		next, ok := step.To(r.items.c, t)
		if !ok {
			r.fail(s.Span(), wrongExec, "`%s` has no such part", t.User()).WithLabel("cannot go from `%s` to this", t.User())
			return nil, nil, false
		}
		path, t = append(path, step), next
	}
	return path, t, true
}

// constraints resolves a where clause.
func (r *resolver) constraints(cs []ast.Constraint) (where []nat.Constraint, bounds []string, copyVars map[string]bool) {
	copyVars = map[string]bool{}
	for _, k := range cs {
		switch k := k.(type) {
		case *ast.NatConstraint:
			if w, ok := r.natConstraint(k); ok {
				where = append(where, w)
			}
		case *ast.Pow2:
			if x, ok := r.nat(k.X); ok {
				where = append(where, nat.IsPow2(x))
			}
		case *ast.TypeBound:
			b := r.lookup(k.Name)
			switch {
			case b == nil:
				r.undeclared(k.Name, "type", ast.KindType, typeBind, r.scope.visible(func(b *binding) bool { return b.kind == typeBind }))
			case b.kind != typeBind:
				r.wrongKind(k.Name.Span(), "a type", k.Name.Name, b)
			default:
				copyVars[k.Name.Name] = true
				bounds = append(bounds, r.bound(b, k)...)
			}
		case *ast.Outlives:
			if r.noBound(k) {
				continue
			}
			long, short := r.lifetime(k.Long), r.lifetime(k.Short)
			if long != "" && short != "" {
				bounds = append(bounds, long+": "+short)
			}
		}
	}
	return where, bounds, copyVars
}

// noBound reports `d: b` for a type d, where b is no bound; false if it is about lifetimes.
func (r *resolver) noBound(k *ast.Outlives) bool {
	b := r.scope.lookup(k.Long.Name)
	if k.Long.Span().Text() != k.Long.Name || r.scope.lookup("'"+k.Long.Name) != nil || b == nil || b.kind != typeBind {
		return false
	}
	r.bad = true
	r.items.unknown(&ast.Ident{Base: k.Short.Base, Name: k.Short.Name}, "bound", append(descend.BoundNames(), "copy")).
		Note("the bounds are `copy`, `%s`", strings.Join(descend.BoundNames(), "`, `"))
	return true
}

// bound makes a type variable one that stands for the scalars of bounds, and gives the clauses as they are written in the IR.
func (r *resolver) bound(b *binding, k *ast.TypeBound) (clauses []string) {
	have := descend.Bounds("")
	if v, ok := b.typ.(*descend.ScalarVarType); ok {
		have = v.Bounds
	}
	for _, id := range k.Bounds {
		switch {
		case descend.IsBound(id.Name):
			have = have.And(id.Name)
		case id.Name != "copy":
			r.bad = true
			r.items.unknown(id, "bound", append(descend.BoundNames(), "copy"))
			return nil
		}
		r.items.info.builtin(id)
		clauses = append(clauses, k.Name.Name+": "+id.Name)
	}
	if have == "" || b.bad {
		return clauses
	}
	t := descend.ScalarVar(r.items.c, k.Name.Name, have)
	if !t.Inhabited() {
		r.fail(k.Span(), natConstraint, "the bounds of `%s` contradict each other", k.Name.Name).WithLabel("no type is admitted by all of them")
		return nil
	}
	b.typ = t
	return clauses
}

// conditions resolves the where clauses of a struct or view, which are not supported: nothing would hold whoever uses it to them.
func (r *resolver) conditions(cs []ast.Constraint, of string) {
	if r.constraints(cs); len(cs) > 0 && !r.bad {
		r.items.errorf(cs[0].Span(), unsupported, "a `where` clause of a %s is not supported yet", of).
			WithHelp("state it at the functions that use the " + of)
	}
}

var natRels = map[ast.BinaryOp]nat.Rel{ast.Eq: nat.EQ, ast.Ne: nat.NE, ast.Lt: nat.LT, ast.Le: nat.LE, ast.Gt: nat.GT, ast.Ge: nat.GE}

// natConstraint resolves a comparison of nats; `n % k == 0` becomes "k divides n".
func (r *resolver) natConstraint(k *ast.NatConstraint) (nat.Constraint, bool) {
	if b, ok := k.X.(*ast.NatBinary); ok && b.Op == ast.Rem && (k.Op == ast.Eq || k.Op == ast.Ne) {
		y, ok := r.nat(k.Y)
		if !ok {
			return nat.Constraint{}, false
		}
		if y.IsZero() {
			n, ok1 := r.nat(b.X)
			d, ok2 := r.nat(b.Y)
			if ok2 && d.IsZero() {
				r.fail(b.Span(), natConstraint, "division by zero").WithLabel("the divisor is 0")
				return nat.Constraint{}, false
			}
			rel := nat.Divides
			if k.Op == ast.Ne {
				rel = nat.NotDivides
			}
			return nat.Constraint{L: d, Rel: rel, R: n}, ok1 && ok2
		}
	}
	x, ok1 := r.nat(k.X)
	y, ok2 := r.nat(k.Y)
	rel, ok3 := natRels[k.Op]
	return nat.Constraint{L: x, Rel: rel, R: y}, ok1 && ok2 && ok3
}

// structGenerics resolves the generics of structs.
func (a *analyzer) structGenerics() {
	for _, name := range sortedKeys(a.types) {
		s := a.types[name]
		if s.home != a.items {
			continue
		}
		s.scope = a.scope.child()
		gs, ok := a.generics(s.decl.Generics, s.scope)
		s.generics, s.bad = gs, !ok || a.hasLost(s.decl)
		seen := map[string]*ast.Ident{}
		for _, f := range s.decl.Fields {
			if first := seen[f.Name.Name]; first != nil && f.Name.Name != "" {
				a.errorf(f.Name.Span(), duplicateName, "the field `%s` is defined twice", f.Name.Name).
					WithLabel("second definition").Relate(first.Span().Loc(a.c), "first defined here")
				s.bad = true
			}
			seen[f.Name.Name] = f.Name
		}
	}
}

// checkStructs resolves the fields of structs once, with the generics themselves.
func (a *analyzer) checkStructs() {
	for _, name := range sortedKeys(a.types) {
		s := a.types[name]
		if s.bad || s.home != a.items {
			continue
		}
		r := &resolver{items: a.items, scope: s.scope}
		r.conditions(s.decl.Where, "struct")
		s.open = true
		for _, f := range s.decl.Fields {
			if r.stored(f.Type) == nil {
				s.bad = true
			}
		}
		s.open = false
		s.bad = s.bad || r.bad
	}
}
