package nvvm

import (
	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/dialects/gpu/contract"
	"descend/ir"
)

// Functions of the module of kernels. One that computes a product of matrices asks for what it is compiled: LLVM's NVVMReflect answers
// before code is selected, in all versions and at all levels, and removes the other way. So the text is the same for all GPUs.

// tensorCores is the least GPU, in LLVM's numbers, that has the instructions.
const tensorCores = 800

// deviceCall calls a function of the module of kernels.
func (f *function) deviceCall(op, callee *ir.Operation) bool {
	fn := f.emitter.device(callee)
	var args []value.Value
	for _, v := range op.Operands() {
		args = append(args, f.Val(v))
	}
	call := f.Cur.NewCall(fn, args...)
	call.FuncAttrs = []llvm.FuncAttribute{enum.FuncAttrConvergent}
	for i, r := range op.Results() {
		f.Vals[r] = f.Cur.NewExtractValue(call, uint64(i))
	}
	return true
}

// device translates a function of scalars, once.
func (e *emitter) device(op *ir.Operation) *llvm.Func {
	if fn := e.devices[op]; fn != nil {
		return fn
	}
	f := &function{Function: e.NewFunction(op), emitter: e, bounds: map[*ir.Value]uint64{}, nats: map[*ir.Value]uint64{},
		parts: map[*ir.Value]parts{}, lows: map[*ir.Value]value.Value{}}
	f.Target = f
	var params []*llvm.Param
	for _, a := range op.Body(0).Args() {
		p := llvm.NewParam("", f.TypeOf(op, a.Type()))
		f.Vals[a] = p
		params = append(params, p)
	}
	var results []types.Type
	end := op.Body(0).Back()
	for _, v := range end.Operands() {
		results = append(results, f.TypeOf(op, v.Type()))
	}
	f.Fn = e.Mod.NewFunc("__"+ir.SymbolName(op), types.NewStruct(results...), params...)
	f.Fn.Linkage = enum.LinkageInternal
	f.Fn.FuncAttrs = []llvm.FuncAttribute{enum.FuncAttrConvergent, enum.FuncAttrAlwaysInline}
	e.devices[op] = f.Fn
	f.Allocs = f.Fn.NewBlock("entry")
	f.Cur = f.NewBlock("body")
	if m, ok := contract.MMAFunction(op); ok {
		f.tensorCores(m, params)
	}
	f.Block(op.Body(0))
	f.Cur.NewRet(f.structOf(f.Fn.Sig.RetType, end.Operands()))
	f.Allocs.NewBr(f.Fn.Blocks[1])
	return f.Fn
}

// structOf is a struct of values.
func (f *function) structOf(t types.Type, vs []*ir.Value) value.Value {
	s := value.Value(constant.NewUndef(t))
	for i, v := range vs {
		s = f.Cur.NewInsertValue(s, f.Val(v), uint64(i))
	}
	return s
}

// tensorCores returns the product by instructions, where there are some.
func (f *function) tensorCores(m contract.MMA, params []*llvm.Param) {
	mma, plain := f.NewBlock("mma"), f.NewBlock("plain")
	arch := f.Cur.NewCall(f.Intrinsic("__nvvm_reflect", types.I32, types.I8Ptr), f.emitter.archName())
	f.Cur.NewCondBr(f.Cur.NewICmp(enum.IPredSGE, arch, constant.NewInt(types.I32, tensorCores)), mma, plain)
	f.Cur = mma
	var vs []value.Value
	for _, p := range params {
		vs = append(vs, p)
	}
	s := value.Value(constant.NewUndef(f.Fn.Sig.RetType))
	for i, v := range f.multiply(m, vs) {
		s = f.Cur.NewInsertValue(s, v, uint64(i))
	}
	f.Cur.NewRet(s)
	f.Cur = plain
}

// archName is the text that NVVMReflect is asked with.
func (e *emitter) archName() value.Value {
	if e.arch == nil {
		e.arch = e.NewString("__CUDA_ARCH", 0)
	}
	zero := constant.NewInt(types.I64, 0)
	return constant.NewGetElementPtr(e.arch.ContentType, e.arch, zero, zero)
}

// instruction says how a product is one of mma.sync: the name behind m16n8k, and of what types the registers of factors and sums are.
type instruction struct {
	name      string
	left, sum types.Type
	// each says for a register of a factor which elements of a lane it has: pairs of tile, of those side by side, and element.
	each [][]struct{ w, e int }
}

var (
	halves = types.NewVector(2, types.Half)
	pairs  = [][]struct{ w, e int }{{{0, 0}, {0, 1}}, {{1, 0}, {1, 1}}}
)

var instructions = map[contract.MMA]instruction{
	{In: "f16", Acc: "f32", High: 2, Wide: 2}: {"m16n8k16.row.col.f32.f32", halves, types.Float, pairs},
	{In: "f16", Acc: "f16", High: 2, Wide: 2}: {"m16n8k16.row.col.f16.f16", halves, halves, pairs},
}

// multiply gives the sums of a product by instructions. The registers of the left factor are in the order of columns.
func (f *function) multiply(m contract.MMA, vs []value.Value) []value.Value {
	in := instructions[m]
	c, a, b := vs[:2*m.High], vs[2*m.High:2*m.High*(1+m.Wide)], vs[2*m.High*(1+m.Wide):]
	var args []value.Value
	for _, elems := range in.each {
		for h := range m.High {
			var xs []value.Value
			for _, at := range elems {
				xs = append(xs, a[2*(h*m.Wide+at.w)+at.e])
			}
			args = append(args, f.register32(in.left, xs))
		}
	}
	for _, elems := range in.each {
		var xs []value.Value
		for _, at := range elems {
			xs = append(xs, b[2*at.w+at.e])
		}
		args = append(args, f.register32(in.left, xs))
	}
	one := 1
	if in.sum == halves {
		one = 2
	}
	for i := 0; i < len(c); i += one {
		args = append(args, f.register32(in.sum, c[i:i+one]))
	}
	var params []types.Type
	for _, x := range args {
		params = append(params, x.Type())
	}
	sums := make([]types.Type, len(c)/one)
	for i := range sums {
		sums[i] = in.sum
	}
	r := f.Cur.NewCall(f.Intrinsic("llvm.nvvm.mma."+in.name, types.NewStruct(sums...), params...), args...)
	var out []value.Value
	for i := range sums {
		v := f.Cur.NewExtractValue(r, uint64(i))
		if one == 1 {
			out = append(out, v)
			continue
		}
		for j := range int64(one) {
			out = append(out, f.Cur.NewExtractElement(v, constant.NewInt(types.I32, j)))
		}
	}
	return out
}

// register32 is a register of type t with the values.
func (f *function) register32(t types.Type, xs []value.Value) value.Value {
	v, ok := t.(*types.VectorType)
	if !ok {
		return xs[0]
	}
	out := value.Value(constant.NewUndef(v))
	for i, x := range xs {
		out = f.Cur.NewInsertElement(out, x, constant.NewInt(types.I32, int64(i)))
	}
	return out
}
