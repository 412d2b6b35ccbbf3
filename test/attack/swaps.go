package attack

import (
	"fmt"
	"slices"
	"strings"
)

// swaps are reference variables of one type that swap what they refer to.
type swaps struct {
	names []string
	// of is the variable of type Two whose fields they are, or ""
	of string
	// shrd: they are shared references, which are copied
	shrd     bool
	inThread bool
}

// bufferSet declares two or three buffers of the block behind variables that swap them.
func (g *generator) bufferSet() {
	size := product(g.threads) * g.pick(1, 1, 1, 2)
	alloc := fmt.Sprintf("alloc::<gpu.shared, [i32; %d]>()", size)
	s := swaps{}
	for range g.pick(2, 2, 2, 3) {
		v := g.fresh("u")
		from := alloc
		if g.one(4) { // another name before
			from = g.fresh("s")
			g.line("let %s = %s;", from, alloc)
			if g.one(3) {
				from = "&uniq *" + from
			}
		}
		g.line("let mut %s = %s;", v, from)
		s.names = append(s.names, v)
	}
	if len(s.names) == 3 {
		g.features["three buffers that swap"] = true
	} else {
		g.features["buffers that swap"] = true
	}
	if len(s.names) == 2 && g.one(4) {
		s.of = g.fresh("w")
		g.line("let mut %s = Two { p: %s, q: %s };", s.of, s.names[0], s.names[1])
		s.names = []string{s.of + ".p", s.of + ".q"}
		g.features["structs of buffers"] = true
	}
	for _, v := range s.names {
		g.roots = also(g.roots, root{name: v, shape: []int{size}, write: true, perBlock: true, array: true})
	}
	g.swaps = also(g.swaps, s)
	if !g.one(3) {
		g.favorites = s.names
	}
	if g.one(2) {
		g.fillBuffers(s, size)
	}
}

// fillBuffers writes to every element, so that nothing is read that nobody wrote.
func (g *generator) fillBuffers(s swaps, size int) {
	of := size / product(g.threads)
	for i, v := range s.names {
		t, _ := unflattened(v, size, g.threads)
		g.nest("}", func() {
			for j := range of {
				at := ""
				if of > 1 {
					at = fmt.Sprintf("[%d]", j)
				}
				g.line("%s[[thread]]%s = %d;", t, at, 10*i+j)
			}
		}, "sched(%s) thread in block {", g.allAxes())
	}
	if !g.one(6) {
		g.line("sync;")
	}
}

// unflattened brings a vector to the dimensions of extents, and what is left of each.
func unflattened(s string, size int, extents []int) (string, int) {
	rest := size / product(extents)
	if rest > 1 {
		s += fmt.Sprintf(".group::<%d>", rest)
	}
	return unflatten(s, extents), rest
}

// swapSet is one that can be assigned here.
func (g *generator) swapSet() (swaps, bool) {
	var out []swaps
	for _, s := range g.swaps {
		if s.inThread == g.inThread {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return swaps{}, false
	}
	return out[g.r.IntN(len(out))], true
}

// swap writes an exchange, now and then under a condition that all threads of the block see alike.
func (g *generator) swap() {
	s, ok := g.swapSet()
	if !ok {
		return
	}
	if g.one(5) {
		g.features["buffers that swap under a condition"] = true
		g.uniformIf(func() { g.exchange(s) })
		return
	}
	g.exchange(s)
}

func (g *generator) exchange(s swaps) {
	a, b := s.names[0], s.names[1]
	old := g.fresh("o")
	steps := []string{"let " + old + " = " + a, a + " = " + b, b + " = " + old}
	if len(s.names) == 3 {
		c := s.names[2]
		switch g.r.IntN(4) {
		case 0:
			steps = []string{"let " + old + " = " + c, c + " = " + b, b + " = " + a, a + " = " + old}
		case 1:
			steps = []string{"let " + old + " = " + b, b + " = " + c, c + " = " + old}
		default:
			steps = []string{"let " + old + " = " + a, a + " = " + b, b + " = " + c, c + " = " + old}
		}
	}
	switch k := g.r.IntN(8); {
	case k == 0 && s.of != "":
		g.line("%[1]s = Two { p: %[1]s.q, q: %[1]s.p };", s.of)
	case k == 1 && len(s.names) == 2:
		g.line("let %s = (%s, %s);", old, a, b)
		g.line("%s = %s.1;", a, old)
		g.line("%s = %s.0;", b, old)
	case k == 2 && len(s.names) == 2 && !s.shrd && g.one(3):
		g.line("let %s = flip(%s, %s);", old, a, b)
		g.line("%s = %s.0;", a, old)
		g.line("%s = %s.1;", b, old)
	case k < 5:
		g.line("{ %s }", strings.Join(steps, "; "))
	default:
		for _, x := range steps {
			g.line("%s;", x)
		}
	}
}

// swapLoop writes a loop in which buffers swap at its start, at its end or in between.
func (g *generator) swapLoop() {
	s, ok := g.swapSet()
	if !ok {
		return
	}
	g.features["buffers that swap in a loop"] = true
	g.loop(func() {
		g.favorites = s.names
		n := 2 + g.r.IntN(4)
		at := g.r.IntN(n)
		for i := range n {
			switch k := g.r.IntN(9); {
			case i == at:
				g.swap()
			case g.inThread:
				g.threadItems(0, false)
			case k < 4:
				g.line("sync;")
			case k == 4:
				g.blockItems(0)
			case k == 5:
				g.callHelper()
			case k == 6:
				g.step(s)
			default:
				g.schedule("block")
			}
		}
	})
}

// step writes one buffer from another one.
func (g *generator) step(s swaps) {
	if g.inThread || s.shrd {
		return
	}
	a, b := s.names[0], s.names[1]
	size := 0
	for _, r := range g.roots {
		if r.name == a {
			size = r.shape[0]
		}
	}
	if size != product(g.threads) {
		g.line("sync;")
		return
	}
	to, _ := unflattened(a, size, g.threads)
	from, _ := unflattened(b+g.word("", ".reverse"), size, g.threads)
	g.line("sched(%s) thread in block { %s[[thread]] = %s[[thread]] + 1 }", g.allAxes(), to, from)
}

// lendBuffers calls a function with two buffers of the block of n numbers each.
func (g *generator) lendBuffers(format string, n int) {
	a, b := g.twoBuffers(n)
	if a == "" {
		g.line("sync;")
		return
	}
	g.features["functions that get buffers that swap"] = true
	g.line(format, n, a, b)
}

// twoBuffers are two variables that refer to buffers of n numbers, or "": of those that swap, if there are any.
func (g *generator) twoBuffers(n int) (string, string) {
	var of, swap []string
	for _, r := range g.roots {
		if r.array && r.write && r.perBlock && len(r.shape) == 1 && r.shape[0] == n {
			of = append(of, r.name)
			if strings.HasPrefix(r.name, "u") || strings.HasPrefix(r.name, "w") {
				swap = append(swap, r.name)
			}
		}
	}
	if len(swap) > 1 {
		of = swap
	}
	if len(of) < 2 {
		return "", ""
	}
	i := g.r.IntN(len(of))
	j := (i + 1 + g.r.IntN(len(of)-1)) % len(of)
	return of[i], of[j]
}

// helper is a function of blocks that gets two buffers of n numbers, or none if n is 0.
type helper struct {
	name string
	n    int
	text string
}

// makeHelpers makes such functions, with bodies like those of kernels.
func (g *generator) makeHelpers() {
	if g.one(4) {
		n := product(g.threads)
		p := func(name string) root {
			return root{name: name, shape: []int{n}, write: true, perBlock: true, array: true}
		}
		params := fmt.Sprintf("p: &uniq gpu.shared [i32; %[1]d], q: &uniq gpu.shared [i32; %[1]d], ", n)
		g.makeHelper(n, params, []root{p("p"), p("q")}, func() {
			switch g.r.IntN(3) {
			case 0:
				a, b := g.fresh("u"), g.fresh("u")
				g.line("let mut %s = p;", a)
				g.line("let mut %s = q;", b)
				g.roots = []root{p(a), p(b)}
				g.swaps = []swaps{{names: []string{a, b}}}
				g.swapLoop()
			case 1:
				g.blockMemory()
			}
		})
	}
	for range g.pick(0, 0, 0, 1, 2) {
		g.makeHelper(0, "", nil, func() {
			name := g.fresh("s")
			r := root{name: name, shape: []int{product(g.threads)}, write: true, perBlock: true, array: true}
			g.line("let %s = alloc::<gpu.shared, %s>();", name, typeText(r.shape, "i32"))
			g.roots = []root{r}
			switch g.r.IntN(3) {
			case 0:
				g.paired()
			case 1:
				g.schedule("block")
			}
		})
	}
}

// makeHelper makes one whose body begins with what start writes.
func (g *generator) makeHelper(n int, params string, roots []root, start func()) {
	kernels := g.b
	h := helper{name: fmt.Sprintf("helper%d", 1+len(g.helpers)), n: n}
	g.b = &strings.Builder{}
	g.scoped(func() {
		g.roots, g.atomics, g.inHelper = roots, nil, true
		g.nest("}", func() {
			start()
			g.blockItems(g.r.IntN(2))
		}, "fn %s(%sflag: bool, n: i32) -[block: gpu.block<%s>]-> () {", h.name, params, g.dim(g.threads))
		g.inHelper = false
	})
	h.text = g.b.String()
	g.b = kernels
	g.helpers = append(g.helpers, h)
}

// usedHelpers writes those that are called.
func (g *generator) usedHelpers() {
	for _, h := range slices.Backward(g.helpers) {
		if !strings.Contains(g.b.String(), h.name+"(") {
			continue
		}
		g.b.WriteString(h.text)
		if h.n > 0 {
			g.features["functions of blocks that get buffers"] = true
		} else {
			g.features["functions of blocks that allocate"] = true
		}
	}
}

// callHelper calls a function that was made.
func (g *generator) callHelper() {
	if len(g.helpers) == 0 {
		g.line("sync;")
		return
	}
	h := g.helpers[g.r.IntN(len(g.helpers))]
	buffers := ""
	if h.n > 0 {
		a, b := g.twoBuffers(h.n)
		if a == "" {
			g.line("sync;")
			return
		}
		if swap := a[:1]; swap == "u" || swap == "w" {
			g.features["functions that get buffers that swap"] = true
		}
		buffers = fmt.Sprintf("&uniq *%s, &uniq *%s, ", a, b)
	}
	c := "flag"
	if g.one(4) {
		c = g.condition()
	}
	g.line("%s(%s%s, n);", h.name, buffers, c)
	if h.n == 0 && g.one(2) { // perhaps it uses its memory again
		own := slices.DeleteFunc(slices.Clone(g.helpers), func(h helper) bool { return h.n > 0 })
		g.line("%s(%s, n);", own[g.r.IntN(len(own))].name, g.word("flag", c))
	}
}

// sharedSet declares variables of a thread that refer to whole buffers, for reading.
func (g *generator) sharedSet() {
	for i, r := range g.roots {
		for _, q := range g.roots[i+1:] {
			if !r.array || !q.array || r.perBlock != q.perBlock || len(r.shape) != 1 || len(q.shape) != 1 || r.shape[0] != q.shape[0] || g.one(3) {
				continue
			}
			s := swaps{shrd: true, inThread: g.inThread}
			for _, of := range []root{r, q} {
				v := g.fresh("u")
				g.line("let mut %s = &*%s;", v, of.name)
				s.names = append(s.names, v)
				g.roots = also(g.roots, root{name: v, shape: of.shape, perBlock: of.perBlock, array: true})
			}
			if !g.one(3) { // they are not written while they are lent
				var left []root
				for _, x := range g.roots {
					if x.name != r.name && x.name != q.name {
						left = append(left, x)
					}
				}
				g.roots = left
			}
			g.swaps = also(g.swaps, s)
			g.features["shared references that swap"] = true
			return
		}
	}
}
