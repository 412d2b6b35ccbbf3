package flow

import (
	"fmt"
	"slices"

	"descend/ir"
)

// shape is how control goes through the regions of an operation, in the direction of the analysis.
type shape struct {
	op      *ir.Operation
	regions int
	into    []way   // from the operation to regions
	past    bool    // a way leads past the regions
	from    [][]way // from the ends of regions
	loop    bool    // some way leads back to region 0
}

// way leads from the end of a region, or from the operation, to a region or behind the operation.
type way struct{ from, to int }

// Shapes are how control goes through the operations of a function, which is found once for all executions of it. The zero value
// is that of any function.
type Shapes struct{ forward, backward map[*ir.Operation]*shape }

// Reset forgets a function, for another one.
func (s *Shapes) Reset() {
	clear(s.forward)
	clear(s.backward)
}

// of is the shape of an operation, nil if it says nothing of its regions.
func (s *Shapes) of(op *ir.Operation, backward bool) *shape {
	known := &s.forward
	if backward {
		known = &s.backward
	}
	sh, ok := (*known)[op]
	if !ok {
		if *known == nil {
			*known = map[*ir.Operation]*shape{}
		}
		sh = newShape(op, backward)
		(*known)[op] = sh
	}
	return sh
}

func newShape(op *ir.Operation, backward bool) *shape {
	b, ok := op.Typed().(ir.RegionBranchOp)
	if !ok {
		return nil
	}
	number := func(r *ir.Region) int {
		for i := range op.NumRegions() {
			if op.Region(i) == r {
				return i
			}
		}
		return Outside
	}
	sh := &shape{op: op, regions: op.NumRegions(), from: make([][]way, op.NumRegions())}
	edges := b.RegionEdges()
	ways := make([]way, 0, len(edges))
	for _, x := range edges {
		w := way{number(x.Source), number(x.To)}
		if w.from != Outside && w.to != Outside && w.to <= w.from {
			if w.to != 0 {
				panic(fmt.Sprintf("%s: a way leads back to a region that is not the first", op.Name()))
			}
			sh.loop = true
		}
		if w.from == Outside && w.to == Outside {
			sh.past = true
			continue
		}
		if backward {
			w = way{w.to, w.from}
		}
		ways = append(ways, w)
	}
	slices.SortStableFunc(ways, func(a, b way) int { return a.from - b.from })
	leaving := func(from int) (list []way) {
		n := 0
		for n < len(ways) && ways[n].from == from {
			n++
		}
		list, ways = ways[:n], ways[n:]
		return list
	}
	sh.into = leaving(Outside)
	for i := range sh.from {
		sh.from[i] = leaving(i)
	}
	return sh
}

// leads says whether a way leads from the end of a region to another one.
func (sh *shape) leads(from, to int) bool {
	for _, w := range sh.from[from] {
		if w.to == to {
			return true
		}
	}
	return false
}

// loopKey is a loop that is entered with a state of a part.
type loopKey struct {
	op   *ir.Operation
	part string
}

// loop is what is known of a loop while the outermost one around it is solved.
type loop[S State[S]] struct {
	entry maybe[S]   // from before the loop, for clients that report
	heads []*head[S] // of all parts that came there, first to last
	out   maybe[S]   // behind the loop
}

// head is the state at the start of the first region; dirty: it, or that of a loop inside, has grown since the regions were
// executed last.
type head[S State[S]] struct {
	part  string
	s     S
	grown int
	dirty bool
}

func partOf[S State[S]](s S) string {
	if p, ok := any(s).(Parted); ok {
		return p.Part()
	}
	return ""
}

// loop executes a loop: solves it if no other is around, else it executes what is new.
func (e *engine[S]) loop(sh *shape, s S) (S, bool) {
	if !e.inLoop {
		e.inLoop = true
		s, ok := e.solve(sh, s)
		e.inLoop = false
		return s, ok
	}
	l := e.known(sh, s)
	if e.reports() {
		if l.isNew(s) {
			return e.solve(sh, s)
		}
	} else if e.reporting != nil {
		l.entry.join(s.Clone())
	}
	e.forget(l)
	e.enter(sh, l, s)
	e.repeat(sh, l)
	if l.dirty() {
		e.left++
	}
	return l.result()
}

// solve repeats a loop until no head in it grows, quietly, and then once more for a client that reports.
func (e *engine[S]) solve(sh *shape, s S) (S, bool) {
	around := e.loops
	e.loops = map[loopKey]*loop[S]{}
	l := e.known(sh, s)
	e.setQuiet(true)
	e.enter(sh, l, s)
	for e.repeat(sh, l); l.dirty(); {
		e.repeat(sh, l)
	}
	e.setQuiet(false)
	if e.reporting != nil {
		e.forget(l)
		e.enter(sh, l, s)
		e.repeat(sh, l)
	}
	e.loops = around
	return l.result()
}

// forget forgets what is behind a loop if the client reports, since it finds that again from all heads: less than before, if
// it reports a mistake in the loop and goes on as if there were none.
func (e *engine[S]) forget(l *loop[S]) {
	if e.reports() {
		l.out = maybe[S]{}
	}
}

// known is what is known of a loop that is entered with s.
func (e *engine[S]) known(sh *shape, s S) *loop[S] {
	key := loopKey{sh.op, partOf(s)}
	l := e.loops[key]
	if l == nil {
		l = &loop[S]{}
		e.loops[key] = l
	}
	return l
}

// isNew says whether a client that reports enters the loop with less than it did quietly: it has reported a mistake, and
// goes on as if there were none.
func (l *loop[S]) isNew(s S) bool { return !l.entry.ok || s.Clone().Join(l.entry.s) }

// reports says whether the client reports now: for that it looks at everything once more.
func (e *engine[S]) reports() bool { return e.reporting != nil && !e.quiet }

func (e *engine[S]) setQuiet(on bool) {
	e.quiet = on
	if e.reporting != nil {
		e.reporting.Quiet(on)
	}
}

func (l *loop[S]) dirty() bool {
	for _, h := range l.heads {
		if h.dirty {
			return true
		}
	}
	return false
}

func (l *loop[S]) result() (S, bool) {
	if !l.out.ok {
		return l.out.s, false
	}
	return l.out.s.Clone(), true
}

// enter joins what comes from before the loop to its head, and to what is behind it if the loop may have no iteration.
func (e *engine[S]) enter(sh *shape, l *loop[S], s S) {
	if sh.past {
		if t, ok := e.along(sh, way{Outside, Outside}, s, true); ok {
			l.out.join(t)
		}
	}
	for _, w := range sh.into {
		if t, ok := e.along(sh, w, s, true); ok {
			e.grow(l, t)
		}
	}
}

// grow joins a state to the head of its part.
func (e *engine[S]) grow(l *loop[S], s S) *head[S] {
	part := partOf(s)
	for _, h := range l.heads {
		if h.part != part {
			continue
		}
		widen := h.grown >= MaxGrowth && e.widening != nil
		before := h.s
		if widen {
			before = before.Clone()
		}
		if h.s.Join(s) {
			if widen {
				e.widening.Widen(h.s, before)
			}
			h.grown++
			h.dirty = true
		}
		return h
	}
	h := &head[S]{part: part, s: s, dirty: true}
	l.heads = append(l.heads, h)
	return h
}

// repeat executes the regions once from each head that is dirty; when a client reports, from all.
func (e *engine[S]) repeat(sh *shape, l *loop[S]) {
	for i := 0; i < len(l.heads); i++ {
		if h := l.heads[i]; h.dirty || e.reports() {
			e.iteration(sh, l, h)
		}
	}
}

// iteration executes the regions once from a head.
func (e *engine[S]) iteration(sh *shape, l *loop[S], h *head[S]) {
	h.dirty = false
	left, stale := e.left, false
	in := make([]maybe[S], sh.regions)
	in[0].join(h.s.Clone())
	back := func(from int, s S) {
		if e.grow(l, s) == h && from > 0 && h.dirty {
			stale = true
		}
	}
	e.active[sh.op] = jumpTo[S]{sh, back, &l.out}
	e.sweep(sh, in, &l.out, back)
	delete(e.active, sh.op)
	if stale && sh.leads(0, Outside) { // the head ends the loop: with what the regions behind it have done
		if end, ok := e.block(sh.op.Region(0).Front(), h.s.Clone()); ok {
			if t, taken := e.along(sh, way{0, Outside}, end, false); taken {
				l.out.join(t)
			}
		}
	}
	h.dirty = h.dirty || e.left != left
}
