package borrow

import (
	"cmp"
	"maps"
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes/check/analysis"
	"descend/passes/check/help"
	"descend/passes/drops"
	"descend/passes/place"
)

// accessKind is how an operation uses a place (RFC 2094, "Access legality"). A deep access concerns also
// what references in the place refer to.
type accessKind int

const (
	deepRead accessKind = iota
	shallowWrite
	deepWrite
)

// kindOf is the kind of access that a use is. Atomics are changed through shared references.
func kindOf(u descend.Use) accessKind {
	switch {
	case u.Gives() || u.ChangesOwn():
		return shallowWrite
	case u.IsUnique() || u.LendsUniq():
		return deepWrite
	}
	return deepRead
}

// sorted lists the members in order.
func (s loanSet) sorted() []holding {
	return slices.SortedFunc(maps.Keys(s), func(a, b holding) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.slot, b.slot), cmp.Compare(a.to, b.to))
	})
}

// access compares a use of a place with the loans that are needed.
func (x *checker) access(op *ir.Operation, p place.Path, u descend.Use) {
	if x.quiet || x.facts.IsReported(op) {
		return
	}
	kind := kindOf(u)
	loans := x.needed(p.Root, x.live.before(op))
	for o := op.Parent(); o != nil && len(x.byRoot[p.Root]) > 0; o = o.Parent() {
		if l := x.byOp[o]; l != nil && l.path.Root == p.Root { // a loop needs its collection
			loans = append(loans, l)
		}
	}
	for _, l := range loans {
		uniq := l.uniq && !(l.twoPhase && !x.s.used.has(l.id))
		if kind == deepRead && !uniq || !x.matters(l) || l.op == op && !x.again(l) {
			continue
		}
		if x.mayTouch(p, l.path, kind, x.s.stale.has(l.id)) {
			x.report(op, op.Loc(), p, l, u)
			return
		}
	}
}

// needed are the loans of a variable that some holder in a live set has or that are kept, in their order.
func (x *checker) needed(root *ir.Value, live bitset) (out []*loan) {
	if len(x.byRoot[root]) == 0 {
		return nil
	}
	have := newBitset(len(x.loans))
	for _, l := range x.byRoot[root] {
		if x.s.kept.Get(l.id) != nil {
			have.set(l.id)
			out = append(out, l)
		}
	}
	live.each(func(i int) {
		for k := range x.s.held.Get(x.holderList[i]) {
			if l := x.loans[k.id]; l.op != nil && l.path.Root == root && !have.has(k.id) {
				have.set(k.id)
				out = append(out, l)
			}
		}
	})
	slices.SortFunc(out, func(a, b *loan) int { return cmp.Compare(a.id, b.id) })
	return out
}

// matters says whether accesses to what is lent may be in conflict with the loan. The path behind a shared reference could be
// that of a copy, and nothing is changed there.
func (x *checker) matters(l *loan) bool {
	return l.op != nil && x.s.active.has(l.id) && !l.alloc && !l.path.Copied()
}

// again says whether a loan of an earlier iteration is still there when its borrow is executed.
func (x *checker) again(l *loan) bool {
	found := x.s.kept.Get(l.id) != nil
	x.live.before(l.op).each(func(i int) {
		v := x.holderList[i]
		found = found || v != l.ref && x.s.held.Get(v).has(l.id)
	})
	return found
}

// mayTouch says whether an access may touch what is lent; stale: in an earlier iteration of a loop, so that
// its variables have other values now.
func (x *checker) mayTouch(access, lent place.Path, kind accessKind, stale bool) bool {
	if access.Root != lent.Root {
		return false
	}
	n := min(len(access.Steps), len(lent.Steps))
	for i := 0; i < n; i++ {
		if lent.Steps[i].Kind == place.Each || access.Steps[i].Kind == place.Each {
			if access.Steps[i] == lent.Steps[i] {
				continue
			}
			return true
		}
		if stale && (access.Steps[i].Varies() || lent.Steps[i].Varies()) {
			return true
		}
		if x.apart(access.Steps[i:], lent.Steps[i:]) {
			return false
		}
		switch access.Steps[i].Relate(lent.Steps[i]) {
		case place.DisjointParts:
			return false
		case place.UnclearParts:
			rest := lent.Steps[i:]
			if !rest[0].Repeats() || n < len(lent.Steps) || !slices.Equal(access.Steps[i:n], rest) || stale && slices.ContainsFunc(rest, place.Step.Varies) {
				return true
			}
			i = n // what is lent, or a part of it
		}
	}
	if len(access.Steps) >= len(lent.Steps) {
		// the lent place or a part of it; elements that a loop over it gives are its own
		for _, e := range access.Steps[len(lent.Steps):] {
			if e.Kind == place.Each {
				return !isLoanOf(lent, e.Op)
			}
		}
		return true
	}
	for _, e := range lent.Steps[len(access.Steps):] { // a part of what is accessed is lent
		if e.Kind == place.Ref {
			return kind != shallowWrite
		}
	}
	return true
}

// apart shows by arithmetic that two ways from one array lead to elements before a position and to elements from there on.
func (x *checker) apart(a, b []place.Step) bool {
	fromA, toA, okA := place.Span(a)
	fromB, toB, okB := place.Span(b)
	if !okA || !okB {
		return false
	}
	facts := x.memo.Same(x.r.FactsAt(a[0].Op))
	return facts.Proves(nat.AtMost(toA, fromB)) || facts.Proves(nat.AtMost(toB, fromA))
}

// isLoanOf says whether a path is that of a loop's collection.
func isLoanOf(p place.Path, loop *ir.Operation) bool {
	return p.Equal(place.Written(loop.Operand(0)))
}

// activate treats the first use of a two-phase reference as a unique use of its place.
func (x *checker) activate(op *ir.Operation) {
	for _, v := range op.Operands() {
		d := v.DefiningOp()
		l := x.byOp[d]
		if l == nil || !l.twoPhase || x.s.used.has(l.id) {
			continue
		}
		x.s.used.set(l.id)
		if x.quiet || x.facts.IsReported(op) || x.facts.IsReported(d) {
			continue
		}
		for _, o := range x.needed(l.path.Root, x.live.before(op)) {
			if o == l || !x.matters(o) || x.facts.IsReported(o.op) {
				continue
			}
			if x.mayTouch(l.path, o.path, deepWrite, x.s.stale.has(o.id)) {
				x.report(op, d.Loc(), l.path, o, descend.Use{Kind: descend.UniqLoopUse, Of: d.Operand(0)})
				break
			}
		}
	}
}

// accessWords are a verb and a label for a use.
func accessWords(u descend.Use) (verb, label string) {
	switch u.Kind {
	case descend.MoveUse:
		return "move out of", "moved here"
	case descend.UniqUse, descend.TwoPhaseUse:
		return "uniquely borrow", "borrowed uniquely here"
	case descend.BorrowUse:
		return "borrow", "borrowed here"
	}
	switch kindOf(u) {
	case deepWrite:
		return "uniquely use", "used here"
	case shallowWrite:
		return "assign to", "assigned here"
	}
	return "use", "used here"
}

// report is a conflict at loc of a use with a loan.
func (x *checker) report(op *ir.Operation, loc ir.Location, p place.Path, l *loan, u descend.Use) {
	if !x.first(op, descend.CodeBorrowConflict) || x.follows(op, loc, p, l, u.Kind == descend.MoveUse) {
		return
	}
	verb, label := accessWords(u)
	name := textOf(p)
	d := x.facts.FailAt(op, loc, descend.CodeBorrowConflict, "cannot %s `%s` while it is borrowed", verb, name).WithLabel("%s", label)
	how := "borrowed"
	if l.uniq {
		how = "borrowed uniquely"
	}
	if l.ref == nil {
		how = "looped over"
	}
	d.Relate(l.op.Loc(), "`%s` is %s here", textOf(l.path), how)
	if kept := x.s.kept.Get(l.id); kept != nil && kept != op {
		d.Relate(kept.Loc(), "the reference is stored here in memory that lives on when the function returns")
	} else if later := x.laterUse(op, l); later != nil && later != op {
		d.Relate(later.Loc(), "the reference is used later here")
	}
}

// conflict is a reported conflict of an access with a loan.
type conflict struct {
	move bool // of a move
	loan *loan
	root *ir.Value
	loc  ir.Location
}

// follows says whether a part of the same term is in conflict with the same loan, as are both accesses of `x = x + 1`: then
// it was reported; or whether what a move takes was reported to end where the paths meet. It remembers the access.
func (x *checker) follows(op *ir.Operation, loc ir.Location, p place.Path, l *loan, move bool) bool {
	if move && x.seen[analysis.ErrorKey{Op: l.op, Code: descend.CodeDanglingBorrow}] { // it ends on the other path because of the move
		x.facts.Poison(op)
		return true
	}
	for _, c := range x.conflicts {
		if c.loan == l && c.root == p.Root && within(ir.RangeOf(c.loc), ir.RangeOf(loc)) {
			x.facts.Poison(op)
			return true
		}
	}
	x.conflicts = append(x.conflicts, conflict{move, l, p.Root, loc})
	return false
}

// within says whether range a lies in range b.
func within(a, b ir.SourceRange) bool {
	after := func(l1, c1, l2, c2 int) bool { return l1 > l2 || l1 == l2 && c1 >= c2 }
	return a.File == b.File && after(a.Line, a.Col, b.Line, b.Col) && b.EndLine > 0 && after(b.EndLine, b.EndCol, a.EndLine, a.EndCol)
}

// textOf is a path as the source names it.
func textOf(p place.Path) string {
	if len(p.Steps) == 0 {
		return help.PlaceText(p.Root)
	}
	last := p.Steps[len(p.Steps)-1]
	if last.Kind == place.Each {
		return help.PlaceText(last.Op.Operand(0)) + "[..]"
	}
	return help.PlaceText(last.Op.Result(0))
}

// laterUse finds an operation after op that uses a holder of the loan, for the message.
func (x *checker) laterUse(op *ir.Operation, l *loan) *ir.Operation {
	live := x.live.after(op)
	holds := map[*ir.Value]bool{}
	live.each(func(i int) {
		if v := x.holderList[i]; x.s.held.Get(v).has(l.id) {
			holds[v] = true
		}
	})
	var first, next *ir.Operation
	passed := false
	x.f.Walk(func(o *ir.Operation) ir.WalkResult {
		if o == op {
			passed = true
			return ir.Advance
		}
		if isPlaceOp(o) || o == l.op || ir.Is[descend.LocalOp](o) {
			return ir.Advance
		}
		for _, v := range o.Operands() {
			if !holds[v] && !holds[rootOf(v)] {
				continue
			}
			if first == nil {
				first = o
			}
			if passed {
				next = o
				return ir.Interrupt
			}
		}
		return ir.Advance
	})
	if next != nil {
		return next
	}
	return first
}

// rootOf is the root of a place, or the value itself.
func rootOf(v *ir.Value) *ir.Value {
	if _, ok := v.Type().(*descend.PlaceType); ok {
		return descend.Root(v)
	}
	return v
}

// ends checks that nothing refers to the variables of a block when it ends.
func (x *checker) ends(b *ir.Block) {
	if x.quiet || b.Parent() == x.f.Operation {
		return
	}
	for op := range b.Ops() {
		if !ir.Is[descend.LocalOp](op) && !ir.Is[descend.AllocOp](op) {
			continue
		}
		for _, l := range x.needed(op.Result(0), x.live.end(b)) {
			if !l.path.Derefs() {
				x.dangles(l, b.Back(), "`%s` ends here while it is still borrowed")
			}
		}
	}
}

// findDrops finds the boxes that end early.
func (x *checker) findDrops() {
	x.earlyBefore, x.earlyAt = map[*ir.Operation][]drops.Box{}, map[*ir.Region][]drops.Box{}
	if t := x.f.ExecType(); t != nil && t.Kind != exec.CPUThread && t.Kind != exec.Any {
		return
	}
	wrong := map[*ir.Value]bool{} // used after a move, so that where they end says nothing
	x.f.Walk(func(op *ir.Operation) ir.WalkResult {
		for _, u := range descend.UsesOf(op) {
			if u.Kind == descend.MoveUse && x.facts.IsReported(op) {
				wrong[descend.Root(u.Of)] = true
			}
		}
		return ir.Advance
	})
	for _, d := range drops.Find(x.f) {
		if !d.Early {
			continue
		}
		boxes := slices.DeleteFunc(slices.Clone(d.Boxes), func(b drops.Box) bool { return wrong[b.Root] })
		if d.Before != nil {
			x.earlyBefore[d.Before] = append(x.earlyBefore[d.Before], boxes...)
		} else {
			x.earlyAt[d.Region] = append(x.earlyAt[d.Region], boxes...)
		}
	}
}

// endEarly checks that nothing that is needed refers to boxes that end at or in op though their variables do not.
func (x *checker) endEarly(op *ir.Operation, boxes []drops.Box, live bitset) {
	if len(boxes) == 0 || x.quiet {
		return
	}
	for _, box := range boxes {
		p := place.Written(box.Root)
		for _, i := range box.Path.Numbers() {
			p.Steps = append(p.Steps, place.Step{Kind: place.Proj, Field: int32(i)})
		}
		for _, l := range x.needed(box.Root, live) {
			moved := func(c conflict) bool { return c.loan == l && c.move } // which is why it ends here
			if x.matters(l) && x.mayTouch(p, l.path, deepWrite, x.s.stale.has(l.id)) && !slices.ContainsFunc(x.conflicts, moved) {
				x.dangles(l, op, "`%s` is freed here while it is still borrowed: on another path it has no value")
			}
		}
	}
}

// dangles reports a loan that is needed after its place is gone.
func (x *checker) dangles(l *loan, at *ir.Operation, where string) {
	if x.facts.IsReported(l.op) || !x.first(l.op, descend.CodeDanglingBorrow) {
		return
	}
	name := textOf(l.path)
	if l.alloc {
		name = "allocated memory"
	}
	d := x.facts.FailAt(l.op, l.op.Loc(), descend.CodeDanglingBorrow, "`%s` does not live long enough", name).
		WithLabel("borrowed here, and the reference is used after it ends")
	if at != nil {
		d.Relate(at.Loc(), where, help.PlaceText(l.path.Root))
		if later := x.laterUse(at, l); later != nil {
			d.Relate(later.Loc(), "the reference is used later here")
		}
	}
}

// returns checks what a function returns: nothing of its own, and only what the lifetimes allow.
func (x *checker) returns(op *ir.Operation) {
	if op.NumOperands() == 0 || x.quiet {
		return
	}
	var ret ir.Type
	if t := x.f.Type(); t != nil && len(t.Results) == 1 {
		ret = t.Results[0]
	}
	slots, _ := x.slots.align(ret, ret)
	for _, k := range x.s.held.Get(op.Operand(0)).sorted() {
		l := x.loans[k.id]
		if l.op != nil {
			if !l.path.Derefs() {
				x.dangles(l, op, "`%s` ends when the function returns")
			}
			continue
		}
		if k.slot >= len(slots) || slots[k.slot].ref == nil {
			continue
		}
		if want := slots[k.slot].ref.Lifetime; want != "" && !x.outlives(x.f, l.lifetime, want) {
			x.tooShort(op, l, want, "returned")
			return
		}
	}
}

// escape checks references that are stored in what a parameter's reference refers to, in the parameter's slots from to on, and
// keeps their loans.
func (x *checker) escape(op *ir.Operation, set loanSet, into *loan, to int) {
	for k := range set {
		if x.loans[k.id].op != nil && x.s.kept.Get(k.id) == nil {
			x.s.kept.Set(k.id, op)
		}
	}
	if x.quiet {
		return
	}
	origins := x.origins[into.param]
	for _, k := range set.sorted() {
		l := x.loans[k.id]
		if l.op != nil {
			if !l.path.Derefs() {
				x.dangles(l, op, "the reference is stored in memory that lives longer than `%s`")
			}
			continue
		}
		lo, hi := to+k.slot, to+k.slot+1
		if to == anywhere || hi > len(origins) {
			lo, hi = 0, len(origins)
		}
		for _, o := range origins[lo:hi] {
			if !x.mayBecome(l, o) {
				x.tooShort(op, l, o.lifetime, "stored")
				return
			}
		}
	}
}

// mayBecome says whether what has one origin may be stored where another one is expected.
func (x *checker) mayBecome(l, o *loan) bool {
	return l == o || l.typeVar != "" && l.typeVar == o.typeVar || x.outlives(x.f, l.lifetime, o.lifetime)
}

// tooShort reports a missing bound between lifetimes.
func (x *checker) tooShort(op *ir.Operation, l *loan, want, verb string) {
	if x.facts.IsPoison(op) || !x.first(op, descend.CodeDanglingBorrow) {
		return
	}
	name := help.PlaceText(l.param)
	d := x.facts.FailAt(op, op.Loc(), descend.CodeDanglingBorrow, "a reference from `%s` may not live long enough", name).
		WithLabel("%s here", verb).
		Relate(l.param.Location(), "`%s` has %s", name, lifetimeText(l.lifetime))
	switch {
	case want != "" && l.lifetime != "":
		d.WithFix("add the bound `where "+l.lifetime+": "+want+"`", help.AddWhere(x.f, l.lifetime+": "+want))
	case want != "":
		d.WithHelp("give the reference in `" + name + "` the lifetime `" + want + "`")
	default:
		d.WithHelp("name the lifetimes of both references in the signature")
	}
}

func lifetimeText(l string) string {
	if l == "" {
		return "a lifetime without name"
	}
	return "the lifetime `" + l + "`"
}
