package test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"descend/tools/driver"

	"github.com/google/go-cmp/cmp"
)

// TestExplainEffects compares what check --explain-effects says, also of functions from elsewhere and of the CPU, of which it says
// nothing.
func TestExplainEffects(t *testing.T) {
	const program = `fn elsewhere(p: &uniq gpu.global i32) -[t: gpu.thread]-> ();
fn turn<n: nat, m: mem>(p: &uniq m [[i32; n]], unused: & m i32) -[block: gpu.block<X<n>>]-> () {
  sched t in block { let x = p.reverse[[t]]; sync; p[[t]] = x }
}
fn scalar(x: i32) -[t: gpu.thread]-> i32 { x }
fn calls(p: &uniq gpu.global [i32; 32]) -[block: gpu.block<X<32>>]-> () { sched t in block { elsewhere(&uniq p[[t]]) } }
fn row<n: nat>(p: &uniq gpu.global [i32; n]) -[t: gpu.thread]-> () { for i in 0..n { p[i] = 1 } }
fn rows<k: nat, n: nat>(p: &uniq gpu.global [[i32; n]; k]) -[t: gpu.thread]-> () { for i in 0..k { row(&uniq p[i]) } }
fn backwards<k: nat>(p: & gpu.global [i32; k], at: u32) -[t: gpu.thread]-> i32 { p.reverse[at] }
fn main(p: &uniq cpu.mem i32) -[t: cpu.thread]-> () { *p = 1 }
`
	const want = `p.desc:2: fn turn
    p: reads p[n - thread.x - 1] before its first barrier
    p: writes p[thread.x] after its last barrier
    unused: nothing
p.desc:6: fn calls
    p: writes p[thread.x]
p.desc:7: fn row
    p: writes p[i] for i in 0..n
p.desc:8: fn rows
    p: writes p[i][i_1] for i in 0..k, i_1 in 0..n
p.desc:9: fn backwards
    p: reads p[k - k_1 - 1] for k_1 in 0..k
`
	t.Chdir(t.TempDir())
	if err := os.WriteFile("p.desc", []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if status := driver.Main([]string{"check", "p.desc", "--explain-effects"}, strings.NewReader(""), &stdout, &stderr); status != 0 || stderr.Len() > 0 {
		t.Errorf("exit status %d\n%s", status, &stderr)
	}
	if d := cmp.Diff(want, stdout.String()); d != "" {
		t.Error(d)
	}
}
