// Small whole programs that mix dialects.
func.func @saxpy(%n: index, %a: f32, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = memref.load %y[%i] : memref<?xf32>
    %2 = math.fma %a, %0, %1 : f32
    memref.store %2, %y[%i] : memref<?xf32>
    scf.reduce
  }
  return
}
// -----
func.func @gcd(%a: i64, %b: i64) -> i64 {
  %z = arith.constant 0 : i64
  %r:2 = scf.while (%x = %a, %y = %b) : (i64, i64) -> (i64, i64) {
    %c = arith.cmpi ne, %y, %z : i64
    scf.condition(%c) %x, %y : i64, i64
  } do {
  ^bb0(%x: i64, %y: i64):
    %m = arith.remui %x, %y : i64
    scf.yield %y, %m : i64, i64
  }
  return %r#0 : i64
}
// -----
func.func @bubble(%m: memref<16xi32>) {
  affine.for %i = 0 to 15 {
    affine.for %j = 0 to affine_map<(d0) -> (15 - d0)>(%i) {
      %a = affine.load %m[%j] : memref<16xi32>
      %b = affine.load %m[%j + 1] : memref<16xi32>
      %c = arith.cmpi sgt, %a, %b : i32
      scf.if %c {
        affine.store %b, %m[%j] : memref<16xi32>
        affine.store %a, %m[%j + 1] : memref<16xi32>
      }
    }
  }
  return
}
// -----
func.func private @sink(tensor<?xf32>)
func.func @pipeline(%t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %t, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.map { arith.addf } ins(%t, %t : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>)
  call @sink(%r) : (tensor<?xf32>) -> ()
  return
}
// -----
module attributes {gpu.container_module} {
  gpu.module @m {
    memref.global "private" @tile : memref<8x8xf32, #gpu.address_space<workgroup>>
    gpu.func @transpose(%in: memref<64x64xf32>, %out: memref<64x64xf32>) kernel attributes {nvvm.reqntid = array<i32: 8, 8, 1>} {
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %c8 = arith.constant 8 : index
      %r0 = arith.muli %by, %c8 overflow<nsw, nuw> : index
      %r = arith.addi %r0, %ty : index
      %k0 = arith.muli %bx, %c8 : index
      %k = arith.addi %k0, %tx : index
      %t = memref.get_global @tile : memref<8x8xf32, #gpu.address_space<workgroup>>
      %v = memref.load %in[%r, %k] : memref<64x64xf32>
      memref.store %v, %t[%ty, %tx] : memref<8x8xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %w = memref.load %t[%tx, %ty] : memref<8x8xf32, #gpu.address_space<workgroup>>
      memref.store %w, %out[%k, %r] : memref<64x64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64x64xf32>, %b: memref<64x64xf32>) {
    %c8 = arith.constant 8 : index
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@transpose blocks in (%c8, %c8, %c1) threads in (%c8, %c8, %c1) args(%a : memref<64x64xf32>, %b : memref<64x64xf32>)
    return
  }
}
// -----
func.func @collatz(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  cf.br ^head(%n, %c0 : i32, i32)
^head(%x: i32, %k: i32):
  %done = arith.cmpi sle, %x, %c1 : i32
  cf.cond_br %done, ^exit(%k : i32), ^step
^step:
  %odd = arith.remui %x, %c2 : i32
  %isodd = arith.cmpi ne, %odd, %c0 : i32
  %k1 = arith.addi %k, %c1 : i32
  cf.cond_br %isodd, ^up, ^down
^up:
  %t = arith.muli %x, %c3 : i32
  %u = arith.addi %t, %c1 : i32
  cf.br ^head(%u, %k1 : i32, i32)
^down:
  %d = arith.divui %x, %c2 : i32
  cf.br ^head(%d, %k1 : i32, i32)
^exit(%r: i32):
  return %r : i32
}
// -----
func.func @norm(%v: memref<?x3xf64>, %i: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant 0.0 : f64
  %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%a = %z) -> f64 {
    %x = memref.load %v[%i, %k] : memref<?x3xf64>
    %q = math.fma %x, %x, %a : f64
    scf.yield %q : f64
  }
  %r = math.sqrt %s : f64
  return %r : f64
}
