package main

import (
	"fmt"
	"strings"
)

// depths are those of the nests in the table; loops is how many of them are in all nests of one program together.
var depths = []int{10, 20, 40}

const loops = 80

// nest is a kind of nests: the first line of a function, with its number, and a line for each level, with the level's.
type nest struct{ name, head, level, tail string }

// An analysis that goes through the body of a loop twice without knowing what it found there takes the power of two of the depth.
var nests = []nest{
	{"elements", "fn f%d(v: &uniq gpu.global [f32; 64]) -[grid: gpu.grid<X<1>, X<64>>]-> () { sched(X) b in grid { sched(X) t in b {\n",
		"for i%[1]d in 0..3 { v[[t]] = v[[t]] + 1.0;\n", "}}"},
	{"barriers", "fn f%d() -[grid: gpu.grid<X<2>, X<64>>]-> () { sched(X) block in grid { let s = alloc::<gpu.shared, [f32; 64]>();\n",
		"for i%d in 0..3 { sched(X) t in block { let x = s.reverse[[t]]; sync; s[[t]] = x; sync };\n", "}"},
	{"loans", "fn f%d(n: i32) -[t: cpu.thread]-> () {\n",
		"for i%[1]d in 0..3 { let mut m%[1]d = 1; if n < %[1]d { let u = &uniq m%[1]d; *u = 3; };\n", ""},
	{"references and boxes", "fn f%d(n: i32) -[t: cpu.thread]-> () { let s = 0; let mut b = CpuHeap::new([0; 4]); let mut r = &s;\n",
		"let mut x%[1]d = 0; while x%[1]d < n { x%[1]d = x%[1]d + 1; let y%[1]d = x%[1]d; r = &y%[1]d; let c%[1]d = b; b = c%[1]d;\n", ""},
}

// nested is a program of nests of one kind.
func nested(n nest, depth int) string {
	var b strings.Builder
	for i := range loops / depth {
		fmt.Fprintf(&b, n.head, i)
		for level := range depth {
			fmt.Fprintf(&b, n.level, level)
		}
		b.WriteString(strings.Repeat("}", depth) + "}" + n.tail + "\n")
	}
	return b.String()
}
