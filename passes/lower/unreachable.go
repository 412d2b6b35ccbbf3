package lower

import (
	"math/big"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
)

// Calls with sizes that the callee cannot have. The checks accept them where conditions on sizes exclude that they are
// executed, and where sizes are checked at run time:
//
//	fn start<n: nat>(..) { if n > 0 { k::<<<X<n>, X<256>>>>(..) } }        start::<0>(..)
//
// There is no instance of k for 0: its memory could have sizes below 0. In place of the call the program stops.

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
	if a, ok := call.Attr("grid").(*ir.TypeAttr); ok {
		if t, ok := a.Type.(*exec.Type); ok {
			return empty(t.Dim) || empty(t.Inner)
		}
	}
	return false
}

// empty says whether a shape has no resource along one of its dimensions.
func empty(d exec.Dim) bool {
	for _, a := range d.Axes() {
		if n, ok := d.Size[a].Const(); ok && n.Cmp(big.NewInt(1)) < 0 {
			return true
		}
	}
	return false
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
