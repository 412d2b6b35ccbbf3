// RUN: descend-opt %s --int-range-optimizations | FileCheck %s

func.func private @use(i1, index)

// The variable of a loop lies between its bounds.
// CHECK-LABEL: func.func @loop
// CHECK: scf.for %[[I:.*]] =
// CHECK-NEXT: func.call @use(%true, %[[I]])
func.func @loop() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = arith.remui %i, %c16 : index
    %1 = arith.cmpi ult, %i, %c16 : index
    func.call @use(%1, %0) : (i1, index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @widths
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[TRUE:.*]] = arith.constant true
// CHECK: return %[[ZERO]], %[[TRUE]]
func.func @widths(%x: i8) -> (i32, i1) {
  %e = arith.extui %x : i8 to i32
  %c300 = arith.constant 300 : i32
  %k = arith.cmpi slt, %e, %c300 : i32
  %c15 = arith.constant 15 : i32
  %m = arith.andi %e, %c15 : i32
  %c4 = arith.constant 4 : i32
  %s = arith.shrui %m, %c4 : i32
  return %s, %k : i32, i1
}

// A value that grows round a loop may be anything.
// CHECK-LABEL: func.func @grows
// CHECK: arith.cmpi sge
func.func @grows(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> (index) {
    %q = arith.addi %a, %c1 : index
    %2 = arith.cmpi sge, %q, %c0 : index
    func.call @use(%2, %q) : (i1, index) -> ()
    scf.yield %q : index
  }
  return
}
