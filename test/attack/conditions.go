package attack

import (
	"fmt"
	"slices"
	"strings"
)

// condVar is a bool variable that can be assigned: of the block, or of a thread.
type condVar struct {
	name     string
	inThread bool
}

// condition is one that all threads of a block see alike: often one that was used before.
func (g *generator) condition() string {
	if n := len(g.conds); n > 0 && !g.one(3) {
		if c := g.conds[g.r.IntN(n)]; !slices.Contains(g.around, c) || g.one(8) {
			g.features["conditions that are used again"] = true
			return c
		}
	}
	c := g.word("flag", "flag", "n > 0", "n == 1", "n + 1 < 3")
	if g.one(6) {
		c = g.given([]string{"n"}) + g.word(" > 2", " == 5", " % 3 == 1")
	}
	if len(g.loops) > 0 && g.one(2) {
		c = g.loops[len(g.loops)-1].name + g.word(" % 2 == 0", " > 0", " == 1")
	}
	if n := len(g.blockNumbers); n > 0 && g.one(4) {
		x := g.blockNumbers[g.r.IntN(n)]
		c = fmt.Sprintf("%s %s %d", x.text, g.word("==", "<", ">"), g.r.IntN(x.count+1))
	}
	if g.loads && !g.inHelper && g.one(5) {
		c = fmt.Sprintf("r[%d] < %d", g.r.IntN(4), g.r.IntN(40))
	}
	g.conds = also(g.conds, c)
	return c
}

// negated is the opposite of a condition.
func negated(c string) string { return "!(" + c + ")" }

// branches writes an if, now and then with an else.
func (g *generator) branches(cond string, of func()) {
	body := func() {
		g.around = also(g.around, strings.TrimSuffix(strings.TrimPrefix(cond, "!("), ")"))
		of()
	}
	end := "}"
	if g.one(2) {
		end = "} else {"
	}
	g.nest(end, func() { g.scoped(body) }, "if %s {", cond)
	if end != "}" {
		g.ind++
		g.scoped(body)
		g.ind--
		g.line("}")
	}
}

// uniformIf writes an if whose condition all threads of a block see alike.
func (g *generator) uniformIf(body func()) {
	c := g.condition()
	if g.one(4) {
		c = negated(c)
	}
	g.branches(c, body)
}

// twice writes two ifs of one condition, or of it and its opposite, perhaps with something between them that changes
// it.
func (g *generator) twice(body func()) {
	c, changes := g.condition(), g.one(3)
	if changes || g.one(3) {
		c = g.conditionVariable(!changes)
	}
	d := c
	if g.one(2) {
		d = negated(c)
	}
	g.features["conditions that are used again"] = true
	g.branches(c, body)
	switch {
	case changes:
		g.assignCondition()
	case g.one(4) && !g.inThread:
		g.line("sync;")
	}
	g.branches(d, body)
}

// exchanged are the buffers of a block with an element for each of its threads, which may exchange them.
func (g *generator) exchanged() (of []string) {
	for _, r := range g.roots {
		if r.array && r.write && r.perBlock && len(r.shape) == 1 && r.shape[0] == product(g.threads) {
			of = append(of, r.name)
		}
	}
	return of
}

// paired writes two ifs of one condition or its opposite around accesses to the same buffer, which only a barrier or the
// condition keeps apart, and perhaps something between them that changes it.
func (g *generator) paired() {
	of := g.exchanged()
	if len(of) == 0 {
		g.line("sync;")
		return
	}
	v := of[g.r.IntN(len(of))]
	c, changes := g.condition(), g.one(2)
	if changes || g.one(2) {
		c = g.conditionVariable(!changes)
	}
	g.features["conditions that are used again"] = true
	work := func(c, text string) {
		if g.inThread {
			g.line("if %s { %s }", c, text)
			return
		}
		if g.one(2) {
			g.line("if %s { sched(%s) thread in block { %s } }", c, g.allAxes(), text)
			return
		}
		g.line("sched(%s) thread in block { if %s { %s } }", g.allAxes(), c, text)
	}
	to, _ := unflattened(v, product(g.threads), g.threads)
	from, _ := unflattened(v+g.word(".reverse", ".reverse", ""), product(g.threads), g.threads)
	body := func() {
		d := c
		if g.one(2) {
			d = negated(c)
		}
		work(c, fmt.Sprintf("%s[[thread]] = %d", to, g.r.IntN(9)))
		switch g.r.IntN(6) {
		case 0, 1, 2:
			if changes {
				g.assignCondition()
			}
		case 3:
			g.line("sync;")
		case 4:
			g.line("if %s { sync }", d)
		}
		work(d, fmt.Sprintf("let %s = %s[[thread]];", g.fresh("x"), from))
		if changes && g.one(3) {
			g.assignCondition()
		}
	}
	if g.one(3) {
		g.loop(body)
		return
	}
	body()
}

// conditionVariable declares a bool variable with the value of a condition.
func (g *generator) conditionVariable(fixed bool) string {
	c := g.condition()
	v := g.fresh("c")
	if fixed {
		g.line("let %s = %s;", v, c)
	} else {
		g.line("let mut %s = %s;", v, c)
		g.condVars = also(g.condVars, condVar{v, g.inThread})
	}
	g.conds = also(g.conds, v, v)
	return v
}

// assignCondition changes a variable that conditions speak of.
func (g *generator) assignCondition() {
	var vs []string
	for _, v := range g.condVars {
		if v.inThread == g.inThread {
			vs = append(vs, v.name)
		}
	}
	if len(vs) == 0 {
		return
	}
	v := vs[g.r.IntN(len(vs))]
	g.features["conditions whose variables change"] = true
	g.line("%s = %s;", v, g.word("!"+v, "flag", "!flag", "n > 0", "true"))
}

// loop writes a loop over nats or numbers around its body, or a while loop that all threads leave together.
func (g *generator) loop(body func()) {
	name := g.fresh("i")
	n := g.pick(1, 2, 2, 3, 4)
	l := loop{name: name, max: n - 1}
	head := fmt.Sprintf("for %s in 0..%d {", name, n)
	pow2 := []int{1, 2, 4, 4}[g.r.IntN(4)]
	switch g.r.IntN(10) {
	case 0:
		l.max, l.pow2 = pow2, true
		head = fmt.Sprintf("for %s in halved_range(%d) {", name, pow2)
	case 1:
		l.max, l.pow2 = pow2, true
		head = fmt.Sprintf("for %s in doubled_range(%d) {", name, pow2)
	case 2:
		if len(g.loops) > 0 { // bounds that depend on another loop
			o := g.loops[len(g.loops)-1]
			l.max = max(o.max, 3)
			head = fmt.Sprintf("for %s in %s {", name, g.word(
				fmt.Sprintf("%s..%d", o.name, o.max+1), fmt.Sprintf("%s + 1..%d", o.name, o.max+2), "0.."+o.name, "0.."+o.name+" + 1"))
		}
	case 3, 4:
		g.line("let mut %s = %s;", name, g.word("0", "1"))
		g.scoped(func() {
			g.scalars = also(g.scalars, name)
			first := g.one(3)
			g.nest("}", func() {
				if first { // before what may go on with the next iteration
					g.line("%s = %s + 1;", name, name)
					g.leave = []string{"break", "continue"}
				}
				body()
				if !first {
					g.line("%s = %s + 1;", name, name)
				}
			}, "while %s < %s {", name, g.word("2", "3", "1", "n", "n + 1", "n + 2"))
		})
		return
	case 5: // the number of rounds is known when it runs
		g.scoped(func() {
			g.scalars = also(g.scalars, name)
			g.nest("}", body, "for %s in %s {", name, g.word("0..n", "0..n + 1", "1..n + 2"))
		})
		return
	}
	g.scoped(func() {
		g.loops = also(g.loops, l)
		g.nest("}", body, "%s", head)
	})
}
