package lower

import (
	"descend/dialects/arith"
	"descend/dialects/descend"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/math"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes/place"
)

// This file lowers products of matrices: calls of a function of the module of kernels for each kind, which computes the product with
// shuffles. Backends that have an instruction for it use that.

// laneMMA lowers the product of small matrices, of which each lane has some elements.
func (f *fn) laneMMA(o descend.LaneMMAOp) {
	t := o.Operand(0).Type().(*descend.ArrayType)
	kind := contract.MMA{In: descend.Format(o.Operand(1).Type().(*descend.ArrayType).Elem), Acc: descend.Format(t.Elem)}
	if kind.In == "f32" {
		kind.In = "tf32"
	}
	m, ok := contract.MMAOf(kind.In, kind.Acc)
	if high, wide := o.Tiles(); !ok || high != m.High || wide != m.Wide {
		f.unsupported(o.Loc(), "a product of matrices of %s, added to %s", kind.In, kind.Acc)
	}
	var args []*ir.Value
	for _, v := range o.Operands() {
		args = append(args, f.flatten(f.val(v))...)
	}
	call := funcd.NewCall(f.b, m.Name(), typesOf(args[:2*m.High]), args...)
	sum, _ := f.unflatten(t, call.Results())
	f.vals[o.Result(0)] = sum
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
	x := &exchange{f: f, have: f.flatten(of), wide: wide, elem: elem, got: map[asked]*ir.Value{}}
	lane := f.id(place.LevelLane, 0)
	x.line, x.part = f.laneNumber(lane.Div(nat.Int(4)), tileSide), f.laneNumber(lane, 4)
	factor := func(as form, lines, deep int64) *value {
		m := matrixIn{form: as, lines: lines * tileSide, deep: deep * tileSide}
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
		if as := factors(size, wide*tileSide, false); as != sums {
			return factor(as, rows, wide)
		}
		return of
	})
	right := f.neededPart(o.Result(0), 1, func() *value { return factor(factors(size, rows*tileSide, true), wide, rows) })
	f.vals[o.Result(0)] = &value{typ: o.Result(0).Type(), parts: []*value{left, right}}
}

// exchange is one between lanes: what a lane has of a sum, in tiles of which so many are side by side, and where it is in each.
type exchange struct {
	f          *fn
	have       []*ir.Value
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
	tile, k := first/tileSide, k.Add(nat.Int(first%tileSide))
	line := x.line
	row, col, at := line, k, func(next int64) int64 { return i*x.wide + tile + next }
	if m.turned {
		row, col, at = k, line, func(next int64) int64 { return (tile+next)*x.wide + i }
	}
	from := row.Mod(nat.Int(tileSide)).Mul(nat.Int(4)).Add(col.Mod(nat.Int(tileSide)).Div(nat.Int(2)))
	pick := func(next int64) *ir.Value { // the one of the two of a tile
		return x.either(col.Mod(nat.Int(2)), func(e int64) *ir.Value { return x.ask(2*at(next)+e, from) })
	}
	return x.either(k.Div(nat.Int(tileSide)), pick)
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
	v := x.have[have]
	got, _ := gpu.NewShuffle(x.f.b, gpu.ShuffleIdx, x.f.widened(v), lane, x.f.constInt(gpu.WarpSize, x.f.c.I32()))
	x.got[k] = x.f.narrowed(got, v.Type())
	return x.got[k]
}

// products makes the functions for products that kernels call, at the end of their module.
func (m *module) products(kernels []*ir.Operation, b *ir.Builder) {
	made := map[string]bool{}
	for _, k := range kernels {
		for call := range ir.AllOf[funcd.CallOp](k) {
			for _, p := range contract.MMAs {
				if name := p.Name(); !made[name] && call.CalleeRef().Root == name {
					made[name] = true
					newProduct(b, p, call)
				}
			}
		}
	}
}

// mmaFunction is a function for a product that is being made.
type mmaFunction struct {
	*ir.Builder
	of    contract.MMA
	width *ir.Value
}

// newProduct makes the function that a call is of. For each of the four lanes s of a row of a, and of the columns of b that are those of the
// lane's sums, it gets what they have, and adds up their products: in the order of the tiles, then of the lanes, then of the elements of each.
func newProduct(b *ir.Builder, m contract.MMA, call funcd.CallOp) {
	at := b.Save()
	defer b.Restore(at)
	f := funcd.NewFunc(b, m.Name(), typesOf(call.Operands()), typesOf(call.Results()))
	f.SetAttr("sym_visibility", b.Ctx.StringAttr("private"))
	args := f.Body(0).Args()
	b.AtEnd(f.Body(0))
	p := &mmaFunction{b, m, arith.NewConstantI32(b, gpu.WarpSize)}
	c, left, right := args[:2*m.High], p.rounded(args[2*m.High:2*m.High*(1+m.Wide)]), p.rounded(args[2*m.High*(1+m.Wide):])
	lane := arith.IndexCast(b, b.Op("gpu.lane_id", nil, []ir.Type{b.Ctx.Index()}).Result(0), b.Ctx.I32())
	row := arith.AndI(b, lane, p.i32(gpu.WarpSize-4))             // first lane of the row
	col := arith.ShLI(b, arith.AndI(b, lane, p.i32(3)), p.i32(3)) // of the first column
	next := arith.OrI(b, col, p.i32(4))                           // of the second one
	sums := make([]*ir.Value, len(c))
	for i, v := range c {
		sums[i] = p.wide(v, m.Acc == "f16")
	}
	for w := range m.Wide {
		for s := range int64(4) {
			b0 := p.pair(right[2*w:2*w+2], p.plus(col, s))
			b1 := p.pair(right[2*w:2*w+2], p.plus(next, s))
			for h := range m.High {
				a := p.pair(left[2*(h*m.Wide+w):][:2], p.plus(row, s))
				for e := range 2 {
					sums[2*h] = p.add(sums[2*h], a[e], b0[e])
					sums[2*h+1] = p.add(sums[2*h+1], a[e], b1[e])
				}
			}
		}
	}
	for i, v := range sums {
		if v.Type() != c[i].Type() {
			sums[i] = arith.TruncF(b, v, c[i].Type())
		}
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

// wide is a number as products of it are added up.
func (p *mmaFunction) wide(v *ir.Value, half bool) *ir.Value {
	c := p.Ctx
	switch {
	case half:
		return arith.ExtF(p.Builder, v, c.F32())
	case p.of.In == "i8" && v.Type() == c.Int(8):
		return arith.ExtSI(p.Builder, v, c.I32())
	case p.of.In == "u8" && v.Type() == c.Int(8):
		return arith.ExtUI(p.Builder, v, c.I32())
	}
	return v
}

// pair are the two elements that another lane has of a tile.
func (p *mmaFunction) pair(vs []*ir.Value, lane *ir.Value) [2]*ir.Value {
	b, c := p.Builder, p.Ctx
	get := func(v *ir.Value) *ir.Value {
		got, _ := gpu.NewShuffle(b, gpu.ShuffleIdx, v, lane, p.width)
		return got
	}
	half := p.of.In == "f16"
	if !half && p.of.In != "i8" && p.of.In != "u8" {
		return [2]*ir.Value{get(vs[0]), get(vs[1])}
	}
	bits := c.Int(8)
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
		out[i] = p.wide(v, half)
	}
	return out
}

// rounded are factors as they are multiplied: of tf32 the nearest numbers of 10 bits behind the point, of two that are as near the one that is farther from 0.
func (p *mmaFunction) rounded(vs []*ir.Value) (out []*ir.Value) {
	if p.of.In != "tf32" {
		return vs
	}
	b := p.Builder
	for _, v := range vs {
		near := arith.AndI(b, arith.AddI(b, arith.Bitcast(b, v, p.Ctx.I32()), p.i32(0x1000)), p.i32(-0x2000))
		out = append(out, arith.Select(b, arith.CmpF(b, arith.UNO, v, v), v, arith.Bitcast(b, near, v.Type())))
	}
	return out
}

// add adds a product.
func (p *mmaFunction) add(sum, x, y *ir.Value) *ir.Value {
	if _, ok := sum.Type().(*ir.FloatType); ok {
		return math.Fma(p.Builder, x, y, sum)
	}
	return arith.AddI(p.Builder, sum, arith.MulI(p.Builder, x, y))
}
