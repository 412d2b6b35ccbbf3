package intrange

import (
	"math"
	"math/big"
	"testing"

	"descend/dialects/num"
)

// The numbers are those of 3 bits: all cases, in little time.
const testWidth, least, half, count = 3, -4, 4, 8

// ranges are all signed and unsigned intervals of the test width.
func ranges() []Range {
	var out []Range
	for lo := int64(least); lo < count; lo++ {
		for hi := lo; hi < count; hi++ {
			switch {
			case lo >= 0:
				out = append(out, Unsigned(num.Between(num.Of(lo), num.Of(hi)), testWidth))
			case hi < half:
				out = append(out, Signed(num.Between(num.Of(lo), num.Of(hi)), testWidth))
			}
		}
	}
	return out
}

func members(r Range) (out []int64) {
	for v := int64(least); v < half; v++ {
		if r.Contains(big.NewInt(v)) {
			out = append(out, v)
		}
	}
	return out
}

// wrap is v as a signed number of the width.
func wrap(v int64, w int) *big.Int { return Const(big.NewInt(v), w).Constant() }

func u(v int64) int64 { return v & (count - 1) }

func div(how Rounding) func(x, y int64) (int64, bool) {
	return func(x, y int64) (int64, bool) {
		if y == 0 || x == least && y == -1 {
			return 0, false
		}
		q := float64(x) / float64(y)
		return int64([]func(float64) float64{math.Trunc, math.Floor, math.Ceil}[how](q)), true
	}
}

// TestOperations compares every operation on all ranges with all numbers in them.
func TestOperations(t *testing.T) {
	yes := func(f func(x, y int64) int64) func(x, y int64) (int64, bool) {
		return func(x, y int64) (int64, bool) { return f(x, y), true }
	}
	ops := []struct {
		name string
		f    func(r, s Range) Range
		g    func(x, y int64) (int64, bool)
	}{
		{"add", Range.Add, yes(func(x, y int64) int64 { return x + y })},
		{"sub", Range.Sub, yes(func(x, y int64) int64 { return x - y })},
		{"mul", Range.Mul, yes(func(x, y int64) int64 { return x * y })},
		{"divu", func(r, s Range) Range { return r.DivU(s, false) }, func(x, y int64) (int64, bool) {
			if y == 0 {
				return 0, false
			}
			return u(x) / u(y), true
		}},
		{"ceildivu", func(r, s Range) Range { return r.DivU(s, true) }, func(x, y int64) (int64, bool) {
			if y == 0 {
				return 0, false
			}
			return (u(x) + u(y) - 1) / u(y), true
		}},
		{"divs", func(r, s Range) Range { return r.DivS(s, TowardsZero) }, div(TowardsZero)},
		{"floordivs", func(r, s Range) Range { return r.DivS(s, Down) }, div(Down)},
		{"ceildivs", func(r, s Range) Range { return r.DivS(s, Up) }, div(Up)},
		{"remu", Range.RemU, func(x, y int64) (int64, bool) {
			if y == 0 {
				return 0, false
			}
			return u(x) % u(y), true
		}},
		{"rems", Range.RemS, func(x, y int64) (int64, bool) {
			if y == 0 || x == least && y == -1 {
				return 0, false
			}
			return x % y, true
		}},
		{"and", Range.BitAnd, yes(func(x, y int64) int64 { return x & y })},
		{"or", Range.BitOr, yes(func(x, y int64) int64 { return x | y })},
		{"xor", Range.BitXor, yes(func(x, y int64) int64 { return x ^ y })},
		{"shl", Range.ShL, func(x, y int64) (int64, bool) { return x << u(y), u(y) < testWidth }},
		{"shru", Range.ShRU, func(x, y int64) (int64, bool) { return u(x) >> u(y), u(y) < testWidth }},
		{"shrs", Range.ShRS, func(x, y int64) (int64, bool) { return x >> u(y), u(y) < testWidth }},
		{"minu", Range.MinU, yes(func(x, y int64) int64 { return min(u(x), u(y)) })},
		{"maxu", Range.MaxU, yes(func(x, y int64) int64 { return max(u(x), u(y)) })},
		{"mins", Range.MinS, yes(func(x, y int64) int64 { return min(x, y) })},
		{"maxs", Range.MaxS, yes(func(x, y int64) int64 { return max(x, y) })},
		{"or of ranges", Range.Or, yes(func(x, y int64) int64 { return x })},
	}
	all := ranges()
	for _, op := range ops {
		for _, r := range all {
			for _, s := range all {
				got := op.f(r, s)
				for _, x := range members(r) {
					for _, y := range members(s) {
						if v, ok := op.g(x, y); ok && !got.Contains(wrap(v, testWidth)) {
							t.Fatalf("%s of %v and %v is %v: %d, %d give %d", op.name, r, s, got, x, y, v)
						}
					}
				}
			}
		}
	}
}

// TestCasts does the same for changes of width.
func TestCasts(t *testing.T) {
	for _, r := range ranges() {
		for _, x := range members(r) {
			if !r.ExtS(8).Contains(wrap(x, 8)) || !r.ExtU(8).Contains(wrap(u(x), 8)) || !r.Trunc(2).Contains(wrap(x, 2)) {
				t.Fatalf("%v: %d", r, x)
			}
		}
	}
}

// TestCompare checks Less and Disjoint.
func TestCompare(t *testing.T) {
	all := ranges()
	for _, r := range all {
		for _, s := range all {
			for _, x := range members(r) {
				for _, y := range members(s) {
					if r.Less(s, true, false) && x >= y || r.Less(s, true, true) && x > y || r.Less(s, false, false) && u(x) >= u(y) ||
						r.Less(s, false, true) && u(x) > u(y) || r.Disjoint(s) && x == y {
						t.Fatalf("%v %v: %d %d", r, s, x, y)
					}
				}
			}
		}
	}
}
