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
	text := check.StringAttr("descend.text")
	if text == "" {
		text = check.StringAttr("msg")
	}
	if text != "" {
		text = ": " + text
	}
	var d *ir.Diagnostic
	switch kind := check.StringAttr("descend.check"); kind {
	case "index":
		d = f.m.fail(check, "sim-bounds", "index out of bounds%s", text)
		if cmp := check.Operand(0).DefiningOp(); cmp != nil && cmp.Is("arith.cmpi") {
			if i, n, ok := f.two(cmp, lane); ok {
				d.WithLabel("the index is %d, there are %d elements", int64(i), int64(n))
			}
		}
	case "division":
		d = f.m.fail(check, "sim-trap", "division by zero%s", text)
	case "overflow":
		d = f.m.fail(check, "sim-trap", "overflow%s", text)
	case "assert":
		d = f.m.fail(check, "sim-trap", "assertion failed%s", text)
	case "requires":
		d = f.m.fail(check, "sim-trap", "the arguments break an obligation%s", text)
	case "":
		d = f.m.fail(check, "sim-trap", "the program stopped itself%s", text)
	default:
		d = f.m.fail(check, "sim-trap", "%s check failed%s", kind, text)
	}
	f.where(d, lane)
	stop()
}

// two gives the operands of a comparison as they are now.
func (f *frame) two(cmp *ir.Operation, lane int32) (a, b uint64, ok bool) {
	c := f.m.codes[enclosing(cmp)]
	if c == nil {
		return 0, 0, false
	}
	sa, ok1 := c.slots[cmp.Operand(0)]
	sb, ok2 := c.slots[cmp.Operand(1)]
	if !ok1 || !ok2 {
		return 0, 0, false
	}
	return f.vals[sa][lane], f.vals[sb][lane], true
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
