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
	for op := range b.Ops() {
		if !x.needed[op] {
			continue
		}
		s := step{op: op, access: x.byOp[op], how: x.results.of(op)}
		if op.NumResults() == 1 {
			s.to = x.slot(op.Result(0))
		}
		if n := s.access; n != nil {
			for _, v := range append([]*ir.Value{n.of.MemRef}, n.of.Indices...) {
				s.from = append(s.from, x.slot(v))
			}
		} else {
			for i := range op.NumOperands() {
				s.from = append(s.from, x.slot(op.Operand(i)))
			}
		}
		list = append(list, s)
	}
	x.steps[b] = list
	return list
}
