// Package attack tries to break the promise of the checks: it makes random well-typed programs over views,
// schedules, splits, loops and barriers at small sizes, and runs every program that the compiler accepts on
// the simulator, which sees every race, access out of bounds and diverging barrier whatever the order of
// execution. A report of the simulator on an accepted program is a mistake in a check.
package attack

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator makes one program.
type generator struct {
	r   *rand.Rand
	b   strings.Builder
	ind int

	axes    []string // of the grid and block: X or Y, X
	blocks  []int    // extent for each axis
	threads []int
	vars    int
	roots   []root
	loops   []loop
	// parts is the split of the block that is active, nil if none: the extent of X in the part.
	partX int
	// pow is true if loops may be halved or doubled ranges.
	scalars []string // readable i32 variables of the thread
	refs    []ref    // reference variables of the thread
	private []string // let[..] mut variables of the block's threads
}

// ref is a variable that refers to an i32.
type ref struct {
	name string
	uniq bool
}

// root is memory that places start from.
type root struct {
	name  string
	shape []int
	write bool
	// perBlock: shared memory, one object per block
	perBlock bool
}

type loop struct {
	name string
	max  int // largest value
	pow2 bool
}

// Program makes the program of a seed.
func Program(seed uint64) string {
	g := &generator{r: rand.New(rand.NewPCG(seed, 0xde5ce4d))}
	g.kernel()
	return g.b.String()
}

// helpers are functions that threads and blocks call.
const helpers = `fn put(p: &uniq gpu.global i32, v: i32) -[t: gpu.thread]-> () { *p = *p + v }
fn get(p: & gpu.global i32) -[t: gpu.thread]-> i32 { *p }
fn behind(p: & gpu.local & gpu.global i32) -[t: gpu.thread]-> i32 { **p }
fn same<'a>(p: &'a uniq gpu.global i32) -[t: gpu.thread]-> &'a uniq gpu.global i32 { p }
fn fill<n: nat>(p: &uniq gpu.global [[i32; n]], v: i32) -[block: gpu.block<X<n>>]-> () {
  sched(X) t in block { p[[t]] = v }
}
fn turn<n: nat>(p: &uniq gpu.global [[i32; n]]) -[block: gpu.block<X<n>>]-> () {
  sched(X) t in block { let x = p.reverse[[t]]; sync; p[[t]] = x }
}
fn mirror<n: nat>(p: &uniq gpu.global [[i32; n]], q: & gpu.global [[i32; n]]) -[block: gpu.block<X<n>>]-> () {
  let s = alloc::<gpu.shared, [i32; n]>();
  sched(X) t in block { s[[t]] = q[[t]]; }
  sync;
  sched(X) t in block { p[[t]] = s.reverse[[t]] }
}
`

func (g *generator) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("  ", g.ind))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

func (g *generator) one(n int) bool           { return g.r.IntN(n) == 0 }
func (g *generator) pick(of ...int) int       { return of[g.r.IntN(len(of))] }
func (g *generator) word(of ...string) string { return of[g.r.IntN(len(of))] }

func product(s []int) int {
	n := 1
	for _, x := range s {
		n *= x
	}
	return n
}

// kernel writes the kernel and a main that launches it.
func (g *generator) kernel() {
	if g.one(3) {
		g.axes = []string{"Y", "X"}
		g.blocks = []int{g.pick(1, 2), g.pick(1, 2, 3)}
		g.threads = []int{g.pick(2, 3, 4), g.pick(2, 4)}
	} else {
		g.axes = []string{"X"}
		g.blocks = []int{g.pick(1, 2, 3)}
		g.threads = []int{g.pick(4, 6, 8)}
	}
	if len(g.axes) == 1 && g.one(6) {
		g.threads = []int{g.pick(32, 64)}
	}
	nb, nt := product(g.blocks), product(g.threads)
	n := nb * nt * g.pick(1, 1, 2, 4)
	dim := func(ext []int) string {
		if len(ext) == 1 {
			return fmt.Sprintf("X<%d>", ext[0])
		}
		return fmt.Sprintf("XY<%d, %d>", ext[1], ext[0])
	}
	g.roots = []root{{name: "g", shape: []int{n}, write: true}, {name: "h", shape: []int{n}, write: true}, {name: "r", shape: []int{n}}}
	if len(g.axes) == 2 && g.one(2) {
		g.roots[0].shape = []int{g.blocks[0] * g.threads[0], n / (g.blocks[0] * g.threads[0])}
	}
	g.b.WriteString(helpers)
	g.line("fn kernel(g: &uniq gpu.global %s, h: &uniq gpu.global %s, r: & gpu.global %s, flag: bool)", typeText(g.roots[0].shape), typeText(g.roots[1].shape), typeText(g.roots[2].shape))
	g.line("  -[grid: gpu.grid<%s, %s>]-> () {", dim(g.blocks), dim(g.threads))
	g.ind++
	g.line("sched(%s) block in grid {", strings.Join(g.axes, ", "))
	g.ind++
	for i := range g.r.IntN(3) {
		shape := []int{nt * g.pick(1, 1, 2)}
		if len(g.axes) == 2 && g.one(2) {
			shape = []int{g.threads[0], g.threads[1]}
		}
		name := fmt.Sprintf("s%d", i)
		g.line("let %s = alloc::<gpu.shared, %s>();", name, typeText(shape))
		g.roots = append(g.roots, root{name: name, shape: shape, write: true, perBlock: true})
	}
	if g.one(3) {
		of := "block"
		for _, a := range g.axes {
			of += ".forall(" + a + ")"
		}
		g.line("let[%s] mut v0: i32 = 0;", of)
		g.private = []string{"v0"}
	}
	g.blockItems(2)
	g.ind--
	g.line("}")
	g.ind--
	g.line("}")
	g.line("fn main(g: &uniq cpu.mem %s, h: &uniq cpu.mem %s, r: & cpu.mem %s, flag: bool) -[t: cpu.thread]-> () {", typeText(g.roots[0].shape), typeText(g.roots[1].shape), typeText(g.roots[2].shape))
	g.line("  let mut dg = GpuGlobal::alloc_copy(&*g);")
	g.line("  let mut dh = GpuGlobal::alloc_copy(&*h);")
	g.line("  let dr = GpuGlobal::alloc_copy(r);")
	g.line("  kernel::<<<%s, %s>>>(&uniq dg, &uniq dh, &dr, flag)", dim(g.blocks), dim(g.threads))
	g.line("}")
}

func typeText(shape []int) string {
	s := "i32"
	for i := len(shape) - 1; i >= 0; i-- {
		s = fmt.Sprintf("[%s; %d]", s, shape[i])
	}
	return s
}

// blockItems writes what a block executes: schedules, barriers, splits, loops.
func (g *generator) blockItems(depth int) {
	for range 1 + g.r.IntN(3) {
		switch k := g.r.IntN(12); {
		case k == 10 && len(g.axes) == 1:
			g.call()
		case k == 11 && len(g.axes) == 1 && g.threads[0]%32 == 0:
			g.warps()
		case k < 5:
			g.schedule("block", g.threads, "")
		case k < 7:
			g.line("sync;")
		case k == 7 && depth > 0:
			g.split()
		case k == 8 && depth > 0:
			g.loop(func() { g.blockItems(depth - 1) })
		case k == 9 && depth > 0:
			g.line("if flag {")
			g.ind++
			g.blockItems(depth - 1)
			g.ind--
			g.line("} else {")
			g.ind++
			g.blockItems(depth - 1)
			g.ind--
			g.line("}")
		default:
			g.line("sync;")
		}
	}
}

// schedule writes the work of all threads of a block, or of a part of it with other extents.
func (g *generator) schedule(of string, threads []int, after string) {
	save, scalars, refs := g.threads, g.scalars, g.refs
	g.threads = threads
	g.scalars = append(append([]string(nil), g.scalars...), g.private...)
	g.line("sched(%s) thread in %s {", strings.Join(g.axes, ", "), of)
	g.ind++
	g.threadItems(2, of == "block")
	g.ind--
	g.line("}%s", after)
	g.threads, g.scalars, g.refs = save, scalars, refs
}

// call writes the call of a function of blocks.
func (g *generator) call() {
	part := func() string {
		r := g.roots[g.r.IntN(2)]
		s, m := r.name, r.shape[0]
		if k := m / g.blocks[0]; k > g.threads[0] && g.one(2) {
			return fmt.Sprintf("%s.group::<%d>[[block]].group::<%d>%s", s, k, g.threads[0], g.index(k/g.threads[0]))
		} else if k > g.threads[0] {
			return fmt.Sprintf("%s.group::<%d>%s[[block]]", s, g.threads[0], fmt.Sprintf("[%d..%d]", g.r.IntN(2)*(m/g.threads[0]-g.blocks[0]), m/g.threads[0]))
		}
		return fmt.Sprintf("%s.group::<%d>[[block]]", s, g.threads[0])
	}
	switch n := g.threads[0]; g.r.IntN(3) {
	case 0:
		g.line("fill::<%d>(&uniq %s, %d);", n, part(), g.r.IntN(9))
	case 1:
		g.line("turn::<%d>(&uniq %s);", n, part())
	case 2:
		g.line("mirror::<%d>(&uniq %s, &%s);", n, part(), part())
	}
}

// warps writes work of warps and their lanes on shared memory.
func (g *generator) warps() {
	n := g.threads[0]
	var vs []root
	for _, r := range g.roots {
		if r.perBlock && len(r.shape) == 1 {
			vs = append(vs, r)
		}
	}
	if len(vs) == 0 {
		g.line("sync;")
		return
	}
	g.line("sched(X) warp in block.to_warps {")
	g.ind++
	place := func() string {
		r := vs[g.r.IntN(len(vs))]
		s := r.name
		if r.shape[0] > n {
			s += fmt.Sprintf(".%s::<%d>", g.word("take_left", "take_right"), n)
		}
		if g.one(6) {
			s += ".reverse"
		}
		return s + ".group::<32>[[warp]]" + g.word("", "", ".reverse") + "[[lane]]"
	}
	for range 1 + g.r.IntN(3) {
		if g.one(2) {
			g.line("sync(warp);")
		}
		g.line("sched(X) lane in warp {")
		g.ind++
		switch g.r.IntN(4) {
		case 0:
			x := fmt.Sprintf("x%d", g.vars)
			g.vars++
			g.line("let %s = %s;", x, place())
			g.line("sync(warp);")
			g.line("%s = shfl_up(%s, 1);", place(), x)
		default:
			g.line("%s = %s + 1;", place(), place())
		}
		g.ind--
		g.line("}")
	}
	g.ind--
	g.line("}")
}

// split divides the block along X.
func (g *generator) split() {
	x := len(g.threads) - 1
	n := g.threads[x]
	at := 1 + g.r.IntN(n-1)
	text := fmt.Sprint(at)
	for _, l := range g.loops {
		if l.pow2 && l.max < n && g.one(2) {
			text = l.name
			at = -1
		}
	}
	g.line("split(X) block at %s {", text)
	g.ind++
	part := func(name string, ext int, comma string) {
		if ext <= 0 || g.one(3) {
			g.line("%s => {}%s", name, comma)
			return
		}
		t := append([]int(nil), g.threads...)
		t[x] = ext
		g.line("%s => {", name)
		g.ind++
		g.schedule(name, t, "")
		g.ind--
		g.line("}%s", comma)
	}
	if at < 0 { // a symbolic position: places that select by it are made by hand
		g.symbolicPart("fst", text, ",")
		g.line("snd => {}")
	} else {
		part("fst", at, ",")
		part("snd", n-at, "")
	}
	g.ind--
	g.line("}")
}

// symbolicPart is the step of a tree reduction over a vector root.
func (g *generator) symbolicPart(name, k, comma string) {
	var vs []root
	for _, r := range g.roots {
		if r.write && r.perBlock && len(r.shape) == 1 && len(g.axes) == 1 && r.shape[0] >= 2*g.threads[0] {
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

// loop writes a loop over nats around its body.
func (g *generator) loop(body func()) {
	name := fmt.Sprintf("i%d", g.vars)
	g.vars++
	n := g.pick(1, 2, 2, 3, 4)
	l := loop{name: name, max: n - 1}
	switch g.r.IntN(6) {
	case 0:
		l.max, l.pow2 = n, true
		if n == 3 {
			l.max, n = 4, 4
		}
		g.line("for %s in halved_range(%d) {", name, n)
	case 1:
		if n == 3 {
			n = 4
		}
		l.max, l.pow2 = n, true
		g.line("for %s in doubled_range(%d) {", name, n)
	default:
		g.line("for %s in 0..%d {", name, n)
	}
	g.loops = append(g.loops, l)
	g.ind++
	body()
	g.ind--
	g.loops = g.loops[:len(g.loops)-1]
	g.line("}")
}

// threadItems writes what a thread executes; barriers only where all threads of the block do.
func (g *generator) threadItems(depth int, whole bool) {
	for range 1 + g.r.IntN(3) {
		switch k := g.r.IntN(14); {
		case k == 10:
			g.reference()
		case k == 11 && len(g.private) > 0:
			g.line("%s = %s;", g.private[0], g.expr())
		case k == 12 && depth > 0: // a condition that threads may see differently
			scalars, refs := g.scalars, g.refs
			g.line("if %s %s %d {", g.expr(), g.word("<", "=="), g.r.IntN(40))
			g.ind++
			g.threadItems(depth-1, whole && g.one(4))
			g.ind--
			g.scalars, g.refs = scalars, refs
			if g.one(2) {
				g.line("} else {")
				g.ind++
				g.threadItems(depth-1, false)
				g.ind--
				g.scalars, g.refs = scalars, refs
			}
			g.line("}")
		case k == 13 && len(g.refs) > 0:
			g.useReference()
		case k < 5:
			g.line("%s = %s;", g.place(true), g.expr())
		case k < 6:
			name := fmt.Sprintf("x%d", g.vars)
			g.vars++
			g.line("let %s = %s;", name, g.expr())
			g.scalars = append(g.scalars, name)
		case k < 8 && whole:
			g.line("sync;")
		case k == 8 && depth > 0:
			scalars, refs := g.scalars, g.refs
			g.loop(func() { g.threadItems(depth-1, whole) })
			g.scalars, g.refs = scalars, refs
		default:
			g.line("%s = %s;", g.place(true), g.expr())
		}
	}
}

// global is a place in global memory.
func (g *generator) global(write bool) string {
	save := g.roots
	g.roots = g.roots[:3]
	defer func() { g.roots = save }()
	return g.place(write)
}

// reference declares a variable that refers to a place.
func (g *generator) reference() {
	name := fmt.Sprintf("p%d", g.vars)
	g.vars++
	uniq := g.one(2)
	switch {
	case uniq && g.one(3):
		g.line("let %s = same(&uniq %s);", name, g.global(true))
	case uniq:
		g.line("let %s = &uniq %s;", name, g.global(true))
	default:
		g.line("let %s = &%s;", name, g.global(false))
	}
	g.refs = append(g.refs, ref{name, uniq})
}

// useReference reads or writes through a variable.
func (g *generator) useReference() {
	p := g.refs[len(g.refs)-1-g.r.IntN(min(2, len(g.refs)))]
	x := fmt.Sprintf("x%d", g.vars)
	switch {
	case p.uniq && g.one(2):
		g.line("*%s = %s;", p.name, g.expr())
	case p.uniq:
		g.line("put(%s, %d);", p.name, g.r.IntN(9))
	default:
		g.vars++
		g.line("let %s = %s;", x, g.word("*"+p.name, "get("+p.name+")", "behind(&"+p.name+")"))
		g.scalars = append(g.scalars, x)
	}
}

func (g *generator) expr() string {
	switch g.r.IntN(5) {
	case 0:
		return fmt.Sprint(g.r.IntN(100))
	case 1:
		if n := len(g.scalars); n > 0 {
			return g.scalars[g.r.IntN(n)]
		}
	case 2:
		return g.place(false) + " + " + g.place(false)
	}
	return g.place(false)
}

// place writes a place of type i32: a root, views, and a select or index for each dimension.
func (g *generator) place(write bool) string {
	var roots []root
	for _, r := range g.roots {
		if r.write || !write {
			roots = append(roots, r)
		}
	}
	r := roots[g.r.IntN(len(roots))]
	s := r.name
	shape := append([]int(nil), r.shape...)
	nb, nt := product(g.blocks), product(g.threads)
	blockLeft := !r.perBlock
	careful := !g.one(8) // mostly select blocks first, threads then
	if blockLeft && careful {
		if len(g.axes) == 2 && len(shape) == 2 && shape[0]%g.blocks[0] == 0 && shape[1]%g.blocks[1] == 0 {
			h, w := shape[0]/g.blocks[0], shape[1]/g.blocks[1]
			s += fmt.Sprintf(".tile::<%d, %d>[[block]]", h, w)
			shape = []int{h, w}
		} else {
			if len(shape) == 2 {
				s += ".join"
				shape = []int{shape[0] * shape[1]}
			}
			s, shape = g.views(s, shape, 1)
			for len(shape) > 1 {
				s += ".join"
				shape = append([]int{shape[0] * shape[1]}, shape[2:]...)
			}
			if shape[0]%nb == 0 && shape[0] >= nb {
				s += fmt.Sprintf(".group::<%d>", shape[0]/nb)
				if len(g.axes) == 2 {
					s += fmt.Sprintf(".group::<%d>", g.blocks[1])
				}
				s += "[[block]]"
				shape = []int{shape[0] / nb}
			}
		}
		blockLeft = false
	}
	s, shape = g.views(s, shape, g.r.IntN(3))
	if careful || g.one(2) {
		// bring the shape to threads times rest
		if !(len(shape) >= len(g.threads) && equal(shape[:len(g.threads)], g.threads)) {
			for len(shape) > 1 {
				s += ".join"
				shape = append([]int{shape[0] * shape[1]}, shape[2:]...)
			}
			if shape[0]%nt == 0 && shape[0] >= nt {
				if rest := shape[0] / nt; rest > 1 {
					if g.one(2) {
						s += fmt.Sprintf(".group::<%d>", rest)
						shape = []int{nt, rest}
					} else {
						s += fmt.Sprintf(".group::<%d>.transpose", nt)
						shape = []int{nt, rest}
					}
				}
				if len(g.threads) == 2 {
					s += fmt.Sprintf(".group::<%d>", g.threads[1])
					shape = append([]int{g.threads[0], g.threads[1]}, shape[1:]...)
				}
			}
		}
		if len(shape) >= len(g.threads) && equal(shape[:len(g.threads)], g.threads) {
			s += "[[thread]]"
			shape = shape[len(g.threads):]
			s, shape = g.views(s, shape, g.r.IntN(2))
		}
	}
	for len(shape) > 0 {
		s += g.index(shape[0])
		shape = shape[1:]
	}
	return s
}

func equal(a, b []int) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// index is a nat index below n.
func (g *generator) index(n int) string {
	for _, l := range g.loops {
		if l.max < n && g.one(2) {
			if g.one(4) && l.max+1 < n {
				return fmt.Sprintf("[%s + 1]", l.name)
			}
			return "[" + l.name + "]"
		}
	}
	return fmt.Sprintf("[%d]", g.r.IntN(n))
}

// views applies up to n random views to a place.
func (g *generator) views(s string, shape []int, n int) (string, []int) {
	for range n {
		if len(shape) == 0 {
			return s, shape
		}
		m := shape[0]
		switch g.r.IntN(9) {
		case 0:
			s += ".reverse"
		case 1, 2:
			if d := divisor(g.r, m); d > 0 {
				s += fmt.Sprintf(".group::<%d>", d)
				shape = append([]int{m / d, d}, shape[1:]...)
			}
		case 3:
			if len(shape) >= 2 {
				s += ".transpose"
				shape = append([]int{shape[1], shape[0]}, shape[2:]...)
			}
		case 4:
			if len(shape) >= 2 {
				s += ".join"
				shape = append([]int{shape[0] * shape[1]}, shape[2:]...)
			}
		case 5:
			if m >= 2 && m%2 == 0 {
				s += fmt.Sprintf(".%s::<%d>", g.word("take_left", "take_right"), m/2)
				shape = append([]int{m / 2}, shape[1:]...)
			}
		case 6:
			if m >= 3 {
				lo := g.r.IntN(2)
				s += fmt.Sprintf("[%d..%d]", lo, m-1+lo)
				shape = append([]int{m - 1}, shape[1:]...)
			}
		case 7:
			if len(shape) >= 2 {
				s += ".map(reverse)"
			}
		case 8:
			if len(shape) >= 2 {
				if d := divisor(g.r, shape[1]); d > 0 {
					s += fmt.Sprintf(".map(group::<%d>)", d)
					shape = append([]int{m, shape[1] / d, d}, shape[2:]...)
				}
			}
		}
	}
	return s, shape
}

// divisor is a random proper divisor of n above 1, or 0.
func divisor(r *rand.Rand, n int) int {
	var ds []int
	for d := 2; d < n; d++ {
		if n%d == 0 {
			ds = append(ds, d)
		}
	}
	if len(ds) == 0 {
		return 0
	}
	return ds[r.IntN(len(ds))]
}
