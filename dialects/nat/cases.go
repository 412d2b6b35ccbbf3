package nat

// Proofs that look at several cases or scale the goal, tried when cancelling
// alone has not succeeded. They are sound since
//
//   - m*(p + 1) > 0 for some m >= 1 makes p + 1 > 0;
//   - a minimum or maximum is one of its arguments: the goal is shown for each, with what makes it that one as facts;
//   - a natural v is 0, or w + 1 for a natural w, and one with a lower bound lo is w + lo;
//   - where x != 0, x > 0 or -x > 0.
//
// Cases nest at most maxSplits deep, those of naturals 2 deep, since each doubles the work.

// maxScales bounds the variables that a goal is multiplied by.
const maxScales = 3

// scaled shows p > -1 by m*(p + 1) > 0 for a variable m >= 1 of some product.
func (s *system) scaled(p *poly) bool {
	if len(s.lo) == 0 {
		return false
	}
	var names []string
	for _, q := range s.base {
		for _, t := range q.t {
			for _, f := range t.m.f {
				if t.m.deg > 1 && f.a.kind == atomVar && s.lo[f.a.name].Sign() > 0 {
					names = addName(names, f.a.name)
				}
			}
		}
	}
	for _, v := range names[:min(len(names), maxScales)] {
		if s.positive(p.addInt(1).mul(varPoly(v))) {
			return true
		}
	}
	return false
}

// byCases shows p >= 0 for each argument that a minimum or maximum may be.
func (s *system) byCases(p *poly) bool {
	if s.splits == maxSplits || !s.sealed || !s.spend(20) {
		return false
	}
	want := func(a *atom) bool { return a.kind == atomMin || a.kind == atomMax }
	atoms := atomsOf(p, nil, want)
	for i := 0; i < len(s.ge) && len(atoms) == 0; i++ {
		atoms = atomsOf(s.ge[i], nil, want)
	}
	if len(atoms) == 0 {
		return false
	}
	a := atoms[0]
	for _, x := range a.args {
		n := s.clone()
		n.splits++
		for _, y := range a.args {
			if a.kind == atomMin {
				n.addGe(y.sub(x))
			} else {
				n.addGe(x.sub(y))
			}
		}
		n.addEq(atomPoly(a).sub(x))
		n.finish()
		if !n.bad && !n.geq(n.resolve(n.norm(p.replaceAtoms(images{{a, x}})))) {
			return false
		}
	}
	return true
}

// maxSplits bounds the minima and maxima told apart at once.
const maxSplits = 2

// maxCaseVars bounds the variables that are told apart as zero or not.
const maxCaseVars = 4

// shiftedNonneg shows p >= 0 by its signs after v -> v + lo for the variables
// with a known lower bound, and by cases v = 0 and v >= 1 for some others.
func (s *system) shiftedNonneg(p *poly, cases int) bool {
	if !s.spend(2) {
		return false
	}
	shift := func(name string) *poly {
		if lo, ok := s.lo[name]; ok {
			return varPoly(name).add(constPoly(lo))
		}
		return nil
	}
	q := canon.subst(p, shift)
	if obviouslyNonneg(q) {
		return true
	}
	if cases == 0 {
		return false
	}
	var names []string
	for _, t := range q.t {
		if t.m.deg > 1 {
			for _, f := range t.m.f {
				if f.a.kind == atomVar {
					names = addName(names, f.a.name)
				}
			}
		}
	}
	if len(names) > maxCaseVars || len(q.t) > cancelTerms {
		return false
	}
	for _, v := range names {
		at := func(x *poly) *poly {
			return canon.subst(q, func(name string) *poly {
				if name == v {
					return x
				}
				return nil
			})
		}
		if s.splitNonneg(at(zeroPoly), cases-1) && s.splitNonneg(at(varPoly(v).addInt(1)), cases-1) {
			return true
		}
	}
	return false
}

// splitNonneg goes on with shiftedNonneg, whose shifts are done.
func (s *system) splitNonneg(p *poly, cases int) bool {
	if obviouslyNonneg(p) {
		return true
	}
	return cases > 0 && (&system{work: s.work}).shiftedNonneg(p, cases)
}

// nonzeroByOrder shows p != 0 both where x > 0 and where x < 0, for a fact x != 0.
func (s *system) nonzeroByOrder(p *poly) bool {
	if s.splits == maxSplits || !s.sealed {
		return false
	}
	for _, x := range s.ne[:min(len(s.ne), maxSplits)] {
		all := true
		for _, side := range []*poly{x, x.neg()} {
			if !s.spend(20) {
				return false
			}
			n := s.clone()
			n.splits++
			n.addGe(side.addInt(-1))
			n.finish()
			if !n.bad && !n.isNonzero(n.norm(p)) {
				all = false
				break
			}
		}
		if all {
			return true
		}
	}
	return false
}
