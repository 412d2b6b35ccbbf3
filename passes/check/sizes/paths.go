package sizes

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes/place"
)

// Conditions on sizes around what a CPU function does: `if n > 0 { k::<<<X<n>, X<256>>>>(..); print(x[0]) }` needs no size
// of whoever calls the function. They hold for what is done under them and for nothing else: not for types, which may be
// laid out before, and not in kernels, whose memory the launch lays out. A value of such a condition is a nat that fits
// its type (natValue), so that it compares as the nat does.

// paths are the conditions on sizes in a CPU function.
type paths struct {
	values
	*knowledge
	blocks map[*ir.Block][]nat.Constraint     // where they start, and of what was passed so far in them
	steps  map[*ir.Operation][]nat.Constraint // the same at steps
	relied func(*ir.Operation)                // notes an assertion that says something of sizes
}

func newPaths(v values, k *knowledge, relied func(*ir.Operation)) paths {
	return paths{v, k, map[*ir.Block][]nat.Constraint{}, map[*ir.Operation][]nat.Constraint{}, relied}
}

// isStep says whether all that op needs of sizes is needed when a CPU function executes it: a call or launch, an element, a
// nat as a value, a loop. A call with a result that is no scalar is none: there would be a type that holds under the
// condition only.
func isStep(op *ir.Operation) bool {
	switch op.Typed().(type) {
	case descend.AtOp, descend.NatOp, descend.ForNatOp, descend.LaunchOp:
		return true
	case descend.CallOp:
		return !slices.ContainsFunc(op.Results(), func(r *ir.Value) bool { return !descend.IsScalar(r.Type()) })
	}
	return false
}

// to is what holds where a block starts, and of what was passed so far in it.
func (x *paths) to(b *ir.Block) []nat.Constraint {
	if cs, ok := x.blocks[b]; ok {
		return cs
	}
	p := b.Parent()
	if p == nil || ir.Is[descend.FuncOp](p) {
		return nil
	}
	cs := x.to(p.Block())
	if g, ok := descend.GuardOf(b); ok {
		cs = append(cs[:len(cs):len(cs)], x.implied(g)...)
	}
	x.blocks[b] = cs
	return cs
}

// arrive notes what holds at an operation when the walk comes to it: what is passed later in its block does not count for it,
// also when it is asked for then.
// With all, also at what is no step.
func (x *paths) arrive(op *ir.Operation, all bool) {
	x.passed(op)
	if all || isStep(op) {
		x.steps[op] = x.to(op.Block())
	}
}

// passed notes, at the operation behind a conditional that returns in one of its branches, that the other one was chosen, and behind
// an assertion, that it holds.
func (x *paths) passed(next *ir.Operation) {
	if a, ok := ir.As[descend.AssertOp](next.Prev()); ok {
		if cs := x.implied(descend.Guard{Cond: a.Operand(0), Is: true}); len(cs) > 0 {
			before := x.to(a.Block())
			x.blocks[a.Block()] = append(before[:len(before):len(before)], cs...)
			x.relied(a.Operation)
		}
		return
	}
	op, ok := ir.As[descend.IfOp](next.Prev())
	if !ok {
		return
	}
	for i, r := range op.Regions() {
		if !r.Empty() && ir.Is[descend.ReturnOp](r.Front().Back()) {
			b := op.Block()
			cs := x.to(b)
			x.blocks[b] = append(cs[:len(cs):len(cs)], x.implied(descend.Guard{Cond: op.Condition(), Is: i == 1})...)
		}
	}
}

// maxConditions bounds the operations that are looked at for one condition.
const maxConditions = 256

// implied is what a condition says of sizes: a comparison of nats, and the parts of a && b that is true and of a || b that is
// false.
func (x *paths) implied(g descend.Guard) []nat.Constraint {
	var out []nat.Constraint
	left := maxConditions
	var visit func(g descend.Guard)
	visit = func(g descend.Guard) {
		op := g.Cond.DefiningOp()
		if left--; op == nil || left < 0 {
			return
		}
		switch o := op.Typed().(type) {
		case descend.CompareOp:
			l, okL := x.compared(op.Operand(0))
			r, okR := x.compared(op.Operand(1))
			if !okL || !okR {
				return
			}
			k := nat.Constraint{L: l, Rel: o.Rel(), R: r}
			if !g.Is {
				k = k.Negate()
			}
			out = append(out, k)
		case descend.ReadOp:
			if w, ok := place.SetOnce(op.Operand(0), x.r.Usage); ok {
				visit(descend.Guard{Cond: w, Is: g.Is})
			}
		default:
			for _, part := range g.Parts(constBool) {
				visit(part)
			}
		}
	}
	visit(g)
	return out
}

// compared is the nat that a side of a comparison is: not a constant that its type takes for another number.
func (x *paths) compared(v *ir.Value) (nat.Expr, bool) {
	e, ok := x.natValue(v, x.known.Facts, 0)
	c, isConst := e.Const()
	return e, ok && !(isConst && (c.Sign() < 0 || c.Cmp(maxSize) >= 0))
}

// constBool is the value of a constant bool.
func constBool(v *ir.Value) (is, ok bool) {
	c, ok := ir.DefinedBy[descend.ConstOp](v)
	if !ok {
		return false, false
	}
	a, ok := c.Attr("value").(*ir.IntegerAttr)
	return ok && a.Value.Sign() != 0, ok
}
