package sema

import (
	"cmp"
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// inResource elaborates a body that another resource executes.
func (e *statements) inResource(block *ir.Block, name *ast.Ident, body *ast.Block) {
	e.resources = append(e.resources, block.Arg(0))
	block.Arg(0).SetLocation(e.c.NameLoc(name.Name, name.Span().Loc(e.c)))
	e.items.info.resource(name, exec.TypeOf(block.Arg(0)))
	e.inBlock(block, func() {
		e.scope.bind(name.Name, &binding{kind: execBind, exec: block.Arg(0), span: name.Span()})
		e.scope = e.scope.child()
		e.block(body, nil, false)
	})
	e.resources = e.resources[:len(e.resources)-1]
}

// skipBody elaborates a body for its errors when its resource is not known.
func (e *statements) skipBody(name *ast.Ident, body *ast.Block) {
	e.noResource++
	e.inBlock(ir.NewBlock(nil), func() {
		e.scope.bind(name.Name, &binding{kind: execBind, span: name.Span(), bad: true})
		e.scope = e.scope.child()
		e.block(body, nil, false)
	})
	e.noResource--
}

// sched schedules its body over the parts of a resource.
func (e *statements) sched(x *ast.Sched) *ir.Value {
	from := e.resource(x.Exec)
	axes := []exec.Axis{exec.X}
	if len(x.Axes) > 0 {
		axes = nil
		for _, a := range x.Axes {
			axes = append(axes, exec.Axis(a))
		}
	}
	if from == nil || !e.schedulable(exec.TypeOf(from), axes, x) {
		e.skipBody(x.Var, x.Body)
		return e.poison()
	}
	head := source.Span{File: x.Span().File, Start: x.Span().Start, End: x.Exec.Span().End}
	e.at(head)
	op := exec.NewSched(e.b, from, axes)
	e.inResource(op.Body(0), x.Var, x.Body)
	return e.unit
}

// schedulable reports axes that a resource does not have.
func (e *statements) schedulable(t *exec.Type, axes []exec.Axis, x *ast.Sched) bool {
	for i, a := range axes {
		if slices.Contains(axes[:i], a) {
			e.fail(x.Exec.Span(), wrongExec, "cannot schedule `%s` over %s twice", x.Exec.Span().Text(), a).
				WithLabel("the dimensions of a schedule are different ones").
				WithHelp("nest the schedules, so that each has a name to select with")
			return false
		}
		next, ok := t.Forall(e.c, a)
		if ok {
			t = next
			continue
		}
		d := e.fail(x.Exec.Span(), wrongExec, "cannot schedule `%s` over %s", x.Exec.Span().Text(), a)
		switch {
		case t.IsSingle() && i > 0:
			d.WithLabel("scheduled over %s it is a `%s`", axisText(axes[:i]), t.User())
		case t.IsSingle() || t.Kind == exec.Any:
			d.WithLabel("`%s` has no parts", t.User())
		case t.Kind == exec.Warp || t.Kind == exec.WarpGrp:
			d.WithLabel("`%s` is scheduled over X", t.User())
		default:
			d.WithLabel("`%s` has only %s", t.User(), axisText(t.Dim.Axes()))
		}
		return false
	}
	return true
}

// split divides a resource into two that execute their branches independently.
func (e *statements) split(x *ast.Split) *ir.Value {
	from := e.resource(x.Exec)
	at, ok := e.nat(x.At)
	axis := exec.Axis(x.Axis)
	if from != nil && ok {
		t := exec.TypeOf(from)
		size, has := t.Extent(axis)
		_, can := t.SplitPart(e.c, axis, at)
		if !has || !can {
			d := e.fail(x.Exec.Span(), wrongExec, "cannot split `%s` along %s", x.Exec.Span().Text(), axis)
			if t.IsSingle() || t.Kind == exec.Any {
				d.WithLabel("`%s` has no parts", t.User())
			} else {
				d.WithLabel("`%s` has only %s", t.User(), axisText(t.Dim.Axes()))
			}
			ok = false
		} else if rest, isConst := size.Sub(at).Const(); isConst && rest.Sign() < 0 {
			e.fail(x.At.Span(), natConstraint, "cannot split at %s", at).
				WithLabel("`%s` has only %s resources along %s", x.Exec.Span().Text(), size, axis)
			ok = false
		}
	}
	if from == nil || !ok {
		for _, b := range x.Branches {
			if b != nil {
				e.skipBody(b.Name, b.Body)
			}
		}
		return e.poison()
	}
	head := source.Span{File: x.Span().File, Start: x.Span().Start, End: x.At.Span().End}
	e.at(head)
	op := exec.NewSplit(e.b, from, axis, descend.Nat(e.c, at))
	for i, b := range x.Branches {
		if b == nil {
			return e.poison()
		}
		e.inResource(op.Body(i), b.Name, b.Body)
	}
	return e.unit
}

// sync is a barrier: of the given resource, else of the innermost whole block around, else (which the
// barrier check reports) of the executing resource.
func (e *statements) sync(x *ast.Sync) *ir.Value {
	v := e.cur()
	if x.Exec != nil {
		if v = e.resource(x.Exec); v == nil {
			return nil
		}
	} else {
		if e.noResource > 0 {
			return e.poison()
		}
		if v = cmp.Or(e.around(exec.Block), v); exec.TypeOf(v).Kind == exec.Grid {
			e.fail(x.Span(), descend.CodeBarrier, "barrier not allowed here").WithLabel("no block executes this").
				WithHelp("`sync` is of the threads of a block; that of all blocks names the grid", insertion(e.c, x.Span().Tail(), "("+e.resourceName(v)+")"))
			return nil
		}
	}
	e.at(x.Span())
	exec.NewSync(e.b, v)
	return e.unit
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
