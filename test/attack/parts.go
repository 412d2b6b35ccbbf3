package attack

import (
	"fmt"
	"slices"
	"strings"
)

// split divides the block, or a part of it, along an axis.
func (g *generator) split(of string, depth int) {
	axis := g.r.IntN(len(g.axes))
	whole := g.block[axis]
	n := whole.hi - whole.lo
	if n < 2 {
		g.schedule(of)
		return
	}
	at := 1 + g.r.IntN(n-1)
	aligned := g.wholeWarps(whole)
	if len(aligned) > 0 && !g.one(3) {
		at = aligned[g.r.IntN(len(aligned))] - whole.lo
	}
	warps := slices.Contains(aligned, whole.lo+at)
	text := fmt.Sprint(at)
	for _, l := range g.loops {
		if l.pow2 && l.max < n && len(g.axes) == 1 && of == "block" && g.one(2) { // a position that changes
			g.nest("}", func() {
				g.treeStep("low", l.name, ",")
				g.line("high => {}")
			}, "split(X) block at %s {", l.name)
			return
		}
	}
	g.nest("}", func() {
		for i, p := range []part{{whole.lo, whole.lo + at}, {whole.lo + at, whole.hi}} {
			name, comma := g.fresh([]string{"low", "high"}[i]), []string{",", ""}[i]
			if g.one(4) {
				g.line("%s => {}%s", name, comma)
				continue
			}
			g.scoped(func() {
				g.block = slices.Clone(g.block)
				g.block[axis] = p
				g.partName = ""
				if warps && axis == 0 || g.one(40) {
					g.partName = name
				}
				g.nest("}"+comma, func() {
					switch {
					case depth > 0 && g.one(5):
						g.split(name, depth-1)
					case len(g.axes) == 1 && g.one(8):
						if s, ok := g.linear(p.hi-p.lo, p.lo); ok {
							g.line("group_fill::<%d, _>(&uniq %s)", p.hi-p.lo, s)
						}
					case g.partName != "" && g.one(2):
						g.features["barriers of parts"] = true
						g.schedule(name)
						if !g.one(4) {
							g.line("sync(%s);", name)
						}
						g.schedule(name)
					default:
						g.schedule(name)
					}
				}, "%s => {", name)
			})
		}
	}, "split(%s) %s at %s {", g.axes[axis], of, text)
}

// treeStep is the step of a tree reduction over a vector of a block.
func (g *generator) treeStep(name, k, comma string) {
	var vs []root
	for _, r := range g.roots {
		if r.write && r.perBlock && len(r.shape) == 1 && r.fields == nil && r.shape[0] >= 2*g.threads[0] {
			vs = append(vs, r)
		}
	}
	if len(vs) == 0 {
		g.line("%s => {}%s", name, comma)
		return
	}
	v := vs[g.r.IntN(len(vs))].name
	from := g.word("split::<"+k+">.snd.split::<"+k+">.fst", "take_left::<"+k+">", "take_right::<"+k+">.take_left::<"+k+">", "take_left::<"+k+">.reverse")
	g.line("%s => sched(X) thread in %s { %s.take_left::<%s>[[thread]] = %s.%s[[thread]] + %s.take_left::<%s>[[thread]] }%s",
		name, name, v, k, v, from, v, k, comma)
}

// linear is a place of n numbers of the block, those from lo on where it has one for each thread.
func (g *generator) linear(n, lo int) (string, bool) {
	var roots []root
	for _, r := range g.roots {
		if r.write && r.fields == nil && !r.local {
			roots = append(roots, r)
		}
	}
	if len(roots) == 0 {
		return "", false
	}
	r := roots[g.r.IntN(len(roots))]
	s, shape := r.name, r.shape
	if !r.perBlock {
		if s, shape = g.selectBlock(s, shape); shape == nil {
			return "", false
		}
	}
	s, shape = flatten(s, shape)
	m := shape[0]
	if m < lo+n {
		return "", false
	}
	if g.one(8) && lo > 0 {
		lo--
	}
	if m > n || lo > 0 {
		s += fmt.Sprintf("[%d..%d]", lo, lo+n)
	}
	if g.one(6) {
		s += ".reverse"
	}
	return g.behind(s), true
}

// call writes the call of a function of blocks.
func (g *generator) call() {
	if g.one(4) {
		g.lendPart()
		return
	}
	n := g.threads[0]
	p, okP := g.linear(n, 0)
	q, okQ := g.linear(n, 0)
	if !okP || !okQ {
		g.line("sync;")
		return
	}
	switch g.r.IntN(10) {
	case 8:
		if n&(n-1) == 0 || g.one(30) {
			g.features["powers of two"] = true
			g.line("%s::<%d, _>(&uniq %s);", g.word("halves", "doubles"), n, p)
			return
		}
		g.line("turn::<%d, _>(&uniq %s);", n, p)
	case 9:
		if o := g.permuted(n); o != "" {
			g.line("moved::<%d, _, _>(&uniq %s, &%s, %s);", n, p, q, o)
			return
		}
		g.line("fill::<%d, _>(&uniq %s, %d);", n, p, g.r.IntN(9))
	case 5:
		g.line("over::<%d>(&uniq %s, &%s);", n, p, q)
	case 6:
		g.lendBuffers("rounds::<%d>(&uniq *%s, &uniq *%s);", n)
	case 0:
		g.line("fill::<%d, _>(&uniq %s, %d);", n, p, g.r.IntN(9))
	case 1:
		g.line("turn::<%d, _>(&uniq %s);", n, p)
	case 2:
		g.line("mirror::<%d, _, _>(&uniq %s, &%s);", n, p, q)
	case 3:
		g.line("perhaps::<%d, _>(&uniq %s, flag);", n, p)
	case 4:
		g.line("shift::<%d, _>(&uniq %s);", n, p)
	case 7:
		if g.one(2) {
			g.line("each_of::<%d, _, %s>(&uniq %s);", n, g.word("abs", "odd"), p)
			return
		}
		g.line("each::<%d, _>(%s, &uniq %s);", n, g.literal(1, []string{"n"}), p)
	}
}

// blockReference binds a part of the block's memory to a variable.
func (g *generator) blockReference() {
	r := g.roots[g.r.IntN(len(g.roots))]
	if r.fields != nil || r.buffers {
		return
	}
	s, shape := r.name, slices.Clone(r.shape)
	if !r.perBlock {
		s, shape = g.selectBlock(s, shape)
		if shape == nil {
			return
		}
	}
	g.changing = r.write && !g.one(3)
	s, shape = g.views(s, shape, g.r.IntN(3))
	s = g.behind(s)
	name := g.fresh("p")
	if g.changing {
		g.line("let %s = &uniq %s;", name, s)
		g.roots = also(g.roots, root{name: name, shape: shape, write: true, perBlock: true})
		return
	}
	g.line("let %s = &%s;", name, s)
	g.roots = also(g.roots, root{name: name, shape: shape, perBlock: true})
}

// atomicView turns a part of the block's memory into atomics.
func (g *generator) atomicView() {
	for _, r := range g.roots {
		if r.perBlock && r.write && len(r.shape) == 1 && r.fields == nil && strings.HasPrefix(r.name, "s") {
			name := g.fresh("q")
			g.line("let %s = to_atomic_array(&uniq *%s);", name, r.name)
			g.atomics = also(g.atomics, root{name: name, shape: r.shape, perBlock: true})
			return
		}
	}
	g.line("sync;")
}
