// RUN: descendc run %s | FileCheck %s
// RUN: not descendc run %s --fn=racing 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: not descendc run %s --fn=hosts 2>&1 | FileCheck %s --check-prefix=HOSTS
// RUN: not descendc run %s --fn=outside 2>&1 | FileCheck %s --check-prefix=OUTSIDE

func.func private @twice(%x: f32) -> f32 {
  %y = arith.addf %x, %x : f32
  return %y : f32
}

// A transposition through shared memory, of sizes that are known at run time only.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %h = memref.alloc(%c4, %c4) : memref<?x?xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %k = arith.muli %i, %c4 : index
      %l = arith.addi %k, %j : index
      %n = arith.index_cast %l : index to i32
      %x = arith.sitofp %n : i32 to f32
      memref.store %x, %h[%i, %j] : memref<?x?xf32>
    }
  }
  %t0 = gpu.wait async
  %d, %t1 = gpu.alloc async [%t0] (%c4, %c4) : memref<?x?xf32>
  %t2 = gpu.memcpy async [%t1] %d, %h : memref<?x?xf32>, memref<?x?xf32>
  %t3 = gpu.launch async [%t2] blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c2, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c2, %sz = %c1) workgroup(%tile : memref<2x2xf32, #gpu.address_space<workgroup>>) {
    %row0 = arith.muli %by, %sy : index
    %row = arith.addi %row0, %ty : index
    %col0 = arith.muli %bx, %sx : index
    %col = arith.addi %col0, %tx : index
    %x = memref.load %d[%row, %col] : memref<?x?xf32>
    %y = func.call @twice(%x) : (f32) -> f32
    memref.store %y, %tile[%ty, %tx] : memref<2x2xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %z = memref.load %tile[%tx, %ty] : memref<2x2xf32, #gpu.address_space<workgroup>>
    memref.store %y, %d[%row, %col] : memref<?x?xf32>
    gpu.terminator
  }
  %t4 = gpu.memcpy async [%t3] %h, %d : memref<?x?xf32>, memref<?x?xf32>
  %t5 = gpu.dealloc async [%t4] %d : memref<?x?xf32>
  gpu.wait [%t5]
  %t = memref.transpose %h (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, strided<[1, ?]>>
  %u = memref.cast %t : memref<?x?xf32, strided<[1, ?]>> to memref<*xf32>
  // CHECK: rank = 2 offset = 0 sizes = [4, 4] strides = [1, 4] data =
  // CHECK-NEXT: {{\[\[}}0,   8,   16,   24],
  // CHECK-NEXT:  [2,   10,   18,   26],
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
func.func private @printMemrefF32(memref<*xf32>)

func.func @racing() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %d = gpu.alloc () : memref<64xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %i = arith.index_cast %tx : index to i32
    // RACE: data race: two threads access the same element without a barrier between them
    // RACE: launch.mlir:[[# @LINE+4]]:10
    // RACE: written by block (0), thread (0)
    // RACE: read by block (0), thread (1)
    memref.store %i, %d[%tx] : memref<64xi32>
    %x = memref.load %d[%c0] : memref<64xi32>
    gpu.terminator
  }
  return
}

func.func @hosts() {
  %c1 = arith.constant 1 : index
  %h = memref.alloc() : memref<64xindex>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    // HOSTS: a kernel accesses cpu.mem
    // HOSTS: launch.mlir:[[# @LINE+1]]:5
    memref.store %tx, %h[%tx] : memref<64xindex>
    gpu.terminator
  }
  return
}

func.func @outside() {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %d = gpu.alloc (%c5) : memref<?x4xindex>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c5, %sy = %c5, %sz = %c1) {
    // OUTSIDE: access out of bounds
    // OUTSIDE: launch.mlir:[[# @LINE+1]]:5
    memref.store %tx, %d[%tx, %ty] : memref<?x4xindex>
    gpu.terminator
  }
  return
}
