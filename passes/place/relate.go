package place

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/dialects/view"
)

// Relation is what is known of two steps from the same place without knowledge of nats.
type Relation int

// The relations.
const (
	SamePart      Relation = iota // they lead to one place
	DisjointParts                 // nothing in one is in the other
	UnclearParts                  // they may overlap, and it is not known how
)

// Relate compares two steps from one place.
func (s Step) Relate(t Step) Relation {
	if s.Kind != t.Kind {
		return UnclearParts
	}
	same := s.Op == t.Op
	switch s.Kind {
	case Ref, Box:
		return SamePart
	case Proj:
		if s.Field != t.Field {
			return DisjointParts
		}
		return SamePart
	case At:
		d, ok := descend.AtOp{Operation: s.Op}.Index().Sub(descend.AtOp{Operation: t.Op}.Index()).Const()
		if ok && d.Sign() != 0 {
			return DisjointParts
		}
		same = ok
	case Index:
		same = same || s.Subscript() == t.Subscript()
	case Select:
		a, b := view.SelectOp{Operation: s.Op}, view.SelectOp{Operation: t.Op}
		same = same || a.Resource() == b.Resource() && a.Axis() == b.Axis()
	case View:
		return relateViews(s, t)
	case Any:
		return UnclearParts
	}
	if same {
		return SamePart
	}
	return UnclearParts
}

// relateViews compares two views of one array. Different elements have nothing in common, so maps compare what they take of each.
// Where a view shows an element several times, what follows it does not tell parts apart.
func relateViews(s, t Step) Relation {
	if s.Op == t.Op && !s.Repeats() && knownPermutations(s.Op) {
		return SamePart
	}
	a, isMap := s.Op.Typed().(view.MapOp)
	b, both := t.Op.Typed().(view.MapOp)
	if isMap && both {
		x, okX := Mapped(a)
		y, okY := Mapped(b)
		if !okX || !okY {
			return UnclearParts
		}
		for i := range min(len(x), len(y)) {
			if r := x[i].Relate(y[i]); r != SamePart {
				return r
			}
		}
		if len(x) != len(y) {
			return UnclearParts
		}
		return SamePart
	}
	if loA, hiA, ok := Span([]Step{s}); ok {
		if loB, hiB, ok := Span([]Step{t}); ok && (inOrder(hiA, loB) || inOrder(hiB, loA)) {
			return DisjointParts
		}
	}
	x, n, okA := view.Signature(s.Op, permutationName)
	y, m, okB := view.Signature(t.Op, permutationName)
	if okA && okB && !s.Repeats() && x == y && slices.EqualFunc(n, m, nat.Expr.Equal) {
		return SamePart
	}
	return UnclearParts
}

// Repeats says whether the step is a view of which different elements may be one.
func (s Step) Repeats() bool { return s.Kind == View && view.Repeats(s.Op) }

// inOrder says whether a <= b by their difference alone.
func inOrder(a, b nat.Expr) bool {
	d, ok := b.Sub(a).Const()
	return ok && d.Sign() >= 0
}

// Mapped are the steps that a view.map takes from each element; false if its region is no chain.
func Mapped(m view.MapOp) ([]Step, bool) {
	chain, ok := m.Chain()
	if !ok || len(chain) == 0 {
		return nil, ok
	}
	_, steps := Way(chain[len(chain)-1].Result(0), Each)
	return steps, true
}

// Span are the elements of an array that steps from it begin with, from the first to the one behind the last: an element, a range,
// or a half of a split view.
func Span(way []Step) (from, to nat.Expr, ok bool) {
	if way[0].Op == nil {
		return from, to, false
	}
	switch o := way[0].Op.Typed().(type) {
	case descend.AtOp:
		return o.Index(), o.Index().Add(nat.Int(1)), true
	case view.RangeOp:
		return o.Lo(), o.Hi(), true
	case view.SplitOp:
		n, known := size(way[0].Op.Operand(0))
		if !known || len(way) < 2 || way[1].Kind != Proj {
			return from, to, false
		}
		if way[1].Field == 0 {
			return from, o.At(), true
		}
		return o.At(), n, true
	}
	return from, to, false
}

// Varies says whether a step may lead elsewhere in another iteration of a loop around its operation.
func (s Step) Varies() bool {
	if s.Kind != At && s.Kind != View {
		return false
	}
	for p := s.Op.Parent(); p != nil; p = p.Parent() {
		if descend.IsLoop(p) && s.dependsOn(p) {
			return true
		}
	}
	return false
}

// Uniq says whether a step leads behind a unique reference.
func (s Step) Uniq() bool {
	if s.Kind != Ref {
		return false
	}
	r, ok := descend.ElemOf(s.Op.Operand(0)).(*descend.RefType)
	return ok && r.Uniq
}

// Derefs says whether a path that is written goes through a reference.
func (p Path) Derefs() bool {
	return slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Kind == Ref })
}

// Copied says whether a path that is written goes through a shared reference, which may have been copied.
func (p Path) Copied() bool {
	return slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Kind == Ref && !s.Uniq() })
}
