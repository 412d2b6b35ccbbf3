// Package num is exact arithmetic on integers without bounds, and on intervals of them.
//
// All that computes with ranges of numbers computes with these intervals: bounds of sizes (nat), of the coordinates of
// threads (passes/check/overlap), of integers that wrap (intrange, which adds what wrapping does). Nothing overflows: an
// end of an interval is either exact or open.
//
// The package knows nothing of IR.
package num

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// Int is an immutable integer: an int64 where it fits, a big.Int beyond. The
// form is canonical: b is non-nil only when the value does not fit s. The zero value is 0.
type Int struct {
	s int64
	b *big.Int
}

// Of is v as an Int.
func Of(v int64) Int { return Int{s: v} }

// FromBig takes the value of v without keeping v.
func FromBig(v *big.Int) Int {
	if v.IsInt64() {
		return Int{s: v.Int64()}
	}
	return Int{b: new(big.Int).Set(v)}
}

// keep takes the value of v, which is of nobody else.
func keep(v *big.Int) Int {
	if v.IsInt64() {
		return Int{s: v.Int64()}
	}
	return Int{b: v}
}

// Int64 returns the value if it fits.
func (x Int) Int64() (int64, bool) { return x.s, x.b == nil }

// Big returns the value; the caller must not change the result.
func (x Int) Big() *big.Int {
	if x.b != nil {
		return x.b
	}
	return big.NewInt(x.s)
}

// Copy returns the value; the result is the caller's.
func (x Int) Copy() *big.Int {
	if x.b != nil {
		return new(big.Int).Set(x.b)
	}
	return big.NewInt(x.s)
}

// Copies are the values of n numbers; the result is the caller's.
func Copies(n int, at func(i int) Int) []big.Int {
	out, words := make([]big.Int, n), make([]big.Word, n)
	for i := range out {
		switch x := at(i); {
		case x.b != nil:
			out[i].Set(x.b)
		case bits.UintSize < 64:
			out[i].SetInt64(x.s)
		case x.s != 0:
			if words[i] = big.Word(x.s); x.s < 0 {
				words[i] = -words[i]
			}
			out[i].SetBits(words[i : i+1 : i+1])
			if x.s < 0 {
				out[i].Neg(&out[i])
			}
		}
	}
	return out
}

// IsZero says whether x is 0.
func (x Int) IsZero() bool { return x.b == nil && x.s == 0 }

// IsOne says whether x is 1.
func (x Int) IsOne() bool { return x.b == nil && x.s == 1 }

// Sign is -1, 0 or 1.
func (x Int) Sign() int {
	switch {
	case x.b != nil:
		return x.b.Sign()
	case x.s < 0:
		return -1
	case x.s > 0:
		return 1
	}
	return 0
}

// Cmp is the sign of x - y.
func (x Int) Cmp(y Int) int {
	if x.b == nil && y.b == nil {
		switch {
		case x.s < y.s:
			return -1
		case x.s > y.s:
			return 1
		}
		return 0
	}
	return x.Big().Cmp(y.Big())
}

// Neg is -x.
func (x Int) Neg() Int {
	if x.b == nil && x.s != math.MinInt64 {
		return Int{s: -x.s}
	}
	return keep(new(big.Int).Neg(x.Big()))
}

// Abs is |x|.
func (x Int) Abs() Int {
	if x.Sign() < 0 {
		return x.Neg()
	}
	return x
}

// Add is x + y.
func (x Int) Add(y Int) Int {
	if x.b == nil && y.b == nil {
		if s, ok := AddInt64(x.s, y.s); ok {
			return Int{s: s}
		}
	}
	return keep(new(big.Int).Add(x.Big(), y.Big()))
}

// AddInt64 adds and reports whether the sum fits.
func AddInt64(x, y int64) (int64, bool) {
	s := x + y
	return s, (s > x) == (y > 0)
}

// Sub is x - y.
func (x Int) Sub(y Int) Int { return x.Add(y.Neg()) }

// Mul is x * y.
func (x Int) Mul(y Int) Int {
	if x.b == nil && y.b == nil {
		if s, ok := MulInt64(x.s, y.s); ok {
			return Int{s: s}
		}
	}
	return keep(new(big.Int).Mul(x.Big(), y.Big()))
}

// MulInt64 multiplies and reports whether the product fits.
func MulInt64(x, y int64) (int64, bool) {
	if x == math.MinInt64 || y == math.MinInt64 {
		return 0, false
	}
	neg := false
	if x < 0 {
		x, neg = -x, !neg
	}
	if y < 0 {
		y, neg = -y, !neg
	}
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	if neg {
		return -int64(lo), true
	}
	return int64(lo), true
}

// Quo divides towards zero; y is not zero.
func (x Int) Quo(y Int) Int {
	if x.b == nil && y.b == nil && x.s != math.MinInt64 {
		return Int{s: x.s / y.s}
	}
	return keep(new(big.Int).Quo(x.Big(), y.Big()))
}

// FloorDiv divides towards minus infinity; y is positive.
func (x Int) FloorDiv(y Int) Int {
	if x.b == nil && y.b == nil {
		return Int{s: FloorDivInt64(x.s, y.s)}
	}
	return keep(new(big.Int).Div(x.Big(), y.Big()))
}

// FloorDivInt64 divides towards minus infinity; y is positive.
func FloorDivInt64(x, y int64) int64 {
	q := x / y
	if x%y < 0 {
		q--
	}
	return q
}

// Divides reports whether x divides y; zero divides only zero.
func (x Int) Divides(y Int) bool {
	if x.IsZero() {
		return y.IsZero()
	}
	if x.b == nil && y.b == nil {
		return x.s == -1 || y.s%x.s == 0
	}
	return new(big.Int).Rem(y.Big(), x.Big()).Sign() == 0
}

// GCD is non-negative; gcd(0, y) is |y|.
func (x Int) GCD(y Int) Int {
	if x.b == nil && y.b == nil && x.s != math.MinInt64 && y.s != math.MinInt64 {
		a, b := x.Abs().s, y.Abs().s
		for b != 0 {
			a, b = b, a%b
		}
		return Int{s: a}
	}
	return keep(new(big.Int).GCD(nil, nil, x.Abs().Big(), y.Abs().Big()))
}

// LCM is the least number that both divide, 0 if one of them is 0.
func (x Int) LCM(y Int) Int {
	if x.IsZero() || y.IsZero() {
		return Of(0)
	}
	return x.Quo(x.GCD(y)).Mul(y).Abs()
}

// BitLen is the number of bits of |x|.
func (x Int) BitLen() int {
	switch {
	case x.b != nil:
		return x.b.BitLen()
	case x.s < 0:
		return bits.Len64(-uint64(x.s))
	}
	return bits.Len64(uint64(x.s))
}

// IsPow2 says whether x is a power of two.
func (x Int) IsPow2() bool {
	if x.Sign() <= 0 {
		return false
	}
	if x.b == nil {
		return x.s&(x.s-1) == 0
	}
	return x.b.TrailingZeroBits() == uint(x.b.BitLen()-1)
}

// String is x in decimal.
func (x Int) String() string { return string(x.Append(nil)) }

// Append adds x in decimal to b.
func (x Int) Append(b []byte) []byte {
	if x.b == nil {
		return strconv.AppendInt(b, x.s, 10)
	}
	return x.b.Append(b, 10)
}
