// A histogram in shared memory that is added to one in global memory.
// LAUNCH histogram grid=4 block=64 i32[256]:random i32[16]:zeros
// COMPARE histogram
gpu.module @kernels {
  gpu.func @histogram(%a: memref<256xi32>, %h: memref<16xi32>)
      workgroup(%s: memref<16xi32, #gpu.address_space<workgroup>>) kernel attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %z = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %c15 = arith.constant 15 : i32
    %first = arith.cmpi ult, %t, %c16 : index
    scf.if %first {
      memref.store %z, %s[%t] : memref<16xi32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %base = arith.muli %b, %c64 : index
    %i = arith.addi %base, %t : index
    %v = memref.load %a[%i] : memref<256xi32>
    %k = arith.andi %v, %c15 : i32
    %ki = arith.index_castui %k : i32 to index
    %old = memref.atomic_rmw addi %one, %s[%ki] : (i32, memref<16xi32, #gpu.address_space<workgroup>>) -> i32
    gpu.barrier
    scf.if %first {
      %n = memref.load %s[%t] : memref<16xi32, #gpu.address_space<workgroup>>
      %o = memref.atomic_rmw addi %n, %h[%t] : (i32, memref<16xi32>) -> i32
    }
    gpu.return
  }
}
// -----
// Every kind of update on integers, signed and unsigned, 32 and 64 bits; results do not depend on the order.
// LAUNCH ints grid=2 block=32 i32[64]:random i64[64]:random i32[16]:iota i64[16]:iota
// COMPARE updates
gpu.module @kernels {
  gpu.func @ints(%a: memref<64xi32>, %b: memref<64xi64>, %x: memref<16xi32>, %y: memref<16xi64>) kernel {
    %t = gpu.thread_id x
    %bl = gpu.block_id x
    %c32 = arith.constant 32 : index
    %base = arith.muli %bl, %c32 : index
    %i = arith.addi %base, %t : index
    %v = memref.load %a[%i] : memref<64xi32>
    %w = memref.load %b[%i] : memref<64xi64>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %0 = memref.atomic_rmw addi %v, %x[%c0] : (i32, memref<16xi32>) -> i32
    %1 = memref.atomic_rmw maxs %v, %x[%c1] : (i32, memref<16xi32>) -> i32
    %2 = memref.atomic_rmw maxu %v, %x[%c2] : (i32, memref<16xi32>) -> i32
    %3 = memref.atomic_rmw mins %v, %x[%c3] : (i32, memref<16xi32>) -> i32
    %4 = memref.atomic_rmw minu %v, %x[%c4] : (i32, memref<16xi32>) -> i32
    %5 = memref.atomic_rmw ori %v, %x[%c5] : (i32, memref<16xi32>) -> i32
    %6 = memref.atomic_rmw andi %v, %x[%c6] : (i32, memref<16xi32>) -> i32
    %7 = memref.atomic_rmw muli %v, %x[%c7] : (i32, memref<16xi32>) -> i32
    %8 = memref.generic_atomic_rmw %x[%c8] : memref<16xi32> {
    ^bb0(%old: i32):
      %n = arith.xori %old, %v : i32
      memref.atomic_yield %n : i32
    }
    %10 = memref.atomic_rmw addi %w, %y[%c0] : (i64, memref<16xi64>) -> i64
    %11 = memref.atomic_rmw maxs %w, %y[%c1] : (i64, memref<16xi64>) -> i64
    %12 = memref.atomic_rmw maxu %w, %y[%c2] : (i64, memref<16xi64>) -> i64
    %13 = memref.atomic_rmw mins %w, %y[%c3] : (i64, memref<16xi64>) -> i64
    %14 = memref.atomic_rmw minu %w, %y[%c4] : (i64, memref<16xi64>) -> i64
    %15 = memref.atomic_rmw ori %w, %y[%c5] : (i64, memref<16xi64>) -> i64
    %16 = memref.atomic_rmw andi %w, %y[%c6] : (i64, memref<16xi64>) -> i64
    %17 = memref.atomic_rmw muli %w, %y[%c7] : (i64, memref<16xi64>) -> i64
    %18 = memref.generic_atomic_rmw %y[%c8] : memref<16xi64> {
    ^bb0(%old: i64):
      %n = arith.xori %old, %w : i64
      memref.atomic_yield %n : i64
    }
    gpu.return
  }
}
// -----
// Floats: sums, least and greatest, a product; f16 too. One thread wins the exchange and the comparison.
// LAUNCH floats block=32 f32[32]:random f64[32]:random f16[32]:random f32[8]:const:1 f64[8]:const:1 f16[8]:const:1 i32[4]:zeros f32[32]:zeros
// TOLERANCE 1e-3
// SCHEDULE the order shows in rounding
// COMPARE floatUpdates
gpu.module @kernels {
  gpu.func @floats(%a: memref<32xf32>, %b: memref<32xf64>, %h: memref<32xf16>,
                   %x: memref<8xf32>, %y: memref<8xf64>, %z: memref<8xf16>, %n: memref<4xi32>, %o: memref<32xf32>) kernel {
    %t = gpu.thread_id x
    %v = memref.load %a[%t] : memref<32xf32>
    %w = memref.load %b[%t] : memref<32xf64>
    %u = memref.load %h[%t] : memref<32xf16>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %0 = memref.atomic_rmw addf %v, %x[%c0] : (f32, memref<8xf32>) -> f32
    %1 = memref.atomic_rmw maxnumf %v, %x[%c1] : (f32, memref<8xf32>) -> f32
    %2 = memref.atomic_rmw minnumf %v, %x[%c2] : (f32, memref<8xf32>) -> f32
    %3 = memref.atomic_rmw addf %w, %y[%c0] : (f64, memref<8xf64>) -> f64
    %4 = memref.atomic_rmw maxnumf %w, %y[%c1] : (f64, memref<8xf64>) -> f64
    %5 = memref.atomic_rmw minnumf %w, %y[%c2] : (f64, memref<8xf64>) -> f64
    %9 = memref.atomic_rmw maxnumf %u, %z[%c1] : (f16, memref<8xf16>) -> f16
    %10 = memref.atomic_rmw minnumf %u, %z[%c2] : (f16, memref<8xf16>) -> f16
    // compare and exchange: the first thread finds 0
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %old = memref.generic_atomic_rmw %n[%c0] : memref<4xi32> {
    ^bb0(%cur: i32):
      %eq = arith.cmpi eq, %cur, %zero : i32
      %next = arith.select %eq, %one, %cur : i32
      memref.atomic_yield %next : i32
    }
    %won = arith.cmpi eq, %old, %zero : i32
    %k = arith.extui %won : i1 to i32
    %11 = memref.atomic_rmw addi %k, %n[%c1] : (i32, memref<4xi32>) -> i32
    // exchange: what is taken out in all is what was put in but for the last
    %12 = memref.atomic_rmw assign %one, %n[%c2] : (i32, memref<4xi32>) -> i32
    %13 = memref.atomic_rmw addi %12, %n[%c3] : (i32, memref<4xi32>) -> i32
    %14 = memref.atomic_rmw assign %v, %x[%c3] : (f32, memref<8xf32>) -> f32
    // load
    %15 = memref.generic_atomic_rmw %x[%c4] : memref<8xf32> {
    ^bb0(%cur: f32):
      memref.atomic_yield %cur : f32
    }
    memref.store %15, %o[%t] : memref<32xf32>
    gpu.return
  }
}
