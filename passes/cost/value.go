package cost

import (
	"math/bits"

	"descend/dialects/gpu"
	"descend/dialects/intrange"
	"descend/dialects/num"
	"descend/ir"
)

const lanes = gpu.WarpSize

// mask is a set of lanes.
type mask uint32

const all mask = 1<<lanes - 1

func (m mask) has(l int) bool { return m>>l&1 != 0 }
func (m mask) count() int     { return bits.OnesCount32(uint32(m)) }
func (m mask) first() int     { return bits.TrailingZeros32(uint32(m)) }

// variable is a block id or the number of a round, which stands for the numbers from lo to hi, hi excluded.
type variable struct{ lo, hi int64 }

func (v *variable) size() int64 { return v.hi - v.lo }

// perLane is a number for each lane.
type perLane [lanes]int64

// term is a variable with the factors that it has in the lanes.
type term struct {
	v  *variable
	by perLane
}

// value is an integer, read as a signed number, in each lane: at[l] + the sum of its terms. Nothing is known of the lanes that are not in known.
type value struct {
	known mask
	at    perLane
	terms []term
	// data are lanes that depend on data. Of the other lanes that are not known more may be where the range of wish is cut.
	data mask
	wish *variable
}

var unknown = &value{data: all}

func constant(n int64) *value {
	v := &value{known: all}
	for l := range v.at {
		v.at[l] = n
	}
	return v
}

// of is the variable as a value, times a factor and plus a number.
func (v *variable) of(factor, plus int64) *value {
	out := constant(plus)
	if v.size() == 1 {
		return constant(plus + v.lo*factor)
	}
	t := term{v: v}
	for l := range t.by {
		t.by[l] = factor
	}
	out.terms = []term{t}
	return out
}

// fixed says whether a value depends on no variable.
func (a *value) fixed() bool { return len(a.terms) == 0 }

// same is the number that a value is in all lanes of m.
func (a *value) same(m mask) (int64, bool) {
	if m == 0 || a.known&m != m || !a.fixed() {
		return 0, false
	}
	n := a.at[m.first()]
	for l := range lanes {
		if m.has(l) && a.at[l] != n {
			return 0, false
		}
	}
	return n, true
}

// ends are the least and the greatest number of a lane; false if they do not fit 64 bits.
func (a *value) ends(l int) (lo, hi int64, ok bool) {
	lo, hi = a.at[l], a.at[l]
	for i := range a.terms {
		t := &a.terms[i]
		x, ok1 := num.MulInt64(t.by[l], t.v.lo)
		y, ok2 := num.MulInt64(t.by[l], t.v.hi-1)
		var ok3, ok4 bool
		lo, ok3 = num.AddInt64(lo, min(x, y))
		hi, ok4 = num.AddInt64(hi, max(x, y))
		if !ok1 || !ok2 || !ok3 || !ok4 {
			return 0, 0, false
		}
	}
	return lo, hi, true
}

// widest is the variable that a value depends on most.
func (a *value) widest() *variable {
	var best *variable
	most := int64(-1)
	for i := range a.terms {
		t := &a.terms[i]
		for l := range lanes {
			n, ok := num.MulInt64(max(t.by[l], -t.by[l]), t.v.size()-1)
			if !ok {
				return t.v
			}
			if n > most && t.by[l] != 0 && t.v.size() > 1 {
				best, most = t.v, n
			}
		}
	}
	return best
}

// rangeOf is the range of a lane as intrange has it, of w bits.
func (a *value) rangeOf(l, w int) intrange.Range {
	if !a.known.has(l) {
		return intrange.Full(w)
	}
	lo, hi, ok := a.ends(l)
	if !ok {
		return intrange.Full(w)
	}
	return intrange.Signed(num.Between(num.Of(lo), num.Of(hi)), w)
}

// plus is a + factor*b.
func (a *value) plus(b *value, factor int64) *value {
	out := &value{known: a.known & b.known, data: a.data | b.data, wish: firstOf(a.wish, b.wish)}
	for l := range lanes {
		n, ok1 := num.MulInt64(b.at[l], factor)
		n, ok2 := num.AddInt64(a.at[l], n)
		if out.at[l] = n; !ok1 || !ok2 {
			out.known &^= 1 << l
		}
	}
	out.terms = append(out.terms, a.terms...)
	for i := range b.terms {
		out.addTerm(&b.terms[i], factor)
	}
	return out
}

// addTerm adds a term; terms of a are not shared with other values from then on.
func (a *value) addTerm(t *term, factor int64) {
	sum := term{v: t.v}
	at := -1
	for i := range a.terms {
		if a.terms[i].v == t.v {
			sum, at = a.terms[i], i
		}
	}
	zero := true
	for l := range lanes {
		n, ok1 := num.MulInt64(t.by[l], factor)
		n, ok2 := num.AddInt64(sum.by[l], n)
		if sum.by[l] = n; !ok1 || !ok2 {
			a.known &^= 1 << l
		}
		zero = zero && n == 0
	}
	switch {
	case at < 0:
		a.terms = append(a.terms, sum)
	case zero:
		a.terms = append(a.terms[:at:at], a.terms[at+1:]...)
	default:
		a.terms = append(append(a.terms[:at:at], sum), a.terms[at+1:]...)
	}
}

// times is a value times numbers that depend on no variable.
func (a *value) times(by *value) *value {
	out := &value{known: a.known & by.known, data: a.data | by.data, wish: firstOf(a.wish, by.wish)}
	mul := func(to *perLane, from *perLane) {
		for l := range lanes {
			n, ok := num.MulInt64(from[l], by.at[l])
			if to[l] = n; !ok {
				out.known &^= 1 << l
			}
		}
	}
	mul(&out.at, &a.at)
	for i := range a.terms {
		t := term{v: a.terms[i].v}
		mul(&t.by, &a.terms[i].by)
		if t.by != (perLane{}) {
			out.terms = append(out.terms, t)
		}
	}
	return out
}

// merge is b in the lanes of m, and a in the others.
func (a *value) merge(b *value, m mask) *value {
	if m == all || a == b {
		return b
	}
	out := &value{known: a.known&^m | b.known&m, data: a.data&^m | b.data&m, wish: firstOf(a.wish, b.wish)}
	take := func(to, from *perLane, m mask) {
		for l := range lanes {
			if m.has(l) {
				to[l] = from[l]
			}
		}
	}
	take(&out.at, &a.at, ^m)
	take(&out.at, &b.at, m)
	add := func(from []term, m mask) {
		for i := range from {
			part := term{v: from[i].v}
			take(&part.by, &from[i].by, m)
			if part.by != (perLane{}) {
				out.addTerm(&part, 1)
			}
		}
	}
	add(a.terms, ^m)
	add(b.terms, m)
	return out
}

func firstOf(a, b *variable) *variable {
	if a != nil {
		return a
	}
	return b
}

// widthOf is the number of bits of integers; 0 of other types.
func widthOf(t ir.Type) int {
	w, _ := intrange.WidthOf(t)
	return w
}
