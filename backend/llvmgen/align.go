package llvmgen

import (
	llvm "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/dialects/arith"
	"descend/dialects/gpu/contract"
	"descend/dialects/scf"
	"descend/ir"
)

// This file tells LLVM how addresses are aligned, so that it makes one access of several neighbours. LLVM finds the alignment of static
// arrays by itself, but not that of an address with a run-time size in it: it looks six operations far, and not through sizes of
// which a clause says what divides them.
//
// An address is a chain of sums, what belongs to inner loops and constants last. In front of these it is the same for all neighbours:
//
//	p = a + row*n + 4*thread            -> p is aligned to 16 bytes, if a is and 4 divides n
//	store x, p + j       (j in 0..4)
//
// Why it is right. That a power of two divides a value is found of the value itself: what it is computed of, down to constants and to parameters
// that a clause of the kernel speaks of. Such a clause holds wherever the kernel runs. It is found modulo 2^64 and stays true when a sum wraps.

// wide is the alignment of the widest access, in bytes.
const wide = 16

// findMultiples notes what divides the function's parameters by its clauses.
func (f *Function) findMultiples() {
	c, ok := contract.Of(f.Op)
	if f.multiples = map[*ir.Value]int64{}; !ok {
		return
	}
	for i, n := range c.Multiples() {
		if f.Op.Body(0) != nil && i < f.Op.Body(0).NumArgs() {
			f.multiples[f.Op.Body(0).Arg(i)] = powerIn(n)
		}
	}
}

// powerIn is the largest power of two up to wide that divides n.
func powerIn(n int64) int64 {
	if n == 0 {
		return wide
	}
	return min(n&-n, wide)
}

// multiple is a power of two up to wide that divides v.
func (f *Function) multiple(v *ir.Value) int64 {
	if m, known := f.multiples[v]; known {
		return m
	}
	m := f.findMultiple(v)
	f.multiples[v] = m
	return m
}

func (f *Function) findMultiple(v *ir.Value) int64 {
	if c, ok := ConstantOf(v); ok {
		return powerIn(c)
	}
	op := v.DefiningOp()
	if op == nil {
		if l, ok := ir.As[scf.ForOp](v.OwnerBlock().Parent()); ok && v.Index() == 0 {
			return min(f.multiple(l.LowerBound()), f.multiple(l.Step()))
		}
		return 1
	}
	switch op.Typed().(type) {
	case arith.AddIOp, arith.SubIOp, arith.OrIOp, arith.XOrIOp, arith.MinSIOp, arith.MaxSIOp, arith.MinUIOp, arith.MaxUIOp:
		return min(f.multiple(op.Operand(0)), f.multiple(op.Operand(1)))
	case arith.SelectOp:
		return min(f.multiple(op.Operand(1)), f.multiple(op.Operand(2)))
	case arith.MulIOp:
		return min(f.multiple(op.Operand(0))*f.multiple(op.Operand(1)), wide)
	case arith.DivUIOp: // exact, by a power of two
		if c, ok := ConstantOf(op.Operand(1)); ok && c > 0 && c&(c-1) == 0 {
			return max(f.multiple(op.Operand(0))/c, 1)
		}
	case arith.RemUIOp:
		return min(f.multiple(op.Operand(0)), f.multiple(op.Operand(1)))
	}
	return 1
}

// runTime says whether something that LLVM knows nothing of is in an index: a size, or what was loaded.
func (f *Function) runTime(v *ir.Value) bool {
	if op := v.DefiningOp(); op != nil {
		for _, x := range op.Operands() {
			if f.runTime(x) {
				return true
			}
		}
		return false
	}
	return f.Op == v.OwnerBlock().Parent()
}

// isTail says whether an addend tells neighbours from each other: a constant, or the counter of a loop, which LLVM may unroll.
func isTail(v *ir.Value) bool {
	if _, ok := ConstantOf(v); ok {
		return true
	}
	if v.DefiningOp() != nil {
		return false
	}
	return v.Index() == 0 && ir.Is[scf.ForOp](v.OwnerBlock().Parent())
}

// alignedTo is what is left of the alignment of a pointer, in bytes, when addends of an index are added.
func (f *Function) alignedTo(bytes int64, m Memory, addends []*ir.Value) int64 {
	for _, a := range addends {
		bytes = min(bytes, f.multiple(a)*int64(SizeOf(m.Elem)))
	}
	return bytes
}

// tellAlignment says how a pointer on the way to an element is aligned, if what is left of the index tells neighbours from each other, and
// LLVM would not see it.
func (f *Function) tellAlignment(p value.Value, m Memory, index *ir.Value, left []*ir.Value, bytes int64) {
	if !f.Lockstep || len(m.Dims) > 1 || bytes <= f.alignedTo(bytes, m, left) || !f.runTime(index) {
		return
	}
	for _, a := range left {
		if !isTail(a) {
			return
		}
	}
	c := f.Cur.NewCall(f.Intrinsic("llvm.assume", types.Void, types.I1), constant.True)
	c.OperandBundles = []*llvm.OperandBundle{llvm.NewOperandBundle("align", p, constant.NewInt(types.I64, bytes))}
}
