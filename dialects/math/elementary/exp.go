package elementary

import "math"

// reduced is e^x = 2^k (1 + r), with |r| at most about 0.42; r is a pair.
type reduced[V any] struct {
	k V
	r pair[V]
}

// expOf reduces x.hi + x.lo, after x.hi is limited to what has a result other than 0 and infinity.
func (m on[V]) expOf(x pair[V]) reduced[V] {
	ln2 := m.of(ln2)
	k := m.Rint(m.Mul(x.hi, m.of(invLn2)[0]))
	// exact: a multiple of the last bit of log 2, less than 1
	rest := m.Fma(m.Neg(k), ln2[0], x.hi)
	return m.expRest(k, m.sum(rest, m.Fma(m.Neg(k), ln2[1], x.lo)))
}

// expRest is 2^k e^r for |r| at most log(2) / 2.
func (m on[V]) expRest(k V, r pair[V]) reduced[V] {
	// e^(hi+lo) - 1 = hi + hi^2 P(hi) + lo e^hi
	p := m.Mul(m.Mul(r.hi, r.hi), m.poly(expPoly, r.hi))
	lo := m.Fma(r.lo, m.Add(r.hi, p), r.lo)
	return reduced[V]{k, m.fast(r.hi, m.Add(p, lo))}
}

// onePlus is 1 + r.
func (m on[V]) onePlus(r pair[V]) pair[V] {
	s := m.fast(m.Num(1), r.hi)
	return m.fast(s.hi, m.Add(s.lo, r.lo))
}

// limit limits an argument of the exponential function of a base to what has a result other than 0 and infinity, and a little more.
func (m on[V]) limit(x V, base float64) V {
	most := 1100.0
	if m.single() {
		most = 155
	}
	most = math.Floor(most / math.Log2(base))
	return m.between(x, -most, most)
}

// exp of a pair.
func (m on[V]) exp(x pair[V]) V {
	e := m.expOf(x)
	return m.scale(m.value(m.onePlus(e.r)), m.integer(e.k))
}

func (m on[V]) zero() V { return m.Num(0) }

// Exp is e^x. It is the most frequent one, and computed without pairs: the errors of what is added to 1 count a quarter each.
func Exp[V any](a Arith[V], x V) V {
	m := on[V]{a}
	return m.scale(m.roughExp(m.limit(x, math.E)))
}

// roughExp is e^x = r * 2^k with an integer k.
func (m on[V]) roughExp(x V) (r, k V) {
	ln2 := m.of(ln2)
	number, k := m.nearest(x, m.of(invLn2)[0])
	r = m.Fma(m.Neg(number), ln2[1], m.Fma(m.Neg(number), ln2[0], x))
	return m.Add(m.Fma(m.Mul(r, r), m.poly(expPoly, r), r), m.Num(1)), k
}

// Exp2 is 2^x.
func Exp2[V any](a Arith[V], x V) V {
	m := on[V]{a}
	x = m.limit(x, 2)
	k := m.Rint(x)
	return m.ofPower(k, m.times(pair[V]{m.Sub(x, k), m.zero()}, m.pairOf(ln2)))
}

func (m on[V]) ofPower(k V, r pair[V]) V {
	e := m.expRest(k, r)
	return m.scale(m.value(m.onePlus(e.r)), m.integer(e.k))
}

// Exp10 is 10^x.
func Exp10[V any](a Arith[V], x V) V {
	m := on[V]{a}
	x = m.limit(x, 10)
	k := m.Rint(m.Mul(x, m.of(log2of10)[0]))
	c := m.of(log10of2)
	// exact, as for exp
	rest := m.Fma(m.Neg(k), c[0], x)
	return m.ofPower(k, m.times(m.sum(rest, m.Mul(m.Neg(k), c[1])), m.pairOf(ln10)))
}

// less1 is e^x - 1 as a pair, for k from -64 to 100.
func (m on[V]) less1(e reduced[V]) pair[V] {
	two := m.pow2(e.k)
	// 2^k - 1 + 2^k r
	a := m.sum(two, m.Num(-1))
	b := pair[V]{m.Mul(two, e.r.hi), m.Mul(two, e.r.lo)}
	return m.plus(a, b)
}

// between limits x to [lo, hi]; NaN stays.
func (m on[V]) between(x V, lo, hi float64) V {
	x = m.Select(m.Less(m.Num(hi), x), m.Num(hi), x)
	return m.Select(m.Less(x, m.Num(lo)), m.Num(lo), x)
}

// Expm1 is e^x - 1.
func Expm1[V any](a Arith[V], x V) V {
	m := on[V]{a}
	small := m.less1(m.expOf(pair[V]{m.between(x, -44, 44), m.zero()}))
	r := m.Select(m.Less(m.Num(44), x), m.exp(pair[V]{m.limit(x, math.E), m.zero()}), m.value(small))
	return m.Select(m.Equal(x, m.zero()), x, r)
}

// Sinh is (e^x - e^-x) / 2.
func Sinh[V any](a Arith[V], x V) V {
	m := on[V]{a}
	size := m.Abs(x)
	e := m.less1(m.expOf(pair[V]{m.between(size, 0, 44), m.zero()}))
	// with e = e^x - 1: (e + e / (1 + e)) / 2
	small := m.Mul(m.value(m.plus(e, m.over(e, m.onePlus2(e)))), m.Num(0.5))
	r := m.Select(m.Less(m.Num(44), size), m.halfExp(size), small)
	r = m.Select(m.Less(size, m.tiny()), size, r)
	return m.CopySign(r, x)
}

// onePlus2 is 1 + e for e of any size.
func (m on[V]) onePlus2(e pair[V]) pair[V] {
	s := m.sum(m.Num(1), e.hi)
	return m.fast(s.hi, m.Add(s.lo, e.lo))
}

// halfExp is e^x / 2, also where e^x is too large.
func (m on[V]) halfExp(x V) V {
	e := m.expOf(pair[V]{m.limit(x, math.E), m.zero()})
	return m.scale(m.value(m.onePlus(e.r)), m.integer(m.Sub(e.k, m.Num(1))))
}

// tiny is so small that the square does not count against 1.
func (m on[V]) tiny() V { return m.Num(math.Ldexp(1, -m.mantissa()/2-4)) }

// Cosh is (e^x + e^-x) / 2.
func Cosh[V any](a Arith[V], x V) V {
	m := on[V]{a}
	size := m.Abs(x)
	e := m.expOf(pair[V]{m.between(size, 0, 44), m.zero()})
	one := m.onePlus(e.r)
	two := m.pow2(e.k)
	up := pair[V]{m.Mul(two, one.hi), m.Mul(two, one.lo)}
	both := m.plus(up, m.over(pair[V]{m.Num(1), m.zero()}, up))
	return m.Select(m.Less(m.Num(44), size), m.halfExp(size), m.Mul(m.value(both), m.Num(0.5)))
}

// Tanh is sinh x / cosh x. Of f32 it is 1 - 2 / (e^2x + 1) where that is more than a half, so that the errors of the fraction count less, and a
// polynomial below.
func Tanh[V any](a Arith[V], x V) V {
	m := on[V]{a}
	size := m.Abs(x)
	if m.single() {
		limited := m.between(size, 0, 10)
		e, k := m.roughExp(m.Add(limited, limited))
		far := m.Fma(m.Num(-2), m.inverse(m.Fma(e, m.power(k), m.Num(1))), m.Num(1))
		z := m.Mul(size, size)
		near := m.Fma(m.Mul(size, z), m.poly(tanhPoly, z), size)
		return m.CopySign(m.Select(m.Less(m.Num(0.55), size), far, near), x)
	}
	limited := m.between(size, 0, 22)
	e := m.less1(m.expOf(pair[V]{m.Add(limited, limited), m.zero()}))
	// with e = e^2x - 1: e / (e + 2)
	d := m.sum(m.Num(2), e.hi)
	r := m.value(m.over(e, m.fast(d.hi, m.Add(d.lo, e.lo))))
	r = m.Select(m.Less(size, m.tiny()), size, r)
	return m.CopySign(r, x)
}
