package nat

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// num is an immutable integer: an int64 where it fits, a big.Int beyond. The
// form is canonical: b is non-nil only when the value does not fit s.
type num struct {
	s int64
	b *big.Int
}

func small(v int64) num { return num{s: v} }

// fromBig takes the value of v without keeping v.
func fromBig(v *big.Int) num {
	if v.IsInt64() {
		return num{s: v.Int64()}
	}
	return num{b: new(big.Int).Set(v)}
}

// big returns the value; the caller must not change the result.
func (x num) big() *big.Int {
	if x.b != nil {
		return x.b
	}
	return big.NewInt(x.s)
}

func (x num) isZero() bool { return x.b == nil && x.s == 0 }
func (x num) isOne() bool  { return x.b == nil && x.s == 1 }

func (x num) sign() int {
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

func (x num) cmp(y num) int {
	if x.b == nil && y.b == nil {
		switch {
		case x.s < y.s:
			return -1
		case x.s > y.s:
			return 1
		}
		return 0
	}
	return x.big().Cmp(y.big())
}

func (x num) neg() num {
	if x.b == nil && x.s != math.MinInt64 {
		return num{s: -x.s}
	}
	return fromBig(new(big.Int).Neg(x.big()))
}

func (x num) abs() num {
	if x.sign() < 0 {
		return x.neg()
	}
	return x
}

func (x num) add(y num) num {
	if x.b == nil && y.b == nil {
		if s := x.s + y.s; (s > x.s) == (y.s > 0) {
			return num{s: s}
		}
	}
	return fromBig(new(big.Int).Add(x.big(), y.big()))
}

func (x num) sub(y num) num { return x.add(y.neg()) }

func (x num) mul(y num) num {
	if x.b == nil && y.b == nil {
		if s, ok := mulInt64(x.s, y.s); ok {
			return num{s: s}
		}
	}
	return fromBig(new(big.Int).Mul(x.big(), y.big()))
}

// mulInt64 multiplies and reports whether the product fits.
func mulInt64(x, y int64) (int64, bool) {
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

// quo divides towards zero; y is not zero.
func (x num) quo(y num) num {
	if x.b == nil && y.b == nil && x.s != math.MinInt64 {
		return num{s: x.s / y.s}
	}
	return fromBig(new(big.Int).Quo(x.big(), y.big()))
}

// floorDiv divides towards minus infinity; y is positive.
func (x num) floorDiv(y num) num {
	if x.b == nil && y.b == nil {
		q := x.s / y.s
		if x.s%y.s < 0 {
			q--
		}
		return num{s: q}
	}
	return fromBig(new(big.Int).Div(x.big(), y.big()))
}

// divides reports whether x divides y; zero divides only zero.
func (x num) divides(y num) bool {
	if x.isZero() {
		return y.isZero()
	}
	if x.b == nil && y.b == nil {
		return x.s == -1 || y.s%x.s == 0
	}
	return new(big.Int).Rem(y.big(), x.big()).Sign() == 0
}

// gcd is non-negative; gcd(0, y) is |y|.
func (x num) gcd(y num) num {
	if x.b == nil && y.b == nil && x.s != math.MinInt64 && y.s != math.MinInt64 {
		a, b := x.abs().s, y.abs().s
		for b != 0 {
			a, b = b, a%b
		}
		return num{s: a}
	}
	return fromBig(new(big.Int).GCD(nil, nil, x.abs().big(), y.abs().big()))
}

func (x num) bitLen() int {
	if x.b != nil {
		return x.b.BitLen()
	}
	return bits.Len64(uint64(x.abs().s))
}

func (x num) isPow2() bool {
	if x.sign() <= 0 {
		return false
	}
	if x.b == nil {
		return x.s&(x.s-1) == 0
	}
	return x.b.TrailingZeroBits() == uint(x.b.BitLen()-1)
}

func (x num) String() string {
	if x.b == nil {
		return strconv.FormatInt(x.s, 10)
	}
	return x.b.String()
}

func minNum(x, y num) num {
	if x.cmp(y) <= 0 {
		return x
	}
	return y
}

func maxNum(x, y num) num {
	if x.cmp(y) >= 0 {
		return x
	}
	return y
}
