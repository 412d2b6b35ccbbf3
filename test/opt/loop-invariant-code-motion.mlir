// RUN: descend-opt %s --loop-invariant-code-motion | FileCheck %s

// CHECK-LABEL: func.func @hoist
// CHECK: arith.addi
// CHECK: arith.muli
// CHECK: scf.for
// CHECK-NEXT: scf.for
// CHECK-NEXT: arith.divsi
// CHECK-NEXT: memref.store
func.func @hoist(%m: memref<?xindex>, %n: index, %a: index, %b: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = arith.addi %a, %b : index
      %p = arith.muli %s, %s : index
      %q = arith.divsi %p, %b : index
      memref.store %q, %m[%j] : memref<?xindex>
    }
  }
  return
}
