// RUN: descend-opt %s --loop-unroll=unroll-factor=2 | FileCheck %s
// RUN: descend-opt %s --loop-unroll='unroll-factor=2 cleanup-unroll' | FileCheck %s --check-prefix=CLEAN
// RUN: descend-opt %s --loop-unroll=unroll-full | FileCheck %s --check-prefix=FULL

// CHECK-LABEL: func.func @seven
// CHECK: scf.for %{{.*}} = %c0 to %c6 step %c2
// CHECK-COUNT-2: memref.load
// CHECK: scf.for %{{.*}} = %c6 to %c7 step %c1
// CLEAN-LABEL: func.func @seven
// CLEAN-COUNT-1: scf.for
// CLEAN-NOT: scf.for
// CLEAN: return
// FULL-LABEL: func.func @seven
// FULL-NOT: scf.for
// FULL-COUNT-7: memref.load
// FULL: return
func.func @seven(%m: memref<?xi32>, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %r = scf.for %i = %c0 to %c7 step %c1 iter_args(%p = %a) -> (i32) {
    %x = memref.load %m[%i] : memref<?xi32>
    %y = arith.addi %x, %p : i32
    scf.yield %y : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @dynamic
// CHECK: arith.ceildivsi
// CHECK-COUNT-2: scf.for
// FULL-LABEL: func.func @dynamic
// FULL-COUNT-1: scf.for
func.func @dynamic(%m: memref<?xi32>, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %s {
    %x = memref.load %m[%i] : memref<?xi32>
    memref.store %x, %m[%i] : memref<?xi32>
  }
  return
}
