package sim

import "descend/ir"

// regionYield compiles the copy of a region's yielded values to registers.
func (c *code) regionYield(b *ir.Block, to []*ir.Value) exec {
	if b == nil || b.Back() == nil {
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
	var thenY, elseY exec
	if op.NumResults() > 0 {
		thenY, elseY = c.regionYield(thenB, op.Results()), c.regionYield(elseB, op.Results())
	}
	return func(f *frame, act []int32) {
		v := f.vals[cond]
		yes, no := f.list(), f.list()
		for _, l := range act {
			if v[l] != 0 {
				yes = append(yes, l)
			} else {
				no = append(no, l)
			}
		}
		if len(yes) > 0 {
			runAll(thenX, f, yes)
			call(thenY, f, yes)
		}
		if len(no) > 0 && !f.done {
			runAll(elseX, f, no)
			call(elseY, f, no)
		}
		f.release(yes)
		f.release(no)
	}
}

func (c *code) scfFor(op *ir.Operation) exec {
	lb, ub, step := c.slot(op.Operand(0)), c.slot(op.Operand(1)), c.slot(op.Operand(2))
	body := op.Body(0)
	iv := c.slot(body.Arg(0))
	iters := body.Args()[1:]
	init := c.copyRegs(op.Operands()[3:], iters)
	runs := c.block(body)
	next := c.regionYield(body, iters)
	final := c.copyRegs(iters, op.Results())
	return func(f *frame, act []int32) {
		call(init, f, act)
		cur := f.list()
		copy64(f.vals[iv], f.vals[lb], act)
		for _, l := range act {
			if int64(f.vals[iv][l]) < int64(f.vals[ub][l]) {
				cur = append(cur, l)
			}
		}
		for len(cur) > 0 {
			runAll(runs, f, cur)
			if f.done {
				break
			}
			call(next, f, cur)
			i, n, s := f.vals[iv], f.vals[ub], f.vals[step]
			left := cur[:0]
			for _, l := range cur {
				if i[l] += s[l]; int64(i[l]) < int64(n[l]) {
					left = append(left, l)
				}
			}
			cur = left
		}
		f.release(cur[:0])
		call(final, f, act)
	}
}

func copy64(dst, src []uint64, act []int32) {
	for _, l := range act {
		dst[l] = src[l]
	}
}

func (c *code) scfWhile(op *ir.Operation) exec {
	before, after := op.Body(0), op.Body(1)
	init := c.copyRegs(op.Operands(), before.Args())
	beforeX, afterX := c.block(before), c.block(after)
	condition := before.Back()
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
		}
		f.release(cur[:0])
		f.release(out)
	}
}

func (c *code) executeRegion(op *ir.Operation) exec {
	body := op.Body(0)
	runs := c.block(body)
	y := c.regionYield(body, op.Results())
	return func(f *frame, act []int32) {
		runAll(runs, f, act)
		call(y, f, act)
	}
}

// ret leaves a function; host functions give their operands to the caller.
func (c *code) ret(op *ir.Operation) exec {
	if c.kernel {
		return nil
	}
	var slots []int
	for _, v := range op.Operands() {
		slots = append(slots, c.slot(v))
	}
	return func(f *frame, act []int32) {
		for _, s := range slots {
			f.ret = append(f.ret, f.vals[s][0])
			f.retB = append(f.retB, f.bufs[s])
		}
		f.done = true
	}
}

// branch runs the blocks of a function after each other: the successor is run by runFrom.
func (c *code) branch(op *ir.Operation) exec {
	if c.kernel {
		return func(f *frame, act []int32) {
			f.m.fail(op, "sim-unsupported", "branches between blocks are not executed in kernels")
			stop()
		}
	}
	succ := op.Successors()
	if op.Is("cf.br") {
		pass := c.copyRegs(op.Operands(), succ[0].Args())
		return func(f *frame, act []int32) { call(pass, f, act) }
	}
	ops := op.Operands()[1:]
	n := succ[0].NumArgs()
	if n > len(ops) {
		n = len(ops)
	}
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

// callHost runs a host function.
func (m *Machine) callHost(fn *ir.Operation, args []operand) []uint64 {
	f := m.runHost(fn, args)
	return f.ret
}

// maxDepth bounds host recursion.
const maxDepth = 10_000

func (m *Machine) runHost(fn *ir.Operation, args []operand) *frame {
	c := m.compile(fn)
	f := newFrame(c, 1)
	b := fn.Body(0)
	for i, a := range args {
		s := c.slots[b.Arg(i)]
		f.vals[s][0], f.bufs[s] = a.bits, a.buf
	}
	act := []int32{0}
	for b != nil {
		runAll(c.blocks[b], f, act)
		last := b.Back()
		if f.done || last == nil || len(last.Successors()) == 0 {
			break
		}
		succ := last.Successors()
		if last.Is("cf.cond_br") && f.vals[c.slots[last.Operand(0)]][0] == 0 {
			b = succ[1]
		} else {
			b = succ[0]
		}
	}
	return f
}
