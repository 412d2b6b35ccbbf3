package lower

import (
	"slices"

	"descend/dialects/arith"
	"descend/dialects/descend"
	"descend/dialects/exec"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/nat"
	"descend/dialects/nvvm"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes/place"
)

// This file lowers operations in program order: control flow.

// block lowers the operations of a block and gives the operands of its yield.
func (f *fn) block(b *ir.Block) []*value { return f.scope(b, false) }

// scope is block; with keep, the heap buffers of the block live as long as what is around it: its values may
// lie in them.
func (f *fn) scope(b *ir.Block, keep bool) []*value {
	facts := f.facts
	var out []*value
	if !f.gpu {
		f.frees = append(f.frees, nil)
	}
	switch b.Parent().Typed().(type) {
	case descend.IfOp, descend.IfExistsOp, descend.WhileOp, descend.ForNatOp, descend.ForEachOp, exec.SplitOp:
		f.nest++
		defer func() { f.nest-- }()
	}
	for o := b.Front(); o != nil && !f.done; o = o.Next() {
		f.b.At(o.Loc())
		if ir.Is[descend.YieldOp](o) {
			for _, v := range o.Operands() {
				out = append(out, f.val(v))
			}
			break
		}
		f.lower(o)
	}
	if !f.gpu {
		top := len(f.frees) - 1
		if keep {
			f.frees[top-1] = append(f.frees[top-1], f.frees[top]...)
		} else if !f.done {
			f.freeFrom(top)
		}
		f.frees = f.frees[:top]
	}
	f.facts = facts
	return out
}

// lower lowers one operation.
func (f *fn) lower(o *ir.Operation) {
	f.obligations(o)
	switch t := o.Typed().(type) {
	case exec.SchedOp:
		f.block(o.Body(0))
	case exec.SplitOp:
		f.split(t)
	case exec.SyncOp:
		f.sync(t)
	case exec.NewBarrierOp:
		if k := f.kernel.kernel; k.handovers[o.Result(0)] == 0 {
			k.handovers[o.Result(0)] = k.nextBarrier(f, o)
		}
	case exec.Handover:
		f.handover(t, ir.Is[exec.WaitOp](o))
	case descend.LocalOp:
		f.local(o)
	case descend.AllocOp:
		f.alloc(t)
	case descend.IndexOp:
		f.bindIndex(t)
	case view.PermuteOp, view.MapOp:
		f.bindPermutations(o)
	case descend.ReadOp, descend.MoveOp:
		f.read(o)
	case descend.WriteOp:
		f.write(t)
	case descend.DropOp:
		f.drop(o)
	case descend.BorrowOp:
		f.vals[o.Result(0)] = &value{typ: o.Result(0).Type(), ref: f.borrow(o.Operand(0))}
	case descend.ToAtomicOp, descend.RetypeOp:
		if _, isPlace := o.Operand(0).Type().(*descend.PlaceType); !isPlace {
			v := *f.val(o.Operand(0))
			v.typ = o.Result(0).Type()
			f.vals[o.Result(0)] = &v
		}
	case descend.IfOp:
		f.lowerIf(t)
	case descend.IfExistsOp:
		f.ifExists(t)
	case descend.WhileOp:
		f.loop(o, nil, func([]*ir.Value) *ir.Value { return f.condition(o.Body(0)) },
			func([]*ir.Value) []*ir.Value { f.block(o.Body(1)); return nil })
	case descend.ForNatOp:
		f.forNat(t)
	case descend.ForEachOp:
		f.forEach(t)
	case descend.LetNatOp:
		f.letNat(t)
	case descend.ScopeOp, descend.UnsafeOp:
		for i, v := range f.scope(o.Body(0), o.NumResults() > 0) {
			if i < o.NumResults() {
				f.vals[o.Result(i)] = v
			}
		}
	case descend.ReturnOp:
		f.host.returnOp(o)
	case descend.AtomicOp:
		f.atomic(o)
	case descend.CopyAsyncOp:
		f.copyAsync(t)
	case descend.CopyTokenOp:
		f.copyToken(t)
	case descend.FinishOp:
		f.finish(f.scalar(o.Operand(0)))
	case descend.Lowerer:
		t.Lower(lowering{f})
	default:
		if !isResolved(o) && !f.lowerValue(o) && (f.host == nil || !f.host.lower(o)) {
			f.unsupported(o.Loc(), "operation `%s`", o.Name())
		}
	}
}

// isResolved says whether an operation makes a place or resource, which are resolved by what uses them.
func isResolved(o *ir.Operation) bool {
	return o.NumResults() == 1 && (descend.ElemOf(o.Result(0)) != nil || exec.TypeOf(o.Result(0)) != nil)
}

// lowerIf lowers a conditional.
func (f *fn) lowerIf(o descend.IfOp) {
	cond := f.scalar(o.Operand(0))
	test := func(not bool) *ir.Value {
		if not {
			return arith.XOrI(f.b, cond, f.constInt(-1, f.c.I1()))
		}
		return cond
	}
	f.either(o.Operation, test, func(i int) []*value { return f.block(o.Body(i)) })
}

// either executes one of the two regions of o by a condition; cond makes it, or its negation where there is only the
// second region. arm lowers a region that is not empty. What each region assigns to references and boxes is what the variables hold after it.
func (f *fn) either(o *ir.Operation, cond func(not bool) *ir.Value, arm func(i int) []*value) {
	vars, forgotten := f.carriers(o)
	var types []ir.Type
	for _, r := range o.Results() {
		types = append(types, f.flatTypes(r.Type())...)
	}
	types = append(types, f.carriedTypes(vars)...)
	before := values(vars)
	enter := func(i int) func() []*ir.Value {
		empty := o.Region(i).Empty() || o.Body(i).Empty()
		if empty && len(vars) == 0 {
			return nil
		}
		return func() []*ir.Value {
			restore(vars, before)
			restore(forgotten, make([]*value, len(forgotten)))
			var vs []*ir.Value
			if !empty {
				ys := arm(i)
				if f.done {
					return nil
				}
				for _, y := range ys {
					vs = append(vs, f.flatten(y)...)
				}
			}
			return append(vs, f.carried(vars)...)
		}
	}
	then, els := enter(0), enter(1)
	var rs []*ir.Value
	switch {
	case then != nil:
		rs = f.ifOp(cond(false), types, then, els)
	case els != nil:
		rs = f.ifOp(cond(true), types, els, nil)
	}
	restore(forgotten, make([]*value, len(forgotten)))
	for _, r := range o.Results() {
		var v *value
		v, rs = f.unflatten(r.Type(), rs)
		f.vals[r] = v
	}
	f.carry(vars, rs)
}

// loop repeats as whileOp does; what o assigns to references and boxes goes from one round to the next.
func (f *fn) loop(o *ir.Operation, init []*ir.Value, cond func([]*ir.Value) *ir.Value, body func([]*ir.Value) []*ir.Value) {
	vars, forgotten := f.carriers(o)
	n := len(init)
	rs := f.whileOp(append(init, f.carried(vars)...),
		func(a []*ir.Value) (*ir.Value, []*ir.Value) {
			f.carry(vars, a[n:])
			c := cond(a[:n])
			return c, append(append([]*ir.Value(nil), a[:n]...), f.carried(vars)...)
		},
		func(a []*ir.Value) []*ir.Value {
			f.carry(vars, a[n:])
			next := body(a[:n])
			if f.done {
				return nil
			}
			return append(next, f.carried(vars)...)
		})
	f.carry(vars, rs[n:])
	restore(forgotten, make([]*value, len(forgotten)))
}

// condition lowers the condition region of a while; there is none if that returns.
func (f *fn) condition(b *ir.Block) *ir.Value {
	var c *ir.Value
	if !f.gpu {
		f.frees = append(f.frees, nil)
	}
	for o := b.Front(); o != nil && !f.done; o = o.Next() {
		f.b.At(o.Loc())
		if ir.Is[descend.ConditionOp](o) {
			c = f.scalar(o.Operand(0))
			break
		}
		f.lower(o)
	}
	if !f.gpu {
		top := len(f.frees) - 1
		if !f.done {
			f.freeFrom(top)
		}
		f.frees = f.frees[:top]
	}
	if c == nil && !f.done {
		f.unsupported(f.b.Loc(), "a loop without a condition")
	}
	return c
}

// forNat lowers a loop over nats.
func (f *fn) forNat(o descend.ForNatOp) {
	lo, hi := f.simplify(o.Lo()), f.simplify(o.Hi())
	name := o.Var()
	body := func(v *ir.Value) {
		facts, pow2 := f.facts, f.pow2
		f.nats[name], f.class[name] = v, classLoop+f.depth
		if f.loops[name] != nil && f.loops[name].op != v.OwnerBlock().Parent() {
			delete(f.loops, name) // of an earlier loop
		}
		f.facts, f.pow2 = place.WithLoop(facts, pow2, o, name, nil)
		f.depth++
		f.block(o.Body(0))
		f.depth--
		f.facts, f.pow2 = facts, pow2
	}
	stepped := func(from, bound nat.Expr, p arith.IntPredicate, step binaryOp) {
		end := f.natValue(bound)
		f.loop(o.Operation, []*ir.Value{f.natValue(from)},
			func(a []*ir.Value) *ir.Value { return f.unlessLeft(o.Body(0), arith.CmpI(f.b, p, a[0], end)) },
			func(a []*ir.Value) []*ir.Value {
				if body(a[0]); f.done {
					return nil
				}
				return []*ir.Value{step(f.b, a[0], f.constIndex(2))}
			})
	}
	switch o.Kind() {
	case "halved":
		stepped(hi, nat.Max(lo, nat.Int(1)), arith.UGE, arith.DivUI)
	case "doubled":
		stepped(lo, hi, arith.ULE, wraps(arith.MulI))
	default:
		if len(f.assigned.inside[o.Operation]) > 0 || leftBy(o.Body(0)) != nil {
			f.count(o.Operation, f.natValue(lo), f.natValue(hi), func(i *ir.Value) {
				if leftBy(o.Body(0)) == nil {
					f.loops[name] = newLoop(name, i, lo, hi)
				}
				body(i)
			})
			return
		}
		f.forOp(f.natValue(lo), f.natValue(hi), func(i *ir.Value) {
			f.loops[name] = newLoop(name, i, lo, hi)
			body(i)
		})
		if f.gpu {
			unroll(f.loops[name])
		}
	}
}

// letNat makes a value a nat, and stops the program if it is none.
func (f *fn) letNat(o descend.LetNatOp) {
	v := f.toIndex(f.scalar(o.Operand(0)), o.Operand(0).Type())
	if o.MayBeNone() {
		f.check(arith.CmpI(f.b, arith.SLT, v, f.constIndex(0)), contract.CheckNat, o.Text(), o.Operation)
	}
	f.nats[o.Var()], f.class[o.Var()] = v, classRuntime
	f.facts = f.facts.With(nat.AtMost(nat.Var(o.Var()), o.AtMost()))
}

// forEach lowers a loop over the elements of a place.
func (f *fn) forEach(o descend.ForEachOp) {
	a, ok := descend.ElemOf(o.Operand(0)).(*descend.ArrayType)
	if !ok {
		f.unsupported(o.Loc(), "a loop over %s", descend.Format(descend.ElemOf(o.Operand(0))))
	}
	body := o.Body(0)
	round := func(i nat.Expr) {
		f.elems[body.Arg(0)] = i
		f.block(body)
	}
	if len(f.assigned.inside[o.Operation]) == 0 && leftBy(body) == nil {
		f.loopOver(a.Size, round)
		return
	}
	facts := f.facts
	f.count(o.Operation, f.constIndex(0), f.natValue(a.Size), func(i *ir.Value) {
		name := f.freshNat("k", i, classLoop+f.depth)
		f.facts = facts.WithRange(name, nat.Int(0), a.Size)
		f.depth++
		round(nat.Var(name))
		f.depth--
		f.facts = facts
	})
}

// leftBy reads the flag of a loop with a break, on which all that its body does depends: iterations after the break do nothing.
// It is nil if there is none.
func leftBy(body *ir.Block) *ir.Operation {
	last := body.Back()
	if last != nil && last.Has(ir.Terminator) {
		last = last.Prev()
	}
	o, ok := ir.As[descend.IfOp](last)
	if !ok || !o.Region(1).Empty() {
		return nil
	}
	read, ok := ir.DefinedBy[descend.ReadOp](o.Condition())
	if !ok {
		return nil
	}
	flag, ok := ir.DefinedBy[descend.LocalOp](read.Operand(0))
	if !ok || flag.Jump() != "break" || flag.Block() == body {
		return nil
	}
	return read.Operation
}

// unlessLeft is the condition of a loop with a body: it ends with the break, too.
func (f *fn) unlessLeft(body *ir.Block, more *ir.Value) *ir.Value {
	read := leftBy(body)
	if read == nil {
		return more
	}
	f.read(read)
	return arith.AndI(f.b, more, f.scalar(read.Result(0)))
}

// count is a loop that counts from lo below hi.
func (f *fn) count(o *ir.Operation, lo, hi *ir.Value, body func(i *ir.Value)) {
	f.loop(o, []*ir.Value{lo},
		func(a []*ir.Value) *ir.Value { return f.unlessLeft(o.Body(0), arith.CmpI(f.b, arith.SLT, a[0], hi)) },
		func(a []*ir.Value) []*ir.Value {
			body(a[0])
			if f.done {
				return nil
			}
			return []*ir.Value{arith.AddI(f.b, a[0], f.constIndex(1))}
		})
}

// split lowers the two parts of a resource: a branch on the id along the axis.
func (f *fn) split(o exec.SplitOp) {
	c, ok := place.Counted(o.From(), o.Axis())
	if !ok {
		f.fail(o.Loc(), descend.CodeWrongExec, "a split over %s of a resource that has none", o.Axis())
	}
	coord, at := f.simplify(f.position(c)), f.simplify(o.At())
	switch {
	case at.IsZero():
		f.block(o.Body(1))
		return
	case at.Equal(f.simplify(c.Extent)):
		f.block(o.Body(0))
		return
	}
	f.either(o.Operation, func(not bool) *ir.Value {
		if not {
			return arith.CmpI(f.b, arith.UGE, f.addressOf(coord), f.natValue(at))
		}
		return arith.CmpI(f.b, arith.ULT, f.addressOf(coord), f.natValue(at))
	}, func(i int) []*value {
		rel := nat.LT
		if i == 1 {
			rel = nat.GE
		}
		facts, zeros := f.facts, f.zeros
		f.facts = facts.With(nat.Constraint{L: coord, Rel: rel, R: at})
		if i == 0 && at.IsOne() && hasDivision(coord) && o.Body(1).Empty() {
			f.zeros = append(slices.Clip(zeros), coord)
		}
		f.block(o.Body(i))
		f.facts, f.zeros = facts, zeros
		return nil
	})
}

// blockVotes are the votes of a block by their kinds.
var blockVotes = map[string]nvvm.BlockVote{"or": nvvm.VoteOr, "and": nvvm.VoteAnd, "count": nvvm.VoteCount}

// vote lowers a barrier with votes.
func (f *fn) vote(o descend.VoteOp) *ir.Value {
	v := nvvm.NewBlockVote(f.b, blockVotes[o.Kind()], arith.ExtUI(f.b, f.scalar(o.Operand(0)), f.c.I32()))
	if o.Kind() == "count" {
		return v
	}
	return arith.CmpI(f.b, arith.NE, v, f.constInt(0, f.c.I32()))
}

// syncRun lowers the barrier of a part of a block. Each run of threads has one of the hardware's, which no other threads come to.
func (f *fn) syncRun(o exec.SyncOp, run place.Run) {
	runs := f.kernel.kernel.runs
	id, ok := runs[run.Key()]
	if !ok {
		id = f.kernel.kernel.nextBarrier(f, o.Operation)
		runs[run.Key()] = id
	}
	nvvm.NewBarrier(f.b, f.constInt(int64(id), f.c.I32()), f.countOf(run.Count))
}

// nextBarrier is the number of a barrier of the hardware that nothing else uses.
func (k *kernel) nextBarrier(f *fn, o *ir.Operation) int {
	id := len(k.runs) + len(k.handovers) + 1 // 0 is that of the block
	if id > gpu.NamedBarriers {
		f.fail(o.Loc(), descend.CodeBarrier, "more than %d barriers of parts of the block and between them", gpu.NamedBarriers)
	}
	return id
}

// handover lowers the arrival or wait of a part at a barrier between it and the other part of a split: the hardware's is of both.
func (f *fn) handover(o exec.Handover, waits bool) {
	split := o.Part().OwnerBlock().Parent()
	threads := nat.Int(0)
	for i := range split.NumRegions() {
		run, _ := place.RunOf(split.Body(i).Arg(0))
		threads = threads.Add(run.Count)
	}
	make := func(id, n *ir.Value) { nvvm.NewArrive(f.b, id, n) }
	if waits {
		make = func(id, n *ir.Value) { nvvm.NewBarrier(f.b, id, n) }
	}
	make(f.constInt(int64(f.kernel.kernel.handovers[o.Barrier()]), f.c.I32()), f.countOf(threads))
}

// countOf is a number of threads as the barriers of the hardware want it.
func (f *fn) countOf(n nat.Expr) *ir.Value {
	n = f.simplify(n)
	if k, ok := n.Int64(); ok {
		return f.constInt(k, f.c.I32())
	}
	return arith.IndexCast(f.b, f.natValue(n), f.c.I32())
}

// sync lowers a barrier.
func (f *fn) sync(o exec.SyncOp) {
	if run, _ := place.RunOf(o.Waits()); run != nil {
		f.syncRun(o, *run)
		return
	}
	switch t := exec.TypeOf(o.Waits()); {
	case t != nil && t.Kind == exec.Warp:
		nvvm.NewWarpSync(f.b, f.constInt(-1, f.c.I32()))
	case t != nil && t.Kind == exec.Grid:
		funcd.NewCall(f.b, contract.SyncGrid, nil)
		f.kernel.kernel.cooperative = true
	default:
		gpu.NewBarrier(f.b)
	}
}
