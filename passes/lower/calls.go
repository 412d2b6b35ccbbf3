package lower

import (
	"sort"

	"descend/dialects/arith"
	"descend/dialects/descend"
	"descend/dialects/exec"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/memref"
	"descend/ir"
	"descend/passes/drops"
)

// This file lowers launches and calls on the CPU and what they hand over.

// hostCode makes what only CPU functions have: boxes, devices, launches, calls, output. It must not know the statements around.
type hostCode struct {
	*storage
	*program
	src descend.FuncOp
}

// program is what CPU functions launch and call, by name.
type program struct {
	kernels map[string]*kernel
	hosts   map[string]descend.FuncOp
	// externs are the functions without body that were called.
	externs map[string]*ir.FunctionType
	// forParts gives a kernel as it is for parts of buffers (parts.go).
	forParts func(*kernel, lentParts) *kernel
}

// runtimeCall calls an external function with one argument.
func (f *hostCode) runtimeCall(name string, v *ir.Value) {
	f.externs[name] = f.c.FunctionType([]ir.Type{v.Type()}, nil)
	funcd.NewCall(f.b, name, nil, v)
}

// externDecls declares the external functions that were called.
func (p *program) externDecls(c *ir.Context) []*ir.Operation {
	names := make([]string, 0, len(p.externs))
	for n := range p.externs {
		names = append(names, n)
	}
	sort.Strings(names)
	var out []*ir.Operation
	for _, n := range names {
		b := ir.NewBuilder(c).Detached()
		out = append(out, funcd.NewDeclaration(b, n, p.externs[n].Inputs, p.externs[n].Results).Operation)
	}
	return out
}

// launch lowers a launch.
func (f *hostCode) launch(o descend.LaunchOp) {
	k := f.kernels[o.Callee()]
	if k == nil {
		f.unsupported(o.Loc(), "a launch of `%s`, which is not a kernel", o.Callee())
	}
	var args []*ir.Value
	to := &lending{by: o.Operation}
	for _, a := range o.Operands() {
		args = append(args, f.argument(f.val(a), a.Type(), to, f.lentInPlace)...)
	}
	if parts := f.partsAmong(args); len(parts) > 0 {
		k.onlyParts = true
		k = f.forParts(k, parts)
	}
	k.launched = true
	nats := descend.Instantiation(o.Operation, k.src).Nats
	for _, n := range k.nats {
		args = append(args, f.natValue(nats[n]))
	}
	if len(args) != len(k.params) {
		f.fail(o.Loc(), descend.CodeMismatchedTypes, "`%s` needs %d arguments, found %d", o.Callee(), len(k.params), len(args))
	}
	for i, a := range args {
		if _, ok := a.Type().(*ir.MemRefType); ok {
			args[i] = f.castTo(a, k.params[i])
		}
	}
	g := k.grid.Subst(f.c, nats)
	if a, ok := o.Attr("grid").(*ir.TypeAttr); ok {
		if t, ok := a.Type.(*exec.Type); ok && t.Kind == exec.Grid {
			g = t
		}
	}
	dim := func(d exec.Dim) gpu.Dim3 {
		var v [3]*ir.Value
		for a := exec.X; a <= exec.Z; a++ {
			v[a] = f.constIndex(1)
			if d.Has[a] {
				v[a] = f.natValue(d.Size[a])
			}
		}
		return gpu.Dim3{X: v[0], Y: v[1], Z: v[2]}
	}
	var shared *ir.Value
	if k.useDynamic {
		bytes := f.natValue(k.shared.Bytes().Subst(nats))
		shared = arith.IndexCast(f.b, bytes, f.c.I32())
	}
	gpu.NewLaunchFunc(f.b, KernelModule, k.name, dim(g.Dim), dim(g.Inner), shared, args...)
	to.end()
	for _, a := range o.Operands() { // boxes that the kernel was given end with it
		if drops.Owns(a.Type()) {
			f.free(f.val(a), a.Type())
		}
	}
}

// argument lists the operands for a value: buffers of references, as lend gives them, and boxes, scalars of the rest. What is to
// do after the call is noted in to.
func (f *hostCode) argument(v *value, t ir.Type, to *lending, lend func(*reference, *descend.RefType, *lending) *ir.Value) []*ir.Value {
	switch {
	case v.ref != nil:
		if rt, ok := t.(*descend.RefType); ok {
			return []*ir.Value{lend(v.ref, rt, to)}
		}
	case v.box != nil:
		return []*ir.Value{v.box.mem}
	}
	if ps, ok := parts(t); ok {
		var out []*ir.Value
		for i, p := range ps {
			if i < len(v.parts) {
				out = append(out, f.argument(v.parts[i], p, to, lend)...)
			}
		}
		return out
	}
	return f.flatten(v)
}

// lending is what is lent to a call or launch.
type lending struct {
	by    *ir.Operation
	after []func() // what is to do when it has ended
}

// end does what is to do.
func (l *lending) end() {
	for _, done := range l.after {
		done()
	}
}

// copied reports a part of an array of elem that is copied for the call although somebody could tell. The copy ends with the call, so that
// no reference to it may be left: the result holds none. (Behind parameters there is no memory for references.) And atomics that are
// lent twice would be changed at two places.
func (l *lending) copied(f *hostCode, elem ir.Type) {
	for _, r := range l.by.Results() {
		if descend.HoldsRef(r.Type()) {
			f.unsupported(l.by.Loc(), "a part of an array lent to a function that is not inlined and returns references")
		}
	}
	lent := 0
	for _, a := range l.by.Operands() {
		descend.Holds(a.Type(), func(t ir.Type) bool {
			if r, ok := t.(*descend.RefType); ok && holdsAtomic(r.Elem) {
				lent++
			}
			return false
		})
	}
	if holdsAtomic(elem) && lent > 1 {
		f.unsupported(l.by.Loc(), "a part of an array with atomics lent beside other atomics, which may be the same ones")
	}
}

// lent is the buffer of a reference that is handed to a function. Its parameters are whole buffers, so a
// part of one is copied into a buffer of its own, and back when it may have changed. Nobody else can see the
// part meanwhile, who could tell the two apart: but for atomics, which are lent to several at a time.
func (f *hostCode) lent(r *reference, t *descend.RefType, to *lending) *ir.Value {
	elem := descend.Existing(f.c, t.Elem)
	part := f.bufferOf(r, t.Elem)
	onGPU := t.Mem == descend.GPUGlobal
	if part.Type().(*ir.MemRefType).Layout == nil && (!onGPU || aligned(part)) { // kernels rely on it
		return part
	}
	to.copied(f, elem)
	alloc, free := memref.NewAlloc, func(v *ir.Value) { memref.NewDealloc(f.b, v) }
	move := func(dst, src *ir.Value) { memref.NewCopy(f.b, src, dst) }
	if onGPU {
		alloc, free = gpu.NewAlloc, func(v *ir.Value) { gpu.NewDealloc(f.b, v) }
		move = func(dst, src *ir.Value) { gpu.NewMemcpy(f.b, dst, src) }
	}
	own := f.allocate(elem, alloc)
	move(own, part)
	to.after = append(to.after, func() {
		if t.Uniq || holdsAtomic(elem) {
			move(part, own)
		}
		free(own)
	})
	return own
}

// call lowers a call of a CPU function that was not inlined.
func (f *hostCode) call(o descend.CallOp) {
	callee, ok := f.hosts[o.Callee()]
	if !ok {
		f.unsupported(o.Loc(), "a call of `%s` on the CPU", o.Callee())
	}
	var args []*ir.Value
	to := &lending{by: o.Operation}
	params := callee.Type().Inputs
	for i, a := range o.Operands()[1:] {
		vs := f.argument(f.val(a), a.Type(), to, f.lent)
		if len(vs) == 1 && i < len(params) {
			var elem ir.Type
			switch t := params[i].(type) {
			case *descend.RefType:
				elem = t.Elem
			case *descend.BoxType:
				elem = t.Elem
			}
			if elem != nil {
				vs[0] = f.castTo(vs[0], memrefOf(f.c, descend.Existing(f.c, elem), nil))
			}
		}
		args = append(args, vs...)
	}
	nats := descend.Instantiation(o.Operation, callee).Nats
	for _, g := range callee.Generics() {
		if g.Kind == "nat" {
			args = append(args, f.natValue(nats[g.Name]))
		}
	}
	var types []ir.Type
	for _, t := range callee.Type().Results {
		if !isUnit(t) {
			types = append(types, f.resultTypes(t)...)
		}
	}
	c := funcd.NewCall(f.b, o.Callee(), types, args...)
	to.end()
	if callee.IsExtern() {
		var inputs []ir.Type
		for _, a := range args {
			inputs = append(inputs, a.Type())
		}
		f.externs[o.Callee()] = f.c.FunctionType(inputs, types)
	}
	for _, r := range o.Results() {
		if isUnit(r.Type()) {
			f.vals[r] = &value{typ: r.Type()}
			continue
		}
		f.vals[r], _ = f.rebuild(r.Type(), c.Results())
	}
}

// rebuild is the inverse of results.
func (f *hostCode) rebuild(t ir.Type, vs []*ir.Value) (*value, []*ir.Value) {
	if b, ok := t.(*descend.BoxType); ok {
		return &value{typ: t, box: &root{typ: b.Elem, mem: vs[0]}}, vs[1:]
	}
	if ps, ok := parts(t); ok {
		out := &value{typ: t}
		for _, p := range ps {
			var x *value
			x, vs = f.rebuild(p, vs)
			out.parts = append(out.parts, x)
		}
		return out, vs
	}
	return f.unflatten(t, vs)
}
