package attack

import (
	"fmt"
)

// threadItems writes what a thread executes; barriers only where all threads of the block do.
func (g *generator) threadItems(depth int, whole bool) {
	for range 1 + g.r.IntN(3) {
		if g.copying && !g.all && !g.inHelper && g.one(6) {
			g.copyItem(whole)
			continue
		}
		switch k := g.r.IntN(39); {
		case k == 35 && depth > 0 && !g.all:
			g.match(true, func() { g.threadItems(depth-1, whole) })
		case k == 36 && depth > 0:
			g.match(false, func() { g.apart(func() { g.threadItems(depth-1, whole && g.one(4)) }) })
		case k == 37:
			g.enumVariable()
		case (k < 8 || k == 38) && g.partName != "" && k > 5:
			g.features["barriers of parts"] = true
			g.line("sync(%s);", g.partName)
		case (k == 31 || k == 32) && whole && g.threadSel == "[[thread]]" && !g.all:
			g.beside()
		case k == 33:
			g.partLoop(depth, whole)
		case k == 34:
			g.openVariable()
		case k == 26:
			if g.all {
				g.line("sync;")
			} else {
				g.numberVariable()
			}
		case k == 29 || k > 23 && len(g.leave) > 0 && g.one(3):
			g.jump(depth, whole)
		case k == 30 && whole && g.threadSel == "[[thread]]" && !g.all:
			g.leaving()
		case k == 28:
			g.vote(depth, whole)
		case k < 2 && g.pads:
			g.ifLet(depth, whole)
		case k < 5:
			g.line("%s = %s;", g.place(true), g.expr())
		case k == 5:
			name := g.fresh("x")
			mut := g.word("", "mut ")
			g.line("let %s%s = %s;", mut, name, g.expr())
			g.scalars = also(g.scalars, name)
			if mut != "" {
				g.writes = also(g.writes, name)
			}
		case k < 8 && whole:
			g.line("sync;")
		case k == 8 && depth > 0:
			g.loop(func() { g.threadItems(depth-1, whole) })
		case k == 9:
			g.reference()
		case k == 10 && len(g.writes) > 0:
			g.line("%s = %s;", g.writes[g.r.IntN(len(g.writes))], g.expr())
		case k == 11 && depth > 0: // a condition that threads may see differently
			end := "}"
			if g.one(2) {
				end = "} else {"
			}
			g.nest(end, func() { g.apart(func() { g.threadItems(depth-1, whole && g.one(4)) }) }, "if %s %s %d {", g.expr(), g.word("<", "=="), g.r.IntN(40))
			if end != "}" {
				g.ind++
				g.apart(func() { g.threadItems(depth-1, false) })
				g.ind--
				g.line("}")
			}
		case k == 12 && len(g.refs) > 0:
			g.useReference()
		case k == 13 && depth > 0 && !g.all:
			g.uniformIf(func() { g.threadItems(depth-1, whole) })
		case k == 14:
			g.atomic()
		case k == 15 && len(g.roots) > 0:
			g.forEach()
		case k == 16:
			g.array(depth, whole)
		case k == 17 && depth > 0 && !g.all:
			g.twice(func() { g.threadItems(depth-1, whole) })
		case k == 18 && g.one(2):
			g.conditionVariable(g.one(2))
		case k == 18:
			g.assignCondition()
		case k == 19 && g.one(2):
			if _, ok := g.swapSet(); ok {
				g.swap()
			} else {
				g.sharedSet()
			}
		case k == 20 && depth > 0:
			if _, ok := g.swapSet(); !ok {
				g.sharedSet()
			}
			g.swapLoop()
		case k == 21 && len(g.refs) > 0:
			g.reassign()
		case k == 22 && depth > 0:
			g.referenceLoop(depth, whole)
		case k == 23 && whole && g.threadSel == "[[thread]]":
			g.paired()
		default:
			g.line("%s = %s;", g.place(true), g.expr())
		}
	}
}

// apart writes what some threads execute: barriers of their part are a mistake.
func (g *generator) apart(body func()) {
	g.scoped(func() {
		if !g.one(4) {
			g.partName = ""
		}
		body()
	})
}

// array declares a private array, often one that a loop carries from one iteration to the next.
func (g *generator) array(depth int, whole bool) {
	a := g.fresh("a")
	g.line("let mut %s = [%s; 4];", a, g.expr())
	g.roots = also(g.roots, root{name: a, shape: []int{4}, write: true, perBlock: true, local: true})
	if depth == 0 || g.one(3) {
		return
	}
	g.features["arrays carried over iterations"] = true
	g.loop(func() {
		at := func() string { return a + g.index(4, true) }
		for range 1 + g.r.IntN(3) {
			switch g.r.IntN(5) {
			case 0:
				g.line("%s = %s + %s;", at(), at(), g.place(false))
			case 1:
				g.line("%s = %s;", g.place(true), at())
			case 2:
				g.line("let %s = %s;", g.fresh("x"), at())
			case 3:
				if whole {
					g.line("sync;")
				}
			default:
				g.threadItems(0, whole)
			}
		}
	})
}

// atomic writes an atomic operation.
func (g *generator) atomic() {
	if len(g.atomics) == 0 {
		return
	}
	a := g.atomics[g.r.IntN(len(g.atomics))]
	n := a.shape[0]
	at := fmt.Sprintf("[%d]", g.r.IntN(n))
	switch {
	case n == product(g.threads) && len(g.axes) == 1 && g.one(2) && g.block[0].hi-g.block[0].lo == n && !g.all:
		at = "[[thread]]"
	case g.one(3):
		at = fmt.Sprintf("[(%s) & %d]", g.expr(), min(3, n-1))
	}
	if g.one(4) && !g.inHelper && g.roots[0].name == "g" { // of the thread's own memory
		if p, _, ok := g.refPlace(true); ok {
			v := g.fresh("t")
			g.line("let %s = to_atomic(&uniq %s);", v, p)
			g.line("%s(%s, %s);", g.word("atomic_fetch_add", "atomic_exch"), v, g.expr())
			return
		}
	}
	switch g.r.IntN(4) {
	case 0:
		g.line("atomic_store(&shrd %s%s, %s);", a.name, at, g.expr())
	case 1:
		g.line("bump(&shrd %s%s, %s);", a.name, at, g.expr())
	default:
		x := g.fresh("x")
		g.line("let %s = %s(&shrd %s%s, %s);", x, g.word("atomic_fetch_add", "atomic_fetch_max", "atomic_exch"), a.name, at, g.expr())
		g.scalars = also(g.scalars, x)
	}
}

// forEach writes a loop over the elements of a place.
func (g *generator) forEach() {
	write := g.one(2)
	s, shape := g.placeTo(write, 1)
	if len(shape) != 1 {
		return
	}
	s = g.behind(s)
	e := g.fresh("e")
	if write {
		g.nest("}", func() { g.line("*%s = %s;", e, g.expr()) }, "for %s in &uniq %s {", e, s)
		return
	}
	g.nest("}", func() {
		g.scoped(func() {
			g.scalars = also(g.scalars, "*"+e)
			g.line("%s = %s;", g.place(true), g.expr())
		})
	}, "for %s in &%s {", e, s)
}

func (g *generator) expr() string {
	switch g.r.IntN(9) {
	case 8:
		if g.one(2) {
			return g.matchValue()
		}
	case 0:
		return fmt.Sprint(g.r.IntN(100))
	case 7:
		return g.given(g.scalars)
	case 6:
		if n := len(g.numbers); n > 0 {
			return "(" + g.numbers[g.r.IntN(n)].text + " as i32)"
		}
	case 1, 2:
		if n := len(g.scalars); n > 0 {
			return g.scalars[g.r.IntN(n)]
		}
	case 3:
		return g.place(false) + " + " + g.place(false)
	}
	return g.place(false)
}
