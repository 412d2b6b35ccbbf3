package check_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestUnknownMemoryOfCallee calls a function again that reaches its memory by references with more targets than are
// followed: what they refer to may be its memory.
func TestUnknownMemoryOfCallee(t *testing.T) {
	const many = 70
	text := func(end string) string {
		return fmt.Sprintf(`fn g() -[b: gpu.block<X<32>>]-> () {
  let s = alloc::<gpu.shared, [i32; 32]>();
  split b at 1 { f => sched t in f { let mut p = &uniq s[0]; %s *p = 1 }, o => {} }
  sync;
  sched t in b { let mut q = &s.rev[[t]]; %s let x = *q; }%s
}
fn k() -[grid: gpu.grid<X<1>, X<32>>]-> () { sched block in grid { g(); g() } }`,
			strings.Repeat("p = &uniq s[0]; ", many), strings.Repeat("q = &s.rev[[t]]; ", many), end)
	}
	for end, want := range map[string]int{"": 1, " sync": 0} {
		if _, ds := raceChecks(t, text(end)); len(ds) != want {
			t.Errorf("with %q at the end: %d errors, want %d: %v", end, len(ds), want, ds)
		}
	}
}
