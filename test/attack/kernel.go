package attack

import (
	"fmt"
	"slices"
	"strings"
)

// shapes chooses the grid and the parameters.
func (g *generator) shapes() {
	switch k := g.r.IntN(12); {
	case k < 7:
		g.axes, g.blocks, g.threads = []string{"X"}, []int{g.pick(1, 2, 3)}, []int{g.pick(4, 6, 8)}
		if g.one(4) {
			g.threads = []int{g.pick(32, 64, 64, 96)}
		}
	case k < 11:
		g.axes, g.blocks, g.threads = []string{"Y", "X"}, []int{g.pick(1, 2), g.pick(1, 2, 3)}, []int{g.pick(2, 3, 4), g.pick(2, 4)}
		if g.one(3) {
			g.threads = [][]int{{4, 8}, {2, 32}, {4, 16}, {16, 2}}[g.r.IntN(4)]
		}
	default:
		g.axes, g.blocks, g.threads = []string{"Z", "Y", "X"}, []int{1, g.pick(1, 2), g.pick(1, 2)}, []int{2, 2, g.pick(2, 3)}
		if g.one(2) {
			g.threads = [][]int{{2, 4, 4}, {4, 4, 2}, {2, 2, 16}}[g.r.IntN(3)]
		}
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

// kernel writes one with further parameters.
func (g *generator) kernel(name string, params []root, more string) {
	tmp := more
	if r := g.roots[len(g.roots)-1]; r.name == "tmp" {
		tmp += fmt.Sprintf(", [grid.forall(X)] tmp: &uniq gpu.shared [i32; %d]", r.shape[0])
	}
	g.line("fn %s(g: &uniq gpu.global %s, h: &uniq gpu.global %s, r: & gpu.global %s, c: & gpu.global [AtomicI32; 4], flag: bool, n: i32%s)", name,
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
			g.all, g.inThread, g.loads = true, true, true
			g.block = nil
			for i := range g.blocks {
				g.block = append(g.block, part{0, g.blocks[i] * g.threads[i]})
			}
			g.numbers = g.counted("thread", g.axes, g.block)
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
			g.countBlocks(g.counted("rank", g.axes[:1], g.grid))
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
		g.countBlocks(g.counted("block", axesOf(axes), g.grid))
		if len(g.wholeWarps(part{0, g.threads[0]})) > 0 && g.one(4) {
			for range g.pick(1, 1, 2) {
				g.handover()
			}
			return
		}
		g.blockMemory()
		g.blockItems(2)
		if len(g.helpers) > 0 && g.one(2) {
			g.callHelper()
		}
		if g.one(6) && axes == "X" && of == "grid" {
			g.gridSteps()
		}
	}, "sched(%s) block in %s {", axes, of)
}

// countBlocks makes numbers of blocks known, which their threads share.
func (g *generator) countBlocks(of []position) {
	g.numbers, g.blockNumbers = also(g.numbers, of...), also(g.blockNumbers, of...)
}

// blockMemory writes what a block allocates, and the variables of its threads.
func (g *generator) blockMemory() {
	nt := product(g.threads)
	for range g.r.IntN(3) {
		name := g.fresh("s")
		r := root{name: name, shape: []int{nt * g.pick(1, 1, 2)}, write: true, perBlock: true, array: true}
		elem := "i32"
		switch k := g.r.IntN(10); {
		case k < 2 && len(g.axes) > 1:
			r.shape, r.array = slices.Clone(g.threads), len(g.threads) == 1
		case k < 4:
			r.shape, r.buffers, r.array = []int{2, nt}, true, false
		case k == 4:
			elem, r.fields, r.array = "P", []string{".x", ".y"}, false
		case k == 5:
			elem, r.fields, r.array = "(i32, i32)", []string{".0", ".fst", ".1"}, false
		case k == 6:
			g.line("let %s = alloc::<gpu.shared, [AtomicI32; %d]>();", name, nt)
			g.atomics = also(g.atomics, root{name: name, shape: []int{nt}, perBlock: true})
			continue
		}
		g.line("let %s = alloc::<gpu.shared, %s>();", name, typeText(r.shape, elem))
		g.roots = also(g.roots, r)
	}
	if g.one(3) {
		v := g.fresh("v")
		g.line("let[%s] mut %s: i32 = 0;", g.eachThread(), v)
		g.private = also(g.private, v)
	}
	if g.one(8) {
		g.threadReference()
	}
	if g.one(6) {
		v := g.fresh("a")
		g.line("let[%s] mut %s: [i32; 4] = [%d; 4];", g.eachThread(), v, g.r.IntN(9))
		g.carried = also(g.carried, root{name: v, shape: []int{4}, write: true, perBlock: true, local: true})
		g.features["arrays carried over schedules"] = true
	}
	if g.one(3) || len(g.helpers) > 0 && g.one(2) {
		g.bufferSet()
	}
}

// eachThread is the schedule of all threads of the block.
func (g *generator) eachThread() string {
	owner := "block"
	for _, a := range g.axes {
		owner += ".forall(" + a + ")"
	}
	return owner
}

// blockItems writes what a block executes: schedules, barriers, splits, loops.
func (g *generator) blockItems(depth int) {
	line := len(g.axes) == 1
	items := 1 + g.r.IntN(3)
	if g.focus && (g.copying || g.matrices) && !g.inHelper {
		items = g.pick(1, 1, 2)
	}
	for range items {
		if g.copying && !g.inHelper && (g.focus && !g.matrices || g.one(3)) {
			g.copies()
			continue
		}
		if g.matrices && !g.inHelper && (g.focus || g.one(3)) {
			g.tiles()
			continue
		}
		if len(g.lenders) > 0 && !g.inHelper && g.one(2) {
			g.lend()
			continue
		}
		if line && len(g.private) > 0 && !g.inHelper && g.one(4) {
			g.blockValues()
			continue
		}
		if product(g.threads) >= 64 && g.one(3) {
			if depth < 2 && !(g.inHelper && g.ind == 1) && !g.one(20) || g.one(3) { // barriers between parts are made once
				g.split("block", 1)
			} else {
				g.handover()
			}
			continue
		}
		switch k := g.r.IntN(33); {
		case k == 29 && depth > 0, k == 30 && depth > 0:
			g.match(true, func() { g.blockItems(depth - 1) })
		case k == 31:
			g.enumVariable()
		case k < 2 && !line && product(g.threads)%32 == 0:
			g.warps()
		case k < 5:
			g.schedule("block")
		case (k == 5 || k == 32) && line:
			g.call()
		case k < 8 && product(g.threads)%32 == 0:
			g.warps()
		case k == 8 && depth > 0:
			g.split("block", 1)
		case k == 9 && depth > 0:
			g.loop(func() { g.blockItems(depth - 1) })
		case k == 10 && depth > 0:
			g.uniformIf(func() { g.blockItems(depth - 1) })
		case k == 11:
			g.blockReference()
		case k == 12:
			g.line("%s", g.word("sync(block);", "sync;"))
		case k == 13:
			g.atomicView()
		case k < 16 && len(g.swaps) > 0:
			g.swap()
		case k < 19 && len(g.swaps) > 0 && depth > 0:
			g.swapLoop()
		case k == 19 && depth > 0:
			g.twice(func() { g.blockItems(depth - 1) })
		case k == 20:
			g.conditionVariable(g.one(2))
		case k == 21 || k == 25 && len(g.helpers) > 0:
			g.callHelper()
		case k == 22:
			g.sharedSet()
		case k == 23, k == 24:
			g.paired()
		case k == 28 && len(g.leave) > 0:
			g.uniformJump(func() { g.blockItems(0) })
		default:
			if !g.inHelper && g.one(6) {
				g.line("sync(grid);")
			} else {
				g.line("sync;")
			}
		}
	}
}

// schedule writes the work of all threads of a block, or of the part of it that executes.
func (g *generator) schedule(of string) {
	g.scoped(func() {
		g.inThread, g.loads = true, true
		g.scalars = also(g.scalars, g.private...)
		g.writes = also(g.writes, g.private...)
		g.roots = also(g.roots, g.carried...)
		g.refs = also(g.refs, g.threadRefs...)
		axes := slices.Clone(g.axes)
		if len(axes) == 2 && g.one(6) { // one axis after the other: a group of threads in between
			g.threadSel = "[[row]][[thread]]"
			g.numbers = also(also(g.numbers, g.counted("row", axes[:1], g.block)...), g.counted("thread", axes[1:], g.block)...)
			g.nest("}", func() {
				g.nest("}", func() { g.threadItems(1, of == "block") }, "sched(%s) thread in row {", axes[1])
			}, "sched(%s) row in %s {", axes[0], of)
			return
		}
		g.numbers = also(g.numbers, g.counted("thread", axes, g.block)...)
		g.nest("}", func() { g.threadItems(2, of == "block") }, "sched(%s) thread in %s {", strings.Join(axes, ", "), of)
	})
}
