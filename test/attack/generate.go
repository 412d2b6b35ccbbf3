// Package attack tries to break the promise of the checks: it makes random well-typed programs at small
// sizes, or changes programs of the corpus, and runs every program that the compiler accepts on the simulator,
// which sees every race, access out of bounds and diverging barrier whatever the order of execution. A report
// of the simulator on an accepted program is a mistake in a check. RUNS.md says which seeds were judged.
package attack

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Version is the number of the generator: another version makes other programs of the same seeds.
const Version = 3

// generator makes one program.
type generator struct {
	r   *rand.Rand
	b   strings.Builder
	ind int

	axes    []string // of the grid and block, in the order of schedules: X, or Y, X, or Z, Y, X
	blocks  []int    // extent of the grid for each axis
	threads []int    // extent of the block for each axis
	grid    []part   // the part of the grid that executes, for each axis
	block   []part   // the part of the block (or of all threads) that executes, for each axis
	// all: threads are scheduled by to_threads
	all bool
	// blockSel, threadSel select the part of the executing block and thread
	blockSel, threadSel string
	vars                int
	roots               []root
	atomics             []root // memory of atomics
	loops               []loop
	scalars             []string // readable i32 variables of the thread
	writes              []string // variables of the thread that can be assigned
	refs                []ref    // reference variables of the thread
	private             []string // let[..] mut variables of the block's threads
}

// part is the range of resources that execute, along an axis.
type part struct{ lo, hi int }

// ref is a variable that refers to an i32.
type ref struct {
	name   string
	uniq   bool
	global bool
}

// root is memory that places start from.
type root struct {
	name  string
	shape []int
	write bool
	// perBlock: each block has its own; local: each thread
	perBlock, local bool
	// buffers: the first dimension counts buffers of an element for each thread
	buffers bool
	// fields are what leads to the numbers in an element that is a tuple or struct
	fields []string
}

type loop struct {
	name string
	max  int // largest value
	pow2 bool
}

// declarations are what programs use, by the name that they use; the others are left out.
var declarations = []struct{ name, text string }{
	{"P", "struct P { x: i32, y: i32 }\n"},
	{"R", "struct R { p: &uniq gpu.global i32, q: & gpu.global i32 }\n"},
	{"put", "fn put<m: mem>(p: &uniq m i32, v: i32) -[t: gpu.thread]-> () { *p = *p + v }\n"},
	{"get", "fn get<m: mem>(p: & m i32) -[t: gpu.thread]-> i32 { *p }\n"},
	{"behind", "fn behind(p: & gpu.local & gpu.global i32) -[t: gpu.thread]-> i32 { **p }\n"},
	{"same", "fn same<'a, m: mem>(p: &'a uniq m i32) -[t: gpu.thread]-> &'a uniq m i32 { p }\n"},
	{"either", "fn either(r: R, v: i32) -[t: gpu.thread]-> i32 { *r.p = v; *r.q }\n"},
	{"bump", "fn bump<m: mem>(c: & m AtomicI32, v: i32) -[t: gpu.thread]-> i32 { atomic_fetch_add(c, v) }\n"},
	{"anyput", "fn anyput<m: mem>(p: &uniq m i32, v: i32) -[e: any]-> () { *p = v }\n"},
	{"fill", `fn fill<n: nat, m: mem>(p: &uniq m [[i32; n]], v: i32) -[block: gpu.block<X<n>>]-> () {
  sched(X) t in block { p[[t]] = v }
}
`},
	{"turn", `fn turn<n: nat, m: mem>(p: &uniq m [[i32; n]]) -[block: gpu.block<X<n>>]-> () {
  sched(X) t in block { let x = p.reverse[[t]]; sync; p[[t]] = x }
}
`},
	{"mirror", `fn mirror<n: nat, m: mem, l: mem>(p: &uniq m [[i32; n]], q: & l [[i32; n]]) -[block: gpu.block<X<n>>]-> () {
  let s = alloc::<gpu.shared, [i32; n]>();
  sched(X) t in block { s[[t]] = q[[t]]; }
  sync;
  sched(X) t in block { p[[t]] = s.reverse[[t]] }
}
`},
	{"perhaps", `fn perhaps<n: nat, m: mem>(p: &uniq m [[i32; n]], flag: bool) -[block: gpu.block<X<n>>]-> () {
  if flag { sync }
  sched(X) t in block { p[[t]] = 7 }
  if flag { sync } else { sync }
}
`},
	{"shift", `fn shift<n: nat, m: mem>(p: &uniq m [[i32; n]]) -[block: gpu.block<X<n>>]-> () {
  split(X) block at 1 {
    one => {},
    rest => sched(X) t in rest { p.take_right::<1>[[t]] = p.take_right::<1>[[t]] + 1 }
  }
}
`},
	{"group_fill", `fn group_fill<n: nat, m: mem>(p: &uniq m [[i32; n]]) -[part: gpu.thread_grp<X<n>>]-> () {
  sched(X) t in part { p[[t]] = 3 }
}
`},
	{"lanes", `fn lanes<m: mem>(p: &uniq m [[i32; 32]]) -[warp: gpu.warp]-> () {
  sched(X) l in warp { let x = p.reverse[[l]]; sync(warp); p[[l]] = x }
}
`},
}

func (g *generator) line(format string, args ...any) {
	for range g.ind {
		g.b.WriteString("  ")
	}
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

// nest writes a line, what body writes, indented, and the end.
func (g *generator) nest(end string, body func(), format string, args ...any) {
	g.line(format, args...)
	g.ind++
	body()
	g.ind--
	g.line("%s", end)
}

func (g *generator) one(n int) bool           { return g.r.IntN(n) == 0 }
func (g *generator) pick(of ...int) int       { return of[g.r.IntN(len(of))] }
func (g *generator) word(of ...string) string { return of[g.r.IntN(len(of))] }

// fresh is a new variable name.
func (g *generator) fresh(prefix string) string {
	g.vars++
	return fmt.Sprintf("%s%d", prefix, g.vars)
}

// scoped keeps what body declares from what comes after it.
func (g *generator) scoped(body func()) {
	save := *g
	body()
	g.loops, g.scalars, g.writes, g.refs, g.private = save.loops, save.scalars, save.writes, save.refs, save.private
	g.roots, g.atomics, g.grid, g.block, g.all = save.roots, save.atomics, save.grid, save.block, save.all
	g.blockSel, g.threadSel = save.blockSel, save.threadSel
}

func product(s []int) int {
	n := 1
	for _, x := range s {
		n *= x
	}
	return n
}

func whole(extents []int) []part {
	var out []part
	for _, n := range extents {
		out = append(out, part{0, n})
	}
	return out
}

func extents(ps []part) []int {
	var out []int
	for _, p := range ps {
		out = append(out, p.hi-p.lo)
	}
	return out
}

// dim is the shape with extents in the order of the axes.
func (g *generator) dim(ext []int) string {
	var names, sizes []string
	for i := len(ext) - 1; i >= 0; i-- {
		names, sizes = append(names, g.axes[i]), append(sizes, fmt.Sprint(ext[i]))
	}
	return fmt.Sprintf("%s<%s>", strings.Join(names, ""), strings.Join(sizes, ", "))
}

func (g *generator) allAxes() string { return strings.Join(g.axes, ", ") }

func typeText(shape []int, elem string) string {
	for i := len(shape) - 1; i >= 0; i-- {
		elem = fmt.Sprintf("[%s; %d]", elem, shape[i])
	}
	return elem
}

// Program makes the program of a seed: a kernel or two over the same memory and a main that launches them.
func Program(seed uint64) string {
	g := &generator{r: rand.New(rand.NewPCG(seed, 0xde5ce4d))}
	g.shapes()
	params := slices.Clone(g.roots)
	tmp := 0
	if len(g.axes) == 1 && g.one(6) {
		tmp = product(g.threads)
	}
	kernels := []string{"kernel"}
	if g.one(10) {
		kernels = append(kernels, "second")
	}
	for _, name := range kernels {
		g.scoped(func() {
			if tmp > 0 {
				g.roots = append(g.roots, root{name: "tmp", shape: []int{tmp}, write: true, perBlock: true})
			}
			g.kernel(name, params)
		})
	}
	g.line("fn main(g: &uniq cpu.mem %s, h: &uniq cpu.mem %s, r: & cpu.mem %s, c: &uniq cpu.mem [i32; 4], flag: bool) -[t: cpu.thread]-> () {",
		typeText(params[0].shape, "i32"), typeText(params[1].shape, "i32"), typeText(params[2].shape, "i32"))
	g.line("  let mut dg = GpuGlobal::alloc_copy(&*g);")
	g.line("  let mut dh = GpuGlobal::alloc_copy(&*h);")
	g.line("  let dr = GpuGlobal::alloc_copy(r);")
	g.line("  let mut dc = GpuGlobal::alloc_copy(&*c);")
	shared := ""
	if tmp > 0 {
		shared = fmt.Sprintf("; [i32; %d]", tmp)
	}
	for _, name := range kernels {
		g.line("  %s::<<<%s, %s%s>>>(&uniq dg, &uniq dh, &dr, to_atomic_array(&uniq dc), flag);", name, g.dim(g.blocks), g.dim(g.threads), shared)
	}
	g.line("  copy_mem_to_host(g, &dg);")
	g.line("  copy_mem_to_host(h, &dh)")
	g.line("}")
	return prune(g.b.String())
}

// prune puts the declarations that a text needs before it.
func prune(text string) string {
	for i := len(declarations) - 1; i >= 0; i-- {
		d := declarations[i]
		for _, after := range []string{"(", "::<", " {", ";", ","} {
			if strings.Contains(text, d.name+after) {
				text = d.text + text
				break
			}
		}
	}
	return text
}

// shapes chooses the grid and the parameters.
func (g *generator) shapes() {
	switch k := g.r.IntN(12); {
	case k < 7:
		g.axes, g.blocks, g.threads = []string{"X"}, []int{g.pick(1, 2, 3)}, []int{g.pick(4, 6, 8)}
		if g.one(5) {
			g.threads = []int{g.pick(32, 64)}
		}
	case k < 11:
		g.axes, g.blocks, g.threads = []string{"Y", "X"}, []int{g.pick(1, 2), g.pick(1, 2, 3)}, []int{g.pick(2, 3, 4), g.pick(2, 4)}
		if g.one(6) {
			g.threads = [][]int{{4, 8}, {2, 32}, {4, 16}}[g.r.IntN(3)]
		}
	default:
		g.axes, g.blocks, g.threads = []string{"Z", "Y", "X"}, []int{1, g.pick(1, 2), g.pick(1, 2)}, []int{2, 2, g.pick(2, 3)}
	}
	n := product(g.blocks) * product(g.threads) * g.pick(1, 1, 2, 4)
	g.roots = []root{{name: "g", shape: []int{n}, write: true}, {name: "h", shape: []int{n}, write: true}, {name: "r", shape: []int{n}}}
	if len(g.axes) == 2 && g.one(2) {
		g.roots[0].shape = []int{g.blocks[0] * g.threads[0], n / (g.blocks[0] * g.threads[0])}
	}
	g.atomics = []root{{name: "c", shape: []int{4}}}
	g.grid, g.block = whole(g.blocks), whole(g.threads)
	g.blockSel, g.threadSel = "[[block]]", "[[thread]]"
}

func (g *generator) kernel(name string, params []root) {
	tmp := ""
	if r := g.roots[len(g.roots)-1]; r.name == "tmp" {
		tmp = fmt.Sprintf(", [grid.forall(X)] tmp: &uniq gpu.shared [i32; %d]", r.shape[0])
	}
	g.line("fn %s(g: &uniq gpu.global %s, h: &uniq gpu.global %s, r: & gpu.global %s, c: & gpu.global [AtomicI32; 4], flag: bool%s)", name,
		typeText(params[0].shape, "i32"), typeText(params[1].shape, "i32"), typeText(params[2].shape, "i32"), tmp)
	g.nest("}", func() {
		switch {
		case g.one(6):
			for range 1 + g.r.IntN(2) {
				g.gridItem(1)
			}
		default:
			g.scheduleBlocks("grid")
		}
	}, "  -[grid: gpu.grid<%s, %s>]-> () {", g.dim(g.blocks), g.dim(g.threads))
}

// gridItem writes what the grid executes, beside one schedule of all blocks.
func (g *generator) gridItem(depth int) {
	switch k := g.r.IntN(8); {
	case k < 2:
		g.scheduleBlocks("grid")
	case k < 4:
		g.scoped(func() {
			g.all = true
			g.block = nil
			for i := range g.blocks {
				g.block = append(g.block, part{0, g.blocks[i] * g.threads[i]})
			}
			g.nest("}", func() { g.threadItems(1, false) }, "sched(%s) thread in grid.to_threads {", g.allAxes())
		})
	case k < 7:
		axis := g.r.IntN(len(g.axes))
		n := g.blocks[axis]
		if n < 2 {
			g.scheduleBlocks("grid")
			return
		}
		at := 1 + g.r.IntN(n-1)
		g.nest("}", func() {
			for i, p := range []part{{0, at}, {at, n}} {
				name := []string{"low", "high"}[i]
				g.nest("}"+[]string{",", ""}[i], func() {
					g.scoped(func() {
						g.grid = slices.Clone(g.grid)
						g.grid[axis] = p
						if !g.one(4) {
							g.scheduleBlocks(name)
						}
					})
				}, "%s => {", name)
			}
		}, "split(%s) grid at %d {", g.axes[axis], at)
	default:
		if depth > 0 {
			g.loop(func() { g.gridItem(depth - 1) })
		} else {
			g.scheduleBlocks("grid")
		}
	}
}

// scheduleBlocks writes a schedule of the blocks of a resource.
func (g *generator) scheduleBlocks(of string) {
	g.scoped(func() {
		if len(g.axes) == 2 && g.one(6) { // one axis after the other
			g.blockSel = "[[rank]][[block]]"
			g.line("sched(%s) rank in %s {", g.axes[0], of)
			g.ind++
			defer func() { g.ind--; g.line("}") }()
			g.blocksAlong(g.axes[1], "rank")
			return
		}
		g.blocksAlong(g.allAxes(), of)
	})
}

// blocksAlong writes the schedule that gives whole blocks.
func (g *generator) blocksAlong(axes, of string) {
	g.nest("}", func() {
		nt := product(g.threads)
		for range g.r.IntN(3) {
			name := g.fresh("s")
			r := root{name: name, shape: []int{nt * g.pick(1, 1, 2)}, write: true, perBlock: true}
			elem := "i32"
			switch k := g.r.IntN(10); {
			case k < 2 && len(g.axes) > 1:
				r.shape = slices.Clone(g.threads)
			case k < 4:
				r.shape, r.buffers = []int{2, nt}, true
			case k == 4:
				elem, r.fields = "P", []string{".x", ".y"}
			case k == 5:
				elem, r.fields = "(i32, i32)", []string{".0", ".fst", ".1"}
			case k == 6:
				g.line("let %s = alloc::<gpu.shared, [AtomicI32; %d]>();", name, nt)
				g.atomics = append(g.atomics, root{name: name, shape: []int{nt}, perBlock: true})
				continue
			}
			g.line("let %s = alloc::<gpu.shared, %s>();", name, typeText(r.shape, elem))
			g.roots = append(g.roots, r)
		}
		if g.one(3) {
			owner := "block"
			for _, a := range g.axes {
				owner += ".forall(" + a + ")"
			}
			v := g.fresh("v")
			g.line("let[%s] mut %s: i32 = 0;", owner, v)
			g.private = append(g.private, v)
		}
		g.blockItems(2)
	}, "sched(%s) block in %s {", axes, of)
}

// blockItems writes what a block executes: schedules, barriers, splits, loops.
func (g *generator) blockItems(depth int) {
	line := len(g.axes) == 1
	for range 1 + g.r.IntN(3) {
		switch k := g.r.IntN(16); {
		case k < 5:
			g.schedule("block")
		case k == 5 && line:
			g.call()
		case k == 6 && product(g.threads)%32 == 0:
			g.warps()
		case k == 7 && depth > 0:
			g.split("block", 1)
		case k == 8 && depth > 0:
			g.loop(func() { g.blockItems(depth - 1) })
		case k == 9 && depth > 0:
			g.uniformIf(func() { g.blockItems(depth - 1) })
		case k == 10:
			g.blockReference()
		case k == 11:
			g.line("%s", g.word("sync(block);", "sync;"))
		case k == 12:
			g.atomicView()
		default:
			g.line("sync;")
		}
	}
}

// uniformIf writes a condition that all threads of a block see alike.
func (g *generator) uniformIf(body func()) {
	cond := "flag"
	if len(g.loops) > 0 && g.one(2) {
		cond = g.loops[len(g.loops)-1].name + g.word(" % 2 == 0", " > 0", " == 1")
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

// schedule writes the work of all threads of a block, or of the part of it that executes.
func (g *generator) schedule(of string) {
	g.scoped(func() {
		g.scalars = append(slices.Clone(g.scalars), g.private...)
		g.writes = append(slices.Clone(g.writes), g.private...)
		axes := slices.Clone(g.axes)
		if len(axes) == 2 && g.one(6) { // one axis after the other: a group of threads in between
			g.threadSel = "[[row]][[thread]]"
			g.nest("}", func() {
				g.nest("}", func() { g.threadItems(1, of == "block") }, "sched(%s) thread in row {", axes[1])
			}, "sched(%s) row in %s {", axes[0], of)
			return
		}
		g.nest("}", func() { g.threadItems(2, of == "block") }, "sched(%s) thread in %s {", strings.Join(axes, ", "), of)
	})
}

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
				g.nest("}"+comma, func() {
					switch {
					case depth > 0 && g.one(5):
						g.split(name, depth-1)
					case len(g.axes) == 1 && g.one(8):
						if s, ok := g.linear(p.hi-p.lo, p.lo); ok {
							g.line("group_fill::<%d, _>(&uniq %s)", p.hi-p.lo, s)
						}
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
	r := g.roots[g.r.IntN(len(g.roots))]
	if !r.write || r.fields != nil {
		r = g.roots[g.r.IntN(2)]
	}
	s, m := r.name, r.shape[0]
	if len(r.shape) > 1 {
		s, m = s+".join", product(r.shape)
	}
	if !r.perBlock {
		m /= product(g.blocks)
		s += fmt.Sprintf(".group::<%d>[[block]]", m)
		if p := g.grid[0]; p.hi-p.lo < g.blocks[0] {
			s = strings.TrimSuffix(s, "[[block]]") + fmt.Sprintf("[%d..%d][[block]]", p.lo, p.hi)
		}
	}
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
	return s, true
}

// call writes the call of a function of blocks.
func (g *generator) call() {
	n := g.threads[0]
	p, okP := g.linear(n, 0)
	q, okQ := g.linear(n, 0)
	if !okP || !okQ {
		g.line("sync;")
		return
	}
	switch g.r.IntN(5) {
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
	s, shape = g.views(s, shape, g.r.IntN(3))
	name := g.fresh("p")
	if r.write && !g.one(3) {
		g.line("let %s = &uniq %s;", name, s)
		g.roots = append(slices.Clone(g.roots), root{name: name, shape: shape, write: true, perBlock: true})
		return
	}
	g.line("let %s = &%s;", name, s)
	g.roots = append(slices.Clone(g.roots), root{name: name, shape: shape, perBlock: true})
}

// atomicView turns a part of the block's memory into atomics.
func (g *generator) atomicView() {
	for _, r := range g.roots {
		if r.perBlock && r.write && len(r.shape) == 1 && r.fields == nil && strings.HasPrefix(r.name, "s") {
			name := g.fresh("q")
			g.line("let %s = to_atomic_array(&uniq *%s);", name, r.name)
			g.atomics = append(slices.Clone(g.atomics), root{name: name, shape: r.shape, perBlock: true})
			return
		}
	}
	g.line("sync;")
}

// warps writes work of warps and their lanes.
func (g *generator) warps() {
	n := product(g.threads)
	of, count := "block.to_warps", n/32
	place := func(lo, hi int) string {
		s, ok := g.linear(n, 0)
		if !ok {
			return "1"
		}
		s += ".group::<32>[[warp]]" + g.word("", "", ".reverse")
		if count < n/32 {
			s = strings.Replace(s, "[[warp]]", fmt.Sprintf("[%d..%d][[warp]]", n/32-count, n/32), 1)
		}
		if hi-lo < 32 {
			s += fmt.Sprintf("[%d..%d]", lo, hi)
		}
		return s + "[[lane]]"
	}
	lanes := func(of string, lo, hi int) {
		g.nest("}", func() {
			switch g.r.IntN(6) {
			case 0:
				x := g.fresh("x")
				g.line("let %s = %s;", x, place(lo, hi))
				if hi-lo == 32 {
					g.line("sync(warp);")
					g.line("%s = %s;", place(lo, hi), g.word("shfl_up("+x+", 1)", "shfl_down("+x+", 2)", "shfl_xor("+x+", 1)", "shfl("+x+", 3)"))
				}
			case 1:
				if hi-lo == 32 {
					m := g.fresh("m")
					g.line("let %s = ballot(%s > %d);", m, place(lo, hi), g.r.IntN(30))
					g.line("if %s > 7u32 { %s = 2%s }", m, place(lo, hi), g.word("; sync(warp)", ""))
				}
			case 2:
				g.line("%s = bump(&shrd c[%d], 1);", place(lo, hi), g.r.IntN(4))
			default:
				g.line("%s = %s + 1;", place(lo, hi), place(lo, hi))
			}
		}, "sched(X) lane in %s {", of)
	}
	body := func(of string) {
		g.nest("}", func() {
			for range 1 + g.r.IntN(3) {
				switch g.r.IntN(5) {
				case 0, 1:
					g.line("sync(warp);")
				case 2:
					at := g.pick(1, 8, 16)
					g.nest("}", func() {
						g.nest("},", func() { lanes("few", 0, at) }, "few => {")
						g.line("others => {}")
					}, "split(X) warp at %d {", at)
					continue
				case 3:
					if s := place(0, 32); strings.HasSuffix(s, "[[lane]]") && !strings.HasPrefix(s, "r.") {
						g.line("lanes(&uniq %s);", strings.TrimSuffix(s, "[[lane]]"))
						continue
					}
				}
				lanes("warp", 0, 32)
			}
		}, "sched(X) warp in %s {", of)
	}
	if count > 1 && g.one(3) {
		g.nest("}", func() {
			g.line("first => {},")
			count--
			g.nest("}", func() { body("rest") }, "rest => {")
		}, "split(X) %s at 1 {", of)
		return
	}
	body(of)
}

// loop writes a loop over nats around its body, or a while loop that all threads leave together.
func (g *generator) loop(body func()) {
	name := g.fresh("i")
	n := g.pick(1, 2, 2, 3, 4)
	l := loop{name: name, max: n - 1}
	head := fmt.Sprintf("for %s in 0..%d {", name, n)
	pow2 := []int{1, 2, 4, 4}[g.r.IntN(4)]
	switch g.r.IntN(8) {
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
	case 3:
		g.line("let mut %s = %s;", name, g.word("0", "1"))
		g.scoped(func() {
			g.scalars = append(slices.Clone(g.scalars), name)
			g.nest("}", func() {
				body()
				g.line("%s = %s + 1;", name, name)
			}, "while %s < %s {", name, g.word("2", "3", "1"))
		})
		return
	}
	g.scoped(func() {
		g.loops = append(slices.Clone(g.loops), l)
		g.nest("}", body, "%s", head)
	})
}

// threadItems writes what a thread executes; barriers only where all threads of the block do.
func (g *generator) threadItems(depth int, whole bool) {
	for range 1 + g.r.IntN(3) {
		switch k := g.r.IntN(20); {
		case k < 5:
			g.line("%s = %s;", g.place(true), g.expr())
		case k == 5:
			name := g.fresh("x")
			mut := g.word("", "mut ")
			g.line("let %s%s = %s;", mut, name, g.expr())
			g.scalars = append(slices.Clone(g.scalars), name)
			if mut != "" {
				g.writes = append(slices.Clone(g.writes), name)
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
			g.nest(end, func() { g.scoped(func() { g.threadItems(depth-1, whole && g.one(4)) }) }, "if %s %s %d {", g.expr(), g.word("<", "=="), g.r.IntN(40))
			if end != "}" {
				g.ind++
				g.scoped(func() { g.threadItems(depth-1, false) })
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
			name := g.fresh("a")
			g.line("let mut %s = [%s; 4];", name, g.expr())
			g.roots = append(slices.Clone(g.roots), root{name: name, shape: []int{4}, write: true, perBlock: true, local: true})
		default:
			g.line("%s = %s;", g.place(true), g.expr())
		}
	}
}

// atomic writes an atomic operation.
func (g *generator) atomic() {
	a := g.atomics[g.r.IntN(len(g.atomics))]
	n := a.shape[0]
	at := fmt.Sprintf("[%d]", g.r.IntN(n))
	switch {
	case n == product(g.threads) && len(g.axes) == 1 && g.one(2) && g.block[0].hi-g.block[0].lo == n && !g.all:
		at = "[[thread]]"
	case g.one(3):
		at = fmt.Sprintf("[(%s) & %d]", g.expr(), min(3, n-1))
	}
	if g.one(4) && g.roots[0].name == "g" { // of the thread's own memory
		if p, ok := g.globalPlace(true); ok {
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
		g.scalars = append(slices.Clone(g.scalars), x)
	}
}

// forEach writes a loop over the elements of a place.
func (g *generator) forEach() {
	write := g.one(2)
	s, shape := g.placeTo(write, 1)
	if len(shape) != 1 {
		return
	}
	e := g.fresh("e")
	if write {
		g.nest("}", func() { g.line("*%s = %s;", e, g.expr()) }, "for %s in &uniq %s {", e, s)
		return
	}
	g.nest("}", func() {
		g.scoped(func() {
			g.scalars = append(slices.Clone(g.scalars), "*"+e)
			g.line("%s = %s;", g.place(true), g.expr())
		})
	}, "for %s in &%s {", e, s)
}

// globalPlace is a place in global memory.
func (g *generator) globalPlace(write bool) (string, bool) {
	save := g.roots
	g.roots = g.roots[:3]
	defer func() { g.roots = save }()
	s, shape := g.placeTo(write, 0)
	return s, len(shape) == 0
}

// reference declares a variable that refers to a place, or two in a struct or tuple.
func (g *generator) reference() {
	p, _ := g.globalPlace(true)
	q, _ := g.globalPlace(false)
	name := g.fresh("p")
	refs := []ref{{name: name, uniq: true, global: true}}
	switch g.r.IntN(7) {
	case 0:
		g.line("let %s = same(&uniq %s);", name, p)
	case 1, 2:
		g.line("let %s = &uniq %s;", name, p)
	case 3:
		g.line("let %s = R { p: &uniq %s, q: &%s };", name, p, q)
		refs = []ref{{name + ".p", true, true}, {name + ".q", false, true}}
	case 4:
		g.line("let %s = (&uniq %s, &%s);", name, p, q)
		refs = []ref{{name + ".0", true, true}, {name + ".1", false, true}}
	case 5:
		x := g.fresh("x")
		g.line("let %s = either(R { p: &uniq %s, q: &%s }, 5);", x, p, q)
		g.scalars = append(slices.Clone(g.scalars), x)
		return
	default:
		g.line("let %s = &%s;", name, q)
		refs = []ref{{name, false, true}}
	}
	g.refs = append(slices.Clone(g.refs), refs...)
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
		if !strings.Contains(p.name, ".") {
			of = append(of, "behind(&"+p.name+")")
		}
		g.line("let %s = %s;", x, g.word(of...))
		g.scalars = append(slices.Clone(g.scalars), x)
	}
}

func (g *generator) expr() string {
	switch g.r.IntN(6) {
	case 0:
		return fmt.Sprint(g.r.IntN(100))
	case 1, 2:
		if n := len(g.scalars); n > 0 {
			return g.scalars[g.r.IntN(n)]
		}
	case 3:
		return g.place(false) + " + " + g.place(false)
	}
	return g.place(false)
}
