package banks

import "descend/ir"

// step is an operation that is executed, with what is found out about it once for all rounds.
type step struct {
	op     *ir.Operation
	access *Access // that it makes
	how    how     // it computes
	from   []slot  // of its operands; of an access those of memory and of the index
	to     slot    // of its only result
}

// slot is the number of a value that is computed.
type slot int32

func (x *walk) slot(v *ir.Value) slot {
	s, ok := x.slots[v]
	if !ok {
		s = slot(len(x.slots))
		x.slots[v] = s
	}
	return s
}

// in is the value of an integer, or where a buffer starts, in bytes.
func (x *walk) in(s slot) value {
	if int(s) < len(x.env) {
		return x.env[s]
	}
	return value{}
}

func (x *walk) get(v *ir.Value) value { return x.in(x.slot(v)) }

func (x *walk) set(v *ir.Value, n value) { x.put(x.slot(v), n) }

func (x *walk) put(s slot, n value) {
	if more := len(x.slots) - len(x.env); int(s) >= len(x.env) {
		x.env = append(x.env, make([]value, more)...)
	}
	x.env[s] = n
}

// stepsOf are the operations of a block that are executed.
func (x *walk) stepsOf(b *ir.Block) []step {
	list, ok := x.steps[b]
	if ok {
		return list
	}
	ops, operands := x.ops[:0], 0
	for op := range b.Ops() {
		if x.needed[op] {
			ops = append(ops, op)
			operands += op.NumOperands()
		}
	}
	list, x.ops = make([]step, len(ops)), ops
	from := make([]slot, 0, operands)
	for i, op := range ops {
		s := &list[i]
		s.op, s.access, s.how = op, x.byOp[op], x.results.of(op)
		if op.NumResults() == 1 {
			s.to = x.slot(op.Result(0))
		}
		if n := s.access; n != nil {
			from = append(from, x.slot(n.of.MemRef))
			for _, v := range n.of.Indices {
				from = append(from, x.slot(v))
			}
		} else {
			for i := range op.NumOperands() {
				from = append(from, x.slot(op.Operand(i)))
			}
		}
		s.from, from = from, from[len(from):]
	}
	x.steps[b] = list
	return list
}
