// RUN: descend-opt %s --sccp | FileCheck %s

// CHECK-LABEL: func.func @branch
// CHECK: %[[C3:.*]] = arith.constant 3 : i32
// CHECK: ^bb2(%{{.*}}: i32):
// CHECK-NEXT: return %[[C3]]
func.func @branch() -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %true = arith.constant true
  cf.cond_br %true, ^bb1(%c1 : i32), ^bb2
^bb2:
  cf.br ^bb1(%c2 : i32)
^bb1(%x: i32):
  %0 = arith.addi %x, %c2 : i32
  return %0 : i32
}

// Private functions take part; a recursive call does not spoil the result.
// CHECK-LABEL: func.func private @callee
// CHECK: %[[C4:.*]] = arith.constant 4 : i32
// CHECK: call @callee(%[[C4]], %arg1)
func.func private @callee(%x: i32, %c: i1) -> i32 {
  %c3 = arith.constant 3 : i32
  cf.cond_br %c, ^a, ^b
^a:
  return %c3 : i32
^b:
  %0 = call @callee(%x, %c) : (i32, i1) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @caller
// CHECK: %[[C3:.*]] = arith.constant 3 : i32
// CHECK: return %[[C3]]
func.func @caller(%c: i1) -> i32 {
  %c4 = arith.constant 4 : i32
  %0 = call @callee(%c4, %c) : (i32, i1) -> i32
  return %0 : i32
}

// Loops: what is carried unchanged is a constant, what changes is not.
// CHECK-LABEL: func.func @loop
// CHECK: %[[C7:.*]] = arith.constant 7 : i32
// CHECK: %[[R:.*]]:2 = scf.for
// CHECK: return %[[C7]], %[[R]]#1
func.func @loop(%n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : i32
  %zero = arith.constant 0 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %c7, %q = %c7) -> (i32, i32) {
    %s = arith.addi %p, %zero : i32
    %t = arith.addi %q, %c7 : i32
    scf.yield %s, %t : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// A conditional whose condition is known yields one region's value.
// CHECK-LABEL: func.func @if
// CHECK: %[[C3:.*]] = arith.constant 3 : i32
// CHECK: return %[[C3]]
func.func @if() -> i32 {
  %true = arith.constant true
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %0 = scf.if %true -> (i32) {
    scf.yield %c3 : i32
  } else {
    scf.yield %c4 : i32
  }
  return %0 : i32
}
