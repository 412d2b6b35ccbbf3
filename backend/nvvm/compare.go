package nvvm

import (
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/backend/llvmgen"
	"descend/dialects/arith"
	"descend/dialects/gpu"
	"descend/dialects/scf"
	"descend/ir"
)

// Compare makes one instruction of comparisons that would take two, or that another one has made already.
func (f *function) Compare(o arith.CmpIOp) value.Value {
	if sh, ok := f.reaches(o); ok {
		return f.Vals[sh.Result(1)]
	}
	// LLVM compares an id of 64 bits in 32, but not what is left of one by a division.
	if v, w := plain(o.Operand(0), 64), plain(o.Operand(1), 64); (divided(v) || divided(w)) && f.bound(v) < narrowable && f.bound(w) < narrowable {
		return f.Cur.NewICmp(llvmgen.IntPreds[o.Predicate()], f.small(v), f.small(w))
	}
	return f.between(o)
}

// between compares what is below a constant, and counts only where it is also at least another one, with both at once. LLVM knows how many threads there are, and makes
// of a comparison with the last of them one for equality; of two of these it makes a switch, in each round of a loop.
func (f *function) between(o arith.CmpIOp) value.Value {
	id, ok := ir.DefinedBy[gpu.ThreadIDOp](o.Operand(0))
	most, isConst := llvmgen.ConstantOf(o.Operand(1))
	if !ok || !isConst || o.Predicate() != arith.ULT {
		return nil
	}
	least, ok := atLeast(o.Result(0), id.Result(0))
	if !ok || least < 0 || least >= most {
		return nil
	}
	x := f.Val(o.Operand(0))
	t := x.Type().(*types.IntType)
	return f.Cur.NewICmp(enum.IPredULT, f.Cur.NewSub(x, constant.NewInt(t, least)), constant.NewInt(t, most-least))
}

// atLeast is the constant that v is at least where a condition counts: it is only asked for together with that.
func atLeast(cond, v *ir.Value) (least int64, ok bool) {
	for {
		users := cond.Users()
		if len(users) != 1 || !ir.Is[arith.AndIOp](users[0]) {
			return 0, false
		}
		and := users[0]
		other := and.Operand(0)
		if other == cond {
			other = and.Operand(1)
		}
		if cmp, ok := ir.DefinedBy[arith.CmpIOp](other); ok && cmp.Predicate() == arith.UGE && cmp.Operand(0) == v {
			return llvmgen.ConstantOf(cmp.Operand(1))
		}
		cond = and.Result(0)
	}
}

// plain is the index that an integer of so many bits was made of.
func plain(v *ir.Value, bits int) *ir.Value {
	if op, ok := ir.DefinedBy[arith.IndexCastUIOp](v); ok {
		if to, ok := v.Type().(*ir.IntegerType); ok && to.Width == bits {
			return op.Operand(0)
		}
	}
	return v
}

func divided(v *ir.Value) bool {
	op := v.DefiningOp()
	return ir.Is[arith.DivUIOp](op) || ir.Is[arith.RemUIOp](op)
}

// reaches is the shuffle of which the second result is what a comparison says: a lane's number is not below k if there is a lane k before it, which is what
// shfl.up says, too. It takes k modulo 32, so that k has to be below.
func (f *function) reaches(o arith.CmpIOp) (gpu.ShuffleOp, bool) {
	k := o.Operand(1)
	if o.Predicate() != arith.UGE || !f.isLane(plain(o.Operand(0), 32)) || !belowWarp(plain(k, 32)) {
		return gpu.ShuffleOp{}, false
	}
	for u := range k.Uses() {
		if sh, ok := ir.As[gpu.ShuffleOp](u.Owner()); ok && sh.Mode() == gpu.ShuffleUp && sh.Offset() == k && sh.Block() == o.Block() && sh.IsBefore(o.Operation) {
			return sh, true
		}
	}
	return gpu.ShuffleOp{}, false
}

// isLane says whether v is the number of a lane, in blocks along x.
func (f *function) isLane(v *ir.Value) bool {
	op, ok := ir.DefinedBy[arith.RemUIOp](v)
	if !ok {
		return false
	}
	id, ok := ir.DefinedBy[gpu.ThreadIDOp](op.Operand(0))
	c, isConst := llvmgen.ConstantOf(op.Operand(1))
	return ok && id.Dim() == gpu.X && isConst && c == gpu.WarpSize && f.threadBound(gpu.Y) == 0 && f.threadBound(gpu.Z) == 0
}

// belowWarp says whether an index is below the number of lanes: a constant, or what a loop hands to its body while it is that small.
func belowWarp(v *ir.Value) bool {
	if c, ok := llvmgen.ConstantOf(v); ok {
		return 0 <= c && c < gpu.WarpSize
	}
	if v.DefiningOp() != nil {
		return false
	}
	loop, ok := ir.As[scf.WhileOp](v.OwnerBlock().Parent())
	if !ok || v.OwnerBlock() != loop.After() {
		return false
	}
	end := loop.Before().Back() // its operands are the condition and what it hands on
	while, ok := ir.DefinedBy[arith.CmpIOp](end.Operand(0))
	if !ok || while.Predicate() != arith.ULE || while.Operand(0) != end.Operand(1+v.Index()) {
		return false
	}
	c, ok := llvmgen.ConstantOf(while.Operand(1))
	return ok && 0 <= c && c < gpu.WarpSize
}
