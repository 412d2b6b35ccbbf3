package proof

import "slices"

// This file says when two accesses of different threads of a block are concurrent: when no barrier is executed between
// them. It takes the barriers to be reached by all threads alike, which is a condition of its own.
//
// Where it cannot say it says yes, and marks that it is an approximation.

// order decides for accesses of one block (warp: of one warp, whose barriers count too).
type order struct {
	k      *kernel
	in     *instances
	warp   bool
	approx bool
}

// chain are the places from the top to an event.
func chain(at *place) []*place {
	var out []*place
	for ; at != nil; at = at.up {
		out = append(out, at)
	}
	slices.Reverse(out)
	return out
}

// quiet is the condition that no barrier is executed by a list of events from number i to j.
func (o *order) quiet(list []event, i, j int) *term {
	s := o.k.s
	out := s.yes
	for _, e := range list[i:j] {
		switch e := e.(type) {
		case *barrier:
			if !e.warp || o.warp && !e.lanes {
				return s.no
			}
		case *branch:
			out = s.and(out, s.ite(e.cond, o.all(e.then), o.all(e.els)))
		case *loop:
			q := o.round(e)
			switch {
			case q == s.no:
				out = s.and(out, e.none, o.all(e.before))
			case q != s.yes && fixed(q):
				out = s.and(out, s.or(e.none, q))
			case q != s.yes:
				o.approx = true
			}
		}
	}
	return out
}

func (o *order) all(list []event) *term { return o.quiet(list, 0, len(list)) }

// round is the condition that an iteration which another one follows has no barrier.
func (o *order) round(l *loop) *term { return o.k.s.and(o.all(l.before), o.all(l.after)) }

// fixed says whether a condition is the same in the whole run of a block.
func fixed(t *term) bool {
	return !mentions(t, func(x *term) bool { return x.level > ofGrid })
}

// after is the condition that no barrier follows an event inside of the event of the list at level i.
func (o *order) after(c []*place, i int) *term {
	s := o.k.s
	out := s.yes
	for j := len(c) - 1; j > i; j-- {
		p := c[j]
		out = s.and(out, o.quiet(*p.list, p.index+1, len(*p.list)))
		l, ok := p.in.(*loop)
		if !ok {
			continue
		}
		switch q := o.round(l); {
		case q == s.yes:
		case q == s.no && p.side == 1 && o.all(l.before) == s.yes:
			out = s.and(out, s.not(l.next))
		case q == s.no && p.side == 0 && o.all(l.after) == s.no:
			out = s.and(out, s.not(l.cond))
		default:
			o.approx = true
		}
	}
	return out
}

// before is the condition that no barrier precedes an event inside of the event of the list at level i.
func (o *order) before(c []*place, i int) *term {
	s := o.k.s
	out := s.yes
	for j := len(c) - 1; j > i; j-- {
		p := c[j]
		out = s.and(out, o.quiet(*p.list, 0, p.index))
		l, ok := p.in.(*loop)
		if !ok {
			continue
		}
		if p.side == 1 {
			out = s.and(out, o.all(l.before))
		}
		switch q := o.round(l); q {
		case s.yes:
		case s.no:
			out = s.and(out, s.eq(l.iter, s.num(0)))
		default:
			o.approx = true
		}
	}
	return out
}

// concurrent is the condition that no barrier lies between an access of thread 1 and one of thread 2.
func (o *order) concurrent(a, b *place) *term { return o.from(chain(a), chain(b), 0) }

// from compares from level i on, where both are in the same list, in the same iterations.
func (o *order) from(a, b []*place, i int) *term {
	s := o.k.s
	x, y := a[i].index, b[i].index
	list := *a[i].list
	switch {
	case x < y:
		return s.and(o.in.of(1, s.and(o.after(a, i), o.quiet(list, x+1, y))), o.in.of(2, o.before(b, i)))
	case x > y:
		return s.and(o.in.of(2, s.and(o.after(b, i), o.quiet(list, y+1, x))), o.in.of(1, o.before(a, i)))
	}
	switch e := list[x].(type) {
	case *branch:
		if a[i+1].side != b[i+1].side {
			return s.yes
		}
		return o.from(a, b, i+1)
	case *loop:
		return o.inLoop(e, a, b, i)
	}
	return s.yes
}

// inLoop compares two accesses in the same loop: of one iteration, or of two that follow each other, or of others.
func (o *order) inLoop(l *loop, a, b []*place, i int) *term {
	s := o.k.s
	round := o.round(l)
	if round == s.yes {
		return s.yes
	}
	k1, k2 := o.in.of(1, l.iter), o.in.of(2, l.iter)
	var same *term
	switch x, y := a[i+1].side, b[i+1].side; {
	case x == y:
		same = o.from(a, b, i+1)
	case x < y:
		same = s.and(o.in.of(1, o.rest(a, i)), o.in.of(2, o.start(b, i)))
	default:
		same = s.and(o.in.of(2, o.rest(b, i)), o.in.of(1, o.start(a, i)))
	}
	out := []*term{s.and(s.eq(k1, k2), same)}
	ab := s.and(o.in.of(1, o.iterationAfter(l, a, i)), o.in.of(2, o.iterationBefore(l, b, i)))
	ba := s.and(o.in.of(2, o.iterationAfter(l, b, i)), o.in.of(1, o.iterationBefore(l, a, i)))
	out = append(out,
		s.and(s.eq(k2, s.add(k1, s.num(1))), ab, o.succeeds(l, 1, 2)),
		s.and(s.eq(k1, s.add(k2, s.num(1))), ba, o.succeeds(l, 2, 1)))
	if round != s.no {
		if !fixed(round) {
			o.approx = true
			round = s.yes
		}
		out = append(out, s.and(round, s.lt(s.add(k1, s.num(1)), k2), ab), s.and(round, s.lt(s.add(k2, s.num(1)), k1), ba))
	}
	return s.or(out...)
}

// rest is the condition that no barrier follows in the region of the loop at level i that the event is in.
func (o *order) rest(c []*place, i int) *term {
	p := c[i+1]
	return o.k.s.and(o.after(c, i+1), o.quiet(*p.list, p.index+1, len(*p.list)))
}

// start is the condition that no barrier precedes in the region of the loop at level i that the event is in.
func (o *order) start(c []*place, i int) *term {
	p := c[i+1]
	return o.k.s.and(o.before(c, i+1), o.quiet(*p.list, 0, p.index))
}

// iterationAfter is the condition that no barrier follows in an iteration that another one follows.
func (o *order) iterationAfter(l *loop, c []*place, i int) *term {
	out := o.rest(c, i)
	if c[i+1].side == 0 {
		out = o.k.s.and(out, o.all(l.after))
	}
	return out
}

// iterationBefore is the condition that no barrier precedes in the iteration.
func (o *order) iterationBefore(l *loop, c []*place, i int) *term {
	out := o.start(c, i)
	if c[i+1].side == 1 {
		out = o.k.s.and(out, o.all(l.before))
	}
	return out
}

// succeeds says of what a loop carries, and all threads agree on, that thread y is one iteration ahead of x.
func (o *order) succeeds(l *loop, x, y int) *term {
	s := o.k.s
	out := s.yes
	for _, c := range l.carried {
		if c.now.t != nil && c.then.t != nil && c.now.t.level <= ofBlock && c.then.t.level <= ofBlock {
			out = s.and(out, s.eq(o.in.of(y, c.now.t), o.in.of(x, c.then.t)))
		}
	}
	if m := l.machine; m != nil && m.now.level <= ofBlock && m.then.level <= ofBlock {
		out = s.and(out, s.eq(o.in.of(y, m.now), o.in.of(x, m.then)))
	}
	return out
}

// path is the condition that a thread comes to a place.
func (k *kernel) path(at *place) *term {
	s := k.s
	var all []*term
	for p := at; p != nil; p = p.up {
		for _, e := range (*p.list)[:p.index] {
			if a, ok := e.(*assume); ok {
				all = append(all, a.cond)
			}
		}
		switch e := p.in.(type) {
		case *branch:
			if p.side == 0 {
				all = append(all, e.cond)
			} else {
				all = append(all, s.not(e.cond))
			}
		case *loop:
			all = append(all, e.facts...)
			if p.side == 1 {
				all = append(all, e.cond)
				for _, x := range e.before {
					if a, ok := x.(*assume); ok {
						all = append(all, a.cond)
					}
				}
			}
		}
	}
	return s.and(all...)
}

// instances are the terms of two threads.
type instances struct {
	k *kernel
	// together: of one block.
	together bool
	memo     [3]map[*term]*term
}

func (k *kernel) instances(together bool) *instances {
	return &instances{k: k, together: together, memo: [3]map[*term]*term{1: {}, 2: {}}}
}

// of is the term for thread 1 or 2.
func (in *instances) of(copy int, t *term) *term {
	s := in.k.s
	if t.level == ofGrid {
		return t
	}
	return s.rewrite(t, in.memo[copy], func(old *term, args []*term) *term {
		switch {
		case old.level == ofGrid:
			return nil
		case old.kind == kApp:
			n := s.app(old.name, old.bool, old.lo, old.hi, old.havoc, args...)
			if n.origin == nil && n != old {
				n.origin, n.copy = old, copy
			}
			return n
		}
		c := copy
		if in.together && slices.Contains(in.k.block[:], old) {
			c = 0
		}
		name := old.name + "@" + string(rune('0'+c))
		return s.intern("s"+name, func() *term {
			return &term{kind: kSym, name: name, bool: old.bool, havoc: old.havoc, level: old.level, lo: old.lo, hi: old.hi, origin: old, copy: copy}
		})
	})
}
