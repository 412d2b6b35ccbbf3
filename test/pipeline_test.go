package test

import (
	"fmt"
	"os"
	"testing"
)

// pipeline is a kernel that loads two rows ahead into so many places of 256 bytes.
const pipeline = `fn k<n: nat>(x: & gpu.global [[f32; 64]; n], y: &uniq gpu.global [f32; 64]) -[grid: gpu.grid<X<1>, X<64>>]-> () {
  sched block in grid {
    let s = alloc::<gpu.shared, [[f32; 64]; %[1]d]>();
    sched t in block {
      let rows = &x.pad::<n + 2>;
      let mut first = copy_async(&uniq s[0][[t]], &rows[0][[t]]);
      let mut second = copy_async(&uniq s[1][[t]], &rows[1][[t]]);
      for i in 0..n {
        finish(first);
        first = second;
        second = copy_async(&uniq s[(i + 2) %% %[1]d][[t]], &rows[i + 2][[t]]);
        y[[t]] = s[i %% %[1]d][[t]]
      }
    }
  }
}
`

// places is a kernel with a number of places that its launch says.
const places = `fn k<s: nat>(x: & gpu.global [f32; 64], y: &uniq gpu.global [f32; 64]) -[grid: gpu.grid<X<1>, X<64>>]-> () where s > 0 {
  sched block in grid {
    let places = alloc::<gpu.shared, [[f32; 64]; s]>();
    sched t in block {
      let c = copy_async(&uniq places[s - 1][[t]], &x[[t]]);
      finish(c);
      y[[t]] = places[s - 1][[t]]
    }
  }
}
fn main(x: & gpu.global [f32; 64], y: &uniq gpu.global [f32; 64]) -[t: cpu.thread]-> () { k::<<<_, _>>>::<%d>(x, y) }
`

// TestDeepPipelines has pipelines as deep as shared memory, which is 227 KiB, and deeper ones.
func TestDeepPipelines(t *testing.T) {
	for _, c := range []struct {
		name, text string
		status     int
		says       string
	}{
		{"as deep as shared memory", fmt.Sprintf(pipeline, 908), 0, ""},
		{"one place more", fmt.Sprintf(pipeline, 909), 1, "a block has at most 232448 bytes of shared memory"},
		{"a launch as deep as shared memory", fmt.Sprintf(places, 908), 0, ""},
		{"a launch with one place more", fmt.Sprintf(places, 909), 1, "`k` requires `s*256 <= 232448`"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile("p.desc", []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			checkBadInput(t, []string{"check", "p.desc"}, c.status, c.says)
			if c.status != 0 {
				return
			}
			for _, target := range []string{"sm_60", "sm_90"} {
				checkBadInput(t, []string{"build", "p.desc", "--emit=ptx", "--target=" + target, "-o", "p.ptx"}, 0, "")
			}
		})
	}
}
