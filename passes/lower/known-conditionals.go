package lower

import (
	"slices"

	"descend/dialects/arith"
	"descend/dialects/scf"
	"descend/ir"
)

// A conditional goes into the arm of a later one that alone uses what it gives, and knows how it comes out:
//
//	%x = scf.if %c { load; yield %v }              scf.if %both {
//	               else { yield %zero }              load
//	%y = addf %x, %a                        ->       %y = addf %v, %a
//	%both = andi %c, %d                              store %y
//	scf.if %both { store %y }                      }
//
// So a neighbour that may be missing is not asked for by a thread that has it, and what a thread does not write it does not compute.
//
// Why it is right. In the arm all parts of the later condition are true, and so are those of the earlier one, which are among them. Between the two
// nothing is written and no threads meet, so that what is read in the arm is what was read before; where the arm is not executed, nobody has
// asked for what came of it.

// farthest bounds the operations between two conditionals.
const farthest = 64

// sink puts conditionals before second into its arm, the nearest first, and says how many.
func sink(second scf.IfOp) (n int) {
	if len(second.Attrs()) > 0 || len(second.Condition().Users()) == 0 {
		return 0
	}
	known := conjuncts(second.Condition())
	behind := map[*ir.Operation]bool{}
	for o := second.Prev(); o != nil && len(behind) < farthest && onlyReads(o); {
		prev := o.Prev()
		first, ok := ir.As[scf.IfOp](o)
		if ok && first.NumResults() > 0 && isKnown(first.Condition(), known) {
			if chain, ok := usedBy(first, behind, second); ok {
				intoArm(first, chain, second)
				n++
				for _, x := range chain {
					delete(behind, x)
				}
				o = prev
				continue
			}
		}
		behind[o] = true
		o = prev
	}
	return n
}

// onlyReads says whether an operation writes nothing, and is none that threads execute together or that has a meaning of its own.
func onlyReads(o *ir.Operation) bool {
	effects, ok := ir.EffectsOf(o)
	if !ok || slices.ContainsFunc(effects, func(e ir.Effect) bool { return e.Kind != ir.ReadEffect }) {
		return false
	}
	if c, ok := ir.As[scf.IfOp](o); ok {
		return mergeable(c)
	}
	return ofOneThread(o)
}

// conjuncts are the parts of a condition that are all true where it is.
func conjuncts(c *ir.Value) []*ir.Value {
	if and, ok := ir.DefinedBy[arith.AndIOp](c); ok {
		return append(conjuncts(and.Operand(0)), conjuncts(and.Operand(1))...)
	}
	return []*ir.Value{c}
}

// isKnown says whether all parts of a condition are among those that are known to be true.
func isKnown(c *ir.Value, known []*ir.Value) bool {
	return !slices.ContainsFunc(conjuncts(c), func(x *ir.Value) bool {
		return !slices.ContainsFunc(known, func(y *ir.Value) bool {
			budget := 64
			return sameValue(x, y, &budget)
		})
	})
}

// usedBy are the operations between two conditionals that use what the first one gives, in their order, if all that comes of it is used in the arm of the
// second one.
func usedBy(first scf.IfOp, between map[*ir.Operation]bool, second scf.IfOp) (chain []*ir.Operation, ok bool) {
	uses := map[*ir.Operation]bool{}
	work := []*ir.Operation{first.Operation}
	for len(work) > 0 {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		for _, r := range o.Results() {
			for _, u := range r.Users() {
				if second.IsAncestorOf(u) && u != second.Operation && isIn(u, second.Then()) {
					continue
				}
				for u.Block() != first.Block() {
					u = u.Parent()
				}
				if !between[u] {
					return nil, false
				}
				if !uses[u] {
					uses[u], work = true, append(work, u)
				}
			}
		}
	}
	for o := first.Next(); o != second.Operation; o = o.Next() {
		if uses[o] {
			chain = append(chain, o)
		}
	}
	return chain, true
}

// isIn says whether an operation is in a block, or in one of its operations.
func isIn(o *ir.Operation, b *ir.Block) bool {
	for o != nil && o.Block() != b {
		o = o.Parent()
	}
	return o != nil
}

// intoArm moves what the first conditional does where its condition holds, and what uses that, into the arm of the second one.
func intoArm(first scf.IfOp, chain []*ir.Operation, second scf.IfOp) {
	front, yield := second.Then().Front(), first.Then().Back()
	for o := first.Then().Front(); o != yield; {
		next := o.Next()
		o.MoveBefore(front)
		o = next
	}
	for _, o := range chain {
		o.MoveBefore(front)
	}
	first.Operation.ReplaceWith(yield.Operands()...)
}
