package descend

import (
	"iter"

	"descend/ir"
)

// Guard is that a bool has a value: what is known where a branch was chosen.
type Guard struct {
	Cond *ir.Value
	Is   bool
}

// GuardOf is what holds where a block begins: a branch of an if, or the body of a while; false if that is nothing.
func GuardOf(b *ir.Block) (Guard, bool) {
	switch o := b.Parent().Typed().(type) {
	case IfOp:
		return Guard{o.Condition(), b.Region() == o.Region(0)}, true
	case WhileOp:
		return Guard{o.Condition(), true}, b.Region() == o.Region(1)
	}
	return Guard{}, false
}

// Guards are those under which op is executed in its function, innermost first. Of a while loop's body they hold where an iteration
// begins.
func Guards(op *ir.Operation) iter.Seq[Guard] {
	return func(yield func(Guard) bool) {
		for b := op.Block(); b != nil && b.Parent() != nil && !ir.Is[FuncOp](b.Parent()); b = b.Parent().Block() {
			if g, ok := GuardOf(b); ok && !yield(g) {
				return
			}
		}
	}
}

// Parts are guards all of which hold if and only if g does, one level down: that of a in !a, those of a and b in a && b that is true
// and in a || b that is false; none of any other bool. A choice `if c { a } else { b }` counts as && or || where known, which gives the
// value of a bool that has one, knows that one of its two has the other value than g says: it is not chosen.
func (g Guard) Parts(known func(*ir.Value) (is, ok bool)) []Guard {
	op := g.Cond.DefiningOp()
	if op == nil {
		return nil
	}
	switch o := op.Typed().(type) {
	case UnaryOp:
		if o.IsNot() {
			return []Guard{{op.Operand(0), !g.Is}}
		}
	case IfOp:
		then, els := Yielded(op, 0), Yielded(op, 1)
		if then == nil || els == nil {
			return nil
		}
		if is, ok := known(els); ok && is != g.Is {
			return []Guard{{o.Condition(), true}, {then, g.Is}}
		}
		if is, ok := known(then); ok && is != g.Is {
			return []Guard{{o.Condition(), false}, {els, g.Is}}
		}
	}
	return nil
}
