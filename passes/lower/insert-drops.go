package lower

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes"
	"descend/passes/drops"
)

// InsertDrops ends the boxes of CPU functions.
//
//	%a = local -> place<[f32; 4] @ cpu.mem>          ..
//	write %box, %a                            ->     ..
//	..                                               drop %a
//	yield                                            yield
//
// Where they end, package drops finds.
//
// Needs: inline (scopes of inlined functions are scopes here), move-check and borrow-check have accepted
// the program. Guarantees: every box is freed exactly once on every path.
type InsertDrops struct{}

// Name is the name of the pass.
func (*InsertDrops) Name() string { return "insert-drops" }

// Description is one line.
func (*InsertDrops) Description() string { return "free boxes of CPU functions where they end" }

// Anchor is the operation that the pass runs on.
func (*InsertDrops) Anchor() string { return "descend.func" }

// After is the order with reasons.
func (*InsertDrops) After() []passes.Order {
	return []passes.Order{
		{Pass: "inline-calls", Why: "variables of inlined functions are dropped with their scopes"},
	}
}

type dropper struct {
	c *passes.Context
	b *ir.Builder
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
	for _, x := range drops.Find(f) {
		d.insert(x)
	}
	return nil
}

// insert makes the operations of a drop.
func (d *dropper) insert(x drops.Drop) {
	before := x.Before
	if before == nil {
		if x.Region.Empty() {
			x.Region.Append(ir.NewBlock(x.Loc))
		}
		d.b.AtEnd(x.Region.Front())
		if last := x.Region.Front().Back(); last != nil && (ir.Is[descend.YieldOp](last) || ir.Is[descend.ConditionOp](last)) {
			before = last
		}
	}
	if before != nil {
		d.b.Before(before)
	}
	d.b.At(x.Loc)
	if x.Place != nil {
		descend.NewDrop(d.b, x.Place)
	}
	d.drop(x.Boxes)
	if ir.Is[descend.ReturnOp](before) {
		d.dropWaiting(before)
	}
}

// drop ends boxes in reverse order.
func (d *dropper) drop(boxes []drops.Box) {
	for i := len(boxes) - 1; i >= 0; i-- {
		descend.NewDrop(d.b, d.place(boxes[i]))
	}
}

// dropWaiting ends the boxes in values that an operation would take which a return in one of its other operands keeps
// from being executed: the first argument of f(CpuHeap::new(1), { return }). They become variables.
func (d *dropper) dropWaiting(ret *ir.Operation) {
	around := map[*ir.Block]*ir.Operation{} // what is being executed in each block
	for at := ret; !ir.Is[descend.FuncOp](at); at = at.Parent() {
		around[at.Block()] = at
	}
	taken := func(by *ir.Operation) bool {
		for around[by.Block()] == nil {
			by = by.Parent()
		}
		return by.IsBefore(around[by.Block()])
	}
	var waiting []*ir.Value
	for at := ret; !ir.Is[descend.FuncOp](at); at = at.Parent() {
	values:
		for o := at.Prev(); o != nil; o = o.Prev() {
			for _, v := range o.Results() {
				if !drops.Owns(v.Type()) || !v.HasUses() {
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
		local := descend.NewLocal(d.b.Before(ret).At(ret.Loc()), "_", v.Type()).Result(0)
		d.waited[descend.NewInit(d.b, v, local).Operation] = true
		d.drop(drops.Of(local, v.Type()))
	}
}

// place makes the place of an box.
func (d *dropper) place(x drops.Box) *ir.Value {
	v := x.Root
	for _, i := range x.Path.Numbers() {
		ps, _ := parts(descend.ElemOf(v))
		v = descend.NewProj(d.b, v, i, ps[i]).Result(0)
	}
	return v
}

// finishTokens ends the tokens of copies that are dropped, where access-check takes them to be: in a copy of a function as it was checked, before
// it loses loops and branches that an instance does not execute.
func finishTokens(c *passes.Context, f descend.FuncOp) {
	if execKind(f) == exec.CPUThread {
		return
	}
	for range f.All("descend.copy_token") {
		d := &dropper{c: c, b: ir.NewBuilder(c.IR()), waited: map[*ir.Operation]bool{}}
		for _, x := range drops.Find(f) {
			x.Boxes = slices.DeleteFunc(slices.Clone(x.Boxes), func(b drops.Box) bool { return !descend.IsToken(descend.ElemOf(b.Root)) })
			if x.Place = nil; len(x.Boxes) > 0 {
				d.insert(x)
			}
		}
		break
	}
}
