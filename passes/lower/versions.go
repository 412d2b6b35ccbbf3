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
// Why it is right. A check is `0 <= d`, d a polynomial over sizes, the coordinates of block and thread, and the variables of
// loops. Its bound is made of it by replacing one after the other, until only what the whole block agrees on before the region
// is left: a variable by the end of its range at which d is least, by the sign of its coefficient, or all terms with such variables
// by a constant that they are never below. Signs and ranges are proved of the facts at the check. So let a thread
// execute the check: the facts at it hold for its coordinates and rounds, with them each step of the replacement, and so
// d is at least the bound. Where the bound is not negative the check is true, whoever executes it, and how often. A bound is computed
// before the region, where the facts at the check need not hold: if nobody executes the check, whatever comes out of it
// chooses a version of code in which the check is not executed. Therefore it must be computed without a division by 0, which is
// proved of the facts before the region, and exactly whenever the check is executed: that its sums fit 64 bits is proved of the facts at
// the check.
//
// All threads of a block take the same version, as the bounds are computed from sizes, coordinates of the block and variables of
// loops around whose bounds are such: barriers may stand in both.

// guard is a comparison that decides whether an element exists, true if c holds.
type guard struct {
	cmp   *ir.Operation
	c     nat.Constraint
	facts *nat.Facts
	loops map[string]*loopInfo // what names of loop variables mean there
}

// Bounds of what is done.
const (
	longLoop    = 16   // a loop of more rounds, or of an unknown number, is cut in two
	mergedGap   = 32   // operations without a guard between what becomes one region
	largestCode = 4096 // operations of a region
)

// guarded remembers that v is true if c holds.
func (f *fn) guarded(v *ir.Value, c nat.Constraint) {
	if cmp, ok := ir.DefinedBy[arith.CmpIOp](v); ok && f.gpu {
		f.guards = append(f.guards, &guard{cmp.Operation, c, f.facts, maps.Clone(f.loops)})
	}
}

// versions gives regions of the kernel that is made a version without the checks that bounds prove.
func (f *fn) versions() {
	v := &versioner{fn: f, inside: map[*ir.Operation][]*guard{}, loops: map[*ir.Operation]*loopInfo{}, around: map[string]*loopInfo{},
		machine: map[*nat.Facts]*nat.Facts{}}
	for _, g := range f.guards {
		for o := g.cmp; o != nil && o != f.op; o = o.Parent() {
			v.inside[o] = append(v.inside[o], g)
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
	inside  map[*ir.Operation][]*guard  // the guards that an operation is or has inside
	loops   map[*ir.Operation]*loopInfo // the loops around guards
	around  map[string]*loopInfo        // the loops around the region, by their variables
	machine map[*nat.Facts]*nat.Facts   // facts, and that sizes are numbers of a machine
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
		case v.isOfOnePart(o) && len(v.inside[o]) == 0:
			flush()
		case len(v.inside[o]) == 0:
			if run = append(run, o); len(run) == 1 {
				run = nil
			} else if gap++; gap > mergedGap {
				flush()
			}
		case v.isLong(o) && !v.holdsLong(o) && v.cut(o):
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
	for x := range ir.AllOf[scf.ForOp](o) {
		if v.isLong(x.Operation) {
			return true
		}
	}
	return false
}

// within makes versions of regions in an operation.
func (v *versioner) within(o *ir.Operation) {
	facts := v.facts
	if l := v.loops[o]; l != nil {
		v.nats[l.name], v.around[l.name] = o.Body(0).Arg(0), l
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
	if v.tooLarge([]*ir.Operation{o}) {
		return false
	}
	var proved []*guard
	var conds []nat.Expr
	var ends []ending
	for _, g := range v.inside[o] {
		d, ok := v.bound(g, l)
		if !ok {
			continue
		}
		if !d.HasVar(l.name) {
			conds = append(conds, d)
		} else if e, whole, ok := v.rounds(g, d, l); ok {
			if !slices.ContainsFunc(ends, func(x ending) bool { return x.expr().Equal(e.expr()) && x.more == e.more }) {
				ends = append(ends, e)
			}
			if !whole.IsZero() {
				conds = append(conds, whole)
			}
		} else {
			continue
		}
		proved = append(proved, g)
	}
	if len(proved) == 0 {
		return false
	}
	v.b.Before(o).AtLocOf(o)
	loop := scf.ForOp{Operation: o}
	end := loop.UpperBound()
	for _, e := range ends {
		x := v.endValue(e)
		v.tell(choosesRounds, x)
		if end == loop.UpperBound() && v.facts.Proves(nat.Constraint{L: e.expr(), Rel: nat.LE, R: l.hi}) {
			end = x
		} else {
			end = arith.MinSI(v.b, x, end)
		}
	}
	if lo, ok := constOf(loop.LowerBound()); !ok || lo.Sign() > 0 {
		end = arith.MaxSI(v.b, end, loop.LowerBound())
	}
	if conds := v.needed(conds); len(conds) > 0 {
		end = arith.Select(v.b, v.holds(conds), end, loop.LowerBound())
	}
	m := ir.NewMapping()
	first := v.b.Insert(o.Clone(m))
	first.SetOperand(1, end)
	o.SetOperand(0, end)
	v.assume(proved, m)
	unroll(&loopInfo{op: first, trips: -1})
	return true
}

// ending is a number of rounds: a quotient, or one more than that. With the one it would be another quotient, whose numerator need not fit 64 bits.
type ending struct {
	of, by nat.Expr
	more   bool
}

// expr is the number.
func (e ending) expr() nat.Expr {
	if e.more {
		return e.of.Div(e.by).Add(nat.Int(1))
	}
	return e.of.Div(e.by)
}

// endValue computes it.
func (v *versioner) endValue(e ending) *ir.Value {
	if !e.more {
		return v.natValue(e.expr())
	}
	return arith.AddI(v.b, arith.DivUI(v.b, v.natValue(e.of), v.natValue(e.by)), v.constIndex(1))
}

// rounds is the number up to which the variable of l keeps d from being negative, if whole is not negative, which is 0 if it need not
// be computed.
func (v *versioner) rounds(g *guard, d nat.Expr, l *loopInfo) (end ending, whole nat.Expr, ok bool) {
	coef, rest, linear := d.Linear(l.name)
	loss := nat.Int(0).Sub(coef)
	if !linear || !v.facts.Proves(nat.Constraint{L: loss, Rel: nat.GE, R: nat.Int(1)}) {
		return end, whole, false
	}
	// loss * t <= rest for t < rest / loss + 1
	more := rest.Add(loss)
	if !v.fits(g, more) {
		return ending{rest, loss, true}, rest, v.fits(g, rest) && v.fits(g, loss)
	}
	if !v.facts.Proves(nat.Constraint{L: more, Rel: nat.GE, R: nat.Int(0)}) {
		whole = rest
	}
	return ending{more, loss, false}, whole, true
}

// arms puts operations that follow each other into the arms of a conditional, if that leaves out checks of a loop, or more than twice as
// many as it takes.
func (v *versioner) arms(ops []*ir.Operation) {
	if v.tooLarge(ops) {
		return
	}
	var proved []*guard
	var conds []nat.Expr
	checks, inLoop := map[string]bool{}, false
	for _, o := range ops {
		for _, g := range v.inside[o] {
			if d, ok := v.bound(g, nil); ok {
				proved, conds = append(proved, g), append(conds, d)
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
func (v *versioner) fits(g *guard, d nat.Expr) bool {
	facts := v.machine[g.facts]
	if facts == nil {
		var sizes []nat.Constraint
		for _, n := range v.kernel.kernel.nats {
			sizes = append(sizes, nat.AtMost(nat.Var(n), nat.MaxRunTime))
		}
		facts = g.facts.With(sizes...)
		v.machine[g.facts] = facts
	}
	within := func(e, most nat.Expr) bool { return facts.Proves(nat.Constraint{L: e, Rel: nat.LE, R: most}) }
	var parts func(e nat.Expr) bool
	parts = func(e nat.Expr) bool {
		for _, t := range e.Terms() {
			for _, x := range t.Factors {
				if x.Kind == nat.KindDiv && !v.facts.Proves(nat.Constraint{L: x.Args[1], Rel: nat.GE, R: nat.Int(1)}) {
					return false
				}
				for _, a := range x.Args {
					if !parts(a) || !within(a, nat.MaxRunTime) || !facts.Proves(nat.Constraint{L: a, Rel: nat.GE, R: nat.Int(0)}) {
						return false
					}
				}
			}
		}
		return true
	}
	gain, loss := signs(d)
	return parts(d) && within(gain, nat.MaxRunTime) && within(loss, nat.MaxRunTime)
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

// needed are the bounds that are not at least another one.
func (v *versioner) needed(all []nat.Expr) []nat.Expr {
	out := distinct(all)
	for i := 0; i < len(out); {
		if slices.ContainsFunc(out, func(d nat.Expr) bool {
			return !d.Equal(out[i]) && v.facts.Proves(nat.Constraint{L: out[i], Rel: nat.GE, R: d})
		}) {
			out = slices.Delete(out, i, i+1)
		} else {
			i++
		}
	}
	return out
}

func notNegative(d nat.Expr) nat.Constraint {
	gain, loss := signs(d)
	return nat.Constraint{L: loss, Rel: nat.LE, R: gain}
}

// distinct leaves out what is there before.
func distinct(all []nat.Expr) (out []nat.Expr) {
	for _, e := range all {
		if !slices.ContainsFunc(out, e.Equal) {
			out = append(out, e)
		}
	}
	return out
}

// holds computes whether no bound is negative.
func (v *versioner) holds(bounds []nat.Expr) *ir.Value {
	var all *ir.Value
	for _, d := range bounds {
		c := notNegative(d)
		x := arith.CmpI(v.b, arith.ULE, v.natValue(c.L), v.natValue(c.R))
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
