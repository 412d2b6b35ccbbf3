package cpu

import (
	"slices"

	"descend/dialects/arith"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/memref"
	"descend/dialects/nvvm"
	"descend/dialects/scf"
	"descend/ir"
	"descend/passes/copies"
	"descend/passes/opt"
	"descend/passes/rows"
)

// This file takes conditions of threads into the loops that they stand around, where such a loop is to go outside of the loops over threads:
//
//	if thread < n { a; for k { b }; c }    ->    if thread < n { a }; for k { if thread < n { b } }; if thread < n { c }
//
// A thread for which the condition is false goes through the rounds of the loop, on which all threads agree, and does nothing in them. The
// condition is a value, so it is the same each time. Numbers that are made of nothing in memory are made before, for all threads, which is
// nothing that anybody sees.
//
// In most blocks all threads fulfill the condition, which is asked for once for a block. Then nothing stands in the loops, which become vectors:
//
//	if all threads of the block are < n { a; for k { b }; c } else { .. as above .. }
//
// The threads wait for each other where they did not before, in code that all of them come to.

// readyFor gives the kernel to plan: that of f, or of a copy in which conditionals are taken apart.
func (m *module) readyFor(f gpu.FuncOp) *kernel {
	f = withoutCalls(f)
	if copies.In(f.Operation) || rows.In(f.Operation) {
		f = f.Clone(ir.NewMapping()).Typed().(gpu.FuncOp)
		copies.Plain(f.Operation)
		rows.Plain(f.Operation)
	}
	k := newKernel(m, f)
	k.analyze()
	if len(k.guards()) == 0 {
		return k
	}
	k = newKernel(m, f.Clone(ir.NewMapping()).Typed().(gpu.FuncOp))
	k.analyze()
	voted := map[*ir.Value]bool{}
	for _, g := range k.guards() {
		k.moveOut(g)
		if pieces, ok := k.pieces(g); ok {
			voted[g.Operand(0)] = k.forWholeBlocks(g)
			k.takeApart(g, pieces)
		}
	}
	k = newKernel(m, k.fn)
	k.voted = voted
	k.analyze()
	return k
}

// guards are the conditionals to take apart.
func (k *kernel) guards() (out []*ir.Operation) {
	k.fn.Walk(func(op *ir.Operation) ir.WalkResult {
		if k.isGuard(op) {
			out = append(out, op)
			return ir.Skip
		}
		return ir.Advance
	})
	return out
}

// isGuard says whether an operation is a conditional of threads around a loop that can be interchanged with those over threads.
func (k *kernel) isGuard(op *ir.Operation) bool {
	if !ir.Is[scf.IfOp](op) || op.NumResults() > 0 || op.Body(1) != nil || contract.IsCheck(op) || k.hasBarrier[op] || k.hasWarp[op] ||
		!k.vary[blockLevel].values[op.Operand(0)] {
		return false
	}
	for p := op.Parent(); p != k.fn.Operation; p = p.Parent() {
		if !k.hasBarrier[p] { // it is not cut
			return false
		}
	}
	for o := range op.Body(0).Ops() {
		if k.isLoopOfAll(o) {
			return true
		}
	}
	return false
}

// forWholeBlocks puts a copy of what a conditional guards beside it, for blocks all of whose threads fulfill the condition. Of a part of a
// block not all threads come by: there it gives false.
func (k *kernel) forWholeBlocks(guard *ir.Operation) bool {
	for p := guard.Parent(); p != k.fn.Operation; p = p.Parent() {
		if k.hasPart[p] {
			return false
		}
	}
	b := ir.NewBuilder(k.c).Before(guard).AtLocOf(guard)
	votes := nvvm.NewBlockVote(b, nvvm.VoteAnd, arith.ExtUI(b, guard.Operand(0), k.c.I32()))
	all := arith.CmpI(b, arith.NE, votes, arith.NewConstantI32(b, 0))
	scf.BuildIf(b, all, nil, func() []*ir.Value {
		gpu.NewBarrier(b) // so that it is cut as code around a barrier is
		m := ir.NewMapping()
		for o := range guard.Body(0).Ops() {
			if !o.Has(ir.Terminator) {
				b.Insert(o.Clone(m))
			}
		}
		return nil
	}, func() []*ir.Value {
		gpu.NewBarrier(b)
		guard.MoveToEnd(b.Block())
		return nil
	})
	return true
}

func (k *kernel) isLoopOfAll(op *ir.Operation) bool {
	return ir.Is[scf.ForOp](op) && op.NumResults() == 0 && k.interchange(op)
}

// moveOut makes what a conditional guards and what can be made for all threads before it.
func (k *kernel) moveOut(guard *ir.Operation) {
	for _, op := range opsOf(guard.Body(0)) {
		free := ir.Is[memref.AllocaOp](op) || op.NumRegions() == 0 && !op.Has(ir.Terminator) && ir.IsMemoryEffectFree(op) && ir.IsSpeculatable(op)
		for _, v := range op.Operands() {
			free = free && (v.IsArg() || v.DefiningOp().Parent() != guard)
		}
		if free {
			op.MoveBefore(guard)
		}
	}
}

// pieces are the loops that a conditional guards and what lies between them; not if one uses a value of another one.
func (k *kernel) pieces(guard *ir.Operation) (pieces [][]*ir.Operation, ok bool) {
	number := map[*ir.Operation]int{}
	after := true // a loop, or the beginning
	for _, op := range opsOf(guard.Body(0)) {
		if op.Has(ir.Terminator) {
			continue
		}
		loop := k.isLoopOfAll(op)
		if loop || after {
			pieces = append(pieces, nil)
		}
		after = loop
		number[op] = len(pieces) - 1
		pieces[len(pieces)-1] = append(pieces[len(pieces)-1], op)
	}
	for op := range number {
		for _, v := range op.Results() {
			for _, u := range v.Users() {
				for u.Parent() != guard {
					u = u.Parent()
				}
				if number[u] != number[op] {
					return nil, false
				}
			}
		}
	}
	return pieces, true
}

// takeApart does it with one conditional.
func (k *kernel) takeApart(guard *ir.Operation, pieces [][]*ir.Operation) {
	b := ir.NewBuilder(k.c)
	put := func(ops []*ir.Operation) func() []*ir.Value {
		return func() []*ir.Value {
			for _, op := range ops {
				op.MoveToEnd(b.Block())
			}
			return nil
		}
	}
	condition := guard.Operand(0)
	for _, piece := range pieces {
		if loop := piece[0]; k.isLoopOfAll(loop) {
			loop.MoveBefore(guard)
			ops := opsOf(loop.Body(0))
			last := ops[len(ops)-1] // the terminator
			scf.BuildIf(b.Before(last).AtLocOf(guard), condition, nil, put(ops[:len(ops)-1]), nil)
		} else {
			scf.BuildIf(b.Before(guard).AtLocOf(guard), condition, nil, put(piece), nil)
		}
	}
	guard.Erase()
}

// withoutCalls is the kernel with the bodies of the functions that it calls, but for products of matrices, a copy if there are some.
func withoutCalls(f gpu.FuncOp) gpu.FuncOp {
	calls := func(f *ir.Operation) []funcd.CallOp {
		return slices.DeleteFunc(slices.Collect(ir.AllOf[funcd.CallOp](f)), func(o funcd.CallOp) bool {
			_, product := contract.ProductCalled(o.Operation)
			return product || contract.DeviceFunction(o.Operation) == nil
		})
	}
	if len(calls(f.Operation)) == 0 {
		return f
	}
	inlined := f.Clone(ir.NewMapping())
	ir.NewBuilder(f.Context()).Before(f.Operation).Insert(inlined) // where the functions are found
	for _, call := range calls(inlined) {
		opt.InlineCall(call.Operation, contract.DeviceFunction(call.Operation))
	}
	inlined.Remove()
	return inlined.Typed().(gpu.FuncOp)
}
