package check_test

import (
	"path/filepath"
	"strings"
	"testing"

	"descend/frontend/diag"
	"descend/frontend/source"
	"descend/ir"
	"descend/test/kit"
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

// TestFixesCompile applies the edits of every diagnostic of the corpus, of test/diagnostics and of the error pages: the error is gone, and
// no new one comes.
func TestFixesCompile(t *testing.T) {
	tried := map[string]int{}
	try := func(name, text string) {
		_, before := compileAndCheck("fix.desc", text)
		for _, d := range before.Sorted() {
			for h := range d.Help.All() {
				if len(h.Edits) == 0 {
					continue
				}
				tried[d.Code]++
				fixed := diag.Apply(h, source.NewFile("fix.desc", text))
				_, after := compileAndCheck("fix.desc", fixed)
				if after.Len() >= before.Len() {
					t.Errorf("%s: the fix %q of %s leaves\n%sin\n%s", name, h.Message, d, details(after), strings.TrimLeft(fixed, "\n"))
				}
			}
		}
	}
	for _, p := range kit.Sections(t, "../../test/check/*.desc", "../../frontend/sema/testdata/reject.desc", "../../test/diagnostics/*.desc") {
		try(p.Name(), p.Text)
	}
	for _, file := range kit.Files(t, "../../docs/errors/*.md") {
		for _, text := range fenced(kit.Read(t, file), "```descend wrong") {
			try(filepath.Base(file), text)
		}
	}
	for _, code := range []string{"conflicting-access", "dangling-borrow", "immutable", "mismatched-types", "moved-value", "narrowing", "nat-constraint", "syntax",
		"uninitialized", "unknown-name", "wrong-memory"} {
		if tried[code] == 0 {
			t.Errorf("no fix of a %s was tried", code)
		}
	}
	t.Logf("fixes tried: %v", tried)
}

// TestBudget holds that a decision that is given up says so. Element i of v.group::<k>.transpose.join is element i*k mod 1000
// of v, so that the three together change nothing, which only a search finds.
func TestBudget(t *testing.T) {
	_, diags := compileAndCheck("budget.desc", `
fn kernel(h: &uniq gpu.global [i32; 1001]) -[grid: gpu.grid<X<1>, X<1001>>]-> () {
  sched(X) block in grid {
    sched(X) thread in block {
      let x = h[[thread]];
      h.group::<7>.transpose.join.group::<11>.transpose.join.group::<13>.transpose.join[[thread]] = x;
    }
  }
}`)
	if text := details(diags); !strings.Contains(text, "could not decide within the budget") || !strings.Contains(text, "no search is needed where") {
		t.Errorf("no word of the budget in\n%s", details(diags))
	}
}
