package sim

import "descend/ir"

// checkOf is the run-time check around a trap: the scf.if with attribute descend.check, else the trap.
func checkOf(op *ir.Operation) *ir.Operation {
	for p := op.Parent(); p != nil && p.Is("scf.if"); p = p.Parent() {
		if p.HasAttr("descend.check") {
			return p
		}
	}
	return op
}

// trap reports a failed run-time check by a lane and ends the run.
func (f *frame) trap(check *ir.Operation, lane int32) {
	var index, bound uint64
	if cmp := comparison(check); cmp != nil {
		index, bound = f.two(cmp, lane)
	}
	f.where(f.m.failedCheck(check, int64(index), int64(bound)), lane)
	stop()
}

// failedCheck reports that a run-time check has failed.
func (m *Machine) failedCheck(check *ir.Operation, index, bound int64) *ir.Diagnostic {
	text := check.StringAttr("descend.text")
	if text == "" {
		text = check.StringAttr("msg")
	}
	if text != "" {
		text = ": " + text
	}
	trap := m.code("trap")
	switch kind := check.StringAttr("descend.check"); kind {
	case "index":
		d := m.fail(check, m.code("bounds"), "index out of bounds%s", text)
		if comparison(check) != nil {
			d.WithLabel("the index is %d, there are %d elements", index, bound)
		}
		return d
	case "division":
		return m.fail(check, trap, "division by zero%s", text)
	case "overflow":
		return m.fail(check, trap, "overflow%s", text)
	case "assert":
		return m.fail(check, trap, "assertion failed%s", text)
	case "requires":
		return m.fail(check, trap, "the arguments break an obligation%s", text)
	case "":
		return m.fail(check, trap, "the program stopped itself%s", text)
	default:
		return m.fail(check, trap, "%s check failed%s", kind, text)
	}
}

// comparison is the operation that compares index and bound for an index check; nil if there is none.
func comparison(check *ir.Operation) *ir.Operation {
	if check.StringAttr("descend.check") != "index" {
		return nil
	}
	if cmp := check.Operand(0).DefiningOp(); cmp != nil && cmp.Is("arith.cmpi") {
		return cmp
	}
	return nil
}

// two gives the operands of a comparison as they are now.
func (f *frame) two(cmp *ir.Operation, lane int32) (a, b uint64) {
	c := f.m.codes[enclosing(cmp)]
	return f.vals[c.slots[cmp.Operand(0)]][lane], f.vals[c.slots[cmp.Operand(1)]][lane]
}

// enclosing is the function around an operation.
func enclosing(op *ir.Operation) *ir.Operation {
	for op != nil && !op.Is("gpu.func") && !op.Is("func.func") {
		op = op.Parent()
	}
	return op
}

// where notes block and thread on a finding of a kernel.
func (f *frame) where(d *ir.Diagnostic, lane int32) {
	if f.ids == nil {
		return
	}
	l := &f.m.launch
	d.Note("in block %s, thread %s", l.blockName(f.block), l.threadName(lane))
}
