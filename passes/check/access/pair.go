package access

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes/check/overlap"
	"descend/passes/place"
)

// pairMode says which two threads are asked about.
type pairMode int

const (
	twoThreads pairMode = iota // different threads of one block (or of the function's resource below a block)
	twoWarps                   // threads of different warps of one block
	twoBlocks                  // threads of different blocks
	anyTwo                     // different threads of the grid: whether a parameter is exclusive
	anyOne                     // threads of one block, which may be one
	sameOne                    // one thread
)

// pair is a question: may a (the earlier access) and b reach one element?
type pair struct {
	a, b   *access
	mode   pairMode
	shared int       // as in entry
	order  iteration // as in entry
	partly bool      // as in entry
	some   bool      // as in entry
	flight flight    // as in entry
}

// side is one of the two instances of a pair: how the names of its access read in the problem.
type side struct {
	f      *pairs
	a      *access
	suffix string
	p      *pair
	subst  map[string]nat.Expr
}

// pairKey is what the answer to a pair depends on; it is shared by accesses of one shape.
type pairKey struct {
	a, b     int
	instance bool
	mode     pairMode
	shared   int
	order    iteration
}

// instance says whether the two accesses of a pair are one execution of one operation, in two threads. Of a call these are
// two executions of the callee, by what the caller's threads are divided into: each by itself was checked with the callee.
func (p *pair) instance() bool {
	same := p.a == p.b || p.a.effect != nil && p.b.effect != nil && p.a.op == p.b.op
	return same && p.shared == len(p.a.loops) && p.order == noOrder && p.mode < anyTwo
}

// pairs answers questions about two accesses.
type pairs struct {
	*collector
	memo map[pairKey]overlap.Answer
	// bare are the answers to pairs without the loops around, invariant the shapes for which they are the question (decideBare).
	bare      map[pairKey]overlap.Answer
	invariant map[int]bool
	names     [2]map[string]nat.Expr // those of the two sides of the pair that is being decided
}

func newPairs(c *collector) *pairs {
	return &pairs{c, map[pairKey]overlap.Answer{}, map[pairKey]overlap.Answer{}, map[int]bool{}, [2]map[string]nat.Expr{{}, {}}}
}

// decide answers a pair.
func (f *pairs) decide(p pair) overlap.Answer {
	k := pairKey{p.a.shape, p.b.shape, p.instance(), p.mode, p.shared, p.order}
	if ans, ok := f.memo[k]; ok {
		return ans
	}
	// Where nothing is known of their order, the two may change places.
	swapped := k
	if swapped.a, swapped.b = k.b, k.a; p.order == noOrder {
		if ans, ok := f.memo[swapped]; ok && ans.Verdict == overlap.Disjoint {
			f.memo[k] = ans
			return ans
		}
	}
	ans, ok := f.decideBare(&p)
	if !ok {
		ans, ok = f.decideAnyOrder(p)
	}
	if !ok {
		ans = f.decideNow(&p)
	}
	f.memo[k] = ans
	return ans
}

// decideAnyOrder answers a pair with a copy that goes on in so many iterations as if nothing were known of their order. What is apart then is
// apart in each order, and there are as many of these as iterations that are told apart; false if it is not.
func (f *pairs) decideAnyOrder(p pair) (overlap.Answer, bool) {
	if p.order < inFirst {
		return overlap.Answer{}, false
	}
	if p.order = noOrder; p.instance() {
		return overlap.Answer{}, false
	}
	ans := f.decide(p)
	return ans, ans.Verdict == overlap.Disjoint
}

// decideBare answers a pair of accesses that depend on no loop as if there were none around. What is apart then is apart in all
// iterations, and in a nest there are as many pairs of these as loops around; false if they are not: then it matters which
// iterations there are.
func (f *pairs) decideBare(p *pair) (overlap.Answer, bool) {
	if len(p.a.loops)+len(p.b.loops) == 0 || !f.isInvariant(p.a) || !f.isInvariant(p.b) {
		return overlap.Answer{}, false
	}
	k := pairKey{a: p.a.bare, b: p.b.bare, instance: p.instance(), mode: p.mode}
	ans, ok := f.bare[k]
	if !ok {
		a, b := *p.a, *p.b
		a.loops, b.loops = nil, nil
		q := pair{a: &a, b: &b, mode: p.mode}
		if k.instance {
			q.b = &a
		}
		ans = f.decideNow(&q)
		f.bare[k] = ans
	}
	return ans, ans.Verdict == overlap.Disjoint
}

// isInvariant says whether what an access reaches, and who accesses it, has no variable of a loop in it. Calls are left out.
func (f *pairs) isInvariant(a *access) bool {
	is, ok := f.invariant[a.shape]
	if !ok {
		is = a.effect == nil && !slices.ContainsFunc(f.loops, func(loop *ir.Operation) bool { return f.dependsOnLoop(a, loop) })
		f.invariant[a.shape] = is
	}
	return is
}

func (f *pairs) dependsOnLoop(a *access, loop *ir.Operation) bool {
	switch o := loop.Typed().(type) {
	case descend.ForNatOp:
		return f.speaksOf(a, o.Var())
	case descend.ForEachOp:
		return f.speaksOf(a, f.r.EachVarName(loop))
	}
	return false
}

// speaksOf says whether what an access reaches, or who accesses it, has the nat of the name in it.
func (f *pairs) speaksOf(a *access, name string) bool {
	in := func(e nat.Expr) bool { return e.HasVar(name) }
	ofPart := func(c place.Coord) bool { return in(c.Lo) || in(c.Extent) }
	return a.mentions(name) || slices.ContainsFunc(a.who.coords, ofPart) || slices.ContainsFunc(a.by.coords, ofPart) ||
		slices.ContainsFunc(a.path.Steps, func(s place.Step) bool { return s.Op != nil && slices.ContainsFunc(f.r.Params(s), in) }) ||
		slices.ContainsFunc(a.index, func(x place.IndexFunc) bool {
			ofConstraint := func(c nat.Constraint) bool { return in(c.L) || in(c.R) }
			return slices.ContainsFunc(x.Assume, ofConstraint) || slices.ContainsFunc(x.Exists, ofConstraint)
		})
}

func (f *pairs) decideNow(p *pair) overlap.Answer {
	l := &side{f: f, a: p.a, suffix: "'1", p: p, subst: f.names[0]}
	r := &side{f: f, a: p.b, suffix: "'2", p: p, subst: f.names[1]}
	base := &overlap.Problem{Facts: f.r.BaseFacts(), ProofOnly: p.mode == anyTwo}
	l.prepare(base)
	r.prepare(base)
	if p.byOtherBlocks(base, l, r) {
		return overlap.Answer{Verdict: overlap.Disjoint}
	}
	f.who(base, p, l, r)
	switch {
	case p.order >= inFirst && p.shared < len(p.b.loops):
		r.in(base, p.b.loops[p.shared])
	case p.order != noOrder && p.order < inFirst && p.shared < len(p.a.loops):
		l.order(base, r, p.a.loops[p.shared])
	}
	if !p.a.known || !p.b.known {
		return overlap.Decide(base) // the whole object, or an unknown part: who decides
	}
	for _, c := range f.r.Owner(p.a.path) {
		base.Zero = append(base.Zero, l.read(f.coordinate(c)).Sub(r.read(f.coordinate(c))))
	}
	if f.chains(base, l, r) {
		return overlap.Answer{Verdict: overlap.Disjoint}
	}
	// the syntactic step alone is often enough, and cheap
	quick := *base
	quick.Quick = true
	if a := overlap.Decide(&quick); a.Verdict == overlap.Disjoint {
		return a
	}
	out := overlap.Answer{Verdict: overlap.Disjoint}
	for i := range p.a.index {
		for j := range p.b.index {
			prob := *base
			prob.Vars = append([]overlap.Var(nil), base.Vars...)
			prob.Zero = append([]nat.Expr(nil), base.Zero...)
			if !l.elements(&prob, r, &p.a.index[i], &p.b.index[j]) {
				continue
			}
			if a := l.decide(&prob, r, &p.a.index[i], &p.b.index[j]); a.Verdict != overlap.Disjoint {
				if out = a; a.Verdict == overlap.Overlap {
					l.complete(a.Witness, prob.Vars)
					r.complete(a.Witness, prob.Vars)
					return a
				}
			}
		}
	}
	return out
}

// decide answers the question of two index functions. What a permutation p leads to is a variable each, y of p[x] on one side and y' of
// p[x'] on the other; that y = y' exactly where x = x' is no equation, but says two things of all solutions: where the equations leave
// none with y != y', y = y' in all of them, and so x = x'. (Ackermann's reduction of functions, for what the equations decide.) A number
// to which permutations lead is not known, so what is left has no witness.
func (s *side) decide(prob *overlap.Problem, r *side, a, b *place.IndexFunc) overlap.Answer {
	as, bs := a.Permuted, b.Permuted
	for i := len(as) - 1; i >= 0; i-- { // those nearest to the memory say the most
		for j := len(bs) - 1; j >= 0; j-- {
			if as[i].Of != bs[j].Of {
				continue
			}
			y, z := s.read(nat.Var(as[i].Name)), r.read(nat.Var(bs[j].Name))
			apart := *prob
			apart.Vars, apart.Zero = slices.Clone(prob.Vars), slices.Clone(prob.Zero)
			apart.Same, apart.Always, apart.ProofOnly = [][2]nat.Expr{{y, z}}, false, true
			if overlap.Decide(&apart).Verdict == overlap.Disjoint {
				index := func(s *side, p place.Permuted) nat.Expr { return s.read(s.f.hardware(p.Index)) }
				prob.Zero = append(prob.Zero, y.Sub(z), index(s, as[i]).Sub(index(r, bs[j])))
			}
		}
	}
	ans := overlap.Decide(prob)
	permuted := func(v place.Var) bool { return v.Kind == place.PermutedVar }
	if ans.Verdict == overlap.Overlap && (slices.ContainsFunc(a.Vars, permuted) || slices.ContainsFunc(b.Vars, permuted)) {
		return overlap.Answer{Verdict: overlap.Unknown}
	}
	return ans
}

// byOtherBlocks says whether the accesses are in parts of the grid that are apart, where threads of one block are asked about.
func (p *pair) byOtherBlocks(prob *overlap.Problem, l, r *side) bool {
	if p.mode == twoBlocks || p.mode == anyTwo {
		return false
	}
	before := func(hi, lo nat.Expr) bool { return prob.Facts.Proves(nat.AtMost(hi, lo)) }
	for _, c := range p.a.who.coords {
		for _, d := range p.b.who.coords {
			if c.Level == place.LevelBlock && c.Name() == d.Name() && !(c.Lo.IsZero() && d.Lo.IsZero()) &&
				(before(l.read(c.Hi()), r.read(d.Lo)) || before(r.read(d.Hi()), l.read(c.Lo))) {
				return true
			}
		}
	}
	return false
}

// read rewrites an expression of the access in the names of the problem.
func (s *side) read(e nat.Expr) nat.Expr { return e.Subst(s.subst) }

// who fills in which coordinates say that the two accesses are by one thread.
func (f *pairs) who(prob *overlap.Problem, p *pair, l, r *side) {
	if p.mode == anyOne || p.mode == sameOne {
		prob.Always = true
		for _, c := range f.canon {
			if p.mode == sameOne {
				prob.Zero = append(prob.Zero, l.read(nat.Var(c.name)).Sub(r.read(nat.Var(c.name))))
			}
		}
		return
	}
	instance := p.instance()
	one, two := p.a.who, p.b.who
	if instance {
		one, two = p.a.by, p.b.by
	}
	ha, hb := one.names, two.names
	numbered := f.whoByNumber(prob, p, l, r, one, two)
	if numbered && p.mode != anyTwo {
		return
	}
	for _, c := range f.canon {
		if numbered && !c.block {
			continue
		}
		var counts bool
		switch p.mode {
		case twoBlocks:
			counts = c.block
		case twoWarps:
			counts = c.name == warpName
		case twoThreads:
			counts = !c.block && (ha[c.name] || hb[c.name])
		case anyTwo:
			counts = c.block || ha[c.name] || hb[c.name]
		}
		if !counts {
			continue
		}
		if !ha[c.name] || !hb[c.name] {
			if !instance {
				prob.Always = true
			}
			continue
		}
		prob.Same = append(prob.Same, [2]nat.Expr{l.read(nat.Var(c.name)), r.read(nat.Var(c.name))})
	}
	if instance {
		return
	}
	// threads of a resource that is not narrowed to one: any two of them
	if p.mode == twoThreads || p.mode == anyTwo {
		if !one.single || !two.single {
			prob.Always = true
		}
	}
	if p.mode == twoWarps && len(prob.Same) == 0 {
		prob.Always = true
	}
}

// whoByNumber compares threads by their numbers in the block where one access counts them per axis and the other in
// warps, or both per axis and their warps are asked about; false if it is not so.
func (f *pairs) whoByNumber(prob *overlap.Problem, p *pair, l, r *side, one, two *actor) bool {
	ha, hb := one.names, two.names
	if p.mode == twoBlocks || ha[warpName] && hb[warpName] || ha[warpName] == hb[warpName] && p.mode != twoWarps ||
		!one.single || !two.single {
		return false
	}
	x, okX := f.numberOf(ha)
	y, okY := f.numberOf(hb)
	if !okX || !okY {
		return false
	}
	if p.mode == twoWarps {
		// the thread that is counted per axis is in some warp, which its number says
		prob.Zero = append(prob.Zero, l.read(x.Sub(numberInWarps)), r.read(y.Sub(numberInWarps)))
		x, y = nat.Var(warpName), nat.Var(warpName)
	}
	prob.Same = append(prob.Same, [2]nat.Expr{l.read(x), r.read(y)})
	return true
}

// chains compares the two chains of views as far as they are equal in value: elements taken there must have
// equal indices, up to a view that has an element several times. true: they take different parts.
func (f *pairs) chains(prob *overlap.Problem, l, r *side) (disjoint bool) {
	as, bs := straight(l.a.path.Steps), straight(r.a.path.Steps)
	for i := 0; i < len(as) && i < len(bs); i++ {
		x, y := as[i], bs[i]
		switch {
		case x.Kind == place.Box && y.Kind == place.Box:
		case x.Kind == place.Proj && y.Kind == place.Proj:
			if x.Field != y.Field {
				return true
			}
		case x.Kind == place.View:
			if x.Repeats() || !place.SameView(x, y, l.read, r.read) {
				return false
			}
		default:
			a, okA := f.r.ElemIndex(x)
			b, okB := f.r.ElemIndex(y)
			if !okA || !okB {
				return false
			}
			l.free(prob, x, a)
			r.free(prob, y, b)
			prob.Zero = append(prob.Zero, l.read(f.hardware(a)).Sub(r.read(f.hardware(b))))
		}
	}
	return false
}

// straight leaves out views that undo each other: two exchanges of dimensions, or two orders from behind.
func straight(steps []place.Step) []place.Step {
	undo := func(s, t place.Step) bool {
		return s.Kind == place.View && t.Kind == place.View &&
			(ir.Is[view.TransposeOp](s.Op) && ir.Is[view.TransposeOp](t.Op) || ir.Is[view.ReverseOp](s.Op) && ir.Is[view.ReverseOp](t.Op))
	}
	var out []place.Step
	for _, s := range steps {
		if n := len(out); n > 0 && undo(out[n-1], s) {
			out = out[:n-1]
		} else {
			out = append(out, s)
		}
	}
	return out
}
