// RUN: descend-opt %s --dead-memory | FileCheck %s

// Written and never read: nothing of it is left, with the exchange that it was written from.
// CHECK-LABEL: gpu.func @shuffled
// CHECK-NEXT: gpu.return
gpu.module @kernels {
  gpu.func @shuffled(%v: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %by = arith.constant 1 : i32
    %width = arith.constant 32 : i32
    %m = memref.alloca() : memref<8xf32>
    scf.for %i = %c0 to %c8 step %c1 {
      %0, %ok = gpu.shuffle  xor %v, %by, %width : f32
      memref.store %0, %m[%i] : memref<8xf32>
    }
    gpu.return
  }
}

// Copied to and fro, and never read for anything else.
// CHECK-LABEL: func.func @to_and_fro
// CHECK-NOT: memref
// CHECK: return
func.func @to_and_fro(%a: i32, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca() : memref<4xi32>
  %n = memref.alloca() : memref<4xi32>
  memref.store %a, %m[%i] : memref<4xi32>
  scf.for %k = %c0 to %i step %c1 {
    %0 = memref.load %m[%k] : memref<4xi32>
    memref.store %0, %n[%k] : memref<4xi32>
    %1 = memref.load %n[%c0] : memref<4xi32>
    memref.store %1, %m[%c0] : memref<4xi32>
  }
  return
}

// One of two is read in the end, through a condition.
// CHECK-LABEL: func.func @read
// CHECK: %[[M:.*]] = memref.alloca() : memref<4xi32>
// CHECK-NOT: memref.alloca
// CHECK: memref.store %arg0, %[[M]]
// CHECK-NOT: memref.store
// CHECK: %[[V:.*]] = memref.load %[[M]]
// CHECK: scf.if
// CHECK: return
func.func @read(%a: i32, %i: index) -> i32 {
  %m = memref.alloca() : memref<4xi32>
  %n = memref.alloca() : memref<4xi32>
  memref.store %a, %m[%i] : memref<4xi32>
  memref.store %a, %n[%i] : memref<4xi32>
  %0 = memref.load %m[%i] : memref<4xi32>
  %1 = arith.cmpi sgt, %0, %a : i32
  %2 = scf.if %1 -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %0 : i32
  }
  return %2 : i32
}

// A loop that may be without end stays, with what decides on its end.
// CHECK-LABEL: func.func @without_end
// CHECK: %[[M:.*]] = memref.alloca() : memref<1xi32>
// CHECK-NOT: memref.alloca
// CHECK: scf.while
// CHECK: memref.load %[[M]]
func.func @without_end(%a: i32) {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<1xi32>
  %n = memref.alloca() : memref<1xi32>
  memref.store %a, %m[%c0] : memref<1xi32>
  scf.while : () -> () {
    %0 = memref.load %m[%c0] : memref<1xi32>
    %1 = arith.cmpi sgt, %0, %a : i32
    scf.condition(%1)
  } do {
    memref.store %a, %n[%c0] : memref<1xi32>
    memref.store %a, %m[%c0] : memref<1xi32>
    scf.yield
  }
  return
}

// Memory that others get is left alone, and so is what is written to memory of others.
// CHECK-LABEL: func.func @lent
// CHECK: memref.alloca
// CHECK: memref.store
// CHECK: call @other
// CHECK: memref.store
func.func private @other(memref<4xi32>)
func.func @lent(%a: i32, %i: index, %g: memref<4xi32>) {
  %m = memref.alloca() : memref<4xi32>
  memref.store %a, %m[%i] : memref<4xi32>
  func.call @other(%m) : (memref<4xi32>) -> ()
  memref.store %a, %g[%i] : memref<4xi32>
  return
}
