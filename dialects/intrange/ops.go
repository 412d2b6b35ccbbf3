package intrange

import "math/big"

// binary is an operation on numbers; it may not change its operands.
type binary func(x, y *big.Int) *big.Int

func add(x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) }
func sub(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) }
func mul(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }
func quo(x, y *big.Int) *big.Int { return new(big.Int).Quo(x, y) }

// floor is the quotient rounded down, ceil rounded up.
func floor(x, y *big.Int) *big.Int {
	q, m := new(big.Int).QuoRem(x, y, new(big.Int))
	if m.Sign() != 0 && (m.Sign() < 0) != (y.Sign() < 0) {
		q.Sub(q, one)
	}
	return q
}

func ceil(x, y *big.Int) *big.Int { return new(big.Int).Neg(floor(new(big.Int).Neg(x), y)) }

// corners are the least and greatest value of f on a rectangle, for f monotonic in each operand.
func corners(f binary, a0, a1, b0, b1 *big.Int) (lo, hi *big.Int) {
	lo = f(a0, b0)
	hi = lo
	for _, v := range []*big.Int{f(a0, b1), f(a1, b0), f(a1, b1)} {
		lo, hi = minOf(lo, v), maxOf(hi, v)
	}
	return lo, hi
}

// both computes in both readings.
func both(f binary, r, s Range) Range {
	lo, hi := corners(f, r.UMin, r.UMax, s.UMin, s.UMax)
	u := Unsigned(lo, hi, r.Width)
	lo, hi = corners(f, r.SMin, r.SMax, s.SMin, s.SMax)
	return u.And(Signed(lo, hi, r.Width))
}

// Add is the range of sums.
func (r Range) Add(s Range) Range { return both(add, r, s) }

// Sub is the range of differences.
func (r Range) Sub(s Range) Range { return both(sub, r, s) }

// Mul is the range of products.
func (r Range) Mul(s Range) Range { return both(mul, r, s) }

// DivU is the range of unsigned quotients; up rounds up.
func (r Range) DivU(s Range, up bool) Range {
	f := quo
	if up {
		f = ceil
	}
	lo, hi := corners(f, r.UMin, r.UMax, maxOf(s.UMin, one), maxOf(s.UMax, one))
	return Unsigned(lo, hi, r.Width)
}

// Rounding says how a signed quotient is rounded.
type Rounding int

// The roundings: towards zero, down, up.
const (
	TowardsZero Rounding = iota
	Down
	Up
)

// DivS is the range of signed quotients; it is known if the sign of the divisor is.
func (r Range) DivS(s Range, how Rounding) Range {
	if s.SMin.Sign() <= 0 && s.SMax.Sign() >= 0 {
		return Full(r.Width)
	}
	lo, hi := corners([]binary{quo, floor, ceil}[how], r.SMin, r.SMax, s.SMin, s.SMax)
	return Signed(lo, hi, r.Width)
}

// RemU is the range of unsigned remainders.
func (r Range) RemU(s Range) Range {
	if r.UMax.Cmp(s.UMin) < 0 {
		return r
	}
	return Unsigned(new(big.Int), minOf(r.UMax, maxOf(sub(s.UMax, one), new(big.Int))), r.Width)
}

// RemS is the range of signed remainders; they have the sign of the dividend.
func (r Range) RemS(s Range) Range {
	least, most := new(big.Int), maxOf(new(big.Int).Abs(s.SMin), new(big.Int).Abs(s.SMax))
	if s.SMin.Sign() > 0 {
		least = s.SMin
	}
	if most.Sign() == 0 {
		return Full(r.Width)
	}
	if r.SMin.Sign() >= 0 && r.SMax.Cmp(least) < 0 {
		return r
	}
	hi := sub(most, one)
	lo := new(big.Int).Neg(hi)
	if r.SMin.Sign() >= 0 {
		lo = new(big.Int)
	}
	if r.SMax.Sign() <= 0 {
		hi = new(big.Int)
	}
	return Signed(maxOf(lo, minOf(r.SMin, new(big.Int))), minOf(hi, maxOf(r.SMax, new(big.Int))), r.Width)
}

// free has ones where numbers of the range, unsigned, may differ in their bits: all below their common leading bits.
func (r Range) free() *big.Int { return umax(new(big.Int).Xor(r.UMin, r.UMax).BitLen()) }

// monotonic is the range of an operation that each bit of its operands can only make greater.
func monotonic(f binary, r, s Range) Range {
	lo := f(new(big.Int).AndNot(r.UMin, r.free()), new(big.Int).AndNot(s.UMin, s.free()))
	hi := f(new(big.Int).Or(r.UMax, r.free()), new(big.Int).Or(s.UMax, s.free()))
	return Unsigned(lo, hi, r.Width)
}

// BitAnd is the range of bitwise conjunctions.
func (r Range) BitAnd(s Range) Range {
	bits := monotonic(func(x, y *big.Int) *big.Int { return new(big.Int).And(x, y) }, r, s)
	return bits.And(Unsigned(new(big.Int), minOf(r.UMax, s.UMax), r.Width))
}

// BitOr is the range of bitwise disjunctions.
func (r Range) BitOr(s Range) Range {
	bits := monotonic(func(x, y *big.Int) *big.Int { return new(big.Int).Or(x, y) }, r, s)
	return bits.And(Unsigned(maxOf(r.UMin, s.UMin), umax(r.Width), r.Width))
}

// BitXor is the range of bitwise exclusive disjunctions.
func (r Range) BitXor(s Range) Range {
	free := maxOf(r.free(), s.free())
	x := new(big.Int).Xor(r.UMin, s.UMin)
	return Unsigned(new(big.Int).AndNot(x, free), new(big.Int).Or(x, free), r.Width)
}

// amounts are the least and greatest defined shift amount; ok is false if none is known to be.
func (s Range) amounts() (lo, hi uint, ok bool) {
	if s.UMax.Cmp(big.NewInt(int64(s.Width))) >= 0 {
		return 0, 0, false
	}
	return uint(s.UMin.Uint64()), uint(s.UMax.Uint64()), true
}

// ShL is the range of shifts to the left.
func (r Range) ShL(s Range) Range {
	lo, hi, ok := s.amounts()
	if !ok {
		return Full(r.Width)
	}
	return r.Mul(Range{r.Width, pow2(int(lo)), pow2(int(hi)), pow2(int(lo)), pow2(int(hi))})
}

// ShRU is the range of shifts to the right that fill with zeros.
func (r Range) ShRU(s Range) Range {
	lo, hi, ok := s.amounts()
	if !ok {
		return Full(r.Width)
	}
	return Unsigned(new(big.Int).Rsh(r.UMin, hi), new(big.Int).Rsh(r.UMax, lo), r.Width)
}

// ShRS is the range of shifts to the right that fill with the sign.
func (r Range) ShRS(s Range) Range {
	lo, hi, ok := s.amounts()
	if !ok {
		return Full(r.Width)
	}
	l, h := corners(floor, r.SMin, r.SMax, pow2(int(lo)), pow2(int(hi)))
	return Signed(l, h, r.Width)
}

// MinU, MaxU, MinS and MaxS are the ranges of the lesser or greater number of two.
func (r Range) MinU(s Range) Range {
	return Unsigned(minOf(r.UMin, s.UMin), minOf(r.UMax, s.UMax), r.Width)
}

// MaxU is like MinU.
func (r Range) MaxU(s Range) Range {
	return Unsigned(maxOf(r.UMin, s.UMin), maxOf(r.UMax, s.UMax), r.Width)
}

// MinS is like MinU.
func (r Range) MinS(s Range) Range {
	return Signed(minOf(r.SMin, s.SMin), minOf(r.SMax, s.SMax), r.Width)
}

// MaxS is like MinU.
func (r Range) MaxS(s Range) Range {
	return Signed(maxOf(r.SMin, s.SMin), maxOf(r.SMax, s.SMax), r.Width)
}

// ExtS is the range after extension with the sign to w bits.
func (r Range) ExtS(w int) Range { return Signed(r.SMin, r.SMax, w) }

// ExtU is the range after extension with zeros to w bits.
func (r Range) ExtU(w int) Range { return Unsigned(r.UMin, r.UMax, w) }

// Trunc is the range of the low w bits.
func (r Range) Trunc(w int) Range { return Unsigned(r.UMin, r.UMax, w).And(Signed(r.SMin, r.SMax, w)) }

// Less says whether every number of r is less than (or with orEqual not greater than) every one of s.
func (r Range) Less(s Range, signed, orEqual bool) bool {
	a, b := r.UMax, s.UMin
	if signed {
		a, b = r.SMax, s.SMin
	}
	c := a.Cmp(b)
	return c < 0 || orEqual && c == 0
}

// Disjoint says whether no number is in both ranges.
func (r Range) Disjoint(s Range) bool {
	return r.UMax.Cmp(s.UMin) < 0 || s.UMax.Cmp(r.UMin) < 0 || r.SMax.Cmp(s.SMin) < 0 || s.SMax.Cmp(r.SMin) < 0
}
