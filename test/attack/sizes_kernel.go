package attack

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Sized is a program of a seed whose kernel is generic in two sizes n and m and a type d, which main has for sizes too:
// shared memory, heap memory and private memory of sizes that are differences, quotients, products, minima and maxima,
// in loops, branches, functions and parts of splits, and positions of splits that may be 0 or all.
type Sized struct {
	Text string
	// Numbers are those that sizes are compared with.
	Numbers  []int
	Features map[string]bool
}

// NewSized makes the program of a seed.
func NewSized(seed uint64) Sized {
	s := &sized{r: rand.New(rand.NewPCG(seed, 0x517e)), b: &strings.Builder{}, helpers: &strings.Builder{},
		numbers: map[int]bool{}, features: map[string]bool{}}
	s.elem = elements[s.r.IntN(len(elements))]
	text := s.program()
	var numbers []int
	for n := range s.numbers {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	return Sized{Text: text, Numbers: numbers, Features: s.features}
}

// structs are those that the type may be.
const structs = `struct P { a: u8, b: f64 }
struct Q<d: dty, k: nat> { first: d, rest: [d; k] }
`

// shape is that of a grid: of variables, which may be 0, in half of the programs.
func (s *sized) shape() (blocks, threads *size) {
	names := []string{"n", "m"}
	blocks, threads = count([]int{1, 1, 2, 3}[s.r.IntN(4)]), count([]int{32, 32, 1, 8, 64}[s.r.IntN(5)])
	switch s.r.IntN(8) {
	case 0, 1:
		threads = s.variableOf(names)
	case 2:
		threads = s.size(names)
	}
	switch s.r.IntN(6) {
	case 0, 1:
		blocks = s.variableOf(names)
	case 2:
		blocks = s.size(names)
	}
	if blocks.n == 0 || threads.n == 0 {
		s.features["extents that may be 0"] = true
	}
	return blocks, threads
}

func (s *sized) program() string {
	names := []string{"n", "m"}
	blocks, threads := s.shape()
	c := surroundings{generics: names, threads: threads, g: "g", y: "y"}
	owned, types := "", ""
	if s.one(6) {
		s.features["shared memory of launches"] = true
		a := sharedArray{name: s.fresh("s"), elem: s.word("d", "i32", "u8"), size: s.size(names)}
		owned, types = fmt.Sprintf(", [grid.forall(X)] %s: &uniq gpu.shared [%s; %s]", a.name, a.elem, a.size), fmt.Sprintf("; [%s; %s]", a.elem, a.size)
		if a.elem == "d" {
			types = fmt.Sprintf("; [%s; %s]", s.elem.name, a.size)
		}
		c.arrays = append(c.arrays, a)
	}
	s.line("fn kernel<n: nat, m: nat, d: dty>(x: & gpu.global [d; 8], y: &uniq gpu.global [d; %s * %s], g: &uniq gpu.global [i32; %[1]s * %[2]s], flag: bool%[3]s)", blocks, threads, owned)
	s.nest(fmt.Sprintf("  -[grid: gpu.grid<X<%s>, X<%s>>]-> ()%s {", blocks, threads, s.where("d: copy", names)), "}", func() {
		s.grid(c, blocks)
	})
	s.main(blocks, threads, types)
	kernel := s.b.String()
	return structs + s.helpers.String() + kernel
}

// grid writes what a grid does: its blocks, or its parts.
func (s *sized) grid(c surroundings, blocks *size) {
	if s.one(3) {
		s.splitGrid(c, blocks)
		if !s.one(8) {
			return // blocks cannot wait for each other
		}
	}
	s.blocks(c, "grid", blocks)
}

// blocks schedules the blocks of a resource.
func (s *sized) blocks(c surroundings, of string, blocks *size) {
	c.block = s.fresh("b")
	s.nest(fmt.Sprintf("sched(X) %s in %s {", c.block, of), "}", func() {
		for _, p := range []*string{&c.g, &c.y} {
			if *p != "" {
				*p = fmt.Sprintf("%s.group::<%s>[[%s]]", *p, c.threads, c.block)
			}
		}
		s.items(&c, []int{1, 1, 2}[s.r.IntN(3)])
	})
}

// position is where a resource of so many is split: often at an end.
func (s *sized) position(of *size, names []string) *size {
	switch s.r.IntN(6) {
	case 0:
		return count(0)
	case 1:
		return of
	case 2:
		return count(1)
	case 3:
		return join("/", of, count(2))
	}
	return s.size(names)
}

// splitGrid splits the grid, perhaps at 0 or at its end, and calls functions of groups of blocks.
func (s *sized) splitGrid(c surroundings, blocks *size) {
	s.features["splits of grids"] = true
	at := s.position(blocks, c.generics)
	s.line("split(X) grid at %s {", at)
	s.ind++
	for i, ext := range []*size{at, join("-", blocks, at)} {
		name := s.fresh(s.word("p", "q"))
		comma := []string{",", ""}[i]
		take := fmt.Sprintf(".%s::<%s>", []string{"take_left", "take_right"}[i], join("*", at, c.threads))
		part := c
		part.arrays = nil
		part.g, part.y = c.g+take, c.y+take
		switch s.r.IntN(4) {
		case 0:
			s.line("%s => {}%s", name, comma)
		case 1:
			s.nest(name+" => {", "}"+comma, func() { s.blocks(part, name, ext) })
		default:
			l := s.lent()
			l.x, l.g = l.x || c.g == "", l.g && c.g != ""
			f := s.groupFunction(l)
			k := s.variableOf(c.generics)
			if s.one(3) {
				k = s.size(c.generics)
			}
			s.line("%s => %s::<%s, %s, %s, d>(%sflag)%s", name, f, ext, c.threads, k, l.args(part.g), comma)
		}
	}
	s.ind--
	s.line("}")
}

// function writes a function that is used by what is being written.
func (s *sized) function(write func(name string)) string {
	b, ind := s.b, s.ind
	name := s.fresh("f")
	s.b, s.ind, s.depth = &strings.Builder{}, 0, s.depth+1
	s.functions++
	write(name)
	s.helpers.WriteString(s.b.String())
	s.b, s.ind, s.depth = b, ind, s.depth-1
	return name
}

// lent is what a function gets: the shared buffer x of elements of d, or g, whose numbers it changes. Both would be a conflict,
// since d may be a type of references, by which a function could read what it changes.
type lent struct{ x, g bool }

func (s *sized) lent() lent {
	x := s.one(2)
	return lent{x, !x}
}

// params and args are the parameters and arguments of it, where a function has a part of g.
func (l lent) params(count string) string {
	if l.x {
		return "x: & gpu.global [d; 8], "
	}
	return fmt.Sprintf("g: &uniq gpu.global [[i32; %s]], ", count)
}

func (l lent) args(g string) string {
	if l.x {
		return "&*x, "
	}
	return fmt.Sprintf("&uniq %s, ", g)
}

// scope is what the function's body has.
func (l lent) scope(generics []string, threads *size) surroundings {
	c := surroundings{generics: generics, threads: threads, noX: !l.x}
	if l.g {
		c.g = "g"
	}
	return c
}

// groupFunction writes a function of a group of blocks.
func (s *sized) groupFunction(l lent) string {
	s.features["functions of groups of blocks"] = true
	return s.function(func(name string) {
		s.line("fn %s<b: nat, t: nat, k: nat, d: dty>(%sflag: bool)", name, l.params("b * t"))
		names := []string{"b", "k", "t"}
		s.nest(fmt.Sprintf("  -[grid: gpu.block_grp<X<b>, X<t>>]-> ()%s {", s.where("d: copy", names)), "}", func() {
			s.blocks(l.scope([]string{"b", "k", "k", "b", "t"}, variable("t")), "grid", variable("b"))
		})
	})
}

// blockFunction writes a function of a block.
func (s *sized) blockFunction(l lent) string {
	s.features["functions of blocks"] = true
	return s.function(func(name string) {
		s.line("fn %s<t: nat, k: nat, l: nat, d: dty>(%sflag: bool)", name, l.params("t"))
		names := []string{"k", "l", "t"}
		s.nest(fmt.Sprintf("  -[block: gpu.block<X<t>>]-> ()%s {", s.where("d: copy", names)), "}", func() {
			c := l.scope([]string{"k", "l", "k", "l", "t"}, variable("t"))
			c.block = "block"
			s.items(&c, 1)
		})
	})
}

// threadsFunction writes a function of a part of a block.
func (s *sized) threadsFunction() string {
	s.features["functions of groups of threads"] = true
	return s.function(func(name string) {
		s.line("fn %s<t: nat, k: nat>(g: &uniq gpu.global [[i32; t]], flag: bool)", name)
		s.nest(fmt.Sprintf("  -[part: gpu.thread_grp<X<t>>]-> ()%s {", s.where("", []string{"k", "t"})), "}", func() {
			s.nest("sched(X) thread in part {", "}", func() {
				c := surroundings{generics: []string{"t", "k"}, threads: variable("t"), g: "g"}
				s.threadWork(&c, "g[[thread]]")
			})
		})
	})
}

// items writes what a block does.
func (s *sized) items(c *surroundings, depth int) {
	arrays := len(c.arrays)
	for range 1 + s.r.IntN(3) {
		switch k := s.r.IntN(20); {
		case k < 5 || len(c.arrays) == 0 && k < 12:
			s.alloc(c)
		case k < 12 && len(c.arrays) > 0:
			s.useArray(c)
		case k == 12 && c.g != "":
			s.nest(fmt.Sprintf("sched(X) thread in %s {", c.block), "}", func() { s.threadWork(c, c.g+"[[thread]]") })
		case k == 13:
			s.line("sync;")
		case k == 14 || k == 15:
			if depth > 0 {
				s.loop(c, depth)
			}
		case k == 16:
			if depth > 0 {
				s.features["branches"] = true
				inner := *c
				inner.arrays = slices.Clip(c.arrays)
				s.nest(fmt.Sprintf("if %s {", s.condition(slices.Concat(c.generics, c.loops))), "}", func() { s.items(&inner, depth-1) })
			}
		case k == 17 && c.g != "":
			s.splitBlock(c)
		default:
			if s.depth < 2 && s.functions < 3 {
				s.call(c)
			}
		}
	}
	c.arrays = c.arrays[:arrays]
}

// call calls a function of a block.
func (s *sized) call(c *surroundings) {
	l := lent{x: !c.noX, g: c.g != ""}
	if l.x && l.g {
		l = s.lent()
	}
	f := s.blockFunction(l)
	argument := func() *size {
		if len(c.loops) > 0 && s.one(6) {
			return s.variableOf(c.loops)
		}
		if s.one(3) {
			return s.size(c.generics)
		}
		return s.variableOf(c.generics)
	}
	s.line("sync;")
	s.line("%s::<%s, %s, %s, d>(%sflag);", f, c.threads, argument(), argument(), l.args(c.g))
	s.line("sync;")
}

// loop writes a loop of a block.
func (s *sized) loop(c *surroundings, depth int) {
	s.features["loops"] = true
	i := s.fresh("i")
	inner := *c
	inner.arrays = slices.Clip(c.arrays)
	inner.loops = append(slices.Clip(c.loops), i)
	s.nest(fmt.Sprintf("for %s in %s {", i, s.bounds(slices.Concat(c.generics, c.loops))), "}", func() {
		s.items(&inner, depth-1)
		if !s.one(4) {
			s.line("sync;")
		}
	})
}

// alloc allocates shared memory, and mostly writes it.
func (s *sized) alloc(c *surroundings) {
	s.features["shared memory"] = true
	names := c.generics
	if len(c.loops) > 0 && s.one(24) {
		names = c.loops // an error: it is one object
	}
	a := sharedArray{name: s.fresh("s"), elem: s.word("i32", "i32", "u8", "f64", "u16"), rows: s.word("1", "1", "threads", "")}
	if !c.noX && s.one(2) {
		a.elem = s.word("d", "d", "(d, i32)", "[d; 2]")
	}
	a.size = s.size(names)
	if a.rows == "threads" && s.one(6) {
		a.size = join("min", a.size, count(8))
	}
	if a.rows == "" {
		a.size = []*size{c.threads, c.threads, a.size}[s.r.IntN(3)]
	}
	t := fmt.Sprintf("[%s; %s]", a.elem, a.size)
	switch a.rows {
	case "1":
		t = fmt.Sprintf("[%s; 1]", t)
	case "threads":
		t = fmt.Sprintf("[%s; %s]", t, c.threads)
	}
	s.line("let %s = alloc::<gpu.shared, %s>();", a.name, t)
	c.arrays = append(slices.Clip(c.arrays), a)
	if !s.one(4) {
		s.writeArray(c, a)
		if !s.one(3) {
			s.line("sync;")
		}
	}
}

// valueOf is a value for an element of shared memory, and sumOf what makes an i32 of an element.
func (s *sized) valueOf(elem string) string {
	switch elem {
	case "d":
		return fmt.Sprintf("x[%d]", s.r.IntN(8))
	case "(d, i32)":
		return fmt.Sprintf("(x[%d], %d)", s.r.IntN(8), s.r.IntN(100))
	case "[d; 2]":
		return fmt.Sprintf("[x[%d]; 2]", s.r.IntN(8))
	case "f64":
		return fmt.Sprintf("%d.5", s.r.IntN(100))
	}
	return fmt.Sprint(s.r.IntN(100))
}

// read adds what an element has to the thread's own elements of g and y.
func (s *sized) read(c *surroundings, elem, at string) {
	g, y := c.g+"[[thread]]", c.y+"[[thread]]"
	if c.g == "" {
		g = ""
	}
	switch {
	case c.y == "" && (elem == "d" || elem == "[d; 2]") || c.g == "":
		s.line("let %s = %s;", s.fresh("v"), at)
		return
	case c.y == "":
		if elem == "(d, i32)" {
			at, elem = at+".1", "i32"
		}
	}
	switch elem {
	case "d":
		s.line("%s = %s;", y, at)
	case "(d, i32)":
		s.line("%s = %s.0;", y, at)
		s.line("%s = %s + %s.1;", g, g, at)
	case "[d; 2]":
		s.line("%s = %s[1];", y, at)
	case "i32":
		s.line("%s = %s + %s;", g, g, at)
	default:
		s.line("%s = %s + %s as i32;", g, g, at)
	}
}

// useArray writes or reads an array.
func (s *sized) useArray(c *surroundings) {
	a := c.arrays[s.r.IntN(len(c.arrays))]
	if s.one(2) {
		s.writeArray(c, a)
		if !s.one(3) {
			s.line("sync;")
		}
		return
	}
	if !s.one(4) {
		s.line("sync;")
	}
	s.nest(fmt.Sprintf("sched(X) thread in %s {", c.block), "}", func() {
		j := s.fresh("j")
		switch {
		case a.rows == "" && s.one(2):
			s.read(c, a.elem, a.name+s.word("", ".reverse", "")+"[[thread]]")
		case a.rows == "":
			s.nest(fmt.Sprintf("for %s in 0..%s {", j, a.size), "}", func() { s.read(c, a.elem, fmt.Sprintf("%s[%s]", a.name, j)) })
		case s.one(4):
			s.read(c, a.elem, fmt.Sprintf("%s[0][%s]", a.name, s.word("0", join("-", a.size, count(1)).String())))
		default:
			s.nest(fmt.Sprintf("for %s in 0..%s {", j, a.size), "}", func() { s.read(c, a.elem, fmt.Sprintf("%s[0][%s]", a.name, j)) })
		}
	})
	if !s.one(3) {
		s.line("sync;")
	}
}

// writeArray writes all elements of an array, or one of each row.
func (s *sized) writeArray(c *surroundings, a sharedArray) {
	j := s.fresh("j")
	v := s.valueOf(a.elem)
	row := func() {
		if s.one(5) {
			s.line("%s[[thread]][%s] = %s;", a.name, s.word("0", join("-", a.size, count(1)).String()), v)
			return
		}
		s.nest(fmt.Sprintf("for %s in 0..%s {", j, a.size), "}", func() { s.line("%s[[thread]][%s] = %s;", a.name, j, v) })
	}
	switch a.rows {
	case "1":
		s.nest(fmt.Sprintf("split(X) %s at 1 {", c.block), "}", func() {
			s.nest("one => sched(X) thread in one {", "},", row)
			s.line("others => {}")
		})
	case "threads":
		s.nest(fmt.Sprintf("sched(X) thread in %s {", c.block), "}", row)
	default:
		if a.size == c.threads {
			s.line("sched(X) thread in %s { %s%s[[thread]] = %s }", c.block, a.name, s.word("", ".reverse"), v)
			return
		}
		s.nest(fmt.Sprintf("split(X) %s at %s {", c.block, a.size), "}", func() {
			s.line("some => sched(X) thread in some { %s[[thread]] = %s },", a.name, v)
			s.line("others => {}")
		})
	}
}

// splitBlock splits a block, perhaps at 0 or at its end.
func (s *sized) splitBlock(c *surroundings) {
	s.features["splits of blocks"] = true
	at := s.position(c.threads, slices.Concat(c.generics, c.loops))
	s.line("split(X) %s at %s {", c.block, at)
	s.ind++
	for i, ext := range []*size{at, join("-", c.threads, at)} {
		name, comma := s.fresh("p"), []string{",", ""}[i]
		part := fmt.Sprintf("%s.%s::<%s>", c.g, []string{"take_left", "take_right"}[i], at)
		switch s.r.IntN(4) {
		case 0:
			s.line("%s => {}%s", name, comma)
		case 1:
			f := s.threadsFunction()
			s.line("%s => %s::<%s, %s>(&uniq %s, flag)%s", name, f, ext, s.variableOf(slices.Concat(c.generics, c.loops)), part, comma)
		default:
			s.nest(fmt.Sprintf("%s => sched(X) thread in %s {", name, name), "}"+comma, func() {
				inner := *c
				inner.threads = ext
				s.threadWork(&inner, part+"[[thread]]")
			})
		}
	}
	s.ind--
	s.line("}")
}

// threadWork writes what a thread does with its element: loops, private memory, numbers of sizes.
func (s *sized) threadWork(c *surroundings, own string) {
	names := slices.Concat(c.generics, c.loops)
	for range 1 + s.r.IntN(2) {
		j := s.fresh("j")
		switch s.r.IntN(6) {
		case 0:
			s.nest(fmt.Sprintf("for %s in %s {", j, s.bounds(names)), "}", func() {
				s.line("%s = %s + %s;", own, own, s.word("1", j+" as i32", "(100 / ("+j+" + 1)) as i32"))
			})
		case 1:
			s.line("%s = %s + %s as i32;", own, own, s.size(names))
		case 2:
			s.features["private memory"] = true
			e := s.size(c.generics)
			s.line("let mut %s = [%d; %s];", j, s.r.IntN(9), e)
			i := s.fresh("i")
			s.line("for %s in 0..%s { %s[%s] = %s as i32 }", i, e, j, i, i)
			s.line("for %s in 0..%s { %s = %s + %s[%s] }", i, e, own, own, j, i)
		case 3:
			s.features["private memory"] = true
			e := s.size(c.generics)
			s.line("let %s = alloc::<gpu.local, [%s; %s]>();", j, s.word("i32", "i32", "u8"), e)
			i := s.fresh("i")
			s.line("for %s in 0..%s { %s[%s] = 3 }", i, e, j, i)
			s.line("for %s in 0..%s { %s = %s + %s[%s] as i32 }", i, e, own, own, j, i)
		case 4:
			s.nest(fmt.Sprintf("if %s {", s.condition(names)), "}", func() {
				s.line("%s = %s + %s as i32;", own, own, s.size(names))
			})
		default:
			s.line("%s = %s + %d;", own, own, s.r.IntN(9))
		}
	}
}
