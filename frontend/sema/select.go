package sema

import (
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/frontend/ast"
	"descend/ir"
)

// selectExpr is x[[e]]: a selection over each axis of the schedule that e comes from.
func (e *elab) selectExpr(x *ast.Select) *ir.Value {
	p := e.place(x.X)
	if p == nil {
		return nil
	}
	p = e.autoDeref(p, x.X.Span())
	res, axes := e.selector(x.Exec)
	if res == nil {
		return nil
	}
	for _, a := range axes {
		t, ok := descend.ElemOf(p).(*descend.ArrayType)
		if !ok {
			what := x.Exec.Span().Text()
			e.fail(x.Span(), mismatched, "mismatched types").
				WithLabel("`%s` selects over %s, but there is no array to select from: `%s`", what, plural(len(axes), "dimension"), typeText(descend.ElemOf(p))).
				Help = e.divideFix(x)
			return nil
		}
		p = e.placeOp(x.Span(), "view.select", []*ir.Value{p, res}, t.Elem, e.strAttr("axis", a.String()))
	}
	return p
}

// selector finds the resource that x names in x[[..]] and the axes of its schedule, in written order.
func (e *elab) selector(x *ast.ExecExpr) (*ir.Value, []exec.Axis) {
	if len(x.Steps) > 0 {
		return e.selectorPath(x)
	}
	if b := e.valueBinding(x.Name); b != nil {
		e.bad = true
		at, end := x.Span().Head(), x.Span().Tail()
		at.Start, end.End = at.Start-1, end.End+1
		e.a.wrongKind(x.Span(), "an execution resource", x.Name.Name, b).Help = e.indexOnce(at, end)
		return nil, nil
	}
	v := e.resource(x)
	if v == nil {
		return nil, nil
	}
	if b := v.OwnerBlock(); b != nil && b.Parent() != nil && b.Parent().Is("exec.sched") {
		return v, exec.SchedOp{Operation: b.Parent()}.Axes()
	}
	d := e.fail(x.Span(), wrongExec, "cannot select with `%s`", x.Span().Text()).
		WithLabel("this resource does not come from a schedule")
	d.Note("`p[[e]]` takes the part of each resource that a `sched` gives")
	return nil, nil
}

// valueBinding is what a name stands for if that is a variable or a nat, else nil.
func (e *elab) valueBinding(id *ast.Ident) *binding {
	if id == nil {
		return nil
	}
	b := e.scope.lookup(id.Name)
	if b == nil || b.bad || b.kind != varBind && b.kind != natBind {
		return nil
	}
	return b
}

// selectorPath finds the scheduled resource around the current point that a path such as block.forall(X)
// denotes.
func (e *elab) selectorPath(x *ast.ExecExpr) (*ir.Value, []exec.Axis) {
	base := e.resource(&ast.ExecExpr{Base: x.Base, Name: x.Name, Type: x.Type})
	if base == nil {
		return nil, nil
	}
	path, _, ok := e.res(false).ownerPath(exec.TypeOf(base), x)
	if !ok {
		return e.poison(), nil
	}
	want := exec.ResourceOf(base).String()
	if want != "" {
		want += "."
	}
	want += path
	for i := len(e.resources) - 1; i > 0; i-- {
		v := e.resources[i]
		if b := v.OwnerBlock(); b != nil && b.Parent() != nil && b.Parent().Is("exec.sched") && exec.ResourceOf(v).String() == want {
			axes := exec.SchedOp{Operation: b.Parent()}.Axes()
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
func (e *elab) resource(x *ast.ExecExpr) *ir.Value {
	if x == nil {
		return e.poison()
	}
	if x.Name == nil {
		e.fail(x.Span(), wrongExec, "`%s` is not a resource of this function", x.Span().Text()).
			WithLabel("name the resource that the function is executed by")
		return nil
	}
	b := e.a.info.bound(x.Name, e.scope.lookup(x.Name.Name))
	switch {
	case b == nil:
		e.bad = true
		names := e.scope.visible(func(b *binding) bool { return b.kind == execBind })
		if d := e.a.unknown(x.Name, "execution resource", names); d.Help == nil && e.isCPU() {
			d.WithHelp("the CPU has one thread: write a kernel, and launch it: `name::<<<X<n>, X<256>>>>(..)`")
		} else if d.Help == nil && len(names) > 0 {
			d.Note("the resources here are `%s`", strings.Join(names, "`, `"))
		}
		e.silence(x.Name)
		return nil
	case b.bad || b.kind == execBind && b.exec == nil:
		return e.poison()
	case b.kind != execBind:
		e.bad = true
		e.a.wrongKind(x.Name.Span(), "an execution resource", x.Name.Name, b)
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
func (e *elab) resourceStep(v *ir.Value, s *ast.ExecStep, x *ast.ExecExpr) *ir.Value {
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

func axisText(axes []exec.Axis) string {
	s := ""
	for i, a := range axes {
		if i > 0 {
			s += ", "
		}
		s += a.String()
	}
	return s
}
