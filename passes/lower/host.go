package lower

import (
	"strconv"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/memref"
	"descend/dialects/nat"
	"descend/ir"
)

// This file lowers CPU functions: boxes and arrays to buffers, launches, copies, calls. Copies and launches
// are synchronous (no tokens); upstream's --gpu-async-region adds them.

// stackLimit is the most bytes of a local array on the stack of a host function.
const stackLimit = 16 << 10

// lowerFunction lowers a CPU function to func.func.
func (m *module) lowerFunction(src descend.FuncOp) *ir.Operation {
	f := m.newFn(src, false)
	f.cf = hasNestedReturn(src)
	ok := attempt(func() {
		f.hostSignature()
		f.frees = [][]*ir.Value{nil}
		f.scanLocals()
		for o := src.Body(0).Front(); o != nil && !f.done; o = o.Next() {
			f.b.Loc = o.Loc()
			if o.Is("descend.yield") {
				f.returnOp(o)
				break
			}
			f.lower(o)
		}
		if !f.done {
			f.freeFrom(0)
			f.b.Loc = src.Loc()
			f.yield("func.return", nil)
		}
	})
	if !ok {
		return nil
	}
	return f.op
}

// hostSignature makes the func.func and binds its parameters; nat generics are trailing index parameters.
func (f *fn) hostSignature() {
	f.entry = ir.NewBlock(f.src.Loc())
	f.b.AtEnd(f.entry)
	f.op = ir.NewOperation(f.c, ir.OperationState{
		Name: f.c.OpName("func.func"), Loc: f.src.Loc(), Regions: []*ir.Region{ir.NewRegion(f.entry)},
	})
	f.b.Loc = f.src.Loc()
	for _, p := range f.src.Params() {
		f.bindParam(p, f.param(descend.ElemOf(p), p.Loc))
	}
	for _, g := range f.src.Generics() {
		if g.Kind == "nat" {
			f.nats[g.Name], f.class[g.Name] = f.entry.AddArg(f.index(), f.src.Loc()), classRoot
		}
	}
	for _, t := range f.src.Type().Results {
		if !isUnit(t) {
			f.ret = append(f.ret, f.resultTypes(t)...)
		}
	}
	var inputs []ir.Type
	for _, a := range f.entry.Args() {
		inputs = append(inputs, a.Type())
	}
	f.op.SetAttr("sym_name", f.c.StringAttr(ir.SymbolName(f.src.Operation)))
	f.op.SetAttr("function_type", f.c.TypeAttr(f.c.FunctionType(inputs, f.ret)))
	f.manifest()
}

// resultTypes are the types of a returned value of type t; a box is its buffer.
func (f *fn) resultTypes(t ir.Type) []ir.Type {
	if b, ok := t.(*descend.BoxType); ok {
		return []ir.Type{memrefOf(f.c, b.Elem, nil)}
	}
	if ps, ok := parts(t); ok {
		var out []ir.Type
		for _, p := range ps {
			out = append(out, f.resultTypes(p)...)
		}
		return out
	}
	return f.flatTypes(t)
}

// results flattens a returned value.
func (f *fn) results(v *value) []*ir.Value {
	if v.box != nil {
		return []*ir.Value{v.box.mem}
	}
	if len(v.parts) > 0 {
		var out []*ir.Value
		for _, p := range v.parts {
			out = append(out, f.results(p)...)
		}
		return out
	}
	if isUnit(v.typ) {
		return nil
	}
	return f.flatten(v)
}

// returnOp lowers a return, also from within nested regions.
func (f *fn) returnOp(o *ir.Operation) {
	var vs []*ir.Value
	for _, v := range o.Operands() {
		vs = append(vs, f.results(f.val(v))...)
	}
	f.freeFrom(0)
	f.yield("func.return", vs)
	f.done = true
}

// hostBuffer makes a buffer for a local variable: on the stack if it is small, else on the heap until the
// scope ends.
func (f *fn) hostBuffer(t *ir.MemRefType) *ir.Value {
	if n := t.Shape[0]; n != ir.Dynamic && n <= stackLimit/scalarSize(t.Elem) {
		return f.atEntry(func() *ir.Operation { return memref.NewAlloca(f.b, t, 0).DefiningOp() }).Result(0)
	}
	var sizes []*ir.Value
	if t.Shape[0] == ir.Dynamic {
		sizes = append(sizes, f.natValue(f.dynamicSize))
	}
	v := memref.NewAlloc(f.b, t, sizes...)
	top := len(f.frees) - 1
	f.frees[top] = append(f.frees[top], v)
	return v
}

// freeFrom frees the heap buffers of the scopes from depth on, innermost first.
func (f *fn) freeFrom(depth int) {
	for i := len(f.frees) - 1; i >= depth; i-- {
		for j := len(f.frees[i]) - 1; j >= 0; j-- {
			memref.NewDealloc(f.b, f.frees[i][j])
		}
	}
}

// lowerHost lowers what only CPU functions do; false if o is something else.
func (f *fn) lowerHost(o *ir.Operation) bool {
	if f.gpu {
		return false
	}
	switch t := o.Typed().(type) {
	case descend.BoxNewOp:
		b := o.Result(0).Type().(*descend.BoxType)
		r := &root{typ: b.Elem}
		r.mem = f.allocate(b.Elem, memref.NewAlloc)
		f.store(&reference{root: r}, b.Elem, f.val(o.Operand(0)))
		f.vals[o.Result(0)] = &value{typ: b, box: r}
	case descend.AllocCopyOp:
		b := o.Result(0).Type().(*descend.BoxType)
		r := &root{typ: b.Elem}
		r.mem = f.allocate(b.Elem, gpu.NewAlloc)
		src := f.buffer(o.Operand(0))
		gpu.NewMemcpy(f.b, f.likeShape(r.mem, src), f.likeShape(src, r.mem))
		f.vals[o.Result(0)] = &value{typ: b, box: r}
	case descend.CopyOp:
		dst, src := f.buffer(o.Operand(0)), f.buffer(o.Operand(1))
		gpu.NewMemcpy(f.b, f.likeShape(dst, src), f.likeShape(src, dst))
	case descend.DeviceOp:
		v := f.cast(f.scalar(o.Operand(0)), o.Operand(0).Type(), f.c.Int(32))
		f.vals[o.Result(0)] = scalarValue(o.Result(0).Type(), v)
	case descend.LaunchOp:
		f.launch(t)
	case descend.CallOp:
		f.call(t)
	default:
		return false
	}
	return true
}

// allocate makes a buffer for a t.
func (f *fn) allocate(t ir.Type, alloc func(*ir.Builder, *ir.MemRefType, ...*ir.Value) *ir.Value) *ir.Value {
	mt := memrefOf(f.c, t, nil)
	var sizes []*ir.Value
	if mt.Shape[0] == ir.Dynamic {
		n := sizeOf(t)
		if _, plain := isPlain(t); plain {
			n = count(t)
		}
		sizes = append(sizes, f.natValue(n))
	}
	return alloc(f.b, mt, sizes...)
}

// castTo changes the extent of a buffer's type between static and dynamic.
func (f *fn) castTo(v *ir.Value, t ir.Type) *ir.Value {
	want := t.(*ir.MemRefType)
	have := v.Type().(*ir.MemRefType)
	if have == want {
		return v
	}
	if have.Elem != want.Elem || have.Space != want.Space || have.Layout != want.Layout {
		f.unsupported(f.b.Loc, "a buffer of type %s where %s is needed", have, want)
	}
	if have.Shape[0] != ir.Dynamic && want.Shape[0] != ir.Dynamic {
		// two spellings of one size: through the dynamic type
		v = memref.NewCast(f.b, v, f.c.MemRefType([]int64{ir.Dynamic}, have.Elem, nil, have.Space))
	}
	return memref.NewCast(f.b, v, want)
}

// likeShape makes the extent of v dynamic if that of other is: gpu.memcpy wants equal shapes.
func (f *fn) likeShape(v, other *ir.Value) *ir.Value {
	a, b := v.Type().(*ir.MemRefType), other.Type().(*ir.MemRefType)
	if a.Shape[0] != ir.Dynamic && a.Shape[0] != b.Shape[0] {
		return memref.NewCast(f.b, v, f.c.MemRefType([]int64{ir.Dynamic}, a.Elem, a.Layout, a.Space))
	}
	return v
}

// buffer is the memory that a reference covers.
func (f *fn) buffer(ref *ir.Value) *ir.Value {
	v := f.val(ref)
	t, ok := ref.Type().(*descend.RefType)
	if v.ref == nil || !ok {
		f.unsupported(f.b.Loc, "a reference that is not known here")
	}
	return f.bufferOf(v.ref, t.Elem)
}

// bufferOf is the memory that holds the t at r: the buffer of its root, or a part that lies in one piece; the
// type of a part that does not start at the first element has a layout.
func (f *fn) bufferOf(r *reference, t ir.Type) *ir.Value {
	if _, plain := isPlain(t); !plain {
		root, steps := f.target(r)
		if len(steps) != 0 || root.mem == nil {
			f.unsupported(f.b.Loc, "a part of an array of structs or tuples as a buffer of its own")
		}
		return root.mem
	}
	mem, root, offset := f.span(r, t)
	size := staticSize(count(t))
	mt := mem.Type().(*ir.MemRefType)
	if offset.IsZero() && (mt.Shape[0] == size || f.simplify(count(root.typ)).Equal(f.simplify(count(t)))) {
		return mem
	}
	sub := f.c.MemRefType([]int64{size}, mt.Elem, stridedLayout(f.c, offset), mt.Space)
	extent := memref.Const(size)
	if size == ir.Dynamic {
		extent = memref.Dyn(f.natValue(count(t)))
	}
	start := memref.Dyn(f.natValue(offset))
	if n, ok := offset.Int64(); ok {
		start = memref.Const(n)
	}
	return memref.NewSubView(f.b, mem, sub, []memref.Extent{start}, []memref.Extent{extent}, []memref.Extent{memref.Const(1)})
}

// span is where the plain t at r lies in one piece: buffer, root and the index of its first element.
func (f *fn) span(r *reference, t ir.Type) (mem *ir.Value, root *root, offset nat.Expr) {
	// the index of an element as a function of the coordinates: offset + coordinates in row-major order
	at0 := r
	flat, n := nat.Int(0), 0
	for e := t; ; n++ {
		a, ok := e.(*descend.ArrayType)
		if !ok {
			break
		}
		name := nat.Var(coordName(n))
		at0 = at0.step(at(name))
		flat = flat.Mul(a.Size).Add(name)
		e = a.Elem
	}
	root, steps := f.target(at0)
	if root.val != nil {
		f.unsupported(f.b.Loc, "a buffer that is a value")
	}
	l := f.locate(root, steps)
	facts := f.facts
	e, i := t, 0
	for ; ; i++ {
		a, ok := e.(*descend.ArrayType)
		if !ok {
			break
		}
		facts = facts.WithRange(coordName(i), nat.Int(0), a.Size)
		e = a.Elem
	}
	offset = facts.Simplify(l.idx.Sub(flat))
	for _, v := range offset.Vars() {
		if strings.HasPrefix(v, "$c") {
			f.unsupported(f.b.Loc, "a view that does not lie in one piece as a buffer of its own")
		}
	}
	return l.mem, root, offset
}

// coordName names the i-th coordinate of a buffer's type.
func coordName(i int) string { return "$c" + strconv.Itoa(i) }

// stridedLayout is the layout of a part that starts at an offset.
func stridedLayout(c *ir.Context, offset nat.Expr) ir.Attribute {
	n, ok := offset.Int64()
	switch {
	case !ok:
		n = ir.Dynamic
	case n == 0:
		return nil
	}
	return c.StridedAttr(n, 1)
}

// launch lowers a launch.
func (f *fn) launch(o descend.LaunchOp) {
	k := f.m.kernels[o.Callee()]
	if k == nil {
		f.unsupported(o.Loc(), "a launch of `%s`, which is not a kernel", o.Callee())
	}
	var args []*ir.Value
	var after []func()
	for _, a := range o.Operands() {
		args = append(args, f.argument(f.val(a), a.Type(), &after)...)
	}
	nats := descend.Instantiation(o.Operation, k.src).Nats
	for _, n := range k.nats {
		args = append(args, f.natValue(nats[n]))
	}
	if len(args) != len(k.params) {
		f.fail(o.Loc(), "mismatched-types", "`%s` needs %d arguments, found %d", o.Callee(), len(k.params), len(args))
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
		bytes := f.natValue(k.dynamic.Subst(nats))
		shared = f.op1("arith.index_cast", f.c.I32(), []*ir.Value{bytes})
	}
	gpu.NewLaunchFunc(f.b, KernelModule, k.name, dim(g.Dim), dim(g.Inner), shared, args...)
	for _, done := range after {
		done()
	}
}

// argument lists the operands for a value: buffers of references and boxes, scalars of the rest. What is to
// do after the call is added to after.
func (f *fn) argument(v *value, t ir.Type, after *[]func()) []*ir.Value {
	switch {
	case v.ref != nil:
		if rt, ok := t.(*descend.RefType); ok {
			return []*ir.Value{f.lent(v.ref, rt, after)}
		}
	case v.box != nil:
		return []*ir.Value{v.box.mem}
	}
	if ps, ok := parts(t); ok {
		var out []*ir.Value
		for i, p := range ps {
			if i < len(v.parts) {
				out = append(out, f.argument(v.parts[i], p, after)...)
			}
		}
		return out
	}
	return f.flatten(v)
}

// lent is the buffer of a reference that is handed to a kernel or function. Parameters are whole buffers, so a
// part of one is copied into a buffer of its own, and back when it may have changed; nobody else can see the
// part meanwhile.
func (f *fn) lent(r *reference, t *descend.RefType, after *[]func()) *ir.Value {
	part := f.bufferOf(r, t.Elem)
	if part.Type().(*ir.MemRefType).Layout == nil {
		return part
	}
	onGPU := t.Mem == descend.GPUGlobal
	alloc, free := memref.NewAlloc, func(v *ir.Value) { memref.NewDealloc(f.b, v) }
	move := func(dst, src *ir.Value) { memref.NewCopy(f.b, src, dst) }
	if onGPU {
		alloc, free = gpu.NewAlloc, func(v *ir.Value) { gpu.NewDealloc(f.b, v) }
		move = func(dst, src *ir.Value) { gpu.NewMemcpy(f.b, dst, src) }
	}
	own := f.allocate(t.Elem, alloc)
	move(own, part)
	*after = append(*after, func() {
		if t.Uniq || holdsAtomic(t.Elem) {
			move(part, own)
		}
		free(own)
	})
	return own
}

// call lowers a call of a CPU function that was not inlined.
func (f *fn) call(o descend.CallOp) {
	callee, ok := f.m.hosts[o.Callee()]
	if !ok {
		f.unsupported(o.Loc(), "a call of `%s` on the CPU", o.Callee())
	}
	var args []*ir.Value
	var after []func()
	params := callee.Type().Inputs
	for i, a := range o.Operands()[1:] {
		vs := f.argument(f.val(a), a.Type(), &after)
		if len(vs) == 1 && i < len(params) {
			var elem ir.Type
			switch t := params[i].(type) {
			case *descend.RefType:
				elem = t.Elem
			case *descend.BoxType:
				elem = t.Elem
			}
			if elem != nil {
				vs[0] = f.castTo(vs[0], memrefOf(f.c, elem, nil))
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
	for _, done := range after {
		done()
	}
	if callee.IsExtern() {
		var inputs []ir.Type
		for _, a := range args {
			inputs = append(inputs, a.Type())
		}
		f.m.externs[o.Callee()] = f.c.FunctionType(inputs, types)
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
func (f *fn) rebuild(t ir.Type, vs []*ir.Value) (*value, []*ir.Value) {
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

// drop frees the boxes in a place.
func (f *fn) drop(o *ir.Operation) {
	t := descend.ElemOf(o.Operand(0))
	if !ownsBox(t) {
		return
	}
	r, steps := f.resolve(o.Operand(0), nil, nil)
	v := r.val
	for _, s := range steps {
		if v == nil || s.proj < 0 || s.proj >= len(v.parts) {
			f.unsupported(o.Loc(), "the end of a box in an array")
		}
		v = v.parts[s.proj]
	}
	if v == nil {
		return // never initialized on this path
	}
	f.free(v, t)
}

func (f *fn) free(v *value, t ir.Type) {
	if b, ok := t.(*descend.BoxType); ok && v.box != nil {
		if b.Mem == descend.GPUGlobal {
			gpu.NewDealloc(f.b, v.box.mem)
		} else {
			memref.NewDealloc(f.b, v.box.mem)
		}
		return
	}
	ps, _ := parts(t)
	for i, p := range ps {
		if i < len(v.parts) {
			f.free(v.parts[i], p)
		}
	}
}

// ownsBox says whether a value of t owns memory.
func ownsBox(t ir.Type) bool {
	switch t := t.(type) {
	case *descend.BoxType:
		return true
	case *descend.ArrayType:
		return ownsBox(t.Elem)
	}
	ps, _ := parts(t)
	for _, p := range ps {
		if ownsBox(p) {
			return true
		}
	}
	return false
}

// obligations emits the constraints that nat-check has left to run time (attribute checks). Those that are
// constant by now are decided here.
func (f *fn) obligations(o *ir.Operation) {
	l, _ := o.Attr("checks").(*ir.ArrayAttr)
	if l == nil {
		return
	}
	for _, e := range l.Elems {
		w, ok := e.(*descend.WhereAttr)
		if !ok {
			continue
		}
		k := w.Constraint
		if len(k.Vars()) == 0 {
			if ok, err := k.Eval(nil); !ok || err != nil {
				f.m.diags.Errorf(o.Loc(), "nat-constraint", "size constraint does not hold").
					WithLabel("requires `%s`", k.Pretty())
			}
			continue
		}
		f.obligation(k, o)
	}
}

// failing are the comparisons that hold where a relation does not.
var failing = map[nat.Rel]int64{
	nat.EQ: cmpNE, nat.NE: cmpEQ, nat.LT: cmpSGE, nat.LE: cmpSGT, nat.GT: cmpSLE, nat.GE: cmpSLT,
}

func (f *fn) obligation(k nat.Constraint, o *ir.Operation) {
	a, b := f.natValue(k.L), f.natValue(k.R)
	if p, ok := failing[k.Rel]; ok {
		f.check(f.cmpi(p, a, b), "requires", k.Pretty(), o)
		return
	}
	rest := f.bin("arith.remui", b, f.bin("arith.maxui", a, f.constIndex(1)))
	p := int64(cmpNE)
	if k.Rel == nat.NotDivides {
		p = cmpEQ
	}
	f.check(f.cmpi(p, rest, f.constIndex(0)), "requires", k.Pretty(), o)
}
