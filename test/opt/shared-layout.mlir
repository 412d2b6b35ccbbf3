// RUN: descend-opt %s --shared-layout | FileCheck %s
// RUN: descend-opt %s --shared-layout | mlir-opt-19 --verify-each | FileCheck %s --check-prefix=VALID
// VALID: gpu.module @kernels
// RUN: descend-opt %s --shared-layout=layout=plain | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: memref<1055
// PLAIN: memref<1024xf32, #gpu.address_space<workgroup>>
// PLAIN-NOT: memref<1055

gpu.module @kernels {
  // A column is read: rows get one more element, and the sums as many terms as before.
  // CHECK-LABEL: gpu.func @column(
  // CHECK-SAME: memref<1055xf32, #gpu.address_space<workgroup>>
  // CHECK-DAG: %[[C33:.*]] = arith.constant 33 : index
  // CHECK-DAG: %[[C264:.*]] = arith.constant 264 : index
  // CHECK: %[[ROW:.*]] = arith.muli %thread_id_x, %[[C33]] : index
  // CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[ROW]], %thread_id_y : index
  // CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[SUM]]] : memref<1055xf32, #gpu.address_space<workgroup>>
  // CHECK-NEXT: %[[ROW:.*]] = arith.muli %thread_id_x, %[[C33]] : index
  // CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[ROW]], %thread_id_y : index
  // CHECK-NEXT: %[[I:.*]] = arith.addi %[[SUM]], %[[C264]] : index
  // CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[I]]] : memref<1055xf32, #gpu.address_space<workgroup>>
  gpu.func @column(%v: f32) workgroup(%tile : memref<1024xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 8, 1>} {
    %c32 = arith.constant 32 : index
    %c256 = arith.constant 256 : index
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %row = arith.muli %x, %c32 : index
    %sum = arith.addi %row, %y : index
    %i = arith.addi %sum, %c256 : index
    memref.store %v, %tile[%sum] : memref<1024xf32, #gpu.address_space<workgroup>>
    memref.store %v, %tile[%i] : memref<1024xf32, #gpu.address_space<workgroup>>
    gpu.return
  }

  // Nothing is gained: nothing changes.
  // CHECK-LABEL: gpu.func @row(
  // CHECK-SAME: memref<1024xf32, #gpu.address_space<workgroup>>
  gpu.func @row(%v: f32) workgroup(%tile : memref<1024xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 8, 1>} {
    %x = gpu.thread_id x
    memref.store %v, %tile[%x] : memref<1024xf32, #gpu.address_space<workgroup>>
    gpu.return
  }

  // Buffers that swap have one layout, also where they have no known extent.
  // CHECK-LABEL: gpu.func @swapped(
  // CHECK-SAME: memref<1055xf32, #gpu.address_space<workgroup>>, %{{.*}} : memref<1055xf32, #gpu.address_space<workgroup>>
  // CHECK: memref.cast %{{.*}} : memref<1055xf32, #gpu.address_space<workgroup>> to memref<?xf32, #gpu.address_space<workgroup>>
  gpu.func @swapped(%v: f32, %n: index) workgroup(%p : memref<1024xf32, #gpu.address_space<workgroup>>, %q : memref<1024xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %x = gpu.thread_id x
    %row = arith.muli %x, %c32 : index
    %a = memref.cast %p : memref<1024xf32, #gpu.address_space<workgroup>> to memref<?xf32, #gpu.address_space<workgroup>>
    %b = memref.cast %q : memref<1024xf32, #gpu.address_space<workgroup>> to memref<?xf32, #gpu.address_space<workgroup>>
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a, %t = %b) -> (memref<?xf32, #gpu.address_space<workgroup>>, memref<?xf32, #gpu.address_space<workgroup>>) {
      memref.store %v, %s[%row] : memref<?xf32, #gpu.address_space<workgroup>>
      scf.yield %t, %s : memref<?xf32, #gpu.address_space<workgroup>>, memref<?xf32, #gpu.address_space<workgroup>>
    }
    gpu.return
  }

  // What thread after thread reads four by four stays together.
  // CHECK-LABEL: gpu.func @four(
  // CHECK-SAME: memref<1148xf32, #gpu.address_space<workgroup>>
  gpu.func @four(%out: memref<?xf32>) workgroup(%tile : memref<1024xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %x = gpu.thread_id x
    %row = arith.muli %x, %c32 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %j = arith.addi %row, %i : index
      %v = memref.load %tile[%j] : memref<1024xf32, #gpu.address_space<workgroup>>
      memref.store %v, %out[%j] : memref<?xf32>
    }
    gpu.return
  }

  // Bytes that are seen as floats keep their layout: the view is of neighbours.
  // CHECK-LABEL: gpu.func @seen(
  // CHECK-SAME: memref<4096xi8, #gpu.address_space<workgroup>>
  gpu.func @seen(%v: f32, %b: i8) workgroup(%bytes : memref<4096xi8, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c32 = arith.constant 32 : index
    %x = gpu.thread_id x
    %row = arith.muli %x, %c32 : index
    %far = arith.muli %x, %c128 : index
    %tile = memref.view %bytes[%c0][] : memref<4096xi8, #gpu.address_space<workgroup>> to memref<1024xf32, #gpu.address_space<workgroup>>
    memref.store %v, %tile[%row] : memref<1024xf32, #gpu.address_space<workgroup>>
    memref.store %b, %bytes[%far] : memref<4096xi8, #gpu.address_space<workgroup>>
    gpu.return
  }

  // So do arrays that a function gets.
  // CHECK-LABEL: gpu.func @given(
  // CHECK-SAME: memref<1024xf32, #gpu.address_space<workgroup>>
  gpu.func @given(%v: f32) workgroup(%tile : memref<1024xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c32 = arith.constant 32 : index
    %x = gpu.thread_id x
    %row = arith.muli %x, %c32 : index
    memref.store %v, %tile[%row] : memref<1024xf32, #gpu.address_space<workgroup>>
    func.call @other(%tile) : (memref<1024xf32, #gpu.address_space<workgroup>>) -> ()
    gpu.return
  }
  func.func private @other(memref<1024xf32, #gpu.address_space<workgroup>>)
}
