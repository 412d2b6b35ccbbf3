package intrange

import (
	"math/bits"

	"descend/dialects/num"
)

// both computes in both readings; in one where numbers and results are the same in both.
func both(f func(x, y num.Interval) num.Interval, r, s Range) Range {
	if r.U == r.S && s.U == s.S {
		if i := f(r.U, s.U); i.NonNeg() && !i.Empty() && i.Within(lower(r.Width)) {
			return Range{r.Width, i, i}
		}
	}
	return Unsigned(f(r.U, s.U), r.Width).And(Signed(f(r.S, s.S), r.Width))
}

// Add is the range of sums.
func (r Range) Add(s Range) Range { return both(num.Interval.Add, r, s) }

// Sub is the range of differences.
func (r Range) Sub(s Range) Range { return both(num.Interval.Sub, r, s) }

// Mul is the range of products.
func (r Range) Mul(s Range) Range { return both(num.Interval.Mul, r, s) }

// Rounding says how a quotient is rounded.
type Rounding int

// The roundings: towards zero, down, up.
const (
	TowardsZero Rounding = iota
	Down
	Up
)

// quotient is x / y for the y that are positive.
func quotient(x, y num.Interval, how Rounding) num.Interval {
	switch how {
	case Down:
		return x.FloorDiv(y)
	case Up:
		return x.Neg().FloorDiv(y).Neg()
	}
	down, up := x.Meet(num.AtLeast(num.Int{})), x.Meet(num.AtMost(num.Int{}))
	switch {
	case up.Empty():
		return quotient(down, y, Down)
	case down.Empty():
		return quotient(up, y, Up)
	}
	return quotient(down, y, Down).Join(quotient(up, y, Up))
}

// DivU is the range of unsigned quotients; up rounds up.
func (r Range) DivU(s Range, up bool) Range {
	how := Down
	if up {
		how = Up
	}
	return Unsigned(quotient(r.U, s.U, how), r.Width)
}

// DivS is the range of signed quotients; it is known if the sign of the divisor is.
func (r Range) DivS(s Range, how Rounding) Range {
	switch {
	case s.S.Positive():
		return Signed(quotient(r.S, s.S, how), r.Width)
	case s.S.Negative():
		return Signed(quotient(r.S.Neg(), s.S.Neg(), how), r.Width)
	}
	return Full(r.Width)
}

// RemU is the range of unsigned remainders.
func (r Range) RemU(s Range) Range {
	if r.Less(s, false, false) {
		return r
	}
	return Unsigned(r.U.Mod(s.U), r.Width)
}

// RemS is the range of signed remainders; they have the sign of the dividend.
func (r Range) RemS(s Range) Range {
	divisor := s.S.Max(s.S.Neg()) // the greater one of a number and its opposite
	if r.S.NonNeg() && s.S.Positive() && r.Less(s, true, false) {
		return r
	}
	out := num.Point(num.Int{})
	if !r.S.NonPos() {
		out = out.Join(r.S.Meet(num.AtLeast(num.Int{})).Mod(divisor))
	}
	if !r.S.NonNeg() {
		out = out.Join(r.S.Meet(num.AtMost(num.Int{})).Neg().Mod(divisor).Neg())
	}
	return Signed(out, r.Width)
}

// word is a number of at most 64 bits.
func word(x uint64) num.Int {
	return num.Of(int64(x >> 32)).Mul(num.Of(1 << 32)).Add(num.Of(int64(x & (1<<32 - 1))))
}

// words are the ends, unsigned, and the bits in which numbers of the range may differ: all below their common leading bits.
func (r Range) words() (lo, hi, free uint64) {
	l, _ := r.U.Lo()
	h, _ := r.U.Hi()
	lo, hi = l.Big().Uint64(), h.Big().Uint64()
	return lo, hi, 1<<bits.Len64(lo^hi) - 1
}

// monotonic is the range of an operation that each bit of its operands can only make greater.
func monotonic(f func(x, y uint64) uint64, r, s Range) Range {
	a, b, free := r.words()
	c, d, other := s.words()
	return Unsigned(num.Between(word(f(a&^free, c&^other)), word(f(b|free, d|other))), r.Width)
}

// BitAnd is the range of bitwise conjunctions; none is greater than one of the operands.
func (r Range) BitAnd(s Range) Range {
	m := monotonic(func(x, y uint64) uint64 { return x & y }, r, s)
	most, _ := r.U.Min(s.U).Hi()
	return m.And(Unsigned(num.Between(num.Int{}, most), r.Width))
}

// BitOr is the range of bitwise disjunctions; none is less than one of the operands.
func (r Range) BitOr(s Range) Range {
	m := monotonic(func(x, y uint64) uint64 { return x | y }, r, s)
	least, _ := r.U.Max(s.U).Lo()
	return m.And(Unsigned(num.AtLeast(least).Meet(Full(r.Width).U), r.Width))
}

// BitXor is the range of bitwise exclusive disjunctions.
func (r Range) BitXor(s Range) Range {
	a, _, free := r.words()
	b, _, other := s.words()
	x, any := a^b, free|other
	return Unsigned(num.Between(word(x&^any), word(x|any)), r.Width)
}

// powers is the interval of 2 to the power of shift amounts; ok is false if they are not known to be defined.
func (s Range) powers() (i num.Interval, ok bool) {
	lo, hi, _ := s.words()
	if hi >= uint64(s.Width) {
		return i, false
	}
	return num.Between(pow2(int(lo)), pow2(int(hi))), true
}

// ShL is the range of shifts to the left.
func (r Range) ShL(s Range) Range {
	if p, ok := s.powers(); ok {
		return r.Mul(Range{r.Width, p, p})
	}
	return Full(r.Width)
}

// ShRU is the range of shifts to the right that fill with zeros.
func (r Range) ShRU(s Range) Range {
	if p, ok := s.powers(); ok {
		return Unsigned(r.U.FloorDiv(p), r.Width)
	}
	return Full(r.Width)
}

// ShRS is the range of shifts to the right that fill with the sign.
func (r Range) ShRS(s Range) Range {
	if p, ok := s.powers(); ok {
		return Signed(r.S.FloorDiv(p), r.Width)
	}
	return Full(r.Width)
}

// MinU, MaxU, MinS and MaxS are the ranges of the lesser or greater number of two.
func (r Range) MinU(s Range) Range { return Unsigned(r.U.Min(s.U), r.Width) }

// MaxU is like MinU.
func (r Range) MaxU(s Range) Range { return Unsigned(r.U.Max(s.U), r.Width) }

// MinS is like MinU.
func (r Range) MinS(s Range) Range { return Signed(r.S.Min(s.S), r.Width) }

// MaxS is like MinU.
func (r Range) MaxS(s Range) Range { return Signed(r.S.Max(s.S), r.Width) }

// ExtS is the range after extension with the sign to w bits.
func (r Range) ExtS(w int) Range { return Signed(r.S, w) }

// ExtU is the range after extension with zeros to w bits.
func (r Range) ExtU(w int) Range { return Unsigned(r.U, w) }

// Trunc is the range of the low w bits.
func (r Range) Trunc(w int) Range { return Unsigned(r.U, w).And(Signed(r.S, w)) }

// Less says whether every number of r is less than (or with orEqual not greater than) every one of s.
func (r Range) Less(s Range, signed, orEqual bool) bool {
	a, b := r.U, s.U
	if signed {
		a, b = r.S, s.S
	}
	hi, _ := a.Hi()
	lo, _ := b.Lo()
	c := hi.Cmp(lo)
	return c < 0 || orEqual && c == 0
}

// Disjoint says whether no number is in both ranges.
func (r Range) Disjoint(s Range) bool { return r.U.Meet(s.U).Empty() || r.S.Meet(s.S).Empty() }
