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
		n := f.Cur.NewMul(f.Cur.NewTrunc(f.Val(some), types.I32), constant.NewInt(types.I32, size))
		f.Cur.NewCall(fn, to, f.bytes(f.AnyAddress(src, o.SrcIndices()), global), n)
	} else {
		f.Cur.NewCall(f.Intrinsic(name, types.Void, params...), to, f.bytes(f.Address(src, o.SrcIndices()), global))
	}
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
