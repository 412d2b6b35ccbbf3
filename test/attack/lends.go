package attack

import (
	"fmt"
	"slices"
	"strings"
)

// lender is a function that accesses arrays that it is lent: one uniquely and one to be read.
type lender struct {
	name string
	kind lenderKind
	// k and l are how many elements for each of its threads the two arrays have.
	k, l    int
	threads int
	generic bool // in the number of its threads
}

// lenderKind is who executes a lender.
type lenderKind int

const (
	byBlock lenderKind = iota
	byThread
	byWarp
	byGroup
	lenderKinds
)

// lentArray is an array that the body of a lender accesses.
type lentArray struct {
	name  string
	per   int // elements for each thread
	write bool
	own   int // the form of accesses by which each thread has its own elements
}

// makeLenders makes such functions; later ones may call earlier ones.
func (g *generator) makeLenders() {
	for range 1 + g.r.IntN(3) {
		g.makeLender()
	}
}

func (g *generator) makeLender() {
	h := lender{name: fmt.Sprintf("lend%d", 1+len(g.lenders)), k: g.pick(1, 1, 2), l: g.pick(1, 1, 2), threads: product(g.threads)}
	line := len(g.axes) == 1
	if !g.one(3) {
		h.kind = lenderKind(g.r.IntN(int(lenderKinds)))
	}
	by := "-[block: gpu.block<" + g.dim(g.threads) + ">]->"
	switch {
	case h.kind == byThread:
		by, h.threads = "-[t: gpu.thread]->", 1
	case h.kind == byWarp && h.threads%32 == 0:
		by, h.threads = "-[block: gpu.warp]->", 32
	case h.kind == byGroup && line && h.threads > 2:
		h.threads = 1 + g.r.IntN(h.threads-1)
		by = fmt.Sprintf("-[block: gpu.thread_grp<X<%d>>]->", h.threads)
	default:
		h.kind = byBlock
	}
	params := "m: mem, l: mem"
	if h.kind == byBlock && line && g.one(2) {
		h.generic, params = true, "n: nat, "+params
		by = "-[block: gpu.block<X<n>>]->"
	}
	kernels := g.b
	g.b = &strings.Builder{}
	g.scoped(func() {
		b := &lenderBody{generator: g, h: h}
		b.arrays = []lentArray{{"p", h.k, true, g.r.IntN(3)}, {"q", h.l, false, g.r.IntN(3)}}
		g.nest("}", b.write, "fn %s<%s>(p: &uniq m [[i32; %s]], q: & l [[i32; %s]], flag: bool, i: i32) %s () {", h.name, params, b.size(h.k), b.size(h.l), by)
	})
	g.lenderTexts = append(g.lenderTexts, g.b.String())
	g.b = kernels
	g.lenders = append(g.lenders, h)
}

// lenderBody writes the body of a lender.
type lenderBody struct {
	*generator
	h      lender
	arrays []lentArray
	loop   string // variable of a loop of two iterations around, or ""
}

// size is a number of elements for each thread, times the threads.
func (b *lenderBody) size(per int) string {
	switch {
	case b.h.generic && per == 1:
		return "n"
	case b.h.generic:
		return fmt.Sprintf("%d * n", per)
	}
	return fmt.Sprint(per * b.h.threads)
}

func (b *lenderBody) write() {
	if b.h.kind == byThread {
		for range 1 + b.r.IntN(3) {
			b.oneThread()
		}
		return
	}
	if b.h.kind == byBlock && b.one(6) {
		b.line("let s = alloc::<gpu.shared, [i32; %s]>();", b.size(1))
		b.arrays = append(b.arrays, lentArray{"s", 1, true, 0})
	}
	b.items(2)
}

// items writes what the resource executes.
func (b *lenderBody) items(depth int) {
	for range 1 + b.r.IntN(3) {
		switch k := b.r.IntN(14); {
		case k < 3 && b.h.kind != byGroup:
			b.barrier()
		case k == 3 && depth > 0:
			b.nest("}", func() { b.items(depth - 1) }, "if %s {", b.word("flag", "!(flag)", "i > 2"))
		case k == 4 && depth > 0 && b.loop == "":
			b.loop = b.fresh("j")
			b.nest("}", func() { b.items(depth - 1) }, "for %s in 0..2 {", b.loop)
			b.loop = ""
		case k < 7 && b.h.kind == byBlock:
			b.inner()
		case k == 7 && b.h.kind == byBlock && len(b.axes) == 1 && !b.h.generic && b.h.threads > 1:
			b.part()
		case k == 8 && b.h.kind == byBlock && !b.h.generic && b.h.threads%32 == 0:
			a := b.arrays[0]
			if a.per == 1 {
				b.line("sched w in block.to_warps { sched t in w { p.group::<32>[[w]]%s[[t]] = %d } }", b.word("", ".reverse"), b.r.IntN(50))
			}
		default:
			b.nest("}", func() {
				for range 1 + b.r.IntN(2) {
					b.access()
				}
			}, "%s {", b.schedule())
		}
	}
}

func (b *lenderBody) barrier() { b.line("sync(block);") }

// schedule begins that of all threads.
func (b *lenderBody) schedule() string {
	if b.h.kind == byBlock {
		return fmt.Sprintf("sched(%s) t in block", b.allAxes())
	}
	return "sched t in block"
}

// threadsOf brings a vector of an element for each thread to the dimensions of the threads and selects.
func (b *lenderBody) threadsOf(s string) string {
	if b.h.kind == byBlock && !b.h.generic {
		s = unflatten(s, b.generator.threads)
	}
	return s + "[[t]]"
}

// element is an element of an array for the thread, mostly one of its own.
func (b *lenderBody) element(a lentArray, write bool) string {
	own, j := !b.one(4), b.word("0", "1")
	if b.loop != "" && !b.one(3) {
		j = b.word(b.loop, "1 - "+b.loop)
	}
	if !write && b.one(10) {
		return a.name + b.word("[0]", "[i & 0]")
	}
	form := a.own
	if !own {
		form = b.r.IntN(6)
	}
	n := b.size(1)
	if a.per == 1 {
		if own || b.one(2) {
			return b.threadsOf(a.name + map[bool]string{true: ".reverse"}[form == 1])
		}
		return b.threadsOf(a.name + ".reverse")
	}
	switch form {
	case 0:
		return b.threadsOf(a.name+".group::<2>") + "[" + b.word(j, j, "i & 1") + "]"
	case 1:
		return b.threadsOf(a.name + ".group::<" + n + ">[" + j + "]")
	case 2:
		return b.threadsOf(a.name+".group::<"+n+">.transpose") + "[" + j + "]"
	case 3:
		return b.threadsOf(a.name + "." + b.word("take_left", "take_right") + "::<" + n + ">" + b.word("", ".reverse"))
	case 4:
		return b.threadsOf(a.name + "[1..1 + " + n + "]")
	}
	return b.threadsOf(a.name+".reverse.group::<2>") + "[" + j + "]"
}

// array is one of those that may be written, or any.
func (b *lenderBody) array(write bool) lentArray {
	for {
		if a := b.arrays[b.r.IntN(len(b.arrays))]; a.write || !write {
			return a
		}
	}
}

// access writes a statement of a thread.
func (b *lenderBody) access() {
	read := func() string { return b.element(b.array(false), false) }
	switch b.r.IntN(6) {
	case 0:
		b.line("let %s = %s;", b.fresh("x"), read())
	case 1:
		b.line("if %s < 20 { %s = %s }", read(), b.element(b.array(true), true), read())
	case 2:
		b.line("%s = %d;", b.element(b.array(true), true), b.r.IntN(50))
	case 3:
		if b.h.kind == byBlock && b.one(2) {
			x := b.fresh("x")
			b.line("let %s = %s;", x, read())
			b.barrier()
			b.line("%s = %s;", b.element(b.array(true), true), x)
			return
		}
		fallthrough
	default:
		b.line("%s = %s + 1;", b.element(b.array(true), true), read())
	}
}

// oneThread writes a statement of a function of a thread.
func (b *lenderBody) oneThread() {
	at := func(per int) string {
		if per == 1 {
			return "[0]"
		}
		return b.word("[0]", "[1]", "[i & 1]")
	}
	switch b.r.IntN(4) {
	case 0:
		b.line("for j in 0..%d { p[j] = q%s }", b.h.k, at(b.h.l))
	case 1:
		b.line("if flag { p%s = q%s }", at(b.h.k), at(b.h.l))
	case 2:
		b.line("let %s = q%s;", b.fresh("x"), at(b.h.l))
	default:
		b.line("p%s = p%s + q%s;", at(b.h.k), at(b.h.k), at(b.h.l))
	}
}

// part writes a split, one of its parts with the elements of its threads.
func (b *lenderBody) part() {
	c := 1 + b.r.IntN(b.h.threads-1)
	lo, hi := 0, c
	name, other := "low", "high"
	if b.one(2) {
		lo, hi, name, other = c, b.h.threads, "high", "low"
	}
	if b.one(6) && lo > 0 {
		lo, hi = lo-1, hi-1
	}
	parts := map[string]string{
		name:  fmt.Sprintf("sched t in %s { p[%d..%d][[t]] = %d }", name, lo, hi, b.r.IntN(50)),
		other: "{}",
	}
	b.line("split block at %d { low => %s, high => %s }", c, parts["low"], parts["high"])
}

// inner calls an earlier lender of blocks.
func (b *lenderBody) inner() {
	for _, h := range slices.Backward(b.lenders) {
		if h.kind != byBlock || !h.generic && b.h.generic || h.k > b.h.k || b.one(3) {
			continue
		}
		q := b.arrays[1]
		if a := b.array(true); a.name == "s" {
			q = a
		}
		if h.l > q.per {
			continue
		}
		arg := func(a lentArray, per int) string {
			s := "*" + a.name
			if a.per > per {
				s = a.name + "." + b.word("take_left", "take_right") + "::<" + b.size(1) + ">"
				return s + b.word("", "", ".reverse")
			}
			return b.word(s, s, a.name+".reverse")
		}
		b.features["functions that lend what they are lent"] = true
		b.line("%s::<%s_, _>(&uniq %s, &%s, %s, i);", h.name, h.sizes(b.size(1)), arg(b.arrays[0], h.k), arg(q, h.l), b.word("flag", "true", "false"))
		return
	}
	b.barrier()
}

// sizes are the generic arguments before those for memories.
func (h *lender) sizes(n string) string {
	if h.generic {
		return n + ", "
	}
	return ""
}

// usedLenders writes those that are called.
func (g *generator) usedLenders() {
	for i, h := range slices.Backward(g.lenders) {
		if strings.Contains(g.b.String(), h.name+"::<") {
			g.b.WriteString(g.lenderTexts[i])
			g.features["functions that are lent arrays"] = true
			if h.generic {
				g.features["functions that are lent arrays, generic in sizes"] = true
			}
		}
	}
}

// vector is n numbers of the block that can be lent, of other memory than not.
func (g *generator) vector(write bool, n int, not string) (s, of string) {
	var roots []root
	for _, r := range g.roots {
		if (r.write || !write) && r.fields == nil && !r.local && !r.buffers && r.name != not {
			roots = append(roots, r)
		}
	}
	if len(roots) == 0 {
		return "", ""
	}
	r := roots[g.r.IntN(len(roots))]
	s, shape := r.name, r.shape
	if !r.perBlock {
		if s, shape = g.selectBlock(s, shape); shape == nil {
			return "", ""
		}
	}
	s, shape = flatten(s, shape)
	m := shape[0]
	if m < n || isPadded(s) {
		return "", ""
	}
	if m > n {
		lo := g.pick(0, 0, m-n, g.r.IntN(m-n+1))
		s += fmt.Sprintf("[%d..%d]", lo, lo+n)
	}
	if g.one(6) {
		s += ".reverse"
	}
	return s, r.name
}

// lend calls lenders, often twice with the same memory.
func (g *generator) lend() {
	h := g.lenders[g.r.IntN(len(g.lenders))]
	nt := product(g.threads)
	p, of := g.vector(true, h.k*nt, "")
	q, _ := g.vector(false, h.l*nt, of)
	if p == "" || q == "" {
		g.line("sync;")
		return
	}
	for range g.pick(1, 1, 2, 3) {
		if g.one(4) {
			g.line("sync;")
		}
		if other := g.lenders[g.r.IntN(len(g.lenders))]; other.k == h.k && other.l == h.l {
			h = other
		}
		g.callLender(h, p, q)
	}
}

// callLender calls one with two vectors of the block.
func (g *generator) callLender(h lender, p, q string) {
	nt := product(g.threads)
	args := g.word("flag, n", "flag, n", "true, 3")
	call := func(p, q string) string {
		return fmt.Sprintf("%s::<%s_, _>(&uniq %s, &%s, %s)", h.name, h.sizes(fmt.Sprint(nt)), g.behind(p), g.behind(q), args)
	}
	// each is the part of a resource of h.threads threads in a vector for all
	each := func(s string, per int) string {
		if h.threads == nt {
			return s
		}
		return fmt.Sprintf("%s.group::<%d>", s, per*h.threads)
	}
	switch h.kind {
	case byBlock:
		g.line("%s;", call(p, q))
	case byThread:
		a, b := unflatten(each(p, h.k), g.threads)+"[[thread]]", unflatten(each(q, h.l), g.threads)+"[[thread]]"
		if g.one(4) {
			b = fmt.Sprintf("%s[0..%d]", q, h.l)
		}
		g.line("sched(%s) thread in block { %s }", g.allAxes(), call(a, b))
	case byWarp:
		a, b := each(p, h.k), each(q, h.l)
		if nt > 32 {
			a += "[[w]]"
			b += g.word("[[w]]", "[[w]]", "[0]")
		} else {
			a += ".group::<32>[[w]]"
			if h.k == 2 {
				a = p + ".group::<64>[[w]]"
			}
		}
		g.line("sched w in block.to_warps { %s }", call(a, b))
	case byGroup:
		lo := fmt.Sprintf("%s[0..%d]", p, h.k*h.threads)
		from := fmt.Sprintf("%s[0..%d]", q, h.l*h.threads)
		if g.one(3) { // the part behind
			c := nt - h.threads
			lo = fmt.Sprintf("%s[%d..%d]", p, h.k*c, h.k*nt)
			g.line("split block at %d { low => {}, high => %s }", c, call(lo, from))
			return
		}
		g.line("split block at %d { low => %s, high => {} }", h.threads, call(lo, from))
	}
}
