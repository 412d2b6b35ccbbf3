package overlap

import (
	"fmt"
	"maps"
	"math/big"
	"slices"

	"descend/dialects/nat"
)

// Cases: the variables whose values are a list (powers of two, loops that step by 2) take them one by one, and
// symbolic sizes are tried with a few small numbers, for a witness only: it shows an overlap, but that there is none
// for these sizes shows nothing.

// clone is a copy for a case.
func (s *solver) clone() *solver {
	c := *s
	c.cons = append([]nat.Constraint(nil), s.cons...)
	c.zero = append([]nat.Expr(nil), s.zero...)
	c.ge = append([]nat.Expr(nil), s.ge...)
	c.same = append([][2]nat.Expr(nil), s.same...)
	c.gone = append([]elimination(nil), s.gone...)
	c.vars = make(map[string]*Var, len(s.vars))
	for n, v := range s.vars {
		w := *v
		c.vars[n] = &w
	}
	c.ranges, c.stuck, c.rems = nil, map[string]bool{}, map[string]nat.Expr{}
	for n, k := range s.rems {
		c.rems[n] = k
	}
	return &c
}

// smallSizes looks for a witness with small values of the symbolic sizes: most overlaps have one, and it is
// easy to read.
func (s *solver) smallSizes() Answer {
	sizes := map[string]bool{}
	note := func(es ...nat.Expr) {
		for _, e := range es {
			for _, n := range e.Vars() {
				if s.vars[n] == nil {
					sizes[n] = true
				}
			}
		}
	}
	note(s.zero...)
	note(s.ge...)
	for _, p := range s.same {
		note(p[0], p[1])
	}
	for _, v := range s.vars {
		note(v.Lo, v.Hi)
	}
	for _, c := range s.cons {
		note(c.L, c.R)
	}
	tried := 0
	for _, x := range []int64{2, 3, 1, 4, 8, 5, 16, 32, 64, 128, 256, 1024} {
		if tried == maxSmallSizes || !s.allows(sizes, x) {
			continue
		}
		tried++
		c := s.clone()
		for _, n := range slices.Sorted(maps.Keys(sizes)) {
			c.replace(n, nat.Int(x))
		}
		c.pow2 = nil
		if c.quick = c.constant(); !c.quick {
			return Answer{}
		}
		budget := DefaultBudget
		if a := c.run(false, &budget); a.Verdict == Overlap {
			return a
		}
	}
	return Answer{}
}

// maxSmallSizes bounds the sizes that are tried.
const maxSmallSizes = 3

// allows says whether the facts about sizes hold when all of them are x.
func (s *solver) allows(sizes map[string]bool, x int64) bool {
	env := map[string]*big.Int{}
	for n := range sizes {
		env[n] = big.NewInt(x)
	}
	for _, n := range s.pow2 {
		if sizes[n] && x&(x-1) != 0 {
			return false
		}
	}
next:
	for _, c := range s.cons {
		for _, n := range c.Vars() {
			if !sizes[n] {
				continue next // speaks of threads or loops
			}
		}
		if ok, err := c.Eval(env); !ok || err != nil {
			return false
		}
	}
	return true
}

// listed finds a variable whose values can be taken one by one: they are few, and as strides they make the
// equations nonlinear.
func (s *solver) listed() (name string, values []int64) {
	for _, n := range slices.Sorted(maps.Keys(s.vars)) {
		v := s.vars[n]
		lo, hi, ok := machine(s.rangeOf(n))
		if !v.special() || !ok || s.anyListed(v.Lo) || s.anyListed(v.Hi) {
			continue
		}
		if v.Values != nil {
			for _, x := range v.Values {
				if x >= lo && x <= hi {
					values = append(values, x)
				}
			}
			return n, values
		}
		for x := int64(1); x <= hi && x > 0; x *= 2 {
			if x >= lo {
				values = append(values, x)
			}
		}
		return n, values
	}
	return "", nil
}

// anyListed says whether e speaks of a variable that is listed itself, which then comes first.
func (s *solver) anyListed(e nat.Expr) bool {
	return e.AnyVar(func(n string) bool { v := s.vars[n]; return v != nil && v.special() })
}

// forAll says whether there is no solution for any values of the variables that are listed, found without a look at each: as t/j and t%j are
// taken apart for all j at once where the remainder is known to be less than j. What it does not find, the cases do; so where there is a
// solution, it is theirs.
func (s *solver) forAll() bool {
	c := s.clone()
	c.symbolic = true
	return c.reduce() || c.sameThread(false) || c.contradicts()
}

// contradicts says whether a condition never holds, or two never do together.
func (s *solver) contradicts() bool {
	for i, e := range s.ge {
		if s.bounds(s.upper(e)).Negative() {
			return true
		}
		for _, o := range s.ge[:i] {
			if s.bounds(e.Add(o)).Negative() {
				return true
			}
		}
	}
	return false
}

// cases decides for each value of a variable.
func (s *solver) cases(name string, values []int64, budget *int) Answer {
	for _, x := range values {
		c := s.clone()
		v := c.vars[name]
		e := nat.Int(x)
		c.keepRange(v, e)
		c.replace(name, e)
		var text string
		if c.inCase = true; s.inCase {
			if text = c.text(); s.apart[text] {
				continue
			}
		}
		if a := c.run(false, budget); a.Verdict != Disjoint {
			return a
		}
		if s.inCase {
			s.apart[text] = true
		}
	}
	return Answer{Verdict: Disjoint}
}

// text identifies a case among those of a decision. Cases in cases are often alike: where j is at most half of h, what is left for one j is the
// same for each h.
func (s *solver) text() string {
	var b []byte
	add := func(es ...nat.Expr) {
		for _, e := range es {
			b = append(append(b, e.Key()...), ';')
		}
	}
	for _, list := range [][]nat.Expr{s.zero, s.ge} {
		add(list...)
		b = append(b, '|')
	}
	for _, p := range s.same {
		add(p[0], p[1])
	}
	b = append(b, '|')
	for _, c := range s.cons {
		if yes, known := c.Holds(); !yes || !known {
			b = append(append(b, c.Key()...), ';')
		}
	}
	for _, n := range slices.Sorted(maps.Keys(s.vars)) {
		v := s.vars[n]
		b = append(append(b, '|'), n...)
		add(v.Lo, v.Hi)
		b = fmt.Append(b, v.Pow2, v.Shared, v.Values)
	}
	for _, n := range slices.Sorted(maps.Keys(s.rems)) {
		b = append(append(b, '|'), n...)
		add(s.rems[n])
	}
	return string(b)
}
