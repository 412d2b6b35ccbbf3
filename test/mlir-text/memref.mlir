func.func @alloc(%n: index) {
  %a = memref.alloc() : memref<4x8xf32>
  %b = memref.alloc(%n) {alignment = 64 : i64} : memref<?x8xf32, 1>
  %c = memref.alloca() : memref<2xi8>
  %d = memref.alloc(%n)[%n, %n] : memref<?x4xf32, strided<[?, 1], offset: ?>>
  memref.dealloc %a : memref<4x8xf32>
  return
}
// -----
func.func @access(%m: memref<?x?xf32>, %i: index, %j: index) {
  %x = memref.load %m[%i, %j] : memref<?x?xf32>
  %y = memref.load %m[%j, %i] {nontemporal = true} : memref<?x?xf32>
  memref.store %x, %m[%j, %i] : memref<?x?xf32>
  %z = memref.atomic_rmw addf %x, %m[%i, %j] : (f32, memref<?x?xf32>) -> f32
  memref.prefetch %m[%i, %j], write, locality<3>, data : memref<?x?xf32>
  memref.assume_alignment %m, 16 : memref<?x?xf32>
  return
}
// -----
func.func @generic_rmw(%m: memref<8xi32>, %i: index, %v: i32) -> i32 {
  %r = memref.generic_atomic_rmw %m[%i] : memref<8xi32> {
  ^bb0(%old: i32):
    %new = arith.xori %old, %v : i32
    memref.atomic_yield %new : i32
  }
  return %r : i32
}
// -----
memref.global "private" constant @table : memref<4xi32> = dense<[1, 2, 3, 4]> {alignment = 16 : i64}
memref.global @ext : memref<3xf32>
memref.global "public" @un : memref<2x2xf64> = uninitialized
func.func @use() -> memref<4xi32> {
  %0 = memref.get_global @table : memref<4xi32>
  return %0 : memref<4xi32>
}
// -----
func.func @views(%m: memref<64x32xf32>, %i: index, %b: memref<2048xi8>) {
  %0 = memref.subview %m[%i, 0] [16, 8] [1, 2] : memref<64x32xf32> to memref<16x8xf32, strided<[32, 2], offset: ?>>
  %1 = memref.subview %m[0, 4] [64, 1] [1, 1] : memref<64x32xf32> to memref<64xf32, strided<[32], offset: 4>>
  %2 = memref.view %b[%i][] : memref<2048xi8> to memref<16x4xf32>
  %3 = memref.reinterpret_cast %m to offset: [0], sizes: [2048], strides: [1] : memref<64x32xf32> to memref<2048xf32>
  %4 = memref.cast %m : memref<64x32xf32> to memref<?x?xf32>
  %5 = memref.cast %4 : memref<?x?xf32> to memref<*xf32>
  %6 = memref.transpose %m (a, b) -> (b, a) : memref<64x32xf32> to memref<32x64xf32, strided<[1, 32]>>
  return
}
// -----
func.func @shapes(%m: memref<?x4x?xf32>, %u: memref<*xi8>, %s: memref<2xindex>) {
  %c0 = arith.constant 0 : index
  %d = memref.dim %m, %c0 : memref<?x4x?xf32>
  %r = memref.rank %u : memref<*xi8>
  %e = memref.collapse_shape %m [[0, 1], [2]] : memref<?x4x?xf32> into memref<?x?xf32>
  %f = memref.expand_shape %e [[0, 1], [2]] output_shape [%d, 4, %d] : memref<?x?xf32> into memref<?x4x?xf32>
  %g = memref.reshape %u(%s) : (memref<*xi8>, memref<2xindex>) -> memref<?x?xi8>
  return
}
// -----
func.func @meta(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>) -> index {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
  %p = memref.extract_aligned_pointer_as_index %m : memref<?x?xf32, strided<[?, ?], offset: ?>> -> index
  %c = memref.memory_space_cast %b : memref<f32> to memref<f32, 3>
  return %p : index
}
// -----
func.func @copyscope(%a: memref<4xf32>, %b: memref<4xf32, 2>) {
  memref.copy %a, %b : memref<4xf32> to memref<4xf32, 2>
  %r = memref.alloca_scope -> (f32) {
    %t = memref.alloca() : memref<f32>
    %x = memref.load %t[] : memref<f32>
    memref.alloca_scope.return %x : f32
  }
  return
}
// -----
func.func @dma(%a: memref<40xf32>, %n: index) {
  %b = memref.alloc() : memref<40xf32, 1>
  %t = memref.alloc() : memref<1xi32>
  memref.dma_start %a[%n], %b[%n], %n, %t[%n] : memref<40xf32>, memref<40xf32, 1>, memref<1xi32>
  memref.dma_wait %t[%n], %n : memref<1xi32>
  %r = memref.realloc %a : memref<40xf32> to memref<80xf32>
  return
}
// -----
func.func private @types(memref<4x?x8xf32, affine_map<(d0, d1, d2) -> (d2, d0, d1)>>, memref<f32>, memref<0xi1>, memref<*xf32, "space">,
  memref<4xindex, {a = 1 : i32}>, memref<2xmemref<3xf32>>, memref<8xvector<4xf32>>, memref<4xcomplex<f32>>, memref<3xf32, strided<[2]>>, memref<3xf32, 5 : i8>)
