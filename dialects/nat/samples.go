package nat

import (
	"hash/fnv"
	"math"
	"math/big"
	"slices"
	"sync"

	"descend/dialects/num"
)

// Most goals that the prover is asked are wrong, and a search for a proof of a wrong goal ends at its bounds only. So
// a few assignments that satisfy the facts are found first, and a polynomial that is negative in one of them is not
// tried: no sound search can prove it. That holds at each step of a search too, where what is left to be shown, which
// would prove the goal, is wrong in one of them; there only those samples count in which the goal itself is defined, since
// what is left may have lost a division, and the search knows that its divisor is positive.
//
// Proofs do not rest on this file: samples only say no. A sample that did not satisfy the facts would lose proofs, so
// each is checked against all facts of the system, in integers that fail where they overflow, and says nothing of
// what it leaves undefined.

const (
	maxSamples   = 6
	sampleRounds = 8 // values tried of one variable in one sample
)

// samples are assignments of the free variables of a system. They belong to its facts: who adds facts or solves for a
// variable makes new ones, which begin with those of the facts that were there before: most of them still hold.
type samples struct {
	once  sync.Once
	from  *system  // has fewer facts; nil if there is none
	names []string // the variables, sorted
	vals  []lanes  // theirs
	n     int
}

// lanes are the values of one polynomial in all samples. Where a bit of ok is not set it has none.
type lanes struct {
	v  [maxSamples]int64
	ok uint8
}

// refutes says whether p >= 0 is wrong in a sample.
func (s *system) refutes(p *poly) bool { return s.sampled().below(p, 0, allSamples) }

// plain decides a constraint of the caller where that takes no search: a comparison by signs and intervals, and what is wrong in
// a sample in which both sides are defined, perhaps after a variable is moved to an end of its range.
func (s *system) plain(c Constraint) (yes, known bool) {
	if s.bad { // in which everything holds
		return true, true
	}
	left, right := s.norm(c.L.poly()), s.norm(c.R.poly())
	if p := c.Rel.excess(left, right); p != nil && isTotal(left) && isTotal(right) {
		p = tighten(p)
		switch {
		case obviouslyNonneg(p):
			return true, true
		case s.refutes(p): // which has a value where a side has too great a one
			return false, true
		case s.interval(p).NonNeg():
			return true, true
		}
		return false, s.failsAtEnd(p)
	}
	m := s.sampled()
	l, r := m.poly(left), m.poly(right)
	for i := range m.n {
		if l.ok&r.ok>>i&1 != 0 && !c.Rel.HoldsInt(l.v[i], r.v[i]) {
			return false, true
		}
	}
	return false, false
}

// isTotal says that p is defined everywhere: it divides by positive numbers alone.
func isTotal(p *poly) bool {
	return !p.anyAtom(func(a *atom) bool {
		if a.kind != atomDiv {
			return false
		}
		c, ok := a.args[1].constant()
		return !ok || c.Sign() <= 0
	})
}

// Allows reports that an assignment is at hand which satisfies the facts and c, so that these do not contradict each other; false says
// nothing. The assignment is one of the samples, which is tried on what was given.
func (f *Facts) Allows(c Constraint) bool {
	s := f.system()
	if s.bad {
		return false
	}
	m := s.sampled()
	for k := range m.n {
		vals := make(map[string]*big.Int, len(m.names))
		for slot, v := range m.names {
			vals[v] = big.NewInt(m.vals[slot].v[k])
		}
		env, ok := f.inGiven(s, vals, c)
		if !ok {
			continue
		}
		if yes, err := c.Eval(env); !yes || err != nil {
			continue
		}
		if yes, err := f.Hold(env); yes && err == nil {
			return true
		}
	}
	return false
}

// sampled are the samples of the facts.
func (s *system) sampled() *samples {
	m := s.samples
	m.once.Do(func() { m.make(s) })
	return m
}

// allSamples is the set of all samples, a bit each.
const allSamples = 1<<maxSamples - 1

// defined are the samples in which p has a value.
func (m *samples) defined(p *poly) uint8 { return m.poly(p).ok }

// below says whether p is less than a number in one of some samples.
func (m *samples) below(p *poly, least int64, among uint8) bool {
	return m.n > 0 && among != 0 && m.less(p, least)&among != 0
}

// less are the samples in which p is less than a number.
func (m *samples) less(p *poly, than int64) (in uint8) {
	x := m.poly(p)
	for i := range m.n {
		if x.ok>>i&1 != 0 && x.v[i] < than {
			in |= 1 << i
		}
	}
	return in
}

// varies says whether an atom has different values in two samples.
func (m *samples) varies(a *atom) bool {
	x, some := m.atom(a), -1 // a sample in which it has one
	for i := range m.n {
		switch {
		case x.ok>>i&1 == 0:
		case some < 0:
			some = i
		case x.v[i] != x.v[some]:
			return true
		}
	}
	return false
}

func (m *samples) poly(p *poly) (sum lanes) {
	sum.ok = 1<<m.n - 1
	for i := range p.t {
		t := &p.t[i]
		c, fits := t.c.Int64()
		if !fits {
			return lanes{}
		}
		x := lanes{ok: sum.ok}
		for k := range x.v {
			x.v[k] = c
		}
		for j := range t.m.f {
			f := &t.m.f[j]
			y := m.atom(f.a)
			for range f.n {
				x.mul(&y)
			}
		}
		if sum.add(&x); sum.ok == 0 {
			return sum
		}
	}
	return sum
}

func (m *samples) atom(a *atom) lanes {
	switch a.kind {
	case atomHuge:
		return lanes{}
	case atomVar:
		return m.variable(a.name)
	}
	x := m.poly(a.args[0])
	for _, p := range a.args[1:] {
		y := m.poly(p)
		x.apply(a.kind, &y)
	}
	return x
}

func (m *samples) variable(name string) lanes {
	if i, known := slices.BinarySearch(m.names, name); known {
		return m.vals[i]
	}
	return anyNatural(name)
}

// anyNatural are values of a variable that no fact is about.
func anyNatural(name string) lanes {
	h := fnv.New32a()
	h.Write([]byte(name))
	x := int64(h.Sum32())
	return lanes{[maxSamples]int64{0, 1<<20 + x%1024, 1<<31 + x%(1<<20), math.MaxInt64 - x%16, x >> 4 % 2048, x >> 15 % 2048}, allSamples}
}

// mul, add and apply put the result in the place of x, sample by sample, where it has one.
func (x *lanes) mul(y *lanes) {
	x.ok &= y.ok
	for k := range x.v {
		if a, b := x.v[k], y.v[k]; a == int64(int32(a)) && b == int64(int32(b)) {
			x.v[k] = a * b
		} else if p, ok := num.MulInt64(a, b); ok {
			x.v[k] = p
		} else {
			x.ok &^= 1 << k
		}
	}
}

func (x *lanes) add(y *lanes) {
	x.ok &= y.ok
	for k := range x.v {
		s, ok := num.AddInt64(x.v[k], y.v[k])
		if x.v[k] = s; !ok {
			x.ok &^= 1 << k
		}
	}
}

func (x *lanes) apply(op atomKind, y *lanes) {
	x.ok &= y.ok
	for k := range x.v {
		if x.ok>>k&1 == 0 {
			continue
		}
		if v, ok := op.apply(x.v[k], y.v[k]); ok {
			x.v[k] = v
		} else {
			x.ok &^= 1 << k
		}
	}
}
