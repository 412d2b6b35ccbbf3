// RUN: descend-opt %s --remove-dead-values | FileCheck %s

// CHECK-LABEL: func.func private @callee(%arg0: i32) -> i32
func.func private @callee(%x: i32, %y: i32) -> (i32, i32) {
  %0 = arith.addi %x, %x : i32
  return %0, %y : i32, i32
}

// CHECK-LABEL: func.func @caller
// CHECK: %[[R:.*]] = call @callee(%arg0) : (i32) -> i32
// CHECK: return %[[R]]
func.func @caller(%a: i32, %b: i32) -> i32 {
  %0:2 = call @callee(%a, %b) : (i32, i32) -> (i32, i32)
  return %0#0 : i32
}

// CHECK-LABEL: func.func @loop
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %arg1) -> (i32)
// CHECK-NOT: muli
func.func @loop(%n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %a) -> (i32, i32) {
    %x = arith.addi %p, %p : i32
    %y = arith.muli %q, %p : i32
    scf.yield %x, %y : i32, i32
  }
  return %r#0 : i32
}

// CHECK-LABEL: func.func @branch
// CHECK: cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb1(%arg2 : i32)
// CHECK: ^bb1(%[[V:.*]]: i32):
func.func @branch(%c: i1, %a: i32, %b: i32) -> i32 {
  %d = arith.muli %a, %b : i32
  cf.cond_br %c, ^bb1(%a, %d : i32, i32), ^bb1(%b, %d : i32, i32)
^bb1(%x: i32, %y: i32):
  return %x : i32
}
