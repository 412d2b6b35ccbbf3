// Package elementary computes the functions of the math dialect that processors have no instructions for, with the operations
// that they have: additions, multiplications, divisions, roots and fused multiply-adds, each rounded once. A function is written
// once, for values of any kind on a Machine: numbers, which the simulator computes with, or instructions that a backend emits.
// So every device that takes a function from here has the same result, to the last bit, and errors measured on one are those
// of all.
//
// Sources: the methods are textbook ones (J.-M. Muller, Elementary Functions, 3rd edition: Cody and Waite's reduction in
// section 11.2, Payne and Hanek's in 11.4; T. Dekker, A floating-point technique for extending the available precision, 1971;
// M. Shepherd and J. Laframboise, Chebyshev approximation of (1 + 2x) exp(x^2) erfc x, 1981); the coefficients are in tables.go.
//
// The package knows neither IR nor LLVM.
package elementary

// Arith is arithmetic on values of one float type, f32 or f64, on integers as wide as that, and on conditions. No operation may
// be contracted with another.
type Arith[V any] interface {
	// Width is the number of bits of the type.
	Width() int

	// Num is a number that the type has.
	Num(x float64) V
	Add(a, b V) V
	Sub(a, b V) V
	Mul(a, b V) V
	Div(a, b V) V
	// Fma is a*b + c, rounded once.
	Fma(a, b, c V) V
	Sqrt(a V) V
	Abs(a V) V
	Neg(a V) V
	// Rint is the nearest whole number, ties to even.
	Rint(a V) V
	// CopySign is a with the sign of b.
	CopySign(a, b V) V

	// Less and Equal are false for NaN.
	Less(a, b V) V
	Equal(a, b V) V
	And(c, d V) V
	Or(c, d V) V
	Not(c V) V
	// Select is a if c holds, else b.
	Select(c, a, b V) V

	// Bits are those of a float as an integer, Float is the inverse.
	Bits(a V) V
	Float(i V) V
	Int(i uint64) V
	IAdd(a, b V) V
	ISub(a, b V) V
	IMul(a, b V) V
	IAnd(a, b V) V
	IOr(a, b V) V
	// Shl and Shr shift in zeros, by less than the width.
	Shl(a, by V) V
	Shr(a, by V) V
	// ILess compares without signs.
	ILess(a, b V) V
	IEqual(a, b V) V
	// FromInt is the float nearest to a signed integer.
	FromInt(i V) V
}

// Machine can also branch.
type Machine[V any] interface {
	Arith[V]
	// MulHi is the upper half of the product of two integers without sign.
	MulHi(a, b V) V
	// If gives what one of two functions gives, which computes nothing unless it is chosen. Both give as many values.
	If(c V, yes, no func() []V) []V
}

// on is a machine with what all functions need.
type on[V any] struct{ Arith[V] }

// pair is the sum of two floats, the second at most half an ulp of the first.
type pair[V any] struct{ hi, lo V }

func (m on[V]) single() bool { return m.Width() == 32 }

// of chooses the numbers of the machine's type.
func (m on[V]) of(c constant) [3]V {
	v := c.double
	if m.single() {
		v = c.single
	}
	return [3]V{m.Num(v[0]), m.Num(v[1]), m.Num(v[2])}
}

func (m on[V]) pairOf(c constant) pair[V] { v := m.of(c); return pair[V]{v[0], v[1]} }

// poly is the polynomial of x.
func (m on[V]) poly(p polynomial, x V) V {
	c := p.double
	if m.single() {
		c = p.single
	}
	r := m.Num(c[len(c)-1])
	for i := len(c) - 2; i >= 0; i-- {
		r = m.Fma(r, x, m.Num(c[i]))
	}
	return r
}

// fast is a + b exactly, if a is the larger one or 0.
func (m on[V]) fast(a, b V) pair[V] {
	s := m.Add(a, b)
	return pair[V]{s, m.Sub(b, m.Sub(s, a))}
}

// sum is a + b exactly.
func (m on[V]) sum(a, b V) pair[V] {
	s := m.Add(a, b)
	bb := m.Sub(s, a)
	return pair[V]{s, m.Add(m.Sub(a, m.Sub(s, bb)), m.Sub(b, bb))}
}

// product is a * b exactly.
func (m on[V]) product(a, b V) pair[V] {
	p := m.Mul(a, b)
	return pair[V]{p, m.Fma(a, b, m.Neg(p))}
}

// times is a pair times a pair.
func (m on[V]) times(a, b pair[V]) pair[V] {
	p := m.product(a.hi, b.hi)
	return m.fast(p.hi, m.Add(p.lo, m.Fma(a.hi, b.lo, m.Mul(a.lo, b.hi))))
}

// plus is the sum of two pairs.
func (m on[V]) plus(a, b pair[V]) pair[V] {
	s := m.sum(a.hi, b.hi)
	return m.fast(s.hi, m.Add(s.lo, m.Add(a.lo, b.lo)))
}

// over is a pair divided by a pair, of a divisor which is normal as its inverse is. The exact rest makes up for what the
// quotient lacks.
func (m on[V]) over(a, b pair[V]) pair[V] {
	inverse := m.inverse(b.hi)
	q := m.Mul(a.hi, inverse)
	r := m.Add(m.Fma(m.Neg(q), b.hi, a.hi), m.Fma(m.Neg(q), b.lo, a.lo))
	return m.fast(q, m.Mul(r, inverse))
}

// inverse is 1 / b to an ulp or two, for b and 1 / b that are normal: GPUs have no instruction for an exact division, and what stands for
// one takes care of all numbers. Subtracting the bits of b from a constant gives its inverse to an eighth (J. Blinn, Floating-point tricks, 1997),
// which each step of Newton's squares.
func (m on[V]) inverse(b V) V {
	if !m.single() {
		return m.Div(m.Num(1), b)
	}
	y := m.Float(m.ISub(m.Int(0x7ef311c7), m.Bits(b)))
	for range 3 {
		y = m.Fma(y, m.Fma(m.Neg(b), y, m.Num(1)), y)
	}
	return y
}

func (m on[V]) value(p pair[V]) V { return m.Add(p.hi, p.lo) }

// nan says whether a is one.
func (m on[V]) nan(a V) V { return m.Not(m.Equal(a, a)) }

// mantissa is the number of bits behind the leading one, and bias what is added to exponents.
func (m on[V]) mantissa() int {
	if m.single() {
		return 23
	}
	return 52
}

func (m on[V]) bias() int { return 1<<(m.Width()-m.mantissa()-2) - 1 }

// units is so large that its last bit is 1: what is added to it is rounded to a whole number, which stands in the last bits of the sum.
func (m on[V]) units() V { return m.Num(float64(int64(3) << (m.mantissa() - 1))) }

// integer is a whole number as an integer. (Of numbers that are too large and NaN it is some integer; a conversion would be undefined.)
func (m on[V]) integer(a V) V { return m.ISub(m.Bits(m.Add(a, m.units())), m.Bits(m.units())) }

// nearest is the whole number nearest to a * b, as a number and as an integer; it has fewer bits than the mantissa.
func (m on[V]) nearest(a, b V) (number, integer V) {
	t := m.Fma(a, b, m.units())
	return m.Sub(t, m.units()), m.ISub(m.Bits(t), m.Bits(m.units()))
}

// pow2 is 2^k for a whole number k that is the exponent of a normal number.
func (m on[V]) pow2(k V) V { return m.power(m.integer(k)) }

// power is 2^k for an integer.
func (m on[V]) power(k V) V {
	return m.Float(m.Shl(m.IAdd(k, m.Int(uint64(m.bias()))), m.Int(uint64(m.mantissa()))))
}

// scale is x * 2^k in two steps, each exact unless the result is not normal; k is an integer of less than twice the exponents.
func (m on[V]) scale(x, k V) V {
	both := m.IAdd(k, m.Int(uint64(2*m.bias()))) // both exponents and their biases
	half := m.Shr(both, m.Int(1))
	up := m.Int(uint64(m.mantissa()))
	return m.Mul(m.Mul(x, m.Float(m.Shl(half, up))), m.Float(m.Shl(m.ISub(both, half), up)))
}
