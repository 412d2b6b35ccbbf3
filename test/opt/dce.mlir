// RUN: descend-opt %s --dce | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK-NEXT: memref.store
// CHECK-NEXT: return
func.func @f(%m: memref<4xi32>, %i: index, %v: i32) {
  %a = arith.addi %v, %v : i32
  %b = arith.muli %a, %a : i32
  %l = memref.load %m[%i] : memref<4xi32>
  memref.store %v, %m[%i] : memref<4xi32>
  return
}
