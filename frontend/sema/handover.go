package sema

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/frontend/ast"
	"descend/ir"
)

// Barriers between two parts of a block: `let b = Barrier::new();`, `arrive(&b)` and `wait(&b)`. Such a barrier is no value: its name stands
// for it, and is only named there, so that it is known which one is meant.

const makeBarrier = "Barrier::new"

// makesBarrier says whether a call makes a barrier.
func (e *statements) makesBarrier(c *ast.Call) bool {
	return c.Fun.String() == makeBarrier && e.items.fns[makeBarrier] == nil
}

// barrier declares a barrier; false if it is none.
func (e *statements) barrier(s *ast.Let, c *ast.Call) bool {
	for _, id := range c.Fun.Parts {
		e.items.info.builtin(id)
	}
	name, ok := s.Pat.(*ast.NamePattern)
	if !ok || name.Mut || s.Type != nil || s.Owner != nil {
		e.barrierElsewhere(c)
		return false
	}
	if !(builtinCall{e.terms, c, nil}).takes(0) {
		return false
	}
	if e.noResource > 0 {
		return false
	}
	block := e.cur()
	if exec.TypeOf(block).Kind != exec.Block {
		e.fail(c.Span(), wrongExec, "a barrier between parts is made by a block").WithLabel("executed by `%s`", exec.TypeOf(block).User())
		return false
	}
	e.at(s.Span())
	op := exec.NewNewBarrier(e.b, block, name.Name.Name)
	e.scope.bind(name.Name.Name, &binding{kind: barrierBind, barrier: op.Result(0), span: name.Name.Span()})
	return true
}

// newBarrier is Barrier::new() where it is not the initial value of a variable.
func (e builtinCall) newBarrier() *ir.Value {
	e.barrierElsewhere(e.x)
	return nil
}

func (e *terms) barrierElsewhere(c *ast.Call) {
	e.fail(c.Span(), mismatched, "a barrier is no value").WithLabel("it has a name, and is stored nowhere else").
		WithHelp("write `let b = " + makeBarrier + "();`, and `arrive(&b)` and `wait(&b)` in the two parts of a split")
}

// handover is arrive(&b) or wait(&b).
func handover(make func(b *ir.Builder, barrier, part *ir.Value)) builtin {
	return func(e builtinCall) *ir.Value {
		if !e.takes(1) {
			return nil
		}
		var b *binding
		if ref, ok := e.x.Args[0].(*ast.Borrow); ok {
			if n, ok := ref.X.(*ast.Name); ok && len(n.Path.Parts) == 1 {
				b = e.lookup(n.Path.Parts[0])
			}
		}
		switch {
		case b != nil && b.bad || e.noResource > 0:
			return e.poison()
		case b == nil || b.kind != barrierBind:
			e.fail(e.x.Args[0].Span(), mismatched, "mismatched types").WithLabel("`%s` takes a barrier", e.x.Fun).
				WithHelp("make one by the block, `let b = " + makeBarrier + "();`, and write `" + e.x.Fun.String() + "(&b)`")
			return nil
		}
		part := e.partAround()
		if part == nil {
			e.fail(e.x.Span(), descend.CodeBarrier, "`%s` not allowed here", e.x.Fun).WithLabel("it is for a part of the block, in a `split`")
			return nil
		}
		e.at(e.x.Span())
		make(e.b, b.barrier, part)
		return e.unit
	}
}

// partAround is the innermost part of a split that executes.
func (e *point) partAround() *ir.Value {
	for i := len(e.resources) - 1; i >= 0; i-- {
		r := e.resources[i]
		if b := r.OwnerBlock(); b != nil && ir.Is[exec.SplitOp](b.Parent()) {
			return r
		}
	}
	return nil
}
