// Package nvvm translates kernels at the gpu level into NVVM LLVM IR with llir.
//
// Rules that make good PTX (each measured; see the project's facts): pointers are in their address space
// from the start; an address is a chain of GEPs, one for each addend of the index in the order written;
// floating point arithmetic is marked contract; shared memory is an internal global without initializer,
// aligned to 16 bytes; block sizes are given as reqntid; noalias and readonly come from the attributes
// that lowering derived from the checks, nothing is guessed here.
//
// The package does not know Descend, its checks or the host.
package nvvm

import (
	"fmt"
	"sort"

	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/ir"
)

// Options steer the translation.
type Options struct {
	// ElementAlign assumes global memory aligned to its elements only, in place of 16 bytes.
	ElementAlign bool
}

// Module is the result.
type Module struct {
	// Text is the LLVM IR (typed pointers, as LLVM 14 to 22 read it).
	Text []byte
	// Kernels are the names of the entries.
	Kernels []string
	// Externs are the external functions that the module declares on purpose (vprintf).
	Externs []string
	// Faults says whether the module has run-time checks: it then defines __descend_fault.
	Faults bool
}

// UnsupportedError is a construct that this backend cannot translate yet.
type UnsupportedError struct {
	Loc  ir.Location
	What string
}

func (e *UnsupportedError) Error() string {
	r := ir.RangeOf(e.Loc)
	if r.Known() {
		return fmt.Sprintf("%s:%d:%d: %s", r.File, r.Line, r.Col, e.What)
	}
	return e.What
}

// address spaces of NVPTX.
const (
	global types.AddrSpace = 1
	shared types.AddrSpace = 3
)

// Emit translates every kernel of every gpu.module inside module.
func Emit(module *ir.Operation, o Options) (m *Module, err error) {
	e := &emitter{opts: o, mod: llvm.NewModule(), intrinsics: map[string]*llvm.Func{}}
	e.mod.TargetTriple = "nvptx64-nvidia-cuda"
	e.mod.DataLayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
	defer func() {
		if r := recover(); r != nil {
			u, ok := r.(*UnsupportedError)
			if !ok {
				panic(r)
			}
			m, err = nil, u
		}
	}()
	for k := range module.All("gpu.func") {
		e.kernel(k)
	}
	if len(e.annotations) > 0 {
		e.mod.NamedMetadataDefs["nvvm.annotations"] = &metadata.NamedDef{Name: "nvvm.annotations", Nodes: e.annotations}
	}
	sort.Strings(e.out.Externs)
	e.out.Text = []byte(e.mod.String())
	return &e.out, nil
}

// emitter is the state of a translation.
type emitter struct {
	opts        Options
	mod         *llvm.Module
	intrinsics  map[string]*llvm.Func
	annotations []metadata.Node
	out         Module
	faultFn     *llvm.Func
	files       map[string]int64
	dynamic     *llvm.Global
	strings     int
}

// memory is the translation of a memref value: a pointer to its first element.
type memory struct {
	ptr  value.Value
	elem types.Type
	// align is what is known of the alignment of ptr, in bytes.
	align int
	// dims are the extents of a memref of rank above 1 (constants).
	dims []int64
	// count is the number of elements, for memref.dim; nil if unknown.
	count value.Value
	// fresh marks shared memory whose contents may be undefined: loads are frozen.
	fresh bool
}

// function is the state of a kernel's translation.
type function struct {
	*emitter
	op     *ir.Operation
	fn     *llvm.Func
	cur    *llvm.Block
	vals   map[*ir.Value]value.Value
	mems   map[*ir.Value]memory
	blocks int
	allocs *llvm.Block
}

func unsupported(op *ir.Operation, format string, args ...any) {
	panic(&UnsupportedError{Loc: op.Loc(), What: fmt.Sprintf(format, args...)})
}

// typeOf is the LLVM type of a scalar.
func typeOf(op *ir.Operation, t ir.Type) types.Type {
	switch t := t.(type) {
	case *ir.IndexType:
		return types.I64
	case *ir.IntegerType:
		return types.NewInt(uint64(t.Width))
	case *ir.FloatType:
		switch t.Kind {
		case ir.F16:
			return types.Half
		case ir.F32:
			return types.Float
		case ir.F64:
			return types.Double
		}
	}
	unsupported(op, "values of type %s are not supported on the GPU", t)
	return nil
}

// memType is the type of an element in memory: booleans are bytes.
func memType(op *ir.Operation, t ir.Type) types.Type {
	if i, ok := t.(*ir.IntegerType); ok && i.Width == 1 {
		return types.I8
	}
	return typeOf(op, t)
}

// sizeOf is the number of bytes of an element in memory.
func sizeOf(t types.Type) int {
	switch t := t.(type) {
	case *types.IntType:
		return int(t.BitSize+7) / 8
	case *types.FloatType:
		switch t.Kind {
		case types.FloatKindHalf:
			return 2
		case types.FloatKindFloat:
			return 4
		}
	}
	return 8
}

// kernel translates a gpu.func.
func (e *emitter) kernel(op *ir.Operation) {
	name := ir.SymbolName(op)
	fnType := op.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType)
	body := op.Body(0)
	f := &function{emitter: e, op: op, vals: map[*ir.Value]value.Value{}, mems: map[*ir.Value]memory{}}
	var params []*llvm.Param
	for i, t := range fnType.Inputs {
		params = append(params, f.param(i, t, body.Arg(i), argAttrs(op, i)))
	}
	f.fn = e.mod.NewFunc(name, types.Void, params...)
	f.fn.CallingConv = enum.CallingConvPTXKernel
	f.allocs = f.fn.NewBlock("entry")
	f.cur = f.newBlock("body")
	n, _ := op.IntAttr("workgroup_attributions")
	for i := len(fnType.Inputs); i < body.NumArgs(); i++ {
		t := body.Arg(i).Type().(*ir.MemRefType)
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
		return p
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
		if d == ir.Dynamic {
			unsupported(op, "an array in %s needs a constant size", t)
		}
		n *= uint64(d)
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
	sizes := func(attr, prefix string) bool {
		a, ok := op.Attr(attr).(*ir.DenseArrayAttr)
		if !ok {
			return false
		}
		for i, v := range a.Values {
			if i < 3 {
				add(prefix+string("xyz"[i]), v)
			}
		}
		return true
	}
	if !sizes("nvvm.reqntid", "reqntid") && !sizes("nvvm.maxntid", "maxntid") {
		add("maxntidx", 1024)
	}
}

func (f *function) newBlock(name string) *llvm.Block {
	f.blocks++
	return f.fn.NewBlock(fmt.Sprintf("%s%d", name, f.blocks))
}

// block translates the operations of a block; the terminator is left to the caller.
func (f *function) block(b *ir.Block) {
	for op := range b.Ops() {
		f.operation(op)
	}
}

// val is the translation of a value.
func (f *function) val(v *ir.Value) value.Value {
	x := f.vals[v]
	if x == nil {
		panic(fmt.Sprintf("nvvm: value of %v is not translated", v.Location()))
	}
	return x
}

// intrinsic declares an intrinsic or runtime function once.
func (f *function) intrinsic(name string, ret types.Type, params ...types.Type) *llvm.Func {
	if fn := f.intrinsics[name]; fn != nil {
		return fn
	}
	var ps []*llvm.Param
	for _, t := range params {
		ps = append(ps, llvm.NewParam("", t))
	}
	fn := f.mod.NewFunc(name, ret, ps...)
	f.intrinsics[name] = fn
	return fn
}
