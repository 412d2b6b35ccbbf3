// Package overlap decides whether two accesses by different threads can reach one element (docs/checks.md,
// "Deciding overlap", step 3). It knows only nats: equations between the two index functions over
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
	"maps"
	"math/big"
	"slices"

	"descend/dialects/nat"
	"descend/dialects/num"
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
	// ProofOnly: no witness is wanted. The prover looks for none, and not for equations that contradict each other either, which
	// costs more than it shows where this is asked.
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
	Exceeded bool // Unknown because a budget ran out: of the search, or of the terms that rewriting makes
}

// elimination records v = e for the witness.
type elimination struct {
	name string
	e    nat.Expr
}

type solver struct {
	cons       []nat.Constraint // facts about sizes and variables, beside the ranges
	pow2       []string
	vars       map[string]*Var
	zero       []nat.Expr
	ge         []nat.Expr
	same       [][2]nat.Expr
	always     bool
	quick      bool // use bounds alone, not the prover: the search decides
	symbolic   bool // bounds that speak of other variables too
	proofOnly  bool
	gone       []elimination
	fresh      int
	simplified int                     // calls of the prover's Simplify so far
	rewritten  int                     // terms of the expressions that substitutions have gone through so far
	stuck      map[string]bool         // divisions that stay, by key
	rems       map[string]nat.Expr     // remainders with their divisors
	cache      *nat.Facts              // built from the above on demand; nil after a change
	ranges     map[string]num.Interval // of variables, as long as these do not change
	inCase     bool                    // of a variable that is listed
	apart      map[string]bool         // cases in cases that have no solution, by text
}

// Decide answers a problem.
func Decide(p *Problem) Answer {
	s := newSolver(p)
	if !s.always && len(s.same) == 0 {
		return Answer{Verdict: Disjoint} // one thread only
	}
	apart := s.prune()
	s.squeeze()
	s.quick = p.Quick || s.constant()
	budget := p.Budget
	if budget == 0 {
		budget = DefaultBudget
	}
	s.proofOnly = p.ProofOnly
	facts := slices.Clone(s.cons)
	a := s.run(p.Quick, &budget)
	if a.Verdict == Overlap && apart {
		return s.complete(a, facts)
	}
	return a
}

func newSolver(p *Problem) *solver {
	s := &solver{vars: map[string]*Var{}, stuck: map[string]bool{}, rems: map[string]nat.Expr{}, apart: map[string]bool{}, same: append([][2]nat.Expr(nil), p.Same...), always: p.Always,
		zero: append([]nat.Expr(nil), p.Zero...), ge: append([]nat.Expr(nil), p.NonNeg...)}
	if p.Facts != nil {
		s.cons, s.pow2 = p.Facts.Constraints(), p.Facts.Pow2Vars()
	}
	vars := slices.Clone(p.Vars)
	for i := range vars {
		s.vars[vars[i].Name] = &vars[i]
	}
	return s
}

// complete gives values to what was pruned, so that its conditions hold where the witness is; without them it is none.
func (s *solver) complete(a Answer, facts []nat.Constraint) Answer {
	known := map[string]nat.Expr{}
	for n, v := range a.Witness {
		known[n] = nat.Big(v)
	}
	f := nat.NewFacts()
	for _, n := range s.pow2 {
		if a.Witness[n] == nil {
			f = f.WithPow2(n)
		}
	}
	var left []nat.Constraint
	for _, c := range facts {
		left = append(left, c.Subst(known))
	}
	r := f.With(left...).Contradictory()
	if r.Verdict != nat.Refuted {
		return Answer{}
	}
	for n, v := range r.Witness {
		a.Witness[n] = v
	}
	return a
}

// run decides what is left; budget counts down.
func (s *solver) run(cheap bool, budget *int) Answer {
	// Lists of values and small sizes are tried in the problem as it is: equations that eliminate a variable here may do so for some
	// of its values only.
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
		if !s.proofOnly {
			if a := whole.smallSizes(); a.Verdict == Overlap {
				return a
			}
		}
		if s.spent() {
			return Answer{Exceeded: true}
		}
		return s.prove()
	}
	if v, values := whole.listed(); v != "" {
		if !s.inCase && whole.forAll() {
			return Answer{Verdict: Disjoint}
		}
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

// prune drops variables that neither the equations nor the threads depend on, which can only add solutions. Their conditions (a loop
// must have two iterations) become facts, so that a witness can be completed; apart says that there are some.
func (s *solver) prune() (apart bool) {
	live := s.live()
	var ge []nat.Expr
	dropped := map[string]bool{}
	for _, e := range s.ge {
		if live.touch(e) {
			ge = append(ge, e)
			continue
		}
		s.cons = append(s.cons, nat.Constraint{L: e, Rel: nat.GE, R: nat.Int(0)})
		for _, n := range e.Vars() {
			dropped[n] = true
		}
	}
	s.ge = ge
	for _, n := range slices.Sorted(maps.Keys(s.vars)) {
		if live[n] {
			continue
		}
		if v := s.vars[n]; dropped[n] {
			s.cons = append(s.cons, nat.Constraint{L: v.Lo, Rel: nat.LE, R: nat.Var(n)}, nat.Constraint{L: nat.Var(n), Rel: nat.LT, R: v.Hi})
			apart = true
		}
		delete(s.vars, n)
	}
	s.ranges = nil
	return apart
}

// variables are some of a problem.
type variables map[string]bool

// touch says whether an expression speaks of one of them.
func (live variables) touch(e nat.Expr) bool {
	return e.AnyVar(func(n string) bool { return live[n] })
}

// live are the variables that the equations and the threads depend on, by the ranges of others and by conditions too.
func (s *solver) live() variables {
	live := variables{}
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
	for grown := true; grown; {
		grown = false
		for n, v := range s.vars {
			if live[n] {
				grown = mark(v.Lo, v.Hi) || grown
			}
		}
		for _, e := range s.ge {
			if live.touch(e) {
				grown = mark(e) || grown
			}
		}
	}
	return live
}

// squeeze makes an equation of each two conditions e >= 0 and -e >= 0, as those on an iteration and the next one.
func (s *solver) squeeze() {
	for i := 0; i < len(s.ge); i++ {
		opposite := neg(s.ge[i])
		if j := slices.IndexFunc(s.ge[i+1:], opposite.Equal); j >= 0 {
			s.zero = append(s.zero, s.ge[i])
			s.ge = slices.Delete(s.ge, i+1+j, i+2+j)
			s.ge = slices.Delete(s.ge, i, i+1)
			i--
		}
	}
}

// maxRewritten bounds the terms that substitutions go through in one decision of symbolic sizes. Eliminations that
// put products into products make sums of hundreds of terms, which nothing takes apart any more: whatever is decided in the programs of
// the tests, and in 1500 random ones, goes through less than 1024.
const maxRewritten = 4000

// spend counts the terms that a substitution is about to go through.
func (s *solver) spend() {
	for _, e := range s.zero {
		s.rewritten += e.Size()
	}
	for _, e := range s.ge {
		s.rewritten += e.Size()
	}
	for _, p := range s.same {
		s.rewritten += p[0].Size() + p[1].Size()
	}
}

// spent says whether no more may be rewritten.
func (s *solver) spent() bool { return !s.quick && s.rewritten > maxRewritten }

// replace substitutes v everywhere; the caller has kept v's range where it matters.
func (s *solver) replace(v string, e nat.Expr) {
	m := map[string]nat.Expr{v: e}
	delete(s.vars, v)
	s.spend()
	s.ranges = nil
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
	if s.bounds(e).NonNeg() {
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
		a, b, ok := e.VarDifference()
		if !ok {
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
