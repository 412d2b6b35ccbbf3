package sema

import (
	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/sema/infer"
	"descend/ir"
)

// boxNew is CpuHeap::new(v).
func (e builtinCall) boxNew() *ir.Value {
	if !e.takes(1) {
		return nil
	}
	var v *ir.Value
	if w, ok := e.infer.Type(e.want).(*descend.BoxType); ok && !infer.Open(w.Elem) {
		v = e.expect(e.x.Args[0], w.Elem, false)
	} else if ok {
		v = e.expr(e.x.Args[0], w.Elem)
	} else {
		v = e.expr(e.x.Args[0], nil)
	}
	if v == nil {
		return nil
	}
	if v = e.part(v, e.x.Args[0]); v == nil {
		return nil
	}
	return e.val(e.x.Span(), "descend.box_new", []*ir.Value{v}, descend.Box(e.c, v.Type(), descend.CPUMem))
}

// zeros is CpuHeap::zeros::<t>() or GpuGlobal::zeros::<t>().
func zeros(m descend.Mem) builtin {
	return func(e builtinCall) *ir.Value {
		if len(e.x.Generics) != 1 || len(e.x.Args) != 0 || e.x.Generics[0].Type == nil {
			e.fail(e.x.Span(), mismatched, "mismatched types").
				WithLabel("`%s` takes one type and no values, as in `%s::<[f32; 64]>()`", e.x.Fun, e.x.Fun)
			e.args(e.x.Args)
			return nil
		}
		at := e.x.Generics[0]
		t := e.typ(at.Type, false)
		if t == nil {
			return nil
		}
		if descend.HoldsView(t) {
			e.fail(at.Span(), mismatched, "a view cannot be stored").WithLabel("`%s` is not storable", descend.UserFormat(t))
			return nil
		}
		return e.val(e.x.Span(), "descend.zeros", nil, descend.Box(e.c, t, m))
	}
}

// fill is fill(&uniq x, v).
func (e builtinCall) fill() *ir.Value {
	if !e.takes(2) {
		return nil
	}
	elem := ir.Type(descend.Var(e.c, e.infer.Fresh()))
	to := e.expect(e.x.Args[0], descend.Ref(e.c, true, descend.Mem(e.infer.Fresh()), elem, ""), true)
	if to == nil {
		e.expr(e.x.Args[1], nil)
		return nil
	}
	r := to.Type().(*descend.RefType)
	leaf := r.Elem
	for a, ok := leaf.(*descend.ArrayType); ok; a, ok = leaf.(*descend.ArrayType) {
		leaf = a.Elem
	}
	if !descend.IsScalar(leaf) {
		e.fail(e.x.Args[0].Span(), mismatched, "mismatched types").
			WithLabel("`fill` sets numbers and bools, not values of type `%s`", descend.UserFormat(leaf))
		e.expr(e.x.Args[1], nil)
		return nil
	}
	v := e.expect(e.x.Args[1], leaf, false)
	if v == nil || !e.reached(e.x.Args[0], r.Mem) {
		return nil
	}
	e.op(e.x.Span(), "descend.fill", []*ir.Value{to, v}, nil)
	return e.unit
}

// reached says whether the CPU copies from and to a memory; it reports others.
func (e builtinCall) reached(x ast.Expr, m descend.Mem) bool {
	if m == descend.CPUMem || m == descend.GPUGlobal {
		return true
	}
	e.fail(x.Span(), mismatched, "mismatched types").WithLabel("expected memory of `cpu.mem` or `gpu.global`, found `%s`", m)
	return false
}

// copyMem is copy_mem(dst, src).
func (e builtinCall) copyMem() *ir.Value {
	if !e.takes(2) {
		return nil
	}
	elem := ir.Type(descend.Var(e.c, e.infer.Fresh()))
	to := e.expect(e.x.Args[0], descend.Ref(e.c, true, descend.Mem(e.infer.Fresh()), elem, ""), true)
	from := e.expect(e.x.Args[1], descend.Ref(e.c, false, descend.Mem(e.infer.Fresh()), elem, ""), true)
	if to == nil || from == nil {
		return nil
	}
	t := to.Type().(*descend.RefType)
	if !e.copied(e.x.Span(), t.Elem) || !e.reached(e.x.Args[0], t.Mem) || !e.reached(e.x.Args[1], from.Type().(*descend.RefType).Mem) {
		return nil
	}
	e.op(e.x.Span(), "descend.copy", []*ir.Value{to, from}, nil)
	return e.unit
}

// copyAnywhere is GpuGlobal::copy(&v), of memory of the CPU or GPU.
func (e builtinCall) copyAnywhere() *ir.Value {
	if !e.takes(1) {
		return nil
	}
	return e.copyTo(descend.Mem(e.infer.Fresh()), e.x.Args[0])
}

// allocCopy is GpuGlobal::alloc_copy(&v).
func (e builtinCall) allocCopy() *ir.Value {
	if !e.takes(1) {
		return nil
	}
	return e.copyTo(descend.CPUMem, e.x.Args[0])
}

// allocCopyOn is gpu_alloc_copy(&uniq gpu, &v).
func (e builtinCall) allocCopyOn() *ir.Value {
	if !e.takes(2) {
		return nil
	}
	gpu := e.expect(e.x.Args[0], descend.Ref(e.c, true, descend.CPUMem, descend.Device(e.c), ""), true)
	if gpu == nil {
		e.expr(e.x.Args[1], nil)
		return nil
	}
	return e.copyTo(descend.CPUMem, e.x.Args[1], gpu)
}

// copyTo copies what an argument refers to in a memory into new memory of a GPU, perhaps a given one.
func (e builtinCall) copyTo(m descend.Mem, arg ast.Expr, gpu ...*ir.Value) *ir.Value {
	elem := ir.Type(descend.Var(e.c, e.infer.Fresh()))
	e.lending = arg
	src := e.expect(arg, descend.Ref(e.c, false, m, elem, ""), true)
	e.lending = nil
	if src == nil {
		return nil
	}
	t := src.Type().(*descend.RefType).Elem
	if !e.copied(arg.Span(), t) || !e.reached(arg, src.Type().(*descend.RefType).Mem) {
		return nil
	}
	return e.val(e.x.Span(), "descend.alloc_copy", append([]*ir.Value{src}, gpu...), descend.Box(e.c, t, descend.GPUGlobal))
}

// device is gpu_device(n).
func (e builtinCall) device() *ir.Value {
	if !e.takes(1) {
		return nil
	}
	n := e.expr(e.x.Args[0], nil)
	if n == nil {
		return nil
	}
	if !isInteger(n.Type()) {
		e.mismatch(e.x.Args[0], e.c.I32(), n.Type())
		return nil
	}
	return e.val(e.x.Span(), "descend.device", []*ir.Value{n}, descend.Device(e.c))
}

// copying is a copy between CPU and GPU memory; srcFirst says that the source is the first argument.
func copying(dstMem, srcMem descend.Mem, srcFirst bool) builtin {
	return func(e builtinCall) *ir.Value {
		if !e.takes(2) {
			return nil
		}
		elem := ir.Type(descend.Var(e.c, e.infer.Fresh()))
		want := []*descend.RefType{descend.Ref(e.c, true, dstMem, elem, ""), descend.Ref(e.c, false, srcMem, elem, "")}
		if srcFirst {
			want[0], want[1] = want[1], want[0]
		}
		if e.swapped(want) {
			return nil
		}
		a := e.expect(e.x.Args[0], want[0], true)
		b := e.expect(e.x.Args[1], want[1], true)
		if a == nil || b == nil || !e.copied(e.x.Span(), a.Type().(*descend.RefType).Elem) {
			return nil
		}
		if srcFirst {
			a, b = b, a
		}
		e.op(e.x.Span(), "descend.copy", []*ir.Value{a, b}, nil)
		return e.unit
	}
}

// swapped reports a copy whose arguments are in the wrong memories as one error with both places.
func (e builtinCall) swapped(want []*descend.RefType) bool {
	var got [2]descend.Mem
	for i, a := range e.x.Args {
		got[i] = e.memOfArg(a)
		if got[i] == "" {
			return false
		}
	}
	if got[0] == want[0].Mem || got[1] == want[1].Mem {
		return false
	}
	d := e.fail(e.x.Args[0].Span(), mismatched, "mismatched types").
		WithLabel("expected reference to `%s`, found reference to `%s`", want[0].Mem, got[0]).
		Relate(e.x.Args[1].Span().Loc(e.c), "expected reference to `%s`, found reference to `%s`", want[1].Mem, got[1])
	if d.Help = e.fix.swap(e.x, want, got); d.Help == nil {
		d.Note("the arguments of `%s` may be in the wrong order", e.x.Fun)
	}
	return true
}

// alloc is alloc::<mem, type>().
func (e *terms) alloc(x *ast.Alloc) *ir.Value {
	m, ok := e.res(false).mem(x.Mem)
	t := e.typ(x.Type, false)
	if !ok || t == nil {
		return e.poison()
	}
	if m != descend.GPUShared && m != descend.GPULocal {
		e.fail(x.Mem.Span(), mismatched, "mismatched types").
			WithLabel("expected `gpu.shared` or `gpu.local`, found `%s`", m).
			Note("`CpuHeap::new` and `GpuGlobal::copy` allocate elsewhere")
		return nil
	}
	if descend.HoldsView(t) {
		e.fail(x.Type.Span(), mismatched, "a view cannot be stored").WithLabel("`%s` is not storable", descend.UserFormat(t))
		return nil
	}
	return e.val(x.Span(), "descend.alloc", []*ir.Value{e.cur()}, descend.Ref(e.c, true, m, t, ""))
}
