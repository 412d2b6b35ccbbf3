package check_test

import (
	"fmt"
	"math/big"
	"math/rand"
	"strings"
	"testing"

	"descend/dialects/descend"
	"descend/ir"
)

// loopNest is a random nest of nat loops with an index in the innermost body, as source and as values.
type loopNest struct {
	kinds  []string
	lo, hi []term
	index  term
	size   term
}

// term is (n * (generic n) + c + sum of coef[i] * (loop variable i)) / div.
type term struct {
	c    int
	coef []int
	div  int
	n    int // times the generic n
}

func (t term) text() string {
	parts := []string{}
	for i, k := range t.coef {
		if k != 0 {
			parts = append(parts, fmt.Sprintf("%d * i%d", k, i))
		}
	}
	if t.n != 0 {
		parts = append(parts, fmt.Sprintf("%d * n", t.n))
	}
	if t.c != 0 || len(parts) == 0 {
		parts = append(parts, fmt.Sprint(t.c))
	}
	s := strings.Join(parts, " + ")
	if t.div > 1 {
		s = fmt.Sprintf("(%s) / %d", s, t.div)
	}
	return s
}

func (t term) eval(vars []int, n int) int {
	v := t.c + t.n*n
	for i, k := range t.coef {
		if k != 0 {
			v += k * vars[i]
		}
	}
	if t.div > 1 {
		v /= t.div
	}
	return v
}

func randomNest(r *rand.Rand) loopNest {
	n := loopNest{size: term{c: 1 + r.Intn(24)}}
	depth := 1 + r.Intn(3)
	for d := range depth {
		kind := []string{"range", "range", "halved", "doubled"}[r.Intn(4)]
		lo, hi := term{c: r.Intn(3)}, term{c: r.Intn(9)}
		if kind == "doubled" {
			lo.c = 1 + r.Intn(3)
		}
		if d > 0 && r.Intn(3) == 0 { // a range that depends on an outer variable
			hi.coef = make([]int, d)
			hi.coef[r.Intn(d)] = 1
		}
		n.kinds, n.lo, n.hi = append(n.kinds, kind), append(n.lo, lo), append(n.hi, hi)
	}
	n.index = term{c: r.Intn(3), coef: make([]int, depth), div: 1}
	for d := range depth {
		n.index.coef[d] = r.Intn(3)
	}
	if r.Intn(3) == 0 {
		n.index.div = 2 + r.Intn(2)
	}
	return n
}

// source is the nest as a function.
func (n loopNest) source() string {
	var b strings.Builder
	fmt.Fprintf(&b, "fn f<n: nat>(v: &uniq cpu.mem [i32; %s]) -[t: cpu.thread]-> () {\n", n.size.text())
	for d, k := range n.kinds {
		r := fmt.Sprintf("%s..%s", n.lo[d].text(), n.hi[d].text())
		if k != "range" {
			r = fmt.Sprintf("%s_range(%s, %s)", k, n.lo[d].text(), n.hi[d].text())
			if k == "halved" {
				r = fmt.Sprintf("halved_range(%s, %s)", n.hi[d].text(), n.lo[d].text())
			}
		}
		fmt.Fprintf(&b, "for i%d in %s {\n", d, r)
	}
	fmt.Fprintf(&b, "v[%s] = 0\n%s}\n", n.index.text(), strings.Repeat("}", len(n.kinds)))
	return b.String()
}

// safe executes the nest for a value of the generic and says whether all indices are inside.
func (n loopNest) safe(gen int) bool {
	vars := make([]int, len(n.kinds))
	var run func(d int) bool
	run = func(d int) bool {
		if d == len(n.kinds) {
			i := n.index.eval(vars, gen)
			return i >= 0 && i < n.size.eval(nil, gen)
		}
		lo, hi := n.lo[d].eval(vars, gen), n.hi[d].eval(vars, gen)
		step := func(v int) bool { vars[d] = v; return run(d + 1) }
		switch n.kinds[d] {
		case "halved":
			for v := hi; v >= lo && v >= 1; v /= 2 {
				if !step(v) {
					return false
				}
			}
		case "doubled":
			for v := lo; v <= hi; v *= 2 {
				if !step(v) {
					return false
				}
			}
		default:
			for v := lo; v < hi; v++ {
				if !step(v) {
					return false
				}
			}
		}
		return true
	}
	return run(0)
}

// TestNatOracle compares nat-check with execution on random loop nests of constant size: it accepts exactly
// those whose indices are inside.
func TestNatOracle(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	safe := 0
	for range 400 {
		n := randomNest(r)
		_, diags := compileAndCheck("nest.desc", n.source())
		rejected := false
		for _, d := range diags.Sorted() {
			if d.Severity == ir.Error {
				rejected = true
				if d.Code != "out-of-bounds" {
					t.Errorf("unexpected %s\n%s", d, n.source())
				}
			}
		}
		if n.safe(0) {
			safe++
		}
		if rejected == n.safe(0) {
			t.Errorf("safe: %v, rejected: %v\n%s%s", n.safe(0), rejected, n.source(), details(diags))
		}
	}
	if safe < 50 || safe > 350 {
		t.Errorf("%d of 400 nests are safe: the generator is one-sided", safe)
	}
}

// TestNatOracleSymbolic puts a generic into bounds and sizes: a nest that is accepted must be safe for all
// values of it that satisfy the inferred where clause.
func TestNatOracleSymbolic(t *testing.T) {
	r := rand.New(rand.NewSource(8))
	accepted, met := 0, 0
	for range 400 {
		n := randomNest(r)
		n.size.n = r.Intn(4)
		for d := range n.hi {
			n.hi[d].n = r.Intn(2)
			if n.kinds[d] == "range" && r.Intn(4) == 0 {
				n.lo[d].n = 1
			}
		}
		m, diags := compileAndCheck("nest.desc", n.source())
		if m == nil || diags.HasErrors() {
			continue
		}
		accepted++
		for gen := range 12 {
			env := map[string]*big.Int{"n": big.NewInt(int64(gen))}
			holds := true
			for f := range m.All("descend.func") {
				for _, w := range (descend.FuncOp{Operation: f}).Wheres() {
					ok, err := w.Eval(env)
					holds = holds && ok && err == nil
				}
			}
			if !holds {
				continue
			}
			met++
			if !n.safe(gen) {
				t.Errorf("accepted, but unsafe for n = %d\n%s", gen, n.source())
				for f := range m.All("descend.func") {
					t.Log(f.Attr("inferred"))
				}
			}
		}
	}
	t.Logf("%d of 400 accepted, %d sizes satisfy the clauses", accepted, met)
	if accepted < 40 || met < 100 {
		t.Errorf("only %d accepted with %d sizes", accepted, met)
	}
}
