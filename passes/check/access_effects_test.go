package check_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"descend/frontend/frontendtest"
	"descend/ir"
	"descend/passes"
	"descend/passes/check/access"
)

// TestEffects holds what functions access through their parameters, as callers are told.
func TestEffects(t *testing.T) {
	const program = `
struct R { p: &uniq gpu.global i32, q: & gpu.global i32 }
fn either(r: R, v: i32) -[t: gpu.thread]-> i32 { *r.p = v; *r.q }
fn nested(r: R) -[t: gpu.thread]-> i32 { either(R { p: r.p, q: r.q }, 1) }
fn get<m: mem>(p: & m i32) -[t: gpu.thread]-> i32 { *p }
fn turn<n: nat, m: mem>(p: &uniq m [[i32; n]]) -[block: gpu.block<X<n>>]-> () {
  sched(X) t in block { let x = p.reverse[[t]]; sync; p[[t]] = x }
}
fn several<n: nat, m: mem>(p: &uniq m [[i32; 2*n]], q: & gpu.global [i32; 8], i: u32, none: & m i32) -[block: gpu.block<X<n>>]-> () {
  turn::<n, m>(&uniq p.take_left::<n>);
  sync;
  for i in 0..4 { sched t in block { let x = q[i]; } }
  sched t in block { let x = q[i]; let y = get(&p.group::<2>[[t]][1]); for z in p.group::<2>[[t]] { let w = z; } }
}
fn tree(p: &uniq gpu.shared [i32; 64], n: i32) -[block: gpu.block<X<32>>]-> () {
  for k in halved_range(4) {
    split(X) block at k {
      a => sched t in a { p.take_left::<k>[[t]] = p.take_left::<k>[[t]] + p.take_left::<2 * k>.take_right::<k>[[t]] },
      b => {}
    }
    sync
  }
}
fn counts(c: & gpu.shared [AtomicI32; 4]) -[t: gpu.thread]-> i32 { let x = atomic_fetch_add(c[0], 1); atomic_load(c[1]) }
fn lanes<m: mem>(p: &uniq m [[i32; 32]]) -[warp: gpu.warp]-> () {
  sched l in warp { let x = p.reverse[[l]]; sync(warp); p[[l]] = x }
}
fn warps(p: &uniq gpu.shared [i32; 64]) -[block: gpu.block<X<64>>]-> () { sched w in block.to_warps { lanes(&uniq p.group::<32>[[w]]) } }
fn rest(p: &uniq gpu.shared [i32; 8]) -[part: gpu.thread_grp<X<8>>]-> () {
  split(X) part at 3 { a => {}, b => sched t in b { p.take_right::<3>[[t]] = 1 } }
}
fn behind(p: & gpu.shared [i32; 64], q: & gpu.local & gpu.shared i32) -[t: gpu.thread]-> () { let x = **q; }
fn perhaps(p: &uniq gpu.shared [[i32; 32]], flag: bool) -[block: gpu.block<X<32>>]-> () {
  if flag { sync }
  sched t in block { p[[t]] = 7 }
  if flag { sync } else { sync }
}
fn grid(p: &uniq gpu.global [i32; 64]) -[grid: gpu.grid<X<2>, X<32>>]-> () {
  sched b in grid { turn::<32, gpu.global>(&uniq p.group::<32>[[b]]) }
}
fn pieces(p: &uniq gpu.shared [(i32, [i32; 2]); 32]) -[block: gpu.block<X<32>>]-> () { sched t in block { p.rev[[t]].1[0] = 1; } }
`
	m, diags := frontendtest.Module(t, program), &ir.Diagnostics{}
	a := &access.Check{Effects: map[string][]string{}}
	if err := a.Run(&passes.Context{Op: m, Diags: diags}); err != nil {
		t.Fatal(err)
	}
	for _, d := range diags.Sorted() {
		t.Error(show(d))
	}
	want := map[string][]string{
		"either": {"r: writes r.0", "r: reads r.1"},
		"nested": {"r: writes r.0", "r: reads r.1"},
		"get":    {"p: reads p"},
		"turn":   {"p: reads p[n - thread.x - 1] before its first barrier", "p: writes p[thread.x] after its last barrier"},
		"several": {
			"p: reads p[n - thread.x - 1] before its first barrier",
			"p: writes p[thread.x] between barriers",
			"p: reads p[thread.x*2 + 1] after its last barrier",
			"p: reads p[k + thread.x*2] for k in 0..2 after its last barrier",
			"q: reads q[i] for i in 0..4 after its last barrier",
			"q: reads q[?] after its last barrier",
			"none: nothing",
		},
		"tree": {
			"p: reads p[thread.x] for k in [4, 2, 1], thread.x in 0..k before its first barrier",
			"p: reads p[k + thread.x] for k in [4, 2, 1], thread.x in 0..k before its first barrier",
			"p: writes p[thread.x] for k in [4, 2, 1], thread.x in 0..k before its first barrier",
		},
		"counts":  {"c: changes atomically c[0]", "c: reads atomically c[1]"},
		"lanes":   {"p: reads p[31 - lane.x] before its first barrier", "p: writes p[lane.x] after its last barrier"},
		"warps":   {"p: reads p[warp.x*32 - lane.x + 31]", "p: writes p[lane.x + warp.x*32]"},
		"rest":    {"p: writes p[thread.x] for thread.x in 3..8"},
		"behind":  {"p: reads some of p", "q: reads some of q"},
		"perhaps": {"p: writes p[thread.x] before its first barrier"},
		"grid":    {"p: reads p[block.x*32 - thread.x + 31] before its first barrier", "p: writes p[block.x*32 + thread.x] after its last barrier"},
		"pieces":  {"p: writes p[31 - thread.x].1[0]"},
	}
	if d := cmp.Diff(want, a.Effects); d != "" {
		t.Error(d)
	}
}
