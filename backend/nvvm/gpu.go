package nvvm

import (
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/backend/llvmgen"
	"descend/dialects/arith"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/llvm"
	"descend/dialects/nvvm"
	"descend/ir"
)

// Operation translates what only the GPU has.
func (f *function) Operation(op *ir.Operation) bool {
	switch o := op.Typed().(type) {
	case gpu.ThreadIDOp:
		return f.Set(op, f.register("tid."+o.Dim().String()))
	case gpu.BlockIDOp:
		return f.Set(op, f.register("ctaid."+o.Dim().String()))
	case gpu.BlockDimOp:
		return f.Set(op, f.register("ntid."+o.Dim().String()))
	case gpu.GridDimOp:
		return f.Set(op, f.register("nctaid."+o.Dim().String()))
	case gpu.LaneIDOp:
		return f.Set(op, f.register("laneid"))
	case gpu.BarrierOp:
		f.Cur.NewCall(f.Intrinsic("llvm.nvvm.barrier0", types.Void))
		return true
	case gpu.ShuffleOp:
		return f.shuffle(o)
	case gpu.DynamicSharedMemoryOp:
		return f.dynamicShared(op)
	case gpu.PrintfOp:
		return f.printf(op)
	case gpu.ReturnOp, funcd.ReturnOp:
		return true
	case nvvm.BallotOp:
		fn := f.Intrinsic("llvm.nvvm.vote.ballot.sync", types.I32, types.I32, types.I1)
		return f.Set(op, f.Cur.NewCall(fn, f.Val(op.Operand(0)), f.Val(op.Operand(1))))
	case nvvm.WarpSyncOp:
		f.Cur.NewCall(f.Intrinsic("llvm.nvvm.bar.warp.sync", types.Void, types.I32), f.Val(op.Operand(0)))
		return true
	case nvvm.BarrierOp:
		if o.ID() == nil || o.Threads() == nil {
			return false
		}
		f.Cur.NewCall(f.Intrinsic("llvm.nvvm.barrier", types.Void, types.I32, types.I32), f.Val(o.ID()), f.Val(o.Threads()))
		return true
	case nvvm.ArriveOp:
		if o.ID() == nil {
			return false
		}
		f.arrive(o)
		return true
	case funcd.CallOp:
		if contract.IsSyncGrid(op) {
			f.Cur.NewCall(f.emitter.syncGrid()).FuncAttrs = []llir.FuncAttribute{enum.FuncAttrConvergent}
			return true
		}
		if callee := contract.DeviceFunctionFrom(op, f.place); callee != nil {
			return f.deviceCall(op, callee)
		}
	case llvm.TrapOp:
		f.fault(op)
		return true
	case llvm.CallIntrinsicOp:
		if v, ok := nvvm.BlockVoteOf(op); ok {
			return f.Set(op, f.Cur.NewCall(f.Intrinsic(v.Intrinsic(), types.I32, types.I32), f.Val(op.Operand(0))))
		}
	}
	return f.copies(op) || f.rows(op)
}

// arrive is an instruction that LLVM 19 has no intrinsic for.
func (f *function) arrive(o nvvm.ArriveOp) {
	asm := llir.NewInlineAsm(types.NewPointer(types.NewFunc(types.Void, types.I32, types.I32)), contract.ArriveAssembly, "r,r,~{memory}")
	asm.SideEffect = true
	f.Cur.NewCall(asm, f.Val(o.ID()), f.Val(o.Threads())).FuncAttrs = []llir.FuncAttribute{enum.FuncAttrConvergent}
}

// register is the value of a special register in 64 bits.
func (f *function) register(name string) value.Value {
	return f.Cur.NewZExt(f.Cur.NewCall(f.Intrinsic("llvm.nvvm.read.ptx.sreg."+name, types.I32)), types.I64)
}

var fullMask = constant.NewInt(types.I32, -1)

// shuffleModes are the names of the modes in the intrinsics.
var shuffleModes = map[gpu.ShuffleMode]string{gpu.ShuffleXor: "bfly", gpu.ShuffleUp: "up", gpu.ShuffleDown: "down", gpu.ShuffleIdx: "idx"}

// shuffle exchanges 32 bits of each lane, 64-bit values in two halves. The clamp operand is 0 for up, else 31.
func (f *function) shuffle(sh gpu.ShuffleOp) bool {
	op, mode, clamp := sh.Operation, shuffleModes[sh.Mode()], int64(gpu.WarpSize-1)
	if sh.Mode() == gpu.ShuffleUp {
		clamp = 0
	}
	if w, ok := llvmgen.ConstantOf(sh.Width()); !ok || w != gpu.WarpSize {
		f.Unsupported(op, "shuffles in groups of other than 32 lanes are not supported on the GPU")
	}
	x, off := f.Val(op.Operand(0)), f.Val(op.Operand(1))
	pair := types.NewStruct(types.I32, types.I1)
	c := constant.NewInt(types.I32, clamp)
	valid := f.needsValid(op)
	exchange := func(v value.Value) value.Value {
		if !valid {
			plain := f.Intrinsic("llvm.nvvm.shfl.sync."+mode+".i32", types.I32, types.I32, types.I32, types.I32, types.I32)
			return f.Cur.NewCall(plain, fullMask, v, off, c)
		}
		valid = false
		fn := f.Intrinsic("llvm.nvvm.shfl.sync."+mode+".i32p", pair, types.I32, types.I32, types.I32, types.I32)
		r := f.Cur.NewCall(fn, fullMask, v, off, c)
		f.Vals[op.Result(1)] = f.Cur.NewExtractValue(r, 1)
		return f.Cur.NewExtractValue(r, 0)
	}
	t := x.Type()
	size := llvmgen.SizeOf(t)
	it := types.NewInt(uint64(size * 8))
	bits := x
	if !llvmgen.IsInt(t) {
		bits = f.Cur.NewBitCast(x, it)
	}
	var out value.Value
	if size == 8 {
		lo := exchange(f.Cur.NewTrunc(bits, types.I32))
		hi := exchange(f.Cur.NewTrunc(f.Cur.NewLShr(bits, constant.NewInt(types.I64, 32)), types.I32))
		hi64 := f.Cur.NewShl(f.Cur.NewZExt(hi, types.I64), constant.NewInt(types.I64, 32))
		out = f.Cur.NewOr(hi64, f.Cur.NewZExt(lo, types.I64))
	} else if it.BitSize == 32 {
		out = exchange(bits)
	} else {
		out = f.Cur.NewTrunc(exchange(f.Cur.NewZExt(bits, types.I32)), it)
	}
	if !llvmgen.IsInt(t) {
		out = f.Cur.NewBitCast(out, t)
	}
	for u := range op.Result(1).Uses() {
		if ownIfInvalid(u.Owner()) {
			f.Set(u.Owner(), out)
		}
	}
	return f.Set(op, out)
}

// ownIfInvalid says whether a select gives the result of a shuffle where its source lane exists and the
// lane's own value elsewhere: that is what the instruction does by itself.
func ownIfInvalid(op *ir.Operation) bool {
	sel, ok := ir.As[arith.SelectOp](op)
	if !ok {
		return false
	}
	sh, ok := ir.DefinedBy[gpu.ShuffleOp](sel.Condition())
	return ok && sel.Condition() == sh.Result(1) && sel.TrueValue() == sh.Result(0) && sel.FalseValue() == sh.Value()
}

// needsValid says whether a shuffle's second result is used but for such selects, or says what a comparison does.
func (f *function) needsValid(op *ir.Operation) bool {
	for u := range op.Result(1).Uses() {
		if !ownIfInvalid(u.Owner()) {
			return true
		}
	}
	for u := range op.Operand(1).Uses() {
		if cmp, ok := ir.As[arith.CmpIOp](u.Owner()); ok {
			if sh, ok := f.reaches(cmp); ok && sh.Operation == op {
				return true
			}
		}
	}
	return false
}

// dynamicShared is the start of dynamic shared memory: an external array of unknown length.
func (f *function) dynamicShared(op *ir.Operation) bool {
	arr := types.NewArray(0, types.I8)
	if f.emitter.dynamic == nil {
		g := f.Mod.NewGlobal("__dynamic_shared", arr)
		g.Linkage, g.AddrSpace, g.Align = enum.LinkageExternal, shared, gpu.SharedAlign
		g.Typ = types.NewPointer(arr)
		g.Typ.AddrSpace = shared
		f.emitter.dynamic = g
	}
	zero := constant.NewInt(types.I64, 0)
	p := constant.NewGetElementPtr(arr, f.emitter.dynamic, zero, zero)
	f.Fill(p, pointer)
	f.Mems[op.Result(0)] = llvmgen.Memory{Ptr: p, Elem: types.I8, Align: gpu.SharedAlign, Dims: []int64{ir.Dynamic}}
	return true
}
