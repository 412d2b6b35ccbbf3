package proof

import (
	"fmt"
	"math/big"
	"slices"
)

// This file models what a loop carries where conditions select which of few values it becomes, such as buffers that
// are swapped if a flag is set: a machine with a state for each combination of values that can come about.

// machine is the states of a loop.
type machine struct {
	members []*carried
	// states has the value of each member in each state; next the state that follows, by the truth of the atoms.
	states [][]value
	next   [][]int
	atoms  []*term
	local  func(*term) bool // of the loop
	// in a walk over the loop: the state in the iteration, and in the next one.
	now, then *term
	at        *term // the iteration that now is for
	iter      *term // of the walk that found the machine
}

const (
	maxStates = 16
	maxAtoms  = 4
)

// findMachine makes a machine of what has no simpler form.
func (k *kernel) findMachine(l *loop, start int) {
	l.machine = nil
	var members []*carried
	for _, c := range l.carried {
		if c.form.kind == "" && (c.first.t == nil || !c.now.t.bool) {
			members = append(members, c)
		}
	}
	local := func(t *term) bool { return t.id > start }
	m := &machine{local: local}
	for changed := true; changed; {
		changed = false
		for i, c := range members {
			if !selects(c.then, members, local) {
				members = slices.Delete(members, i, i+1)
				changed = true
				break
			}
		}
	}
	if len(members) == 0 {
		return
	}
	m.members = members
	for _, c := range members {
		for _, t := range conditions(c.then, local) {
			atomsOf(t, &m.atoms)
		}
	}
	if len(m.atoms) > maxAtoms || !k.explore(m) {
		return
	}
	// the atoms speak of the walk that found them
	l.machine = m
	for _, c := range members {
		c.form = form{kind: "state"}
	}
	m.found(l)
}

// found remembers what the atoms are about: what was carried there, which is something else in the next walk.
func (m *machine) found(l *loop) {
	for _, c := range l.carried {
		c.found = c.now.t
	}
	m.iter = l.iter
}

// selects says whether a value is one of what members carry or comes from outside, by conditions.
func selects(v value, members []*carried, local func(*term) bool) bool {
	if v.t != nil {
		switch {
		case slices.ContainsFunc(members, func(c *carried) bool { return c.now.t == v.t }), !mentions(v.t, local):
			return true
		case v.t.kind == kIte:
			return selects(value{t: v.t.args[1]}, members, local) && selects(value{t: v.t.args[2]}, members, local)
		}
		return false
	}
	for _, a := range v.mem {
		if a.carried != nil && !slices.Contains(members, a.carried) || a.carried == nil && (mentions(a.off, local) || mentions(a.n, local)) {
			return false
		}
	}
	return len(v.mem) > 0
}

// conditions are those that select a value.
func conditions(v value, local func(*term) bool) []*term {
	var out []*term
	if v.t != nil && v.t.kind == kIte && mentions(v.t, local) {
		out = append(out, v.t.args[0])
		out = append(out, conditions(value{t: v.t.args[1]}, local)...)
		out = append(out, conditions(value{t: v.t.args[2]}, local)...)
	}
	for _, a := range v.mem {
		out = append(out, a.when)
	}
	return out
}

// atomsOf collects the conditions that t is made of.
func atomsOf(t *term, out *[]*term) {
	switch t.kind {
	case kConst:
	case kNot, kAnd, kOr:
		for _, a := range t.args {
			atomsOf(a, out)
		}
	default:
		if !slices.Contains(*out, t) {
			*out = append(*out, t)
		}
	}
}

// holds evaluates a condition where the atoms are true whose bits are set.
func (m *machine) holds(t *term, bits int) bool {
	switch t.kind {
	case kConst:
		return t.truth
	case kNot:
		return !m.holds(t.args[0], bits)
	case kAnd:
		return !slices.ContainsFunc(t.args, func(a *term) bool { return !m.holds(a, bits) })
	case kOr:
		return slices.ContainsFunc(t.args, func(a *term) bool { return m.holds(a, bits) })
	}
	return bits>>slices.Index(m.atoms, t)&1 != 0
}

// explore finds the states; false if there are too many.
func (k *kernel) explore(m *machine) bool {
	var first []value
	for _, c := range m.members {
		first = append(first, c.first)
	}
	known := map[string]int{stateKey(first): 0}
	m.states = [][]value{first}
	for i := 0; i < len(m.states); i++ {
		var next []int
		for bits := range 1 << len(m.atoms) {
			var to []value
			for _, c := range m.members {
				v, ok := m.selected(c.then, m.states[i], bits)
				if !ok {
					return false
				}
				to = append(to, v)
			}
			n, ok := known[stateKey(to)]
			if !ok {
				if n = len(m.states); n == maxStates {
					return false
				}
				known[stateKey(to)] = n
				m.states = append(m.states, to)
			}
			next = append(next, n)
		}
		m.next = append(m.next, next)
	}
	return true
}

// selected is the value that follows in a state.
func (m *machine) selected(v value, state []value, bits int) (value, bool) {
	if v.t != nil {
		if i := slices.IndexFunc(m.members, func(c *carried) bool { return c.now.t == v.t }); i >= 0 {
			return state[i], true
		}
		if v.t.kind == kIte && mentions(v.t, m.local) {
			if m.holds(v.t.args[0], bits) {
				return m.selected(value{t: v.t.args[1]}, state, bits)
			}
			return m.selected(value{t: v.t.args[2]}, state, bits)
		}
		return v, true
	}
	for _, a := range v.mem {
		if !m.holds(a.when, bits) {
			continue
		}
		if a.carried != nil {
			return state[slices.Index(m.members, a.carried)], true
		}
		a.when = nil
		return value{mem: []alt{a}}, true
	}
	// the conditions contradict each other: any state will do
	return v, len(v.mem) > 0 && v.mem[0].carried == nil
}

func stateKey(state []value) string {
	out := ""
	for _, v := range state {
		if v.t != nil {
			out += fmt.Sprintf("%d;", v.t.id)
			continue
		}
		for _, a := range v.mem {
			n := 0
			if a.n != nil {
				n = a.n.id
			}
			when := 0
			if a.when != nil && len(v.mem) > 1 {
				when = a.when.id
			}
			out += fmt.Sprintf("%p %p %d %d %d,", a.root, a.carried, a.off.id, n, when)
		}
		out += ";"
	}
	return out
}

// stateValue is what c is in an iteration, by the state.
func (k *kernel) stateValue(l *loop, c *carried, iter *term) value {
	s, m := k.s, l.machine
	if m.at != iter {
		lv := ofBlock
		for _, a := range m.atoms {
			lv = max(lv, a.level)
		}
		m.at = iter
		m.now = k.uniform("state", k.op.Context().Index(), lv, true)
		m.now.lo, m.now.hi = new(big.Int), big.NewInt(int64(len(m.states)-1))
		m.now.facts = append(m.now.facts, s.implies(s.eq(iter, s.num(0)), s.eq(m.now, s.num(0))))
	}
	at := slices.Index(m.members, c)
	var out value
	for i, state := range m.states {
		v := state[at]
		if v.t == nil {
			v = value{mem: slices.Clone(v.mem)}
			for j := range v.mem {
				if v.mem[j].when == nil {
					v.mem[j].when = s.yes
				}
			}
		}
		if i == 0 {
			out = v
			continue
		}
		out = k.choose(s.eq(m.now, s.num(int64(i))), v, out)
	}
	return out
}

// follow makes the state of the next iteration, after a walk: the conditions are those of the walk that found the
// machine, about what is carried now.
func (k *kernel) follow(l *loop) {
	s, m := k.s, l.machine
	with := map[*term]*term{m.iter: l.iter}
	for _, c := range l.carried {
		if c.found != nil && c.now.t != nil && (c.found.kind == kSym || c.found.kind == kApp) {
			with[c.found] = c.now.t
		}
	}
	var atoms []*term
	for _, a := range m.atoms {
		atoms = append(atoms, s.subst(a, with))
	}
	m.then = s.num(0)
	for i, next := range m.next {
		for bits, n := range next {
			conds := []*term{s.eq(m.now, s.num(int64(i)))}
			for j, a := range atoms {
				if bits>>j&1 == 0 {
					a = s.not(a)
				}
				conds = append(conds, a)
			}
			m.then = s.ite(s.and(conds...), s.num(int64(n)), m.then)
		}
	}
}
