package attack

import (
	"fmt"
	"slices"
	"strings"
)

// Parts of a block that hand over to each other: a protocol that is right, often with a mistake, around accesses to what both parts use.

// handover is such a split of a block.
type handover struct {
	*generator
	arms     [2]handoverArm
	buffers  []string
	barriers []string
}

// handoverArm is a part, and what it does in turns.
type handoverArm struct {
	name      string
	part      part // along the first axis
	ext       []int
	byThreads bool   // the threads arrive and wait, else the part does
	sum       string // a variable of each thread, or ""
	events    []handoverEvent
}

// handoverEvent is one of a part: what it says of a barrier or does with a buffer, or a loop around others.
type handoverEvent struct {
	kind   string // arrive, wait, write, read, sync, items or loop
	of     int    // which barrier or buffer
	rounds string
	body   []handoverEvent
}

// wholeWarps are the positions along the first axis at which a part of the block [lo, hi) can be split into whole warps.
func (g *generator) wholeWarps(p part) (at []int) {
	unit := product(g.threads[1:])
	for i := p.lo + 1; i < p.hi; i++ {
		if i*unit%32 == 0 && p.lo*unit%32 == 0 && p.hi*unit%32 == 0 {
			at = append(at, i)
		}
	}
	return at
}

// handover writes one; a barrier if the block has no such parts.
func (g *generator) handover() {
	all := g.wholeWarps(part{0, g.threads[0]})
	if len(all) == 0 {
		g.line("sync;")
		return
	}
	at := all[g.r.IntN(len(all))]
	h := &handover{generator: g}
	for i, p := range []part{{0, at}, {at, g.threads[0]}} {
		h.arms[i] = handoverArm{name: g.fresh([]string{"low", "high"}[i]), part: p, byThreads: g.one(2),
			ext: append([]int{p.hi - p.lo}, g.threads[1:]...)}
	}
	if g.one(5) {
		h.alone()
	} else {
		g.features["parts that hand over"] = true
		h.protocol(g.r.IntN(2))
	}
	if g.one(2) {
		g.features["parts that hand over, changed"] = true
		for range g.pick(1, 1, 2) {
			h.mistake(&h.arms[g.r.IntN(2)].events)
		}
	}
	h.memory()
	for _, b := range h.barriers {
		g.line("let %s = Barrier::new();", b)
	}
	split := func() {
		g.nest("}", func() {
			for i := range h.arms {
				h.write(&h.arms[i], []string{",", ""}[i])
			}
		}, "split(%s) block at %d {", g.axes[0], at)
		if !g.one(4) {
			g.line("sync;")
		}
	}
	if g.one(4) {
		g.loop(split)
		return
	}
	split()
}

// memory chooses what both parts use: memory for it alone, or what there is.
func (h *handover) memory() {
	most := max(product(h.arms[0].ext), product(h.arms[1].ext))
	for i, b := range h.buffers {
		if s, ok := h.linear(most, 0); ok && len(h.axes) == 1 && h.one(4) {
			h.buffers[i] = strings.TrimPrefix(s, "*")
			continue
		}
		h.line("let %s = alloc::<gpu.shared, [i32; %d]>();", b, most)
	}
}

// barrier makes a barrier and gives its number.
func (h *handover) barrier() int {
	h.barriers = append(h.barriers, h.fresh("b"))
	return len(h.barriers) - 1
}

// buffer makes memory that both use.
func (h *handover) buffer() int {
	h.buffers = append(h.buffers, h.fresh("s"))
	return len(h.buffers) - 1
}

// alone gives each part memory of its own and barriers of its own between what it does with that.
func (h *handover) alone() {
	h.features["barriers of parts"] = true
	for i := range h.arms {
		x := h.buffer()
		write, read, wait := handoverEvent{kind: "write", of: x}, handoverEvent{kind: "read", of: x}, handoverEvent{kind: "sync"}
		events := []handoverEvent{write, wait, read}
		if h.one(2) {
			events = []handoverEvent{{kind: "loop", rounds: fmt.Sprint(h.r.IntN(4)), body: append(events, wait)}}
		}
		if h.one(2) {
			events = append(events, handoverEvent{kind: "if", body: slices.Concat([]handoverEvent{wait, write, wait}, events)})
		}
		h.arms[i].events = events
	}
}

// protocol gives the parts what keeps them in step, the one that makes being arm first.
func (h *handover) protocol(first int) {
	do := func(kind string, of int) handoverEvent { return handoverEvent{kind: kind, of: of} }
	full, x := h.barrier(), h.buffer()
	arrive, wait, write, read := do("arrive", full), do("wait", full), do("write", x), do("read", x)
	rounds := fmt.Sprint(h.r.IntN(4))
	loop := func(of ...handoverEvent) handoverEvent {
		return handoverEvent{kind: "loop", rounds: rounds, body: of}
	}
	var makes, takes []handoverEvent
	if h.one(4) { // once
		makes, takes = []handoverEvent{write, arrive}, []handoverEvent{wait, read}
	} else {
		empty := h.barrier()
		ask, asked := do("arrive", empty), do("wait", empty)
		switch h.r.IntN(6) {
		case 0: // an answer
			makes, takes = []handoverEvent{write, arrive, asked, write}, []handoverEvent{wait, read, ask}
		case 1:
			makes, takes = []handoverEvent{loop(asked, write, arrive)}, []handoverEvent{loop(ask, wait, read)}
		case 2:
			makes, takes = []handoverEvent{loop(write, arrive, asked)}, []handoverEvent{loop(wait, read, ask)}
		case 3: // a round ahead
			makes, takes = []handoverEvent{write, arrive, loop(asked, write, arrive)}, []handoverEvent{loop(wait, read, ask), wait, read}
		case 4: // to and fro
			makes, takes = []handoverEvent{loop(write, arrive, asked, read)}, []handoverEvent{loop(wait, read, write, ask)}
		default: // two buffers
			full2, empty2, y := h.barrier(), h.barrier(), h.buffer()
			ask2, take2 := do("arrive", empty2), []handoverEvent{do("wait", full2), do("read", y)}
			makes = []handoverEvent{loop(asked, write, arrive, do("wait", empty2), do("write", y), do("arrive", full2))}
			takes = []handoverEvent{loop(slices.Concat([]handoverEvent{ask, ask2, wait, read}, take2)...)}
			if h.one(2) {
				takes = []handoverEvent{loop(slices.Concat([]handoverEvent{ask, wait, read, ask2}, take2)...)}
			}
		}
	}
	if h.one(6) && len(h.barriers) > 1 {
		rounds = fmt.Sprint(1 + h.r.IntN(2))
		makes, takes = []handoverEvent{loop(makes...)}, []handoverEvent{loop(takes...)}
	}
	h.arms[first].events, h.arms[1-first].events = makes, takes
}

// mistake changes what a part does, mostly to something wrong.
func (h *handover) mistake(events *[]handoverEvent) {
	of := *events
	if len(of) == 0 {
		return
	}
	i := h.r.IntN(len(of))
	if e := &of[i]; e.kind == "loop" && !h.one(5) {
		if h.one(5) {
			e.rounds = h.word("0", "1", "2", "3", "n")
			return
		}
		h.mistake(&e.body)
		return
	}
	switch e := &of[i]; h.r.IntN(7) {
	case 0:
		*events = slices.Delete(of, i, i+1)
	case 1:
		*events = slices.Insert(of, i, *e)
	case 2, 3:
		if j := (i + 1) % len(of); len(of) > 1 {
			of[i], of[j] = of[j], of[i]
		}
	case 4:
		if (e.kind == "arrive" || e.kind == "wait") && len(h.barriers) > 0 {
			e.of = h.r.IntN(len(h.barriers))
		} else {
			e.kind = h.word("write", "read", "sync")
		}
	case 5:
		*events = slices.Insert(of, i, handoverEvent{kind: h.word("sync", "items", "write", "read"), of: h.r.IntN(len(h.buffers))})
	default:
		*events = slices.Insert(of, i, handoverEvent{kind: "if", body: []handoverEvent{*e}})
		*events = slices.Delete(*events, i+1, i+2)
	}
}

// write writes a part.
func (h *handover) write(a *handoverArm, comma string) {
	h.scoped(func() {
		h.block = slices.Clone(h.block)
		h.block[0] = a.part
		h.partName = a.name
		if !a.byThreads {
			h.nest("}"+comma, func() { h.events(a, a.events) }, "%s => {", a.name)
			return
		}
		h.nest("}"+comma, func() {
			h.inThread, h.loads = true, true
			a.sum = h.fresh("x")
			h.line("let mut %s = %d;", a.sum, h.r.IntN(9))
			h.events(a, a.events)
			if h.one(2) {
				h.scalars = also(h.scalars, a.sum)
				h.line("%s = %s;", h.place(true), a.sum)
			}
		}, "%s => sched(%s) thread in %s {", a.name, h.allAxes(), a.name)
	})
}

// events writes what a part does.
func (h *handover) events(a *handoverArm, of []handoverEvent) {
	for _, e := range of {
		switch e.kind {
		case "arrive", "wait":
			h.line("%s(&%s);", e.kind, h.barriers[e.of])
		case "sync":
			h.line("sync(%s);", a.name)
		case "if":
			h.nest("}", func() { h.events(a, e.body) }, "if %s {", h.word("flag", "n > 0"))
		case "loop":
			i := h.fresh("i")
			h.scoped(func() {
				if e.rounds != "n" {
					h.loops = also(h.loops, loop{name: i, max: 2})
				}
				h.nest("}", func() { h.events(a, e.body) }, "for %s in 0..%s {", i, e.rounds)
			})
		default:
			if a.byThreads {
				h.access(a, e)
				continue
			}
			h.scoped(func() {
				h.inThread, h.loads = true, true
				h.nest("}", func() { h.access(a, e) }, "sched(%s) thread in %s {", h.allAxes(), a.name)
			})
		}
	}
}

// access writes what a thread of a part does.
func (h *handover) access(a *handoverArm, e handoverEvent) {
	if e.kind == "items" {
		h.scoped(func() { h.threadItems(0, false) })
		return
	}
	n, s := product(a.ext), h.buffers[e.of]
	own := func(view string) string {
		return unflatten(fmt.Sprintf("%s%s.take_left::<%d>", s, view, n), a.ext) + "[[thread]]"
	}
	h.padded = isPadded(s)
	if e.kind == "write" {
		value := h.word("1", "n", "7")
		if a.sum != "" && h.one(2) {
			value = a.sum
		} else if h.one(6) {
			h.padded = false
			value = h.expr()
		}
		h.line("%s = %s;", own(""), value)
		return
	}
	p := own(h.word("", ".reverse", ".reverse"))
	if h.one(4) {
		p = fmt.Sprintf("%s[%d]", s, h.r.IntN(n))
	}
	p = h.read(p)
	if a.sum != "" {
		h.line("%s = %s + %s;", a.sum, a.sum, p)
		return
	}
	h.line("let %s = %s;", h.fresh("x"), p)
}
