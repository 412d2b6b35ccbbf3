// RUN: descend-opt %s --unroll-swaps --canonicalize | FileCheck %s
// RUN: descend-opt %s --unroll-swaps | mlir-opt | FileCheck %s --check-prefix=MLIR

// MLIR-LABEL: gpu.func @two
gpu.module @kernels {
  // Two places in turns, from the first on: four rounds are one, in which all places are known, and the loop remains for up to three.
  // CHECK-LABEL: gpu.func @two
  // CHECK-SAME: (%[[T:.*]]: memref<8xi32>, %[[N:.*]]: index
  // CHECK-DAG: %[[ROUNDS:.*]] = arith.select
  // CHECK-DAG: arith.divui %[[ROUNDS]], %c4
  // CHECK: %[[MAIN:.*]] = scf.for
  // CHECK-NOT: remui
  // CHECK: memref.load %[[T]][%c0]
  // CHECK: memref.store %{{.*}}, %[[T]][%c1]
  // CHECK: memref.load %[[T]][%c1]
  // CHECK: memref.store %{{.*}}, %[[T]][%c0]
  // CHECK: memref.load %[[T]][%c0]
  // CHECK: memref.store %{{.*}}, %[[T]][%c1]
  // CHECK: memref.load %[[T]][%c1]
  // CHECK: memref.store %{{.*}}, %[[T]][%c0]
  // CHECK-NOT: memref.load
  // CHECK: scf.while (%{{.*}} = %[[MAIN]])
  // CHECK: arith.remui
  // CHECK: memref.load
  gpu.func @two(%t: memref<8xi32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %r = scf.while (%i = %c0) : (index) -> index {
      %c = arith.cmpi slt, %i, %n : index
      scf.condition(%c) %i : index
    } do {
    ^bb0(%i: index):
      %x = arith.remui %i, %c2 : index
      %v = memref.load %t[%x] : memref<8xi32>
      %next = arith.addi %i, %c1 : index
      %y = arith.remui %next, %c2 : index
      memref.store %v, %t[%y] : memref<8xi32>
      scf.yield %next : index
    }
    gpu.return
  }

  // A loop that was cut in two: the second one executes what is left over of the first one, and is not unrolled.
  // CHECK-LABEL: gpu.func @cut
  // CHECK: %[[MAIN:.*]] = scf.for
  // CHECK-NOT: remui
  // CHECK: }
  // CHECK-NOT: scf.for
  // CHECK: scf.while (%{{.*}} = %[[MAIN]])
  // CHECK: arith.remui
  // CHECK-NOT: descend.continues
  // CHECK-NOT: scf.while
  // CHECK: gpu.return
  gpu.func @cut(%t: memref<8xi32>, %n: index, %all: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %first = scf.while (%i = %c0) : (index) -> index {
      %c = arith.cmpi slt, %i, %n : index
      scf.condition(%c) %i : index
    } do {
    ^bb0(%i: index):
      %x = arith.remui %i, %c2 : index
      %v = memref.load %t[%x] : memref<8xi32>
      %next = arith.addi %i, %c1 : index
      %y = arith.remui %next, %c2 : index
      memref.store %v, %t[%y] : memref<8xi32>
      scf.yield %next : index
    }
    %r = scf.while (%i = %first) : (index) -> index {
      %c = arith.cmpi slt, %i, %all : index
      scf.condition(%c) %i : index
    } do {
    ^bb0(%i: index):
      %x = arith.remui %i, %c2 : index
      %v = memref.load %t[%x] : memref<8xi32>
      %next = arith.addi %i, %c1 : index
      %y = arith.remui %next, %c2 : index
      memref.store %v, %t[%y] : memref<8xi32>
      scf.yield %next : index
    } attributes {descend.continues}
    gpu.return
  }

  // What is used elsewhere is that of all rounds: the first loop executes what is left over itself.
  // CHECK-LABEL: gpu.func @used
  // CHECK: scf.for
  // CHECK: %[[ALL:.*]] = scf.while
  // CHECK: scf.while (%{{.*}} = %[[ALL]])
  // CHECK: memref.store %{{.*}}, %{{.*}}[%[[ALL]]]
  gpu.func @used(%t: memref<8xi32>, %n: index, %all: index, %z: i32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %first = scf.while (%i = %c0) : (index) -> index {
      %c = arith.cmpi slt, %i, %n : index
      scf.condition(%c) %i : index
    } do {
    ^bb0(%i: index):
      %x = arith.remui %i, %c2 : index
      memref.store %z, %t[%x] : memref<8xi32>
      %next = arith.addi %i, %c1 : index
      scf.yield %next : index
    }
    %r = scf.while (%i = %first) : (index) -> index {
      %c = arith.cmpi slt, %i, %all : index
      scf.condition(%c) %i : index
    } do {
    ^bb0(%i: index):
      %x = arith.remui %i, %c2 : index
      memref.store %z, %t[%x] : memref<8xi32>
      %next = arith.addi %i, %c1 : index
      scf.yield %next : index
    } attributes {descend.continues}
    memref.store %z, %t[%first] : memref<8xi32>
    gpu.return
  }

  // The counter begins with 5, three places, one of them two further on, and under a condition.
  // CHECK-LABEL: gpu.func @three
  // CHECK-SAME: (%[[T:.*]]: memref<8xi32>
  // CHECK: scf.for
  // CHECK-NOT: remui
  // CHECK: memref.load %[[T]][%c2]
  // CHECK: memref.store %{{.*}}, %[[T]][%c1]
  // CHECK: memref.load %[[T]][%c0]
  // CHECK: memref.store %{{.*}}, %[[T]][%c2]
  // CHECK: memref.load %[[T]][%c1]
  // CHECK: memref.store %{{.*}}, %[[T]][%c0]
  // CHECK-NOT: memref.load
  // CHECK: scf.while
  gpu.func @three(%t: memref<8xi32>, %n: index, %if: i1) kernel {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c5 = arith.constant 5 : index
    %r = scf.while (%i = %c5) : (index) -> index {
      %c = arith.cmpi slt, %i, %n : index
      scf.condition(%c) %i : index
    } do {
    ^bb0(%i: index):
      %x = arith.remui %i, %c3 : index
      %v = memref.load %t[%x] : memref<8xi32>
      scf.if %if {
        %far = arith.addi %i, %c2 : index
        %y = arith.remui %far, %c3 : index
        memref.store %v, %t[%y] : memref<8xi32>
      }
      %next = arith.addi %i, %c1 : index
      scf.yield %next : index
    }
    gpu.return
  }

  // What is not known at first, or may wrap, stays: another first value, an unsigned bound, 32 bits, a number below 0 that is added, steps of two, and
  // too many places.
  // CHECK-LABEL: gpu.func @first
  // CHECK-NOT: scf.for
  // CHECK: gpu.return
  gpu.func @first(%t: memref<8xi32>, %n: index, %from: index) kernel {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %r = scf.while (%i = %from) : (index) -> index {
      %c = arith.cmpi slt, %i, %n : index
      scf.condition(%c) %i : index
    } do {
    ^bb0(%i: index):
      %x = arith.remui %i, %c2 : index
      %v = memref.load %t[%x] : memref<8xi32>
      memref.store %v, %t[%c2] : memref<8xi32>
      %next = arith.addi %i, %c1 : index
      scf.yield %next : index
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @unsigned
  // CHECK-NOT: scf.for
  // CHECK: gpu.return
  gpu.func @unsigned(%t: memref<8xi32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %r = scf.while (%i = %c0) : (index) -> index {
      %c = arith.cmpi ult, %i, %n : index
      scf.condition(%c) %i : index
    } do {
    ^bb0(%i: index):
      %next = arith.addi %i, %c1 : index
      %x = arith.remui %next, %c3 : index
      %v = memref.load %t[%x] : memref<8xi32>
      memref.store %v, %t[%c3] : memref<8xi32>
      scf.yield %next : index
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @narrow
  // CHECK-NOT: scf.for
  // CHECK: gpu.return
  gpu.func @narrow(%t: memref<8xi32>, %n: i32) kernel {
    %z = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %r = scf.while (%i = %z) : (i32) -> i32 {
      %c = arith.cmpi slt, %i, %n : i32
      scf.condition(%c) %i : i32
    } do {
    ^bb0(%i: i32):
      %next = arith.addi %i, %one : i32
      %p = arith.remui %next, %three : i32
      %x = arith.index_cast %p : i32 to index
      %v = memref.load %t[%x] : memref<8xi32>
      memref.store %v, %t[%x] : memref<8xi32>
      scf.yield %next : i32
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @below
  // CHECK-NOT: scf.for
  // CHECK: gpu.return
  gpu.func @below(%t: memref<8xi32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %less = arith.constant -1 : index
    %c3 = arith.constant 3 : index
    %r = scf.while (%i = %c0) : (index) -> index {
      %c = arith.cmpi slt, %i, %n : index
      scf.condition(%c) %i : index
    } do {
    ^bb0(%i: index):
      %before = arith.addi %i, %less : index
      %x = arith.remui %before, %c3 : index
      %v = memref.load %t[%x] : memref<8xi32>
      memref.store %v, %t[%c3] : memref<8xi32>
      %next = arith.addi %i, %c1 : index
      scf.yield %next : index
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @steps
  // CHECK-NOT: scf.for
  // CHECK: gpu.return
  gpu.func @steps(%t: memref<8xi32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %r = scf.while (%i = %c0) : (index) -> index {
      %c = arith.cmpi slt, %i, %n : index
      scf.condition(%c) %i : index
    } do {
    ^bb0(%i: index):
      %x = arith.remui %i, %c2 : index
      %v = memref.load %t[%x] : memref<8xi32>
      memref.store %v, %t[%c2] : memref<8xi32>
      %next = arith.addi %i, %c2 : index
      scf.yield %next : index
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @many
  // CHECK-NOT: scf.for
  // CHECK: gpu.return
  gpu.func @many(%t: memref<8xi32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %r = scf.while (%i = %c0) : (index) -> index {
      %c = arith.cmpi slt, %i, %n : index
      scf.condition(%c) %i : index
    } do {
    ^bb0(%i: index):
      %x = arith.remui %i, %c2 : index
      %y = arith.remui %i, %c3 : index
      %v = memref.load %t[%x] : memref<8xi32>
      memref.store %v, %t[%y] : memref<8xi32>
      %next = arith.addi %i, %c1 : index
      scf.yield %next : index
    }
    gpu.return
  }
}
