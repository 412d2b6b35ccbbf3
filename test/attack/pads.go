package attack

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Arrays whose sizes do not fit the threads, and padded views of them.

// padding are the views that make elements which may not be there.
var padding = []string{"pad", "group_up", "tile_up", "shift"}

// isPadded says whether elements of a place may not be there.
func isPadded(s string) bool {
	for _, v := range padding {
		if strings.Contains(s, "."+v) || strings.Contains(s, "("+v) {
			return true
		}
	}
	return false
}

// oddSizes gives the parameters sizes that the threads do not divide.
func (g *generator) oddSizes() {
	g.pads = true
	nt := product(g.threads)
	for i := range g.roots {
		if len(g.roots[i].shape) == 2 {
			for k := range g.roots[i].shape {
				g.roots[i].shape[k] = max(1, g.roots[i].shape[k]-g.r.IntN(3)+g.r.IntN(2))
			}
			continue
		}
		n := product(g.blocks) * nt * g.pick(1, 1, 2)
		g.roots[i].shape = []int{g.pick(1, max(1, n-1), n, n+1, max(1, n-g.r.IntN(nt)), n+g.r.IntN(nt), 1+g.r.IntN(n))}
	}
}

// padBlock takes the block's part of a vector that the blocks need not divide.
func (g *generator) padBlock(s string, shape []int) (string, []int) {
	n, nb := shape[0], product(g.blocks)
	k := (n + nb - 1) / nb
	if g.one(4) {
		k = max(1, k-1+g.r.IntN(3))
	}
	switch {
	case (n+k-1)/k == nb:
		s += fmt.Sprintf(".group_up::<%d>", k)
	case n <= nb*k:
		s += fmt.Sprintf(".pad::<%d>.group::<%d>", nb*k, k)
	default: // the first elements
		s += fmt.Sprintf("[0..%d].group::<%d>", nb*k, k)
	}
	return g.narrow(unflatten(s, g.blocks), g.grid, g.blocks) + g.blockSel, []int{k}
}

// padThreads brings a vector to a multiple of n elements.
func (g *generator) padThreads(s string, shape []int, n int) (string, []int) {
	m := shape[0]
	to := (m + n - 1) / n * n
	switch {
	case to > m && g.one(3) && n < m:
		return s + fmt.Sprintf("[0..%d]", m/n*n), append([]int{m / n * n}, shape[1:]...)
	case g.one(3):
		a := g.r.IntN(to - m + 1)
		if g.one(4) {
			a, to = a+1, to+n
		}
		return s + fmt.Sprintf(".shift::<%d, %d>", a, to-m-a), append([]int{to}, shape[1:]...)
	case g.one(3):
		return s + fmt.Sprintf(".pad_up::<%d>", n), append([]int{to}, shape[1:]...)
	}
	return s + fmt.Sprintf(".pad::<%d>", to), append([]int{to}, shape[1:]...)
}

// padView applies a view with elements that may not be there.
func (g *generator) padView(s string, shape []int) (string, []int) {
	m := shape[0]
	switch g.r.IntN(5) {
	case 0:
		k := m + g.r.IntN(4)
		return s + fmt.Sprintf(".pad::<%d>", k), append([]int{k}, shape[1:]...)
	case 1:
		a, b := g.r.IntN(3), g.r.IntN(3)
		return s + fmt.Sprintf(".shift::<%d, %d>", a, b), append([]int{a + m + b}, shape[1:]...)
	case 2:
		k := 1 + g.r.IntN(m+1)
		return s + fmt.Sprintf(".group_up::<%d>", k), append([]int{(m + k - 1) / k, k}, shape[1:]...)
	}
	if len(shape) < 2 {
		return s, shape
	}
	k := shape[1] + g.r.IntN(3)
	if g.one(2) {
		return s + fmt.Sprintf(".map(pad::<%d>)", k), append([]int{m, k}, shape[2:]...)
	}
	h, w := 1+g.r.IntN(m), 1+g.r.IntN(shape[1])
	return s + fmt.Sprintf(".tile_up::<%d, %d>", h, w), append([]int{(m + h - 1) / h, (shape[1] + w - 1) / w, h, w}, shape[2:]...)
}

// read is a place as a value.
func (g *generator) read(s string) string {
	if !g.padded {
		return s
	}
	other := fmt.Sprint(g.r.IntN(9))
	if x := g.scalar(); x != "" && g.one(3) {
		other = x
	} else if g.one(8) {
		g.features["places after else"] = true
		other = g.place(false)
	}
	g.features["elements that may not be there, read"] = true
	return "(" + s + " else " + other + ")"
}

// ifLet borrows an element that may not be there.
func (g *generator) ifLet(depth int, whole bool) {
	write := g.one(2)
	s, shape := g.placeTo(write, 0)
	if !g.padded || len(shape) > 0 {
		return
	}
	g.features["if let"] = true
	p := g.fresh("p")
	uniq := map[bool]string{true: "uniq "}[write]
	g.nest("}", func() {
		g.scoped(func() {
			if write {
				g.line("*%s = *%s + %d;", p, p, g.r.IntN(9))
			}
			g.scalars = also(g.scalars, "*"+p)
			if depth > 0 {
				g.threadItems(depth-1, whole && g.one(6))
			} else {
				g.line("%s = %s;", g.place(true), g.expr())
			}
		})
	}, "if let %s = &%s%s {", p, uniq, s)
	if g.one(3) {
		g.nest("}", func() { g.scoped(func() { g.threadItems(0, false) }) }, "else {")
	}
}

// paddedSizes are the numbers of elements that Padded launches a kernel for.
var paddedSizes = []int{0, 1, 2, 3, 4, 5, 7, 8, 11, 13, 16, 17, 24}

// Padded makes the program of a seed whose kernel takes any number of elements n, and launches it for some.
func Padded(seed uint64) string {
	p := &paddedProgram{generator: generator{r: rand.New(rand.NewPCG(seed, 0x9ad5)), b: &strings.Builder{}}}
	p.kernel()
	return p.b.String()
}

// paddedProgram makes a kernel over vectors of n elements and a matrix of n by m.
type paddedProgram struct {
	generator
	k      int // threads of a block
	shared []string
	nats   []string
}

const paddedHelpers = `fn bump<n: nat>(p: &uniq gpu.global [[?i32; n]]) -[block: gpu.block<X<n>>]-> () {
  sched(X) t in block { p[[t]] += 1 }
}
fn turned<n: nat>(p: &uniq gpu.global [[?i32; n]]) -[block: gpu.block<X<n>>]-> () {
  sched(X) t in block { let x = p.reverse[[t]] else 7; sync; p[[t]] = x }
}
fn first<n: nat>(p: &uniq gpu.global [[?i32; n]]) -[block: gpu.block<X<n>>]-> () where n >= 1 {
  split(X) block at 1 { one => sched(X) t in one { p.take_left::<1>[[t]] += 5 }, rest => {} }
}
fn at<n: nat>(p: & gpu.global [[?i32; n]]) -[t: gpu.thread]-> i32 where n >= 1 { p[0] else -1 }
`

func (p *paddedProgram) kernel() {
	p.b.WriteString(paddedHelpers)
	p.k = p.pick(2, 3, 4, 8)
	blocks := fmt.Sprintf("(n + %d) / %d", p.k-1, p.k)
	p.line("fn kernel<n: nat>(g: &uniq gpu.global [i32; n], h: &uniq gpu.global [i32; n], m: &uniq gpu.global [[i32; n]; 3], r: & gpu.global [i32; n], f: & gpu.global [i32; n * 3])")
	p.line("  -[grid: gpu.grid<X<%s>, X<%d>>]-> () {", blocks, p.k)
	p.ind++
	p.line("sched(X) block in grid {")
	p.ind++
	for range p.r.IntN(3) {
		name := p.fresh("s")
		p.line("let %s = alloc::<gpu.shared, [i32; %d]>();", name, p.k)
		p.shared = append(p.shared, name)
	}
	p.items(2)
	p.ind--
	p.line("}")
	p.ind--
	p.line("}")
	n := paddedSizes[p.r.IntN(len(paddedSizes))]
	p.line("fn main(g: &uniq cpu.mem [i32; %[1]d], h: &uniq cpu.mem [i32; %[1]d], m: &uniq cpu.mem [[i32; %[1]d]; 3], r: & cpu.mem [i32; %[1]d], f: & cpu.mem [i32; %[2]d]) -[t: cpu.thread]-> () {", n, 3*n)
	for _, x := range []string{"g", "h", "m"} {
		p.line("  let mut d%s = GpuGlobal::alloc_copy(&*%s);", x, x)
	}
	p.line("  let dr = GpuGlobal::alloc_copy(r);")
	p.line("  let df = GpuGlobal::alloc_copy(f);")
	p.line("  kernel::<<<X<%d>, X<%d>>>>::<%d>(&uniq dg, &uniq dh, &uniq dm, &dr, &df);", (n+p.k-1)/p.k, p.k, n)
	for _, x := range []string{"g", "h", "m"} {
		p.line("  copy_mem_to_host(%s, &d%s);", x, x)
	}
	p.line("}")
}

// items writes what the block executes.
func (p *paddedProgram) items(depth int) {
	for range 1 + p.r.IntN(4) {
		switch k := p.r.IntN(12); {
		case k < 5:
			p.nest("}", func() { p.threadWork(1) }, "sched(X) thread in block {")
		case k == 5:
			p.line("%s(&uniq %s);", p.word("bump", "turned", "first"), p.groups(true))
		case k == 6 && depth > 0:
			name := p.fresh("i")
			p.nats = append(p.nats, name)
			p.nest("}", func() { p.items(depth - 1) }, "for %s in 0..%d {", name, p.pick(1, 2, 3))
			p.nats = p.nats[:len(p.nats)-1]
		case k == 7 && depth > 0:
			q := p.fresh("p")
			end := p.word("}", "} else {")
			p.nest(end, func() { p.items(depth - 1) }, "if let %s = &%s[%d] {", q, p.groups(false), p.r.IntN(p.k))
			if end != "}" {
				p.ind++
				p.items(depth - 1)
				p.ind--
				p.line("}")
			}
		case k == 8:
			q := p.fresh("v")
			p.line("let %s = &%s;", q, p.groups(false))
			p.nest("}", func() {
				p.line("%s = %s[[thread]] else 0;", p.part(true), q)
				if p.one(3) {
					p.line("sync;")
				}
				p.line("%s = %s%s else 0;", p.part(true), q, p.word("[[thread]]", ".reverse[[thread]]", "[0]"))
			}, "sched(X) thread in block {")
		default:
			p.line("sync;")
		}
	}
}

func (p *paddedProgram) threadWork(depth int) {
	for range 1 + p.r.IntN(3) {
		if len(p.shared) > 0 && p.one(5) {
			p.copies()
			continue
		}
		switch k := p.r.IntN(10); {
		case k < 4:
			p.line("%s %s %s;", p.part(true), p.word("=", "+="), p.value())
		case k == 4:
			p.line("sync;")
		case k == 5 && depth > 0:
			q := p.fresh("p")
			end := p.word("}", "} else {")
			p.nest(end, func() { p.line("*%s += 1;", q); p.threadWork(depth - 1) }, "if let %s = &uniq %s {", q, p.sized(p.padded()))
			if end != "}" {
				p.ind++
				p.threadWork(depth - 1)
				p.ind--
				p.line("}")
			}
		case k == 6:
			e := p.fresh("e")
			p.line("for %s in &uniq %s.group_up::<%d>[[block]].group_up::<%d>.pad::<%d>[[thread]] { *%s += 1 }", e, p.word("g", "h"), p.k, 1, p.k, e)
		case k == 7:
			p.line("let x%d = at(&%s.group::<1>[[thread]]);", p.r.IntN(9), p.groups(false))
		default:
			p.line("%s = %s;", p.part(true), p.value())
		}
	}
}

// copies writes the copy of an element that may not be there, what ends it, and who reads it, in some order.
func (p *paddedProgram) copies() {
	t, s := p.fresh("t"), p.shared[p.r.IntN(len(p.shared))]
	p.line("let %s = copy_async(&uniq %s[[thread]], &%s%s);", t, s, p.groups(p.one(2)), p.word("[[thread]]", "[[thread]]", ".reverse[[thread]]"))
	lines := []string{"finish(" + t + ");", "sync;", fmt.Sprintf("%s = %s%s;", p.part(true), s, p.word("[[thread]]", ".reverse[[thread]]"))}
	if p.one(3) {
		i, j := p.r.IntN(3), p.r.IntN(3)
		lines[i], lines[j] = lines[j], lines[i]
	}
	for _, l := range lines {
		if !p.one(6) {
			p.line("%s", l)
		}
	}
}

// groups are the block's elements of an array.
func (p *paddedProgram) groups(write bool) string {
	of := p.word("g", "h", "m[0]", "m[1]", "m.transpose.map(index::<0>)", "m[2].reverse")
	if !write && p.one(3) {
		of = p.word("r", "r.reverse", "f[0..n]", "f.take_right::<2 * n>[0..n]", "f.group::<3>.transpose[1]")
	}
	return of + p.word(
		fmt.Sprintf(".group_up::<%d>[[block]]", p.k), fmt.Sprintf(".group_up::<%d>[[block]]", p.k), fmt.Sprintf(".group_up::<%d>[[block]]", p.k),
		fmt.Sprintf(".pad_up::<%d>.group::<%d>[[block]]", p.k, p.k),
		fmt.Sprintf(".pad_up::<%[1]d>.group::<(n + %[2]d) / %[1]d>.transpose[[block]]", p.k, p.k-1),
		fmt.Sprintf(".group_up::<%d>.map(reverse)[[block]]", p.k),
		fmt.Sprintf(".group_up::<%d>.reverse[[block]]", p.k),
		fmt.Sprintf(".shift::<1, %d>.take_left::<(n + %d) / %d * %d>.group::<%d>[[block]]", p.k, p.k-1, p.k, p.k, p.k))
}

// padded is an element that may not be there.
func (p *paddedProgram) padded() string {
	return p.groups(true) + p.word("[[thread]]", "[[thread]]", "[[thread]]", ".reverse[[thread]]", ".shift::<1, 1>.range::<0, %K>[[thread]]", ".shift::<1, 1>.range::<2, %K + 2>[[thread]]")
}

// part is an element that is written.
func (p *paddedProgram) part(bool) string {
	if len(p.shared) > 0 && p.one(2) {
		return p.shared[p.r.IntN(len(p.shared))] + p.word("[[thread]]", "[[thread]]", ".reverse[[thread]]")
	}
	return p.sized(p.padded())
}

func (p *paddedProgram) sized(s string) string { return strings.ReplaceAll(s, "%K", fmt.Sprint(p.k)) }

// value is what is read.
func (p *paddedProgram) value() string {
	switch p.r.IntN(5) {
	case 0:
		return fmt.Sprint(p.r.IntN(20))
	case 1:
		if len(p.shared) > 0 {
			return p.shared[p.r.IntN(len(p.shared))] + p.word("[[thread]]", ".reverse[[thread]]", "[0]", fmt.Sprintf(".pad::<%d>[%d] else 3", p.k+2, p.k+1))
		}
	case 2:
		return fmt.Sprintf("%s[%d] else %d", p.groups(false), p.r.IntN(p.k), p.r.IntN(9))
	case 3:
		return fmt.Sprintf("(%s[[thread]] else 5) + (%s else (%s[[thread]] else 1))", p.groups(false), p.sized(p.padded()), p.groups(false))
	}
	return p.sized(p.padded()) + " else 0"
}
