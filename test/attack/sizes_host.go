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
	s.line("kernel::<<<X<%s>, X<%s>%s>>>::<n, m, %s>(&x, &uniq y, &uniq g, flag);", blocks, threads, types, s.elem.name)
	s.line("copy_mem_to_host(&uniq *hy, &y);")
	s.line("copy_mem_to_host(&uniq *hg, &g);")
	s.nest(fmt.Sprintf("for i in 0..min(%d, %s) {", outputs, all), "}", func() {
		s.line("out[i] = out[i] * 31 + hg[i];")
		s.line("out[i] = out[i] * 31 + %s;", fmt.Sprintf(s.elem.number, "hy[i]"))
	})
	s.ind--
	s.line("}")
	names := []string{"n", "m"}
	s.nest(fmt.Sprintf("fn main<n: nat, m: nat>(out: &uniq cpu.mem [i32; %d], flag: bool) -[t: cpu.thread]-> ()%s {", outputs, s.where("", names)), "}", func() {
		switch s.r.IntN(8) {
		case 0:
			s.features["launches in loops"] = true
			i := s.fresh("i")
			s.nest(fmt.Sprintf("for %s in %s {", i, s.word("0..n", "n..8", "m..n", "1..m", "0..8 / n", "0..(9 - n)")), "}", func() {
				s.launch([]string{"n", "m", i, i})
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
	})
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
