// Package drops finds where the boxes of a function on the CPU end: where insert-drops frees them and borrow-check sees
// to it that nothing refers to them.
//
// A variable that owns a box is dropped where its scope ends, before every return and where it gets another box, unless
// its value was moved out. Boxes in structs and tuples are followed one by one, boxes in arrays are one.
//
// It is a client of package flow, forward: a state is the set of boxes that are there on all ways to a point, and a join is an
// intersection. A function names finitely many boxes, so this ends. What a way has more than the point that it leads to is dropped
// on the way, at the end of the region from which it leads: where only one arm of a conditional moves a box, the other arm
// drops it at its end; what a loop has not at the end of its body is dropped before the loop, and what the body has given to
// variables that were empty, at the end of the body. So a box is there on all ways to a point or on none: what a state has is
// dropped on each way once, what it has not was moved out or dropped before. Move-check sees to it that nobody uses
// a variable whose box was dropped early.
//
// The package reports nothing and changes nothing; it must not know what a drop is lowered to.
package drops

import (
	"slices"

	"descend/dialects/descend"
	"descend/ir"
	"descend/passes/flow"
	"descend/passes/place"
)

// Box is a box, or an array of boxes, in a variable or parameter: path leads to it through structs and tuples.
type Box struct {
	Root *ir.Value
	Path descend.Fields
}

// Drop is a place in the program where boxes end.
type Drop struct {
	// Boxes end in reverse order; or what lies in Place, behind a reference, does.
	Boxes []Box
	Place *ir.Value
	// Before an operation; if nil, at the end of a region, before its terminator. Every return has a Drop.
	Before *ir.Operation
	Region *ir.Region
	// Early: the variable is still in scope, but on other paths has no box.
	Early bool
	Loc   ir.Location
}

// Find lists the drops of a function that move-check has accepted, those of one place in the order in which they happen.
func Find(f descend.FuncOp) []Drop {
	d := &finder{copies: f.CopyVars(), passed: map[*ir.Operation]*passage{}}
	start := &owned{}
	for _, v := range f.Params() {
		start.boxes = append(start.boxes, d.boxes(v, "", descend.ElemOf(v))...)
	}
	if end, ok := flow.Forward(&flow.Shapes{}, d, f.Body(0), start); ok {
		d.add(Drop{Boxes: end.boxes, Region: f.Region(0), Loc: f.Loc()})
	}
	return d.out
}

// Owns says whether a value of t may own memory.
func Owns(t ir.Type) bool { return owns(t, nil) }

// owns is Owns where values of the type variables in copies are copied, so that they own nothing.
func owns(t ir.Type, copies map[string]bool) bool {
	switch t := t.(type) {
	case *descend.BoxType, *descend.TokenType:
		return true
	case *descend.VarType:
		return !copies[t.Name]
	case *descend.ArrayType:
		return owns(t.Elem, copies)
	case *descend.MaybeType:
		return owns(t.Elem, copies)
	}
	ps, _ := descend.Parts(t)
	return slices.ContainsFunc(ps, func(p ir.Type) bool { return owns(p, copies) })
}

// Of are the boxes that a variable of type t has.
func Of(v *ir.Value, t ir.Type) []Box { return (&finder{}).boxes(v, "", t) }

// owned are the boxes that are there, in the order in which they came. What was a list of boxes once stays as it is.
type owned struct{ boxes []Box }

// Clone is a copy.
func (s *owned) Clone() *owned { return &owned{s.boxes} }

// Join keeps what is there on both ways.
func (s *owned) Join(o *owned) bool {
	n := len(s.boxes)
	s.boxes = both(s.boxes, o.boxes)
	return len(s.boxes) < n
}

// under are the boxes of a variable at or below a path.
func (s *owned) under(v *ir.Value, path descend.Fields) []Box {
	return only(s.boxes, func(x Box) bool { return x.Root == v && path.Covers(x.Path) })
}

func (s *owned) give(boxes []Box) { s.boxes = slices.Concat(s.boxes, minus(boxes, s.boxes)) }
func (s *owned) take(boxes []Box) { s.boxes = minus(s.boxes, boxes) }

type finder struct {
	copies map[string]bool
	out    []Drop
	quiet  bool // inside of a loop that is not yet stable: list nothing
	passed map[*ir.Operation]*passage
}

// passage is what is there around an operation with regions: before it, at the head, which is the start of its first region, and at
// the ends of the regions from which control goes on; back is that from which it goes to the head once more.
type passage struct {
	before, head []Box
	ends         map[*ir.Region][]Box
	back         *ir.Region
}

// boxes are those that a value of type t at the path of v has.
func (d *finder) boxes(v *ir.Value, path descend.Fields, t ir.Type) []Box {
	if ps, ok := descend.Parts(t); ok {
		var out []Box
		for i, p := range ps {
			out = append(out, d.boxes(v, path.Field(i), p)...)
		}
		return out
	}
	if owns(t, d.copies) {
		return []Box{{v, path}}
	}
	return nil
}

func (d *finder) add(x Drop) {
	if !d.quiet && (len(x.Boxes) > 0 || x.Place != nil || x.Before != nil && ir.Is[descend.ReturnOp](x.Before)) {
		d.out = append(d.out, x)
	}
}

// Quiet says that nothing is listed for now.
func (d *finder) Quiet(on bool) { d.quiet = on }

// Op drops what an operation replaces, and everything before a return.
func (d *finder) Op(op *ir.Operation, s *owned) {
	for _, u := range descend.UsesOf(op) {
		if u.IsPlace() {
			d.use(op, u, s)
		}
	}
	if ir.Is[descend.ReturnOp](op) {
		d.add(Drop{Boxes: s.boxes, Before: op, Loc: op.Loc()})
	}
}

// use is what an operation does with a place: where it gets a value, the one before ends. Move-check lets nobody move out of
// what is behind references and boxes or in arrays.
func (d *finder) use(op *ir.Operation, u descend.Use, s *owned) {
	p := place.Written(u.Of)
	path, ok := p.Fields() // false if it is an element of an array, or behind a reference or box
	switch {
	case u.Gives() && ok:
		d.add(Drop{Boxes: s.under(p.Root, path), Before: op, Loc: op.Loc()})
		s.give(d.boxes(p.Root, path, descend.ElemOf(u.Of)))
	case u.Gives() && owns(descend.ElemOf(u.Of), d.copies): // behind a reference, where there always is a box
		d.add(Drop{Place: u.Of, Before: op, Loc: op.Loc()})
	case ok && (u.Kind == descend.MoveUse || u.Kind == descend.DropUse):
		s.take(s.under(p.Root, path))
	}
}

// Begin notes what is there at a head.
func (d *finder) Begin(b *ir.Block, s *owned) {
	if p := d.passed[b.Parent()]; p != nil && b.Region() == b.Parent().Region(0) {
		p.head = s.boxes
	}
}

// End drops what a block declares.
func (d *finder) End(b *ir.Block, s *owned) {
	if ir.Is[descend.FuncOp](b.Parent()) {
		return // all that is there ends with the function
	}
	var declared []Box
	for op := range b.Ops() {
		if ir.Is[descend.LocalOp](op) {
			declared = append(declared, d.boxes(op.Result(0), "", descend.ElemOf(op.Result(0)))...)
		}
	}
	x := Drop{Boxes: both(declared, s.boxes), Region: b.Region(), Loc: b.Parent().Loc()}
	if t := b.Back(); t != nil && (ir.Is[descend.YieldOp](t) || ir.Is[descend.ConditionOp](t)) {
		x.Before, x.Loc = t, t.Loc()
	}
	d.add(x)
	s.take(declared)
}

// Enter is before the regions of an operation.
func (d *finder) Enter(op *ir.Operation, s *owned) {
	d.Op(op, s)
	d.passed[op] = &passage{before: s.boxes, head: s.boxes, ends: map[*ir.Region][]Box{}}
}

// Edge notes what is there at the end of a region.
func (d *finder) Edge(e flow.Edge, s *owned) bool {
	if e.From != flow.Outside {
		p, r := d.passed[e.Op], e.Op.Region(e.From)
		p.ends[r] = s.boxes
		if e.Back() {
			p.back = r
		}
	}
	return true
}

// Leave is behind an operation with regions, where it is known what all ways have: what only some have is dropped on these.
func (d *finder) Leave(op *ir.Operation, s *owned) {
	p := d.passed[op]
	d.add(Drop{Boxes: minus(p.before, p.head), Before: op, Early: true, Loc: op.Loc()})
	for _, r := range op.Regions() {
		end, goesOn := p.ends[r]
		next := s.boxes
		switch {
		case r == p.back:
			next = p.head
		case r.Empty():
			end = p.head
		case !goesOn:
			continue
		}
		d.add(Drop{Boxes: minus(end, next), Region: r, Early: true, Loc: op.Loc()})
	}
}

func both(a, b []Box) []Box {
	return only(a, func(x Box) bool { return slices.Contains(b, x) })
}

func minus(a, b []Box) []Box {
	return only(a, func(x Box) bool { return !slices.Contains(b, x) })
}

func only(a []Box, is func(Box) bool) []Box {
	var out []Box
	for _, x := range a {
		if is(x) {
			out = append(out, x)
		}
	}
	return out
}
