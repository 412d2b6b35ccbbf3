package cost

import (
	"slices"

	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/gpu/traffic"
	"descend/dialects/memref"
	"descend/ir"
)

// OfLaunch follows a launch of a kernel, its operations at most limit times.
func OfLaunch(l Launch, limit int) *Cost {
	c := &Cost{Launches: 1, Work: map[*ir.Operation]*Work{}, Doubt: l.Doubt}
	threads := l.Block[0] * l.Block[1] * l.Block[2]
	if min(l.Grid[0], l.Grid[1], l.Grid[2], threads) <= 0 {
		return c
	}
	w := newWalker(limit)
	w.doubt = l.Doubt
	w.extents = [2][3]int64{l.Grid, l.Block}
	c.Gave = w.blocks(l, 2, func() *variable { return w.warps(l, threads) }) != nil
	c.Followed = limit - max(w.left, 0)
	c.collect(w)
	return c
}

// blocks follows what a block does for all numbers of the dimensions of the grid from d on down to x.
func (w *walker) blocks(l Launch, d int, body func() *variable) *variable {
	if d < 0 {
		return body()
	}
	v := &variable{0, l.Grid[d]}
	return w.over(v, func() *variable {
		w.grid[d] = v.of(1, 0)
		return w.blocks(l, d-1, body)
	})
}

// warps follows the warps of a block.
func (w *walker) warps(l Launch, threads int64) *variable {
	for first := int64(0); first < threads; first += lanes {
		w.startWarp(l, first, threads)
		if cut := w.block(l.Kernel.Entry(), w.lanes); cut != nil {
			return cut
		}
	}
	return nil
}

// startWarp sets what is known at the start of the warp whose first thread has a number.
func (w *walker) startWarp(l Launch, first, threads int64) {
	clear(w.values)
	clear(w.places)
	clear(w.cells)
	w.lanes = 0
	for d := range w.threads {
		w.threads[d] = constant(0)
	}
	for i := range int64(lanes) {
		t := first + i
		if t < threads {
			w.lanes |= 1 << i
		}
		w.threads[0].at[i] = t % l.Block[0]
		w.threads[1].at[i] = t / l.Block[0] % l.Block[1]
		w.threads[2].at[i] = t / (l.Block[0] * l.Block[1])
	}
	params := l.Kernel.Params()
	for i, v := range params {
		if i >= len(l.Args) {
			break
		}
		switch {
		case widthOf(v.Type()) == 0: // memory begins at a multiple of a sector, unless it is a part
			if t, ok := v.Type().(*ir.MemRefType); ok && t.Layout == nil {
				w.places[v] = place{v, constant(0)}
			} else if l.Args[i].Known {
				w.places[v] = place{v, constant(l.Args[i].Value)}
			}
		case l.Args[i].Known:
			w.set(v, constant(l.Args[i].Value))
		}
	}
	for _, v := range l.Kernel.Entry().Args()[len(params):] {
		w.places[v] = place{v, constant(0)}
	}
}

// collect adds up what was followed.
func (c *Cost) collect(w *walker) {
	by := map[counted]*Count{}
	for i := range w.accesses {
		n := &w.accesses[i]
		sum := by[n.counted()]
		if sum == nil {
			sum = &Count{Op: n.Op, Shared: n.Shared, Size: n.Size, Pattern: n.Pattern}
			by[n.counted()] = sum
			c.Accesses = append(c.Accesses, sum)
		}
		sum.Add(n, 1)
	}
	for _, v := range w.visits {
		for op := range v.block.Ops() {
			c.Uncounted = c.Uncounted || movesMemory(op)
			sum := c.Work[op]
			if sum == nil {
				sum = &Work{}
			}
			if sum.visit(op, v) {
				c.Doubt |= v.doubt
				c.Work[op] = sum
			}
		}
	}
	order := map[*ir.Operation]int{}
	for _, n := range c.Accesses {
		order[n.Op] = 0
	}
	if len(c.Accesses) > 0 {
		i := 0
		c.Accesses[0].Op.ParentOfName("gpu.func").Walk(func(op *ir.Operation) ir.WalkResult {
			i++
			if _, ok := order[op]; ok {
				order[op] = i
			}
			return ir.Advance
		})
	}
	slices.SortStableFunc(c.Accesses, func(a, b *Count) int { return order[a.Op] - order[b.Op] })
}

// movesMemory says whether an operation accesses memory in a way that is not counted.
func movesMemory(op *ir.Operation) bool {
	if len(memref.AccessesOf(op)) > 0 || op.NumRegions() > 0 {
		return false
	}
	effects, _ := ir.EffectsOf(op)
	return slices.ContainsFunc(effects, func(e ir.Effect) bool {
		return e.Value != nil && (e.Kind == ir.ReadEffect || e.Kind == ir.WriteEffect)
	})
}

// visit adds an execution; false if the operation is nothing that a GPU executes.
func (w *Work) visit(op *ir.Operation, v visit) bool {
	if !traffic.IsStep(op) {
		return false
	}
	w.Steps += v.warps
	w.Lanes += v.active
	w.Idle += v.idle
	w.Doubt |= v.doubt
	n := int64(max(1, op.NumOperands()-1))
	switch {
	case ir.Is[gpu.BarrierOp](op):
		w.Barriers += v.warps
	case ir.Is[funcd.CallOp](op):
		if f := contract.DeviceFunction(op); f != nil {
			w.product(f, v.active)
		}
	case isArithmetic(op, isFloat):
		w.Floats += v.active * n
	case isArithmetic(op, func(t ir.Type) bool { return widthOf(t) > 0 }):
		w.Ints += v.active * n
	}
	return true
}

// product adds the operations of a product of matrices, if a function is one: a multiplication and an addition for each number of each sum.
func (w *Work) product(f *ir.Operation, active int64) {
	p, ok := contract.ProductOf(f)
	if !ok {
		return
	}
	n := active * p.Operations() / lanes
	if p.Acc == "i32" {
		w.Ints += n
	} else {
		w.Floats += n
	}
}

func isFloat(t ir.Type) bool {
	_, ok := t.(*ir.FloatType)
	return ok
}

// isArithmetic says whether an operation makes a number out of others of its kind, which is no conversion.
func isArithmetic(op *ir.Operation, is func(ir.Type) bool) bool {
	if op.NumResults() != 1 || op.NumOperands() == 0 || len(op.Regions()) > 0 {
		return false
	}
	if e, known := ir.EffectsOf(op); !op.Has(ir.Pure) && (!known || len(e) > 0) && !op.Has(ir.SameOperandsAndResultType) {
		return false
	}
	t := op.Result(0).Type()
	if !is(t) {
		return false
	}
	for _, v := range op.Operands() {
		if v.Type() != t && !(op.NumOperands() == 2 && widthOf(t) == 1 && is(v.Type())) {
			return false
		}
	}
	return true
}
