package attack

import (
	"fmt"
	"slices"
	"strings"
)

// refPlace is a place in global memory or, in functions of blocks, in theirs, that a variable can refer to.
func (g *generator) refPlace(write bool) (s string, global, ok bool) {
	if g.inHelper {
		s, shape := g.placeTo(write, 0)
		return s, false, len(shape) == 0 && !g.padded
	}
	save := g.roots
	g.roots = g.roots[:3]
	defer func() { g.roots = save }()
	s, shape := g.placeTo(write, 0)
	return s, true, len(shape) == 0 && !g.padded
}

// reference declares a variable that refers to a place, or two in a struct or tuple.
func (g *generator) reference() {
	p, global, ok := g.refPlace(true)
	q, _, okQ := g.refPlace(false)
	if !ok || !okQ {
		return
	}
	name := g.fresh("p")
	refs := []ref{{name: name, uniq: true, global: global}}
	kind := g.r.IntN(9)
	if !global {
		kind = g.pick(2, 6, 7, 8)
	}
	switch kind {
	case 0:
		g.line("let %s = same(&uniq %s);", name, p)
	case 1, 2:
		g.line("let %s = &uniq %s;", name, p)
	case 3:
		g.line("let %s = R { p: &uniq %s, q: &%s };", name, p, q)
		refs = []ref{{name: name + ".p", uniq: true, global: global}, {name: name + ".q", global: global}}
	case 4:
		g.line("let %s = (&uniq %s, &%s);", name, p, q)
		refs = []ref{{name: name + ".0", uniq: true, global: global}, {name: name + ".1", global: global}}
	case 5:
		x := g.fresh("x")
		g.line("let %s = either(R { p: &uniq %s, q: &%s }, 5);", x, p, q)
		g.scalars = also(g.scalars, x)
		return
	case 6:
		g.line("let mut %s = &uniq %s;", name, p)
		refs[0].mut = true
	case 7:
		g.line("let mut %s = &%s;", name, q)
		refs = []ref{{name: name, global: global, mut: true}}
	default:
		g.line("let %s = &%s;", name, q)
		refs = []ref{{name: name, global: global}}
	}
	g.refs = also(g.refs, refs...)
}

// threadReference declares a variable of each thread of the block that refers to a place. The parts of a split may assign
// it anew before all threads use it.
func (g *generator) threadReference() {
	p := ref{name: g.fresh("p"), uniq: g.one(3), global: true, mut: true}
	uniq := map[bool]string{true: "uniq "}[p.uniq]
	assign := func(of string, b []part) string {
		text := ""
		g.scoped(func() {
			g.block, g.inThread = b, true
			if s, _, ok := g.refPlace(p.uniq); ok {
				text = fmt.Sprintf("sched(%s) thread in %s { %s = &%s%s; }", g.allAxes(), of, p.name, uniq, s)
			}
		})
		return text
	}
	first := assign("block", g.block)
	if first == "" {
		return
	}
	g.line("let[%s] mut %s: &%sgpu.global i32;", g.eachThread(), p.name, uniq)
	g.line("%s", first)
	axis := g.r.IntN(len(g.axes))
	if whole := g.block[axis]; whole.hi-whole.lo >= 2 {
		g.features["element references that parts of a split assign"] = true
		at := 1 + g.r.IntN(whole.hi-whole.lo-1)
		low, high := slices.Clone(g.block), slices.Clone(g.block)
		low[axis].hi, high[axis].lo = whole.lo+at, whole.lo+at
		a, b := "", ""
		if !g.one(4) {
			a = assign("low", low)
		}
		if !g.one(4) {
			b = assign("high", high)
		}
		g.line("split(%s) block at %d { low => { %s }, high => { %s } }", g.axes[axis], at, a, b)
	}
	g.scoped(func() {
		g.inThread, g.refs = true, []ref{p}
		g.nest("}", g.useReference, "sched(%s) thread in block {", g.allAxes())
	})
	g.threadRefs = also(g.threadRefs, p)
}

// reassign lets a variable refer to another place, or swaps it with another variable.
func (g *generator) reassign() {
	var of []ref
	for _, r := range g.refs {
		if r.mut {
			of = append(of, r)
		}
	}
	if len(of) == 0 {
		g.reference()
		return
	}
	p := of[g.r.IntN(len(of))]
	g.features["element references that are assigned"] = true
	for _, q := range of {
		if q.name != p.name && q.uniq == p.uniq && q.global == p.global && g.one(2) {
			old := g.fresh("o")
			g.line("let %[1]s = %[2]s; %[2]s = %[3]s; %[3]s = %[1]s;", old, p.name, q.name)
			return
		}
	}
	if s, global, ok := g.refPlace(p.uniq); ok && global == p.global {
		g.line("%s = &%s%s;", p.name, map[bool]string{true: "uniq "}[p.uniq], s)
	}
}

// referenceLoop writes a loop that carries a reference to an element from one iteration to the next.
func (g *generator) referenceLoop(depth int, whole bool) {
	s, global, ok := g.refPlace(true)
	if !ok {
		return
	}
	p := ref{name: g.fresh("p"), uniq: g.one(3), global: global, mut: true}
	borrow := map[bool]string{true: "uniq "}[p.uniq]
	g.line("let mut %s = &%s%s;", p.name, borrow, s)
	g.refs = also(g.refs, p)
	g.features["element references that are assigned"] = true
	g.loop(func() {
		g.useReference()
		if g.one(3) {
			g.threadItems(depth-1, whole)
		}
		if whole && g.one(2) {
			g.line("sync;")
		}
		if s, is, ok := g.refPlace(p.uniq); ok && is == global {
			g.line("%s = &%s%s;", p.name, borrow, s)
		}
	})
}

// useReference reads or writes through a variable.
func (g *generator) useReference() {
	p := g.refs[len(g.refs)-1-g.r.IntN(min(2, len(g.refs)))]
	x := g.fresh("x")
	switch {
	case p.uniq && g.one(2):
		g.line("*%s = %s;", p.name, g.expr())
	case p.uniq:
		g.line("%s(&uniq *%s, %d);", g.word("put", "anyput"), p.name, g.r.IntN(9))
	default:
		of := []string{"*" + p.name, "get(" + p.name + ")"}
		if !strings.Contains(p.name, ".") && p.global {
			of = append(of, "behind(&"+p.name+")")
		}
		g.line("let %s = %s;", x, g.word(of...))
		g.scalars = also(g.scalars, x)
	}
}
