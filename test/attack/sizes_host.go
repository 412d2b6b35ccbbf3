package attack

import (
	"fmt"
	"slices"
)

// outputs is the number of elements that main writes for the outside.
const outputs = 64

// main writes the host's part: memory on the heap of the sizes that the kernel wants, and launches, perhaps in a function,
// a loop or a branch. types are those of the shared memory that the launch allocates.
func (s *sized) main(blocks, threads *size, types string) {
	s.line("fn launch<n: nat, m: nat>(out: &uniq cpu.mem [i32; %d], flag: bool) -[t: cpu.thread]-> ()%s {", outputs, s.where("", []string{"n", "m"}))
	s.ind++
	all := join("*", blocks, threads)
	s.line("let x = GpuGlobal::alloc_copy(&[%s; 8]);", s.elem.value)
	s.line("let mut hy = CpuHeap::new([%s; %s]);", s.elem.value, all)
	s.line("let mut hg = CpuHeap::new([1; %s]);", all)
	s.line("let mut y = GpuGlobal::alloc_copy(&*hy);")
	s.line("let mut g = GpuGlobal::alloc_copy(&*hg);")
	grid, block := fmt.Sprintf("X<%s>", blocks), fmt.Sprintf("X<%s>", threads)
	if s.one(4) {
		s.features["shapes of launches inferred"] = true
		grid = "_"
	}
	if s.one(4) {
		block = "_"
	}
	s.line("kernel::<<<%s, %s%s>>>::<n, m, %s>(&x, &uniq y, &uniq g, flag);", grid, block, types, s.elem.name)
	s.line("copy_mem_to_host(&uniq *hy, &y);")
	s.line("copy_mem_to_host(&uniq *hg, &g);")
	s.nest(fmt.Sprintf("for i in 0..min(%d, %s) {", outputs, all), "}", func() {
		s.line("out[i] = out[i] * 31 + hg[i];")
		s.line("out[i] = out[i] * 31 + %s;", fmt.Sprintf(s.elem.number, "hy[i]"))
	})
	s.ind--
	s.line("}")
	s.partFunctions()
	names := []string{"n", "m"}
	s.nest(fmt.Sprintf("fn main<n: nat, m: nat>(out: &uniq cpu.mem [i32; %d], flag: bool) -[t: cpu.thread]-> ()%s {", outputs, s.where("", names)), "}", func() {
		if s.one(3) {
			names = s.letNat(names)
		}
		switch s.r.IntN(8) {
		case 0:
			s.features["launches in loops"] = true
			i := s.fresh("i")
			s.nest(fmt.Sprintf("for %s in %s {", i, s.word("0..n", "n..8", "m..n", "1..m", "0..8 / n", "0..(9 - n)")), "}", func() {
				inside := append([]string{i, i}, names...)
				if s.one(4) {
					inside = s.letNat(inside)
				}
				s.launch(inside)
			})
		case 1:
			s.features["launches in branches"] = true
			s.nest(fmt.Sprintf("if %s {", s.condition(names)), "}", func() { s.launch(names) })
		case 2:
			s.launch(names)
			s.launch(names)
		default:
			s.line("launch::<n, m>(&uniq *out, flag);")
		}
		if s.one(4) {
			s.heap(names)
		}
		if s.one(3) {
			s.parts(names)
		}
	})
}

// letNat makes a nat of a value, which may be none, and gives the names with it, twice.
func (s *sized) letNat(names []string) []string {
	s.features["nats of values"] = true
	k, v := s.fresh("k"), func() *size { return s.variableOf(names) }
	switch s.r.IntN(9) {
	case 0, 1:
		s.line("let nat %s = %s as i64;", k, v())
	case 2:
		s.line("let nat %s = %s as i64 - %s as i64;", k, v(), v())
	case 3:
		s.line("let nat %s = %s as i32;", k, v())
	case 4:
		s.line("let nat %s = 9223372036854775807i64 - %s as i64;", k, v())
	case 5:
		s.line("let nat %s = %s as u64 + %s;", k, v(), s.word("1", "0", "9223372036854775808u64"))
	case 6:
		s.line("let nat %s = %s as u8;", k, v())
	default:
		s.line("let nat %s = out[%d] - %d;", k, s.r.IntN(outputs), 7*s.r.IntN(3))
	}
	if s.one(4) {
		s.line("assert(%s %s %s);", k, s.word("<=", "<", "==", ">="), v())
	}
	return append([]string{k, k}, names...)
}

// partFunctions writes what parts of memory are given to.
func (s *sized) partFunctions() {
	s.nest(fmt.Sprintf("fn part<a: nat>(x: &uniq cpu.mem [i32; a], out: &uniq cpu.mem [i32; %d]) -[t: cpu.thread]-> () {", outputs), "}", func() {
		s.nest("for i in 0..a {", "}", func() {
			s.line("x[i] = x[i] + 3;")
			s.line("out[5] = out[5] * 3 + x[i]")
		})
	})
	s.nest("fn bump<a: nat>(x: &uniq gpu.global [i32; a]) -[grid: gpu.grid<X<a>, X<1>>]-> () {", "}", func() {
		s.line("sched(X) block in grid { sched(X) thread in block { x.group::<1>[[block]][[thread]] += 5 } }")
	})
}

// parts takes parts of memory, by sizes that fit or do not.
func (s *sized) parts(names []string) {
	if s.one(2) {
		names = s.letNat(names)
	}
	s.features["parts of memory"] = true
	all, h := s.size(names), s.fresh("h")
	part := func(of string) string {
		switch s.r.IntN(4) {
		case 0:
			return fmt.Sprintf("%s.take_right::<%s>", of, s.size(names))
		case 1:
			return fmt.Sprintf("%s[%s..%s]", of, s.size(names), s.size(names))
		}
		return fmt.Sprintf("%s.take_left::<%s>", of, s.variableOf(names))
	}
	s.line("let mut %s = CpuHeap::zeros::<[i32; %s]>();", h, all)
	switch s.r.IntN(6) {
	case 0:
		s.line("part(&uniq %s, &uniq *out);", part(h))
	case 1:
		s.line("for x in &%s { out[6] = out[6] * 3 + *x + 1 }", part(h))
	case 2:
		s.line("fill(&uniq %s, 2);", part(h))
	case 3:
		s.line("out[7] = out[7] + %s[%s];", h, s.size(names))
	case 4:
		i := s.fresh("i")
		s.nest(fmt.Sprintf("for %s in %s {", i, s.bounds(names)), "}", func() { s.line("%s[%s] = out[8]", h, s.size(append([]string{i, i}, names...))) })
	default:
		d := s.fresh("d")
		s.line("let mut %s = GpuGlobal::%s;", d, s.word(fmt.Sprintf("zeros::<[i32; %s]>()", all), fmt.Sprintf("copy(&%s)", h)))
		if s.one(2) {
			s.line("fill(&uniq %s, 4);", part(d))
		}
		s.line("bump::<<<_, _>>>(&uniq %s);", part(d))
		s.line("copy_mem(&uniq %s, &%s);", s.word(h, part(h)), s.word(d, part(d)))
	}
	i := s.fresh("i")
	s.line("for %s in 0..min(%d, %s) { out[%s] = out[%s] * 31 + %s[%s] }", i, outputs, all, i, i, h, i)
}

func (s *sized) launch(names []string) {
	a, b := s.variableOf(names), s.variableOf(names)
	if s.one(3) {
		a = s.size(names)
	}
	if s.one(3) {
		b = s.size(names)
	}
	s.line("launch::<%s, %s>(&uniq *out, flag);", a, b)
}

// heap writes memory of the host.
func (s *sized) heap(names []string) {
	s.features["heap memory"] = true
	e := s.size(names)
	body := func() {
		h, i := s.fresh("h"), s.fresh("i")
		if s.one(2) {
			s.line("let mut %s = CpuHeap::new([%s; %s]);", h, s.elem.value, e)
			s.line("for %s in 0..%s { out[0] = out[0] + %s }", i, e, fmt.Sprintf(s.elem.number, h+"["+i+"]"))
		} else {
			s.line("let %s = [3; %s];", h, e)
			s.line("for %s in 0..%s { out[1] = out[1] + %s[%s] }", i, e, h, i)
		}
		if s.one(2) {
			s.line("let %s = GpuGlobal::alloc_copy(&[%s; %s]);", s.fresh("h"), s.elem.value, s.size(names))
		}
	}
	switch s.r.IntN(3) {
	case 0:
		s.nest(fmt.Sprintf("if %s {", s.condition(names)), "}", body)
	case 1:
		s.nest(fmt.Sprintf("for %s in %s {", s.fresh("i"), s.bounds(names)), "}", body)
	default:
		body()
	}
}

// hostile are pairs of sizes for n and m: 0, 1, the numbers of the program and those beside them, what they leave of
// each other, and huge ones.
func (p Sized) hostile(pick func(int) int, count int) [][2]int64 {
	values := []int64{0, 0, 1, 1, 2, 3, 5, 120, 1000, 1023, 1025, 100000, 1 << 31, 1 << 40, 1<<62 + 1, 1<<63 - 1}
	for _, n := range p.Numbers {
		values = append(values, int64(n)-1, int64(n), int64(n)+1, 2*int64(n), int64(n)+20)
	}
	values = slices.DeleteFunc(values, func(v int64) bool { return v < 0 })
	out := [][2]int64{{0, 0}, {1, 1}, {0, 1}, {1, 0}, {3, 2}, {120, 100}}
	for len(out) < count {
		out = append(out, [2]int64{values[pick(len(values))], values[pick(len(values))]})
	}
	return out
}
