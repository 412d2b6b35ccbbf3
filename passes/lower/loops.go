package lower

import (
	"strings"

	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/memref"
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
	var li *loopInfo
	f.forOp(f.constIndex(0), f.natValue(n), func(i *ir.Value) {
		facts := f.facts
		name := f.freshNat("k", i, classLoop+f.depth)
		f.depth++
		f.facts = facts.WithRange(name, nat.Int(0), n)
		li = newLoop(name, i, nat.Int(0), n)
		f.loops[name] = li
		body(nat.Var(name))
		f.depth--
		f.facts = facts
	})
	affordable(li)
}

// newLoop describes the loop that binds i, which is called name.
func newLoop(name string, i *ir.Value, lo, hi nat.Expr) *loopInfo {
	li := &loopInfo{name: name, lo: lo, hi: hi, value: i, trips: -1}
	if n, ok := hi.Sub(lo).Int64(); ok {
		li.trips = n
	}
	if b := i.OwnerBlock(); b != nil && (ir.Is[scf.ForOp](b.Parent()) || ir.Is[scf.WhileOp](b.Parent())) {
		li.op = b.Parent()
	}
	return li
}

// What unrolling pays, and what it may cost.
const (
	// maxUnroll bounds the trips of loops that are unrolled because they index registers, mostRegisters the words of an array that is taken
	// to be in registers, of which a thread has 255: loops over longer ones are not unrolled for that.
	maxUnroll, mostRegisters = 256, 224
	// mostCode is the number of instructions that an unrolled loop has at most: those that the instruction cache holds, 128 KiB of 16 bytes
	// each (from Volta on).
	mostCode = 8192
)

// inRegisters says whether an array of a thread fits its registers, if all indices are constants.
func inRegisters(mem *ir.Value) bool {
	t := memref.TypeOf(mem)
	words := (memref.ElemBytes(t.Elem) + 3) / 4
	for _, n := range t.Shape {
		if words *= n; n < 0 || words > mostRegisters {
			return false
		}
	}
	return true
}

// affordable takes the wish to unroll all of a loop, which is complete, back where it makes too much code; false then. (What LLVM does with a loop of which
// nothing is said is bounded.)
func affordable(li *loopInfo) bool {
	if li == nil || li.op == nil || contract.UnrollOf(li.op) != contract.UnrollFull {
		return true
	}
	if codeOf(li.op) <= mostCode {
		return true
	}
	contract.UnrollUnsaid.Set(li.op)
	return false
}

// codeOf is about how many instructions an operation takes, with the loops in it unrolled as is said: sums of indices become parts of
// addresses, memory of a thread's own becomes registers, and functions take what the long ones of them take.
func codeOf(op *ir.Operation) int64 {
	const function = 64
	n := int64(1)
	isIndex := func(v *ir.Value) bool { _, ok := v.Type().(*ir.IndexType); return ok }
	switch {
	case op.NumRegions() > 0:
	case op.Has(ir.ConstantLike) || op.Has(ir.Terminator) || op.NumResults() == 1 && isIndex(op.Result(0)):
		n = 0
	case inOwnMemory(op):
		n = 0
	case strings.HasPrefix(op.Name(), "math.") || ir.Is[funcd.CallOp](op):
		n = function
	}
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			for o := range b.Ops() {
				n = min(n+codeOf(o), 1<<30)
			}
		}
	}
	if trips, ok := tripsOf(op); ok && trips > 0 && contract.UnrollOf(op) == contract.UnrollFull {
		n = min(n, 1<<30) * min(trips, 1<<30)
	}
	return n
}

// inOwnMemory says whether an operation accesses memory of a thread's own.
func inOwnMemory(op *ir.Operation) bool {
	a, ok := op.Typed().(memref.ElementAccess)
	if !ok {
		return false
	}
	space, _ := gpu.SpaceOf(memref.TypeOf(a.MemRef()).Space)
	return space == gpu.Private
}

// unroll says how a loop that is complete is to be unrolled, where LLVM's own guess is worse: a loop around
// unrolled ones as well, if the nest stays small, so that what its rounds read is read by wide accesses; a long
// loop of straight code by a fixed count. (LLVM takes 72 rounds at once if the number of rounds is a constant, for
// which the registers are too few, and only 4 if it is not.)
func unroll(li *loopInfo) {
	const maxNest, longLoop, maxBody, count = 1024, 64, 64, 16
	if li == nil || li.op == nil || !affordable(li) || contract.UnrollOf(li.op) != contract.UnrollUnsaid {
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
		affordable(li)
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
