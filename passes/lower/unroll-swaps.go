package lower

import (
	"slices"

	"descend/dialects/arith"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/memref"
	"descend/dialects/num"
	"descend/dialects/nvvm"
	"descend/dialects/scf"
	"descend/ir"
	"descend/passes"
)

// UnrollSwaps makes several rounds of a loop that swaps buffers into one, as many as it takes until each buffer has its role again.
// Then no buffer is carried: addresses in the loop are those of known memory, and nothing is moved.
//
//	scf.while (%x = %a, %y = %b) {              scf.while (%go = cond(%a, %b)) {
//	  condition cond(%x, %y)                      condition %go
//	} do {                                      } do {
//	  read %x; write %y                    ->     read %a; write %b
//	  yield %y, %x                                scf.if cond(%b, %a) { read %b; write %a; yield cond(%a, %b) } else { yield false }
//	}                                           }
//
// Where a counter tells the number of rounds before the first one, nothing is asked in between:
//
//	scf.while (%i = %0, %x = %a, %y = %b) {     scf.for 0 to %n / 2 {
//	  condition %i < %n                           read %a; write %b
//	} do {                                        read %b; write %a
//	  read %x; write %y                    ->   }
//	  yield %i + 1, %y, %x                      scf.if %n % 2 > 0 { read %a; write %b }
//	}
//
// Why it is right. The rounds are executed one after the other as before, each under the same condition, which is computed as often
// and at the same points as before; or it is a comparison of a counter, which is left out where its outcome is known. What is carried at a position of the permutation is after k rounds what was there at first at
// the k-th power of the permutation, and the period is a multiple of the length of each cycle. Everything else that is carried goes from copy to copy.
// Barriers: threads that came to one together have executed the same rounds, so that they come to the same copy of it.
//
// Left as they are: loops in which parts of a block hand over to each other, whose two loops
// are known by being alike; where the swap itself is under a condition; long periods and large bodies.
//
// Loops that take places of an array in turns are unrolled, too: unroll-rotations.go.
//
// Needs: lower-to-gpu. Guarantees: what a loop computes, and in which order.
type UnrollSwaps struct{}

// Name is the name of the pass.
func (*UnrollSwaps) Name() string { return "unroll-swaps" }

// Description is one line.
func (*UnrollSwaps) Description() string {
	return "unroll loops that swap buffers, or take places in turns, by the period of that"
}

// Anchor is the operation that the pass runs on.
func (*UnrollSwaps) Anchor() string { return "builtin.module" }

// After is the order with reasons.
func (*UnrollSwaps) After() []passes.Order {
	return []passes.Order{
		{Pass: "lower-to-gpu", Why: "before it loops carry nothing: buffers are in variables"},
	}
}

// Bounds of what is done.
const (
	maxPeriod     = 4    // rounds that become one: the stages of a pipeline
	maxSwapping   = 4096 // operations of all rounds of a period
	smallSwapping = 256  // of several periods
)

// Run unrolls, inner loops first.
func (*UnrollSwaps) Run(c *passes.Context) error {
	s := &swaps{b: ir.NewBuilder(c.IR())}
	for f := range ir.AllOf[gpu.FuncOp](c.Op) {
		c.Stat("unrolled", s.kernel(f))
	}
	return nil
}

// kernel unrolls the loops of a kernel and says how many.
func (s *swaps) kernel(f gpu.FuncOp) (n int) {
	f.WalkPost(func(o *ir.Operation) {
		l, ok := ir.As[scf.WhileOp](o)
		if !ok {
			return
		}
		continues := contract.Continues(o)
		contract.SetContinues(o, false)
		cmp, isCounted := counted(l)
		switch swaps := s.find(l); {
		case swaps && isCounted:
			s.countedLoop(l, cmp)
		case swaps:
			s.whileLoop(l)
		case isCounted:
			r, rotates := s.rotation(l, cmp)
			if !rotates || continues {
				return
			}
			s.rotate(l, cmp, r)
		default:
			return
		}
		n++
	})
	return n
}

// swaps is what is known of the loop at hand.
type swaps struct {
	b      *ir.Builder
	swaps  []bool // by position: what is carried there is permuted, or stays
	period int
	factor int // how many rounds become one
}

// find looks at what a loop yields, made of its arguments, for a permutation of positions that moves buffers.
func (s *swaps) find(l scf.WhileOp) bool {
	yielded := l.After().Back().Operands()
	from := make([]int, len(yielded)) // by position: where its next value is, -1 if that is computed
	for i, y := range yielded {
		if from[i] = slices.Index(l.After().Args(), y); !passed(l, from[i]) {
			from[i] = -1
		}
	}
	s.swaps, s.period = make([]bool, len(yielded)), 1
	buffers := false
	for i := range yielded {
		n, j := 1, from[i]
		for ; j >= 0 && j != i && n <= maxPeriod; j = from[j] {
			n++
		}
		if j != i {
			continue
		}
		s.swaps[i] = true
		s.period = leastMultiple(s.period, n)
		_, isBuffer := l.Operand(i).Type().(*ir.MemRefType)
		buffers = buffers || isBuffer && n > 1
		if s.period > maxPeriod {
			return false
		}
	}
	return buffers && isSmall(l.Operation, s.period, maxSwapping) && !handsOver(l.Operation)
}

// leastMultiple is the least common multiple of two small numbers.
func leastMultiple(m, n int) int {
	both, _ := num.Of(int64(m)).LCM(num.Of(int64(n))).Int64()
	return int(both)
}

// passed says whether a loop hands what it carries at a position to its second region, and to its result, as it is.
func passed(l scf.WhileOp, i int) bool {
	cond := l.Before().Back().Operands()[1:]
	return i >= 0 && i < len(cond) && i < l.Before().NumArgs() && cond[i] == l.Before().Arg(i)
}

// isSmall says whether a number of copies of a loop has at most so many operations.
func isSmall(loop *ir.Operation, copies, most int) bool {
	n := 0
	return loop.Walk(func(*ir.Operation) ir.WalkResult {
		if n += copies; n > most {
			return ir.Interrupt
		}
		return ir.Advance
	})
}

// handsOver says whether a part of the block arrives in a loop at a barrier where another one waits, or waits there. Parts that wait for
// themselves do not arrive anywhere.
func handsOver(loop *ir.Operation) bool {
	f := loop
	for f.Parent() != nil && !f.Has(ir.IsolatedFromAbove) {
		f = f.Parent()
	}
	arrived := map[int64]bool{}
	for a := range ir.AllOf[nvvm.ArriveOp](f) {
		if loop.IsAncestorOf(a.Operation) {
			return true
		}
		if id, ok := arith.ConstantInt(a.ID()); ok {
			arrived[id] = true
		}
	}
	for w := range ir.AllOf[nvvm.BarrierOp](loop) {
		if id, ok := arith.ConstantInt(w.ID()); ok && arrived[id] {
			return true
		}
	}
	return false
}

// repeat says how many rounds of a loop whose rounds are counted become one: more than a period if they are small, since the condition
// is asked for once.
func (s *swaps) repeat(loop *ir.Operation) {
	for s.factor = s.period; s.factor+s.period <= maxPeriod && isSmall(loop, s.factor+s.period, smallSwapping); {
		s.factor += s.period
	}
}

// counted looks for the comparison of a loop that does nothing before a round but to compare a counter, which grows by one in each round,
// with what is the same in all of them. Since the counter was below that, it does not wrap.
func counted(l scf.WhileOp) (cmp arith.CmpIOp, ok bool) {
	cmp, ok = ir.DefinedBy[arith.CmpIOp](l.Before().Back().Operand(0))
	if !ok || cmp.Block() != l.Before() || cmp.Predicate() != arith.SLT && cmp.Predicate() != arith.ULT || !slices.Equal(l.Before().Back().Operands()[1:], l.Before().Args()) {
		return cmp, false
	}
	inside := map[*ir.Value]bool{} // what is computed before a round, of values around the loop
	for o := range l.Before().Ops() {
		pure := ir.IsMemoryEffectFree(o) && ir.IsSpeculatable(o)
		switch {
		case o == cmp.Operation || o == l.Before().Back():
		case pure && o.NumRegions() == 0 && !slices.ContainsFunc(o.Operands(), func(v *ir.Value) bool { return !isAround(v, l) && !inside[v] }):
			for _, r := range o.Results() {
				inside[r] = true
			}
		case o.NumResults() != 1 || o.Result(0) != cmp.Operand(0):
			return cmp, false
		}
	}
	return cmp, (isAround(cmp.Operand(1), l) || inside[cmp.Operand(1)]) && grows(l, cmp.Operand(0))
}

// isAround says whether a value is from around a loop.
func isAround(v *ir.Value, l scf.WhileOp) bool {
	p := v.ParentBlock().Parent()
	return p == nil || !l.IsAncestorOf(p)
}

// grows says whether a value that a loop has before a round is one more in the next one: one that it carries, or a variable. This is memory of
// the thread that is only loaded and stored. Its one store in the loop, which every round comes to, is of what it has loaded, plus one.
func grows(l scf.WhileOp, v *ir.Value) bool {
	if v.OwnerBlock() == l.Before() && v.IsArg() {
		next, ok := ir.DefinedBy[arith.AddIOp](l.After().Back().Operand(v.Index()))
		return ok && next.Operand(0) == l.After().Arg(v.Index()) && arith.IsConstantInt(next.Operand(1), 1)
	}
	load, ok := ir.DefinedBy[memref.LoadOp](v)
	if !ok || !isVariable(load.Operand(0)) {
		return false
	}
	var stores []*ir.Operation
	for _, u := range load.Operand(0).Users() {
		if ir.Is[memref.StoreOp](u) && l.IsAncestorOf(u) {
			stores = append(stores, u)
		}
	}
	if len(stores) != 1 || stores[0].Block() != l.After() {
		return false
	}
	next, ok := ir.DefinedBy[arith.AddIOp](stores[0].Operand(0))
	if !ok || !arith.IsConstantInt(next.Operand(1), 1) {
		return false
	}
	old, ok := ir.DefinedBy[memref.LoadOp](next.Operand(0))
	return ok && old.Operand(0) == load.Operand(0) && old.Block() == l.After() && old.IsBefore(stores[0])
}

// isVariable says whether memory is one element of a thread, which is only loaded and stored.
func isVariable(m *ir.Value) bool {
	t := m.Type().(*ir.MemRefType)
	if _, ok := ir.DefinedBy[memref.AllocaOp](m); !ok || !slices.Equal(t.Shape, []int64{1}) {
		return false
	}
	return !slices.ContainsFunc(m.Users(), func(u *ir.Operation) bool {
		return !ir.Is[memref.LoadOp](u) && !(ir.Is[memref.StoreOp](u) && u.Operand(0) != m)
	})
}

// settled are carried values in which those that are permuted are the ones from around the loop.
func (s *swaps) settled(carried, inits []*ir.Value) []*ir.Value {
	out := slices.Clone(carried)
	for i, swap := range s.swaps {
		if swap && i < len(out) {
			out[i] = inits[i]
		}
	}
	return out
}

// copyOf puts a copy of a block at the builder and gives what its terminator has.
func (s *swaps) copyOf(b *ir.Block, args ...*ir.Value) []*ir.Value {
	return s.copyInto(ir.NewMapping(), b, args...)
}

func (s *swaps) copyInto(m *ir.Mapping, b *ir.Block, args ...*ir.Value) []*ir.Value {
	for i, a := range b.Args() {
		m.Values[a] = args[i]
	}
	return copyArm(s.b, m, b)
}

// whileLoop unrolls a loop with a condition, which is from then on computed at the end of the round before.
func (s *swaps) whileLoop(l scf.WhileOp) {
	b := s.b.Before(l.Operation).AtLocOf(l.Operation)
	inits := l.Operands()
	start := s.copyOf(l.Before(), inits...)
	w := scf.NewWhile(b, ir.TypesOf(l.Results()), start...)
	p := b.Save()
	b.AtEnd(w.Before())
	scf.NewCondition(b, w.Before().Arg(0), w.Before().Args()[1:]...)
	b.AtEnd(w.After())
	scf.NewYield(b, s.round(l, s.settled(w.After().Args(), inits), 0)...)
	b.Restore(p)
	for _, a := range l.Attrs() {
		w.SetAttr(a.Name, a.Value)
	}
	l.Operation.ReplaceWith(w.Results()...)
}

// round is the k-th round of a period and those after it, which get args; it gives whether there is one more, and what that gets.
func (s *swaps) round(l scf.WhileOp, args []*ir.Value, k int) []*ir.Value {
	next := s.copyOf(l.Before(), s.copyOf(l.After(), args...)...)
	if k == s.period-1 {
		return next
	}
	return scf.BuildIf(s.b, next[0], ir.TypesOf(next), func() []*ir.Value { return s.round(l, next[1:], k+1) },
		func() []*ir.Value {
			return append([]*ir.Value{arith.NewConstantInt(s.b, 0, next[0].Type())}, next[1:]...)
		}).Results()
}

// countedLoop unrolls a loop whose rounds are known before the first one: they are compared by cmp.
func (s *swaps) countedLoop(l scf.WhileOp, cmp arith.CmpIOp) {
	b := s.b.Before(l.Operation).AtLocOf(l.Operation)
	s.repeat(l.Operation)
	n, constant := s.rounds(l, cmp)
	whole, over := arith.DivUI(b, n, constant(s.factor)), arith.RemUI(b, n, constant(s.factor))
	round := func(carried []*ir.Value) []*ir.Value { return s.copyOf(l.After(), carried...) }
	main := scf.BuildFor(b, constant(0), whole, constant(1), l.Operands(), func(_ *ir.Value, carried []*ir.Value) []*ir.Value {
		carried = s.settled(carried, l.Operands())
		for range s.factor {
			carried = round(carried)
		}
		return carried
	})
	left := func(k int) *ir.Value { return arith.CmpI(b, arith.UGT, over, constant(k)) }
	l.Operation.ReplaceWith(s.rest(s.settled(main.Results(), l.Operands()), 0, left, round)...)
}

// rounds gives how many rounds there are of a loop whose rounds are compared by cmp, and constants of the type of that number.
func (s *swaps) rounds(l scf.WhileOp, cmp arith.CmpIOp) (n *ir.Value, constant func(k int) *ir.Value) {
	m := ir.NewMapping()
	s.copyInto(m, l.Before(), l.Operands()...)
	n = span(s.b, cmp.Predicate(), m.Lookup(cmp.Operand(0)), m.Lookup(cmp.Operand(1)))
	return n, func(k int) *ir.Value { return arith.NewConstantInt(s.b, int64(k), n.Type()) }
}

// span is how many numbers there are from lo on that are below hi.
func span(b *ir.Builder, less arith.IntPredicate, lo, hi *ir.Value) *ir.Value {
	return arith.Select(b, arith.CmpI(b, less, lo, hi), arith.SubI(b, hi, lo), arith.NewConstantInt(b, 0, lo.Type()))
}

// rest are the rounds from the k-th on of those that are left over; left says whether there is a k-th one.
func (s *swaps) rest(carried []*ir.Value, k int, left func(k int) *ir.Value, round func(carried []*ir.Value) []*ir.Value) []*ir.Value {
	if k == s.factor-1 {
		return carried
	}
	return scf.BuildIf(s.b, left(k), ir.TypesOf(carried), func() []*ir.Value {
		return s.rest(round(carried), k+1, left, round)
	}, func() []*ir.Value { return carried }).Results()
}
