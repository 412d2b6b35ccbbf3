package sema

import (
	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// builtin elaborates the call of a function of the language.
type builtin func(e *elab, x *ast.Call, want ir.Type) *ir.Value

// newBuiltins makes the table of the functions of the language (language.md section 4) with their aliases.
func newBuiltins() map[string]builtin {
	builtins := map[string]builtin{
		"CpuHeap::new":          (*elab).boxNew,
		"GpuGlobal::alloc_copy": (*elab).allocCopy,
		"gpu_alloc_copy":        (*elab).allocCopy,
		"gpu_device":            (*elab).device,
		"nat_as_u64":            (*elab).natAsU64,
		"to_atomic":             (*elab).toAtomic,
		"to_atomic_array":       (*elab).toAtomic,
		"print":                 (*elab).print,
		"assert":                (*elab).assert,
		"ballot":                (*elab).ballot,
		"copy_mem_to_host":      copying(descend.CPUMem, descend.GPUGlobal, false),
		"copy_to_host":          copying(descend.CPUMem, descend.GPUGlobal, true),
		"copy_to_gpu":           copying(descend.GPUGlobal, descend.CPUMem, false),
		"copy_mem_to_gpu":       copying(descend.GPUGlobal, descend.CPUMem, false),
		"shfl_up":               shuffle("up"),
		"shfl_down":             shuffle("down"),
		"shfl_xor":              shuffle("xor"),
		"shfl":                  shuffle("idx"),
	}
	for _, n := range []string{"sqrt", "rsqrt", "floor", "ceil", "exp", "log", "sin", "cos"} {
		builtins[n] = math(n, 1, false)
	}
	builtins["abs"], builtins["fabs"] = math("abs", 1, true), math("abs", 1, true)
	builtins["min"], builtins["max"] = math("min", 2, true), math("max", 2, true)
	builtins["pow"], builtins["hypot"] = math("pow", 2, false), math("hypot", 2, false)
	builtins["fma"] = math("fma", 3, false)
	for _, n := range []string{"add", "sub", "min", "max", "and", "or", "xor"} {
		builtins["atomic_fetch_"+n] = atomic(n, 1)
		builtins["atomic_"+n] = atomic(n, 1)
	}
	builtins["atomic_load"] = atomic("load", 0)
	builtins["atomic_store"] = atomic("store", 1)
	builtins["atomic_exch"] = atomic("exch", 1)
	builtins["atomic_cas"] = atomic("cas", 2)
	return builtins
}

// takes checks the number of arguments of a builtin, which has no generic arguments.
func (e *elab) takes(x *ast.Call, n int) bool {
	if len(x.Args) != n {
		e.arity(x.Span(), "`"+x.Fun.String()+"`", n, len(x.Args))
		e.args(x.Args)
		return false
	}
	if len(x.Generics) > 0 {
		e.fail(x.Span(), mismatched, "mismatched types").WithLabel("`%s` takes no generic arguments", x.Fun)
		e.args(x.Args)
		return false
	}
	return true
}

// math is a function on n scalars of one type: floats, and with ints integers too.
func math(name string, n int, ints bool) builtin {
	return func(e *elab, x *ast.Call, want ir.Type) *ir.Value {
		if !e.takes(x, n) {
			return nil
		}
		if w := e.infer.resolve(want); !isFloat(w) && !(ints && isInteger(w)) {
			want = nil
		}
		vs, ok := e.operands(x.Args, want)
		if !ok {
			return nil
		}
		t := vs[0].Type()
		if !isFloat(t) && !(ints && isInteger(t)) {
			e.fail(x.Args[0].Span(), mismatched, "mismatched types").
				WithLabel("`%s` is not defined for `%s`", x.Fun, typeText(t))
			return nil
		}
		return e.val(x.Span(), "descend.math", vs, t, e.strAttr("name", name))
	}
}

// atomic is an atomic operation with n values besides the place.
func atomic(op string, n int) builtin {
	return func(e *elab, x *ast.Call, want ir.Type) *ir.Value {
		if !e.takes(x, n+1) {
			return nil
		}
		p := e.atomicPlace(x.Args[0])
		if p == nil {
			for _, a := range x.Args[1:] {
				e.expr(a, nil)
			}
			return nil
		}
		t := descend.ElemOf(p)
		if a, ok := t.(*descend.AtomicType); ok {
			t = a.Elem
		}
		operands := []*ir.Value{p}
		for _, a := range x.Args[1:] {
			v := e.expect(a, t, false)
			if v == nil {
				return nil
			}
			operands = append(operands, v)
		}
		if isFloat(t) && (op == "and" || op == "or" || op == "xor") {
			e.fail(x.Span(), mismatched, "mismatched types").WithLabel("`%s` is not defined for `%s`", x.Fun, typeText(t))
			return nil
		}
		if op == "store" {
			e.op(x.Span(), "descend.atomic", operands, nil, e.strAttr("op", op))
			return e.unit
		}
		return e.val(x.Span(), "descend.atomic", operands, t, e.strAttr("op", op))
	}
}

// atomicPlace is the place that the first argument of an atomic operation refers to: &p, &shrd p, &uniq p,
// or a reference.
func (e *elab) atomicPlace(x ast.Expr) *ir.Value {
	s := x.Span()
	if b, ok := x.(*ast.Borrow); ok {
		x = b.X
	}
	p := e.place(x)
	if p == nil {
		return nil
	}
	p = e.autoDeref(p, s)
	if t, ok := descend.ElemOf(p).(*descend.AtomicType); ok {
		return e.checkAtomicWidth(p, t.Elem, s)
	}
	if t := descend.ElemOf(p); isInteger(t) || isFloat(t) {
		return e.checkAtomicWidth(p, t, s)
	}
	e.fail(s, mismatched, "mismatched types").
		WithLabel("expected a reference to an atomic, found `%s`", typeText(descend.ElemOf(p)))
	return nil
}

func (e *elab) checkAtomicWidth(p *ir.Value, t ir.Type, s source.Span) *ir.Value {
	w := 0
	switch t := t.(type) {
	case *ir.IntegerType:
		w = t.Width
	case *ir.FloatType:
		w = t.Width()
	}
	if w != 32 && w != 64 {
		e.fail(s, mismatched, "mismatched types").WithLabel("`%s` has no atomic operations", typeText(t))
		return nil
	}
	return p
}

// shuffle exchanges a value between the lanes of a warp.
func shuffle(kind string) builtin {
	return func(e *elab, x *ast.Call, want ir.Type) *ir.Value {
		if !e.takes(x, 2) {
			return nil
		}
		v := e.expr(x.Args[0], want)
		n := e.expect(x.Args[1], e.c.IntegerType(32, ir.Unsigned), false)
		if v == nil || n == nil {
			return nil
		}
		w := 0
		switch t := v.Type().(type) {
		case *ir.IntegerType:
			w = t.Width
		case *ir.FloatType:
			w = t.Width()
		}
		if w != 32 && w != 64 {
			e.fail(x.Args[0].Span(), mismatched, "mismatched types").
				WithLabel("expected a scalar of 32 or 64 bits, found `%s`", typeText(v.Type()))
			return nil
		}
		return e.val(x.Span(), "descend.shuffle", []*ir.Value{v, n}, v.Type(), e.strAttr("kind", kind))
	}
}

func (e *elab) ballot(x *ast.Call, _ ir.Type) *ir.Value {
	if !e.takes(x, 1) {
		return nil
	}
	v := e.expect(x.Args[0], e.c.I1(), false)
	if v == nil {
		return nil
	}
	return e.val(x.Span(), "descend.ballot", []*ir.Value{v}, e.c.IntegerType(32, ir.Unsigned))
}

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
	if n == 2 && e.expect(x.Args[0], descend.Ref(e.c, true, descend.CPUMem, descend.Device(e.c), ""), true) == nil {
		e.expr(x.Args[1], nil)
		return nil
	}
	elem := ir.Type(descend.Var(e.c, e.infer.fresh()))
	src := e.expect(x.Args[n-1], descend.Ref(e.c, false, descend.CPUMem, elem, ""), true)
	if src == nil {
		return nil
	}
	t := src.Type().(*descend.RefType).Elem
	if !descend.IsCopy(t, e.fn.copyVars) {
		e.fail(x.Args[n-1].Span(), mismatched, "mismatched types").
			WithLabel("`%s` cannot be copied to the GPU", typeText(t))
		return nil
	}
	return e.val(x.Span(), "descend.alloc_copy", []*ir.Value{src}, descend.Box(e.c, t, descend.GPUGlobal))
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
		e.mismatch(x.Args[0].Span(), e.c.I32(), n.Type())
		return nil
	}
	return e.val(x.Span(), "descend.device", []*ir.Value{n}, descend.Device(e.c))
}

// natAsU64 is nat_as_u64(n), or nat_as_u64::<n>().
func (e *elab) natAsU64(x *ast.Call, _ ir.Type) *ir.Value {
	u64 := e.c.IntegerType(64, ir.Unsigned)
	if len(x.Generics) == 1 && len(x.Args) == 0 && x.Generics[0].Nat != nil {
		n, ok := e.nat(x.Generics[0].Nat)
		if !ok {
			return nil
		}
		return e.natValue(n, u64, x.Span())
	}
	if !e.takes(x, 1) {
		return nil
	}
	n, bad := ast.NatOf(x.Args[0])
	if n == nil {
		e.fail(bad.Span(), kindMismatch, "expected a nat, found a run-time value").WithLabel("not a nat")
		return nil
	}
	v, ok := e.nat(n)
	if !ok {
		return nil
	}
	return e.natValue(v, u64, x.Span())
}

// toAtomic lends &uniq m u32 or &uniq m [u32; n] as atomics.
func (e *elab) toAtomic(x *ast.Call, _ ir.Type) *ir.Value {
	if len(x.Generics) > 0 {
		x = &ast.Call{Base: x.Base, Fun: x.Fun, Args: x.Args} // upstream gives the size, which the argument has
	}
	if !e.takes(x, 1) {
		return nil
	}
	m, t := descend.Mem(e.infer.fresh()), ir.Type(descend.Var(e.c, e.infer.fresh()))
	v := e.expect(x.Args[0], descend.Ref(e.c, true, m, t, e.infer.fresh()), true)
	if v == nil {
		return nil
	}
	r := v.Type().(*descend.RefType)
	elem, ok := e.atomicOf(r.Elem)
	if !ok {
		e.fail(x.Args[0].Span(), mismatched, "mismatched types").
			WithLabel("`%s` has no atomic form", typeText(r.Elem))
		return nil
	}
	return e.val(x.Span(), "descend.to_atomic", []*ir.Value{v}, descend.Ref(e.c, false, r.Mem, elem, r.Lifetime))
}

// atomicOf is t with scalars of 32 or 64 bits replaced by atomics.
func (e *elab) atomicOf(t ir.Type) (ir.Type, bool) {
	switch t := t.(type) {
	case *descend.ArrayType:
		x, ok := e.atomicOf(t.Elem)
		return descend.Array(e.c, x, t.Size), ok && !t.View
	case *ir.IntegerType:
		if t.Width == 32 || t.Width == 64 {
			return descend.Atomic(e.c, t), true
		}
	case *ir.FloatType:
		if t.Width() == 32 || t.Width() == 64 {
			return descend.Atomic(e.c, t), true
		}
	}
	return t, false
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
		if a == nil || b == nil {
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
	e.fail(x.Args[0].Span(), mismatched, "mismatched types").
		WithLabel("expected reference to `%s`, found reference to `%s`", want[0].Mem, got[0]).
		Relate(x.Args[1].Span().Loc(e.c), "expected reference to `%s`, found reference to `%s`", want[1].Mem, got[1]).
		Note("the arguments of `%s` may be in the wrong order", x.Fun)
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

// print prints scalars, on the CPU also arrays and tuples of them.
func (e *elab) print(x *ast.Call, _ ir.Type) *ir.Value {
	var vs []*ir.Value
	if len(x.Generics) > 0 || len(x.Args) == 0 {
		e.fail(x.Span(), mismatched, "mismatched types").WithLabel("`print` takes values")
		return nil
	}
	ok := true
	for _, a := range x.Args {
		var v *ir.Value
		if f := e.flex(a); f != rigid {
			v = e.expr(a, e.flexDefault(f))
		} else {
			v = e.expr(a, nil)
		}
		if v == nil {
			ok = false
			continue
		}
		if v = e.real(a.Span(), v); !printable(v.Type(), e.isCPU()) {
			e.fail(a.Span(), mismatched, "mismatched types").WithLabel("`%s` cannot be printed here", typeText(v.Type()))
			ok = false
		}
		vs = append(vs, v)
	}
	if !ok {
		return nil
	}
	e.op(x.Span(), "descend.print", vs, nil)
	return e.unit
}

func printable(t ir.Type, nested bool) bool {
	if descend.IsScalar(t) {
		return true
	}
	if !nested {
		return false
	}
	switch t := t.(type) {
	case *descend.ArrayType:
		return !t.View && printable(t.Elem, true)
	case *ir.TupleType:
		for _, x := range t.Types {
			if !printable(x, true) {
				return false
			}
		}
		return len(t.Types) > 0
	}
	return false
}

// assert stops unless its argument is true; its text is the message.
func (e *elab) assert(x *ast.Call, _ ir.Type) *ir.Value {
	if !e.takes(x, 1) {
		return nil
	}
	v := e.expect(x.Args[0], e.c.I1(), false)
	if v == nil {
		return nil
	}
	e.op(x.Span(), "descend.assert", []*ir.Value{v}, nil, e.strAttr("text", x.Args[0].Span().Text()))
	return e.unit
}
