// RUN: descend-opt %s --sroa | FileCheck %s
// RUN: descend-opt %s --sroa --mem2reg | FileCheck %s --check-prefix=BOTH

// CHECK-LABEL: func.func @split
// CHECK: %[[A:.*]] = memref.alloca() : memref<i32>
// CHECK: %[[B:.*]] = memref.alloca() : memref<i32>
// CHECK: memref.store %arg0, %[[A]][]
// CHECK: memref.store %arg1, %[[B]][]
// CHECK: memref.load %[[A]][]
// BOTH-LABEL: func.func @split
// BOTH: return %arg0
func.func @split(%a: i32, %b: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloca() : memref<4xi32>
  memref.store %a, %m[%c1] : memref<4xi32>
  memref.store %b, %m[%c3] : memref<4xi32>
  %3 = memref.load %m[%c1] : memref<4xi32>
  return %3 : i32
}

// CHECK-LABEL: func.func @dynamic
// CHECK: memref.alloca() : memref<4xi32>
func.func @dynamic(%a: i32, %i: index) -> i32 {
  %m = memref.alloca() : memref<4xi32>
  memref.store %a, %m[%i] : memref<4xi32>
  %3 = memref.load %m[%i] : memref<4xi32>
  return %3 : i32
}
