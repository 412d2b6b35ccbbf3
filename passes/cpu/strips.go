package cpu

import (
	"descend/dialects/gpu"
	"descend/dialects/memref"
	"descend/dialects/scf"
	"descend/ir"
)

// dependence says what an index may depend on: the block's x and y, and the round of a loop.
type dependence int

const (
	onBlockX dependence = 1 << iota
	onBlockY
	onLoop
	onAnything = onBlockX | onBlockY | onLoop
)

// sharesColumns says whether the blocks of a column of the grid all read the same part of memory in a loop, as in a
// product of matrices: a load's place depends on the block's x and the loop, not on the block's y. Run row by row, the
// blocks come back to that memory after the whole row, when it has left the caches; in strips of few columns
// they find it there (backend/runtime/src/cpu.c).
func (k *kernel) sharesColumns() bool {
	known := map[*ir.Value]dependence{}
	rows, shared := false, false
	k.fn.Walk(func(op *ir.Operation) ir.WalkResult {
		switch o := op.Typed().(type) {
		case gpu.BlockIDOp:
			rows = rows || o.Dim() == gpu.Y
		case memref.LoadOp:
			shared = shared || k.readOnly(rootOf(o.MemRef())) && k.dependsOn(o.Indices(), known) == onBlockX|onLoop
		}
		return ir.Advance
	})
	return rows && shared
}

// dependsOn is what any of the values may depend on; known has what was found before.
func (k *kernel) dependsOn(vs []*ir.Value, known map[*ir.Value]dependence) dependence {
	var sum dependence
	for _, v := range vs {
		d, ok := known[v]
		if !ok {
			d = k.dependenceOf(v, known)
			known[v] = d
		}
		sum |= d
	}
	return sum
}

func (k *kernel) dependenceOf(v *ir.Value, known map[*ir.Value]dependence) dependence {
	if v.IsArg() {
		switch p := v.OwnerBlock().Parent(); {
		case p == k.fn.Operation:
			return 0
		case ir.Is[scf.ForOp](p) && v.Index() == 0:
			return onLoop | k.dependsOn([]*ir.Value{p.Operand(0), p.Operand(2)}, known) // not on how many rounds there are
		}
		return onAnything
	}
	if id, ok := ir.DefinedBy[gpu.BlockIDOp](v); ok {
		return map[gpu.Dim]dependence{gpu.X: onBlockX, gpu.Y: onBlockY}[id.Dim()]
	}
	op := v.DefiningOp()
	switch {
	case op.NumRegions() > 0, ir.Is[memref.LoadOp](op), !ir.IsMemoryEffectFree(op):
		return onAnything
	}
	return k.dependsOn(op.Operands(), known)
}
