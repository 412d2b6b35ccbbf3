package lower

import (
	"slices"
	"strconv"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes"
)

// InsertDrops ends the boxes of CPU functions.
//
//	%a = local -> place<[f32; 4] @ cpu.mem>          ..
//	write %box, %a                            ->     ..
//	..                                               drop %a
//	yield                                            yield
//
// A variable that owns a box is dropped where its scope ends and before every return, unless its value was
// moved out. Where only one arm of a conditional moves it, the other arm drops it at its end: nothing may
// use it afterwards. What a loop has not at the end of its body is not used in it before it is given a new value,
// nor after it, and is dropped before it. Boxes in structs and tuples are followed one by one, boxes in arrays are one.
//
// Needs: inline (scopes of inlined functions are scopes here), move-check has accepted the
// program. Guarantees: every box is freed exactly once on every path.
type InsertDrops struct{}

// Name is the name of the pass.
func (*InsertDrops) Name() string { return "insert-drops" }

// Description is one line.
func (*InsertDrops) Description() string { return "free boxes of CPU functions where they end" }

// Anchor is the operation that the pass runs on.
func (*InsertDrops) Anchor() string { return "descend.func" }

// item is a box, or an array of boxes, in a variable: path ".0.1" leads to it through structs and tuples.
type item struct {
	v    *ir.Value
	path string
}

// owned is a set of boxes that are there, in order of declaration.
type owned []item

func (s owned) has(x item) bool { return slices.Contains(s, x) }

// under are the items of a variable at or below a path.
func (s owned) under(v *ir.Value, path string) owned {
	var out owned
	for _, x := range s {
		if x.v == v && (x.path == path || strings.HasPrefix(x.path, path+".")) {
			out = append(out, x)
		}
	}
	return out
}

// with adds items that are not there yet.
func (s owned) with(items owned) owned { return append(append(owned(nil), s...), minus(items, s)...) }

// itemsOf are the boxes that a value of type t at the path of v has.
func itemsOf(v *ir.Value, path string, t ir.Type) owned {
	if ps, ok := parts(t); ok {
		var out owned
		for i, p := range ps {
			out = append(out, itemsOf(v, path+"."+strconv.Itoa(i), p)...)
		}
		return out
	}
	if ownsBox(t) {
		return owned{{v, path}}
	}
	return nil
}

type dropper struct {
	c    *passes.Context
	b    *ir.Builder
	left bool // the path ended in a return
	dry  bool // only find out what is there; insert nothing
	// waited are the writes that dropWaiting has made.
	waited map[*ir.Operation]bool
}

// Run inserts the drops.
func (p *InsertDrops) Run(c *passes.Context) error {
	f, ok := c.Op.Typed().(descend.FuncOp)
	if !ok || f.IsExtern() || execKind(f) != exec.CPUThread {
		return nil
	}
	d := &dropper{c: c, b: ir.NewBuilder(c.IR()), waited: map[*ir.Operation]bool{}}
	var live owned
	for _, v := range f.Params() {
		live = append(live, itemsOf(v, "", descend.ElemOf(v))...)
	}
	live = d.block(f.Body(0), live)
	if !d.left {
		d.drop(live, nil, f.Body(0), f.Loc())
	}
	return nil
}

// drop ends the variables in reverse order: before an operation, or at the end of a block.
func (d *dropper) drop(vs owned, before *ir.Operation, end *ir.Block, loc ir.Location) {
	if d.dry {
		return
	}
	if before != nil {
		d.b.Before(before)
	} else {
		d.b.AtEnd(end)
	}
	d.b.At(loc)
	for i := len(vs) - 1; i >= 0; i-- {
		d.b.Op("descend.drop", []*ir.Value{d.place(vs[i])}, nil)
	}
}

// dropWaiting ends the boxes in values that an operation would take which a return in one of its other operands keeps
// from being executed: the first argument of f(CpuHeap::new(1), { return }). They become variables.
func (d *dropper) dropWaiting(ret *ir.Operation) {
	if d.dry {
		return
	}
	around := map[*ir.Block]*ir.Operation{} // what is being executed in each block
	for at := ret; !at.Is("descend.func"); at = at.Parent() {
		around[at.Block()] = at
	}
	taken := func(by *ir.Operation) bool {
		for around[by.Block()] == nil {
			by = by.Parent()
		}
		return by.IsBefore(around[by.Block()])
	}
	var waiting []*ir.Value
	for at := ret; !at.Is("descend.func"); at = at.Parent() {
	values:
		for o := at.Prev(); o != nil; o = o.Prev() {
			for _, v := range o.Results() {
				if !ownsBox(v.Type()) || !v.HasUses() {
					continue
				}
				for u := range v.Uses() {
					if u.Owner() == ret || !d.waited[u.Owner()] && taken(u.Owner()) {
						continue values
					}
				}
				waiting = append(waiting, v)
			}
		}
	}
	for _, v := range waiting {
		local := d.b.Before(ret).At(ret.Loc()).Op("descend.local", nil, []ir.Type{descend.Place(d.c.IR(), v.Type())},
			ir.Attr("name", d.c.IR().StringAttr("_"))).Result(0)
		d.waited[d.b.Op("descend.write", []*ir.Value{v, local}, nil, ir.Attr("init", d.c.IR().UnitAttr()))] = true
		d.drop(itemsOf(local, "", v.Type()), ret, nil, ret.Loc())
	}
}

// place makes the place of an item.
func (d *dropper) place(x item) *ir.Value {
	c, v := d.c.IR(), x.v
	for _, n := range strings.Split(x.path, ".")[1:] {
		i, _ := strconv.Atoi(n)
		ps, _ := parts(descend.ElemOf(v))
		v = d.b.Op("descend.proj", []*ir.Value{v}, []ir.Type{descend.Place(c, ps[i])},
			ir.Attr("index", c.I64Attr(int64(i)))).Result(0)
	}
	return v
}

// block goes through a block; what it declares is dropped at its end, if the path gets there. It returns
// which of the outer variables still own something.
func (d *dropper) block(b *ir.Block, live owned) owned {
	var declared owned
	for o := b.Front(); o != nil; o = o.Next() {
		switch t := o.Typed().(type) {
		case descend.LocalOp:
			declared = append(declared, itemsOf(o.Result(0), "", descend.ElemOf(o.Result(0)))...)
		case descend.WriteOp:
			if v, path, ok := variable(t.Place()); ok {
				d.drop(live.under(v, path), o, nil, o.Loc())
				live = live.with(itemsOf(v, path, descend.ElemOf(t.Place())))
			} else if !d.dry && ownsBox(descend.ElemOf(t.Place())) { // behind a reference, where there always is a box
				d.b.Before(o).At(o.Loc()).Op("descend.drop", []*ir.Value{t.Place()}, nil)
			}
		case descend.MoveOp:
			// move-check lets nobody move out of what is behind references and boxes or in arrays
			if v, path, ok := variable(o.Operand(0)); ok {
				live = minus(live, live.under(v, path))
			}
		case descend.DropOp:
			if v, path, ok := variable(o.Operand(0)); ok {
				live = minus(live, live.under(v, path))
			}
		case descend.ReturnOp:
			d.drop(live, o, nil, o.Loc())
			d.dropWaiting(o)
			d.left = true
			return nil
		case descend.YieldOp, descend.ConditionOp:
			d.drop(intersect(declared, live), o, nil, o.Loc())
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
	d.drop(intersect(declared, live), nil, b, b.Parent().Loc())
	return minus(live, declared)
}

// loop goes through a loop, whose last region is its body, and an earlier one its condition. The body may run again or
// not at all: what is not there at its end is dropped before the loop, and what it has given to outer variables that
// were empty is dropped at its end. What happens to one box does not depend on others, so one look tells what is lost.
func (d *dropper) loop(o *ir.Operation, live owned) owned {
	if !d.dry {
		d.dry = true
		_, lost := d.round(o, live)
		d.dry, d.left = false, false
		d.drop(lost, o, nil, o.Loc())
		live = minus(live, lost)
	}
	exit, lost := d.round(o, live)
	return minus(exit, lost)
}

// round goes once through the regions of a loop: what is there where the loop is left, and what of live is not there at
// the end of the body.
func (d *dropper) round(o *ir.Operation, live owned) (exit, lost owned) {
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
func (d *dropper) branches(o *ir.Operation, live owned) owned {
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

// atEnd drops at the end of a region of o.
func (d *dropper) atEnd(o *ir.Operation, r *ir.Region, extra owned) {
	if len(extra) == 0 || d.dry {
		return
	}
	if r.Empty() {
		r.Append(ir.NewBlock(o.Loc()))
	}
	var end *ir.Operation
	if last := r.Front().Back(); last != nil && (last.Is("descend.yield") || last.Is("descend.condition")) {
		end = last
	}
	d.drop(extra, end, r.Front(), o.Loc())
}

// variable is the variable or parameter that a place is a part of, and the path to it through structs and
// tuples; false if it is an element of an array or behind a reference or box.
func variable(place *ir.Value) (v *ir.Value, path string, ok bool) {
	for {
		o := place.DefiningOp()
		if o == nil || o.Is("descend.local") {
			return place, path, true
		}
		switch t := o.Typed().(type) {
		case descend.ProjOp:
			path = "." + strconv.Itoa(t.Number()) + path
		case descend.RetypeOp:
		default:
			return nil, "", false
		}
		place = o.Operand(0)
	}
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
