// Divergent conditions: nested, with results.
// LAUNCH branch block=8 i32[8]:zeros
// OUT 0: 100 101 2 303 104 105 2 307
gpu.module @kernels {
  gpu.func @branch(%out: memref<8xi32>) kernel {
    %t = gpu.thread_id x
    %ti = arith.index_cast %t : index to i32
    %c3 = arith.constant 3 : i32
    %c2 = arith.constant 2 : i32
    %c1 = arith.constant 1 : i32
    %c100 = arith.constant 100 : i32
    %c300 = arith.constant 300 : i32
    %bits = arith.andi %ti, %c3 : i32
    %low = arith.cmpi ult, %bits, %c2 : i32
    %r = scf.if %low -> (i32) {
      %x = arith.addi %ti, %c100 : i32
      scf.yield %x : i32
    } else {
      %odd = arith.andi %ti, %c1 : i32
      %is = arith.cmpi eq, %odd, %c1 : i32
      %y = scf.if %is -> (i32) {
        %z = arith.addi %ti, %c300 : i32
        scf.yield %z : i32
      } else {
        scf.yield %c2 : i32
      }
      scf.yield %y : i32
    }
    memref.store %r, %out[%t] : memref<8xi32>
    gpu.return
  }
}
// -----
// A loop whose trip count differs between lanes, with carried values that change places.
// LAUNCH fib block=8 i64[8]:zeros
// OUT 0: 0 1 1 2 3 5 8 13
gpu.module @kernels {
  gpu.func @fib(%out: memref<8xi64>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a0 = arith.constant 0 : i64
    %b0 = arith.constant 1 : i64
    %r:2 = scf.for %i = %c0 to %t step %c1 iter_args(%a = %a0, %b = %b0) -> (i64, i64) {
      %s = arith.addi %a, %b : i64
      scf.yield %b, %s : i64, i64
    }
    memref.store %r#0, %out[%t] : memref<8xi64>
    gpu.return
  }
}
// -----
// A while loop with different numbers of rounds, values that swap, and a loop inside. Collatz steps.
// LAUNCH collatz block=8 i32[8]:zeros i32[8]:zeros
// OUT 0: 0 0 1 7 2 5 8 16
// OUT 1: 0 1 3 6 10 15 21 28
gpu.module @kernels {
  gpu.func @collatz(%out: memref<8xi32>, %tri: memref<8xi32>) kernel {
    %t = gpu.thread_id x
    %n0 = arith.index_cast %t : index to i32
    %z = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %three = arith.constant 3 : i32
    %r:2 = scf.while (%n = %n0, %steps = %z) : (i32, i32) -> (i32, i32) {
      %go = arith.cmpi ugt, %n, %one : i32
      scf.condition(%go) %steps, %n : i32, i32
    } do {
    ^bb0(%steps: i32, %n: i32):
      %low = arith.andi %n, %one : i32
      %odd = arith.cmpi eq, %low, %one : i32
      %next = scf.if %odd -> (i32) {
        %m = arith.muli %n, %three : i32
        %p = arith.addi %m, %one : i32
        scf.yield %p : i32
      } else {
        %h = arith.shrui %n, %one : i32
        scf.yield %h : i32
      }
      %s = arith.addi %steps, %one : i32
      scf.yield %next, %s : i32, i32
    }
    memref.store %r#0, %out[%t] : memref<8xi32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %z) -> (i32) {
      %in = arith.cmpi ule, %i, %t : index
      %v = scf.if %in -> (i32) {
        %w = scf.for %j = %c0 to %i step %c1 iter_args(%q = %acc) -> (i32) {
          %q1 = arith.addi %q, %one : i32
          scf.yield %q1 : i32
        }
        scf.yield %w : i32
      } else {
        scf.yield %acc : i32
      }
      scf.yield %v : i32
    }
    memref.store %sum, %tri[%t] : memref<8xi32>
    gpu.return
  }
}
// -----
// Three-dimensional ids and sizes.
// LAUNCH where grid=2,3,2 block=4,2,3 i32[288]:zeros
// COMPARE iota
gpu.module @kernels {
  gpu.func @where(%out: memref<288xi32>) kernel {
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %bz = gpu.block_id z
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %tz = gpu.thread_id z
    %gx = gpu.grid_dim x
    %gy = gpu.grid_dim y
    %dx = gpu.block_dim x
    %dy = gpu.block_dim y
    %dz = gpu.block_dim z
    %a = arith.muli %bz, %gy : index
    %b = arith.addi %a, %by : index
    %c = arith.muli %b, %gx : index
    %d = arith.addi %c, %bx : index
    %e = arith.muli %d, %dz : index
    %f = arith.addi %e, %tz : index
    %g = arith.muli %f, %dy : index
    %h = arith.addi %g, %ty : index
    %i = arith.muli %h, %dx : index
    %j = arith.addi %i, %tx : index
    %v = arith.index_cast %j : index to i32
    memref.store %v, %out[%j] : memref<288xi32>
    gpu.return
  }
}
// -----
// Loops over uniform and over different ranges with steps; a negative range runs never.
// LAUNCH steps block=4 i32[4]:zeros
// OUT 0: 11 12 13 15
gpu.module @kernels {
  gpu.func @steps(%out: memref<4xi32>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c10 = arith.constant 10 : index
    %m5 = arith.constant -5 : index
    %one = arith.constant 1 : i32
    %z = arith.constant 0 : i32
    %a = scf.for %i = %m5 to %c10 step %c3 iter_args(%n = %z) -> (i32) {
      %n1 = arith.addi %n, %one : i32
      scf.yield %n1 : i32
    }
    %b = scf.for %i = %c10 to %m5 step %c3 iter_args(%n = %a) -> (i32) {
      scf.yield %z : i32
    }
    %from = arith.subi %c10, %t : index
    %step = arith.addi %t, %c2 : index
    %c = scf.for %i = %from to %c10 step %step iter_args(%n = %b) -> (i32) {
      %n1 = arith.addi %n, %one : i32
      scf.yield %n1 : i32
    }
    %st = arith.addi %t, %c1 : index
    %hi = arith.constant 8 : index
    %d = scf.for %i = %t to %hi step %st iter_args(%n = %c) -> (i32) {
      %n1 = arith.addi %n, %one : i32
      %big = arith.cmpi sgt, %i, %c3 : index
      %r = arith.select %big, %n1, %n : i32
      scf.yield %r : i32
    }
    %e = arith.index_cast %t : index to i32
    %two = arith.constant 2 : i32
    %x = arith.muli %e, %two : i32
    %f = arith.addi %d, %x : i32
    %g = arith.addi %f, %two : i32
    memref.store %g, %out[%t] : memref<4xi32>
    gpu.return
  }
}
