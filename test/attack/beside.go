package attack

import (
	"fmt"
	"strings"
)

// Accesses to one array by spellings that differ: selects beside indices that are computed, padded places beside plain ones, views that show
// an element twice beside what is written; loops over parts whose bounds are data; and variables whose type the first use says.

// ownArray is an array with an element for each thread of the block, which the threads of the block alone use.
func (g *generator) ownArray() (string, bool) {
	nt := product(g.threads)
	if of := g.exchanged(); len(of) > 0 && !g.one(3) {
		return of[g.r.IntN(len(of))], true
	}
	if g.inHelper || len(g.roots) < 2 {
		return "", false
	}
	r := g.roots[g.r.IntN(2)]
	if r.perBlock || !r.write || r.fields != nil {
		return "", false
	}
	s, shape := g.selectBlock(r.name, r.shape)
	if shape == nil {
		return "", false
	}
	s, shape = flatten(s, shape)
	switch {
	case shape[0] > nt:
		s += g.word(fmt.Sprintf("[0..%d]", nt), fmt.Sprintf(".take_left::<%d>", nt), fmt.Sprintf("[%d..%d]", shape[0]-nt, shape[0]))
	case shape[0] < nt:
		s += fmt.Sprintf(".pad::<%d>", nt)
	}
	return s, true
}

// arranged is the element of an array of n elements that a thread takes in one of many ways; write says whether it may be written so.
func (g *generator) arranged(s string, n int) (place string, write bool) {
	each := func(view string) string { return unflatten(s+view, g.threads) + "[[thread]]" }
	d := divisor(g.r, n)
	if p := g.permuted(n); p != "" && g.one(3) {
		return each(".permute(&" + p + ")" + g.word("", "", ".reverse")), true
	}
	switch k := g.r.IntN(22); {
	case k < 6:
		return each(""), true
	case k < 10:
		return s + "[" + g.numberBelow(n) + "]", false
	case k == 10:
		return each(".reverse"), true
	case k == 11:
		return each(".reverse.reverse"), true
	case k == 12 && d > 0:
		return each(fmt.Sprintf(".strided::<%d>.join", d)), true
	case k == 13 && d > 0:
		return each(fmt.Sprintf(".group::<%d>.transpose.group::<%d>.transpose.join", d, n/d)), false
	case k == 14 && d > 0 && n/d%2 == 0 && d%2 == 0:
		return each(fmt.Sprintf(".group::<%d>.swizzle::<2>%s.join", d, g.word("", ".swizzle::<2>"))), true
	case k == 15:
		return each(fmt.Sprintf(".repeat::<2>[%d]", g.r.IntN(2))), false
	case k == 16:
		return each(".window::<1>") + "[0]", false
	case k == 17:
		w := 1 + g.r.IntN(3)
		return fmt.Sprintf("%s.window::<%d>[%s %% %d][%d]", s, w, g.numberBelow(n), n-w+1, g.r.IntN(w)), false
	case k == 18:
		return each(g.word(fmt.Sprintf(".shift::<1, 0>.take_left::<%d>", n), ".shift::<0, 1>.take_right::<1>", fmt.Sprintf(".shift::<2, 3>[2..%d]", n+2))), true
	case k == 19:
		return each(fmt.Sprintf(".pad::<%d>[0..%d]", n+g.r.IntN(4), n)), true
	case k == 20:
		m := g.pick(2, 3, 4, n)
		return each(fmt.Sprintf(".group_up::<%d>.join[0..%d]", m, n)), true
	}
	return fmt.Sprintf("%s[%d]", s, g.r.IntN(n)), false
}

// numberBelow is a number of the thread below n, computed from those of the resources around.
func (g *generator) numberBelow(n int) string {
	i := "index(thread)"
	if len(g.axes) > 1 {
		i = "index(thread, " + g.axes[0] + ")"
		for k, a := range g.axes[1:] {
			i = fmt.Sprintf("(%s * %d + index(thread, %s))", i, g.threads[k+1], a)
		}
	}
	switch g.r.IntN(9) {
	case 0:
		return fmt.Sprintf("%d - %s", n-1, i)
	case 1:
		return fmt.Sprintf("(%s + %d) %% %d", i, g.pick(0, 1, n), n)
	case 2:
		return i + g.word(" / 2", " * 1", " + 0", " >> 1", " & 3")
	case 3:
		return i + g.word(" as u64", " as u8", " as i8", " as f32 as u16")
	case 4:
		if len(g.blockNumbers) > 0 {
			x := g.blockNumbers[g.r.IntN(len(g.blockNumbers))]
			return fmt.Sprintf("(%s + %s) %% %d", i, x.text, n)
		}
	}
	return i
}

// beside writes accesses to one array, each thread its own or another one's, with what may keep them apart or not.
func (g *generator) beside() {
	s, ok := g.ownArray()
	if !ok {
		g.line("sync;")
		return
	}
	g.features["one array by several spellings"] = true
	n := product(g.threads)
	main, _ := g.arranged(s, n)
	access := func() {
		p, write := main, true
		if !g.one(3) {
			p, write = g.arranged(s, n)
		} else if g.one(2) {
			p = unflatten(s, g.threads) + "[[thread]]"
		}
		read := p
		if g.padded = isPadded(p); g.padded {
			read = g.read(p)
		}
		switch k := g.r.IntN(5); {
		case k < 2 && write:
			g.line("%s = %s;", p, g.word("1", "2", "n"))
		case k == 2 && write:
			g.line("%s = %s + 1;", p, read)
		default:
			g.line("let %s = %s;", g.fresh("x"), read)
		}
	}
	body := func() {
		for range 2 + g.r.IntN(3) {
			access()
			if g.one(3) {
				g.line("%s", g.word("sync;", "sync;", "if flag { sync }", "if sync_or(n > 1) { sync }", "let "+g.fresh("y")+" = sync_count(flag);"))
			}
		}
	}
	if g.one(3) {
		g.loop(body)
		return
	}
	body()
}

// partLoop writes a loop of a thread over a part whose bounds are numbers that the program computes.
func (g *generator) partLoop(depth int, whole bool) {
	write := g.one(6)
	favorites := g.favorites
	if !write && g.one(2) {
		g.favorites = []string{"r"}
	}
	s, shape := g.placeTo(write, 1)
	g.favorites = favorites
	if len(shape) != 1 || shape[0] < 1 || g.padded {
		g.line("%s = %s;", g.place(true), g.expr())
		return
	}
	g.features["loops over parts of computed bounds"] = true
	bounds, same := g.computedBounds(shape[0])
	e := g.fresh("e")
	switch k := g.r.IntN(4); {
	case write:
	case k == 0:
		g.line("let %s = part_sum(&%s[%s]);", e, strings.TrimPrefix(g.behind(s), "*"), bounds)
		g.scalars = also(g.scalars, e)
		return
	case k == 1:
		p := g.fresh("p")
		g.line("let %s = &%s[%s];", p, strings.TrimPrefix(g.behind(s), "*"), bounds)
		if whole && same && g.one(2) {
			g.nest("}", func() { g.line("%s", g.word("sync;", g.place(true)+" = *"+e+"; sync;")) }, "for %s in %s {", e, p)
			return
		}
		g.line("for %s in %s { %s = *%s; }", e, p, g.place(true), e)
		g.line("let %s = part_sum(%s);", g.fresh("x"), p)
		return
	}
	if write {
		g.line("for %s in &uniq %s[%s] { *%s = %s }", e, strings.TrimPrefix(g.behind(s), "*"), bounds, e, g.expr())
		return
	}
	g.nest("}", func() {
		g.scoped(func() {
			g.scalars = also(g.scalars, "*"+e)
			if depth > 0 && g.one(2) {
				g.threadItems(depth-1, whole && same)
				return
			}
			if whole && same && g.one(2) {
				g.line("sync;")
			}
			g.line("%s = %s;", g.place(true), g.expr())
			if g.one(3) {
				g.line("if %s < %d { %s }", g.expr(), g.r.IntN(40), g.word("break", "continue"))
			}
		})
	}, "for %s in &%s[%s] {", e, strings.TrimPrefix(g.behind(s), "*"), bounds)
}

// computedBounds are those of a part of n elements, and whether all threads of a block have the same.
func (g *generator) computedBounds(n int) (bounds string, same bool) {
	mask := 1
	for mask*2 <= n {
		mask *= 2
	}
	of, same := "n", true
	if x := g.scalar(); x != "" && g.one(2) {
		of, same = x, false
	} else if g.one(4) && len(g.blockNumbers) > 0 {
		of = "(" + g.blockNumbers[g.r.IntN(len(g.blockNumbers))].text + " as i32)"
	}
	to := fmt.Sprintf("(%s & %d)", of, mask-1)
	switch g.r.IntN(5) {
	case 0:
		return to + ".." + to + " + 1", same
	case 1:
		return to + " / 2.." + to, same
	case 2:
		return fmt.Sprintf("%s..%d", to, n), same
	}
	return "0.." + to, same
}

// lendPart writes a call of a function of blocks that is lent a part whose bounds are computed.
func (g *generator) lendPart() {
	n := g.threads[0]
	q, ok := g.linear(n, 0)
	if !ok {
		g.line("sync;")
		return
	}
	g.features["parts of computed bounds through functions"] = true
	from, size := "", n
	for _, r := range g.roots {
		if r.name == "r" && len(r.shape) == 1 && !g.one(3) {
			from, size = "r", r.shape[0]
		}
	}
	if from == "" {
		if from, ok = g.linear(n, 0); !ok {
			return
		}
	}
	bounds, same := g.computedBounds(size)
	if !same && !g.one(8) {
		bounds = "0..(n & 1)"
	}
	if name := g.word("part_turn", "part_turn", "part_put", "part_look"); name != "part_look" {
		g.line("%s(&%s[%s], &uniq %s);", name, strings.TrimPrefix(from, "*"), bounds, q)
	} else if of := g.exchanged(); len(of) > 0 {
		g.line("part_look(&%s[%s], &uniq *%s);", strings.TrimPrefix(from, "*"), bounds, of[0])
	}
}

// openVariable declares a variable with a literal alone, which has the type of its first use.
func (g *generator) openVariable() {
	g.features["literals that the first use types"] = true
	z := g.fresh("z")
	switch n := len(g.numbers); {
	case n > 0 && g.one(2):
		x := g.numbers[g.r.IntN(n)]
		g.line("let mut %s = 0;", z)
		g.line("%s %s %s;", z, g.word("=", "+="), x.text)
		g.numbers = also(g.numbers, position{z, x.count})
	case g.one(2):
		g.line("let mut %s = 0.0;", z)
		g.line("%s += (%s) as %s;", z, g.expr(), g.word("f32", "f64"))
		g.line("%s = %s as i32;", g.place(true), z)
	default:
		g.line("let %s = %d;", z, g.r.IntN(9))
		g.line("%s = %s + %s;", g.place(true), z, g.place(false))
	}
}
