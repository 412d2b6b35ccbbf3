// RUN: descend-opt %s --unroll-swaps --canonicalize | FileCheck %s
// RUN: descend-opt %s --unroll-swaps | mlir-opt | FileCheck %s --check-prefix=MLIR

// MLIR-LABEL: gpu.func @asked
gpu.module @kernels {
  // A condition that is asked before each round: two rounds are one, of which the second one may not be.
  // CHECK-LABEL: gpu.func @asked
  // CHECK: scf.while (%[[GO:.*]] = %{{.*}}, %[[R:.*]] = %[[A:.*]]) : (i1, memref<8xi32>) -> memref<8xi32> {
  // CHECK-NEXT: scf.condition(%[[GO]]) %[[R]]
  // CHECK: memref.load %[[A]]
  // CHECK: memref.store %{{.*}}, %[[B:.*]][%{{.*}}]
  // CHECK: %[[C:.*]] = memref.load %{{.*}} : memref<1xi1>
  // CHECK: scf.if %[[C]] -> (i1, memref<8xi32>) {
  // CHECK: memref.load %[[B]]
  // CHECK: memref.store %{{.*}}, %[[A]][
  // CHECK: scf.yield %{{.*}}, %[[A]] : i1
  // CHECK: } else {
  // CHECK: scf.yield %false, %[[B]] : i1
  // CHECK: }
  gpu.func @asked(%a: memref<8xi32>, %b: memref<8xi32>, %go: memref<1xi1>, %out: memref<8xi32>) kernel {
    %c0 = arith.constant 0 : index
    %r:2 = scf.while (%x = %a, %y = %b) : (memref<8xi32>, memref<8xi32>) -> (memref<8xi32>, memref<8xi32>) {
      %c = memref.load %go[%c0] : memref<1xi1>
      scf.condition(%c) %x, %y : memref<8xi32>, memref<8xi32>
    } do {
    ^bb0(%x: memref<8xi32>, %y: memref<8xi32>):
      %v = memref.load %x[%c0] : memref<8xi32>
      memref.store %v, %y[%c0] : memref<8xi32>
      scf.yield %y, %x : memref<8xi32>, memref<8xi32>
    }
    %v = memref.load %r#0[%c0] : memref<8xi32>
    memref.store %v, %out[%c0] : memref<8xi32>
    gpu.return
  }

  // A counter: four rounds are one, and up to three are left over. What else is carried goes from round to round.
  // CHECK-LABEL: gpu.func @counted
  // CHECK-DAG: %[[N:.*]] = arith.select %{{.*}}, %{{.*}}, %c0
  // CHECK-DAG: %[[WHOLE:.*]] = arith.divui %[[N]], %c4
  // CHECK-DAG: %[[OVER:.*]] = arith.remui %[[N]], %c4
  // CHECK: scf.for %{{.*}} = %c0 to %[[WHOLE]] step %c1
  // CHECK-COUNT-4: memref.load
  // CHECK-NOT: memref.load
  // CHECK: scf.yield
  // CHECK: arith.cmpi ugt, %[[OVER]], %c0
  // CHECK: scf.if
  // CHECK: memref.load
  // CHECK: arith.cmpi ugt, %[[OVER]], %c1
  // CHECK: scf.if
  // CHECK: memref.load
  // CHECK: arith.cmpi ugt, %[[OVER]], %c2
  // CHECK: scf.if
  // CHECK: memref.load
  // CHECK-NOT: memref.load
  // CHECK: gpu.return
  gpu.func @counted(%a: memref<8xi32>, %b: memref<8xi32>, %first: index, %n: index, %out: memref<8xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant 0 : i32
    %r:4 = scf.while (%i = %first, %x = %a, %s = %z, %y = %b) : (index, memref<8xi32>, i32, memref<8xi32>) -> (index, memref<8xi32>, i32, memref<8xi32>) {
      %c = arith.cmpi slt, %i, %n : index
      scf.condition(%c) %i, %x, %s, %y : index, memref<8xi32>, i32, memref<8xi32>
    } do {
    ^bb0(%i: index, %x: memref<8xi32>, %s: i32, %y: memref<8xi32>):
      %v = memref.load %x[%i] : memref<8xi32>
      %t = arith.addi %v, %s : i32
      memref.store %t, %y[%i] : memref<8xi32>
      %j = arith.addi %i, %c1 : index
      scf.yield %j, %y, %t, %x : index, memref<8xi32>, i32, memref<8xi32>
    }
    memref.store %r#2, %out[%r#0] : memref<8xi32>
    gpu.return
  }

  // A counter that a round may change otherwise is none.
  // CHECK-LABEL: gpu.func @jumps
  // CHECK: scf.while
  // CHECK: gpu.return
  gpu.func @jumps(%a: memref<8xi32>, %b: memref<8xi32>, %n: i32, %far: i1) kernel {
    %c0 = arith.constant 0 : index
    %z = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %i = memref.alloca() : memref<1xi32, #gpu.address_space<private>>
    memref.store %z, %i[%c0] : memref<1xi32, #gpu.address_space<private>>
    %r:2 = scf.while (%x = %a, %y = %b) : (memref<8xi32>, memref<8xi32>) -> (memref<8xi32>, memref<8xi32>) {
      %v = memref.load %i[%c0] : memref<1xi32, #gpu.address_space<private>>
      %c = arith.cmpi slt, %v, %n : i32
      scf.condition(%c) %x, %y : memref<8xi32>, memref<8xi32>
    } do {
    ^bb0(%x: memref<8xi32>, %y: memref<8xi32>):
      %v = memref.load %x[%c0] : memref<8xi32>
      memref.store %v, %y[%c0] : memref<8xi32>
      scf.if %far {
        memref.store %n, %i[%c0] : memref<1xi32, #gpu.address_space<private>>
      }
      %o = memref.load %i[%c0] : memref<1xi32, #gpu.address_space<private>>
      %p = arith.addi %o, %one : i32
      memref.store %p, %i[%c0] : memref<1xi32, #gpu.address_space<private>>
      scf.yield %y, %x : memref<8xi32>, memref<8xi32>
    }
    gpu.return
  }

  // Three buffers; two and three, whose period is too long; what is swapped before the round.
  // CHECK-LABEL: gpu.func @three
  // CHECK-COUNT-3: memref.load %{{.*}} : memref<8xi32>
  // CHECK: scf.while
  // CHECK: memref.load %{{.*}} : memref<8xi32>
  // CHECK-NOT: memref.load %{{.*}} : memref<8xi32>
  // CHECK: scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (memref<8xi32>, memref<8xi32>)
  // CHECK: gpu.return
  gpu.func @three(%a: memref<8xi32>, %b: memref<8xi32>, %d: memref<8xi32>, %go: memref<1xi1>) kernel {
    %c0 = arith.constant 0 : index
    %z = arith.constant 0 : i32
    %r:3 = scf.while (%x = %a, %y = %b, %w = %d) : (memref<8xi32>, memref<8xi32>, memref<8xi32>) -> (memref<8xi32>, memref<8xi32>, memref<8xi32>) {
      %c = memref.load %go[%c0] : memref<1xi1>
      scf.condition(%c) %x, %y, %w : memref<8xi32>, memref<8xi32>, memref<8xi32>
    } do {
    ^bb0(%x: memref<8xi32>, %y: memref<8xi32>, %w: memref<8xi32>):
      %v = memref.load %x[%c0] : memref<8xi32>
      memref.store %v, %y[%c0] : memref<8xi32>
      scf.yield %y, %w, %x : memref<8xi32>, memref<8xi32>, memref<8xi32>
    }
    %s:5 = scf.while (%x = %a, %y = %b, %p = %a, %q = %b, %w = %d) : (memref<8xi32>, memref<8xi32>, memref<8xi32>, memref<8xi32>, memref<8xi32>) -> (memref<8xi32>, memref<8xi32>, memref<8xi32>, memref<8xi32>, memref<8xi32>) {
      %c = memref.load %go[%c0] : memref<1xi1>
      scf.condition(%c) %x, %y, %p, %q, %w : memref<8xi32>, memref<8xi32>, memref<8xi32>, memref<8xi32>, memref<8xi32>
    } do {
    ^bb0(%x: memref<8xi32>, %y: memref<8xi32>, %p: memref<8xi32>, %q: memref<8xi32>, %w: memref<8xi32>):
      %v = memref.load %x[%c0] : memref<8xi32>
      memref.store %v, %p[%c0] : memref<8xi32>
      scf.yield %y, %x, %q, %w, %p : memref<8xi32>, memref<8xi32>, memref<8xi32>, memref<8xi32>, memref<8xi32>
    }
    %t:2 = scf.while (%x = %a, %y = %b) : (memref<8xi32>, memref<8xi32>) -> (memref<8xi32>, memref<8xi32>) {
      %c = memref.load %go[%c0] : memref<1xi1>
      scf.condition(%c) %y, %x : memref<8xi32>, memref<8xi32>
    } do {
    ^bb0(%x: memref<8xi32>, %y: memref<8xi32>):
      memref.store %z, %x[%c0] : memref<8xi32>
      scf.yield %x, %y : memref<8xi32>, memref<8xi32>
    }
    gpu.return
  }

  // Parts of a block that hand over to each other: their loops stay alike.
  // CHECK-LABEL: gpu.func @hands_over
  // CHECK: scf.while
  // CHECK-COUNT-1: nvvm.barrier.arrive
  // CHECK-NOT: nvvm.barrier.arrive
  // CHECK: scf.while
  // CHECK-COUNT-1: nvvm.barrier id
  // CHECK-NOT: nvvm.barrier id
  // CHECK: gpu.return
  gpu.func @hands_over(%a: memref<8xi32>, %b: memref<8xi32>, %part: i1, %go: memref<1xi1>) kernel {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %n = arith.constant 64 : i32
    scf.if %part {
      %r:2 = scf.while (%x = %a, %y = %b) : (memref<8xi32>, memref<8xi32>) -> (memref<8xi32>, memref<8xi32>) {
        %c = memref.load %go[%c0] : memref<1xi1>
        scf.condition(%c) %x, %y : memref<8xi32>, memref<8xi32>
      } do {
      ^bb0(%x: memref<8xi32>, %y: memref<8xi32>):
        memref.store %one, %x[%c0] : memref<8xi32>
        nvvm.barrier.arrive id = %one number_of_threads = %n
        scf.yield %y, %x : memref<8xi32>, memref<8xi32>
      }
    } else {
      %r:2 = scf.while (%x = %a, %y = %b) : (memref<8xi32>, memref<8xi32>) -> (memref<8xi32>, memref<8xi32>) {
        %c = memref.load %go[%c0] : memref<1xi1>
        scf.condition(%c) %x, %y : memref<8xi32>, memref<8xi32>
      } do {
      ^bb0(%x: memref<8xi32>, %y: memref<8xi32>):
        nvvm.barrier id = %one number_of_threads = %n
        memref.store %n, %x[%c0] : memref<8xi32>
        scf.yield %y, %x : memref<8xi32>, memref<8xi32>
      }
    }
    gpu.return
  }
}
