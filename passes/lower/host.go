package lower

import (
	"descend/dialects/descend"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/memref"
	"descend/dialects/nat"
	"descend/ir"
)

// This file lowers CPU functions: boxes and arrays to buffers, launches, copies, calls. Copies and launches
// have no tokens: all is as if the host waited (the runtime queues them, backend/runtime/src/cuda.c); upstream's --gpu-async-region adds tokens. Handles of GPUs are their numbers, for two
// external functions:
//
//	descend_open_device(i64)    stops the program if there is no such GPU
//	descend_use_device(i64)     the same, and the next gpu.alloc is there
//
// A launch runs on the GPU that its memory lies on.

// signature makes the func.func and binds its parameters; nat generics are trailing index parameters.
func (f *hostCode) signature() {
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
	var ret []ir.Type
	for _, t := range f.src.Type().Results {
		if !isUnit(t) {
			ret = append(ret, f.resultTypes(t)...)
			results = describe(f.c, results, "result", "", t, false)
		}
	}
	var inputs []ir.Type
	for _, a := range f.entry.Args() {
		inputs = append(inputs, a.Type())
	}
	f.op.SetAttr("sym_name", f.c.StringAttr(ir.SymbolName(f.src.Operation)))
	f.op.SetAttr("function_type", f.c.TypeAttr(f.c.FunctionType(inputs, ret)))
	setContract(f.op, f.src, nil, nil, results)
}

// resultTypes are the types of a returned value of type t; a box is its buffer.
func (f *hostCode) resultTypes(t ir.Type) []ir.Type {
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
func (f *hostCode) results(v *value) []*ir.Value {
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
func (f *hostCode) returnOp(o *ir.Operation) {
	var vs []*ir.Value
	for _, v := range o.Operands() {
		vs = append(vs, f.results(f.val(v))...)
	}
	f.freeFrom(0)
	funcd.NewReturn(f.b, vs...)
	f.done = true
}

// lower lowers what only CPU functions do; false if o is something else.
func (f *hostCode) lower(o *ir.Operation) bool {
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
	case descend.ZerosOp:
		b := o.Result(0).Type().(*descend.BoxType)
		r := &root{typ: b.Elem}
		f.vals[o.Result(0)] = &value{typ: b, box: r}
		if b.Mem == descend.GPUGlobal {
			r.mem = f.allocate(b.Elem, gpu.NewAlloc)
		} else {
			r.mem = f.allocate(b.Elem, memref.NewAlloc)
		}
		f.setAll(r.mem, f.zero(r.mem.Type().(*ir.MemRefType).Elem), units(b.Elem), b.Mem)
	case descend.FillOp:
		r := o.Operand(0).Type().(*descend.RefType)
		f.setAll(f.buffer(o.Operand(0)), f.toMem(f.scalar(o.Operand(1)), o.Operand(1).Type()), units(r.Elem), r.Mem)
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
func (f *hostCode) useDevice(handle *ir.Value) {
	t := handle.Type().(*descend.RefType).Elem
	v := f.val(handle)
	if v.ref == nil {
		f.unsupported(f.b.Loc(), "a reference that is not known here")
	}
	f.runtimeCall("descend_use_device", f.cast(f.load(v.ref, t).ssa, f.c.I32(), f.c.I64()))
}

// setAll sets the n elements of a buffer to a value.
func (f *hostCode) setAll(mem, v *ir.Value, n nat.Expr, in descend.Mem) {
	if in == descend.GPUGlobal {
		gpu.NewMemset(f.b, mem, v)
		return
	}
	f.forOp(f.constIndex(0), f.natValue(n), func(i *ir.Value) { memref.NewStore(f.b, v, mem, i) })
}

// zero is the value of which all bits are zero.
func (f *hostCode) zero(t ir.Type) *ir.Value {
	if ft, ok := t.(*ir.FloatType); ok {
		return f.constFloat(0, ft)
	}
	return f.constInt(0, t)
}
