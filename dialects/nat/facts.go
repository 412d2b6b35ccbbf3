package nat

import (
	"math/big"
	"slices"
	"strings"
	"sync"

	"descend/dialects/num"
)

// Facts is what is known of the variables: constraints that hold, ranges, powers
// of two. It is immutable; With and its kin return larger ones at the price of
// the addition. A Facts may be used by several goroutines.
type Facts struct {
	parent *Facts
	added  []Constraint
	pow2   []string

	mu     sync.Mutex
	sys    *system // compiled on first use
	memo   map[string]Result
	simple map[string]Expr   // what Simplify has answered
	with   map[string]*Facts // what With has made of it
}

// maxMemo bounds the remembered answers of one Facts, and the remembered larger ones.
const maxMemo = 4096

// NewFacts returns facts that say nothing: every variable is any natural.
func NewFacts() *Facts { return &Facts{} }

// With adds constraints.
func (f *Facts) With(c ...Constraint) *Facts {
	if len(c) == 0 {
		return f
	}
	var key strings.Builder
	writeKey(&key, c, nil)
	return f.larger(key.String(), func() *Facts { return &Facts{parent: f, added: slices.Clone(c)} })
}

// WithRange adds lo <= v < hi.
func (f *Facts) WithRange(v string, lo, hi Expr) *Facts { return f.With(Range(v, lo, hi)...) }

// Range says lo <= v < hi. Several ranges that are added at once are compiled once.
func Range(v string, lo, hi Expr) []Constraint {
	return []Constraint{{lo, LE, Var(v)}, {Var(v), LT, hi}}
}

// WithPow2 adds that the variable is a power of two, 1 included, and what else is known of it.
func (f *Facts) WithPow2(v string, c ...Constraint) *Facts {
	var key strings.Builder
	writeKey(&key, c, []string{v})
	return f.larger(key.String(), func() *Facts { return &Facts{parent: f, added: slices.Clone(c), pow2: []string{v}} })
}

// larger is f with an addition: the same for the same addition, so that it is compiled once.
func (f *Facts) larger(key string, make func() *Facts) *Facts {
	f.mu.Lock()
	defer f.mu.Unlock()
	if g := f.with[key]; g != nil {
		return g
	}
	g := make()
	if f.with == nil {
		f.with = map[string]*Facts{}
	}
	if len(f.with) < maxMemo {
		f.with[key] = g
	}
	return g
}

func writeKey(b *strings.Builder, added []Constraint, pow2 []string) {
	for _, c := range added {
		b.WriteString(c.Key())
		b.WriteByte(';')
	}
	for _, v := range pow2 {
		b.WriteString(v + " pow2;")
	}
}

// Constraints returns all constraints in the order in which they were added;
// powers of two are not among them.
func (f *Facts) Constraints() []Constraint {
	var all []Constraint
	for _, g := range f.chain() {
		all = append(all, g.added...)
	}
	return all
}

// Pow2Vars returns the variables that are known to be powers of two.
func (f *Facts) Pow2Vars() []string {
	var all []string
	for _, g := range f.chain() {
		all = append(all, g.pow2...)
		for _, c := range g.added {
			if c.Rel != Pow2 {
				continue
			}
			if v := c.L.Tree(); v.Op == OpVar {
				all = append(all, v.Name)
			}
		}
	}
	return all
}

// Key identifies what the facts consist of and how they were put together, for maps.
func (f *Facts) Key() string {
	var b strings.Builder
	for _, g := range f.chain() {
		writeKey(&b, g.added, g.pow2)
		b.WriteByte('/')
	}
	return b.String()
}

// chain is f and its parents, oldest first.
func (f *Facts) chain() []*Facts {
	n := 0
	for g := f; g != nil; g = g.parent {
		n++
	}
	all := make([]*Facts, n)
	for g := f; g != nil; g = g.parent {
		n--
		all[n] = g
	}
	return all
}

// Hold reports whether an assignment satisfies all facts; unbound variables and
// undefined operations are errors.
func (f *Facts) Hold(env map[string]*big.Int) (bool, error) {
	for _, v := range env {
		if v == nil || v.Sign() < 0 {
			return false, nil
		}
	}
	for _, g := range f.chain() {
		for _, c := range g.added {
			if ok, err := c.Eval(env); !ok || err != nil {
				return false, err
			}
		}
		for _, v := range g.pow2 {
			if x := env[v]; x == nil || !num.FromBig(x).IsPow2() {
				return false, nil
			}
		}
	}
	return true, nil
}

// system returns the compiled facts, from those of the nearest compiled parent.
func (f *Facts) system() *system {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.sys != nil {
		return f.sys
	}
	var s *system
	if f.parent == nil {
		s = newSystem()
	} else {
		s = f.parent.system().query().clone()
	}
	for _, c := range f.added {
		s.add(c)
	}
	for _, v := range f.pow2 {
		s.addPow2(varPoly(v))
	}
	s.finish()
	f.sys = s
	return s
}

// Verdict is the answer of the prover.
type Verdict int

// The answers. Proved: the goal holds wherever the facts do and all divisors are
// positive. Refuted: some assignment satisfies the facts, not the goal. Unknown:
// neither was found.
const (
	Unknown Verdict = iota
	Proved
	Refuted
)

// String is "unknown", "proved" or "refuted".
func (v Verdict) String() string {
	switch v {
	case Proved:
		return "proved"
	case Refuted:
		return "refuted"
	}
	return "unknown"
}

// Result is an answer; a refutation has a witness, an assignment of all variables
// of the facts and the goal. The witness is shared: do not change it.
type Result struct {
	Verdict Verdict
	Witness map[string]*big.Int
}

// remember returns the answer for key in a memo of f or computes it.
func remember[T any](f *Facts, memo *map[string]T, key string, compute func() T) T {
	f.mu.Lock()
	r, ok := (*memo)[key]
	f.mu.Unlock()
	if ok {
		return r
	}
	r = compute()
	f.mu.Lock()
	if *memo == nil {
		*memo = map[string]T{}
	}
	if len(*memo) < maxMemo {
		(*memo)[key] = r
	}
	f.mu.Unlock()
	return r
}
