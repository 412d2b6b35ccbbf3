package banks

import (
	"slices"

	"descend/dialects/arith/eval"
	"descend/dialects/gpu"
	"descend/dialects/memref"
	"descend/dialects/scf"
	"descend/ir"
	"descend/ir/bail"
)

// tooLong ends an execution of too many operations.
type tooLong bool

// run executes the block; false if that takes too long.
func (x *walk) run() bool {
	all := make([]int32, x.threads)
	for i := range all {
		all[i] = int32(i)
	}
	long := tooLong(false)
	func() {
		defer bail.Catch(&long)
		for _, a := range x.kernel.Params() {
			x.set(a, someMultiple(1))
		}
		for _, a := range x.kernel.WorkgroupAttributions() {
			x.set(a, zero)
		}
		x.block(x.kernel.Entry(), all)
	}()
	return !bool(long)
}

// block executes the operations of a block that are needed.
func (x *walk) block(b *ir.Block, act []int32) {
	if b == nil || len(act) == 0 {
		return
	}
	steps := x.stepsOf(b)
	for i := range steps {
		if x.spent++; x.spent > mostNumbers {
			bail.Out(tooLong(true))
		}
		x.step(&steps[i], act)
	}
}

func (x *walk) step(s *step, act []int32) {
	switch {
	case s.access != nil:
		x.access(s, act)
	case s.op.NumRegions() > 0:
		switch o := s.op.Typed().(type) {
		case scf.IfOp:
			x.conditional(o, act)
		case scf.ForOp:
			x.counted(o, act)
		case scf.WhileOp:
			x.while(o, act)
		default:
			x.unreached(s.op)
		}
	case s.op.NumResults() == 1:
		x.put(s.to, x.result(s, act))
	}
}

// unreached says of accesses in regions that are not understood that they are not known.
func (x *walk) unreached(op *ir.Operation) {
	op.Walk(func(in *ir.Operation) ir.WalkResult {
		if n := x.byOp[in]; n != nil {
			x.log = append(x.log, event{access: n, unknown: "it is in " + op.Name()})
		}
		return ir.Advance
	})
}

// sum adds numbers that may be open.
func (x *walk) sum(a, b value, act []int32) value {
	if !a.known() || !b.known() {
		return value{}
	}
	return x.map2(a, b, act, func(a, b uint64) uint64 { return a + b }).open(gcd(a.step, b.step))
}

// subview is where a part of a buffer of one dimension starts.
func (x *walk) subview(o memref.SubViewOp, act []int32) value {
	t, ok := o.Result(0).Type().(*ir.MemRefType)
	a, isArray := o.Attr("static_offsets").(*ir.DenseArrayAttr)
	if !ok || !isArray || len(a.Values) != 1 {
		return value{}
	}
	at, size := exactly(uint64(a.Values[0])), uint64(elemBytes(t.Elem))
	if a.Values[0] == ir.Dynamic {
		at = x.get(o.Operand(1))
	}
	if !at.known() {
		return value{}
	}
	bytes := x.map1(at, act, func(n uint64) uint64 { return n * size }).open(at.step * size)
	return x.sum(x.get(o.Operand(0)), bytes, act)
}

// access notes an access.
func (x *walk) access(s *step, act []int32) {
	n := s.access
	e := event{access: n, act: firstLanes(act, n.of.Lanes), times: x.times, atMost: x.atMost, maybe: x.maybe, offset: x.in(s.from[0])}
	if len(n.of.Indices) == 1 {
		e.at = x.in(s.from[1])
	}
	switch {
	case len(n.of.Indices) != 1:
		e.unknown = "the buffer has several dimensions"
	case !e.at.known():
		e.unknown = "the index depends on what is in memory, or on numbers of threads in a way that is not known"
	case !e.offset.sameInWarps(act):
		e.unknown = "it is not known which part of memory it is in"
	case e.at.step*uint64(n.elem)%4 != 0 || e.offset.step%4 != 0:
		e.unknown = "elements smaller than a word start anywhere in it"
	}
	x.log = append(x.log, e)
	if x.spent += len(act) / 8; len(x.log) > mostNumbers/64 {
		bail.Out(tooLong(true))
	}
}

// firstLanes are those threads that are among so many first lanes of their warps; all for 0.
func firstLanes(act []int32, lanes int) []int32 {
	if lanes == 0 || lanes == gpu.WarpSize {
		return act
	}
	var out []int32
	for _, t := range act {
		if int(t%gpu.WarpSize) < lanes {
			out = append(out, t)
		}
	}
	return out
}

// under executes f where it is not known whether, or how often.
func (x *walk) under(agreed bool, f func()) {
	atMost, maybe := x.atMost, x.maybe
	x.atMost, x.maybe = x.atMost || !agreed, true
	f()
	x.atMost, x.maybe = atMost, maybe
}

func (x *walk) conditional(o scf.IfOp, act []int32) {
	cond := x.get(o.Condition())
	then, other := o.Then(), (*ir.Block)(nil)
	if o.NumRegions() > 1 {
		other = o.Else()
	}
	arm := func(b *ir.Block, act []int32) []value {
		x.block(b, act)
		return x.yielded(b)
	}
	if !cond.exact() {
		agreed := cond.sameInWarps(act)
		x.under(agreed, func() {
			a, b := arm(then, act), arm(other, act)
			for i, r := range o.Results() {
				v := x.join(agreed, at(a, i), at(b, i), act)
				if !agreed && isBuffer(r) {
					v = value{}
				}
				x.set(r, v)
			}
		})
		return
	}
	yes, no := split(cond, act)
	a, b := arm(then, yes), arm(other, no)
	for i, r := range o.Results() {
		switch {
		case len(no) == 0:
			x.set(r, at(a, i))
		case len(yes) == 0:
			x.set(r, at(b, i))
		case isBuffer(r) && !cond.sameInWarps(act): // of which nobody knows how far they are apart
			x.set(r, value{})
		default:
			x.set(r, x.choose(cond, at(a, i), at(b, i), act))
		}
	}
}

func isBuffer(v *ir.Value) bool { _, ok := v.Type().(*ir.MemRefType); return ok }

func at(vs []value, i int) value {
	if i < len(vs) {
		return vs[i]
	}
	return value{}
}

// yielded are the values at the end of a block.
func (x *walk) yielded(b *ir.Block) []value {
	if b == nil || b.Back() == nil {
		return nil
	}
	return x.values(b.Back().Operands())
}

func (x *walk) values(vs []*ir.Value) []value {
	out := make([]value, len(vs))
	for i, v := range vs {
		out[i] = x.get(v)
	}
	return out
}

// split are the threads for which a condition holds, and the others.
func split(cond value, act []int32) (yes, no []int32) {
	if n, ok := cond.constant(); ok {
		if n != 0 {
			return act, nil
		}
		return nil, act
	}
	for _, t := range act {
		if cond.of(t) != 0 {
			yes = append(yes, t)
		} else {
			no = append(no, t)
		}
	}
	return yes, no
}

// counted executes a loop with a counter.
func (x *walk) counted(o scf.ForOp, act []int32) {
	lb, ub, step := x.get(o.LowerBound()), x.get(o.UpperBound()), x.get(o.Step())
	carried := x.values(o.Inits())
	iv, args := o.InductionVar(), o.IterArgs()
	w := eval.Width(iv.Type())
	s, ok := step.constant()
	rounds := int64(-1)
	if ok && s > 0 && lb.exact() && ub.exact() {
		rounds = 0
		for _, t := range act {
			if l, u := eval.Signed(lb.of(t), w), eval.Signed(ub.of(t), w); l < u {
				rounds = max(rounds, int64((uint64(u-l)+s-1)/s))
			}
		}
	}
	if rounds >= 0 && rounds <= x.most {
		most := x.most
		x.most /= max(rounds, 1)
		cur := act
		for k := range rounds {
			from, mark := len(x.made), len(x.log)
			i := x.map1(lb, act, func(l uint64) uint64 { return (l + uint64(k)*s) & eval.Mask(w) })
			cur = x.still(i, ub, w, cur)
			x.bind(args, carried)
			x.set(iv, i)
			x.block(o.Body(0), cur)
			carried = x.merged(carried, x.values(o.Yielded()), cur, act)
			x.recycle(from, mark, carried)
		}
		x.most = most
		x.bind(o.Results(), carried)
		return
	}
	x.loops = true
	x.short = x.short || rounds >= 0
	agreed := lb.sameInWarps(act) && ub.sameInWarps(act) && ok
	if !ok || !lb.known() || w != 64 && lb.step != 0 {
		lb, s = value{}, 1
		if agreed {
			lb = someMultiple(1)
		}
	}
	times := float64(unknownRounds)
	if rounds > 0 {
		times = float64(rounds)
	}
	x.open(agreed, rounds < 0, times/float64(x.rounds), func(k int64) {
		x.bind(args, carried)
		i := lb
		if i.known() {
			i = x.map1(lb, act, func(l uint64) uint64 { return l + uint64(k)*s }).open(gcd(lb.step, s*uint64(x.rounds)))
			if w != 64 {
				i = value{}
				if lb.sameInWarps(act) {
					i = someMultiple(1)
				}
			}
		}
		x.set(iv, i)
		x.block(o.Body(0), act)
	}, func() bool { return x.widen(carried, x.values(o.Yielded()), agreed, act) })
	x.bind(o.Results(), carried)
}

// still are the threads whose counter is below their bound.
func (x *walk) still(i, ub value, w int, act []int32) []int32 {
	if len(i.at) == 1 && len(ub.at) == 1 {
		return act // as many rounds for all
	}
	var out []int32
	for _, t := range act {
		if eval.Signed(i.of(t), w) < eval.Signed(ub.of(t), w) {
			out = append(out, t)
		}
	}
	return out
}

// open executes a loop of unknown rounds: round k for each k that is told apart, again until what it carries is that of all rounds.
func (x *walk) open(agreed, unknown bool, times float64, round func(k int64), settle func() bool) {
	before, was := len(x.log), x.times
	maybe, atMost := x.maybe, x.atMost
	x.times *= times
	x.maybe, x.atMost = maybe || unknown, atMost || !agreed
	for settled := false; !settled; {
		x.log = x.log[:before]
		settled = true
		for k := range x.rounds {
			round(k)
			settled = settle() && settled
		}
	}
	x.times, x.maybe, x.atMost = was, maybe, atMost
}

// widen makes carried values those of one more round, too; true if they were that already.
func (x *walk) widen(carried, next []value, agreed bool, act []int32) bool {
	settled := true
	for i := range carried {
		v := x.join(agreed, carried[i], at(next, i), act)
		if !equal(v, carried[i], act) {
			if settled = false; v.known() && carried[i].step != 0 {
				v = someMultiple(1) // at once, instead of by one divisor after the other
				if !carried[i].sameInWarps(act) {
					v = carried[i].open(1)
				}
			}
			carried[i] = v
		}
	}
	return settled
}

// merged are the carried values where only some threads go round once more.
func (x *walk) merged(carried, next []value, cur, act []int32) []value {
	if len(cur) == len(act) {
		return next
	}
	out := make([]value, len(carried))
	in := make([]uint64, x.threads)
	for _, t := range cur {
		in[t] = 1
	}
	for i := range out {
		out[i] = x.choose(value{at: in}, at(next, i), carried[i], act)
	}
	return out
}

func (x *walk) bind(to []*ir.Value, vs []value) {
	for i, v := range to {
		x.set(v, at(vs, i))
	}
}

// while executes a loop with a condition: round by round as long as that is known, then as one of unknown rounds.
func (x *walk) while(o scf.WhileOp, act []int32) {
	before, after := o.Before(), o.After()
	condition := before.Back()
	carried := x.values(o.Operands())
	results := make([]value, o.NumResults())
	cur := act
	for n := int64(0); len(cur) > 0; n++ {
		x.bind(before.Args(), carried)
		from, mark := len(x.made), len(x.log)
		x.block(before, cur)
		cond := x.get(condition.Operand(0))
		passed := x.values(condition.Operands()[1:])
		if !cond.exact() || n >= mostRounds/16 {
			x.log = x.log[:mark]
			x.openWhile(o, carried, results, cur, act)
			break
		}
		yes, no := split(cond, cur)
		results = x.leave(results, passed, no, cur, act)
		if cur = yes; len(cur) == 0 {
			break
		}
		x.bind(after.Args(), passed)
		x.block(after, cur)
		carried = x.merged(carried, x.values(after.Back().Operands()), cur, act)
		x.recycle(from, mark, carried, results)
	}
	x.bind(o.Results(), results)
}

// leave are the results where some threads leave a loop with values.
func (x *walk) leave(results, passed []value, no, cur, act []int32) []value {
	switch {
	case len(no) == 0:
		return results
	case len(no) == len(act):
		return passed
	}
	out := slices.Clone(results)
	in := make([]uint64, x.threads)
	for _, t := range no {
		in[t] = 1
	}
	first := len(cur) == len(act)
	for i := range out {
		if out[i] = x.choose(value{at: in}, at(passed, i), results[i], act); first {
			out[i] = at(passed, i) // nobody has left before
		}
	}
	return out
}

// openWhile executes a loop whose condition is not known.
func (x *walk) openWhile(o scf.WhileOp, carried, results []value, cur, act []int32) {
	x.loops = true
	before, after := o.Before(), o.After()
	condition := before.Back()
	agreed := true
	var passed []value
	x.open(true, true, unknownRounds/float64(x.rounds), func(int64) {
		x.bind(before.Args(), carried)
		x.block(before, cur)
		agreed = agreed && x.get(condition.Operand(0)).sameInWarps(cur)
		passed = x.values(condition.Operands()[1:])
		x.bind(after.Args(), passed)
		if !agreed {
			x.under(false, func() { x.block(after, cur) })
			return
		}
		x.block(after, cur)
	}, func() bool { return x.widen(carried, x.values(after.Back().Operands()), agreed, cur) })
	for i := range results {
		if len(cur) == len(act) {
			results[i] = at(passed, i)
		} else {
			results[i] = value{}
		}
	}
}
