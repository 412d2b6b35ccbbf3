// Package ahead lets loops over data have loads of several rounds on their way at once. LLVM unrolls no loop that a run-time check may end, and
// takes no load before such a check.
//
//	scf.while {                                 %bound = ..
//	  %bound = ..; condition %i < %bound        scf.while {
//	} do {                                        if %i + 3 < %bound and the checks of %i + 3 are passed {    // one comparison of %i
//	  check %i                                      %c0 = load %columns[%i]; .. %c3 = load %columns[%i + 3]
//	  %c = load %columns[%i]               ->       if the checks of %c0 .. %c3 are passed {
//	  check %c                                        %x0 = load %x[%c0]; .. %x3 = load %x[%c3]
//	  %x = load %x[%c]                                %sum += %x0; .. %sum += %x3
//	  %sum += %x; %i += 1                             %i += 4; go on
//	}                                             } }
//	                                            }
//	                                            scf.while { .. as before .. }
//
// Why it is right. Rounds behave as they did: the loads that come earlier are of memory that nobody writes while the kernel runs (what access-check
// proved, as for ld.global.nc), rounds write nothing but variables of the thread, in their order, and what a round computes before it reads one of these does not
// depend on the rounds before it but by the counter. No load is made that was not: those of a round come behind its own comparisons and checks. Where
// a check of one of the rounds fails nothing has been written yet, and the loop as it was makes them one by one, up to the check that stops the kernel. What is
// compared with the counter is the same in all rounds, and is computed once before the first, where it was computed as well.
//
// The package must not know targets.
package ahead

import (
	"math"
	"slices"
	"strings"

	"descend/dialects/arith"
	"descend/dialects/gpu/contract"
	"descend/dialects/memref"
	"descend/dialects/ods"
	"descend/dialects/scf"
	"descend/ir"
)

// rounds are taken at once, if their code stays small: maxOps bounds the operations of one, and so does maxLoads those from memory.
const (
	rounds   = 4
	maxOps   = 40
	maxLoads = 4
)

// In says whether a kernel has a loop that can be taken in several rounds at once.
func In(kernel *ir.Operation) bool {
	for w := range ir.AllOf[scf.WhileOp](kernel) {
		if _, ok := loopOf(w, kernel); ok {
			return true
		}
	}
	return false
}

// Unroll takes several rounds of such loops at once.
func Unroll(kernel *ir.Operation) {
	for _, w := range slices.Collect(ir.AllOf[scf.WhileOp](kernel)) {
		if l, ok := loopOf(w, kernel); ok {
			l.unroll()
		}
	}
}

// loop is a loop that counts.
type loop struct {
	scf.WhileOp
	kernel  *ir.Operation
	counter *ir.Value // its variable, a cell of the thread
	step    int64
	bound   *ir.Value
	head    []*ir.Operation // of a round, up to what reads variables that rounds write
	tail    []*ir.Operation // which reads and writes these
	stored  map[*ir.Value]bool
	// of values of a round: of the counter, or of what is written
	counts, late map[*ir.Value]bool
}

// loopOf is a loop that is of the form above.
func loopOf(w scf.WhileOp, kernel *ir.Operation) (*loop, bool) {
	l := &loop{WhileOp: w, kernel: kernel, stored: map[*ir.Value]bool{}, counts: map[*ir.Value]bool{}, late: map[*ir.Value]bool{}}
	if w.NumOperands() > 0 || w.NumResults() > 0 || !l.counted() {
		return nil, false
	}
	for s := range ir.AllOf[memref.StoreOp](w.Operation) {
		if !isCell(s.MemRef()) || s.Parent() != w.Operation || s.Block() != w.After() {
			return nil, false
		}
		l.stored[s.MemRef()] = true
	}
	return l, l.compares() && l.round()
}

// isCell says whether memory is a variable of one number, of the thread, which nothing but loads and stores accesses.
func isCell(m *ir.Value) bool {
	t, ok := m.Type().(*ir.MemRefType)
	if !ok || !ir.Is[memref.AllocaOp](m.DefiningOp()) || len(t.Shape) != 1 || t.Shape[0] != 1 {
		return false
	}
	for u := range m.Uses() {
		if s, ok := ir.As[memref.StoreOp](u.Owner()); !(ok && s.Value() != m) && !ir.Is[memref.LoadOp](u.Owner()) {
			return false
		}
	}
	return true
}

// counted finds the counter: a constant is added to it at the end of a round, and nowhere else.
func (l *loop) counted() bool {
	s, ok := ir.As[memref.StoreOp](l.After().Back().Prev())
	if !ok || !isCell(s.MemRef()) {
		return false
	}
	l.counter = s.MemRef()
	sum, ok := ir.DefinedBy[arith.AddIOp](s.Value())
	if !ok || !l.isCount(sum.Operand(0)) || sum.Operand(0).ParentBlock() != l.After() {
		return false
	}
	for o := range ir.AllOf[memref.StoreOp](l.Operation) {
		if o.MemRef() == l.counter && o != s {
			return false
		}
	}
	n, isConst := arith.ConstantInt(sum.Operand(1))
	l.step = n
	t, isInt := sum.Operand(0).Type().(*ir.IntegerType)
	return isConst && n > 0 && n < 1<<20 && isInt && t.Width >= 32
}

// isCount says whether a value is the counter's.
func (l *loop) isCount(v *ir.Value) bool {
	load, ok := ir.DefinedBy[memref.LoadOp](v)
	return ok && load.MemRef() == l.counter
}

// compares says whether a round is made if the counter is below a bound that is the same for all rounds, and if nothing else happens before a round.
func (l *loop) compares() bool {
	end, ok := ir.As[scf.ConditionOp](l.Before().Back())
	if !ok {
		return false
	}
	cmp, ok := ir.DefinedBy[arith.CmpIOp](end.Condition())
	if !ok || cmp.Predicate() != arith.ULT || !l.isCount(cmp.Operand(0)) || cmp.Operand(0).ParentBlock() != l.Before() {
		return false
	}
	l.bound = cmp.Operand(1)
	loads := 0
	for op := range l.Before().Ops() {
		if op != end.Operation && !l.takes(op, &loads) {
			return false
		}
		if l.late[l.conditionOf(op)] || l.counts[l.conditionOf(op)] {
			return false
		}
	}
	return !l.counts[l.bound] && !l.late[l.bound]
}

// conditionOf is what a check asks, nil for other operations.
func (l *loop) conditionOf(op *ir.Operation) *ir.Value {
	if o, ok := ir.As[scf.IfOp](op); ok {
		return o.Condition()
	}
	return nil
}

// takes says whether an operation is one that rounds may have, and notes of its results what they depend on.
func (l *loop) takes(op *ir.Operation, loads *int) bool {
	switch o := op.Typed().(type) {
	case scf.IfOp:
		return contract.IsCheck(op) && op.NumResults() == 0
	case memref.StoreOp:
		return true // of a cell, as loopOf has seen
	case memref.LoadOp:
		switch {
		case l.isCount(o.Result(0)):
			l.counts[o.Result(0)] = true
			return true
		case isCell(o.MemRef()):
			l.late[o.Result(0)] = l.stored[o.MemRef()]
			return true
		case !l.isReadOnly(o.MemRef()):
			return false
		}
		*loads++
	default:
		name := op.Name()
		if op.NumRegions() > 0 || !strings.HasPrefix(name, "arith.") && !strings.HasPrefix(name, "math.") {
			return false
		}
	}
	for _, v := range op.Operands() {
		for _, r := range op.Results() {
			l.counts[r] = l.counts[r] || l.counts[v]
			l.late[r] = l.late[r] || l.late[v]
		}
	}
	return true
}

// isReadOnly says whether nobody writes memory while the kernel runs.
func (l *loop) isReadOnly(m *ir.Value) bool {
	if !m.IsArg() || m.OwnerBlock() != l.kernel.Body(0) {
		return false
	}
	is := func(name string) bool { return ods.ArgAttr(l.kernel, m.Index(), name) != nil }
	return is("llvm.readonly") && is("llvm.noalias")
}

// round divides the operations of a round. Neither a check nor a load of memory may depend on what rounds write.
func (l *loop) round() bool {
	loads, n := 0, 0
	for op := range l.After().Ops() {
		if op.Next() == nil { // the end
			break
		}
		if n++; n > maxOps || !l.takes(op, &loads) {
			return false
		}
		s, stores := ir.As[memref.StoreOp](op)
		switch {
		case stores && s.MemRef() == l.counter:
		case stores || op.NumResults() > 0 && l.late[op.Result(0)]:
			if load, ok := ir.As[memref.LoadOp](op); ok && !isCell(load.MemRef()) {
				return false
			}
			l.tail = append(l.tail, op)
		case l.late[l.conditionOf(op)]:
			return false
		default:
			l.head = append(l.head, op)
		}
	}
	return loads > 0 && loads <= maxLoads && len(l.tail) > 0
}

// unroll puts the loop that takes several rounds before the one that is there.
func (l *loop) unroll() {
	b := ir.NewBuilder(l.Context()).Before(l.Operation).At(l.Loc())
	first := ir.NewMapping()
	for op := range l.Before().Ops() {
		if op.Next() != nil {
			b.Insert(op.Clone(first))
		}
	}
	u := &unroller{loop: l, Builder: b, zero: arith.NewConstantIndex(b, 0), elem: l.counter.Type().(*ir.MemRefType).Elem}
	limit := u.limit(first.Lookup(l.bound))
	u.before = scf.NewWhile(b, nil).Operation
	w := scf.WhileOp{Operation: u.before}
	b.AtEnd(w.Before())
	at := memref.NewLoad(b, l.counter, u.zero)
	scf.NewCondition(b, u.when(arith.CmpI(b, arith.ULT, at, limit), func() *ir.Value { return u.together(at) }))
	b.AtEnd(w.After())
	scf.NewYield(b)
}

// unroller writes the rounds.
type unroller struct {
	*loop
	*ir.Builder
	before *ir.Operation // the loop that takes several rounds
	elem   ir.Type       // of the counter
	at     []*ir.Value   // the counter in each round
	of     []*ir.Mapping // the values of each
	next   *ir.Value     // the counter after all of them
	zero   *ir.Value
}

// together makes them from a counter for which they all are made.
func (u *unroller) together(at *ir.Value) *ir.Value {
	for i := range int64(rounds) {
		u.at = append(u.at, at)
		u.of = append(u.of, ir.NewMapping())
		if i < rounds-1 { // which does not wrap around
			at = arith.AddI(u.Builder, u.at[0], arith.NewConstantInt(u.Builder, (i+1)*u.step, u.elem), arith.NUW)
		}
	}
	u.next = arith.AddI(u.Builder, u.at[0], arith.NewConstantInt(u.Builder, rounds*u.step, u.elem))
	return u.heads(u.head)
}

// when does something where a condition holds; it gives whether to go on.
func (u *unroller) when(cond *ir.Value, then func() *ir.Value) *ir.Value {
	t := u.Ctx.I1()
	return scf.BuildIf(u.Builder, cond, []ir.Type{t}, func() []*ir.Value { return []*ir.Value{then()} },
		func() []*ir.Value { return []*ir.Value{arith.NewConstantInt(u.Builder, 0, t)} }).Result(0)
}

// limit is what the counter is below where all rounds are made, as the last one is and its counter has not wrapped around, and pass the checks that those
// pass whose counter is below another one that passes them: the least of what they are compared with, less the way to the last one.
func (u *unroller) limit(bound *ir.Value) *ir.Value {
	b, least := u.Builder, bound
	for _, op := range u.head {
		cmp, cast, ok := u.below(op)
		switch {
		case !ok:
		case cast == nil:
			least = arith.MinUI(b, least, cmp.Operand(1))
		default:
			m := ir.NewMapping()
			m.Values[cast.Operand(0)] = least
			least = narrow(b, arith.MinUI(b, b.Insert(cast.Clone(m)).Result(0), cmp.Operand(1)), u.elem)
		}
	}
	span := arith.NewConstantInt(b, (rounds-1)*u.step, u.elem)
	return arith.Select(b, arith.CmpI(b, arith.UGT, least, span), arith.SubI(b, least, span), arith.NewConstantInt(b, 0, u.elem))
}

// narrow is a number that fits fewer bits, in these.
func narrow(b *ir.Builder, v *ir.Value, to ir.Type) *ir.Value {
	if _, ok := v.Type().(*ir.IndexType); ok {
		return arith.IndexCastUI(b, v, to)
	}
	return arith.TruncI(b, v, to)
}

// passes is whether all rounds pass a check. Where it compares numbers that had fewer bits with one from outside of the loop, it is the greatest of them
// that is compared, in these bits: with the greatest number of them at most, so that where this is among them the loop as it was decides.
func (u *unroller) passes(cond *ir.Value) *ir.Value {
	b := u.Builder
	all := func(v *ir.Value, of func(b *ir.Builder, x, y *ir.Value) *ir.Value) *ir.Value {
		x := u.of[0].Lookup(v)
		for r := 1; r < rounds; r++ {
			x = of(b, x, u.of[r].Lookup(v))
		}
		return x
	}
	if cmp, ok := ir.DefinedBy[arith.CmpIOp](cond); ok && cmp.Predicate() == arith.UGE && !u.IsAncestorOf(cmp.Operand(1).ParentBlock().Parent()) {
		if cast := widened(cmp.Operand(0)); cast != nil && cast.Operand(0).Type() == ir.Type(b.Ctx.I32()) {
			p := b.Save()
			b.Before(u.before)
			bound := cmp.Operand(1)
			bound = narrow(b, arith.MinUI(b, bound, arith.NewConstantInt(b, math.MaxUint32, bound.Type())), b.Ctx.I32())
			b.Restore(p)
			return arith.CmpI(b, arith.ULT, all(cast.Operand(0), arith.MaxUI), bound)
		}
	}
	return arith.XOrI(b, all(cond, arith.OrI), arith.NewConstantInt(b, -1, b.Ctx.I1()))
}

// widened is what gives a number more bits, which are 0; nil elsewhere.
func widened(v *ir.Value) *ir.Operation {
	if o := v.DefiningOp(); ir.Is[arith.IndexCastUIOp](o) || ir.Is[arith.ExtUIOp](o) {
		return o
	}
	return nil
}

// below is the comparison of a check that fails where the counter, or the counter in more bits, is not below a value from outside of the loop.
func (l *loop) below(op *ir.Operation) (cmp arith.CmpIOp, cast *ir.Operation, ok bool) {
	cond := l.conditionOf(op)
	if cond == nil {
		return cmp, nil, false
	}
	cmp, ok = ir.DefinedBy[arith.CmpIOp](cond)
	if !ok || cmp.Predicate() != arith.UGE || l.IsAncestorOf(cmp.Operand(1).ParentBlock().Parent()) {
		return cmp, nil, false
	}
	x := cmp.Operand(0)
	if cast = widened(x); cast != nil {
		x = cast.Operand(0)
	}
	return cmp, cast, l.isCount(x) && x.ParentBlock() == l.After()
}

// heads makes the first parts of all rounds, each operation of all of them before the next one, and then their second parts.
func (u *unroller) heads(ops []*ir.Operation) *ir.Value {
	for i, op := range ops {
		if load, ok := ir.As[memref.LoadOp](op); ok && u.isCount(load.Result(0)) {
			for r := range rounds {
				u.of[r].Values[op.Result(0)] = u.at[r]
			}
			continue
		}
		if cond := u.conditionOf(op); cond == nil {
			u.each(op)
		} else if _, _, known := u.below(op); !known {
			return u.when(u.passes(cond), func() *ir.Value { return u.heads(ops[i+1:]) })
		}
	}
	return u.tails()
}

func (u *unroller) each(op *ir.Operation) {
	for r := range rounds {
		u.Insert(op.Clone(u.of[r]))
	}
}

// tails makes the second parts, round by round.
func (u *unroller) tails() *ir.Value {
	for r := range rounds {
		for _, op := range u.tail {
			u.Insert(op.Clone(u.of[r]))
		}
	}
	memref.NewStore(u.Builder, u.next, u.counter, u.zero)
	return arith.NewConstantInt(u.Builder, 1, u.Ctx.I1())
}
