package borrow

import (
	"math/bits"
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes/flow"
	"descend/passes/place"
)

// bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) has(i int) bool { return b[i/64]&(1<<(i%64)) != 0 }
func (b bitset) set(i int)      { b[i/64] |= 1 << (i % 64) }
func (b bitset) clear(i int)    { b[i/64] &^= 1 << (i % 64) }

// Clone is a copy.
func (b bitset) Clone() bitset { return append(bitset(nil), b...) }

// Join adds o; true if b changed.
func (b bitset) Join(o bitset) bool {
	changed := false
	for i, w := range o {
		if b[i]|w != b[i] {
			b[i] |= w
			changed = true
		}
	}
	return changed
}

// each visits the members in order.
func (b bitset) each(visit func(int)) {
	for i, w := range b {
		for w != 0 {
			visit(i*64 + bits.TrailingZeros64(w))
			w &= w - 1
		}
	}
}

// liveness says which holders are needed later: before each operation of a block, by its number, and at the end of
// the block, where its variables end. Sets are shared where they are equal and must not be changed.
type liveness map[*ir.Block][]bitset

// before includes what the operation itself uses.
func (l liveness) before(op *ir.Operation) bitset { return l.at(op, 0) }
func (l liveness) after(op *ir.Operation) bitset  { return l.at(op, 1) }

func (l liveness) at(op *ir.Operation, n int) bitset {
	if points := l[op.Block()]; points != nil {
		return points[op.Number()+n]
	}
	return nil
}

func (l liveness) end(b *ir.Block) bitset {
	if points := l[b]; points != nil {
		return points[len(points)-1]
	}
	return nil
}

// computeLiveness is a client of package flow, against control: states are the sets of holders that are needed, joined by
// union.
func (x *checker) computeLiveness() {
	x.live = liveness{}
	flow.Backward(x.shapes, liveFlow{x}, x.f.Body(0), newBitset(len(x.holders)))
}

type liveFlow struct{ *checker }

// Begin notes what is needed at the end of a block.
func (x liveFlow) Begin(b *ir.Block, s bitset) {
	points := x.live[b]
	if points == nil {
		n := 0
		if last := b.Back(); last != nil {
			n = last.Number() + 1
		}
		points = make([]bitset, n+1)
		x.live[b] = points
	}
	points[len(points)-1] = s.Clone()
}

// End notes nothing: what is needed at the start of a block is needed before its first operation.
func (x liveFlow) End(*ir.Block, bitset) {}

// Op is the flow through one operation, from what is needed after it to what is needed before it.
func (x liveFlow) Op(op *ir.Operation, s bitset) {
	if !isPlaceOp(op) {
		if ir.Leaves(op) {
			clear(s)
		}
		x.withoutResults(op, s)
		x.uses(op, s)
	}
	x.note(op, s)
}

// Enter is called with the state behind an operation, since this goes backward. Its results stay needed: regions yield them.
func (x liveFlow) Enter(*ir.Operation, bitset) {}

// Leave is before an operation with regions.
func (x liveFlow) Leave(op *ir.Operation, s bitset) {
	if ir.Is[exec.SplitOp](op) {
		s.Join(x.live.after(op))
	}
	x.withoutResults(op, s)
	x.uses(op, s)
	x.note(op, s)
}

// Beside is for the first part of a split: other threads execute the second one, while these do the first.
func (x liveFlow) Beside(op *ir.Operation, s, start bitset) {
	if ir.Is[exec.SplitOp](op) {
		s.Join(start)
		s.Join(x.live.after(op))
	}
}

// note notes what is needed before an operation.
func (x liveFlow) note(op *ir.Operation, s bitset) {
	points, n := x.live[op.Block()], op.Number()
	if points[n] = points[n+1]; !slices.Equal(points[n], s) {
		points[n] = s.Clone()
	}
}

func (x *checker) withoutResults(op *ir.Operation, s bitset) {
	for _, v := range op.Results() {
		if i, ok := x.holders[v]; ok {
			s.clear(i)
		}
	}
}

// uses adds what op itself uses and removes what it replaces.
func (x *checker) uses(op *ir.Operation, s bitset) {
	if ir.Is[descend.LocalOp](op) {
		if i, ok := x.holders[op.Result(0)]; ok {
			s.clear(i)
		}
		return
	}
	if isPlaceOp(op) {
		return
	}
	uses := descend.UsesOf(op)
	for _, u := range uses {
		if u.Gives() && u.IsPlace() {
			x.replaced(u.Of, s)
		}
	}
	for _, v := range op.Operands() {
		if _, ok := v.Type().(*descend.PlaceType); !ok {
			x.useValue(v, s)
			continue
		}
		root := descend.Root(v)
		if i, ok := x.holders[root]; ok && !onlyGiven(v, uses) {
			s.set(i)
		}
		x.rootUse(root, s)
	}
}

// replaced removes a variable that gets a new value, or adds the one through which something else does.
func (x *checker) replaced(v *ir.Value, s bitset) {
	i, ok := x.holders[descend.Root(v)]
	if !ok {
		return
	}
	switch p := place.Written(v); {
	case len(p.Steps) == 0:
		s.clear(i)
	case p.Derefs() || hasBox(p):
		s.set(i)
	}
}

// onlyGiven says whether nothing is done with a place but that it gets a value.
func onlyGiven(v *ir.Value, uses []descend.Use) bool {
	given := false
	for _, u := range uses {
		if u.Of == v && !u.Gives() {
			return false
		}
		given = given || u.Of == v
	}
	return given
}

func hasBox(p place.Path) bool {
	for _, e := range p.Steps {
		if e.Kind == place.Box {
			return true
		}
	}
	return false
}

func (x *checker) useValue(v *ir.Value, s bitset) {
	if i, ok := x.holders[v]; ok {
		s.set(i)
	}
}

// rootUse uses the root of a path that is a value, of an allocation: its place uses it.
func (x *checker) rootUse(root *ir.Value, s bitset) {
	if root.DefiningOp() != nil && !ir.Is[descend.LocalOp](root.DefiningOp()) {
		x.useValue(root, s)
	}
}

// isPlaceOp says whether op only makes a place of another: no access.
func isPlaceOp(op *ir.Operation) bool {
	if op.NumResults() != 1 || ir.Is[descend.LocalOp](op) {
		return false
	}
	_, ok := op.Result(0).Type().(*descend.PlaceType)
	return ok
}
