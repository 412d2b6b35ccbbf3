package check

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
)

// elemKind is a way from a place to a part of it, as move-check and borrow-check see it.
type elemKind byte

const (
	projElem  elemKind = iota // component, field or half of a split view
	refElem                   // behind a reference
	boxElem                   // contents of a box
	atElem                    // element by nat
	indexElem                 // element by run-time value
	selElem                   // element of the executing resource
	viewElem                  // another way to see an array
	eachElem                  // current element of a for_each
)

// elem is one step of a path; op made it.
type elem struct {
	op   *ir.Operation
	n    int32 // of projElem
	kind elemKind
	uniq bool
}

// varPath is a place as written: a variable or parameter and the steps from it. Unlike passes/place it does
// not look through references, as is usual for moves and loans (Oxide section 3; Rust RFC 2094).
type varPath struct {
	root  *ir.Value
	elems []elem
}

// pathOf takes a place apart.
func pathOf(v *ir.Value) varPath {
	rev := make([]elem, 0, stepsTo(v))
	for {
		op := v.DefiningOp()
		if op == nil {
			if b := v.OwnerBlock(); b != nil && b.Parent() != nil && b.Parent().Is("descend.for_each") {
				rev = append(rev, elem{kind: eachElem, op: b.Parent()})
				v = b.Parent().Operand(0)
				continue
			}
			break
		}
		if op.Is("descend.local") || op.NumOperands() == 0 {
			break
		}
		switch o := op.Typed().(type) {
		case descend.DerefOp:
			e := elem{kind: boxElem, op: op}
			if r, ok := descend.ElemOf(op.Operand(0)).(*descend.RefType); ok {
				e.kind, e.uniq = refElem, r.Uniq
			}
			rev = append(rev, e)
		case descend.ProjOp:
			rev = append(rev, elem{kind: projElem, n: int32(o.Number()), op: op})
		case descend.AtOp:
			rev = append(rev, elem{kind: atElem, op: op})
		case descend.IndexOp:
			rev = append(rev, elem{kind: indexElem, op: op})
		case view.SelectOp:
			rev = append(rev, elem{kind: selElem, op: op})
		case descend.RetypeOp:
		default:
			rev = append(rev, elem{kind: viewElem, op: op})
		}
		v = op.Operand(0)
	}
	for i, j := 0, len(rev)-1; i < j; i, j = i+1, j-1 {
		rev[i], rev[j] = rev[j], rev[i]
	}
	return varPath{v, rev}
}

// stepsTo is the number of operations from the variable to a place.
func stepsTo(v *ir.Value) (n int) {
	for {
		op := v.DefiningOp()
		if op == nil {
			b := v.OwnerBlock()
			if b == nil || b.Parent() == nil || !b.Parent().Is("descend.for_each") {
				return n
			}
			op = b.Parent()
		} else if op.Is("descend.local") || op.NumOperands() == 0 {
			return n
		}
		v = op.Operand(0)
		n++
	}
}

// derefs says whether the path goes through a reference.
func (p varPath) derefs() bool {
	for _, e := range p.elems {
		if e.kind == refElem {
			return true
		}
	}
	return false
}

// copied says whether the path goes through a shared reference.
func (p varPath) copied() bool {
	for _, e := range p.elems {
		if e.kind == refElem && !e.uniq {
			return true
		}
	}
	return false
}

// relation of two steps from the same place.
type relation int

const (
	sameElem relation = iota
	disjointElem
	unclearElem // may overlap, and it is not known how
)

// relate compares two steps from one place.
func (a elem) relate(b elem) relation {
	if a.kind != b.kind {
		return unclearElem
	}
	switch a.kind {
	case refElem, boxElem:
		return sameElem
	case projElem:
		if a.n != b.n {
			return disjointElem
		}
		return sameElem
	case atElem:
		d, ok := descend.AtOp{Operation: a.op}.Index().Sub(descend.AtOp{Operation: b.op}.Index()).Const()
		switch {
		case !ok:
			return unclearElem
		case d.Sign() != 0:
			return disjointElem
		}
		return sameElem
	case indexElem:
		if a.op == b.op || a.op.Operand(1) == b.op.Operand(1) {
			return sameElem
		}
	case eachElem:
		if a.op == b.op {
			return sameElem
		}
	case selElem:
		if a.op == b.op || a.op.Operand(1) == b.op.Operand(1) && a.op.StringAttr("axis") == b.op.StringAttr("axis") {
			return sameElem
		}
	case viewElem:
		return relateViews(a.op, b.op)
	}
	return unclearElem
}

// varies says whether a step depends on the variable of a nat loop.
func (a elem) varies() bool {
	if a.kind != atElem && a.kind != viewElem {
		return false
	}
	loops := map[string]bool{}
	for p := a.op.Parent(); p != nil; p = p.Parent() {
		if l, ok := p.Typed().(descend.ForNatOp); ok {
			loops[l.Var()] = true
		}
	}
	if len(loops) == 0 {
		return false
	}
	found := false
	a.op.Walk(func(op *ir.Operation) ir.WalkResult {
		for _, at := range op.Attrs() {
			if n, ok := at.Value.(*descend.NatAttr); ok {
				for _, v := range n.Expr.Vars() {
					found = found || loops[v]
				}
			}
		}
		return ir.Advance
	})
	return found
}

func relateViews(a, b *ir.Operation) relation {
	if a == b {
		return sameElem
	}
	if a.Name() != b.Name() {
		return unclearElem
	}
	switch o := a.Typed().(type) {
	case view.RangeOp:
		r := view.RangeOp{Operation: b}
		for _, pair := range [][2]nat.Expr{{o.Hi(), r.Lo()}, {r.Hi(), o.Lo()}} {
			if d, ok := pair[1].Sub(pair[0]).Const(); ok && d.Sign() >= 0 {
				return disjointElem
			}
		}
	case view.MapOp:
		return relateMaps(o, view.MapOp{Operation: b})
	}
	_, n, okA := view.Signature(a)
	_, m, okB := view.Signature(b)
	if okA && okB && slices.EqualFunc(n, m, nat.Expr.Equal) {
		return sameElem
	}
	return unclearElem
}

// relateMaps compares what two maps take of each element; different elements have nothing in common.
func relateMaps(a, b view.MapOp) relation {
	var ps [2]varPath
	for i, m := range []view.MapOp{a, b} {
		end := m.Body(0).Back()
		if end == nil || end.NumOperands() != 1 {
			return unclearElem
		}
		if ps[i] = pathOf(end.Operand(0)); ps[i].root != m.Body(0).Arg(0) {
			return unclearElem
		}
	}
	x, y := ps[0].elems, ps[1].elems
	for i := range min(len(x), len(y)) {
		if r := x[i].relate(y[i]); r != sameElem {
			return r
		}
	}
	if len(x) != len(y) {
		return unclearElem
	}
	return sameElem
}
