package cpu

import (
	"descend/dialects/arith"
	"descend/dialects/gpu/contract"
	"descend/dialects/memref"
	"descend/ir"
	"descend/passes/mma"
)

// A product of matrices that a warp computes together is computed here by loops over rows and columns, in place of the exchanges
// that its function is made of: each lane puts what it has into arrays of the warp, row by row as numbers that are added up and multiplied, and takes
// its part of the sums from there.
//
//	%d:4 = func.call @descend_mma_f16_f32_1x1x1(%c.., %a.., %b..)
//
//	->  scf.for %lane { memref.store %c, %sum[..]; memref.store %a, %left[..]; memref.store %b, %right[..] }
//	    scf.for %row { scf.for %k { scf.for %col { sum[row, col] += left[row, k] * right[k, col] } } }
//	    scf.for %lane { %d = memref.load %sum[..] }

// warpProduct is a product in a loop over warps. Its arrays are those of all products of its kind: a lane takes its sums before it puts those of the
// next one there, and of two products of one kind it has the same elements.
type warpProduct struct {
	op *ir.Operation
	of contract.Product
}

// eachLane is how many elements of each row of a tile a lane has.
const eachLane = 2

// shape gives the rows and columns of the sum and the columns of the left factor.
func (p *warpProduct) shape() (rows, cols, deep int64) {
	return int64(p.of.Rows*p.of.High) * contract.TileSide, int64(p.of.Cols) * contract.TileSide, int64(p.of.Across()) * contract.TileSide
}

// parts are the arguments: of the sum, of the left factor, and of the right one.
func (p *warpProduct) parts() (sum, left, right []*ir.Value) {
	vs := p.op.Operands()
	return vs[:p.of.Sums()], vs[p.of.Sums():][:p.of.Left()], vs[p.of.Sums()+p.of.Left():]
}

// productArrays are the arrays of a warp for products of a kind.
type productArrays struct{ sum, left, right *ir.Value }

func (k *kernel) productArrays(p *warpProduct) productArrays {
	if a, ok := k.products[p.of]; ok {
		return a
	}
	rows, cols, deep := p.shape()
	t := mma.Type(k.c, p.of.MMA)
	array := func(n int64) *ir.Value { return k.allocate(k.c.MemRefType([]int64{n}, t, nil, nil)) }
	a := productArrays{array(rows * cols), array(rows * deep), array(deep * cols)}
	k.products[p.of] = a
	return a
}

// spot is where a lane has the first element of each tile: row lane / 4, and of the columns lane % 4 * 2 and the next one. Of the right factor, whose
// columns those of its tiles are, rows and columns change places.
func (t *thread) spot(line, part int64) *ir.Value {
	four := t.index(4)
	row, col := arith.DivUI(t.b, t.lane, four), arith.MulI(t.b, arith.RemUI(t.b, t.lane, four), t.index(eachLane))
	return t.add(t.mul(row, line), t.mul(col, part))
}

// eachSum calls do with the number of each element of a sum that a lane has, and where it is from its spot on.
func (p *warpProduct) eachSum(do func(n int, at int64)) {
	_, cols, _ := p.shape()
	n := 0
	for i := range p.of.Rows {
		for j := range p.of.Cols {
			for h := range p.of.High {
				for e := range eachLane {
					do(n, int64((i*p.of.High+h)*contract.TileSide)*cols+int64(j*contract.TileSide+e))
					n++
				}
			}
		}
	}
}

// pack puts what a lane has into the arrays of the warp.
func (t *thread) pack(p *warpProduct) {
	t.b.At(p.op.Loc())
	a := t.productArrays(p)
	_, cols, deep := p.shape()
	sum, left, right := p.parts()
	put := func(v, into, spot *ir.Value, at int64) {
		memref.NewStore(t.b, v, into, t.add(spot, t.index(at)))
	}
	ofSum, ofLeft, ofRight := t.spot(cols, 1), t.spot(deep, 1), t.spot(1, cols)
	p.eachSum(func(n int, at int64) {
		put(mma.Sum(t.b, p.of.MMA, t.get(sum[n])), a.sum, ofSum, at)
	})
	for n, v := range left {
		row, w, e := n/eachLane/p.of.Across(), n/eachLane%p.of.Across(), n%eachLane
		put(mma.Factor(t.b, p.of.MMA, t.get(v)), a.left, ofLeft, int64(row*contract.TileSide)*deep+int64(w*contract.TileSide+e))
	}
	for n, v := range right {
		col, w, e := n/eachLane/p.of.Across(), n/eachLane%p.of.Across(), n%eachLane
		put(mma.Factor(t.b, p.of.MMA, t.get(v)), a.right, ofRight, int64(w*contract.TileSide+e)*cols+int64(col*contract.TileSide))
	}
}

// unpack takes a lane's part of the sums.
func (t *thread) unpack(p *warpProduct) {
	a := t.productArrays(p)
	_, cols, _ := p.shape()
	spot := t.spot(cols, 1)
	p.eachSum(func(n int, at int64) {
		v := memref.NewLoad(t.b, a.sum, t.add(spot, t.index(at)))
		t.local[p.op.Result(n)] = mma.Result(t.b, p.of.MMA, v)
	})
}

// product writes the loops. Each sum is added up in the order in which its function does it: that of the columns of the left factor.
func (k *kernel) product(p *warpProduct) {
	k.b.At(p.op.Loc())
	a := k.productArrays(p)
	rows, cols, deep := p.shape()
	each := func(row *ir.Value, change func(sum, col *ir.Value) *ir.Value) { // of the sums of a row
		contract.SetParallel(k.loop(k.index(cols), func(col *ir.Value) {
			at := k.add(k.mul(row, cols), col)
			memref.NewStore(k.b, change(memref.NewLoad(k.b, a.sum, at), col), a.sum, at)
		}))
	}
	step := deep // columns of the left factor until sums are rounded
	if mma.Rounds(p.of.MMA) {
		step = int64(p.of.Wide) * contract.TileSide
	}
	k.loop(k.index(rows), func(row *ir.Value) {
		k.loop(k.index(deep/step), func(part *ir.Value) {
			k.loop(k.index(step), func(i *ir.Value) {
				i = k.add(k.mul(part, step), i)
				x := memref.NewLoad(k.b, a.left, k.add(k.mul(row, deep), i))
				each(row, func(sum, col *ir.Value) *ir.Value {
					return mma.Add(k.b, sum, x, memref.NewLoad(k.b, a.right, k.add(k.mul(i, cols), col)))
				})
			})
			if step < deep {
				each(row, func(sum, _ *ir.Value) *ir.Value { return mma.Sum(k.b, p.of.MMA, mma.Result(k.b, p.of.MMA, sum)) })
			}
		})
	})
}
