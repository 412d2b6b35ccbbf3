package access

import (
	"slices"

	"descend/dialects/descend"
	"descend/ir"
	"descend/passes/check/overlap"
	"descend/passes/drops"
)

// Copies that go on while the thread does something else. A copy writes its destination, and reads its source, at some time between the
// operation that begins it and the finish of its token; nothing but that finish ends it. So an access of anybody between the two, of the
// thread itself too, meets it, whatever barriers come between; and after the finish it is an access that was made just now, which the next
// barrier orders like any other.
//
// An entry is *in flight* from the beginning on: barriers do not release it, and accesses are compared with it as those of any two threads of
// the block, the same one included (borrow-check leaves both places to this check). What ends it is known exactly, since a token is in one
// variable at a time: an entry carries the value or variable that has its token, which moves with it. So a finish ends all entries of its token, each of which
// stands for the one copy that there can be, and no other. A token that is dropped is finished there (package drops, which says to lowering
// where that is); a way on which a drop is not seen leaves the entry in flight, which is the safe side.
//
// Since a copy is in flight in no other iterations than those between its beginning and its finish, the iteration of an entry is known
// exactly: so many before the current one, or, for a copy from before a loop, the loop is in its first, second .. iteration.
// Where it has ended and no barrier followed before the iteration does, that is forgotten: then it may be of any iteration before.
//
// Other threads that are in another branch at the same time may have any of the copies of that branch in flight; such entries are ended
// by nothing in this branch, and are left out behind it, where those of the branch itself are.

// flight says whether the copies of an entry go on. The zero value is an access that is done.
type flight struct {
	state flightState
	token *ir.Value     // flying: the value or variable that has the token
	at    *ir.Operation // beside: where the branches part
}

type flightState uint8

const (
	landed flightState = iota
	begun              // by a copy that has no token yet
	flying             // under a token
	beside             // of threads in another branch
)

func (f flight) goesOn() bool { return f.state != landed }

// copying is what of a function concerns copies.
type copying struct {
	copies bool // there are some
	before map[*ir.Operation][]*ir.Value
	atEnd  map[*ir.Region][]*ir.Value
}

func newCopying(fn descend.FuncOp) copying {
	c := copying{before: map[*ir.Operation][]*ir.Value{}, atEnd: map[*ir.Region][]*ir.Value{}}
	for range fn.All("descend.copy_token") {
		c.copies = true
		break
	}
	if !c.copies {
		return c
	}
	for _, d := range drops.Find(fn) {
		for _, b := range d.Boxes {
			switch {
			case !descend.IsToken(descend.ElemOf(b.Root)):
			case d.Before != nil:
				c.before[d.Before] = append(c.before[d.Before], b.Root)
			default:
				c.atEnd[d.Region] = append(c.atEnd[d.Region], b.Root)
			}
		}
	}
	return c
}

// isCopy says whether an access is made by a copy.
func (a *access) isCopy() bool { return ir.Is[descend.CopyAsyncOp](a.op) }

// fly notes what an operation does with tokens.
func (f *execution) fly(op *ir.Operation, st *state) {
	if !f.copies {
		return
	}
	f.finish(f.before[op], st)
	switch o := op.Typed().(type) {
	case descend.CopyTokenOp:
		st.refly(flight{state: begun}, flight{state: flying, token: op.Result(0)})
	case descend.FinishOp:
		st.land(op.Operand(0))
	case descend.MoveOp:
		if descend.IsToken(op.Result(0).Type()) {
			st.refly(flight{state: flying, token: op.Operand(0)}, flight{state: flying, token: op.Result(0)})
		}
	case descend.WriteOp:
		if v := o.Value(); descend.IsToken(v.Type()) {
			st.land(o.Place())
			st.refly(flight{state: flying, token: v}, flight{state: flying, token: o.Place()})
			return
		}
		if loop, _ := f.Jump(op); loop != nil { // on the way out the scopes within the loop end
			var out []*ir.Value
			for _, e := range st.list {
				if v := e.flight.token; v != nil && v.DefiningOp() != nil && loop.IsAncestorOf(v.DefiningOp()) {
					out = append(out, v)
				}
			}
			f.finish(out, st)
		}
	}
}

func (f *execution) finish(tokens []*ir.Value, st *state) {
	for _, v := range tokens {
		st.land(v)
	}
}

// Enter is before an operation with regions.
func (f *execution) Enter(op *ir.Operation, st *state) {
	if f.copies {
		f.finish(f.before[op], st)
	}
}

// Leave is behind one: tokens that some way has lost have been finished on the others.
func (f *execution) Leave(op *ir.Operation, st *state) {
	if !f.copies {
		return
	}
	for _, r := range op.Regions() {
		if r.Empty() {
			f.finish(f.atEnd[r], st)
		}
	}
	st.mapEntries(func(e entry) (entry, bool) { return e, e.flight.state != beside || e.flight.at != op })
}

// land ends the copies of a token: they are accesses of now.
func (s *state) land(token *ir.Value) {
	s.refly(flight{state: flying, token: token}, flight{})
}

// refly changes the flight of entries.
func (s *state) refly(from, to flight) {
	if !slices.ContainsFunc(s.list, func(e entry) bool { return e.flight == from }) {
		return
	}
	s.mapEntries(func(e entry) (entry, bool) {
		if e.flight == from {
			e.flight = to
		}
		return e, true
	})
}

// mayFlyBeside are the entries of another branch as threads in this one see them.
func mayFlyBeside(e entry, op *ir.Operation) entry {
	if e.flight.goesOn() && e.flight.state != beside {
		e.flight = flight{state: beside, at: op}
	}
	return e
}

// enterLoop: the loop at depth d begins its first iteration.
func (s *state) enterLoop(d int) {
	if !slices.ContainsFunc(s.list, func(e entry) bool { return e.flight.goesOn() }) {
		return
	}
	s.mapEntries(func(e entry) (entry, bool) {
		if e.flight.goesOn() && int(e.shared) == d && e.order == noOrder {
			e.order = inFirst
		}
		return e, true
	})
}

// later is an entry of an iteration before when one more ends: of copies it is known how many it were.
func (e entry) later() entry {
	switch {
	case e.order <= earlier || !e.a.isCopy():
	case e.flight.goesOn():
		switch e.order++; e.order {
		case inFirst:
			e.order = earlier
		case inFirst + maxBack:
			e.order = noOrder
		}
	case e.rel == blockReleased: // nobody is in conflict with it
	case e.order >= inFirst:
		e.order = noOrder
	default:
		e.order = earlier
	}
	return e
}

// reportCopy makes the diagnostic of an access while a copy goes on.
func (f *reporter) reportCopy(p pair) {
	what, verb := f.nameOf(p.b), "read"
	switch {
	case p.b.isCopy() && p.b.write:
		verb = "copy to"
	case p.b.isCopy():
		verb = "copy"
	case p.b.write:
		verb = "write"
	}
	own := f.decide(pair{a: p.a, b: p.b, mode: sameOne, shared: p.shared, order: p.order}).Verdict != overlap.Disjoint && p.flight.state != beside
	code, title := descend.CodeConflictingAccess, "conflicting memory access"
	if own {
		code, title = descend.CodeBorrowConflict, "use of memory that a copy still has"
	}
	d := f.facts.FailAt(p.b.op, p.b.loc(), code, "%s", title)
	d.WithLabel("cannot %s %s: a copy from or to it may not be finished", verb, what)
	if p.a.op != p.b.op {
		d.Relate(p.a.loc(), "the copy is begun here")
	} else {
		d.Note("the copy is that of an earlier iteration")
	}
	d.Note("a copy goes on until its token is finished, also across barriers")
	help := "write `finish(t)` of its token before this"
	if !own {
		help = "write `finish(t)` of its token and then `sync` before this"
	}
	d.WithHelp(help)
}
