package nvvm

import (
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/backend/llvmgen"
	"descend/dialects/arith"
	"descend/dialects/gpu/contract"
	"descend/dialects/nvgpu"
	"descend/ir"
)

// Copies that go on while their thread does something else: cp.async of compute capability 8.0. A token is the number 0, which LLVM
// leaves out: what a wait waits for is said by the number of groups.

// copies translates the operations of copies; false for others.
func (f *function) copies(op *ir.Operation) bool {
	switch o := op.Typed().(type) {
	case nvgpu.DeviceAsyncCopyOp:
		return f.copyAsync(o)
	case nvgpu.DeviceAsyncCreateGroupOp:
		f.Cur.NewCall(f.Intrinsic("llvm.nvvm.cp.async.commit.group", types.Void))
		return f.Set(op, constant.NewInt(types.I32, 0))
	case nvgpu.DeviceAsyncWaitOp:
		n, _ := o.NumGroups()
		if next, ok := ir.As[nvgpu.DeviceAsyncWaitOp](op.Next()); ok {
			if m, _ := next.NumGroups(); m <= n { // it waits for all that this one waits for
				return true
			}
		}
		f.Cur.NewCall(f.Intrinsic("llvm.nvvm.cp.async.wait.group", types.Void, types.I32), constant.NewInt(types.I32, n))
		return true
	}
	return false
}

// copyAsync is one instruction. Copies of 16 bytes go past the first cache, which none of the smaller ones can. One of which only some elements are read
// is told their bytes; where these are none, its source may lie anywhere, and its address be that of no object.
func (f *function) copyAsync(o nvgpu.DeviceAsyncCopyOp) bool {
	dst, src := f.Mem(o.Dst()), f.Mem(o.Src())
	size := int64(llvmgen.SizeOf(dst.Elem))
	name := "llvm.nvvm.cp.async.ca.shared.global."
	if o.BypassL1() {
		name = "llvm.nvvm.cp.async.cg.shared.global."
	}
	name += map[int64]string{4: "4", 8: "8", 16: "16"}[o.DstElements()*size]
	params := []types.Type{bytePointer(shared), bytePointer(global)}
	to := f.bytes(f.Address(dst, o.DstIndices()), shared)
	if some := o.SrcElements(); some != nil {
		fn := f.Intrinsic(name+".s", types.Void, append(params, types.I32)...)
		f.Cur.NewCall(fn, to, f.bytes(f.AnyAddress(src, o.SrcIndices()), global), f.bytesThere(some, size))
	} else {
		f.Cur.NewCall(f.Intrinsic(name, types.Void, params...), to, f.bytes(f.Address(src, o.SrcIndices()), global))
	}
	f.Set(o.Operation, constant.NewInt(types.I32, 0))
	return true
}

// bytesThere is a number of elements in bytes. All or none by several conditions is chosen by one instruction, which LLVM does not look into: it would
// choose by one condition after the other, and take the first choices out of loops. The assembler, which copies under a predicate where it sees such a
// choice, would then see numbers, and compare each with 0 again.
func (f *function) bytesThere(some *ir.Value, size int64) value.Value {
	if s, ok := ir.DefinedBy[arith.SelectOp](some); ok && ir.Is[arith.AndIOp](s.Condition().DefiningOp()) {
		all, constant1 := arith.ConstantInt(s.TrueValue())
		none, constant2 := arith.ConstantInt(s.FalseValue())
		if constant1 && constant2 && none == 0 {
			asm := llir.NewInlineAsm(types.NewPointer(types.NewFunc(types.I32, types.I32, types.I1)), contract.ChooseAssembly, "=r,n,b")
			return f.Cur.NewCall(asm, constant.NewInt(types.I32, all*size), f.Val(s.Condition()))
		}
	}
	return f.Cur.NewMul(f.Cur.NewTrunc(f.Val(some), types.I32), constant.NewInt(types.I32, size))
}

func bytePointer(space types.AddrSpace) *types.PointerType {
	p := types.NewPointer(types.I8)
	p.AddrSpace = space
	return p
}

// bytes is a pointer as one to bytes.
func (f *function) bytes(p value.Value, space types.AddrSpace) value.Value {
	return f.Cur.NewBitCast(p, bytePointer(space))
}
