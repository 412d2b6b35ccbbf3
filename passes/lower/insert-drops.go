package lower

import (
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
// use it afterwards. Parts are not tracked: once a part of a variable is moved, its other boxes are dropped
// where the variable ends.
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

// owned is the set of variables that own a value, in order of declaration.
type owned []*ir.Value

func (s owned) has(v *ir.Value) bool {
	for _, x := range s {
		if x == v {
			return true
		}
	}
	return false
}

func (s owned) without(v *ir.Value) owned {
	var out owned
	for _, x := range s {
		if x != v {
			out = append(out, x)
		}
	}
	return out
}

func (s owned) with(v *ir.Value) owned {
	if s.has(v) {
		return s
	}
	return append(append(owned(nil), s...), v)
}

type dropper struct {
	c    *passes.Context
	b    *ir.Builder
	left bool // the path ended in a return
}

// Run inserts the drops.
func (p *InsertDrops) Run(c *passes.Context) error {
	f, ok := c.Op.Typed().(descend.FuncOp)
	if !ok || f.IsExtern() || execKind(f) != exec.CPUThread {
		return nil
	}
	d := &dropper{c: c, b: ir.NewBuilder(c.IR())}
	var live owned
	for _, v := range f.Params() {
		if ownsBox(descend.ElemOf(v)) {
			live = append(live, v)
		}
	}
	live = d.block(f.Body(0), live)
	if !d.left {
		d.drop(live, nil, f.Body(0), f.Loc())
	}
	return nil
}

// drop ends the variables in reverse order: before an operation, or at the end of a block.
func (d *dropper) drop(vs owned, before *ir.Operation, end *ir.Block, loc ir.Location) {
	if before != nil {
		d.b.Before(before)
	} else {
		d.b.AtEnd(end)
	}
	d.b.At(loc)
	for i := len(vs) - 1; i >= 0; i-- {
		d.b.Op("descend.drop", []*ir.Value{vs[i]}, nil)
	}
}

// block goes through a block; what it declares is dropped at its end, if the path gets there. It returns
// which of the outer variables still own something.
func (d *dropper) block(b *ir.Block, live owned) owned {
	var declared owned
	for o := b.Front(); o != nil; o = o.Next() {
		switch t := o.Typed().(type) {
		case descend.LocalOp:
			if ownsBox(descend.ElemOf(o.Result(0))) {
				declared = append(declared, o.Result(0))
			}
		case descend.WriteOp:
			if v := variable(t.Place()); ownsBox(descend.ElemOf(t.Place())) && v == t.Place() {
				if live.has(v) {
					d.drop(owned{v}, o, nil, o.Loc())
				}
				live = live.with(v)
			}
		case descend.MoveOp:
			if v := variable(o.Operand(0)); v != nil && v == o.Operand(0) {
				live = live.without(v)
			} else if v != nil && ownsBox(descend.ElemOf(o.Operand(0))) {
				d.c.Diags.Errorf(o.Loc(), "unsupported", "a box is moved out of a part of a variable").
					WithHelp("move the whole variable")
			}
		case descend.DropOp:
			live = live.without(o.Operand(0))
		case descend.ReturnOp:
			d.drop(live, o, nil, o.Loc())
			d.left = true
			return nil
		case descend.YieldOp, descend.ConditionOp:
			d.drop(intersect(declared, live), o, nil, o.Loc())
			return minus(live, declared)
		case descend.IfOp:
			live = d.branches(o, live)
		default:
			for _, r := range o.Regions() {
				if !r.Empty() {
					live = d.nested(o, r, live)
				}
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

// nested goes through the region of a scope or loop. A loop body may run again or not at all, so it must
// leave the outer variables as they were.
func (d *dropper) nested(o *ir.Operation, r *ir.Region, live owned) owned {
	after := d.block(r.Front(), live)
	if o.Is("descend.scope") || o.Is("descend.unsafe") {
		return after
	}
	if d.left { // returns from the first round; the loop may also have none
		d.left = false
		return live
	}
	if !same(live, after) {
		d.c.Diags.Errorf(o.Loc(), "unsupported", "a loop body moves or replaces a box of a variable outside of the loop")
	}
	return live
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
		if r.Empty() {
			r.Append(ir.NewBlock(o.Loc()))
		}
		var end *ir.Operation
		if last := r.Front().Back(); last != nil && last.Is("descend.yield") {
			end = last
		}
		d.drop(extra, end, r.Front(), o.Loc())
	}
	return intersect(ends[0], ends[1])
}

// variable is the variable or parameter that a place is a part of, without dereferencing; nil if none.
func variable(place *ir.Value) *ir.Value {
	for {
		o := place.DefiningOp()
		if o == nil || o.Is("descend.local") {
			return place
		}
		switch o.Name() {
		case "descend.proj", "descend.at", "descend.index", "descend.retype":
			place = o.Operand(0)
		default:
			return nil
		}
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

func same(a, b owned) bool { return len(minus(a, b)) == 0 && len(minus(b, a)) == 0 }
