package sim

import (
	"descend/dialects/arith"
	"descend/dialects/gpu"
	"descend/dialects/memref"
	"descend/ir"
)

// Lanes of a block may choose different buffers: an if whose lanes part, a loop that they leave at different times. The
// register then has a mixed buffer, which says for each lane what it has chosen, and an operation on it is executed once
// for each of the buffers.

// setBuffer makes b the buffer of the active lanes in a register; the other lanes keep theirs.
func (f *frame) setBuffer(slot int, b *buffer, act []int32) {
	old := f.bufs[slot]
	if old == nil || old == b || len(act) == f.lanes {
		f.bufs[slot] = b // nobody reads a register that was never set for its lane
		return
	}
	mixed := &buffer{lanes: make([]*buffer, f.lanes)}
	for l := range mixed.lanes {
		mixed.lanes[l] = old.of(int32(l))
	}
	one := true
	for _, l := range act {
		mixed.lanes[l] = b.of(l)
	}
	for _, x := range mixed.lanes {
		one = one && x == mixed.lanes[0]
	}
	if f.bufs[slot] = mixed; one {
		f.bufs[slot] = mixed.lanes[0]
	}
}

// of is the buffer that a lane has chosen.
func (b *buffer) of(l int32) *buffer {
	if b == nil || b.lanes == nil {
		return b
	}
	return b.lanes[l]
}

// perBuffer is the code x of an operation on a memref, executed once for each of the buffers that its lanes have chosen.
func (c *code) perBuffer(op *ir.Operation, x exec) exec {
	slot, res := -1, -1
	for _, v := range op.Operands() {
		if _, ok := v.Type().(*ir.MemRefType); ok && mayDiffer(v) {
			slot = c.slot(v)
		}
	}
	if x == nil || slot < 0 || !c.kernel {
		return x
	}
	for _, v := range op.Results() {
		if _, ok := v.Type().(*ir.MemRefType); ok {
			res = c.slot(v)
		}
	}
	return func(f *frame, act []int32) {
		var made *buffer
		f.eachBuffer(slot, act, func(some []int32) {
			x(f, some)
			if res >= 0 && len(some) < len(act) {
				b := f.bufs[res]
				f.bufs[res] = made
				f.setBuffer(res, b, some)
				made = f.bufs[res]
			}
		})
	}
}

// eachBuffer calls do for each of the buffers that lanes have chosen, with the lanes that have it.
func (f *frame) eachBuffer(slot int, act []int32, do func(some []int32)) {
	mixed := f.bufs[slot]
	if mixed == nil || mixed.lanes == nil {
		do(act)
		return
	}
	rest, some := append(f.list(), act...), f.list()
	for len(rest) > 0 {
		b, left := mixed.lanes[rest[0]], rest[:0]
		some = some[:0]
		for _, l := range rest {
			if mixed.lanes[l] == b {
				some = append(some, l)
			} else {
				left = append(left, l)
			}
		}
		rest = left
		f.bufs[slot] = b
		do(some)
	}
	f.bufs[slot] = mixed
	f.release(rest[:0])
	f.release(some)
}

// mayDiffer says whether lanes may have chosen different buffers for a memref.
func mayDiffer(v *ir.Value) bool {
	op := v.DefiningOp()
	if op == nil {
		p := v.OwnerBlock().Parent()
		return p != nil && !ir.Is[gpu.FuncOp](p)
	}
	switch op.Typed().(type) {
	case memref.CastOp, memref.ViewOp, memref.TransposeOp, memref.CollapseShapeOp, memref.ExpandShapeOp:
		return mayDiffer(op.Operand(0))
	case memref.SubViewOp, memref.ReinterpretCastOp:
		return op.NumOperands() > 1 || mayDiffer(op.Operand(0))
	}
	return op.NumRegions() > 0 || ir.Is[arith.SelectOp](op)
}
