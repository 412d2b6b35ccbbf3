package cost

import (
	"maps"

	"descend/dialects/arith"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/memref"
	"descend/dialects/ods"
	"descend/dialects/scf"
	"descend/ir"
)

// walker follows the code of a function for the lanes of one warp.
type walker struct {
	values map[*ir.Value]*value
	places map[*ir.Value]place
	// cells are what is known of integers in memory of single threads.
	cells map[cell]*value
	// scope are the variables around, outermost first.
	scope []*variable
	doubt Doubt
	left  int // operations that may still be followed

	grid, threads [3]*value
	extents       [2][3]int64 // of the grid and of a block
	lanes         mask        // that the warp has

	accesses []Count
	visits   []visit

	host *host // of functions of the CPU
}

// visit is the execution of a block of code by warps.
type visit struct {
	block               *ir.Block
	warps, active, idle int64
	doubt               Doubt
}

// cell is an element of an array of single threads, place where a memref lies.
type (
	cell struct {
		root *ir.Value
		at   int64
	}
	place struct {
		root *ir.Value
		// offset is that of the first element, in bytes.
		offset *value
	}
)

// gaveUp is what a walk ends with that takes too long.
var gaveUp = &variable{}

func newWalker(left int) *walker {
	return &walker{values: map[*ir.Value]*value{}, places: map[*ir.Value]place{}, cells: map[cell]*value{}, left: left, lanes: all}
}

// get is what is known of a value.
func (w *walker) get(v *ir.Value) *value {
	if x := w.values[v]; x != nil {
		return x
	}
	return unknown
}

// set notes a value; memory refers to a place.
func (w *walker) set(v *ir.Value, to *value) { w.values[v] = to }

// pass hands values on, as if all were read before one is written: those of the lanes m.
func (w *walker) pass(from, to []*ir.Value, m mask) {
	n := min(len(from), len(to))
	vals, places := make([]*value, n), make([]place, n)
	for i := range n {
		vals[i], places[i] = w.get(from[i]), w.places[from[i]]
	}
	for i := range n {
		w.set(to[i], w.get(to[i]).merge(vals[i], m))
		if m != w.lanes && w.places[to[i]] != places[i] { // lanes may have chosen another one
			places[i] = place{}
		}
		w.places[to[i]] = places[i]
	}
}

// forget makes values unknown.
func (w *walker) forget(vs []*ir.Value) {
	for _, v := range vs {
		delete(w.values, v)
		delete(w.places, v)
	}
}

// times is for how many blocks and rounds one is followed.
func (w *walker) times() int64 {
	n := int64(1)
	for _, v := range w.scope {
		n *= v.size()
	}
	return n
}

// over follows a body for all numbers of a variable, in as many parts as they differ. It gives the variable around that has to be cut,
// or gaveUp; nil if all was followed.
func (w *walker) over(v *variable, body func() *variable) *variable {
	w.scope = append(w.scope, v)
	cut := w.parts(v, body)
	w.scope = w.scope[:len(w.scope)-1]
	return cut
}

func (w *walker) parts(v *variable, body func() *variable) *variable {
	depth, accesses, visits, doubt, cells := len(w.scope), len(w.accesses), len(w.visits), w.doubt, maps.Clone(w.cells)
	cut := body()
	if cut != v {
		return cut
	}
	whole, middle := *v, v.lo+v.size()/2
	for _, half := range [2]variable{{v.lo, middle}, {middle, v.hi}} {
		w.scope, w.accesses, w.visits, w.doubt, w.cells = w.scope[:depth], w.accesses[:accesses], w.visits[:visits], doubt, maps.Clone(cells)
		*v = half
		if cut = w.parts(v, body); cut != nil {
			break
		}
		accesses, visits, cells = len(w.accesses), len(w.visits), maps.Clone(w.cells)
	}
	*v = whole
	return cut
}

// cutFor is a variable to cut so that a value is known, and the same for all numbers of the variables, in the lanes m; nil if it is, or
// cannot be.
func (w *walker) cutFor(a *value, m mask) *variable {
	v := a.wish
	switch {
	case a.known&m == m:
		v = a.widest()
	case a.data&m != 0:
		return nil
	}
	for _, s := range w.scope {
		if s == v && s.size() > 1 {
			return v
		}
	}
	return nil
}

// block follows the operations of a block for the lanes m.
func (w *walker) block(b *ir.Block, m mask) *variable {
	if b == nil || m == 0 {
		return nil
	}
	n := w.times()
	w.visits = append(w.visits, visit{b, n, n * int64(m.count()), n * int64(w.lanes.count()-m.count()), w.doubt})
	for op := range b.Ops() {
		if w.left--; w.left < 0 {
			return gaveUp
		}
		if cut := w.op(op, m); cut != nil {
			return cut
		}
	}
	return nil
}

func (w *walker) op(op *ir.Operation, m mask) *variable {
	switch o := op.Typed().(type) {
	case scf.IfOp:
		return w.conditional(o, m)
	case ods.CountedLoop:
		return w.counted(op, o, m)
	case scf.WhileOp:
		return w.while(o, m)
	case gpu.LaunchFuncOp:
		return w.launch(o)
	case funcd.CallOp:
		if w.host != nil {
			return w.call(o)
		}
	}
	if all := memref.AccessesOf(op); len(all) > 0 {
		return w.access(op, all, m)
	}
	if op.NumResults() == 1 {
		w.result(op)
	}
	return nil
}

// result sets the only result of an operation without effects that count here.
func (w *walker) result(op *ir.Operation) {
	r := op.Result(0)
	switch o := op.Typed().(type) {
	case arith.ConstantOp:
		if n, ok := arith.ConstantInt(r); ok {
			w.set(r, constant(n))
		}
	case gpu.ThreadIDOp:
		w.set(r, w.threads[o.Dim()])
	case gpu.BlockIDOp:
		w.set(r, w.grid[o.Dim()])
	case gpu.GridDimOp:
		w.set(r, constant(w.extents[0][o.Dim()]))
	case gpu.BlockDimOp:
		w.set(r, constant(w.extents[1][o.Dim()]))
	case gpu.LaneIDOp:
		v := constant(0)
		for l := range v.at {
			v.at[l] = int64(l)
		}
		w.set(r, v)
	case memref.CastOp:
		w.places[r] = w.places[o.Source()]
	case memref.ViewOp:
		p := w.places[o.Source()]
		w.places[r] = p.at(w.get(o.ByteShift()), 1)
	case memref.SubViewOp:
		w.places[r] = w.subview(o)
	case memref.AllocaOp, gpu.AllocOp, gpu.DynamicSharedMemoryOp:
		w.places[r] = place{r, constant(0)}
	case arith.SelectOp:
		if _, ok := r.Type().(*ir.MemRefType); ok {
			delete(w.places, r)
			return
		}
		w.set(r, w.compute(op))
	default:
		w.set(r, w.compute(op))
	}
}

// at is a place behind another one by so many elements of some bytes.
func (p place) at(n *value, bytes int64) place {
	if p.offset == nil {
		return place{}
	}
	return place{p.root, p.offset.plus(n, bytes)}
}

// subview is the place of a part of a buffer.
func (w *walker) subview(o memref.SubViewOp) place {
	offsets, ok := o.Attr("static_offsets").(*ir.DenseArrayAttr)
	if !ok || len(offsets.Values) != 1 {
		return place{}
	}
	n := constant(offsets.Values[0])
	if offsets.Values[0] == ir.Dynamic {
		n = w.get(o.Operand(1))
	}
	return w.places[o.Operand(0)].at(n, memref.ElemBytes(memref.TypeOf(o.Operand(0)).Elem))
}

// conditional follows the arms that some lane of m goes.
func (w *walker) conditional(o scf.IfOp, m mask) *variable {
	c := w.get(o.Condition())
	if cut := w.cutFor(c, m); cut != nil {
		return cut
	}
	var yes mask
	for l := range lanes {
		if c.known.has(l) && c.at[l] != 0 {
			yes |= 1 << l
		}
	}
	sure := m & c.known
	no, yes, maybe := sure&^yes, sure&yes, m&^c.known
	if contract.IsCheck(o.Operation) {
		maybe = 0 // the checked program goes on
	}
	if maybe != 0 {
		return w.either(o, yes|maybe, no|maybe)
	}
	if cut := w.arm(o, o.Then(), yes); cut != nil {
		return cut
	}
	return w.arm(o, o.Else(), no)
}

// arm follows an arm of a conditional and takes over what it yields.
func (w *walker) arm(o scf.IfOp, b *ir.Block, m mask) *variable {
	if cut := w.block(b, m); cut != nil || b == nil || m == 0 {
		return cut
	}
	w.pass(b.Back().Operands(), o.Results(), m)
	return nil
}

// either follows both arms, of which each lane takes one that is not known.
func (w *walker) either(o scf.IfOp, yes, no mask) *variable {
	before := w.doubt
	w.doubt |= AtMost
	for i, m := range []mask{yes, no} {
		w.forgetStores(o.Operation)
		if cut := w.block(o.Body(i), m); cut != nil {
			return cut
		}
	}
	w.doubt = before
	w.forget(o.Results())
	w.forgetStores(o.Operation)
	return nil
}
