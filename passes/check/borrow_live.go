package check

import (
	"math/bits"
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes/place"
)

// bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) has(i int) bool { return b[i/64]&(1<<(i%64)) != 0 }
func (b bitset) set(i int)      { b[i/64] |= 1 << (i % 64) }
func (b bitset) clear(i int)    { b[i/64] &^= 1 << (i % 64) }
func (b bitset) clone() bitset  { return append(bitset(nil), b...) }

// union adds o; true if b changed.
func (b bitset) union(o bitset) bool {
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

// computeLiveness is the backward data flow.
func (x *borrowChecker) computeLiveness() liveness {
	l := liveness{}
	x.liveBlock(l, x.f.Body(0), newBitset(len(x.holders)))
	return l
}

// liveBlock is the flow through a block, given what is needed after it.
func (x *borrowChecker) liveBlock(l liveness, b *ir.Block, out bitset) bitset {
	if b == nil {
		return out
	}
	points := l[b]
	if points == nil {
		n := 0
		if last := b.Back(); last != nil {
			n = last.Number() + 1
		}
		points = make([]bitset, n+1)
		l[b] = points
	}
	n := len(points) - 1
	points[n] = out.clone()
	for op := b.Back(); op != nil; op = op.Prev() {
		cur := points[n]
		n--
		points[n] = cur
		if !isPlaceOp(op) || op.NumRegions() > 0 {
			if before := x.liveOp(l, op, cur); !slices.Equal(before, cur) {
				points[n] = before
			}
		}
	}
	return points[0].clone()
}

func frontOf(op *ir.Operation, i int) *ir.Block {
	if i >= op.NumRegions() || op.Region(i).Empty() {
		return nil
	}
	return op.Region(i).Front()
}

// liveOp is the flow through one operation: what is needed before it, given results, what is needed after it.
func (x *borrowChecker) liveOp(l liveness, op *ir.Operation, results bitset) bitset {
	out := results.clone() // results are also needed at the ends of regions that yield them
	for _, v := range op.Results() {
		if i, ok := x.holders[v]; ok {
			out.clear(i)
		}
	}
	switch op.Typed().(type) {
	case descend.ReturnOp:
		out = newBitset(len(x.holders))
	case descend.IfOp:
		then := x.liveBlock(l, frontOf(op, 0), results)
		els := x.liveBlock(l, frontOf(op, 1), results)
		then.union(els)
		out = x.withoutResults(op, then)
	case exec.SplitOp: // other threads execute the second region, while these do the first
		out = x.liveBlock(l, frontOf(op, 1), results)
		out.union(results)
		out.union(x.liveBlock(l, frontOf(op, 0), out))
	case descend.WhileOp:
		head := out.clone()
		for {
			body := x.liveBlock(l, frontOf(op, 1), head)
			body.union(out) // left after the condition
			if !head.union(x.liveBlock(l, frontOf(op, 0), body)) {
				break
			}
		}
		out = head
	case descend.ForNatOp, descend.ForEachOp:
		head := out.clone()
		for head.union(x.liveBlock(l, frontOf(op, 0), head)) {
		}
		out = head
	default:
		if op.NumRegions() > 0 {
			cur := results
			for i := op.NumRegions() - 1; i >= 0; i-- {
				if op.Is("view.map") {
					continue
				}
				cur = x.liveBlock(l, frontOf(op, i), cur)
			}
			out = x.withoutResults(op, cur)
		}
	}
	x.uses(op, out)
	return out
}

func (x *borrowChecker) withoutResults(op *ir.Operation, s bitset) bitset {
	s = s.clone()
	for _, v := range op.Results() {
		if i, ok := x.holders[v]; ok {
			s.clear(i)
		}
	}
	return s
}

// uses adds what op itself uses and removes what it replaces.
func (x *borrowChecker) uses(op *ir.Operation, s bitset) {
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
		p := place.Written(v)
		if i, ok := x.holders[p.Root]; ok && !onlyGiven(v, uses) {
			s.set(i)
		}
		x.indexUses(p, s)
	}
}

// replaced removes a variable that gets a new value, or adds the one through which something else does.
func (x *borrowChecker) replaced(v *ir.Value, s bitset) {
	p := place.Written(v)
	i, ok := x.holders[p.Root]
	switch {
	case ok && len(p.Steps) == 0:
		s.clear(i)
	case ok && (p.Derefs() || hasBox(p)):
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

func (x *borrowChecker) useValue(v *ir.Value, s bitset) {
	if i, ok := x.holders[v]; ok {
		s.set(i)
	}
}

// indexUses adds run-time indices of a path, which hold no references: nothing to add. A root that is a
// value (of an allocation) is used by its place.
func (x *borrowChecker) indexUses(p place.Path, s bitset) {
	if p.Root.DefiningOp() != nil && !ir.Is[descend.LocalOp](p.Root.DefiningOp()) {
		x.useValue(p.Root, s)
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
