package nat

import "descend/dialects/num"

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
			x, _ := t.c.Sub(t.c.FloorDiv(num.Of(m)).Mul(num.Of(m))).Int64()
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
func divisorsOf(k num.Int) []num.Int {
	n, fits := k.Int64()
	if !fits || n > maxFactored || n <= 0 {
		return nil
	}
	var out []num.Int
	for d := int64(1); d*d <= n; d++ {
		if n%d != 0 {
			continue
		}
		if out = append(out, num.Of(d)); d*d != n {
			out = append(out, num.Of(n/d))
		}
	}
	return out
}

// noRoot shows that p == 0, of one variable, has no natural root within the variable's bounds: an integer root divides the
// constant term.
func (s *system) noRoot(p *poly, v *atom) bool {
	divisors := divisorsOf(p.constTerm().Abs())
	if divisors == nil {
		return false
	}
	for _, d := range divisors {
		if s.inBounds(v.name, d) && valueAt(p, d).IsZero() {
			return false
		}
	}
	return true
}

// valueAt is p with x for its one variable.
func valueAt(p *poly, x num.Int) num.Int {
	sum := num.Int{}
	for _, t := range p.t {
		v := t.c
		for range t.m.deg {
			v = v.Mul(x)
		}
		sum = sum.Add(v)
	}
	return sum
}

func (s *system) inBounds(name string, x num.Int) bool {
	if lo, ok := s.lo[name]; ok && x.Cmp(lo) < 0 {
		return false
	}
	hi, ok := s.hi[name]
	return !ok || x.Cmp(hi) <= 0
}

// noFactors shows that a product of variables cannot be the number that p == 0 says: c*x*y + k.
func (s *system) noFactors(p *poly) bool {
	if len(p.t) != 2 || p.constTerm().IsZero() {
		return false
	}
	t := p.t[0]
	if t.m.isUnit() {
		t = p.t[1]
	}
	k := p.constTerm().Neg()
	if !t.c.Divides(k) {
		return true
	}
	if k = k.Quo(t.c); k.Sign() < 0 {
		return true
	}
	divisors := divisorsOf(k)
	if divisors == nil {
		return false
	}
	budget := maxFactors
	var possible func(factors []factor, k num.Int) bool
	possible = func(factors []factor, k num.Int) bool {
		if len(factors) == 0 {
			return k.IsOne()
		}
		for _, d := range divisors {
			if budget--; budget < 0 {
				return true
			}
			power, f := num.Of(1), factors[0]
			for range f.n {
				power = power.Mul(d)
			}
			if power.Divides(k) && s.inBounds(f.a.name, d) && possible(factors[1:], k.Quo(power)) {
				return true
			}
		}
		return false
	}
	return !possible(t.m.f, k)
}
