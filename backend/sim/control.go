package sim

import (
	"cmp"

	"descend/dialects/cf"
	"descend/dialects/gpu/contract"
	"descend/dialects/llvm"
	"descend/dialects/scf"
	"descend/ir"
)

// control compiles control flow; nil for other operations.
func (c *code) control(op *ir.Operation) exec {
	switch op.Typed().(type) {
	case scf.IfOp:
		return c.scfIf(op)
	case scf.ForOp:
		return c.scfFor(scf.ForOp{Operation: op})
	case scf.WhileOp:
		return c.scfWhile(op)
	case scf.ParallelOp:
		if !c.kernel {
			return c.parallel(op)
		}
	case scf.ExecuteRegionOp:
		if b := op.Body(0); b != nil && b.Next() == nil {
			runs, y := c.block(b), c.regionYield(b, op.Results())
			return func(f *frame, act []int32) {
				runAll(runs, f, act)
				if !f.done {
					call(y, f, act)
				}
			}
		}
	case cf.BranchOp, cf.CondBranchOp:
		if !c.kernel && op.Block() != nil && op.Block().Parent() == c.fn {
			return c.branch(op)
		}
	case cf.AssertOp:
		cond := c.slot(op.Operand(0))
		return func(f *frame, act []int32) {
			for _, l := range act {
				if f.vals[cond][l] == 0 {
					f.trap(op, l)
				}
			}
		}
	case llvm.TrapOp:
		return func(f *frame, act []int32) {
			if len(act) > 0 {
				f.trap(cmp.Or(contract.Around(op), op), act[0])
			}
		}
	}
	return nil
}

// regionYield compiles the copy of a region's yielded values to registers.
func (c *code) regionYield(b *ir.Block, to []*ir.Value) exec {
	if b == nil || !ir.Is[scf.YieldOp](b.Back()) {
		return nil
	}
	return c.copyRegs(b.Back().Operands(), to)
}

func (c *code) scfIf(op *ir.Operation) exec {
	cond := c.slot(op.Operand(0))
	thenB, elseB := op.Body(0), (*ir.Block)(nil)
	if op.NumRegions() > 1 {
		elseB = op.Body(1)
	}
	thenX, elseX := c.block(thenB), c.block(elseB)
	thenY, elseY := c.regionYield(thenB, op.Results()), c.regionYield(elseB, op.Results())
	nothingElse := len(elseX) == 0 && elseY == nil
	turns := handsOver(op)
	return func(f *frame, act []int32) {
		v := f.vals[cond]
		n := 0
		for _, l := range act {
			if v[l] != 0 {
				n++
			}
		}
		switch {
		case n == 0 && nothingElse:
			return
		case n == len(act):
			runAll(thenX, f, act)
			if !f.done {
				call(thenY, f, act)
			}
			return
		case n == 0:
			runAll(elseX, f, act)
			if !f.done {
				call(elseY, f, act)
			}
			return
		}
		yes, no := f.parted(cond, act)
		if turns {
			f.inTurns(op, func() { runAll(thenX, f, yes); call(thenY, f, yes) }, func() { runAll(elseX, f, no); call(elseY, f, no) })
			f.release(yes)
			f.release(no)
			return
		}
		runAll(thenX, f, yes)
		call(thenY, f, yes)
		if !nothingElse {
			runAll(elseX, f, no)
			call(elseY, f, no)
		}
		f.release(yes)
		f.release(no)
	}
}

// scfFor runs a counted loop. Its bounds may differ between lanes; where they are known not to, the counter
// is one number.
func (c *code) scfFor(op scf.ForOp) exec {
	lb, ub, step := c.slot(op.LowerBound()), c.slot(op.UpperBound()), c.slot(op.Step())
	body := op.Body(0)
	iv := c.slot(body.Arg(0))
	w := widthOf(body.Arg(0).Type())
	iters := body.Args()[1:]
	init := c.copyRegs(op.Inits(), iters)
	same := c.same[op.LowerBound()] && c.same[op.UpperBound()] && c.same[op.Step()]
	if same {
		c.same[body.Arg(0)] = true
	}
	runs := c.block(body)
	next := c.regionYield(body, iters)
	final := c.copyRegs(iters, op.Results())
	positive := func(f *frame, act []int32) {
		for _, l := range act {
			if signed(f.vals[step][l], w) <= 0 {
				d := f.m.fail(op.Operation, "sim-trap", "the step of a loop is not positive")
				f.where(d, l)
				stop()
			}
		}
	}
	if same {
		return func(f *frame, act []int32) {
			if len(act) == 0 {
				return
			}
			call(init, f, act)
			first := act[0]
			i, n, s := signed(f.vals[lb][first], w), signed(f.vals[ub][first], w), signed(f.vals[step][first], w)
			positive(f, act[:1])
			for i < n {
				f.fill(iv, act, uint64(i)&maskOf(w))
				runAll(runs, f, act)
				if f.done {
					return
				}
				call(next, f, act)
				f.m.tick(op.Operation)
				if i > n-s || n-s > n {
					break
				}
				i += s
			}
			call(final, f, act)
		}
	}
	return func(f *frame, act []int32) {
		call(init, f, act)
		positive(f, act)
		i, n, s := f.vals[iv], f.vals[ub], f.vals[step]
		cur := f.list()
		copyLanes(i, f.vals[lb], act)
		for _, l := range act {
			if signed(i[l], w) < signed(n[l], w) {
				cur = append(cur, l)
			}
		}
		for len(cur) > 0 {
			runAll(runs, f, cur)
			if f.done {
				break
			}
			call(next, f, cur)
			left := cur[:0]
			for _, l := range cur {
				was := signed(i[l], w)
				i[l] = (i[l] + s[l]) & maskOf(w)
				if now := signed(i[l], w); now > was && now < signed(n[l], w) {
					left = append(left, l)
				}
			}
			cur = left
			f.m.tick(op.Operation)
		}
		f.release(cur[:0])
		if !f.done {
			call(final, f, act)
		}
	}
}

func (c *code) scfWhile(op *ir.Operation) exec {
	before, after := op.Body(0), op.Body(1)
	condition := before.Back()
	if !ir.Is[scf.ConditionOp](condition) {
		return nil
	}
	init := c.copyRegs(op.Operands(), before.Args())
	beforeX, afterX := c.block(before), c.block(after)
	cond := c.slot(condition.Operand(0))
	pass := c.copyRegs(condition.Operands()[1:], after.Args())
	next := c.regionYield(after, before.Args())
	leave := c.copyRegs(condition.Operands()[1:], op.Results())
	return func(f *frame, act []int32) {
		call(init, f, act)
		cur := append(f.list(), act...)
		out := f.list()
		for len(cur) > 0 {
			runAll(beforeX, f, cur)
			if f.done {
				break
			}
			out = out[:0]
			left := cur[:0]
			for _, l := range cur {
				if f.vals[cond][l] != 0 {
					left = append(left, l)
				} else {
					out = append(out, l)
				}
			}
			if len(out) > 0 {
				call(leave, f, out)
			}
			cur = left
			if len(cur) == 0 {
				break
			}
			call(pass, f, cur)
			runAll(afterX, f, cur)
			if f.done {
				break
			}
			call(next, f, cur)
			f.m.tick(op)
		}
		f.release(cur[:0])
		f.release(out)
	}
}

// ret leaves a function; host functions give their operands to the caller.
func (c *code) ret(op *ir.Operation) exec {
	if c.kernel {
		return nil
	}
	slots := c.slotsOf(op.Operands())
	return func(f *frame, act []int32) {
		for _, s := range slots {
			f.ret = append(f.ret, operand{f.vals[s][0], f.bufs[s]})
		}
		f.done = true
	}
}

// branch passes the arguments of a branch between blocks of a host function; runHost goes on at the
// successor.
func (c *code) branch(op *ir.Operation) exec {
	succ := op.Successors()
	if ir.Is[cf.BranchOp](op) {
		pass := c.copyRegs(op.Operands(), succ[0].Args())
		return func(f *frame, act []int32) { call(pass, f, act) }
	}
	ops := op.Operands()[1:]
	n := min(succ[0].NumArgs(), len(ops))
	yes, no := c.copyRegs(ops[:n], succ[0].Args()), c.copyRegs(ops[n:], succ[1].Args())
	cond := c.slot(op.Operand(0))
	return func(f *frame, act []int32) {
		if f.vals[cond][0] != 0 {
			call(yes, f, act)
		} else {
			call(no, f, act)
		}
	}
}
