package nvvm

import (
	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/dialects/gpu/contract"
)

// gridCounter counts the blocks that have come to the barrier of a grid.
const gridCounter = "__descend_grid"

// syncGrid is the barrier of all blocks, as a function that is not inlined: LLVM knows nothing of it, so that no access of memory moves
// across. It works as that of CUDA's cooperative groups: the blocks of a cooperative launch run all at once. One thread of each adds
// 1 to a counter, that of the first block what is missing to 2^31, so that the highest bit changes when all have come, which each of
// them waits for; the other bits are 0 again then, for the next time. The fences before and behind order what the threads of the block did
// and will do, which its own barriers order with the one thread (PTX ISA, "Memory Consistency Model": causality order).
func (e *emitter) syncGrid() value.Value {
	if e.gridFn != nil {
		return e.gridFn
	}
	if e.opts.ExternGrid {
		e.gridFn = e.Mod.NewFunc(contract.SyncGrid, types.Void)
		e.gridFn.FuncAttrs = append(e.gridFn.FuncAttrs, enum.FuncAttrConvergent)
		e.out.Externs = append(e.out.Externs, contract.SyncGrid)
		return e.gridFn
	}
	zero := constant.NewInt(types.I32, 0)
	counter := e.Mod.NewGlobalDef(gridCounter, zero)
	counter.Linkage, counter.AddrSpace = enum.LinkageInternal, global
	counter.Typ = types.NewPointer(types.I32)
	counter.Typ.AddrSpace = global
	fn := e.Mod.NewFunc("__descend_sync_grid", types.Void)
	fn.Linkage = enum.LinkageInternal
	fn.FuncAttrs = append(fn.FuncAttrs, enum.FuncAttrConvergent, enum.FuncAttrNoInline)
	start, one, spin, behind, end := fn.NewBlock("start"), fn.NewBlock("one"), fn.NewBlock("spin"), fn.NewBlock("behind"), fn.NewBlock("end")
	register := func(b *llvm.Block, name string) value.Value {
		return b.NewCall(e.Intrinsic("llvm.nvvm.read.ptx.sreg."+name, types.I32))
	}
	fence, barrier := e.Intrinsic("llvm.nvvm.membar.gl", types.Void), e.Intrinsic("llvm.nvvm.barrier0", types.Void)
	start.NewCall(barrier)
	id := start.NewOr(start.NewOr(register(start, "tid.x"), register(start, "tid.y")), register(start, "tid.z"))
	start.NewCondBr(start.NewICmp(enum.IPredEQ, id, zero), one, end)
	one.NewCall(fence)
	n := one.NewMul(one.NewMul(register(one, "nctaid.x"), register(one, "nctaid.y")), register(one, "nctaid.z"))
	block := one.NewOr(one.NewOr(register(one, "ctaid.x"), register(one, "ctaid.y")), register(one, "ctaid.z"))
	first := one.NewSub(constant.NewInt(types.I32, -1<<31+1), n)
	add := one.NewSelect(one.NewICmp(enum.IPredEQ, block, zero), first, constant.NewInt(types.I32, 1))
	old := one.NewAtomicRMW(enum.AtomicOpAdd, counter, add, enum.AtomicOrderingMonotonic)
	one.NewBr(spin)
	now := spin.NewLoad(types.I32, counter)
	now.Volatile = true
	spin.NewCondBr(spin.NewICmp(enum.IPredSLT, spin.NewXor(old, now), zero), behind, spin)
	behind.NewCall(fence)
	behind.NewBr(end)
	end.NewCall(barrier)
	end.NewRet(nil)
	e.gridFn = fn
	return fn
}
