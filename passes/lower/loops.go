package lower

import (
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/nat"
	"descend/dialects/nvvm"
	"descend/dialects/scf"
	"descend/ir"
)

// This file makes loops over indices and says how loops are unrolled.

// loopOver runs body for every index below n, in a loop.
func (f *indexer) loopOver(n nat.Expr, body func(i nat.Expr)) {
	n = f.simplify(n)
	if n.IsZero() {
		return
	}
	if n.IsOne() {
		body(nat.Int(0))
		return
	}
	f.forOp(f.constIndex(0), f.natValue(n), func(i *ir.Value) {
		facts := f.facts
		name := f.freshNat("k", i, classLoop+f.depth)
		f.depth++
		f.facts = facts.WithRange(name, nat.Int(0), n)
		f.loops[name] = newLoop(name, i, nat.Int(0), n)
		body(nat.Var(name))
		f.depth--
		f.facts = facts
	})
}

// newLoop describes the loop that binds i, which is called name.
func newLoop(name string, i *ir.Value, lo, hi nat.Expr) *loopInfo {
	li := &loopInfo{name: name, lo: lo, hi: hi, trips: -1}
	if n, ok := hi.Sub(lo).Int64(); ok {
		li.trips = n
	}
	if b := i.OwnerBlock(); b != nil && ir.Is[scf.ForOp](b.Parent()) {
		li.op = b.Parent()
	}
	return li
}

// maxUnroll bounds the trips of loops that are unrolled because they index registers.
const maxUnroll = 256

// unroll says how a loop that is complete is to be unrolled, where LLVM's own guess is worse: a loop around
// unrolled ones as well, if the nest stays small, so that what its rounds read is read by wide accesses; a long
// loop of straight code by a fixed count. (LLVM takes 72 rounds at once if the number of rounds is a constant, for
// which the registers are too few, and only 4 if it is not.)
func unroll(li *loopInfo) {
	const maxNest, longLoop, maxBody, count = 1024, 64, 64, 16
	if li == nil || li.op == nil || contract.UnrollOf(li.op) != contract.UnrollUnsaid {
		return
	}
	rounds, loops, ops, straight, all := li.trips, 0, 0, true, true
	for o := range li.op.Body(0).Ops() {
		ops++
		straight = straight && o.NumRegions() == 0 && !ir.Is[gpu.BarrierOp](o) && !ir.Is[nvvm.BarrierOp](o) && !ir.Is[nvvm.ArriveOp](o) && !o.Is("llvm.call_intrinsic") && !o.Is("func.call") // of other barriers
	}
	for l := range ir.AllOf[ir.LoopLike](li.op) {
		loops++
		o := l.LoopRegions()[0].Op()
		all = all && contract.UnrollOf(o) == contract.UnrollFull
		if n, ok := tripsOf(o); ok && rounds <= maxNest {
			rounds *= n
		}
	}
	switch {
	case straight && ops <= maxBody && (li.trips < 0 || li.trips >= longLoop):
		contract.Unroll(count).Set(li.op)
	case loops > 0 && all && rounds > 0 && rounds <= maxNest:
		contract.UnrollFull.Set(li.op)
	}
}

// tripsOf is the number of rounds of an scf.for with constant bounds and a step of one.
func tripsOf(o *ir.Operation) (int64, bool) {
	if !ir.Is[scf.ForOp](o) {
		return 0, false
	}
	lo, ok := constOf(o.Operand(0))
	hi, ok2 := constOf(o.Operand(1))
	if !ok || !ok2 || !lo.IsInt64() || !hi.IsInt64() {
		return 0, false
	}
	return hi.Int64() - lo.Int64(), true
}
