package test

import (
	"strings"
	"testing"
)

// TestIndexCost holds that `v[index(t)]` costs what `v[[t]]` does: the PTX is the same, also of blocks, through a variable, and where the
// element may be missing.
func TestIndexCost(t *testing.T) {
	for _, tt := range []struct{ name, selects, indexes string }{
		{"a thread", "x.group::<64>[[b]][[t]]", "x.group::<64>[[b]][index(t)]"},
		{"a block and a thread", "x.group::<64>[[b]][[t]]", "x.group::<64>[index(b)][index(t)]"},
		{"a variable", "x.group::<64>[[b]][[t]]", "x.group::<64>[index(b)][i]"},
		{"shared memory", "tmp[[t]]", "tmp[index(t)]"},
		{"a padded view", "(x.group_up::<64>[[b]][[t]] else 0.0)", "(x.group_up::<64>[index(b)][index(t)] else 0.0)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			program := `fn k<n: nat>(x: & gpu.global [f32; n * 64], y: &uniq gpu.global [f32; n * 64]) -[grid: gpu.grid<X<n>, X<64>>]-> () {
  sched(X) b in grid {
    let tmp = alloc::<gpu.shared, [f32; 64]>();
    sched(X) t in b { tmp[[t]] = x.group::<64>[[b]][[t]] * 2.0 }
    sync;
    sched(X) t in b { let i = index(t); y.group::<64>[[b]][[t]] = ELEMENT * tmp.reverse[[t]] + i as f32 }
  }
}
`
			selected, indexed := strings.Replace(program, "ELEMENT", tt.selects, 1), strings.Replace(program, "ELEMENT", tt.indexes, 1)
			if want, got := ptxOf(t, selected), ptxOf(t, indexed); got != want || !strings.Contains(got, ".entry k(") {
				t.Errorf("with indices:\n%s\nwith selects:\n%s", got, want)
			}
		})
	}
}
