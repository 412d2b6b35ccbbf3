package check_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/view"
	"descend/frontend"
	"descend/frontend/source"
	"descend/ir"
	"descend/passes/check"
)

// manyFunctions is a program of n kernels of ten lines.
func manyFunctions(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `fn k%d<n: nat>(a: & gpu.global [f32; n * 64], b: &uniq gpu.global [f32; n * 64]) -[grid: gpu.grid<X<n>, X<64>>]-> () {
  sched(X) block in grid {
    let tmp = alloc::<gpu.shared, [f32; 64]>();
    sched(X) thread in block {
      tmp[[thread]] = a.group::<64>[[block]][[thread]];
      sync;
      b.group::<64>[[block]][[thread]] = tmp.reverse[[thread]]
    }
  }
}
`, i)
	}
	return b.String()
}

// TestCheckingTime checks that the time for a program grows with its length only. With TIMES=1 it prints the
// time of each pass.
func TestCheckingTime(t *testing.T) {
	n := 500
	if os.Getenv("TIMES") != "" {
		n = 10000
	}
	c := ir.NewContext(descend.Dialect(), exec.Dialect(), view.Dialect())
	c.AllowUnregistered = true
	diags := &ir.Diagnostics{}
	start := time.Now()
	m := frontend.Compile(c, []*source.File{source.NewFile("many.desc", manyFunctions(n))}, diags)
	if m == nil || diags.HasErrors() {
		t.Fatal(details(diags))
	}
	t.Logf("%-18s %v", "frontend", time.Since(start))
	total := time.Duration(0)
	for _, p := range check.Pipeline() {
		start := time.Now()
		runPass(p, m, diags)
		d := time.Since(start)
		total += d
		t.Logf("%-18s %v", p.Name(), d)
	}
	if diags.HasErrors() {
		t.Fatal(details(diags))
	}
	if total > time.Duration(n)*20*time.Millisecond {
		t.Errorf("checking %d functions took %v", n, total)
	}
}

// TestLongFunction checks that one long function with many variables, loans and branches is no trouble.
func TestLongFunction(t *testing.T) {
	var b strings.Builder
	b.WriteString("fn f(c: bool) -[t: cpu.thread]-> i32 {\nlet mut s = 0;\n")
	for i := range 1500 {
		fmt.Fprintf(&b, "let mut x%d = %d; let r%d = &uniq x%d; *r%d = 1; if c { s = s + *r%d }\n", i, i, i, i, i, i)
	}
	b.WriteString("s }\n")
	start := time.Now()
	_, diags := compileAndCheck("long.desc", b.String())
	if diags.HasErrors() {
		t.Fatal(details(diags))
	}
	d := time.Since(start)
	t.Logf("%v", d)
	if d > 60*time.Second {
		t.Errorf("a function of 6,000 statements took %v", d)
	}
}
