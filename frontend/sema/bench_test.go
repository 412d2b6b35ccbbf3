package sema

import (
	"fmt"
	"strings"
	"testing"
)

// longProgram has n functions of ten lines that call each other.
func longProgram(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `fn k%d<n: nat>(x: &uniq gpu.global [f32; n * 64], a: f32) -[grid: gpu.grid<X<n>, X<64>>]-> () {
  sched block in grid {
    let tmp = alloc::<gpu.shared, [f32; 64]>();
    sched thread in block {
      tmp[[thread]] = x.group::<64>[[block]][[thread]] * a;
      sync;
      x.group::<64>[[block]][[thread]] = tmp.reverse[[thread]] + helper%d(a, %d)
    }
  }
}
fn helper%d(a: f32, b: i32) -[t: gpu.thread]-> f32 { a * 2.0 + b as f32 }
`, i, (i+1)%n, i, i)
	}
	return b.String()
}

// BenchmarkAnalyze measures parsing and analysis per line of source.
func BenchmarkAnalyze(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		text := longProgram(n)
		b.Run(fmt.Sprintf("lines=%d", strings.Count(text, "\n")), func(b *testing.B) {
			for b.Loop() {
				if _, diags := analyze(newContext(), text); diags.HasErrors() {
					b.Fatal(diags.Sorted()[0])
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*strings.Count(text, "\n")), "ns/line")
		})
	}
}
