package cpu

import (
	"maps"

	"descend/dialects/arith"
	"descend/dialects/gpu/contract"
	"descend/dialects/nvvm"
	"descend/dialects/scf"
	"descend/ir"
)

// Parts of a block that hand over to each other. Their segments are written in turns, as one program: one part goes on until it waits for what
// the other one has not done yet, then the other one. Loops in which they hand over become one loop, the rounds of which have a round of both:
//
//	scf.if %c { scf.for { wait 1; A; arrive 2 } } else { scf.for { arrive 1; wait 2; B } }    ->    scf.for { for threads: if %c { A }  for threads: if not %c { B } }
//
// The checks have proved that the parts keep in step, so that it does not matter in which order they go on. Where a round of one part waits for
// what the other one does in its next round, there is no such loop.

// event is an arrival or a wait.
type event struct {
	op    *ir.Operation
	id    int64
	waits bool
}

// findEvents finds the barriers by which parts hand over: those with arrivals.
func (k *kernel) findEvents() {
	for op := range ir.AllOf[nvvm.ArriveOp](k.fn.Operation) {
		id, ok := int64(0), false
		if op.ID() != nil {
			id, ok = arith.ConstantInt(op.ID())
		}
		if !ok {
			k.fail(op.Operation, "a barrier whose number is not known")
		}
		k.handsOver[id] = true
		k.events[op.Operation] = &event{op.Operation, id, false}
	}
	for op := range ir.AllOf[nvvm.BarrierOp](k.fn.Operation) {
		if op.ID() == nil {
			continue
		}
		if id, ok := arith.ConstantInt(op.ID()); ok && k.handsOver[id] {
			k.events[op.Operation] = &event{op.Operation, id, true}
		}
	}
}

// hasEvents says whether an item hands over.
func (k *kernel) hasEvents(it item) bool {
	sp, ok := it.(*split)
	if !ok {
		return false
	}
	for op := range k.events {
		if sp.op.IsAncestorOf(op) {
			return true
		}
	}
	return false
}

// turn is a part that runs a sequence.
type turn struct {
	in *seq
	at int
}

// inTurns writes two sequences of the two parts, where tokens are the arrivals that were not waited for.
func (k *kernel) inTurns(a, b *seq, tokens map[int64]bool) {
	sides := [2]*turn{{in: a}, {in: b}}
	for {
		moved := false
		for _, t := range sides {
			k.part = t.in.part
			for t.at < len(t.in.items) && k.goesOn(t.in.items[t.at], t.in, tokens) {
				t.at++
				moved = true
			}
		}
		fst, snd := sides[0].next(), sides[1].next()
		switch {
		case fst == nil && snd == nil:
			return
		case moved:
		case fst != nil && snd != nil && k.hasEvents(fst) && k.hasEvents(snd):
			k.oneLoop(fst.(*split), snd.(*split), tokens)
			sides[0].at++
			sides[1].at++
		default:
			k.fail(k.fn.Operation, "parts of a block that hand over, of which one waits in a round for what the other one does in its next round")
		}
	}
}

// next is the item that it comes to, nil at the end.
func (t *turn) next() item {
	if t.at == len(t.in.items) {
		return nil
	}
	return t.in.items[t.at]
}

// goesOn writes an item of a part; not if it waits, or is a loop in which the parts hand over.
func (k *kernel) goesOn(it item, s *seq, tokens map[int64]bool) bool {
	switch e, ok := it.(*event); {
	case ok && e.waits:
		if !tokens[e.id] {
			return false
		}
		delete(tokens, e.id)
	case ok:
		tokens[e.id] = true
	case k.hasEvents(it):
		return false
	default:
		k.item(it, s)
	}
	return true
}

// oneLoop writes two loops, with as many rounds, as one.
func (k *kernel) oneLoop(a, b *split, tokens map[int64]bool) {
	if !ir.Is[scf.ForOp](a.op) || !ir.Is[scf.ForOp](b.op) {
		k.fail(a.op, "parts of a block that hand over in a loop which is not counted")
	}
	k.b.At(a.op.Loc())
	of := func(sp *split, vs []*ir.Value) []*ir.Value {
		k.part = sp.in.part
		return k.uniform(sp, vs, sp.carried)
	}
	bounds := func(sp *split) (out [3]*ir.Value) {
		k.part = sp.in.part
		for i := range out {
			out[i] = k.agreed(sp.op.Operand(i), nil)
		}
		return out
	}
	x, y := bounds(a), bounds(b)
	inits := of(a, a.op.Operands()[3:])
	n := len(inits)
	inits = append(append(inits, of(b, b.op.Operands()[3:])...), y[0])
	loop := scf.BuildFor(k.b, x[0], x[1], x[2], inits, func(iv *ir.Value, iter []*ir.Value) []*ir.Value {
		fst, snd := a.op.Body(0), b.op.Body(0)
		k.vals[fst.Arg(0)], k.vals[snd.Arg(0)] = iv, iter[len(iter)-1]
		k.bind(fst.Args()[1:], a.carried, iter[:n])
		k.bind(snd.Args()[1:], b.carried, iter[n:])
		before := maps.Clone(tokens)
		k.inTurns(a.bodies[0], b.bodies[0], tokens)
		if !maps.Equal(before, tokens) {
			k.fail(a.op, "parts of a block that hand over, of which one waits in a round for what the other one did in an earlier one")
		}
		next := of(a, fst.Back().Operands())
		next = append(next, of(b, snd.Back().Operands())...)
		return append(next, arith.AddI(k.b, iter[len(iter)-1], y[2]))
	})
	contract.UnrollUnsaid.Set(loop.Operation)
	i := 0
	for _, sp := range []*split{a, b} {
		k.part = sp.in.part
		for j, r := range sp.op.Results() {
			if sp.carried[j] == nil {
				k.set(r, loop.Result(i), sp.in)
				i++
			}
		}
	}
}
