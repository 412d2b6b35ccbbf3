// Package intrange computes with ranges of integers that wrap: the least and greatest number, signed and unsigned, that
// an integer of some width can be. Its intervals are those of package num. What it adds is the width: each operation is done on numbers
// without bounds, and where the interval of the results does not fit the width, nothing is known of what wraps. What is undefined
// (division by zero, shifts by the width or more) may give any range.
package intrange

import (
	"math"
	"math/big"
	"sync"

	"descend/dialects/num"
	"descend/ir"
)

// Range is a set of integers of Width bits: all whose unsigned reading lies in U and whose signed reading lies in S. Both have ends.
type Range struct {
	Width int
	U, S  num.Interval
}

var one = num.Of(1)

func pow2(n int) num.Int {
	switch {
	case n < 63:
		return num.Of(1 << n)
	case n == 64:
		return pow64()
	}
	return num.FromBig(new(big.Int).Lsh(big.NewInt(1), uint(n)))
}

// What is asked for all the time and does not fit a word.
var (
	pow64  = sync.OnceValue(func() num.Int { return num.FromBig(new(big.Int).Lsh(big.NewInt(1), 64)) })
	full64 = sync.OnceValue(func() Range { return full(64) })
)

// lower is the interval of the numbers that are the same with and without a sign.
func lower(w int) num.Interval {
	if w == 64 {
		return num.Between(num.Int{}, num.Of(math.MaxInt64))
	}
	return Full(w).S.Meet(num.AtLeast(num.Int{}))
}

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
func Full(w int) Range {
	if w == 64 {
		return full64()
	}
	return full(w)
}

func full(w int) Range {
	half := pow2(w - 1)
	return Range{w, num.Between(num.Int{}, pow2(w).Sub(one)), num.Between(half.Neg(), half.Sub(one))}
}

// OfType are the numbers of an integer type; signless types are signed.
func OfType(t *ir.IntegerType) num.Interval { return Full(t.Width).As(t) }

// As is the reading of a range as numbers of a type.
func (r Range) As(t *ir.IntegerType) num.Interval {
	if t.Sign == ir.Unsigned {
		return r.U
	}
	return r.S
}

// Const is the range of one integer, given in either reading.
func Const(v *big.Int, w int) Range {
	return Unsigned(num.Point(num.FromBig(new(big.Int).And(v, pow2(w).Sub(one).Big()))), w)
}

// Unsigned is the range of the unsigned numbers in an interval, all numbers if they do not fit w bits.
func Unsigned(i num.Interval, w int) Range {
	r := Full(w)
	if !i.Within(r.U) {
		return r
	}
	r.U = i
	if i.Within(lower(w)) {
		r.S = i
	} else if upper := i.Sub(num.Point(pow2(w))); upper.Within(r.S) {
		r.S = upper
	}
	return r
}

// Signed is the range of the signed numbers in an interval, all numbers if they do not fit w bits.
func Signed(i num.Interval, w int) Range {
	r := Full(w)
	if !i.Within(r.S) {
		return r
	}
	r.S = i
	if i.NonNeg() {
		r.U = i
	} else if i.Negative() {
		r.U = i.Add(num.Point(pow2(w)))
	}
	return r
}

// And is the range of what is in both ranges; they must have a number in common.
func (r Range) And(s Range) Range { return Range{r.Width, r.U.Meet(s.U), r.S.Meet(s.S)} }

// Or is the least range that has what is in one of them.
func (r Range) Or(s Range) Range { return Range{r.Width, r.U.Join(s.U), r.S.Join(s.S)} }

// Equal says whether two ranges are the same.
func (r Range) Equal(s Range) bool {
	return r.Width == s.Width && r.U.Equal(s.U) && r.S.Equal(s.S)
}

// Constant is the only number of the range, signed; nil if there are more.
func (r Range) Constant() *big.Int {
	if v, ok := r.S.Value(); ok {
		return v.Big()
	}
	if v, ok := r.U.Value(); ok {
		v, _ = Const(v.Big(), r.Width).S.Value()
		return v.Big()
	}
	return nil
}

// Contains says whether the number, signed, is in the range.
func (r Range) Contains(v *big.Int) bool {
	u, _ := Const(v, r.Width).U.Value()
	return r.S.Contains(num.FromBig(v)) && r.U.Contains(u)
}
