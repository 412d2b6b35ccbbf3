func.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xf32>
    affine.store %x, %b[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @sum(%a: memref<?xf64>, %n: index) -> f64 {
  %z = arith.constant 0.0 : f64
  %s = affine.for %i = 0 to %n step 4 iter_args(%acc = %z) -> (f64) {
    %x = affine.load %a[%i] : memref<?xf64>
    %y = arith.addf %acc, %x : f64
    affine.yield %y : f64
  }
  return %s : f64
}
// -----
func.func @bounds(%n: index, %m: index) {
  affine.for %i = max affine_map<(d0)[s0] -> (d0 - 3, s0 * 2)>(%n)[%m] to min affine_map<(d0) -> (d0, 100)>(%n) step 3 {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to %m {
    }
  }
  return
}
// -----
#inside = affine_set<(i, j)[n] : (n - i - 1 >= 0, j * 2 - i == 0, j >= 0)>
func.func @cond(%i: index, %j: index, %n: index) -> i32 {
  %r = affine.if #inside(%i, %j)[%n] -> i32 {
    %a = arith.constant 1 : i32
    affine.yield %a : i32
  } else {
    %b = arith.constant 2 : i32
    affine.yield %b : i32
  }
  return %r : i32
}
// -----
func.func @apply(%x: index, %y: index) -> (index, index, index) {
  %a = affine.apply affine_map<(d0, d1) -> (d0 * 7 + d1 floordiv 2)>(%x, %y)
  %b = affine.min affine_map<(d0)[s0] -> (d0 mod 5, s0 ceildiv 3, 9)>(%x)[%y]
  %c = affine.max affine_map<(d0, d1) -> (d0 - d1, 0)>(%x, %y)
  return %a, %b, %c : index, index, index
}
// -----
func.func @par(%m: memref<32x32xf32>) -> f32 {
  %r = affine.parallel (%i, %j) = (0, 0) to (32, 32) step (8, 4) reduce ("addf") -> f32 {
    %x = affine.load %m[%i, %j] : memref<32x32xf32>
    affine.yield %x : f32
  }
  return %r : f32
}
// -----
func.func @parminmax(%n: index) {
  affine.parallel (%i, %j) = (max(0, 3), 0) to (min(%n, 128), 64) {
  }
  return
}
// -----
func.func @vec(%m: memref<16x64xf32>, %i: index, %j: index) {
  %v = affine.vector_load %m[%i, %j + 3] : memref<16x64xf32>, vector<8xf32>
  affine.vector_store %v, %m[%i + symbol(%j), 7] : memref<16x64xf32>, vector<8xf32>
  affine.prefetch %m[%i, %j + 5], read, locality<2>, data : memref<16x64xf32>
  return
}
// -----
func.func @delin(%i: index, %s: index) -> (index, index) {
  %c4 = arith.constant 4 : index
  %r:2 = affine.delinearize_index %i into (%c4, %s) : index, index
  return %r#0, %r#1 : index, index
}
// -----
func.func @dma(%src: memref<256xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %n = arith.constant 32 : index
  %dst = memref.alloc() : memref<32xf32, 2>
  %tag = memref.alloc() : memref<1xi32>
  affine.dma_start %src[%i + 7], %dst[%c0], %tag[%c0], %n : memref<256xf32>, memref<32xf32, 2>, memref<1xi32>
  affine.dma_wait %tag[%c0], %n : memref<1xi32>
  return
}
// -----
#layout = affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>
#tiled = affine_map<(i, j) -> (i floordiv 4, j floordiv 8, i mod 4, j mod 8)>
func.func @layouts(%s: index, %a: memref<8x8xi8, #tiled>) -> memref<4x?xf32, #layout> {
  %m = memref.alloc(%s)[%s] : memref<4x?xf32, #layout>
  return %m : memref<4x?xf32, #layout>
}
// -----
"t.maps"() {a = affine_map<() -> ()>, b = affine_map<()[s] -> (s)>, c = affine_map<(i, j, k) -> (k, j, i)>,
  d = affine_map<(i)[N, M] -> (i * 4 + N - M, -i, i mod 3 + 8 floordiv 3)>, e = affine_map<(i) -> ((i + 3) * 5)>,
  f = [affine_map<(i) -> (i)>, affine_map<(d0) -> (d0)>], g = affine_map<(a, b) -> (a + b + 1 - 1)>} : () -> ()
// -----
"t.sets"() {a = affine_set<() : ()>, b = affine_set<(i) : (i == 3)>, c = affine_set<(i)[n] : (i >= 1, n - i >= 2)>,
  d = affine_set<(i, j) : (i + j mod 2 == 0)>, e = affine_set<(d0) : (1 == 0)>} : () -> ()
