package nat

import "descend/dialects/num"

// The prover: whether a goal follows from facts (docs/prover.md has the whole in one page).
//
// Every goal becomes p >= 0 for polynomials p of the system, or divisibility. geq tries in the order of cost: signs,
// intervals, a certificate (cancel.go), a common factor, shifts of variables and cases (cases.go); after the intervals, what some
// assignments refute is given up (samples.go).
//
// It is sound since each step concludes p >= 0 from facts that hold wherever the caller's do, and nothing else: what
// is remembered in proved was proved of the same facts, and a polynomial that is being proved counts as not proved
// meanwhile, so that no proof rests on itself. A system that is bad has no assignment, and everything holds in it.
//
// It ends since each polynomial is tried once for a query, steps are counted against the query's work, and case
// splits nest at most maxSplits deep.
//
// Prove looks for a proof with a part of the work, then for a counterexample, then for a proof with all of it: goals
// that are wrong are common, and most of them have a small counterexample, while a search for their proof ends at its
// bounds only.

// finish derives what the queries need; the facts do not change after it.
func (s *system) finish() {
	if s.bad {
		return
	}
	s.propagate()
	s.rebase()
	if len(s.ge)+len(s.eq)+len(s.ne)+len(s.div) == 0 {
		s.sealed = true
		return
	}
	before := s.extent()
	s.solvePow2()
	s.resolveFacts()
	s.useNe()
	if s.extent() != before {
		s.propagate()
		s.rebase()
	}
	s.sealed = true
}

// extent tells whether facts were added: they are not taken away unless a variable is solved for.
func (s *system) extent() [5]int {
	return [...]int{len(s.ge), len(s.eq), len(s.ne), len(s.div), len(s.sub)}
}

// rebase collects the facts that proofs start from.
func (s *system) rebase() {
	s.base = append([]*poly(nil), s.ge...)
	for _, p := range s.eq {
		s.base = append(s.base, p, p.neg())
	}
	var atoms []*atom
	notVar := func(a *atom) bool { return a.kind != atomVar }
	for _, p := range s.base {
		atoms = atomsOf(p, atoms, notVar)
	}
	for _, p := range s.ne {
		atoms = atomsOf(p, atoms, notVar)
	}
	s.base = append(s.base, s.atomFacts(atoms)...)
	s.resolved, s.proved = nil, nil
}

// resolveFacts simplifies divisions, minima and maxima in the facts by the facts.
func (s *system) resolveFacts() {
	ge, eq := s.ge, s.eq
	for _, p := range ge {
		if q := s.resolve(p); !q.equal(p) {
			s.addGe(q) // beside p, which may be what proved it
		}
	}
	for _, p := range eq {
		if q := s.resolve(p); !q.equal(p) {
			s.addGe(q)
			s.addGe(q.neg())
		}
	}
}

// useNe turns p != 0 into p >= 1 where p >= 0 is known.
func (s *system) useNe() {
	for _, p := range s.ne {
		p = s.resolve(p)
		if c, ok := p.constant(); ok {
			s.bad = s.bad || c.IsZero()
			continue
		}
		if s.geq(p) {
			s.addGe(p.addInt(-1))
		}
		if s.geq(p.neg()) {
			s.addGe(p.neg().addInt(-1))
		}
	}
}

// geQuick shows p >= 0 from at most one fact.
func (s *system) geQuick(p *poly) bool {
	if obviouslyNonneg(p) {
		return true
	}
	for _, f := range s.ge {
		if sumNonneg(p, f, -1, 0) {
			return true
		}
	}
	return false
}

// geq shows p >= 0, where p is in the system.
func (s *system) geq(p *poly) bool {
	p = tighten(p)
	if obviouslyNonneg(p) || s.bad {
		return true
	}
	if c, ok := p.constant(); ok && len(s.base) == 0 {
		return c.Sign() >= 0
	}
	key := p.key()
	if ok, known := s.proved[key]; known {
		return ok
	}
	if s.proved == nil {
		s.proved = map[string]bool{}
	}
	s.proved[key] = false // while it is being proved
	ok := s.geqSteps(p)
	s.proved[key] = ok
	return ok
}

func (s *system) geqSteps(p *poly) bool {
	if b := s.interval(p); b.NonNeg() {
		return true
	}
	if s.refutes(p) {
		return false
	}
	if s.positive(p.addInt(1)) {
		return true
	}
	// a common factor that is not negative does not matter
	if m := p.monoContent(); !m.isUnit() {
		if s.geq(p.quoExact(num.Of(1), m)) {
			return true
		}
	}
	return s.shiftedNonneg(p, 2) || s.sealed && s.scaled(p) || s.byCases(p)
}

// Proves says whether Prove proves goal, without a search where that is plain: a goal that is wrong in a sample has no proof.
func (f *Facts) Proves(goal Constraint) bool {
	if yes, known := goal.Holds(); known {
		return yes
	}
	return remember(f, &f.memo, "yes or no: "+goal.Key(), func() Result {
		switch yes, known := f.system().plain(goal); {
		case yes:
			return Result{Verdict: Proved}
		case known:
			return Result{}
		}
		return f.Prove(goal)
	}).Verdict == Proved
}

// Prove decides goal from the facts, as far as its bounded search goes.
func (f *Facts) Prove(goal Constraint) Result {
	return remember(f, &f.memo, goal.Key(), func() Result { return f.prove(goal) })
}

// firstWork is the part of a query's work that is spent on a proof before a
// counterexample is looked for.
const firstWork = 64

func (f *Facts) prove(goal Constraint) Result {
	sys := f.system()
	s := sys.query()
	*s.work = firstWork
	if s.holds(goal) {
		return Result{Verdict: Proved}
	}
	spentAll := *s.work <= 0
	n := sys.query().clone()
	n.add(goal.Negate())
	n.propagate()
	if n.bad {
		return Result{Verdict: Proved}
	}
	if env := f.model(n, goal, true); env != nil {
		return Result{Refuted, env}
	}
	if spentAll && sys.query().holds(goal) {
		return Result{Verdict: Proved}
	}
	n.samples.once.Do(func() {}) // they would be models
	if n.finish(); n.bad || n.contradictory() {
		return Result{Verdict: Proved}
	}
	return Result{}
}

// Contradictory decides whether no assignment satisfies the facts: Proved says
// so, Refuted has an assignment.
func (f *Facts) Contradictory() Result {
	return remember(f, &f.memo, "contradictory", func() Result {
		s := f.system().query()
		if s.bad || s.contradictory() || inconsistent(f.Constraints()) {
			return Result{Verdict: Proved}
		}
		if env := f.model(s, Constraint{}, false); env != nil {
			return Result{Refuted, env}
		}
		return Result{}
	})
}

// maxExcluded bounds the facts that contradictory tries.
const maxExcluded = 16

// contradictory shows for some fact that the others exclude it.
func (s *system) contradictory() bool {
	for _, p := range s.ge[:min(len(s.ge), maxExcluded)] {
		if s.positive(p.neg()) {
			return true
		}
	}
	for _, p := range s.eq {
		if s.positive(p) || s.positive(p.neg()) || s.unsolvable(p) {
			return true
		}
	}
	for _, p := range s.ne {
		if s.isZero(s.resolve(p)) {
			return true
		}
	}
	return false
}

// holds shows a constraint of the caller.
func (s *system) holds(c Constraint) bool {
	if s.bad {
		return true
	}
	l, r := s.norm(c.L.poly()), s.norm(c.R.poly())
	switch c.Rel {
	case EQ:
		return s.isZero(l.sub(r))
	case NE:
		return s.isNonzero(l.sub(r))
	case LT, LE, GT, GE:
		return s.geqResolved(c.Rel.excess(l, r))
	case Divides:
		return s.divides(s.resolve(l), s.resolve(r), divideDepth)
	case Pow2:
		return s.isPow2(s.resolve(l))
	case NotPow2:
		c, ok := s.resolve(l).constant()
		return ok && !c.IsPow2()
	case NotDivides:
		return s.isIndivisible(s.resolve(l), s.resolve(r))
	}
	return false
}

func (s *system) geqResolved(p *poly) bool {
	if obviouslyNonneg(p) {
		return true
	}
	return s.geq(s.resolve(p))
}

func (s *system) isZero(p *poly) bool {
	if p = s.resolve(p); p.isZero() {
		return true
	}
	if _, ok := p.constant(); ok && len(s.base) == 0 {
		return false
	}
	for _, a := range divAtoms(p, nil) { // x % y == 0
		x, y := a.args[0], a.args[1]
		rem := x.sub(y.mul(atomPoly(a)))
		if multipleOf(p, rem) && s.divides(y, x, divideDepth) {
			return true
		}
	}
	return s.geq(p) && s.geq(p.neg())
}

// multipleOf reports whether p is a constant or monomial times r.
func multipleOf(p, r *poly) bool {
	if len(p.t) != len(r.t) || r.isZero() {
		return false
	}
	m, ok := p.t[0].m.quo(r.t[0].m)
	if !ok || !r.t[0].c.Divides(p.t[0].c) {
		return false
	}
	return p.equal(zeroPoly.addScaled(r, p.t[0].c.Quo(r.t[0].c), m))
}

func (s *system) isNonzero(p *poly) bool {
	p = s.resolve(p)
	if c, ok := p.constant(); ok {
		return !c.IsZero()
	}
	if p.t[0].c.Sign() < 0 {
		p = p.neg()
	}
	for _, q := range s.ne {
		if q.equal(p) {
			return true
		}
	}
	g := p.stride()
	return !g.Divides(p.constTerm()) || s.geq(p.addInt(-1)) || s.geq(p.neg().addInt(-1)) || s.nonzeroByOrder(p)
}
