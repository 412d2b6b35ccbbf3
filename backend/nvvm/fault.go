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

// fault records a failed run-time check where the host finds it and stops the kernel: a call of
// __descend_trap(file, line, check, index, bound), which does not return.
func (f *function) fault(op *ir.Operation) {
	var index, bound value.Value = constant.NewInt(types.I64, contract.NotKnown), constant.NewInt(types.I64, contract.NotKnown)
	file, line, number := int64(0), int64(0), int64(0)
	if op := contract.Around(op); op != nil {
		f.emitter.out.Checks = append(f.emitter.out.Checks, op)
		number = int64(len(f.emitter.out.Checks))
		check := contract.CheckOf(op)
		file, line = f.emitter.fileID(check.File), check.Line
		if i, n, ok := contract.Compared(op); ok {
			index, bound = f.Wide(f.Val(i)), f.Wide(f.Val(n))
		}
	}
	f.Cur.NewCall(f.trapFunction(), constant.NewInt(types.I32, file), constant.NewInt(types.I32, line),
		constant.NewInt(types.I32, number), index, bound)
	f.Cur.NewUnreachable()
}

// fileID numbers source files from 1 in the order of their first check.
func (e *emitter) fileID(name string) int64 {
	if e.files == nil {
		e.files = map[string]int64{}
	}
	if e.files[name] == 0 {
		e.files[name] = int64(len(e.files) + 1)
		e.out.Files = append(e.out.Files, name)
	}
	return e.files[name]
}

// trapFunction is @__descend_trap. The record behind @__descend_fault (set by the loader, 0: trap only) has
// the 32-bit words taken, file, line, block x y z, thread x y z, check and the 64-bit words index and bound,
// which start at byte 40. The first thread fills it and traps. The others end without a trap, which could stop
// the kernel before the record is whole.
func (f *function) trapFunction() *llvm.Func {
	if f.emitter.faultFn != nil {
		return f.emitter.faultFn
	}
	e := f.emitter
	e.out.Faults = true
	slot := e.Mod.NewGlobalDef("__descend_fault", constant.NewInt(types.I64, 0))
	slot.AddrSpace, slot.Align = global, 8
	slot.Typ = types.NewPointer(types.I64)
	slot.Typ.AddrSpace = global
	file, line := llvm.NewParam("file", types.I32), llvm.NewParam("line", types.I32)
	check := llvm.NewParam("check", types.I32)
	index, bound := llvm.NewParam("index", types.I64), llvm.NewParam("bound", types.I64)
	fn := e.Mod.NewFunc("__descend_trap", types.Void, file, line, check, index, bound)
	fn.Linkage = enum.LinkageInternal
	fn.FuncAttrs = []llvm.FuncAttribute{enum.FuncAttrNoInline, enum.FuncAttrNoReturn, enum.FuncAttrCold}
	e.faultFn = fn
	entry, record, fill, stop, late := fn.NewBlock("entry"), fn.NewBlock("record"), fn.NewBlock("fill"), fn.NewBlock("stop"), fn.NewBlock("late")
	ld := entry.NewLoad(types.I64, slot)
	ld.Volatile = true
	entry.NewCondBr(entry.NewICmp(enum.IPredEQ, ld, constant.NewInt(types.I64, 0)), stop, record)
	ip := types.NewPointer(types.I32)
	ip.AddrSpace = global
	lp := types.NewPointer(types.I64)
	lp.AddrSpace = global
	p := record.NewIntToPtr(ld, ip)
	x := record.NewCmpXchg(p, constant.NewInt(types.I32, 0), constant.NewInt(types.I32, 1), enum.AtomicOrderingMonotonic, enum.AtomicOrderingMonotonic)
	record.NewCondBr(record.NewExtractValue(x, 1), fill, late)
	word := func(i int64, v value.Value) {
		fill.NewStore(v, fill.NewGetElementPtr(types.I32, p, constant.NewInt(types.I64, i))).Volatile = true
	}
	word(1, file)
	word(2, line)
	for i, r := range []string{"ctaid.x", "ctaid.y", "ctaid.z", "tid.x", "tid.y", "tid.z"} {
		word(int64(3+i), fill.NewCall(f.Intrinsic("llvm.nvvm.read.ptx.sreg."+r, types.I32)))
	}
	word(9, check)
	wp := fill.NewBitCast(p, lp)
	fill.NewStore(index, fill.NewGetElementPtr(types.I64, wp, constant.NewInt(types.I64, 5))).Volatile = true
	fill.NewStore(bound, fill.NewGetElementPtr(types.I64, wp, constant.NewInt(types.I64, 6))).Volatile = true
	fill.NewCall(f.Intrinsic("llvm.nvvm.membar.sys", types.Void))
	fill.NewBr(stop)
	stop.NewCall(f.Intrinsic("llvm.trap", types.Void))
	stop.NewUnreachable()
	exit := llvm.NewInlineAsm(types.NewPointer(types.NewFunc(types.Void)), "exit;", "") // the intrinsic came with LLVM 19
	exit.SideEffect = true
	late.NewCall(exit)
	late.NewUnreachable()
	return fn
}
