package lower

import (
	"math/big"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes/drops"
)

// Calls with sizes that the callee cannot have. The checks accept them where conditions on sizes exclude that they are
// executed, and where sizes are checked at run time:
//
//	fn start<n: nat>(..) { if n > 0 { k::<<<X<n>, X<256>>>>(..) } }        start::<0>(..)
//
// There is no instance of k for 0: its memory could have sizes below 0. In place of the call the program stops. A launch whose
// sizes k can have, but with an extent of 0, is left out.

// impossible says whether a call or launch in an instance needs what its constant sizes do not fulfill.
func impossible(call *ir.Operation, f descend.FuncOp, s *descend.Subst) bool {
	for _, g := range f.Generics() {
		if e, ok := s.Nats[g.Name]; ok && len(e.Vars()) == 0 {
			if n, isConst := e.Const(); !isConst || n.Sign() < 0 {
				return true // below 0, or a division by 0
			}
		}
	}
	for _, w := range f.Wheres() {
		if k := s.Constraint(w); len(k.Vars()) == 0 {
			if ok, err := k.Eval(nil); !ok || err != nil {
				return true
			}
		}
	}
	return extents(call.Attr("grid"), func(n *big.Int) bool { return n.Sign() < 0 })
}

// idle says whether a launch in an instance has an extent of 0, so that it does nothing. There is no instance for it: in
// its body the extents are 1 or more, which contradicts its sizes.
func idle(o *ir.Operation) bool {
	return ir.Is[descend.LaunchOp](o) && extents(o.Attr("grid"), isZero)
}

func isZero(n *big.Int) bool { return n.Sign() == 0 }

// extents says whether a constant extent of the grid that an attribute names, in blocks or threads, is as is says.
func extents(grid ir.Attribute, is func(n *big.Int) bool) bool {
	a, _ := grid.(*ir.TypeAttr)
	if a == nil {
		return false
	}
	t, ok := a.Type.(*exec.Type)
	if !ok {
		return false
	}
	for _, d := range []exec.Dim{t.Dim, t.Inner} {
		for _, a := range d.Axes() {
			if n, isConst := d.Size[a].Const(); isConst && is(n) {
				return true
			}
		}
	}
	return false
}

// eraseBody leaves nothing of the body of a kernel, an entry, for an extent of 0: a launch of it does nothing.
func eraseBody(kernel *ir.Operation) {
	var next *ir.Operation
	for o := kernel.Body(0).Back(); o != nil; o = next {
		next = o.Prev()
		if !o.Has(ir.Terminator) {
			o.Erase()
		}
	}
}

// leaveOut puts what is left of a launch that does nothing in its place: the conditions that are checked there, and an end for
// the boxes that it takes, which are given to variables of a scope of their own.
func leaveOut(launch *ir.Operation) {
	b := ir.NewBuilder(launch.Context()).Before(launch).At(launch.Loc())
	block := ir.NewBlock(launch.Loc())
	scope := b.OpR("descend.scope", nil, nil, []*ir.Region{ir.NewRegion(block)})
	scope.SetAttr("checks", launch.Attr("checks"))
	b.AtEnd(block)
	for _, v := range launch.Operands() {
		if drops.Owns(v.Type()) {
			descend.NewInit(b, v, descend.NewLocal(b, "_", v.Type()).Result(0))
		}
	}
	descend.NewYield(b)
	launch.Erase()
}

// stopAt puts an assertion that fails in the place of a call. The result, which nobody reads, is a variable without a value.
func stopAt(c *ir.Context, call *ir.Operation, callee string) {
	b := ir.NewBuilder(c).Before(call).At(call.Loc())
	never := b.Op("descend.const", nil, []ir.Type{c.I1()}, ir.Attr("value", c.BoolAttr(false))).Result(0)
	stop := b.Op("descend.assert", []*ir.Value{never}, nil, ir.Attr("text", c.StringAttr("the sizes of "+callee)))
	stop.SetAttr("checks", call.Attr("checks"))
	for _, r := range call.Results() {
		none := descend.NewLocal(b, "_", r.Type()).Result(0)
		r.ReplaceAllUsesWith(b.Op("descend.read", []*ir.Value{none}, []ir.Type{r.Type()}).Result(0))
	}
	call.Erase()
}
