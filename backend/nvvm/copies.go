package nvvm

import (
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/backend/llvmgen"
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
		f.Cur.NewCall(f.Intrinsic("llvm.nvvm.cp.async.wait.group", types.Void, types.I32), constant.NewInt(types.I32, n))
		return true
	}
	return false
}

// copyAsync is one instruction. Copies of 16 bytes go past the first cache, which none of the smaller ones can.
func (f *function) copyAsync(o nvgpu.DeviceAsyncCopyOp) bool {
	dst, src := f.Mem(o.Dst()), f.Mem(o.Src())
	if o.SrcElements() != nil {
		return false
	}
	name := "llvm.nvvm.cp.async.ca.shared.global."
	if o.BypassL1() {
		name = "llvm.nvvm.cp.async.cg.shared.global."
	}
	bytes := map[int64]string{4: "4", 8: "8", 16: "16"}[o.DstElements()*int64(llvmgen.SizeOf(dst.Elem))]
	fn := f.Intrinsic(name+bytes, types.Void, bytePointer(shared), bytePointer(global))
	f.Cur.NewCall(fn, f.bytes(f.Address(dst, o.DstIndices()), shared), f.bytes(f.Address(src, o.SrcIndices()), global))
	f.Set(o.Operation, constant.NewInt(types.I32, 0))
	return true
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
