package nat

import "math/big"

// interval is lo <= x <= hi over the integers; a nil end is open.
type interval struct{ lo, hi *num }

func point(c num) interval { return interval{&c, &c} }

func (i interval) add(o interval) interval {
	var r interval
	if i.lo != nil && o.lo != nil {
		v := i.lo.add(*o.lo)
		r.lo = &v
	}
	if i.hi != nil && o.hi != nil {
		v := i.hi.add(*o.hi)
		r.hi = &v
	}
	return r
}

func (i interval) scale(c num) interval {
	var r interval
	if c.isZero() {
		return point(num{})
	}
	lo, hi := i.lo, i.hi
	if c.sign() < 0 {
		lo, hi = hi, lo
	}
	if lo != nil {
		v := lo.mul(c)
		r.lo = &v
	}
	if hi != nil {
		v := hi.mul(c)
		r.hi = &v
	}
	return r
}

func (i interval) nonneg() bool { return i.lo != nil && i.lo.sign() >= 0 }

// mul is exact for non-negative intervals; others give finite bounds only if all
// ends are finite.
func (i interval) mul(o interval) interval {
	var r interval
	switch {
	case i.nonneg() && o.nonneg():
		lo := i.lo.mul(*o.lo)
		r.lo = &lo
		if i.hi != nil && o.hi != nil {
			hi := i.hi.mul(*o.hi)
			r.hi = &hi
		}
	case i.lo != nil && i.hi != nil && o.lo != nil && o.hi != nil:
		lo := i.lo.mul(*o.lo)
		hi := lo
		for _, v := range []num{i.lo.mul(*o.hi), i.hi.mul(*o.lo), i.hi.mul(*o.hi)} {
			lo, hi = minNum(lo, v), maxNum(hi, v)
		}
		r.lo, r.hi = &lo, &hi
	}
	return r
}

// interval computes constant bounds of p from those of the variables.
func (s *system) interval(p *poly) interval {
	mods, rest := extractMods(p)
	sum := point(num{})
	for _, m := range mods { // 0 <= x % y <= min(x, y-1)
		zero := num{}
		r := interval{lo: &zero}
		if hi := s.interval(m.y).hi; hi != nil {
			v := hi.add(small(-1))
			r.hi = &v
		}
		if x := s.interval(m.x); x.nonneg() && x.hi != nil && (r.hi == nil || x.hi.cmp(*r.hi) < 0) {
			r.hi = x.hi
		}
		sum = sum.add(r.mul(s.monoInterval(m.m)).scale(m.c))
	}
	for _, t := range rest.t {
		sum = sum.add(s.monoInterval(t.m).scale(t.c))
	}
	return sum
}

func (s *system) monoInterval(m *mono) interval {
	r := point(small(1))
	for _, f := range m.f {
		a := s.atomInterval(f.a)
		for range f.n {
			r = r.mul(a)
		}
	}
	if r.lo == nil && m.nonneg {
		r.lo = &num{}
	}
	return r
}

func (s *system) atomInterval(a *atom) interval {
	var r interval
	if a.nonneg {
		r.lo = &num{}
	}
	switch a.kind {
	case atomVar:
		if v, ok := s.lo[a.name]; ok {
			r.lo = &v
		}
		if v, ok := s.hi[a.name]; ok {
			r.hi = &v
		}
	case atomDiv:
		s.divInterval(a, &r)
	case atomMin, atomMax:
		s.minMaxInterval(a, &r)
	}
	return r
}

func (s *system) divInterval(a *atom, r *interval) {
	x, y := s.interval(a.args[0]), s.interval(a.args[1])
	one := small(1)
	if y.lo == nil || y.lo.sign() <= 0 {
		y.lo = &one // as it is defined
	}
	if x.lo != nil {
		d := y.lo // a negative numerator is lowest over the smallest divisor
		if x.lo.sign() >= 0 {
			d = y.hi
		}
		v := num{}
		if d != nil && d.sign() > 0 {
			v = x.lo.floorDiv(*d)
		}
		r.lo = &v
	}
	if x.hi != nil {
		d := y.lo
		if x.hi.sign() < 0 {
			d = y.hi
		}
		v := small(-1)
		if d != nil && d.sign() > 0 {
			v = x.hi.floorDiv(*d)
		}
		r.hi = &v
	}
}

func (s *system) minMaxInterval(a *atom, r *interval) {
	all := true // args bound both ends where every one has it
	var lo, hi *num
	for i, x := range a.args {
		b := s.interval(x)
		if a.kind == atomMax {
			b = b.scale(small(-1))
		}
		// the minimum: hi is the least known hi, lo the least lo if all are known
		if b.hi != nil && (hi == nil || b.hi.cmp(*hi) < 0) {
			hi = b.hi
		}
		if all = all && b.lo != nil; all && (i == 0 || b.lo.cmp(*lo) < 0) {
			lo = b.lo
		}
	}
	if !all {
		lo = nil
	}
	b := interval{lo, hi}
	if a.kind == atomMax {
		b = b.scale(small(-1))
	}
	if b.lo != nil && (r.lo == nil || b.lo.cmp(*r.lo) > 0) {
		r.lo = b.lo
	}
	if b.hi != nil {
		r.hi = b.hi
	}
}

// Bounds of the propagation of constant bounds through the facts. Facts that contradict each other, such as p >= q*q and
// q >= p + 2, make the bounds larger without end.
const (
	boundRounds = 4
	boundBits   = 512 // of a constant bound
)

// propagate derives constant bounds of the free variables from the facts:
// c*v + rest >= 0 bounds v by those of rest.
func (s *system) propagate() {
	facts := s.ge
	for _, p := range s.eq {
		facts = append(facts[:len(facts):len(facts)], p, p.neg())
	}
	for range boundRounds {
		changed := s.boundPow2()
		for _, p := range facts {
			for _, t := range p.t {
				if t.m.deg == 1 && t.m.f[0].a.kind == atomVar {
					changed = s.boundVar(p, t) || changed
				}
			}
		}
		if !changed {
			return
		}
	}
}

// boundPow2 moves the bounds of powers of two to powers of two.
func (s *system) boundPow2() (changed bool) {
	for v := range s.pow2 {
		if lo, ok := s.lo[v]; ok && !lo.isPow2() {
			s.lo[v] = fromBig(new(big.Int).Lsh(big.NewInt(1), uint(lo.bitLen())))
			changed = true
		}
		if hi, ok := s.hi[v]; ok && hi.sign() > 0 && !hi.isPow2() {
			s.hi[v] = fromBig(new(big.Int).Lsh(big.NewInt(1), uint(hi.bitLen()-1)))
			changed = true
		}
		if lo, ok := s.lo[v]; ok {
			if hi, ok := s.hi[v]; ok && lo.cmp(hi) > 0 {
				s.bad = true
			}
		}
	}
	return changed
}

func (s *system) boundVar(p *poly, t term) bool {
	v := t.m.f[0].a.name
	rest := s.interval(p.addScaled(monoPoly(t.m), t.c.neg(), unit))
	if rest.hi == nil {
		return false
	}
	// c*v >= -hi
	if c := t.c; c.sign() > 0 {
		lo := rest.hi.floorDiv(c).neg()
		if have, ok := s.lo[v]; lo.sign() <= 0 || lo.bitLen() > boundBits || ok && have.cmp(lo) >= 0 {
			return false
		}
		s.lo[v] = lo
		if hi, ok := s.hi[v]; ok && lo.cmp(hi) > 0 {
			s.bad = true
		}
		return true
	}
	hi := rest.hi.floorDiv(t.c.neg())
	if hi.sign() < 0 {
		s.bad = true
		return false
	}
	if have, ok := s.hi[v]; hi.bitLen() <= boundBits && (!ok || have.cmp(hi) > 0) {
		s.hi[v] = hi
		if lo, ok := s.lo[v]; ok && lo.cmp(hi) > 0 {
			s.bad = true
		}
		return true
	}
	return false
}

// Bounds returns the constants between which e lies, both included; nil where
// none is known.
func (f *Facts) Bounds(e Expr) (lo, hi *big.Int) {
	s := f.system().query()
	p := s.resolve(s.norm(e.poly()))
	b := s.interval(p)
	if b.lo == nil || b.lo.sign() < 0 { // the common ones that intervals miss
		for _, c := range []int64{1, 0} {
			if s.geq(p.addInt(-c)) {
				v := small(c)
				b.lo = &v
				break
			}
		}
	}
	if b.lo != nil {
		lo = new(big.Int).Set(b.lo.big())
	}
	if b.hi != nil {
		hi = new(big.Int).Set(b.hi.big())
	}
	return lo, hi
}
