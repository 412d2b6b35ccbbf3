package nat

import (
	"math/big"
	"slices"

	"descend/dialects/num"
)

// Counterexamples: an assignment that satisfies facts, and not the goal. Proofs do not depend on this file: whatever
// it finds is evaluated exactly, with the caller's facts and goal, before it is an answer. So it may be incomplete
// and guess.
//
// The polynomials of the system are compiled to machine integers, which fail where they overflow. Variables that no
// constraint connects are searched by themselves. In each component the variables get values one after the other,
// those first that bound others from above, as sizes do indices. A variable's candidates are the ends of the range
// that the constraints leave which it completes, what lies next to them, constants that occur in the constraints and
// their neighbours, powers of two: a goal that fails mostly fails there. Constraints are checked as soon as their
// last variable has a value. modelNodes bounds the values tried in a component.

// modelNodes bounds the assignments of one variable that one search tries.
const modelNodes = 1500

// model searches an assignment of the caller's variables that satisfies n, which
// is these facts or these facts and the negated goal. It is verified against the
// facts as given, and must violate the goal if there is one.
func (f *Facts) model(n *system, goal Constraint, withGoal bool) map[string]*big.Int {
	vals, ok := n.solveModel()
	if !ok {
		return nil
	}
	env, ok := f.inGiven(n, vals, goal)
	if !ok {
		return nil
	}
	if ok, err := f.Hold(env); !ok || err != nil {
		return nil
	}
	if withGoal {
		if ok, err := goal.Eval(env); ok || err != nil {
			return nil
		}
	}
	return env
}

// inGiven makes of values of the free variables of a system those of the variables of the facts and of a constraint; false if there are none.
func (f *Facts) inGiven(n *system, vals map[string]*big.Int, c Constraint) (env map[string]*big.Int, ok bool) {
	names := c.Vars()
	for g := f; g != nil; g = g.parent {
		for _, c := range g.added {
			names = c.R.poly().addVars(c.L.poly().addVars(names))
		}
		for _, v := range g.pow2 {
			names = addName(names, v)
		}
	}
	env = make(map[string]*big.Int, len(names))
	for _, name := range names {
		if e, solved := n.sub[name]; solved {
			v, err := eval(e, vals, false)
			if err != nil || v.Sign() < 0 {
				return nil, false
			}
			env[name] = v.Copy()
		} else if v, ok := vals[name]; ok {
			env[name] = v
		} else {
			env[name] = new(big.Int)
		}
	}
	return env, true
}

// modelConstraint is one fact of the system in machine integers.
type modelConstraint struct {
	kind modelKind
	p, q cpoly // q only for modDivides: p divides q
	vars []modelVar
}

// modelVar is a variable of a constraint.
type modelVar struct {
	slot   int
	linear bool // p is linear in it
}

type modelKind uint8

const (
	modGe modelKind = iota
	modEq
	modNe
	modDivides
	modDefined // p must be defined
)

// solver searches values for the variables of one system.
type solver struct {
	s     *system
	names []string // the variables by slot, sorted
	cs    []modelConstraint
	hints []int64 // constants that occur, and their neighbours
	vals  []int64
	nodes int
	tried []int64 // the values that assign tries, of all variables so far

	after [][]int // see bounding
}

// solveModel assigns all free variables that occur in s.
func (s *system) solveModel() (map[string]*big.Int, bool) {
	m := &solver{s: s}
	if !m.prepare() {
		return nil, false
	}
	for _, comp := range m.components() {
		m.nodes = modelNodes
		if !m.assign(m.turns(m.order(comp)), 0) {
			return nil, false
		}
	}
	vals := make(map[string]*big.Int, len(m.names))
	for i, v := range m.names {
		vals[v] = big.NewInt(m.vals[i])
	}
	return vals, true
}

// prepare compiles the facts; it fails where they do not fit into machine integers.
func (m *solver) prepare() bool {
	m.variables()
	m.vals = make([]int64, len(m.names))
	return m.compile()
}

// variables finds those that have to get values.
func (m *solver) variables() {
	m.s.eachFact(func(p *poly) { m.names = p.addVars(m.names) })
	for v := range m.s.pow2 {
		m.names = addName(m.names, v)
	}
}

// slot is the number of a variable.
func (m *solver) slot(name string) int {
	i, _ := slices.BinarySearch(m.names, name)
	return i
}

// eachFact visits every polynomial that an assignment has to respect.
func (s *system) eachFact(f func(*poly)) {
	for _, l := range [][]*poly{s.ge, s.eq, s.ne} {
		for _, p := range l {
			f(p)
		}
	}
	for _, d := range s.div {
		f(d.a)
		f(d.b)
	}
	for _, v := range sortedSubs(s.sub) {
		f(s.sub[v])
	}
}

// eachConstraint visits every constraint that an assignment has to satisfy.
func (s *system) eachConstraint(f func(kind modelKind, p, q *poly)) {
	for _, p := range s.ge {
		f(modGe, p, nil)
	}
	for _, p := range s.eq {
		f(modEq, p, nil)
	}
	for _, p := range s.ne {
		f(modNe, p, nil)
	}
	for _, d := range s.div {
		f(modDivides, d.a, d.b)
	}
	for _, v := range sortedSubs(s.sub) {
		if p := s.sub[v]; len(divAtoms(p, nil)) > 0 {
			f(modDefined, p, nil)
		}
	}
}

func (m *solver) compile() bool {
	var names []string
	m.cs = make([]modelConstraint, 0, len(m.s.ge)+len(m.s.eq)+len(m.s.ne)+len(m.s.div))
	ok := true
	m.s.eachConstraint(func(kind modelKind, p, q *poly) {
		c := modelConstraint{kind: kind}
		if ok {
			c.p, ok = m.compilePoly(p)
		}
		vars := p.addVars(names[:0])
		if q != nil && ok {
			vars = q.addVars(vars)
			c.q, ok = m.compilePoly(q)
		}
		c.vars = make([]modelVar, len(vars))
		for i, v := range vars {
			c.vars[i] = modelVar{m.slot(v), isLinearIn(p, v)}
		}
		names = vars
		m.cs = append(m.cs, c)
	})
	if !ok {
		return false
	}
	slices.Sort(m.hints)
	m.hints = slices.Compact(m.hints)
	if len(m.hints) > 12 {
		m.hints = append(m.hints[:6:6], m.hints[len(m.hints)-6:]...)
	}
	return true
}

// components partitions the variables by the constraints that connect them.
func (m *solver) components() [][]int {
	root := make([]int, len(m.names))
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			i = root[i]
		}
		return i
	}
	for _, c := range m.cs {
		for _, v := range c.vars[min(1, len(c.vars)):] {
			root[find(v.slot)] = find(c.vars[0].slot)
		}
	}
	at := make([]int, len(root)) // by root, from 1 on
	var comps [][]int
	for i := range root {
		r := find(i)
		if at[r] == 0 {
			comps = append(comps, nil)
			at[r] = len(comps)
		}
		comps[at[r]-1] = append(comps[at[r]-1], i)
	}
	return comps
}

// order puts variables after those that bound them from above: sizes first,
// indices last.
func (m *solver) order(comp []int) []int {
	if len(comp) == 1 {
		return comp
	}
	after := m.bounding()
	order := make([]int, 0, len(comp))
	left := slices.Clone(comp)
	for len(left) > 0 {
		best, wait := 0, -1
		for i, v := range left {
			n := 0
			for _, u := range left {
				if u != v && slices.Contains(after[v], u) {
					n++
				}
			}
			if wait < 0 || n < wait {
				best, wait = i, n
			}
		}
		order = append(order, left[best])
		left = slices.Delete(left, best, best+1)
	}
	return order
}

// bounding are by variable those that bound it from above, found once.
func (m *solver) bounding() [][]int {
	if m.after != nil {
		return m.after
	}
	m.after = make([][]int, len(m.names))
	var names []string
	for _, p := range m.s.ge {
		for _, t := range p.t {
			if t.c.Sign() >= 0 || t.m.deg != 1 || t.m.f[0].a.kind != atomVar {
				continue
			}
			v := m.slot(t.m.f[0].a.name)
			for _, u := range p.t {
				if u.c.Sign() <= 0 {
					continue
				}
				names = (&poly{[]term{u}}).addVars(names[:0]) // those within a division too: w bounds b in b < (w+61)/62
				for _, name := range names {
					if w := m.slot(name); w != v && !slices.Contains(m.after[v], w) {
						m.after[v] = append(m.after[v], w)
					}
				}
			}
		}
	}
	return m.after
}

// turn is a variable that gets a value, and the constraints that it completes then.
type turn struct {
	slot int
	due  []due
}

// due is a constraint that is complete.
type due struct {
	*modelConstraint
	linear bool // in the variable that completes it
}

// turns are the variables in order.
func (m *solver) turns(order []int) []turn {
	all := make([]turn, len(order))
	place := make([]int, len(m.names)) // from 1 on
	for i, v := range order {
		all[i].slot, place[v] = v, i+1
	}
	for k := range m.cs {
		c := &m.cs[k]
		last := -1 // of its variables
		for i, v := range c.vars {
			if place[v.slot] > 0 && (last < 0 || place[v.slot] > place[c.vars[last].slot]) {
				last = i
			}
		}
		if last >= 0 {
			t := &all[place[c.vars[last].slot]-1]
			t.due = append(t.due, due{c, c.vars[last].linear})
		}
	}
	return all
}

// assign gives values to turns[i:], depth first.
func (m *solver) assign(turns []turn, i int) bool {
	if i == len(turns) {
		return true
	}
	v, due := turns[i].slot, turns[i].due
	lo, hi, ok := m.rangeOf(v, due)
	if !ok {
		return false
	}
	from := len(m.tried)
	m.candidates(v, lo, hi)
	for k := from; k < len(m.tried); k++ {
		if m.nodes--; m.nodes < 0 {
			return false
		}
		m.vals[v] = m.tried[k]
		to := len(m.tried)
		if m.respects(due) && m.assign(turns, i+1) {
			return true
		}
		m.tried = m.tried[:to]
	}
	return false
}

// rangeOf intersects the constant bounds of v with what the due constraints that
// are linear in it leave; hi < 0 is open.
func (m *solver) rangeOf(v int, due []due) (lo, hi int64, ok bool) {
	if lo, hi, ok = m.s.machineRange(m.names[v]); !ok {
		return lo, hi, false
	}
	for _, c := range due {
		if !c.linear || c.kind != modGe && c.kind != modEq {
			continue
		}
		m.vals[v] = 0
		at0, ok0 := c.p.eval(m.vals)
		m.vals[v] = 1
		at1, ok1 := c.p.eval(m.vals)
		if !ok0 || !ok1 {
			continue
		}
		if lo, hi, ok = c.kind.narrow(at0, at1, lo, hi); !ok {
			return lo, hi, false
		}
	}
	return lo, hi, true
}

// machineRange are the constant bounds of a variable; hi < 0 is open, and ok is false if it is never so small as to fit.
func (s *system) machineRange(name string) (lo, hi int64, ok bool) {
	lo, ok = s.lo[name].Int64()
	if b, known := s.hi[name]; known {
		if x, fits := b.Int64(); fits {
			return lo, x, ok
		}
	}
	return lo, -1, ok
}

// narrow takes from lo <= v <= hi what a modGe or modEq excludes whose polynomial is linear in v and has these values where v is 0 and 1. It fails if nothing is left.
func (k modelKind) narrow(at0, at1, lo, hi int64) (int64, int64, bool) {
	slope := at1 - at0
	atMost := func(x int64) {
		if hi < 0 || x < hi {
			hi = x
		}
	}
	switch {
	case slope == 0:
	case k == modEq:
		x := -at0 / slope
		if x < 0 {
			return lo, hi, false
		}
		lo = max(lo, x)
		atMost(x)
	case slope > 0: // p grows with v
		if at0 < 0 {
			lo = max(lo, (-at0+slope-1)/slope)
		}
	case at0 < 0:
		return lo, hi, false
	default:
		atMost(at0 / -slope)
	}
	return lo, hi, hi < 0 || lo <= hi
}

// candidates are the values worth trying: the ends of the range and what is next
// to them, constants that occur, powers of two.
func (m *solver) candidates(v int, lo, hi int64) {
	from := len(m.tried)
	isPow2 := m.s.pow2[m.names[v]]
	try := func(x int64) {
		if x >= lo && (hi < 0 || x <= hi) && (!isPow2 || num.Of(x).IsPow2()) && !slices.Contains(m.tried[from:], x) {
			m.tried = append(m.tried, x)
		}
	}
	try(lo)
	if hi >= 0 {
		try(hi)
	}
	try(lo + 1)
	if hi >= 0 {
		try(hi - 1)
	}
	for d := int64(2); d < 6; d++ {
		try(lo + d)
	}
	if hi >= 0 {
		try(lo + (hi-lo)/2)
	}
	for _, h := range m.hints {
		try(h)
	}
	if isPow2 {
		for x := int64(1); x > 0 && len(m.tried)-from < 16; x *= 2 {
			try(x)
		}
	}
}

func (m *solver) respects(due []due) bool {
	for _, c := range due {
		x, ok := c.p.eval(m.vals)
		if !ok {
			return false
		}
		if c.kind == modDefined {
			continue
		}
		var y int64
		if c.kind == modDivides {
			if y, ok = c.q.eval(m.vals); !ok {
				return false
			}
		}
		if !c.kind.holds(x, y) {
			return false
		}
	}
	return true
}

// holds says whether a constraint holds of the values of its polynomials.
func (k modelKind) holds(x, y int64) bool {
	switch k {
	case modGe:
		return x >= 0
	case modEq:
		return x == 0
	case modNe:
		return x != 0
	default: // modDivides
		return num.Of(x).Divides(num.Of(y))
	}
}
