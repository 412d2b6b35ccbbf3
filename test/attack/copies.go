package attack

import (
	"fmt"
	"slices"
	"strings"
)

// Copies that go on while their thread does something else: pipelines that are right, often with a mistake, random steps around a few tokens, and
// copies between any places of a thread.

// token is a variable that has one. A function of a thread knows which ones it may finish; those that are moved may get another one.
type token struct {
	name  string
	mut   bool
	moved bool
	loops int // around its declaration
}

// copies writes work of all threads of a block, of a part of it or of its warps, in which threads copy to a few buffers.
func (g *generator) copies() {
	if len(g.sources()) == 0 {
		g.line("sync;")
		return
	}
	g.features["asynchronous copies"] = true
	nt := product(g.threads)
	w := &copyWork{generator: g, buf: g.fresh("s"), k: g.pick(1, 2, 2, 2, 3, 4), w: g.pick(1, 1, 1, 2, 4), n: nt, rounds: g.pick(0, 1, 2, 3, 4), barrier: "sync;"}
	whole := g.wholeWarps(part{0, g.threads[0]})
	switch {
	case nt%32 == 0 && g.one(4):
		w.inWarps()
	case len(whole) > 0 && g.one(5):
		w.inPart(whole[g.r.IntN(len(whole))])
	default:
		w.unit = w.n
		w.line("let %s = alloc::<gpu.shared, [[i32; %d]; %d]>();", w.buf, w.n*w.w, w.k)
		w.place = func(s, view string) string { return unflatten(s+w.each()+view, g.threads) + "[[thread]]" }
		w.thread(fmt.Sprintf("sched(%s) thread in block {", g.allAxes()), "thread")
	}
	if !g.one(4) {
		g.line("sync;")
	}
}

// sources are the arrays of global memory.
func (g *generator) sources() (of []root) {
	for _, r := range g.roots {
		if !r.perBlock && !r.local && r.fields == nil && (r.name == "g" || r.name == "h" || r.name == "r") {
			of = append(of, r)
		}
	}
	return of
}

// copyWork is the work of threads that copy.
type copyWork struct {
	*generator
	buf string // k buffers of w elements for each of n threads
	// unit is how many threads wait for each other at a barrier
	k, w, n, unit int
	count         string // k, where it is not a number
	rounds        int
	ranges        []string // of loops, where they are not those of so many rounds
	barrier       string
	// place are the elements of this thread of those of all threads, after a view of these
	place func(s, view string) string
	// row is a row of the source, for all threads; writable: it may be written too
	row      func(number string) string
	writable bool
	acc      string
	tokens   []*token
	depth    int    // of loops
	i        string // the variable of the innermost one, or ""
}

// each divides the elements among threads.
func (w *copyWork) each() string {
	if w.w > 1 {
		return fmt.Sprintf(".group::<%d>", w.w)
	}
	return ""
}

// inWarps is work of the lanes of warps.
func (w *copyWork) inWarps() {
	w.features["asynchronous copies of lanes"] = true
	w.unit = 32
	w.line("let %s = alloc::<gpu.shared, [[i32; %d]; %d]>();", w.buf, w.n*w.w, w.k)
	across := w.one(8)
	w.place = func(s, view string) string {
		warps := fmt.Sprintf(".group::<%d>", 32*w.w)
		if across && view != "" {
			return s + warps + view + "[[warp]]" + w.each() + "[[lane]]"
		}
		return s + warps + "[[warp]]" + w.each() + view + "[[lane]]"
	}
	w.barrier = w.word("sync(warp);", "sync(warp);", "sync(warp);", "sync;")
	w.nest("}", func() { w.thread("sched(X) lane in warp {", "lane") }, "sched(X) warp in block.to_warps {")
}

// inPart is work of a part of whole warps.
func (w *copyWork) inPart(at int) {
	w.features["asynchronous copies of parts"] = true
	low, high := w.fresh("low"), w.fresh("high")
	ext := append([]int{at}, w.threads[1:]...)
	w.n, w.unit = product(ext), product(ext)
	w.line("let %s = alloc::<gpu.shared, [[i32; %d]; %d]>();", w.buf, w.n*w.w, w.k)
	w.place = func(s, view string) string { return unflatten(s+w.each()+view, ext) + "[[thread]]" }
	w.barrier = fmt.Sprintf("sync(%s);", low)
	w.nest("}", func() {
		w.nest("},", func() { w.thread(fmt.Sprintf("sched(%s) thread in %s {", w.allAxes(), low), "thread") }, "%s => {", low)
		if left := w.threads[0] - at; at == left && w.one(3) {
			w.line("%s => sched(%s) thread in %s { let %s = %s[0]%s; }", high, w.allAxes(), high, w.fresh("x"), w.place(w.buf+"[0]", ""), map[bool]string{true: "[0]"}[w.w > 1])
		} else {
			w.line("%s => {}", high)
		}
	}, "split(%s) block at %d {", w.axes[0], at)
}

// thread writes what each thread does.
func (w *copyWork) thread(head, of string) {
	w.scoped(func() {
		w.inThread, w.loads = true, true
		w.numbers = also(w.numbers, position{"index(" + of + ")", w.unit})
		if len(w.axes) > 1 && of == "thread" {
			w.numbers = nil
		}
		w.nest("}", func() {
			w.source()
			w.acc = w.fresh("x")
			w.line("let mut %s = 0;", w.acc)
			w.work()
			if of == "thread" && w.unit == product(w.threads) {
				w.scalars = also(w.scalars, w.acc)
				w.line("%s = %s;", w.selectedPlace(), w.acc)
			}
		}, "%s", head)
	})
}

// work writes copies.
func (w *copyWork) work() {
	switch w.r.IntN(5) {
	case 0, 1:
		w.pipeline()
	case 2:
		w.ahead()
	default:
		w.steps(2, 3+w.r.IntN(6))
	}
}

// selectedPlace is an element of the thread in memory that is its own, mostly.
func (w *copyWork) selectedPlace() string {
	save := w.roots
	defer func() { w.roots = save }()
	if !w.one(4) {
		w.roots = slices.DeleteFunc(slices.Clone(w.roots), func(r root) bool { return r.name != "h" || r.fields != nil })
		if len(w.roots) == 0 {
			w.roots = save
		}
	}
	return w.generator.place(true)
}

// source chooses the rows that are copied.
func (w *copyWork) source() {
	of := w.sources()
	r := of[w.r.IntN(len(of))]
	for _, x := range of {
		if x.name == "r" && w.one(2) {
			r = x
		}
	}
	size := w.n * w.w
	s, shape := flatten(r.name, r.shape)
	w.writable = r.write
	if w.one(2) {
		if t, left := w.selectBlock(r.name, r.shape); left != nil {
			s, shape = flatten(t, left)
		}
	}
	m := shape[0]
	if isPadded(s) || m < size && !w.one(3) { // what is missing is zero
		w.row = func(number string) string {
			return fmt.Sprintf("%s.pad::<%d>.group::<%d>[%s]", s, max(m, size*8), size, number)
		}
		if m > size*8 {
			w.row = func(number string) string { return fmt.Sprintf("%s[0..%d].group::<%d>[%s]", s, size*8, size, number) }
		}
		w.writable = false
		w.features["copies of elements that may not be there"] = true
		return
	}
	rows := m / size
	if rows == 0 {
		w.row = func(number string) string {
			return fmt.Sprintf("%s.pad::<%d>.group::<%d>[%s]", s, size*8, size, number)
		}
		w.writable = false
		return
	}
	if m > rows*size {
		s += fmt.Sprintf("[0..%d]", rows*size)
	}
	wrap := func(number string) string {
		if strings.ContainsAny(number, "i") {
			return fmt.Sprintf("(%s) %% %d", number, rows)
		}
		n := 0
		fmt.Sscan(number, &n)
		return fmt.Sprint(n % rows)
	}
	switch w.r.IntN(8) {
	case 0:
		w.writable = false
		most := rows*size - size + 1
		w.row = func(number string) string {
			if !strings.ContainsAny(number, "i") {
				return fmt.Sprintf("%s.window::<%d>[0]", s, size)
			}
			return fmt.Sprintf("%s.window::<%d>[(%s) %% %d]", s, size, number, most)
		}
		w.features["copies of windows"] = true
	case 1:
		w.row = func(number string) string { return fmt.Sprintf("%s.group::<%d>.transpose[%s]", s, rows, wrap(number)) }
	case 2:
		w.row = func(number string) string { return fmt.Sprintf("%s.reverse.group::<%d>[%s]", s, size, wrap(number)) }
	case 3:
		w.row = func(number string) string { return fmt.Sprintf("%s.group::<%d>[%s].reverse", s, size, wrap(number)) }
	default:
		w.row = func(number string) string { return fmt.Sprintf("%s.group::<%d>[%s]", s, size, wrap(number)) }
	}
}

// at is a buffer by the number of a round, behind it by so many; now and then another one.
func (w *copyWork) at(number string) string {
	if w.k == 1 {
		return w.buf + "[0]"
	}
	if !strings.Contains(number, "i") {
		n := 0
		fmt.Sscan(number, &n)
		return fmt.Sprintf("%s[%d]", w.buf, n%w.k)
	}
	k := fmt.Sprint(w.k)
	if w.one(40) {
		k = fmt.Sprint(max(1, w.k-1))
	} else if w.count != "" {
		k = "(" + w.count + ")"
	}
	return fmt.Sprintf("%s[(%s) %% %s]", w.buf, number, k)
}

// behind is the number of a later round.
func (w *copyWork) later(k int) string {
	if w.one(25) {
		k += w.pick(-1, 1)
	}
	if w.i == "" {
		return fmt.Sprint(max(0, k))
	}
	if k <= 0 {
		return w.i
	}
	return fmt.Sprintf("%s + %d", w.i, k)
}

// copyOf begins the copy of a row.
func (w *copyWork) copyOf(at, row string) string {
	return fmt.Sprintf("copy_async(&uniq %s, &%s)", w.place(at, ""), w.place(row, ""))
}

// element is one of those of a thread.
func (w *copyWork) element(s string) string {
	if w.w > 1 {
		return fmt.Sprintf("%s[%d]", s, w.r.IntN(w.w))
	}
	return s
}

// read adds an element to what is computed: of another thread, mostly.
func (w *copyWork) read(at string) string {
	return fmt.Sprintf("%s += %s;", w.acc, w.element(w.place(at, w.word(".reverse", ".reverse", ".reverse", ""))))
}

// written writes lines, with mistakes.
func (w *copyWork) written(lines []string) {
	if w.one(2) {
		w.features["asynchronous copies, changed"] = true
		for range w.pick(1, 1, 1, 2) {
			i := w.r.IntN(len(lines))
			switch w.r.IntN(9) {
			case 0, 1:
				lines = slices.Delete(slices.Clone(lines), i, i+1)
			case 2, 3, 4:
				if i+1 < len(lines) {
					lines[i], lines[i+1] = lines[i+1], lines[i]
				}
			case 5:
				lines = slices.Insert(slices.Clone(lines), i, w.barrier)
			case 6:
				lines = slices.Insert(slices.Clone(lines), i, w.read(w.at(w.later(w.r.IntN(2)))))
			case 7:
				if w.writable {
					lines = slices.Insert(slices.Clone(lines), i, w.element(w.place(w.row(w.later(w.r.IntN(2))), w.word("", "", ".reverse")))+" = 3;")
				} else {
					lines = slices.Insert(slices.Clone(lines), i, w.element(w.place(w.at(w.later(w.r.IntN(2))), ""))+" = 3;")
				}
			default:
				if w.i != "" {
					lines = slices.Insert(slices.Clone(lines), i, fmt.Sprintf("if %s { %s }", w.someCondition(), w.word("break", "break", "continue", w.barrier)))
				} else {
					lines[i] = fmt.Sprintf("if %s { %s }", w.someCondition(), lines[i])
				}
			}
			if len(lines) == 0 {
				return
			}
		}
	}
	for _, l := range lines {
		w.line("%s", l)
	}
}

// someCondition is mostly one that threads see alike.
func (w *copyWork) someCondition() string {
	if w.one(4) {
		return fmt.Sprintf("%s > %d", w.acc, w.r.IntN(40))
	}
	return w.condition()
}

// inLoop writes rounds.
func (w *copyWork) inLoop(body func()) {
	i := w.fresh("i")
	w.scoped(func() {
		was := w.i
		w.i, w.depth = i, w.depth+1
		w.loops = also(w.loops, loop{name: i, max: max(0, w.rounds-1)})
		head := fmt.Sprintf("for %s in 0..%d {", i, w.rounds)
		if w.rounds > 0 && w.one(8) {
			head = fmt.Sprintf("for %s in %d..%d {", i, w.r.IntN(w.rounds), w.rounds)
		}
		if w.one(12) {
			head = fmt.Sprintf("for %s in %s(%d) {", i, w.word("halved_range", "doubled_range"), w.pick(2, 4))
		}
		if len(w.ranges) > 0 {
			head = fmt.Sprintf("for %s in %s {", i, w.word(w.ranges...))
		}
		w.nest("}", body, "%s", head)
		w.i, w.depth = was, w.depth-1
	})
}

// pipeline has as many copies on their way as there are buffers but one, or as many.
func (w *copyWork) pipeline() {
	w.features["pipelines of copies"] = true
	stages := max(1, w.k-1)
	if w.one(8) {
		stages = w.k
	}
	var names, start []string
	for j := range stages {
		names = append(names, w.fresh("t"))
		start = append(start, fmt.Sprintf("let mut %s = %s;", names[j], w.copyOf(w.at(fmt.Sprint(j)), w.row(fmt.Sprint(j)))))
	}
	for _, l := range start {
		w.line("%s", l)
	}
	w.inLoop(func() {
		lines := []string{fmt.Sprintf("finish(%s);", names[0]), w.barrier}
		if w.k == 1 {
			lines = append(lines, w.read(w.at("0")), w.barrier)
		}
		for j := 1; j < stages; j++ {
			to, from := names[j-1], names[j]
			if w.one(40) {
				from = names[w.r.IntN(stages)]
			}
			lines = append(lines, fmt.Sprintf("%s = %s;", to, from))
		}
		lines = append(lines, fmt.Sprintf("%s = %s;", names[stages-1], w.copyOf(w.at(w.later(stages)), w.row(w.later(stages)))))
		if w.k > 1 {
			lines = append(lines, w.read(w.at(w.later(0))))
		}
		if stages == w.k && w.k > 1 {
			lines = append(lines, w.barrier)
		}
		w.written(lines)
	})
	if w.one(2) {
		var after []string
		for _, n := range names {
			after = append(after, fmt.Sprintf("finish(%s);", n))
		}
		w.written(append(after, w.barrier, w.read(w.at("0"))))
	}
}

// ahead begins the next copy before the wait for the one before.
func (w *copyWork) ahead() {
	w.features["pipelines of copies"] = true
	c, next := w.fresh("t"), w.fresh("t")
	w.line("let mut %s = %s;", c, w.copyOf(w.at("0"), w.row("0")))
	w.inLoop(func() {
		w.written([]string{
			fmt.Sprintf("let %s = %s;", next, w.copyOf(w.at(w.later(1)), w.row(w.later(1)))),
			fmt.Sprintf("finish(%s);", c),
			w.barrier,
			w.read(w.at(w.later(0))),
			w.barrier,
			fmt.Sprintf("%s = %s;", c, next),
		})
	})
	if w.one(2) {
		w.line("finish(%s);", c)
		w.line("%s", w.read(w.at("0")))
	}
}

// some is a token that may be finished here.
func (w *copyWork) some() *token {
	var of []*token
	for _, t := range w.tokens {
		if !t.moved && (t.loops == w.depth || w.one(20)) {
			of = append(of, t)
		}
	}
	if len(of) == 0 {
		return nil
	}
	return of[w.r.IntN(len(of))]
}

// steps writes n steps around tokens.
func (w *copyWork) steps(depth, n int) {
	was := len(w.tokens)
	defer func() { w.tokens = w.tokens[:was] }()
	number := func() string {
		if w.i != "" && !w.one(3) {
			return w.later(w.r.IntN(2))
		}
		return fmt.Sprint(w.r.IntN(w.k))
	}
	for range n {
		switch k := w.r.IntN(22); {
		case k < 4:
			t := &token{name: w.fresh("t"), mut: w.one(2), loops: w.depth}
			at := w.at(number())
			w.line("let %s%s = %s;", map[bool]string{true: "mut "}[t.mut], t.name, w.copyOf(at, w.row(number())))
			if w.one(4) {
				w.line("finish(%s);", t.name)
				t.moved = true
				if !w.one(3) {
					w.line("%s", w.barrier)
				}
			}
			w.tokens = append(w.tokens, t)
		case k < 8:
			if t := w.some(); t != nil {
				w.line("finish(%s);", t.name)
				t.moved = true
			}
		case k == 8: // a variable gets another one
			for _, t := range w.tokens {
				if t.mut && (t.loops == w.depth || !t.moved) {
					w.line("%s = %s;", t.name, w.copyOf(w.at(number()), w.row(number())))
					t.moved = false
					break
				}
			}
		case k == 9:
			if t := w.some(); t != nil {
				t.moved = true
				for _, to := range w.tokens {
					if to.mut && to != t && w.one(2) && to.loops == w.depth {
						w.line("%s = %s;", to.name, t.name)
						to.moved = false
						return
					}
				}
				to := &token{name: w.fresh("t"), loops: w.depth}
				w.line("let %s = %s;", to.name, t.name)
				w.tokens = append(w.tokens, to)
			}
		case k < 13:
			w.line("%s", w.barrier)
		case k < 16:
			w.line("%s", w.read(w.at(number())))
		case k == 16:
			w.line("%s = %d;", w.element(w.place(w.at(number()), "")), w.r.IntN(9))
		case k == 17:
			if w.writable {
				w.line("%s = %s;", w.element(w.place(w.row(number()), w.word("", "", ".reverse"))), w.acc)
			} else {
				w.line("fetch(&uniq %s, &%s);", w.element(w.place(w.at(number()), "")), w.element(w.place(w.row(number()), "")))
			}
		case k == 18 && depth > 0:
			c := w.someCondition()
			end := w.word("}", "} else {")
			w.nest(end, func() { w.steps(depth-1, 1+w.r.IntN(3)) }, "if %s {", c)
			if end != "}" {
				w.ind++
				w.steps(depth-1, 1+w.r.IntN(3))
				w.ind--
				w.line("}")
			}
		case k == 19 && depth > 0:
			w.inLoop(func() { w.steps(depth-1, 2+w.r.IntN(4)) })
		case k == 20 && depth > 0:
			w.nest("}", func() { w.steps(depth-1, 1+w.r.IntN(3)) }, "{")
		case k == 21 && w.i != "":
			w.line("if %s { %s }", w.someCondition(), w.word("break", "break", "continue"))
		}
	}
}

// copyItem writes a copy between any places of a thread, or what becomes of one.
func (g *generator) copyItem(whole bool) {
	if t := g.live(); t != nil && !g.one(3) {
		t.moved = true
		switch g.r.IntN(5) {
		case 0:
			to := g.fresh("t")
			g.line("let %s = %s;", to, t.name)
			g.tokens = also(g.tokens, &token{name: to, loops: t.loops})
		default:
			g.line("finish(%s);", t.name)
			if whole && g.one(2) {
				g.line("sync;")
			}
		}
		return
	}
	from := g.sources()
	var to []root
	for _, r := range g.roots {
		if r.perBlock && !r.local && r.write && r.fields == nil && strings.ContainsAny(r.name[:1], "suw") && r.name != "second" {
			to = append(to, r)
		}
	}
	if len(from) == 0 || len(to) == 0 || g.all {
		return
	}
	favorites := g.favorites
	pads := g.pads
	g.pads = false
	dst := g.placeOf(to, true)
	g.pads = pads
	src := g.placeOf(from, false)
	g.favorites = favorites
	g.features["asynchronous copies"] = true
	switch g.r.IntN(6) {
	case 0:
		g.line("copy_async(&uniq %s, &%s);", dst, src)
	case 1:
		g.line("fetch(&uniq %s, &%s);", dst, src)
	default:
		t := g.fresh("t")
		g.line("let %s = copy_async(&uniq %s, &%s);", t, dst, src)
		g.tokens = also(g.tokens, &token{name: t, loops: g.inLoops})
	}
}

// live is a token that may be finished here, mostly.
func (g *generator) live() *token {
	for _, t := range slices.Backward(g.tokens) {
		if !t.moved && (t.loops == g.inLoops || g.one(30)) {
			return t
		}
	}
	return nil
}

// placeOf is a place down to an element that starts from one of some roots.
func (g *generator) placeOf(of []root, write bool) string {
	save := g.roots
	defer func() { g.roots = save }()
	g.roots = of
	s, _ := g.placeTo(write, 0)
	return s
}
