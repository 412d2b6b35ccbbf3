package num

import (
	"math/big"
	"math/rand"
	"testing"
)

// edge are numbers around the ends of int64, where the form changes.
func edge(r *rand.Rand) *big.Int {
	v := new(big.Int).Lsh(big.NewInt(1), []uint{0, 1, 8, 31, 32, 62, 63, 64, 100}[r.Intn(9)])
	v.Add(v, big.NewInt(r.Int63n(5)-2))
	if r.Intn(2) == 0 {
		v.Neg(v)
	}
	return v
}

// TestInt compares with big numbers.
func TestInt(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 100_000 {
		a, b := edge(r), edge(r)
		x, y := FromBig(a), FromBig(b)
		same := func(op string, got Int, want *big.Int) {
			if got.Big().Cmp(want) != 0 || (got.b == nil) != want.IsInt64() {
				t.Fatalf("%s of %s and %s is %s, not %s", op, a, b, got, want)
			}
		}
		same("+", x.Add(y), new(big.Int).Add(a, b))
		same("-", x.Sub(y), new(big.Int).Sub(a, b))
		same("*", x.Mul(y), new(big.Int).Mul(a, b))
		same("gcd", x.GCD(y), new(big.Int).GCD(nil, nil, new(big.Int).Abs(a), new(big.Int).Abs(b)))
		same("lcm times gcd", x.LCM(y).Mul(x.GCD(y)), new(big.Int).Abs(new(big.Int).Mul(a, b)))
		same("abs", x.Abs(), new(big.Int).Abs(a))
		if b.Sign() != 0 {
			same("quo", x.Quo(y), new(big.Int).Quo(a, b))
			if y.Divides(x) != (new(big.Int).Rem(a, b).Sign() == 0) {
				t.Fatalf("%s divides %s", b, a)
			}
		}
		if b.Sign() > 0 {
			same("div", x.FloorDiv(y), new(big.Int).Div(a, b))
		}
		if x.Cmp(y) != a.Cmp(b) || x.Sign() != a.Sign() || x.BitLen() != a.BitLen() {
			t.Fatalf("%s and %s", a, b)
		}
		if a.Sign() != 0 && (Int{}).Divides(x) || !x.Divides(Int{}) {
			t.Fatalf("0 and %s", a)
		}
		pow2 := a.Sign() > 0 && new(big.Int).And(a, new(big.Int).Sub(a, big.NewInt(1))).Sign() == 0
		if x.IsPow2() != pow2 || x.IsZero() != (a.Sign() == 0) || x.IsOne() != (a.Cmp(big.NewInt(1)) == 0) || x.String() != a.String() {
			t.Fatalf("%s", a)
		}
	}
}

// The members of intervals are looked at from -window to window. The ends of the operands are at most small, so that closed
// ends of results are at most small*small, and open ones show by numbers that are larger: window/small, if divided.
const (
	window = 40
	small  = 3
)

// intervals are all with ends from -small to small, closed or open, which are not empty.
func intervals() (all []Interval) {
	for lo := -small - 1; lo <= small; lo++ {
		for hi := max(lo, -small); hi <= small+1; hi++ {
			i := Interval{}
			if lo >= -small {
				i = i.Meet(AtLeast(Of(int64(lo))))
			}
			if hi <= small {
				i = i.Meet(AtMost(Of(int64(hi))))
			}
			all = append(all, i)
		}
	}
	return all
}

func members(i Interval) (all []int64) {
	for x := int64(-window); x <= window; x++ {
		if i.Contains(Of(x)) {
			all = append(all, x)
		}
	}
	return all
}

// TestInterval compares every operation on all small intervals with all of their members: nothing is outside of the
// result, and where it is the least interval its ends are reached.
func TestInterval(t *testing.T) {
	floor := func(x, y int64) int64 { return Of(x).FloorDiv(Of(y)).s }
	any := func(int64) bool { return true }
	positive := func(y int64) bool { return y > 0 }
	ops := []struct {
		name  string
		f     func(a, b Interval) Interval
		g     func(x, y int64) int64
		valid func(y int64) bool
		least bool
	}{
		{"add", Interval.Add, func(x, y int64) int64 { return x + y }, any, true},
		{"sub", Interval.Sub, func(x, y int64) int64 { return x - y }, any, true},
		{"mul", Interval.Mul, func(x, y int64) int64 { return x * y }, any, true},
		{"div", Interval.FloorDiv, floor, positive, true},
		{"mod", Interval.Mod, func(x, y int64) int64 { return x - y*floor(x, y) }, positive, false},
		{"min", Interval.Min, func(x, y int64) int64 { return min(x, y) }, any, true},
		{"max", Interval.Max, func(x, y int64) int64 { return max(x, y) }, any, true},
		{"join", Interval.Join, func(x, _ int64) int64 { return x }, any, false},
		{"join", func(a, b Interval) Interval { return b.Join(a) }, func(x, _ int64) int64 { return x }, any, false},
	}
	all := intervals()
	for _, op := range ops {
		for _, a := range all {
			for _, b := range all {
				got := op.f(a, b)
				least, most, some := int64(0), int64(0), false
				for _, x := range members(a) {
					for _, y := range members(b) {
						if !op.valid(y) {
							continue
						}
						z := op.g(x, y)
						if !got.Contains(Of(z)) {
							t.Fatalf("%s of %v and %v is %v: %d, %d give %d", op.name, a, b, got, x, y, z)
						}
						if !some || z < least {
							least = z
						}
						if !some || z > most {
							most = z
						}
						some = true
					}
				}
				if !some || !op.least {
					continue
				}
				lo, hasLo := got.Lo()
				hi, hasHi := got.Hi()
				if hasLo && lo.s != least || hasHi && hi.s != most || !hasLo && least >= -small*small || !hasHi && most <= small*small {
					t.Fatalf("%s of %v and %v is %v, not %d..%d", op.name, a, b, got, least, most)
				}
			}
		}
	}
}

// TestSets compares what intervals say of their members.
func TestSets(t *testing.T) {
	all := append(intervals(), Between(Of(2), Of(1)))
	for _, a := range all {
		xs := members(a)
		least := func(n int64) bool { return len(xs) == 0 || xs[0] >= n }
		most := func(n int64) bool { return len(xs) == 0 || xs[len(xs)-1] <= n }
		if a.Empty() != (len(xs) == 0) || !a.Empty() && (a.NonNeg() != least(0) || a.Positive() != least(1) || a.NonPos() != most(0) || a.Negative() != most(-1)) {
			t.Errorf("%v has the members %v", a, xs)
		}
		if v, ok := a.Value(); ok != (len(xs) == 1) || ok && v.s != xs[0] {
			t.Errorf("the only member of %v is %v, %v", a, v, ok)
		}
		for _, b := range all {
			within := true
			for x := int64(-window); x <= window; x++ {
				inA, inB := a.Contains(Of(x)), b.Contains(Of(x))
				within = within && (!inA || inB)
				if a.Meet(b).Contains(Of(x)) != (inA && inB) || a.Neg().Contains(Of(-x)) != inA {
					t.Fatalf("%v and %v: %d", a, b, x)
				}
			}
			if a.Equal(b) != (a.String() == b.String()) {
				t.Errorf("%v equals %v", a, b)
			}
			if a.Within(b) != within {
				t.Errorf("%v within %v: %v", a, b, !within)
			}
		}
	}
}
