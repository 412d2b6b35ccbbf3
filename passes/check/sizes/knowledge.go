package sizes

import (
	"math/big"
	"sort"

	"descend/dialects/nat"
	"descend/passes/check/analysis"
)

// knowledge is what is known of the sizes of a function: what callers must see to, and what was found since.
type knowledge struct {
	memo *analysis.Memo
	base *nat.Facts // the where clauses
	// known are base and assumed, body these and that the extents of the resource are positive; inLoop the same in the loops of
	// the function, by what their ranges say. bodyBase is body without assumed, as the resolver of places has it. Of assumed
	// body has the first inBody: it is asked seldom, and then gets all that came since at once.
	known, body analysis.KeyedFacts
	inBody      int
	inLoop      map[*nat.Facts]*nat.Facts
	bodyBase    *nat.Facts
	// inferred are the clauses that callers must fulfil too; assumed these and the errors reported: what follows from them is
	// not repeated.
	inferred, assumed []nat.Constraint
	done              map[string]bool // obligations decided for the whole function, by operation-independent key
}

func newKnowledge(memo *analysis.Memo, wheres []nat.Constraint, body *nat.Facts) *knowledge {
	known := memo.With(analysis.KeyedFacts{}, wheres...)
	return &knowledge{memo: memo, base: known.Facts, known: known, body: memo.With(analysis.KeyedFacts{}, body.Constraints()...),
		inLoop: map[*nat.Facts]*nat.Facts{}, bodyBase: body, done: map[string]bool{}}
}

// within is what is known where the resolver of places knows facts, of the ranges of loops.
func (k *knowledge) within(facts *nat.Facts) *nat.Facts {
	if facts == k.bodyBase {
		k.body = k.memo.With(k.body, k.assumed[k.inBody:]...)
		k.inBody = len(k.assumed)
		return k.body.Facts
	}
	f, ok := k.inLoop[facts]
	if !ok {
		f = k.memo.Same(facts.With(k.assumed...))
		k.inLoop[facts] = f
	}
	return f
}

// assume adds what need not be proved again.
func (k *knowledge) assume(c nat.Constraint) {
	k.assumed = append(k.assumed, c)
	k.known = k.memo.With(k.known, c)
	clear(k.inLoop)
}

// learn adds a clause that callers must fulfil.
func (k *knowledge) learn(clause nat.Constraint) {
	k.inferred = append(k.inferred, clause)
	k.assume(clause)
}

// prune drops inferred clauses that follow from later ones: n <= 2147483647 from n <= 65535.
func (k *knowledge) prune() {
	if len(k.inferred) > maxInferred {
		return
	}
	for i := 0; i < len(k.inferred); i++ {
		rest := append(append([]nat.Constraint(nil), k.inferred[:i]...), k.inferred[i+1:]...)
		c := k.inferred[i]
		most, bound := c.R.Const()
		if !bound || c.Rel != nat.LE {
			continue
		}
		if others := k.memo.Same(k.base.With(rest...)); !exceeds(others, c.L, most) && others.Proves(c) {
			k.inferred = rest
			i--
		}
	}
}

// exceeds says that e can be more than most where the facts hold, by an assignment: one size after the other is made about as large as they let it be beside sizes of 1.
// Most bounds do not follow from others, and this shows it sooner than the prover gives up.
func exceeds(facts *nat.Facts, e nat.Expr, most *big.Int) bool {
	env := map[string]*big.Int{}
	of := map[string][]nat.Constraint{}
	for _, c := range facts.Constraints() {
		for _, v := range c.Vars() {
			env[v] = big.NewInt(1)
			of[v] = append(of[v], c)
		}
	}
	vars := e.Vars()
	for _, v := range vars {
		env[v] = big.NewInt(1)
	}
	for _, v := range vars {
		x := new(big.Int)
		try := func(n int) bool {
			env[v] = new(big.Int).SetBit(x, n, 1)
			return holdAll(of[v], env)
		}
		length := sort.Search(maxBits, func(n int) bool { return !try(n) })
		for n := length - 1; n >= max(0, length-digits); n-- {
			if try(n) {
				x.SetBit(x, n, 1)
			}
		}
		env[v] = x
		if got, err := e.Eval(env); err == nil && got.Cmp(most) > 0 {
			yes, err := facts.Hold(env)
			return yes && err == nil
		}
	}
	return false
}

func holdAll(cs []nat.Constraint, env map[string]*big.Int) bool {
	for _, c := range cs {
		if yes, err := c.Eval(env); !yes || err != nil {
			return false
		}
	}
	return true
}

// maxBits bounds the sizes that exceeds tries: nothing has 2^64 elements. Of the greatest ones it finds the first digits, which are enough for most.
const (
	maxBits = 64
	digits  = 8
)
