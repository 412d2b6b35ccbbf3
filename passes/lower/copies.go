package lower

import (
	"slices"

	"descend/dialects/arith"
	"descend/dialects/descend"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/memref"
	"descend/dialects/nat"
	"descend/dialects/nvgpu"
	"descend/dialects/view"
	"descend/ir"
)

// This file lowers copies that go on while their thread does something else. The hardware copies 4, 8 or 16 bytes that start at a multiple of that in
// both memories: the largest size is taken of which this is proved, for any value of what the indices speak of. Elements of less
// than 4 bytes of which it is not proved are loaded and stored at once.

// copyAsync begins the copies of a place.
func (f *fn) copyAsync(o descend.CopyAsyncOp) {
	t := descend.ElemOf(o.To())
	if descend.ElemOf(o.From()) != t || descend.HoldsView(t) {
		f.copyRows(o)
		return
	}
	size := descend.ScalarSize(descend.Innermost(t))
	dst, dstRoot, to := f.span(&reference{place: o.To()}, t)
	src, srcRoot, from := f.span(&reference{place: o.From()}, t)
	n := f.simplify(count(t))
	aligned := min(f.alignOf(dst, dstRoot, size), f.alignOf(src, srcRoot, size))
	k := int64(1)
	for _, c := range piecesOf(size, aligned) {
		if f.divides(c, n) && f.divides(c, to) && f.divides(c, from) {
			k = c
			break
		}
	}
	f.loopOver(n.Div(nat.Int(k)), func(i nat.Expr) {
		at := i.Mul(nat.Int(k))
		f.copyPiece(dst, to.Add(at), src, from.Add(at), k, size)
	})
}

// piecesOf are the numbers of elements, of size bytes each, that one copy may have between addresses of an alignment, the largest first.
func piecesOf(size, aligned int64) (out []int64) {
	for bytes := int64(16); bytes >= 4 && bytes >= size; bytes /= 2 {
		if bytes <= aligned {
			out = append(out, bytes/size)
		}
	}
	return out
}

// copyPiece begins the copy of k elements of size bytes.
func (f *fn) copyPiece(dst *ir.Value, to nat.Expr, src *ir.Value, from nat.Expr, k, size int64) {
	x, y := f.addressOf(f.simplify(from)), f.addressOf(f.simplify(to))
	if k*size < 4 {
		memref.NewStore(f.b, memref.NewLoad(f.b, src, x), dst, y)
		return
	}
	f.copyElements(dst, y, src, x, k, size, nil)
}

// copyElements begins the copy of k elements of size bytes at indices, of which only some are read if there is a number of these; the others are zeros then.
func (f *fn) copyElements(dst, to, src, from *ir.Value, k, size int64, some *ir.Value) {
	nvgpu.NewDeviceAsyncCopy(f.b, src, []*ir.Value{from}, dst, []*ir.Value{to}, k, some, k*size == 16)
}

// copyRows begins the copies of a view, row by row: in pieces whose elements are neighbours in both memories. Of a piece all elements are there, or none, or
// the first ones. The hardware is told how many, reads these, and writes zeros behind them; of none it reads nothing, wherever the piece would be. So
// there is no branch, but where the place that it would have cannot be computed without knowing that it is there.
func (f *fn) copyRows(o descend.CopyAsyncOp) {
	t := descend.ElemOf(o.To())
	leaf := descend.Innermost(t)
	size := descend.ScalarSize(leaf)
	var row func(t *descend.ArrayType, outer []view.Elem)
	row = func(t *descend.ArrayType, outer []view.Elem) {
		if e, ok := t.Elem.(*descend.ArrayType); ok {
			f.loopOver(t.Size, func(i nat.Expr) { row(e, append(outer[:len(outer):len(outer)], view.At(i))) })
			return
		}
		dst, src := f.copiedRow(o.To(), outer), f.copiedRow(o.From(), outer)
		aligned := min(f.alignOf(dst.mem, dst.root, size), f.alignOf(src.mem, src.root, size))
		k, ends := int64(1), []bool(nil)
		for _, c := range piecesOf(size, aligned) {
			_, whole := f.inPieces(dst, c, t.Size)
			some, ok := f.inPieces(src, c, t.Size)
			if f.divides(c, t.Size) && whole && ok {
				k, ends = c, some
				break
			}
		}
		f.loopOver(f.simplify(t.Size.Div(nat.Int(k))), func(i nat.Expr) {
			at := i.Mul(nat.Int(k))
			from, conds := src.at(at)
			to, _ := dst.at(at)
			if ends != nil {
				some := f.elementsThere(conds, ends, k)
				f.copyElements(dst.mem, f.addressOf(f.simplify(to)), src.mem, f.addressOf(f.simplify(from)), k, size, some)
				return
			}
			f.where(conds, func() { f.copyPiece(dst.mem, to, src.mem, from, k, size) }, func() {
				for j := range k {
					memref.NewStore(f.b, arith.NewZero(f.b, memScalar(f.c, leaf)), dst.mem, f.addressOf(f.simplify(to.Add(nat.Int(j)))))
				}
			})
		})
	}
	row(t.(*descend.ArrayType), nil)
}

// copyOrZero begins the copy of an element if it is there, and of a zero else, as a copy of one element or of none: without a branch. It is false where
// something else is done, or where the place cannot be computed without knowing that the element is there.
func (f *fn) copyOrZero(o descend.IfExistsOp, conds []nat.Constraint) bool {
	c, ok := copiedOrZero(o)
	if !ok {
		return false
	}
	size := descend.ScalarSize(descend.ElemOf(c.To()))
	if size < 4 || slices.ContainsFunc(conds, func(k nat.Constraint) bool { return f.needsOthers(k.L) || f.needsOthers(k.R) }) {
		return false
	}
	src, _, from := f.span(&reference{place: c.From()}, descend.ElemOf(c.From()))
	if f.needsOthers(from) {
		return false
	}
	dst, _, to := f.span(&reference{place: c.To()}, descend.ElemOf(c.To()))
	some := f.elementsThere(conds, make([]bool, len(conds)), 1)
	f.copyElements(dst, f.addressOf(f.simplify(to)), src, f.addressOf(f.simplify(from)), 1, size, some)
	return true
}

// copiedOrZero is the copy of a conditional that copies its element, and else writes a zero to the same place, and does nothing else.
func copiedOrZero(o descend.IfExistsOp) (c descend.CopyAsyncOp, ok bool) {
	if o.NumResults() > 0 || o.Region(1).Empty() {
		return c, false
	}
	c, ok = ir.As[descend.CopyAsyncOp](o.Body(0).Front())
	zero, isConst := ir.As[descend.ConstOp](o.Body(1).Front())
	if !ok || !isConst || !allZeros(zero.Attr("value")) || c.From() != o.Element() || !ends(c.Next()) {
		return c, false
	}
	w, ok := ir.As[descend.WriteOp](zero.Next())
	return c, ok && w.Place() == c.To() && w.Value() == zero.Result(0) && ends(w.Next())
}

// ends says whether nothing follows, or only the end of a block.
func ends(next *ir.Operation) bool { return next == nil || ir.Is[descend.YieldOp](next) }

// allZeros says whether all bits of a number are 0.
func allZeros(a ir.Attribute) bool {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return isZero(a.Value)
	case *ir.FloatAttr:
		return isZero(a.Bits)
	}
	return false
}

// elementsThere computes how many of the k elements of a piece are there, nil: all of them in any case. The conditions are those of its first element; that
// of number i is one of it alone where ends[i], and then those behind it are there as far as the left side, which grows by one with each, stays below the right one.
// What costs so little is no reason for versions of the code in which all of it is there.
func (f *fn) elementsThere(conds []nat.Constraint, ends []bool, k int64) *ir.Value {
	facts := f.facts
	defer func() { f.facts = facts }()
	var there *ir.Value
	all := f.constIndex(k)
	n := all
	for i, c := range conds {
		last := c
		if ends[i] {
			last.L = c.L.Add(nat.Int(k - 1))
		}
		if f.facts.Proves(last) {
			continue
		}
		if f.facts.Proves(c.Negate()) {
			return f.constIndex(0)
		}
		if !f.facts.Proves(c) {
			one := f.holds(c)
			f.guarded(one, c, true)
			if there != nil {
				one = arith.AndI(f.b, there, one)
			}
			there = one
		}
		if ends[i] {
			n = arith.MinUI(f.b, n, f.natValue(c.R.Sub(c.L)))
		}
		f.facts = f.facts.With(c)
	}
	switch {
	case there != nil:
		return arith.Select(f.b, there, n, f.constIndex(0))
	case n != all:
		return n
	}
	return nil
}

// copiedRow is a row of what is copied: where its elements are, and when they are there.
type copiedRow struct {
	mem  *ir.Value
	root *root
	at   func(i nat.Expr) (nat.Expr, []nat.Constraint)
}

func (f *fn) copiedRow(p *ir.Value, outer []view.Elem) *copiedRow {
	r := &copiedRow{}
	r.at = func(i nat.Expr) (nat.Expr, []nat.Constraint) {
		steps := append(outer[:len(outer):len(outer)], view.At(i))
		var conds []nat.Constraint
		root, back := settle(f.resolveWith(p, steps, nil, func(c nat.Constraint) { conds = append(conds, c) }))
		l := f.locate(root, back)
		r.mem, r.root = l.mem, root
		return l.idx, conds
	}
	r.at(nat.Int(0))
	return r
}

// inPieces says whether each c elements of a row of n are neighbours that begin at a multiple of c, and are all there or all missing. If
// the hardware can leave out what is missing, it gives for each condition whether that can be some at the end: then first ones may be there and others not.
func (f *fn) inPieces(r *copiedRow, c int64, n nat.Expr) (ends []bool, ok bool) {
	facts := f.facts
	defer func() { f.facts = facts }()
	piece, in := nat.Var(coordName(0)+"p"), nat.Var(coordName(0)+"e")
	if c == 1 {
		in = nat.Int(0)
	}
	f.facts = facts.WithRange(coordName(0)+"p", nat.Int(0), n.Div(nat.Int(c))).WithRange(coordName(0)+"e", nat.Int(0), nat.Int(c))
	first, firstConds := r.at(piece.Mul(nat.Int(c)))
	each, conds := r.at(piece.Mul(nat.Int(c)).Add(in))
	if !f.facts.Simplify(each.Sub(first)).Equal(in) || !f.divides(c, first) || len(conds) != len(firstConds) {
		return nil, false
	}
	anywhere := !f.needsOthers(first)
	ends = make([]bool, len(conds))
	for i, k := range conds {
		one := firstConds[i]
		if f.facts.Proves(k) && f.facts.Proves(one) {
			continue
		}
		same := func(a, b nat.Expr) bool { return f.facts.Simplify(a).Equal(f.facts.Simplify(b)) }
		anywhere = anywhere && !f.needsOthers(one.L) && !f.needsOthers(one.R)
		if k.Rel != one.Rel || !same(k.R, one.R) {
			return nil, false
		}
		if ends[i] = !same(k.L, one.L); ends[i] && (k.Rel != nat.LT || !same(k.L.Sub(one.L), in)) {
			return nil, false
		}
	}
	if !anywhere {
		return nil, !slices.Contains(ends, true)
	}
	return ends, true
}

// where does one thing where conditions hold, and another one where they do not.
func (f *fn) where(conds []nat.Constraint, there, missing func()) {
	facts := f.facts
	defer func() { f.facts = facts }()
	open := f.open(conds)
	within := f.facts
	f.facts = facts
	switch {
	case open == nil:
		missing()
	case len(open) == 0:
		there()
	default:
		f.ifOp(f.all(open), nil, func() []*ir.Value { f.facts = within; there(); return nil }, func() []*ir.Value { f.facts = facts; missing(); return nil })
	}
}

// divides says whether c divides a number of elements in any case.
func (f *indexer) divides(c int64, n nat.Expr) bool {
	return c == 1 || f.facts.Proves(nat.Constraint{L: n.Mod(nat.Int(c)), Rel: nat.EQ, R: nat.Int(0)})
}

// alignOf is the alignment of a buffer in bytes, as far as it is known; its elements have size bytes.
func (f *fn) alignOf(mem *ir.Value, r *root, size int64) int64 {
	switch i := mem.Index(); {
	case r.mem == nil && r.leafs != nil && r.space == gpu.AddressSpace(f.c, gpu.Workgroup):
		return gpu.SharedAlign
	case mem.OwnerBlock() != f.entry || mem.DefiningOp() != nil || r.mem != mem || f.kernel.align == "element":
		return size
	default:
		if whole, part := f.lentParts[i]; part && !whole {
			return size
		}
		return 16
	}
}

// copyToken groups the copies that were begun.
func (f *fn) copyToken(o descend.CopyTokenOp) {
	group := nvgpu.NewDeviceAsyncCreateGroup(f.b)
	contract.MarkGroup(group.DefiningOp())
	f.vals[o.Result(0)] = scalarValue(o.Result(0).Type(), group)
}

// finish waits for a group; how many later ones may go on, count-groups finds.
func (f *storage) finish(token *ir.Value) { nvgpu.NewDeviceAsyncWait(f.b, token, -1) }
