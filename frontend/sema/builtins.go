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
		"CpuHeap::zeros":        zeros(descend.CPUMem),
		"GpuGlobal::zeros":      zeros(descend.GPUGlobal),
		"GpuGlobal::copy":       builtinCall.copyAnywhere,
		"GpuGlobal::alloc_copy": builtinCall.allocCopy,
		"fill":                  builtinCall.fill,
		"copy_mem":              builtinCall.copyMem,
		"gpu_alloc_copy":        builtinCall.allocCopyOn,
		"gpu_device":            builtinCall.device,
		"nat_as_u64":            builtinCall.natAsU64,
		"to_atomic":             builtinCall.toAtomic,
		"to_atomic_array":       builtinCall.toAtomic,
		"permutation":           builtinCall.permutation,
		"copy_async":            builtinCall.copyAsync,
		"finish":                builtinCall.finish,
		"print":                 builtinCall.print,
		"assert":                builtinCall.assert,
		"ballot":                builtinCall.ballot,
		"any":                   laneVote("any"),
		"all":                   laneVote("all"),
		"sync_or":               vote("or"),
		"sync_and":              vote("and"),
		"sync_count":            vote("count"),
		"Barrier::new":          builtinCall.newBarrier,
		"arrive":                handover(func(b *ir.Builder, barrier, part *ir.Value) { exec.NewArrive(b, barrier, part) }),
		"wait":                  handover(func(b *ir.Builder, barrier, part *ir.Value) { exec.NewWait(b, barrier, part) }),
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
		"bits":                  builtinCall.bits,
		"isnan":                 builtinCall.isNaN,
		"isinf":                 builtinCall.isInf,
	}
	for _, f := range descend.Functions() {
		builtins[f.Name] = math(f)
	}
	matrixBuiltins(builtins)
	for _, n := range []string{"popc", "clz", "ctz"} {
		builtins[n] = counting(builtins[n])
	}
	builtins["fabs"] = builtins["abs"]
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

// Functions are the names of the functions of the language, sorted.
func Functions() []string { return sortedKeys(newBuiltins()) }

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

// math is a function on scalars of one type, which is that of its result.
func math(f descend.Function) builtin {
	return func(e builtinCall) *ir.Value {
		if !e.takes(f.Args) {
			return nil
		}
		want := e.want
		if !f.On(e.infer.Type(want)) {
			want = nil
		}
		vs, ok := e.operands(e.x.Args, want)
		if !ok || !e.defined(vs[0], f.On) {
			return nil
		}
		return e.val(e.x.Span(), "descend.math", vs, vs[0].Type(), e.strAttr("name", f.Name))
	}
}

// defined reports a first argument v of a type that the function is not defined on.
func (e builtinCall) defined(v *ir.Value, on func(ir.Type) bool) bool {
	if on(v.Type()) {
		return true
	}
	d := e.fail(e.x.Args[0].Span(), mismatched, "mismatched types").
		WithLabel("`%s` is not defined for `%s`", e.x.Fun, descend.UserFormat(v.Type()))
	for _, b := range []struct {
		name string
		t    ir.Type
	}{{"float", e.c.F32()}, {"int", e.c.I32()}} {
		if on(b.t) {
			e.bound(d, v.Type(), b.name)
		}
	}
	to := e.infer.Type(e.want)
	if d.Help == nil && isInteger(v.Type()) && !isInteger(to) && len(e.x.Args) == 1 && on(e.c.F32()) {
		if !isFloat(to) {
			to = e.c.F32()
		}
		d.Help = e.fix.conversion(e.x.Args[0], to, v.Type())
	}
	return false
}

// counting makes a function that counts bits give a u32, whatever it counts in.
func counting(count builtin) builtin {
	return func(e builtinCall) *ir.Value {
		e.want = nil // says nothing of the argument
		v := count(e)
		if v == nil {
			return nil
		}
		return e.castTo(v, e.c.IntegerType(32, ir.Unsigned), e.x.Span())
	}
}

// float is the only argument, a float.
func (e builtinCall) float() *ir.Value {
	if !e.takes(1) {
		return nil
	}
	vs, ok := e.operands(e.x.Args, nil)
	if !ok || !e.defined(vs[0], func(t ir.Type) bool { return descend.Every(t, isFloat) }) {
		return nil
	}
	return vs[0]
}

// isNaN is isnan(x): x differs from itself.
func (e builtinCall) isNaN() *ir.Value {
	v := e.float()
	if v == nil {
		return nil
	}
	return e.val(e.x.Span(), "descend.compare", []*ir.Value{v, v}, e.c.I1(), e.strAttr("op", "ne"))
}

// isInf is isinf(x): the absolute value of x is infinity.
func (e builtinCall) isInf() *ir.Value {
	v := e.float()
	if v == nil {
		return nil
	}
	size := e.val(e.x.Span(), "descend.math", []*ir.Value{v}, v.Type(), e.strAttr("name", "abs"))
	inf := e.constantOf(e.x.Span(), v.Type(), "INFINITY")
	return e.val(e.x.Span(), "descend.compare", []*ir.Value{size, inf}, e.c.I1(), e.strAttr("op", "eq"))
}

// bits is bits::<t>(x): the bits of x as a number of type t.
func (e builtinCall) bits() *ir.Value {
	usage := func() *ir.Value {
		e.fail(e.x.Span(), mismatched, "mismatched types").
			WithLabel("`bits` takes one type and one value, as in `bits::<f32>(x)`")
		e.args(e.x.Args)
		return nil
	}
	if len(e.x.Generics) != 1 || len(e.x.Args) != 1 || e.x.Generics[0].Type == nil {
		return usage()
	}
	to := e.typ(e.x.Generics[0].Type, false)
	if to == nil {
		e.args(e.x.Args)
		return nil
	}
	v := e.expr(e.x.Args[0], e.sameBits(to, e.flex(e.x.Args[0])))
	if v == nil {
		return nil
	}
	if v.Type() != to && !descend.SameBits(v.Type(), to) {
		e.fail(e.x.Args[0].Span(), mismatched, "mismatched types").
			WithLabel("`%s` and `%s` are not numbers of the same number of bits", descend.UserFormat(v.Type()), descend.UserFormat(to))
		return nil
	}
	return e.val(e.x.Span(), "descend.bits", []*ir.Value{v}, to)
}

// sameBits is the type that a literal has whose bits are taken as a number of type t: an unsigned integer, or a float where the
// literal is one; nil for other terms.
func (e builtinCall) sameBits(t ir.Type, f flexibility) ir.Type {
	var types []ir.Type
	switch f {
	case rigid:
		return nil
	case anyFloat:
		types = []ir.Type{descend.Scalar(e.c, "f16"), e.c.F32(), e.c.F64()}
	default:
		for _, w := range []int{8, 16, 32, 64} {
			types = append(types, e.c.IntegerType(w, ir.Unsigned))
		}
	}
	for _, want := range types {
		if descend.SameBits(want, t) {
			return want
		}
	}
	return nil
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
		if !descend.IsScalar(v.Type()) {
			e.fail(e.x.Args[0].Span(), mismatched, "mismatched types").
				WithLabel("expected a number or bool, found `%s`", descend.UserFormat(v.Type()))
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

// laneVote asks whether a condition holds in any lane of a warp, or in all.
func laneVote(kind string) builtin {
	return func(e builtinCall) *ir.Value {
		if !e.takes(1) {
			return nil
		}
		v := e.expect(e.x.Args[0], e.c.I1(), false)
		if v == nil {
			return nil
		}
		return e.val(e.x.Span(), "descend.lane_vote", []*ir.Value{v}, e.c.I1(), e.strAttr("kind", kind))
	}
}

// vote is a barrier of the block around at which each thread says whether a condition holds.
func vote(kind string) builtin {
	return func(e builtinCall) *ir.Value {
		if !e.takes(1) {
			return nil
		}
		v := e.expect(e.x.Args[0], e.c.I1(), false)
		if v == nil {
			return nil
		}
		block := e.around(exec.Block)
		if block == nil && e.noResource > 0 {
			return e.poison()
		}
		if block == nil {
			e.fail(e.x.Span(), descend.CodeBarrier, "vote not allowed here").WithLabel("no block executes this").
				WithHelp("schedule the threads of a block: `sched(X) thread in block { .. " + e.x.Fun.String() + "(c) .. }`")
			return nil
		}
		t := ir.Type(e.c.I1())
		if kind == "count" {
			t = e.c.IntegerType(32, ir.Unsigned)
		}
		return e.val(e.x.Span(), "descend.vote", []*ir.Value{v, block}, t, e.strAttr("kind", kind))
	}
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
	if t := e.infer.Type(e.want); t != nil && descend.Every(t, isInteger) {
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
			case *descend.EnumType:
				if isPrimary(a) {
					d.WithHelp("print the number of the variant", ir.Edit{Loc: a.Span().Tail().Loc(e.c), Text: " as u32"})
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
