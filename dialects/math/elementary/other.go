package elementary

import "math"

// Cbrt is the cube root.
func Cbrt[V any](a Arith[V], x V) V {
	m := on[V]{a}
	size := m.Abs(x)
	// size = s * 8^k, s from 1 to 8
	shift := 3 * (m.Width() / 3)
	low := m.Less(size, m.Num(math.Ldexp(1, 1-m.bias())))
	normal := m.Select(low, m.Mul(size, m.Num(math.Ldexp(1, shift))), size)
	down := m.Int(uint64(m.mantissa()))
	e := m.Sub(m.FromInt(m.Shr(m.Bits(normal), down)), m.Num(float64(m.bias())))
	// a third rounded down: e = 3k, 3k+1 or 3k+2
	k := m.Rint(m.Mul(m.Sub(e, m.Num(1)), m.third()))
	three := m.integer(m.Mul(k, m.Num(3)))
	s := m.Float(m.ISub(m.Bits(normal), m.Shl(three, down)))
	y := m.poly(cbrtPoly, s)
	// Halley's method triples the number of bits that are right: 7, 20, 60
	rounds := 2
	if m.single() {
		rounds = 1
	}
	for range rounds {
		c := m.Mul(m.Mul(y, y), y)
		y = m.Fma(y, m.Div(m.Sub(s, c), m.Add(m.Add(c, c), s)), y)
	}
	// once more with the exact rest
	square := m.product(y, y)
	cube := m.product(square.hi, y)
	rest := m.Sub(m.Sub(m.Sub(s, cube.hi), cube.lo), m.Mul(square.lo, y))
	y = m.Add(y, m.Div(rest, m.Mul(square.hi, m.Num(3))))
	r := m.Mul(y, m.pow2(m.Sub(k, m.Select(low, m.Num(float64(shift/3)), m.zero()))))
	keep := m.Or(m.Equal(size, m.zero()), m.Not(m.Less(size, m.Num(math.Inf(1)))))
	return m.Select(keep, x, m.CopySign(r, x))
}

// erf is the error function of a size up to 1, as a pair.
func (m on[V]) erf(x V) pair[V] { return m.fast(x, m.Mul(x, m.poly(erfPoly, m.Mul(x, x)))) }

// erfc is the complement for a size from 0.4 on: 0 for all that is above 28, or 10.6.
func (m on[V]) erfc(x V) V {
	most := 28.0
	if m.single() {
		most = 10.59375
	}
	x = m.between(x, 0, most)
	four := m.Num(4)
	t := m.Div(m.Sub(x, four), m.Add(x, four))
	p := m.Div(m.poly(erfcPoly, t), m.Fma(m.Num(2), x, m.Num(1)))
	square := m.product(x, x)
	e := m.expOf(pair[V]{m.Neg(square.hi), m.Neg(square.lo)})
	one := m.onePlus(e.r)
	return m.scale(m.Mul(m.value(one), p), m.integer(e.k))
}

// Erf is the error function.
func Erf[V any](a Arith[V], x V) V {
	m := on[V]{a}
	size := m.Abs(x)
	small := m.value(m.erf(m.between(size, 0, 1)))
	r := m.Select(m.Less(m.Num(1), size), m.Sub(m.Num(1), m.erfc(size)), small)
	return m.CopySign(r, x)
}

// Erfc is 1 - erf(x).
func Erfc[V any](a Arith[V], x V) V {
	m := on[V]{a}
	size := m.Abs(x)
	e := m.erf(m.between(size, 0, 1))
	negative := m.Less(x, m.zero())
	e = m.choose(negative, e, pair[V]{m.Neg(e.hi), m.Neg(e.lo)})
	small := m.fast(m.Num(1), e.hi)
	near := m.Add(small.hi, m.Add(small.lo, e.lo))
	far := m.erfc(size)
	far = m.Select(negative, m.Sub(m.Num(2), far), far)
	return m.Select(m.nan(x), x, m.Select(m.Less(size, m.Num(0.46875)), near, far))
}

// third is 1/3, roughly.
func (m on[V]) third() V { return m.Num(float64(float32(1.0 / 3.0))) }
