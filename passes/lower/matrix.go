package lower

import (
	"descend/dialects/arith"
	"descend/dialects/descend"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/math"
	"descend/ir"
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
	c, left, right := args[:2*m.High], args[2*m.High:2*m.High*(1+m.Wide)], args[2*m.High*(1+m.Wide):]
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

// add adds a product.
func (p *mmaFunction) add(sum, x, y *ir.Value) *ir.Value {
	if _, ok := sum.Type().(*ir.FloatType); ok {
		return math.Fma(p.Builder, x, y, sum)
	}
	return arith.AddI(p.Builder, sum, arith.MulI(p.Builder, x, y))
}
