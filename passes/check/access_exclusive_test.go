package check_test

import (
	"testing"

	"descend/dialects/descend"
	"descend/ir"
)

// TestExclusive holds what access-check writes as arg_exclusive: the condition of noalias.
func TestExclusive(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"each thread its own", "sched t in block { a.group::<32>[[block]][[t]] = b.rev.group::<32>[[block]][[t]] }", "[true, false]"},
		{"read and write", "sched t in block { a.group::<32>[[block]][[t]] = a.group::<32>[[block]][[t]] + 1.0 }", "[true, false]"},
		{"exchanged across a barrier", "sched t in block { a.group::<32>[[block]][[t]] = 1.0; sync; let x = a.group::<32>[[block]].rev[[t]]; }", "[false, false]"},
		{"two owners, one after the other", "sched t in block { a.group::<32>[[block]][[t]] = 1.0 } sync; sched t in block { a.group::<32>[[block]].rev[[t]] = 1.0 }", "[false, false]"},
		{"a call of a thread", "sched t in block { set(&uniq a.group::<32>[[block]][[t]]) }", "[true, false]"},
		{"a call of the block", "fill(&uniq a.group::<32>[[block]])", "[true, false]"},
		{"two calls of the block", "fill(&uniq a.group::<32>[[block]]); sync; fill(&uniq a.group::<32>[[block]].rev)", "[false, false]"},
		{"unsafe", "sched t in block { unsafe { a[0] = 1.0 } }", "[false, false]"},
		{"a run-time index", "sched t in block { let i = 3; a.group::<32>[[block]].group::<1>[[t]][i] = 1.0 }", "[true, false]"},
	}
	for _, c := range tests {
		m, ds := raceChecks(t, `
fn set(x: &uniq gpu.global f32) -[t: gpu.thread]-> () { *x = 1.0 }
fn fill(x: &uniq gpu.global [[f32; 32]]) -[b: gpu.block<X<32>>]-> () { sched t in b { x[[t]] = 1.0 } }
fn k(a: &uniq gpu.global [f32; 64], b: & gpu.global [f32; 64]) -[grid: gpu.grid<X<2>, X<32>>]-> () {
  sched block in grid { `+c.body+` }
}`)
		for _, d := range ds {
			t.Errorf("%s: %s", c.name, show(d))
		}
		for op := range m.All("descend.func") {
			if ir.SymbolName(op) != "k" {
				continue
			}
			if a := (descend.FuncOp{Operation: op}).Attr("arg_exclusive"); a == nil || a.String() != c.want {
				t.Errorf("%s: arg_exclusive = %v, want %s", c.name, a, c.want)
			}
		}
	}
}
