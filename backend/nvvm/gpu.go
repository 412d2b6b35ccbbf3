package nvvm

import (
	"strings"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/backend/llvmgen"
	"descend/ir"
)

// sreg names the special registers.
var sregs = map[string]string{"thread_id": "tid", "block_id": "ctaid", "block_dim": "ntid", "grid_dim": "nctaid"}

// Operation translates what only the GPU has.
func (f *function) Operation(op *ir.Operation) bool {
	dialect, name, _ := strings.Cut(op.Name(), ".")
	switch dialect {
	case "gpu":
		return f.gpu(op, name)
	case "nvvm", "llvm":
		return f.lowLevel(op)
	}
	return false
}

// gpu translates ids, barriers and shuffles.
func (f *function) gpu(op *ir.Operation, name string) bool {
	if r, ok := sregs[name]; ok {
		reg := f.Intrinsic("llvm.nvvm.read.ptx.sreg."+r+"."+axis(op), types.I32)
		return f.Set(op, f.Cur.NewZExt(f.Cur.NewCall(reg), types.I64))
	}
	switch name {
	case "lane_id":
		reg := f.Intrinsic("llvm.nvvm.read.ptx.sreg.laneid", types.I32)
		return f.Set(op, f.Cur.NewZExt(f.Cur.NewCall(reg), types.I64))
	case "barrier":
		f.Cur.NewCall(f.Intrinsic("llvm.nvvm.barrier0", types.Void))
		return true
	case "shuffle":
		return f.shuffle(op)
	case "dynamic_shared_memory":
		return f.dynamicShared(op)
	case "printf":
		return f.printf(op)
	case "return":
		return true
	}
	return false
}

// axis is x, y or z of an id.
func axis(op *ir.Operation) string {
	if a := op.Attr("dimension"); a != nil {
		for _, d := range []string{"y", "z"} {
			if strings.HasSuffix(a.String(), " "+d+">") {
				return d
			}
		}
	}
	return "x"
}

var fullMask = constant.NewInt(types.I32, -1)

// shuffle exchanges 32 bits of each lane, 64-bit values in two halves. The clamp operand is 0 for up, else 31.
func (f *function) shuffle(op *ir.Operation) bool {
	mode := "bfly"
	clamp := int64(31)
	if a := op.Attr("mode"); a != nil {
		switch s := a.String(); {
		case strings.HasSuffix(s, " up>"):
			mode, clamp = "up", 0
		case strings.HasSuffix(s, " down>"):
			mode = "down"
		case strings.HasSuffix(s, " idx>"):
			mode = "idx"
		}
	}
	if w, ok := llvmgen.ConstantOf(op.Operand(2)); !ok || w != 32 {
		f.Unsupported(op, "shuffles in groups of other than 32 lanes are not supported on the GPU")
	}
	x, off := f.Val(op.Operand(0)), f.Val(op.Operand(1))
	pair := types.NewStruct(types.I32, types.I1)
	c := constant.NewInt(types.I32, clamp)
	valid := needsValid(op)
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
func ownIfInvalid(sel *ir.Operation) bool {
	sh := sel.Operand(0).DefiningOp()
	return sel.Is("arith.select") && sh != nil && sh.Is("gpu.shuffle") && sel.Operand(0) == sh.Result(1) &&
		sel.Operand(1) == sh.Result(0) && sel.Operand(2) == sh.Operand(0)
}

// needsValid says whether a shuffle's second result is used but for such selects.
func needsValid(op *ir.Operation) bool {
	for u := range op.Result(1).Uses() {
		if !ownIfInvalid(u.Owner()) {
			return true
		}
	}
	return false
}

// dynamicShared is the start of dynamic shared memory: an external array of unknown length.
func (f *function) dynamicShared(op *ir.Operation) bool {
	arr := types.NewArray(0, types.I8)
	if f.emitter.dynamic == nil {
		g := f.Mod.NewGlobal("__dynamic_shared", arr)
		g.Linkage, g.AddrSpace, g.Align = enum.LinkageExternal, shared, 16
		g.Typ = types.NewPointer(arr)
		g.Typ.AddrSpace = shared
		f.emitter.dynamic = g
	}
	zero := constant.NewInt(types.I64, 0)
	p := constant.NewGetElementPtr(arr, f.emitter.dynamic, zero, zero)
	f.Mems[op.Result(0)] = llvmgen.Memory{Ptr: p, Elem: types.I8, Align: 16, Dims: []int64{ir.Dynamic}, Fresh: true}
	return true
}

// lowLevel translates the operations of MLIR's nvvm and llvm dialects that lowering uses.
func (f *function) lowLevel(op *ir.Operation) bool {
	switch op.Name() {
	case "nvvm.vote.ballot.sync":
		fn := f.Intrinsic("llvm.nvvm.vote.ballot.sync", types.I32, types.I32, types.I1)
		return f.Set(op, f.Cur.NewCall(fn, f.Val(op.Operand(0)), f.Val(op.Operand(1))))
	case "nvvm.bar.warp.sync":
		f.Cur.NewCall(f.Intrinsic("llvm.nvvm.bar.warp.sync", types.Void, types.I32), f.Val(op.Operand(0)))
		return true
	case "llvm.intr.trap":
		f.fault(op)
		return true
	}
	return false
}
