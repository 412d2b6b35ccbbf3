package nvvm

import (
	"fmt"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"descend/dialects/nvgpu"
	"descend/dialects/vector"
	"descend/ir"
)

// Loads of matrices by rows of 16 bytes: ldmatrix of compute capability 7.5.

// vectors are by vector its elements, in row-major order.
type vectors map[*ir.Value][]value.Value

// rows translates such loads, and what takes elements out of them; false for others.
func (f *function) rows(op *ir.Operation) bool {
	switch o := op.Typed().(type) {
	case nvgpu.LdMatrixOp:
		return f.ldMatrix(o)
	case vector.ExtractOp:
		n, ok := o.Element()
		all := f.vectors[o.Vector()]
		return ok && n < len(all) && f.Set(op, all[n])
	}
	return false
}

// ldMatrix is one instruction: a register of 32 bits for each tile.
func (f *function) ldMatrix(o nvgpu.LdMatrixOp) bool {
	t := o.Result(0).Type().(*ir.VectorType)
	mem := f.Mem(o.MemRef())
	kind := ""
	if o.Transpose() {
		kind = ".trans"
	}
	tiles := o.NumTiles()
	var result types.Type = types.I32
	if tiles > 1 {
		var all []types.Type
		for range tiles {
			all = append(all, types.I32)
		}
		result = types.NewStruct(all...)
	}
	fn := f.Intrinsic(fmt.Sprintf("llvm.nvvm.ldmatrix.sync.aligned.m8n8.x%d%s.b16.p3i8", tiles, kind), result, bytePointer(shared))
	v := value.Value(f.Cur.NewCall(fn, f.bytes(f.Address(mem, o.Indices()), shared)))
	each := t.Shape[1]
	var elems []value.Value
	for i := range tiles {
		register := v
		if tiles > 1 {
			register = f.Cur.NewExtractValue(v, uint64(i))
		}
		if each == 1 {
			elems = append(elems, f.Cur.NewBitCast(register, mem.Elem))
			continue
		}
		all := f.Cur.NewBitCast(register, types.NewVector(uint64(each), mem.Elem))
		for e := range each {
			elems = append(elems, f.Cur.NewExtractElement(all, constant.NewInt(types.I32, e)))
		}
	}
	if f.vectors == nil {
		f.vectors = vectors{}
	}
	f.vectors[o.Result(0)] = elems
	return true
}
