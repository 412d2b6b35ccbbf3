package test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"descend/tools/driver"
)

// TestExplainWhere compares what check --explain-where says: each inferred clause with the line and the obligation that needs
// it, through calls.
func TestExplainWhere(t *testing.T) {
	for _, c := range []struct{ name, program, want string }{
		{"nothing", `fn f(x: i32) -[t: cpu.thread]-> i32 { x }
fn g<n: nat>(v: & cpu.mem [i32; n]) -[t: cpu.thread]-> i32 where n > 0 { v[0] }
`, `no function needs more than it states
`},
		{"one of each", `fn k<n: nat, m: nat>(v: &uniq gpu.global [i32; n], w: & gpu.global [i32; m]) -[grid: gpu.grid<X<4>, X<32>>]-> () {
  sched(X) block in grid {
    sched(X) thread in block {
      v.group::<32>[[block]][[thread]] = w[7];
      for i in 0..8 { print(w[i + 3]) }
    }
  }
}
`, `p.desc:1: fn k needs also
    where 7 < m
        line 4: index ` + "`7` of an array of `m`" + ` elements
    where n % 32 == 0
        line 4: groups of ` + "`32` of `n`" + ` elements
    where 4 == n/32
        line 4: ` + "`4`" + ` resources along X select from ` + "`n/32`" + ` elements
    where 10 < m
        line 5: index ` + "`i + 3` of an array of `m`" + ` elements
`},
		{"through calls", `fn third<n: nat>(v: & cpu.mem [i32; n]) -[t: cpu.thread]-> i32 { v[2] }
fn twice<n: nat>(v: & cpu.mem [i32; 2 * n]) -[t: cpu.thread]-> i32 {
  third(v)
}
fn stated<n: nat>(v: & cpu.mem [i32; n]) -[t: cpu.thread]-> i32 where n > 4 { v[4] }
fn main<a: nat, b: nat>(v: & cpu.mem [i32; 2 * a * b]) -[t: cpu.thread]-> i32 {
  let x = twice::<a * b>(v);
  x + stated(v)
}
`, `p.desc:1: fn third needs also
    where 2 < n
        line 1: index ` + "`2` of an array of `n`" + ` elements
p.desc:2: fn twice needs also
    where 2 < n*2
        line 3: ` + "`third` requires `2 < n`" + `
        in third, line 1: index ` + "`2` of an array of `n`" + ` elements
p.desc:6: fn main needs also
    where 2 < a*b*2
        line 7: ` + "`twice` requires `2 < n*2`" + `
        in twice, line 3: ` + "`third` requires `2 < n`" + `
        in third, line 1: index ` + "`2` of an array of `n`" + ` elements
    where a*b*2 > 4
        line 8: ` + "`stated` requires `n > 4`" + `
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile("p.desc", []byte(c.program), 0o644); err != nil {
				t.Fatal(err)
			}
			var stdout, stderr bytes.Buffer
			status := driver.Main([]string{"check", "p.desc", "--explain-where"}, strings.NewReader(""), &stdout, &stderr)
			if status != 0 || stderr.Len() > 0 {
				t.Errorf("exit status %d\n%s", status, &stderr)
			}
			if d := cmp.Diff(c.want, stdout.String()); d != "" {
				t.Error(d)
			}
		})
	}
}
