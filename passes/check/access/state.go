package access

import (
	"math/bits"
	"slices"

	"descend/dialects/exec"
	"descend/ir"
)

// The barriers that an access has been released by: for pairs of threads of one warp, or of one block.
const (
	held = iota
	warpReleased
	blockReleased
)

// How the iteration of an access relates to the current one of the loop that is being executed.
type iteration int8

const (
	noOrder  iteration = iota // not in that loop, or nothing is known
	earlier                   // some earlier iteration
	previous                  // the one just before: every iteration passes a barrier of the block; or, of a copy, one that is known
	// previous + k, below inFirst: of a copy k iterations before that.
	// inFirst + k: a copy from before the loop, which is in the iteration with the number k, from 0 on.
	inFirst = previous + maxBack
)

// maxBack is how many iterations of copies are told apart.
const maxBack = 8

// back is how many iterations ago it was; 0: some number.
func (i iteration) back() int {
	if i < previous || i >= inFirst {
		return 0
	}
	return int(i-previous) + 1
}

// entry is an access that was made before the current point of the program and may be in conflict with later
// ones. The outermost shared loops around it are in the same iteration as now; unless order is noOrder,
// the next one is the loop that is being executed, in a later iteration.
type entry struct {
	a *access
	// flight says whether it is a copy that goes on (copies.go).
	flight flight
	// parts are the runs of threads that make it, with others, and have waited for each other since.
	parts  runs
	shared int32
	order  iteration
	rel    int8
	partly bool // on some of the ways here a barrier released it
	// some: since it a barrier of some threads of the block was passed, or a part of it waited for the other one. This is told, and
	// decides nothing.
	some bool
}

type entryKey struct {
	kind   int
	shared int32
	order  iteration
	flight flight
}

// state is the set of accesses made so far, in the order in which they were made.
type state struct {
	list []entry
	// at is a table of the entries by their keys, once there are many: their numbers, from 1 on, at the hash or behind it.
	at []int32
	// lent says that list and at are those of another state too: who changes them makes copies first.
	lent bool
	// The loops around are numbered from 1 on, outermost first; 0 is the function. passed is the largest n such that every way
	// here passed a barrier of the block since the start of the current iteration of loop n (since the function was entered, for
	// 0); -1 if on some way there was none at all. synced says that this holds for the innermost loop.
	synced bool
	passed int
	// roles, if not nil, are what reference variables refer to here (swaps.go).
	roles *roles
}

func newState() *state { return &state{passed: -1} }

// Clone is a copy.
func (s *state) Clone() *state {
	s.lent = true
	return &state{list: s.list, at: s.at, lent: true, synced: s.synced, passed: s.passed, roles: s.roles.clone()}
}

// own makes list and at those of this state alone.
func (s *state) own() {
	if s.lent {
		s.list, s.at, s.lent = slices.Clone(s.list), slices.Clone(s.at), false
	}
}

func (e *entry) key() entryKey { return entryKey{e.a.kind, e.shared, e.order, e.flight} }

// find is the number of the entry with a key.
func (s *state) find(k entryKey) (int, bool) {
	if s.at == nil {
		for i := range s.list {
			if s.list[i].key() == k {
				return i, true
			}
		}
		return 0, false
	}
	for h := k.hash(); ; h++ {
		i := int(s.at[h&uint(len(s.at)-1)]) - 1
		if i < 0 || s.list[i].key() == k {
			return i, i >= 0
		}
	}
}

// hash is the same for keys of one kind in flight under different tokens: there are few of these.
func (k entryKey) hash() uint {
	return (uint(k.kind)<<8 + uint(k.shared)<<4 + uint(k.order)<<1 + uint(k.flight.state)) * 0x9e3779b1 >> 7
}

// note puts the entry with a number, the last one, into the table; it makes one that is not half full when it has to.
func (s *state) note(i int) {
	switch {
	case i+1 < manyEntries:
		return
	case 2*(i+1) > len(s.at):
		s.at = make([]int32, 4<<bits.Len(uint(i)))
		for j := range i {
			s.enter(j)
		}
	}
	s.enter(i)
}

func (s *state) enter(i int) {
	h := s.list[i].key().hash()
	for s.at[h&uint(len(s.at)-1)] != 0 {
		h++
	}
	s.at[h&uint(len(s.at)-1)] = int32(i + 1)
}

// manyEntries are found by a table.
const manyEntries = 16

// add merges an entry: of two that differ in their barriers alone the less released one stays, by barriers of blocks, of warps and of each run. true: more accesses are
// held now.
func (s *state) add(e entry) bool {
	i, ok := s.find(e.key())
	if ok && s.list[i] == e {
		return false
	}
	s.own()
	if ok {
		old := &s.list[i]
		less := e.rel < old.rel || old.parts&^e.parts != 0
		if e.rel <= old.rel {
			old.a, old.rel, old.partly = e.a, e.rel, e.partly // the latest of several that are alike
		}
		old.parts &= e.parts
		old.some = old.some || e.some
		return less
	}
	s.list = append(s.list, e)
	s.note(len(s.list) - 1)
	return true
}

// Join makes it the state where either of two was reached.
func (s *state) Join(o *state) bool {
	grew := s.synced && !o.synced || s.passed > o.passed
	s.synced, s.passed = s.synced && o.synced, min(s.passed, o.passed)
	grew = s.roles.join(o.roles) || grew
	for _, e := range o.list {
		if i, ok := s.find(e.key()); ok {
			old := s.list[i]
			if e.partly = e.partly || old.partly || old.rel != e.rel; e.partly && !old.partly {
				s.own()
				s.list[i].partly, grew = true, true
			}
		}
		grew = s.add(e) || grew
	}
	return grew
}

// Part keeps states apart in which reference variables have different roles.
func (s *state) Part() string { return s.roles.part() }

// release notes a barrier, with loops around.
func (s *state) release(level, loops int) {
	if level == blockReleased {
		s.synced, s.passed = true, loops
	}
	for i := range s.list {
		if e := &s.list[i]; !e.flight.goesOn() && int(e.rel) < level {
			s.own()
			s.list[i].rel = int8(level)
		}
	}
}

// releaseRun notes a barrier of a run of threads, for what threads of it alone have accessed.
func (s *state) releaseRun(run runs, of func(*ir.Operation) runs) {
	s.own()
	for i := range s.list {
		if !s.list[i].flight.goesOn() {
			s.list[i].parts |= run & of(s.list[i].a.op)
			s.list[i].some = true
		}
	}
}

// mapEntries changes the entries, or leaves them out where f is false.
func (s *state) mapEntries(f func(entry) (entry, bool)) {
	if !slices.ContainsFunc(s.list, func(e entry) bool { x, ok := f(e); return !ok || x != e }) {
		return
	}
	old := s.list
	s.list, s.at, s.lent = make([]entry, 0, len(old)), nil, false
	for _, e := range old {
		if e, ok := f(e); ok {
			s.add(e)
		}
	}
}

// endIteration: what was accessed in this iteration of the loop at depth d was in an earlier one.
func (s *state) endIteration(d int) {
	order := earlier
	if s.synced {
		order = previous
	}
	s.mapEntries(func(e entry) (entry, bool) {
		switch {
		case int(e.shared) > d && e.flight.goesOn():
			e.shared, e.order = int32(d), previous
		case int(e.shared) > d:
			e.shared, e.order = int32(d), order
		case int(e.shared) == d:
			e = e.later()
		}
		return e, true
	})
	s.synced, s.passed = false, min(s.passed, d)
}

// leaveLoop: the loop at depth d has ended, with its last iteration.
func (s *state) leaveLoop(d int) {
	s.mapEntries(func(e entry) (entry, bool) {
		if int(e.shared) >= d {
			e.shared, e.order = int32(d), noOrder
		}
		return e, true
	})
	s.passed = min(s.passed, d)
	s.synced = s.passed == d
}

// syncLevel is what a barrier of a resource of the kind releases, in a function whose own resource has the
// kind base.
func syncLevel(k, base exec.Kind) int {
	switch {
	case k == exec.Block || k == exec.Grid || k == base && k == exec.Warp:
		return blockReleased
	case k == exec.Warp:
		return warpReleased
	}
	return held
}
