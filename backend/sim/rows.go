package sim

import (
	"descend/dialects/gpu"
	"descend/dialects/nvgpu"
	"descend/dialects/vector"
	"descend/ir"
)

// Loads of matrices by rows of 16 bytes. A lane reads by itself what it gets, where the lanes that give the rows say: so races and what was never
// written show as for any load. What is counted is the access that hardware makes: of 16 bytes for each row.

// rowBytes is the length of a row of a tile.
const rowBytes = 16

// ldMatrix loads what a lane has of some tiles.
func (c *code) ldMatrix(o nvgpu.LdMatrixOp) exec {
	op := o.Operation
	t := o.Result(0).Type().(*ir.VectorType)
	if len(o.Indices()) != 1 {
		return func(f *frame, act []int32) { f.m.unsupported(op, "loads of matrices of this form") }
	}
	mem, idx, at := c.slot(o.MemRef()), c.slot(o.Indices()[0]), c.temp()
	num, tiles, each, turned := c.number(op), int32(o.NumTiles()), int32(t.Shape[1]), o.Transpose()
	var res []int
	for range tiles * each {
		res = append(res, c.temp())
	}
	c.vectors[o.Result(0)] = res
	return func(f *frame, act []int32) {
		if len(act) == 0 {
			return
		}
		f.wholeWarps(op, act)
		b := f.memory(op, mem, act)
		f.wholeRows(op, b, f.vals[idx], act, tiles)
		f.m.stats.Loads += int64(len(act)) * int64(len(res))
		x := f.vals[at]
		for i, r := range res {
			tile, e := int32(i)/each, int32(i)%each
			for _, l := range act {
				lane := l % gpu.WarpSize
				row, col := lane/4, lane%4*each+e
				if turned {
					row, col = col, row
				}
				x[l] = f.vals[idx][l-lane+8*tile+row] + uint64(col)
			}
			f.loadElements(op, num, b, x, f.vals[r], act)
		}
	}
}

// wholeRows wants the rows to be in memory and to begin at multiples of their length, and counts the access.
func (f *frame) wholeRows(op *ir.Operation, b *buffer, x []uint64, act []int32, tiles int32) {
	lanes := f.list()
	defer func() { f.release(lanes) }()
	n := uint64(rowBytes / b.size)
	for _, l := range act {
		if l%gpu.WarpSize >= 8*tiles {
			continue
		}
		lanes = append(lanes, l)
		if x[l] >= uint64(b.count) || uint64(b.count)-x[l] < n {
			f.outOfBounds(op, b, x[l]+n-1, l)
		}
		if at := b.position(x[l], l); at%rowBytes != 0 {
			d := f.m.fail(op, "sim-memory", "a row of a matrix starts at byte %d in %s, which is no multiple of %d", at, b.space, rowBytes)
			f.where(d, l)
			stop()
		}
	}
	if f.m.opts.Counters != nil {
		f.counted(op, b, int(n), x, lanes, false)
	}
}

// extract takes an element of a vector.
func (c *code) extract(o vector.ExtractOp) exec {
	n, ok := o.Element()
	from := c.vectors[o.Vector()]
	if !ok || n >= len(from) {
		return func(f *frame, act []int32) { f.m.unsupported(o.Operation, "vectors of this form") }
	}
	res := c.slot(o.Result(0))
	return func(f *frame, act []int32) { copyLanes(f.vals[res], f.vals[from[n]], act) }
}
