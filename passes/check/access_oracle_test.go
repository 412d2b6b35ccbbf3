package check_test

import (
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"descend/ir"
)

// A random kernel: accesses to one array through random views, barriers, loops. Views are applied to nested
// slices of element numbers, so the truth is found without index functions.

// env are the values of the thread, the block and the loops.
type env map[string]int

// stepText is one step of a place: its text and what it does to nested slices.
type stepText struct {
	text string
	do   func(x any, e env) any
}

type chainText struct {
	steps []stepText
	dims  [][]sz     // before each step
	loops []loopText // around the statement
}

type loopText struct {
	name string
	n    sz
	from string // if not "", the loop starts at this outer variable
}

func (l loopText) head() string {
	if l.from != "" {
		return fmt.Sprintf("for %s in %s..%s", l.name, l.from, l.n)
	}
	return fmt.Sprintf("for %s in 0..%s", l.name, l.n)
}

// sz is the size c * n^p for the generic n.
type sz struct{ c, p int }

func (s sz) val(e env) int {
	v := s.c
	for range s.p {
		v *= e["n"]
	}
	return v
}

func (s sz) String() string {
	t := strconv.Itoa(s.c)
	for range s.p {
		t += " * n"
	}
	return t
}

func (s sz) mul(o sz) sz { return sz{s.c * o.c, s.p + o.p} }
func (s sz) div(o sz) sz { return sz{s.c / o.c, s.p - o.p} }
func (s sz) divisible(o sz) bool {
	return s.c%o.c == 0 && s.p >= o.p
}

func list(x any) []any { return x.([]any) }

func mapAny(x any, f func(any) any) any {
	out := make([]any, len(list(x)))
	for i, y := range list(x) {
		out[i] = f(y)
	}
	return out
}

func reverseAny(x any) any {
	in := list(x)
	out := make([]any, len(in))
	for i := range in {
		out[i] = in[len(in)-1-i]
	}
	return out
}

func groupAny(x any, k int) any {
	var out []any
	for in := list(x); len(in) > 0; in = in[k:] {
		out = append(out, any(append([]any(nil), in[:k]...)))
	}
	return out
}

func joinAny(x any) any {
	var out []any
	for _, y := range list(x) {
		out = append(out, list(y)...)
	}
	return out
}

func transposeAny(x any) any {
	in := list(x)
	out := make([]any, len(list(in[0])))
	for i := range out {
		row := make([]any, len(in))
		for j := range in {
			row[j] = list(in[j])[i]
		}
		out[i] = row
	}
	return out
}

func swizzleAny(x any, w int) any {
	i := -1
	return mapAny(x, func(row any) any {
		i++
		out := make([]any, len(list(row)))
		for j := range out {
			out[j] = list(row)[j^i%w]
		}
		return out
	})
}

func windowsAny(x any, k int) any {
	var out []any
	for in := list(x); len(in) >= k; in = in[1:] {
		out = append(out, append([]any(nil), in[:k]...))
	}
	return out
}

// gen generates random kernels.
type gen struct {
	r              *rand.Rand
	blocks, thread sz
	rows           sz // of threads, {1, 0}: one axis
	vars           int
	reads          bool // the place is read, so that views may have elements several times
}

func divisors(n sz) (out []sz) {
	for k := 1; k <= n.c; k++ {
		for p := range n.p + 1 {
			if n.c%k == 0 {
				out = append(out, sz{k, p})
			}
		}
	}
	return out
}

// part is a size smaller than n of which n minus the size is one too; false if there is none.
func (g *gen) part(n sz) (k, rest sz, ok bool) {
	if n.c < 2 {
		return k, rest, false
	}
	k = sz{1 + g.r.Intn(n.c-1), n.p}
	return k, sz{n.c - k.c, n.p}, true
}

// view is a random view of an array with these dimensions.
func (g *gen) view(dims []sz) (stepText, []sz) {
	n := dims[0]
	set := func(d ...sz) []sz { return append(d, dims[1:]...) }
	switch g.r.Intn(10) {
	case 0:
		return stepText{"reverse", func(x any, _ env) any { return reverseAny(x) }}, dims
	case 8:
		if w := 2 << g.r.Intn(2); len(dims) > 1 && dims[1].c%w == 0 {
			return stepText{fmt.Sprintf("swizzle::<%d>", w), func(x any, _ env) any { return swizzleAny(x, w) }}, dims
		}
	case 9:
		k := 1 + g.r.Intn(3)
		if !g.reads || len(dims) > 3 {
			break
		}
		if n.p > 0 || n.c < k || g.r.Intn(2) == 0 {
			return stepText{fmt.Sprintf("repeat::<%d>", k), func(x any, _ env) any { return slices.Repeat([]any{x}, k) }}, append([]sz{{k, 0}}, dims...)
		}
		return stepText{fmt.Sprintf("window::<%d>", k), func(x any, _ env) any { return windowsAny(x, k) }}, set(sz{n.c - k + 1, 0}, sz{k, 0})
	case 1, 2:
		ds := divisors(n)
		k := ds[g.r.Intn(len(ds))]
		return stepText{fmt.Sprintf("group::<%s>", k), func(x any, e env) any { return groupAny(x, k.val(e)) }}, set(n.div(k), k)
	case 3:
		if len(dims) > 1 {
			return stepText{"join", func(x any, _ env) any { return joinAny(x) }}, append([]sz{n.mul(dims[1])}, dims[2:]...)
		}
	case 4:
		if len(dims) > 1 {
			d := append([]sz{dims[1], n}, dims[2:]...)
			return stepText{"transpose", func(x any, _ env) any { return transposeAny(x) }}, d
		}
	case 5:
		if len(dims) > 1 {
			s, d := g.view(dims[1:])
			return stepText{"map(" + s.text + ")", func(x any, e env) any {
				return mapAny(x, func(y any) any { return s.do(y, e) })
			}}, append([]sz{n}, d...)
		}
	case 6:
		if k, _, ok := g.part(n); ok {
			return stepText{fmt.Sprintf("take_left::<%s>", k), func(x any, e env) any { return list(x)[:k.val(e)] }}, set(k)
		}
	case 7:
		if k, rest, ok := g.part(n); ok {
			return stepText{fmt.Sprintf("take_right::<%s>", k), func(x any, e env) any { return list(x)[k.val(e):] }}, set(rest)
		}
	}
	return stepText{"reverse", func(x any, _ env) any { return reverseAny(x) }}, dims
}

// index is the element of an array of n elements at an expression over v, which is below n.
func (g *gen) index(v string, n sz) stepText {
	at := func(text string, f func(x, n int) int) stepText {
		return stepText{"[" + strings.NewReplacer("$v", v, "$n", n.String()).Replace(text) + "]",
			func(x any, e env) any { return list(x)[f(e[v], n.val(e))] }}
	}
	k := 1 + g.r.Intn(3)
	switch g.r.Intn(8) {
	case 0:
		return at("$n - 1 - $v", func(x, n int) int { return n - 1 - x })
	case 1:
		return at(fmt.Sprintf("($v + %d) %% ($n)", k), func(x, n int) int { return (x + k) % n })
	case 2:
		return at("$v / 2", func(x, n int) int { return x / 2 })
	case 3:
		return at("$v * 2 % ($n)", func(x, n int) int { return x * 2 % n })
	}
	return at("$v", func(x, n int) int { return x })
}

func pickStep(text, v string) stepText {
	return stepText{text, func(x any, e env) any { return list(x)[e[v]] }}
}

// chain is a random way from an array of n elements to one element; nil if it does not work out.
func (g *gen) chain(n sz, outer []loopText) (out *chainText) {
	var before [][]sz
	var at []sz
	c := &chainText{}
	dims := []sz{n}
	sel := map[string]sz{}
	if g.blocks != (sz{1, 0}) {
		sel["block"] = g.blocks
	}
	sel["t"], sel["r"] = g.thread, g.rows
	order := []string{"block", "t"}
	if g.rows != (sz{1, 0}) {
		order = []string{"block", "r", "t"}
		if g.r.Intn(2) == 0 {
			order = []string{"block", "t", "r"}
		}
	}
	if g.blocks == (sz{1, 0}) {
		order = order[1:]
	}
	defer func() {
		if out != nil {
			out.dims = before
		}
	}()
	note := func() {
		for len(before) < len(c.steps) {
			before = append(before, append([]sz(nil), at...))
		}
		at = dims
	}
	at = dims
	for len(dims) > 0 || len(order) > 0 {
		note()
		for range g.r.Intn(3) {
			if len(dims) > 0 && len(c.steps) < 9 {
				s, d := g.view(dims)
				s.text = "." + s.text
				c.steps, dims = append(c.steps, s), d
				note()
			}
		}
		if len(dims) == 0 {
			return nil
		}
		if len(order) > 0 {
			m := sel[order[0]]
			if dims[0] != m && dims[0].divisible(m) && g.r.Intn(4) > 0 {
				k := dims[0].div(m)
				if g.r.Intn(2) == 0 {
					c.steps = append(c.steps, stepText{fmt.Sprintf(".group::<%s>", k), func(x any, e env) any { return groupAny(x, k.val(e)) }})
				} else {
					c.steps = append(c.steps, stepText{fmt.Sprintf(".group::<%s>.transpose", m), func(x any, e env) any { return transposeAny(groupAny(x, m.val(e))) }})
				}
				dims = append([]sz{m, k}, dims[1:]...)
				note()
			}
			if dims[0] == m {
				c.steps = append(c.steps, pickStep("[["+order[0]+"]]", order[0]))
				dims, order = dims[1:], order[1:]
				note()
				continue
			}
		}
		switch {
		case g.r.Intn(3) == 0 && len(outer) > 0 && outer[0].n.c <= dims[0].c && outer[0].n.p <= dims[0].p:
			c.steps = append(c.steps, pickStep("["+outer[0].name+"]", outer[0].name))
		case g.r.Intn(2) == 0 && dims[0].c <= 6:
			v := fmt.Sprintf("v%d", g.vars)
			g.vars++
			l := loopText{name: v, n: dims[0]}
			if k := len(c.loops); k > 0 && c.loops[k-1].n == l.n && g.r.Intn(2) == 0 {
				l.from = c.loops[k-1].name
			}
			c.loops = append(c.loops, l)
			c.steps = append(c.steps, g.index(v, dims[0]))
		default:
			k := g.r.Intn(dims[0].c)
			c.steps = append(c.steps, stepText{fmt.Sprintf("[%d]", k), func(x any, _ env) any { return list(x)[k] }})
		}
		dims = dims[1:]
		note()
	}
	return c
}

// respelled is the chain with a detour that leads back, .reverse.reverse and its like.
func (g *gen) respelled(c *chainText) *chainText {
	i := g.r.Intn(len(c.steps))
	dims := c.dims[i]
	if len(dims) == 0 {
		return c
	}
	ds := divisors(dims[0])
	k := ds[g.r.Intn(len(ds))]
	noop := []string{".reverse.reverse", fmt.Sprintf(".group::<%s>.join", k), fmt.Sprintf(".group::<%s>.map(reverse).map(reverse).join", k)}
	if len(dims) > 1 {
		noop = append(noop, ".transpose.transpose", fmt.Sprintf(".join.group::<%s>", dims[1]), ".map(reverse.reverse)")
	}
	s := stepText{noop[g.r.Intn(len(noop))], func(x any, _ env) any { return x }}
	out := &chainText{loops: c.loops}
	out.steps = append(append(append([]stepText(nil), c.steps[:i]...), s), c.steps[i:]...)
	out.dims = append(append(append([][]sz(nil), c.dims[:i]...), dims), c.dims[i:]...)
	return out
}

func (c *chainText) text() string {
	var b strings.Builder
	for _, s := range c.steps {
		b.WriteString(s.text)
	}
	return b.String()
}

// stmt is an access or, with chain nil, a barrier.
type stmt struct {
	chain *chainText
	write bool
}

type event struct {
	block, thread, epoch int
	write                bool
}

// run executes the statements of one thread; visit gets the element and epoch of each access.
func run(ss []stmt, outer []loopText, size sz, e env, visit func(elem, epoch int, write bool)) {
	whole := make([]any, size.val(e))
	for i := range whole {
		whole[i] = i
	}
	epoch := 0
	rounds := 1
	if len(outer) > 0 {
		rounds = outer[0].n.val(e)
	}
	for i := range rounds {
		if len(outer) > 0 {
			e[outer[0].name] = i
		}
		for _, s := range ss {
			if s.chain == nil {
				epoch++
				continue
			}
			var nest func(k int)
			nest = func(k int) {
				if k < len(s.chain.loops) {
					for j := e[s.chain.loops[k].from]; j < s.chain.loops[k].n.val(e); j++ {
						e[s.chain.loops[k].name] = j
						nest(k + 1)
					}
					return
				}
				var x any = whole
				for _, st := range s.chain.steps {
					x = st.do(x, e)
				}
				visit(x.(int), epoch, s.write)
			}
			nest(0)
		}
	}
}

// races says whether two threads may race.
func races(g *gen, ss []stmt, outer []loopText, size sz, n int) bool {
	seen := map[int][]event{}
	race := false
	all := env{"n": n}
	for b := range g.blocks.val(all) {
		for t := range g.thread.val(all) * g.rows.val(all) {
			run(ss, outer, size, env{"block": b, "t": t / g.rows.val(all), "r": t % g.rows.val(all), "n": n}, func(elem, epoch int, w bool) {
				ev := event{b, t, epoch, w}
				for _, o := range seen[elem] {
					if o == ev {
						return
					}
					if (o.write || w) && (o.block != b || o.block == b && o.thread != t && o.epoch == epoch) {
						race = true
					}
				}
				seen[elem] = append(seen[elem], ev)
			})
		}
	}
	return race
}

func program(g *gen, ss []stmt, outer []loopText, n sz) string {
	var b strings.Builder
	dim, sched, out, end := fmt.Sprintf("X<%s>", g.thread), "sched t in block {", fmt.Sprintf("o.group::<%s>[[block]][[t]]", g.thread), "}"
	if g.rows != (sz{1, 0}) {
		dim, sched = fmt.Sprintf("XY<%s, %s>", g.thread, g.rows), "sched(Y) r in block { sched(X) t in r {"
		out, end = fmt.Sprintf("o.group::<%s>.group::<%s>[[block]][[r]][[t]]", g.thread, g.rows), "} }"
	}
	fmt.Fprintf(&b, "fn k<n: nat>(a: &uniq gpu.global [i32; %s], o: &uniq gpu.global [i32; %s]) -[grid: gpu.grid<X<%s>, %s>]-> () where n > 0 {\n",
		n, g.blocks.mul(g.thread).mul(g.rows), g.blocks, dim)
	b.WriteString("  sched block in grid { " + sched + "\n    let mut s = 0;\n")
	for _, l := range outer {
		fmt.Fprintf(&b, "    for %s in 0..%s {\n", l.name, l.n)
	}
	for _, s := range ss {
		if s.chain == nil {
			b.WriteString("    sync;\n")
			continue
		}
		b.WriteString("    ")
		for _, l := range s.chain.loops {
			b.WriteString(l.head() + " { ")
		}
		if s.write {
			fmt.Fprintf(&b, "a%s = s", s.chain.text())
		} else {
			fmt.Fprintf(&b, "s = s + a%s", s.chain.text())
		}
		b.WriteString(strings.Repeat(" }", len(s.chain.loops)) + ";\n")
	}
	b.WriteString(strings.Repeat("    }\n", len(outer)))
	fmt.Fprintf(&b, "    %s = s\n  } %s }\n", out, end)
	return b.String()
}

// TestAccessOracle compares the checks with exhaustive execution: an accepted kernel never races. The precision is
// the share of race-free kernels, narrowing apart, that are accepted. ORACLE=n runs n kernels, SEED=s others.
func TestAccessOracle(t *testing.T) { oracle(t, 1500, false, []int{1}, 95) }

// TestAccessOracleSymbolic does the same with sizes that are multiples of a generic n: an accepted kernel is
// run for several n.
func TestAccessOracleSymbolic(t *testing.T) { oracle(t, 300, true, []int{1, 2, 3}, 80) }

func oracle(t *testing.T, count int, symbolic bool, instances []int, percent int) {
	seed := int64(7)
	if s := os.Getenv("ORACLE"); s != "" {
		count, _ = strconv.Atoi(s)
	}
	if s := os.Getenv("SEED"); s != "" {
		v, _ := strconv.Atoi(s)
		seed = int64(v)
	}
	r := rand.New(rand.NewSource(seed))
	var slowest time.Duration
	var slowText string
	var racy, narrowed, safe, accepted, shown int
	for done := 0; done < count; {
		power := func() int {
			if symbolic && r.Intn(3) == 0 {
				return 1
			}
			return 0
		}
		g := &gen{r: r, blocks: sz{1 + r.Intn(2), power()}, thread: sz{[]int{2, 3, 4, 6}[r.Intn(4)], power()}, rows: sz{1, 0}}
		if r.Intn(3) == 0 {
			g.rows = sz{2 + r.Intn(2), power()}
		}
		n := g.blocks.mul(g.thread).mul(g.rows).mul(sz{1 + r.Intn(4), power()})
		var outer []loopText
		if r.Intn(2) == 0 {
			outer = []loopText{{name: "u", n: sz{2, power()}}}
		}
		var ss []stmt
		for i := range 1 + r.Intn(3) {
			if i > 0 && r.Intn(2) == 0 {
				ss = append(ss, stmt{})
			}
			write := i == 0 || r.Intn(2) == 0
			g.reads = !write
			c := g.chain(n, outer)
			if r.Intn(3) == 0 && len(ss) > 0 && ss[0].chain != nil {
				c = g.renamed(ss[0].chain)
				for range r.Intn(3) {
					c = g.respelled(c)
				}
			}
			if c == nil {
				break
			}
			ss = append(ss, stmt{c, write})
		}
		if len(outer) > 0 && r.Intn(2) == 0 {
			ss = append(ss, stmt{})
		}
		if len(ss) == 0 || ss[0].chain == nil {
			continue
		}
		done++
		truth := false
		for _, m := range instances {
			truth = truth || races(g, ss, outer, n, m)
		}
		if truth {
			racy++
		}
		text := program(g, ss, outer, n)
		start := time.Now()
		_, ds := raceChecks(t, text)
		if d := time.Since(start); d > slowest {
			slowest, slowText = d, text
		}
		isNarrow := false
		for _, d := range ds {
			isNarrow = isNarrow || d.Code == "narrowing"
		}
		switch {
		case len(ds) == 0 && truth:
			t.Fatalf("accepted, but it races:\n%s", text)
		case isNarrow:
			narrowed++
		case !truth:
			safe++
			if len(ds) == 0 {
				accepted++
			} else if shown < 3 {
				shown++
				t.Logf("rejected, but safe:\n%s%s", text, show(ds[0]))
			}
		}
		if !symbolic {
			checkWitnesses(t, ds, text)
		}
	}
	t.Logf("%d kernels: %d racy, %d violate narrowing, %d others are safe, of which %d are accepted", count, racy, narrowed, safe, accepted)
	t.Logf("slowest: %v\n%s", slowest, slowText)
	if accepted*100 < safe*percent {
		t.Errorf("precision %d of %d", accepted, safe)
	}
}

// checkWitnesses holds that conflicts over constant sizes come with a witness.
func checkWitnesses(t *testing.T, ds []*ir.Diagnostic, text string) {
	for _, d := range ds {
		if d.Code != "conflicting-access" {
			continue
		}
		if len(d.Notes) == 0 || !strings.Contains(d.Notes[0], "both reach element") {
			t.Errorf("no witness:\n%s%s", text, show(d))
		}
	}
}

func (g *gen) renamed(c *chainText) *chainText {
	out := &chainText{dims: c.dims, steps: append([]stepText(nil), c.steps...), loops: append([]loopText(nil), c.loops...)}
	for i, l := range c.loops {
		v := fmt.Sprintf("w%d", g.vars)
		g.vars++
		out.loops[i].name = v
		for j := range out.loops {
			if out.loops[j].from == l.name {
				out.loops[j].from = v
			}
		}
		for j, s := range out.steps {
			if at := strings.Index(s.text, l.name); strings.HasPrefix(s.text, "[") && !strings.HasPrefix(s.text, "[[") && at >= 0 {
				do := s.do
				out.steps[j] = stepText{strings.Replace(s.text, l.name, v, 1), func(x any, e env) any {
					inner := env{l.name: e[v]}
					for k, y := range e {
						if k != l.name {
							inner[k] = y
						}
					}
					return do(x, inner)
				}}
			}
		}
	}
	return out
}
