package test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/tools/driver"
)

// Kernels of padded arrays, and what they are without padding, each with sizes that fit the tiles.
var padded = []struct {
	name, padded, plain         string
	paddedDefines, plainDefines []string
}{
	{
		"reduction",
		`fn sum<n: nat>(x: & gpu.global [i32; n], y: &uniq gpu.global [i32; (n + 63) / 64]) -[grid: gpu.grid<X<(n + 63) / 64>, X<64>>]-> () {
  sched(X) block in grid {
    let tmp = alloc::<gpu.shared, [i32; 64]>();
    sched(X) thread in block { tmp[[thread]] = x.group_up::<64>[[block]][[thread]] else 0 }
    sync;
    for k in halved_range(32) {
      split(X) block at k {
        active => sched(X) thread in active { tmp.take_left::<k>[[thread]] += tmp.take_left::<2 * k>.take_right::<k>[[thread]] },
        idle => { }
      }
      sync
    }
    split(X) block at 1 { first => sched(X) thread in first { y.group::<1>[[block]][[thread]] = tmp.take_left::<1>[[thread]] }, others => { } }
  }
}`,
		`fn sum<n: nat>(x: & gpu.global [i32; n * 64], y: &uniq gpu.global [i32; n]) -[grid: gpu.grid<X<n>, X<64>>]-> () {
  sched(X) block in grid {
    let tmp = alloc::<gpu.shared, [i32; 64]>();
    sched(X) thread in block { tmp[[thread]] = x.group::<64>[[block]][[thread]] }
    sync;
    for k in halved_range(32) {
      split(X) block at k {
        active => sched(X) thread in active { tmp.take_left::<k>[[thread]] += tmp.take_left::<2 * k>.take_right::<k>[[thread]] },
        idle => { }
      }
      sync
    }
    split(X) block at 1 { first => sched(X) thread in first { y.group::<1>[[block]][[thread]] = tmp.take_left::<1>[[thread]] }, others => { } }
  }
}`,
		[]string{"-D", "n=512"}, []string{"-D", "n=8"},
	},
	{
		"transposition",
		`fn transpose<h: nat, w: nat>(x: & gpu.global [[f32; w]; h], y: &uniq gpu.global [[f32; h]; w]) -[grid: gpu.grid<XY<(w + 15) / 16, (h + 15) / 16>, XY<16, 16>>]-> () {
  sched(Y, X) block in grid {
    let tile = alloc::<gpu.shared, [[f32; 16]; 16]>();
    sched(Y, X) thread in block { tile[[thread]] = x.tile_up::<16, 16>[[block]][[thread]] else 0.0 }
    sync;
    sched(Y, X) thread in block { y.tile_up::<16, 16>.transpose[[block]][[thread]] = tile.transpose[[thread]] }
  }
}`,
		`fn transpose<h: nat, w: nat>(x: & gpu.global [[f32; w * 16]; h * 16], y: &uniq gpu.global [[f32; h * 16]; w * 16]) -[grid: gpu.grid<XY<w, h>, XY<16, 16>>]-> () {
  sched(Y, X) block in grid {
    let tile = alloc::<gpu.shared, [[f32; 16]; 16]>();
    sched(Y, X) thread in block { tile[[thread]] = x.tile::<16, 16>[[block]][[thread]] }
    sync;
    sched(Y, X) thread in block { y.tile::<16, 16>.transpose[[block]][[thread]] = tile.transpose[[thread]] }
  }
}`,
		[]string{"-D", "h=48", "-D", "w=32"}, []string{"-D", "h=3", "-D", "w=2"},
	},
	{
		"tiled product",
		`fn product<m: nat, k: nat, n: nat>(a: & gpu.global [[f32; k]; m], b: & gpu.global [[f32; n]; k], c: &uniq gpu.global [[f32; n]; m])
  -[grid: gpu.grid<XY<(n + 15) / 16, (m + 15) / 16>, XY<16, 16>>]-> () {
  sched(Y) block_row in grid { sched(X) block in block_row {
    let ta = alloc::<gpu.shared, [[f32; 16]; 16]>();
    let tb = alloc::<gpu.shared, [[f32; 16]; 16]>();
    sched(Y) row in block { sched(X) thread in row {
      let mut sum: f32 = 0.0;
      for t in 0..(k + 15) / 16 {
        ta[[row]][[thread]] = a.tile_up::<16, 16>[[block_row]][t][[row]][[thread]] else 0.0;
        tb[[row]][[thread]] = b.tile_up::<16, 16>[t][[block]][[row]][[thread]] else 0.0;
        sync;
        for i in 0..16 { sum += ta[[row]][i] * tb[i][[thread]] }
        sync
      }
      c.tile_up::<16, 16>[[block_row]][[block]][[row]][[thread]] = sum
    } }
  } }
}`,
		`fn product<m: nat, k: nat, n: nat>(a: & gpu.global [[f32; k * 16]; m * 16], b: & gpu.global [[f32; n * 16]; k * 16], c: &uniq gpu.global [[f32; n * 16]; m * 16])
  -[grid: gpu.grid<XY<n, m>, XY<16, 16>>]-> () {
  sched(Y) block_row in grid { sched(X) block in block_row {
    let ta = alloc::<gpu.shared, [[f32; 16]; 16]>();
    let tb = alloc::<gpu.shared, [[f32; 16]; 16]>();
    sched(Y) row in block { sched(X) thread in row {
      let mut sum: f32 = 0.0;
      for t in 0..k {
        ta[[row]][[thread]] = a.tile::<16, 16>[[block_row]][t][[row]][[thread]];
        tb[[row]][[thread]] = b.tile::<16, 16>[t][[block]][[row]][[thread]];
        sync;
        for i in 0..16 { sum += ta[[row]][i] * tb[i][[thread]] }
        sync
      }
      c.tile::<16, 16>[[block_row]][[block]][[row]][[thread]] = sum
    } }
  } }
}`,
		[]string{"-D", "m=32", "-D", "k=64", "-D", "n=48"}, []string{"-D", "m=2", "-D", "k=4", "-D", "n=3"},
	},
}

// TestPaddingCostsNothing holds that padded arrays of sizes that fit give the code of arrays without padding.
func TestPaddingCostsNothing(t *testing.T) {
	build := func(t *testing.T, text string, defines []string) string {
		t.Helper()
		file := filepath.Join(t.TempDir(), "kernel.desc")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if status := driver.Main(append([]string{"build", file, "--emit=llvm", "-o", "-"}, defines...), strings.NewReader(""), &out, &errs); status != 0 {
			t.Fatalf("exit status %d\n%s", status, errs.String())
		}
		return out.String()
	}
	for _, tt := range padded {
		t.Run(tt.name, func(t *testing.T) {
			plain := build(t, tt.plain, tt.plainDefines)
			if got := build(t, tt.padded, tt.paddedDefines); got != plain {
				t.Errorf("padded:\n%s\nnot padded:\n%s", got, plain)
			}
			odd := append([]string{"-D", tt.paddedDefines[1] + "1"}, tt.paddedDefines[2:]...)
			if got := build(t, tt.padded, odd); strings.Count(got, "icmp") <= strings.Count(plain, "icmp") {
				t.Error("no comparison where a size does not fit")
			}
		})
	}
}
