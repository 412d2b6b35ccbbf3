// RUN: descend-opt %s --canonicalize | FileCheck %s
// RUN: descend-opt %s --pass-pipeline='builtin.module(func.func(canonicalize{max-iterations=3}))' | FileCheck %s

// CHECK-LABEL: func.func @fold
// CHECK-NEXT: %[[C:.*]] = arith.constant 3 : i32
// CHECK-NEXT: return %[[C]]
func.func @fold() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 2 : i32
  %c = arith.addi %a, %b : i32
  return %c : i32
}

// CHECK-LABEL: func.func @constant_last
// CHECK: arith.muli %arg0, %c7_i32
func.func @constant_last(%a: i32) -> i32 {
  %c = arith.constant 7 : i32
  %m = arith.muli %c, %a : i32
  return %m : i32
}

// CHECK-LABEL: func.func @unreachable
// CHECK-NOT: ^bb
func.func @unreachable() {
  return
^bb1:
  cf.br ^bb1
}
