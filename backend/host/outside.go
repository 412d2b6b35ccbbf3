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
	"descend/backend/manifest"
	"descend/dialects/gpu/contract"
)

// This file writes the outside of a program as LLVM IR: descriptors of its functions (runtime.h), expressions over
// their nats (nats.go), and the functions that C calls. All pointers have one type, as in LLVM from 15 on.

// The structures of runtime.h, each with the fields in its order. A bool is a byte, an enum an i32.
var (
	enumType     = types.NewStruct(types.I32, types.I32, bytePtr)
	paramType    = types.NewStruct(bytePtr, bytePtr, bytePtr, types.I32, types.I8, types.I8, types.I32, types.I32, types.I32, bytePtr, bytePtr, types.I32, types.I32, bytePtr)
	clauseType   = types.NewStruct(bytePtr, bytePtr)
	imageType    = types.NewStruct(types.I32, bytePtr)
	checkType    = types.NewStruct(siteType, bytePtr, bytePtr)
	kernelType   = types.NewStruct(bytePtr, bytePtr, bytePtr, types.I8, types.I8, bytePtr, bytePtr, types.NewArray(6, bytePtr), bytePtr)
	functionType = types.NewStruct(bytePtr, types.I32, types.I32, types.I32, types.I32, bytePtr, bytePtr, bytePtr, bytePtr, bytePtr)
	programType  = types.NewStruct(bytePtr, types.I32, types.I32, types.I32, bytePtr, bytePtr, bytePtr, bytePtr, types.NewArray(maxDevices, bytePtr), bytePtr)
)

// maxDevices is MAX_DEVICES, and kinds are the values of descend_kind.
const maxDevices = 16

var kinds = map[contract.Kind]int64{contract.Ref: 1, contract.Box: 2, contract.Nat: 3}

// outside is the module that is being written.
type outside struct {
	*llvmgen.Module
	strings map[string]constant.Constant
	exprs   map[string]*llvm.Func // by nats and text
	program *llvm.Global
	extern  map[string]*llvm.Func
}

// Outside is the outside of the program. entry, if not empty, is the function that a main calls by default.
func (p *Program) Outside(entry string) ([]byte, error) {
	cs, err := p.callables()
	if err != nil {
		return nil, err
	}
	o := &outside{Module: llvmgen.NewModule("the CPU"), strings: map[string]constant.Constant{}, exprs: map[string]*llvm.Func{}, extern: map[string]*llvm.Func{}}
	o.program = o.Mod.NewGlobal("program", programType)
	o.program.Linkage = enum.LinkageInternal
	described := map[*callable]constant.Constant{}
	for _, c := range cs {
		if described[c], err = o.callable(p, c); err != nil {
			return nil, err
		}
	}
	cs = fromOutside(cs)
	var rows []constant.Constant
	for _, c := range cs {
		rows = append(rows, described[c])
	}
	functions := o.table("functions", functionType, rows)
	o.describe(p, len(cs), functions)
	for i, c := range cs {
		o.wrapper(c, constant.NewGetElementPtr(functions.ContentType, functions, integer(0), integer(int64(i))))
	}
	o.start(entry)
	return llvmgen.Text(o.Mod), nil
}

func integer(n int64) constant.Constant { return constant.NewInt(types.I32, n) }

func boolean(b bool) constant.Constant {
	if b {
		return constant.NewInt(types.I8, 1)
	}
	return constant.NewInt(types.I8, 0)
}

// pointer is the address of something.
func pointer(c constant.Constant) constant.Constant { return constant.NewBitCast(c, bytePtr) }

func null() constant.Constant { return constant.NewNull(bytePtr) }

// text is a constant string; equal ones are one.
func (o *outside) text(s string) constant.Constant {
	if o.strings[s] == nil {
		o.strings[s] = pointer(o.NewString(s, 0))
	}
	return o.strings[s]
}

// table is an array of structures, which ends with one of zeros.
func (o *outside) table(name string, t types.Type, rows []constant.Constant) *llvm.Global {
	list := append(append([]constant.Constant{}, rows...), constant.NewZeroInitializer(t))
	g := o.Mod.NewGlobalDef(name, constant.NewArray(types.NewArray(uint64(len(list)), t), list...))
	g.Immutable, g.Linkage = true, enum.LinkagePrivate
	return g
}

// array is the address of a table without end, of which nobody needs the name; null if it is empty.
func (o *outside) array(name string, t types.Type, rows []constant.Constant) constant.Constant {
	if len(rows) == 0 {
		return null()
	}
	return pointer(o.table(name, t, rows))
}

// function is one of another module, the runtime or the program.
func (o *outside) function(name string, ret types.Type, params ...types.Type) *llvm.Func {
	if o.extern[name] == nil {
		f := o.Mod.NewFunc(name, ret)
		for _, t := range params {
			f.Params = append(f.Params, llvm.NewParam("", t))
		}
		f.Sig = types.NewFunc(ret, params...)
		f.Typ = nil
		f.Visibility = enum.VisibilityHidden
		o.extern[name] = f
	}
	return o.extern[name]
}

// describe writes what the program tells about itself.
func (o *outside) describe(p *Program, numFunctions int, functions constant.Constant) {
	var images, checks, inKernels []constant.Constant
	for i, im := range p.device.Images {
		var target int64
		fmt.Sscanf(strings.TrimPrefix(im.Target, "sm_"), "%d", &target)
		g := o.NewString(string(im.PTX), 0)
		g.SetName(fmt.Sprintf("ptx%d", i))
		images = append(images, constant.NewStruct(imageType, integer(target), pointer(g)))
	}
	for _, k := range p.checks {
		site := constant.NewStruct(siteType, o.text(k.File), integer(k.Line), integer(k.Column))
		checks = append(checks, constant.NewStruct(checkType, site, o.text(string(k.Kind)), o.text(k.Text)))
	}
	for _, op := range p.device.Checks {
		inKernels = append(inKernels, o.text(kernelAround(op)))
	}
	o.program.Init = constant.NewStruct(programType, o.text(p.Name), integer(int64(numFunctions)), integer(int64(len(images))), integer(int64(len(checks))),
		pointer(functions), pointer(o.table("images", imageType, images)), pointer(o.table("checks", checkType, checks)),
		pointer(o.table("check_kernels", bytePtr, inKernels)), constant.NewZeroInitializer(types.NewArray(maxDevices, bytePtr)), null())
}

// callable is the descriptor of a function or kernel; those of its parameters and of its launch are written.
func (o *outside) callable(p *Program, c *callable) (constant.Constant, error) {
	nats := c.nats()
	var lists [2]constant.Constant
	for i, l := range [][]manifest.Param{c.params, c.results} {
		var rows []constant.Constant
		for _, x := range l {
			row, err := o.param(x, nats)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.name, err)
			}
			rows = append(rows, row)
		}
		lists[i] = pointer(o.table(c.symbol+[]string{"__params", "__results"}[i], paramType, rows))
	}
	var clauses []constant.Constant
	for i, k := range c.requires {
		f := o.clause(fmt.Sprintf("%s__clause%d", c.symbol, i), k, nats)
		clauses = append(clauses, constant.NewStruct(clauseType, o.text(k.Clause()), pointer(f)))
	}
	kernel, entry := null(), null()
	if c.kernel != nil {
		g, err := o.kernel(c.kernel, p.device.Symbols[c.name], nats)
		if err != nil {
			return nil, err
		}
		kernel = pointer(g)
	} else {
		entry = pointer(o.function(c.function.entry, types.Void))
	}
	return constant.NewStruct(functionType, o.text(c.name), integer(int64(len(c.params))), integer(int64(len(c.results))), integer(int64(len(nats))),
		integer(int64(len(c.requires))), lists[0], lists[1], pointer(o.table(c.symbol+"__clauses", clauseType, clauses)), kernel, entry), nil
}

// param is a descriptor.
func (o *outside) param(p manifest.Param, nats []string) (constant.Constant, error) {
	elem := manifest.Scalar(p.Elem)
	text := p.Type
	if text == "" {
		text = elem
	}
	if p.Kind == contract.Nat {
		text = "nat"
	}
	size, align := int64(sizes[elem]), int64(sizes[elem])
	if p.Align > 0 {
		align = p.Align
	}
	var shape []constant.Constant
	if p.Kind.IsBuffer() {
		for _, s := range p.Shape {
			fn, err := o.expr(s, nats)
			if err != nil {
				return nil, err
			}
			shape = append(shape, pointer(fn))
		}
	}
	complex := null()
	if p.Complex != "" {
		complex = o.text(map[string]string{"complex64": "<c8", "complex128": "<c16"}[p.Complex])
	}
	stride := size
	var enums []constant.Constant
	for _, e := range p.Enums {
		var names []constant.Constant
		for _, v := range e.Variants {
			names = append(names, o.text(v))
		}
		enums = append(enums, constant.NewStruct(enumType, integer(int64(e.At)), integer(int64(len(names))), o.array("", bytePtr, names)))
	}
	if n := len(p.Shape); len(enums) > 0 && p.Elem == "ui8" { // structs are bytes
		stride, _ = p.Shape[n-1].Const()
	}
	return constant.NewStruct(paramType, o.text(p.FullName()), o.text(text), o.text(elem), integer(kinds[p.Kind]), boolean(p.Mem == "gpu.global"),
		boolean(p.Written), integer(size), integer(align), integer(int64(len(p.Shape))), o.array("", bytePtr, shape), complex, integer(stride),
		integer(int64(len(enums))), o.array("", enumType, enums)), nil
}

// kernel is the descriptor of a kernel, which the program's launches know.
func (o *outside) kernel(k *Kernel, symbol string, nats []string) (*llvm.Global, error) {
	var dims []constant.Constant
	for _, e := range append(append(k.Grid[:], k.Block[:]...), k.SharedDynamic) {
		fn, err := o.expr(e, nats)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k.name, err)
		}
		dims = append(dims, pointer(fn))
	}
	var args strings.Builder
	for _, p := range k.Params {
		if p.Kind.IsBuffer() {
			args.WriteByte('p')
		} else {
			args.WriteByte('s')
		}
	}
	cpu := null()
	if k.cpu != "" {
		cpu = pointer(o.function(k.entry, types.Void))
	}
	g := o.Mod.NewGlobalDef(k.descriptor, constant.NewStruct(kernelType, o.text(k.name), o.text(symbol), cpu, boolean(k.strips), boolean(contract.IsCooperative(k.op)),
		o.text(args.String()), pointer(o.program), constant.NewArray(types.NewArray(6, bytePtr), dims[:6]...), dims[6]))
	g.Immutable, g.Visibility = true, enum.VisibilityHidden
	return g, nil
}

// wrapper writes the function that C calls. Of several programs that are linked together one is taken, as of the runtime.
func (o *outside) wrapper(c *callable, descriptor constant.Constant) {
	f := o.Mod.NewFunc(c.symbol, types.I32)
	f.Linkage = enum.LinkageWeak
	b := f.NewBlock("")
	var args []value.Value
	for _, p := range cParams(c) {
		t, attrs := p.abi()
		param := llvm.NewParam("", t)
		param.Attrs = attrs
		f.Params, f.Sig.Params = append(f.Params, param), append(f.Sig.Params, t)
		if p.result {
			args = append(args, param)
			continue
		}
		v := value.Value(param)
		if t.Equal(types.I1) {
			v = b.NewZExt(v, types.I8)
		}
		slot := b.NewAlloca(v.Type())
		b.NewStore(v, slot)
		args = append(args, b.NewBitCast(slot, bytePtr))
	}
	array := b.NewAlloca(types.NewArray(uint64(len(args)+1), bytePtr))
	for i, a := range args {
		b.NewStore(a, b.NewGetElementPtr(array.ElemType, array, integer(0), integer(int64(i))))
	}
	invoke := o.function("descend_invoke", types.I32, bytePtr, bytePtr)
	b.NewRet(b.NewCall(invoke, pointer(descriptor), b.NewBitCast(array, bytePtr)))
}

// start makes the program known to the runtime: from main, which calls entry by default, or when it is loaded.
func (o *outside) start(entry string) {
	register := o.function("descend_register", types.Void, bytePtr)
	if entry != "" {
		argc, argv := llvm.NewParam("argc", types.I32), llvm.NewParam("argv", bytePtr)
		b := o.Mod.NewFunc("main", types.I32, argc, argv).NewBlock("")
		b.NewCall(register, pointer(o.program))
		run := o.function("descend_main", types.I32, bytePtr, bytePtr, types.I32, bytePtr)
		b.NewRet(b.NewCall(run, pointer(o.program), o.text(entry), argc, argv))
		return
	}
	f := o.Mod.NewFunc("start", types.Void)
	f.Linkage = enum.LinkageInternal
	b := f.NewBlock("")
	b.NewCall(register, pointer(o.program))
	b.NewRet(nil)
	t := types.NewStruct(types.I32, f.Type(), bytePtr)
	g := o.Mod.NewGlobalDef("llvm.global_ctors", constant.NewArray(types.NewArray(1, t), constant.NewStruct(t, integer(65535), f, null())))
	g.Linkage = enum.LinkageAppending
}
