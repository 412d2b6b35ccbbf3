package lower

import (
	"descend/dialects/descend"
	"descend/dialects/gpu"
	"descend/dialects/nat"
	"descend/dialects/nvgpu"
	"descend/dialects/vector"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes/place"
)

// This file lowers loads of matrices that lie in rows of 16 bytes in shared memory: lanes give where rows begin, for up to four tiles of
// 8 x 8 elements at once, and each gets what it has of all of them.

// tileSide is the number of rows and columns of a tile.
const tileSide = 8

// rowTiles is how a matrix of numbers of 16 bits lies in tiles.
type rowTiles struct {
	mem        *ir.Value
	rows, cols int64 // in tiles
	// columns says that it is columns whose elements are neighbours.
	columns bool
	// at is the index of an element in mem.
	at func(row, col nat.Expr) nat.Expr
}

// rowTilesOf is how the matrix in a place lies; false if a tile's rows are not neighbours that begin at multiples of 16 bytes, as far as it
// is known, or not all of it is there.
func (f *fn) rowTilesOf(p *ir.Value) (t rowTiles, ok bool) {
	rows := descend.ElemOf(p).(*descend.ArrayType)
	cols := rows.Elem.(*descend.ArrayType)
	r, constant := rows.Size.Int64()
	c, also := cols.Size.Int64()
	elem := descend.Existing(f.c, cols.Elem)
	if !constant || !also || r <= 0 || c <= 0 || r%tileSide != 0 || c%tileSide != 0 || !descend.IsScalar(elem) || descend.ScalarSize(elem) != 2 {
		return t, false
	}
	facts := f.facts
	defer func() { f.facts = facts }()
	number := func(prefix string, n int64) nat.Expr {
		v := coordName(0) + prefix
		f.facts = f.facts.WithRange(v, nat.Int(0), nat.Int(n))
		return nat.Var(v)
	}
	eight := nat.Int(tileSide)
	row, col, x, y := number("i", r/tileSide).Mul(eight), number("j", c/tileSide).Mul(eight), number("x", tileSide), number("y", tileSide)
	root, _ := f.target(&reference{place: p, steps: []view.Elem{view.At(row), view.At(col)}})
	if root.space != gpu.AddressSpace(f.c, gpu.Workgroup) || root.leafs == nil {
		return t, false
	}
	there := true
	f.resolveWith(p, []view.Elem{view.At(row.Add(x)), view.At(col.Add(y))}, nil, func(k nat.Constraint) { there = there && f.facts.Proves(k) })
	if !there {
		return t, false
	}
	t = rowTiles{rows: r / tileSide, cols: c / tileSide, at: func(row, col nat.Expr) nat.Expr {
		root, steps := f.target(&reference{place: p, steps: []view.Elem{view.At(row), view.At(col)}})
		l := f.locate(root, steps)
		t.mem = l.mem
		return l.idx
	}}
	start := t.at(row, col.Add(y))
	if f.alignOf(t.mem, root, 2) < gpu.SharedAlign {
		return t, false
	}
	// from is where the neighbours begin, next the one that is far from there.
	neighbours := func(from, next, far nat.Expr) bool {
		return f.facts.Simplify(next.Sub(from)).Equal(far) && f.divides(tileSide, from)
	}
	whole := t.at(row.Add(x), col.Add(y))
	if neighbours(t.at(row.Add(x), col), whole, y) {
		return t, true
	}
	t.columns = true
	return t, neighbours(start, whole, x)
}

// inRows says whether a matrix can be read by its rows.
func (f *fn) inRows(o descend.InRowsOp) bool {
	_, ok := f.rowTilesOf(o.Place())
	return ok
}

// laneRows reads one.
func (f *fn) laneRows(o descend.LaneRowsOp) {
	t, ok := f.rowTilesOf(o.Place())
	if !ok {
		f.unsupported(o.Loc(), "a matrix that does not lie in rows of 16 bytes")
	}
	a := o.Result(0).Type().(*descend.ArrayType)
	elem := descend.Innermost(a)
	high, wide := groupOf(t.rows, t.cols)
	lane := f.id(place.LevelLane, 0)
	// one number each, so that sums of addresses stay as they are written
	number := func(e nat.Expr, n int64) nat.Expr {
		if n == 1 {
			return nat.Int(0)
		}
		name := f.freshNat("q", f.natValue(e.Mod(nat.Int(n))), classThread)
		f.facts = f.facts.WithRange(name, nat.Int(0), nat.Int(n))
		return nat.Var(name)
	}
	in, tile := number(lane, tileSide), lane.Div(nat.Int(tileSide))
	below, beside := number(tile, high), number(tile.Div(nat.Int(high)), wide)
	parts := make([]*ir.Value, 2*t.rows*t.cols)
	for i := int64(0); i < t.rows; i += high {
		for j := int64(0); j < t.cols; j += wide {
			row := nat.Int(tileSide * i).Add(below.Mul(nat.Int(tileSide)))
			col := nat.Int(tileSide * j).Add(beside.Mul(nat.Int(tileSide)))
			if t.columns {
				col = col.Add(in)
			} else {
				row = row.Add(in)
			}
			at := f.addressOf(f.simplify(t.at(row, col)))
			v := nvgpu.NewLdMatrix(f.b, t.mem, []*ir.Value{at}, high*wide, t.columns != o.Turned())
			for k := range high * wide {
				for e := range int64(2) {
					x := vector.NewExtract(f.b, v, k, e)
					if isBF16(elem) {
						x = f.bfloatOf(x)
					}
					parts[2*((i+k%high)*t.cols+j+k/high)+e] = x
				}
			}
		}
	}
	f.vals[o.Result(0)], _ = f.unflatten(a, parts)
}

// groupOf is which tiles are read together, of so many on top of each other and side by side: one, two or four.
func groupOf(rows, cols int64) (high, wide int64) {
	switch {
	case rows%2 == 0 && cols%2 == 0:
		return 2, 2
	case rows%4 == 0:
		return 4, 1
	case cols%4 == 0:
		return 1, 4
	case rows%2 == 0:
		return 2, 1
	case cols%2 == 0:
		return 1, 2
	}
	return 1, 1
}
