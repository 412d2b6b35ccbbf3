// Package drops finds where the boxes of a function on the CPU end: where insert-drops frees them and borrow-check sees
// to it that nothing refers to them.
//
// A variable that owns a box is dropped where its scope ends, before every return and where it gets another box, unless
// its value was moved out. A box is there on all paths to a point or on none: where only one arm of a conditional moves it,
// the other arm drops it at its end, and what only one arm gives it, this arm drops. What a loop has not at the end of its
// body is dropped before it, what the body has given to variables that were empty at the end of the body. Move-check sees
// to it that nobody uses such a variable afterwards. Boxes in structs and tuples are followed one by one, boxes in arrays
// are one.
//
// The package reports nothing and changes nothing; it must not know what a drop is lowered to.
package drops

import (
	"slices"

	"descend/dialects/descend"
	"descend/ir"
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
	d := &finder{copies: f.CopyVars()}
	var live owned
	for _, v := range f.Params() {
		live = append(live, d.boxes(v, "", descend.ElemOf(v))...)
	}
	live = d.block(f.Body(0), live)
	if !d.left {
		d.add(Drop{Boxes: live, Region: f.Region(0), Loc: f.Loc()})
	}
	return d.out
}

// Owns says whether a value of t may own memory.
func Owns(t ir.Type) bool { return owns(t, nil) }

// owns is Owns where values of the type variables in copies are copied, so that they own nothing.
func owns(t ir.Type, copies map[string]bool) bool {
	switch t := t.(type) {
	case *descend.BoxType:
		return true
	case *descend.VarType:
		return !copies[t.Name]
	case *descend.ArrayType:
		return owns(t.Elem, copies)
	}
	ps, _ := descend.Parts(t)
	return slices.ContainsFunc(ps, func(p ir.Type) bool { return owns(p, copies) })
}

// Of are the boxes that a variable of type t has.
func Of(v *ir.Value, t ir.Type) []Box { return (&finder{}).boxes(v, "", t) }

// owned is a set of boxes that are there, in order of declaration.
type owned []Box

func (s owned) has(x Box) bool { return slices.Contains(s, x) }

// under are the boxes of a variable at or below a path.
func (s owned) under(v *ir.Value, path descend.Fields) owned {
	var out owned
	for _, x := range s {
		if x.Root == v && path.Covers(x.Path) {
			out = append(out, x)
		}
	}
	return out
}

// with adds boxes that are not there yet.
func (s owned) with(boxes owned) owned { return append(append(owned(nil), s...), minus(boxes, s)...) }

type finder struct {
	copies map[string]bool
	out    []Drop
	left   bool // the path ended in a return
	dry    bool // only find out what is there; list nothing
}

// boxes are those that a value of type t at the path of v has.
func (d *finder) boxes(v *ir.Value, path descend.Fields, t ir.Type) owned {
	if ps, ok := descend.Parts(t); ok {
		var out owned
		for i, p := range ps {
			out = append(out, d.boxes(v, path.Field(i), p)...)
		}
		return out
	}
	if owns(t, d.copies) {
		return owned{{v, path}}
	}
	return nil
}

func (d *finder) add(x Drop) {
	if !d.dry && (len(x.Boxes) > 0 || x.Place != nil || x.Before != nil && x.Before.Is("descend.return")) {
		d.out = append(d.out, x)
	}
}

// block goes through a block; what it declares is dropped at its end, if the path gets there. It returns
// which of the outer variables still own something.
func (d *finder) block(b *ir.Block, live owned) owned {
	var declared owned
	for o := b.Front(); o != nil; o = o.Next() {
		for _, u := range descend.UsesOf(o) {
			if u.IsPlace() {
				live = d.use(o, u, live)
			}
		}
		switch o.Typed().(type) {
		case descend.LocalOp:
			declared = append(declared, d.boxes(o.Result(0), "", descend.ElemOf(o.Result(0)))...)
		case descend.ReturnOp:
			d.add(Drop{Boxes: live, Before: o, Loc: o.Loc()})
			d.left = true
			return nil
		case descend.YieldOp, descend.ConditionOp:
			d.add(Drop{Boxes: intersect(declared, live), Before: o, Loc: o.Loc()})
			return minus(live, declared)
		case descend.IfOp:
			live = d.branches(o, live)
		case descend.ScopeOp, descend.UnsafeOp:
			live = d.block(o.Body(0), live)
		default:
			if o.NumRegions() > 0 {
				live = d.loop(o, live)
			}
		}
		if d.left {
			return nil
		}
	}
	if b.Parent().Is("descend.func") {
		return live
	}
	d.add(Drop{Boxes: intersect(declared, live), Region: b.Region(), Loc: b.Parent().Loc()})
	return minus(live, declared)
}

// use is what an operation does with a place: where it gets a value, the one before ends. Move-check lets nobody move out of
// what is behind references and boxes or in arrays.
func (d *finder) use(o *ir.Operation, u descend.Use, live owned) owned {
	v, path, ok := variable(u.Of)
	switch {
	case u.Gives() && ok:
		d.add(Drop{Boxes: live.under(v, path), Before: o, Loc: o.Loc()})
		return live.with(d.boxes(v, path, descend.ElemOf(u.Of)))
	case u.Gives() && owns(descend.ElemOf(u.Of), d.copies): // behind a reference, where there always is a box
		d.add(Drop{Place: u.Of, Before: o, Loc: o.Loc()})
	case ok && (u.Kind == descend.MoveUse || u.Kind == descend.DropUse):
		return minus(live, live.under(v, path))
	}
	return live
}

// loop goes through a loop, whose last region is its body, and an earlier one its condition. The body may run again or
// not at all: what is not there at its end is dropped before the loop, and what it has given to outer variables that
// were empty is dropped at its end. What happens to one box does not depend on others, so one look tells what is lost.
func (d *finder) loop(o *ir.Operation, live owned) owned {
	if !d.dry {
		d.dry = true
		_, lost := d.round(o, live)
		d.dry, d.left = false, false
		d.add(Drop{Boxes: lost, Before: o, Early: true, Loc: o.Loc()})
		live = minus(live, lost)
	}
	exit, lost := d.round(o, live)
	return minus(exit, lost)
}

// round goes once through the regions of a loop: what is there where the loop is left, and what of live is not there at
// the end of the body.
func (d *finder) round(o *ir.Operation, live owned) (exit, lost owned) {
	exit = live
	for i := range o.NumRegions() - 1 {
		if exit = d.block(o.Body(i), exit); d.left {
			return nil, nil
		}
	}
	last := o.Region(o.NumRegions() - 1)
	if last.Empty() {
		return exit, nil
	}
	after := d.block(last.Front(), exit)
	if d.left { // returns from the first round; the loop may also have none
		d.left = false
		return exit, nil
	}
	d.atEnd(o, last, minus(after, live))
	return exit, minus(live, after)
}

// branches goes through the two arms of a conditional and makes them agree.
func (d *finder) branches(o *ir.Operation, live owned) owned {
	var ends [2]owned
	var left [2]bool
	for i, r := range o.Regions() {
		ends[i] = live
		if !r.Empty() {
			ends[i] = d.block(r.Front(), live)
			left[i], d.left = d.left, false
		}
	}
	if left[0] && left[1] {
		d.left = true
		return nil
	}
	for i := range ends {
		if left[i] {
			return ends[1-i]
		}
	}
	for i, r := range o.Regions() {
		extra := minus(ends[i], ends[1-i])
		if len(extra) == 0 {
			continue
		}
		d.atEnd(o, r, extra)
	}
	return intersect(ends[0], ends[1])
}

// atEnd drops at the end of a region of o what other paths have not.
func (d *finder) atEnd(o *ir.Operation, r *ir.Region, extra owned) {
	d.add(Drop{Boxes: extra, Region: r, Early: true, Loc: o.Loc()})
}

// variable is the variable or parameter that a place is a part of, and the path to it through structs and
// tuples; false if it is an element of an array or behind a reference or box.
func variable(p *ir.Value) (v *ir.Value, path descend.Fields, ok bool) {
	written := place.Written(p)
	for _, s := range written.Steps {
		if s.Kind != place.Proj {
			return nil, "", false
		}
		path = path.Field(int(s.Field))
	}
	return written.Root, path, true
}

func intersect(a, b owned) owned {
	var out owned
	for _, v := range a {
		if b.has(v) {
			out = append(out, v)
		}
	}
	return out
}

func minus(a, b owned) owned {
	var out owned
	for _, v := range a {
		if !b.has(v) {
			out = append(out, v)
		}
	}
	return out
}
