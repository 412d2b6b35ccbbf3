package check_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// nests are functions with loops, or ifs, in each other; every level accesses, moves, lends or assigns references.
var nests = map[string]func(b *strings.Builder, depth int){
	"barriers": func(b *strings.Builder, depth int) {
		b.WriteString("fn f() -[grid: gpu.grid<X<2>, X<64>>]-> () { sched(X) block in grid { let s = alloc::<gpu.shared, [f32; 64]>();\n")
		for i := range depth {
			fmt.Fprintf(b, "for i%d in 0..3 { sched(X) t in block { let x = s.reverse[[t]]; sync; s[[t]] = x; sync };\n", i)
		}
		b.WriteString(strings.Repeat("}", depth) + "}}\n")
	},
	"references": func(b *strings.Builder, depth int) {
		b.WriteString("fn f(n: i32) -[t: cpu.thread]-> () { let s = 0; let mut b = CpuHeap::new([0; 4]); let mut r = &s;\n")
		for i := range depth {
			fmt.Fprintf(b, "let mut x%[1]d = 0; while x%[1]d < n { x%[1]d = x%[1]d + 1; let y%[1]d = x%[1]d; r = &y%[1]d; let c%[1]d = b; b = c%[1]d;\n", i)
			fmt.Fprintf(b, "let mut m%[1]d = 1; { let u = &uniq m%[1]d; *u = 3; };\n", i)
		}
		b.WriteString(strings.Repeat("}", depth) + "}\n")
	},
	"ifs": func(b *strings.Builder, depth int) {
		b.WriteString("fn f(n: i32) -[t: cpu.thread]-> () { let mut b = CpuHeap::new([0; 4]);\n")
		for i := range depth {
			fmt.Fprintf(b, "if n < %[1]d { let mut m%[1]d = 1; { let u = &uniq m%[1]d; *u = 3; }; let c%[1]d = b; b = c%[1]d;\n", i)
		}
		b.WriteString(strings.Repeat("}", depth) + "}\n")
	},
}

// TestNests checks deep nests; the work, which is counted in allocations, grows with the depth and not with its power of two.
func TestNests(t *testing.T) {
	for name, nest := range nests {
		work := func(depth int) uint64 {
			var b strings.Builder
			nest(&b, depth)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, diags := compileAndCheck("nest.desc", b.String())
			runtime.ReadMemStats(&after)
			if diags.HasErrors() {
				t.Fatalf("%s: %s", name, details(diags))
			}
			return after.Mallocs - before.Mallocs
		}
		small, large := work(20), work(40)
		t.Logf("%s: %d and %d allocations", name, small, large)
		if large > 3*small {
			t.Errorf("%s: %d allocations for 20 levels, %d for 40", name, small, large)
		}
	}
}
