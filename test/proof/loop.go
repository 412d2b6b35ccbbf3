package proof

import (
	"fmt"
	"math/big"
	"slices"

	"descend/ir"
)

// This file walks over loops. Their iterations are one, of a number that is a symbol. What a loop carries from one
// iteration to the next is found out by walking over the body with symbols for it:
//
//	x, x            the same in all iterations
//	x, x + d        init + d * iteration
//	x, x * c, x / c by enumeration, where the first value is one of few
//	x, y and y, x   of the first values the one whose turn it is
//	x, v            v but in the first iteration; v may depend on the number of the iteration
//	conditions that select among such: a machine of few states (machine.go)
//
// and what is none of these stands for any value (of which threads agree on it is told by the levels of the terms).

// carried is what a loop carries: an argument, or a private scalar.
type carried struct {
	typ   ir.Type
	cell  *cell
	first value // at the start of the loop
	now   value // in the iteration
	then  value // in the next one
	end   value // after the loop
	level level
	form  form
	found *term // now, in the walk that found the machine
}

// form says how a carried value follows from its number of the iteration.
type form struct {
	kind  string // "", "same", "step", "power", "turn", "const", "previous", "state"
	step  *term
	wraps int      // step: modulo 2^wraps
	times *big.Int // power: multiplied by it, or divided if negative
	turn  []*carried
	value value // const, previous
	leaf  *term // previous: the symbol in it that counts up with the iterations
	iter  *term // previous: the number of the iteration in terms of leaf
}

// loop walks over scf.for or scf.while.
func (k *kernel) loop(op *ir.Operation) {
	l := &loop{op: op}
	inits := op.Operands()
	if op.Is("scf.for") {
		inits = inits[3:]
	}
	for _, v := range inits {
		k.get(v)
		l.carried = append(l.carried, &carried{typ: v.Type(), first: k.vals[v], level: ofBlock})
	}
	for _, c := range k.storedCells(op) {
		l.carried = append(l.carried, &carried{typ: c.typ, cell: &c.cell, first: value{t: k.cells[c.cell]}, level: ofBlock})
	}
	for _, c := range l.carried {
		c.level = max(c.level, levelOf(c.first))
	}
	outer := k.cells
	start := k.s.next
	for range 4 * (len(l.carried) + 1) {
		k.cells = copyOf(outer)
		k.iteration(l, false)
		if !raise(l.carried) {
			break
		}
	}
	k.classify(l, start)
	k.findMachine(l, start)
	for known := true; known; known = l.previous(start) {
		k.cells = copyOf(outer)
		start = k.s.next
		k.iteration(l, true)
	}
	k.cells = copyOf(outer)
	k.leave(l, start)
}

// previous finds what follows from the number of the previous iteration alone; whether it has found something.
func (l *loop) previous(start int) bool {
	leaf := (*term)(nil)
	mentions(l.iter, func(t *term) bool {
		if t.id > start && t.kind == kSym {
			leaf = t
		}
		return false
	})
	found := false
	for _, c := range l.carried {
		other := func(t *term) bool { return t.id > start && t != leaf }
		if c.form.kind != "" || leaf == nil || c.then.t != nil && mentions(c.then.t, other) {
			continue
		}
		if slices.ContainsFunc(c.then.mem, func(a alt) bool { return a.carried != nil || mentions(a.when, other) || mentions(a.off, other) }) {
			continue
		}
		c.form = form{kind: "previous", value: c.then, leaf: leaf, iter: l.iter}
		c.level = max(c.level, levelOf(c.then))
		found = true
	}
	return found
}

// typedCell is a private scalar with its type.
type typedCell struct {
	cell
	typ ir.Type
}

// storedCells are the private scalars that a loop stores.
func (k *kernel) storedCells(op *ir.Operation) []typedCell {
	var out []typedCell
	seen := map[cell]bool{}
	for st := range op.All("memref.store") {
		mem := k.roots[st.Operand(1).DefiningOp()]
		if mem == nil || mem.cells == nil {
			continue
		}
		i, _ := constantIndex(st, 1)
		c := cell{mem, i * bytesOf(st.Operand(0).Type())}
		if k.cells[c] != nil && !seen[c] {
			seen[c] = true
			out = append(out, typedCell{c, st.Operand(0).Type()})
		}
	}
	if k.copies != nil {
		for i := range int64(copyNumbers) {
			out = append(out, typedCell{cell{k.copies, i}, op.Context().Index()})
		}
	}
	return out
}

// levelOf is who may see another value.
func levelOf(v value) level {
	l := ofGrid
	if v.t != nil {
		return v.t.level
	}
	for _, a := range v.mem {
		l = max(l, a.when.level)
		if a.off != nil {
			l = max(l, a.off.level)
		}
	}
	return l
}

// raise corrects the levels of what is carried by those of the next iteration's values.
func raise(all []*carried) bool {
	changed := false
	for _, c := range all {
		if l := levelOf(c.then); l > c.level {
			c.level, changed = l, true
		}
	}
	return changed
}

// iteration walks over one iteration. Unless the forms are known, what is carried are symbols.
func (k *kernel) iteration(l *loop, known bool) {
	s := k.s
	zero, more := s.num(0), s.yes
	k.loops = append(k.loops, l)
	var lv, ub, step *term
	if l.op.Is("scf.for") {
		lb := k.get(l.op.Operand(0))
		ub, step = k.get(l.op.Operand(1)), k.get(l.op.Operand(2))
		if lb.level <= ofBlock && step == s.num(1) {
			hi := ub.hi
			if hi != nil {
				hi = new(big.Int).Sub(hi, one)
			}
			lv = s.sym("i", ofBlock, lb.lo, hi)
			l.iter = s.sub(lv, lb)
		} else {
			l.iter = s.sym("k", ofBlock, new(big.Int), nil)
			lv = s.add(lb, s.mul(step, l.iter))
		}
		more = s.lt(lv, ub)
		l.agree = []*term{lb, ub, step}
		l.none = s.not(s.lt(lb, ub))
		l.exit = s.ite(s.lt(lb, ub), s.div(s.add(s.sub(ub, lb), s.sub(step, s.num(1))), step), zero)
	} else {
		l.iter = s.sym("k", ofBlock, new(big.Int), nil)
	}
	l.facts = []*term{s.le(zero, l.iter)}
	for i, c := range l.carried {
		c.now = k.carriedNow(l, c, l.iter, known, fmt.Sprintf("c%d", i))
		if c.cell != nil {
			k.cells[*c.cell] = c.now.t
		}
	}
	if l.op.Is("scf.for") {
		b := l.op.Body(0)
		k.vals[b.Arg(0)] = value{t: lv}
		k.bind(b.Args()[1:], l.carried)
		l.before, l.cond = nil, more
		l.after = k.body(b)
		k.yields(l, b.Terminator().Operands())
		l.next = s.lt(s.add(lv, step), ub)
	} else {
		b := l.op.Body(0)
		k.bind(b.Args(), l.carried)
		l.before = k.body(b)
		t := b.Terminator()
		l.cond = k.get(t.Operand(0))
		l.agree = []*term{l.cond}
		for i, v := range t.Operands()[1:] {
			k.get(v)
			k.vals[l.op.Body(1).Arg(i)] = k.vals[v]
		}
		l.after = k.body(l.op.Body(1))
		k.yields(l, l.op.Body(1).Terminator().Operands())
	}
	if known && l.machine != nil {
		k.follow(l)
	}
	k.loops = k.loops[:len(k.loops)-1]
}

// bind gives block arguments the carried values.
func (k *kernel) bind(args []*ir.Value, all []*carried) {
	for i, a := range args {
		k.vals[a] = all[i].now
	}
}

// yields reads the values for the next iteration.
func (k *kernel) yields(l *loop, vals []*ir.Value) {
	for i, c := range l.carried {
		if c.cell != nil {
			c.then = value{t: k.cells[*c.cell]}
			continue
		}
		k.get(vals[i])
		c.then = k.vals[vals[i]]
	}
}

// carriedNow is a carried value in an iteration, or after the loop.
func (k *kernel) carriedNow(l *loop, c *carried, iter *term, known bool, name string) value {
	s := k.s
	if !known {
		if c.first.t != nil {
			return value{t: k.uniform(name, c.typ, c.level, true)}
		}
		mt := c.typ.(*ir.MemRefType)
		return value{mem: []alt{{when: s.yes, carried: c, off: s.num(0), elem: bytesOf(mt.Elem)}}}
	}
	switch c.form.kind {
	case "same":
		return c.first
	case "step":
		t := s.add(c.first.t, s.mul(iter, c.form.step))
		if c.form.wraps > 0 {
			t = k.wrap(t, c.form.wraps)
		}
		return value{t: t}
	case "const":
		return k.choose(s.eq(iter, s.num(0)), c.first, c.form.value)
	case "previous":
		// the leaf counts up with the iterations
		lv := s.add(c.form.leaf, s.sub(iter, c.form.iter), s.num(-1))
		with := func(t *term) *term {
			if t == nil {
				return nil
			}
			return s.subst(t, map[*term]*term{c.form.leaf: lv})
		}
		v := value{t: with(c.form.value.t)}
		for _, a := range c.form.value.mem {
			a.when, a.off, a.n = with(a.when), with(a.off), with(a.n)
			v.mem = append(v.mem, a)
		}
		return k.choose(s.eq(iter, s.num(0)), c.first, v)
	case "state":
		return k.stateValue(l, c, iter)
	case "turn":
		n := s.num(int64(len(c.form.turn)))
		out := c.form.turn[len(c.form.turn)-1].first
		for i := len(c.form.turn) - 2; i >= 0; i-- {
			out = k.choose(s.eq(s.mod(iter, n), s.num(int64(i))), c.form.turn[i].first, out)
		}
		return out
	case "power":
		t := k.uniform(name, c.typ, c.level, false)
		k.power(l, c, t, iter)
		return value{t: t}
	}
	if c.first.t != nil {
		return value{t: k.uniform(name, c.typ, c.level, true)}
	}
	return k.anyOf(l, c, name)
}

// anyOf is one of the memories that a carried value may be.
func (k *kernel) anyOf(l *loop, c *carried, name string) value {
	var all []alt
	seen := map[*carried]bool{}
	var collect func(c *carried)
	collect = func(c *carried) {
		if seen[c] {
			return
		}
		seen[c] = true
		for _, a := range slices.Concat(c.first.mem, c.then.mem) {
			if a.carried != nil && slices.Contains(l.carried, a.carried) {
				collect(a.carried)
				continue
			}
			a.when = k.s.yes
			if !slices.ContainsFunc(all, func(b alt) bool { return b.root == a.root && b.off == a.off && b.n == a.n }) {
				all = append(all, a)
			}
		}
	}
	collect(c)
	which := k.uniform(name+".which", k.op.Context().Index(), c.level, true)
	for i := range all {
		all[i].when = k.s.eq(which, k.s.num(int64(i)))
	}
	return value{mem: all}
}

// classify finds the forms of what is carried, from a walk over the body with symbols.
func (k *kernel) classify(l *loop, start int) {
	s := k.s
	local := func(t *term) bool { return t.id > start }
	for _, c := range l.carried {
		now, then := c.now.t, c.then.t
		c.form = form{}
		switch {
		case now == nil:
			if then := c.then.mem; len(then) == 1 && then[0].carried == c {
				c.form.kind = "same"
			} else if next := l.turn(c); next != nil {
				c.form = form{kind: "turn", turn: next}
			}
		case now == then:
			c.form.kind = "same"
		case now.bool:
		case wrapStep(s, now, then) != nil && !mentions(wrapStep(s, now, then), local) && width(c.typ) > 1:
			c.form = form{kind: "step", step: wrapStep(s, now, then), wraps: width(c.typ)}
			if l.stopsBelow(s, c, local) {
				c.form.wraps = 0
			}
		case !mentions(s.sub(then, now), local):
			c.form = form{kind: "step", step: s.sub(then, now)}
		case !mentions(then, local):
			c.form = form{kind: "const", value: c.then}
		case then == s.div(now, s.num(2)):
			c.form = form{kind: "power", times: big.NewInt(-2)}
		case then == s.scale(big.NewInt(2), now):
			c.form = form{kind: "power", times: big.NewInt(2)}
		default:
			if next := l.turn(c); next != nil {
				c.form = form{kind: "turn", turn: next}
			}
		}
	}
	for _, c := range l.carried { // a turn needs all of its values
		if c.form.kind == "turn" && slices.ContainsFunc(c.form.turn, func(x *carried) bool { return (x.first.t == nil) != (c.first.t == nil) }) {
			c.form = form{}
		}
	}
}

// stopsBelow says whether a counter by 1 does not wrap since the loop goes on only while it is less than what does not change: each
// iteration before had a value less than that, so the next one, which is at most as large, is a number of the type.
func (l *loop) stopsBelow(s *terms, c *carried, local func(*term) bool) bool {
	if !l.op.Is("scf.while") || c.form.step != s.num(1) || l.cond == nil {
		return false
	}
	parts := []*term{l.cond}
	if l.cond.kind == kAnd {
		parts = l.cond.args
	}
	most := new(big.Int).Sub(new(big.Int).Lsh(one, uint(width(c.typ)-1)), one)
	return slices.ContainsFunc(parts, func(p *term) bool {
		if p.kind != kGE0 {
			return false
		}
		last := s.add(p.args[0], c.now.t) // the condition is now <= last
		return !mentions(last, local) && last.hi != nil && last.hi.Cmp(most) < 0
	})
}

// wrapStep is d where then is now + d modulo a power of two, as a signed number; nil if it is not.
func wrapStep(s *terms, now, then *term) *term {
	for _, m := range then.monomials() {
		if len(m.atoms) == 1 && m.atoms[0].kind == kMod && m.coef.Cmp(one) == 0 {
			mod := m.atoms[0]
			return s.sub(s.add(mod.args[0], s.sub(then, mod)), now)
		}
	}
	return nil
}

// turn is the cycle of carried values through which c gets its values, beginning with itself.
func (l *loop) turn(c *carried) []*carried {
	out := []*carried{c}
	for at := c; len(out) <= len(l.carried); {
		next := slices.IndexFunc(l.carried, func(x *carried) bool {
			if at.then.t != nil {
				return x.now.t == at.then.t
			}
			return len(at.then.mem) == 1 && at.then.mem[0].carried == x && at.then.mem[0].when.kind == kConst
		})
		if next < 0 {
			return nil
		}
		at = l.carried[next]
		if at == c {
			return out
		}
		if slices.Contains(out, at) {
			return nil
		}
		out = append(out, at)
	}
	return nil
}

// power states what is known of a value that is multiplied or divided by two with each iteration.
func (k *kernel) power(l *loop, c *carried, t, iter *term) {
	s := k.s
	zero := s.num(0)
	var cases []*term
	ok := true
	for _, f := range possible(s, c.first.t) {
		x := f.value
		for j := int64(0); ; j++ {
			at := s.and(f.when, s.eq(iter, s.num(j)), s.eq(t, s.num(x)))
			cases = append(cases, at)
			t.values = append(t.values, x)
			if l.cond != nil && s.subst(l.cond, map[*term]*term{c.now.t: s.num(x), l.iter: s.num(j)}) == s.no {
				break
			}
			if c.form.times.Sign() > 0 {
				x *= 2
			} else {
				x /= 2
			}
			if j > 62 || x < 0 {
				ok = false
				break
			}
		}
	}
	if ok && len(cases) > 0 && len(cases) <= 400 {
		slices.Sort(t.values)
		t.values = slices.Compact(t.values)
		t.facts = append(t.facts, s.or(cases...))
		return
	}
	t.values = nil
	t.havoc = true
	first := c.first.t
	start := s.implies(s.eq(iter, zero), s.eq(t, first))
	if c.form.times.Sign() > 0 {
		t.facts = append(t.facts, start, s.implies(s.le(zero, first), s.le(first, t)), s.implies(s.and(s.lt(zero, iter), s.le(zero, first)), s.le(s.scale(big.NewInt(2), first), t)))
	} else {
		t.facts = append(t.facts, start, s.implies(s.le(zero, first), s.and(s.le(zero, t), s.le(t, first))),
			s.implies(s.and(s.lt(zero, iter), s.le(zero, first)), s.le(s.scale(big.NewInt(2), t), first)))
	}
}

// possibility is a value that a term has when a condition holds.
type possibility struct {
	when  *term
	value int64
}

// possible are all values of a term that is a constant or depends on one symbol of few values; nil for others.
func possible(s *terms, t *term) []possibility {
	if n, ok := t.constant(); ok && n.IsInt64() {
		return []possibility{{s.yes, n.Int64()}}
	}
	var leaf *term
	several := false
	mentions(t, func(x *term) bool {
		if leaf != nil && leaf != x && !dependsOn(leaf, x) {
			several = true
		}
		if leaf == nil {
			leaf = x
		}
		return false
	})
	if leaf == nil || several || len(leaf.values) == 0 {
		return nil
	}
	var out []possibility
	for _, v := range leaf.values {
		n, ok := s.subst(t, map[*term]*term{leaf: s.num(v)}).constant()
		if !ok || !n.IsInt64() {
			return nil
		}
		out = append(out, possibility{s.eq(leaf, s.num(v)), n.Int64()})
	}
	return out
}

// dependsOn says whether x is inside the arguments of the application t.
func dependsOn(t, x *term) bool {
	return slices.ContainsFunc(t.args, func(a *term) bool { return mentions(a, func(y *term) bool { return y == x }) })
}

// leave makes the values after a loop, and what is known of them.
func (k *kernel) leave(l *loop, start int) {
	s := k.s
	trip := ofBlock
	for _, a := range l.agree {
		trip = max(trip, a.level)
	}
	if l.op.Is("scf.while") {
		l.exit = k.uniform("exit", k.op.Context().Index(), trip, true)
		l.exit.lo = new(big.Int)
	}
	if m := l.machine; m != nil {
		now, then := m.now, m.then
		defer func() { m.now, m.then = now, then }()
	}
	now := map[*term]*term{l.iter: l.exit}
	at0 := map[*term]*term{l.iter: s.num(0)}
	next := map[*term]*term{l.iter: s.add(l.iter, s.num(1))}
	for i, c := range l.carried {
		c.level = max(c.level, trip)
		if c.form.kind == "same" {
			c.end = c.first
		} else {
			c.end = k.carriedNow(l, c, l.exit, true, fmt.Sprintf("e%d", i))
		}
		if c.now.t != nil && (c.now.t.kind == kApp || c.now.t.kind == kSym) && c.now.t != c.first.t && c.now.t.id > start {
			now[c.now.t], at0[c.now.t], next[c.now.t] = c.end.t, c.first.t, c.then.t
		}
	}
	if l.op.Is("scf.for") {
		k.emit(l)
		for i := range l.op.NumResults() {
			k.vals[l.op.Result(i)] = l.carried[i].end
		}
		for _, c := range l.carried {
			if c.cell != nil {
				k.cells[*c.cell] = c.end.t
			}
		}
		return
	}
	l.none = s.not(k.again(l.cond, at0, start))
	l.next = k.again(l.cond, next, start)
	later := s.not(l.none)
	if !mentions(l.cond, func(t *term) bool { return t.id > start && t != l.iter }) {
		later = s.and(later, s.subst(l.cond, map[*term]*term{l.iter: s.sub(l.iter, s.num(1))}))
	}
	l.facts = append(l.facts, s.implies(s.lt(s.num(0), l.iter), later))
	k.emit(l)
	k.emit(&assume{s.not(k.again(l.cond, now, start))})
	k.determined(l, now, start)
	for i, v := range l.op.Body(0).Terminator().Operands()[1:] {
		x := k.vals[v]
		if x.t != nil {
			k.vals[l.op.Result(i)] = value{t: k.again(x.t, now, start)}
			continue
		}
		if j := slices.IndexFunc(l.op.Body(0).Args(), func(a *ir.Value) bool { return a == v }); j >= 0 {
			k.vals[l.op.Result(i)] = l.carried[j].end
			continue
		}
		var out []alt
		for _, a := range x.mem {
			a.when = k.again(a.when, now, start)
			if a.off != nil {
				a.off = k.again(a.off, now, start)
			}
			out = append(out, a)
		}
		k.vals[l.op.Result(i)] = value{mem: out}
	}
	for _, c := range l.carried {
		if c.cell != nil {
			k.cells[*c.cell] = c.end.t
		}
	}
}

// determined says more of the number of iterations of a while loop: the condition held in the last one. If it is a bound
// of a counter, or of a value that is enumerated, the number is determined.
func (k *kernel) determined(l *loop, now map[*term]*term, start int) {
	s := k.s
	local := func(t *term) bool { return t.id > start && t != l.iter }
	if l.exit.kind != kApp && l.exit.kind != kSym {
		return
	}
	if l.none == s.yes {
		k.emit(&assume{s.eq(l.exit, s.num(0))})
		l.exit.havoc = false
	} else if !mentions(l.cond, local) {
		before := s.subst(l.cond, map[*term]*term{l.iter: s.sub(l.exit, s.num(1))})
		k.emit(&assume{s.implies(s.lt(s.num(0), l.exit), before)})
		l.exit.havoc = l.cond.kind != kGE0 && l.cond.kind != kConst || !linearIn(l.cond.args[0], l.iter)
	} else if l.cond.kind == kGE0 && !mentions(l.cond, func(t *term) bool { return local(t) && len(t.values) == 0 }) {
		l.exit.havoc = false
	}
}

// linearIn says whether x stands in a sum by itself only.
func linearIn(p, x *term) bool {
	for _, m := range p.monomials() {
		for _, a := range m.atoms {
			if a != x && mentions(a, func(t *term) bool { return t == x }) || a == x && len(m.atoms) > 1 {
				return false
			}
		}
	}
	return true
}

// again is a term of the loop in another iteration: what is loaded there is another value.
func (k *kernel) again(t *term, with map[*term]*term, start int) *term {
	memo := map[*term]*term{}
	fresh := map[*term]*term{}
	return k.s.rewrite(t, memo, func(old *term, args []*term) *term {
		if r := with[old]; r != nil {
			return r
		}
		if old.kind == kSym && old.havoc && old.id > start {
			if fresh[old] == nil {
				fresh[old] = k.s.sym(old.name, old.level, old.lo, old.hi)
				fresh[old].bool, fresh[old].havoc = old.bool, true
			}
			return fresh[old]
		}
		return nil
	})
}
