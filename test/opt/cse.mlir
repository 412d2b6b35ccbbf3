// RUN: descend-opt %s --cse | FileCheck %s
// RUN: descend-opt %s --cse --mlir-print-op-generic | mlir-opt --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @merge
// CHECK: %[[A:.*]] = arith.addi %arg0, %arg1
// CHECK-NEXT: %[[M:.*]] = arith.muli %[[A]], %[[A]]
// CHECK-NEXT: return %[[M]]
// GENERIC: "arith.addi"
func.func @merge(%a: i32, %b: i32) -> i32 {
  %x = arith.addi %a, %b : i32
  %y = arith.addi %a, %b : i32
  %dead = arith.subi %a, %b : i32
  %z = arith.muli %x, %y : i32
  return %z : i32
}

// CHECK-LABEL: func.func @loads
// CHECK: memref.load
// CHECK-NOT: memref.load
// CHECK: memref.store
// CHECK: memref.load
func.func @loads(%m: memref<4xf32>, %i: index) -> f32 {
  %a = memref.load %m[%i] : memref<4xf32>
  %b = memref.load %m[%i] : memref<4xf32>
  %s = arith.addf %a, %b : f32
  memref.store %s, %m[%i] : memref<4xf32>
  %c = memref.load %m[%i] : memref<4xf32>
  return %c : f32
}

// CHECK-LABEL: func.func @scopes
// CHECK: scf.if
// CHECK: arith.addi
// CHECK: else
// CHECK: arith.addi
func.func @scopes(%c: i1, %a: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    %x = arith.addi %a, %a : i32
    scf.yield %x : i32
  } else {
    %y = arith.addi %a, %a : i32
    scf.yield %y : i32
  }
  return %r : i32
}
