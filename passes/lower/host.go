package lower

import (
	"descend/dialects/arith"
	"descend/dialects/descend"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/memref"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes/drops"
)

// This file lowers CPU functions: boxes and arrays to buffers, launches, copies, calls. Copies and launches
// are synchronous (no tokens); upstream's --gpu-async-region adds them. Handles of GPUs are their numbers, for two
// external functions:
//
//	descend_open_device(i64)    stops the program if there is no such GPU
//	descend_use_device(i64)     the same, and the next gpu.alloc is there
//
// A launch runs on the GPU that its memory lies on.

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
			f.b.At(o.Loc())
			if ir.Is[descend.YieldOp](o) {
				f.returnOp(o)
				break
			}
			f.lower(o)
		}
		if !f.done {
			f.freeFrom(0)
			f.b.At(src.Loc())
			funcd.NewReturn(f.b)
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
	f.b.At(f.src.Loc())
	for _, p := range f.src.Params() {
		f.bindParam(p, f.param(descend.ElemOf(p), p.Location()))
	}
	for _, g := range f.src.Generics() {
		if g.Kind == "nat" {
			f.nats[g.Name], f.class[g.Name] = f.entry.AddArg(f.index(), f.src.Loc()), classRoot
		}
	}
	var results []contract.Param
	for _, t := range f.src.Type().Results {
		if !isUnit(t) {
			f.ret = append(f.ret, f.resultTypes(t)...)
			results = f.describe(results, "result", "", t, false)
		}
	}
	var inputs []ir.Type
	for _, a := range f.entry.Args() {
		inputs = append(inputs, a.Type())
	}
	f.op.SetAttr("sym_name", f.c.StringAttr(ir.SymbolName(f.src.Operation)))
	f.op.SetAttr("function_type", f.c.TypeAttr(f.c.FunctionType(inputs, f.ret)))
	f.contractOf(nil, results)
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
	funcd.NewReturn(f.b, vs...)
	f.done = true
}

// hostBuffer makes a buffer for a local variable: on the stack if it is small, else on the heap until the
// scope ends.
func (f *fn) hostBuffer(t *ir.MemRefType) *ir.Value {
	if n := t.Shape[0]; n != ir.Dynamic && n <= stackLimit/descend.ScalarSize(t.Elem) {
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
		r := &root{typ: b.Elem, nest: f.nest}
		if v := f.val(o.Operand(0)); holdsBoxOrRef(b.Elem) {
			f.ownMemory(r, b.Elem, "")
			f.assign(r, nil, v, false)
		} else {
			r.mem = f.allocate(b.Elem, memref.NewAlloc)
			f.store(&reference{root: r}, b.Elem, v)
		}
		f.vals[o.Result(0)] = &value{typ: b, box: r}
	case descend.AllocCopyOp:
		b := o.Result(0).Type().(*descend.BoxType)
		r := &root{typ: b.Elem}
		src := f.buffer(o.Operand(0))
		if d := t.Device(); d != nil {
			f.useDevice(d)
		}
		r.mem = f.allocate(b.Elem, gpu.NewAlloc)
		gpu.NewMemcpy(f.b, f.likeShape(r.mem, src), f.likeShape(src, r.mem))
		f.vals[o.Result(0)] = &value{typ: b, box: r}
	case descend.CopyOp:
		dst, src := f.buffer(o.Operand(0)), f.buffer(o.Operand(1))
		gpu.NewMemcpy(f.b, f.likeShape(dst, src), f.likeShape(src, dst))
	case descend.DeviceOp:
		v := f.cast(f.scalar(o.Operand(0)), o.Operand(0).Type(), f.c.I64())
		f.runtimeCall("descend_open_device", v)
		f.vals[o.Result(0)] = scalarValue(o.Result(0).Type(), f.cast(v, f.c.I64(), f.c.I32()))
	case descend.LaunchOp:
		f.launch(t)
	case descend.CallOp:
		f.call(t)
	default:
		return false
	}
	return true
}

// useDevice says on which GPU the next allocation is, by a reference to its handle.
func (f *fn) useDevice(handle *ir.Value) {
	t := handle.Type().(*descend.RefType).Elem
	v := f.val(handle)
	if v.ref == nil {
		f.unsupported(f.b.Loc(), "a reference that is not known here")
	}
	f.runtimeCall("descend_use_device", f.cast(f.load(v.ref, t).ssa, f.c.I32(), f.c.I64()))
}

// drop frees the boxes in a place.
func (f *fn) drop(o *ir.Operation) {
	t := descend.ElemOf(o.Operand(0))
	if !drops.Owns(t) {
		return
	}
	r, steps := f.resolve(o.Operand(0), nil, nil)
	v := r.val
	for _, s := range steps {
		if v == nil || !s.IsField || s.Field >= len(v.parts) {
			f.unsupported(o.Loc(), "the end of a box in an array")
		}
		v = v.parts[s.Field]
	}
	if v == nil {
		return // never initialized on this path
	}
	f.free(v, t)
}

func (f *fn) free(v *value, t ir.Type) {
	if b, ok := t.(*descend.BoxType); ok && v.box != nil {
		switch {
		case v.box.val != nil:
			f.free(v.box.val, b.Elem)
		case b.Mem == descend.GPUGlobal:
			gpu.NewDealloc(f.b, v.box.mem)
		default:
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

// obligations emits the constraints that nat-check has left to run time (attribute checks). One of constants that does not
// hold stops the program like others: a loop around it may have no iterations.
func (f *fn) obligations(o *ir.Operation) {
	for _, k := range descend.ConstraintsOf(o, "checks") {
		if len(k.Vars()) > 0 {
			f.obligation(k, o)
		} else if ok, err := k.Eval(nil); !ok || err != nil {
			f.check(f.constInt(-1, f.c.I1()), contract.CheckRequires, k.Clause(), o)
		}
	}
}

// failing are the comparisons that hold where a relation does not.
var failing = map[nat.Rel]arith.IntPredicate{
	nat.EQ: arith.NE, nat.NE: arith.EQ, nat.LT: arith.SGE, nat.LE: arith.SGT, nat.GT: arith.SLE, nat.GE: arith.SLT,
}

func (f *fn) obligation(k nat.Constraint, o *ir.Operation) {
	a, b := f.natValue(k.L), f.natValue(k.R)
	if p, ok := failing[k.Rel]; ok {
		f.check(arith.CmpI(f.b, p, a, b), contract.CheckRequires, k.Clause(), o)
		return
	}
	var rest *ir.Value
	if n, ok := f.simplify(k.L).Int64(); ok && n > 0 {
		rest = arith.RemUI(f.b, b, a)
	} else { // 0 divides 0 only
		rest = arith.Select(f.b, arith.CmpI(f.b, arith.EQ, a, f.constIndex(0)), b, arith.RemUI(f.b, b, arith.MaxUI(f.b, a, f.constIndex(1))))
	}
	p := arith.NE
	if k.Rel == nat.NotDivides {
		p = arith.EQ
	}
	f.check(arith.CmpI(f.b, p, rest, f.constIndex(0)), contract.CheckRequires, k.Clause(), o)
}
