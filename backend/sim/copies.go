package sim

import (
	"maps"
	"slices"

	"descend/dialects/nvgpu"
	"descend/ir"
)

// Copies that go on while their thread does something else. Hardware may make one at any time between its beginning and the wait for its
// group. The simulator makes it at the wait, as late as it can be, or, with Options.Schedule, where that has chance decide it, when it begins. Until the wait
//
//   - the destination holds garbage, or the copy, and whoever accesses it is reported;
//   - whoever writes the source is reported.
//
// So a wait that is missing, too late, or for too few groups shows, whatever the threads' order. For races between threads a copy is a write of its
// destination and a read of its source both when it begins and when it ends: an access between the two is reported by the above, one before or after by these.

// inFlight are the words of 4 bytes that copies write and read which go on.
type inFlight struct {
	to   map[word]*copying
	from map[word][]*copying
}

type word struct {
	of *alloc
	at int64
}

// laneCopies are those of a thread: begun ones, and groups that go on, of those that it has made, which are numbered from 1 on.
type laneCopies struct {
	begun  []*copying
	groups []copyGroup
	made   uint64
}

// copyGroup are the copies of a token, which is its number.
type copyGroup struct {
	copies []*copying
	number uint64
}

// copying is one copy.
type copying struct {
	op       *ir.Operation
	num      int
	lane     int32
	dst, src *buffer
	to, from uint64 // elements
	count    uint64
	has      uint64 // of these are read, the others are zeros
	made     bool   // when it began
}

// garbage is what the destination holds until the copy is done.
const garbage = 0xA5

// copiesOf are the copies of a lane.
func (f *frame) copiesOf(l int32) *laneCopies {
	if f.copies == nil {
		f.copies = map[int32]*laneCopies{}
	}
	c := f.copies[l]
	if c == nil {
		c = &laneCopies{}
		f.copies[l] = c
	}
	return c
}

// words calls do for the words of n elements of a buffer from i on.
func words(b *buffer, i, n uint64, do func(word)) {
	start := b.offset + int64(i)*b.step
	for w := start / 4; w*4 < start+int64(n)*b.step; w++ {
		do(word{b.alloc, w})
	}
}

// copyAsync begins a copy.
func (c *code) copyAsync(o nvgpu.DeviceAsyncCopyOp) exec {
	op := o.Operation
	if len(o.SrcIndices()) != 1 || len(o.DstIndices()) != 1 {
		return func(f *frame, act []int32) { f.m.unsupported(op, "copies of this form") }
	}
	dst, src, to, from := c.slot(o.Dst()), c.slot(o.Src()), c.slot(o.DstIndices()[0]), c.slot(o.SrcIndices()[0])
	num, n, res := c.number(op), uint64(o.DstElements()), c.slot(op.Result(0))
	some := -1
	if o.SrcElements() != nil {
		some = c.slot(o.SrcElements())
	}
	return func(f *frame, act []int32) {
		if len(act) == 0 {
			return
		}
		reading := act
		if some >= 0 {
			reading = slices.DeleteFunc(append(f.list(), act...), func(l int32) bool { return f.vals[some][l] == 0 })
			defer f.release(reading)
		}
		if f.m.opts.Counters != nil {
			f.countCopy(op, src, from, int(n), reading)
			f.countCopy(op, dst, to, int(n), act)
		}
		for _, l := range act {
			x := &copying{op: op, num: num, lane: l, dst: f.memoryOf(op, dst, l), src: f.memoryOf(op, src, l), to: f.vals[to][l], from: f.vals[from][l], count: n, has: n}
			if some >= 0 {
				x.has = f.vals[some][l]
			}
			f.begin(x)
			f.vals[res][l] = 0
		}
		f.m.stats.Loads += int64(len(reading))
		f.m.stats.Stores += int64(len(act))
	}
}

// countCopy counts one side of a copy.
func (f *frame) countCopy(op *ir.Operation, mem, index, n int, act []int32) {
	if len(act) == 0 {
		return
	}
	f.eachBuffer(mem, act, func(lanes []int32) { f.counted(op, f.memory(op, mem, lanes), n, f.vals[index], lanes, false) })
}

// memoryOf is the buffer that a lane has chosen.
func (f *frame) memoryOf(op *ir.Operation, slot int, l int32) *buffer {
	whole := f.bufs[slot]
	f.bufs[slot] = whole.of(l)
	defer func() { f.bufs[slot] = whole }()
	return f.memory(op, slot, []int32{l})
}

// begin notes a copy, and what it may race with.
func (f *frame) begin(x *copying) {
	bytes := int64(x.count) * x.dst.step
	if x.has > x.count {
		f.where(f.m.fail(x.op, "sim-memory", "a copy of %d elements reads %d", x.count, x.has), x.lane)
		stop()
	}
	for _, e := range []struct {
		b    *buffer
		i, n uint64
	}{{x.src, x.from, x.has}, {x.dst, x.to, x.count}} {
		if e.n > 0 && (e.i >= uint64(e.b.count) || uint64(e.b.count)-e.i < e.n) {
			f.outOfBounds(x.op, e.b, e.i+e.n-1, x.lane)
		}
		if pos := e.b.offset + int64(e.i)*e.b.step; pos%bytes != 0 {
			d := f.m.fail(x.op, "sim-memory", "a copy of %d bytes starts at byte %d in %s, which is no multiple", bytes, pos, e.b.space)
			f.where(d, x.lane)
			stop()
		}
	}
	for i := range x.has {
		f.noFlight(x.op, x.src, x.from+i, x.lane, false)
	}
	for i := range x.count {
		f.noFlight(x.op, x.dst, x.to+i, x.lane, true)
	}
	f.watchCopy(x)
	f.noteCopy(x)
	s := &f.m.launch.flights
	if s.to == nil {
		s.to, s.from = map[word]*copying{}, map[word][]*copying{}
	}
	words(x.dst, x.to, x.count, func(w word) { s.to[w] = x })
	words(x.src, x.from, x.has, func(w word) { s.from[w] = append(s.from[w], x) })
	at := x.dst.offset + int64(x.to)*x.dst.step
	if x.made = f.m.rand != nil && f.m.rand.IntN(2) == 0; x.made {
		x.move()
	} else {
		for i := range bytes {
			x.dst.data[at+i] = garbage
		}
	}
	l := f.copiesOf(x.lane)
	l.begun = append(l.begun, x)
}

// noteCopy notes the accesses of a copy as of now.
func (f *frame) noteCopy(x *copying) {
	now := newAccess(f.m.launch.epoch, x.num).by(x.lane)
	counts := func(i uint64) bool {
		r := f.m.opts.Racing
		return r == nil || r(x.op, f.block, x.lane, int64(i))
	}
	for i := range x.has {
		if counts(x.from + i) {
			f.cellsOf(x.src, x.from+i, func(cell int64) {
				f.loadCell(x.op, x.src, cell, int64(x.from+i), x.lane, newAccess(f.m.launch.epoch, x.num))
			})
		}
	}
	for i := range x.count {
		if counts(x.to + i) {
			f.cellsOf(x.dst, x.to+i, func(cell int64) {
				if a := f.write(x.dst.alloc, cell, now); a != 0 {
					f.race(x.op, x.dst, int64(x.to+i), x.lane, a, Write)
				}
			})
		}
	}
}

// cellsOf calls do for the cells of an element.
func (f *frame) cellsOf(b *buffer, i uint64, do func(cell int64)) {
	k := int64(b.size / b.grain)
	first := b.offset/int64(b.grain) + int64(i)*k
	for j := first; j < first+k; j++ {
		do(j)
	}
}

// noFlight reports an access to an element that a copy has.
func (f *frame) noFlight(op *ir.Operation, b *buffer, i uint64, l int32, write bool) {
	s := &f.m.launch.flights
	if len(s.to) == 0 {
		return
	}
	words(b, i, 1, func(w word) {
		x, what := s.to[w], "to"
		if of := s.from[w]; x == nil && write && len(of) > 0 {
			x, what = of[0], "from"
		}
		if x == nil {
			return
		}
		did := "read"
		if write {
			did = "written"
		}
		d := f.m.fail(op, "sim-race", "memory is %s while a copy %s it goes on", did, what)
		f.where(d, l)
		d.Relate(x.op.Loc(), "begun by thread %s", f.m.launch.threadName(x.lane))
		stop()
	})
}

// noFlights is noFlight for all active lanes.
func (f *frame) noFlights(op *ir.Operation, b *buffer, x []uint64, act []int32, write bool) {
	if len(f.m.launch.flights.to) == 0 {
		return
	}
	for _, l := range act {
		if x[l] < uint64(b.count) {
			f.noFlight(op, b, x[l], l, write)
		}
	}
}

// createGroup makes a group of the copies that were begun; its token is its number.
func (c *code) createGroup(op *ir.Operation) exec {
	res := c.slot(op.Result(0))
	return func(f *frame, act []int32) {
		for _, l := range act {
			s := f.copiesOf(l)
			s.made++
			s.groups, s.begun = append(s.groups, copyGroup{s.begun, s.made}), nil
			f.vals[res][l] = s.made
		}
	}
}

// waitGroups ends the oldest groups, until so many are left; with Options.EachFinish that of the token alone, if it is among these.
func (c *code) waitGroups(o nvgpu.DeviceAsyncWaitOp) exec {
	left, _ := o.NumGroups()
	token := c.slot(o.Operand(0))
	return func(f *frame, act []int32) {
		for _, l := range act {
			s, t := f.copiesOf(l), f.vals[token][l]
			s.groups = slices.DeleteFunc(s.groups, func(g copyGroup) bool {
				ends := g.number+uint64(left) <= s.made
				if g.number == t && !ends {
					d := f.m.fail(o.Operation, "sim-race", "a wait for copies leaves %d groups, and the one that it is for is among them", left)
					f.where(d, l)
					stop()
				}
				if f.m.opts.EachFinish {
					ends = g.number == t
				}
				for _, x := range g.copies {
					if ends {
						f.end(x)
					}
				}
				return ends
			})
		}
	}
}

// end makes a copy, if it is not made yet.
func (f *frame) end(x *copying) {
	s := &f.m.launch.flights
	words(x.dst, x.to, x.count, func(w word) { delete(s.to, w) })
	words(x.src, x.from, x.has, func(w word) {
		if s.from[w] = slices.DeleteFunc(s.from[w], func(y *copying) bool { return y == x }); len(s.from[w]) == 0 {
			delete(s.from, w)
		}
	})
	f.noteCopy(x)
	if !x.made {
		x.move()
	}
}

// move moves the bytes, and writes zeros for those that are not read.
func (x *copying) move() {
	size, read := int64(x.count)*x.dst.step, int64(x.has)*x.src.step
	at, from := x.dst.offset+int64(x.to)*x.dst.step, x.src.offset+int64(x.from)*x.src.step
	if read > 0 {
		copy(x.dst.data[at:at+read], x.src.data[from:from+read])
	}
	clear(x.dst.data[at+read : at+size])
}

// noneLeft reports copies that go on when their block ends.
func (f *frame) noneLeft() {
	for _, l := range slices.Sorted(maps.Keys(f.copies)) {
		c := f.copies[l]
		open := slices.Clone(c.begun)
		for _, g := range c.groups {
			open = append(open, g.copies...)
		}
		for _, x := range open {
			d := f.m.fail(x.op, "sim-race", "a copy goes on when its block ends")
			f.where(d, l)
			stop()
		}
	}
	f.copies = nil
}
