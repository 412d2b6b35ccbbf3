package nvvm

import (
	"fmt"
	"strings"

	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"

	"descend/backend/llvmgen"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/ir"
)

// kernel translates a gpu.func, or what it was made of that stands at a place in the module.
func (e *emitter) kernel(op, place *ir.Operation) {
	name := e.out.Symbols[ir.SymbolName(op)]
	if e.named[name] {
		e.Unsupported(op, "two kernels are named %s", ir.SymbolName(op))
	}
	e.named[name] = true
	body := op.Body(0)
	ft, _ := op.Attr("function_type").(*ir.TypeAttr)
	fnType, ok := (*ir.FunctionType)(nil), false
	if ft != nil {
		fnType, ok = ft.Type.(*ir.FunctionType)
	}
	if !ok || body == nil || len(fnType.Inputs) > body.NumArgs() {
		e.Unsupported(op, "kernel %s has no body", name)
	}
	if body.Next() != nil {
		e.Unsupported(op, "branches between blocks are not supported on the GPU")
	}
	f := e.newFunction(op, place)
	f.sizes(body.Args()[:len(fnType.Inputs)])
	var params []*llvm.Param
	for i, t := range fnType.Inputs {
		params = append(params, f.param(i, t, body.Arg(i), argAttrs(op, i)))
	}
	f.Fn = e.Mod.NewFunc(name, types.Void, params...)
	f.Fn.CallingConv = enum.CallingConvPTXKernel
	f.Allocs = f.Fn.NewBlock("entry")
	f.Cur = f.NewBlock("body")
	for _, v := range f.bools {
		f.Vals[v] = f.Cur.NewTrunc(f.Vals[v], types.I1)
	}
	n, _ := op.IntAttr("workgroup_attributions")
	for i := len(fnType.Inputs); i < body.NumArgs(); i++ {
		t, ok := body.Arg(i).Type().(*ir.MemRefType)
		if !ok || t.Unranked || t.Layout != nil {
			f.Unsupported(op, "an attribution of type %s is not supported on the GPU", body.Arg(i).Type())
		}
		if i < len(fnType.Inputs)+int(n) {
			f.Mems[body.Arg(i)] = f.sharedMemory(fmt.Sprintf("__shared_%s_%d", name, i-len(fnType.Inputs)), t)
		} else {
			f.Mems[body.Arg(i)] = f.Stack(op, t)
		}
	}
	f.Block(body)
	f.Cur.NewRet(nil)
	f.Allocs.NewBr(f.Fn.Blocks[1])
	e.out.Kernels = append(e.out.Kernels, name)
	e.annotate(f.Fn, op)
}

// Symbols are the names of the kernels' entries by the kernels' own names. They are the same, but for characters that PTX
// does not allow, and a _ behind what the module may have something else of that name for.
func Symbols(module *ir.Operation) map[string]string {
	symbols, used := map[string]string{}, map[string]bool{}
	for k := range ir.AllOf[gpu.FuncOp](module) {
		own := k.SymName()
		if _, twice := symbols[own]; twice {
			continue
		}
		s := allowed(own)
		for used[s] || !strings.HasSuffix(s, "_") && (strings.HasPrefix(s, "__") || s == "vprintf") {
			s += "_"
		}
		symbols[own], used[s] = s, true
	}
	return symbols
}

// allowed is a name with the characters replaced that PTX does not allow.
func allowed(own string) string {
	name := []byte(own)
	for i, c := range name {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		digit := c >= '0' && c <= '9'
		if !letter && c != '_' && c != '$' && !(digit && i > 0) {
			name[i] = '_'
		}
	}
	if s := string(name); s != "_" && s != "" {
		return s
	}
	return "_kernel"
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

// param makes the parameter for an argument: a pointer to global memory, or a scalar (bool as a byte).
func (f *function) param(i int, t ir.Type, v *ir.Value, attrs *ir.DictAttr) *llvm.Param {
	name := fmt.Sprintf("p%d", i)
	m, isMem := t.(*ir.MemRefType)
	if !isMem {
		p := llvm.NewParam(name, f.MemType(f.Op, t))
		f.Vals[v] = p
		if llvmgen.IsBool(t) {
			f.bools = append(f.bools, v)
		}
		return p
	}
	if m.Unranked || !m.InOnePiece() {
		f.Unsupported(f.Op, "a parameter of type %s is not supported on the GPU", m)
	}
	elem := f.MemType(f.Op, m.Elem)
	ptr := types.NewPointer(elem)
	ptr.AddrSpace = global
	p := llvm.NewParam(name, ptr)
	align := llvmgen.SizeOf(elem)
	if a, ok := attrs.Get("llvm.align").(*ir.IntegerAttr); ok && !f.emitter.opts.ElementAlign {
		align = int(a.Int64())
	}
	if attrs.Get("llvm.noalias") != nil {
		p.Attrs = append(p.Attrs, enum.ParamAttrNoAlias)
	}
	if attrs.Get("llvm.readonly") != nil {
		p.Attrs = append(p.Attrs, enum.ParamAttrReadOnly)
	}
	p.Attrs = append(p.Attrs, enum.ParamAttrNoCapture, llvmgen.Alignment(align))
	mem := llvmgen.Memory{Ptr: p, Elem: elem, Align: align, Dims: m.Shape}
	// LLVM finds the parameter of most loads by itself, but not behind a long chain of sums.
	mem.Constant = attrs.Get("llvm.noalias") != nil && attrs.Get("llvm.readonly") != nil
	if len(m.Shape) == 1 && m.Shape[0] != ir.Dynamic {
		mem.Count = constant.NewInt(types.I64, m.Shape[0])
	}
	f.Mems[v] = mem
	return p
}

// sharedMemory makes an internal global in shared memory; what it holds at first is some values.
func (f *function) sharedMemory(name string, t *ir.MemRefType) llvmgen.Memory {
	elem := f.MemType(f.Op, t.Elem)
	arr := types.NewArray(f.StaticCount(f.Op, t), elem)
	g := f.Mod.NewGlobalDef(name, constant.NewUndef(arr))
	g.Linkage, g.AddrSpace, g.Align = enum.LinkageInternal, shared, gpu.SharedAlign
	g.Typ = types.NewPointer(arr)
	g.Typ.AddrSpace = shared
	zero := constant.NewInt(types.I64, 0)
	first := constant.NewGetElementPtr(arr, g, zero, zero)
	first.InBounds = true
	f.Fill(first, pointer)
	return llvmgen.Memory{Ptr: first, Elem: elem, Align: gpu.SharedAlign, Dims: t.Shape, Count: constant.NewInt(types.I64, int64(arr.Len))}
}

// annotate records the block size for ptxas and for opt, and what else ptxas is to leave room for.
func (e *emitter) annotate(fn *llvm.Func, op *ir.Operation) {
	add := func(key string, v int64) {
		t := &metadata.Tuple{MetadataID: -1, Fields: []metadata.Field{fn, &metadata.String{Value: key}, constant.NewInt(types.I32, v)}}
		e.Mod.MetadataDefs = append(e.Mod.MetadataDefs, t)
		e.annotations = append(e.annotations, t)
	}
	b := contract.BoundsOf(op)
	if b.Blocks > 0 {
		add("minctasm", int64(b.Blocks))
	}
	if b.Registers > 0 {
		add("maxnreg", int64(b.Registers))
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
		threads = gpu.AnyTarget.Threads
	}
	add("maxntidx", threads)
}
