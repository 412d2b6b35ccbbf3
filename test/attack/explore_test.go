package attack

import (
	"strings"
	"testing"

	"descend/frontend"
	"descend/frontend/source"
	"descend/ir"
	"descend/tools/registry"
)

// TestExplore: errors that few inputs have are found, impossible ones are called so, and what has none is exhausted.
func TestExplore(t *testing.T) {
	for _, x := range []struct{ name, body, want string }{
		{"every input", `s[[thread]] = 1; let x = s.reverse[[thread]];`, "sim-race"},
		{"no input", `s[[thread]] = 1; sync; let x = s.reverse[[thread]];`, ""},
		{"a negative number", `if n < 0 { s[[thread]] = 1; let x = s.reverse[[thread]]; }`, "sim-race"},
		{"one branch each", `if g[[thread]] == 123456 { s[[thread]] = 1 } else { let x = s.reverse[[thread]]; }`, "may not happen together"},
		{"both branches alone", `if g[[thread]] == 123456 { s[[thread]] = 1 } else { let x = s[[thread]]; }`, ""},
		{"an index", `let x = s[(g[[thread]]) & 3]; s[[thread]] = 1;`, "may not happen together"},
		{"an index of private memory", `let mut a = [0; 4]; a[(g[[thread]]) & 3] = 1; if a[0] == 1 { s[[thread]] = 1 }`, ""},
		{"a decision that leads to another", `if g[[thread]] < 3 { if h[[thread]] < 3 { s[[thread]] = 1 } else { let x = s.reverse[[thread]]; } }`, "may not happen together"},
		{"one condition for all", `if r[0] < 3 { s[[thread]] = 1 } if !(r[0] < 3) { let x = s.reverse[[thread]]; }`, ""},
		{"a condition that is kept", `let c = g[[thread]] < 3; if c { s[[thread]] = 1 } if c { let x = s[[thread]]; } else { s[[thread]] = 2 }`, ""},
		{"one thread's decision twice", `let c = g[[thread]] < 3; if c { s[[thread]] = 1 } if !c { let x = s.reverse[[thread]]; }`, "may not happen together"},
		{"a barrier that threads miss", `if g[[thread]] < 3 { sync }`, "may not happen together"},
		{"contents that nobody wrote", `if s[[thread]] == 77 { h[[thread]] = 1 } else { let x = h.reverse[[thread]]; }`, "may not happen together"},
		{"too many", `for i in 0..30 { if h[[thread]] == 5 { h[[thread]] = 1 } }`, "too many"},
	} {
		m, _ := loweredKernel(t, x.name, x.body)
		d, got := explore(m)
		if d != nil {
			got = d.Code
		}
		if x.want == "" && got != "" || !strings.Contains(got, x.want) {
			t.Errorf("%s: %q, want %q", x.name, got, x.want)
		}
	}
}

// loweredKernel is a program whose threads execute the body, at the gpu level, and its text.
func loweredKernel(t *testing.T, name, body string) (*ir.Operation, string) {
	t.Helper()
	text := `fn kernel(g: &uniq gpu.global [i32; 4], h: &uniq gpu.global [i32; 4], r: & gpu.global [i32; 4], n: i32) -[grid: gpu.grid<X<1>, X<4>>]-> () {
  sched(X) block in grid {
    let s = alloc::<gpu.shared, [i32; 4]>();
    sched(X) thread in block { ` + body + ` }
  }
}
fn main(g: &uniq cpu.mem [i32; 4], r: & cpu.mem [i32; 4], n: i32) -[t: cpu.thread]-> () {
  let mut dg = GpuGlobal::alloc_copy(&*g);
  let mut dh = GpuGlobal::alloc_copy(&*g);
  let dr = GpuGlobal::alloc_copy(r);
  kernel::<<<X<1>, X<4>>>>(&uniq dg, &uniq dh, &dr, n)
}
`
	var diags ir.Diagnostics
	m := frontend.Compile(registry.Context(), []*source.File{source.NewFile("explore.desc", text)}, &diags)
	if m == nil || diags.HasErrors() {
		t.Fatalf("%s: %v", name, first(&diags))
	}
	if err := lowered(m, nil); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return m, text
}

// TestUnwrittenContents: what shared memory holds before it is written may be any numbers.
func TestUnwrittenContents(t *testing.T) {
	m, text := loweredKernel(t, "contents", `if s[[thread]] == 77 { h[[thread]] = 1 } else { let x = h.reverse[[thread]]; }`)
	if d, err := runs(m, 16, nil); d != nil || err != nil {
		t.Errorf("found without trying: %v %v", d, err)
	}
	if d, err := runs(m, 100, telling(text)); d == nil || d.Code != "sim-race" || err != nil {
		t.Errorf("the race is not found: %v %v", d, err)
	}
}
