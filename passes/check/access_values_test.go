package check_test

import (
	"fmt"
	"math"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"testing"

	"descend/frontend/frontendtest"
	"descend/ir"
	"descend/passes/check"
	"descend/passes/check/access"
)

// valueGen makes thread code with bools and numbers that all threads see alike, loops, barriers, writes to the thread's
// element and reads of another one, and runs it: there is a race if some way has a write and a read without a
// barrier between.
type valueGen struct {
	r     *rand.Rand
	loops int
}

// valueState is what one execution has: two bools, two numbers, the parameters, what was accessed since a barrier.
type valueState struct {
	c           [2]bool
	i           [2]int32
	flag        bool
	n           int32
	wrote, read bool
	race        bool
	steps       int
}

func (s *valueState) access(write bool) {
	s.wrote, s.read = s.wrote || write, s.read || !write
	s.race = s.race || s.wrote && s.read
}

// A valueStmt writes its text and executes it.
type valueStmt struct {
	text string
	run  func(*valueState)
}

func (g *valueGen) number() (string, func(*valueState) int32) {
	k := int32(g.r.Intn(6) - 1)
	v := g.r.Intn(2)
	switch g.r.Intn(6) {
	case 0:
		return fmt.Sprintf("i%d", v), func(s *valueState) int32 { return s.i[v] }
	case 1:
		return fmt.Sprintf("(n + %d)", k+1), func(s *valueState) int32 { return s.n + k + 1 }
	case 2:
		return fmt.Sprintf("(n - %d)", k+1), func(s *valueState) int32 { return s.n - k - 1 }
	case 3:
		return fmt.Sprintf("(%d - n)", k+1), func(s *valueState) int32 { return k + 1 - s.n }
	}
	return "n", func(s *valueState) int32 { return s.n }
}

func (g *valueGen) cond(depth int) (string, func(*valueState) bool) {
	v := g.r.Intn(2)
	if depth > 0 {
		a, x := g.cond(depth - 1)
		b, y := g.cond(depth - 1)
		switch g.r.Intn(5) {
		case 0:
			return "(" + a + " && " + b + ")", func(s *valueState) bool { return x(s) && y(s) }
		case 1:
			return "(" + a + " || " + b + ")", func(s *valueState) bool { return x(s) || y(s) }
		case 2:
			return "!" + a, func(s *valueState) bool { return !x(s) }
		}
		return a, x
	}
	switch g.r.Intn(7) {
	case 0:
		return "flag", func(s *valueState) bool { return s.flag }
	case 1, 2:
		return fmt.Sprintf("c%d", v), func(s *valueState) bool { return s.c[v] }
	case 3:
		b := g.r.Intn(2) == 0
		return fmt.Sprint(b), func(*valueState) bool { return b }
	}
	a, x := g.number()
	k := int32(g.r.Intn(5) - 1)
	least := fmt.Sprint(k)
	if k < 0 {
		least = "(0 - 1)"
	}
	j := g.r.Intn(6)
	rel := []string{"==", "!=", "<", "<=", ">", ">="}[j]
	return fmt.Sprintf("(%s %s %s)", a, rel, least), func(s *valueState) bool {
		y := x(s)
		return []bool{y == k, y != k, y < k, y <= k, y > k, y >= k}[j]
	}
}

func (g *valueGen) block(depth int) valueStmt {
	var out []valueStmt
	for range 1 + g.r.Intn(4) {
		out = append(out, g.stmt(depth))
	}
	var b strings.Builder
	for _, s := range out {
		b.WriteString(s.text + "\n")
	}
	return valueStmt{b.String(), func(s *valueState) {
		for _, x := range out {
			x.run(s)
		}
	}}
}

func (g *valueGen) stmt(depth int) valueStmt {
	v := g.r.Intn(2)
	switch k := g.r.Intn(12); {
	case k < 2:
		return valueStmt{"a[[t]] = 1.0;", func(s *valueState) { s.access(true) }}
	case k < 4:
		return valueStmt{"{ let x = a.rev[[t]]; }", func(s *valueState) { s.access(false) }}
	case k == 4:
		return valueStmt{"sync;", func(s *valueState) { s.wrote, s.read = false, false }}
	case k == 5:
		c, x := g.cond(1)
		return valueStmt{fmt.Sprintf("c%d = %s;", v, c), func(s *valueState) { s.c[v] = x(s) }}
	case k == 6:
		if g.r.Intn(2) == 0 {
			return valueStmt{fmt.Sprintf("i%d = i%d + 1;", v, v), func(s *valueState) { s.i[v]++ }}
		}
		c, x := g.number()
		return valueStmt{fmt.Sprintf("i%d = %s;", v, c), func(s *valueState) { s.i[v] = x(s) }}
	case k == 7 && depth > 0:
		lo, n := g.r.Intn(2), g.r.Intn(4)
		body := g.block(depth - 1)
		g.loops++
		return valueStmt{fmt.Sprintf("for j%d in %d..%d {\n%s}", g.loops, lo, n, body.text), func(s *valueState) {
			for range n - lo {
				body.run(s)
			}
		}}
	case k == 8 && depth > 0: // a loop that counts, and may be left before
		lo, n := g.r.Intn(3), g.r.Intn(4)
		body := g.block(depth - 1)
		c, x := g.cond(0)
		g.loops++
		w := fmt.Sprintf("w%d", g.loops)
		return valueStmt{fmt.Sprintf("let mut %s = %d;\nwhile %s < %d && %s {\n%s%s = %s + 1;\n}", w, lo, w, n, c, body.text, w, w), func(s *valueState) {
			for w := lo; w < n && x(s); w++ {
				body.run(s)
			}
		}}
	case depth > 0:
		c, x := g.cond(g.r.Intn(2))
		fst, snd := g.block(depth-1), g.block(depth-1)
		if g.r.Intn(2) == 0 {
			return valueStmt{fmt.Sprintf("if %s {\n%s}", c, fst.text), func(s *valueState) {
				if x(s) {
					fst.run(s)
				}
			}}
		}
		return valueStmt{fmt.Sprintf("if %s {\n%s} else {\n%s}", c, fst.text, snd.text), func(s *valueState) {
			if x(s) {
				fst.run(s)
			} else {
				snd.run(s)
			}
		}}
	}
	return valueStmt{"a[[t]] = 2.0;", func(s *valueState) { s.access(true) }}
}

// TestValuesOracle: accepted code never races, whatever the parameters are.
func TestValuesOracle(t *testing.T) {
	count, seed := 1200, int64(5)
	if s := os.Getenv("ORACLE"); s != "" {
		count, _ = strconv.Atoi(s)
	}
	if s := os.Getenv("SEED"); s != "" {
		seed, _ = strconv.ParseInt(s, 10, 64)
	}
	r := rand.New(rand.NewSource(seed))
	var safe, accepted, racy int
	for range count {
		g := &valueGen{r: r}
		body := g.block(3)
		text := "fn f(a: &uniq gpu.global [f32; 32], flag: bool, n: i32) -[grid: gpu.grid<X<1>, X<32>>]-> () {\nsched block in grid { sched t in block {\n" +
			"let mut c0 = flag;\nlet mut c1 = true;\nlet mut i0 = 0;\nlet mut i1 = n;\n" + body.text + "} } }\n"
		race := false
		for _, n := range []int32{math.MinInt32, math.MinInt32 + 1, -3, -2, -1, 0, 1, 2, 3, 4, 5, math.MaxInt32 - 2, math.MaxInt32 - 1, math.MaxInt32} {
			for _, flag := range []bool{false, true} {
				s := &valueState{c: [2]bool{flag, true}, i: [2]int32{0, n}, flag: flag, n: n}
				body.run(s)
				race = race || s.race
			}
		}
		m, diags := frontendtest.Module(t, text), &ir.Diagnostics{}
		runPass(&check.Uniformity{}, m, diags)
		runPass(access.Check{}, m, diags)
		ds := diags.Sorted()
		switch {
		case race && len(ds) == 0:
			t.Fatalf("accepted, but it races:\n%s", text)
		case race:
			racy++
		case len(ds) == 0:
			safe++
			accepted++
		default:
			safe++
		}
	}
	t.Logf("%d programs: %d racy, %d safe, of which %d are accepted", count, racy, safe, accepted)
	if accepted*100 < safe*70 {
		t.Errorf("precision %d of %d", accepted, safe)
	}
}
