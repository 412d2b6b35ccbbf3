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

// TestOneLaneCost holds that the number of the one lane of a part costs nothing in an address, whatever stands beside it: it is 0.
func TestOneLaneCost(t *testing.T) {
	program := `fn k<n: nat>(y: &uniq gpu.global [[i32; 8]; n]) -[grid: gpu.grid<X<n>, X<256>>]-> () {
  sched(X) b in grid {
    let tmp = alloc::<gpu.shared, [i32; 8]>();
    sched(X) w in b.to_warps {
      split(X) w at 1 {
        first => sched(X) l in first { STORE },
        others => {},
      }
    }
    sync;
    split(X) b at 8 {
      few => sched(X) t in few { y[[b]][[t]] = tmp[[t]] },
      others => {},
    }
  }
}
`
	of := func(store string) string { return ptxOf(t, strings.Replace(program, "STORE", store, 1)) }
	want := of("unsafe { tmp[index(w)] = 7 - index(w) }")
	for _, element := range []string{"tmp.group::<1>[[w]][[l]]", "tmp.group::<1>.map(reverse)[[w]][[l]]", "tmp.group::<2>.join.group::<1>[[w]][[l]]"} {
		if got := of(element + " = 7 - index(w)"); got != want || !strings.Contains(got, ".entry k(") {
			t.Errorf("%s:\n%s\nwith the warp's number alone:\n%s", element, got, want)
		}
	}
}
