package host

import (
	"cmp"
	"strings"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/backend/llvmgen"
	"descend/dialects/arith"
	"descend/dialects/cf"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/llvm"
	"descend/dialects/memref"
	"descend/ir"
)

// Operation translates what only the host has: calls, memory, copies, launches, failures.
func (f *function) Operation(op *ir.Operation) bool {
	switch op.Typed().(type) {
	case funcd.ReturnOp:
		f.ret(op)
	case funcd.CallOp:
		f.call(op)
	case memref.AllocOp:
		f.alloc(op, "descend_rt_alloc")
	case gpu.AllocOp:
		f.alloc(op, "descend_rt_device_alloc")
	case memref.DeallocOp:
		f.runtime("descend_rt_free", f.bytes(f.Mem(op.Operand(0)).Ptr))
	case gpu.DeallocOp:
		f.runtime("descend_rt_device_free", f.bytes(f.Mem(op.Operand(op.NumOperands()-1)).Ptr), f.e.site(op))
	case memref.CopyOp:
		f.copy(op, op.Operand(1), op.Operand(0))
	case gpu.MemcpyOp: // async dependencies, destination, source
		f.copy(op, op.Operand(op.NumOperands()-2), op.Operand(op.NumOperands()-1))
	case gpu.MemsetOp:
		if !(gpu.MemsetOp{Operation: op}).FromNumber() {
			return false
		}
		f.memset(op)
	case gpu.LaunchFuncOp:
		f.launch(op)
	case gpu.PrintfOp:
		f.printf(op)
	case gpu.WaitOp, memref.AssumeAlignmentOp:
	case llvm.TrapOp:
		f.trap(op)
	case cf.AssertOp:
		f.assert(op)
	default:
		return false
	}
	return true
}

// Math calls the C library; f16 goes through f32.
func (f *function) Math(op *ir.Operation, name string, x value.Value) value.Value {
	args := []value.Value{x}
	if op.NumOperands() == 2 {
		args = append(args, f.Val(op.Operand(1)))
	}
	half := x.Type().Equal(types.Half)
	if half {
		for i, a := range args {
			args[i] = f.Cur.NewFPExt(a, types.Float)
		}
	}
	r := f.library(name, args)
	if half {
		return f.Cur.NewFPTrunc(r, types.Half)
	}
	return r
}

// library calls a function of the C library: by LLVM's intrinsic where there is one, which loops are made of vectors with.
func (f *function) library(name string, args []value.Value) value.Value {
	switch name {
	case "powf":
		return f.Overloaded("llvm.pow", args[0], args...)
	case "exp", "exp2", "log", "log2", "log10", "sin", "cos":
		return f.Overloaded("llvm."+name, args[0], args...)
	}
	t := args[0].Type()
	ps := []types.Type{t, t}[:len(args)]
	if t.Equal(types.Float) {
		name += "f"
	}
	fn := f.Intrinsic(name, t, ps...)
	fn.FuncAttrs = []llir.FuncAttribute{enum.FuncAttrReadNone, enum.FuncAttrNoUnwind} // errno is nobody's
	return f.Cur.NewCall(fn, args...)
}

// Sum leaves the addends of an address to Addend.
func (f *function) Sum(addends []*ir.Value) (value.Value, []*ir.Value) { return nil, addends }

// Addend is the value itself.
func (f *function) Addend(v *ir.Value) value.Value { return f.Val(v) }

// Compare leaves comparisons as they are.
func (f *function) Compare(arith.CmpIOp) value.Value { return nil }

// runtime calls a function of the runtime that gives nothing.
func (f *function) runtime(name string, args ...value.Value) {
	f.runtimeCall(name, types.Void, args...)
}

func (f *function) runtimeCall(name string, ret types.Type, args ...value.Value) value.Value {
	ts := make([]types.Type, len(args))
	for i, a := range args {
		ts[i] = a.Type()
		if p, ok := ts[i].(*types.PointerType); ok && !p.Equal(bytePtr) && !p.ElemType.Equal(bytePtr) {
			ts[i] = bytePtr
			args[i] = f.bytes(a)
		}
	}
	return f.Cur.NewCall(f.Intrinsic(name, ret, ts...), args...)
}

// bytes is a pointer as i8*.
func (f *function) bytes(p value.Value) value.Value {
	if p.Type().Equal(bytePtr) {
		return p
	}
	if c, ok := p.(constant.Constant); ok {
		return constant.NewBitCast(c, bytePtr)
	}
	return f.Cur.NewBitCast(p, bytePtr)
}

// noReturn ends the block behind a call that does not return.
func (f *function) noReturn(name string, args ...value.Value) {
	f.runtime(name, args...)
	f.Intrinsic(name, nil).FuncAttrs = []llir.FuncAttribute{enum.FuncAttrNoReturn, enum.FuncAttrCold}
	f.Cur.NewUnreachable()
}

func (f *function) ret(op *ir.Operation) {
	var flat []value.Value
	for _, v := range op.Operands() {
		flat = append(flat, f.Flat(v)...)
	}
	switch len(flat) {
	case 0:
		f.Cur.NewRet(nil)
	case 1:
		f.Cur.NewRet(flat[0])
	default:
		var s value.Value = constant.NewUndef(f.Fn.Sig.RetType)
		for i, v := range flat {
			s = f.Cur.NewInsertValue(s, v, uint64(i))
		}
		f.Cur.NewRet(s)
	}
}

// call calls a function of the program, or one of the runtime: descend_print_TYPE, and those for handles of GPUs.
func (f *function) call(op *ir.Operation) {
	ref, _ := op.Attr("callee").(*ir.SymbolRefAttr)
	if ref == nil {
		f.Unsupported(op, "a call without a callee")
	}
	fn := f.e.funcs[ref.Root]
	switch {
	case fn != nil:
	case ref.Root == contract.SyncGrid:
		f.runtime("descend_rt_sync_grid")
		return
	case ref.Root == contract.FaultFunction:
		args := []value.Value{f.e.checkConst(op)}
		for _, v := range op.Operands() {
			args = append(args, f.Val(v))
		}
		f.noReturn("descend_rt_kernel_fault", args...)
		return
	case (ref.Root == "descend_open_device" || ref.Root == "descend_use_device") && op.NumOperands() == 1:
		f.runtime(strings.Replace(ref.Root, "descend_", "descend_rt_", 1), f.Val(op.Operand(0)), f.e.site(op))
		return
	case strings.HasPrefix(ref.Root, "descend_print_") && op.NumOperands() == 1:
		f.print(op, ref.Root)
		return
	default:
		f.Unsupported(op, "a call of the external function %s is not supported on the CPU", ref.Root)
	}
	var args []value.Value
	for _, v := range op.Operands() {
		args = append(args, f.Flat(v)...)
	}
	if !f.e.kernels[ref.Root] {
		f.runtime("descend_rt_enter", f.e.site(op))
	}
	r := value.Value(f.Cur.NewCall(fn, args...))
	flat, next := f.e.results[ref.Root], 0
	for _, v := range op.Results() {
		var vals []value.Value
		for range f.FlatTypes(op, v.Type()) {
			if len(flat) == 1 {
				vals = append(vals, r)
			} else {
				vals = append(vals, f.Cur.NewExtractValue(r, uint64(next)))
			}
			next++
		}
		f.Bind(v, vals)
	}
}

// print hands integers over as 64 bits and floats as double.
func (f *function) print(op *ir.Operation, name string) {
	x := f.Val(op.Operand(0))
	switch t := x.Type().(type) {
	case *types.FloatType:
		if t.Kind != types.FloatKindDouble {
			x = f.Cur.NewFPExt(x, types.Double)
		}
	case *types.IntType:
		if kind := strings.TrimPrefix(name, "descend_print_"); t.BitSize < 64 && kind[0] == 'i' {
			x = f.Cur.NewSExt(x, types.I64)
		} else if t.BitSize < 64 {
			x = f.Cur.NewZExt(x, types.I64)
		}
	}
	f.runtime(name, x)
}

// alloc allocates; a result may also be an async token, which is nothing here.
func (f *function) alloc(op *ir.Operation, name string) {
	t := op.Result(0).Type().(*ir.MemRefType)
	var count value.Value
	switch n, static := ir.NumElements(t.Shape); {
	case static:
		count = constant.NewInt(types.I64, n)
	case len(t.Shape) != 1:
		f.Unsupported(op, "memory of type %s is not supported on the CPU", t)
	default:
		for _, v := range op.Operands() {
			if _, isIndex := v.Type().(*ir.IndexType); isIndex {
				count = f.Val(v)
			}
		}
	}
	elem := f.MemType(op, t.Elem)
	size := int64(llvmgen.SizeOf(elem))
	p := f.runtimeCall(name, bytePtr, count, constant.NewInt(types.I64, size), f.e.site(op))
	typed := f.Cur.NewBitCast(p, types.NewPointer(elem))
	f.Mems[op.Result(0)] = llvmgen.Memory{Ptr: typed, Elem: elem, Align: 64, Dims: t.Shape, Count: count}
}

// copy copies a whole buffer; the runtime knows which memory lies where.
func (f *function) copy(op *ir.Operation, dst, src *ir.Value) {
	d, s := f.Mem(dst), f.Mem(src)
	if d.Count == nil || s.Count == nil {
		f.Unsupported(op, "a copy of a buffer of unknown size is not supported on the CPU")
	}
	f.runtime("descend_rt_copy", f.bytes(d.Ptr), f.bytes(s.Ptr), d.Count, s.Count,
		constant.NewInt(types.I64, int64(llvmgen.SizeOf(s.Elem))), f.e.site(op))
}

// memset fills a buffer of the device with a value.
func (f *function) memset(op *ir.Operation) {
	d := f.Mem(op.Operand(op.NumOperands() - 2))
	size := llvmgen.SizeOf(d.Elem)
	it := types.NewInt(uint64(8 * size))
	x := f.Val(op.Operand(op.NumOperands() - 1))
	if !llvmgen.IsInt(x.Type()) {
		x = f.Cur.NewBitCast(x, it)
	}
	if t := x.Type().(*types.IntType); t.BitSize < 64 {
		x = f.Cur.NewZExt(x, types.I64)
	}
	f.runtime("descend_rt_fill", f.bytes(d.Ptr), d.Count, constant.NewInt(types.I64, int64(size)), x, f.e.site(op))
}

// launch hands a kernel's arguments over as for CUDA: pointers to pointers and scalars (bool as a byte).
func (f *function) launch(op *ir.Operation) {
	l := gpu.LaunchFuncOp{Operation: op}
	ref := l.KernelRef()
	var kernel *Kernel
	for _, k := range f.e.program.Kernels {
		if ref != nil && len(ref.Nested) == 1 && k.name == ref.Nested[0] {
			kernel = k
		}
	}
	if kernel == nil {
		f.Unsupported(op, "no kernel %s", ref)
	}
	stack := func(t types.Type) *llir.InstAlloca { return f.Allocs.NewAlloca(t) }
	wide := func(v *ir.Value) value.Value {
		x := f.Val(v)
		if t := x.Type().(*types.IntType); t.BitSize < 64 {
			return f.Cur.NewZExt(x, types.I64)
		}
		return x
	}
	zero := constant.NewInt(types.I64, 0)
	at := func(arr *llir.InstAlloca, i int) value.Value {
		return f.Cur.NewGetElementPtr(arr.ElemType, arr, zero, constant.NewInt(types.I64, int64(i)))
	}
	dims := stack(types.NewArray(6, types.I64))
	grid, block := l.GridSize(), l.BlockSize()
	for i, v := range []*ir.Value{grid.X, grid.Y, grid.Z, block.X, block.Y, block.Z} {
		f.Cur.NewStore(wide(v), at(dims, i))
	}
	given := l.CallArgs()
	args := stack(types.NewArray(uint64(max(1, len(given))), bytePtr))
	for i, v := range given {
		x := f.launchArg(v)
		s := stack(x.Type())
		f.Cur.NewStore(x, s)
		f.Cur.NewStore(f.bytes(s), at(args, i))
	}
	var shared value.Value = zero
	if s := l.DynamicSharedMemory(); s != nil {
		shared = f.Cur.NewSExt(f.Val(s), types.I64)
	}
	f.runtime("descend_rt_launch", f.e.external(kernel.descriptor), at(dims, 0), shared, at(args, 0), f.e.site(op))
}

func (f *function) launchArg(v *ir.Value) value.Value {
	if _, isMem := v.Type().(*ir.MemRefType); isMem {
		return f.Mem(v).Ptr
	}
	if llvmgen.IsBool(v.Type()) {
		return f.Cur.NewZExt(f.Val(v), types.I8)
	}
	return f.Val(v)
}

// external is a variable of the C part.
func (e *emitter) external(name string) value.Value {
	if g := e.sites["external "+name]; g != nil {
		return g
	}
	g := e.Mod.NewGlobal(name, types.I8)
	g.Linkage = enum.LinkageExternal
	g.Visibility = enum.VisibilityHidden
	e.sites["external "+name] = g
	return g
}

// printf prints from a kernel.
func (f *function) printf(op *ir.Operation) {
	fn := f.Intrinsic("descend_rt_printf", types.Void, bytePtr)
	fn.Sig.Variadic = true
	args := []value.Value{f.e.cstring(op.StringAttr("format"))}
	for _, v := range op.Operands() {
		args = append(args, f.Vararg(f.Val(v)))
	}
	f.Cur.NewCall(fn, args...)
}

// trap ends the program with the check around it as the reason.
func (f *function) trap(op *ir.Operation) {
	var index, bound value.Value = constant.NewInt(types.I64, contract.NotKnown), constant.NewInt(types.I64, contract.NotKnown)
	at := cmp.Or(contract.Around(op), op)
	if i, n, ok := contract.Compared(at); ok {
		index, bound = f.Wide(f.Val(i)), f.Wide(f.Val(n))
	}
	f.noReturn("descend_rt_fault", f.e.checkConst(at), index, bound)
}

func (f *function) assert(op *ir.Operation) {
	fail, ok := f.NewBlock("fail"), f.NewBlock("ok")
	f.Cur.NewCondBr(f.Val(op.Operand(0)), ok, fail)
	f.Cur = fail
	zero := constant.NewInt(types.I64, 0)
	f.noReturn("descend_rt_fault", f.e.checkConst(op), zero, zero)
	f.Cur = ok
}
