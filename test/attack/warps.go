package attack

import (
	"fmt"
	"slices"
	"strings"
)

// warpPart is the part of a block's warps and of a warp's lanes that executes.
type warpPart struct {
	threads        int // of the block
	warpLo, warpHi int
	laneLo, laneHi int
	lane           string   // a private variable of each lane, or ""
	values         []string // variables of which each lane has its own, that of the block's threads included
	before         string   // a place that was used, or ""
}

// warps writes work of warps and their lanes; in blocks of several dimensions too.
func (g *generator) warps() {
	n := product(g.threads)
	w := &warpPart{threads: n, warpHi: n / 32, laneHi: 32, values: slices.Clone(g.private)}
	if len(g.axes) > 1 {
		g.features["warps in two and three dimensions"] = true
	}
	if g.one(5) {
		w.lane = g.fresh("v")
		g.line("let[block.to_warps.forall(X).forall(X)] mut %s: i32 = 1;", w.lane)
		w.values = append(w.values, w.lane)
	}
	g.scoped(func() {
		g.inThread = true
		if n/32 > 1 && g.one(3) {
			at := 1 + g.r.IntN(n/32-1)
			g.nest("}", func() {
				for i, p := range []part{{0, at}, {at, n / 32}} {
					name, comma := g.fresh([]string{"first", "rest"}[i]), []string{",", ""}[i]
					if g.one(2) {
						g.line("%s => {}%s", name, comma)
						continue
					}
					part := *w
					part.warpLo, part.warpHi = p.lo, p.hi
					g.nest("}"+comma, func() { g.eachWarp(&part, name) }, "%s => {", name)
				}
			}, "split(X) block.to_warps at %d {", at)
			return
		}
		g.eachWarp(w, "block.to_warps")
	})
}

func (g *generator) eachWarp(w *warpPart, of string) {
	g.nest("}", func() { g.warpItems(w, 1) }, "sched(X) warp in %s {", of)
}

// warpItems writes what a warp executes.
func (g *generator) warpItems(w *warpPart, depth int) {
	for range 1 + g.r.IntN(3) {
		if len(w.values) > 0 && g.one(3) {
			g.warpValues(w)
			continue
		}
		switch g.r.IntN(9) {
		case 0, 1, 2:
			g.line("sync(warp);")
		case 3:
			at := g.pick(1, 8, 16)
			g.nest("}", func() {
				for i, p := range []part{{0, at}, {at, 32}} {
					name, comma := g.fresh([]string{"few", "others"}[i]), []string{",", ""}[i]
					if g.one(2) {
						g.line("%s => {}%s", name, comma)
						continue
					}
					part := *w
					part.laneLo, part.laneHi = p.lo, p.hi
					g.nest("}"+comma, func() { g.lanes(&part, name) }, "%s => {", name)
				}
			}, "split(X) warp at %d {", at)
		case 4:
			if s, ok := g.warpPlace(w); ok {
				g.line("lanes(&uniq %s);", strings.TrimSuffix(s, "[[lane]]"))
			}
		case 5:
			if depth > 0 {
				g.loop(func() { g.warpItems(w, depth-1) })
			}
		case 6:
			if depth > 0 {
				g.uniformIf(func() { g.warpItems(w, depth-1) })
			}
		default:
			g.lanes(w, "warp")
		}
	}
}

// warpValues hands what each lane has to a function of warps.
func (g *generator) warpValues(w *warpPart) {
	g.features["values of each thread through functions"] = true
	v := func() string { return w.values[g.r.IntN(len(w.values))] }
	call := fmt.Sprintf("lane_sum(%s)", v())
	switch k := g.r.IntN(6); {
	case k == 0:
		call = fmt.Sprintf("lane_pick(%s, %s, %s)", v(), g.word(v(), "7", "lane_sum("+v()+")"), g.word("flag", "true", v()+" > 2"))
	case k < 4:
		if s, ok := g.warpPlace(w); ok {
			call = fmt.Sprintf("%s(%s, &uniq %s)", g.word("lane_put", "lane_turn"), v(), strings.TrimSuffix(s, "[[lane]]"))
		}
	case k == 4:
		call = g.word(v(), fmt.Sprintf("if flag { %s } else { %s }", v(), call))
	}
	if g.one(2) {
		g.line("%s = %s;", v(), call)
		return
	}
	name := g.fresh("u")
	owner := g.word("[warp.forall(X)]", "[warp.forall(X)]", "[warp.forall(X)]", "[warp.forall(X)]", "")
	g.line("let%s mut %s: i32 = %s;", owner, name, call)
	if owner != "" {
		w.values = append(slices.Clip(w.values), name)
	}
}

// blockValues hands what each thread of a block has to a function of blocks.
func (g *generator) blockValues() {
	g.features["values of each thread through functions"] = true
	v := func() string { return g.private[g.r.IntN(len(g.private))] }
	p, ok := g.linear(g.threads[0], 0)
	switch k := g.r.IntN(4); {
	case k == 0 || !ok:
		g.line("%s = %s;", v(), g.word(v(), fmt.Sprintf("if flag { %s } else { %d }", v(), g.r.IntN(9))))
	case k == 1:
		g.line("%s = each_read::<%d, _>(%s, &%s, flag);", v(), g.threads[0], v(), p)
	default:
		g.line("%s = each_put::<%d, _>(%s, &uniq %s);", v(), g.threads[0], v(), p)
	}
}

// warpPlace is an element for each lane that executes.
func (g *generator) warpPlace(w *warpPart) (string, bool) {
	s, ok := g.linear(w.threads, 0)
	if !ok {
		return "1", false
	}
	s = strings.TrimPrefix(s, "*") + ".group::<32>"
	if w.warpHi-w.warpLo < w.threads/32 {
		s += fmt.Sprintf("[%d..%d]", w.warpLo, w.warpHi)
	}
	s += "[[warp]]" + g.word("", "", ".reverse")
	if lo, n := w.laneLo, w.laneHi-w.laneLo; n < 32 {
		if lo > 0 && g.one(10) {
			lo--
		}
		s += fmt.Sprintf("[%d..%d]", lo, lo+n)
	}
	return s + "[[lane]]", true
}

// lanes writes what lanes execute.
func (g *generator) lanes(w *warpPart, of string) {
	place := func() string {
		if s, ok := g.warpPlace(w); ok {
			return s
		}
		return w.before
	}
	all := w.laneHi-w.laneLo == 32
	g.nest("}", func() {
		p := place()
		if p == "" {
			return
		}
		w.before = p
		if len(w.values) > 0 && g.one(4) {
			v := w.values[g.r.IntN(len(w.values))]
			switch g.r.IntN(3) {
			case 0:
				g.line("%s = %s + %s;", v, p, g.word("1", v))
			case 1:
				g.line("%s = %s;", place(), v)
			default:
				g.line("if %s %s 3 { %s = %s }", v, g.word("<=", ">"), place(), v)
			}
			return
		}
		switch k := g.r.IntN(8); {
		case k == 0:
			x := g.fresh("x")
			g.line("let %s = %s;", x, p)
			if all {
				g.line("sync(warp);")
				to, back := g.word("", "", " as i8", " as u16", " as i64", " as f16", " as bf16", " as f64", " > 3"), ""
				if to != "" {
					back = " as i32"
				}
				g.line("%s = %s%s;", place(), g.word("shfl_up(", "shfl_down(", "shfl_xor(", "shfl(")+x+to+g.word(", 1)", ", 2)", ", index(lane))"), back)
			}
		case k == 1 && all:
			if g.one(2) {
				g.line("if %s(%s > %d) { %s = 2%s }", g.word("any", "all"), p, g.r.IntN(30), place(), g.word("; sync(warp)", ""))
				break
			}
			m := g.fresh("m")
			g.line("let %s = ballot(%s > %d);", m, p, g.r.IntN(30))
			g.line("if %s > 7u32 { %s = 2%s }", m, place(), g.word("; sync(warp)", ""))
		case k == 2 && !g.inHelper:
			g.line("%s = bump(&shrd c[%d], 1);", p, g.r.IntN(4))
		case k == 3 && w.lane != "":
			g.line("%s = %s + %s;", w.lane, w.lane, p)
			g.line("%s = %s;", place(), w.lane)
		case k == 4: // what this lane wrote is read by another one, perhaps after a barrier
			g.line("%s = %d;", p, g.r.IntN(9))
			if all && !g.one(3) {
				g.line("sync(warp);")
			}
			x := g.fresh("x")
			g.line("let %s = %s;", x, strings.Replace(p, "[[lane]]", g.word(".reverse[[lane]]", "[index(lane)]", "[31 - index(lane)]", "[(index(lane) + index(warp)) % 32]"), 1))
		default:
			g.line("%s = %s + 1;", p, place())
		}
	}, "sched(X) lane in %s {", of)
}
