// RUN: descend-opt %s --mlir-print-value-users | FileCheck %s
// RUN: descend-opt %s --mlir-print-debuginfo --mlir-pretty-debuginfo | FileCheck %s --check-prefix=PRETTY

// CHECK: func.func @f
// CHECK-NEXT: // %arg0 is used by %[[MUL:[0-9]+]], %[[ADD:[0-9]+]]
// CHECK-NEXT: // %arg1 is unused
// CHECK-NEXT: %[[ADD]] = arith.addi %arg0, %arg0 : i32 // user: %[[RET:[0-9]+]]
// CHECK-NEXT: %[[MUL]] = arith.muli %arg0, %arg0 : i32 // unused
// CHECK-NEXT: return %[[ADD]] : i32 // id: %[[RET]]
// PRETTY: %0 = arith.addi %arg0, %arg0 : i32 x.c:3:4
// PRETTY: return %0 : i32 ["n"(y.c:1:2), z.c:1:3 at w.c:4:5]
func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %a : i32 loc("x.c":3:4)
  %1 = arith.muli %a, %a : i32
  return %0 : i32 loc(fused["n"("y.c":1:2), callsite("z.c":1:3 at "w.c":4:5)])
}
