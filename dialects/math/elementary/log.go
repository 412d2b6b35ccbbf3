package elementary

import "math"

// logarithm is log x = k log 2 + l for a positive number, with l a pair whose size is at most 0.35.
type logarithm[V any] struct {
	k V
	l pair[V]
}

// logOf is the logarithm of a positive number.
func (m on[V]) logOf(x V, precise bool) logarithm[V] {
	k, s := m.parts(x)
	return logarithm[V]{k, m.log1(pair[V]{m.Sub(s, m.Num(1)), m.zero()}, precise)}
}

// logOfSum is the logarithm of a positive normal number and a much smaller one.
func (m on[V]) logOfSum(x, c V) logarithm[V] {
	k, s := m.parts(x)
	// what is added to a large number does not count
	counts := m.Less(k, m.Num(float64(m.mantissa()+8)))
	c = m.Mul(m.Select(counts, c, m.zero()), m.pow2(m.Neg(m.Select(counts, m.between(k, float64(-m.mantissa()-8), 99), m.zero()))))
	return logarithm[V]{k, m.log1(m.sum(m.Sub(s, m.Num(1)), c), false)}
}

// parts are the exponent and the significand of a positive number, from sqrt(1/2) to sqrt(2).
func (m on[V]) parts(x V) (k, s V) {
	shift := m.Width()
	least := m.Num(math.Ldexp(1, 1-m.bias()))
	low := m.Less(x, least)
	x = m.Select(low, m.Mul(x, m.Num(math.Ldexp(1, shift))), x)
	bits := m.Bits(x)
	root := m.Int(math.Float64bits(math.Sqrt2 / 2))
	if m.single() {
		root = m.Int(uint64(math.Float32bits(math.Sqrt2 / 2)))
	}
	down := m.Int(uint64(m.mantissa()))
	up := m.ISub(bits, root)
	bias := m.Int(uint64(m.bias()))
	e := m.Shr(m.IAdd(up, m.Shl(bias, down)), down) // not negative
	k = m.Sub(m.FromInt(e), m.Num(float64(m.bias())))
	k = m.Sub(k, m.Select(low, m.Num(float64(shift)), m.zero()))
	return k, m.Float(m.ISub(bits, m.Shl(m.ISub(e, bias), down)))
}

// log1 is log(1 + f) for 1 + f from sqrt(1/2) to sqrt(2).
func (m on[V]) log1(f pair[V], precise bool) pair[V] {
	two := m.fast(m.Num(2), f.hi)
	s := m.over(f, pair[V]{two.hi, m.Add(two.lo, f.lo)})
	// log((1+s)/(1-s)) = 2s + s^3 (2/3 + s^2 Q(s^2))
	z := m.Mul(s.hi, s.hi)
	q := m.Mul(z, m.poly(logPoly, z))
	twice := pair[V]{m.Add(s.hi, s.hi), m.Add(s.lo, s.lo)}
	if !precise {
		rest := m.Mul(m.Mul(s.hi, z), m.Add(m.of(twoThirds)[0], q))
		return m.fast(twice.hi, m.Add(twice.lo, rest))
	}
	c := m.pairOf(twoThirds)
	r := m.fast(c.hi, q)
	r.lo = m.Add(r.lo, c.lo)
	return m.plus(twice, m.times(m.times(s, m.times(s, s)), r))
}

// special gives what logarithms are of 0, negative numbers, infinity and NaN, else r.
func (m on[V]) special(x, r V) V {
	inf := m.Num(math.Inf(1))
	r = m.Select(m.Less(x, inf), r, x) // also NaN
	r = m.Select(m.Equal(x, m.zero()), m.Num(math.Inf(-1)), r)
	return m.Select(m.Less(x, m.zero()), m.Num(math.NaN()), r)
}

// total is k log 2 + l.
func (m on[V]) total(g logarithm[V], ln2 pair[V]) pair[V] {
	k := m.product(g.k, ln2.hi)
	k.lo = m.Fma(g.k, ln2.lo, k.lo)
	return m.plus(k, g.l)
}

// Log is the natural logarithm. Of f32 it is computed without pairs: what is added to k log 2 and to f is less than half of it.
func Log[V any](a Arith[V], x V) V {
	m := on[V]{a}
	if m.single() {
		k, s := m.parts(x)
		f := m.Sub(s, m.Num(1))
		z := m.Mul(f, f)
		l := m.Fma(m.Fma(m.poly(log1Poly, f), f, m.Num(-0.5)), z, f)
		return m.special(x, m.Fma(k, m.of(ln2)[0], l))
	}
	return m.special(x, m.value(m.total(m.logOf(x, false), m.pairOf(ln2))))
}

// Log1p is log(1 + x).
func Log1p[V any](a Arith[V], x V) V {
	m := on[V]{a}
	u := m.sum(m.Num(1), x)
	r := m.value(m.total(m.logOfSum(u.hi, u.lo), m.pairOf(ln2)))
	r = m.Select(m.Less(m.Abs(x), m.Num(math.Ldexp(1, -m.mantissa()-2))), x, r)
	return m.special2(x, u.hi, r)
}

// special2 is special of u = 1 + x, where x counts if it is infinite or NaN.
func (m on[V]) special2(x, u, r V) V {
	return m.special(m.Select(m.Less(m.Abs(x), m.Num(math.Inf(1))), u, x), r)
}

// Log2 is the logarithm to base 2.
func Log2[V any](a Arith[V], x V) V {
	m := on[V]{a}
	g := m.logOf(x, false)
	return m.special(x, m.value(m.plus(pair[V]{g.k, m.zero()}, m.times(g.l, m.pairOf(invLn2)))))
}

// Log10 is the logarithm to base 10.
func Log10[V any](a Arith[V], x V) V {
	m := on[V]{a}
	g := m.logOf(x, false)
	g.l = m.times(g.l, m.pairOf(invLn10))
	return m.special(x, m.value(m.total(g, m.pairOf(log10of2))))
}

// Pow is x to the power of y.
func Pow[V any](a Arith[V], x, y V) V {
	m := on[V]{a}
	size := m.Abs(x)
	inf, zero, one := m.Num(math.Inf(1)), m.zero(), m.Num(1)
	l := m.total(m.logOf(size, true), m.pairOf(ln2))
	// beyond this every power but of 1 is 0 or infinite, and products are finite
	bounded := m.between(y, -math.Ldexp(1, m.Width()), math.Ldexp(1, m.Width()))
	p := m.product(bounded, l.hi)
	p.lo = m.Fma(bounded, l.lo, p.lo)
	limited := m.limit(p.hi, math.E)
	r := m.exp(pair[V]{limited, m.Select(m.Equal(limited, p.hi), p.lo, zero)})
	// 0 and infinity
	up, large := m.Less(zero, y), m.Less(one, size)
	grows := m.Or(m.And(up, large), m.Not(m.Or(up, large)))
	r = m.Select(m.Or(m.Equal(size, zero), m.Equal(size, inf)), m.Select(grows, inf, zero), r)
	// negative numbers
	whole := m.Equal(m.Rint(y), y)
	half := m.Mul(y, m.Num(0.5))
	odd := m.And(whole, m.Not(m.Equal(m.Rint(half), half)))
	r = m.Select(odd, m.CopySign(r, x), r)
	r = m.Select(m.And(m.And(m.Less(x, zero), m.Less(size, inf)), m.Not(whole)), m.Num(math.NaN()), r)
	r = m.Select(m.And(m.Equal(size, one), m.Equal(m.Abs(y), inf)), one, r)
	r = m.Select(m.Or(m.nan(x), m.nan(y)), m.Num(math.NaN()), r)
	return m.Select(m.Or(m.Equal(x, one), m.Equal(y, zero)), one, r)
}
