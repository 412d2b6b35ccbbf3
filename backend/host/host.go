// Package host makes native programs of modules at the gpu level: host functions and the CPU versions of
// kernels (passes/cpu) become LLVM IR with llir, and so does what is known of their parameters (outside.go).
// Of both and of the runtime (backend/runtime) clang makes objects, libraries and executables.
//
// A program consists of functions that C can call. Each takes and gives plain values; its checks (sizes,
// clauses, overlap) are the runtime's, over the descriptors of the outside.
//
// The package does not know the dialects above the gpu level.
package host

import (
	"fmt"
	"strings"

	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/backend/llvmgen"
	"descend/dialects/cf"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/ir"
	"descend/ir/bail"
)

// emitter is the state of a module's translation to LLVM IR.
type emitter struct {
	*llvmgen.Module
	program *Program
	funcs   map[string]*llvm.Func   // by the name of the func.func
	results map[string][]types.Type // flat
	kernels map[string]bool         // CPU versions of kernels, by name
	files   map[string]constant.Constant
	sites   map[string]*llvm.Global
}

// function is the translation of one function.
type function struct {
	*llvmgen.Function
	e *emitter
}

var (
	bytePtr  = types.NewPointer(types.I8)
	siteType = types.NewStruct(bytePtr, types.I32, types.I32)
	// bufferType is the descend_buffer of the runtime: data and number of elements.
	bufferType = types.NewStruct(bytePtr, types.I64)
)

// translate translates the host functions and CPU kernels of a program.
func translate(module *ir.Operation, p *Program, lineTables bool) (e *emitter, err error) {
	defer bail.Catch(&err)
	e = &emitter{Module: llvmgen.NewModule("the CPU"), program: p, funcs: map[string]*llvm.Func{}, results: map[string][]types.Type{},
		kernels: map[string]bool{}, files: map[string]constant.Constant{}, sites: map[string]*llvm.Global{}}
	e.SizedBuffers = true
	if lineTables {
		e.LineTables(true)
	}
	for _, k := range p.Kernels {
		e.kernels[k.cpu] = true
	}
	var bodies []*ir.Operation
	for f := range ir.AllOf[funcd.FuncOp](module) {
		if _, ofKernels := ir.Enclosing[gpu.ModuleOp](f.Operation); !ofKernels && !f.Region(0).Empty() {
			e.declare(f.Operation)
			bodies = append(bodies, f.Operation)
		}
	}
	for _, op := range bodies {
		e.define(op)
	}
	for _, f := range p.Functions {
		e.entry(f)
	}
	for _, k := range p.Kernels {
		if k.cpu != "" {
			e.block(k)
		}
	}
	return e, nil
}

// declare makes the function of a func.func; buffers are passed as pointer and, if needed, number of elements.
func (e *emitter) declare(op *ir.Operation) {
	name := ir.SymbolName(op)
	f := &function{e.NewFunction(op), e}
	var params []*llvm.Param
	for i, a := range op.Body(0).Args() {
		ts := f.FlatTypes(op, a.Type())
		if e.kernels[name] {
			ts = ts[:1] // the launch knows no sizes
		}
		for _, t := range ts {
			p := llvm.NewParam(fmt.Sprintf("p%d", len(params)), t)
			if _, isPtr := t.(*types.PointerType); isPtr {
				p.Attrs = paramAttrs(op, i)
			}
			params = append(params, p)
		}
	}
	var ret []types.Type
	if t, ok := op.Attr("function_type").(*ir.TypeAttr); ok {
		for _, r := range t.Type.(*ir.FunctionType).Results {
			ret = append(ret, f.FlatTypes(op, r)...)
		}
	}
	e.results[name] = ret
	fn := e.Mod.NewFunc("descend."+name, resultType(ret), params...)
	fn.Linkage = enum.LinkageInternal
	e.funcs[name] = fn
}

func resultType(ts []types.Type) types.Type {
	switch len(ts) {
	case 0:
		return types.Void
	case 1:
		return ts[0]
	}
	return types.NewStruct(ts...)
}

// paramAttrs are the facts about a buffer that lowering derived from the checks.
func paramAttrs(op *ir.Operation, i int) []llvm.ParamAttribute {
	l, ok := op.Attr("arg_attrs").(*ir.ArrayAttr)
	if !ok || i >= len(l.Elems) {
		return nil
	}
	d, ok := l.Elems[i].(*ir.DictAttr)
	if !ok {
		return nil
	}
	var out []llvm.ParamAttribute
	if d.Get("llvm.noalias") != nil {
		out = append(out, enum.ParamAttrNoAlias)
	}
	if d.Get("llvm.readonly") != nil {
		out = append(out, enum.ParamAttrReadOnly)
	}
	if a, ok := d.Get("llvm.align").(*ir.IntegerAttr); ok {
		out = append(out, llvmgen.Alignment(a.Int64()))
	}
	return out
}

// define translates the body.
func (e *emitter) define(op *ir.Operation) {
	f := &function{e.NewFunction(op), e}
	f.Target = f
	f.Fn = e.funcs[ir.SymbolName(op)]
	f.Allocs = f.Fn.NewBlock("entry")
	f.Cur = f.NewBlock("body")
	next := 0
	for _, a := range op.Body(0).Args() {
		n := len(f.FlatTypes(op, a.Type()))
		if e.kernels[ir.SymbolName(op)] {
			n = 1
		}
		var vals []value.Value
		for range n {
			vals = append(vals, f.Fn.Params[next])
			next++
		}
		f.Bind(a, vals)
	}
	f.Region(op.Region(0))
	f.Allocs.NewBr(f.Fn.Blocks[1])
}

// entry makes the function that the runtime calls: void (void **args), where args point to the values of the
// parameters (descend_buffer for buffers), and to where the results go.
func (e *emitter) entry(fn *Function) {
	callee := e.funcs[fn.name]
	args := llvm.NewParam("args", types.NewPointer(bytePtr))
	w := e.Mod.NewFunc(fn.entry, types.Void, args)
	w.Visibility = enum.VisibilityHidden
	b := w.NewBlock("entry")
	f := e.NewFunction(fn.op)
	slot := 0
	var vals []value.Value
	for _, a := range fn.op.Body(0).Args() {
		vals = append(vals, e.loadArg(b, f, args, slot, a.Type())...)
		slot++
	}
	r := value.Value(b.NewCall(callee, vals...))
	flat := e.results[fn.name]
	part := func(i int) value.Value {
		if len(flat) == 1 {
			return r
		}
		return b.NewExtractValue(r, uint64(i))
	}
	next := 0
	for _, t := range fn.op.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType).Results {
		p := e.slot(b, args, slot)
		slot++
		m, isMem := t.(*ir.MemRefType)
		if !isMem {
			v := part(next)
			next++
			if llvmgen.IsBool(t) {
				v = b.NewZExt(v, types.I8)
			}
			b.NewStore(v, b.NewBitCast(p, types.NewPointer(v.Type())))
			continue
		}
		buf := b.NewBitCast(p, types.NewPointer(bufferType))
		b.NewStore(b.NewBitCast(part(next), bytePtr), e.field(b, buf, 0))
		next++
		count := value.Value(constant.NewInt(types.I64, m.Shape[0]))
		if m.Shape[0] == ir.Dynamic {
			count = part(next)
			next++
		}
		b.NewStore(count, e.field(b, buf, 1))
	}
	b.NewRet(nil)
	e.MarkCalls(w, fn.op.Loc())
}

// slot is the pointer args[i].
func (e *emitter) slot(b *llvm.Block, args value.Value, i int) value.Value {
	return b.NewLoad(bytePtr, b.NewGetElementPtr(bytePtr, args, constant.NewInt(types.I64, int64(i))))
}

func (e *emitter) field(b *llvm.Block, buf value.Value, i int64) value.Value {
	return b.NewGetElementPtr(bufferType, buf, constant.NewInt(types.I32, 0), constant.NewInt(types.I32, i))
}

// loadArg loads a value that args[i] points to.
func (e *emitter) loadArg(b *llvm.Block, f *llvmgen.Function, args value.Value, i int, t ir.Type) []value.Value {
	p := e.slot(b, args, i)
	ts := f.FlatTypes(f.Op, t)
	if _, isMem := t.(*ir.MemRefType); !isMem {
		mt := f.MemType(f.Op, t)
		v := value.Value(b.NewLoad(mt, b.NewBitCast(p, types.NewPointer(mt))))
		if llvmgen.IsBool(t) {
			v = b.NewTrunc(v, types.I1)
		}
		return []value.Value{v}
	}
	buf := b.NewBitCast(p, types.NewPointer(bufferType))
	vals := []value.Value{b.NewBitCast(b.NewLoad(bytePtr, e.field(b, buf, 0)), ts[0])}
	if len(ts) > 1 {
		vals = append(vals, b.NewLoad(types.I64, e.field(b, buf, 1)))
	}
	return vals
}

// block makes the function that runs the blocks x to end - 1 (at least one) of a row on the CPU:
// void (void **args, const uint64_t dims[6], uint64_t x, end, y, z, void *shared), where args point to the
// arguments as for CUDA: pointers and scalars. The kernel's function is inlined into the loop over blocks.
func (e *emitter) block(k *Kernel) {
	callee := e.funcs[k.cpu]
	if callee == nil {
		e.Unsupported(k.op, "the CPU version %s of kernel %s is missing", k.cpu, k.name)
	}
	args, dims := llvm.NewParam("args", types.NewPointer(bytePtr)), llvm.NewParam("dims", types.NewPointer(types.I64))
	x, end := llvm.NewParam("x", types.I64), llvm.NewParam("end", types.I64)
	y, z := llvm.NewParam("y", types.I64), llvm.NewParam("z", types.I64)
	shared := llvm.NewParam("shared", bytePtr)
	w := e.Mod.NewFunc(k.entry, types.Void, args, dims, x, end, y, z, shared)
	w.Visibility = enum.VisibilityHidden
	b := w.NewBlock("entry")
	want := len(callee.Params) - 10
	if want < 0 {
		e.Unsupported(k.op, "the CPU version of kernel %s has %d parameters", k.name, len(callee.Params))
	}
	var vals []value.Value
	for i := range want {
		t := callee.Params[i].Type()
		p := e.slot(b, args, i)
		if t.Equal(types.I1) {
			vals = append(vals, b.NewTrunc(b.NewLoad(types.I8, p), types.I1))
			continue
		}
		vals = append(vals, b.NewLoad(t, b.NewBitCast(p, types.NewPointer(t))))
	}
	for i := range 6 {
		vals = append(vals, b.NewLoad(types.I64, b.NewGetElementPtr(types.I64, dims, constant.NewInt(types.I64, int64(i)))))
	}
	loop, done := w.NewBlock("loop"), w.NewBlock("done")
	b.NewBr(loop)
	id := loop.NewPhi(llvm.NewIncoming(x, b))
	loop.NewCall(callee, append(vals, id, y, z, shared)...)
	next := loop.NewAdd(id, constant.NewInt(types.I64, 1))
	next.OverflowFlags = []enum.OverflowFlag{enum.OverflowFlagNUW, enum.OverflowFlagNSW}
	id.Incs = append(id.Incs, llvm.NewIncoming(next, loop))
	loop.NewCondBr(loop.NewICmp(enum.IPredULT, next, end), loop, done)
	done.NewRet(nil)
	e.MarkCalls(w, k.op.Loc())
}

// cstring is a constant string; equal ones are one.
func (e *emitter) cstring(s string) constant.Constant {
	if c := e.files[s]; c != nil {
		return c
	}
	g := e.NewString(s, 0)
	zero := constant.NewInt(types.I64, 0)
	e.files[s] = constant.NewGetElementPtr(g.ContentType, g, zero, zero)
	return e.files[s]
}

// constantStruct makes a private constant; those with one key are one.
func (e *emitter) constantStruct(key string, c constant.Constant) *llvm.Global {
	if g := e.sites[key]; g != nil {
		return g
	}
	g := e.Mod.NewGlobalDef(fmt.Sprintf("site%d", len(e.sites)), c)
	g.Immutable, g.Linkage = true, enum.LinkagePrivate
	e.sites[key] = g
	return g
}

// siteConst is the descend_site of a place in the source.
func (e *emitter) siteConst(file string, line, col int64) constant.Constant {
	return constant.NewStruct(siteType, e.cstring(file), constant.NewInt(types.I32, line), constant.NewInt(types.I32, col))
}

// site is the address of the place of an operation.
func (e *emitter) site(op *ir.Operation) value.Value {
	r := ir.RangeOf(op.Loc())
	return e.constantStruct(fmt.Sprintf("%s:%d:%d", r.File, r.Line, r.Col), e.siteConst(r.File, int64(r.Line), int64(r.Col)))
}

// checkConst is the address of the descend_check that an operation's attributes describe.
func (e *emitter) checkConst(op *ir.Operation) value.Value {
	c := contract.CheckOf(op)
	if a, ok := ir.As[cf.AssertOp](op); ok && c.Kind == "" {
		c.Text = a.Message()
	}
	if c.File == "" {
		r := ir.RangeOf(op.Loc())
		c.File, c.Line, c.Column = r.File, int64(r.Line), int64(r.Col)
	}
	t := types.NewStruct(siteType, bytePtr, bytePtr)
	key := strings.Join([]string{"check", c.File, fmt.Sprint(c.Line, c.Column), string(c.Kind), c.Text}, "\x00")
	return e.constantStruct(key, constant.NewStruct(t, e.siteConst(c.File, c.Line, c.Column), e.cstring(string(c.Kind)), e.cstring(c.Text)))
}
