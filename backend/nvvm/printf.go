package nvvm

import (
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/backend/llvmgen"
	"descend/ir"
)

// printf calls vprintf with the arguments in a stack buffer, laid out as the fields of a C struct.
func (f *function) printf(op *ir.Operation) bool {
	i8p := types.NewPointer(types.I8)
	if !f.HasIntrinsic("vprintf") {
		f.emitter.out.Externs = append(f.emitter.out.Externs, "vprintf")
	}
	vprintf := f.Intrinsic("vprintf", types.I32, i8p, i8p)
	var vals []value.Value
	var offsets []int64
	size := int64(0)
	for _, v := range op.Operands() {
		x := f.Vararg(f.Val(v))
		n := int64(llvmgen.SizeOf(x.Type()))
		size = (size + n - 1) / n * n
		vals, offsets = append(vals, x), append(offsets, size)
		size += n
	}
	var args value.Value = constant.NewNull(i8p)
	if len(vals) > 0 {
		arr := types.NewArray(uint64(size), types.I8)
		buf := f.Allocs.NewAlloca(arr)
		buf.Align = 8
		for i, x := range vals {
			zero := constant.NewInt(types.I64, 0)
			p := f.Cur.NewGetElementPtr(arr, buf, zero, constant.NewInt(types.I64, offsets[i]))
			f.Cur.NewStore(x, f.Cur.NewBitCast(p, types.NewPointer(x.Type())))
		}
		args = f.Cur.NewBitCast(buf, i8p)
	}
	f.Cur.NewCall(vprintf, f.cstring(op.StringAttr("format")), args)
	return true
}

// cstring makes a constant string in global memory and gives a generic pointer to it.
func (f *function) cstring(s string) value.Value {
	g := f.NewString(s, global)
	zero := constant.NewInt(types.I64, 0)
	return f.Cur.NewAddrSpaceCast(constant.NewGetElementPtr(g.ContentType, g, zero, zero), types.NewPointer(types.I8))
}
