package access

import (
	"strings"

	"descend/dialects/intrange"
	"descend/dialects/nat"
	"descend/dialects/num"
	"descend/ir"
)

// intSet is a set of the numbers of an integer type of at most 32 bits: intervals with both ends, in order, that do
// not touch. It is more than the range of a value (intrange): a condition and its opposite are two sets without a common number, also
// where numbers wrap.
type intSet []num.Interval

func (s intSet) String() string {
	var parts []string
	for _, i := range s {
		parts = append(parts, i.String())
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// wrapped is n modulo the width of t.
func wrapped(n int64, t *ir.IntegerType) int64 {
	least, _ := intrange.OfType(t).Lo()
	lo, _ := least.Int64()
	size := int64(1) << t.Width
	return ((n-lo)%size+size)%size + lo
}

// setOf are the numbers x with x rel n.
func setOf(rel nat.Rel, n int64, t *ir.IntegerType) intSet {
	i := num.Point(num.Of(n))
	switch rel {
	case nat.LT:
		i = num.AtMost(num.Of(n - 1))
	case nat.LE:
		i = num.AtMost(num.Of(n))
	case nat.GT:
		i = num.AtLeast(num.Of(n + 1))
	case nat.GE:
		i = num.AtLeast(num.Of(n))
	case nat.NE:
		return setOf(nat.EQ, n, t).complement(t)
	}
	return intSet{intrange.OfType(t)}.meet(intSet{i})
}

// complement are the other numbers of the type.
func (s intSet) complement(t *ir.IntegerType) intSet {
	rest := intrange.OfType(t)
	var out intSet
	for _, i := range s {
		lo, _ := i.Lo()
		hi, _ := i.Hi()
		if before := rest.Meet(num.AtMost(lo.Sub(num.Of(1)))); !before.Empty() {
			out = append(out, before)
		}
		rest = rest.Meet(num.AtLeast(hi.Add(num.Of(1))))
	}
	if !rest.Empty() {
		out = append(out, rest)
	}
	return out
}

// meet are the numbers in both sets.
func (s intSet) meet(o intSet) intSet {
	var out intSet
	for _, a := range s {
		for _, b := range o {
			if both := a.Meet(b); !both.Empty() {
				out = append(out, both)
			}
		}
	}
	return out
}

// meets says whether a number is in both sets.
func (s intSet) meets(o intSet) bool { return len(s.meet(o)) > 0 }

// shift adds n, wrapping, to all numbers.
func (s intSet) shift(n int64, t *ir.IntegerType) intSet {
	size := int64(1) << t.Width
	rest := intSet{intrange.OfType(t)}
	for _, i := range s {
		for _, by := range []int64{n%size - size, n % size, n%size + size} {
			moved := i.Add(num.Point(num.Of(by))).Meet(intrange.OfType(t))
			if !moved.Empty() {
				rest = rest.meet(intSet{moved}.complement(t))
			}
		}
	}
	return rest.complement(t)
}
