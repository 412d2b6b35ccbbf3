package elementary

import (
	"math"
	"math/bits"
)

// Number is the machine that computes: values are the bits of floats and integers, 1 and 0 of conditions.
type Number struct{ width int }

// Single and Double compute in f32 and f64.
var (
	Single = Number{32}
	Double = Number{64}
)

func (n Number) float(v uint64) float64 {
	if n.width == 32 {
		return float64(math.Float32frombits(uint32(v)))
	}
	return math.Float64frombits(v)
}

// rounded is a number of the type. A sum, difference, product, quotient or root of f32, computed in f64 and rounded again, is
// the correctly rounded one.
func (n Number) rounded(x float64) uint64 {
	if n.width == 32 {
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}

func (n Number) int(v uint64) uint64 {
	if n.width == 32 {
		return uint64(uint32(v))
	}
	return v
}

func condition(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// The operations, as [Machine] has them.

func (n Number) Width() int                { return n.width }
func (n Number) Num(x float64) uint64      { return n.rounded(x) }
func (n Number) Add(a, b uint64) uint64    { return n.rounded(n.float(a) + n.float(b)) }
func (n Number) Sub(a, b uint64) uint64    { return n.rounded(n.float(a) - n.float(b)) }
func (n Number) Mul(a, b uint64) uint64    { return n.rounded(n.float(a) * n.float(b)) }
func (n Number) Div(a, b uint64) uint64    { return n.rounded(n.float(a) / n.float(b)) }
func (n Number) Sqrt(a uint64) uint64      { return n.rounded(math.Sqrt(n.float(a))) }
func (n Number) Abs(a uint64) uint64       { return a &^ n.sign() }
func (n Number) Neg(a uint64) uint64       { return a ^ n.sign() }
func (n Number) Rint(a uint64) uint64      { return n.rounded(math.RoundToEven(n.float(a))) }
func (n Number) Less(a, b uint64) uint64   { return condition(n.float(a) < n.float(b)) }
func (n Number) Equal(a, b uint64) uint64  { return condition(n.float(a) == n.float(b)) }
func (n Number) And(c, d uint64) uint64    { return c & d }
func (n Number) Or(c, d uint64) uint64     { return c | d }
func (n Number) Not(c uint64) uint64       { return c ^ 1 }
func (n Number) Bits(a uint64) uint64      { return a }
func (n Number) Float(i uint64) uint64     { return i }
func (n Number) Int(i uint64) uint64       { return n.int(i) }
func (n Number) IAdd(a, b uint64) uint64   { return n.int(a + b) }
func (n Number) ISub(a, b uint64) uint64   { return n.int(a - b) }
func (n Number) IMul(a, b uint64) uint64   { return n.int(a * b) }
func (n Number) IAnd(a, b uint64) uint64   { return a & b }
func (n Number) IOr(a, b uint64) uint64    { return a | b }
func (n Number) Shl(a, by uint64) uint64   { return n.int(a << (by & uint64(n.width-1))) }
func (n Number) Shr(a, by uint64) uint64   { return a >> (by & uint64(n.width-1)) }
func (n Number) ILess(a, b uint64) uint64  { return condition(a < b) }
func (n Number) IEqual(a, b uint64) uint64 { return condition(a == b) }

func (n Number) sign() uint64 { return 1 << (n.width - 1) }

// Fma rounds once.
func (n Number) Fma(a, b, c uint64) uint64 {
	if n.width == 64 {
		return math.Float64bits(math.FMA(n.float(a), n.float(b), n.float(c)))
	}
	return n.rounded(FMA32(n.float(a), n.float(b), n.float(c)))
}

// CopySign is a with the sign of b.
func (n Number) CopySign(a, b uint64) uint64 { return a&^n.sign() | b&n.sign() }

// Select is a if c holds, else b.
func (n Number) Select(c, a, b uint64) uint64 {
	if c != 0 {
		return a
	}
	return b
}

// FromInt rounds a signed integer.
func (n Number) FromInt(i uint64) uint64 {
	if n.width == 32 {
		return uint64(math.Float32bits(float32(int32(i))))
	}
	return math.Float64bits(float64(int64(i)))
}

// MulHi is the upper half of a product.
func (n Number) MulHi(a, b uint64) uint64 {
	if n.width == 32 {
		return a * b >> 32
	}
	hi, _ := bits.Mul64(a, b)
	return hi
}

// If computes one of both.
func (n Number) If(c uint64, yes, no func() []uint64) []uint64 {
	if c != 0 {
		return yes()
	}
	return no()
}

// FMA32 is a*b + c of numbers of at most 24 bits, with a last bit that makes a second rounding to f32 or less give what one
// rounding does: the product is exact in f64, and the sum is rounded to odd.
func FMA32(a, b, c float64) float64 {
	p := float64(a * b)
	s := p + c
	if math.IsInf(s, 0) || s != s {
		return s
	}
	// the exact error of the sum (Knuth's two-sum)
	bb := s - p
	err := (p - (s - bb)) + (c - bb)
	if u := math.Float64bits(s); err != 0 && u&1 == 0 {
		if err > 0 == (s > 0) {
			u++
		} else {
			u--
		}
		return math.Float64frombits(u)
	}
	return s
}

// Value is a float as a number.
func (n Number) Value(v uint64) float64 { return n.float(v) }
