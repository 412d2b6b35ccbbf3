package overlap

import (
	"maps"
	"math"
	"math/big"
	"slices"
	"sort"

	"descend/dialects/nat"
	"descend/dialects/num"
)

// The search narrows a box, an interval for each variable, by the equations and conditions, and halves what is left
// (interval constraint propagation, as in Benhamou and Older, Applying interval arithmetic to real, integer, and
// boolean constraints). It is exact: a part of the box that no value of a row reaches has no solution, and a box of
// single numbers is checked.
//
// It computes with machine integers in place of the intervals of package num, which are three times slower here
// (BenchmarkSearch). What gets too large says nothing: the row is not narrowed.

// maxDomain bounds the size of numbers in the search; larger problems go to the prover.
const maxDomain = 1 << 40

// lterm is c times the product of variables (slots).
type lterm struct {
	c  int64
	vs []int
}

// row is a sum that is 0 (eq) or not negative.
type row struct {
	eq bool
	c  int64
	t  []lterm
}

type finder struct {
	names  []string
	slot   map[string]int
	sets   [][]int64 // allowed values, nil: all
	rows   []row
	with   [][]int // the rows in which a variable is
	dirty  []bool  // rows to be looked at, in propagate
	budget *int    // steps left
	found  []int64 // not nil: a solution
}

// search decides a problem without symbolic sizes; Unknown if the budget is exceeded or a number too large.
func (s *solver) search(budget *int) Answer {
	f := &finder{slot: map[string]int{}, budget: budget}
	lo, hi, ok := s.domains(f)
	if !ok {
		return Answer{}
	}
	for _, e := range s.zero {
		ok = ok && f.addRow(e, true)
	}
	for _, e := range s.ge {
		ok = ok && f.addRow(e, false)
	}
	for _, n := range f.names {
		v := s.vars[n]
		for _, e := range []nat.Expr{nat.Var(n).Sub(v.Lo), v.Hi.Sub(nat.Int(1)).Sub(nat.Var(n))} {
			if len(e.Vars()) > 1 {
				ok = ok && f.addRow(e, false)
			}
		}
	}
	if !ok {
		return Answer{}
	}
	cases := [][]nat.Expr{nil}
	if !s.always {
		cases = nil
		for _, p := range s.same {
			d := p[0].Sub(p[1])
			if c, ok := d.Const(); ok && c.Sign() == 0 {
				continue
			}
			cases = append(cases, []nat.Expr{d.Sub(nat.Int(1))}, []nat.Expr{neg(d).Sub(nat.Int(1))})
		}
	}
	rows := len(f.rows)
	for _, c := range cases {
		f.rows = f.rows[:rows]
		for _, e := range c {
			if !f.addRow(e, false) {
				return Answer{}
			}
		}
		f.index()
		done := f.solve(append([]int64(nil), lo...), append([]int64(nil), hi...), -1)
		if f.found != nil {
			env := map[string]*big.Int{}
			for i, n := range f.names {
				env[n] = big.NewInt(f.found[i])
			}
			return s.witness(env)
		}
		if !done {
			return Answer{}
		}
	}
	return Answer{Verdict: Disjoint}
}

// domains sets up the variables.
func (s *solver) domains(f *finder) (lo, hi []int64, ok bool) {
	for _, n := range slices.Sorted(maps.Keys(s.vars)) {
		v := s.vars[n]
		least, most, ok := machine(s.rangeOf(n))
		if !ok || most > maxDomain {
			return nil, nil, false
		}
		f.slot[n] = len(f.names)
		f.names = append(f.names, n)
		set := v.Values
		if set == nil && v.Pow2 {
			for p := int64(1); p <= most && p > 0; p *= 2 {
				set = append(set, p)
			}
			if set == nil {
				set = []int64{}
			}
		}
		if set != nil {
			set = append([]int64{}, set...)
			sort.Slice(set, func(i, j int) bool { return set[i] < set[j] })
		}
		f.sets = append(f.sets, set)
		lo, hi = append(lo, least), append(hi, most)
	}
	return lo, hi, true
}

func (f *finder) addRow(e nat.Expr, eq bool) bool {
	r := row{eq: eq}
	for _, t := range e.Terms() {
		if !t.Coef.IsInt64() || t.Coef.BitLen() > 40 {
			return false
		}
		l := lterm{c: t.Coef.Int64()}
		for _, x := range t.Factors {
			i, ok := f.slot[x.Name]
			if x.Kind != nat.KindVar || !ok {
				return false
			}
			for range x.Exp {
				l.vs = append(l.vs, i)
			}
		}
		if len(l.vs) == 0 {
			r.c = l.c
		} else {
			r.t = append(r.t, l)
		}
	}
	f.rows = append(f.rows, r)
	return true
}

// index notes in which rows the variables are.
func (f *finder) index() {
	f.with = make([][]int, len(f.names))
	for i, r := range f.rows {
		for _, t := range r.t {
			for _, v := range t.vs {
				if n := len(f.with[v]); n == 0 || f.with[v][n-1] != i {
					f.with[v] = append(f.with[v], i)
				}
			}
		}
	}
	f.dirty = make([]bool, len(f.rows))
}

// solve looks for a solution in the box; false: out of budget. A solution is left in f.found. The box is narrowed but for the range of one
// variable, or not at all where that is -1.
func (f *finder) solve(lo, hi []int64, cut int) bool {
	*f.budget--
	if *f.budget < 0 {
		return false
	}
	if !f.propagate(lo, hi, cut) {
		return true
	}
	pick := -1
	for i := range lo {
		if lo[i] < hi[i] && (pick < 0 || hi[i]-lo[i] < hi[pick]-lo[pick]) {
			pick = i
		}
	}
	if pick < 0 {
		if f.holds(lo) {
			f.found = append([]int64{}, lo...)
		}
		return true
	}
	mid := lo[pick] + (hi[pick]-lo[pick])/2
	if set := f.sets[pick]; set != nil { // between two allowed values
		i := sort.Search(len(set), func(i int) bool { return set[i] >= lo[pick] })
		mid = set[i]
	}
	for side := range 2 {
		l, h := append([]int64(nil), lo...), append([]int64(nil), hi...)
		if side == 0 {
			h[pick] = mid
		} else {
			l[pick] = mid + 1
		}
		if !f.solve(l, h, pick) {
			return false
		}
		if f.found != nil {
			return true
		}
	}
	return true
}

// holds checks all rows exactly.
func (f *finder) holds(x []int64) bool {
	for _, r := range f.rows {
		sum := big.NewInt(r.c)
		for _, t := range r.t {
			p := big.NewInt(t.c)
			for _, v := range t.vs {
				p.Mul(p, big.NewInt(x[v]))
			}
			sum.Add(sum, p)
		}
		if r.eq && sum.Sign() != 0 || sum.Sign() < 0 {
			return false
		}
	}
	for i, set := range f.sets {
		if set != nil && !slices.Contains(set, x[i]) {
			return false
		}
	}
	return true
}

// propagate narrows the box; false: it is empty. A row can only say more than before where the range of one of its variables has changed, so
// only such rows are looked at.
func (f *finder) propagate(lo, hi []int64, cut int) bool {
	if cut < 0 {
		for i := range f.dirty {
			f.dirty[i] = true
		}
		for v := range f.names {
			if !f.snap(v, lo, hi) {
				return false
			}
		}
	} else if f.touch(cut); !f.snap(cut, lo, hi) {
		return false
	}
	for round, again := 0, true; again && round < 50; round++ {
		again = false
		for i := range f.rows {
			if !f.dirty[i] {
				continue
			}
			f.dirty[i] = false
			v, ok := f.rows[i].narrow(lo, hi)
			if !ok || v >= 0 && !f.snap(v, lo, hi) {
				return false
			}
			if v >= 0 {
				f.touch(v)
				again = true
			}
		}
	}
	return true
}

// touch notes that the range of a variable has changed.
func (f *finder) touch(v int) {
	for _, i := range f.with[v] {
		f.dirty[i] = true
	}
}

// snap moves the ends of a range to allowed values; false if there are none.
func (f *finder) snap(v int, lo, hi []int64) bool {
	set := f.sets[v]
	if set == nil {
		return true
	}
	a := sort.Search(len(set), func(k int) bool { return set[k] >= lo[v] })
	b := sort.Search(len(set), func(k int) bool { return set[k] > hi[v] }) - 1
	if a > b {
		return false
	}
	if set[a] != lo[v] || set[b] != hi[v] {
		lo[v], hi[v] = set[a], set[b]
		f.touch(v)
	}
	return true
}

// limit keeps sums and differences of two numbers far from overflow.
const limit = math.MaxInt64 / 4

func fits(x int64) bool { return -limit <= x && x <= limit }

// mulRange is the product of two ranges; false if it is too large.
func mulRange(al, ah, bl, bh int64) (lo, hi int64, ok bool) {
	lo, hi = math.MaxInt64, math.MinInt64
	for _, x := range [2]int64{al, ah} {
		for _, y := range [2]int64{bl, bh} {
			p, ok := num.MulInt64(x, y)
			if !ok || !fits(p) {
				return 0, 0, false
			}
			lo, hi = min(lo, p), max(hi, p)
		}
	}
	return lo, hi, true
}

// bound are the ends of a range.
type bound struct{ lo, hi int64 }

// rowSum is what the ranges of the variables say of the sum of a row and of its terms.
type rowSum struct {
	bound
	terms []bound
	// The values of the sum are rest plus multiples of step: of the terms that are not fixed each is one of its coefficient times its
	// fixed variables.
	step, rest int64
}

// hasZero says whether the sum may be 0, as far as step says.
func (s *rowSum) hasZero() bool {
	if s.step == 0 {
		return s.rest == 0
	}
	return s.rest%s.step == 0
}

// sum adds up a row; false if a number is too large to say anything. The terms are appended to buf.
func (r *row) sum(lo, hi []int64, buf []bound) (s rowSum, ok bool) {
	s = rowSum{bound: bound{r.c, r.c}, terms: buf, rest: r.c}
	for _, t := range r.t {
		l, h := t.c, t.c
		if len(t.vs) == 1 { // the usual one
			l, ok = num.MulInt64(t.c, lo[t.vs[0]])
			x, ok2 := num.MulInt64(t.c, hi[t.vs[0]])
			if l, h = min(l, x), max(l, x); !ok || !ok2 || !fits(l) || !fits(h) {
				return s, false
			}
		} else {
			for _, v := range t.vs {
				if l, h, ok = mulRange(l, h, lo[v], hi[v]); !ok {
					return s, false
				}
			}
		}
		s.terms = append(s.terms, bound{l, h})
		if s.lo, s.hi = s.lo+l, s.hi+h; !fits(s.lo) || !fits(s.hi) {
			return s, false
		}
		if l == h {
			if s.rest += l; !fits(s.rest) {
				return s, false
			}
			continue
		}
		c := t.c
		for _, v := range t.vs {
			if lo[v] == hi[v] {
				c *= lo[v]
			}
		}
		s.step = gcd(s.step, c)
	}
	return s, true
}

// free is the one variable of a term that is not fixed, with its coefficient; false if there is none or several.
func (t *lterm) free(lo, hi []int64) (v int, c int64, ok bool) {
	v, c = -1, t.c
	for _, x := range t.vs {
		switch {
		case lo[x] == hi[x]:
			c *= lo[x]
		case v < 0:
			v = x
		default:
			return v, c, false
		}
	}
	return v, c, v >= 0 && c != 0
}

// narrow makes the range of one variable consistent with a row, and says which; -1 if the row says nothing new. It is false where the
// row has no solution in the box.
func (r *row) narrow(lo, hi []int64) (changed int, ok bool) {
	var buf [24]bound
	s, ok := r.sum(lo, hi, buf[:0])
	if !ok {
		return -1, true
	}
	if s.hi < 0 || r.eq && (s.lo > 0 || !s.hasZero()) {
		return -1, false
	}
	for i := range r.t {
		v, c, ok := r.t[i].free(lo, hi)
		if !ok {
			continue
		}
		// c*v + others >= 0, others at most what is left of the sum
		if ch, ok := tighten(v, c, -(s.hi - s.terms[i].hi), lo, hi); !ok || ch {
			return v, ok // sums are out of date
		}
		if r.eq { // -(c*v) - others >= 0
			if ch, ok := tighten(v, -c, s.lo-s.terms[i].lo, lo, hi); !ok || ch {
				return v, ok
			}
		}
	}
	return -1, true
}

// tighten makes c*v >= k hold at the ends of the range.
func tighten(v int, c, k int64, lo, hi []int64) (changed, ok bool) {
	if c > 0 {
		if m := -num.FloorDivInt64(-k, c); m > lo[v] {
			lo[v], changed = m, true
		}
	} else if m := num.FloorDivInt64(-k, -c); m < hi[v] {
		hi[v], changed = m, true
	}
	return changed, lo[v] <= hi[v]
}

func gcd(a, b int64) int64 {
	if a < 0 {
		a = -a
	}
	if b < 0 {
		b = -b
	}
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
