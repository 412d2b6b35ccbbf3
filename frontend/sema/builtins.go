package sema

import (
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/frontend/ast"
	"descend/ir"
	"descend/passes/place"
)

// builtinCall elaborates the call x of a function that the language defines.
type builtinCall struct {
	*terms
	x    *ast.Call
	want ir.Type
}

// builtin elaborates the call of a function of the language.
type builtin func(builtinCall) *ir.Value

// newBuiltins makes the table of the functions of the language (docs/language.md, "Builtins") with their aliases.
func newBuiltins() map[string]builtin {
	builtins := map[string]builtin{
		"CpuHeap::new":          builtinCall.boxNew,
		"GpuGlobal::alloc_copy": builtinCall.allocCopy,
		"gpu_alloc_copy":        builtinCall.allocCopyOn,
		"gpu_device":            builtinCall.device,
		"nat_as_u64":            builtinCall.natAsU64,
		"to_atomic":             builtinCall.toAtomic,
		"to_atomic_array":       builtinCall.toAtomic,
		"print":                 builtinCall.print,
		"assert":                builtinCall.assert,
		"ballot":                builtinCall.ballot,
		"index":                 builtinCall.index,
		"count":                 builtinCall.count,
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
func (e builtinCall) takes(n int) bool {
	if len(e.x.Args) != n {
		e.calls.arity(e.x.Span(), "`"+e.x.Fun.String()+"`", n, len(e.x.Args))
		e.args(e.x.Args)
		return false
	}
	if len(e.x.Generics) > 0 {
		e.fail(e.x.Span(), mismatched, "mismatched types").WithLabel("`%s` takes no generic arguments", e.x.Fun)
		e.args(e.x.Args)
		return false
	}
	return true
}

// math is a function on n scalars of one type: floats, and with ints integers too.
func math(name string, n int, ints bool) builtin {
	return func(e builtinCall) *ir.Value {
		if !e.takes(n) {
			return nil
		}
		want := e.want
		if w := e.infer.Type(want); !isFloat(w) && !(ints && isInteger(w)) {
			want = nil
		}
		vs, ok := e.operands(e.x.Args, want)
		if !ok {
			return nil
		}
		t := vs[0].Type()
		if !isFloat(t) && !(ints && isInteger(t)) {
			e.fail(e.x.Args[0].Span(), mismatched, "mismatched types").
				WithLabel("`%s` is not defined for `%s`", e.x.Fun, descend.UserFormat(t))
			return nil
		}
		return e.val(e.x.Span(), "descend.math", vs, t, e.strAttr("name", name))
	}
}

// shuffle exchanges a value between the lanes of a warp.
func shuffle(kind string) builtin {
	return func(e builtinCall) *ir.Value {
		if !e.takes(2) {
			return nil
		}
		v := e.expr(e.x.Args[0], e.want)
		n := e.expect(e.x.Args[1], e.c.IntegerType(32, ir.Unsigned), false)
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
			e.fail(e.x.Args[0].Span(), mismatched, "mismatched types").
				WithLabel("expected a scalar of 32 or 64 bits, found `%s`", descend.UserFormat(v.Type()))
			return nil
		}
		return e.val(e.x.Span(), "descend.shuffle", []*ir.Value{v, n}, v.Type(), e.strAttr("kind", kind))
	}
}

func (e builtinCall) ballot() *ir.Value {
	if !e.takes(1) {
		return nil
	}
	v := e.expect(e.x.Args[0], e.c.I1(), false)
	if v == nil {
		return nil
	}
	return e.val(e.x.Span(), "descend.ballot", []*ir.Value{v}, e.c.IntegerType(32, ir.Unsigned))
}

// index is index(t), the number of a resource in its schedule, or index(t, Y) along one of several axes.
func (e builtinCall) index() *ir.Value {
	v, a := e.scheduled()
	if v == nil {
		return nil
	}
	e.at(e.x.Span())
	return e.val(e.x.Span(), "descend.cast", []*ir.Value{exec.NewPosition(e.b, v, a).Result(0)}, e.positionType(v))
}

// count is count(t), how many resources a schedule has, or count(t, Y) along one of several axes.
func (e builtinCall) count() *ir.Value {
	v, a := e.scheduled()
	if v == nil {
		return nil
	}
	c, _ := place.Counted(exec.SchedOp{Operation: v.OwnerBlock().Parent()}.From(), a)
	return e.natValue(c.Extent, e.positionType(v), e.x.Span())
}

// positionType is the integer type that the context of a number of a resource wants; else u32, and u64 for all threads of a grid.
func (e builtinCall) positionType(v *ir.Value) ir.Type {
	if t := e.infer.Type(e.want); isInteger(t) {
		return t
	}
	return flexDefault(e.c, e.flex(e.x))
}

// scheduled is the resource that the call of index or count is of, and the axis; nil after an error.
func (e builtinCall) scheduled() (*ir.Value, exec.Axis) {
	word := "`" + e.x.Fun.String() + "`"
	n := len(e.x.Args)
	if n != 2 && !e.takes(1) {
		return nil, 0
	}
	id := nameOf(e.x.Args[0])
	if id == nil {
		e.fail(e.x.Args[0].Span(), kindMismatch, "expected an execution resource, found a value").
			WithLabel("%s is of the resource of a `sched` around", word)
		return nil, 0
	}
	v := e.resource(&ast.ExecExpr{Base: id.Base, Name: id})
	if v == nil {
		return nil, 0
	}
	op, ok := scheduleOf(v)
	if !ok {
		e.fail(id.Span(), wrongExec, "`%s` is not one of several", id.Name).
			WithLabel("no `sched` gives it").WithHelp("schedule what it consists of: `sched t in " + id.Name + " { .. " + e.x.Fun.String() + "(t) .. }`")
		return nil, 0
	}
	axes := op.Axes()
	if n == 1 {
		if len(axes) > 1 {
			e.fail(e.x.Span(), wrongExec, "`%s` has a number along each of %d axes", id.Name, len(axes)).
				WithLabel("say along which: `%s(%s, %s)`", e.x.Fun, id.Name, axes[0])
			return nil, 0
		}
		return v, axes[0]
	}
	if x := nameOf(e.x.Args[1]); x != nil {
		e.items.info.builtin(x)
		if a, ok := exec.ParseAxis(x.Name); ok && slices.Contains(axes, a) {
			return v, a
		}
	}
	e.fail(e.x.Args[1].Span(), wrongExec, "`%s` is not scheduled along that", id.Name).
		WithLabel("one of its axes is expected: `%s`", axisText(axes))
	return nil, 0
}

// nameOf is a term that is a single name; nil if it is none.
func nameOf(x ast.Expr) *ast.Ident {
	if n, ok := x.(*ast.Name); ok && len(n.Path.Parts) == 1 {
		return n.Path.Parts[0]
	}
	return nil
}

// natAsU64 is nat_as_u64(n), or nat_as_u64::<n>().
func (e builtinCall) natAsU64() *ir.Value {
	u64 := e.c.IntegerType(64, ir.Unsigned)
	if len(e.x.Generics) == 1 && len(e.x.Args) == 0 && e.x.Generics[0].Nat != nil {
		n, ok := e.nat(e.x.Generics[0].Nat)
		if !ok {
			return nil
		}
		return e.natValue(n, u64, e.x.Span())
	}
	if !e.takes(1) {
		return nil
	}
	n, bad := ast.NatOf(e.x.Args[0])
	e.items.info.functionsOfNats(e.x.Args[0])
	if n == nil {
		e.fail(bad.Span(), kindMismatch, "expected a nat, found a run-time value").WithLabel("not a nat")
		return nil
	}
	v, ok := e.nat(n)
	if !ok {
		return nil
	}
	return e.natValue(v, u64, e.x.Span())
}

// print prints a label and scalars, on the CPU also arrays and tuples of them.
func (e builtinCall) print() *ir.Value {
	var vs []*ir.Value
	var attrs []ir.NamedAttr
	values := e.x.Args
	if len(values) > 0 {
		if label, ok := values[0].(*ast.StringLit); ok {
			values, attrs = values[1:], append(attrs, e.strAttr("label", label.Value))
		}
	}
	if len(e.x.Generics) > 0 || len(e.x.Args) == 0 {
		e.fail(e.x.Span(), mismatched, "mismatched types").WithLabel("`print` takes values")
		return nil
	}
	ok := true
	for _, a := range values {
		var v *ir.Value
		if f := e.flex(a); f != rigid {
			v = e.expr(a, flexDefault(e.c, f))
		} else {
			v = e.expr(a, nil)
		}
		if v == nil {
			ok = false
			continue
		}
		if v = e.real(a.Span(), v); !printable(v.Type(), e.isCPU()) {
			d := e.fail(a.Span(), mismatched, "mismatched types").WithLabel("`%s` cannot be printed here", descend.UserFormat(v.Type()))
			switch t := v.Type().(type) {
			case *descend.RefType:
				if printable(t.Elem, e.isCPU()) && isPrimary(a) {
					d.WithHelp("print what it refers to", insertion(e.c, a.Span(), "*"))
				}
			case *descend.BoxType:
				if printable(t.Elem, e.isCPU()) && t.Mem == descend.CPUMem && isPrimary(a) {
					d.WithHelp("print what is in it", insertion(e.c, a.Span(), "*"))
				}
			}
			ok = false
		}
		vs = append(vs, v)
	}
	if !ok {
		return nil
	}
	e.op(e.x.Span(), "descend.print", vs, nil, attrs...)
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

// assert stops unless its argument is true; the message is the text after it, or else its own.
func (e builtinCall) assert() *ir.Value {
	message := ""
	if len(e.x.Args) > 0 {
		message = e.x.Args[0].Span().Text()
	}
	if len(e.x.Args) == 2 {
		text, ok := e.x.Args[1].(*ast.StringLit)
		if !ok {
			e.fail(e.x.Args[1].Span(), mismatched, "mismatched types").WithLabel("the message of `assert` is a text, as in `assert(c, \"message\")`")
			return nil
		}
		message = text.Value
	} else if !e.takes(1) {
		return nil
	}
	v := e.expect(e.x.Args[0], e.c.I1(), false)
	if v == nil {
		return nil
	}
	e.op(e.x.Span(), "descend.assert", []*ir.Value{v}, nil, e.strAttr("text", strings.Join(strings.Fields(message), " ")))
	return e.unit
}
