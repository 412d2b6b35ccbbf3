package check_test

import (
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"testing"
)

// Random kernels with splits, loops that halve and double, uniform conditions, warps and barriers, over one
// array of 2*T elements in shared memory and T threads. Each access has its index written out by hand.

// part is one access: its place, and its element for thread number t (in its group) of the group.
type part struct {
	text string
	elem func(k, T, t int) int
}

// accesses by the first k threads, by the other T-k, by all T.
var (
	fstParts = []part{
		{"tmp.take_left::<$k>[[t]]", func(k, T, t int) int { return t }},
		{"tmp.take_right::<$k>.take_left::<$k>[[t]]", func(k, T, t int) int { return k + t }},
		{"tmp.take_left::<$k>.rev[[t]]", func(k, T, t int) int { return k - 1 - t }},
		{"tmp.take_left::<2 * $k>.rev.take_left::<$k>[[t]]", func(k, T, t int) int { return 2*k - 1 - t }},
		{"tmp.take_left::<2 * $k>.group::<2>.transpose[1][[t]]", func(k, T, t int) int { return 2*t + 1 }},
		{"tmp[$k..2 * $k][[t]]", func(k, T, t int) int { return k + t }},
		{"tmp.rev[0..$k][[t]]", func(k, T, t int) int { return 2*T - 1 - t }},
	}
	sndParts = []part{
		{"tmp.take_left::<$T>.take_right::<$k>[[t]]", func(k, T, t int) int { return k + t }},
		{"tmp[$k..$T].rev[[t]]", func(k, T, t int) int { return T - 1 - t }},
		{"tmp.take_right::<$T>.take_right::<$k>[[t]]", func(k, T, t int) int { return T + k + t }},
		{"tmp.take_left::<$T - $k>[[t]]", func(k, T, t int) int { return t }},
	}
	allParts = []part{
		{"tmp.take_left::<$T>[[t]]", func(k, T, t int) int { return t }},
		{"tmp.take_right::<$T>[[t]]", func(k, T, t int) int { return T + t }},
		{"tmp.take_left::<$T>.rev[[t]]", func(k, T, t int) int { return T - 1 - t }},
		{"tmp.group::<2 * $k>.map(take_left::<$k>).join[[t]]", func(k, T, t int) int { return t/k*2*k + t%k }},
		{"tmp.group::<2 * $k>.map(take_right::<$k>).join[[t]]", func(k, T, t int) int { return t/k*2*k + k + t%k }},
		{"tmp.group::<2 * $k>.map(take_right::<$k>.rev).join[[t]]", func(k, T, t int) int { return t/k*2*k + 2*k - 1 - t%k }},
		{"tmp.group::<2 * $k>.map(group::<$k>.transpose).join[[t]][1]", func(k, T, t int) int { return t/k*2*k + k + t%k }},
		{"tmp.group::<2>[[t]][1]", func(k, T, t int) int { return 2*t + 1 }},
		{"tmp.group::<2>.transpose[0][[t]]", func(k, T, t int) int { return 2 * t }},
		{"tmp.take_left::<$T>.group::<$k>.map(rev).join[[t]]", func(k, T, t int) int { return t/k*k + k - 1 - t%k }},
	}
)

type node struct {
	kind     string // acc, sync, loop, if, split, warps, wsync
	who      string // of acc: fst, snd, all, lane
	p        part
	write    bool
	loop     string
	body     []node
	other    []node
	variable string
}

type structGen struct {
	r    *rand.Rand
	T, n int
}

func (g *structGen) access(who string, ps []part) node {
	return node{kind: "acc", who: who, p: ps[g.r.Intn(len(ps))], write: g.r.Intn(2) == 0}
}

func (g *structGen) body(depth int) []node {
	var out []node
	for range 1 + g.r.Intn(3) {
		switch x := g.r.Intn(12); {
		case x < 3:
			out = append(out, node{kind: "sync"})
		case x < 5:
			out = append(out, g.access("all", allParts))
		case x < 7:
			s := node{kind: "split"}
			if g.r.Intn(3) > 0 {
				s.body = []node{g.access("fst", fstParts)}
			}
			if g.r.Intn(3) > 0 {
				s.other = []node{g.access("snd", sndParts)}
			}
			for range g.r.Intn(2) {
				s.body = append(s.body, g.access("fst", fstParts))
			}
			out = append(out, s)
		case x < 9 && depth > 0:
			g.n++
			kind := []string{"halved", "doubled"}[g.r.Intn(2)]
			out = append(out, node{kind: "loop", loop: kind, variable: fmt.Sprintf("k%d", g.n), body: g.body(depth - 1)})
		case x == 9 && depth > 0:
			out = append(out, node{kind: "if", body: g.body(0), other: g.body(0)})
		default:
			a := g.access("all", allParts)
			out = append(out, a, node{kind: "sync"})
		}
	}
	return out
}

func (g *structGen) text(b *strings.Builder, ns []node, k string) {
	put := func(n node) string {
		p := strings.NewReplacer("$k", k, "$T", strconv.Itoa(g.T)).Replace(n.p.text)
		if n.write {
			return p + " = 1"
		}
		return "let x = " + p
	}
	for _, n := range ns {
		switch n.kind {
		case "sync":
			b.WriteString("sync;\n")
		case "acc":
			fmt.Fprintf(b, "sched t in block { %s }\n", put(n))
		case "split":
			one := func(ns []node) string {
				s := ""
				for _, n := range ns {
					s += fmt.Sprintf("sched t in g { %s } ", put(n))
				}
				return s
			}
			fmt.Fprintf(b, "split(X) block at %s {\n g => { %s},\n", k, one(n.body))
			fmt.Fprintf(b, " g => { %s}\n}\n", one(n.other))
		case "loop":
			fmt.Fprintf(b, "for %s in %s_range(%d) {\n", n.variable, n.loop, g.T/2)
			g.text(b, n.body, n.variable)
			b.WriteString("}\n")
		case "if":
			b.WriteString("if c > 0 {\n")
			g.text(b, n.body, k)
			b.WriteString("} else {\n")
			g.text(b, n.other, k)
			b.WriteString("}\n")
		}
	}
}

// walk runs thread t; visit gets its accesses.
func (g *structGen) walk(ns []node, k, t int, c bool, epoch *int, visit func(elem int, w bool)) {
	for _, n := range ns {
		switch n.kind {
		case "sync":
			*epoch++
		case "acc":
			visit(n.p.elem(k, g.T, t), n.write)
		case "split":
			if t < k {
				for _, a := range n.body {
					visit(a.p.elem(k, g.T, t), a.write)
				}
			} else {
				for _, a := range n.other {
					visit(a.p.elem(k, g.T, t-k), a.write)
				}
			}
		case "loop":
			for i := 1; i <= g.T/2; i *= 2 {
				v := i
				if n.loop == "halved" {
					v = g.T / 2 / i
				}
				g.walk(n.body, v, t, c, epoch, visit)
			}
		case "if":
			if c {
				g.walk(n.body, k, t, c, epoch, visit)
			} else {
				g.walk(n.other, k, t, c, epoch, visit)
			}
		}
	}
}

func (g *structGen) races(ns []node) bool {
	for _, c := range []bool{true, false} {
		type key struct{ elem, epoch int }
		seen := map[key]map[int]bool{} // thread -> wrote
		race := false
		for t := range g.T {
			epoch := 0
			g.walk(ns, 1, t, c, &epoch, func(elem int, w bool) {
				m := seen[key{elem, epoch}]
				if m == nil {
					m = map[int]bool{}
					seen[key{elem, epoch}] = m
				}
				for o, ow := range m {
					race = race || o != t && (w || ow)
				}
				m[t] = m[t] || w
			})
		}
		if race {
			return true
		}
	}
	return false
}

// TestStructuredOracle: an accepted kernel never races.
func TestStructuredOracle(t *testing.T) {
	count, seed := 600, int64(3)
	if s := os.Getenv("ORACLE"); s != "" {
		count, _ = strconv.Atoi(s)
	}
	if s := os.Getenv("SEED"); s != "" {
		v, _ := strconv.Atoi(s)
		seed = int64(v)
	}
	r := rand.New(rand.NewSource(seed))
	var safe, accepted, racy, shown int
	for range count {
		g := &structGen{r: r, T: []int{2, 4, 8, 16}[r.Intn(4)]}
		ns := g.body(2)
		var b strings.Builder
		b.WriteString("fn f(c: i32) -[grid: gpu.grid<X<1>, X<" + strconv.Itoa(g.T) + ">>]-> () {\nsched block in grid {\n")
		fmt.Fprintf(&b, "let tmp = alloc::<gpu.shared, [i32; %d]>();\n", 2*g.T)
		g.text(&b, ns, "1")
		b.WriteString("} }\n")
		truth := g.races(ns)
		_, ds := raceChecks(t, b.String())
		switch {
		case truth && len(ds) == 0:
			t.Fatalf("accepted, but it races:\n%s", b.String())
		case truth:
			racy++
		case len(ds) == 0:
			safe++
			accepted++
		default:
			safe++
			if shown < 4 {
				shown++
				t.Logf("rejected, but safe:\n%s%s", b.String(), show(ds[0]))
			}
		}
	}
	t.Logf("%d kernels: %d racy, %d safe, of which %d are accepted", count, racy, safe, accepted)
	if accepted*100 < safe*80 {
		t.Errorf("precision %d of %d", accepted, safe)
	}
}
