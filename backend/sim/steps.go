package sim

import "descend/ir"

// Steps are how often warps executed an operation of a kernel.
type Steps struct {
	// Op is the operation, Kernel the function that it is in.
	Op     *ir.Operation
	Kernel string
	// Warps are the executions by warps; Lanes are the threads that took part, Idle those of the same warps that did not.
	Warps, Lanes, Idle int64
}

// Steps are those of all operations that are steps, in the order in which they came first.
func (c *Counters) Steps() []*Steps { return c.steps }

// stepped executes an operation and counts it.
func (c *code) stepped(op *ir.Operation, x exec) exec {
	counters := c.m.opts.Counters
	var n *Steps
	return func(f *frame, act []int32) {
		if len(act) > 0 {
			if n == nil {
				n = &Steps{Op: op, Kernel: ir.SymbolName(c.fn)}
				counters.steps = append(counters.steps, n)
			}
			n.add(f, act)
		}
		x(f, act)
	}
}

// add counts an execution by the active lanes.
func (n *Steps) add(f *frame, act []int32) {
	n.Lanes += int64(len(act))
	if len(act) == f.lanes {
		n.Warps += int64(warpsOf(f.lanes))
		return
	}
	var seen uint64 // warps, of which a block has 32 at most
	for _, l := range act {
		if w := warpOf(l); seen>>w&1 == 0 {
			seen |= 1 << w
			n.Warps++
			n.Idle += int64(f.warpLanes(w))
		}
	}
	n.Idle -= int64(len(act))
}
