package nat

import (
	"math"
	"math/bits"
	"slices"

	"descend/dialects/num"
)

// make finds samples, all at once: the variables get values one after the other, those first that bound others, and a
// sample in which no value of a variable satisfies the facts that it completes is given up.
func (m *samples) make(s *system) {
	r := &solver{s: s}
	r.variables()
	m.names, m.vals, m.n = r.names, make([]lanes, len(r.names)), maxSamples
	d := &drawing{samples: m, s: s, turns: r.sampleTurns()}
	live := d.inherit()
	live |= d.draw(allSamples&^live, 0)
	live |= d.draw(allSamples&^live, 1)
	m.keep(live)
}

// keep leaves those of some samples.
func (m *samples) keep(live uint8) {
	n := 0
	for k := range m.n {
		if live>>k&1 == 0 {
			continue
		}
		for i := range m.vals {
			m.vals[i].v[n] = m.vals[i].v[k]
		}
		n++
	}
	m.n = n
	for i := range m.vals {
		m.vals[i].ok = 1<<n - 1
	}
}

// sampleTurn is a variable that gets values, and the facts that it completes then.
type sampleTurn struct {
	slot int
	due  []sampleFact
}

// sampleFact is a fact of a system.
type sampleFact struct {
	kind   modelKind
	p, q   *poly // q only for modDivides: p divides q
	linear bool  // in the variable that completes it
}

// sampleTurns are all variables in order.
func (m *solver) sampleTurns() []sampleTurn {
	all := make([]int, len(m.names))
	for i := range all {
		all[i] = i
	}
	turns := make([]sampleTurn, len(m.names))
	place := make([]int, len(m.names))
	for i, v := range m.order(all) {
		turns[i].slot, place[v] = v, i
	}
	var names []string
	add := func(kind modelKind, p, q *poly) {
		if names = p.addVars(names[:0]); q != nil {
			names = q.addVars(names)
		}
		last := -1
		for _, v := range names {
			last = max(last, place[m.slot(v)])
		}
		if last >= 0 {
			t := &turns[last]
			t.due = append(t.due, sampleFact{kind, p, q, (kind == modGe || kind == modEq) && isLinearIn(p, m.names[t.slot])})
		}
	}
	m.s.eachConstraint(add)
	return turns
}

// drawing is a search for samples.
type drawing struct {
	*samples
	s      *system
	turns  []sampleTurn
	state  uint64
	lo, hi [maxSamples]int64 // of the variable whose turn it is; hi < 0 is open
}

// inherit takes the samples of fewer facts, where the variables that were there keep their values, and returns those which satisfy all facts.
func (d *drawing) inherit() uint8 {
	if d.from == nil {
		return 0
	}
	fewer := d.from.sampled()
	live := uint8(1<<fewer.n - 1)
	for _, t := range d.turns {
		if live == 0 {
			break
		}
		if i, known := slices.BinarySearch(fewer.names, d.names[t.slot]); known {
			d.vals[t.slot] = fewer.vals[i]
			live &= d.respects(t)
		} else {
			live = d.assign(t, live, 0)
		}
	}
	return live
}

// draw makes samples anew and returns those that were found.
func (d *drawing) draw(live uint8, attempt int) uint8 {
	for _, t := range d.turns {
		if live == 0 {
			break
		}
		live = d.assign(t, live, attempt)
	}
	return live
}

// assign gives a variable values in some samples and returns those in which there is one.
func (d *drawing) assign(t sampleTurn, live uint8, attempt int) uint8 {
	v := &d.vals[t.slot]
	others, kept := *v, ^live
	live = d.ranges(t, live)
	for k := range maxSamples {
		if kept>>k&1 != 0 {
			v.v[k] = others.v[k]
		}
	}
	v.ok = others.ok & kept
	pow2 := d.s.pow2[d.names[t.slot]]
	missing := live
	for round := 0; round < sampleRounds && missing != 0; round++ {
		d.state = d.state*6364136223846793005 + 1442695040888963407 // Knuth's generator: samples differ, runs do not
		random := int64(d.state >> 33)
		tried := uint8(0)
		for k := range maxSamples {
			if missing>>k&1 == 0 {
				continue
			}
			if x, ok := candidate(k, round, attempt, d.lo[k], d.hi[k], random>>k, pow2); ok {
				v.v[k] = x
				tried |= 1 << k
			}
		}
		if tried != 0 {
			v.ok |= tried
			missing &^= tried & d.respects(t)
		}
	}
	return live &^ missing
}

// sizes are the logarithms of great numbers by attempt, round and kind of sample.
var sizes = [2][2][3]int{{{20, 31, 45}, {10, 20, 25}}, {{16, 10, 7}, {8, 5, 3}}}

// candidate is a value between lo and hi (open if hi < 0) that is tried in a round. By the kind of sample it is the least one, the greatest, the
// greatest of a small range and the least of others, as of the last thread where n is 1, or a random one; of a range without end the kinds of great ones take
// numbers of several sizes up to the greatest, smaller ones where they are tried again.
func candidate(kind, round, attempt int, lo, hi, random int64, pow2 bool) (x int64, ok bool) {
	width := int64(2000)
	if hi >= lo {
		width = max(hi-lo, 1)
	}
	great, ok := kind >= 1 && kind <= 3, true
	open := hi < 0 || hi >= 1<<40
	switch {
	case round > 2:
		x = [...]int64{lo + random%16, lo, max(hi, lo+1), lo + 1, lo + 2}[round-3]
	case kind == 0, kind == 4 && open:
		if x = lo + int64(round); open {
			x += int64(attempt)
		}
	case kind == 3 && hi < 0 && round+attempt == 0:
		x = math.MaxInt64 - random%8
	case kind == 4, great && round == 0 && (!open || hi >= 0 && kind == 3 && attempt == 0):
		x = hi - int64(round)
	case great && round < 2:
		x, ok = num.AddInt64(lo, 1<<sizes[attempt][round][kind-1]+1) // + 1, since what divides the number hides much
	case pow2:
		x = 1 << (random % 12)
	default:
		x = lo + random%width
	}
	if pow2 && x > 0 {
		x = 1 << (bits.Len64(uint64(x)) - 1)
		if x < lo {
			x *= 2
		}
	}
	return x, ok && x >= lo && (hi < 0 || x <= hi)
}

// ranges sets the bounds of a variable and returns the samples in which they leave a value: constant bounds, and what the facts leave that are linear in it.
func (d *drawing) ranges(t sampleTurn, live uint8) uint8 {
	lo, hi, ok := d.s.machineRange(d.names[t.slot])
	if !ok {
		return 0
	}
	for k := range maxSamples {
		d.lo[k], d.hi[k] = lo, hi
	}
	for _, c := range t.due {
		if c.linear {
			live &= d.narrow(t.slot, c, live)
		}
	}
	return live
}

// narrow takes from the bounds of a variable what a fact excludes that is linear in it.
func (d *drawing) narrow(slot int, c sampleFact, live uint8) uint8 {
	v := &d.vals[slot]
	v.ok = allSamples
	v.v = [maxSamples]int64{}
	at0 := d.poly(c.p)
	v.v = [maxSamples]int64{1, 1, 1, 1, 1, 1}
	at1 := d.poly(c.p)
	for k := range maxSamples {
		if live&at0.ok&at1.ok>>k&1 == 0 {
			continue
		}
		var ok bool
		if d.lo[k], d.hi[k], ok = c.kind.narrow(at0.v[k], at1.v[k], d.lo[k], d.hi[k]); !ok {
			live &^= 1 << k
		}
	}
	return live
}

// respects are the samples in which a variable may have its value.
func (d *drawing) respects(t sampleTurn) uint8 {
	live := uint8(allSamples)
	if d.s.pow2[d.names[t.slot]] {
		for k, x := range d.vals[t.slot].v {
			if !num.Of(x).IsPow2() {
				live &^= 1 << k
			}
		}
	}
	for _, c := range t.due {
		x := d.poly(c.p)
		live &= x.ok
		if c.kind == modDefined {
			continue
		}
		var y lanes
		if c.q != nil {
			y = d.poly(c.q)
			live &= y.ok
		}
		for k := range maxSamples {
			if live>>k&1 != 0 && !c.kind.holds(x.v[k], y.v[k]) {
				live &^= 1 << k
			}
		}
		if live == 0 {
			break
		}
	}
	return live
}

// failsAtEnd says whether p >= 0 is wrong in a sample in which one variable of p has the least or the greatest value instead that the
// facts leave it there. Bounds of sizes, which most goals are that do not hold, fail so: others may be 1 while one is as large as it can be.
func (s *system) failsAtEnd(p *poly) bool {
	m := s.sampled()
	if m.n == 0 {
		return false
	}
	d := &drawing{samples: &samples{names: p.addVars(slices.Clip(m.names)), n: m.n}, s: s}
	d.vals = make([]lanes, len(d.names))
	for i, v := range d.names {
		d.vals[i] = m.variable(v)
	}
	var room [8]string
	for _, v := range p.addVars(room[:0]) {
		slot, _ := slices.BinarySearch(d.names, v)
		if !s.pow2[v] && d.failsAt(slot, p) {
			return true
		}
		d.vals[slot] = m.variable(v)
	}
	return false
}

// failsAt is failsAtEnd for one variable.
func (d *drawing) failsAt(slot int, p *poly) bool {
	v, t := d.names[slot], sampleTurn{slot: slot}
	d.s.eachConstraint(func(kind modelKind, p, q *poly) {
		if p.hasVar(v) || q != nil && q.hasVar(v) {
			t.due = append(t.due, sampleFact{kind, p, q, (kind == modGe || kind == modEq) && isLinearIn(p, v)})
		}
	})
	live := d.ranges(t, 1<<d.n-1)
	for _, ends := range [][maxSamples]int64{d.lo, d.hi} {
		for k, x := range ends {
			if x < 0 { // there is no end
				ends[k] = math.MaxInt64
			}
		}
		d.vals[slot] = lanes{ends, live}
		if at := d.less(p, 0); at != 0 && at&d.respects(t) != 0 {
			return true
		}
	}
	return false
}
