// RUN: descend-opt %s --gpu-to-cpu --canonicalize --split-input-file | FileCheck %s

// A barrier splits the loop over threads. The value that lives across it becomes an array, ids and what is
// computed of them do not; shared memory is an array of the block.
// CHECK-LABEL: gpu.func @reverse(
// CHECK-SAME: descend.cpu = "reverse$cpu"
// CHECK-LABEL: func.func private @reverse$cpu(
// CHECK-SAME: %[[IN:arg0]]: memref<?xf32> {llvm.readonly}, %[[OUT:arg1]]: memref<?xf32>,
// CHECK-SAME: %[[SHARED:[a-z0-9]+]]: memref<?xi8>)
// CHECK-DAG: %[[TILE:.*]] = memref.alloca() {alignment = 64 : i64, descend.unspecified} : memref<64xf32>
// CHECK-DAG: %[[KEPT:.*]] = memref.alloca() {alignment = 64 : i64} : memref<64xf32>
// CHECK: scf.for %[[T:.*]] = %c0{{.*}} to %c64{{.*}} step %c1
// CHECK: %[[X:.*]] = memref.load %[[IN]][%[[T]]]
// CHECK: memref.store %[[X]], %[[KEPT]][%[[T]]]
// CHECK: memref.store %[[X]], %[[TILE]][%[[T]]]
// CHECK: } {descend.parallel
// CHECK: scf.for %[[U:.*]] = %c0{{.*}} to %c64{{.*}} step %c1
// CHECK: %[[M:.*]] = arith.subi %c63{{.*}}, %[[U]]
// CHECK: %[[Y:.*]] = memref.load %[[TILE]][%[[M]]]
// CHECK: %[[K:.*]] = memref.load %[[KEPT]][%[[U]]]
// CHECK: %[[S:.*]] = arith.addf %[[Y]], %[[K]]
// CHECK: memref.store %[[S]], %[[OUT]][%[[U]]]
// CHECK: } {descend.parallel
// CHECK-NOT: gpu.{{barrier|thread_id}}
// CHECK: return
gpu.module @kernels {
  gpu.func @reverse(%in: memref<?xf32> {llvm.readonly}, %out: memref<?xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
    %c63 = arith.constant 63 : index
    %t = gpu.thread_id x
    %m = arith.subi %c63, %t : index
    %x = memref.load %in[%t] : memref<?xf32>
    memref.store %x, %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %y = memref.load %s[%m] : memref<64xf32, #gpu.address_space<workgroup>>
    %z = arith.addf %y, %x : f32
    memref.store %z, %out[%t] : memref<?xf32>
    gpu.return
  }
}

// -----

// A loop with a barrier stays outside of the loops over threads; what all threads compute alike is computed
// once. A condition on the thread's id becomes a bound of the loop.
// CHECK-LABEL: func.func private @rounds$cpu(
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %arg1 step %c1
// CHECK: %[[D:.*]] = arith.muli %[[I]], %c2
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c64
// CHECK: } {descend.parallel
// CHECK: %[[END:.*]] = arith.minui %[[D]], %c64
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %[[END]] step
// CHECK-NEXT: memref.store %c1_i32{{.*}}, %arg0[%[[I]]]
// CHECK-NEXT: } {descend.parallel
gpu.module @kernels {
  gpu.func @rounds(%a: memref<?xi32>, %n: index) kernel attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %one = arith.constant 1 : i32
    %t = gpu.thread_id x
    scf.for %i = %c0 to %n step %c1 {
      memref.store %one, %a[%t] : memref<?xi32>
      %d = arith.muli %i, %c2 : index
      gpu.barrier
      %c = arith.cmpi ult, %t, %d : index
      scf.if %c {
        memref.store %one, %a[%i] : memref<?xi32>
      }
      gpu.barrier
    }
    gpu.return
  }
}

// -----

// A shuffle splits the loop over the lanes of a warp, inside of a loop over warps.
// CHECK-LABEL: func.func private @shift$cpu(
// CHECK: %[[EXCHANGE:.*]] = memref.alloca() {{.*}} : memref<32xf32>
// CHECK: scf.for %[[W:.*]] = %c0{{.*}} to %c4{{.*}} step %c1
// CHECK: scf.for %[[L:.*]] = %c0{{.*}} to %c32{{.*}} step
// CHECK: memref.store %{{.*}}, %[[EXCHANGE]][%[[L]]]
// CHECK: scf.for %[[M:.*]] = %c0{{.*}} to %c32{{.*}} step
// CHECK: %[[FROM:.*]] = arith.addi %[[M]], %c3
// CHECK: %[[OK:.*]] = arith.cmpi ult, %[[FROM]], %c32
// CHECK: %[[AT:.*]] = arith.select %[[OK]], %[[FROM]], %[[M]]
// CHECK: memref.load %[[EXCHANGE]][%[[AT]]]
gpu.module @kernels {
  gpu.func @shift(%a: memref<?xf32>) kernel attributes {nvvm.reqntid = array<i32: 128, 1, 1>} {
    %w = arith.constant 32 : i32
    %three = arith.constant 3 : i32
    %t = gpu.thread_id x
    %x = memref.load %a[%t] : memref<?xf32>
    %y, %ok = gpu.shuffle down %x, %three, %w : f32
    memref.store %y, %a[%t] : memref<?xf32>
    gpu.return
  }
}

// -----

// Atomic operations of global memory stay, and the loop is not parallel; on shared memory they are loads and
// stores. A failed check calls the fault function with the block and thread.
// CHECK-LABEL: func.func private @count$cpu(
// CHECK: scf.for %[[T:.*]] = %c0{{.*}} to %arg4 step %c1
// CHECK: scf.if
// CHECK: %[[INDEX:.*]] = arith.index_cast %[[T]] : index to i64
// CHECK: func.call @descend_cpu_fault(%[[INDEX]], %c64
// CHECK-SAME: descend.check = "index", descend.file = "f.desc", descend.line = 7 : i32
// CHECK: %[[OLD:.*]] = memref.load
// CHECK: %[[NEW:.*]] = arith.addi %[[OLD]], %c1_i32
// CHECK: memref.store %[[NEW]]
// CHECK: memref.atomic_rmw addi %[[OLD]], %arg0
// CHECK-NOT: descend.parallel
// CHECK: func.func private @descend_cpu_fault(i64, i64, i32, i32, i32, i32, i32, i32)
gpu.module @kernels {
  gpu.func @count(%a: memref<64xi32>) workgroup(%s: memref<64xi32, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["b", "1", "1"]} {
    %c64 = arith.constant 64 : index
    %one = arith.constant 1 : i32
    %t = gpu.thread_id x
    %bad = arith.cmpi uge, %t, %c64 : index
    scf.if %bad {
      "llvm.intr.trap"() : () -> ()
    } {descend.check = "index", descend.file = "f.desc", descend.line = 7 : i32}
    %old = memref.atomic_rmw addi %one, %s[%t] : (i32, memref<64xi32, #gpu.address_space<workgroup>>) -> i32
    %x = memref.atomic_rmw addi %old, %a[%t] : (i32, memref<64xi32>) -> i32
    gpu.return
  }
}

// -----

// A loop that only reads neighbouring elements, or the same one, for neighbouring threads goes outside of the
// loops over threads, so that they can be vectorized; its sum becomes an array. A loop with another stride stays.
// CHECK-LABEL: func.func private @sums$cpu(
// CHECK: %[[SUM:.*]] = memref.alloca() {{.*}} : memref<32xf32>
// CHECK: scf.for %[[K:.*]] = %c0{{.*}} to %arg1 step %c1
// CHECK-NEXT: %[[ROW:.*]] = arith.muli %[[K]], %c32
// CHECK-NEXT: scf.for %[[T:.*]] = %c0{{.*}} to %c32
// CHECK: memref.load %[[SUM]][%[[T]]]
// CHECK: } {descend.parallel
// CHECK: scf.for %[[U:.*]] = %c0{{.*}} to %c32
// CHECK: %[[ONE:.*]] = memref.alloca() : memref<1xf32>
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %arg1 step %c1
// CHECK: memref.load %[[ONE]]
// CHECK: } {descend.unroll = 16 : i64}
// CHECK: } {descend.parallel
gpu.module @kernels {
  gpu.func @sums(%a: memref<?xf32>, %n: index, %o: memref<?xf32>) kernel attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant 0.0 : f32
    %t = gpu.thread_id x
    %column = memref.alloca() : memref<1xf32, #gpu.address_space<private>>
    %row = memref.alloca() : memref<1xf32, #gpu.address_space<private>>
    memref.store %zero, %column[%c0] : memref<1xf32, #gpu.address_space<private>>
    scf.for %k = %c0 to %n step %c1 {
      %s = memref.load %column[%c0] : memref<1xf32, #gpu.address_space<private>>
      %r = arith.muli %k, %c32 : index
      %i = arith.addi %r, %t : index
      %x = memref.load %a[%i] : memref<?xf32>
      %u = arith.addf %s, %x : f32
      memref.store %u, %column[%c0] : memref<1xf32, #gpu.address_space<private>>
    } {descend.unroll = 16 : i64}
    memref.store %zero, %row[%c0] : memref<1xf32, #gpu.address_space<private>>
    scf.for %k = %c0 to %n step %c1 {
      %s = memref.load %row[%c0] : memref<1xf32, #gpu.address_space<private>>
      %r = arith.muli %t, %c32 : index
      %i = arith.addi %r, %k : index
      %x = memref.load %a[%i] : memref<?xf32>
      %u = arith.addf %s, %x : f32
      memref.store %u, %row[%c0] : memref<1xf32, #gpu.address_space<private>>
    } {descend.unroll = 16 : i64}
    %p = memref.load %column[%c0] : memref<1xf32, #gpu.address_space<private>>
    %q = memref.load %row[%c0] : memref<1xf32, #gpu.address_space<private>>
    %v = arith.mulf %p, %q : f32
    memref.store %v, %o[%t] : memref<?xf32>
    gpu.return
  }
}

// -----

// Rows of threads are unrolled in such a loop.
// CHECK-LABEL: func.func private @rows$cpu(
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %arg1 step %c1
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c4{{.*}} step
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c32{{.*}} step
// CHECK: } {descend.parallel
// CHECK: } {descend.unroll = "full"}
gpu.module @kernels {
  gpu.func @rows(%a: memref<?xf32>, %n: index) kernel attributes {nvvm.reqntid = array<i32: 32, 4, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %row = arith.muli %ty, %c32 : index
    %t = arith.addi %row, %tx : index
    scf.for %k = %c0 to %n step %c1 {
      %x = memref.load %a[%t] : memref<?xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %a[%t] : memref<?xf32>
    }
    gpu.return
  }
}

// -----

// A loop around loops over threads that halves or doubles a constant is unrolled, for then their bounds are
// constant; until then, LLVM shall not unroll those.
// CHECK-LABEL: func.func private @tree$cpu(
// CHECK: scf.while
// CHECK: scf.for
// CHECK: } {descend.parallel, descend.unroll = "none"}
// CHECK: } attributes {descend.unroll = "full"}
// CHECK-LABEL: func.func private @any$cpu(
// CHECK: scf.while
// CHECK-NOT: descend.unroll = "full"
// CHECK: return
gpu.module @kernels {
  gpu.func @tree(%a: memref<?xi32>) kernel attributes {nvvm.reqntid = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c128 = arith.constant 128 : index
    %t = gpu.thread_id x
    %r = scf.while (%d = %c128) : (index) -> index {
      %more = arith.cmpi uge, %d, %c1 : index
      scf.condition(%more) %d : index
    } do {
    ^bb0(%d: index):
      %c = arith.cmpi ult, %t, %d : index
      scf.if %c {
        %o = arith.addi %t, %d : index
        %x = memref.load %a[%o] : memref<?xi32>
        memref.store %x, %a[%t] : memref<?xi32>
      }
      gpu.barrier
      %half = arith.divui %d, %c2 : index
      scf.yield %half : index
    }
    gpu.return
  }
  gpu.func @any(%a: memref<?xi32>, %n: index) kernel attributes {nvvm.reqntid = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %t = gpu.thread_id x
    %r = scf.while (%d = %n) : (index) -> index {
      %more = arith.cmpi uge, %d, %c1 : index
      scf.condition(%more) %d : index
    } do {
    ^bb0(%d: index):
      %x = memref.load %a[%d] : memref<?xi32>
      gpu.barrier
      memref.store %x, %a[%t] : memref<?xi32>
      gpu.barrier
      %half = arith.divui %d, %c2 : index
      scf.yield %half : index
    }
    gpu.return
  }
}

// -----

// Blocks of a column read the same memory in the loop: the launch runs them in strips. That of a row alone, or at a place that
// does not depend on the loop, is no reason. How many rounds there are for a block does not matter.
// CHECK-LABEL: gpu.func @columns(
// CHECK-SAME: descend.cpu_strips
// CHECK-LABEL: gpu.func @inner(
// CHECK-SAME: descend.cpu_strips
// CHECK-LABEL: gpu.func @rows(
// CHECK-NOT: descend.cpu_strips
// CHECK-LABEL: gpu.func @once(
// CHECK-NOT: descend.cpu_strips
gpu.module @kernels {
  gpu.func @columns(%in: memref<?xi32> {llvm.readonly}, %out: memref<?xi32>, %n: index) kernel attributes {nvvm.reqntid = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = gpu.block_id x
    %y = gpu.block_id y
    %r = arith.muli %y, %n : index
    %o = arith.addi %r, %x : index
    scf.for %i = %c0 to %n step %c1 {
      %p = arith.muli %i, %n : index
      %q = arith.addi %p, %x : index
      %v = memref.load %in[%q] : memref<?xi32>
      memref.store %v, %out[%o] : memref<?xi32>
    }
    gpu.return
  }
  gpu.func @inner(%in: memref<?xi32> {llvm.readonly}, %out: memref<?xi32>, %n: index) kernel attributes {nvvm.reqntid = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = gpu.block_id x
    %y = gpu.block_id y
    %r = arith.muli %y, %n : index
    %o = arith.addi %r, %x : index
    %in_m = arith.cmpi ult, %y, %n : index
    %rounds = arith.select %in_m, %n, %c0 : index
    scf.for %i = %c0 to %rounds step %c1 {
      %p = arith.muli %i, %n : index
      %q = arith.addi %p, %x : index
      %v = memref.load %in[%q] : memref<?xi32>
      memref.store %v, %out[%o] : memref<?xi32>
    }
    gpu.return
  }
  gpu.func @rows(%in: memref<?xi32> {llvm.readonly}, %out: memref<?xi32>, %n: index) kernel attributes {nvvm.reqntid = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = gpu.block_id x
    %y = gpu.block_id y
    %r = arith.muli %y, %n : index
    %o = arith.addi %r, %x : index
    scf.for %i = %c0 to %n step %c1 {
      %q = arith.addi %r, %i : index
      %v = memref.load %in[%q] : memref<?xi32>
      memref.store %v, %out[%o] : memref<?xi32>
    }
    gpu.return
  }
  gpu.func @once(%in: memref<?xi32> {llvm.readonly}, %out: memref<?xi32>, %n: index) kernel attributes {nvvm.reqntid = array<i32: 1, 1, 1>} {
    %x = gpu.block_id x
    %y = gpu.block_id y
    %r = arith.muli %y, %n : index
    %o = arith.addi %r, %x : index
    %v = memref.load %in[%x] : memref<?xi32>
    memref.store %v, %out[%o] : memref<?xi32>
    gpu.return
  }
}

// -----

// Such a loop leaves a condition of threads that it stands in: the condition goes into it, and around what is before and behind it.
// CHECK-LABEL: func.func private @guarded$cpu(
// In blocks all of whose threads fulfill it there is none.
// CHECK: %[[SUM:.*]] = memref.alloca() {{.*}} : memref<32xf32>
// CHECK: %[[VOTES:.*]] = scf.for {{.*}} -> (i32)
// CHECK: %[[ALL:.*]] = arith.cmpi eq, %[[VOTES]], %c32
// CHECK: scf.if %{{.*}} {
// CHECK: memref.store %{{.*}}, %[[SUM]]
// CHECK-NOT: scf.if
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %arg1 step %c1
// CHECK-NOT: scf.if
// CHECK: memref.store %{{.*}}, %arg2[
// CHECK-NOT: scf.if
// CHECK: } else {
// CHECK: scf.for %[[S:.*]] = %c0{{.*}} to %c32
// CHECK: %[[BEFORE:.*]] = arith.cmpi ult
// CHECK: scf.if %[[BEFORE]] {
// CHECK-NEXT: memref.store %{{.*}}, %[[SUM]][%[[S]]]
// CHECK: } {descend.parallel
// CHECK: scf.for %[[K:.*]] = %c0{{.*}} to %arg1 step %c1
// CHECK: scf.for %[[T:.*]] = %c0{{.*}} to %c32
// CHECK: %[[IN:.*]] = arith.cmpi ult
// CHECK: scf.if %[[IN]] {
// CHECK: memref.load %[[SUM]][%[[T]]]
// CHECK: } {descend.parallel
// CHECK: scf.for %[[U:.*]] = %c0{{.*}} to %c32
// CHECK: %[[BEHIND:.*]] = arith.cmpi ult
// CHECK: scf.if %[[BEHIND]] {
// CHECK: memref.store %{{.*}}, %arg2[
// CHECK: } {descend.parallel
gpu.module @kernels {
  gpu.func @guarded(%a: memref<?xf32>, %n: index, %o: memref<?xf32>, %m: index) kernel attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant 0.0 : f32
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %before = arith.muli %b, %c32 : index
    %at = arith.addi %before, %t : index
    %sum = memref.alloca() : memref<1xf32, #gpu.address_space<private>>
    %is = arith.cmpi ult, %at, %m : index
    scf.if %is {
      memref.store %zero, %sum[%c0] : memref<1xf32, #gpu.address_space<private>>
      scf.for %k = %c0 to %n step %c1 {
        %s = memref.load %sum[%c0] : memref<1xf32, #gpu.address_space<private>>
        %r = arith.muli %k, %m : index
        %i = arith.addi %r, %at : index
        %x = memref.load %a[%i] : memref<?xf32>
        %u = arith.addf %s, %x : f32
        memref.store %u, %sum[%c0] : memref<1xf32, #gpu.address_space<private>>
      } {descend.unroll = 16 : i64}
      %all = memref.load %sum[%c0] : memref<1xf32, #gpu.address_space<private>>
      memref.store %all, %o[%at] : memref<?xf32>
    }
    gpu.return
  }
}

// -----

// It stays where the code around it needs what it was given: a value of memory from before the loop.
// CHECK-LABEL: func.func private @scaled$cpu(
// CHECK: scf.for %[[T:.*]] = %c0{{.*}} to %c32
// CHECK: scf.if
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %arg1 step %c1
// CHECK: } {descend.parallel
gpu.module @kernels {
  gpu.func @scaled(%a: memref<?xf32>, %n: index, %o: memref<?xf32>, %m: index) kernel attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %before = arith.muli %b, %c32 : index
    %at = arith.addi %before, %t : index
    %is = arith.cmpi ult, %at, %m : index
    scf.if %is {
      %factor = memref.load %o[%at] : memref<?xf32>
      scf.for %k = %c0 to %n step %c1 {
        %r = arith.muli %k, %m : index
        %i = arith.addi %r, %at : index
        %x = memref.load %a[%i] : memref<?xf32>
        %u = arith.mulf %factor, %x : f32
        memref.store %u, %a[%i] : memref<?xf32>
      }
    }
    gpu.return
  }
}

// -----

// Conditions that hold for all threads of a block, which the first one and the last one tell, are not asked in the loop of a version.
// CHECK-LABEL: func.func private @padded$cpu(
// CHECK: %[[FIRST:.*]] = arith.muli %arg8, %c128
// CHECK: %[[LAST:.*]] = arith.addi %[[FIRST]], %c127
// CHECK: %[[ORDER:.*]] = arith.cmpi ule, %[[FIRST]], %[[LAST]]
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[LAST]], %arg1
// CHECK: %[[ALL:.*]] = arith.andi %[[ORDER]], %[[IN]]
// CHECK: scf.if %[[ALL]] {
// CHECK-NEXT: scf.for %[[T:.*]] = %c0{{.*}} to %c128
// CHECK-NEXT: %[[AT:.*]] = arith.addi %[[FIRST]], %[[T]]
// CHECK-NEXT: %[[X:.*]] = memref.load %arg0[%[[AT]]]
// CHECK-NEXT: %[[Y:.*]] = arith.addf %[[X]], %[[X]]
// CHECK-NEXT: memref.store %[[Y]], %arg0[%[[AT]]]
// CHECK-NEXT: } {descend.parallel
// CHECK-NEXT: } else {
// CHECK: scf.for
// CHECK: arith.cmpi ult
// CHECK: scf.if
gpu.module @kernels {
  gpu.func @padded(%a: memref<?xf32>, %n: index) kernel attributes {nvvm.reqntid = array<i32: 128, 1, 1>} {
    %c128 = arith.constant 128 : index
    %b = gpu.block_id x
    %t = gpu.thread_id x
    %before = arith.muli %b, %c128 : index
    %at = arith.addi %before, %t : index
    %in = arith.cmpi ult, %at, %n : index
    scf.if %in {
      %x = memref.load %a[%at] : memref<?xf32>
      %y = arith.addf %x, %x : f32
      memref.store %y, %a[%at] : memref<?xf32>
    }
    gpu.return
  }
}

// -----

// There is no version for a number that gets less from thread to thread, nor for one that is not known outside of the loop.
// CHECK-LABEL: func.func private @reversed$cpu(
// CHECK-NOT: scf.if
// CHECK: scf.for
// CHECK-COUNT-2: scf.if
// CHECK-NOT: scf.if
// CHECK: } {descend.parallel
// CHECK: return
gpu.module @kernels {
  gpu.func @reversed(%a: memref<?xindex>, %n: index) kernel attributes {nvvm.reqntid = array<i32: 128, 1, 1>} {
    %c127 = arith.constant 127 : index
    %t = gpu.thread_id x
    %at = arith.subi %c127, %t : index
    %in = arith.cmpi ult, %at, %n : index
    scf.if %in {
      %x = memref.load %a[%at] : memref<?xindex>
      %less = arith.cmpi ult, %x, %n : index
      scf.if %less {
        memref.store %t, %a[%at] : memref<?xindex>
      }
    }
    gpu.return
  }
}

// -----

// A short loop that is interchanged is run by a few rows of the block at a time, whose sums lie in registers.
// CHECK-LABEL: func.func private @tile$cpu(
// CHECK: scf.for %[[G:.*]] = %c0{{.*}} to %c4{{.*}} step %c1
// CHECK: %[[FIRST:.*]] = arith.muli %[[G]], %c4
// CHECK: scf.for %[[K:.*]] = %c0{{.*}} to %c16{{.*}} step %c1
// CHECK: scf.for %[[R:.*]] = %c0{{.*}} to %c4{{.*}} step %c1
// CHECK: %[[Y:.*]] = arith.addi %[[FIRST]], %[[R]]
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c16{{.*}} step %c1
// CHECK: } {descend.parallel, descend.unroll = "vectors"}
// CHECK: } {descend.unroll = "full"}
// CHECK: }
// CHECK: } {descend.unroll = "full"}

// A long one is, in pieces, if the rows read the same.
// CHECK-LABEL: func.func private @long$cpu(
// CHECK: %[[FORWARD:.*]] = arith.cmpi sgt, %arg2, %c0
// CHECK: %[[N:.*]] = arith.select %[[FORWARD]], %arg2, %c0
// CHECK: arith.divui %[[N]], %c64
// CHECK: scf.for %[[P:.*]] = %c0
// CHECK: %[[FROM:.*]] = arith.muli %[[P]], %c64
// CHECK: %[[REST:.*]] = arith.subi %[[N]], %[[FROM]]
// CHECK: %[[ROUNDS:.*]] = arith.minui %[[REST]], %c64
// CHECK: %[[TO:.*]] = arith.addi %[[FROM]], %[[ROUNDS]]
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c4{{.*}} step %c1
// CHECK: scf.for %{{.*}} = %[[FROM]] to %[[TO]] step %c1
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c4{{.*}} step %c1
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c16{{.*}} step %c1

// What each thread has for itself lies in the order of all threads, and is read in that.
// CHECK-LABEL: func.func private @columns$cpu(
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %arg2 step %c1
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c16{{.*}} step %c1
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c16{{.*}} step %c1
// CHECK: } {descend.parallel
gpu.module @kernels {
  gpu.func @tile(%in: memref<?xi32> {llvm.readonly}, %out: memref<?xi32>, %n: index) kernel attributes {nvvm.reqntid = array<i32: 16, 16, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %row = arith.muli %ty, %c16 : index
    %t = arith.addi %row, %tx : index
    scf.for %k = %c0 to %c16 step %c1 {
      %r = arith.muli %k, %n : index
      %j = arith.addi %r, %tx : index
      %a = memref.load %in[%j] : memref<?xi32>
      %o = memref.load %out[%t] : memref<?xi32>
      %q = arith.addi %o, %a : i32
      memref.store %q, %out[%t] : memref<?xi32>
    }
    gpu.return
  }
  gpu.func @long(%in: memref<?xi32> {llvm.readonly}, %out: memref<?xi32>, %n: index) kernel attributes {nvvm.reqntid = array<i32: 16, 16, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0 : i32
    %sum = memref.alloca() : memref<1xi32, #gpu.address_space<private>>
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %row = arith.muli %ty, %c16 : index
    %t = arith.addi %row, %tx : index
    memref.store %zero, %sum[%c0] : memref<1xi32, #gpu.address_space<private>>
    scf.for %k = %c0 to %n step %c1 {
      %r = arith.muli %k, %n : index
      %j = arith.addi %r, %tx : index
      %a = memref.load %in[%j] : memref<?xi32>
      %i = arith.addi %row, %k : index
      %b = memref.load %in[%i] : memref<?xi32>
      %p = arith.muli %a, %b : i32
      %o = memref.load %sum[%c0] : memref<1xi32, #gpu.address_space<private>>
      %q = arith.addi %o, %p : i32
      memref.store %q, %sum[%c0] : memref<1xi32, #gpu.address_space<private>>
    }
    %all = memref.load %sum[%c0] : memref<1xi32, #gpu.address_space<private>>
    memref.store %all, %out[%t] : memref<?xi32>
    gpu.return
  }
  gpu.func @columns(%in: memref<?xi32> {llvm.readonly}, %out: memref<?xi32>, %n: index) kernel attributes {nvvm.reqntid = array<i32: 16, 16, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %row = arith.muli %ty, %c16 : index
    %t = arith.addi %row, %tx : index
    scf.for %k = %c0 to %n step %c1 {
      %r = arith.muli %k, %n : index
      %j = arith.addi %r, %tx : index
      %a = memref.load %in[%j] : memref<?xi32>
      %o = memref.load %out[%t] : memref<?xi32>
      %q = arith.addi %o, %a : i32
      memref.store %q, %out[%t] : memref<?xi32>
    }
    gpu.return
  }
}

// -----

// What adds nothing to memory that other blocks access too is left out, where nobody asks what was there before. A constant is something, and what
// is put in place of the old one may be 0.
// CHECK-LABEL: func.func private @adds$cpu(
// CHECK: %[[X:.*]] = memref.load %arg0
// CHECK: %[[SOME:.*]] = arith.cmpi ne, %[[X]], %c0_i32
// CHECK-NEXT: scf.if %[[SOME]] {
// CHECK-NEXT: memref.atomic_rmw addi %[[X]], %arg1
// CHECK-NEXT: }
// CHECK-NEXT: memref.atomic_rmw addi %c1_i32
// CHECK-NEXT: memref.atomic_rmw andi %[[X]]
// CHECK-NEXT: memref.atomic_rmw assign %[[X]]
// CHECK-NEXT: %[[OLD:.*]] = memref.atomic_rmw addi %[[X]]
// CHECK-NEXT: memref.store %[[OLD]], %arg2
gpu.module @kernels {
  gpu.func @adds(%in: memref<?xi32> {llvm.readonly}, %to: memref<?xi32>, %out: memref<?xi32>) kernel attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
    %one = arith.constant 1 : i32
    %t = gpu.thread_id x
    %x = memref.load %in[%t] : memref<?xi32>
    %0 = memref.atomic_rmw addi %x, %to[%t] : (i32, memref<?xi32>) -> i32
    %1 = memref.atomic_rmw addi %one, %to[%t] : (i32, memref<?xi32>) -> i32
    %2 = memref.atomic_rmw andi %x, %to[%t] : (i32, memref<?xi32>) -> i32
    %3 = memref.atomic_rmw assign %x, %to[%t] : (i32, memref<?xi32>) -> i32
    %old = memref.atomic_rmw addi %x, %to[%t] : (i32, memref<?xi32>) -> i32
    memref.store %old, %out[%t] : memref<?xi32>
    gpu.return
  }
}

// -----

// What is computed of ids a lane computes for another one, so that no lane waits; and what was published once is read twice.
// CHECK-LABEL: func.func private @lanes$cpu(
// CHECK: %[[PUBLISHED:.*]] = memref.alloca() {{.*}} : memref<32xi32>
// CHECK: scf.for %[[LANE:.*]] = %c0{{.*}} to %c32{{.*}} step %c1
// CHECK: %[[OTHER:.*]] = arith.xori %[[LANE]], %c1
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[OTHER]], %c32
// CHECK: %[[FROM:.*]] = arith.select %[[IN]], %[[OTHER]], %[[LANE]]
// CHECK: %[[TIMES:.*]] = arith.muli %[[FROM]], %c3
// CHECK: %[[AT:.*]] = arith.index_cast %[[TIMES]] : index to i32
// CHECK: memref.store {{.*}}, %[[PUBLISHED]]
// CHECK: } {descend.parallel
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c32{{.*}} step %c1
// CHECK-COUNT-2: memref.load %[[PUBLISHED]]
// CHECK: memref.store %{{.*}}, %arg0
// CHECK: } {descend.parallel
// CHECK-NOT: scf.for
// CHECK: return
gpu.module @kernels {
  gpu.func @lanes(%a: memref<?xi32>) kernel attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %c32 = arith.constant 32 : i32
    %c3 = arith.constant 3 : index
    %t = gpu.thread_id x
    %times = arith.muli %t, %c3 : index
    %at = arith.index_cast %times : index to i32
    %s, %p = gpu.shuffle xor %at, %one, %c32 : i32
    %i = arith.index_cast %s : i32 to index
    %x = memref.load %a[%i] : memref<?xi32>
    %u, %pu = gpu.shuffle xor %x, %one, %c32 : i32
    %v, %pv = gpu.shuffle xor %x, %two, %c32 : i32
    %y = arith.addi %u, %v : i32
    memref.store %y, %a[%t] : memref<?xi32>
    gpu.return
  }
}
