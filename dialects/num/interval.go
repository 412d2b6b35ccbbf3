package num

// Interval is the set of the integers between two ends, both included; an end that is open is not known or does not exist.
// The zero value is all integers.
//
// An operation gives the least interval that holds its results for all members of its operands (of operands that are empty, any
// interval). So what is computed of bounds are bounds, whatever is not known.
type Interval struct {
	lo, hi       Int
	hasLo, hasHi bool // else the end is open
}

// Point is the interval of one number.
func Point(x Int) Interval { return Interval{x, x, true, true} }

// Between is the interval from lo to hi.
func Between(lo, hi Int) Interval { return Interval{lo, hi, true, true} }

// AtLeast is the interval from lo on.
func AtLeast(lo Int) Interval { return Interval{lo: lo, hasLo: true} }

// AtMost is the interval up to hi.
func AtMost(hi Int) Interval { return Interval{hi: hi, hasHi: true} }

// Lo is the least member; ok is false if the end is open.
func (i Interval) Lo() (x Int, ok bool) { return i.lo, i.hasLo }

// Hi is the greatest member; ok is false if the end is open.
func (i Interval) Hi() (x Int, ok bool) { return i.hi, i.hasHi }

// Value is the only member; ok is false if there are others, or none.
func (i Interval) Value() (x Int, ok bool) { return i.lo, i.hasLo && i.hasHi && i.lo.Cmp(i.hi) == 0 }

// Equal says whether the ends are the same.
func (i Interval) Equal(o Interval) bool {
	return i.hasLo == o.hasLo && i.hasHi == o.hasHi && (!i.hasLo || i.lo.Cmp(o.lo) == 0) && (!i.hasHi || i.hi.Cmp(o.hi) == 0)
}

// Empty says whether there is no member.
func (i Interval) Empty() bool { return i.hasLo && i.hasHi && i.lo.Cmp(i.hi) > 0 }

// Contains says whether x is a member.
func (i Interval) Contains(x Int) bool {
	return !(i.hasLo && x.Cmp(i.lo) < 0) && !(i.hasHi && x.Cmp(i.hi) > 0)
}

// Within says whether all members of i are in o.
func (i Interval) Within(o Interval) bool {
	return i.Empty() || !(o.hasLo && !i.above(o.lo)) && !(o.hasHi && !i.below(o.hi))
}

// above says whether all members are known to be at least x, below whether at most x.
func (i Interval) above(x Int) bool { return i.hasLo && i.lo.Cmp(x) >= 0 }
func (i Interval) below(x Int) bool { return i.hasHi && i.hi.Cmp(x) <= 0 }

// NonNeg says whether no member is negative.
func (i Interval) NonNeg() bool { return i.hasLo && i.lo.Sign() >= 0 }

// Positive says whether all members are.
func (i Interval) Positive() bool { return i.hasLo && i.lo.Sign() > 0 }

// NonPos says whether no member is positive.
func (i Interval) NonPos() bool { return i.hasHi && i.hi.Sign() <= 0 }

// Negative says whether all members are.
func (i Interval) Negative() bool { return i.hasHi && i.hi.Sign() < 0 }

// Meet is what is in both.
func (i Interval) Meet(o Interval) Interval {
	if o.hasLo && !i.above(o.lo) {
		i.lo, i.hasLo = o.lo, true
	}
	if o.hasHi && !i.below(o.hi) {
		i.hi, i.hasHi = o.hi, true
	}
	return i
}

// Join is the least interval with the members of both.
func (i Interval) Join(o Interval) Interval {
	switch {
	case i.Empty():
		return o
	case o.Empty():
		return i
	}
	if !o.hasLo || o.hasLo && i.hasLo && o.lo.Cmp(i.lo) < 0 {
		i.lo, i.hasLo = o.lo, o.hasLo
	}
	if !o.hasHi || o.hasHi && i.hasHi && o.hi.Cmp(i.hi) > 0 {
		i.hi, i.hasHi = o.hi, o.hasHi
	}
	return i
}

// Neg is -x.
func (i Interval) Neg() Interval { return Interval{i.hi.Neg(), i.lo.Neg(), i.hasHi, i.hasLo} }

// Add is x + y.
func (i Interval) Add(o Interval) (r Interval) {
	if r.hasLo = i.hasLo && o.hasLo; r.hasLo {
		r.lo = i.lo.Add(o.lo)
	}
	if r.hasHi = i.hasHi && o.hasHi; r.hasHi {
		r.hi = i.hi.Add(o.hi)
	}
	return r
}

// Sub is x - y.
func (i Interval) Sub(o Interval) Interval { return i.Add(o.Neg()) }

// Mul is x * y. The product of intervals has its extreme values at their ends, open ends counted as infinite; 0 times infinity
// is 0, since all multiples of 0 are.
func (i Interval) Mul(o Interval) Interval {
	if i.NonNeg() && o.NonNeg() { // the common case
		r := AtLeast(i.lo.Mul(o.lo))
		switch {
		case i.hasHi && o.hasHi:
			r.hi, r.hasHi = i.hi.Mul(o.hi), true
		case i.hasHi && i.hi.IsZero() || o.hasHi && o.hi.IsZero():
			r.hasHi = true
		}
		return r
	}
	x, y := i.ends(), o.ends()
	least, most := x[0].mul(y[0]), x[0].mul(y[0])
	for _, p := range [3]end{x[0].mul(y[1]), x[1].mul(y[0]), x[1].mul(y[1])} {
		if p.less(least) {
			least = p
		}
		if most.less(p) {
			most = p
		}
	}
	return Interval{least.x, most.x, least.inf == 0, most.inf == 0}
}

// end is an end of an interval: x, or with inf -1 or 1 an infinite one.
type end struct {
	x   Int
	inf int
}

func (i Interval) ends() [2]end {
	lo, hi := end{x: i.lo}, end{x: i.hi}
	if !i.hasLo {
		lo = end{inf: -1}
	}
	if !i.hasHi {
		hi = end{inf: 1}
	}
	return [2]end{lo, hi}
}

func (e end) sign() int {
	if e.inf != 0 {
		return e.inf
	}
	return e.x.Sign()
}

func (e end) mul(f end) end {
	if e.inf == 0 && f.inf == 0 {
		return end{x: e.x.Mul(f.x)}
	}
	return end{inf: e.sign() * f.sign()} // with 0, the number 0
}

func (e end) less(f end) bool {
	if e.inf != f.inf {
		return e.inf < f.inf
	}
	return e.inf == 0 && e.x.Cmp(f.x) < 0
}

// FloorDiv is x / y, rounded down, for the members of o that are positive.
func (i Interval) FloorDiv(o Interval) (r Interval) {
	one := Of(1)
	if !o.Positive() {
		o.lo, o.hasLo = one, true
	}
	if o.Empty() {
		return Interval{}
	}
	// a quotient is closest to 0, or -1, for the greatest divisor, and farthest away for the least
	if r.hasLo = i.hasLo; i.hasLo {
		switch {
		case i.lo.Sign() < 0:
			r.lo = i.lo.FloorDiv(o.lo)
		case o.hasHi:
			r.lo = i.lo.FloorDiv(o.hi)
		}
	}
	if r.hasHi = i.hasHi; i.hasHi {
		switch {
		case i.hi.Sign() >= 0:
			r.hi = i.hi.FloorDiv(o.lo)
		case o.hasHi:
			r.hi = i.hi.FloorDiv(o.hi)
		default:
			r.hi = one.Neg()
		}
	}
	return r
}

// Mod is the remainder x - y*(x/y), for the members of o that are positive. The interval is the least one only where no x
// reaches y, or where nothing is known of x.
func (i Interval) Mod(o Interval) Interval {
	o = o.Meet(AtLeast(Of(1)))
	r := AtLeast(Int{})
	switch {
	case o.Empty():
		return Interval{}
	case i.NonNeg() && i.hasHi && i.hi.Cmp(o.lo) < 0:
		return i
	case o.hasHi:
		r.hi, r.hasHi = o.hi.Sub(Of(1)), true
	}
	if i.NonNeg() && i.hasHi {
		r = r.Meet(AtMost(i.hi))
	}
	return r
}

// Min is the smaller of x and y.
func (i Interval) Min(o Interval) Interval {
	r := i.Join(o)
	if h, both := i.Meet(o), i.hasHi || o.hasHi; both {
		r.hi, r.hasHi = h.hi, true
	}
	return r
}

// Max is the larger of x and y.
func (i Interval) Max(o Interval) Interval { return i.Neg().Min(o.Neg()).Neg() }

// String is the interval as "2..7", open ends left out.
func (i Interval) String() string {
	s := ".."
	if i.hasLo {
		s = i.lo.String() + s
	}
	if i.hasHi {
		s += i.hi.String()
	}
	return s
}
