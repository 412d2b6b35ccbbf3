package attack

import "fmt"

// vote writes a vote of the threads of the block: its result is a condition that all of them see alike, and it is a barrier. Now and
// then it stands where not all of them arrive.
func (g *generator) vote(depth int, whole bool) {
	if g.all || !whole && !g.one(6) {
		g.line("%s = %s;", g.place(true), g.expr())
		return
	}
	g.features["votes"] = true
	call := fmt.Sprintf("%s(%s < %d)", g.word("sync_or", "sync_and"), g.expr(), g.r.IntN(40))
	switch k := g.r.IntN(4); {
	case k == 0:
		v := g.fresh("c")
		g.line("let %s = %s;", v, call)
		g.conds = also(g.conds, v, v)
	case k == 1:
		x := g.fresh("x")
		g.line("let %s = sync_count(%s == %s) as i32;", x, g.expr(), g.expr())
		g.scalars = also(g.scalars, x)
	case k == 2 && depth > 0: // ends after some rounds, whatever the threads have
		n := g.fresh("i")
		g.line("let mut %s = 0;", n)
		g.scoped(func() {
			g.scalars = also(g.scalars, n)
			g.nest("}", func() {
				g.threadItems(depth-1, whole)
				g.line("%s = %s + 1;", n, n)
			}, "while sync_or(%s < %d && %s < %d) {", n, g.pick(1, 2, 3), g.expr(), 20+g.r.IntN(40))
		})
	case depth > 0:
		g.branches(call, func() { g.threadItems(depth-1, whole) })
	default:
		g.line("if %s { %s = %s }", call, g.place(true), g.expr())
	}
}

// jump writes a break or continue of a thread, under a condition that all threads of the block see alike or not.
func (g *generator) jump(depth int, whole bool) {
	if len(g.leave) == 0 {
		g.line("%s = %s;", g.place(true), g.expr())
		return
	}
	items := func() { g.threadItems(max(depth-1, 0), false) }
	if g.all || g.one(3) {
		g.features["jumps of some threads"] = true
		word := g.word(g.leave...)
		switch g.r.IntN(3) {
		case 0:
			g.line("if %s < %d { %s }", g.expr(), g.r.IntN(40), word)
		case 1:
			g.nest("}", func() { g.scoped(items); g.line("%s;", word) }, "if %s < %d {", g.expr(), g.r.IntN(40))
		default:
			g.line("let %s = if %s < %d { %s } else { %s };", g.fresh("x"), g.expr(), g.r.IntN(40), word, g.expr())
		}
		return
	}
	if whole && g.one(2) {
		g.features["jumps by votes"] = true
		g.line("if sync_or(%s < %d) { %s }", g.expr(), g.r.IntN(20), g.word(g.leave...))
		return
	}
	g.uniformJump(func() { g.threadItems(max(depth-1, 0), whole) })
}

// uniformJump writes a break or continue under a condition that all threads of the block see alike.
func (g *generator) uniformJump(items func()) {
	g.features["jumps of all threads"] = true
	c, word := g.condition(), g.word(g.leave...)
	if g.one(4) {
		c = negated(c)
	}
	switch g.r.IntN(5) {
	case 0:
		g.nest("}", func() { g.scoped(items); g.line("%s;", word) }, "if %s {", c)
	case 1:
		g.nest("} else {", func() { g.scoped(items) }, "if %s {", c)
		g.ind++
		g.scoped(items)
		g.line("%s", word)
		g.ind--
		g.line("}")
	case 2:
		g.nest("}", func() { g.line("if %s { %s }", g.condition(), word); g.scoped(items) }, "if %s {", c)
	default:
		g.line("if %s { %s }", c, word)
	}
}

// leaving writes a loop that threads leave early around accesses to one buffer, which only barriers keep apart: whether there
// is one on each way that is taken depends on where the loop is left.
func (g *generator) leaving() {
	of := g.exchanged()
	if len(of) == 0 {
		g.line("sync;")
		return
	}
	g.features["loops that are left early"] = true
	v := of[g.r.IntN(len(of))]
	to, _ := unflattened(v, product(g.threads), g.threads)
	from, _ := unflattened(v+g.word(".reverse", ".reverse", ""), product(g.threads), g.threads)
	access := func() {
		if g.one(2) {
			g.line("%s[[thread]] = %s;", to, g.word("1", "2", "3"))
		} else {
			g.line("let %s = %s[[thread]];", g.fresh("x"), from)
		}
	}
	leave := func() {
		word, c := g.word("break", "break", "continue"), g.condition()
		switch g.r.IntN(8) {
		case 0:
			c = fmt.Sprintf("sync_or(%s < %d)", g.expr(), g.r.IntN(20))
		case 1:
			c = fmt.Sprintf("%s < %d", g.expr(), g.r.IntN(20))
		}
		g.branches(c, func() {
			for range g.r.IntN(3) {
				if g.one(3) {
					access()
				} else {
					g.line("sync;")
				}
			}
			if !g.one(6) {
				g.line("%s;", word)
			}
		})
	}
	n := g.fresh("i")
	body := func() {
		left := false
		for range 3 + g.r.IntN(5) {
			switch k := g.r.IntN(8); {
			case k < 3:
				access()
			case k < 6 || left && g.one(2):
				g.line("sync;")
			default:
				leave()
				left = true
			}
		}
	}
	if g.one(2) {
		g.scoped(func() {
			g.loops = also(g.loops, loop{name: n, max: 2})
			g.nest("}", body, "for %s in 0..%d {", n, g.pick(1, 2, 3))
		})
	} else {
		g.line("let mut %s = 0;", n)
		g.scoped(func() {
			g.scalars = also(g.scalars, n)
			g.nest("}", func() { g.line("%s = %s + 1;", n, n); body() }, "while %s < %s {", n, g.word("2", "3", "n + 1", "n"))
		})
	}
	if g.one(2) {
		g.line("sync;")
	}
	access()
}

// gridSteps writes accesses of all blocks to one buffer in global memory, which barriers of the grid may keep apart, in loops and under
// conditions that blocks see alike or not. It is written where blocks execute, or one thread of each block.
func (g *generator) gridSteps() {
	if len(g.axes) != 1 || g.inHelper || len(g.roots) == 0 || g.roots[0].name != "g" || len(g.roots[0].shape) != 1 {
		return
	}
	g.features["barriers of the grid"] = true
	blocks, threads := g.blocks[0], g.threads[0]
	part := func(view string) string {
		return fmt.Sprintf("%s[0..%d]%s.group::<%d>[[block]][[thread]]", g.word("g", "g", "g", "h"), blocks*threads, view, threads)
	}
	inThread := g.one(2)
	does := func(text string) {
		if !inThread {
			text = "sched(X) thread in block { " + text + " }"
		}
		g.line("%s", text)
	}
	// numbered is an element by the numbers of the block and thread, the thread's own or another one's
	numbered := func() string {
		return fmt.Sprintf("%s[0..%d].group::<%d>", g.word("g", "g", "h"), blocks*threads, threads) + g.word("[index(block)]", "[index(block)]", fmt.Sprintf("[(index(block) + 1) %% %d]", blocks), "[[block]]", "[0]") +
			g.word("[index(thread)]", "[[thread]]", fmt.Sprintf("[%d - index(thread)]", threads-1), "[index(thread) / 2]", fmt.Sprintf("[index(block) %% %d]", threads))
	}
	access := func() {
		switch g.r.IntN(7) {
		case 0, 1:
			does(fmt.Sprintf("%s = %s;", part(""), g.word("1", "2", "n")))
		case 2:
			does(fmt.Sprintf("%s = %s;", part(""), part(g.word("", "", ".reverse"))))
		case 3, 4:
			does(fmt.Sprintf("let %s = %s;", g.fresh("x"), numbered()))
		default:
			does(fmt.Sprintf("let %s = %s;", g.fresh("x"), part(g.word(".reverse", ".reverse", ""))))
		}
	}
	barrier := func() { g.line("%s", g.word("sync(grid);", "sync(grid);", "sync(grid);", "sync;")) }
	condition := func() string {
		c := g.word("flag", "n > 1", "n == 2", "!flag")
		switch g.r.IntN(10) {
		case 0:
			c = fmt.Sprintf("index(block) == %d", g.r.IntN(blocks+1))
		case 1:
			if inThread {
				c = fmt.Sprintf("sync_or(index(thread) as i32 < %s)", g.word("n", "1", "0"))
			}
		}
		return c
	}
	var items func(depth int, loop bool)
	items = func(depth int, loop bool) {
		for range 2 + g.r.IntN(4) {
			switch k := g.r.IntN(12); {
			case k < 4:
				access()
			case k < 8:
				barrier()
			case k == 8 && loop:
				g.line("if %s { %s }", condition(), g.word("break", "break", "continue"))
			case k == 9 && depth > 0:
				g.branches(condition(), func() { items(0, loop) })
			case k == 10 && depth > 0:
				g.nest("}", func() { items(0, true) }, "for %s in 0..%d {", g.fresh("i"), 1+g.r.IntN(3))
			case k == 11 && depth > 0:
				i := g.fresh("i")
				g.line("let mut %s = 0;", i)
				g.nest("}", func() { g.line("%s = %s + 1;", i, i); items(0, true) }, "while %s < %s {", i, g.word("2", "n", "n + 1"))
			default:
				barrier()
			}
		}
	}
	if inThread {
		g.nest("}", func() { items(2, false) }, "sched(X) thread in block {")
		return
	}
	items(2, false)
}
