package sema

import (
	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// boxNew is CpuHeap::new(v).
func (e *elab) boxNew(x *ast.Call, want ir.Type) *ir.Value {
	if !e.takes(x, 1) {
		return nil
	}
	var v *ir.Value
	if w, ok := e.infer.resolve(want).(*descend.BoxType); ok && !hasUnknowns(w.Elem) {
		v = e.expect(x.Args[0], w.Elem, false)
	} else if ok {
		v = e.expr(x.Args[0], w.Elem)
	} else {
		v = e.expr(x.Args[0], nil)
	}
	if v == nil {
		return nil
	}
	if v = e.part(v, x.Args[0]); v == nil {
		return nil
	}
	return e.val(x.Span(), "descend.box_new", []*ir.Value{v}, descend.Box(e.c, v.Type(), descend.CPUMem))
}

// allocCopy is GpuGlobal::alloc_copy(&v), also as gpu_alloc_copy(&uniq gpu, &v).
func (e *elab) allocCopy(x *ast.Call, want ir.Type) *ir.Value {
	n := 1
	if x.Fun.String() == "gpu_alloc_copy" {
		n = 2
	}
	if !e.takes(x, n) {
		return nil
	}
	var handle []*ir.Value
	if n == 2 {
		h := e.expect(x.Args[0], descend.Ref(e.c, true, descend.CPUMem, descend.Device(e.c), ""), true)
		if h == nil {
			e.expr(x.Args[1], nil)
			return nil
		}
		handle = append(handle, h)
	}
	elem := ir.Type(descend.Var(e.c, e.infer.fresh()))
	e.lending = x.Args[n-1]
	src := e.expect(x.Args[n-1], descend.Ref(e.c, false, descend.CPUMem, elem, ""), true)
	e.lending = nil
	if src == nil {
		return nil
	}
	t := src.Type().(*descend.RefType).Elem
	if !e.copied(x.Args[n-1].Span(), t) {
		return nil
	}
	return e.val(x.Span(), "descend.alloc_copy", append([]*ir.Value{src}, handle...), descend.Box(e.c, t, descend.GPUGlobal))
}

// copied requires that values of a type can be copied to another memory.
func (e *elab) copied(s source.Span, t ir.Type) bool {
	if descend.IsCopy(t, e.fn.copyVars) {
		return true
	}
	e.fail(s, mismatched, "mismatched types").WithLabel("`%s` cannot be copied", typeText(t))
	return false
}

// device is gpu_device(n).
func (e *elab) device(x *ast.Call, _ ir.Type) *ir.Value {
	if !e.takes(x, 1) {
		return nil
	}
	n := e.expr(x.Args[0], nil)
	if n == nil {
		return nil
	}
	if !isInteger(n.Type()) {
		e.mismatch(x.Args[0], e.c.I32(), n.Type())
		return nil
	}
	return e.val(x.Span(), "descend.device", []*ir.Value{n}, descend.Device(e.c))
}

// copying is a copy between CPU and GPU memory; srcFirst says that the source is the first argument.
func copying(dstMem, srcMem descend.Mem, srcFirst bool) builtin {
	return func(e *elab, x *ast.Call, _ ir.Type) *ir.Value {
		if !e.takes(x, 2) {
			return nil
		}
		elem := ir.Type(descend.Var(e.c, e.infer.fresh()))
		want := []*descend.RefType{descend.Ref(e.c, true, dstMem, elem, ""), descend.Ref(e.c, false, srcMem, elem, "")}
		if srcFirst {
			want[0], want[1] = want[1], want[0]
		}
		if e.swapped(x, want) {
			return nil
		}
		a := e.expect(x.Args[0], want[0], true)
		b := e.expect(x.Args[1], want[1], true)
		if a == nil || b == nil || !e.copied(x.Span(), a.Type().(*descend.RefType).Elem) {
			return nil
		}
		if srcFirst {
			a, b = b, a
		}
		e.op(x.Span(), "descend.copy", []*ir.Value{a, b}, nil)
		return e.unit
	}
}

// swapped reports a copy whose arguments are in the wrong memories as one error with both places.
func (e *elab) swapped(x *ast.Call, want []*descend.RefType) bool {
	var got [2]descend.Mem
	for i, a := range x.Args {
		got[i] = e.memOfArg(a)
		if got[i] == "" {
			return false
		}
	}
	if got[0] == want[0].Mem || got[1] == want[1].Mem {
		return false
	}
	d := e.fail(x.Args[0].Span(), mismatched, "mismatched types").
		WithLabel("expected reference to `%s`, found reference to `%s`", want[0].Mem, got[0]).
		Relate(x.Args[1].Span().Loc(e.c), "expected reference to `%s`, found reference to `%s`", want[1].Mem, got[1])
	if d.Help = e.swapFix(x, want, got); d.Help == nil {
		d.Note("the arguments of `%s` may be in the wrong order", x.Fun)
	}
	return true
}

// memOfArg is the memory that an argument, a plain variable or a borrow of one, refers to; "" if that is not
// plain. No operation is made.
func (e *elab) memOfArg(x ast.Expr) descend.Mem {
	b, borrowed := x.(*ast.Borrow)
	if borrowed {
		x = b.X
	}
	for {
		d, ok := x.(*ast.Deref)
		if !ok {
			break
		}
		x = d.X
	}
	n, ok := x.(*ast.Name)
	if !ok || len(n.Path.Parts) != 1 {
		return ""
	}
	v := e.scope.lookup(n.Path.Parts[0].Name)
	if v == nil || v.kind != varBind || v.place == nil {
		return ""
	}
	switch t := descend.ElemOf(v.place).(type) {
	case *descend.RefType:
		return t.Mem
	case *descend.BoxType:
		return t.Mem
	}
	if borrowed {
		return e.localMem()
	}
	return ""
}
