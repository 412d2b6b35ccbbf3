package lower

import (
	"descend/dialects/arith"
	"descend/dialects/descend"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes/mma"
	"descend/passes/place"
)

// This file lowers products of matrices: calls of a function of the module of kernels for each kind, which computes the product with
// shuffles. Backends that have an instruction for it use that.

// highest, widest and deepest bound the products that one function computes, in the least ones: it gets what other lanes have of a factor
// once for all of them, and all its sums are in registers.
const highest, widest, deepest = 4, 8, 8

// mostInRegisters is up to how many of the least products the numbers of a product are in registers. Those of more have no room there; loops over what is
// in memory of each lane then keep the code small.
const mostInRegisters = 128

// laneMMA lowers the product of two matrices, added to a third one, of which each lane has some elements.
func (f *fn) laneMMA(o descend.LaneMMAOp) {
	in, acc := descend.Format(o.Elem(1)), descend.Format(o.Elem(0))
	if in == "f32" {
		in = "tf32"
	}
	m, ok := contract.MMAOf(in, acc)
	rows, cols, deep := o.Tiles()
	if !ok || rows%m.High != 0 || deep%m.Wide != 0 {
		f.unsupported(o.Loc(), "a product of matrices of %s, added to %s", in, acc)
	}
	if rows/m.High*cols*(deep/m.Wide) > mostInRegisters {
		f.vals[o.Result(0)] = f.productsInMemory(m, o)
		return
	}
	sums, left, right := f.tiles(o, 0, cols), f.tiles(o, 1, deep), f.tiles(o, 2, cols)
	for l := 0; l < deep; l += deepest * m.Wide {
		for i := 0; i < rows; i += highest * m.High {
			for j := 0; j < cols; j += widest {
				p := contract.Product{MMA: m, Rows: min(highest, (rows-i)/m.High), Cols: min(widest, cols-j), Deep: min(deepest, (deep-l)/m.Wide)}
				f.product(p, sums.at(i, j), left.at(i, l), right.at(l, j))
			}
		}
	}
	f.vals[o.Result(0)], _ = f.unflatten(o.Result(0).Type(), sums.of)
}

// productsInMemory computes the products one by one, in loops. What a lane has stays where it is, or is put there by loops, but the sums are its own.
func (f *fn) productsInMemory(m contract.MMA, o descend.LaneMMAOp) *value {
	inMemory := func(v *value) *value {
		if v.from != nil { // which does not change: it is a value
			return v
		}
		return f.copied(v)
	}
	rows, cols, deep := o.Tiles()
	sum, left, right := f.copied(f.val(o.Operand(0))), inMemory(f.val(o.Operand(1))), inMemory(f.val(o.Operand(2)))
	f.counting(rows/m.High, func(i nat.Expr) {
		f.counting(cols, func(j nat.Expr) {
			f.counting(deep/m.Wide, func(l nat.Expr) {
				part := f.tilesIn(sum, i, j, m.High, 1)
				f.product(contract.Product{MMA: m, Rows: 1, Cols: 1, Deep: 1}, part, f.tilesIn(left, i, l, m.High, m.Wide), f.tilesIn(right, l, j, m.Wide, 1))
				for n, v := range part.of {
					row := i.Mul(nat.Int(int64(m.High))).Add(nat.Int(int64(n / 2)))
					to := sum.from.step(view.At(row)).step(view.At(j)).step(view.At(nat.Int(int64(n % 2))))
					f.store(to, o.Elem(0), scalarValue(o.Elem(0), v))
				}
			})
		})
	})
	return sum
}

// counting is a loop of a number of rounds.
func (f *fn) counting(rounds int, body func(i nat.Expr)) {
	f.forOp(f.constIndex(0), f.constIndex(int64(rounds)), func(i *ir.Value) {
		facts, name := f.facts, f.freshNat("k", i, classLoop+f.depth)
		f.depth++
		f.facts = facts.WithRange(name, nat.Int(0), nat.Int(int64(rounds)))
		body(nat.Var(name))
		f.depth--
		f.facts = facts
	})
}

// tilesIn are the tiles of a product of which the row and column are given: so many on top of each other and side by side.
func (f *fn) tilesIn(v *value, row, col nat.Expr, high, wide int) tiles {
	t := tiles{wide: wide}
	at := func(n nat.Expr, of, i int) nat.Expr { return n.Mul(nat.Int(int64(of))).Add(nat.Int(int64(i))) }
	for h := range high {
		for w := range wide {
			t.of = append(t.of, f.flatten(f.element(f.element(v, at(row, high, h)), at(col, wide, w)))...)
		}
	}
	return t
}

// tiles are what a lane has of a matrix, two numbers of each tile, in the order of rows, or of the part of it from a tile on.
type tiles struct {
	of   []*ir.Value
	wide int // tiles of a row
}

func (f *fn) tiles(o descend.LaneMMAOp, operand, wide int) tiles {
	return tiles{f.flatten(f.val(o.Operand(operand))), wide}
}

func (t tiles) at(row, col int) tiles { return tiles{t.of[2*(row*t.wide+col):], t.wide} }

// tile are the two numbers of a tile.
func (t tiles) tile(row, col int) []*ir.Value { return t.at(row, col).of[:2] }

// product calls the function for a part of a sum, and puts what it gives there.
func (f *fn) product(p contract.Product, sums, left, right tiles) {
	var args []*ir.Value
	eachSum := func(do func(tile []*ir.Value)) {
		for i := range p.Rows {
			for j := range p.Cols {
				for h := range p.High {
					do(sums.tile(i*p.High+h, j))
				}
			}
		}
	}
	eachSum(func(tile []*ir.Value) { args = append(args, tile...) })
	for i := range p.Rows * p.High {
		for l := range p.Across() {
			args = append(args, left.tile(i, l)...)
		}
	}
	for j := range p.Cols {
		for l := range p.Across() {
			args = append(args, right.tile(l, j)...)
		}
	}
	results := funcd.NewCall(f.b, p.Name(), ir.TypesOf(args[:p.Sums()]), args...).Results()
	eachSum(func(tile []*ir.Value) {
		copy(tile, results)
		results = results[2:]
	})
}

// laneFactors makes factors of what lanes have of a sum: each element is asked of the lane that has it. Which of that lane's elements it is may depend on
// the lane that asks: then it gets all that it could be, and takes one.
func (f *fn) laneFactors(o descend.LaneFactorsOp) {
	facts := f.facts
	defer func() { f.facts = facts }()
	t := o.Operand(0).Type().(*descend.ArrayType)
	cols := t.Elem.(*descend.ArrayType)
	elem := cols.Elem.(*descend.ArrayType).Elem
	rows, _ := t.Size.Int64()
	wide, _ := cols.Size.Int64()
	size := descend.ScalarSize(elem)
	of := f.val(o.Operand(0))
	x := &exchange{f: f, of: of, wide: wide, elem: elem, got: map[asked]*ir.Value{}}
	lane := f.id(place.LevelLane, 0)
	x.line, x.part = f.laneNumber(lane.Div(nat.Int(4)), contract.TileSide), f.laneNumber(lane, 4)
	factor := func(as form, lines, deep int64) *value {
		m := matrixIn{form: as, lines: lines * contract.TileSide, deep: deep * contract.TileSide}
		parts := make([]*ir.Value, 2*lines*deep)
		for i := range lines {
			for n := range 2 * deep {
				parts[m.element(i, n)] = x.element(m, i, n)
			}
		}
		v, _ := f.unflatten(t, parts)
		return v
	}
	left := f.neededPart(o.Result(0), 0, func() *value {
		if as := factors(size, wide*contract.TileSide, false); as != sums {
			return factor(as, rows, wide)
		}
		return of
	})
	right := f.neededPart(o.Result(0), 1, func() *value { return factor(factors(size, rows*contract.TileSide, true), wide, rows) })
	f.vals[o.Result(0)] = &value{typ: o.Result(0).Type(), parts: []*value{left, right}}
}

// exchange is one between lanes: what a lane has of a sum, in tiles of which so many are side by side, and where it is in each.
type exchange struct {
	f          *fn
	of         *value
	have       []*ir.Value // which it is, once somebody asks
	wide       int64
	elem       ir.Type
	line, part nat.Expr
	got        map[asked]*ir.Value
}

type asked struct {
	have int64
	from string
}

// element is number n of those of a line that is in tile i of a factor: in row and column of the sum.
func (x *exchange) element(m matrixIn, i, n int64) *ir.Value {
	k := nat.Int(n % m.group).Add(x.part.Mul(nat.Int(m.group)))
	first := n / m.group * 4 * m.group
	tile, k := first/contract.TileSide, k.Add(nat.Int(first%contract.TileSide))
	line := x.line
	row, col, at := line, k, func(next int64) int64 { return i*x.wide + tile + next }
	if m.turned {
		row, col, at = k, line, func(next int64) int64 { return (tile+next)*x.wide + i }
	}
	from := row.Mod(nat.Int(contract.TileSide)).Mul(nat.Int(4)).Add(col.Mod(nat.Int(contract.TileSide)).Div(nat.Int(2)))
	pick := func(next int64) *ir.Value { // the one of the two of a tile
		return x.either(col.Mod(nat.Int(2)), func(e int64) *ir.Value { return x.ask(2*at(next)+e, from) })
	}
	return x.either(k.Div(nat.Int(contract.TileSide)), pick)
}

// either is the value of a number that is 0 or 1.
func (x *exchange) either(number nat.Expr, of func(int64) *ir.Value) *ir.Value {
	number = x.f.simplify(number)
	if n, ok := number.Int64(); ok {
		return of(n)
	}
	second := arith.CmpI(x.f.b, arith.NE, x.f.addressOf(number), x.f.constIndex(0))
	return arith.Select(x.f.b, second, of(1), of(0))
}

// ask is what another lane has.
func (x *exchange) ask(have int64, from nat.Expr) *ir.Value {
	from = x.f.simplify(from)
	k := asked{have, from.Key()}
	if v := x.got[k]; v != nil {
		return v
	}
	lane := arith.IndexCast(x.f.b, x.f.addressOf(from), x.f.c.I32())
	if x.have == nil {
		x.have = x.f.flatten(x.of)
	}
	v := x.have[have]
	got, _ := gpu.NewShuffle(x.f.b, gpu.ShuffleIdx, x.f.widened(v), lane, x.f.constInt(gpu.WarpSize, x.f.c.I32()))
	x.got[k] = x.f.narrowed(got, v.Type())
	return x.got[k]
}

// products makes the functions for products that kernels call, at the end of their module.
func (m *module) products(kernels []*ir.Operation, b *ir.Builder) {
	made := map[contract.Product]bool{}
	for _, k := range kernels {
		for call := range ir.AllOf[funcd.CallOp](k) {
			if p, ok := contract.ProductCalled(call.Operation); ok && !made[p] {
				made[p] = true
				newProduct(b, p, call)
			}
		}
	}
}

// mmaFunction is a function for a product that is being made.
type mmaFunction struct {
	*ir.Builder
	of    contract.Product
	width *ir.Value
}

// newProduct makes the function that a call is of. For each of the four lanes s of a row of a, and of the columns of b that are those of the
// lane's sums, it gets what they have, and adds up their products: in the order of the tiles, then of the lanes, then of the elements of each. What it
// gets is used for all products of its row or column at once, the first columns of all tiles before the second ones, so that little of it has to be kept
// beside the sums: ptxas spills nothing of 64 x 64 sums, on sm_60 and sm_70.
func newProduct(b *ir.Builder, m contract.Product, call funcd.CallOp) {
	at := b.Save()
	defer b.Restore(at)
	f := funcd.NewFunc(b, m.Name(), ir.TypesOf(call.Operands()), ir.TypesOf(call.Results()))
	f.SetAttr("sym_visibility", b.Ctx.StringAttr("private"))
	args := f.Body(0).Args()
	b.AtEnd(f.Body(0))
	p := &mmaFunction{b, m, arith.NewConstantI32(b, gpu.WarpSize)}
	c, left, right := args[:m.Sums()], p.factors(args[m.Sums():m.Sums()+m.Left()]), p.factors(args[m.Sums()+m.Left():])
	lane := arith.IndexCast(b, b.Op("gpu.lane_id", nil, []ir.Type{b.Ctx.Index()}).Result(0), b.Ctx.I32())
	row := arith.AndI(b, lane, p.i32(gpu.WarpSize-4))             // first lane of the row
	col := arith.ShLI(b, arith.AndI(b, lane, p.i32(3)), p.i32(3)) // of the first column
	next := arith.OrI(b, col, p.i32(4))                           // of the second one
	sums := make([]*ir.Value, len(c))
	for i, v := range c {
		sums[i] = mma.Sum(b, m.MMA, v)
	}
	for w := range m.Across() {
		if w > 0 && w%m.Wide == 0 && mma.Rounds(m.MMA) {
			for i, v := range sums {
				sums[i] = mma.Sum(b, m.MMA, mma.Result(b, m.MMA, v))
			}
		}
		for s := range int64(4) {
			var rows [][2]*ir.Value
			for i := range m.Rows * m.High {
				rows = append(rows, p.pair(left[2*(i*m.Across()+w):][:2], p.plus(row, s)))
			}
			for k, from := range []*ir.Value{col, next} {
				for j := range m.Cols {
					x := p.pair(right[2*(j*m.Across()+w):][:2], p.plus(from, s))
					for i, a := range rows {
						sum := &sums[2*((i/m.High*m.Cols+j)*m.High+i%m.High)+k]
						for e := range 2 {
							*sum = mma.Add(b, *sum, a[e], x[e])
						}
					}
				}
			}
		}
	}
	for i, v := range sums {
		sums[i] = mma.Result(b, m.MMA, v)
	}
	funcd.NewReturn(b, sums...)
}

func (p *mmaFunction) i32(n int64) *ir.Value { return arith.NewConstantI32(p.Builder, n) }

func (p *mmaFunction) plus(v *ir.Value, n int64) *ir.Value {
	if n == 0 {
		return v
	}
	return arith.OrI(p.Builder, v, p.i32(n))
}

// packs says whether two elements of a factor are asked for at once.
func (p *mmaFunction) packs() bool { return p.of.In == "f16" || p.of.In == "i8" || p.of.In == "u8" }

// factors are what a lane has of a factor as others get it: as it is multiplied, or in fewer bits.
func (p *mmaFunction) factors(vs []*ir.Value) (out []*ir.Value) {
	if p.packs() {
		return vs
	}
	for _, v := range vs {
		out = append(out, mma.Factor(p.Builder, p.of.MMA, v))
	}
	return out
}

// pair are the two elements that another lane has of a tile, as they are multiplied.
func (p *mmaFunction) pair(vs []*ir.Value, lane *ir.Value) [2]*ir.Value {
	b, c := p.Builder, p.Ctx
	get := func(v *ir.Value) *ir.Value {
		got, _ := gpu.NewShuffle(b, gpu.ShuffleIdx, v, lane, p.width)
		return got
	}
	if !p.packs() {
		return [2]*ir.Value{get(vs[0]), get(vs[1])}
	}
	half, bits := p.of.In == "f16", c.Int(8)
	if half {
		bits = c.Int(16)
	}
	packed := func(v *ir.Value) *ir.Value {
		if half {
			v = arith.Bitcast(b, v, bits)
		}
		return arith.ExtUI(b, v, c.I32())
	}
	shift := p.i32(int64(bits.Width))
	both := get(arith.OrI(b, packed(vs[0]), arith.ShLI(b, packed(vs[1]), shift)))
	var out [2]*ir.Value
	for i, v := range []*ir.Value{both, arith.ShRUI(b, both, shift)} {
		v = arith.TruncI(b, v, bits)
		if half {
			v = arith.Bitcast(b, v, c.Float(ir.F16))
		}
		out[i] = mma.Factor(b, p.of.MMA, v)
	}
	return out
}
