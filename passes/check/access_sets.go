package check

import (
	"fmt"
	"strings"

	"descend/ir"
)

// intSet is a set of the numbers of an integer type of at most 32 bits: intervals with both ends, in order, that do
// not touch.
type intSet []interval

type interval struct{ lo, hi int64 }

func (s intSet) String() string {
	var parts []string
	for _, i := range s {
		parts = append(parts, fmt.Sprintf("%d..%d", i.lo, i.hi))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// ends are the least and the greatest number of a type.
func ends(t *ir.IntegerType) (lo, hi int64) {
	a, b := typeRange(t)
	return a.Int64(), b.Int64()
}

// wrapped is n modulo the width of t.
func wrapped(n int64, t *ir.IntegerType) int64 {
	lo, _ := ends(t)
	size := int64(1) << t.Width
	return ((n-lo)%size+size)%size + lo
}

// setOf are the numbers x with x rel n.
func setOf(rel string, n int64, t *ir.IntegerType) intSet {
	lo, hi := ends(t)
	switch rel {
	case "lt":
		hi = min(hi, n-1)
	case "le":
		hi = min(hi, n)
	case "gt":
		lo = max(lo, n+1)
	case "ge":
		lo = max(lo, n)
	case "eq":
		lo, hi = n, n
	default:
		return setOf("eq", n, t).complement(t)
	}
	if lo > hi {
		return nil
	}
	return intSet{{lo, hi}}
}

// complement are the other numbers of the type.
func (s intSet) complement(t *ir.IntegerType) intSet {
	next, hi := ends(t)
	var out intSet
	for _, i := range s {
		if next < i.lo {
			out = append(out, interval{next, i.lo - 1})
		}
		next = i.hi + 1
	}
	if next <= hi {
		out = append(out, interval{next, hi})
	}
	return out
}

// meet are the numbers in both sets.
func (s intSet) meet(o intSet) intSet {
	var out intSet
	for _, a := range s {
		for _, b := range o {
			if lo, hi := max(a.lo, b.lo), min(a.hi, b.hi); lo <= hi {
				out = append(out, interval{lo, hi})
			}
		}
	}
	return out
}

// meets says whether a number is in both sets.
func (s intSet) meets(o intSet) bool {
	for _, a := range s {
		for _, b := range o {
			if a.lo <= b.hi && b.lo <= a.hi {
				return true
			}
		}
	}
	return false
}

// shift adds n, wrapping, to all numbers.
func (s intSet) shift(n int64, t *ir.IntegerType) intSet {
	lo, hi := ends(t)
	in := func(a, b int64) intSet { return setOf("ge", a, t).meet(setOf("le", b, t)) }
	rest := intSet{{lo, hi}}
	for _, i := range s {
		a := wrapped(i.lo+n, t)
		b := a + i.hi - i.lo
		for _, part := range []intSet{in(a, min(b, hi)), in(lo, b-(hi-lo+1))} {
			if len(part) > 0 {
				rest = rest.meet(part.complement(t))
			}
		}
	}
	return rest.complement(t)
}
