package borrow

import (
	"maps"
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes/flow"
	"descend/passes/place"
)

// loanState is what may be at a point: which loans holders have, and which loans exist.
type loanState struct {
	held   flow.Map[*ir.Value, loanSet] // the sets are never changed
	active bitset
	// used are the two-phase loans whose reference was used.
	used bitset
	// stale are loans of an earlier iteration of a loop: nats in their paths meant something else then.
	stale bitset
	// kept are the loans that memory behind parameters may hold, which lives on when the function returns, with the
	// operation that stored them there: they are needed in any case.
	kept flow.Map[int, *ir.Operation]
}

func newLoanState(loans int) *loanState {
	return &loanState{active: newBitset(loans), used: newBitset(loans), stale: newBitset(loans)}
}

// add gives a value more to hold.
func (s *loanState) add(v *ir.Value, set loanSet) {
	if len(set) == 0 {
		return
	}
	have, own := s.held.Get(v), false
	if len(have) == 0 {
		s.held.Set(v, set)
		return
	}
	for k := range set {
		if have[k] || k.to != anywhere && have[holding{k.id, k.slot, anywhere}] {
			continue
		}
		if !own {
			more := make(loanSet, len(have)+len(set))
			maps.Copy(more, have)
			have, own = more, true
		}
		have[k] = true
	}
	if own {
		s.held.Set(v, have)
	}
}

// Clone is a copy.
func (s *loanState) Clone() *loanState {
	return &loanState{held: s.held.Clone(), active: s.active.Clone(), used: s.used.Clone(), stale: s.stale.Clone(), kept: s.kept.Clone()}
}

// Join adds what may be in o; true if s changed.
func (s *loanState) Join(o *loanState) bool {
	changed := s.active.Join(o.active)
	changed = s.used.Join(o.used) || changed
	changed = s.stale.Join(o.stale) || changed
	for id, op := range o.kept.Entries() {
		if s.kept.Get(id) == nil {
			s.kept.Set(id, op)
			changed = true
		}
	}
	for v, set := range o.held.Entries() {
		n := len(s.held.Get(v))
		s.add(v, set)
		changed = changed || len(s.held.Get(v)) > n
	}
	return changed
}

// borrow-check is a client of package flow: joins are unions, and there are finitely many loans, slots and holders. A body
// that hands references on through many variables is widened: the variables that still change may then hold all loans.

// Quiet says that nothing is reported for now.
func (x *checker) Quiet(on bool) { x.quiet = on }

// Begin begins a block: nothing happens.
func (x *checker) Begin(*ir.Block, *loanState) {}

// End ends a block, and with it its variables.
func (x *checker) End(b *ir.Block, s *loanState) {
	x.s = s
	x.ends(b)
	for op := range b.Ops() {
		if ir.Is[descend.LocalOp](op) { // the variable of the next iteration of a loop is another one
			for _, l := range x.byRoot[op.Result(0)] {
				s.active.clear(l.id)
			}
		}
		for _, v := range op.Results() {
			s.held.Delete(v)
		}
	}
	x.endEarly(b.Parent(), x.earlyAt[b.Region()], x.live.end(b))
}

// Op is the transfer function, which also checks.
func (x *checker) Op(op *ir.Operation, s *loanState) {
	x.start(op, s)
	switch op.Typed().(type) {
	case descend.LocalOp:
		s.held.Delete(op.Result(0))
	case descend.AllocOp:
		l := x.byOp[op]
		s.active.set(l.id)
		x.give(op.Result(0), loanSet{holding{l.id, 0, 0}: true})
	case descend.AggregateOp:
		x.aggregate(op)
	case descend.CallOp, descend.LaunchOp:
		x.call(op)
	case descend.ReturnOp:
		x.returns(op)
	case descend.YieldOp:
		x.yield(op)
	default:
		x.passOn(op)
	}
}

// start is what an operation does before its regions and its own effect.
func (x *checker) start(op *ir.Operation, s *loanState) {
	x.s = s
	x.endEarly(op, x.earlyBefore[op], x.live.before(op))
	x.activate(op)
	for _, u := range descend.UsesOf(op) {
		x.use(op, u)
	}
}

// Enter enters an operation with regions; a for-each lends the collection for the duration of the loop.
func (x *checker) Enter(op *ir.Operation, s *loanState) {
	x.start(op, s)
	switch op.Typed().(type) {
	case descend.ForEachOp:
		s.active.set(x.byOp[op].id)
	case descend.IfOp, descend.IfExistsOp, exec.SplitOp, descend.WhileOp, descend.ForNatOp:
		x.prune(op)
	}
}

// Leave leaves it.
func (x *checker) Leave(op *ir.Operation, s *loanState) {
	if ir.Is[descend.ForEachOp](op) {
		s.active.clear(x.byOp[op].id)
	}
}

// Edge marks the loans of an iteration that has ended and, where an if has no else, frees the boxes that would have ended in it.
func (x *checker) Edge(e flow.Edge, s *loanState) bool {
	switch e.Op.Typed().(type) {
	case descend.IfOp, descend.IfExistsOp:
		if e.From == flow.Outside && e.To == flow.Outside {
			x.s = s
			x.endEarly(e.Op, x.earlyAt[e.Op.Region(1)], x.live.after(e.Op))
		}
	case descend.WhileOp:
		if e.Back() {
			x.endIteration(e.Op, s)
		}
	case descend.ForNatOp, descend.ForEachOp:
		if e.Back() || e.Out() {
			x.endIteration(e.Op, s)
		}
	}
	return true
}

func (x *checker) endIteration(loop *ir.Operation, s *loanState) {
	s.active.each(func(id int) {
		if l := x.loans[id]; l.op != nil && loop.IsAncestorOf(l.op) {
			s.stale.set(id)
		}
	})
}

// Beside is for the second part of a split: other threads execute the first, while these do the second.
func (x *checker) Beside(op *ir.Operation, s, end *loanState) {
	if ir.Is[exec.SplitOp](op) {
		s.Join(end)
	}
}

// Widen lets the variables that hold more than before hold all loans that any does.
func (x *checker) Widen(head, before *loanState) {
	all := loanSet{}
	for _, set := range head.held.Entries() {
		maps.Copy(all, set.smeared(1))
	}
	for v, set := range head.held.Entries() {
		if len(set) > len(before.held.Get(v)) {
			head.add(v, all.smeared(x.slots.of(holderType(v))))
		}
	}
}

// use is what an operation does with a place, or with what a value leads to.
func (x *checker) use(op *ir.Operation, u descend.Use) {
	switch {
	case u.Kind == descend.CallUse: // in call, all arguments together
	case !u.IsPlace() && u.Gives():
		x.copyInto(op, u)
	case !u.IsPlace() && u.Takes():
		x.give(u.Value, x.s.held.Get(u.Of).part(1, x.slots.of(u.Value.Type())))
	case !u.IsPlace():
	case u.Gives():
		x.write(op, u)
	case u.Lends():
		x.lend(op, u)
	default:
		p := place.Written(u.Of)
		x.access(op, p, u)
		if u.Takes() {
			x.give(u.Value, x.content(p))
		}
	}
}

// passOn gives results what the operands hold, but for those of which it is known what they get.
func (x *checker) passOn(op *ir.Operation) {
	uses := descend.UsesOf(op)
	for _, r := range op.Results() {
		if _, ok := x.holders[r]; !ok || slices.ContainsFunc(uses, func(u descend.Use) bool { return u.Value == r }) {
			continue
		}
		for _, v := range op.Operands() {
			x.pass(r, v)
		}
	}
}

// prune forgets what is not needed any more, so that states stay small where they are copied.
func (x *checker) prune(op *ir.Operation) {
	live := x.live.before(op)
	for v := range x.s.held.Entries() {
		if i, ok := x.holders[v]; ok && !live.has(i) {
			x.s.held.Delete(v)
		}
	}
}

// give adds loans to a value.
func (x *checker) give(v *ir.Value, set loanSet) {
	if _, ok := x.holders[v]; ok {
		x.s.add(v, set)
	}
}

// pass gives a value what another one holds, of which it is made.
func (x *checker) pass(to, from *ir.Value) {
	set := x.s.held.Get(from)
	if n := x.slots.of(holderType(to)); n != x.slots.of(holderType(from)) {
		set = set.smeared(n)
	}
	x.give(to, set)
}

// aggregate gives a tuple or struct what its components hold, an array what its elements hold.
func (x *checker) aggregate(op *ir.Operation) {
	r, lo := op.Result(0), 0
	_, array := r.Type().(*descend.ArrayType)
	for _, v := range op.Operands() {
		x.give(r, x.s.held.Get(v).from(lo))
		if !array {
			lo += x.slots.of(v.Type())
		}
	}
}

// lend makes a loan. A reference into what another reference refers to needs that one's loans too.
func (x *checker) lend(op *ir.Operation, u descend.Use) {
	l := x.byOp[op]
	x.access(op, l.path, u)
	if !u.Refers() {
		return // for the loop only
	}
	if !x.again(l) {
		x.s.stale.clear(l.id)
	}
	x.s.active.set(l.id)
	x.s.used.clear(l.id) // a loan of the last time that is needed still was in conflict with this one: again, in access
	lo, _ := x.slots.span(l.path)
	x.give(u.Value, loanSet{holding{l.id, 0, lo}: true})
	x.give(u.Value, x.through(l.path))
	x.give(u.Value, x.content(l.path).from(1))
}

// write stores a value: into a variable, or through a reference into all that it may refer to.
func (x *checker) write(op *ir.Operation, u descend.Use) {
	p := place.Written(u.Of)
	x.access(op, p, u)
	set := x.s.held.Get(u.Value)
	// Loans behind the old value end: that is not reached through this variable any more, and to move it elsewhere before was an
	// access in conflict with a loan that is kept.
	for _, l := range x.byRoot[p.Root] {
		if isBehind(l.path, p, x.s.stale.has(l.id)) {
			x.s.active.clear(l.id)
			x.s.kept.Delete(l.id)
		}
	}
	lo, n := x.slots.span(p)
	if isPart(p) { // this part of the variable has nothing else now
		rest := loanSet{}
		for k := range x.s.held.Get(p.Root) {
			if k.slot < lo || k.slot >= lo+n {
				rest[k] = true
			}
		}
		x.s.held.Set(p.Root, rest)
	}
	if len(set) == 0 {
		return
	}
	targets := x.through(p)
	x.give(p.Root, set.from(lo))
	x.store(op, targets, set)
}

// isPart says whether a path leads to a certain part of its variable: a component, or what a box in it holds.
func isPart(p place.Path) bool {
	for _, e := range p.Steps {
		if e.Kind != place.Box && (e.Kind != place.Proj || descend.IsSplit(descend.ElemOf(e.Op.Operand(0)))) {
			return false
		}
	}
	return true
}

// isBehind says whether q is a place behind a reference in p; stale: q is of an earlier iteration of a loop.
func isBehind(q, p place.Path, stale bool) bool {
	if p.Root != q.Root || len(p.Steps) >= len(q.Steps) {
		return false
	}
	for i, e := range p.Steps {
		if e.Kind == place.Each || stale && (e.Varies() || q.Steps[i].Varies()) || e.Relate(q.Steps[i]) != place.SamePart {
			return false
		}
	}
	return slices.ContainsFunc(q.Steps[len(p.Steps):], func(s place.Step) bool { return s.Kind == place.Ref })
}

// store gives loans to what the references in targets, each in slot 0, refer to.
func (x *checker) store(op *ir.Operation, targets, set loanSet) {
	if len(set) == 0 {
		return
	}
	for k := range targets {
		l := x.loans[k.id]
		switch {
		case l.op == nil:
			x.escape(op, set, l, k.to)
		case k.to != anywhere:
			x.give(l.path.Root, set.from(k.to))
		default:
			lo, n := x.slots.span(l.path)
			x.give(l.path.Root, set.smeared(n).from(lo))
		}
	}
}

// copyInto gives what the destination of a copy refers to the loans of the source, if there are references
// in what is copied.
func (x *checker) copyInto(op *ir.Operation, u descend.Use) {
	r, ok := u.Of.Type().(*descend.RefType)
	if !ok || !descend.HoldsRef(r.Elem) {
		return
	}
	targets := x.s.held.Get(u.Of).part(0, 1)
	x.store(op, targets, x.s.held.Get(u.Value).part(1, x.slots.of(r.Elem)))
}

// yield gives the loans of yielded values to the results of the operation around.
func (x *checker) yield(op *ir.Operation) {
	p := op.Parent()
	if p == nil {
		return
	}
	for i, v := range op.Operands() {
		if i < p.NumResults() {
			x.pass(p.Result(i), v)
		}
	}
}
