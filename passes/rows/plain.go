// Package rows makes plain loads of those of matrices by rows of 16 bytes, for what has no others: the CPU, and GPUs before compute
// capability 7.5.
//
//	%v = nvgpu.ldmatrix %s[%i] {numTiles = 1, transpose = false}        %row, %_ = gpu.shuffle idx %i, lane / 4
//	%x = vector.extract %v[0, 1]                                   ->   %j = %row + lane % 4 * 2 + 1
//	                                                                    %x = memref.load %s[%j]
//
// The package must not know targets.
package rows

import (
	"descend/dialects/arith"
	"descend/dialects/gpu"
	"descend/dialects/memref"
	"descend/dialects/nvgpu"
	"descend/dialects/vector"
	"descend/ir"
)

// In says whether an operation has such loads in it.
func In(op *ir.Operation) bool {
	for range ir.AllOf[nvgpu.LdMatrixOp](op) {
		return true
	}
	return false
}

// Plain replaces the loads in a kernel.
func Plain(kernel *ir.Operation) {
	b := ir.NewBuilder(kernel.Context())
	var ops []*ir.Operation
	kernel.Walk(func(op *ir.Operation) ir.WalkResult {
		if ir.Is[nvgpu.LdMatrixOp](op) || ir.Is[vector.ExtractOp](op) {
			ops = append(ops, op)
		}
		return ir.Advance
	})
	elems := map[*ir.Value][]*ir.Value{}
	var dead []*ir.Operation
	for _, op := range ops {
		b.Before(op).At(op.Loc())
		switch o := op.Typed().(type) {
		case nvgpu.LdMatrixOp:
			elems[o.Result(0)] = load(b, o)
			dead = append(dead, op)
		case vector.ExtractOp:
			n, ok := o.Element()
			if all := elems[o.Vector()]; ok && n < len(all) {
				o.Result(0).ReplaceAllUsesWith(all[n])
				op.Erase()
			}
		}
	}
	for _, op := range dead {
		op.Erase()
	}
}

// load makes the loads that a load means: of each tile the elements of the lane, which are 32 bits.
func load(b *ir.Builder, o nvgpu.LdMatrixOp) (out []*ir.Value) {
	c := b.Ctx
	index := func(n int64) *ir.Value { return arith.NewConstantIndex(b, n) }
	number := func(n int64) *ir.Value { return arith.NewConstantI32(b, n) }
	each := o.Result(0).Type().(*ir.VectorType).Shape[1]
	lane := arith.IndexCast(b, b.Op("gpu.lane_id", nil, []ir.Type{c.Index()}).Result(0), c.I32())
	row, mine := arith.ShRUI(b, lane, number(2)), arith.MulI(b, arith.AndI(b, lane, number(3)), number(each))
	place := arith.IndexCast(b, o.Indices()[0], c.I32()) // of shared memory, which has fewer elements
	start := func(of *ir.Value) *ir.Value {
		v, _ := gpu.NewShuffle(b, gpu.ShuffleIdx, place, of, number(gpu.WarpSize))
		return arith.IndexCast(b, v, c.Index())
	}
	for t := range o.NumTiles() {
		first := number(8 * t)
		if !o.Transpose() {
			at := arith.AddI(b, start(arith.AddI(b, first, row)), arith.IndexCast(b, mine, c.Index()))
			for e := range each {
				out = append(out, memref.NewLoad(b, o.MemRef(), arith.AddI(b, at, index(e))))
			}
			continue
		}
		for e := range each {
			from := start(arith.AddI(b, arith.AddI(b, first, mine), number(e)))
			out = append(out, memref.NewLoad(b, o.MemRef(), arith.AddI(b, from, arith.IndexCast(b, row, c.Index()))))
		}
	}
	return out
}
