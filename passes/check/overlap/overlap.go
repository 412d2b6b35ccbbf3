// Package overlap decides whether two accesses by different threads can reach one element (language.md,
// section 8, "Deciding overlap", step 3). It knows only nats: equations between the two index functions over
// bounded variables, and which expressions say who the two threads are.
//
// The decision, in the order of cost:
//
//  1. Divisions are replaced by quotient and remainder: t/k and t%k become q and r with t = k*q + r.
//  2. Equations are taken apart. The mixed-radix argument: if every coefficient is a multiple of G or belongs
//     to a remainder R with -G < R < G, then R is 0 and so is the rest: digits are equal one by one. An
//     equation that is never 0 by its bounds, or by a common divisor, separates the accesses. A variable with
//     coefficient 1 is eliminated.
//  3. If the threads are now the same, there is no conflict.
//  4. Constant sizes: a bounded search over what is left decides exactly and gives a witness.
//  5. Symbolic sizes: the prover of package nat.
//
// What none of them decides is Unknown, and callers reject it.
package overlap

import (
	"math/big"
	"sort"

	"descend/dialects/nat"
)

// Var is a bounded variable: Lo <= v < Hi; the bounds may speak of other variables and of sizes.
type Var struct {
	Name   string
	Lo, Hi nat.Expr
	// Pow2: only powers of two. Values, if not nil: only these.
	Pow2   bool
	Values []int64
	// Shared: both accesses see the same value (a loop variable of one iteration, the block).
	Shared bool
}

// Problem asks for values of the variables where all Zero are 0, all NonNeg are not negative, and the two
// sides of some pair of Same differ.
type Problem struct {
	// Facts hold for the sizes and the variables; the ranges of Vars are added.
	Facts  *nat.Facts
	Vars   []Var
	Zero   []nat.Expr
	NonNeg []nat.Expr
	// Same says who: the two accesses are by one thread where all pairs are equal. With Always every solution
	// is a conflict, whatever Same says.
	Same   [][2]nat.Expr
	Always bool
	// Quick: only the cheap steps; the answer is Disjoint or Unknown.
	Quick bool
	// ProofOnly: no witness is wanted; the prover does not look for one.
	ProofOnly bool
	// Budget bounds the search, in steps; 0 is DefaultBudget.
	Budget int
}

// DefaultBudget is the number of search steps of one decision.
const DefaultBudget = 20000

// Verdict is an answer.
type Verdict int

// The answers.
const (
	Unknown  Verdict = iota // not decided
	Disjoint                // there is no solution
	Overlap                 // there is one; Witness has it
)

func (v Verdict) String() string { return [...]string{"unknown", "disjoint", "overlap"}[v] }

// Answer is a verdict; an Overlap has the values of all variables (sizes too, if they are symbolic).
type Answer struct {
	Verdict  Verdict
	Witness  map[string]*big.Int
	Exceeded bool // Unknown because the search ran out of budget
}

// elimination records v = e for the witness.
type elimination struct {
	name string
	e    nat.Expr
}

type solver struct {
	cons      []nat.Constraint // facts about sizes and variables, beside the ranges
	pow2      []string
	vars      map[string]*Var
	zero      []nat.Expr
	ge        []nat.Expr
	same      [][2]nat.Expr
	always    bool
	quick     bool // use bounds alone, not the prover: the search decides
	proofOnly bool
	gone      []elimination
	fresh     int
	stuck     map[string]bool     // divisions that stay, by key
	rems      map[string]nat.Expr // remainders with their divisors
	cache     *nat.Facts          // built from the above on demand; nil after a change
}

// Decide answers a problem.
func Decide(p *Problem) Answer {
	s := &solver{vars: map[string]*Var{}, stuck: map[string]bool{}, rems: map[string]nat.Expr{}, same: append([][2]nat.Expr(nil), p.Same...), always: p.Always,
		zero: append([]nat.Expr(nil), p.Zero...), ge: append([]nat.Expr(nil), p.NonNeg...)}
	if p.Facts != nil {
		s.cons, s.pow2 = p.Facts.Constraints(), p.Facts.Pow2Vars()
	}
	for i := range p.Vars {
		v := p.Vars[i]
		s.vars[v.Name] = &v
	}
	if !s.always && len(s.same) == 0 {
		return Answer{Verdict: Disjoint} // one thread only
	}
	s.prune()
	s.quick = p.Quick || s.constant()
	budget := p.Budget
	if budget == 0 {
		budget = DefaultBudget
	}
	s.proofOnly = p.ProofOnly
	return s.run(p.Quick, &budget)
}

// run decides what is left; budget counts down.
func (s *solver) run(cheap bool, budget *int) Answer {
	var whole *solver
	if !cheap {
		whole = s.clone()
	}
	if s.reduce() || s.sameThread(false) {
		return Answer{Verdict: Disjoint}
	}
	if cheap {
		return Answer{}
	}
	if !s.quick {
		if a := whole.smallSizes(); a.Verdict == Overlap {
			return a
		}
		return s.prove()
	}
	if v, values := whole.listed(); v != "" {
		return whole.cases(v, values, budget)
	}
	if a := s.search(budget); a.Verdict != Unknown {
		return a
	}
	// too large to search: the prover may still take the equations apart
	s.quick = false
	if s.reduce() || s.sameThread(false) {
		return Answer{Verdict: Disjoint}
	}
	return Answer{Exceeded: true}
}

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
	c.stuck, c.rems = map[string]bool{}, map[string]nat.Expr{}
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
		for _, n := range sortedKeys(sizes) {
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

func sortedKeys(m map[string]bool) []string {
	out := make([]string, 0, len(m))
	for n := range m {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

// listed finds a variable whose values can be taken one by one: they are few, and as strides they make the
// equations nonlinear.
func (s *solver) listed() (name string, values []int64) {
	for _, n := range s.names() {
		v := s.vars[n]
		b := s.factorBounds(nat.Factor{Kind: nat.KindVar, Name: n, Exp: 1}, 0)
		if !v.special() || b.lo == nil || b.hi == nil || !b.hi.IsInt64() || !b.lo.IsInt64() || s.anyListed(v.Lo) || s.anyListed(v.Hi) {
			continue
		}
		lo, hi := b.lo.Int64(), b.hi.Int64()
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
	for _, n := range e.Vars() {
		if v := s.vars[n]; v != nil && v.special() {
			return true
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
		if a := c.run(false, budget); a.Verdict != Disjoint {
			return a
		}
	}
	return Answer{Verdict: Disjoint}
}

// prune drops variables and conditions that have nothing to do with the equations and threads: what they
// could contradict is of no interest.
func (s *solver) prune() {
	live := map[string]bool{}
	mark := func(es ...nat.Expr) (grown bool) {
		for _, e := range es {
			for _, n := range e.Vars() {
				if !live[n] && s.vars[n] != nil {
					live[n], grown = true, true
				}
			}
		}
		return grown
	}
	mark(s.zero...)
	for _, p := range s.same {
		mark(p[0], p[1])
	}
	touches := func(e nat.Expr) bool {
		for _, n := range e.Vars() {
			if live[n] {
				return true
			}
		}
		return false
	}
	for grown := true; grown; {
		grown = false
		for n, v := range s.vars {
			if live[n] {
				grown = mark(v.Lo, v.Hi) || grown
			}
		}
		for _, e := range s.ge {
			if touches(e) {
				grown = mark(e) || grown
			}
		}
	}
	for n := range s.vars {
		if !live[n] {
			delete(s.vars, n)
		}
	}
	var ge []nat.Expr
	for _, e := range s.ge {
		if touches(e) {
			ge = append(ge, e)
		}
	}
	s.ge = ge
}

// facts are all that is known now.
func (s *solver) facts() *nat.Facts {
	if s.cache != nil {
		return s.cache
	}
	// in one step: each link of a chain of facts is compiled on its own
	all := append([]nat.Constraint(nil), s.cons...)
	names := s.names()
	for _, n := range names {
		v := s.vars[n]
		x := nat.Var(n)
		all = append(all, nat.Constraint{L: v.Lo, Rel: nat.LE, R: x}, nat.Constraint{L: x, Rel: nat.LT, R: v.Hi})
	}
	for _, e := range s.ge {
		all = append(all, nat.Constraint{L: e, Rel: nat.GE, R: nat.Int(0)})
	}
	f := nat.NewFacts()
	for _, n := range names {
		if s.vars[n].Pow2 {
			f = f.WithPow2(n)
		}
	}
	for _, n := range s.pow2 {
		if s.vars[n] == nil && !s.isGone(n) {
			f = f.WithPow2(n)
		}
	}
	f = f.With(all...)
	s.cache = f
	return f
}

func (s *solver) isGone(name string) bool {
	for _, g := range s.gone {
		if g.name == name {
			return true
		}
	}
	return false
}

func (s *solver) names() []string {
	out := make([]string, 0, len(s.vars))
	for n := range s.vars {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

// replace substitutes v everywhere; the caller has kept v's range where it matters.
func (s *solver) replace(v string, e nat.Expr) {
	m := map[string]nat.Expr{v: e}
	delete(s.vars, v)
	s.gone = append(s.gone, elimination{v, e})
	for i := range s.zero {
		s.zero[i] = s.zero[i].Subst(m)
	}
	for i := range s.ge {
		s.ge[i] = s.ge[i].Subst(m)
	}
	for i := range s.same {
		s.same[i][0], s.same[i][1] = s.same[i][0].Subst(m), s.same[i][1].Subst(m)
	}
	for i := range s.cons {
		if s.cons[i].L.HasVar(v) || s.cons[i].R.HasVar(v) {
			s.cons[i] = s.cons[i].Subst(m)
		}
	}
	for _, w := range s.vars {
		w.Lo, w.Hi = w.Lo.Subst(m), w.Hi.Subst(m)
	}
	for n, k := range s.rems {
		s.rems[n] = k.Subst(m)
	}
	s.cache = nil
}

// keepRange turns the range of v, which is about to be e, into conditions.
func (s *solver) keepRange(v *Var, e nat.Expr) {
	s.addGe(e.Sub(v.Lo))
	s.addGe(v.Hi.Sub(nat.Int(1)).Sub(e))
}

func (s *solver) addGe(e nat.Expr) {
	if b := s.bounds(e); b.lo != nil && b.lo.Sign() >= 0 {
		return
	}
	for _, x := range s.ge {
		if x.Equal(e) {
			return
		}
	}
	s.ge = append(s.ge, e)
	s.cache = nil
}

// rename unifies variables that equations say are equal, v - w = 0; true: contradiction.
func (s *solver) rename() bool {
	for i := 0; i < len(s.zero); i++ {
		e := s.zero[i]
		if c, ok := e.Const(); ok {
			if c.Sign() != 0 {
				return true
			}
			s.zero = append(s.zero[:i], s.zero[i+1:]...)
			i--
			continue
		}
		ts := e.Terms()
		if len(ts) != 2 {
			continue
		}
		a, okA := plainVar(ts[0])
		b, okB := plainVar(ts[1])
		if !okA || !okB || ts[0].Coef.Cmp(new(big.Int).Neg(ts[1].Coef)) != 0 {
			continue
		}
		va, vb := s.vars[a], s.vars[b]
		if va == nil || va.special() || va.Shared && vb != nil && !vb.special() && !vb.Shared {
			va, vb, a, b = vb, va, b, a
		}
		if va == nil || va.special() {
			continue
		}
		if vb == nil || !va.Lo.Equal(vb.Lo) || !va.Hi.Equal(vb.Hi) {
			s.keepRange(va, nat.Var(b))
		}
		s.replace(a, nat.Var(b))
		i = -1
	}
	return false
}

// special variables are not eliminated, as their values are not an interval.
func (v *Var) special() bool { return v.Pow2 || v.Values != nil }

// plainVar is the variable of a term that is a constant times a variable.
func plainVar(t nat.Term) (string, bool) {
	if len(t.Factors) != 1 || t.Factors[0].Kind != nat.KindVar || t.Factors[0].Exp != 1 {
		return "", false
	}
	return t.Factors[0].Name, true
}

// sameThread says whether all of Same are equal, with the prover if asked.
func (s *solver) sameThread(deep bool) bool {
	if s.always {
		return false
	}
	for _, p := range s.same {
		if p[0].Equal(p[1]) {
			continue
		}
		if !deep || s.facts().Prove(nat.Constraint{L: p[0], Rel: nat.EQ, R: p[1]}).Verdict != nat.Proved {
			return false
		}
	}
	return true
}

// prove is the last resort for symbolic sizes.
func (s *solver) prove() Answer {
	s.cache = nil
	var eqs []nat.Constraint
	for _, e := range s.zero {
		eqs = append(eqs, nat.Constraint{L: e, Rel: nat.EQ, R: nat.Int(0)})
	}
	f := s.facts().With(eqs...)
	s.cache = f
	if s.sameThread(true) {
		return Answer{Verdict: Disjoint}
	}
	if s.proofOnly {
		return Answer{}
	}
	if r := f.Contradictory(); r.Verdict == nat.Proved {
		return Answer{Verdict: Disjoint}
	} else if s.always && r.Verdict == nat.Refuted {
		return s.witness(r.Witness)
	}
	if s.always {
		return Answer{}
	}
	all := true
	for _, p := range s.same {
		r := f.With(nat.Constraint{L: p[0], Rel: nat.NE, R: p[1]}).Contradictory()
		if r.Verdict == nat.Refuted {
			if a := s.witness(r.Witness); a.Verdict == Overlap {
				return a
			}
		}
		all = all && r.Verdict == nat.Proved
	}
	if all {
		return Answer{Verdict: Disjoint}
	}
	return Answer{}
}

// witness completes a solution by the eliminated variables. A value set that the solution violates makes it
// no witness.
func (s *solver) witness(env map[string]*big.Int) Answer {
	out := make(map[string]*big.Int, len(env)+len(s.gone))
	for n, v := range env {
		out[n] = v
	}
	for _, v := range s.vars {
		if x := out[v.Name]; v.Values != nil && (x == nil || !x.IsInt64() || !contains(v.Values, x.Int64())) {
			return Answer{}
		}
	}
	for i := len(s.gone) - 1; i >= 0; i-- {
		g := s.gone[i]
		for _, n := range g.e.Vars() {
			if out[n] == nil {
				out[n] = new(big.Int)
			}
		}
		v, err := g.e.EvalInt(out)
		if err != nil {
			return Answer{}
		}
		out[g.name] = v
	}
	return Answer{Verdict: Overlap, Witness: out}
}

func contains(xs []int64, x int64) bool {
	for _, y := range xs {
		if x == y {
			return true
		}
	}
	return false
}
