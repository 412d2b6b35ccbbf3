package lower

import (
	"fmt"
	"strings"

	"descend/dialects/arith"
	"descend/dialects/descend"
	"descend/dialects/memref"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
)

// This file lowers what permutations lead to: a load of an index, which is in bounds. It is made where the number is needed, not where
// a place is resolved: a view behind the permutation may have elements that are not there, whose numbers it does not know. What
// it leads to never changes, so that one load serves all that is in the block behind it.

// bindPermutations notes the values that a view takes.
func (f *fn) bindPermutations(op *ir.Operation) {
	view.Permutes(op, func(v view.PermuteOp) {
		x := f.val(v.Permutation())
		if len(x.parts) != 1 || x.parts[0].ref == nil {
			f.unsupported(op.Loc(), "a permutation that is not known here")
		}
		f.orders[v.Permutation()] = x.parts[0].ref
	})
}

// permuted names the number to which the permutation of a view leads.
func (f *places) permuted(v view.PermuteOp, index nat.Expr) (nat.Expr, bool) {
	ref := f.orders[v.Permutation()]
	if ref == nil {
		return nat.Expr{}, false
	}
	indices, steps := f.target(ref)
	index = f.simplify(index)
	var key strings.Builder
	fmt.Fprintf(&key, "%p %v %s", indices, steps, index.Key())
	for _, n := range index.Vars() {
		fmt.Fprintf(&key, " %p", f.nats[n])
	}
	name, known := f.permutations[key.String()]
	if !known {
		var made *ir.Value
		name = f.freshNat("o", nil, max(classRuntime, f.classOf(index.Tree())))
		f.permutations[key.String()] = name
		delete(f.nats, name)
		f.later[name] = func() *ir.Value {
			if made == nil || !reaches(made.ParentBlock(), f.b.Block()) {
				l := f.locate(indices, append(steps[:len(steps):len(steps)], view.At(index)))
				made = arith.IndexCastUI(f.b, memref.NewLoad(f.b, l.mem, f.addr(l)), f.index())
			}
			return made
		}
		f.inside[name] = index.Vars()
	}
	if below := (nat.Constraint{L: nat.Var(name), Rel: nat.LT, R: v.Size()}); !f.facts.Proves(below) {
		f.facts = f.facts.WithRange(name, nat.Int(0), v.Size())
	}
	return nat.Var(name), true
}

// reaches says whether what was made in a block is there in another one, which is being made: that, or one inside.
func reaches(made, b *ir.Block) bool {
	for b != made {
		if b == nil || b.Parent() == nil || ir.Is[descend.FuncOp](b.Parent()) {
			return false
		}
		b = b.Parent().Block()
	}
	return true
}
