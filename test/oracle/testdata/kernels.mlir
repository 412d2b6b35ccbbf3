// DIFFERS inlining-threshold: waits that nobody waits for stay
// DIFFERS loop-unroll: waits that nobody waits for stay
// DIFFERS canonicalize: waits that nobody waits for stay
// DIFFERS inline: waits that nobody waits for stay
func.func @device(%x: f32) -> f32 {
  return %x : f32
}
func.func @first(%m: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %f = arith.constant 2.0 : f32
  %sum = arith.addi %n, %c1 : index
  %d = memref.dim %m, %c1 : memref<?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) workgroup(%w : memref<32xf32, #gpu.address_space<workgroup>>) private(%p : memref<1xf32, #gpu.address_space<private>>) {
    %i = arith.muli %bx, %sx : index
    %j = arith.addi %i, %tx : index
    %k = arith.addi %sum, %d : index
    %x = memref.load %m[%j] : memref<?xf32>
    %y = arith.mulf %x, %f : f32
    %z = func.call @device(%y) : (f32) -> f32
    memref.store %z, %m[%j] : memref<?xf32>
    memref.store %z, %m[%k] : memref<?xf32>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %n, %sz = %c1) {
    %t = arith.addi %gx, %sy : index
    cf.br ^bb1
   ^bb1:
    %x = memref.load %m[%t] : memref<?xf32>
    memref.store %x, %m[%tx] : memref<?xf32>
    gpu.terminator
  }
  %t0 = gpu.wait async
  %t1 = gpu.launch async [%t0] blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %n, %sz = %c1) {
    gpu.terminator
  }
  return
}
// -----
func.func @first(%a: memref<?x?xf32>, %n: index, %m: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %r = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) init (%z) -> f32 {
    %x = memref.load %a[%i, %j] : memref<?x?xf32>
    scf.reduce (%x : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
    %x = memref.load %a[%i, %j] : memref<?x?xf32>
    memref.store %x, %a[%j, %i] : memref<?x?xf32>
  }
  scf.forall (%i, %j) in (%n, %m) {
    %x = memref.load %a[%i, %j] : memref<?x?xf32>
    memref.store %x, %a[%j, %i] : memref<?x?xf32>
  } {mapping = [#gpu.block<x>, #gpu.block<y>]}
  return %r : f32
}
// -----
// DIFFERS inline: bounds of scf.forall that are constants stay operands
// DIFFERS loop-unroll: bounds of scf.forall that are constants stay operands
// DIFFERS canonicalize: bounds of scf.forall that are constants stay operands
func.func @first(%a: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.forall (%i, %j) = (%n, 2) to (%m, 17) step (%c1, 3) {
    %x = memref.load %a[%i, %j] : memref<?x?xf32>
    memref.store %x, %a[%j, %i] : memref<?x?xf32>
  }
  return
}
// -----
// DIFFERS inline: a call in gpu.launch is inlined, which mlir-opt-19 leaves
// DIFFERS inlining-threshold: a call in gpu.launch is inlined, which mlir-opt-19 leaves
// DIFFERS loop-unroll: numbers of iterations are rounded up, mlir-opt-19 has the formula for bounds in order
// Names are taken, bodies nest, sizes of clusters, dynamic shared memory, several functions.
func.func private @helper(%x: f32) -> f32 {
  %0 = call @deeper(%x) : (f32) -> f32
  return %0 : f32
}
func.func private @deeper(%x: f32) -> f32 {
  return %x : f32
}
func.func @a(%n: index, %s: i32, %m: memref<?xf32>, %x: f32) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  gpu.launch clusters(%cx, %cy, %cz) in (%kx = %c2, %ky = %c2, %kz = %c2) blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c4, %gz = %c2) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) dynamic_shared_memory_size %s workgroup(%w : memref<4xf32, #gpu.address_space<workgroup>>) {
    %i = arith.addi %cx, %kx : index
    %j = arith.cmpi slt, %i, %tz : index
    scf.if %j {
      %y = func.call @helper(%x) : (f32) -> f32
      scf.for %k = %bx to %c4 step %c2 {
        memref.store %y, %m[%k] : memref<?xf32>
        memref.store %y, %w[%k] : memref<4xf32, #gpu.address_space<workgroup>>
      }
    }
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c2, %gz = %c2) threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c2, %sz = %c2) {
    %y = func.call @deeper(%x) : (f32) -> f32
    memref.store %y, %m[%bx] : memref<?xf32>
    gpu.terminator
  } {some.attr = 1 : i32}
  return
}
func.func @b(%n: index, %m: memref<?xf32>, %x: f32) {
  scf.for %i = %n to %n step %n {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %i, %sy = %n, %sz = %n) {
      memref.store %x, %m[%i] : memref<?xf32>
      gpu.terminator
    }
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %i, %sy = %n, %sz = %n) {
      memref.store %x, %m[%tx] : memref<?xf32>
      gpu.terminator
    }
  }
  return
}
func.func private @b_kernel()
// -----
func.func @sunk(%n: index, %m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %d = memref.dim %m, %c0 : memref<?xf32>
  %less = arith.cmpi slt, %d, %n : index
  %s = arith.select %less, %d, %c3 : index
  %t = arith.addi %s, %c3 : index
  %u = arith.select %less, %t, %d : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %c3, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c3, %sz = %n) {
    scf.if %less {
      memref.store %x, %m[%s] : memref<?xf32>
    }
    memref.store %x, %m[%u] : memref<?xf32>
    memref.store %x, %m[%c3] : memref<?xf32>
    gpu.terminator
  }
  return
}
// -----
// DIFFERS inline: loops of scf.forall without iterations stay
// DIFFERS loop-unroll: loops of scf.forall without iterations stay
// DIFFERS canonicalize: loops of scf.forall without iterations stay
func.func @nested(%n: index, %m: memref<?x?xf32>, %x: f32) {
  scf.forall (%i, %j) = (0, %n) to (10, %n) step (2, 1) {
    scf.forall (%k) in (8) {
      memref.store %x, %m[%i, %k] : memref<?x?xf32>
    } {mapping = [#gpu.thread<x>]}
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  return
}
