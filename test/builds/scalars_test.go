package builds

import (
	"fmt"
	"strings"
	"testing"
)

var scalars = []string{"bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "bf16", "f32", "f64"}

// terms are the terms of x and y of one type.
var terms = []string{
	"-x", "!x", "x + y", "x - y", "x * y", "x / y", "x % y", "x & y", "x | y", "x ^ y", "x << y", "x >> y", "x && y", "x || y",
	"x * y + x", "if x == y { x } else { y }", "if x < y { x } else { y }", "sqrt(x)", "rsqrt(x)", "abs(x)", "fma(x, y, x)", "exp(x)", "log(x)",
	"sin(x)", "cos(x)", "pow(x, y)", "hypot(x, y)", "ceil(x)", "floor(x)",
	"exp2(x) + exp10(x) + expm1(x) + log2(x) + log10(x) + log1p(x) + cbrt(x) + erf(x) + erfc(x)",
	"tan(x) + asin(x) + acos(x) + atan(x) + atan2(x, y) + sinh(x) + cosh(x) + tanh(x)", "round(x)", "trunc(x)", "rint(x)", "copysign(x, y)",
	"if isnan(x) { x } else { y }", "if isinf(x) { x } else { y }", "if popc(x) < clz(y) + ctz(x) { x } else { y }", "brev(x)", "min(x, y)", "max(x, y)", "[x, y][1]", "(x, y).0", "[x; 4][n]",
	"{ let mut z = [x; 40]; z[n] = y; z[3] }", "{ let mut z = (x, y); z.1 = x; let p = &z.1; *p }", "{ print(x); y }", "{ assert(x == y); y }",
	"{ let p = if n < 4u32 { &x } else { &y }; *p }", "{ let z = if n < 4u32 { [x, y] } else { [y, x] }; z[n] }",
	"{ let z = if n < 4u32 { (x, 1) } else { (y, 2) }; z.0 }",
}

// warpTerms are those for the lanes of a warp.
var warpTerms = []string{"shfl_up(x, 1u32)", "shfl_down(x, 1u32)", "shfl_xor(x, 3u32)", "shfl(x, n)", "{ ballot(x == y); x }", "{ ballot(x); y }"}

// atomicTerms are those on a cell c.
var atomicTerms = []string{
	"atomic_load(c)", "{ atomic_store(c, x); x }", "atomic_exch(c, x)", "atomic_cas(c, x, y)", "atomic_fetch_add(c, x)", "atomic_fetch_sub(c, x)",
	"atomic_fetch_min(c, x)", "atomic_fetch_max(c, x)", "atomic_fetch_and(c, x)", "atomic_fetch_or(c, x)", "atomic_fetch_xor(c, x)",
}

// inKernel is a kernel that computes a term of type to out of two numbers of type from.
func inKernel(name, from, to, term string) string {
	return fmt.Sprintf(`fn %s(a: & gpu.global [%s; 64], out: &uniq gpu.global [%s; 64], n: u32) -[grid: gpu.grid<X<2>, X<32>>]-> () {
  sched block in grid { sched thread in block {
    let x = a.group::<32>[[block]][[thread]];
    let y = a.group::<32>[[block]].reverse[[thread]];
    out.group::<32>[[block]][[thread]] = %s
  } }
}
`, name, from, to, term)
}

func inWarps(name, t, term string) string {
	return fmt.Sprintf(`fn %s(a: & gpu.global [%s; 64], out: &uniq gpu.global [%s; 64], n: u32) -[grid: gpu.grid<X<1>, X<64>>]-> () {
  sched block in grid { sched warp in block.to_warps { sched thread in warp {
    let x = a.group::<32>[[warp]][[thread]];
    let y = a.group::<32>[[warp]].reverse[[thread]];
    out.group::<32>[[warp]][[thread]] = %s
  } } }
}
`, name, t, t, term)
}

func onAtomics(name, t, mem, term string) string {
	make := "let cells = to_atomic_array(&uniq *b);"
	if mem == "gpu.shared" {
		make = "let s = alloc::<gpu.shared, [" + t + "; 32]>(); sched thread in block { s[[thread]] = a[0] } sync; let cells = to_atomic_array(&uniq *s);"
	}
	return fmt.Sprintf(`fn %s(a: & gpu.global [%s; 32], b: &uniq gpu.global [%s; 32], out: &uniq gpu.global [%s; 32]) -[grid: gpu.grid<X<1>, X<32>>]-> () {
  sched block in grid {
    %s
    sched thread in block { let x = a[[thread]]; let y = a[0]; let c = &cells[5]; out[[thread]] = %s }
  }
}
`, name, t, t, t, make, term)
}

func onCPU(name, from, to, term string) string {
	return fmt.Sprintf("fn %s(x: %s, y: %s, n: u32) -[t: cpu.thread]-> %s { %s }\n", name, from, from, to, term)
}

// TestScalars tries every operation on every scalar, in kernels and on the CPU: each as a program of its own, and all that
// check accepts of one type as one program for LLVM.
func TestScalars(t *testing.T) {
	count := 0
	for _, s := range scalars {
		var programs []program
		add := func(make func(name string) string) {
			name := fmt.Sprintf("f%d", len(programs))
			programs = append(programs, program{name + " of " + s, make(name)})
		}
		for _, term := range terms {
			add(func(name string) string { return inKernel(name, s, s, term) })
			add(func(name string) string { return onCPU(name, s, s, term) })
		}
		for _, to := range scalars {
			add(func(name string) string { return inKernel(name, s, to, "x as "+to) })
			add(func(name string) string { return onCPU(name, s, to, "x as "+to) })
			add(func(name string) string { return inKernel(name, s, to, "bits::<"+to+">(x)") })
			add(func(name string) string { return onCPU(name, s, to, "bits::<"+to+">(x)") })
		}
		for _, term := range warpTerms {
			add(func(name string) string { return inWarps(name, s, term) })
		}
		for _, term := range atomicTerms {
			for _, mem := range []string{"gpu.global", "gpu.shared"} {
				add(func(name string) string { return onAtomics(name, s, mem, term) })
			}
		}
		accepted, _ := hold(t, programs, len(programs)+1)
		count += len(accepted)
		var all strings.Builder
		for _, p := range accepted {
			all.WriteString(p.text)
		}
		if whole := (program{"all of " + s, all.String()}); all.Len() > 0 {
			hold(t, []program{whole}, 1)
		}
	}
	if count < 900 {
		t.Errorf("only %d programs are accepted", count)
	}
}
