package lower

import (
	"descend/dialects/descend"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/nat"
	"descend/dialects/nvgpu"
	"descend/dialects/vector"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes/place"
)

// This file lowers loads of matrices. Where one lies in rows of 16 bytes in shared memory, lanes give where rows begin, for up to four tiles at once, and each gets what
// it has of all of them. Others are loaded by each lane for itself.

// form is in which form lanes have a matrix: of its rows, or of its columns if it is turned. Of each a lane has every fourth group of neighbours.
type form struct {
	group  int64
	turned bool
}

// sums is the form of sums.
var sums = form{group: 2}

// factors is that of factors with numbers of size bytes, of which so many are added up: what 32 bits have of them in a tile of rows of 16 bytes.
func factors(size, deep int64, turned bool) form {
	if n := 4 / size; n > 0 && deep%(4*n) == 0 {
		return form{n, turned}
	}
	return form{sums.group, turned}
}

// matrixIn is a matrix in a place, in a form: lines are its rows, or its columns if it is turned, of deep elements each.
type matrixIn struct {
	form
	place       *ir.Value
	elem        ir.Type
	lines, deep int64
}

func (f *fn) matrixIn(p *ir.Value, as form) matrixIn {
	rows := descend.ElemOf(p).(*descend.ArrayType)
	cols := rows.Elem.(*descend.ArrayType)
	lines, constant := rows.Size.Int64()
	deep, also := cols.Size.Int64()
	elem := descend.Existing(f.c, cols.Elem)
	if !constant || !also || lines%contract.TileSide != 0 || deep%contract.TileSide != 0 || !descend.IsScalar(elem) {
		f.unsupported(f.b.Loc(), "a matrix of %s", descend.Format(rows))
	}
	if as.turned {
		lines, deep = deep, lines
	}
	return matrixIn{as, p, elem, lines, deep}
}

// at is the way to an element in the place.
func (m matrixIn) at(line, k nat.Expr) []view.Elem {
	if m.turned {
		return []view.Elem{view.At(k), view.At(line)}
	}
	return []view.Elem{view.At(line), view.At(k)}
}

// element is which one of the pairs of tiles an element of a lane is, in the order of rows of tiles: number n of those of a line that is in tile i.
func (m matrixIn) element(i, n int64) int64 {
	if m.turned {
		return (n/2*(m.lines/contract.TileSide)+i)*2 + n%2
	}
	return i*(m.deep/contract.TileSide)*2 + n
}

// lanePlace reads a matrix as sums, left factors and right ones have it, in the forms that somebody wants.
func (f *fn) lanePlace(o descend.LanePlaceOp) {
	p := o.Place()
	m := f.matrixIn(p, sums)
	size := descend.ScalarSize(m.elem)
	left, right := factors(size, m.deep, false), factors(size, m.lines, true)
	t := o.Result(0).Type().(*ir.TupleType)
	read := map[form]*value{}
	parts := make([]*value, 3)
	for i, as := range []form{sums, left, right} {
		parts[i] = f.neededPart(o.Result(0), i, func() *value {
			if read[as] == nil {
				read[as] = f.laneMatrix(f.matrixIn(p, as), t.Types[i])
			}
			return read[as]
		})
	}
	f.vals[o.Result(0)] = &value{typ: t, parts: parts}
}

// laneMatrix reads a matrix in one form.
func (f *fn) laneMatrix(m matrixIn, t ir.Type) *value {
	if r, ok := f.rowsOf(m); ok {
		return f.laneRows(r, t)
	}
	facts := f.facts
	defer func() { f.facts = facts }()
	lane := f.id(place.LevelLane, 0)
	line, part := f.laneNumber(lane.Div(nat.Int(4)), contract.TileSide), f.laneNumber(lane, 4)
	to := &reference{root: f.newPrivate(t, f.b.Loc())}
	group, each := nat.Int(m.group), max(m.group, 2)
	f.loopOver(nat.Int(m.lines/contract.TileSide), func(i nat.Expr) {
		f.loopOver(nat.Int(2*m.deep/contract.TileSide/each), func(j nat.Expr) {
			for b := range each {
				groups := j.Mul(nat.Int(each / m.group)).Add(nat.Int(b / m.group))
				k := groups.Mul(nat.Int(4)).Mul(group).Add(part.Mul(group)).Add(nat.Int(b % m.group))
				v := f.elementOr0(m, i.Mul(nat.Int(contract.TileSide)).Add(line), k)
				row, col := i, j.Mul(nat.Int(each/2)).Add(nat.Int(b/2))
				if m.turned {
					row, col = col, row
				}
				f.store(to.step(view.At(row)).step(view.At(col)).step(view.At(nat.Int(b%2))), m.elem, scalarValue(m.elem, v))
			}
		})
	})
	return f.load(to, t)
}

// laneNumber is e % n, one number, so that sums of addresses stay as they are written.
func (f *fn) laneNumber(e nat.Expr, n int64) nat.Expr {
	if n == 1 {
		return nat.Int(0)
	}
	name := f.freshNat("q", f.natValue(e.Mod(nat.Int(n))), classThread)
	f.facts = f.facts.WithRange(name, nat.Int(0), nat.Int(n))
	return nat.Var(name)
}

// elementOr0 is an element, or 0 where it is not there.
func (f *fn) elementOr0(m matrixIn, line, k nat.Expr) *ir.Value {
	facts := f.facts
	defer func() { f.facts = facts }()
	steps := m.at(line, k)
	var conds []nat.Constraint
	f.resolveWith(m.place, steps, nil, func(c nat.Constraint) { conds = append(conds, c) })
	open := f.open(conds)
	load := func() *ir.Value { return f.load(&reference{place: m.place, steps: steps}, m.elem).ssa }
	t := ssaScalar(f.c, m.elem)
	zero := func() *ir.Value {
		if ft, ok := isFloatType(t); ok {
			return f.constFloat(0, ft)
		}
		return f.constInt(0, t)
	}
	switch {
	case open == nil:
		return zero()
	case len(open) == 0:
		return load()
	}
	there := f.facts
	f.facts = facts
	cond := f.all(open)
	f.facts = there
	return f.ifOp(cond, []ir.Type{t}, func() []*ir.Value { return []*ir.Value{load()} }, func() []*ir.Value { return []*ir.Value{zero()} })[0]
}

// rows is how a matrix lies in tiles of eight rows of 16 bytes.
type rows struct {
	matrixIn
	mem *ir.Value
	// across says that it is lines of which neighbours lie together, not elements of a line.
	across bool
	// at is the index of an element in mem.
	at func(line, k nat.Expr) nat.Expr
}

// rowsOf is how a matrix lies; false if a tile's rows are not neighbours that begin at multiples of 16 bytes, as far as it is known, or not all of it is there, or lanes
// would get it in another form. Tiles whose rows lie across are transposed, which there is for numbers of 16 bits alone.
func (f *fn) rowsOf(m matrixIn) (t rows, ok bool) {
	size := descend.ScalarSize(m.elem)
	wide := 4 * m.group // elements in a row
	if wide*size != 16 || m.deep%wide != 0 || m.lines == 0 || m.deep == 0 {
		return t, false
	}
	facts := f.facts
	defer func() { f.facts = facts }()
	number := func(prefix string, n int64) nat.Expr {
		v := coordName(0) + prefix
		f.facts = f.facts.WithRange(v, nat.Int(0), nat.Int(n))
		return nat.Var(v)
	}
	line, k := number("i", m.lines/contract.TileSide).Mul(nat.Int(contract.TileSide)), number("j", m.deep/wide).Mul(nat.Int(wide))
	x, y := number("x", contract.TileSide), number("y", wide)
	root, _ := f.target(&reference{place: m.place, steps: m.at(line, k)})
	if root.space != gpu.AddressSpace(f.c, gpu.Workgroup) || root.leafs == nil {
		return t, false
	}
	there := true
	f.resolveWith(m.place, m.at(line.Add(x), k.Add(y)), nil, func(c nat.Constraint) { there = there && f.facts.Proves(c) })
	if !there {
		return t, false
	}
	t = rows{matrixIn: m}
	t.at = func(line, k nat.Expr) nat.Expr {
		root, steps := f.target(&reference{place: m.place, steps: m.at(line, k)})
		l := f.locate(root, steps)
		t.mem = l.mem
		return l.idx
	}
	whole := t.at(line.Add(x), k.Add(y))
	if f.alignOf(t.mem, root, size) < gpu.SharedAlign {
		return t, false
	}
	// a row begins at from, which is so far from one of its elements
	neighbours := func(from, far nat.Expr) bool {
		return f.facts.Simplify(whole.Sub(from)).Equal(far) && f.divides(wide, from)
	}
	if neighbours(t.at(line.Add(x), k), y) {
		return t, true
	}
	t.across = true
	return t, size == 2 && neighbours(t.at(line, k.Add(y)), x)
}

// laneRows reads one.
func (f *fn) laneRows(t rows, typ ir.Type) *value {
	facts := f.facts
	defer func() { f.facts = facts }()
	lines, deep := t.lines/contract.TileSide, t.deep/(4*t.group)
	// registers of the tiles of a factor are in the order that products want: on top of each other first
	first, then := lines, deep
	if t.turned {
		first, then = deep, lines
	}
	high, wide := groupOf(first, then)
	lane := f.id(place.LevelLane, 0)
	in, tile := f.laneNumber(lane, contract.TileSide), lane.Div(nat.Int(contract.TileSide))
	below, beside := f.laneNumber(tile, high), f.laneNumber(tile.Div(nat.Int(high)), wide)
	parts := make([]*ir.Value, 2*lines*(t.deep/contract.TileSide))
	order := func(x, y nat.Expr) (line, k nat.Expr) {
		if t.turned {
			x, y = y, x
		}
		return x.Mul(nat.Int(contract.TileSide)), y.Mul(nat.Int(4 * t.group))
	}
	for i := int64(0); i < first; i += high {
		for j := int64(0); j < then; j += wide {
			line, k := order(nat.Int(i).Add(below), nat.Int(j).Add(beside))
			if t.across {
				k = k.Add(in)
			} else {
				line = line.Add(in)
			}
			v := nvgpu.NewLdMatrix(f.b, t.mem, []*ir.Value{f.addressOf(f.simplify(t.at(line, k)))}, high*wide, t.across)
			for n := range high * wide {
				x, y := i+n%high, j+n/high
				if t.turned {
					x, y = y, x
				}
				for e := range t.group {
					p := vector.NewExtract(f.b, v, n, e)
					if isBF16(t.elem) {
						p = f.bfloatOf(p)
					}
					parts[t.element(x, y*t.group+e)] = p
				}
			}
		}
	}
	v, _ := f.unflatten(typ, parts)
	return v
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
