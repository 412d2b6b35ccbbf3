package nvvm

import (
	"slices"

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
	f := e.newFunction(op, op)
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
	if p, ok := contract.ProductOf(op); ok {
		f.tensorCores(p, params)
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

// tensorCores returns the product by the first instructions that the GPU has, where it has some.
func (f *function) tensorCores(p contract.Product, params []*llvm.Param) {
	var vs []value.Value
	for _, p := range params {
		vs = append(vs, p)
	}
	arch := f.Cur.NewCall(f.Intrinsic("__nvvm_reflect", types.I32, types.I8Ptr), f.emitter.archName())
	for _, in := range instructions[p.In+" "+p.Acc] {
		mma, next := f.NewBlock("mma"), f.NewBlock("other")
		f.Cur.NewCondBr(f.Cur.NewICmp(enum.IPredSGE, arch, constant.NewInt(types.I32, in.from)), mma, next)
		f.Cur = mma
		s := value.Value(constant.NewUndef(f.Fn.Sig.RetType))
		for i, v := range f.products(p, in, vs) {
			s = f.Cur.NewInsertValue(s, v, uint64(i))
		}
		f.Cur.NewRet(s)
		f.Cur = next
	}
}

// archName is the text that NVVMReflect is asked with.
func (e *emitter) archName() value.Value {
	if e.arch == nil {
		e.arch = e.NewString("__CUDA_ARCH", 0)
	}
	zero := constant.NewInt(types.I64, 0)
	return constant.NewGetElementPtr(e.arch.ContentType, e.arch, zero, zero)
}

// part is an element that a lane has of a row of tiles, or of a column of them: in which tile, and which one of two.
type part struct{ tile, e int }

// instruction says how a product is one of mma.sync, or several: from which GPU on, in LLVM's numbers, the name, of what type the registers of factors
// and sums are, how many tiles of the left factor lie on top of each other, and for each instruction and each register of a row of the left factor which elements
// it has. Columns of the left factor and rows of the right one may be in any order, if it is the same one.
type instruction struct {
	from      int64
	name      string
	left, sum types.Type
	high      int
	steps     [][][]part
}

var (
	halves = types.NewVector(2, types.Half)
	pairs  = [][][]part{{{{0, 0}, {0, 1}}, {{1, 0}, {1, 1}}}}
	fours  = [][][]part{{{{0, 0}, {0, 1}, {1, 0}, {1, 1}}, {{2, 0}, {2, 1}, {3, 0}, {3, 1}}}}
	single = [][][]part{{{{0, 0}}, {{0, 1}}}}
	twice  = [][][]part{{{{0, 0}}}, {{{0, 1}}}}
)

// instructions are those of a product, the newest first. (PTX ISA, "Matrix multiply-accumulate operation using mma instruction".)
var instructions = map[string][]instruction{
	"f16 f32":  {{800, "m16n8k16.row.col.f32.f32", halves, types.Float, 2, pairs}, {750, "m16n8k8.row.col.f32.f32", halves, types.Float, 2, halved(pairs)}},
	"f16 f16":  {{800, "m16n8k16.row.col.f16.f16", halves, halves, 2, pairs}, {750, "m16n8k8.row.col.f16.f16", halves, halves, 2, halved(pairs)}},
	"bf16 f32": {{800, "m16n8k16.row.col.bf16", types.I32, types.Float, 2, pairs}},
	"tf32 f32": {{800, "m16n8k8.row.col.tf32", types.I32, types.Float, 2, single}},
	"f64 f64":  {{800, "m8n8k4.row.col.f64", types.Double, types.Double, 1, twice}},
	"i8 i32":   {{800, "m16n8k32.row.col.s8", types.I32, types.I32, 2, fours}, {750, "m8n8k16.row.col.s8", types.I32, types.I32, 1, halved(fours)}},
	"u8 i32":   {{800, "m16n8k32.row.col.u8", types.I32, types.I32, 2, fours}, {750, "m8n8k16.row.col.u8", types.I32, types.I32, 1, halved(fours)}},
}

// TensorInstructions is how many instructions of the newest GPUs a product takes.
func TensorInstructions(p contract.Product) int {
	in := instructions[p.In+" "+p.Acc][0]
	return p.Rows * p.Cols * p.Deep * (p.High / in.high) * len(in.steps)
}

// halved does with two instructions, each of half of the columns, what one does.
func halved(steps [][][]part) (all [][][]part) {
	for _, registers := range steps {
		for _, r := range registers {
			all = append(all, [][]part{r})
		}
	}
	return all
}

// products gives the sums of all products of a function.
func (f *function) products(p contract.Product, in instruction, vs []value.Value) (sums []value.Value) {
	a, b := vs[p.Sums():p.Sums()+p.Left()], vs[p.Sums()+p.Left():]
	sums = slices.Clone(vs[:p.Sums()])
	tiles := func(of []value.Value, rows, l int) (out []value.Value) { // those of a product in some rows, of which the first begin
		for h := range rows {
			out = append(out, of[2*(h*p.Across()+l*p.Wide):][:2*p.Wide]...)
		}
		return out
	}
	for l := range p.Deep {
		for i := range p.Rows {
			for j := range p.Cols {
				sum := sums[(i*p.Cols+j)*2*p.High:][:2*p.High]
				copy(sum, f.multiply(p.MMA, in, sum, tiles(a[2*i*p.High*p.Across():], p.High, l), tiles(b[2*j*p.Across():], 1, l)))
			}
		}
	}
	return sums
}

// multiply gives the sums of a product by instructions. The registers of the left factor are in the order of columns.
func (f *function) multiply(m contract.MMA, in instruction, c, a, b []value.Value) []value.Value {
	register := func(from []value.Value, parts []part) value.Value {
		var xs []value.Value
		for _, p := range parts {
			xs = append(xs, from[2*p.tile+p.e])
		}
		return f.register32(in.left, xs)
	}
	one := 1
	if in.sum == halves {
		one = 2
	}
	var out []value.Value
	for top := 0; top < m.High; top += in.high {
		var sums []value.Value // in registers
		for i := 2 * top; i < 2*(top+in.high); i += one {
			sums = append(sums, f.register32(in.sum, c[i:i+one]))
		}
		for _, step := range in.steps {
			var args []value.Value
			for _, parts := range step {
				for h := range in.high {
					args = append(args, register(a[2*(top+h)*m.Wide:], parts))
				}
			}
			for _, parts := range step {
				args = append(args, register(b, parts))
			}
			sums = f.mma(in, append(args, sums...), len(sums))
		}
		out = append(out, sums...)
	}
	if one == 1 {
		return out
	}
	var apart []value.Value
	for _, v := range out {
		for j := range int64(one) {
			apart = append(apart, f.Cur.NewExtractElement(v, constant.NewInt(types.I32, j)))
		}
	}
	return apart
}

// mma is one instruction, with n sums.
func (f *function) mma(in instruction, args []value.Value, n int) (sums []value.Value) {
	var params, results []types.Type
	for _, x := range args {
		params = append(params, x.Type())
	}
	for range n {
		results = append(results, in.sum)
	}
	r := f.Cur.NewCall(f.Intrinsic("llvm.nvvm.mma."+in.name, types.NewStruct(results...), params...), args...)
	for i := range n {
		sums = append(sums, f.Cur.NewExtractValue(r, uint64(i)))
	}
	return sums
}

// register32 is a register of type t with the values; an i32 has numbers of 8 bits, two floats by the upper halves of their bits, which are all that bf16
// has, and one float rounded to tf32, whose NaNs are NaN.
func (f *function) register32(t types.Type, xs []value.Value) value.Value {
	if t.Equal(types.I32) && xs[0].Type().Equal(types.I8) {
		return f.Cur.NewBitCast(f.vectorOf(types.NewVector(uint64(len(xs)), types.I8), xs), t)
	}
	if v, ok := t.(*types.VectorType); ok {
		return f.vectorOf(v, xs)
	}
	if !t.Equal(types.I32) || !xs[0].Type().Equal(types.Float) {
		return xs[0]
	}
	if len(xs) == 1 {
		return f.Cur.NewCall(f.Intrinsic("llvm.nvvm.f2tf32.rna", types.I32, types.Float), xs[0])
	}
	half := constant.NewInt(types.I32, 16)
	low := f.Cur.NewLShr(f.Cur.NewBitCast(xs[0], types.I32), half)
	high := f.Cur.NewLShr(f.Cur.NewBitCast(xs[1], types.I32), half)
	return f.Cur.NewOr(low, f.Cur.NewShl(high, half))
}

func (f *function) vectorOf(t *types.VectorType, xs []value.Value) value.Value {
	out := value.Value(constant.NewUndef(t))
	for i, x := range xs {
		out = f.Cur.NewInsertElement(out, x, constant.NewInt(types.I32, int64(i)))
	}
	return out
}
