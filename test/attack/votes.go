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
