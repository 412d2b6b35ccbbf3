package nat

// Equations without solutions. An equation of degree two or more that was not solved for a variable is refuted by exact
// arithmetic over few values: modulo a small number, over the divisors of its constant term, or over the ways to factor it.
// Each shows that no naturals satisfy it; what these do not show stays open.

const (
	maxResidues = 4096    // assignments tried for one modulus
	maxFactored = 1 << 32 // constant terms whose divisors are tried
	maxFactors  = 20000   // factorizations tried
)

// unsolvable shows that no assignment satisfies p == 0.
func (s *system) unsolvable(p *poly) bool {
	atoms := atomsOf(p, nil, func(*atom) bool { return true })
	degree, direct := 0, true // direct: only variables occur
	for _, t := range p.t {
		degree = max(degree, t.m.deg)
	}
	for _, a := range atoms {
		direct = direct && a.kind == atomVar
	}
	if degree < 2 || len(atoms) > 8 || !s.spend(10*len(p.t)) {
		return false
	}
	return noResidue(p) || direct && (len(atoms) == 1 && s.noRoot(p, atoms[0]) || s.noFactors(p))
}

// noResidue shows that p == 0 has no solution modulo a small number, whatever the values of its atoms are.
func noResidue(p *poly) bool {
	var atoms []*atom
	for _, t := range p.t {
		for _, f := range t.m.f {
			if index(atoms, f.a) < 0 {
				atoms = append(atoms, f.a)
			}
		}
	}
	for _, m := range []int64{2, 3, 4, 5, 7, 8, 9, 16} {
		n := int64(1)
		for range atoms {
			n *= m
		}
		if n <= maxResidues && !hasResidue(p, atoms, m, n) {
			return true
		}
	}
	return false
}

// index is the place of an atom in a list, or -1.
func index(atoms []*atom, a *atom) int {
	for i, b := range atoms {
		if b.key == a.key {
			return i
		}
	}
	return -1
}

// hasResidue says whether p is 0 modulo m for one of the n = m^len(atoms) assignments of residues.
func hasResidue(p *poly, atoms []*atom, m, n int64) bool {
	vals := make([]int64, len(atoms))
	for k := range n {
		for i, rest := 0, k; i < len(vals); i++ {
			vals[i], rest = rest%m, rest/m
		}
		sum := int64(0)
		for _, t := range p.t {
			x := t.c.sub(t.c.floorDiv(small(m)).mul(small(m))).s
			for _, f := range t.m.f {
				v := vals[index(atoms, f.a)]
				for range f.n {
					x = x * v % m
				}
			}
			sum += x
		}
		if sum%m == 0 {
			return true
		}
	}
	return false
}

// divisorsOf lists the divisors of k > 0; none if it is too large.
func divisorsOf(k num) []num {
	if k.b != nil || k.s > maxFactored || k.s <= 0 {
		return nil
	}
	var out []num
	for d := int64(1); d*d <= k.s; d++ {
		if k.s%d != 0 {
			continue
		}
		if out = append(out, small(d)); d*d != k.s {
			out = append(out, small(k.s/d))
		}
	}
	return out
}

// noRoot shows that p == 0, of one variable, has no natural root within the variable's bounds: an integer root divides the
// constant term.
func (s *system) noRoot(p *poly, v *atom) bool {
	divisors := divisorsOf(p.constTerm().abs())
	if divisors == nil {
		return false
	}
	for _, d := range divisors {
		if s.inBounds(v.name, d) && valueAt(p, d).isZero() {
			return false
		}
	}
	return true
}

// valueAt is p with x for its one variable.
func valueAt(p *poly, x num) num {
	sum := num{}
	for _, t := range p.t {
		v := t.c
		for range t.m.deg {
			v = v.mul(x)
		}
		sum = sum.add(v)
	}
	return sum
}

func (s *system) inBounds(name string, x num) bool {
	if lo, ok := s.lo[name]; ok && x.cmp(lo) < 0 {
		return false
	}
	hi, ok := s.hi[name]
	return !ok || x.cmp(hi) <= 0
}

// noFactors shows that a product of variables cannot be the number that p == 0 says: c*x*y + k.
func (s *system) noFactors(p *poly) bool {
	if len(p.t) != 2 || p.constTerm().isZero() {
		return false
	}
	t := p.t[0]
	if t.m.isUnit() {
		t = p.t[1]
	}
	k := p.constTerm().neg()
	if !t.c.divides(k) {
		return true
	}
	if k = k.quo(t.c); k.sign() < 0 {
		return true
	}
	divisors := divisorsOf(k)
	if divisors == nil {
		return false
	}
	budget := maxFactors
	var possible func(factors []factor, k num) bool
	possible = func(factors []factor, k num) bool {
		if len(factors) == 0 {
			return k.isOne()
		}
		for _, d := range divisors {
			if budget--; budget < 0 {
				return true
			}
			power, f := small(1), factors[0]
			for range f.n {
				power = power.mul(d)
			}
			if power.divides(k) && s.inBounds(f.a.name, d) && possible(factors[1:], k.quo(power)) {
				return true
			}
		}
		return false
	}
	return !possible(t.m.f, k)
}
