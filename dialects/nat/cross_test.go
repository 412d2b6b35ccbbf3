package nat

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// query is a generated question to the prover.
type query struct {
	facts []Constraint
	pow2  []string
	goal  Constraint
}

func (q query) Facts() *Facts {
	f := NewFacts().With(q.facts...)
	for _, v := range q.pow2 {
		f = f.WithPow2(v)
	}
	return f
}

func (q query) String() string {
	var parts []string
	for _, c := range q.facts {
		parts = append(parts, c.Pretty())
	}
	for _, v := range q.pow2 {
		parts = append(parts, "pow2 "+v)
	}
	return strings.Join(parts, "; ") + " |- " + q.goal.Pretty()
}

// generator makes queries of the kind that views and loops lead to, and others
// that are plainly random.
type generator struct {
	r    *rand.Rand
	vars []string
}

func newGenerator(seed uint64, vars int) *generator {
	return &generator{rand.New(rand.NewPCG(seed, 7)), strings.Split("a b c d", " ")[:vars]}
}

func (g *generator) one(of ...string) string { return of[g.r.IntN(len(of))] }

func (g *generator) variable() string { return g.vars[g.r.IntN(len(g.vars))] }

func (g *generator) expr(depth int) string {
	if depth == 0 || g.r.IntN(4) == 0 {
		if g.r.IntN(3) == 0 {
			return strconv.Itoa(g.r.IntN(6))
		}
		return g.variable()
	}
	l, r := g.expr(depth-1), g.expr(depth-1)
	switch op := g.r.IntN(16); {
	case op < 4:
		return fmt.Sprintf("(%s + %s)", l, r)
	case op < 6:
		return fmt.Sprintf("(%s - %s)", l, r)
	case op < 10:
		return fmt.Sprintf("(%s * %s)", l, r)
	case op < 12:
		return fmt.Sprintf("(%s / %s)", l, g.one(g.variable(), strconv.Itoa(1+g.r.IntN(6)), r))
	case op < 14:
		return fmt.Sprintf("(%s %% %s)", l, g.one(g.variable(), strconv.Itoa(1+g.r.IntN(6)), r))
	case op < 15:
		return fmt.Sprintf("min(%s, %s)", l, r)
	}
	return fmt.Sprintf("max(%s, %s)", l, r)
}

func (g *generator) constraint(depth int) string {
	return g.expr(depth) + g.one(" == ", " != ", " < ", " <= ", " > ", " >= ", " <= ", " < ", " divides ", " ndivides ") + g.expr(depth)
}

// fact is mostly of the shapes of where clauses and ranges.
func (g *generator) fact() string {
	v, w, k := g.variable(), g.variable(), 1+g.r.IntN(6)
	switch g.r.IntN(9) {
	case 0:
		return fmt.Sprintf("%s < %s", v, w)
	case 1:
		return fmt.Sprintf("%s %% %d == 0", v, k)
	case 2:
		return fmt.Sprintf("%s %% %s == %d", v, w, g.r.IntN(2))
	case 3:
		return fmt.Sprintf("%s <= %d", v, k)
	case 4:
		return fmt.Sprintf("%s >= %d", v, k)
	case 5:
		return fmt.Sprintf("%s == %s * %s", v, w, g.one(g.variable(), strconv.Itoa(k)))
	case 6:
		return fmt.Sprintf("%s divides %s", v, w)
	case 7:
		return fmt.Sprintf("%s < %s / %s", v, w, g.one(g.variable(), strconv.Itoa(k)))
	}
	return g.constraint(1 + g.r.IntN(2))
}

func (g *generator) query(t testing.TB) query {
	var q query
	for range g.r.IntN(4) {
		q.facts = append(q.facts, mustConstraint(t, g.fact()))
	}
	if g.r.IntN(8) == 0 {
		q.pow2 = append(q.pow2, g.variable())
	}
	if g.r.IntN(3) == 0 {
		q.goal = mustConstraint(t, g.fact())
	} else {
		q.goal = mustConstraint(t, g.constraint(1+g.r.IntN(3)))
	}
	return q
}

// envInt reads a number from the environment.
func envInt(t testing.TB, name string, def int) int {
	s := os.Getenv(name)
	if s == "" {
		return def
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatalf("%s=%s: %v", name, s, err)
	}
	return n
}

// assignments calls f with every assignment of 0..limit to the variables until
// it returns false.
func assignments(vars []string, limit int64, f func(map[string]*big.Int) bool) {
	env := map[string]*big.Int{}
	var rec func(i int) bool
	rec = func(i int) bool {
		if i == len(vars) {
			return f(env)
		}
		for x := int64(0); x <= limit; x++ {
			env[vars[i]] = big.NewInt(x)
			if !rec(i + 1) {
				return false
			}
		}
		return true
	}
	rec(0)
}

// checkWitness reports what is wrong with a refutation.
func checkWitness(f *Facts, goal Constraint, r Result) string {
	if ok, err := f.Hold(r.Witness); !ok || err != nil {
		return fmt.Sprintf("witness %v violates the facts: %v", r.Witness, err)
	}
	if ok, err := goal.Eval(r.Witness); ok || err != nil {
		return fmt.Sprintf("witness %v satisfies the goal: %v", r.Witness, err)
	}
	return ""
}

// No answer may contradict the exhaustive evaluation over small assignments.
func TestAgainstBruteForce(t *testing.T) {
	n := envInt(t, "NAT_BRUTE_QUERIES", 4000)
	seed := uint64(envInt(t, "NAT_SEED", 1))
	var count [3]int
	for _, vars := range []int{2, 3} {
		g := newGenerator(seed, vars)
		for range n / 2 {
			q := g.query(t)
			f := q.Facts()
			r := f.Prove(q.goal)
			count[r.Verdict]++
			if r.Verdict == Refuted {
				if msg := checkWitness(f, q.goal, r); msg != "" {
					t.Errorf("%s: %s", q, msg)
				}
				continue
			}
			contra := f.Contradictory().Verdict == Proved
			simple := Constraint{f.Simplify(q.goal.L), q.goal.Rel, f.Simplify(q.goal.R)}
			lo, hi := f.Bounds(q.goal.L)
			assignments(g.vars, 8, func(env map[string]*big.Int) bool {
				if ok, err := f.Hold(env); !ok || err != nil {
					return true
				}
				if contra {
					t.Errorf("%s: facts are satisfied by %v, called contradictory", q, env)
				}
				ok, err := q.goal.Eval(env)
				if err != nil {
					return true
				}
				if r.Verdict == Proved && !ok {
					t.Errorf("%s: proved, but false for %v", q, env)
					return false
				}
				l, _ := q.goal.L.EvalInt(env)
				for _, x := range [][2]Expr{{q.goal.L, simple.L}, {q.goal.R, simple.R}} {
					a, _ := x[0].EvalInt(env)
					if b, err := x[1].EvalInt(env); err != nil || a.Cmp(b) != 0 {
						t.Errorf("%s: %s simplified to %s: %s, %s (%v) for %v", q, x[0], x[1], a, b, err, env)
						return false
					}
				}
				if lo != nil && l.Cmp(lo) < 0 || hi != nil && l.Cmp(hi) > 0 {
					t.Errorf("%s: %s is %s for %v, outside [%v, %v]", q, q.goal.L, l, env, lo, hi)
					return false
				}
				return true
			})
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d unknown, %d proved, %d refuted", count[Unknown], count[Proved], count[Refuted])
}

// Normal forms have the value of what was written.
func TestNormalFormKeepsValue(t *testing.T) {
	g := newGenerator(3, 3)
	for range 3000 {
		src := g.expr(4)
		e := mustParse(t, src)
		again := mustParse(t, e.String())
		if !again.Equal(e) || again.String() != e.String() {
			t.Fatalf("%s is %q and reads back as %q", src, e, again)
		}
		for range 12 {
			env := map[string]*big.Int{}
			for _, v := range g.vars {
				env[v] = big.NewInt(int64(g.r.IntN(20)))
			}
			want, ok := evalSource(src, env)
			if !ok {
				continue
			}
			got, err := e.EvalInt(env)
			if err != nil || got.Cmp(want) != 0 {
				t.Fatalf("%s = %s, normal form %s = %v, %v for %v", src, want, e, got, err, env)
			}
			if tree := evalTree(e.Tree(), env); tree.Cmp(want) != 0 {
				t.Fatalf("%s = %s, its tree %s for %v", src, want, tree, env)
			}
		}
	}
}

// evalSource evaluates generated source text directly, without normal forms.
func evalSource(src string, env map[string]*big.Int) (v *big.Int, ok bool) {
	p := &sourceEval{src: strings.ReplaceAll(src, " ", ""), env: env, ok: true}
	v = p.term()
	return v, p.ok
}

type sourceEval struct {
	src string
	env map[string]*big.Int
	ok  bool
}

func (p *sourceEval) next() byte {
	c := p.src[0]
	p.src = p.src[1:]
	return c
}

func (p *sourceEval) term() *big.Int {
	switch {
	case p.src[0] == '(':
		p.next()
		l := p.term()
		op := p.next()
		r := p.term()
		p.next()
		return p.apply(op, l, r)
	case strings.HasPrefix(p.src, "min("), strings.HasPrefix(p.src, "max("):
		op := p.src[1]
		p.src = p.src[4:]
		l := p.term()
		p.next()
		r := p.term()
		p.next()
		return p.apply(op, l, r)
	case p.src[0] >= '0' && p.src[0] <= '9':
		return big.NewInt(int64(p.next() - '0'))
	}
	return p.env[string(p.next())]
}

func (p *sourceEval) apply(op byte, l, r *big.Int) *big.Int {
	switch op {
	case '+':
		return new(big.Int).Add(l, r)
	case '-':
		return new(big.Int).Sub(l, r)
	case '*':
		return new(big.Int).Mul(l, r)
	case '/', '%':
		if r.Sign() <= 0 {
			p.ok = false
			return new(big.Int)
		}
		if op == '/' {
			return new(big.Int).Div(l, r)
		}
		return new(big.Int).Mod(l, r)
	}
	if (op == 'i') == (l.Cmp(r) < 0) { // the second letter of min, max
		return l
	}
	return r
}

func evalTree(n *Node, env map[string]*big.Int) *big.Int {
	switch n.Op {
	case OpConst:
		return n.Value
	case OpVar:
		return env[n.Name]
	}
	p := &sourceEval{ok: true}
	v := evalTree(n.Args[0], env)
	for _, a := range n.Args[1:] {
		v = p.apply(map[Op]byte{OpAdd: '+', OpSub: '-', OpMul: '*', OpDiv: '/', OpMod: '%', OpMin: 'i', OpMax: 'a'}[n.Op], v, evalTree(a, env))
	}
	return v
}
