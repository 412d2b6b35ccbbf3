// RUN: descendc run %s | FileCheck %s
// RUN: descendc run %s --sim-schedule=7 | FileCheck %s

// Reductions of blocks that are no whole warps, by words and by a region, of several types; reductions of warps; ids of groups.
func.func @main() -> (memref<45xi32>, memref<45xi8>, memref<45xf16>, memref<45xi64>, memref<45xi32>, memref<4xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c9 = arith.constant 9 : index
  %a = gpu.alloc host_shared () : memref<45xi32>
  %b = gpu.alloc host_shared () : memref<45xi8>
  %c = gpu.alloc host_shared () : memref<45xf16>
  %d = gpu.alloc host_shared () : memref<45xi64>
  %e = gpu.alloc host_shared () : memref<45xi32>
  %f = gpu.alloc host_shared () : memref<4xindex>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c9, %sy = %c5, %sz = %c1) {
    %row = arith.muli %ty, %sx : index
    %i = arith.addi %row, %tx : index
    %x = arith.index_cast %i : index to i32
    %max = gpu.all_reduce maxsi %x uniform {} : (i32) -> (i32)
    memref.store %max, %a[%i] : memref<45xi32>
    %x8 = arith.trunci %x : i32 to i8
    %or = gpu.all_reduce or %x8 uniform {} : (i8) -> (i8)
    memref.store %or, %b[%i] : memref<45xi8>
    %x16 = arith.sitofp %x : i32 to f16
    %min = gpu.all_reduce minimumf %x16 uniform {} : (f16) -> (f16)
    memref.store %min, %c[%i] : memref<45xf16>
    %x64 = arith.extsi %x : i32 to i64
    %odd = gpu.all_reduce %x64 uniform {
    ^bb0(%l: i64, %r: i64):
      %s = arith.addi %l, %r : i64
      gpu.yield %s : i64
    } : (i64) -> (i64)
    memref.store %odd, %d[%i] : memref<45xi64>
    %sum = gpu.subgroup_reduce add %x : (i32) -> (i32)
    memref.store %sum, %e[%i] : memref<45xi32>
    %last = arith.constant 44 : index
    %is = arith.cmpi eq, %i, %last : index
    scf.if %is {
      %id = gpu.subgroup_id : index
      memref.store %id, %f[%c0] : memref<4xindex>
      %n = gpu.num_subgroups : index
      memref.store %n, %f[%c1] : memref<4xindex>
      %size = gpu.subgroup_size : index
      memref.store %size, %f[%c2] : memref<4xindex>
      %g = gpu.global_id y
      memref.store %g, %f[%c3] : memref<4xindex>
    }
    gpu.terminator
  }
  // CHECK: [44,  44,  44
  // CHECK: [63,  63,
  // CHECK: [0,  0,  0
  // CHECK: [990,  990,
  // CHECK: [496,  496,
  // CHECK-SAME: 496,  494,  494,
  // CHECK: [1,  2,  32,  4]
  return %a, %b, %c, %d, %e, %f : memref<45xi32>, memref<45xi8>, memref<45xf16>, memref<45xi64>, memref<45xi32>, memref<4xindex>
}
