package attack

import (
	"fmt"
	"strings"
)

// Matrices of warps: tiles in shared and global memory that warps store and load, as a whole, in parts of the block, through views, beside
// what lanes and threads do with their elements.

// tileWork is the work of a block on a few tiles.
type tileWork struct {
	*generator
	warps int // of the block
	tiles []tile
	mats  []string // variables of warps that have a matrix of 8 x cols
	rows  []string // and a number for each row
	cols  int
	// lo, hi are the warps that execute
	lo, hi int
}

// tile is a place of so many rows of the work's number of columns.
type tile struct {
	name  string
	rows  int
	write bool
}

// tiles writes work of warps on matrices.
func (g *generator) tiles() {
	g.features["matrices of warps"] = true
	w := &tileWork{generator: g, warps: product(g.threads) / 32, cols: g.pick(8, 8, 16)}
	w.hi = w.warps
	for range g.pick(1, 1, 2) {
		t := tile{name: g.fresh("s"), rows: 8 * w.warps * g.pick(1, 1, 2), write: true}
		g.line("let %s = alloc::<gpu.shared, [[i32; %d]; %d]>();", t.name, w.cols, t.rows)
		w.tiles = append(w.tiles, t)
	}
	if g.one(2) {
		w.global()
	}
	var own []string
	if g.one(4) {
		m := g.fresh("m")
		g.line("let[block.to_warps.forall(X).forall(X)] mut %s: matrix<i32, 8, %d>;", m, w.cols)
		g.line("sched(X) warp in block.to_warps { %s = matrix_fill::<i32, 8, %d>(1) }", m, w.cols)
		own = append(own, m)
	}
	g.scoped(func() {
		g.inThread = true
		w.items(1, 1+g.r.IntN(4), own)
	})
	if !g.one(4) {
		g.line("sync;")
	}
}

// global makes tiles of a block's part of global memory, where it is large enough.
func (w *tileWork) global() {
	of := w.sources()
	if len(of) == 0 {
		return
	}
	r := of[w.r.IntN(len(of))]
	s, shape := flatten(r.name, r.shape)
	if w.one(3) {
		if t, left := w.selectBlock(r.name, r.shape); left != nil {
			s, shape = flatten(t, left)
		}
	} else if r.write && w.one(2) { // other blocks have it too
		r.write = false
	}
	rows := shape[0] / w.cols
	pad := isPadded(s)
	if rows < 8*w.warps || pad || w.one(4) {
		rows = max(rows/8*8+8, 8*w.warps)
		s += fmt.Sprintf(".pad::<%d>", max(rows*w.cols, shape[0]))
		if rows*w.cols < shape[0] {
			s += fmt.Sprintf("[0..%d]", rows*w.cols)
		}
		w.features["matrices of what may not be there"] = true
	} else {
		rows = rows / 8 * 8
		if shape[0] > rows*w.cols {
			s += fmt.Sprintf("[0..%d]", rows*w.cols)
		}
	}
	w.tiles = append(w.tiles, tile{name: s + fmt.Sprintf(".group::<%d>", w.cols), rows: rows, write: r.write})
}

// items writes what the block does.
func (w *tileWork) items(depth, n int, own []string) {
	for range n {
		switch k := w.r.IntN(14); {
		case k < 4:
			w.line("sync;")
		case k == 4 && depth > 0:
			w.loop(func() { w.items(depth-1, 1+w.r.IntN(3), own) })
		case k == 5 && depth > 0:
			w.uniformIf(func() { w.items(depth-1, 1+w.r.IntN(2), own) })
		case k == 6:
			w.byThreads()
		case k == 7 && w.warps > 1:
			at := 1 + w.r.IntN(w.warps-1)
			w.nest("}", func() {
				for i, p := range []part{{0, at}, {at, w.warps}} {
					name, comma := w.fresh([]string{"first", "rest"}[i]), []string{",", ""}[i]
					if w.one(3) {
						w.line("%s => {}%s", name, comma)
						continue
					}
					w.lo, w.hi = p.lo, p.hi
					w.nest("}"+comma, func() { w.eachWarp(name, own) }, "%s => {", name)
					w.lo, w.hi = 0, w.warps
				}
			}, "split(X) block.to_warps at %d {", at)
		default:
			w.eachWarp("block.to_warps", own)
		}
	}
}

// eachWarp writes what warps do.
func (w *tileWork) eachWarp(of string, own []string) {
	mats, rows := w.mats, w.rows
	w.mats, w.rows = append([]string{}, own...), nil
	w.scoped(func() {
		w.numbers = also(w.numbers, position{"index(warp)", w.warps})
		w.nest("}", func() { w.warpItems(1, 1+w.r.IntN(3)) }, "sched(X) warp in %s {", of)
	})
	w.mats, w.rows = mats, rows
}

// warpItems writes what a warp does.
func (w *tileWork) warpItems(depth, n int) {
	mats, rows := w.mats, w.rows
	defer func() { w.mats, w.rows = mats, rows }()
	for range n {
		switch k := w.r.IntN(16); {
		case k < 4:
			m := w.fresh("m")
			w.line("let mut %s = load_matrix(&%s);", m, w.place(false))
			w.mats = also(w.mats, m)
		case k < 7:
			w.line("store_matrix(&uniq %s, %s);", w.place(true), w.value())
		case k == 7:
			m := w.fresh("m")
			w.line("let mut %s = %s;", m, w.value())
			w.mats = also(w.mats, m)
		case k == 8 && len(w.mats) > 0:
			w.line("%s = %s;", w.mats[w.r.IntN(len(w.mats))], w.value())
		case k == 9 && len(w.mats) > 0:
			v := w.fresh("v")
			w.line("let %s = %s(%s);", v, w.word("row_max", "row_sum"), w.value())
			w.rows = also(w.rows, v)
		case k < 12:
			w.byLanes()
		case k == 12:
			w.line("sync(warp);")
		case k == 13 && depth > 0:
			w.loop(func() { w.warpItems(depth-1, 1+w.r.IntN(3)) })
		case k == 14 && depth > 0:
			c := w.condition()
			if w.one(2) {
				c = fmt.Sprintf("index(warp) %s %d", w.word("==", "<", ">"), w.r.IntN(w.warps))
			}
			w.branches(c, func() { w.warpItems(depth-1, 1+w.r.IntN(2)) })
		case k == 15:
			w.product()
		default:
			w.line("sync(warp);")
		}
	}
}

// product writes a sum of products, of factors of 8 bits.
func (w *tileWork) product() {
	if w.cols != 8 {
		w.line("sync(warp);")
		return
	}
	w.features["products of matrices"] = true
	t := w.tiles[w.r.IntN(len(w.tiles))]
	if t.rows < 32 {
		w.line("sync(warp);")
		return
	}
	right := w.fresh("m")
	sum := w.fresh("m")
	w.line("let %s = load_matrix(&%s[0..32]) as matrix<i8, 32, 8>;", right, t.name)
	w.line("let mut %s = matrix_fill::<i32, 16, 8>(%d);", sum, w.r.IntN(3))
	w.line("mma(&uniq %s, %s, %s);", sum, w.word("matrix_fill::<i8, 16, 32>(2)", fmt.Sprintf("load_matrix(&%s[0..32].transpose%s) as matrix<i8, 16, 32>", t.name, w.word(".repeat::<2>.join", ".pad::<16>"))), right)
	if t.write && t.rows >= 16*w.warps {
		w.line("store_matrix(&uniq %s.group::<16>%s[[warp]], %s);", t.name, w.part(t.rows/16), sum)
	}
}

// part takes the groups of the warps that execute of those of all.
func (w *tileWork) part(n int) string {
	lo, hi := w.lo, w.hi
	if w.one(12) && lo > 0 {
		lo, hi = lo-1, hi-1
	}
	if hi-lo == n {
		return ""
	}
	if hi-lo == w.warps && n > w.warps && w.one(2) {
		lo, hi = n-w.warps, n
	}
	return fmt.Sprintf("[%d..%d]", lo, hi)
}

// place is one of 8 rows for each warp, mostly its own.
func (w *tileWork) place(write bool) string {
	t := w.tiles[w.r.IntN(len(w.tiles))]
	for range 4 {
		if t.write || !write {
			break
		}
		t = w.tiles[w.r.IntN(len(w.tiles))]
	}
	groups := t.rows / 8
	s := t.name + ".group::<8>"
	end := ""
	switch w.r.IntN(8) {
	case 0:
		if w.cols == 8 {
			end = ".transpose"
		}
	case 1:
		end = ".reverse"
	case 2:
		end = ".map(reverse)"
	}
	switch k := w.r.IntN(16); {
	case k < 8:
		return s + w.part(groups) + "[[warp]]" + end
	case k < 10:
		return s + w.part(groups) + ".reverse[[warp]]" + end
	case k == 10:
		return s + ".reverse" + w.part(groups) + "[[warp]]" + end
	case k == 11: // rows of all groups
		return fmt.Sprintf("%s.group::<%d>.transpose%s[[warp]]", t.name, groups, w.part(groups)) + end
	case k == 12 && !write:
		return fmt.Sprintf("%s.window::<8>%s[[warp]]", t.name, w.part(t.rows-7)) + end
	case k == 13 && !isPadded(t.name): // some elements are not there
		a := w.pick(1, 4, 8)
		n := t.rows + a
		return fmt.Sprintf("%s.shift::<%d, %d>.group::<8>%s[[warp]]", t.name, a, (8-n%8)%8, w.part((n+7)/8))
	case k == 14 && len(w.loops) > 0 && !write:
		return fmt.Sprintf("%s[%s %% %d]", s, w.loops[len(w.loops)-1].name, groups) + end
	case k == 15 && (!write || w.one(4)):
		return fmt.Sprintf("%s[%d]", s, w.r.IntN(groups)) + end
	}
	return s + w.part(groups) + "[[warp]]" + end
}

// value is a matrix.
func (w *tileWork) value() string {
	of := func() string {
		if len(w.mats) > 0 && !w.one(4) {
			return w.mats[w.r.IntN(len(w.mats))]
		}
		return fmt.Sprintf("matrix_fill::<i32, 8, %d>(%d)", w.cols, w.r.IntN(9))
	}
	switch w.r.IntN(12) {
	case 0:
		return of() + w.word(" + ", " - ", " * ") + of()
	case 1:
		return "map(" + of() + ", |x| x * 2 + 1)"
	case 2:
		if len(w.rows) > 0 {
			return of() + " + " + w.rows[w.r.IntN(len(w.rows))]
		}
	case 3:
		return "load_matrix(&" + w.place(false) + ")"
	case 4:
		return fmt.Sprintf("if flag { %s } else { %s }", of(), of())
	case 5:
		return w.word("max(", "min(") + of() + ", " + of() + ")"
	case 6:
		return of() + fmt.Sprintf(" as matrix<i8, 8, %d> as matrix<i32, 8, %d>", w.cols, w.cols)
	case 7:
		return fmt.Sprintf("half_turned(%s, &%s)", of(), w.place(false))
	}
	return of()
}

// byLanes writes accesses of the lanes of a warp to what is its own, or another one's.
func (w *tileWork) byLanes() {
	t := w.tiles[w.r.IntN(len(w.tiles))]
	groups, n := t.rows/8, w.cols/4
	warp := fmt.Sprintf("%s.group::<8>%s", t.name, w.part(groups)) + w.word("", "", "", "", ".reverse") + "[[warp]]"
	s := fmt.Sprintf("%s%s.join.group::<%d>%s[[lane]][%d]", warp, w.word("", "", ".transpose", ".reverse"), n, w.word("", "", ".reverse"), w.r.IntN(n))
	of := func(write bool) string {
		if !write && w.one(3) {
			s = fmt.Sprintf("%s[%d][%d]", warp, w.r.IntN(8), w.r.IntN(w.cols))
		}
		if isPadded(s) && !write {
			return "(" + s + " else 3)"
		}
		return s
	}
	if t.write && w.one(2) {
		w.line("sched(X) lane in warp { %s = %d }", of(true), w.r.IntN(9))
	} else {
		w.line("sched(X) lane in warp { let %s = %s; }", w.fresh("x"), of(false))
	}
	if !w.one(3) {
		w.line("sync(warp);")
	}
}

// byThreads writes accesses of the threads of the block to a tile.
func (w *tileWork) byThreads() {
	t := w.tiles[w.r.IntN(len(w.tiles))]
	nt := product(w.threads)
	k := t.rows * w.cols / nt
	s := t.name + ".join"
	if isPadded(s) || strings.Contains(t.name, "[[") && k == 0 {
		w.line("sync;")
		return
	}
	if k*nt < t.rows*w.cols {
		s += fmt.Sprintf("[0..%d]", k*nt)
	}
	s = unflatten(s+fmt.Sprintf(".group::<%d>", k), w.threads)
	w.inThread = true
	text := fmt.Sprintf("let %s = %s%s[[thread]][%d];", w.fresh("x"), s, "", w.r.IntN(k))
	if t.write && w.one(2) {
		text = fmt.Sprintf("%s[[thread]][%d] = 4;", s, w.r.IntN(k))
	}
	w.line("sched(%s) thread in block { %s }", w.allAxes(), text)
}
