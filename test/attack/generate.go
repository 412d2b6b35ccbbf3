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
const Version = 19

// generator makes one program.
type generator struct {
	r    *rand.Rand
	b    *strings.Builder
	ind  int
	vars int

	axes    []string // of the grid and block, in the order of schedules: X, or Y, X, or Z, Y, X
	blocks  []int    // extent of the grid for each axis
	threads []int    // extent of the block for each axis
	helpers []helper // functions of blocks that were made
	lenders []lender // functions that are lent arrays
	// lenderTexts are the texts of these
	lenderTexts []string
	features    map[string]bool
	// changing: the place that is made is to be written or lent uniquely
	changing bool
	// leave are the jumps of the loop around, if who executes it executes this
	leave []string
	// pads: sizes are such that the threads do not divide them; padded: elements of the place that was made last may not be there
	pads, padded bool
	// inHelper: in a function of blocks, which gets buffers of its block alone
	inHelper bool
	// copying: threads copy asynchronously; matrices: warps have some
	copying, matrices bool
	focus             bool // and blocks do little else
	inLoops           int  // how many are around

	scope
}

// scope is what the statements of a block of source may use.
type scope struct {
	grid  []part // the part of the grid that executes, for each axis
	block []part // the part of the block (or of all threads) that executes, for each axis
	// all: threads are scheduled by to_threads
	all bool
	// blockSel, threadSel select the part of the executing block and thread
	blockSel, threadSel string
	roots               []root
	atomics             []root // memory of atomics
	loops               []loop
	scalars             []string // readable i32 variables of the thread
	writes              []string // variables of the thread that can be assigned
	refs                []ref    // reference variables of the thread
	threadRefs          []ref    // reference variables of the block's threads, let[..] mut
	private             []string // let[..] mut variables of the block's threads
	carried             []root   // arrays of that kind
	swaps               []swaps  // variables that swap what they refer to
	conds               []string // conditions that were used
	around              []string // and those that hold or do not hold here
	condVars            []condVar
	inThread            bool // or in a warp: the block's own variables are not assigned
	loads               bool // memory can be read
	// numbers are the numbers of the resources around, and blockNumbers those that the threads of a block share
	numbers, blockNumbers []position
	// enums are variables of type Op; permuters are the permutations that a kernel gets
	enums     []enumVar
	permuters []permuter
	// partName is the part of a block, of whole warps, whose threads execute this alike; else ""
	partName string
	// favorites, if not empty, are the roots that places mostly start from
	favorites []string
	// tokens are those of the thread
	tokens []*token
}

// part is the range of resources that execute, along an axis.
type part struct{ lo, hi int }

// position is a term for the number of a resource, or a variable that has it, and how many there are.
type position struct {
	text  string
	count int
}

// ref is a variable that refers to an i32.
type ref struct {
	name   string
	uniq   bool
	global bool
	mut    bool
}

// root is memory that places start from.
type root struct {
	name  string
	shape []int
	write bool
	// perBlock: each block has its own; local: each thread
	perBlock, local bool
	// array: a variable of type `&uniq gpu.shared [i32; n]` or a shared one
	array bool
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

func (g *generator) line(format string, args ...any) {
	for range g.ind {
		g.b.WriteString("  ")
	}
	fmt.Fprintf(g.b, format, args...)
	g.b.WriteByte('\n')
}

// nest writes a line, what body writes, indented, and the end.
func (g *generator) nest(end string, body func(), format string, args ...any) {
	g.line(format, args...)
	leave, loops := g.leave, 0
	switch {
	case strings.HasPrefix(format, "sched"), strings.HasPrefix(format, "split"):
		g.leave = nil
	case strings.HasPrefix(fmt.Sprintf(format, args...), "while"):
		g.leave = []string{"break"} // what comes at the end of the body ends the loop
		loops = 1
	case strings.HasPrefix(fmt.Sprintf(format, args...), "for"):
		g.leave = []string{"break", "continue"}
		loops = 1
	}
	g.ind++
	g.inLoops += loops
	body()
	g.inLoops -= loops
	g.ind--
	g.leave = leave
	g.line("%s", end)
}

func (g *generator) one(n int) bool           { return g.r.IntN(n) == 0 }
func (g *generator) pick(of ...int) int       { return of[g.r.IntN(len(of))] }
func (g *generator) word(of ...string) string { return of[g.r.IntN(len(of))] }

// fresh is a new variable name, which is none of a type.
func (g *generator) fresh(prefix string) string {
	g.vars++
	name := fmt.Sprintf("%s%d", prefix, g.vars)
	if strings.Contains(" i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64 ", " "+name+" ") {
		return g.fresh(prefix)
	}
	return name
}

// scoped keeps what body declares from what comes after it.
func (g *generator) scoped(body func()) {
	save := g.scope
	body()
	g.scope = save
}

// also appends to a list that other scopes share.
func also[T any](list []T, more ...T) []T { return append(slices.Clip(list), more...) }

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

// Program makes the program of a seed: a kernel or two over the same memory, functions that they call and a main
// that launches them.
func Program(seed uint64) string {
	text, _ := program(seed)
	return text
}

// program makes it and says what it uses of what RUNS.md counts.
func program(seed uint64) (string, map[string]bool) {
	g := &generator{r: rand.New(rand.NewPCG(seed, 0xde5ce4d)), b: &strings.Builder{}, features: map[string]bool{}}
	g.shapes()
	g.copying, g.focus = g.one(2), g.one(2)
	return g.program()
}

// matrixProgram makes one in which warps have matrices, which take long to judge.
func matrixProgram(seed uint64) (string, map[string]bool) {
	g := &generator{r: rand.New(rand.NewPCG(seed, 0xde5ce4d)), b: &strings.Builder{}, features: map[string]bool{}}
	for g.shapes(); product(g.threads)%32 != 0; {
		g.shapes()
	}
	g.copying, g.matrices, g.focus = g.one(4), true, !g.one(6)
	return g.program()
}

// program makes a program of the shapes that were chosen.
func (g *generator) program() (string, map[string]bool) {
	if g.one(4) && (product(g.threads) < 64 || g.one(4)) { // with many threads they take long
		g.oddSizes()
	}
	params := slices.Clone(g.roots)
	tmp := 0
	if len(g.axes) == 1 && g.one(6) {
		tmp = product(g.threads)
	}
	var permuters []permuter
	if g.one(6) {
		permuters = g.makePermuters()
	}
	op := g.one(4)
	g.makeHelpers()
	if g.one(2) {
		g.makeLenders()
	}
	kernels := []string{"kernel"}
	if g.one(10) {
		kernels = append(kernels, "second")
	}
	for _, name := range kernels {
		g.scoped(func() {
			if tmp > 0 {
				g.roots = append(g.roots, root{name: "tmp", shape: []int{tmp}, write: true, perBlock: true, array: true})
			}
			more := permuterParams(permuters)
			g.permuters = permuters
			if op {
				more += ", op: Op"
				g.enums = []enumVar{{name: "op", uniform: true}}
			}
			g.kernel(name, params, more)
		})
	}
	g.usedHelpers()
	g.usedLenders()
	g.line("fn main(g: &uniq cpu.mem %s, h: &uniq cpu.mem %s, r: & cpu.mem %s, c: &uniq cpu.mem [i32; 4], flag: bool, n: i32) -[t: cpu.thread]-> () {",
		typeText(params[0].shape, "i32"), typeText(params[1].shape, "i32"), typeText(params[2].shape, "i32"))
	g.line("  let mut dg = GpuGlobal::alloc_copy(&*g);")
	g.line("  let mut dh = GpuGlobal::alloc_copy(&*h);")
	g.line("  let dr = GpuGlobal::alloc_copy(r);")
	g.line("  let mut dc = GpuGlobal::alloc_copy(&*c);")
	g.permutersOfMain(permuters)
	more := permuterArguments(permuters)
	if op {
		g.line("let op = match n { i32::MIN..=0 | 4 => Op::Add, 1..=2 => Op::Max, _ => Op::Min };")
		more += ", op"
	}
	shared := ""
	if tmp > 0 {
		shared = fmt.Sprintf("; [i32; %d]", tmp)
	}
	for _, name := range kernels {
		grid, block := g.dim(g.blocks), g.dim(g.threads)
		if g.one(4) {
			grid, block = "_", "_"
		}
		g.line("  %s::<<<%s, %s%s>>>(&uniq dg, &uniq dh, &dr, to_atomic_array(&uniq dc), flag, n%s);", name, grid, block, shared, more)
	}
	g.line("  copy_mem_to_host(g, &dg);")
	g.line("  copy_mem_to_host(h, &dh)")
	g.line("}")
	return prune(g.b.String()), g.features
}
