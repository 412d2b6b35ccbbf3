package nvvm

import (
	"strings"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/ir"
)

// sreg names the special registers.
var sregs = map[string]string{"thread_id": "tid", "block_id": "ctaid", "block_dim": "ntid", "grid_dim": "nctaid"}

// gpu translates ids, barriers and shuffles.
func (f *function) gpu(op *ir.Operation, name string) bool {
	if r, ok := sregs[name]; ok {
		reg := f.intrinsic("llvm.nvvm.read.ptx.sreg."+r+"."+axis(op), types.I32)
		return f.set(op, f.cur.NewZExt(f.cur.NewCall(reg), types.I64))
	}
	switch name {
	case "lane_id":
		reg := f.intrinsic("llvm.nvvm.read.ptx.sreg.laneid", types.I32)
		return f.set(op, f.cur.NewZExt(f.cur.NewCall(reg), types.I64))
	case "barrier":
		f.cur.NewCall(f.intrinsic("llvm.nvvm.barrier0", types.Void))
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
	if w, ok := constantOf(op.Operand(2)); !ok || w != 32 {
		unsupported(op, "shuffles in groups of other than 32 lanes are not supported on the GPU")
	}
	x, off := f.val(op.Operand(0)), f.val(op.Operand(1))
	pair := types.NewStruct(types.I32, types.I1)
	c := constant.NewInt(types.I32, clamp)
	valid := needsValid(op)
	exchange := func(v value.Value) value.Value {
		if !valid {
			plain := f.intrinsic("llvm.nvvm.shfl.sync."+mode+".i32", types.I32, types.I32, types.I32, types.I32, types.I32)
			return f.cur.NewCall(plain, fullMask, v, off, c)
		}
		valid = false
		fn := f.intrinsic("llvm.nvvm.shfl.sync."+mode+".i32p", pair, types.I32, types.I32, types.I32, types.I32)
		r := f.cur.NewCall(fn, fullMask, v, off, c)
		f.vals[op.Result(1)] = f.cur.NewExtractValue(r, 1)
		return f.cur.NewExtractValue(r, 0)
	}
	t := x.Type()
	size := sizeOf(t)
	it := types.NewInt(uint64(size * 8))
	bits := x
	if !isInt(t) {
		bits = f.cur.NewBitCast(x, it)
	}
	var out value.Value
	if size == 8 {
		lo := exchange(f.cur.NewTrunc(bits, types.I32))
		hi := exchange(f.cur.NewTrunc(f.cur.NewLShr(bits, constant.NewInt(types.I64, 32)), types.I32))
		hi64 := f.cur.NewShl(f.cur.NewZExt(hi, types.I64), constant.NewInt(types.I64, 32))
		out = f.cur.NewOr(hi64, f.cur.NewZExt(lo, types.I64))
	} else if it.BitSize == 32 {
		out = exchange(bits)
	} else {
		out = f.cur.NewTrunc(exchange(f.cur.NewZExt(bits, types.I32)), it)
	}
	if !isInt(t) {
		out = f.cur.NewBitCast(out, t)
	}
	return f.set(op, out)
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
	if f.dynamic == nil {
		g := f.mod.NewGlobal("__dynamic_shared", arr)
		g.Linkage, g.AddrSpace, g.Align = enum.LinkageExternal, shared, 16
		g.Typ = types.NewPointer(arr)
		g.Typ.AddrSpace = shared
		f.emitter.dynamic = g
	}
	zero := constant.NewInt(types.I64, 0)
	p := constant.NewGetElementPtr(arr, f.dynamic, zero, zero)
	f.mems[op.Result(0)] = memory{ptr: p, elem: types.I8, align: 16, dims: []int64{ir.Dynamic}, fresh: true}
	return true
}

// lowLevel translates the operations of MLIR's nvvm and llvm dialects that lowering uses.
func (f *function) lowLevel(op *ir.Operation) bool {
	switch op.Name() {
	case "nvvm.vote.ballot.sync":
		fn := f.intrinsic("llvm.nvvm.vote.ballot.sync", types.I32, types.I32, types.I1)
		return f.set(op, f.cur.NewCall(fn, f.val(op.Operand(0)), f.val(op.Operand(1))))
	case "nvvm.bar.warp.sync":
		f.cur.NewCall(f.intrinsic("llvm.nvvm.bar.warp.sync", types.Void, types.I32), f.val(op.Operand(0)))
		return true
	case "llvm.intr.trap":
		f.fault(op)
		return true
	}
	return false
}
