package sim

import (
	"strconv"

	"descend/dialects/arith"
	"descend/dialects/cf"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/ir"
)

// trap reports a failed run-time check by a lane and ends the run.
func (f *frame) trap(check *ir.Operation, lane int32) {
	var index, bound uint64
	if i, n, ok := contract.Compared(check); ok {
		slots := f.m.codes[enclosing(check)].slots
		index, bound = f.vals[slots[i]][lane], f.vals[slots[n]][lane]
	}
	d := f.m.failedCheck(check, int64(index), int64(bound))
	if contract.CheckOf(check).Kind == contract.CheckAssert {
		f.sides(d, check, lane)
	}
	f.where(d, lane)
	stop()
}

// sides labels a failed assertion that compares two numbers with them, as far as their registers are known.
func (f *frame) sides(d *ir.Diagnostic, check *ir.Operation, lane int32) {
	if check.NumOperands() == 0 {
		return
	}
	cond := check.Operand(0)
	if x, ok := ir.DefinedBy[arith.XOrIOp](cond); ok { // the opposite
		if _, ok := ir.DefinedBy[arith.ConstantOp](x.Operand(1)); ok {
			cond = x.Operand(0)
		}
	}
	cmp := cond.DefiningOp()
	signed, either := true, false
	switch {
	case cmp == nil:
		return
	case ir.Is[arith.CmpIOp](cmp):
		p, _ := ir.As[arith.CmpIOp](cmp)
		signed = p.Predicate() < arith.ULT
		either = p.Predicate() == arith.EQ || p.Predicate() == arith.NE // which says nothing of signs
	case !ir.Is[arith.CmpFOp](cmp):
		return
	}
	var texts [2]string
	for i := range texts {
		v := cmp.Operand(i)
		slot, ok := f.m.codes[enclosing(check)].slots[v]
		if !ok {
			return
		}
		bits := f.vals[slot][lane]
		texts[i] = FormatScalar(kindOf(v.Type(), signed), bits)
		if other := FormatScalar(kindOf(v.Type(), !signed), bits); either && other != texts[i] {
			texts[i] += " (" + other + " without a sign)"
		}
	}
	d.WithLabel("the sides are %s and %s", texts[0], texts[1])
}

// kindOf is the name of a scalar type, of an integer without a sign as a signed one or not.
func kindOf(t ir.Type, signed bool) string {
	switch t := t.(type) {
	case *ir.FloatType:
		return t.String()
	case *ir.IntegerType:
		if t.Width == 1 {
			return "bool"
		}
		if signed {
			return "i" + strconv.Itoa(t.Width)
		}
		return "u" + strconv.Itoa(t.Width)
	}
	return "i64" // an index
}

// failedCheck reports that a run-time check has failed.
func (m *Machine) failedCheck(check *ir.Operation, index, bound int64) *ir.Diagnostic {
	text := contract.CheckOf(check).Text
	if a, ok := ir.As[cf.AssertOp](check); ok && text == "" {
		text = a.Message()
	}
	if text != "" {
		text = ": " + text
	}
	trap := m.code("trap")
	switch kind := contract.CheckOf(check).Kind; kind {
	case contract.CheckIndex:
		d := m.fail(check, m.code("bounds"), "index out of bounds%s", text)
		if _, _, ok := contract.Compared(check); ok {
			d.WithLabel("the index is %d, there are %d elements", index, bound)
		}
		return d
	case contract.CheckDivision:
		return m.fail(check, trap, "division by zero%s", text)
	case contract.CheckOverflow:
		return m.fail(check, trap, "overflow%s", text)
	case contract.CheckAssert:
		return m.fail(check, trap, "assertion failed%s", text)
	case contract.CheckRequires:
		d := m.fail(check, trap, "the arguments break an obligation%s", text)
		if _, _, ok := contract.Compared(check); ok {
			d.WithLabel("the values are %d and %d", index, bound)
		}
		return d
	case contract.CheckNat:
		d := m.fail(check, trap, "a value is no nat%s", text)
		if _, _, ok := contract.Compared(check); ok {
			d.WithLabel("the value is %d", index)
		}
		return d
	case contract.CheckPermutation:
		d := m.fail(check, trap, "the indices are no permutation%s", text)
		if _, _, ok := contract.Compared(check); ok {
			d.WithLabel("the number at position %d is %d, which is too large or was there before", uint64(index)>>32, uint32(index))
		}
		return d
	case "":
		return m.fail(check, trap, "the program stopped itself%s", text)
	default:
		return m.fail(check, trap, "%s check failed%s", kind, text)
	}
}

// enclosing is the function around an operation.
func enclosing(op *ir.Operation) *ir.Operation {
	for op != nil && !ir.Is[gpu.FuncOp](op) && !ir.Is[funcd.FuncOp](op) {
		op = op.Parent()
	}
	return op
}

// where notes block and thread on a finding of a kernel.
func (f *frame) where(d *ir.Diagnostic, lane int32) {
	l := &f.m.launch
	if f.ids == nil {
		if l.loop != nil {
			d.Note("in %s", l.loop.name(l.loop.now, l.loop.thread, l.epoch))
		}
		return
	}
	d.Note("in block %s, thread %s", l.blockName(f.block), l.threadName(lane))
}
