package convert

import (
	"descend/dialects/builtin"
	"descend/ir"
)

// settle gives every operation that stays what stands for its operands by now, and sees to it that no cast is left that nobody asked for. It says whether it can be.
func (c *conversion) settle() bool {
	made := map[*ir.Value]*ir.Value{} // by value: what it was made of what stands for it
	for seen := len(c.changed); ; {
		again, ok := c.resolve(made)
		if !ok {
			return false
		}
		for ; seen < len(c.changed); seen++ {
			op := c.changed[seen]
			if err := c.legalize(op); err != nil {
				c.diags.Errorf(op.Loc(), "", "failed to legalize operation '%s' of a materialization", op.Name()).Note("%v", err)
				return false
			}
		}
		if !again {
			break
		}
	}
	for c.foldCasts() {
	}
	return c.checkCasts()
}

// resolve changes the operands for which something else stands.
func (c *conversion) resolve(made map[*ir.Value]*ir.Value) (changed, ok bool) {
	ok = c.staying(func(op *ir.Operation) bool {
		for i, v := range op.Operands() {
			s, replaced := c.stands[v]
			if !replaced {
				continue
			}
			changed = true
			if s.value == nil {
				c.diags.Errorf(v.Location(), "", "failed to legalize: a value was erased that is used").Relate(op.Loc(), "by '%s'", op.Name())
				return false
			}
			switch w := made[v]; {
			case s.value.Type() == v.Type() || isCast(op):
				c.setOperand(op, i, s.value)
			case w != nil:
				c.setOperand(op, i, w)
			default:
				made[v] = c.source(v, s)
				c.setOperand(op, i, made[v])
			}
		}
		return true
	})
	return changed, ok
}

// staying visits the operations that are not erased, until f returns false.
func (c *conversion) staying(f func(op *ir.Operation) bool) bool {
	return c.root.Walk(func(op *ir.Operation) ir.WalkResult {
		switch {
		case c.gone[op]:
			return ir.Skip
		case op != c.root && !f(op):
			return ir.Interrupt
		}
		return ir.Advance
	})
}

// source makes a value of v's type out of what stands for it, directly behind where that is defined, so that it is there wherever that is.
func (c *conversion) source(v *ir.Value, s standIn) *ir.Value {
	b := ir.NewBuilder(c.root.Context()).At(v.Location())
	b.OnInsert = c.inserted
	if op := s.value.DefiningOp(); op != nil {
		b.After(op)
	} else {
		b.AtStart(s.value.ParentBlock())
	}
	var m Materialization
	if s.types != nil {
		m = s.types.source
	}
	return c.materialize(m, b, v.Type(), []*ir.Value{s.value})
}

func (c *conversion) setOperand(op *ir.Operation, i int, v *ir.Value) {
	old := op.Operand(i)
	c.log = append(c.log, func() { op.SetOperand(i, old) })
	op.SetOperand(i, v)
}

// foldCasts lets the users of casts that lead nowhere, or back, use what was cast.
func (c *conversion) foldCasts() (changed bool) {
	c.staying(func(op *ir.Operation) bool {
		if !isCast(op) {
			return true
		}
		for i, f := range (builtin.CastOp{Operation: op}).Fold(nil) {
			for _, user := range op.Result(i).Users() {
				for j, v := range user.Operands() {
					if v == op.Result(i) {
						c.setOperand(user, j, f.Value)
						changed = true
					}
				}
			}
		}
		return true
	})
	return changed
}

// checkCasts reports a cast that is needed though no type converter says how. Those that are not needed are gone.
func (c *conversion) checkCasts() bool {
	live := map[*ir.Operation]bool{}
	for changed := true; changed; {
		changed = false
		c.staying(func(op *ir.Operation) bool {
			if isCast(op) && !live[op] && c.user(op, live) != nil {
				live[op], changed = true, true
			}
			return true
		})
	}
	return c.staying(func(op *ir.Operation) bool {
		switch {
		case !isCast(op):
		case !live[op]:
			c.gone[op] = true
			c.log = append(c.log, func() { delete(c.gone, op) })
		case c.casts[op]:
			d := c.diags.Errorf(op.Loc(), "", "failed to legalize unresolved materialization from (%s) to '%s' that remained live after conversion", typeList(ir.TypesOf(op.Operands())), op.Result(0).Type())
			d.Relate(c.user(op, live).Loc(), "see existing live user here")
			return false
		}
		return true
	})
}

// user is an operation that needs a result of op: it stays, and if it is a cast, it is needed itself.
func (c *conversion) user(op *ir.Operation, live map[*ir.Operation]bool) *ir.Operation {
	for _, r := range op.Results() {
		for _, u := range r.Users() {
			if !c.isGone(u) && (!isCast(u) || live[u]) {
				return u
			}
		}
	}
	return nil
}

// commit erases what is gone. First all of it lets go of its operands, as it may use each other.
func (c *conversion) commit() {
	var gone []*ir.Operation
	c.root.Walk(func(op *ir.Operation) ir.WalkResult {
		if !c.gone[op] {
			return ir.Advance
		}
		gone = append(gone, op)
		op.Walk(func(o *ir.Operation) ir.WalkResult {
			o.SetOperands()
			return ir.Advance
		})
		return ir.Skip
	})
	for _, op := range gone {
		op.Erase()
	}
}
