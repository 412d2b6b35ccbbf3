package lower

import (
	"maps"
	"slices"

	"descend/dialects/arith"
	"descend/dialects/gpu/contract"
	"descend/dialects/nat"
	"descend/dialects/nvvm"
	"descend/dialects/scf"
	"descend/ir"
)

// This file gives a block whose elements are all there code that does not ask whether they are. Most blocks of a grid that is
// rounded up are such: only those at the edges lack elements.
//
//	scf.for %t = 0 to (k + 15)/16 {              %c = 16*by + 16 <= m
//	  if 16*t + tx < k && 16*by + ty < m    ->   %e = select %c, k/16, 0
//	    { load }                                 scf.for %t = 0 to %e { load }
//	}                                            scf.for %t = %e to (k + 15)/16 { if .. { load } }
//
// Code that is no long loop gets two versions in the arms of one conditional. Each operation is in one versioned region at most, so
// that the code doubles at most.
//
// A loop that carries something from round to round, as the tokens of copies ahead, is cut by the checks alone that its counter decides: so all blocks
// execute most rounds in the first of the two loops, and the second one has the last rounds only. Of other checks, which are the same in all
// rounds, nothing is computed in a round.
//
// Why it is right. A check is `0 <= d`, d a polynomial over sizes, the coordinates of block and thread, and the variables of
// loops. Its bound is made of it by replacing one after the other, until only what the whole block agrees on before the region
// is left: a variable by the end of its range at which d is least, by the sign of its coefficient, or all terms with such variables
// by a constant that they are never below. Signs and ranges are proved of the facts at the check. So let a thread
// execute the check: the facts at it hold for its coordinates and rounds, with them each step of the replacement, and so
// d is at least the bound. Where the bound is not negative the check is true, whoever executes it, and how often. A bound is computed
// before the region, where the facts at the check need not hold: if nobody executes the check, whatever comes out of it
// chooses a version of code in which the check is not executed. Therefore it must be computed without a division by 0, which is
// proved of the facts before the region, and exactly whenever the check is executed: that its sums fit 64 bits is proved of the facts at
// the check. What is left out because a bound implies it needs that bound exact at its own check as well. The end of the first rounds
// decides how often all of the loop is executed, also what asks for nothing: it stays within the loop's bounds whatever comes out.
//
// All threads of a block take the same version, as the bounds are computed from sizes, coordinates of the block and variables of
// loops around whose bounds are such: barriers may stand in both.

// guard is a comparison that decides whether an element exists, true if c holds.
type guard struct {
	cmp   *ir.Operation
	c     nat.Constraint
	facts *nat.Facts
	loops map[string]*loopInfo // what names of loop variables mean there
	cheap bool                 // of a copy that has no branch: a reason for versions only where a round computes it anew
}

// Bounds of what is done.
const (
	longLoop    = 16   // a loop of more rounds, or of an unknown number, is cut in two
	mergedGap   = 32   // operations without a guard between what becomes one region
	largestCode = 4096 // operations of a region
	// of a loop that carries something; a larger one, as a product by tensor cores, has few checks for what it does
	smallCarrying = 128
)

// mostRaised times what quotient multiplies a divisor by leaves room for a natural.
var mostRaised = nat.Int(1 << 40)

// guarded remembers that v is true if c holds.
func (f *fn) guarded(v *ir.Value, c nat.Constraint, cheap bool) {
	if cmp, ok := ir.DefinedBy[arith.CmpIOp](v); ok && f.gpu {
		f.guards = append(f.guards, &guard{cmp.Operation, c, f.facts, maps.Clone(f.loops), cheap})
	}
}

// versions gives regions of the kernel that is made a version without the checks that bounds prove.
func (f *fn) versions() {
	v := &versioner{fn: f, inside: map[*ir.Operation][]*guard{}, copies: map[*ir.Operation][]*guard{}, loops: map[*ir.Operation]*loopInfo{}, around: map[string]*loopInfo{}}
	for _, g := range f.guards {
		for o := g.cmp; o != nil && o != f.op; o = o.Parent() {
			if g.cheap {
				v.copies[o] = append(v.copies[o], g)
			} else {
				v.inside[o] = append(v.inside[o], g)
			}
		}
		for name, l := range g.loops {
			if l == nil || l.op == nil || !l.op.IsAncestorOf(g.cmp) {
				delete(g.loops, name)
				continue
			}
			v.loops[l.op] = l
		}
	}
	v.block(f.entry)
}

// choice is what decides between versions, and what is left out in one of them, for tests: they look whether what is left out is
// true, and whether it would be without the rest of what decides.
type choice int

const (
	choosesArm    choice = iota // a comparison, of all that have to hold
	choosesRounds               // the end of the rounds in which checks hold
	leftOut                     // a check that stays in the code for a test, although it is true
)

// versioner makes versions of the regions of a kernel. The facts and nats of fn are those before the region.
type versioner struct {
	*fn
	inside map[*ir.Operation][]*guard  // the guards that an operation is or has inside
	copies map[*ir.Operation][]*guard  // and those that are cheap
	loops  map[*ir.Operation]*loopInfo // the loops around guards
	around map[string]*loopInfo        // the loops around the region, by their variables
}

// block makes versions of regions of a block.
func (v *versioner) block(b *ir.Block) {
	var run []*ir.Operation // begins with one that has a guard
	gap := 0                // operations since the last one
	flush := func() {
		if len(run) > gap {
			v.arms(run[:len(run)-gap])
		}
		run, gap = nil, 0
	}
	for _, o := range slices.Collect(b.Ops()) {
		switch {
		case ir.Is[scf.WhileOp](o) && v.isLong(o) && !v.holdsLong(o) && v.cut(o):
			flush()
		case v.isOfOnePart(o) && len(v.inside[o]) == 0:
			flush()
		case len(v.inside[o]) == 0:
			if run = append(run, o); len(run) == 1 {
				run = nil
			} else if gap++; gap > mergedGap {
				flush()
			}
		case ir.Is[scf.ForOp](o) && v.isLong(o) && !v.holdsLong(o) && v.cut(o):
			flush()
		case v.isLong(o) || v.holdsLong(o) || ir.Is[scf.WhileOp](o):
			flush()
			v.within(o)
		default:
			run, gap = append(run, o), 0
		}
	}
	flush()
}

// isLong says whether an operation is a loop that is not unrolled.
func (v *versioner) isLong(o *ir.Operation) bool {
	l := v.loops[o]
	return l != nil && (l.trips < 0 || l.trips > longLoop) && contract.UnrollOf(o) != contract.UnrollFull
}

// holdsLong says whether such a loop with guards is in an operation.
func (v *versioner) holdsLong(o *ir.Operation) bool {
	if o.NumRegions() == 0 {
		return false
	}
	for l := range v.loops {
		if l != o && o.IsAncestorOf(l) && v.isLong(l) {
			return true
		}
	}
	return false
}

// within makes versions of regions in an operation.
func (v *versioner) within(o *ir.Operation) {
	facts := v.facts
	if l := v.loops[o]; l != nil {
		v.nats[l.name], v.around[l.name] = l.value, l
		v.facts = facts.WithRange(l.name, l.lo, l.hi)
		defer delete(v.around, l.name)
	}
	for _, r := range o.Regions() {
		if !r.Empty() {
			v.block(r.Front())
		}
	}
	v.facts = facts
}

// cut makes of a loop one for the first rounds, in which the bounds hold, and one for the others; false if no check can be left out.
func (v *versioner) cut(o *ir.Operation) bool {
	l := v.loops[o]
	carries := ir.Is[scf.WhileOp](o)
	if v.tooLarge([]*ir.Operation{o}) || carries && !isSmall(o, 1, smallCarrying) {
		return false
	}
	var proved []*guard
	var conds conditions
	var ends []ending
	guards := v.inside[o]
	if carries { // by those checks that its counter decides
		guards = slices.Concat(guards, v.copies[o])
	}
	for _, g := range guards {
		d, ok := v.bound(g, l)
		if !ok {
			continue
		}
		if !d.HasVar(l.name) {
			if carries {
				continue
			}
			conds.add(d, g)
		} else if e, ok := v.rounds(g, d, l); ok {
			ends = append(ends, e)
		} else {
			continue
		}
		proved = append(proved, g)
	}
	if len(proved) == 0 {
		return false
	}
	v.b.Before(o).AtLocOf(o)
	lower, upper := boundsOf(o)
	end := upper
	for _, e := range v.neededEnds(ends, l) {
		if !e.whole.IsZero() {
			conds.add(e.whole, e.checks...)
		}
		x := v.endValue(e)
		v.tell(choosesRounds, x)
		if end == upper && v.isWithin(e, l) {
			end = x
		} else {
			end = arith.MinUI(v.b, x, end) // a natural, also if x is no number of rounds
		}
	}
	if lo, ok := constOf(lower); !ok || lo.Sign() > 0 {
		end = arith.MaxSI(v.b, end, lower)
	}
	if conds := v.needed(conds); len(conds) > 0 {
		end = arith.Select(v.b, v.holds(conds), end, lower)
	}
	m := ir.NewMapping()
	first := v.b.Insert(o.Clone(m))
	if carries {
		conditionOf(first).SetOperand(1, end)
		for i, r := range first.Results() {
			o.SetOperand(i, r)
		}
		contract.SetContinues(o, true)
	} else {
		first.SetOperand(1, end)
		o.SetOperand(0, end)
	}
	v.assume(proved, m)
	if !carries {
		unroll(&loopInfo{op: first, trips: -1})
	}
	return true
}

// boundsOf are the bounds of a loop that counts.
func boundsOf(o *ir.Operation) (lower, upper *ir.Value) {
	if l, ok := ir.As[scf.ForOp](o); ok {
		return l.LowerBound(), l.UpperBound()
	}
	return o.Operand(0), conditionOf(o).Operand(1)
}

// conditionOf is the comparison of the counter, which count makes.
func conditionOf(while *ir.Operation) *ir.Operation {
	return while.Body(0).Back().Operand(0).DefiningOp()
}

// ending is a number of rounds, a quotient of what is computed exactly where the checks are executed, or one more than that: with the one it
// would be another quotient, whose numerator need not fit 64 bits. It is one if whole is not negative, which is 0 if that is known. In
// these rounds d is not negative, and so the checks are true.
type ending struct {
	of, by nat.Expr
	more   bool
	whole  nat.Expr
	d      nat.Expr
	checks []*guard
}

// neededEnds are those that another one does not imply which is exact where their checks are executed: a tile that is whole is there.
func (v *versioner) neededEnds(all []ending, l *loopInfo) []ending {
	implies := func(x, e ending) bool {
		exact := func(g *guard) bool { return v.fits(g, x.of) && v.fits(g, x.by) && v.fits(g, x.whole) }
		in := v.facts.WithRange(l.name, l.lo, l.hi).With(notNegative(x.d))
		return in.Proves(notNegative(e.d)) && !slices.ContainsFunc(e.checks, func(g *guard) bool { return !exact(g) })
	}
	for i := 0; i < len(all); {
		other := -1
		for j := range all {
			if j != i && implies(all[j], all[i]) {
				other = j
			}
		}
		if other < 0 {
			i++
			continue
		}
		all[other].checks = append(all[other].checks, all[i].checks...)
		all = slices.Delete(all, i, i+1)
	}
	return all
}

// endValue computes it. A normal form of the quotient may have numbers that do not fit: (n/8)/s is n/(8*s).
func (v *versioner) endValue(e ending) *ir.Value {
	if q := e.of.Div(e.by); !hasDivision(q) {
		return v.addressOf(e.plus(q))
	}
	by := v.addressOf(e.by)
	if !v.fitsBefore(e.by) {
		by = arith.MaxUI(v.b, by, v.constIndex(1))
	}
	x := arith.DivUI(v.b, v.addressOf(e.of), by)
	if e.more {
		x = arith.AddI(v.b, x, v.constIndex(1))
	}
	return x
}

func (e ending) plus(q nat.Expr) nat.Expr {
	if e.more {
		return q.Add(nat.Int(1))
	}
	return q
}

// isWithin says whether e is never more than the rounds of l, and computed exactly whether its check is executed or not.
func (v *versioner) isWithin(e ending, l *loopInfo) bool {
	return e.whole.IsZero() && v.facts.Proves(nat.Constraint{L: e.plus(e.of.Div(e.by)), Rel: nat.LE, R: l.hi}) && v.fitsBefore(e.of) && v.fitsBefore(e.by)
}

// rounds is the number up to which the variable of l keeps d from being negative.
func (v *versioner) rounds(g *guard, d nat.Expr, l *loopInfo) (e ending, ok bool) {
	coef, rest, linear := d.Linear(l.name)
	loss := nat.Int(0).Sub(coef)
	if !linear || !v.facts.Proves(nat.Constraint{L: loss, Rel: nat.GE, R: nat.Int(1)}) || !v.fits(g, loss) {
		return e, false
	}
	// loss * t <= rest for t < rest / loss + 1
	more := v.simplify(rest.Add(loss))
	if !v.fits(g, more) {
		return ending{rest, loss, true, rest, d, []*guard{g}}, v.fits(g, rest)
	}
	if !v.facts.Proves(nat.Constraint{L: more, Rel: nat.GE, R: nat.Int(0)}) {
		if !v.fits(g, rest) {
			return e, false
		}
		return ending{more, loss, false, rest, d, []*guard{g}}, true
	}
	return ending{more, loss, false, nat.Int(0), d, []*guard{g}}, true
}

// arms puts operations that follow each other into the arms of a conditional, if that leaves out checks of a loop, or more than twice as
// many as it takes.
func (v *versioner) arms(ops []*ir.Operation) {
	if v.tooLarge(ops) {
		return
	}
	var proved []*guard
	var conds conditions
	checks, inLoop := map[string]bool{}, false
	for _, o := range ops {
		for _, g := range v.inside[o] {
			if d, ok := v.bound(g, nil); ok {
				proved = append(proved, g)
				conds.add(d, g)
				checks[g.c.Key()] = true
				for p := g.cmp; p != o.Parent(); p = p.Parent() {
					inLoop = inLoop || v.loops[p] != nil
				}
			}
		}
	}
	// In straight code each comparison is made once: that of a reduction, of two elements for each thread, has fewer instructions as it is.
	if conds = v.needed(conds); len(conds) == 0 || !inLoop && len(checks) <= 2*len(conds) {
		return
	}
	ops = around(ops, proved)
	// what is used behind
	var results []*ir.Value
	var types []ir.Type
	uses := map[*ir.Value][]*ir.Operation{}
	for _, o := range ops {
		for _, r := range o.Results() {
			for _, u := range r.Users() {
				if !slices.ContainsFunc(ops, func(o *ir.Operation) bool { return o == u || o.IsAncestorOf(u) }) {
					uses[r] = append(uses[r], u)
				}
			}
			if len(uses[r]) > 0 {
				results, types = append(results, r), append(types, r.Type())
			}
		}
	}
	v.b.Before(ops[0]).AtLocOf(ops[0])
	choice := scf.NewIf(v.b, v.holds(conds), types, true)
	for i, r := range results {
		for _, u := range uses[r] {
			for n, x := range u.Operands() {
				if x == r {
					u.SetOperand(n, choice.Result(i))
				}
			}
		}
	}
	m := ir.NewMapping()
	v.b.AtEnd(choice.Then())
	for _, o := range ops {
		v.b.Insert(o.Clone(m))
	}
	var yielded []*ir.Value
	for _, r := range results {
		yielded = append(yielded, m.Lookup(r))
	}
	scf.NewYield(v.b, yielded...)
	for _, o := range ops {
		o.MoveToEnd(choice.Else())
	}
	v.b.AtEnd(choice.Else())
	scf.NewYield(v.b, results...)
	v.assume(proved, m)
}

// around leaves out what stands before and behind the checks and what they decide.
func around(ops []*ir.Operation, checks []*guard) []*ir.Operation {
	first, last := len(ops), -1
	add := func(x *ir.Operation) {
		if i := slices.IndexFunc(ops, func(o *ir.Operation) bool { return o == x || o.IsAncestorOf(x) }); i >= 0 {
			first, last = min(first, i), max(last, i)
		}
	}
	for _, g := range checks {
		add(g.cmp)
		for _, u := range g.cmp.Result(0).Users() {
			add(u)
		}
	}
	return ops[first : last+1]
}

// isOfOnePart says whether the part of a block hands over in an operation, or is handed over to, without the other part. The rounds of
// its loops are those of the other part's, which is known as long as they are the same operations: on the CPU both become one.
func (v *versioner) isOfOnePart(o *ir.Operation) bool {
	if len(v.kernel.kernel.handovers) == 0 {
		return false
	}
	come := map[int64][2]bool{}
	note := func(id *ir.Value, role int) {
		if n, ok := arith.ConstantInt(id); ok {
			c := come[n]
			c[role] = true
			come[n] = c
		}
	}
	o.Walk(func(o *ir.Operation) ir.WalkResult {
		switch o := o.Typed().(type) {
		case nvvm.ArriveOp:
			note(o.ID(), 0)
		case nvvm.BarrierOp:
			note(o.ID(), 1)
		}
		return ir.Advance
	})
	for _, id := range v.kernel.kernel.handovers {
		if c := come[int64(id)]; c[0] != c[1] {
			return true
		}
	}
	return false
}

// tooLarge says whether code should not be doubled, or must not: all blocks wait for each other at one place, and parts hand over in
// loops that are the same.
func (v *versioner) tooLarge(ops []*ir.Operation) bool {
	n := 0
	for _, o := range ops {
		if v.isOfOnePart(o) {
			return true
		}
		ended := o.Walk(func(o *ir.Operation) ir.WalkResult {
			if n++; n > largestCode || contract.IsSyncGrid(o) {
				return ir.Interrupt
			}
			return ir.Advance
		})
		if !ended {
			return true
		}
	}
	return false
}

// bound is a number over what the block agrees on before the region, and the variable of the loop that is cut, such that the check of g
// is true in each round and thread for which it is not negative.
func (v *versioner) bound(g *guard, cut *loopInfo) (d nat.Expr, ok bool) {
	switch d = g.c.R.Sub(g.c.L); g.c.Rel {
	case nat.LT:
		d = d.Sub(nat.Int(1))
	case nat.LE:
	default:
		return d, false
	}
	varies := func(name string) bool { return !v.agreed(name, g) && (cut == nil || g.loops[name] != cut) }
	least := func(name string, lo, hi nat.Expr) {
		if c, ok := g.facts.Eliminate(nat.Constraint{L: nat.Int(0), Rel: nat.LE, R: d}, name, lo, hi); ok {
			d = c.R
		}
	}
	d = g.facts.Simplify(d)
	for p := g.cmp.Parent(); p != v.op; p = p.Parent() { // the inner loops first, whose ranges depend on the others
		if l := v.loops[p]; l != nil && g.loops[l.name] == l && varies(l.name) {
			least(l.name, l.lo, l.hi)
		}
	}
	for _, a := range v.grid.Inner.Axes() {
		least(threadVars[a], nat.Int(0), v.grid.Inner.Size[a])
	}
	known, other := nat.Int(0), nat.Int(0)
	for _, t := range d.Terms() {
		if slices.ContainsFunc(t.Expr().Vars(), varies) {
			other = other.Add(t.Expr())
		} else {
			known = known.Add(t.Expr())
		}
	}
	if !other.IsZero() {
		lo, _ := g.facts.Bounds(other)
		if lo == nil {
			return d, false
		}
		d = known.Add(nat.Big(lo))
	}
	d = v.simplify(d)
	return d, v.fits(g, d) && !g.facts.Proves(nat.Constraint{L: d, Rel: nat.LT, R: nat.Int(0)})
}

// agreed says whether all threads of a block have the same value for a variable of g before the region.
func (v *versioner) agreed(name string, g *guard) bool {
	if l := v.around[name]; l != nil {
		all := func(e nat.Expr) bool {
			return !slices.ContainsFunc(e.Vars(), func(name string) bool { return !v.agreed(name, g) })
		}
		return g.loops[name] == l && all(l.lo) && all(l.hi)
	}
	return slices.Contains(blockVars[:], name) || slices.Contains(v.kernel.kernel.nats, name)
}

// fits says whether d is computed exactly where the facts of g hold, in 64 bits, and without a division by 0 before the region.
func (v *versioner) fits(g *guard, d nat.Expr) bool { return v.fitsBy(g.facts, d) }

// fitsBefore says it of the facts before the region.
func (v *versioner) fitsBefore(d nat.Expr) bool { return v.fitsBy(v.facts, d) }

func (v *versioner) fitsBy(facts *nat.Facts, d nat.Expr) bool {
	atMost := func(facts *nat.Facts, e, most nat.Expr) bool {
		return facts.Proves(nat.Constraint{L: e, Rel: nat.LE, R: most})
	}
	atLeast := func(facts *nat.Facts, e nat.Expr, n int64) bool {
		return facts.Proves(nat.Constraint{L: e, Rel: nat.GE, R: nat.Int(n)})
	}
	var parts func(e nat.Expr) bool
	parts = func(e nat.Expr) bool {
		for _, t := range e.Terms() {
			for _, x := range t.Factors {
				if x.Kind == nat.KindDiv {
					of, by := x.Args[0], x.Args[1]
					// a divisor that does not fit may be 0 in 64 bits, and quotient adds it often if of may be negative
					if !atLeast(v.facts, by, 1) || !atMost(v.facts, by, nat.MaxRunTime) ||
						!natural(of) && !atLeast(v.facts, of, 0) && !atMost(facts, by, mostRaised) {
						return false
					}
				}
				for _, a := range x.Args {
					if !parts(a) || !atMost(facts, a, nat.MaxRunTime) || !atLeast(facts, a, 0) {
						return false
					}
				}
			}
		}
		return true
	}
	gain, loss := signs(d)
	return parts(d) && atMost(facts, gain, nat.MaxRunTime) && atMost(facts, loss, nat.MaxRunTime)
}

// signs splits a sum into what is added and what is taken away.
func signs(e nat.Expr) (gain, loss nat.Expr) {
	gain, loss = nat.Int(0), nat.Int(0)
	for _, t := range e.Terms() {
		if t.Coef.Sign() < 0 {
			loss = loss.Sub(t.Expr())
		} else {
			gain = gain.Add(t.Expr())
		}
	}
	return gain, loss
}

// condition is a bound, and the checks that are true if it is not negative.
type condition struct {
	d  nat.Expr
	of []*guard
}

type conditions []condition

func (all *conditions) add(d nat.Expr, of ...*guard) {
	for i, c := range *all {
		if c.d.Equal(d) {
			(*all)[i].of = append(c.of, of...)
			return
		}
	}
	*all = append(*all, condition{d, of})
}

// needed are the bounds that are not at least another one, which is exact where their checks are executed.
func (v *versioner) needed(all conditions) conditions {
	for i := 0; i < len(all); {
		c := all[i]
		other := slices.IndexFunc(all, func(x condition) bool {
			return !x.d.Equal(c.d) && v.facts.Proves(nat.Constraint{L: c.d, Rel: nat.GE, R: x.d}) &&
				!slices.ContainsFunc(c.of, func(g *guard) bool { return !v.fits(g, x.d) })
		})
		if other < 0 {
			i++
			continue
		}
		all[other].of = append(all[other].of, c.of...)
		all = slices.Delete(all, i, i+1)
	}
	return all
}

func notNegative(d nat.Expr) nat.Constraint {
	gain, loss := signs(d)
	return nat.Constraint{L: loss, Rel: nat.LE, R: gain}
}

// holds computes whether no bound is negative.
func (v *versioner) holds(bounds conditions) *ir.Value {
	var all *ir.Value
	for _, b := range bounds {
		c := notNegative(b.d)
		x := arith.CmpI(v.b, arith.ULE, v.addressOf(c.L), v.addressOf(c.R))
		if v.tell(choosesArm, x); all == nil {
			all = x
		} else {
			all = arith.AndI(v.b, all, x)
		}
	}
	return all
}

// assume makes the checks of a copy true, and their conditionals the code for that.
func (v *versioner) assume(checks []*guard, copies *ir.Mapping) {
	for _, g := range checks {
		if x := copies.Lookup(g.cmp.Result(0)); v.told != nil {
			v.tell(leftOut, x)
		} else {
			v.isTrue(x)
		}
	}
}

func (v *versioner) tell(what choice, x *ir.Value) {
	if v.told != nil {
		v.told(what, x)
	}
}

// isTrue removes what asks for x.
func (v *versioner) isTrue(x *ir.Value) {
	for _, u := range x.Users() {
		switch o := u.Typed().(type) {
		case arith.AndIOp:
			other := u.Operand(0)
			if other == x {
				other = u.Operand(1)
			}
			u.ReplaceWith(other)
		case scf.IfOp:
			yield := o.Then().Back()
			values := yield.Operands()
			for _, inner := range slices.Collect(o.Then().Ops()) {
				if inner != yield {
					inner.MoveBefore(u)
				}
			}
			u.ReplaceWith(values...)
		}
	}
	x.ReplaceAllUsesWith(v.constInt(-1, v.c.I1()))
}
