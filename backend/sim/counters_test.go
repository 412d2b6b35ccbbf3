package sim_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"descend/backend/sim"
	"descend/backend/sim/simtest"
	"descend/ir"
)

// counted is a kernel for blocks of 40 threads, one warp and a quarter of one, and the tile is of 32 x 32 elements, in rows.
const counted = `
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%x: memref<?xf32>, %d: memref<?xf64>, %u: memref<?xi32>) workgroup(%tile : memref<1024xf32, #gpu.address_space<workgroup>>, %wide : memref<64xf64, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 40, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c8 = arith.constant 8 : index
      %c20 = arith.constant 20 : index
      %c32 = arith.constant 32 : index
      %one = arith.constant 1 : i32
      %t = gpu.thread_id x
      %lane = arith.remui %t, %c32 : index
      %first = arith.cmpi ult, %t, %c32 : index
      %a = memref.load %x[%t] : memref<?xf32>
      %twice = arith.muli %t, %c2 : index
      %b = memref.load %d[%twice] : memref<?xf64>
      %column = arith.muli %lane, %c32 : index
      scf.if %first {
        memref.store %a, %tile[%column] : memref<1024xf32, #gpu.address_space<workgroup>>
      }
      memref.store %b, %wide[%t] : memref<64xf64, #gpu.address_space<workgroup>>
      gpu.barrier
      scf.for %i = %c0 to %c3 step %c1 {
        %most = arith.cmpi ult, %t, %c20 : index
        scf.if %most {
          %same = memref.load %tile[%c0] : memref<1024xf32, #gpu.address_space<workgroup>>
          memref.store %same, %x[%t] : memref<?xf32>
        }
      }
      %rest = arith.remui %t, %c8 : index
      %old = memref.atomic_rmw addi %one, %u[%rest] : (i32, memref<?xi32>) -> i32
      gpu.return
    }
  }
}
`

// shortCount is what the tests look at.
type shortCount struct {
	Op                  string
	Shared              bool
	Size                int
	Warps, Lanes, Bytes int64
	Passes, Least       int64
	Degree              int
	Sectors             int64
	MostSectors         int
}

func countsOf(list []*sim.Count) []shortCount {
	var out []shortCount
	for _, n := range list {
		out = append(out, shortCount{n.Op.Name(), n.Shared, n.Size, n.Warps, n.Lanes, n.Bytes, n.Passes, n.Least, n.Degree, n.Sectors, n.MostSectors})
	}
	return out
}

// TestCounters compares the numbers of a kernel with those that one counts by hand, for several schedules. Two blocks run.
func TestCounters(t *testing.T) {
	m := (&simtest.Case{Name: "counted", Source: counted}).Module(t)
	want := []shortCount{
		// 40 neighbours of 4 bytes: 4 sectors for the first warp, one for the other.
		{"memref.load", false, 4, 4, 80, 320, 0, 0, 0, 10, 4},
		// Every second one of 8 bytes, 32 of 16 bytes each: 16 sectors; 8 of them: 4.
		{"memref.load", false, 8, 4, 80, 640, 0, 0, 0, 40, 16},
		// A column: all 32 words in one bank.
		{"memref.store", true, 4, 2, 64, 256, 64, 2, 32, 0, 0},
		// 8 bytes for each lane: two passes of the whole warp, one of the part of one.
		{"memref.store", true, 8, 4, 80, 640, 6, 6, 1, 0, 0},
		// One word for 20 lanes, three rounds.
		{"memref.load", true, 4, 6, 120, 480, 6, 6, 1, 0, 0},
		{"memref.store", false, 4, 6, 120, 480, 0, 0, 0, 18, 3},
		// Eight words, in one sector.
		{"memref.atomic_rmw", false, 4, 4, 80, 320, 0, 0, 0, 4, 1},
	}
	for seed := range int64(4) {
		var c sim.Counters
		mach := sim.New(m, sim.Options{Schedule: seed, Counters: &c, Context: context.Background()})
		args := []sim.Arg{{Data: make([]byte, 4*40), Device: true}, {Data: make([]byte, 8*80), Device: true}, {Data: make([]byte, 4*8), Device: true}}
		err := mach.LaunchKernel("k", sim.Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{40, 1, 1}}, args)
		if err == nil {
			err = mach.LaunchKernel("k", sim.Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{40, 1, 1}}, args)
		}
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, countsOf(c.Accesses())); d != "" {
			t.Errorf("seed %d, want and got: %s", seed, d)
		}
		if c.Blocks("k") != 2 {
			t.Errorf("%d blocks", c.Blocks("k"))
		}
		for _, n := range c.Accesses() {
			if n.Kernel != "k" {
				t.Errorf("%s is in kernel %q", n.Op, n.Kernel)
			}
		}
	}
}

// TestAtomicCounters has updates of shared memory, each of which takes its word for itself, and atomic loads, which do not.
func TestAtomicCounters(t *testing.T) {
	m := (&simtest.Case{Name: "atomics", Source: `
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%out: memref<?xi32>) workgroup(%bins : memref<64xi32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c4 = arith.constant 4 : index
      %c32 = arith.constant 32 : index
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %t = gpu.thread_id x
      memref.store %zero, %bins[%t] : memref<64xi32, #gpu.address_space<workgroup>>
      %next = arith.addi %t, %c32 : index
      memref.store %zero, %bins[%next] : memref<64xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %bin = arith.divui %t, %c4 : index
      %old = memref.atomic_rmw addi %one, %bins[%bin] : (i32, memref<64xi32, #gpu.address_space<workgroup>>) -> i32
      %now = memref.generic_atomic_rmw %bins[%bin] : memref<64xi32, #gpu.address_space<workgroup>> {
      ^bb0(%x: i32):
        memref.atomic_yield %x : i32
      }
      memref.store %now, %out[%t] : memref<?xi32>
      gpu.return
    }
  }
}
`}).Module(t)
	var c sim.Counters
	mach := sim.New(m, sim.Options{Counters: &c})
	if err := mach.LaunchKernel("k", sim.Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{32, 1, 1}}, []sim.Arg{{Data: make([]byte, 128), Device: true}}); err != nil {
		t.Fatal(err)
	}
	want := []shortCount{
		{"memref.store", true, 4, 1, 32, 128, 1, 1, 1, 0, 0},
		{"memref.store", true, 4, 1, 32, 128, 1, 1, 1, 0, 0},
		{"memref.atomic_rmw", true, 4, 1, 32, 128, 4, 1, 4, 0, 0},
		{"memref.generic_atomic_rmw", true, 4, 1, 32, 128, 1, 1, 1, 0, 0},
		{"memref.store", false, 4, 1, 32, 128, 0, 0, 0, 4, 4},
	}
	if d := cmp.Diff(want, countsOf(c.Accesses())); d != "" {
		t.Errorf("want and got: %s", d)
	}
}

// TestCopyCounters has copies of 16 bytes, each lane the next ones, and of 4 bytes that 8 lanes make, each 32 bytes from the last one and to
// a column, and of 16 bytes of which all are read by 5 lanes, some by 3, and none by the others, which all write.
func TestCopyCounters(t *testing.T) {
	m := (&simtest.Case{Name: "copies", Source: `
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%x: memref<?xf32>) workgroup(%tile : memref<1024xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %t = gpu.thread_id x
      %i = arith.muli %t, %c4 : index
      %a = nvgpu.device_async_copy %x[%i], %tile[%i], 4 : memref<?xf32> to memref<1024xf32, #gpu.address_space<workgroup>>
      %g = nvgpu.device_async_create_group
      nvgpu.device_async_wait %g {numGroups = 0 : i32}
      %some = arith.cmpi ult, %t, %c8 : index
      scf.if %some {
        %j = arith.muli %t, %c8 : index
        %k = arith.muli %t, %c32 : index
        %b = nvgpu.device_async_copy %x[%j], %tile[%k], 1 : memref<?xf32> to memref<1024xf32, #gpu.address_space<workgroup>>
      }
      %h = nvgpu.device_async_create_group
      nvgpu.device_async_wait %h {numGroups = 0 : i32}
      %left = arith.subi %c8, %t : index
      %n = arith.minui %left, %c4 : index
      %c0 = arith.constant 0 : index
      %m = arith.select %some, %n, %c0 : index
      %b2 = nvgpu.device_async_copy %x[%i], %tile[%i], 4, %m : memref<?xf32> to memref<1024xf32, #gpu.address_space<workgroup>>
      %h2 = nvgpu.device_async_create_group
      nvgpu.device_async_wait %h2 {numGroups = 0 : i32}
      gpu.return
    }
  }
}
`}).Module(t)
	want := []shortCount{
		{"nvgpu.device_async_copy", false, 16, 1, 32, 512, 0, 0, 0, 16, 16},
		{"nvgpu.device_async_copy", true, 16, 1, 32, 512, 4, 4, 1, 0, 0},
		{"nvgpu.device_async_copy", false, 4, 1, 8, 32, 0, 0, 0, 8, 8},
		{"nvgpu.device_async_copy", true, 4, 1, 8, 32, 8, 1, 8, 0, 0},
		{"nvgpu.device_async_copy", false, 16, 1, 8, 128, 0, 0, 0, 4, 4},
		{"nvgpu.device_async_copy", true, 16, 1, 32, 512, 4, 4, 1, 0, 0},
	}
	for seed := range int64(3) {
		var c sim.Counters
		none := func(*ir.Operation, [3]int, int32, int64) bool { return false }
		mach := sim.New(m, sim.Options{Schedule: seed, Counters: &c, Racing: none})
		if err := mach.LaunchKernel("k", sim.Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{32, 1, 1}}, []sim.Arg{{Data: make([]byte, 512), Device: true}}); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, countsOf(c.Accesses())); d != "" {
			t.Errorf("seed %d, want and got: %s", seed, d)
		}
	}
}
