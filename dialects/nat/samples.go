package nat

import (
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
	sampleNodes  = 120 // values tried for the variables of one component in one sample
	sampleValues = 12  // of one variable at a time
)

// samples are assignments of the free variables of a system. They belong to its facts: who adds facts or solves for a
// variable makes new ones.
type samples struct {
	once  sync.Once
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

// fails says whether a constraint of the caller is wrong in a sample in which both of its sides are defined.
func (s *system) fails(c Constraint) bool {
	if s.bad { // in which everything holds
		return false
	}
	m := s.sampled()
	l, r := m.poly(s.norm(c.L.poly())), m.poly(s.norm(c.R.poly()))
	for i := range m.n {
		if l.ok&r.ok>>i&1 != 0 && !c.Rel.HoldsInt(l.v[i], r.v[i]) {
			return true
		}
	}
	return false
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
	if m.n == 0 || among == 0 {
		return false
	}
	x := m.poly(p)
	for i := range m.n {
		if x.ok&among>>i&1 != 0 && x.v[i] < least {
			return true
		}
	}
	return false
}

// make finds samples: small values, large ones, and some between.
func (m *samples) make(s *system) {
	r := &solver{s: s}
	if !r.prepare() {
		return
	}
	m.names = r.names
	m.vals = make([]lanes, len(r.names))
	var parts [][]turn
	for _, comp := range r.components() {
		parts = append(parts, r.turns(r.order(comp)))
	}
	for kind := range maxSamples {
		r.sample = 1 + kind
		found := true
		for _, t := range parts {
			r.nodes, r.tried = sampleNodes, r.tried[:0]
			if found = r.assign(t, 0); !found {
				break
			}
		}
		if !found {
			continue
		}
		for i, v := range r.vals {
			m.vals[i].v[m.n] = v
			m.vals[i].ok |= 1 << m.n
		}
		m.n++
	}
}

// sampleCandidates are the values of a variable between lo and hi (open if hi < 0) that a sample tries.
func (m *solver) sampleCandidates(v int, lo, hi int64) {
	from := len(m.tried)
	isPow2 := m.s.pow2[m.names[v]]
	try := func(x int64) {
		if x >= lo && (hi < 0 || x <= hi) && (!isPow2 || num.Of(x).IsPow2()) && len(m.tried)-from < sampleValues {
			m.tried = append(m.tried, x)
		}
	}
	m.state = m.state*6364136223846793005 + 1442695040888963407 // Knuth's generator: samples differ, runs do not
	random := int64(m.state >> 33)
	switch {
	case m.sample == 1:
		try(lo)
		try(lo + 1)
	case m.sample == 2 && hi < 0:
		try(lo + 1<<20)
		try(lo + 1<<10)
	case m.sample == 2:
		try(hi)
	case hi < 0:
		try(lo + random%2000)
	case hi > lo:
		try(lo + random%(hi-lo+1))
		try(lo + random/7%(hi-lo+1))
	}
	if isPow2 {
		for i := range int64(6) {
			try(1 << (random + i) % 12)
		}
	}
	try(lo + random%16)
	try(lo)
	if hi >= 0 {
		try(hi)
	}
	try(lo + 1)
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
		for k := range m.n {
			x.v[k] = c
		}
		for _, f := range t.m.f {
			y := m.atom(f.a)
			for range f.n {
				x.each(&y, num.MulInt64, m.n)
			}
		}
		if sum.each(&x, num.AddInt64, m.n); sum.ok == 0 {
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
		i, known := slices.BinarySearch(m.names, a.name)
		if !known {
			return lanes{}
		}
		return m.vals[i]
	}
	x := m.poly(a.args[0])
	for _, p := range a.args[1:] {
		y := m.poly(p)
		x.each(&y, func(x, y int64) (int64, bool) { return a.kind.apply(x, y) }, m.n)
	}
	return x
}

// each puts op(x, y) in the place of x, sample by sample.
func (x *lanes) each(y *lanes, op func(x, y int64) (int64, bool), n int) {
	x.ok &= y.ok
	for k := range n {
		if x.ok>>k&1 != 0 {
			var ok bool
			if x.v[k], ok = op(x.v[k], y.v[k]); !ok {
				x.ok &^= 1 << k
			}
		}
	}
}
