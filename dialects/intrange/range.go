// Package intrange computes with ranges of integers: the least and greatest number, signed and unsigned, that
// an integer of some width can be. Operations are on numbers that wrap; what is undefined (division by zero,
// shifts by the width or more) may give any range.
package intrange

import (
	"math/big"

	"descend/ir"
)

// Range is a set of integers of Width bits: all whose unsigned reading lies in [UMin, UMax] and whose signed
// reading lies in [SMin, SMax]. The numbers must not be changed.
type Range struct {
	Width                  int
	UMin, UMax, SMin, SMax *big.Int
}

var one = big.NewInt(1)

func pow2(n int) *big.Int { return new(big.Int).Lsh(one, uint(n)) }

func umax(w int) *big.Int { return new(big.Int).Sub(pow2(w), one) }
func smin(w int) *big.Int { return new(big.Int).Neg(pow2(w - 1)) }
func smax(w int) *big.Int { return new(big.Int).Sub(pow2(w-1), one) }

// WidthOf is the number of bits of a type that ranges are computed for: integers of 1 to 64 bits, and index,
// which has 64.
func WidthOf(t ir.Type) (int, bool) {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Width, t.Width > 0 && t.Width <= 64
	case *ir.IndexType:
		return 64, true
	}
	return 0, false
}

// Full is the range of all integers of w bits.
func Full(w int) Range { return Range{w, new(big.Int), umax(w), smin(w), smax(w)} }

// Const is the range of one integer, given in either reading.
func Const(v *big.Int, w int) Range {
	u := new(big.Int).And(v, umax(w))
	s := new(big.Int).Set(u)
	if u.Bit(w-1) == 1 {
		s.Sub(u, pow2(w))
	}
	return Range{w, u, u, s, s}
}

// Unsigned is the range of the unsigned numbers from lo to hi, all numbers if they do not fit w bits.
func Unsigned(lo, hi *big.Int, w int) Range {
	if lo.Sign() < 0 || hi.Cmp(umax(w)) > 0 {
		return Full(w)
	}
	r := Range{w, lo, hi, smin(w), smax(w)}
	if lo.Bit(w-1) == hi.Bit(w-1) {
		r.SMin, r.SMax = Const(lo, w).SMin, Const(hi, w).SMin
	}
	return r
}

// Signed is the range of the signed numbers from lo to hi, all numbers if they do not fit w bits.
func Signed(lo, hi *big.Int, w int) Range {
	if lo.Cmp(smin(w)) < 0 || hi.Cmp(smax(w)) > 0 {
		return Full(w)
	}
	r := Range{w, new(big.Int), umax(w), lo, hi}
	if (lo.Sign() < 0) == (hi.Sign() < 0) {
		r.UMin, r.UMax = Const(lo, w).UMin, Const(hi, w).UMin
	}
	return r
}

// And is the range of what is in both ranges; they must have a number in common.
func (r Range) And(s Range) Range {
	return Range{r.Width, maxOf(r.UMin, s.UMin), minOf(r.UMax, s.UMax), maxOf(r.SMin, s.SMin), minOf(r.SMax, s.SMax)}
}

// Or is the least range that has what is in one of them.
func (r Range) Or(s Range) Range {
	return Range{r.Width, minOf(r.UMin, s.UMin), maxOf(r.UMax, s.UMax), minOf(r.SMin, s.SMin), maxOf(r.SMax, s.SMax)}
}

// Equal says whether two ranges are the same.
func (r Range) Equal(s Range) bool {
	return r.Width == s.Width && r.UMin.Cmp(s.UMin) == 0 && r.UMax.Cmp(s.UMax) == 0 && r.SMin.Cmp(s.SMin) == 0 && r.SMax.Cmp(s.SMax) == 0
}

// Constant is the only number of the range, signed; nil if there are more.
func (r Range) Constant() *big.Int {
	switch {
	case r.SMin.Cmp(r.SMax) == 0:
		return r.SMin
	case r.UMin.Cmp(r.UMax) == 0:
		return Const(r.UMin, r.Width).SMin
	}
	return nil
}

// Contains says whether the number, signed, is in the range.
func (r Range) Contains(v *big.Int) bool {
	u := Const(v, r.Width).UMin
	return r.SMin.Cmp(v) <= 0 && v.Cmp(r.SMax) <= 0 && r.UMin.Cmp(u) <= 0 && u.Cmp(r.UMax) <= 0
}

func minOf(a, b *big.Int) *big.Int {
	if a.Cmp(b) <= 0 {
		return a
	}
	return b
}

func maxOf(a, b *big.Int) *big.Int {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}
