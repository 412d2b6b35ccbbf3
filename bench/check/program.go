package main

import (
	"fmt"
	"strings"
)

// items are functions of ten lines each, of the kinds that programs are made of. In them I is the number of the
// function, B a number of threads (a power of two from 64 to 512), H half of it, K a small constant, and J the
// number of an earlier function of the kind helper.
var items = []string{
	// A device function that others call.
	`fn helper_I(a: f32, b: f32) -[t: gpu.thread]-> f32 {
  let mut s = a * K.0;
  let limit = b + 1.5;
  if s > limit {
    s = limit
  } else {
    s = s + b
  }
  s * 0.5
}
`,
	// Elementwise.
	`fn axpy_I<n: nat>(
  y: &uniq gpu.global [f32; n * B], x: & gpu.global [f32; n * B], alpha: f32
) -[grid: gpu.grid<X<n>, X<B>>]-> () {
  sched(X) block in grid {
    sched(X) thread in block {
      y.group::<B>[[block]][[thread]] =
        helper_J(alpha * x.group::<B>[[block]][[thread]], y.group::<B>[[block]][[thread]])
    }
  }
}
`,
	// Shared memory and a barrier.
	`fn mirror_I<n: nat>(a: & gpu.global [f32; n * B], b: &uniq gpu.global [f32; n * B]) -[grid: gpu.grid<X<n>, X<B>>]-> () {
  sched(X) block in grid {
    let tmp = alloc::<gpu.shared, [f32; B]>();
    sched(X) thread in block {
      tmp[[thread]] = a.group::<B>[[block]][[thread]] * K.0;
      sync;
      b.group::<B>[[block]][[thread]] = tmp.reverse[[thread]]
    }
  }
}
`,
	// A tree in shared memory.
	`fn sum_I(tmp: &uniq gpu.shared [i64; B]) -[block: gpu.block<X<H>>]-> () {
  for k in halved_range(H) {
    split(X) block at k {
      active => sched(X) thread in active {
        tmp.take_left::<k>[[thread]] = tmp.take_left::<k>[[thread]] + tmp.take_right::<k>.take_left::<k>[[thread]] },
      inactive => {}
    }
    sync
  }
}
`,
	// Two dimensions, tiles.
	`fn turn_I<n: nat>(a: & gpu.global [[f64; n * 32]; n * 32], b: &uniq gpu.global [[f64; n * 32]; n * 32])
  -[grid: gpu.grid<XY<n, n>, XY<32, 8>>]-> () {
  sched(Y, X) block in grid {
    sched(Y, X) thread in block {
      for i in 0..4 {
        b.tile::<32, 32>.transpose[[block]].transpose.group_by_row::<32, 4>[[thread]][i] =
          a.tile::<32, 32>[[block]].group_by_row::<32, 4>[[thread]][i] * K.0 }
    }
  }
}
`,
	// A loop over rows with a private sum.
	`fn rows_I<m: nat, n: nat>(a: & gpu.global [[f32; n]; m * B], sums: &uniq gpu.global [f32; m * B])
  -[grid: gpu.grid<X<m>, X<B>>]-> () {
  sched(X) block in grid {
    sched(X) thread in block {
      let mut sum: f32 = 0.0;
      for j in 0..n { sum = sum + a.group::<B>[[block]][[thread]][j] }
      sums.group::<B>[[block]][[thread]] = sum
    }
  }
}
`,
	// Atomics.
	`fn count_I<n: nat>(data: & gpu.global [u8; n * B], counts: & gpu.global [AtomicU32; 256]) -[grid: gpu.grid<X<n>, X<B>>]-> () {
  sched(X) block in grid {
    sched(X) thread in block {
      let value = data.group::<B>[[block]][[thread]];
      if value > Ku8 {
        atomic_fetch_add(&shrd counts[value], 1u32);
      }
    }
  }
}
`,
	// A tile of a product.
	`fn product_I(a: & gpu.shared [[f32; 16]; 16], b: & gpu.shared [[f32; 16]; 16], c: &uniq gpu.shared [[f32; 16]; 16])
  -[block: gpu.block<XY<16, 16>>]-> () {
  sched(Y) row in block {
    sched(X) thread in row {
      let mut sum: f32 = 0.0;
      for i in 0..16 { sum = sum + a[[row]][i] * b[i][[thread]] * K.0 }
      c[[row]][[thread]] = sum
    }
  }
}
`,
	// Host code: boxes, loans, a loop.
	`fn total_I<n: nat>(v: &uniq cpu.mem [i32; n], first: &uniq cpu.mem i32) -[t: cpu.thread]-> i32 {
  let mut pair = (0, K);
  let limit = &pair.1;
  for i in 0..n {
    if v[i] < *limit { v[i] = v[i] + 1 }
  }
  *first = *limit;
  pair.0 = *first + 1;
  pair.0
}
`,
	// A launch.
	`fn start_I<n: nat>(y: &uniq cpu.mem [f32; n * BJ], x: & cpu.mem [f32; n * BJ]) -[t: cpu.thread]-> () {
  let dx = GpuGlobal::alloc_copy(x);
  let mut dy = GpuGlobal::alloc_copy(&*y);
  let alpha = K.0f32;
  axpy_A::<<<X<n>, X<BJ>>>>(&uniq dy, &dx, alpha);

  copy_mem_to_host(y, &dy)

  // done
}
`,
}

const linesOfItem = 10

// program has n functions, n * linesOfItem lines. The functions differ in names, block sizes and constants.
func program(n int) string {
	var b strings.Builder
	threads := func(i int) int { return 64 << (i / len(items) % 4) }
	for i := range n {
		first := i - i%len(items) // the helper of this round
		fmt.Fprint(&b, strings.NewReplacer("_I", fmt.Sprint("_", i), "_J", fmt.Sprint("_", first), "_A", fmt.Sprint("_", first+1),
			"BJ", fmt.Sprint(threads(first+1)), "B", fmt.Sprint(threads(i)), "H", fmt.Sprint(threads(i)/2),
			"K", fmt.Sprint(2+i/len(items)%97)).Replace(items[i%len(items)]))
	}
	return b.String()
}
