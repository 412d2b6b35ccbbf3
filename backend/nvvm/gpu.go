package nvvm

import (
	"strings"

	llvm "github.com/llir/llvm/ir"
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
	x, off := f.val(op.Operand(0)), f.val(op.Operand(1))
	pair := types.NewStruct(types.I32, types.I1)
	plain := f.intrinsic("llvm.nvvm.shfl.sync."+mode+".i32", types.I32, types.I32, types.I32, types.I32, types.I32)
	c := constant.NewInt(types.I32, clamp)
	exchange := func(v value.Value) value.Value { return f.cur.NewCall(plain, fullMask, v, off, c) }
	if needsValid(op) {
		fn := f.intrinsic("llvm.nvvm.shfl.sync."+mode+".i32p", pair, types.I32, types.I32, types.I32, types.I32)
		r := f.cur.NewCall(fn, fullMask, constant.NewInt(types.I32, 0), off, c)
		f.vals[op.Result(1)] = f.cur.NewExtractValue(r, 1)
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

// fault records a failed run-time check where the host finds it and stops the kernel: a call of
// __descend_trap(file, line, index, bound), which does not return.
func (f *function) fault(op *ir.Operation) {
	var index, bound value.Value = constant.NewInt(types.I64, 0), constant.NewInt(types.I64, 0)
	file, line := int64(0), int64(0)
	if check := op.Parent(); check != nil && check.HasAttr("descend.check") {
		line, _ = check.IntAttr("descend.line")
		file = f.fileID(check.StringAttr("descend.file"))
		if cmp := check.Operand(0).DefiningOp(); cmp != nil && cmp.Is("arith.cmpi") && check.StringAttr("descend.check") == "index" {
			index, bound = f.wide(f.val(cmp.Operand(0))), f.wide(f.val(cmp.Operand(1)))
		}
	}
	f.cur.NewCall(f.trapFunction(), constant.NewInt(types.I32, file), constant.NewInt(types.I32, line), index, bound)
	f.cur.NewUnreachable()
}

func (f *function) wide(v value.Value) value.Value {
	if v.Type().Equal(types.I64) {
		return v
	}
	return f.cur.NewSExt(v, types.I64)
}

// fileID numbers source files from 1 in the order of their first check.
func (e *emitter) fileID(name string) int64 {
	if e.files == nil {
		e.files = map[string]int64{}
	}
	if e.files[name] == 0 {
		e.files[name] = int64(len(e.files) + 1)
	}
	return e.files[name]
}

// trapFunction is @__descend_trap. The record behind @__descend_fault (set by the loader, 0: trap only) has
// the 32-bit words taken, file, line, block x y z, thread x y z, pad and the 64-bit words index and bound,
// which start at byte 40.
func (f *function) trapFunction() *llvm.Func {
	if f.faultFn != nil {
		return f.faultFn
	}
	e := f.emitter
	e.out.Faults = true
	slot := e.mod.NewGlobalDef("__descend_fault", constant.NewInt(types.I64, 0))
	slot.AddrSpace, slot.Align = global, 8
	slot.Typ = types.NewPointer(types.I64)
	slot.Typ.AddrSpace = global
	file, line := llvm.NewParam("file", types.I32), llvm.NewParam("line", types.I32)
	index, bound := llvm.NewParam("index", types.I64), llvm.NewParam("bound", types.I64)
	fn := e.mod.NewFunc("__descend_trap", types.Void, file, line, index, bound)
	fn.Linkage = enum.LinkageInternal
	fn.FuncAttrs = []llvm.FuncAttribute{enum.FuncAttrNoInline, enum.FuncAttrNoReturn}
	e.faultFn = fn
	entry, record, fill, stop := fn.NewBlock("entry"), fn.NewBlock("record"), fn.NewBlock("fill"), fn.NewBlock("stop")
	ld := entry.NewLoad(types.I64, slot)
	ld.Volatile = true
	entry.NewCondBr(entry.NewICmp(enum.IPredEQ, ld, constant.NewInt(types.I64, 0)), stop, record)
	ip := types.NewPointer(types.I32)
	ip.AddrSpace = global
	lp := types.NewPointer(types.I64)
	lp.AddrSpace = global
	p := record.NewIntToPtr(ld, ip)
	x := record.NewCmpXchg(p, constant.NewInt(types.I32, 0), constant.NewInt(types.I32, 1), enum.AtomicOrderingMonotonic, enum.AtomicOrderingMonotonic)
	record.NewCondBr(record.NewExtractValue(x, 1), fill, stop)
	word := func(i int64, v value.Value) {
		fill.NewStore(v, fill.NewGetElementPtr(types.I32, p, constant.NewInt(types.I64, i))).Volatile = true
	}
	word(1, file)
	word(2, line)
	for i, r := range []string{"ctaid.x", "ctaid.y", "ctaid.z", "tid.x", "tid.y", "tid.z"} {
		word(int64(3+i), fill.NewCall(f.intrinsic("llvm.nvvm.read.ptx.sreg."+r, types.I32)))
	}
	wp := fill.NewBitCast(p, lp)
	fill.NewStore(index, fill.NewGetElementPtr(types.I64, wp, constant.NewInt(types.I64, 5))).Volatile = true
	fill.NewStore(bound, fill.NewGetElementPtr(types.I64, wp, constant.NewInt(types.I64, 6))).Volatile = true
	fill.NewCall(f.intrinsic("llvm.nvvm.membar.sys", types.Void))
	fill.NewBr(stop)
	stop.NewCall(f.intrinsic("llvm.trap", types.Void))
	stop.NewUnreachable()
	return fn
}

// printf calls vprintf with the arguments in a stack buffer, as CUDA does: 8 bytes each, floats as doubles.
func (f *function) printf(op *ir.Operation) bool {
	i8p := types.NewPointer(types.I8)
	if f.intrinsics["vprintf"] == nil {
		f.out.Externs = append(f.out.Externs, "vprintf")
	}
	vprintf := f.intrinsic("vprintf", types.I32, i8p, i8p)
	n := op.NumOperands()
	var args value.Value = constant.NewNull(i8p)
	if n > 0 {
		arr := types.NewArray(uint64(n), types.I64)
		buf := f.allocs.NewAlloca(arr)
		buf.Align = 8
		for i, v := range op.Operands() {
			x := f.val(v)
			switch t := x.Type().(type) {
			case *types.FloatType:
				if t.Kind != types.FloatKindDouble {
					x = f.cur.NewFPExt(x, types.Double)
				}
				x = f.cur.NewBitCast(x, types.I64)
			case *types.IntType:
				if t.BitSize < 64 {
					x = f.cur.NewSExt(x, types.I64)
				}
			}
			f.cur.NewStore(x, f.cur.NewGetElementPtr(arr, buf, constant.NewInt(types.I64, 0), constant.NewInt(types.I64, int64(i))))
		}
		args = f.cur.NewBitCast(buf, i8p)
	}
	f.cur.NewCall(vprintf, f.cstring(op.StringAttr("format")), args)
	return true
}
