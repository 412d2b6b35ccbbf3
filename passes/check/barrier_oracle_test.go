package check_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"descend/ir"
)

// The oracle of barrier-check and uniformity: random kernels of one block of four threads are executed
// thread by thread, and the barriers that each meets are noted. In an accepted kernel all threads meet the
// same ones in the same order, whatever the data are.

// knode is a statement, of a block or of its threads.
type knode struct {
	kind       string // sync assign if while for sched split
	id         int
	x          string // variable assigned, or variable of a while
	e          kexpr
	body, rest []knode
	at         int
}

// kexpr is a sum of a constant and sources.
type kexpr struct {
	c       int
	sources []string // s, v (differs between threads), w (one place), a, b
}

func (e kexpr) text() string {
	parts := []string{fmt.Sprint(e.c)}
	for _, s := range e.sources {
		parts = append(parts, map[string]string{"v": "v[[thread]]", "w": "w[2]"}[s])
		if parts[len(parts)-1] == "" {
			parts[len(parts)-1] = s
		}
	}
	return strings.Join(parts, " + ")
}

type kernelGen struct {
	r   *rand.Rand
	ids int
}

func (g *kernelGen) expr() kexpr {
	e := kexpr{c: g.r.Intn(3)}
	for range g.r.Intn(3) {
		e.sources = append(e.sources, []string{"s", "w", "a", "b", "a", "b", "v"}[g.r.Intn(7)])
	}
	return e
}

// threads are statements of threads.
func (g *kernelGen) threads(n, depth int) []knode {
	var out []knode
	for range n {
		g.ids++
		k := g.r.Intn(10)
		if depth <= 0 {
			k = g.r.Intn(5)
		}
		switch {
		case k < 2:
			out = append(out, knode{kind: "sync", id: g.ids})
		case k < 5:
			out = append(out, knode{kind: "assign", x: []string{"a", "b"}[g.r.Intn(2)], e: g.expr()})
		case k < 8:
			out = append(out, knode{kind: "if", e: g.expr(), body: g.threads(1+g.r.Intn(3), depth-1), rest: g.threads(g.r.Intn(2), depth-1)})
		case k < 9:
			out = append(out, knode{kind: "for", body: g.threads(1+g.r.Intn(2), depth-1)})
		default:
			out = append(out, knode{kind: "while", id: g.ids, e: g.expr(), body: g.threads(1+g.r.Intn(2), depth-1)})
		}
	}
	return out
}

// block are statements of the block.
func (g *kernelGen) block(depth int) []knode {
	var out []knode
	for range 1 + g.r.Intn(3) {
		g.ids++
		switch k := g.r.Intn(6); {
		case k == 0:
			out = append(out, knode{kind: "sync", id: g.ids})
		case k == 1 && depth > 0:
			part := func() []knode { return []knode{{kind: "sched", body: g.threads(1+g.r.Intn(2), 1)}} }
			out = append(out, knode{kind: "split", at: 1 + g.r.Intn(3), body: part(), rest: part()})
		default:
			out = append(out, knode{kind: "sched", body: g.threads(1+g.r.Intn(4), 2)})
		}
	}
	return out
}

// writeKernel is the source of statements executed by the resource e.
func writeKernel(b *strings.Builder, ns []knode, e string) {
	for _, n := range ns {
		switch n.kind {
		case "sync":
			b.WriteString("sync;\n")
		case "assign":
			fmt.Fprintf(b, "%s = %s;\n", n.x, n.e.text())
		case "if":
			fmt.Fprintf(b, "if %s > 2 {\n", n.e.text())
			writeKernel(b, n.body, e)
			b.WriteString("} else {\n")
			writeKernel(b, n.rest, e)
			b.WriteString("}\n")
		case "for":
			b.WriteString("for i in 0..2 {\n")
			writeKernel(b, n.body, e)
			b.WriteString("}\n")
		case "while":
			fmt.Fprintf(b, "let mut n%d = 0;\nwhile n%d < min(3, %s) {\nn%d = n%d + 1;\n", n.id, n.id, n.e.text(), n.id, n.id)
			writeKernel(b, n.body, e)
			b.WriteString("}\n")
		case "sched":
			fmt.Fprintf(b, "sched(X) thread in %s {\n", e)
			writeKernel(b, n.body, "thread")
			b.WriteString("}\n")
		case "split":
			fmt.Fprintf(b, "split(X) %s at %d {\nfst => {\n", e, n.at)
			writeKernel(b, partOf4(n.body), "fst")
			b.WriteString("},\nsnd => {\n")
			writeKernel(b, partOf4(n.rest), "snd")
			b.WriteString("}\n}\n")
		}
	}
}

// partOf4 is a branch of a split, in which `v[[thread]]` would have the wrong size: there `v` is not used.
func partOf4(ns []knode) []knode {
	var out []knode
	for _, n := range ns {
		var src []string
		for _, s := range n.e.sources {
			if s != "v" {
				src = append(src, s)
			}
		}
		n.e.sources = src
		n.body, n.rest = partOf4(n.body), partOf4(n.rest)
		out = append(out, n)
	}
	return out
}

func kernelSource(ns []knode) string {
	var b strings.Builder
	b.WriteString("fn k(v: & gpu.global [i32; 4], w: & gpu.global [i32; 4], s: i32) -[grid: gpu.grid<X<1>, X<4>>]-> () {\nsched(X) block in grid {\n")
	b.WriteString("let[block.forall(X)] mut a: i32 = 0;\nlet[block.forall(X)] mut b: i32 = 0;\n")
	writeKernel(&b, ns, "block")
	b.WriteString("}\n}\n")
	return b.String()
}

// kthread executes a kernel for one thread and notes the barriers.
type kthread struct {
	id   int
	vars map[string]int
	met  []int
}

func (t *kthread) eval(e kexpr) int {
	n := e.c
	for _, s := range e.sources {
		n += t.vars[s]
	}
	return n
}

func (t *kthread) run(ns []knode) {
	for _, n := range ns {
		switch n.kind {
		case "sync":
			t.met = append(t.met, n.id)
		case "assign":
			t.vars[n.x] = t.eval(n.e)
		case "if":
			if t.eval(n.e) > 2 {
				t.run(n.body)
			} else {
				t.run(n.rest)
			}
		case "for":
			t.run(n.body)
			t.run(n.body)
		case "while":
			for i := 0; i < min(3, t.eval(n.e)); {
				i++
				t.run(n.body)
			}
		case "sched":
			t.run(n.body)
		case "split":
			if t.id < n.at {
				t.run(partOf4(n.body))
			} else {
				t.run(partOf4(n.rest))
			}
		}
	}
}

// diverges says whether threads meet different barriers for some data.
func diverges(ns []knode, r *rand.Rand) bool {
	for range 12 {
		s, w := r.Intn(4), r.Intn(4)
		var first []int
		for id := range 4 {
			t := &kthread{id: id, vars: map[string]int{"s": s, "w": w, "v": r.Intn(4)}}
			t.run(ns)
			if id == 0 {
				first = t.met
			} else if fmt.Sprint(t.met) != fmt.Sprint(first) {
				return true
			}
		}
	}
	return false
}

// TestBarrierOracle executes random kernels: in none that is accepted threads meet different barriers.
func TestBarrierOracle(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	accepted, rejected, needless := 0, 0, 0
	for range 500 {
		g := &kernelGen{r: r}
		ns := g.block(1)
		text := kernelSource(ns)
		_, diags := compileAndCheck("kernel.desc", text)
		bad := diverges(ns, r)
		barrier := false
		for _, d := range diags.Sorted() {
			if d.Severity == ir.Error && d.Code != "barrier" {
				t.Errorf("unexpected %s (%s)\n%s", d, d.Label, text)
			}
			barrier = barrier || d.Code == "barrier"
		}
		switch {
		case barrier:
			rejected++
			if !bad {
				needless++
			}
		case bad:
			t.Errorf("accepted, but threads meet different barriers:\n%s", text)
		default:
			accepted++
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d accepted, %d rejected, %d of them without divergence in 12 runs", accepted, rejected, needless)
	if accepted < 50 || rejected < 50 {
		t.Errorf("one-sided generator: %d accepted, %d rejected", accepted, rejected)
	}
}
