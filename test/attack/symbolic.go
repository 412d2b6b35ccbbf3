package attack

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Symbolic makes the program of a seed whose kernel is generic in the number of blocks b and of threads n;
// main launches it for the given ones. The checks judge the kernel for all sizes at once.
func Symbolic(seed uint64, b, n int) string {
	s := &symbolic{generator: generator{r: rand.New(rand.NewPCG(seed, 0x5b01)), b: &strings.Builder{}, features: map[string]bool{}}}
	s.kernel(b, n)
	return prune(s.b.String())
}

type symbolic struct {
	generator
	shared []string // shared memory of 2*n elements
	nats   []string // loop variables below n
	turns  []string // buffers of those that swap
}

const symbolicHelpers = `fn turn_all<n: nat>(p: &uniq gpu.shared [[i32; n]]) -[block: gpu.block<X<n>>]-> () {
  sched(X) t in block { let x = p.reverse[[t]]; sync; p[[t]] = x }
}
fn fill_all<n: nat>(p: &uniq gpu.shared [[i32; n]]) -[block: gpu.block<X<n>>]-> () {
  sched(X) t in block { p[[t]] = 1 }
}
`

func (s *symbolic) kernel(b, n int) {
	s.generator.b.WriteString(symbolicHelpers)
	s.line("fn kernel<b: nat, n: nat>(g: &uniq gpu.global [i32; b * n * 2], h: &uniq gpu.global [i32; b * n * 2], r: & gpu.global [i32; b * n * 2], flag: bool)")
	s.line("  -[grid: gpu.grid<X<b>, X<n>>]-> () where n %% 2 == 0, n >= 2%s {", s.word("", ", b >= 2", ", n >= 4", ", b % 2 == 0"))
	s.ind++
	s.line("sched(X) block in grid {")
	s.ind++
	for i := range s.r.IntN(3) {
		name := fmt.Sprintf("s%d", i)
		s.line("let %s = alloc::<gpu.shared, [i32; n * 2]>();", name)
		s.shared = append(s.shared, name)
	}
	if s.one(2) {
		for range s.pick(2, 2, 3) {
			v := s.fresh("u")
			s.line("let mut %s = alloc::<gpu.shared, [i32; n * 2]>();", v)
			s.shared, s.turns = also(s.shared, v), also(s.turns, v)
		}
	}
	s.items(2)
	s.ind--
	s.line("}")
	s.ind--
	s.line("}")
	s.line("fn main(g: &uniq cpu.mem [i32; %[1]d], h: &uniq cpu.mem [i32; %[1]d], r: & cpu.mem [i32; %[1]d], flag: bool) -[t: cpu.thread]-> () {", 2*b*n)
	s.line("  let mut dg = GpuGlobal::alloc_copy(&*g);")
	s.line("  let mut dh = GpuGlobal::alloc_copy(&*h);")
	s.line("  let dr = GpuGlobal::alloc_copy(r);")
	s.line("  kernel::<<<X<%d>, X<%d>>>>::<%d, %d>(&uniq dg, &uniq dh, &dr, flag)", b, n, b, n)
	s.line("}")
}

// items writes what the block executes.
func (s *symbolic) items(depth int) {
	for range 1 + s.r.IntN(3) {
		if s.one(5) {
			s.copies()
			continue
		}
		switch k := s.r.IntN(14); {
		case k < 4:
			s.line("sched(X) thread in block {")
			s.ind++
			s.work("n", true)
			s.ind--
			s.line("}")
		case k > 10 && len(s.turns) > 0:
			if k == 11 {
				s.turn()
			} else if depth > 0 {
				s.turnLoop(depth)
			}
		case k == 10 && depth > 0:
			c := s.word("flag", "n > 4", "b == 2", "n / 2 > b")
			if len(s.nats) > 0 && s.one(2) {
				c = s.nats[len(s.nats)-1] + s.word(" % 2 == 0", " > 0")
			}
			for range s.pick(1, 2) {
				s.line("if %s {", c)
				s.ind++
				s.items(depth - 1)
				s.ind--
				s.line("}")
				if s.one(2) {
					c = negated(c)
				}
			}
		case k < 6:
			s.line("sync;")
		case k == 6 && len(s.shared) > 0:
			v := s.shared[s.r.IntN(len(s.shared))]
			s.line("%s(&uniq %s.%s);", s.word("turn_all", "fill_all")+"::<n>", v, s.word("take_left::<n>", "take_right::<n>", "group::<2>.transpose[1]"))
		case k == 7 && depth > 0:
			at, rest := "n / 2", "n / 2"
			switch s.r.IntN(3) {
			case 0:
				at, rest = "1", "n - 1"
			case 1:
				if len(s.nats) > 0 {
					at = s.nats[len(s.nats)-1]
					rest = "n - " + at
				}
			}
			s.line("split(X) block at %s {", at)
			s.ind++
			for i, ext := range []string{at, rest} {
				name := []string{"fst", "snd"}[i]
				if s.one(3) {
					s.line("%s => {}%s", name, []string{",", ""}[i])
					continue
				}
				s.line("%s => sched(X) thread in %s {", name, name)
				s.ind++
				s.work(ext, false)
				s.ind--
				s.line("}%s", []string{",", ""}[i])
			}
			s.ind--
			s.line("}")
		case k > 7 && k < 10 && depth > 0:
			s.loop(func() { s.items(depth - 1) })
		default:
			s.line("sync;")
		}
	}
}

// copies writes a schedule of threads that copy, to a number of buffers that may depend on n.
func (s *symbolic) copies() {
	w := &copyWork{generator: &s.generator, buf: s.fresh("s"), k: s.pick(1, 2, 2, 3, 4), w: 1, barrier: "sync;", ranges: []string{"0..n", "0..n / 2", "1..n", "0..b", "0..2", "halved_range(n / 2)"}}
	size := fmt.Sprint(w.k)
	if w.k > 1 && s.one(3) {
		w.count = s.word("n / 2", "n / 2 + 1", "n", "b + 1", "b")
		size, w.k = w.count, 2
	}
	s.line("let %s = alloc::<gpu.shared, [[i32; n]; %s]>();", w.buf, size)
	w.place = func(s, view string) string { return s + view + "[[thread]]" }
	of := s.word("r", "r", "r", "g", "h")
	rows := s.word(".group::<n * 2>[[block]].group::<n>[(%s) %% 2]", ".group::<n>[(%s) %% (b * 2)]", ".pad::<b * n * 2 + 3 * n>.group::<n>[(%s) %% (b * 2 + 3)]", ".window::<n>[(%s) %% n]", ".reverse.group::<n>[(%s) %% 2]")
	w.row = func(number string) string { return of + fmt.Sprintf(rows, number) }
	w.writable = of != "r" && strings.HasPrefix(rows, ".group::<n * 2>")
	s.nest("}", func() {
		w.acc = s.fresh("x")
		s.line("let mut %s = 0;", w.acc)
		w.work()
		if s.one(2) {
			s.line("%s = %s;", s.part("n", true), w.acc)
		}
	}, "sched(X) thread in block {")
	s.tokens = nil
}

// loop writes a loop whose number of rounds depends on n.
func (s *symbolic) loop(body func()) {
	name := s.fresh("i")
	s.line("for %s in %s {", name, s.word("0..n", "halved_range(n / 2)", "doubled_range(n / 2)", "0..n / 2", "1..n", "0..2"))
	s.nats = append(s.nats, name)
	s.ind++
	body()
	s.ind--
	s.nats = s.nats[:len(s.nats)-1]
	s.line("}")
}

// turn exchanges the buffers that swap.
func (s *symbolic) turn() {
	set := swaps{names: s.turns}
	if s.one(4) {
		s.line("if %s {", s.word("flag", "n > 4"))
		s.exchange(set)
		s.line("}")
		return
	}
	s.exchange(set)
}

// turnLoop writes a loop with an exchange at its start, at its end or in between.
func (s *symbolic) turnLoop(depth int) {
	s.loop(func() {
		n := 2 + s.r.IntN(3)
		at := s.r.IntN(n)
		for i := range n {
			switch {
			case i == at:
				s.turn()
			case s.one(3):
				s.line("sync;")
			case s.one(2):
				to, from := s.turns[0], s.turns[1]
				s.line("sched(X) thread in block { %s.group::<2>.transpose[0][[thread]] = %s.take_left::<n>.reverse[[thread]] }", to, from)
			default:
				s.items(depth - 1)
			}
		}
	})
}

// work writes what threads of a resource of ext threads do.
func (s *symbolic) work(ext string, whole bool) {
	for range 1 + s.r.IntN(3) {
		if whole && s.one(4) {
			s.line("sync;")
			continue
		}
		e := s.part(ext, false)
		if s.one(2) {
			e += " + " + s.part(ext, false)
		}
		s.line("%s = %s;", s.part(ext, true), e)
	}
}

// part is an element: of the block's 2*n elements of an array one for each of the ext threads.
func (s *symbolic) part(ext string, write bool) string {
	roots := append([]string{"g", "h"}, s.shared...)
	if !write {
		roots = append(roots, "r")
	}
	k := s.r.IntN(len(roots))
	p := roots[k]
	if p == "g" || p == "h" || p == "r" {
		p += s.word(".group::<n * 2>[[block]]", ".group::<n * 2>[[block]]", ".group::<b * n>.map(group::<n>).transpose[[block]].join",
			".group::<b>.transpose[[block]]", ".reverse.group::<n * 2>[[block]]")
	}
	switch s.r.IntN(4) {
	case 0:
		p += ".reverse"
	case 1:
		p += ".group::<" + s.word("2", "n") + ">.transpose.join"
	}
	if !write && s.one(8) {
		return p + s.word("[0]", "[n]", "[2 * n - 1]", "[n / 2]")
	}
	i := "0"
	if len(s.nats) > 0 {
		i = s.nats[s.r.IntN(len(s.nats))]
	}
	views := []string{
		fmt.Sprintf("[0..%s]", ext), fmt.Sprintf("[n..n + (%s)]", ext), fmt.Sprintf("[%s..%s + (%s)]", i, i, ext),
		fmt.Sprintf(".take_left::<%s>", ext), fmt.Sprintf(".take_right::<2 * n - (%s)>", ext), fmt.Sprintf("[n / 2..n / 2 + (%s)]", ext),
	}
	if ext == "n" {
		views = append(views, ".group::<2>.transpose[0]", ".group::<2>.transpose[1]", ".group::<n>[1]", ".group::<n>.reverse[1]")
	}
	return p + views[s.r.IntN(len(views))] + s.word("", "", ".reverse") + "[[thread]]"
}
