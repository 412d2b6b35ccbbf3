package check

import (
	"maps"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
)

// loanState is what may be at a point: which loans holders have, and which loans exist.
type loanState struct {
	dead   bool
	held   map[*ir.Value]loanSet
	active ids
	// used are the two-phase loans whose reference was used.
	used ids
	// stale are loans of an earlier iteration of a loop: nats in their paths meant something else then.
	stale ids
	// kept are the loans that memory behind parameters may hold, which lives on when the function returns, with the
	// operation that stored them there: they are needed in any case.
	kept map[int]*ir.Operation
}

func newLoanState() *loanState {
	return &loanState{held: map[*ir.Value]loanSet{}, active: ids{}, used: ids{}, stale: ids{}, kept: map[int]*ir.Operation{}}
}

// add gives a value more to hold.
func (s *loanState) add(v *ir.Value, set loanSet) {
	if len(set) == 0 {
		return
	}
	have := s.held[v]
	if have == nil {
		have = make(loanSet, len(set))
		s.held[v] = have
	}
	for k := range set {
		if k.to == anywhere || !have[holding{k.id, k.slot, anywhere}] {
			have[k] = true
		}
	}
}

func (s *loanState) clone() *loanState {
	t := &loanState{dead: s.dead, held: make(map[*ir.Value]loanSet, len(s.held)), active: s.active.clone(), used: s.used.clone(),
		stale: s.stale.clone(), kept: maps.Clone(s.kept)}
	for v, set := range s.held {
		if len(set) > 0 {
			t.held[v] = maps.Clone(set)
		}
	}
	return t
}

// join adds what may be in o; true if s changed.
func (s *loanState) join(o *loanState) bool {
	if o.dead {
		return false
	}
	if s.dead {
		*s = *o.clone()
		return true
	}
	changed := s.active.add(o.active)
	changed = s.used.add(o.used) || changed
	changed = s.stale.add(o.stale) || changed
	for id, op := range o.kept {
		if s.kept[id] == nil {
			s.kept[id], changed = op, true
		}
	}
	for v, set := range o.held {
		n := len(s.held[v])
		s.add(v, set)
		changed = changed || len(s.held[v]) > n
	}
	return changed
}

// block executes a block, at whose end its variables end.
func (x *borrowChecker) block(b *ir.Block) {
	if b == nil {
		return
	}
	for op := range b.Ops() {
		x.op(op)
	}
	x.ends(b)
	for op := range b.Ops() {
		if op.Is("descend.local") { // the variable of the next iteration of a loop is another one
			for _, l := range x.byRoot[op.Result(0)] {
				delete(x.s.active, l.id)
			}
		}
		for _, v := range op.Results() {
			if op.Is("descend.local") || op.Parent() == b.Parent() && !op.Is("descend.local") {
				delete(x.s.held, v)
			}
		}
	}
}

// region executes a region of op and gives its yielded loans to op's results.
func (x *borrowChecker) region(op *ir.Operation, i int) {
	b := frontOf(op, i)
	live := x.live.after(op)
	if b != nil {
		x.block(b)
		live = x.live.end(b)
	}
	if i < op.NumRegions() {
		x.endEarly(op, x.earlyAt[op.Region(i)], live)
	}
}

// op is the transfer function, which also checks.
func (x *borrowChecker) op(op *ir.Operation) {
	if x.s.dead {
		return
	}
	x.endEarly(op, x.earlyBefore[op], x.live.before(op))
	x.activate(op)
	switch o := op.Typed().(type) {
	case descend.LocalOp:
		delete(x.s.held, op.Result(0))
	case descend.ReadOp:
		x.access(op, pathOf(op.Operand(0)), deepRead)
		x.give(op.Result(0), x.content(pathOf(op.Operand(0))))
	case descend.MoveOp:
		x.access(op, pathOf(op.Operand(0)), deepWrite)
		x.give(op.Result(0), x.content(pathOf(op.Operand(0))))
	case descend.AtomicOp:
		kind := deepRead
		if _, ok := descend.ElemOf(op.Operand(0)).(*descend.AtomicType); !ok && op.StringAttr("op") != "load" {
			kind = shallowWrite
		}
		x.access(op, pathOf(op.Operand(0)), kind)
	case descend.DropOp:
		x.access(op, pathOf(op.Operand(0)), deepWrite)
	case descend.WriteOp:
		x.write(o)
	case descend.BorrowOp:
		x.borrow(o)
	case descend.AllocOp:
		l := x.byOp[op]
		x.s.active[l.id] = true
		x.give(op.Result(0), loanSet{holding{l.id, 0, 0}: true})
	case descend.AllocCopyOp:
		x.give(op.Result(0), x.s.held[op.Operand(0)].part(1, x.slotsOf(op.Result(0).Type())))
	case descend.AggregateOp:
		x.aggregate(op)
	case descend.CallOp, descend.LaunchOp:
		x.call(op)
	case descend.CopyOp:
		x.copyInto(op)
	case descend.ReturnOp:
		x.returns(op)
		x.s.dead = true
	case descend.YieldOp:
		x.yield(op)
	case descend.IfOp:
		x.prune(op)
		entry := x.s.clone()
		x.region(op, 0)
		first := x.s
		x.s = entry
		x.region(op, 1)
		x.s.join(first)
	case exec.SplitOp:
		x.prune(op)
		entry := x.s.clone()
		x.region(op, 0)
		first := x.s.clone()
		x.s.join(entry) // other threads execute the second region, while these do the first
		x.region(op, 1)
		x.s.join(first)
	case descend.WhileOp:
		x.prune(op)
		x.loop(op, func() *loanState {
			x.region(op, 0)
			out := x.s.clone()
			x.region(op, 1)
			return out
		})
	case descend.ForNatOp:
		x.prune(op)
		x.loop(op, func() *loanState {
			out := x.s.clone()
			x.region(op, 0)
			return out
		})
	case descend.ForEachOp:
		x.forEach(o)
	default:
		if op.NumRegions() > 0 && !op.Is("view.map") {
			for i := range op.Regions() {
				x.region(op, i)
			}
			return
		}
		for _, r := range op.Results() {
			if _, ok := x.holders[r]; !ok {
				continue
			}
			for _, v := range op.Operands() {
				x.pass(r, v)
			}
		}
	}
}

// prune forgets what is not needed any more, so that states stay small where they are copied.
func (x *borrowChecker) prune(op *ir.Operation) {
	live := x.live.before(op)
	for v := range x.s.held {
		if i, ok := x.holders[v]; ok && !live.has(i) {
			delete(x.s.held, v)
		}
	}
}

// give adds loans to a value.
func (x *borrowChecker) give(v *ir.Value, set loanSet) {
	if _, ok := x.holders[v]; ok {
		x.s.add(v, set)
	}
}

// pass gives a value what another one holds, of which it is made.
func (x *borrowChecker) pass(to, from *ir.Value) {
	set := x.s.held[from]
	if n := x.slotsOf(holderType(to)); n != x.slotsOf(holderType(from)) {
		set = set.smeared(n)
	}
	x.give(to, set)
}

// aggregate gives a tuple or struct what its components hold, an array what its elements hold.
func (x *borrowChecker) aggregate(op *ir.Operation) {
	r, lo := op.Result(0), 0
	_, array := r.Type().(*descend.ArrayType)
	for _, v := range op.Operands() {
		x.give(r, x.s.held[v].from(lo))
		if !array {
			lo += x.slotsOf(v.Type())
		}
	}
}

// maxRepeats bounds how often a loop is repeated until its state is stable. A body that hands references on through more
// variables than that is widened: the variables that still change may then hold all loans.
const maxRepeats = 64

// loop repeats body until the state at its start is stable, then once more to report.
func (x *borrowChecker) loop(op *ir.Operation, body func() *loanState) {
	head, quiet := x.s.clone(), x.quiet > 0
	x.quiet++
	var out *loanState
	for i := 0; ; i++ {
		x.s = head.clone()
		out = body()
		for id := range x.s.active {
			if l := x.loans[id]; l.op != nil && op.IsAncestorOf(l.op) {
				x.s.stale[id] = true
			}
		}
		if i >= maxRepeats {
			x.widen(head, x.s)
		}
		if !head.join(x.s) {
			break
		}
		out = nil
	}
	x.quiet--
	if quiet && out != nil { // nothing to report: nested loops would double the work otherwise
		x.s = out
		return
	}
	x.s = head.clone()
	x.s = body()
}

// widen lets the variables that hold more in next than in head hold all loans that any does.
func (x *borrowChecker) widen(head, next *loanState) {
	all := loanSet{}
	for _, set := range next.held {
		maps.Copy(all, set.smeared(1))
	}
	for v, set := range next.held {
		have := head.held[v]
		for k := range set {
			if !have[k] {
				head.add(v, all.smeared(x.slotsOf(holderType(v))))
				break
			}
		}
	}
}

// forEach lends the collection for the duration of the loop.
func (x *borrowChecker) forEach(o descend.ForEachOp) {
	l := x.byOp[o.Operation]
	kind := deepRead
	if l.uniq {
		kind = deepWrite
	}
	x.access(o.Operation, l.path, kind)
	x.s.active[l.id] = true
	x.loop(o.Operation, func() *loanState {
		out := x.s.clone()
		x.region(o.Operation, 0)
		return out
	})
	delete(x.s.active, l.id)
}

// borrow makes a loan. A reference into what another reference refers to needs that one's loans too.
func (x *borrowChecker) borrow(o descend.BorrowOp) {
	l := x.byOp[o.Operation]
	kind := deepRead
	if l.uniq {
		kind = deepWrite
	}
	x.access(o.Operation, l.path, kind)
	if !x.again(l, o.Operation) {
		delete(x.s.stale, l.id)
	}
	x.s.active[l.id] = true
	delete(x.s.used, l.id)
	lo, _ := x.span(l.path)
	x.give(o.Result(0), loanSet{holding{l.id, 0, lo}: true})
	x.give(o.Result(0), x.through(l.path))
	x.give(o.Result(0), x.content(l.path).from(1))
}

// write stores a value: into a variable, or through a reference into all that it may refer to.
func (x *borrowChecker) write(o descend.WriteOp) {
	p := pathOf(o.Place())
	x.access(o.Operation, p, shallowWrite)
	set := x.s.held[o.Value()]
	for _, l := range x.byRoot[p.root] { // loans behind the old value
		if p.isBefore(l.path, x.s.stale[l.id]) {
			delete(x.s.active, l.id)
			delete(x.s.kept, l.id)
		}
	}
	lo, n := x.span(p)
	if p.isPart() { // this part of the variable has nothing else now
		have := x.s.held[p.root]
		maps.DeleteFunc(have, func(k holding, _ bool) bool { return k.slot >= lo && k.slot < lo+n })
	}
	if len(set) == 0 {
		return
	}
	targets := x.through(p)
	x.give(p.root, set.from(lo))
	x.store(o.Operation, targets, set)
}

// isPart says whether a path leads to a certain part of its variable: a component, or what a box in it holds.
func (p varPath) isPart() bool {
	for _, e := range p.elems {
		if e.kind != boxElem && (e.kind != projElem || isSplit(descend.ElemOf(e.op.Operand(0)))) {
			return false
		}
	}
	return true
}

// isBefore says whether q is a place behind a reference in p; stale: q is of an earlier iteration of a loop.
func (p varPath) isBefore(q varPath, stale bool) bool {
	if p.root != q.root || len(p.elems) >= len(q.elems) {
		return false
	}
	for i, e := range p.elems {
		if e.kind == eachElem || stale && (e.varies() || q.elems[i].varies()) || e.relate(q.elems[i]) != sameElem {
			return false
		}
	}
	return varPath{q.root, q.elems[len(p.elems):]}.derefs()
}

// store gives loans to what the references in targets, each in slot 0, refer to.
func (x *borrowChecker) store(op *ir.Operation, targets, set loanSet) {
	if len(set) == 0 {
		return
	}
	for k := range targets {
		l := x.loans[k.id]
		switch {
		case l.op == nil:
			x.escape(op, set, l, k.to)
		case k.to != anywhere:
			x.give(l.path.root, set.from(k.to))
		default:
			lo, n := x.span(l.path)
			x.give(l.path.root, set.smeared(n).from(lo))
		}
	}
}

// copyInto gives what the destination of a copy refers to the loans of the source, if there are references
// in what is copied.
func (x *borrowChecker) copyInto(op *ir.Operation) {
	r, ok := op.Operand(0).Type().(*descend.RefType)
	if !ok || !descend.HoldsRef(r.Elem) {
		return
	}
	targets := x.s.held[op.Operand(0)].part(0, 1)
	x.store(op, targets, x.s.held[op.Operand(1)].part(1, x.slotsOf(r.Elem)))
}

// yield gives the loans of yielded values to the results of the operation around.
func (x *borrowChecker) yield(op *ir.Operation) {
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
