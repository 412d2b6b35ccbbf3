package access

import (
	"testing"

	"descend/dialects/intrange"
	"descend/dialects/nat"
	"descend/dialects/num"
	"descend/ir"
)

// TestIntSet compares sets of 8-bit numbers with all their members.
func TestIntSet(t *testing.T) {
	c := ir.NewContext()
	for _, typ := range []*ir.IntegerType{c.IntegerType(8, ir.Signless), c.IntegerType(8, ir.Unsigned)} {
		least, _ := intrange.OfType(typ).Lo()
		most, _ := intrange.OfType(typ).Hi()
		lo, _ := least.Int64()
		hi, _ := most.Int64()
		has := func(s intSet, x int64) bool { return s.meets(intSet{num.Point(num.Of(x))}) }
		for _, rel := range []nat.Rel{nat.EQ, nat.NE, nat.LT, nat.LE, nat.GT, nat.GE} {
			for _, n := range []int64{lo, lo + 1, 0, 5, hi - 1, hi} {
				s := setOf(rel, n, typ)
				for _, by := range []int64{0, 1, -1, 7, 100, -128, 127, hi, lo} {
					moved, other := s.shift(by, typ), setOf(nat.LT, 9, typ)
					for x := lo; x <= hi; x++ {
						in := map[nat.Rel]bool{nat.EQ: x == n, nat.NE: x != n, nat.LT: x < n, nat.LE: x <= n, nat.GT: x > n, nat.GE: x >= n}[rel]
						if has(s, x) != in || has(s.complement(typ), x) == in || has(s.meet(other), x) != (in && x < 9) {
							t.Fatalf("%s: %d %s %d is wrong in %v", typ, x, rel, n, s)
						}
						if y := wrapped(x+by, typ); y < lo || y > hi || (y-x-by)%256 != 0 || has(moved, y) != in {
							t.Fatalf("%s: %v moved by %d is %v, with %d for %d", typ, s, by, moved, y, x)
						}
					}
				}
			}
		}
	}
}
