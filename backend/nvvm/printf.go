package nvvm

import (
	"fmt"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/ir"
)

// printf calls vprintf with the arguments in a stack buffer, laid out as the fields of a C struct.
func (f *function) printf(op *ir.Operation) bool {
	i8p := types.NewPointer(types.I8)
	if f.intrinsics["vprintf"] == nil {
		f.out.Externs = append(f.out.Externs, "vprintf")
	}
	vprintf := f.intrinsic("vprintf", types.I32, i8p, i8p)
	var vals []value.Value
	var offsets []int64
	size := int64(0)
	for _, v := range op.Operands() {
		x := f.vararg(f.val(v))
		n := int64(sizeOf(x.Type()))
		size = (size + n - 1) / n * n
		vals, offsets = append(vals, x), append(offsets, size)
		size += n
	}
	var args value.Value = constant.NewNull(i8p)
	if len(vals) > 0 {
		arr := types.NewArray(uint64(size), types.I8)
		buf := f.allocs.NewAlloca(arr)
		buf.Align = 8
		for i, x := range vals {
			zero := constant.NewInt(types.I64, 0)
			p := f.cur.NewGetElementPtr(arr, buf, zero, constant.NewInt(types.I64, offsets[i]))
			f.cur.NewStore(x, f.cur.NewBitCast(p, types.NewPointer(x.Type())))
		}
		args = f.cur.NewBitCast(buf, i8p)
	}
	f.cur.NewCall(vprintf, f.cstring(op.StringAttr("format")), args)
	return true
}

// vararg promotes an argument as C does: to double, int or long long.
func (f *function) vararg(x value.Value) value.Value {
	switch t := x.Type().(type) {
	case *types.FloatType:
		if t.Kind != types.FloatKindDouble {
			return f.cur.NewFPExt(x, types.Double)
		}
	case *types.IntType:
		if t.BitSize == 1 {
			return f.cur.NewZExt(x, types.I32)
		}
		if t.BitSize < 32 {
			return f.cur.NewSExt(x, types.I32)
		}
	}
	return x
}

// cstring makes a constant string in global memory and gives a generic pointer to it.
func (f *function) cstring(s string) value.Value {
	arr := constant.NewCharArrayFromString(s + "\x00")
	g := f.mod.NewGlobalDef(fmt.Sprintf("__str%d", f.strings), arr)
	f.emitter.strings++
	g.Immutable, g.Linkage, g.AddrSpace = true, enum.LinkagePrivate, global
	g.Typ = types.NewPointer(arr.Typ)
	g.Typ.AddrSpace = global
	zero := constant.NewInt(types.I64, 0)
	gp := types.NewPointer(types.I8)
	return f.cur.NewAddrSpaceCast(constant.NewGetElementPtr(arr.Typ, g, zero, zero), gp)
}
