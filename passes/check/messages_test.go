package check_test

import (
	"strings"
	"testing"

	"descend/ir"
)

// TestPaperMessages holds the headlines and labels of the paper's error messages (its section 2).
func TestPaperMessages(t *testing.T) {
	for name, c := range map[string]struct{ program, headline, label, related string }{
		"barrier": {`
fn k() -[grid: gpu.grid<X<4>, X<64>>]-> () {
  sched(X) block in grid { split(X) block at 32 { first_32_threads => { sync }, others => {} } }
}`, "barrier not allowed here", "`sync` not performed by all threads in the block", "`block` is split here"},
		"memory": {`
fn init_kernel(vec: &uniq cpu.mem [f64; 128]) -[grid: gpu.grid<X<4>, X<32>>]-> () {
  sched(X) thread in grid.to_threads { (*vec)[[thread]] = 1.0 }
}`, "cannot dereference `*vec` pointing to `cpu.mem`", "dereferencing pointer in `cpu.mem` memory", "executed by `gpu.thread`"},
		"copy": {`
fn f(h_vec: &uniq cpu.mem [f64; 8], d_vec: &uniq gpu.global [f64; 8]) -[t: cpu.thread]-> () {
  copy_mem_to_host(d_vec, h_vec)
}`, "mismatched types", "expected reference to `cpu.mem`, found reference to `gpu.global`", ""},
		"launch": {`
fn scale_vec<n: nat>(vec: &uniq gpu.global [f64; n]) -[grid: gpu.grid<X<1>, X<n>>]-> () {}
fn f(d_vec: &uniq gpu.global [f64; 128]) -[t: cpu.thread]-> () { scale_vec::<<<X<1>, X<1024>>>>(d_vec) }
`, "mismatched types", "expected `[f64; 1024]`, found `[f64; 128]`", ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, diags := compileAndCheck("paper.desc", c.program)
			all := diags.Sorted()
			if len(all) != 1 {
				t.Fatalf("expected one error, found\n%s", details(diags))
			}
			d := all[0]
			var related []string
			for _, r := range d.Related {
				related = append(related, r.Message)
				if !ir.RangeOf(r.Loc).Known() {
					t.Errorf("related place without position: %s", r.Message)
				}
			}
			if d.Message != c.headline || d.Label != c.label || c.related != "" && strings.Join(related, "|") != c.related {
				t.Errorf("headline %q\nlabel %q\nrelated %q", d.Message, d.Label, related)
			}
		})
	}
}
