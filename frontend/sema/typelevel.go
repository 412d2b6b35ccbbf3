package sema

import (
	"strings"

	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/ir"
)

// typeLevel is what stands beside values in a body: types, nats, and execution resources as the point gives them. It must not
// know terms.
type typeLevel struct {
	*matcher
	numbers *numbers
}

// res resolves type-level syntax at the current point; with infer `_` is allowed.
func (e *typeLevel) res(infer bool) *resolver {
	r := &resolver{items: e.items, scope: e.scope, numbers: e.numbers}
	if infer {
		r.infer = e.infer
	}
	return r
}

// typ resolves a type at the current point.
func (e *typeLevel) typ(t ast.Type, infer bool) ir.Type {
	x := e.res(infer).typ(t)
	if x == nil {
		e.poison()
	}
	return x
}

// nat resolves a nat at the current point.
func (e *typeLevel) nat(n ast.Nat) (nat.Expr, bool) {
	x, ok := e.res(false).nat(n)
	if !ok {
		e.poison()
	}
	return x, ok
}

// owner resolves let[e]: the bound resource that e starts from and the path from there.
func (e *typeLevel) owner(s *ast.Let) (*ir.Value, exec.Path, bool) {
	if s.Owner == nil {
		return nil, nil, true
	}
	base := e.resource(&ast.ExecExpr{Base: s.Owner.Base, Name: s.Owner.Name, Type: s.Owner.Type})
	if base == nil {
		return nil, nil, false
	}
	path, _, ok := e.res(false).ownerPath(exec.TypeOf(base), s.Owner)
	if !ok {
		e.poison()
	}
	return base, path, ok
}

// staticNat reads x as a nat if all names in it are nats; static says whether they are.
func (e *typeLevel) staticNat(x ast.Expr) (n nat.Expr, static, ok bool) {
	written, _ := ast.NatOf(x)
	if written == nil || !e.isStatic(written) {
		return nat.Expr{}, false, false
	}
	e.items.info.functionsOfNats(x)
	n, ok = e.nat(written)
	return n, true, ok
}

// selector finds the resource that x names in x[[..]] and the axes of its schedule, in written order.
func (e *typeLevel) selector(x *ast.ExecExpr) (*ir.Value, []exec.Axis) {
	if len(x.Steps) > 0 {
		return e.selectorPath(x)
	}
	if b := e.valueBinding(x.Name); b != nil {
		at, end := x.Span().Head(), x.Span().Tail()
		at.Start, end.End = at.Start-1, end.End+1
		e.wrongKind(x.Span(), "an execution resource", x.Name.Name, b).Help = e.numbers.indexOnce(at, end)
		return nil, nil
	}
	v := e.resource(x)
	if v == nil {
		return nil, nil
	}
	if op, ok := scheduleOf(v); ok {
		return v, op.Axes()
	}
	d := e.fail(x.Span(), wrongExec, "cannot select with `%s`", x.Span().Text()).
		WithLabel("this resource does not come from a schedule")
	d.Note("`p[[e]]` takes the part of each resource that a `sched` gives")
	return nil, nil
}

// selectorPath finds the scheduled resource around the current point that a path such as block.forall(X)
// denotes.
func (e *typeLevel) selectorPath(x *ast.ExecExpr) (*ir.Value, []exec.Axis) {
	base := e.resource(&ast.ExecExpr{Base: x.Base, Name: x.Name, Type: x.Type})
	if base == nil {
		return nil, nil
	}
	path, _, ok := e.res(false).ownerPath(exec.TypeOf(base), x)
	if !ok {
		return e.poison(), nil
	}
	want := append(exec.ResourceOf(base).Path(), path...).String()
	for i := len(e.resources) - 1; i > 0; i-- {
		v := e.resources[i]
		if op, ok := scheduleOf(v); ok && exec.ResourceOf(v).String() == want {
			axes := op.Axes()
			if n := len(x.Steps); n < len(axes) {
				axes = axes[len(axes)-n:]
			}
			return v, axes
		}
	}
	e.fail(x.Span(), wrongExec, "cannot select with `%s`", x.Span().Text()).
		WithLabel("no schedule around this gives that resource")
	return nil, nil
}

// resource elaborates an execution resource: a variable, with to_warps and to_threads.
func (e *typeLevel) resource(x *ast.ExecExpr) *ir.Value {
	if x == nil {
		return e.poison()
	}
	if x.Name == nil {
		e.fail(x.Span(), wrongExec, "`%s` is not a resource of this function", x.Span().Text()).
			WithLabel("name the resource that the function is executed by")
		return nil
	}
	b := e.lookup(x.Name)
	switch {
	case b == nil:
		names := e.scope.visible(func(b *binding) bool { return b.kind == execBind })
		if d := e.unknown(x.Name, "execution resource", names); d.Help == nil && e.isCPU() {
			d.WithHelp("the CPU has one thread: write a kernel, and launch it: `name::<<<X<n>, X<256>>>>(..)`")
		} else if d.Help == nil && len(names) > 0 {
			d.Note("the resources here are `%s`", strings.Join(names, "`, `"))
		}
		e.silence(x.Name)
		return nil
	case b.bad || b.kind == execBind && b.exec == nil:
		return e.poison()
	case b.kind != execBind:
		e.wrongKind(x.Name.Span(), "an execution resource", x.Name.Name, b)
		return nil
	}
	v := b.exec
	for _, s := range x.Steps {
		if v = e.resourceStep(v, s, x); v == nil {
			return nil
		}
	}
	return v
}

// resourceStep is one step of an execution resource that is to be scheduled or synchronized.
func (e *typeLevel) resourceStep(v *ir.Value, s *ast.ExecStep, x *ast.ExecExpr) *ir.Value {
	t := exec.TypeOf(v)
	e.at(x.Span())
	switch s.Kind {
	case ast.StepToWarps:
		if t.Kind != exec.Block {
			e.fail(s.Span(), wrongExec, "only a whole block has warps").WithLabel("`%s` is a `%s`", x.Name.Name, t.User())
			return nil
		}
		return exec.NewToWarps(e.b, v).Result(0)
	case ast.StepToThreads:
		if t.Kind != exec.Grid {
			e.fail(s.Span(), wrongExec, "only a whole grid has all its threads").WithLabel("`%s` is a `%s`", x.Name.Name, t.User())
			return nil
		}
		return exec.NewToThreads(e.b, v).Result(0)
	}
	word := "sched"
	if s.Kind == ast.StepSplit {
		word = "split"
	}
	e.fail(s.Span(), wrongExec, "a part of `%s` executes only inside of a `%s`", x.Name.Name, word).
		WithLabel("use `%s` for this", word)
	return nil
}
