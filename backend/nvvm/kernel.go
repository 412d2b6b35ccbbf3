package nvvm

import (
	"fmt"

	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/ir"
)

// kernel translates a gpu.func.
func (e *emitter) kernel(op *ir.Operation) {
	name := e.symbol(op)
	body := op.Body(0)
	ft, _ := op.Attr("function_type").(*ir.TypeAttr)
	fnType, ok := (*ir.FunctionType)(nil), false
	if ft != nil {
		fnType, ok = ft.Type.(*ir.FunctionType)
	}
	if !ok || body == nil || len(fnType.Inputs) > body.NumArgs() {
		unsupported(op, "kernel %s has no body", name)
	}
	if body.Next() != nil {
		unsupported(op, "branches between blocks are not supported on the GPU")
	}
	f := &function{emitter: e, op: op, vals: map[*ir.Value]value.Value{}, mems: map[*ir.Value]memory{}, bounds: map[*ir.Value]uint64{}}
	var params []*llvm.Param
	for i, t := range fnType.Inputs {
		params = append(params, f.param(i, t, body.Arg(i), argAttrs(op, i)))
	}
	f.fn = e.mod.NewFunc(name, types.Void, params...)
	f.fn.CallingConv = enum.CallingConvPTXKernel
	f.allocs = f.fn.NewBlock("entry")
	f.cur = f.newBlock("body")
	for _, v := range f.bools {
		f.vals[v] = f.cur.NewTrunc(f.vals[v], types.I1)
	}
	n, _ := op.IntAttr("workgroup_attributions")
	for i := len(fnType.Inputs); i < body.NumArgs(); i++ {
		t, ok := body.Arg(i).Type().(*ir.MemRefType)
		if !ok || t.Unranked || t.Layout != nil {
			unsupported(op, "an attribution of type %s is not supported on the GPU", body.Arg(i).Type())
		}
		if i < len(fnType.Inputs)+int(n) {
			f.mems[body.Arg(i)] = f.sharedMemory(fmt.Sprintf("__shared_%s_%d", name, i-len(fnType.Inputs)), t)
		} else {
			f.mems[body.Arg(i)] = f.privateMemory(op, t)
		}
	}
	f.block(body)
	f.cur.NewRet(nil)
	f.allocs.NewBr(f.fn.Blocks[1])
	e.out.Kernels = append(e.out.Kernels, name)
	e.annotate(f.fn, op)
}

// symbol is the name of a kernel's entry: its own, with characters that PTX does not allow replaced.
func (e *emitter) symbol(op *ir.Operation) string {
	own := ir.SymbolName(op)
	if e.symbols[own] {
		unsupported(op, "two kernels are named %s", own)
	}
	e.symbols[own] = true
	name := []byte(own)
	for i, c := range name {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		digit := c >= '0' && c <= '9'
		if !letter && c != '_' && c != '$' && !(digit && i > 0) {
			name[i] = '_'
		}
	}
	s := string(name)
	if s == "_" || s == "" {
		s = "_kernel"
	}
	for s != own && e.symbols[s] {
		s += "_"
	}
	e.symbols[s] = true
	e.out.Symbols[own] = s
	return s
}

// argAttrs are the attributes of a kernel's argument.
func argAttrs(op *ir.Operation, i int) *ir.DictAttr {
	if l, ok := op.Attr("arg_attrs").(*ir.ArrayAttr); ok && i < len(l.Elems) {
		if d, ok := l.Elems[i].(*ir.DictAttr); ok {
			return d
		}
	}
	return &ir.DictAttr{}
}

// alignment is a parameter attribute in the form that every LLVM reads: "align 16".
type alignment int

func (a alignment) String() string  { return fmt.Sprintf("align %d", int(a)) }
func (alignment) IsParamAttribute() {}

// param makes the parameter for an argument: a pointer to global memory, or a scalar (bool as a byte).
func (f *function) param(i int, t ir.Type, v *ir.Value, attrs *ir.DictAttr) *llvm.Param {
	name := fmt.Sprintf("p%d", i)
	m, isMem := t.(*ir.MemRefType)
	if !isMem {
		p := llvm.NewParam(name, memType(f.op, t))
		f.vals[v] = p
		if isBool(t) {
			f.bools = append(f.bools, v)
		}
		return p
	}
	if m.Unranked || m.Layout != nil {
		unsupported(f.op, "a parameter of type %s is not supported on the GPU", m)
	}
	elem := memType(f.op, m.Elem)
	ptr := types.NewPointer(elem)
	ptr.AddrSpace = global
	p := llvm.NewParam(name, ptr)
	align := sizeOf(elem)
	if a, ok := attrs.Get("llvm.align").(*ir.IntegerAttr); ok && !f.opts.ElementAlign {
		align = int(a.Int64())
	}
	if attrs.Get("llvm.noalias") != nil {
		p.Attrs = append(p.Attrs, enum.ParamAttrNoAlias)
	}
	if attrs.Get("llvm.readonly") != nil {
		p.Attrs = append(p.Attrs, enum.ParamAttrReadOnly)
	}
	p.Attrs = append(p.Attrs, enum.ParamAttrNoCapture, alignment(align))
	mem := memory{ptr: p, elem: elem, align: align, dims: m.Shape}
	if len(m.Shape) == 1 && m.Shape[0] != ir.Dynamic {
		mem.count = constant.NewInt(types.I64, m.Shape[0])
	}
	f.mems[v] = mem
	return p
}

// staticCount is the number of elements of a static shape.
func staticCount(op *ir.Operation, t *ir.MemRefType) uint64 {
	n := uint64(1)
	for _, d := range t.Shape {
		if d < 0 {
			unsupported(op, "an array of type %s needs a constant size on the GPU", t)
		}
		if n *= uint64(d); n > 1<<32 {
			unsupported(op, "an array of type %s is too large for the GPU", t)
		}
	}
	return n
}

// sharedMemory makes an internal global in shared memory; it is never initialized.
func (f *function) sharedMemory(name string, t *ir.MemRefType) memory {
	elem := memType(f.op, t.Elem)
	arr := types.NewArray(staticCount(f.op, t), elem)
	g := f.mod.NewGlobalDef(name, constant.NewUndef(arr))
	g.Linkage, g.AddrSpace, g.Align = enum.LinkageInternal, shared, 16
	g.Typ = types.NewPointer(arr)
	g.Typ.AddrSpace = shared
	zero := constant.NewInt(types.I64, 0)
	first := constant.NewGetElementPtr(arr, g, zero, zero)
	first.InBounds = true
	return memory{ptr: first, elem: elem, align: 16, dims: t.Shape, count: constant.NewInt(types.I64, int64(arr.Len)), fresh: true}
}

// privateMemory makes a stack array at the function's entry.
func (f *function) privateMemory(op *ir.Operation, t *ir.MemRefType) memory {
	elem := memType(op, t.Elem)
	n := staticCount(op, t)
	arr := types.NewArray(n, elem)
	a := f.allocs.NewAlloca(arr)
	a.Align = 16
	zero := constant.NewInt(types.I64, 0)
	first := f.allocs.NewGetElementPtr(arr, a, zero, zero)
	first.InBounds = true
	return memory{ptr: first, elem: elem, align: 16, dims: t.Shape, count: constant.NewInt(types.I64, int64(n))}
}

// annotate records the block size for ptxas and for opt.
func (e *emitter) annotate(fn *llvm.Func, op *ir.Operation) {
	add := func(key string, v int64) {
		t := &metadata.Tuple{MetadataID: -1, Fields: []metadata.Field{fn, &metadata.String{Value: key}, constant.NewInt(types.I32, v)}}
		e.mod.MetadataDefs = append(e.mod.MetadataDefs, t)
		e.annotations = append(e.annotations, t)
	}
	if a, ok := op.Attr("nvvm.reqntid").(*ir.DenseArrayAttr); ok {
		for i, v := range a.Values {
			if i < 3 {
				add("reqntid"+string("xyz"[i]), v)
			}
		}
		return
	}
	threads := int64(1) // only the product counts for PTX
	if a, ok := op.Attr("nvvm.maxntid").(*ir.DenseArrayAttr); ok {
		for _, v := range a.Values {
			threads *= v
		}
	} else {
		threads = 1024
	}
	add("maxntidx", threads)
}
