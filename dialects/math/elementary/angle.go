package elementary

import "math"

// angle is x = q pi/2 + r with |r| at most about pi/4, for the size of a number; q counts modulo 4.
type angle[V any] struct {
	q V // an integer
	r pair[V]
}

// angleOf reduces the size of x.
func angleOf[V any](a Machine[V], x V) angle[V] {
	m := on[V]{a}
	r := a.If(m.nearby(x), func() []V {
		c := m.of(pi2)
		k, q, rest := m.turn(x)
		p := m.product(m.Neg(k), c[1])
		s := m.sum(rest, p.hi)
		s = m.fast(s.hi, m.Add(s.lo, m.Fma(m.Neg(k), c[2], p.lo)))
		return []V{q, s.hi, s.lo}
	}, func() []V {
		g := large(a, m.Abs(x))
		return []V{g.q, g.r.hi, g.r.lo}
	})
	return angle[V]{r[0], pair[V]{r[1], r[2]}}
}

// nearby says whether the quotient of the size of x times pi/2 is known to twice the bits that can cancel.
func (m on[V]) nearby(x V) V { return m.Less(m.Abs(x), m.Num(1<<15)) }

// turn is the nearest quotient of the size of x by pi/2, also as an integer, and what the first part of pi/2 leaves, exactly: a multiple of
// its last bit, less than 1.
func (m on[V]) turn(x V) (k, q, rest V) {
	x = m.Abs(x)
	k, q = m.nearest(x, m.of(twoOverPi)[0])
	return k, q, m.Fma(m.Neg(k), m.of(pi2)[0], x)
}

// roughAngle is angleOf with a rest that is rounded to one number, which f32 has enough bits for: its relative error counts once in a sine, and
// less in a cosine.
func roughAngle[V any](a Machine[V], x V) (q, r V) {
	m := on[V]{a}
	v := a.If(m.nearby(x), func() []V {
		c := m.of(pi2)
		k, q, rest := m.turn(x)
		return []V{q, m.Fma(m.Neg(k), c[2], m.Fma(m.Neg(k), c[1], rest))}
	}, func() []V {
		g := large(a, m.Abs(x))
		return []V{g.q, m.value(g.r)}
	})
	return v[0], v[1]
}

// large reduces a large positive number: of the digits of 2/pi only those count that do not give multiples of 4.
func large[V any](a Machine[V], x V) angle[V] {
	m := on[V]{a}
	width, mant := uint64(m.Width()), uint64(m.mantissa())
	digits, log := digits64, uint64(6)
	if m.single() {
		digits, log = digits32, 5
	}
	// x = whole * 2^e
	bits := m.Bits(x)
	whole := m.IOr(m.IAnd(bits, m.Int(1<<mant-1)), m.Int(1<<mant))
	first := m.ISub(m.IAdd(m.Shr(bits, m.Int(mant)), m.Int(width-2)), m.Int(uint64(m.bias())+mant)) // the first digit that counts
	word, shift := m.Shr(first, m.Int(log)), m.IAnd(first, m.Int(width-1))
	pick := func(offset int) V {
		last := len(digits) - 4 // of the largest number
		r := m.Int(digits[last+offset])
		for i := last - 1; i >= 0; i-- {
			r = m.Select(m.IEqual(word, m.Int(uint64(i))), m.Int(digits[i+offset]), r)
		}
		return r
	}
	words := [4]V{pick(0), pick(1), pick(2), pick(3)}
	var w [3]V
	for i := range w {
		// the shift by the rest is one by 1 and one by less than the width
		low := m.Shr(m.Shr(words[i+1], m.Int(1)), m.ISub(m.Int(width-1), shift))
		w[i] = m.IOr(m.Shl(words[i], shift), low)
	}
	// the product of three words, without what goes beyond
	p2 := m.IMul(whole, w[2])
	p1 := m.IAdd(m.IMul(whole, w[1]), a.MulHi(whole, w[2]))
	carry := m.Select(m.ILess(p1, a.MulHi(whole, w[2])), m.Int(1), m.Int(0))
	p0 := m.IAdd(m.IAdd(m.IMul(whole, w[0]), a.MulHi(whole, w[1])), carry)
	// two bits of quotient, the others are the fraction; above a half it is less than the next quotient
	q := m.Shr(p0, m.Int(width-2))
	h := m.IOr(m.Shl(p0, m.Int(2)), m.Shr(p1, m.Int(width-2)))
	l := m.IOr(m.Shl(p1, m.Int(2)), m.Shr(p2, m.Int(width-2)))
	up := m.Shr(h, m.Int(width-1))
	over := m.IEqual(up, m.Int(1))
	q = m.IAnd(m.IAdd(q, up), m.Int(3))
	all := m.Int(^uint64(0) >> (64 - width))
	h = m.Select(over, m.ISub(all, h), h) // 1 less the fraction, but for the last bit
	l = m.Select(over, m.ISub(all, l), l)
	// halves of words are floats
	half := width / 2
	part := func(i V, weight int) V { return m.Mul(m.FromInt(i), m.Num(math.Ldexp(1, weight))) }
	mask := m.Int(1<<half - 1)
	n := int(half)
	s := m.fast(part(m.Shr(h, m.Int(half)), -n), part(m.IAnd(h, mask), -2*n))
	s = m.fast(s.hi, m.Add(s.lo, m.Add(part(m.Shr(l, m.Int(half)), -3*n), part(m.IAnd(l, mask), -4*n))))
	r := m.times(s, m.pairOf(pi2))
	minus := m.Select(over, m.Num(-1), m.Num(1))
	return angle[V]{q, pair[V]{m.Mul(r.hi, minus), m.Mul(r.lo, minus)}}
}

// sine and cosine of a pair of at most about pi/4, as pairs.
func (m on[V]) sine(r pair[V]) pair[V] {
	z := m.Mul(r.hi, r.hi)
	rest := m.Mul(m.Mul(r.hi, z), m.poly(sinPoly, z))
	lo := m.Fma(m.Mul(m.Num(-0.5), z), r.lo, r.lo) // times the cosine
	return m.fast(r.hi, m.Add(rest, lo))
}

func (m on[V]) cosine(r pair[V]) pair[V] {
	z := m.product(r.hi, r.hi)
	half := m.Mul(z.hi, m.Num(-0.5))
	s := m.fast(m.Num(1), half)
	rest := m.Mul(m.Mul(z.hi, z.hi), m.poly(cosPoly, z.hi))
	rest = m.Sub(rest, m.Fma(m.Num(0.5), z.lo, m.Mul(r.hi, r.lo)))
	return m.fast(s.hi, m.Add(s.lo, rest))
}

// wave is the sine of the size of x plus some quarters.
func wave[V any](a Machine[V], x V, quarters uint64) V {
	m := on[V]{a}
	var q, s, c V
	if m.single() {
		var r V
		q, r = roughAngle(a, x)
		z := m.Mul(r, r)
		s = m.Fma(m.Mul(r, z), m.poly(sinPoly, z), r)
		c = m.Fma(m.Fma(m.poly(cosPoly, z), z, m.Num(-0.5)), z, m.Num(1))
	} else {
		g := angleOf(a, x)
		q, s, c = g.q, m.value(m.sine(g.r)), m.value(m.cosine(g.r))
	}
	q = m.IAdd(q, m.Int(quarters))
	v := m.Select(m.IEqual(m.IAnd(q, m.Int(1)), m.Int(1)), c, s)
	return m.Select(m.IEqual(m.IAnd(q, m.Int(2)), m.Int(2)), m.Neg(v), v)
}

// ofFinite is r for finite x, else NaN.
func (m on[V]) ofFinite(x, r V) V {
	return m.Select(m.Less(m.Abs(x), m.Num(math.Inf(1))), r, m.Num(math.NaN()))
}

// Sin is the sine.
func Sin[V any](a Machine[V], x V) V {
	m := on[V]{a}
	v := m.Mul(wave(a, x, 0), m.CopySign(m.Num(1), x))
	return m.ofFinite(x, m.Select(m.Less(m.Abs(x), m.tiny()), x, v))
}

// Cos is the cosine.
func Cos[V any](a Machine[V], x V) V {
	return on[V]{a}.ofFinite(x, wave(a, x, 1))
}

// Tan is the tangent.
func Tan[V any](a Machine[V], x V) V {
	m := on[V]{a}
	g := angleOf(a, x)
	s, c := m.sine(g.r), m.cosine(g.r)
	odd := m.IEqual(m.IAnd(g.q, m.Int(1)), m.Int(1))
	choose := func(x, y pair[V]) pair[V] { return pair[V]{m.Select(odd, x.hi, y.hi), m.Select(odd, x.lo, y.lo)} }
	v := m.value(m.over(choose(c, s), choose(s, c)))
	v = m.Mul(m.Select(odd, m.Neg(v), v), m.CopySign(m.Num(1), x))
	return m.ofFinite(x, m.Select(m.Less(m.Abs(x), m.tiny()), x, v))
}

// atan is the angle of a pair from 0 to 1, as a pair.
func (m on[V]) atan(q pair[V]) pair[V] {
	z := m.Mul(q.hi, q.hi)
	rest := m.Mul(m.Mul(q.hi, z), m.poly(atanPoly, z))
	return m.fast(q.hi, m.Fma(q.lo, m.poly(slopePoly, z), rest))
}

// minus is a - b of pairs.
func (m on[V]) minus(a, b pair[V]) pair[V] { return m.plus(a, pair[V]{m.Neg(b.hi), m.Neg(b.lo)}) }

func (m on[V]) choose(c V, a, b pair[V]) pair[V] {
	return pair[V]{m.Select(c, a.hi, b.hi), m.Select(c, a.lo, b.lo)}
}

// Atan is the angle whose tangent is x.
func Atan[V any](a Arith[V], x V) V {
	m := on[V]{a}
	size := m.Abs(x)
	big := m.Less(m.Num(1), size)
	limited := m.between(size, 0, math.Ldexp(1, m.mantissa()+10))
	one, zero := m.Num(1), m.zero()
	q := m.choose(big, m.over(pair[V]{one, zero}, pair[V]{limited, zero}), pair[V]{limited, zero})
	g := m.atan(q)
	v := m.value(m.choose(big, m.minus(m.pairOf(pi2), g), g))
	v = m.Select(m.Less(size, m.tiny()), size, v)
	return m.CopySign(v, x)
}

// Atan2 is the angle of the point (x, y).
func Atan2[V any](a Arith[V], y, x V) V {
	m := on[V]{a}
	sx, sy, zero, inf := m.Abs(x), m.Abs(y), m.zero(), m.Num(math.Inf(1))
	steep := m.Less(sx, sy)
	n, d := m.Select(steep, sx, sy), m.Select(steep, sy, sx)
	// so that the rests of the division are no less than all numbers, and products not infinite
	far := math.Ldexp(1, m.bias()-4)
	by := m.Select(m.Less(d, m.Num(math.Ldexp(1, 3-m.bias()/2))), m.Num(math.Ldexp(1, m.bias()/2)), m.Num(1))
	by = m.Select(m.Less(m.Num(far/2), d), m.Num(1.0/16), by)
	n, d = m.Mul(n, by), m.Mul(d, by)
	both := m.And(m.Equal(sx, inf), m.Equal(sy, inf))
	origin := m.Equal(d, zero)
	q := m.over(pair[V]{n, zero}, pair[V]{m.Select(m.Or(origin, m.Equal(d, inf)), m.Num(1), d), zero})
	flat := m.Less(q.hi, m.Num(math.Ldexp(1, 8-m.bias())))
	q.lo = m.Select(flat, zero, q.lo)
	q = m.choose(m.Or(origin, m.Equal(d, inf)), pair[V]{m.Select(both, m.Num(1), zero), zero}, q)
	g := m.atan(q)
	g = m.choose(steep, m.minus(m.pairOf(pi2), g), g)
	left := m.Less(m.CopySign(m.Num(1), x), zero)
	g = m.choose(left, m.minus(m.pairOf(pi1), g), g)
	r := m.Select(m.And(flat, m.Not(m.Or(steep, left))), q.hi, m.value(g))
	return m.Select(m.Or(m.nan(x), m.nan(y)), m.Num(math.NaN()), m.CopySign(r, y))
}

// arc is asin of the root of z, or of x itself: x + x^3 P(x^2), x from 0 to 1/2 as a pair.
func (m on[V]) arc(x pair[V], z V) pair[V] {
	rest := m.Mul(m.Mul(x.hi, z), m.poly(asinPoly, z))
	return m.fast(x.hi, m.Add(rest, x.lo))
}

// arcs are what asin and acos make of the size of x: the angle of x up to 1/2, above it twice that of sqrt((1-x)/2).
func (m on[V]) arcs(x V) (near V, small, twice pair[V]) {
	size := m.Abs(x)
	small = m.arc(pair[V]{size, m.zero()}, m.Mul(size, size))
	z := m.Fma(size, m.Num(-0.5), m.Num(0.5)) // exact above 1/2
	s := m.Sqrt(z)
	lo := m.Div(m.Fma(m.Neg(s), s, z), m.Add(s, s))
	lo = m.Select(m.Equal(z, m.zero()), z, lo)
	// asin'(s) is not 1
	g := m.arc(pair[V]{s, m.Mul(lo, m.Fma(m.Num(0.5), z, m.Num(1)))}, z)
	return m.Not(m.Less(m.Num(0.5), size)), small, pair[V]{m.Add(g.hi, g.hi), m.Add(g.lo, g.lo)}
}

// Asin is the angle whose sine is x.
func Asin[V any](a Arith[V], x V) V {
	m := on[V]{a}
	near, small, twice := m.arcs(x)
	v := m.value(m.choose(near, small, m.minus(m.pairOf(pi2), twice)))
	v = m.Select(m.Less(m.Abs(x), m.tiny()), m.Abs(x), v)
	return m.CopySign(m.Select(m.Less(m.Num(1), m.Abs(x)), m.Num(math.NaN()), v), x)
}

// Acos is the angle whose cosine is x.
func Acos[V any](a Arith[V], x V) V {
	m := on[V]{a}
	near, small, twice := m.arcs(x)
	left := m.Less(x, m.zero())
	signed := m.choose(left, pair[V]{m.Neg(small.hi), m.Neg(small.lo)}, small)
	g := m.choose(near, m.minus(m.pairOf(pi2), signed), m.choose(left, m.minus(m.pairOf(pi1), twice), twice))
	return m.Select(m.Less(m.Num(1), m.Abs(x)), m.Num(math.NaN()), m.value(g))
}
