func.func @roundtrip(%t: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %m = bufferization.to_memref %t : memref<4x?xf32>
  %r = bufferization.to_tensor %m restrict writable : memref<4x?xf32>
  return %r : tensor<4x?xf32>
}
// -----
func.func @alloc(%n: index, %src: tensor<?xi32>) {
  %a = bufferization.alloc_tensor(%n) : tensor<?xi32>
  %b = bufferization.alloc_tensor() copy(%src) {memory_space = 1 : i64} : tensor<?xi32>
  %c = bufferization.alloc_tensor(%n) size_hint=%n : tensor<?xi32>
  bufferization.dealloc_tensor %a : tensor<?xi32>
  return
}
// -----
func.func @clone(%m: memref<?xf32>, %d: memref<*xf32>) -> memref<?xf32> {
  %c = bufferization.clone %m : memref<?xf32> to memref<?xf32>
  %e = bufferization.clone %d : memref<*xf32> to memref<*xf32>
  return %c : memref<?xf32>
}
// -----
func.func @mat(%t: tensor<5xf32>, %m: memref<5xf32>, %d: tensor<5xf32>) -> tensor<5xf32> {
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<5xf32>, memref<5xf32>) -> ()
  %r = bufferization.materialize_in_destination %t in %d : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}
// -----
func.func @dealloc(%a: memref<2xf32>, %b: memref<4xi32>, %c: i1, %r: memref<*xf32>) -> i1 {
  %0 = bufferization.dealloc (%a, %b : memref<2xf32>, memref<4xi32>) if (%c, %c) retain (%r : memref<*xf32>)
  bufferization.dealloc (%a : memref<2xf32>) if (%c)
  return %0 : i1
}
