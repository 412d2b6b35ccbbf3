package attack

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Tiles in turns: blocks that stay, of which each takes every so many-th tile of an array of any length or a run of neighbouring ones, and has the
// next tiles on their way to shared memory while it works on one. Half of the programs are right, the others have a mistake or two.

// turns makes a kernel of that kind.
type turns struct {
	generator
	blocks, t, w int // blocks, threads of a block, elements of a thread
	s            int // places of tiles in shared memory
	n            int // elements of the arrays
	generic      bool
	runs         bool // a block takes neighbouring tiles
	warps        bool // each warp takes its part of a tile, and waits for itself alone
	inPlace      bool // what comes of a tile is written where it was
	barrier      string
}

// Turns makes the program of a seed, and says what it uses.
func Turns(seed uint64) (string, map[string]bool) { return turnsOf(seed, false) }

// turnsOf is Turns; longer: main has arrays of four tiles for each block, for a kernel that is generic in their length.
func turnsOf(seed uint64, longer bool) (string, map[string]bool) {
	p := &turns{generator: generator{r: rand.New(rand.NewPCG(seed, 0x711e5)), b: &strings.Builder{}, features: map[string]bool{}}}
	p.blocks = p.pick(1, 2, 2, 3)
	p.warps = p.one(3)
	p.t, p.w, p.s = p.pick(2, 4, 8), p.pick(1, 1, 2, 4), p.pick(1, 2, 2, 3, 3, 4)
	if p.warps {
		p.t, p.w = p.pick(32, 64), p.pick(1, 2, 2)
	}
	all := p.tile() * p.blocks
	p.n = p.pick(0, 1, p.tile()-1, p.tile(), all, all+1, 2*all, 2*all+p.tile(), 3*all-1, p.r.IntN(4*all))
	p.generic, p.runs, p.inPlace, p.barrier = !p.one(3), p.one(4), p.one(3), "sync;"
	if p.runs {
		p.generic = false
	}
	if longer && p.generic {
		p.n = 4 * all
	}
	if p.warps {
		p.features["warps"] = true
		p.barrier = p.word("sync(warp);", "sync(warp);", "sync(warp);", "sync;")
	}
	for name, is := range map[string]bool{"generic": p.generic, "runs of tiles": p.runs, "in place": p.inPlace, fmt.Sprint(p.s, " places"): true} {
		if is {
			p.features[name] = true
		}
	}
	p.program()
	return p.b.String(), p.features
}

// tile is the number of elements of a tile.
func (p *turns) tile() int { return p.t * p.w }

// rounds is how many tiles a block takes at most.
func (p *turns) rounds() string {
	if p.generic {
		return fmt.Sprintf("((n + %d) / %d + %d) / %d", p.tile()-1, p.tile(), p.blocks-1, p.blocks)
	}
	return fmt.Sprint(p.most())
}

func (p *turns) most() int { return ((p.n+p.tile()-1)/p.tile() + p.blocks - 1) / p.blocks }

func (p *turns) program() {
	n, head := fmt.Sprint(p.n), "fn kernel"
	if p.generic {
		n, head = "n", "fn kernel<n: nat>"
	}
	p.line("%s(g: %s gpu.global [i32; %s], h: &uniq gpu.global [i32; %s], r: & gpu.global [i32; %s], flag: bool)", head, map[bool]string{true: "&uniq", false: "&"}[p.inPlace], n, n, n)
	p.line("  -[grid: gpu.grid<X<%d>, X<%d>>]-> () {", p.blocks, p.t)
	p.ind++
	p.nest("}", func() {
		p.line("let s = alloc::<gpu.shared, [[i32; %d]; %d]>();", p.tile(), p.s)
		p.line("let u = alloc::<gpu.shared, [[i32; %d]; %d]>();", p.tile(), p.s)
		switch {
		case p.warps && p.w == 2 && p.one(2):
			p.nest("}", p.matrices, "sched(X) warp in block.to_warps {")
		case p.warps:
			p.nest("}", func() { p.nest("}", p.thread, "sched(X) lane in warp {") }, "sched(X) warp in block.to_warps {")
		default:
			p.nest("}", p.thread, "sched(X) thread in block {")
		}
	}, "sched(X) block in grid {")
	p.ind--
	p.line("}")
	uniq := map[bool]string{true: "&uniq ", false: "&"}[p.inPlace]
	p.line("fn main(g: %scpu.mem [i32; %[2]d], h: &uniq cpu.mem [i32; %[2]d], r: & cpu.mem [i32; %[2]d], flag: bool) -[t: cpu.thread]-> () {", map[bool]string{true: "&uniq ", false: "& "}[p.inPlace], p.n)
	p.line("  let %sdg = GpuGlobal::alloc_copy(&*g);", map[bool]string{true: "mut "}[p.inPlace])
	p.line("  let mut dh = GpuGlobal::alloc_copy(&*h);")
	p.line("  let dr = GpuGlobal::alloc_copy(r);")
	p.line("  kernel::<<<X<%d>, X<%d>>>>(%sdg, &uniq dh, &dr, flag);", p.blocks, p.t, uniq)
	if p.inPlace {
		p.line("  copy_mem_to_host(g, &dg);")
	}
	p.line("  copy_mem_to_host(h, &dh);")
	p.line("}")
}

// of is the part of the thread, or of the warp, of the elements of a tile.
func (p *turns) of(tile string) string {
	if p.warps {
		return fmt.Sprintf("%s.group::<%d>[[warp]].group::<%d>[[lane]]", tile, 32*p.w, p.w)
	}
	return fmt.Sprintf("%s.group::<%d>[[thread]]", tile, p.w)
}

// turned is like of, of elements that other threads have copied.
func (p *turns) turned(tile string) string {
	view := p.word(".reverse", ".reverse", ".reverse", "")
	if p.warps {
		return fmt.Sprintf("%s.group::<%d>[[warp]]%s.group::<%d>[[lane]]", tile, 32*p.w, view, p.w)
	}
	return fmt.Sprintf("%s%s.group::<%d>[[thread]]", tile, view, p.w)
}

// in is the block's tile of a round, of an array in global memory; there are as many tiles more as may be on their way.
func (p *turns) in(array, round string, more int) string {
	pad, block := "", "[[block]]"
	if more > 0 {
		pad = fmt.Sprintf(".pad::<%s + %d>", p.rounds(), more)
	}
	if p.one(60) {
		block = "[0]"
	}
	if p.runs {
		most := max(1, p.most())
		return fmt.Sprintf("%s.pad::<%d>.group::<%d>%s.group::<%d>%s[%s]", array, max(p.n, p.blocks*most*p.tile()), most*p.tile(), block, p.tile(), strings.ReplaceAll(pad, ".pad::<0 +", ".pad::<1 +"), round)
	}
	return fmt.Sprintf("%s.group_up::<%d>.group_up::<%d>%s[%s]%s", array, p.tile(), p.blocks, pad, round, block)
}

// at is the place of a tile in shared memory.
func (p *turns) at(s, round string) string {
	if p.s == 1 {
		return s + "[0]"
	}
	k := p.s
	if p.one(60) {
		k--
	}
	return fmt.Sprintf("%s[(%s) %% %d]", s, round, k)
}

func (p *turns) copyOf(s, array, round string) string {
	return fmt.Sprintf("copy_async(&uniq %s, &%s)", p.of(p.at(s, round)), p.of(p.in(array, round, p.s)))
}

// use works on the tile of a round.
func (p *turns) use(s, round string) string {
	array := "h"
	if p.inPlace && s == "s" {
		array = "g"
	}
	j := p.r.IntN(p.w)
	return fmt.Sprintf("%s[%d] = %s[%d] + acc;", p.of(p.in(array, round, 0)), j, p.turned(p.at(s, round)), p.r.IntN(p.w))
}

// thread is what each thread does.
func (p *turns) thread() {
	p.line("let mut acc = 0;")
	sources := []string{"g"}
	if p.one(3) {
		sources = append(sources, "r")
		p.features["two arrays"] = true
	}
	switch p.r.IntN(6) {
	case 0, 1, 2:
		p.pipeline(sources)
	case 3:
		p.ahead(sources)
	case 4:
		p.features["nested loops"] = true
		p.loop(func() {
			p.line("acc += 1;")
			p.pipeline(sources)
			if !p.one(5) {
				p.line("%s", p.barrier)
			}
		})
	default:
		p.single(sources)
	}
}

// places are the shared arrays of sources.
var places = []string{"s", "u"}

// loop writes a loop of a few rounds around.
func (p *turns) loop(body func()) {
	p.nest("}", body, "for %s in 0..%d {", p.fresh("k"), p.pick(1, 2, 3))
}

// inRounds writes the loop over the tiles.
func (p *turns) inRounds(lines []string) {
	p.nest("}", func() {
		for _, l := range p.changed(lines) {
			p.line("%s", l)
		}
	}, "for i in 0..%s {", p.rounds())
}

// pipeline has as many tiles on their way as there are places, or one less.
func (p *turns) pipeline(sources []string) {
	p.features["pipelines"] = true
	ahead := max(1, p.s-1)
	if p.one(4) {
		ahead = p.s
	}
	var lines, begin, wait, uses []string
	for k, array := range sources {
		var names []string
		for j := range ahead {
			names = append(names, p.fresh("t"))
			begin = append(begin, fmt.Sprintf("let mut %s = %s;", names[j], p.copyOf(places[k], array, fmt.Sprint(j))))
		}
		wait = append(wait, fmt.Sprintf("finish(%s);", names[0]))
		for j := 1; j < ahead; j++ {
			lines = append(lines, fmt.Sprintf("%s = %s;", names[j-1], names[j]))
		}
		lines = append(lines, fmt.Sprintf("%s = %s;", names[ahead-1], p.copyOf(places[k], array, fmt.Sprintf("i + %d", ahead))))
		uses = append(uses, p.use(places[k], "i"))
	}
	for _, l := range begin {
		p.line("%s", l)
	}
	if ahead == p.s { // the place is free when all have read it
		p.inRounds(slices.Concat(wait, []string{p.barrier}, uses, []string{p.barrier}, lines))
	} else {
		p.inRounds(slices.Concat(wait, []string{p.barrier}, lines, uses))
	}
}

// ahead begins the next tile before it waits for the one before.
func (p *turns) ahead(sources []string) {
	p.features["ahead"] = true
	var first, wait, uses, last []string
	for k, array := range sources {
		c, next := p.fresh("t"), p.fresh("t")
		p.line("let mut %s = %s;", c, p.copyOf(places[k], array, "0"))
		first = append(first, fmt.Sprintf("let %s = %s;", next, p.copyOf(places[k], array, "i + 1")))
		wait = append(wait, fmt.Sprintf("finish(%s);", c))
		uses = append(uses, p.use(places[k], "i"))
		last = append(last, fmt.Sprintf("%s = %s;", c, next))
	}
	p.inRounds(slices.Concat(first, wait, []string{p.barrier}, uses, []string{p.barrier}, last))
}

// single waits for each tile where it begins.
func (p *turns) single(sources []string) {
	p.features["one tile at a time"] = true
	var lines, uses []string
	for k, array := range sources {
		t := p.fresh("t")
		lines = append(lines, fmt.Sprintf("let %s = %s;", t, p.copyOf(places[k], array, "i")), fmt.Sprintf("finish(%s);", t))
		uses = append(uses, p.use(places[k], "i"))
	}
	p.inRounds(slices.Concat(lines, []string{p.barrier}, uses, []string{p.barrier}))
}

// matrices has tiles of 8 x 8 numbers for each warp, which its lanes copy and which it uses as a whole.
func (p *turns) matrices() {
	p.features["matrices"] = true
	part := func(tile string) string { return fmt.Sprintf("%s.group::<64>[[warp]].group::<8>", tile) }
	array := map[bool]string{true: "g", false: "h"}[p.inPlace]
	lanes := func(format string, args ...any) string {
		return "sched(X) lane in warp { " + fmt.Sprintf(format, args...) + " }"
	}
	p.line("let[warp.forall(X)] mut next: token;")
	p.line("%s", lanes("next = %s", p.copyOf("s", "g", "0")))
	next := lanes("next = %s", p.copyOf("s", "g", "i + 1"))
	store := fmt.Sprintf("store_matrix(&uniq %s, m%s);", part(p.in(array, "i", 0)), p.word("", " + m", " * m"))
	lines := []string{lanes("finish(next)"), p.barrier, fmt.Sprintf("let m = load_matrix(&%s%s);", part(p.at("s", "i")), p.word("", ".transpose"))}
	if p.s == 1 {
		lines = append(lines, p.barrier)
	}
	if p.one(2) {
		lines = append(lines, next, store)
	} else {
		lines = append(lines, store, next)
	}
	p.inRounds(lines)
}

// changed are lines with mistakes, in half of the programs.
func (p *turns) changed(lines []string) []string {
	if p.one(2) {
		return lines
	}
	p.features["changed"] = true
	lines = slices.Clone(lines)
	for range p.pick(1, 1, 1, 2) {
		if len(lines) == 0 {
			return lines
		}
		i := p.r.IntN(len(lines))
		switch p.r.IntN(11) {
		case 0, 1:
			lines = slices.Delete(lines, i, i+1)
		case 2, 3:
			if i+1 < len(lines) {
				lines[i], lines[i+1] = lines[i+1], lines[i]
			}
		case 4:
			lines = slices.Insert(lines, i, p.barrier)
		case 5:
			lines = slices.Insert(lines, i, p.use("s", p.word("i", "i", "i + 1", "0")))
		case 6:
			lines[i] = fmt.Sprintf("if %s { %s }", p.someCondition(), lines[i])
		case 7:
			lines = slices.Insert(lines, i, fmt.Sprintf("if %s { %s }", p.someCondition(), p.word("break", "continue", p.barrier)))
		case 8:
			lines = slices.Insert(lines, i, lines[p.r.IntN(len(lines))])
		case 9:
			lines[i] = strings.Replace(lines[i], "i", p.word("i + 1", "0"), 1+p.r.IntN(2))
		default:
			lines[i] = strings.ReplaceAll(lines[i], p.word("i + 1", "i + 2", ".reverse", "[[block]]"), p.word("i", "i + 3", "", "[0]"))
		}
	}
	return lines
}

// someCondition is mostly one that threads see alike.
func (p *turns) someCondition() string {
	return p.word("flag", "flag", "i > 0", "i + 1 < "+p.rounds(), "i % 2 == 0", "acc > 0")
}
