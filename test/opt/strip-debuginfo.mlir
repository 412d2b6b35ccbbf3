// RUN: descend-opt %s --strip-debuginfo --mlir-print-debuginfo | FileCheck %s

// CHECK: #[[L:.*]] = loc(unknown)
// CHECK-NOT: strip-debuginfo.mlir
func.func @f(%a: i32 loc("x":1:2)) -> i32 {
  %b = arith.addi %a, %a : i32 loc("y":3:4)
  return %b : i32
}
